# What every command does with help, and with words it does not know.

no_command_is_a_usage_error() {
    run
    expect_exit 2
    expect_stdout_empty
    expect_stderr_contains "expected a command"
    expect_stderr_contains "game play"
}

version_tells_the_number_and_then_the_build() {
    run --version
    expect_exit 0
    head -n 1 .out/stdout | grep -qxE 'understudy [0-9]+\.[0-9]+\.[0-9]+' || fail "no version"
    expect_stdout_matches '^(commit [0-9a-f]{12}(-dirty)?, )?[a-z]+ build by (gcc|clang) [0-9]+\.'
    expect_stdout_lines 2
    run --version now
    expect_refusal '--version: "now" is one too many'
}

help_before_and_after_a_command_is_the_same() {
    local command
    for command in demo "game play" game; do
        # shellcheck disable=SC2086
        run help $command
        expect_exit 0
        stdout > before
        # shellcheck disable=SC2086
        run $command --help
        expect_exit 0
        expect_same_file before .out/stdout
        # shellcheck disable=SC2086
        run --help $command
        expect_same_file before .out/stdout
    done
    run help game pay
    expect_refusal 'no command "game pay"; did you mean "game play"?'
    run help game play open-1
    expect_refusal 'help: "open-1" is one too many'
    run --colour
    expect_refusal 'no option --colour; see understudy --help'
}

help_lists_the_commands() {
    run --help
    expect_exit 0
    expect_stdout_contains "trace replay"
    expect_stdout_contains "game mapgen"
    expect_stdout_contains "UNDERSTUDY_DATA"
    run help
    expect_exit 0
    run game --help
    expect_exit 0
    expect_stdout_contains "game play"
    expect_stdout_lacks "trace replay"
}

every_command_has_help_with_an_example() {
    run --help
    sed -n '/^Commands/,/^$/p' .out/stdout | sed -nE 's/^  ([a-z]+( [a-z]+)?)  .*/\1/p' > commands
    [ "$(wc -l < commands)" -ge 7 ] || fail "few commands are listed"
    while read -r command; do
        # shellcheck disable=SC2086
        run $command --help
        ! grep -E '.{105}' .out/stdout || fail "$command --help has a line of more than 104 bytes"
        expect_exit 0
        expect_stderr_empty
        expect_stdout_contains "understudy $command"
        expect_stdout_contains "Example"
        expect_stdout_matches "^  understudy $command"
    done < commands
}

an_unknown_command_is_named_with_the_nearest() {
    run gmae play
    expect_refusal 'no command "gmae play"; did you mean "game play"?'
    run game pay
    expect_refusal 'no command "game pay"; did you mean "game play"?'
    run sing
    expect_refusal 'no command "sing"'
}

an_unknown_option_is_named_with_the_nearest() {
    run game play open-2 --p0 idle --p1 idle --sed 7
    expect_refusal 'game play: no option --sed; did you mean --seed?'
    run game maps --jsn
    expect_refusal 'game maps: no option --jsn; did you mean --json?'
}

a_wrong_value_is_named_with_what_was_expected() {
    run game play open-2 --p0 idle --p1 idle --seed seven
    expect_refusal 'game play: --seed: expected a whole number from 0'
    run game play open-2 --p0 idle --p1 idle --max-cycles 0
    expect_refusal '--max-cycles: expected a whole number from 1'
    run game play open-2 --p0 idle --p1
    expect_refusal '--p1: expected AGENT after it'
    run game play open-2 --p0 idle --p1 idle --seed 1 --seed 2
    expect_refusal '--seed is given twice'
    run game maps --json=yes
    expect_refusal '--json takes no value'
    run game maps extra
    expect_refusal '"extra" is one too many'
    run trace replay
    expect_refusal 'trace replay: expected FILE'
}

a_value_may_follow_a_letter_at_once() {
    run demo -j2000 -omade
    expect_refusal 'demo: -j: expected a whole number from 1 to 256, found "2000"'
    run experiment status -x5
    expect_refusal 'no option -x5'
}

a_value_may_follow_an_equals_sign() {
    run game play open-2 --p0=idle --p1=idle --max-cycles=50 --json
    expect_exit 0
    expect_stdout_contains '"cycles":50'
}
