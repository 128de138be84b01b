# Plans in traces: drawn, checked, counted.

_trace() { # FILE: a game whose seat 0 tells of a plan
    cp "$ROOT/tests/fixtures/game-v1.1.jsonl" "$1"
}

_many() { # a plan of 6000 nodes: a root with 3000 steps that ended and 2999 that wait
    head -n 1 "$ROOT/tests/fixtures/game-v1.1.jsonl"
    awk 'BEGIN {
        at = "{\"cycle\":0,\"seat\":0,\"plan\":"
        printf "%s\"started\",\"behavior\":1,\"hash\":\"00000000000000aa\",\"text\":\"root\"}\n", at
        for (i = 2; i <= 6000; i++) {
            kind = i <= 3001 ? "failed" : "waiting"
            printf "%s\"%s\",\"step\":%d,\"above\":1,\"text\":\"act go()\",\"why\":\"no way %d\"}\n", at, kind, i, i
        }
    }'
}

# Who changes how a plan is drawn looks at the difference and writes the golden file anew.
a_plan_is_drawn_as_it_was_at_a_cycle() {
    local cycle
    _trace t.jsonl
    for cycle in 0 150 600 637; do
        "$UNDERSTUDY" trace show --plan $cycle t.jsonl
        "$UNDERSTUDY" trace show t.jsonl --all --plan $cycle
    done > drawn
    expect_same_file drawn "$ROOT/tests/golden/plan.txt"
}

a_plan_is_told_as_json() {
    _trace t.jsonl
    run trace show --plan 240 t.jsonl --json
    expect_exit 0
    expect_stdout_lines 1
    expect_stdout_contains '[{"seat":0,"player":"expert:rush","cycle":240,"nodes":[{"node":1,"of":"goal","above":0,'
    expect_stdout_contains '"state":"failed","why":"step 4: no-way","lacks":"","item":"","amount":0,"over":true,"opened":0,"since":200,"closed":200,"hash":"3fa1b2c3d4e5f601","attempt":1,"case":5,"similarity":0.930000001,"margin":0.04,"other":"siege","slots":[]}'
    expect_stdout_contains '"slots":[{"slot":"s1","cycle":100,"units":[6,7,8,9,10,11,12,13,14,15,16,17,18,19]},{"slot":"s2","cycle":100,"x":12,"y":0}]'
    run trace show --plan 240 t.jsonl --seat 1 --json
    expect_exit 0
    expect_stdout_is "[]"
}

what_a_plan_lacks_is_drawn_and_told_as_json() {
    cp "$ROOT/tests/fixtures/game-v1.2.jsonl" t.jsonl
    run trace show --plan 150 t.jsonl
    expect_exit 0
    expect_stdout_contains 'waiting since 100: gold 400 of 600; lacks resource gold'
    run trace show --plan 637 t.jsonl --all
    expect_stdout_contains 'failed at 200: no-way; lacks way'
    expect_stdout_contains 'stopped at 530: its builder died; lacks life peasant'
    run trace show --plan 150 t.jsonl --json
    expect_exit 0
    expect_stdout_contains '"state":"waiting","why":"gold 400 of 600","lacks":"resource","item":"gold","amount":0,"over":false'
}

what_a_squad_does_is_drawn_and_told_as_json() {
    cp "$ROOT/tests/fixtures/game-v1.6.jsonl" t.jsonl
    run trace show --plan 4700 t.jsonl
    expect_exit 0
    expect_stdout_contains 'squad: home since 4605, 4 fighters: too strong; strength 2400 against 2799 at cycle 4620'
    run trace show --plan 4990 t.jsonl
    expect_stdout_contains 'squad: forming since 4980, 4 fighters: too weak; strength 2400 against 2932, needs 125%'
    run trace show --plan 7410 t.jsonl
    expect_stdout_contains 'squad: marching since 7395, 7 units, target human-barracks 23 at 73,76; strength 3000 against 0'
    run trace show --plan 8100 t.jsonl
    expect_stdout_contains 'squad: fighting since 7980, 6 units, target 68,68, for step 64; strength 3600 against 3135'
    run trace show --plan 7410 t.jsonl --json
    expect_exit 0
    expect_stdout_contains '"squad":{"phase":"marching","since":7395,"noted":7410,"units":7,"target":23,"what":"human-barracks","x":73,"y":76,"step":0,"ours":3000,"theirs":0,"needs":0,"why":""}}]'
    run trace trim t.jsonl --to 4700 -o cut.jsonl
    expect_exit 0
    [ "$(grep -c '"squad":' cut.jsonl)" = 7 ] || fail "other squad lines stay"
    cp "$ROOT/tests/fixtures/game-v1.3.jsonl" old.jsonl
    run trace show --plan 150 old.jsonl
    expect_stdout_lacks 'squad:'
    run trace show --plan 150 old.jsonl --json
    expect_stdout_contains '"squad":null'
}

a_game_with_a_squad_notes_it_and_is_checked_and_replayed() {
    run learn "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" --relax -o one.db
    run game play open-2 --p0 library:one.db --p1 ai:raid --seed 3 --trace t.jsonl
    expect_exit 0
    [ "$(grep -c '"squad":"marching"' t.jsonl)" -ge 1 ] || fail "no squad sets out"
    sed -n 's/.*"squad":"\([a-z]*\)".*/\1/p' t.jsonl | head -n 1 > first
    [ "$(cat first)" = forming ] || fail "a squad begins with $(cat first)"
    run trace check t.jsonl
    expect_stdout_lacks "line"
    run trace replay t.jsonl
    expect_exit 0
    run trace trim t.jsonl --seat 1 -o other.jsonl
    expect_exit 0
    ! grep -q '"squad":' other.jsonl || fail "the squad of a removed seat stays"
    run game play open-2 --p0 'library:one.db?squads=off' --p1 ai:raid --seed 3 --trace off.jsonl
    ! grep -q '"squad":' off.jsonl || fail "squads that are off note what they do"
}

a_large_plan_stays_readable() {
    _many > t.jsonl
    run trace show --plan 5 t.jsonl --json
    expect_exit 0
    [ "$(grep -o '"node":' .out/stdout | wc -l)" = 6000 ] || fail "not all nodes are there"
    run trace show --plan 5 t.jsonl
    expect_exit 0
    expect_stdout_lines 3002
    expect_stdout_contains "  over: 3000 failed; the last to fail was 3001: no way 3001"
    run trace show --plan 5 t.jsonl --all
    expect_stdout_lines 6001
}

a_trace_without_a_plan_says_so() {
    run game play open-2 --p0 random --p1 idle --max-cycles 50 --trace t.jsonl
    run trace show --plan 20 t.jsonl
    expect_exit 0
    expect_stdout_empty
    expect_stderr_contains "t.jsonl: no player recorded a plan up to cycle 20"
    run trace show --plan 20 t.jsonl --json
    expect_exit 0
    expect_stdout_is "[]"
}

what_is_not_for_a_plan_is_refused() {
    _trace t.jsonl
    run trace show t.jsonl --all
    expect_refusal "--all needs --plan CYCLE"
    run trace show t.jsonl --plan 5 --from 3
    expect_refusal "--from is not for --plan"
    run trace show t.jsonl --plan 5 --events
    expect_refusal "--events is not for --plan"
    run game play open-2 --p0 idle --p1 idle --no-plan
    expect_refusal "--no-plan needs --trace FILE"
}

a_plan_that_does_not_follow_is_a_fault_with_its_place() {
    _trace t.jsonl
    sed -i 's/"plan":"failed","step":4/"plan":"failed","step":5/' t.jsonl
    run trace check t.jsonl
    expect_exit 1
    expect_stdout_matches '^t\.jsonl:[0-9]+:46: plan: step 5 begins without a text, expected what it is$'
    expect_stderr_contains "t.jsonl: 1 fault"
    run trace check t.jsonl --json
    expect_exit 1
    expect_stdout_matches '"class":"plan","line":[0-9]+,"column":46,'
    expect_stdout_contains '"plan_lines":25'
    run trace check t.jsonl --ignore plan
    expect_exit 0
    run trace show t.jsonl --plan 100
    expect_exit 0
    run trace show t.jsonl --plan 300
    expect_refusal ":46: step 5 begins without a text"
    run trace stats t.jsonl
    expect_refusal ":46: step 5 begins without a text"
}

what_a_trace_holds_does_not_reach_the_terminal() {
    _trace t.jsonl
    sed -i 's/before it: a/before\\u001b[31m it/' t.jsonl
    run trace show t.jsonl --plan 0
    expect_exit 0
    expect_stdout_contains 'before\x1b[31m it'
}

stats_count_how_goals_and_their_parts_ended() {
    _trace t.jsonl
    run trace stats t.jsonl
    expect_exit 0
    expect_stdout_matches '^plan of seat 0  +all  succeeded +failed +stopped +open$'
    expect_stdout_matches '^  BuildUnits  +1 +1 +0 +0 +0$'
    expect_stdout_matches '^    behaviors  +2 +0 +1 +1 +0$'
    expect_stdout_matches '^    steps  +3 +0 +1 +2 +0$'
    run trace stats t.jsonl --json
    expect_stdout_contains '"plans":[{"seat":0,"types":[{"goal":"WinWargus","goals":{"all":1,'
}

a_library_reads_how_behaviors_fared_from_plans() {
    local hash
    run game play open-2 --p0 expert:rush --p1 idle --seed 7 --trace d.jsonl
    run learn d.jsonl -o lib.db
    expect_exit 0
    hash=$("$UNDERSTUDY" library list lib.db --json | grep -oE '"hash":"[0-9a-f]{16}"' | head -n 1 | cut -d'"' -f4)
    _trace t.jsonl
    run library update lib.db t.jsonl --json
    expect_exit 0
    expect_stdout_is '{"games":1,"tries":0,"successes":0,"unknown":1,"attempts":0,"left_out":0}'
    sed "s/3fa1b2c3d4e5f601/$hash/" "$ROOT/tests/fixtures/game-v1.1.jsonl" > u.jsonl
    run library update lib.db u.jsonl --json
    expect_stdout_is '{"games":1,"tries":1,"successes":0,"unknown":0,"attempts":0,"left_out":0}'
}

a_behavior_that_was_retrieved_is_running() {
    local at='{"cycle":5,"seat":0,"plan":'
    head -n 1 "$ROOT/tests/fixtures/game-v1.1.jsonl" > t.jsonl
    echo "$at\"ready\",\"goal\":1,\"text\":\"WinWargus(player: self)\"}" >> t.jsonl
    echo "$at\"retrieved\",\"behavior\":2,\"above\":1,\"hash\":\"00000000000000aa\",\"text\":\"rush\",\"case\":3,\"similarity\":1,\"attempt\":1}" >> t.jsonl
    run trace show t.jsonl --plan 9
    expect_exit 0
    expect_stdout_contains '2 behavior "rush": running since 5; attempt 1, case 3, similarity 1'
}
