#include "base/sort.h"
#include "traces/suggester.h"

/* In seconds. */
enum {
    PAUSE = 2,         /* the next order could be given for so long: the run is over */
    ABSENT = 20,       /* nothing was in the making for so long: the run is over */
    ABSENT_KEPT = 100, /* the same for things that another goal keeps up */
    ABSENT_WIDE = 50,  /* the same for several measures, if PAUSE_WIDE has passed */
    PAUSE_WIDE = 5,    /* several measures: PAUSE of the leading measure */
    AT_ONCE = 15,      /* other measures' orders this soon after a run belong to it */
    AFTER = 60,        /* the same for orders that no order outside the goal waits for */
};

/* A run of orders that raise a candidate's measures. */
typedef struct us_order_run {
    const us_candidate *c;
    int *index; /* indexes in the seat's orders */
    int count;
    int64_t aim[US_GOAL_PARAMS_MAX]; /* value that each measure should reach */
    bool kept;                       /* another goal maintains the same things */
} us_order_run;

/* Counts orders that raise the same measure, were given before, and had not ended at that cycle. */
static int pending(const us_suggester *s, const us_candidate *c, int param, int before,
                   us_cycle cycle)
{
    int count = 0;
    for (int i = 0; i < before; i++) {
        const us_review_order *order = s->order[i].course;
        if (!order->refused && (order->ended < 0 || order->ended > cycle) &&
            us_suggester_find_param(s, c, &s->order[i]) == param)
            count++;
    }
    return count;
}

/* Returns whether all ordered things of the run are finished. */
static bool is_finished(const us_suggester *s, const us_order_run *run, int before, us_cycle cycle)
{
    for (int p = 0; p < US_GOAL_PARAMS_MAX; p++) {
        if (run->c->curve[p] && pending(s, run->c, p, before, cycle) > 0)
            return false;
    }
    return true;
}

/* Returns the type that the seat may have been saving for: its next product after that cycle,
 * before its order `before`. */
static us_type saved_for(const us_suggester *s, int after, int before, us_cycle cycle)
{
    for (int i = after + 1; i < before; i++) {
        if (s->order[i].course->cycle >= cycle && s->order[i].made != US_NO_TYPE)
            return s->order[i].made;
    }
    return US_NO_TYPE;
}

/* Returns the cycle at which the last of the run's orders ended. */
static us_cycle finished_since(const us_suggester *s, const us_order_run *run, int before)
{
    us_cycle since = s->order[run->index[run->count - 1]].course->cycle;
    for (int i = 0; i < before; i++) {
        if (us_suggester_find_param(s, run->c, &s->order[i]) >= 0 &&
            s->order[i].course->ended > since)
            since = s->order[i].course->ended;
    }
    return since;
}

/* Returns whether the order's unit makes something else at the cycle. */
static bool is_busy(const us_suggester *s, int order, us_cycle cycle)
{
    const us_order *own = &s->order[order].course->order;
    for (int i = 0; i < order && s->order[i].course->cycle < cycle; i++) {
        const us_review_order *other = s->order[i].course;
        if (s->order[i].made != US_NO_TYPE && !other->refused &&
            (other->ended < 0 || other->ended > cycle) && other->order.unit_count == 1 &&
            other->order.unit[0] == own->unit[0] && s->order[i].made != s->order[order].made)
            return true;
    }
    return false;
}

/* Returns whether the next order could have been given for so long, and was not. */
static bool has_idled(const us_suggester *s, int last, int next, int seconds)
{
    us_cycle since = -1, until = s->order[next].course->cycle;
    for (us_cycle at = s->order[last].course->cycle + 1; at < until; at++) {
        us_type other = saved_for(s, last, next, at);
        bool idle = us_suggester_is_allowed(s, s->order[next].made, at) &&
                    us_suggester_can_afford(s, s->order[next].made, other, at) &&
                    !is_busy(s, next, at);
        since = idle && since >= 0 ? since : idle ? at : -1;
        if (since >= 0 && at - since >= seconds * s->domain->cycles_per_second)
            return true;
    }
    return false;
}

/* Returns whether a run ended between two orders: nothing was in the making for long, or the next
 * order could have been given and was not. */
static bool has_paused(const us_suggester *s, const us_order_run *run, int next)
{
    us_cycle now = s->order[next].course->cycle;
    int second = s->domain->cycles_per_second, last = run->index[run->count - 1];
    if (!is_finished(s, run, next, now))
        return false;
    us_cycle since = finished_since(s, run, next);
    if (run->kept)
        return now - since > ABSENT_KEPT * second;
    return now - since > ABSENT * second || has_idled(s, last, next, PAUSE);
}

static us_cycle reached_at(const us_suggester *s, const us_order_run *run)
{
    us_cycle at = s->order[run->index[run->count - 1]].course->cycle;
    for (int p = 0; p < US_GOAL_PARAMS_MAX && at >= 0; p++) {
        if (run->c->curve[p])
            at = us_question_find_first(run->c->curve[p], at, run->aim[p]);
    }
    return at;
}

static void write_reason(const us_suggester *s, const us_order_run *run, us_cycle reached,
                         us_str *out)
{
    us_cycle opened = s->order[run->index[0]].course->cycle;
    const char *comma = "";
    us_str_addf(out, "%d order%s raise%s ", run->count, run->count == 1 ? "" : "s",
                run->count == 1 ? "s" : "");
    for (int p = 0; p < US_GOAL_PARAMS_MAX; p++) {
        if (!run->c->curve[p])
            continue;
        us_str_add(out, comma);
        us_expr_print(run->c->measure[p], out);
        us_str_addf(out, " from %lld to %lld", (long long)us_question_at(run->c->curve[p], opened),
                    (long long)run->aim[p]);
        comma = ", ";
    }
    if (reached >= 0)
        us_str_addf(out, "; reached at cycle %d", (int)reached);
    else
        us_str_add(out, "; not reached");
}

static int by_number(const void *a, const void *b)
{
    const int *one = a, *other = b;
    return (*one > *other) - (*one < *other);
}

static void add_bases(const us_suggester *s, us_order_run *run)
{
    int count = run->count;
    for (int i = 0; i < s->orders; i++) {
        for (int k = 0; k < count; k++) {
            if (s->order[i].base_of >= 0 && s->order[i].base_of == run->index[k])
                run->index[run->count++] = i;
        }
    }
    us_array_sort(run->index, (size_t)run->count, sizeof(*run->index), by_number);
}

static void end_run(us_suggester *s, us_order_run *run)
{
    if (run->count == 0)
        return;
    us_goal goal = run->c->goal;
    us_cycle reached = reached_at(s, run);
    US_AUTOSTR(why);
    for (int p = 0; p < US_GOAL_PARAMS_MAX; p++) {
        if (run->c->curve[p])
            us_goal_set_arg(&goal, p, run->aim[p]);
    }
    if (goal.kind == US_GOAL_INCREASE) /* the aim is the present value, not a gain */
        goal.kind = US_GOAL_ACHIEVE;
    write_reason(s, run, reached, &why);
    add_bases(s, run);
    us_suggester_add(s, &goal, run->index, run->count, reached, reached >= 0, why.text);
    run->count = 0;
}

static void begin_run(const us_suggester *s, us_order_run *run, int first)
{
    for (int p = 0; p < US_GOAL_PARAMS_MAX; p++) {
        if (run->c->curve[p])
            run->aim[p] = us_question_at(run->c->curve[p], s->order[first].course->cycle) +
                          pending(s, run->c, p, first, s->order[first].course->cycle);
    }
}

/* Adds the order to the run and raises the parameter's aim to the order's. */
static void join(const us_suggester *s, us_order_run *run, int param, int index)
{
    us_cycle now = s->order[index].course->cycle;
    int64_t aim =
        us_question_at(run->c->curve[param], now) + pending(s, run->c, param, index, now) + 1;
    run->aim[param] = aim > run->aim[param] ? aim : run->aim[param];
    run->index[run->count++] = index;
}

/* Returns the parameter whose measure most orders raise: its orders show when the goal is
 * pursued. */
static int leading_param(const us_suggester *s, const us_candidate *c)
{
    int count[US_GOAL_PARAMS_MAX] = {0}, best = -1;
    for (int i = 0; i < s->orders; i++) {
        int param = us_suggester_find_param(s, c, &s->order[i]);
        if (param >= 0)
            count[param]++;
    }
    for (int p = 0; p < US_GOAL_PARAMS_MAX; p++) {
        if (count[p] > 0 && (best < 0 || count[p] > count[best]))
            best = p;
    }
    return best;
}

/* Returns whether the candidate's type leads a maintain goal. */
static bool is_kept(const us_suggester *s, const us_candidate *c)
{
    for (int i = 0; i < s->candidates; i++) {
        const us_candidate *other = &s->candidate[i];
        int lead = other->goal.kind == US_GOAL_MAINTAIN ? leading_param(s, other) : -1;
        for (int m = 0; lead >= 0 && m < s->mades; m++) {
            if (other->moves[lead] && other->moves[lead][m] &&
                us_type_is_a(s->domain, s->made[m], c->named))
                return true;
        }
    }
    return false;
}

static void find_runs(us_suggester *s, const us_candidate *c, us_order_run *run)
{
    run->c = c;
    run->count = 0;
    run->kept = is_kept(s, c);
    for (int i = 0; i < s->orders; i++) {
        us_suggester_order *order = &s->order[i];
        int param = us_suggester_find_param(s, c, order);
        if (param < 0 || order->course->refused || (order->taken && c->named != US_NO_TYPE))
            continue;
        if (run->count > 0 && has_paused(s, run, i))
            end_run(s, run);
        if (run->count == 0)
            begin_run(s, run, i);
        join(s, run, param, i);
        order->taken = true;
    }
    end_run(s, run);
}

/* ---- goals of several measures */

/* Returns the cycle at which the last earlier order of the parameter ended. */
static us_cycle param_ended(const us_suggester *s, const us_candidate *c, int param, int before)
{
    us_cycle ended = 0;
    for (int i = 0; i < before; i++) {
        const us_review_order *order = s->order[i].course;
        us_cycle end = order->ended < 0 ? s->course->cycles : order->ended;
        if (!order->refused && us_suggester_find_param(s, c, &s->order[i]) == param && end > ended)
            ended = end;
    }
    return ended;
}

/* Returns the first order that had to wait for the result of this one, or -1. */
static int awaited_by(const us_suggester *s, int index)
{
    const us_review_order *order = s->order[index].course;
    for (int i = index + 1; i < s->orders && order->ended >= 0; i++) {
        const us_suggester_order *next = &s->order[i];
        if (next->made != US_NO_TYPE && next->course->cycle >= order->ended &&
            !us_suggester_is_allowed(s, next->made, order->ended - 1) &&
            us_suggester_is_allowed(s, next->made, next->course->cycle))
            return i;
    }
    return -1;
}

static bool enables(const us_suggester *s, const us_candidate *c, int lead, int index)
{
    int next = awaited_by(s, index);
    return next >= 0 && us_suggester_find_param(s, c, &s->order[next]) == lead;
}

static bool is_for_others(const us_suggester *s, const us_candidate *c, int index)
{
    int next = awaited_by(s, index);
    return next >= 0 && us_suggester_find_param(s, c, &s->order[next]) < 0;
}

/* Returns whether an order after the end of a run belongs to it: it follows at once, or no order
 * outside the goal waits for its result. */
static bool is_late(const us_suggester *s, const us_candidate *c, int index, us_cycle end)
{
    us_cycle now = s->order[index].course->cycle, second = s->domain->cycles_per_second;
    return now <= end + AT_ONCE * second ||
           (now <= end + AFTER * second && !is_for_others(s, c, index));
}

/* Returns whether an order before the first leading order belongs to the run: the leading order had
 * to wait for it. */
static bool is_early(const us_suggester *s, const us_candidate *c, int lead, int index,
                     us_cycle begin)
{
    us_cycle since = begin - ABSENT_KEPT * s->domain->cycles_per_second;
    return s->order[index].course->ended >= since &&
           us_suggester_find_param(s, c, &s->order[index]) != lead && enables(s, c, lead, index);
}

/* Makes a run from one order of the leading measure to another, with the other measures' orders
 * between and right after them. The goal fits only if the run raises several measures. */
static void end_wide_run(us_suggester *s, us_order_run *run, int lead, int first, int last)
{
    int others = 0;
    us_cycle end = param_ended(s, run->c, lead, last + 1);
    us_cycle begin = s->order[first].course->cycle;
    run->count = 0;
    for (int i = 0; i < s->orders; i++) {
        us_cycle now = s->order[i].course->cycle;
        int param = us_suggester_find_param(s, run->c, &s->order[i]);
        if (param < 0 || s->order[i].course->refused || s->order[i].taken)
            continue;
        bool inside = now < begin ? is_early(s, run->c, lead, i, begin)
                                  : i <= last || is_late(s, run->c, i, end);
        if (!inside)
            continue;
        if (run->count == 0)
            begin_run(s, run, i);
        join(s, run, param, i);
        others += param != lead;
        end = now > end ? now : end;
    }
    for (int k = 0; k < run->count && others > 0; k++)
        s->order[run->index[k]].taken = true;
    if (others > 0)
        end_run(s, run);
}

static void find_wide_runs(us_suggester *s, const us_candidate *c, us_order_run *run)
{
    int lead = leading_param(s, c), first = -1, last = -1;
    int second = s->domain->cycles_per_second;
    run->c = c;
    for (int i = 0; i < s->orders; i++) {
        if (s->order[i].course->refused || us_suggester_find_param(s, c, &s->order[i]) != lead)
            continue;
        us_cycle absent = first < 0 ? 0 : s->order[i].course->cycle - param_ended(s, c, lead, i);
        bool over = absent > ABSENT_KEPT * second ||
                    (absent > ABSENT_WIDE * second && has_idled(s, last, i, PAUSE_WIDE));
        if (first >= 0 && over) {
            end_wide_run(s, run, lead, first, last);
            first = -1;
        }
        first = first < 0 ? i : first;
        last = i;
    }
    if (first >= 0)
        end_wide_run(s, run, lead, first, last);
}

/* All orders for the upgrade, until it is known, are one run. */
static void find_learning(us_suggester *s, const us_candidate *c, us_order_run *run)
{
    run->count = 0;
    for (int i = 0; i < s->orders; i++) {
        us_suggester_order *order = &s->order[i];
        if (!order->learns || !us_type_is_a(s->domain, order->made, c->named) ||
            us_question_at(c->test, order->course->cycle))
            continue;
        run->index[run->count++] = i;
        order->taken = true;
    }
    if (run->count == 0)
        return;
    us_cycle opened = s->order[run->index[0]].course->cycle;
    us_cycle reached = us_question_find_first(c->test, opened, 1);
    US_AUTOSTR(why);
    us_str_addf(&why, "ordered at cycle %d; ", (int)opened);
    if (reached >= 0)
        us_str_addf(&why, "its test holds from cycle %d on", (int)reached);
    else
        us_str_add(&why, "not reached");
    us_suggester_add(s, &c->goal, run->index, run->count, reached, reached >= 0, why.text);
}

/* Goals with their own count take their orders before goals with any type as an argument. */
void us_suggester_add_making(us_suggester *s)
{
    us_order_run run = {.index = US_NEW_ARRAY(int, s->orders + 1)};
    for (int named = 0; named < 2; named++) {
        for (int i = 0; i < s->candidates; i++) {
            const us_candidate *c = &s->candidate[i];
            if ((c->named != US_NO_TYPE) != named)
                continue;
            int measures = 0;
            for (int p = 0; p < US_GOAL_PARAMS_MAX; p++)
                measures += c->measure[p] != NULL;
            if (c->learning)
                find_learning(s, c, &run);
            else if (measures > 1)
                find_wide_runs(s, c, &run);
            else
                find_runs(s, c, &run);
        }
    }
    us_mem_free(run.index);
}
