#include <string.h>

#include "base/str.h"
#include "domain/load.h"

static const char *const type_keys[] = {
    "name",   "about",    "parent", "kind",     "abstract",    "faction",    "counterpart", "roles",
    "size",   "movement", "cost",   "food_use", "food_supply", "attributes", "requires",    "makes",
    "stores", "gathers",  "yields", "apart",    "archetype",   NULL,
};

/* Members that depend on the faction. A type does not copy them from its parent but reads them
 * again, from its own node or that of an ancestor. */
typedef struct inherited {
    const us_json_node *node; /* node of the type */
    const us_json_node *requires, *makes;
} inherited;

/* Reads the name of a type. */
static us_status read_type(us_loader *loader, const us_json_node *node, us_type *out)
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

/* Reads all names first, so that types may refer to types below them. */
static us_status load_names(us_loader *loader, const us_json_node *list)
{
    us_domain *domain = loader->domain;
    int count = us_json_size(list);
    if (count < 1 || count > US_TYPES_MAX)
        return us_json_fail(list, loader->err, "%d types: expected 1 to %d", count, US_TYPES_MAX);
    us_type_def *types = US_ARENA_ARRAY(loader->arena, us_type_def, count);
    us_named *named = US_ARENA_ARRAY(loader->arena, us_named, count);
    const us_json_node **nodes = US_ARENA_ARRAY(loader->scratch, const us_json_node *, count);
    int i = 0;
    for (const us_json_node *node = us_json_first(list); node; node = us_json_next(node), i++) {
        if (us_json_type(node) != US_JSON_OBJECT)
            return us_json_fail(node, loader->err, "expected a type, an object");
        US_TRY(us_json_check_keys(node, type_keys, loader->err));
        US_TRY(us_loader_read_name(loader, node, "name", &types[i].name));
        named[i] = (us_named){types[i].name, i};
        nodes[i] = node;
    }
    us_named_sort(named, count);
    for (i = 1; i < count; i++)
        if (us_text_equal(named[i].name, named[i - 1].name))
            return us_json_fail(nodes[named[i].index], loader->err,
                                "type \"%s\" is there already: expected another name",
                                named[i].name);
    domain->type = types;
    domain->type_count = count;
    domain->index->type = named;
    return US_OK;
}

static us_status load_parent(us_loader *loader, const us_json_node *node, us_type self)
{
    us_domain *domain = loader->domain;
    us_type_def *def = &domain->type[self];
    const char *name = def->name;
    const us_json_node *parent = us_json_find(node, "parent");
    us_type above = US_NO_TYPE;
    if (parent) {
        US_TRY(read_type(loader, parent, &above));
        if (above == self)
            return us_json_fail(parent, loader->err,
                                "type \"%s\" is its own parent: expected another type", name);
        if (above > self)
            return us_json_fail(parent, loader->err,
                                "parent \"%s\" of \"%s\" stands below it: expected parents before "
                                "their children",
                                us_json_string(parent), name);
        if (!domain->type[above].abstract)
            return us_json_fail(parent, loader->err,
                                "parent \"%s\" of \"%s\" is not abstract: expected an abstract "
                                "type",
                                us_json_string(parent), name);
        *def = domain->type[above];
    } else {
        *def = (us_type_def){.archetype = "",
                             .faction = -1,
                             .movement = -1,
                             .yields = -1,
                             .apart_from = US_NO_TYPE,
                             .width = 1,
                             .height = 1};
        for (int i = 0; i < domain->attribute_count; i++)
            def->attribute[i] = domain->attribute[i].initial;
    }
    def->name = name;
    def->parent = above;
    def->counterpart = US_NO_TYPE;
    def->abstract = false;
    def->tally = -1;
    int depth = 0;
    for (us_type t = above; t != US_NO_TYPE; t = domain->type[t].parent)
        depth++;
    if (depth >= US_TAXONOMY_MAX)
        return us_json_fail(node, loader->err, "%d types above \"%s\": expected fewer than %d",
                            depth, name, US_TAXONOMY_MAX);
    return US_OK;
}

static us_status load_kind(us_loader *loader, const us_json_node *node, us_type_def *def)
{
    us_error *err = loader->err;
    const us_json_node *kind = NULL;
    US_TRY(us_json_get(node, "kind", US_JSON_STRING, &kind, err));
    if (!kind) {
        if (def->parent == US_NO_TYPE)
            return us_json_fail(
                node, err, "type \"%s\" has neither \"parent\" nor \"kind\": expected one of them",
                def->name);
        return US_OK;
    }
    int k = 0;
    while (k < US_TYPE_KINDS &&
           !us_text_equal(us_json_string(kind), us_type_kind_name((us_type_kind)k)))
        k++;
    if (k == US_TYPE_KINDS)
        return us_json_fail(kind, err,
                            "\"" US_SHORT "\" is not a kind of type: expected unit, building, "
                            "resource or upgrade",
                            us_json_string(kind));
    bool upgrade = k == US_KIND_UPGRADE || def->kind == US_KIND_UPGRADE;
    if (def->parent != US_NO_TYPE && def->kind != (us_type_kind)k && upgrade)
        return us_json_fail(kind, err, "\"%s\" is of kind %s below kind %s: expected the parent's",
                            def->name, us_type_kind_name((us_type_kind)k),
                            us_type_kind_name(def->kind));
    def->kind = (us_type_kind)k;
    return US_OK;
}

static us_status load_size(us_loader *loader, const us_json_node *node, us_type_def *def)
{
    const us_json_node *size = NULL;
    US_TRY(us_json_get(node, "size", US_JSON_ARRAY, &size, loader->err));
    if (!size)
        return US_OK;
    int64_t side[2];
    for (int i = 0; i < 2; i++) {
        const us_json_node *number = us_json_at(size, i);
        if (us_json_size(size) != 2 || !us_json_int(number, &side[i]) || side[i] < 1 ||
            side[i] > 16)
            return us_json_fail(size, loader->err,
                                "bad size: expected width and height in cells, 1 to 16");
    }
    def->width = (int)side[0];
    def->height = (int)side[1];
    return US_OK;
}

static us_status load_cost(us_loader *loader, const us_json_node *node, us_type_def *def)
{
    const us_json_node *cost = NULL;
    US_TRY(us_json_get(node, "cost", US_JSON_OBJECT, &cost, loader->err));
    if (!cost)
        return US_OK;
    memset(def->cost, 0, sizeof(def->cost));
    for (const us_json_node *n = us_json_first(cost); n; n = us_json_next(n)) {
        int resource = us_domain_find_resource(loader->domain, us_json_key(n));
        if (resource < 0)
            return us_json_fail(n, loader->err,
                                "\"" US_SHORT "\" is not a resource: expected one of \"resources\"",
                                us_json_key(n));
        int64_t amount;
        US_TRY(us_json_require_int(cost, us_json_key(n), 0, 1000000, &amount, loader->err));
        def->cost[resource] = (int32_t)amount;
    }
    return US_OK;
}

static us_status load_attributes(us_loader *loader, const us_json_node *node, us_type_def *def)
{
    const us_json_node *attributes = NULL;
    US_TRY(us_json_get(node, "attributes", US_JSON_OBJECT, &attributes, loader->err));
    if (!attributes)
        return US_OK;
    for (const us_json_node *n = us_json_first(attributes); n; n = us_json_next(n)) {
        int index = us_domain_find_attribute(loader->domain, us_json_key(n));
        if (index < 0)
            return us_json_fail(n, loader->err,
                                "\"" US_SHORT "\" is not an attribute: expected one of "
                                "\"attributes\"",
                                us_json_key(n));
        const us_attribute *attribute = &loader->domain->attribute[index];
        int64_t value;
        US_TRY(us_json_require_int(attributes, attribute->name, attribute->low, attribute->high,
                                   &value, loader->err));
        def->attribute[index] = (int32_t)value;
    }
    return US_OK;
}

/* Loads {"from": "gold-mine", "cells": 4}. */
static us_status load_apart(us_loader *loader, const us_json_node *node, us_type_def *def)
{
    static const char *const keys[] = {"from", "cells", NULL};
    const us_json_node *apart = NULL, *from;
    int64_t cells;
    US_TRY(us_json_get(node, "apart", US_JSON_OBJECT, &apart, loader->err));
    if (!apart)
        return US_OK;
    US_TRY(us_json_check_keys(apart, keys, loader->err));
    US_TRY(us_json_require(apart, "from", US_JSON_STRING, &from, loader->err));
    US_TRY(read_type(loader, from, &def->apart_from));
    US_TRY(us_json_require_int(apart, "cells", 1, 64, &cells, loader->err));
    def->apart = (int)cells;
    return US_OK;
}

/* Loads a name in the form of behavior names. Only a file of archetypes shows whether it exists. */
static us_status load_archetype(us_loader *loader, const us_json_node *node, us_type_def *def)
{
    const us_json_node *name = NULL;
    US_TRY(us_json_get(node, "archetype", US_JSON_STRING, &name, loader->err));
    if (!name)
        return US_OK;
    if (!us_json_string(name)[0] || strlen(us_json_string(name)) > 63)
        return us_json_fail(name, loader->err, "expected the name of an archetype, 1 to 63 bytes");
    def->archetype = us_loader_copy_text(loader, us_json_string(name));
    return US_OK;
}

static us_status load_plain(us_loader *loader, const us_json_node *node, us_type_def *def)
{
    us_error *err = loader->err;
    us_domain *domain = loader->domain;
    US_TRY(us_loader_read_about(loader, node, &def->about));
    US_TRY(load_archetype(loader, node, def));
    US_TRY(load_kind(loader, node, def));
    US_TRY(us_json_get_bool(node, "abstract", &def->abstract, err));
    int parents = def->faction;
    US_TRY(us_loader_get_index(loader, node, "faction", &domain->factions, "a faction",
                               &def->faction));
    if (parents >= 0 && def->faction != parents)
        return us_json_fail(us_json_find(node, "faction"), err,
                            "\"%s\" is of another faction than its parent: expected the same",
                            def->name);
    US_TRY(us_loader_get_index(loader, node, "movement", &domain->movements, "a movement",
                               &def->movement));
    US_TRY(us_loader_get_index(loader, node, "yields", &domain->resources, "a resource",
                               &def->yields));
    uint32_t roles = 0;
    US_TRY(us_loader_read_bits(loader, node, "roles", &domain->roles, "a role", &roles));
    def->roles |= roles;
    US_TRY(load_size(loader, node, def));
    US_TRY(load_cost(loader, node, def));
    US_TRY(load_attributes(loader, node, def));
    US_TRY(load_apart(loader, node, def));
    int64_t food_use = def->food_use;
    int64_t food_supply = def->food_supply;
    US_TRY(us_json_get_int(node, "food_use", 0, 1000, &food_use, err));
    US_TRY(us_json_get_int(node, "food_supply", 0, 1000, &food_supply, err));
    def->food_use = (int)food_use;
    def->food_supply = (int)food_supply;
    US_TRY(us_loader_read_bits(loader, node, "stores", &domain->resources, "a resource",
                               &def->stores));
    US_TRY(us_loader_read_bits(loader, node, "gathers", &domain->resources, "a resource",
                               &def->gathers));
    return US_OK;
}

/* Checks the members that a concrete type must have, its own or inherited. */
static us_status check_type(us_loader *loader, const us_json_node *node, const us_type_def *def)
{
    us_error *err = loader->err;
    bool entity = def->kind != US_KIND_UPGRADE;
    if (def->abstract)
        return US_OK;
    if (entity && def->attribute[0] < 1)
        return us_json_fail(node, err,
                            "%s \"%s\" has no hit points: expected \"attributes\" with "
                            "\"hit_points\" of at least 1",
                            us_type_kind_name(def->kind), def->name);
    if ((def->kind == US_KIND_UNIT) != (def->movement >= 0))
        return us_json_fail(node, err, "%s \"%s\" %s: expected that units move and all else stays",
                            us_type_kind_name(def->kind), def->name,
                            def->movement >= 0 ? "has a \"movement\"" : "has no \"movement\"");
    if (def->yields >= 0 && def->kind != US_KIND_RESOURCE)
        return us_json_fail(node, err,
                            "%s \"%s\" \"yields\" a resource: expected that only resources do",
                            us_type_kind_name(def->kind), def->name);
    if (def->gathers && def->kind != US_KIND_UNIT)
        return us_json_fail(node, err, "%s \"%s\" gathers: expected that only units do",
                            us_type_kind_name(def->kind), def->name);
    return US_OK;
}

static us_status check_counterpart(us_loader *loader, const us_json_node *node, us_type self)
{
    us_domain *domain = loader->domain;
    us_type_def *def = &domain->type[self];
    const us_json_node *name = us_json_find(node, "counterpart");
    if (!name)
        return US_OK;
    us_type other;
    US_TRY(read_type(loader, name, &other));
    const us_type_def *twin = &domain->type[other];
    if (def->abstract || twin->abstract)
        return us_json_fail(name, loader->err,
                            "\"%s\" is abstract: expected counterparts to be concrete",
                            def->abstract ? def->name : twin->name);
    if (def->faction < 0 || twin->faction < 0 || def->faction == twin->faction)
        return us_json_fail(name, loader->err,
                            "counterpart \"%s\" of \"%s\": expected two types of two factions",
                            twin->name, def->name);
    if (def->kind != twin->kind)
        return us_json_fail(name, loader->err,
                            "counterpart \"%s\" of \"%s\" is of kind %s: expected %s", twin->name,
                            def->name, us_type_kind_name(twin->kind), us_type_kind_name(def->kind));
    def->counterpart = other;
    return US_OK;
}

/* Checks that both of two types that keep apart stay in place: otherwise each step of a unit could
 * change whether a building fits. */
static us_status check_apart(us_loader *loader, const inherited *from)
{
    const us_domain *domain = loader->domain;
    for (int i = 0; i < domain->type_count; i++) {
        const us_type_def *def = &domain->type[i];
        const us_json_node *apart = us_json_find(from[i].node, "apart");
        if (!apart)
            continue;
        const us_type_def *other = &domain->type[def->apart_from];
        if (def->kind != US_KIND_BUILDING)
            return us_json_fail(apart, loader->err,
                                "\"%s\" is of kind %s: expected that only buildings keep apart",
                                def->name, us_type_kind_name(def->kind));
        if (other->kind != US_KIND_BUILDING && other->kind != US_KIND_RESOURCE)
            return us_json_fail(us_json_find(apart, "from"), loader->err,
                                "\"%s\" is of kind %s: expected a building or a resource to keep "
                                "apart from",
                                other->name, us_type_kind_name(other->kind));
    }
    return US_OK;
}

static us_status check_counterparts(us_loader *loader, const inherited *from)
{
    us_domain *domain = loader->domain;
    for (int i = 0; i < domain->type_count; i++)
        US_TRY(check_counterpart(loader, from[i].node, (us_type)i));
    for (int i = 0; i < domain->type_count; i++) {
        us_type other = domain->type[i].counterpart;
        if (other == US_NO_TYPE || domain->type[other].counterpart == i)
            continue;
        us_type back = domain->type[other].counterpart;
        return us_json_fail(
            us_json_find(from[i].node, "counterpart"), loader->err,
            "\"%s\" names \"%s\" its counterpart, which names %s%s%s: expected "
            "each to name the other",
            domain->type[i].name, domain->type[other].name, back == US_NO_TYPE ? "" : "\"",
            back == US_NO_TYPE ? "none" : domain->type[back].name, back == US_NO_TYPE ? "" : "\"");
    }
    return US_OK;
}

/* Loads resources, counters, then an entry per concrete upgrade. */
static us_status load_tallies(us_loader *loader, const us_json_node *root, inherited *from)
{
    us_domain *domain = loader->domain;
    const us_names_table *resources = &domain->resources;
    us_names_table counters = domain->tallies;
    int most = resources->count + counters.count + domain->type_count;
    const char **name = US_ARENA_ARRAY(loader->arena, const char *, most + 1);
    const char **about = US_ARENA_ARRAY(loader->arena, const char *, most + 1);
    us_named *named = US_ARENA_ARRAY(loader->arena, us_named, most + 1);
    const us_json_node **node = US_ARENA_ARRAY(loader->scratch, const us_json_node *, most + 1);
    int count = 0;
    for (int i = 0; i < resources->count; i++, count++) {
        name[count] = resources->name[i];
        about[count] = resources->about[i];
        node[count] = us_json_at(us_json_find(root, "types"), 0);
    }
    const us_json_node *list = us_json_find(root, "counters");
    const us_json_node *counter = list ? us_json_first(list) : NULL;
    for (int i = 0; i < counters.count; i++, count++, counter = us_json_next(counter)) {
        name[count] = counters.name[i];
        about[count] = counters.about[i];
        node[count] = counter;
    }
    for (int i = 0; i < domain->type_count; i++) {
        us_type_def *def = &domain->type[i];
        if (def->kind != US_KIND_UPGRADE || def->abstract)
            continue;
        def->tally = count;
        name[count] = def->name;
        about[count] = def->about;
        node[count++] = from[i].node;
    }
    for (int i = 0; i < count; i++)
        named[i] = (us_named){name[i], i};
    us_named_sort(named, count);
    for (int i = 1; i < count; i++)
        if (us_text_equal(named[i].name, named[i - 1].name))
            return us_json_fail(node[named[i].index], loader->err,
                                "\"%s\" is there already: expected resources, counters and "
                                "upgrades to have names of their own",
                                named[i].name);
    domain->tallies = (us_names_table){name, about, count};
    domain->index->tally = named;
    return US_OK;
}

/* ---- links between types */

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
        US_TRY(read_type(loader, node, &named));
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
    US_TRY(read_type(loader, node, &named));
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

/* Resolves requirements, products and producers, after all types are known. from: by type. */
static us_status resolve_links(us_loader *loader, const inherited *from)
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

us_status us_loader_read_types(us_loader *loader, const us_json_node *root)
{
    us_domain *domain = loader->domain;
    us_error *err = loader->err;
    const us_json_node *list;
    US_TRY(us_json_require(root, "types", US_JSON_ARRAY, &list, err));
    US_TRY(load_names(loader, list));
    inherited *from = US_ARENA_ARRAY(loader->scratch, inherited, domain->type_count);
    int i = 0;
    for (const us_json_node *node = us_json_first(list); node; node = us_json_next(node), i++) {
        us_type_def *def = &domain->type[i];
        US_TRY(load_parent(loader, node, (us_type)i));
        US_TRY(load_plain(loader, node, def));
        US_TRY(check_type(loader, node, def));
        if (def->parent != US_NO_TYPE)
            from[i] = from[def->parent];
        from[i].node = node;
        US_TRY(us_json_get(node, "requires", US_JSON_ARRAY, &from[i].requires, err));
        US_TRY(us_json_get(node, "makes", US_JSON_OBJECT, &from[i].makes, err));
    }
    US_TRY(check_counterparts(loader, from));
    US_TRY(check_apart(loader, from));
    US_TRY(load_tallies(loader, root, from));
    return resolve_links(loader, from);
}
