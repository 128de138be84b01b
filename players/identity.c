#include "players/identity.h"

#include <string.h>

#include "base/file.h"
#include "players/planner.h"
#include "players/players.h"
#include "retrieve/library.h"

static bool has_prefix(const char *agent, const us_player_kind *kind, const char **argument)
{
    size_t length = strlen(kind->prefix);
    if (strncmp(agent, kind->prefix, length) != 0 || agent[length] != ':')
        return false;
    *argument = agent + length + 1;
    return true;
}

bool us_agent_file(const char *agent, us_str *file, us_str *rest)
{
    const char *argument;
    if (!has_prefix(agent, &us_library_kind, &argument) &&
        !has_prefix(agent, &us_tree_kind, &argument))
        return false;
    const char *settings = us_planner_rest(argument);
    us_str_add_bytes(file, argument, (size_t)(settings - argument));
    if (rest)
        us_str_add(rest, settings);
    return true;
}

static us_status read_library(const char *path, const us_domain *domain, us_brl **out,
                              us_error *err)
{
    us_library *library;
    US_TRY(us_library_open(path, US_LIBRARY_READ, domain, &library, err));
    us_status status = us_library_get(library, out, err);
    us_library_close(library);
    return status;
}

static us_status hash_library(const char *path, const us_domain *domain, us_hash *out,
                              us_error *err)
{
    us_brl *brl;
    us_str text;
    US_TRY(read_library(path, domain, &brl, err));
    us_str_init(&text);
    us_brl_print(brl, &text);
    us_brl_free(brl);
    *out = us_hash_bytes(US_HASH_START, text.text, text.length);
    us_str_clear(&text);
    return US_OK;
}

us_status us_agent_identity(const char *agent, const us_domain *domain, us_hash *out, us_error *err)
{
    us_str file, rest;
    us_status status = US_OK;
    const char *argument;
    us_hash hash = us_hash_text(US_HASH_START, agent);
    US_TRY(us_agent_check(agent, err));
    us_str_init(&file);
    us_str_init(&rest);
    if (us_agent_file(agent, &file, &rest)) {
        bool library = has_prefix(agent, &us_library_kind, &argument);
        status = library ? hash_library(file.text, domain, &hash, err)
                         : us_file_hash(file.text, &hash, err);
        hash = us_hash_text(us_hash_text(hash, library ? "library" : "tree"), rest.text);
    }
    us_str_clear(&file);
    us_str_clear(&rest);
    if (status == US_OK)
        *out = hash;
    return status;
}

typedef struct known_games {
    us_brl_game *game;
    int count, capacity;
} known_games;

static void add_game(void *context, const us_brl_game *game)
{
    known_games *games = context;
    games->game = us_grow(games->game, games->count, &games->capacity, sizeof(*games->game));
    games->game[games->count++] = *game;
}

static us_status read_games(const char *path, const us_domain *domain, known_games *out,
                            us_error *err)
{
    us_library *library;
    US_TRY(us_library_open(path, US_LIBRARY_READ, domain, &library, err));
    us_status status = us_library_games(library, add_game, out, err);
    us_library_close(library);
    return status;
}

us_status us_agent_games(const char *agent, const us_domain *domain, us_brl_game **out, int *count,
                         us_error *err)
{
    known_games games = {0};
    const char *argument;
    us_str file;
    us_status status = US_OK;
    us_str_init(&file);
    if (us_agent_file(agent, &file, NULL) && has_prefix(agent, &us_library_kind, &argument))
        status = read_games(file.text, domain, &games, err);
    us_str_clear(&file);
    if (status != US_OK) {
        us_free(games.game);
        return status;
    }
    *out = games.game;
    *count = games.count;
    return US_OK;
}

bool us_agent_repeats(const char *agent)
{
    const char *argument;
    return !has_prefix(agent, &us_exec_kind, &argument);
}
