/* Distance fields and the ground that they cover; private to game/skirmish/.
 *
 * The ground has, per movement kind and cell, the open steps and a label. Cells with a way between
 * them have the same label (at its root). After a closure labels may be too coarse, but never too
 * fine: different labels mean that there is no way. */
#ifndef US_GAME_SKIRMISH_PATH_FIELD_H
#define US_GAME_SKIRMISH_PATH_FIELD_H

#include "game/skirmish/path/path.h"

enum {
    SK_FIELDS_MAX = 64,
    SK_SHUT =
        0xfffe, /* like SK_FAR, for a cell with a standing unit; only in fields around units */
    SK_ROUTE_MAX = 21,    /* steps that fit into sk_unit.route */
    SK_FIELD_STALE = 240, /* cycles until an opened field is remade to be shorter */
    SK_FIELD_IDLE = 600,  /* cycles without use until openings no longer update a field */
    SK_BESIDE = 16,
    SK_ASKED = 64, /* slots for goals that a unit searched without a field */
    SK_NOBODY = 0xffff,
};

typedef struct sk_field {
    us_cycle used, made;
    uint32_t head, tail; /* of the queue: expanded, reached cells */
    uint32_t shut;       /* count of SK_SHUT cells, stored at the end of the queue's array */
    bool opened;         /* the map opened or units may have left: distances may be too long */
    uint8_t beside_count;
    uint16_t beside[SK_BESIDE]; /* opened cells that got a distance outside of the queue */
} sk_field;

typedef struct sk_ground {
    uint32_t labels; /* given so far; label 0 marks closed cells */
    bool coarse;     /* a closure happened since the labels were made */
} sk_ground;

struct sk_fields {
    int32_t count; /* count of fields */
    int32_t cells, movements, label_limit;
    uint64_t key[SK_FIELDS_MAX]; /* sk_goal_key, sk_key_around; 0: empty */
    sk_field field[SK_FIELDS_MAX];
    sk_ground ground[US_MOVEMENTS_MAX];
    uint64_t asked_key[SK_ASKED]; /* by a hash of the key */
    sk_slot asked_by[SK_ASKED];   /* slot of the unit; SK_NOBODY: its search was too long */
    int32_t asked_cost[SK_ASKED]; /* cells opened for the goal so far */
    /* Label parents per movement kind (label_limit each). Then, by cell: labels per movement kind,
     * distance and queue per field, costs of a search (SK_FAR between searches). Then, as bytes:
     * exits per movement kind, and the notes of a search. */
    uint16_t data[];
};

/* Returns true for a real distance, neither SK_FAR nor SK_SHUT. */
static inline bool sk_distance_is_known(int d)
{
    return d < SK_SHUT;
}

extern const int8_t sk_dx[8], sk_dy[8]; /* clockwise from north */
/* Direction by the signs of a step, [dy + 1][dx + 1]; -1 in the middle. */
extern const int8_t sk_direction[3][3];

static inline uint16_t *sk_field_parents(const sk_game *g, int movement)
{
    return g->fields->data + (size_t)movement * (size_t)g->fields->label_limit;
}
static inline uint16_t *sk_field_labels(const sk_game *g, int movement)
{
    const struct sk_fields *f = g->fields;
    return g->fields->data + (size_t)f->movements * (size_t)f->label_limit +
           (size_t)movement * (size_t)f->cells;
}
/* Distances to the goal of field i, by cell. */
static inline uint16_t *sk_field_distance(const sk_game *g, int i)
{
    const struct sk_fields *f = g->fields;
    return sk_field_labels(g, f->movements) + (size_t)i * (2 * (size_t)f->cells);
}
/* Cells of field i, nearest first. */
static inline uint16_t *sk_field_queue(const sk_game *g, int i)
{
    return sk_field_distance(g, i) + g->fields->cells;
}
static inline uint16_t *sk_search_costs(const sk_game *g)
{
    return sk_field_distance(g, g->fields->count);
}
/* Bit per direction: open step. 0 for a closed cell. */
static inline uint8_t *sk_ground_exits(const sk_game *g, int movement)
{
    return (uint8_t *)(sk_search_costs(g) + g->fields->cells) +
           (size_t)movement * (size_t)g->fields->cells;
}
static inline uint8_t *sk_search_notes(const sk_game *g)
{
    return sk_ground_exits(g, g->fields->movements);
}

/* Packs the goal and movement kind of a walk; walks with the same key share a field. Never 0. */
static inline uint64_t sk_goal_key(const sk_goal *goal, int movement)
{
    return (uint64_t)(uint16_t)goal->x | (uint64_t)(uint16_t)goal->y << 16 |
           (uint64_t)goal->w << 32 | (uint64_t)goal->h << 40 | (uint64_t)goal->range << 48 |
           (uint64_t)(movement + 1) << 56;
}

/* The key of a field for that owner's walkers, around all units that had stood for long when the
 * field was made and will not make way for them. */
static inline uint64_t sk_key_around(uint64_t key, us_seat owner)
{
    return key | (uint64_t)(owner + 2) << 60;
}
static inline bool sk_key_is_around(uint64_t key)
{
    return key >> 60 != 0;
}
static inline uint64_t sk_key_plain(uint64_t key)
{
    return key & ~(15ull << 60);
}
static inline us_seat sk_key_owner(uint64_t key)
{
    return (us_seat)((int)(key >> 60) - 2);
}
static inline int sk_key_movement(uint64_t key)
{
    return (int)(key >> 56 & 15) - 1;
}

static inline sk_goal sk_goal_from_key(uint64_t key)
{
    return (sk_goal){(int16_t)(uint16_t)key, (int16_t)(uint16_t)(key >> 16), (uint8_t)(key >> 32),
                     (uint8_t)(key >> 40), (uint8_t)(key >> 48)};
}

/* Returns the king's moves from a cell to the goal's area, ignoring obstacles. */
static inline int sk_goal_distance(const sk_goal *goal, int x, int y)
{
    int left = goal->x - x, right = x - (goal->x + goal->w - 1);
    int above = goal->y - y, below = y - (goal->y + goal->h - 1);
    int dx = left > right ? left : right, dy = above > below ? above : below;
    int d = (dx > dy ? dx : dy) - goal->range;
    return d > 0 ? d : 0;
}

/* Remakes coarse labels, if the cycle's limit allows it or `force` is set. */
void sk_ground_refine(sk_game *g, int movement, bool force);

/* Returns false if the goal is unreachable from the cell. True is certain only while labels are
 * exact. */
bool sk_ground_is_same(sk_game *g, const sk_goal *goal, int movement, int cell);

typedef enum sk_growth { SK_GROWN, SK_GROWING, SK_UNREACHABLE } sk_growth;

int sk_field_find(const sk_game *g, uint64_t key); /* -1: none */
/* Finds or grows a field in which the cell has a distance (sk_distance_is_known). GROWING: the
 * cycle's limit is used up. */
sk_growth sk_field_reach(sk_game *g, uint64_t key, int x, int y, int *out);
/* Makes a field over all ground from which the goal is reachable, without limit. */
int sk_field_make_whole(sk_game *g, const sk_goal *goal, int movement);
int sk_goal_direction(const sk_goal *goal, int x, int y); /* the direction, ignoring obstacles */
/* Returns up to SK_ROUTE_MAX steps down the field; 0 if it no longer leads to the goal. */
uint64_t sk_field_find_route(const sk_game *g, int i, int movement, const sk_goal *goal, int x,
                             int y, bool mirror);
void sk_field_drop(sk_game *g, int i);

/* Searches a route for a single unit, as long as no other unit is known to have the goal (seek.c).
 * UNREACHABLE: the goal needs a field, because the way is too long or other units share the goal.
 */
sk_growth sk_route_find(sk_game *g, sk_slot slot, const sk_goal *goal, int movement,
                        uint64_t *route, int *left);

/* Returns true for an idle friend, which makes way. */
static inline bool sk_unit_can_give_way(const sk_unit *unit)
{
    return unit->task.action < 0 && !unit->foe && !unit->stands && !unit->walking;
}

/* Returns the direction of the given rank for a step: `dir` first, then its neighbors by angle. */
static inline int sk_direction_turn(int dir, int rank, bool mirror)
{
    /* 0, +1, -1, +2, -2, +3, -3, 4 */
    int turn = (rank + 1) >> 1;
    return (dir + (((rank & 1) != 0) != mirror ? turn : -turn)) & 7;
}

#endif
