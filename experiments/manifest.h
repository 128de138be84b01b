/* The manifest of an experiment: the players, opponents and maps, and each single game, with an id
 * that is a hash of all that decides it. Results are the same manifest with the row of each game.
 *
 * The file is JSON Lines: a head, the files that were made, then players, opponents and maps, then
 * the games in the order of play. A player and an opponent are both "entrants". */
#ifndef US_EXPERIMENTS_MANIFEST_H
#define US_EXPERIMENTS_MANIFEST_H

#include "base/file.h"
#include "domain/world.h"
#include "experiments/row.h"
#include "understudy/experiment.h"

enum {
    US_MANIFEST_VERSION = 1,
    US_ENTRANTS_MAX = 4096,
    US_MANIFEST_MAPS_MAX = 65535,
    US_MANIFEST_MADE_MAX = 1 << 20,
    US_MANIFEST_GAMES_MAX = 20000000,
};

void us_manifest_init(us_manifest *manifest);

/* Adds a zeroed member; the manifest owns it. */
const char **us_manifest_add_file(us_manifest *manifest);
us_entrant *us_manifest_add_player(us_manifest *manifest);
us_entrant *us_manifest_add_opponent(us_manifest *manifest);
us_manifest_map *us_manifest_add_map(us_manifest *manifest);
us_fixture *us_manifest_add_game(us_manifest *manifest); /* with an unplayed row */

/* Numbers the runs: players of a group without a run number get the numbers after the group's
 * largest, in order. Returns the first player whose run number its group has already, or -1. */
int us_manifest_number_runs(us_manifest *manifest);

/* Compares by seed, map, opponent and seat; returns 0 for games that differ in their player
 * alone. */
int us_fixture_compare(const us_fixture *a, const us_fixture *b);

/* Computes the id of a game whose other members are set. */
us_hash us_fixture_id(const us_manifest *manifest, const us_fixture *game);
/* Returns the indices of all games by their ids; equal ids are in order of index. The caller
 * frees. */
int32_t *us_manifest_sort_games(const us_manifest *manifest);
/* Returns for each game the first game of the same player and id. It is the game itself, unless
 * maps or opponents have two names. The caller frees. */
int32_t *us_manifest_find_firsts(const us_manifest *manifest);
/* Returns the first game whose player, opponent, map, seat and seed equal those of an earlier one;
 * -1: there is none. */
int64_t us_manifest_find_duplicate_key(const us_manifest *manifest);

/* Check a line before it is written, as reading does: US_BAD_INPUT, without a place. */
us_status us_manifest_check_head(const us_manifest *manifest, us_error *err);
us_status us_entrant_check(const us_entrant *entrant, us_error *err);
us_status us_manifest_map_check(const us_manifest_map *place, us_error *err);

/* Appends the lines. order: the games of results, `count` of them; NULL: a plan, with all games in
 * their order, and the files that were made. */
void us_manifest_print(const us_manifest *manifest, const int32_t *order, int64_t count,
                       us_str *out);
/* Replaces the file, atomically. */
us_status us_manifest_write(const us_manifest *manifest, const int32_t *order, int64_t count,
                            const char *path, us_error *err);
us_status us_manifest_parse(const char *file, const char *text, size_t length, us_manifest *out,
                            us_error *err);
/* Lists the files that the planning of this manifest made, sorted; none if there is no such
 * manifest. The list holds only names that planning gives, so that removing them removes nothing
 * else. The caller frees it with us_names_free. */
void us_manifest_list_files(const char *path, us_names *out);
/* Returns whether the file is there and a game of it was played; true, too, if it is no such file.
 * Reads up to the first such game. */
bool us_manifest_has_results(const char *path);

#endif
