/* Stored states: the worlds of one game in a file beside its trace, NAME.states by NAME.jsonl.
 *
 * Games that are played again need none, though reading them is faster; others have no other
 * worlds. What is stored is what us_game_world publishes to US_NEUTRAL, but for revisions.
 *
 * The file is a chain of zstd frames, which `zstd -dc` reads too. First, in a skippable frame, a
 * header in JSON, with the names of all that states name by number: a domain may grow, and its
 * old states still read. Then frames of up to US_STATES_FRAME states, each behind a skippable
 * frame that tells what it holds; within it each state is the difference to the one before, the
 * first to an empty world. Last, in a skippable frame, an index. A file without one, of a
 * recording that was ended, reads up to its last whole frame.
 *
 * docs/TRACES.md has every byte. Equal games give equal states, not equal bytes: those are
 * decided by the version of zstd. */
#ifndef US_TRACES_STATES_H
#define US_TRACES_STATES_H

#include "game/match.h"
#include "traces/trace.h"

enum {
    US_STATES_VERSION = 1,
    US_STATES_FRAME = 1024,            /* states in a frame, at most */
    US_STATES_RAW_MAX = 16 << 20,      /* bytes of a frame, unpacked, at most */
    US_STATES_CELLS_MAX = 1 << 20,     /* of a map, at most */
    US_STATES_ENTITIES_MAX = 1 << 16,  /* of a state, at most */
    US_STATES_HEADER_MAX = 256 * 1024, /* bytes of the header, at most */
};

typedef struct us_states_header {
    const char *domain;
    us_hash domain_hash, rules_hash, map_hash;
    uint64_t seed;
    int width, height, seats;
    unsigned planes; /* bit per us_plane: stored; the others are NULL in worlds */
    us_hash game;    /* us_states_game of the trace; 0: stored before there was one */
} us_states_header;

/* Tells games apart that have the same map and seed: of source, limit, players, factions, and
 * what it goes on from. */
us_hash us_states_game(const us_trace_header *trace);

/* What the states of this game have. Texts are borrowed from the trace's header. */
us_states_header us_states_header_of(const us_trace_header *trace, const us_world *world);
/* The path of the states that belong to a trace: ".jsonl" becomes ".states"; to any other name
 * ".states.zst" is appended. No two traces share it. Appends to out. */
void us_states_path(const char *trace, us_str *out);
/* The file begins as stored states do, of whatever domain, or is what is left of some. */
bool us_states_are(const char *path);

/* ---- writing */

typedef struct us_states_writer us_states_writer;

/* Create the file, which must not be there, and write the header. The domain is borrowed until
 * close. */
us_status us_states_create(const char *path, const us_states_header *header,
                           const us_domain *domain, us_states_writer **out, us_error *err);
/* Add a world. Its cycle must be above the last one's, else it is passed over; its size, seats
 * and planes are the header's (asserted). The first fault, in writing or in a world that no
 * reader would take, is kept: see us_states_writer_status. */
void us_states_add(us_states_writer *writer, const us_world *world);
/* Adds the world of every so many cycles and the last one; never more of them with 0. That of
 * cycle 0 is added by whoever opens the writer: no observer is told of it. */
us_observer us_states_observer(us_states_writer *writer, us_cycle every);
/* The first error. Nothing is written after it, and the recorded match goes on. */
us_status us_states_writer_status(const us_states_writer *writer, us_error *err);
/* Writes what is left and the index. Returns the first error too. writer may be NULL. */
us_status us_states_writer_close(us_states_writer *writer, us_error *err);

/* ---- reading */

typedef struct us_states us_states;

/* The domain must be the header's by name, else US_MISMATCH, and know all names that the states
 * have; it is borrowed until close. US_INCOMPLETE: the recording was ended before its header was
 * whole, so there are none. Memory is bounded by the limits above and the file's size,
 * whatever the file says. */
us_status us_states_open(const char *path, const us_domain *domain, us_states **out, us_error *err);
/* The same of bytes, which the caller keeps; file names them in errors. */
us_status us_states_open_bytes(const char *file, const char *bytes, size_t length,
                               const us_domain *domain, us_states **out, us_error *err);
void us_states_close(us_states *states); /* NULL is fine */

const us_states_header *us_states_get_header(const us_states *states);
/* Were they stored with this trace's game? US_MISMATCH says what differs. */
us_status us_states_belong(const us_states *states, const us_trace_header *trace, us_error *err);
int64_t us_states_count(const us_states *states);
us_cycle us_states_last(const us_states *states); /* cycle of the last state; -1: there is none */
/* There is no index: the recording was ended, and what follows the last whole frame is lost. */
bool us_states_cut(const us_states *states);

/* The next state, in order; *out NULL: there is none. The world is borrowed until the next call
 * and has no revisions. After an error it goes on behind what is damaged. */
us_status us_states_next(us_states *states, const us_world **out, us_error *err);
/* The last state at or before the cycle; *out NULL: there is none. The next one is the one after
 * it. Asking in rising order reads each state once; else the frame is read anew. */
us_status us_states_at(us_states *states, us_cycle cycle, const us_world **out, us_error *err);

#endif
