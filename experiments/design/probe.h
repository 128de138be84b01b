/* Short games that show whether two programs play alike. */
#ifndef US_EXPERIMENTS_DESIGN_PROBE_H
#define US_EXPERIMENTS_DESIGN_PROBE_H

#include "experiments/design/manifest.h"
#include "game/game.h"

/* Computes the engine's hash: the rules of the manifest's domain, and the course of a short random
 * game on a map that is made for it. Writes no file. */
us_status us_probe_compute_engine(const us_manifest *manifest, const char *folder, us_hash *out,
                                  us_error *err);
/* Computes a player's hash: its short game against the first opponent on the first map; 0 if one of
 * them does not repeat its games. */
us_status us_probe_compute_player(const us_manifest *manifest, const char *folder, int player,
                                  us_hash *out, us_error *err);

/* Checks that both hashes, the identities of all entrants, the ways in which they play, and the ids
 * of the games are still those of the manifest. US_MISMATCH names the change. */
us_status us_probe_check(const us_manifest *manifest, const char *folder, us_error *err);

/* Appends an agent as it is opened from the working directory: its file within the folder. */
void us_manifest_print_agent(const char *agent, const char *folder, us_str *out);
/* Appends a map's path in the same way; the name of a shipped map, or of one that the game finds,
 * stays. */
void us_manifest_print_map_path(const us_manifest *manifest, const char *path, const char *folder,
                                us_str *out);

/* Opens the scenario of a map at that path, for games of the manifest. domain: the manifest's, if
 * it was read; or NULL. agent: the agents by seat, for those that play outside
 * (us_agents_set_external); or NULL. *part is set on failure. */
us_status us_manifest_open_map(const us_manifest *manifest, const us_domain *domain,
                               const char *path, const char *folder, const char *const *agent,
                               us_scenario **out, us_scenario_part *part, us_error *err);
/* Opens a map likewise, checks that players can play on it, and sets its
 * hash, and that of the rules; rules may be NULL. */
us_status us_manifest_hash_map(const us_manifest *manifest, const us_domain *domain,
                               const char *path, const char *folder, us_hash *out, us_hash *rules,
                               us_error *err);

#endif
