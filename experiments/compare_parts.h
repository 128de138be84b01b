/* Private to experiments/compare*: how games are matched. */
#ifndef US_EXPERIMENTS_COMPARE_PARTS_H
#define US_EXPERIMENTS_COMPARE_PARTS_H

#include "experiments/compare.h"

typedef struct us_team { /* who stands behind a side */
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
    int32_t *game; /* that were played, by seed, map, opponent, seat and player */
    int64_t played;
    const us_atlas *atlas;
    us_map_scope scope;
    bool unsaid; /* neither the experiment nor who asks says what the scope is */
    bool asked;  /* who asks says it */
} us_matching;

/* The cell of a game: of its map and its opponent. */
int us_matching_cell(const us_matching *m, const us_fixture *game);

/* Each key with its game of each player, or -1, in the order in which they were to be played. */
void us_matching_keys(const us_matching *m,
                      void (*visit)(void *context, int key, const int32_t *game), void *context);

/* Two games of one key that are held against each other. */
enum { US_MEETING_VALUES = 6 };
typedef struct us_meeting {
    int cell, run, game; /* game: the key's number */
    us_seat seat;
    us_hash course; /* of both; 0: not known */
    double value[US_MEETING_VALUES];
} us_meeting;

typedef struct us_meetings {
    us_meeting *row;
    int count, capacity;
    int cells, runs; /* runs: of a group, whose runs are what is repeated where there are two */
    const us_atlas *atlas; /* once they are closed, NULL: these maps alone, or a single map */
    us_map_scope scope;
    int alike;          /* once they are closed: so many runs, which all played alike, are one */
    int copies;         /* that were left out with the runs that are alike */
    int repeats;        /* that were left out when they were closed */
    int maps, families; /* that they lie on, see us_map_values */
    int partial;        /* of them: without a pair in a place that another map has pairs in */
    /* Once they are closed, row by row, as statistics take them. Games have numbers from 0 on. */
    us_arena *columns;
    double *value[US_MEETING_VALUES];
    int *cell, *run, *game;
    int games;
} us_meetings;

/* What is repeated: maps, or pairs. */
typedef struct us_units {
    us_pairs pairs;
    us_runs runs;
    us_map_values maps; /* private */
} us_units;

/* ---- compare_meetings.c */
us_meetings us_meetings_of(const us_matching *m, int runs);
void us_meetings_add(us_meetings *list, us_meeting row);
/* Sorts them by cell and leaves out the cells that a run lacks. Returns how many cells those are.
 * Runs that all played alike become one, and of games that are the same again one stays: see
 * experiments/repeats.h. */
int us_meetings_close(us_meetings *list);
void us_meetings_clear(us_meetings *list);
bool us_meetings_repeat_runs(const us_meetings *list);
/* Of closed ones, with a value each: one of theirs, or what was computed of it. Clear the units. */
us_units us_meetings_units(const us_meetings *list, const double *value);
void us_units_clear(us_units *units);
/* By us_estimate_within, of the runs where there are two or more; then run_mean takes their means,
 * where not NULL. */
us_estimate us_meetings_estimate(const us_meetings *list, const double *value,
                                 const us_estimate_def *how, double *run_mean);
/* Of closed ones, with their first value. effect: of it, for the variance of runs. */
us_components us_meetings_components(const us_meetings *list, const us_atlas *atlas,
                                     const us_estimate *effect);
us_pairs us_meetings_pairs(const us_meetings *list, const double *value);
us_runs us_meetings_runs(const us_meetings *list);

/* ---- compare_sides.c */
void us_side_of(const us_matching *m, int side, const us_compare_def *def, us_side *out);

/* ---- compare_pairs.c */
/* Both are one player: of the same identity, and their games are the same. */
bool us_versus_same(const us_matching *m, int baseline, int challenger);
/* together: how many comparisons there are. */
us_status us_versus_of(const us_matching *m, int baseline, int challenger, int together,
                       us_comparison *all, us_versus *out, us_error *err);

/* ---- compare_ratings.c: players and opponents on one scale, by the games between them */
us_sheet *us_ratings_sheet(const us_comparison *c, const us_manifest *m);

/* ---- compare_likeness.c: to the model's games of the same key, where there is one */
void us_likeness_add(const us_matching *m, us_comparison *out);

/* ---- compare_say.c */
us_status us_leakage_check(const us_manifest *manifest, const us_compare_def *def,
                           us_comparison *out, us_error *err);
void us_comparison_note(us_comparison *comparison, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void us_compare_say(const us_matching *m, us_comparison *c); /* verdicts and notes */

#endif
