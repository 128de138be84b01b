/* Statuses of the classic nodes, held against plain readings of the survey's algorithms: all
 * answers of all children over a few cycles. */
#include <stdio.h>
#include <string.h>

#include "tests/unit/scripted_run.h"

enum { MOST = 4 };

/* What child i answers in cycle t, and what an interpreter of the plain text makes of it. */
typedef struct plain {
    int children, ticks;
    us_answer answer[MOST][MOST];
    bool running[MOST];
    int run_index;
    us_answer ended[MOST]; /* of a parallel */
    us_str log;
    scripted_run *kit;
} plain;

static void note(plain *p, int child, const char *what)
{
    us_str_addf(&p->log, "%s%c%s", p->log.length ? " " : "", 'a' + child, what);
}

/* Tick(child(i)) */
static us_answer tick_child(plain *p, int child, int t)
{
    us_answer answer = p->answer[child][t];
    note(p, child, p->running[child] ? "." : ">");
    p->running[child] = answer == US_RUNNING;
    if (answer != US_RUNNING)
        note(p, child, answer == US_SUCCESS ? "S" : "F");
    return answer;
}

/* Only running children are halted. */
static void halt_but(plain *p, int child)
{
    for (int i = 0; i < p->children; i++) {
        if (i == child || !p->running[i])
            continue;
        note(p, i, "!");
        p->running[i] = false;
    }
}

/* Algorithms 1 and 2 begin at the first child, 5 and 6 at runIndex. `on` goes on: success in a
 * sequence, failure in a selector. */
static us_answer line(plain *p, us_answer on, us_memory memory, int t)
{
    for (int i = memory == US_MEMORY_NONE ? 0 : p->run_index; i < p->children; i++) {
        us_answer state = tick_child(p, i, t);
        p->run_index = i;
        if (state == US_RUNNING) {
            halt_but(p, i);
            return US_RUNNING;
        }
        if (state != on) {
            halt_but(p, -1);
            if (memory != US_MEMORY_LATCH || state == US_SUCCESS)
                p->run_index = 0;
            return state;
        }
    }
    halt_but(p, -1);
    if (memory != US_MEMORY_LATCH || on == US_SUCCESS)
        p->run_index = 0;
    return on;
}

static us_answer scripted(scripted_run *k, us_node_ref node_ref, bool begins)
{
    const plain *p = k->own;
    const us_template *t = us_run_frame_template(k->run, node_ref.frame);
    (void)begins;
    return p->answer[t->node[node_ref.node].label[0] - 'a'][k->world.now];
}

/* The combination of that number: digits to the base of three. */
static bool set_answers(plain *p, int number)
{
    for (int i = 0; i < p->children; i++)
        for (int t = 0; t < p->ticks; t++, number /= 3)
            p->answer[i][t] = (us_answer)(US_RUNNING + number % 3);
    memset(p->running, 0, sizeof p->running);
    memset(p->ended, 0, sizeof p->ended);
    p->run_index = 0;
    return number == 0;
}

static void start_plain(plain *p, scripted_run *k, const char *head)
{
    us_str body;
    us_str_init(&body);
    us_str_init(&p->log);
    us_str_addf(&body, "repeat succeed %s {\n", head);
    for (int i = 0; i < p->children; i++)
        us_str_addf(&body, "%c: act stop()\n", 'a' + i);
    us_str_add(&body, "}");
    scripted_run_tree(k, body.text, "");
    us_str_clear(&body);
    k->answer = scripted;
    k->own = p;
}

/* One tick of both; false: they differ. */
static bool same_tick(plain *p, scripted_run *k, us_answer expected, const char *head, int number)
{
    uint32_t frame;
    scripted_run_tick(k);
    us_run_list_frames(k->run, &frame, 1);
    bool log = CHECK_STR(scripted_run_log(k), p->log.text ? p->log.text : "");
    bool answer = CHECK_INT(us_run_node_answer(k->run, (us_node_ref){frame, 2}), expected);
    us_str_reset(&p->log);
    if (!log || !answer)
        FAIL("%s of %d, combination %d, cycle %d", head, p->children, number, k->world.now - 1);
    return log && answer;
}

static void restart(scripted_run *k)
{
    us_view view = scripted_run_view(k);
    us_run_halt(k->run, &view);
    scripted_run_log(k);
    k->world.now = 0;
    scripted_run_start(k, "Main");
}

static void all_of_line(us_answer on, us_memory memory, int children, int ticks)
{
    static const char *const words[] = {"none", "resume", "latch"};
    plain p = {.children = children, .ticks = ticks};
    US_AUTO(scripted_run_close) scripted_run k = {0};
    char head[64];
    snprintf(head, sizeof head, "%s memory %s", on == US_SUCCESS ? "sequence" : "selector",
             words[memory]);
    start_plain(&p, &k, head);
    bool same = true;
    for (int number = 0; same && set_answers(&p, number); number++) {
        restart(&k);
        for (int t = 0; same && t < ticks; t++)
            same = same_tick(&p, &k, line(&p, on, memory, t), head, number);
    }
    us_str_clear(&p.log);
}

TEST(sequences_and_selectors_do_as_the_algorithms_say)
{
    static const int ticks[] = {0, 4, 4, 3};
    for (int memory = US_MEMORY_NONE; memory <= US_MEMORY_LATCH; memory++)
        for (int children = 1; children <= 3; children++)
            for (int on = US_SUCCESS; on <= US_FAILURE; on++)
                all_of_line((us_answer)on, (us_memory)memory, children, ticks[children]);
}

/* Succeeds at m; fails when all have ended with fewer, at f failures, or when m is out of reach.
 * Children that have ended are left alone. */
static us_answer parallel(plain *p, int m, int fail, int t)
{
    int good = 0, bad = 0;
    for (int i = 0; i < p->children; i++) {
        if (p->ended[i] == US_ANSWER_NONE) {
            us_answer answer = tick_child(p, i, t);
            p->ended[i] = answer == US_RUNNING ? US_ANSWER_NONE : answer;
        }
        good += p->ended[i] == US_SUCCESS;
        bad += p->ended[i] == US_FAILURE;
        us_answer all = good >= m ? US_SUCCESS : US_RUNNING;
        if (good < m &&
            ((fail > 0 && bad >= fail) || (fail == US_FAIL_EARLY && p->children - bad < m) ||
             good + bad == p->children))
            all = US_FAILURE;
        if (all == US_RUNNING)
            continue;
        halt_but(p, -1);
        memset(p->ended, 0, sizeof p->ended);
        return all;
    }
    return US_RUNNING;
}

static void all_of_parallel(int m, int fail, int children, int ticks)
{
    plain p = {.children = children, .ticks = ticks};
    US_AUTO(scripted_run_close) scripted_run k = {0};
    char head[64], fails[32] = "";
    if (fail)
        snprintf(fails, sizeof fails, fail > 0 ? " fail %d" : " fail early", fail);
    snprintf(head, sizeof head, "parallel succeed %d%s", m, fails);
    start_plain(&p, &k, head);
    bool same = true;
    for (int number = 0; same && set_answers(&p, number); number++) {
        restart(&k);
        for (int t = 0; same && t < ticks; t++)
            same = same_tick(&p, &k, parallel(&p, m, fail, t), head, number);
    }
    us_str_clear(&p.log);
}

TEST(parallels_succeed_at_m_of_n_and_fail_as_they_are_told)
{
    static const int ticks[] = {0, 3, 3, 2, 2};
    for (int children = 1; children <= MOST; children++)
        for (int m = 1; m <= children; m++)
            for (int fail = US_FAIL_EARLY; fail <= children; fail++)
                all_of_parallel(m, fail, children, ticks[children]);
}

/* Algorithm 4: a condition succeeds or fails, and in a line without memory it is the same as if it
 * were asked in each cycle, though it is only asked when what it reads has changed. */
TEST(conditions_count_as_if_they_were_asked_in_each_cycle)
{
    for (int kind = 0; kind < 2; kind++) {
        US_AUTO(scripted_run_close) scripted_run k = {0};
        scripted_run_tree(
            &k,
            kind ? "selector memory none {\n check gold(self) >= 10\n b: act stop()\n }"
                 : "sequence memory none {\n check gold(self) < 10\n b: act stop()\n }",
            "");
        k.pause = 1000;
        CHECK_INT(scripted_run_tick(&k), US_RUNNING);
        CHECK_STR(scripted_run_log(&k), "b>");
        int64_t visits = us_run_read_counts(k.run).visits;
        CHECK_INT(us_run_read_counts(k.run).conditions, 1);
        for (int i = 0; i < 5; i++)
            CHECK_INT(scripted_run_tick(&k), US_RUNNING);
        CHECK_INT(us_run_read_counts(k.run).conditions, 1);
        CHECK_INT(us_run_read_counts(k.run).visits, visits);
        scripted_run_gold(&k, 9);
        CHECK_INT(scripted_run_tick(&k), US_RUNNING);
        CHECK_INT(us_run_read_counts(k.run).conditions, 2);
        CHECK_INT(us_run_read_counts(k.run).visits, visits);
        scripted_run_gold(&k, 10);
        CHECK_INT(scripted_run_tick(&k), kind ? US_SUCCESS : US_FAILURE);
        CHECK_STR(scripted_run_log(&k), "b!");
        CHECK_INT(us_run_read_counts(k.run).conditions, 3);
    }
}

TEST(a_world_without_revisions_gives_the_same_answers)
{
    US_AUTO(scripted_run_close) scripted_run k = {0};
    scripted_run_tree(
        &k,
        "selector memory none {\n sequence {\n check gold(self) >= 10\n a: act stop()\n }\n"
        " b: act stop()\n }",
        "");
    k.world.revision = NULL;
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "b>");
    scripted_run_gold(&k, 10);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a> b!");
    CHECK_INT(us_run_read_counts(k.run).conditions, 2);
    scripted_run_tick(&k);
    CHECK_STR(scripted_run_log(&k), "a.");
}
