/* The lives of entities: type, owner and time, for looking up the units of orders. */
#ifndef US_TRACES_LIVES_H
#define US_TRACES_LIVES_H

#include "traces/worlds.h"

/* A stretch of an entity's life in which its type and owner stay the same. */
typedef struct us_life {
    us_id id;
    us_type type;
    us_seat owner;
    us_cycle from, to; /* the worlds of cycles [from, to) */
} us_life;

typedef struct us_lives us_lives;

/* Goes through the whole game once. If the game can't be played again, lives come from stored
 * states and are as long as these allow: a life begins right after the last state without the
 * entity, and ends with the first state without it. */
us_status us_lives_from_worlds(us_worlds *worlds, us_lives **out, us_error *err);
void us_lives_free(us_lives *lives); /* NULL is fine */
US_AUTOPTR_DEFINE(us_lives, us_lives_free);

/* Returns the entity's life at the cycle, or NULL. */
const us_life *us_lives_find(const us_lives *lives, us_id id, us_cycle cycle);
/* Returns the entity's first life at any cycle, or NULL if no world has the entity. */
const us_life *us_lives_find_first(const us_lives *lives, us_id id);

#endif
