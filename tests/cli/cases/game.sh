# Maps and agents.

maps_are_listed() {
    run game maps
    expect_exit 0
    expect_stdout_matches '^open-1 +open +64x64 +2 +yes'
    [ "$(wc -l < .out/stdout)" -ge 17 ] || fail "fewer than 16 maps"
}

maps_are_listed_as_json() {
    run game maps --json
    expect_exit 0
    expect_stdout_lines 1
    expect_stdout_matches '^\[\{"name":"[^"]+","family":"[^"]+","width":[0-9]+,"height":[0-9]+,'
    for family in open ridge choke scattered; do
        expect_stdout_contains "\"family\":\"$family\""
    done
}

agents_are_listed() {
    run game agents
    expect_exit 0
    expect_stdout_matches '^idle '
    expect_stdout_matches '^expert:rush '
    expect_stdout_matches '^ai:passive '
    run game agents --json
    expect_exit 0
    expect_stdout_matches '^\[\{"name":"[^"]+",'
    expect_stdout_contains '"name":"random"'
}

a_map_is_shown() {
    run game show open-1
    expect_exit 0
    expect_stdout_contains "open-1"
    run game show open-1 --json
    expect_exit 0
    expect_stdout_contains '"name":"open-1"'
}

an_unknown_map_or_domain_is_named() {
    run game show nowhere
    expect_exit 2
    expect_stdout_empty
    expect_stderr_contains "nowhere"
    run game maps --domain chess
    expect_refusal 'there is no domain "chess"; there are: skirmish'
}

a_made_map_can_be_checked_shown_and_played() {
    run game mapgen --family ridge --size 32 --seed 5 -o ridge.map
    expect_exit 0
    expect_stdout_empty
    expect_file ridge.map
    run game mapgen --family ridge --size 32 --seed 5
    expect_exit 0
    stdout > again.map
    expect_same_file ridge.map again.map
    run game show ./ridge.map --check
    expect_exit 0
    run game play ./ridge.map --p0 random --p1 random --max-cycles 500 --trace t.jsonl
    expect_exit 0
    run trace replay t.jsonl
    expect_exit 0
}

a_bad_map_is_named_with_its_place_and_nothing_is_written() {
    run game mapgen --family open --size 32 -o good.map
    sed 's/^size 32 32$/size 32 3x/' good.map > bad.map
    run game play ./bad.map --p0 idle --p1 idle --trace t.jsonl
    expect_refusal "bad.map:"
    expect_stderr_matches 'bad\.map:[0-9]+:[0-9]+: '
    expect_no_file t.jsonl
    run game mapgen --family nonsense
    expect_refusal "nonsense"
    run game mapgen
    expect_refusal "game mapgen: needs --family NAME"
}
