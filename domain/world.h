/* Worlds as games and caches use them; the rest is in understudy/world.h. A world is borrowed and
 * const for one cycle; to keep it longer, copy it (us_world_copy). */
#ifndef US_DOMAIN_WORLD_H
#define US_DOMAIN_WORLD_H

#include "base/arena.h"
#include "domain/domain.h"
#include "understudy/goal.h"
#include "understudy/world.h"

enum { US_WORLD_SIDE_MAX = 512 }; /* cells */

/* Revisions count changes, so that a reader with a stored value knows whether to look again.
 * - TALLY + seat: a tally of the seat changed, or the seat left the game.
 * - MEMBERS: an entity of that owner and type appeared, disappeared, was finished or changed type.
 * - STATES: any other published value of such an entity changed. */
enum { US_REVISION_ANY, US_REVISION_TERRAIN, US_REVISION_TALLY /* + seat */ };
static inline int us_revision_members(const us_world *world, us_seat owner, us_type type)
{
    return US_REVISION_TALLY + world->seats + 2 * ((owner + 1) * world->domain->type_count + type);
}
static inline int us_revision_states(const us_world *world, us_seat owner, us_type type)
{
    return us_revision_members(world, owner, type) + 1;
}
int us_revision_count(const us_domain *domain, int seats);

static inline int us_world_cell(const us_world *world, int x, int y)
{
    return y * world->width + x;
}
static inline bool us_world_is_inside(const us_world *world, int x, int y)
{
    return x >= 0 && y >= 0 && x < world->width && y < world->height;
}

/* Returns the distance between two spans of cells: 0 if they overlap, 1 if they touch. */
static inline int us_span_gap(int a, int a_size, int b, int b_size)
{
    int behind = b - (a + a_size) + 1, before = a - (b + b_size) + 1;
    return behind > 0 ? behind : before > 0 ? before : 0;
}
/* Returns the same as us_box_distance, for inner loops. */
static inline int us_box_gap(us_box a, us_box b)
{
    int x = us_span_gap(a.x, a.width, b.x, b.width), y = us_span_gap(a.y, a.height, b.y, b.height);
    return x > y ? x : y;
}

int us_census_size(const us_domain *domain, int seats);
/* Counts the entities into out: for games that do not update a census, and to check one. */
void us_world_compute_census(const us_world *world, uint16_t *out);

/* Returns the one seat that an order means by self, enemy or a number: enemy is the next living
 * seat after the view's own, in turn. US_SEAT_NONE if no other seat lives. */
int us_view_find_seat(const us_view *view, int64_t seat);

/* Copies the world and its arrays into the arena. Planes, census and revisions that are NULL stay
 * NULL. */
us_world *us_world_copy(const us_world *world, us_arena *arena);

#endif
