# Checking, showing, counting and trimming traces.

_record() { # FILE [OPTION...]
    local file=$1
    shift
    run game play open-2 --p0 expert:rush --p1 random --seed 7 --max-cycles 1500 --trace "$file" \
        --json "$@"
    expect_exit 0
}

a_recorded_game_has_no_faults() {
    _record t.jsonl --states 10 --events
    expect_file t.states
    run trace check t.jsonl
    expect_exit 0
    expect_stdout_matches '^t\.jsonl: no faults: [0-9]+ orders, 151 states, 1500 cycles$'
    expect_stderr_empty
    run trace check t.jsonl --json
    expect_exit 0
    expect_stdout_contains '"faults":0'
    expect_stdout_contains '"replayed":true'
    run trace replay t.jsonl
    expect_exit 0
}

a_fault_is_told_with_its_line_and_class() {
    _record t.jsonl
    sed '20d' t.jsonl > d.jsonl
    run trace check d.jsonl
    expect_exit 1
    expect_stdout_matches '^d\.jsonl:[0-9]+: (count|hash|line): '
    expect_stderr_matches 'd\.jsonl: [0-9]+ faults?$'
    run trace check d.jsonl --json
    expect_exit 1
    expect_stdout_matches '"findings":\[\{"class":"(count|hash|line)","line":[0-9]+'
    run trace check d.jsonl --ignore count,hash,line
    expect_exit 0
    run trace check t.jsonl --labels
    expect_exit 1
    expect_stdout_matches '^t\.jsonl:[0-9]+: unlabeled: seat 1: [0-9]+ of [0-9]+ orders have no goal'
    run trace check t.jsonl --labels --ignore unlabeled
    expect_exit 0
}

what_is_no_trace_is_bad_input() {
    echo hello > x
    for command in check show stats; do
        run trace $command x
        expect_refusal "x:1:1: expected"
        run trace $command nothing
        expect_refusal "nothing: cannot open"
    done
    run trace check x --ignore moods
    expect_refusal '--ignore: no class "moods"'
    run trace trim x -o y
    expect_refusal "needs --to CYCLE or --seat S"
    run game play open-2 --p0 idle --p1 idle --states 5
    expect_refusal "--states needs --trace FILE"
}

orders_are_shown_with_their_units() {
    _record t.jsonl
    run trace show t.jsonl --to 200
    expect_exit 0
    expect_stdout_matches '^ *[0-9]+  #1 +seat [01]  [a-z-]+ .*: [a-z-]+ [0-9]+'
    run trace show t.jsonl --seat 0 --from 10 --json
    expect_exit 0
    expect_stdout_lacks '"seat":1'
    expect_stdout_lacks '"cycle":0,'
    expect_stdout_contains '"order":"build"'
    [ "$(head -c 1 .out/stdout)" = "[" ] || fail "not an array"
    run trace show t.jsonl --events
    expect_stdout_contains "event created, seat 0"
    run trace show t.jsonl --from 100 --to 100
    expect_exit 0
    run trace show t.jsonl --from 101 --to 100
    expect_refusal "trace show: --from 101 is later than --to 100"
}

events_are_the_same_played_again_or_recorded() {
    _record with.jsonl --events
    _record without.jsonl
    run trace show without.jsonl --events --json
    cp .out/stdout derived
    grep '"event"' with.jsonl | sed 's/,$//' > recorded
    grep '"event"' derived | sed 's/,$//' > shown
    expect_same_file recorded shown
    expect_file shown
}

orders_are_counted() {
    _record t.jsonl
    run trace stats t.jsonl
    expect_exit 0
    expect_stdout_contains "skirmish on open-2, seed 7"
    expect_stdout_matches '^  peasant +[1-9][0-9]* '
    expect_stdout_contains "seat 0: expert:rush"
    run trace stats t.jsonl --json
    expect_exit 0
    [ "$(sed -E 's/.*"player":"expert:rush","faction":"[a-z]*","orders":([0-9]+).*/\1/' .out/stdout)" = \
        "$(grep -c '"seat":0,"order"' t.jsonl)" ] || fail "another number of orders"
}

a_trimmed_trace_is_a_trace() {
    _record t.jsonl --states 20
    run trace trim t.jsonl --to 700 -o short.jsonl
    expect_exit 0
    expect_stdout_matches '^short\.jsonl: [0-9]+ orders up to cycle [0-9]+, [0-9]+ left out, 36 states$'
    run trace check short.jsonl
    expect_exit 0
    expect_stdout_contains "the trace has no end"
    run trace replay short.jsonl
    expect_exit 0
    run trace trim t.jsonl --seat 0 -o own.jsonl
    expect_exit 0
    run trace check own.jsonl
    expect_exit 0
    expect_stderr_contains "orders were left out"
    run trace replay own.jsonl
    expect_exit 4
    cp t.jsonl kept.jsonl
    run trace trim t.jsonl --to 5 -o ./t.jsonl
    expect_refusal "would replace the file that is read"
    expect_same_file t.jsonl kept.jsonl
}

states_of_a_former_trace_do_not_stay() {
    _record t.jsonl --states 20
    expect_file t.states
    _record t.jsonl
    expect_no_file t.states
    echo mine > t.states
    cp t.jsonl kept.jsonl
    run game play open-2 --p0 idle --p1 idle --trace t.jsonl
    expect_refusal "t.states: in the way"
    expect_same_file t.jsonl kept.jsonl
}

# Killed once the trace has so many bytes; the states are behind it.
a_killed_recording_has_no_faults() {
    local bytes pid tries
    for bytes in 1 1000 5000 20000 60000 120000; do
        rm -f k.jsonl k.states
        "$UNDERSTUDY" game play ridge-1 --p0 random --p1 random --seed $bytes \
            --trace k.jsonl --states 1 > /dev/null 2>&1 &
        pid=$!
        tries=0
        while [ "$(stat -c %s k.jsonl 2> /dev/null || echo 0)" -lt $bytes ] &&
            [ $tries -lt 20000 ] && kill -0 $pid 2> /dev/null; do
            tries=$((tries + 1))
        done
        kill -9 $pid 2> /dev/null
        wait $pid 2> /dev/null
        run trace check k.jsonl
        expect_exit 0
    done
}

a_full_disk_leaves_states_that_read() {
    (
        ulimit -f 8
        run game play open-2 --p0 random --p1 random --trace t.jsonl --states 1
        expect_exit 1
        expect_stderr_matches 't\.(jsonl|states).*cannot write: '
    ) || exit 1
    run trace check t.jsonl
    expect_exit 0
}

the_states_of_another_name_stay() {
    _record t.jsonl --states 10
    cp t.jsonl kept.jsonl
    cp t.states kept.states
    run trace trim t.jsonl --to 500 -o t
    expect_exit 0
    expect_same_file t.states kept.states
    run trace check t
    expect_exit 0
    expect_stdout_contains "51 states"
    _record t
    expect_same_file t.states kept.states
    run trace trim t.jsonl --to 500 -o t.states
    expect_refusal "would replace the file that is read, or its states"
    run trace trim t.jsonl --to 500 -o u.states
    expect_refusal "stored states have such names"
    expect_no_file u.states
    mkdir other
    ln t.states other/u.states
    run trace trim t.jsonl --to 500 -o other/u.jsonl
    expect_refusal "would replace the file that is read, or its states"
    ln -s "$PWD/t.states" other/v
    run trace trim t.jsonl --to 500 -o other/v
    expect_refusal "would replace the file that is read, or its states"
    expect_same_file t.jsonl kept.jsonl
    expect_same_file t.states kept.states
}

trimming_replaces_nothing_but_traces() {
    _record t.jsonl --states 10
    echo mine > own.txt
    run trace trim t.jsonl --to 500 -o own.txt
    expect_refusal "expected a new file, or a trace to replace"
    [ "$(cat own.txt)" = mine ] || fail "the file is gone"
    echo mine > u.states
    run trace trim t.jsonl --to 500 -o u.jsonl
    expect_refusal "u.states: in the way"
    [ "$(cat u.states)" = mine ] || fail "the file is gone"
    expect_no_file u.jsonl
    mkfifo v.states
    run_command timeout 10 "$UNDERSTUDY" trace trim t.jsonl --to 500 -o v.jsonl
    expect_refusal "v.states: in the way"
    ln -s nowhere w.states
    run trace trim t.jsonl --to 500 -o w.jsonl
    expect_refusal "w.states: in the way"
    expect_no_file nowhere
    [ -z "$(ls | grep tmp)" ] || fail "temporary files stay"
}

a_trace_that_is_recorded_is_not_replaced() {
    type flock > /dev/null || skip "no flock"
    _record t.jsonl
    cp t.jsonl u.jsonl
    run_command flock u.jsonl "$UNDERSTUDY" trace trim t.jsonl --to 500 -o u.jsonl
    expect_refusal "one that is being recorded"
    expect_same_file t.jsonl u.jsonl
}

a_trim_that_fails_leaves_the_old_files() {
    _record t.jsonl --states 1
    run trace trim t.jsonl --to 30 -o u.jsonl
    cp u.jsonl kept.jsonl
    cp u.states kept.states
    run_command bash -c "ulimit -f 8; exec '$UNDERSTUDY' trace trim t.jsonl --to 1400 -o u.jsonl"
    expect_exit 2
    expect_same_file u.jsonl kept.jsonl
    expect_same_file u.states kept.states
    [ -z "$(ls | grep tmp)" ] || fail "temporary files stay"
}

a_trimmed_trace_has_no_states_of_a_former_one() {
    _record t.jsonl
    _record u.jsonl --states 10
    run trace trim t.jsonl --to 500 -o u.jsonl
    expect_exit 0
    expect_no_file u.states
    _record u.jsonl --states 10
    sed -i 's/"domain":"skirmish"/"domain":"scrimmage"/' u.states
    run trace trim t.jsonl --to 500 -o u.jsonl
    expect_exit 0
    expect_no_file u.states
}

states_of_other_players_do_not_belong() {
    _record t.jsonl --states 10
    run game play open-2 --p0 idle --p1 random --seed 7 --max-cycles 1500 --trace u.jsonl
    cp t.states u.states
    run trace check u.jsonl
    expect_exit 1
    expect_stdout_contains "states of another game than the trace's: another source, limit, player"
}

what_a_trace_says_is_printed_without_control_characters() {
    local name
    name=$(printf 'a\033[31m.jsonl')
    _record "$name" --states 100
    sed -i '1s/"random"/"ran\\u001b[31mdom"/' "$name"
    rm -- *.states
    run trace stats "$name"
    expect_exit 0
    expect_stdout_contains 'seat 1: ran\x1b[31mdom'
    run trace check "$name"
    expect_exit 0
    expect_stdout_contains 'a\x1b[31m.jsonl: no faults'
    run trace check "$name" --labels
    expect_exit 1
    expect_stdout_contains 'a\x1b[31m.jsonl:'
    run trace trim "$name" --to 100 -o "b$name"
    expect_exit 0
    expect_stdout_contains 'ba\x1b[31m.jsonl: '
    cp "$ROOT/tests/fixtures/brl-faults/ten.brl" "$name"
    run tree check "$name"
    expect_exit 1
    expect_stdout_lines 10
    expect_stdout_contains 'a\x1b[31m.jsonl:'
    ! grep -q "$(printf '\033')" .out/stdout || fail "raw bytes"
}

a_list_of_nobody_left_out_is_refused() {
    _record t.jsonl
    sed -i '1s/"seats"/"left_out":[],"seats"/' t.jsonl
    run trace check t.jsonl
    expect_refusal 'found no seat in "left_out"'
}

_make_long() { # a trace that takes a while to go over, and more to show than a pipe holds
    "$UNDERSTUDY" game play ridge-1 --p0 random --p1 random --seed 3 --max-cycles 60000 \
        --trace long.jsonl > .out/played
}

_long() {
    kept _make_long
}

# The reader waits, so that the listing is not done by then.
an_interrupt_ends_a_listing() {
    _long
    mkfifo pipe
    "$UNDERSTUDY" trace show long.jsonl --json > pipe 2> .out/stderr &
    local pid=$!
    exec 3< pipe
    head -c 1 <&3 > /dev/null
    kill -INT $pid
    cat <&3 > .out/stdout
    exec 3<&-
    _code=0
    wait $pid || _code=$?
    expect_exit 130
    expect_stderr_lines 1
    expect_stderr_contains "interrupted: not all was shown"
}

an_interrupt_ends_the_counting() {
    _long
    for delay in 0.02 0.05 0.1 0.2 0.5; do # before it listens it ends without a word
        run_command timeout --foreground --preserve-status -s INT $delay "$UNDERSTUDY" trace stats long.jsonl
        [ "$_code" != 0 ] || skip "all was counted before the interrupt"
        [ ! -s .out/stderr ] || break
    done
    expect_refusal "interrupted while going over the game" 130
}

a_reader_that_leaves_is_no_error() {
    _long
    local command
    for command in "show long.jsonl" "show long.jsonl --events --json" "stats long.jsonl"; do
        # shellcheck disable=SC2086 # the words are its arguments
        { "$UNDERSTUDY" trace $command 2> .out/stderr; echo $? > .out/code; } | head -c 1 > .out/stdout
        _code=$(cat .out/code)
        expect_exit 0
        expect_stderr_empty
    done
}

what_cannot_be_printed_is_an_error() {
    [ -c /dev/full ] || skip "no /dev/full here"
    _long
    local command
    for command in "show long.jsonl" "show long.jsonl --json" "stats long.jsonl"; do
        _code=0
        # shellcheck disable=SC2086 # the words are its arguments
        "$UNDERSTUDY" trace $command > /dev/full 2> .out/stderr || _code=$?
        expect_exit 1
        expect_stderr_contains "standard output: cannot write"
    done
}

a_film_is_one_page_that_plays_a_game() {
    _record t.jsonl
    run trace film t.jsonl -o film.html --json
    expect_exit 0
    expect_stderr_empty
    expect_stdout_matches '^\{"trace":"t.jsonl","film":"film.html","cycles":1500,"every":1,"states":1501,"goals":[1-9][0-9]*,"goals_left_out":0,'
    expect_stdout_contains "\"bytes\":$(wc -c < film.html)"
    grep -qF '"texts":["WinWargus(player: 0)"' film.html || fail "no goals of the annotation"
    cp film.html before.html
    run trace film t.jsonl -o film.html --every 100 --title "The <b> game"
    expect_exit 0
    expect_stdout_matches '^film.html: 16 states up to cycle 1500, [1-9][0-9]* goals, [0-9]+ KB$'
    grep -qF '<title>The &lt;b&gt; game</title>' film.html || fail "no title"
    run trace film t.jsonl -o film.html
    expect_exit 0
    sed -i 's/<title>[^<]*//' film.html before.html
    expect_same_file film.html before.html
}

# A library reports its plan; the goals of its film are those of the plan.
a_film_has_the_goals_of_plans() {
    "$UNDERSTUDY" learn "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" -o lib.db > /dev/null 2>&1
    run game play open-2 --p0 library:lib.db --p1 idle --max-cycles 900 --trace t.jsonl
    expect_exit 0
    run trace film t.jsonl -o film.html --json
    expect_exit 0
    local goals
    goals=$("$UNDERSTUDY" trace show t.jsonl --plan 900 --all --json | grep -o '"of":"goal"' | wc -l)
    [ "$goals" -gt 2 ] || fail "only $goals goals in the plan"
    expect_stdout_contains "\"goals\":$goals,"
}

a_film_of_a_long_game_stays_below_3_MB() {
    run game play scattered-4 --p0 ai:boom --p1 ai:boom --max-cycles 30000 --trace t.jsonl
    expect_exit 0
    run trace film t.jsonl -o film.html
    expect_exit 0
    [ "$(wc -c < film.html)" -lt 3000000 ] || fail "$(wc -c < film.html) bytes"
}

texts_of_a_film_are_only_texts() {
    _record t.jsonl
    sed -i '1s/"player":"random"/"player":"<\/script><script>alert(1)<\/script>"/' t.jsonl
    run trace film t.jsonl -o film.html
    expect_exit 0
    ! grep -qF '<script>alert' film.html || fail "a player's name is a script"
    grep -qF '\u003c/script>\u003cscript>alert(1)' film.html || fail "the player has no name"
}

a_film_replaces_only_a_film() {
    _record t.jsonl
    echo mine > film.html
    run trace film t.jsonl -o film.html
    expect_refusal "film.html"
    [ "$(cat film.html)" = mine ] || fail "the file is another"
    run trace film t.jsonl -o t.jsonl
    expect_refusal "expected a new file, or a film to replace"
    run trace film nothing.jsonl -o new.html
    expect_refusal "nothing.jsonl: cannot open"
    expect_no_file new.html
    run trace film t.jsonl
    expect_refusal "-o"
    sed '1s/"rules_hash":"[0-9a-f]*"/"rules_hash":"0000000000000001"/' t.jsonl > other.jsonl
    run trace film other.jsonl -o new.html
    expect_exit 4
    expect_no_file new.html
}
