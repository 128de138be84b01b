/* Traces: recorded games, one line a fact. docs/TRACE_FORMAT.md lists every member.
 *
 * A recorder writes a trace while the game runs. A reader goes through one line by line, without
 * keeping it. A log holds a whole trace. The worlds of a log are those of any cycle. */
#ifndef UNDERSTUDY_TRACE_H
#define UNDERSTUDY_TRACE_H

#include "understudy/game.h"

enum {
    US_TRACE_VERSION = 1,
    US_TRACE_MINOR = 8,
    US_TRACE_MINOR_PLAIN = 7, /* of traces without repair lines */
    US_TRACE_MINOR_PARTS = 7, /* the first with a hash of each part of the domain; the domain's
                                 hash of older ones is of its text */
    US_TRACE_TAGS = 64,       /* cycles between two tags lines */
    US_TRACE_TEXT_MAX = 1024, /* bytes of a header's text */
    US_TRACE_NAME_MAX = 128,  /* bytes of a line's name */
};

enum {
    US_TRACE_NO_DOMAIN_HASH = 1,
    US_TRACE_NO_RULES = 2,
    US_TRACE_NO_MAP = 4,
    US_TRACE_NO_MAP_HASH = 8,
    US_TRACE_NO_SEED = 16,
    US_TRACE_NO_LIMIT = 32,
    US_TRACE_NO_FOG = 64,
};

typedef struct us_trace_seat {
    const char *player;  /* the agent's name; "" for an empty seat */
    const char *faction; /* "" if the domain has no factions */
    us_cycle since;      /* first cycle of this player; earlier orders are a former player's */
} us_trace_seat;

typedef struct us_trace_header {
    const char *domain;
    us_hash domain_hash, rules_hash, map_hash;
    us_hash domain_part[US_DOMAIN_PARTS]; /* hashes of the parts of the domain; 0: not recorded */
    us_hash features_hash; /* of the names of the domain's features, in order; 0: not recorded */
    const char *map;       /* as named at the start of the game: a shipped map's name, or a path */
    const char *from;      /* "TRACE@CYCLE" of the recording that the game continued, or "" */
    /* The program that played the game, such as "stratagus 2.4.2"; "" for a game of this
     * program. If `unknown` is 0, the trace was recorded while that program played; else it was
     * converted. */
    const char *source;
    /* US_TRACE_NO_*: facts that the source does not hold. Their members are 0, "" or false here;
     * max_cycles is US_CYCLES_LIMIT. */
    unsigned unknown;
    int minor;
    unsigned left_out; /* bit per seat whose orders were removed: such a game cannot be replayed */
    uint64_t seed;
    us_cycle max_cycles;
    bool fog;
    int seats;
    us_trace_seat seat[US_SEATS_MAX];
    /* Columns of the members that open a scenario, for errors; 0 in a header that was not read. */
    int domain_column, map_column, faction_column[US_SEATS_MAX];
} us_trace_header;

/* Returns the header of a game that begins now. map: as the command named it. agent: names by seat,
 * NULL for an empty seat. All texts are borrowed. */
US_API us_trace_header us_trace_header_from_game(us_game *game, const char *map,
                                                 const char *const *agent);

/* ---- recording */

typedef struct us_recorder us_recorder;

/* Makes a trace, or replaces a trace or the remains of one. The file has its place when its header
 * is on the disk, and a former trace is whole until then. The states of a former trace are removed,
 * and its labels are kept: NAME.goals.json becomes NAME.goals.OLD.json, or NAME.goals.OLD.2.json if
 * that name is taken, and so on. Fails on any other file, on a file that another recorder is
 * writing, and on a header that no reader would accept: texts that are too long or not UTF-8. A
 * failure leaves a former trace as it was. The domain is borrowed until close. */
US_API us_status us_recorder_open(const char *path, const us_trace_header *header,
                                  const us_domain *domain, us_recorder **out, us_error *err);
/* For us_match_add_observer. The recorder must outlive the match's steps. */
US_API us_observer us_recorder_observer(us_recorder *recorder);
/* Writes the game's events too, from now on. Call it before us_recorder_observer. */
US_API void us_recorder_enable_events(us_recorder *recorder);
/* Omits the plan lines and squad lines. Call it before us_recorder_observer. */
US_API void us_recorder_disable_plan(us_recorder *recorder);
/* Returns the first write error, with the line that could not be written. After an error the
 * recorder writes nothing, the match goes on, and the recorder keeps the lines. */
US_API us_status us_recorder_status(const us_recorder *recorder, us_error *err);
/* Writes the kept lines again. After success the recording continues without a gap. */
US_API us_status us_recorder_retry(us_recorder *recorder, us_error *err);
/* Closes the file and returns the first error too. recorder may be NULL. */
US_API us_status us_recorder_close(us_recorder *recorder, us_error *err);

/* ---- reading line by line
 *
 * The reader checks every line: its members, their order in the game, and the domain's names.
 * Errors name file, line and column. A last line that was cut off, as by a killed program, is no
 * error: the reader stops before it. A last line that lacks only its newline counts. */

typedef struct us_trace us_trace;

typedef enum us_trace_kind {
    US_TRACE_ORDER,
    US_TRACE_FOREIGN, /* an order of a converted trace that the domain has no words for */
    US_TRACE_HASHES,  /* a tags line */
    US_TRACE_END,
    US_TRACE_EVENT,
    US_TRACE_NOTE,   /* a plan line */
    US_TRACE_SQUAD,  /* a squad line */
    US_TRACE_REPAIR, /* a repair line */
    US_TRACE_STOP,   /* the end of the trace */
} us_trace_kind;

/* One line. All of it is borrowed until the next call. */
typedef struct us_trace_record {
    us_trace_kind kind;
    int line;
    us_cycle cycle;     /* END: cycles played */
    us_order order;     /* ORDER: as given, even if it makes no sense. FOREIGN: only id and seat */
    const char *action; /* ORDER: the domain's name; FOREIGN: the source's */
    const char *args;   /* FOREIGN: the source's JSON object, as it stands in the line */
    size_t args_length;
    const char *unit_type; /* ORDER, FOREIGN of a converted trace; else "" */
    us_reason refused;     /* ORDER */
    us_hash hash;          /* HASHES, END */
    const uint16_t *tag;   /* HASHES: tags of the cycles up to `cycle` */
    int tags;
    us_outcome outcome; /* END */
    us_event event;     /* EVENT */
    us_note note;       /* NOTE, SQUAD */
    int column;         /* NOTE: column of its node's number */
} us_trace_record;

/* Opens a trace and reads its header. */
US_API us_status us_trace_open(const char *path, us_trace **out, us_error *err);
/* The same from memory, which the caller keeps. file names the text in errors. */
US_API us_status us_trace_open_text(const char *file, const char *text, size_t length,
                                    us_trace **out, us_error *err);
US_API void us_trace_close(us_trace *trace); /* NULL is fine */
US_AUTOPTR_DEFINE(us_trace, us_trace_close);

/* Header and file name are borrowed until close. */
US_API const us_trace_header *us_trace_get_header(const us_trace *trace);

/* Sets the domain for reading orders; call it before the first us_trace_next. The domain's name
 * must be the header's (asserted), and the domain must outlive the reader's use. */
US_API void us_trace_set_domain(us_trace *trace, const us_domain *domain);
/* Reads the next line. At the end, and after it, returns US_OK with US_TRACE_STOP. */
US_API us_status us_trace_next(us_trace *trace, us_trace_record *out, us_error *err);

/* After US_TRACE_STOP: returns whether the last line was cut off. */
US_API bool us_trace_is_cut(const us_trace *trace);

/* ---- a whole trace in memory */

/* Result and line of an order. */
typedef struct us_log_line {
    us_cycle cycle;
    us_reason refused;
    int line;              /* line number in the file */
    const char *unit_type; /* type of its first unit in a converted trace; else "" */
} us_log_line;

/* An order of a converted trace that the domain has no words for. */
typedef struct us_log_foreign {
    us_cycle cycle;
    us_seat seat;
    int line;
    uint32_t id;
    const char *action, *unit_type;
    const char *args; /* the source's arguments, a JSON object */
} us_log_foreign;

typedef struct us_log {
    const us_trace_header *header;
    const us_domain *domain;
    const char *map;       /* its present path as the caller gave it, or NULL */
    us_scenario *scenario; /* NULL: can't be played again here; see why */
    us_error why;
    us_orders orders;
    us_log_line *line; /* by order */
    us_log_foreign *foreign;
    int foreign_count;
    us_events events; /* events of the trace's lines; most traces have none */
    us_cycle cycles;  /* cycle of the last line */
    us_outcome outcome;
    char reason[64];   /* of the outcome, if the trace has an end */
    us_hash hash;      /* at the end, if the trace has one */
    int end_line;      /* line number of the end; 0: no end */
    us_cycle hashed;   /* cycle of the last tags line; 0: none */
    us_hash last_hash; /* hash of that line */
    uint16_t *tag;     /* tags of the cycles from 1 to `hashed` */
    bool cut;

    us_trace *trace;                                   /* private: keeps the header */
    us_domain *own_domain;                             /* private: used without a scenario */
    int line_capacity, foreign_capacity, tag_capacity; /* private */
    us_arena *names;                                   /* private */
} us_log;

/* Reads a whole trace. Opens the scenario if possible; else uses the shipped domain of the header's
 * name, so that traces of games that can't run here are readable. map: the map's present path, or
 * NULL. Clear the log after success. */
US_API us_status us_log_read(us_log *log, const char *path, const char *map, us_error *err);
US_API void us_log_clear(us_log *log);

/* The result of the recorded game for a seat. A seat lost only if another seat won. A game is
 * undecided if it ran into its cycle limit, if all seats fell at once, or if its trace holds no
 * end. */
typedef enum us_fate { US_FATE_UNDECIDED, US_FATE_WON, US_FATE_LOST } us_fate;
US_API us_fate us_log_fate(const us_log *log, us_seat seat);
US_API const char *us_fate_name(us_fate fate); /* "undecided", "won", "lost" */

/* Returns the first order of that cycle or later; orders.count if none. */
US_API int us_log_find(const us_log *log, us_cycle cycle);

/* ---- worlds and events of a recorded game, at any cycle
 *
 * A world comes from the states stored beside the trace, if that very cycle is among them. Else it
 * comes from playing the recorded orders again. If the game can't be played again (traces of other
 * programs' games), the last stored state before the cycle is used; the world's own cycle shows
 * that. Events come from playing the game again; else from the trace's lines; else from stored
 * states. */

typedef struct us_worlds us_worlds;

/* Borrows the log until close. Fails if stored states do not belong to the trace. Missing states,
 * and states whose recording was killed before its header was whole, are no error. path: the
 * trace's, for finding the states; "": uses no states. */
US_API us_status us_worlds_open(const us_log *log, const char *path, us_worlds **out,
                                us_error *err);
US_API void us_worlds_close(us_worlds *worlds); /* NULL is fine */
US_AUTOPTR_DEFINE(us_worlds, us_worlds_close);
/* Sets a function that is called repeatedly; if it returns true, the running call ends with
 * US_INTERRUPTED. NULL: no such function. */
US_API void us_worlds_set_stop(us_worlds *worlds, bool (*stop)(void));
/* Compares the game, played again up to the cycle, with the recording. Fails with US_MISMATCH if it
 * takes another course by then, naming the line, the first cycle that differs, and the difference;
 * from then on, worlds come from stored states alone. Returns US_OK if the game can't be played
 * again. Takes as long as the part of the game that no other function has played yet: so a caller
 * that reads the game once verifies it afterwards. */
US_API us_status us_worlds_verify(us_worlds *worlds, us_cycle cycle, us_error *err);
US_API bool us_worlds_can_replay(
    const us_worlds *worlds); /* worlds come from playing the game again */

/* Returns the world at that cycle, before the orders of the cycle; behind the recording's end, the
 * last world. It is borrowed until the next call. Calls in rising order take as long as the game.
 * The first call that goes back plays it from the start; the next ones begin at one of at most 64
 * snapshots that were kept since then. Fails with US_MISMATCH
 * and the reason if there is neither a game to play nor a state. */
US_API us_status us_worlds_at(us_worlds *worlds, us_cycle cycle, const us_world **out,
                              us_error *err);
/* Returns the world as the seat knew it at that cycle. In fog that needs a game that can be played
 * again; else US_MISMATCH. */
US_API us_status us_worlds_view_at(us_worlds *worlds, us_cycle cycle, us_seat seat,
                                   const us_world **out, us_error *err);
/* Appends the events between the worlds of the cycles from and to. Speed as above. */
US_API us_status us_worlds_read_events(us_worlds *worlds, us_cycle from, us_cycle to,
                                       us_events *events, us_error *err);

#endif
