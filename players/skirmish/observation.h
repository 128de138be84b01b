/* The knowledge of a scripted player: the words of its domain; the view, sorted for the length of
 * one think; the ground; and notes on each unit, kept from think to think. */
#ifndef US_PLAYERS_SKIRMISH_OBSERVATION_H
#define US_PLAYERS_SKIRMISH_OBSERVATION_H

#include "domain/goal.h"
#include "domain/note.h"
#include "game/game.h"
#include "understudy/game.h"

/* ---- lexicon: the indices of the domain's words, the sort of each type, and its strength in a
 * fight, looked up once. Immutable after init. */

/* The sorts of a type. */
enum {
    SP_UNIT = 1,
    SP_BUILDING = 2,
    SP_WORKER = 4,
    SP_FIGHTER = 8,  /* moves and fights */
    SP_ENGINE = 16,  /* opens walls */
    SP_GUN = 32,     /* a building that shoots */
    SP_HALL = 64,    /* takes gold */
    SP_MILL = 128,   /* takes wood */
    SP_FARM = 256,   /* feeds and does nothing else */
    SP_MINE = 512,   /* holds gold */
    SP_RIDER = 1024, /* fast */
    SP_RANGED = 2048,
    SP_TRAINS = 4096, /* makes units that fight */
    SP_TOWER = 8192,
};

enum { SP_REACH_GUN = 8, SP_UPGRADES_MAX = 32 };

typedef struct sp_lexicon {
    const us_domain *domain;
    int faction;
    int gold, wood, oil, food_used, food_supply;
    int stock, queue, carried; /* attributes */
    int idle, attacking;       /* statuses */
    int move, stop, attack, attack_move, attack_ground, harvest, chop, give, build, repair, train,
        research, upgrade;
    int8_t cell_arg[US_ACTIONS_MAX], entity_arg[US_ACTIONS_MAX],
        type_arg[US_ACTIONS_MAX]; /* or -1 */
    int land;
    uint16_t *sort; /* by type: bits above; 0: abstract, or no entity */
    int16_t *power; /* by type: strength in a fight at full health; a plain soldier has 100 */
    us_type worker, farm, hall, soldier, siege, mill; /* concrete, of the faction */
    us_type worker_kind, farm_kind, hall_kind; /* the common parents of both factions' types */
    us_type **equivalents; /* by type: the types that count as one of it: those below it, and the
                      types they become */
    int *equivalent_count;
    us_type *upgrades; /* all concrete ones */
    int upgrade_count;
    us_type weapon[SP_UPGRADES_MAX]; /* upgrades that make melee stronger or hardier */
    int weapons;
} sp_lexicon;

/* Fills the lexicon; its arrays come from the arena. If the domain lacks a word that is needed, it
 * returns bad input. */
us_status sp_lexicon_init(sp_lexicon *words, const us_domain *domain, int faction, us_arena *arena,
                          us_error *err);

/* Returns the faction's concrete type to make if `type` is wanted: the type itself, its
 * counterpart, the type that stands for it, or the plainest below it. US_NO_TYPE: there is none. */
us_type sp_lexicon_concrete_type(const sp_lexicon *words, us_type type);
/* Returns the sum of all costs. */
int32_t sp_lexicon_price(const sp_lexicon *words, us_type type);

/* ---- the view */

typedef struct sp_player sp_player;

enum { SP_LIST_MAX = 1024, SP_NOTES_START = 4096 };

typedef struct sp_list {
    const us_entity **at; /* id order; borrowed from the world */
    int count, most;
} sp_list;
void sp_list_init(sp_player *s, sp_list *list, int most); /* from the player's arena */
void sp_list_add(sp_list *list, const us_entity *entity); /* unless the list is full */

/* Goes through the entities of a list, which stays as it is meanwhile. */
#define SP_EACH(entity, list)                                             \
    for (const us_entity *const *entity##_at = (list).at,                 \
                                *entity = NULL; /* NOLINT: declares it */ \
         entity##_at < (list).at + (list).count && ((entity) = *entity##_at); entity##_at++)

typedef struct sp_observation {
    sp_list worker, fighter, building, site, gun; /* own; a gun is also a building */
    sp_list house;                                /* own buildings, then sites */
    sp_list foe_unit, foe_building;               /* of all other seats; sites are buildings */
    sp_list foe;                                  /* their units, then their buildings */
    sp_list mine;                                 /* mines with gold left */
    int16_t *have; /* by type, abstract ones too: finished ones of this seat; levels of upgrades */
    int16_t *coming;          /* the same: in construction, training or research */
    int32_t power, foe_power; /* of all fighters, without guns */
    int32_t foe_guns;
    int32_t skill, foe_skill; /* percent: the effect of upgrades on a unit's power */
    int foe_workers;
    const us_entity *heart;               /* a hall, else another own building; NULL: none */
    int16_t home_x, home_y;               /* the heart's middle, or its last place */
    int16_t low_x, low_y, high_x, high_y; /* box around all own buildings; low_x > high_x: none */
} sp_observation;

/* The job of a unit. */
typedef enum sp_job {
    SP_JOB_NONE,
    SP_JOB_GOLD,
    SP_JOB_WOOD,
    SP_JOB_BUILD,
    SP_JOB_REPAIR,
    SP_JOB_MILITIA, /* a worker that fights */
    SP_JOB_OPEN,    /* a worker or a siege engine that opens a way */
    SP_JOB_GUARD,   /* a fighter at home */
    SP_JOB_DEFEND,  /* a fighter sent against a foe near home */
    SP_JOB_WAVE,    /* a fighter on the attack */
} sp_job;

typedef struct sp_note {
    uint8_t job;
    int8_t action; /* action of the last order, or -1 */
    int32_t arg;   /* target entity or cell of the order */
    us_cycle when; /* cycle of the order */
    us_id with;    /* the mine it belongs to */
} sp_note;

void sp_observation_init(sp_player *s);
void sp_observation_update(sp_player *s); /* once at the beginning of a think */

/* Returns the note on an entity; a new one has no job and action -1. The pointer is valid until the
 * next call with a higher id. */
sp_note *sp_note_get(sp_player *s, us_id id);

/* Return the number of finished entities of a type, and of those in the making. Types that an
 * entity of the type can become count too. */
int sp_type_count(const sp_player *s, us_type type);
int sp_type_count_coming(const sp_player *s, us_type type);
bool sp_type_has_requirements(const sp_player *s,
                              us_type type); /* a set of its requirements is met */

int32_t sp_entity_power(const sp_player *s,
                        const us_entity *entity); /* scaled by health; own or foe */
/* Returns the power of armed foes (units and finished guns) within reach of the cell. */
int32_t sp_foe_power_near(const sp_player *s, int x, int y, int reach);
int32_t sp_own_power_near(const sp_player *s, int x, int y, int reach);
/* Gives all units of the list that have the job `from` the job `to`. */
void sp_list_change_job(sp_player *s, const sp_list *list, sp_job from, sp_job to);

bool sp_cell_is_near_foe_hall(const sp_player *s, int x, int y, int reach);

static inline int sp_cell_distance(int ax, int ay, int bx, int by)
{
    int dx = ax > bx ? ax - bx : bx - ax, dy = ay > by ? ay - by : by - ay;
    return dx > dy ? dx : dy;
}
int sp_entity_middle_x(const sp_player *s, const us_entity *entity);
int sp_entity_middle_y(const sp_player *s, const us_entity *entity);

/* ---- Distances on the map: steps from home on foot, and routes that count the cells to be opened
 * on the way. Only terrain matters: routes go round buildings and ignore units.
 *
 * Trees go and walls fall, but nothing grows. So the distances are updated where a cell opens, and
 * measured anew only when home itself moves. */

enum { SP_NO_STEPS = UINT16_MAX, SP_ROUTE_MAX = 1024 };

/* The uses that a cell's terrain allows. */
enum { SP_WALK = 1, SP_TREE = 2, SP_WALL = 4, SP_BUILD = 8 };

typedef struct sp_route {
    int32_t cell[SP_ROUTE_MAX]; /* from the start to a cell beside the target */
    int count;                  /* 0: no way, even with all cells opened */
    int closed;                 /* its cells that are trees or walls */
    us_id target;
    us_cycle found;
} sp_route;

typedef struct sp_ground {
    int width, height;
    uint8_t *allow;     /* by terrain: SP_* bits */
    uint16_t *home;     /* by cell: steps from home, or SP_NO_STEPS */
    int from_x, from_y; /* home at that measurement */
    int32_t *queue;     /* scratch */
    uint16_t *cost;     /* scratch of routes, like the rest */
    int32_t *next, *prev;
    int32_t *came;
    uint8_t *fire;
} sp_ground;

void sp_ground_init(sp_player *s);
void sp_ground_update(sp_player *s); /* after sp_observation_update */

/* Computes the k-th of the 8 * ring cells on the square at that distance from a middle, clockwise
 * from its upper left corner. */
void sp_ring_cell(int ring, int k, int *dx, int *dy);
int sp_ground_uses(const sp_player *s, int x, int y); /* 0 off the map */
/* Return the steps from home to the cell, or to the nearest cell beside the entity. */
int sp_ground_steps(const sp_player *s, int x, int y);
int sp_ground_steps_to(const sp_player *s, const us_entity *entity);

/* Finds the cheapest route from a cell to a cell beside the entity. A tree costs as much as a
 * detour of some cells, a wall more. */
void sp_route_find(sp_player *s, int x, int y, const us_entity *target, sp_route *route);
/* Returns whether the route is open, and counts the cells again that are still closed. */
bool sp_route_is_open(sp_player *s, sp_route *route);

#endif
