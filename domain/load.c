#include "domain/load.h"

#include <string.h>

#include "base/file.h"
#include "base/str.h"

enum { DOMAIN_FILE_MAX = 4 * 1024 * 1024 };

/* Loads {"name": "a phrase about it", ...}. A table with least 0 is optional. */
static us_status load_table(us_loader *loader, const us_json_node *root, const char *key, int least,
                            int most, us_names_table *out)
{
    const us_json_node *object = NULL;
    US_TRY(
        (least ? us_json_require : us_json_get)(root, key, US_JSON_OBJECT, &object, loader->err));
    if (!object)
        return US_OK;
    int count = us_json_size(object);
    if (count < least || count > most)
        return us_json_fail(object, loader->err, "%d %s: expected %d to %d", count, key, least,
                            most);
    const char **name = US_ARENA_ARRAY(loader->arena, const char *, count + 1);
    const char **about = US_ARENA_ARRAY(loader->arena, const char *, count + 1);
    int i = 0;
    for (const us_json_node *node = us_json_first(object); node; node = us_json_next(node), i++) {
        US_TRY(us_loader_check_key(loader, node));
        if (us_json_type(node) != US_JSON_STRING)
            return us_json_fail(node, loader->err, "expected a phrase about \"%s\", a string",
                                us_json_key(node));
        name[i] = us_loader_copy_text(loader, us_json_key(node));
        about[i] = us_loader_copy_text(loader, us_json_string(node));
    }
    *out = (us_names_table){name, about, count};
    return US_OK;
}

static us_status load_attribute(us_loader *loader, const us_json_node *node, us_attribute *out)
{
    static const char *const keys[] = {"name", "about", "low", "high", "default", "private", NULL};
    us_error *err = loader->err;
    us_domain *domain = loader->domain;
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_loader_read_name(loader, node, "name", &out->name));
    US_TRY(us_loader_read_about(loader, node, &out->about));
    if (us_domain_find_attribute(domain, out->name) >= 0)
        return us_json_fail(node, err, "attribute \"%s\" is there already: expected another name",
                            out->name);
    if (domain->attribute_count == 0 && !us_text_equal(out->name, "hit_points"))
        return us_json_fail(node, err, "the first attribute is \"%s\": expected \"hit_points\"",
                            out->name);
    int64_t low, high;
    US_TRY(us_json_require_int(node, "low", INT32_MIN, INT32_MAX, &low, err));
    US_TRY(us_json_require_int(node, "high", low, INT32_MAX, &high, err));
    int64_t initial = low > 0 ? low : high < 0 ? high : 0;
    US_TRY(us_json_get_int(node, "default", low, high, &initial, err));
    US_TRY(us_json_get_bool(node, "private", &out->private, err));
    out->low = (int32_t)low;
    out->high = (int32_t)high;
    out->initial = (int32_t)initial;
    return US_OK;
}

/* Calls read for each object of a list. */
static us_status load_list(us_loader *loader, const us_json_node *root, const char *key, int most,
                           us_status (*read)(us_loader *, const us_json_node *))
{
    const us_json_node *list;
    US_TRY(us_json_require(root, key, US_JSON_ARRAY, &list, loader->err));
    int count = us_json_size(list);
    if (count < 1 || count > most)
        return us_json_fail(list, loader->err, "%d %s: expected 1 to %d", count, key, most);
    for (const us_json_node *node = us_json_first(list); node; node = us_json_next(node)) {
        if (us_json_type(node) != US_JSON_OBJECT)
            return us_json_fail(node, loader->err, "expected an object, one of the %s", key);
        US_TRY(read(loader, node));
    }
    return US_OK;
}

static us_status add_attribute(us_loader *loader, const us_json_node *node)
{
    us_domain *domain = loader->domain;
    us_attribute attribute = {0};
    US_TRY(load_attribute(loader, node, &attribute));
    domain->attribute[domain->attribute_count++] = attribute;
    return US_OK;
}

static us_status add_terrain(us_loader *loader, const us_json_node *node)
{
    static const char *const keys[] = {"name",     "about",     "symbol", "passable", "buildable",
                                       "resource", "breakable", "amount", "becomes",  NULL};
    us_error *err = loader->err;
    us_domain *domain = loader->domain;
    us_terrain terrain = {.resource = -1, .becomes = -1};
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_loader_read_name(loader, node, "name", &terrain.name));
    const char *about;
    US_TRY(us_loader_read_about(loader, node, &about));
    if (us_domain_find_terrain(domain, terrain.name) >= 0)
        return us_json_fail(node, err, "terrain \"%s\" is there already: expected another name",
                            terrain.name);

    const us_json_node *symbol;
    US_TRY(us_json_require(node, "symbol", US_JSON_STRING, &symbol, err));
    const char *text = us_json_string(symbol);
    if (text[0] <= ' ' || text[0] > '~' || text[1] != '\0')
        return us_json_fail(
            symbol, err, "symbol \"" US_SHORT "\": expected one printable ASCII character", text);
    int taken = us_domain_find_terrain_symbol(domain, text[0]);
    if (taken >= 0)
        return us_json_fail(symbol, err,
                            "symbol \"%s\" is that of terrain \"%s\" already: expected another",
                            text, domain->terrain[taken].name);
    terrain.symbol = text[0];

    US_TRY(us_loader_read_bits(loader, node, "passable", &domain->movements, "a movement",
                               &terrain.passable));
    US_TRY(us_json_get_bool(node, "buildable", &terrain.buildable, err));
    US_TRY(us_json_get_bool(node, "breakable", &terrain.breakable, err));
    const us_json_node *resource = us_json_find(node, "resource");
    if (resource)
        US_TRY(us_loader_read_index(loader, resource, &domain->resources, "a resource",
                                    &terrain.resource));
    int64_t amount = 0;
    US_TRY(us_json_get_int(node, "amount", 0, UINT8_MAX, &amount, err));
    terrain.amount = (int)amount;
    if (resource && terrain.breakable)
        return us_json_fail(node, err,
                            "terrain \"%s\" is breakable and gives a resource: expected one of "
                            "them, there is one amount",
                            terrain.name);
    if ((resource || terrain.breakable) != (amount > 0))
        return us_json_fail(node, err, "terrain \"%s\": expected \"amount\" %s", terrain.name,
                            amount > 0 ? "only beside \"resource\" or \"breakable\""
                                       : "of at least 1, for what is gathered or broken there");
    domain->terrain[domain->terrain_count++] = terrain;
    return US_OK;
}

/* Resolves the terrains that others become: they may stand below them in the file. */
static us_status link_terrains(us_loader *loader, const us_json_node *root)
{
    us_domain *domain = loader->domain;
    const us_json_node *node = us_json_first(us_json_find(root, "terrains"));
    for (int i = 0; i < domain->terrain_count; i++, node = us_json_next(node)) {
        us_terrain *terrain = &domain->terrain[i];
        const us_json_node *becomes = NULL;
        US_TRY(us_json_get(node, "becomes", US_JSON_STRING, &becomes, loader->err));
        if (!becomes)
            continue;
        terrain->becomes = us_domain_find_terrain(domain, us_json_string(becomes));
        if (terrain->becomes < 0)
            return us_json_fail(becomes, loader->err,
                                "\"" US_SHORT "\" is not a terrain: expected one of this file",
                                us_json_string(becomes));
        if (terrain->becomes == i || terrain->amount == 0)
            return us_json_fail(becomes, loader->err,
                                "terrain \"%s\" becomes \"%s\": expected another one, and an "
                                "\"amount\" that can go",
                                terrain->name, us_json_string(becomes));
    }
    return US_OK;
}

static int find_param(const us_action_def *action, const char *name)
{
    for (int i = 0; i < action->param_count; i++)
        if (us_text_equal(action->param[i].name, name))
            return i;
    return -1;
}

static us_status load_params(us_loader *loader, const us_json_node *node, us_action_def *action)
{
    static const char *const reserved[] = {"unit", "units", "x", "y", "self", "product", "queued"};
    const us_json_node *object = NULL;
    us_error *err = loader->err;
    US_TRY(us_json_get(node, "params", US_JSON_OBJECT, &object, err));
    if (!object)
        return US_OK;
    if (us_json_size(object) > US_PARAMS_MAX)
        return us_json_fail(object, err, "%d parameters: expected at most %d", us_json_size(object),
                            US_PARAMS_MAX);
    bool cell = false;
    for (const us_json_node *param = us_json_first(object); param; param = us_json_next(param)) {
        const char *name = us_json_key(param);
        US_TRY(us_loader_check_key(loader, param));
        for (int i = 0; i < US_COUNT(reserved); i++)
            if (us_text_equal(name, reserved[i]))
                return us_json_fail(param, err,
                                    "\"%s\" has a meaning of its own: expected another name for "
                                    "a parameter",
                                    name);
        int kind = 0;
        if (us_json_type(param) == US_JSON_STRING)
            while (kind < US_VALUE_PARAMS &&
                   !us_text_equal(us_json_string(param), us_value_kind_name((us_value_kind)kind)))
                kind++;
        if (us_json_type(param) != US_JSON_STRING || kind == US_VALUE_PARAMS)
            return us_json_fail(param, err,
                                "bad kind of parameter \"%s\": expected \"entity\", \"type\", "
                                "\"cell\", \"resource\", \"seat\" or \"number\"",
                                name);
        if (kind == US_VALUE_CELL && cell)
            return us_json_fail(param, err,
                                "a second cell: expected at most one, orders write "
                                "it as \"x\" and \"y\"");
        cell = cell || kind == US_VALUE_CELL;
        action->param[action->param_count++] =
            (us_param){.name = us_loader_copy_text(loader, name), .kind = (us_value_kind)kind};
    }
    return US_OK;
}

/* Returns whether the parameter has the kind that the effect needs. */
static bool param_fits(us_effect_kind kind, us_value_kind param)
{
    switch (kind) {
    case US_EFFECT_CREATE:
    case US_EFFECT_CONVERT:
    case US_EFFECT_LEARN:
        return param == US_VALUE_TYPE;
    case US_EFFECT_HARM:
    case US_EFFECT_HEAL:
        return param == US_VALUE_ENTITY;
    case US_EFFECT_OPEN:
        return param == US_VALUE_CELL;
    default:
        return true;
    }
}

static us_status load_effect(us_loader *loader, const us_json_node *node, us_action_def *action)
{
    static const char *const keys[] = {"effect", "param", "resource", NULL};
    us_error *err = loader->err;
    us_effect effect = {.param = -1, .resource = -1};
    if (us_json_type(node) != US_JSON_OBJECT)
        return us_json_fail(node, err, "expected an effect, an object");
    US_TRY(us_json_check_keys(node, keys, err));
    const us_json_node *name, *param = NULL, *resource = NULL;
    US_TRY(us_json_require(node, "effect", US_JSON_STRING, &name, err));
    int kind = 0;
    while (kind < US_EFFECT_KINDS &&
           !us_text_equal(us_json_string(name), us_effect_kind_name((us_effect_kind)kind)))
        kind++;
    if (kind == US_EFFECT_KINDS)
        return us_json_fail(name, err,
                            "\"" US_SHORT "\" is not an effect: expected create, convert, learn, "
                            "gain, harm, heal, move, open or lose",
                            us_json_string(name));
    effect.kind = (us_effect_kind)kind;
    US_TRY(us_json_get(node, "param", US_JSON_STRING, &param, err));
    if (param) {
        effect.param = find_param(action, us_json_string(param));
        if (effect.param < 0)
            return us_json_fail(param, err,
                                "\"" US_SHORT
                                "\" is not a parameter of action \"%s\": expected one "
                                "of its \"params\"",
                                us_json_string(param), action->name);
        if (!param_fits(effect.kind, action->param[effect.param].kind))
            return us_json_fail(
                param, err, "parameter \"%s\" is a %s: expected one that effect \"%s\" takes",
                us_json_string(param), us_value_kind_name(action->param[effect.param].kind),
                us_json_string(name));
    } else if (effect.kind <= US_EFFECT_LEARN) {
        return us_json_fail(node, err,
                            "effect \"%s\" without \"param\": expected the parameter "
                            "that holds the type",
                            us_json_string(name));
    }
    US_TRY(us_json_get(node, "resource", US_JSON_STRING, &resource, err));
    if (resource) {
        if (effect.kind != US_EFFECT_GAIN)
            return us_json_fail(resource, err,
                                "found \"resource\", expected it with effect \"gain\" alone");
        US_TRY(us_loader_read_index(loader, resource, &loader->domain->resources, "a resource",
                                    &effect.resource));
    }
    action->effect[action->effect_count++] = effect;
    return US_OK;
}

static us_status add_action(us_loader *loader, const us_json_node *node)
{
    static const char *const keys[] = {"name",   "about",   "by",   "group", "continues", "queues",
                                       "params", "effects", "when", "done",  "patience",  NULL};
    us_error *err = loader->err;
    us_domain *domain = loader->domain;
    us_action_def action = {0};
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_loader_read_name(loader, node, "name", &action.name));
    US_TRY(us_loader_read_about(loader, node, &action.about));
    if (us_domain_find_action(domain, action.name) >= 0)
        return us_json_fail(node, err, "action \"%s\" is there already: expected another name",
                            action.name);
    US_TRY(us_loader_read_bits(loader, node, "by", &domain->roles, "a role", &action.by));
    if (!action.by)
        return us_json_fail(node, err,
                            "action \"%s\" is done by nobody: expected \"by\" with at "
                            "least one role",
                            action.name);
    US_TRY(us_json_get_bool(node, "group", &action.group, err));
    US_TRY(us_json_get_bool(node, "continues", &action.continues, err));
    US_TRY(us_json_get_bool(node, "queues", &action.queues, err));
    US_TRY(load_params(loader, node, &action));
    const us_json_node *effects = NULL;
    US_TRY(us_json_get(node, "effects", US_JSON_ARRAY, &effects, err));
    if (effects && us_json_size(effects) > US_EFFECTS_MAX)
        return us_json_fail(effects, err, "%d effects: expected at most %d", us_json_size(effects),
                            US_EFFECTS_MAX);
    for (const us_json_node *e = effects ? us_json_first(effects) : NULL; e; e = us_json_next(e))
        US_TRY(load_effect(loader, e, &action));
    int64_t patience;
    US_TRY(us_json_require_int(node, "patience", 1, INT32_MAX, &patience, err));
    action.patience = (us_cycle)patience;
    domain->action[domain->action_count++] = action;
    return US_OK;
}

static const us_names_table one_faction = {(const char *const[]){"all"},
                                           (const char *const[]){"all are alike"}, 1};

static us_status load_domain(us_loader *loader, const us_json_node *root)
{
    static const char *const keys[] = {
        "domain",    "about",       "cycles_per_second", "factions",       "resources", "counters",
        "movements", "statuses",    "attributes",        "roles",          "terrains",  "actions",
        "types",     "goals",       "feature_groups",    "features",       "frame",     "nearness",
        "classes",   "descriptors", "neighbors",         "reinforcements", NULL};
    us_error *err = loader->err;
    us_domain *domain = loader->domain;
    if (us_json_type(root) != US_JSON_OBJECT)
        return us_json_fail(root, err, "expected a domain, an object");
    US_TRY(us_json_check_keys(root, keys, err));
    US_TRY(us_loader_read_name(loader, root, "domain", &domain->name));
    const char *about;
    US_TRY(us_loader_read_about(loader, root, &about));
    int64_t rate;
    US_TRY(us_json_require_int(root, "cycles_per_second", 1, 1000, &rate, err));
    domain->cycles_per_second = (int)rate;
    int64_t neighbors = 8;
    US_TRY(us_json_get_int(root, "neighbors", 4, 8, &neighbors, err));
    if (neighbors != 4 && neighbors != 8)
        return us_json_fail(us_json_find(root, "neighbors"), err, "%d neighbors: expected 4 or 8",
                            (int)neighbors);
    domain->neighbors = (int)neighbors;
    US_TRY(us_json_get_bool(root, "reinforcements", &domain->reinforcements, err));
    US_TRY(load_table(loader, root, "factions", 0, US_FACTIONS_MAX, &domain->factions));
    if (domain->factions.count == 0)
        domain->factions = one_faction;
    US_TRY(load_table(loader, root, "resources", 0, US_RESOURCES_MAX, &domain->resources));
    US_TRY(load_table(loader, root, "counters", 0, US_NAMES_MAX, &domain->tallies));
    US_TRY(load_table(loader, root, "movements", 0, US_MOVEMENTS_MAX, &domain->movements));
    US_TRY(load_table(loader, root, "statuses", 1, US_NAMES_MAX, &domain->statuses));
    US_TRY(load_table(loader, root, "roles", 1, US_ROLES_MAX, &domain->roles));
    US_TRY(load_list(loader, root, "attributes", US_ATTRIBUTES_MAX, add_attribute));
    US_TRY(load_list(loader, root, "terrains", US_TERRAINS_MAX, add_terrain));
    US_TRY(link_terrains(loader, root));
    US_TRY(load_list(loader, root, "actions", US_ACTIONS_MAX, add_action));
    US_TRY(us_loader_read_types(loader, root));
    US_TRY(load_table(loader, root, "feature_groups", 0, US_NAMES_MAX, &domain->feature_groups));
    US_TRY(us_loader_read_classes(loader, root));
    return us_loader_compile_texts(loader, root);
}

void us_domain_free(us_domain *domain)
{
    if (!domain)
        return;
    us_domain_free_texts(domain);
    us_arena_free(domain->index->arena);
}

us_status us_domain_parse(const char *file, const char *text, size_t length, us_domain **out,
                          us_error *err)
{
    us_json *doc;
    if (length > DOMAIN_FILE_MAX)
        return us_error_set(err, US_BAD_INPUT, file, 0, 0,
                            "%zu bytes: expected a domain of at most %d", length, DOMAIN_FILE_MAX);
    US_TRY(us_json_parse(file, text, length, &doc, err));
    us_loader loader = {.arena = us_arena_new(), .scratch = us_arena_new(), .err = err};
    us_domain *domain = US_ARENA_ARRAY(loader.arena, us_domain, 1);
    domain->index = US_ARENA_ARRAY(loader.arena, struct us_domain_index, 1);
    domain->index->arena = loader.arena;
    domain->file = us_loader_copy_text(&loader, file);
    domain->hash = us_hash_add_bytes(US_HASH_START, text, length);
    loader.domain = domain;
    us_status status = load_domain(&loader, us_json_root(doc));
    us_arena_free(loader.scratch);
    us_json_free(doc);
    if (status == US_OK)
        *out = domain;
    else
        us_domain_free(domain);
    return status;
}

us_status us_domain_load(const char *path, us_domain **out, us_error *err)
{
    char *text;
    size_t length;
    US_TRY(us_file_read(path, DOMAIN_FILE_MAX, &text, &length, err));
    us_status status = us_domain_parse(path, text, length, out, err);
    us_mem_free(text);
    return status;
}

us_status us_domain_load_shipped(const char *name, us_domain **out, us_error *err)
{
    us_str path;
    /* The name may come from a file, and must not lead to another folder. */
    if (name[0] == '.' || strchr(name, '/'))
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "there is no domain \"%.64s\"", name);
    us_str_init(&path);
    us_status status = us_data_find_domain_file(name, "domain.json", &path, err);
    if (status == US_OK)
        status = us_domain_load(path.text, out, err);
    us_str_clear(&path);
    return status;
}
