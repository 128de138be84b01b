/* One game between named agents. It starts anew or continues from a recorded game, plays to its
 * end, and is recorded if wanted. */
#ifndef US_PLAYERS_PLAY_H
#define US_PLAYERS_PLAY_H

#include "game/match.h"
#include "traces/annotation.h"
#include "traces/replay.h"

enum { US_PLAY_SEATS = 2 };

typedef struct us_play_def {
    /* The agent of each seat: PREFIX:ARGUMENT. With from: NULL keeps the recorded orders. */
    const char *agent[US_PLAY_SEATS];
    const struct us_prepared_agent
        *prepared[US_PLAY_SEATS]; /* for a new game; NULL: not read yet */
    uint64_t seed;                /* with from: for the new players only */

    /* A new game on this borrowed scenario; if it is NULL, on the scenario that is defined here. */
    const us_scenario *open;
    us_scenario_def scenario;

    /* Or a game that continues from a trace's cycle. scenario.map: the present path of its map, or
     * NULL. */
    const char *from;
    us_cycle from_cycle; /* the game continues before this cycle's orders */
    us_cycle until;      /* after from_cycle, ends in a draw; 0: the trace's limit */

    const char *trace; /* path of the trace to write, or NULL */
    unsigned people;   /* bit per seat: a person plays it. No player is opened; the agent only names
                          the seat, and its orders come from outside (us_match_add_order) */
    us_cycle states;   /* with trace: cycles between stored states; 0: none */
    bool events;       /* with trace: events are recorded too */
    bool no_plan;      /* with trace: plan lines are left out */

    /* Both may be NULL. ready: called after all checks, when the game is about to begin, to observe
     * it. stop: called now and then; true ends the game with US_INTERRUPTED. */
    void *context;
    void (*ready)(void *context, us_match *match, const char *const *agent);
    bool (*stop)(void *context);
    /* Adds the labels that people give to their own orders, each time that labels are saved; or
     * NULL. */
    void (*label)(void *context, us_annotation *labels);
} us_play_def;

/* Returns a definition without agents and without a recording, on the default scenario. */
us_play_def us_play_def_default(void);

typedef struct us_play_result {
    us_match_state state;
    us_hash hash;
    uint64_t seed;  /* the game's seed */
    char map[4096]; /* as the definition or the trace names it */
    char agent[US_PLAY_SEATS][US_TRACE_TEXT_MAX + 16];
    /* The seat's agent gave no orders of its own (us_match_is_idle). Always false for a silent
     * agent (us_agent_is_silent), for recorded orders and for a person. */
    bool idle[US_PLAY_SEATS];
    /* Set on failure of us_play_run, too: the seat whose player could not be opened, or failed in
     * the game. US_NEUTRAL: no player failed, several failed in the same cycle, or the game itself
     * failed. */
    us_seat failed;
    us_cycle tape; /* with from: the recording's last cycle, after which a seat with recorded orders
                      gives none; -1: a new game */
} us_play_result;

/* Checks that a scenario can be played: it has two seats, and each seat has something that can
 * act. */
us_status us_play_check(const us_scenario *scenario, us_error *err);

/* Plays one game. Maps in which the checker finds faults are played, as long as us_play_check
 * passes. A trace file is created only after all other checks have passed. On failure out->failed
 * alone is set. US_MISMATCH: the game in `from` takes another course when it is played again.
 * US_INTERRUPTED leaves the trace without an end. */
us_status us_play_run(const us_play_def *def, us_play_result *out, us_error *err);

/* The same game in steps, for a caller that does other work in between. Objects that def borrows
 * must outlive it. */
typedef struct us_running_play us_running_play;
us_status us_running_play_open(const us_play_def *def, us_running_play **out, us_error *err);
us_match *us_running_play_match(us_running_play *playing); /* to observe, order and change seats */
/* Plays at most so many cycles, fewer once `stop` returns true. state may be NULL. A failure of the
 * recording or of the game is returned here, and again by each later call. */
us_status us_running_play_step(us_running_play *playing, us_cycle cycles, us_match_state *state,
                               us_error *err);
/* Saves the labels given so far beside the trace; without a trace it does nothing. */
us_status us_running_play_save(us_running_play *playing, us_error *err);
/* Writes again whatever could not be written before, for example on a full disk, and saves the
 * labels. No part of the recording is lost before it ends. */
us_status us_running_play_retry(us_running_play *playing, us_error *err);
/* Ends the recording, with its labels; the game may continue. Without a recording it does
 * nothing. */
us_status us_running_play_end_recording(us_running_play *playing, us_error *err);
/* Ends the recording, complete or not, saves labels and frees `playing`. out: the game's state at
 * the end; may be NULL. */
us_status us_running_play_close(us_running_play *playing, us_play_result *out, us_error *err);

#endif
