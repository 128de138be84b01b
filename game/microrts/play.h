/* A game of microRTS behind the interface of all games: its state, and the tasks that carry out
 * orders.
 *
 * The rules know steps of one cell (rules.h). An order becomes a task that its unit keeps. Whenever
 * the unit is idle, carry.c computes its next step, as the game's own bots do. A unit without a
 * task, or one that cannot step now, waits ten cycles, as under those bots.
 *
 * publish.c compares the states before and after a cycle to find its changes. A game that is played
 * elsewhere therefore emits the same events.
 *
 * Units, entities and tasks lie in three arrays with the same indexes. The game's list is in order
 * of appearance, and therefore sorted by id. */
#ifndef US_GAME_MICRORTS_PLAY_H
#define US_GAME_MICRORTS_PLAY_H

#include "game/maps.h"
#include "game/microrts/path.h"

enum { MR_QUEUE = 5, MR_IDLE_WAIT = 10 };

/* Kinds of tasks, by the names of the domain's actions. */
typedef enum mr_task_kind {
    MR_TASK_NONE,
    MR_TASK_MOVE,
    MR_TASK_STOP,
    MR_TASK_HARVEST,
    MR_TASK_RETURN,
    MR_TASK_BUILD,
    MR_TASK_TRAIN,
    MR_TASK_ATTACK,
    MR_TASK_ATTACK_MOVE, /* attack-move */
    MR_TASK_HUNT,
} mr_task_kind;

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
    us_type type[MR_TYPES_MAX];             /* by the table's number: the domain's type */
    int16_t number[US_TYPES_MAX];           /* by the domain's type: the table's number; -1: none */
    struct mr_engine *engine;               /* NULL: played here (real.h) */
    mr_task_kind task_kind[US_ACTIONS_MAX]; /* by the domain's action */
    int8_t param[US_ACTIONS_MAX][2]; /* by the domain's action: index of the type, and of the cell
                                        or entity; -1: none */
} mr_scenario;

typedef struct mr_making {
    uint32_t order;
    int32_t type; /* the table's number */
} mr_making;

/* Plain data without gaps. */
typedef struct mr_task {
    uint32_t order; /* id of the order; 0: none */
    uint32_t rank;  /* order of stepping, by the time of the order; 0: no task */
    us_id target;
    int16_t x, y;
    int16_t type;               /* the table's number */
    int8_t kind;                /* mr_task_kind */
    uint8_t under_way : 1;      /* reported as done; goes on */
    uint8_t waits : 7;          /* of a builder: cycles that the site has been occupied */
    mr_making making[MR_QUEUE]; /* trainings, the present one first */
    int32_t makings;
    int32_t freed; /* end of its last task: a new one in that cycle keeps the rank */
} mr_task;
_Static_assert(sizeof(mr_task) == 20 + 8 * MR_QUEUE + 8, "no gaps");

typedef struct mr_ledger {
    us_id next_id;
    int32_t outcome, winner;
    uint32_t rank;  /* the last one given */
    uint32_t acted; /* orders were given since the last cycle */
    us_hash tag;
} mr_ledger;

typedef struct mr_game {
    us_game base;
    const mr_scenario *scenario;
    mr_state *state;
    mr_state *before;     /* state of the last cycle; scratch */
    struct mr_real *real; /* of a game that is played elsewhere */
    bool begun;           /* the real game has begun: its players are to blame for a failure */
    mr_search *search;
    mr_claims claims, granted; /* cells of this cycle's steps: wanted, and granted */
    int *ready;                /* scratch for all units */
    us_id *maker;              /* scratch: ids by index before the cycle */
    mr_orders orders[MR_PLAYERS];

    void *block; /* everything below points into it */
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

    us_events events;             /* events since the last cycle */
    us_world world;               /* the whole world */
    us_world seen[MR_PLAYERS];    /* see mr_seat_world */
    us_entity *known[MR_PLAYERS]; /* entities of `seen` */
} mr_game;

static inline const us_domain *mr_game_domain(const mr_game *g)
{
    return g->scenario->base.domain;
}
int mr_game_find(const mr_game *g, us_id id); /* index, or MR_NONE */

/* ---- carry.c: the next steps of a player's units, put into g->orders[player] */
void mr_game_compute_steps(mr_game *g, int player);
/* Puts the place of the depot nearest to unit i into its task. Returns false if there is none. */
bool mr_unit_find_depot(mr_game *g, int i);
bool mr_unit_has_depot(const mr_game *g, int i);    /* its player has one */
int mr_unit_find_resource(const mr_game *g, int i); /* index of the nearest, or MR_NONE */
/* Returns the index of the enemy nearest to unit i, or MR_NONE. *far gets its distance in steps. */
int mr_unit_find_enemy(const mr_game *g, int i, int *far);

/* ---- publish.c */
/* Publishes the first state. */
void mr_game_publish_first(mr_game *g);
/* Publishes the changes since g->before, emits their events and ends tasks that are over. */
void mr_game_publish(mr_game *g);
/* Returns the cycle at which the first builder will have waited long enough for its site, or
 * US_CYCLES_LIMIT. */
us_cycle mr_game_site_deadline(const mr_game *g);
/* Ends the order of unit i. An order that goes on is reported as under way. */
void mr_task_end(mr_game *g, int i, us_reason reason);
void mr_event_emit(mr_game *g, int i, us_event event); /* i: -1 for no unit */
/* Publishes unit i by its task and step, except its status. */
void mr_unit_publish(mr_game *g, int i);
void mr_unit_mark_changed(mr_game *g, int i); /* marks a change of its published state */
/* Returns the world as a seat knows it. Of the opponent's units it has the present step but not
 * their orders, since the real game shows no more. Valid until the next call for that seat. */
const us_world *mr_seat_world(mr_game *g, us_seat seat);

/* ---- order.c */
us_reason mr_scenario_check(const us_scenario *base, const us_view *view, const us_order *order);
us_reason mr_game_act(us_game *game, const us_order *order);

extern const us_map_tools mr_map_tools; /* tools.c */

/* ---- scenario.c */
us_status mr_scenario_open(const us_scenario_def *def, us_scenario **out, us_scenario_part *part,
                           us_error *err);
void mr_scenario_close(us_scenario *base);

#endif
