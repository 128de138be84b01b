#include "domain/load.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "domain/action.h"
#include "domain/goal.h"

enum {
    DOMAIN_FILE_MAX = 4 * 1024 * 1024,
    NAME_MAX = 63,
    MESSAGE_MAX = 400,
    UNSAID = 255, /* of similarities in percent */
    DECIMALS_MAX = 6,
};

/* ---- names and texts */

const char *us_loader_copy_text(us_loader *loader, const char *text)
{
    return us_arena_strndup(loader->arena, text, strlen(text));
}

/* Returns the length of the name that the text begins with: a letter, then letters, digits, - and
 * _.
 */
static size_t name_length(const char *text)
{
    bool letter = (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z');
    return !letter ? 0
                   : strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-_");
}

static us_status check_name(us_loader *loader, const us_json_node *node, const char *name)
{
    size_t length = name_length(name);
    if (length > 0 && !name[length] && length <= NAME_MAX)
        return US_OK;
    return us_json_fail(node, loader->err,
                        "\"" US_SHORT "\" is no name: expected a letter, then letters, digits, "
                        "'-' and '_', at most %d in all",
                        name, NAME_MAX);
}

us_status us_loader_read_name(us_loader *loader, const us_json_node *object, const char *key,
                              const char **out)
{
    const us_json_node *node;
    US_TRY(us_json_require(object, key, US_JSON_STRING, &node, loader->err));
    US_TRY(check_name(loader, node, us_json_string(node)));
    *out = us_loader_copy_text(loader, us_json_string(node));
    return US_OK;
}

us_status us_loader_read_about(us_loader *loader, const us_json_node *object, const char **out)
{
    const char *about = "";
    US_TRY(us_json_get_string(object, "about", &about, loader->err));
    *out = us_loader_copy_text(loader, about);
    return US_OK;
}

static us_status unknown_name(us_loader *loader, const us_json_node *node,
                              const us_names_table *table, const char *noun)
{
    US_AUTOSTR(names);
    for (int i = 0; i < table->count && names.length < MESSAGE_MAX - 80; i++)
        us_str_addf(&names, "%s%s", i ? ", " : "", table->name[i]);
    return us_json_fail(node, loader->err, "\"" US_SHORT "\" is not %s: expected %s%s",
                        us_json_string(node), noun, table->count ? "one of " : "none", names.text);
}

/* Reads a string that must be in the table; noun names it in errors ("a role"). */
static us_status read_index(us_loader *loader, const us_json_node *node,
                            const us_names_table *table, const char *noun, int *out)
{
    if (us_json_type(node) != US_JSON_STRING)
        return us_json_fail(node, loader->err, "expected the name of %s, a string", noun);
    int index = us_names_find(table, us_json_string(node));
    if (index < 0)
        return unknown_name(loader, node, table, noun);
    *out = index;
    return US_OK;
}

us_status us_loader_get_index(us_loader *loader, const us_json_node *object, const char *key,
                              const us_names_table *table, const char *noun, int *out)
{
    const us_json_node *node = us_json_find(object, key);
    return node ? read_index(loader, node, table, noun, out) : US_OK;
}

us_status us_loader_read_bits(us_loader *loader, const us_json_node *object, const char *key,
                              const us_names_table *table, const char *noun, uint32_t *out)
{
    const us_json_node *list = NULL;
    US_TRY(us_json_get(object, key, US_JSON_ARRAY, &list, loader->err));
    if (!list)
        return US_OK;
    uint32_t bits = 0;
    for (const us_json_node *node = us_json_first(list); node; node = us_json_next(node)) {
        int index = 0;
        US_TRY(read_index(loader, node, table, noun, &index));
        if (bits & (1u << index))
            return us_json_fail(node, loader->err,
                                "\"" US_SHORT "\" stands here twice: expected it once",
                                us_json_string(node));
        bits |= 1u << index;
    }
    *out = bits;
    return US_OK;
}

/* ---- tables, lists and expressions */

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
        US_TRY(check_name(loader, node, us_json_key(node)));
        if (us_json_type(node) != US_JSON_STRING)
            return us_json_fail(node, loader->err, "expected a phrase about \"%s\", a string",
                                us_json_key(node));
        name[i] = us_loader_copy_text(loader, us_json_key(node));
        about[i] = us_loader_copy_text(loader, us_json_string(node));
    }
    *out = (us_names_table){name, about, count};
    return US_OK;
}

/* Calls read for each item of a list. A list with least 0 is optional. */
static us_status load_list(us_loader *loader, const us_json_node *root, const char *key, int least,
                           int most, us_status (*read)(us_loader *, const us_json_node *))
{
    const us_json_node *list = NULL;
    US_TRY((least ? us_json_require : us_json_get)(root, key, US_JSON_ARRAY, &list, loader->err));
    int count = list ? us_json_size(list) : 0;
    if (least && (count < least || count > most))
        return us_json_fail(list, loader->err, "%d %s: expected %d to %d", count, key, least, most);
    if (count > most)
        return us_json_fail(list, loader->err, "%d %s: expected at most %d", count, key, most);
    for (const us_json_node *n = list ? us_json_first(list) : NULL; n; n = us_json_next(n)) {
        if (least && us_json_type(n) != US_JSON_OBJECT)
            return us_json_fail(n, loader->err, "expected an object, one of the %s", key);
        US_TRY(read(loader, n));
    }
    return US_OK;
}

static us_status read_range(us_loader *loader, const us_json_node *node, int32_t *low,
                            int32_t *high)
{
    int64_t least, most;
    US_TRY(us_json_require_int(node, "low", INT32_MIN, INT32_MAX - 1, &least, loader->err));
    US_TRY(us_json_require_int(node, "high", least + 1, INT32_MAX, &most, loader->err));
    *low = (int32_t)least;
    *high = (int32_t)most;
    return US_OK;
}

/* Returns the kind of that name, or US_VALUE_PARAMS. */
static us_value_kind find_kind(const char *name)
{
    us_value_kind kind = 0;
    while (kind < US_VALUE_PARAMS && !us_text_equal(name, us_value_kind_name(kind)))
        kind++;
    return kind;
}

/* Compiles a text into the domain's arena. */
static us_status compile(us_loader *loader, const us_scope *scope, us_value_kind kind,
                         const us_json_node *node, const us_expr **out)
{
    us_source source = {.node = node, .text = node ? us_json_string(node) : "true"};
    us_expr *expr;
    US_TRY(us_expr_compile(loader->domain, scope, kind, &source, &expr, loader->err));
    *out = us_expr_to_arena(expr, loader->arena);
    return US_OK;
}

/* Compiles the member "value", a number. */
static us_status compile_value(us_loader *loader, const us_json_node *object, const us_scope *scope,
                               const us_expr **out)
{
    const us_json_node *value;
    US_TRY(us_json_require(object, "value", US_JSON_STRING, &value, loader->err));
    return compile(loader, scope, US_VALUE_NUMBER, value, out);
}

/* ---- attributes and terrains */

static us_status add_attribute(us_loader *loader, const us_json_node *node)
{
    static const char *const keys[] = {"name", "about", "low", "high", "default", "private", NULL};
    us_error *err = loader->err;
    us_domain *domain = loader->domain;
    us_attribute made = {0};
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_loader_read_name(loader, node, "name", &made.name));
    US_TRY(us_loader_read_about(loader, node, &made.about));
    if (us_domain_find_attribute(domain, made.name) >= 0)
        return us_json_fail(node, err, "attribute \"%s\" is there already: expected another name",
                            made.name);
    if (domain->attribute_count == 0 && !us_text_equal(made.name, "hit_points"))
        return us_json_fail(node, err, "the first attribute is \"%s\": expected \"hit_points\"",
                            made.name);
    int64_t low, high;
    US_TRY(us_json_require_int(node, "low", INT32_MIN, INT32_MAX, &low, err));
    US_TRY(us_json_require_int(node, "high", low, INT32_MAX, &high, err));
    int64_t initial = low > 0 ? low : high < 0 ? high : 0;
    US_TRY(us_json_get_int(node, "default", low, high, &initial, err));
    US_TRY(us_json_get_bool(node, "private", &made.private, err));
    made.low = (int32_t)low;
    made.high = (int32_t)high;
    made.initial = (int32_t)initial;
    domain->attribute[domain->attribute_count++] = made;
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
    US_TRY(us_loader_get_index(loader, node, "resource", &domain->resources, "a resource",
                               &terrain.resource));
    int64_t amount = 0;
    US_TRY(us_json_get_int(node, "amount", 0, UINT8_MAX, &amount, err));
    terrain.amount = (int)amount;
    if (terrain.resource >= 0 && terrain.breakable)
        return us_json_fail(node, err,
                            "terrain \"%s\" is breakable and gives a resource: expected one of "
                            "them, there is one amount",
                            terrain.name);
    if ((terrain.resource >= 0 || terrain.breakable) != (amount > 0))
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

/* ---- actions */

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
        US_TRY(check_name(loader, param, name));
        if (US_ROW_FIND(reserved, US_COUNT(reserved), name) >= 0)
            return us_json_fail(param, err,
                                "\"%s\" has a meaning of its own: expected another name for a "
                                "parameter",
                                name);
        us_value_kind kind = us_json_type(param) == US_JSON_STRING
                                 ? find_kind(us_json_string(param))
                                 : US_VALUE_PARAMS;
        if (kind == US_VALUE_PARAMS)
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
            (us_param){.name = us_loader_copy_text(loader, name), .kind = kind};
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
        effect.param = US_ROW_FIND(action->param, action->param_count, us_json_string(param));
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
        US_TRY(read_index(loader, resource, &loader->domain->resources, "a resource",
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

static us_status load_action_texts(us_loader *loader, const us_json_node *root)
{
    us_domain *domain = loader->domain;
    const us_json_node *node = us_json_first(us_json_find(root, "actions"));
    for (int i = 0; i < domain->action_count; i++, node = us_json_next(node)) {
        us_action_def *action = &domain->action[i];
        us_slot slot[US_ACTION_SLOTS];
        us_scope scope = {slot, us_action_slots(action, slot)};
        const us_json_node *when = NULL, *done = NULL;
        US_TRY(us_json_get(node, "when", US_JSON_STRING, &when, loader->err));
        US_TRY(compile(loader, &scope, US_VALUE_BOOL, when, &action->when));
        US_TRY(us_json_get(node, "done", US_JSON_STRING, &done, loader->err));
        US_TRY(compile(loader, &scope, US_VALUE_BOOL, done, &action->done));
    }
    return US_OK;
}

/* ---- goals */

static us_status load_goal_param(us_loader *loader, const us_json_node *node, us_goal_def *goal)
{
    const char *name = us_json_key(node);
    char kind[16] = "";
    US_TRY(check_name(loader, node, name));
    if (us_text_equal(name, "x") || us_text_equal(name, "y"))
        return us_json_fail(node, loader->err,
                            "\"%s\" is written for a cell: expected another name for a parameter",
                            name);
    us_param param = {.name = us_loader_copy_text(loader, name)};
    if (us_json_type(node) == US_JSON_STRING)
        snprintf(kind, sizeof(kind), "%s", us_json_string(node));
    size_t length = strlen(kind);
    param.optional = length > 0 && kind[length - 1] == '?';
    kind[length - param.optional] = '\0';
    param.kind = find_kind(kind);
    if (param.kind == US_VALUE_PARAMS)
        return us_json_fail(
            node, loader->err,
            "bad kind of parameter \"%s\": expected \"entity\", \"type\", \"cell\", "
            "\"resource\", \"seat\" or \"number\", and '?' behind it if it may be "
            "left out",
            name);
    for (int i = 0; i < goal->param_count; i++)
        if (param.kind == US_VALUE_CELL && goal->param[i].kind == US_VALUE_CELL)
            return us_json_fail(node, loader->err, "a second cell: expected at most one");
    goal->param[goal->param_count++] = param;
    return US_OK;
}

static us_status add_goal(us_loader *loader, const us_json_node *node)
{
    static const char *const keys[] = {"name",    "about",  "kind", "parent", "rank",
                                       "similar", "params", "test", NULL};
    us_domain *domain = loader->domain;
    us_error *err = loader->err;
    const us_json_node *parent = NULL, *params = NULL, *test;
    us_goal_def made = {.parent = -1}, *goal = &made;
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_loader_read_name(loader, node, "name", &goal->name));
    US_TRY(us_loader_read_about(loader, node, &goal->about));
    if (us_domain_find_goal(domain, goal->name) >= 0)
        return us_json_fail(node, err, "goal \"%s\" is there already", goal->name);
    US_TRY(us_json_require(node, "kind", US_JSON_STRING, &test, err));
    US_TRY(us_goal_read_kind(test, &goal->kind, err));
    US_TRY(us_json_get(node, "parent", US_JSON_STRING, &parent, err));
    goal->parent = parent ? us_domain_find_goal(domain, us_json_string(parent)) : -1;
    if (parent && goal->parent < 0)
        return us_json_fail(parent, err,
                            "\"" US_SHORT "\" is not a goal above: expected parents before their "
                            "children",
                            us_json_string(parent));
    int64_t rank = 0;
    US_TRY(us_json_get_int(node, "rank", 0, 1000, &rank, err));
    goal->rank = (int)rank;
    US_TRY(us_json_get(node, "params", US_JSON_OBJECT, &params, err));
    if (params && us_json_size(params) > US_GOAL_PARAMS_MAX)
        return us_json_fail(params, err, "%d parameters: expected at most %d", us_json_size(params),
                            US_GOAL_PARAMS_MAX);
    for (const us_json_node *p = params ? us_json_first(params) : NULL; p; p = us_json_next(p))
        US_TRY(load_goal_param(loader, p, goal));
    us_slot slot[US_GOAL_PARAMS_MAX];
    us_scope scope = {slot, goal->param_count};
    for (int i = 0; i < goal->param_count; i++)
        slot[i] = (us_slot){goal->param[i].name, goal->param[i].kind};
    US_TRY(us_json_require(node, "test", US_JSON_STRING, &test, err));
    US_TRY(compile(loader, &scope, US_VALUE_BOOL, test, &goal->test));
    us_source source = {.text = us_json_string(test), .node = test};
    us_expr *gain;
    US_TRY(us_expr_compile_gain(domain, &scope, &source, &gain, err));
    goal->gain_test = us_expr_to_arena(gain, loader->arena);
    domain->goal[domain->goal_count++] = made;
    return US_OK;
}

/* ---- how alike goals are */

static us_status load_similar(us_loader *loader, const us_json_node *node, int goal,
                              uint8_t *likeness)
{
    us_domain *domain = loader->domain;
    const us_json_node *similar = NULL;
    US_TRY(us_json_get(node, "similar", US_JSON_OBJECT, &similar, loader->err));
    for (const us_json_node *n = similar ? us_json_first(similar) : NULL; n; n = us_json_next(n)) {
        int other = us_domain_find_goal(domain, us_json_key(n));
        int64_t percent;
        if (other < 0 || other == goal)
            return us_json_fail(n, loader->err, "\"" US_SHORT "\" is not another goal of this file",
                                us_json_key(n));
        US_TRY(us_json_require_int(similar, us_json_key(n), 0, 100, &percent, loader->err));
        uint8_t *one = &likeness[goal * domain->goal_count + other];
        if (*one != UNSAID && *one != percent)
            return us_json_fail(n, loader->err,
                                "\"%s\" says %d of itself and \"%s\": expected the same here",
                                domain->goal[other].name, *one, domain->goal[goal].name);
        *one = likeness[other * domain->goal_count + goal] = (uint8_t)percent;
    }
    return US_OK;
}

/* Fills the gaps from the parents: half of their similarity. */
static void complete(const us_domain *domain, uint8_t *likeness)
{
    int goals = domain->goal_count;
    for (int a = 0; a < goals; a++) {
        likeness[a * goals + a] = 100;
        for (int b = 0; b < a; b++) {
            int up = domain->goal[a].parent, over = domain->goal[b].parent;
            int by_a = up < 0 ? 0 : likeness[up * goals + b];
            int by_b = over < 0 ? 0 : likeness[a * goals + over];
            if (likeness[a * goals + b] == UNSAID)
                likeness[a * goals + b] = likeness[b * goals + a] =
                    (uint8_t)((by_a > by_b ? by_a : by_b) / 2);
        }
    }
}

static us_status load_likeness(us_loader *loader, const us_json_node *list)
{
    us_domain *domain = loader->domain;
    int goals = domain->goal_count, i = 0;
    uint8_t *likeness = US_ARENA_ARRAY(loader->arena, uint8_t, goals * goals + 1);
    memset(likeness, UNSAID, (size_t)(goals * goals));
    for (const us_json_node *node = us_json_first(list); node; node = us_json_next(node))
        US_TRY(load_similar(loader, node, i++, likeness));
    complete(domain, likeness);
    domain->goal_likeness = likeness;
    return US_OK;
}

/* ---- features */

static us_status add_feature(us_loader *loader, const us_json_node *node)
{
    static const char *const keys[] = {"name", "about", "group", "value", "low", "high", NULL};
    us_domain *domain = loader->domain;
    us_error *err = loader->err;
    const us_json_node *group;
    us_feature made = {0}, *feature = &made;
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_loader_read_name(loader, node, "name", &feature->name));
    US_TRY(us_loader_read_about(loader, node, &feature->about));
    if (us_domain_find_feature(domain, feature->name) >= 0)
        return us_json_fail(node, err, "feature \"%s\" is there already", feature->name);
    US_TRY(us_json_require(node, "group", US_JSON_STRING, &group, err));
    US_TRY(
        read_index(loader, group, &domain->feature_groups, "a group of features", &feature->group));
    US_TRY(read_range(loader, node, &feature->low, &feature->high));
    US_TRY(compile_value(loader, node, NULL, &feature->value));
    domain->feature[domain->feature_count++] = made;
    return US_OK;
}

/* ---- places: frame and nearness */

static us_status load_end_try(us_loader *loader, const us_json_node *node, us_map_frame_end *end)
{
    if (us_json_type(node) != US_JSON_STRING)
        return us_json_reject(node, loader->err, "an expression or a list of them");
    return compile(loader, NULL, US_VALUE_ENTITY, node, &end->entity[end->count++]);
}

static us_status load_end(us_loader *loader, const us_json_node *frame, const char *key,
                          us_map_frame_end *end)
{
    const us_json_node *node = us_json_find(frame, key);
    if (!node)
        return us_json_fail(frame, loader->err, "expected member \"%s\" in a frame", key);
    if (us_json_type(node) != US_JSON_ARRAY)
        return load_end_try(loader, node, end);
    if (us_json_size(node) < 1 || us_json_size(node) > US_FRAME_TRIES_MAX)
        return us_json_fail(node, loader->err, "%d expressions: expected 1 to %d",
                            us_json_size(node), US_FRAME_TRIES_MAX);
    for (const us_json_node *n = us_json_first(node); n; n = us_json_next(n))
        US_TRY(load_end_try(loader, n, end));
    return US_OK;
}

static us_status add_nearness(us_loader *loader, const us_json_node *node)
{
    static const char *const keys[] = {"name", "about", "value", "low", "high", NULL};
    static const us_slot spot = {"spot", US_VALUE_CELL};
    const us_scope scope = {&spot, 1};
    us_domain *domain = loader->domain;
    us_error *err = loader->err;
    us_nearness made = {0}, *near = &made;
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_loader_read_name(loader, node, "name", &near->name));
    US_TRY(us_loader_read_about(loader, node, &near->about));
    if (US_ROW_FIND(domain->nearness, domain->nearness_count, near->name) >= 0)
        return us_json_fail(node, err, "nearness \"%s\" is there already", near->name);
    US_TRY(read_range(loader, node, &near->low, &near->high));
    US_TRY(compile_value(loader, node, &scope, &near->value));
    domain->nearness[domain->nearness_count++] = made;
    return US_OK;
}

static us_status load_frame(us_loader *loader, const us_json_node *root)
{
    static const char *const keys[] = {"home", "away", NULL};
    const us_json_node *frame = NULL;
    US_TRY(us_json_get(root, "frame", US_JSON_OBJECT, &frame, loader->err));
    if (!frame)
        return US_OK;
    US_TRY(us_json_check_keys(frame, keys, loader->err));
    US_TRY(load_end(loader, frame, "home", &loader->domain->home));
    return load_end(loader, frame, "away", &loader->domain->away);
}

/* ---- classes */

static us_status add_class(us_loader *loader, const us_json_node *node)
{
    static const char *const keys[] = {"name", "about", "parent", NULL};
    us_error *err = loader->err;
    const us_json_node *parent = NULL;
    us_domain *domain = loader->domain;
    us_class_def made = {.parent = -1}, *out = &made;
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_loader_read_name(loader, node, "name", &out->name));
    US_TRY(us_loader_read_about(loader, node, &out->about));
    if (us_domain_find_class(domain, out->name) >= 0)
        return us_json_fail(node, err, "class \"%s\" is there already", out->name);
    US_TRY(us_json_get(node, "parent", US_JSON_STRING, &parent, err));
    out->parent = parent ? us_domain_find_class(domain, us_json_string(parent)) : -1;
    if (parent && out->parent < 0)
        return us_json_fail(parent, err,
                            "\"" US_SHORT "\" is not a class above: expected parents before their "
                            "children",
                            us_json_string(parent));
    domain->class_def[domain->class_count++] = made;
    return US_OK;
}

/* ---- descriptors */

/* Checks a name of parts with dots between them. */
static us_status check_dotted(const us_json_node *node, us_error *err)
{
    const char *name = us_json_string(node);
    for (const char *at = name;; at++) {
        size_t length = name_length(at);
        if (!length || (at[length] && at[length] != '.') || strlen(name) > NAME_MAX)
            return us_json_fail(node, err,
                                "bad name \"" US_SHORT "\": expected names of letters, digits, '-' "
                                "and '_', a letter first, with dots between them, 63 bytes at most",
                                name);
        at += length;
        if (!*at)
            return US_OK;
    }
}

static us_status load_symbols(us_loader *loader, const us_json_node *list, us_descriptor *out)
{
    int size = us_json_size(list), count = 0;
    if (size < 2 || size > US_SYMBOLS_MAX)
        return us_json_fail(list, loader->err, "%d symbols: expected 2 to %d", size,
                            US_SYMBOLS_MAX);
    const char **name = US_ARENA_ARRAY(loader->arena, const char *, size);
    const char **about = US_ARENA_ARRAY(loader->arena, const char *, size);
    for (const us_json_node *n = us_json_first(list); n; n = us_json_next(n)) {
        if (us_json_type(n) != US_JSON_STRING || !us_json_string(n)[0] ||
            strlen(us_json_string(n)) > 63)
            return us_json_fail(n, loader->err, "expected a symbol, a string of 1 to 63 bytes");
        if (US_ROW_FIND(name, count, us_json_string(n)) >= 0)
            return us_json_fail(n, loader->err, "symbol \"%s\" is there already",
                                us_json_string(n));
        about[count] = "";
        name[count++] = us_loader_copy_text(loader, us_json_string(n));
    }
    out->symbols = (us_names_table){name, about, count};
    out->low = 0;
    out->high = count - 1;
    return US_OK;
}

/* Loads "alike": {"calm": {"wary": 60}}: percent, both ways; the default is 0. */
static us_status load_alike(us_loader *loader, const us_json_node *table, us_descriptor *out)
{
    int count = out->symbols.count;
    uint8_t *alike = US_ARENA_ARRAY(loader->arena, uint8_t, count * count);
    memset(alike, UNSAID, (size_t)(count * count));
    for (const us_json_node *row = us_json_first(table); row; row = us_json_next(row)) {
        int a = us_names_find(&out->symbols, us_json_key(row));
        if (a < 0 || us_json_type(row) != US_JSON_OBJECT)
            return us_json_fail(row, loader->err,
                                "expected a symbol of this descriptor and an object behind it");
        for (const us_json_node *n = us_json_first(row); n; n = us_json_next(n)) {
            int64_t percent = 0;
            int b = us_names_find(&out->symbols, us_json_key(n));
            if (b < 0 || b == a)
                return us_json_fail(n, loader->err,
                                    "\"" US_SHORT "\" is not another symbol of this descriptor",
                                    us_json_key(n));
            US_TRY(us_json_require_int(row, us_json_key(n), 0, 100, &percent, loader->err));
            uint8_t *one = &alike[a * count + b];
            if (*one != UNSAID && *one != percent)
                return us_json_fail(n, loader->err,
                                    "this pair was said to be %d: expected the same", *one);
            *one = alike[b * count + a] = (uint8_t)percent;
        }
    }
    for (int i = 0; i < count * count; i++)
        alike[i] = i / count == i % count ? 100 : alike[i] == UNSAID ? 0 : alike[i];
    out->alike = alike;
    return US_OK;
}

static us_status load_descriptor(us_loader *loader, const us_json_node *node, us_descriptor *out)
{
    static const char *const keys[] = {"name",    "about", "low",   "high", "decimals",
                                       "symbols", "alike", "value", NULL};
    us_error *err = loader->err;
    const us_json_node *name, *symbols = NULL, *alike = NULL;
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_json_require(node, "name", US_JSON_STRING, &name, err));
    US_TRY(check_dotted(name, err));
    out->name = us_loader_copy_text(loader, us_json_string(name));
    US_TRY(us_loader_read_about(loader, node, &out->about));
    if (us_domain_find_descriptor(loader->domain, out->name) >= 0)
        return us_json_fail(name, err, "descriptor \"%s\" is there already", out->name);
    US_TRY(us_json_get(node, "symbols", US_JSON_ARRAY, &symbols, err));
    US_TRY(us_json_get(node, "alike", US_JSON_OBJECT, &alike, err));
    bool number =
        us_json_find(node, "low") || us_json_find(node, "high") || us_json_find(node, "decimals");
    if (symbols ? number : alike != NULL)
        return us_json_fail(node, err,
                            "expected either \"low\" and \"high\" of a number, or \"symbols\"");
    if (symbols) {
        US_TRY(load_symbols(loader, symbols, out));
        return alike ? load_alike(loader, alike, out) : US_OK;
    }
    int64_t decimals = 0;
    US_TRY(read_range(loader, node, &out->low, &out->high));
    US_TRY(us_json_get_int(node, "decimals", 0, DECIMALS_MAX, &decimals, err));
    out->decimals = (int)decimals;
    return US_OK;
}

static us_status add_descriptor(us_loader *loader, const us_json_node *node)
{
    us_domain *domain = loader->domain;
    us_descriptor made = {.about = ""};
    US_TRY(load_descriptor(loader, node, &made));
    if (us_json_find(node, "value"))
        US_TRY(compile_value(loader, node, NULL, &made.value));
    domain->descriptor[domain->descriptor_count++] = made;
    return US_OK;
}

/* ---- the domain */

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
    US_TRY(load_list(loader, root, "attributes", 1, US_ATTRIBUTES_MAX, add_attribute));
    US_TRY(load_list(loader, root, "terrains", 1, US_TERRAINS_MAX, add_terrain));
    US_TRY(link_terrains(loader, root));
    US_TRY(load_list(loader, root, "actions", 1, US_ACTIONS_MAX, add_action));
    US_TRY(us_loader_read_types(loader, root));
    US_TRY(load_table(loader, root, "feature_groups", 0, US_NAMES_MAX, &domain->feature_groups));
    domain->class_def = US_ARENA_ARRAY(loader->arena, us_class_def, US_CLASSES_MAX);
    US_TRY(load_list(loader, root, "classes", 0, US_CLASSES_MAX, add_class));
    domain->descriptor = US_ARENA_ARRAY(loader->arena, us_descriptor, US_DESCRIPTORS_MAX);
    US_TRY(load_list(loader, root, "descriptors", 0, US_DESCRIPTORS_MAX, add_descriptor));
    US_TRY(load_action_texts(loader, root));
    domain->goal = US_ARENA_ARRAY(loader->arena, us_goal_def, US_GOALS_MAX);
    US_TRY(load_list(loader, root, "goals", 0, US_GOALS_MAX, add_goal));
    if (us_json_find(root, "goals"))
        US_TRY(load_likeness(loader, us_json_find(root, "goals")));
    domain->feature = US_ARENA_ARRAY(loader->arena, us_feature, US_FEATURES_MAX);
    US_TRY(load_list(loader, root, "features", 0, US_FEATURES_MAX, add_feature));
    US_TRY(load_frame(loader, root));
    return load_list(loader, root, "nearness", 0, US_NEARNESS_MAX, add_nearness);
}

void us_domain_free(us_domain *domain)
{
    if (domain)
        us_arena_free(domain->index->arena);
}

us_status us_domain_parse(const char *file, const char *text, size_t length, us_domain **out,
                          us_error *err)
{
    US_AUTOPTR(us_json) doc = NULL;
    if (length > DOMAIN_FILE_MAX)
        return us_error_set(err, US_BAD_INPUT, file, 0, 0,
                            "%zu bytes: expected a domain of at most %d", length, DOMAIN_FILE_MAX);
    US_TRY(us_json_parse(file, text, length, &doc, err));
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_AUTOPTR(us_arena) scratch = us_arena_new();
    us_loader loader = {.arena = arena, .scratch = scratch, .err = err};
    us_domain *domain = US_ARENA_ARRAY(loader.arena, us_domain, 1);
    domain->index = US_ARENA_ARRAY(loader.arena, struct us_domain_index, 1);
    domain->index->arena = loader.arena;
    domain->file = us_loader_copy_text(&loader, file);
    loader.domain = domain;
    US_TRY(load_domain(&loader, us_json_root(doc)));
    us_domain_compute_hashes(domain);
    (void)US_STEAL(arena); /* the domain's */
    *out = domain;
    return US_OK;
}

us_status us_domain_load(const char *path, us_domain **out, us_error *err)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    US_TRY(us_file_read(path, DOMAIN_FILE_MAX, &text, &length, err));
    return us_domain_parse(path, text, length, out, err);
}

us_status us_domain_load_shipped(const char *name, us_domain **out, us_error *err)
{
    US_AUTOSTR(path);
    /* The name may come from a file, and must not lead to another folder. */
    if (name[0] == '.' || strchr(name, '/'))
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "there is no domain \"%.64s\"", name);
    US_TRY(us_data_find_domain_file(name, "domain.json", &path, err));
    return us_domain_load(path.text, out, err);
}
