/* Stored states: the worlds of one game in a file beside its trace, NAME.states beside NAME.jsonl.
 *
 * If a game can be played again, stored states only make reading faster; other games have no other
 * worlds. A state is the world that us_game_world publishes to US_NEUTRAL, without revisions.
 *
 * The file is a chain of zstd frames, which `zstd -dc` reads too. A skippable frame comes first: a
 * header in JSON with the names of everything that states refer to by number. So a domain may grow,
 * and its old states still read. Then follow frames of up to US_STATES_FRAME states, each behind a
 * skippable frame that describes it. Within a frame each state is the difference to the previous
 * one, the first to an empty world. The last skippable frame is an index. If the recording was
 * killed, the file has no index and reads up to its last whole frame.
 *
 * docs/TRACE_FORMAT.md describes the file, traces/states_format.h the fields of a state. Equal
 * games give equal states, but not always equal bytes: these depend on the version of zstd. */
#ifndef US_TRACES_STATES_H
#define US_TRACES_STATES_H

#include "domain/goal.h"
#include "domain/note.h"
#include "traces/trace.h"
#include "understudy/game.h"

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
    unsigned planes; /* bit per us_plane that is stored; worlds have NULL for the others */
    us_hash game;    /* us_states_hash_game of the trace; 0: the file is older than this member */
} us_states_header;

/* Returns a hash of the trace's source, limit, players, factions and start. It distinguishes games
 * with the same map and seed. */
us_hash us_states_hash_game(const us_trace_header *trace);

/* Returns the header for the states of this game. Texts are borrowed from the trace's header. */
us_states_header us_states_header_from_trace(const us_trace_header *trace, const us_world *world);
/* Appends the path of a trace's states: ".jsonl" becomes ".states"; any other name gets
 * ".states.zst". No two traces share a path. */
void us_states_path(const char *trace, us_str *out);
/* Returns whether the file begins like stored states of any domain, or is the remains of such a
 * file. Sets errno: the reason if the file can't be read, else 0. */
bool us_states_is_file(const char *path);

/* ---- writing */

typedef struct us_states_writer us_states_writer;

/* Creates the file, which must not exist, and writes the header. Borrows the domain until close. */
us_status us_states_writer_open(const char *path, const us_states_header *header,
                                const us_domain *domain, us_states_writer **out, us_error *err);
/* Gives the file that is being written its place, which must be free. */
us_status us_states_writer_rename(us_states_writer *writer, const char *path, us_error *err);
/* Closes the writer and removes its file. */
void us_states_writer_discard(us_states_writer *writer);
/* Adds a world. A world whose cycle is not above the last one's is skipped. Its size, seats and
 * planes are the header's (asserted). The writer keeps the first error, of writing or of a world
 * that no reader would accept: see us_states_writer_status. */
void us_states_writer_add(us_states_writer *writer, const us_world *world);
/* Returns an observer that adds the world of every `every` cycles and the last one; 0: the last one
 * alone. No observer sees cycle 0: the caller adds that world. */
us_observer us_states_writer_observer(us_states_writer *writer, us_cycle every);
/* Returns the first error. After it the writer writes nothing, and the recorded match goes on. */
us_status us_states_writer_status(const us_states_writer *writer, us_error *err);
/* Writes the remaining states and the index. Returns the first error too. writer may be NULL. */
us_status us_states_writer_close(us_states_writer *writer, us_error *err);

/* ---- reading */

typedef struct us_states us_states;

/* Opens a file. The domain must be the header's by name, else US_MISMATCH, and must know all names
 * of the states; it is borrowed until close. US_INCOMPLETE: the recording was killed before its
 * header was whole, so there are no states. The limits above and the file's size bound the memory,
 * whatever the file holds. */
us_status us_states_open(const char *path, const us_domain *domain, us_states **out, us_error *err);
/* The same of bytes, which the caller keeps; file names them in errors. */
us_status us_states_open_bytes(const char *file, const char *bytes, size_t length,
                               const us_domain *domain, us_states **out, us_error *err);
void us_states_close(us_states *states); /* NULL is fine */
US_AUTOPTR_DEFINE(us_states, us_states_close);

const us_states_header *us_states_get_header(const us_states *states);
/* Fails with US_MISMATCH, naming the difference, if the states are not of this trace's game. */
us_status us_states_check_trace(const us_states *states, const us_trace_header *trace,
                                us_error *err);
int64_t us_states_count(const us_states *states);
us_cycle us_states_last_cycle(const us_states *states); /* -1: no states */
/* Returns whether the index is missing: everything after the last whole frame is lost. */
bool us_states_is_cut(const us_states *states);

/* Reads the next state; *out NULL: there are no more. The world is borrowed until the next call and
 * has no revisions. After an error the reader continues behind the damaged frame. */
us_status us_states_next(us_states *states, const us_world **out, us_error *err);
/* Returns the last state at or before the cycle; *out NULL: none. us_states_next then returns the
 * state after it. Calls in rising order read each state once; others read the frame anew. */
us_status us_states_at(us_states *states, us_cycle cycle, const us_world **out, us_error *err);

#endif
