/* Playing a trace again: its scenario, its orders, and whether the game takes the same course. */
#ifndef US_TRACES_REPLAY_H
#define US_TRACES_REPLAY_H

#include "game/match.h"
#include "traces/reader.h"

typedef struct us_replay us_replay;

typedef struct us_replay_report {
    us_match_state state;
    us_hash hash;     /* of the game now */
    bool ended;       /* the trace's end was reached */
    bool stopped;     /* there is nothing more to replay */
    bool cut;         /* the trace has a cut last line */
    us_cycle differs; /* the first cycle at which the game is not as recorded; -1: none */
    int line;         /* of the trace, that shows it */
    char what[200];
} us_replay_report;

/* The end of an error where a header's map is not found. */
#define US_REPLAY_MAP_HINT "; --map tells where the map lies now"

/* The scenario that a header speaks of. US_MISMATCH, naming what differs, when domain, rules or
 * map are not those of the recording. map: where that map lies now, or NULL. file is named in
 * errors; what is wrong in a member of the header points there. */
us_status us_trace_scenario(const us_trace_header *header, const char *file, const char *map,
                            us_scenario **out, us_error *err);
/* The same for who plays another game there: what of a recording keeps it from being played again
 * does not matter, as long as the header says all that a game is made from. */
us_status us_trace_ground(const us_trace_header *header, const char *file, const char *map,
                          us_scenario **out, us_error *err);

/* The replay of a trace's file, at cycle 0. map: as above. */
us_status us_replay_open(const char *path, const char *map, us_replay **out, us_error *err);
/* The same of a trace that is open; it is owned by the replay from success on. */
us_status us_replay_new(us_trace *trace, const char *map, us_replay **out, us_error *err);
void us_replay_free(us_replay *replay); /* NULL is fine */

/* The game is a draw at that cycle, whatever the header says. It lies ahead, and nothing was
 * compared with behind it: so before a seat is taken. */
void us_replay_limit(us_replay *replay, us_cycle max_cycles);

const us_trace_header *us_replay_header(const us_replay *replay);
const us_scenario *us_replay_scenario(const us_replay *replay);
us_match *us_replay_match(us_replay *replay); /* to observe it */

/* From now on each line is shown to it while the game stands at the line's cycle: an order before
 * the game is given it. What it borrows holds during the call. */
void us_replay_listen(us_replay *replay, void (*line)(void *context, const us_trace_record *record),
                      void *context);

/* Go on with the recorded orders up to the cycle, as far as the trace goes; stops soon after the
 * game differs. Orders of the cycle itself are not given yet. An error is one of the trace's
 * text. */
us_status us_replay_to(us_replay *replay, us_cycle cycle, us_error *err);
us_replay_report us_replay_tell(us_replay *replay);

/* From now on this player sits there, owned by the match, and the seat's recorded orders are left
 * out. The other seats' are still given, for as long as there are some. Nothing is compared any
 * more. */
void us_replay_seat(us_replay *replay, us_seat seat, us_player *player);

#endif
