/* A world as bytes: its difference to the one before, the first to an empty world. So states are
 * stored beside a trace (traces/states.h), and so a browser is shown a game (studio/show.h). The
 * bytes are told in traces/states_format.h; docs/TRACES.md is the manual. */
#ifndef US_TRACES_PACK_H
#define US_TRACES_PACK_H

#include "domain/world.h"

/* It keeps a copy of the world before. All members are private. */
typedef struct us_packer {
    const us_domain *domain;
    int width, height, seats, tallies;
    us_cycle now;
    us_entity *entity;
    int count, capacity;
    uint8_t *plane[US_PLANES]; /* NULL: not told of */
    int32_t *tally;
    int8_t *faction;
    uint8_t *alive;
} us_packer;

/* For worlds of that domain, size and number of seats, which have at least these planes (bit per
 * us_plane). The domain is borrowed until clear. */
void us_packer_init(us_packer *packer, const us_domain *domain, int width, int height, int seats,
                    unsigned planes);
void us_packer_clear(us_packer *packer);
void us_packer_restart(us_packer *packer); /* the world before is the empty one */
/* Append the difference of world to the one before, which world then is. An entity that has no
 * place on the map, or another fault: US_FAILED, and nothing counts. */
us_status us_packer_add(us_packer *packer, const us_world *world, us_str *out, us_error *err);

#endif
