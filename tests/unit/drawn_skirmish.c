#include "tests/unit/drawn_skirmish.h"

#include "tests/temp_map.h"

enum { SIDE = 32 };

/* The picture decides the size, grass fills what it leaves. */
static void draw(const char *lines, const char *picture, bool fair, us_str *out)
{
    int width = SIDE, height = 1, row = 0;
    for (const char *at = picture; *at; at++) {
        row = *at == '\n' ? 0 : row + 1;
        width = row > width ? row : width;
        height += *at == '\n';
    }
    height = height > SIDE ? height : SIDE;
    us_str_addf(out, "understudy map 1\nname stage\nfamily open\nsize %d %d\nfair %s\n", width,
                height, fair ? "yes" : "no");
    us_str_add(out, lines);
    us_str_add(out, "terrain\n");
    const char *at = picture;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            us_str_add_char(out, *at && *at != '\n' ? *at++ : '.');
        us_str_add_char(out, '\n');
        at += *at == '\n';
    }
}

void drawn_skirmish_draw(const char *lines, const char *picture, us_str *out)
{
    draw(lines, picture, false, out);
}

static us_scenario *open_map(const char *lines, const char *picture, bool fog, bool fair)
{
    US_AUTOSTR(text);
    draw(lines, picture, fair, &text);
    us_scenario_def def = us_scenario_def_default();
    def.fog = fog;
    def.max_cycles = 1000000;
    us_scenario *scenario = us_temp_map_open(&text, &def);
    return scenario;
}

us_scenario *drawn_skirmish_open(const char *lines, const char *picture)
{
    return open_map(lines, picture, false, false);
}

us_scenario *drawn_skirmish_open_fog(const char *lines, const char *picture)
{
    return open_map(lines, picture, true, false);
}

us_scenario *drawn_skirmish_open_fair(const char *lines, const char *picture)
{
    return open_map(lines, picture, false, true);
}

drawn_skirmish drawn_skirmish_begin(const char *lines, const char *picture, uint64_t seed)
{
    drawn_skirmish s = {.scenario = drawn_skirmish_open(lines, picture)};
    s.game = us_game_new(s.scenario, seed);
    s.g = (sk_game *)s.game;
    return s;
}

void drawn_skirmish_end(drawn_skirmish *s)
{
    us_events_clear(&s->events);
    us_game_free(s->game);
    us_scenario_close(s->scenario);
}

us_id drawn_skirmish_find(const drawn_skirmish *s, const char *type, us_seat owner, int n)
{
    us_type wanted = us_domain_find_type(s->scenario->domain, type);
    us_assert(wanted >= 0);
    const us_world *world = us_game_world(s->game, US_NEUTRAL);
    for (int i = 0; i < world->count; i++) {
        const us_entity *entity = &world->entity[i];
        if (entity->owner == owner && us_type_is_a(world->domain, entity->type, wanted) && n-- == 0)
            return entity->id;
    }
    return 0;
}

const us_entity *drawn_skirmish_entity(drawn_skirmish *s, us_id id)
{
    return us_world_find(us_game_world(s->game, US_NEUTRAL), id);
}

int drawn_skirmish_count(drawn_skirmish *s, const char *type, us_seat owner)
{
    return us_world_count(us_game_world(s->game, US_NEUTRAL), owner,
                          us_domain_find_type(s->scenario->domain, type));
}

int32_t drawn_skirmish_tally(drawn_skirmish *s, us_seat seat, const char *name)
{
    int tally = us_domain_find_tally(s->scenario->domain, name);
    us_assert(tally >= 0);
    return us_world_tally(us_game_world(s->game, US_NEUTRAL), seat, tally);
}

void drawn_skirmish_give(drawn_skirmish *s, us_seat seat, const char *resource, int32_t amount)
{
    sk_tally_add(s->g, seat, us_domain_find_resource(s->scenario->domain, resource), amount);
}

us_id drawn_skirmish_add(drawn_skirmish *s, const char *type, us_seat owner, int x, int y)
{
    us_type wanted = us_domain_find_type(s->scenario->domain, type);
    us_assert(wanted >= 0);
    sk_slot slot = sk_unit_add(s->g, wanted, owner, x, y, true, 0);
    us_assert(slot);
    s->g->unit[slot].from_x = (int16_t)x;
    s->g->unit[slot].from_y = (int16_t)y;
    sk_unit_wake_at(s->g, slot, s->g->core->now);
    return s->g->unit[slot].id;
}

static us_reason give(drawn_skirmish *s, us_id unit, const char *action, int32_t first,
                      int32_t second)
{
    static uint32_t next = 1 << 20; /* no player in the same game comes that far */
    const us_entity *entity = drawn_skirmish_entity(s, unit);
    us_order order = {.id = next++,
                      .seat = entity ? entity->owner : 0,
                      .action = (int8_t)us_domain_find_action(s->scenario->domain, action),
                      .queued = s->queued,
                      .unit = &unit,
                      .unit_count = 1,
                      .arg = {first, second}};
    us_assert(order.action >= 0);
    return us_game_act(s->game, &order);
}

us_reason drawn_skirmish_order(drawn_skirmish *s, us_id unit, const char *action, us_id target)
{
    return give(s, unit, action, (int32_t)target, 0);
}

us_reason drawn_skirmish_order_at(drawn_skirmish *s, us_id unit, const char *action, int x, int y)
{
    return give(s, unit, action, US_CELL(x, y), 0);
}

us_reason drawn_skirmish_order_make(drawn_skirmish *s, us_id unit, const char *action,
                                    const char *type)
{
    return give(s, unit, action, us_domain_find_type(s->scenario->domain, type), 0);
}

us_reason drawn_skirmish_order_build(drawn_skirmish *s, us_id unit, const char *type, int x, int y)
{
    return give(s, unit, "build", us_domain_find_type(s->scenario->domain, type), US_CELL(x, y));
}

void drawn_skirmish_run(drawn_skirmish *s, us_cycle cycles)
{
    us_game_step(s->game, us_game_world(s->game, US_NEUTRAL)->now + cycles, NULL, &s->events);
}

const us_event *drawn_skirmish_event(const drawn_skirmish *s, us_event_kind kind, us_id entity)
{
    for (int i = 0; i < s->events.count; i++) {
        const us_event *event = &s->events.event[i];
        if (event->kind == kind && (!entity || event->entity == entity))
            return event;
    }
    return NULL;
}

int drawn_skirmish_events(const drawn_skirmish *s, us_event_kind kind, us_id entity)
{
    int count = 0;
    for (int i = 0; i < s->events.count; i++)
        count +=
            s->events.event[i].kind == kind && (!entity || s->events.event[i].entity == entity);
    return count;
}

const char *drawn_skirmish_status(drawn_skirmish *s, us_id id)
{
    const us_entity *entity = drawn_skirmish_entity(s, id);
    return entity ? s->scenario->domain->statuses.name[entity->status] : "gone";
}
