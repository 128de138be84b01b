/* Private to plan/: the tasks of a plan that are alive. A task is a goal that is pursued, a query
 * that is answered or an action that is carried out: what the host of the run knows of an open node
 * or a leaf. */
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

/* A step keeps the pace of its demonstration. */
typedef struct us_pace {
    us_cycle begin; /* not before */
    bool added;     /* it was not shown, others of its behavior were */
    us_cycle drop;  /* a goal that the demonstrator gave up counts as over then; US_NEVER */
} us_pace;

/* When a step was begun, and given up, in cycles of the demonstration; -1: not known, or never. */
typedef struct us_demo_timing {
    us_cycle begin, drop;
} us_demo_timing;

/* What a case tells of its behavior. */
typedef struct us_case_metadata {
    us_hash hash;         /* the behavior's */
    us_described *slot;   /* by slot of its template */
    us_demo_timing *step; /* by node */
    us_cycle next;        /* another behavior's turn came so many cycles later; 0: not known */
} us_case_metadata;

/* Why something waits, failed or was stopped, as notes tell it. */
typedef struct us_why {
    const char *text; /* NULL: none; copied where it is kept */
    us_lacking lacks; /* item: a name of the domain's, or NULL */
} us_why;

/* What fills a goal: a behavior with the case that it was retrieved by. */
typedef struct us_active_behavior {
    uint32_t frame; /* of the run; 0: free */
    uint32_t node;  /* in notes */
    uint32_t above; /* that of its goal, or of its query, in notes; 0: none, a tree */
    bool asked;     /* it fills a query */
    int behavior;   /* of the case base */
    us_hash hash;
    const us_described *description; /* by slot of the template; NULL: nothing is known */
    us_arena *arena;                 /* of pace, and of the state that an attempt was made in */
    us_pace *pace;                   /* by node of the template; NULL: any */
    int slots, nodes;
    us_lacking lacks; /* what was lacking where something in it failed last */
} us_active_behavior;

typedef enum us_step_state {
    US_STEP_WANTS,  /* somebody, something, a place, resources */
    US_STEP_GIVEN,  /* the order was given in this think; nobody knows yet what became of it */
    US_STEP_TAKEN,  /* it is being carried out */
    US_STEP_MAKING, /* what it lacks is being made */
} us_step_state;

/* An order in the making, and then what it was. */
typedef struct us_action_task {
    us_step_state state;
    us_order order;
    us_id *unit; /* actors that have not ended it */
    int units, room;
    us_id product; /* what it made, or 0 */
    int done;      /* actors that did it */
    us_cycle late; /* who hasn't done it by then isn't waited for; 0: all are */
    us_reason reason;
    us_type actor;     /* of the first one to whom it was given last; US_NO_TYPE: not yet */
    us_cycle patience; /* gives up then */
    us_type making;    /* while MAKING */
    us_cycle making_since;
    int trials;
    us_hash hands; /* among whom there was nobody when it was last tried; 0: there was */
    bool walled;   /* no way led there when it was last tried */
    bool priced;   /* it lacked but its cost when it was last tried */
    bool busy;     /* nobody is free, but all who could do it go on with something */
} us_action_task;

typedef struct us_goal_task {
    us_goal goal;
    int64_t began[US_GAINS_MAX]; /* behind what others that count the same are to reach */
    int64_t alone[US_GAINS_MAX]; /* without these */
    us_binding test;
    uint32_t frame;      /* of the behavior that is tried; 0: none */
    int attempts, found; /* the case that is tried, or -1 */
    us_cycle tried_at;   /* when the attempt began, and in what state: */
    int32_t *state;      /* by dimension of the case base's space; in the behavior's arena */
    bool held;           /* maintain: its test held when it was last asked */
    us_cycle grace;      /* until when what goes on may still bring it about; 0: not asked yet */
    us_cycle drop;       /* see us_pace */
    us_cycle next;       /* another behavior's turn comes then; US_NEVER: when this one ends */
    us_lacking lacks;    /* what the last attempt that failed was lacking */
} us_goal_task;

typedef struct us_answered {
    us_active_query asking;
    us_lacking lacks; /* what it lacks where it fails */
} us_answered;

typedef struct us_task {
    us_node_ref node_ref; /* frame 0: free */
    us_node_kind kind;
    /* In notes, as a holder of what is reserved, and of a goal as that which orders are labeled
     * with: they count as they are told of; 0: not yet, and it holds nothing. */
    uint32_t node;
    bool early;     /* it keeps the pace: its begin is still to come */
    bool left;      /* to itself: it keeps what it holds when it is freed */
    us_cycle born;  /* when the run began it */
    char waits[64]; /* for what it was last noted to wait; "": for nothing since */
    us_lacking lacks;
    union {
        us_action_task step;
        us_goal_task goal_task;
        us_answered inquiry;
    };
} us_task;

/* Where something should have been put up and couldn't be: somebody stands there all the time. */
typedef struct us_blocked_site {
    us_box box;
    us_cycle until;
} us_blocked_site;

/* A unit that is left out, until then. */
typedef struct us_stranded {
    us_id unit;
    us_cycle until;
} us_stranded;

enum { US_BLOCKED_SITE_MAX = 8, US_STRANDED_MAX = 8 };

enum { US_CREDIT_MAX = 24 }; /* retrievals that may be made at once */

/* Those of the last time that they were asked for; hash 0: not yet. */
typedef struct us_idle_pool_now {
    us_cycle at;
    uint64_t changes;
    us_hash hash;
} us_idle_pool_now;

struct us_plan {
    us_plan_def def;
    us_goal goal; /* that of def, which is gone */
    const us_domain *domain;
    us_run *run;
    us_answer answer; /* the root's */
    us_measure *measure;
    us_tries *tries;
    us_query_engine *asker; /* NULL: nothing was asked yet */
    us_reserve *reserve;
    us_detached_orders detached;
    us_idle_pool_now hands;
    int food_used, food_supply; /* tallies, or -1 */
    us_standing_orders *standing_orders;
    us_opening *opening;
    us_gather_balance gains;
    us_reinforcements reinforcements;
    us_blocked_site blocked[US_BLOCKED_SITE_MAX]; /* a ring */
    int spoils;
    us_stranded stranded[US_STRANDED_MAX]; /* a ring */
    int strands;
    us_reviser *reviser;
    us_rng rng;
    us_ties ties;
    int demonstration;    /* the one of def's whose cases alone are retrieved; -1: all are */
    us_program **program; /* by behavior of the case base: NULL, not asked for yet */
    const us_case_metadata **known; /* by case of the case base: NULL, not asked for yet */
    us_arena *read;                 /* of these */
    us_program **tree;              /* that were called */
    int trees, tree_capacity;
    us_program *root;
    us_threats threats;
    us_brl *root_file;
    us_program **maker; /* by action: makes what its parameter says */
    us_brl **maker_file;
    us_task **task; /* alive ones have a node reference */
    int tasks, task_capacity;
    us_active_behavior *active;
    int actings, active_capacity;
    uint32_t nodes;      /* given so far */
    uint32_t root_frame; /* of a tree */
    us_cycle root_at;    /* the root is not begun before */
    us_cycle root_pause;
    int64_t steps_then; /* steps begun before it */
    int credit;         /* retrievals that may be made now */
    us_cycle credit_at;
    us_notes notes;
    us_str text, trouble; /* at work; why nothing could be read */
    const us_view *view;  /* of the think under way, as the orders */
    us_cycle now;         /* of the last think, when it is told what became of its orders */
    us_orders *orders;    /* of the think under way */
    us_task **given;      /* by order of the last think: whose it is, or NULL */
    int givens, given_capacity, told;
    us_goal_instance *label; /* by id */
    int labels, label_capacity;
    uint32_t top; /* the last instance of the plan's goal; 0: none yet */
    us_plan_counts counts;
};

/* ---- tasks: plan/task.c */
us_task *us_task_new(us_plan *plan, us_node_ref node_ref, us_node_kind kind);
us_task *us_task_find(const us_plan *plan, us_node_ref node_ref); /* NULL: none */
void us_task_free(us_plan *plan, us_task *task);                  /* lets go of all that it holds */
us_active_behavior *us_active_behavior_new(us_plan *plan, uint32_t frame);
us_active_behavior *us_active_behavior_find(const us_plan *plan, uint32_t frame); /* NULL: none */
void us_active_behavior_free(us_active_behavior *active);
/* What fills the open node is over, and so it is told. frame 0: nothing does. */
void us_active_behavior_end(us_plan *plan, us_node_ref open_node, uint32_t *frame,
                            us_note_kind kind, const us_why *why);
/* The behavior that a node reference belongs to, through trees that it calls; NULL: none. */
us_active_behavior *us_active_behavior_around(const us_plan *plan, us_node_ref node_ref);
/* The goal that a node reference is done for, or the tree that is played; 0: neither. */
uint32_t us_goal_around(const us_plan *plan, us_node_ref node_ref);
const us_node *us_task_node(const us_plan *plan, const us_task *task);

/* ---- what happened, for the trace: plan/tell.c */
struct us_chosen;
/* why may be NULL. What is stopped while it waits tells what it lacked. */
void us_tell_task(us_plan *plan, us_task *task, us_note_kind kind, const us_why *why);
void us_tell_waiting(us_plan *plan, us_task *task, const us_why *why); /* once for each why */
void us_tell_bound(us_plan *plan, us_task *task, const char *slot, const us_id *unit, int units,
                   int32_t cell);
void us_tell_behavior(us_plan *plan, us_active_behavior *active, us_note_kind kind,
                      const us_why *why);
void us_tell_tree(us_plan *plan, us_active_behavior *active, const char *name); /* it begins */
void us_tell_retrieved(us_plan *plan, const us_active_behavior *active,
                       const struct us_chosen *chosen, int attempt);
void us_tell_answered(us_plan *plan, const us_active_behavior *active,
                      const us_active_query *asking);

/* ---- what was lacking: plan/lacks.c */
struct us_lack;
/* Of one's own faction, who makes what the order makes; or US_NO_TYPE. */
us_type us_maker_of(const us_plan *plan, const us_order *order);
/* The name of its type or role, for notes; or NULL. */
const char *us_lack_item(const us_plan *plan, const struct us_lack *lack);
/* It itself; of nothing that is told: something else. */
us_lacking us_lacking_or_other(us_lacking lacks);
us_why us_why_refused(const us_plan *plan, const us_task *task, us_reason reason);
/* What it was last noted to wait for; its text is the task's. */
us_why us_why_waiting(const us_task *task);
/* It failed, and what it stands in with it. */
void us_lack_pass_on(us_plan *plan, us_node_ref node_ref, const us_why *why);

/* ---- goal instances, by which orders are labeled; their ids are nodes: plan/label.c */
/* In the order of their nodes. above: as us_goal_around tells. */
void us_label_open(us_plan *plan, uint32_t node, const us_goal *goal, uint32_t above);
void us_label_close(us_plan *plan, uint32_t node, bool achieved);

const us_arg *us_node_arg(const us_node *node, int param); /* of that parameter, or NULL */
void us_plan_troubled(us_plan *plan, const char *why);     /* why nothing could be read */

/* ---- the pace of the demonstration: plan/pace.c */
/* The step is a goal that is maintained: it is never done, and ends with what stands above it. */
bool us_step_is_maintained(const us_template *template, const char *label);
void us_pace_keep(us_plan *plan, us_active_behavior *active, const us_template *template,
                  const us_case_metadata *known, const us_fill *fill);
us_pace us_task_pace(const us_plan *plan, us_node_ref node_ref);
us_rank us_task_rank(const us_plan *plan, us_node_ref node_ref);
/* Where nothing is being done, what comes next comes now. */
void us_pace_advance(us_plan *plan);

/* ---- queries: plan/inquire.c */
us_answer us_inquire_begin(us_plan *plan, us_node_ref node_ref, us_cycle *until);
us_answer us_inquire_go(us_plan *plan, us_task *task, us_cycle *until);
void us_inquire_stop(us_plan *plan, us_task *task, us_stop how);
int64_t us_inquire_similarity(us_plan *plan, us_node_ref node_ref);
bool us_inquires(const us_plan *plan); /* some query is to be asked again when something changes */

/* ---- goals: plan/pursue.c */
us_answer us_pursue_begin(us_plan *plan, us_node_ref node_ref, us_cycle *until);
us_answer us_pursue_go(us_plan *plan, us_task *task, us_cycle *until);
void us_pursue_stop(us_plan *plan, us_task *task);
/* Of the best behavior, were it begun now. */
int64_t us_pursue_similarity(us_plan *plan, us_node_ref node_ref);

/* ---- what increases count: plan/increase.c */
/* Notes what it is measured against: what is there, or what others that count the same at the time
 * are to reach. */
void us_increase_begin(const us_plan *plan, us_task *task);
/* It ends without having been reached: those that began later count as if it hadn't been there. */
void us_increase_end(const us_plan *plan, const us_task *task);

/* ---- the behavior for a goal: plan/choose.c */
typedef struct us_chosen {
    int found, behavior;
    bool above; /* what would do is at work above the goal */
    int64_t similarity, margin;
    const char *other;
} us_chosen;
/* US_OK with found -1: there is none now; *again: worth asking again soon. */
void us_choose(us_plan *plan, const us_task *task, us_chosen *out, bool *again);
/* Of the best for the goal at the node reference; 0: there is none. */
int64_t us_choose_similarity(us_plan *plan, us_node_ref node_ref, const us_goal *goal);
const us_program *us_choose_program(us_plan *plan, int behavior); /* NULL: it can't be read */
void us_choose_prepare(us_plan *plan);
const us_program *us_choose_tree(us_plan *plan, const char *name);

/* ---- what a case tells, as long as the plan lives: plan/case_metadata.c */
const us_case_metadata *us_case_metadata_of(us_plan *plan, const us_template *template,
                                            int found); /* or NULL */

/* ---- plan/fill.c */
/* Fills the goal with it; false: it can't be read. */
bool us_fill_goal(us_plan *plan, us_task *task, const us_chosen *chosen);

/* ---- actions: plan/step.c */
us_answer us_step_begin(us_plan *plan, us_node_ref node_ref, us_cycle *until);
us_answer us_step_go(us_plan *plan, us_task *task, us_cycle *until);
void us_step_stop(us_plan *plan, us_task *task, us_stop how);
/* Gives an order, for a task or (NULL) for none that hears of it. */
void us_plan_order(us_plan *plan, const us_order *order, us_task *task);
void us_step_hear(us_plan *plan, const us_event *event);

/* ---- what a step costs: plan/cost.c */
const us_type_def *us_cost_of(const us_plan *plan, const us_order *order); /* NULL: nothing */
/* False: something else is served first, or there isn't enough; *lacks: the resource. */
bool us_cost_served(us_plan *plan, us_task *task, int *lacks);
/* What is there beside what all together ask for; below 0: too little. */
int64_t us_cost_spare(const us_plan *plan, int resource);
void us_cost_told(us_plan *plan, const us_task *task, const us_order *order, us_reason reason);

/* ---- who could be called to something: plan/idle_pool.c */
const us_action_def *us_doing(const us_plan *plan, const us_entity *e); /* NULL: nothing, nobody */
/* One's own, complete, with nothing to do; and no step commands it. */
bool us_is_idle(const us_plan *plan, const us_entity *e);
/* All of them as one number: as long as it stays the same, who looked for somebody in vain would do
 * so again. */
us_hash us_idle_pool(us_plan *plan);

/* ---- what an action's arguments are now: plan/bind.c */
typedef enum us_bound { US_BOUND, US_BOUND_LATER, US_BOUND_NEVER } us_bound;
/* Fills the order's actors and arguments. LATER: nobody is there to do it; lack: the type or role
 * of what could be made. NEVER: no place or target; lack: the type or role of a target. */
typedef struct us_lack {
    us_type type; /* or US_NO_TYPE */
    int role;     /* or -1 */
    int action;   /* that it must be able to do; -1: any */
} us_lack;
us_bound us_bind_step(us_plan *plan, us_task *task, us_lack *lack);
/* The unit gathers something now, whoever told it to. */
bool us_gathers(const us_plan *plan, us_id id);
/* The most similar one to act on: of that type, else, of others than one's own, of the nearest type
 * above it. order and param: it would do there now, if possible. but: not this one; 0: anybody.
 * False: there is nobody. */
bool us_bind_somebody(us_plan *plan, const us_described *what, const us_order *order, int param,
                      us_id but, us_id *out);

/* ---- what is left out for a while: plan/blacklist.c */
/* What the order makes couldn't be put up there. */
void us_spoil(us_plan *plan, const us_order *order);
bool us_site_is_blocked(const us_plan *plan, const us_order *order, us_box box);
/* It was sent, and there is no place: is it cut off from the others? Then it is left out. */
bool us_strand(us_plan *plan, us_id unit);
bool us_is_stranded(const us_plan *plan, us_id unit);

/* ---- what a step lacks is made: plan/make.c */
/* Fills the step with what makes it; false: nothing can. */
bool us_make(us_plan *plan, us_task *task, const us_lack *lack);
/* What the seat lacks for a type, or to feed one more. */
us_lack us_lack_required(const us_plan *plan, const us_type_def *made); /* made NULL: nothing */
us_lack us_lack_food(const us_plan *plan);
/* Another step makes such a thing already. */
bool us_is_coming(const us_plan *plan, const us_task *but, const us_lack *lack);

#endif
