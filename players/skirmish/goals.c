#include "players/skirmish/staff.h"

static const struct {
    const char *name;
    struct {
        const char *name;
        us_value_kind kind;
    } param[4];
    int params;
} ontology[] = {
    [SP_WIN] = {"WinWargus", {{"player", US_VALUE_SEAT}}, 1},
    [SP_DEFEAT] = {"DefeatPlayer", {{"player", US_VALUE_SEAT}}, 1},
    [SP_MAKE] = {"BuildUnits",
                 {{"player", US_VALUE_SEAT}, {"type", US_VALUE_TYPE}, {"number", US_VALUE_NUMBER}},
                 3},
    [SP_GET] = {"GetResources",
                {{"player", US_VALUE_SEAT},
                 {"gold", US_VALUE_NUMBER},
                 {"wood", US_VALUE_NUMBER},
                 {"oil", US_VALUE_NUMBER}},
                4},
    [SP_KILL] = {"KillUnit", {{"player", US_VALUE_SEAT}, {"unit", US_VALUE_ENTITY}}, 2},
    [SP_CLEAR] = {"KillUnitType",
                  {{"player", US_VALUE_SEAT}, {"enemy", US_VALUE_SEAT}, {"type", US_VALUE_TYPE}},
                  3},
    [SP_LEARN] = {"Research", {{"player", US_VALUE_SEAT}, {"type", US_VALUE_TYPE}}, 2},
    [SP_INFRASTRUCTURE] = {"ResourceInfrastructure",
                           {{"player", US_VALUE_SEAT},
                            {"farms", US_VALUE_NUMBER},
                            {"peasants", US_VALUE_NUMBER}},
                           3},
};

enum { GOALS_START = 1024 };

void sp_goals_init(sp_staff *s)
{
    s->goals.capacity = GOALS_START;
    s->goals.list = US_NEW_ARRAY(us_goal_instance, GOALS_START);
    s->goals.win = s->goals.defeat = 0;
}

void sp_goals_clear(sp_staff *s)
{
    us_free(s->goals.list);
    s->goals.list = NULL;
}

static int32_t value_of(const sp_staff *s, sp_goal goal, int param, us_type type,
                        const int32_t number[3])
{
    us_seat foe = s->foe;
    us_value_kind kind = ontology[goal].param[param].kind;
    if (kind == US_VALUE_SEAT)
        return goal == SP_DEFEAT || param == 1 ? foe : s->self;
    if (kind == US_VALUE_TYPE)
        return type;
    /* numbers stand after the player, and after the type where there is one */
    int at = param - (goal == SP_MAKE ? 2 : 1);
    return at >= 0 && at < 3 ? number[at] : 0;
}

uint32_t sp_goal_open(sp_staff *s, uint32_t parent, sp_goal goal, us_goal_kind kind, us_type type,
                      int32_t a, int32_t b, int32_t c)
{
    sp_goals *g = &s->goals;
    if (g->open_count == SP_OPEN_MAX)
        return parent;
    if (g->count == g->capacity) {
        g->capacity *= 2;
        g->list = us_realloc(g->list, (size_t)g->capacity * sizeof(*g->list));
    }
    us_goal_instance *instance = &g->list[g->count++];
    *instance = (us_goal_instance){.id = (uint32_t)g->count,
                                   .parent = parent,
                                   .name = ontology[goal].name,
                                   .kind = kind,
                                   .param_count = ontology[goal].params,
                                   .opened = s->now,
                                   .closed = -1};
    const int32_t number[3] = {a, b, c};
    for (int p = 0; p < ontology[goal].params; p++) {
        instance->param[p].name = ontology[goal].param[p].name;
        instance->param[p].kind = ontology[goal].param[p].kind;
        instance->param[p].value = value_of(s, goal, p, type, number);
    }
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
    const us_goal_instance *instance = &s->goals.list[id - 1];
    const us_goal_param *param = instance->param;
    int goal = 0;
    while (ontology[goal].name != instance->name)
        goal++;
    switch ((sp_goal)goal) {
    case SP_WIN:
    case SP_DEFEAT:
        return !s->world->alive[s->foe];
    case SP_MAKE:
        return sp_have(s, (us_type)param[1].value) >= param[2].value;
    case SP_GET:
        return us_world_tally(s->world, s->self, s->words.gold) >= param[1].value &&
               us_world_tally(s->world, s->self, s->words.wood) >= param[2].value &&
               us_world_tally(s->world, s->self, s->words.oil) >= param[3].value;
    case SP_KILL:
        return !us_world_find(s->world, (us_id)param[1].value);
    case SP_CLEAR:
        return foe_has_none(s, (us_type)param[2].value);
    case SP_LEARN:
        return sp_have(s, (us_type)param[1].value) > 0;
    case SP_INFRASTRUCTURE:
        return sp_have(s, s->words.farm_kind) >= param[1].value &&
               sp_have(s, s->words.worker_kind) >= param[2].value;
    }
    return false;
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
        if (instance->parent == parent && instance->name == ontology[goal].name &&
            (!typed || instance->param[1].value == type))
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
