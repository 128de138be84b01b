#include "game/skirmish/map/generate.h"

#include "game/skirmish/map/survey.h"

#include <stdio.h>
#include <string.h>

enum {
    SIDE_MIN = 32,
    SIDE_MAX = 128,
    SIDE_STEP = 8,
    ATTEMPTS = 64,
    SMALL = 48, /* smaller maps are tighter */
    WOOD_WITHIN = 15,
};

const us_map_choice sk_map_families[] = {
    {"open", "many ways between the bases"},
    {"ridge", "no way until somebody cuts trees or breaks walls"},
    {"choke", "a few narrow ways"},
    {"scattered", "poor mines far apart"},
    {NULL, NULL},
};
const us_map_choice sk_map_fairness[] = {
    [US_MAP_UNFAIR] = {"no", "one seat is favored; the map's note says how"},
    [US_MAP_FAIR] = {"any", "turned or mirrored, as the seed has it"},
    [US_MAP_TURNED] = {"turn", "half a turn carries one seat onto the other"},
    [US_MAP_MIRRORED] = {"mirror", "a mirror does"},
    {NULL, NULL},
};
const char sk_map_sizes[] = "a multiple of 8 from 32 to 128";

typedef struct range {
    int low, high;
} range;

/* The ingredients of a family's maps. Patches of woods and stones are per 1024 cells of the map,
 * lakes per 2048. */
typedef struct family {
    void (*belt)(sk_gen *gen);
    range home_gold, mine_gold; /* thousands, in a home mine and in other mines */
    int mine_room;              /* cells of the side per pair of mines */
    int mine_apart;             /* least distance between mines: the side divided by this */
    int woods, wood_cells, stones, lakes;
    range open; /* the promise: count of ways */
    int openable;
} family;

static const family families[] = {
    /* open */
    {.home_gold = {20, 40},
     .mine_gold = {10, 30},
     .mine_room = 30,
     .mine_apart = 6,
     .woods = 2,
     .wood_cells = 16,
     .stones = 1,
     .open = {SK_WAYS_MAX, SK_WAYS_MAX}},
    /* ridge */
    {.belt = sk_gen_paint_ridge,
     .home_gold = {20, 40},
     .mine_gold = {10, 30},
     .mine_room = 48,
     .mine_apart = 6,
     .woods = 3,
     .wood_cells = 20,
     .stones = 2,
     .open = {0, 0},
     .openable = 3},
    /* choke */
    {.belt = sk_gen_paint_choke,
     .home_gold = {20, 40},
     .mine_gold = {10, 30},
     .mine_room = 40,
     .mine_apart = 6,
     .woods = 3,
     .wood_cells = 20,
     .stones = 2,
     .open = {2, 6},
     .openable = 2},
    /* scattered */
    {.home_gold = {4, 8},
     .mine_gold = {5, 12},
     .mine_room = 20,
     .mine_apart = 4,
     .woods = 5,
     .wood_cells = 30,
     .stones = 3,
     .lakes = 1,
     .open = {2, SK_WAYS_MAX}},
};

static bool find_terrains(sk_gen *gen)
{
    struct {
        int *index;
        const char *name;
    } row[] = {
        {&gen->grass, "grass"},   {&gen->dark, "dark-grass"}, {&gen->coast, "coast"},
        {&gen->bridge, "bridge"}, {&gen->stump, "stump"},     {&gen->forest, "forest"},
        {&gen->wall, "wall"},     {&gen->rocks, "rocks"},     {&gen->water, "water"},
    };
    for (int i = 0; i < US_COUNT(row); i++)
        if ((*row[i].index = us_domain_find_terrain(gen->domain, row[i].name)) < 0)
            return false;
    return true;
}

/* Chooses the first seat's zone: in a corner or at an edge, so that its image is far away. */
static void choose_zone(sk_gen *gen, us_map_fairness fair)
{
    enum { TURNS = 3 };
    static const sk_symmetry symmetries[] = {
        SK_SYMMETRY_TURN,         SK_SYMMETRY_TURN,       SK_SYMMETRY_TURN,
        SK_SYMMETRY_LEFT_RIGHT,   SK_SYMMETRY_TOP_BOTTOM, SK_SYMMETRY_DIAGONAL,
        SK_SYMMETRY_ANTIDIAGONAL,
    };
    gen->symmetry =
        symmetries[sk_gen_random(gen, fair == US_MAP_MIRRORED ? TURNS : 0,
                                 fair == US_MAP_TURNED ? TURNS - 1 : US_COUNT(symmetries) - 1)];
    int side = gen->size < SMALL ? 12 : 14, margin = gen->size < SMALL ? 2 : 3;
    int x = margin + sk_gen_random(gen, 0, gen->size / 16);
    int y = margin + sk_gen_random(gen, 0, gen->size / 16);
    int any = margin + sk_gen_random(gen, 0, gen->size - side - 2 * margin);
    int place = sk_gen_random(gen, 0, 3);
    if (gen->symmetry == SK_SYMMETRY_LEFT_RIGHT ||
        (gen->symmetry == SK_SYMMETRY_TURN && place == 1))
        y = any;
    else if (gen->symmetry == SK_SYMMETRY_TOP_BOTTOM ||
             (gen->symmetry == SK_SYMMETRY_TURN && place == 2))
        x = any;
    else if (gen->symmetry == SK_SYMMETRY_DIAGONAL ||
             (gen->symmetry == SK_SYMMETRY_TURN && place == 3))
        x = gen->size - side - x;
    gen->zone = (sk_rect){x, y, side, side};
    gen->hall = (sk_rect){x + (side - SK_HALL_SIDE) / 2, y + (side - SK_HALL_SIDE) / 2,
                          SK_HALL_SIDE, SK_HALL_SIDE};
    sk_gen_keep_free(gen, gen->zone);
}

static sk_rect around(sk_rect rect)
{
    return (sk_rect){rect.x - 1, rect.y - 1, rect.w + 2, rect.h + 2};
}

/* Returns the smallest rectangle that holds both. */
static sk_rect span(sk_rect a, sk_rect b)
{
    int x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;
    int right = a.x + a.w > b.x + b.w ? a.x + a.w : b.x + b.w;
    int bottom = a.y + a.h > b.y + b.h ? a.y + a.h : b.y + b.h;
    return (sk_rect){x, y, right - x, bottom - y};
}

static void add_mine(sk_gen *gen, sk_rect mine)
{
    gen->mine[gen->mine_count++] = mine;
    gen->mine[gen->mine_count++] = sk_gen_image(gen, mine);
}

/* Places the home mine as near to the hall as the rules allow. */
static bool place_home_mine(sk_gen *gen)
{
    for (int tries = 0; tries < 100; tries++) {
        int apart = sk_gen_random(gen, 4, 5);
        sk_rect mine = {sk_gen_random(gen, gen->hall.x - 8, gen->hall.x + 9),
                        sk_gen_random(gen, gen->hall.y - 8, gen->hall.y + 9), SK_MINE_SIDE,
                        SK_MINE_SIDE};
        if (sk_gen_distance(gen->hall, mine) != apart || !sk_gen_is_inside(gen, mine) ||
            sk_gen_distance(mine, sk_gen_image(gen, gen->zone)) < 4)
            continue;
        add_mine(gen, mine);
        sk_gen_keep_free(gen, around(mine));
        sk_gen_keep_free(gen, span(mine, gen->hall));
        return true;
    }
    return false;
}

static bool far_from_mines(const sk_gen *gen, sk_rect mine, int apart)
{
    for (int i = 0; i < gen->mine_count; i++)
        if (sk_gen_distance(mine, gen->mine[i]) < apart)
            return false;
    return true;
}

/* Places a mine with free ground beside it, where a hall fits just as near as the rules allow. */
static bool place_mine(sk_gen *gen, int apart)
{
    for (int tries = 0; tries < 400; tries++) {
        bool wide = sk_gen_chance(gen, 50), first = sk_gen_chance(gen, 50);
        sk_rect box = {sk_gen_random(gen, 0, gen->size - 6), sk_gen_random(gen, 0, gen->size - 6),
                       wide ? 12 : 6, wide ? 6 : 12};
        sk_rect mine = {box.x + (first || !wide ? 1 : 8), box.y + (first || wide ? 1 : 8),
                        SK_MINE_SIDE, SK_MINE_SIDE};
        if (!sk_gen_is_empty(gen, box) || sk_gen_distance(box, sk_gen_image(gen, box)) < 2 ||
            sk_gen_distance(mine, sk_gen_image(gen, mine)) < apart ||
            !far_from_mines(gen, mine, apart))
            continue;
        add_mine(gen, mine);
        sk_gen_keep_free(gen, box);
        return true;
    }
    return false;
}

static void plant_home_woods(sk_gen *gen)
{
    int wanted = gen->size < SMALL ? sk_gen_random(gen, 34, 50) : sk_gen_random(gen, 70, 130);
    for (int tries = 0; tries < 300 && wanted > 0; tries++) {
        sk_rect start = {sk_gen_random(gen, gen->hall.x - 11, gen->hall.x + 14),
                         sk_gen_random(gen, gen->hall.y - 11, gen->hall.y + 14), 1, 1};
        int apart = sk_gen_distance(gen->hall, start);
        if (apart < 5 || apart > 11 || !sk_gen_is_empty(gen, start))
            continue;
        int cells = sk_gen_random(gen, 20, 60);
        wanted -= sk_gen_paint_patch(gen, gen->forest, start.x, start.y,
                                     cells < wanted ? cells : wanted, gen->hall, WOOD_WITHIN);
    }
}

static void add_entity(sk_map *map, us_type type, us_seat owner, sk_rect at, int32_t stock)
{
    map->entity =
        us_mem_realloc(map->entity, (size_t)(map->entity_count + 1) * sizeof *map->entity);
    map->entity[map->entity_count++] =
        (sk_map_entity){type, owner, (int16_t)at.x, (int16_t)at.y, stock};
}

/* Returns the cells around the hall's place, nearest to the mine first. */
static int worker_places(const sk_gen *gen, sk_rect *out, int count)
{
    sk_rect ring = around(gen->hall), mine = gen->mine[0];
    for (int n = 0; n < count; n++) {
        int best = -1;
        for (int k = 0; k < ring.w * ring.h; k++) {
            sk_rect cell = {ring.x + k % ring.w, ring.y + k / ring.w, 1, 1};
            int dx = 2 * (cell.x - mine.x) - 2, dy = 2 * (cell.y - mine.y) - 2;
            bool taken = sk_gen_distance(cell, gen->hall) == 0;
            for (int i = 0; i < n; i++)
                taken = taken || (out[i].x == cell.x && out[i].y == cell.y);
            if (taken || (best >= 0 && dx * dx + dy * dy >= best))
                continue;
            best = dx * dx + dy * dy;
            out[n] = cell;
        }
    }
    return count;
}

/* Adds mines, halls and workers. A tenth of the drafts counts as without halls, and fails if halls
 * are required. Such drafts were ordinary maps before starts had kinds; skipping them keeps all
 * other maps as they were. */
static bool place_bases(sk_gen *gen, const family *kind, sk_start start)
{
    sk_map *map = gen->map;
    const us_domain *domain = gen->domain;
    us_type mine = us_domain_find_type(domain, "gold-mine");
    bool hall = start == SK_START_HALL, without = sk_gen_chance(gen, 10);
    if (mine == US_NO_TYPE || (hall && without))
        return false;
    sk_rect places[8] = {{0}};
    int workers = worker_places(gen, places, hall ? sk_gen_random(gen, 3, 5) : 5);
    for (int i = 0; i < gen->mine_count; i += 2) {
        range gold = i == 0 ? kind->home_gold : kind->mine_gold;
        int stock = 1000 * sk_gen_random(gen, gold.low, gold.high);
        add_entity(map, mine, US_NEUTRAL, gen->mine[i], stock);
        add_entity(map, mine, US_NEUTRAL, gen->mine[i + 1], stock);
    }
    for (int seat = 0; seat < map->seats; seat++) {
        const us_type_def *home = sk_hall_find(domain, map->faction[seat]);
        const us_type_def *worker = sk_worker_find(domain, map->faction[seat]);
        if (!home || !worker)
            return false;
        if (hall)
            add_entity(map, (us_type)(home - domain->type), (us_seat)seat,
                       seat ? sk_gen_image(gen, gen->hall) : gen->hall, 0);
        for (int i = 0; i < workers; i++)
            add_entity(map, (us_type)(worker - domain->type), (us_seat)seat,
                       seat ? sk_gen_image(gen, places[i]) : places[i], 0);
        for (int r = 0; r < domain->resources.count && !hall; r++)
            map->start[seat][r] =
                home->cost[r] + (r == us_domain_find_resource(domain, "gold") ? 2000 : 1000);
    }
    if (!hall)
        snprintf(map->note, sizeof map->note,
                 "no halls: the workers choose the place and build one first");
    return true;
}

/* Paints a draft in the order of importance, since no painter overwrites another one. Its quality
 * is checked afterwards. */
static bool draft(sk_gen *gen, const family *kind, const us_map_request *request)
{
    int area = gen->size * gen->size;
    choose_zone(gen, request->fair);
    if (!place_home_mine(gen))
        return false;
    if (kind->belt)
        kind->belt(gen);
    int pairs = gen->size / kind->mine_room, apart = gen->size / kind->mine_apart;
    apart = apart < 8 ? 8 : apart;
    for (int i = 0; i < pairs; i++)
        if (!place_mine(gen, apart) && i < (pairs + 1) / 2)
            return false;
    plant_home_woods(gen);
    sk_gen_paint_clutter(gen, kind->woods * area / 1024, gen->forest, kind->wood_cells / 2,
                         kind->wood_cells);
    sk_gen_paint_clutter(gen, kind->stones * area / 1024, gen->rocks, 2, 8);
    sk_gen_paint_clutter(gen, kind->lakes * area / 2048, gen->water, 10, 40);
    sk_gen_paint_shores(gen);
    sk_gen_paint_meadows(gen, area / 512);
    return place_bases(gen, kind, (sk_start)request->start);
}

/* Returns true if the map passes the checker and keeps its family's promise. */
static bool holds(const sk_gen *gen, const family *kind)
{
    sk_faults faults = sk_map_find_faults(gen->map, gen->domain, gen->rules);
    bool faulty = faults.count > 0;
    sk_faults_free(&faults);
    if (faulty)
        return false;
    sk_map_ways ways = sk_map_count_ways(gen->map, gen->domain);
    return ways.open >= kind->open.low && ways.open <= kind->open.high &&
           ways.openable >= kind->openable;
}

static sk_map *attempt(const us_domain *domain, const sk_rules *rules,
                       const us_map_request *request, int family_index, us_rng rng)
{
    int size = request->size;
    sk_gen gen = {.domain = domain, .rules = rules, .size = size, .rng = rng};
    sk_map *map = gen.map = US_NEW(sk_map);
    map->width = map->height = size;
    map->seats = 2;
    map->fair = request->fair != US_MAP_UNFAIR;
    snprintf(map->family, sizeof map->family, "%s", sk_map_families[family_index].name);
    for (int seat = 0; seat < map->seats; seat++) {
        map->faction[seat] = sk_gen_random(&gen, 0, domain->factions.count - 1);
        for (int r = 0; r < US_RESOURCES_MAX; r++)
            map->start[seat][r] = -1;
    }
    map->terrain = US_NEW_ARRAY(uint8_t, size * size);
    gen.keep = US_NEW_ARRAY(uint8_t, size * size);
    gen.frontier = US_NEW_ARRAY(int, size *size);
    bool fine = find_terrains(&gen);
    if (fine) {
        memset(map->terrain, gen.grass, (size_t)size * (size_t)size);
        fine = draft(&gen, &families[family_index], request);
    }
    if (fine && !map->fair)
        sk_gen_favor_seat(&gen);
    fine = fine && holds(&gen, &families[family_index]);
    us_mem_free(gen.keep);
    us_mem_free(gen.frontier);
    if (!fine) {
        sk_map_free(map);
        return NULL;
    }
    return map;
}

us_status sk_map_generate(const us_domain *domain, const sk_rules *rules,
                          const us_map_request *request, sk_map **out, us_error *err)
{
    static const char *const endings[] = {"-unfair", "", "-turn", "-mirror"};
    const char *begin = request->start == SK_START_NOMAD ? "-nomad" : "";
    int index = 0, size = request->size;
    US_TRY(us_map_choice_find(sk_map_families, "family", request->family, &index, err));
    if (size < SIDE_MIN || size > SIDE_MAX || size % SIDE_STEP)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "found size %d, expected %s", size,
                            sk_map_sizes);
    for (uint64_t n = 0; n < ATTEMPTS; n++) {
        us_rng rng = us_rng_derive(request->seed, sk_map_families[index].name,
                                   n * SIDE_MAX + (uint64_t)size);
        sk_map *map = attempt(domain, rules, request, index, rng);
        if (!map)
            continue;
        snprintf(map->name, sizeof map->name, "%s-%d-%llu%s%s", request->family, size,
                 (unsigned long long)request->seed, begin, endings[request->fair]);
        map->hash = sk_map_hash(map, domain);
        *out = map;
        return US_OK;
    }
    return us_error_set(err, US_FAILED, NULL, 0, 0,
                        "no %s map of size %d with seed %llu passed the checker in %d attempts",
                        request->family, size, (unsigned long long)request->seed, ATTEMPTS);
}
