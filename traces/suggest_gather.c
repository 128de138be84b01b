#include <string.h>

#include "traces/suggester.h"

enum { LONGEST = 100 /* seconds: a longer run of gathering serves something else */ };

/* A goal with the resource of each of its numbers; -1: none. */
typedef struct us_wealth {
    int type;
    int resource[US_GOAL_PARAMS_MAX];
} us_wealth;

/* Returns the resource whose stock the measure reads; evaluates it with invented stocks. */
static int which_stock(const us_suggester *s, const us_expr *measure, const us_goal *goal)
{
    enum { MADE_UP = 1000000 };
    us_world world = *s->view.world;
    int tallies = s->domain->tallies.count, found = -1;
    int32_t *tally = US_NEW_ARRAY(int32_t, world.seats * tallies + 1);
    for (int r = 0; r < s->domain->resources.count; r++)
        tally[s->seat * tallies + r] = MADE_UP + r;
    world.tally = tally;
    world.revision = NULL;
    int64_t value =
        us_expr_eval(measure, &(us_view){&world, s->seat}, &(us_binding){goal->arg, NULL});
    if (value >= MADE_UP && value < MADE_UP + s->domain->resources.count)
        found = (int)(value - MADE_UP);
    us_mem_free(tally);
    return found;
}

static us_goal goal_of(const us_suggester *s, int type)
{
    us_goal goal = us_suggester_make_goal(s, type, s->seat);
    goal.kind = US_GOAL_ACHIEVE; /* the aim is the present stock, not a gain */
    return goal;
}

/* Returns whether all numbers of the goal are stocks of the seat. */
static bool is_wealth(const us_suggester *s, int type, us_wealth *out)
{
    const us_goal_def *def = &s->domain->goal[type];
    us_goal goal = goal_of(s, type);
    int stocks = 0;
    out->type = type;
    for (int p = 0; p < def->param_count; p++) {
        out->resource[p] = -1;
        if (def->param[p].kind == US_VALUE_SEAT)
            continue;
        us_expr *measure =
            def->param[p].kind == US_VALUE_NUMBER ? us_expr_gain_value(def->gain_test, p) : NULL;
        if (!measure)
            return false;
        out->resource[p] = which_stock(s, measure, &goal);
        us_expr_free(measure);
        if (out->resource[p] < 0)
            return false;
        stocks++;
    }
    return stocks > 0 && us_suggester_count_seats(def) == 1;
}

static bool gathers(const us_suggester *s, int index)
{
    const us_review_order *order = s->order[index].course;
    const us_action_def *action = &s->domain->action[order->order.action];
    for (int e = 0; e < action->effect_count; e++) {
        if (action->effect[e].kind == US_EFFECT_GAIN)
            return !order->refused && !s->order[index].taken;
    }
    return false;
}

/* Returns the next order whose product the seat could not pay for at the order `first`. */
static int saved_for(const us_suggester *s, int first)
{
    for (int i = first + 1; i < s->orders; i++) {
        if (s->order[i].made != US_NO_TYPE && !s->order[i].course->refused &&
            !us_suggester_can_afford(s, s->order[i].made, US_NO_TYPE,
                                     s->order[first].course->cycle))
            return i;
    }
    return -1;
}

static void end_run(us_suggester *s, const us_wealth *wealth, const int *index, int count, int next)
{
    us_goal goal = goal_of(s, wealth->type);
    us_type made = s->order[next].made;
    us_cycle opened = s->order[index[0]].course->cycle, reached = opened;
    US_AUTOSTR(why);
    us_str_addf(&why, "%d order%s to gather; ", count, count == 1 ? "" : "s");
    for (int p = 0; p < US_GOAL_PARAMS_MAX; p++) {
        int r = p < s->domain->goal[wealth->type].param_count ? wealth->resource[p] : -1;
        int64_t cost = r < 0 ? 0 : s->domain->type[made].cost[r];
        if (cost == 0)
            continue;
        int64_t stock = us_question_at(s->stock[r], opened);
        us_goal_set_arg(&goal, p, cost);
        if (stock < cost) /* else the stock is kept, not gathered */
            us_str_addf(&why, "%s from %lld to %lld, ", s->domain->resources.name[r],
                        (long long)stock, (long long)cost);
    }
    while (reached <= s->course->cycles && !us_suggester_can_afford(s, made, US_NO_TYPE, reached))
        reached++;
    reached = reached > s->course->cycles ? -1 : reached;
    us_str_addf(&why, "the price of %s, ordered at cycle %d", s->domain->type[made].name,
                (int)s->order[next].course->cycle);
    us_suggester_add(s, &goal, index, count, reached, reached >= 0, why.text);
}

/* Finds runs of gathering orders that end when the price of the next product is there. */
static void find_runs(us_suggester *s, const us_wealth *wealth, int *index)
{
    int count = 0, next = -1;
    for (int i = 0; i < s->orders; i++) {
        us_cycle now = s->order[i].course->cycle;
        if (!gathers(s, i))
            continue;
        bool over =
            count > 0 &&
            (us_suggester_can_afford(s, s->order[next].made, US_NO_TYPE, now) ||
             now > s->order[next].course->cycle ||
             now - s->order[index[0]].course->cycle > LONGEST * s->domain->cycles_per_second);
        if (over) {
            end_run(s, wealth, index, count, next);
            count = 0;
        }
        next = count == 0 ? saved_for(s, i) : next;
        if (next >= 0)
            index[count++] = i;
    }
    if (count > 0)
        end_run(s, wealth, index, count, next);
}

void us_suggester_add_gathering(us_suggester *s)
{
    int *index = US_NEW_ARRAY(int, s->orders + 1);
    us_wealth wealth;
    for (int type = 0; type < s->domain->goal_count; type++) {
        if (is_wealth(s, type, &wealth))
            find_runs(s, &wealth, index);
    }
    us_mem_free(index);
}
