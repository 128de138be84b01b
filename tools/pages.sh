#!/bin/sh
# pages.sh FILE...: print C source with the files of the studio's pages, as studio/pages.h lists them.
set -eu
printf '/* Made by tools/pages.sh. */\n#include "studio/pages.h"\n'
n=0
for file in "$@"; do
    printf '\nstatic const unsigned char file_%d[] = { /* %s */\n' "$n" "${file##*/}"
    od -A n -v -t u1 "$file" | sed -E 's/([0-9]) +/\1, /g; s/$/,/'
    printf '};\n'
    n=$((n + 1))
done
printf '\nconst us_page_file us_page_files[] = {\n'
n=0
for file in "$@"; do
    case $file in
        *.html) type='text/html; charset=utf-8' ;;
        *.css) type='text/css; charset=utf-8' ;;
        *.js) type='text/javascript; charset=utf-8' ;;
        *.svg) type='image/svg+xml' ;;
        *) echo "pages.sh: $file: unknown file type; expected .html, .css, .js or .svg" >&2; exit 2 ;;
    esac
    printf '    {"%s", "%s", file_%d, sizeof(file_%d)},\n' "${file##*/}" "$type" "$n" "$n"
    n=$((n + 1))
done
printf '    {0, 0, 0, 0},\n};\n'
