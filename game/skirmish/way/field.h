/* Fields of distances and the ground they grow on; private to path.c and walk.c.
 *
 * Ground, per movement kind: for each cell the set of steps that lead away from it, and a label
 * that is the same (at its root) for cells with a way between them. Labels may be too
 * coarse after something closed, never too fine: different labels mean no way. */
#ifndef US_GAME_SKIRMISH_WAY_FIELD_H
#define US_GAME_SKIRMISH_WAY_FIELD_H

#include "game/skirmish/way/path.h"

enum {
    SK_FIELDS_MAX = 64,
    SK_SHUT = 0xfffe,     /* as SK_FAR, of a cell that somebody stands on; only in fields around */
    SK_ROUTE_MAX = 21,    /* steps that fit into sk_unit.route */
    SK_FIELD_STALE = 240, /* cycles before a field is made anew only to be shorter */
    SK_FIELD_IDLE = 600,  /* cycles unused, then nobody looks whether it should be */
    SK_BESIDE = 16,
    SK_ASKED = 64, /* goals remembered that somebody went to without a field */
    SK_NOBODY = 0xffff,
};

typedef struct sk_field {
    us_cycle used, made;
    uint32_t head, tail; /* of the queue: expanded, reached */
    uint32_t shut;       /* cells that are, at the end of the queue's array */
    bool opened;         /* the map opened, or somebody may have gone: may be shorter now */
    uint8_t beside_count;
    uint16_t beside[SK_BESIDE]; /* cells that opened and got a distance outside of the queue */
} sk_field;

typedef struct sk_ground {
    uint32_t labels; /* given out so far; label 0 is that of closed cells */
    bool coarse;     /* something closed since the labels were made */
} sk_ground;

struct sk_fields {
    int32_t count; /* of fields */
    int32_t cells, movements, label_limit;
    uint64_t key[SK_FIELDS_MAX]; /* sk_goal_key, sk_key_around; 0: empty */
    sk_field field[SK_FIELDS_MAX];
    sk_ground ground[US_MOVEMENTS_MAX];
    uint64_t asked_key[SK_ASKED]; /* by a hash of the key */
    sk_slot asked_by[SK_ASKED];   /* who; SK_NOBODY: the search was too long */
    int32_t asked_cost[SK_ASKED]; /* cells opened for it so far */
    /* The parents of the labels of each movement (label_limit each); then, by cell: labels of
     * each movement, distances and queue of each field, costs of a search (SK_FAR between
     * searches), and as bytes exits of each movement, and what a search notes of its cells. */
    uint16_t data[];
};

/* Somebody can get there, that far: it is neither SK_FAR nor SK_SHUT. */
static inline bool sk_is_distance(int d)
{
    return d < SK_SHUT;
}

extern const int8_t sk_dx[8], sk_dy[8]; /* clockwise from north */
/* The direction of a step with these signs: [dy + 1][dx + 1]; -1 in the middle. */
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
/* Its cells, nearest first. */
static inline uint16_t *sk_field_queue(const sk_game *g, int i)
{
    return sk_field_distance(g, i) + g->fields->cells;
}
static inline uint16_t *sk_search_costs(const sk_game *g)
{
    return sk_field_distance(g, g->fields->count);
}
/* Bit per direction: the step is open. None for a cell that is closed itself. */
static inline uint8_t *sk_exits(const sk_game *g, int movement)
{
    return (uint8_t *)(sk_search_costs(g) + g->fields->cells) +
           (size_t)movement * (size_t)g->fields->cells;
}
static inline uint8_t *sk_search_notes(const sk_game *g)
{
    return sk_exits(g, g->fields->movements);
}

/* Everything that makes two walks share a field. Never 0. */
static inline uint64_t sk_goal_key(const sk_goal *goal, int movement)
{
    return (uint64_t)(uint16_t)goal->x | (uint64_t)(uint16_t)goal->y << 16 |
           (uint64_t)goal->w << 32 | (uint64_t)goal->h << 40 | (uint64_t)goal->range << 48 |
           (uint64_t)(movement + 1) << 56;
}

/* The same goal, but for that owner's walkers and around all who stood for long when the field was
 * made and who won't make way for them. */
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

static inline sk_goal sk_goal_of_key(uint64_t key)
{
    return (sk_goal){(int16_t)(uint16_t)key, (int16_t)(uint16_t)(key >> 16), (uint8_t)(key >> 32),
                     (uint8_t)(key >> 40), (uint8_t)(key >> 48)};
}

/* King's moves from a cell to the goal's area, nothing in the way. */
static inline int sk_goal_apart(const sk_goal *goal, int x, int y)
{
    int left = goal->x - x, right = x - (goal->x + goal->w - 1);
    int above = goal->y - y, below = y - (goal->y + goal->h - 1);
    int dx = left > right ? left : right, dy = above > below ? above : below;
    int d = (dx > dy ? dx : dy) - goal->range;
    return d > 0 ? d : 0;
}

/* Remake coarse labels, if the cycle's bound allows it or force. */
void sk_ground_refine(sk_game *g, int movement, bool force);

/* Can it be reached at all from that cell? True is certain only while labels are exact. */
bool sk_same_ground(sk_game *g, const sk_goal *goal, int movement, int cell);

typedef enum sk_growth { SK_GROWN, SK_GROWING, SK_UNREACHABLE } sk_growth;

int sk_field_find(const sk_game *g, uint64_t key); /* -1: there is none */
/* A field in which the cell has its distance (sk_is_distance). GROWING: the cycle's bound is used
 * up. */
sk_growth sk_field_reach(sk_game *g, uint64_t key, int x, int y, int *out);
/* A new field over all the ground that the goal can be reached from, however far. */
int sk_field_whole(sk_game *g, const sk_goal *goal, int movement);
int sk_toward(const sk_goal *goal, int x, int y); /* the direction, nothing in the way */
/* Up to SK_ROUTE_MAX steps down the field; 0 where it leads nowhere any more. */
uint64_t sk_field_route(const sk_game *g, int i, int movement, const sk_goal *goal, int x, int y,
                        bool mirror);
void sk_field_drop(sk_game *g, int i);

/* Nobody else goes there, as far as known: search for the way of one alone (seek.c).
 * UNREACHABLE: give the goal a field; it is too far around, or others ask for it as well. */
sk_growth sk_seek(sk_game *g, sk_slot slot, const sk_goal *goal, int movement, uint64_t *route,
                  int *left);

/* A friend who has nothing to do here: he makes way. */
static inline bool sk_at_ease(const sk_unit *unit)
{
    return unit->task.action < 0 && !unit->foe && !unit->stands && !unit->walking;
}

/* The steps in which others are preferred that go the same way as dir, then those beside it. */
static inline int sk_turn(int dir, int rank, bool mirror)
{
    /* 0, +1, -1, +2, -2, +3, -3, 4 */
    int turn = (rank + 1) >> 1;
    return (dir + (((rank & 1) != 0) != mirror ? turn : -turn)) & 7;
}

#endif
