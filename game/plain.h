/* Ground for a game of a few things on a small map: finding domain and map, publishing, telling
 * events, stepping, snapshots. The game brings its rules: `start` calls us_plain_start and puts
 * things down, `act` asks us_plain_may and applies the order, `step` calls us_plain_step with what
 * one cycle does; the other entries of its us_game_kind are those below. docs/ADDING_A_GAME.md has
 * an example, whole.
 *
 * A game's struct begins with us_plain_game. What stands behind it is state, too: plain data
 * without pointers, saved, loaded and hashed with the rest. Changes of things, tallies and planes
 * count once us_plain_changed was called; us_plain_step does so after each cycle. The limits are
 * asserted, but for those of a map, which us_plain_open refuses with the place. */
#ifndef US_GAME_PLAIN_H
#define US_GAME_PLAIN_H

#include "game/maps.h"

enum {
    US_PLAIN_SIDE = 32, /* cells of a map's side, at most */
    US_PLAIN_CELLS = US_PLAIN_SIDE * US_PLAIN_SIDE,
    US_PLAIN_THINGS = 64,  /* at once; half as many on the map */
    US_PLAIN_EVENTS = 256, /* between two cycles */
    US_PLAIN_TALLIES = 16, /* of all seats together */
    US_PLAIN_REVISIONS = 256,
};

/* Of a map in text: rows of one width, a symbol a cell. What is a terrain's is ground; whatever
 * else the game allows stands for somebody on ground of the first terrain. */
typedef struct us_plain_scenario {
    us_scenario base;
    us_domain *own; /* NULL: it was given */
    char name[64];
    char symbol[US_PLAIN_CELLS]; /* width * height */
} us_plain_scenario;

/* others: symbols that are no terrain's. Domain and rules are one file. There is no fog. */
us_status us_plain_open(const us_game_kind *kind, int seats, const char *others,
                        const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                        us_error *err);
void us_plain_close(us_scenario *scenario);
/* Maps are domains/DOMAIN/maps/NAME.map. */
us_status us_plain_list(const us_game_kind *kind, us_map_info **out, int *count, us_error *err);

typedef struct us_plain_state {
    us_hash tag;
    us_cycle now;
    us_id next_id;
    int32_t count, told; /* entities; events since the last cycle */
    int32_t outcome, winner;
    us_entity entity[US_PLAIN_THINGS];
    us_event event[US_PLAIN_EVENTS];
    int32_t tally[US_PLAIN_TALLIES];
    uint32_t revision[US_PLAIN_REVISIONS];
    uint8_t plane[US_PLANES][US_PLAIN_CELLS];
    uint8_t alive[US_SEATS_MAX];
} us_plain_state;

typedef struct us_plain_game {
    us_game base;
    us_world world;
    size_t size; /* of the state and what stands behind it */
    us_plain_state state;
} us_plain_game;

/* The ground, and nobody on it. size: of the game's struct. */
us_plain_game *us_plain_start(const us_scenario *scenario, uint64_t seed, size_t size);
void us_plain_end(us_game *game);
const us_world *us_plain_world(us_game *game, us_seat seat);

/* By the domain's file alone: whoever does the action may, when its `when` holds. */
us_reason us_plain_check(const us_scenario *scenario, const us_view *view, const us_order *order);
us_reason us_plain_may(const us_plain_game *game,
                       const us_order *order); /* now, as its seat sees it */

/* NULL: there is none such. Holds until somebody older goes. */
us_entity *us_plain_find(us_plain_game *game, us_id id);
/* None of these is told. Who comes has nothing to do, and what its type has at birth; type and cell
 * must be there. Of who is larger than the rest of the map, that rest is taken. */
us_entity *us_plain_add(us_plain_game *game, us_type type, us_seat owner, int x, int y);
void us_plain_remove(us_plain_game *game, us_id id);
/* Adds one for each cell of the map with that symbol, row by row. flags: US_ENTITY_... */
void us_plain_put(us_plain_game *game, char symbol, us_type type, us_seat owner, uint8_t flags);
/* Fills in cycle, entity, seat and place; the type too, where none is given. e: may be NULL. */
void us_plain_tell(us_plain_game *game, const us_entity *e, us_event event);
/* After all that an order or a cycle has changed: counts revisions up, but the ground's. */
void us_plain_changed(us_plain_game *game);
void us_plain_over(us_plain_game *game, us_outcome_kind outcome, us_seat winner); /* told */

/* One cycle after the other, until it is time, somebody hears, or all is over. */
us_cycle us_plain_step(us_game *game, us_cycle until, const us_wake *wake, us_events *events,
                       void (*cycle)(us_game *game));
us_outcome us_plain_outcome(const us_game *game);
us_hash us_plain_hash(const us_game *game);
uint32_t us_plain_tag(const us_game *game);
void us_plain_save(const us_game *game, us_str *out);
us_status us_plain_load(us_game *game, const char *bytes, size_t length, us_error *err);

#endif
