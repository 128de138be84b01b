/* The state of a game of microRTS: the content of its JSON, and indexes that make a cycle quick.
 *
 * Units lie in the order of the game's list: new units come last. Running actions lie beside them
 * with the same indexes. They end in the order of `rank`, which is that of the game's own table: an
 * action of an idle unit comes last, and a busy unit keeps its rank with a new action. Indexes hold
 * until a unit is removed; ids never change.
 *
 * Ids are the game's own: those of the map, then a counter (next_id) that begins after the map's
 * highest id. The counter of a Java process continues through several games and through the
 * lookahead of bots. The ids of new units therefore differ from game to game, and no rule depends
 * on them. mr_state_compare can ignore them.
 *
 * All changing state lies in one block without pointers. The pointers of mr_state point into it and
 * never change. */
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
    MR_ACTIONS, /* count of actions */
    MR_UP = 0,  /* directions: y - 1 */
    MR_RIGHT,
    MR_DOWN,
    MR_LEFT,
    MR_NONE = -1, /* no parameter, no type, no unit, no player */
    MR_NEVER = INT32_MAX,
    MR_HINTS = 256,
};

/* An action of a unit. The parameter of a wait is its cycles, that of other actions the direction;
 * MR_NONE: not given. */
typedef struct mr_action {
    int16_t type; /* MR_WAIT, ...; any other number is an action that ends at once */
    int16_t unit_type;
    int32_t parameter;
    int32_t x, y; /* target of an attack */
} mr_action;

static inline mr_action mr_action_wait(int32_t cycles)
{
    return (mr_action){MR_WAIT, MR_NONE, cycles, 0, 0};
}

/* type: MR_MOVE, MR_HARVEST or MR_RETURN. */
static inline mr_action mr_action_go(int type, int direction)
{
    return (mr_action){(int16_t)type, MR_NONE, direction, 0, 0};
}

static inline mr_action mr_action_produce(int direction, int unit_type)
{
    return (mr_action){MR_PRODUCE, (int16_t)unit_type, direction, 0, 0};
}

static inline mr_action mr_action_attack(int x, int y)
{
    return (mr_action){MR_ATTACK, MR_NONE, MR_NONE, x, y};
}

/* One entry of a player's order list. */
typedef struct mr_order {
    int32_t id; /* of the unit */
    mr_action action;
} mr_order;

/* A player's orders for a cycle, in this order. Zero-initialized; the owner frees the items. */
typedef US_LIST(mr_order) mr_orders;

/* A running action. */
typedef struct mr_running {
    mr_action action;
    uint64_t rank;  /* order of running actions; 0: none runs */
    int32_t issued; /* cycle of its issue */
    int32_t cell;   /* index into `at` of the cell that it reserves; -1: none */
} mr_running;
_Static_assert(sizeof(mr_running) == 32, "no gaps");

typedef struct mr_core {
    int32_t time;
    int32_t count; /* units */
    int32_t resources[MR_PLAYERS];
    int32_t heads[MR_PLAYERS]; /* units of each player */
    int32_t next_id;           /* of the next new unit */
    int32_t next_end;          /* minimum of `end` */
    uint64_t rank;             /* the last one given */
} mr_core;

typedef struct mr_state {
    const mr_table *table; /* borrowed */
    int width, height;
    int stride;   /* row length of `at`, which has a border of walls */
    int capacity; /* units; equals the number of cells */

    void *block; /* everything below points into it */
    size_t block_size;
    mr_core *core;
    mr_unit *unit;       /* core->count of them */
    mr_running *running; /* by the same index */
    int32_t *end;        /* cycle in which the action ends, or MR_NEVER */
    int16_t *at;         /* by mr_state_cell: MR_FREE, MR_WALL, a unit, or a reserved free cell */

    /* not state */
    int *list;              /* scratch for a list of units */
    int dead;               /* count of dead units to be removed */
    int16_t hint[MR_HINTS]; /* by the low bits of an id: index where it was found last */
} mr_state;

/* Creates the state at a map's beginning. It keeps no reference to the map. */
mr_state *mr_state_new(const mr_map *map, const mr_table *table);
void mr_state_free(mr_state *state); /* NULL is fine */
US_AUTOPTR_DEFINE(mr_state, mr_state_free);
/* Copies a state of the same sides; only the used parts. */
void mr_state_copy(mr_state *to, const mr_state *from);

/* Values of `at`: 1 + a unit's index; -2 - index for a free cell that this unit reserves. */
enum { MR_FREE = 0, MR_WALL = -1 };

static inline int mr_state_cell(const mr_state *state, int x, int y)
{
    return (y + 1) * state->stride + x + 1;
}

/* Returns the index of the unit on a cell, or MR_NONE. Cells outside are allowed. */
static inline int mr_state_unit_at(const mr_state *state, int x, int y)
{
    if (x < 0 || y < 0 || x >= state->width || y >= state->height)
        return MR_NONE;
    int at = state->at[mr_state_cell(state, x, y)];
    return at > 0 ? at - 1 : MR_NONE;
}

/* Returns true for ground without a unit, reserved or not; false outside. */
static inline bool mr_cell_is_free(const mr_state *state, int x, int y)
{
    if (x < 0 || y < 0 || x >= state->width || y >= state->height)
        return false;
    int at = state->at[mr_state_cell(state, x, y)];
    return at == MR_FREE || at < MR_WALL;
}

/* Returns the index of the unit whose action reserves the cell, or MR_NONE. */
static inline int mr_state_reserver(const mr_state *state, int x, int y)
{
    if (x < 0 || y < 0 || x >= state->width || y >= state->height)
        return MR_NONE;
    int at = state->at[mr_state_cell(state, x, y)];
    return at < MR_WALL ? -2 - at : MR_NONE;
}

static inline bool mr_unit_is_idle(const mr_state *state, int unit)
{
    return state->running[unit].rank == 0;
}

int mr_state_find(const mr_state *state, int32_t id); /* index, or MR_NONE */

/* Returns true if a player has no units. mr_state_winner returns the player that has some, or
 * MR_NONE. Callers handle the cycle limit. */
static inline bool mr_state_is_over(const mr_state *state)
{
    return state->core->heads[0] == 0 || state->core->heads[1] == 0;
}

static inline int mr_state_winner(const mr_state *state)
{
    const int32_t *heads = state->core->heads;
    return heads[0] && !heads[1] ? 0 : heads[1] && !heads[0] ? 1 : MR_NONE;
}

/* ---- for the rules and readers */

/* Java's sum of two ints. */
static inline int32_t mr_int_add_wrapped(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

static inline bool mr_type_is_valid(const mr_state *state, int type)
{
    return type >= 0 && type < state->table->count;
}

/* Returns the index into `at` of the cell next to the unit; -1 for an invalid direction. */
static inline int mr_unit_neighbor(const mr_state *state, int unit, int32_t direction)
{
    int cell = mr_state_cell(state, state->unit[unit].x, state->unit[unit].y);
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

/* Adds a unit on its cell, which must be free. */
void mr_state_add(mr_state *state, const mr_unit *unit);
/* Clears the entries from index `from` to before `to`, past the end of the list. */
void mr_state_clear(mr_state *state, int from, int to);
/* Writes the indexes of units with running actions, sorted by rank, and returns their count. out
 * has room for all units. */
int mr_state_list_running(const mr_state *state, int *out);

/* Hashes all but ids and their counter, so that equal games have equal hashes. */
us_hash mr_state_hash(const mr_state *state);

/* ---- the game's JSON: state_json.c */

/* Reads a state in the game's JSON: the line after `getAction` or `preGameAnalysis`, or an entry of
 * a trace. Creates the state with the sides of the text. file and line name the text in errors.
 *
 * requested: gets the orders of a trace entry, appended; NULL rejects an entry with orders.
 * Rejected are impossible states: two units on a cell, an action without its unit, ... */
us_status mr_state_open(const mr_table *table, const char *file, int line, const char *text,
                        size_t length, mr_state **out, mr_orders *requested, us_error *err);
/* Like mr_state_open, into a state from a map or mr_state_open. Returns US_MISMATCH for another
 * ground. */
us_status mr_state_read(mr_state *state, const char *file, int line, const char *text,
                        size_t length, mr_orders *requested, us_error *err);
/* Appends the game's line byte by byte, without its end. */
void mr_state_print(const mr_state *state, us_str *out);

typedef enum mr_ids {
    MR_IDS_SAME,    /* ids are compared */
    MR_IDS_RENAMED, /* units are matched by their place in the list; ids are ignored */
} mr_ids;

/* Compares all that the game's line holds, with the order of units. Returns US_FAILED and the first
 * difference: "unit 3 (Worker 12): x is 4, expected 5". */
us_status mr_state_compare(const mr_state *found, const mr_state *expected, mr_ids ids,
                           us_error *err);
/* Takes over the ids of the other state, unit by unit; their lists are equally long. The counter
 * never decreases. */
void mr_state_copy_ids(mr_state *state, const mr_state *other);

/* Appends the reply: the orders in the game's JSON, `[{"unitID":4,"unitAction":{...}}]`. */
void mr_orders_print(const mr_orders *orders, const mr_table *table, us_str *out);
/* Reads such a list and appends it to `out`. */
us_status mr_orders_read(const mr_table *table, const char *file, int line, const char *text,
                         size_t length, mr_orders *out, us_error *err);

#endif
