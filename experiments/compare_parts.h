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
} us_matching;

/* Each key with its game of each player, or -1, in the order in which they were to be played. */
void us_matching_keys(const us_matching *m,
                      void (*visit)(void *context, int key, const int32_t *game), void *context);

/* ---- compare_pairs.c */
void us_side_of(const us_matching *m, int side, const us_compare_def *def, us_side *out);
/* together: how many comparisons there are. */
us_status us_versus_of(const us_matching *m, int baseline, int challenger, int together,
                       us_comparison *all, us_versus *out, us_error *err);

/* ---- compare_likeness.c: to the model's games of the same key, where there is one */
void us_likeness_add(const us_matching *m, us_comparison *out);

/* ---- compare_say.c */
us_status us_leakage_check(const us_manifest *manifest, const us_compare_def *def,
                           us_comparison *out, us_error *err);
void us_comparison_note(us_comparison *comparison, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void us_compare_say(const us_matching *m, us_comparison *c); /* verdicts and notes */

#endif
