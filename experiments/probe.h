/* Whether two programs play alike, found by short games. */
#ifndef US_EXPERIMENTS_PROBE_H
#define US_EXPERIMENTS_PROBE_H

#include "experiments/manifest.h"
#include "game/game.h"

/* The rules of the manifest's domain, and the course of a short game by chance on a map that is
 * made for it. No file is written. */
us_status us_probe_engine(const us_manifest *manifest, const char *folder, us_hash *out,
                          us_error *err);
/* A player's short game against the first opponent on the first map; 0 where one of them doesn't
 * play the same again. */
us_status us_probe_player(const us_manifest *manifest, const char *folder, int player, us_hash *out,
                          us_error *err);

/* Both, the identities of all, the ways in which they play, and the ids of the games are still what
 * the manifest says; else US_MISMATCH, which names what has changed. */
us_status us_probe_check(const us_manifest *manifest, const char *folder, us_error *err);

/* An agent as it is opened from here, appended: its file within the folder. */
void us_agent_in(const char *agent, const char *folder, us_str *out);
/* A map's path, the same way: the name of a shipped map, or of one that the game finds, stays. */
void us_map_in(const us_manifest *manifest, const char *path, const char *folder, us_str *out);

/* The scenario of a map at that path, as games of the manifest are played on it. domain: its, where
 * it was read; or NULL. agent: who plays, by seat, for those that play outside (us_agents_outside);
 * or NULL. *part is set on failure. */
us_status us_map_open(const us_manifest *manifest, const us_domain *domain, const char *path,
                      const char *folder, const char *const *agent, us_scenario **out,
                      us_scenario_part *part, us_error *err);

#endif
