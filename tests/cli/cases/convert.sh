# trace convert: traces of other programs.

_log() { # write game.log, of three commands
    cat > game.log << 'EOF'
ReplayLog( {
  MapPath = "maps/a.smp",
  LocalPlayer = 0,
  Players = { { Name = "Ann", Race = 0 } },
  Engine = { 2, 4, 2 }
} )
Log( { GameCycle = 3, UnitNumber = 7, UnitIdent = "unit-peasant", Action = "move", Flush = 1, PosX = 1, PosY = 2 } )
Log( { GameCycle = 4, UnitNumber = 7, UnitIdent = "unit-balloon", Action = "board", Flush = 1, DestUnitNumber = 9 } )
Log( { GameCycle = 5, Action = "chat", Value = [[hello]] } )
EOF
}

a_log_becomes_a_trace_and_a_report() {
    _log
    run trace convert --from stratagus game.log -o t.jsonl
    expect_exit 0
    expect_stdout_empty
    expect_stderr_contains "game.log: stratagus 2.4.2: 2 orders and 0 states up to cycle 4"
    expect_stderr_contains "board 1"
    expect_stderr_contains "unit-balloon 1"
    expect_stderr_contains "skipped 1: chat: no order to a unit; the first at 9:1"
    expect_stderr_contains "states, how it ended"
    [ "$(wc -l < t.jsonl)" = 3 ] || fail "not a header and two orders"
    grep -q '"order":"move","args":{"units":\[7\],"x":1,"y":2},"unit_type":"peasant"' t.jsonl ||
        fail "no move"
    ! grep -q seed t.jsonl || fail "a seed was made up"
}

a_report_is_one_object_with_json() {
    _log
    run trace convert --from stratagus game.log -o t.jsonl --json
    expect_exit 0
    expect_stdout_lines 1
    expect_stdout_contains '"source":"stratagus 2.4.2","domain":"skirmish"'
    expect_stdout_contains '"orders":2,"states":0'
    expect_stdout_contains '"skipped":[{"why":"chat: no order to a unit","count":1,"line":9,"column":1}]'
}

a_converted_trace_is_not_replayed() {
    _log
    run trace convert --from stratagus game.log -o t.jsonl
    run trace replay t.jsonl
    expect_refusal "converted from stratagus 2.4.2: not a recording of this program" 4
    run game play --p0 idle --from t.jsonl@3
    expect_refusal "converted from stratagus 2.4.2" 4
}

help_lists_the_formats() {
    run trace convert --help
    expect_exit 0
    expect_stdout_matches '^  stratagus  '
    expect_stdout_matches '^  microrts  '
}

what_cannot_be_converted_is_refused() {
    _log
    run trace convert --from chess game.log -o t.jsonl
    expect_refusal 'nothing converts from "chess"; there are: stratagus, microrts'
    run trace convert game.log -o t.jsonl
    expect_refusal "--from"
    run trace convert --from stratagus game.log
    expect_refusal "-o"
    run trace convert --from stratagus not-there.log -o t.jsonl
    expect_refusal "not-there.log"
    run trace convert --from microrts game.log -o t.jsonl
    expect_refusal "game.log:1:10: expected a trace of microRTS"
    run trace convert --from stratagus game.log --game 2 -o t.jsonl
    expect_refusal "expected a game 2, found 1"
    expect_no_file t.jsonl
    run trace convert --from stratagus game.log -o ./game.log
    expect_refusal "would replace the file that is read"
    cp game.log g.states
    run trace convert --from stratagus g.states -o g.jsonl
    expect_refusal "the new trace's states would replace the file that is read"
    expect_same_file game.log g.states
    printf 'PK\3\4 and nothing more' > cut.zip
    run trace convert --from microrts cut.zip -o t.jsonl
    expect_refusal "cut.zip: zip: expected an archive's directory at its end"
}

an_old_trace_stays_when_a_conversion_fails() {
    _log
    echo old > t.jsonl
    run trace convert --from microrts game.log -o t.jsonl
    expect_exit 2
    [ "$(cat t.jsonl)" = old ] || fail "the old file is gone"
}

people_s_games_convert() {
    local logs="$ROOT/../shared/data/wargus/human-traces" log
    [ -d "$logs" ] || skip "no sample data beside the checkout"
    for log in "$logs"/*.log; do
        run trace convert --from stratagus "$log" -o t.jsonl
        expect_exit 0
    done
    run trace convert --from stratagus "$logs/wargus-315-game.log" -o t.jsonl
    [ "$(grep -c '"unit_type"' t.jsonl)" = 566 ] || fail "not 566 orders"
    run trace check t.jsonl
    expect_exit 0
    run trace stats t.jsonl
    expect_exit 0
    expect_stdout_matches '^orders +566$'
    expect_stdout_matches '^  move +229$'
    expect_stdout_matches '^  footman +181$'
}

a_game_of_microrts_converts_from_each_of_its_files() {
    local traces="$ROOT/../shared/data/microrts/traces" kind
    [ -d "$traces" ] || skip "no sample data beside the checkout"
    for kind in xml json zip; do
        run trace convert --from microrts "$traces/lr_vs_random_8x8.$kind" -o "$kind.jsonl"
        expect_exit 0
        expect_stderr_contains "won by seat 0"
        expect_same_file xml.jsonl "$kind.jsonl"
        expect_same_file xml.states "$kind.states"
        run trace check "$kind.jsonl"
        expect_exit 0
        expect_stdout_contains "166 orders, 129 states, 594 cycles"
    done
}

a_conversion_replaces_nothing_but_a_trace() {
    _log
    echo mine > t.jsonl
    run trace convert --from stratagus game.log -o t.jsonl
    expect_refusal "expected a new file, or a trace to replace"
    [ "$(cat t.jsonl)" = mine ] || fail "the file is gone"
    run game play open-2 --p0 idle --p1 idle --max-cycles 50 --trace u.jsonl --states 10
    expect_file u.states
    run trace convert --from stratagus game.log -o u.jsonl
    expect_exit 0
    expect_no_file u.states
}

orders_without_words_here_are_shown_with_the_others() {
    _log
    run trace convert --from stratagus game.log -o t.jsonl
    run trace show t.jsonl
    expect_exit 0
    expect_stdout_lines 2
    expect_stdout_matches '^ +3  #1 +seat 0  move at 1,2: 7  of peasant$'
    expect_stdout_matches '^ +4  #2 +seat 0  board \{.*"target":9.*\}  of unit-balloon$'
    run trace show t.jsonl --json
    expect_exit 0
    sed 1d t.jsonl > lines
    grep '^{' .out/stdout | sed 's/,$//' > shown
    expect_same_file lines shown
    run trace show t.jsonl --from 4 --to 5 --seat 0
    expect_stdout_lines 1
    run trace show t.jsonl --seat 1
    expect_stdout_empty
    run trace check t.jsonl
    expect_exit 0
    expect_stdout_contains "2 orders"
    sed 's/"id":2/"id":5/' t.jsonl > gap.jsonl
    run trace check gap.jsonl
    expect_exit 1
    expect_stdout_contains "gap.jsonl:3: count: expected order 2, found order 5"
}

statistics_make_nothing_up() {
    _log
    run trace convert --from stratagus game.log -o t.jsonl
    run trace stats t.jsonl --json
    expect_exit 0
    expect_stdout_contains '"seed":null,'
    sed -i 's/"source":/"seed":"3","source":/' t.jsonl
    run trace stats t.jsonl --json
    expect_stdout_contains '"seed":"3",'
    sed -i 's/"player":"[^"]*"/"player":""/' t.jsonl
    run trace stats t.jsonl
    expect_stdout_matches '^seat 0: not known'
    expect_stdout_lacks "by reason"
}

orders_of_another_language_are_counted_apart() {
    _log
    run trace convert --from stratagus game.log -o t.jsonl
    sed -i 's/"foreign":"board"/"foreign":"move"/' t.jsonl
    run trace stats t.jsonl
    expect_exit 0
    expect_stdout_matches '^orders +2$'
    stdout | grep -A 1 '^orders by action$' | grep -qE '^  move +1$' || fail "not one move of ours"
    stdout | grep -A 1 '^orders that the domain has no words for$' | grep -qE '^  move +1$' ||
        fail "not one move of theirs"
    run trace stats t.jsonl --json
    expect_stdout_contains '"actions":{"move":[1]},"foreign":{"move":[1]},'
}

many_foreign_names_are_counted_together() {
    _log
    run trace convert --from stratagus game.log -o t.jsonl
    head -n 1 t.jsonl > many.jsonl
    awk 'BEGIN { for (i = 1; i <= 300; i++) printf "{\"cycle\":9,\"id\":%d,\"seat\":0," \
        "\"foreign\":\"do-%d\",\"args\":{}}\n", i, i }' >> many.jsonl
    run trace stats many.jsonl
    expect_exit 0
    expect_stdout_matches '^  do-256 +1'
    expect_stdout_matches '^  others +44'
    expect_stdout_lacks "do-257"
}

a_unit_without_a_type_is_no_type_that_lacks() {
    _log
    sed -i 's/ UnitIdent = "unit-balloon",//' game.log
    run trace convert --from stratagus game.log -o t.jsonl --json
    expect_exit 0
    expect_stdout_contains '"unit types":[]'
}
