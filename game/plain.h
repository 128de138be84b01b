/* Common functions for small games: opening domain and map, publishing, events, stepping,
 * snapshots.
 *
 * The game adds its rules. Its `start` calls us_plain_start and adds entities, its `act` calls
 * us_plain_check_now and applies the order, its `step` calls us_plain_step with the work of one
 * cycle. All other entries of its us_game_kind are functions below. docs/ADDING_A_GAME.md has a
 * whole example.
 *
 * A game's struct begins with us_plain_game. The members after it belong to the state: plain data
 * without pointers, saved, loaded and hashed with the rest. Changes of entities, tallies and planes
 * count after us_plain_publish, which us_plain_step calls after each cycle. All limits are asserted
 * except those of a map, for which us_plain_open reports the place. */
#ifndef US_GAME_PLAIN_H
#define US_GAME_PLAIN_H

#include "game/maps.h"

enum {
    US_PLAIN_SIDE = 32, /* largest side of a map, in cells */
    US_PLAIN_CELLS = US_PLAIN_SIDE * US_PLAIN_SIDE,
    US_PLAIN_THINGS = 64,  /* entities at once; a map has at most half as many */
    US_PLAIN_EVENTS = 256, /* events of one cycle */
    US_PLAIN_TALLIES = 16, /* tallies of all seats together */
    US_PLAIN_REVISIONS = 256,
};

/* A map in text: rows of one width, a symbol per cell. A symbol is a terrain's, or one that the
 * game allows for an entity, which stands on the first terrain. */
typedef struct us_plain_scenario {
    us_scenario base;
    us_domain *own; /* NULL: the domain is borrowed */
    char name[64];
    char symbol[US_PLAIN_CELLS]; /* width * height */
} us_plain_scenario;

/* Opens a scenario without fog. others: the symbols that are no terrain's. The domain file holds
 * the rules, too. */
us_status us_plain_open(const us_game_kind *kind, int seats, const char *others,
                        const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                        us_error *err);
void us_plain_close(us_scenario *scenario);
/* Lists the maps domains/DOMAIN/maps/NAME.map. */
us_status us_plain_list(const us_game_kind *kind, us_map_info **out, int *count, us_error *err);

typedef struct us_plain_state {
    us_hash tag;
    us_cycle now;
    us_id next_id;
    int32_t count, event_count; /* entities; events of this cycle */
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
    size_t size; /* bytes of `state` and the members after it */
    us_plain_state state;
} us_plain_game;

/* Starts a game with its ground and no entities. size: that of the game's struct. */
us_plain_game *us_plain_start(const us_scenario *scenario, uint64_t seed, size_t size);
void us_plain_end(us_game *game);
const us_world *us_plain_world(us_game *game, us_seat seat);

/* Checks an order by the domain's file alone. Every unit must have a type that does the action, and
 * the action's `when` must hold. */
us_reason us_plain_check(const us_scenario *scenario, const us_view *view, const us_order *order);
us_reason us_plain_check_now(const us_plain_game *game,
                             const us_order *order); /* at the present cycle, by the seat's view */

/* Returns NULL if there is no such entity. The pointer holds until an older entity is removed. */
us_entity *us_plain_find(us_plain_game *game, us_id id);
/* Functions that change entities; they emit no events. us_plain_add adds an idle entity with its
 * type's attributes at birth; type and cell must be valid. If it reaches beyond the map's edge, it
 * takes only the cells inside. */
us_entity *us_plain_add(us_plain_game *game, us_type type, us_seat owner, int x, int y);
void us_plain_remove(us_plain_game *game, us_id id);
/* Adds an entity for each cell of the map with that symbol, row by row. flags: US_ENTITY_... */
void us_plain_add_symbol(us_plain_game *game, char symbol, us_type type, us_seat owner,
                         uint8_t flags);
/* Emits an event. Fills in cycle, entity, seat and place, and the type if it is 0. e may be NULL;
 * then only the cycle is filled in. */
void us_plain_emit(us_plain_game *game, const us_entity *e, us_event event);
/* Publishes the changes of an order or a cycle: counts up all revisions except the terrain's. */
void us_plain_publish(us_plain_game *game);
void us_plain_finish(us_plain_game *game, us_outcome_kind outcome,
                     us_seat winner); /* emits the event */

/* Steps cycle by cycle until `until`, an event that `wake` asks for, or the end of the game. */
us_cycle us_plain_step(us_game *game, us_cycle until, const us_wake *wake, us_events *events,
                       void (*cycle)(us_game *game));
us_outcome us_plain_outcome(const us_game *game);
us_hash us_plain_hash(const us_game *game);
uint32_t us_plain_tag(const us_game *game);
void us_plain_save(const us_game *game, us_str *out);
us_status us_plain_load(us_game *game, const char *bytes, size_t length, us_error *err);

#endif
