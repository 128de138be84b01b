#!/bin/sh
# tally.sh FOLDER PART...: add up the files "passed failed skipped" that the parts of a test run
# left in FOLDER, print the closing line and keep it in FOLDER/total. A part that left nothing
# has died and counts as one failure. Exit 1 when anything failed or nothing ran.
set -eu
folder=$1
shift
passed=0 failed=0 skipped=0
for part; do
    if [ -s "$folder/$part" ] && read -r p f s < "$folder/$part"; then
        passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    else
        echo "  FAIL $part: ended before it could count"
        failed=$((failed + 1))
    fi
done
if [ $((passed + failed + skipped)) = 0 ]; then
    echo "no test of that name"
    failed=1
fi
line="$passed passed, $failed failed, $skipped skipped"
echo "$line" > "$folder/total"
echo "$line"
[ "$failed" = 0 ]
