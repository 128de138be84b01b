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
    expect_stderr_matches "games.db: tables of 2 games, with [0-9]+ failures$"
    [ "$(head -c 15 games.db)" = "SQLite format 3" ] || fail "it is no database"
    run adapt --abstract-only a.jsonl -o one.db --json
    expect_exit 0
    expect_stdout_matches '^\{"database":"one.db","games":\[\{"game":1,"trace":"a.jsonl"\}\],"cut":0,"patterns":[0-9]+,"failures":[0-9]+\}$'
    run adapt --abstract-only a.jsonl -o -
    expect_refusal '-o: found "-", expected a file: a database is not printed'
    expect_no_file ./-
    ls > left
    ! grep -q tmp left || fail "something was left behind"
}

# The table has what the patterns find when a library is repaired by the same games.
failures_become_rows_by_the_patterns_that_are_asked_for() {
    _library
    local with='--only worker-idle,no-depot --set worker-idle.patience=1450' found
    run adapt lib.db a.jsonl b.jsonl $with --dry-run
    found=$(sed -n 's/.* from \([0-9]*\) failures in 2 games$/\1/p' .out/stdout)
    [ "$found" -gt 0 ] && [ "$found" -lt 18 ] || fail "18 are found with the preset patience"
    run adapt --abstract-only a.jsonl b.jsonl $with -o games.db
    expect_exit 0
    expect_stderr_contains "games.db: tables of 2 games, with $found failures"
    for with in '--only none' '--patterns none.sql' '--set worker-idle.none=1'; do
        run adapt --abstract-only a.jsonl $with -o other.db
        expect_refusal none
        expect_no_file other.db
    done
    type sqlite3 > .out/type || return 0
    [ "$(sqlite3 games.db 'SELECT pattern, count(*) FROM failures GROUP BY pattern')" = "worker-idle|$found" ] \
        || fail "other failures"
    [ "$(sqlite3 games.db 'SELECT condition, name FROM conditions')" = '1|no-depot' ] || fail "no condition"
}

games_of_a_domain_without_patterns_become_tables_all_the_same() {
    printf '%s\n' '{"understudy":"trace","version":1,"domain":"microrts","source":"microrts 1","seats":[{"player":"a","faction":""},{"player":"b","faction":""}]}' > m.jsonl
    run adapt --abstract-only m.jsonl -o games.db
    expect_exit 0
    expect_stderr_contains "games.db: tables of 1 game, with 0 failures"
}

what_is_there_already_is_not_replaced() {
    _game a.jsonl
    echo mine > games.db
    run adapt --abstract-only a.jsonl -o games.db
    expect_refusal "games.db: the file exists already: expected the name of a new file"
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
    expect_stderr_contains "a.jsonl: this game was added already, as number 1"
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

_make_library() { # a library that leaves everybody idle, and games of it: a.jsonl, b.jsonl
    local seed
    "$UNDERSTUDY" library import "$ROOT/tests/golden/figure-4/before.brl" -o lib.db 2> .out/made || fail "no library"
    for seed in a:1 b:2; do
        "$UNDERSTUDY" game play open-1 --p0 'library:lib.db?article' --p1 idle --seed "${seed#*:}" \
            --max-cycles 1500 --trace "${seed%:*}.jsonl" > .out/played || fail "no game"
    done
    cp lib.db before.db
}

_library() {
    kept _make_library
}

_unchanged() { # nothing was written
    expect_same_file lib.db before.db
    expect_no_file out.db
    [ -z "$(find . -name '*tmp*' -o -name '*.before' -o -name '*.after')" ] || fail "something was left behind"
}

a_full_disk_leaves_nothing_of_a_repaired_library() {
    local blocks size
    "$UNDERSTUDY" learn "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" -o lib.db > .out/made || fail "no library"
    "$UNDERSTUDY" game play ridge-1 --p0 'library:lib.db?squads=off&producers=off' --p1 ai:footman-rush \
        --trace a.jsonl > .out/played || fail "no game"
    cp lib.db before.db
    size=$((($(wc -c < lib.db) + 1023) / 1024))
    for blocks in 1 $size $((size + 8)); do # of 1,024 bytes: no copy, no more than that, not enough
        run_command bash -c "ulimit -f $blocks; exec '$UNDERSTUDY' adapt lib.db a.jsonl --least 1 -o out.db"
        expect_refusal "out.db: cannot write"
        _unchanged
    done
}

a_library_is_repaired_by_its_games() {
    _library
    run adapt lib.db a.jsonl b.jsonl --only worker-idle -o out.db
    expect_exit 0
    expect_stdout_matches '^worker-idle +build base +- +2/2 +8  repaired: daemon$'
    expect_stdout_contains "1 of 1 cause repaired, from "
    expect_stderr_contains "out.db: written"
    run library check out.db
    expect_exit 0
    run library show out.db
    expect_stdout_contains "#   46b765c570256bf5; 1 repair:"
    expect_stdout_contains "#     worker-idle: 8 times in 2 of 2 games; not proved; so daemon: send idle workers to the nearest mine"
    expect_stdout_contains "when exists(self, role: worker, status: idle)"
    run library stats out.db --json
    expect_stdout_contains '"seed":"1","how":"adaptation"}'
    "$UNDERSTUDY" game play open-1 --p0 'library:out.db?article' --p1 idle --max-cycles 1500 --trace c.jsonl > .out/played
    run adapt out.db c.jsonl --only worker-idle --least 1 --dry-run
    expect_stdout_contains "0 of 0 causes would be repaired, from 5 failures in 1 game"
    expect_stderr_contains "nothing is written"
    run adapt lib.db a.jsonl b.jsonl -o -
    expect_refusal 'expected a file: a library is not printed'
    [ ! -e - ] || fail "a file was made"
}

what_would_be_done_is_told_and_nothing_is_written() {
    _library
    local with
    for with in '-o out.db' --explain --explain=all --suggest; do
        run adapt lib.db a.jsonl b.jsonl --only worker-idle $with --dry-run
        expect_exit 0
        ! grep -E 'Changed|repaired' .out/stdout | grep -vE '(would be|not|the) repaired' || fail "$with: nothing was changed"
    done
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --dry-run
    expect_stdout_matches '^worker-idle +build base +- +2/2 +8  would be repaired: daemon$'
    expect_stdout_contains "1 of 1 cause would be repaired, from "
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --dry-run --explain=all
    expect_stdout_matches '  Repair 1.1, daemon: .* In the new library it would be .*\. Not proved: no game was played with it\.$'
    _unchanged
    run adapt lib.db a.jsonl b.jsonl
    expect_refusal "expected -o LIB, the library to write; or --dry-run"
    _unchanged
}

the_library_itself_is_changed_and_nothing_else() {
    _library
    echo mine > out.db
    run adapt lib.db a.jsonl b.jsonl -o out.db
    expect_refusal "out.db: the file exists already: expected a new file, or the library itself"
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
    expect_refusal "dangling.db: the file exists already: expected a new file, or the library itself"
    expect_no_file nowhere
}

# Nobody reads the library any more when it is written.
a_library_in_wal_mode_is_adapted_in_place() {
    _library
    type python3 > .out/python || skip "there is no python3"
    python3 -c 'import sqlite3; sqlite3.connect("lib.db").execute("PRAGMA journal_mode = WAL")'
    run adapt lib.db a.jsonl b.jsonl --only worker-idle -o lib.db
    expect_exit 0
    run library check lib.db
    expect_exit 0
    run library diff before.db lib.db
    expect_exit 1
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

a_library_with_faults_is_not_adapted() {
    command -v sqlite3 > .out/where || skip "no sqlite3"
    _library
    local change
    for change in "UPDATE behaviors SET hash = '0123456789abcdef' WHERE id = (SELECT min(id) FROM behaviors)" "UPDATE goals SET text = 'Nope(player: self)'" \
        "PRAGMA foreign_keys = OFF; UPDATE behaviors SET goal = 99"; do
        cp before.db lib.db
        sqlite3 lib.db "$change" > .out/changed 2>&1 || fail "not damaged"
        cp lib.db damaged.db
        run adapt lib.db a.jsonl b.jsonl -o out.db
        expect_exit 2
        expect_stderr_matches 'lib\.db: [0-9]+ faults?, the first: .*; see library check'
        run adapt lib.db a.jsonl b.jsonl -o lib.db
        expect_exit 2
        expect_same_file lib.db damaged.db
        expect_no_file out.db
    done
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
    expect_stderr_contains "e.jsonl: no seat has the plan of a library"
    sed 's/"rules_hash":"[0-9a-f]*"/"rules_hash":"0123456789abcdef"/' a.jsonl > rules.jsonl
    run adapt lib.db rules.jsonl -o out.db
    expect_refusal "rules.jsonl:1: recorded with another set of rules" 4
    run adapt lib.db lib.db -o out.db
    expect_refusal "lib.db:1:1: expected a trace, found a SQLite file: a library of behaviors, or tables"
    run adapt a.jsonl b.jsonl -o out.db
    expect_exit 2
    _unchanged
}

a_trace_that_was_cut_tells_what_it_has() {
    _library
    head -c $(($(stat -c %s a.jsonl) - 40)) a.jsonl > cut.jsonl
    run adapt lib.db cut.jsonl b.jsonl --only worker-idle --least 1 -o out.db
    expect_exit 0
    expect_stdout_contains "repaired"
    expect_stdout_contains "1 of 2 games is cut: it has no end"
    run adapt --abstract-only cut.jsonl -o games.db
    expect_stderr_contains "; 1 of 1 game is cut: it has no end"
    run adapt lib.db a.jsonl cut.jsonl --dry-run
    expect_refusal "cut.jsonl: this game was added already, as number 1, a.jsonl: map, seed " 4
}

a_trace_that_was_cut_before_anything_began_tells_nothing() {
    _library
    head -n 1 b.jsonl > begun.jsonl
    run adapt lib.db a.jsonl begun.jsonl --only worker-idle --least 1 -o out.db
    expect_exit 0
    expect_stdout_contains "1 game shows nothing: no behavior was at work yet"
    expect_stdout_contains "1 of 1 cause repaired"
    rm out.db
    run adapt lib.db begun.jsonl -o out.db
    expect_refusal "begun.jsonl: no behavior of a library had begun, here or in another game" 4
    _unchanged
}

a_game_that_was_recorded_without_its_plan_is_told_as_such() {
    _library
    "$UNDERSTUDY" game play open-1 --p0 library:lib.db --p1 idle --seed 9 --max-cycles 600 --no-plan \
        --trace silent.jsonl > .out/played || fail "no game"
    run adapt lib.db silent.jsonl --dry-run
    expect_refusal "silent.jsonl: the trace has no plan, as if recorded with --no-plan" 4
    run adapt lib.db a.jsonl silent.jsonl --only worker-idle --least 1 --dry-run
    expect_exit 0
    expect_stdout_contains "1 game shows no plan, as if recorded with --no-plan"
    expect_stdout_lacks "at work yet"
}

what_is_about_repairs_is_not_for_tables() {
    _library
    local option
    for option in "--mode append" "--least 2" "--share 3" "--most 2" \
        "--without-modop first" --explain --suggest --dry-run; do
        eval "set -- $option"
        run adapt --abstract-only a.jsonl -o games.db "$@"
        expect_refusal "$1 is not for --abstract-only"
    done
    expect_no_file games.db
}

what_is_about_a_search_needs_one() {
    _library
    local option
    for option in "--random 2" "-j 2" "--seed 3" "--timeout 4" "--rounds 2" "--size 64" --fog; do
        eval "set -- $option"
        run adapt lib.db a.jsonl b.jsonl -o out.db "$@"
        expect_refusal "$1 is for --budget"
    done
    run adapt lib.db a.jsonl b.jsonl --prove 2 -o out.db
    expect_refusal 'adapt: no option --prove'
    expect_no_file out.db
}

a_modop_can_be_left_out() {
    _library
    local modop
    run adapt lib.db a.jsonl b.jsonl -o all.db --json
    expect_exit 0
    modop=$(grep -o '"modop":"[a-z]*"' .out/stdout | head -n 1 | cut -d '"' -f 4)
    [ -n "$modop" ] || fail "nothing was repaired"
    run adapt lib.db a.jsonl b.jsonl -o some.db --json --without-modop "$modop"
    expect_exit 0
    expect_stdout_lacks "\"modop\":\"$modop\""
    expect_stdout_contains "$modop: this modop is excluded"
    run adapt lib.db a.jsonl b.jsonl -o none.db --without-modop daemno
    expect_refusal 'unknown modop "daemno"; did you mean "daemon"?'
    expect_no_file none.db
}

too_few_games_are_told_with_what_to_do() {
    _library
    local form
    for form in --dry-run --explain --explain=all --suggest; do
        run adapt lib.db a.jsonl --only worker-idle --dry-run "$form"
        expect_exit 0
        expect_stdout_contains "All of it is noise: 1 game is fewer than 2. Give more, or --least 1."
    done
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --dry-run --share 100 --least 3
    expect_stdout_contains "All of it is noise: 2 games are fewer than 3."
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --dry-run
    ! grep -q noise .out/stdout || fail "it is none"
    run adapt lib.db a.jsonl --only army-idle --dry-run --explain=all
    expect_exit 0
    expect_stdout_contains "No failure was blamed on the library."
    expect_stdout_contains "0 of 0 causes would be repaired, from 0 failures in 1 game"
}

noise_is_explained_line_by_line() {
    _library
    run adapt lib.db a.jsonl b.jsonl --least 3 --dry-run
    local lines
    lines=$(grep -c '  noise$' .out/stdout)
    [ "$lines" -gt 2 ] || fail "there is no noise"
    run adapt lib.db a.jsonl b.jsonl --least 3 --dry-run --explain=all
    expect_stdout_contains 'worker-idle: a worker was idle for a long time; "build base", in 2 of the 2 games in which it was at work: fewer than 3 (--least)'
    [ "$(grep -c 'fewer than 3 (--least)$' .out/stdout)" = "$lines" ] || fail "not each line is explained"
    "$UNDERSTUDY" game play open-1 --p0 'library:lib.db?article' --p1 idle --max-cycles 200 --seed 3 \
        --trace c.jsonl > .out/played || fail "no game"
    run adapt lib.db a.jsonl b.jsonl c.jsonl --only worker-idle --share 90 --dry-run --explain=all
    expect_stdout_contains ' in 2 of the 3 games in which it was at work: less than 90 percent (--share)'
}

# There is no table without a row.
that_nothing_was_changed_is_told() {
    _library
    run adapt lib.db a.jsonl b.jsonl --only army-idle -o out.db
    expect_exit 0
    expect_stdout_contains "No failure was blamed on the library."
    expect_stdout_lacks "failures  result"
    expect_stderr_contains "out.db: written, with no behavior changed"
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
--mode append --mode substitute@adapt: --mode is given twice
--mode WinWargus=append --mode "build base=append" --mode WinWargus=substitute@adapt: --mode WinWargus is given twice
--set worker-idle.patience=3 --set worker-idle.patience=4@adapt: --set worker-idle.patience is given twice
--patterns none.sql@none.sql
--patterns .@.: there is no pattern in it: expected files NAME.sql
--only worker-idle --without worker-idle@--only and --without leave no pattern
--only worker-idle --without worker-idle@--only and --without leave no pattern
END
    _unchanged
}

what_was_made_is_an_object() {
    _library
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --suggest -o out.db --json
    expect_exit 0
    expect_stdout_lines 1
    expect_stdout_matches '^\{"library":"lib.db","out":"out.db","games":2,"cut":0,"failures":18,"others":10,"unblamed":0,"silent":0,"planless":0,"repaired":1,"causes":\[\{"pattern":"worker-idle","behavior":"[0-9a-f]{16}","name":"build base"'
    expect_stdout_contains '"blamed":[{"because":"it was the highest behavior at work","failures":8}]'
    expect_stdout_contains '"modop":"daemon","repair":1,'
    expect_stdout_matches '"worst":\{"trace":"a.jsonl","game":1,"seat":0,"cycle":0,"until":1500,"unit":[0-9]+,'
    expect_stdout_contains '"suggest":[{"trace":"a.jsonl","seat":0,"since":0,'
    expect_stdout_contains '"pattern":"worker-idle","about":"a worker was idle for a long time","games":2,"active":2,"end":"done"'
    python3 -c 'import json' 2> .out/json || return 0
    python3 -m json.tool .out/stdout > .out/json || fail "it is no JSON"
}

the_story_tells_who_is_to_blame_and_what_was_changed() {
    _library
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --explain=all -o out.db
    expect_exit 0
    expect_stdout_contains '1. worker-idle: a worker was idle for a long time'
    expect_stdout_contains '  8 times, in 2 of the 2 games in which it was at work, 0 won: "build base", for WinWargus(player: self).'
    expect_stdout_contains "  Worst: a.jsonl, cycles 0 to 1500, unit "
    expect_stdout_contains "  Blamed because it was the highest behavior at work (8 of 8)."
    expect_stdout_contains "  Repair 1.1, daemon: send idle workers to the nearest mine. In the new library it is "
    expect_stdout_contains "1 of 1 cause repaired, from 18 failures in 2 games"
    expect_stdout_matches '^    \+     do monitor \{$'
    expect_stdout_matches '^    \+ +when exists\(self, role: worker, status: idle\)'
    expect_stdout_contains "10 failures of players that did not play with the library"
}

the_story_has_the_first_five_causes_in_full() {
    "$UNDERSTUDY" learn "$ROOT/domains/skirmish/demos/siege-ridge-1.jsonl" -o lib.db > .out/made || fail "no library"
    "$UNDERSTUDY" game play ridge-1 --p0 'library:lib.db?squads=off&producers=off' --p1 ai:footman-rush \
        --trace a.jsonl > .out/played || fail "no game"
    "$UNDERSTUDY" game play ridge-1 --p0 'library:lib.db?squads=off&producers=off' --p1 ai:footman-rush --seed 2 \
        --trace b.jsonl > .out/played || fail "no game"
    run adapt lib.db a.jsonl b.jsonl --least 1 --explain --dry-run
    expect_exit 0
    local causes
    causes=$(sed -nE 's/^Causes, by the games in which they occurred \(([0-9]+)\):$/\1/p' .out/stdout)
    [ "$causes" -gt 5 ] || fail "only $causes causes"
    [ "$(grep -c '^  Blamed because ' .out/stdout)" = 5 ] || fail "not five in full"
    [ "$(grep -cE '^[0-9]+\. ' .out/stdout)" -le 15 ] || fail "a line for more than fifteen"
    sed -nE 's/^[0-9]+\. .*; in ([0-9]+) games?; .*/\1/p' .out/stdout > games
    sort -rn games > sorted
    expect_same_file games sorted
    expect_stdout_contains "  Read all of it in full: --explain=all."
    run adapt lib.db a.jsonl b.jsonl --least 1 --explain=all --dry-run
    [ "$(grep -c '^  Blamed because ' .out/stdout)" = "$causes" ] || fail "not all in full"
    expect_stdout_lacks "Read all of it"
}

the_story_ends_with_what_to_do_next() {
    _library
    run adapt lib.db a.jsonl b.jsonl --explain --dry-run
    expect_exit 0
    expect_stdout_contains "  Search for changes that games prove to help: --budget 4000 -o FILE."
    expect_stdout_contains "  Write the repaired library: -o FILE, without --dry-run."
    expect_stdout_contains "No game proved these repairs."
    expect_stdout_matches '^[0-9]+ failures of players that did not play with the library$'
    run adapt lib.db a.jsonl b.jsonl --explain=some --dry-run
    expect_refusal 'adapt: expected --explain or --explain=all, found "--explain=some"'
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --explain -o out.db
    expect_stdout_lacks "--dry-run"
    expect_stdout_lacks "--explain=all"
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --without-modop daemon,beside --explain --dry-run
    expect_stdout_matches '^1\. worker-idle: .*; in 2 games; no repair fits$'
    expect_stdout_contains "  Tried: repair 1, daemon: this modop is excluded"
    expect_stdout_contains "  Demonstrate again what no repair mends: --suggest lists the places."
    expect_stdout_lacks "No game proved"
    run adapt lib.db a.jsonl b.jsonl --least 3 --explain --dry-run
    expect_stdout_matches '^Noise, which may be chance \([0-9]+\):$'
    expect_stdout_contains "All of it is noise: 2 games are fewer than 3."
    expect_stdout_contains "--explain=all"
    run adapt lib.db a.jsonl --only army-idle --dry-run --explain
    expect_stdout_contains "No failure was blamed on the library."
    expect_stdout_contains "  Give more games, or lower a threshold (--set NAME.PARAM=N)."
    expect_stdout_lacks "--explain=all"
}

# Nothing is cut: what does not fit goes on below, on both sides.
trees_side_by_side_fit_the_terminal() {
    _library
    local columns side
    "$UNDERSTUDY" adapt lib.db a.jsonl b.jsonl --only worker-idle -o out.db > .out/made || fail "not repaired"
    for columns in 60 100 400; do
        COLUMNS=$columns run library diff lib.db out.db
        expect_exit 1
        sed '1,/^  before /d; /^}/q' .out/stdout > rows
        [ "$(wc -L < rows)" -le "$columns" ] || fail "$columns: a row is wider"
        side=$(cut -c $(((columns - 3) / 2 + 3))- rows | tr -d ' \n')
        [[ $side == *"$("$UNDERSTUDY" library show out.db | sed -n '/when exists(self, role: worker/p' | tr -d ' \n')"* ]] ||
            fail "$columns: something is cut"
    done
    expect_stdout_matches ' > +when exists\(self, role: worker, status: idle\) and .* -> act harvest'
}

# What is suggested is done as it is told, but for the expert.
what_is_suggested_can_be_demonstrated_and_learned() {
    _library
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --suggest
    expect_exit 0
    expect_stdout_matches '^a.jsonl, cycles 0 to [0-9]+: WinWargus\(player: 0\)$'
    local command
    command=$(sed -n 's/^  .* \(game play --from .*\)$/\1/p' .out/stdout)
    [[ $command == "game play --from a.jsonl@0 --p0 EXPERT --p1 "* ]] || fail "$command"
    eval "set -- $command"
    run "$@"
    expect_refusal 'there is no agent "EXPERT"'
    eval "set -- ${command/EXPERT/expert:rush}"
    run "$@"
    expect_exit 0
    expect_stderr_empty
    run learn again-1.jsonl -o lib.db
    expect_exit 0
    run library check lib.db
    expect_exit 0
}

# One stretch, for three reasons: those that are not repaired come first.
what_is_suggested_first_does_not_depend_on_how_many_are_asked_for() {
    _library
    run adapt lib.db a.jsonl b.jsonl --suggest
    expect_exit 0
    [ "$(grep -c '; would be repaired$' .out/stdout)" = 3 ] || fail "there are too few"
    cp .out/stdout all
    run adapt lib.db a.jsonl b.jsonl --suggest --most 1
    expect_same_file .out/stdout all
    run adapt lib.db a.jsonl b.jsonl --suggest --most 1 -o out.db # that one has one repair
    expect_exit 0
    [ "$(grep -c '; repaired$' .out/stdout)" = 1 ] || fail "--most sets how many"
    expect_stdout_matches '^1 of [0-9]+ causes repaired, from '
    expect_stdout_matches '  repaired: [a-z]+$'
    [ "$(grep -n ' causes repaired' .out/stdout | cut -d : -f 1)" -lt "$(grep -n EXPERT .out/stdout | head -n 1 | cut -d : -f 1)" ] ||
        fail "what was repaired comes first"
}

# Nobody starts a program because a trace names it.
an_opponent_that_cannot_be_begun_again_is_told() {
    _library
    local agent
    for agent in 'exec:true' 'library:gone.db'; do
        sed -i "1s|\"player\":\"[^l][^\"]*\"|\"player\":\"$agent\"|" a.jsonl
        run adapt lib.db a.jsonl --only worker-idle --least 1 --suggest
        expect_exit 0
        expect_stdout_matches ' --p0 EXPERT --trace again-1.jsonl$'
        expect_stdout_contains "  Seat 1 was \"$agent\", which cannot start from here: name another player with --p1"
        cp b.jsonl a.jsonl
    done
}

_with_pattern() { # NAME BLOCK: the pattern that docs/FAILURE_PATTERNS.md shows under that name
    sed -n "/^\`\`\`pattern $1\$/,/^\`\`\`\$/p" "$ROOT/docs/FAILURE_PATTERNS.md" | grep -v '^```' > "$1.sql"
    expect_file "$1.sql"
}

a_pattern_of_ones_own_works_at_once() {
    _library
    _with_pattern workers-lost
    run adapt lib.db a.jsonl --patterns workers-lost.sql -o out.db
    expect_exit 0
    expect_stdout_contains "0 of 0 causes repaired, from 0 failures in 1 game"
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

# Of another domain's pattern only params are said: all else is found there.
a_pattern_may_be_like_another_domains() {
    _library
    mkdir -p mine data/domains/other/patterns
    cp "$ROOT/domains/skirmish/domain.json" data/domains/other
    sed 's/"value": 300/"value": 100000/' "$ROOT/domains/skirmish/patterns/worker-idle.sql" \
        > data/domains/other/patterns/worker-idle.sql
    export UNDERSTUDY_DATA="$ROOT:data"
    echo '/* {"pattern": 1, "like": "other"} */' > mine/worker-idle.sql
    run adapt lib.db a.jsonl b.jsonl --patterns mine --dry-run
    expect_exit 0
    expect_stdout_contains "from 0 failures in 2 games"
    echo '/* {"pattern": 1, "like": "other", "params": {"patience": 300}} */' > mine/worker-idle.sql
    run adapt lib.db a.jsonl b.jsonl --patterns mine --dry-run
    mv .out/stdout like
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --dry-run
    expect_same_file like .out/stdout
    while IFS=@ read -r text says; do
        echo "$text" > mine/worker-idle.sql
        run adapt lib.db a.jsonl --patterns mine --dry-run
        expect_exit 2
        expect_stderr_contains "$says"
    done <<'END'
/* {"pattern": 1, "like": "other", "params": {"patence": 1}} */@mine/worker-idle.sql:1:58: the pattern of other has no param "patence"
/* {"pattern": 1, "like": "other", "params": {"patience": "1"}} */@mine/worker-idle.sql:1:59: member "patience"
/* {"pattern": 1, "like": "other", "blame": "top"} */@unknown member "blame"
/* {"pattern": 1, "like": "other"} */ SELECT 1@expected nothing behind the comment
/* {"pattern": 1, "like": "another"} */@another
/* {"pattern": 99, "like": "other"} */@mine/worker-idle.sql:1:16:
/* {"like": "other"} */@member "pattern"
/* {"pattern": 1, "like": "../other"} */@../other
END
    echo '/* {"pattern": 1, "like": "skirmish"} */' > data/domains/other/patterns/worker-idle.sql
    echo '/* {"pattern": 1, "like": "other"} */' > mine/worker-idle.sql
    run adapt lib.db a.jsonl --patterns mine --dry-run
    expect_exit 2
    expect_stderr_contains 'the pattern that it is like is itself like another: name the domain "skirmish" instead'
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
    for mode in "--mode append --mode 'build base=substitute'" "--mode substitute" \
        "--mode 'build base=substitute' --mode WinWargus=append"; do
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

# What was made in between is named nowhere.
behaviors_are_named_as_the_libraries_have_them() {
    _library
    local child name
    run adapt lib.db a.jsonl b.jsonl --only worker-idle,supply-blocked -o out.db --json
    expect_exit 0
    child=$(grep -o '"child":"[0-9a-f]*"' .out/stdout | sort -u | cut -d '"' -f 4)
    name=$(grep -o '"child_name":"[^"]*"' .out/stdout | sort -u | cut -d '"' -f 4)
    [ "$(grep -o '"child"' .out/stdout | wc -l)" = 2 ] || fail "not two causes"
    [ "$(grep -o '"behavior":"46b765c570256bf5","name":"build base"' .out/stdout | wc -l)" = 2 ] ||
        fail "what was at work is not named as the library has it"
    grep -oE 'build base [0-9a-f]+' .out/stdout | sort -u > named
    [ "$(cat named)" = "$name" ] || fail "something else is named"
    run library list out.db --json
    expect_stdout_contains "$child"
    expect_stdout_contains "\"$name\""
    run adapt lib.db a.jsonl b.jsonl --only worker-idle,supply-blocked --explain=all --dry-run
    grep -oE 'build base [0-9a-f]{10}' .out/stdout | sort -u > named
    [ "$(cat named)" = "$name" ] || fail "the story names something else"
    run adapt lib.db a.jsonl b.jsonl --only worker-idle --least 3 --dry-run --json
    expect_stdout_contains '"end":"noise","tried":"","child":null,"child_name":null}'
}

# No trace is given, and no game is in the library.
daemons_are_put_in_without_a_game() {
    local saw
    _library
    run library stats lib.db
    saw=$(grep 'saw' .out/stdout)
    run adapt lib.db --daemons --only piecemeal-attack,wrong-gatherers -o out.db
    expect_exit 0
    expect_stdout_matches '^piecemeal-attack +build base +- +- +-  put in: daemon$'
    [ "$(grep -c '^wrong-gatherers .*put in: daemon$' .out/stdout)" = 2 ] || fail "not one for each resource"
    expect_stdout_contains "3 of 3 daemons put in: a control; no game was read"
    run library stats out.db
    [ "$(grep 'saw' .out/stdout)" = "$saw" ] || fail "it saw a game"
    run library diff lib.db out.db
    expect_exit 1
    expect_stdout_contains "put in whatever games show (control): one of piecemeal-attack; so daemon: "
    run adapt lib.db --daemons --only piecemeal-attack --set piecemeal-attack.deaths=4 --explain=all --dry-run
    expect_stdout_contains "1. A daemon (control), one of piecemeal-attack"
    expect_stdout_contains "  No failure led to it. It goes into \"build base\", for "
    expect_stdout_contains "  Filled in by the pattern itself: deaths 4, army 5"
    expect_stdout_contains "1 of 1 daemon would be put in"
    expect_stdout_lacks "Blamed"
    run adapt lib.db --daemons --only piecemeal-attack --dry-run --json
    expect_stdout_contains '"games":0,'
    expect_stdout_contains '"daemons":true,"causes":[{"pattern":"piecemeal-attack",'
    expect_stdout_contains '"worst":{"deaths":2,"army":5},"end":"done"'
    run adapt lib.db --daemons --only step-fails --dry-run
    expect_stdout_contains "The patterns have no daemon."
}

what_is_about_games_is_not_for_daemons() {
    _library
    local option
    for option in "--least 2" "--share 3" "--most 2" "--map m" --suggest; do
        eval "set -- $option"
        run adapt lib.db --daemons -o out.db "$@"
        expect_refusal "$1 is not for --daemons"
    done
    run adapt lib.db a.jsonl --daemons -o out.db
    expect_refusal '--daemons reads no game: expected LIB alone, found "a.jsonl" after it'
    run adapt --abstract-only a.jsonl --daemons -o out.db
    expect_refusal '--daemons is not for --abstract-only'
    printf 'brl 1 skirmish\nbehavior "b" achieves DefeatPlayer(player: enemy) {\n  do act stop(unit: first(self, role: worker))\n}\n' > b.brl
    run library import b.brl -o b.db
    run adapt b.db --daemons -o out.db
    expect_refusal "b.db: no behavior of the library achieves WinWargus, the goal of a whole game: daemons have no place in it"
    expect_no_file out.db
}

each_repair_is_told_by_the_difference() {
    _library
    run adapt lib.db a.jsonl b.jsonl --only worker-idle,supply-blocked -o out.db
    expect_stdout_contains "2 of 2 causes repaired"
    run library diff lib.db out.db
    expect_exit 1
    expect_stdout_contains "    worker-idle: 8 times in 2 of 2 games; not proved; so daemon: "
    expect_stdout_contains "    supply-blocked: 2 times in 2 of 2 games; not proved; so daemon: "
    expect_stdout_matches '^  before  *after$'
    run library diff lib.db out.db --json
    expect_stdout_matches '"failures":\["worker-idle: 8 times in 2 of 2 games; not proved","supply-blocked: 2 times in 2 of 2 games; not proved"\]'
}

# What took the place of a behavior that was adapted itself goes back to the one that was learned.
two_rounds_are_told_as_one_story() {
    _library
    local seed
    run adapt lib.db a.jsonl b.jsonl --only worker-idle -o one.db
    expect_stdout_contains "1 of 1 cause repaired"
    for seed in c:1 d:2; do
        "$UNDERSTUDY" game play open-1 --p0 'library:one.db?article' --p1 idle --seed "${seed#*:}" \
            --max-cycles 1500 --trace "${seed%:*}.jsonl" > .out/played || fail "no game"
    done
    run adapt one.db c.jsonl d.jsonl --only supply-blocked,workers-few -o two.db
    expect_stdout_contains "2 of 2 causes repaired"
    run library diff lib.db two.db
    expect_stdout_matches '^\+ behavior "build base [0-9a-f]{10}" .*; from 46b765c570256bf5$'
    expect_stdout_contains "    worker-idle: 8 times in 2 of 2 games; not proved; so daemon: "
    expect_stdout_contains "    supply-blocked: 2 times in 2 of 2 games; not proved; so daemon: "
    expect_stdout_contains "    workers-few: 2 times in 2 of 2 games; not proved; so daemon: "
    expect_stdout_matches '^  before  *after$'
    run library diff one.db two.db # of the second round alone
    expect_stdout_matches '^  before  *after$'
    [ "$(grep -c 'so daemon' .out/stdout)" = 3 ] || fail "not the one that went, and the two of the round"
    run library list two.db
    expect_stdout_matches 'from 46b765c570256bf5; 3 repairs \(worker-idle, supply-blocked, workers-few\)$'
    run library show two.db "build base"
    expect_stdout_matches '^#     then, from [0-9a-f]{16}:$'
    expect_stdout_contains "#     workers-few: 2 times in 2 of 2 games; not proved; so daemon: "
    run adapt one.db c.jsonl d.jsonl --only supply-blocked --mode append -o beside.db
    run library diff lib.db beside.db # each to who is there
    expect_stdout_matches '^\+ behavior .*; from 46b765c570256bf5$'
    expect_stdout_matches '^\+ behavior .*; from [0-35-9a-f][0-9a-f]{15}$'
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
    expect_stderr_contains "interrupted: the library is unchanged"
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
    expect_stdout_contains "0 of 0 causes would be repaired, from 5 failures in 1 game" # of who does nothing at all
}

# The same repair by a shipped pattern, in a library that was learned from a shipped demonstration.
a_learned_library_gathers_while_it_builds() {
    local game before after
    run learn "$ROOT/domains/skirmish/demos/siege-ridge-1.jsonl" --relax -o lib.db
    expect_exit 0
    for game in 1 2; do
        run game play open-1 --p0 'library:lib.db?producers=off' --p1 idle --seed $game --max-cycles 6000 \
            --trace before-$game.jsonl
        expect_exit 0
    done
    run adapt lib.db before-1.jsonl before-2.jsonl --only worker-idle --without-modop daemon -o out.db
    expect_exit 0
    expect_stdout_contains "repaired: beside"
    run library diff lib.db out.db
    expect_stdout_contains "worker-idle: "
    expect_stdout_contains "so beside: gather gold at the same time"
    expect_stdout_contains "goal GetResources(player: self, gold: 400)"
    for game in 1 2; do
        run game play open-1 --p0 'library:out.db?producers=off' --p1 idle --seed $game --max-cycles 6000 \
            --trace after-$game.jsonl
        expect_exit 0
    done
    run trace show after-1.jsonl --seat 0 --plan 600
    expect_stdout_contains "GetResources(player: 0, gold: 400)"
    before=$(_idle_cycles before-1.jsonl before-2.jsonl)
    after=$(_idle_cycles after-1.jsonl after-2.jsonl)
    [ "$after" -lt "$before" ] || fail "workers were idle for $before cycles, and for $after after the repair"
}

_idle_cycles() { # TRACE...: cycles for which workers of seat 0 were idle too long
    rm -f idle.db
    "$UNDERSTUDY" adapt --abstract-only "$@" --only worker-idle -o idle.db > .out/tables || fail "no tables"
    sqlite3 idle.db "SELECT coalesce(sum(badness), 0) FROM failures WHERE seat = 0"
}
