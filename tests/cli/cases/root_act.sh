# An act in the domain's root.brl, beside the goal.

_act_beside_the_goal() {
    mkdir data
    cp -r "$ROOT/domains" data
    sed -i 's/goal WinWargus(player: self)/sequence { act stop(unit: near(self.worker)) & }/' \
        data/domains/skirmish/root.brl
    export UNDERSTUDY_DATA=$PWD/data
    run learn data/domains/skirmish/demos/balanced-choke-1.jsonl -o lib.db
    expect_exit 0
    run game play choke-2 --p0 library:lib.db --p1 ai:passive --max-cycles 400 --trace t.jsonl
    expect_exit 0
}

a_trace_of_an_act_in_the_root_is_shown_checked_and_adapted() {
    _act_beside_the_goal
    run trace show t.jsonl --plan 300
    expect_exit 0
    expect_stdout_contains "goal WinWargus"
    run trace show t.jsonl --plan 300 --json
    expect_stdout_contains '{"node":1,"of":"step","above":0,"text":"act stop(unit: near(self.worker))"'
    run trace check t.jsonl --ignore unlabeled
    expect_exit 0
    run trace stats t.jsonl
    expect_exit 0
    run adapt --abstract-only t.jsonl -o t.db
    expect_exit 0
}
