#include "tests/unit/drawn_arena.h"

#include "tests/unit/test.h"
#include <string.h>

static const char legend[] =
    "legend\nP PLAYER 0\ng GUARD 1\ns SNIPER 1\nb BRUTE 1\n"
    "t THIEF 1 carried 5\nQ PLAYER 0 carried 5\n$ RESOURCE neutral stock 20\n"
    "D DOOR neutral\na AMMO neutral\nm MEDKIT neutral\nA POST_A neutral\n"
    "E EXIT neutral\nX PLAYER 0\nY GUARD 1\n";

void drawn_arena_text(const char *rows, int difficulty, int loot, us_str *out)
{
    int width = AR_SIDE_MIN, height = 0;
    for (const char *at = rows; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        width = (int)strcspn(at, "\n") > width ? (int)strcspn(at, "\n") : width;
        height++;
    }
    us_str_addf(out, "arena 1\nfamily pit\ndifficulty %d\nloot %d\nmap\n", difficulty, loot);
    const char *at = rows;
    for (int y = 0; y < height || y < AR_SIDE_MIN; y++) {
        int length = y < height ? (int)strcspn(at, "\n") : 0;
        us_str_add_bytes(out, at, (size_t)length);
        for (int x = length; x < width; x++)
            us_str_add_char(out, '.');
        us_str_add_char(out, '\n');
        at += length;
        at += *at == '\n';
    }
    us_str_add(out, legend);
}

drawn_arena drawn_arena_begin_hard(const char *rows, int difficulty, int loot)
{
    drawn_arena p = {0};
    us_str text;
    us_error err = {0};
    us_scenario_def def = us_scenario_def_default();
    us_str_init(&text);
    drawn_arena_text(rows, difficulty, loot, &text);
    def.domain = "arena";
    def.map = "pit";
    def.map_text = text.text;
    if (us_scenario_open(&def, &p.scenario, &err) != US_OK)
        FAIL("%s:%d:%d: %s", err.file, err.line, err.column, err.text);
    REQUIRE(p.scenario);
    us_str_clear(&text);
    p.game = us_game_new(p.scenario, 3);
    p.g = (ar_game *)p.game;
    return p;
}

drawn_arena drawn_arena_begin(const char *rows)
{
    return drawn_arena_begin_hard(rows, 50, PIT_LOOT);
}

void drawn_arena_end(drawn_arena *p)
{
    us_events_clear(&p->events);
    us_game_free(p->game);
    us_scenario_close(p->scenario);
}

us_id drawn_arena_find(const drawn_arena *p, const char *type, int n)
{
    const us_world *world = us_game_world(p->game, US_NEUTRAL);
    for (int i = 0; i < world->count; i++)
        if (us_text_equal(world->domain->type[world->entity[i].type].name, type) && n-- == 0)
            return world->entity[i].id;
    return 0;
}

const us_entity *drawn_arena_entity(const drawn_arena *p, us_id id)
{
    return us_world_find(us_game_world(p->game, US_NEUTRAL), id);
}

int32_t drawn_arena_value(const drawn_arena *p, us_id id, const char *attribute)
{
    return drawn_arena_entity(p, id)
        ->attribute[us_domain_find_attribute(p->scenario->domain, attribute)];
}

void drawn_arena_set(drawn_arena *p, us_id id, const char *attribute, int32_t value)
{
    ar_entity_set_attribute(p->g, ar_entity_find(p->g, id),
                            us_domain_find_attribute(p->scenario->domain, attribute), value);
}

const char *drawn_arena_status(const drawn_arena *p, us_id id)
{
    return p->scenario->domain->statuses.name[drawn_arena_entity(p, id)->status];
}

int32_t drawn_arena_tally(const drawn_arena *p, us_seat seat, const char *name)
{
    return us_world_tally(us_game_world(p->game, US_NEUTRAL), seat,
                          us_domain_find_tally(p->scenario->domain, name));
}

static us_reason give(drawn_arena *p, us_id unit, const char *action, int32_t arg)
{
    us_order order = {.id = ++p->orders, .unit = &unit, .unit_count = 1, .arg = {arg}};
    order.seat = drawn_arena_entity(p, unit)->owner;
    order.action = (int8_t)us_domain_find_action(p->scenario->domain, action);
    REQUIRE(order.action >= 0);
    return us_game_act(p->game, &order);
}

us_reason drawn_arena_order(drawn_arena *p, us_id unit, const char *action, us_id target)
{
    return give(p, unit, action, (int32_t)target);
}

us_reason drawn_arena_order_at(drawn_arena *p, us_id unit, const char *action, int x, int y)
{
    return give(p, unit, action, US_CELL(x, y));
}

void drawn_arena_face(drawn_arena *p, us_id unit, int x, int y)
{
    ar_entity_face(p->g, ar_entity_find(p->g, unit), x, y);
}

void drawn_arena_run(drawn_arena *p, us_cycle cycles)
{
    us_game_step(p->game, us_game_world(p->game, US_NEUTRAL)->now + cycles, NULL, &p->events);
}

const us_event *drawn_arena_until(drawn_arena *p, us_event_kind kind, us_id entity, us_cycle cycles)
{
    us_events_reset(&p->events);
    for (us_cycle n = 0; n < cycles && !drawn_arena_event(p, kind, entity); n++)
        drawn_arena_run(p, 1);
    return drawn_arena_event(p, kind, entity);
}

int drawn_arena_count(const drawn_arena *p, us_event_kind kind, us_id entity)
{
    int count = 0;
    for (int i = 0; i < p->events.count; i++)
        count += p->events.event[i].kind == kind && p->events.event[i].entity == entity;
    return count;
}

const us_event *drawn_arena_event(const drawn_arena *p, us_event_kind kind, us_id entity)
{
    for (int i = 0; i < p->events.count; i++)
        if (p->events.event[i].kind == kind && p->events.event[i].entity == entity)
            return &p->events.event[i];
    return NULL;
}
