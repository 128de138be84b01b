/* Search: adaptation that keeps what games prove.
 *
 * A round begins with training games. Their traces show failures, and how other seats won. Then the
 * round tries to improve its library in two steps. Each step ends with a proof: the new library
 * plays in pairs with the one before it, on maps that no other game of the search used. It replaces
 * that library if the lower bound of the effect over maps is above 0.
 *
 * 1. Changes. The search screens the changes that failures and behaviors allow (adapt/changes.h):
 *    libraries with random combinations of them play, so that each game tells something about many
 *    changes. After each rung the better half of the changes stays. A library with all that are
 *    left goes to the proof. If it fails, the better half is tried, while games are left.
 * 2. Transplants, in the first round. The behaviors of all donors (adapt/donor.h) are added. The
 * library practices (experiments/run/practice.h), so that retrieval knows in which states which
 * behavior wins. Between the stages of the practice, the worse half of the donors leaves. The
 * library with the others goes to the proof, once.
 *
 * If no proof succeeds, the next round begins with the same library. The screening of a change that
 * an earlier round screened begins with the effect that is in the library's story. */
#ifndef US_EXPERIMENTS_RUN_SEARCH_H
#define US_EXPERIMENTS_RUN_SEARCH_H

#include "adapt/changes.h"
#include "adapt/donor.h"
#include "experiments/run/trials.h"
#include "experiments/stats/screening.h"

typedef struct us_search_round us_search_round;

typedef struct us_search_def {
    const char *library;          /* path of the library; it is not changed */
    const char *settings;         /* of the library in all games: "?..."; or NULL */
    us_adaptation_def adaptation; /* the library's content, patterns, thresholds, modes; the search
                                     sets its games */
    us_training_field field;
    /* Folder for files in the making. Its journal stays if the search does not end, and the same
     * search continues from it. */
    const char *folder;
    const char *const *trace; /* games for the first round; 0: it plays training games */
    int traces;
    const us_donor *donor; /* libraries that are donors in the first round */
    int donors;
    bool winners;       /* seats that won in the first round are donors, too */
    int rounds, budget; /* budget: games of a round, at most */
    /* Time of a round, by the clock, in place of `budget`; 0: none. The speed of a few games fixes
     * the number of games, once for all rounds. The journal keeps the number, so that a search that
     * continues after a kill has the same. */
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

/* The result of a proof. Zero-initialized: nothing was tried. */
typedef struct us_search_proof {
    int tries;          /* libraries that were put to the proof; the rest is of the last one */
    us_estimate effect; /* in points from -1 to 1; over maps */
    int maps, games;
    double level; /* of its bounds: 0.95, more for a later try, 0.999 for an early end */
    bool named;   /* it holds for named maps, and no others */
    bool kept;
} us_search_proof;

struct us_search_round {
    int own, wins; /* training games, and how many of them the library won */

    us_changes changes;
    us_search_change *change; /* by change of the list */
    bool differed;            /* a game of the screening told libraries apart */
    us_search_proof proof;    /* of the changes */

    us_donor *donor; /* those that stayed to the end of the practice */
    int donors;
    int winners;                 /* donors that were learned from lost games */
    int practiced;               /* games of practice */
    us_search_proof transplants; /* the proof of the transplants */
    us_story transplanted;       /* their story, if there are donors */

    int games; /* of the round */
};

typedef struct us_search {
    us_brl *library; /* equal to the one given if nothing was kept */
    us_search_round *round;
    int rounds, kept; /* kept: proofs that changed the library */
    int budget;       /* games of a round, at most */
    us_arena *arena;
} us_search;

/* Searches. The result depends neither on the number of workers nor on kills. US_BAD_INPUT: the
 * budget is below US_SEARCH_LEAST. US_INTERRUPTED: the journal has the games. Other errors are
 * those of us_changes_list and us_trials_play. Clear after success. */
us_status us_search_run(const us_search_def *def, us_search *out, us_error *err);
void us_search_clear(us_search *search);
/* Returns whether the folder has games that a search goes on with: a journal with a line, or a
 * library in practice. */
bool us_search_has_games(const char *folder);
/* Removes a search's files from its folder. games: also those from which a search that goes on
 * takes the games that were played, which are its journal and its libraries in practice. Other
 * files stay. */
void us_search_drop_files(const char *folder, bool games);
/* Completes the stories of a round with its results: round->changes.story, and
 * round->transplanted. number: of the round, from 1. */
void us_search_complete_stories(us_search_round *round, int number);
/* Appends the result of the transplants as us_story_print_result does, also if there is no story
 * of them. */
void us_search_print_transplants(const us_search_round *round, us_str *out);
/* Returns the stories of all rounds, which stay those of the search. The caller frees the list. */
us_story *us_search_list_stories(const us_search *search, int *count);
/* Writes the library that was found, with the stories of its rounds: see us_stories_write. */
us_status us_search_write(const us_brl *read, const us_search *search, const char *from,
                          const char *path, us_error *err);
enum {
    US_SEARCH_WINNERS = 16, /* donors of a round, at most, that are learned from lost games */
    US_SEARCH_DONORS = US_DONORS_MOST - US_SEARCH_WINNERS, /* named ones, at most */
    US_SEARCH_LEAST = 100,                                 /* games of a round, at least */
    US_SEARCH_MOST = 100000, /* at most: a plan lists all that a library saw in one line */
    US_SEARCH_SECONDS_MOST = 7 * 24 * 3600,
};

#endif
