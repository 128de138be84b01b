# Changes of a domain, and the work that was done by the former one.

_copy() { # FOLDER: the data of skirmish, to be changed
    mkdir -p "$1/domains"
    cp -r "$ROOT/domains/skirmish" "$1/domains/"
}

_change() { # FOLDER FILE SED-EXPRESSION...: each must change the file
    local file=$1/domains/skirmish/$2 each
    for each in "${@:3}"; do
        cp "$file" former
        sed -i "$each" "$file"
        ! cmp -s "$file" former || fail "changes nothing: $each"
    done
}

# What players read in another way: a phrase, a goal, a feature, a map, a pattern.
_grown() { # FOLDER
    _copy "$1"
    _change "$1" domain.json '0,/"about": "/s//"about": "edited: /' \
        's/^ *"goals": \[/&{"name": "Guard", "kind": "maintain", "rank": 40, "params": {"player": "seat", "number": "number"}, "test": "count(player, role: fighter) >= number"},/' \
        's/^ *"features": \[/&{"name": "hall-life", "group": "buildings", "value": "first(self, role: hall).hit_points", "low": 0, "high": 2000},/'
    run game mapgen --family ridge --size 48 --seed 9 -o "$1/domains/skirmish/maps/ridge-48-9.map"
    expect_exit 0
    sed 's/workers-few/workers-fewer/' "$1/domains/skirmish/patterns/workers-few.sql" > "$1/domains/skirmish/patterns/workers-fewer.sql"
}

# Another price of a type.
_dearer() { # FOLDER
    _copy "$1"
    _change "$1" domain.json '/"name": "worker"/,/"cost"/s/"gold": 400/"gold": 450/'
}

_game() { # a library of one demonstration, and a game that it played
    run learn "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" -o rush.db
    expect_exit 0
    run game play open-3 --p0 library:rush.db --p1 ai:raid --seed 3 --max-cycles 6000 --trace t.jsonl
    expect_exit 0
}

a_phrase_a_goal_a_feature_a_map_and_a_pattern_leave_all_traces_usable() {
    kept _game
    cp rush.db before.db
    _grown data
    export UNDERSTUDY_DATA=$PWD/data
    for trace in data/domains/skirmish/demos/*.jsonl t.jsonl; do
        run trace replay "$trace"
        expect_exit 0
        expect_stdout_contains "the same course"
    done
    run annotate data/domains/skirmish/demos/hand-open-1.jsonl --check
    expect_exit 0
    run learn data/domains/skirmish/demos/rush-open-1.jsonl -o new.db
    expect_exit 0
    run library list new.db
    cp .out/stdout new
    run library list before.db
    cmp -s new .out/stdout || fail "other behaviors are learned"
    run adapt rush.db t.jsonl --dry-run --least 1
    expect_exit 0
    expect_stdout_contains "workers-fewer"
}

an_older_library_plays_by_a_grown_domain_and_tells_what_its_cases_lack() {
    kept _game
    _grown data
    export UNDERSTUDY_DATA=$PWD/data
    run library check rush.db
    expect_exit 0
    expect_stdout_contains 'all cases lack the feature "hall-life": retrieval ignores it until a command writes the library'
    run game play open-3 --p0 library:rush.db --p1 ai:raid --seed 3 --max-cycles 6000 --trace again.jsonl
    expect_exit 0
    grep '"order"' t.jsonl > orders
    grep '"order"' again.jsonl | cmp -s - orders || fail "the library plays otherwise"
    run library update rush.db t.jsonl
    expect_exit 0
    expect_stderr_contains "attempts left out: their states have other features than the domain"
    run library check rush.db
    expect_exit 0
    expect_stdout_matches '^rush.db: ([0-9]+) of \1 cases lack the feature "hall-life": they are neither near nor far in it$'
    run library check rush.db --json
    expect_stdout_contains '"sound":true'
    expect_stdout_contains '"notes":["'
    unset UNDERSTUDY_DATA
    UNDERSTUDY_DATA=$ROOT run library check rush.db
    expect_exit 0
    expect_stdout_contains 'the domain no longer has the feature "hall-life": retrieval ignores it'
}

a_library_of_other_goals_is_refused_and_the_goal_is_named() {
    kept _game
    _copy gone
    _change gone domain.json 's/"GetResources"/"FetchResources"/'
    UNDERSTUDY_DATA=$PWD/gone run game play open-3 --p0 library:rush.db --p1 idle --max-cycles 9
    expect_refusal 'rush.db: its goal achieve GetResources(player: self, gold: 2500, wood: 1100) is not one of the domain: "GetResources" is not a goal' 4
    _copy renamed
    _change renamed domain.json '/"name": "BuildUnits"/,/"test"/s/"number": "number"/"amount": "number"/' \
        '/"name": "BuildUnits"/,/"test"/s/>= number/>= amount/'
    UNDERSTUDY_DATA=$PWD/renamed run retrieve rush.db --goal 'WinWargus(self)'
    expect_refusal 'is not one of the domain: there is no "number": expected BuildUnits(player, type, amount, cell?); the domain has changed since, or the library is damaged; see understudy library check' 4
}

a_changed_price_is_told_by_the_part_of_the_domain() {
    kept _game
    _dearer data
    UNDERSTUDY_DATA=$PWD/data run trace replay t.jsonl
    expect_refusal "t.jsonl:1: recorded with another domain than what is here: its types changed; expected the domain skirmish with hash" 4
    expect_stderr_contains "see understudy trace migrate --help"
    _copy rules
    _change rules rules.json '/"wall_armor"/s/[0-9][0-9]*/77/'
    UNDERSTUDY_DATA=$PWD/rules run trace replay t.jsonl
    expect_refusal "t.jsonl:1: recorded with another set of rules than what is here" 4
}

a_game_that_plays_the_same_by_changed_rules_is_bound_to_them() {
    kept _game
    _copy rules
    _change rules rules.json '/"wall_armor"/s/[0-9][0-9]*/77/'
    export UNDERSTUDY_DATA=$PWD/rules
    run trace migrate t.jsonl -o new.jsonl
    expect_exit 0
    expect_stdout_is "new.jsonl: plays as recorded, 6000 cycles; bound to the domain and rules that are here, 0 states, with labels"
    cmp -s t.goals.json new.goals.json || fail "the labels did not go along"
    cmp -s <(tail -n +2 t.jsonl) <(tail -n +2 new.jsonl) || fail "other lines changed"
    run trace check new.jsonl
    expect_exit 0
    run trace migrate new.jsonl --states 100 -o again.jsonl --json
    expect_stdout_is '{"trace":"new.jsonl","new":"again.jsonl","cycles":6000,"changed":false,"states":61,"labels":true}'
    run trace migrate again.jsonl -o third.jsonl
    expect_stdout_contains "bound as before, 61 states, with labels"
    run trace check third.jsonl
    expect_exit 0
    expect_stdout_contains "61 states"
}

a_game_of_other_rules_is_migrated_with_its_states_and_learned_from() {
    kept _game
    local demo=$ROOT/domains/skirmish/demos/rush-open-1.jsonl
    _dearer data
    export UNDERSTUDY_DATA=$PWD/data
    run learn "$demo" -o l.db
    expect_refusal "no states are stored beside the trace, and it can't be played again" 4
    run trace migrate "$demo" -o new.jsonl
    expect_refusal "with this domain and these rules, the game differs from cycle" 4
    expect_stderr_contains "set UNDERSTUDY_DATA to the folder with the domain and rules of the recording"
    [ ! -e new.jsonl ] && [ ! -e new.goals.json ] || fail "something was written"
    UNDERSTUDY_DATA=$ROOT run trace migrate "$demo" --states 1 -o new.jsonl
    expect_exit 0
    expect_stdout_contains "9144 states, with labels"
    run learn new.jsonl -o l.db
    expect_exit 0
    expect_stderr_contains "learned from the states stored beside it"
    expect_stderr_contains "its types changed"
    run library list l.db
    sed 's/"new.jsonl"/"rush-open-1.jsonl"/' .out/stdout > learned
    run library list rush.db
    cmp -s learned .out/stdout || fail "from states other behaviors are learned than from the replay"
}

a_game_of_other_rules_is_adapted_to_by_its_states() {
    kept _game
    run adapt rush.db t.jsonl --dry-run --least 1
    cp .out/stdout played
    _dearer data
    UNDERSTUDY_DATA=$ROOT run trace migrate t.jsonl --states 1 -o new.jsonl
    expect_exit 0
    export UNDERSTUDY_DATA=$PWD/data
    run adapt rush.db t.jsonl --dry-run --least 1
    expect_refusal "its types changed" 4
    run adapt rush.db new.jsonl --dry-run --least 1
    expect_exit 0
    expect_stderr_contains "1 game played by another domain or other rules than what is here: read from stored states"
    expect_stdout_matches '[1-9][0-9]* failures? in 1 game'
}

labels_beside_the_new_trace_are_not_replaced() {
    kept _game
    cp t.jsonl new.jsonl
    echo '{"understudy":"goals","version":1,"domain":"skirmish","goals":[]}' > new.goals.json
    run trace migrate t.jsonl -o new.jsonl
    expect_refusal "new.goals.json: other labels than those of t.jsonl: expected another name for the new trace"
    cp t.goals.json new.goals.json
    run trace migrate t.jsonl -o new.jsonl
    expect_exit 0
    run trace migrate t.jsonl -o t.jsonl
    expect_refusal "would replace the file that is read"
}

a_trace_that_shows_nothing_or_cannot_be_played_is_not_migrated() {
    kept _game
    head -n 3 t.jsonl > start.jsonl
    run trace migrate start.jsonl -o new.jsonl
    expect_refusal "it has no hash to compare with" 4
    run trace trim t.jsonl --seat 0 -o own.jsonl
    run trace migrate own.jsonl -o new.jsonl
    expect_refusal "commands read it from its stored states, whatever the rules are" 4
    sed '1s/"minor":7/"minor":99/' t.jsonl > later.jsonl
    run trace migrate later.jsonl -o new.jsonl
    expect_refusal "minor version 99: expected at most 8" 4
    head -c -40 t.jsonl > cut.jsonl
    run trace migrate cut.jsonl -o new.jsonl
    expect_exit 0
    [ "$(wc -l < new.jsonl)" = "$(wc -l < cut.jsonl)" ] || fail "the cut line stays, or others go"
}
