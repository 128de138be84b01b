/* The state of a skirmish game and the small operations that keep it consistent.
 *
 * All mutable state lies in one block without pointers, so that a snapshot is a copy. The
 * pointers of sk_game point into that block and are the same all its life.
 *
 * A unit (mobile or building or resource) lives in a stable slot; slot 0 is nobody. What is
 * public of it lies in the dense, id-ordered array of entities. Ids cross cycles, slots may be
 * kept only while the id in them still matches (sk_slot_of). */
#ifndef US_GAME_SKIRMISH_STATE_H
#define US_GAME_SKIRMISH_STATE_H

#include "game/game.h"
#include "game/skirmish/data.h"
#include "game/skirmish/map/map.h"

typedef uint16_t sk_slot;

enum {
    SK_SLOTS = 2048,  /* units at one time, all seats and neutral */
    SK_FLYING = 1024, /* missiles at one time */
    SK_WHEEL = 1024,  /* cycles the wheel looks ahead; longer waits go round again */
    SK_BLOCK = 8,     /* side of a block of the unit grid, in cells */

    SK_WAITING_MAX = 8, /* orders that wait behind what a unit does */
};

struct sk_game;
typedef void (*sk_verb)(struct sk_game *g, uint16_t slot);

typedef struct sk_scenario {
    us_scenario base;
    us_domain *own; /* NULL: the domain is borrowed */
    const us_domain *domain;
    sk_rules *rules;
    sk_map *map;
    char family[US_MAP_FAMILY_SIZE]; /* of the map, with its kind of start */
    sk_words words;
    sk_verb verb[US_ACTIONS_MAX]; /* what a unit does when it wakes with this action */
    int widest;                   /* cells: the longest side that an entity has */
    bool even;                    /* the map is fair indeed: the seats may change places */
} sk_scenario;

/* Where a walker wants to be: any cell within `range` king's moves of the rectangle.
 * range 0 and size 1x1: that very cell. */
typedef struct sk_goal {
    int16_t x, y;
    uint8_t w, h, range;
} sk_goal;

/* What a building makes, or is to make after that. */
typedef struct sk_making {
    us_type type;
    uint32_t order;
} sk_making;

/* What a unit is to do. */
typedef struct sk_task {
    uint32_t order; /* its id; 0: of the unit's own accord */
    int32_t action; /* -1: none */
    int32_t arg[2]; /* as the order's */
} sk_task;

typedef struct sk_unit {
    us_id id;                     /* 0: the slot is free */
    sk_slot index;                /* in the dense array */
    sk_slot next, prev;           /* in the wheel's bucket */
    sk_slot near_next, near_prev; /* in the block of the grid */
    us_cycle wake;                /* when it acts next; -1: never by itself */
    bool due;                     /* off the wheel in this cycle, its turn is still to come */
    us_type type;
    us_seat owner;
    sk_task task;     /* what it does */
    uint8_t phase;    /* private to that action; 0 is never inside anything */
    uint8_t attempts; /* the same */
    bool inside, dirty;
    bool stands;   /* stand ground */
    uint8_t shown; /* the status that was last told */
    us_id target;
    int16_t x, y;           /* as the entity's; kept here for speed */
    int16_t to_x, to_y;     /* of the order */
    int16_t from_x, from_y; /* where it stood when the order came: patrol, guard, chop */
    us_cycle busy;          /* its body is free again: steps, loading, unloading */
    us_cycle began;         /* of the present phase */
    us_cycle ready;         /* may strike again */
    /* private to walking */
    uint64_t route;         /* steps ahead, three bits each, a 1 above the last; 0, 1: none */
    uint64_t aim;           /* what the route was made for (sk_goal_key) */
    us_cycle tired;         /* no nearer since; 0: not */
    us_cycle plugged;       /* somebody who will not go by himself is in the way since; 0: not */
    uint16_t left;          /* cells to go, as far as known */
    uint16_t best;          /* the fewest there ever were on this way */
    uint8_t blocks;         /* blocked so often since it last came nearer */
    uint8_t around;         /* so often it turned back to go around those who stand */
    bool walking;           /* means to go on */
    bool aside;             /* its route leads around others, off the shortest way */
    bool alone;             /* it searched its route itself: there is no field for it */
    us_type makes;          /* what a builder is to build */
    us_id house;            /* it is inside of it */
    us_id builder;          /* a site: who works on it, or 0 */
    int16_t work_x, work_y; /* tree */
    int16_t carried;
    int8_t carries; /* resource, or -1 */
    int8_t seeks;   /* the resource of the mine it harvests, also when that is gone; -1: any */
    sk_making making[SK_MAKING_MAX]; /* the first is being made */
    uint8_t making_count;
    us_id foe;        /* whom it fights of its own accord, or 0 */
    us_id hit_by;     /* last attacker */
    us_cycle tracked; /* when it last saw whom it attacks */
    us_cycle built;   /* a site: cycles of work done */
    bool loading;     /* inside a mine: takes its load when it comes out */
    bool under_way;   /* its order has been told as done already */
    /* what it does after its present task, in this order; nothing waits for who has none */
    sk_task waiting[SK_WAITING_MAX];
    uint8_t waits;
} sk_unit;

/* A type's numbers with all that its seat knows. */
typedef struct sk_stats {
    int16_t armor, basic, piercing;
    int16_t range, sight, regeneration;
} sk_stats;

typedef struct sk_missile {
    us_cycle hit;
    us_id from, at;
    us_type type; /* of the shooter, for its numbers */
    us_seat owner;
    int16_t x, y;
    int16_t basic, piercing;
    uint16_t next;
} sk_missile;

typedef struct sk_core {
    us_cycle now;
    us_id next_id;
    int count;         /* entities */
    sk_slot free_slot; /* list through next */
    uint16_t free_missile;
    uint32_t missiles; /* flying, list through next, in order of launch */
    us_rng rng;
    uint64_t seed;
    us_hash tag;
    us_outcome_kind outcome;
    us_seat winner;
    bool stepping; /* within a cycle */
    bool acted;    /* orders were taken up since the last cycle */
    int dead;      /* entities to be swept at the end of the cycle */
    int dirty_count;
    int depots;         /* how many; -1: to be listed anew */
    int64_t path_nodes; /* cells opened by path finding, in all */
    int path_left;      /* cells that may still be opened in this cycle */
    int64_t wakes;
    uint64_t busy[SK_WHEEL / 64]; /* which buckets are not empty */
    sk_slot bucket[SK_WHEEL];     /* first unit of each, in order of insertion */
    sk_slot bucket_last[SK_WHEEL];
} sk_core;

struct sk_fields; /* game/skirmish/way/path.h */

typedef struct sk_game {
    us_game base;
    const sk_scenario *scenario;
    const sk_rules *rules;
    const us_domain *domain;
    const sk_words *words;
    int width, height, cells, seats;

    void *block; /* everything below points into it */
    size_t block_size;
    sk_core *core;
    us_entity *entity;   /* dense, id order */
    sk_slot *slot_at;    /* by dense index */
    sk_unit *unit;       /* by slot */
    sk_missile *missile; /* by number; 0 is none */
    sk_slot *dirty;
    sk_slot *occupant;     /* per cell: the slot that stands there, or 0 */
    sk_slot *block_head;   /* per block of the grid */
    uint16_t *block_units; /* per block and seat: that many of its units */
    uint8_t *plane[US_PLANES];
    uint8_t *pass;     /* per cell, bit per movement kind: terrain and buildings allow it */
    uint16_t *seen_by; /* per seat and cell: sights that cover it; fog only */
    int32_t *tally;
    int8_t *faction;
    uint8_t *alive;
    uint32_t *revision;
    sk_slot *depot;   /* all that store something, in id order; listed when asked for (gather.c) */
    uint16_t *census; /* as published */
    int32_t *mobiles; /* per seat: all that move */
    sk_stats *stats;  /* per owner (neutral first) and type */
    uint8_t *known;   /* per seat and cell: terrain, then amount, as last seen; fog only */
    struct sk_fields *fields;

    /* not state: where this step's events go, and what is published */
    us_events *events;
    us_events pending; /* of orders, until the next step */
    us_world world;
    struct sk_seen *seen; /* fog: the worlds as the seats know them */
} sk_game;

static inline int sk_cell(const sk_game *g, int x, int y)
{
    return y * g->width + x;
}
static inline us_entity *sk_entity(const sk_game *g, sk_slot slot)
{
    return &g->entity[g->unit[slot].index];
}
static inline const us_type_def *sk_def(const sk_game *g, us_type type)
{
    return &g->domain->type[type];
}
static inline const sk_type *sk_numbers(const sk_game *g, us_type type)
{
    return &g->rules->type[type];
}

/* ---- who is where (unit.c) */
sk_slot sk_slot_of(const sk_game *g, us_id id); /* 0: gone */
/* A new entity at its place, on the map; 0 when all slots are taken. finished: it counts. */
sk_slot sk_unit_add(sk_game *g, us_type type, us_seat owner, int x, int y, bool finished,
                    us_id maker);
void sk_unit_finish(sk_game *g, sk_slot slot); /* a site is complete */
/* It goes: nobody finds it any more. Slot and dense array are swept at the end of the cycle. */
void sk_sweep(sk_game *g);
void sk_unit_remove(sk_game *g, sk_slot slot, us_gone why, us_id by);
void sk_unit_convert(sk_game *g, sk_slot slot, us_type type);
void sk_unit_move(sk_game *g, sk_slot slot, int x, int y);
void sk_unit_hide(sk_game *g, sk_slot slot); /* inside */
/* A free cell beside the rectangle for such a walker, as near to (to_x, to_y) as can be. */
bool sk_room_beside(const sk_game *g, int movement, const sk_goal *around, int to_x, int to_y,
                    int *x, int *y);
/* Out again, beside the rectangle, as near to the cell as it can get. false: no room now. */
bool sk_unit_show(sk_game *g, sk_slot slot, const sk_goal *around, int to_x, int to_y);
void sk_unit_status(sk_game *g, sk_slot slot, int status);
void sk_touch(sk_game *g, sk_slot slot);        /* something published of it changed */
void sk_ranges_learn(sk_game *g, us_seat seat); /* published ranges follow the stats */
void sk_terrain_set(sk_game *g, int x, int y, int terrain, int amount);
void sk_tally_add(sk_game *g, us_seat seat, int tally, int32_t amount);

static inline const sk_stats *sk_stats_of(const sk_game *g, us_seat owner, us_type type)
{
    return &g->stats[(owner + 1) * g->domain->type_count + type];
}
static inline int32_t sk_have(const sk_game *g, us_seat seat, int tally)
{
    return g->tally[seat * g->domain->tallies.count + tally];
}
static inline sk_goal sk_goal_cell(int x, int y)
{
    return (sk_goal){(int16_t)x, (int16_t)y, 1, 1, 0};
}
static inline sk_goal sk_goal_around(const sk_game *g, sk_slot slot, int range)
{
    const us_type_def *def = sk_def(g, g->unit[slot].type);
    return (sk_goal){g->unit[slot].x, g->unit[slot].y, (uint8_t)def->width, (uint8_t)def->height,
                     (uint8_t)range};
}

/* ---- what the seats see (sight.c) */
void sk_sight_add(sk_game *g, sk_slot slot);
void sk_sight_remove(sk_game *g, sk_slot slot);
bool sk_sees_unit(const sk_game *g, us_seat seat, sk_slot slot); /* any cell of it; not inside */
void sk_sight_terrain(sk_game *g, int cell);                     /* it changed */
const us_world *sk_world_of(sk_game *g, us_seat seat);
void sk_seen_free(sk_game *g);

/* ---- who acts when (wheel.c) */
/* Replaces the former wake, and the turn it may still have in this cycle. Within a cycle the
 * next one is the earliest. */
void sk_wake_at(sk_game *g, sk_slot slot, us_cycle when);
void sk_wake_by(sk_game *g, sk_slot slot, us_cycle when); /* then at the latest */
void sk_wake_never(sk_game *g, sk_slot slot);
us_cycle sk_wheel_next(const sk_game *g, us_cycle from, us_cycle until); /* next busy cycle */
/* Take all that wake at `now` off the wheel, in the fair order. Returns how many. */
int sk_wheel_take(sk_game *g, us_cycle now, sk_slot *out);

/* ---- events */
void sk_tell(sk_game *g, us_event event); /* fills cycle */

#endif
