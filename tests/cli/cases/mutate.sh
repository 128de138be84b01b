# tools/mutate, held against a tree of one source and one test.

_tree() {
    mkdir -p tree/base tree/tools tree/tests/unit tree/docs/examples
    cd tree || exit 1
    mkdir .out
    cat > base/a.c << 'C'
#include <stdio.h> /* 1 < 2 */

static int most(int n)
{
    const char *text = "1 < 2"; // && 3
    if (n > 3 && text)
        return 3;
    return n < 0 ? 0 : n;
}

int main(void)
{
    char line[8] = {0};
    for (int i = 0; i < 5; i++)
        printf("%d%s", most(i), line);
    fflush(stdout);
    return 0;
}
C
    cat > Makefile << 'M'
LAYERS := base
build/release/base/a.o: base/a.c
	@mkdir -p $(@D)
	@$(CC) -O2 -c $(CFLAGS) $< -o $@
build/release/tests/unit/unit build/release/understudy: build/release/base/a.o
	@mkdir -p $(@D)
	@$(CC) $< -o $@
M
    # shellcheck disable=SC2016
    echo '[ "$("$OUT/tests/unit/unit" | cat)" = 01233 ]' > tools/run_tests.sh
    echo '#include "base/a.h"' > tests/unit/test_a.c
}

_mutate() {
    run_command env -u BUILD -u CFLAGS -u COUNT bash "$ROOT/tools/mutate" "$@"
}

_mutate_or_skip() {
    unshare --user --map-current-user --pid --fork --mount-proc true 2> /dev/null ||
        skip "no processes of one's own here"
    _mutate "$@"
}

what_is_changed_is_code_and_nothing_else() {
    _tree
    run_command awk -f "$ROOT/tools/places.awk" base/a.c
    cut -f 2,4,6 .out/stdout | tr '\t' '|' > found
    expect_same_file found - << 'PLACES'
branch|if (!(n > 3 && text))|6
comparison|if (n >= 3 && text)|6
constant|if (n > 4 && text)|6
branch|if (n > 3 || text)|6
constant|return 4;|7
comparison|return n <= 0 ? 0 : n;|8
constant|return n < 1 ? 0 : n;|8
constant|return n < 0 ? 1 : n;|8
constant|for (int i = 1; i < 5; i++)|14
comparison|for (int i = 0; i <= 5; i++)|14
constant|for (int i = 0; i < 6; i++)|14
call|while (0) printf("%d%s", most(i), line);|15
call|while (0) fflush(stdout);|16
constant|return 1;|17
PLACES
}

the_same_seed_draws_the_same_mutants() {
    _tree
    _mutate --list --count 4 --seed 7
    expect_exit 0
    expect_stdout_lines 12
    cp .out/stdout first
    _mutate --list --count 4 --seed 7
    expect_same_file .out/stdout first
    _mutate --list --count 4 --seed 8
    ! cmp -s .out/stdout first || fail "another seed draws the same"
}

survivors_are_listed_explained_and_run_again() {
    _tree
    _mutate_or_skip --count 100 -j 2
    expect_exit 1
    expect_stdout_matches '^base/a.c:6: comparison$' # a limit at which both sides are the same
    expect_stdout_contains "  + while (0) fflush(stdout);"
    expect_stdout_lacks "  + return 4;"
    grep -E '^[0-9]+ mutants' .out/stdout > told
    # what is explained is told apart; a result is kept
    _mutate --survivors
    expect_exit 1
    run_command awk -F '\t' '$1 == "survived" {
        print $5 "\t" $7 "\t" $8 "\tthe same on both sides"
    }' build/mutants/results
    sort -u .out/stdout > tests/survivors.txt
    echo '# a comment' >> tests/survivors.txt
    _mutate --count 100
    expect_exit 0
    expect_stdout_contains "Explained in tests/survivors.txt:"
    expect_stdout_matches ', 0 not$'
}

what_a_stopped_run_left_behind_does_not_outlive_a_change() {
    _tree
    _mutate_or_skip --count 1 -j 1
    local tree=build/mutants/tree.1 held=build/mutants/held.1
    mkdir "$held"
    echo base/a.c > "$held/name"
    cp base/a.c "$held/source"
    cp "$tree/build/release/base/a.o" "$held/object"
    sed -i 's/i < 5/i < 6/' base/a.c
    sed -i 's/01233/012333/' tools/run_tests.sh
    _mutate --only base/a.c:14
    [ "$_code" -le 1 ] || fail "the old object was taken for the new one"
}

a_test_that_fails_without_any_change_ends_the_run() {
    _tree
    echo false > tools/run_tests.sh
    _mutate_or_skip --count 2
    expect_exit 2
    expect_stderr_contains "test_a.c fails without any change"
}
