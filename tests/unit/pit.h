/* Small arenas for tests, drawn as text. */
#ifndef US_TESTS_UNIT_PIT_H
#define US_TESTS_UNIT_PIT_H

#include "game/arena/state.h"

typedef struct pit {
    us_scenario *scenario;
    us_game *game;
    ar_game *g; /* the same */
    us_events events;
    uint32_t orders;
} pit;

enum { PIT_LOOT = 10 };

/* rows: joined by '\n', with the symbols of the terrains and
 *   P PLAYER, g GUARD, s SNIPER, b BRUTE, t THIEF (carries 5), Q PLAYER (carries 5), $ RESOURCE
 * with stock 20, D DOOR, a AMMO, m MEDKIT, A POST_A, E EXIT, X PLAYER and Y GUARD that nobody
 * means; filled up with floor to at least 8 x 8. 10 loot ends it, the difficulty is 50. Fails the
 * test program when the map is wrong. */
pit pit_begin(const char *rows);
pit pit_begin_hard(const char *rows, int difficulty, int loot);
void pit_end(pit *p);
void pit_text(const char *rows, int difficulty, int loot, us_str *out); /* the whole map */

/* The n-th entity of that type, from 0, in id order; 0: none. */
us_id pit_find(const pit *p, const char *type, int n);
const us_entity *pit_entity(const pit *p, us_id id); /* NULL: gone */
int32_t pit_value(const pit *p, us_id id, const char *attribute);
void pit_set(pit *p, us_id id, const char *attribute, int32_t value);
const char *pit_status(const pit *p, us_id id);
int32_t pit_tally(const pit *p, us_seat seat, const char *name);

us_reason pit_order(pit *p, us_id unit, const char *action, us_id target);
us_reason pit_order_at(pit *p, us_id unit, const char *action, int x, int y);
void pit_face(pit *p, us_id unit, int x, int y); /* at once, without an order */

void pit_run(pit *p, us_cycle cycles); /* events are kept */
/* Until such an event about that entity is told, the ones so far forgotten; NULL: not within so
 * many cycles. */
const us_event *pit_until(pit *p, us_event_kind kind, us_id entity, us_cycle cycles);
int pit_count(const pit *p, us_event_kind kind, us_id entity);
const us_event *pit_event(const pit *p, us_event_kind kind, us_id entity); /* first, or NULL */

#endif
