/* Results of an experiment, read from its journals. */
#ifndef US_EXPERIMENTS_RESULTS_H
#define US_EXPERIMENTS_RESULTS_H

#include "base/json.h"
#include "experiments/manifest.h"

/* Returns US_BAD_INPUT if the folder has no manifest. */
us_status us_results_check_folder(const char *folder, us_error *err);

/* Lines of journals that do not count. */
typedef struct us_leftovers {
    int64_t strangers; /* results of games that are not in the manifest */
    int64_t damaged;   /* invalid lines; their games are played again */
} us_leftovers;

/* Reads FOLDER/manifest.jsonl, and fills its rows from the journals of FOLDER/results/. If a game
 * has several results, one that was played to its end counts, else the last. Two such results with
 * different states are US_MISMATCH: the game is not deterministic. If a sequential test has
 * stopped, games of its two players that do not count are left out. left may be NULL. Clear *out
 * after success; on failure it and *left keep their values. */
us_status us_results_read(const char *folder, us_manifest *out, us_leftovers *left, us_error *err);

/* Reads the same from a folder, or from a file of results alone. */
us_status us_results_read_path(const char *path, us_manifest *out, us_error *err);

/* Writes FOLDER/results.jsonl: the games that were played, by id, without members that depend on
 * the clock or the host. *missing: the number of games that were not played. US_INCOMPLETE if it
 * cannot be written. */
us_status us_results_merge(const char *folder, const us_manifest *manifest, int64_t *missing,
                           us_error *err);

typedef struct us_standing {
    int64_t games, played, end[US_ROW_ENDS]; /* by us_row_end */
    int64_t no_result; /* crashed games in which another program than the player's failed */
    int64_t us;        /* sum over all games */
} us_standing;
us_standing us_results_compute_standing(const us_manifest *manifest);
/* Writes the members of an open object: "games", "played", "missing", "win", ..., "no_result". */
void us_standing_write(const us_standing *tally, us_json_writer *writer);

#endif
