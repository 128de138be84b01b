#include "base/rng.h"
#include "domain/surface.h"
#include "plan/places.h"
#include "plan/revise.h"
#include "players/players.h"
#include "tests/unit/mirrored_demo.h"
#include "tests/unit/test.h"
#include "understudy/game.h"

#include <string.h>

/* ---- games to ask in */

typedef struct play {
    us_scenario *scenario;
    us_match *match;
} play;

static play begin(const char *map, const char *one, const char *other, bool fog)
{
    const char *agent[] = {one, other};
    us_scenario_def def = us_scenario_def_default();
    us_match_def match = us_match_def_default();
    play p = {0};
    def.domain = "skirmish";
    def.map = map;
    def.fog = fog;
    REQUIRE(us_scenario_open(&def, &p.scenario, NULL) == US_OK);
    match.scenario = p.scenario;
    match.seed = 3;
    for (us_seat seat = 0; seat < 2; seat++)
        REQUIRE(us_agent_open(agent[seat], p.scenario, seat, 5, &match.player[seat], NULL) ==
                US_OK);
    p.match = us_match_new(&match);
    return p;
}

static us_view view_of(const play *p, us_seat seat)
{
    return (us_view){us_game_world(us_match_game(p->match), seat), seat};
}

static void end(play *p)
{
    us_match_free(p->match);
    us_scenario_close(p->scenario);
}

/* ---- questions */

typedef struct question {
    us_slot_description described;
    us_cell_query query;
    uint32_t salt; /* of what `valid` answers; 0: always yes */
    us_box claimed[2];
} question;

static bool is_valid(const void *context, int32_t cell)
{
    const question *q = context;
    return ((uint32_t)cell * 2654435761u ^ q->salt) % 4 == 0;
}

static bool is_reserved(const void *context, us_box box)
{
    const question *q = context;
    for (int i = 0; i < US_COUNT(q->claimed); i++)
        if (q->claimed[i].width && us_box_distance(q->claimed[i], box) == 0)
            return true;
    return false;
}

static void describe(const us_view *view, us_box box, us_rng *rng, us_slot_description *out)
{
    us_map_frame frame = us_map_frame_from_view(view);
    us_description at;
    us_description_compute(&frame, view, box, &at);
    us_slot_description_init(US_VALUE_CELL, out);
    out->placed = us_rng_next_below(rng, 8) > 0;
    out->along = at.along + (int)us_rng_next_below(rng, 40) - 20;
    out->across = at.across;
    out->nears = us_rng_next_below(rng, 8) > 0 ? view->world->domain->nearness_count : 0;
    memcpy(out->near, at.near, sizeof out->near);
    out->windowed = us_rng_next_below(rng, 8) > 0;
    memcpy(out->window, at.window, sizeof out->window);
}

static us_id any_unit(const us_view *view, us_rng *rng)
{
    us_id found = 0;
    int count = 0;
    for (int i = 0; i < view->world->count; i++) {
        const us_entity *e = &view->world->entity[i];
        bool mine = e->owner == view->self && view->world->domain->type[e->type].movement >= 0;
        if (mine && us_rng_next_below(rng, (uint32_t)++count) == 0)
            found = e->id;
    }
    return found;
}

/* As what was seen in one game would be asked in another one. */
static void make_up(const us_view *seen, const us_view *now, us_rng *rng, question *q)
{
    static const char *const kinds[] = {"build", "move", "chop", "attack-ground", "rally"};
    const us_domain *domain = now->world->domain;
    const us_world *world = seen->world;
    memset(q, 0, sizeof *q);
    q->query =
        (us_cell_query){.described = &q->described,
                        .action = us_domain_find_action(domain, kinds[us_rng_next_below(rng, 5)]),
                        .type = US_NO_TYPE,
                        .context = q};
    us_box box = {(int)us_rng_next_below(rng, (uint32_t)world->width - 8),
                  (int)us_rng_next_below(rng, (uint32_t)world->height - 8), 1, 1};
    const us_entity *e = &world->entity[us_rng_next_below(rng, (uint32_t)world->count)];
    bool builds = q->query.action == us_domain_find_action(domain, "build");
    if (builds && domain->type[e->type].kind == US_KIND_BUILDING)
        box = us_entity_box(domain, e);
    if (builds && domain->type[e->type].kind == US_KIND_BUILDING)
        q->query.type = e->type;
    describe(seen, box, rng, &q->described);
    if (us_rng_next_below(rng, 4) > 0)
        q->query.unit = any_unit(now, rng);
    if (us_rng_next_below(rng, 4) == 0) {
        q->salt = us_rng_next_below(rng, 1000) + 1;
        q->query.valid = is_valid;
    }
}

/* ---- the same by looking at all */

static bool ground_holds(const us_view *view, const question *q, us_box box)
{
    const us_domain *domain = view->world->domain;
    const us_world *world = view->world;
    const us_terrain *terrain =
        &domain->terrain[world->plane[US_PLANE_TERRAIN][us_world_cell(world, box.x, box.y)]];
    const us_entity *unit = us_world_find(world, q->query.unit);
    const char *action = q->query.action < 0 ? "" : domain->action[q->query.action].name;
    int walks = unit ? domain->type[unit->type].movement : 0;
    int then = q->described.windowed ? q->described.window[US_WINDOW / 2] : -1;
    if (q->query.type != US_NO_TYPE)
        return us_world_can_place(world, q->query.type, box.x, box.y);
    if (us_text_equal(action, "chop"))
        return terrain->resource == us_domain_find_resource(domain, "wood");
    if (us_text_equal(action, "attack-ground") && then >= 0 && domain->terrain[then].becomes >= 0)
        return terrain->becomes >= 0;
    if (us_text_equal(action, "move"))
        return (terrain->passable >> walks & 1) &&
               !(world->plane[US_PLANE_TAKEN][us_world_cell(world, box.x, box.y)] &
                 US_TAKEN_BUILDING);
    return true;
}

static bool may_be(const us_view *view, const question *q, us_box box)
{
    const us_domain *domain = view->world->domain;
    const us_entity *unit = us_world_find(view->world, q->query.unit);
    if (!ground_holds(view, q, box) || (q->query.reserved && is_reserved(q, box)))
        return false;
    if (unit && !us_world_has_path(view->world, domain->type[unit->type].movement,
                                   us_entity_box(domain, unit), box))
        return false;
    return !q->query.valid || is_valid(q, US_CELL(box.x, box.y));
}

/* The cell that comes as the i-th in the frame's order. */
static int32_t cell_in_order(const us_map_frame *frame, const us_world *world, int i)
{
    int wide = frame->swap ? world->height : world->width;
    int high = frame->swap ? world->width : world->height;
    int a = i % wide, b = i / wide;
    a = frame->flip_x ? wide - 1 - a : a;
    b = frame->flip_y ? high - 1 - b : b;
    return frame->swap ? US_CELL(b, a) : US_CELL(a, b);
}

static int apart(int a, int b)
{
    return a < b ? b - a : a - b;
}

static int unlikeness(const us_domain *domain, const us_weights *weights,
                      const us_slot_description *then, const us_description *now)
{
    int sum = 0;
    if (then->placed)
        sum += weights->place * (apart(then->along, now->along) + apart(then->across, now->across));
    for (int i = 0; i < then->nears; i++)
        sum += weights->near * apart(us_nearness_scale(&domain->nearness[i], then->near[i]),
                                     us_nearness_scale(&domain->nearness[i], now->near[i]));
    for (int i = 0; i < US_WINDOW && then->windowed; i++)
        sum += weights->window * us_dissimilarity_compute_terrain(domain, then->window[i],
                                                                  now->window[i], weights->alike);
    return sum;
}

static int32_t scan(us_describer *describer, const us_weights *weights, const us_view *view,
                    const question *q)
{
    us_map_frame frame = us_map_frame_from_view(view);
    us_description now;
    const us_world *world = view->world;
    us_slot_description described = q->described;
    us_box box = {0, 0, 1, 1};
    int32_t found = -1;
    int least = INT32_MAX;
    if (q->query.type != US_NO_TYPE) {
        box.width = world->domain->type[q->query.type].width;
        box.height = world->domain->type[q->query.type].height;
    }
    if (!described.placed && !described.nears && !described.windowed)
        described.placed = true;
    for (int i = 0; i < world->width * world->height; i++) {
        int32_t spot = cell_in_order(&frame, world, i);
        int32_t corner = us_map_frame_corner(&frame, spot, box.width, box.height);
        box.x = US_CELL_X(corner);
        box.y = US_CELL_Y(corner);
        if (!us_world_is_inside(world, box.x, box.y) ||
            !us_world_is_inside(world, box.x + box.width - 1, box.y + box.height - 1))
            continue;
        us_describer_describe(describer, &frame, view, box, &now);
        int unlike = unlikeness(world->domain, weights, &described, &now);
        if (unlike >= least || !may_be(view, q, box))
            continue;
        least = unlike;
        found = corner;
    }
    return found;
}

static void ask_as_it_goes_on(const char *rule, bool fog, uint64_t seed)
{
    us_rng rng = us_rng_derive(seed, "test.places", 0);
    play seen = begin("ridge-2", "expert:balanced", "expert:siege", fog);
    play now = begin("choke-1", "expert:economy", "ai:land-attack", fog);
    const us_weights *weights = &us_revision_rule_find(rule)->cells;
    us_describer *describer = us_describer_new(now.scenario->domain);
    us_reviser *reviser = us_reviser_new(now.scenario->domain, us_revision_rule_find(rule));
    us_match_step(seen.match, 6000, NULL);
    for (int round = 0; round < 12; round++) {
        us_seat seat = (us_seat)us_rng_next_below(&rng, 2);
        us_view then = view_of(&seen, (us_seat)us_rng_next_below(&rng, 2)),
                view = view_of(&now, seat);
        us_reviser_set_view(reviser, &view);
        us_describer_set_view(describer, &view);
        for (int i = 0; i < 3; i++) {
            question q;
            make_up(&then, &view, &rng, &q);
            for (int k = 0; k < US_COUNT(q.claimed); k++) {
                int32_t cell = us_reviser_find_cell(reviser, &q.query),
                        expected = scan(describer, weights, &view, &q);
                if (!CHECK(cell == expected))
                    FAIL("round %d, question %d: %d %d, not %d %d", round, i, US_CELL_X(cell),
                         US_CELL_Y(cell), US_CELL_X(expected), US_CELL_Y(expected));
                q.query.reserved = is_reserved;
                q.claimed[k] = (us_box){US_CELL_X(cell), US_CELL_Y(cell), 1 + k, 1 + k};
            }
        }
        us_match_step(now.match, round < 6 ? 700 : 1700, NULL);
        us_match_step(seen.match, 300, NULL);
    }
    us_reviser_free(reviser);
    us_describer_free(describer);
    end(&seen);
    end(&now);
}

TEST(the_answer_is_what_looking_at_all_cells_finds)
{
    ask_as_it_goes_on("joint", false, 1);
    ask_as_it_goes_on("joint", true, 2);
    ask_as_it_goes_on("article", false, 3);
}

/* ---- mirrors */

static const twin_plan mirrors[] = {
    {.name = "x", .flip_x = true},
    {.name = "y", .flip_y = true},
    {.name = "swapped", .swap_xy = true},
    {.name = "x swapped", .flip_x = true, .swap_xy = true},
    {.name = "x y swapped, other seat and people",
     .flip_x = true,
     .flip_y = true,
     .swap_xy = true,
     .seats = true,
     .types = true},
};

static void check_mirror(const twin_plan *plan, const us_view *view, const question *q)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_view other = {twin_world(plan, view->world, arena),
                     plan->seats ? (us_seat)(1 - view->self) : view->self};
    const us_domain *domain = view->world->domain;
    us_reviser *here = us_reviser_new(domain, us_revision_rules());
    us_reviser *there = us_reviser_new(domain, us_revision_rules());
    us_cell_query query = q->query;
    us_box box = {0, 0, 1, 1};
    query.valid = NULL;
    if (query.type != US_NO_TYPE) {
        const us_type_def *def = &domain->type[query.type];
        box.width = def->width;
        box.height = def->height;
    }
    us_reviser_set_view(here, view);
    us_reviser_set_view(there, &other);
    int32_t cell = us_reviser_find_cell(here, &query);
    if (plan->types && query.type != US_NO_TYPE && domain->type[query.type].counterpart >= 0)
        query.type = domain->type[query.type].counterpart;
    int32_t twin = us_reviser_find_cell(there, &query);
    box.x = US_CELL_X(cell);
    box.y = US_CELL_Y(cell);
    us_box expected = twin_box(plan, view->world, box);
    if (!CHECK(cell == -1 ? twin == -1 : twin == US_CELL(expected.x, expected.y)))
        FAIL("%s of %d %d: %d %d", plan->name, box.x, box.y, US_CELL_X(twin), US_CELL_Y(twin));
    us_reviser_free(here);
    us_reviser_free(there);
}

TEST(a_mirrored_world_gives_the_mirrored_cell)
{
    us_rng rng = us_rng_derive(4, "test.places", 0);
    play seen = begin("open-2", "expert:balanced", "expert:siege", false);
    play now = begin("ridge-1", "expert:economy", "ai:land-attack", false);
    us_match_step(seen.match, 6000, NULL);
    for (int round = 0; round < 4; round++) {
        us_match_step(now.match, 1500, NULL);
        for (int i = 0; i < 15; i++) {
            us_view then = view_of(&seen, (us_seat)(i % 2)), view = view_of(&now, (us_seat)(i % 2));
            question q;
            make_up(&then, &view, &rng, &q);
            check_mirror(&mirrors[i % US_COUNT(mirrors)], &view, &q);
        }
    }
    end(&seen);
    end(&now);
}

/* ---- the ground */

TEST(surfaces_are_kept_up_as_the_ground_changes)
{
    play p = begin("scattered-1", "idle", "idle", false);
    us_rng rng = us_rng_derive(5, "test.places", 0);
    us_arena *arena = us_arena_new();
    us_world *world = us_world_copy(us_game_world(us_match_game(p.match), 0), arena);
    const us_domain *domain = world->domain;
    int cells = world->width * world->height, surfaces = 0;
    uint8_t *terrain = us_arena_copy(arena, world->plane[US_PLANE_TERRAIN], (size_t)cells, 1);
    world->plane[US_PLANE_TERRAIN] = terrain;
    us_view view = {world, 0};
    us_map_frame frame = us_map_frame_from_view(&view);
    for (int i = 0; i < domain->nearness_count; i++) {
        us_surface *s = us_surface_new(domain, i);
        if (!s)
            continue;
        surfaces++;
        us_surface_compute(s, world);
        us_test_row(domain->nearness[i].name);
        for (int round = 0; round < 150; round++) {
            int old[64];
            for (int k = 0; k < 64; k++)
                old[k] = us_surface_at(s, k * (cells / 64) + round % 64);
            int cell = (int)us_rng_next_below(&rng, (uint32_t)cells);
            terrain[cell] = (uint8_t)us_rng_next_below(&rng, (uint32_t)domain->terrain_count);
            const int *touched;
            int count = us_surface_update(s, cell % world->width, cell / world->width,
                                          terrain[cell], &touched);
            for (int k = 0; k < 64; k++) {
                us_description at;
                int spot = k * (cells / 64) + round % 64, x = spot % world->width,
                    y = spot / world->width;
                us_description_compute(&frame, &view, (us_box){x, y, 1, 1}, &at);
                CHECK_INT(us_surface_at(s, spot), at.near[i]);
                bool told = false;
                for (int n = 0; n < count && !told; n++)
                    told = touched[n] == spot;
                CHECK(told || old[k] == at.near[i]);
            }
        }
        us_surface_free(s);
    }
    us_test_row(NULL);
    CHECK_INT(surfaces, 3);
    us_arena_free(arena);
    end(&p);
}
