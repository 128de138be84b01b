# Large inputs: each command ends soon after an interrupt, and leaves what was there as it was.
# tests/proof/large.sh does the same with libraries and traces of 200 MB.

. "$ROOT/tests/proof/lib/large.sh"

_make_libraries() {
    large_library lib.db 2 10 2500 0 2> .out/made
    large_library more.db 2 10 100 2500 2> .out/made
    large_behaviors 2 10 2500 9000 > more.brl
    large_trace 150000 > long.jsonl
}

# Interrupts the command while it works: a third sooner each time that it had ended, or had nothing
# left to stop, before the signal came. What such a try wrote is undone.
_interrupted() { # SIGNAL ARGUMENT...
    local signal=$1 wait=1200000 pid sleeper code try from
    shift
    mkdir -p .out/before
    cp ./*.db .out/before
    for try in {1..16}; do
        from=${EPOCHREALTIME/./}
        "$UNDERSTUDY" "$@" > .out/stdout 2> .out/stderr &
        pid=$!
        sleep $((wait / 1000000)).$(printf %06d $((wait % 1000000))) &
        sleeper=$!
        wait -n $pid $sleeper || true
        [ $((${EPOCHREALTIME/./} - from)) -gt $wait ] || wait=$((${EPOCHREALTIME/./} - from))
        kill -"$signal" $pid 2> .out/gone || true
        code=0
        wait $pid || code=$?
        kill $sleeper 2> .out/gone || true
        [ $code != 130 ] || break
        wait=$((wait * 2 / 3))
        rm -rf new.*
        cp .out/before/*.db .
    done
    _ran="understudy $*, $try times" _code=$code
    expect_exit 130
    expect_stderr_contains "interrupted"
    ! ls new.* > .out/new 2> .out/gone || fail "left behind: $(cat .out/new)"
}

commands_on_a_large_library_can_be_interrupted() {
    kept _make_libraries
    cp lib.db before.db
    _interrupted INT library import more.brl -o new.db
    _interrupted TERM library import more.brl -o lib.db
    _interrupted INT tree check more.brl
    _interrupted INT library merge lib.db more.db -o new.db
    _interrupted TERM library merge more.db lib.db -o more.db
    _interrupted INT library check lib.db
    _interrupted TERM library show lib.db
    [ ! -s .out/stdout ] || fail "half an output"
    _interrupted INT library show lib.db --json
    _interrupted INT library list lib.db
    _interrupted INT library stats lib.db
    _interrupted TERM library export lib.db -o new.brl
    _interrupted INT library export lib.db
    [ ! -s .out/stdout ] || fail "half an output"
    _interrupted INT library diff lib.db more.db
    _interrupted INT library eval lib.db
    _interrupted TERM library shuffle lib.db --seed 1 -o new.db
    expect_same_file lib.db before.db
    ! ls lib.db-journal > .out/new 2> .out/gone || fail "a journal was left behind"
}

commands_on_a_long_trace_can_be_interrupted() {
    kept _make_libraries
    cp lib.db before.db
    _interrupted INT trace show long.jsonl
    _interrupted TERM trace show long.jsonl --json
    _interrupted INT trace check long.jsonl
    _interrupted INT trace stats long.jsonl
    _interrupted TERM trace replay long.jsonl
    _interrupted INT trace film long.jsonl -o new.html
    _interrupted INT trace trim long.jsonl --to 1000000 -o new.jsonl
    _interrupted INT learn long.jsonl -o new.db
    _interrupted TERM learn long.jsonl -o lib.db
    _interrupted INT library update lib.db long.jsonl
    _interrupted INT adapt lib.db long.jsonl -o new.db
    expect_same_file lib.db before.db
}

a_search_over_cases_can_be_interrupted() {
    large_states 2 4000 0 > states.brl
    run library import states.brl -o states.db
    expect_exit 0
    cp states.db before.db
    _interrupted INT library prune states.db --footprint
    _interrupted TERM library eval states.db
    expect_same_file states.db before.db
}

a_merge_holds_each_origin_once_however_many() {
    kept _make_libraries
    run library merge lib.db more.db lib.db -o both.db --json
    expect_exit 0
    expect_stdout_contains '"behaviors":2,"cases":20,"origins":52000}'
    run library check both.db
    expect_exit 0
    # as by way of a file, to the byte
    run library export lib.db -o lib.brl
    expect_exit 0
    run library import lib.brl -o again.db
    expect_exit 0
    expect_same_file lib.db again.db
    run library merge lib.db -o again2.db
    expect_exit 0
    expect_same_file lib.db again2.db
    # the order of origins is that of their libraries
    run library show both.db "large 0"
    expect_stdout_contains "#   and 25990 more"
}

a_file_beyond_the_limit_is_refused_by_its_size() {
    kept _make_libraries
    truncate -s 3G sparse || skip "no sparse files here"
    local command
    for command in "library import sparse -o new.db" "library update lib.db sparse" "tree check sparse" \
        "experiment plan sparse" "game play open-1 --p0 tree:sparse --p1 idle"; do
        # shellcheck disable=SC2086
        run_command timeout 20 "$UNDERSTUDY" $command
        expect_exit 2
        expect_stderr_matches "sparse: expected at most [0-9]+ bytes, found a larger file"
    done
    for command in "library show sparse" "trace show sparse" "learn sparse -o new.db" \
        "adapt lib.db sparse -o new.db" "library diff lib.db sparse"; do
        # shellcheck disable=SC2086
        run_command timeout 20 "$UNDERSTUDY" $command
        expect_exit 2
        expect_stderr_matches "sparse:.* expected a "
    done
    ! ls new.* > .out/new 2> .out/gone || fail "left behind: $(cat .out/new)"
}
