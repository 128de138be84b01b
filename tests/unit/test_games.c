#include "adapt/games.h"

#include <sqlite3.h>
#include <string.h>

#include "base/file.h"
#include "retrieve/store.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

static us_domain *skirmish(void)
{
    us_domain *domain = NULL;
    us_error err;
    if (us_domain_shipped("skirmish", &domain, &err) != US_OK)
        FAIL("%s", err.text);
    return domain;
}

static int64_t number(const us_games *games, const char *sql)
{
    us_store store = {us_games_db(games), NULL};
    int64_t out = -1;
    us_error err;
    store.path = us_strdup("games");
    if (us_store_int(&store, sql, -1, &out, &err) != US_OK)
        FAIL("%s: %s", sql, err.text);
    us_free(store.path);
    return out;
}

/* ---- the domain */

static void what_the_domain_says_is_in_tables(void)
{
    static const struct {
        const char *sql;
        int64_t expected;
    } row[] = {
        {"SELECT count(*) FROM costs c JOIN types t USING (type) WHERE t.name = 'footman' AND "
         "c.resource = 'gold' AND c.amount > 0",
         1},
        {"SELECT count(*) FROM roles r JOIN types t USING (type) WHERE t.name = 'peasant' AND "
         "r.role = 'worker'",
         1},
        {"SELECT count(*) FROM makes m JOIN types t USING (type) JOIN types p ON p.type = "
         "m.product "
         "WHERE t.name = 'human-barracks' AND m.action = 'train' AND p.name = 'footman'",
         1},
        {"SELECT count(*) FROM makes m JOIN types t USING (type) JOIN types p ON p.type = "
         "m.product "
         "WHERE t.abstract OR p.abstract",
         0},
        /* whoever stands for another has the same common type */
        {"SELECT count(DISTINCT common) FROM types WHERE name IN ('footman', 'grunt')", 1},
        {"SELECT count(*) FROM types WHERE common_name = name AND common <> type", 0},
        {"SELECT count(*) FROM types t LEFT JOIN kinds k ON k.type = t.type AND k.above = t.common "
         "WHERE k.type IS NULL",
         0},
        {"SELECT count(*) FROM types t LEFT JOIN kinds k ON k.type = t.type AND k.above = t.parent "
         "WHERE k.type IS NULL AND t.parent IS NOT NULL",
         0},
        {"SELECT count(*) FROM games", 0},
    };
    us_domain *domain = skirmish();
    us_games *games = NULL;
    us_error err;
    REQUIRE(us_games_new(NULL, domain, &games, &err) == US_OK);
    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        us_test_row(row[i].sql);
        CHECK_INT(number(games, row[i].sql), row[i].expected);
    }
    us_test_row(NULL);
    CHECK_INT(number(games, "SELECT count(*) FROM types"), domain->type_count);
    CHECK_INT(number(games, "SELECT count(*) FROM goals WHERE goal = parent"), domain->goal_count);
    us_games_close(games);
    us_domain_free(domain);
}

/* ---- the file */

static void a_database_of_games_appears_with_its_commit(void)
{
    us_domain *domain = skirmish();
    us_games *games = NULL;
    us_error err;
    us_names names;
    const char *path = scratch("game.db");
    REQUIRE(us_games_new(path, domain, &games, &err) == US_OK);
    CHECK(!us_file_exists(path));
    us_games_close(games);
    REQUIRE(us_file_list(scratch(""), "", &names, &err) == US_OK); /* nothing is left behind */
    CHECK_INT(names.count, 0);
    us_names_free(&names);
    REQUIRE(us_games_new(path, domain, &games, &err) == US_OK);
    REQUIRE(us_games_commit(games, &err) == US_OK);
    CHECK(us_file_exists(path));
    CHECK(number(games, "SELECT count(*) FROM types") > 0); /* still there to be asked */
    us_games_close(games);
    CHECK_INT(us_games_new(path, domain, &games, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "something there already");
    CHECK_CONTAINS(err.file, "game.db");
    CHECK_INT(us_games_new(scratch("no/game.db"), domain, &games, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.file, "no/game.db");
    us_domain_free(domain);
    scratch_clean();
}

static void a_wrong_condition_is_refused_with_its_place(void)
{
    static const struct {
        const char *text, *says;
        int column;
    } row[] = {
        {"gold(self) >= ", "expected", 15},
        {"gold(self)", "expected", 1},
        {"unit.status == idle", "unit", 1},
    };
    us_domain *domain = skirmish();
    us_games *games = NULL;
    us_error err;
    REQUIRE(us_games_new(NULL, domain, &games, &err) == US_OK);
    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        us_source source = {"p.sql", row[i].text, 3, 1, NULL};
        us_test_row(row[i].text);
        CHECK_INT(us_games_condition(games, "c", &source, &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, row[i].says);
        CHECK_INT(err.line, 3);
        CHECK_INT(err.column, row[i].column);
    }
    us_source source = {"p.sql", "exists(self, role: depot)", 1, 1, NULL};
    us_test_row(NULL);
    CHECK_INT(us_games_condition(games, "a depot", &source, &err), US_OK);
    CHECK_INT(us_games_condition(games, "a depot", &source, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "already");
    CHECK_INT(number(games, "SELECT count(*) FROM conditions"), 1);
    us_games_close(games);
    us_domain_free(domain);
}

static const us_test tests[] = {
    {"what the domain says is in tables", what_the_domain_says_is_in_tables},
    {"a database of games appears with its commit", a_database_of_games_appears_with_its_commit},
    {"a wrong condition is refused with its place", a_wrong_condition_is_refused_with_its_place},
    {0},
};
const us_test_suite suite_games = {"games as tables", tests};
