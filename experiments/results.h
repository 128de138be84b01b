/* Results as the command line uses them. understudy/experiment.h declares the public part. */
#ifndef US_EXPERIMENTS_RESULTS_H
#define US_EXPERIMENTS_RESULTS_H

#include "base/json.h"
#include "experiments/manifest.h"
#include "understudy/experiment.h"

/* Returns US_BAD_INPUT if the folder has no manifest. */
us_status us_results_check_folder(const char *folder, us_error *err);
/* Writes the members of an open object: "games", "played", "missing", "win", ..., "no_result". */
void us_standing_write(const us_standing *tally, us_json_writer *writer);

/* ---- idle players */

/* Idle players, which gave no orders of their own: their results show nothing of what they hold. */

/* Calls say with a sentence for each player, then for each opponent, that idled in some of its
 * finished games (us_row.idle). */
void us_idle_players_report(const us_manifest *manifest, void *context,
                            void (*say)(void *context, const char *sentence));

/* ---- void games */

/* Void games, which have no result because another program than the player's failed. */

/* Calls say with one sentence for each opponent that has void games (us_row_is_void): the number of
 * games, the program that failed, and the reason of the first of them. */
void us_void_games_report(const us_manifest *manifest, void *context,
                          void (*say)(void *context, const char *sentence));

#endif
