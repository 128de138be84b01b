/* What games of a few things on a small map do alike: finding domain and map, publishing, telling
 * events, stepping, snapshots. With it a domain of the tests is little more than its rules.
 *
 * A game begins with plain_game. What stands behind it in the game's own struct is state, too:
 * plain data without pointers, saved, loaded and hashed with the rest. */
#ifndef US_TESTS_DOMAINS_PLAIN_H
#define US_TESTS_DOMAINS_PLAIN_H

#include "game/maps.h"

enum { PLAIN_SIDE = 32, PLAIN_CELLS = PLAIN_SIDE * PLAIN_SIDE, PLAIN_THINGS = 64 };
enum { PLAIN_EVENTS = 256, PLAIN_TALLIES = 16, PLAIN_REVISIONS = 256 };

/* Of a map in text: rows of one width, a symbol a cell. What is a terrain's is ground; whatever
 * else the game allows stands for somebody on ground of the first terrain. */
typedef struct plain_scenario {
    us_scenario base;
    us_domain *own; /* NULL: it was given */
    char name[64];
    char symbol[PLAIN_CELLS]; /* width * height */
} plain_scenario;

/* others: symbols that are no terrain's. Domain and rules are one file. There is no fog. */
us_status plain_open(const us_game_kind *kind, int seats, const char *others,
                     const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                     us_error *err);
void plain_close(us_scenario *scenario);
/* Maps are domains/DOMAIN/maps/NAME.map. */
us_status plain_list(const us_game_kind *kind, us_map_info **out, int *count, us_error *err);

typedef struct plain_state {
    us_hash tag;
    us_cycle now;
    us_id next_id;
    int32_t count, told; /* entities; events since the last cycle */
    int32_t outcome, winner;
    us_entity entity[PLAIN_THINGS];
    us_event event[PLAIN_EVENTS];
    int32_t tally[PLAIN_TALLIES];
    uint32_t revision[PLAIN_REVISIONS];
    uint8_t plane[US_PLANES][PLAIN_CELLS];
    uint8_t alive[US_SEATS_MAX];
} plain_state;

typedef struct plain_game {
    us_game base;
    us_world world;
    size_t size; /* of the state and what stands behind it */
    plain_state state;
} plain_game;

/* The ground, and nobody on it. size: of the game's struct. */
plain_game *plain_start(const us_scenario *scenario, uint64_t seed, size_t size);
void plain_end(us_game *game);
const us_world *plain_world(us_game *game, us_seat seat);

/* By the domain's file alone: whoever does the action may, when its `when` holds. */
us_reason plain_check(const us_scenario *scenario, const us_view *view, const us_order *order);
us_reason plain_may(const plain_game *game, const us_order *order); /* now, as its seat sees it */

/* NULL: there is none such. Holds until somebody older goes. */
us_entity *plain_find(plain_game *game, us_id id);
/* None of these is told. Who comes has nothing to do, and what its type has at birth. */
us_entity *plain_add(plain_game *game, us_type type, us_seat owner, int x, int y);
void plain_remove(plain_game *game, us_id id);
/* Adds one for each cell of the map with that symbol, row by row. flags: US_ENTITY_... */
void plain_put(plain_game *game, char symbol, us_type type, us_seat owner, uint8_t flags);
/* Fills in cycle, entity, seat and place; the type too, where none is given. e: may be NULL. */
void plain_tell(plain_game *game, const us_entity *e, us_event event);
/* After all that an order or a cycle has changed: counts revisions up, but the ground's. */
void plain_changed(plain_game *game);
void plain_over(plain_game *game, us_outcome_kind outcome, us_seat winner); /* told */

/* One cycle after the other, until it is time, somebody hears, or all is over. */
us_cycle plain_step(us_game *game, us_cycle until, const us_wake *wake, us_events *events,
                    void (*cycle)(us_game *game));
us_outcome plain_outcome(const us_game *game);
us_hash plain_hash(const us_game *game);
uint32_t plain_tag(const us_game *game);
void plain_save(const us_game *game, us_str *out);
us_status plain_load(us_game *game, const char *bytes, size_t length, us_error *err);

#endif
