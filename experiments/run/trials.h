/* Trials: games of libraries on a training field, each played once.
 *
 * A trial is a library, a seat, and a game number of the field, which decides map, opponent and
 * seed. All libraries play a game number with the same seed. A journal has the results, under keys:
 * a key is a hash of all that decides a game. An interrupted call therefore continues from the
 * journal, and two libraries of equal content share their games. A game that was late is not in the
 * journal. */
#ifndef US_EXPERIMENTS_RUN_TRIALS_H
#define US_EXPERIMENTS_RUN_TRIALS_H

#include "experiments/run/games.h"
#include "experiments/run/training_field.h"

#define US_TRIALS_JOURNAL "games.jsonl"

typedef struct us_trials_def {
    const us_training_field *field;
    const char *library;  /* path of the library that US_TRAINING_ITSELF stands for */
    const char *settings; /* of all libraries: "?..."; or NULL */
    const char *folder;   /* existing folder for maps, and for the journal, US_TRIALS_JOURNAL */
    int workers;
    int64_t timeout_ms; /* for a game, by the clock; 0: none */
    void *context;
    void (*on_progress)(void *context, const us_game_pool_state *state); /* now and then; or NULL */
    bool (*stop)(void); /* true: US_INTERRUPTED; or NULL */
} us_trials_def;

typedef struct us_trial {
    const char *library; /* path */
    int game;            /* of the field */
    us_seat seat;
    us_hash course; /* see us_course_hash; 0: it crashed */
    int points;     /* 2, 1, 0 */
    int margin;     /* see us_row_margin */
    bool crashed;   /* or late: it counts as lost */
} us_trial;

typedef struct us_trials us_trials;

/* Opens trials, and reads the journal if there is one. */
us_status us_trials_open(const us_trials_def *def, us_trials **out, us_error *err);
void us_trials_close(us_trials *trials); /* NULL is fine */
US_AUTOPTR_DEFINE(us_trials, us_trials_close);

/* Plays the trials and fills in their results, which depend neither on the number of workers nor on
 * earlier trials. US_MISMATCH: a library, a map or an agent's file changed meanwhile. US_FAILED: an
 * opponent that is a program crashed. US_INTERRUPTED: the journal has the games that were
 * finished. */
us_status us_trials_play(us_trials *trials, us_trial *list, int count, us_error *err);

/* Returns the number that was noted under a key in the journal, or 0 if there is none. */
int us_trials_find_note(const us_trials *trials, us_hash key);
/* Notes a number above 0 under a key in the journal, and syncs the journal. The key must differ
 * from those of games. US_INCOMPLETE: the disk is full. */
us_status us_trials_note(us_trials *trials, us_hash key, int number, us_error *err);

/* Returns the number of trials that were played or were found in the journal, each once. Notes do
 * not count. */
int64_t us_trials_count(const us_trials *trials);
/* Returns their games, each map and seed once, sorted. The caller frees. */
us_brl_game *us_trials_list_games(const us_trials *trials, int *count);
/* Returns the seed of a game of the field: 63 bits. */
uint64_t us_trials_seed(const us_training_field *field, int game);

#endif
