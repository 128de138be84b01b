/* The state of an arena game and the small operations that keep it consistent.
 *
 * All changing state lies in one block without pointers, so that a snapshot is a copy. The pointers
 * of ar_game point into the block and never change. Entities lie in one array, sorted by id. Two
 * arrays with the same indexes hold their unpublished state (ar_mind) and their next turn (wake).
 *
 * Only bodies are created during a game, one for each killed character, so no array grows. Indexes
 * hold within a cycle; ids hold across cycles. Dead entities are swept at the end of their cycle.
 *
 * In a cycle, entities whose turn has come act, in id order. Then a sixth of all characters look
 * around. Then the changes become events. No loop visits all cells or all pairs. */
#ifndef US_GAME_ARENA_STATE_H
#define US_GAME_ARENA_STATE_H

#include "game/arena/map.h"
#include "game/game.h"

enum {
    AR_BLOCK = 16, /* side of a block of the grid for finding characters, in cells */
    AR_SEES = 6,   /* opponents that a character keeps track of */
    AR_RUNS = 48,  /* straight pieces of a route that are known ahead */
    AR_NEVER = INT32_MAX,
    AR_PATH_CYCLE =
        20000, /* cells that path finding may open per cycle; the last search may exceed it */
};

struct ar_game;
typedef void (*ar_verb)(struct ar_game *g, int i);

typedef struct ar_scenario {
    us_scenario base;
    us_domain *own; /* NULL: the domain is borrowed */
    char name[64];
    ar_map *map;
    ar_words words;
    ar_rule *rule;                 /* by type */
    uint8_t *pass;                 /* by cell: walkable if unoccupied */
    uint16_t *region;              /* by cell: see ar_map_compute_regions */
    uint8_t *exits;                /* by cell: see ar_map_compute_exits */
    uint8_t *doors;                /* by cell: see ar_map_compute_doors */
    uint16_t *mark;                /* by cell: see ar_map_compute_marks */
    uint8_t *delivers;             /* by cell: an exit is here or on a neighbor */
    ar_verb verb[US_ACTIONS_MAX];  /* the character's turn; NULL: done at once */
    int8_t target[US_ACTIONS_MAX]; /* index of the parameter that is an entity, or -1 */
    int sneak;                     /* the action */
    int capacity;                  /* entities */
} ar_scenario;

/* The unpublished state of an entity. Plain data without gaps: it is hashed. */
typedef struct ar_mind {
    uint32_t order;          /* id of the order that it carries out */
    int32_t arg;             /* argument of the order */
    us_cycle busy;           /* in the middle of a step until then */
    us_cycle began;          /* start of the phase */
    us_cycle ready;          /* may strike again from then on */
    us_cycle tracked;        /* when it last saw its target */
    us_cycle deaf_until;     /* until then it hears only louder noises */
    us_cycle bumped;         /* until then no further BUMPED event */
    int32_t loud;            /* loudness of the noise heard last */
    int32_t known;           /* cell where its target was seen last */
    int32_t aim;             /* cell that its route leads to; -1: no route */
    int32_t base[3];         /* aggressive, defensive, alarm: their values at rest */
    us_id sees[AR_SEES];     /* 0: free */
    int32_t where[AR_SEES];  /* cell where it was seen last */
    uint8_t missed[AR_SEES]; /* looks since then */
    uint8_t shown;           /* the status that the last event reported */
    uint8_t phase;           /* of the action; of a body: bit per seat that found it */
    uint8_t run[AR_RUNS];    /* its route: direction, then 5 bits of steps */
    uint8_t runs, run_at;    /* count of runs; the present one */
    uint8_t blocked;         /* times blocked since its last step to a free cell */
    uint8_t under_way;       /* the order was reported as done already */
} ar_mind;
_Static_assert(sizeof(ar_mind) == 14 * 4 + AR_SEES * 9 + 2 + AR_RUNS + 4, "no gaps");

typedef struct ar_core {
    us_cycle now;
    us_id next_id;
    int32_t count, outcome, winner;
    us_cycle quiet;            /* since then no incident for the visitor */
    int32_t heads[AR_SEATS];   /* characters */
    int32_t unfound[AR_SEATS]; /* bodies that the seat has not found yet */
    int32_t path_left;         /* cells that path finding may still open in this cycle */
    int32_t dead;              /* entities to be swept */
    us_rng rng;
    us_hash tag;
} ar_core;

/* Scratch of path finding; holds nothing between searches. */
typedef struct ar_search {
    uint32_t *stamp; /* by cell: round of the search that reached it */
    int32_t *cost, *rest, *next, *prev;
    uint8_t *from; /* direction of the step to this cell */
    int32_t *trail;
    uint32_t round;
    int64_t nodes;
} ar_search;

/* A character killed in this cycle. The sweep puts down its body. */
typedef struct ar_fallen {
    int16_t x, y;
    int32_t carried;
    us_seat killer;
} ar_fallen;

typedef struct ar_game {
    us_game base;
    const ar_scenario *scenario;
    const us_domain *domain;
    const ar_words *words;
    int width, height, cells, columns, blocks;

    void *block; /* everything below points into it */
    size_t block_size;
    ar_core *core;
    us_entity *entity;
    ar_mind *mind;
    us_cycle *wake;        /* AR_NEVER: only if woken */
    int16_t *index;        /* by id; -1: removed */
    uint16_t *on;          /* by cell: the id of its occupant, or 0 */
    uint16_t *supply;      /* by cell: the id of the supply to be picked up there, or 0 */
    uint16_t *head;        /* by block: first character; then by block: first body */
    uint16_t *next, *prev; /* by id: list of its block */
    uint16_t *crowd;       /* by seat and block: count of characters */
    uint8_t *opaque;       /* by cell: blocks sight and shots */
    uint64_t *dirty;       /* bit per index: the status may need an event */
    uint8_t *plane[US_PLANES];
    int32_t *tally;
    int8_t *faction;
    uint8_t *alive;
    uint32_t *revision;
    uint16_t *census;

    /* not state: events of this cycle, the published world, scratch */
    us_events events;
    us_world world;
    ar_search search;
    ar_fallen *fallen;
} ar_game;

static inline int ar_game_cell(const ar_game *g, int x, int y)
{
    return y * g->width + x;
}
static inline int ar_entity_cell(const ar_game *g, int i) /* its cell */
{
    return g->entity[i].y * g->width + g->entity[i].x;
}
static inline int ar_entity_find(const ar_game *g, us_id id) /* its index, or -1 */
{
    return id < g->core->next_id ? g->index[id] : -1;
}
static inline const ar_rule *ar_entity_rule(const ar_game *g, int i)
{
    return &g->scenario->rule[g->entity[i].type];
}
static inline bool ar_entity_is_alive(const ar_game *g, int i) /* a living character */
{
    return g->entity[i].owner >= 0 && g->entity[i].attribute[0] > 0;
}
static inline int ar_cell_distance(int ax, int ay, int bx, int by) /* king's moves */
{
    int dx = ax < bx ? bx - ax : ax - bx, dy = ay < by ? by - ay : ay - by;
    return dx > dy ? dx : dy;
}
static inline int ar_entity_distance(const ar_game *g, int i, int k)
{
    return ar_cell_distance(g->entity[i].x, g->entity[i].y, g->entity[k].x, g->entity[k].y);
}
static inline int ar_block_at(const ar_game *g, int x, int y)
{
    return y / AR_BLOCK * g->columns + x / AR_BLOCK;
}

/* ---- scenarios (scenario.c): puts domain, numbers and map together and checks them */
us_status ar_scenario_open(const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                           us_error *err);
void ar_scenario_close(us_scenario *base);

/* ---- positions and events (entity.c) */
/* Adds an entity and returns its index. Emits no event. */
int ar_entity_add(ar_game *g, us_type type, us_seat owner, int x, int y, const int32_t *attribute);
void ar_entity_move(ar_game *g, int i, int x, int y);
void ar_entity_swap(ar_game *g, int i, int k); /* swaps their places */
/* Removes an entity and emits the event; a killed character leaves a body. The index holds until
 * the sweep. by: index of the killer, or -1. */
void ar_entity_remove(ar_game *g, int i, us_gone_kind why, int by);
void ar_game_sweep(ar_game *g);
void ar_body_unlink(ar_game *g, int i); /* when all seats have found it */
void ar_door_open(ar_game *g, int door);
void ar_door_close(ar_game *g, int door);       /* waits while the door is occupied */
void ar_entity_mark_changed(ar_game *g, int i); /* after a change of its published state */
void ar_entity_set_attribute(ar_game *g, int i, int attribute, int32_t value);
void ar_entity_set_status(ar_game *g, int i, int status);
void ar_entity_face(ar_game *g, int i, int x, int y); /* faces the cell */
void ar_tally_add(ar_game *g, us_seat seat, int tally, int32_t amount);
/* Emits an event. Fills in cycle, entity, seat, place, and the type if it is 0. i: index, or -1 for
 * an event without entity. */
void ar_event_emit(ar_game *g, int i, us_event event);
void ar_event_emit_at(ar_game *g, int i, int cell,
                      us_event event); /* with that cell as the place */

/* ---- orders (order.c) */
us_reason ar_scenario_check(const us_scenario *base, const us_view *view, const us_order *order);
us_reason ar_game_act(us_game *game, const us_order *order);
/* Ends the order with DONE (NONE) or FAILED and its reason; the character idles then. */
void ar_order_finish(ar_game *g, int i, us_reason reason);
void ar_order_report_under_way(ar_game *g, int i); /* reports the order as done; it goes on */
/* Returns NULL if the arena knows no such action with such parameters, or does it at once (act.c).
 */
ar_verb ar_verb_find(const us_action_def *action);

/* ---- ways (walk.c, path.c) */
typedef enum ar_way { AR_THERE, AR_GOING, AR_NO_WAY } ar_way;
/* Makes a step on the way to within `reach` king's moves of the cell. On AR_GOING the next turn is
 * set. */
ar_way ar_entity_walk(ar_game *g, int i, int cell, int reach);
/* Finds a route and stores it in the mind. avoid: goes around occupied cells nearby. Returns false
 * if there is no way. */
bool ar_entity_find_route(ar_game *g, int i, int to, int reach, bool avoid);
void ar_entity_deliver(ar_game *g, int i); /* its loot counts if an exit is here or on a neighbor */
void ar_search_init(ar_search *search, int cells);
void ar_search_clear(ar_search *search);

/* ---- perception (sense.c) */
bool ar_line_is_clear(const ar_game *g, int from, int to); /* nothing between them is opaque */
bool ar_entity_can_see(const ar_game *g, int i, int k);    /* character i sees character k now */
void ar_entity_update_sight(ar_game *g, int i);
void ar_entity_update_target(ar_game *g, int i); /* updates the published target */
/* maker: index, or -1 for none */
void ar_noise_emit(ar_game *g, int maker, int x, int y, int loud);

/* ---- fights and moods (fight.c) */
bool ar_entity_is_armed(const ar_game *g, int i); /* has rounds in its weapon, or needs none */
void ar_entity_strike(ar_game *g, int i, int k);
void ar_mood_change(ar_game *g, int i, int attribute, int by); /* percent */
void ar_mood_relax(ar_game *g, int i);          /* moves its moods a step back to their base */
void ar_boredom_reduce(ar_game *g, int amount); /* the visitor gets less bored by `amount` */
void ar_boredom_update(ar_game *g);

#endif
