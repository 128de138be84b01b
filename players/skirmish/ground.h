/* Distances on the map: steps from home on foot, and routes that count the cells to be opened on
 * the way. Only terrain matters: routes go round buildings and ignore units.
 *
 * Trees go and walls fall, but nothing grows. So the distances are updated where a cell opens, and
 * measured anew only when home itself moves. */
#ifndef US_PLAYERS_SKIRMISH_GROUND_H
#define US_PLAYERS_SKIRMISH_GROUND_H

#include "players/skirmish/observation.h"

enum { SP_NO_STEPS = UINT16_MAX, SP_ROUTE_MAX = 1024 };

/* The uses that a cell's terrain allows. */
enum { SP_WALK = 1, SP_TREE = 2, SP_WALL = 4, SP_BUILD = 8 };

typedef struct sp_route {
    int32_t cell[SP_ROUTE_MAX]; /* from the start to a cell beside the target */
    int count;                  /* 0: no way, even with all cells opened */
    int closed;                 /* its cells that are trees or walls */
    us_id target;
    us_cycle found;
} sp_route;

typedef struct sp_ground {
    int width, height;
    uint8_t *allow;     /* by terrain: SP_* bits */
    uint16_t *home;     /* by cell: steps from home, or SP_NO_STEPS */
    int from_x, from_y; /* home at that measurement */
    int32_t *queue;     /* scratch */
    uint16_t *cost;     /* scratch of routes, like the rest */
    int32_t *next, *prev;
    int32_t *came;
    uint8_t *fire;
} sp_ground;

void sp_ground_init(sp_player *s);
void sp_ground_update(sp_player *s); /* after sp_observation_update */

/* Computes the k-th of the 8 * ring cells on the square at that distance from a middle, clockwise
 * from its upper left corner. */
void sp_ring_cell(int ring, int k, int *dx, int *dy);
int sp_ground_uses(const sp_player *s, int x, int y); /* 0 off the map */
/* Return the steps from home to the cell, or to the nearest cell beside the entity. */
int sp_ground_steps(const sp_player *s, int x, int y);
int sp_ground_steps_to(const sp_player *s, const us_entity *entity);

/* Finds the cheapest route from a cell to a cell beside the entity. A tree costs as much as a
 * detour of some cells, a wall more. */
void sp_route_find(sp_player *s, int x, int y, const us_entity *target, sp_route *route);
/* Returns whether the route is open, and counts the cells again that are still closed. */
bool sp_route_is_open(sp_player *s, sp_route *route);

#endif
