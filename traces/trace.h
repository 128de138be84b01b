/* The trace of one game: JSON Lines, appended as the game goes.
 *
 *   {"understudy":"trace","version":1,"domain":"skirmish",...}                   the header
 *   {"cycle":60,"id":12,"seat":0,"order":"build","args":{"unit":150,...}}        an order
 *   {"cycle":60,"id":13,"seat":0,"order":"train","args":{...},"refused":"busy"}  one not taken
 *   {"cycle":64,"hash":"<16 hex>","tags":"<4 hex a cycle>"}                      every 64 cycles
 *   {"cycle":70,"event":"gone","seat":1,"entity":31,...}                         an event
 *   {"cycle":72,"seat":0,"plan":"ready","goal":12,"above":9,"text":"..."}        a plan line
 *   {"end":"win","winner":0,"reason":"defeat","cycles":9120,"hash":"<16 hex>"}   the end
 *
 * Orders stand in the order in which they were applied, at the cycle whose world they changed;
 * "goal" is the giver's label, "step" (minor 3) the step of its plan. A tags line holds a tag of
 * each cycle since the last one and the full hash of its own cycle; the last may hold fewer. A game
 * that was cut off has no end line; the last line of its trace may be cut.
 *
 * A seat that was taken over in the course of the game has "since" (minor 2): the cycle from which
 * the player that is named sits there.
 *
 * Plan lines (domain/note.h; since minor 1) tell what a player did with its plan; they stand before
 * the orders that the same think gave. What a node lacks ("lacks", "item") is told since minor 2,
 * how much ("amount") and a goal's type or a step's action ("what") since minor 3.
 *
 * A trace that was converted from another program's (traces/import/) has "source" in its header.
 * What that source does not say is absent: map, hashes, seed, limit and fog in the header, tags
 * lines, the hash of an end. Its orders tell their first unit's type, and an order that the
 * domain has no words for keeps the source's own:
 *
 *   {"cycle":60,"id":12,"seat":0,"order":"build","args":{...},"unit_type":"peasant"}
 *   {"cycle":70,"id":13,"seat":0,"foreign":"board","args":{...},"unit_type":"unit-balloon"}
 *
 * A unit_type is the domain's name where it has one, else the source's.
 *
 * Events are there only when asked for: see traces/worlds.h. Those of what entities perceive exist
 * since minor 4. docs/TRACES.md has every member.
 *
 * Versions. A trace of another version is refused. One of a newer "minor" is read; its lines,
 * events and members that are not known here are passed over. So a minor version may add kinds of
 * lines, events and members, of seats and arguments too, and may not change what is there. "minor"
 * comes right after "version": what stands before it must be known. Without it it is 0, where all
 * must be known. */
#ifndef US_TRACES_TRACE_H
#define US_TRACES_TRACE_H

#include "game/game.h"

enum {
    US_TRACE_VERSION = 1,
    US_TRACE_MINOR = 4,
    US_TRACE_TAGS = 64,       /* cycles between tags lines */
    US_TRACE_TEXT_MAX = 1024, /* bytes of a text in the header */
    US_TRACE_NAME_MAX = 128,  /* bytes of a name in a line */
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
    const char *player;  /* an agent's name; "" for nobody */
    const char *faction; /* "" where the domain has none */
    us_cycle since; /* its orders of earlier cycles are another player's: the seat was taken over */
} us_trace_seat;

typedef struct us_trace_header {
    const char *domain;
    us_hash domain_hash, rules_hash, map_hash;
    const char *map;  /* as the game was told: a shipped map's name, or a path */
    const char *from; /* "TRACE@CYCLE" that it goes on from, or "" */
    /* "stratagus 2.4.2": converted from that, or, where nothing is unknown, played by that as it
     * was recorded; "" for a game of this program */
    const char *source;
    /* US_TRACE_NO_*: what a source does not say. It is 0, "" or false here; max_cycles is
     * US_CYCLES_LIMIT. */
    unsigned unknown;
    int minor;
    unsigned left_out; /* bit per seat whose orders were cut out: such a game is not replayed */
    uint64_t seed;
    us_cycle max_cycles;
    bool fog;
    int seats;
    us_trace_seat seat[US_SEATS_MAX];
    /* Columns of what a scenario is opened with, for errors; 0 in a header that was not read. */
    int domain_column, map_column, faction_column[US_SEATS_MAX];
} us_trace_header;

/* The first bytes of each trace. */
#define US_TRACE_FIRST "{\"understudy\":\"trace\""

/* Appends the header's line, without its newline. What is `unknown` is left out. */
void us_trace_header_write(const us_trace_header *header, us_str *out);

/* What a game that begins now would have. map: as it was told; agents by seat, NULL for nobody.
 * All texts are borrowed. */
us_trace_header us_trace_header_of(us_game *game, const char *map, const char *const *agent);

/* The members of an event's line but for its cycle, into the open object. */
void us_event_write(const us_domain *domain, const us_event *event, us_json_writer *writer);

/* The short tag of a cycle that a trace keeps. */
static inline uint16_t us_trace_tag(const us_game *game)
{
    return (uint16_t)us_game_tag(game);
}

#endif
