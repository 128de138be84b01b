#include "experiments/design/probe.h"

#include <string.h>

#include "base/file.h"
#include "experiments/design/planning.h"
#include "game/maps.h"
#include "players/identity.h"
#include "players/play.h"
#include "players/players.h"

enum { PROBE_CYCLES = 2000 };

void us_folder_print_path(const char *folder, const char *name, us_str *out)
{
    if (name[0] != '/')
        us_str_addf(out, "%s/", folder);
    us_str_add(out, name);
}

void us_folder_set_path(const char *folder, const char *name, us_str *path)
{
    us_str_reset(path);
    us_folder_print_path(folder, name, path);
}

us_str us_folder_make_path(const char *folder, const char *name)
{
    us_str path;
    us_str_init(&path);
    us_folder_print_path(folder, name, &path);
    return path;
}

void us_manifest_print_map_path(const us_manifest *m, const char *path, const char *folder,
                                us_str *out)
{
    if (us_map_is_path(m->domain, path))
        us_folder_print_path(folder, path, out);
    else
        us_str_add(out, path);
}

void us_manifest_print_agent(const char *agent, const char *folder, us_str *out)
{
    US_AUTOSTR(file);
    US_AUTOSTR(rest);
    if (us_agent_parse_file(agent, &file, &rest)) {
        us_str_add_bytes(out, agent, strcspn(agent, ":") + 1);
        us_folder_print_path(folder, file.text, out);
        us_str_add(out, rest.text);
    } else {
        us_str_add(out, agent);
    }
}

static us_status open_map(const us_manifest *m, const us_domain *domain, const char *path,
                          const char *folder, us_cycle max_cycles, const char *const *agent,
                          us_scenario **out, us_scenario_part *part, us_error *err)
{
    us_scenario_def def = us_scenario_def_default();
    US_AUTOSTR(opened);
    us_manifest_print_map_path(m, path, folder, &opened);
    def.domain = m->domain;
    def.read = domain;
    def.map = opened.text;
    def.max_cycles = max_cycles;
    def.fog = m->fog;
    for (int seat = 0; seat < US_PLAY_SEATS; seat++)
        def.faction[seat] = m->faction[seat];
    if (agent)
        us_agents_set_external(agent, US_PLAY_SEATS, &def);
    return us_scenario_open_part(&def, out, part, err);
}

us_status us_manifest_open_map(const us_manifest *m, const us_domain *domain, const char *path,
                               const char *folder, const char *const *agent, us_scenario **out,
                               us_scenario_part *part, us_error *err)
{
    return open_map(m, domain, path, folder, m->max_cycles, agent, out, part, err);
}

/* Returns a hash of the rules that decide how games go, with all that players read of a domain. */
static us_hash hash_rules(const us_scenario *open)
{
    us_hash rules = us_hash_add(us_hash_add(US_HASH_START, open->rules_hash), open->domain->hash);
    return us_hash_add(rules, open->domain->players_hash);
}

us_status us_manifest_hash_map(const us_manifest *m, const us_domain *domain, const char *path,
                               const char *folder, us_hash *out, us_hash *rules, us_error *err)
{
    US_AUTOPTR(us_scenario) scenario = NULL;
    us_scenario_part part;
    US_TRY(us_manifest_open_map(m, domain, path, folder, NULL, &scenario, &part, err));
    US_TRY(us_play_check(scenario, err));
    *out = scenario->map_hash;
    if (rules)
        *rules = hash_rules(scenario);
    return US_OK;
}

static us_status probe(const us_manifest *m, const us_scenario *open, const char *first,
                       const char *second, us_hash *out, us_error *err)
{
    us_play_result result;
    us_play_def def = us_play_def_default();
    def.open = open;
    def.scenario.domain = m->domain;
    def.scenario.map = open->map_name;
    def.seed = 1;
    def.agent[0] = first;
    def.agent[1] = second;
    US_TRY(us_play_run(&def, &result, err));
    *out = result.hash;
    return US_OK;
}

/* ---- the engine */

/* Opens a map that is generated for it, so that it is the same in all experiments; in memory, so
 * that no other process changes it. A game without map generation uses the first map. */
static us_status open_engine(const us_manifest *m, const char *folder, us_scenario **out,
                             us_error *err)
{
    const us_game_kind *kind;
    us_scenario_def def = us_scenario_def_default();
    US_AUTOSTR(map);
    US_TRY(us_game_kind_require(m->domain, &kind, err));
    def.domain = m->domain;
    def.max_cycles = PROBE_CYCLES;
    const us_map_tools *maps = us_game_kind_map_tools(kind, US_MAPS_GENERATE);
    if (maps) {
        us_map_request request = {maps->families[0].name, 64, 1, US_MAP_FAIR};
        US_TRY(maps->generate(&request, NULL, &map, err));
        def.map = "engine";
        def.map_text = map.text;
    } else {
        us_manifest_print_map_path(m, m->map[0].path, folder, &map);
        def.map = map.text;
    }
    return us_scenario_open(&def, out, err);
}

us_status us_probe_compute_engine(const us_manifest *m, const char *folder, us_hash *out,
                                  us_error *err)
{
    US_AUTOPTR(us_scenario) open = NULL;
    us_hash course = 0;
    US_TRY(open_engine(m, folder, &open, err));
    US_TRY(probe(m, open, "random", "random", &course, err));
    *out = us_hash_add(hash_rules(open), course);
    return US_OK;
}

/* ---- players */

us_status us_probe_compute_player(const us_manifest *m, const char *folder, int player,
                                  us_hash *out, us_error *err)
{
    US_AUTOSTR(first);
    US_AUTOSTR(second);
    US_AUTOPTR(us_scenario) open = NULL;
    us_scenario_part part;
    us_manifest_print_agent(m->player[player].agent, folder, &first);
    us_manifest_print_agent(m->opponent[0].agent, folder, &second);
    if (!us_agent_is_deterministic(first.text) || !us_agent_is_deterministic(second.text)) {
        *out = 0;
        return US_OK;
    }
    US_TRY(open_map(m, NULL, m->map[0].path, folder, PROBE_CYCLES, NULL, &open, &part, err));
    return probe(m, open, first.text, second.text, out, err);
}

/* ---- nothing has changed */

#define TELL_PROGRAM "expected that program, or a plan of this one in another folder"

/* Somebody moved it, or all of the experiment with it. */
static us_status check_there(const char *path, const char *name, us_error *err)
{
    return us_file_exists(path)
               ? US_OK
               : us_error_set(
                     err, US_BAD_INPUT, path, 0, 0,
                     "cannot open: there is no such file any more; \"%.64s\" is made from it: "
                     "expected it, or a link to it, where it lay at the planning",
                     name);
}

static us_status plays_otherwise(const us_manifest *m, const us_entrant *entrant, us_error *err)
{
    return us_error_set(err, US_MISMATCH, NULL, 0, 0,
                        "\"%.64s\" plays otherwise than in the program that planned the experiment "
                        "(%.64s): " TELL_PROGRAM,
                        entrant->name, m->program);
}

/* First: the ids of games go by it, too. */
static us_status check_play(const us_manifest *m, us_error *err)
{
    for (int i = 0; i < m->players + m->opponents; i++) {
        const us_entrant *e = i < m->players ? &m->player[i] : &m->opponent[i - m->players];
        if (e->play != us_agent_play_version(e->agent, m->domain))
            return plays_otherwise(m, e, err);
    }
    return US_OK;
}

static us_status check_entrant(const us_manifest *m, const us_domain *domain,
                               const us_entrant *entrant, const char *folder, us_error *err)
{
    us_hash now = 0;
    US_AUTOSTR(agent);
    US_AUTOSTR(file);
    us_manifest_print_agent(entrant->agent, folder, &agent);
    if (us_agent_parse_file(agent.text, &file, NULL))
        US_TRY(check_there(file.text, entrant->name, err));
    US_TRY(us_agent_compute_identity(agent.text, domain, &now, err));
    return now == entrant->identity
               ? US_OK
               : us_error_set(err, US_MISMATCH, NULL, 0, 0,
                              "\"%.64s\" (%.200s) is not what it was when experiment \"%.64s\" was "
                              "planned: expected the same library or tree",
                              entrant->name, entrant->agent, m->name);
}

static us_status check_map(const us_manifest *m, const us_manifest_map *place, const char *folder,
                           us_error *err)
{
    US_AUTOPTR(us_scenario) scenario = NULL;
    us_scenario_part part;
    US_AUTOSTR(path);
    us_manifest_print_map_path(m, place->path, folder, &path);
    if (us_map_is_path(m->domain, place->path))
        US_TRY(check_there(path.text, place->name, err));
    US_TRY(us_manifest_open_map(m, NULL, place->path, folder, NULL, &scenario, &part, err));
    return scenario->map_hash == place->hash
               ? US_OK
               : us_error_set(err, US_MISMATCH, NULL, 0, 0,
                              "the map \"%.64s\" is not what it was at the planning", place->name);
}

static us_status check_games(const us_manifest *m, us_error *err)
{
    for (int64_t i = 0; i < m->games; i++) {
        char id[17];
        if (m->game[i].id == us_fixture_id(m, &m->game[i]))
            continue;
        us_hash_print(m->game[i].id, id);
        return us_error_set(
            err, US_MISMATCH, NULL, 0, 0,
            "the manifest of \"%.64s\" was changed: game %s is not the one of that id", m->name,
            id);
    }
    return US_OK;
}

static us_status check_all(const us_manifest *m, const us_domain *domain, const char *folder,
                           us_error *err)
{
    us_hash now = 0;
    US_TRY(check_play(m, err));
    US_TRY(check_games(m, err));
    for (int i = 0; i < m->maps; i++)
        US_TRY(check_map(m, &m->map[i], folder, err));
    US_TRY(us_probe_compute_engine(m, folder, &now, err));
    if (now != m->engine)
        return us_error_set(
            err, US_MISMATCH, NULL, 0, 0,
            "this program has other rules of %.32s, plays it otherwise or makes other "
            "maps than the one that planned the experiment (%.64s): " TELL_PROGRAM,
            m->domain, m->program);
    for (int i = 0; i < m->opponents; i++)
        US_TRY(check_entrant(m, domain, &m->opponent[i], folder, err));
    for (int i = 0; i < m->players; i++) {
        US_TRY(check_entrant(m, domain, &m->player[i], folder, err));
        US_TRY(us_probe_compute_player(m, folder, i, &now, err));
        if (now != m->player[i].probe)
            return plays_otherwise(m, &m->player[i], err);
    }
    return US_OK;
}

us_status us_probe_check(const us_manifest *m, const char *folder, us_error *err)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_TRY(us_domain_load_shipped(m->domain, &domain, err));
    return check_all(m, domain, folder, err);
}
