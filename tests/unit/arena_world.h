/* A world of the domain arena without a game: what is there, and what a test changes, with
 * revisions. Seat 0 is the visitor, seat 1 the residents. */
#ifndef US_TESTS_UNIT_ARENA_WORLD_H
#define US_TESTS_UNIT_ARENA_WORLD_H

#include "behavior/brl.h"
#include "domain/event.h"
#include "domain/world.h"
#include "retrieve/retrieve.h"
#include "tests/unit/test.h"

enum { ARENA_SIDE = 64, ARENA_ENTITIES = 2048 };

typedef struct arena_world {
    us_domain *domain;
    us_world world;
    us_entity *entity;
    int32_t *tally;
    uint32_t *revision;
    uint8_t *plane;
} arena_world;

void arena_world_open(arena_world *a);
void arena_world_close(arena_world *a);
/* By a new id, above all others. */
us_id arena_world_add(arena_world *a, const char *type, us_seat owner, int x, int y);
us_entity *arena_world_get(arena_world *a, us_id id);
void arena_world_remove(arena_world *a, us_id id);
/* Of an entity; told by revisions where it is another. */
void arena_world_set(arena_world *a, us_id id, const char *attribute, int value);
void arena_world_move(arena_world *a, us_id id, int x, int y);
void arena_world_tally(arena_world *a, us_seat seat, const char *tally, int value);
/* A file of behaviors, which has to be sound, and its case base. */
us_brl *arena_world_read(const arena_world *a, const char *text, us_case_base **case_base);

#endif
