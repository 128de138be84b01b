# Files that take another's place: traces with labels, and plans, whole or not at all.

_record() { # FILE SEED [OPTION...]
    local file=$1 seed=$2
    shift 2
    run game play open-1 --p0 expert:rush --p1 random --seed "$seed" --max-cycles 600 \
        --trace "$file" "$@"
    expect_exit 0
}

_label() { # FILE: as if a person had made its labels
    sed -i 's/"by":"expert:rush"/"by":"hand"/' "$1"
}

labels_of_a_trace_that_is_recorded_anew_are_kept() {
    _record t.jsonl 7 --states 10
    _label t.goals.json
    cp t.goals.json mine.json
    _record t.jsonl 8
    expect_stderr_contains "the labels of the trace that was there before are kept in t.goals.OLD.json"
    expect_same_file t.goals.OLD.json mine.json
    expect_file t.goals.json
    expect_no_file t.states
    _label t.goals.json
    cp t.goals.json mine2.json
    _record t.jsonl 9
    expect_stderr_contains "are kept in t.goals.OLD.2.json"
    expect_same_file t.goals.OLD.json mine.json
    expect_same_file t.goals.OLD.2.json mine2.json
    run trace check t.jsonl
    expect_exit 0
}

labels_of_a_linked_trace_stay_with_it() {
    _record t.jsonl 7
    _label t.goals.json
    cp t.jsonl old.jsonl
    cp t.goals.json mine.json
    ln -s t.jsonl link.jsonl
    run game play open-1 --p0 random --p1 random --max-cycles 100 --trace link.jsonl
    expect_exit 2
    expect_stderr_contains "link.jsonl: cannot write: it is a link to a trace whose labels or states are in"
    run trace trim old.jsonl --to 300 -o link.jsonl
    expect_exit 2
    expect_same_file t.jsonl old.jsonl
    expect_same_file t.goals.json mine.json
    expect_no_file link.goals.json
    mkdir sub
    ln -s sub other
    cp t.jsonl t.goals.json sub
    run game play open-1 --p0 random --p1 random --max-cycles 100 --trace other/t.jsonl
    expect_exit 0
    expect_same_file sub/t.goals.OLD.json mine.json
    rm t.goals.json
    run game play open-1 --p0 random --p1 random --max-cycles 100 --trace link.jsonl
    expect_exit 0
}

labels_that_are_a_link_to_nothing_are_refused_before_the_game() {
    _record t.jsonl 7
    ln -sf elsewhere.json t.goals.json
    cp t.jsonl before
    run game play open-1 --p0 expert:rush --p1 random --seed 8 --max-cycles 600 --trace t.jsonl
    expect_exit 2
    expect_stderr_contains "t.goals.json: in the way"
    cmp -s t.jsonl before || fail "the trace has changed"
    [ -L t.goals.json ] || fail "the link is gone"
}

a_game_that_is_recorded_again_needs_no_copy_of_its_labels() {
    _record t.jsonl 7
    expect_stderr_empty
    _record t.jsonl 7
    expect_stderr_empty
    expect_no_file t.goals.OLD.json
}

labels_of_a_trace_that_is_trimmed_over_are_kept() {
    _record t.jsonl 7
    _record u.jsonl 8
    _label u.goals.json
    cp u.goals.json mine.json
    run trace trim t.jsonl --to 300 -o u.jsonl
    expect_exit 0
    expect_stderr_contains "are kept in u.goals.OLD.json"
    expect_same_file u.goals.OLD.json mine.json
    expect_no_file u.goals.json
    run trace trim t.jsonl --to 200 -o u.jsonl # the same game: labels still fit
    expect_exit 0
    expect_stderr_empty
}

an_unwritable_place_leaves_the_old_trace() {
    _record t.jsonl 7
    cp t.jsonl old.jsonl
    cp t.goals.json old.goals.json
    mkdir t.goals.OLD.json # a name that is taken
    _record t.jsonl 8
    expect_same_file t.goals.OLD.2.json old.goals.json
    cp t.jsonl old.jsonl
    echo mine > t.goals.json
    run game play open-1 --p0 idle --p1 idle --max-cycles 10 --trace t.jsonl
    expect_refusal "t.goals.json: in the way"
    expect_same_file t.jsonl old.jsonl
    [ "$(cat t.goals.json)" = mine ] || fail "a file of another kind was changed"
}

a_running_game_can_be_read_and_labeled() {
    local game i slow='read h; echo "{\"name\":\"it\"}"; while read s; do sleep 0.02; echo "{}"; done'
    _record t.jsonl 7
    cp t.goals.json old.json
    "$UNDERSTUDY" game play open-1 --p0 expert:rush --p1 "exec:$slow" --seed 8 --trace t.jsonl \
        > watched 2> said &
    game=$!
    for ((i = 0; i < 1000; i++)); do
        ! grep -q '"seed":"8"' t.jsonl || ! grep -q '"id":3,' t.jsonl || break
        sleep 0.02
    done
    run trace show t.jsonl
    expect_exit 0
    run trace stats t.jsonl
    expect_exit 0
    expect_same_file t.goals.OLD.json old.json
    expect_no_file t.goals.json
    run game play open-1 --p0 idle --p1 idle --max-cycles 10 --trace t.jsonl
    expect_refusal "found one that is being recorded"
    cp old.json t.goals.json
    sed -i 's/"id":1,/"id":4711,/' t.goals.json # somebody labels it meanwhile
    cp t.goals.json meanwhile.json
    kill -INT $game
    wait $game || true
    run_command cat said
    expect_stdout_contains "are kept in t.goals.OLD.2.json"
    expect_same_file t.goals.OLD.2.json meanwhile.json
    expect_file t.goals.json
}

killed_games_and_full_disks_leave_the_old_trace_or_the_old_labels() {
    SHORT=1 run_command bash "$ROOT/tests/proof/trace_kills.sh"
    expect_exit 0
    expect_stdout_contains "nearly full disks"
}

killed_plans_leave_the_old_plan_or_the_new_one() {
    SHORT=1 run_command bash "$ROOT/tests/proof/plan_kills.sh"
    expect_exit 0
    expect_stdout_contains "the older plan or the new one"
}

an_exported_database_keeps_the_link_and_the_mode_of_the_older_one() {
    cat > e.json << 'END'
{"experiment": 1, "name": "e", "max_cycles": 100, "games": 1, "players": ["idle"], "opponents": ["idle"],
 "maps": ["open-1"]}
END
    run experiment plan e.json --sample 0
    expect_exit 0
    run experiment run e
    expect_exit 0
    run experiment export e --sqlite -o real.db
    expect_exit 0
    chmod 640 real.db
    ln -s real.db link.db
    local before
    before=$(stat -c %i real.db)
    run experiment export e --sqlite -o link.db
    expect_exit 0
    [ -L link.db ] || fail "the link was replaced"
    [ "$(stat -c %a real.db)" = 640 ] || fail "the mode is $(stat -c %a real.db)"
    [ "$(stat -c %i real.db)" != "$before" ] || fail "the database was changed in its place"
    [ "$(find . -maxdepth 1 -name '*.tmp')" = "" ] || fail "a temporary file is left"
}
