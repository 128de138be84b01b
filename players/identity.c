#include "players/identity.h"

#include <string.h>

#include "base/file.h"
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
    const char *settings = strrchr(argument, '?');
    us_str_add_bytes(file, argument, settings ? (size_t)(settings - argument) : strlen(argument));
    if (rest && settings)
        us_str_add(rest, settings);
    return true;
}

static us_status hash_library(const char *path, const us_domain *domain, us_hash *out,
                              us_error *err)
{
    us_library *library;
    us_brl *brl = NULL;
    US_TRY(us_library_open(path, US_LIBRARY_READ, domain, &library, err));
    us_status status = us_library_get(library, &brl, err);
    us_library_close(library);
    US_TRY(status);
    us_str text;
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

bool us_agent_repeats(const char *agent)
{
    const char *argument;
    return !has_prefix(agent, &us_exec_kind, &argument);
}
