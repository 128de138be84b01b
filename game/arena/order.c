#include "game/arena/state.h"

#include "domain/action.h"
#include "game/check.h"

/* ---- order checks, by the domain's conditions */

static us_reason find_reason(const us_scenario *base, const us_view *view, const us_order *order,
                             const us_entity *unit)
{
    const ar_scenario *scenario = (const ar_scenario *)base;
    const ar_words *w = &scenario->words;
    const us_action_def *action = &view->world->domain->action[order->action];
    if (us_action_is_allowed(view, order, unit->id))
        return US_REASON_NONE;
    if (us_action_can_harm(action) && unit->attribute[w->ammo] == 0 &&
        unit->attribute[w->magazine] > 0)
        return US_REASON_NO_RESOURCES;
    return scenario->target[order->action] >= 0 ? US_REASON_BAD_TARGET : US_REASON_NOTHING;
}

us_reason ar_scenario_check(const us_scenario *base, const us_view *view, const us_order *order)
{
    return us_order_check_units(base, view, order, find_reason);
}

/* ---- beginning and ending */

static void emit_order(ar_game *g, int i, us_event_kind kind, us_reason reason)
{
    const ar_mind *m = &g->mind[i];
    if (m->order)
        ar_event_emit(g, i,
                      (us_event){.kind = (uint8_t)kind,
                                 .type = (us_type)reason,
                                 .value = (int32_t)m->order,
                                 .extra = g->entity[i].action});
}

/* Ends the order before another task begins. */
static void end_order(ar_game *g, int i, us_reason reason)
{
    if (!g->mind[i].under_way)
        emit_order(g, i, reason == US_REASON_NONE ? US_EVENT_DONE : US_EVENT_FAILED, reason);
    g->mind[i].order = 0;
    g->mind[i].under_way = false;
    g->mind[i].aim = -1;
    g->mind[i].runs = g->mind[i].run_at = 0;
    g->wake[i] = AR_NEVER;
}

void ar_order_finish(ar_game *g, int i, us_reason reason)
{
    if (g->entity[i].action < 0)
        return;
    end_order(g, i, reason);
    g->entity[i].action = -1;
    ar_entity_mark_changed(g, i);
    if (reason != US_REASON_NONE || g->entity[i].status != g->words->hiding)
        ar_entity_set_status(g, i, g->words->idle);
    ar_entity_update_target(g, i);
}

void ar_order_report_under_way(ar_game *g, int i)
{
    if (g->mind[i].under_way)
        return;
    emit_order(g, i, US_EVENT_DONE, US_REASON_NONE);
    g->mind[i].under_way = true;
}

static void begin(ar_game *g, int i, const us_order *order)
{
    ar_mind *m = &g->mind[i];
    us_cycle now = g->core->now;
    if (g->entity[i].action >= 0)
        end_order(g, i, US_REASON_INTERRUPTED);
    g->entity[i].action = order->action;
    m->order = order->id;
    m->arg = order->arg[0];
    m->phase = m->blocked = 0;
    m->began = m->tracked = now;
    g->wake[i] = m->busy > now ? m->busy : now;
    int target = g->scenario->target[order->action] < 0 ? -1 : ar_entity_find(g, (us_id)m->arg);
    m->known = target < 0 ? ar_entity_cell(g, i) : ar_entity_cell(g, target);
    emit_order(g, i, US_EVENT_ACCEPTED, US_REASON_NONE);
    ar_entity_mark_changed(g, i);
    ar_entity_update_target(g, i);
    if (!g->scenario->verb[order->action]) { /* done at once: the character leaves */
        ar_order_report_under_way(g, i);
        ar_entity_remove(g, i, US_GONE_DISMISSED, -1);
    }
}

us_reason ar_game_act(us_game *game, const us_order *order)
{
    ar_game *g = (ar_game *)game;
    us_view view = {.world = &g->world, .self = order->seat};
    if (g->core->outcome != US_OUTCOME_NONE)
        return US_REASON_OVER;
    us_reason reason = ar_scenario_check(game->scenario, &view, order);
    if (reason != US_REASON_NONE)
        return reason;
    for (int i = 0; i < order->unit_count; i++)
        if (!us_order_is_duplicate(order, i) &&
            us_order_check_unit(game->scenario, &view, order, order->unit[i], find_reason) ==
                US_REASON_NONE)
            begin(g, ar_entity_find(g, order->unit[i]), order);
    for (int p = 0; p < US_PARAMS_MAX; p++)
        g->core->tag = us_hash_add(g->core->tag, (uint32_t)order->arg[p]);
    ar_game_sweep(g);
    return US_REASON_NONE;
}
