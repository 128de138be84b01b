#!/bin/sh
# check_symbols.sh OBJECTS ROOM...: fail when a compiled room calls what it may not.
# OBJECTS is the build folder. The rules, by symbol:
#
#   what                             who may
#   memory from the system           base (tests count what goes through it)
#   standard output, error, input    experiments, studio, cli; base for a failed assertion
#   exit                             experiments, studio, cli
#   abort                            base
#   the clock                        base/progress
#   the environment, locale          base
#   libc randomness, strtok          nobody
#   the system's random bytes        studio/serve, for the token
#   a file opened, made, renamed     base; experiments/run/journal, which only appends;
#                                    studio/folders, which opens folders alone
#   a file of SQLite                 retrieve/store, experiments/report/export: beside its place
#   qsort                            base and from traces up (not plan, players); elsewhere where a
#                                    comment on the call or the line above says "total order"
#   libm                             learn, traces, adapt, experiments, studio, cli
set -eu
objects=$1
shift
for room; do
    [ ! -d "$objects/$room" ] || find "$objects/$room" -name '*.o'
done | LC_ALL=C sort | while read -r object; do
    name=${object#"$objects/"}
    [ -f "${name%.o}.c" ] || continue # of a source that has moved
    printf '@ %s\n' "$name"
    total=$(awk '/[^a-z_]qsort\(/ && ($0 before) !~ /total order/ { n++ } { before = $0 }
                 END { print n + 0 }' "${name%.o}.c")
    ${NM:-nm} -u "$object" | if [ "$total" = 0 ]; then grep -v ' qsort$' || true; else cat; fi
done | awk '
function forbid(names, rooms, why,    list, n, i) {
    n = split(names, list, " ")
    for (i = 1; i <= n; i++) {
        allowed[list[i]] = " " rooms " "
        reason[list[i]] = why
    }
}
BEGIN {
    forbid("malloc calloc realloc free reallocarray aligned_alloc posix_memalign strdup strndup " \
           "getline getdelim asprintf vasprintf open_memstream scandir",
           "base", "memory goes through base/base.h")
    forbid("printf vprintf puts putchar putchar_unlocked perror stdout stderr stdin psignal",
           "base experiments studio cli", "only experiments and above print")
    forbid("exit _exit _Exit quick_exit", "experiments studio cli", "only experiments and above exit")
    forbid("abort", "base", "use us_assert")
    forbid("time clock clock_gettime gettimeofday times timespec_get",
           "base/progress.o", "clocks are read in base/ only")
    forbid("getenv secure_getenv setenv putenv setlocale", "base", "the environment is read in base only")
    forbid("rand srand random srandom rand_r drand48 lrand48 mrand48 erand48 srand48 arc4random " \
           "strtok",
           "", "use base/rng.h or a reentrant call")
    forbid("getrandom getentropy", "studio/serve.o", "nothing but a token is drawn: use base/rng.h")
    forbid("open open64 openat openat64 creat creat64 fopen fopen64 freopen freopen64 tmpfile " \
           "mkstemp mkostemp mkstemps truncate truncate64 rename renameat renameat2 link linkat " \
           "symlink symlinkat remove syscall",
           "base experiments/run/journal.o studio/folders.o",
           "files are written in one way, so that nothing is lost: us_file_write, us_sibling_open, " \
           "us_file_put and others in base/file.h")
    forbid("sqlite3_open sqlite3_open_v2 sqlite3_open16 sqlite3_backup_init",
           "retrieve/store.o experiments/report/export.o",
           "databases are opened by retrieve/store.h")
    forbid("qsort", "base traces retrieve learn adapt experiments studio cli",
           "the order of equals is not defined: say \"total order\" where no two are equal")
    # libm, in double, float and long double
    libm = "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 expm1 exp10 " \
           "log log2 log10 log1p pow sqrt cbrt hypot erf erfc tgamma lgamma fmod remainder " \
           "floor ceil round lround llround trunc rint lrint llrint nearbyint fma ldexp frexp modf " \
           "scalbn fmin fmax fdim"
    n = split(libm, list, " ")
    for (i = 1; i <= n; i++)
        forbid(list[i] " " list[i] "f " list[i] "l",
               "learn traces adapt experiments studio cli", "decisions are made in integers")
}
/^@ / {
    object = substr($0, 3)
    room = object
    sub(/\/.*/, "", room)
    next
}
{
    symbol = $NF
    sub(/@.*/, "", symbol)                 # a version
    sub(/^__isoc(99|23)_/, "", symbol)
    if (symbol ~ /^__.*_chk$/) {           # a fortified call
        sub(/^__/, "", symbol)
        sub(/_chk$/, "", symbol)
    }
    if (!(symbol in allowed))
        next
    if (index(allowed[symbol], " " room " ") || index(allowed[symbol], " " object " "))
        next
    source = object
    sub(/\.o$/, ".c", source)
    print source ": calls " symbol ": " reason[symbol]
    bad = 1
}
END { exit bad }'
