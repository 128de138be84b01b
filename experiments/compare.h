/* Is one player better than another? Games are paired by map, opponent, seat and seed; what is
 * computed of them is told in experiments/stats/ and docs/EXPERIMENTS.md. */
#ifndef US_EXPERIMENTS_COMPARE_H
#define US_EXPERIMENTS_COMPARE_H

#include "experiments/manifest.h"
#include "experiments/sheet.h"
#include "experiments/stats/bootstrap.h"
#include "experiments/stats/effect.h"
#include "experiments/stats/graded.h"
#include "experiments/stats/sequential.h"
#include "experiments/stats/significance.h"
#include "experiments/workers.h"

typedef struct us_compare_def {
    const char *baseline;   /* a player or a group; NULL: the first player */
    const char *challenger; /* the same; NULL: each other one in turn */
    double level;           /* of intervals: 0.95 */
    double margin;          /* differences up to it do not matter: 0 */
    double power;           /* that pairs still needed are for: 0.8 */
    uint64_t seed;          /* of bootstrap and permutations */
    int draws;              /* of the bootstrap */
    bool unmatched; /* games that the other side has not played are left out; else refused */
    bool leaky;     /* maps and seeds that a player was learned on are taken; else refused */
    const us_sprt_def *sprt; /* NULL: none */
} us_compare_def;
us_compare_def us_compare_def_default(void);

/* A player, or a group of replicates. */
typedef struct us_side {
    const char *name;
    int runs; /* replicates; 0: one player that is none */
    int64_t games, end[US_ROW_ENDS];
    int64_t repeats; /* games that are the same as others of it: bounds don't count them */
    double score;    /* mean of win 1, draw 1/2 */
    us_bounds wilson;
    double margin;                       /* mean, -1 to 1: see us_row_margin */
    us_iqm_estimate iqm;                 /* without bounds where games are repeats */
    us_estimate like_orders, like_goals; /* to the model, 0 to 1; pairs 0: not known. Over runs
                                            where there are two or more, as effects are */
} us_side;
/* It is the player's, or that of its group. */
bool us_side_has(const us_side *side, const us_entrant *player);

/* A cell of a comparison, or all cells of a map family. */
typedef struct us_versus_cell {
    const char *map, *family, *opponent;
    double score[2]; /* baseline's, challenger's */
    us_estimate effect;
} us_versus_cell;

/* A run that has pairs. */
typedef struct us_versus_run {
    int64_t run; /* its number */
    double effect;
} us_versus_run;

/* Where a side has two or more runs, the run is what is repeated, for everything here but what is
 * merely counted: gained, lost. */
typedef struct us_versus {
    int baseline, challenger; /* sides */
    us_estimate effect;       /* over runs where there are two or more, else over games */
    us_bounds together; /* of the effect, at a level that holds for all comparisons at once: of
                           m each has 1 - (1 - level) / m (Bonferroni). The verdict's */
    us_versus_run *run; /* effect.runs of them; NULL where games are what is repeated */
    us_bootstrap bootstrap;
    int64_t gained, lost;  /* pairs won by the challenger alone, by the baseline alone */
    us_mcnemar mcnemar;    /* NAN of runs: there is none */
    us_signed_ranks ranks; /* of margins: of pairs, each counting the same; or of runs' means */
    us_flips flips;        /* of scores, weighed as the effect weighs them: the p value that Holm's
                              correction is of; or of runs' means */
    double holm;
    us_estimate improvement; /* of margins: see us_improvement_of */
    us_sprt sprt;            /* if asked for: of pairs, each counting the same */
    us_conclusion conclusion;
    double needed; /* pairs, all in all, to tell a difference of this size; INFINITY: none */
    us_versus_cell *cell;
    int cells;
    int repeats;         /* pairs that are the same as others: left out (experiments/repeats.h) */
    int alike;           /* so many runs play all games alike, and are one library; 0: none do */
    bool stopped;        /* by a sequential test: the effect lies too far from 0 */
    int64_t unmatched;   /* games of one side that the other has not played */
    int lacking;         /* cells that a run has not played and another has: left out */
    const char *verdict; /* one sentence */
    const char *care;    /* one more, where verdict and test do not agree; else "" */
} us_versus;

typedef struct us_comparison {
    us_arena *arena;
    us_side *side;
    int sides;
    us_versus *versus;
    int count;
    int verdicts; /* of versus: behind the comparisons those of a player that is the same as the
                     baseline (US_SAME), which have a verdict and nothing else */
    const char **note; /* what a reader must know: crashes, one run only, what was forced */
    int notes;
    us_workers workers; /* who played, and who of them otherwise than the rest */
    us_compare_def def;
} us_comparison;

/* Of a manifest with results. US_MISMATCH: keys that have no partner, leakage. US_BAD_INPUT: no
 * such player, nothing played, a sequential test of runs. Clear after success. */
us_status us_compare(const us_manifest *manifest, const us_compare_def *def, us_comparison *out,
                     us_error *err);
void us_comparison_clear(us_comparison *comparison);

/* The tables of it that have rows; that of workers where one strays. The caller frees each. */
enum { US_COMPARE_SHEETS_MAX = 11 };
int us_comparison_sheets(const us_comparison *comparison, const us_manifest *manifest,
                         us_sheet **out);

#endif
