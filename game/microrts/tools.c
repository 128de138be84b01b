#include <stdio.h>

#include "base/json.h"
#include "game/maps.h"
#include "game/microrts/map.h"
#include "game/microrts/microrts.h"
#include "game/microrts/play.h"

static us_status read_info(const void *context, const char *path, const char *name,
                           us_map_info *info, us_error *err)
{
    US_AUTOPTR(mr_map) map = NULL;
    US_TRY(mr_map_load(path, context, &map, err));
    const char *fair = mr_map_find_symmetry(map);
    *info = (us_map_info){.width = map->width,
                          .height = map->height,
                          .seats = MR_PLAYERS,
                          .fair = fair != NULL,
                          .how = !fair                           ? US_MAP_UNFAIR
                                 : us_text_equal(fair, "turned") ? US_MAP_TURNED
                                                                 : US_MAP_MIRRORED};
    snprintf(info->name, sizeof(info->name), "%s", name);
    snprintf(info->family, sizeof(info->family), "%dx%d", map->width, map->height);
    return US_OK;
}

static us_status list(us_map_info **out, int *count, us_error *err)
{
    mr_table table;
    US_TRY(mr_table_load(&table, err));
    return us_map_list_shipped("microrts", read_info, &table, out, count, err);
}

static void show_text(const char *name, const mr_map *map, const mr_table *table, us_str *out)
{
    char hash[17];
    const char *fair = mr_map_find_symmetry(map);
    us_hash_print(map->hash, hash);
    us_str_addf(out, "%s  %d x %d, %s, %d units\n  hash %s\n", name, map->width, map->height,
                fair ? fair : "not the same for both", map->count, hash);
    mr_map_print(map, table, out);
}

static void show_json(const char *name, const mr_map *map, const mr_table *table, us_str *out)
{
    us_json_writer writer;
    const char *fair = mr_map_find_symmetry(map);
    us_json_writer_init(&writer, out);
    us_json_write_open(&writer, '{');
    us_json_write_key_string(&writer, "name", name);
    us_json_write_key_int(&writer, "width", map->width);
    us_json_write_key_int(&writer, "height", map->height);
    us_json_write_key_string(&writer, "fair", fair ? fair : "no");
    us_json_write_key_string(&writer, "note", map->note);
    us_json_write_key_hash(&writer, "hash", map->hash);
    us_json_write_key_open(&writer, "units", '[');
    for (int i = 0; i < map->count; i++) {
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "type", table->type[map->unit[i].type].name);
        us_map_write_owner((us_seat)map->unit[i].player, &writer);
        us_json_write_key_int(&writer, "x", map->unit[i].x);
        us_json_write_key_int(&writer, "y", map->unit[i].y);
        us_json_write_key_int(&writer, "resources", map->unit[i].resources);
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    us_json_writer_end(&writer, '}');
}

static us_status show(const char *name, bool json, us_str *out, us_error *err)
{
    mr_table table;
    US_AUTOPTR(mr_map) map = NULL;
    US_TRY(mr_table_load(&table, err));
    US_TRY(mr_map_load(name, &table, &map, err));
    (json ? show_json : show_text)(name, map, &table, out);
    return US_OK;
}

const us_map_tools mr_map_tools = {
    .list = list,
    .show = show,
    .find = mr_map_find,
    .brings = "`make microrts` brings those of the real game",
    .called = "maps of the real game are called as below its maps/: 16x16/basesWorkers16x16A",
};
