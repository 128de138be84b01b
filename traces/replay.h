/* A replay: plays a trace's scenario and orders again and compares the games. */
#ifndef US_TRACES_REPLAY_H
#define US_TRACES_REPLAY_H

#include "domain/goal.h"
#include "traces/reader.h"
#include "understudy/game.h"

typedef struct us_replay us_replay;

typedef struct us_replay_report {
    us_match_state state;
    us_hash hash;      /* of the game at its present cycle */
    bool ended;        /* the trace's end was reached */
    bool stopped;      /* the trace has no more lines to replay */
    bool cut;          /* the trace has a cut last line */
    us_cycle differs;  /* first cycle that is not as recorded; -1: none */
    us_cycle compared; /* last cycle whose recorded hash was compared; -1: none yet */
    int line;          /* of the trace, with the difference */
    char what[200];
} us_replay_report;

/* The end of an error about a header's map that was not found. */
#define US_REPLAY_MAP_HINT "; --map tells where the map lies now"

/* Opens the header's scenario. Fails with US_MISMATCH, naming the difference, if domain, rules or
 * map are not those of the recording, or if the game can't be repeated. map: the map's present
 * path, or NULL. Errors name file; they point to a header's member that is at fault. */
us_status us_trace_header_open_scenario(const us_trace_header *header, const char *file,
                                        const char *map, us_scenario **out, us_error *err);

/* Returns whether the recording had another domain or other rules than those that are here. false:
 * it had the same, or the scenario can't be opened. */
bool us_trace_header_has_other_rules(const us_trace_header *header, const char *file,
                                     const char *map);

/* Opens a replay of a trace's file, at cycle 0. map: as above. */
us_status us_replay_open(const char *path, const char *map, us_replay **out, us_error *err);
/* The same for an open trace. The replay owns the trace after success. */
us_status us_replay_new(us_trace *trace, const char *map, us_replay **out, us_error *err);
/* The same by the domain and rules that are here, whatever those of the recording: the comparison
 * alone shows whether the game plays as recorded. Another map is an error. */
us_status us_replay_new_here(us_trace *trace, const char *map, us_replay **out, us_error *err);
void us_replay_free(us_replay *replay); /* NULL is fine */
US_AUTOPTR_DEFINE(us_replay, us_replay_free);

/* Makes the game a draw at that cycle, whatever the header's limit. The cycle must be ahead, and no
 * seat may be taken yet (asserted). */
void us_replay_set_limit(us_replay *replay, us_cycle max_cycles);

const us_trace_header *us_replay_header(const us_replay *replay);
const us_scenario *us_replay_scenario(const us_replay *replay);
us_match *us_replay_match(us_replay *replay); /* to observe it */

/* Calls `line` for each line from now on, while the game stands at the line's cycle; for an order,
 * before the game receives it. The record is borrowed during the call. */
void us_replay_set_listener(us_replay *replay,
                            void (*line)(void *context, const us_trace_record *record),
                            void *context);

/* Plays the recorded orders up to the cycle, as far as the trace goes; stops soon after the game
 * differs. Orders of the cycle itself are not given yet. Errors are those of the trace's text. */
us_status us_replay_advance(us_replay *replay, us_cycle cycle, us_error *err);
us_replay_report us_replay_get_report(us_replay *replay);
/* Plays to the end of the trace and reports. stop: called repeatedly; true ends with
 * US_INTERRUPTED. NULL: no stop. */
us_status us_replay_run(us_replay *replay, bool (*stop)(void), us_replay_report *out,
                        us_error *err);

/* Seats a player, which the match owns, and skips the seat's recorded orders from now on. The other
 * seats' recorded orders go on as long as the trace holds some. Comparing ends. */
void us_replay_set_player(us_replay *replay, us_seat seat, us_player *player);

#endif
