#include "adapt/adapt.h"

#include <sqlite3.h>
#include <string.h>

#include "tests/unit/test.h"

/* Tables filled by hand: whose fault it was. */

static const char behaviors[] =
    "brl 1 skirmish\n"
    "behavior \"win\" achieves WinWargus(player: self) {\n"
    "    do sequence {\n"
    "        a: goal BuildUnits(player: self, type: \"infantry\", number: 4)\n"
    "        b: goal GetResources(player: self, gold: 400)\n"
    "    }\n"
    "}\n"
    "behavior \"train\" achieves BuildUnits(player: self, type: \"infantry\", number: 4) {\n"
    "    do sequence {\n"
    "        a: act stop()\n"
    "        b: act stand()\n"
    "    }\n"
    "}\n"
    "behavior \"gather\" achieves GetResources(player: self, gold: 400) {\n"
    "    do a: act explore()\n"
    "}\n";

typedef struct court {
    us_domain *domain;
    us_brl *library;
    us_games *games;
    us_patterns patterns;
    us_failures failures;
    us_causes causes;
    int least, percent;
    us_error err;
} court;

/* {train} stands for the hash of a behavior. */
static void fill(const court *c, const char *sql)
{
    US_AUTOSTR(text);
    for (; *sql; sql++) {
        const char *end = *sql == '{' ? strchr(sql, '}') : NULL;
        if (!end) {
            us_str_add_char(&text, *sql);
            continue;
        }
        char name[16] = "", hex[17];
        REQUIRE(end - sql - 1 < (ptrdiff_t)sizeof name);
        memcpy(name, sql + 1, (size_t)(end - sql) - 1);
        const us_template *of = us_brl_find(c->library, US_TEMPLATE_BEHAVIOR, name);
        REQUIRE(of);
        us_hash_print(us_template_hash(of), hex);
        us_str_addf(&text, "'%s'", hex);
        sql = end;
    }
    char *says = NULL;
    if (sqlite3_exec(us_games_db(c->games), text.text, NULL, NULL, &says) != SQLITE_OK)
        FAIL("%s", says);
    sqlite3_free(says);
}

/* Three games. Seat 0 has the library: its plan is 1 goal, 2 win, 3 goal a, 4 train, 5 a, 6 b; 7
 * goal b, 8 gather, 9 a, for which 10 has been made by a tree of its own, with step 11. */
static const char three_games[] =
    "INSERT INTO games (game, file, hash, cycles, outcome, map_hash, seed) VALUES"
    " (1, 'a.jsonl', '0000000000000001', 9000, 'win', '00000000000000aa', '7'),"
    " (2, 'b.jsonl', '0000000000000002', 9000, 'win', NULL, NULL),"
    " (3, 'c.jsonl', '0000000000000003', 9000, 'win', NULL, '18446744073709551615');"
    "INSERT INTO seats SELECT g.game, s.v, iif(s.v, 'ai:raid', 'library:x'), '', 1 - s.v, 0"
    " FROM games g, (SELECT 0 AS v UNION SELECT 1) s;"
    "INSERT INTO nodes (game, seat, node, of, above, behavior, name, label, goal, attempt, ready,"
    " started, ended, end) SELECT g.game, 0, v.* FROM games g, (VALUES"
    " (1, 'goal', NULL, NULL, 'x', NULL, 'WinWargus', NULL, 0, 0, NULL, 'open'),"
    " (2, 'behavior', 1, {win}, 'win', '', 'WinWargus', 1, 0, 0, NULL, 'open'),"
    " (3, 'goal', 2, {win}, 'x', 'a', 'BuildUnits', NULL, 0, 10, 2000, 'succeeded'),"
    " (4, 'behavior', 3, {train}, 'train', '', 'BuildUnits', 1, 10, 10, 2000, 'succeeded'),"
    " (5, 'step', 4, {train}, 'x', 'a', 'BuildUnits', NULL, 10, 10, 500, 'succeeded'),"
    " (6, 'step', 4, {train}, 'x', 'b', 'BuildUnits', NULL, 500, 500, 2000, 'succeeded'),"
    " (7, 'goal', 2, {win}, 'x', 'b', 'GetResources', NULL, 2000, 2000, 5000, 'failed'),"
    " (8, 'behavior', 7, {gather}, 'gather', '', 'GetResources', 1, 2000, 2000, 4000, 'failed'),"
    " (9, 'step', 8, {gather}, 'x', 'a', 'GetResources', NULL, 2000, 2000, 4000, 'failed'),"
    " (10, 'behavior', 9, 'ffffffffffffffff', 'make', '', 'GetResources', NULL, 2000, 2000, 3000,"
    "  'succeeded'),"
    " (11, 'step', 10, 'ffffffffffffffff', 'x', 'a', 'GetResources', NULL, 2000, 2000, 3000,"
    "  'succeeded')) AS v;"
    "INSERT INTO below WITH RECURSIVE up(game, seat, node, above, distance) AS ("
    " SELECT game, seat, node, node, 0 FROM nodes UNION ALL"
    " SELECT up.game, up.seat, up.node, n.above, up.distance + 1 FROM up JOIN nodes n"
    " ON n.game = up.game AND n.seat = up.seat AND n.node = up.above WHERE n.above IS NOT NULL)"
    " SELECT * FROM up;"
    "INSERT INTO units (game, unit, seat, type, first_type, born, x, y) SELECT g.game, u.v, 0, 1,"
    " 1, 100, 5, 5 FROM games g, (SELECT 21 AS v UNION SELECT 22 UNION SELECT 23 UNION SELECT 24)"
    " AS u;"
    "UPDATE units SET born = 3000, maker = 22 WHERE unit = 23;"
    "UPDATE units SET born = 100, maker = 22 WHERE unit = 24;"
    "INSERT INTO commands (game, seat, unit, id, since, until, action, node) SELECT g.game, 0, v.*"
    " FROM games g, (VALUES (21, 1, 10, 500, 'stop', 5), (21, 2, 500, 2500, 'stand', 6),"
    " (21, 3, 2500, 9000, 'harvest', NULL), (22, 4, 2100, 9000, 'train', 11)) AS v;"
    "INSERT INTO idle SELECT g.game, u.v, 0, 1, 4001, 5000, 5, 5 FROM games g,"
    " (SELECT 21 AS v UNION SELECT 23) AS u";

static court begin(void)
{
    court c = {.least = 1};
    REQUIRE(us_domain_load_shipped("skirmish", &c.domain, NULL) == US_OK);
    if (us_brl_parse(c.domain, "x.brl", behaviors, strlen(behaviors), &c.library, &c.err) != US_OK)
        FAIL("%d: %s", c.err.line, c.err.text);
    REQUIRE(us_games_open(NULL, c.domain, &c.games, NULL) == US_OK);
    fill(&c, three_games);
    return c;
}

static void end(court *c)
{
    us_causes_clear(&c->causes);
    us_failures_clear(&c->failures);
    us_patterns_clear(&c->patterns);
    us_games_close(c->games);
    us_brl_free(c->library);
    us_domain_free(c->domain);
}

/* Patterns are named p0, p1, ... */
static void add_pattern(court *c, const char *blame, const char *repairs, const char *sql)
{
    US_AUTOSTR(text);
    US_AUTOSTR(file);
    us_str_addf(&text,
                "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"%s\", \"repairs\": [%s]}*/\n%s",
                blame, repairs ? repairs : "{\"modop\": \"remove\"}", sql);
    us_str_addf(&file, "p%d.sql", c->patterns.count);
    us_failure_pattern **item = US_NEW_ARRAY(us_failure_pattern *, c->patterns.count + 1);
    for (int i = 0; i < c->patterns.count; i++)
        item[i] = c->patterns.item[i];
    us_mem_free(c->patterns.item);
    c->patterns.item = item;
    if (us_failure_pattern_parse(c->domain, file.text, text.text, text.length,
                                 &item[c->patterns.count], &c->err) != US_OK)
        FAIL("%s: %d:%d: %s", sql, c->err.line, c->err.column, c->err.text);
    REQUIRE(item[c->patterns.count]);
    c->patterns.count++;
}

static us_status assign(court *c)
{
    us_causes_clear(&c->causes);
    us_failures_clear(&c->failures);
    if (us_failures_find(c->games, &c->patterns, &c->failures, &c->err) != US_OK)
        FAIL("%s: %s", c->err.file, c->err.text);
    us_blame_def def = {&c->patterns, &c->failures, c->library, c->least, c->percent};
    return us_blame_assign(c->games, &def, &c->causes, &c->err);
}

/* "p0 train.a x3 b7 2/3 100% step2 top1" for each; "noise" where it is. Held until the next. */
static const char *print_causes(court *c)
{
    static const char *const ways[US_BLAME_WAYS] = {"step",  "commander", "maker", "pursuer",
                                                    "asker", "above",     "top"};
    static char text[4096];
    US_AUTOSTR(out);
    if (assign(c) != US_OK)
        FAIL("%s: %s", c->err.file, c->err.text);
    for (int i = 0; i < c->causes.count; i++) {
        const us_cause *cause = &c->causes.item[i];
        const char *name = "?";
        for (int k = 0; k < c->library->count; k++)
            if (us_template_hash(c->library->item[k]) == cause->behavior)
                name = c->library->item[k]->name;
        us_str_addf(&out, "%sp%d %s%s%s x%d b%d %d/%d %d%%", i ? "; " : "", cause->pattern, name,
                    cause->label[0] ? "." : "", cause->label, (int)cause->failures,
                    (int)cause->badness, cause->games, cause->active, (int)cause->share);
        for (int w = 0; w < US_BLAME_WAYS; w++)
            if (cause->way[w])
                us_str_addf(&out, " %s%d", ways[w], cause->way[w]);
        us_str_add(&out, cause->noise ? " noise" : "");
    }
    REQUIRE(out.length < sizeof text);
    memcpy(text, out.text, out.length + 1);
    return text;
}

/* ---- who is blamed for one failure */

TEST(each_way_of_blame_is_taken_in_its_order)
{
    static const struct {
        const char *blame, *row, *who;
    } rows[] = {
        /* cycle, until, unit, node, goal */
        {"step", "600, 600, 21, 5, 'BuildUnits'", "train.a x1 b1 1/3 100% step1"},
        {"step", "600, 600, NULL, 3, NULL", "win.a x1 b1 1/3 100% step1"},
        {"step", "600, 600, NULL, 4, NULL", "train x1 b1 1/3 100% step1"},
        /* what was made for it is not the library's */
        {"step", "2500, 2500, NULL, 11, NULL", "gather.a x1 b1 1/3 100% step1"},
        {"step", "600, 600, NULL, 1, NULL", "win x1 b1 1/3 100% top1"}, /* nothing above it */
        {"step", "600, 600, 21, NULL, 'BuildUnits'", "train.b x1 b1 1/3 100% commander1"},
        {"unit", "600, 600, 21, 5, 'BuildUnits'", "train.b x1 b1 1/3 100% commander1"},
        {"unit", "499, 600, 21, 5, NULL", "train.a x1 b1 1/3 100% commander1"},
        {"unit", "8000, 8000, 21, 5, NULL", "train.b x1 b1 1/3 100% commander1"},
        /* nothing commands a unit that is idle in the middle of the failure */
        {"unit", "600, 7400, 21, 5, NULL", "train.b x1 b1 1/3 100% commander1"},
        {"unit", "600, 7402, 21, 5, NULL", "win x1 b1 1/3 100% top1"},
        {"unit", "4500, 4500, 21, 5, NULL", "win x1 b1 1/3 100% top1"},
        {"unit", "4500, 4500, 21, 5, 'GetResources'", "win.b x1 b1 1/3 100% asker1"},
        {"unit", "4999, 4999, 21, 5, NULL", "win x1 b1 1/3 100% top1"},
        {"unit", "5000, 5000, 21, 5, NULL", "train.b x1 b1 1/3 100% commander1"},
        {"unit", "4500, 4500, 23, 5, NULL", "win x1 b1 1/3 100% top1"},
        {"step", "8000, 8000, 21, 5, NULL", "train.a x1 b1 1/3 100% step1"},
        {"unit", "3100, 3100, 23, 5, 'BuildUnits'", "gather.a x1 b1 1/3 100% maker1"},
        /* whoever was told to make it after it was born did not make it */
        {"unit", "3100, 3100, 24, 5, 'GetResources'", "gather x1 b1 1/3 100% pursuer1"},
        {"unit", "3100, 3100, 24, 5, NULL", "win x1 b1 1/3 100% top1"},
        {"goal", "600, 600, 21, 5, 'BuildUnits'", "train x1 b1 1/3 100% pursuer1"},
        {"goal", "2000, 2000, 21, 5, 'BuildUnits'", "train x1 b1 1/3 100% pursuer1"},
        {"goal", "2001, 2001, 21, 5, 'BuildUnits'", "win.a x1 b1 1/3 100% asker1"},
        {"goal", "600, 600, 21, 5, 'GetResources'", "win.b x1 b1 1/3 100% asker1"},
        {"goal", "600, 600, 21, 5, 'Research'", "win x1 b1 1/3 100% top1"},
        {"goal", "600, 600, 21, 5, NULL", "win x1 b1 1/3 100% top1"},
        {"top", "600, 600, 21, 5, 'BuildUnits'", "win x1 b1 1/3 100% top1"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_str sql, wanted;
        court c = begin();
        us_test_row(rows[i].row);
        us_str_init(&sql);
        us_str_init(&wanted);
        us_str_addf(&sql,
                    "WITH r(cycle, until, unit, node, goal) AS (VALUES (%s)) "
                    "SELECT 1 AS game, 0 AS seat, 1 AS badness, r.* FROM r",
                    rows[i].row);
        add_pattern(&c, rows[i].blame, NULL, sql.text);
        us_str_addf(&wanted, "p0 %s", rows[i].who);
        CHECK_STR(print_causes(&c), wanted.text);
        us_str_clear(&sql);
        us_str_clear(&wanted);
        end(&c);
    }
}

TEST(the_top_is_what_was_at_work_then_or_nearest_to_it)
{
    static const struct {
        int life[4]; /* of win, then of a second attempt by train */
        const char *when, *who;
    } rows[] = {
        {{0, 9000, 3000, 9000}, "3500, 3500", "win"},   /* the older */
        {{0, 2000, 3000, 9000}, "3500, 3500", "train"}, /* the one that went on */
        {{0, 2000, 3000, 9000}, "2100, 2200", "win"},
        {{0, 2000, 3000, 9000}, "2900, 3500", "train"}, /* it lasted until that began */
        {{0, 2000, 3000, 9000}, "2900, 2950", "win"},
        {{100, 2000, 3000, 9000}, "50, 150", "win"},
        {{100, 2000, 3000, 9000}, "50, 60", ""},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_str sql;
        const int *life = rows[i].life;
        court c = begin();
        us_test_row(rows[i].when);
        us_str_init(&sql);
        us_str_addf(&sql,
                    "DELETE FROM nodes WHERE node > 2; DELETE FROM below WHERE node > 2;"
                    "UPDATE nodes SET started = %d, ready = %d, ended = %d WHERE node = 2;"
                    "INSERT INTO nodes (game, seat, node, of, above, behavior, name, goal, attempt,"
                    " started, ended, end) VALUES (1, 0, 3, 'behavior', 1, {train}, 't',"
                    " 'WinWargus', 2, %d, %d, 'failed');"
                    "INSERT INTO below VALUES (1, 0, 3, 3, 0), (1, 0, 3, 1, 1)",
                    life[0], life[0], life[1], life[2], life[3]);
        fill(&c, sql.text);
        us_str_reset(&sql);
        us_str_addf(&sql,
                    "WITH r(cycle, until) AS (VALUES (%s)) "
                    "SELECT 1 AS game, 0 AS seat, 1 AS badness, r.* FROM r",
                    rows[i].when);
        add_pattern(&c, "top", NULL, sql.text);
        const char *all = print_causes(&c);
        if (rows[i].who[0])
            CHECK_CONTAINS(all, rows[i].who);
        else
            CHECK_STR(all, "");
        CHECK_INT(c.causes.unblamed, rows[i].who[0] ? 0 : 1);
        CHECK_INT(c.causes.others, 0);
        us_str_clear(&sql);
        end(&c);
    }
}

/* ---- what adds up */

#define FAILURES(rows) \
    "WITH r(game, seat, cycle, node, badness) AS (VALUES " rows ") SELECT * FROM r"

TEST(failures_of_several_games_add_up)
{
    court c = begin();
    add_pattern(&c, "step", NULL,
                FAILURES("(1, 0, 600, 5, 3), (1, 0, 700, 5, 9), (1, 0, 800, 6, 1), "
                         "(3, 0, 600, 5, 9), (3, 0, 600, 9, 2)"));
    CHECK_STR(print_causes(&c), "p0 train.a x3 b21 2/3 88% step3; p0 gather.a x1 b2 1/3 8% step1; "
                                "p0 train.b x1 b1 1/3 4% step1");
    const us_cause *first = &c.causes.item[0];
    CHECK_INT(first->worst->game, 1); /* of equals the first */
    CHECK_INT(first->worst->cycle, 700);
    CHECK_INT(c.causes.others, 0);
    end(&c);
}

TEST(what_happens_in_few_of_the_games_is_noise)
{
    static const struct {
        int least, percent;
        const char *noise; /* of the causes in three, two, and one game; noise gathers */
    } rows[] = {
        {1, 0, "..."},  {2, 0, "..n"},  {3, 0, ".n"},  {4, 0, "n"},
        {1, 33, "..."}, {1, 34, "..n"}, {1, 67, ".n"}, {1, 100, ".n"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        char noise[4] = "";
        court c = begin();
        us_test_row(rows[i].noise);
        c.least = rows[i].least;
        c.percent = rows[i].percent;
        add_pattern(&c, "step", NULL,
                    FAILURES("(1, 0, 600, 5, 1), (1, 0, 600, 6, 1), (1, 0, 600, 9, 1),"
                             "(2, 0, 600, 6, 1), (2, 0, 600, 9, 1), (3, 0, 600, 9, 1)"));
        print_causes(&c);
        REQUIRE(c.causes.count < US_COUNT(noise));
        for (int k = 0; k < c.causes.count; k++)
            noise[k] = c.causes.item[k].noise ? 'n' : '.';
        CHECK_STR(noise, rows[i].noise);
        end(&c);
    }
}

TEST(early_failures_are_compared_by_the_results_of_their_seats)
{
    court c = begin();
    /* Game 2 is lost, game 3 has no end. In game 1, seat 1 played with the library, too, and lost;
     * seat 0 failed there in the second half. */
    fill(&c, "UPDATE seats SET score = 1000 * (game = 1 AND seat = 0);"
             "UPDATE seats SET score = NULL WHERE game = 3;"
             "INSERT INTO nodes (game, seat, node, of, behavior, name, goal, attempt, started, end)"
             " VALUES (1, 1, 2, 'behavior', {win}, 'w', 'WinWargus', 1, 0, 'open')");
    add_pattern(&c, "top", NULL,
                FAILURES("(1, 1, 600, NULL, 1), (1, 1, 700, NULL, 1), (1, 0, 4501, NULL, 1),"
                         "(2, 0, 4500, NULL, 1), (3, 0, 600, NULL, 1)"));
    fill(&c, "INSERT INTO below VALUES (1, 1, 2, 2, 0)");
    CHECK_STR(print_causes(&c), "p0 win x5 b5 3/3 100% top5");
    const us_cause *cause = &c.causes.item[0];
    CHECK_INT(cause->all.won, 1);
    CHECK_INT(cause->all.lost, 2);
    CHECK_INT(cause->failed.won, 0);
    CHECK_INT(cause->failed.lost, 2);
    end(&c);
}

TEST(a_cause_explains_losses_if_chance_seldom_makes_lost_games_fail_so_often)
{
    static const struct {
        int failed_lost, lost, failed_won, won, repaired;
        int chance; /* the least one, in percent, with which it explains losses */
    } rows[] = {
        {3, 3, 0, 3, 0, 5},           /* 1 / 20 */
        {2, 3, 1, 3, 0, 50},          /* (9 + 1) / 20 */
        {0, 3, 3, 3, 0, 100},         /* all of them */
        {4, 4, 6, 6, 0, 100},         /* each game fails */
        {14, 20, 23, 44, 0, 15},      /* 0.145 */
        {900, 1800, 900, 2200, 0, 1}, /* far beyond chance */
        {3000, 3000, 3000, 3000, 0, 100},
        {4, 4, 0, 0, 0, 0}, /* none was won */
        {0, 0, 4, 4, 0, 0}, /* none was lost */
        {1, 3, 3, 3, 2, 0}, /* repairs in play decide results, too */
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_cause cause = {.failed = {rows[i].failed_won, rows[i].failed_lost},
                          .all = {rows[i].won, rows[i].lost},
                          .repaired = rows[i].repaired};
        US_AUTOSTR(row);
        us_str_addf(&row, "row %d", i);
        us_test_row(row.text);
        CHECK(us_cause_explains_losses(&cause, rows[i].chance));
        if (rows[i].chance > 0)
            CHECK(!us_cause_explains_losses(&cause, rows[i].chance - 1));
        CHECK_INT(us_cause_compares(&cause),
                  rows[i].won > 0 && rows[i].lost > 0 && rows[i].repaired == 0);
    }
}

TEST(noise_gathers_under_the_lowest_behavior_that_is_no_noise)
{
    static const char of_a_text[] =
        "{\"modop\": \"before\", \"do\": \"achieve GetResources(player: self, {res}: 9)\"}";
    static const struct {
        int least;
        const char *repairs, *rows; /* game, seat, cycle, node, badness, res */
        const char *causes;
    } rows[] = {
        /* two steps of a behavior, then its whole; the third game is alone up to the top */
        {2, NULL, "(1, 0, 600, 5, 1, ''), (2, 0, 600, 6, 1, ''), (3, 0, 2500, 9, 1, '')",
         "p0 train x2 b2 2/3 67% above2; p0 win x1 b1 1/3 33% above1 noise"},
        {3, NULL, "(1, 0, 600, 5, 1, ''), (2, 0, 600, 6, 1, ''), (3, 0, 2500, 9, 1, '')",
         "p0 win x3 b3 3/3 100% above3"},
        /* a cause that is no noise keeps its failures, and what is noise beside it rises */
        {2, NULL, "(1, 0, 600, 5, 1, ''), (2, 0, 600, 5, 1, ''), (3, 0, 600, 6, 1, '')",
         "p0 train.a x2 b2 2/3 67% step2; p0 win x1 b1 1/3 33% above1 noise"},
        /* the lower one rises first, and so finds the other */
        {2, NULL, "(1, 0, 600, 4, 1, ''), (2, 0, 600, 5, 1, '')",
         "p0 train x2 b2 2/3 100% step1 above1"},
        {2, of_a_text, "(1, 0, 600, 5, 1, 'gold'), (2, 0, 600, 6, 1, 'wood')",
         "p0 win x1 b1 1/3 50% above1 noise; p0 win x1 b1 1/3 50% above1 noise"},
        {2, of_a_text, "(1, 0, 600, 5, 1, 'gold'), (2, 0, 600, 6, 1, 'gold')",
         "p0 train x2 b2 2/3 100% above2"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(sql);
        court c = begin();
        us_test_row(rows[i].rows);
        c.least = rows[i].least;
        us_str_addf(&sql,
                    "WITH r(game, seat, cycle, node, badness, res) AS (VALUES %s) SELECT * FROM r",
                    rows[i].rows);
        add_pattern(&c, "step", rows[i].repairs, sql.text);
        CHECK_STR(print_causes(&c), rows[i].causes);
        end(&c);
    }
}

TEST(causes_stand_in_the_order_of_their_weight)
{
    court c = begin();
    c.least = 2;
    add_pattern(&c, "step", NULL,
                FAILURES("(1, 0, 600, 5, 99), (1, 0, 610, 5, 99), (1, 0, 620, 5, 99), "
                         "(1, 0, 600, 6, 1), (2, 0, 600, 6, 1)"));
    add_pattern(&c, "step", NULL,
                FAILURES("(1, 0, 600, 6, 1), (2, 0, 600, 6, 1), (1, 0, 600, 3, 1), "
                         "(2, 0, 600, 3, 1), (2, 0, 700, 3, 1)"));
    CHECK_STR(print_causes(&c),
              "p1 win.a x3 b3 2/3 60% step3; p0 train.b x2 b2 2/3 1% step2; "
              "p1 train.b x2 b2 2/3 40% step2; p0 win x3 b297 1/3 99% above3 noise");
    end(&c);
}

TEST(other_texts_are_other_causes_but_not_other_numbers)
{
    static const char repairs[] =
        "{\"modop\": \"before\", \"do\": \"achieve GetResources(player: self, {res}: {amount})\"}";
    court c = begin();
    add_pattern(&c, "step", repairs,
                "WITH r(game, seat, cycle, node, badness, res, amount, other) AS (VALUES"
                " (1, 0, 600, 5, 1, 'gold', 200, 'x'), (1, 0, 610, 5, 5, 'gold', 900, 'y'),"
                " (2, 0, 600, 5, 2, 'gold', 300, 'z'), (2, 0, 610, 5, 4, 'wood', 100, 'x'),"
                " (3, 0, 600, 5, 1, 'gold', NULL, 'x')) SELECT * FROM r");
    CHECK_STR(print_causes(&c), "p0 train.a x3 b8 2/3 62% step3; p0 train.a x1 b4 1/3 31% step1; "
                                "p0 train.a x1 b1 1/3 8% step1");
    int amount = us_failure_pattern_find_column(c.patterns.item[0], "amount");
    CHECK_STR(c.causes.item[0].worst->value[amount], "900"); /* the worst one's */
    CHECK_STR(c.causes.item[1].worst->value[amount], "100");
    CHECK(c.causes.item[2].worst->value[amount] == NULL);
    end(&c);
}

/* More than a few find their own, in whatever order they come. */
TEST(many_causes_are_kept_apart)
{
    enum { TEXTS = 700, GAMES = 3 };
    static const char repairs[] =
        "{\"modop\": \"before\", \"do\": \"achieve GetResources(player: self, {res}: 1)\"}";
    court c = begin();
    add_pattern(&c, "step", repairs,
                "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 699) "
                "SELECT game, 0 AS seat, 600 + (i * (2 * game + 1)) % 700 AS cycle, 5 AS node, "
                "1 AS badness, 'r' || i AS res FROM games, n");
    REQUIRE(assign(&c) == US_OK);
    CHECK_INT(c.failures.count, TEXTS * GAMES);
    REQUIRE(c.causes.count == TEXTS);
    int column = us_failure_pattern_find_column(c.patterns.item[0], "res");
    for (int i = 0; i < TEXTS; i++) {
        const us_cause *cause = &c.causes.item[i];
        CHECK_INT(cause->failures, GAMES);
        CHECK_INT(cause->games, GAMES);
        for (int k = 0; k < i; k++)
            if (strcmp(cause->worst->value[column], c.causes.item[k].worst->value[column]) == 0)
                FAIL("%s twice", cause->worst->value[column]);
    }
    end(&c);
}

static int asked;

static bool stop_after_two(void)
{
    return ++asked > 2;
}

TEST(whoever_is_stopped_blames_nobody)
{
    court c = begin();
    add_pattern(&c, "step", NULL,
                FAILURES("(1, 0, 600, 5, 1), (1, 0, 610, 5, 1), (2, 0, 600, 5, 1)"));
    CHECK_STR(print_causes(&c), "p0 train.a x3 b3 2/3 100% step3");
    us_causes_clear(&c.causes);
    asked = 0;
    us_games_set_stop(c.games, stop_after_two);
    us_blame_def def = {&c.patterns, &c.failures, c.library, c.least, c.percent};
    CHECK_INT(us_blame_assign(c.games, &def, &c.causes, &c.err), US_INTERRUPTED);
    CHECK_INT(c.causes.count, 0);
    end(&c);
}

/* ---- who played */

TEST(seats_of_others_do_not_count)
{
    court c = begin();
    /* seat 1 of game 2 played with another library that has one behavior in common */
    fill(&c, "INSERT INTO nodes (game, seat, node, of, behavior, name, goal, attempt, started, end)"
             " VALUES (2, 1, 1, 'behavior', {train}, 't', 'BuildUnits', 1, 0, 'open'),"
             " (2, 1, 2, 'behavior', 'eeeeeeeeeeeeeeee', 'o', 'WinWargus', 1, 0, 'open');"
             "DELETE FROM nodes WHERE game = 3 AND node > 3 AND behavior = {train}");
    add_pattern(&c, "step", NULL,
                FAILURES("(1, 0, 600, 5, 1), (1, 1, 600, NULL, 9), (2, 1, 600, 1, 9)"));
    CHECK_STR(print_causes(&c), "p0 train.a x1 b1 1/2 100% step1");
    CHECK_INT(c.causes.others, 2);
    CHECK_INT(c.causes.unblamed, 0);
    REQUIRE(c.causes.owns == 1);
    CHECK(c.causes.own[0]->game == 1 && c.causes.own[0]->seat == 0);
    end(&c);
}

TEST(a_library_that_played_against_itself_was_in_one_game)
{
    court c = begin();
    fill(
        &c,
        "INSERT INTO nodes SELECT game, 1, node, of, above, behavior, name, label, goal,"
        " attempt, case_id, similarity, margin, ready, started, ended, end, why, lacks, item,"
        " amount FROM nodes WHERE game = 1; INSERT INTO below SELECT game, 1, node, above, distance"
        " FROM below WHERE game = 1");
    c.least = 2;
    add_pattern(&c, "step", NULL,
                FAILURES("(1, 0, 600, 5, 1), (1, 1, 600, 5, 1), (1, 0, 700, 5, 1)"));
    CHECK_STR(print_causes(&c), "p0 win x3 b3 1/3 100% above3 noise");
    end(&c);
}

TEST(a_game_of_another_library_is_refused)
{
    static const struct {
        const char *sql, *says;
    } rows[] = {
        {"UPDATE nodes SET behavior = 'eeeeeeeeeeeeeeee' WHERE game = 2 AND behavior = {gather}",
         "played with another library: seat 0 (library:x) used 3 behaviors, of which 2 are in "
         "this one"},
        {"DELETE FROM nodes WHERE game = 2; UPDATE seats SET player = 'expert:x' WHERE game = 2",
         "no seat has the plan of a library"},
        {"UPDATE nodes SET attempt = NULL WHERE game = 2;"
         "UPDATE seats SET player = 'tree:x' WHERE game = 2",
         "no seat has the plan of a library"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        court c = begin();
        us_test_row(rows[i].says);
        fill(&c, rows[i].sql);
        add_pattern(&c, "step", NULL, FAILURES("(1, 0, 600, 5, 1)"));
        CHECK_INT(assign(&c), US_MISMATCH);
        CHECK_STR(c.err.file, "b.jsonl");
        CHECK_CONTAINS(c.err.text, rows[i].says);
        CHECK_INT(c.causes.count, 0);
        end(&c);
    }
}

TEST(a_game_in_which_no_behavior_was_at_work_yet_tells_nothing)
{
    static const char failures[] =
        FAILURES("(1, 0, 600, 5, 1), (2, 0, 0, NULL, 9), (2, 1, 0, NULL, 9), (3, 0, 600, 5, 1)");
    court c = begin();
    fill(&c, "DELETE FROM nodes WHERE game = 2");
    add_pattern(&c, "step", NULL, failures);
    CHECK_STR(print_causes(&c), "p0 train.a x2 b2 2/2 100% step2");
    CHECK_INT(c.causes.silent, 1);
    CHECK_INT(c.causes.planless, 0);
    CHECK_INT(c.causes.unblamed, 1);
    CHECK_INT(c.causes.others, 1);
    end(&c);
    c = begin();
    fill(&c, "DELETE FROM nodes");
    add_pattern(&c, "top", NULL, FAILURES("(1, 0, 600, NULL, 1)"));
    CHECK_INT(assign(&c), US_MISMATCH);
    CHECK_STR(c.err.file, "a.jsonl");
    CHECK_CONTAINS(c.err.text, "no behavior of a library had begun, here or in another game");
    end(&c);
}

/* It is over, or has orders: so its library played. */
TEST(a_game_that_tells_no_plan_is_told_as_such)
{
    static const struct {
        const char *sql;
        int silent, planless;
    } rows[] = {
        {"", 1, 1},
        {"UPDATE games SET outcome = 'cut';"
         "INSERT INTO orders (game, id, cycle, seat, action) VALUES (2, 1, 9, 0, 'stop')",
         1, 1},
        {"UPDATE games SET outcome = 'cut';"
         "INSERT INTO orders (game, id, cycle, seat, action) VALUES (2, 1, 9, 1, 'stop')",
         1, 0},
        {"UPDATE seats SET planned = 1", 1, 0},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        court c = begin();
        us_test_row(rows[i].sql);
        fill(&c, "DELETE FROM nodes WHERE game = 2; UPDATE seats SET planned = 0 WHERE game = 2");
        fill(&c, rows[i].sql);
        add_pattern(&c, "step", NULL, FAILURES("(1, 0, 600, 5, 1), (3, 0, 600, 5, 1)"));
        REQUIRE(assign(&c) == US_OK);
        CHECK_INT(c.causes.silent, rows[i].silent);
        CHECK_INT(c.causes.planless, rows[i].planless);
        end(&c);
    }
    court c = begin();
    us_test_row(NULL);
    fill(&c, "DELETE FROM nodes; UPDATE seats SET planned = 0 WHERE game > 1");
    add_pattern(&c, "top", NULL, FAILURES("(1, 0, 600, NULL, 1)"));
    CHECK_INT(assign(&c), US_MISMATCH);
    CHECK_STR(c.err.file, "b.jsonl");
    CHECK_CONTAINS(c.err.text, "the trace has no plan, as if recorded with --no-plan");
    end(&c);
}

TEST(a_game_tells_what_a_library_saw)
{
    static const struct {
        int game, seat;
        const char *file, *player;
        us_hash map;
        bool seeded;
        uint64_t seed;
    } rows[] = {
        {1, 0, "a.jsonl", "library:x", 0xaa, true, 7},
        {2, 1, "b.jsonl", "ai:raid", 0, false, 0},
        {3, 0, "c.jsonl", "library:x", 0, true, UINT64_MAX},
        {4, 0, "", "", 0, false, 0},
    };
    court c = begin();
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_game_row row;
        US_AUTOPTR(us_arena) arena = us_arena_new();
        us_test_row(rows[i].file);
        CHECK_INT(
            us_games_read_row(c.games, rows[i].game, (us_seat)rows[i].seat, arena, &row, NULL),
            US_OK);
        CHECK_STR(row.file, rows[i].file);
        CHECK_STR(row.player, rows[i].player);
        CHECK_HASH(row.game.map, rows[i].map);
        CHECK_INT(row.game.seeded, rows[i].seeded);
        CHECK(row.game.seed == rows[i].seed);
    }
    end(&c);
}
