/* The state of a game of microRTS: what its own JSON says, and what makes a cycle quick.
 *
 * Units lie in the order of the game's list: who is born comes last. Actions that run lie beside
 * them by the same index. Their order, which a cycle ends them in, is that of the game's own table
 * and told by `rank`: who gets an action while it has none comes last, who is given another one
 * while it is busy keeps its place. Indexes hold until somebody goes; ids stay.
 *
 * Ids are the game's own: those of the map, then a counter (next_id) that begins behind the map's
 * highest id. In a Java process that plays several games, or whose bots look ahead, the counter
 * goes on over all of that, so the ids of who is born differ from game to game; nothing that
 * happens depends on them. mr_state_compare can look past them.
 *
 * All that changes lies in one block without pointers; the pointers of mr_state point into it and
 * are the same all its life. */
#ifndef US_GAME_MICRORTS_STATE_H
#define US_GAME_MICRORTS_STATE_H

#include "game/microrts/map.h"

enum {
    MR_WAIT,
    MR_MOVE,
    MR_HARVEST,
    MR_RETURN,
    MR_PRODUCE,
    MR_ATTACK,
    MR_ACTIONS, /* how many there are */
    MR_UP = 0,  /* directions: y - 1 */
    MR_RIGHT,
    MR_DOWN,
    MR_LEFT,
    MR_NONE = -1, /* no parameter, no type, nobody */
    MR_NEVER = INT32_MAX,
    MR_HINTS = 256,
};

/* What a unit is to do. A wait's parameter are its cycles, that of others the direction; MR_NONE:
 * none was given. */
typedef struct mr_action {
    int16_t type; /* another number than those above is an action, too: one that ends at once */
    int16_t unit_type;
    int32_t parameter;
    int32_t x, y; /* of an attack */
} mr_action;

static inline mr_action mr_wait(int32_t cycles)
{
    return (mr_action){MR_WAIT, MR_NONE, cycles, 0, 0};
}

/* MR_MOVE, MR_HARVEST or MR_RETURN. */
static inline mr_action mr_go(int type, int direction)
{
    return (mr_action){(int16_t)type, MR_NONE, direction, 0, 0};
}

static inline mr_action mr_produce(int direction, int unit_type)
{
    return (mr_action){MR_PRODUCE, (int16_t)unit_type, direction, 0, 0};
}

static inline mr_action mr_attack(int x, int y)
{
    return (mr_action){MR_ATTACK, MR_NONE, MR_NONE, x, y};
}

/* A line of a player's list for a cycle. */
typedef struct mr_order {
    int32_t id; /* of the unit */
    mr_action action;
} mr_order;

/* A player's list: in this order. Zero-initialized; whoever has it frees the items. */
typedef US_LIST(mr_order) mr_orders;

/* An action that runs. */
typedef struct mr_running {
    mr_action action;
    uint64_t rank;  /* its place in the order of all that run; 0: the unit has none */
    int32_t issued; /* in which cycle */
    int32_t cell;   /* of `at`: what it keeps free for itself; -1: none */
} mr_running;
_Static_assert(sizeof(mr_running) == 32, "no gaps");

typedef struct mr_core {
    int32_t time;
    int32_t count; /* units */
    int32_t resources[MR_PLAYERS];
    int32_t heads[MR_PLAYERS]; /* units of each player */
    int32_t next_id;           /* of who is born next */
    int32_t next_end;          /* the least of `end` */
    uint64_t rank;             /* given last */
} mr_core;

typedef struct mr_state {
    const mr_table *table; /* borrowed */
    int width, height;
    int stride;   /* of `at`, which has an edge of walls around */
    int capacity; /* units: as many as cells */

    void *block; /* everything below points into it */
    size_t block_size;
    mr_core *core;
    mr_unit *unit;       /* core->count of them */
    mr_running *running; /* by the same index */
    int32_t *end;        /* the cycle in which the action ends, or MR_NEVER */
    int16_t *at;         /* by cell, see mr_cell: MR_FREE, MR_WALL, or see mr_unit_on */

    /* not state */
    int *list;              /* room for a list of units */
    int dead;               /* so many units are to be taken from the list */
    int16_t hint[MR_HINTS]; /* by the last bits of an id: the index it was found at last */
} mr_state;

/* At a map's beginning. The state keeps nothing of the map. */
mr_state *mr_state_new(const mr_map *map, const mr_table *table);
void mr_state_free(mr_state *state); /* NULL is fine */
/* Both of equal sides. Copies only what is used. */
void mr_state_copy(mr_state *to, const mr_state *from);

/* What `at` holds: a unit by its index and 1; below MR_WALL a free cell that the unit of that index
 * keeps for itself. */
enum { MR_FREE = 0, MR_WALL = -1 };

static inline int mr_cell(const mr_state *state, int x, int y)
{
    return (y + 1) * state->stride + x + 1;
}

/* Index of who stands there, or MR_NONE; also for places outside. */
static inline int mr_unit_on(const mr_state *state, int x, int y)
{
    if (x < 0 || y < 0 || x >= state->width || y >= state->height)
        return MR_NONE;
    int at = state->at[mr_cell(state, x, y)];
    return at > 0 ? at - 1 : MR_NONE;
}

/* Ground without a unit on it, be it kept or not. False outside. */
static inline bool mr_is_free(const mr_state *state, int x, int y)
{
    if (x < 0 || y < 0 || x >= state->width || y >= state->height)
        return false;
    int at = state->at[mr_cell(state, x, y)];
    return at == MR_FREE || at < MR_WALL;
}

/* Index of the unit whose action keeps the cell, or MR_NONE. */
static inline int mr_kept_by(const mr_state *state, int x, int y)
{
    if (x < 0 || y < 0 || x >= state->width || y >= state->height)
        return MR_NONE;
    int at = state->at[mr_cell(state, x, y)];
    return at < MR_WALL ? -2 - at : MR_NONE;
}

static inline bool mr_is_idle(const mr_state *state, int unit)
{
    return state->running[unit].rank == 0;
}

int mr_state_find(const mr_state *state, int32_t id); /* index, or MR_NONE */

/* A player has no units: over. The winner is who has some, or MR_NONE. The cycle limit is the
 * business of whoever plays. */
static inline bool mr_is_over(const mr_state *state)
{
    return state->core->heads[0] == 0 || state->core->heads[1] == 0;
}

static inline int mr_winner(const mr_state *state)
{
    const int32_t *heads = state->core->heads;
    return heads[0] && !heads[1] ? 0 : heads[1] && !heads[0] ? 1 : MR_NONE;
}

/* ---- for the rules and readers */

/* Java's sum of two ints. */
static inline int32_t mr_wrap_add(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

static inline bool mr_is_type(const mr_state *state, int type)
{
    return type >= 0 && type < state->table->count;
}

/* The cell beside the unit's, of `at`; -1 where the direction is none. */
static inline int mr_beside(const mr_state *state, int unit, int32_t direction)
{
    int cell = mr_cell(state, state->unit[unit].x, state->unit[unit].y);
    switch (direction) {
    case MR_UP:
        return cell - state->stride;
    case MR_RIGHT:
        return cell + 1;
    case MR_DOWN:
        return cell + state->stride;
    case MR_LEFT:
        return cell - 1;
    default:
        return -1;
    }
}

/* Puts one more unit on its cell, which is free. */
void mr_state_add(mr_state *state, const mr_unit *unit);
/* Clears indexes behind the list. */
void mr_state_clear(mr_state *state, int from, int to);
/* Indexes of the units whose actions run, in the order of ranks; out has room for all units.
 * Returns how many. */
int mr_state_order(const mr_state *state, int *out);

/* Of all but ids and the counter, so that equal games have equal hashes. */
us_hash mr_state_hash(const mr_state *state);

/* ---- the game's JSON: state_json.c */

/* A state as the game tells it: the line behind `getAction` or `preGameAnalysis`, or an entry of a
 * trace. file and line name it in errors. requested: what an entry of a trace says was ordered in
 * that cycle, appended; NULL refuses it. The state is made, with the sides that the text has.
 * Refused is what no game can be in: two units on a cell, an action without its unit, ... */
us_status mr_state_open(const mr_table *table, const char *file, int line, const char *text,
                        size_t length, mr_state **out, mr_orders *requested, us_error *err);
/* The same into a state of the same ground, from a map or mr_state_open: US_MISMATCH for another.
 */
us_status mr_state_read(mr_state *state, const char *file, int line, const char *text,
                        size_t length, mr_orders *requested, us_error *err);
/* Appends the game's line, without its end: the same bytes. */
void mr_state_print(const mr_state *state, us_str *out);

typedef enum mr_ids {
    MR_IDS_SAME,    /* ids count */
    MR_IDS_RENAMED, /* units are the same by their place in the list, whatever their ids */
} mr_ids;

/* All that the game's line tells, order too? Otherwise US_FAILED, and the first difference:
 * "unit 3 (Worker 12): x is 4, expected 5". */
us_status mr_state_compare(const mr_state *found, const mr_state *expected, mr_ids ids,
                           us_error *err);
/* Takes the ids of the other one, unit by unit; their lists are equally long. The counter does not
 * go back. */
void mr_state_rename(mr_state *state, const mr_state *other);

/* The reply: a list as the game reads it, `[{"unitID":4,"unitAction":{...}}]`. Appended. */
void mr_orders_print(const mr_orders *orders, const mr_table *table, us_str *out);
/* Appends to the list. */
us_status mr_orders_read(const mr_table *table, const char *file, int line, const char *text,
                         size_t length, mr_orders *out, us_error *err);

#endif
