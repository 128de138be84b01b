#include "players/skirmish/player.h"

enum {
    WAKEUP = 48,       /* cycles between two thinks in peace */
    WAKEUP_FIGHT = 24, /* while a threat or a fight is on */
};

/* ---- orders */

enum { GROUP = 256 };

/* A goal that ended stands for the nearest one above it that is still pursued. */
static uint32_t label(const sp_player *s, uint32_t goal)
{
    while (goal && !sp_goal_is_open(s, goal))
        goal = s->goals.list.item[goal - 1].label.parent;
    goal = sp_goal_find_served(s, goal);
    return s->labels ? goal ? goal : s->goals.win : 0;
}

static us_order *add(sp_player *s, int action, const us_id *unit, int count, uint32_t goal)
{
    us_order *order = us_orders_add(s->orders, s->self, action, unit, count);
    order->goal = label(s, goal);
    return order;
}

static void note_order(sp_player *s, us_id unit, int action, int32_t arg)
{
    sp_note *note = sp_note_get(s, unit);
    note->action = (int8_t)action;
    note->arg = arg;
    note->when = s->now;
}

/* Notes the order. False: the unit carries it out already. */
static bool needs(sp_player *s, const us_entity *unit, int action, int32_t arg)
{
    const sp_note *note = sp_note_get(s, unit->id);
    if (note->action == action && note->arg == arg && unit->action == action)
        return false;
    note_order(s, unit->id, action, arg);
    return true;
}

void sp_order_group(sp_player *s, int action, const sp_list *units, int x, int y, uint32_t goal)
{
    us_id id[GROUP];
    int looked = 0, n = 0;
    SP_EACH (unit, *units)
        if (looked++ < GROUP && needs(s, unit, action, US_CELL(x, y)))
            id[n++] = unit->id;
    if (n > 0)
        add(s, action, id, n, goal)->arg[s->words.cell_arg[action]] = US_CELL(x, y);
}

void sp_order_cell(sp_player *s, int action, const us_entity *unit, int x, int y, uint32_t goal)
{
    if (needs(s, unit, action, US_CELL(x, y)))
        add(s, action, &unit->id, 1, goal)->arg[s->words.cell_arg[action]] = US_CELL(x, y);
}

void sp_order_entity(sp_player *s, int action, const us_entity *unit, us_id target, uint32_t goal)
{
    if (needs(s, unit, action, (int32_t)target))
        add(s, action, &unit->id, 1, goal)->arg[s->words.entity_arg[action]] = (int32_t)target;
}

void sp_order_make(sp_player *s, int action, us_id unit, us_type type, uint32_t goal)
{
    note_order(s, unit, action, type);
    us_order *order = add(s, action, &unit, 1, goal);
    order->arg[s->words.type_arg[action]] = type;
    sp_goal_raise_number(s, order->goal, type);
}

void sp_order_build(sp_player *s, us_id unit, us_type type, int x, int y, uint32_t goal)
{
    int action = s->words.build;
    sp_order_make(s, action, unit, type, goal);
    s->orders->order[s->orders->count - 1].arg[s->words.cell_arg[action]] = US_CELL(x, y);
    sp_note_get(s, unit)->arg = US_CELL(x, y);
}

/* ---- life */

static const sp_plan *find_plan(const sp_plan *plan, const char *name)
{
    for (; plan->name; plan++) {
        if (us_text_equal(plan->name, name))
            return plan;
    }
    return NULL;
}

static us_status unknown(const sp_plan *plan, const char *prefix, const char *name, us_error *err)
{
    US_AUTOSTR(all);
    for (const sp_plan *p = plan; p->name; p++)
        us_str_addf(&all, "%s%s", p == plan ? "" : ", ", p->name);
    us_status status =
        us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                     "there is no player \"%s:%s\"; expected one of: %s", prefix, name, all.text);
    return status;
}

static void close_staff(us_player *player)
{
    sp_player *s = (sp_player *)player;
    sp_goals_clear(s);
    us_mem_free(s->notes.note);
    us_arena_free(s->arena);
    us_mem_free(s);
}

/* The seat's faction is not known yet. */
static us_status check_words(sp_player *s, us_error *err)
{
    int factions = s->domain->factions.count;
    US_TRY(sp_goals_check(s->domain, err));
    for (int faction = 0; faction < factions || faction == 0; faction++) {
        us_mark mark = us_arena_mark(s->arena);
        us_status status = sp_lexicon_init(&s->words, s->domain, faction, s->arena, err);
        if (status == US_OK)
            status = sp_script_check(s->plan, &s->words, err);
        us_arena_release(s->arena, mark);
        US_TRY(status);
    }
    return US_OK;
}

static us_status open_staff(const us_player_kind *kind, const us_player_def *def, us_player **out,
                            us_error *err)
{
    const sp_plan *plans = kind == &us_expert_kind ? sp_expert_plan : sp_ai_plan;
    const sp_plan *plan = find_plan(plans, def->argument ? def->argument : "");
    if (!plan)
        return unknown(plans, kind->prefix, def->argument ? def->argument : "", err);
    sp_player *s = US_NEW(sp_player);
    s->base.kind = kind;
    s->scenario = def->scenario;
    s->domain = def->scenario->domain;
    s->self = def->seat;
    s->plan = plan;
    s->labels = kind == &us_expert_kind;
    s->arena = us_arena_new();
    us_status status = check_words(s, err);
    if (status == US_OK)
        *out = &s->base;
    else
        close_staff(&s->base);
    return status;
}

/* Only a view shows the seat's faction. */
static void begin(sp_player *s)
{
    if (s->begun)
        return;
    us_status status =
        sp_lexicon_init(&s->words, s->domain, s->world->faction[s->self], s->arena, NULL);
    us_assert(status == US_OK);
    sp_observation_init(s);
    sp_ground_init(s);
    sp_goals_init(s);
    sp_economy_init(s);
    sp_army_init(s);
    sp_script_init(s);
    s->begun = true;
}

static void think(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_wakeup *wakeup)
{
    sp_player *s = (sp_player *)player;
    s->view = view;
    s->world = view->world;
    s->events = events;
    s->orders = orders;
    s->now = view->world->now;
    *wakeup = (us_wakeup){s->now + US_WAKEUP_MAX, 0};
    if (!s->world->alive[s->self])
        return;
    begin(s);
    s->foe = s->self == 0 && s->world->seats > 1 ? 1 : 0;
    for (us_seat seat = 0; seat < s->world->seats; seat++) {
        if (seat != s->self && s->world->alive[seat]) {
            s->foe = seat;
            break;
        }
    }
    sp_observation_update(s);
    sp_ground_update(s);
    sp_goals_open_top(s);
    sp_goals_close_reached(s);
    sp_works_begin(s);
    sp_economy_add_wants(s);
    sp_guard_add_wants(s);
    sp_script_run(s);
    sp_army_run(s);
    sp_guard_run(s);
    sp_wave_run(s);
    sp_works_run(s);
    sp_script_spend_surplus(s);
    sp_economy_run(s);
    sp_drives_run(s);
    s->work += s->world->count;
    bool fights = s->army.threat || s->army.phase == SP_FIGHTING;
    wakeup->until = s->now + (fights ? WAKEUP_FIGHT : WAKEUP);
    wakeup->events = fights || s->now - s->woken < WAKEUP ? 0 : US_EVENT_BIT(US_EVENT_ATTACKED);
    s->woken = s->now;
}

static void on_order(us_player *player, const us_order *order, us_reason reason)
{
    sp_player *s = (sp_player *)player;
    if (reason == US_REASON_NONE)
        return;
    for (int i = 0; i < order->unit_count; i++)
        sp_note_get(s, order->unit[i])->action = -1;
    if (order->action == s->words.build)
        sp_works_on_refusal(s, order->unit[0]);
}

static int labels(const us_player *player, const us_goal_instance **out)
{
    const sp_player *s = (const sp_player *)player;
    *out = sp_goals_list_labels(s);
    return s->goals.list.count;
}

const us_player_kind us_ai_kind = {"ai", open_staff, think, on_order, close_staff, NULL};
const us_player_kind us_expert_kind = {"expert", open_staff, think, on_order, close_staff, labels};

/* ---- names */

static const char *name_at(const sp_plan *plan, int index)
{
    us_assert(index >= 0);
    for (int i = 0; i < index && plan->name; i++)
        plan++;
    return plan->name;
}

const char *us_ai_name(int index)
{
    return name_at(sp_ai_plan, index);
}

const char *us_expert_name(int index)
{
    return name_at(sp_expert_plan, index);
}

const char *us_ai_about(const char *name)
{
    const sp_plan *plan = find_plan(sp_ai_plan, name);
    return plan ? plan->about : "";
}

const char *us_expert_about(const char *name)
{
    const sp_plan *plan = find_plan(sp_expert_plan, name);
    return plan ? plan->about : "";
}

const char *us_expert_family(const char *name)
{
    const sp_plan *plan = find_plan(sp_expert_plan, name);
    return plan && plan->family ? plan->family : "";
}

int64_t us_scripted_player_work(const us_player *player)
{
    return ((const sp_player *)player)->work;
}
