/* Choosers against the manual: the deterministic ones in all cases of up to four candidates, read
 * literally below, those by chance by their shares. */
#include <gsl/gsl_cdf.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/scripted_run.h"

enum { MOST = 4, TICKS = 4 };

/* ---- the manual, read literally. Everything is asked in each cycle. */

typedef struct settings {
    bool first, tick; /* pick first, else argmax; recheck tick, else entry */
    int again, hysteresis, interrupt;
} settings;

typedef struct reader {
    settings is;
    int count, now;
    const int64_t *score; /* by candidate, of this cycle */
    const char *const *answers;
    int asked[MOST], asked_at[MOST];
    bool runs[MOST], sleeps[MOST], failed[MOST];
    int chosen, again; /* -1: nobody */
    us_str log;
} reader;

static void log_answer(reader *r, int i, const char *what)
{
    us_str_addf(&r->log, "%s%c%s", r->log.length ? " " : "", 'a' + i, what);
}

/* Once in a cycle. */
static us_answer ask(reader *r, int i)
{
    if (r->runs[i] && r->asked_at[i] == r->now)
        return US_RUNNING;
    if (!r->runs[i])
        r->asked[i] = 0;
    log_answer(r, i, r->runs[i] ? "." : ">");
    int last = (int)strlen(r->answers[i]) - 1, at = r->asked[i]++;
    char answer = r->answers[i][at < last ? at : last];
    r->asked_at[i] = r->now;
    r->runs[i] = answer == 'R';
    if (answer != 'R')
        log_answer(r, i, answer == 'S' ? "S" : "F");
    return answer == 'R' ? US_RUNNING : answer == 'S' ? US_SUCCESS : US_FAILURE;
}

static int best(const reader *r, const bool *but, bool wanted)
{
    int found = -1;
    for (int i = 0; i < r->count; i++)
        if (but[i] == wanted && (found < 0 || r->score[i] > r->score[found]))
            found = i;
    return found;
}

static void choose_it(reader *r, int i)
{
    r->chosen = i;
    r->again = r->is.again;
}

static void wake(reader *r, int i)
{
    if (r->sleeps[i])
        log_answer(r, i, ")");
    r->sleeps[i] = false;
}

static bool takes_over(const reader *r, int i)
{
    return i >= 0 && i != r->chosen && r->score[i] > r->score[r->chosen] + r->is.hysteresis &&
           (r->is.interrupt == 0 || r->score[i] > r->is.interrupt);
}

/* True: the whole has succeeded. */
static bool recheck(reader *r)
{
    if (r->is.first)
        memset(r->failed, 0, sizeof r->failed);
    for (int i; takes_over(r, i = best(r, r->failed, false)); r->failed[i] = true) {
        us_answer answer = r->sleeps[i] ? US_RUNNING : ask(r, i);
        if (answer == US_SUCCESS)
            return r->is.interrupt == 0;
        if (answer == US_FAILURE)
            continue;
        int before = r->chosen;
        if (r->runs[before])
            log_answer(r, before, r->is.interrupt ? "(" : "!");
        r->sleeps[before] = r->runs[before] && r->is.interrupt;
        r->runs[before] = r->sleeps[before];
        choose_it(r, i);
        wake(r, i);
        return false;
    }
    return false;
}

static us_answer go_on(reader *r)
{
    for (;;) {
        if (r->chosen < 0) {
            choose_it(r, best(r, r->failed, false));
            if (r->chosen < 0)
                return US_FAILURE;
        }
        us_answer answer = ask(r, r->chosen);
        if (answer == US_RUNNING)
            return answer;
        if (answer == US_FAILURE && r->again-- > 0)
            return US_RUNNING;
        r->failed[r->chosen] = answer == US_FAILURE;
        int next = best(r, r->sleeps, true);
        if (next < 0 && answer == US_SUCCESS)
            return answer;
        choose_it(r, next);
        if (next >= 0)
            wake(r, next);
    }
}

static us_answer read_tick(reader *r)
{
    us_str_reset(&r->log);
    us_answer answer = r->now > 0 && r->is.tick && recheck(r) ? US_SUCCESS : US_ANSWER_NONE;
    if (answer == US_ANSWER_NONE)
        answer = go_on(r);
    for (int i = 0; i < r->count && answer != US_RUNNING; i++)
        if (r->runs[i])
            log_answer(r, i, "!");
    r->now++;
    return answer;
}

/* ---- all cases */

static int64_t scored(scripted_run *k, us_node_ref spot)
{
    const int64_t *scores = k->own;
    return scores[us_run_frame_template(k->run, spot.frame)->node[spot.node].label[0] - 'a'];
}

/* The scores of a cycle: they wander by one candidate after the first. */
static void scores_of(int64_t *out, int count, int vector, int tick)
{
    for (int i = 0; i < count; i++, vector /= 3)
        out[(i + (tick > 0)) % count] = vector % 3;
}

static void open_chooser(scripted_run *k, const settings *is, int count)
{
    char body[300];
    int used = snprintf(
        body, sizeof body, "choose score q pick %s recheck %s again %d hysteresis %d",
        is->first ? "first" : "argmax", is->tick ? "tick" : "entry", is->again, is->hysteresis);
    if (is->interrupt)
        used += snprintf(body + used, sizeof body - (size_t)used, " interrupt %d", is->interrupt);
    used += snprintf(body + used, sizeof body - (size_t)used, " {\n");
    for (int i = 0; i < count; i++)
        used += snprintf(body + used, sizeof body - (size_t)used, "%c: act stop()\n", 'a' + i);
    snprintf(body + used, sizeof body - (size_t)used, "}");
    scripted_run_tree(k, body, "");
    k->score = scored;
}

static bool check_case(scripted_run *k, reader *r, int count, int vector,
                       const char *const *answers)
{
    static const char *const labels[] = {"a", "b", "c", "d"};
    int64_t score[MOST];
    us_str text = r->log;
    *r = (reader){.is = r->is, .count = count, .score = score, .answers = answers, .chosen = -1};
    r->log = text;
    for (int i = 0; i < count; i++)
        scripted_run_script(k, labels[i], answers[i]);
    k->own = score;
    bool same = true;
    us_answer answer = US_RUNNING;
    for (int t = 0; t < TICKS && same && answer == US_RUNNING; t++) {
        scores_of(score, count, vector, t);
        us_answer expected = read_tick(r);
        answer = scripted_run_tick(k);
        same = CHECK_STR(scripted_run_log(k), r->log.text ? r->log.text : "") &&
               CHECK_INT(answer, expected);
    }
    us_view view = scripted_run_view(k);
    us_run_halt(k->run, &view);
    scripted_run_log(k);
    scripted_run_start(k, "Main");
    if (!same)
        FAIL("%d candidates, scores %d, answers %s %s: %s, recheck %d, again %d, hysteresis %d, "
             "interrupt %d",
             count, vector, answers[0], answers[count > 1], r->is.first ? "first" : "argmax",
             r->is.tick, r->is.again, r->is.hysteresis, r->is.interrupt);
    return same;
}

static int check_settings(reader *r, int count)
{
    static const char *const all[] = {"R", "F", "RF", "S"};
    int letters = count < MOST ? 4 : 3, vectors = 1, rows = 1, cases = 0;
    for (int i = 0; i < count; i++) {
        vectors *= 3;
        rows *= letters;
    }
    US_AUTO(scripted_run_close) scripted_run k = {0};
    open_chooser(&k, &r->is, count);
    bool same = true;
    for (int v = 0; v < vectors && same; v++) {
        for (int a = 0; a < rows && same; a++, cases++) {
            const char *answers[MOST] = {"", "", "", ""};
            for (int i = 0, left = a; i < count; i++, left /= letters)
                answers[i] = all[left % letters];
            same = check_case(&k, r, count, v, answers);
        }
    }
    return cases;
}

TEST(the_deterministic_ones_choose_as_the_manual_says)
{
    reader r = {0};
    int cases = 0;
    us_str_init(&r.log);
    for (int count = 1; count <= MOST; count++) {
        for (int bits = 0; bits < 32; bits++) {
            r.is = (settings){bits & 1, bits & 2, bits >> 2 & 1, bits >> 3 & 1, bits >> 4 & 1};
            if (r.is.interrupt && !r.is.tick)
                continue;
            cases += check_settings(&r, count);
        }
    }
    us_str_clear(&r.log);
    CHECK_INT(cases, 24 * (3 * 4 + 9 * 16 + 27 * 64 + 81 * 81));
}

/* ---- shares */

enum { DRAWS = 60000, CELLS = 5 };

/* Who succeeded, or else runs; the last: nobody. */
static int chosen(const char *said)
{
    const char *good = strchr(said, 'S');
    if (good)
        return good[-1] - 'a';
    return said[0] && !strchr(said, 'F') ? said[0] - 'a' : CELLS - 1;
}

/* How often each was chosen, all answering so but b. */
static void count_draws(const char *slots, const char *body, const char *answers, uint64_t seed,
                        int *out)
{
    static const char *const labels[] = {"a", "b", "c", "d"};
    US_AUTO(scripted_run_close) scripted_run k = {.seed = seed};
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, "brl 1\n\n%s\ntree Main {\ndo repeat %s\n}\n", slots, body);
    scripted_run_open(&k, text.text);
    us_str_clear(&text);
    scripted_run_start(&k, "Main");
    for (int i = 0; i < US_COUNT(labels); i++)
        scripted_run_script(&k, labels[i],
                            i == 1 && answers[1] ? answers + 1
                            : answers[0] == 'R'  ? "R"
                                                 : "S");
    memset(out, 0, CELLS * sizeof *out);
    for (int i = 0; i < DRAWS; i++) {
        scripted_run_tick(&k);
        out[chosen(scripted_run_log(&k))]++;
    }
}

/* The chance that true shares lie so far off, or farther; 0 where something came that never may. */
static double chance(const int *got, const double *weight)
{
    double sum = 0, square = 0;
    int cells = 0;
    for (int i = 0; i < CELLS; i++)
        sum += weight[i];
    for (int i = 0; i < CELLS; i++) {
        double expected = DRAWS * weight[i] / sum;
        if (weight[i] <= 0 && got[i] > 0)
            return 0;
        if (weight[i] <= 0)
            continue;
        square += (got[i] - expected) * (got[i] - expected) / expected;
        cells++;
    }
    return cells > 1 ? gsl_cdf_chisq_Q(square, cells - 1) : 1;
}

static const struct {
    const char *slots, *body;
    double weight[CELLS]; /* the last: nothing happens */
    const char *answers;  /* of all, then of b; NULL: all succeed */
} shares[] = {
    /* P_i = u_i / sum u */
    {"",
     "choose score utility pick proportional {\noption(6) a: act stop()\noption(3) b: act stop()\n"
     "option(1) c: act stop()\n}",
     {6, 3, 1}},
    {"",
     "choose score utility pick proportional {\noption(0) a: act stop()\noption(3) b: act stop()\n"
     "option(0 - 9) c: act stop()\noption(5) d: act stop()\n}",
     {0, 3, 0, 5}},
    {"",
     "choose score utility pick proportional {\noption(1000000) a: act stop()\n"
     "option(3000000) b: act stop()\n}",
     {1, 3}},
    {"", "choose pick proportional {\na: act stop()\nb: act stop()\nc: act stop()\n}", {3, 2, 1}},
    {"",
     "choose score utility pick proportional {\noption(1000000000) a: act stop()\n"
     "option(3000000000) b: act stop()\noption(4000000000000) c: act stop()\n}",
     {1, 3, 1099.511627776}}, /* what lies beyond 2^40 counts as that */
    /* who fails leaves its share to the others, by theirs */
    {"",
     "choose score utility pick proportional {\noption(6) a: act stop()\noption(3) b: act stop()\n"
     "option(1) c: act stop()\n}",
     {6, 0, 1},
     "SF"},
    {"",
     "choose pick geometric share 60 {\na: act stop()\nb: act stop()\nc: act stop()\n}",
     {0.744, 0, 0.256},
     "SF"},
    /* drawn again in each cycle, whoever runs */
    {"",
     "choose score utility pick proportional recheck tick {\noption(6) a: act stop()\n"
     "option(3) b: act stop()\noption(1) c: act stop()\n}",
     {6, 3, 1},
     "R"},
    {"",
     "choose pick geometric share 60 recheck tick {\na: act stop()\nb: act stop()\n"
     "c: act stop()\n}",
     {60, 24, 16},
     "R"},
    /* a utility that falls */
    {"slot threat: number = 300\n",
     "choose score utility pick proportional {\noption(10000 / (100 + threat)) a: act stop()\n"
     "option(10000 / (100 + max(threat - 250, 0))) b: act stop()\n}",
     {25, 66}},
    /* fixed shares, and what is left */
    {"",
     "choose score p pick residual-idle {\noption(30) a: act stop()\noption(20) b: act stop()\n}",
     {30, 20, 0, 0, 50}},
    {"",
     "choose score p pick residual-idle {\noption(99) a: act stop()\noption(1) b: act stop()\n}",
     {99, 1}},
    {"",
     "choose score p pick residual-idle {\noption(1) a: act stop()\noption(0) b: act stop()\n"
     "option(2) c: act stop()\n}",
     {1, 0, 2, 0, 97}},
    /* once in a cycle, whatever is heard in it */
    {"",
     "parallel succeed 1 {\nchoose score p pick residual-idle recheck event {\n"
     "option(30) a: act stop()\n}\nrepeat sequence {\nemit x\nemit y\n}\n}",
     {30, 0, 0, 0, 70}},
    {"",
     "choose score p pick proportional {\noption(30) a: act stop()\noption(20) b: act stop()\n}",
     {30, 20}},
    /* a (1 - a)^(i - 1), and what is left to the last */
    {"", "choose pick geometric share 50 {\na: act stop()\n}", {1}},
    {"",
     "choose pick geometric share 50 {\na: act stop()\nb: act stop()\nc: act stop()\n}",
     {50, 25, 25}},
    {"",
     "choose pick geometric share 60 {\na: act stop()\nb: act stop()\nc: act stop()\n"
     "d: act stop()\n}",
     {0.6, 0.24, 0.096, 0.064}},
    {"",
     "choose score utility pick geometric share 90 {\noption(1) a: act stop()\n"
     "option(3) b: act stop()\noption(2) c: act stop()\n}",
     {1, 90, 9}},
    /* W = alpha risk + beta time + gamma plan, the least first */
    {"slot alpha: number = 3\nslot beta: number = 1\nslot gamma: number = 1\n",
     "choose score emotion pick geometric share 60 {\n"
     "option(alpha * 3, beta * 1, gamma * 1) a: act stop()\n"
     "option(alpha * 1, beta * 4, gamma * 2) b: act stop()\n"
     "option(alpha * 2, beta * 2, gamma * 2) c: act stop()\n}",
     {16, 60, 24}},
    {"slot alpha: number = 1\nslot beta: number = 3\nslot gamma: number = 1\n",
     "choose score emotion pick geometric share 60 {\n"
     "option(alpha * 3, beta * 1, gamma * 1) a: act stop()\n"
     "option(alpha * 1, beta * 4, gamma * 2) b: act stop()\n"
     "option(alpha * 2, beta * 2, gamma * 2) c: act stop()\n}",
     {60, 16, 24}},
};

TEST(the_shares_of_those_by_chance_are_those_of_the_formulas)
{
    for (int row = 0; row < US_COUNT(shares); row++) {
        us_test_row(shares[row].body);
        int got[CELLS], again[CELLS];
        const char *answers = shares[row].answers ? shares[row].answers : "S";
        count_draws(shares[row].slots, shares[row].body, answers, 11, got);
        count_draws(shares[row].slots, shares[row].body, answers, 11, again);
        CHECK(memcmp(got, again, sizeof got) == 0);
        double likely = chance(got, shares[row].weight);
        if (likely < 0.001)
            FAIL("%d %d %d %d %d: a chance of %g", got[0], got[1], got[2], got[3], got[4], likely);
    }
}

TEST(other_shares_are_told_apart)
{
    static const double other[CELLS] = {61, 29, 10};
    int got[CELLS];
    count_draws(shares[0].slots, shares[0].body, "S", 11, got);
    CHECK(chance(got, other) < 0.001);
}
