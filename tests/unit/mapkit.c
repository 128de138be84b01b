#include "tests/unit/mapkit.h"

#include "game/skirmish/data.h"

#include <string.h>

const us_domain *mapkit_domain(void)
{
    static us_domain *domain;
    if (!domain)
        us_assert(sk_data_domain(&domain, NULL) == US_OK);
    return domain;
}

const sk_rules *mapkit_rules(void)
{
    static sk_rules *rules;
    if (!rules)
        us_assert(sk_data_rules(mapkit_domain(), &rules, NULL) == US_OK);
    return rules;
}

us_type mapkit_type(const char *name)
{
    us_type type = us_domain_type(mapkit_domain(), name);
    us_assert(type != US_NO_TYPE);
    return type;
}

void mapkit_paint(sk_map *map, int x, int y, int w, int h, char symbol)
{
    int terrain = us_domain_terrain_symbol(mapkit_domain(), symbol);
    us_assert(terrain >= 0);
    for (int row = y; row < y + h; row++)
        memset(map->terrain + row * map->width + x, terrain, (size_t)w);
}

int mapkit_remove(sk_map *map, const char *type, us_seat owner)
{
    int kept = 0, count = map->entity_count;
    for (int i = 0; i < count; i++)
        if (map->entity[i].type != mapkit_type(type) || map->entity[i].owner != owner)
            map->entity[kept++] = map->entity[i];
    map->entity_count = kept;
    return count - kept;
}

void mapkit_add(sk_map *map, const char *type, us_seat owner, int x, int y, int32_t stock)
{
    map->entity = us_realloc(map->entity, (size_t)(map->entity_count + 1) * sizeof *map->entity);
    map->entity[map->entity_count++] =
        (sk_map_entity){mapkit_type(type), owner, (int16_t)x, (int16_t)y, stock};
}

sk_map *mapkit_parse(const char *text, us_error *err)
{
    sk_map *map = NULL;
    us_status status = sk_map_parse("test.map", text, strlen(text), mapkit_domain(), &map, err);
    us_assert((status == US_OK) == (map != NULL));
    return map;
}

sk_map *mapkit_plain(void)
{
    const us_domain *domain = mapkit_domain();
    sk_map *map = US_NEW(sk_map);
    strcpy(map->name, "plain");
    strcpy(map->family, "plain");
    map->width = 48;
    map->height = 32;
    map->seats = 2;
    map->fair = true;
    map->faction[0] = us_domain_faction(domain, "human");
    map->faction[1] = us_domain_faction(domain, "orc");
    for (int seat = 0; seat < 2; seat++)
        for (int r = 0; r < US_RESOURCES_MAX; r++)
            map->start[seat][r] = -1;
    map->terrain = US_NEW_ARRAY(uint8_t, map->width * map->height);
    mapkit_paint(map, 0, 0, 48, 32, '.');
    mapkit_paint(map, 0, 0, 5, 10, 'T');
    mapkit_paint(map, 43, 0, 5, 10, 'T');
    mapkit_add(map, "gold-mine", US_NEUTRAL, 1, 14, 20000);
    mapkit_add(map, "gold-mine", US_NEUTRAL, 44, 14, 20000);
    mapkit_add(map, "town-hall", 0, 8, 14, 0);
    mapkit_add(map, "peasant", 0, 7, 15, 0);
    mapkit_add(map, "great-hall", 1, 36, 14, 0);
    mapkit_add(map, "peon", 1, 40, 15, 0);
    map->hash = sk_map_hash(map, domain);
    return map;
}
