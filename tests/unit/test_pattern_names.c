#include <string.h>

#include "adapt/pattern.h"
#include "tests/unit/test.h"

static us_domain *load_domain(void)
{
    us_domain *domain = NULL;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    return domain;
}

#define HEAD    "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"step\", \"repairs\": ["
#define COLUMNS "SELECT 1 AS game, 0 AS seat, 2 AS cycle, 3 AS badness"
/* The query begins in line 2. */
#define FILE_OF(sql) HEAD "{\"modop\": \"remove\"}]}*/\n" sql
#define FROM(rest)   FILE_OF(COLUMNS "\n" rest)
/* The node stands in line 2, the query begins in line 3. */
#define FILL(node, rest) HEAD "{\"modop\": \"before\", \"do\":\n" node "}]}*/\n" COLUMNS ",\n" rest

typedef struct wrong {
    const char *text;
    int line, column;
    const char *says;
} wrong;

static void refuse(const wrong *rows, int count)
{
    US_AUTOPTR(us_domain) domain = load_domain();
    for (int i = 0; i < count; i++) {
        us_failure_pattern *pattern = NULL;
        us_error err = {0};
        us_test_row(rows[i].text);
        CHECK_INT(us_failure_pattern_parse(domain, "some/where.sql", rows[i].text,
                                           strlen(rows[i].text), &pattern, &err),
                  US_BAD_INPUT);
        CHECK(!pattern);
        CHECK_STR(err.file, "some/where.sql");
        CHECK_INT(err.line, rows[i].line);
        CHECK_INT(err.column, rows[i].column);
        CHECK_CONTAINS(err.text, rows[i].says);
    }
}

TEST(a_name_that_the_domain_lacks_is_refused_at_its_place)
{
    static const wrong rows[] = {
        {FROM("FROM roles AS r WHERE r.role = 'wroker'"), 3, 32,
         "the domain skirmish has no role \"wroker\"; did you mean \"worker\"?"},
        {FROM("FROM roles r WHERE 'wroker' = r.role"), 3, 20, "did you mean \"worker\"?"},
        {FROM("FROM roles WHERE role <> 'wroker'"), 3, 26, "no role \"wroker\""},
        {FROM("FROM roles WHERE roles.role IS NOT 'wroker'"), 3, 36, "no role \"wroker\""},
        {FROM("FROM roles AS r WHERE r.role IN ('worker', -- or\n 'fihgter')"), 4, 2,
         "did you mean \"fighter\"?"},
        {FROM("FROM types WHERE name NOT IN ('footman', 'fotman')"), 3, 42,
         "no type \"fotman\"; did you mean \"footman\"?"},
        {FROM("FROM types AS t WHERE t.common_name = 'infantri'"), 3, 39, "\"infantry\""},
        {FROM("FROM orders WHERE action = 'atack'"), 3, 28, "no action \"atack\"; did you mean"},
        {FROM("FROM states WHERE status = 'idel'"), 3, 28, "no status \"idel\"; did you mean"},
        {FROM("FROM costs AS c WHERE c.resource = 'glod'"), 3, 36, "no resource \"glod\""},
        {FROM("FROM stock AS s WHERE s.tally = 'food_usde'"), 3, 33, "\"food_used\""},
        {FROM("FROM nodes AS n WHERE n.goal = 'BuildUnit'"), 3, 32, "\"BuildUnits\""},
        {FROM("FROM seats AS s WHERE s.faction == 'humn'"), 3, 36, "no faction \"humn\""},
        {FROM("FROM types AS t WHERE EXISTS (SELECT 1 FROM roles AS r\n"
              "WHERE r.type = t.type AND r.role = 'it''s')"),
         4, 36, "no role"},
        {FILE_OF("SELECT 1 AS game, 0 AS seat, 2 AS cycle, 3 AS badness,\n'BuildUnit' AS goal"), 3,
         1, "no goal \"BuildUnit\"; did you mean \"BuildUnits\"?"},
        {FILL("\"goal BuildUnits(player: self, type: \\\"{kind}\\\", number: 1)\"",
              "'fotman' AS kind"),
         4, 1, "as {kind} of repair 1: "},
        {FILL("\"goal BuildUnits(player: self, type: \\\"{kind}\\\", number: 1)\"",
              "CASE WHEN 1 THEN 'footman' ELSE 'fotman' END AS kind"),
         4, 33, "fotman"},
        {FILL("\"act stop(unit: first(self, role: {who}))\"",
              "(SELECT 'wroker' FROM games) AS who"),
         4, 9, "wroker"},
    };
    refuse(rows, US_COUNT(rows));
}

/* What the check cannot place is taken, as are names of tables that the query makes itself. */
TEST(texts_that_are_no_names_of_the_domain_are_taken)
{
    static const char *const rows[] = {
        FROM("FROM roles AS r WHERE r.role = 'worker' -- r.role = 'wroker'"),
        FROM("FROM nodes WHERE name = 'wroker' OR end = 'failed'"),
        FROM("FROM nodes WHERE EXISTS (SELECT 1 FROM types) AND name = 'wroker'"),
        FROM("FROM nodes JOIN types AS t WHERE nodes.name = 'wroker' AND t.kind = 'building'"),
        FROM("FROM roles AS r WHERE lower(r.role) = 'WORKER'"),
        FROM("FROM roles WHERE role LIKE 'work%' OR role = 'WORKER' COLLATE NOCASE"),
        FROM("FROM roles WHERE role = 'wor' || 'ker'"),
        FROM("FROM (SELECT 'any' AS role FROM roles) WHERE role = 'any'"),
        FROM("FROM seats WHERE faction = ''"),
        FROM("FROM (SELECT coalesce(refused, 'no') AS r, 1 AS role FROM orders) AS r, roles AS q "
             "WHERE r.role = 'any'"),
        FILE_OF(
            "WITH roles(role) AS (VALUES ('any')) SELECT 1 AS game, 0 AS seat, 2 AS cycle, 3 AS "
            "badness FROM roles WHERE role = 'any'"),
        FILE_OF("WITH some(role) AS NOT MATERIALIZED (VALUES ('any')), r AS (SELECT 1) SELECT 1 AS "
                "game, 0 AS seat, 2 AS cycle, 3 AS badness FROM roles, some AS s WHERE s.role = "
                "'any'"),
        FILL("\"goal BuildUnits(player: self, type: \\\"{kind}\\\", number: 1)\"",
             "'fotman' AS other, CASE 'fotman' WHEN 'fotman' THEN 'footman' END AS kind"),
    };
    US_AUTOPTR(us_domain) domain = load_domain();
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_failure_pattern *pattern = NULL;
        us_error err = {0};
        us_test_row(rows[i]);
        CHECK_INT(
            us_failure_pattern_parse(domain, "f.sql", rows[i], strlen(rows[i]), &pattern, &err),
            US_OK);
        CHECK_STR(err.text, "");
        us_failure_pattern_free(pattern);
    }
}
