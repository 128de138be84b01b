#include "tests/unit/group_world.h"

#include <string.h>

static us_reason any_order(const us_scenario *scenario, const us_view *view, const us_order *order)
{
    const us_action_def *def = &scenario->domain->action[order->action];
    for (int p = 0; p < def->param_count; p++)
        if (def->param[p].kind == US_VALUE_ENTITY &&
            !us_world_find(view->world, (us_id)order->arg[p]))
            return US_REASON_BAD_TARGET;
    return US_REASON_NONE;
}

const us_game_kind group_world_game = {.name = "arena", .check = any_order};

void group_world_open(group_world *s, const char *text)
{
    us_error err;
    memset(s, 0, sizeof *s);
    arena_world_open(&s->a);
    s->brl = arena_world_read(&s->a, text, &s->case_base);
    s->scenario = (us_scenario){.kind = &group_world_game, .domain = s->a.domain, .seats = 2};
    us_character_group_def def = {&s->scenario, 1, 5, s->case_base};
    REQUIRE(us_character_group_new(&def, &s->group, &err) == US_OK && s->group);
    us_str_init(&s->log);
    us_str_init(&s->notes);
    s->arena = us_arena_new();
}

void group_world_close(group_world *s)
{
    us_character_group_free(s->group);
    us_case_base_free(s->case_base);
    us_brl_free(s->brl);
    us_events_clear(&s->events);
    us_orders_clear(&s->orders);
    us_str_clear(&s->log);
    us_str_clear(&s->notes);
    us_arena_free(s->arena);
    arena_world_close(&s->a);
}

static void log_order(group_world *s, const us_order *order)
{
    const us_action_def *def = &s->a.domain->action[order->action];
    us_str_addf(&s->log, "%s%u:%s", s->log.length ? " " : "", (unsigned)order->unit[0], def->name);
    for (int p = 0; p < def->param_count; p++) {
        if (def->param[p].kind == US_VALUE_CELL)
            us_str_addf(&s->log, " %d,%d", US_CELL_X(order->arg[p]), US_CELL_Y(order->arg[p]));
        else
            us_str_addf(&s->log, " %d", order->arg[p]);
    }
}

static void log_notes(group_world *s)
{
    const us_note *note;
    int count = us_character_group_notes(s->group, &note);
    for (int i = 0; i < count; i++) {
        CHECK(us_note_is_valid(&note[i]));
        if (note[i].of != US_NOTE_BEHAVIOR || note[i].kind == US_NOTE_BOUND)
            continue;
        REQUIRE(note[i].node < US_COUNT(s->named));
        if (note[i].text && note[i].text[0])
            s->named[note[i].node] = us_arena_strndup(s->arena, note[i].text, strlen(note[i].text));
        us_str_addf(&s->notes, "%s%s %s", s->notes.length ? ", " : "",
                    us_note_kind_name((us_note_kind)note[i].kind), s->named[note[i].node]);
    }
}

void group_world_happen(group_world *s, us_event_kind kind, us_id entity, us_id other, int x, int y,
                        int value)
{
    us_event event = {.cycle = s->a.world.now,
                      .kind = (uint8_t)kind,
                      .seat = entity ? 1 : US_NEUTRAL,
                      .entity = entity,
                      .other = other,
                      .x = (int16_t)x,
                      .y = (int16_t)y,
                      .value = value};
    us_events_add(&s->events, &event);
}

void group_world_finish(group_world *s, us_id id, us_event_kind how, us_reason reason)
{
    group_world_happen(s, how, id, 0, -1, -1, (int)s->latest[id]);
    s->events.event[s->events.count - 1].type = (us_type)reason;
}

const char *group_world_think(group_world *s)
{
    us_view view = {.world = &s->a.world, .self = 1};
    us_orders_reset(&s->orders);
    us_str_reset(&s->log);
    us_str_reset(&s->notes);
    s->next = us_character_group_think(s->group, &view, &s->events, &s->orders);
    us_events_reset(&s->events);
    log_notes(s);
    for (int i = 0; i < s->orders.count; i++) {
        us_order *order = &s->orders.order[i];
        us_id unit = order->unit[0];
        order->id = ++s->ids;
        us_character_group_on_order(s->group, order, s->refuses);
        if (s->refuses == US_REASON_NONE && s->latest[unit])
            group_world_finish(s, unit, US_EVENT_FAILED, US_REASON_INTERRUPTED);
        if (s->refuses == US_REASON_NONE)
            s->latest[unit] = order->id;
        log_order(s, order);
    }
    s->a.world.now++;
    return s->log.length ? s->log.text : "";
}

const char *group_world_notes(const group_world *s)
{
    return s->notes.length ? s->notes.text : "";
}

void group_world_done(group_world *s, us_id id)
{
    group_world_finish(s, id, US_EVENT_DONE, US_REASON_NONE);
    s->latest[id] = 0;
}
