/* Small skirmish worlds for tests, drawn as text. */
#ifndef US_TESTS_UNIT_STAGE_H
#define US_TESTS_UNIT_STAGE_H

#include "game/skirmish/state.h"

/* A scenario from the body of a map: lines as in a map file after `understudy map 1`, without
 * size and terrain. picture: rows joined by '\n'; the map is filled up with grass to at least
 * 32x32. Fails the test program when the map is wrong. */
us_scenario *stage_open(const char *lines, const char *picture);
us_scenario *stage_open_fog(const char *lines, const char *picture);
us_scenario *stage_open_fair(const char *lines, const char *picture); /* the map says `fair yes` */

void stage_draw(const char *lines, const char *picture, us_str *out); /* the whole map file */

typedef struct stage {
    us_scenario *scenario;
    us_game *game;
    sk_game *g; /* the same */
    us_events events;
    bool queued; /* orders given from now on are queued */
} stage;

stage stage_begin(const char *lines, const char *picture, uint64_t seed);
void stage_end(stage *s);

/* The n-th entity of that type and owner, from 0, in id order; 0: none. */
us_id stage_find(const stage *s, const char *type, us_seat owner, int n);
const us_entity *stage_entity(stage *s, us_id id);
int stage_count(stage *s, const char *type, us_seat owner);
int32_t stage_tally(stage *s, us_seat seat, const char *name);
void stage_give(stage *s, us_seat seat, const char *resource, int32_t amount);
us_id stage_add(stage *s, const char *type, us_seat owner, int x, int y);

/* One order of one unit. what: the action's name; a type's name where one is asked for. */
us_reason stage_order(stage *s, us_id unit, const char *action, us_id target);
us_reason stage_order_at(stage *s, us_id unit, const char *action, int x, int y);
us_reason stage_order_make(stage *s, us_id unit, const char *action, const char *type);
us_reason stage_order_build(stage *s, us_id unit, const char *type, int x, int y);

void stage_run(stage *s, us_cycle cycles); /* events are kept */
/* Events of that kind about that entity (0: any) so far. */
int stage_events(const stage *s, us_event_kind kind, us_id entity);
const us_event *stage_event(const stage *s, us_event_kind kind, us_id entity); /* first, or NULL */
const char *stage_status(stage *s, us_id id);

#endif
