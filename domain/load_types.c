#include <string.h>

#include "base/str.h"
#include "domain/load.h"

static const char *const type_keys[] = {
    "name",   "about",    "parent", "kind",     "abstract",    "faction",    "counterpart", "roles",
    "size",   "movement", "cost",   "food_use", "food_supply", "attributes", "requires",    "makes",
    "stores", "gathers",  "yields", "apart",    "archetype",   NULL,
};

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
        US_TRY(us_loader_read_type(loader, parent, &above));
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
    US_TRY(us_loader_read_type(loader, from, &def->apart_from));
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
    const us_json_node *faction = us_json_find(node, "faction");
    const us_json_node *movement = us_json_find(node, "movement");
    const us_json_node *yields = us_json_find(node, "yields");
    int inherited = def->faction;
    if (faction)
        US_TRY(
            us_loader_read_index(loader, faction, &domain->factions, "a faction", &def->faction));
    if (inherited >= 0 && def->faction != inherited)
        return us_json_fail(faction, err,
                            "\"%s\" is of another faction than its parent: expected the same",
                            def->name);
    if (movement)
        US_TRY(us_loader_read_index(loader, movement, &domain->movements, "a movement",
                                    &def->movement));
    if (yields)
        US_TRY(
            us_loader_read_index(loader, yields, &domain->resources, "a resource", &def->yields));
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
    US_TRY(us_loader_read_type(loader, name, &other));
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
static us_status check_apart(us_loader *loader, const us_inherited *from)
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

static us_status check_counterparts(us_loader *loader, const us_inherited *from)
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
static us_status load_tallies(us_loader *loader, const us_json_node *root, us_inherited *from)
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

us_status us_loader_read_types(us_loader *loader, const us_json_node *root)
{
    us_domain *domain = loader->domain;
    us_error *err = loader->err;
    const us_json_node *list;
    US_TRY(us_json_require(root, "types", US_JSON_ARRAY, &list, err));
    US_TRY(load_names(loader, list));
    us_inherited *from = US_ARENA_ARRAY(loader->scratch, us_inherited, domain->type_count);
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
    return us_loader_resolve_links(loader, from);
}
