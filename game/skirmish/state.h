/* The state of a skirmish game and the small operations that keep it consistent.
 *
 * All mutable state lies in one block without pointers, so that a snapshot is a copy. The pointers
 * of sk_game point into that block and never change.
 *
 * A unit (mobile, building or resource) lives in a stable slot; slot 0 means no unit. Its public
 * part lies in the dense array of entities, sorted by id. Ids hold across cycles. A slot may be
 * kept only while the id in it still matches (sk_slot_find). */
#ifndef US_GAME_SKIRMISH_STATE_H
#define US_GAME_SKIRMISH_STATE_H

#include "game/game.h"
#include "game/skirmish/map/map.h"
#include "game/skirmish/rules.h"

typedef uint16_t sk_slot;

enum {
    SK_SLOTS = 2048,  /* units at once, of all seats and neutral */
    SK_FLYING = 1024, /* missiles at once */
    SK_WHEEL = 1024,  /* cycles that the wheel looks ahead; longer waits go round again */
    SK_BLOCK = 8,     /* side of a block of the unit grid, in cells */

    SK_WAITING_MAX = 8, /* orders that wait behind a unit's task */
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
    sk_verb verb[US_ACTIONS_MAX]; /* called when a unit wakes with this action */
    int widest;                   /* longest side of an entity, cells */
    bool even;                    /* the map is verified as fair: the seats may swap places */
} sk_scenario;

/* The goal of a walker: any cell within `range` king's moves of the rectangle. range 0 and size
 * 1x1: exactly that cell. */
typedef struct sk_goal {
    int16_t x, y;
    uint8_t w, h, range;
} sk_goal;

/* An entry of a building's production queue. */
typedef struct sk_making {
    us_type type;
    uint32_t order;
} sk_making;

/* A task of a unit. */
typedef struct sk_task {
    uint32_t order; /* id of the order; 0: of the unit's own accord */
    int32_t action; /* -1: none */
    int32_t arg[2]; /* arguments of the order */
} sk_task;

typedef struct sk_unit {
    us_id id;                     /* 0: the slot is free */
    sk_slot index;                /* in the dense array */
    sk_slot next, prev;           /* in the wheel's bucket */
    sk_slot near_next, near_prev; /* in the block of the grid */
    us_cycle wake;                /* its next turn; -1: only if woken */
    bool due;                     /* off the wheel in this cycle, before its turn */
    us_type type;
    us_seat owner;
    sk_task task;     /* present task */
    uint8_t phase;    /* private to that action; 0 is never inside anything */
    uint8_t attempts; /* private to that action */
    bool inside, dirty;
    bool stands;   /* stand ground */
    uint8_t shown; /* the status that the last event reported */
    us_id target;
    int16_t x, y;           /* of the entity; a copy for speed */
    int16_t to_x, to_y;     /* target cell of the order */
    int16_t from_x, from_y; /* its place at the order: patrol, guard, chop */
    us_cycle busy;          /* end of its step, loading or unloading */
    us_cycle began;         /* start of the present phase */
    us_cycle ready;         /* may strike again from then on */
    /* private to walking */
    uint64_t route;         /* next steps, three bits each, a 1 above the last; 0, 1: none */
    uint64_t aim;           /* key of the route's goal (sk_goal_key) */
    us_cycle tired;         /* first block since it came nearer; 0: none */
    us_cycle plugged;       /* since then a unit that will not move is in its way; 0: none */
    uint16_t left;          /* cells to go, as far as known */
    uint16_t best;          /* minimum of `left` on this way */
    uint8_t blocks;         /* blocks since it last came nearer */
    uint8_t around;         /* times that it turned back to go around standing units */
    bool walking;           /* will go on */
    bool aside;             /* its route makes a detour around units */
    bool alone;             /* it found its route alone, without a field */
    us_type makes;          /* type that a builder builds */
    us_id house;            /* the entity that it is inside of */
    us_id builder;          /* a site: its builder, or 0 */
    int16_t work_x, work_y; /* the tree */
    int16_t carried;
    int8_t carries; /* resource, or -1 */
    int8_t seeks;   /* resource of its mine, even after the mine is gone; -1: any */
    sk_making making[SK_MAKING_MAX]; /* production queue, the present entry first */
    uint8_t making_count;
    us_id foe;        /* its target of its own accord, or 0 */
    us_id hit_by;     /* last attacker */
    us_cycle tracked; /* when it last saw its target */
    us_cycle built;   /* a site: cycles of work done */
    bool loading;     /* inside a mine: gets its load on coming out */
    bool under_way;   /* its order was reported as done already */
    /* tasks after the present one, in order; empty if there is no present one */
    sk_task waiting[SK_WAITING_MAX];
    uint8_t waits;
} sk_unit;

/* The numbers of a type with all upgrades that its seat knows. */
typedef struct sk_stats {
    int16_t armor, basic, piercing;
    int16_t range, sight, regeneration;
} sk_stats;

typedef struct sk_missile {
    us_cycle hit;
    us_id from, at;
    us_type type; /* of the shooter */
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
    bool stepping; /* during a cycle */
    bool acted;    /* orders were accepted since the last cycle */
    int dead;      /* entities to be swept at the end of the cycle */
    int dirty_count;
    int depots;         /* count; -1: to be listed again */
    int64_t path_nodes; /* cells opened by path finding so far */
    int path_left;      /* cells that path finding may still open in this cycle */
    int64_t wakes;
    uint64_t busy[SK_WHEEL / 64]; /* bit per bucket: not empty */
    sk_slot bucket[SK_WHEEL];     /* first unit per bucket, in order of insertion */
    sk_slot bucket_last[SK_WHEEL];
} sk_core;

struct sk_fields; /* game/skirmish/path/path.h */

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
    sk_missile *missile; /* by number; 0: none */
    sk_slot *dirty;
    sk_slot *occupant;     /* per cell: slot of its occupant, or 0 */
    sk_slot *block_head;   /* per block of the grid: first unit */
    uint16_t *block_units; /* per block and seat: count of units */
    uint8_t *plane[US_PLANES];
    uint8_t *pass;     /* per cell, bit per movement kind: passable terrain, no building */
    uint16_t *seen_by; /* per seat and cell: count of sights that cover it; fog only */
    int32_t *tally;
    int8_t *faction;
    uint8_t *alive;
    uint32_t *revision;
    sk_slot *depot;   /* entities that store a resource, in id order; listed on demand (gather.c) */
    uint16_t *census; /* as published */
    int32_t *mobiles; /* per seat: count of mobile units */
    sk_stats *stats;  /* per owner (neutral first) and type */
    uint8_t *known;   /* per seat and cell: terrain, then amount, as seen last; fog only */
    struct sk_fields *fields;

    /* not state: destination of this step's events, and the published world */
    us_events *events;
    us_events pending; /* of orders, until the next step */
    us_world world;
    struct sk_seen *seen; /* fog: the seats' worlds */
} sk_game;

static inline int sk_game_cell(const sk_game *g, int x, int y)
{
    return y * g->width + x;
}
static inline us_entity *sk_unit_entity(const sk_game *g, sk_slot slot)
{
    return &g->entity[g->unit[slot].index];
}
static inline const us_type_def *sk_type_def(const sk_game *g, us_type type)
{
    return &g->domain->type[type];
}
static inline const sk_type *sk_type_numbers(const sk_game *g, us_type type)
{
    return &g->rules->type[type];
}

/* ---- scenarios (scenario.c): puts domain, rules and map together and checks them */
us_status sk_scenario_open(const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                           us_error *err);
void sk_scenario_close(us_scenario *base);

/* ---- snapshots and hashes (snapshot.c) */
us_hash sk_game_hash(const us_game *game);
void sk_game_save(const us_game *game, us_str *out);
us_status sk_game_load(us_game *game, const char *bytes, size_t length, us_error *err);

/* ---- positions (unit.c) */
sk_slot sk_slot_find(const sk_game *g, us_id id); /* 0: removed */
/* Adds an entity on the map. Returns 0 if all slots are taken. finished: false for a site. */
sk_slot sk_unit_add(sk_game *g, us_type type, us_seat owner, int x, int y, bool finished,
                    us_id maker);
void sk_unit_finish(sk_game *g, sk_slot slot); /* a site is complete */
/* sk_unit_remove removes an entity: no function finds it any more. sk_game_sweep clears its slot
 * and its place in the dense array at the end of the cycle. */
void sk_game_sweep(sk_game *g);
void sk_unit_remove(sk_game *g, sk_slot slot, us_gone_kind why, us_id by);
void sk_unit_convert(sk_game *g, sk_slot slot, us_type type);
void sk_unit_move(sk_game *g, sk_slot slot, int x, int y);
void sk_unit_hide(sk_game *g, sk_slot slot); /* takes it off the map: it is inside */
/* Finds the free cell beside the rectangle that is nearest to (to_x, to_y), for that movement kind.
 */
bool sk_goal_find_free_cell(const sk_game *g, int movement, const sk_goal *around, int to_x,
                            int to_y, int *x, int *y);
/* Puts a unit back on the map, beside the rectangle, as near to the cell as possible. Returns false
 * if there is no room now. */
bool sk_unit_show(sk_game *g, sk_slot slot, const sk_goal *around, int to_x, int to_y);
void sk_unit_set_status(sk_game *g, sk_slot slot, int status);
void sk_unit_mark_changed(sk_game *g, sk_slot slot); /* after a change of its published state */
void sk_stats_publish_ranges(sk_game *g,
                             us_seat seat); /* updates published ranges from the stats */
void sk_terrain_set(sk_game *g, int x, int y, int terrain, int amount);
void sk_tally_add(sk_game *g, us_seat seat, int tally, int32_t amount);

static inline const sk_stats *sk_game_stats(const sk_game *g, us_seat owner, us_type type)
{
    return &g->stats[(owner + 1) * g->domain->type_count + type];
}
static inline int32_t sk_seat_tally(const sk_game *g, us_seat seat, int tally)
{
    return g->tally[seat * g->domain->tallies.count + tally];
}
static inline sk_goal sk_goal_from_cell(int x, int y)
{
    return (sk_goal){(int16_t)x, (int16_t)y, 1, 1, 0};
}
static inline sk_goal sk_goal_from_unit(const sk_game *g, sk_slot slot, int range)
{
    const us_type_def *def = sk_type_def(g, g->unit[slot].type);
    return (sk_goal){g->unit[slot].x, g->unit[slot].y, (uint8_t)def->width, (uint8_t)def->height,
                     (uint8_t)range};
}

/* ---- sight of the seats (sight.c) */
void sk_sight_add(sk_game *g, sk_slot slot, int sign); /* sign -1: removes it */
bool sk_seat_can_see_unit(const sk_game *g, us_seat seat,
                          sk_slot slot);            /* any of its cells; false inside */
void sk_sight_update_terrain(sk_game *g, int cell); /* after a change of the cell */
const us_world *sk_seat_world(sk_game *g, us_seat seat);
void sk_seen_free(sk_game *g);

/* ---- the turns of units (wheel.c) */
/* Sets the next turn. Replaces the former wake, and a turn still to come in this cycle. During a
 * cycle the earliest turn is in the next one. */
void sk_unit_wake_at(sk_game *g, sk_slot slot, us_cycle when);
void sk_unit_wake_by(sk_game *g, sk_slot slot, us_cycle when); /* at that cycle at the latest */
void sk_unit_wake_never(sk_game *g, sk_slot slot);
us_cycle sk_wheel_next(const sk_game *g, us_cycle from, us_cycle until); /* next cycle with turns */
/* Takes all units that wake at `now` off the wheel, in the fair order. Returns their count. */
int sk_wheel_take(sk_game *g, us_cycle now, sk_slot *out);

/* ---- events */
void sk_event_emit(sk_game *g, us_event event); /* fills in the cycle */
/* Emits an event of a unit. Fills in its seat, id and place, and the cycle. */
void sk_unit_emit_event(sk_game *g, sk_slot slot, us_event event);

#endif
