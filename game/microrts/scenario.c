#include <stdio.h>
#include <string.h>

#include "domain/action.h"
#include "game/microrts/microrts.h"
#include "game/microrts/play.h"
#include "game/microrts/real.h"

static us_status find_words(const us_domain *domain, mr_words *w, us_error *err)
{
    const us_required_word words[] = {
        {us_domain_find_status, "status", "idle", &w->idle},
        {us_domain_find_status, "status", "moving", &w->moving},
        {us_domain_find_status, "status", "gathering", &w->gathering},
        {us_domain_find_status, "status", "carrying", &w->carrying},
        {us_domain_find_status, "status", "building", &w->building},
        {us_domain_find_status, "status", "training", &w->training},
        {us_domain_find_status, "status", "attacking", &w->attacking},
        {us_domain_find_attribute, "attribute", "carried", &w->carried},
        {us_domain_find_attribute, "attribute", "stock", &w->stock},
        {us_domain_find_attribute, "attribute", "queue", &w->queue},
        {us_domain_find_attribute, "attribute", "range", &w->range},
        {us_domain_find_attribute, "attribute", "damage", &w->damage},
        {us_domain_find_tally, "resource", "ore", &w->resource},
        {us_domain_find_tally, "counter", "kills", &w->kills},
        {us_domain_find_tally, "counter", "losses", &w->losses},
        {us_domain_find_terrain, "terrain", "ground", &w->ground},
        {us_domain_find_terrain, "terrain", "wall", &w->wall},
    };
    return us_domain_require(domain, "microRTS", words, US_COUNT(words), err);
}

static us_status find_task_kinds(mr_scenario *s, const us_domain *domain, us_error *err)
{
    static const struct {
        const char *name;
        mr_task_kind deed;
        us_value_kind where; /* US_VALUE_KINDS: no place */
        bool type;
    } rows[] = {
        {"move", MR_TASK_MOVE, US_VALUE_CELL, false},
        {"stop", MR_TASK_STOP, US_VALUE_KINDS, false},
        {"harvest", MR_TASK_HARVEST, US_VALUE_ENTITY, false},
        {"return", MR_TASK_RETURN, US_VALUE_KINDS, false},
        {"build", MR_TASK_BUILD, US_VALUE_CELL, true},
        {"train", MR_TASK_TRAIN, US_VALUE_KINDS, true},
        {"attack", MR_TASK_ATTACK, US_VALUE_ENTITY, false},
        {"attack-move", MR_TASK_ATTACK_MOVE, US_VALUE_CELL, false},
        {"hunt", MR_TASK_HUNT, US_VALUE_KINDS, false},
    };
    for (int a = 0; a < domain->action_count; a++) {
        const us_action_def *action = &domain->action[a];
        int k = US_ROW_FIND(rows, US_COUNT(rows), action->name);
        int type = us_action_find_param(action, US_VALUE_TYPE), where = -1;
        if (k >= 0 && rows[k].where < US_VALUE_KINDS)
            where = us_action_find_param(action, rows[k].where);
        if (k < 0 || (type >= 0) != rows[k].type ||
            (where >= 0) != (rows[k].where < US_VALUE_KINDS) ||
            action->param_count != (type >= 0) + (where >= 0))
            return us_error_set(err, US_BAD_INPUT, domain->file, 0, 0,
                                "microRTS does not know how to carry out the action \"%s\"",
                                action->name);
        s->task_kind[a] = rows[k].deed;
        s->param[a][0] = (int8_t)type;
        s->param[a][1] = (int8_t)where;
    }
    return US_OK;
}

/* Returns true if the type has an action of this kind, and, for a product, one that makes it. */
static bool does(const mr_scenario *s, const us_domain *domain, us_type type, mr_task_kind deed,
                 us_type product)
{
    for (int a = 0; a < domain->action_count; a++)
        if (s->task_kind[a] == deed &&
            (product == US_NO_TYPE ? us_type_can_do(domain, type, a)
                                   : us_type_can_make(domain, type, a, product)))
            return true;
    return false;
}

/* Returns the fact in which a row and a type differ, or NULL. */
static const char *difference(const mr_scenario *s, const us_domain *domain, int row, us_type type)
{
    const mr_words *w = &s->words;
    const mr_type *r = &s->table.type[row];
    const us_type_def *def = &domain->type[type];
    bool fights = r->can_attack;
    const struct {
        const char *what;
        bool same;
    } facts[] = {
        {"resource", (def->kind == US_KIND_RESOURCE) == r->resource},
        {"cost", def->cost[0] == r->cost || r->resource},
        {"hit points", def->attribute[0] == r->hit_points},
        {"size", def->width == 1 && def->height == 1},
        {"range", def->attribute[w->range] == r->range || !fights},
        {"damage", def->attribute[w->damage] == r->min_damage || !fights},
        {"who stores", (def->stores != 0) == r->stockpile},
        {"who harvests",
         (def->gathers && does(s, domain, type, MR_TASK_HARVEST, US_NO_TYPE)) == r->can_harvest},
        {"who moves", does(s, domain, type, MR_TASK_MOVE, US_NO_TYPE) == r->can_move},
        {"who attacks", does(s, domain, type, MR_TASK_ATTACK, US_NO_TYPE) == fights},
    };
    for (int i = 0; i < US_COUNT(facts); i++)
        if (!facts[i].same)
            return facts[i].what;
    for (int k = 0; k < s->table.count; k++)
        if ((does(s, domain, type, MR_TASK_BUILD, s->type[k]) ||
             does(s, domain, type, MR_TASK_TRAIN, s->type[k])) != (r->produces >> k & 1))
            return "what it makes";
    return NULL;
}

/* Finds the domain's types by the table. The domain must agree with the table. */
static us_status find_types(mr_scenario *s, const us_domain *domain, us_error *err)
{
    const char *name = NULL, *differs = NULL;
    for (us_type t = 0; t < domain->type_count && !differs; t++) {
        name = domain->type[t].name;
        int row = mr_table_find_type(&s->table, name, strlen(name));
        s->number[t] = (int16_t)row;
        if (row >= 0)
            s->type[row] = t;
        if ((row >= 0) == domain->type[t].abstract)
            differs = row < 0 ? "no such row" : "an abstract type";
    }
    for (int k = 0; k < s->table.count && !differs; k++) {
        name = s->table.type[k].name;
        if (us_domain_find_type(domain, name) == US_NO_TYPE)
            differs = "no such type";
    }
    for (int k = 0; k < s->table.count && !differs; k++) {
        name = s->table.type[k].name;
        differs = difference(s, domain, k, s->type[k]);
    }
    return differs ? us_error_set(err, US_MISMATCH, domain->file, 0, 0,
                                  "the domain and the table of rules don't agree on %s: %s", name,
                                  differs)
                   : US_OK;
}

static us_status open_parts(mr_scenario *s, const us_scenario_def *def, us_scenario_part *part,
                            us_error *err)
{
    if (!def->read)
        US_TRY(us_domain_load_shipped(def->domain, &s->own, err));
    const us_domain *domain = def->read ? def->read : s->own;
    s->base.domain = domain;
    US_TRY(mr_table_load(&s->table, err));
    US_TRY(mr_table_check_native(&s->table, err));
    US_TRY(find_words(domain, &s->words, err));
    US_TRY(find_task_kinds(s, domain, err));
    US_TRY(find_types(s, domain, err));
    for (int seat = 0; seat < MR_PLAYERS; seat++) {
        *part = (us_scenario_part)(US_PART_FACTION + seat);
        if (def->faction[seat] && us_domain_find_faction(domain, def->faction[seat]) != 0)
            return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                                "found the faction \"%.64s\", expected %s", def->faction[seat],
                                domain->factions.name[0]);
    }
    if (def->outside[0] && def->outside[1]) {
        *part = US_PART_OUTSIDE + 1;
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "both seats are bots of the real microRTS: expected a player of ours");
    }
    if (def->outside[0] || def->outside[1]) {
        *part = def->outside[0] ? US_PART_OUTSIDE : US_PART_OUTSIDE + 1;
        US_TRY(mr_engine_open(def->outside, &s->engine, err));
    }
    *part = US_PART_MAP;
    return def->map_text ? mr_map_parse(def->map, def->map_text, strlen(def->map_text), &s->table,
                                        &s->map, err)
                         : mr_map_load(def->map, &s->table, &s->map, err);
}

us_status mr_scenario_open(const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                           us_error *err)
{
    mr_scenario *s = US_NEW(mr_scenario);
    us_status status = open_parts(s, def, part, err);
    if (status != US_OK) {
        mr_scenario_close(&s->base);
        return status;
    }
    us_map_default_name(def->domain, def->map, s->name, sizeof(s->name));
    snprintf(s->family, sizeof(s->family), "%dx%d", s->map->width, s->map->height);
    s->base.kind = s->engine ? &us_microrts_real : &us_microrts;
    s->base.rules_hash = mr_table_hash(&s->table);
    s->base.map_hash = s->map->hash;
    s->base.map_name = s->name;
    s->base.map_family = s->family;
    s->base.width = s->map->width;
    s->base.height = s->map->height;
    s->base.seats = MR_PLAYERS;
    s->base.max_cycles = def->max_cycles;
    *out = &s->base;
    return US_OK;
}

void mr_scenario_close(us_scenario *base)
{
    mr_scenario *s = (mr_scenario *)base;
    mr_engine_close(s->engine);
    mr_map_free(s->map);
    us_domain_free(s->own);
    us_mem_free(s);
}
