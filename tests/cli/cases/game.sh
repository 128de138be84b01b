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

a_broken_map_is_named_and_the_others_are_listed() {
    local maps
    mkdir -p data/domains
    cp -r "$ROOT/domains/skirmish" data/domains/
    maps=$(ls data/domains/skirmish/maps/*.map | wc -l)
    sed -i '2s/.*/size nowhere/' data/domains/skirmish/maps/open-2.map
    UNDERSTUDY_DATA=$PWD/data run game maps
    expect_exit 1
    expect_stdout_lines "$maps" # the heading, and all but one
    expect_stdout_matches '^open-1 +open '
    expect_stdout_lacks open-2
    expect_stderr_contains "data/domains/skirmish/maps/open-2.map:2:"
    expect_stderr_contains "understudy: 1 of $maps maps is broken"
    UNDERSTUDY_DATA=$PWD/data run game maps --json
    expect_exit 1
    expect_stdout_matches '\{"name":"open-1","family":"open",.*\{"name":"open-2","broken":"[^"]*open-2.map:2:[^"]+"\},'
    UNDERSTUDY_DATA=$PWD/data run game play open-1 --p0 idle --p1 idle --max-cycles 10
    expect_exit 0
}

demonstrations_are_listed() {
    run game demos
    expect_exit 0
    expect_stdout_matches '^rush-open-1 +open-1 +1 +expert:rush +1 +ai:turtle$'
    expect_stdout_matches '^hand-open-1 +open-1 +5 +human +0 +ai:raid$'
    expect_stdout_lines $((1 + $(ls "$ROOT"/domains/skirmish/demos/*.jsonl | wc -l)))
    run game demos --json
    expect_exit 0
    expect_stdout_lines 1
    expect_stdout_contains '{"name":"rush-open-1","map":"open-1","seed":"1","expert":"expert:rush","seat":1,"opponent":"ai:turtle"}'
    run game demos --domain chess
    expect_refusal "chess"
}

a_domain_without_demonstrations_lists_none() {
    local domain
    for domain in arena microrts; do
        run game demos --domain $domain
        expect_exit 0
        expect_stdout_lines 1
        run game demos --domain $domain --json
        expect_exit 0
        expect_stdout_is '[]'
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
    expect_refusal 'there is no domain "chess"; expected one of: skirmish'
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

_spoil() { # FILE SED-EXPRESSION: a copy of open-2, changed and so no longer fair
    sed -E "s/^fair yes/fair no/; $2" "$ROOT/domains/skirmish/maps/open-2.map" > "$1"
}

a_check_tells_its_faults_as_json() {
    run game show open-2 --check --json
    expect_exit 0
    expect_stdout_lines 1
    expect_stdout_contains '{"name":"open-2","fault_count":0,"faults":[],"ways_open":'
    _spoil bad.map '/^entity gold-mine/d'
    run game show ./bad.map --check --json
    expect_exit 1
    expect_stdout_lines 1
    expect_stdout_matches '"fault_count":2,"faults":\["seat 0 cannot gather gold: [^"]+","[^"]+"\]\}$'
    run game show ./bad.map --check
    expect_exit 1
    expect_stdout_lines 2
}

faults_that_cannot_be_printed_are_an_error() {
    [ -c /dev/full ] || skip "no /dev/full here"
    _spoil bad.map '/^entity gold-mine/d'
    _code=0
    "$UNDERSTUDY" game show ./bad.map --check > /dev/full 2> .out/stderr || _code=$?
    : > .out/stdout
    expect_exit 1
    expect_stderr_contains "standard output: cannot write"
}

a_check_goes_by_the_rules() {
    mkdir -p data/domains
    cp -r "$ROOT/domains/skirmish" data/domains/
    _spoil poor.map '/^entity (peasant|peon)/d'
    sed -i -E '/"start"/s/"gold": *[0-9]+/"gold": 10/' data/domains/skirmish/rules.json
    run game show ./poor.map --check
    expect_exit 0
    UNDERSTUDY_DATA=$PWD/data run game show ./poor.map --check
    expect_exit 1
    expect_stdout_contains "and 10 gold where one costs"
}

help_lists_families_sizes_and_fairness() {
    run game mapgen --help
    expect_exit 0
    for word in open ridge choke scattered no any turn mirror; do
        expect_stdout_matches "^    $word +[a-z]"
    done
    expect_stdout_contains "a multiple of 8 from 32 to 128"
}

a_made_map_is_told_as_json() {
    run game mapgen --family choke --size 32 --seed 3 --fair mirror -o m.map --json
    expect_exit 0
    expect_stdout_lines 1
    expect_stdout_contains '{"name":"choke-32-3-mirror","family":"choke","width":32,"height":32,'
    expect_stdout_contains '"fair":true,"how":"mirror","start":"hall","seed":3,"file":"m.map"}'
    run game show ./m.map
    expect_stdout_matches 'symmetry: .* mirror$'
    run game mapgen --family choke --size 32 --seed 3 --fair no --json
    expect_exit 0
    expect_stdout_contains '"fair":false,"how":"no","start":"hall","seed":3,"text":"understudy map 1\n'
    run game mapgen --family choke --fair maybe
    expect_refusal "found --fair 'maybe', expected no, any, turn or mirror"
}

a_made_map_tells_what_the_seed_chose() {
    local seed how
    for seed in 1 2 3 4 5 6; do
        run game mapgen --family open --size 32 --seed $seed -o m.map --json
        expect_exit 0
        how=$(sed -E 's/.*"how":"(turn|mirror)".*/\1/' .out/stdout)
        echo "$how" >> seen
        run game show ./m.map
        expect_stdout_matches "symmetry: .*$how"
    done
    [ "$(sort -u seen | tr '\n' ' ')" = "mirror turn " ] || fail "$(cat seen)"
}

maps_on_which_a_seat_cannot_act_are_not_played() {
    _spoil empty.map '/^entity .* [01] /d'
    run game play ./empty.map --p0 idle --p1 idle --trace t.jsonl
    expect_refusal "seat 0 is out at once"
    _spoil alone.map '/^entity [a-z-]+ 1 /d'
    run game play ./alone.map --p0 idle --p1 idle --trace t.jsonl
    expect_refusal "seat 1 is out at once"
    _spoil three.map 's/^seat 1 .*/&\nseat 2 orc/'
    run game play ./three.map --p0 idle --p1 idle --trace t.jsonl
    expect_refusal "has 3 seats, expected 2"
    expect_no_file t.jsonl
}

maps_with_other_faults_are_played() {
    _spoil poor.map '/^entity gold-mine/d'
    run game show ./poor.map --check
    expect_exit 1
    run game play ./poor.map --p0 idle --p1 idle --max-cycles 70 --trace t.jsonl
    expect_exit 0
    run trace replay t.jsonl
    expect_exit 0
}

data_that_is_not_found_is_told_with_the_variable() {
    UNDERSTUDY_DATA=$PWD/nowhere run game maps
    expect_refusal "expected UNDERSTUDY_DATA to name the folder that holds domains/"
    expect_stderr_contains "no domains/skirmish/domain.json: expected UNDERSTUDY_DATA to name the folder that holds domains/; looked in $PWD/nowhere"
}

a_folder_of_that_name_is_not_yet_the_data() {
    mkdir -p domains/skirmish lonely/one/two/three
    cp "$UNDERSTUDY" lonely/one/two/three/understudy
    UNDERSTUDY_DATA='' run_command lonely/one/two/three/understudy game maps
    expect_refusal "looked in the present folder, $PWD/lonely/one/two/share/understudy, $PWD/lonely/one/two/three, $PWD/lonely/one/two, $PWD/lonely/one"
    cp -r "$ROOT/domains/skirmish" domains/
    UNDERSTUDY_DATA='' run_command lonely/one/two/three/understudy game maps
    expect_exit 0
}

the_program_finds_its_data_beside_itself() {
    local program
    mkdir -p tree/build/release tree/bin path away
    cp -r "$ROOT/domains" tree/
    cp "$UNDERSTUDY" tree/build/release/understudy
    cp "$UNDERSTUDY" tree/bin/understudy
    cp "$UNDERSTUDY" tree/understudy
    ln -s ../tree/build/release/understudy path/understudy
    for program in "$PWD/tree/understudy" "$PWD/tree/bin/understudy" "$PWD/tree/build/release/understudy" \
        ../path/understudy ../tree/build/release/understudy; do
        run_command env -u UNDERSTUDY_DATA -C away "$program" game maps
        expect_exit 0
        expect_stdout_contains ridge-1
    done
    run_command env -u UNDERSTUDY_DATA -C away "PATH=$PWD/path:$PATH" understudy game maps
    expect_exit 0
    expect_stdout_contains ridge-1
}

a_map_replaces_nothing_but_a_map() {
    local again
    for again in 1 2; do
        run game mapgen --family open --size 32 -o own.map
        expect_exit 0
    done
    echo "years of work" > thesis
    run game mapgen --family open --size 32 -o thesis
    expect_refusal "thesis: cannot write: expected a new file, or a map to replace, found another file"
    [ "$(cat thesis)" = "years of work" ] || fail "it is gone"
    ln -s nowhere link
    run game mapgen --family open --size 32 -o link
    expect_refusal "found a link to nothing"
    [ -L link ] || fail "the link is gone"
}
