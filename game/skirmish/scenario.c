#include "game/skirmish/act.h"
#include "game/skirmish/rules.h"
#include "game/skirmish/skirmish.h"

#include <stdio.h>
#include <string.h>

/* Checks the parameters of the actions: the code reads them by position. */
static us_status check_params(const us_domain *domain, int action, us_error *err)
{
    static const struct {
        const char *action;
        us_value_kind kind[2];
        int count;
    } rows[] = {
        {"move", {US_VALUE_CELL}, 1},          {"attack-move", {US_VALUE_CELL}, 1},
        {"attack-ground", {US_VALUE_CELL}, 1}, {"patrol", {US_VALUE_CELL}, 1},
        {"chop", {US_VALUE_CELL}, 1},          {"attack", {US_VALUE_ENTITY}, 1},
        {"follow", {US_VALUE_ENTITY}, 1},      {"defend", {US_VALUE_ENTITY}, 1},
        {"harvest", {US_VALUE_ENTITY}, 1},     {"repair", {US_VALUE_ENTITY}, 1},
        {"train", {US_VALUE_TYPE}, 1},         {"research", {US_VALUE_TYPE}, 1},
        {"upgrade", {US_VALUE_TYPE}, 1},       {"build", {US_VALUE_TYPE, US_VALUE_CELL}, 2},
        {"auto-repair", {US_VALUE_NUMBER}, 1}, {"rally", {US_VALUE_CELL}, 1},
    };
    const us_action_def *def = &domain->action[action];
    int wanted = US_ROW_FIND(rows, US_COUNT(rows), def->name);
    int count = wanted < 0 ? 0 : rows[wanted].count;
    bool agree = def->param_count == count;
    for (int p = 0; agree && p < count; p++)
        agree = def->param[p].kind == rows[wanted].kind[p];
    if (agree)
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, domain->file, 0, 0,
                        "skirmish expects other parameters of the action \"%s\": %s%s%s", def->name,
                        count > 0 ? us_value_kind_name(rows[wanted].kind[0]) : "none",
                        count > 1 ? ", " : "",
                        count > 1 ? us_value_kind_name(rows[wanted].kind[1]) : "");
}

/* Checks that each action has a verb or another way to be carried out. */
static us_status find_verbs(sk_scenario *scenario, us_error *err)
{
    const us_domain *domain = scenario->domain;
    const sk_words *w = &scenario->words;
    for (int i = 0; i < domain->action_count; i++) {
        US_TRY(check_params(domain, i, err));
        scenario->verb[i] = sk_verb_find(domain->action[i].name);
        if (!scenario->verb[i] && !sk_action_is_production(w, i) && !sk_action_is_immediate(w, i))
            return us_error_set(err, US_BAD_INPUT, domain->file, 0, 0,
                                "skirmish does not know how to carry out the action \"%s\"",
                                domain->action[i].name);
    }
    return US_OK;
}

static us_status refuse_faction(const us_domain *domain, const char *name, us_error *err)
{
    US_AUTOSTR(known);
    for (int i = 0; i < domain->factions.count; i++)
        us_str_addf(&known, "%s%s", i > 0 ? ", " : "", domain->factions.name[i]);
    return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                        "there is no faction \"%.64s\" in the domain \"%s\": expected one of %s",
                        name, domain->name, known.text);
}

/* Sets the factions of the seats. Entities take part only if some faction has them. If a seat's
 * faction is changed, its entities become their counterparts. */
static us_status set_factions(sk_scenario *scenario, const us_scenario_def *def,
                              us_scenario_part *part, us_error *err)
{
    sk_map *map = scenario->map;
    const us_domain *domain = scenario->domain;
    for (int seat = 0; seat < map->seats; seat++) {
        if (!def->faction[seat])
            continue;
        *part = (us_scenario_part)(US_PART_FACTION + seat);
        int wanted = us_domain_find_faction(domain, def->faction[seat]);
        if (wanted < 0)
            return refuse_faction(domain, def->faction[seat], err);
        if (wanted == map->faction[seat])
            continue;
        map->faction[seat] = wanted;
        for (int i = 0; i < map->entity_count; i++) {
            sk_map_entity *entity = &map->entity[i];
            us_type type = entity->owner == seat ? us_type_for_faction(domain, entity->type, wanted)
                                                 : entity->type;
            if (type == US_NO_TYPE)
                return us_error_set(
                    err, US_BAD_INPUT, NULL, 0, 0,
                    "\"%s\" of map %s has no counterpart among the %s: expected another "
                    "faction",
                    domain->type[entity->type].name, map->name, domain->factions.name[wanted]);
            entity->type = type;
        }
        map->hash = us_hash_add(map->hash, (uint64_t)(seat * 16 + wanted));
    }
    return US_OK;
}

static int widest(const us_domain *domain)
{
    int most = 1;
    for (int t = 0; t < domain->type_count; t++) {
        most = domain->type[t].width > most ? domain->type[t].width : most;
        most = domain->type[t].height > most ? domain->type[t].height : most;
    }
    return most;
}

static us_status open_parts(sk_scenario *scenario, const us_scenario_def *def,
                            us_scenario_part *part, us_error *err)
{
    if (!def->read)
        US_TRY(us_domain_load_shipped("skirmish", &scenario->own, err));
    scenario->domain = def->read ? def->read : scenario->own;
    scenario->widest = widest(scenario->domain);
    US_TRY(sk_words_find(scenario->domain, &scenario->words, err));
    US_TRY(find_verbs(scenario, err));
    US_TRY(sk_data_load_rules(scenario->domain, &scenario->rules, err));
    *part = US_PART_MAP;
    if (def->map_text)
        US_TRY(sk_map_parse(def->map, def->map_text, strlen(def->map_text), scenario->domain,
                            &scenario->map, err));
    else
        US_TRY(sk_map_load(def->map, scenario->domain, &scenario->map, err));
    US_TRY(set_factions(scenario, def, part, err));
    sk_map_format_family(scenario->map, scenario->domain, scenario->family);
    scenario->even = scenario->map->fair &&
                     sk_map_find_symmetry(scenario->map, scenario->domain) != SK_SYMMETRY_NONE;
    return US_OK;
}

us_status sk_scenario_open(const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                           us_error *err)
{
    sk_scenario *scenario = US_NEW(sk_scenario);
    us_status status = open_parts(scenario, def, part, err);
    if (status != US_OK) {
        sk_scenario_close(&scenario->base);
        return status;
    }
    scenario->base = (us_scenario){
        .kind = &us_skirmish,
        .domain = scenario->domain,
        .rules_hash = scenario->rules->hash,
        .map_hash = scenario->map->hash,
        .map_name = scenario->map->name,
        .map_family = scenario->family,
        .width = scenario->map->width,
        .height = scenario->map->height,
        .seats = scenario->map->seats,
        .max_cycles = def->max_cycles,
        .fog = def->fog,
    };
    *out = &scenario->base;
    return US_OK;
}

void sk_scenario_close(us_scenario *base)
{
    sk_scenario *scenario = (sk_scenario *)base;
    sk_map_free(scenario->map);
    sk_rules_free(scenario->rules);
    us_domain_free(scenario->own);
    us_mem_free(scenario);
}
