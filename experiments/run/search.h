/* Search: adaptation that keeps what games prove.
 *
 * A round begins with training games, whose traces show failures. The changes that these and the
 * behaviors allow (adapt/changes.h) are then searched in two steps, on maps that no other game of
 * the search used.
 *
 * 1. Screening. Libraries with random combinations of the changes play, so that each game tells
 *    something about many changes. After each rung the better half of the changes stays.
 * 2. Proof. A library with all changes that are left plays in pairs with the library of the round.
 *    It replaces that library if the lower bound of the effect over maps is above 0. Otherwise the
 *    better half of its changes is tried, while games are left.
 *
 * Without a proof, the next round begins with the same library. */
#ifndef US_EXPERIMENTS_RUN_SEARCH_H
#define US_EXPERIMENTS_RUN_SEARCH_H

#include "adapt/changes.h"
#include "experiments/run/trials.h"
#include "experiments/stats/screening.h"

typedef struct us_search_round us_search_round;

typedef struct us_search_def {
    const char *library;          /* path of the library; it is not changed */
    us_adaptation_def adaptation; /* the library's content, patterns, thresholds, modes; the search
                                     sets its games */
    us_training_field field;
    /* Folder for files in the making. Its journal stays if the search does not end, and the same
     * search continues from it. */
    const char *folder;
    const char *const *trace; /* games for the first round; 0: it plays training games */
    int traces;
    const us_donor *donor; /* libraries whose behaviors may be added */
    int donors;
    bool winners;       /* behaviors of seats that won against the library may be added, too */
    int rounds, budget; /* budget: games of a round, at most */
    /* Time of a round, by the clock, in place of `budget`; 0: none. The speed of a few games fixes
     * the number of games, once for all rounds. The journal has it, so that a search that goes on
     * has the same. */
    int64_t seconds;
    int workers;
    int64_t timeout_ms;
    void *context;
    void (*on_step)(void *context, const char *text); /* one line about what was found; or NULL */
    void (*on_progress)(void *context, const us_game_pool_state *state); /* or NULL */
    bool (*stop)(void);                                                  /* or NULL */
} us_search_def;

/* A change that was searched. */
typedef struct us_search_change {
    const us_change *change;    /* of the round's list */
    us_screening_effect effect; /* 1 is a game won at once instead of lost at once */
    int rungs;                  /* that it played */
    bool tried;                 /* it is in the library that was put to the proof last */
    bool kept;
} us_search_change;

struct us_search_round {
    us_changes changes;
    us_search_change *change; /* by change of the list */
    us_estimate effect;       /* of the library tried last, in points from -1 to 1; over maps */
    int maps;                 /* of this estimate */
    double level;  /* of its bounds: 0.95, more for a later try, 0.999 for an early end */
    bool named;    /* it is about named maps, and no others */
    bool differed; /* a game of the screening told libraries apart */
    int tries;     /* libraries that were put to the proof */
    bool kept;
    int games;     /* of the round */
    int own, wins; /* training games, and how many of them the library won */
};

typedef struct us_search {
    us_brl *library; /* equal to the one given if nothing was kept */
    us_search_round *round;
    int rounds, kept; /* kept: rounds that changed the library */
    int budget;       /* games of a round, at most */
    us_arena *arena;
} us_search;

/* Searches. The result depends neither on the number of workers nor on kills. US_BAD_INPUT: the
 * budget is below US_SEARCH_LEAST. US_INTERRUPTED: the journal has the games. Other errors are
 * those of us_changes_list and us_trials_play. Clear after success. */
us_status us_search_run(const us_search_def *def, us_search *out, us_error *err);
void us_search_clear(us_search *search);
/* Removes a search's files from its folder, except the one of that name, if it is not NULL. Other
 * files stay. */
void us_search_drop_files(const char *folder, const char *except);
/* Appends the result of a round: "kept, +4.9 points [+2.9, +7.0] on 384 maps". */
void us_search_print_result(const us_search_round *round, us_str *out);
enum {
    US_SEARCH_LEAST = 100,   /* games of a round */
    US_SEARCH_MOST = 100000, /* a plan lists all that a library saw in one line */
    US_SEARCH_SECONDS_MOST = 7 * 24 * 3600,
};

#endif
