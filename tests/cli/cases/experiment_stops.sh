# What stops an experiment by itself: a sequential test, a program that is missing.

_plan() { # NAME PLAYERS: 40 pairs of each two, of draws
    cat > "$1.json" << END
{"experiment": 1, "name": "$1", "seed": 1, "max_cycles": 200, "games": 20, "players": [$2],
 "opponents": ["ai:land-attack"], "maps": ["open-1", "ridge-1"], "seats": [0]}
END
    run experiment plan "$1.json" --sample 0 --trust
    expect_exit 0
}

_three() { # NAME
    _plan "$1" '{"name":"A","agent":"idle"},{"name":"B","agent":"random"},{"name":"C","agent":"ai:raid"}'
}

_stop() { # NAME OPTION...: of A and B, after 30 pairs on these maps
    local name=$1
    shift
    run experiment run "$name" --sprt 0:0.3 --scope these-maps --only player=A --only player=B "$@"
    expect_exit 0
    expect_stderr_contains 'A sequential test of "B" against "A" (0 or 0.3 of a game) stopped after 30 pairs: the smaller one is taken'
}

# ---- sequential tests

a_test_decides_the_same_on_any_number_of_workers() {
    _three one
    cp -r one many
    _stop one -j 1
    expect_stdout_contains "60 of 100 games played, 60 of them now"
    _stop many -j 8
    # workers are ahead of the test: what they played beyond it is told apart
    local more=$(($(wc -l < many/results/run.jsonl) - 60)) line="60 of 100 games played, 60 of them now"
    case $more in
        0) ;;
        1) line+="; 1 game more, under way when the test decided, don't count" ;;
        *) line+="; $more games more, under way when the test decided, don't count" ;;
    esac
    [ "$(head -n 1 .out/stdout)" = "$line" ] || fail "expected $line"
    expect_same_file one/results.jsonl many/results.jsonl
    expect_same_file one/stopped.json many/stopped.json
    run_command cat one/stopped.json
    expect_stdout_contains '{"baseline":"A","player":"B","pairs":30,"decided":"delta0","text":"'
}

a_test_looks_at_each_game_once() {
    cat > same.json << END
{"experiment": 1, "name": "same", "seed": 1, "max_cycles": 200, "games": 40, "players": ["idle", "random"],
 "opponents": ["ai:land-attack", {"name": "again", "agent": "ai:land-attack"}], "maps": ["open-1"], "seats": [0]}
END
    run experiment plan same.json --sample 0
    expect_stdout_contains "80 of them are the same as others"
    run experiment run same --sprt 0:0.3 --scope these-maps -j 2
    expect_exit 0
    expect_stdout_contains "60 of them now"
    run experiment compare same
    expect_stdout_contains "30 pairs in 1 cell"
    expect_stdout_contains '1 of the opponents ("again" is "ai:land-attack") is the same as others'
    run experiment report same
    expect_exit 0
    grep -q "30 pairs in 1 cell" same/report.html || fail "the report counts otherwise"
}

a_refused_command_leaves_what_was_decided() {
    _three k
    _stop k -j 4
    cp k/stopped.json stopped
    cp k/results.jsonl results
    run experiment run k
    expect_refusal "there are results: expected --resume to go on"
    run experiment run k --resume --only player=nobody
    expect_refusal 'there is no player "nobody"'
    run experiment run k --resume --sprt 0:0.2 --scope these-maps --only player=A --only player=B
    expect_refusal "another test has stopped here, and stands"
    run experiment run k --resume --sprt 0:0.3 --scope these-maps --only player=A --only player=C
    expect_refusal "another test has stopped here, and stands: expected to go on without one, or with its own bounds and --scope"
    run experiment run k --resume --sprt 0:0.3
    expect_refusal "expected the games of two players, found those of 3"
    run experiment run k --resume --sprt 0:0.3 --only map=open-1
    expect_refusal '--sprt: expected --only with player or group, found "map=open-1"'
    expect_same_file k/stopped.json stopped
    run experiment merge k
    expect_exit 3
    expect_same_file k/results.jsonl results
}

what_was_decided_stands_when_the_run_goes_on() {
    _plan k '{"name":"A","agent":"idle"},{"name":"B","agent":"random"}'
    _stop k -j 2
    cp k/results.jsonl results
    cp k/stopped.json stopped
    _stop k --resume
    expect_stdout_contains "60 of 60 games played, 0 of them now"
    run experiment run k --resume
    expect_exit 0
    expect_stdout_contains "60 of 60 games played, 0 of them now"
    run experiment run k --resume --dry-run
    expect_stdout_is "60 games, of which 60 are played; 0 would be played now"
    run experiment work k --shard 0/1
    expect_exit 0
    expect_stderr_contains "60 games, 0 played now"
    run experiment merge k
    expect_exit 0
    expect_same_file k/results.jsonl results
    expect_same_file k/stopped.json stopped
    run experiment compare k
    expect_exit 0
    expect_stdout_contains "stopped after 30 pairs"
    rm k/stopped.json # taken back
    run experiment run k --resume
    expect_exit 0
    expect_stdout_contains "80 of 80 games played"
}

the_games_of_a_third_player_stay() {
    _three k
    run experiment run k --only player=C --only seed=20
    expect_exit 0
    _stop k --resume -j 2
    run experiment status k
    expect_exit 0
    expect_stdout_contains "k: 62 of 100 games played"
    expect_stdout_matches '^  A +30 of +30 '
    expect_stdout_matches '^  C +2 of +40 '
    run experiment run k --resume --dry-run
    expect_stdout_is "100 games, of which 62 are played; 38 would be played now"
    run experiment work k --shard 0/2 -j 1
    expect_exit 0
    run experiment merge k
    expect_exit 3
    run experiment run k --resume
    expect_exit 0
    run experiment merge k
    expect_exit 0
    expect_stdout_is "100 of 100 games played"
    [ "$(grep -c '"player":"C","opponent"' k/results.jsonl)" = 40 ] || fail "games of C are gone"
}

a_wrong_decision_is_refused_with_its_place() {
    _three k
    echo '{"baseline":"A","player":"Z","pairs":30,"decided":"delta0","text":""}' > k/stopped.json
    run experiment status k
    expect_refusal 'k/stopped.json:1:26: '
    expect_stderr_contains 'there is no player "Z"'
    echo '{"baseline":"A","player":"B","decided":"delta0","text":""}' > k/stopped.json
    run experiment merge k
    expect_refusal pairs
    echo '{"baseline":"A","player":"B","pairs":50,"decided":"delta0","text":""}' > k/stopped.json
    run experiment merge k
    expect_refusal "k/stopped.json:1:38: the two players have not so many pairs"
    echo '{"baseline":"A","player":"A","pairs":1,"decided":"delta0","text":""}' > k/stopped.json
    run experiment merge k
    expect_refusal "k/stopped.json:1:26: expected another player"
}

what_no_test_can_have_decided_is_refused() {
    _plan k '{"name":"A","agent":"idle"},{"name":"B","agent":"random"}'
    _stop k -j 2
    cp k/stopped.json kept
    _wrong() { # FROM TO PLACE-AND-TEXT
        sed "s/$1/$2/" kept > k/stopped.json
        ! cmp -s kept k/stopped.json || fail "no $1"
        run experiment status k
        expect_refusal "k/stopped.json:1:$3"
    }
    _wrong '"pairs":30' '"pairs":0' "38: expected as many pairs as a test looks at: 30, 40, and so on"
    _wrong '"pairs":30' '"pairs":35' "38: expected as many pairs as a test looks at"
    _wrong '"pairs":30' '"pairs":40' "67: expected the sentence that says what was decided"
    _wrong '"delta0"' 5 "51: "
    _wrong '"delta0"' '"running"' '51: expected "delta0", "delta1" or "capped"'
    _wrong '"delta0"' '"capped"' "51: a test is undecided only after 100000 pairs"
    _wrong '"delta0"' '"delta1"' "67: expected the sentence that says what was decided"
    _wrong '"delta0",' '"delta0","more":1,' "60: "
    _wrong '"text":".*"' '"text":"t"' "67: expected the sentence"
    _wrong '0 or 0.3' '0.3 or 0' "67: expected the sentence"
    _wrong 'of a game)' 'of a\\u0007game)' "67: expected the sentence"
    rm k/stopped.json
    ln -s nothing k/stopped.json
    run experiment status k
    expect_refusal "k/stopped.json: cannot open: No such file or directory; nobody can tell"
    rm k/stopped.json
    cp kept k/stopped.json
    run experiment status k
    expect_exit 0
}

a_damaged_decision_is_told_and_decided_again() {
    local bytes command
    _three k
    _stop k -j 2
    cp k/stopped.json kept
    for bytes in 0 20; do
        head -c $bytes kept > k/stopped.json
        for command in status merge "run --resume" compare "export --csv"; do
            run experiment $command k
            expect_exit 2
            expect_stderr_contains "k/stopped.json:1:"
        done
        run experiment status k
        expect_stderr_contains "remove the file, so that all do, and experiment run --resume with the same --sprt"
        rm k/stopped.json
        _stop k --resume
        expect_same_file k/stopped.json kept
    done
}

# ---- sequential tests whose steps are whole maps

_maps() { # NAME [MEMBERS]: two pairs of draws on each of ten maps
    cat > "$1.json" << END
{"experiment": 1, "name": "$1", "seed": 1, "max_cycles": 200, "games": 2,
 "players": [{"name":"A","agent":"idle"},{"name":"B","agent":"random"}], "opponents": ["ai:land-attack"],
 "maps": [{"family": "open", "size": 32, "seed": 500, "count": 6},
          {"family": "ridge", "size": 32, "seed": 700, "count": 4}], "seats": [0]${2:+, $2}}
END
    run experiment plan "$1.json" --sample 0 --trust
    expect_exit 0
}

_decided='A sequential test of "B" against "A" (0 or 1 of a game) stopped after 7 maps: the smaller one is taken.'

a_test_of_whole_maps_decides_the_same_on_any_number_of_workers() {
    local jobs
    _maps k
    cp -r k many
    cp -r k again
    run experiment run k --sprt 0:1 -j 1
    expect_exit 0
    expect_stderr_contains "$_decided"
    expect_stdout_contains "28 of 28 games played, 28 of them now"
    run_command cat k/stopped.json
    expect_stdout_contains '{"baseline":"A","player":"B","maps":7,"decided":"delta0","text":"'
    # families take turns: four of six maps, and three of four
    grep -o '"map":"[^"]*","seat"' k/results.jsonl | sort -u | sed -E 's/.*"(open|ridge)-.*/\1/' | uniq -c |
        tr -s ' ' > took
    printf ' 4 open\n 3 ridge\n' > want
    expect_same_file took want
    run experiment run many --sprt 0:1 -j 2
    expect_exit 0
    expect_same_file k/results.jsonl many/results.jsonl
    expect_same_file k/stopped.json many/stopped.json
    # killed in between, it goes on to the same decision
    "$UNDERSTUDY" experiment run again --sprt 0:1 -j 2 > .out/none 2>&1 &
    local pid=$! tries=0
    until [ "$(cat again/results/*.jsonl 2> .out/none | wc -l)" -ge 3 ]; do
        tries=$((tries + 1))
        [ $tries -lt 2000 ] || fail "nothing is played"
        sleep 0.005
    done
    kill -9 $pid
    wait $pid 2> .out/none
    run experiment run again --sprt 0:1 -j 2 --resume
    expect_exit 0
    expect_stderr_contains "$_decided"
    expect_same_file k/results.jsonl again/results.jsonl
    expect_same_file k/stopped.json again/stopped.json
    run experiment compare k
    expect_exit 0
    expect_stdout_matches 'on maps like these \(7 maps\).*; stopped by a sequential test\.$'
    expect_stdout_contains "$_decided"
    run experiment compare k --sprt 0:1
    expect_stdout_contains 'Sequential test: after 7 maps it accepts that the mean effect of maps of "B" (equal weights) is +0.000 or less, and rejects +1.000.'
}

what_a_test_of_whole_maps_decided_stands() {
    _maps k
    run experiment run k --sprt 0:1 -j 2
    expect_exit 0
    cp k/stopped.json kept
    cp k/results.jsonl results
    run experiment run k --resume
    expect_exit 0
    expect_stdout_contains "28 of 28 games played, 0 of them now"
    run experiment run k --resume --sprt 0:1
    expect_exit 0
    expect_stderr_contains "$_decided"
    run experiment run k --resume --sprt 0:1 --scope these-maps
    expect_refusal "another test has stopped here, and stands: expected to go on without one, or with its own bounds and --scope"
    run experiment merge k
    expect_exit 0
    expect_same_file k/results.jsonl results
    expect_same_file k/stopped.json kept
    rm k/stopped.json # taken back, and decided again by the same games
    run experiment run k --resume --sprt 0:1
    expect_exit 0
    expect_same_file k/stopped.json kept
    expect_same_file k/results.jsonl results
}

what_no_test_of_whole_maps_can_have_decided_is_refused() {
    _maps k
    run experiment run k --sprt 0:1 -j 2
    expect_exit 0
    cp k/stopped.json kept
    _wrong() { # FROM TO PLACE-AND-TEXT
        sed "s/$1/$2/" kept > k/stopped.json
        ! cmp -s kept k/stopped.json || fail "no $1"
        run experiment status k
        expect_refusal "k/stopped.json:1:$3"
    }
    _wrong '"maps":7' '"maps":0' "37: expected as many maps as a test looks at: 6, 7, and so on"
    _wrong '"maps":7' '"maps":5' "37: expected as many maps as a test looks at: 6, 7, and so on"
    _wrong '"maps":7' '"maps":6' "65: expected the sentence that says what was decided"
    _wrong '"maps":7' '"maps":11' "37: the two players have not so many maps"
    _wrong '"maps":7' '"maps":-1' "37: "
    _wrong '"maps":7' '"maps":"6"' "37: "
    _wrong '"maps":7' '"pairs":30' "38: the two players have not so many pairs"
    _wrong '"maps":7' '"maps":7,"pairs":6' '47: expected either "maps" or "pairs"'
    _wrong '"delta0"' '"delta1"' "65: expected the sentence that says what was decided"
    _wrong '"delta0"' '"capped"' "49: a test is undecided only after 100000 maps"
    _wrong '7 maps' '7 pairs' "65: expected the sentence that says what was decided"
}

a_test_of_few_maps_is_refused_before_it_plays() {
    _three k
    run experiment run k --sprt 0:1 --only player=A --only player=B
    expect_refusal "--sprt: a test about maps like these looks at 6 maps or more, and the two players have pairs on 2: expected more maps, or --scope these-maps, which looks at pairs"
    [ ! -s k/results/run.jsonl ] || fail "something was played"
    run experiment run k --sprt 0:1 --scope here --only player=A --only player=B
    expect_refusal '--scope: expected maps or these-maps, found "here"'
}

# An experiment that is about these maps has steps that are pairs, and needs no option.
the_spec_says_what_the_steps_are() {
    _maps k '"scope": "these maps"'
    run experiment plan k.json --sample 0 --set games=5
    expect_exit 0
    run experiment run k --sprt 0:0.3 -j 2
    expect_exit 0
    expect_stderr_contains "stopped after 30 pairs"
    run experiment compare k
    expect_stdout_matches 'on these [0-9]+ maps alone: .*; stopped by a sequential test\.$'
}

# A test is on record before its first game, so that no bounds are tried until some decide.
a_test_that_has_begun_is_the_only_one() {
    _maps k
    cp -r k many
    run experiment run k --sprt 0:1 --dry-run
    expect_exit 0
    expect_no_file k/sequential.json
    run experiment run k --sprt 0:0.3 -j 1
    expect_exit 0
    expect_stdout_matches '^undecided after 10 of 10 maps: the sequential test of "B" against "A" \(0 or 0\.3 of a game\) has the log-likelihood ratio -?[0-9.]+, and decides at -2\.94 or 2\.94$'
    expect_stderr_contains 'If all have an effect of 0 or of 0.3, the test takes 16; if all have an effect of 1, it takes 12. So the plan can'"'"'t decide it: expected more maps, or bounds that lie farther apart.'
    run_command cat k/sequential.json
    expect_stdout_is '{"baseline":"A","player":"B","scope":"maps","delta0":0,"delta1":0.3,"alpha":0.05,"beta":0.05}'
    expect_no_file k/stopped.json
    cp k/sequential.json kept
    cp k/results.jsonl results
    local bounds
    for bounds in 0:1 -0.3:0 "0:0.3 --scope these-maps"; do
        # shellcheck disable=SC2086
        run experiment run k --resume --sprt $bounds
        expect_refusal 'k/sequential.json: --sprt: another test has begun here: {"baseline":"A","player":"B","scope":"maps","delta0":0,"delta1":0.3,"alpha":0.05,"beta":0.05}; expected the same players, bounds and --scope'
        expect_stderr_contains "Removing the file takes that test back"
        # shellcheck disable=SC2086
        run experiment run k --resume --dry-run --sprt $bounds
        expect_refusal "another test has begun here"
    done
    run experiment run k --resume --sprt 0:0.3 --json
    expect_exit 0
    expect_stdout_matches '"sequential":\{"baseline":"A","player":"B","scope":"maps","delta0":0,"delta1":0\.3,"alpha":0\.05,"beta":0\.05,"maps":10,"decided":null,"ratio":-?[0-9.]+,"lower":-2\.944439,"upper":2\.944439,"planned":10,"waits":null\}'
    expect_same_file k/sequential.json kept
    run experiment run many --sprt 0:0.3 -j 4
    expect_exit 0
    expect_same_file many/sequential.json kept
    expect_same_file many/results.jsonl results
    rm k/sequential.json # taken back
    run experiment run k --resume --sprt 0:1 --json
    expect_exit 0
    expect_stdout_contains '"maps":7,"decided":"delta0","ratio":'
    run_command cat k/stopped.json
    expect_stdout_contains "it lies too far from 0.5, the middle of the two."
    run experiment run k --resume --sprt 0:1 --json # decided already
    expect_stdout_contains '"maps":7,"decided":"delta0","ratio":'
}

a_killed_test_is_still_on_record() {
    local tries=0
    _maps k
    "$UNDERSTUDY" experiment run k --sprt 0:0.3 -j 2 > .out/none 2>&1 &
    local pid=$!
    until [ "$(cat k/results/*.jsonl 2> .out/none | wc -l)" -ge 3 ]; do
        tries=$((tries + 1))
        [ $tries -lt 2000 ] || fail "nothing is played"
        sleep 0.005
    done
    kill -9 $pid
    wait $pid 2> .out/none
    run experiment run k --resume --sprt 0:1
    expect_refusal "k/sequential.json: --sprt: another test has begun here"
    : > k/sequential.json
    run experiment run k --resume --sprt 0:1
    expect_refusal "k/sequential.json: --sprt: another test has begun here"
    # another plan, and the same plan without results, begin anew
    run experiment plan k.json --sample 0
    expect_exit 0
    [ -e k/sequential.json ] || fail "the same plan has taken the test away"
}

a_plan_without_results_has_no_test() {
    _maps k
    echo old > k/sequential.json
    run experiment plan k.json --sample 0 --set seed=5
    expect_exit 0
    expect_no_file k/sequential.json
}

so_few_maps_decide_nothing_and_a_note_says_so() {
    _maps k
    run experiment run k --sprt 0:0.1
    expect_exit 0
    expect_stderr_contains "If all have an effect of 0 or of 0.1, the test takes 44; if all have an effect of 1, it takes 23. So the plan can't decide it: expected more maps, or bounds that lie farther apart."
    run experiment run k --resume --sprt -0.1:2
    expect_refusal "D0 below D1, both from -1 to 1, found"
}

# The bias is away from the middle between the two, and older versions wrote otherwise.
an_older_sentence_is_read_and_told_in_other_words() {
    _maps k
    run experiment run k --sprt 0:1 -j 2
    expect_exit 0
    sed -i 's/the estimated effect is biased: it lies too far from 0.5, the middle of the two\./an effect of maps that stopped so lies too far from 0./' k/stopped.json
    run_command cat k/stopped.json
    expect_stdout_contains "lies too far from 0."
    rm k/sequential.json
    run experiment run k --resume --sprt 0:1
    expect_exit 0
    expect_stderr_contains "it lies too far from 0.5, the middle of the two."
    run experiment compare k
    expect_stdout_contains "it lies too far from 0.5, the middle of the two."
}

# What was decided about pairs of these maps is no decision about others.
a_test_of_these_maps_is_not_taken_for_one_of_maps() {
    local note="The sequential test was about these maps alone: its steps were pairs."
    _plan k '{"name":"A","agent":"idle"},{"name":"B","agent":"random"}'
    _stop k -j 2
    run experiment compare k
    expect_stdout_contains "on maps like these (2 maps)"
    expect_stdout_contains "$note"
    run experiment compare k --scope these-maps
    expect_stdout_lacks "$note"
    _maps m
    run experiment run m --sprt 0:1 -j 2
    run experiment compare m
    expect_stdout_lacks "$note"
}

# Before there were scopes all tests looked at pairs, and no manifest had one.
what_an_older_version_decided_stands() {
    _plan k '{"name":"A","agent":"idle"},{"name":"B","agent":"random"}'
    _stop k -j 2
    sed -i '1s/,"scope":"[^"]*"//' k/manifest.jsonl
    ! grep -q '"scope"' k/manifest.jsonl || fail "the manifest has a scope"
    run experiment status k
    expect_exit 0
    expect_stdout_contains "60 of 60 games played"
    run experiment run k --resume
    expect_exit 0
    expect_stdout_contains "60 of 60 games played, 0 of them now"
    run experiment compare k
    expect_exit 0
    expect_stdout_contains "An older version planned the experiment, without a scope."
    expect_stdout_contains "stopped after 30 pairs"
    run experiment compare k --scope these-maps
    expect_stdout_lacks "without a scope"
}

# ---- programs

_programs() { # NAME PLAYERS
    _plan "$1" "$2"
    run experiment plan "$1.json" --sample 0 --set games=3 --trust
    expect_exit 0
}

a_missing_program_is_missing_on_any_number_of_workers() {
    local players jobs
    for players in '"ai:raid","exec:/nothing"' '"exec:/nothing","ai:raid"'; do
        for jobs in 1 4; do
            rm -rf k
            _programs k "$players"
            run experiment run k -j $jobs
            expect_exit 5
            expect_stderr_contains "exec:/nothing: expected a program that says its name"
            expect_stdout_empty
            [ ! -s k/results/run.jsonl ] || fail "something was played"
        done
    done
    run experiment run k --only player=ai:raid
    expect_exit 0
    expect_stdout_contains "6 of 12 games played, 6 of them now"
}

a_program_that_fails_to_start_later_has_crashed() {
    command -v python3 > /dev/null || skip "no python3"
    local jobs
    cat > once << END
#!/bin/sh
[ ! -e "$PWD/begun" ] || exit 3
touch "$PWD/begun"
exec python3 $ROOT/docs/examples/player.py random
END
    chmod +x once
    for jobs in 1 4; do
        rm -rf k begun
        _programs k "\"exec:$PWD/once\",\"ai:raid\""
        run experiment run k -j $jobs
        expect_exit 1
        expect_stdout_contains "12 of 12 games played, 6 crashed, 12 of them now"
        [ "$(grep -c '"end":"crash","reason":"exec:.*it ended with status 3"' k/results.jsonl)" = 6 ] ||
            fail "no such reason"
    done
}

a_run_that_waits_for_a_program_to_start_can_be_interrupted() {
    local tries=0
    _programs k "\"ai:raid\",\"exec:touch $PWD/begun; sleep 600\""
    "$UNDERSTUDY" experiment run k > .out/stdout 2> .out/stderr &
    local pid=$!
    _ran="understudy experiment run k &"
    until [ -e begun ]; do
        tries=$((tries + 1))
        [ $tries -lt 1000 ] || fail "no program is started"
        sleep 0.01
    done
    kill -INT $pid
    _code=0
    wait $pid || _code=$?
    expect_exit 130 # 5 once it has been waited for
    expect_stderr_contains "interrupted: 0 of 12 games are played; go on with --resume"
    [ ! -s k/results/run.jsonl ] || fail "something was played"
}
