/* Is one player better than another? Games are paired by map, opponent, seat and seed. The headers
 * in experiments/stats/ and docs/STATISTICS.md say what is computed of them. */
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

typedef struct us_compare_def {
    const char *baseline;   /* a player or a group; NULL: the first player */
    const char *challenger; /* the same; NULL: each other one in turn */
    double level;           /* of intervals: 0.95 */
    double margin;          /* differences up to it do not matter: 0 */
    double power;           /* that pairs still needed are for: 0.8 */
    uint64_t seed;          /* of bootstrap and permutations */
    int draws;              /* of the bootstrap */
    us_map_scope scope;     /* US_MAP_SCOPE_UNSAID: the manifest's, else US_MAP_SCOPE_MAPS */
    bool unmatched; /* games that the other side has not played are left out; else refused */
    bool leaky;     /* maps and seeds that a player was learned on are taken; else refused */
    const us_sprt_def *sprt; /* NULL: none */
} us_compare_def;
us_compare_def us_compare_def_default(void);

/* Margins, in thousandths, that a performance profile is told for. */
enum { US_PROFILE_POINTS = 8 };
extern const int us_profile_margin[US_PROFILE_POINTS];

/* A player, or a group of replicates. Estimates follow the scope of the comparison; where there are
 * two or more runs, runs are repeated too. */
typedef struct us_side {
    const char *name;
    int runs; /* replicates; 0: one player that is none */
    int64_t games, end[US_ROW_ENDS];
    int64_t no_result; /* of the crashed ones: no estimate counts them, see us_row_void */
    int64_t repeats;   /* games that are the same as others of it: estimates don't count them */
    double margin;     /* mean, -1 to 1: see us_row_margin; NAN: no game has a result */
    us_estimate score; /* mean of win 1, draw 1/2 */
    us_estimate iqm;   /* of margins */
    us_estimate reached[US_PROFILE_POINTS]; /* the share of games with at least such a margin */
    us_estimate like_orders, like_goals;    /* to the model, 0 to 1; pairs 0: not known */
    int like_games;                         /* that likeness was estimated of */
} us_side;
/* It is the player's, or that of its group. */
bool us_side_has(const us_side *side, const us_entrant *player);

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
    int64_t run; /* its number */
    double effect;
} us_versus_run;

/* In the scope of maps the map is repeated, in that of these maps the game. Where a side has two or
 * more runs, the run is repeated too. That holds for everything here that is not merely counted. */
typedef struct us_versus {
    int baseline, challenger; /* sides */
    us_map_scope scope; /* never US_MAP_SCOPE_UNSAID; US_MAP_SCOPE_THESE where there is one map */
    int pairs, maps, families;
    int partial; /* maps without pairs against an opponent, or in a seat, where others have some */
    us_estimate effect; /* its pairs and cells are maps and families in the scope of maps */
    us_bounds together; /* of the effect, at a level that holds for all comparisons at once: of
                           m each has 1 - (1 - level) / m (Bonferroni). The verdict's */
    us_versus_run *run; /* effect.runs of them; NULL where there are less than two */
    us_bootstrap bootstrap;
    int64_t gained, lost;  /* maps with an effect above 0, below 0; of these maps: pairs won by the
                              challenger alone, by the baseline alone */
    us_mcnemar mcnemar;    /* of gained and lost: over maps the sign test. NAN of runs */
    us_signed_ranks ranks; /* of margins: of maps, of pairs, or of runs' means */
    us_flips flips;        /* of scores, weighed as the effect weighs them, of maps, pairs or runs'
                              means: the p value that Holm's correction is of */
    double holm;
    us_components components; /* of the variance of pairs */
    us_estimate improvement;  /* of margins: see us_improvement_of */
    us_sprt sprt;             /* if asked for: of pairs, each counting the same */
    const char *waits;        /* the map at which the test waits for a game without a result; NULL:
                                 at none */
    us_conclusion conclusion;
    double needed; /* maps, or pairs, all in all, to tell a difference of this size; INFINITY: no
                      number */
    us_versus_cell *cell;
    int cells;
    us_versus_family *family; /* parts of them; none in the scope of these maps, or of one family */
    int parts;
    int repeats;  /* pairs that are the same as others: left out (experiments/repeats.h) */
    int alike;    /* so many runs play all games alike, and are one library; 0: none do */
    bool stopped; /* by a sequential test: the effect lies too far from the middle of its bounds
                   */
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
    us_compare_def def; /* with the scope that is taken: these maps where there is one */
    bool one_map;       /* maps were meant */
    us_atlas atlas;
} us_comparison;

/* Of a manifest with results, in which a game is there once (experiments/once.h). US_MISMATCH: keys
 * that have no partner, leakage. US_BAD_INPUT: no such player, nothing played, a sequential test of
 * runs. Clear after success. */
us_status us_compare(const us_manifest *manifest, const us_compare_def *def, us_comparison *out,
                     us_error *err);
void us_comparison_clear(us_comparison *comparison);
/* The atlas that estimates are made over in the scope of maps, else NULL. */
const us_atlas *us_comparison_over(const us_comparison *comparison);

/* The tables of it that have rows; that of workers where one outliers. The caller frees each. */
enum { US_COMPARE_SHEETS_MAX = 13 };
int us_comparison_sheets(const us_comparison *comparison, const us_manifest *manifest,
                         us_sheet **out);

#endif
