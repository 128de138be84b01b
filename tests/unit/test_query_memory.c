/* Queries of patterns are limited in memory, and nothing else of SQLite is. */
#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

#include "adapt/games.h"
#include "adapt/query.h"
#include "tests/unit/test.h"

/* Each part of its WITH doubles the one before. */
static const char doubling[] =
    "WITH a AS (SELECT 1 AS x UNION ALL SELECT 2), b AS (SELECT x FROM a UNION ALL SELECT x FROM "
    "a),"
    "c AS (SELECT x FROM b UNION ALL SELECT x FROM b), d AS (SELECT x FROM c UNION ALL SELECT x "
    "FROM c), e AS (SELECT x FROM d UNION ALL SELECT x FROM d), f AS (SELECT x FROM e UNION ALL "
    "SELECT x FROM e), g AS (SELECT x FROM f UNION ALL SELECT x FROM f), h AS (SELECT x FROM g "
    "UNION ALL SELECT x FROM g), i AS (SELECT x FROM h UNION ALL SELECT x FROM h), j AS (SELECT x "
    "FROM i UNION ALL SELECT x FROM i), k AS (SELECT x FROM j UNION ALL SELECT x FROM j), l AS "
    "(SELECT x FROM k UNION ALL SELECT x FROM k), m AS (SELECT x FROM l UNION ALL SELECT x FROM l),"
    "n AS (SELECT x FROM m UNION ALL SELECT x FROM m), o AS (SELECT x FROM n UNION ALL SELECT x "
    "FROM n), p AS (SELECT x FROM o UNION ALL SELECT x FROM o), q AS (SELECT x FROM p UNION ALL "
    "SELECT x FROM p), r AS (SELECT x FROM q UNION ALL SELECT x FROM q) SELECT x FROM r";

enum { ROUNDS = 300 };

typedef struct worker {
    pthread_t thread;
    const us_domain *domain;
    const char *text;
    us_status expected;
    int wrong;
} worker;

static void *open_and_close(void *context)
{
    worker *w = context;
    us_games *games = NULL;
    if (us_games_open(NULL, w->domain, &games, NULL) != US_OK) {
        w->wrong = ROUNDS;
        return NULL;
    }
    for (int i = 0; i < ROUNDS; i++) {
        const us_sql_def def = {.name = "tried", .source = {"tried.sql", w->text, 1, 1, NULL}};
        us_sql *sql = NULL;
        w->wrong += us_sql_open(us_games_db(games), &def, &sql, NULL) != w->expected;
        us_sql_close(sql);
    }
    us_games_close(games);
    return NULL;
}

TEST(queries_of_two_threads_leave_the_limit_of_the_process_alone)
{
    us_domain *domain = NULL;
    worker w[2] = {{.text = "SELECT 1 AS game"}, {.text = "SELECT count(*) AS game FROM types"}};
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    sqlite3_int64 before = sqlite3_hard_heap_limit64(-1);
    for (int i = 0; i < 2; i++) {
        w[i].domain = domain;
        REQUIRE(pthread_create(&w[i].thread, NULL, open_and_close, &w[i]) == 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(w[i].thread, NULL);
        CHECK_INT(w[i].wrong, 0);
    }
    CHECK_INT(sqlite3_hard_heap_limit64(-1), before);
    sqlite3_hard_heap_limit64(before);
    us_domain_free(domain);
}

TEST(a_query_that_doubles_is_refused_and_only_that)
{
    us_domain *domain = NULL;
    us_games *games = NULL;
    us_sql *sql = NULL;
    us_error err = {0};
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    REQUIRE(us_games_open(NULL, domain, &games, NULL) == US_OK);
    const us_sql_def def = {.name = "tried", .source = {"tried.sql", doubling, 1, 1, NULL}};
    CHECK_INT(us_sql_open(us_games_db(games), &def, &sql, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "the query is too large");
    void *large = sqlite3_malloc(128 << 20); /* of another part of the program */
    CHECK(large != NULL);
    sqlite3_free(large);
    us_games_close(games);
    us_domain_free(domain);
}

TEST(a_query_without_memory_of_the_system_is_no_fault_of_the_query)
{
    us_domain *domain = NULL;
    us_games *games = NULL;
    us_sql *sql = NULL;
    us_error err = {0};
    const us_sql_def def = {
        .name = "tried", .source = {"tried.sql", "SELECT count(*) AS game FROM types", 1, 1, NULL}};
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    REQUIRE(us_games_open(NULL, domain, &games, NULL) == US_OK);
    sqlite3_int64 before = sqlite3_hard_heap_limit64(-1);
    sqlite3_hard_heap_limit64(sqlite3_memory_used() + 1024);
    us_status status = us_sql_open(us_games_db(games), &def, &sql, &err);
    sqlite3_hard_heap_limit64(before);
    CHECK_CONTAINS(err.text, "out of memory");
    CHECK_INT(status, US_NO_MEMORY);
    us_games_close(games);
    us_domain_free(domain);
}
