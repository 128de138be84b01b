/* The plan of a seat at a cycle, as the plan lines of a trace report it (domain/note.h). */
#ifndef US_TRACES_PLAN_TREE_H
#define US_TRACES_PLAN_TREE_H

#include "domain/note.h"

enum { US_PLAN_NONE = -1 };

/* The latest binding of a node's slot. */
typedef struct us_plan_slot {
    const char *name;
    us_cycle cycle; /* of the binding */
    const us_id *unit;
    int units;
    int32_t cell; /* used if units is 0; -1: no cell either */
    int next;     /* the node's next slot, or NONE */
} us_plan_slot;

/* A node of a plan. Nodes refer to each other by index. */
typedef struct us_plan_node {
    uint32_t number;
    uint8_t of, state; /* us_note_subject; the us_note_kind of its latest note, never BOUND */
    bool over;         /* it or a node above it has ended */
    us_cycle opened, since, closed; /* since: of this state; closed: of its end, or -1 */
    const char *text, *what, *label;
    const char *why; /* reason of the state, like lacks */
    us_lacking lacks;
    us_hash behavior;
    int64_t case_id, similarity, margin; /* of a retrieved behavior, whose attempt is not 0 */
    const char *other;
    int attempt;
    int repairs;                  /* of a behavior, made in play; the last one: */
    us_cycle repaired;            /* when */
    const char *pattern;          /* for which failure */
    const char *repair_text;      /* the repair in words, or "" */
    int above, first, last, next; /* NONE: no such node; children in order of creation */
    int slot, last_slot;          /* NONE: no slot */
    int depth;                    /* 0: at the top */
} us_plan_node;

/* A plan as a tree. It owns its texts and units; zero-initialized is empty. */
typedef struct us_plan_tree {
    us_plan_node *node; /* by number, ascending */
    int count, open;    /* open: nodes that are not over */
    us_plan_slot *slot;
    int slots;
    int first, last;                  /* nodes at the top; set if count is above 0 */
    bool squads;                      /* the seat has had a squad */
    us_note squad;                    /* its latest note */
    us_cycle squad_since;             /* since when it does what it does */
    int node_capacity, slot_capacity; /* private */
    us_arena *arena;                  /* private */
} us_plan_tree;

/* Adds a note of the plan's own seat, or of its squad, which contradicts nothing. A repair counts
 * if it was made and the behavior is at work. If the note
 * contradicts earlier ones, the call fails with an error without a place and keeps the part that
 * makes sense; more notes may follow. */
us_status us_plan_tree_add(us_plan_tree *plan, const us_note *note, us_error *err);
int us_plan_tree_find(const us_plan_tree *plan, uint32_t number); /* NONE: not found */
/* Returns the next node in preorder, or NONE after the last. From NONE it begins with the first
 * node at the top. If `into` is false, skips the nodes below `at`. */
int us_plan_tree_next(const us_plan_tree *plan, int at, bool into);
/* Returns the node itself if it is a goal, else the nearest goal above, or NONE. */
int us_plan_tree_find_goal(const us_plan_tree *plan, int at);
/* Writes the member "squad" into the open object: null if the seat has had no squad. */
void us_plan_tree_write_squad(const us_plan_tree *plan, us_json_writer *writer);
void us_plan_tree_clear(us_plan_tree *plan);

/* The plans of all seats of a recorded game, after all thinking at cycle `to`. */
typedef struct us_plans {
    us_plan_tree plan[US_SEATS_MAX]; /* count 0: the seat has no plan lines */
    int64_t notes;
} us_plans;

typedef struct us_plans_def {
    const char *path;
    const us_domain *domain; /* the trace's domain */
    us_cycle to;             /* INT32_MAX: the whole game */
    /* Receives each line that contradicts earlier ones. NULL: the first such line is an error. */
    void (*on_fault)(void *context, int line, int column, const char *text);
    void *context;
} us_plans_def;

us_status us_plans_read(const us_plans_def *def, us_plans *out, us_error *err);
void us_plans_clear(us_plans *plans);

/* How a plan's nodes ended, by goal type. A behavior counts for the goal above it, a step for the
 * goal above its behavior. */
typedef enum us_plan_end {
    US_PLAN_SUCCEEDED,
    US_PLAN_FAILED,
    US_PLAN_STOPPED, /* itself, or a node above it */
    US_PLAN_OPEN,
    US_PLAN_ENDS,
} us_plan_end;

us_plan_end us_plan_node_end(const us_plan_node *node);
const char *us_plan_end_name(us_plan_end end);

enum { US_PLAN_TYPES_MAX = 256 }; /* distinct goal types; the last row is "others" */
typedef struct us_plan_sum {
    char goal[64]; /* the goal's type, cut to fit; "": below no goal */
    int64_t count[US_NOTE_SUBJECTS][US_PLAN_ENDS];
} us_plan_sum;

/* Rows in order of first appearance. The caller frees sum with us_mem_free. */
typedef struct us_plan_sums {
    us_plan_sum *sum;
    int count;
} us_plan_sums;
us_plan_sums us_plan_tree_summarize(const us_plan_tree *plan);

#endif
