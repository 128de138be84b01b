/* The interface of a game: the functions that every folder of game/ fills. understudy/game.h
 * declares what is done with a game. */
#ifndef US_GAME_GAME_H
#define US_GAME_GAME_H

#include "base/rng.h"
#include "base/str.h"
#include "domain/event.h"
#include "domain/order.h"
#include "understudy/game.h"

#define US_GAME_PRESET "skirmish" /* the default game */

/* The part of a definition that kept a scenario from being opened. */
typedef enum us_scenario_part {
    US_PART_NONE, /* another part, such as the domain's own files */
    US_PART_DOMAIN,
    US_PART_MAP,
    US_PART_FOG,
    US_PART_FACTION, /* US_PART_FACTION + seat */
    US_PART_OUTSIDE = US_PART_FACTION + US_SEATS_MAX,
} us_scenario_part;

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
struct us_game_kind {
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
    us_status (*status)(const us_game *game, us_error *err); /* NULL: never broken */
    /* Map tools for the command line; may be NULL. See game/maps.h. */
    const struct us_map_tools *maps;
    const char *fogless; /* without US_CAN_FOG: the error for a scenario with fog; or NULL */
    us_cycle max_cycles; /* see us_game_kind_max_cycles */
};

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
us_status us_game_kind_require(const char *name, const us_game_kind **out, us_error *err);
/* Returns the default cycle limit: that of the kind if it has one, else US_MAX_CYCLES. kind may be
 * NULL. */
us_cycle us_game_kind_max_cycles(const us_game_kind *kind);
/* Returns US_BAD_INPUT if fog is true and the game has no US_CAN_FOG. */
us_status us_game_kind_check_fog(const us_game_kind *kind, bool fog, us_error *err);
/* Like us_scenario_open, but sets *part on failure. */
us_status us_scenario_open_part(const us_scenario_def *def, us_scenario **out,
                                us_scenario_part *part, us_error *err);
uint32_t us_game_tag(const us_game *game); /* cheap: of the course so far */

#endif
