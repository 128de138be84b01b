/* The plan of a seat at a cycle, as the plan lines of a trace tell it (domain/note.h). */
#ifndef US_TRACES_PLAN_TREE_H
#define US_TRACES_PLAN_TREE_H

#include "domain/note.h"

enum { US_PLAN_NONE = -1 };

/* What a slot of a node holds: the latest. */
typedef struct us_plan_slot {
    const char *name;
    us_cycle cycle; /* when it was bound */
    const us_id *unit;
    int units;
    int32_t cell; /* where there are no units; -1: it holds no unit */
    int next;     /* of the same node, or NONE */
} us_plan_slot;

/* Nodes name each other by index. */
typedef struct us_plan_node {
    uint32_t number;
    uint8_t of, state; /* us_note_of, us_note_kind: what it was last told to be, never BOUND */
    bool over;         /* it ended, or what stands above it did */
    us_cycle opened, since, closed; /* since: in this state; closed: over; -1 */
    const char *text, *what, *label;
    const char *why; /* of its state, as lacks */
    us_lacking lacks;
    us_hash behavior;
    int64_t case_id, similarity, margin; /* of a behavior that was retrieved: attempt is not 0 */
    const char *other;
    int attempt;
    int above, first, last, next; /* children in the order in which they came; or NONE */
    int slot, last_slot;          /* or NONE */
    int depth;                    /* 0: at the top */
} us_plan_node;

/* Zero-initialized is empty. It owns its texts and units. */
typedef struct us_plan_tree {
    us_plan_node *node; /* in the order of their numbers */
    int count, open;    /* open: not over */
    us_plan_slot *slot;
    int slots;
    int first, last;                  /* at the top; with count above 0 */
    int node_capacity, slot_capacity; /* private */
    us_arena *arena;                  /* private */
} us_plan_tree;

/* What the note tells, of the plan's own seat. A note that does not follow from those before is
 * an error without a place: of it counts what makes sense, and more may be added. */
us_status us_plan_tree_add(us_plan_tree *plan, const us_note *note, us_error *err);
int us_plan_tree_find(const us_plan_tree *plan, uint32_t number); /* NONE: no such node */
/* The next one when a tree is walked from its top down, children before siblings; NONE: all were
 * met. `into`: go below this one. From NONE to the first at the top. */
int us_plan_tree_next(const us_plan_tree *plan, int at, bool into);
/* The goal itself, or the nearest above; NONE: there is none. */
int us_plan_tree_goal(const us_plan_tree *plan, int at);
void us_plan_tree_clear(us_plan_tree *plan);

/* The plans of all seats of a recorded game, after the thinking of cycle `to`. */
typedef struct us_plans {
    us_plan_tree plan[US_SEATS_MAX]; /* count 0: the seat told nothing */
    int64_t notes;
} us_plans;

typedef struct us_plans_def {
    const char *path;
    const us_domain *domain; /* the trace's */
    us_cycle to;             /* INT32_MAX: the whole game */
    /* Lines that do not follow from those before; NULL: the first one is the error. */
    void (*fault)(void *context, int line, int column, const char *text);
    void *context;
} us_plans_def;

us_status us_plans_read(const us_plans_def *def, us_plans *out, us_error *err);
void us_plans_clear(us_plans *plans);

/* How the nodes of a plan ended, by type of goal: behaviors count for the goal above them, steps
 * for the one above their behavior. */
typedef enum us_plan_end {
    US_PLAN_SUCCEEDED,
    US_PLAN_FAILED,
    US_PLAN_STOPPED, /* by what stands above it too */
    US_PLAN_OPEN,
    US_PLAN_ENDS,
} us_plan_end;

us_plan_end us_plan_end_of(const us_plan_node *node);
const char *us_plan_end_name(us_plan_end end);

enum { US_PLAN_TYPES_MAX = 256 }; /* types of goals that are told apart; the last is "others" */
typedef struct us_plan_sum {
    char goal[64]; /* its type, cut; "": below no goal */
    int64_t count[US_NOTE_OFS][US_PLAN_ENDS];
} us_plan_sum;

/* In the order in which the types turned up. The caller frees sum with us_free. */
typedef struct us_plan_sums {
    us_plan_sum *sum;
    int count;
} us_plan_sums;
us_plan_sums us_plan_tree_sum_up(const us_plan_tree *plan);

#endif
