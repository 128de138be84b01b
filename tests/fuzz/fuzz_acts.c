/* Bytes as orders, sound and not, in a game of each domain. Recorded orders may hold any numbers,
 * so that a trace can give any order. Worlds stay sound, a refused order changes nothing, and a
 * saved game goes on as the game itself. */
#include <stdio.h>

#include "domain/order.h"
#include "game/game.h"
#include "tests/world_faults.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GAMES = 3, ACTS_MAX = 400, UNITS_MAX = 6, STEP_MAX = 40 };

typedef struct bytes {
    const uint8_t *at, *end;
} bytes;

static uint8_t next(bytes *from)
{
    return from->at < from->end ? *from->at++ : 0;
}

static const us_scenario *scenario_of(int game)
{
    static us_scenario *opened[GAMES + 1];
    static const struct {
        const char *domain, *map;
    } rows[GAMES] = {{"skirmish", "tests/fuzz/corpus/map/town.map"},
                     {"arena", "hall-1"},
                     {"microrts", "bases-8"}};
    us_scenario **scenario = &opened[game];
    if (!*scenario) {
        us_scenario_def def = us_scenario_def_default();
        def.domain = rows[game % GAMES].domain;
        def.map = rows[game % GAMES].map;
        def.fog = game == GAMES; /* of the first domain alone */
        us_assert(us_scenario_open(&def, scenario, NULL) == US_OK);
    }
    return *scenario;
}

static us_id draw_id(bytes *from, const us_world *world)
{
    uint8_t which = next(from);
    if (which >= 250)
        return which == 255 ? UINT32_MAX : (us_id)(which - 250);
    return world->count > 0 ? world->entity[which % world->count].id : 1;
}

static int32_t draw_number(bytes *from)
{
    static const int32_t odd[] = {-1, INT32_MIN, INT32_MAX, 32767, -32768, 65535, 65536, 1 << 24};
    uint8_t which = next(from);
    return which >= 248 ? odd[which - 248] : which;
}

static int32_t draw_arg(bytes *from, const us_world *world, us_value_kind kind)
{
    if (kind == US_VALUE_ENTITY)
        return (int32_t)draw_id(from, world);
    if (kind == US_VALUE_CELL) {
        int32_t x = draw_number(from), y = draw_number(from);
        return us_cell_from_xy(x, y);
    }
    return draw_number(from);
}

/* A unit is mostly one that can do the action, so that orders are accepted, too. */
static us_id draw_unit(bytes *from, const us_world *world, us_seat seat, int action)
{
    uint32_t by = world->domain->action[action].by;
    us_id id = draw_id(from, world);
    for (int i = 0; i < world->count && id % 8 != 7; i++) {
        const us_entity *e = &world->entity[i];
        if (e->id >= id && e->owner == seat && world->domain->type[e->type].roles & by)
            return e->id;
    }
    return id;
}

static void act(us_game *game, bytes *from, uint32_t number)
{
    const us_world *world = us_game_world(game, US_NEUTRAL);
    const us_domain *domain = world->domain;
    us_id unit[UNITS_MAX];
    us_order order = {.id = number, .seat = (us_seat)(next(from) % world->seats), .unit = unit};
    order.action = (int8_t)(next(from) % domain->action_count);
    const us_action_def *action = &domain->action[order.action];
    uint8_t bits = next(from);
    order.queued = bits & 1;
    order.unit_count = bits & 2 ? 1 : bits >> 2 & 7;
    order.unit_count = order.unit_count > UNITS_MAX ? UNITS_MAX : order.unit_count;
    for (int i = 0; i < order.unit_count; i++)
        unit[i] = draw_unit(from, world, order.seat, order.action);
    for (int i = 0; i < action->param_count; i++)
        order.arg[i] = draw_arg(from, world, action->param[i].kind);
    us_hash before = us_game_hash(game);
    us_reason reason = us_game_act(game, &order);
    us_assert(reason == US_REASON_NONE || us_game_hash(game) == before);
}

static void look(us_game *game)
{
    US_AUTOSTR(report);
    const us_world *world = us_game_world(game, US_NEUTRAL);
    if (us_world_faults(world, &report) == 0)
        return;
    fprintf(stderr, "at cycle %d: %s\n", world->now, report.text);
    us_assert(!"a sound world");
}

/* Both games go on for a while, from the saved state. */
static void hold_saved(us_game *game, const us_scenario *scenario, uint64_t seed)
{
    us_game *other = us_game_new(scenario, seed);
    us_str saved;
    us_str_init(&saved);
    us_game_save(game, &saved);
    us_assert(us_game_load(other, saved.text, saved.length, NULL) == US_OK);
    us_cycle until = us_game_world(game, US_NEUTRAL)->now + STEP_MAX;
    us_assert(us_game_step(game, until, NULL, NULL) == us_game_step(other, until, NULL, NULL));
    us_assert(us_game_hash(game) == us_game_hash(other));
    us_str_clear(&saved);
    us_game_free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes from = {data, data + size};
    uint8_t first = next(&from);
    const us_scenario *scenario = scenario_of(first % (GAMES + 1));
    us_game *game = us_game_new(scenario, first);
    us_events events = {0};
    for (uint32_t i = 1; i <= ACTS_MAX && from.at < from.end; i++) {
        uint8_t what = next(&from);
        if (what < 64) {
            us_game_step(game, us_game_world(game, US_NEUTRAL)->now + what % STEP_MAX + 1, NULL,
                         &events);
            us_events_reset(&events);
            look(game);
        } else {
            act(game, &from, i);
        }
        if (us_game_outcome(game).kind != US_OUTCOME_NONE)
            break;
    }
    if (us_game_outcome(game).kind == US_OUTCOME_NONE)
        hold_saved(game, scenario, first);
    look(game);
    us_events_clear(&events);
    us_game_free(game);
    return 0;
}
