#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "behavior/q.h"
#include "tests/unit/scripted_run.h"

/* ---- the table */

TEST(values_follow_the_formula_and_are_rounded_to_the_nearest)
{
    US_AUTOPTR(us_q) q = us_q_new(50, 90);
    us_q_update(q, "a", "go", 10, NULL); /* half of 10 */
    CHECK_INT(us_q_value(q, "a", "go"), 5000);
    us_q_update(q, "a", "go", 10, NULL);
    CHECK_INT(us_q_value(q, "a", "go"), 7500);
    us_q_update(q, "b", "go", -1, "a"); /* half of -1 + 0.9 * 7.5 */
    CHECK_INT(us_q_value(q, "b", "go"), 2875);
    us_q_update(q, "b", "wait", -3, "nowhere");
    CHECK_INT(us_q_value(q, "b", "wait"), -1500);
    us_q_update(q, "c", "go", 0, "b"); /* 0.9 * 2.875 is 2.5875; half of 2.588 */
    CHECK_INT(us_q_value(q, "c", "go"), 1294);
    CHECK_INT(us_q_value(q, "c", "wait"), 0);
    CHECK_INT(us_q_max_value(q, "go"), 7500);
    CHECK_INT(us_q_max_value(q, "wait"), -1500);
    CHECK_INT(us_q_max_value(q, "fly"), 0);
}

/* An option that was never tried there may be better than those that were. */
TEST(what_was_never_tried_counts_nothing)
{
    US_AUTOPTR(us_q) q = us_q_new(100, 100);
    us_q_update(q, "a", "go", -5, NULL);
    us_q_update(q, "b", "wait", -1, "a");
    CHECK_INT(us_q_value(q, "b", "wait"), -1000);
    us_q_update(q, "a", "wait", -2, NULL);
    us_q_update(q, "b", "wait", -1, "a");
    CHECK_INT(us_q_value(q, "b", "wait"), -3000);
}

TEST(values_have_an_end)
{
    US_AUTOPTR(us_q) q = us_q_new(100, 100);
    for (int i = 0; i < 5000; i++) {
        us_q_update(q, "a", "up", US_Q_MOST, "a");
        us_q_update(q, "b", "down", -US_Q_MOST, NULL);
    }
    CHECK_INT(us_q_value(q, "a", "up"), (int64_t)1000 * US_Q_MOST * US_Q_ONE);
}

TEST(a_table_is_read_as_it_was_written)
{
    us_q *q = us_q_new(20, 90), *back = NULL;
    US_AUTOSTR(text);
    US_AUTOSTR(again);
    us_q_update(q, "4,1", "right", 7, NULL);
    us_q_update(q, "3,1", "up \"there\"", -2, "4,1");
    us_q_write(q, &text);
    CHECK_STR(text.text, "{\"rate\":20,\"discount\":90,\"values\":[{\"state\":\"3,1\",\"option\":"
                         "\"up \\\"there\\\"\",\"value\":-148},{\"state\":\"4,1\",\"option\":"
                         "\"right\",\"value\":1400}]}\n");
    REQUIRE(us_q_read("q.json", text.text, text.length, &back, NULL) == US_OK);
    us_q_write(back, &again);
    CHECK_STR(again.text, text.text);
    us_q_update(q, "3,1", "right", 1, "4,1");
    us_q_update(back, "3,1", "right", 1, "4,1");
    CHECK_INT(us_q_value(back, "3,1", "right"), us_q_value(q, "3,1", "right"));
    us_q_free(q);
    us_q_free(back);
}

TEST(a_table_with_faults_is_refused_with_its_place)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"{\"rate\":0,\"discount\":90,\"values\":[]}", "q.json:1:9: "},
        {"{\"rate\":1,\"discount\":101,\"values\":[]}", "q.json:1:22: "},
        {"{\"rate\":1,\"discount\":1}", "values"},
        {"{\"rate\":1,\"discount\":1,\"values\":[{\"state\":\"a\",\"option\":\"b\"}]}", "value"},
        {"{\"rate\":1,\"discount\":1,\"values\":[{\"state\":\"a\",\"option\":\"b\",\"value\":1},"
         "{\"state\":\"a\",\"option\":\"b\",\"value\":2}]}",
         "has a value already"},
        {"{\"rate\":1,\"discount\":1,\"values\":[],\"x\":1}", "x"},
        {"[", "q.json:1:2"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        us_q *q = NULL;
        CHECK(us_q_read("q.json", rows[i].text, strlen(rows[i].text), &q, &err) != US_OK);
        char told[500];
        CHECK_CONTAINS(us_error_print(&err, told, sizeof told), rows[i].message);
        CHECK(!q);
    }
}

/* ---- a gridworld: a tree that somebody wrote, and what becomes of it */

enum { WIDE = 5, HIGH = 4, STEPS = 40, OPTIONS = 4 };

static const char *const labels[OPTIONS] = {"right", "up", "left", "down"};
/* From the lower left to the goal; each step costs 1, a trap 20, and both end it. */
static const char grid[HIGH][WIDE + 1] = {"....G", ".##.#", ".#.TT", "....#"};

typedef struct walk {
    us_q *q;
    int place, reward;
    bool over;
} walk;

static int step_from(int place, int option)
{
    static const int dx[] = {1, 0, -1, 0}, dy[] = {0, -1, 0, 1};
    int x = place % WIDE + dx[option], y = place / WIDE + dy[option];
    bool free = x >= 0 && x < WIDE && y >= 0 && y < HIGH && grid[y][x] != '#';
    return free ? y * WIDE + x : -1;
}

static int reward_at(int place)
{
    char c = grid[place / WIDE][place % WIDE];
    return c == 'G' ? 30 : c == 'T' ? -20 : -1;
}

static bool ends_at(int place)
{
    return strchr("GT", grid[place / WIDE][place % WIDE]) != NULL;
}

static const char *state_of(int place)
{
    static char text[2][16];
    static int turn;
    snprintf(text[turn ^= 1], sizeof text[0], "%d", place);
    return text[turn];
}

static int option_of(const scripted_run *k, us_node_ref spot)
{
    const char *label = us_run_frame_template(k->run, spot.frame)->node[spot.node].label;
    for (int i = 0; i < OPTIONS; i++)
        if (us_text_equal(label, labels[i]))
            return i;
    return -1;
}

static us_answer take_step(scripted_run *k, us_node_ref spot, bool begins)
{
    walk *w = k->own;
    int to = step_from(w->place, option_of(k, spot));
    (void)begins;
    if (w->over || to < 0)
        return w->over ? US_RUNNING : US_FAILURE;
    w->place = to;
    w->reward += reward_at(to);
    w->over = ends_at(to);
    us_run_bind(k->run, 1, 0, (us_value){.number = to});
    return US_SUCCESS;
}

static int64_t ask_table(scripted_run *k, us_node_ref spot)
{
    const walk *w = k->own;
    return us_q_value(w->q, state_of(w->place), labels[option_of(k, spot)]);
}

/* What a tree earns from the start. */
static int earned(const char *body, us_q *q)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    US_AUTOSTR(text);
    walk w = {.q = q, .place = (HIGH - 1) * WIDE};
    us_str_addf(&text, "brl 1\n\nslot place: number = %d\n\ntree Main {\ndo repeat %s\n}\n",
                w.place, body);
    scripted_run_open(&k, text.text);
    k.own = &w;
    k.answer = take_step;
    k.score = ask_table;
    k.quiet = true;
    scripted_run_start(&k, "Main");
    for (int i = 0; i < STEPS && !w.over; i++)
        scripted_run_tick(&k);
    return w.reward;
}

static us_q *learn_offline(uint64_t seed)
{
    us_rng rng = us_rng_derive(seed, "gridworld", 0);
    us_q *q = us_q_new(50, 90);
    for (int episode = 0; episode < 400; episode++) {
        int place = (HIGH - 1) * WIDE;
        for (int i = 0; i < STEPS && !ends_at(place); i++) {
            int option = (int)us_rng_next_below(&rng, OPTIONS), to = step_from(place, option);
            int at = to < 0 ? place : to;
            us_q_update(q, state_of(place), labels[option], to < 0 ? -2 : reward_at(to),
                        ends_at(at) ? NULL : state_of(at));
            place = at;
        }
    }
    return q;
}

/* Each option behind the states in which it is the best, the most promising first. */
static void write_sorted(const us_q *q, us_str *out)
{
    bool done[OPTIONS] = {false};
    us_str_add(out, "selector {\n");
    for (int n = 0; n < OPTIONS; n++) {
        int first = -1;
        for (int i = 0; i < OPTIONS; i++)
            if (!done[i] &&
                (first < 0 || us_q_max_value(q, labels[i]) > us_q_max_value(q, labels[first])))
                first = i;
        done[first] = true;
        us_str_add(out, "sequence {\ncheck place < 0");
        for (int place = 0; place < WIDE * HIGH; place++) {
            int64_t value = us_q_value(q, state_of(place), labels[first]);
            bool best = value != 0;
            for (int i = 0; i < OPTIONS; i++)
                best = best && us_q_value(q, state_of(place), labels[i]) <= value;
            if (best)
                us_str_addf(out, " or place == %d", place);
        }
        us_str_addf(out, "\n%s: act stop()\n}\n", labels[first]);
    }
    us_str_add(out, "}");
}

TEST(a_tree_sorted_by_what_was_learned_earns_what_is_best)
{
    static const char written[] = "selector {\nright: act stop()\nup: act stop()\n"
                                  "left: act stop()\ndown: act stop()\n}";
    static const char chooser[] = "choose score q {\nright: act stop()\nup: act stop()\n"
                                  "left: act stop()\ndown: act stop()\n}";
    enum { BEST = 30 - 6 }; /* seven steps, round the traps */
    int before = earned(written, NULL);
    CHECK(before < BEST);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        US_AUTOPTR(us_q) q = learn_offline(seed);
        US_AUTOSTR(sorted);
        write_sorted(q, &sorted);
        CHECK_INT(earned(chooser, q), BEST);
        CHECK_INT(earned(sorted.text, NULL), BEST);
    }
}
