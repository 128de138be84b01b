# annotate: goals beside a trace.

_make_game() {
    "$UNDERSTUDY" game play open-1 --p0 expert:balanced --p1 ai:boom --max-cycles 6000 --seed 4 \
        --trace game.jsonl > .out/played
}

_game() {
    kept _make_game
}

the_labels_of_an_expert_are_written_beside_its_trace() {
    _game
    [ -s game.goals.json ] || fail "no game.goals.json"
    run annotate game.jsonl
    expect_exit 0
    expect_stdout_matches '1 WinWargus\(player: 0\): [0-9]+ of orders '
    expect_stdout_contains "by expert:balanced"
}

a_goal_tells_how_many_orders_are_its_own() {
    _game
    rm game.goals.json
    run annotate game.jsonl --goal 'GetResources(self, gold: 77)' --orders 2 --seat 0
    run annotate game.jsonl --goal 'WinWargus(self)' --orders 1-9 --seat 0
    expect_exit 0
    run annotate game.jsonl
    expect_stdout_contains "GetResources(player: 0, gold: 77): orders 2-2,"
    expect_stdout_contains "WinWargus(player: 0): $(grep -E '"id":[1-9],' game.jsonl | grep -c '"seat":0') of orders 2-8,"
}

labels_of_experts_have_no_errors() {
    _game
    run annotate game.jsonl --check --json
    expect_exit 0
    expect_stdout_contains '"sound":true'
    expect_stdout_contains '"errors":0'
}

a_check_names_all_errors_with_their_lines() {
    _game
    sed -i '3s/"parent":1/"parent":99/; 4s/"orders":\[\[[0-9]*/"orders":[[0/' game.goals.json
    run annotate game.jsonl --check
    expect_exit 1
    expect_stdout_contains "game.goals.json:3: error: goal 2, DefeatPlayer(player: 1): its parent 99"
    expect_stdout_matches "game.goals.json:4:[0-9]+: error: .*expected a range of orders"
}

a_goal_is_added_by_hand() {
    _game
    rm game.goals.json
    run annotate game.jsonl --goal 'WinWargus(self)' --orders "1-$(grep -oE '"id":[0-9]+' game.jsonl | tail -n 1 | cut -d: -f2)" --seat 0
    expect_exit 0
    run annotate game.jsonl --goal 'achieve BuildUnits(self, "worker", 4)' --orders 1-9 --seat 0
    expect_exit 0
    grep -q '"id":2,"parent":1,"seat":0,"goal":"BuildUnits","kind":"achieve"' game.goals.json ||
        fail "goal 2 is not below goal 1"
    run annotate game.jsonl --check
    expect_exit 0
}

goals_added_at_once_are_all_there_or_refused() {
    local i said=0
    _game
    rm game.goals.json
    for i in 1 2 3 4 5 6; do
        "$UNDERSTUDY" annotate game.jsonl --goal 'WinWargus(self)' --orders "$i-9" --seat 0 \
            > "said.$i" 2>&1 &
    done
    wait
    for i in 1 2 3 4 5 6; do
        if grep -q "1 added now" "said.$i"; then
            said=$((said + 1))
        else
            grep -q "another program has written it meanwhile" "said.$i" || fail "$(cat "said.$i")"
        fi
    done
    run annotate game.jsonl
    [ "$said" -ge 1 ] || fail "nothing was added"
    expect_stdout_lines "$said"
}

a_wrong_goal_gets_a_hint() {
    _game
    run annotate game.jsonl --goal 'BuildUnit(self, "worker", 4)' --orders 1-9
    expect_refusal 'such as "BuildUnits"'
    run annotate game.jsonl --goal 'BuildUnits(self, "wroker", 4)' --orders 1-9
    expect_refusal 'such as "worker"'
    run annotate game.jsonl --goal 'WinWargus(self)' --orders 9-1
    expect_refusal "ranges of orders such as 3-17,20"
}

suggestions_leave_hand_labels_alone() {
    _game
    rm game.goals.json
    run annotate game.jsonl --goal 'GetResources(self, gold: 77)' --orders 1-3 --seat 0
    run annotate game.jsonl --auto --seat 0
    expect_exit 0
    run annotate game.jsonl --auto --seat 0
    expect_exit 0
    [ "$(grep -c '"by":"hand"' game.goals.json)" = 1 ] || fail "the hand label is not there once"
    [ "$(grep -c '"goal":"WinWargus"' game.goals.json)" = 1 ] || fail "not one root"
    grep -q '"suggested":true,"why":"' game.goals.json || fail "no reason"
    run annotate game.jsonl --check
    expect_exit 0
}

suggestions_change_nothing_that_an_expert_said() {
    local seed
    for seed in 4 7; do
        run game play open-2 --p0 expert:rush --p1 random --seed $seed --trace game.jsonl
        sed 's/,$//' game.goals.json | grep '"id"' | sort > said
        run annotate game.jsonl --auto
        expect_exit 0
        sed 's/,$//' game.goals.json | grep '"id"' | sort > both
        [ -z "$(comm -23 said both)" ] || fail "changed: $(comm -23 said both)"
        [ "$(wc -l < both)" -gt "$(wc -l < said)" ] || fail "nothing was suggested"
    done
}

_make_duel() { # a game that seat 0 wins and seat 1 loses, with suggestions for both
    "$UNDERSTUDY" game play bases-8 --domain microrts --p0 ai:worker-rush --p1 ai:light-rush \
        --trace game.jsonl > .out/played
    "$UNDERSTUDY" annotate game.jsonl --auto > .out/suggested || fail "nothing was suggested"
}

_duel() {
    kept _make_duel
}

auto_says_which_seats_it_takes_and_how_the_game_ended_for_them() {
    _duel
    run annotate game.jsonl --auto --seat 1
    expect_exit 0
    expect_stdout_contains "seat 0 (ai:worker-rush, won) is left out: another seat was asked for"
    expect_stdout_matches 'seat 1 \(ai:light-rush, lost\) is taken: [1-9][0-9]* suggestions; learn leaves it out, since it lost, unless --seat 1 asks'
    expect_stdout_contains "learn leaves suggestions out until they are accepted: annotate game.jsonl --accept all"
    run annotate game.jsonl --auto --seat all --json
    expect_exit 0
    expect_stdout_contains '{"seat":1,"player":"ai:light-rush","game":"lost","suggested":3,"left_out":null}'
    run game play open-1 --p0 expert:rush --p1 idle --max-cycles 900 --trace idle.jsonl
    run annotate idle.jsonl --auto
    expect_exit 0
    expect_stdout_contains "seat 0 (expert:rush, undecided) is taken"
    expect_stdout_contains "seat 1 (idle, undecided) is left out: it gave no orders"
}

an_accepted_suggestion_is_a_label_made_by_hand() {
    _duel
    run annotate game.jsonl
    expect_stdout_contains ", suggested by auto: "
    run annotate game.jsonl --accept 2-3 --seat 0
    expect_exit 0
    expect_stdout_contains "game.goals.json: 6 goals, 4 suggested, 2 accepted now"
    [ "$(grep -c '"seat":0.*"by":"hand"' game.goals.json)" = 2 ] || fail "not two labels: $(cat game.goals.json)"
    grep '"by":"hand"' game.goals.json | grep -q 'suggested\|"why"' && fail "it is still marked"
    run annotate game.jsonl --auto
    expect_exit 0
    [ "$(grep -c '"seat":0.*"by":"hand"' game.goals.json)" = 2 ] || fail "suggesting anew took a label back"
    run annotate game.jsonl --accept all --json
    expect_exit 0
    expect_stdout_is '{"annotation":"game.goals.json","goals":6,"suggested":0,"accepted":4}'
    run annotate game.jsonl --check
    expect_exit 0
}

a_rejected_suggestion_is_gone_and_labels_stay() {
    _duel
    run annotate game.jsonl --accept 1,3 --seat 0
    run annotate game.jsonl --reject 2 --seat 0
    expect_exit 0
    expect_stdout_contains "game.goals.json: 5 goals, 3 suggested, 1 rejected now"
    grep -q '"id":3,"parent":1,"seat":0' game.goals.json || fail "3 is not below 1: $(cat game.goals.json)"
    cp game.goals.json kept.json
    run annotate game.jsonl --reject all --seat 0
    expect_refusal "game.goals.json: there are no suggestions of that seat"
    expect_same_file kept.json game.goals.json
    run annotate game.jsonl --reject all -o left.json
    expect_exit 0
    expect_same_file kept.json game.goals.json
    [ "$(grep -c '"id"' left.json)" = 2 ] || fail "not two goals: $(cat left.json)"
    run annotate game.jsonl --check
    expect_exit 0
}

a_suggestion_that_ranges_name_twice_is_judged_once() {
    _duel
    run annotate game.jsonl --accept 1,1-2,1 --seat 0
    expect_exit 0
    expect_stdout_contains "game.goals.json: 6 goals, 4 suggested, 2 accepted now"
    run annotate game.jsonl --reject 3,3,3 --seat 0
    expect_exit 0
    expect_stdout_contains "game.goals.json: 5 goals, 3 suggested, 1 rejected now"
    run annotate game.jsonl --accept 1 --seat 0
    expect_refusal "game.goals.json: "
}

a_suggestion_that_is_not_there_is_named() {
    local ids
    _duel
    cp game.goals.json kept.json
    run annotate game.jsonl --accept 1
    expect_refusal "game.goals.json: 2 seats have suggestions: expected --seat N to choose one"
    run annotate game.jsonl --accept 1,7-9 --seat 0
    expect_refusal "game.goals.json: --accept: seat 0 has no suggestion from 7 to 9; annotate game.jsonl lists them"
    mkdir 'a b'
    cp game.jsonl game.goals.json 'a b'
    run annotate 'a b/game.jsonl' --accept 7 --seat 0
    expect_stderr_contains "; annotate 'a b/game.jsonl' lists them"
    for ids in 0 1- ,1 x; do
        run annotate game.jsonl --reject $ids --seat 0
        expect_refusal "--reject: expected all, or ranges of goals such as 3-17,20"
    done
    run annotate game.jsonl --goal 'WinMicroRTS(self)' --orders 1 --seat all
    expect_refusal "a goal is one seat's: expected --seat N"
    expect_same_file kept.json game.goals.json
}

labels_below_suggestions_are_nested_anew() {
    _game
    rm game.goals.json
    run annotate game.jsonl --auto --seat 0
    run annotate game.jsonl --goal 'GetResources(self, gold: 7)' --orders 27 --seat 0
    grep -qE '"parent":[0-9]+,.*"gold":7' game.goals.json || fail "it is at the top"
    run annotate game.jsonl --auto --seat 0
    expect_exit 0
    run annotate game.jsonl --check
    expect_exit 0
    cp game.goals.json kept.json
    run annotate game.jsonl --auto --seat 0
    expect_same_file game.goals.json kept.json
}

suggestions_for_one_seat_leave_those_for_another() {
    _game
    rm game.goals.json
    run annotate game.jsonl --auto
    cp game.goals.json kept.json
    grep -q '"seat":1' kept.json || fail "none for seat 1"
    run annotate game.jsonl --auto --seat 0
    expect_exit 0
    expect_same_file game.goals.json kept.json
}

one_thing_at_a_time() {
    _game
    run annotate game.jsonl --auto --check
    expect_refusal "one of --auto, --accept, --reject, --check and --goal"
    run annotate game.jsonl --accept all --reject 3
    expect_refusal "one of --auto, --accept, --reject, --check and --goal"
    run annotate game.jsonl --goal 'WinWargus(self)'
    expect_refusal "go together"
    run annotate none.jsonl --check
    expect_refusal none.jsonl
}

_other_rules() { # the game can't be played again
    sed -i '1s/"rules_hash":"[0-9a-f]*"/"rules_hash":"0123456789abcdef"/' game.jsonl
}

without_an_annotation_is_told_how_to_come_by_one() {
    _game
    rm game.goals.json
    run annotate game.jsonl
    expect_refusal "there is no annotation: expected game.goals.json beside it, or a file that learn --annotation names"
    run annotate game.jsonl --check
    expect_refusal "annotate --auto suggests one, annotate --goal adds goals by hand"
}

a_domain_without_goals_cannot_be_labeled_nor_learned_from() {
    mkdir -p bare/domains/microrts
    awk '/"goals": \[/ { exit } { line[n++] = $0 }
        END { while (line[n - 1] == "") n--
            sub(/,$/, "", line[n - 1])
            for (i = 0; i < n; i++) print line[i]
            print "}" }' "$ROOT/domains/microrts/domain.json" > bare/domains/microrts/domain.json
    export UNDERSTUDY_DATA="$PWD/bare:$ROOT"
    printf '%s\n' '{"understudy":"trace","version":1,"domain":"microrts","source":"microrts 1","seats":[{"player":"a","faction":""},{"player":"b","faction":""}]}' > m.jsonl
    run learn m.jsonl -o lib.db
    expect_refusal 'm.jsonl: the domain "microrts" has no goals'
    for way in "" --check --auto "--goal Win(self) --orders 1"; do
        run annotate m.jsonl $way
        expect_refusal 'm.jsonl: the domain "microrts" has no goals'
    done
}

a_check_without_the_game_covers_the_form() {
    _game
    _other_rules
    run annotate game.jsonl --check
    expect_exit 0
    expect_stdout_matches '^game.goals.json: sound in form: [0-9]+ goals$'
    expect_stderr_contains "not checked: whether goals were reached: game.jsonl:1: recorded with"
    run annotate game.jsonl --check --json
    expect_exit 0
    expect_stdout_contains '"replayed":false,"not_checked":"whether goals were reached","why":"'
    sed -i '3s/"parent":1/"parent":99/; 4s/"player":0/"player":"gold"/' game.goals.json
    run annotate game.jsonl --check
    expect_exit 1
    expect_stdout_contains "game.goals.json:3: error: goal 2, DefeatPlayer(player: 1): its parent 99"
    expect_stdout_matches "game.goals.json:4:[0-9]+: error: "
    run annotate game.jsonl
    expect_exit 2
    run annotate game.jsonl --check --map open-1
    expect_refusal "recorded with another set of rules" 4
}

without_the_game_goals_are_shown_and_added_but_not_suggested() {
    _game
    _other_rules
    cp game.goals.json kept.json
    run annotate game.jsonl
    expect_exit 0
    expect_stdout_matches '1 WinWargus\(player: 0\): [0-9]+ of orders '
    run annotate game.jsonl --auto
    expect_refusal "suggestions need the game itself, or states stored beside the trace: game.jsonl:1: recorded with" 4
    expect_same_file game.goals.json kept.json
    run annotate game.jsonl --goal 'GetResources(self, gold: 77)' --orders 2-3 --seat 0
    expect_exit 0
    expect_stderr_contains "not known: when the goal was reached: game.jsonl:1: recorded with"
    grep -qE '"gold":77\},"opened":[0-9]+,"orders"' game.goals.json || fail "it is closed"
}

_not_again() { # FILE: it can't be played again from here on
    sed -i '1s/"seats":/"left_out":[7],"seats":/' "$1"
}

# Suggestions, the check, and what is learned from them, but for the trace that is named.
stored_states_stand_in_for_the_game() {
    run game play bases-8 --domain microrts --p0 ai:light-rush --p1 ai:worker-rush --trace played.jsonl --states 1
    cp played.jsonl stored.jsonl
    cp played.states stored.states
    _not_again stored.jsonl
    for game in played stored; do
        run annotate $game.jsonl --auto
        expect_exit 0
        expect_stderr_empty
        run annotate $game.jsonl --check
        expect_exit 0
        sed "s/^$game/game/" .out/stdout > $game.check
        run annotate $game.jsonl --goal 'BuildUnits(self, "Worker", 2)' --orders 1-4 --seat 1
        expect_exit 0
        expect_stderr_empty
        run annotate $game.jsonl --accept all
        run learn $game.jsonl --relax --seat all -o $game.db
        expect_exit 0
    done
    expect_same_file played.goals.json stored.goals.json
    expect_same_file played.check stored.check
    grep -q '"by":"hand".*"closed":' stored.goals.json || grep -q '"closed":.*"by":"hand"' stored.goals.json ||
        fail "nobody knows when it was reached"
    run annotate stored.jsonl --check --json
    expect_stdout_contains '"replayed":false,"findings"'
    run library diff played.db stored.db
    [ -z "$(grep -v 'origins* only in the first; [0-9]* origins* only in the second$' .out/stdout)" ] ||
        fail "another library: $(stdout)"
}

gaps_between_states_are_told_with_their_place() {
    run game play bases-8 --domain microrts --p0 ai:light-rush --p1 ai:worker-rush --trace stored.jsonl --states 40
    _not_again stored.jsonl
    run annotate stored.jsonl --auto
    expect_exit 0
    expect_stderr_lines 1
    expect_stderr_contains "from the stored states, of which there is none between cycles 0 and 40: events in such a gap"
    run annotate stored.jsonl --check
    expect_exit 0
    expect_stderr_lines 1
    expect_stderr_contains "from the stored states, of which there is none between cycles 0 and 40"
}

in_fog_no_states_stand_in_for_the_game() {
    run game play open-1 --p0 expert:rush --p1 random --fog --max-cycles 900 --trace stored.jsonl --states 1
    _not_again stored.jsonl
    run annotate stored.jsonl --auto
    expect_refusal "nobody knows what a player saw in fog, and stored.jsonl:1: orders were left out" 4
    run annotate stored.jsonl --check
    expect_exit 0
    expect_stderr_contains "not checked: whether goals were reached: nobody knows what a player saw in fog"
}

a_check_tells_the_form_of_a_game_that_goes_another_way() {
    _game
    sed -i '0,/"hash":"[0-9a-f]*","tags"/s//"hash":"0123456789abcdef","tags"/' game.jsonl
    run annotate game.jsonl --check
    expect_exit 1
    expect_stdout_contains "game.goals.json"
    expect_stderr_matches 'game\.jsonl:[0-9]+: the game does not go as recorded'
    run annotate game.jsonl --auto
    expect_exit 4
    expect_stderr_matches 'game\.jsonl:[0-9]+: the game does not go as recorded'
}

the_trace_of_another_program_is_labeled_by_hand() {
    cat > game.log << 'EOF'
ReplayLog( {
  MapPath = "maps/a.smp", LocalPlayer = 0,
  Players = { { Name = "Ann", Race = 0 } }, Engine = { 2, 4, 2 }
} )
Log( { GameCycle = 3, UnitNumber = 7, UnitIdent = "unit-peasant", Action = "move", PosX = 1, PosY = 2 } )
Log( { GameCycle = 4, UnitNumber = 7, UnitIdent = "unit-balloon", Action = "board", DestUnitNumber = 9 } )
Log( { GameCycle = 9, UnitNumber = 7, UnitIdent = "unit-peasant", Action = "move", PosX = 4, PosY = 2 } )
EOF
    run trace convert --from stratagus game.log -o t.jsonl
    expect_exit 0
    run annotate t.jsonl --goal 'WinWargus(self)' --orders 1-2
    expect_exit 0
    run annotate t.jsonl --check
    expect_exit 1
    expect_stdout_contains "error: order 3 of seat 0, at cycle 9, has no goal"
    expect_stderr_contains "not checked: whether goals were reached: t.jsonl:1: converted from"
    rm t.goals.json
    run annotate t.jsonl --goal 'WinWargus(self)' --orders 1-3
    expect_stdout_is "t.goals.json: 1 goal, 0 suggested, 1 added now"
    run annotate t.jsonl --check
    expect_exit 0
}

seats_that_the_game_lacks_are_named() {
    _game
    sed -i '2s/"seat":0/"seat":5/; 3s/"player":1/"player":7/' game.goals.json
    run annotate game.jsonl --check
    expect_exit 1
    expect_stdout_contains "game.goals.json:2: error: goal 1, WinWargus(player: 0): there is no seat 5"
    expect_stdout_contains "DefeatPlayer(player: 7): there is no seat 7: expected one from 0 to 1"
    run annotate game.jsonl --goal 'WinWargus(5)' --orders 2
    expect_refusal "there is no seat 5"
    run annotate game.jsonl --auto --seat 5
    expect_refusal "there is no seat 5"
}

# Each id twice, each level with two children: shown by parents it would take 2^30 lines. Circles
# have no top, and a list of the greatest length one that is deep.
goals_that_stand_in_no_order_are_shown_once() {
    _game
    local head='{"understudy":"goals","version":1,"domain":"skirmish","goals":[' tail='"seat":0,
        "goal":"WinWargus","args":{"player":0},"opened":0,"orders":[[1,9]]}'
    tail=$(echo "$tail" | tr -d '\n ')
    awk -v h="$head" -v t="$tail" 'BEGIN { print h; for (i = 1; i <= 60; i++) { n = int((i + 1) / 2)
        printf "%s{\"id\":%d,%s%s\n", (i > 1 ? "," : ""), n, (n > 1 ? "\"parent\":" n - 1 "," : ""), t }
        print "]}" }' > game.goals.json
    run_command timeout 20 "$UNDERSTUDY" annotate game.jsonl
    expect_exit 0
    expect_stdout_lines 60
    echo "$head{\"id\":1,\"parent\":2,$tail,{\"id\":2,\"parent\":1,$tail]}" > game.goals.json
    run annotate game.jsonl
    expect_exit 0
    expect_stdout_lines 2
    expect_stdout_contains "(its parent 2 is below it)"
    awk -v h="$head" -v t="$tail" 'BEGIN { print h; for (i = 1; i <= 65536; i++)
        printf "%s{\"id\":%d,%s%s\n", (i > 1 ? "," : ""), i, (i > 1 ? "\"parent\":" i - 1 "," : ""), t
        print "]}" }' > game.goals.json
    run_command timeout 20 "$UNDERSTUDY" annotate game.jsonl
    expect_exit 0
    expect_stdout_lines 65536
    run_command timeout 20 "$UNDERSTUDY" annotate game.jsonl --goal 'WinWargus(self)' --orders 2
    expect_refusal "cannot write: expected at most 65536 goals"
}

a_long_check_can_be_interrupted() {
    _game
    awk 'BEGIN { print "{\"understudy\":\"goals\",\"version\":1,\"domain\":\"skirmish\",\"goals\":["
        for (i = 1; i <= 65536; i++) printf "%s{\"id\":%d,%s\"seat\":0,\"goal\":\"WinWargus\",%s}\n",
            (i > 1 ? "," : ""), i, (i > 1 ? "\"parent\":" i - 1 "," : ""),
            "\"args\":{\"player\":0},\"opened\":0,\"orders\":[[1,999]]"
        print "]}" }' > game.goals.json
    # the group would be told too, and a second interrupt ends it at once
    run_command timeout --foreground --preserve-status -s INT 1.5 "$UNDERSTUDY" annotate game.jsonl --check
    [ "$_code" != 0 ] || skip "the check was done before the interrupt"
    expect_refusal "interrupted" 130
}

nothing_but_an_annotation_is_replaced() {
    _game
    cp game.jsonl kept.jsonl
    run annotate game.jsonl --auto -o game.jsonl
    expect_refusal "expected a new file, or an annotation to replace"
    expect_same_file game.jsonl kept.jsonl
    mkdir folder
    run annotate game.jsonl --auto -o folder
    expect_refusal "folder: cannot write"
    ln -s game.jsonl link.json
    run annotate game.jsonl --auto -o link.json
    expect_refusal "link.json: cannot write"
    run annotate game.jsonl --auto -o other.json
    expect_exit 0
    run annotate game.jsonl --auto -o other.json
    expect_exit 0
    rm game.goals.json
    ln -s other.json game.goals.json
    run annotate game.jsonl --auto
    expect_exit 0
    [ -L game.goals.json ] || fail "the link is gone"
    rm game.goals.json
    echo mine > game.goals.json
    run game play open-1 --p0 idle --p1 idle --trace game.jsonl
    expect_refusal "game.goals.json: in the way"
    expect_same_file game.jsonl kept.jsonl
}

a_full_disk_leaves_the_old_annotation() {
    _game
    cp game.goals.json kept.json
    run_command bash -c "ulimit -f 1; exec '$UNDERSTUDY' annotate game.jsonl --auto"
    expect_refusal "game.goals.json: cannot write"
    expect_same_file game.goals.json kept.json
    [ -z "$(ls | grep tmp)" ] || fail "temporary files stay"
}

# At some moment of its work, so often that some are in the midst of saving.
a_kill_leaves_an_annotation_that_is_whole() {
    _game
    local i pid
    for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
        "$UNDERSTUDY" annotate game.jsonl --auto > /dev/null 2>&1 &
        pid=$!
        sleep 0.0$((i * 3 / 4))$i
        kill -9 $pid 2> /dev/null
        wait $pid 2> /dev/null
        run annotate game.jsonl --check
        expect_exit 0
    done
}

options_that_would_do_nothing_are_refused() {
    _game
    run annotate game.jsonl --check -o x.json
    expect_refusal "-o and --seat go with --auto, --accept, --reject or --goal"
    run annotate game.jsonl --seat 0
    expect_refusal "-o and --seat go with --auto, --accept, --reject or --goal"
    local orders
    for orders in 0 1- ,1 1,,2 4294967295 5,3 x; do
        run annotate game.jsonl --goal 'WinWargus(self)' --orders $orders
        expect_refusal "ranges of orders such as 3-17,20"
    done
    run annotate game.goals.json
    expect_refusal "game.goals.json:1:15"
}
