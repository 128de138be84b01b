/* Private to the squad: its state, and what its files ask of each other.
 *
 * squad_look.c looks at both sides, squad_home.c leads the units at home, squad_growth.c has units
 * made, squad_march.c leads the units that are out, squad_log.c notes changes. squad.c sets out,
 * comes home and serves tasks. */
#ifndef US_PLAN_SQUAD_INTERNAL_H
#define US_PLAN_SQUAD_INTERNAL_H

#include "domain/force.h"
#include "domain/steps.h"
#include "plan/squad.h"
#include "plan/squad_log.h"

struct us_squad {
    us_node_ref node; /* whose rules are in force, also after its end; frame 0: none yet */
    us_squad_rules rules;
    us_force_actions actions;
    us_squad_phase phase;
    US_LIST(us_id) member; /* units that are out; at most US_ORDER_UNITS_MAX */
    int place;             /* cell where the squad forms; -1: none yet */
    bool closed;           /* no way leads to the enemy's base */
    int barred;            /* the movement that found no way when the squad was out last; or -1 */
    uint32_t barred_turn;  /* of the regions then */
    us_type type;          /* of the fighters that tasks ask for, or US_NO_TYPE */
    us_cycle home;         /* since when no unit is out */

    uint32_t task;       /* that the squad carries out, or 0 */
    uint32_t goal;       /* of the last attack that a task asked for: the label of orders; or 0 */
    us_id target;        /* of the attack, or 0 */
    us_box seen;         /* where the target was seen last; without width: nowhere */
    int cell;            /* of an attack without a target, or -1 */
    int stage;           /* cell where the members come together next; -1: not begun */
    us_cycle staged;     /* when the stage was chosen */
    us_cycle moved;      /* when a stage was reached, or a member struck */
    us_cycle mapped;     /* when the way was mapped */
    us_cycle free_since; /* since when the squad carries out no task */

    us_cycle next;     /* of the next look */
    us_cycle placed;   /* when another gathering place is chosen */
    us_cycle called;   /* when fighters made meanwhile are called up */
    us_cycle recalled; /* when idle units at home are ordered to the gathering place */
    us_cycle answered; /* when units at home that fight get an order again */

    /* For notes. */
    uint32_t asked;         /* task that waits for the squad, or 0 */
    us_squad_reason reason; /* why it turned back, or does not set out */
    int64_t ours, theirs;   /* strengths that it compared last */
    us_squad_log log;

    /* Of this look. */
    US_LIST(us_box) home_box; /* of the seat's buildings */
    US_LIST(int) foe;         /* indexes of the foes in the world */
    US_LIST(bool) marked;     /* members, by index in the world */

    us_steps *map;         /* of the way that was mapped last */
    const uint16_t *steps; /* by cell: steps to its end */
};

static inline bool us_squad_is_out(const us_squad *squad)
{
    return squad->phase == US_PHASE_MARCHING || squad->phase == US_PHASE_FIGHTING;
}

static inline us_cycle us_squad_ticks(const us_plan *plan, int count)
{
    return us_ticks_to_cycles(plan->domain, count);
}

static inline const us_world *us_squad_world(const us_plan *plan)
{
    return plan->seat.view->world;
}

static inline bool us_squad_moves(const us_plan *plan, const us_entity *e)
{
    return us_type_moves(plan->domain, e->type);
}

/* Whether the seat owns the entity, and it is finished. */
static inline bool us_squad_owns(const us_plan *plan, const us_entity *e)
{
    return e->owner == plan->seat.view->self && !(e->flags & US_ENTITY_UNFINISHED);
}

static inline bool us_squad_is_fighter(const us_plan *plan, const us_entity *e)
{
    return e->owner == plan->seat.view->self &&
           us_entity_is_fighter(plan->domain, &plan->squad->actions, e);
}

/* Whether the entity of the world is a unit that is out. */
static inline bool us_squad_is_member(const us_plan *plan, const us_entity *e)
{
    return plan->squad->marked.item[e - us_squad_world(plan)->entity];
}

static inline int64_t us_squad_strength(const us_plan *plan, const us_entity *e)
{
    return us_entity_strength(plan->domain, e);
}

static inline int us_squad_cell_distance(const us_plan *plan, int cell, const us_entity *e)
{
    int width = us_squad_world(plan)->width;
    return us_force_distance(cell % width, cell / width, e);
}

static inline int32_t us_squad_cell_arg(const us_plan *plan, int cell)
{
    int width = us_squad_world(plan)->width;
    return us_cell_from_xy(cell % width, cell / width);
}

/* Whether another holder commands the unit. */
static inline bool us_squad_is_taken(const us_plan *plan, us_id unit, uint32_t holder)
{
    return us_reservations_hold(plan->reserve, unit, holder) == US_HOLD_FIRM;
}

/* ---- squad_look.c */

/* Strengths, places and threats, as the seat sees them. */
typedef struct us_squad_scene {
    us_force force;
    int64_t home;          /* strength of the fighters that are not members */
    int at_place;          /* number of fighters near the gathering place */
    const us_entity *hall; /* an own building, a depot if there is any; NULL: none */
    const us_entity *base; /* the foe's building nearest to it, depots first; NULL: none */
    /* A fighter, at home if any is, or else another own unit that could meet a threat; NULL:
     * none. */
    const us_entity *defender;
    const us_entity *threat; /* the armed foe near home that is nearest to the hall; it moves */
    int64_t threats;         /* strength of all such foes near home */
} us_squad_scene;

/* The units that are out. */
typedef struct us_squad_outing {
    const us_entity *middle; /* the member nearest to the middle; NULL: none is left */
    us_force near;           /* around it */
} us_squad_outing;

/* Looks at both sides, and lists what the squad keeps of this look. */
us_squad_scene us_squad_look(us_plan *plan);
/* Forgets members that are lost, or that another task commands, and looks around the others. */
us_squad_outing us_squad_muster(us_plan *plan);
void us_squad_mark_members(us_plan *plan); /* after members have changed */
bool us_squad_has_way(const us_plan *plan, const us_entity *unit, us_box to);
bool us_squad_can_reach(const us_plan *plan, const us_entity *unit, const us_entity *foe);
/* Returns the nearest foe within so many cells that the unit can reach, or NULL. dangerous: among
 * those that are armed and move. */
const us_entity *us_squad_nearest_foe(const us_plan *plan, const us_entity *unit, int reach,
                                      bool dangerous);

/* ---- squad_home.c */

/* Chooses a place some steps before the hall, on the way to the enemy's base. A squad that is out
 * keeps its place: it needs the map of its own way. */
void us_squad_choose_place(us_plan *plan, const us_squad_scene *scene);
/* Orders the units at home to meet a threat, or to come to the gathering place. */
void us_squad_form(us_plan *plan, const us_squad_scene *scene);

/* ---- squad_growth.c */

/* Lets idle producers make workers, research upgrades and make fighters. A seat that is far weaker
 * than the foes that it sees makes fighters before all else. */
void us_squad_grow(us_plan *plan, const us_squad_scene *scene);

/* ---- squad_march.c */

/* Leads the units that are out. */
void us_squad_go_on(us_plan *plan, const us_squad_scene *scene);
/* Finds out how many steps each cell is away from the box. */
void us_squad_map_steps(us_plan *plan, int movement, us_box box);
/* Returns the cell that lies `steps` further on the mapped way, but at least `last` before its end.
 */
int us_squad_go_along(const us_plan *plan, int cell, int steps, int last);

/* ---- squad.c */

/* Orders units that are out. The order bears the step that the squad carries out. */
void us_squad_order(us_plan *plan, int action, const us_id *unit, int count, int32_t arg);
/* Orders a unit at home to attack whatever it meets on the way to a cell. The order belongs to no
 * step. */
void us_squad_order_home(us_plan *plan, us_id unit, int32_t cell);
/* Holds the unit, unless a task does, so that no task and no standing order calls it away. */
void us_squad_hold(us_plan *plan, us_id unit, uint32_t holder);
void us_squad_call_up(us_plan *plan); /* all fighters that nobody commands join */
/* Ends the outing. The task that the squad carries out waits for it to set out again. */
void us_squad_come_home(us_plan *plan, us_squad_reason reason);
void us_squad_end_attack(us_plan *plan, us_attack_end end); /* and its task */

#endif
