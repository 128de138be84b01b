# The experiment commands. Runs are watched by their journal, DIR/results/run.jsonl.

_spec() { # NAME [MEMBERS]: two players whose games go as fast as games can
    cat > "$1.json" <<END
{"experiment": 1, "name": "$1", "seed": 1, "max_cycles": 1500, "games": 20,
 "players": ["random", {"name": "rush", "agent": "expert:rush"}],
 "opponents": ["ai:land-attack"], "maps": ["open-1", "ridge-1"], "seats": [0]${2:+, $2}}
END
}

_plan() { # NAME [MEMBERS]
    _spec "$@"
    run experiment plan "$1.json" --sample 0
    expect_exit 0
}

_fast() { # NAME: a plan of six games
    _spec "$1"
    run experiment plan "$1.json" --sample 0 --set games=3 --set max_cycles=300 \
        --set 'maps=["open-1"]'
    expect_exit 0
}

_play_undisturbed() { # NAME [MEMBERS]
    _plan "$@"
    run experiment run "$1" -j 2
    expect_exit 0
    cp "$1/results.jsonl" want.jsonl
    rm -r "$1"
}

_undisturbed() { # NAME [MEMBERS]: NAME planned and played to its end, once for all cases; then planned anew
    kept _play_undisturbed "$@"
    _plan "$@"
}

_lines() { # NAME: of the journal
    cat "$1/results"/*.jsonl 2> .out/none | wc -l
}

_wait_file() { # NAME: until it is there
    local tries=0
    until [ -e "$1" ]; do
        tries=$((tries + 1))
        [ $tries -lt 2000 ] || fail "no $1"
        sleep 0.01
    done
}

_wait_lines() { # NAME COUNT: until so many games are played
    local tries=0
    while [ "$(_lines "$1")" -lt "$2" ]; do
        tries=$((tries + 1))
        [ $tries -lt 2000 ] || fail "no $2 lines in $1/results"
        sleep 0.01
    done
}

_start() { # ARGUMENT...: a run in the background: $_pid
    "$UNDERSTUDY" experiment "$@" > .out/stdout 2> .out/stderr &
    _pid=$!
    _ran="understudy experiment $* &"
}

_join() { # its end
    _code=0
    wait $_pid 2> .out/none || _code=$?
}

_workers() { # the children of the run
    cat /proc/[0-9]*/stat 2> .out/none | awk -v parent=$_pid '$4 == parent { print $1 }'
}

_same_as_undisturbed() { # NAME: every game once, and as it should be
    local double
    expect_same_file "$1/results.jsonl" want.jsonl
    double=$(grep -h '"end":"\(win\|draw\|loss\)"' "$1/results"/*.jsonl | cut -c 1-27 | sort | uniq -d)
    [ -z "$double" ] || fail "played twice: $double"
}

# ---- plan, run, status, merge

a_plan_is_run_and_merged() {
    _fast k
    expect_stdout_contains "k: 2 players, 1 opponent, 1 map: 6 games"
    expect_stdout_contains "experiment run k"
    expect_file k/manifest.jsonl
    sed -e 's/"games": 20/"games": 3/; s/"max_cycles": 1500/"max_cycles": 300/' \
        -e 's/"maps": \[[^]]*\]/"maps": ["open-1"]/' k.json > set.json
    expect_same_file k/spec.json set.json
    expect_no_file k/understudy-planning
    cp k/spec.json again.json
    run experiment plan again.json -o again --sample 0
    expect_same_file again/manifest.jsonl k/manifest.jsonl
    run experiment status k
    expect_exit 0
    expect_stdout_contains "k: 0 of 6 games played"
    expect_stdout_matches 'rush +0 of +3$'
    run experiment merge k
    expect_exit 3
    expect_stdout_contains "0 of 6 games played"
    expect_stderr_contains "k: 6 games have no result yet"
    run experiment run k
    expect_exit 0
    expect_stdout_contains "6 of 6 games played, 6 of them now"
    expect_stdout_contains "results in k/results.jsonl"
    cp k/results.jsonl first
    run experiment status k
    expect_stdout_matches 'rush +3 of +3 +score '
    run experiment merge k
    expect_exit 0
    expect_stdout_is "6 of 6 games played"
    expect_same_file k/results.jsonl first
}

experiments_tell_programs_in_json() {
    _spec k
    run experiment plan k.json --json --sample 2 --set games=3 --set max_cycles=300
    expect_exit 0
    expect_stdout_lines 1
    expect_stdout_contains '{"experiment":"k","folder":"k","games":12,"duplicates":0,"played":0,"players":2,'
    expect_stdout_contains '"sampled":2,"estimated_ms":'
    run experiment run k --dry-run --json
    expect_stdout_is '{"wanted":12,"played":0,"left":12}'
    run experiment run k --json --only map=open-1
    expect_exit 0
    expect_stdout_contains '{"games":12,"played":6,"missing":6,"win":'
    expect_stdout_contains '"crash":0,"timeout":0,"no_result":0,"played_now":6,"behind":0}'
    run experiment status k --json
    expect_stdout_contains '{"experiment":"k","games":12,"played":6,"missing":6,'
    run experiment merge k --json
    expect_exit 3
    expect_stdout_contains '{"games":12,"played":6,"missing":6,'
    run experiment work k --shard 0/1 --json
    expect_exit 0
    expect_stdout_is '{"shard":0,"shards":1,"games":12,"played":12,"missing":0,"played_now":6,"crash_now":0,"timeout_now":0}'
    ! grep -q shard .out/stderr || fail "it is told twice"
}

any_number_of_workers_gives_the_same_results() {
    _plan k
    run experiment run k -j 1
    expect_exit 0
    cp k/results.jsonl one
    rm -r k
    _plan k
    run experiment run k -j 3
    expect_exit 0
    expect_same_file k/results.jsonl one
}

shards_are_merged_to_the_same_results() {
    _undisturbed k
    run experiment work k --shard 0/2 -j 1
    expect_exit 0
    expect_stdout_empty
    expect_stderr_contains "shard 0 of 2: 40 games, 40 played now, 0 crashed"
    run experiment status k # pairs are in one shard
    expect_stdout_matches '^  random +20 of +40 '
    expect_stdout_matches '^  rush +20 of +40 '
    run experiment merge k
    expect_exit 3
    run experiment work k --shard 1/2 -j 2
    expect_exit 0
    run experiment merge k
    expect_exit 0
    _same_as_undisturbed k
    run experiment work k --shard 1/2
    expect_exit 0
    expect_stderr_contains "40 games, 0 played now"
}

a_wrong_shard_is_refused() {
    local shard
    _fast k
    for shard in 2/2 -1/2 0/0 0 a/b 0/ /2 0/100001 00000000000000001/2; do
        run experiment work k --shard $shard
        expect_refusal "expected I/N"
    done
}

a_dry_run_changes_nothing() {
    _fast k
    find k -type f | sort | xargs cksum > before
    run experiment run k --dry-run --only player=rush
    expect_exit 0
    expect_stdout_is "3 games, of which 0 are played; 3 would be played now"
    find k -type f | sort | xargs cksum > after
    expect_same_file before after
}

only_some_are_played() {
    _plan k
    run experiment run k --only player=rush --only map=open-1 --only seed=1 --only seed=2
    expect_exit 0
    expect_stdout_contains "2 of 80 games played, 2 of them now"
    run experiment run k --resume --only family=ridge --only seed=3 --json
    expect_exit 0
    expect_stdout_contains '"played_now":2'
    run experiment run k --resume --only player=nobody
    expect_refusal '--only: there is no player "nobody"'
    run experiment run k --resume --only players=rush
    expect_refusal '--only: expected KEY=VALUE with player, group,'
    run experiment run k --resume --only rush
    expect_refusal 'found "rush"'
}

the_same_player_by_two_names_plays_once() {
    _spec k
    run experiment plan k.json --sample 0 --set games=3 --set max_cycles=300 \
        --set 'players=["random",{"name":"again","agent":"random"}]'
    expect_exit 0
    expect_stdout_contains "6 of them are the same as others, and are played once"
    run experiment run k --only player=again
    expect_exit 0
    expect_stdout_contains "12 of 12 games played, 6 of them now"
    run experiment run k --resume
    expect_exit 0
    expect_stdout_contains ", 0 of them now"
    run experiment compare k
    expect_stdout_matches '^"again" is the same player as "random"\.$'
    run experiment report k
    expect_exit 0
    grep -q '<li class="same">' k/report.html || fail "the report does not say it"
}

a_member_that_is_null_is_absent() {
    _spec k '"model": "rush"'
    run experiment plan k.json --sample 0 --set model=null --set games=1
    expect_exit 0
    ! grep -q model k/manifest.jsonl || fail "it is there"
    cp k/manifest.jsonl want
    run experiment plan k/spec.json -o again --sample 0
    expect_exit 0
    expect_same_file again/manifest.jsonl want
    run experiment plan k.json --set players=null
    expect_refusal 'expected a member "players"'
}

a_library_that_nobody_has_is_told() {
    _spec k '"libraries": [{"name": "small", "learn": ["rush-open-1"]}, {"name": "mixed", "shuffle": "small"},
        {"name": "idle", "learn": ["rush-open-1"], "relax": true}]'
    run experiment plan k.json --sample 0 --set games=1 --set 'players=["random","library:mixed"]'
    expect_exit 0
    expect_stderr_contains 'no player and no opponent has the library "idle"'
    ! grep -q 'has the library "\(small\|mixed\)"' .out/stderr || fail "they are used"
}

a_demonstration_that_is_not_there_is_told_with_the_nearest() {
    _spec k
    run experiment plan k.json --sample 0 --set 'libraries=[{"name":"l","learn":["rush-open-2"]}]'
    expect_refusal 'there is no file "rush-open-2", and no shipped demonstration of that name: expected one that `game demos` lists, such as "rush-open-1", or a path'
}

a_plan_names_players_that_are_the_same() {
    _spec k
    run experiment plan k.json --sample 0 --set games=1 --set 'players=["idle",{"name":"a","agent":"idle"},
        {"name":"b","agent":"random","group":"g"},{"name":"c","agent":"random","group":"g"}]'
    expect_exit 0
    expect_stderr_contains '"a" is the same player as "idle": its games are those'
    expect_stderr_contains '"g": runs 0, 1 are the same player; of its 2 runs 1 is different, and each counts'
    run experiment plan k.json --sample 0 --set games=1
    expect_exit 0
    ! grep -q "the same player" .out/stderr || fail "they differ"
}

# ---- what ends a run

a_killed_run_is_resumed_to_the_same_results() {
    local lines resume=
    _undisturbed k
    for lines in 1 20 40; do # of 80: a slow watcher must not come too late
        _start run k -j 2 $resume
        _wait_lines k $lines
        kill -9 $_pid
        _join
        expect_exit 137
        [ "$resume" ] || run experiment run k
        [ "$resume" ] || expect_refusal "k: there are results: expected --resume to go on, or --retry-failed"
        resume=--resume
    done
    run experiment run k --resume -j 1
    expect_exit 0
    _same_as_undisturbed k
}

an_interrupted_run_ends_its_games_and_is_resumed() {
    _undisturbed k
    _start run k -j 2
    _wait_lines k 5
    kill -INT $_pid
    _join
    expect_exit 130
    expect_stdout_empty
    expect_stderr_matches '^understudy: interrupted: [0-9]+ of 80 games are played; go on with --resume$'
    [ "$(tail -c 1 k/results/run.jsonl | od -An -tx1 | tr -d ' ')" = 0a ] || fail "a cut line"
    run experiment run k --resume
    expect_exit 0
    _same_as_undisturbed k
}

a_second_interrupt_leaves_the_games_under_way() {
    local worker tries=0
    _undisturbed k
    _start run k -j 1
    _wait_lines k 5
    worker=$(_workers)
    kill -STOP "$worker"
    kill -INT $_pid
    until grep -q "interrupted: the games under way are played to their end" .out/stderr; do
        tries=$((tries + 1))
        [ $tries -lt 1000 ] || fail "an interrupt is not told"
        sleep 0.01
    done
    kill -INT $_pid
    _join
    expect_exit 130
    kill -CONT "$worker"
    run experiment run k --resume
    expect_exit 0
    _same_as_undisturbed k
}

a_worker_that_crashes_loses_one_game() {
    local worker
    _undisturbed k
    _start run k -j 1
    _wait_lines k 5
    worker=$(_workers)
    kill -STOP "$worker" # so that it has a game
    sleep 0.2
    kill -9 "$worker"
    _join
    expect_exit 1
    expect_stdout_contains "80 of 80 games played, 1 crashed, 80 of them now"
    expect_stderr_contains "1 games crashed and 0 took too long: each has a row that records it"
    [ "$(grep -c '"end":"crash","reason":"signal 9 (Killed)"' k/results.jsonl)" = 1 ] || fail "no row"
    run experiment run k --resume
    expect_exit 0
    expect_stdout_contains ", 1 crashed, 0 of them now"
    run experiment run k --retry-failed
    expect_exit 0
    expect_stdout_contains "80 of 80 games played, 1 of them now"
    _same_as_undisturbed k
}

a_game_that_takes_too_long_loses_itself() {
    _undisturbed k
    _start run k -j 2 --timeout 2
    _wait_lines k 5
    kill -STOP "$(_workers | head -n 1)"
    _join
    expect_exit 1
    expect_stdout_contains "80 of 80 games played, 1 took too long, 80 of them now"
    [ "$(grep -c '"end":"timeout","reason":"wall clock"' k/results.jsonl)" = 1 ] || fail "no row"
    run experiment run k --retry-failed --timeout 0 --json
    expect_exit 0
    expect_stdout_contains '"timeout":0,"no_result":0,"played_now":1,"behind":0}'
    _same_as_undisturbed k
}

a_full_disk_ends_a_run_that_goes_on_later() {
    local resume= kilobytes
    _undisturbed k
    for kilobytes in 1 3 7; do
        run_command bash -c "ulimit -f $kilobytes; exec '$UNDERSTUDY' experiment run k $resume -j 2"
        expect_exit 3
        expect_stderr_matches 'k/results/run.jsonl: cannot write: .*of 80 games are played; go on with --resume$'
        expect_stdout_empty
        resume=--resume
    done
    run_command bash -c "ulimit -f 16; exec '$UNDERSTUDY' experiment run k --resume"
    expect_exit 3
    expect_stderr_contains "k/results.jsonl: cannot write: "
    run experiment run k --resume
    expect_exit 0
    expect_stdout_contains ", 0 of them now"
    _same_as_undisturbed k
}

a_damaged_line_is_a_game_that_is_played_again() {
    _undisturbed k
    run experiment run k -j 2
    expect_exit 0
    { head -n 20 k/results/run.jsonl; head -c 500 /dev/zero; tail -n 57 k/results/run.jsonl; } > cut
    mv cut k/results/run.jsonl # three lines are gone, and the one behind them is damaged
    run experiment status k
    expect_exit 0
    expect_stdout_contains "k: 76 of 80 games played"
    expect_stderr_contains "k: 1 lines in results/ are damaged: they count as not played"
    run experiment run k --resume
    expect_exit 0
    expect_stdout_contains "80 of 80 games played, 4 of them now"
    expect_stderr_contains "1 lines in results/ are damaged"
    expect_same_file k/results.jsonl want.jsonl
}

one_run_is_at_work_in_a_folder() {
    _undisturbed k
    cp k/manifest.jsonl before
    _start run k -j 2
    _wait_lines k 3
    kill -STOP $_pid
    run experiment run k --resume
    expect_refusal "k/lock: another run is at work here" 3
    run experiment work k --shard 0/2
    expect_refusal "another run is at work here" 3
    run experiment plan k.json
    expect_refusal "another run is at work here" 3
    expect_same_file k/manifest.jsonl before
    run experiment status k
    expect_exit 0
    kill -CONT $_pid
    _join
    expect_exit 0
    _same_as_undisturbed k
}

shards_are_played_side_by_side_each_by_one() {
    _undisturbed k
    _start work k --shard 0/2 -j 1
    _wait_lines k 3
    kill -STOP $_pid
    run experiment work k --shard 0/2
    expect_refusal "another run is at work here" 3
    run experiment run k --resume
    expect_refusal "another run is at work here" 3
    run experiment work k --shard 1/3
    expect_refusal "another run is at work here, on one of 2 parts: expected a part of as many" 3
    run experiment work k --shard 1/2 -j 1
    expect_exit 0
    kill -CONT $_pid
    _join
    expect_exit 0
    run experiment merge k
    expect_exit 0
    _same_as_undisturbed k
}

_take_away() { # FILE COMMAND...: from a run; it looks each second
    _wait_lines k 3
    kill -STOP $_pid
    "${@:2}" "$1"
    sleep 1.1
}

what_is_taken_away_under_a_run_ends_it() {
    _undisturbed k
    _start run k -j 1
    _take_away k/results/run.jsonl rm
    kill -CONT $_pid
    _join
    [ $_code = 3 ] || fail "exit $_code, expected 3"
    grep -q "k/results/run.jsonl: somebody removed or moved it, and results with it" .out/stderr || fail "$(cat .out/stderr)"
    _start run k -j 1
    _take_away k/lock rm
    run experiment run k -j 1 --resume --only map=open-1
    expect_exit 0
    kill -CONT $_pid
    _join
    [ $_code = 3 ] || fail "exit $_code, expected 3"
    grep -q "k/lock: somebody removed or moved what keeps other runs out" .out/stderr || fail "$(cat .out/stderr)"
    run experiment run k --resume
    expect_exit 0
    expect_same_file k/results.jsonl want.jsonl
    run experiment status k
    ! grep -q damaged .out/stdout || fail "lines are torn"
}

_move_away() { # FILE
    mv "$1" moved
}

what_is_moved_away_under_a_run_ends_it() {
    _undisturbed k
    _start run k -j 1
    _take_away k/results _move_away
    kill -CONT $_pid
    _join
    [ $_code = 3 ] || fail "exit $_code, expected 3"
    grep -q "k/results/run.jsonl: somebody removed or moved it, and results with it" .out/stderr || fail "$(cat .out/stderr)"
    run experiment status k
    expect_refusal "k/results: cannot list: No such file or directory; put it back, or go on with experiment run, which begins anew"
    run experiment run k
    expect_exit 0
    expect_same_file k/results.jsonl want.jsonl
}

a_missing_folder_of_results_is_made_by_a_run() {
    _fast k
    rm -r k/results
    run experiment run k
    expect_exit 0
    expect_stdout_contains "6 of 6 games played, 6 of them now"
}

a_plan_that_was_played_says_how_far_it_is() {
    _fast k
    run experiment run k --only player=random
    expect_exit 0
    run experiment plan k.json --set games=3 --set max_cycles=300 --set 'maps=["open-1"]'
    expect_exit 0
    expect_stdout_matches '^3 of 6 games played; next: .* experiment run k --resume$'
    expect_stdout_lacks "about"
    run experiment run k
    expect_refusal "there are results: expected --resume"
    run experiment run k --only player=random
    expect_exit 0
    expect_stdout_matches '^3 of 6 games played, 0 of them now: nothing was left to play$'
    run experiment run k --resume
    expect_exit 0
    expect_stdout_is "6 of 6 games played, 3 of them now
results in k/results.jsonl"
    run experiment plan k.json --set games=3 --set max_cycles=300 --set 'maps=["open-1"]'
    expect_exit 0
    expect_stdout_matches '^6 of 6 games played; next: .* experiment compare k$'
    run experiment run k
    expect_exit 0
    expect_stdout_contains "6 of 6 games played, 0 of them now: nothing was left to play"
    run experiment plan k.json --json --set games=3 --set max_cycles=300 --set 'maps=["open-1"]'
    expect_stdout_contains '"played":6,'
}

a_plan_leaves_nothing_of_results_that_are_gone() {
    _fast k
    run experiment run k
    expect_file k/results.jsonl
    printf '{}' > k/stopped.json
    rm k/results/run.jsonl
    # merged results may be all that somebody kept
    cp k/results.jsonl kept
    run experiment plan k.json --sample 0 --set games=4
    expect_refusal "there are results of another plan" 1
    expect_same_file k/results.jsonl kept
    rm k/results.jsonl
    run experiment plan k.json --sample 0 --set games=4
    expect_exit 0
    expect_no_file k/stopped.json
}

no_decision_about_an_older_plan_outlives_it() {
    local i code ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
    export ASAN_OPTIONS
    command -v strace > .out/where 2>&1 || skip "no strace"
    _fast k
    cp k/manifest.jsonl before
    for ((i = 1; i < 40; i++)); do
        echo '{}' > k/stopped.json
        code=0
        strace -f -o .out/calls -e trace=unlink -e inject=unlink:signal=KILL:when=$i \
            "$UNDERSTUDY" experiment plan k.json --sample 0 --set seed=$((i + 1)) > .out/killed 2>&1 || code=$?
        if ! cmp -s before k/manifest.jsonl; then
            expect_no_file k/stopped.json
        fi
        [ $code != 0 ] || break
        [ $code = 137 ] || fail "exit $code: $(cat .out/killed)"
        _fast k
    done
    [ $i -gt 2 ] || fail "nothing was killed"
}

a_plan_plays_with_nothing_that_goes_with_an_older_one() {
    _plan k '"libraries": [{"name": "small", "learn": ["rush-open-1"]}]'
    run experiment plan k.json --sample 0 --set 'players=["library:k/libraries/small.db"]' \
        --set 'libraries=[{"name":"other","learn":["rush-choke-1"]}]'
    expect_exit 2
    expect_stderr_contains "k/libraries/small.db: an older plan of this folder made it"
    expect_file k/libraries/small.db
    run experiment status k
    expect_exit 0
}

# ---- what does not belong together

_tree() { # ORDER
    printf 'brl 1\n\ntree main() {\n    do act %s()\n}\n' "$1"
}

a_player_that_changes_stops_the_run() {
    _tree stop > t.brl
    _tree stand > other.brl
    _undisturbed k '"about": ""'
    rm -r k
    sed -i 's/"random", /"random", {"name": "T", "agent": "tree:t.brl"}, /' k.json
    run experiment plan k.json --sample 0
    expect_exit 0
    run experiment run k
    cp k/results.jsonl want.jsonl
    rm -r k
    run experiment plan k.json --sample 0
    _start run k -j 2
    _wait_lines k 3
    cp t.brl kept.brl && mv other.brl t.brl
    _join
    expect_exit 4
    expect_stderr_contains 't.brl: it is not what it was when the experiment was planned, as "T"'
    run experiment run k --resume
    expect_refusal '"T"' 4
    expect_stderr_contains "is not what it was when experiment"
    mv kept.brl t.brl
    run experiment run k --resume
    expect_exit 0
    _same_as_undisturbed k
}

a_folder_that_was_moved_finds_its_files_or_says_which() {
    local here=$PWD
    mkdir -p first/.out
    cd first || fail "no folder"
    _tree stop > t.brl
    run game mapgen --family open --seed 3 -o own.map
    expect_exit 0
    _spec k '"libraries": [{"name": "small", "learn": ["rush-open-1"]}]'
    run experiment plan k.json --sample 0 --set games=1 --set max_cycles=300 \
        --set 'players=["library:small",{"name":"T","agent":"tree:t.brl"}]' \
        --set 'maps=["own.map",{"family":"open","seed":5}]'
    expect_exit 0
    cd "$here" || fail "no folder"
    mv first/k k # alone
    run experiment run k --only map=open-64-3
    expect_exit 0
    mv first second # and what it was planned from
    run experiment run k --resume
    expect_refusal "$here/first/own.map: cannot open: there is no such file any more; \"open-64-3\" is made from it"
    mkdir first
    ln -s ../second/own.map first/own.map
    run experiment run k --resume
    expect_refusal "$here/first/t.brl: cannot open: there is no such file any more; \"T\" is made from it"
    ln -s ../second/t.brl first/t.brl
    run experiment run k --resume
    expect_exit 0
    expect_stdout_contains "4 of 4 games played"
}

a_library_of_the_folder_that_changes_stops_the_run() {
    _plan k '"libraries": [{"name": "small", "learn": ["rush-open-1"]}], "factions": ["human", "orc"]'
    run experiment plan k.json --sample 0 --set 'players=["library:small"]' --set games=1
    expect_exit 0
    expect_stderr_contains "learning libraries/small.db"
    grep -q '"agent":"library:libraries/small.db"' k/manifest.jsonl || fail "another agent"
    run learn "$ROOT/domains/skirmish/demos/economy-choke-3.jsonl" -o k/libraries/small.db
    expect_exit 0
    run experiment run k
    expect_refusal "(library:libraries/small.db) is not what it was" 4
    rm k/libraries/small.db
    run experiment run k
    expect_refusal "k/libraries/small.db: cannot open"
    run experiment plan k.json --sample 0 --set 'players=["library:small"]' --set games=1
    expect_exit 0
    run experiment run k
    expect_exit 0
}

a_changed_manifest_stops_the_run() {
    _fast k
    sed -i 's/"seed":"2"/"seed":"9"/' k/manifest.jsonl
    run experiment run k
    expect_refusal 'the manifest of "k" was changed: game ' 4
    _fast k
    sed -i 's/"seat":0/"seat":2/' k/manifest.jsonl
    run experiment run k
    expect_refusal "k/manifest.jsonl:6:"
}

results_of_games_that_go_two_ways_are_refused() {
    _fast k
    run experiment run k
    sed 's/"hash":"[0-9a-f]*"/"hash":"0123456789abcdef"/' k/results/run.jsonl > k/results/other.jsonl
    run experiment merge k
    expect_refusal "this game ended otherwise than elsewhere" 4
}

# ---- planning

a_plan_that_is_wrong_names_its_place() {
    _spec k
    run experiment plan k.json --set 'maps=["open-1","atlantis"]'
    expect_refusal "--set maps=VALUE:1:11: "
    expect_stderr_contains atlantis
    expect_no_file k/manifest.jsonl
    run experiment plan k.json --set 'maps=["no/such.map"]'
    expect_refusal '--set maps=VALUE:1:2: there is no file "no/such.map"'
    run experiment plan k.json --set 'factions=["human","elf"]'
    expect_refusal '--set factions=VALUE:1:10: there is no faction "elf"'
    run experiment plan k.json --set 'maps=["atlantis"]' --set 'factions=["human","elf"]'
    expect_refusal "--set maps=VALUE:1:2: there is no map 'atlantis'"
    run experiment plan k.json --set 'players=["library:none.db"]'
    expect_refusal '--set players=VALUE:1:2: there is no file "none.db", and no library of that name is made'
    run experiment plan k.json --set 'libraries=[{"name":"l","learn":["none"]}]'
    expect_refusal '--set libraries=VALUE:1:23: there is no file "none"'
    sed -i 's/"games"/"gams"/' k.json
    run experiment plan k.json
    expect_refusal "k.json:1:"
    expect_stderr_contains gams
    run experiment plan none.json
    expect_refusal "none.json: cannot open"
    sed -i 's/"gams"/"games"/' k.json
    mv k.json spec
    run experiment plan spec
    expect_refusal "-o DIR is needed"
    run experiment run none
    expect_refusal "none: expected the folder of an experiment"
}

a_library_is_not_judged_where_it_was_learned() {
    _plan k '"libraries": [{"name": "small", "learn": ["rush-open-1"]},
        {"name": "mixed", "shuffle": "small"}]'
    run experiment plan k.json --sample 0 --set seed=1001 --set games=1 --set max_cycles=300 \
        --set 'players=["idle","library:small","library:mixed"]'
    expect_stderr_contains "library:small was learned on open-1, where it is to play"
    expect_stderr_contains "library:mixed was learned on open-1, where it is to play"
    run experiment run k
    expect_exit 0
    run experiment compare k
    expect_refusal '"library:small" is judged on what it was learned or adapted on: the map "open-1" (1 of its 2 games): expected maps and seeds it has not seen, or --leaky' 4
    run experiment compare k --leaky
    expect_exit 0
    expect_stdout_contains '"library:mixed" is judged on what it was learned or adapted on: the map "open-1" (1 of its 2 games).'
    # a copy of the map under another name is that map; another map is none
    sed 's/^name .*/name elsewhere/' "$ROOT/domains/skirmish/maps/open-1.map" > copy.map
    run experiment plan k.json -o copy --sample 0 --set games=1 --set 'maps=["copy.map"]' \
        --set 'players=["idle","library:small"]'
    expect_stderr_contains "library:small was learned on elsewhere, where it is to play"
    run experiment plan k.json -o other --sample 0 --set games=1 --set 'maps=["ridge-1"]' \
        --set 'players=["idle","library:small"]'
    expect_exit 0
    ! grep -q "was learned on" .out/stderr || fail "ridge-1 is not open-1"
}

a_library_is_not_judged_by_the_seeds_it_was_learned_from() {
    _spec k '"libraries": [{"name": "small", "learn": ["rush-open-1"]}]'
    run experiment plan k.json --sample 0 --set seed=0 --set games=3 --set max_cycles=300 \
        --set 'players=["idle","library:small"]' --set 'maps=["ridge-1","choke-1"]'
    expect_exit 0
    expect_stderr_contains "library:small was learned from a game with seed 1, with which it is to play"
    grep -qF '"seen":{"maps":["69ccee9c81e51b65"],"seeds":["1"]}' k/manifest.jsonl || fail "no seen"
    run experiment run k
    run experiment compare k
    expect_refusal '"library:small" is judged on what it was learned or adapted on: the seed 1 (2 of its 6 games): expected' 4
    run experiment compare k --leaky
    expect_stdout_contains '"library:small" is judged on what it was learned or adapted on: the seed 1 (2 of its 6 games).'
    # pruning takes behaviors away, and not what the library saw
    cp k/libraries/small.db adapted.db
    run library prune adapted.db --footprint
    run library export adapted.db -o adapted.brl
    sed -i '3a saw map "00000000000000e1" seed "1001" by adaptation' adapted.brl
    run library import adapted.brl -o adapted.db
    run experiment plan k.json -o other --sample 0 --set seed=1000 --set 'players=["idle","library:adapted.db"]' \
        --set 'maps=["ridge-1","open-1"]'
    expect_stderr_contains "library:adapted.db was learned on open-1, where it is to play"
    expect_stderr_contains "library:adapted.db was learned from a game with seed 1001"
    run library stats adapted.db
    expect_stdout_contains 'saw 2 games, each map with a seed counted once'
    expect_stdout_contains '  00000000000000e1, seed 1001, by adaptation'
    expect_stdout_contains '  open-1, seed 1, by demonstration'
    run library stats adapted.db --json
    expect_stdout_contains '"seen":[{"map":"00000000000000e1","seed":"1001","how":"adaptation"},{"map":"69ccee9c81e51b65","name":"open-1","seed":"1","how":"demonstration"}]'
}

a_seed_that_nobody_knows_is_told() {
    _spec k '"libraries": [{"name": "small", "learn": ["rush-open-1"]}]'
    run experiment plan k.json --sample 0 --set seed=1001 --set games=1 --set max_cycles=300 \
        --set 'players=["idle","library:small"]' --set 'maps=["ridge-1"]'
    grep -q "may be judged by a seed" .out/stderr && fail "its seed is known"
    printf 'brl 1\nsaw map "00000000000000e1"\nsaw map "00000000000000e2"\n' > more.brl
    cp k/libraries/small.db more.db
    run library import more.brl -o more.db
    run experiment plan k.json -o other --sample 0 --set seed=1001 --set games=1 --set max_cycles=300 \
        --set 'players=["idle","library:more.db"]' --set 'maps=["ridge-1"]'
    expect_stderr_contains '"library:more.db" may be judged by a seed that it has seen: those of 2 games that led to it are not known'
    run experiment run other
    run experiment compare other
    expect_exit 0
    expect_stdout_contains '"library:more.db" may be judged by a seed that it has seen: those of 2 games that led to it are not known.'
    # older plans have a list of maps
    sed -i 's/"seen":{[^}]*}/"seen":["00000000000000e1"]/' other/results.jsonl
    run experiment compare other/results.jsonl
    expect_stdout_contains 'a seed that it has seen: that of 1 game that led to it is not known.'
    sed -i 's/"seen":\[[^]]*]/"seen":{"seeds":[1]}/' other/results.jsonl
    run experiment compare other/results.jsonl
    expect_refusal 'other/results.jsonl:3:'
    expect_stderr_contains '"seen": expected a seed, a string of decimals, found'
}

a_plan_is_the_same_by_another_program() {
    _spec k '"libraries": [{"name": "small", "learn": ["rush-open-1"]}]'
    local plan="experiment plan k.json --sample 0 --set seed=1001 --set games=2 --set max_cycles=300"
    run $plan --set 'players=["idle","library:small"]' --set 'maps=["ridge-1"]'
    run experiment run k --only seed=1001
    cp k/manifest.jsonl now
    sed -i -e 's/"program":"[^"]*"/"program":"an older one"/' -e 's/"seen":{[^}]*}/"seen":["69ccee9c81e51b65"]/' \
        k/manifest.jsonl
    cmp -s k/manifest.jsonl now && fail "nothing is older"
    run $plan --set 'players=["idle","library:small"]' --set 'maps=["ridge-1"]'
    expect_exit 0
    expect_same_file k/manifest.jsonl now
    run experiment run k --resume
    expect_exit 0
    # what a library saw beside what it is made of changes nothing of it
    printf 'brl 1\nsaw map "00000000000000e1" seed "1001" by adaptation\n' > more.brl
    run library import more.brl -o k/libraries/small.db
    run experiment run k --resume
    expect_exit 0
    run experiment verify k
    expect_exit 0
}

a_plan_that_fails_leaves_the_older_one() {
    local set
    _plan k '"libraries": [{"name": "small", "learn": ["rush-open-1"]}]'
    run experiment plan k.json --sample 0 --set 'players=["library:small"]' \
        --set 'maps=[{"family":"open","size":48}]'
    expect_exit 0
    find k -type f | sort | xargs cksum > before
    # the same names, other contents, and a fault that is found late
    for set in 'opponents=["tree:none.brl"]' 'opponents=["library:small","library:none"]'; do
        run experiment plan k.json --set 'libraries=[{"name":"small","learn":["economy-choke-3"]}]' \
            --set 'maps=[{"family":"open","size":48}]' --set "$set"
        expect_exit 2
        find k -type f | sort | xargs cksum > after
        expect_same_file before after
        expect_no_file k/understudy-planning
    done
    run_command bash -c "ulimit -f 16; exec '$UNDERSTUDY' experiment plan k.json"
    expect_exit 2
    find k -type f | sort | xargs cksum > after
    expect_same_file before after
}

a_plan_that_fails_leaves_nothing_that_it_made() {
    local folder tries
    _spec k '"libraries": [{"name": "small", "learn": ["rush-open-1"]}]'
    mkdir -p own/results
    echo mine > own/notes
    for folder in k own; do
        run experiment plan k.json -o $folder --set 'opponents=["tree:none.brl"]'
        expect_exit 2
        run_command bash -c "ulimit -f 16; exec '$UNDERSTUDY' experiment plan k.json -o $folder"
        expect_exit 2
        _start plan k.json -o $folder --set 'maps=[{"family":"open","count":400}]'
        tries=0
        until [ -e $folder/understudy-planning/maps ]; do
            tries=$((tries + 1))
            [ $tries -lt 1000 ] || fail "nothing is planned"
            sleep 0.005
        done
        kill -INT $_pid
        _join
        expect_exit 130
    done
    # there may be a folder of that length, and nothing in it
    folder=$(printf './%.0s' {1..2045})k
    run experiment plan k.json -o "$folder"
    expect_refusal "lock: cannot open: File name too long"
    expect_no_file k
    [ "$(cd own && find . | sort | tr '\n' ' ')" = ". ./notes ./results " ] || fail "$(find own)"
}

a_plan_that_is_killed_leaves_the_older_one() {
    local tries=0
    _plan k '"libraries": [{"name": "small", "learn": ["rush-open-1"]}]'
    cp k/manifest.jsonl before
    cp k/libraries/small.db small.db
    _start plan k.json --set 'libraries=[{"name":"small","learn":["economy-choke-3","siege-open-1"]}]'
    until [ -e k/understudy-planning/libraries ]; do
        tries=$((tries + 1))
        [ $tries -lt 1000 ] || fail "nothing is planned"
        sleep 0.005
    done
    kill -9 $_pid
    _join
    expect_exit 137
    expect_same_file k/manifest.jsonl before
    expect_same_file k/libraries/small.db small.db
    _plan k '"libraries": [{"name": "small", "learn": ["rush-open-1"]}]'
    expect_same_file k/manifest.jsonl before
    expect_no_file k/understudy-planning
}

a_folder_of_others_is_not_planned_in() {
    local name
    _spec k
    for name in libraries/small.db maps/own.map spec.json manifest.jsonl results/own.jsonl; do
        mkdir -p "own/$(dirname $name)"
        echo mine > own/$name
        run experiment plan k.json -o own --sample 0
        expect_refusal "own: it holds \"${name%%/*}\" and is no experiment: expected a new folder"
        [ "$(cat own/$name)" = mine ] || fail "$name is another"
        [ "$(find own -type f | wc -l)" = 1 ] || fail "more than $name: $(find own -type f)"
        rm -r own
    done
    mkdir -p own/planning own/results
    echo mine > own/planning/notes # that is no name of ours
    run experiment plan k.json -o own --sample 0
    expect_exit 0
    [ "$(cat own/planning/notes)" = mine ] || fail "the notes are others"
}

a_new_plan_takes_away_what_the_older_one_made_and_nothing_else() {
    _plan k '"libraries": [{"name": "small", "learn": ["rush-open-1"]}, {"name": "more",
        "learn": ["rush-open-1"]}]'
    echo mine > k/libraries/notes
    echo mine > k/libraries/next.db
    run experiment plan k.json --sample 0 --set 'players=["library:next","library:small"]' \
        --set 'libraries=[{"name":"small","learn":["siege-open-1"]},{"name":"next","learn":["siege-open-1"]}]' \
        --set 'maps=[{"family":"open","size":48}]'
    expect_exit 0
    [ "$(cat k/libraries/notes k/libraries/next.db | uniq)" = mine ] || fail "another's file is gone"
    expect_file k/libraries/small.db
    expect_no_file k/libraries/more.db
    [ "$(ls k/libraries | wc -l)" = 4 ] || fail "found $(ls k/libraries)"
    run library list k/libraries/next-*.db
    expect_exit 0
    run experiment run k --only player=library:next
    expect_exit 0
    # without another's file in the way it is as if it had been the first one
    cp -r k want
    _spec k
    rm -r k
    run experiment plan k.json --sample 0
    run experiment plan k.json --sample 0 --set 'players=["library:next","library:small"]' \
        --set 'libraries=[{"name":"small","learn":["siege-open-1"]},{"name":"next","learn":["siege-open-1"]}]' \
        --set 'maps=[{"family":"open","size":48}]'
    sed 's/next-[0-9a-f]*\.db/next.db/' want/manifest.jsonl > plain
    expect_same_file <(sort plain) <(sort k/manifest.jsonl)
}

what_a_manifest_cannot_hold_is_refused_at_its_place() {
    local long
    _spec k
    long=$(printf '%05000d' 0)
    run experiment plan k.json --set "players=[{\"name\":\"p\",\"agent\":\"exec:$long\"}]"
    expect_refusal '--set players=VALUE:1:2: expected "agent" of 1 to 4096 bytes'
    expect_no_file k
    # a file's name grows by where it lies
    long=$(printf '%04080d' 0 | tr 0 /)
    cp "$ROOT/domains/skirmish/maps/open-1.map" own.map
    run experiment plan k.json --set "maps=[\".${long}own.map\"]"
    expect_refusal '--set maps=VALUE:1:2: '
    expect_no_file k/manifest.jsonl
}

an_estimate_meets_all_players() {
    local names='"idle","random"' i
    _spec k
    run experiment plan k.json --set games=1 --set max_cycles=50 --json
    expect_stdout_contains '"sampled":4,'
    for ((i = 0; i < 5; i++)); do names="$names,{\"name\":\"p$i\",\"agent\":\"idle\"}"; done
    run experiment plan k.json --set games=1 --set max_cycles=50 --set "players=[$names]" --json
    expect_exit 0
    expect_stdout_contains '"sampled":14,'
}

an_estimate_waits_for_nobody() {
    _spec k
    # who never answers: its games would take a minute each
    run experiment plan k.json --sample 2 -j 2 --set timeout=1 --set games=1 \
        --set 'players=["idle",{"name":"mute","agent":"exec:sleep 600"}]'
    expect_exit 0
    expect_file k/manifest.jsonl
    expect_stdout_contains "by 2 of the games"
    expect_stderr_contains "1 of 2 games of the sample took longer than 1 s, and were ended"
}

an_estimate_goes_on_without_a_program_that_is_missing() {
    _spec k
    run experiment plan k.json --sample 2 -j 1 --set games=1 --set max_cycles=50 \
        --set 'players=["idle","exec:/nothing"]'
    expect_exit 0
    expect_stdout_contains "by 2 of the games"
    expect_stderr_contains "1 of 2 games of the sample crashed"
}

an_estimate_that_is_interrupted_ends_at_once() {
    _spec k
    # its name would be waited for as long as its games may take
    _start plan k.json --sample 2 -j 2 --set games=1 \
        --set "players=[\"idle\",{\"name\":\"mute\",\"agent\":\"exec:touch $PWD/begun; sleep 600\"}]"
    _wait_file begun
    kill -INT $_pid
    _join
    expect_exit 0 # the plan is in place
    expect_stderr_contains "the time can't be estimated: interrupted"
    expect_file k/manifest.jsonl
}

an_estimate_that_fails_is_a_remark() {
    _spec k
    run experiment plan k.json --sample 4 -j 1 --set games=1 --set 'players=["exec:true"]'
    expect_exit 0
    expect_file k/manifest.jsonl
    expect_stderr_contains "the time can't be estimated: exec:true: expected a program that says its"
    expect_stdout_contains "next: "
    ! grep -q about .out/stdout || fail "it is estimated all the same"
}

results_keep_their_plan() {
    _fast k
    run experiment run k
    expect_exit 0
    find k -type f | sort | xargs cksum > before
    run experiment plan k.json --sample 0
    expect_refusal "k: there are results of another plan: expected another folder" 1
    find k -type f | sort | xargs cksum > after
    expect_same_file before after
    _fast k # the same again
    find k -type f | sort | xargs cksum > after
    expect_same_file before after
}

what_is_refused_is_refused_before_libraries_are_learned() {
    local set
    _spec k '"libraries": [{"name": "small", "learn": ["rush-open-1"]}]'
    sed -i 's/"random"/"library:small", "random"/' k.json
    run experiment plan k.json --sample 0 --set 'players=["library:small","library:none.db"]'
    expect_refusal 'there is no file "none.db", and no library of that name is made'
    run experiment plan k.json --sample 0 --set 'opponents=["library:small?bogus=1"]'
    expect_refusal '--set opponents=VALUE:1:2: "bogus=1": expected revision='
    run experiment plan k.json --sample 0
    expect_exit 0
    run experiment run k --only seed=1 --only map=open-1
    expect_exit 0
    find k -type f | sort | xargs cksum > before
    for set in games=2 seed=7 fog=true max_cycles=77 name=j 'seats=[1]' 'maps=["open-1","open-2"]' \
        'players=["library:small","idle",{"name":"rush","agent":"expert:rush"}]' \
        'players=["library:small","random",{"name":"rush","agent":"expert:siege"}]' \
        'players=[{"name":"library:small","agent":"library:small?attempts=1"},"random",{"name":"rush","agent":"expert:rush"}]' \
        'opponents=["ai:raid"]' 'model=rush' 'factions=["orc","human"]' timeout=9; do
        run experiment plan k.json --sample 0 --set "$set"
        expect_refusal "k: there are results of another plan" 1
    done
    # what is known only then
    run experiment plan k.json --sample 0 --set \
        'libraries=[{"name":"small","learn":["rush-open-1"],"relax":true}]'
    expect_exit 1
    expect_stderr_contains "learning libraries/small.db"
    expect_stderr_contains "k: there are results of another plan"
    run experiment plan k.json --sample 0
    expect_exit 0
    find k -type f | sort | xargs cksum > after
    expect_same_file before after
}

a_curve_has_a_library_for_each_size_and_draw() {
    local draw
    _spec k '"libraries": [{"name": "c", "learn": ["rush-open-1", "rush-choke-1"], "sizes": [1, 2]}]'
    run experiment plan k.json --sample 0 --set 'players=[{"name":"L","agent":"library:c"}]' \
        --set games=1
    expect_exit 0
    expect_file k/libraries/c-1-0.db
    expect_file k/libraries/c-2-0.db
    grep -q '"player":"L-2-0",.*"group":"L-2","run":0,"size":2' k/manifest.jsonl || fail "no such player"
    run experiment plan k.json --set 'players=["library:c",{"name":"library:c-1-0","agent":"idle"}]'
    expect_exit 2
    expect_stderr_contains 'another one is called "library:c-1-0" already'
    run experiment plan k.json --set \
        'libraries=[{"name":"c","learn":["rush-open-1"],"sizes":[1,1]}]' --set 'players=["idle"]'
    expect_exit 2
    expect_stderr_contains 'found size 1 again'
    # draws of the same list are of the same demonstrations, and no more than there are
    run experiment plan k.json --sample 0 --set games=1 --set \
        'libraries=[{"name":"c","learn":["rush-open-1","rush-choke-1"],"sizes":[1,2],"draws":3},
        {"name":"d","learn":["rush-open-1","rush-choke-1"],"sizes":[1],"draws":2,"relax":true}]' \
        --set 'players=["library:c","library:d"]'
    expect_exit 0
    expect_stdout_contains "5 players"
    for draw in 0 1; do
        [ "$(grep -o "\"player\":\"library:c-1-$draw\".*\"seen\":[^]]*" k/manifest.jsonl | grep -o 'seen.*')" = \
          "$(grep -o "\"player\":\"library:d-1-$draw\".*\"seen\":[^]]*" k/manifest.jsonl | grep -o 'seen.*')" ] ||
            fail "draw $draw is another one"
    done
    run experiment plan k.json --set 'players=["library:c"]' --set model=library:c
    expect_exit 2
    expect_stderr_contains '"model": expected one player'
}

more_than_a_manifest_holds_is_refused_before_anything_is_made() {
    _spec k
    run experiment plan k.json --set games=100000 \
        --set 'maps=[{"family":"open","count":1000},{"family":"ridge","count":1000}]'
    expect_refusal "k.json:1:1: would be 400000000 games, expected at most 20000000"
    expect_no_file k
}
