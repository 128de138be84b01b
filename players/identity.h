/* What an agent is, for whoever must tell whether two are the same, or whether one has changed. */
#ifndef US_PLAYERS_IDENTITY_H
#define US_PLAYERS_IDENTITY_H

#include "base/hash.h"
#include "behavior/brl.h"

/* The file that the agent is made from: appended to file; false: it is made from none. rest, if not
 * NULL: the settings behind it are appended, "?..." or nothing. */
bool us_agent_file(const char *agent, us_str *file, us_str *rest);

/* The agent that plays with the library at that path, appended. settings: "?...", or "". */
void us_agent_library(const char *path, const char *settings, us_str *out);

/* A hash of what the agent is, wherever its file lies: of a library's content, not its bytes nor
 * which games led to it, with the settings; of a tree's file, shipped ones too; of the name or
 * command of any other, since nobody sees what a command runs. */
us_status us_agent_identity(const char *agent, const us_domain *domain, us_hash *out,
                            us_error *err);

/* The same, and the games that led to what the agent is, of the same moment: of a library those it
 * saw, in its order, of any other none. The caller frees them. */
us_status us_agent_look(const char *agent, const us_domain *domain, us_hash *identity,
                        us_brl_game **game, int *games, us_error *err);

/* The way in which this program plays the agent: US_PLAY_VERSION of a library or a tree, a shipped
 * one too; 0 of any other. domain: its name. The identity has no part of it. */
int32_t us_agent_play(const char *agent, const char *domain);

/* Plays the same game again from the same seed: true of all but other programs. */
bool us_agent_repeats(const char *agent);

#endif
