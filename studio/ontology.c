#include "studio/ontology.h"

#include "domain/order.h"

const char *us_reason_text(int reason)
{
    static const char *const text[US_REASONS] = {
        [US_REASON_NONE] = "",
        [US_REASON_NO_UNIT] = "There is no such unit any more",
        [US_REASON_NOT_YOURS] = "That is not yours",
        [US_REASON_CANNOT] = "None of these can do that",
        [US_REASON_UNFINISHED] = "It is still being built",
        [US_REASON_BUSY] = "It is busy, or has too much to do already",
        [US_REASON_BAD_ARGUMENT] = "That makes no sense here",
        [US_REASON_BAD_TARGET] = "That can't be done to this",
        [US_REASON_BAD_PLACE] = "That can't be done there",
        [US_REASON_NO_RESOURCES] = "There is not enough to pay for it",
        [US_REASON_NO_FOOD] = "There is not enough food for it",
        [US_REASON_REQUIRES] = "Something else is needed first",
        [US_REASON_KNOWN] = "That is known already, or being learned",
        [US_REASON_NOTHING] = "There is nothing to do",
        [US_REASON_NO_WAY] = "No way leads there",
        [US_REASON_EXHAUSTED] = "It ran out, and no other is near",
        [US_REASON_INTERRUPTED] = "Another order took its place",
        [US_REASON_DEAD] = "It died",
        [US_REASON_OVER] = "The game is over",
    };
    return text[reason];
}

static void write_named(us_json_writer *w, const char *name, const char *about)
{
    us_json_write_key_string(w, "name", name);
    us_json_write_key_string(w, "about", about);
}

static void write_table(us_json_writer *w, const char *key, const us_names_table *table)
{
    us_json_write_key_open(w, key, '[');
    for (int i = 0; i < table->count; i++) {
        us_json_write_open(w, '{');
        write_named(w, table->name[i], table->about[i]);
        us_json_write_close(w, '}');
    }
    us_json_write_close(w, ']');
}

static void write_bits(us_json_writer *w, const char *key, uint32_t bits,
                       const us_names_table *table)
{
    us_json_write_key_open(w, key, '[');
    for (int i = 0; i < table->count; i++)
        if (bits >> i & 1)
            us_json_write_string(w, table->name[i]);
    us_json_write_close(w, ']');
}

static void write_params(us_json_writer *w, const us_param *param, int count)
{
    us_json_write_key_open(w, "params", '[');
    for (int i = 0; i < count; i++) {
        us_json_write_open(w, '{');
        us_json_write_key_string(w, "name", param[i].name);
        us_json_write_key_string(w, "kind", us_value_kind_name(param[i].kind));
        us_json_write_key_bool(w, "optional", param[i].optional);
        us_json_write_close(w, '}');
    }
    us_json_write_close(w, ']');
}

static void write_attributes(const us_domain *domain, us_json_writer *w)
{
    us_json_write_key_open(w, "attributes", '[');
    for (int i = 0; i < domain->attribute_count; i++) {
        const us_attribute *a = &domain->attribute[i];
        us_json_write_open(w, '{');
        write_named(w, a->name, a->about);
        us_json_write_key_int(w, "low", a->low);
        us_json_write_key_int(w, "high", a->high);
        us_json_write_key_bool(w, "private", a->private);
        us_json_write_close(w, '}');
    }
    us_json_write_close(w, ']');
}

static void write_terrains(const us_domain *domain, us_json_writer *w)
{
    us_json_write_key_open(w, "terrains", '[');
    for (int i = 0; i < domain->terrain_count; i++) {
        const us_terrain *t = &domain->terrain[i];
        char symbol[2] = {t->symbol, '\0'};
        us_json_write_open(w, '{');
        us_json_write_key_string(w, "name", t->name);
        us_json_write_key_string(w, "symbol", symbol);
        write_bits(w, "passable", t->passable, &domain->movements);
        us_json_write_key_bool(w, "buildable", t->buildable);
        us_json_write_key_string(w, "resource",
                                 t->resource < 0 ? NULL : domain->resources.name[t->resource]);
        us_json_write_key_bool(w, "breakable", t->breakable);
        us_json_write_close(w, '}');
    }
    us_json_write_close(w, ']');
}

static void write_actions(const us_domain *domain, us_json_writer *w)
{
    us_json_write_key_open(w, "actions", '[');
    for (int i = 0; i < domain->action_count; i++) {
        const us_action_def *a = &domain->action[i];
        us_json_write_open(w, '{');
        write_named(w, a->name, a->about);
        us_json_write_key_bool(w, "group", a->group);
        us_json_write_key_bool(w, "queues", a->queues);
        us_json_write_key_bool(w, "continues", a->continues);
        write_params(w, a->param, a->param_count);
        us_json_write_key_open(w, "effects", '[');
        for (int e = 0; e < a->effect_count; e++)
            us_json_write_string(w, us_effect_kind_name(a->effect[e].kind));
        us_json_write_close(w, ']');
        us_json_write_close(w, '}');
    }
    us_json_write_close(w, ']');
}

static void write_makes(const us_type_def *t, us_json_writer *w)
{
    us_json_write_key_open(w, "makes", '[');
    for (int i = 0; i < t->produces_count; i++) {
        us_json_write_open(w, '{');
        us_json_write_key_int(w, "action", t->produces[i].action);
        us_json_write_key_open(w, "types", '[');
        for (int k = 0; k < t->produces[i].count; k++)
            us_json_write_int(w, t->produces[i].type[k]);
        us_json_write_close(w, ']');
        us_json_write_close(w, '}');
    }
    us_json_write_close(w, ']');
}

static void write_type(const us_domain *domain, const us_type_def *t, us_json_writer *w)
{
    us_json_write_open(w, '{');
    write_named(w, t->name, t->about);
    us_json_write_key_int(w, "parent", t->parent);
    us_json_write_key_string(w, "kind", us_type_kind_name(t->kind));
    us_json_write_key_bool(w, "abstract", t->abstract);
    us_json_write_key_int(w, "faction", t->faction);
    write_bits(w, "roles", t->roles, &domain->roles);
    us_json_write_key_int(w, "width", t->width);
    us_json_write_key_int(w, "height", t->height);
    us_json_write_key_int(w, "movement", t->movement);
    us_json_write_key_open(w, "cost", '{');
    for (int r = 0; r < domain->resources.count; r++)
        if (t->cost[r])
            us_json_write_key_int(w, domain->resources.name[r], t->cost[r]);
    us_json_write_close(w, '}');
    us_json_write_key_int(w, "food_use", t->food_use);
    us_json_write_key_int(w, "food_supply", t->food_supply);
    us_json_write_key_open(w, "attributes", '[');
    for (int a = 0; a < domain->attribute_count; a++)
        us_json_write_int(w, t->attribute[a]);
    us_json_write_close(w, ']');
    write_makes(t, w);
    write_bits(w, "gathers", t->gathers, &domain->resources);
    us_json_write_key_string(w, "yields", t->yields < 0 ? NULL : domain->resources.name[t->yields]);
    us_json_write_close(w, '}');
}

static void write_goals(const us_domain *domain, us_json_writer *w)
{
    us_json_write_key_open(w, "goals", '[');
    for (int i = 0; i < domain->goal_count; i++) {
        const us_goal_def *g = &domain->goal[i];
        us_json_write_open(w, '{');
        write_named(w, g->name, g->about);
        us_json_write_key_string(w, "kind", us_goal_kind_name(g->kind));
        us_json_write_key_int(w, "parent", g->parent);
        us_json_write_key_int(w, "rank", g->rank);
        write_params(w, g->param, g->param_count);
        us_json_write_close(w, '}');
    }
    us_json_write_close(w, ']');
}

void us_ontology_write(const us_domain *domain, us_json_writer *w)
{
    us_json_write_key_string(w, "name", domain->name);
    us_json_write_key_int(w, "cycles_per_second", domain->cycles_per_second);
    us_json_write_key_int(w, "neighbors", domain->neighbors);
    us_json_write_key_strings(w, "resources", domain->resources.name, domain->resources.count);
    us_json_write_key_strings(w, "tallies", domain->tallies.name, domain->tallies.count);
    us_json_write_key_strings(w, "movements", domain->movements.name, domain->movements.count);
    us_json_write_key_strings(w, "roles", domain->roles.name, domain->roles.count);
    write_table(w, "statuses", &domain->statuses);
    write_table(w, "factions", &domain->factions);
    write_attributes(domain, w);
    write_terrains(domain, w);
    write_actions(domain, w);
    us_json_write_key_open(w, "types", '[');
    for (int i = 0; i < domain->type_count; i++)
        write_type(domain, &domain->type[i], w);
    us_json_write_close(w, ']');
    write_goals(domain, w);
    us_json_write_key_open(w, "features", '[');
    for (int i = 0; i < domain->feature_count; i++)
        us_json_write_string(w, domain->feature[i].name);
    us_json_write_close(w, ']');
    us_json_write_key_open(w, "reasons", '[');
    for (int i = 0; i < US_REASONS; i++) {
        us_json_write_open(w, '{');
        us_json_write_key_string(w, "name", us_reason_name((us_reason)i));
        us_json_write_key_string(w, "text", us_reason_text(i));
        us_json_write_close(w, '}');
    }
    us_json_write_close(w, ']');
}
