#include "domain/action.h"
#include "game/arena/arena.h"
#include "game/arena/state.h"
#include <stdio.h>
#include <string.h>

/* Checks that the arena carries out each action, and that every type that moves has numbers. */
static us_status find_verbs(ar_scenario *s, const us_domain *domain, us_error *err)
{
    s->sneak = us_domain_find_action(domain, "sneak");
    for (int a = 0; a < domain->action_count; a++) {
        const us_action_def *action = &domain->action[a];
        s->verb[a] = ar_verb_find(action);
        s->target[a] = (int8_t)us_action_find_param(action, US_VALUE_ENTITY);
        if (!s->verb[a] && (!us_action_has_effect(action, US_EFFECT_LOSE) || action->param_count))
            return us_error_set(err, US_BAD_INPUT, domain->file, 0, 0,
                                "the arena does not know how to carry out the action \"%s\"",
                                action->name);
    }
    s->rule = ar_rules_new(domain);
    for (int t = 0; t < domain->type_count; t++)
        if (domain->type[t].kind == US_KIND_UNIT && !domain->type[t].abstract && !s->rule[t].step)
            return us_error_set(
                err, US_BAD_INPUT, domain->file, 0, 0,
                "the arena has no numbers for the type \"%s\": expected it below ALIVE",
                domain->type[t].name);
    return US_OK;
}

/* Checks that each seat plays its own faction: entities of the visitor and of the residents have
 * different types. */
static us_status check_factions(const us_domain *domain, const us_scenario_def *def,
                                us_scenario_part *part, us_error *err)
{
    for (int seat = 0; seat < AR_SEATS; seat++) {
        *part = (us_scenario_part)(US_PART_FACTION + seat);
        if (def->faction[seat] && us_domain_find_faction(domain, def->faction[seat]) != seat)
            return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                                "found the faction \"%.64s\", expected %s for seat %d",
                                def->faction[seat], domain->factions.name[seat], seat);
    }
    return US_OK;
}

static void survey(ar_scenario *s, const us_domain *domain)
{
    const ar_map *map = s->map;
    s->pass = ar_map_compute_pass(map, domain, &s->words);
    s->region = ar_map_compute_regions(map, s->pass);
    s->exits = ar_map_compute_exits(map, s->pass);
    s->doors = ar_map_compute_doors(map, &s->words);
    s->mark = ar_map_compute_marks(map, s->exits, s->doors);
    s->delivers = US_NEW_ARRAY(uint8_t, map->width * map->height);
    for (int cell = 0; cell < map->width * map->height; cell++) {
        if (!map->stands[cell])
            continue;
        s->capacity++;
        if (map->kind[map->stands[cell] - 1].type != s->words.exit)
            continue;
        int x = cell % map->width, y = cell / map->width;
        for (int k = 0; k < 9; k++) {
            int nx = x + k % 3 - 1, ny = y + k / 3 - 1;
            if (nx >= 0 && ny >= 0 && nx < map->width && ny < map->height)
                s->delivers[ny * map->width + nx] = 1;
        }
    }
}

static us_status open_parts(ar_scenario *s, const us_scenario_def *def, us_scenario_part *part,
                            us_error *err)
{
    if (!def->read)
        US_TRY(us_domain_load_shipped(def->domain, &s->own, err));
    const us_domain *domain = def->read ? def->read : s->own;
    s->base.domain = domain;
    US_TRY(ar_words_find(domain, &s->words, err));
    US_TRY(find_verbs(s, domain, err));
    US_TRY(check_factions(domain, def, part, err));
    *part = US_PART_MAP;
    if (def->map_text)
        US_TRY(ar_map_parse(def->map, def->map_text, strlen(def->map_text), domain, &s->map, err));
    else
        US_TRY(ar_map_load(def->map, domain, &s->map, err));
    survey(s, domain);
    return US_OK;
}

us_status ar_scenario_open(const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                           us_error *err)
{
    ar_scenario *s = US_NEW(ar_scenario);
    us_status status = open_parts(s, def, part, err);
    if (status != US_OK) {
        ar_scenario_close(&s->base);
        return status;
    }
    us_map_default_name(def->domain, def->map, s->name, sizeof(s->name));
    s->base.kind = &us_arena_game;
    s->base.rules_hash = ar_rules_hash();
    s->base.map_hash = s->map->hash;
    s->base.map_name = s->name;
    s->base.map_family = s->map->family;
    s->base.width = s->map->width;
    s->base.height = s->map->height;
    s->base.seats = AR_SEATS;
    s->base.max_cycles = def->max_cycles;
    *out = &s->base;
    return US_OK;
}

void ar_scenario_close(us_scenario *base)
{
    ar_scenario *s = (ar_scenario *)base;
    ar_map_free(s->map);
    us_mem_free(s->rule);
    us_mem_free(s->pass);
    us_mem_free(s->region);
    us_mem_free(s->exits);
    us_mem_free(s->doors);
    us_mem_free(s->mark);
    us_mem_free(s->delivers);
    us_domain_free(s->own);
    us_mem_free(s);
}
