#include <sqlite3.h>
#include <string.h>

#include "adapt/games.h"
#include "adapt/query.h"
#include "tests/unit/test.h"

typedef struct place {
    us_domain *domain;
    us_games *games;
    sqlite3 *db;
} place;

static place begin(void)
{
    place p = {0};
    REQUIRE(us_domain_load_shipped("skirmish", &p.domain, NULL) == US_OK);
    REQUIRE(us_games_open(NULL, p.domain, &p.games, NULL) == US_OK);
    p.db = us_games_db(p.games);
    return p;
}

static void end(place *p)
{
    us_games_close(p->games);
    us_domain_free(p->domain);
}

static int64_t number(place *p, const char *sql)
{
    sqlite3_stmt *stmt = NULL;
    REQUIRE(sqlite3_prepare_v2(p->db, sql, -1, &stmt, NULL) == SQLITE_OK);
    REQUIRE(sqlite3_step(stmt) == SQLITE_ROW);
    int64_t value = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return value;
}

/* What the database holds, and whether anything was ever changed. */
static int64_t state(place *p)
{
    return number(p, "SELECT (SELECT count(*) FROM types) * 1000 + (SELECT count(*) FROM "
                     "sqlite_schema)") *
               1000 +
           sqlite3_total_changes(p->db);
}

static us_status open_text(place *p, const char *text, int64_t steps, int64_t rows, us_sql **out,
                           us_error *err)
{
    const us_sql_def def = {
        .name = "tried", .source = {"tried.sql", text, 4, 1, NULL}, .steps = steps, .rows = rows};
    return us_sql_open(p->db, &def, out, err);
}

/* All rows. Returns how many there were, or -1. */
static int run_all(place *p, const char *text, int64_t steps, int64_t rows, us_error *err)
{
    us_sql *sql = NULL;
    const us_sql_value *row;
    int count = -1;
    if (open_text(p, text, steps, rows, &sql, err) != US_OK)
        return -1;
    us_status status;
    do {
        status = us_sql_step(sql, &row, err);
        count++;
    } while (status == US_OK && row);
    us_sql_close(sql);
    return status == US_OK ? count : -1;
}

TEST(whatever_does_more_than_read_is_refused)
{
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"INSERT INTO types SELECT * FROM types", "may only read"},
        {"DELETE FROM types", "may only read"},
        {"UPDATE types SET name = 'x'", "may only read"},
        {"WITH a AS (SELECT 1) DELETE FROM types", "may only read"},
        {"DROP TABLE types", "may only read"},
        {"CREATE TABLE more (a)", "may only read"},
        {"CREATE TEMP TABLE more (a)", "may only read"},
        {"CREATE TEMP VIEW more AS SELECT 1", "may only read"},
        {"ALTER TABLE types ADD COLUMN a", "may only read"},
        {"ATTACH 'other.db' AS other", "may only read"},
        {"DETACH main", "may only read"},
        {"PRAGMA writable_schema = 1", "may only read"},
        {"PRAGMA user_version", "may only read"},
        {"VACUUM", "another statement"},
        {"VACUUM INTO 'other.db'", "another statement"},
        {"REINDEX", "may only read"},
        {"ANALYZE", "may only read"},
        {"BEGIN", "may only read"},
        {"COMMIT", "may only read"},
        {"ROLLBACK", "may only read"},
        {"SAVEPOINT a", "may only read"},
        {"EXPLAIN SELECT 1", "another statement"},
        {"EXPLAIN QUERY PLAN SELECT 1", "another statement"},
        {"SELECT sql FROM sqlite_schema", "may not read \"sqlite_master\""},
        {"SELECT count(*) FROM sqlite_master", "may not read \"sqlite_master\""},
        {"SELECT * FROM failures",
         "a pattern may not read \"failures\": expected a table of games"},
        {"SELECT * FROM main.Failures", "may not read \"Failures\""},
        {"SELECT name FROM pragma_table_info('types')", "may only read"},
        {"SELECT count(*) FROM pragma_database_list", "may only read"},
        {"SELECT value FROM json_each('[1]')", "may only read"},
        {"SELECT load_extension('x')", "load_extension"},
        {"SELECT readfile('/etc/passwd')", "readfile"},
        {"SELECT writefile('x', 'y')", "writefile"},
        {"SELECT random()", "may not call the function random"},
        {"SELECT randomblob(1000000000)", "may not call the function randomblob"},
        {"SELECT zeroblob(1000000000)", "may not call the function zeroblob"},
        {"SELECT printf('%1000000000d', 1)", "may not call the function printf"},
        {"SELECT replace('aaaa', 'a', 'aaaaaaaa')", "may not call the function replace"},
        {"SELECT datetime('now')", "may not call the function datetime"},
        {"SELECT CURRENT_TIMESTAMP", "may not call the function current_timestamp"},
        {"SELECT last_insert_rowid()", "may not call the function last_insert_rowid"},
        {"SELECT sqlite_version()", "may not call the function sqlite_version"},
        {"SELECT 1; SELECT 2", "found something behind it"},
        {"SELECT 1; DELETE FROM types", "found something behind it"},
    };
    place p = begin();
    int64_t before = state(&p);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_sql *sql = NULL;
        us_error err = {0};
        us_test_row(rows[i].text);
        CHECK_INT(open_text(&p, rows[i].text, 0, 0, &sql, &err), US_BAD_INPUT);
        CHECK(!sql);
        CHECK_CONTAINS(err.text, rows[i].says);
        CHECK_STR(err.file, "tried.sql");
        CHECK_INT(err.line, 4);
        CHECK(err.column >= 1);
    }
    us_test_row(NULL);
    CHECK_INT(state(&p), before);
    end(&p);
}

/* Whatever else is called so. */
TEST(what_is_not_known_is_found_where_it_stands)
{
    static const struct {
        const char *before, *name, *behind; /* the name's place is wanted */
    } rows[] = {
        {"SELECT game, seat, 0 AS cycle FROM ", "seat", ""},
        {"SELECT seat FROM seats JOIN ", "seat", " USING (seat)"},
        {"SELECT seat, 'seat' FROM seats, ", "seat", " AS s WHERE seat = 1"},
        {"SELECT seat FROM seats WHERE seat IN (SELECT game FROM ", "seat", ")"},
        {"SELECT seat FROM main.", "seat", " AS seat"},
        {"SELECT seat FROM \"", "seat", "\""},
        {"SELECT ", "seta", " FROM seats"},
    };
    place p = begin();
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_sql *sql = NULL;
        us_error err = {0};
        US_AUTOSTR(text);
        us_str_addf(&text, "%s%s%s", rows[i].before, rows[i].name, rows[i].behind);
        us_test_row(text.text);
        CHECK_INT(open_text(&p, text.text, 0, 0, &sql, &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, "no such ");
        CHECK_INT(err.column, (int)strlen(rows[i].before) + 1);
    }
    us_test_row(NULL);
    end(&p);
}

#define ENDLESS "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "

TEST(whatever_takes_too_much_is_stopped)
{
    static const struct {
        const char *text;
        int64_t steps, rows; /* limits; 0: the preset ones */
        const char *says;
    } rows[] = {
        {ENDLESS "SELECT count(*) FROM n", 0, 0, "pattern \"tried\" takes too long"},
        {ENDLESS "SELECT count(*) FROM n", 100000, 0, "did not end within 100000 steps"},
        {ENDLESS "SELECT i FROM n", 0, 0, "finds more than 10000 failures"},
        {ENDLESS "SELECT i FROM n", 0, 7, "finds more than 7 failures"},
        {ENDLESS "SELECT i FROM n LIMIT 1000000", 0, 0, "finds more than 10000 failures"},
        {ENDLESS "SELECT a.i FROM n AS a JOIN n AS b USING (i)", 1000000, 0, "takes too long"},
        {ENDLESS "SELECT i FROM n ORDER BY i DESC", 1000000, 0, "takes too long"},
        {"SELECT count(*) FROM kinds, kinds AS a, kinds AS b, kinds AS c", 1000000, 0,
         "takes too long"},
        {"WITH RECURSIVE s(t) AS (SELECT 'aaaaaaaa' UNION ALL SELECT t || t FROM s) "
         "SELECT length(t) FROM s",
         0, 0, "too big"},
        {"SELECT group_concat(a.name) FROM types AS a, types AS b, types AS c", 0, 0, "too big"},
        {ENDLESS
         "SELECT max(t) FROM (SELECT i || group_concat(name) AS t FROM types, n GROUP BY i)",
         1000000, 0, "takes too long"},
        {"WITH a AS (SELECT 1 AS i), b AS (SELECT i FROM a UNION ALL SELECT i FROM a), "
#define TWICE(x, y) #y " AS (SELECT i FROM " #x " UNION ALL SELECT i FROM " #x "), "
         TWICE(b, c) TWICE(c, d) TWICE(d, e) TWICE(e, f) TWICE(f, g) TWICE(g, h) TWICE(h, j)
             TWICE(j, k) TWICE(k, l) TWICE(l, m) TWICE(m, n) TWICE(n, o) TWICE(o, p) TWICE(p, q)
                 TWICE(q, r) TWICE(r, s) TWICE(s, t) TWICE(t, u) TWICE(u, v) TWICE(v, w) TWICE(w, x)
                     TWICE(x, y) "z AS (SELECT i FROM y) SELECT count(*) FROM z",
         0, 0, "too large"},
        {"SELECT instr('a', 'b')", 0, 0, "a pattern may not call the function instr"},
        {"SELECT 'a' LIKE '%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%'",
         0, 0, "expected at most 64 bytes behind LIKE or GLOB, found more"},
        {"SELECT 'a' GLOB '*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*'",
         0, 0, "expected at most 64 bytes behind LIKE or GLOB, found more"},
        {ENDLESS "SELECT count(*) FROM n JOIN types ON name LIKE '%a%a%a%a%a%a%' || i || '%b%'",
         3000000, 0, "takes too long"},
        {"SELECT 'a' REGEXP 'a'", 0, 0, "REGEXP"},
        {"SELECT 'a' MATCH 'a'", 0, 0, "match"},
        {"SELECT 9223372036854775807 + abs(-9223372036854775808)", 0, 0, "overflow"},
    };
    place p = begin();
    int64_t before = state(&p);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        us_test_row(rows[i].text);
        CHECK_INT(run_all(&p, rows[i].text, rows[i].steps, rows[i].rows, &err), -1);
        CHECK_INT(err.status, US_BAD_INPUT);
        CHECK_CONTAINS(err.text, rows[i].says);
    }
    us_test_row(NULL);
    CHECK_INT(state(&p), before);
    CHECK_INT(run_all(&p, "SELECT name FROM types", 0, 0, NULL), p.domain->type_count);
    end(&p);
}

TEST(texts_are_searched_by_like_and_glob)
{
    static const struct {
        const char *text;
        int count;
    } rows[] = {
        {"SELECT name FROM types WHERE name LIKE 'PEAS%'", 1},
        {"SELECT name FROM types WHERE name GLOB 'PEAS*'", 0},
        {"SELECT name FROM types WHERE name GLOB 'peas*'", 1},
        {"SELECT name FROM types WHERE name NOT LIKE '%'", 0},
        {"SELECT name FROM types WHERE like('peas_nt', name)", 1},
        {"SELECT 1 WHERE 'a%b' LIKE '_!%_' ESCAPE '!'", 1},
        {"SELECT 1 WHERE 'aab' LIKE '_!%_' ESCAPE '!'", 0},
        {"SELECT 1 WHERE 'x' LIKE "
         "'%aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa%'",
         0}, /* 64 bytes */
    };
    place p = begin();
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        us_test_row(rows[i].text);
        CHECK_INT(run_all(&p, rows[i].text, 0, 0, &err), rows[i].count);
        CHECK_STR(err.text, "");
    }
    end(&p);
}

TEST(what_a_query_remembers_is_bounded)
{
    place p = begin();
    us_error err = {0};
    CHECK_INT(run_all(&p,
                      "WITH RECURSIVE w(t, k) AS (SELECT 'aaaaaaaaaaaaaaaa', 0 UNION ALL "
                      "SELECT t || t, k + 1 FROM w WHERE k < 9), "
                      "n(i, t) AS (SELECT 1, (SELECT t FROM w WHERE k = 9) UNION ALL "
                      "SELECT i + 1, t FROM n) "
                      "SELECT i FROM n ORDER BY t || i",
                      0, 0, &err),
              -1);
    CHECK_CONTAINS(err.text, "of memory");
    end(&p);
}

/* A statement behind it that doubles itself would fill the memory if it were prepared. */
TEST(what_stands_behind_the_query_takes_nothing)
{
    place p = begin();
    us_sql *sql = NULL;
    us_error err = {0};
    us_str text;
    us_str_init(&text);
    us_str_add(&text, "SELECT 1 AS a;\n-- more\n/**/ WITH t0 AS (SELECT 1 AS i)");
    for (int i = 1; i < 18; i++)
        us_str_addf(&text, ", t%d AS (SELECT i FROM t%d UNION ALL SELECT i FROM t%d)", i, i - 1,
                    i - 1);
    us_str_add(&text, " SELECT i FROM t17");
    sqlite3_memory_highwater(1);
    sqlite3_int64 before = sqlite3_memory_used();
    CHECK_INT(open_text(&p, text.text, 0, 0, &sql, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "found something behind it");
    CHECK_INT(err.line, 6);
    CHECK_INT(err.column, 6);
    CHECK(sqlite3_memory_highwater(0) - before < 1024 * 1024);
    us_str_clear(&text);
    end(&p);
}

TEST(values_are_integers_and_short_texts)
{
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"SELECT 1.5 AS a", "column \"a\": expected an integer, found a fraction"},
        {"SELECT 1, 2 / 1.0 AS half", "column \"half\": expected an integer"},
        {"SELECT x'00ff' AS a", "column \"a\": expected an integer or a text, found a blob"},
        {"SELECT CAST(x'610062' AS TEXT) AS a", "found a NUL byte"},
        {"SELECT substr(group_concat(name), 1, 251) AS a FROM types",
         "column \"a\": expected a text of at most 250 bytes, found 251"},
    };
    place p = begin();
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        us_test_row(rows[i].text);
        CHECK_INT(run_all(&p, rows[i].text, 0, 0, &err), -1);
        CHECK_CONTAINS(err.text, rows[i].says);
    }
    us_test_row(NULL);
    us_sql *sql = NULL;
    const us_sql_value *row;
    REQUIRE(open_text(&p, "SELECT -5 AS a, 'text' AS b, NULL AS c", 0, 0, &sql, NULL) == US_OK);
    CHECK_INT(us_sql_columns(sql), 3);
    CHECK_STR(us_sql_column(sql, 1), "b");
    REQUIRE(us_sql_step(sql, &row, NULL) == US_OK && row);
    CHECK_INT(row[0].kind, US_SQL_INT);
    CHECK_INT(row[0].number, -5);
    CHECK_INT(row[1].kind, US_SQL_TEXT);
    CHECK_STR(row[1].text, "text");
    CHECK_INT(row[2].kind, US_SQL_NULL);
    REQUIRE(us_sql_step(sql, &row, NULL) == US_OK);
    CHECK(!row);
    us_sql_close(sql);
    end(&p);
}

TEST(after_a_query_the_database_is_as_free_as_before)
{
    place p = begin();
    us_sql *sql = NULL;
    int limit = sqlite3_limit(p.db, SQLITE_LIMIT_LENGTH, -1);
    REQUIRE(open_text(&p, "SELECT 1 FROM types", 1000, 0, &sql, NULL) == US_OK);
    CHECK(sqlite3_limit(p.db, SQLITE_LIMIT_LENGTH, -1) < limit);
    us_sql_close(sql);
    CHECK_INT(sqlite3_limit(p.db, SQLITE_LIMIT_LENGTH, -1), limit);
    CHECK_INT(open_text(&p, "DELETE FROM types", 0, 0, &sql, NULL), US_BAD_INPUT);
    CHECK_INT(sqlite3_limit(p.db, SQLITE_LIMIT_LENGTH, -1), limit);
    CHECK_INT(sqlite3_exec(p.db, "CREATE TABLE mine (a); DROP TABLE mine", NULL, NULL, NULL),
              SQLITE_OK);
    CHECK(number(&p, "SELECT count(*) FROM kinds AS a, kinds AS b") > 10000);
    end(&p);
}
