# The table of readers and their fuzz targets, and how all targets are run.

_tree() { # ROW...: a source that reads, a target with a corpus, and these rows
    mkdir -p tree/base tree/cli tree/tests/fuzz/corpus/x
    echo 'LAYERS := base' > tree/Makefile
    echo 'us_status read(void) { return us_json_parse("a", text, length, &doc, err); }' > tree/base/a.c
    echo '/* It calls no us_json_parse(). */' > tree/base/b.c
    : > tree/tests/fuzz/fuzz_x.c
    printf '%s\n' '| source | reads | targets |' '| --- | --- | --- |' "$@" > tree/tests/fuzz/README.md
}

_check() {
    run_command bash -c "cd tree && sh '$ROOT/tools/check_fuzz.sh'"
}

each_reader_has_a_fuzz_target() {
    _tree '| `base/a.c` | texts | `x` |'
    _check
    expect_exit 0
}

a_reader_without_a_row_is_refused() {
    _tree '| `cli/` | words | `x` |'
    _check
    expect_exit 1
    expect_stderr_contains "base/a.c reads from outside: expected a row that names its fuzz target"
}

rows_and_targets_must_agree() {
    _tree '| `base/a.c` | texts | `y` |' '| `base/b.c` | nothing | `x` |' '| `cli/` | words | not fuzzed |'
    : > tree/tests/fuzz/fuzz_z.c
    _check
    expect_exit 1
    expect_stderr_contains 'base/a.c: there is no target "y"'
    expect_stderr_contains "base/b.c: it reads nothing"
    expect_stderr_contains "cli/: expected a target, or a reason"
    expect_stderr_contains 'no row names the target "z"'
    expect_stderr_contains "tests/fuzz/corpus/z: no corpus"
}

a_reader_may_have_a_reason_instead() {
    _tree '| `base/a.c` | texts | not fuzzed: its own output |' '| `cli/` | words | `x` |'
    _check
    expect_exit 0
}

# A target as libFuzzer prints.
_target() { # NAME EXIT LINE...
    printf '#!/bin/sh\nprintf "%%s\\n" %s\nexit %d\n' "$(printf "'%s' " "${@:3}")" "$2" > "$1"
    chmod +x "$1"
}

counts_of_all_fuzz_targets_are_told_and_a_failure_stops_no_other() {
    _target fuzz_a 0 '#9 DONE cov: 12 ft: 3' 'stat::number_of_executed_units: 900' \
        'stat::average_exec_per_sec: 30' 'stat::new_units_added: 4'
    _target fuzz_b 77 'SUMMARY: deadly signal' 'stat::number_of_executed_units: 7'
    _target fuzz_c 0 'stat::number_of_executed_units: 3'
    run_command bash -c "here=\$PWD; cd '$ROOT' && sh tools/run_fuzz.sh '' 1 \"\$here/found\" \
        \"\$here/fuzz_a\" \"\$here/fuzz_b\" \"\$here/fuzz_c\""
    expect_exit 1
    expect_stdout_contains "910 executions of 3 targets"
    expect_stderr_contains "fuzz_b failed"
    grep -qxF '| `a` | 900 | 30 | 12 | 4 | no failure |' found/counts.md || fail "counts of a"
    grep -qxF '| `b` | 7 | 0 | 0 | 0 | deadly signal |' found/counts.md || fail "counts of b"
    grep -qxF '| `c` | 3 | 0 | 0 | 0 | no failure |' found/counts.md || fail "counts of c"
}
