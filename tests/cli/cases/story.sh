# The story of an adaptation: printed, kept in the library, shown by reports.

_make_library() {
    "$UNDERSTUDY" learn "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" -o lib.db > .out/made 2>&1 ||
        fail "nothing was learned"
}

_make_searched() { # found.db, by a search with a seed that keeps changes; story.txt is printed by it
    local seed
    _make_library
    for seed in 1 2 3 4 5 6 7 8 9; do
        "$UNDERSTUDY" adapt lib.db --budget 120 --size 32 --family open --max-cycles 4000 --against ai:raid \
            --seed $seed --explain=all -o found.db -j 2 > story.txt 2> .out/made || fail "no search"
        ! grep -q '^Proof: kept, ' story.txt || break
        rm found.db
    done
    [ -e found.db ] || fail "no seed keeps a change"
}

a_search_is_told_again_from_a_copy_of_its_library() {
    kept _make_searched
    mkdir away
    cp found.db away/other.db
    run library story away/other.db --all
    expect_exit 0
    expect_same_file .out/stdout story.txt
    expect_stdout_matches '^Adaptation 1: round 1 of a search, [0-9]+ games$'
    expect_stdout_matches '^[0-9]+ games of training, [0-9]+ won, showed [0-9]+ failures\. [0-9]+ changes were searched\.$'
    expect_stdout_matches '^Proof: kept, \+[0-9.]+ points \[\+[0-9.]+, \+[0-9.]+\] on [0-9]+ maps( \([0-9.]+%\))?, in [0-9]+ games\.$'
    expect_stdout_matches 'Screening: [+-][0-9.]+ \+- [0-9.]+ in [0-9]+ games\. Proof: kept; all changes of the proof together \+[0-9.]+ points \[\+[0-9.]+, \+[0-9.]+\] on [0-9]+ maps'
    expect_stdout_matches '^  Worst: training game [0-9]+, cycles? [0-9]+'
    expect_stdout_lacks found.db.search
    run library story found.db
    [ "$(wc -l < .out/stdout)" -lt "$(wc -l < story.txt)" ] || fail "the short story is not shorter"
    expect_stdout_matches '^[0-9]+ more$'
    expect_stdout_contains "Read all of it in full: --all."
    run library check found.db
    expect_exit 0
}

a_difference_is_printed_once() {
    kept _make_searched
    grep -c '^    [-+] ' story.txt > .out/lines || fail "no difference"
    awk '/^    / { text = text "\n" $0; next }
         text != "" { if (text in seen) bad = 1; seen[text] = 1; text = "" }
         END { exit bad }' story.txt || fail "a difference is printed twice"
}

each_adaptation_adds_its_story() {
    _make_library
    local seed
    for seed in 1 2; do
        "$UNDERSTUDY" game play ridge-1 --p0 library:lib.db --p1 ai:footman-rush --seed $seed \
            --trace $seed.jsonl > .out/played || fail "no game"
    done
    run library story lib.db
    expect_exit 0
    expect_stdout_is "No adaptation of this library is recorded."
    run adapt lib.db 1.jsonl 2.jsonl --only supply-blocked -o once.db
    expect_exit 0
    expect_stdout_contains "Not proved: no game was played with the repairs."
    run adapt once.db --daemons --only workers-few -o once.db
    expect_exit 0
    run library story once.db
    expect_stdout_contains "Adaptation 1: 1 repair from "
    expect_stdout_contains "No game proved these repairs."
    expect_stdout_contains "1. supply-blocked: nothing could be trained, because all food was in use; in 2 games; repaired: daemon"
    expect_stdout_matches '^  Repair 1\.1, daemon: .* Not proved: no game was played with it\.$'
    expect_stdout_contains "Adaptation 2: 1 daemon of a control; no game was read"
    run adapt lib.db 1.jsonl 2.jsonl --only supply-blocked --dry-run --json
    expect_stdout_contains '"story":{"how":"repairs","round":0,"games":2,'
    run library story once.db --json
    expect_stdout_matches '^\[\{"how":"repairs",.*\},\{"how":"daemons",.*\}\]$'
    type python3 > .out/python || return 0
    cp .out/stdout told.json
    run_command python3 -m json.tool told.json
    expect_exit 0
    run library diff lib.db once.db --json
    expect_stdout_lacks '"how"'
}

_make_known() { # lib.db and old.db, its form before stories
    _make_library
    type python3 > .out/python || skip "there is no python3"
    cp lib.db old.db
    python3 -c 'import sqlite3; db = sqlite3.connect("old.db"); db.executescript(
        "DROP TABLE adaptations; PRAGMA user_version = 4")' || fail "no old library"
}

a_library_without_stories_is_read_as_before() {
    kept _make_known
    cp old.db before.db
    run library story old.db
    expect_exit 0
    expect_stdout_is "No adaptation of this library is recorded."
    run library check old.db
    expect_exit 0
    run library diff lib.db old.db
    expect_exit 0
    expect_same_file old.db before.db
}

a_story_that_is_none_is_an_error() {
    kept _make_known
    local story
    while IFS='|' read -r story wanted; do
        cp lib.db bad.db
        STORY=$story python3 -c 'import os, sqlite3; db = sqlite3.connect("bad.db")
db.execute("INSERT INTO adaptations (story) VALUES (?)", [os.environ["STORY"]]); db.commit()' || fail "not written"
        run library story bad.db
        expect_exit 2
        expect_stderr_contains "bad.db: story of adaptation 1: "
        expect_stderr_contains "$wanted"
        run library check bad.db
        expect_exit 1
        case $story in
            '{') expect_stdout_contains "adaptation 1: its story is not JSON" ;;
            *) expect_stdout_contains "bad.db: story of adaptation 1: " ;;
        esac
        run game play ridge-1 --p0 library:bad.db --p1 idle --max-cycles 100
        expect_exit 0
    done << 'END'
{|found the end of the text
[]|expected
{"how": 3}|"how"
{"how": "search"}|"diffs"
{"how": "luck"}|expected repairs, daemons, search, random or transplants
{"how": "search", "diffs": [], "causes": [1, "x"], "changes": []}|expected a cause, an object, found 1
{"how": "search", "diffs": [], "causes": [], "changes": [], "donors": ["x"]}|expected a donor, an object, found "x"
END
}

a_large_story_is_printed_in_time() { # with many causes, changes and differences
    kept _make_known
    cp lib.db large.db
    python3 - << 'END' || fail "not written"
import json, sqlite3
many = 100000
story = {"how": "search", "causes": [{}] * many, "diffs": ["+ %d\n" % i for i in range(many)],
         "changes": [{"cause": i % 100, "diff": i} for i in range(many)]}
db = sqlite3.connect("large.db")
db.execute("INSERT INTO adaptations (story) VALUES (?)", [json.dumps(story)])
db.commit()
END
    run_command timeout 60 "$UNDERSTUDY" library story large.db
    expect_exit 0
    expect_stdout_contains "99985 more"
    expect_stdout_contains "Read all of it in full: --all."
    run_command timeout 60 "$UNDERSTUDY" library story large.db --all
    expect_exit 0
    [ "$(grep -c '^    + ' .out/stdout)" = 100000 ] || fail "not every difference"
    ! grep -q "Read all of it" .out/stdout || fail "something is left out"
}

a_hostile_story_cannot_write_on_the_terminal() {
    kept _make_known
    "$UNDERSTUDY" game play ridge-1 --p0 library:lib.db --p1 ai:footman-rush --trace a.jsonl > .out/played || fail "no game"
    "$UNDERSTUDY" adapt lib.db a.jsonl --least 1 --only supply-blocked -o bad.db > .out/made || fail "not repaired"
    python3 - << 'END' || fail "not changed"
import json, sqlite3
db = sqlite3.connect("bad.db")
story = json.loads(db.execute("SELECT story FROM adaptations").fetchone()[0])
story["causes"][0]["about"] = "\x1b[31mred\nline"
story["diffs"][0] = "+ <script>\x1b[0m"
db.execute("UPDATE adaptations SET story = ?", [json.dumps(story)])
db.commit()
END
    run library story bad.db
    expect_exit 0
    ! grep -q "$(printf '\033')" .out/stdout || fail "an escape reaches the terminal"
    expect_stdout_contains "<script>"
    expect_stdout_matches '^1\. supply-blocked: .*red.*line; in 1 game; repaired: daemon$'
}

_make_experiment() {
    cat > e.json << 'END'
{"experiment": 1, "name": "told", "domain": "skirmish", "players": ["library:learned", "library:better"],
 "opponents": ["ai:raid"], "maps": [{"family": "open", "seed": 500, "count": 1}], "games": 2, "max_cycles": 3000,
 "libraries": [{"name": "learned", "learn": ["rush-open-1"]},
   {"name": "better", "adapt": "learned", "budget": 100, "against": ["ai:raid"], "families": ["open"], "sizes": [32]}]}
END
    "$UNDERSTUDY" experiment plan e.json -o x > .out/made 2>&1 || fail "no plan: $(cat .out/made)"
    "$UNDERSTUDY" experiment run x > .out/made 2>&1 || fail "not run: $(cat .out/made)"
}

a_report_has_the_story_of_each_adapted_player() {
    kept _make_experiment
    run experiment report x
    expect_exit 0
    sed -n '/<section id="stories"/,/<\/section>/p' x/report.html > stories
    grep -qF '<h2 id="stories-heading">What the adaptations found and changed</h2>' stories || fail "no section"
    grep -qF '<p class="player">The library of &quot;library:better&quot;.</p>' stories || fail "not whose: $(cat stories)"
    ! grep -q 'The library of &quot;library:learned&quot;' stories || fail "a library without a story"
    grep -qE '<h3>Adaptation 1: round 1 of a search, [0-9]+ games</h3>' stories || fail "no search"
    "$UNDERSTUDY" library story x/libraries/better.db --all > story.txt || fail "no story"
    grep -qF "$(sed -n 's/^\(1\. [a-z-]*\): .*/<h4>\1: /p' story.txt | head -1)" stories || fail "another first cause"
    [ "$(grep -c '^<h4>' stories)" -le 10 ] || fail "more than five causes and five changes in full"
    grep -qE '^<summary>[0-9]+ more</summary>$' stories || fail "the rest is not folded"
    grep -qE '^<details><summary>[0-9]+\. ' stories || fail "the rest is not there"
    [ "$(grep -oE '<(h4|summary|p)>[0-9]+\. ' stories | wc -l)" = "$(grep -cE '^[0-9]+\. ' story.txt)" ] ||
        fail "other entries than those of library story"
    [ "$(grep -c '<details' stories)" = "$(grep -o '</details>' stories | wc -l)" ] || fail "a box is not closed"
    [ "$(grep -c '<pre>' stories)" = "$(grep -c '</pre>' stories)" ] || fail "a difference is not closed"
}

causes_that_are_as_frequent_in_won_games_are_not_repaired() {
    _make_library
    local against
    for against in footman-rush passive; do
        "$UNDERSTUDY" game play ridge-1 --p0 library:lib.db --p1 ai:$against --trace $against.jsonl > $against.said ||
            fail "no game"
    done
    grep -q '^seat 1 (.*) beats' footman-rush.said || fail "the first game is not lost"
    grep -q '^seat 0 (.*) beats' passive.said || fail "the second game is not won"
    run adapt lib.db footman-rush.jsonl passive.jsonl --only supply-blocked --dry-run
    expect_exit 0
    expect_stdout_contains "unrelated to losses: early in 1 of 1 lost and 1 of 1 won games"
    expect_stdout_contains "0 of 1 cause would be repaired"
    expect_stdout_contains "1 cause is not shown to be more frequent early in lost games. Repair all: --chance 100."
    run adapt lib.db footman-rush.jsonl passive.jsonl --only supply-blocked --dry-run --json
    expect_stdout_contains '"lost":1,"won":1,"failed_lost":1,"failed_won":1'
    expect_stdout_contains '"end":"unrelated"'
    run adapt lib.db footman-rush.jsonl passive.jsonl --only supply-blocked --explain -o kept.db
    expect_stdout_contains "Causes not shown to be more frequent early in lost games (1)"
    expect_stdout_matches '^supply-blocked: .*, early in 1 of 1 lost and 1 of 1 won games$'
    run library story kept.db
    expect_stdout_matches '^supply-blocked: .*, early in 1 of 1 lost and 1 of 1 won games$'
    run adapt lib.db footman-rush.jsonl passive.jsonl --only supply-blocked --chance 100 --dry-run
    expect_stdout_contains "would be repaired: daemon"
    run adapt lib.db footman-rush.jsonl --only supply-blocked --least 1 --dry-run
    expect_stdout_contains "would be repaired: daemon"
    expect_stdout_contains "No lost games can be compared with won ones."
    run adapt lib.db --budget 100 --chance 5 -o found.db
    expect_refusal "--chance is not for --budget"
}
