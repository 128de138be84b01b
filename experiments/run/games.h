/* A pool of workers that plays games of a manifest, and the result of each game. */
#ifndef US_EXPERIMENTS_RUN_GAMES_H
#define US_EXPERIMENTS_RUN_GAMES_H

#include "experiments/design/manifest.h"
#include "game/game.h"
#include "understudy/experiment.h"
#include "understudy/game.h"

typedef struct us_game_pool_def {
    const us_manifest *manifest;
    const char *folder;
    const int64_t *game; /* of the manifest, in the order of dispatch; NULL: all in their order */
    int64_t games;
    const char *traces; /* folder in which game[at] is recorded, see us_game_pool_print_trace_path;
                           or NULL */
    int workers;        /* at most; no more than games */
    int64_t timeout_ms; /* for a game; 0: none */
    us_game_pool_state *state; /* counters; wanted and before stay */
    void *context;
    /* Receives the row of game[at], in the order in which games end; texts last for the call. A
     * status other than US_OK ends all. */
    us_status (*played)(void *context, int64_t at, const us_row *row, us_error *err);
    bool (*enough)(void *context);                   /* true: dispatch no more; or NULL */
    us_status (*tick)(void *context, us_error *err); /* about every quarter of a second; or NULL */
    void *listener;                                  /* of tell */
    /* Called before the first game is dispatched, now and then, and at the end; or NULL. */
    void (*on_progress)(void *listener, const us_game_pool_state *state);
    bool (*stop)(void); /* true: dispatch no more; later ends are no crashes; or NULL */
} us_game_pool_def;

/* Starts each program (exec:) with a seat in one of the games once, in the workers, and ends it
 * again. US_NO_ENGINE if a program cannot start, with any number of workers. A stop ends the
 * programs that are being started, and returns US_OK. */
us_status us_game_pool_check_programs(const us_game_pool_def *def, us_error *err);

/* Plays the games. A game in which a program fails to start or fails later has crashed. Any other
 * obstacle to a game ends all: US_MISMATCH if a library, tree or map is not the planned one.
 * Returns US_OK after a stop, too. */
us_status us_game_pool_run(const us_game_pool_def *def, us_error *err);
/* The same, but returns US_INTERRUPTED if a stop left games out. The state begins at 0. */
us_status us_game_pool_finish(const us_game_pool_def *def, us_error *err);
/* Returns US_INCOMPLETE if something killed a worker: its game did not crash by itself, and would
 * end in another way if it were played again. */
us_status us_game_pool_check_killed(const us_game_pool_state *state, us_error *err);

/* Appends the path of the trace of game[at]. A game that crashed or was late may have left a part
 * of its trace, or none. */
void us_game_pool_print_trace_path(const char *traces, int64_t at, us_str *out);

/* The work of a worker: it plays games of a manifest one by one. */

typedef struct us_work us_work;

/* Opens the work. Manifest and folder are borrowed until free. The files of players are checked
 * now, and again before each game. */
us_work *us_work_new(const us_manifest *manifest, const char *folder);
void us_work_free(us_work *work); /* NULL is fine */
US_AUTOPTR_DEFINE(us_work, us_work_free);

/* Plays a game. stop: called now and then; true ends the game with US_INTERRUPTED; or NULL. trace:
 * path of its trace, or NULL. The row's texts last until the next game. On failure out->failed
 * alone is set. US_MISMATCH: a library or tree has changed since the planning. */
us_status us_work_play(us_work *work, int64_t game, bool (*stop)(void), const char *trace,
                       us_row *out, us_error *err);

/* The course of a game, independent of its seed: two games with the same course are the same game
 * again. */

typedef struct us_course_hash {
    us_hash hash;                   /* 0: the game is not over */
    us_hash seat[US_SEATS_MAX + 1]; /* private; the last is for events without a seat */
} us_course_hash;

/* Observes the match from now on. The hash covers all orders and their results, all events, and the
 * last world. It leaves out labels and the numbers of orders, the order of seats within a cycle,
 * which the seed draws, and the members of the game's own hash beside its world. The course must
 * outlive the match's steps. */
void us_course_hash_observe(us_course_hash *course, us_match *match);

#endif
