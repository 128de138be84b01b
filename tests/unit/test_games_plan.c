#include <stdio.h>
#include <string.h>

#include "adapt/adapt.h"
#include "base/file.h"
#include "learn/learn.h"
#include "plan/task.h"
#include "players/planner.h"
#include "players/players.h"
#include "tests/unit/game_tables.h"
#include "tests/unit/scratch.h"
#include "tests/unit/scripted_planner.h"
#include "tests/unit/test.h"
#include "understudy/learn.h"

/* ---- a script of notes */

static void set_script(game_tables *k)
{
    us_player *inner = NULL;
    game_tables_open(k, NULL, "open-2", PLANNER_CYCLES + 37);
    REQUIRE(us_agent_open("expert:rush", k->s.scenario, 0, 7, &inner, NULL) == US_OK);
    game_tables_play(k, scripted_planner_new(inner, 0), NULL);
    game_tables_finish(k);
}

TEST(nodes_waits_and_bindings_are_those_that_were_told)
{
    static const struct {
        const char *sql, *rows;
    } row[] = {
        {"SELECT node, of, above, goal, end, started, ended, why FROM nodes WHERE node < 9 ORDER "
         "BY node",
         "1 goal - WinWargus stopped 0 637 over\n"
         "2 behavior 1 WinWargus failed 0 200 step 4: no-way\n"
         "3 goal 2 BuildUnits succeeded - 100 it holds\n"
         "4 step 2 WinWargus failed - 200 no-way\n"
         "7 behavior 1 WinWargus stopped 220 637 -\n"
         "8 goal 7 ResourceInfrastructure stopped 220 637 -\n"},
        {"SELECT node, behavior, attempt, case_id, similarity, margin FROM nodes WHERE node IN (2, "
         "3, 4, 7) ORDER BY node",
         "2 3fa1b2c3d4e5f601 1 5 0.930000001 0.04\n3 3fa1b2c3d4e5f601 - - - -\n"
         "4 3fa1b2c3d4e5f601 - - - -\n7 00000000000000aa 2 - 1.0 -\n"},
        {"SELECT node, label, ready FROM nodes WHERE node IN (3, 4, 10) ORDER BY node",
         "3 a 0\n4 b -\n10 c 540\n"},
        {"SELECT node, since, until, why, lacks, item, amount FROM waits ORDER BY node, since",
         "4 0 100 before it: a - - -\n4 100 200 gold 400 of 600 resource gold 600\n"
         "8 400 410 a farm fell test - -\n"},
        {"SELECT node, lacks, item FROM nodes WHERE node IN (1, 4, 9) ORDER BY node",
         "1 - -\n4 way -\n9 life peasant\n"},
        {"SELECT node, since, until FROM held ORDER BY node, since", "8 300 400\n"},
        {"SELECT node, cycle, slot, count(*), count(unit), min(unit), x, y FROM bound GROUP BY "
         "node, cycle, slot ORDER BY node, cycle, slot",
         "4 100 s1 14 14 6 - -\n4 100 s2 1 0 - 12 5\n9 500 s1 1 1 6 - -\n9 510 s1 1 1 7 - -\n"
         "9 520 s2 1 0 - - -\n"},
        {"SELECT node, above, distance FROM below WHERE node = 4 ORDER BY distance",
         "4 4 0\n4 2 1\n4 1 2\n"},
        {"SELECT seat, planned FROM seats ORDER BY seat", "0 1\n1 0\n"},
    };
    US_AUTO(game_tables_end) game_tables k;
    set_script(&k);
    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        us_test_row(row[i].sql);
        CHECK_STR(games_rows(k.games, row[i].sql), row[i].rows);
    }
    us_test_row(NULL);
}

/* ---- a plan that plays */

/* Which step gave each order of seat 0. */
typedef struct givers {
    us_plan *plan;
    us_str rows; /* "id node" */
    uint32_t node[256];
    int count, next;
} givers;

static void see_notes(void *context, const us_note *note, int count)
{
    givers *g = context;
    (void)count;
    if (note->seat != 0)
        return;
    g->count = g->next = 0;
    const us_seat_state *seat = &g->plan->seat;
    for (int i = 0; i < seat->given.count && i < 256; i++)
        g->node[g->count++] = seat->given.item[i].task ? seat->given.item[i].task->node : 0;
}

static void see_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    givers *g = context;
    (void)now;
    (void)reason;
    if (order->seat != 0)
        return;
    /* a think without a note gives orders of no step */
    uint32_t node = g->next < g->count ? g->node[g->next++] : 0;
    if (node)
        CHECK_INT(order->step, node);
    node = order->step; /* the squad gives further orders for the step of its attack */
    us_str_addf(&g->rows, node ? "%u %u\n" : "%u -\n", (unsigned)order->id, (unsigned)node);
}

/* A library that was learned of a shipped demonstration plays seat 0. */
static void play_library(game_tables *k, givers *g)
{
    const char *trace = "domains/skirmish/demos/rush-open-1.jsonl";
    us_learn_def def = us_learn_def_default();
    us_player *player[2] = {NULL};
    char agent[600];
    const char *path = scratch("lib.db");
    if (us_learn_to_library(&trace, 1, &def, path, NULL, &k->err) != US_OK)
        FAIL("%s", k->err.text);
    snprintf(agent, sizeof(agent), "library:%s", path);
    game_tables_open(k, NULL, "open-1", 12000);
    REQUIRE(us_agent_open(agent, k->s.scenario, 0, 7, &player[0], &k->err) == US_OK);
    REQUIRE(us_agent_open("ai:boom", k->s.scenario, 1, 7, &player[1], &k->err) == US_OK);
    *g = (givers){.plan = ((us_planner *)player[0])->plan};
    us_str_init(&g->rows);
    game_tables_play(k, player[0], player[1]);
    us_observer observer = {.context = g, .notes = see_notes, .order = see_order};
    us_match_add_observer(k->match, &observer);
    game_tables_finish(k);
}

TEST(each_order_is_of_the_step_that_gave_it)
{
    US_AUTO(game_tables_end) game_tables k;
    givers g;
    play_library(&k, &g);
    CHECK_STR(games_rows(k.games, "SELECT id, node FROM orders WHERE seat = 0 ORDER BY id"),
              g.rows.text);
    CHECK(games_int(k.games, "SELECT count(node) FROM orders WHERE seat = 0") > 10);
    CHECK_INT(games_int(k.games, "SELECT count(node) FROM orders WHERE seat = 1"), 0);
    us_str_clear(&g.rows);
}

TEST(rows_of_a_plan_fit_together)
{
    static const char *const none[] = {
        /* the closure, made another way */
        "WITH RECURSIVE up (seat, node, above, distance) AS (SELECT seat, node, node, 0 FROM nodes "
        "UNION ALL SELECT up.seat, up.node, n.above, distance + 1 FROM up JOIN nodes n ON n.seat = "
        "up.seat AND n.node = up.above WHERE n.above IS NOT NULL) SELECT 1 FROM (SELECT seat, "
        "node, above, distance FROM below EXCEPT SELECT * FROM up)",
        "SELECT 1 FROM nodes n WHERE NOT EXISTS (SELECT 1 FROM below b WHERE b.seat = n.seat AND "
        "b.node = n.node AND b.distance = 0)",
        "SELECT 1 FROM nodes n JOIN nodes a ON a.seat = n.seat AND a.node = n.above WHERE NOT "
        "EXISTS (SELECT 1 FROM below b WHERE b.seat = n.seat AND b.node = n.node AND b.above = "
        "n.above AND b.distance = 1)",
        /* who gave orders is a step that was begun by then; it gave the first ones itself, with its
         * action and its units, and a squad the others */
        "SELECT 1 FROM orders o LEFT JOIN nodes n ON n.seat = o.seat AND n.node = o.node WHERE "
        "o.node IS NOT NULL AND (n.of IS NOT 'step' OR n.started > o.cycle)",
        "SELECT 1 FROM orders o LEFT JOIN nodes n ON n.seat = o.seat AND n.node = o.node WHERE "
        "o.cycle = n.started AND n.name NOT LIKE 'act ' || o.action || '(%'",
        "SELECT 1 FROM order_units u JOIN orders o USING (id) JOIN nodes n USING (seat, node) "
        "WHERE o.cycle = n.started AND NOT EXISTS (SELECT 1 FROM bound b WHERE b.seat = o.seat AND "
        "b.node = o.node AND b.unit = u.unit AND b.cycle = o.cycle)",
        "SELECT 1 FROM commands c JOIN orders o USING (id) WHERE c.node IS NOT o.node",
        "SELECT 1 FROM nodes WHERE (end = 'open') <> (ended IS NULL)",
        "SELECT 1 FROM nodes WHERE of = 'behavior' AND (behavior IS NULL OR attempt IS NULL)",
        "SELECT 1 FROM nodes n JOIN nodes a ON a.node = n.above WHERE n.of <> 'behavior' AND "
        "n.behavior IS NOT a.behavior",
        "SELECT 1 FROM nodes WHERE goal NOT IN (SELECT goal FROM goals)",
        "SELECT 1 FROM nodes n JOIN nodes a ON a.node = n.above WHERE n.of <> 'goal' AND n.goal IS "
        "NOT a.goal",
        "SELECT 1 FROM waits w JOIN nodes n USING (seat, node) WHERE w.until > coalesce(n.ended, "
        "(SELECT cycles FROM games)) OR w.since >= w.until",
        "SELECT 1 FROM waits a JOIN waits b USING (seat, node) WHERE a.since < b.since AND b.since "
        "< a.until",
    };
    US_AUTO(game_tables_end) game_tables k;
    givers g;
    play_library(&k, &g);
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        us_test_row(none[i]);
        CHECK_INT(games_int(k.games, none[i]), -1);
    }
    us_test_row(NULL);
    CHECK(games_int(k.games, "SELECT count(*) FROM nodes WHERE of = 'step'") > 10);
    CHECK(games_int(k.games, "SELECT count(*) FROM waits") > 3);
    us_str_clear(&g.rows);
}

/* ---- a trace that tells something impossible */

TEST(a_note_that_does_not_follow_is_named_with_its_place)
{
    static const char *const agent[2] = {NULL, NULL};
    US_AUTO(game_tables_end) game_tables k;
    US_AUTOSTR(text);
    US_AUTOFREE char *old = NULL;
    size_t length;
    int64_t game = 0;
    game_tables_begin(&k, NULL, "open-2", agent, 100);
    game_tables_finish(&k);
    REQUIRE(us_file_read(k.trace, 1 << 20, &old, &length, NULL) == US_OK);
    const char *first = strchr(old, '\n') + 1;
    us_str_add_bytes(&text, old, (size_t)(first - old));
    us_str_add(&text, "{\"cycle\":0,\"seat\":0,\"plan\":\"ready\",\"step\":1,\"above\":9,"
                      "\"text\":\"act stop()\"}\n");
    us_str_add(&text, first);
    REQUIRE(us_file_write(k.trace, text.text, text.length, NULL) == US_OK);
    CHECK_INT(us_games_add(k.games, k.trace, NULL, &game, &k.err), US_BAD_INPUT);
    CHECK_CONTAINS(k.err.text, "step 1 stands below 9, which is not there");
    CHECK_INT(k.err.line, 2);
}

/* ---- the manual */

/* The caller frees. */
static char *load_manual(void)
{
    static const char *const pages[] = {"docs/TABLES.md", "docs/PLAN_TABLES.md"};
    us_str all;
    us_str_init(&all);
    for (int i = 0; i < US_COUNT(pages); i++) {
        US_AUTOFREE char *text = NULL;
        size_t length;
        REQUIRE(us_file_read(pages[i], 1 << 20, &text, &length, NULL) == US_OK);
        us_str_add_bytes(&all, text, length);
    }
    return us_str_detach(&all);
}

/* "table.column\n" for each row below a head "| column of `TABLE` |"; sorted by nothing. */
static void list_documented(const char *page, us_str *out)
{
    char table[64] = "";
    for (const char *line = page; *line; line += strcspn(line, "\n") + 1) {
        char name[64];
        if (sscanf(line, "| column of `%63[a-z_]` |", table) == 1)
            continue;
        if (line[0] != '|')
            table[0] = '\0';
        else if (table[0] && sscanf(line, "| `%63[a-z_]` | ", name) == 1)
            us_str_addf(out, "%s.%s\n", table, name);
    }
}

TEST(the_manual_has_the_tables_and_columns_that_there_are)
{
    game_tables k = {.match = NULL};
    us_str documented;
    char *page = load_manual();
    us_str_init(&documented);
    game_tables_tables(&k);
    REQUIRE(us_failures_insert(k.games, &(us_patterns){0}, &(us_failures){0}, NULL) == US_OK);
    list_documented(page, &documented);
    CHECK_STR(documented.text,
              games_rows(k.games, "SELECT s.name || '.' || c.name FROM sqlite_schema s, "
                                  "pragma_table_info(s.name) c WHERE s.type = 'table' "
                                  "ORDER BY s.rowid, c.cid"));
    /* in the file each has a comment */
    CHECK_INT(games_int(k.games,
                        "WITH c AS (SELECT substr(s.sql, instr(s.sql, char(10) || '    ' || c.name "
                        "|| ' ') + 1) AS rest FROM sqlite_schema s, pragma_table_info(s.name) c "
                        "WHERE s.type = 'table') SELECT count(*) FROM c WHERE instr(substr(rest, "
                        "1, instr(rest, char(10))), ' -- ') = 0"),
              0);
    us_mem_free(page);
    us_str_clear(&documented);
    us_games_close(k.games);
    us_domain_free(k.domain);
}

/* "| HEAD | `a`, `b`": names of a table of the manual, in their order. */
static void expect_values(const char *page, const char *head, const char *const *name, int count)
{
    US_AUTOSTR(line);
    us_str_addf(&line, "\n| %s | ", head);
    for (int i = 0; i < count; i++)
        us_str_addf(&line, "%s`%s`", i > 0 ? ", " : "", name[i]);
    us_test_row(head);
    CHECK_CONTAINS(page, line.text);
    us_test_row(NULL);
}

static void expect_row(const char *page, const char *name)
{
    US_AUTOSTR(line);
    us_str_addf(&line, "\n| `%s` | ", name);
    CHECK_CONTAINS(page, line.text);
}

/* The file of tables has them: "end TEXT NOT NULL CHECK (end IN ('succeeded', 'failed'))". */
static void expect_checked(const char *page, const char *tables, const char *table,
                           const char *column)
{
    US_AUTOSTR(text);
    us_str_addf(&text, "CHECK (%s IN (", column);
    const char *at = strstr(tables, text.text);
    REQUIRE(at);
    at += text.length;
    us_str_reset(&text);
    us_str_addf(&text, "\n| `%s.%s` | ", table, column);
    for (; *at != ')'; at++)
        us_str_add_char(&text, *at == '\'' ? '`' : *at);
    CHECK_CONTAINS(page, text.text);
}

TEST(the_manual_has_the_values_that_texts_may_have)
{
    static const char *const checked[][2] = {
        {"games", "outcome"}, {"units", "fate"}, {"nodes", "of"}, {"nodes", "end"}};
    us_error err;
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOFREE char *tables = NULL;
    US_AUTOFREE char *page = load_manual();
    const char *action[US_ACTIONS_MAX];
    size_t length;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, &err) == US_OK);
    REQUIRE(us_file_read("adapt/games.sql", 1 << 20, &tables, &length, NULL) == US_OK);
    for (int i = 0; i < US_COUNT(checked); i++)
        expect_checked(page, tables, checked[i][0], checked[i][1]);
    int tallies = domain->tallies.count;
    for (int i = 0; i < domain->type_count; i++)
        tallies -= domain->type[i].tally >= 0;
    for (int i = 0; i < domain->action_count; i++)
        action[i] = domain->action[i].name;
    expect_values(page, "`roles.role`", domain->roles.name, domain->roles.count);
    expect_values(page, "`states.status`", domain->statuses.name, domain->statuses.count);
    expect_values(page, "`stock.tally`", domain->tallies.name, tallies);
    expect_values(page, "`action` of `makes`, `states`, `orders`, `commands`", action,
                  domain->action_count);
    for (int i = US_LACKS_NONE + 1; i < US_LACKS; i++)
        expect_row(page, us_note_lack_name((us_note_lack)i));
    for (int i = US_REASON_NONE + 1; i < US_REASONS; i++)
        expect_row(page, us_reason_name((us_reason)i));
}

/* The comment of a column in the file of tables is its row of the manual, without marks. */
static void expect_comments(const char *page, const char *tables)
{
    US_AUTOSTR(row);
    int comments = 0;
    for (const char *at = strstr(tables, "\n    "); at; at = strstr(at + 1, "\n    ")) {
        const char *end = at + 1 + strcspn(at + 1, "\n"), *text = strstr(at, " -- ");
        if (!text || text > end)
            continue;
        us_str_reset(&row);
        us_str_addf(&row, "\n| %.*s | %.*s |", (int)strcspn(at + 5, " "), at + 5,
                    (int)(end - text - 4), text + 4);
        us_test_row(row.text + 1);
        CHECK(strstr(page, row.text) != NULL);
        comments++;
    }
    us_test_row(NULL);
    CHECK(comments >= 11);
}

TEST(the_tables_say_of_columns_what_the_manual_says)
{
    static const char *const files[] = {"adapt/games.sql", "adapt/failures.sql"};
    US_AUTOFREE char *page = load_manual();
    char *to = page;
    for (const char *at = page; *at; at++)
        if (*at != '`')
            *to++ = *at;
    *to = '\0';
    for (int i = 0; i < US_COUNT(files); i++) {
        US_AUTOFREE char *tables = NULL;
        size_t length;
        REQUIRE(us_file_read(files[i], 1 << 20, &tables, &length, NULL) == US_OK);
        expect_comments(page, tables);
    }
}

/* By the shipped patterns that need no condition. */
static void put_failures(game_tables *k)
{
    US_AUTO(us_patterns_clear) us_patterns patterns;
    US_AUTO(us_failures_clear) us_failures failures;
    REQUIRE(us_patterns_load(k->domain, NULL, &patterns, NULL) == US_OK);
    REQUIRE(us_patterns_exclude(&patterns, "no-depot", NULL) == US_OK);
    REQUIRE(us_failures_find(k->games, &patterns, &failures, NULL) == US_OK);
    REQUIRE(us_failures_insert(k->games, &patterns, &failures, NULL) == US_OK);
}

TEST(queries_of_the_manual_find_something)
{
    US_AUTO(game_tables_end) game_tables k;
    givers g;
    int queries = 0;
    char *page = load_manual();
    play_library(&k, &g);
    put_failures(&k);
    for (char *at = strstr(page, "```sql\n"); at; at = strstr(at, "```sql\n")) {
        char *end = strstr(at + 7, "```");
        REQUIRE(end);
        *end = '\0';
        us_test_row(at + 7);
        CHECK(games_rows(k.games, at + 7)[0] != '\0');
        at = end + 3;
        queries++;
    }
    us_test_row(NULL);
    CHECK(queries >= 5);
    us_mem_free(page);
    us_str_clear(&g.rows);
}
