#include "base/file.h"
#include "cli/commands.h"
#include "cli/game.h"
#include "cli/out.h"

enum { FAMILY, SIZE, SEED, FAIR, START, FILE_OUT, JSON, DOMAIN };

static const us_option options[] = {
    [FAMILY] = {"--family", "NAME", "the kind of map", .needed = true},
    [SIZE] = {"--size", "N", "cells a side", 1, 1024, "64"},
    [SEED] = {"--seed", "N", "seed of the map", 0, INT64_MAX, "1"},
    [FAIR] = {"--fair", "HOW", "how the seats relate", .preset = "any"},
    [START] = {"--start", "KIND", "how the seats begin; else the first kind"},
    [FILE_OUT] = {"-o", "FILE", "the file to write; else standard output"},
    [JSON] = {"--json", NULL, "print the facts as one JSON object, without -o with the map's text"},
    [DOMAIN] = US_OPTION_DOMAIN,
};

static void list_choices(const char *option, const us_map_choice *rows, us_str *out)
{
    us_str_addf(out, "  %s\n", option);
    for (; rows->name; rows++)
        us_str_addf(out, "    %-18s %s\n", rows->name, rows->about);
}

static void list_all(us_str *out)
{
    const us_game_kind *const *kind;
    int kinds = us_game_kind_list(&kind);
    for (int i = 0; i < kinds; i++) {
        const us_map_tools *maps = us_game_kind_map_tools(kind[i], US_MAPS_GENERATE);
        if (!maps)
            continue;
        us_str_addf(out, "\nMaps of %s\n", kind[i]->name);
        list_choices("--family", maps->families, out);
        list_choices("--fair", maps->fairness, out);
        if (maps->starts)
            list_choices("--start", maps->starts, out);
        us_str_addf(out, "  %-20s %s\n", "--size", maps->sizes);
    }
}

static void write_json(const us_map_tools *maps, const us_map_info *info,
                       const us_map_request *request, const char *file, const us_str *map,
                       us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "name", info->name);
    us_json_write_key_string(&writer, "family", info->family);
    us_json_write_key_int(&writer, "width", info->width);
    us_json_write_key_int(&writer, "height", info->height);
    us_json_write_key_int(&writer, "seats", info->seats);
    us_json_write_key_bool(&writer, "fair", info->fair);
    us_json_write_key_string(&writer, "how", maps->fairness[info->how].name);
    if (maps->starts)
        us_json_write_key_string(&writer, "start", maps->starts[request->start].name);
    us_json_write_key_int(&writer, "seed", (int64_t)request->seed);
    us_json_write_key_string(&writer, file ? "file" : "text", file ? file : map->text);
    us_json_writer_end(&writer, '}');
}

static us_status make(const us_args *args, const us_map_tools *maps, const us_map_request *request,
                      us_str *map, us_str *out, us_error *err)
{
    us_map_info info;
    const char *file = us_args_text(args, FILE_OUT);
    if (file)
        US_TRY(us_file_check_replaceable(file, maps->first, "a map", err));
    US_TRY(maps->generate(request, &info, map, err));
    if (file)
        US_TRY(us_file_write(file, map->text, map->length, err));
    if (us_args_is_given(args, JSON))
        write_json(maps, &info, request, file, map, out);
    else if (!file)
        us_str_add(out, map->text);
    return US_OK;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    const us_map_tools *maps = NULL;
    const char *domain = us_args_text(args, DOMAIN), *kind = us_args_text(args, START);
    int fair = 0, start = 0;
    US_TRY(us_map_tools_find(domain, US_MAPS_GENERATE, &maps, err));
    US_TRY(us_map_choice_find(maps->fairness, "--fair", us_args_text(args, FAIR), &fair, err));
    if (kind)
        US_TRY(us_map_choice_find_start(us_game_kind_find(domain), "--start", kind, &start, err));
    us_map_request request = {us_args_text(args, FAMILY), (int)us_args_int(args, SIZE),
                              (uint64_t)us_args_int(args, SEED), (us_map_fairness)fair, start};
    US_AUTOSTR(map);
    return make(args, maps, &request, &map, out, err);
}

const us_command us_command_game_mapgen = {
    .name = "game mapgen",
    .arguments = "",
    .about = "make a map",
    .more = "The same family, size, seed, fairness and start give the same map.",
    .lists = list_all,
    .example = "  understudy game mapgen --family ridge --size 96 --seed 7 -o ridge-7.map\n"
               "  understudy game mapgen --family choke --fair mirror --json\n"
               "  understudy game mapgen --family open --start nomad -o nomad.map",
    US_OPTIONS(options),
    .run = run,
};
