#!/bin/sh
# axe.sh: fetch axe-core, which looks for what keeps people out of a page, into build/axe/axe.min.js.
# What is there is left alone. Exit 5: it can't be fetched here. ARCHIVE=FILE: the package, where it
# has been downloaded already. Its licence is MPL-2.0; only tests use it, and nothing of it is kept
# in the project.
set -eu
package=axe-playwright-python
version=0.1.8
sum=fdd263c998388f1a8e67cad02677e612d946248bd44d163be5e8650ea31f95f8
folder=build/axe
[ ! -s "$folder/axe.min.js" ] || exit 0
mkdir -p build
part=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$part"' EXIT
if [ -n "${ARCHIVE:-}" ]; then
    cp "$ARCHIVE" "$part/"
else
    python3 -m pip download "$package==$version" --no-deps --only-binary :all: \
        --disable-pip-version-check -d "$part" > "$part/log" 2>&1 || {
        echo "axe: pip can't fetch $package $version" >&2
        exit 5
    }
fi
[ "$(cat "$part"/*.whl | sha256sum | cut -d ' ' -f 1)" = "$sum" ] || {
    echo "axe: the package is not the one that is meant" >&2
    exit 5
}
python3 -c '
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as package, open(sys.argv[2], "wb") as out:
    out.write(package.read("axe_playwright_python/axe.min.js"))
' "$part"/*.whl "$part/axe.min.js"
mkdir -p "$folder"
mv "$part/axe.min.js" "$folder/axe.min.js"
