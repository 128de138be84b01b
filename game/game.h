/* One interface to every game.
 *
 * A scenario is immutable: domain, rules, map, options. Any number of games share one. A game is
 * the mutable state: it publishes a world per seat, and orders and time change it.
 *
 * Time: players see the world at cycle t, orders apply at t, and a step takes the game to t + 1.
 * Scenario, seed and orders determine everything that happens. */
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
    US_CAN_FOG = 8,      /* players may be limited to what is in sight: us_scenario_def.fog */
};

typedef enum us_outcome_kind {
    US_OUTCOME_NONE,   /* still going */
    US_OUTCOME_WIN,    /* winner is a seat */
    US_OUTCOME_DRAW,   /* cycle limit, or all seats defeated at once */
    US_OUTCOME_BROKEN, /* a player outside of this program failed: us_match_status */
} us_outcome_kind;

typedef struct us_outcome {
    us_outcome_kind kind;
    us_seat winner;     /* or US_NEUTRAL */
    const char *reason; /* static: "defeat", "limit", ... */
} us_outcome;

#define US_GAME_PRESET "skirmish" /* the default game */

/* The parts of a scenario. Fill it with us_scenario_def_default, then change it. The texts are
 * borrowed while the scenario is opened, `read` as long as the scenario is open. */
typedef struct us_scenario_def {
    const char *domain;                /* US_GAME_PRESET */
    const us_domain *read;             /* the domain if it was read already, borrowed; or NULL */
    const char *map;                   /* a shipped map's name or a path */
    const char *map_text;              /* the text of a map that is in no file; or NULL */
    const char *faction[US_SEATS_MAX]; /* a name, or NULL for the map's own */
    bool fog;                          /* only with US_CAN_FOG */
    us_cycle max_cycles;               /* then the game is a draw */
    /* The player of a seat within the program that plays the game elsewhere: ARGUMENT of an agent
     * bot:ARGUMENT, or socket:PORT for a program that is started by somebody else and connects
     * there. NULL: one of our players. Only with US_CAN_HOST. */
    const char *outside[US_SEATS_MAX];
} us_scenario_def;

enum {
    US_MAX_CYCLES = 54000,      /* default */
    US_CYCLES_LIMIT = 10000000, /* largest allowed value, in an option or a trace */
};
us_scenario_def us_scenario_def_default(void);

/* The part of a definition that kept a scenario from being opened. */
typedef enum us_scenario_part {
    US_PART_NONE, /* another part, such as the domain's own files */
    US_PART_DOMAIN,
    US_PART_MAP,
    US_PART_FOG,
    US_PART_FACTION, /* US_PART_FACTION + seat */
    US_PART_OUTSIDE = US_PART_FACTION + US_SEATS_MAX,
} us_scenario_part;

/* Events that end a step early: a bit per event kind, for each seat that the event concerns. */
typedef struct us_wake {
    uint32_t events[US_SEATS_MAX];
} us_wake;

/* Returns true if the event concerns the seat: it is the seat's own, neutral, or the end of a seat
 * or of the game. */
static inline bool us_event_is_relevant(const us_event *event, us_seat seat)
{
    return event->seat == seat || event->seat < 0 || event->kind == US_EVENT_DEFEATED ||
           event->kind == US_EVENT_OVER;
}

/* Returns true if an event from index `from` on has its bit in `wake` for a seat that it concerns.
 */
bool us_wake_is_triggered(const us_wake *wake, const us_events *events, int from);

/* The functions of a game; the us_game_* functions below call them and document their contracts.
 * Each folder under game/ fills one; game/table.c lists them. save and load: only with
 * US_CAN_SNAPSHOT. */
typedef struct us_game_kind {
    const char *name; /* also of its domain */
    unsigned capabilities;
    /* part: US_PART_NONE until set; used on failure. */
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
    us_status (*trouble)(const us_game *game, us_error *err); /* NULL: never broken */
    /* Map tools for the command line; may be NULL. See game/maps.h. */
    const struct us_map_tools *maps;
    const char *fogless; /* without US_CAN_FOG: the error for a scenario with fog; or NULL */
    us_cycle max_cycles; /* see us_game_kind_max_cycles */
} us_game_kind;

/* First member of every game's scenario; us_game is that of every game. */
struct us_scenario {
    const us_game_kind *kind;
    const us_domain *domain; /* owned, or borrowed from the definition */
    us_hash rules_hash, map_hash;
    const char *map_name, *map_family;
    int width, height, seats;
    us_cycle max_cycles;
    bool fog;
};
struct us_game {
    const us_scenario *scenario; /* borrowed; outlives the game */
    uint64_t seed;
};

/* All games; ends in NULL. The table stands alone in game/table.c, so that a program may link its
 * own table. */
extern const us_game_kind *const us_game_table[];
const us_game_kind *us_game_kind_find(const char *name); /* may be NULL */
us_status us_game_kind_require(const char *name, const us_game_kind **out, us_error *err);
/* Returns the default cycle limit: that of the kind if it has one, else US_MAX_CYCLES. kind may be
 * NULL. */
us_cycle us_game_kind_max_cycles(const us_game_kind *kind);
/* Returns US_BAD_INPUT if fog is true and the game has no US_CAN_FOG. */
us_status us_game_kind_check_fog(const us_game_kind *kind, bool fog, us_error *err);
int us_game_kind_list(const us_game_kind *const **out); /* counts that table */

/* Opens a scenario. The caller closes it after all its games and players are freed. */
us_status us_scenario_open(const us_scenario_def *def, us_scenario **out, us_error *err);
/* Like us_scenario_open, but sets *part on failure. */
us_status us_scenario_open_part(const us_scenario_def *def, us_scenario **out,
                                us_scenario_part *part, us_error *err);
void us_scenario_close(us_scenario *scenario);

us_game *us_game_new(const us_scenario *scenario, uint64_t seed);
void us_game_free(us_game *game); /* NULL is fine */

/* Returns the world as a seat knows it; US_NEUTRAL sees all. Valid until the game is acted on,
 * stepped, loaded or freed. */
const us_world *us_game_world(us_game *game, us_seat seat);

/* Checks an order against a view. Returns NONE if the game would accept it, as far as the view
 * shows, else the reason. Changes nothing. */
us_reason us_scenario_check(const us_scenario *scenario, const us_view *view,
                            const us_order *order);

/* Gives an order at the present cycle. The order is copied; game/match.h assigns its id.
 *
 * The seat's knowledge decides, as in us_scenario_check; obstacles that the seat cannot know show
 * later. The game skips units that cannot carry out the order. If no unit can, it refuses the order
 * without any effect and returns the first reason. */
us_reason us_game_act(us_game *game, const us_order *order);

/* Steps until cycle `until`, the end of the first cycle with an event that `wake` asks for, or the
 * end of the game. wake may be NULL. Events are appended to `events`, which may be NULL. Returns
 * the cycle reached. */
us_cycle us_game_step(us_game *game, us_cycle until, const us_wake *wake, us_events *events);

us_outcome us_game_outcome(const us_game *game);
/* Returns why the game is broken: US_NO_ENGINE if it never began, US_BROKEN later, US_OK if it is
 * not. */
us_status us_game_status(const us_game *game, us_error *err);
us_hash us_game_hash(const us_game *game); /* of the whole state */
uint32_t us_game_tag(const us_game *game); /* cheap: of the course so far */
/* Saves and loads the whole state; only with US_CAN_SNAPSHOT (asserted). us_game_save appends to
 * `out`. us_game_load needs a game on an equal scenario with the same seed; else it returns
 * US_MISMATCH and leaves the game unchanged. */
void us_game_save(const us_game *game, us_str *out);
us_status us_game_load(us_game *game, const char *bytes, size_t length, us_error *err);

#endif
