# retrieve and library eval.

_moment() { # the descriptors of the published example at t0
    printf -- '--descriptor ?this.aggressive=0.3 --descriptor ?this.defensive=0.1 '
    printf -- '--descriptor ?this.alarm=0.2 --descriptor ?player.bored=0.6 '
    printf -- '--descriptor ?world.difficulty=0.5'
}

_similarities() { # of the behaviors, in the order of the published table
    local name
    for name in "Steal resources" "Non-persistent seek and attack" "Persistent seek and attack" \
        "Stealth attack" "Basic hunt resources" "Angry" "Attack nearest"; do
        grep -oE "\"behavior\":\"$name\",\"similarity\":[0-9.]+" .out/stdout | sed 's/.*://'
    done | tr '\n' ' '
}

_demos() { # NAME: a library of three games; in each a fighter with gold, a farmer without
    local game deed gold count
    count=$(sed -n '/^  "features": \[/,/^  \]/p' "$ROOT/domains/skirmish/domain.json" | grep -c '"name"')
    printf 'brl 1\n' > "$1.brl"
    for deed in stop stand; do
        gold=$([ $deed = stop ] && echo 9000 || echo 10)
        printf '\nbehavior "%s" achieves WinWargus(player: self) {\n' $deed
        printf '    when count(self, "barracks") >= %d\n' $([ $deed = stop ] && echo 4 || echo 0)
        printf '    do sequence {\n        a: act %s()\n        b: act stop()\n    }\n' $deed
        for game in 1 2 3; do
            printf '    case at %d in "ridge-1" {\n        features:' $((gold + game))
            printf ' %d' $(seq 0 $((count - 1)) | sed "s/.*/$((gold + game))/")
            printf '\n        demo: "g%d.jsonl" "%016d"\n    }\n' $game $game
        done
        printf '}\n'
    done >> "$1.brl"
    "$UNDERSTUDY" library import "$1.brl" -o "$1.db" 2> /dev/null || fail "no library"
}

_game() {
    "$UNDERSTUDY" game play ridge-1 --p0 ai:worker-rush --p1 idle --max-cycles 600 --trace g.jsonl \
        > /dev/null 2>&1 || fail "no game"
}

the_published_similarities_come_out_of_a_library_and_of_its_file() {
    run library import "$ROOT/domains/arena/paper.brl" -o paper.db
    expect_exit 0
    local from
    for from in paper.db "$ROOT/domains/arena/paper.brl"; do
        # shellcheck disable=SC2046 # words
        run retrieve "$from" --class Attack --param entity=PLAYER $(_moment) \
            --exclude "Steal resources" -k 7 --json
        expect_exit 0
        expect_stderr_empty
        [ "$(_similarities)" = "0 0.9 0.93 0.89 0.45 0.87 0.88 " ] || fail "$(_similarities)"
        expect_stdout_contains '"winner":"Persistent seek and attack","runner_up":"Non-persistent seek and attack","margin":0.03'
        expect_stdout_contains '"fits":false,"unfit":"excluded"'
    done
}

outcomes_count_where_they_are_asked_to() {
    {
        printf 'brl 1\n'
        local name
        for name in old:stop:6:1 new:stand:4:3; do
            IFS=: read -r name deed tries good <<< "$name"
            printf '\nbehavior "%s" achieves DefeatPlayer(player: enemy) {\n    do act %s()\n' "$name" "$deed"
            printf '    case at 1 {\n        feature.gold: 100\n        tries: %d\n        successes: %d\n    }\n}\n' \
                "$tries" "$good"
        done
    } > pair.brl
    "$UNDERSTUDY" library import pair.brl -o pair.db 2> /dev/null || fail "no library"
    local from
    for from in pair.db pair.brl; do
        run retrieve "$from" --goal 'DefeatPlayer(enemy)' --json
        expect_exit 0
        expect_stdout_contains '"winner":{"behavior":"old"'
        ! grep -q outcome .out/stdout || fail "outcomes are told though they don't count"
        run retrieve "$from" --goal 'DefeatPlayer(enemy)' --outcomes 5 --json
        expect_exit 0
        expect_stdout_contains '"winner":{"behavior":"new"'
        expect_stdout_contains '"margin":0.015833333'
        expect_stdout_contains '"outcome":0.008333333,"tries":4,"successes":3'
        expect_stdout_contains '"outcome":-0.0075,"tries":6,"successes":1'
        run retrieve "$from" --goal 'DefeatPlayer(enemy)' --outcomes 5 --explain
        expect_exit 0
        expect_stdout_contains "success counts; their weight is 5 percent"
        expect_stdout_matches '^ +0\.0083 +4 +3  new$'
        expect_stdout_matches '^ +-0\.0075 +6 +1  old$'
    done
    run retrieve pair.db --goal 'DefeatPlayer(enemy)' --outcomes 101
    expect_exit 2
    run retrieve pair.db --class Attack --outcomes 5
    expect_refusal "--outcomes goes with --goal"
}

a_state_of_a_game_that_takes_another_course_is_no_state_of_it() {
    _demos lib
    _game
    "$UNDERSTUDY" game play ridge-1 --p0 ai:worker-rush --p1 idle --max-cycles 600 --states 60 \
        --trace s.jsonl > /dev/null 2>&1 || fail "no game"
    sed -i 's/"cycle":48,\(.*"y":\)[0-9]*/"cycle":48,\10/' g.jsonl s.jsonl
    run trace check g.jsonl
    expect_stdout_contains "cycle 49 is the first that differs"
    run retrieve lib.db --goal "WinWargus(self)" --state g.jsonl@48
    expect_exit 0
    expect_stderr_empty
    local cycle
    for cycle in 49 60 64 65 600; do # the first hash stands at 64
        run retrieve lib.db --goal "WinWargus(self)" --state g.jsonl@$cycle
        expect_refusal "played again it takes another course from cycle 49 on" 4
    done
    run retrieve lib.db --goal "WinWargus(self)" --state s.jsonl@60
    expect_exit 0
    expect_stderr_contains "takes another course from cycle 49 on"
    expect_stderr_contains "its stored states are used"
    run retrieve lib.db --goal "WinWargus(self)" --state s.jsonl@119 --json
    expect_exit 0
    expect_stderr_contains "s.jsonl: no state of cycle 119 is stored; the one of cycle 60 is used"
}

a_query_is_explained_descriptor_by_descriptor() {
    # shellcheck disable=SC2046 # words
    run retrieve "$ROOT/domains/arena/paper.brl" --class Attack $(_moment) -k 1 --explain
    expect_exit 0
    expect_stdout_contains "this.alarm: asked 0.2, has 0.7: 0.5000 of 0.2000"
    expect_stdout_contains "answer: Persistent seek and attack, by 0.0300 before"
    run retrieve "$ROOT/domains/arena/paper.brl" --class Attack --descriptor this.strength=high \
        --descriptor this.alarm=0.7 --attribute-weight this.alarm=0.9 -k 1 --explain --json
    expect_stdout_contains '{"name":"this.strength","asked":"high","seen":null,"weight":0.1}'
    expect_stdout_contains '{"name":"this.alarm","asked":0.7,"seen":0.7,"similarity":1,"weight":0.9}'
    expect_stdout_contains '"similarity":0.95'
    run retrieve "$ROOT/domains/arena/paper.brl" --class Attack --descriptor this.strength=high \
        --descriptor this.alarm=0.7 --renormalize -k 1 --json
    expect_stdout_contains '"similarity":1,'
    run retrieve "$ROOT/domains/arena/paper.brl" --class Attack --descriptor this.alarm=.7 --w .25 \
        --running "Stealth attack" --hysteresis 0.02 -k 1 --json
    expect_stdout_contains '"winner":"Stealth attack"'
}

what_a_query_cannot_mean_is_said_with_what_was_expected() {
    local rows=(
        '--class Atack|no class "Atack"; did you mean "Attack"?'
        '--class Attack --param entity=PLAYR|no type "PLAYR"; did you mean "PLAYER"?'
        '--class Attack --param entity|expected NAME=TYPE'
        '--class Attack --descriptor this.alarm|expected KEY=VALUE'
        '--class Attack --descriptor this.alarm=|expected KEY=VALUE'
        '--class Attack --descriptor this.alarm=1.5|expected a number from 0 to 1 with at most 2 decimals, found "1.5"'
        '--class Attack --descriptor this.alarm=-0.1|found "-0.1"'
        '--class Attack --descriptor this.alarm=0.123|found "0.123"'
        '--class Attack --descriptor this.alarm=1e-1|found "1e-1"'
        '--class Attack --descriptor this.alarm=1.|found "1."'
        '--class Attack --descriptor this.alarm=-.1|found "-.1"'
        '--class Attack --descriptor this.strength=huge|expected one of little, medium, high, found "huge"'
        '--class Attack --descriptor this.alrm=0.5|no descriptor "this.alrm"; did you mean "this.alarm"?'
        '--class Attack --descriptor this.alarm=0.5 --descriptor ?this.alarm=0.5|given twice'
        '--class Attack --attribute-weight this.alarm=0.5|no --descriptor "this.alarm" is given'
        '--class Attack --descriptor this.alarm=0.5 --attribute-weight this.alarm=1.1|from 0 to 1'
        '--class Attack --exclude Angri|no behavior "Angri"; did you mean "Angry"?'
        '--class Attack --running Angri|no behavior "Angri"; did you mean "Angry"?'
        '--class Attack --hysteresis 0.1|expected --running NAME, too'
        '--class Attack --w 2|expected a number from 0 to 1'
        '--class Attack --state g.jsonl@3|--state goes with --goal'
        '--class Attack --goal x|found both'
        '-k 3|expected --goal G or --class C'
    )
    local row
    for row in "${rows[@]}"; do
        # shellcheck disable=SC2086 # words
        run retrieve "$ROOT/domains/arena/paper.brl" ${row%%|*}
        expect_exit 2
        expect_stdout_empty
        expect_stderr_contains "${row#*|}"
    done
}

a_goal_is_answered_by_the_nearest_state_whose_conditions_hold() {
    _demos lib
    _game
    run retrieve lib.db --goal "WinWargus(self)" --state g.jsonl@300 --explain
    expect_exit 0
    expect_stdout_contains "answer: stand (case 4), by 0.0088 before stand (case 5)"
    expect_stdout_contains "6 cases: 3 ranked, 3 fell, 0 excluded, 0 unlike, 0 repeated"
    expect_stdout_contains 'stop (3): count(self, "barracks") >= 4'
    run retrieve lib.db --goal "WinWargus(self)" --state g.jsonl@300 --explain --json -k 1
    expect_stdout_contains '"fell":[{"behavior":"stop","case":1,'
    expect_stdout_contains '"condition":"count(self, \"barracks\") >= 4","number":1}'
    expect_stdout_matches '"features":\[\{"name":"[a-z-]+","asked":[0-9]+,"seen":11,"share":0\.[0-9]+,"weight":100\}'
    expect_stdout_matches '"winner":\{"behavior":"stand","case":4,"similarity":0\.[0-9]+\},"runner_up":\{"behavior":"stand"'
    run retrieve lib.db --goal "WinWargus(self)" --state g.jsonl@300 --conditions off --weigh gold=10000 --json
    expect_exit 0
    expect_stdout_contains '"conditions":false'
    expect_stdout_contains '"behavior":"stop"'
    run retrieve lib.db --goal "WinWargus(self)" --exclude stop --exclude '#4' --exclude '#5' --json
    expect_stdout_matches '"hits":\[\{"behavior":"stand","similarity":1,"case":6,[^]]*"done":\[\]\}\]'
    run retrieve lib.brl --goal "DefeatPlayer(enemy)" --exclude stop --exclude stand
    expect_stdout_contains "no case fits"
}

the_same_question_has_the_same_answer_from_a_file() {
    _demos lib
    _game
    run retrieve lib.db --goal "WinWargus(self)" --state g.jsonl@300 --explain --json
    stdout > one
    run retrieve lib.brl --goal "WinWargus(self)" --state g.jsonl@300 --explain --json
    stdout > two
    expect_same_file one two
}

what_a_goal_cannot_mean_is_said_with_what_was_expected() {
    _demos lib
    _game
    local rows=(
        '--state g.jsonl|2|expected TRACE@CYCLE'
        '--state nope.jsonl@3|2|nope.jsonl'
        '--state g.jsonl@601|2|expected a cycle from 0 to 600, found 601'
        '--state g.jsonl@6 --seat 2|2|expected 0 to 1, found 2'
        '--state g.jsonl@6 --weights 50|2|expected GOAL:STATE'
        '--state g.jsonl@6 --weights 0:0|2|not both 0'
        '--state g.jsonl@6 --weights 101:0|2|from 0 to 100'
        '--state g.jsonl@6 --weigh golt=3|2|no feature "golt"; did you mean "gold"?'
        '--state g.jsonl@6 --weigh gold=10001|2|a whole number from 0 to 10000'
        '--state g.jsonl@6 --conditions maybe|2|expected on or off'
        '--exclude #99|2|no case #99'
        '--exclude stob|2|did you mean "stop"?'
        '--weights 30:70|2|expected --state, too'
        '--descriptor a=1|2|--descriptor goes with --class'
    )
    local row rest
    for row in "${rows[@]}"; do
        rest=${row#*|}
        # shellcheck disable=SC2086 # words
        run retrieve lib.db --goal "WinWargus(self)" ${row%%|*}
        expect_exit "${rest%%|*}"
        expect_stdout_empty
        expect_stderr_contains "${rest#*|}"
    done
    run retrieve lib.db --goal "Win(self)"
    expect_exit 2
    expect_stderr_contains "--goal:1:1:"
    run library import "$ROOT/domains/arena/paper.brl" -o paper.db
    run retrieve paper.db --goal "WinWargus(self)"
    expect_exit 2
}

a_file_of_behaviors_names_its_domain() {
    cp "$ROOT/domains/arena/paper.brl" .
    run tree check paper.brl
    expect_exit 0
    run library import paper.brl -o paper.db
    expect_exit 0
    run library stats paper.db
    expect_stdout_contains 'a library of "arena"'
    sed -i '1s/arena/chess/' paper.brl
    run tree check paper.brl
    expect_exit 2
    expect_stderr_contains 'paper.brl: its domain "chess" was not found; give --domain FILE, or: no domains/chess/'
    run library import paper.brl -o paper.db --domain skirmish
    expect_exit 4
}

eval_leaves_out_whole_games() {
    _demos lib
    run library eval lib.db --relief --json
    expect_exit 0
    expect_stderr_empty
    expect_stdout_contains '"demonstrations":3,"cases":6,"without_demonstration":0'
    expect_stdout_contains '{"name":"library","mean":1,"half":0}'
    expect_stdout_contains '{"name":"goal-only","mean":0.666666667,'
    expect_stdout_contains '{"name":"ceiling","mean":1,"half":0,"better":0,"better_half":0}'
    expect_stdout_contains '"saved":false'
    run library eval lib.db
    expect_stdout_contains "3 demonstrations, each left out in turn; 6 cases asked for"
    expect_stdout_lacks "relief"
}

eval_saves_the_weights_that_it_learned() {
    _demos lib
    run library eval lib.db --save
    expect_exit 2
    expect_stderr_contains "expected --relief, too"
    run library eval lib.db --relief --save --json
    expect_exit 0
    expect_stderr_contains "weights saved"
    run library check lib.db
    expect_exit 0
    run library export lib.db -o out.brl
    run library eval lib.db
    expect_stderr_contains '"library" is too good'
}

eval_wants_two_demonstrations() {
    run library import "$ROOT/domains/arena/paper.brl" -o paper.db
    cp paper.db before.db
    run library eval paper.db
    expect_exit 2
    expect_stderr_contains "paper.db: 0 demonstrations: expected at least 2"
    expect_same_file paper.db before.db
}
