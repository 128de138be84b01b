#include "players/skirmish/staff.h"

/* Their names in the domain; by sp_goal. */
static const char *const names[SP_GOALS] = {
    [SP_WIN] = "WinWargus",          [SP_DEFEAT] = "DefeatPlayer",
    [SP_MAKE] = "BuildUnits",        [SP_GET] = "GetResources",
    [SP_KILL] = "KillUnit",          [SP_CLEAR] = "KillUnitType",
    [SP_LEARN] = "Research",         [SP_INFRASTRUCTURE] = "ResourceInfrastructure",
};

enum { GOALS_START = 1024 };

void sp_goals_init(sp_staff *s)
{
    s->goals.capacity = GOALS_START;
    s->goals.list = US_NEW_ARRAY(us_goal_instance, GOALS_START);
    s->goals.win = s->goals.defeat = 0;
    for (int goal = 0; goal < SP_GOALS; goal++) {
        s->goals.type[goal] = us_domain_goal(s->domain, names[goal]);
        us_assert(s->goals.type[goal] >= 0);
    }
}

void sp_goals_clear(sp_staff *s)
{
    us_free(s->goals.list);
    s->goals.list = NULL;
}

/* The first seat is who pursues it, except of a defeat; numbers come in their order. */
static us_goal make_goal(const sp_staff *s, sp_goal goal, us_goal_kind kind, us_type type,
                         const int32_t *number)
{
    us_goal made = us_goal_empty(s->domain, s->goals.type[goal]);
    const us_goal_def *def = &s->domain->goal[made.type];
    made.kind = kind;
    for (int p = 0; p < def->param_count; p++) {
        us_value_kind what = def->param[p].kind;
        if (what == US_VALUE_SEAT)
            us_goal_give(&made, p, goal == SP_DEFEAT || p > 0 ? s->foe : s->self);
        else if (what == US_VALUE_TYPE)
            us_goal_give(&made, p, type);
        else if (what == US_VALUE_NUMBER || what == US_VALUE_ENTITY) {
            if (*number != 0 || !def->param[p].optional)
                us_goal_give(&made, p, *number);
            number++;
        }
    }
    return made;
}

uint32_t sp_goal_open(sp_staff *s, uint32_t parent, sp_goal goal, us_goal_kind kind, us_type type,
                      int32_t a, int32_t b, int32_t c)
{
    sp_goals *g = &s->goals;
    const int32_t number[] = {a, b, c};
    if (g->open_count == SP_OPEN_MAX)
        return parent;
    if (g->count == g->capacity) {
        g->capacity *= 2;
        g->list = us_realloc(g->list, (size_t)g->capacity * sizeof(*g->list));
    }
    us_goal_instance *instance = &g->list[g->count++];
    *instance = (us_goal_instance){.id = (uint32_t)g->count,
                                   .parent = parent,
                                   .goal = make_goal(s, goal, kind, type, number),
                                   .seat = s->self,
                                   .opened = s->now,
                                   .closed = -1,
                                   .by = "",
                                   .why = ""};
    g->open[g->open_count++] = instance->id;
    return instance->id;
}

bool sp_goal_is_open(const sp_staff *s, uint32_t id)
{
    return id > 0 && id <= (uint32_t)s->goals.count && s->goals.list[id - 1].closed < 0;
}

bool sp_goal_achieved(const sp_staff *s, uint32_t id)
{
    return id > 0 && id <= (uint32_t)s->goals.count && s->goals.list[id - 1].achieved;
}

static bool is_below(const sp_staff *s, uint32_t id, uint32_t above)
{
    while (id > above)
        id = s->goals.list[id - 1].parent;
    return id == above;
}

void sp_goal_close(sp_staff *s, uint32_t id, bool achieved)
{
    sp_goals *g = &s->goals;
    if (!sp_goal_is_open(s, id))
        return;
    int kept = 0;
    for (int i = 0; i < g->open_count; i++) {
        us_goal_instance *instance = &g->list[g->open[i] - 1];
        if (is_below(s, instance->id, id)) {
            instance->closed = s->now;
            instance->achieved = instance->id == id ? achieved : sp_goal_holds(s, instance->id);
        } else {
            g->open[kept++] = g->open[i];
        }
    }
    g->open_count = kept;
}

static bool foe_has_none(const sp_staff *s, us_type type)
{
    const sp_list *list[2] = {&s->eyes.foe_unit, &s->eyes.foe_building};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < list[k]->count; i++) {
            if (us_type_is(s->domain, list[k]->at[i]->type, type))
                return false;
        }
    }
    return true;
}

bool sp_goal_holds(const sp_staff *s, uint32_t id)
{
    const us_goal *goal = &s->goals.list[id - 1].goal;
    if (!us_goal_reached(s->domain, goal, s->view, NULL))
        return false;
    /* Under fog the world shows no more than what is in sight; the eyes remember. */
    return goal->type != s->goals.type[SP_CLEAR] || foe_has_none(s, sp_goal_type(s, id));
}

us_type sp_goal_type(const sp_staff *s, uint32_t id)
{
    const us_goal *goal = &s->goals.list[id - 1].goal;
    const us_goal_def *def = &s->domain->goal[goal->type];
    for (int p = 0; p < def->param_count; p++) {
        if (def->param[p].kind == US_VALUE_TYPE)
            return (us_type)goal->arg[p].number;
    }
    return US_NO_TYPE;
}

void sp_goals_sweep(sp_staff *s)
{
    for (int i = s->goals.open_count - 1; i >= 0; i--) {
        if (i < s->goals.open_count && sp_goal_holds(s, s->goals.open[i]))
            sp_goal_close(s, s->goals.open[i], true);
    }
}

uint32_t sp_goal_child(const sp_staff *s, uint32_t parent, sp_goal goal, us_type type)
{
    const sp_goals *g = &s->goals;
    bool typed = goal == SP_MAKE || goal == SP_LEARN;
    for (int i = 0; i < g->open_count; i++) {
        const us_goal_instance *instance = &g->list[g->open[i] - 1];
        if (instance->parent == parent && instance->goal.type == g->type[goal] &&
            (!typed || sp_goal_type(s, instance->id) == type))
            return instance->id;
    }
    return 0;
}

uint32_t sp_goal_below(sp_staff *s, uint32_t parent, sp_goal goal, us_type type, int32_t a,
                       int32_t b, int32_t c)
{
    uint32_t child = sp_goal_child(s, parent, goal, type);
    return child ? child : sp_goal_open(s, parent, goal, US_GOAL_ACHIEVE, type, a, b, c);
}
