# Experiments over microRTS: maps of the real game by name, what goes wrong with the other side, and
# the same games natively. Where nothing real is needed, a fake takes its place.

. "$ROOT/tests/cli/microrts.sh"

# ---- maps

# Nothing but the map is needed of the real game.
maps_of_the_real_game_have_names_wherever_a_map_is_named() {
    local name
    _xml home/maps/4x4/little.xml
    _xml home/maps/top.xml
    export UNDERSTUDY_MICRORTS="$PWD/home"
    for name in 4x4/little 4x4/little.xml top; do
        run game play $name --domain microrts --p0 ai:light-rush --p1 ai:worker-rush --json
        expect_exit 0
        expect_stdout_contains "\"map\":\"$name\""
        run game show $name --domain microrts
        expect_exit 0
    done
    run game play 4x4/little --domain microrts --p0 ai:light-rush --p1 ai:worker-rush --trace t.jsonl
    expect_exit 0
    run trace replay t.jsonl
    expect_exit 0
    _spec e '"ai:light-rush"' '"ai:worker-rush"' '"4x4/little", "bases-8"'
    grep -qF '{"map":"4x4/little","family":"4x4","path":"4x4/little",' e/manifest.jsonl || fail "no such map in the manifest"
    run experiment run e
    expect_exit 0
    expect_stdout_contains "4 of 4 games played"

    # It may lie elsewhere on the next machine.
    mv home elsewhere
    run experiment verify e
    expect_refusal '"4x4/little" is made from it'
    UNDERSTUDY_MICRORTS=elsewhere run experiment verify e
    expect_exit 0
}

what_maps_of_the_real_game_are_called_is_told() {
    run game maps --domain microrts
    expect_exit 0
    expect_stderr_contains "maps of the real game are called as below its maps/: 16x16/basesWorkers16x16A"
    run game maps --domain microrts --json
    expect_stderr_empty
    run game maps
    expect_stderr_empty
    run game maps --help
    expect_stdout_contains "16x16/basesWorkers16x16A"
    run --help
    expect_stdout_contains UNDERSTUDY_MICRORTS
    run --man
    expect_stdout_contains UNDERSTUDY_MICRORTS
}

# From another folder, and without a variable of its own.
the_real_game_is_found_beside_the_data() {
    local folder
    unset UNDERSTUDY_MICRORTS
    mkdir data
    ln -s "$ROOT/domains" data/domains
    for folder in data/microrts data/build/microrts; do
        _xml $folder/maps/4x4/little.xml
        UNDERSTUDY_DATA=$PWD/data run game show 4x4/little --domain microrts
        expect_refusal "no map of that name"
        touch $folder/microrts.jar
        UNDERSTUDY_DATA=$ROOT/tests:$PWD/data run game show 4x4/little --domain microrts
        expect_exit 0
        rm -r $folder
    done
    # A program in a build folder finds the real game there, so this one stands elsewhere.
    mkdir elsewhere
    cp "$UNDERSTUDY" elsewhere/understudy
    UNDERSTUDY=$PWD/elsewhere/understudy UNDERSTUDY_DATA=$PWD/data \
        run game play bases-8 --domain microrts --p0 idle --p1 bot:ai.PassiveAI
    expect_refusal "or UNDERSTUDY_MICRORTS names the folder in which it is" 5
}

# 3,000, as the game's own launcher has it.
a_game_is_as_long_as_the_real_one_unless_it_is_said() {
    run game play bases-8 --domain microrts --p0 idle --p1 idle
    expect_stdout_contains "draw on bases-8 after 3000 cycles"
    run game play bases-8 --domain microrts --p0 idle --p1 idle --max-cycles 3500
    expect_stdout_contains "draw on bases-8 after 3500 cycles"
    printf '{"experiment": 1, "name": "e", "domain": "microrts", "players": ["idle"], "opponents": ["idle"], "maps": ["bases-8"]}' > e.json
    run experiment plan e.json --sample 0
    expect_exit 0
    grep -qF '"max_cycles":3000' e/manifest.jsonl || fail "another limit"
    run game play open-1 --p0 idle --p1 idle
    expect_stdout_contains "after 54000 cycles"
}

# The spec's own file comes first, as for all that it names.
a_map_that_is_nowhere_is_refused_with_its_place() {
    run game play 4x4/little --domain microrts --p0 idle --p1 idle
    expect_refusal '4x4/little: there is no such file, and no map of that name: `make microrts` brings those of the real game'
    run game play 4x4 --domain microrts --p0 idle --p1 idle
    expect_refusal "there is no map '4x4'"
    printf '{"experiment": 1, "name": "e", "domain": "microrts", "players": ["idle"],\n"opponents": ["idle"], "maps": ["4x4/little"]}' > e.json
    run experiment plan e.json
    expect_refusal 'e.json:2:33: there is no file "4x4/little", and no map of that name'
    _xml 4x4/little
    _spec e '"idle"' '"idle"' '"4x4/little"'
    grep -qF "\"map\":\"little\",\"family\":\"4x4\",\"path\":\"$PWD/4x4/little\"" e/manifest.jsonl || fail "not the file beside the spec"
}

# However long the way to it is, and the same on each machine.
a_map_that_tells_no_name_is_called_by_its_file() {
    local folder=a/folder/that/lies/far/below/so/that/its/name/is/longer/than/sixty/characters/at/all
    mkdir -p $folder
    cp "$ROOT/domains/microrts/maps/bases-16.map" $folder/first.map
    cp "$ROOT/domains/microrts/maps/open-10.map" $folder/second.map
    _spec e '"idle"' '"idle"' "\"$folder/first.map\", \"$folder/second.map\""
    grep -qF '{"map":"first","family"' e/manifest.jsonl || fail "not called first"
    grep -qF '{"map":"second","family"' e/manifest.jsonl || fail "not called second"
    cat > arena.json << 'END'
{"experiment": 1, "name": "arena", "domain": "arena", "players": ["idle"], "opponents": ["idle"],
 "maps": [{"family": "rooms", "seed": 7, "count": 2}], "max_cycles": 30}
END
    run experiment plan arena.json -o $folder/arena --sample 0
    expect_exit 0
    grep -qF '{"map":"rooms-64-8-any","family":"rooms","path":"maps/rooms-64-8-any.map"' $folder/arena/manifest.jsonl ||
        fail "not called as its file"
}

fog_is_refused_where_everybody_sees_everything() {
    local each
    run game play bases-8 --domain microrts --fog --p0 idle --p1 idle
    expect_refusal "microrts has no fog: its players see everything"
    printf '{"experiment": 1, "name": "e", "domain": "microrts", "fog": true,\n"players": ["idle"], "opponents": ["idle"], "maps": ["bases-8"]}' > e.json
    run experiment plan e.json
    expect_refusal "e.json:1:61: microrts has no fog: its players see everything"
    expect_no_file e
    sed -i 's/"fog": true/"fog": false/' e.json
    run experiment plan e.json --set fog=true
    expect_refusal "--set fog=VALUE"
    expect_stderr_contains "microrts has no fog"
    run experiment plan e.json --sample 0
    expect_exit 0
}

# ---- what goes wrong with the other side

_faults='throws|microRTS: player 1: java.lang.IllegalStateException: why at Bot.getAction
leaves|Java, which plays the real microRTS: it ended with status 3
in-a-line|Java, which plays the real microRTS: it ended with status 3
speaks-http|microRTS:6: expected a message of the game, found \"GET / HTTP/1.1\\x0d\"
says-nonsense|microRTS:6: expected a message of the game, found \"getAction x\"
says-no-state|microRTS:7:1: expected a state, an object
moves-walls|microRTS:7: a wall at 1,0, unlike before
floods|microRTS: a line is longer than a message may be
brings-somebody|microRTS: a second program connected in the middle of a game
speaks-unasked|Java, which plays the real microRTS: it wrote without being asked
is-killed|Java, which plays the real microRTS: it was ended by signal 9
ends-in-nonsense|Java, which plays the real microRTS, said: Exception in thread
ends-without-state|microRTS:1:1: expected a value
breaks-limits|microRTS has unit 0 with 0 hit points and 0 resources
stands-still|microRTS is in cycle 0: expected cycle 1
runs-ahead|microRTS is in cycle 2: expected cycle 1
ends-late|microRTS is in cycle 1000000: expected cycle 1
ends-too-early|microRTS ended the game in cycle 1, where it goes on'

# In the first state: told before the first game of a batch.
_beginnings='plays-elsewhere|microRTS:5: a state of 5x4 cells, expected 4x4
plays-another-map|microRTS plays another map: unit 1 (Worker 1): x is 2, expected 3
begins-late|microRTS is in cycle 1000000: expected cycle 0
ends-at-once|microRTS ended before its first turn'

_bots() { # the opponents that are at fault, as a list of JSON
    cut -d '|' -f 1 <<< "$_faults" | sed 's/.*/"bot:&",/' | tr -d '\n'
}

each_fault_of_the_other_side_is_a_row_of_its_own_and_the_games_after_it_are_played() {
    local fault text games
    _fake
    _spec one '"idle"' "$(_bots)\"bot:well\", \"ai:worker-rush\"" '"small.map"'
    cp -r one two
    run experiment run one -j 1
    expect_exit 1
    games=$((2 * ($(wc -l <<< "$_faults") + 2)))
    expect_stdout_contains "$games of $games games played, $((games - 4)) crashed"
    while IFS='|' read -r fault text; do
        [ "$(grep -F "\"opponent\":\"bot:$fault\"" one/results.jsonl | grep -F '"end":"crash"' | grep -cF "$text")" = 2 ] ||
            fail "$fault: not two rows that say: $text: $(grep -F "\"opponent\":\"bot:$fault\"" one/results.jsonl)"
    done <<< "$_faults"
    [ "$(grep -F '"opponent":"bot:well","map"' one/results.jsonl | grep -c '"end":"\(win\|loss\)"')" = 2 ] || fail "those that go well did not"
    run experiment run two -j 2
    expect_exit 1
    expect_same_file one/results.jsonl two/results.jsonl
    [ -z "$(ls tmp)" ] || fail "left behind: $(ls tmp)"
    run experiment compare one
    expect_stdout_contains "crash"
}

each_fault_of_the_other_side_ends_a_single_game_with_its_reason() {
    local code fault text
    _fake
    while IFS='|' read -r code fault text; do
        run game play ./small.map --domain microrts --p0 idle --p1 "bot:$fault" --trace t.jsonl
        expect_refusal "$(sed 's/\\\(["\\]\)/\1/g' <<< "$text")" $code
        ! grep -q '"end":' t.jsonl || fail "the trace has an end"
        run trace check t.jsonl
        expect_exit 0
        rm t.*
    done < <(sed 's/^/1|/' <<< "$_faults"; sed 's/^/5|/' <<< "$_beginnings") # before the game begins, or in it
}

a_map_that_can_not_be_given_is_told_with_the_reason() {
    _fake
    run_command bash -c '(ulimit -f 0; "$0" game play bases-8 --domain microrts --p0 idle --p1 bot:well) 2>&1 | cat' "$UNDERSTUDY"
    expect_stdout_is "understudy: the map can't be given to Java: File too large"
}

# It has nothing under way then: the next game has another Java, and nobody notices.
a_java_that_dies_between_two_games_loses_none() {
    _fake
    _spec e '"idle"' '"bot:dies-behind"' '"small.map"' ', "seats": [0], "games": 8'
    run experiment run e -j 1
    expect_exit 0
    expect_stdout_contains "8 of 8 games played"
    expect_stdout_lacks crashed
}

one_that_falls_silent_is_too_late() {
    _fake
    _spec e '"idle"' '"bot:is-silent", "ai:worker-rush"' '"small.map"' ', "timeout": 1'
    run experiment run e
    expect_exit 1
    expect_stdout_contains "4 of 4 games played, 2 took too long"
}

# As a program that can't be started: not a game of the batch is lost by a name that is spelled wrongly.
a_bot_that_is_not_there_is_told_before_the_first_game() {
    _fake
    _spec e '"idle"' '"ai:worker-rush", "bot:is-no-bot"' '"small.map"'
    run experiment run e
    expect_exit 5
    expect_stderr_contains "microRTS: no such bot: is-no-bot"
    [ ! -s e/results/run.jsonl ] || fail "games were played"
}

a_game_that_somebody_else_starts_is_named_in_one_way_and_is_in_no_experiment() {
    local each
    _fake
    for each in abc 19990; do
        run game play ./small.map --domain microrts --p0 idle --p1 bot:socket:$each
        expect_refusal "found bot:socket:$each, expected the class of a bot, or socket:PORT"
    done
    for each in '"players": ["idle"],\n"opponents": ["socket:9898"]' '"opponents": ["idle"],\n"players": [{"agent": "socket:9898"}]'; do
        printf '{"experiment": 1, "name": "e", "domain": "microrts", "maps": ["small.map"], '"$each"'}' > e.json
        run experiment plan e.json
        expect_refusal "e.json:2:"
        expect_stderr_contains "found socket:9898, where you start each game yourself"
    done
}

# ---- the real one

_odd() { # FILE: in one corner a resource is a player's; [RESOURCES] in all, which may be empty
    printf '%s\n' 'microrts 1' 'resources 5 5' map R....... .BW..... ........ ........ ........ .....wb. ......K. .......R \
        legend "R Resource neutral${2:-}" 'B Base 0' 'b Base 1' 'W Worker 0' 'w Worker 1' "K Resource 1${2:-}" > "$1"
}

# Natively and by the bots, if there are any.
rushes_gather_what_bots_gather_owned_or_empty() {
    local game bot
    _odd owned.map ' resources 20'
    _odd empty.map
    for bot in ai:light-rush bot:ai.abstraction.LightRush; do
        [ $bot = ai:light-rush ] || _real
        for game in 'owned heavy-rush 606' 'empty worker-rush 235'; do
            set -- $game
            run game play ./$1.map --domain microrts --p0 ai:$2 --p1 $bot --max-cycles 1500 --json
            expect_stdout_contains '"winner":0,'
            expect_stdout_contains "\"cycles\":$3,"
        done
    done
}

_home_with_bots() { # the real one, and bots of ours
    cp -r "$UNDERSTUDY_MICRORTS" home
    javac -J-XX:TieredStopAtLevel=1 -cp home/microrts.jar -d home/launcher "$ROOT/tests/cli/java/Fatal.java"
}

# Kills its own Java, at the beginning, in the middle and in the last cycle, from either seat. Who
# moves after us in the first cycle has begun its game by then, and who moves before us has not.
a_java_that_dies_loses_the_game_that_it_plays_and_no_other() {
    local bot real
    _real
    command -v javac > /dev/null || skip "no javac"
    kept _home_with_bots
    export UNDERSTUDY_MICRORTS="$PWD/home" TMPDIR="$PWD/tmp"
    mkdir tmp
    _spec one '"ai:random-biased"' '"bot:Fatal$AtOnce", "bot:ai.PassiveAI", "bot:Fatal$InTheMiddle", "ai:light-rush", "bot:Fatal$BeforeTheEnd", "bot:Fatal$Throws"' \
        '"8x8/basesWorkers8x8A"' ', "seats": [0]' 400
    cp -r one two
    run experiment run one -j 1
    expect_exit 1
    expect_stdout_contains "6 of 6 games played, 4 crashed"
    for bot in AtOnce InTheMiddle BeforeTheEnd; do
        [ "$(grep -F "Fatal\$$bot" one/results.jsonl | grep -cF '"reason":"Java, which plays the real microRTS: it was ended by signal 9"')" = 1 ] ||
            fail "$bot: not one row that says so: $(grep -F "Fatal\$$bot" one/results.jsonl)"
    done
    [ "$(grep -cF 'java.lang.IllegalStateException: enough at Fatal.getAction' one/results.jsonl)" = 1 ] || fail "no row says what was thrown"
    run experiment run two -j 2
    expect_exit 1
    expect_same_file one/results.jsonl two/results.jsonl
    [ -z "$(ls tmp)" ] || fail "left behind: $(ls tmp)"
}

# As it is made, in a Java of its own each time.
what_a_bot_draws_as_it_is_made_is_by_the_seed() {
    local seed
    _real
    command -v javac > /dev/null || skip "no javac"
    kept _home_with_bots
    export UNDERSTUDY_MICRORTS="$PWD/home"
    for seed in 7 7 8; do
        run game play bases-8 --domain microrts --p0 idle --p1 'bot:Fatal$Draws' --seed $seed
        expect_exit 1
        grep -o 'drawn: [0-9]*' .out/stderr >> drawn || fail "it says nothing of what it drew"
    done
    [ "$(sed -n 1p drawn)" = "$(sed -n 2p drawn)" ] || fail "equal seeds: $(cat drawn)"
    [ "$(sed -n 1p drawn)" != "$(sed -n 3p drawn)" ] || fail "other seeds: $(cat drawn)"
}

# The disk is full, or a file may not be so long.
a_record_that_can_not_be_written_leaves_nothing() {
    local file
    _real
    for file in t.xml t.zip; do
        printf '%s\n' '{"map":"8x8/basesWorkers8x8A","p0":"ai.RandomBiasedAI","p1":"ai.RandomBiasedAI","cycles":300,"trace":"'$file'","every":true}' \
            wait > jobs
        run_command bash -c 'ulimit -f 1 && java -XX:-UsePerfData -cp "$0/microrts.jar:$0/launcher" Launcher "$0" < jobs' "$UNDERSTUDY_MICRORTS"
        expect_exit 0
        expect_stdout_matches "^\{\"failed\":\"(the trace can't be written, the disk may be full: $file\"|java.io.IOException: File too large)"
        expect_no_file $file
        expect_no_file $file.part
    done
}

_journal() { # how many lines the journals have
    cat "$1"/results/*.jsonl 2> .out/none | wc -l
}

# Each Java says its number before it begins.
we_may_be_killed_and_leave_no_java_behind() {
    local pid java i
    _real
    java=$(command -v java)
    mkdir bin tmp
    printf '#!/bin/sh\necho $$ >> "%s/started"\nexec "%s" "$@"\n' "$PWD" "$java" > bin/java
    chmod +x bin/java
    export PATH="$PWD/bin:$PATH" TMPDIR="$PWD/tmp"
    _spec one '"ai:light-rush", "ai:worker-rush"' '"bot:ai.RandomBiasedAI", "bot:ai.abstraction.WorkerRush"' \
        '"bases-8"' ', "games": 2' 600
    cp -r one two
    run experiment run one -j 2
    expect_exit 0
    expect_stdout_contains "16 of 16 games played"
    : > started
    for i in 3 8; do
        "$UNDERSTUDY" experiment run two -j 2 --resume > .out/stdout 2> .out/stderr &
        pid=$!
        while [ "$(_journal two)" -lt $i ] && kill -0 $pid 2> .out/none; do sleep 0.02; done
        kill -9 $pid 2> .out/none || fail "it was over before it could be killed"
        wait $pid 2> .out/none
    done
    [ "$(wc -l < started)" -ge 4 ] || fail "only $(wc -l < started) times Java was started"
    for i in $(seq 200); do
        [ -n "$(xargs -n 1 sh -c 'kill -0 $0 2> /dev/null && echo $0' < started || true)" ] || break
        sleep 0.05
    done
    [ -z "$(xargs -n 1 sh -c 'kill -0 $0 2> /dev/null && echo $0' < started || true)" ] || fail "Java is still there"
    run experiment run two -j 1 --resume
    expect_exit 0
    expect_same_file one/results.jsonl two/results.jsonl
    [ -z "$(ls tmp)" ] || fail "left behind: $(ls tmp)"
}

_listens() { # PORT: somebody does, on this machine
    grep -qi "^ *[0-9]*: [0-9A-F]*:$(printf %04X "$1") 00000000:0000 0A" /proc/net/tcp
}

# Our game, and one of somebody else on a map of theirs. The launcher speaks XML as an unmodified microRTS
# does; that needs a screen.
_meet() { # PORT SEAT MAP: ours
    local i pid code=0
    "$UNDERSTUDY" game play $3 --domain microrts --p$2 ai:light-rush --p$((1 - $2)) "socket:$1" --json > there 2> .out/stderr &
    pid=$!
    for i in $(seq 200); do
        ! _listens $1 || break
        sleep 0.05
    done
    java -cp "$UNDERSTUDY_MICRORTS/microrts.jar:$UNDERSTUDY_MICRORTS/launcher" Launcher "$UNDERSTUDY_MICRORTS" < jobs > answers &
    exec 5> jobs
    echo "{\"map\":\"8x8/basesWorkers8x8A\",\"p$2\":\"socket:$1\",\"p$((1 - $2))\":\"ai.abstraction.WorkerRush\",\"language\":\"xml\"}" >&5
    wait $pid || code=$?
    exec 5>&-
    wait
    return $code
}

a_microrts_that_somebody_else_starts_connects_in_xml() {
    local port=$((20000 + $$ % 10000)) seat code=0
    _real
    [ -r /proc/net/tcp ] || skip "no /proc"
    mkfifo jobs
    for seat in 0 1; do
        _meet $port $seat 8x8/basesWorkers8x8A || fail "exit $?: $(cat .out/stderr)"
        run game play 8x8/basesWorkers8x8A --domain microrts --p$seat ai:light-rush --p$((1 - seat)) ai:worker-rush --json
        expect_exit 0
        [ "$(grep -oE '"(winner|reason|cycles)":[^,]*' there)" = "$(grep -oE '"(winner|reason|cycles)":[^,]*' .out/stdout)" ] ||
            fail "seat $seat: another game: $(cat there)"
    done
    _meet $port 0 8x8/FourBasesWorkers8x8 || code=$?
    [ $code = 5 ] && grep -qF "microRTS plays another map: " .out/stderr || fail "exit $code: $(cat .out/stderr)"
    run game play bases-8 --domain microrts --p0 idle --p1 socket:none
    expect_refusal "found socket:none, expected socket:PORT, a port from 1 to 65535"
}

# Commands of the page, and the last line that it promises.
# On two of its four maps: tests/proof/microrts_docs.sh plays on all of them, on one worker, too.
the_experiment_shown_in_the_docs_has_equal_games() {
    _real
    command -v sqlite3 > .out/none || skip "no sqlite3"
    ln -s "$ROOT/docs" docs
    sed -n '/^```microrts/,/^```/p' "$ROOT/docs/MICRORTS.md" | grep -v '^```' |
        sed "s|plan microrts.json|& --sample 0 --set 'maps=[\"bases-16\",\"8x8/basesWorkers8x8A\"]'|" > shown.sh
    grep -q 'plan microrts.json --sample 0' shown.sh || fail "the page has no plan of microrts.json"
    understudy() {
        "$UNDERSTUDY" "$@"
    }
    (
        set -e
        . ./shown.sh
    ) > said 2> told || fail "exit $?: $(tail -n 3 told)"
    [ "$(tail -n 1 said)" = "12|12" ] || fail "not 12 of 12 pairs are the same: $(tail -n 1 said)"
    grep -qF '`24|24`' "$ROOT/docs/MICRORTS.md" || fail "the page tells another line"
    grep -qF '"real" and "native": no difference shown on maps like these (2 maps): +0.000 of a game' said || fail "compare tells a difference: $(cat said)"
}
