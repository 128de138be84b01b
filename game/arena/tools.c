#include "game/arena/map.h"

#include "base/json.h"
#include <stdio.h>
#include <string.h>

static us_status load_both(const char *name, us_domain **domain, ar_map **map, us_error *err)
{
    US_TRY(us_domain_load_shipped("arena", domain, err));
    return ar_map_load(name, *domain, map, err);
}

static us_map_info info_of(const ar_map *map, const char *name)
{
    us_map_info info = {.width = map->width, .height = map->height, .seats = AR_SEATS};
    snprintf(info.name, sizeof(info.name), "%s", name);
    snprintf(info.family, sizeof(info.family), "%s", map->family);
    return info;
}

static us_status load_info(const void *context, const char *path, const char *name,
                           us_map_info *info, us_error *err)
{
    US_AUTOPTR(ar_map) map = NULL;
    US_TRY(ar_map_load(path, context, &map, err));
    *info = info_of(map, name);
    return US_OK;
}

static us_status list(us_map_info **out, int *count, us_error *err)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_TRY(us_domain_load_shipped("arena", &domain, err));
    return us_map_list_shipped("arena", load_info, domain, out, count, err);
}

static int count_of(const ar_map *map, int kind)
{
    int count = 0;
    for (int cell = 0; cell < map->width * map->height; cell++)
        count += map->stands[cell] == kind + 1;
    return count;
}

static void show_text(const char *name, const ar_map *map, const us_domain *domain, us_str *out)
{
    char hash[17];
    us_hash_print(map->hash, hash);
    us_str_addf(out, "%s  family %s, %d x %d, difficulty %d, ", name, map->family, map->width,
                map->height, map->difficulty);
    us_str_addf(out, map->loot ? "%d loot to bring to an exit\n" : "nothing to bring to an exit\n",
                map->loot);
    us_str_addf(out, "  hash %s\n", hash);
    if (map->note[0])
        us_str_addf(out, "  note: %s\n", map->note);
    ar_map_print(map, domain, out);
    for (int k = 0; k < domain->terrain_count; k++)
        us_str_addf(out, "%s%c %s", k ? "; " : "", domain->terrain[k].symbol,
                    domain->terrain[k].name);
    us_str_add_char(out, '\n');
}

static void show_json(const char *name, const ar_map *map, const us_domain *domain, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "name", name);
    us_json_write_key_string(&writer, "family", map->family);
    us_json_write_key_int(&writer, "width", map->width);
    us_json_write_key_int(&writer, "height", map->height);
    us_json_write_key_int(&writer, "difficulty", map->difficulty);
    us_json_write_key_int(&writer, "loot", map->loot);
    us_json_write_key_string(&writer, "note", map->note);
    us_json_write_key_hash(&writer, "hash", map->hash);
    us_json_write_key_open(&writer, "entities", '[');
    for (int k = 0; k < map->kinds; k++) {
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "type", domain->type[map->kind[k].type].name);
        us_map_write_owner(map->kind[k].owner, &writer);
        us_json_write_key_int(&writer, "count", count_of(map, k));
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    us_json_writer_end(&writer, '}');
}

static us_status show(const char *name, bool json, us_str *out, us_error *err)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOPTR(ar_map) map = NULL;
    US_TRY(load_both(name, &domain, &map, err));
    (json ? show_json : show_text)(name, map, domain, out);
    return US_OK;
}

static void check_json(const char *name, const us_str *faults, int count, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "name", name);
    us_json_write_key_int(&writer, "fault_count", count);
    us_json_write_key_open(&writer, "faults", '[');
    for (const char *at = faults->text; *at;) {
        int length = (int)strcspn(at, "\n");
        char line[256];
        snprintf(line, sizeof(line), "%.*s", length, at);
        us_json_write_string(&writer, line);
        at += length + 1;
    }
    us_json_write_close(&writer, ']');
    us_json_writer_end(&writer, '}');
}

static us_status check(const char *name, bool json, us_str *report, us_error *err)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOPTR(ar_map) map = NULL;
    US_AUTOSTR(faults);
    US_TRY(load_both(name, &domain, &map, err));
    int count = ar_map_print_faults(map, domain, &faults);
    if (json)
        check_json(name, &faults, count, report);
    else if (count > 0)
        us_str_add(report, faults.text);
    else
        us_str_addf(report, "%s: no faults\n", name);
    return count == 0 ? US_OK
                      : us_error_set(err, US_FAILED, NULL, 0, 0, "the map %s has faults", name);
}

static us_status generate(const us_map_request *request, us_map_info *info, us_str *out,
                          us_error *err)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOPTR(ar_map) map = NULL;
    char name[64];
    US_TRY(us_domain_load_shipped("arena", &domain, err));
    US_TRY(ar_map_generate(domain, request, &map, err));
    ar_map_print(map, domain, out);
    snprintf(name, sizeof(name), "%.20s-%d-%llu", request->family, request->size,
             (unsigned long long)request->seed);
    if (info)
        *info = info_of(map, name);
    return US_OK;
}

/* The seats differ by design: there is no choice. */
static const us_map_choice fairness[] = {{"any", "the visitor and the residents are not alike"},
                                         {NULL, NULL}};

const us_map_tools ar_map_tools = {
    .list = list,
    .show = show,
    .check = check,
    .generate = generate,
    .families = ar_map_families,
    .fairness = fairness,
    .sizes = ar_map_sizes,
    .first = "arena",
};
