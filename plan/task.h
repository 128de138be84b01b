/* Private to plan/: the live tasks of a plan. A task is a goal that is pursued, a query that is
 * answered, or an action that is carried out: what the host of the run knows of an open node or a
 * leaf. */
#ifndef US_PLAN_TASK_H
#define US_PLAN_TASK_H

#include "behavior/run.h"
#include "plan/ask.h"
#include "plan/detached_order.h"
#include "plan/gather_balance.h"
#include "plan/memory.h"
#include "plan/open.h"
#include "plan/plan.h"
#include "plan/reinforce.h"
#include "plan/reserve.h"
#include "plan/standing_order.h"
#include "plan/threat.h"
#include "plan/ticks.h"

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
    us_hash hash;              /* the behavior's */
    us_slot_description *slot; /* by slot of its template */
    us_demo_timing *step;      /* by node */
    us_cycle next;             /* cycles until another behavior's turn came; 0: unknown */
} us_case_metadata;

/* Why a task waits, failed or was stopped, as in notes. */
typedef struct us_task_reason {
    const char *text; /* NULL: none; copied where it is kept */
    us_lacking lacks; /* item: a name of the domain, or NULL */
} us_task_reason;

/* A behavior that fills a goal or a query, or a tree that the plan plays. */
typedef struct us_active_behavior {
    uint32_t frame; /* of the run; 0: unused */
    uint32_t node;  /* number in notes */
    uint32_t above; /* number of its goal or query; 0: none, a tree */
    bool asked;     /* it fills a query */
    int behavior;   /* of the case base; -1: of a query, or a tree */
    us_hash hash;
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
    us_hash hands; /* of the last search that found no actor; 0: the search found one */
    bool walled;   /* no way led there at the last try */
    bool priced;   /* only its cost was missing at the last try */
    bool busy;     /* all units that could do it go on with something */
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
    us_cycle next;       /* when another behavior's turn comes; US_NEVER: after this one ends */
    us_lacking lacks;    /* what the last failed attempt lacked */
} us_goal_task;

typedef struct us_query_task {
    us_active_query asking;
    us_lacking lacks; /* what it lacks if it fails */
} us_query_task;

typedef struct us_task {
    us_node_ref node_ref; /* frame 0: unused */
    us_node_kind kind;
    /* Number in notes, as a holder of reservations, and of a goal as the label of orders. Tasks get
     * numbers in the order of their first notes; 0: none yet, and the task holds nothing. */
    uint32_t node;
    bool early;     /* its begin, by its pace, is still to come */
    bool left;      /* detached: it keeps its reservations when it is freed */
    us_cycle born;  /* when the run began it */
    char waits[64]; /* last noted reason to wait; "": none since */
    us_lacking lacks;
    union {
        us_action_task step;
        us_goal_task goal_task;
        us_query_task inquiry;
    };
} us_task;

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

enum { US_BLOCKED_SITE_MAX = 8, US_STRANDED_MAX = 8 };

enum { US_CREDIT_MAX = 24 }; /* retrievals that may be made at once */

/* The idle pool at the last call; hash 0: none yet. */
typedef struct us_idle_pool_state {
    us_cycle at;
    uint64_t changes;
    us_hash hash;
} us_idle_pool_state;

struct us_plan {
    us_plan_def def;
    us_goal goal; /* copied from def */
    const us_domain *domain;
    us_run *run;
    us_answer answer; /* the root's */
    us_measure *measure;
    us_failed_tries *tries;
    us_query_engine *asker; /* NULL: no query yet */
    us_reservations *reserve;
    us_detached_orders detached;
    us_idle_pool_state hands;
    int food_used, food_supply; /* tallies, or -1 */
    us_standing_orders *standing_orders;
    us_opening *opening;
    us_gather_balance gains;
    us_reinforcements reinforcements;
    us_blocked_site blocked[US_BLOCKED_SITE_MAX]; /* a ring */
    int spoils;
    us_stranded_unit stranded[US_STRANDED_MAX]; /* a ring */
    int strands;
    us_reviser *reviser;
    us_rng rng;
    us_ties ties;
    int demonstration;              /* whose cases alone are retrieved; -1: all are */
    us_program **program;           /* by behavior of the case base; NULL: not read yet */
    const us_case_metadata **known; /* by case of the case base; NULL: not read yet */
    us_arena *read;                 /* holds known */
    us_program **tree;              /* those that were called */
    int trees, tree_capacity;
    us_program *root;
    us_threats threats;
    us_brl *root_file;
    us_program **maker; /* by action: makes the type of its parameter */
    us_brl **maker_file;
    us_task **task; /* live ones have a node reference */
    int tasks, task_capacity;
    us_active_behavior *active;
    int actings, active_capacity;
    uint32_t nodes;      /* numbers given so far */
    uint32_t root_frame; /* of the root */
    us_cycle root_at;    /* the root does not begin before */
    us_cycle root_pause;
    int64_t steps_then; /* begun before the root's last start */
    int credit;         /* retrievals that may be made now */
    us_cycle credit_at;
    us_notes notes;
    us_str text, trouble; /* scratch; why something can't be read */
    const us_view *view;  /* of the current think */
    us_cycle now;         /* of the last think, for the results of its orders */
    us_orders *orders;    /* of the current think */
    us_task **given;      /* by order of the last think: its task, or NULL */
    int givens, given_capacity, told;
    us_goal_instance *label; /* by id */
    int labels, label_capacity;
    uint32_t top; /* the last instance of the plan's goal; 0: none yet */
    us_plan_counts counts;
};

/* ---- tasks: plan/task.c */
us_task *us_task_new(us_plan *plan, us_node_ref node_ref, us_node_kind kind);
us_task *us_task_find(const us_plan *plan, us_node_ref node_ref); /* or NULL */
void us_task_free(us_plan *plan, us_task *task); /* releases its reservations, unless left */
us_active_behavior *us_active_behavior_new(us_plan *plan, uint32_t frame);
us_active_behavior *us_active_behavior_find(const us_plan *plan, uint32_t frame); /* or NULL */
void us_active_behavior_free(us_active_behavior *active);
/* Ends the behavior that fills the open node, with a note, and sets *frame to 0. *frame 0: none
 * fills it. */
void us_active_behavior_end(us_plan *plan, us_node_ref open_node, uint32_t *frame,
                            us_note_kind kind, const us_task_reason *why);
/* Returns the behavior that a node reference belongs to, through trees that it calls; or NULL. */
us_active_behavior *us_plan_find_behavior(const us_plan *plan, us_node_ref node_ref);
/* Returns the goal that a node reference works for, or the tree that is played; 0: neither. */
uint32_t us_plan_find_goal(const us_plan *plan, us_node_ref node_ref);
const us_node *us_task_node(const us_plan *plan, const us_task *task);

/* ---- notes for the trace: plan/tell.c */
struct us_chosen_behavior;
/* why may be NULL. A task that is stopped while it waits notes what it lacked. */
void us_plan_log_task(us_plan *plan, us_task *task, us_note_kind kind, const us_task_reason *why);
void us_plan_log_waiting(us_plan *plan, us_task *task,
                         const us_task_reason *why); /* once for each why */
void us_plan_log_bound(us_plan *plan, us_task *task, const char *slot, const us_id *unit, int units,
                       int32_t cell);
void us_plan_log_behavior(us_plan *plan, us_active_behavior *active, us_note_kind kind,
                          const us_task_reason *why);
void us_plan_log_tree(us_plan *plan, us_active_behavior *active,
                      const char *name); /* the tree begins */
void us_plan_log_retrieved(us_plan *plan, const us_active_behavior *active,
                           const struct us_chosen_behavior *chosen, int attempt);
void us_plan_log_query(us_plan *plan, const us_active_behavior *active,
                       const us_active_query *asking);

/* ---- lacks: plan/lacks.c */
struct us_lack;
/* Returns the type of the seat's faction that makes what the order makes; or US_NO_TYPE. */
us_type us_plan_find_maker(const us_plan *plan, const us_order *order);
/* Returns the name of its type or role, for notes; or NULL. */
const char *us_lack_item(const us_plan *plan, const struct us_lack *lack);
/* Returns lacks, or `other` if its kind is none. */
us_lacking us_lacking_choose(us_lacking lacks);
us_task_reason us_task_reason_from_refusal(const us_plan *plan, const us_task *task,
                                           us_reason reason);
/* Returns the last noted reason to wait; its text is the task's. */
us_task_reason us_task_reason_from_wait(const us_task *task);
/* Passes the lack of a failed node to the behavior around it. */
void us_plan_pass_lack(us_plan *plan, us_node_ref node_ref, const us_task_reason *why);

/* ---- goal instances, which label orders; their ids are nodes: plan/label.c */
/* Calls must come in the order of their nodes. above: the result of us_plan_find_goal. */
void us_plan_open_label(us_plan *plan, uint32_t node, const us_goal *goal, uint32_t above);
void us_plan_close_label(us_plan *plan, uint32_t node, bool achieved);

const us_arg *us_node_arg(const us_node *node, int param); /* of that parameter, or NULL */
void us_plan_set_trouble(us_plan *plan, const char *why);  /* why something can't be read */

/* ---- the pace of the demonstration: plan/pace.c */
/* Returns whether the step is a goal to maintain, which is never done and ends with the node above
 * it. */
bool us_pace_is_maintained(const us_template *template, const char *label);
void us_active_behavior_set_pace(us_plan *plan, us_active_behavior *active,
                                 const us_template *template, const us_case_metadata *known,
                                 const us_fill *fill);
us_pace us_task_pace(const us_plan *plan, us_node_ref node_ref);
us_rank us_task_rank(const us_plan *plan, us_node_ref node_ref);
/* If nothing is being done, moves the next begin to now. */
void us_plan_advance_pace(us_plan *plan);

/* ---- queries: plan/inquire.c */
us_answer us_query_task_begin(us_plan *plan, us_node_ref node_ref, us_cycle *until);
us_answer us_query_task_update(us_plan *plan, us_task *task, us_cycle *until);
void us_query_task_stop(us_plan *plan, us_task *task, us_stop how);
int64_t us_query_task_similarity(us_plan *plan, us_node_ref node_ref);
bool us_plan_has_event_query(const us_plan *plan); /* some query is checked upon changes */

/* ---- goals: plan/pursue.c */
us_answer us_goal_task_begin(us_plan *plan, us_node_ref node_ref, us_cycle *until);
us_answer us_goal_task_update(us_plan *plan, us_task *task, us_cycle *until);
void us_goal_task_stop(us_plan *plan, us_task *task);
/* Returns the similarity of the best behavior, were it begun now. */
int64_t us_goal_task_similarity(us_plan *plan, us_node_ref node_ref);

/* ---- counts of increases: plan/increase.c */
/* Sets the baseline of an increase: the present count, or what others that count the same at that
 * time will reach. */
void us_increase_begin(const us_plan *plan, us_task *task);
/* Ends an increase that was not reached. Later ones count as if it had not been there. */
void us_increase_end(const us_plan *plan, const us_task *task);

/* ---- the behavior for a goal: plan/choose.c */
typedef struct us_chosen_behavior {
    int found, behavior;
    bool above; /* all that would fit are at work above the goal */
    int64_t similarity, margin;
    const char *other;
} us_chosen_behavior;
/* Chooses a behavior for the goal; found -1: there is none now. *again: worth asking again soon. */
void us_plan_choose_behavior(us_plan *plan, const us_task *task, us_chosen_behavior *out,
                             bool *again);
/* Returns the similarity of the best behavior for the goal at the node reference; 0: there is
 * none. */
int64_t us_plan_goal_similarity(us_plan *plan, us_node_ref node_ref, const us_goal *goal);
const us_program *us_plan_get_program(us_plan *plan, int behavior); /* NULL: it can't be read */
void us_plan_prepare_choice(us_plan *plan);
const us_program *us_plan_find_tree(us_plan *plan, const char *name);

/* ---- what a case knows, kept as long as the plan lives: plan/case_metadata.c */
const us_case_metadata *us_case_metadata_get(us_plan *plan, const us_template *template,
                                             int found); /* or NULL */

/* ---- plan/fill.c */
/* Fills the goal with the chosen behavior; false: it can't be read, or would lie too deep. */
bool us_goal_task_fill(us_plan *plan, us_task *task, const us_chosen_behavior *chosen);

/* ---- actions: plan/step.c */
us_answer us_action_task_begin(us_plan *plan, us_node_ref node_ref, us_cycle *until);
us_answer us_action_task_update(us_plan *plan, us_task *task, us_cycle *until);
void us_action_task_stop(us_plan *plan, us_task *task, us_stop how);
/* Gives an order. task gets its result; NULL: no task does. */
void us_plan_give_order(us_plan *plan, const us_order *order, us_task *task);
void us_action_task_on_event(us_plan *plan, const us_event *event);

/* ---- the cost of a step: plan/cost.c */
const us_type_def *us_cost_find(const us_plan *plan, const us_order *order); /* NULL: nothing */
/* Returns false if another request is served first or the stock is too small; *lacks: the
 * resource. */
bool us_cost_is_served(us_plan *plan, us_task *task, int *lacks);
/* Returns the stock less all requests; below 0: too little. */
int64_t us_cost_spare(const us_plan *plan, int resource);
void us_cost_on_order(us_plan *plan, const us_task *task, const us_order *order, us_reason reason);

/* ---- units that a step could call: plan/idle_pool.c */
const us_action_def *us_plan_entity_action(const us_plan *plan,
                                           const us_entity *e); /* NULL: no action, or no entity */
/* Returns whether the entity is the seat's own, complete, without an action, and no step commands
 * it. */
bool us_plan_is_idle(const us_plan *plan, const us_entity *e);
/* Returns a hash of all that decides which units a step could call: the seat's units, what they do,
 * and their reservations. While it stays the same, a search that found no unit would find none
 * again. */
us_hash us_idle_pool_hash(us_plan *plan);

/* ---- the present arguments of an action: plan/bind.c */
typedef enum us_bind_result { US_BOUND, US_BOUND_LATER, US_BOUND_NEVER } us_bind_result;
/* Fills the order's actors and arguments. LATER: no unit can do it now; lack: the type or role of a
 * unit that could be made. NEVER: no place or target; lack: the type or role of a target. */
typedef struct us_lack {
    us_type type; /* or US_NO_TYPE */
    int role;     /* or -1 */
    int action;   /* the unit must be able to do it; -1: any */
} us_lack;
us_bind_result us_action_task_bind(us_plan *plan, us_task *task, us_lack *lack);
/* Returns whether the unit gathers something now, by any order. */
bool us_plan_is_gathering(const us_plan *plan, us_id id);
/* Finds the most similar entity to act on: of the described type, or else, for another seat's
 * entity, of the nearest type above it. order and param: entities for which the order holds now
 * come first. but: not this one; 0: any. Returns false if there is none. */
bool us_plan_find_target(us_plan *plan, const us_slot_description *what, const us_order *order,
                         int param, us_id but, us_id *out);

/* ---- blocked sites and stranded units: plan/blacklist.c */
/* Marks the site of the order as blocked for a while, since building failed there. */
void us_plan_block_site(us_plan *plan, const us_order *order);
bool us_plan_has_blocked_site(const us_plan *plan, const us_order *order, us_box box);
/* Marks the unit as stranded for a while if it is cut off from most of the seat's others. Returns
 * whether it is. */
bool us_plan_mark_stranded(us_plan *plan, us_id unit);
bool us_plan_is_stranded(const us_plan *plan, us_id unit);

/* ---- making what a step lacks: plan/make.c */
/* Fills the step with a tree that makes it; false: it can't be made, or is there or coming
 * already. */
bool us_action_task_make(us_plan *plan, us_task *task, const us_lack *lack);
/* Return what the seat lacks to make a type, or to feed one more unit. */
us_lack us_lack_find_required(const us_plan *plan,
                              const us_type_def *made); /* made NULL: nothing */
us_lack us_lack_find_food(const us_plan *plan);
/* Returns whether another step already makes such a thing. */
bool us_plan_is_coming(const us_plan *plan, const us_task *but, const us_lack *lack);

#endif
