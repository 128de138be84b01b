#include "experiments/profiler.h"

#include "domain/action.h"
#include "learn/draft.h"

/* An order that was taken. */
typedef struct taken {
    uint32_t id, goal;
    us_cycle at;
} taken;

struct us_profiler {
    us_match *match;
    us_seat seat;
    us_profile profile;
    taken *taken; /* by id */
    int count, capacity;
    bool over;
};

/* ---- names of orders and goals, independent of the faction */

static void add_type(const us_domain *domain, us_type type, us_str *out)
{
    if (type < 0 || type >= domain->type_count)
        return;
    us_str_add_char(out, ' ');
    us_str_add(out, domain->type[us_type_generalize(domain, type)].name);
}

/* "train infantry", "attack infantry": the type that is made, else the type that acts. */
static void name_order(us_match *match, const us_order *order, us_str *out)
{
    us_game *game = us_match_game(match);
    const us_domain *domain = game->scenario->domain;
    us_type type = us_order_product(domain, order, NULL);
    if (type == US_NO_TYPE && order->unit_count > 0) {
        const us_entity *unit = us_world_find(us_game_world(game, US_NEUTRAL), order->unit[0]);
        type = unit ? unit->type : US_NO_TYPE;
    }
    us_str_reset(out);
    us_str_add(out, domain->action[order->action].name);
    add_type(domain, type, out);
}

/* "BuildUnits infantry", "GetResources". */
static void name_goal(const us_domain *domain, const us_goal *goal, us_str *out)
{
    const us_goal_def *def = &domain->goal[goal->type];
    us_str_reset(out);
    us_str_add(out, def->name);
    for (int i = 0; i < def->param_count; i++)
        if (def->param[i].kind == US_VALUE_TYPE && (goal->given >> i & 1)) {
            add_type(domain, (us_type)goal->arg[i].number, out);
            return;
        }
}

static void add_goal(us_profiler *p, const us_goal *goal, us_cycle at)
{
    us_str name;
    us_str_init(&name);
    name_goal(us_match_game(p->match)->scenario->domain, goal, &name);
    us_profile_add(&p->profile, &p->profile.goals, name.text, at);
    us_str_clear(&name);
}

/* ---- while it is played */

static void on_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    us_profiler *p = context;
    us_str name;
    if (order->seat != p->seat || reason != US_REASON_NONE)
        return;
    us_str_init(&name);
    name_order(p->match, order, &name);
    us_profile_add(&p->profile, &p->profile.orders, name.text, now);
    us_str_clear(&name);
    p->taken = us_array_grow(p->taken, p->count, &p->capacity, sizeof *p->taken);
    p->taken[p->count++] = (taken){order->id, order->goal, now};
}

/* A goal is pursued when the first order is given for it or below it. A parent comes before what
 * stands below it. */
static void add_labels(us_profiler *p, const us_goal_instance *list, int count)
{
    us_cycle *first = US_NEW_ARRAY(us_cycle, count + 1);
    for (int i = 0; i < count; i++)
        first[i] = -1;
    for (int i = p->count - 1; i >= 0; i--) {
        int goal = us_goal_instance_find(list, count, p->taken[i].goal);
        if (goal >= 0)
            first[goal] = p->taken[i].at;
    }
    for (int i = count - 1; i >= 0; i--) {
        int above = first[i] >= 0 ? us_goal_instance_find(list, count, list[i].parent) : -1;
        if (above >= 0 && (first[above] < 0 || first[above] > first[i]))
            first[above] = first[i];
    }
    for (int i = 0; i < count; i++)
        if (first[i] >= 0)
            add_goal(p, &list[i].goal, first[i]);
    us_mem_free(first);
}

static void on_over(void *context, us_game *game, const us_outcome *outcome)
{
    us_profiler *p = context;
    us_match_state state;
    (void)game, (void)outcome;
    const us_player *player = us_match_player(p->match, p->seat);
    const us_goal_instance *list = NULL;
    int count = player && player->kind->labels ? player->kind->labels(player, &list) : 0;
    add_labels(p, list, count);
    us_match_step(p->match, 0, &state);
    us_profile_lengthen(&p->profile, state.now);
    p->over = true;
}

us_profiler *us_profiler_new(us_match *match, us_seat seat)
{
    us_profiler *p = US_NEW(us_profiler);
    *p = (us_profiler){.match = match, .seat = seat};
    us_observer observer = {.context = p, .order = on_order, .over = on_over};
    us_match_add_observer(match, &observer);
    return p;
}

void us_profiler_free(us_profiler *profiler)
{
    if (!profiler)
        return;
    us_profile_clear(&profiler->profile);
    us_mem_free(profiler->taken);
    us_mem_free(profiler);
}

const us_profile *us_profiler_profile(const us_profiler *profiler)
{
    return profiler->over ? &profiler->profile : NULL;
}
