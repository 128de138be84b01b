#!/bin/sh
# install.sh install|uninstall: put what is built below $DESTDIR$PREFIX, or remove it again.
#
# PREFIX/share/understudy/installed lists the files that were put there and the folders that were
# made for them; uninstall removes these and nothing else. Who installs over an older version has
# that removed first. The Makefile says by the environment what is built and how.
set -eu
action=$1
DESTDIR=${DESTDIR:-}

fail() { # TEXT
    echo "make $action: $1" >&2
    exit 2
}

case $PREFIX in
    /* | '') ;;
    *) PREFIX=$PWD/$PREFIX ;;
esac
while [ "${PREFIX%/}" != "$PREFIX" ]; do PREFIX=${PREFIX%/}; done
case $PREFIX in
    *[\"\'\\\$\#\`]* | *'
'*) fail "PREFIX: expected a path without quotes, \\, \$, # and line breaks, found $PREFIX" ;;
esac
root=$DESTDIR$PREFIX
list=share/understudy/installed
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ---- uninstall: what the list names, last first. Folders that hold something else stay.

uninstall() {
    sed '1!G;h;$!d' "$root/$list" > "$work/former"
    while IFS= read -r path; do
        case $path in
            /*/) rmdir "$DESTDIR$path" 2> /dev/null || : ;;
            */) rmdir "$root/$path" 2> /dev/null || : ;;
            *) rm -f "$root/$path" ;;
        esac
    done < "$work/former"
}

# ---- install: a plan, with a line a file: mode, from, to below PREFIX; then what it says

put() { # MODE FROM TO
    printf '%s\t%s\t%s\n' "$@" >> "$work/plan"
}

put_folder() { # FROM TO: the files in it, and below
    find "$1" \( -name '.?*' -o -name '*~' -o -name __pycache__ \) -prune -o -type f -print |
        LC_ALL=C sort > "$work/files"
    while IFS= read -r file; do
        mode=644
        [ ! -x "$file" ] || mode=755
        put $mode "$file" "$2${file#"$1"}"
    done < "$work/files"
}

# A program of one's own lies anywhere, so the library is told where its data is.
make_library() {
    cp "$LIBRARY" "$work/libunderstudy.a"
    printf '#include "base/file.h"\nconst char *const us_installed_data = "%s";\n' \
        "$PREFIX/share/understudy" | $COMPILE -I. -Iinclude -x c -c -o "$work/installed.o" -
    $ARCHIVE rs "$work/libunderstudy.a" "$work/installed.o"
}

make_pc() { # quotes, because the path may have spaces
    cat << EOF
prefix=$PREFIX
includedir=\${prefix}/include
libdir=\${prefix}/lib
datadir=\${prefix}/share/understudy

Name: understudy
Description: Learn behaviors from demonstrations of games, and play with them
Version: $VERSION
Requires.private: $REQUIRES
Libs: "-L\${libdir}" -lunderstudy
Libs.private: $LINK_WITH
Cflags: "-I\${includedir}"
EOF
}

make_plan() {
    put 644 "$work/list" $list
    put 755 "$PROGRAM" bin/understudy
    "$PROGRAM" --man > "$work/understudy.1"
    put 644 "$work/understudy.1" share/man/man1/understudy.1
    make_library
    put 644 "$work/libunderstudy.a" lib/libunderstudy.a
    make_pc > "$work/understudy.pc"
    put 644 "$work/understudy.pc" lib/pkgconfig/understudy.pc
    for header in $HEADERS; do
        put 644 "$header" "$header"
    done
    put_folder domains share/understudy/domains
    put_folder docs share/doc/understudy # the pages lie beside the README there
    sed 's|](docs/|](|g' README.md > "$work/README.md"
    put 644 "$work/README.md" share/doc/understudy/README.md
    for page in CHANGELOG.md CITATION.cff CONTRIBUTING.md LICENSE; do
        put 644 "$page" "share/doc/understudy/$page"
    done
}

# The folders above each path, and they end in a slash.
folders_of() {
    awk -F/ '{ d = ""; for (i = 1; i < NF; i++) { d = d $i "/"; if (d != "/") print d } }' |
        LC_ALL=C sort -u
}

# Folders that are not there yet, then files: uninstall goes the other way.
make_list() {
    printf '%s/\n' "$PREFIX" | folders_of | while IFS= read -r folder; do
        [ -d "$DESTDIR$folder" ] || printf '%s\n' "$folder"
    done
    cut -f 3 "$work/plan" | folders_of | while IFS= read -r folder; do
        [ -d "$root/$folder" ] || printf '%s\n' "$folder"
    done
    cut -f 3 "$work/plan"
}

install_all() {
    : > "$work/plan"
    make_plan
    [ ! -f "$root/$list" ] || uninstall
    make_list > "$work/list"
    while IFS= read -r path; do
        case $path in
            /*/) install -d -m 755 "$DESTDIR$path" ;;
            */) install -d -m 755 "$root/$path" ;;
        esac
    done < "$work/list"
    tab=$(printf '\t')
    while IFS=$tab read -r mode from to; do
        install -m "$mode" "$from" "$root/$to"
    done < "$work/plan"
    echo "understudy $VERSION is installed below $root"
}

case $action in
    install) install_all ;;
    uninstall)
        [ -f "$root/$list" ] || fail "no understudy is installed below $root: no $list there"
        uninstall
        echo "understudy is gone from $root"
        ;;
esac
