# The arena: its maps, games and traces.

_play() { # MAP CYCLES FILE: two players without a plan
    run game play --domain arena "$1" --p0 random --p1 random --seed 5 --max-cycles "$2" --trace "$3"
    expect_exit 0
}

maps_of_the_arena_are_listed_shown_and_sound() {
    run game maps --domain arena
    expect_exit 0
    expect_stdout_matches '^range-1 +range +32x15 +2 +no'
    local map
    for map in $(stdout | awk 'NR > 1 { print $1 }'); do
        run game show --domain arena "$map" --check
        expect_exit 0
        expect_stdout_contains "$map: no faults"
    done
    run game show --domain arena range-1
    expect_stdout_contains "10 loot to bring to an exit"
    expect_stdout_contains "g GUARD 1 aggressive 30 defensive 10"
    run game show --domain arena range-1 --json
    expect_stdout_contains '"type":"SNIPER","owner":1,"count":1'
}

what_the_arena_does_not_have_is_refused() {
    run game play --domain arena range-1 --p0 idle --p1 idle --fog
    expect_refusal 'the arena has no fog: what characters perceive is told by events'
    run game play --domain arena range-1 --p0 idle --p1 ai:nosuch
    expect_exit 2
    [ "$(grep -o 'ai:NAME' .out/stderr | wc -l)" -le 1 ] || fail "an agent is named twice"
    run game play --domain arena range-1 --p0 idle --p1 idle --max-cycles 1
    expect_stdout_contains ' after 1 cycle:'
    printf 'brl 1 arena\n\narchetype Guard {\n    do monitor {\n        act stand()\n        on over -> act stand()\n    }\n}\n' > g.brl
    run game play --domain arena range-1 --p0 idle --p1 'tree:g.brl?revision=off&revision=joint' --max-cycles 1
    expect_refusal 'found the setting "revision=joint", and one of that name before: expected each once'
}

a_map_of_the_arena_that_is_not_there_or_wrong_is_named() {
    run game show --domain arena range-2
    expect_refusal "there is no map 'range-2'"
    expect_stderr_contains "such as 'range-1'"
    sed 's/^P PLAYER 0/P PLAYER 1/' "$ROOT/domains/arena/maps/range-1.map" > wrong.map
    run game show --domain arena ./wrong.map
    expect_refusal "wrong.map:"
    expect_stderr_contains "found '1', expected a seat from 0 to 0"
    sed 's/^loot 10/loot 99/' "$ROOT/domains/arena/maps/range-1.map" > poor.map
    run game show --domain arena ./poor.map --check
    expect_exit 1
    expect_stdout_contains "the visitor is asked for more loot than it can reach"
}

what_maps_are_made_of_has_to_be_in_the_domain() {
    mkdir -p other/domains/arena
    sed '/"name": "POST_C"/d' "$ROOT/domains/arena/domain.json" > other/domains/arena/domain.json
    UNDERSTUDY_DATA="$PWD/other:$ROOT" run game mapgen --domain arena --family rooms -o made.map
    expect_refusal 'maps are made with "POST_C", which the domain does not declare'
}

a_map_of_the_arena_is_made_and_played() {
    local family
    for family in rooms hall maze; do
        run game mapgen --domain arena --family $family --size 24 --seed 3 -o $family.map
        expect_exit 0
        run game show --domain arena ./$family.map --check
        expect_exit 0
        _play ./$family.map 300 $family.jsonl
        run trace replay $family.jsonl
        expect_exit 0
    done
    run game mapgen --domain arena --family ridge
    expect_refusal "found family 'ridge', expected rooms, hall or maze"
    run game mapgen --domain arena --family hall --size 20
    expect_refusal "found size 20, expected a multiple of 8 from 16 to 256"
}

a_game_of_the_arena_is_recorded_checked_and_played_again() {
    _play range-1 3000 t.jsonl
    run trace check t.jsonl
    expect_exit 0
    run trace replay t.jsonl
    expect_exit 0
    expect_stdout_contains "the same course: 3000 cycles"
    run trace stats t.jsonl
    expect_stdout_contains "arena on range-1"
    expect_stdout_contains "  PLAYER"
    run game play --domain arena range-1 --p0 idle --p1 idle --max-cycles 100
    expect_exit 0
    expect_stdout_contains "cycle limit"
}

the_behaviors_of_the_paper_are_played_and_told_to_the_end() {
    run game play --domain arena range-1 --p0 random --p1 "tree:$ROOT/domains/arena/paper.brl" \
        --seed 2 --max-cycles 1000 --trace t.jsonl
    expect_exit 0
    run trace check t.jsonl
    expect_exit 0
    run trace show --seat 1 --plan 350 t.jsonl
    expect_stdout_contains 'behavior "Persistent seek and attack": running since'
    expect_stdout_matches 'before "(Non-persistent seek and|Stealth) attack"' # they tie
    run game play --domain arena range-1 --p0 idle --p1 ai:guards --max-cycles 1 --trace short.jsonl
    expect_exit 0
}

a_seat_of_the_arena_plays_its_own_faction() {
    run game play --domain arena range-1 --p0 idle --p1 idle --faction0 resident
    expect_refusal 'found the faction "resident", expected visitor for seat 0'
}
