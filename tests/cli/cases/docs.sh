# What README and docs show is what the program does.

every_command_shown_in_the_docs_runs() {
    local shown=0 line
    while read -r line; do
        line=${line%%#*}
        # shellcheck disable=SC2086 # the words of the line are its arguments
        run_command "$UNDERSTUDY" ${line#bin/understudy}
        expect_exit 0
        shown=$((shown + 1))
    done < <(sed -n '/^```/,/^```/p' "$ROOT/README.md" "$ROOT"/docs/*.md | grep '^bin/understudy ')
    [ "$shown" -ge 5 ] || fail "only $shown commands found in the docs"
}

every_file_that_the_docs_link_to_is_there() {
    local page target
    for page in "$ROOT"/*.md "$ROOT"/docs/*.md; do
        while read -r target; do
            [ -e "$(dirname "$page")/$target" ] || fail "${page##*/} links to $target"
        done < <(grep -oE '\]\([^)#]+' "$page" | sed 's/^](//' | grep -v '^https*:')
    done
}
