#include "players/skirmish/staff.h"

#include <string.h>

#include "base/near.h"

enum {
    NAP = 48,        /* cycles between two thinks in peace */
    NAP_FIGHT = 24,  /* while a threat or a fight is on */
    GROUP = 512,
};

/* ---- orders */

/* A goal that ended stands for the nearest one above it that is still pursued. */
static uint32_t label(const sp_staff *s, uint32_t goal)
{
    while (goal && !sp_goal_is_open(s, goal))
        goal = s->goals.list[goal - 1].parent;
    return s->labels ? goal ? goal : s->goals.win : 0;
}

static us_order *add(sp_staff *s, int action, const us_id *unit, int count, uint32_t goal)
{
    us_order *order = us_orders_add(s->orders, s->self, action, unit, count);
    order->goal = label(s, goal);
    return order;
}

/* Drops those who do just this already; writes down what the others are told. */
static int needed(sp_staff *s, int action, const us_id *unit, int count, int32_t arg, us_id *out)
{
    int n = 0;
    for (int i = 0; i < count && n < GROUP; i++) {
        sp_note *note = sp_note_of(s, unit[i]);
        const us_entity *entity = us_world_find(s->world, unit[i]);
        if (!entity ||
            (note->action == action && note->arg == arg && entity->action == action))
            continue;
        note->action = (int8_t)action;
        note->arg = arg;
        note->when = s->now;
        out[n++] = unit[i];
    }
    return n;
}

bool sp_order_cell(sp_staff *s, int action, const us_id *unit, int count, int x, int y,
                   uint32_t goal)
{
    us_id id[GROUP];
    int n = needed(s, action, unit, count, US_CELL(x, y), id);
    if (n == 0)
        return false;
    add(s, action, id, n, goal)->arg[s->words.cell_arg[action]] = US_CELL(x, y);
    return true;
}

bool sp_order_entity(sp_staff *s, int action, const us_id *unit, int count, us_id target,
                     uint32_t goal)
{
    us_id id[GROUP];
    int n = needed(s, action, unit, count, (int32_t)target, id);
    if (n == 0)
        return false;
    add(s, action, id, n, goal)->arg[s->words.entity_arg[action]] = (int32_t)target;
    return true;
}

void sp_order_make(sp_staff *s, int action, us_id unit, us_type type, uint32_t goal)
{
    sp_note *note = sp_note_of(s, unit);
    note->action = (int8_t)action;
    note->arg = type;
    note->when = s->now;
    add(s, action, &unit, 1, goal)->arg[s->words.type_arg[action]] = type;
}

void sp_order_build(sp_staff *s, us_id unit, us_type type, int x, int y, uint32_t goal)
{
    int action = s->words.build;
    sp_order_make(s, action, unit, type, goal);
    s->orders->order[s->orders->count - 1].arg[s->words.cell_arg[action]] = US_CELL(x, y);
    sp_note_of(s, unit)->arg = US_CELL(x, y);
}

/* ---- the player */

static const sp_plan *find_plan(const sp_plan *plan, const char *name)
{
    for (; plan->name; plan++) {
        if (us_text_equal(plan->name, name))
            return plan;
    }
    return NULL;
}

static int faction_of(const us_player_def *def)
{
    (void)def;
    return -1; /* the first think knows: the world says so */
}

static us_status unknown(const sp_plan *plan, const char *prefix, const char *name, us_error *err)
{
    us_str all;
    us_str_init(&all);
    for (const sp_plan *p = plan; p->name; p++)
        us_str_addf(&all, "%s%s", p == plan ? "" : ", ", p->name);
    us_status status = us_fail(err, US_BAD_INPUT, NULL, 0, 0,
                               "there is no player \"%s:%s\"; expected one of: %s", prefix, name,
                               all.text);
    us_str_clear(&all);
    return status;
}

static void close_staff(us_player *player)
{
    sp_staff *s = (sp_staff *)player;
    sp_goals_clear(s);
    us_free(s->notes.note);
    us_arena_free(s->arena);
    us_free(s);
}

static us_status open_staff(const us_player_def *def, const us_player_kind *kind,
                            const sp_plan *plans, us_player **out, us_error *err)
{
    const sp_plan *plan = find_plan(plans, def->argument ? def->argument : "");
    if (!plan)
        return unknown(plans, kind->prefix, def->argument ? def->argument : "", err);
    sp_staff *s = US_NEW(sp_staff);
    s->base.kind = kind;
    s->scenario = def->scenario;
    s->domain = def->scenario->domain;
    s->self = def->seat;
    s->plan = plan;
    s->labels = kind == &us_expert_kind;
    s->arena = us_arena_new();
    us_status status = sp_lexicon_init(&s->words, s->domain, faction_of(def), s->arena, err);
    if (status != US_OK) {
        close_staff(&s->base);
        return status;
    }
    sp_eyes_init(s);
    sp_ground_init(s);
    sp_goals_init(s);
    sp_economy_init(s);
    sp_army_init(s);
    *out = &s->base;
    return US_OK;
}
