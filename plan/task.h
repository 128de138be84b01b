/* Private to plan/: executors, their tasks, and what the sources of a plan share.
 *
 * An executor is the host of a run: of a plan, or of a character of a group. It keeps a table of
 * tasks, one for each leaf and open node that runs: a goal that is pursued, a query that is
 * answered, or an action that is carried out. Plans and characters share the table, the notes, the
 * orders and the queries; they differ in how they carry out actions and pursue goals. */
#ifndef US_PLAN_TASK_H
#define US_PLAN_TASK_H

#include "behavior/node_map.h"
#include "plan/active_query.h"
#include "plan/plan.h"
#include "plan/reservations.h"
#include "plan/tuning.h"

typedef struct us_failed_tries_memory us_failed_tries;

/* The pace of a step, after its demonstration. */
typedef struct us_pace {
    us_cycle begin; /* not before */
    bool added;     /* not demonstrated, although others of its behavior were */
    us_cycle drop;  /* when a goal that the demonstrator gave up counts as over; US_NEVER */
} us_pace;

/* When a step was begun and given up, in cycles of the demonstration; -1: unknown, or never. */
typedef struct us_demo_timing {
    us_cycle begin, drop;
} us_demo_timing;

/* Case metadata: the slots and the pace of a behavior, as a case knows them. */
typedef struct us_case_metadata {
    us_slot_description *slot; /* by slot of its template */
    us_demo_timing *step;      /* by node */
    us_cycle next;             /* cycles until another behavior's turn came; 0: unknown */
} us_case_metadata;

/* Why a task waits, failed or was stopped, as in notes. */
typedef struct us_task_reason {
    const char *text; /* NULL: none; copied where it is kept */
    us_lacking lacks; /* item: a name of the domain, or NULL */
} us_task_reason;

/* A behavior that fills a goal or a query, a tree at the root, or a tree on a character's stack. */
typedef struct us_active_behavior {
    uint32_t frame;   /* of the run */
    uint32_t node;    /* number in notes */
    uint32_t above;   /* number of its goal, query or push; 0: it is the root */
    bool pushed;      /* it is on a stack: its push ends with it */
    bool fills_query; /* it fills a query */
    bool squads;      /* it has a squad node */
    int behavior;     /* of the case base; -1: of a query, or a tree */
    us_hash hash;     /* of its template */
    const us_slot_description *description; /* by slot of the template; NULL: nothing is known */
    us_arena *arena;                        /* of pace, and of the state of an attempt */
    us_pace *pace;                          /* by node of the template; NULL: any */
    int slots, nodes;
    us_lacking lacks; /* what the last failure in it lacked */
} us_active_behavior;

typedef enum us_step_state {
    US_STEP_WANTS,  /* it waits for units, a target, a place or resources */
    US_STEP_GIVEN,  /* the order was given in this think; its result is unknown */
    US_STEP_TAKEN,  /* it is being carried out */
    US_STEP_MAKING, /* what it lacks is being made */
} us_step_state;

/* How the squad ended an attack. */
typedef enum us_attack_end {
    US_ATTACK_DONE,
    US_ATTACK_STUCK,  /* it was given up: no progress for long */
    US_ATTACK_NO_WAY, /* it was given up: no way leads there */
} us_attack_end;

/* An order while it is bound, and then while it is carried out. */
typedef struct us_action_task {
    us_step_state state;
    us_order order;
    us_id *unit; /* actors that have not ended it */
    int units, room;
    us_id product; /* entity that it made, or 0 */
    int done;      /* actors that did it */
    us_cycle late; /* the step ends then without the other actors; 0: it waits for all */
    us_reason reason;
    us_type actor;     /* type of the last order's first actor; US_NO_TYPE: no order yet */
    us_cycle patience; /* gives up then */
    us_type making;    /* type, in state MAKING */
    us_cycle making_since;
    int trials;
    us_hash idle_pool;  /* of the last search that found no actor; 0: the search found one */
    us_hash candidates; /* the same, of all that it read; 0: it found some units, but too few */
    bool walled;        /* no way led there at the last try */
    bool priced;        /* only its cost was missing at the last try */
    bool awaits_squad;  /* at the last try the squad was not out, or not free */
    bool by_squad;      /* the squad carries it out */
    us_attack_end end;  /* of the last attack that the squad carried out */
    bool busy;          /* all units that could do it go on with something */
} us_action_task;

typedef struct us_goal_task {
    us_goal goal;
    int64_t began[US_GAINS_MAX]; /* baselines, after what others that count the same will reach */
    int64_t alone[US_GAINS_MAX]; /* baselines without these others */
    us_binding test;
    uint32_t frame;      /* of the behavior that is tried; 0: none */
    int attempts, found; /* found: the case that is tried, or -1 */
    us_cycle tried_at;   /* when the attempt began */
    int32_t *state;      /* features then, by dimension; in the behavior's arena */
    bool held;           /* maintain: its test held at the last check */
    us_cycle grace;      /* standing orders may bring it about until then; 0: not set */
    us_cycle drop;       /* see us_pace */
    us_cycle ask;        /* of a leading behavior: when it is asked for again */
    us_cycle next;       /* when another behavior's turn comes; US_NEVER: after this one ends */
    us_lacking lacks;    /* what the last failed attempt lacked */
} us_goal_task;

typedef struct us_query_task {
    us_active_query query;
    us_lacking lacks; /* what it lacks if it fails */
} us_query_task;

typedef struct us_executor us_executor;

typedef struct us_task {
    us_executor *executor;
    us_node_ref node_ref; /* frame 0: unused */
    us_node_kind kind;
    /* Number in notes, as a holder of reservations, and of a goal as the label of orders. Tasks get
     * numbers in the order of their first notes; 0: none yet, and the task holds nothing. */
    uint32_t node;
    bool early;     /* its begin, by its pace, is still to come */
    bool left;      /* detached: it keeps its reservations when it is freed */
    bool asleep;    /* a character's action that is suspended */
    us_cycle born;  /* when the run began it */
    char waits[64]; /* last noted reason to wait; "": none since */
    us_lacking lacks;
    union {
        us_action_task step;
        us_goal_task goal_task;
        us_query_task inquiry;
    };
} us_task;

/* How tasks of one kind of node live, for the functions of us_host. similarity: of the best
 * behavior, were it begun now; NULL: none. */
typedef struct us_task_host {
    us_answer (*begin)(us_task *task, us_cycle *until);
    us_answer (*go)(us_task *task, us_cycle *until);
    void (*stop)(us_task *task, us_stop how);
    int64_t (*similarity)(us_executor *executor, us_node_ref node_ref);
} us_task_host;
extern const us_task_host us_goal_task_host, us_step_task_host, us_query_task_host; /* of plans */

/* The executor that gave an order, and the task that gets its result; NULL: no task does. */
typedef struct us_given_order {
    us_executor *executor;
    us_task *task;
} us_given_order;

/* What the runs of a seat share. */
typedef struct us_seat_state {
    const us_scenario *scenario;
    const us_domain *domain;
    us_case_base *case_base;
    us_ties ties;
    us_query_engine *asker;
    us_notes notes;
    uint32_t nodes;                /* numbers in notes, given so far */
    us_str text;                   /* scratch */
    const us_view *view;           /* of the current think */
    us_orders *orders;             /* of the current think */
    US_LIST(us_given_order) given; /* by order of the last think */
    int taken;
    int64_t ordered, refused; /* orders so far */
} us_seat_state;

struct us_executor {
    us_seat_state *seat;
    us_plan *plan;                  /* NULL: it is a character's */
    struct us_character *character; /* NULL: it is a plan's */
    const us_task_host *act, *goal, *query;
    us_run *run;
    us_node_map index; /* of tasks, and of active behaviors by their frames */
    us_task **task;    /* live ones have a node reference */
    int tasks, task_capacity;
    int unused; /* no task before this one is unused */
    US_LIST(us_active_behavior) active;
};

/* A building site that is avoided until then, since building failed there. */
typedef struct us_blocked_site {
    us_box box;
    us_cycle until;
} us_blocked_site;

/* A cut-off unit, which makes nothing until then. */
typedef struct us_stranded_unit {
    us_id unit;
    us_cycle until;
} us_stranded_unit;

/* An order that goes on although no task waits for it. Its units, cells and request stay reserved
 * until it ends. */
typedef struct us_detached_order {
    uint32_t holder, order;
} us_detached_order;

/* The work that a unit goes on with, or that it stays where it is. */
typedef struct us_standing_order {
    us_id unit;
    us_order order; /* without units; its id: of the order that sent the unit back */
    us_type type;   /* of the target, or US_NO_TYPE */
    us_cycle next;  /* no look before */
    int pause;      /* the last one in ticks, or 0 */
    bool failed;    /* the last target failed */
    bool joined;    /* no order set the unit to it: it does as other units */
} us_standing_order;

typedef struct us_standing_orders {
    us_standing_order *item; /* by unit */
    int count, capacity;
    us_cycle next, join;
} us_standing_orders;

typedef struct us_closed_cell {
    int32_t cell;
    int action; /* opens the cell */
} us_closed_cell;

/* The way that is being opened. */
typedef struct us_opening {
    uint32_t asker, vain; /* nodes: the step that asks; the last step that asked in vain */
    int movement;         /* of the way that is asked for */
    us_box to;
    us_cycle requested; /* last call; -1: no step asks */
    us_cycle found_at;  /* when the way was found; -1: not yet */
    us_cycle safe;      /* no unit is sent before: one was lost
                           there */
    us_cycle gained;    /* when opening began, or a cell was last opened */
    int32_t end;        /* the way's last cell */
    int before;         /* the cell of the way before its first closed one */
    US_LIST(us_closed_cell) closed;
    us_id hand[US_WAY_HANDS];
    int32_t at[US_WAY_HANDS];
    uint8_t *how;  /* by cell: the side from which it was reached; 0: not reached */
    int32_t *next; /* by cell: the next cell in its bucket, or -1 */
    int cells;
} us_opening;

typedef struct us_gather_balance {
    uint32_t holder[US_RESOURCES_MAX]; /* node of the task that waits */
    us_cycle called[US_RESOURCES_MAX]; /* when that task last called */
    us_cycle next[US_RESOURCES_MAX];   /* no worker is reassigned before */
} us_gather_balance;

/* A unit that makes one more fighter. */
typedef struct us_reinforcement {
    us_id maker;
    uint32_t order; /* number of its order; 0: not known yet */
    uint32_t fight; /* the fighting step's number in notes */
    us_id made;     /* the new unit; 0: not yet */
} us_reinforcement;
typedef US_LIST(us_reinforcement) us_reinforcements;

typedef struct us_threats {
    int slot[US_THREATS_MAX]; /* parameters of the root whose names begin with "attacker" */
    us_id attacker[US_THREATS_MAX];
    us_cycle seen[US_THREATS_MAX]; /* when it last attacked */
    int count;
} us_threats;

/* The idle pool at the last call; hash 0: none yet. */
typedef struct us_idle_pool_state {
    us_cycle at;
    uint64_t changes;
    us_hash hash;
} us_idle_pool_state;

/* What a step lacks. */
typedef struct us_lack {
    us_type type; /* or US_NO_TYPE */
    int role;     /* or -1 */
    int action;   /* the unit must be able to do it; -1: any */
} us_lack;

/* A behavior chosen for a goal or a query. */
typedef struct us_chosen_behavior {
    int found; /* case; -1: there is none, or a query chose */
    int behavior;
    bool above; /* all that would fit are at work above the goal */
    int64_t similarity, margin;
    int other;  /* the second best behavior, or -1 */
    bool leads; /* the goal of the seat depends on it alone */
} us_chosen_behavior;

/* A tree that the plan made itself, or its root. */
typedef struct us_own_tree {
    us_brl *file; /* NULL: the template is borrowed */
    us_program *program;
} us_own_tree;

/* A behavior that has another text than in the library. */
typedef struct us_replaced_behavior {
    int behavior;
    us_template *template;
    us_program *program;
} us_replaced_behavior;

/* A text that is to take the place of a behavior's text. */
typedef struct us_coming_edit {
    int behavior;
    us_template *template;
    us_cycle from; /* not before this cycle */
} us_coming_edit;

struct us_plan {
    us_seat_state seat;
    us_executor exec;
    us_plan_def def;
    us_goal goal; /* copied from def */
    const us_domain *domain;
    us_answer answer; /* the root's */
    us_measure *measure;
    us_failed_tries *tries;
    us_reservations *reserve;
    US_LIST(us_detached_order) detached;
    US_LIST(uint32_t) busy_frame; /* step.c: frames with tasks in them or below; ascending */
    us_idle_pool_state idle_pool;
    int food_used, food_supply; /* tallies, or -1 */
    us_standing_orders standing_orders;
    us_opening opening;
    us_gather_balance gains;
    us_reinforcements reinforcements;
    struct us_squad *squad;                       /* NULL: units fight for themselves */
    us_blocked_site blocked[US_BLOCKED_SITE_MAX]; /* a ring */
    int blocked_sites;
    us_stranded_unit stranded[US_STRANDED_MAX]; /* a ring */
    int stranded_units;
    us_reviser *reviser;
    us_rng rng;
    int demonstration;              /* whose cases alone are retrieved; -1: all are */
    const us_case_metadata **known; /* by case of the case base; NULL: not read yet */
    us_arena *arena;                /* holds what lasts as long as the plan */
    US_LIST(us_own_tree) own;
    const us_program *root;
    const us_program **maker;               /* by action: makes the type of its parameter */
    US_LIST(us_replaced_behavior) replaced; /* the last one of a behavior counts */
    struct us_play_repairs *repairs;        /* NULL: none in play */
    US_LIST(us_coming_edit) edits;          /* in the order in which they take effect */
    us_threats threats;
    uint32_t root_frame; /* of the root */
    us_cycle root_at;    /* the root does not begin before */
    us_cycle root_pause;
    int64_t steps_then; /* begun before the root's last start */
    int credit;         /* retrievals that may be made now */
    us_cycle credit_at;
    us_error failure;                /* why something can't be read */
    us_cycle now;                    /* of the last think, for the results of its orders */
    US_LIST(us_goal_instance) label; /* by id */
    uint32_t top;                    /* the last instance of the plan's goal; 0: none yet */
    us_plan_counts counts;
};

/* Returns the cycle that comes so many ticks after now. */
static inline us_cycle us_plan_after(const us_plan *plan, int ticks)
{
    return us_cycle_after(plan->now, us_ticks_to_cycles(plan->domain, ticks));
}

/* ---- executors and the table of tasks: plan/task.c */

void us_seat_state_init(us_seat_state *seat, const us_scenario *scenario, us_seat self,
                        uint64_t seed, us_case_base *case_base);
void us_seat_state_clear(us_seat_state *seat);
void us_seat_state_begin(us_seat_state *seat, const us_view *view, us_orders *orders); /* a think */
/* Takes the next result of the orders of the last think, in their order. Returns who gave that
 * order; no executor: there is no such order. */
us_given_order us_seat_state_take_order(us_seat_state *seat, us_reason reason);

extern const us_host us_executor_host; /* its context is an executor */
void us_executor_clear(us_executor *executor);
bool us_order_allowed(const us_seat_state *seat, const us_order *order); /* by the rules, now */
/* Gives an order. task gets its result by us_task_on_order; NULL: no task does. */
void us_executor_order(us_executor *executor, const us_order *order, us_task *task);
bool us_executor_inquires(const us_executor *executor); /* a query is checked upon changes */

us_task *us_task_find(const us_executor *executor, us_node_ref node_ref); /* or NULL */
us_task *us_task_of_node(const us_executor *executor,
                         uint32_t node); /* an action, by its number, or NULL */
us_task *us_task_of_order(const us_executor *executor, uint32_t order); /* or NULL */
void us_task_free(us_task *task); /* releases its reservations, unless left */
/* Moves the tasks of a frame to other nodes, after us_run_replace: `to` by old node. */
void us_executor_move_tasks(us_executor *executor, uint32_t frame, const int *to);
/* Returns the label of a node, or that of a labeled node in which it stands alone. */
const char *us_plan_label(const us_executor *executor, us_node_ref node_ref);
/* Ends the task with a note; returns answer. why: for a failure. */
us_answer us_task_end(us_task *task, us_answer answer, const us_task_reason *why);
void us_task_halt(us_task *task); /* with a note */
/* Takes the result of the task's order: its number, or the reason of a refusal. */
void us_task_on_order(us_task *task, const us_order *order, us_reason reason);
const us_node *us_task_node(const us_task *task);
const us_arg *us_node_arg(const us_node *node, int param); /* of that parameter, or NULL */

/* Active behaviors. A pointer is valid until the next one begins or ends. */
us_active_behavior *us_active_behavior_new(us_executor *executor, uint32_t frame);
us_active_behavior *us_active_behavior_find(const us_executor *executor,
                                            uint32_t frame); /* or NULL */
void us_active_behavior_end(us_executor *executor, us_active_behavior *active, us_note_kind kind,
                            const us_task_reason *why); /* with a note */
/* Ends the behavior that fills the open node, with a note, and sets *frame to 0. *frame 0: none
 * fills it. */
void us_open_node_clear(us_executor *executor, us_node_ref open_node, uint32_t *frame,
                        us_note_kind kind, const us_task_reason *why);
/* Returns the behavior that a node reference belongs to, through trees that it calls; or NULL. */
us_active_behavior *us_plan_find_behavior(const us_executor *executor, us_node_ref node_ref);
/* Returns the goal that a node reference works for, or the tree that is played; 0: neither. */
uint32_t us_plan_find_goal(const us_executor *executor, us_node_ref node_ref);

/* Notes for the trace. why may be NULL. A task that is stopped while it waits notes what it
 * lacked. */
us_note us_note_begin(const us_seat_state *seat, us_note_subject of, us_note_kind kind,
                      uint32_t node, const us_task_reason *why); /* a note to complete and add */
void us_plan_log_task(us_task *task, us_note_kind kind, const us_task_reason *why);
void us_plan_log_waiting(us_task *task, const us_task_reason *why); /* once for each why */
void us_plan_log_bound(us_task *task, const char *slot, const us_id *unit, int units, int32_t cell);
void us_plan_log_behavior(us_executor *executor, const us_active_behavior *active,
                          us_note_kind kind, const us_task_reason *why);
void us_plan_log_tree(us_executor *executor, const us_active_behavior *active); /* it begins */
/* state: of a leading behavior, by dimension of the case base; else NULL. */
void us_plan_log_retrieved(us_executor *executor, const us_active_behavior *active,
                           const us_chosen_behavior *chosen, int attempt, const int32_t *state);

/* Returns the name of its type or role, for notes; or NULL. */
const char *us_lack_item(const us_plan *plan, const us_lack *lack);
/* Returns lacks, or `other` if its kind is none. */
us_lacking us_lacking_choose(us_lacking lacks);
us_task_reason us_task_reason_from_refusal(const us_plan *plan, const us_task *task,
                                           us_reason reason);
/* Passes the lack of a failed node to the behavior around it. */
void us_plan_pass_lack(const us_task *task, const us_task_reason *why);

/* ---- goal instances, which label orders; their ids are nodes: plan/plan.c */

/* Calls must come in the order of their nodes. above: the result of us_plan_find_goal. */
void us_plan_open_label(us_plan *plan, uint32_t node, const us_goal *goal, uint32_t above);
void us_plan_close_label(us_plan *plan, uint32_t node, bool achieved);

/* Returns the program of a tree as text, which is cleared; NULL: it is no tree. */
const us_program *us_plan_parse(us_plan *plan, us_str *text);

/* ---- goals: plan/goal.c */

void us_plan_prepare_choice(us_plan *plan);

/* The memory of tries, with their goals and states. A case is not tried again until the state has
 * clearly changed or the try has lapsed. */
us_failed_tries *us_failed_tries_new(const us_domain *domain, const us_case_base *case_base);
void us_failed_tries_free(us_failed_tries *tries); /* NULL is fine */

/* Records that the case failed for the goal in that state, or that another one was due. feature
 * NULL: the state is unknown. found -1: no case was found for the goal. */
void us_failed_tries_add(us_failed_tries *tries, const us_goal *goal, int found, bool failed,
                         const int32_t *feature, us_cycle now);
/* Returns, by case, whether the case must not be tried for the goal in this state; whole: nor the
 * other cases of a behavior that failed. Forgets tries that have lapsed. Borrowed; the caller may
 * set further entries until the next call. */
bool *us_failed_tries_excluded(us_failed_tries *tries, const us_goal *goal, const int32_t *feature,
                               us_cycle now, bool whole);
/* Returns whether an earlier search in a state like this found no case for the goal. */
bool us_failed_tries_is_hopeless(us_failed_tries *tries, const us_goal *goal,
                                 const int32_t *feature, us_cycle now);

/* ---- actions: plan/step.c */

/* Ends the order of a task that the squad carries out, and wakes the task. */
void us_action_task_end_attack(us_plan *plan, us_task *task, us_attack_end end);
void us_action_task_on_event(us_plan *plan, const us_event *event);
const us_type_def *us_cost_find(const us_plan *plan, const us_order *order); /* NULL: nothing */
/* Returns the stock less all requests; below 0: too little. */
int64_t us_cost_spare(const us_plan *plan, int resource);
/* Returns whether the step is a goal to maintain, which is never done and ends with the node above
 * it. */
bool us_pace_is_maintained(const us_template *template, const char *label);
void us_active_behavior_set_pace(us_plan *plan, us_active_behavior *active,
                                 const us_template *template, const us_case_metadata *known,
                                 const us_fill *fill);
us_pace us_task_pace(const us_plan *plan, us_node_ref node_ref);
/* If nothing is being done, moves the next begin to now. */
void us_plan_advance_pace(us_plan *plan);

/* ---- the present arguments of an action: plan/bind.c */

typedef enum us_bind_result { US_BOUND, US_BOUND_LATER, US_BOUND_NEVER } us_bind_result;
/* Fills the order's actors and arguments. LATER: no unit can do it now; lack: the type or role of a
 * unit that could be made. NEVER: no place or target; lack: the type or role of a target. */
us_bind_result us_action_task_bind(us_plan *plan, us_task *task, us_lack *lack);
/* Finds the most similar entity to act on: of the described type, or else, for another seat's
 * entity, of the nearest type above it. order and param: entities for which the order holds now
 * come first. but: not this one; 0: any. Returns false if there is none. */
bool us_plan_find_target(us_plan *plan, const us_slot_description *what, const us_order *order,
                         int param, us_id but, us_id *out);
const us_action_def *us_plan_entity_action(const us_plan *plan,
                                           const us_entity *e); /* NULL: no action, or no entity */
/* Returns whether the unit gathers something now, by any order. */
bool us_plan_is_gathering(const us_plan *plan, us_id id);
/* Returns whether the entity is the seat's own, complete, without an action, and no step commands
 * it. */
bool us_plan_is_idle(const us_plan *plan, const us_entity *e);
/* Marks the site of the order as blocked for a while, since building failed there. */
void us_plan_block_site(us_plan *plan, const us_order *order);

/* ---- making: plan/make.c */

/* Fills the step with a tree that makes what it lacks; false: it can't be made, or is there or
 * coming already. */
bool us_action_task_make(us_plan *plan, us_task *task, const us_lack *lack);
/* Return what the seat lacks to make a type, or to feed one more unit. */
us_lack us_lack_find_required(const us_plan *plan,
                              const us_type_def *made); /* made NULL: nothing */
us_lack us_lack_find_food(const us_plan *plan);
/* Returns bits of the resources that own entities take; sites: also unfinished ones. */
uint32_t us_plan_find_stored(const us_plan *plan, bool sites);
/* Returns the type that takes most of the resources that the seat's units gather and no own entity
 * takes, finished or not, of those that the seat could begin now; the cheapest of several; or
 * US_NO_TYPE. */
us_type us_plan_find_missing_depot(const us_plan *plan);
/* Returns the type of the seat's faction that makes what the order makes; or US_NO_TYPE. */
us_type us_plan_find_maker(const us_plan *plan, const us_order *order);
/* Returns whether another step already makes such a thing. */
bool us_plan_is_coming(const us_plan *plan, const us_task *but, const us_lack *lack);

/* Returns whether the stock covers the type's cost beside all requests. */
bool us_cost_is_spare(const us_plan *plan, us_type type);
/* Orders the unit to make one of the type, without a task. Returns false if it can't now. */
bool us_plan_make_one(us_plan *plan, us_id maker, us_type type, uint32_t goal);

/* Reinforcements: while a group of units fights, idle producers make more units of its type. No
 * task waits for that, and it takes nothing that a task requests. The new units join the fight.
 * Both take the result of an order that no step gave, and an event. */
void us_reinforcements_on_order(us_plan *plan, const us_order *order, us_reason reason);
void us_reinforcements_on_event(us_plan *plan, const us_event *event); /* CREATED, FAILED, GONE */
/* Looks from time to time. Returns the cycle of the next look. */
us_cycle us_reinforcements_update(us_plan *plan);

/* ---- orders that no node gives: plan/standing_orders.c */

/* Standing orders are the work that units go on with (harvest, patrol). A unit that was needed for
 * something more urgent, or whose target is gone, is ordered back to its work, elsewhere if need
 * be; unless it was ordered to stop or to stand. */
void us_standing_order_set(us_plan *plan, us_id unit, const us_order *order); /* from now on */
void us_standing_order_forget(us_plan *plan, us_id unit);
/* Returns whether the unit was idle, and the plan let it gather. */
bool us_standing_order_joined(const us_plan *plan, us_id unit);
/* Takes the result of an order that sends a unit back to its standing order, or that ends it. */
void us_standing_order_on_order(us_plan *plan, const us_order *order, us_reason reason);
void us_standing_order_on_event(us_plan *plan, const us_event *event); /* DONE, FAILED */
/* Orders back units that are free and do something else. Looks from time to time; returns the cycle
 * of the next look. */
us_cycle us_standing_order_keep(us_plan *plan);

/* The gather balance: if somebody waits for a resource and more of another resource is in stock
 * than all steps request, a worker that gathers the other is reassigned to the first, if more units
 * gather the other or more of it is spare than anything costs. This reports that the holder (a task
 * or US_HOLDER_SQUAD) waits for the resource. A resulting order bears the holder's goal. */
void us_gather_balance_request(us_plan *plan, int resource, uint32_t holder);

us_threats us_threats_init(const us_template *root);
/* Records an attack on a unit of the seat. An attack on a firmly held unit is left to the task that
 * holds it. */
void us_threats_on_event(us_threats *threats, const us_view *view, const us_reservations *reserve,
                         const us_event *event);
bool us_threats_has_attacker(const us_threats *threats, us_id who);
/* Binds the attackers in the root's frame. */
void us_threats_bind(us_threats *threats, us_run *run, uint32_t root, const us_view *view);

/* The order of the task goes on when the task ends, and its units are not called away from it. */
void us_detached_order_add(us_plan *plan, us_task *task);
/* Ends detached orders that are over for all their units, with their reservations. */
void us_detached_orders_on_event(us_plan *plan, const us_event *event);

/* ---- opening ways: plan/opening.c */

/* If no way leads to a step's target, units that can open one (cut trees, break walls: actions with
 * an effect `open`) are ordered to the closed cells of the cheapest way. Ways are opened one after
 * another. */
typedef enum us_way_state {
    US_WAY_OPEN,   /* a way exists */
    US_WAY_CLOSED, /* a way is being opened */
    US_WAY_LATER,  /* another way is opened first */
    US_WAY_NEVER,  /* no way can be opened */
} us_way_state;

/* Returns whether a way leads from the unit to the target of the step's order. If none does, starts
 * or continues to open one. A step that needs the way must ask again, at least each US_WAY_ASKED if
 * the answer is CLOSED: a way that no step asks for is given up. If no cell is opened for long, the
 * answer to that step is NEVER from then on. Orders for the way bear the step's goal. */
us_way_state us_opening_request(us_plan *plan, const us_task *step, us_id unit);
/* The same for any holder, to a box. goal: the label of its orders. */
us_way_state us_opening_request_box(us_plan *plan, uint32_t asker, uint32_t goal, us_id unit,
                                    us_box to);
/* Releases the units that open a way if no step asks for it any more. Returns the cycle at which to
 * call again. */
us_cycle us_opening_update(us_plan *plan);

#endif
