/* Any bytes as a map of the arena. What is taken must print and parse to the same map, must not
 * trouble the checker, and a game on it goes on for a while. */
#include "game/arena/state.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const us_domain *domain(void)
{
    static us_domain *shipped;
    if (!shipped)
        us_assert(us_domain_load_shipped("arena", &shipped, NULL) == US_OK);
    return shipped;
}

/* Each does each thing, to one of the last. */
static void order_all(us_game *game, int action)
{
    for (int i = 0; i < us_game_world(game, US_NEUTRAL)->count && i < 40; i++) {
        const us_world *world = us_game_world(game, US_NEUTRAL);
        us_id id = world->entity[i].id;
        us_order order = {.id = (uint32_t)(action * 40 + i + 1), .unit = &id, .unit_count = 1};
        order.seat = world->entity[i].owner < 0 ? 0 : world->entity[i].owner;
        order.action = (int8_t)action;
        order.arg[0] = (int32_t)world->entity[world->count - 1 - i % 3 % world->count].id;
        us_game_act(game, &order);
    }
}

static void play(const char *text)
{
    us_scenario *scenario = NULL;
    us_scenario_def def = us_scenario_def_default();
    def.domain = "arena";
    def.read = domain();
    def.map = "fuzz";
    def.map_text = text;
    us_assert(us_scenario_open(&def, &scenario, NULL) == US_OK);
    us_game *game = us_game_new(scenario, 1);
    for (int action = 0; action < domain()->action_count; action++) {
        order_all(game, action);
        us_game_step(game, 20 * (action + 1), NULL, NULL);
    }
    us_game_free(game);
    us_scenario_close(scenario);
}

static void try_map(const ar_map *map)
{
    us_str text, again, faults;
    ar_map *back = NULL;
    us_str_init(&text);
    us_str_init(&again);
    us_str_init(&faults);
    ar_map_print(map, domain(), &text);
    us_status status = ar_map_parse("back", text.text, text.length, domain(), &back, NULL);
    us_assert(status == US_OK && back->hash == map->hash);
    ar_map_print(back, domain(), &again);
    us_assert(strcmp(text.text, again.text) == 0);
    int count = ar_map_print_faults(map, domain(), &faults);
    us_assert((count == 0) == (faults.length == 0));
    if (map->width * map->height <= 1024)
        play(text.text);
    ar_map_free(back);
    us_str_clear(&text);
    us_str_clear(&again);
    us_str_clear(&faults);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ar_map *map = NULL;
    us_error err = {0};
    us_status status = ar_map_parse("fuzz", (const char *)data, size, domain(), &map, &err);
    if (status == US_OK)
        try_map(map);
    else
        us_assert(map == NULL && err.status == US_BAD_INPUT && err.text[0] && err.line > 0 &&
                  err.column > 0);
    ar_map_free(map);
    return 0;
}
