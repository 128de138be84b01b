/* A game of microRTS behind the interface of all games: its state, and what carries out orders.
 *
 * The rules know steps of one cell (rules.h). An order is a task that a unit keeps: whenever it has
 * nothing under way, carry.c says its next step, as the game's own bots do with theirs. Who has
 * none, or can't take a step now, waits ten cycles, as under those bots. What a cycle has changed
 * is found by comparing the states before and behind it (settle.c), so that a game that is played
 * elsewhere tells the same events.
 *
 * Units, entities and tasks lie in three arrays by the same index: the order of the game's list is
 * that of appearing, and so that of ids. */
#ifndef US_GAME_MICRORTS_PLAY_H
#define US_GAME_MICRORTS_PLAY_H

#include "game/maps.h"
#include "game/microrts/way.h"

enum { MR_QUEUE = 5, MR_IDLE_WAIT = 10 };

/* What a unit may be told to do, by the names of the domain's actions. */
typedef enum mr_deed {
    MR_NOTHING,
    MR_TO_MOVE,
    MR_TO_STOP,
    MR_TO_HARVEST,
    MR_TO_RETURN,
    MR_TO_BUILD,
    MR_TO_TRAIN,
    MR_TO_ATTACK,
    MR_TO_ASSAULT, /* attack-move */
    MR_TO_HUNT,
} mr_deed;

/* Indexes into the domain's tables. */
typedef struct mr_words {
    int idle, moving, gathering, carrying, building, training, attacking;
    int carried, stock, queue, range, damage;
    int resource, kills, losses;
    int ground, wall;
} mr_words;

typedef struct mr_scenario {
    us_scenario base;
    us_domain *own; /* NULL: the domain is borrowed */
    char name[64], family[16];
    mr_table table;
    mr_map *map;
    mr_words words;
    us_type type[MR_TYPES_MAX];      /* by the table's number: the domain's */
    int16_t number[US_TYPES_MAX];    /* and back; -1: none */
    struct mr_stable *stable;        /* NULL: it is played here (real.h) */
    mr_deed deed[US_ACTIONS_MAX];    /* by the domain's action */
    int8_t param[US_ACTIONS_MAX][2]; /* of it: the type, and the cell or entity; -1: none */
} mr_scenario;

typedef struct mr_making {
    uint32_t order;
    int32_t type; /* the table's number */
} mr_making;

/* Plain data without gaps. */
typedef struct mr_task {
    uint32_t order; /* its id; 0: none */
    uint32_t rank;  /* who was told earlier steps earlier; 0: has no task */
    us_id target;
    int16_t x, y;
    int16_t type;               /* the table's number */
    int8_t deed;                /* mr_deed */
    uint8_t under_way : 1;      /* told as done, and goes on */
    uint8_t waits : 7;          /* of who builds: so many cycles somebody stands on the site */
    mr_making making[MR_QUEUE]; /* to be trained, the first one first */
    int32_t makings;
    int32_t freed; /* when its last task ended: a new one in that cycle keeps the rank */
} mr_task;
_Static_assert(sizeof(mr_task) == 20 + 8 * MR_QUEUE + 8, "no gaps");

typedef struct mr_ledger {
    us_id next_id;
    int32_t outcome, winner;
    uint32_t rank;  /* given last */
    uint32_t acted; /* orders were given whose effect is still to be told */
    us_hash tag;
} mr_ledger;

typedef struct mr_game {
    us_game base;
    const mr_scenario *scenario;
    mr_state *state;
    mr_state *before;     /* the last cycle; not state */
    struct mr_real *real; /* where it is played elsewhere */
    bool begun;           /* there: what breaks it now is its players' fault */
    mr_search *search;
    mr_claims claims, granted; /* of the steps of this cycle: asked for, and taken */
    int *ready;                /* room for all units */
    us_id *maker;              /* the same: who was who before the cycle */
    mr_orders orders[MR_PLAYERS];

    void *block; /* what follows points into it */
    size_t block_size;
    mr_ledger *ledger;
    us_entity *entity;
    mr_task *task;
    int32_t *tally;
    int8_t *faction;
    uint8_t *alive;
    uint32_t *revision;
    uint16_t *census;
    uint8_t *plane[US_PLANES];

    us_events told;               /* since the last cycle */
    us_world world;               /* all of it */
    us_world seen[MR_PLAYERS];    /* see mr_seen */
    us_entity *known[MR_PLAYERS]; /* its entities */
} mr_game;

static inline const us_domain *mr_domain(const mr_game *g)
{
    return g->scenario->base.domain;
}
int mr_find(const mr_game *g, us_id id); /* index, or MR_NONE */

/* ---- carry.c: the next steps of a player's units, into g->orders[player] */
void mr_carry(mr_game *g, int player);
/* The place of the depot that is nearest to unit i, into its task. False: there is none. */
bool mr_find_home(mr_game *g, int i);
/* In steps *far away; MR_NONE: there is none. */
int mr_nearest_enemy(const mr_game *g, int i, int *far);

/* ---- settle.c */
/* Publishes the first state. */
void mr_settle_first(mr_game *g);
/* What is other than in g->before: told, published, and tasks that are over ended. */
void mr_settle(mr_game *g);
/* The cycle at which somebody will have waited long enough for a site; else far away. */
us_cycle mr_patience(const mr_game *g);
/* The order that unit i carries out is over, or, of one that goes on, under way. */
void mr_end_task(mr_game *g, int i, us_reason reason);
void mr_tell(mr_game *g, int i, us_event event); /* i: -1: of nobody */
/* What is published of it, but its status, by its task and its step. */
void mr_show(mr_game *g, int i);
void mr_touch(mr_game *g, int i); /* something of it is other than it was published */
/* The world as a seat knows it: of the other one's units the step under way, and nothing of what
 * they were told to do. The real game tells no more. Until the next call for that seat. */
const us_world *mr_seen(mr_game *g, us_seat seat);

/* ---- order.c */
us_reason mr_check(const us_scenario *base, const us_view *view, const us_order *order);
us_reason mr_act(us_game *game, const us_order *order);

extern const us_map_tools mr_map_tools; /* tools.c */

/* ---- scenario.c */
us_status mr_scenario_open(const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                           us_error *err);
void mr_scenario_close(us_scenario *base);

#endif
