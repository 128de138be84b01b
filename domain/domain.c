#include "domain/domain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/spelling.h"
#include "base/str.h"
#include "domain/index.h"

static int compare_named(const void *left, const void *right)
{
    const us_named *a = left;
    const us_named *b = right;
    int order = strcmp(a->name, b->name);
    if (order)
        return order;
    return (a->index > b->index) - (a->index < b->index);
}

void us_named_sort(us_named *named, int count)
{
    if (count > 1)
        us_array_sort(named, (size_t)count, sizeof(*named), compare_named);
}

static int find_named(const us_named *named, int count, const char *name)
{
    int low = 0;
    int high = count - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        int order = strcmp(named[middle].name, name);
        if (order == 0)
            return named[middle].index;
        if (order < 0)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

const char *us_row_name(us_rows rows, int64_t index)
{
    const char *name;
    memcpy(&name, (const char *)rows.row + (size_t)index * rows.size, sizeof(name));
    return name;
}

int us_row_find(const void *row, int count, size_t size, const char *name)
{
    for (int i = 0; i < count; i++)
        if (us_text_equal(us_row_name((us_rows){row, count, size}, i), name))
            return i;
    return -1;
}

us_rows us_kind_rows(const us_domain *domain, us_value_kind kind)
{
    const us_names_table *names = kind == US_VALUE_RESOURCE   ? &domain->resources
                                  : kind == US_VALUE_ROLE     ? &domain->roles
                                  : kind == US_VALUE_STATUS   ? &domain->statuses
                                  : kind == US_VALUE_MOVEMENT ? &domain->movements
                                                              : NULL;
    if (names)
        return (us_rows){names->name, names->count, sizeof(*names->name)};
    switch (kind) {
    case US_VALUE_TYPE:
        return (us_rows){domain->type, domain->type_count, sizeof(*domain->type)};
    case US_VALUE_ACTION:
        return (us_rows){domain->action, domain->action_count, sizeof(*domain->action)};
    case US_VALUE_TERRAIN:
        return (us_rows){domain->terrain, domain->terrain_count, sizeof(*domain->terrain)};
    case US_VALUE_ATTRIBUTE:
        return (us_rows){domain->attribute, domain->attribute_count, sizeof(*domain->attribute)};
    default:
        return (us_rows){0};
    }
}

us_type us_domain_find_type(const us_domain *domain, const char *name)
{
    return (us_type)find_named(domain->index->type, domain->type_count, name);
}

int us_domain_find_tally(const us_domain *domain, const char *name)
{
    return find_named(domain->index->tally, domain->tallies.count, name);
}

int us_domain_find_resource(const us_domain *domain, const char *name)
{
    return us_names_find(&domain->resources, name);
}

int us_domain_find_status(const us_domain *domain, const char *name)
{
    return us_names_find(&domain->statuses, name);
}

int us_domain_find_role(const us_domain *domain, const char *name)
{
    return us_names_find(&domain->roles, name);
}

int us_domain_find_faction(const us_domain *domain, const char *name)
{
    return us_names_find(&domain->factions, name);
}

int us_domain_find_movement(const us_domain *domain, const char *name)
{
    return us_names_find(&domain->movements, name);
}

int us_domain_find_action(const us_domain *domain, const char *name)
{
    return US_ROW_FIND(domain->action, domain->action_count, name);
}

int us_domain_find_terrain(const us_domain *domain, const char *name)
{
    return US_ROW_FIND(domain->terrain, domain->terrain_count, name);
}

int us_domain_find_terrain_symbol(const us_domain *domain, char symbol)
{
    for (int i = 0; i < domain->terrain_count; i++)
        if (domain->terrain[i].symbol == symbol)
            return i;
    return -1;
}

int us_domain_find_attribute(const us_domain *domain, const char *name)
{
    return US_ROW_FIND(domain->attribute, domain->attribute_count, name);
}

int us_domain_find_goal(const us_domain *domain, const char *name)
{
    return US_ROW_FIND(domain->goal, domain->goal_count, name);
}

int us_domain_find_feature(const us_domain *domain, const char *name)
{
    return US_ROW_FIND(domain->feature, domain->feature_count, name);
}

us_status us_domain_require(const us_domain *domain, const char *who, const us_required_word *word,
                            int count, us_error *err)
{
    for (int i = 0; i < count; i++) {
        *word[i].to = word[i].find(domain, word[i].name);
        if (*word[i].to < 0)
            return us_error_set(err, US_BAD_INPUT, domain->file, 0, 0,
                                "%s needs the %s \"%s\", which the domain does not declare", who,
                                word[i].what, word[i].name);
    }
    return US_OK;
}

const char *us_hint_print(const us_spelling *near, char hint[US_HINT_SIZE])
{
    if (near->best[0])
        snprintf(hint, US_HINT_SIZE, ", such as \"%s\"", near->best);
    else
        hint[0] = '\0';
    return hint;
}

const char *us_domain_hint_type(const us_domain *domain, const char *name, char hint[US_HINT_SIZE])
{
    us_spelling near = us_spelling_start(name);
    for (int i = 0; i < domain->type_count; i++)
        us_spelling_add(&near, domain->index->type[i].name);
    return us_hint_print(&near, hint);
}

const char *us_domain_hint_action(const us_domain *domain, const char *name,
                                  char hint[US_HINT_SIZE])
{
    us_spelling near = us_spelling_start(name);
    for (int i = 0; i < domain->action_count; i++)
        us_spelling_add(&near, domain->action[i].name);
    return us_hint_print(&near, hint);
}

bool us_type_is_a(const us_domain *domain, us_type type, us_type kind)
{
    if (type < 0 || kind < 0)
        return false;
    int16_t number = domain->index->first[type];
    return number >= domain->index->first[kind] && number < domain->index->last[kind];
}

us_types us_domain_subtypes(const us_domain *domain, us_type kind)
{
    return domain->index->subtypes[kind];
}

us_types us_domain_role_types(const us_domain *domain, int role)
{
    return domain->index->role_types[role];
}

int us_type_depth(const us_domain *domain, us_type type, us_type kind)
{
    for (int depth = 0; type != US_NO_TYPE; type = domain->type[type].parent, depth++)
        if (type == kind)
            return depth;
    return -1;
}

us_type us_type_common_ancestor(const us_domain *domain, us_type a, us_type b)
{
    for (; a != US_NO_TYPE; a = domain->type[a].parent)
        if (us_type_is_a(domain, b, a))
            return a;
    return US_NO_TYPE;
}

us_type us_domain_resolve_type(const us_domain *domain, us_type type, int faction)
{
    if (faction < 0 || !domain->type[type].abstract)
        return type;
    return domain->index->resolved[type * domain->factions.count + faction];
}

us_type us_type_for_faction(const us_domain *domain, us_type type, int faction)
{
    const us_type_def *def = &domain->type[type];
    if (faction < 0 || faction >= domain->factions.count)
        return US_NO_TYPE;
    if (def->abstract) {
        us_type stands = us_domain_resolve_type(domain, type, faction);
        return stands < 0 ? US_NO_TYPE : stands;
    }
    if (def->faction < 0 || def->faction == faction)
        return type;
    if (def->counterpart != US_NO_TYPE && domain->type[def->counterpart].faction == faction)
        return def->counterpart;
    return US_NO_TYPE;
}

bool us_type_can_do(const us_domain *domain, us_type type, int action)
{
    return (domain->type[type].roles & domain->action[action].by) != 0;
}

static bool makes(const us_domain *domain, const us_type_def *def, int action, us_type product)
{
    for (int i = 0; i < def->produces_count; i++) {
        const us_product_list *list = &def->produces[i];
        if (list->action != action)
            continue;
        for (int k = 0; k < list->count; k++)
            if (us_type_is_a(domain, list->type[k], product))
                return true;
    }
    return false;
}

bool us_type_can_make(const us_domain *domain, us_type type, int action, us_type product)
{
    if (!domain->type[type].abstract)
        return makes(domain, &domain->type[type], action, product);
    for (int i = type + 1; i < domain->type_count; i++)
        if (!domain->type[i].abstract && us_type_is_a(domain, (us_type)i, type) &&
            makes(domain, &domain->type[i], action, product))
            return true;
    return false;
}

int us_domain_producers(const us_domain *domain, us_type product, const us_producer **out)
{
    *out = domain->index->producers[product].row;
    return domain->index->producers[product].count;
}

static const char *const value_kinds[] = {
    [US_VALUE_ENTITY] = "entity",     [US_VALUE_TYPE] = "type",
    [US_VALUE_CELL] = "cell",         [US_VALUE_RESOURCE] = "resource",
    [US_VALUE_SEAT] = "seat",         [US_VALUE_NUMBER] = "number",
    [US_VALUE_BOOL] = "bool",         [US_VALUE_GROUP] = "group",
    [US_VALUE_ROLE] = "role",         [US_VALUE_STATUS] = "status",
    [US_VALUE_ACTION] = "action",     [US_VALUE_TERRAIN] = "terrain",
    [US_VALUE_MOVEMENT] = "movement", [US_VALUE_ATTRIBUTE] = "attribute",
};

static const char *const effect_kinds[] = {
    [US_EFFECT_CREATE] = "create", [US_EFFECT_CONVERT] = "convert", [US_EFFECT_LEARN] = "learn",
    [US_EFFECT_GAIN] = "gain",     [US_EFFECT_HARM] = "harm",       [US_EFFECT_HEAL] = "heal",
    [US_EFFECT_MOVE] = "move",     [US_EFFECT_OPEN] = "open",       [US_EFFECT_LOSE] = "lose",
};

static const char *const type_kinds[] = {
    [US_KIND_UNIT] = "unit",
    [US_KIND_BUILDING] = "building",
    [US_KIND_RESOURCE] = "resource",
    [US_KIND_UPGRADE] = "upgrade",
};

const char *us_value_kind_name(us_value_kind kind)
{
    return (int)kind < US_COUNT(value_kinds) ? value_kinds[kind] : "?";
}

const char *us_goal_kind_name(us_goal_kind kind)
{
    static const char *const kinds[] = {"achieve", "increase", "maintain"};
    return (int)kind < US_COUNT(kinds) ? kinds[kind] : "?";
}

const char *us_effect_kind_name(us_effect_kind kind)
{
    return (int)kind < US_COUNT(effect_kinds) ? effect_kinds[kind] : "?";
}

const char *us_type_kind_name(us_type_kind kind)
{
    return (int)kind < US_COUNT(type_kinds) ? type_kinds[kind] : "?";
}

/* ---- classes and descriptors */

int us_domain_find_class(const us_domain *domain, const char *name)
{
    return US_ROW_FIND(domain->class_def, domain->class_count, name);
}

int us_domain_find_descriptor(const us_domain *domain, const char *name)
{
    return US_ROW_FIND(domain->descriptor, domain->descriptor_count, name);
}

const us_descriptor *us_descriptor_find(const us_domain *domain, const char *name)
{
    static const us_descriptor any = {.high = 100};
    int index = us_domain_find_descriptor(domain, name);
    if (index >= 0)
        return &domain->descriptor[index];
    return domain->descriptor_count > 0 ? NULL : &any;
}

bool us_class_is_a(const us_domain *domain, int below, int above)
{
    while (below >= 0 && below != above)
        below = domain->class_def[below].parent;
    return below >= 0;
}

void us_descriptor_print(const us_descriptor *descriptor, int64_t value, us_str *out)
{
    if (value >= 0 && value < descriptor->symbols.count) {
        us_str_add(out, descriptor->symbols.name[value]);
        return;
    }
    us_str_add_decimal(out, value, descriptor->decimals);
}

bool us_descriptor_parse(const us_descriptor *descriptor, const char *text, int64_t *out)
{
    if (descriptor->symbols.count > 0) {
        int symbol = us_names_find(&descriptor->symbols, text);
        if (symbol >= 0)
            *out = symbol;
        return symbol >= 0;
    }
    return text[0] && us_text_to_decimal(text, descriptor->decimals, INT64_MIN, INT64_MAX, out);
}

bool us_descriptor_has_value(const us_descriptor *descriptor, int64_t value)
{
    return value >= descriptor->low && value <= descriptor->high;
}

void us_descriptor_print_range(const us_descriptor *descriptor, us_str *out)
{
    if (descriptor->symbols.count > 0) {
        us_str_add(out, "one of ");
        for (int i = 0; i < descriptor->symbols.count; i++)
            us_str_addf(out, "%s%s", i ? ", " : "", descriptor->symbols.name[i]);
        return;
    }
    us_str_add(out, "a number from ");
    us_descriptor_print(descriptor, descriptor->low, out);
    us_str_add(out, " to ");
    us_descriptor_print(descriptor, descriptor->high, out);
    if (descriptor->decimals > 0)
        us_str_addf(out, " with at most %d decimals", descriptor->decimals);
}

/* ---- the tables, for programs that know no struct us_domain */

int us_domain_types(const us_domain *domain, const us_type_def **out)
{
    *out = domain->type;
    return domain->type_count;
}

int us_domain_actions(const us_domain *domain, const us_action_def **out)
{
    *out = domain->action;
    return domain->action_count;
}

int us_domain_goals(const us_domain *domain, const us_goal_def **out)
{
    *out = domain->goal;
    return domain->goal_count;
}

int us_domain_features(const us_domain *domain, const us_feature **out)
{
    *out = domain->feature;
    return domain->feature_count;
}

int us_domain_terrains(const us_domain *domain, const us_terrain **out)
{
    *out = domain->terrain;
    return domain->terrain_count;
}

int us_domain_attributes(const us_domain *domain, const us_attribute **out)
{
    *out = domain->attribute;
    return domain->attribute_count;
}

us_names_table us_domain_names(const us_domain *domain, us_names_kind kind)
{
    switch (kind) {
    case US_NAMES_RESOURCES:
        return domain->resources;
    case US_NAMES_STATUSES:
        return domain->statuses;
    case US_NAMES_MOVEMENTS:
        return domain->movements;
    case US_NAMES_ROLES:
        return domain->roles;
    case US_NAMES_FACTIONS:
        return domain->factions;
    default:
        return domain->tallies;
    }
}

const char *us_domain_name(const us_domain *domain)
{
    return domain->name;
}
