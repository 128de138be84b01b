#include "adapt/games_internal.h"

/* Returns the nearest type above both the type and its counterpart, or the type itself. */
static us_type common_of(const us_domain *domain, us_type type)
{
    us_type counterpart = domain->type[type].counterpart;
    us_type common =
        counterpart == US_NO_TYPE ? US_NO_TYPE : us_type_common_ancestor(domain, type, counterpart);
    return common == US_NO_TYPE ? type : common;
}

static us_status put_type(us_games *games, us_type type, us_error *err)
{
    const us_domain *domain = games->domain;
    const us_type_def *def = &domain->type[type];
    us_type common = common_of(domain, type);
    us_table_row row = us_table_row_begin(games, US_TABLE_TYPES, err);
    us_table_row_add_int(&row, type);
    us_table_row_add_text(&row, def->name);
    us_table_row_add_optional(&row, def->parent, US_NO_TYPE);
    us_table_row_add_text(&row, us_type_kind_name(def->kind));
    us_table_row_add_int(&row, def->abstract);
    us_table_row_add_text(&row, def->faction >= 0 ? domain->factions.name[def->faction] : NULL);
    us_table_row_add_int(&row, common);
    us_table_row_add_text(&row, domain->type[common].name);
    us_table_row_add_int(&row, def->food_use);
    us_table_row_add_int(&row, def->food_supply);
    return us_table_row_end(&row);
}

static us_status put_ancestors(us_games *games, us_type type, us_error *err)
{
    for (us_type above = type; above != US_NO_TYPE; above = games->domain->type[above].parent) {
        us_table_row row = us_table_row_begin(games, US_TABLE_KINDS, err);
        us_table_row_add_int(&row, type);
        us_table_row_add_int(&row, above);
        US_TRY(us_table_row_end(&row));
    }
    return US_OK;
}

static us_status put_roles(us_games *games, us_type type, us_error *err)
{
    const us_domain *domain = games->domain;
    for (int role = 0; role < domain->roles.count; role++) {
        if (!(domain->type[type].roles >> role & 1))
            continue;
        us_table_row row = us_table_row_begin(games, US_TABLE_ROLES, err);
        us_table_row_add_int(&row, type);
        us_table_row_add_text(&row, domain->roles.name[role]);
        US_TRY(us_table_row_end(&row));
    }
    return US_OK;
}

static us_status put_costs(us_games *games, us_type type, us_error *err)
{
    const us_domain *domain = games->domain;
    for (int resource = 0; resource < domain->resources.count; resource++) {
        if (domain->type[type].cost[resource] <= 0)
            continue;
        us_table_row row = us_table_row_begin(games, US_TABLE_COSTS, err);
        us_table_row_add_int(&row, type);
        us_table_row_add_text(&row, domain->resources.name[resource]);
        us_table_row_add_int(&row, domain->type[type].cost[resource]);
        US_TRY(us_table_row_end(&row));
    }
    return US_OK;
}

/* Puts the makers of a concrete product. Producers are concrete, and cover abstract products. */
static us_status put_makers(us_games *games, us_type product, us_error *err)
{
    const us_producer *producer;
    int count = us_domain_producers(games->domain, product, &producer);
    if (games->domain->type[product].abstract)
        return US_OK;
    for (int i = 0; i < count; i++) {
        us_table_row row = us_table_row_begin(games, US_TABLE_MAKES, err);
        us_table_row_add_int(&row, producer[i].actor);
        us_table_row_add_text(&row, games->domain->action[producer[i].action].name);
        us_table_row_add_int(&row, product);
        US_TRY(us_table_row_end(&row));
    }
    return US_OK;
}

static us_status put_requirements(us_games *games, us_type type, us_error *err)
{
    const us_type_def *def = &games->domain->type[type];
    for (int i = 0; i < def->requires_count; i++)
        for (int t = 0; t < def->requires[i].count; t++) {
            us_table_row row = us_table_row_begin(games, US_TABLE_REQUIRES, err);
            us_table_row_add_int(&row, type);
            us_table_row_add_int(&row, i + 1);
            us_table_row_add_int(&row, def->requires[i].type[t]);
            US_TRY(us_table_row_end(&row));
        }
    return US_OK;
}

static us_status put_goals(us_games *games, us_error *err)
{
    const us_domain *domain = games->domain;
    for (int goal = 0; goal < domain->goal_count; goal++)
        for (int above = goal; above >= 0; above = domain->goal[above].parent) {
            us_table_row row = us_table_row_begin(games, US_TABLE_GOALS, err);
            us_table_row_add_text(&row, domain->goal[goal].name);
            us_table_row_add_text(&row, domain->goal[above].name);
            US_TRY(us_table_row_end(&row));
        }
    return US_OK;
}

us_status us_games_insert_domain(us_games *games, us_error *err)
{
    for (int type = 0; type < games->domain->type_count; type++) {
        US_TRY(put_type(games, (us_type)type, err));
        US_TRY(put_ancestors(games, (us_type)type, err));
        US_TRY(put_roles(games, (us_type)type, err));
        US_TRY(put_costs(games, (us_type)type, err));
        US_TRY(put_makers(games, (us_type)type, err));
        US_TRY(put_requirements(games, (us_type)type, err));
    }
    return put_goals(games, err);
}
