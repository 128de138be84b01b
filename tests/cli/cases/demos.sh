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
