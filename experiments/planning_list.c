#include "experiments/planning_state.h"

#include <string.h>

#include "experiments/probe.h"
#include "experiments/seen_games.h"
#include "players/identity.h"

/* ---- limits */

static const us_spec_library *made_library(const us_planning_state *p, const char *file)
{
    for (int i = 0; i < p->spec->libraries; i++)
        if (us_text_equal(p->spec->library[i].name, file))
            return &p->spec->library[i];
    return NULL;
}

const us_spec_library *us_planning_state_find_library(const us_planning_state *p, const char *agent,
                                                      us_str *rest)
{
    us_str file;
    const us_spec_library *library = NULL;
    us_str_init(&file);
    if (us_text_has_prefix(agent, "library:") && us_agent_parse_file(agent, &file, rest))
        library = made_library(p, file.text);
    us_str_clear(&file);
    return library;
}

static us_status count_entrants(const us_planning_state *p, const us_spec_agent *list, int count,
                                const char *what, int64_t *out)
{
    int64_t entrants = 0;
    for (int i = 0; i < count; i++) {
        const us_spec_library *library = us_planning_state_find_library(p, list[i].agent, NULL);
        entrants += !library || library->sizes == 0;
        for (int s = 0; library && s < library->sizes; s++)
            entrants += us_spec_draws(library, library->size[s]);
    }
    *out = entrants;
    return entrants <= US_ENTRANTS_MAX
               ? US_OK
               : us_json_fail(us_json_root(p->spec->doc), p->err,
                              "would have %lld %s, expected at most %d", (long long)entrants, what,
                              (int)US_ENTRANTS_MAX);
}

/* Checks as much as is possible before anything is made: the files have no names yet. */
static us_status check_agents(const us_planning_state *p, const us_spec_agent *list, int count)
{
    for (int i = 0; i < count; i++) {
        us_error fault = {0};
        us_entrant entrant = {.name = list[i].name,
                              .agent = list[i].agent,
                              .group = list[i].group,
                              .run = -1,
                              .size = -1};
        if (us_entrant_check(&entrant, &fault) != US_OK)
            return us_json_fail(list[i].node, p->err, "%s", fault.text);
    }
    return US_OK;
}

us_status us_planning_state_check_limits(const us_planning_state *p)
{
    const us_spec *spec = p->spec;
    int64_t players, opponents, maps = 0;
    for (int i = 0; i < spec->maps; i++)
        maps += spec->map[i].count;
    if (maps > US_MANIFEST_MAPS_MAX)
        return us_json_fail(us_json_root(spec->doc), p->err,
                            "would have %lld maps, expected at most %d", (long long)maps,
                            (int)US_MANIFEST_MAPS_MAX);
    US_TRY(count_entrants(p, spec->player, spec->players, "players", &players));
    US_TRY(count_entrants(p, spec->opponent, spec->opponents, "opponents", &opponents));
    int64_t games = spec->games * maps * opponents * players * (spec->seat[0] + spec->seat[1]);
    US_TRY(check_agents(p, spec->player, spec->players));
    US_TRY(check_agents(p, spec->opponent, spec->opponents));
    return games <= US_MANIFEST_GAMES_MAX
               ? US_OK
               : us_json_fail(us_json_root(spec->doc), p->err,
                              "would be %lld games, expected at most %d", (long long)games,
                              (int)US_MANIFEST_GAMES_MAX);
}

/* ---- entrants */

/* The new one, known to have a name of its own. */
static us_status add_entrant(const us_planning_state *p, const us_spec_agent *from, bool player,
                             const char *name, us_entrant **out)
{
    us_manifest *m = p->out;
    const us_entrant *list = player ? m->player : m->opponent;
    int count = player ? m->players : m->opponents;
    for (int i = 0; i < count; i++)
        if (us_text_equal(list[i].name, name))
            return us_json_fail(from->node, p->err, "another one is called \"%.200s\" already",
                                name);
    *out = player ? us_manifest_add_player(m) : us_manifest_add_opponent(m);
    (*out)->name = us_planning_state_copy_text(p, name);
    (*out)->group = us_planning_state_copy_text(p, from->group);
    (*out)->run = from->run;
    return US_OK;
}

static void note_seen(const us_planning_state *p, const us_entrant *player)
{
    const us_manifest *m = p->out;
    us_seen_games seen = us_seen_games_from_entrant(player);
    for (int i = 0; i < m->maps; i++)
        if (us_seen_games_has_map(&seen, m->map[i].hash))
            us_planning_state_log(
                p, "%s was learned on %s, where it is to play: compare will want --leaky",
                player->name, m->map[i].name);
    for (int g = 0; g < p->spec->games; g++) {
        uint64_t seed = p->spec->seed + (uint64_t)g;
        if (!us_seen_games_has_seed(&seen, seed))
            continue;
        us_planning_state_log(
            p,
            "%s was learned from a game with seed %llu, with which it is to play: "
            "compare will want --leaky; expected another \"seed\"",
            player->name, (unsigned long long)seed);
        break;
    }
    if (seen.seedless > 0) {
        us_str text;
        us_str_init(&text);
        us_seen_games_print_seedless(&seen, player->name, &text);
        us_planning_state_log(p, "%s", text.text);
        us_str_clear(&text);
    }
    us_seen_games_clear(&seen);
}

/* Records the games that led to a library. A comparison on them must be allowed explicitly. */
static us_status identify_agent(const us_planning_state *p, const char *agent, bool player,
                                us_entrant *out, us_error *err)
{
    us_brl_game *game;
    int games;
    us_str text;
    US_TRY(us_agent_read_games(agent, p->domain, &out->identity, &game, &games, err));
    us_str_init(&text);
    us_seen_games_print(game, games, &text);
    us_mem_free(game);
    if (player && games > 0)
        out->seen = us_planning_state_copy_text(p, text.text);
    us_str_clear(&text);
    if (player)
        note_seen(p, out);
    return US_OK;
}

static us_status fill_entrant(const us_planning_state *p, const us_spec_agent *from,
                              const char *agent, bool player, us_entrant *entrant)
{
    us_str opened;
    us_error fault = {0};
    entrant->agent = us_planning_state_copy_text(p, agent);
    entrant->play = us_agent_play_version(agent, p->spec->domain);
    if (p->sketch)
        return US_OK;
    us_str_init(&opened);
    us_manifest_print_agent(agent, p->folder, &opened);
    us_status status = identify_agent(p, opened.text, player, entrant, &fault);
    us_str_clear(&opened);
    if (status == US_OK)
        status = us_entrant_check(entrant, &fault);
    if (status == US_OK)
        return US_OK;
    us_planning_state_fail(p, from->node, &fault);
    if (p->err)
        p->err->status = status;
    return status;
}

/* One of the libraries that were made for a learning curve, or the one there is. */
static us_status add_made(const us_planning_state *p, const us_spec_agent *from, bool player,
                          const us_spec_library *library, const char *rest, int size, int draw)
{
    us_str agent, name;
    us_entrant *entrant;
    us_str_init(&agent);
    us_str_init(&name);
    us_planning_state_print_library_path(library, size, draw, &name);
    us_agent_print_library(name.text, rest, &agent);
    us_str_reset(&name);
    us_str_add(&name, from->name);
    us_planning_state_print_suffix(library, size, draw, &name);
    us_status status = add_entrant(p, from, player, name.text, &entrant);
    if (status == US_OK) {
        entrant->size = size > 0 ? size : library->demos;
        if (library->sizes > 0 && !entrant->group) {
            us_str_reset(&name);
            us_str_add(&name, from->name);
            if (size > 0)
                us_str_addf(&name, "-%d", size);
            entrant->group = us_planning_state_copy_text(p, name.text);
            entrant->run = draw;
        }
        status = fill_entrant(p, from, agent.text, player, entrant);
    }
    us_str_clear(&agent);
    us_str_clear(&name);
    return status;
}

static us_status add_all_made(const us_planning_state *p, const us_spec_agent *from, bool player,
                              const us_spec_library *library, const char *rest)
{
    if (library->sizes == 0)
        return add_made(p, from, player, library, rest, 0, 0);
    for (int s = 0; s < library->sizes; s++)
        for (int d = 0; d < us_spec_draws(library, library->size[s]); d++)
            US_TRY(add_made(p, from, player, library, rest, library->size[s], d));
    return US_OK;
}

us_status us_planning_state_print_agent(const us_planning_state *p, const us_json_node *node,
                                        const char *agent, us_str *out)
{
    us_str file, rest;
    us_status status = US_OK;
    us_str_init(&file);
    us_str_init(&rest);
    if (us_agent_parse_file(agent, &file, &rest)) {
        us_str_add_bytes(out, agent, strcspn(agent, ":") + 1);
        if (!us_planning_state_find_file(p, file.text, out))
            status = us_json_fail(
                node, p->err, "there is no file \"%.200s\", and no library of that name is made",
                file.text);
        us_str_add(out, rest.text);
    } else {
        us_str_add(out, agent);
    }
    us_str_clear(&file);
    us_str_clear(&rest);
    return status;
}

static us_status add_plain(const us_planning_state *p, const us_spec_agent *from, bool player)
{
    us_str agent;
    us_entrant *entrant;
    us_str_init(&agent);
    us_status status = add_entrant(p, from, player, from->name, &entrant);
    if (status == US_OK)
        status = us_planning_state_print_agent(p, from->node, from->agent, &agent);
    if (status == US_OK)
        status = fill_entrant(p, from, agent.text, player, entrant);
    us_str_clear(&agent);
    return status;
}

static us_status add_entrants(const us_planning_state *p, const us_spec_agent *list, int count,
                              bool player)
{
    us_status status = US_OK;
    for (int i = 0; i < count && status == US_OK; i++) {
        us_str rest;
        us_str_init(&rest);
        const us_spec_library *library = us_planning_state_find_library(p, list[i].agent, &rest);
        status = library ? add_all_made(p, &list[i], player, library, rest.text)
                         : add_plain(p, &list[i], player);
        us_str_clear(&rest);
    }
    return status;
}

/* A player that was named may have become several. */
static us_status check_model(const us_planning_state *p)
{
    const us_manifest *m = p->out;
    for (int i = 0; m->model && i < m->players; i++)
        if (us_text_equal(m->player[i].name, m->model))
            return US_OK;
    return m->model ? us_json_fail(us_json_root(p->spec->doc), p->err,
                                   "\"model\": expected one player, \"%.64s\" is several", m->model)
                    : US_OK;
}

/* Players that were made by name, as those of a learning curve, may meet others. */
static us_status number_runs(const us_planning_state *p)
{
    us_manifest *m = p->out;
    const us_json_node *root = us_json_root(p->spec->doc);
    int again = us_manifest_number_runs(m);
    if (again >= 0)
        return us_json_fail(
            root, p->err, "player \"%.64s\": the group \"%.64s\" has a run %lld already",
            m->player[again].name, m->player[again].group, (long long)m->player[again].run);
    for (int i = 0; i < m->players; i++)
        for (int k = 0; m->player[i].group && k < m->players; k++)
            if (us_text_equal(m->player[i].group, m->player[k].name))
                return us_json_fail(root, p->err, "a group and a player are both called \"%.64s\"",
                                    m->player[k].name);
    return US_OK;
}

us_status us_planning_state_add_entrants(const us_planning_state *p)
{
    US_TRY(add_entrants(p, p->spec->player, p->spec->players, true));
    US_TRY(add_entrants(p, p->spec->opponent, p->spec->opponents, false));
    US_TRY(number_runs(p));
    return check_model(p);
}

static bool is_used(const us_planning_state *p, const us_spec_library *library)
{
    const us_spec *spec = p->spec;
    bool used = false;
    for (int i = 0; i < spec->players && !used; i++)
        used = us_planning_state_find_library(p, spec->player[i].agent, NULL) == library;
    for (int i = 0; i < spec->opponents && !used; i++)
        used = us_planning_state_find_library(p, spec->opponent[i].agent, NULL) == library;
    for (int i = 0; i < spec->libraries && !used; i++)
        used = spec->library[i].of && us_text_equal(spec->library[i].of, library->name);
    return used;
}

void us_planning_state_log_unused(const us_planning_state *p)
{
    for (int i = 0; i < p->spec->libraries; i++)
        if (!is_used(p, &p->spec->library[i]))
            us_planning_state_log(p, "no player and no opponent has the library \"%s\"",
                                  p->spec->library[i].name);
}

/* ---- games */

/* Pairs stand together, and each seed goes through all of them. So a run that stops early has
 * compared the same settings. */
void us_planning_state_add_games(const us_planning_state *p)
{
    us_manifest *m = p->out;
    const us_spec *spec = p->spec;
    for (int g = 0; g < spec->games; g++)
        for (int map = 0; map < m->maps; map++)
            for (int opponent = 0; opponent < m->opponents; opponent++)
                for (int seat = 0; seat < 2; seat++)
                    for (int player = 0; player < m->players && spec->seat[seat]; player++) {
                        us_fixture *game = us_manifest_add_game(m);
                        *game = (us_fixture){.seed = spec->seed + (uint64_t)g,
                                             .player = (uint16_t)player,
                                             .opponent = (uint16_t)opponent,
                                             .map = (uint16_t)map,
                                             .seat = (uint8_t)seat};
                        game->id = us_fixture_id(m, game);
                    }
}

int64_t us_manifest_count_duplicates(const us_manifest *m)
{
    int32_t *order = us_manifest_sort_games(m);
    int64_t twins = 0;
    for (int64_t i = 1; i < m->games; i++)
        twins += m->game[order[i]].id == m->game[order[i - 1]].id;
    us_mem_free(order);
    return twins;
}
