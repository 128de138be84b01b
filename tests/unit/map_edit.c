#include "tests/unit/map_edit.h"

#include "game/skirmish/rules.h"

#include <string.h>

const us_domain *map_edit_domain(void)
{
    static us_domain *domain;
    if (!domain)
        us_assert(sk_data_load_domain(&domain, NULL) == US_OK);
    return domain;
}

const sk_rules *map_edit_rules(void)
{
    static sk_rules *rules;
    if (!rules)
        us_assert(sk_data_load_rules(map_edit_domain(), &rules, NULL) == US_OK);
    return rules;
}

us_type map_edit_type(const char *name)
{
    us_type type = us_domain_find_type(map_edit_domain(), name);
    us_assert(type != US_NO_TYPE);
    return type;
}

void map_edit_paint(sk_map *map, int x, int y, int w, int h, char symbol)
{
    int terrain = us_domain_find_terrain_symbol(map_edit_domain(), symbol);
    us_assert(terrain >= 0);
    for (int row = y; row < y + h; row++)
        memset(map->terrain + row * map->width + x, terrain, (size_t)w);
}

int map_edit_remove(sk_map *map, const char *type, us_seat owner)
{
    int kept = 0, count = map->entity_count;
    for (int i = 0; i < count; i++)
        if (map->entity[i].type != map_edit_type(type) || map->entity[i].owner != owner)
            map->entity[kept++] = map->entity[i];
    map->entity_count = kept;
    return count - kept;
}

void map_edit_add(sk_map *map, const char *type, us_seat owner, int x, int y, int32_t stock)
{
    map->entity =
        us_mem_realloc(map->entity, (size_t)(map->entity_count + 1) * sizeof *map->entity);
    map->entity[map->entity_count++] =
        (sk_map_entity){map_edit_type(type), owner, (int16_t)x, (int16_t)y, stock};
}

sk_map *map_edit_parse(const char *text, us_error *err)
{
    sk_map *map = NULL;
    us_status status = sk_map_parse("test.map", text, strlen(text), map_edit_domain(), &map, err);
    us_assert((status == US_OK) == (map != NULL));
    return map;
}

sk_map *map_edit_plain(void)
{
    const us_domain *domain = map_edit_domain();
    sk_map *map = US_NEW(sk_map);
    strcpy(map->name, "plain");
    strcpy(map->family, "plain");
    map->width = 48;
    map->height = 32;
    map->seats = 2;
    map->fair = true;
    map->faction[0] = us_domain_find_faction(domain, "human");
    map->faction[1] = us_domain_find_faction(domain, "orc");
    for (int seat = 0; seat < 2; seat++)
        for (int r = 0; r < US_RESOURCES_MAX; r++)
            map->start[seat][r] = -1;
    map->terrain = US_NEW_ARRAY(uint8_t, map->width * map->height);
    map_edit_paint(map, 0, 0, 48, 32, '.');
    map_edit_paint(map, 0, 0, 5, 10, 'T');
    map_edit_paint(map, 43, 0, 5, 10, 'T');
    map_edit_add(map, "gold-mine", US_NEUTRAL, 1, 14, 20000);
    map_edit_add(map, "gold-mine", US_NEUTRAL, 44, 14, 20000);
    map_edit_add(map, "town-hall", 0, 8, 14, 0);
    map_edit_add(map, "peasant", 0, 7, 15, 0);
    map_edit_add(map, "great-hall", 1, 36, 14, 0);
    map_edit_add(map, "peon", 1, 40, 15, 0);
    map->hash = sk_map_hash(map, domain);
    return map;
}
