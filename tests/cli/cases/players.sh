# Seats of other programs, from the command line; and the examples.

_python() {
    python3 -c 'import json' 2> /dev/null || skip "there is no python3"
}

_idler='read h; echo "{\"name\":\"it\"}"; while read s; do echo "{\"until\":99999}"; done'

# How a program fails, as FAILURE|WHAT IT DOES WHEN IT IS ASKED A SECOND TIME|THE REASON; each file fail-FAILURE.sh plays.
_failures='exits|exit 3|it ended with status 3; expected one reply
is-killed|kill -9 $$|it was ended by signal 9; expected one reply
closes|exec >\&-; read s; read s|it closed its input or output; expected one reply
babbles|echo "hello there"|reply:1:1: expected a value, found .hello.; it said "hello there"
orders-nonsense|echo "{\\"orders\\":[{\\"order\\":\\"fly\\",\\"args\\":{}}]}"|"fly"
hangs|exec sleep 60|it took too long; expected one reply'

_fail_scripts() {
    local name what reason
    while IFS='|' read -r name what reason; do
        printf 'read h\necho %s\nread s\necho %s\nread s\n%s\nread s\n' "'{\"name\":\"it\"}'" "'{\"until\":60}'" \
            "$(sed 's/\\\([&"]\)/\1/g' <<< "$what")" > fail-$name.sh
    done <<< "$_failures"
}

a_program_that_fails_leaves_a_game_without_a_result() {
    local name what reason seat
    _fail_scripts
    while IFS='|' read -r name what reason; do
        for seat in 0 1; do
            [ $seat$name != 1hangs ] || continue # it takes its five seconds
            run game play open-1 --p$seat "exec:exec sh fail-$name.sh" --p$((1 - seat)) ai:passive --trace t.jsonl --json
            expect_exit 1
            expect_stdout_empty
            expect_stderr_matches "^understudy: exec:exec sh fail-$name.sh failed in seat $seat at cycle 60: .*$reason"
            ! grep -q '"end":' t.jsonl || fail "the trace has an end"
            grep -q '^{"cycle":60,"seat":'$seat',"plan":"failed","goal":1,"text":"it","why":".' t.jsonl ||
                fail "the trace does not say why"
            run trace check t.jsonl
            expect_exit 0
            expect_stdout_contains "the trace has no end"
        done
    done <<< "$_failures"
    run trace replay t.jsonl
    expect_exit 0
    run trace stats t.jsonl
    expect_exit 0
    run trace show --plan 60 t.jsonl
    expect_exit 0
    expect_stdout_contains "it took too long"
}

a_program_that_takes_over_and_fails_is_told_too() {
    _fail_scripts
    run game play open-1 --p0 ai:raid --p1 ai:passive --max-cycles 400 --trace t.jsonl
    run game play --from t.jsonl@100 --p1 'exec:exec sh fail-exits.sh' --trace u.jsonl
    expect_exit 1
    expect_stderr_contains "exec:exec sh fail-exits.sh failed in seat 1 at cycle 101: it ended with status 3"
}

# As player and as opponent, in each seat.
a_program_that_fails_is_a_crash_that_names_whose_program_it_was() {
    local name what reason list=
    _fail_scripts
    while IFS='|' read -r name what reason; do
        [ $name = hangs ] || list="$list,\"exec:exec sh fail-$name.sh\""
    done <<< "$_failures"
    cat > k.json << END
{"experiment": 1, "name": "k", "players": ["ai:raid"$list], "opponents": ["ai:passive", "exec:exec sh fail-exits.sh"],
 "maps": ["open-1"], "max_cycles": 200}
END
    run experiment plan k.json --sample 0 --trust
    expect_exit 0
    run experiment run k -j 2
    expect_exit 1
    expect_stdout_contains "24 of 24 games played, 22 crashed (12 without a result), 24 of them now"
    expect_stderr_contains "22 games crashed and 0 took too long"
    while IFS='|' read -r name what reason; do
        [ $name != hangs ] || continue
        [ "$(grep -F "\"player\":\"exec:exec sh fail-$name.sh\",\"opponent\":\"ai:passive\"" k/results.jsonl |
            sed 's/\\"/"/g' | grep '"end":"crash"' | grep -c "failed in seat [01] at cycle 60: .*$reason")" = 2 ] ||
            fail "$name: not two rows that say so: $(grep -F "fail-$name" k/results.jsonl)"
    done <<< "$_failures"
    [ "$(grep '"player":"ai:raid","opponent":"exec' k/results.jsonl |
        grep -c '"end":"crash","reason":"exec:exec sh fail-exits.sh failed in seat [01] at cycle 60: it ended with status 3[^"]*","failed":"opponent"')" = 2 ] ||
        fail "an opponent that fails is no crash: $(cat k/results.jsonl)"
    [ "$(grep '"opponent":"ai:passive"' k/results.jsonl | grep -c '"failed":"player"')" = 10 ] ||
        fail "a player that fails is not named"
    run experiment compare k
    expect_exit 0
    expect_stdout_contains '2 games against "exec:exec sh fail-exits.sh" have no result, because the opponent'"'"'s program failed'
    expect_stdout_contains '10 games against "exec:exec sh fail-exits.sh" have no result, because both programs, or the game'
    [ "$(grep -F '"opponent":"exec' k/results.jsonl | grep -F '"player":"exec' | grep -F '"failed":"game"' |
        grep -c 'failed in seat 0 at cycle 60.*; exec:exec sh fail-[a-z-]*.sh failed in seat 1 at cycle 60')" = 10 ] ||
        fail "not both are named where both failed: $(cat k/results.jsonl)"
    expect_stdout_contains '2 games of "exec:exec sh fail-exits.sh" crashed and 0 took too long: they count as lost.'
    ! grep -q 'games of "ai:raid" crashed' .out/stdout || fail "its opponent's failure counts as lost"
    run experiment status k
    expect_stdout_matches 'ai:raid  *4 of  *4   score 0.500'
    expect_stderr_contains '2 games against "exec:exec sh fail-exits.sh" have no result'

    # Mended, they are played again: and only these.
    printf 'read h\necho %s\nwhile read s; do echo "{}"; done\n' "'{\"name\":\"it\"}'" > fail-exits.sh
    run experiment run k -j 2 --retry-failed
    expect_exit 1
    expect_stdout_contains "24 of 24 games played, 16 crashed, 22 of them now"
}

# The failure of an opponent tells nothing of the players.
an_opponent_that_fails_leaves_nothing_to_compare() {
    _fail_scripts
    cat > k.json << END
{"experiment": 1, "name": "k", "players": ["ai:raid", "random"], "opponents": ["exec:exec sh fail-exits.sh"],
 "maps": ["open-1"], "max_cycles": 200}
END
    run experiment plan k.json --sample 0 --trust
    run experiment run k -j 2
    expect_exit 1
    expect_stdout_contains "4 of 4 games played, 4 crashed (4 without a result), 4 of them now"
    expect_stderr_contains '4 games against "exec:exec sh fail-exits.sh" have no result'
    run experiment status k --json
    expect_stdout_contains '"crash":4,"timeout":0,"no_result":4'
    run experiment status k
    ! grep -q score .out/stdout || fail "a score of no result"
    run experiment export k --csv
    [ "$(grep -c ',,,0,,0,0,.*,opponent' .out/stdout)" = 4 ] || fail "points of no result: $(cat .out/stdout)"
    run experiment compare k
    expect_exit 4
    expect_stderr_contains 'each pair of games of "ai:raid" and "random" holds a game without a result'
}

# Whether the process is still there at the end is up to the machine.
a_program_that_ends_behind_its_last_reply_changes_nothing() {
    local i
    printf 'read h\necho %s\nread s\necho %s\n' "'{\"name\":\"it\"}'" "'{\"until\":500}'" > leaves.sh
    for i in $(seq 1 30); do
        run game play open-1 --p0 'exec:exec sh leaves.sh' --p1 idle --max-cycles 3
        expect_exit 0
    done
    run game play open-1 --p0 'exec:exec sh leaves.sh' --p1 idle --max-cycles 501
    expect_exit 1
    expect_stderr_contains "failed in seat 0 at cycle 500: it ended with status 0"
}

a_game_of_programs_replays_without_them() {
    _python
    ln -s "$ROOT/docs" docs
    run game play open-1 --p0 'exec:python3 docs/examples/player.py rusher' --max-cycles 4000 \
        --p1 'exec:python3 docs/examples/player.py random' --fog --seed 3 --trace t.jsonl --json
    expect_exit 0
    expect_stderr_empty
    rm docs
    run trace check t.jsonl
    expect_exit 0
    run trace replay t.jsonl
    expect_exit 0
    run game play --from t.jsonl@2000 --p1 "exec:$_idler" --trace u.jsonl --json
    expect_exit 0
    run trace check u.jsonl
    expect_exit 0
}

a_program_that_cannot_be_started_exits_with_5() {
    run game play open-1 --p0 exec:no-such-program-at-all --p1 idle --trace t.jsonl
    expect_exit 5
    expect_stdout_empty
    expect_stderr_contains "exec:no-such-program-at-all: expected a program that says its name: it ended with status 127"
    expect_stderr_contains "not found" # the shell's own
    [ ! -e t.jsonl ] || fail "a trace was begun"
    run game play open-1 --p0 "exec:$_idler" --p1 'exec:echo hello' --trace t.jsonl
    expect_exit 5
    expect_stderr_contains "hello:1:1: "
    run game play open-1 --p0 exec: --p1 idle
    expect_exit 2
}

messages_of_a_program_pass_through() {
    run game play open-1 --p0 "exec:echo started >&2; $_idler" --p1 idle --max-cycles 200
    expect_exit 0
    expect_stderr_contains started
    run game play open-1 --p0 "exec:head -c 3000000 /dev/zero >&2; $_idler" --p1 idle --max-cycles 200
    expect_exit 0
}

a_program_is_heard_where_standard_files_are_closed() {
    run_command bash -c "exec '$UNDERSTUDY' game play open-1 --p0 'exec:$_idler' --p1 'exec:$_idler' \
        --max-cycles 200 --json <&- 2>&-"
    expect_exit 0
    expect_stdout_contains '"reason":"cycle limit","cycles":200,'
}

_broken_off() { # ENV-OPTION SIGNAL
    rm -f ended
    run_command env "$1=$2" "$UNDERSTUDY" game play open-1 --p1 idle --max-cycles 3000 --trace t.jsonl --p0 \
        "exec:read h; echo '{\"name\":\"it\"}'; echo \$\$ > pid; read s; kill -$2 \$PPID; echo '{}'
        while read s; do echo '{}'; done; echo > ended"
}

a_game_that_is_broken_off_ends_its_programs() {
    local signal
    for signal in INT HUP; do
        _broken_off --default-signal $signal
        expect_exit 130
        expect_file ended
        ! kill -0 "$(cat pid)" 2> /dev/null || fail "the program is still there"
        run trace check t.jsonl
        expect_exit 0
    done
}

# Makes a player, spinner.sh, that plays until the file spin is there when it is asked. Then it and what
# it has started write their numbers to the file pids, and go on for ever.
_spinner() {
    cat > spinner.sh << 'END'
read h
echo '{"name":"it"}'
while read s; do
    if [ -e spin ]; then
        while :; do :; done &
        printf '%s\n' $! $$ >> pids
        while :; do :; done
    fi
    echo '{}'
done
END
}

_nobody_spins() { # COUNT: so many spun
    local pid tries
    [ "$(wc -l < pids)" = "$1" ] || fail "$(wc -l < pids) processes spun, expected $1"
    while read -r pid; do
        tries=0
        while kill -0 "$pid" 2> /dev/null; do
            tries=$((tries + 1))
            [ $tries -lt 200 ] || { kill -9 $(cat pids); fail "a program spins on"; }
            sleep 0.01
        done
    done < pids
    rm pids
}

_until_it_spins() {
    local tries=0
    until [ -e pids ] && [ "$(wc -l < pids)" = 2 ]; do
        tries=$((tries + 1))
        [ $tries -lt 1000 ] || fail "it does not spin"
        sleep 0.01
    done
}

programs_of_a_worker_that_dies_are_ended() {
    _spinner
    cat > k.json << 'END'
{"experiment": 1, "name": "k", "players": ["exec:sh spinner.sh"], "opponents": ["idle"],
 "maps": ["open-1"], "seats": [0], "max_cycles": 100}
END
    run experiment plan k.json --sample 0 --trust
    expect_exit 0
    touch spin
    run experiment run k -j 1 --timeout 2 --json
    expect_stdout_contains '"timeout":1,"no_result":0,"played_now":1,"behind":0}'
    _nobody_spins 2

    "$UNDERSTUDY" experiment run k -j 1 --retry-failed --timeout 60 > .out/run 2>&1 &
    local pid=$!
    _until_it_spins
    kill -9 "$(cat /proc/[0-9]*/stat 2> .out/none | awk -v parent=$pid '$4 == parent { print $1 }')"
    wait $pid
    grep -q '1 crashed' .out/run || fail "no game crashed: $(cat .out/run)"
    _nobody_spins 2
}

programs_of_a_game_that_is_killed_are_ended() {
    _spinner
    touch spin
    "$UNDERSTUDY" game play open-1 --p0 "exec:sh spinner.sh" --p1 idle > .out/run 2>&1 &
    local pid=$!
    _until_it_spins
    kill -9 $pid
    wait $pid 2> .out/none
    _nobody_spins 2
}

a_game_goes_on_where_hanging_up_is_ignored() {
    _broken_off --ignore-signal HUP
    expect_exit 0
    expect_file ended
}

a_program_can_embed_a_match() {
    local embed="${UNDERSTUDY%/*}/docs/examples/embed"
    run_command "$embed" expert:rush open-1
    expect_exit 0
    expect_stdout_contains "defeat: expert:rush"
    run learn "$ROOT"/domains/skirmish/demos/rush-*.jsonl -o lib.db
    run_command "$embed" library:lib.db open-1
    expect_exit 0
    expect_stderr_empty
    run_command "$embed" "exec:read h; echo '{\"name\":\"it\"}'; read s; exit 3" open-1
    expect_exit 1
    expect_stderr_contains "failed in seat 0 at cycle 0: it ended with status 3"
    run_command "$embed" library:gone.db open-1
    expect_exit 1
    expect_stderr_contains "gone.db"
}
