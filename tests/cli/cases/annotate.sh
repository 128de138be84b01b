# annotate: goals beside a trace.

_game() {
    "$UNDERSTUDY" game play open-1 --p0 expert:balanced --p1 ai:boom --max-cycles 6000 --seed 4 \
        --trace game.jsonl > .out/played
}

the_labels_of_an_expert_are_written_beside_its_trace() {
    _game
    [ -s game.goals.json ] || fail "no game.goals.json"
    run annotate game.jsonl
    expect_exit 0
    expect_stdout_contains "1 WinWargus(player: 0): orders "
    expect_stdout_contains "by expert:balanced"
}

labels_of_experts_have_no_errors() {
    _game
    run annotate game.jsonl --check --json
    expect_exit 0
    expect_stdout_contains '"sound":true'
    expect_stdout_contains '"errors":0'
}

a_check_names_all_errors_with_their_lines() {
    _game
    sed -i '3s/"parent":1/"parent":99/; 4s/"orders":\[\[[0-9]*/"orders":[[0/' game.goals.json
    run annotate game.jsonl --check
    expect_exit 1
    expect_stdout_contains "game.goals.json:3: error: goal 2, DefeatPlayer(player: 1): its parent 99"
    expect_stdout_matches "game.goals.json:4:[0-9]+: error: .*expected a range of orders"
}

a_goal_is_added_by_hand() {
    _game
    rm game.goals.json
    run annotate game.jsonl --goal 'WinWargus(self)' --orders 1-999 --seat 0
    expect_exit 0
    run annotate game.jsonl --goal 'achieve BuildUnits(self, "worker", 4)' --orders 1-9 --seat 0
    expect_exit 0
    grep -q '"id":2,"parent":1,"seat":0,"goal":"BuildUnits","kind":"achieve"' game.goals.json ||
        fail "goal 2 is not below goal 1"
    run annotate game.jsonl --check
    expect_exit 0
}

a_wrong_goal_gets_a_hint() {
    _game
    run annotate game.jsonl --goal 'BuildUnit(self, "worker", 4)' --orders 1-9
    expect_refusal 'such as "BuildUnits"'
    run annotate game.jsonl --goal 'BuildUnits(self, "wroker", 4)' --orders 1-9
    expect_refusal 'such as "worker"'
    run annotate game.jsonl --goal 'WinWargus(self)' --orders 9-1
    expect_refusal "ranges of orders such as 3-17,20"
}

suggestions_leave_hand_labels_alone() {
    _game
    rm game.goals.json
    run annotate game.jsonl --goal 'GetResources(self, gold: 77)' --orders 1-3 --seat 0
    run annotate game.jsonl --auto --seat 0
    expect_exit 0
    run annotate game.jsonl --auto --seat 0
    expect_exit 0
    [ "$(grep -c '"by":"hand"' game.goals.json)" = 1 ] || fail "the hand label is not there once"
    [ "$(grep -c '"goal":"WinWargus"' game.goals.json)" = 1 ] || fail "not one root"
    grep -q '"suggested":true,"why":"' game.goals.json || fail "no reason"
    run annotate game.jsonl --check
    expect_exit 0
}

one_thing_at_a_time() {
    _game
    run annotate game.jsonl --auto --check
    expect_refusal "one of --auto, --check and --goal"
    run annotate game.jsonl --goal 'WinWargus(self)'
    expect_refusal "go together"
    run annotate none.jsonl --check
    expect_refusal none.jsonl
}
