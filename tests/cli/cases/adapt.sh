# adapt: tables of recorded games.

_game() { # NAME [OPTION...]
    local name=$1
    shift
    "$UNDERSTUDY" game play open-2 --p0 expert:rush --p1 ai:raid --max-cycles 2000 --trace "$name" "$@" \
        > .out/played || fail "no game"
}

games_become_a_database_that_appears_whole() {
    _game a.jsonl
    _game b.jsonl --seed 2
    run adapt --abstract-only a.jsonl b.jsonl -o games.db
    expect_exit 0
    expect_stdout_empty
    expect_stderr_contains "games.db: tables of 2 games"
    [ "$(head -c 15 games.db)" = "SQLite format 3" ] || fail "it is no database"
    run adapt --abstract-only a.jsonl -o one.db --json
    expect_exit 0
    expect_stdout_is '{"database":"one.db","games":[{"game":1,"trace":"a.jsonl"}]}'
    ls > left
    ! grep -q tmp left || fail "something was left behind"
}

what_is_there_already_is_not_replaced() {
    _game a.jsonl
    echo mine > games.db
    run adapt --abstract-only a.jsonl -o games.db
    expect_refusal "games.db: expected the name of a new file, found something there already"
    [ "$(cat games.db)" = mine ] || fail "it was replaced"
}

a_trace_that_cannot_be_taken_is_named_and_nothing_is_made() {
    _game a.jsonl
    sed 's/"rules_hash":"[0-9a-f]*"/"rules_hash":"0123456789abcdef"/' a.jsonl > other.jsonl
    run adapt --abstract-only a.jsonl other.jsonl -o games.db
    expect_exit 4
    expect_stderr_contains "other.jsonl:1: recorded with another set of rules than what is here"
    run adapt --abstract-only a.jsonl a.jsonl -o games.db
    expect_exit 4
    expect_stderr_contains "a.jsonl: this game is there already: it is number 1"
    echo nonsense > bad.jsonl
    run adapt --abstract-only a.jsonl bad.jsonl -o games.db
    expect_exit 2
    expect_stderr_contains "bad.jsonl:1"
    run adapt --abstract-only none.jsonl -o games.db
    expect_refusal "none.jsonl"
    run adapt --abstract-only a.jsonl -o no/games.db
    expect_refusal "no/games.db"
    ls > left
    ! grep -q games.db left || fail "something was made"
}

a_game_is_found_where_its_map_lies_now() {
    "$UNDERSTUDY" game mapgen --family open --size 32 --seed 3 -o here.map || fail "no map"
    "$UNDERSTUDY" game play ./here.map --p0 ai:raid --p1 idle --max-cycles 300 --trace a.jsonl \
        > .out/played || fail "no game"
    mv here.map there.map
    run adapt --abstract-only a.jsonl -o games.db
    expect_exit 2
    expect_stderr_contains "--map tells where the map lies now"
    run adapt --abstract-only a.jsonl -o games.db --map there.map
    expect_exit 0
}
