/* Which entities lived when, as what and whose: what an order's units were. */
#ifndef US_TRACES_LIVES_H
#define US_TRACES_LIVES_H

#include "traces/worlds.h"

/* A stretch of an entity's life in which its type and owner stay the same. */
typedef struct us_life {
    us_id id;
    us_type type;
    us_seat owner;
    us_cycle from, to; /* from the world of the one cycle to before that of the other */
} us_life;

typedef struct us_lives us_lives;

/* Goes over the game once. Where it cannot be played again a life is as long as the stored
 * states allow: it may begin right after the state before the first that has it, and end with the
 * first that has it no more. */
us_status us_lives_of(us_worlds *worlds, us_lives **out, us_error *err);
void us_lives_free(us_lives *lives); /* NULL is fine */

/* The life of that entity at the cycle, or NULL. */
const us_life *us_lives_find(const us_lives *lives, us_id id, us_cycle cycle);
/* Its first life, whenever that is, or NULL: nobody ever saw it. */
const us_life *us_lives_first(const us_lives *lives, us_id id);

#endif
