#include "experiments/probe.h"

#include <string.h>

#include "base/file.h"
#include "experiments/planning.h"
#include "game/maps.h"
#include "players/identity.h"
#include "players/play.h"

enum { PROBE_CYCLES = 2000 };
#define PROBE_MAP "engine.map"

void us_folder_path(const char *folder, const char *name, us_str *out)
{
    if (name[0] != '/')
        us_str_addf(out, "%s/", folder);
    us_str_add(out, name);
}

void us_map_in(const char *path, const char *folder, us_str *out)
{
    if (strchr(path, '/'))
        us_folder_path(folder, path, out);
    else
        us_str_add(out, path);
}

void us_agent_in(const char *agent, const char *folder, us_str *out)
{
    us_str file, rest;
    us_str_init(&file);
    us_str_init(&rest);
    if (us_agent_file(agent, &file, &rest)) {
        us_str_add_bytes(out, agent, strcspn(agent, ":") + 1);
        us_folder_path(folder, file.text, out);
        us_str_add(out, rest.text);
    } else {
        us_str_add(out, agent);
    }
    us_str_clear(&file);
    us_str_clear(&rest);
}

us_status us_map_open(const us_manifest *m, const char *path, const char *folder, us_scenario **out,
                      us_error *err)
{
    us_scenario_def def = us_scenario_def_default();
    us_str opened;
    us_str_init(&opened);
    us_map_in(path, folder, &opened);
    def.domain = m->domain;
    def.map = opened.text;
    def.max_cycles = m->max_cycles;
    def.fog = m->fog;
    for (int seat = 0; seat < US_PLAY_SEATS; seat++)
        def.faction[seat] = m->faction[seat];
    us_status status = us_scenario_open(&def, out, err);
    us_str_clear(&opened);
    return status;
}

static us_status probe(const us_manifest *m, const char *map, const char *first, const char *second,
                       us_hash *out, us_error *err)
{
    us_play_result result;
    us_play_def def = us_play_def_default();
    def.scenario.domain = m->domain;
    def.scenario.map = map;
    def.scenario.max_cycles = PROBE_CYCLES;
    def.scenario.fog = m->fog;
    def.seed = 1;
    def.agent[0] = first;
    def.agent[1] = second;
    for (int seat = 0; seat < US_PLAY_SEATS; seat++)
        def.scenario.faction[seat] = m->faction[seat];
    US_TRY(us_play(&def, &result, err));
    *out = result.hash;
    return US_OK;
}

/* ---- the engine */

static us_status make_map(const us_map_tools *tools, const char *path, us_error *err)
{
    us_str text;
    us_map_wish wish = {tools->families[0].name, 64, 1, US_MAP_FAIR};
    us_str_init(&text);
    us_status status = tools->generate(&wish, NULL, &text, err);
    if (status == US_OK)
        status = us_file_write(path, text.text, text.length, err);
    us_str_clear(&text);
    return status;
}

static us_status rules_of(const us_manifest *m, const char *map, us_hash *out, us_error *err)
{
    us_scenario *scenario;
    us_scenario_def def = us_scenario_def_default();
    def.domain = m->domain;
    def.map = map;
    US_TRY(us_scenario_open(&def, &scenario, err));
    *out = us_hash_add(us_hash_add(US_HASH_START, scenario->rules_hash), scenario->domain->hash);
    us_scenario_close(scenario);
    return US_OK;
}

us_status us_probe_engine(const us_manifest *m, const char *folder, us_hash *out, us_error *err)
{
    const us_game_kind *kind;
    us_manifest plain = {.domain = m->domain};
    us_hash rules = 0, course = 0;
    US_TRY(us_game_kind_need(m->domain, &kind, err));
    us_str map;
    us_str_init(&map);
    us_status status = US_OK;
    if (kind->maps) {
        us_folder_path(folder, PROBE_MAP, &map);
        if (!us_file_exists(map.text))
            status = make_map(kind->maps, map.text, err);
    } else {
        us_map_in(m->map[0].path, folder, &map);
    }
    if (status == US_OK)
        status = rules_of(m, map.text, &rules, err);
    if (status == US_OK)
        status = probe(&plain, map.text, "random", "random", &course, err);
    us_str_clear(&map);
    if (status == US_OK)
        *out = us_hash_add(rules, course);
    return status;
}

/* ---- players */

us_status us_probe_player(const us_manifest *m, const char *folder, int player, us_hash *out,
                          us_error *err)
{
    us_str first, second, map;
    us_hash hash = 0;
    us_status status = US_OK;
    us_str_init(&first);
    us_str_init(&second);
    us_str_init(&map);
    us_agent_in(m->player[player].agent, folder, &first);
    us_agent_in(m->opponent[0].agent, folder, &second);
    us_map_in(m->map[0].path, folder, &map);
    if (us_agent_repeats(first.text) && us_agent_repeats(second.text))
        status = probe(m, map.text, first.text, second.text, &hash, err);
    us_str_clear(&first);
    us_str_clear(&second);
    us_str_clear(&map);
    if (status == US_OK)
        *out = hash;
    return status;
}

/* ---- nothing has changed */

static us_status check_entrant(const us_manifest *m, const us_domain *domain,
                               const us_entrant *entrant, const char *folder, us_error *err)
{
    us_hash now = 0;
    us_str agent;
    us_str_init(&agent);
    us_agent_in(entrant->agent, folder, &agent);
    us_status status = us_agent_identity(agent.text, domain, &now, err);
    us_str_clear(&agent);
    US_TRY(status);
    return now == entrant->identity
               ? US_OK
               : us_fail(err, US_MISMATCH, NULL, 0, 0,
                         "\"%.64s\" (%.200s) is not what it was when experiment \"%.64s\" was "
                         "planned: expected the same library or tree",
                         entrant->name, entrant->agent, m->name);
}

static us_status check_map(const us_manifest *m, const us_place_of_play *place, const char *folder,
                           us_error *err)
{
    us_scenario *scenario;
    US_TRY(us_map_open(m, place->path, folder, &scenario, err));
    us_hash now = scenario->map_hash;
    us_scenario_close(scenario);
    return now == place->hash
               ? US_OK
               : us_fail(err, US_MISMATCH, NULL, 0, 0,
                         "the map \"%.64s\" is not what it was at the planning", place->name);
}

static us_status check_games(const us_manifest *m, us_error *err)
{
    for (int64_t i = 0; i < m->games; i++) {
        char id[17];
        if (m->game[i].id == us_fixture_id(m, &m->game[i]))
            continue;
        us_hash_print(m->game[i].id, id);
        return us_fail(err, US_MISMATCH, NULL, 0, 0,
                       "the manifest of \"%.64s\" was changed: game %s is not the one of that id",
                       m->name, id);
    }
    return US_OK;
}

static us_status check_all(const us_manifest *m, const us_domain *domain, const char *folder,
                           us_error *err)
{
    us_hash now = 0;
    US_TRY(check_games(m, err));
    for (int i = 0; i < m->maps; i++)
        US_TRY(check_map(m, &m->map[i], folder, err));
    US_TRY(us_probe_engine(m, folder, &now, err));
    if (now != m->engine)
        return us_fail(err, US_MISMATCH, NULL, 0, 0,
                       "this program plays %.32s by other rules than the one that planned the "
                       "experiment (%.64s)",
                       m->domain, m->program);
    for (int i = 0; i < m->opponents; i++)
        US_TRY(check_entrant(m, domain, &m->opponent[i], folder, err));
    for (int i = 0; i < m->players; i++) {
        US_TRY(check_entrant(m, domain, &m->player[i], folder, err));
        US_TRY(us_probe_player(m, folder, i, &now, err));
        if (now != m->player[i].probe)
            return us_fail(err, US_MISMATCH, NULL, 0, 0,
                           "\"%.64s\" plays otherwise than in the program that planned the "
                           "experiment (%.64s)",
                           m->player[i].name, m->program);
    }
    return US_OK;
}

us_status us_probe_check(const us_manifest *m, const char *folder, us_error *err)
{
    us_domain *domain;
    US_TRY(us_domain_shipped(m->domain, &domain, err));
    us_status status = check_all(m, domain, folder, err);
    us_domain_free(domain);
    return status;
}
