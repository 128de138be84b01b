/* A world as bytes: its difference to the previous world; the first to an empty world. Stored
 * states (traces/states.h) and the studio's pictures of a game (studio/show.h) use them.
 * traces/states_format.h describes the bytes; docs/TRACE_FORMAT.md is the manual. */
#ifndef US_TRACES_PACK_H
#define US_TRACES_PACK_H

#include "domain/world.h"

/* A packer with a copy of the previous world. All members are private. */
typedef struct us_packer {
    const us_domain *domain;
    int width, height, seats, tallies;
    us_cycle now;
    us_entity *entity;
    int count, capacity;
    uint8_t *plane[US_PLANES]; /* NULL: not packed */
    int32_t *tally;
    int8_t *faction;
    uint8_t *alive;
} us_packer;

/* Prepares for worlds of that domain, size and number of seats, with at least these planes (bit per
 * us_plane). Borrows the domain until clear. */
void us_packer_init(us_packer *packer, const us_domain *domain, int width, int height, int seats,
                    unsigned planes);
void us_packer_clear(us_packer *packer);
void us_packer_restart(us_packer *packer); /* makes the empty world the previous one */
/* Appends the difference of world to the previous world, and makes world the previous one. Fails
 * with US_FAILED, without any change, if an entity is off the map or has another fault. */
us_status us_packer_add(us_packer *packer, const us_world *world, us_str *out, us_error *err);

#endif
