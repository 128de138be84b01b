#include "game/arena/map.h"

#include "base/rng.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MIN = 16, SIZE_STEP = 8, ATTEMPTS = 40, TRIES = 600, ROOM = 5, PITCH = 3 };

typedef struct gen {
    const us_domain *domain;
    ar_map *map;
    us_rng rng;
    int size;
    uint8_t floor, cover, wall;
    int loot; /* total */
} gen;

/* Kinds of entities, in the order of the legend. */
enum {
    PLAYER,
    GUARD,
    WATCH,
    SNIPER,
    BRUTE,
    THIEF,
    LOOT,
    DOOR,
    BOX,
    MEDKIT,
    POST,
    EXIT = POST + 3,
    KINDS
};

static const struct {
    char symbol;
    const char *type;
    const char *attribute[2];
    int value[2];
} legend[KINDS] = {
    [PLAYER] = {'P', "PLAYER", {NULL}, {0}},
    [GUARD] = {'g', "GUARD", {NULL}, {0}},
    [WATCH] = {'G', "GUARD", {"aggressive", "defensive"}, {70, 5}},
    [SNIPER] = {'s', "SNIPER", {NULL}, {0}},
    [BRUTE] = {'b', "BRUTE", {NULL}, {0}},
    [THIEF] = {'t', "THIEF", {NULL}, {0}},
    [LOOT] = {'$', "RESOURCE", {"stock"}, {20}},
    [DOOR] = {'D', "DOOR", {NULL}, {0}},
    [BOX] = {'a', "AMMO", {NULL}, {0}},
    [MEDKIT] = {'m', "MEDKIT", {NULL}, {0}},
    [POST] = {'A', "POST_A", {NULL}, {0}},
    [POST + 1] = {'B', "POST_B", {NULL}, {0}},
    [POST + 2] = {'C', "POST_C", {NULL}, {0}},
    [EXIT] = {'E', "EXIT", {NULL}, {0}},
};

static int between(gen *g, int low, int high) /* both inclusive */
{
    return high <= low ? low : low + (int)us_rng_next_below(&g->rng, (uint32_t)(high - low + 1));
}

static bool one_in(gen *g, int n)
{
    return us_rng_next_bool(&g->rng, 1, (uint32_t)n);
}

static uint8_t *ground(gen *g, int x, int y)
{
    return &g->map->terrain[y * g->size + x];
}

static uint8_t *stands(gen *g, int x, int y)
{
    return &g->map->stands[y * g->size + x];
}

/* ---- families: floor within a wall */

static bool is_wall(gen *g, int x, int y)
{
    return *ground(g, x, y) == g->wall;
}

/* Builds a wall across the room, with openings of which most are doors. The wall meets other walls
 * where they have no opening. */
static void split(gen *g, int x, int y, int w, int h)
{
    bool upright = w > h || (w == h && one_in(g, 2));
    int length = upright ? h : w, width = upright ? w : h, at = -1;
    if (width < 2 * ROOM + 1 || (width < 3 * ROOM && one_in(g, 4)))
        return;
    for (int n = 0; n < 20 && at < 0; n++) {
        int k = between(g, ROOM, width - ROOM - 1);
        bool whole = upright ? is_wall(g, x + k, y - 1) && is_wall(g, x + k, y + h)
                             : is_wall(g, x - 1, y + k) && is_wall(g, x + w, y + k);
        at = whole ? k : -1;
    }
    if (at < 0)
        return;
    for (int k = 0; k < length; k++)
        *ground(g, upright ? x + at : x + k, upright ? y + k : y + at) = g->wall;
    for (int n = between(g, 1, 1 + length / 12); n > 0; n--) {
        int k = between(g, 1, length - 2);
        int door_x = upright ? x + at : x + k, door_y = upright ? y + k : y + at;
        *ground(g, door_x, door_y) = g->floor;
        if (!one_in(g, 3))
            *stands(g, door_x, door_y) = DOOR + 1;
    }
    if (upright) {
        split(g, x, y, at, h);
        split(g, x + at + 1, y, w - at - 1, h);
    } else {
        split(g, x, y, w, at);
        split(g, x, y + at + 1, w, h - at - 1);
    }
}

/* Scatters short pieces of a terrain, one per so many cells, away from doors. */
static void scatter(gen *g, uint8_t terrain, int cells)
{
    for (int n = g->size * g->size / cells; n > 0; n--) {
        int x = between(g, 2, g->size - 3), y = between(g, 2, g->size - 3);
        int dx = one_in(g, 2), length = between(g, 1, 4);
        for (int k = 0; k < length && x < g->size - 2 && y < g->size - 2; k++) {
            bool clear = *ground(g, x, y) == g->floor;
            for (int i = 0; i < 9; i++)
                clear &= *stands(g, x + i % 3 - 1, y + i / 3 - 1) == 0;
            if (clear)
                *ground(g, x, y) = terrain;
            x += dx;
            y += !dx;
        }
    }
}

static void make_rooms(gen *g)
{
    split(g, 1, 1, g->size - 2, g->size - 2);
    scatter(g, g->cover, 40);
}

static void make_hall(gen *g)
{
    scatter(g, g->wall, 90);
    scatter(g, g->cover, 16);
}

/* Digs corridors two cells wide from crossing to crossing until all are connected, then some more.
 */
static void make_maze(gen *g)
{
    int across = (g->size - 1) / PITCH, count = 0;
    int *way = US_NEW_ARRAY(int, across *across);
    uint8_t *met = US_NEW_ARRAY(uint8_t, across * across);
    memset(g->map->terrain, g->wall, (size_t)g->size * (size_t)g->size);
    met[way[count++] = 0] = 1;
    for (int guard = 0; count > 0 && guard < 100 * across * across; guard++) {
        int at = way[count - 1], x = at % across, y = at / across, left = 0, to[4];
        for (int d = 0; d < 4; d++) {
            int nx = x + (d == 0) - (d == 1), ny = y + (d == 2) - (d == 3);
            if (nx >= 0 && ny >= 0 && nx < across && ny < across && !met[ny * across + nx])
                to[left++] = ny * across + nx;
        }
        for (int i = 0; i < 4; i++)
            *ground(g, 1 + PITCH * x + i % 2, 1 + PITCH * y + i / 2) = g->floor;
        if (left == 0) {
            count--;
            continue;
        }
        int next = to[between(g, 0, left - 1)], low = next < at ? next : at;
        for (int i = 0; i < 2; i++)
            *ground(g, 1 + PITCH * (low % across) + (next / across == y ? 2 : i),
                    1 + PITCH * (low / across) + (next / across == y ? i : 2)) = g->floor;
        met[way[count++] = next] = 1;
    }
    for (int n = across * across / 4; n > 0; n--) {
        int x = between(g, 0, across - 2), y = between(g, 0, across - 2), upright = one_in(g, 2);
        for (int i = 0; i < 2; i++)
            *ground(g, 1 + PITCH * x + (upright ? i : 2), 1 + PITCH * y + (upright ? 2 : i)) =
                g->floor;
    }
    us_mem_free(way);
    us_mem_free(met);
    scatter(g, g->cover, 30);
}

static const struct {
    const char *name;
    void (*make)(gen *g);
} families[] = {{"rooms", make_rooms}, {"hall", make_hall}, {"maze", make_maze}};

const us_map_choice ar_map_families[] = {{"rooms", "rooms with doors, some cover"},
                                         {"hall", "open, with much cover"},
                                         {"maze", "corridors"},
                                         {NULL, NULL}};

const char ar_map_sizes[] = "a multiple of 8 from 16 to 256";

/* ---- entities */

/* Puts an entity on a free floor cell without neighbors, whose distance from the visitor's corner
 * is from low to high. Returns false if no such cell was found. */
static bool put(gen *g, int kind, int low, int high)
{
    for (int n = 0; n < TRIES; n++) {
        int x = between(g, 1, g->size - 2), y = between(g, 1, g->size - 2), beside = 0;
        int far = x > y ? x : y;
        if (far < low || far > high || *ground(g, x, y) != g->floor || *stands(g, x, y))
            continue;
        for (int d = 0; d < 4; d++)
            beside += *stands(g, x + (d == 0) - (d == 1), y + (d == 2) - (d == 3)) != 0;
        if (beside)
            continue;
        *stands(g, x, y) = (uint8_t)(kind + 1);
        return true;
    }
    return false;
}

static bool put_all(gen *g)
{
    static const int residents[10] = {GUARD, WATCH, GUARD, SNIPER, GUARD,
                                      BRUTE, WATCH, THIEF, GUARD,  SNIPER};
    int size = g->size, area = size * size, home = size / 4 > 6 ? size / 4 : 6;
    bool well = put(g, EXIT, 1, home);
    for (int n = 0; n < 1 + area / 4096; n++)
        well &= put(g, PLAYER, 1, home);
    for (int n = 0; n < 2 + area / 1024; n++) {
        well &= put(g, LOOT, size / 2, size);
        well &= put(g, POST + n % 3, home, size);
        g->loot += legend[LOOT].value[0];
    }
    for (int n = 0; n < 2 + area / 192; n++)
        well &= put(g, residents[n % 10], home + 4, size);
    for (int n = 0; n < 1 + area / 512; n++)
        well &= put(g, n % 2 ? MEDKIT : BOX, 1, size);
    return well;
}

static void set_legend(gen *g)
{
    for (int k = 0; k < KINDS; k++) {
        ar_kind *kind = &g->map->kind[g->map->kinds++];
        kind->symbol = legend[k].symbol;
        kind->type = us_domain_find_type(g->domain, legend[k].type);
        const us_type_def *def = &g->domain->type[kind->type];
        kind->owner = (us_seat)(def->kind == US_KIND_RESOURCE ? US_NEUTRAL : def->faction);
        memcpy(kind->attribute, def->attribute, sizeof(kind->attribute));
        for (int i = 0; i < 2 && legend[k].attribute[i]; i++) {
            int a = us_domain_find_attribute(g->domain, legend[k].attribute[i]);
            kind->attribute[a] = legend[k].value[i];
            kind->stated |= (uint16_t)(1u << a);
        }
    }
}

/* Checks the domain for the types and attributes of generated maps, beyond those that every arena
 * needs. */
static us_status check_legend(const us_domain *domain, us_error *err)
{
    for (int k = 0; k < KINDS; k++) {
        const char *lacks = us_domain_find_type(domain, legend[k].type) < 0 ? legend[k].type : NULL;
        for (int i = 0; !lacks && i < 2 && legend[k].attribute[i]; i++)
            if (us_domain_find_attribute(domain, legend[k].attribute[i]) < 0)
                lacks = legend[k].attribute[i];
        if (lacks)
            return us_error_set(err, US_BAD_INPUT, domain->file, 0, 0,
                                "maps are made with \"%s\", which the domain does not declare",
                                lacks);
    }
    return US_OK;
}

static ar_map *attempt(const us_domain *domain, const ar_words *words, int family, int size,
                       us_rng rng)
{
    gen g = {.domain = domain, .rng = rng, .size = size};
    g.floor = (uint8_t)words->floor;
    g.cover = (uint8_t)words->cover;
    g.wall = (uint8_t)words->wall;
    US_AUTOPTR(ar_map) map = g.map = US_NEW(ar_map);
    US_AUTOSTR(faults);
    map->width = map->height = size;
    map->terrain = US_NEW_ARRAY(uint8_t, size * size);
    map->stands = US_NEW_ARRAY(uint8_t, size * size);
    memset(map->terrain, g.floor, (size_t)size * (size_t)size);
    for (int k = 0; k < size; k++)
        *ground(&g, k, 0) = *ground(&g, k, size - 1) = *ground(&g, 0, k) =
            *ground(&g, size - 1, k) = g.wall;
    snprintf(map->family, sizeof(map->family), "%s", families[family].name);
    families[family].make(&g);
    bool well = put_all(&g);
    set_legend(&g);
    map->difficulty = 10 * between(&g, 3, 7);
    map->loot = g.loot / 2;
    if (!well || ar_map_print_faults(map, domain, &faults) > 0)
        return NULL;
    map->hash = ar_map_hash(map, domain);
    return US_STEAL(map);
}

us_status ar_map_generate(const us_domain *domain, const us_map_request *request, ar_map **out,
                          us_error *err)
{
    int family = 0, size = request->size;
    ar_words words = {0};
    US_TRY(ar_words_find(domain, &words, err));
    US_TRY(check_legend(domain, err));
    US_TRY(us_map_choice_find(ar_map_families, "family", request->family, &family, err));
    if (size < SIZE_MIN || size > AR_SIDE_MAX || size % SIZE_STEP)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "found size %d, expected %s", size,
                            ar_map_sizes);
    for (uint64_t n = 0; n < ATTEMPTS; n++) {
        us_rng rng = us_rng_derive(request->seed, families[family].name,
                                   n * (AR_SIDE_MAX + 1) + (uint64_t)size);
        ar_map *map = attempt(domain, &words, family, size, rng);
        if (!map)
            continue;
        *out = map;
        return US_OK;
    }
    return us_error_set(err, US_FAILED, NULL, 0, 0,
                        "no %s map of size %d with seed %llu passed the checker in %d attempts",
                        request->family, size, (unsigned long long)request->seed, ATTEMPTS);
}
