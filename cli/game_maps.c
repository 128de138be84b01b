#include "base/json.h"
#include "cli/commands.h"
#include "cli/game.h"
#include "cli/out.h"

enum { JSON, DOMAIN };

static const us_option options[] = {
    [JSON] = {"--json", NULL, "print a list of JSON objects"},
    [DOMAIN] = US_OPTION_DOMAIN,
};

static void write_json(const us_map_info *map, int count, us_str *out)
{
    char text[1024];
    us_json_writer writer = us_json_writer_begin(out, '[');
    for (int i = 0; i < count; i++) {
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "name", map[i].name);
        if (map[i].broken.status != US_OK) {
            us_json_write_key_string(&writer, "broken",
                                     us_error_print(&map[i].broken, text, sizeof text));
            us_json_write_close(&writer, '}');
            continue;
        }
        us_json_write_key_string(&writer, "family", map[i].family);
        us_json_write_key_int(&writer, "width", map[i].width);
        us_json_write_key_int(&writer, "height", map[i].height);
        us_json_write_key_int(&writer, "seats", map[i].seats);
        us_json_write_key_bool(&writer, "fair", map[i].fair);
        us_json_write_close(&writer, '}');
    }
    us_json_writer_end(&writer, ']');
}

static void write_table(const us_map_info *map, int count, us_str *out)
{
    us_str_addf(out, "%-20s %-16s %9s %6s  %s\n", "map", "family", "size", "seats", "fair");
    for (int i = 0; i < count; i++) {
        char size[32];
        if (map[i].broken.status != US_OK)
            continue;
        snprintf(size, sizeof(size), "%dx%d", map[i].width, map[i].height);
        us_str_addf(out, "%-20s %-16s %9s %6d  %s\n", map[i].name, map[i].family, size,
                    map[i].seats, map[i].fair ? "yes" : "no");
    }
}

/* Reports each broken map. */
static us_status check(const us_map_info *map, int count, us_error *err)
{
    int broken = 0;
    char text[1024];
    for (int i = 0; i < count; i++) {
        if (map[i].broken.status == US_OK)
            continue;
        us_out_log("%s", us_error_print(&map[i].broken, text, sizeof text));
        broken++;
    }
    return broken == 0 ? US_OK
                       : us_error_set(err, US_FAILED, NULL, 0, 0, "%d of %d maps %s broken", broken,
                                      count, broken == 1 ? "is" : "are");
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    const us_map_tools *maps = NULL;
    US_AUTOFREE us_map_info *map = NULL;
    int count = 0;
    US_TRY(us_map_tools_find(us_args_text(args, DOMAIN), US_MAPS_LIST, &maps, err));
    US_TRY(maps->list(&map, &count, err));
    if (us_args_is_given(args, JSON))
        write_json(map, count, out);
    else
        write_table(map, count, out);
    if (maps->called && !us_args_is_given(args, JSON))
        us_out_log("%s; %s", maps->called, maps->brings);
    return check(map, count, err);
}

const us_command us_command_game_maps = {
    .name = "game maps",
    .arguments = "",
    .about = "list the maps",
    .more =
        "Lists the shipped maps. A broken map file is reported, the other maps are listed, and\n"
        "the exit code is 1. microRTS also has the maps of the real game, once `make\n"
        "microrts` has installed it. Their names are paths below its folder maps/, such as\n"
        "16x16/basesWorkers16x16A.",
    .example = "  understudy game maps",
    US_OPTIONS(options),
    .run = run,
};

/* ---- game */

us_status us_map_tools_find(const char *domain, us_map_task task, const us_map_tools **out,
                            us_error *err)
{
    const us_game_kind *kind = NULL;
    US_TRY(us_game_kind_require(domain, &kind, err));
    return us_game_kind_require_map_tools(kind, task, out, err);
}
