/* Small skirmish worlds for tests, drawn as text. */
#ifndef US_TESTS_UNIT_DRAWN_SKIRMISH_H
#define US_TESTS_UNIT_DRAWN_SKIRMISH_H

#include "game/skirmish/state.h"

/* A scenario from the body of a map: lines as in a map file after `understudy map 1`, without
 * size and terrain. picture: rows joined by '\n'; the map is filled up with grass to at least
 * 32x32. Fails the test program when the map is wrong. */
us_scenario *drawn_skirmish_open(const char *lines, const char *picture);
us_scenario *drawn_skirmish_open_fog(const char *lines, const char *picture);
us_scenario *drawn_skirmish_open_fair(const char *lines,
                                      const char *picture); /* the map says `fair yes` */

void drawn_skirmish_draw(const char *lines, const char *picture,
                         us_str *out); /* the whole map file */

typedef struct drawn_skirmish {
    us_scenario *scenario;
    us_game *game;
    sk_game *g; /* the same */
    us_events events;
    bool queued; /* orders given from now on are queued */
} drawn_skirmish;

drawn_skirmish drawn_skirmish_begin(const char *lines, const char *picture, uint64_t seed);
void drawn_skirmish_end(drawn_skirmish *s);

/* The n-th entity of that type and owner, from 0, in id order; 0: none. */
us_id drawn_skirmish_find(const drawn_skirmish *s, const char *type, us_seat owner, int n);
const us_entity *drawn_skirmish_entity(drawn_skirmish *s, us_id id);
int drawn_skirmish_count(drawn_skirmish *s, const char *type, us_seat owner);
int32_t drawn_skirmish_tally(drawn_skirmish *s, us_seat seat, const char *name);
void drawn_skirmish_give(drawn_skirmish *s, us_seat seat, const char *resource, int32_t amount);
us_id drawn_skirmish_add(drawn_skirmish *s, const char *type, us_seat owner, int x, int y);

/* One order of one unit. what: the action's name; a type's name where one is asked for. */
us_reason drawn_skirmish_order(drawn_skirmish *s, us_id unit, const char *action, us_id target);
us_reason drawn_skirmish_order_at(drawn_skirmish *s, us_id unit, const char *action, int x, int y);
us_reason drawn_skirmish_order_make(drawn_skirmish *s, us_id unit, const char *action,
                                    const char *type);
us_reason drawn_skirmish_order_build(drawn_skirmish *s, us_id unit, const char *type, int x, int y);

void drawn_skirmish_run(drawn_skirmish *s, us_cycle cycles); /* events are kept */
/* Events of that kind about that entity (0: any) so far. */
int drawn_skirmish_events(const drawn_skirmish *s, us_event_kind kind, us_id entity);
const us_event *drawn_skirmish_event(const drawn_skirmish *s, us_event_kind kind,
                                     us_id entity); /* first, or NULL */
const char *drawn_skirmish_status(drawn_skirmish *s, us_id id);

#endif
