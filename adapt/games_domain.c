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
    return US_TABLE_PUT(games, US_TABLE_TYPES, err, us_put_int(type), us_put_text(def->name),
                        us_put_optional(def->parent, US_NO_TYPE),
                        us_put_text(us_type_kind_name(def->kind)), us_put_int(def->abstract),
                        us_put_text(def->faction >= 0 ? domain->factions.name[def->faction] : NULL),
                        us_put_int(common), us_put_text(domain->type[common].name),
                        us_put_int(def->food_use), us_put_int(def->food_supply));
}

static us_status put_ancestors(us_games *games, us_type type, us_error *err)
{
    for (us_type above = type; above != US_NO_TYPE; above = games->domain->type[above].parent) {
        US_TRY(US_TABLE_PUT(games, US_TABLE_KINDS, err, us_put_int(type), us_put_int(above)));
    }
    return US_OK;
}

static us_status put_roles(us_games *games, us_type type, us_error *err)
{
    const us_domain *domain = games->domain;
    for (int role = 0; role < domain->roles.count; role++) {
        if (!(domain->type[type].roles >> role & 1))
            continue;
        US_TRY(US_TABLE_PUT(games, US_TABLE_ROLES, err, us_put_int(type),
                            us_put_text(domain->roles.name[role])));
    }
    return US_OK;
}

static us_status put_costs(us_games *games, us_type type, us_error *err)
{
    const us_domain *domain = games->domain;
    for (int resource = 0; resource < domain->resources.count; resource++) {
        if (domain->type[type].cost[resource] <= 0)
            continue;
        US_TRY(US_TABLE_PUT(games, US_TABLE_COSTS, err, us_put_int(type),
                            us_put_text(domain->resources.name[resource]),
                            us_put_int(domain->type[type].cost[resource])));
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
        US_TRY(US_TABLE_PUT(games, US_TABLE_MAKES, err, us_put_int(producer[i].actor),
                            us_put_text(games->domain->action[producer[i].action].name),
                            us_put_int(product)));
    }
    return US_OK;
}

static us_status put_requirements(us_games *games, us_type type, us_error *err)
{
    const us_type_def *def = &games->domain->type[type];
    for (int i = 0; i < def->requires_count; i++)
        for (int t = 0; t < def->requires[i].count; t++) {
            US_TRY(US_TABLE_PUT(games, US_TABLE_REQUIRES, err, us_put_int(type), us_put_int(i + 1),
                                us_put_int(def->requires[i].type[t])));
        }
    return US_OK;
}

static us_status put_goals(us_games *games, us_error *err)
{
    const us_domain *domain = games->domain;
    for (int goal = 0; goal < domain->goal_count; goal++)
        for (int above = goal; above >= 0; above = domain->goal[above].parent) {
            US_TRY(US_TABLE_PUT(games, US_TABLE_GOALS, err, us_put_text(domain->goal[goal].name),
                                us_put_text(domain->goal[above].name)));
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
