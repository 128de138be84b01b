# experiment report and experiment export: what was found, as a page, and for other programs.

_plan() { # PLAYERS [MORE]: an experiment in the folder x, played
    printf '{"experiment": 1, "name": "%s", "players": [%s], "opponents": ["ai:passive"],
        "maps": ["open-1"], "games": 1%s}\n' "${3:-small}" "$1" "${2:-}" > spec.json
    run experiment plan spec.json -o x --trust
    expect_exit 0
    run experiment run x -j 1
    expect_exit 0
}

_make_small() {
    _plan '{"name": "expert", "agent": "expert:rush"}, "random"'
}

_small() {
    kept _make_small
}

# Programs of the system, but no gnuplot.
_without_gnuplot() {
    mkdir -p nothing
    PATH="$PWD/nothing" run "$@"
}

_with_gnuplot() {
    command -v gnuplot > .out/where 2>&1 || skip "no gnuplot"
}

# No page needs another file or a network.
_expect_alone() { # FILE
    ! grep -qiE '<(script|link|img|iframe|object|embed|image)|src=|@import|url\(' "$1" ||
        fail "$1 wants another file: $(grep -oiE '.{20}(src=|url\(|<img|<script).{20}' "$1" | head -n 1)"
    ! grep -oE 'href="[^"]*"' "$1" | grep -qv '"#' || fail "$1 has a link to elsewhere"
    ! grep -qE 'https?://' "$1" || fail "$1 names an address"
}

a_report_is_one_page_with_its_figures_beside_it() {
    _with_gnuplot
    _small
    run experiment report x
    expect_exit 0
    expect_stderr_empty
    expect_stdout_contains '"random" and "expert": no difference shown'
    expect_stdout_contains 'report in x/report.html'
    expect_file x/report.html
    for name in forest scores profile; do
        for ending in tsv gp svg; do
            expect_file "x/figures/$name.$ending"
        done
        grep -q "id=\"$name-title\"" x/report.html || fail "no figure $name"
    done
    _expect_alone x/report.html
    [ "$(ls x)" = "$(ls x | grep -v timeline)" ] || fail "a trace was left behind"
    cp x/figures/forest.svg before.svg
    rm x/figures/forest.svg
    (cd x/figures && gnuplot forest.gp) || fail "gnuplot forest.gp"
    expect_same_file before.svg x/figures/forest.svg
}

figures_for_papers_are_pdf() {
    _with_gnuplot
    gnuplot -e 'set terminal pdfcairo' 2> .out/where || skip "gnuplot draws no PDF"
    _small
    run experiment report x --figures pdf
    expect_exit 0
    expect_stderr_empty
    for name in forest scores profile; do
        [ "$(head -c 5 "x/figures/$name.pdf")" = '%PDF-' ] || fail "$name.pdf is none"
        expect_file "x/figures/$name.svg"
        grep -q "figures/$name.svg, $name.pdf, $name.gp" x/report.html || fail "the page does not name $name.pdf"
    done
    mkdir again
    cp x/figures/forest.* again
    rm again/*.pdf
    (cd again && gnuplot -e "form = 'pdf'" forest.gp) || fail "the script draws no PDF"
    expect_file again/forest.pdf
    run experiment report x # one without them takes the older ones away
    expect_exit 0
    expect_no_file x/figures/forest.pdf
    run experiment report x --figures eps
    expect_refusal 'experiment report: --figures: expected svg or pdf, found "eps"'
}

# A gnuplot that has no cairo draws for the page.
a_report_without_pdf_has_its_figures() {
    _with_gnuplot
    _small
    mkdir bin
    printf '#!/bin/sh\ncase "$*" in *pdf*) echo "unknown terminal" >&2; exit 1 ;; esac\nexec %s "$@"\n' \
        "$(command -v gnuplot)" > bin/gnuplot
    chmod +x bin/gnuplot
    PATH="$PWD/bin:$PATH" run experiment report x --figures pdf
    expect_exit 0
    expect_stderr_lines 1
    expect_stderr_contains "No figures as PDF: gnuplot ended with status 1: unknown terminal."
    expect_file x/figures/forest.svg
    expect_no_file x/figures/forest.pdf
    grep -q '<svg' x/report.html || fail "no figure"
    ! grep -q 'forest.pdf' x/report.html || fail "the page names what is not there"
}

a_report_says_what_compare_says() {
    _small
    run experiment compare x --form csv
    expect_exit 0
    stdout > compare.txt
    _without_gnuplot experiment report x -o page.html
    expect_exit 0
    grep -qF "$(head -n 1 compare.txt | tr -d '"' | cut -c 1-20)" <(sed 's/&quot;//g' page.html) ||
        fail "another verdict"
    tr -d '\r' < compare.txt | grep -E '^(random|expert),' | while IFS= read -r row; do
        IFS=, read -ra cell <<< "$row"
        for value in "${cell[@]}"; do
            [ -z "$value" ] || grep -qF ">$value<" page.html || fail "no $value of $row"
        done
    done || exit 1
}

a_report_elsewhere_leaves_the_figures_of_the_folder() {
    _small
    run experiment report x
    expect_exit 0
    cp -r x/figures before
    mkdir there
    run experiment report x --baseline random -o there/page.html
    expect_exit 0
    diff -r before x/figures > .out/diff || fail "other figures: $(head -n 3 .out/diff)"
    expect_file there/page-figures/forest.tsv
    grep -q 'page-figures/.*forest.gp, forest.tsv' there/page.html || fail "the page names others"
    [ "$(ls there)" = "page-figures
page-reproducibility.md
page-reproducibility.tex
page.html" ] || fail "$(ls there)"
    run experiment report x --baseline random -o x/../x/report.html
    expect_exit 0
    expect_same_file there/page-figures/forest.tsv x/figures/forest.tsv
    ! ls -d x/*-figures x/figures/new* 2> .out/list || fail "a second folder"
}

a_report_that_fails_leaves_the_older_one_as_it_was() {
    _small
    run experiment report x
    expect_exit 0
    cp -r x before
    rm -f before/*.jsonl.*
    (ulimit -f 4 && exec "$UNDERSTUDY" experiment report x --baseline random) \
        > .out/stdout 2> .out/stderr && fail "it did not notice"
    expect_stderr_contains 'x/report.html: cannot write'
    diff -r before x > .out/diff || fail "it is another: $(head -n 3 .out/diff)"
    echo mine > mine.html
    run experiment report x -o mine.html
    expect_refusal "mine.html: cannot write: expected a new file, or a report to replace"
    [ ! -e mine-figures ] || fail "it has drawn first"
}

what_an_older_report_drew_goes_with_its_data() {
    _small
    run experiment report x
    expect_exit 0
    touch x/figures/forest.svg x/figures/forest_2.svg x/figures/forest_3.svg x/figures/mine.svg
    _without_gnuplot experiment report x
    expect_exit 0
    [ "$(cd x/figures && echo *.svg)" = mine.svg ] || fail "$(ls x/figures)"
}

without_gnuplot_the_tables_stand() {
    _small
    _without_gnuplot experiment report x
    expect_exit 0
    expect_stderr_lines 1
    expect_stderr_contains "No figure: gnuplot is not in PATH."
    ! grep -q '<svg' x/report.html || fail "a figure"
    grep -q 'No figure: gnuplot is not in PATH. Its data and script' x/report.html ||
        fail "no reason"
    grep -q '<caption>Cells' x/report.html || fail "no table"
    expect_file x/figures/forest.tsv
    expect_file x/figures/forest.gp
    expect_no_file x/figures/forest.svg
    _expect_alone x/report.html
}

an_export_that_fails_names_the_file_that_was_asked_for() {
    _small
    run_command bash -c "ulimit -f 4; exec '$UNDERSTUDY' experiment export x --sqlite -o other.db"
    expect_refusal "other.db: " 1
    ! grep -q '\.tmp' .out/stderr || fail "$(cat .out/stderr)"
}

gnuplot_that_fails_costs_no_report() {
    _small
    mkdir bin
    printf '#!/bin/sh\necho "bad terminal" >&2\nexit 1\n' > bin/gnuplot
    chmod +x bin/gnuplot
    PATH="$PWD/bin" run experiment report x
    expect_exit 0
    expect_stderr_lines 1
    expect_stderr_contains "gnuplot ended with status 1: bad terminal"
    expect_file x/report.html
}

hostile_names_stay_names() {
    _plan '{"name": "<script>alert(1)</script>", "agent": "random"},
        {"name": "\\n%d `touch bad` \u0027;!touch bad2", "agent": "idle", "group": "\"</svg><img src=x>{/Symbol a}_b"},
        {"name": "ünï 漢字 \" --> ]]>", "agent": "expert:rush"}' '' '</title><b>&amp;'
    run experiment report x
    expect_exit 0
    expect_no_file bad
    expect_no_file x/figures/bad
    expect_no_file x/figures/bad2
    ! grep -qE '<script|<img|<b>&amp;|</title><b>' x/report.html || fail "a name is markup"
    grep -q '<h1>&lt;/title&gt;&lt;b&gt;&amp;amp;</h1>' x/report.html || fail "the name is lost"
    grep -q 'ünï 漢字 &quot; --&gt; \]\]&gt;' x/report.html || fail "a name is lost"
    run experiment export x --csv
    expect_exit 0
    expect_stdout_contains '"ünï 漢字 "" --> ]]>",,'
    run experiment export x --md
    expect_exit 0
    expect_stdout_contains '# \</title\>\<b\>\&amp;'
    expect_stdout_contains '| \<script\>alert(1)\</script\> |'
    ! grep -E '(^|[^\])<' .out/stdout > .out/raw || fail "a name is markup: $(cat .out/raw)"
    cp .out/stdout exported
    run experiment compare x --form md
    expect_same_file exported .out/stdout
}

hostile_names_are_drawn_as_they_are() {
    _with_gnuplot
    hostile_names_stay_names
    grep -qF '&lt;script>alert(1)&lt;/script>' x/figures/scores.svg || fail "a name is lost"
    grep -qF '{/Symbol a}_b' x/figures/scores.svg || fail "a name is set in another type"
    grep -qF 'ünï 漢字' x/figures/scores.svg || fail "a name is spelled otherwise"
}

who_played_is_told() {
    _small
    local host=$(sed -n '1s/.*"host":"\([^"]*\)".*/\1/p' x/results/run.jsonl)
    _without_gnuplot experiment report x
    expect_exit 0
    grep -qF "<dt>Played on</dt><dd>$host (4 games)</dd>" x/report.html || fail "not $host"
    run experiment status x
    ! grep -q "played on" .out/stdout || fail "one host is told"
    sed -i '1s/"host":"[^"]*"/"host":"ada"/; 2,$s/"host":"[^"]*"/"host":"bob"/' x/results/run.jsonl
    _without_gnuplot experiment report x
    expect_exit 0
    grep -qF '<dd>ada (1 game), bob (3 games)</dd>' x/report.html || fail "not ada and bob"
    run experiment status x
    expect_stdout_contains 'played on ada (1 game), bob (3 games)'
}

a_report_tells_each_verdict() {
    _plan '"random", "idle", "expert:rush"'
    run experiment compare x --form csv
    grep -E '^"(idle|expert:rush)" ' .out/stdout > verdicts
    [ "$(wc -l < verdicts)" = 2 ] || fail "not two verdicts"
    _without_gnuplot experiment report x
    expect_exit 0
    expect_stdout_lines 3
    expect_same_file verdicts <(head -n 2 .out/stdout)
}

a_timeline_is_of_the_game_that_was_asked_for() {
    _small
    run experiment export x --csv
    id=$(grep ',random,' .out/stdout | head -n 1 | cut -d, -f1)
    run experiment report x --timeline "$(grep ',expert,' .out/stdout | head -n 1 | cut -d, -f1)"
    expect_exit 0
    grep -q 'goal</th>' x/report.html || fail "no table of goals"
    grep -q '<th scope="row">expert</th><td>WinWargus</td>' x/report.html || fail "no goal"
    run experiment report x --timeline "$id"
    expect_exit 0
    grep -q "Game $id: &quot;random&quot; against" x/report.html || fail "another game"
    run experiment report x --timeline 0123
    expect_refusal 'expected the id of a game, 16 hex digits, found "0123"'
    run experiment report x --timeline 0123456789abcdef
    expect_refusal 'the experiment has no game 0123456789abcdef'
}

what_libraries_differ_in_is_told() {
    printf '{"experiment": 1, "name": "two", "libraries": [{"name": "a", "learn": ["rush-open-1"]},
        {"name": "b", "learn": ["rush-open-1"], "relax": true}],
        "players": [{"name": "a", "agent": "library:a"}, {"name": "b", "agent": "library:b"}],
        "opponents": ["ai:passive"], "maps": ["choke-1"], "games": 1}\n' > spec.json
    run experiment plan spec.json -o x
    run experiment run x -j 1
    _without_gnuplot experiment report x
    expect_exit 0
    grep -q 'First: &quot;a&quot;. Second: &quot;b&quot;.' x/report.html || fail "no difference"
    grep -q 'library diff x/libraries/a.db x/libraries/b.db' x/report.html || fail "no command"
    for side in first second; do
        [ "$(grep -c "<b>only in the $side:</b>" x/report.html)" = 4 ] || fail "not four of the $side"
    done
    [ "$(grep -c '<b>other cases:</b>' x/report.html)" = 2 ] || fail "not all that is in both"
    grep -q '<p>[0-9]* more are not shown.</p>' x/report.html || fail "nothing is left out"
    rm x/libraries/b.db
    _without_gnuplot experiment report x
    expect_exit 0
    grep -q 'class="missing">x/libraries/b.db' x/report.html || fail "no reason"
}

what_was_repaired_is_told_with_whether_it_helped() {
    printf '{"experiment": 1, "name": "mended", "max_cycles": 9000, "libraries": [
        {"name": "a", "learn": ["siege-ridge-1"]}, {"name": "s", "shuffle": "a"},
        {"name": "b", "adapt": "a", "against": ["ai:raid"], "maps": ["open-2"], "games": 4, "most": 3}],
        "players": [{"name": "s", "agent": "library:s"}, {"name": "b", "agent": "library:b"},
        {"name": "a", "agent": "library:a"}], "opponents": ["ai:raid"], "maps": ["choke-1"]}\n' > spec.json
    run experiment plan spec.json -o x --sample 0
    expect_exit 0
    run experiment run x -j 1
    expect_exit 0
    _without_gnuplot experiment report x
    expect_exit 0
    sed -n '/<section id="repairs"/,/<\/section>/p' x/report.html > repairs
    grep -qE '<p>[123] behaviors? of &quot;b&quot; (was|were) repaired, by 3 repairs.</p>' repairs ||
        fail "not so many: $(cat repairs)"
    [ "$(grep -o '<tr><th scope="row">' repairs | grep -c .)" = 3 ] || fail "not three rows"
    grep -qE '<p>.*&quot;b&quot; .*&quot;a&quot;.* That is one run of adaptation: ' repairs ||
        fail "no verdict: $(cat repairs)"
    grep -qF '<p>4 training games of &quot;a&quot; told what went wrong. Repairs were kept without proof; the limit was 3.</p>' \
        repairs || fail "not by how many games: $(cat repairs)"
    grep -q '<h3>b against a</h3>' repairs || fail "not what changed"
    grep -qE '^- +|^\+ +' repairs || fail "no before and after"
    grep -q '<li>+ saw 4 games that the other did not</li>' repairs || fail "no count of games: $(cat repairs)"
    ! grep -q 'saw map' x/report.html || fail "a list of games"
    ! grep -q shuffle repairs || fail "what was shuffled counts as repaired"
    rm -r x
    _small
    _without_gnuplot experiment report x
    expect_exit 0
    ! grep -q 'id="repairs"' x/report.html || fail "repairs of nothing"
}

# Each is held against the library that it was adapted from.
controls_are_told_as_such() {
    printf '{"experiment": 1, "name": "controls", "max_cycles": 9000, "libraries": [
        {"name": "a", "learn": ["siege-ridge-1"]}, {"name": "r", "learn": ["siege-ridge-1"], "relax": true},
        {"name": "b", "adapt": "r", "against": ["ai:land-attack"], "maps": ["open-2"], "games": 4},
        {"name": "d", "adapt": "a", "repairs": "daemons"}],
        "players": [{"name": "a", "agent": "library:a"}, {"name": "r", "agent": "library:r"},
        {"name": "b", "agent": "library:b"}, {"name": "d", "agent": "library:d"}],
        "opponents": ["ai:raid"], "maps": ["choke-1"]}\n' > spec.json
    run experiment plan spec.json -o x --sample 0
    expect_exit 0
    run experiment run x -j 1
    expect_exit 0
    _without_gnuplot experiment report x
    expect_exit 0
    sed -n '/<section id="repairs"/,/<\/section>/p' x/report.html > repairs
    grep -q '<h3>b against r</h3>' repairs || fail "the relaxed one is not its original"
    grep -q '<h3>d against a</h3>' repairs || fail "the daemons have no original"
    grep -qF 'All daemons of the failure patterns were put into &quot;a&quot;, a control: no game was looked at' repairs ||
        fail "not how: $(cat repairs)"
    ! grep -q '0 training games' repairs || fail "there were none"
    [ "$(grep -c 'That is one run of adaptation: ' repairs)" = 1 ] || fail "daemons have no other run"
}

a_report_needs_results() {
    printf '{"experiment": 1, "name": "none", "players": ["random", "idle"],
        "opponents": ["ai:passive"], "maps": ["open-1"], "games": 1}\n' > spec.json
    run experiment plan spec.json -o x
    run experiment report x
    expect_refusal 'no game was played'
    expect_no_file x/report.html
    run experiment report nowhere
    expect_refusal 'nowhere: expected the folder of an experiment'
    run experiment report x --margin 2
    expect_refusal 'experiment report: --margin: expected a number from 0 to 1, found "2"'
}

rows_are_exported_in_each_form() {
    _small
    run experiment export x --csv
    expect_exit 0
    expect_stdout_lines 5
    stdout > out.csv
    run experiment export x --csv -o file.csv
    expect_exit 0
    expect_stdout_empty
    expect_same_file out.csv file.csv
    run experiment export x --json
    expect_exit 0
    [ "$(grep -c '^{"game":"[0-9a-f]\{16\}","player":"' .out/stdout)" = 4 ] || fail "not 4 objects"
    ! command -v python3 > .out/where || python3 -c 'import json,sys; json.load(sys.stdin)' \
        < .out/stdout || fail "no JSON"
    run experiment export x --md
    expect_exit 0
    expect_stdout_contains '# small'
    expect_stdout_contains '| random | expert | open-1 | open | ai:passive |'
    cp x/results.jsonl alone.jsonl
    run experiment export alone.jsonl --csv
    expect_exit 0
    expect_stdout_lines 5
    run experiment export x
    expect_refusal 'expected one of --csv, --json, --md, --latex and --sqlite'
    run experiment export x --csv --md
    expect_refusal 'expected one of --csv, --json, --md, --latex and --sqlite'
}

a_database_of_results_replaces_only_its_like() {
    _small
    run experiment export x --sqlite
    expect_exit 0
    expect_stdout_empty
    expect_stderr_contains '4 games in x/results.db'
    run experiment export x --sqlite
    expect_exit 0
    [ "$(ls x | grep -c 'results.db')" = 1 ] || fail "something was left behind"
    printf 'mine' > other.db
    run experiment export x --sqlite -o other.db
    expect_refusal 'expected a new file, or a database of results'
    [ "$(cat other.db)" = mine ] || fail "the file is lost"
    run learn "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" -o lib.db
    expect_exit 0
    run experiment export x --sqlite -o lib.db
    expect_refusal 'expected a new file, or a database of results'
    run experiment export x --sqlite -o nowhere/x.db
    expect_refusal 'nowhere/x.db'
    command -v sqlite3 > .out/where || skip "no sqlite3"
    run_command sqlite3 x/results.db \
        "SELECT player, opponent, map, sum(points), count(*) FROM results GROUP BY player"
    expect_stdout_is 'expert|ai:passive|open-1|2.0|2
random|ai:passive|open-1|0.0|2'
    run_command sqlite3 x/results.db 'SELECT name, scope, stopped IS NULL FROM experiment'
    expect_stdout_is 'small|maps|1'
    run_command sqlite3 x/results.db 'PRAGMA integrity_check'
    expect_stdout_is ok
}

a_full_disk_leaves_the_old_database() {
    _small
    run experiment export x --sqlite
    cp x/results.db before.db
    (ulimit -f 8 && exec "$UNDERSTUDY" experiment export x --sqlite) > .out/stdout 2> .out/stderr &&
        fail "it did not notice"
    expect_stderr_contains 'cannot write'
    expect_same_file before.db x/results.db
    [ "$(ls x | grep -c 'results.db')" = 1 ] || fail "something was left behind"
}

how_to_do_it_again_gives_the_verdicts_of_the_page() {
    _small
    _without_gnuplot experiment report x --scope these-maps
    expect_exit 0
    grep -qF "experiment compare again --scope these-maps" x/report.html || fail "compare is another"
    grep -qF "experiment report again --scope these-maps" x/report.html || fail "report is another"
    _without_gnuplot experiment report x
    ! grep -qF -- "--scope" x/report.html || fail "a scope that nobody gave"
}

# ---- the appendix on reproducibility

# What checklists of conferences ask for, of an experiment with runs, a void game and a timeout.
the_appendix_has_what_checklists_ask_for() {
    _plan '{"name": "expert", "agent": "expert:rush"}, {"name": "r0", "agent": "random", "group": "r", "run": 0},
        {"name": "r1", "agent": "idle", "group": "r", "run": 1}' ', "timeout": 60'
    local hash=$(sed -n 's/^{"map":.*"hash":"\([0-9a-f]*\)".*/\1/p' x/manifest.jsonl)
    sed -i '1s/"end":"[a-z]*"/"end":"timeout"/' x/results/run.jsonl
    run experiment report x --level 0.9 --margin 0.05
    expect_exit 0
    local fact
    for fact in 'Planned by:\*\* understudy .*build by' 'Domain:\*\* skirmish, at most 54000 cycles a game, at most 60 s a game' \
        'Hash of the domain:\*\* [0-9a-f]{16}$' 'Hash of the rules:\*\* [0-9a-f]{16}$' \
        'Hash of the spec:\*\* [0-9a-f]{16}$' 'Hash of the list of games:\*\* [0-9a-f]{16}$' \
        'Games:\*\* 6 planned, 6 played: 3 players against 1 opponent on 1 map$' \
        'Maps of each family:\*\* open \(1\)$' 'Seeds of games:\*\* 1, from 1001$' \
        'Runs .*:\*\* r: 2; every other player: 1$' 'Left out:\*\* 0 games not played.* Counted as lost: 0 crashes, 1 timeouts' \
        'Claim:\*\* about the played maps alone' 'Interval:\*\* Student.s t at 90%, over pairs.*also over runs$' \
        'Correction for several comparisons:\*\* none: one comparison' 'Margin of equivalence:\*\* 0.05 of a game' \
        'Bootstrap:\*\* 10000 samples; seed 1' 'Stopped early:\*\* no' 'Played on:\*\* .* \(6 games\)' \
        'Time of all games:\*\* [0-9.]+ s of one core' 'Machine of this report:\*\* Linux'; do
        grep -qE "^- \*\*$fact" x/reproducibility.md || fail "no $fact"
    done
    grep -q "^| open-1 | open | $hash |" x/reproducibility.md || fail "no hash of the map"
    grep -q '^    understudy experiment compare again --level 0.9 --margin 0.05$' x/reproducibility.md || fail "no command"
    sed -n '/^## Spec/,/^## How/p' x/reproducibility.md | sed -n 's/^    //p' | cmp - x/spec.json || fail "another spec"
    # the page and the LaTeX have the same facts
    local name
    for name in $(sed -n 's/^- \*\*\([A-Z][a-z]*\).*/\1/p' x/reproducibility.md); do
        grep -q "<dt>$name" x/report.html || fail "the page has no $name"
        grep -qF "\\item[$name" x/reproducibility.tex || fail "the LaTeX has no $name"
    done
}

the_appendix_has_the_origins_of_libraries() {
    printf '{"experiment": 1, "name": "origins", "max_cycles": 2000, "libraries": [
        {"name": "a", "learn": ["rush-open-1"], "relax": true}, {"name": "s", "shuffle": "a", "what": "states"},
        {"name": "b", "adapt": "a", "against": ["ai:raid"], "maps": ["open-2"], "games": 2}],
        "players": [{"name": "a", "agent": "library:a"}, {"name": "s", "agent": "library:s"},
        {"name": "b", "agent": "library:b"}], "opponents": ["ai:raid"], "maps": ["choke-1"]}\n' > spec.json
    run experiment plan spec.json -o x --sample 0
    run experiment run x -j 1
    run experiment report x
    expect_exit 0
    grep -qxF '| a | learned from rush-open-1, relaxed |' x/reproducibility.md || fail "not how a was learned"
    grep -qxF '| s | states of a, shuffled, seed 1 |' x/reproducibility.md || fail "not how s was shuffled"
    grep -qxF '| b | a, adapted in 1 round of 2 games on 1 map against ai:raid, without proof, seed 1 |' \
        x/reproducibility.md || fail "not how b was adapted"
    local hash=$(sed -n 's/^{"player":"b".*"identity":"\([0-9a-f]*\)".*/\1/p' x/manifest.jsonl)
    grep -qE "^\| b \| $hash \| 1 \| 2 \| [0-9]+ \| 0 \|\$" x/reproducibility.md || fail "not what b saw: $(grep '^| b' x/reproducibility.md)"
}

an_appendix_replaces_only_its_like() {
    _small
    _without_gnuplot experiment report x -o page.html
    expect_exit 0
    expect_file page-reproducibility.tex
    _without_gnuplot experiment report x -o page.html
    expect_exit 0
    echo mine > page-reproducibility.md
    cp page.html before.html
    _without_gnuplot experiment report x -o page.html --baseline random
    expect_refusal "page-reproducibility.md: cannot write: expected a new file, or such an appendix to replace"
    [ "$(cat page-reproducibility.md)" = mine ] || fail "it is gone"
    expect_same_file before.html page.html
}

the_appendix_compiles() {
    command -v pdflatex > .out/where || skip "no LaTeX"
    kpsewhich booktabs.sty > .out/where || skip "no booktabs"
    _plan '{"name": "\\end{verbatim}\\input{x}", "agent": "random"}, {"name": "it'\''s_[b]--%&#$", "agent": "idle"}' '' 'a_b \\end{document} {'
    run experiment report x --baseline "it's_[b]--%&#\$"
    expect_exit 0
    { echo '\documentclass{article}'; head -n 1 x/reproducibility.tex | sed 's/^% //'; echo '\begin{document}'
      cat x/reproducibility.tex; echo '\end{document}'; } > paper.tex
    pdflatex -interaction=nonstopmode -halt-on-error paper.tex > .out/latex 2>&1 || fail "$(grep -A3 '^!' .out/latex)"
    grep -q 'Output written on paper.pdf ([2-9] pages' .out/latex || fail "cut off: $(tail -n 3 .out/latex)"
}

the_citation_is_that_of_the_repository() {
    _small
    _without_gnuplot experiment report x
    local member value
    for member in title version license; do
        value=$(sed -n "s/^$member: *\"\?\([^\"]*\)\"\?\$/\1/p" "$ROOT/CITATION.cff")
        [ -n "$value" ] || fail "CITATION.cff has no $member"
        grep -qE "^      $member +=" x/reproducibility.md || fail "no $member"
        grep -qF "{$value}" x/reproducibility.md || fail "another $member than $value"
    done
    value=$(sed -n 's/^date-released: *//p' "$ROOT/CITATION.cff")
    grep -qF "date    = {$value}" x/reproducibility.md || fail "another date than $value"
    run --version
    expect_stdout_contains "$(sed -n 's/^version: *//p' "$ROOT/CITATION.cff")"
}

# An experiment that a test stopped is stopped by the same test again.
how_to_do_it_again_has_the_test_that_stopped() {
    cat > spec.json << END
{"experiment": 1, "name": "k", "seed": 1, "max_cycles": 200, "games": 1,
 "players": [{"name":"A","agent":"idle"},{"name":"B of mine","agent":"random"}], "opponents": ["ai:land-attack"],
 "maps": [{"family": "open", "size": 32, "seed": 500, "count": 8}], "seats": [0]}
END
    run experiment plan spec.json -o x --sample 0
    run experiment run x --sprt 0:1 -j 1
    expect_exit 0
    _without_gnuplot experiment report x
    expect_exit 0
    grep -qF "experiment run again --sprt 0:1 --scope maps --only player=A --only &#39;player=B of mine&#39;" x/report.html ||
        fail "run is another: $(grep -F 'experiment run' x/report.html)"
}

# The plan of the same spec, made again, is younger than results: nothing tells when it was made first.
a_plan_is_never_later_than_its_results() {
    _small
    _without_gnuplot experiment report x
    grep -q '<dt>Planned</dt>' x/report.html || fail "no date of the plan"
    touch -d '2020-01-01' x/results/*.jsonl
    _without_gnuplot experiment report x
    grep -q '<dt>Last result</dt><dd>2020-01-01' x/report.html || fail "no date of results"
    ! grep -q '<dt>Planned</dt>' x/report.html || fail "planned after its results"
}

how_to_do_it_again_names_all_options() {
    _small
    run experiment export x --csv
    id=$(grep ',random,' .out/stdout | head -n 1 | cut -d, -f1)
    _without_gnuplot experiment report x --baseline random --player expert --level 0.9 \
        --margin 0.000001 --sprt=-0.5:0.25 --seed 7 --unmatched --leaky --timeline "$id"
    expect_exit 0
    local same="again --baseline random --player expert --level 0.9 --margin 0.000001 --sprt -0.5:0.25 --seed 7 --unmatched --leaky"
    grep -qF "experiment compare $same" x/report.html || fail "compare is another"
    grep -qF "experiment report $same --timeline $id" x/report.html || fail "report is another"
    grep -q '<li>Sequential test: ' x/report.html || fail "no sequential test"
}

markdown_is_of_the_comparison_that_was_asked_for() {
    _small
    run experiment compare x --baseline random --margin 0.5 --level 0.9
    stdout | head -n 1 > verdict
    run experiment export x --md --baseline random --margin 0.5 --level 0.9
    expect_exit 0
    expect_stdout_contains "$(cat verdict)"
    run experiment export x --md --player nobody
    expect_refusal 'there is no player or group "nobody"'
    run experiment export x --csv --leaky
    expect_refusal 'experiment export: --leaky goes with --md and --latex only'
}

a_result_beyond_the_limit_counts_nowhere() {
    _small
    run experiment compare x
    cp .out/stdout before
    cp x/results/*.jsonl kept
    head -n 1 kept | sed 's/"cycles":[0-9]*/"cycles":2000000000/' > x/results/zz.jsonl
    run experiment report x
    expect_exit 0
    run experiment compare x
    expect_same_file .out/stdout before
    run experiment status x
    expect_stderr_contains "1 lines in results/ are damaged"
    sed '$s/"cycles":[0-9]*/"cycles":54001/' x/results.jsonl > late.jsonl
    run experiment compare late.jsonl
    expect_refusal 'expected at most 54000 cycles, as the head says, found 54001'
}

an_export_replaces_nothing_but_such_an_export() {
    local form
    _small
    for form in csv json md latex; do
        echo mine > mine
        run experiment export x --$form -o mine
        expect_refusal "mine: cannot write: expected a new file, or such an export to replace"
        [ "$(cat mine)" = mine ] || fail "it is gone"
        printf '# smaller things\nmine\n' > mine
        run experiment export x --$form -o mine
        expect_refusal "mine: cannot write: expected a new file, or such an export to replace"
        run experiment export x --$form -o out.$form
        expect_exit 0
        run experiment export x --$form -o out.$form
        expect_exit 0
        run experiment export x --$form -o x/manifest.jsonl
        expect_exit 2
    done
    run experiment report x -o mine
    expect_refusal "mine: cannot write: expected a new file, or a report to replace"
    run experiment report x
    run experiment report x
    expect_exit 0
}

a_report_calls_no_program_of_a_player() {
    _plan "\"random\", {\"name\": \"p\", \"agent\": \"exec:python3 $ROOT/docs/examples/player.py random\"}"
    run experiment report x
    expect_exit 0
    expect_stderr_contains "No timeline: another program plays in it, which a report does not call."
    sed -i 's|exec:[^"]*"|exec:touch called; cat"|' x/manifest.jsonl
    run experiment report x
    expect_exit 0
    expect_no_file called
}

one_player_has_a_figure_too() {
    _with_gnuplot
    _plan '"random"'
    run experiment report x
    expect_exit 0
    expect_file x/figures/scores.svg
    ! grep -q "No figure" .out/stderr || fail "$(cat .out/stderr)"
}
