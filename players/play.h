/* One game by named agents: opened, played to its end or gone on with from a recorded one, and
 * recorded where asked. */
#ifndef US_PLAYERS_PLAY_H
#define US_PLAYERS_PLAY_H

#include "game/match.h"
#include "traces/annotation.h"
#include "traces/replay.h"

enum { US_PLAY_SEATS = 2 };

typedef struct us_play_def {
    /* Who plays: PREFIX:ARGUMENT. With from: NULL keeps the recorded orders. */
    const char *agent[US_PLAY_SEATS];
    const struct us_prepared *prepared[US_PLAY_SEATS]; /* of a new game; NULL: it is read */
    uint64_t seed;                                     /* with from: of the new players only */

    /* A new game, on a scenario that is borrowed, or, where that is NULL, on this one. */
    const us_scenario *open;
    us_scenario_def scenario;

    /* Or one that goes on from a trace's cycle. scenario.map: where its map lies now, or NULL. */
    const char *from;
    us_cycle from_cycle; /* before its orders */
    us_cycle until;      /* behind from_cycle: a draw then; 0: when the trace says */

    const char *trace; /* file, or NULL */
    unsigned people;   /* bit per seat: a person's. Nobody is opened for its agent, which only names
                          it; its orders come from outside (us_match_order) */
    us_cycle states;   /* with trace: cycles between stored states; 0: none */
    bool events;       /* with trace: in it too */
    bool no_plan;      /* with trace: without plan lines */

    /* Both may be NULL. ready: all was found good, and the game is about to begin: observe it.
     * stop: asked now and then; true ends the game with US_INTERRUPTED. */
    void *context;
    void (*ready)(void *context, us_match *match, const char *const *agent);
    bool (*stop)(void *context);
    /* Adds what people say of their own orders, each time that labels are saved; or NULL. */
    void (*label)(void *context, us_annotation *labels);
} us_play_def;

/* Nobody plays, nothing is recorded; the scenario is the default one. */
us_play_def us_play_def_default(void);

typedef struct us_play_result {
    us_match_state state;
    us_hash hash;
    uint64_t seed;  /* of the game */
    char map[4096]; /* as it was told */
    char agent[US_PLAY_SEATS][US_TRACE_TEXT_MAX + 16];
    /* It was to play, and has done nothing of its own (us_match_idle). Never of one that is silent
     * (us_agent_silent), and of nobody whose orders are a tape's or a person's. */
    bool idle[US_PLAY_SEATS];
    /* If us_play fails, too: the seat whose player could not be opened, or failed in the game;
     * US_NEUTRAL: none, or the game itself failed. */
    us_seat failed;
    us_cycle tape; /* with from: the recording's last cycle; a seat that keeps its orders gives none
                      after that. -1: a new game */
} us_play_result;

/* Two seats, and each has something that can act: said of a scenario that a new game is to be
 * played on. */
us_status us_play_check(const us_scenario *scenario, us_error *err);

/* Maps that the checker finds fault with are played, as long as us_play_check holds. A trace file
 * is made only once everything else was found good. On failure out->failed alone is set.
 * US_MISMATCH: `from` takes another course when
 * it is played again. US_INTERRUPTED leaves the trace without an end. */
us_status us_play(const us_play_def *def, us_play_result *out, us_error *err);

/* The same, piece by piece, for whoever has other things to do meanwhile. What def borrows outlives
 * it. */
typedef struct us_playing us_playing;
us_status us_playing_open(const us_play_def *def, us_playing **out, us_error *err);
us_match *us_playing_match(us_playing *playing); /* to look at, to give orders and change seats */
/* On by at most so many cycles, fewer once `stop` says so; state may be NULL. What fails in
 * recording or in the game fails here, and again. */
us_status us_playing_go(us_playing *playing, us_cycle cycles, us_match_state *state, us_error *err);
/* The labels given so far are saved beside the trace; without a trace nothing is. */
us_status us_playing_save(us_playing *playing, us_error *err);
/* What could not be written, as on a full disk, is tried again, and the labels are saved. Nothing
 * of the recording is lost before it ends. */
us_status us_playing_again(us_playing *playing, us_error *err);
/* The recording ends here, with its labels; the game may go on. Without one nothing happens. */
us_status us_playing_record_no_more(us_playing *playing, us_error *err);
/* The recording ends, whole or not; labels are saved. out: how it stands; may be NULL. */
us_status us_playing_close(us_playing *playing, us_play_result *out, us_error *err);

#endif
