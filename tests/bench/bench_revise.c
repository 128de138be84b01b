/* What revision costs. Orders with cells that an expert gives in one game are asked for, as they
 * come, in another game of the same age on a map of 128x128 cells, by the other seat. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/maps.h"
#include "plan/revise.h"
#include "players/players.h"
#include "tests/bench/bench.h"
#include "tests/measured.h"
#include "tests/temp_map.h"
#include "understudy/game.h"

enum { CYCLES = 20000, MOST = 20000, SIDE = 128, STEP = 12 };

typedef struct episode {
    const us_scenario *scenario;
    us_match *match;
    us_order order[64];
    us_id unit[64];
    int count;
} episode;

typedef struct times {
    double look[MOST], cell[MOST], again[MOST], units[MOST];
    double worst, whole;
    int looks, cells, unitses;
} times;

static us_match *play(const us_scenario *scenario, const char *const agent[2])
{
    us_match_def def = us_match_def_default();
    us_error err = {0};
    def.scenario = scenario;
    def.seed = 7;
    for (us_seat seat = 0; seat < 2; seat++)
        bench_need(us_agent_open(agent[seat], scenario, seat, 9, &def.player[seat], &err), &err);
    return us_match_new(&def);
}

static us_scenario *large(const us_scenario *like, const char *family)
{
    us_map_request request = {family, SIDE, 11, US_MAP_FAIR};
    us_scenario_def def = us_scenario_def_default();
    us_error err = {0};
    us_str text;
    us_str_init(&text);
    bench_need(like->kind->maps->generate(&request, NULL, &text, &err), &err);
    us_scenario *scenario = us_temp_map_open(&text, &def);
    us_str_clear(&text);
    return scenario;
}

static void on_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    episode *l = context;
    (void)now;
    if (reason != US_REASON_NONE || order->seat != 0 || l->count == US_COUNT(l->order))
        return;
    l->unit[l->count] = order->unit_count ? order->unit[0] : 0;
    l->order[l->count++] = *order;
}

static int param_of(const us_action_def *action, us_value_kind kind)
{
    for (int i = 0; i < action->param_count; i++)
        if (action->param[i].kind == kind)
            return i;
    return -1;
}

static void describe(const us_view *view, us_value_kind kind, us_box box, us_slot_description *out)
{
    us_map_frame frame = us_map_frame_from_view(view);
    us_description at;
    us_description_compute(&frame, view, box, &at);
    us_slot_description_init(kind, out);
    out->placed = out->windowed = true;
    out->along = at.along;
    out->across = at.across;
    out->nears = view->world->domain->nearness_count;
    memcpy(out->near, at.near, sizeof out->near);
    memcpy(out->window, at.window, sizeof out->window);
}

static double since(int64_t from)
{
    return 1e-3 * (double)(bench_ns() - from);
}

static us_id walker(const us_view *now)
{
    const us_world *world = now->world;
    for (int i = 0; i < world->count; i++)
        if (world->entity[i].owner == now->self &&
            world->domain->type[world->entity[i].type].movement >= 0)
            return world->entity[i].id;
    return 0;
}

static void ask_units(us_reviser *reviser, const us_view *seen, const us_entity *e, times *t)
{
    us_slot_description described;
    us_unit_query query = {.described = &described, .want = 4, .action = -1};
    us_id out[8];
    describe(seen, US_VALUE_GROUP, us_entity_box(seen->world->domain, e), &described);
    described.owner = US_SEAT_SELF;
    described.type = e->type;
    described.status = e->status;
    described.percent = 100;
    int64_t from = bench_ns();
    us_reviser_find_units(reviser, &query, out, 8);
    double took = since(from);
    t->whole += took;
    if (t->unitses < MOST)
        t->units[t->unitses++] = took;
}

/* The same question twice: the second time nothing is new. */
static void ask_cell(us_reviser *reviser, const us_view *seen, const us_view *now,
                     const us_order *order, times *t)
{
    const us_domain *domain = seen->world->domain;
    const us_action_def *action = &domain->action[order->action];
    int cell = param_of(action, US_VALUE_CELL), type = param_of(action, US_VALUE_TYPE);
    us_slot_description described;
    us_cell_query query = {.described = &described, .action = order->action, .type = US_NO_TYPE};
    us_box box = {US_CELL_X(order->arg[cell]), US_CELL_Y(order->arg[cell]), 1, 1};
    if (type >= 0) {
        query.type = (us_type)order->arg[type];
        box.width = domain->type[query.type].width;
        box.height = domain->type[query.type].height;
    }
    query.unit = walker(now);
    describe(seen, US_VALUE_CELL, box, &described);
    int64_t from = bench_ns();
    us_reviser_find_cell(reviser, &query);
    double took = since(from);
    t->whole += took;
    t->worst = took > t->worst ? took : t->worst;
    from = bench_ns();
    us_reviser_find_cell(reviser, &query);
    if (t->cells == MOST)
        return;
    t->cell[t->cells] = took;
    t->again[t->cells++] = since(from);
}

/* A first question takes over what changed since the last look: whatever is described, and ways. */
static void ask_first(us_reviser *reviser, const us_view *now, times *t)
{
    const us_domain *domain = now->world->domain;
    us_slot_description home;
    us_cell_query query = {.described = &home,
                           .action = us_domain_find_action(domain, "move"),
                           .type = US_NO_TYPE,
                           .unit = walker(now)};
    us_slot_description_init(US_VALUE_CELL, &home);
    home.placed = true;
    int64_t from = bench_ns();
    us_reviser_set_view(reviser, now);
    us_reviser_frame(reviser);
    us_reviser_find_cell(reviser, &query);
    double look = since(from);
    t->whole += look;
    if (t->looks < MOST)
        t->look[t->looks++] = look;
}

static void ask_all(us_reviser *reviser, const episode *l, const us_world *before, us_match *match,
                    times *t)
{
    us_view seen = {before, 0}, now = {us_game_world(us_match_game(match), 1), 1};
    ask_first(reviser, &now, t);
    for (int i = 0; i < l->count; i++) {
        const us_entity *e = us_world_find(before, l->unit[i]);
        if (e)
            ask_units(reviser, &seen, e, t);
        if (param_of(&before->domain->action[l->order[i].action], US_VALUE_CELL) >= 0)
            ask_cell(reviser, &seen, &now, &l->order[i], t);
    }
}

static void time_family(const char *map, const char *expert, const char *family, times *t)
{
    const char *const learned[] = {expert, "ai:land-attack"};
    const char *const played[] = {"ai:turtle", "expert:balanced"};
    us_scenario *small = bench_open(map, US_MAX_CYCLES), *big = large(small, family);
    episode *l = us_mem_alloc(sizeof *l);
    us_match *match = play(big, played);
    us_reviser *reviser = us_reviser_new(big->domain, us_revision_rules());
    us_observer observer = {.context = l, .order = on_order};
    l->match = play(small, learned);
    us_match_add_observer(l->match, &observer);
    memset(t, 0, sizeof *t);
    for (us_cycle now = 0; now < CYCLES; now += STEP) {
        us_arena *arena = us_arena_new();
        const us_world *before = us_world_copy(us_game_world(us_match_game(l->match), 0), arena);
        l->count = 0;
        us_match_step(l->match, STEP, NULL);
        us_match_step(match, STEP, NULL);
        if (l->count > 0)
            ask_all(reviser, l, before, match, t);
        us_arena_free(arena);
    }
    us_reviser_free(reviser);
    us_match_free(match);
    us_match_free(l->match);
    us_mem_free(l);
    us_scenario_close(big);
    us_scenario_close(small);
}

void bench_revise(void)
{
    static const char *const rows[][3] = {{"open-3", "expert:economy", "open"},
                                          {"choke-2", "expert:towers", "choke"},
                                          {"ridge-2", "expert:siege", "ridge"},
                                          {"scattered-1", "expert:balanced", "scattered"}};
    times *t = us_mem_alloc(sizeof *t);
    for (int i = 0; i < US_COUNT(rows); i++) {
        time_family(rows[i][0], rows[i][1], rows[i][2], t);
        int cells = t->cells;
        double cell = bench_median(t->cell, cells), again = bench_median(t->again, cells);
        printf(
            "revise: %-9s %dx%d: a cell %5.1f us (%d, 90%% within %.1f, worst %.0f; again %.1f), "
            "units %4.1f us (%d), what changed %5.1f us (%d), in all %.1f ms of %d cycles\n",
            rows[i][2], SIDE, SIDE, cell, cells, t->cell[cells * 9 / 10], t->worst, again,
            bench_median(t->units, t->unitses), t->unitses, bench_median(t->look, t->looks),
            t->looks, t->whole * 1e-3, CYCLES);
        test_measured("revise", cell, "%s", rows[i][2]);
    }
    us_mem_free(t);
}
