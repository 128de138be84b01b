#!/bin/sh
# site.sh OUT: make the site of all pages in OUT/html/: docs/*.md, the README, and API pages from
# include/understudy/. A link or an anchor that leads nowhere ends it, and so does a warning of
# Doxygen. Neither it nor the pages need a network.
set -eu
rm -rf "$1"
mkdir -p "$1/pages/extra"
out=$(cd "$1" && pwd)
pages=$out/pages

# The pages, with the README beside them as it is installed. Sphinx colors few languages.
cp docs/*.md docs/*.jpg docs/*.svg CHANGELOG.md CONTRIBUTING.md "$pages"
cp README.md "$pages/README.md"
cp -R docs/examples "$pages/examples"
cp LICENSE CITATION.cff "$pages"
cp tools/site/conf.py "$pages"
for page in "$pages"/*.md; do
    sed -E -e 's/\]\((docs\/|\.\.\/)/](/g' -e 's/^( *```[a-z-]+) .*/\1/' \
        -e 's/^( *```)(c|json|python|sql|xml)$/\1\2 known/' \
        -e 's/^( *```)[a-z-]+$/\1text/' -e 's/^( *```[a-z]+) known$/\1/' "$page" > "$page.new"
    mv "$page.new" "$page"
done

{
    cat tools/site/Doxyfile
    printf 'OUTPUT_DIRECTORY = "%s"\nPROJECT_NUMBER = "%s"\n' "$pages/extra" "${VERSION:-}"
} | doxygen -

# The first page has the navigation: the sections and pages of the index. A link to pages that are not
# of Sphinx needs the form of an address, hence #://.
{
    printf '# Understudy\n\n```{include} README.md\n:start-line: 1\n```\n'
    printf '\n```{toctree}\n:hidden:\n:caption: Start\n\nINDEX\nCHANGELOG\nCONTRIBUTING\nREADME\n'
    awk '/^## / { printf "```\n\n```{toctree}\n:hidden:\n:caption: %s\n\n", substr($0, 4) }
         /^(-|  )/ {
             while (match($0, /\]\([A-Z_]+\.md\)/)) {
                 print substr($0, RSTART + 2, RLENGTH - 6)
                 $0 = substr($0, RSTART + RLENGTH)
             }
         }' docs/INDEX.md
    printf '```\n\n```{toctree}\n:hidden:\n:caption: API\n\nEvery function of the C library <api/files.html#://>\n```\n'
} > "$pages/index.md"
/usr/bin/python3 -m sphinx -q -W --keep-going -b html "$pages" "$out/html"

# No page loads anything from elsewhere.
if grep -rlE '<(script|img|iframe)[^>]* src="?(https?:)?//|<link[^>]*rel="?(stylesheet|preconnect)"?[^>]*href="?(https?:)?//' \
    --include='*.html' "$out/html"; then
    echo "site: these pages load something from the network" >&2
    exit 1
fi
echo "the site is in $out/html/index.html"
