# Calls that fail: out of memory, full disks, interrupted and short reads and writes. tests/fault/ has
# the layer that makes them fail, tests/proof/fault_sweep.sh is the long form.

_layer() { # sets LAYER, which a build with sanitizers has not
    LAYER=${UNDERSTUDY%/*}/tests/fault/fault.so
    [ -e "$LAYER" ] || skip "no layer of faults beside the program"
    LD_PRELOAD=$LAYER "$UNDERSTUDY" --version > .out/none 2>&1 || skip "the layer of faults needs glibc"
    . "$ROOT/tests/fault/sweep.sh"
}

_sweep() { # NAME FAULT FIRST LAST [STEP]
    _begin "$1" > .out/swept || fail "$(cat .out/swept)"
    fired=0
    sweep "$@" > .out/swept
    [ $bad = 0 ] || fail "$(cat .out/swept)"
    [ $fired != 0 ] || fail "no call of $1 failed"
}

out_of_memory_is_exit_6() {
    _layer
    run_command env FAULT=memory:400+:ENOMEM FAULT_PROGRAM=understudy LD_PRELOAD="$LAYER" "$UNDERSTUDY" game maps
    expect_refusal "understudy: out of memory: cannot " 6
    expect_stderr_contains "raise its limit (ulimit -v)"
}

a_limit_of_memory_ends_with_exit_6() {
    local at ended=0
    _layer
    cp "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" t.jsonl
    cp "$ROOT/domains/skirmish/demos/rush-open-1.goals.json" t.goals.json
    for at in 10000 14000 18000 22000 26000 30000 40000; do # KiB
        run_command sh -c "ulimit -v $at"'; exec "$@"' sh "$UNDERSTUDY" learn t.jsonl -o l.db
        [ $_code != 127 ] || continue # the program's libraries found no place
        [ $_code != 0 ] || break      # this suffices
        expect_exit 6
        expect_stderr_contains "out of memory: "
        expect_no_file l.db
        ended=$((ended + 1))
    done
    [ $ended != 0 ] || fail "the program began with no limit"
}

memory_that_ends_anywhere_leaves_outputs_as_before() {
    _layer
    _sweep import memory:N+:ENOMEM 1 6000 397
    _sweep new_import memory:N:ENOMEM 5 6000 397
    _sweep trim memory:N:ENOMEM 11 6000 397
}

a_link_stays_a_link_when_memory_ends() {
    _layer
    _begin linked
    _count linked memory:N:ENOMEM
    _sweep linked memory:N:ENOMEM $((count - 30)) $count
}

a_full_disk_leaves_outputs_as_before() {
    _layer
    _sweep import write:N:ENOSPC 1 40 4
    _sweep new_import write:N+:ENOSPC 1 40 4
    _sweep export write:N:short 1 4
    _sweep export rename:N:EIO 1 4
    _sweep export fsync:N:EIO 1 4
    _sweep tables write:N+:ENOSPC 1 40 4
}

a_file_that_cannot_be_opened_leaves_outputs_as_before() {
    _layer
    _sweep import open:N:EMFILE 1 20
    _sweep export open:N:EMFILE 1 20
    _sweep table open:N:EMFILE 1 20 3
}

interrupted_and_short_reads_and_writes_change_nothing() {
    local name
    _layer
    for name in play new_play import export merge trim film annotate table database tree_export; do
        _begin $name > .out/swept || fail "$(cat .out/swept)"
        _once $name storm > .out/swept
        [ $bad = 0 ] || fail "$(cat .out/swept)"
    done
}
