# Playing, recording, replaying, going on from a trace.

_play() { # FILE [OPTION...]: record a game of random play
    local file=$1
    shift
    run game play open-2 --p0 random --p1 random --seed 7 --max-cycles 1500 --trace "$file" \
        --json "$@"
    expect_exit 0
}

_hash() {
    sed -E 's/.*"hash":"([0-9a-f]{16})".*/\1/' .out/stdout
}

a_game_is_told_as_json() {
    run game play open-2 --p0 expert:rush --p1 ai:passive --seed 7 --json
    expect_exit 0
    expect_stderr_empty
    expect_stdout_lines 1
    expect_stdout_matches '^\{"winner":(0|1|null),"reason":"[^"]+","cycles":[0-9]+,"hash":"[0-9a-f]{16}","seed":"7",'
    expect_stdout_contains '"players":["expert:rush","ai:passive"]'
}

a_draw_has_no_winner() {
    run game play open-2 --p0 idle --p1 idle --max-cycles 100 --json
    expect_exit 0
    expect_stdout_contains '{"winner":null,'
    expect_stdout_contains '"cycles":100,'
    run game play open-2 --p0 idle --p1 idle --max-cycles 100
    expect_stdout_contains "draw on open-2"
}

the_same_seed_gives_the_same_bytes() {
    _play a.jsonl
    _play b.jsonl
    expect_same_file a.jsonl b.jsonl
    run game play open-2 --p0 random --p1 random --seed 8 --max-cycles 1500 --trace c.jsonl
    ! cmp -s a.jsonl c.jsonl || fail "another seed gives the same game"
}

a_replay_reaches_the_same_hash() {
    _play t.jsonl
    local hash
    hash=$(_hash)
    run trace replay t.jsonl
    expect_exit 0
    expect_stdout_contains "$hash"
    run trace replay t.jsonl --json
    expect_exit 0
    expect_stdout_contains '"same":true,"differs":null,'
    [ "$(_hash)" = "$hash" ] || fail "another hash than $hash"
}

an_edited_order_is_found() {
    _play t.jsonl
    sed -E '0,/"order":"(move|patrol)"/s/("order":"(move|patrol)".*"x":)[0-9]+/\13/' t.jsonl > e.jsonl
    ! cmp -s t.jsonl e.jsonl || fail "nothing was edited"
    run trace replay e.jsonl
    expect_exit 1
    expect_stdout_empty
    expect_stderr_matches 'e\.jsonl:[0-9]+: cycle [0-9]+ is the first that differs'
    run trace replay e.jsonl --json
    expect_exit 1
    expect_stdout_matches '"same":false,"differs":[0-9]+,'
}

a_damaged_trace_is_named_with_its_place() {
    _play t.jsonl
    sed '5s/"cycle":/"cycle";/' t.jsonl > d.jsonl
    run trace replay d.jsonl
    expect_refusal "d.jsonl:5:"
    run trace replay missing.jsonl
    expect_refusal "missing.jsonl: cannot open"
    echo '{"some":"json"}' > other.jsonl
    run trace replay other.jsonl
    expect_refusal "other.jsonl:1:2: expected a trace's header"
}

a_trace_of_other_rules_does_not_belong() {
    _play t.jsonl
    sed -E '1s/"rules_hash":"[0-9a-f]{16}"/"rules_hash":"0000000000000000"/' t.jsonl > r.jsonl
    run trace replay r.jsonl
    expect_refusal "r.jsonl:1: recorded with another set of rules" 4
    run trace replay t.jsonl --map open-1
    expect_refusal "another map" 4
}

a_cut_trace_replays_as_far_as_it_goes() {
    _play t.jsonl
    head -c 20000 t.jsonl > cut.jsonl
    run trace replay cut.jsonl --json
    expect_exit 0
    expect_stdout_contains '"same":true'
    expect_stdout_contains '"ended":false,"cut":true'
}

a_seat_can_be_taken_over() {
    _play t.jsonl
    run game play --from t.jsonl@600 --p0 idle --trace u.jsonl --json
    expect_exit 0
    expect_stdout_contains '"players":["idle","random (recorded)"]'
    expect_stdout_contains '"seed":"7",'
    run trace replay u.jsonl
    expect_exit 0
    # up to there, the same lines
    awk -F'[:,]' 'NR > 1 && $2 < 600' t.jsonl | grep order > before.t
    awk -F'[:,]' 'NR > 1 && $2 < 600' u.jsonl | grep order > before.u
    expect_same_file before.t before.u
    expect_file before.t
    ! awk -F'[:,]' 'NR > 1 && $2 >= 600' u.jsonl | grep -q '"seat":0' || fail "seat 0 gives orders"
}

# The recording ends at cycle 1500.
a_tape_that_ends_before_the_game_is_told() {
    _play t.jsonl
    local row
    while IFS='|' read -r row; do
        eval "set -- ${row%%@*}"
        run game play --from t.jsonl@600 "$@"
        expect_exit 0
        [ -z "${row#*@}" ] || expect_stderr_contains "${row#*@}"
        [ -n "${row#*@}" ] || expect_stderr_empty
    done << 'END'
--p0 idle@
--p0 idle --max-cycles 1501@seat 1 (random (recorded)) gave no orders after cycle 1500, where its recording ends; --p1 AGENT names a player for it
--p1 idle --max-cycles 1600 --json@seat 0 (
--p0 idle --p1 idle --max-cycles 1600@
END
    head -c 20000 t.jsonl > cut.jsonl
    run game play --from cut.jsonl@0 --p0 idle
    expect_exit 0
    expect_stderr_matches 'gave no orders after cycle [0-9]{2,3}, where its recording ends'
}

a_wrong_start_is_refused_and_nothing_written() {
    _play t.jsonl
    run game play --from t.jsonl --p0 idle --trace u.jsonl
    expect_refusal "--from: expected TRACE@CYCLE"
    run game play --from t.jsonl@99999 --p0 idle --trace u.jsonl
    expect_refusal "expected a game that goes on at cycle 99999"
    run game play --from t.jsonl@600 --trace u.jsonl
    expect_refusal "--from needs --p0 AGENT or --p1 AGENT"
    run game play --from t.jsonl@600 --p0 idle --fog --trace u.jsonl
    expect_refusal "--fog is the trace's"
    run game play --from t.jsonl@600 --p0 idle --max-cycles 600 --trace u.jsonl
    expect_refusal "the game goes on at cycle 600: expected a limit of more cycles, found 600"
    run game play --from t.jsonl@600 --p0 nobody --trace u.jsonl
    expect_refusal "there is no agent"
    expect_no_file u.jsonl
    cp t.jsonl kept.jsonl
    run game play --from t.jsonl@600 --p0 idle --trace ./t.jsonl
    expect_refusal "would replace the file that is read"
    expect_same_file t.jsonl kept.jsonl
    sed '$s/"end"/"edn"/' t.jsonl > d.jsonl
    run game play --from d.jsonl@600 --p0 idle --trace u.jsonl
    expect_refusal "d.jsonl:"
    sed '1s/"seed":"[0-9]*"/"seed":"12345"/' t.jsonl > d.jsonl
    run game play --from d.jsonl@600 --p0 idle --trace u.jsonl
    expect_refusal "played again it takes another course from cycle " 4
    expect_no_file u.jsonl
}

a_game_goes_on_where_its_map_lies_now() {
    "$UNDERSTUDY" game mapgen --family open --size 32 --seed 3 -o here.map || fail "no map"
    "$UNDERSTUDY" game play ./here.map --p0 ai:raid --p1 idle --max-cycles 300 --trace t.jsonl \
        > .out/played || fail "no game"
    mv here.map there.map
    run game play --from t.jsonl@100 --p0 idle
    expect_refusal "; MAP tells where the map lies now"
    run game play open-1 --from t.jsonl@100 --p0 idle
    expect_refusal "expected the map ./here.map with hash" 4
    expect_stderr_contains ", found open-1 with hash"
    run game play there.map --from t.jsonl@100 --p0 idle
    expect_exit 0
}

bad_input_writes_nothing() {
    run game play open-2 --p0 random --p1 nobody --trace t.jsonl
    expect_refusal 'there is no agent "nobody"'
    run game play nowhere --p0 random --p1 random --trace t.jsonl
    expect_refusal "nowhere"
    run game play open-2 --p0 random --trace t.jsonl
    expect_refusal "needs --p1 AGENT"
    run game play open-2 --p0 random --p1 random --faction0 elves --trace t.jsonl
    expect_refusal 'no faction "elves"'
    run game play open-2 --p0 random --p1 random --domain chess --trace t.jsonl
    expect_refusal 'there is no domain "chess"'
    expect_no_file t.jsonl
    run game play open-2 --p0 random --p1 random --trace no/such/folder/t.jsonl
    expect_refusal "no/such/folder/t.jsonl: cannot write a trace there"
}

factions_can_be_chosen() {
    for faction in human orc; do
        run game play open-2 --p0 idle --p1 idle --faction0 $faction --max-cycles 10 --trace t.jsonl
        expect_exit 0
        head -n 1 t.jsonl | grep -qF "\"seats\":[{\"player\":\"idle\",\"faction\":\"$faction\"}" ||
            fail "no $faction in the header"
        run trace replay t.jsonl
        expect_exit 0
    done
}

a_game_in_fog_replays() {
    _play t.jsonl --fog
    head -n 1 t.jsonl | grep -qF '"fog":true' || fail "no fog in the header"
    run trace replay t.jsonl
    expect_exit 0
}

a_full_disk_is_told_with_its_place() {
    (
        ulimit -f 8
        run game play open-2 --p0 random --p1 random --trace t.jsonl
        expect_exit 1
        expect_stderr_matches 't\.jsonl:[0-9]+: cannot write: '
    ) || exit 1
    run trace replay t.jsonl --json
    expect_exit 0
    expect_stdout_contains '"same":true'
}

full_standard_output_is_told() {
    [ -c /dev/full ] || skip "no /dev/full"
    _code=0
    "$UNDERSTUDY" game maps > /dev/full 2> .out/stderr || _code=$?
    : > .out/stdout
    expect_exit 1
    expect_stderr_contains "standard output: cannot write"
}

a_reader_that_leaves_is_no_error() {
    _code=0
    { "$UNDERSTUDY" game play choke-2 --p0 random --p1 random --watch 2> .out/stderr
      echo $? > code; } | head -n 1 > .out/stdout
    _code=$(cat code)
    expect_exit 0
    expect_stderr_empty
}

a_watched_game_draws_the_map() {
    run game play open-2 --p0 expert:rush --p1 ai:passive --max-cycles 1000 --watch
    expect_exit 0
    expect_stdout_matches '^0 expert:rush .*gold '
    expect_stdout_matches '^cycle 901 of 1000|^cycle 900 of 1000|^cycle 1000 of 1000'
    expect_stdout_contains '$ resource, 0 buildings and a units of seat 0, 1 buildings and b units'
    expect_stdout_matches '[.]0000[.]'
    expect_stdout_matches 'b'
    expect_stdout_lacks $'\033'
    ! grep -q ' $' .out/stdout || fail "a line ends in a blank"
    expect_stdout_contains "draw on open-2"
    run game play open-2 --p0 expert:rush --p1 ai:passive --watch
    expect_stdout_matches '^1 ai:passive +is out; units '
    run game play open-2 --p0 idle --p1 idle --max-cycles 1000 --watch --json
    expect_exit 0
    expect_stdout_lines 1
    expect_stderr_matches '^1 idle .*gold '
}

an_interrupt_ends_a_game_and_leaves_whole_lines() {
    "$UNDERSTUDY" game play open-4 --p0 idle --p1 idle --max-cycles 10000000 --trace t.jsonl \
        > .out/stdout 2> .out/stderr &
    local pid=$! tries=0
    while [ ! -s t.jsonl ] && [ $tries -lt 100 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    kill -TERM $pid
    _code=0
    wait $pid || _code=$?
    expect_exit 130
    expect_stderr_contains "interrupted at cycle"
    expect_stdout_empty
    [ "$(tail -c 1 t.jsonl | od -An -tx1 | tr -d ' ')" = 0a ] || fail "the last line is cut"
    ! grep -q '"end"' t.jsonl || fail "the trace has an end"
}

an_interrupt_is_heard_between_two_slow_cycles() {
    cat > churn.brl << 'END'
brl 1 arena

tree Two(k: number) {
    do sequence {
        check k < 1000000
        parallel {
            call Two(k: k + 1)
            call Two(k: k + 1)
        }
    }
}

archetype Guard {
    do monitor {
        succeed call Two(k: 0)
        on over -> act stand()
    }
}
END
    "$UNDERSTUDY" game play yard-1 --domain arena --p0 idle --p1 tree:churn.brl --max-cycles 100 \
        > .out/stdout 2> .out/stderr &
    local pid=$!
    sleep 1
    kill -TERM $pid
    _code=0
    wait $pid || _code=$?
    expect_exit 130
    expect_stderr_contains "interrupted at cycle"
}

_play_demo() {
    "$UNDERSTUDY" demo -o made --small -j 2 > said 2> told
}

_demo() { # one demo for all that look at what it made and printed
    kept _play_demo
    _ran="understudy demo -o made --small -j 2" _code=0
    mv said .out/stdout
    mv told .out/stderr
}

the_demo_is_the_whole_loop_and_goes_on_where_it_stopped() {
    _demo
    expect_file made/demos/game-1.jsonl
    expect_file made/experiment/results.jsonl
    expect_file made/report.html
    expect_stdout_matches '^  expert +[0-9]+% +[0-9]+ to +[0-9]+$'
    expect_stdout_contains "Repairs"
    local kept=no # so small a search mostly proves nothing
    grep -qxF '  None: games prove no change to help.' .out/stdout ||
        { kept=yes && expect_stdout_contains '  A search with at most 100 games changed "learned".'; }
    run library diff made/experiment/libraries/learned.db made/experiment/libraries/adapted.db
    if [ $kept = yes ]; then
        expect_stdout_matches '^\+ behavior .*; from [0-9a-f]{16}$'
        grep -q '<section id="repairs"' made/report.html || fail "no repairs in the report"
    else
        expect_stdout_matches '^\+ saw map [0-9a-f]{16}, seed [0-9]+, by adaptation$'
        expect_stdout_lacks "behavior"
    fi
    run trace replay made/demos/game-1.jsonl
    expect_exit 0
    cp made/experiment/results.jsonl made/picture.svg made/film.html .
    # as if it had been ended on the way
    rm made/report.html made/experiment/results.jsonl made/picture.svg
    head -n 5 made/experiment/results/run.jsonl > five
    cp five made/experiment/results/run.jsonl
    run demo -o made --small -j 1 --json
    expect_exit 0
    expect_stderr_contains "made: continues this demo, which was begun before"
    expect_same_file <(head -n 5 made/experiment/results/run.jsonl) five
    expect_file made/report.html
    expect_stdout_matches '^\{"folder":"made","experiment":"made/experiment","report":"made/report.html","picture":"made/picture.svg","film":"made/film.html","summary":"An expert demonstrated 2 games'
    expect_stdout_matches '"scores":\[\{"player":"expert","mean":[01]'
    expect_stdout_matches '"verdicts":\[\{"player":"(adapted|cloning)","baseline":"learned"'
    expect_same_file made/experiment/results.jsonl results.jsonl
    expect_same_file made/picture.svg picture.svg
    expect_same_file made/film.html film.html
}

# The numbers of the summary are those of the comparison and of the picture.
the_demo_ends_in_a_summary_a_picture_and_a_film() {
    _demo
    sed -n '/^Summary/,/^$/p' .out/stdout | tail -n +2 | tr '\n' ' ' > summary
    [ "$(sed -n '/^Summary/,/^$/p' .out/stdout | awk '{ print length }' | sort -n | tail -n 1)" -le 80 ] ||
        fail "a line of the summary is longer than 80 characters"
    "$UNDERSTUDY" experiment compare made/experiment --sheet players --form csv > players.csv
    local player name mean low high
    while read -r player name; do
        IFS=, read -r mean low high < <(awk -F, -v player="$player" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
            NR > 1 && $1 == player { print $(at["score"]) "," $(at["low"]) "," $(at["high"]) }' players.csv)
        printf -v told "%.0f%%" "$(awk "BEGIN { print $mean * 100 }")"
        grep -qF "$name $told (" summary || fail "the summary has not: $name $told"
        grep -qF ">$told</text>" made/picture.svg || fail "the picture has not: $told"
        printf -v told "%.0f to %.0f" "$(awk "BEGIN { print $low * 100 }")" "$(awk "BEGIN { print $high * 100 }")"
        grep -qF "$told)" summary || fail "the summary has not: $told"
        grep -qF ">$told</text>" made/picture.svg || fail "the picture has not: $told"
    done << 'END'
learned The library that was learned from them won
expert The expert itself won
random a random player
END
    grep -qE "In this run they (helped|did harm|changed nothing that this many games can show): the adapted library won [0-9]+% \([0-9]+ to [0-9]+\), a difference of [+-][0-9]+ points \([+-][0-9]+ to [+-][0-9]+\)\.|no change of the library that games prove to help" \
        summary || fail "nothing about adaptation: $(cat summary)"
    [ "$(grep -c 'class="mean"/>' made/picture.svg)" = 5 ] || fail "the picture has other rows"
    run trace replay made/film.jsonl --map "$(echo made/experiment/maps/*.map | cut -d ' ' -f 1)"
    head -n 2 made/film.html | grep -qF "a film of understudy" || fail "no film"
}

an_interrupted_demo_says_how_it_goes_on() {
    local tries=0
    "$UNDERSTUDY" demo -o made --small -j 1 > .out/stdout 2> .out/stderr &
    _ran="understudy demo &"
    until [ -s made/experiment/results/run.jsonl ]; do
        tries=$((tries + 1))
        [ $tries -lt 6000 ] || fail "nothing is played"
        sleep 0.01
    done
    kill -INT $!
    _code=0
    wait $! || _code=$?
    expect_exit 130
    expect_stderr_contains "games are played; the same command goes on"
    cp made/experiment/results/run.jsonl played
    # another demo is none to go on with
    run demo -o made --small -j 2 --seed 2
    expect_exit 0
    ! grep -q "goes on" .out/stderr || fail "another demo goes on"
    grep -qF '"seed":"1002"' made/experiment/manifest.jsonl || fail "it is the same"
    ! grep -qxF "$(head -n 1 played)" made/experiment/results/run.jsonl || fail "its results stay"
}

a_demo_replaces_nothing_but_a_demo() {
    local name
    for name in demo.json demos/rush.jsonl report.html report-figures/mine experiment/notes picture.svg \
        film.html film.jsonl; do
        mkdir -p "own/$(dirname $name)"
        echo mine > own/$name
        run demo -o own --small
        expect_refusal "own: \"${name%%/*}\" is there, and is not the demo's: expected another folder"
        [ "$(cat own/$name)" = mine ] || fail "$name is another"
        rm -r own
    done
    printf '{"experiment": 1, "name": "mine", "players": ["idle"], "opponents": ["idle"],
        "maps": ["open-1"], "max_cycles": 100}\n' > mine.json
    mkdir own
    run experiment plan mine.json -o own/experiment --sample 0
    expect_exit 0
    run experiment run own/experiment
    expect_exit 0
    printf '{\n  "experiment": 1,\n  "name": "what a library learns from its demonstrations"}' > own/demo.json
    find own -type f | sort | xargs cksum > before
    run demo -o own --small
    expect_refusal "own: \"experiment\" is there, and is not the demo's: expected another folder"
    find own -type f | sort | xargs cksum > after
    expect_same_file before after
}

a_demo_without_its_maps_makes_no_experiment() {
    mkdir -p data/domains/skirmish/maps
    cp "$ROOT"/domains/skirmish/*.json data/domains/skirmish/
    UNDERSTUDY_DATA=data run demo -o made --small
    expect_exit 2
    expect_stderr_contains "there is no map"
    expect_no_file made/experiment
}

a_demo_where_no_folder_can_be_is_refused() {
    echo file > here
    run demo -o here/below
    expect_refusal "here"
}

a_trace_replaces_nothing_but_a_trace() {
    cp "$ROOT/domains/skirmish/maps/open-2.map" own.map
    run game play open-2 --p0 idle --p1 idle --max-cycles 70 --trace own.map
    expect_refusal "expected a new file, or a trace to replace, found a file that is no trace"
    cmp -s "$ROOT/domains/skirmish/maps/open-2.map" own.map || fail "the map is gone"
    local again
    for again in 1 2; do
        run game play open-2 --p0 idle --p1 idle --max-cycles 70 --trace own.jsonl
        expect_exit 0
    done
    run game play --help
    expect_stdout_contains "a new file, or a trace to replace"
}

what_is_left_of_a_trace_is_replaced() {
    local bytes
    for bytes in 0 1 2 13 20 21 22; do
        printf '{"understudy":"trace",' | head -c $bytes > cut.jsonl
        run game play open-2 --p0 idle --p1 idle --max-cycles 5 --trace cut.jsonl
        expect_exit 0
        run trace replay cut.jsonl
        expect_exit 0
    done
    for text in '{"understudy":"tree"' '{"under\n' '\n' '{ '; do
        printf "$text" > other.json
        run game play open-2 --p0 idle --p1 idle --max-cycles 5 --trace other.json
        expect_refusal "found a file that is no trace"
        [ "$(printf "$text" | cksum)" = "$(cksum < other.json)" ] || fail "the file is gone"
    done
}

a_file_that_cannot_be_read_is_told_as_such() {
    [ -f /proc/self/mem ] || skip "no /proc/self/mem"
    run game play open-2 --p0 idle --p1 idle --max-cycles 5 --trace /proc/self/mem
    expect_refusal "/proc/self/mem: cannot write a trace there: "
    ! grep -q expected .out/stderr || fail "not the system's reason"
}

_watch() { # COLUMNS ROWS [ARGUMENT...]: watch a big map, or that game, in a terminal of that size
    script -qec true /dev/null > /dev/null 2>&1 || skip "no terminal to be had (script)"
    local command="stty cols $1 rows $2; exec '$UNDERSTUDY' game play"
    shift 2
    command+=" ${*:-open-4 --p0 idle --p1 idle --max-cycles 5}"
    run_command script -qec "$command --speed 0 --watch" /dev/null
    expect_exit 0
}

_expect_width() { # COLUMNS: no line on the terminal is wider
    tr -d '\r' < .out/stdout | sed -E 's/\x1b\[[?0-9;]*[A-Za-z]//g' > plain
    [ "$(awk '{ if (length($0) > n) n = length($0) } END { print n }' plain)" -le "$1" ] ||
        fail "a line is wider than the terminal"
}

a_small_terminal_is_told_what_it_shows() {
    TERM=xterm _watch 60 20
    expect_stdout_contains $'\033[34;1m0'
    expect_stdout_matches 'a character is [0-9]+ x [0-9]+ cells'
    _expect_width 60
}

what_is_spelled_out_fits_the_terminal_too() {
    run game play open-2 --p0 idle --p1 idle --max-cycles 70 --trace t.jsonl
    sed -E '1s/("seats".*"player":")idle(".*"player":")idle/\1idle\2\\u0007\\u0007\\u0007\\u0007/' \
        t.jsonl > u.jsonl
    TERM=xterm _watch 60 80 --from u.jsonl@10 --p0 idle
    expect_stdout_contains '\x07\x07\x07\x07'
    _expect_width 60
}

colors_can_be_left_out() {
    NO_COLOR=1 TERM=xterm _watch 200 80
    expect_stdout_lacks $'\033[34;1m'
    expect_stdout_contains $'\033[K'
    TERM=dumb _watch 200 80
    expect_stdout_lacks $'\033'
}

a_trace_goes_to_a_regular_file_only() {
    mkfifo pipe
    local target
    for target in pipe /dev/null .; do
        run_command timeout 10 "$UNDERSTUDY" game play open-2 --p0 idle --p1 idle --trace $target
        expect_refusal "$target: cannot write a trace there: expected a new file, or a trace to replace"
    done
    _code=0
    "$UNDERSTUDY" game play open-2 --p0 idle --p1 idle --max-cycles 70 --trace /dev/stdout \
        > mixed 2> .out/stderr || _code=$?
    : > .out/stdout
    expect_refusal "standard output or error goes there"
    expect_no_file mixed.jsonl
}

a_map_that_no_trace_can_name_is_refused() {
    local map name
    map=$ROOT/domains/skirmish/maps/open-2.map
    name=$(printf 'caf\351.map')
    cp "$map" "$name"
    run game play "./$name" --p0 idle --p1 idle --trace t.jsonl
    expect_refusal 'expected a map'\''s name or path in UTF-8, found "./caf\xe9.map"'
    local deep=.
    while [ ${#deep} -lt 1020 ]; do deep=$deep/.; done
    cp "$map" m.map
    run game play "$deep/m.map" --p0 idle --p1 idle --trace t.jsonl
    expect_refusal "of at most 1023 bytes, found"
    expect_no_file t.jsonl
    run game play "$deep/m.map" --p0 idle --p1 idle --max-cycles 10
    expect_exit 0
}

what_a_terminal_would_act_on_is_spelled_out() {
    local map name
    map=$ROOT/domains/skirmish/maps/open-2.map
    name=$(printf 'a\033[31m.map')
    run game play "./$name" --p0 idle --p1 idle
    expect_refusal './a\x1b[31m.map: cannot open'
    cp "$map" "$name"
    run game play "./$name" --p0 idle --p1 idle --max-cycles 5 --trace "t$name"
    expect_exit 0
    expect_stdout_contains 'draw on ./a\x1b[31m.map after 5 cycles'
    expect_stdout_contains 'trace in ta\x1b[31m.map'
    run trace replay "t$name"
    expect_exit 0
    expect_stdout_contains 'ta\x1b[31m.map: the same course'
    printf 'understudy \033]0;title\007\377\n' > bad.map
    run game play ./bad.map --p0 idle --p1 idle
    expect_exit 2
    ! grep -q "$(printf '[\001-\011\013-\037\177-\377]')" .out/stderr || fail "raw bytes"
    run game "$(printf 'pl\033ay')"
    expect_refusal 'pl\x1bay'
}

a_wrong_member_of_a_header_is_pointed_at() {
    _play t.jsonl
    local row
    for row in 's/"max_cycles":1500/"max_cycles":10000001/|"max_cycles", a whole number from 1' \
        's/"domain":"skirmish"/"domain":"chess"/|there is no domain "chess"' \
        's/"map":"open-2"/"map":"nowhere"/|there is no map '\''nowhere'\' \
        's/"faction":"orc"/"faction":"elf"/|there is no faction "elf"'; do
        sed -E "1${row%%|*}" t.jsonl > h.jsonl
        run trace replay h.jsonl
        expect_refusal "${row#*|}"
        expect_stderr_matches 'h\.jsonl:1:[0-9]+: '
        expect_stderr_contains expected
    done
    # a name that messages spell out, and a map that lies elsewhere now
    sed -E '1s/"map":"open-2"/"map":".\/gone\\u001b.map"/' t.jsonl > h.jsonl
    run trace replay h.jsonl
    expect_refusal './gone\x1b.map: cannot open'
    expect_stderr_matches 'h\.jsonl:1:[0-9]+: '
    run trace replay h.jsonl --map ./here.map
    expect_refusal './here.map: cannot open'
    ! grep -q 'h\.jsonl' .out/stderr || fail "the header's map was not used"
    run game play open-2 --p0 idle --p1 idle --max-cycles 10000001
    expect_refusal "expected a whole number from 1 to 10000000"
}

the_demo_says_what_to_type_next() {
    _demo
    expect_stderr_matches 'games +100% +[0-9.]+/s +took [0-9]'
    sed -n '/^Next/,/^$/p' .out/stdout | sed 1d > next.sh
    grep -qF "$UNDERSTUDY experiment compare made/experiment" next.sh || fail "$(cat next.sh)"
    run_command sh ./next.sh
    expect_exit 0
}

a_seed_of_64_bits_is_told_whole() {
    _play t.jsonl
    sed 's/"seed":"7"/"seed":"18446744073709551615"/' t.jsonl | head -n 1 > u.jsonl
    run game play --from u.jsonl@0 --p0 idle --p1 idle --json
    expect_exit 0
    expect_stdout_contains '"seed":"18446744073709551615"'
}
