#!/bin/bash
# measure.sh OUT ASKED PAGE: run each command of the table of what was asked (see tests/bench/asked.txt)
# once, and write the page of what was measured. A command's build/release/ is OUT. What was told stays
# in OUT/measured; `awk -f tools/measured.awk ASKED OUT/measured` makes the page of it again. The exit is 1
# where a command failed: rows that it did not measure say so.
set -eu
out=$1 asked=$2 page=$3 failed=0
tools=$(dirname "$0")
mkdir -p "$out"
UNDERSTUDY_SHEET=$(cd "$out" && pwd)/measured
export UNDERSTUDY_SHEET LC_ALL=C

commit=$(GIT_OPTIONAL_LOCKS=0 git describe --always --dirty --exclude '*' 2> /dev/null) || commit=unknown
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2> /dev/null | head -n 1)
{
    printf 'machine\t%s\n' "$(uname -sm), $(nproc) cores${processor:+ of $processor}"
    # shellcheck disable=SC2086 # CC may be two words
    printf 'compiler\t%s\n' "$(${CC:-cc} --version | head -n 1)"
    printf 'commit\t%s\n' "$commit"
} > "$UNDERSTUDY_SHEET"
awk -f "$tools/measured.awk" "$asked" "$UNDERSTUDY_SHEET" > /dev/null # a wrong table is told at once

mapfile -t commands < <(awk -F ' *[|] *' '!/^#/ && NF && !seen[$5]++ { print $5 }' "$asked")
for command in "${commands[@]}"; do
    from=${command%%: *}
    if [ "$from" = "$command" ]; then
        echo "==== $command (after $SECONDS s)"
        read -ra words <<< "${command/#build\/release/$out}"
        "${words[@]}" && continue
        echo "measure: '$command' failed" >&2
        failed=1
    elif [ -e "$from" ]; then
        made=$commit # where it is not committed yet
        git diff --quiet HEAD -- "$from" 2> /dev/null && made=$(git log -1 --format=%h -- "$from")
        printf 'page\t%s\t%s\n' "$from" "${made:-$commit}" >> "$UNDERSTUDY_SHEET"
        awk -f "$tools/pages.awk" "$from" >> "$UNDERSTUDY_SHEET"
    fi
done
awk -f "$tools/measured.awk" "$asked" "$UNDERSTUDY_SHEET" > "$UNDERSTUDY_SHEET.md"
cp "$UNDERSTUDY_SHEET.md" "$page"
echo "$page: $(grep ' rows: ' "$page")"
exit $failed
