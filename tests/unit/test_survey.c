/* What docs/TREE_RUNS.md says of the survey: its examples are run, its table names tests. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "tests/unit/scripted_run.h"

static void load_manual(char **page)
{
    size_t length;
    REQUIRE(us_file_read("docs/TREE_RUNS.md", 1 << 20, page, &length, NULL) == US_OK);
}

/* The file in which the manual shows that tree, and the tree begun. */
static void open_example(scripted_run *k, const char *tree)
{
    char *page, named[64];
    load_manual(&page);
    char *text = page;
    snprintf(named, sizeof named, "\ntree %s {", tree);
    char *at = strstr(page, named);
    REQUIRE(at);
    for (char *next = page; (next = strstr(next, "```brl\n")) && next < at; next = text)
        text = next + strlen("```brl\n");
    REQUIRE(text > page);
    char *end = strstr(text, "\n```");
    REQUIRE(end);
    *end = '\0';
    scripted_run_open(k, text);
    us_mem_free(page);
    scripted_run_start(k, tree);
}

/* A slot of the file, once its root has begun. */
static void bind(scripted_run *k, const char *slot, int number)
{
    int index = us_template_find_slot(us_run_frame_template(k->run, 1), slot);
    REQUIRE(index >= 0);
    us_run_bind(k->run, 1, index, (us_value){.number = number});
}

/* ---- timed trees: to the cycle */

/* a ends in the cycle `ends`, b in the cycle `done` (-1: never): when b begins, and how all ends.
 */
static void check_breach(int ends, int done, int begins, int over, us_answer last)
{
    scripted_run k = {0};
    open_example(&k, "Breach");
    k.world.now = 100;
    us_answer answer = US_RUNNING;
    int t = 0, began = -1;
    for (; answer == US_RUNNING && t < 20; t++) {
        scripted_run_script(&k, "a", t >= ends ? "S" : "R");
        scripted_run_script(&k, "b", done >= 0 && t >= done ? "S" : "R");
        answer = scripted_run_tick(&k);
        if (began < 0 && strstr(scripted_run_log(&k), "b>"))
            began = t;
    }
    char row[80];
    snprintf(row, sizeof row, "a to %d, b to %d", ends, done);
    us_test_row(row);
    CHECK_INT(began, begins);
    CHECK_INT(t - 1, over);
    CHECK_INT(answer, last);
    scripted_run_close(&k);
}

TEST(clocks_are_reset_guard_and_hold_to_the_cycle)
{
    check_breach(0, 0, 3, 3, US_SUCCESS); /* it waits for 3 */
    check_breach(2, 0, 3, 3, US_SUCCESS);
    check_breach(3, 0, 3, 3, US_SUCCESS);
    check_breach(4, 0, 4, 4, US_SUCCESS);
    check_breach(6, 0, 6, 6, US_SUCCESS);  /* the last that is in time */
    check_breach(7, 0, -1, 7, US_FAILURE); /* too late by one */
    check_breach(5, 8, 5, 8, US_SUCCESS);  /* the invariant holds at 8 */
    check_breach(5, 9, 5, 9, US_FAILURE);  /* and no longer */
    check_breach(0, -1, 3, 9, US_FAILURE);
}

TEST(a_machine_leaves_a_state_by_its_clock)
{
    scripted_run k = {0};
    open_example(&k, "Watch");
    k.world.now = 40;
    scripted_run_script(&k, "b", "RS");
    for (int t = 0; t < 3; t++)
        CHECK_INT(scripted_run_tick(&k), US_RUNNING);
    CHECK_STR(scripted_run_log(&k), "a> a. a.");
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a! b>");
    CHECK_INT(scripted_run_tick(&k), US_SUCCESS);
    scripted_run_close(&k);
}

/* ---- numbers in scores */

static const char *fights(int difficulty, int threat, int health, int bold)
{
    static char said[16];
    scripted_run k = {0};
    open_example(&k, "Fight");
    bind(&k, "difficulty", difficulty);
    bind(&k, "threat", threat);
    bind(&k, "health", health);
    bind(&k, "bold", bold);
    scripted_run_tick(&k);
    snprintf(said, sizeof said, "%s", scripted_run_log(&k));
    scripted_run_close(&k);
    return said;
}

TEST(levels_of_difficulty_are_numbers_in_a_tree)
{
    CHECK_STR(fights(1, 0, 20, 2), "cover>"); /* 40 against 50 */
    CHECK_STR(fights(2, 0, 20, 2), "hit>");   /* 40 against 25 */
    CHECK_STR(fights(3, 0, 20, 2), "flank>");
}

TEST(a_reasoner_is_a_score_with_weights)
{
    CHECK_STR(fights(1, 60, 90, 2), "hit>");   /* 120 against 110 */
    CHECK_STR(fights(1, 70, 90, 2), "cover>"); /* 110 against 120 */
    CHECK_STR(fights(1, 70, 90, 3), "hit>");   /* 200 against 120: who is bold */
}

TEST(a_utility_that_falls_is_a_quotient)
{
    enum { DRAWS = 3000 };
    static const int threats[] = {0, 100, 300}, expected[] = {100, 50, 25};
    for (int i = 0; i < US_COUNT(threats); i++) {
        int hits = 0;
        scripted_run k = {.seed = 5};
        open_example(&k, "Shoot");
        scripted_run_script(&k, "hit", "S");
        scripted_run_script(&k, "cover", "S");
        bind(&k, "threat", threats[i]);
        for (int n = 0; n < DRAWS; n++) {
            scripted_run_tick(&k);
            hits += scripted_run_log(&k)[0] == 'h';
            scripted_run_start(&k, "Shoot");
        }
        scripted_run_close(&k);
        int share = expected[i] * DRAWS / (expected[i] + 50); /* against health 100 */
        CHECK(hits > share - 100 && hits < share + 100);
    }
}

/* ---- bad input: refused, or it has an end */

TEST(what_leads_nowhere_is_refused)
{
    static const struct {
        const char *body, *fault;
    } rows[] = {
        {"call T(n: where)", "expected a number, found a cell"},
        {"act attack(target: n)", "expected an entity, found a number"},
        {"machine { state a { act stop()\non gone -> goto b } }", "no state \"b\" in this machine"},
        {"push nowhere call T(n: 1)", "no stack \"nowhere\""},
        {"monitor { act stop()\non nothing -> act stand() }", "nothing"},
        {"choose { option(n) act stop() }", "asks for 0 scores"},
        {"choose score hint { option(n) act stop() }", "asks for 0 scores"},
        {"choose score utility interrupt 3 { option(n) act stop() }",
         "an interrupt that never comes"},
        {"choose recheck tick interrupt 3 { act stop() }", "a score that only ranks"},
        {"choose score utility interrupt many { option(n) act stop() }", "expected"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_str text;
        us_faults faults = {0};
        us_str_init(&text);
        us_str_addf(&text,
                    "brl 1\ntree T(n: number) {\ndo act stop()\n}\n"
                    "tree Main(n: number, where: cell) {\ndo %s\n}\n",
                    rows[i].body);
        us_test_row(rows[i].body);
        us_brl_free(brl_read(text.text, &faults));
        bool found = false;
        for (int f = 0; f < faults.count; f++)
            found =
                found || (faults.fault[f].line >= 6 && strstr(faults.fault[f].what, rows[i].fault));
        if (!found)
            FAIL("%d faults, the first: %s", faults.count,
                 faults.count ? faults.fault[0].what : "");
        us_faults_clear(&faults);
        us_str_clear(&text);
    }
}

static const char *const endless[] = {
    /* pushed in each cycle, and by each other */
    "stacks low, high {\n a: act stop()\n when 1 == 1 -> push high call One()\n"
    " when 1 == 1 -> push low call Two()\n }",
    "stacks low, high {\n a: act stop()\n on ping -> push high call Two()\n"
    " on pong -> push low call One()\n when 1 == 1 -> emit ping\n }",
    "stacks low {\n call One()\n on ping -> push low call Two()\n on pong -> push low call One()\n "
    "}",
    "monitor {\n a: act stop()\n when 1 == 1 -> call One()\n when 1 == 1 -> call Two()\n }",
    /* hints that are refused and given again */
    "monitor {\n choose score hint recheck event {\n a: act stop()\n"
    " ping: sequence {\n check 1 == 2\n b: act stop()\n }\n }\n on refused -> emit ping\n"
    " when 1 == 1 -> emit ping\n }",
    "monitor {\n choose score hint recheck event interrupt 1 {\n ping: set mood = mood + 1\n"
    " pong: act stop()\n }\n when 1 == 1 -> sequence {\n emit ping\n emit pong\n }\n }",
    /* each interrupts the other */
    "choose score utility recheck tick interrupt 1 {\n option(now % 2 * 9) a: act stop()\n"
    " option(9 - now % 2 * 9) b: act stop()\n }",
};

TEST(what_has_no_end_is_bounded)
{
    for (int i = 0; i < US_COUNT(endless); i++) {
        scripted_run k = {.quiet = true};
        us_str text;
        us_test_row(endless[i]);
        us_str_init(&text);
        us_str_addf(
            &text,
            "brl 1\n\nslot mood: number = 0\n\ntree Main {\ndo %s\n}\n"
            "tree One {\ndo sequence {\nemit ping\nset mood = mood + 1\nc: act stop()\n}\n}\n"
            "tree Two {\ndo sequence {\nemit pong\nd: act stop()\n}\n}\n",
            endless[i]);
        scripted_run_open(&k, text.text);
        us_str_clear(&text);
        scripted_run_start(&k, "Main");
        int64_t visits = 0;
        for (int t = 0; t < 300; t++) {
            scripted_run_tick(&k);
            CHECK(us_run_read_counts(k.run).visits - visits < 4000);
            visits = us_run_read_counts(k.run).visits;
        }
        CHECK(us_run_read_counts(k.run).frames_most < 64);
        scripted_run_close(&k);
    }
}

/* ---- the table */

/* `test_FILE.c: SENTENCE`, or the file alone. */
static void check_row(char *test)
{
    char *sentence = strstr(test, ": "), path[120], named[200];
    if (sentence)
        *sentence = '\0';
    snprintf(path, sizeof path, "tests/unit/%s", test);
    char *source;
    size_t length;
    us_test_row(test);
    REQUIRE(us_file_read(path, 1 << 20, &source, &length, NULL) == US_OK);
    if (sentence) {
        snprintf(named, sizeof named, "TEST(%s)", sentence + 2);
        for (char *at = named; *at; at++)
            *at = *at == ' ' ? '_' : *at;
        CHECK_CONTAINS(source, named);
    }
    us_mem_free(source);
}

TEST(each_row_of_the_table_has_a_test)
{
    char *page;
    load_manual(&page);
    char *line = strstr(page, "\n| there | here | test |\n");
    REQUIRE(line);
    line = strstr(line + 1, "| --- | --- | --- |\n") + strlen("| --- | --- | --- |\n");
    int rows = 0;
    for (; *line == '|'; rows++) {
        char *end = strchr(line, '\n');
        *end = '\0';
        char *test = strstr(line, "| test_");
        REQUIRE(test);
        *strstr(test, " |") = '\0';
        check_row(test + 2);
        line = end + 1;
    }
    CHECK(rows >= 18);
    us_mem_free(page);
}
