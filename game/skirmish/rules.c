#include "game/skirmish/rules.h"

#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/json.h"
#include "base/str.h"

#define SHORT "%.63s"

enum { RULES_FILE_MAX = 4 * 1024 * 1024, BONUSES_MAX = 4096 };

typedef struct sk_loader {
    us_arena *arena;
    const us_domain *domain;
    sk_rules *rules;
    us_error *err;
} sk_loader;

static us_status find_type(sk_loader *loader, const us_json_node *node, const char *name,
                           us_type *out)
{
    us_type type = us_domain_find_type(loader->domain, name);
    char hint[US_HINT_SIZE];
    if (type == US_NO_TYPE)
        return us_json_fail(node, loader->err,
                            "\"" SHORT "\" is not a type: expected one of domain \"%s\"%s", name,
                            loader->domain->name, us_domain_hint_type(loader->domain, name, hint));
    *out = type;
    return US_OK;
}

static us_status want_int(sk_loader *loader, const us_json_node *object, const char *key,
                          int64_t low, int64_t high, int *out)
{
    int64_t value = *out;
    US_TRY(us_json_get_int(object, key, low, high, &value, loader->err));
    *out = (int)value;
    return US_OK;
}

static us_status need_int(sk_loader *loader, const us_json_node *object, const char *key,
                          int64_t low, int64_t high, int *out)
{
    int64_t value;
    US_TRY(us_json_require_int(object, key, low, high, &value, loader->err));
    *out = (int)value;
    return US_OK;
}

static us_status find_resource(sk_loader *loader, const us_json_node *node, int *out)
{
    *out = us_domain_find_resource(loader->domain, us_json_key(node));
    if (*out < 0)
        return us_json_fail(node, loader->err,
                            "\"" SHORT "\" is not a resource: expected one of domain \"%s\"",
                            us_json_key(node), loader->domain->name);
    return US_OK;
}

/* Reads {"gold": 1, ...}; resources that are not named get 0. */
static us_status read_amounts(sk_loader *loader, const us_json_node *object, int high, int32_t *out)
{
    memset(out, 0, US_RESOURCES_MAX * sizeof(*out));
    for (const us_json_node *n = us_json_first(object); n; n = us_json_next(n)) {
        int resource, amount;
        US_TRY(find_resource(loader, n, &resource));
        US_TRY(need_int(loader, object, us_json_key(n), 0, high, &amount));
        out[resource] = amount;
    }
    return US_OK;
}

static us_status read_gather(sk_loader *loader, const us_json_node *row, sk_type *type)
{
    static const char *const keys[] = {"capacity", "step", "stroke", "unload", "inside", NULL};
    const us_json_node *gather = NULL;
    US_TRY(us_json_get(row, "gather", US_JSON_OBJECT, &gather, loader->err));
    if (!gather)
        return US_OK;
    memset(type->gather, 0, sizeof(type->gather));
    for (const us_json_node *n = us_json_first(gather); n; n = us_json_next(n)) {
        int resource;
        US_TRY(find_resource(loader, n, &resource));
        if (us_json_type(n) != US_JSON_OBJECT)
            return us_json_fail(n, loader->err, "expected how \"%s\" is gathered, an object",
                                us_json_key(n));
        sk_gather *how = &type->gather[resource];
        US_TRY(us_json_check_keys(n, keys, loader->err));
        US_TRY(need_int(loader, n, "capacity", 1, INT16_MAX, &how->capacity));
        US_TRY(need_int(loader, n, "step", 1, how->capacity, &how->step));
        US_TRY(need_int(loader, n, "stroke", 1, 1000000, &how->stroke));
        US_TRY(need_int(loader, n, "unload", 0, 1000000, &how->unload));
        US_TRY(us_json_get_bool(n, "inside", &how->inside, loader->err));
    }
    return US_OK;
}

static us_status read_repair(sk_loader *loader, const us_json_node *row, sk_type *type)
{
    static const char *const keys[] = {"hit_points", "cost", NULL};
    const us_json_node *repair = NULL, *cost;
    US_TRY(us_json_get(row, "repair", US_JSON_OBJECT, &repair, loader->err));
    if (!repair)
        return US_OK;
    US_TRY(us_json_check_keys(repair, keys, loader->err));
    US_TRY(need_int(loader, repair, "hit_points", 1, 10000, &type->repair));
    US_TRY(us_json_require(repair, "cost", US_JSON_OBJECT, &cost, loader->err));
    return read_amounts(loader, cost, 10000, type->repair_cost);
}

static us_status read_targets(sk_loader *loader, const us_json_node *row, sk_type *type)
{
    const us_json_node *targets = NULL;
    US_TRY(us_json_get(row, "targets", US_JSON_ARRAY, &targets, loader->err));
    if (!targets)
        return US_OK;
    type->targets = 0;
    for (const us_json_node *n = us_json_first(targets); n; n = us_json_next(n)) {
        int movement = us_json_type(n) == US_JSON_STRING
                           ? us_domain_find_movement(loader->domain, us_json_string(n))
                           : -1;
        if (movement < 0)
            return us_json_fail(n, loader->err,
                                "bad target: expected the name of a movement of domain \"%s\"",
                                loader->domain->name);
        type->targets |= 1u << movement;
    }
    return US_OK;
}

static us_status read_becomes(sk_loader *loader, const us_json_node *row, sk_type *type)
{
    const us_json_node *becomes = NULL;
    US_TRY(us_json_get(row, "becomes", US_JSON_STRING, &becomes, loader->err));
    if (!becomes)
        return US_OK;
    type->becomes = us_domain_find_terrain(loader->domain, us_json_string(becomes));
    if (type->becomes < 0)
        return us_json_fail(becomes, loader->err,
                            "\"" SHORT "\" is not a terrain: expected one of domain \"%s\"",
                            us_json_string(becomes), loader->domain->name);
    return US_OK;
}

/* Reads a row; its numbers override those of the ancestors' rows. */
static us_status read_row(sk_loader *loader, const us_json_node *row, sk_type *type)
{
    US_TRY(want_int(loader, row, "armor", 0, 10000, &type->armor));
    US_TRY(want_int(loader, row, "basic", 0, 10000, &type->basic));
    US_TRY(want_int(loader, row, "piercing", 0, 10000, &type->piercing));
    US_TRY(want_int(loader, row, "range", 0, 64, &type->range));
    US_TRY(want_int(loader, row, "min_range", 0, 64, &type->min_range));
    US_TRY(want_int(loader, row, "sight", 0, 64, &type->sight));
    US_TRY(want_int(loader, row, "reaction", 0, 64, &type->reaction));
    US_TRY(want_int(loader, row, "step", 0, 1000, &type->step));
    US_TRY(want_int(loader, row, "period", 0, 100000, &type->period));
    US_TRY(want_int(loader, row, "flight", 0, 1000, &type->flight));
    US_TRY(want_int(loader, row, "splash", 0, 16, &type->splash));
    US_TRY(want_int(loader, row, "making", 0, 1000000, &type->making));
    US_TRY(want_int(loader, row, "priority", 0, 10000, &type->priority));
    US_TRY(want_int(loader, row, "points", 0, 1000000, &type->points));
    US_TRY(want_int(loader, row, "regeneration", 0, 10000, &type->regeneration));
    US_TRY(us_json_get_bool(row, "coward", &type->coward, loader->err));
    US_TRY(read_targets(loader, row, type));
    US_TRY(read_repair(loader, row, type));
    US_TRY(read_gather(loader, row, type));
    US_TRY(read_becomes(loader, row, type));
    const us_json_node *income = NULL;
    US_TRY(us_json_get(row, "income", US_JSON_OBJECT, &income, loader->err));
    return income ? read_amounts(loader, income, 1000, type->income) : US_OK;
}

/* Checks the numbers of a type. node: its nearest row, or the table. */
static us_status check_type(sk_loader *loader, const us_json_node *node, us_type index)
{
    const us_type_def *def = &loader->domain->type[index];
    const sk_type *type = &loader->rules->type[index];
    us_error *err = loader->err;
    if (def->kind == US_KIND_UNIT && type->step < 1)
        return us_json_fail(node, err, "\"%s\" moves: expected \"step\" of at least 1", def->name);
    if (def->kind != US_KIND_UNIT && type->step > 0)
        return us_json_fail(node, err, "\"%s\" stays: expected no \"step\"", def->name);
    if (type->range > 0 && (type->period < 1 || !type->targets || type->basic + type->piercing < 1))
        return us_json_fail(node, err,
                            "\"%s\" attacks: expected \"period\", \"targets\" and \"basic\" or "
                            "\"piercing\" beside \"range\"",
                            def->name);
    if (type->min_range > type->range)
        return us_json_fail(node, err, "\"%s\": expected \"min_range\" within \"range\"",
                            def->name);
    for (int r = 0; r < loader->domain->resources.count; r++) {
        bool gathers = (def->gathers >> r & 1) != 0;
        if (gathers != (type->gather[r].capacity > 0))
            return us_json_fail(node, err, "\"%s\" %s \"%s\" in the domain: expected %s", def->name,
                                gathers ? "gathers" : "does not gather",
                                loader->domain->resources.name[r],
                                gathers ? "\"gather\" to say how" : "the same here");
    }
    const us_producer *row;
    if (type->making < 1 && us_domain_producers(loader->domain, index, &row) > 0)
        return us_json_fail(node, err, "\"%s\" can be made: expected \"making\" of at least 1",
                            def->name);
    return US_OK;
}

/* Reads the rows of each type's ancestors, the type's own row last. */
static us_status read_types(sk_loader *loader, const us_json_node *root)
{
    static const char *const keys[] = {
        "about",        "armor",    "basic",  "piercing", "range",  "min_range",
        "sight",        "reaction", "step",   "period",   "flight", "splash",
        "making",       "priority", "points", "repair",   "coward", "targets",
        "regeneration", "gather",   "income", "becomes",  NULL,
    };
    const us_domain *domain = loader->domain;
    const us_json_node *table;
    US_TRY(us_json_require(root, "types", US_JSON_OBJECT, &table, loader->err));
    US_AUTOFREE const us_json_node **own = US_NEW_ARRAY(const us_json_node *, domain->type_count);
    for (const us_json_node *n = us_json_first(table); n; n = us_json_next(n)) {
        us_type type = US_NO_TYPE;
        US_TRY(find_type(loader, n, us_json_key(n), &type));
        if (us_json_type(n) != US_JSON_OBJECT)
            return us_json_fail(n, loader->err, "expected the numbers of \"%s\", an object",
                                us_json_key(n));
        US_TRY(us_json_check_keys(n, keys, loader->err));
        own[type] = n;
    }
    static const sk_type blank = {.becomes = -1};
    for (int i = 0; i < domain->type_count; i++) {
        us_type parent = domain->type[i].parent;
        sk_type *type = &loader->rules->type[i];
        *type = parent == US_NO_TYPE ? blank : loader->rules->type[parent];
        if (own[i])
            US_TRY(read_row(loader, own[i], type));
        else if (parent != US_NO_TYPE)
            own[i] = own[parent];
        if (domain->type[i].abstract)
            continue;
        if (!own[i])
            return us_json_fail(table, loader->err,
                                "\"%s\" has no row: expected one for it or a type above it",
                                domain->type[i].name);
        US_TRY(check_type(loader, own[i], (us_type)i));
    }
    return US_OK;
}

static us_status add_bonus(sk_loader *loader, const us_json_node *node, sk_bonus bonus,
                           us_type convert)
{
    const us_domain *domain = loader->domain;
    sk_rules *rules = loader->rules;
    if (convert != US_NO_TYPE) {
        bonus.convert = us_type_for_faction(domain, convert, domain->type[bonus.type].faction);
        if (bonus.convert == US_NO_TYPE || bonus.convert == bonus.type)
            return us_json_fail(node, loader->err,
                                "\"%s\" has no \"%s\" to become: expected a type that has just one "
                                "of its faction",
                                domain->type[bonus.type].name, domain->type[convert].name);
        const us_type_def *from = &domain->type[bonus.type];
        const us_type_def *to = &domain->type[bonus.convert];
        if (from->kind != to->kind || from->width != to->width || from->height != to->height)
            return us_json_fail(node, loader->err,
                                "\"%s\" cannot become \"%s\": expected the same kind and size",
                                from->name, to->name);
    }
    if (rules->bonus_count == BONUSES_MAX)
        return us_json_fail(node, loader->err, "found one more bonus: expected at most %d",
                            BONUSES_MAX);
    rules->bonus[rules->bonus_count++] = bonus;
    return US_OK;
}

/* Adds a bonus for all concrete pairs of one faction below the row's upgrade and type. */
static us_status add_bonuses(sk_loader *loader, const us_json_node *node, const sk_bonus *bonus,
                             us_type convert)
{
    const us_domain *domain = loader->domain;
    int before = loader->rules->bonus_count;
    for (int u = bonus->upgrade; u < domain->type_count; u++) {
        const us_type_def *upgrade = &domain->type[u];
        if (upgrade->abstract || !us_type_is_a(domain, (us_type)u, bonus->upgrade))
            continue;
        for (int t = bonus->type; t < domain->type_count; t++) {
            const us_type_def *type = &domain->type[t];
            if (type->abstract || type->kind == US_KIND_UPGRADE ||
                type->faction != upgrade->faction || !us_type_is_a(domain, (us_type)t, bonus->type))
                continue;
            sk_bonus one = *bonus;
            one.upgrade = (us_type)u;
            one.type = (us_type)t;
            US_TRY(add_bonus(loader, node, one, convert));
        }
    }
    if (loader->rules->bonus_count == before)
        return us_json_fail(node, loader->err,
                            "upgrade \"%s\" does nothing for \"%s\": expected types of its faction",
                            domain->type[bonus->upgrade].name, domain->type[bonus->type].name);
    return US_OK;
}

static us_status read_bonus(sk_loader *loader, const us_json_node *node)
{
    static const char *const keys[] = {"upgrade", "types", "armor",        "basic",   "piercing",
                                       "range",   "sight", "regeneration", "convert", NULL};
    us_error *err = loader->err;
    if (us_json_type(node) != US_JSON_OBJECT)
        return us_json_fail(node, err, "expected a bonus, an object");
    US_TRY(us_json_check_keys(node, keys, err));
    const us_json_node *upgrade, *types, *becomes = NULL;
    sk_bonus bonus = {.convert = US_NO_TYPE};
    us_type convert = US_NO_TYPE;
    US_TRY(us_json_require(node, "upgrade", US_JSON_STRING, &upgrade, err));
    US_TRY(find_type(loader, upgrade, us_json_string(upgrade), &bonus.upgrade));
    if (loader->domain->type[bonus.upgrade].kind != US_KIND_UPGRADE)
        return us_json_fail(upgrade, err, "\"%s\" is no upgrade: expected one",
                            us_json_string(upgrade));
    US_TRY(want_int(loader, node, "armor", 0, 10000, &bonus.armor));
    US_TRY(want_int(loader, node, "basic", 0, 10000, &bonus.basic));
    US_TRY(want_int(loader, node, "piercing", 0, 10000, &bonus.piercing));
    US_TRY(want_int(loader, node, "range", 0, 64, &bonus.range));
    US_TRY(want_int(loader, node, "sight", 0, 64, &bonus.sight));
    US_TRY(want_int(loader, node, "regeneration", 0, 10000, &bonus.regeneration));
    US_TRY(us_json_get(node, "convert", US_JSON_STRING, &becomes, err));
    if (becomes)
        US_TRY(find_type(loader, becomes, us_json_string(becomes), &convert));
    US_TRY(us_json_require(node, "types", US_JSON_ARRAY, &types, err));
    if (us_json_size(types) < 1)
        return us_json_fail(types, err, "expected at least one type");
    for (const us_json_node *n = us_json_first(types); n; n = us_json_next(n)) {
        if (us_json_type(n) != US_JSON_STRING)
            return us_json_fail(n, err, "expected the name of a type, a string");
        US_TRY(find_type(loader, n, us_json_string(n), &bonus.type));
        US_TRY(add_bonuses(loader, n, &bonus, convert));
    }
    return US_OK;
}

static int compare_bonuses(const void *left, const void *right)
{
    const sk_bonus *a = left;
    const sk_bonus *b = right;
    if (a->type != b->type)
        return a->type < b->type ? -1 : 1;
    return (a->upgrade > b->upgrade) - (a->upgrade < b->upgrade);
}

static us_status read_bonuses(sk_loader *loader, const us_json_node *root)
{
    const us_domain *domain = loader->domain;
    sk_rules *rules = loader->rules;
    const us_json_node *list;
    US_TRY(us_json_require(root, "bonuses", US_JSON_ARRAY, &list, loader->err));
    rules->bonus = US_ARENA_ARRAY(loader->arena, sk_bonus, BONUSES_MAX);
    for (const us_json_node *node = us_json_first(list); node; node = us_json_next(node))
        US_TRY(read_bonus(loader, node));
    us_array_sort(rules->bonus, (size_t)rules->bonus_count, sizeof(*rules->bonus), compare_bonuses);
    for (int i = 1; i < rules->bonus_count; i++)
        if (compare_bonuses(&rules->bonus[i - 1], &rules->bonus[i]) == 0)
            return us_json_fail(list, loader->err,
                                "upgrade \"%s\" has two bonuses for \"%s\": expected one",
                                domain->type[rules->bonus[i].upgrade].name,
                                domain->type[rules->bonus[i].type].name);
    return US_OK;
}

static us_status read_rules(sk_loader *loader, const us_json_node *root)
{
    static const char *const keys[] = {
        "rules",          "about", "start",         "food_limit", "queue", "wall_armor",
        "refund_percent", "types", "repair_stroke", "bonuses",    NULL};
    sk_rules *rules = loader->rules;
    us_error *err = loader->err;
    if (us_json_type(root) != US_JSON_OBJECT)
        return us_json_fail(root, err, "expected rules, an object");
    US_TRY(us_json_check_keys(root, keys, err));
    const us_json_node *name, *start;
    US_TRY(us_json_require(root, "rules", US_JSON_STRING, &name, err));
    if (!us_text_equal(us_json_string(name), loader->domain->name))
        return us_json_fail(name, err, "rules of \"" SHORT "\": expected those of domain \"%s\"",
                            us_json_string(name), loader->domain->name);
    US_TRY(us_json_require(root, "start", US_JSON_OBJECT, &start, err));
    US_TRY(read_amounts(loader, start, 1000000, rules->start));
    US_TRY(need_int(loader, root, "food_limit", 1, 10000, &rules->food_limit));
    US_TRY(need_int(loader, root, "queue", 1, SK_MAKING_MAX, &rules->queue));
    US_TRY(need_int(loader, root, "repair_stroke", 1, 1000, &rules->repair_stroke));
    US_TRY(need_int(loader, root, "wall_armor", 0, 10000, &rules->wall_armor));
    US_TRY(need_int(loader, root, "refund_percent", 0, 100, &rules->refund_percent));
    US_TRY(read_types(loader, root));
    return read_bonuses(loader, root);
}

/* ---- the hash of what was read, in which texts and phrases have no part */

static us_hash add_numbers(us_hash hash, const int32_t *number, int count)
{
    for (int i = 0; i < count; i++)
        hash = us_hash_add(hash, (uint64_t)number[i]);
    return hash;
}

static us_hash add_type(us_hash hash, const sk_type *t, int resources)
{
    const int32_t number[] = {t->armor,  t->basic,        t->piercing, t->range,  t->min_range,
                              t->sight,  t->reaction,     t->step,     t->period, t->flight,
                              t->splash, t->making,       t->priority, t->points, t->repair,
                              t->coward, t->regeneration, t->becomes};
    hash = us_hash_add(add_numbers(hash, number, US_COUNT(number)), t->targets);
    hash = add_numbers(hash, t->repair_cost, resources);
    hash = add_numbers(hash, t->income, resources);
    for (int r = 0; r < resources; r++) {
        const sk_gather *g = &t->gather[r];
        hash = add_numbers(hash, (int32_t[]){g->capacity, g->step, g->stroke, g->unload, g->inside},
                           5);
    }
    return hash;
}

static us_hash hash_rules(const sk_rules *rules, const us_domain *domain)
{
    const int32_t number[] = {rules->food_limit, rules->queue, rules->repair_stroke,
                              rules->wall_armor, rules->refund_percent};
    us_hash hash = add_numbers(US_HASH_START, number, US_COUNT(number));
    hash = add_numbers(hash, rules->start, domain->resources.count);
    for (int t = 0; t < domain->type_count; t++)
        hash = add_type(hash, &rules->type[t], domain->resources.count);
    for (int i = 0; i < rules->bonus_count; i++) {
        const sk_bonus *b = &rules->bonus[i];
        const int32_t row[] = {b->upgrade, b->type,  b->armor,        b->basic,  b->piercing,
                               b->range,   b->sight, b->regeneration, b->convert};
        hash = add_numbers(hash, row, US_COUNT(row));
    }
    return hash;
}

us_status sk_rules_parse(const char *file, const char *text, size_t length, const us_domain *domain,
                         sk_rules **out, us_error *err)
{
    US_AUTOPTR(us_json) doc = NULL;
    if (length > RULES_FILE_MAX)
        return us_error_set(err, US_BAD_INPUT, file, 0, 0,
                            "%zu bytes: expected rules of at most %d", length, RULES_FILE_MAX);
    US_TRY(us_json_parse(file, text, length, &doc, err));
    US_AUTOPTR(us_arena) arena = us_arena_new();
    sk_loader loader = {.arena = arena, .domain = domain, .err = err};
    sk_rules *rules = US_ARENA_ARRAY(loader.arena, sk_rules, 1);
    rules->arena = loader.arena;
    rules->type = US_ARENA_ARRAY(loader.arena, sk_type, domain->type_count);
    loader.rules = rules;
    US_TRY(read_rules(&loader, us_json_root(doc)));
    rules->hash = hash_rules(rules, domain);
    (void)US_STEAL(arena); /* the rules' */
    *out = rules;
    return US_OK;
}

us_status sk_rules_load(const char *path, const us_domain *domain, sk_rules **out, us_error *err)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    US_TRY(us_file_read(path, RULES_FILE_MAX, &text, &length, err));
    return sk_rules_parse(path, text, length, domain, out, err);
}

void sk_rules_free(sk_rules *rules)
{
    if (rules)
        us_arena_free(rules->arena);
}

/* ---- shipped files and words */

us_status sk_words_find(const us_domain *domain, sk_words *w, us_error *err)
{
    const us_required_word words[] = {
        {us_domain_find_resource, "resource", "gold", &w->gold},
        {us_domain_find_resource, "resource", "wood", &w->wood},
        {us_domain_find_tally, "counter", "food_used", &w->food_used},
        {us_domain_find_tally, "counter", "food_supply", &w->food_supply},
        {us_domain_find_tally, "counter", "kills", &w->kills},
        {us_domain_find_tally, "counter", "losses", &w->losses},
        {us_domain_find_tally, "counter", "razed", &w->razed},
        {us_domain_find_tally, "counter", "score", &w->score},
        {us_domain_find_status, "status", "idle", &w->idle},
        {us_domain_find_status, "status", "moving", &w->moving},
        {us_domain_find_status, "status", "attacking", &w->attacking},
        {us_domain_find_status, "status", "gathering", &w->gathering},
        {us_domain_find_status, "status", "carrying", &w->carrying},
        {us_domain_find_status, "status", "building", &w->building},
        {us_domain_find_status, "status", "repairing", &w->repairing},
        {us_domain_find_status, "status", "training", &w->training},
        {us_domain_find_status, "status", "researching", &w->researching},
        {us_domain_find_status, "status", "upgrading", &w->upgrading},
        {us_domain_find_status, "status", "constructing", &w->constructing},
        {us_domain_find_status, "status", "dead", &w->dead},
        {us_domain_find_status, "status", "guarding", &w->guarding},
        {us_domain_find_attribute, "attribute", "carried", &w->carried},
        {us_domain_find_attribute, "attribute", "carries", &w->carries},
        {us_domain_find_attribute, "attribute", "stock", &w->stock},
        {us_domain_find_attribute, "attribute", "queue", &w->queue},
        {us_domain_find_attribute, "attribute", "orders", &w->orders},
        {us_domain_find_attribute, "attribute", "auto_repair", &w->auto_repair},
        {us_domain_find_attribute, "attribute", "rally", &w->rally},
        {us_domain_find_attribute, "attribute", "range", &w->range},
        {us_domain_find_attribute, "attribute", "min_range", &w->min_range},
        {us_domain_find_action, "action", "move", &w->move},
        {us_domain_find_action, "action", "attack", &w->attack},
        {us_domain_find_action, "action", "attack-move", &w->attack_move},
        {us_domain_find_action, "action", "attack-ground", &w->attack_ground},
        {us_domain_find_action, "action", "patrol", &w->patrol},
        {us_domain_find_action, "action", "follow", &w->follow},
        {us_domain_find_action, "action", "defend", &w->defend},
        {us_domain_find_action, "action", "harvest", &w->harvest},
        {us_domain_find_action, "action", "chop", &w->chop},
        {us_domain_find_action, "action", "return", &w->deliver},
        {us_domain_find_action, "action", "build", &w->build},
        {us_domain_find_action, "action", "repair", &w->repair},
        {us_domain_find_action, "action", "train", &w->train},
        {us_domain_find_action, "action", "research", &w->research},
        {us_domain_find_action, "action", "upgrade", &w->upgrade},
        {us_domain_find_action, "action", "cancel", &w->cancel},
        {us_domain_find_action, "action", "dismiss", &w->dismiss},
        {us_domain_find_action, "action", "auto-repair", &w->set_repair},
        {us_domain_find_action, "action", "rally", &w->set_rally},
        {us_domain_find_movement, "movement", "land", &w->land},
    };
    US_TRY(us_domain_require(domain, "skirmish", words, US_COUNT(words), err));
    if (domain->movements.count > 8)
        return us_error_set(err, US_BAD_INPUT, domain->file, 0, 0,
                            "skirmish takes at most 8 movement kinds, found %d",
                            domain->movements.count);
    return US_OK;
}

us_status sk_data_load_domain(us_domain **out, us_error *err)
{
    sk_words words;
    US_AUTOPTR(us_domain) domain = NULL;
    US_TRY(us_domain_load_shipped("skirmish", &domain, err));
    US_TRY(sk_words_find(domain, &words, err));
    *out = US_STEAL(domain);
    return US_OK;
}

us_status sk_data_load_rules(const us_domain *domain, sk_rules **out, us_error *err)
{
    US_AUTOSTR(path);
    US_TRY(us_data_find_domain_file("skirmish", "rules.json", &path, err));
    return sk_rules_load(path.text, domain, out, err);
}
