# learn: behaviors from labeled demonstrations.

_order() { # ID CYCLE SEAT ACTION ARGS
    printf '{"cycle":%d,"id":%d,"seat":%d,"order":"%s","args":{%s}}\n' "$2" "$1" "$3" "$4" "$5"
}

# Figure 2 of the article: orders 1, 2, 3, 5 and 9 are the other player's. Nothing is known of the
# worlds.
_figure_blind() {
    {
        printf '{"understudy":"trace","version":1,"domain":"skirmish","source":"figure 2","seats":['
        printf '{"player":"expert","faction":"human"},{"player":"other","faction":"orc"}]}\n'
        _order 1 8 1 build '"unit":2,"type":"pig-farm","x":26,"y":20'
        _order 2 20 1 stop '"units":[2]'
        _order 3 30 1 stop '"units":[4]'
        _order 4 137 0 build '"unit":5,"type":"farm","x":4,"y":22'
        _order 5 140 1 stop '"units":[2]'
        _order 6 200 0 build '"unit":5,"type":"farm","x":8,"y":22'
        _order 7 300 0 train '"unit":3,"type":"peasant"'
        _order 8 310 0 train '"unit":3,"type":"peasant"'
        _order 9 320 1 stop '"units":[2]'
        _order 10 330 0 train '"unit":3,"type":"peasant"'
        _order 11 400 0 build '"unit":6,"type":"human-barracks","x":12,"y":22'
        _order 12 500 0 train '"unit":9,"type":"footman"'
        _order 13 900 0 attack '"units":[11,12],"target":77'
        _order 14 950 0 attack '"units":[11,12],"target":78'
    } > figure.jsonl
    {
        printf '{"understudy":"goals","version":1,"domain":"skirmish","goals":[\n'
        _goal 1 WinWargus '"player":0' 137 4 15
        printf ',\n'
        _goal 2 ResourceInfrastructure '"player":0,"farms":2,"peasants":3' 137 4 7
        printf ',\n'
        _goal 3 BuildUnits '"player":0,"type":"peasant","number":3' 300 7 11
        printf ',\n'
        _goal 4 BuildUnits '"player":0,"type":"footman","number":1' 310 8 13
        printf ',\n'
        _goal 5 DefeatPlayer '"player":1' 900 13 15
        printf '\n]}\n'
    } > figure.goals.json
}

# The same, with states: those of a game in which nobody did anything.
_figure() {
    "$UNDERSTUDY" game play ridge-2 --p0 idle --p1 idle --max-cycles 1000 --trace still.jsonl \
        --states 10 > .out/played || fail "no game with states"
    _figure_blind
    sed -n 1p still.jsonl > seen.jsonl
    sed 1d figure.jsonl >> seen.jsonl
    mv seen.jsonl figure.jsonl
    mv still.states figure.states
}

_goal() { # ID GOAL ARGS OPENED FROM TO
    printf '{"id":%d,"seat":0,"goal":"%s","args":{%s},"opened":%d,"orders":[[%d,%d]],"by":"hand"}' \
        "$1" "$2" "$3" "$4" "$5" "$6"
}

# What LEARNING.md shows of a demonstration from the middle of a game.
the_middle_of_a_game_that_somebody_took_over_is_learned_as_a_case() {
    local line
    while read -r line; do
        eval "set -- ${line#bin/understudy}" # words, and what stands in quotes
        run "$@"
        expect_exit 0
    done < <(sed -n '/^```takeover/,/^```/p' "$ROOT/docs/LEARNING.md" | grep -v '^```')
    expect_stdout_matches '^ +1\.0000  1\.0000  1\.0000 .* DefeatPlayer'
    local found
    found=$(sed -n 's/^answer: .*(case \([0-9]*\)).*/\1/p' .out/stdout)
    "$UNDERSTUDY" library show mine.db > all.brl || fail "no library"
    run library show mine.db --json
    expect_exit 0
    "$UNDERSTUDY" learn grown.jsonl -o whole.db 2> /dev/null > /dev/null || fail "no library"
    local before
    before=$("$UNDERSTUDY" library stats whole.db --json | sed 's/.*"cases":\([0-9]*\).*/\1/')
    [ "$found" -gt "$before" ] || fail "case $found was there before: there were $before"
    grep -qF '"shown.jsonl" seat 0 goal 2 at 1500 in "open-1"' all.brl || fail "not seen at 1500"
    run learn shown.jsonl -o other.db --json
    expect_exit 0
    expect_stdout_matches '"unlabeled":0,"earlier":[1-9]'
    run retrieve whole.db --goal 'DefeatPlayer(player: 1)' --state played.jsonl@1500 -k 1
    expect_exit 0
    ! grep -q '1\.0000  1\.0000  1\.0000' .out/stdout || fail "it was known before"
}

each_order_becomes_a_behavior_for_the_top_goal() {
    _figure
    run learn figure.jsonl -o lib.db --learner orders
    expect_exit 0
    run library check lib.db
    expect_exit 0
    run library export lib.db -o lib.brl
    [ "$(grep -c '^behavior .* achieves WinWargus(player: self) {$' lib.brl)" -ge 4 ] || fail "no clones"
    [ "$(grep -c '^ *next: ' lib.brl)" -ge 6 ] || fail "nothing tells when the next order came"
    ! grep -q ' goal \| done ' lib.brl || fail "there is structure"
    rm figure.states
    _figure_blind
    run learn figure.jsonl -o blind.db --learner orders
    expect_exit 0
    expect_stderr_contains "no features"
    run library check blind.db
    expect_exit 0
}

_make_game() {
    "$UNDERSTUDY" game play open-1 --p0 expert:rush --p1 ai:boom --max-cycles 4000 --seed 4 \
        --trace game.jsonl > .out/played
}

_game() {
    kept _make_game
}

# What stands between "do" and its closing bracket, of the behavior whose goal it is.
_steps() { # FILE GOAL
    sed -n "/ achieves $2(/,/^}/p" "$1" | sed -n '/^    do /,/^    }/p'
}

figure_2_is_learned_as_the_article_shows_it() {
    _figure
    run learn figure.jsonl -o lib.db --literal --conditions off
    expect_exit 0
    expect_stdout_contains "figure.jsonl: 5 behaviors with "
    "$UNDERSTUDY" library export lib.db -o lib.brl 2> /dev/null || fail "no export"
    _steps lib.brl WinWargus > steps
    cat > expected <<'END'
    do order {
        a: goal ResourceInfrastructure(player: self, farms: 2, peasants: 3)
        b: goal BuildUnits(player: self, type: "peasant", number: 3)
        c: goal BuildUnits(player: self, type: "footman", number: 1)
        d: goal DefeatPlayer(player: enemy)
        a before b
        a before c
        b before d
        c before d
    }
END
    expect_same_file steps expected
    _steps lib.brl ResourceInfrastructure > steps
    cat > expected <<'END'
    do sequence {
        a: act build(unit: #5, type: "farm", cell: (4, 22))
        b: act build(unit: #5, type: "farm", cell: (8, 22))
    }
END
    expect_same_file steps expected
    run learn figure.jsonl -o seen.db
    expect_exit 0
    "$UNDERSTUDY" library export seen.db -o seen.brl 2> /dev/null || fail "no export"
    _steps seen.brl WinWargus > steps
    cat > expected <<'END'
    do order {
        a: goal ResourceInfrastructure(player: self, farms: 2, peasants: 3)
        b: goal BuildUnits(player: self, type: "worker", number: 3)
        c: goal BuildUnits(player: self, type: "infantry", number: 1)
        d: goal DefeatPlayer(player: enemy)
        a before b
        a before c
        b before d
        c before d
    }
END
    expect_same_file steps expected
    _steps seen.brl ResourceInfrastructure > steps
    cat > expected <<'END'
    do sequence {
        a: act build(unit: s1, type: "farmhouse", cell: s2)
        b: act build(unit: s1, type: "farmhouse", cell: s3)
    }
END
    expect_same_file steps expected
}

learning_twice_adds_nothing() {
    _game
    run learn game.jsonl -o lib.db --json
    expect_exit 0
    expect_stdout_contains '"features":true'
    expect_stdout_contains '"warnings":[]'
    cp lib.db before.db
    run learn game.jsonl game.jsonl -o lib.db --json
    expect_exit 0
    expect_stdout_contains '"added":{"behaviors":0,"cases":0,"origins":0}'
    run library diff before.db lib.db
    expect_exit 0
    run library check lib.db
    expect_exit 0
}

what_is_exported_is_imported_as_the_same() {
    _game
    "$UNDERSTUDY" learn game.jsonl -o lib.db > .out/learned || fail "not learned"
    "$UNDERSTUDY" library export lib.db -o one.brl 2> /dev/null
    run tree check one.brl
    expect_exit 0
    "$UNDERSTUDY" library import one.brl -o other.db 2> /dev/null
    "$UNDERSTUDY" library export other.db -o two.brl 2> /dev/null
    expect_same_file one.brl two.brl
}

each_way_to_learn_works() {
    local way
    _game
    for way in "--literal" "--relax" "--conditions off" "--learner time" "--relax --literal"; do
        # shellcheck disable=SC2086
        run learn game.jsonl -o "${way#--}.db" $way
        expect_exit 0
        expect_stdout_contains "game.jsonl: "
        run library check "${way#--}.db"
        expect_exit 0
    done
}

several_traces_go_in_together_or_not_at_all() {
    _game
    _figure_blind
    run learn game.jsonl figure.jsonl -o lib.db
    expect_exit 0
    expect_stdout_lines 6
    expect_stderr_contains "figure.jsonl: warning: behaviors have no features"
    printf 'no trace\n' > bad.jsonl
    run learn game.jsonl bad.jsonl -o new.db
    expect_exit 2
    expect_no_file new.db
    cp lib.db before.db
    run learn game.jsonl bad.jsonl -o lib.db --literal
    expect_exit 2
    expect_same_file lib.db before.db
}

# More traces than are learned at once.
many_traces_are_put_in_their_order_and_the_first_fault_is_told() {
    local traces=() i
    _figure_blind
    for i in {10..50}; do
        cp figure.jsonl "t$i.jsonl"
        cp figure.goals.json "t$i.goals.json"
        traces+=("t$i.jsonl")
    done
    run learn "${traces[@]}" -o lib.db
    expect_exit 0
    stdout | grep -o '^t[0-9]*.jsonl' > told
    printf '%s\n' "${traces[@]}" > given
    expect_same_file told given
    run library export lib.db
    stdout > together.brl
    for i in {10..50}; do
        run learn "t$i.jsonl" -o alone.db
    done
    run library export alone.db
    stdout > alone.brl
    expect_same_file together.brl alone.brl
    echo garbage > t45.jsonl
    rm t44.goals.json
    run learn "${traces[@]}" -o other.db
    expect_exit 2
    expect_stderr_contains "t44.jsonl: there is no annotation"
    expect_no_file other.db
}

a_trace_without_annotation_is_refused() {
    _figure
    rm figure.goals.json
    run learn figure.jsonl -o lib.db
    expect_refusal "figure.jsonl: there is no annotation: expected figure.goals.json beside it"
    run learn figure.jsonl -o lib.db --annotation elsewhere.json
    expect_refusal "elsewhere.json"
    expect_no_file lib.db
}

the_first_order_without_a_goal_is_named() {
    _figure
    sed -i 's/\[\[4,15\]\]/[[4,14]]/; s/\[\[13,15\]\]/[[13,14]]/' figure.goals.json
    run learn figure.jsonl -o lib.db
    expect_refusal "figure.jsonl:15: order 14 of seat 0 has no goal (1 of its 9 orders have none)"
    expect_no_file lib.db
    run learn figure.jsonl -o lib.db --unlabeled skip
    expect_exit 0
    expect_stdout_contains "; 1 order without a goal was left out"
}

goals_that_cannot_be_are_refused_with_their_lines() {
    _bad() { # SED TEXT CODE
        _figure
        sed -i "$1" figure.goals.json
        run learn figure.jsonl -o lib.db
        expect_refusal "$2" "$3"
        expect_no_file lib.db
    }
    _bad '4s/"opened":300/"opened":300,"closed":200/' \
        "figure.goals.json:4:" 2
    _bad '4s/"opened":300/"opened":300,"closed":200/' \
        "goal 3 ends at cycle 200, before it begins at 300" 2
    _bad '4s/"opened":300/"opened":301/' \
        "it begins at cycle 301, its first order, 7, was given at 300" 2
    _bad '4s/"opened":300/"opened":0,"closed":299/' \
        "it ends at cycle 299, its first order, 7, was given at 300" 2
    _bad '4s/\[\[7,11\]\]/[[11,7]]/' "figure.goals.json:4:" 2
    _bad '4s/\[\[7,11\]\]/[[9,10]]/' \
        "figure.goals.json:4: goal 3, BuildUnits(player: 0, type: \"peasant\", number: 3): its ranges hold no order of seat 0" 2
    _bad '4s/\[\[7,11\]\]/[[7,90]]/' \
        "its orders go up to 89, those of the trace to 14; is it of another trace?" 4
    _bad '4s/"seat":0/"seat":7/' "there is no seat 7: the trace has 2" 4
    _bad '6s/"opened":900/"opened":951/' "it begins at cycle 951, the trace ends at 950" 4
    _bad '5s/"id":4/"id":3/' "figure.goals.json:5: goal 3" 2
    _bad '1s/skirmish/arena/' 'figure.goals.json:1:44: goals of domain "arena": expected "skirmish"' 4
    _bad '2,6d' "figure.goals.json: there are no goals" 2
}

what_is_labeled_of_another_kind_is_learned_as_such() {
    _figure
    sed 's/"goal":"BuildUnits",/&"kind":"achieve",/' figure.goals.json > kinds.json
    run learn figure.jsonl -o lib.db --conditions off
    expect_exit 0
    run learn figure.jsonl -o lib.db --conditions off --annotation kinds.json
    expect_exit 0
    "$UNDERSTUDY" library export lib.db -o lib.brl 2> /dev/null || fail "no export"
    grep -c ' achieves BuildUnits(' lib.brl > counts
    grep -c ' achieves achieve BuildUnits(' lib.brl >> counts
    [ "$(tr '\n' ' ' < counts)" = "2 2 " ] || fail "$(grep ' achieves ' lib.brl)"
    run library check lib.db
    expect_exit 0
    run retrieve lib.db --goal 'achieve BuildUnits(self, worker, 3)' -k 1 --json
    expect_stdout_contains '"goal_similarity":1'
    expect_stdout_matches '"behavior":"BuildUnits (worker|peasant) 3 '
    run retrieve lib.db --goal 'maintain BuildUnits(self, worker, 3)' -k 1 --json
    expect_stdout_contains '"goal_similarity":0.75'
}

a_goal_below_the_same_goal_is_a_part_of_it() {
    _figure
    sed -i '2s/\(.*\)},\?$/&\n{"id":9,"seat":0,"goal":"WinWargus","args":{"player":0},"opened":137,"orders":[[4,13]]},/' \
        figure.goals.json
    run learn figure.jsonl -o lib.db
    expect_exit 0
    expect_stderr_contains "goal 9 of seat 0, WinWargus(player: 0): a goal above it is the same"
    run library check lib.db
    expect_exit 0
    run library export lib.db -o all.brl
    expect_exit 0
}

only_the_seat_that_is_asked_for_is_learned_from() {
    _figure
    run learn figure.jsonl -o lib.db --seat 1
    expect_refusal "there are no goals of seat 1"
    run learn figure.jsonl -o lib.db --seat 5
    expect_refusal "figure.jsonl: there is no seat 5: the trace has 2"
    run learn figure.jsonl -o lib.db --seat 0
    expect_exit 0
}

wrong_options_of_learn_are_refused() {
    _figure
    run learn figure.jsonl -o lib.db --conditions maybe
    expect_refusal "--conditions: expected on or off"
    run learn figure.jsonl -o lib.db --unlabeled keep
    expect_refusal "--unlabeled: expected error or skip"
    run learn figure.jsonl -o lib.db --learner magic
    expect_refusal 'there is no learner "magic"'
    run learn figure.jsonl figure.jsonl -o lib.db --annotation figure.goals.json
    expect_refusal "expected one trace, found 2"
    run learn --help
    expect_exit 0
    expect_stdout_contains "goals  "
}

a_library_of_another_domain_is_left_alone() {
    _figure
    printf 'brl 1\n' > none.brl
    "$UNDERSTUDY" library import none.brl -o lib.db --domain microrts 2> /dev/null ||
        fail "no library of microrts"
    cp lib.db before.db
    run learn figure.jsonl -o lib.db
    expect_exit 4
    expect_same_file lib.db before.db
}

a_behavior_that_the_library_refuses_is_told_with_its_trace() {
    _game
    "$UNDERSTUDY" learn game.jsonl -o lib.db > .out/learned 2>&1 || fail "not learned"
    "$UNDERSTUDY" library export lib.db -o lib.brl 2> /dev/null || fail "no export"
    sed -i '/^    when /d' lib.brl
    "$UNDERSTUDY" library import lib.brl -o other.db 2> /dev/null || fail "no import"
    run learn game.jsonl -o other.db
    expect_refusal "game.jsonl: behavior \"" 4
    expect_stderr_contains "is in the library already with another body"
}

a_game_that_takes_another_course_teaches_nothing() {
    _game
    cp game.jsonl whole.jsonl
    sed -i '0,/"order":"build"/s/\("order":"build".*"x":\)\([0-9]*\)/\11\2/' game.jsonl
    ! cmp -s game.jsonl whole.jsonl || fail "nothing was changed"
    run learn game.jsonl -o lib.db
    expect_refusal "played again it takes another course from cycle " 4
    expect_stderr_matches '^understudy: game.jsonl:[0-9]+: .* it was taken'
    expect_no_file lib.db
    sed 's/"seed":"4"/"seed":"5"/' whole.jsonl > game.jsonl
    run learn game.jsonl -o lib.db
    expect_refusal "takes another course from cycle " 4
    expect_no_file lib.db
}

stored_states_teach_where_the_game_takes_another_course() {
    local name
    "$UNDERSTUDY" game play open-1 --p0 expert:rush --p1 ai:boom --max-cycles 4000 --seed 4 \
        --trace game.jsonl --states 100 > .out/played || fail "no game with states"
    for name in jsonl states goals.json; do
        cp "game.$name" "whole.$name"
    done
    sed -i '0,/"order":"build"/s/\("order":"build".*"x":\)\([0-9]*\)/\11\2/' game.jsonl
    run learn game.jsonl -o lib.db --json
    expect_exit 0
    expect_stdout_contains '"features":true'
    expect_stderr_contains "learned from the states stored beside it: line "
    expect_stderr_matches 'seat 0: of [0-9]+ orders [0-9]+ were given after the last state stored before them, up to [1-9][0-9]? cycles'
    run learn whole.jsonl -o other.db --json
    expect_exit 0
    expect_stdout_contains '"warnings":[]'
}

cases_from_before_the_first_stored_state_have_no_features() {
    _game
    grep -v '"cycle":[0-9]\{1,2\},.*"seat":1' game.jsonl > late.jsonl
    "$UNDERSTUDY" trace trim late.jsonl --seat 1 -o own.jsonl 2> /dev/null || fail "not trimmed"
    { head -n 1 own.jsonl; tail -n +2 game.jsonl; } > both.jsonl
    cp own.states both.states
    cp game.goals.json both.goals.json
    run learn both.jsonl -o lib.db --json
    expect_exit 0
    expect_stdout_contains '"features":true'
    expect_stderr_matches 'seat 0: of the [0-9]+ states that cases are about nobody knows [1-9][0-9]*: these cases have no features'
    "$UNDERSTUDY" library export lib.db -o lib.brl 2> /dev/null || fail "no export"
    grep -q ' features:' lib.brl || fail "no case has features"
}

a_map_that_is_not_there_is_told_with_the_trace() {
    _game
    run learn game.jsonl -o lib.db --map nowhere
    expect_refusal "game.jsonl: there is no map 'nowhere'"
}

a_map_that_was_told_must_be_the_right_one() {
    _game
    run learn game.jsonl -o lib.db --map ridge-2
    expect_refusal "recorded with another map than what is here: expected the map " 4
    expect_stderr_matches 'expected the map open-1 with hash [0-9a-f]{16}, found ridge-2 with hash [0-9a-f]{16}$'
    expect_no_file lib.db
    run learn game.jsonl -o lib.db --map open-1
    expect_exit 0
}

a_map_that_is_not_found_is_an_error_unless_orders_are_kept_literally() {
    "$UNDERSTUDY" game mapgen --family open --size 32 --seed 3 -o own.map > .out/made
    "$UNDERSTUDY" game play own.map --p0 expert:rush --p1 ai:boom --max-cycles 2000 \
        --trace game.jsonl > .out/played
    mkdir elsewhere
    mv own.map elsewhere
    run learn game.jsonl -o lib.db
    expect_refusal "--map tells where the map lies now; --literal learns without" 2
    expect_no_file lib.db
    run learn game.jsonl -o literal.db --literal
    expect_exit 0
    expect_stderr_contains "behaviors have no features"
    run retrieve literal.db --goal 'DefeatPlayer(enemy)' \
        --state game.jsonl@600 --seat 0
    expect_refusal "--map tells where the map lies now" 4
    run learn game.jsonl -o lib.db --map elsewhere/own.map --json
    expect_exit 0
    expect_stdout_contains '"literal":false'
}

the_first_example_of_retrieve_finds_what_is_learned_each_behavior_once() {
    run retrieve --help
    expect_stdout_contains 'retrieve lib.db --goal "achieve BuildUnits(self, infantry, 6)"'
    run learn "$ROOT/domains/skirmish/demos/balanced-choke-1.jsonl" -o lib.db
    expect_exit 0
    run retrieve lib.db --goal "achieve BuildUnits(self, infantry, 6)"
    expect_exit 0
    expect_stdout_contains "1.0000  1.0000"
    expect_stdout_lacks "done "
    run retrieve lib.db --goal "Research(self, shield-1)"
    expect_refusal '"shield" is not a number; a name with a hyphen stands in quotes'
    run retrieve lib.db --goal "BuildUnits(self, infantry, 6)"
    expect_stdout_contains "0.7500  0.7500"
}

a_wrong_learner_is_told_which_there_are() {
    _figure_blind
    run learn figure.jsonl -o lib.db --learner foo
    expect_refusal 'there is no learner "foo"; expected one of: goals, time'
}

parents_that_are_not_there_or_go_in_a_circle_are_told() {
    _figure_blind
    sed -i 's/{"id":2,/{"id":2,"parent":9,/; s/{"id":3,/{"id":3,"parent":4,/; s/{"id":4,/{"id":4,"parent":3,/' \
        figure.goals.json
    run learn figure.jsonl -o lib.db
    expect_exit 0
    expect_stderr_contains "goal 2 of seat 0: its parent 9 is not there"
    expect_stderr_matches "goal [34] of seat 0: its parent [34] stands below it"
}

where_nobody_knows_the_worlds_orders_stay_as_they_were() {
    _figure_blind
    run learn figure.jsonl -o lib.db --json
    expect_exit 0
    expect_stdout_contains '"literal":true'
    expect_stderr_matches "orders stay as they were given, as with --literal: no states are stored .* it can't be played again: .*so that it cannot be played again\$"
    "$UNDERSTUDY" learn figure.jsonl -o other.db --literal > .out/learned 2>&1
    run library diff lib.db other.db
    expect_exit 0
    run library export lib.db
    expect_stdout_contains "literal"
    expect_stdout_lacks "slot s1: entity"
}

what_is_literal_for_want_of_worlds_is_relaxed_as_such() {
    _figure_blind
    run learn figure.jsonl -o lib.db --relax
    expect_exit 0
    run learn figure.jsonl -o other.db --relax --literal
    expect_exit 0
    run library diff lib.db other.db
    expect_exit 0
}

orders_that_the_domain_has_no_words_for_are_told() {
    _figure_blind
    {
        printf '{"cycle":960,"id":15,"seat":0,"foreign":"board","args":{"unit":3}}\n'
        printf '{"cycle":961,"id":16,"seat":0,"foreign":"unload","args":{"unit":3}}\n'
        printf '{"cycle":962,"id":17,"seat":0,"foreign":"board","args":{"unit":3}}\n'
        printf '{"cycle":963,"id":18,"seat":1,"foreign":"board","args":{"unit":3}}\n'
    } >> figure.jsonl
    run learn figure.jsonl -o lib.db --json
    expect_exit 0
    expect_stdout_contains '"foreign":3'
    expect_stderr_contains \
        'seat 0: 3 orders are lost, for which "skirmish" has no words: board 2, unload 1'
}

a_goal_all_of_whose_orders_were_refused_has_no_behavior() {
    _figure
    sed -i 's/^\({.*"id":1[34],.*\)}$/\1,"refused":"busy"}/' figure.jsonl
    run learn figure.jsonl -o lib.db
    expect_exit 0
    expect_stderr_contains "DefeatPlayer(player: 1): all its orders were refused: no behavior"
    sed -i '2s/\[\[4,15\]\]/[[4,13]]/' figure.goals.json
    run learn figure.jsonl -o lib.db
    expect_exit 0
    expect_stderr_contains "DefeatPlayer(player: 1): all its orders were refused and none is above it"
}

# Quadratic work over so many would take minutes.
very_many_orders_without_words_are_told() {
    _figure_blind
    awk 'BEGIN {
        for (i = 1; i <= 200000; i++)
            printf "{\"cycle\":960,\"id\":%d,\"seat\":0,\"foreign\":\"%s\",\"args\":{}}\n",
                14 + i, (i % 2 ? "board" : i > 40 ? "unload" : "rare-" i)
    }' >> figure.jsonl
    run learn figure.jsonl -o lib.db
    expect_exit 0
    expect_stderr_contains ': board 100000, rare-2 1, rare-4 1, rare-6 1, rare-8 1, rare-10 1, rare-12 1, rare-14 1 and 99993 others'
}

entity_0_is_nobody() {
    _figure
    sed -i 's/"target":77/"target":0/' figure.jsonl
    run learn figure.jsonl -o lib.db
    expect_refusal "figure.jsonl:14: order 13 of seat 0 names entity 0"
    [ ! -e lib.db ] || fail "there is a library"
}

goals_that_were_not_reached_are_told() {
    _game
    sed -i '2s/"by":/"suggested":true,"why":"a test","by":/' game.goals.json
    run learn game.jsonl -o lib.db --suggested
    expect_exit 0
    expect_stdout_matches '; 1 of the goals is a suggestion; [0-9]+ of the goals (were|was) not reached$'
    run library export lib.db
    expect_stdout_contains "        achieved: 0"
    expect_stdout_contains "        suggested: 1"
    run library show lib.db
    expect_stdout_contains "not reached"
    expect_stdout_contains "suggested"
}

a_demonstration_under_another_name_is_the_same() {
    _game
    "$UNDERSTUDY" learn game.jsonl -o lib.db > .out/learned 2>&1 || fail "not learned"
    mkdir there
    cp game.jsonl there/copy.jsonl
    cp game.goals.json there/copy.goals.json
    run learn there/copy.jsonl -o lib.db --json
    expect_exit 0
    expect_stdout_contains '"added":{"behaviors":0,"cases":0,"origins":0}'
}

show_tells_what_each_step_stands_for() {
    _game
    "$UNDERSTUDY" learn game.jsonl -o lib.db > .out/learned 2>&1 || fail "not learned"
    run library show lib.db
    expect_exit 0
    expect_stdout_matches '^#   "game.jsonl" seat 0 goal [0-9]+ at [0-9]+ in "open-1"'
    expect_stdout_matches '^#     done a b: at [0-9]+ in "open-1"$'
    expect_stdout_matches '^        a: act .*  # order [0-9]+$'
    expect_stdout_matches '^        [a-z]: goal .*  # goal [0-9]+$'
    expect_stdout_matches '^    slot s[0-9]+: cell  # along -?[0-9]+ across -?[0-9]+; [a-z-]+ [0-9]+ away$'
    expect_stdout_matches '^    when .*  # .*: step [a-z]+$'
    expect_stdout_matches '^#       when .*  # .*: step [a-z]+$'
}

show_finds_by_how_a_name_begins() {
    local name digits
    _game
    "$UNDERSTUDY" learn game.jsonl -o lib.db > .out/learned 2>&1 || fail "not learned"
    run library show lib.db "WinWar"
    expect_exit 0
    expect_stdout_contains 'behavior "WinWargus'
    expect_stdout_lacks 'behavior "BuildUnits'
    name=$(sed -n 's/^behavior "\(WinWargus[^"]*\)".*/\1/p' .out/stdout)
    digits=${name##* }
    run library show lib.db "${digits:0:5}"
    expect_stdout_contains "behavior \"$name\""
    run library show lib.db "WinWrgus"
    expect_refusal "no behavior \"WinWrgus\""
    expect_stderr_contains "; near is \"$name\""
}

annotate_refuses_orders_behind_the_last_one() {
    _game
    cp game.goals.json before.json
    run annotate game.jsonl --orders 1-600 --goal 'DefeatPlayer(player: 1)' --seat 0
    expect_refusal "--orders 1-600: no such orders: the last one is 50"
    expect_same_file game.goals.json before.json
}

import_of_another_domain_is_a_mismatch() {
    printf 'brl 1 microrts\n' > other.brl
    printf 'brl 1 skirmish\n' > ours.brl
    "$UNDERSTUDY" library import ours.brl -o lib.db 2> /dev/null || fail "no library"
    cp lib.db before.db
    run library import other.brl -o lib.db
    expect_refusal 'other.brl:1: behaviors of "microrts", the library is about "skirmish"' 4
    expect_same_file lib.db before.db
}

retrieve_of_what_is_no_library_says_so() {
    : > empty.db
    run retrieve empty.db --goal 'WinWargus(self)'
    expect_refusal "empty.db: expected a library, or a file of behaviors"
}

_duel() { # a game that seat 0 wins and seat 1 loses, with accepted goals for both
    "$UNDERSTUDY" game play bases-8 --domain microrts --p0 ai:worker-rush --p1 ai:light-rush \
        --trace game.jsonl > .out/played
    "$UNDERSTUDY" annotate game.jsonl --auto > .out/suggested || fail "nothing was suggested"
    "$UNDERSTUDY" annotate game.jsonl --accept all > .out/accepted || fail "nothing was accepted"
}

a_beaten_seat_is_left_out_unless_it_is_asked_for() {
    _duel
    run learn game.jsonl -o lib.db
    expect_exit 0
    expect_stdout_contains "seat 0 (ai:worker-rush, won) is taken"
    expect_stdout_contains "seat 1 (ai:light-rush, lost) is left out: it lost the game; --seat 1 or --seat all takes it"
    run learn game.jsonl -o zero.db --seat 0
    expect_exit 0
    expect_stdout_contains "seat 1 (ai:light-rush, lost) is left out: another seat was asked for"
    run library diff lib.db zero.db
    expect_exit 0
    run learn game.jsonl -o one.db --seat 1
    expect_exit 0
    expect_stdout_contains "seat 1 (ai:light-rush, lost) is taken"
    expect_stdout_matches '^game\.jsonl: 3 behaviors .* of 2 orders and 3 goals'
    run learn game.jsonl -o all.db --seat all --json
    expect_exit 0
    expect_stdout_contains '"orders":14,'
    expect_stdout_contains '"seats":[{"seat":0,"player":"ai:worker-rush","game":"won","use":"taken","goals":3,"withheld":0},{"seat":1,"player":"ai:light-rush","game":"lost","use":"taken","goals":3,"withheld":0}]'
    run library merge lib.db one.db -o both.db
    run library diff both.db all.db
    expect_exit 0
    run learn game.jsonl -o lib.db --seat some
    expect_refusal 'learn: --seat: expected a whole number from 0 to 7 or all, found "some"'
}

a_game_that_nobody_won_is_lost_by_nobody() {
    _game
    run learn game.jsonl -o lib.db
    expect_exit 0
    expect_stdout_contains "seat 0 (expert:rush, undecided) is taken"
    expect_stdout_contains "seat 1 (ai:boom, undecided) is left out: it has no goals"
}

a_trace_of_a_beaten_seat_alone_is_passed_over() {
    _duel
    sed -i '/"seat":0/d' game.goals.json
    run learn game.jsonl -o lib.db
    expect_refusal "game.jsonl: nothing is left to learn from: seat 1 (ai:light-rush, lost) is left out: it lost the game; --seat 1 or --seat all takes it"
    expect_no_file lib.db
    mv game.jsonl lost.jsonl
    mv game.goals.json lost.goals.json
    _duel
    run learn lost.jsonl game.jsonl -o lib.db
    expect_exit 0
    expect_stdout_contains "lost.jsonl: 0 behaviors with 0 cases, of 0 orders and 0 goals"
    run learn game.jsonl -o won.db
    run library diff lib.db won.db
    expect_exit 0
}

messages_about_a_spec_name_its_members() {
    local spec='{"experiment": 1, "name": "k", "domain": "microrts", "maps": ["bases-8"], "opponents": ["idle"],
        "libraries": [{"name": "l", "learn": ["game.jsonl"]}], "players": ["idle", "library:l"]}'
    _duel
    printf '%s' "$spec" > k.json
    run experiment plan k.json --sample 0
    expect_exit 0
    expect_stderr_contains 'seat 1 (ai:light-rush, lost) is left out: it lost the game; "seat": 1 or "seat": "all" takes it'
    sed -i 's/"by":"hand"/"by":"auto","suggested":true,"why":"a test"/' game.goals.json
    printf '%s' "$spec" > s.json
    run experiment plan s.json --sample 0
    expect_exit 2
    expect_stderr_contains 'it has 3 goals, all of them suggestions (to accept them: annotate '
    expect_stderr_contains '; to learn from them all the same: "suggested": true)'
    ! grep -qe "--seat all" .out/stderr || fail "an option of learn is named"
}

suggested_goals_are_learned_from_once_they_are_accepted_or_asked_for() {
    _duel
    cp game.goals.json accepted.json
    sed -i '/"by":"hand"/s/"by":"hand"/"by":"auto","suggested":true,"why":"a test"/' game.goals.json
    cp game.goals.json kept.json
    run learn game.jsonl -o lib.db
    expect_refusal "seat 0 (ai:worker-rush, won) is left out: it has 3 goals, all of them suggestions (to accept them: annotate game.jsonl --accept all --seat 0; to learn from them all the same: --suggested)"
    expect_no_file lib.db
    mkdir 'a b'
    cp game.jsonl game.goals.json 'a b'
    run learn 'a b/game.jsonl' -o lib.db
    expect_stderr_contains "(to accept them: annotate 'a b/game.jsonl' --accept all --seat 0;"
    run learn game.jsonl -o asked.db --suggested
    expect_exit 0
    expect_stdout_contains "; 3 of the goals are suggestions"
    expect_same_file game.goals.json kept.json
    run annotate game.jsonl --accept 1-2 --seat 0
    run learn game.jsonl -o some.db
    expect_exit 0
    expect_stdout_matches '^game\.jsonl: .* of 12 orders and 2 goals$'
    expect_stdout_contains "seat 0 (ai:worker-rush, won) is taken, without 1 suggested goal (to accept it: annotate game.jsonl --accept all --seat 0; to learn from it all the same: --suggested)"
    run library export some.db
    expect_stdout_lacks "achieves achieve BuildUnits"
    run annotate game.jsonl --accept all
    expect_same_file game.goals.json accepted.json
    run learn game.jsonl -o lib.db
    expect_exit 0
    run library export lib.db
    expect_stdout_contains "achieves achieve BuildUnits"
    expect_stdout_lacks "suggested"
    run library export asked.db
    expect_stdout_contains "suggested: 1"
}

an_order_that_only_suggestions_hold_has_no_goal() {
    _duel
    sed -i '/"seat":0/s/"by":"hand"/"by":"auto","suggested":true,"why":"a test"/' game.goals.json
    run annotate game.jsonl --accept 3 --seat 0
    run learn game.jsonl -o lib.db
    expect_refusal "of seat 0 has no goal"
    expect_stderr_contains "suggested goals do not count: accept them with annotate --accept, or learn with --suggested"
    run learn game.jsonl -o lib.db --unlabeled skip
    expect_exit 0
    expect_stdout_matches '; [0-9]+ orders without a goal were left out'
}
