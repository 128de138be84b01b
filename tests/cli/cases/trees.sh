# Characters that run trees of their own.

_guards() { # AGENT TRACE
    run game play rooms-1 --domain arena --p0 random --p1 "$1" --max-cycles 1800 --seed 2 --trace "$2"
    expect_exit 0
    run trace check "$2"
    expect_exit 0
    run trace replay "$2"
    expect_exit 0
}

an_opponent_that_is_a_file_is_listed_and_plays() {
    run game agents --domain arena
    expect_exit 0
    expect_stdout_matches '^ai:guards +guards patrol'
    expect_stdout_lacks 'ai:raid'
    run game agents --json --domain arena
    expect_stdout_contains '"name":"ai:guards","kind":"ai","fixed":true'
    _guards ai:guards t.jsonl
    run trace show --seat 1 --plan 900 t.jsonl
    expect_exit 0
    expect_stdout_matches '^[0-9]+ behavior "Guard": running since 0'
    expect_stdout_matches '  this = [0-9]+'
    expect_stdout_contains 'step by default Patrol: running since 0'
    run game play open-1 --p0 ai:guards --p1 idle
    expect_refusal 'does not play skirmish'
}

a_library_with_archetypes_plays_as_their_file() {
    cp "$ROOT/domains/arena/ai/guards.brl" guards.brl
    run library import guards.brl -o lib.db
    expect_exit 0
    _guards tree:guards.brl t.jsonl
    _guards library:lib.db l.jsonl
    for file in t l; do
        grep '"order"' $file.jsonl > $file.orders
    done
    [ -s t.orders ] || fail "nobody was ordered anything"
    cmp t.orders l.orders || fail "the library plays another game"
}

a_query_of_a_character_is_told_with_its_margin() {
    cat > q.brl <<'BRL'
brl 1 arena

tree Live {
    do repeat succeed query Move() recheck event
}

behavior "calm" is Move {
    described (this.alarm: 0)
    do act stand()
}

behavior "wary" is Move {
    described (this.alarm: 0.9)
    do act hide()
}

behavior "never" is Hunt {
    do query Attack()
}

archetype Guard {
    do stacks main {
        call Live()
    }
}
BRL
    _guards tree:q.brl t.jsonl
    run trace show --seat 1 --plan 60 t.jsonl
    expect_exit 0
    expect_stdout_contains 'step query Move() recheck event: running since'
    expect_stdout_matches 'behavior "calm": running since [0-9]+; attempt 1, similarity .* before "wary"'
}

a_file_without_such_archetypes_is_a_plan_of_the_seat() {
    printf 'brl 1 arena\n\ntree T {\n    do act stand()\n}\n' > t.brl
    _guards tree:t.brl t.jsonl
    run trace show --seat 1 --plan 60 t.jsonl
    expect_stdout_contains 'behavior "T"'
}

a_library_whose_archetype_cannot_be_read_is_refused() {
    run library import "$ROOT/domains/arena/ai/guards.brl" -o lib.db
    expect_exit 0
    sed -i 's/on noise -> push/on noise -> xush/' lib.db # of equal length
    run game play rooms-1 --domain arena --p0 random --p1 library:lib.db --max-cycles 10
    expect_refusal 'lib.db: damaged: "Guard"'
}
