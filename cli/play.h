/* One game from the command line: opened, played to its end, told. Used by game play and demo. */
#ifndef US_CLI_PLAY_H
#define US_CLI_PLAY_H

#include "base/json.h"
#include "game/match.h"
#include "traces/replay.h"

enum { US_PLAY_SEATS = 2 };

typedef struct us_moment { /* of a recorded game */
    char file[1024];
    us_cycle cycle;
} us_moment;
/* TRACE@CYCLE, the value of an option. */
us_status us_moment_parse(const char *option, const char *text, us_moment *out, us_error *err);

typedef struct us_play_def {
    const char *domain;
    const char *map;                    /* with from: where the map lies now, or NULL */
    const char *agent[US_PLAY_SEATS];   /* with from: NULL keeps the recorded orders */
    const char *faction[US_PLAY_SEATS]; /* NULL: as the map says */
    const char *from;                   /* TRACE@CYCLE, or NULL */
    const char *trace;                  /* file, or NULL */
    us_cycle states;                    /* with trace: cycles between stored states; 0: none */
    bool events;                        /* with trace: in it too */
    bool no_plan;                       /* with trace: without plan lines */
    uint64_t seed;                      /* with from: of the new players only */
    us_cycle max_cycles;
    bool fog;
    bool watch, watch_to_stderr;
    int speed;
} us_play_def;

typedef struct us_play_result {
    us_match_state state;
    us_hash hash;
    uint64_t seed;  /* of the game */
    char map[4096]; /* as it was told */
    char agent[US_PLAY_SEATS][US_TRACE_TEXT_MAX + 16];
} us_play_result;

/* Maps that the checker finds fault with are played, as long as there are two seats and each can
 * act. A trace file is made only once everything else was found good. US_INTERRUPTED leaves it
 * without an end. */
us_status us_play(const us_play_def *def, us_play_result *out, us_error *err);
/* The members of the result into the open object. trace: its file, or NULL. */
void us_play_write(const us_play_result *result, const char *trace, us_json_writer *writer);

/* Replay the whole trace and compare. US_OK whether or not it differs: see the report. */
us_status us_play_verify(const char *file, const char *map, us_replay_report *out, us_error *err);

#endif
