/* Small arenas for tests, drawn as text. */
#ifndef US_TESTS_UNIT_DRAWN_ARENA_H
#define US_TESTS_UNIT_DRAWN_ARENA_H

#include "game/arena/state.h"

typedef struct drawn_arena {
    us_scenario *scenario;
    us_game *game;
    ar_game *g; /* the same */
    us_events events;
    uint32_t orders;
} drawn_arena;

enum { PIT_LOOT = 10 };

/* rows: joined by '\n', with the symbols of the terrains and
 *   P PLAYER, g GUARD, s SNIPER, b BRUTE, t THIEF (carries 5), Q PLAYER (carries 5), $ RESOURCE
 * with stock 20, D DOOR, a AMMO, m MEDKIT, A POST_A, E EXIT, X PLAYER and Y GUARD that nobody
 * means; filled up with floor to at least 8 x 8. 10 loot ends it, the difficulty is 50. Fails the
 * test program when the map is wrong. */
drawn_arena drawn_arena_begin(const char *rows);
drawn_arena drawn_arena_begin_hard(const char *rows, int difficulty, int loot);
void drawn_arena_end(drawn_arena *p);
void drawn_arena_text(const char *rows, int difficulty, int loot, us_str *out); /* the whole map */

/* The n-th entity of that type, from 0, in id order; 0: none. */
us_id drawn_arena_find(const drawn_arena *p, const char *type, int n);
const us_entity *drawn_arena_entity(const drawn_arena *p, us_id id); /* NULL: gone */
int32_t drawn_arena_value(const drawn_arena *p, us_id id, const char *attribute);
void drawn_arena_set(drawn_arena *p, us_id id, const char *attribute, int32_t value);
const char *drawn_arena_status(const drawn_arena *p, us_id id);
int32_t drawn_arena_tally(const drawn_arena *p, us_seat seat, const char *name);

us_reason drawn_arena_order(drawn_arena *p, us_id unit, const char *action, us_id target);
us_reason drawn_arena_order_at(drawn_arena *p, us_id unit, const char *action, int x, int y);
void drawn_arena_face(drawn_arena *p, us_id unit, int x, int y); /* at once, without an order */

void drawn_arena_run(drawn_arena *p, us_cycle cycles); /* events are kept */
/* Until such an event about that entity is told, the ones so far forgotten; NULL: not within so
 * many cycles. */
const us_event *drawn_arena_until(drawn_arena *p, us_event_kind kind, us_id entity,
                                  us_cycle cycles);
int drawn_arena_count(const drawn_arena *p, us_event_kind kind, us_id entity);
const us_event *drawn_arena_event(const drawn_arena *p, us_event_kind kind,
                                  us_id entity); /* first, or NULL */

#endif
