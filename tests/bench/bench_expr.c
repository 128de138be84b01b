#include "domain/watch.h"
#include "tests/bench/bench.h"
#include "tests/measured.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 128, UNITS = 400, ROUNDS = 9 };

static us_world world;
static us_entity entity[UNITS];
static uint8_t plane[US_PLANES][SIDE * SIDE];
static int32_t tally[2 * US_TYPES_MAX];
static int8_t faction[2] = {0, 1};
static uint8_t alive[2] = {1, 1};
static uint32_t *revision;
static uint16_t *census;

/* Two seats with bases and armies; the ground of an ordinary map. */
static void make_world(const us_domain *domain)
{
    static const char *const cast[2][10] = {
        {"town-hall", "peasant", "peasant", "farm", "human-barracks", "footman", "archer", "knight",
         "ballista", "footman"},
        {"great-hall", "peon", "peon", "pig-farm", "orc-barracks", "grunt", "axethrower", "ogre",
         "catapult", "grunt"},
    };
    us_rng rng = us_rng_derive(1, "bench.expr", 0);
    world = (us_world){.domain = domain, .now = 9000, .width = SIDE, .height = SIDE};
    world.entity = entity;
    world.count = UNITS;
    world.seats = 2;
    world.tally = tally;
    world.faction = faction;
    world.alive = alive;
    revision = US_NEW_ARRAY(uint32_t, us_revision_count(domain, 2));
    census = US_NEW_ARRAY(uint16_t, us_census_size(domain, 2));
    world.revision = revision;
    for (int p = 0; p < US_PLANES; p++)
        world.plane[p] = plane[p];
    int forest = us_domain_find_terrain(domain, "forest"),
        water = us_domain_find_terrain(domain, "water");
    for (int i = 0; i < SIDE * SIDE; i++) {
        uint32_t roll = us_rng_next_below(&rng, 10);
        plane[US_PLANE_TERRAIN][i] = (uint8_t)(roll < 2 ? forest : roll < 3 ? water : 0);
        plane[US_PLANE_AMOUNT][i] = roll < 2 ? 100 : 0;
    }
    for (int i = 0; i < UNITS; i++) {
        us_seat seat = (us_seat)(i % 2);
        bool mine = i < 12;
        us_type type = us_domain_find_type(domain, mine ? "gold-mine" : cast[seat][i / 2 % 10]);
        us_assert(type != US_NO_TYPE);
        entity[i] = (us_entity){.id = (us_id)(i + 1), .type = type, .owner = seat, .action = -1};
        entity[i].owner = mine ? US_NEUTRAL : seat;
        entity[i].x = (int16_t)us_rng_next_below(&rng, SIDE - 4);
        entity[i].y = (int16_t)us_rng_next_below(&rng, SIDE - 4);
        entity[i].product = US_NO_TYPE;
        entity[i].status = (uint8_t)us_rng_next_below(&rng, 5);
        memcpy(entity[i].attribute, domain->type[type].attribute, sizeof(entity[i].attribute));
    }
    for (int i = 0; i < 2 * domain->tallies.count; i++)
        tally[i] = 500;
    us_world_compute_census(&world, census);
    world.census = census;
}

static us_expr *condition(const us_domain *domain, const char *text)
{
    static const us_slot slot[] = {{"unit", US_VALUE_ENTITY}};
    us_source source = {.file = "bench", .text = text};
    us_error err = {0};
    us_expr *expr = NULL;
    bench_need(us_expr_compile(domain, &(us_scope){slot, 1}, US_VALUE_BOOL, &source, &expr, &err),
               &err);
    return expr;
}

static void bench_condition(const us_domain *domain, const char *text)
{
    enum { TIMES = 200000 };
    us_expr *expr = condition(domain, text);
    const us_value unit = {.number = 200};
    us_binding binding = {&unit, NULL};
    us_view view = {&world, 0};
    double took[ROUNDS];
    int64_t held = 0;
    for (int r = 0; r < ROUNDS; r++) {
        int64_t start = bench_ns();
        for (int i = 0; i < TIMES; i++)
            held += us_expr_eval(expr, &view, &binding);
        took[r] = (double)(bench_ns() - start) / TIMES;
    }
    bool holds = held == (int64_t)TIMES * ROUNDS;
    double ns = bench_median(took, ROUNDS);
    printf("expr     %.1f ns: %s (%s)\n", ns, text, holds ? "holds" : "fails");
    test_measured("condition", ns * 1e-3, "one that %s", holds ? "holds" : "fails");
    us_expr_free(expr);
}

/* The dearest of them, to see what to save. */
static void list_features(const us_domain *domain)
{
    us_view view = {&world, 0};
    for (int i = 0; i < domain->feature_count; i++) {
        int64_t sum = 0, start = bench_ns();
        for (int n = 0; n < 2000; n++)
            sum += us_expr_eval(domain->feature[i].value, &view, NULL);
        double ns = (double)(bench_ns() - start) / 2000;
        if (ns > 400)
            printf("expr       %6.0f ns %s (%lld)\n", ns, domain->feature[i].name,
                   (long long)(sum / 2000));
    }
}

static void bench_features(const us_domain *domain)
{
    enum { TIMES = 2000 };
    const us_expr *expr[US_FEATURES_MAX];
    us_view view = {&world, 0};
    double whole[ROUNDS], again[ROUNDS], same[ROUNDS];
    int64_t asked = 0, sum = 0;
    for (int i = 0; i < domain->feature_count; i++)
        expr[i] = domain->feature[i].value;
    us_watch *watch = us_watch_new(expr, NULL, domain->feature_count);
    us_watch_update(watch, &view);
    for (int r = 0; r < ROUNDS; r++) {
        int64_t start = bench_ns();
        for (int n = 0; n < TIMES; n++)
            for (int i = 0; i < domain->feature_count; i++)
                sum += us_expr_eval(expr[i], &view, NULL);
        whole[r] = (double)(bench_ns() - start) / TIMES / 1000;
        start = bench_ns();
        for (int n = 0; n < TIMES; n++) {
            const us_entity *unit = &entity[20 + n % 300];
            revision[us_revision_states(&world, unit->owner, unit->type)]++;
            revision[US_REVISION_ANY]++;
            sum += us_watch_update(watch, &view)[0];
            asked += us_watch_evaluation_count(watch);
        }
        again[r] = (double)(bench_ns() - start) / TIMES / 1000;
        start = bench_ns();
        for (int n = 0; n < TIMES; n++)
            sum += us_watch_update(watch, &view)[0];
        same[r] = (double)(bench_ns() - start) / TIMES / 1000;
    }
    printf("expr     %d features of %dx%d with %d units: %.2f us; %.2f us when one unit changed "
           "(%.1f of them asked); %.3f us when nothing did (%lld)\n",
           domain->feature_count, SIDE, SIDE, UNITS, bench_median(whole, ROUNDS),
           bench_median(again, ROUNDS), (double)asked / (TIMES * ROUNDS),
           bench_median(same, ROUNDS), (long long)(sum % 7));
    test_measured("features", bench_median(whole, ROUNDS), "%d features", domain->feature_count);
    test_measured("features-changed", bench_median(again, ROUNDS), "%d features",
                  domain->feature_count);
    us_watch_free(watch);
}

void bench_expr(void)
{
    us_scenario *scenario = bench_open("open-1", 1000);
    const us_domain *domain = scenario->domain;
    make_world(domain);
    bench_condition(domain, "gold(self) >= 400 and wood(self) >= 200 and count(self, \"footman\") "
                            ">= 4 and exists(enemy, role: hall) and unit.hit_points > 10");
    bench_condition(domain, "alive(self) and unit.status != dead and near(unit, 3, 4, 200) and "
                            "meets(self, \"footman\") and affords(self, \"footman\")");
    list_features(domain);
    bench_features(domain);
    us_mem_free(revision);
    us_mem_free(census);
    us_scenario_close(scenario);
}
