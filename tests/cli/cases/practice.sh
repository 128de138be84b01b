# library practice: rounds of games whose outcomes a library records.

_make_library() {
    "$UNDERSTUDY" learn "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" -o lib.db > .out/made 2>&1 ||
        fail "nothing was learned"
}

_short="--max-cycles 4000 --size 48"

a_practice_is_the_same_on_any_number_of_workers_and_happens_once() {
    kept _make_library
    cp lib.db many.db
    # shellcheck disable=SC2086
    run library practice lib.db --games 10 --round 4 $_short -j 1
    expect_exit 0
    sed 's/  *$//' .out/stdout > one
    expect_stdout_contains "opponent                    won  drawn   lost  points"
    expect_stdout_matches '^ai:raid +0 +1 +0 +50\.0%$'
    expect_stdout_lines 9
    expect_stderr_matches '^10/10 games  100% '
    expect_stderr_matches '^lib\.db: 10 games, 50\.0% of the points; [0-9]+ attempts; 0 games crashed$'
    # shellcheck disable=SC2086
    run library practice many.db --games 10 --round 4 $_short -j 2
    expect_exit 0
    sed 's/  *$//' .out/stdout > two
    expect_same_file one two
    expect_same_file lib.db many.db
    run library check lib.db
    expect_exit 0
    run library stats lib.db
    expect_stdout_contains "saw 11 games"
    expect_stdout_contains ", by adaptation"
    # shellcheck disable=SC2086
    run library practice many.db --games 10 $_short
    expect_exit 0
    expect_stdout_empty
    expect_stderr_lines 1
    expect_stderr_contains "many.db: nothing was played: it has practiced these games before"
    expect_same_file lib.db many.db
    # shellcheck disable=SC2086
    run library practice many.db --games 12 $_short --json
    expect_exit 0
    expect_stdout_contains '{"library":"many.db","games":12,"before":10,"played":2,"wins":0,"draws":2,"losses":0,"crashed":0,"late":0,'
    expect_stdout_contains '{"agent":"ai:raid","wins":0,"draws":1,"losses":0}'
    expect_stderr_contains "; 10 more were practiced before"
    ls > files
    printf 'files\nlib.db\nmany.db\none\ntwo\n' > expected
    grep -v expected files > found
    expect_same_file found expected
}

a_practice_without_a_result_prints_no_share() {
    kept _make_library
    # shellcheck disable=SC2086
    run library practice lib.db --games 3 $_short --against exec:/bin/false
    expect_exit 0
    expect_stdout_empty
    expect_stderr_contains "lib.db: 3 games; 0 attempts; 3 games crashed"
}

a_killed_practice_continues_to_the_same_library() {
    local tries=0 pid
    kept _make_library
    cp lib.db whole.db
    # shellcheck disable=SC2086
    run library practice whole.db --games 24 --round 6 $_short --against ai:raid --against itself
    expect_exit 0
    "$UNDERSTUDY" library practice lib.db --games 24 --round 6 --max-cycles 4000 --size 48 \
        --against ai:raid --against itself > .out/none 2>&1 &
    pid=$!
    until [ "$("$UNDERSTUDY" library stats lib.db | grep -c adaptation)" -ge 6 ]; do
        tries=$((tries + 1))
        [ $tries -lt 2000 ] || fail "no round is recorded"
        sleep 0.01
    done
    kill -9 $pid 2> .out/none
    wait $pid 2> .out/none
    # shellcheck disable=SC2086
    run library practice lib.db --games 24 --round 6 $_short --against ai:raid --against itself
    expect_exit 0
    expect_same_file lib.db whole.db
}

an_interrupt_keeps_the_rounds_that_were_complete() {
    local tries=0 pid code=0
    kept _make_library
    "$UNDERSTUDY" library practice lib.db --games 2000 --round 4 --max-cycles 4000 --against ai:raid \
        > .out/stdout 2> .out/stderr &
    pid=$!
    until [ "$("$UNDERSTUDY" library stats lib.db | grep -c adaptation)" -ge 4 ]; do
        tries=$((tries + 1))
        [ $tries -lt 2000 ] || fail "no round is recorded"
        sleep 0.01
    done
    kill -INT $pid
    wait $pid || code=$?
    _ran="understudy library practice" _code=$code
    expect_exit 130
    expect_stdout_empty
    expect_stderr_matches '^understudy: interrupted: lib\.db has practiced [0-9]+ of 2000 games; the same command plays the others$'
    ! ls -d lib.db.* > .out/left 2> .out/none || fail "left behind: $(cat .out/left)"
    run library check lib.db
    expect_exit 0
}

a_practice_that_cannot_begin_is_refused() {
    kept _make_library
    cp lib.db before.db
    run library practice no.db
    expect_refusal "no.db: cannot open: No such file or directory"
    run library practice lib.db --map open-1 --size 48
    expect_refusal "library practice: --family and --size are of generated maps: expected none beside --map"
    run library practice lib.db --map open-1 --map nowhere
    expect_refusal "there is no map 'nowhere'"
    run library practice lib.db --family ridge --family rigde
    expect_refusal "--family 'rigde', expected open, ridge, choke or scattered"
    run library practice lib.db --size 48 --size 50
    expect_refusal "found size 50, expected a multiple of 8 from 32 to 128"
    run library practice lib.db --against ai:rad
    expect_refusal 'there is no agent "ai:rad"; did you mean "ai:raid"?'
    run library practice lib.db --against ai:raid --against idle --against ai:raid
    expect_refusal "library practice: --against ai:raid is given twice"
    run library practice lib.db --against library:none.db
    expect_refusal "none.db: cannot open: No such file or directory"
    run library practice lib.db --games 0
    expect_refusal "library practice: --games: expected a whole number from 1 to 1000000"
    run library practice lib.db --domain arena
    expect_refusal 'a library of "skirmish", expected one of "arena"' 4
    run library practice lib.db --against 'exec:false' --games 8 --size 48
    expect_exit 1
    expect_stderr_contains "none of 8 games of a round was played to its end"
    expect_same_file lib.db before.db
}

a_game_without_generated_maps_needs_named_ones() {
    run game play bases-8 --domain microrts --p0 ai:worker-rush --p1 ai:light-rush --trace demo.jsonl
    run annotate demo.jsonl --auto
    run annotate demo.jsonl --accept all
    run learn demo.jsonl -o lib.db
    expect_exit 0
    run library practice lib.db
    expect_refusal "library practice: no maps are generated for microrts: expected --map MAP"
    run library practice lib.db --map bases-8 --games 6 --max-cycles 400
    expect_exit 0
    expect_stdout_contains "ai:random-biased"
    expect_stdout_lines 6
    expect_stderr_contains "lib.db: 6 games, "
}

a_practice_plays_with_the_settings_of_its_library() {
    kept _make_library
    cp lib.db other.db
    # shellcheck disable=SC2086
    run library practice lib.db --games 4 $_short --json
    expect_exit 0
    "$UNDERSTUDY" library export lib.db > plain
    # shellcheck disable=SC2086
    run library practice 'other.db?producers=off' --games 4 $_short --json
    expect_exit 0
    expect_stdout_contains '{"library":"other.db","games":4,"before":0,"played":4,'
    "$UNDERSTUDY" library export other.db > off
    ! cmp -s plain off || fail "the settings change nothing"
    # shellcheck disable=SC2086
    run library practice 'other.db?producers=off' --games 4 $_short
    expect_exit 0
    expect_stderr_contains "other.db: nothing was played"
    run library practice 'other.db?producers=of' --games 4
    expect_refusal "producers"
}
