#include "domain/load.h"

#include <string.h>

const char *us_domain_part_name(us_domain_part part)
{
    static const char *const names[US_DOMAIN_PARTS] = {
        [US_DOMAIN_BASICS] = "basics",
        [US_DOMAIN_TERRAINS] = "terrains",
        [US_DOMAIN_TYPES] = "types",
        [US_DOMAIN_ACTIONS] = "actions",
    };
    return names[part];
}

/* ---- values */

static void add(us_hash *hash, int64_t value)
{
    *hash = us_hash_add(*hash, (uint64_t)value);
}

static void add_text(us_hash *hash, const char *text)
{
    *hash = us_hash_add_text(*hash, text);
}

static void add_numbers(us_hash *hash, const int32_t *number, int count)
{
    for (int i = 0; i < count; i++)
        add(hash, number[i]);
}

/* Adds the canonical text, so that spaces and brackets in the file do not count. */
static void add_expr(us_hash *hash, const us_expr *expr)
{
    US_AUTOSTR(text);
    if (expr)
        us_expr_print(expr, &text);
    add_text(hash, text.text);
}

/* Adds the names in the order of the file: worlds and orders hold the indexes. */
static void add_names(us_hash *hash, const us_names_table *table)
{
    add(hash, table->count);
    for (int i = 0; i < table->count; i++)
        add_text(hash, table->name[i]);
}

static void add_params(us_hash *hash, const us_param *param, int count)
{
    add(hash, count);
    for (int i = 0; i < count; i++) {
        add_text(hash, param[i].name);
        add(hash, (int64_t)param[i].kind * 2 + param[i].optional);
    }
}

/* ---- parts that decide the course of a game */

static us_hash hash_basics(const us_domain *domain)
{
    us_hash hash = US_HASH_START;
    add_text(&hash, domain->name);
    add(&hash, domain->cycles_per_second);
    add(&hash, domain->neighbors);
    add_names(&hash, &domain->factions);
    add_names(&hash, &domain->resources);
    add_names(&hash, &domain->movements);
    add_names(&hash, &domain->statuses);
    add_names(&hash, &domain->roles);
    add_names(&hash, &domain->tallies);
    for (int i = 0; i < domain->attribute_count; i++) {
        const us_attribute *a = &domain->attribute[i];
        add_text(&hash, a->name);
        add_numbers(&hash, (int32_t[]){a->low, a->high, a->initial, a->private}, 4);
    }
    return hash;
}

static us_hash hash_terrains(const us_domain *domain)
{
    us_hash hash = US_HASH_START;
    for (int i = 0; i < domain->terrain_count; i++) {
        const us_terrain *t = &domain->terrain[i];
        add_text(&hash, t->name);
        add(&hash, t->symbol);
        add(&hash, t->passable);
        add_numbers(&hash,
                    (int32_t[]){t->buildable, t->resource, t->amount, t->becomes, t->breakable}, 5);
    }
    return hash;
}

static void add_types(us_hash *hash, const us_type *type, int count)
{
    add(hash, count);
    for (int i = 0; i < count; i++)
        add(hash, type[i]);
}

static void add_type(us_hash *hash, const us_domain *domain, const us_type_def *t)
{
    add_text(hash, t->name);
    add_numbers(hash,
                (int32_t[]){t->parent, t->counterpart, (int32_t)t->kind, t->abstract, t->faction,
                            t->width, t->height, t->movement, t->food_use, t->food_supply,
                            t->yields, t->apart_from, t->apart},
                13);
    add(hash, t->roles);
    add(hash, t->stores);
    add(hash, t->gathers);
    add_numbers(hash, t->cost, domain->resources.count);
    add_numbers(hash, t->attribute, domain->attribute_count);
    add(hash, t->requires_count);
    for (int i = 0; i < t->requires_count; i++)
        add_types(hash, t->requires[i].type, t->requires[i].count);
    add(hash, t->produces_count);
    for (int i = 0; i < t->produces_count; i++) {
        add(hash, t->produces[i].action);
        add_types(hash, t->produces[i].type, t->produces[i].count);
    }
}

static us_hash hash_types(const us_domain *domain)
{
    us_hash hash = US_HASH_START;
    for (int i = 0; i < domain->type_count; i++)
        add_type(&hash, domain, &domain->type[i]);
    return hash;
}

static us_hash hash_actions(const us_domain *domain)
{
    us_hash hash = US_HASH_START;
    for (int i = 0; i < domain->action_count; i++) {
        const us_action_def *a = &domain->action[i];
        add_text(&hash, a->name);
        add(&hash, a->by);
        add_numbers(&hash, (int32_t[]){a->group, a->continues, a->queues}, 3);
        add_params(&hash, a->param, a->param_count);
        add(&hash, a->effect_count);
        for (int e = 0; e < a->effect_count; e++)
            add_numbers(
                &hash,
                (int32_t[]){(int32_t)a->effect[e].kind, a->effect[e].param, a->effect[e].resource},
                3);
    }
    return hash;
}

/* ---- what only players read */

static void add_conduct(us_hash *hash, const us_domain *domain)
{
    add(hash, domain->reinforcements);
    for (int i = 0; i < domain->type_count; i++)
        add_text(hash, domain->type[i].archetype);
    for (int i = 0; i < domain->action_count; i++) {
        add_expr(hash, domain->action[i].when);
        add_expr(hash, domain->action[i].done);
        add(hash, domain->action[i].patience);
    }
}

static void add_goals(us_hash *hash, const us_domain *domain)
{
    add(hash, domain->goal_count);
    for (int i = 0; i < domain->goal_count; i++) {
        const us_goal_def *g = &domain->goal[i];
        add_text(hash, g->name);
        add_numbers(hash, (int32_t[]){(int32_t)g->kind, g->parent, g->rank}, 3);
        add_params(hash, g->param, g->param_count);
        add_expr(hash, g->test);
        for (int k = 0; k < domain->goal_count; k++)
            add(hash, domain->goal_likeness[i * domain->goal_count + k]);
    }
}

static void add_measure(us_hash *hash, const char *name, int32_t low, int32_t high,
                        const us_expr *value)
{
    add_text(hash, name);
    add(hash, low);
    add(hash, high);
    add_expr(hash, value);
}

static void add_features(us_hash *hash, const us_domain *domain)
{
    add(hash, domain->feature_count);
    for (int i = 0; i < domain->feature_count; i++) {
        const us_feature *f = &domain->feature[i];
        add_measure(hash, f->name, f->low, f->high, f->value);
        add_text(hash, domain->feature_groups.name[f->group]);
    }
}

static void add_places(us_hash *hash, const us_domain *domain)
{
    const us_map_frame_end *end[] = {&domain->home, &domain->away};
    for (int i = 0; i < US_COUNT(end); i++) {
        add(hash, end[i]->count);
        for (int k = 0; k < end[i]->count; k++)
            add_expr(hash, end[i]->entity[k]);
    }
    add(hash, domain->nearness_count);
    for (int i = 0; i < domain->nearness_count; i++) {
        const us_nearness *n = &domain->nearness[i];
        add_measure(hash, n->name, n->low, n->high, n->value);
    }
}

static void add_queries(us_hash *hash, const us_domain *domain)
{
    add(hash, domain->class_count);
    for (int i = 0; i < domain->class_count; i++) {
        add_text(hash, domain->class_def[i].name);
        add(hash, domain->class_def[i].parent);
    }
    add(hash, domain->descriptor_count);
    for (int i = 0; i < domain->descriptor_count; i++) {
        const us_descriptor *d = &domain->descriptor[i];
        add_measure(hash, d->name, d->low, d->high, d->value);
        add(hash, d->decimals);
        add_names(hash, &d->symbols);
        for (int k = 0; d->alike && k < d->symbols.count * d->symbols.count; k++)
            add(hash, d->alike[k]);
    }
}

static us_hash hash_feature_names(const us_domain *domain)
{
    us_hash hash = US_HASH_START;
    for (int i = 0; i < domain->feature_count; i++)
        add_text(&hash, domain->feature[i].name);
    return domain->feature_count ? hash : 0;
}

void us_domain_compute_hashes(us_domain *domain)
{
    domain->features_hash = hash_feature_names(domain);
    domain->part[US_DOMAIN_BASICS] = hash_basics(domain);
    domain->part[US_DOMAIN_TERRAINS] = hash_terrains(domain);
    domain->part[US_DOMAIN_TYPES] = hash_types(domain);
    domain->part[US_DOMAIN_ACTIONS] = hash_actions(domain);
    domain->hash = US_HASH_START;
    for (int part = 0; part < US_DOMAIN_PARTS; part++)
        domain->hash = us_hash_add(domain->hash, domain->part[part]);
    domain->players_hash = US_HASH_START;
    add_conduct(&domain->players_hash, domain);
    add_goals(&domain->players_hash, domain);
    add_features(&domain->players_hash, domain);
    add_places(&domain->players_hash, domain);
    add_queries(&domain->players_hash, domain);
}
