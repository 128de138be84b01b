#include "base/str.h"
#include "domain/load.h"

us_status us_loader_read_type(us_loader *loader, const us_json_node *node, us_type *out)
{
    if (us_json_type(node) != US_JSON_STRING)
        return us_json_fail(node, loader->err, "expected the name of a type, a string");
    us_type type = us_domain_find_type(loader->domain, us_json_string(node));
    char hint[US_HINT_SIZE];
    if (type == US_NO_TYPE)
        return us_json_fail(
            node, loader->err, "\"" US_SHORT "\" is not a type: expected one of this file%s",
            us_json_string(node), us_domain_hint_type(loader->domain, us_json_string(node), hint));
    *out = type;
    return US_OK;
}

static void index_substitutes(us_loader *loader)
{
    us_domain *domain = loader->domain;
    int factions = domain->factions.count;
    int size = domain->type_count * factions;
    us_type *stands = US_ARENA_ARRAY(loader->arena, us_type, size);
    for (int i = 0; i < size; i++)
        stands[i] = US_RESOLVED_NONE;
    for (int i = 0; i < domain->type_count; i++) {
        const us_type_def *def = &domain->type[i];
        if (def->abstract)
            continue;
        for (us_type above = (us_type)i; above != US_NO_TYPE; above = domain->type[above].parent) {
            for (int f = 0; f < factions; f++) {
                us_type *one = &stands[above * factions + f];
                if (def->faction < 0 || def->faction == f)
                    *one = *one == US_RESOLVED_NONE ? (us_type)i : US_RESOLVED_MANY;
            }
        }
    }
    domain->index->resolved = stands;
}

/* Numbers the types so that descendants follow their ancestor, and lists the concrete ones. */
static void index_families(us_loader *loader)
{
    us_domain *domain = loader->domain;
    struct us_domain_index *index = domain->index;
    int types = domain->type_count;
    index->first = US_ARENA_ARRAY(loader->arena, int16_t, types);
    index->last = US_ARENA_ARRAY(loader->arena, int16_t, types);
    index->subtypes = US_ARENA_ARRAY(loader->arena, us_types, types);
    index->roles = US_ARENA_ARRAY(loader->arena, uint32_t, types);
    index->price = US_ARENA_ARRAY(loader->arena, int32_t, types);
    us_type *order = US_ARENA_ARRAY(loader->scratch, us_type, types);
    us_type *concrete = US_ARENA_ARRAY(loader->arena, us_type, types);
    int16_t *size = US_ARENA_ARRAY(loader->scratch, int16_t, types);
    for (int i = types - 1; i >= 0; i--) { /* children follow their parent */
        size[i]++;
        if (domain->type[i].parent != US_NO_TYPE)
            size[domain->type[i].parent] = (int16_t)(size[domain->type[i].parent] + size[i]);
    }
    int16_t *next = US_ARENA_ARRAY(loader->scratch, int16_t, types + 1);
    for (int i = 0; i < types; i++) { /* next[0]: types without parent */
        int16_t *room = &next[domain->type[i].parent + 1];
        index->first[i] = *room;
        index->last[i] = *room = (int16_t)(*room + size[i]);
        next[i + 1] = (int16_t)(index->first[i] + 1);
        order[index->first[i]] = (us_type)i;
        index->roles[i] = domain->type[i].roles;
        for (int r = 0; r < domain->resources.count; r++)
            index->price[i] += domain->type[i].cost[r];
    }
    int count = 0;
    int *before = US_ARENA_ARRAY(loader->scratch, int, types + 1);
    for (int k = 0; k < types; k++) {
        before[k] = count;
        if (!domain->type[order[k]].abstract)
            concrete[count++] = order[k];
    }
    before[types] = count;
    index->all = (us_types){concrete, count};
    for (int i = 0; i < types; i++)
        index->subtypes[i] = (us_types){concrete + before[index->first[i]],
                                        before[index->last[i]] - before[index->first[i]]};
    index->role_types = US_ARENA_ARRAY(loader->arena, us_types, domain->roles.count + 1);
    for (int r = 0; r < domain->roles.count; r++) {
        us_type *list = US_ARENA_ARRAY(loader->arena, us_type, count + 1);
        index->role_types[r].type = list;
        for (int k = 0; k < count; k++)
            if (domain->type[concrete[k]].roles >> r & 1)
                list[index->role_types[r].count++] = concrete[k];
    }
    index->kept_from = US_ARENA_ARRAY(loader->arena, bool, types);
    for (int i = 0; i < types; i++)
        for (int k = 0; k < types && domain->type[i].apart_from != US_NO_TYPE; k++)
            index->kept_from[k] |= us_type_is_a(domain, (us_type)k, domain->type[i].apart_from);
    index->food_used = us_domain_find_tally(domain, "food_used");
    index->food_supply = us_domain_find_tally(domain, "food_supply");
}

static us_status load_requirement(us_loader *loader, const us_json_node *list, us_type_def *def,
                                  us_requirement *out)
{
    us_error *err = loader->err;
    us_domain *domain = loader->domain;
    if (us_json_type(list) != US_JSON_ARRAY)
        return us_json_fail(list, err, "expected an alternative, a list of types");
    int count = us_json_size(list);
    if (count < 1 || count > US_ALTERNATIVES_MAX)
        return us_json_fail(list, err, "%d types in an alternative: expected 1 to %d", count,
                            US_ALTERNATIVES_MAX);
    us_type *types = US_ARENA_ARRAY(loader->arena, us_type, count);
    int i = 0;
    for (const us_json_node *node = us_json_first(list); node; node = us_json_next(node), i++) {
        us_type named;
        US_TRY(us_loader_read_type(loader, node, &named));
        types[i] = us_domain_resolve_type(domain, named, def->faction);
        if (types[i] == US_RESOLVED_MANY)
            types[i] = named;
        const us_type_def *needed = types[i] < 0 ? NULL : &domain->type[types[i]];
        if (!needed || (def->faction >= 0 && needed->faction >= 0 && !needed->abstract &&
                        needed->faction != def->faction))
            return us_json_fail(
                node, err,
                "\"%s\" requires \"%s\", of which its faction \"%s\" has none: expected one "
                "that it has",
                def->name, us_json_string(node), domain->factions.name[def->faction]);
        if (us_type_is_a(domain, (us_type)(def - domain->type), types[i]))
            return us_json_fail(node, err, "\"%s\" requires itself: expected another type",
                                def->name);
    }
    *out = (us_requirement){types, count};
    return US_OK;
}

static us_status load_requires(us_loader *loader, const us_json_node *list, us_type_def *def)
{
    if (!list)
        return US_OK;
    int count = us_json_size(list);
    if (count > US_ALTERNATIVES_MAX)
        return us_json_fail(list, loader->err, "%d alternatives: expected at most %d", count,
                            US_ALTERNATIVES_MAX);
    us_requirement *requires = US_ARENA_ARRAY(loader->arena, us_requirement, count + 1);
    int i = 0;
    for (const us_json_node *node = us_json_first(list); node; node = us_json_next(node), i++)
        US_TRY(load_requirement(loader, node, def, &requires[i]));
    def->requires = requires;
    def->requires_count = count;
    return US_OK;
}

/* Returns the effect of an action on its type parameter: CREATE, CONVERT or LEARN, or -1. */
static int making_effect(const us_action_def *action)
{
    for (int i = 0; i < action->effect_count; i++)
        if (action->effect[i].kind <= US_EFFECT_LEARN)
            return (int)action->effect[i].kind;
    return -1;
}

static us_status load_product(us_loader *loader, const us_json_node *node, us_type_def *def,
                              const us_action_def *action, us_type *out)
{
    us_error *err = loader->err;
    us_domain *domain = loader->domain;
    us_type named;
    US_TRY(us_loader_read_type(loader, node, &named));
    us_type type = us_domain_resolve_type(domain, named, def->faction);
    if (type < 0)
        return us_json_fail(node, err,
                            "\"%s\" makes \"%s\", of which its faction \"%s\" has %s: expected "
                            "exactly one",
                            def->name, us_json_string(node), domain->factions.name[def->faction],
                            type == US_RESOLVED_NONE ? "none" : "several");
    const us_type_def *product = &domain->type[type];
    if (!def->abstract && product->abstract)
        return us_json_fail(node, err,
                            "\"%s\" makes \"%s\", which is abstract: expected a "
                            "concrete type, or a faction that has one such",
                            def->name, product->name);
    bool learn = making_effect(action) == US_EFFECT_LEARN;
    if (learn != (product->kind == US_KIND_UPGRADE) || product->kind == US_KIND_RESOURCE)
        return us_json_fail(node, err, "\"%s\" is of kind %s: expected %s to make by \"%s\"",
                            product->name, us_type_kind_name(product->kind),
                            learn ? "an upgrade" : "a unit or building", action->name);
    *out = type;
    return US_OK;
}

static us_status load_list(us_loader *loader, const us_json_node *node, us_type_def *def,
                           us_product_list *out)
{
    us_error *err = loader->err;
    us_domain *domain = loader->domain;
    int index = us_domain_find_action(domain, us_json_key(node));
    if (index < 0 || making_effect(&domain->action[index]) < 0)
        return us_json_fail(node, err,
                            "\"" US_SHORT "\" is not an action that creates, converts or learns: "
                            "expected one of \"actions\" with such an effect",
                            us_json_key(node));
    const us_action_def *action = &domain->action[index];
    if (us_json_type(node) != US_JSON_ARRAY)
        return us_json_fail(node, err, "expected a list of types");
    int count = us_json_size(node);
    if (count < 1 || count > US_PRODUCTS_MAX)
        return us_json_fail(node, err, "%d types: expected 1 to %d", count, US_PRODUCTS_MAX);
    if (!def->abstract && !(def->roles & action->by))
        return us_json_fail(node, err,
                            "\"%s\" has no role that may \"%s\": expected one of the action's "
                            "\"by\"",
                            def->name, action->name);
    us_type *types = US_ARENA_ARRAY(loader->arena, us_type, count);
    int i = 0;
    for (const us_json_node *n = us_json_first(node); n; n = us_json_next(n), i++) {
        US_TRY(load_product(loader, n, def, action, &types[i]));
        for (int k = 0; k < i; k++)
            if (types[k] == types[i])
                return us_json_fail(n, err, "\"%s\" stands here twice: expected it once",
                                    us_json_string(n));
    }
    *out = (us_product_list){index, types, count};
    return US_OK;
}

static us_status load_makes(us_loader *loader, const us_json_node *object, us_type_def *def)
{
    if (!object)
        return US_OK;
    int count = us_json_size(object);
    us_product_list *lists = US_ARENA_ARRAY(loader->arena, us_product_list, count + 1);
    int done = 0;
    int products = 0;
    for (const us_json_node *node = us_json_first(object); node; node = us_json_next(node)) {
        us_product_list list;
        US_TRY(load_list(loader, node, def, &list));
        products += list.count;
        if (products > US_PRODUCTS_MAX)
            return us_json_fail(node, loader->err, "\"%s\" makes %d types: expected at most %d",
                                def->name, products, US_PRODUCTS_MAX);
        int at = done++;
        for (; at > 0 && lists[at - 1].action > list.action; at--)
            lists[at] = lists[at - 1];
        lists[at] = list;
    }
    def->produces = lists;
    def->produces_count = count;
    return US_OK;
}

/* Calls row for each (actor, action, product or a type above it), in order of actor. */
static void each_product(us_domain *domain,
                         void (*row)(us_domain *, us_type actor, int action, us_type product))
{
    for (int i = 0; i < domain->type_count; i++) {
        const us_type_def *def = &domain->type[i];
        if (def->abstract)
            continue;
        for (int k = 0; k < def->produces_count; k++)
            for (int n = 0; n < def->produces[k].count; n++)
                for (us_type t = def->produces[k].type[n]; t != US_NO_TYPE;
                     t = domain->type[t].parent)
                    row(domain, (us_type)i, def->produces[k].action, t);
    }
}

static void count_row(us_domain *domain, us_type actor, int action, us_type product)
{
    (void)actor;
    (void)action;
    domain->index->producers[product].count++;
}

static void add_row(us_domain *domain, us_type actor, int action, us_type product)
{
    us_producers *producers = &domain->index->producers[product];
    us_producer *last = (us_producer *)producers->row + producers->count;
    if (producers->count && last[-1].actor == actor && last[-1].action == action)
        return;
    *last = (us_producer){actor, action};
    producers->count++;
}

static void index_producers(us_loader *loader)
{
    us_domain *domain = loader->domain;
    us_producers *producers = US_ARENA_ARRAY(loader->arena, us_producers, domain->type_count);
    domain->index->producers = producers;
    each_product(domain, count_row);
    for (int i = 0; i < domain->type_count; i++) {
        producers[i].row = US_ARENA_ARRAY(loader->arena, us_producer, producers[i].count + 1);
        producers[i].count = 0;
    }
    each_product(domain, add_row);
}

us_status us_loader_resolve_links(us_loader *loader, const us_inherited *from)
{
    us_domain *domain = loader->domain;
    index_substitutes(loader);
    index_families(loader);
    for (int i = 0; i < domain->type_count; i++) {
        US_TRY(load_requires(loader, from[i].requires, &domain->type[i]));
        US_TRY(load_makes(loader, from[i].makes, &domain->type[i]));
    }
    index_producers(loader);
    return US_OK;
}
