/* Comparison of players: whether one is better than another. Games are paired by map, opponent,
 * seat and seed. The headers in experiments/stats/ and docs/STATISTICS.md define the numbers. */
#ifndef US_EXPERIMENTS_COMPARE_H
#define US_EXPERIMENTS_COMPARE_H

#include "experiments/atlas.h"
#include "experiments/manifest.h"
#include "experiments/sheet.h"
#include "experiments/stats/bootstrap.h"
#include "experiments/stats/components.h"
#include "experiments/stats/effect.h"
#include "experiments/stats/graded.h"
#include "experiments/stats/sequential.h"
#include "experiments/stats/significance.h"
#include "experiments/workers.h"

typedef struct us_comparison_def {
    const char *baseline;    /* a player or a group; NULL: the first player */
    const char *challenger;  /* a player or a group; NULL: each other one in turn */
    double level;            /* of intervals: 0.95 */
    double margin;           /* largest difference that does not matter: 0 */
    double power;            /* for the number of pairs still needed: 0.8 */
    uint64_t seed;           /* of bootstrap and permutations */
    int draws;               /* of the bootstrap */
    us_map_scope scope;      /* US_MAP_SCOPE_UNSAID: the manifest's, else US_MAP_SCOPE_MAPS */
    bool unmatched;          /* leave out games that the other side has not played; else refuse */
    bool leaky;              /* accept maps and seeds that a player was learned on; else refuse */
    const us_sprt_def *sprt; /* NULL: none */
} us_comparison_def;
us_comparison_def us_comparison_def_default(void);

/* The margins, in thousandths, of a performance profile. */
enum { US_PROFILE_POINTS = 8 };
extern const int us_profile_margin[US_PROFILE_POINTS];

/* One side of a comparison: a player, or a group of replicates. Estimates follow the scope of the
 * comparison. With two or more runs, runs are repeated too. */
typedef struct us_side {
    const char *name;
    int runs; /* replicates; 0: one player without replicates */
    int64_t games, end[US_ROW_ENDS];
    int64_t no_result; /* crashed games that no estimate counts: see us_row_is_void */
    int64_t repeats;   /* games equal to others of the side: estimates do not count them */
    double margin;     /* mean, -1 to 1: see us_row_margin; NAN: no game has a result */
    us_estimate score; /* mean of win 1, draw 1/2 */
    us_estimate iqm;   /* of margins */
    us_estimate reached[US_PROFILE_POINTS]; /* the share of games with at least such a margin */
    us_estimate like_orders, like_goals;    /* likeness to the model, 0 to 1; pairs 0: not known */
    int like_games;                         /* games in the estimate of likeness */
} us_side;
/* Returns whether the side is the player or the player's group. */
bool us_side_has_player(const us_side *side, const us_entrant *player);

/* A cell of a comparison, or all cells of a map family. */
typedef struct us_versus_cell {
    const char *map, *family, *opponent;
    double score[2]; /* baseline's, challenger's */
    us_estimate effect;
} us_versus_cell;

/* The maps of a family. */
typedef struct us_versus_family {
    const char *name;
    us_estimate effect;
    double holm; /* of Student's p values of a comparison's families */
} us_versus_family;

/* A run that has pairs. */
typedef struct us_versus_run {
    int64_t run; /* number of the run */
    double effect;
} us_versus_run;

/* One comparison of two sides. In the scope of maps the map is repeated, in the scope of these maps
 * the game. If a side has two or more runs, the run is repeated too. This holds for all members
 * except mere counts. */
typedef struct us_versus {
    int baseline, challenger; /* sides */
    us_map_scope scope; /* never US_MAP_SCOPE_UNSAID; US_MAP_SCOPE_THESE if there is one map */
    int pairs, maps, families;
    int partial; /* maps that lack pairs against an opponent or in a seat in which other maps have
                    some */
    us_estimate effect; /* in the scope of maps its pairs and cells are maps and families */
    us_bounds together; /* of the effect, at a level that holds for all comparisons at once: each of
                           m has 1 - (1 - level) / m (Bonferroni). The verdict uses it */
    us_versus_run *run; /* effect.runs of them; NULL with less than two */
    us_bootstrap bootstrap;
    int64_t gained, lost; /* maps with an effect above 0, below 0; in the scope of these maps: pairs
                             won by the challenger alone, by the baseline alone */
    us_mcnemar mcnemar;   /* of gained and lost: over maps the sign test. NAN with runs */
    us_signed_ranks ranks; /* of margins: of maps, of pairs, or of runs' means */
    us_flips flips; /* of scores, weighed like the effect, of maps, pairs or runs' means: Holm's
                       correction takes its p */
    double holm;
    us_components components; /* of the variance of pairs */
    us_estimate improvement;  /* of margins: see us_improvement_estimate */
    us_sprt sprt;             /* if wanted: of pairs, each counting the same */
    const char *waits; /* the map at which the test waits for a game without a result; or NULL */
    us_conclusion conclusion;
    double needed; /* total of maps, or pairs, to detect a difference of this size; INFINITY: no
                      number */
    us_versus_cell *cell;
    int cells;
    us_versus_family *family; /* none with one family, or in the scope of these maps */
    int parts;
    int repeats;  /* pairs equal to others, left out (experiments/repeats.h) */
    int alike;    /* number of runs that play all games alike and count as one library; 0: none */
    bool stopped; /* by a sequential test: that biases the effect away from the middle of its bounds
                   */
    int64_t unmatched;   /* games of one side that the other has not played */
    int lacking;         /* cells that one run has played and another has not: left out */
    const char *verdict; /* one sentence */
    const char *care;    /* another sentence, if verdict and test disagree; else "" */
} us_versus;

typedef struct us_comparison {
    us_arena *arena;
    us_side *side;
    int sides;
    us_versus *versus;
    int count;
    int verdicts; /* members of versus. Behind the `count` comparisons are those of a player that is
                     the same as the baseline (US_SAME): these have a verdict only */
    const char **note; /* notes for the reader: crashes, one run only, forced options */
    int notes;
    us_workers workers;    /* the workers, and the outliers among them */
    us_comparison_def def; /* with the scope in effect: US_MAP_SCOPE_THESE if there is one map */
    bool one_map;          /* one map, although the scope was maps */
    us_atlas atlas;
} us_comparison;

/* Compares the players of a manifest with results, which must hold each game once
 * (experiments/duplicates.h). US_MISMATCH: keys without a partner, or leakage. US_BAD_INPUT: no
 * such player, no games played, or a sequential test of runs. Clear after success. */
us_status us_comparison_compute(const us_manifest *manifest, const us_comparison_def *def,
                                us_comparison *out, us_error *err);
void us_comparison_clear(us_comparison *comparison);
/* Returns the atlas of the estimates in the scope of maps, else NULL. */
const us_atlas *us_comparison_atlas(const us_comparison *comparison);

/* Appends at most three lines a comparison, which fit 80 columns: the verdict, the effect with the
 * interval and the p value that the verdict uses, and the maps, pairs and runs that it is about.
 * The last line counts the notes. */
void us_comparison_print_brief(const us_comparison *comparison, us_str *out);

/* Returns the comparison's tables that have rows; the table of workers only if there are outliers.
 * The caller frees each. */
enum { US_COMPARE_SHEETS_MAX = 13 };
int us_comparison_make_sheets(const us_comparison *comparison, const us_manifest *manifest,
                              us_sheet **out);

#endif
