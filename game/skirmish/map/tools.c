#include "game/skirmish/map/map.h"

#include "base/json.h"
#include "game/skirmish/rules.h"

#include <string.h>

static us_status load_both(const char *name, us_domain **domain, sk_map **map, us_error *err)
{
    US_TRY(sk_data_load_domain(domain, err));
    return sk_map_load(name, *domain, map, err);
}

static us_map_fairness how_fair(const sk_map *map, const us_domain *domain)
{
    sk_symmetry symmetry = map->fair ? sk_map_find_symmetry(map, domain) : SK_SYMMETRY_NONE;
    return symmetry == SK_SYMMETRY_NONE   ? US_MAP_UNFAIR
           : symmetry == SK_SYMMETRY_TURN ? US_MAP_TURNED
                                          : US_MAP_MIRRORED;
}

static us_map_info info_of(const sk_map *map, const us_domain *domain)
{
    us_map_info info = {
        .width = map->width,
        .height = map->height,
        .seats = map->seats,
        .fair = map->fair,
        .how = how_fair(map, domain),
    };
    _Static_assert(sizeof info.name == sizeof map->name, "names fit");
    memcpy(info.name, map->name, sizeof info.name);
    sk_map_format_family(map, domain, info.family);
    return info;
}

/* Players type the file's name, so it must be the map's name. */
static us_status load_info(const void *context, const char *path, const char *name,
                           us_map_info *info, us_error *err)
{
    US_AUTOPTR(sk_map) map = NULL;
    US_TRY(sk_map_load(path, context, &map, err));
    if (!us_text_equal(map->name, name))
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "found the name '%s', expected the file's", map->name);
    *info = info_of(map, context);
    return US_OK;
}

static us_status list(us_map_info **out, int *count, us_error *err)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_TRY(sk_data_load_domain(&domain, err));
    return us_map_list_shipped("skirmish", load_info, domain, out, count, err);
}

static void show_text(const sk_map *map, const us_domain *domain, us_str *out)
{
    char hash[17], family[US_MAP_FAMILY_SIZE];
    us_hash_print(map->hash, hash);
    sk_map_format_family(map, domain, family);
    sk_map_ways ways = sk_map_count_ways(map, domain);
    us_str_addf(out, "%s  family %s, %d x %d, %d seats, %s\n", map->name, family, map->width,
                map->height, map->seats, map->fair ? "fair" : "not fair");
    us_str_addf(out, "  hash %s, symmetry: %s\n", hash,
                sk_symmetry_name(sk_map_find_symmetry(map, domain)));
    us_str_addf(out, "  ways between the bases: %d open, %d openable (counted up to %d)\n",
                ways.open, ways.openable, SK_WAYS_MAX);
    if (map->note[0])
        us_str_addf(out, "  note: %s\n", map->note);
    for (int seat = 0; seat < map->seats; seat++) {
        us_str_addf(out, "  seat %d: %s", seat, domain->factions.name[map->faction[seat]]);
        for (int r = 0; r < domain->resources.count; r++)
            if (map->start[seat][r] >= 0)
                us_str_addf(out, ", %d %s", map->start[seat][r], domain->resources.name[r]);
        us_str_add_char(out, '\n');
    }
}

/* Prints the ground and its entities: $ for resources, the seat's digit for buildings, a letter for
 * units. */
static void show_picture(const sk_map *map, const us_domain *domain, us_str *out)
{
    int cells = map->width * map->height;
    US_AUTOFREE char *picture = US_NEW_ARRAY(char, cells);
    for (int i = 0; i < cells; i++)
        picture[i] = domain->terrain[map->terrain[i]].symbol;
    for (int i = 0; i < map->entity_count; i++) {
        const sk_map_entity *entity = &map->entity[i];
        const us_type_def *type = &domain->type[entity->type];
        char mark = entity->owner == US_NEUTRAL ? '$' : (char)('0' + entity->owner);
        if (type->kind == US_KIND_UNIT)
            mark = (char)('a' + entity->owner);
        for (int k = 0; k < type->width * type->height; k++)
            picture[(entity->y + k / type->width) * map->width + entity->x + k % type->width] =
                mark;
    }
    for (int y = 0; y < map->height; y++) {
        us_str_add_bytes(out, picture + y * map->width, (size_t)map->width);
        us_str_add_char(out, '\n');
    }
    us_str_add(out, "$ resource; 0, 1 buildings of a seat; a, b units of seat 0, 1\n");
    for (int k = 0; k < domain->terrain_count; k++)
        us_str_addf(out, "%s%c %s", k ? "; " : "", domain->terrain[k].symbol,
                    domain->terrain[k].name);
    us_str_add_char(out, '\n');
}

static void show_entities(const sk_map *map, const us_domain *domain, us_json_writer *writer)
{
    us_json_write_key_open(writer, "entities", '[');
    for (int i = 0; i < map->entity_count; i++) {
        const sk_map_entity *entity = &map->entity[i];
        us_json_write_open(writer, '{');
        us_json_write_key_string(writer, "type", domain->type[entity->type].name);
        us_map_write_owner(entity->owner, writer);
        us_json_write_key_int(writer, "x", entity->x);
        us_json_write_key_int(writer, "y", entity->y);
        if (entity->stock)
            us_json_write_key_int(writer, "stock", entity->stock);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}

static void show_json(const sk_map *map, const us_domain *domain, us_str *out)
{
    sk_map_ways ways = sk_map_count_ways(map, domain);
    char family[US_MAP_FAMILY_SIZE];
    sk_map_format_family(map, domain, family);
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "name", map->name);
    us_json_write_key_string(&writer, "family", family);
    us_json_write_key_int(&writer, "width", map->width);
    us_json_write_key_int(&writer, "height", map->height);
    us_json_write_key_bool(&writer, "fair", map->fair);
    us_json_write_key_string(&writer, "start", sk_map_starts[sk_map_start(map, domain)].name);
    us_json_write_key_string(&writer, "symmetry",
                             sk_symmetry_name(sk_map_find_symmetry(map, domain)));
    us_json_write_key_string(&writer, "note", map->note);
    us_json_write_key_hash(&writer, "hash", map->hash);
    us_json_write_key_int(&writer, "ways_open", ways.open);
    us_json_write_key_int(&writer, "ways_openable", ways.openable);
    us_json_write_key_open(&writer, "seats", '[');
    for (int seat = 0; seat < map->seats; seat++) {
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "faction", domain->factions.name[map->faction[seat]]);
        for (int r = 0; r < domain->resources.count; r++)
            if (map->start[seat][r] >= 0)
                us_json_write_key_int(&writer, domain->resources.name[r], map->start[seat][r]);
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    show_entities(map, domain, &writer);
    us_json_writer_end(&writer, '}');
}

static us_status show(const char *name, bool json, us_str *out, us_error *err)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOPTR(sk_map) map = NULL;
    US_TRY(load_both(name, &domain, &map, err));
    if (json) {
        show_json(map, domain, out);
    } else {
        show_text(map, domain, out);
        show_picture(map, domain, out);
    }
    return US_OK;
}

/* Ways are counted only for maps without faults. */
static void check_text(const sk_map *map, const us_domain *domain, const sk_faults *faults,
                       us_str *out)
{
    for (int i = 0; i < faults->count; i++)
        us_str_addf(out, "%s\n", faults->text[i]);
    if (faults->count > 0)
        return;
    sk_map_ways ways = sk_map_count_ways(map, domain);
    us_str_addf(out, "%s: no faults; ways between the bases: %d open, %d openable\n", map->name,
                ways.open, ways.openable);
}

static void check_json(const sk_map *map, const us_domain *domain, const sk_faults *faults,
                       us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "name", map->name);
    us_json_write_key_int(&writer, "fault_count", faults->count);
    us_json_write_key_open(&writer, "faults", '[');
    for (int i = 0; i < faults->count; i++)
        us_json_write_string(&writer, faults->text[i]);
    us_json_write_close(&writer, ']');
    if (faults->count == 0) {
        sk_map_ways ways = sk_map_count_ways(map, domain);
        us_json_write_key_int(&writer, "ways_open", ways.open);
        us_json_write_key_int(&writer, "ways_openable", ways.openable);
    }
    us_json_writer_end(&writer, '}');
}

static us_status check(const char *name, bool json, us_str *report, us_error *err)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOPTR(sk_rules) rules = NULL;
    US_AUTOPTR(sk_map) map = NULL;
    US_TRY(load_both(name, &domain, &map, err));
    US_TRY(sk_data_load_rules(domain, &rules, err));
    US_AUTO(sk_faults_free) sk_faults faults = sk_map_find_faults(map, domain, rules);
    (json ? check_json : check_text)(map, domain, &faults, report);
    return faults.count == 0
               ? US_OK
               : us_error_set(err, US_FAILED, NULL, 0, 0, "the map %s has faults", map->name);
}

static us_status generate(const us_map_request *request, us_map_info *info, us_str *out,
                          us_error *err)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOPTR(sk_rules) rules = NULL;
    US_AUTOPTR(sk_map) map = NULL;
    US_TRY(sk_data_load_domain(&domain, err));
    US_TRY(sk_data_load_rules(domain, &rules, err));
    US_TRY(sk_map_generate(domain, rules, request, &map, err));
    sk_map_print(map, domain, out);
    if (info)
        *info = info_of(map, domain);
    return US_OK;
}

const us_map_tools sk_map_tools = {
    .list = list,
    .show = show,
    .check = check,
    .generate = generate,
    .families = sk_map_families,
    .fairness = sk_map_fairness,
    .starts = sk_map_starts,
    .sizes = sk_map_sizes,
    .first = "understudy map",
};
