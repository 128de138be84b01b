#include "game/skirmish/map/map.h"

#include "game/skirmish/map/survey.h"

#include <stdio.h>
#include <string.h>

const us_map_choice sk_map_starts[] = {
    [SK_START_HALL] = {"hall", "each seat begins with a hall"},
    [SK_START_NOMAD] = {"nomad", "a seat begins with workers and the price of a hall"},
    {NULL, NULL},
};

void sk_map_free(sk_map *map)
{
    if (!map)
        return;
    us_mem_free(map->terrain);
    us_mem_free(map->entity);
    us_mem_free(map);
}

void sk_map_print(const sk_map *map, const us_domain *domain, us_str *out)
{
    us_str_add(out, "understudy map 1\n");
    us_str_addf(out, "name %s\nfamily %s\n", map->name, map->family);
    us_str_addf(out, "size %d %d\nfair %s\n", map->width, map->height, map->fair ? "yes" : "no");
    sk_start start = sk_map_start(map, domain);
    if (start != SK_START_HALL)
        us_str_addf(out, "start %s\n", sk_map_starts[start].name);
    if (map->note[0])
        us_str_addf(out, "note %s\n", map->note);
    for (int seat = 0; seat < map->seats; seat++) {
        us_str_addf(out, "seat %d %s", seat, domain->factions.name[map->faction[seat]]);
        for (int r = 0; r < domain->resources.count; r++)
            if (map->start[seat][r] >= 0)
                us_str_addf(out, " %s %d", domain->resources.name[r], map->start[seat][r]);
        us_str_add_char(out, '\n');
    }
    for (int i = 0; i < map->entity_count; i++) {
        const sk_map_entity *entity = &map->entity[i];
        us_str_addf(out, "entity %s ", domain->type[entity->type].name);
        us_map_print_owner(entity->owner, out);
        us_str_addf(out, " %d %d", entity->x, entity->y);
        if (domain->type[entity->type].kind == US_KIND_RESOURCE)
            us_str_addf(out, " stock %d", entity->stock);
        us_str_add_char(out, '\n');
    }
    us_str_add(out, "terrain\n");
    for (int y = 0; y < map->height; y++) {
        for (int x = 0; x < map->width; x++)
            us_str_add_char(out, domain->terrain[map->terrain[y * map->width + x]].symbol);
        us_str_add_char(out, '\n');
    }
}

/* The hash uses names, not indexes: a new terrain or type in the domain changes no map's hash. */
us_hash sk_map_hash(const sk_map *map, const us_domain *domain)
{
    us_hash hash = us_hash_add(US_HASH_START, (uint64_t)map->width);
    hash = us_hash_add(hash, (uint64_t)map->height);
    hash = us_hash_add(hash, (uint64_t)map->seats);
    for (int seat = 0; seat < map->seats; seat++) {
        hash = us_hash_add_text(hash, domain->factions.name[map->faction[seat]]);
        for (int r = 0; r < domain->resources.count; r++)
            if (map->start[seat][r] >= 0) {
                hash = us_hash_add_text(hash, domain->resources.name[r]);
                hash = us_hash_add(hash, (uint64_t)map->start[seat][r]);
            }
    }
    hash = us_hash_add(hash, (uint64_t)map->entity_count);
    for (int i = 0; i < map->entity_count; i++) {
        const sk_map_entity *entity = &map->entity[i];
        hash = us_hash_add_text(hash, domain->type[entity->type].name);
        hash = us_hash_add(hash, (uint64_t)(entity->owner + 1));
        hash = us_hash_add(hash, (uint64_t)entity->x);
        hash = us_hash_add(hash, (uint64_t)entity->y);
        hash = us_hash_add(hash, (uint64_t)entity->stock);
    }
    for (int i = 0; i < map->width * map->height; i++)
        hash = us_hash_add(hash, (unsigned char)domain->terrain[map->terrain[i]].symbol);
    return hash;
}

sk_start sk_map_start(const sk_map *map, const us_domain *domain)
{
    for (int seat = 0; seat < map->seats; seat++) {
        sk_base base;
        if (sk_base_find(map, domain, (us_seat)seat, &base) && !base.hall)
            return SK_START_NOMAD;
    }
    return SK_START_HALL;
}

void sk_map_format_family(const sk_map *map, const us_domain *domain, char out[US_MAP_FAMILY_SIZE])
{
    sk_start start = sk_map_start(map, domain);
    bool plain = start == SK_START_HALL;
    snprintf(out, US_MAP_FAMILY_SIZE, "%s%s%s", map->family, plain ? "" : "/",
             plain ? "" : sk_map_starts[start].name);
}

/* Returns true if the ground at a cell carries the type: walkable for units, buildable for all
 * others. */
static bool carries(const sk_map *map, const us_domain *domain, const us_type_def *type, int cell)
{
    const us_terrain *ground = &domain->terrain[map->terrain[cell]];
    if (type->kind == US_KIND_UNIT)
        return type->movement >= 0 && (ground->passable >> type->movement & 1u);
    return ground->buildable;
}

int sk_map_find_misplaced(const sk_map *map, const us_domain *domain, us_str *why)
{
    US_AUTOFREE int16_t *taken = US_NEW_ARRAY(int16_t, map->width * map->height); /* entity + 1 */
    for (int i = 0; i < map->entity_count; i++) {
        const sk_map_entity *entity = &map->entity[i];
        const us_type_def *type = &domain->type[entity->type];
        if (entity->x < 0 || entity->y < 0 || entity->x + type->width > map->width ||
            entity->y + type->height > map->height) {
            us_str_addf(why, "%s at %d %d, %d x %d cells: expected it whole on the map of %d x %d",
                        type->name, entity->x, entity->y, type->width, type->height, map->width,
                        map->height);
            return i;
        }
        for (int k = 0; k < type->width * type->height; k++) {
            int x = entity->x + k % type->width, y = entity->y + k / type->width;
            int cell = y * map->width + x;
            if (taken[cell]) {
                const sk_map_entity *other = &map->entity[taken[cell] - 1];
                us_str_addf(why, "%s at %d %d overlaps %s at %d %d, expected free cells",
                            type->name, entity->x, entity->y, domain->type[other->type].name,
                            other->x, other->y);
                return i;
            }
            if (!carries(map, domain, type, cell)) {
                us_str_addf(why, "%s at %d %d is on %s at %d %d, expected ground that carries it",
                            type->name, entity->x, entity->y,
                            domain->terrain[map->terrain[cell]].name, x, y);
                return i;
            }
            taken[cell] = (int16_t)(i + 1);
        }
    }
    return -1;
}

const char *sk_symmetry_name(sk_symmetry symmetry)
{
    static const char *const names[SK_SYMMETRIES] = {
        "none",
        "half turn",
        "left-right mirror",
        "top-bottom mirror",
        "diagonal mirror",
        "antidiagonal mirror",
    };
    return names[symmetry];
}

void sk_symmetry_apply(sk_symmetry symmetry, int width, int height, int w, int h, int *x, int *y)
{
    int from_x = *x, from_y = *y;
    switch (symmetry) {
    case SK_SYMMETRY_TURN:
        *x = width - from_x - w;
        *y = height - from_y - h;
        break;
    case SK_SYMMETRY_LEFT_RIGHT:
        *x = width - from_x - w;
        break;
    case SK_SYMMETRY_TOP_BOTTOM:
        *y = height - from_y - h;
        break;
    case SK_SYMMETRY_DIAGONAL:
        *x = from_y;
        *y = from_x;
        break;
    case SK_SYMMETRY_ANTIDIAGONAL:
        *x = height - from_y - h;
        *y = width - from_x - w;
        break;
    default:
        break;
    }
}

static bool same_thing(const sk_map *map, const us_domain *domain, const sk_map_entity *a,
                       const sk_map_entity *b)
{
    if (a->stock != b->stock)
        return false;
    if (a->owner == US_NEUTRAL || b->owner == US_NEUTRAL)
        return a->owner == b->owner && a->type == b->type;
    if (a->owner == b->owner)
        return false;
    return us_type_for_faction(domain, a->type, map->faction[b->owner]) == b->type;
}

/* Returns true if the symmetry maps seat 0 onto seat 1. at: by lowest cell, entity + 1. */
static bool holds(const sk_map *map, const us_domain *domain, sk_symmetry symmetry,
                  const int16_t *at)
{
    if (symmetry >= SK_SYMMETRY_DIAGONAL && map->width != map->height)
        return false;
    for (int cell = 0; cell < map->width * map->height; cell++) {
        int x = cell % map->width, y = cell / map->width;
        sk_symmetry_apply(symmetry, map->width, map->height, 1, 1, &x, &y);
        if (map->terrain[cell] != map->terrain[y * map->width + x])
            return false;
    }
    for (int i = 0; i < map->entity_count; i++) {
        const us_type_def *type = &domain->type[map->entity[i].type];
        int x = map->entity[i].x, y = map->entity[i].y;
        sk_symmetry_apply(symmetry, map->width, map->height, type->width, type->height, &x, &y);
        if (x < 0 || y < 0 || x >= map->width || y >= map->height)
            return false;
        int other = at[y * map->width + x] - 1;
        if (other < 0 || !same_thing(map, domain, &map->entity[i], &map->entity[other]))
            return false;
    }
    return true;
}

sk_symmetry sk_map_find_symmetry(const sk_map *map, const us_domain *domain)
{
    if (map->seats != 2)
        return SK_SYMMETRY_NONE;
    for (int r = 0; r < domain->resources.count; r++)
        if (map->start[0][r] != map->start[1][r])
            return SK_SYMMETRY_NONE;
    US_AUTOFREE int16_t *at = US_NEW_ARRAY(int16_t, map->width * map->height);
    for (int i = 0; i < map->entity_count; i++)
        at[map->entity[i].y * map->width + map->entity[i].x] = (int16_t)(i + 1);
    for (int s = SK_SYMMETRY_TURN; s < SK_SYMMETRIES; s++)
        if (holds(map, domain, (sk_symmetry)s, at))
            return (sk_symmetry)s;
    return SK_SYMMETRY_NONE;
}
