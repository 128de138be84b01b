# The scripts that guard the rooms, each held against a tree that breaks a rule.

_source() { # PATH INCLUDE...: a file with these include lines
    mkdir -p "tree/$(dirname "$1")"
    local path=tree/$1
    shift
    printf '#include %s\n' "$@" > "$path"
}

_layers() {
    run_command sh "$ROOT/tools/check_layers.sh" tree
}

the_layer_check_accepts_what_the_table_allows() {
    _source base/a.c '<stdio.h>' '"base/a.h"'
    _source game/table.c '"game/skirmish/b.h"' '"base/a.h"'
    _source game/skirmish/deep/b.c '"game/skirmish/b.h"' '"game/game.h"' '"domain/world.h"'
    _source traces/c.c '"behavior/brl.h"' '"game/game.h"'
    _source players/skirmish/d.c '"plan/plan.h"' '"base/a.h"' '"game/skirmish/b.h"'
    _source adapt/e.c '"learn/learn.h"' '"players/players.h"'
    _source tests/unit/f.c '"cli/out.h"' '"studio/s.h"' '"game/arena/a.h"' '"tests/unit/test.h"'
    _layers
    expect_exit 0
    expect_stdout_empty
}

the_header_check_refuses_a_name_with_two_meanings() {
    local row
    mkdir -p one two
    for row in 'typedef struct us_a { int x; } us_a;|typedef struct us_a { int y; } us_a;' \
        'typedef enum us_a { US_B } us_a;|typedef struct us_a { int y; } us_a;' \
        'enum { US_A };|enum { US_A };' '#define US_A 1|#define US_A 2' \
        'int us_a(void);|typedef int us_a;'; do
        printf '%s\n' "${row%|*}" > one/a.h
        printf '%s\n' "${row#*|}" > two/a.h
        run_command sh "$ROOT/tools/check_headers.sh" "${CC:-cc} -I." one/a.h two/a.h
        expect_exit 1
        expect_stderr_matches "[uU][sS]_[aA]"
        run_command sh "$ROOT/tools/check_headers.sh" "${CC:-cc} -I." one/a.h
        expect_exit 0
    done
    echo 'typedef struct us_a us_a;' | tee one/a.h > two/a.h
    echo 'struct us_a { int x; };' | tee one/a.c > two/a.c
    run_command sh "$ROOT/tools/check_headers.sh" "${CC:-cc} -I." one/a.h one/a.c two/a.h
    expect_exit 0
    run_command sh "$ROOT/tools/check_headers.sh" "${CC:-cc} -I." one/a.h one/a.c two/a.h two/a.c
    expect_exit 1
    expect_stderr_contains 'one/a.c, two/a.c: us_a has two bodies'
}

the_layer_check_refuses_what_the_table_does_not_allow() {
    local row from to
    for row in base:domain domain:game game:behavior behavior:game learn:plan plan:learn \
        traces:retrieve retrieve:plan players:learn plan:players players:adapt adapt:experiments \
        studio:cli cli:tests; do
        from=${row%:*} to=${row#*:}
        rm -rf tree
        _source "$from/x.c" '<stdio.h>' "\"$to/y.h\""
        _layers
        expect_exit 1
        expect_stdout_is "$from/x.c:2: $from/ may not include $to/y.h"
    done
}

the_layer_check_keeps_games_apart() {
    _source game/arena/a.c '"game/skirmish/b.h"'
    _source game/game.h '"game/skirmish/b.h"'
    _source learn/l.c '"game/skirmish/b.h"'
    _layers
    expect_exit 1
    expect_stdout_lines 3
    expect_stdout_contains "game/arena/a.c:1: game/arena/ may not include another game"
    expect_stdout_contains "game/game.h:1: a header of game/ may not include one game"
    expect_stdout_contains "learn/l.c:1: learn/ may not know a game"
}

the_layer_check_wants_paths_from_the_root() {
    _source base/a.c '"a.h"' '"../base/a.h"' '<base/a.h>' '"base/../base/a.h"'
    _source garage/b.c '"base/a.h"'
    _layers
    expect_exit 1
    expect_stdout_lines 5
    expect_stdout_contains "base/a.c:1: an include path starts at the root: a.h"
    expect_stdout_contains 'base/a.c:3: write "base/a.h"'
    expect_stdout_contains "garage/b.c:1: no such room: garage/"
}

_room() { # ROOM BODY...: compile a function of this body into the room
    mkdir -p "src/$1" "objects/$1"
    {
        printf '#include <%s>\n' stdio.h stdlib.h string.h math.h time.h
        printf 'double f(double x, void *p);\ndouble f(double x, void *p)\n{\n'
        printf '    (void)p;\n'
        printf '    %s\n' "${@:2}"
        printf '    return x;\n}\n'
    } > "src/$1/x.c"
    cc -std=c17 -D_POSIX_C_SOURCE=200809L -O2 -c "src/$1/x.c" -o "objects/$1/x.o"
}

_symbols() {
    cd src || exit 1
    mkdir -p .out
    run_command sh "$ROOT/tools/check_symbols.sh" ../objects "$@"
}

the_symbol_check_names_what_a_room_may_not_call() {
    command -v cc > /dev/null && command -v nm > /dev/null || skip "no compiler"
    _room game 'x = sin(x);'
    _room domain 'printf("%p\n", p);'
    _room plan 'fprintf(stderr, "x%p", p);'
    _room players 'x += rand();'
    _room behavior 'x += (double)time(NULL);'
    _room traces '*(char **)p = strdup("x");'
    _room adapt 'exit((int)x);'
    _symbols game domain plan players behavior traces adapt
    expect_exit 1
    expect_stdout_lines 7
    expect_stdout_contains "game/x.c: calls sin:"
    expect_stdout_contains "domain/x.c: calls printf:"
    expect_stdout_contains "plan/x.c: calls stderr:"
    expect_stdout_contains "players/x.c: calls rand:"
    expect_stdout_contains "behavior/x.c: calls time:"
    expect_stdout_contains "traces/x.c: calls strdup:"
    expect_stdout_contains "adapt/x.c: calls exit:"
}

the_symbol_check_lets_each_room_do_its_own() {
    command -v cc > /dev/null && command -v nm > /dev/null || skip "no compiler"
    _room base '*(void **)p = malloc(8); if (x > 1) abort();'
    _room experiments 'printf("%f\n", sin(x)); exit(1);'
    _room cli 'puts("hello");'
    _room game 'memset(p, 0, 9);'
    _symbols base experiments cli game
    expect_exit 0
    expect_stdout_empty
}

the_symbol_check_wants_a_word_on_each_qsort() {
    command -v cc > /dev/null && command -v nm > /dev/null || skip "no compiler"
    _room game 'qsort(p, 9, 9, (int (*)(const void *, const void *))p);'
    _room domain '/* total order: by id */' \
        'qsort(p, 9, 9, (int (*)(const void *, const void *))p);'
    _symbols game domain
    expect_exit 1
    expect_stdout_lines 1
    expect_stdout_contains "game/x.c: calls qsort:"
}

the_size_check_measures_files_and_functions() {
    { echo "void f(void)"; echo "{"; seq 80 | sed 's/.*/    g();/'; echo "}"; } > fits.c
    { echo "void f(void)"; echo "{"; seq 81 | sed 's/.*/    g();/'; echo "}"; } > long.c
    seq 1200 | sed 's|.*|/* */|' > fits.h
    seq 1201 | sed 's|.*|/* */|' > long.h
    run_command sh "$ROOT/tools/check_size.sh" fits.c fits.h
    expect_exit 0
    run_command sh "$ROOT/tools/check_size.sh" fits.c long.c fits.h long.h
    expect_exit 1
    expect_stdout_lines 2
    expect_stdout_contains "long.c:1: a function of 81 lines"
    expect_stdout_contains "long.h:1: 1201 lines"
}

what_no_other_source_names_is_not_declared() {
    printf '%s\n' 'int us_used(void);' 'void us_dead(int a,' '             int b);' '/* us_dead() */' > a.h
    printf '%s\n' 'const char *us_own(void);' '#define US_TWO() us_said()' 'int us_said(void);' > b.h
    printf '%s\n' '#include "a.h"' 'int us_used(void) { return us_own()[0]; }' 'void us_dead(int a, int b) {}' \
        'int us_said(void) { return 2; }' 'const char *us_own(void) { return "us_dead()"; }' > a.c
    printf '%s\n' '#include "b.h"' 'int main(void) { return us_used(); } /* us_own */' > b.c
    run_command sh "$ROOT/tools/check_unused.sh" a.c b.c a.h b.h
    expect_exit 1
    expect_stdout_lines 2
    expect_stdout_contains "a.h:2: us_dead: only its own source uses it"
    expect_stdout_contains "b.h:1: us_own: only its own source uses it"
}

the_closing_line_adds_up_the_parts() {
    mkdir counts
    echo "3 0 1" > counts/a
    echo "4 0 0" > counts/b
    run_command sh "$ROOT/tools/tally.sh" counts a b
    expect_exit 0
    expect_stdout_is "7 passed, 0 failed, 1 skipped"
    echo "4 2 0" > counts/b
    run_command sh "$ROOT/tools/tally.sh" counts a b
    expect_exit 1
    expect_stdout_is "7 passed, 2 failed, 1 skipped"
}

a_part_that_died_counts_as_a_failure() {
    mkdir counts
    echo "3 0 1" > counts/a
    run_command sh "$ROOT/tools/tally.sh" counts a b
    expect_exit 1
    expect_stdout_contains "FAIL b: ended before it could count"
    expect_stdout_contains "3 passed, 1 failed, 1 skipped"
}

a_run_without_a_test_is_a_failure() {
    mkdir counts
    echo "0 0 0" > counts/a
    run_command sh "$ROOT/tools/tally.sh" counts a
    expect_exit 1
    expect_stdout_contains "no test of that name"
}

_bare_path() { # a PATH of its own with only these commands
    mkdir -p path
    local tool
    for tool in sh mktemp rm cat tail id env "$@"; do
        ln -sf "$(command -v "$tool")" "path/$tool"
    done
}

setup_names_the_command_when_it_may_not_install() {
    _bare_path
    printf '#!/bin/sh\nexit 0\n' > path/apt-get
    chmod +x path/apt-get
    run_command env PATH="$PWD/path" UNDERSTUDY_SETUP=check sh "$ROOT/tools/setup.sh" build
    expect_exit 2
    expect_stderr_contains "sudo apt-get install -y --no-install-recommends gcc libc6-dev binutils"
    expect_stdout_empty
}

# Reports have figures after the first command; a machine that can't have gnuplot builds all the same.
gnuplot_is_installed_with_the_rest_and_nothing_fails_without_it() {
    _bare_path cc gcc as ld ar pkg-config
    rm path/id
    printf '#!/bin/sh\necho 0\n' > path/id
    printf '#!/bin/sh\necho "$*" >> asked\nexit 1\n' > path/apt-get
    chmod +x path/id path/apt-get
    run_command env PATH="$PWD/path" UNDERSTUDY_SETUP=check sh "$ROOT/tools/setup.sh" build
    expect_exit 0
    expect_stderr_empty
    expect_no_file asked
    run_command env PATH="$PWD/path" sh "$ROOT/tools/setup.sh" build
    expect_exit 0
    expect_stderr_contains "Installing: gnuplot-nox"
    grep -q 'install -y --no-install-recommends gnuplot-nox$' asked || fail "not asked for: $(cat asked)"
    rm path/ar
    run_command env PATH="$PWD/path" UNDERSTUDY_SETUP=check sh "$ROOT/tools/setup.sh" build
    expect_exit 2
    expect_stderr_contains "apt-get install -y --no-install-recommends binutils gnuplot-nox"
}

setup_names_the_packages_where_there_is_no_apt() {
    _bare_path
    run_command env PATH="$PWD/path" sh "$ROOT/tools/setup.sh" test
    expect_exit 2
    expect_stderr_contains "CUnit-devel"
}

the_version_tells_a_commit_only_in_a_clone() {
    run_command sh "$ROOT/tools/version.sh" 1.2.3 2026-01-02 asan
    expect_exit 0
    expect_stdout_contains '#define US_VERSION_COMMIT ""'
    expect_stdout_contains '#define US_VERSION_KIND "asan"'
    echo "gitdir: nowhere" > .git # git is there, and can't tell: what was known stays
    echo '#define US_VERSION_COMMIT "1234567890ab"' > former.h
    run_command sh "$ROOT/tools/version.sh" 1.2.3 2026-01-02 asan former.h
    expect_exit 0
    expect_stdout_contains '#define US_VERSION_COMMIT "1234567890ab"'
    run_command sh "$ROOT/tools/version.sh" 1.2.3 2026-01-02 asan none.h
    expect_exit 0
    expect_stdout_contains '#define US_VERSION_COMMIT ""'
}

# Compiles a library of two lines, and holds it against its header.
_exports() { # DECLARATION DEFINITION
    printf '%s\n' '#define US_API __attribute__((visibility("default")))' \
        '/* Returns 1. */' 'US_API int us_a_get(void);' '' "$1" > one.h
    printf '%s\n' '#include "one.h"' 'int us_a_get(void) { return 1; }' "$2" > one.c
    "${CC:-cc}" -fvisibility=hidden -c one.c -o one.o
    run_command sh "$ROOT/tools/check_exports.sh" one.o one.h
}

the_export_check_refuses_what_a_public_header_does_not_say() {
    local CC=cc
    _exports '' 'int us_hidden_get(void) { return 2; }'
    expect_exit 0
    expect_stderr_empty
    _exports '' '__attribute__((visibility("default"))) int us_more_get(void) { return 2; }'
    expect_exit 1
    expect_stderr_contains "us_more_get: exported, but in no public header"
    _exports '/* Returns 2. */
US_API int us_less_get(void);' ''
    expect_exit 1
    expect_stderr_contains "us_less_get: declared in a public header, but not exported"
    _exports '/* Returns 2. */
int us_plain_get(void);' 'int us_plain_get(void) { return 2; }'
    expect_exit 1
    expect_stderr_contains "us_plain_get: a public function is marked US_API"
    _exports '/* Returns 2. */
US_API int other_get(void);' 'int other_get(void) { return 2; }'
    expect_exit 1
    expect_stderr_contains "other_get: a public function begins with us_"
    _exports 'US_API int us_mute_get(void);' 'int us_mute_get(void) { return 2; }'
    expect_exit 1
    expect_stderr_contains "us_mute_get: a public function has a comment"
    _exports '/* Returns what us_gone_get returned. */
US_API int us_b_get(void);' 'int us_b_get(void) { return 2; }'
    expect_exit 1
    expect_stderr_contains "us_gone_get: a comment of a public header names it, but none declares it"
}

a_public_header_includes_public_headers_of_its_room_or_below() {
    _source include/understudy/world.h '"understudy/base.h"' '<stddef.h>'
    _source docs/examples/a.c '"understudy/experiment.h"'
    _source domain/b.c '"understudy/goal.h"'
    _layers
    expect_exit 0
    _source include/understudy/world.h '"understudy/trace.h"'
    _layers
    expect_exit 1
    _source include/understudy/world.h '"domain/domain.h"'
    _layers
    expect_exit 1
    expect_stdout_contains "a public header may include only public headers: domain/domain.h"
    rm tree/include/understudy/world.h
    _source base/b.c '"understudy/domain.h"'
    _layers
    expect_exit 1
    rm tree/base/b.c
    _source docs/examples/a.c '"domain/domain.h"'
    _layers
    expect_exit 1
    expect_stdout_contains "an example includes only include/understudy/"
}
