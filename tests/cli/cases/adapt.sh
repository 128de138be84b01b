# adapt: tables of recorded games, and libraries that are repaired by them.

_game() { # NAME [OPTION...]
    local name=$1
    shift
    "$UNDERSTUDY" game play open-2 --p0 expert:rush --p1 ai:raid --max-cycles 2000 --trace "$name" "$@" \
        > .out/played || fail "no game"
}

games_become_a_database_that_appears_whole() {
    _game a.jsonl
    _game b.jsonl --seed 2
    run adapt --abstract-only a.jsonl b.jsonl -o games.db
    expect_exit 0
    expect_stdout_empty
    expect_stderr_contains "games.db: tables of 2 games"
    [ "$(head -c 15 games.db)" = "SQLite format 3" ] || fail "it is no database"
    run adapt --abstract-only a.jsonl -o one.db --json
    expect_exit 0
    expect_stdout_is '{"database":"one.db","games":[{"game":1,"trace":"a.jsonl"}]}'
    ls > left
    ! grep -q tmp left || fail "something was left behind"
}

what_is_there_already_is_not_replaced() {
    _game a.jsonl
    echo mine > games.db
    run adapt --abstract-only a.jsonl -o games.db
    expect_refusal "games.db: expected the name of a new file, found something there already"
    [ "$(cat games.db)" = mine ] || fail "it was replaced"
}

a_trace_that_cannot_be_taken_is_named_and_nothing_is_made() {
    _game a.jsonl
    sed 's/"rules_hash":"[0-9a-f]*"/"rules_hash":"0123456789abcdef"/' a.jsonl > other.jsonl
    run adapt --abstract-only a.jsonl other.jsonl -o games.db
    expect_exit 4
    expect_stderr_contains "other.jsonl:1: recorded with another set of rules than what is here"
    run adapt --abstract-only a.jsonl a.jsonl -o games.db
    expect_exit 4
    expect_stderr_contains "a.jsonl: this game is there already: it is number 1"
    echo nonsense > bad.jsonl
    run adapt --abstract-only a.jsonl bad.jsonl -o games.db
    expect_exit 2
    expect_stderr_contains "bad.jsonl:1"
    run adapt --abstract-only none.jsonl -o games.db
    expect_refusal "none.jsonl"
    run adapt --abstract-only a.jsonl -o no/games.db
    expect_refusal "no/games.db"
    ls > left
    ! grep -q games.db left || fail "something was made"
}

a_game_is_found_where_its_map_lies_now() {
    "$UNDERSTUDY" game mapgen --family open --size 32 --seed 3 -o here.map || fail "no map"
    "$UNDERSTUDY" game play ./here.map --p0 ai:raid --p1 idle --max-cycles 300 --trace a.jsonl \
        > .out/played || fail "no game"
    mv here.map there.map
    run adapt --abstract-only a.jsonl -o games.db
    expect_exit 2
    expect_stderr_contains "--map tells where the map lies now"
    run adapt --abstract-only a.jsonl -o games.db --map there.map
    expect_exit 0
}

# ---- repairs

_library() { # a library that leaves everybody idle, and games of it: a.jsonl, b.jsonl
    local seed
    "$UNDERSTUDY" library import "$ROOT/tests/golden/figure-4/before.brl" -o lib.db 2> .out/made || fail "no library"
    for seed in a:1 b:2; do
        "$UNDERSTUDY" game play open-1 --p0 'library:lib.db?article' --p1 idle --seed "${seed#*:}" \
            --max-cycles 1500 --trace "${seed%:*}.jsonl" > .out/played || fail "no game"
    done
    cp lib.db before.db
}

_unchanged() { # nothing was written
    expect_same_file lib.db before.db
    expect_no_file out.db
    [ -z "$(find . -name '*tmp*' -o -name '*.before' -o -name '*.after')" ] || fail "something was left behind"
}

a_library_is_repaired_by_its_games() {
    _library
    run adapt lib.db a.jsonl b.jsonl --only worker-idle -o out.db
    expect_exit 0
    expect_stdout_matches '^worker-idle +build base +2/2 +8  repaired: daemon$'
    expect_stdout_contains "1 of 1 causes repaired, from "
    run library check out.db
    expect_exit 0
    run library show out.db
    expect_stdout_contains "from 46b765c570256bf5 by daemon: idle workers gather"
    expect_stdout_contains "when exists(self, role: worker, status: idle)"
    run library stats out.db --json
    expect_stdout_contains '"seed":"1","how":"adaptation"}'
    "$UNDERSTUDY" game play open-1 --p0 'library:out.db?article' --p1 idle --max-cycles 1500 --trace c.jsonl > .out/played
    run adapt out.db c.jsonl --only worker-idle --least 1 --dry-run
    expect_stdout_contains "0 of 0 causes repaired, from 5 failures in 1 games"
}

what_would_be_done_is_told_and_nothing_is_written() {
    _library
    run adapt lib.db a.jsonl b.jsonl -o out.db --dry-run
    expect_exit 0
    expect_stdout_contains "repaired: "
    _unchanged
    run adapt lib.db a.jsonl b.jsonl
    expect_refusal "expected -o LIB, the library to write; or --dry-run"
    _unchanged
}

the_library_itself_is_replaced_and_nothing_else() {
    _library
    echo mine > out.db
    run adapt lib.db a.jsonl b.jsonl -o out.db
    expect_refusal "out.db: it is there already: expected a new file, or the library itself"
    [ "$(cat out.db)" = mine ] || fail "it was replaced"
    rm out.db
    run adapt lib.db a.jsonl b.jsonl -o no/out.db
    expect_refusal "no/out.db"
    _unchanged
    run adapt lib.db a.jsonl b.jsonl --only worker-idle -o lib.db
    expect_exit 0
    run library diff before.db lib.db
    expect_exit 1
    expect_stdout_contains '- behavior "build base"'
}

# By whatever name it is called, it is that file that changes, and its mode stays.
the_library_is_changed_where_it_lies() {
    _library
    local name before
    chmod 600 lib.db
    ln -s lib.db link.db
    ln lib.db twin.db
    before=$(stat -c '%i %a' lib.db)
    for name in link.db twin.db lib.db; do
        run adapt lib.db a.jsonl b.jsonl --only worker-idle -o "$name"
        expect_exit 0
        [ -L link.db ] || fail "$name: the link has become a file"
        [ "$(stat -c '%i %a' lib.db)" = "$before" ] || fail "$name: another file, or another mode"
        expect_same_file lib.db twin.db
        run library check lib.db
        expect_exit 0
        run library diff before.db lib.db
        expect_exit 1
        cat before.db > lib.db
    done
    ln -s nowhere dangling.db
    run adapt lib.db a.jsonl -o dangling.db
    expect_refusal "dangling.db: it is there already: expected a new file, or the library itself"
    expect_no_file nowhere
}

a_library_that_another_program_writes_is_left_to_it() {
    _library
    type python3 > .out/python || skip "there is no python3"
    python3 - << 'END' &
import sqlite3, time, os
db = sqlite3.connect("lib.db", isolation_level=None)
db.execute("BEGIN IMMEDIATE")
db.execute("UPDATE behaviors SET tries = tries + 1")
open("held", "w").close()
while not os.path.exists("enough"): time.sleep(0.05)
db.execute("COMMIT")
END
    local holder=$!
    while [ ! -e held ] && kill -0 $holder 2> .out/alive; do sleep 0.05; done
    run adapt lib.db a.jsonl b.jsonl --only worker-idle -o lib.db
    touch enough
    wait $holder || fail "its changes are lost"
    expect_refusal "lib.db: "
    expect_stderr_contains "locked"
    run library check lib.db
    expect_exit 0
    run library diff before.db lib.db
    ! grep -q daemon .out/stdout || fail "it was repaired all the same"
    run adapt lib.db a.jsonl b.jsonl --only worker-idle -o lib.db
    expect_exit 0
}

a_trace_of_another_library_is_refused() {
    _library
    sed 's/farmhouse/barracks/' "$ROOT/tests/golden/figure-4/before.brl" > other.brl
    "$UNDERSTUDY" library import other.brl -o other.db 2> .out/made
    run adapt other.db a.jsonl -o out.db
    expect_refusal "a.jsonl: played with another library: seat 0 (library:lib.db?article) used 3 behaviors" 4
    _game e.jsonl
    run adapt lib.db a.jsonl e.jsonl -o out.db
    expect_exit 4
    expect_stderr_contains "e.jsonl: no seat played with a library and told its plan"
    sed 's/"rules_hash":"[0-9a-f]*"/"rules_hash":"0123456789abcdef"/' a.jsonl > rules.jsonl
    run adapt lib.db rules.jsonl -o out.db
    expect_refusal "rules.jsonl:1: recorded with another set of rules" 4
    run adapt lib.db lib.db -o out.db
    expect_exit 2
    run adapt a.jsonl b.jsonl -o out.db
    expect_exit 2
    _unchanged
}

a_trace_that_was_cut_tells_what_it_has() {
    _library
    head -c $(($(stat -c %s a.jsonl) - 40)) a.jsonl > cut.jsonl
    run adapt lib.db cut.jsonl --only worker-idle --least 1 -o out.db
    expect_exit 0
    expect_stdout_contains "repaired"
}

names_that_are_wrong_are_told_with_the_nearest() {
    _library
    local form
    while IFS='|' read -r form; do
        eval "set -- ${form%%@*}"
        run adapt lib.db a.jsonl -o out.db "$@"
        expect_refusal "${form#*@}"
    done << 'END'
--only worker-idles@there is no pattern "worker-idles"; did you mean "worker-idle"?
--without no-answers@there is no pattern "no-answers"; did you mean "no-answer"?
--set worker-ide.patience=3@there is no pattern "worker-ide"; did you mean "worker-idle"?
--set worker-idle.patence=3@pattern "worker-idle" has no param "patence"; did you mean "patience"?
--mode appended@--mode appended: expected append or substitute
--mode WinWargu=append@is called "WinWargu" or achieves such a goal; did you mean "WinWargus"?
--mode "build bas=substitute"@is called "build bas" or achieves such a goal; did you mean "build base"?
--patterns none.sql@none.sql
END
    _unchanged
}

what_was_made_is_an_object() {
    _library
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --suggest -o out.db --json
    expect_exit 0
    expect_stdout_lines 1
    expect_stdout_matches '^\{"library":"lib.db","out":"out.db","games":2,"failures":18,"repaired":1,"causes":\[\{"pattern":"worker-idle","behavior":"[0-9a-f]{16}","name":"build base"'
    expect_stdout_contains '"blamed":[{"because":"it was at the top, and should have seen to it","failures":8}]'
    expect_stdout_contains '"modop":"daemon","repair":1,'
    expect_stdout_contains '"suggest":[{"trace":"a.jsonl","seat":0,"since":0,'
    python3 -c 'import json' 2> .out/json || return 0
    python3 -m json.tool .out/stdout > .out/json || fail "it is no JSON"
}

the_story_tells_who_is_to_blame_and_what_was_changed() {
    _library
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --explain -o out.db
    expect_exit 0
    expect_stdout_contains '1. worker-idle: a worker had nothing to do for long'
    expect_stdout_contains '  In 2 of the 2 games in which it was at work, "build base" for WinWargus(player: self) failed so 8 times.'
    expect_stdout_contains "  Worst: a.jsonl at cycle 0 to 1500, unit "
    expect_stdout_contains "  Blamed, because it was at the top, and should have seen to it (8 of 8)."
    expect_stdout_contains "  Changed so: daemon, so that idle workers gather"
    expect_stdout_matches '^  before  *after$'
    expect_stdout_matches '^    do sequence \{ +\| +do monitor \{$'
    expect_stdout_matches '^ +> +when exists\(self, role: worker, status: idle\)'
}

# What is suggested is done as it is told, but for the name of the expert.
what_is_suggested_can_be_demonstrated_and_learned() {
    _library
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --suggest
    expect_exit 0
    expect_stdout_matches '^a.jsonl, cycles 0 to [0-9]+: WinWargus\(player: 0\)$'
    local command
    command=$(sed -n 's/^  .* \(game play --from .*\)$/\1/p' .out/stdout)
    eval "set -- ${command/expert:NAME/expert:rush}"
    run "$@"
    expect_exit 0
    run learn again-1.jsonl -o lib.db
    expect_exit 0
    run library check lib.db
    expect_exit 0
}

_with_pattern() { # NAME BLOCK: the pattern that docs/ADAPTATION.md shows under that name
    sed -n "/^\`\`\`pattern $1\$/,/^\`\`\`\$/p" "$ROOT/docs/ADAPTATION.md" | grep -v '^```' > "$1.sql"
    expect_file "$1.sql"
}

a_pattern_of_ones_own_works_at_once() {
    _library
    _with_pattern workers-lost
    run adapt lib.db a.jsonl --patterns workers-lost.sql -o out.db
    expect_exit 0
    expect_stdout_contains "0 of 0 causes repaired, from 0 failures in 1 games"
    rm out.db
    mkdir mine
    cp "$ROOT/tests/golden/figure-4/peasant-idle.sql" workers-lost.sql mine
    run adapt lib.db a.jsonl b.jsonl --patterns mine --set peasant-idle.patience=900 -o out.db
    expect_exit 0
    expect_stdout_matches '^peasant-idle .* repaired: beside$'
    sed 's/FROM idle/FROM idles/' mine/peasant-idle.sql > wrong.sql
    run adapt lib.db a.jsonl --patterns wrong.sql --dry-run
    expect_exit 2
    expect_stderr_matches '^understudy: wrong.sql:1[0-9]:[0-9]+: .*idles'
}

a_child_competes_with_its_parent() {
    _library
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --mode substitute --mode WinWargus=append -o out.db
    expect_exit 0
    expect_stdout_contains "repaired: daemon, appended"
    run library update out.db a.jsonl b.jsonl
    expect_exit 0
    run library list out.db
    expect_stdout_matches '^[0-9a-f]+ +0 +0/2 +build base: '
    "$UNDERSTUDY" game play open-1 --p0 'library:out.db' --p1 idle --max-cycles 600 --trace c.jsonl > .out/played
    grep -q '"name":"build base [0-9a-f]*"\|build base [0-9a-f]\{10\}' c.jsonl || fail "the parent was chosen"
    run adapt out.db c.jsonl --dry-run
    expect_exit 0
}

# The second repair is one of the child: that has another name by then.
whether_to_append_is_decided_once_for_a_behavior() {
    _library
    local mode
    for mode in "--mode append --mode 'build base=substitute'" "--mode substitute"; do
        rm -f out.db
        eval "set -- $mode"
        run adapt lib.db a.jsonl b.jsonl --only worker-idle,supply-blocked "$@" -o out.db
        expect_exit 0
        expect_stdout_contains "2 of 2 causes repaired"
        run library list out.db
        expect_stdout_lines 4 # no in-between
        cp .out/stdout "list${#mode}"
    done
    expect_same_file list*
}

each_repair_is_told_by_the_difference() {
    _library
    run adapt lib.db a.jsonl b.jsonl --only worker-idle,supply-blocked -o out.db
    expect_stdout_contains "2 of 2 causes repaired"
    run library diff lib.db out.db
    expect_exit 1
    expect_stdout_contains "    worker-idle: 8 times in 2 of 2 games; so daemon: "
    expect_stdout_contains "    supply-blocked: 2 times in 2 of 2 games; so daemon: "
    expect_stdout_matches '^  before  *after$'
    run library diff lib.db out.db --json
    expect_stdout_matches '"failures":\["worker-idle: 8 times in 2 of 2 games","supply-blocked: 2 times in 2 of 2 games"\]'
}

whoever_is_interrupted_leaves_the_library_as_it_was() {
    _library
    local i traces=()
    for ((i = 0; i < 300; i++)); do # all differ
        sed "1s/library:lib.db?article/library:l$i.db?article/" a.jsonl > "t$i.jsonl"
        traces+=("t$i.jsonl")
    done
    run_command timeout --foreground --preserve-status -s INT 0.3 "$UNDERSTUDY" adapt lib.db "${traces[@]}" -o lib.db
    [ "$_code" != 0 ] || skip "it was done before the interrupt"
    expect_exit 130
    expect_stderr_contains "interrupted: the library is as it was"
    _unchanged
}

# Figure 4 of the article: who builds a base gathers meanwhile, since peasants were idle.
a_base_is_built_while_peasants_gather() {
    local figure=$ROOT/tests/golden/figure-4
    _library
    run adapt lib.db a.jsonl b.jsonl --patterns "$figure/peasant-idle.sql" -o out.db
    expect_exit 0
    "$UNDERSTUDY" library export lib.db > before.brl
    expect_same_file before.brl "$figure/before.brl"
    "$UNDERSTUDY" library export out.db > after.brl
    expect_same_file after.brl "$figure/after.brl"
    "$UNDERSTUDY" game play open-1 --p0 'library:out.db?article' --p1 idle --max-cycles 1500 --trace c.jsonl > .out/played
    run adapt out.db c.jsonl --patterns "$figure/peasant-idle.sql" --least 1 --dry-run
    expect_stdout_contains "0 of 0 causes repaired, from 5 failures in 1 games" # of who does nothing at all
}
