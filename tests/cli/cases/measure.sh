# tools/measure.sh and the page it writes, held against a made-up table of what was asked.

_asked() {
    cat > asked.txt << 'ASKED'
# a comment
## Speed
speed | how fast it walks | >= 1000000 | steps/s | build/release/walk far
errors | how often it falls | <= 0 | | build/release/walk far
share | how much of it | < 1 | % | docs/LONG.md: make long
ASKED
}

_page() { # LINE...: the page of a sheet of these lines, fields between spaces
    _asked
    printf '%s\n' "$@" | tr ' ' '\t' > sheet
    run_command awk -f "$ROOT/tools/measured.awk" asked.txt sheet
}

a_row_is_reached_when_all_of_its_values_are() {
    _page "speed 1420000.5 open-1" "speed 1000000 choke-1" "errors 0 falls"
    expect_exit 0
    expect_stdout_contains "| how fast it walks | at least 1,000,000 steps/s | 1,420,000 (open-1); 1,000,000 (choke-1) | reached |"
    expect_stdout_contains "| how often it falls | at most 0 | 0 (falls) | reached |"
    expect_stdout_contains "3 rows: 2 reached, 0 missed, 1 not measured."
}

a_miss_is_marked() {
    _page "speed 1420000 open-1" "speed 999999 choke-1" "share 1 all" "errors 1e-07 falls"
    expect_exit 0
    expect_stdout_contains "| 1,420,000 (open-1); **999,999 (choke-1)** | **missed** |"
    expect_stdout_contains "| how much of it | below 1% | **1 (all)** | **missed** |"
    expect_stdout_contains "**1e-07 (falls)**"
    expect_stdout_contains "3 rows: 0 reached, 3 missed, 0 not measured."
    _page "speed 3e6 a" "speed 2e5 b" "speed 4e6 c" "speed 1e5 d" "speed 5e6 e"
    expect_stdout_contains "| **100,000 (d)**, the worst of 5, 2 miss | **missed** |"
}

# shellcheck disable=SC2016 # code in Markdown
what_nothing_told_is_not_measured() {
    _page "machine a_quiet_one" "page docs/LONG.md 1234567"
    expect_exit 0
    expect_stdout_contains "- machine: a_quiet_one"
    expect_stdout_contains '| how fast it walks | at least 1,000,000 steps/s |  | not measured | `build/release/walk far` |'
    expect_stdout_contains '|  | not measured | `make long`, docs/LONG.md of 1234567 |'
    expect_stdout_contains "3 rows: 0 reached, 0 missed, 3 not measured."
}

what_was_not_asked_is_refused() {
    _page "errors 0 falls" "speeed 1420000 open-1"
    expect_refusal "sheet:2: nothing is asked by the name 'speeed'"
    _page "speed nan open-1"
    expect_refusal "sheet:1: expected a number, found 'nan'"
    echo "speed | how fast | 1000000 | steps/s | build/release/walk" >> asked.txt
    run_command awk -f "$ROOT/tools/measured.awk" asked.txt sheet
    expect_refusal "asked.txt:6: expected name | what | comparison and bound | unit | command"
}

each_command_runs_once_and_the_page_can_be_made_again() {
    _asked
    mkdir -p out docs
    # shellcheck disable=SC2016
    printf '%s\n' '#!/bin/sh' 'printf "speed\t2000000\t$1\n" >> "$UNDERSTUDY_SHEET"' 'exit 3' > out/walk
    chmod +x out/walk
    run_command bash "$ROOT/tools/measure.sh" out asked.txt docs/MEASURED.md
    expect_exit 1
    expect_stderr_contains "'build/release/walk far' failed"
    expect_stdout_contains "1 reached, 0 missed, 2 not measured"
    grep -qF "| 2,000,000 (far) | reached |" docs/MEASURED.md || fail "not measured"
    run_command awk -f "$ROOT/tools/measured.awk" asked.txt out/measured
    expect_same_file .out/stdout docs/MEASURED.md
}

the_pages_of_long_runs_tell_what_was_asked_of_them() {
    local page
    for page in ROUND_ROBIN PLAYS ADAPTED WORTH; do
        awk -f "$ROOT/tools/pages.awk" "$ROOT/docs/$page.md"
    done > sheet
    run_command awk -f "$ROOT/tools/measured.awk" "$ROOT/tests/bench/asked.txt" sheet
    expect_exit 0
    ! grep -F ", docs/" .out/stdout | grep "not measured" || fail "a page says less than was asked"
}
