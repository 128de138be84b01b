#include "players/identity.h"

#include <string.h>

#include "base/file.h"
#include "plan/repair_book.h"
#include "players/planner.h"
#include "players/players.h"
#include "players/shipped.h"
#include "players/skirmish/skirmish_players.h"
#include "retrieve/library.h"

static bool has_prefix(const char *agent, const us_player_kind *kind, const char **argument)
{
    size_t length = strlen(kind->prefix);
    if (strncmp(agent, kind->prefix, length) != 0 || agent[length] != ':')
        return false;
    *argument = agent + length + 1;
    return true;
}

bool us_agent_parse_file(const char *agent, us_str *file, us_str *rest)
{
    const char *argument;
    if (!has_prefix(agent, &us_library_kind.base, &argument) &&
        !has_prefix(agent, &us_tree_kind.base, &argument))
        return false;
    const char *settings = us_planner_find_settings(argument);
    us_str_add_bytes(file, argument, (size_t)(settings - argument));
    if (rest)
        us_str_add(rest, settings);
    return true;
}

void us_agent_print_library(const char *path, const char *settings, us_str *out)
{
    us_str_addf(out, "%s:%s%s", us_library_kind.base.prefix, path, settings);
}

typedef US_LIST(us_brl_game) game_list;

static void note_game(void *context, const us_brl_game *game)
{
    game_list *list = context;
    US_LIST_PUT(*list, *game);
}

static us_status read_library(us_library *library, us_str *text, game_list *games, us_error *err)
{
    us_library_print_def def = {.most = SIZE_MAX};
    us_library_printed printed;
    US_TRY(us_library_begin_read(library, err));
    us_status status = us_library_print_all(library, &def, text, &printed, err);
    if (status == US_OK)
        status = us_library_visit_games(library, note_game, games, err);
    return us_library_end_read(library, status, err);
}

/* Hashes a library without its games: they decide nothing of how it plays. */
static us_status hash_library(const char *path, const us_domain *domain, us_hash *out,
                              us_brl_game **game, int *games, us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    US_AUTOSTR(text);
    game_list list = {0};
    US_TRY(us_library_open(path, US_LIBRARY_READ, domain, &library, err));
    us_status status = read_library(library, &text, &list, err);
    if (status != US_OK) {
        us_mem_free(list.item);
        return status;
    }
    *out = us_hash_add_bytes(US_HASH_START, text.text, text.length);
    *game = list.item;
    *games = list.count;
    return US_OK;
}

/* Finds the file of a library or a tree, shipped ones too. */
static bool find_file(const char *agent, const char *domain, us_str *file, us_str *rest)
{
    const char *name;
    return us_agent_parse_file(agent, file, rest) ||
           (has_prefix(agent, &us_shipped_kind.base, &name) &&
            us_shipped_ai_find(domain, name, file));
}

/* Folds in the failure patterns that decide how the agent plays, if it repairs in play. */
static us_status add_patterns(const char *agent, const us_domain *domain, us_hash *hash,
                              us_error *err)
{
    US_AUTOPTR(us_repair_book) book = NULL;
    if (!us_agent_repairs(agent))
        return US_OK;
    US_TRY(us_repair_book_load(domain, &book, err));
    *hash = us_hash_add(*hash, book->hash);
    return US_OK;
}

us_status us_agent_read_games(const char *agent, const us_domain *domain, us_hash *identity,
                              us_brl_game **game, int *games, us_error *err)
{
    US_AUTOSTR(file);
    US_AUTOSTR(rest);
    const char *argument;
    us_brl_game *seen = NULL;
    int count = 0;
    us_hash hash = us_hash_add_text(US_HASH_START, agent);
    US_TRY(us_agent_check(agent, err));
    if (find_file(agent, domain->name, &file, &rest)) {
        bool library = has_prefix(agent, &us_library_kind.base, &argument);
        US_TRY(library ? hash_library(file.text, domain, &hash, &seen, &count, err)
                       : us_file_hash(file.text, &hash, err));
        hash = us_hash_add_text(us_hash_add_text(hash, library ? "library" : "tree"), rest.text);
    }
    us_status status = add_patterns(agent, domain, &hash, err);
    if (status != US_OK) {
        us_mem_free(seen);
        return status;
    }
    *identity = hash;
    *game = seen;
    *games = count;
    return US_OK;
}

us_status us_agent_compute_identity(const char *agent, const us_domain *domain, us_hash *out,
                                    us_error *err)
{
    US_AUTOFREE us_brl_game *game = NULL;
    int games;
    return us_agent_read_games(agent, domain, out, &game, &games, err);
}

us_play_way us_agent_way(const char *agent, const char *domain)
{
    US_AUTOSTR(file);
    const char *name;
    if (find_file(agent, domain, &file, NULL))
        return US_PLAY_PLANNED;
    return has_prefix(agent, &us_ai_kind, &name) || has_prefix(agent, &us_expert_kind, &name)
               ? US_PLAY_SCRIPTED
               : US_PLAY_UNNUMBERED;
}

int32_t us_agent_play_version(const char *agent, const char *domain)
{
    static const int32_t version[] = {
        [US_PLAY_PLANNED] = US_PLAY_VERSION,
        [US_PLAY_SCRIPTED] = US_SCRIPTED_PLAY_VERSION,
        [US_PLAY_UNNUMBERED] = 0,
    };
    return version[us_agent_way(agent, domain)];
}

bool us_agent_is_deterministic(const char *agent)
{
    const char *argument;
    return !has_prefix(agent, &us_exec_kind, &argument) &&
           !has_prefix(agent, &us_bot_kind, &argument) &&
           !has_prefix(agent, &us_socket_kind, &argument);
}
