# The manual page: what --help tells, in the language of man.

_commands() { # of --help
    "$UNDERSTUDY" --help | sed -n '/^Commands/,/^$/p' | sed -nE 's/^  ([a-z]+( [a-z]+)?)  .*/\1/p'
}

_section() { # COMMAND: what the page has of it, as it is typed
    sed 's/\\-/-/g' page | awk -v begin=".SS \"understudy $1" '
        /^\.S[SH] / { here = $0 == begin "\"" || index($0, begin " ") == 1 }
        here'
}

every_command_and_option_is_in_the_manual_page() {
    local command option counted=0
    "$UNDERSTUDY" --man > page
    _commands > commands
    while read -r command; do
        _section "$command" > section
        expect_file section
        # shellcheck disable=SC2086
        run help $command
        sed -n '/^Options/,/^$/p' .out/stdout | sed -nE 's/^  (-[^ ]+) .*/\1/p' > options
        while read -r option; do
            [ "$option" != --help ] || continue
            grep -qF -e "\\fB$option\\fR" section || fail "$command has no $option in the page"
            counted=$((counted + 1))
        done < options
        sed -n '/^Example/,$p' .out/stdout | sed -n '2s/^  //p' | sed 's/ *\\$//' > example
        grep -qF -f <(sed "s/'/\\\\(aq/g" example) section || fail "$command has no example in the page"
    done < commands
    [ "$counted" -gt 50 ] || fail "only $counted options were found"
}

the_manual_page_has_the_codes_variables_and_files_of_help() {
    local title row
    "$UNDERSTUDY" --man | sed 's/\\-/-/g' > page
    "$UNDERSTUDY" --help > help
    for title in "Exit codes" Environment Files; do
        sed -n "/^$title/,/^\$/p" help | sed -nE 's/^  ([^ ]+) .*/\1/p' > rows
        expect_file rows
        while read -r row; do
            grep -qxF -e "\\fB$row\\fR" page || fail "no $row in the page"
        done < rows
    done
}

programs_that_set_manual_pages_find_no_fault() {
    "$UNDERSTUDY" --man > page
    ! LC_ALL=C grep -n '[^ -~]' page || fail "the page is not ASCII"
    command -v groff > /dev/null || command -v mandoc > /dev/null || skip "no groff and no mandoc"
    if command -v groff > /dev/null; then
        run_command groff -man -ww -z page
        expect_exit 0
        expect_stderr_empty
    fi
    if command -v mandoc > /dev/null; then
        run_command mandoc -T lint -W warning page
        expect_exit 0
        expect_stdout_empty
    fi
}

what_is_copied_from_the_page_is_what_was_meant() {
    command -v groff > /dev/null || skip "no groff"
    "$UNDERSTUDY" --man > page
    run_command sh -c 'groff -man -Tutf8 -P-c -P-b -P-o -P-u -rLL=120n page'
    expect_stdout_contains "understudy game play open-1 --p0 'exec:python3 player.py rusher' --p1 ai:passive"
    expect_stdout_contains 'understudy retrieve lib.db --goal "achieve BuildUnits(self, infantry, 6)"'
    expect_stdout_contains '--param entity=PLAYER \'
}
