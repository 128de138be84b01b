# The demonstrations that are shipped.

DEMOS=$ROOT/domains/skirmish/demos

there_are_two_demonstrations_of_each_expert() {
    for expert in balanced economy knights rush siege towers; do
        [ "$(ls "$DEMOS/$expert"-*.jsonl | wc -l)" -ge 2 ] || fail "too few of $expert"
    done
}

each_is_won_by_its_expert_and_plays_as_recorded() {
    for trace in "$DEMOS"/*.jsonl; do
        run trace check "$trace"
        expect_exit 0
    done
}

each_order_of_theirs_has_a_goal() {
    for trace in "$DEMOS"/*.jsonl; do
        run annotate "$trace" --check --json
        expect_exit 0
        expect_stdout_contains '"errors":0'
    done
}

what_was_won_is_reached_and_learn_and_check_judge_alike() {
    trace=$DEMOS/siege-open-1.jsonl
    grep -qE '"goal":"WinWargus".*"achieved":true' "${trace%.jsonl}.goals.json" ||
        fail "the victory is no goal reached"
    run annotate "$trace" --check
    missed=$(grep -c 'was not reached' .out/stdout)
    run learn "$trace" -o one.db
    expect_stdout_contains "; $missed of the goals were not reached"
}

# Whoever changes what is learned looks at the difference and runs `make golden`.
what_is_learned_of_three_of_them_is_as_it_was() {
    for golden in "$ROOT"/tests/golden/*.brl; do
        name=$(basename "$golden" .brl)
        run learn "$DEMOS/$name.jsonl" -o "$name.db"
        expect_exit 0
        run library show "$name.db"
        expect_exit 0
        expect_same_file .out/stdout "$golden"
    done
}

learning_from_all_of_them_twice_adds_nothing() {
    run learn "$DEMOS"/*.jsonl -o all.db
    expect_exit 0
    "$UNDERSTUDY" library export all.db -o one.brl
    run learn "$DEMOS"/*.jsonl -o all.db
    expect_exit 0
    "$UNDERSTUDY" library export all.db -o two.brl
    expect_same_file one.brl two.brl
    run library check all.db
    expect_exit 0
}
