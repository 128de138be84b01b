/* The state of an arena game and the small operations that keep it consistent.
 *
 * All that changes lies in one block without pointers, so that a snapshot is a copy; the pointers
 * of ar_game point into it and are the same all its life. Entities lie in one array in the order of
 * ids; beside it, by the same index, lies what is not published of them (ar_mind) and when they act
 * next (wake). Nobody comes but bodies, one for each who dies, so no array grows. Indexes hold
 * within a cycle; ids cross cycles. Who dies is swept at the end of its cycle.
 *
 * A cycle: who is due acts, in id order; then a sixth of all look around; then what changed is
 * told. Nothing visits all cells or all pairs. */
#ifndef US_GAME_ARENA_STATE_H
#define US_GAME_ARENA_STATE_H

#include "game/arena/map.h"
#include "game/game.h"

enum {
    AR_BLOCK = 16, /* side of a block of the grid that characters are found by, in cells */
    AR_SEES = 6,   /* opponents that a character attends to */
    AR_RUNS = 48,  /* straight pieces of a way that are known ahead */
    AR_NEVER = INT32_MAX,
    AR_PATH_CYCLE = 20000, /* cells that path finding may open in a cycle; the last search ends */
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
    uint8_t *pass;                 /* by cell: can be walked, if nobody stands there */
    uint16_t *region;              /* by cell: see ar_map_regions */
    uint8_t *exits;                /* the same: see ar_map_exits */
    uint8_t *doors;                /* the same: see ar_map_doors */
    uint16_t *mark;                /* the same: see ar_map_marks */
    uint8_t *delivers;             /* by cell: an exit is here or beside it */
    ar_verb verb[US_ACTIONS_MAX];  /* what a character does when it is due; NULL: it is at once */
    int8_t target[US_ACTIONS_MAX]; /* the parameter that is an entity, or -1 */
    int sneak;                     /* the action */
    int capacity;                  /* entities */
} ar_scenario;

/* Plain data without gaps: it is hashed. */
typedef struct ar_mind {
    uint32_t order;          /* what it carries out, by its id */
    int32_t arg;             /* of the order */
    us_cycle busy;           /* in the middle of a step until then */
    us_cycle began;          /* the phase */
    us_cycle ready;          /* may strike again */
    us_cycle tracked;        /* when it last saw its target */
    us_cycle deaf;           /* hears only what is louder until then */
    us_cycle bumped;         /* is not told again who is in its way until then */
    int32_t loud;            /* what it heard last */
    int32_t known;           /* cell: where its target was seen last */
    int32_t aim;             /* cell that its way leads to; -1: it has none */
    int32_t base[3];         /* aggressive, defensive, alarm, as they are when nothing happens */
    us_id sees[AR_SEES];     /* 0: nobody */
    int32_t where[AR_SEES];  /* cell: last seen there */
    uint8_t missed[AR_SEES]; /* looks since */
    uint8_t shown;           /* the status that was told last */
    uint8_t phase;           /* of the action; of a body: bit per seat that has found it */
    uint8_t run[AR_RUNS];    /* of its way: direction, then 5 bits of steps */
    uint8_t runs, run_at;    /* how many; the present one */
    uint8_t blocked;         /* so often somebody was in the way */
    uint8_t under_way;       /* its order was told as done already */
} ar_mind;
_Static_assert(sizeof(ar_mind) == 14 * 4 + AR_SEES * 9 + 2 + AR_RUNS + 4, "no gaps");

typedef struct ar_core {
    us_cycle now;
    us_id next_id;
    int32_t count, outcome, winner;
    us_cycle quiet;            /* nothing has happened to the visitor since */
    int32_t heads[AR_SEATS];   /* characters */
    int32_t unfound[AR_SEATS]; /* bodies that the seat has not found */
    int32_t path_left;         /* cells that may still be opened in this cycle */
    int32_t dead;              /* to be swept */
    us_rng rng;
    us_hash tag;
} ar_core;

/* Scratch of path finding; holds nothing between two searches. */
typedef struct ar_search {
    uint32_t *stamp; /* by cell: of the search that met it */
    int32_t *cost, *rest, *next, *prev;
    uint8_t *from; /* direction of the step that led here */
    int32_t *trail;
    uint32_t round;
    int64_t nodes;
} ar_search;

/* Who was killed in a cycle: its body is put down when it is swept. */
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
    us_cycle *wake;        /* AR_NEVER: not by itself */
    int16_t *index;        /* by id; -1: gone */
    uint16_t *on;          /* by cell: the id of who stands there, or 0 */
    uint16_t *supply;      /* by cell: the id of what can be picked up there, or 0 */
    uint16_t *head;        /* by block: the first character; then the same of bodies */
    uint16_t *next, *prev; /* by id, in its block */
    uint16_t *crowd;       /* by seat and block: characters */
    uint8_t *opaque;       /* by cell: nobody sees or shoots through it */
    uint64_t *dirty;       /* bit per index: the status may have to be told */
    uint8_t *plane[US_PLANES];
    int32_t *tally;
    int8_t *faction;
    uint8_t *alive;
    uint32_t *revision;
    uint16_t *census;

    /* not state: told since the last cycle, what is published, scratch */
    us_events told;
    us_world world;
    ar_search search;
    ar_fallen *fallen;
} ar_game;

static inline int ar_cell(const ar_game *g, int x, int y)
{
    return y * g->width + x;
}
static inline int ar_at(const ar_game *g, int i) /* the cell where it is */
{
    return g->entity[i].y * g->width + g->entity[i].x;
}
static inline int ar_find(const ar_game *g, us_id id) /* its index, or -1 */
{
    return id < g->core->next_id ? g->index[id] : -1;
}
static inline const ar_rule *ar_rule_of(const ar_game *g, int i)
{
    return &g->scenario->rule[g->entity[i].type];
}
static inline bool ar_lives(const ar_game *g, int i) /* a character that is there */
{
    return g->entity[i].owner >= 0 && g->entity[i].attribute[0] > 0;
}
static inline int ar_far(int ax, int ay, int bx, int by) /* king's moves */
{
    int dx = ax < bx ? bx - ax : ax - bx, dy = ay < by ? by - ay : ay - by;
    return dx > dy ? dx : dy;
}
static inline int ar_apart(const ar_game *g, int i, int k)
{
    return ar_far(g->entity[i].x, g->entity[i].y, g->entity[k].x, g->entity[k].y);
}
static inline int ar_block_of(const ar_game *g, int x, int y)
{
    return y / AR_BLOCK * g->columns + x / AR_BLOCK;
}

/* ---- who is where (who.c) */
/* A new entity; its index. Told to nobody. */
int ar_add(ar_game *g, us_type type, us_seat owner, int x, int y, const int32_t *attribute);
void ar_move(ar_game *g, int i, int x, int y);
void ar_swap(ar_game *g, int i, int k); /* they change places */
/* It goes, told; killed ones leave a body. The index holds until the sweep. by: a killer, or -1. */
void ar_remove(ar_game *g, int i, us_gone why, int by);
void ar_sweep(ar_game *g);
void ar_unlink_body(ar_game *g, int i); /* all have found it */
void ar_open(ar_game *g, int door);
void ar_close_door(ar_game *g, int door); /* or later, while somebody stands in it */
void ar_touch(ar_game *g, int i);         /* something published of it changed */
void ar_set(ar_game *g, int i, int attribute, int32_t value);
void ar_status(ar_game *g, int i, int status);
void ar_turn(ar_game *g, int i, int x, int y); /* to face the cell */
void ar_tally(ar_game *g, us_seat seat, int tally, int32_t amount);
/* Fills cycle, entity, seat, place, and the type where it is 0. i: -1 is fine. */
void ar_tell(ar_game *g, int i, us_event event);
void ar_tell_of(ar_game *g, int i, int cell, us_event event); /* of what is in that cell */

/* ---- orders (order.c) */
us_reason ar_check(const us_scenario *base, const us_view *view, const us_order *order);
us_reason ar_act(us_game *game, const us_order *order);
/* The order ends, told as done (NONE) or failed, and the character has nothing to do. */
void ar_finish(ar_game *g, int i, us_reason reason);
void ar_under_way(ar_game *g, int i); /* told as done, and goes on */
/* NULL: the arena knows no such action with such parameters, or it is at once (act.c). */
ar_verb ar_verb_find(const us_action_def *action);

/* ---- ways (walk.c, path.c) */
typedef enum ar_way { AR_THERE, AR_GOING, AR_NO_WAY } ar_way;
/* A step on the way to within `reach` king's moves of the cell. GOING: it is due again later. */
ar_way ar_walk(ar_game *g, int i, int cell, int reach);
/* Finds the way into the mind. avoid: around who stands near. False: there is none. */
bool ar_route(ar_game *g, int i, int to, int reach, bool avoid);
void ar_deliver(ar_game *g, int i); /* what it carries counts, if an exit is here or beside it */
void ar_search_init(ar_search *search, int cells);
void ar_search_clear(ar_search *search);

/* ---- perception (sense.c) */
bool ar_line(const ar_game *g, int from, int to); /* nothing between them is opaque */
bool ar_sees(const ar_game *g, int i, int k);     /* character i sees character k now */
void ar_look(ar_game *g, int i);
void ar_target(ar_game *g, int i); /* what is published as its target, anew */
/* maker: index, or -1 */
void ar_noise(ar_game *g, int maker, int x, int y, int loud);

/* ---- fights, moods (fight.c, mood.c) */
bool ar_armed(const ar_game *g, int i); /* has rounds in its weapon, or needs none */
void ar_strike(ar_game *g, int i, int k);
void ar_mood(ar_game *g, int i, int attribute, int by); /* percent */
void ar_calm(ar_game *g, int i);                        /* a step back to its base */
void ar_incident(ar_game *g, int amount); /* something happens to the visitor: less bored by that */
void ar_bore(ar_game *g);

#endif
