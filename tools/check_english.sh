#!/bin/sh
# check_english.sh: counts clauses without a noun as their subject ("Who gathers ...", "What is left ..."), and fails
# where there are more than allowed: in the pages, in the comments of headers. With -v it prints them.
set -eu
cd "$(dirname "$0")/.."
docs_most=25
headers_most=80
verbose=${1:-}

# A sentence or a table cell that begins so, outside of code blocks; questions are none.
of_docs() {
    for page in README.md CONTRIBUTING.md docs/*.md; do
        awk -v page="$page" '/^```/ { code = !code; next }
            !code && !/\?/ && /(^|[.:;] |\| |^- |\*\* )(Who|What|Whoever|Whatever|Whose) [a-z]/ { print page ":" FNR ": " $0 }' "$page"
    done
}

of_headers() {
    git ls-files '*.h' | xargs grep -nE '(/\* |^ \* |[.:;] )(Who|What|Whoever|Whatever|Whose) [a-z]' | grep -v '?' || true
}

code=0
judge() { # NAME MOST FILE
    count=$(wc -l < "$3")
    [ -z "$verbose" ] || cat "$3"
    if [ "$count" -gt "$2" ]; then
        echo "$1: $count clauses begin with Who or What as their subject, at most $2 may: tools/check_english.sh -v lists them" >&2
        code=1
    fi
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
of_docs > "$work/docs"
of_headers > "$work/headers"
judge docs $docs_most "$work/docs"
judge headers $headers_most "$work/headers"
exit $code
