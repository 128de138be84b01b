#include "game/arena/arena.h"
#include "game/arena/state.h"
#include "tests/bench/bench.h"
#include "tests/measured.h"

#include <stdio.h>
#include <string.h>

enum { SIDE = 256, BATCH = 30, BATCHES = 40, ROUNDS = 5 };

typedef enum deed { IDLE, PATROLLING, FIGHTING, DEEDS } deed;
static const char *const deeds[DEEDS] = {"idle", "patrolling", "fighting"};

/* A generated map on which as many characters of both seats stand as asked for: when they fight all
 * over the map, so that each has opponents near. */
static us_scenario *crowd(const char *family, int characters)
{
    us_domain *domain = NULL;
    us_scenario *scenario = NULL;
    us_error err = {0};
    us_str text;
    us_map_request request = {family, SIDE, 1, US_MAP_UNFAIR};
    ar_map *map = NULL;
    us_rng rng = us_rng_derive(1, "bench.arena", 0);
    bench_need(us_domain_load_shipped("arena", &domain, &err), &err);
    bench_need(ar_map_generate(domain, &request, &map, &err), &err);
    int player = 0, guard = 0, floor = us_domain_find_terrain(domain, "floor");
    for (int k = map->kinds - 1; k >= 0; k--) {
        player = map->kind[k].owner == 0 ? k : player;
        guard = map->kind[k].owner == 1 ? k : guard;
    }
    for (int cell = 0; cell < SIDE * SIDE; cell++)
        if (map->stands[cell] && map->kind[map->stands[cell] - 1].owner >= 0)
            map->stands[cell] = 0;
    for (int n = 0; n < characters;) {
        int cell = (int)us_rng_next_below(&rng, SIDE * SIDE);
        if (map->stands[cell] || map->terrain[cell] != floor)
            continue;
        map->stands[cell] = (uint8_t)((n++ % 2 ? player : guard) + 1);
    }
    map->loot = 0;
    us_str_init(&text);
    ar_map_print(map, domain, &text);
    us_scenario_def def = us_scenario_def_default();
    def.domain = "arena";
    def.map = "crowd";
    def.map_text = text.text;
    def.max_cycles = US_CYCLES_LIMIT;
    bench_need(us_scenario_open(&def, &scenario, &err), &err);
    us_str_clear(&text);
    ar_map_free(map);
    us_domain_free(domain);
    return scenario;
}

static void order(ar_game *g, int i, const char *name, int32_t arg)
{
    us_id id = g->entity[i].id;
    us_order order = {.id = 1, .seat = g->entity[i].owner, .unit = &id, .unit_count = 1};
    order.action = (int8_t)us_domain_find_action(g->domain, name);
    order.arg[0] = arg;
    us_game_act(&g->base, &order);
}

/* Who has nothing to do walks to some cell not farther than a room or two; in a fight it attacks
 * whom it sees, and nobody dies or runs out of rounds. */
static void direct(ar_game *g, deed what, us_rng *rng)
{
    for (int i = 0; i < g->core->count && what != IDLE; i++) {
        us_entity *e = &g->entity[i];
        if (e->owner < 0)
            continue;
        if (what == FIGHTING) {
            e->attribute[0] = 900;
            e->attribute[g->words->ammo] = e->attribute[g->words->magazine];
        }
        if (e->action >= 0)
            continue;
        int32_t dx = (int32_t)us_rng_next_below(rng, 49) - 24,
                dy = (int32_t)us_rng_next_below(rng, 49) - 24;
        int x = e->x + dx, y = e->y + dy;
        if (what == FIGHTING && e->target)
            order(g, i, "attack", (int32_t)e->target);
        else if (x >= 0 && y >= 0 && x < g->width && y < g->height)
            order(g, i, "move", US_CELL(x, y));
    }
}

static void run(const char *family, int characters, deed what)
{
    us_scenario *scenario = crowd(family, characters);
    us_game *game = us_game_new(scenario, 1);
    ar_game *g = (ar_game *)game;
    us_rng rng = us_rng_derive(1, "bench.arena.orders", 0);
    double took[ROUNDS];
    us_events events = {0};
    int64_t told = 0, nodes = 0;
    for (int r = -1; r < ROUNDS; r++) { /* one to warm up */
        int64_t sum = 0;
        told = 0;
        nodes = us_arena_game_path_node_count(game);
        for (int b = 0; b < BATCHES; b++) {
            direct(g, what, &rng);
            us_events_reset(&events);
            int64_t start = bench_ns();
            us_game_step(game, g->core->now + BATCH, NULL, &events);
            sum += bench_ns() - start;
            told += events.count;
        }
        nodes = us_arena_game_path_node_count(game) - nodes;
        if (r >= 0)
            took[r] = (double)sum / (BATCH * BATCHES);
    }
    double cost = bench_median(took, ROUNDS), share = cost * 60 / 1e7;
    printf("arena    %s %dx%d, %d characters %s: %.0f ns a cycle, %.2f%% of a core at 60 cycles a "
           "second; %.0f events and %.0f path cells a second, %.2f MB a game\n",
           family, SIDE, SIDE, characters, deeds[what], cost, share,
           (double)told * 60 / (BATCH * BATCHES), (double)nodes * 60 / (BATCH * BATCHES),
           (double)us_arena_game_size(game) / 1e6);
    if (characters == 1000)
        test_measured("arena", share, "%s, %s", family, deeds[what]);
    us_events_clear(&events);
    us_game_free(game);
    us_scenario_close(scenario);
}

void bench_arena(void)
{
    static const char *const families[] = {"rooms", "hall", "maze"};
    static const int counts[] = {100, 1000};
    for (int f = 0; f < US_COUNT(families); f++)
        for (int c = 0; c < US_COUNT(counts); c++)
            for (int d = 0; d < DEEDS; d++)
                run(families[f], counts[c], (deed)d);
}
