# pattern check: a failure pattern is tried before a library is repaired by it.

_games() { # two games that nobody does anything in: a.jsonl, b.jsonl
    local seed
    for seed in a:1 b:2; do
        "$UNDERSTUDY" game play open-1 --p0 idle --p1 idle --seed "${seed#*:}" --max-cycles 900 \
            --trace "${seed%:*}.jsonl" > .out/played || fail "no game"
    done
}

_pattern() { # FILE SQL-LINE...: a pattern with the param least
    local file=$1
    shift
    {
        echo '/* {"pattern": 1, "about": "it stood", "blame": "unit", "repairs": [{"modop": "remove"}],'
        echo '    "params": {"least": {"value": 300}}} */'
        printf '%s\n' "$@"
    } > "$file"
}

a_query_is_tried_on_games_and_writes_nothing() {
    _games
    _pattern idlers.sql "SELECT i.game, i.seat, i.since AS cycle, i.unit, i.until - i.since AS badness, t.name" \
        "FROM idle AS i JOIN types AS t USING (type) WHERE t.name LIKE 'peas%' AND i.until - i.since >= :least"
    ls > before
    run pattern check idlers.sql a.jsonl b.jsonl --rows 1
    expect_exit 0
    expect_stdout_matches '^idlers: [0-9]+ rows in 2 of 2 games$'
    expect_stdout_matches '^  game +seat +cycle +unit +badness +name$'
    expect_stdout_matches '^ +1 +[01] +0 +[0-9]+ +900 +peasant$'
    expect_stdout_matches '^  [0-9]+ more; --rows sets how many are printed$'
    expect_stdout_lines 4
    expect_stderr_matches '^idlers: the query took [0-9]+ ms$'
    ls | diff - before || fail "a file was made"
    run pattern check idlers.sql a.jsonl b.jsonl --set idlers.least=901
    expect_exit 0
    expect_stdout_is 'idlers: 0 rows in 0 of 2 games'
    run pattern check idlers.sql a.jsonl b.jsonl --json --rows 1
    expect_exit 0
    expect_stdout_lines 1
    expect_stdout_matches '^\{"games":2,"patterns":\[\{"pattern":"idlers","count":[0-9]+,"games":2,"rows":\[\{"game":1,"seat":[01],"cycle":0,"unit":[0-9]+,"badness":900,"name":"peasant"\}\]\}\]\}$'
}

shipped_patterns_are_sound_without_a_game() {
    local domain
    for domain in skirmish microrts; do
        run pattern check "$ROOT/domains/$domain/patterns" --domain $domain
        expect_exit 0
        expect_stdout_lines "$(ls "$ROOT"/domains/$domain/patterns/*.sql | wc -l)"
        [ "$(grep -c ': sound$' .out/stdout)" = "$(wc -l < .out/stdout)" ] || fail "not all are sound"
    done
}

a_wrong_pattern_is_refused_at_its_place() {
    _games
    while IFS=@ read -r line says; do
        _pattern wrong.sql "$line"
        run pattern check wrong.sql
        expect_refusal "$says"
        run pattern check wrong.sql a.jsonl
        expect_refusal "$says"
    done <<'END'
SELECT 1 AS game, seat, cycle, :least AS badness FROM kils@wrong.sql:3:55: SQL: no such table: kils; did you mean "kills"?
SELECT game, 0 AS seat, 1 AS cycle, :least AS badness FROM games, roles WHERE role = 'wroker'@wrong.sql:3:86: the domain skirmish has no role "wroker"; did you mean "worker"?
SELECT game, 0 AS seat, 1 AS cycle, 2 AS badness FROM games@the query does not use the param :least
DELETE FROM games@wrong.sql:3:1: a pattern may only read
END
    _pattern wrong.sql "SELECT game, 0 AS seat, 1 AS cycle, 99 AS unit, :least AS badness FROM games"
    run pattern check wrong.sql
    expect_exit 0
    run pattern check wrong.sql a.jsonl
    expect_refusal 'wrong.sql:3:1: pattern "wrong": there is no unit 99 in game 1'
    run pattern check wrong.sql none.jsonl
    expect_refusal none.jsonl
    run pattern check none.sql
    expect_refusal none.sql
    run pattern check wrong.sql --set wrong.most=1
    expect_refusal 'pattern "wrong" has no param "most"'
    run pattern check wrong.sql --set wrong.least=1 --set wrong.least=2
    expect_refusal "pattern check: --set wrong.least is given twice"
}
