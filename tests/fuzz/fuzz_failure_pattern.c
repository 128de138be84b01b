/* Any bytes as a file of a failure pattern: an error with a place in it, or a pattern whose query
 * runs within its limits over the tables of one small game, and changes nothing. */
#include <sqlite3.h>
#include <string.h>

#include "adapt/games.h"
#include "adapt/pattern_internal.h"
#include "tests/fuzz/shipped.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 100000, ROWS = 1000 };

static const char game[] =
    "INSERT INTO games (game, file, hash, cycles, outcome) VALUES"
    " (1, 'a', '0000000000000001', 9000, 'win');"
    "INSERT INTO seats VALUES (1, 0, 'library:x', 'human', 1, 0), (1, 1, 'ai', 'orc', 0, 1000);"
    "INSERT INTO units SELECT 1, type + 1, type % 2, type, type, 0, 0, NULL, NULL, NULL, NULL, "
    "NULL,"
    " type, type FROM types;"
    "INSERT INTO idle SELECT 1, type + 1, type % 2, type, type, 5000, type, type FROM types;"
    "INSERT INTO stock VALUES (1, 0, 'gold', 0, 9000, 5000), (1, 0, 'food_supply', 0, 9000, 5),"
    " (1, 0, 'food_used', 0, 9000, 5);";

static sqlite3 *tables(void)
{
    static us_games *games;
    if (!games) {
        us_assert(us_games_open(NULL, shipped_domain(), &games, NULL) == US_OK);
        us_assert(sqlite3_exec(us_games_db(games), game, NULL, NULL, NULL) == SQLITE_OK);
    }
    return us_games_db(games);
}

static void run(const us_failure_pattern *pattern)
{
    us_sql_param param[US_PATTERN_PARAMS_MAX + 1];
    us_error err = {0};
    us_sql *sql = NULL;
    const us_sql_value *row = NULL;
    const us_sql_def def = {.name = pattern->name,
                            .source = pattern->sql,
                            .param = param,
                            .params = us_failure_pattern_bind(pattern, 1, param),
                            .steps = STEPS,
                            .rows = ROWS};
    us_assert(us_sql_open(tables(), &def, &sql, NULL) == US_OK);
    us_assert(us_sql_columns(sql) == pattern->columns);
    us_status status;
    do
        status = us_sql_step(sql, &row, &err);
    while (status == US_OK && row);
    us_assert(status == US_OK || (err.status == US_BAD_INPUT && err.text[0] && err.line > 0));
    us_sql_close(sql);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_error err = {0};
    us_failure_pattern *pattern = NULL;
    char *text = us_mem_alloc(size + 1);
    if (size > 0)
        memcpy(text, data, size);
    int before = sqlite3_total_changes(tables());
    us_status status =
        us_failure_pattern_read_head(shipped_domain(), "fuzz.sql", text, size, &pattern, &err);
    if (status == US_OK)
        status = us_failure_pattern_complete(shipped_domain(), tables(), pattern, &err);
    if (status == US_OK)
        run(pattern);
    else
        us_assert(err.status == US_BAD_INPUT && err.text[0] &&
                  us_text_equal(err.file, "fuzz.sql") &&
                  (size > US_PATTERN_FILE_MAX || (err.line > 0 && err.column > 0)));
    us_assert(sqlite3_total_changes(tables()) == before);
    us_failure_pattern_free(pattern);
    us_mem_free(text);
    return 0;
}
