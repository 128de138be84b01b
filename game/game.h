/* One interface to every game.
 *
 * A scenario is immutable: domain, rules, map, options. Any number of games share one. A game
 * is the mutable state; it publishes a world per seat and is driven by orders and time.
 *
 * Time: the world at cycle t is what players see; orders are applied at t; a step takes the
 * game to t + 1. Everything is decided by scenario, seed and orders. */
#ifndef US_GAME_GAME_H
#define US_GAME_GAME_H

#include "base/rng.h"
#include "base/str.h"
#include "domain/event.h"
#include "domain/order.h"

typedef struct us_scenario us_scenario;
typedef struct us_game us_game;

enum {
    US_CAN_SNAPSHOT = 1, /* save and load */
    US_CAN_REPLAY = 2,   /* deterministic: same orders, same bytes */
    US_CAN_HOST = 4,     /* seats may be played outside: us_scenario_def.outside */
    US_CAN_FOG = 8,      /* players may see only what is in sight: us_scenario_def.fog */
};

typedef enum us_outcome_kind {
    US_OUTCOME_NONE,   /* still going */
    US_OUTCOME_WIN,    /* winner is a seat */
    US_OUTCOME_DRAW,   /* cycle limit, or all fell at once */
    US_OUTCOME_BROKEN, /* who plays outside this program could not go on: us_match_trouble */
} us_outcome_kind;

typedef struct us_outcome {
    us_outcome_kind kind;
    us_seat winner;     /* or US_NEUTRAL */
    const char *reason; /* static: "defeat", "limit", ... */
} us_outcome;

#define US_GAME_PRESET "skirmish" /* the game that is meant where nobody says */

/* What a scenario is made from. Fill with us_scenario_def_default, then change. Texts are borrowed
 * while it is opened, the domain as long as the scenario is open. */
typedef struct us_scenario_def {
    const char *domain;                /* US_GAME_PRESET */
    const us_domain *read;             /* it, where somebody has read it: borrowed; or NULL */
    const char *map;                   /* a shipped map's name or a path */
    const char *map_text;              /* what the map holds, where it lies in no file; or NULL */
    const char *faction[US_SEATS_MAX]; /* a name, or NULL: as the map says */
    bool fog;                          /* a game without US_CAN_FOG refuses it */
    us_cycle max_cycles;               /* a draw then */
    /* Who plays a seat within the program that plays the game elsewhere, as an agent
     * bot:ARGUMENT names it; or socket:PORT, where a program that somebody else starts connects;
     * NULL: a player of ours. A game that knows no such refuses it. */
    const char *outside[US_SEATS_MAX];
} us_scenario_def;

enum {
    US_MAX_CYCLES = 54000,      /* where nobody says otherwise */
    US_CYCLES_LIMIT = 10000000, /* nobody may say more, in an option or a trace */
};
us_scenario_def us_scenario_def_default(void);

/* What of a definition a scenario could not be opened with. */
typedef enum us_scenario_part {
    US_PART_NONE, /* none of what follows: the domain's own files */
    US_PART_DOMAIN,
    US_PART_MAP,
    US_PART_FOG,
    US_PART_FACTION, /* US_PART_FACTION + seat */
    US_PART_OUTSIDE = US_PART_FACTION + US_SEATS_MAX,
} us_scenario_part;

/* Why step may come back early: bit per event kind, for each seat that the event concerns. */
typedef struct us_wake {
    uint32_t events[US_SEATS_MAX];
} us_wake;

/* It concerns the seat: its own, everybody's (neutral), or the end of a seat or the game. */
static inline bool us_event_concerns(const us_event *event, us_seat seat)
{
    return event->seat == seat || event->seat < 0 || event->kind == US_EVENT_DEFEATED ||
           event->kind == US_EVENT_OVER;
}

/* Somebody asked for one of the events from number `from` on: then a step comes back. */
bool us_wake_hears(const us_wake *wake, const us_events *events, int from);

/* The functions of a game, as the us_game_* below call and promise them. A folder under game/ fills
 * one; game/table.c lists them. save and load: only with US_CAN_SNAPSHOT. */
typedef struct us_game_kind {
    const char *name; /* of its domain */
    unsigned capabilities;
    /* part: US_PART_NONE until set; counts on failure. */
    us_status (*open)(const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                      us_error *err);
    void (*close)(us_scenario *scenario);
    us_game *(*start)(const us_scenario *scenario, uint64_t seed);
    void (*end)(us_game *game);
    const us_world *(*world)(us_game *game, us_seat seat);
    us_reason (*check)(const us_scenario *scenario, const us_view *view, const us_order *order);
    us_reason (*act)(us_game *game, const us_order *order);
    us_cycle (*step)(us_game *game, us_cycle until, const us_wake *wake, us_events *events);
    us_outcome (*outcome)(const us_game *game);
    us_hash (*hash)(const us_game *game);
    uint32_t (*tag)(const us_game *game);
    void (*save)(const us_game *game, us_str *out);
    us_status (*load)(us_game *game, const char *bytes, size_t length, us_error *err);
    us_status (*trouble)(const us_game *game, us_error *err); /* NULL: it is never broken */
    /* Data tools for the command line; may be NULL. See game/maps.h. */
    const struct us_map_tools *maps;
    const char *fogless; /* without US_CAN_FOG: what is told of why; or NULL */
    us_cycle max_cycles; /* see us_game_kind_cycles */
} us_game_kind;

/* Every game starts with this; every scenario with the next. */
struct us_scenario {
    const us_game_kind *kind;
    const us_domain *domain; /* owned by the scenario, or borrowed from its definition */
    us_hash rules_hash, map_hash;
    const char *map_name, *map_family;
    int width, height, seats;
    us_cycle max_cycles;
    bool fog;
};
struct us_game {
    const us_scenario *scenario; /* borrowed: must outlive the game */
    uint64_t seed;
};

/* All there are; ends in NULL. It stands alone in game/table.c: a program that has a table of its
 * own plays the games of that one. */
extern const us_game_kind *const us_game_table[];
const us_game_kind *us_game_kind_find(const char *name); /* may be NULL */
us_status us_game_kind_need(const char *name, const us_game_kind **out, us_error *err);
/* When a game is a draw where somebody who names the game says nothing of it: as the kind has it,
 * else US_MAX_CYCLES; so too for NULL. */
us_cycle us_game_kind_cycles(const us_game_kind *kind);
/* US_BAD_INPUT where fog is asked for and the game knows none. */
us_status us_game_kind_fog(const us_game_kind *kind, bool fog, us_error *err);
int us_game_kinds(const us_game_kind *const **out); /* of that table */

/* The caller closes it, after all games and players on it are gone. */
us_status us_scenario_open(const us_scenario_def *def, us_scenario **out, us_error *err);
/* The same; *part is set on failure. */
us_status us_scenario_open_part(const us_scenario_def *def, us_scenario **out,
                                us_scenario_part *part, us_error *err);
void us_scenario_close(us_scenario *scenario);

us_game *us_game_new(const us_scenario *scenario, uint64_t seed);
void us_game_free(us_game *game); /* NULL is fine */

/* The world as a seat knows it; US_NEUTRAL sees all. Valid until the game is acted on,
 * stepped, loaded or freed. */
const us_world *us_game_world(us_game *game, us_seat seat);

/* Would the order be taken, as far as this view can tell? Pure; the reason why not. */
us_reason us_scenario_check(const us_scenario *scenario, const us_view *view,
                            const us_order *order);

/* Give an order at the present cycle; it is copied, and gets no id here (game/match.h does). What
 * its seat knows decides whether it is taken, as in us_scenario_check; what the seat could not know
 * shows later. Units that cannot carry it out are passed over; it is refused, with the first reason
 * and without any effect, when none can. */
us_reason us_game_act(us_game *game, const us_order *order);

/* Go on until cycle `until`, or to the end of the first cycle in which an event asked for in
 * wake happened (wake may be NULL), or the end of the game. Events are appended (NULL: not
 * wanted). Returns the cycle reached. */
us_cycle us_game_step(us_game *game, us_cycle until, const us_wake *wake, us_events *events);

us_outcome us_game_outcome(const us_game *game);
/* What broke it: US_NO_ENGINE before it began, then US_BROKEN; US_OK: nothing. */
us_status us_game_trouble(const us_game *game, us_error *err);
us_hash us_game_hash(const us_game *game); /* of the whole state */
uint32_t us_game_tag(const us_game *game); /* cheap: of all that happened up to now */
/* Only where the game's kind has US_CAN_SNAPSHOT (asserted). What is saved is appended. It is
 * loaded into any game on an equal scenario with the same seed; else US_MISMATCH, and the game is
 * as before. */
void us_game_save(const us_game *game, us_str *out);
us_status us_game_load(us_game *game, const char *bytes, size_t length, us_error *err);

#endif
