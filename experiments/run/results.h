/* Results as the command line uses them. understudy/experiment.h declares the public part. */
#ifndef US_EXPERIMENTS_RUN_RESULTS_H
#define US_EXPERIMENTS_RUN_RESULTS_H

#include "base/json.h"
#include "experiments/design/manifest.h"
#include "experiments/stats/significance.h"
#include "understudy/experiment.h"

/* Returns US_BAD_INPUT if the folder has no manifest. */
us_status us_results_check_folder(const char *folder, us_error *err);
/* Writes the members of an open object: "games", "played", "missing", "win", ..., "no_result". */
void us_standing_write(const us_standing *tally, us_json_writer *writer);

/* Idle players, which gave no orders of their own: their results show nothing of what they hold. */

/* Calls say with a sentence for each player, then for each opponent, that idled in some of its
 * finished games (us_row.idle). */
void us_idle_players_report(const us_manifest *manifest, void *context,
                            void (*say)(void *context, const char *sentence));

/* Void games, which have no result because another program than the player's failed. */

/* Calls say with one sentence for each opponent that has void games (us_row_is_void): the number of
 * games, the program that failed, and the reason of the first of them. */
void us_void_games_report(const us_manifest *manifest, void *context,
                          void (*say)(void *context, const char *sentence));

/* Joining of experiments that were planned apart, for one comparison. */

/* Reads the results of each path, a folder or a file of results, as one manifest. Players with the
 * same name and identity are the same. A game counts once (us_results_remove_duplicates). If a
 * player or a group has the name of another one, it is renamed "NAME (PATH)".
 *
 * US_MISMATCH: another domain; a map or an opponent that differs under the same name, since no pair
 * has both; a game that went otherwise; or a sequential test. Without `differing` also other rules,
 * limits, fog or factions. With `differing`, out->differing lists for each experiment the
 * differences from the games of those before it, players of such experiments are separate, and
 * out->max_cycles is the largest limit. Clear after success. */
us_status us_results_join(const char *const *path, int count, bool differing, us_manifest *out,
                          us_error *err);

/* ---- shards */

/* Shards: the parts of an experiment that are played apart. All games of one key (map, opponent,
 * seat, seed) are in one shard, so that a pair is played on one machine. Equal games follow the
 * first of them. Keys go to shards in turn, in the order of the manifest, and each round starts one
 * shard further. So no seat or opponent has a shard of its own. */
enum { US_SHARDS_MAX = 100000 };

typedef struct us_shard {
    int64_t games, played;
} us_shard;

/* Returns the shard of each game. The caller frees. */
int32_t *us_shards_assign(const us_manifest *manifest, int shards);

/* Returns the standing of each shard, by the rows of the manifest; equal games count once. The
 * caller frees. */
us_shard *us_shards_tally(const us_manifest *manifest, int shards);

/* Duplicate games: a game is one observation, under any names of its map and opponent. */

/* Returns the family of a map that has two, in any order: the one that names the start,
 * "open/nomad" and not "open", which an older version wrote. */
const char *us_map_family_merge(const char *one, const char *other);

/* Removes duplicates before results are compared. Maps with the same content, and opponents that
 * are the same, become the first of them in the games, with the family of both; manifest->alike
 * lists them. Of a player's games of one id the first stays, with all that is known of them. path:
 * for errors. US_MISMATCH: games of one id that differ, or ended otherwise, or two games of one
 * player, opponent, map, seat and seed. */
us_status us_results_remove_duplicates(us_manifest *manifest, const char *path, us_error *err);

/* Repeated games: a game that is the same again with another seed is no more evidence than one
 * game.
 *
 * A place is a setting without its seed: a map, an opponent, a seat, a run. A cell is a map and an
 * opponent. If all games at each place of a cell took one course, the seed changes nothing in the
 * cell: each place counts once. If two games at a place differ, chance plays a part, and each game
 * is one draw: all games of the cell count, however often a course occurs. So no mean changes
 * because one course occurs more often than another. */

typedef struct us_repeats us_repeats;

us_repeats *us_repeats_new(int cells);
void us_repeats_free(us_repeats *repeats); /* NULL is fine */
US_AUTOPTR_DEFINE(us_repeats, us_repeats_free);
/* Adds a game, and returns whether its place was there before. course: 0 if it is unknown; then it
 * differs from any other. value: the game's score or difference. */
bool us_repeats_add(us_repeats *repeats, int cell, int place, us_hash course, double value);
/* Returns whether each place of the cell counts once, by all games added so far. */
bool us_repeats_is_deterministic(const us_repeats *repeats, int cell);

/* Adds the game to a sequential test, too. The test holds repeats back until the cell turns out to
 * vary. */
us_sprt_state us_repeats_add_to_test(us_repeats *repeats, us_sprt *sprt, int cell, int place,
                                     us_hash course, double value);

/* Returns the course of a pair of games; 0 if the course of one is unknown. */
us_hash us_repeats_combine_courses(us_hash one, us_hash other);

/* Returns, for each game of the manifest, whether it was played and repeats another game of its
 * player. The caller frees. */
bool *us_repeats_find(const us_manifest *manifest);

#endif
