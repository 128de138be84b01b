/* Worlds: the arrays that a game publishes. They are borrowed and const for one cycle; to keep a
 * world longer, copy it (us_world_copy). */
#ifndef US_DOMAIN_WORLD_H
#define US_DOMAIN_WORLD_H

#include "base/arena.h"
#include "domain/domain.h"

enum { US_WORLD_SIDE_MAX = 512 }; /* cells */

enum {
    US_ENTITY_INSIDE = 1,     /* not on the map now: in a mine, a depot or a site */
    US_ENTITY_UNFINISHED = 2, /* under construction */
};

/* An entity. Plain data. */
typedef struct us_entity {
    us_id id;
    us_type type;
    us_seat owner; /* or US_NEUTRAL */
    uint8_t status;
    int16_t x, y;    /* lowest cell; its type has the size */
    us_id target;    /* entity on which it acts, or 0 */
    us_type product; /* type that it makes now, or US_NO_TYPE */
    uint8_t flags;
    int8_t action;  /* action that it carries out, or -1 */
    us_cycle until; /* end of its timed work, or 0 */
    int32_t attribute[US_ATTRIBUTES_MAX];
} us_entity;

typedef enum us_plane {
    US_PLANE_TERRAIN,  /* index into us_domain.terrain */
    US_PLANE_AMOUNT,   /* amount left of the resource, or hit points left of the wall */
    US_PLANE_TAKEN,    /* bits US_TAKEN_*: occupants, as far as the seat knows */
    US_PLANE_SEEN,     /* bit per seat: in sight now */
    US_PLANE_EXPLORED, /* bit per seat: seen at some time */
    US_PLANES,
} us_plane;

enum {
    US_TAKEN_BUILDING = 1, /* a building, a site or a resource */
    US_TAKEN_UNIT = 2,
};

typedef struct us_world {
    const us_domain *domain;
    us_cycle now;
    int width, height;
    const us_entity *entity; /* in id order */
    int count;
    /* width * height, row by row; NULL if a stored world lacks the plane */
    const uint8_t *plane[US_PLANES];
    int seats;
    const int32_t *tally;     /* seat * domain->tallies.count + index */
    const int8_t *faction;    /* by seat: index, or -1 */
    const uint8_t *alive;     /* by seat: still in the game */
    const uint32_t *revision; /* by the indexes below; NULL: not counted */
    /* Numbers of finished entities, by (owner + 1) * domain->type_count + concrete type. NULL: not
     * counted, so readers count entities. */
    const uint16_t *census;
} us_world;

/* The world as one seat knows it, with the seat, the character that asks, and the event that it
 * reacts to. */
typedef struct us_view {
    const us_world *world;
    us_seat self;
    us_id actor;                  /* asking character; 0: the seat itself */
    const struct us_event *event; /* event, or NULL */
} us_view;

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
static inline int32_t us_world_tally(const us_world *world, us_seat seat, int index)
{
    return world->tally[seat * world->domain->tallies.count + index];
}

const us_entity *us_world_find(const us_world *world, us_id id); /* may be NULL */
/* Returns the first entity by id that stands on the cell, or NULL. Searches all entities. */
const us_entity *us_world_at(const us_world *world, int x, int y);
/* Returns the number of finished entities of an owner that are of the type or of a descendant. Uses
 * the census if there is one, and otherwise searches all entities. */
int us_world_count(const us_world *world, us_seat owner, us_type type);
int us_census_size(const us_domain *domain, int seats);
/* Counts the entities into out: for games that do not update a census, and to check one. */
void us_world_compute_census(const us_world *world, uint16_t *out);
/* A rectangle of cells. */
typedef struct us_box {
    int x, y, width, height;
} us_box;
us_box us_entity_box(const us_domain *domain, const us_entity *entity);
/* Returns the distance between the edges in king's moves: 1 if they touch, 0 if they overlap. */
int us_box_distance(us_box a, us_box b);
int us_entity_distance(const us_domain *domain, const us_entity *a, const us_entity *b);
int us_entity_cell_distance(const us_domain *domain, const us_entity *a, int x, int y);
/* Returns whether the seat knows the upgrade or one below it, or owns such an entity, finished. */
bool us_world_has_type(const us_world *world, us_seat seat, us_type type);
/* Returns whether the seat owns (finished) or knows all types of one alternative of the type's
 * requirement. A descendant counts as its ancestor. True if the type requires nothing. */
bool us_world_has_requirement(const us_world *world, us_seat seat, us_type type);
/* Returns whether the seat has the resources that the type costs. */
bool us_world_can_afford(const us_world *world, us_seat seat, us_type type);
/* Returns whether the tallies "food_used" and "food_supply" leave food for one more of the type.
 * True if the type eats nothing, or the domain lacks these tallies. */
bool us_world_can_feed(const us_world *world, us_seat seat, us_type type);
/* Returns whether a building of the type may stand there: terrain, occupants, and distance to types
 * that it keeps apart from. Units are no obstacle. */
bool us_world_can_place(const us_world *world, us_type type, int x, int y);
/* Returns whether a path leads between two boxes, over terrain that the movement may pass and
 * between buildings. The path begins and ends at open cells of the boxes, or at cells that touch a
 * box without open cells. Units are no obstacle. A step across a corner needs one open side.
 * Allocates nothing; takes as long as reading the map a few times. */
bool us_world_has_path(const us_world *world, int movement, us_box from, us_box to);

/* Copies the world and its arrays into the arena. Planes, census and revisions that are NULL stay
 * NULL. */
us_world *us_world_copy(const us_world *world, us_arena *arena);
/* Hashes all published values except census and revisions, which are derived or serve caches
 * only. */
us_hash us_world_hash(const us_world *world);

#endif
