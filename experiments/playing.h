/* A pool of workers that plays games of a manifest, and what became of each. */
#ifndef US_EXPERIMENTS_PLAYING_H
#define US_EXPERIMENTS_PLAYING_H

#include "experiments/manifest.h"

typedef struct us_playing_state {
    int64_t wanted;        /* games, each once */
    int64_t before;        /* of them, played by earlier runs */
    int64_t given;         /* to workers by this one: played, or under way */
    int64_t played;        /* by this one: crashed and late ones, too */
    int64_t crashed, late; /* by this one */
    int64_t broken; /* of the crashed ones: a program outside this one failed, see US_BROKEN */
} us_playing_state;

typedef struct us_playing_def {
    const us_manifest *manifest;
    const char *folder;
    const int64_t *game; /* of the manifest, in the order in which they are given out */
    int64_t games;
    const char *traces;      /* the folder in which game[at] is recorded, see us_playing_trace; or
                                NULL */
    int workers;             /* at most; no more than there are games */
    int64_t timeout_ms;      /* for a game; 0: none */
    us_playing_state *state; /* counts on, but for wanted and before */
    void *context;
    /* What became of game[at], in the order in which they ended; texts last for the call. A status
     * other than US_OK ends all. */
    us_status (*played)(void *context, int64_t at, const us_row *row, us_error *err);
    bool (*enough)(void *context);                   /* true: give out no more; or NULL */
    us_status (*tick)(void *context, us_error *err); /* each quarter of a second or so; or NULL */
    void *listener;                                  /* of tell */
    /* Before the first game is given out, now and then, at last; or NULL. */
    void (*tell)(void *listener, const us_playing_state *state);
    bool (*stop)(void); /* true: give out no more, and who ends now has not crashed; or NULL */
} us_playing_def;

/* Starts each program (exec:) that has a seat in one of the games once, in the workers, and ends it
 * again: US_NO_ENGINE where one can't be, on any number of workers. A stop ends those that are
 * being started; US_OK then, too. */
us_status us_playing_start(const us_playing_def *def, us_error *err);

/* A program that fails to start, or fails in the game, has crashed. Whatever else keeps a game from
 * being played ends all: US_MISMATCH where a library, tree or map is not the planned one. US_OK too
 * after a stop. */
us_status us_playing_run(const us_playing_def *def, us_error *err);

/* Where game[at] is recorded: its path, appended. One that crashed or took too long may have left a
 * part of its trace, or none. */
void us_playing_trace(const char *traces, int64_t at, us_str *out);

#endif
