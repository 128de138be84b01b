/* Matching of games, private to experiments/compare/. */
#ifndef US_EXPERIMENTS_COMPARE_PARTS_H
#define US_EXPERIMENTS_COMPARE_PARTS_H

#include "experiments/compare/compare.h"

typedef struct us_team { /* the players of a side */
    const char *name;
    int *player; /* indices */
    int players;
    bool grouped;
} us_team;

typedef struct us_matching {
    const us_manifest *manifest;
    us_arena *arena;
    us_team *side;
    int sides;
    int32_t *game; /* index of the game played, by seed, map, opponent, seat and player */
    int64_t played;
    const us_atlas *atlas;
    us_map_scope scope;
    bool unsaid;      /* neither the manifest nor the definition has a scope */
    bool scope_given; /* the definition has a scope */
} us_matching;

/* Returns the cell of a game: its map and its opponent. */
int us_matching_cell(const us_matching *m, const us_fixture *game);

/* Visits each key in the order of play, with each player's game of it, or -1. */
void us_matching_visit_keys(const us_matching *m,
                            void (*visit)(void *context, int key, const int32_t *game),
                            void *context);

/* A game pair: two games of one key, compared with each other. */
enum { US_GAME_PAIR_VALUES = 6 };
typedef struct us_game_pair {
    int cell, run, game; /* game: the number of the key */
    us_seat seat;
    us_hash course; /* of both games; 0: not known */
    double value[US_GAME_PAIR_VALUES];
} us_game_pair;

typedef struct us_game_pairs {
    us_game_pair *row;
    int count, capacity;
    int cells, runs;       /* runs: of a group; repeated if there are two or more */
    const us_atlas *atlas; /* after us_game_pairs_finish, NULL: these maps alone, or a single map */
    us_map_scope scope;
    int alike;          /* after us_game_pairs_finish: runs that all played alike and are one */
    int copies;         /* pairs left out with the runs that are alike */
    int repeats;        /* pairs left out by us_game_pairs_finish */
    int maps, families; /* with pairs, see us_map_values */
    int partial;        /* of them: without a pair in a place in which another map has some */
    /* After us_game_pairs_finish: the columns that statistics take, row by row. Games have numbers
     * from 0. */
    us_arena *columns;
    double *value[US_GAME_PAIR_VALUES];
    int *cell, *run, *game;
    int games;
} us_game_pairs;

/* The repeated units: maps, or pairs. */
typedef struct us_sampling_units {
    us_pairs pairs;
    us_runs runs;
    us_map_values maps; /* private */
} us_sampling_units;

us_game_pairs us_game_pairs_make(const us_matching *m, int runs);
void us_game_pairs_add(us_game_pairs *list, us_game_pair row);
/* Sorts the pairs by cell and leaves out the cells that a run lacks. Returns the number of these
 * cells. Runs that all played alike become one, and one of several equal games stays: see
 * experiments/run/results.h. */
int us_game_pairs_finish(us_game_pairs *list);
void us_game_pairs_clear(us_game_pairs *list);
bool us_game_pairs_has_runs(const us_game_pairs *list);
/* Returns the repeated units of a finished list. value: by pair, one of its values or one computed
 * from it. Clear the units. */
us_sampling_units us_game_pairs_make_units(const us_game_pairs *list, const double *value);
void us_sampling_units_clear(us_sampling_units *units);
/* Estimates by us_estimate_compute_in_scope; with two or more runs, over the runs. run_mean then
 * takes the runs' means, if not NULL. */
us_estimate us_game_pairs_estimate(const us_game_pairs *list, const double *value,
                                   const us_estimate_def *how, double *run_mean);
/* Computes the components of a finished list, with its first value. effect: the estimate of that
 * value, for the variance of runs. */
us_components us_game_pairs_compute_components(const us_game_pairs *list, const us_atlas *atlas,
                                               const us_estimate *effect);
us_pairs us_game_pairs_to_pairs(const us_game_pairs *list, const double *value);
us_runs us_game_pairs_to_runs(const us_game_pairs *list);

/* Returns whether both are one player: of the same identity, and with the same games. */
bool us_versus_is_same(const us_matching *m, int baseline, int challenger);
/* together: the number of comparisons. */
us_status us_versus_compute(const us_matching *m, int baseline, int challenger, int together,
                            us_comparison *all, us_versus *out, us_error *err);

us_status us_comparison_check_leakage(const us_manifest *manifest, const us_comparison_def *def,
                                      us_comparison *out, us_error *err);
void us_comparison_note(us_comparison *comparison, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void us_comparison_add_verdicts(const us_matching *m, us_comparison *c); /* verdicts and notes */

#endif
