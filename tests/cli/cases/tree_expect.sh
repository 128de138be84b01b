# tree expect: chances and times of a tree, told from its leaves.

_plan() {
    printf 'brl 1\n\ntree T {\n    do sequence {\n        a: act stop()\n        b: act stop()\n        c: act stop()\n    }\n}\n' > plan.brl
}

chances_and_times_are_told_beside_those_of_runs() {
    _plan
    run tree expect plan.brl --leaf a=0.9,2,1 --leaf b=0.8,3,1 --leaf c=0.5,1,4 --runs 2000
    expect_exit 0
    expect_stderr_empty
    expect_stdout_contains 'expected     0.3600     6.0000    0.6400     6.0625     0.0000'
    expect_stdout_matches '^measured +0\.3[3-9]'
    expect_stdout_contains 'of 2000 runs; the share of successes lies in 0.3'
    run tree expect plan.brl --leaf a=0.9,2,1 --leaf stop=0.5,1,1 --runs 0 --json
    expect_stdout_is '{"expected":{"success":0.225000,"success_time":4.000000,"failure":0.775000,"failure_time":3.032258,"left":0.000000}}'
    run tree expect plan.brl --leaf a=0.9,2,1 --leaf stop=0.5,1,1 --runs 100 --json
    expect_stdout_matches '"left":0.000000},"interval":\[0\.1[0-9]+,0\.3[0-9]+\]}$'
}

leaves_may_come_from_a_timeline() {
    _plan
    printf 'act stop: chance 1 of 2 success after 1 else running\n' > t.txt
    run tree expect plan.brl --timeline t.txt --runs 0
    expect_stdout_contains 'expected     0.1250     3.0000    0.0000     0.0000     0.8750'
}

what_is_wrong_with_leaves_is_said() {
    _plan
    run tree expect plan.brl --leaf a=1.5,2,1
    expect_refusal '--leaf: expected NAME=P,S,F such as move=0.9,2,1, P from 0 to 1 with at most 6 decimals, found "a=1.5,2,1"'
    run tree expect plan.brl --leaf a=0.5,2
    expect_refusal 'found "a=0.5,2"'
    run tree expect plan.brl --leaf stopp=0.5,2,1
    expect_refusal 'no act of this file is called "stopp"; did you mean "stop"?'
    printf 'act stop: success\n' > t.txt
    run tree expect plan.brl --timeline t.txt --leaf zz=0.5,1,1
    expect_refusal '--leaf zz=0.5,1,1: no act of this file is called "zz"'
    printf 'act stop: success\n\0garbage\n' > t.txt
    run tree expect plan.brl --timeline t.txt
    expect_refusal 't.txt:2:1: expected event, set, score, act, goal or query'
    printf 'brl 1\n\ntree T {\n    do sequence {\n        check gold(self) > 3\n        act stop()\n    }\n}\n' > check.brl
    run tree expect check.brl
    expect_refusal "check.brl:5:9: check: expected values can't be calculated"
}
