/* Results of an experiment, from its journals. */
#ifndef US_EXPERIMENTS_RESULTS_H
#define US_EXPERIMENTS_RESULTS_H

#include "base/json.h"
#include "experiments/manifest.h"

/* There is a manifest; else US_BAD_INPUT. */
us_status us_folder_check(const char *folder, us_error *err);

/* Lines of journals that count for nothing. */
typedef struct us_leftovers {
    int64_t strangers; /* results of no game of the manifest */
    int64_t damaged;   /* no results at all: such a game is not played, and is played again */
} us_leftovers;

/* Reads FOLDER/manifest.jsonl, and into its rows what the journals of FOLDER/results/ say. Of a
 * game with several results one that was played to its end counts, else the last. Two such with
 * different states are US_MISMATCH: the game is not deterministic. Where a sequential test has
 * stopped, games of its two players that don't count are left out. left may be NULL. Clear *out
 * after success; on failure it and *left stay as they were. */
us_status us_results_read(const char *folder, us_manifest *out, us_leftovers *left, us_error *err);

/* The same of a folder, or of a file of results alone. */
us_status us_results_open(const char *path, us_manifest *out, us_error *err);

/* FOLDER/results.jsonl: games that were played, by id, without what depends on the clock or on
 * who played. *missing: games that were not. US_INCOMPLETE where it can't be written. */
us_status us_results_merge(const char *folder, const us_manifest *manifest, int64_t *missing,
                           us_error *err);

typedef struct us_standing {
    int64_t games, played, end[US_ROW_ENDS]; /* by us_row_end */
    int64_t no_result; /* of the crashed ones: another program than the player's failed */
    int64_t us;        /* all games together */
} us_standing;
us_standing us_results_standing(const us_manifest *manifest);
/* As members of an object that is open: "games", "played", "missing", "win", ..., "no_result". */
void us_standing_write(const us_standing *tally, us_json_writer *writer);

#endif
