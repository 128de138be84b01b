/* A group in a world of the domain arena without a game: what happens is told by the test. */
#ifndef US_TESTS_UNIT_GROUP_WORLD_H
#define US_TESTS_UNIT_GROUP_WORLD_H

#include "plan/character_group.h"
#include "tests/unit/arena_world.h"

typedef struct group_world {
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
} group_world;

extern const us_game_kind group_world_game; /* takes every order whose entities are there */

void group_world_open(group_world *s,
                      const char *text); /* a sound file with an archetype; seat 1 plays */
void group_world_close(group_world *s);
void group_world_happen(group_world *s, us_event_kind kind, us_id entity, us_id other, int x, int y,
                        int value);
/* The order that the entity has ends. */
void group_world_finish(group_world *s, us_id id, us_event_kind how, us_reason reason);
void group_world_done(group_world *s, us_id id);
/* The orders of the next cycle. A unit's former order is given up for a new one. */
const char *group_world_think(group_world *s);
const char *group_world_notes(const group_world *s); /* of its notes, those of behaviors */

#endif
