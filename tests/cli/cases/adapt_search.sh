# adapt --budget: a search for changes that help, in games on new maps.

_make_library() {
    "$UNDERSTUDY" learn "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" -o lib.db > .out/made 2>&1 ||
        fail "nothing was learned"
    cp lib.db before.db
}

_small="--size 32 --family open --max-cycles 4000"

_make_whole() { # the library, and what an undisturbed search finds with a seed that keeps changes
    local seed
    _make_library
    for seed in 1 2 3 4 5 6 7 8 9; do
        echo "--budget 120 $_small --against ai:raid --seed $seed" > search
        # shellcheck disable=SC2046
        "$UNDERSTUDY" adapt lib.db $(cat search) -o whole.db -j 2 > whole.txt 2> .out/made || fail "no search"
        ! grep -qE '^  [0-9]+ changes: kept, ' whole.txt || break
        rm whole.db
    done
    [ -e whole.db ] || fail "no seed keeps a change"
    _export whole.db whole.brl
    "$UNDERSTUDY" library story whole.db --all > story.txt || fail "no story"
}

_export() { # LIBRARY FILE
    "$UNDERSTUDY" library export "$1" > "$2" || fail "no export of $1"
}

_expect_whole() { # LIBRARY: what the undisturbed search found
    _export "$1" found.brl
    expect_same_file found.brl whole.brl
    "$UNDERSTUDY" library story "$1" --all > found.txt || fail "no story of $1"
    expect_same_file found.txt story.txt
}

_start() { # ARGUMENT...: begin a search; _pid is its process, $_to its output
    # shellcheck disable=SC2046
    "$UNDERSTUDY" adapt lib.db $(cat search) "$@" > "${_to:=.out/std}out" 2> "${_to}err" &
    _pid=$!
}

_games() { # FOLDER: the games in its journal
    wc -l 2> .out/none < "$1/games.jsonl" || echo 0
}

_wait_for_games() { # COUNT FOLDER: until the journal has so many, or the search ends
    local tries=0
    until [ "$(_games "$2")" -ge "$1" ]; do
        tries=$((tries + 1))
        [ $tries -lt 2000 ] || fail "no $1 games in $2"
        sleep 0.01
    done
}

a_search_of_the_smallest_budget_reports_its_round() {
    kept _make_library
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_small --against ai:raid -o out.db
    expect_exit 0
    expect_stdout_matches '^Round 1, [0-9]+ games$'
    expect_stdout_matches '^  [0-9]+ changes: (not kept, |no change seemed to help$|all libraries scored the same )'
    expect_stdout_matches '^  0 transplants: no donor$'
    expect_stdout_matches '^    tune [A-Za-z]+ .*: [a-z]+ [0-9]+ to [0-9]+: [+-][0-9.]+ \+- [0-9.]+ in [0-9]+ games'
    expect_stdout_matches '^    [0-9]+ more: --explain, or library story, prints them$'
    expect_stderr_matches '^round 1: [0-9]+ changes at [0-9]+ places; 10 training games, [0-9]+ won$'
    expect_stderr_matches '^rung 1 of 1: [0-6] of [0-9]+ changes stay$'
    [ "$(sed -nE 's/^Round 1, ([0-9]+) games.*/\1/p' .out/stdout)" -le 100 ] || fail "too many games"
    [ "$(awk -F '[/ ]' '$3 == "games" && $1 == $2 { n += $1 } END { print n }' .out/stderr)" = \
        "$(sed -nE 's/^Round 1, ([0-9]+) games.*/\1/p' .out/stdout)" ] || fail "the progress has other games"
    expect_no_file out.db.search
    expect_same_file lib.db before.db
    run library check out.db
    expect_exit 0
    run library stats out.db
    expect_stdout_contains ", by adaptation"
}

a_search_is_the_same_on_any_number_of_workers() {
    kept _make_whole
    # shellcheck disable=SC2046
    run adapt lib.db $(cat search) -o one.db -j 1
    expect_exit 0
    expect_same_file .out/stdout whole.txt
    expect_stdout_matches '^  [0-9]+ changes: kept, \+[0-9.]+ points \[\+[0-9.]+, \+[0-9.]+\] on [0-9]+ maps( \([0-9.]+%\))?$'
    expect_stdout_matches ', kept$'
    expect_stderr_matches '^one.db: written$'
    ! grep -q "no behavior changed" .out/stderr || fail "changes are kept"
    _expect_whole one.db
    grep -qE 'failure: .*; with the other changes of its round \+[0-9.]+ points \[\+[0-9.]+, \+[0-9.]+\] on [0-9]+ maps( \([0-9.]+%\))?"' whole.brl ||
        fail "the provenance has no proof"
    expect_same_file lib.db before.db
}

a_killed_search_continues_to_the_same_library() {
    kept _make_whole
    local games
    for games in 5 70; do # in the screening, in the proof
        _start -o out.db -j 1
        _wait_for_games $games out.db.search
        kill -9 $_pid
        wait $_pid 2> .out/none
        expect_no_file out.db
    done
    # shellcheck disable=SC2046
    run adapt lib.db $(cat search) -o out.db -j 2
    expect_exit 0
    expect_same_file .out/stdout whole.txt
    expect_stderr_contains "rung 2 of 2: "
    [ "$(awk -F '[/ ]' '$3 == "games" && $1 == $2 { n += $1 } END { print n + 0 }' .out/stderr)" -le 62 ] ||
        fail "games of the journal were played again"
    _expect_whole out.db
    expect_no_file out.db.search
    expect_same_file lib.db before.db
}

# Games that last long enough to be lost.
_lost="--size 32 --family open --max-cycles 12000 --against ai:raid"

_make_transplanted() { # a library that loses, and what an undisturbed search with donors comes to
    local seed
    "$UNDERSTUDY" learn "$ROOT/domains/skirmish/demos/siege-ridge-1.jsonl" -o lib.db > .out/made 2>&1 ||
        fail "nothing was learned"
    cp lib.db before.db
    for seed in 1 2 3 4 5 6 7 8 9; do
        echo "--budget 120 $_lost --seed $seed" > search
        # shellcheck disable=SC2046
        "$UNDERSTUDY" adapt lib.db $(cat search) -o whole.db -j 2 > whole.txt 2> whole.log || fail "no search"
        ! grep -qE '^  [1-9][0-9]* transplants?: kept' whole.txt || break
        rm whole.db
    done
    [ -e whole.db ] || fail "no seed keeps a transplant"
    _export whole.db whole.brl
    "$UNDERSTUDY" library story whole.db --all > story.txt || fail "no story"
}

_practice_of() { # LOG BUDGET: the games of practice by the number of donors: from 10 to 30 percent of the budget
    local donors
    donors=$(sed -nE 's/^practice with ([0-9]+) donors?: .* games won$/\1/p' "$1")
    [ "$donors" -le 16 ] || donors=16
    echo $(($2 * (10 + 20 * (donors - 1) / 15) / 100))
}

transplants_are_practiced_with_and_proved() {
    kept _make_transplanted
    local count practiced third
    count=$(sed -nE 's/^  ([0-9]+) transplants?: kept, \+[0-9.]+ points \[\+.*/\1/p' whole.txt)
    [ "$(grep -cE '^    transplant ai:raid: the behaviors by which it won training game [0-9]+ of round 1: estimated [0-9.]+% of the points in [0-9]+ attempts?$' whole.txt)" = \
        "${count:-none}" ] || fail "not a line for each transplant"
    practiced=$(_practice_of whole.log 120) third=$((practiced / 3))
    grep -qE "^practice with [0-9]+ donors?: [0-9]+ of $third games won$" whole.log || fail "no first stage"
    grep -qE "^practice with [0-9]+ donors?: [0-9]+ of $((practiced - practiced * 2 / 3)) games won; $((practiced * 2 / 3)) were played before$" whole.log ||
        fail "no last stage"
    grep -q '"ai:raid in training game' whole.brl || fail "the origins do not name the winner"
    grep -q '^ *attempts.states: ' whole.brl || fail "the practice is lost"
    run library check whole.db
    expect_exit 0
    run library story whole.db
    expect_stdout_matches '^Adaptation 2: transplants of round 1 of a search, [0-9]+ games$'
    expect_stdout_contains "The library got the behaviors of other players or libraries, and practiced $practiced games."
    expect_stdout_matches "^Proof: kept, \+"
    expect_stdout_matches '^1. ai:raid: the behaviors by which it won training game [0-9]+ of round 1: estimated [0-9.]+% of the points in [0-9]+ attempts?, kept$'
    expect_same_file lib.db before.db
}

_wait_for_practice() { # STAGE FOLDER
    local tries=0
    until ls "$2" 2> .out/none | grep -q "^practice-.*-$1.db$"; do
        tries=$((tries + 1))
        [ $tries -lt 3000 ] || fail "no stage $1 of practice"
        sleep 0.02
    done
}

a_search_that_is_killed_in_practice_continues_to_the_same_library() {
    kept _make_transplanted
    local stage
    for stage in 0 1 2; do
        _start -o out.db -j 1
        _wait_for_practice $stage out.db.search
        sleep 0.3
        kill -9 $_pid
        wait $_pid 2> .out/none
        expect_no_file out.db
    done
    # shellcheck disable=SC2046
    run adapt lib.db $(cat search) -o out.db -j 2
    expect_exit 0
    expect_same_file .out/stdout whole.txt
    _expect_whole out.db
    expect_no_file out.db.search
    expect_same_file lib.db before.db
}

a_practice_of_other_games_is_not_continued() {
    kept _make_transplanted
    local other
    # shellcheck disable=SC2046
    other="$(cat search) --family choke"
    # shellcheck disable=SC2086
    "$UNDERSTUDY" adapt lib.db $other -o other.db -j 2 > other.txt 2> .out/made || fail "no other search"
    _start -o out.db -j 1
    _wait_for_practice 1 out.db.search
    kill -9 $_pid
    wait $_pid 2> .out/none
    # shellcheck disable=SC2086
    run adapt lib.db $other -o out.db -j 2
    expect_exit 0
    expect_same_file .out/stdout other.txt
    expect_no_file out.db.search
}

without_donors_nothing_is_transplanted() {
    kept _make_transplanted
    # shellcheck disable=SC2046
    run adapt lib.db $(cat search) --donor none -o out.db
    expect_exit 0
    expect_stdout_matches '^  0 transplants: no donor$'
    ! grep -q "^practice with" .out/stderr || fail "it practiced"
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_small --against ai:raid --donor whole.db -o given.db
    expect_exit 0
    expect_stdout_matches '^    transplant whole.db: its behaviors: estimated [0-9.]+% of the points in [0-9]+ attempts?$'
}

_make_donor() { # the library, and another one
    _make_library
    "$UNDERSTUDY" learn "$ROOT/domains/skirmish/demos/knights-open-1.jsonl" -o donor.db > .out/made 2>&1 ||
        fail "nothing was learned"
}

a_donor_with_a_fault_is_refused_before_any_game() {
    type sqlite3 > .out/sqlite3 || skip "there is no sqlite3"
    kept _make_donor
    sqlite3 donor.db "UPDATE behaviors SET body = 'none' WHERE id = 1"
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_small --against ai:raid --donor donor.db -o out.db
    expect_exit 2
    expect_stderr_matches 'donor\.db: [0-9]+ faults?, the first: .*; see library check'
    expect_no_file out.db.search
}

a_donor_without_a_behavior_of_its_own_is_left_out() {
    kept _make_library
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_quick --donor before.db -o out.db
    expect_exit 0
    expect_stderr_contains "before.db does not fit: it has no behavior that the library lacks"
    expect_stdout_matches '^  0 transplants: no donor$'
}

# No change is listed, so that no game is screened: the journal is empty while the library practices.
an_interrupted_practice_keeps_its_games() {
    kept _make_donor
    local code=0
    echo "--budget 100 $_lost --donor donor.db --without-modop before,after,beside,replace,remove,retry,first,daemon,tune" > search
    # shellcheck disable=SC2046
    "$UNDERSTUDY" adapt lib.db $(cat search) -o whole.db -j 2 > whole.txt 2> whole.log || fail "no search"
    grep -q '^round 1: 0 changes ' whole.log || fail "changes are listed"
    _start -o out.db -j 1
    _wait_for_practice 1 out.db.search
    kill -INT $_pid
    wait $_pid || code=$?
    _ran="understudy adapt" _code=$code
    expect_exit 130
    [ ! -s out.db.search/games.jsonl ] || fail "games were screened"
    # shellcheck disable=SC2046
    run adapt lib.db $(cat search) -o out.db -j 2
    expect_exit 0
    expect_same_file .out/stdout whole.txt
    expect_stderr_matches '^practice with [0-9]+ donors?: 0 of 0 games won; [1-9][0-9]* were played before$'
    expect_no_file out.db.search
}

# The second round begins after another program has practiced with the library.
a_library_that_others_use_meanwhile_is_searched_as_it_was() {
    local _to=.out/first
    "$UNDERSTUDY" learn "$ROOT"/domains/skirmish/demos/{rush-open-1,knights-open-1}.jsonl -o lib.db > .out/made 2>&1 ||
        fail "nothing was learned"
    cp lib.db practiced.db
    # shellcheck disable=SC2086
    "$UNDERSTUDY" library practice practiced.db --games 12 $_small --against ai:raid > .out/made 2>&1 ||
        fail "no practice"
    echo "--budget 100 --rounds 2 $_small --against ai:raid --donor none" > search
    # shellcheck disable=SC2046
    "$UNDERSTUDY" adapt lib.db $(cat search) -o whole.db -j 2 > whole.txt 2> .out/made || fail "no search"
    _start -o out.db -j 1
    _wait_for_games 5 out.db.search
    mv practiced.db lib.db
    wait $_pid || fail "the search failed"
    expect_same_file ${_to}out whole.txt
    _export out.db out.brl
    grep -q '^ *attempts' out.brl || fail "the practice is lost"
}

the_stories_of_a_round_have_its_donors() {
    kept _make_donor
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_small --against ai:raid --donor donor.db -o given.db
    expect_exit 0
    cp .out/stdout given.txt
    rm given.db
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_small --against ai:raid --donor donor.db -o given.db --explain
    expect_exit 0
    expect_stdout_contains "The library got the behaviors of other players or libraries, and practiced "
    expect_stdout_contains "Read all of it in full: library story given.db --all."
    type python3 > .out/python || return 0
    rm given.db
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_small --against ai:raid --donor donor.db -o given.db --json
    expect_exit 0
    cat > donors.py << 'END'
import json, sys
r, = json.load(sys.stdin)["rounds"]
changes, transplants = r["stories"]
assert "story" not in r and changes["how"] == "search" and not changes["donors"]
assert transplants["how"] == "transplants" and not transplants["changes"]
assert transplants["games"] == r["practiced"] > 0
told = {d["name"]: d for d in transplants["donors"]}
assert len(r["donors"]) == len(transplants["donors"]) >= 1
assert told["donor.db"]["about"] == "its behaviors"
for d in r["donors"]:
    assert d["attempts"] >= 0 and 0 <= d["points"] <= 1, d
given, = [d for d in r["donors"] if d["donor"] == "donor.db"]
assert given["attempts"] == told["donor.db"]["attempts"] > 0
assert round(given["points"] * 10000) == told["donor.db"]["points"]
line = "    transplant donor.db: its behaviors: estimated %.1f%% of the points in %d attempt" % (
    100 * given["points"], given["attempts"])
assert line in open("given.txt").read(), line
END
    cp .out/stdout found.json
    run_command python3 donors.py < found.json
    expect_exit 0
}

an_interrupted_search_keeps_its_journal() {
    kept _make_whole
    local games code=0
    _start -o out.db -j 1
    _wait_for_games 5 out.db.search
    kill -INT $_pid
    wait $_pid || code=$?
    _ran="understudy adapt" _code=$code
    expect_exit 130
    expect_stdout_empty
    expect_stderr_matches '^understudy: interrupted: the library is unchanged'
    expect_no_file out.db
    expect_same_file lib.db before.db
    games=$(_games out.db.search)
    [ "$games" -ge 5 ] || fail "the journal has $games games"
    # shellcheck disable=SC2046
    run adapt lib.db $(cat search) -o out.db
    expect_exit 0
    expect_same_file .out/stdout whole.txt
    _expect_whole out.db
    expect_no_file out.db.search
}

a_library_is_searched_in_place() {
    kept _make_whole
    # shellcheck disable=SC2046
    run adapt lib.db $(cat search) -o lib.db
    expect_exit 0
    _expect_whole lib.db
    expect_no_file lib.db.search
    run library check lib.db
    expect_exit 0
    # shellcheck disable=SC2046
    run adapt before.db $(cat search) -o lib.db
    expect_refusal "lib.db: the file exists already: expected a new file, or the library itself"
    _expect_whole lib.db
}

a_second_search_with_the_same_output_is_refused() {
    kept _make_whole
    local _to=.out/first
    _start -o out.db -j 1
    _wait_for_games 5 out.db.search
    # shellcheck disable=SC2046
    run adapt lib.db $(cat search) -o out.db
    kill -0 $_pid || fail "the first one has ended"
    expect_refusal "out.db.search/lock" 3
    wait $_pid || fail "the first one failed"
    _expect_whole out.db
    expect_no_file out.db.search
}

_budget() { # FILE: the number of games that a search fixed for its time
    sed -nE 's/^[0-9]+[smh]: .*; --budget ([0-9]+) gives the same result$/\1/p' "$1"
}

_quick="--size 32 --family open --max-cycles 1500 --against ai:raid --seed 3"

a_time_becomes_a_number_of_games() {
    kept _make_library
    local games
    # shellcheck disable=SC2086
    run adapt lib.db --budget 4s $_quick -o timed.db -j 2
    expect_exit 0
    games=$(_budget .out/stderr)
    [ "${games:-0}" -ge 100 ] || fail "no number of games"
    [ "$(head -n 1 .out/stdout)" = "Budget: $games games a round, for 4s" ] || fail "the report has no budget"
    expect_no_file timed.db.search
    tail -n +2 .out/stdout > timed.txt
    # shellcheck disable=SC2086
    run adapt lib.db --budget "$games" $_quick -o counted.db -j 1
    expect_exit 0
    expect_same_file .out/stdout timed.txt
    _export timed.db timed.brl
    _export counted.db counted.brl
    expect_same_file timed.brl counted.brl
}

# One worker fixes about half as many games as two workers would.
a_killed_search_of_a_time_keeps_its_number_of_games() {
    kept _make_library
    local games
    echo "--budget 4s $_quick" > search
    _start -o out.db -j 1
    _wait_for_games 10 out.db.search
    kill -9 $_pid
    wait $_pid 2> .out/none
    games=$(sed -n 's/.*"note":\([0-9]*\).*/\1/p' out.db.search/games.jsonl)
    [ "${games:-0}" -ge 100 ] || fail "the journal has no number of games"
    # shellcheck disable=SC2046
    run adapt lib.db $(cat search) -o out.db -j 2 --json
    expect_exit 0
    [ "$(_budget .out/stderr)" = "$games" ] || fail "not the number of the journal, $games"
    expect_stdout_matches "^\\{\"budget\":$games,"
    cp .out/stdout timed.json
    # shellcheck disable=SC2086
    run adapt lib.db --budget "$games" $_quick -o counted.db --json
    expect_exit 0
    expect_same_file .out/stdout timed.json
    _export out.db timed.brl
    _export counted.db counted.brl
    expect_same_file timed.brl counted.brl
}

too_short_a_time_plays_the_least_budget() {
    kept _make_library
    local tries=0
    "$UNDERSTUDY" adapt lib.db --budget 1s --size 80 --against ai:footman-rush -j 1 -o out.db 2> log > .out/made &
    _pid=$!
    until grep -q "1s: " log; do
        tries=$((tries + 1))
        [ $tries -lt 3000 ] || fail "the search says nothing"
        sleep 0.02
    done
    kill -9 $_pid
    wait $_pid 2> .out/none
    grep -qE '^1s: time for [0-9]{1,2} games a round, but the least budget is 100; --budget 100 gives the same result$' \
        log || fail "$(grep 1s: log)"
    expect_no_file out.db
}

a_bad_budget_is_refused() {
    kept _make_library
    local bad
    for bad in 0 99 -5 100001 0s 0m -5m 5x m 1.5h "20 m" 20M 169h 10081m 99999999999999999999h 9223372036854775807s; do
        run adapt lib.db "--budget=$bad" -o out.db
        expect_refusal "adapt: --budget: expected a whole number of games from 100 to 100000, or a time such as 90s, 20m or 2h, at most 168h; found \"$bad\""
    done
    run adapt lib.db --budget= -o out.db
    expect_refusal "--budget: expected N|TIME, found nothing"
    expect_no_file out.db.search
}

_check_past() { # FIRST SECOND: a change of the second round that no game shows has 0.8 of its effect in the first one
    cat > past.py << 'END'
import json, sys
def changes(text):
    return {(c["behavior"], c["step"], c["kind"], c["about"]): c for c in text["changes"]}
first, second = (changes(s) for s in json.load(sys.stdin)[-2:])
known = [(first[k], second[k]) for k in first if k in second and second[k]["games"] == 0]
assert any(abs(a["effect"]) > 20 for a, b in known), "no change has only games of the first round"
for a, b in known:
    assert abs(b["effect"] - 0.8 * a["effect"]) <= 1, (a, b)
    assert b["error"] == min(a["error"], 250), (a, b)
END
    python3 past.py < stories || fail "an effect is forgotten"
}

the_screening_begins_with_the_effects_of_the_round_before() {
    type python3 > .out/python || skip "there is no python3"
    kept _make_library
    local seed search
    for seed in 1 2 3 4 5 6 7 8 9; do # a change that is kept is not listed again
        search="--budget 100 --donor none --size 32 --family open --max-cycles 9000 --against ai:raid --seed $seed"
        # shellcheck disable=SC2086
        run adapt lib.db $search -o one.db
        expect_exit 0
        ! grep -q 'changes: not kept' .out/stdout || break
        rm one.db
    done
    # shellcheck disable=SC2086
    run adapt lib.db $search --rounds 2 -o two.db
    expect_exit 0
    "$UNDERSTUDY" library story two.db --json > stories || fail "no story"
    _check_past
    # shellcheck disable=SC2086
    run adapt one.db $search -o again.db # in two commands
    expect_exit 0
    "$UNDERSTUDY" library story again.db --json > stories || fail "no story"
    _check_past
}

only_the_first_round_has_transplants() {
    kept _make_transplanted
    # shellcheck disable=SC2046
    run adapt lib.db $(cat search) --rounds 2 -o two.db
    expect_exit 0
    [ "$(grep -c '^practice with' .out/stderr)" = 3 ] || fail "a later round practices"
    expect_stdout_matches '^  0 transplants: no donor$'
}

a_search_as_json_has_each_change() {
    type python3 > .out/python || skip "there is no python3"
    kept _make_library
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 --rounds 2 $_small --against ai:raid -o out.db --json
    expect_exit 0
    expect_stdout_lines 1
    cat > read.py << 'END'
import json, sys
found = json.load(sys.stdin)
rounds = found["rounds"]
kept = sum(r["proof"]["kept"] + r["transplants"]["kept"] for r in rounds)
assert len(rounds) == 2 and found["kept"] == kept, found["kept"]
for r in rounds:
    assert 0 < r["games"] <= 100, r["games"]
    for proof in r["proof"], r["transplants"]:
        assert ("effect" in proof) == (proof["tries"] > 0), proof
        assert not proof["kept"] or proof["low"] > 0
    assert r["proof"]["kept"] == any(c["kept"] for c in r["changes"])
    assert not r["donors"] and r["practiced"] == 0
    story, = r["stories"]
    assert story["how"] == "search" and len(story["changes"]) == len(r["changes"])
    for c in r["changes"]:
        assert c["kind"] in ("repair", "tune", "drop", "order"), c
        assert c["error"] > 0 and c["rungs"] >= 1 and c["behavior"] and c["about"], c
assert {c["kind"] for c in rounds[0]["changes"]} >= {"repair", "tune", "drop", "order"}
END
    cp .out/stdout found.json
    run_command python3 read.py < found.json
    expect_exit 0
    expect_same_file lib.db before.db
}

the_traces_of_a_search_are_its_training_games() {
    kept _make_library
    "$UNDERSTUDY" game play open-1 --p0 library:lib.db --p1 ai:raid --max-cycles 3000 --trace a.jsonl \
        > .out/played || fail "no game"
    # shellcheck disable=SC2086
    run adapt lib.db a.jsonl --budget 100 $_small --against ai:raid --least 1 -o out.db
    expect_exit 0
    expect_stderr_matches '^round 1: [0-9]+ changes at [0-9]+ places$'
    expect_same_file lib.db before.db
}

a_search_that_cannot_begin_is_refused() {
    kept _make_library
    run adapt lib.db --budget 100
    expect_refusal "--budget needs -o LIB, the library to write"
    run adapt lib.db --budget 100 -o out.db --against ai:raid --against ai:rad
    expect_refusal 'there is no agent "ai:rad"; did you mean "ai:raid"?'
    run adapt lib.db --budget 100 -o out.db --against library:none.db
    expect_refusal "none.db: cannot open: No such file or directory"
    run adapt lib.db --budget 100 -o out.db --map open-1 --map nowhere
    expect_refusal "there is no map 'nowhere'"
    run adapt lib.db --budget 100 -o out.db --size 50
    expect_refusal "found size 50, expected a multiple of 8"
    run adapt lib.db --budget 100 -o no/out.db
    expect_refusal "no/out.db: cannot write: No such file or directory"
    run adapt lib.db --against ai:raid -o out.db
    expect_refusal "--against is for --budget"
    run adapt 'lib.db?article' --against ai:raid -o out.db
    expect_refusal "--against is for --budget"
    run adapt 'lib.db?artcle' --budget 100 -o out.db
    expect_refusal "artcle"
    run adapt 'lib.db?article' lib.db -o out.db
    expect_refusal "lib.db?article: cannot open"
    run adapt lib.db missing.jsonl --budget 100 -o out.db
    expect_refusal "missing.jsonl: cannot open: No such file or directory"
    ls > files
    printf 'before.db\nfiles\nlib.db\n' > expected
    grep -v expected files > found
    expect_same_file found expected
    expect_same_file lib.db before.db
}

options_of_other_repairs_are_not_for_a_search() {
    kept _make_library
    local option
    for option in "--most 1" --suggest; do
        # shellcheck disable=SC2086
        run adapt lib.db --budget 100 $_small --against idle -o out.db $option
        expect_refusal "${option% *}"
        expect_no_file out.db
    done
}

# The names of its changes go by the seed, whatever is blamed. Nothing else differs from a search.
a_search_of_random_changes_lists_as_many_as_asked_for() {
    kept _make_library
    local seed
    for seed in 1 1 2; do
        # shellcheck disable=SC2086
        run adapt lib.db --budget 100 $_small --against ai:raid --random 7 --seed $seed -o out.db -j 2
        expect_exit 0
        expect_stderr_matches '^round 1: 7 changes at [1-7] places; 10 training games, [0-9]+ won$'
        [ "$(grep -cE '^    (repair|tune|drop|order) ' .out/stdout)" = 7 ] || fail "not seven changes"
        sed -n 's/: [+-][0-9.]* +- .*//p' .out/stdout | sort > "listed-$seed"
        [ ! -e first ] || [ $seed != 1 ] || expect_same_file first listed-1
        [ -e first ] || cp listed-1 first
        rm out.db
    done
    ! cmp -s listed-1 listed-2 || fail "another seed draws the same"
    run adapt lib.db --budget 100 --random 7 --donor before.db -o out.db
    expect_refusal "--donor: random changes are never those of a donor"
    run adapt lib.db --budget 100 --random 0 -o out.db
    expect_refusal '--random: expected a whole number from 1 to 1000, found "0"'
}

an_opponent_that_crashes_ends_the_search() {
    kept _make_library
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_small --against exec:/bin/false -o out.db
    expect_exit 1
    expect_stdout_empty
    expect_stderr_contains "understudy: none of 10 training games was played to its end: all crashed or took too long"
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_small --against ai:raid --against exec:/bin/false -o out.db
    expect_exit 1
    expect_stdout_empty
    expect_stderr_contains "understudy: the opponent of a game failed, so that nothing can be proved: exec:/bin/false: "
    expect_no_file out.db
    expect_same_file lib.db before.db
}

a_folder_of_other_files_stays() {
    kept _make_library
    mkdir out.db.search theirs
    echo mine > out.db.search/mine.txt
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_small --against ai:raid -o out.db
    expect_refusal "out.db.search: the folder has files, and no search made it: expected no folder of this name"
    [ "$(cat out.db.search/mine.txt)" = mine ] || fail "the file is gone"
    echo thesis > theirs/thesis.txt
    ln -s theirs link.db.search
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_small --against ai:raid -o link.db
    expect_refusal "link.db.search: expected no file of this name: the search makes a folder there"
    [ "$(cat theirs/thesis.txt)" = thesis ] || fail "the file is gone"
    rm -r out.db.search
    mkdir out.db.search
    : > out.db.search/lock
    echo mine > out.db.search/mine.txt
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_small --against ai:raid -o out.db
    expect_exit 0
    [ "$(ls out.db.search)" = mine.txt ] || fail "not only the search's files are gone"
}

games_that_tell_nothing_are_reported() {
    kept _make_library
    run adapt lib.db --budget 120 --size 32 --family open --max-cycles 600 --against idle -o out.db
    expect_exit 0
    expect_stdout_contains "all libraries scored the same in each game: nothing tells the changes apart"
    expect_stderr_contains "out.db: written, with no behavior changed"
}

a_search_plays_with_the_settings_of_its_library() {
    kept _make_library
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_small --against ai:raid --donor none -o plain.db
    expect_exit 0
    cp .out/stdout plain
    # shellcheck disable=SC2086
    run adapt 'lib.db?article' --budget 100 $_small --against ai:raid --donor none -o article.db
    expect_exit 0
    ! cmp -s .out/stdout plain || fail "the settings change nothing"
}

chosen_changes_are_searched_alone() {
    kept _make_library
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_small --against ai:raid --donor none --change 'launch 130 to 78' \
        --change 'launch 130 to 208' -o out.db
    expect_exit 0
    expect_stdout_matches '^  2 changes: '
    expect_stdout_matches '^    tune WinWargus [0-9a-f]+: launch 130 to 78: '
    expect_stdout_matches '^    tune WinWargus [0-9a-f]+: launch 130 to 208: '
    expect_stderr_matches '^round 1: 2 changes at 1 place; 10 training games'
    run library story out.db --all
    expect_stdout_contains ' 2 changes were searched.'
    expect_stdout_contains '; left for later'
    expect_stdout_lacks '; no repair fits'
    # shellcheck disable=SC2086
    run adapt lib.db --budget 100 $_small --against ai:raid --donor none --change none -o none.db
    expect_exit 0
    expect_stdout_matches '^  0 changes: '
    expect_stderr_contains 'none.db: written, with no behavior changed'
    run adapt lib.db --daemons --change x -o bad.db
    expect_refusal "--change is for --budget"
    run adapt lib.db --budget 100 --random 9 --change x -o bad.db
    expect_refusal "--change: random changes are drawn, not chosen"
}
