/* A group in a world of the domain arena without a game: what happens is told by the test. */
#ifndef US_TESTS_UNIT_CASTKIT_H
#define US_TESTS_UNIT_CASTKIT_H

#include "plan/character_group.h"
#include "tests/unit/arenakit.h"

typedef struct cast {
    arena_world a;
    us_brl *brl;
    us_case_base *case_base;
    us_scenario scenario;
    us_character_group *group;
    us_events events; /* of the next think */
    us_orders orders; /* of the last */
    us_cycle next;
    uint32_t ids;
    uint32_t latest[ARENA_ENTITIES]; /* by entity: its order */
    us_reason refuses;               /* what the game says to every order */
    us_str log;                      /* of orders: "2:move 3,4" */
    us_str notes;                    /* "started Patrol" of behaviors */
    us_arena *arena;
    const char *named[1 << 15]; /* by node: behaviors */
} cast;

extern const us_game_kind cast_game; /* takes every order whose entities are there */

void cast_open(cast *s, const char *text); /* a sound file with an archetype; seat 1 plays */
void cast_close(cast *s);
void cast_happen(cast *s, us_event_kind kind, us_id entity, us_id other, int x, int y, int value);
/* The order that the entity has ends. */
void cast_finish(cast *s, us_id id, us_event_kind how, us_reason reason);
void cast_done(cast *s, us_id id);
/* The orders of the next cycle. A unit's former order is given up for a new one. */
const char *cast_think(cast *s);
const char *cast_said(const cast *s); /* of its notes, those of behaviors */

#endif
