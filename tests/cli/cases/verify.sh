# experiment verify: games played again.

_spec() { # PLAYER...: an experiment in e, of 6 games a player, and played
    local players
    players=$(printf ', "%s"' "$@")
    cat > spec.json << SPEC
{"experiment": 1, "name": "t", "domain": "skirmish", "seed": 1, "players": [${players#, }],
 "opponents": ["random"], "maps": ["open-1"], "games": 3, "max_cycles": 1000}
SPEC
    "$UNDERSTUDY" experiment plan spec.json -o e --sample 0 --trust > .out/plan 2>&1 ||
        fail "no plan: $(cat .out/plan)"
    "$UNDERSTUDY" experiment run e -j 2 > .out/played 2>&1 || fail "$(cat .out/played)"
}

_library() { # DEMONSTRATION: one more in lib.db
    "$UNDERSTUDY" learn "$ROOT/domains/skirmish/demos/$1.jsonl" -o lib.db > .out/made 2>&1 ||
        fail "no library: $(cat .out/made)"
}

games_go_as_they_went() {
    _spec ai:worker-rush ai:land-attack
    run experiment verify e --sample 100 -j 2
    expect_exit 0
    expect_stdout_is "t: 12 of 12 finished games played again, all as they were"
    run experiment verify e --sample 5 --json -j 1
    expect_exit 0
    expect_stdout_contains '{"finished":12,"repeatable":12,"repeated":5,"same":5,"differs":0,"crashed":0,"late":0,"games":[{"game":"'
    stdout > one
    run experiment verify e --sample 5 --json -j 2
    expect_same_file one .out/stdout
    run experiment verify e --sample 5 --seed 2 --json -j 1
    ! cmp -s one .out/stdout || fail "another seed draws the same games"
}

a_result_that_was_changed_is_named() {
    _spec ai:worker-rush
    sed -i '2s/"hash":"................"/"hash":"0123456789abcdef"/; 4s/"cycles":1000/"cycles":999/' \
        e/results/run.jsonl
    sed -nE '2s/.*"game":"([0-9a-f]+)".*/\1/p; 4s/.*"game":"([0-9a-f]+)".*/\1/p' \
        e/results/run.jsonl > changed
    run experiment verify e -j 2
    expect_exit 1
    expect_stdout_lines 3
    expect_stdout_matches "^$(sed -n 1p changed): ai:worker-rush against random on open-1, seat [01], seed [0-9]+: last state [0-9a-f]{16}, was 0123456789abcdef\$"
    expect_stdout_matches "^$(sed -n 2p changed): .*: 1000 cycles, were 999\$"
    expect_stdout_contains "t: 6 of 6 finished games played again, 4 as they were, 2 not as they were"
    expect_stderr_contains "of 6 games 2 differ, 0 crashed, 0 took too long"
}

a_game_that_takes_longer_is_no_difference() {
    local worker= tries=0
    _spec ai:worker-rush
    sed -i '1s/"max_cycles":1000/&,"timeout_ms":1/' e/manifest.jsonl # of the run, not of this
    run experiment verify e -j 2
    expect_exit 0
    expect_stdout_is "t: 6 of 6 finished games played again, all as they were"
    run experiment plan spec.json -o many --sample 0 --set games=100
    run experiment run many -j 2
    expect_exit 0
    "$UNDERSTUDY" experiment verify many --sample 200 -j 1 --timeout 1 --json > .out/stdout 2> .out/stderr &
    _pid=$!
    until [ -n "$worker" ]; do
        tries=$((tries + 1))
        [ $tries -lt 1000 ] || fail "nothing is played"
        worker=$(cat /proc/[0-9]*/stat 2> .out/none | awk -v parent=$_pid '$4 == parent { print $1 }')
    done
    kill -STOP "$worker"
    _code=0
    wait $_pid || _code=$?
    expect_exit 1
    expect_stdout_contains '"repeated":200,"same":199,"differs":0,"crashed":0,"late":1,'
    expect_stdout_contains '"end":"late","what":"wall clock"'
    expect_stderr_contains "of 200 games 0 differ, 0 crashed, 1 took too long"
}

a_library_that_changed_is_refused() {
    _library rush-open-1
    _spec library:lib.db
    run experiment verify e
    expect_exit 0
    _library rush-choke-1
    run experiment verify e
    expect_refusal "is not what it was" 4
}

other_programs_are_left_out_and_named() {
    command -v python3 > /dev/null || skip "no python3"
    local player="exec:python3 $ROOT/docs/examples/player.py random"
    _spec ai:worker-rush "$player"
    run experiment verify e --sample 50
    expect_exit 0
    expect_stdout_contains "6 of 12 finished games played again, all as they were"
    expect_stdout_contains "6 games can't be played again the same way:"
    expect_stdout_contains "is another program: $player"
    rm -rf e
    _spec "$player"
    run experiment verify e
    expect_refusal "no game of it can be played again"
}

without_results_there_is_nothing_to_verify() {
    _spec ai:worker-rush
    rm e/results/*
    run experiment verify e
    expect_refusal "no game of it is finished"
}

verifying_writes_nothing() {
    _spec ai:worker-rush
    find e -type f | sort | xargs cksum > before
    run experiment verify e -j 2
    expect_exit 0
    find e -type f | sort | xargs cksum > after
    expect_same_file before after
}
