/* The arrays that a game publishes. Borrowed and const for one cycle: whoever needs them longer
 * copies (us_world_copy). */
#ifndef US_DOMAIN_WORLD_H
#define US_DOMAIN_WORLD_H

#include "base/arena.h"
#include "domain/domain.h"

enum { US_WORLD_SIDE_MAX = 512 }; /* cells */

enum {
    US_ENTITY_INSIDE = 1,     /* not on the map now: in a mine, a depot, a building site */
    US_ENTITY_UNFINISHED = 2, /* under construction */
};

/* A thing in the world. Plain data. */
typedef struct us_entity {
    us_id id;
    us_type type;
    us_seat owner; /* or US_NEUTRAL */
    uint8_t status;
    int16_t x, y;    /* its lowest cell; the type tells its size */
    us_id target;    /* what it acts on, or 0 */
    us_type product; /* what it makes now, or US_NO_TYPE */
    uint8_t flags;
    int8_t action;  /* the action it carries out, or -1 */
    us_cycle until; /* when its timed work ends, or 0 */
    int32_t attribute[US_ATTRIBUTES_MAX];
} us_entity;

typedef enum us_plane {
    US_PLANE_TERRAIN,  /* index into us_domain.terrain */
    US_PLANE_AMOUNT,   /* what is left of the resource or the wall's hit points */
    US_PLANE_TAKEN,    /* bit US_TAKEN_*: who stands there, as far as the seat knows */
    US_PLANE_SEEN,     /* bit per seat: in sight now */
    US_PLANE_EXPLORED, /* bit per seat: ever seen */
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
    const us_entity *entity; /* id order */
    int count;
    /* width * height, row-major; stored worlds may lack some: NULL */
    const uint8_t *plane[US_PLANES];
    int seats;
    const int32_t *tally;     /* seat * domain->tallies.count + index */
    const int8_t *faction;    /* by seat: index, or -1 */
    const uint8_t *alive;     /* by seat: still in the game */
    const uint32_t *revision; /* by the indexes below; NULL: nobody counts */
    /* How many finished entities: (owner + 1) * domain->type_count + concrete type. NULL where
     * nobody counts: then whoever asks does. */
    const uint16_t *census;
} us_world;

/* What one seat may see: the world as that seat knows it, and who it is; on whose behalf something
 * is asked, and which event is being answered. */
typedef struct us_view {
    const us_world *world;
    us_seat self;
    us_id actor;                  /* 0: the seat's own */
    const struct us_event *event; /* NULL: none */
} us_view;

/* Revisions count changes, so that whoever remembers a number knows whether to look again.
 * TALLY + seat: a tally of the seat changed, or whether it is still in the game.
 * MEMBERS: an entity of that owner and type appeared, went, was finished or changed type.
 * STATES: anything else published of such an entity changed. */
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
static inline bool us_world_inside(const us_world *world, int x, int y)
{
    return x >= 0 && y >= 0 && x < world->width && y < world->height;
}
static inline int32_t us_world_tally(const us_world *world, us_seat seat, int index)
{
    return world->tally[seat * world->domain->tallies.count + index];
}

const us_entity *us_world_find(const us_world *world, us_id id); /* may be NULL */
/* The first by id that stands on that cell, or NULL. Looks through all entities. */
const us_entity *us_world_at(const us_world *world, int x, int y);
/* Number of finished entities of owner that are of the type or of a descendant of it. Asks the
 * census where there is one: does not look at the entities then. */
int us_world_count(const us_world *world, us_seat owner, us_type type);
int us_census_size(const us_domain *domain, int seats);
/* Counts the entities: for games that keep no census as they go, and to hold one against. */
void us_world_census(const us_world *world, uint16_t *out);
/* Some cells of the map. */
typedef struct us_box {
    int x, y, width, height;
} us_box;
us_box us_entity_box(const us_domain *domain, const us_entity *entity);
/* Cells between the edges, king's moves: 1 when they touch, 0 when they overlap. */
int us_box_distance(us_box a, us_box b);
int us_entity_distance(const us_domain *domain, const us_entity *a, const us_entity *b);
int us_entity_cell_distance(const us_domain *domain, const us_entity *a, int x, int y);
/* The seat knows the upgrade or one below it; or owns (finished) such an entity. */
bool us_world_has(const us_world *world, us_seat seat, us_type type);
/* The seat owns (finished) and knows all that one alternative of type's requirement asks for,
 * a descendant standing for its ancestor; or type requires nothing. */
bool us_world_meets(const us_world *world, us_seat seat, us_type type);
/* The seat has all that a type costs. */
bool us_world_affords(const us_world *world, us_seat seat, us_type type);
/* It eats nothing, or the tallies "food_used" and "food_supply" leave room for it; true where the
 * domain has none. */
bool us_world_feeds(const us_world *world, us_seat seat, us_type type);
/* A building of the type may stand there: ground, what stands there, what it keeps apart from.
 * Units are no obstacle. */
bool us_world_fits(const us_world *world, us_type type, int x, int y);
/* A way leads over ground that the movement may pass, between buildings, from the one box or a
 * cell that touches it to the other or a cell that touches it; units are no obstacle, and a step
 * across a corner needs one open side. Takes no memory; the time of some looks at the map. */
bool us_world_path(const us_world *world, int movement, us_box from, us_box to);

/* A copy whose arrays live in the arena. Planes, census and revisions may be NULL and stay so. */
us_world *us_world_copy(const us_world *world, us_arena *arena);
/* Hash of everything published but census and revisions, which only help to count and remember. */
us_hash us_world_hash(const us_world *world);

#endif
