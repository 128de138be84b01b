/* The identity of an agent: it shows whether two agents are the same and whether an agent has
 * changed. */
#ifndef US_PLAYERS_IDENTITY_H
#define US_PLAYERS_IDENTITY_H

#include "base/hash.h"
#include "behavior/brl.h"

/* Appends the path of the agent's library or tree file to file. Returns false if the agent is
 * neither a library nor a tree. If rest is not NULL, the settings behind the path, "?..." or
 * nothing, are appended to it. */
bool us_agent_parse_file(const char *agent, us_str *file, us_str *rest);

/* Appends the agent that plays with the library at that path. settings: "?...", or "". */
void us_agent_print_library(const char *path, const char *settings, us_str *out);

/* Computes the agent's identity: a hash that does not depend on the file's path. For a library it
 * covers the content and the settings, but neither the bytes of the file nor the games that led to
 * it. For a tree, shipped ones too, it covers the file and the settings. For any other agent it
 * covers the name or command alone, since the hash cannot see what a command runs. */
us_status us_agent_compute_identity(const char *agent, const us_domain *domain, us_hash *out,
                                    us_error *err);

/* Reads the identity and, at the same moment, the games that led to the agent. A library has the
 * games that it saw, in its order; any other agent has none. The caller frees the games. */
us_status us_agent_read_games(const char *agent, const us_domain *domain, us_hash *identity,
                              us_brl_game **game, int *games, us_error *err);

/* Returns the version of the way in which this program plays the agent: US_PLAY_VERSION for a
 * library or a tree, shipped ones too, and 0 for any other agent. domain: the name of the domain.
 * The version is no part of the identity. */
int32_t us_agent_play_version(const char *agent, const char *domain);

/* Returns whether the agent plays the same game again from the same seed: true of all agents but
 * exec, bot and socket. */
bool us_agent_is_deterministic(const char *agent);

#endif
