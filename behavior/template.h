/* Templates: the immutable form of behaviors, trees and archetypes.
 *
 * A template never changes after it was made (behavior/build.h, behavior/brl.h), so threads may
 * share it. The state of a run lies elsewhere (behavior/run.h). The nodes stand in one array in
 * pre-order: node 0 is the root, the children of node i begin at i + 1, and the next sibling of
 * node c is node[c].end. All texts and arrays belong to the template.
 *
 * Three kinds of templates share this form. A behavior names the goal that it achieves and the
 * conditions under which it makes sense. Nodes call a tree by its name. A character runs an
 * archetype without end. docs/LANGUAGE_REFERENCE.md describes the text form. */
#ifndef US_BEHAVIOR_TEMPLATE_H
#define US_BEHAVIOR_TEMPLATE_H

#include "base/arena.h"
#include "behavior/names.h"
#include "domain/expr.h"
#include "domain/goal.h"
#include "understudy/behavior.h"

enum {
    US_BRL_VERSION = 1,
    US_TREE_DEPTH = 64,          /* depth of nesting */
    US_TREE_NODES_MAX = 4096,    /* of a template */
    US_TREE_CHILDREN_MAX = 1024, /* of one order */
    US_TREE_PAIRS_MAX = 65536,   /* written precedences of one order */
};

typedef enum us_memory {
    US_MEMORY_NONE,
    US_MEMORY_RESUME,
    US_MEMORY_LATCH,
    US_MEMORY_SCAN, /* as none, but looks at its children once in a tick */
    US_MEMORY_KEEP, /* as latch, also after a halt; a child that ends in the cycle in which it began
                       ends the tick */
} us_memory;
typedef enum us_rounds {
    US_ROUNDS_APART, /* each round begins in the cycle after the last one */
    US_ROUNDS_JOINED /* a round that took time is followed by the next one in the same cycle */
} us_rounds;
typedef enum us_score {
    US_SCORE_ORDER,
    US_SCORE_P, /* constant percentage */
    US_SCORE_UTILITY,
    US_SCORE_EMOTION, /* three numbers: risk, time, plan */
    US_SCORE_Q,
    US_SCORE_SIMILARITY,
    US_SCORE_HINT,
} us_score;
#define US_REFUSED "refused" /* event fired when a candidate refuses a hint */

typedef enum us_pick {
    US_PICK_FIRST, /* first candidate that works */
    US_PICK_ARGMAX,
    US_PICK_PROPORTIONAL,
    US_PICK_GEOMETRIC,     /* probability a (1 - a)^(i - 1), a = share percent */
    US_PICK_RESIDUAL_IDLE, /* idles with the probability that is missing to 100 percent */
} us_pick;
typedef enum us_recheck { US_RECHECK_ENTRY, US_RECHECK_TICK, US_RECHECK_EVENT } us_recheck;

typedef enum us_join { US_JOIN_WAVE, US_JOIN_FOLLOW } us_join;
typedef enum us_weighting { US_WEIGHTS_LITERAL, US_WEIGHTS_RENORMALIZE } us_weighting;

enum {
    US_FAIL_ALL = 0,           /* a parallel fails once all children have ended */
    US_FAIL_EARLY = -1,        /* a parallel fails as soon as it can't succeed any more */
    US_PURSUE_AS_DECLARED = 0, /* kind of the domain; otherwise 1 + us_goal_kind */
    US_SHARE_PRESET = 50,
    US_ARG_ACTOR = -2,
    US_RULE_EVENT = -1,   /* event that trees emit */
    US_RULE_ALWAYS = -2,  /* no event: fires whenever its condition holds */
    US_RULE_SUCCESS = -3, /* all behaviors of the state succeeded; US_RULE_FAILURE: one failed */
    US_RULE_FAILURE = -4,
    US_GOTO_SUCCESS = -3, /* the machine ends */
    US_GOTO_FAILURE = -4,
};

/* An expression in a behavior: an argument, a condition or a score. */
typedef struct us_arg {
    const char *name; /* name of its parameter or descriptor, or "" */
    const char *text; /* canonical, or as written if faulty; "": the domain's value */
    us_expr *expr;    /* NULL: anchor without one, or faulty; the domain's if text is "" */
    int param;        /* index in the action, goal or tree; US_ARG_ACTOR; -1 */
    bool descriptor;  /* is a descriptor of a query */
    bool anchor;      /* near(expr, dx, dy), or near(seat.role, dx, dy) if expr is NULL */
    int seat, role;   /* seat: US_SEAT_SELF, US_SEAT_ENEMY, US_NEUTRAL or US_SEAT_NONE */
    int dx, dy;
    int line, column;           /* place of the text */
    int name_line, name_column; /* place of the name, or of the text if there is no name */
} us_arg;

/* A slot: a name that a template uses instead of an id. Five sources bind a slot: the caller
 * (param), the pursued goal (the slot is an argument of `achieves`), the step that makes the entity
 * (-> name), set, and the slot's description. */
typedef struct us_slot_row {
    us_slot slot;
    us_type type;          /* type of the entities, or US_NO_TYPE */
    int role;              /* role of the entities, or -1 */
    int owner;             /* US_SEAT_SELF, US_SEAT_ENEMY, US_NEUTRAL or US_SEAT_NONE */
    const us_arg *initial; /* NULL: no initial value; a parameter that has one may be omitted */
    bool param;
    const char *type_name, *role_name; /* as written, or "" */
    int line, column;
} us_slot_row;

/* The settings of a squad node (docs/NODE_REFERENCE.md). */
typedef struct us_squad_rules {
    int gather, launch, retreat, join, leash, workers;
} us_squad_rules;

typedef struct us_node {
    us_node_kind kind;
    int parent, end;     /* -1 above the root; one past the last node of the subtree */
    const char *label;   /* or "" */
    const char *name;    /* see us_node_kind; or "" */
    const char *product; /* name of the slot that it binds, or "" */
    int what;            /* index of the action or goal; see GOTO and RULE; -1: unknown or none */
    int slot;            /* index of the slot that it binds, or -1 */
    const us_arg *arg;
    int arg_count;
    const char *const *list; /* semaphores, stacks or excluded behaviors */
    int list_count;
    /* settings; a setting of other kinds has its default value */
    int count, fail, memory, score, pick, share, recheck, again, hysteresis, pursue, retries;
    int threshold, weights, interrupt, rounds;
    us_squad_rules squad;
    bool broken; /* its text had faults of syntax: some of it is missing */
    int line, column;
} us_node;

typedef struct us_precedence {
    int first, then; /* children of one order; without pairs that follow from others */
} us_precedence;

/* Numbers or texts under a key. A case base holds many entries with mostly small numbers, so each
 * list of numbers takes as few bytes per number as its range needs. us_entry_number reads them. */
typedef struct us_entry {
    const char *key;
    union {
        const void *number;
        const char *const *text; /* at most US_STRING_MAX bytes each */
    };
    int count;           /* count of numbers */
    unsigned texts : 28; /* count of texts */
    unsigned width : 4;  /* bytes per number: 1, 2, 4 or 8 */
} us_entry;
/* Makes an entry of numbers. The numbers are copied into the arena, the key is borrowed. */
us_entry us_entry_make(us_arena *arena, const char *key, const int64_t *number, int count);
static inline int64_t us_entry_number(const us_entry *entry, int i)
{
    switch (entry->width) {
    case 1:
        return ((const int8_t *)entry->number)[i];
    case 2:
        return ((const int16_t *)entry->number)[i];
    case 4:
        return ((const int32_t *)entry->number)[i];
    default:
        return ((const int64_t *)entry->number)[i];
    }
}

/* A case: a state in which a behavior made sense, and the observations of it. With `done` it is a
 * suffix case: the steps in `done` are over, and the remaining plan starts here. A suffix case
 * belongs to the last case before it without `done`. */
typedef struct us_case {
    us_cycle cycle;          /* -1: unknown */
    const char *map;         /* or "" */
    const char *const *done; /* labels of steps (us_template_body), in their order */
    int done_count;
    const us_entry *entry;
    int entry_count;
} us_case;

/* Hash table of slots by name, with open addressing. A place holds 1 + the index of a slot, or 0 if
 * it is free. The size is a power of two, or 0. */
typedef struct us_slot_table {
    const uint16_t *place;
    int size;
} us_slot_table;

struct us_template {
    us_template_kind kind;
    const us_domain *domain; /* borrowed */
    const char *name;
    int line, column;
    /* Slots: the file's shared slots, then parameters, then own slots. */
    const us_slot_row *slot;
    int slot_count, shared, params;
    us_scope scope; /* the same slots, for expressions */
    us_slot_table by_name;
    /* Goal and conditions of a behavior. */
    const char *goal_name; /* or "" */
    int goal;              /* index, or -1 */
    int pursue;            /* 1 + us_goal_kind; US_PURSUE_AS_DECLARED for the kind of the domain */
    const us_arg *goal_arg;
    int goal_args;
    const us_arg *when, *alive; /* preconditions; alive-conditions ("while") */
    int when_count, alive_count;
    const char *const *classes;
    int class_count;
    const us_entry *descriptor; /* one number each */
    int descriptor_count;
    const us_case *cases; /* the first has no done steps */
    int case_count;
    bool literal; /* may name entities of one game by their ids */
    /* Nodes. */
    const us_node *node;
    int node_count;
    const us_precedence *before; /* sorted by node */
    int before_count;
    bool broken; /* its text had faults of syntax: some of it is missing */
    us_arena *arena;
};

void us_template_free(us_template *template); /* NULL is fine */
US_AUTOPTR_DEFINE(us_template, us_template_free);
/* Returns whether two templates are equal, apart from their places in files. */
bool us_template_equal(const us_template *a, const us_template *b);
bool us_template_has_call(const us_template *template); /* has a call node */
/* Returns the node whose children are the steps: the root, or, if that is a monitor or a squad, its
 * first child, and so on. */
int us_template_body(const us_template *template);
/* Returns the goal kind that `pursue` of a template or node means for a goal of the domain. */
us_goal_kind us_goal_kind_from_pursue(const us_domain *domain, int goal, int pursue);
/* Returns whether a candidate has a similarity: a goal or query in a choose with `score
 * similarity`. */
bool us_node_has_similarity(const us_template *template, int candidate);
/* Returns whether one of the behavior's classes is the class or lies below it. */
bool us_template_has_class(const us_template *behavior, const char *class_name);
/* Returns whether the behavior may fill the query: it is of the query's class, it is not excluded,
 * and its parameters have the kinds of the arguments. */
bool us_template_can_fill(const us_node *query, const us_template *behavior);
int us_template_find_slot(const us_template *template, const char *name); /* or -1 */
/* Binds the slots that a goal determines in a behavior: those that stand alone as arguments of
 * `achieves`. The goal may be of another type than the behavior's own, so parameters are paired by
 * name and kind. */
void us_template_bind_goal(const us_template *behavior, const us_goal *goal, us_value *value,
                           us_slots *bound);
const us_entry *us_case_find_entry(const us_case *from, const char *key); /* first entry, or NULL */

/* Table of node kinds. */
typedef enum us_number { US_NUMBER_NONE, US_NUMBER_MAY, US_NUMBER_MUST } us_number;
/* Effect of running a node; of a template, the largest effect of any of its nodes. */
typedef enum us_node_effect {
    US_RUNS,    /* may take time */
    US_CHANGES, /* changes a slot or a stack, or fires an event; at once */
    US_ASKS,    /* only reads; at once */
} us_node_effect;
typedef struct us_node_row {
    const char *word;
    int least, most;       /* number of children; most -1: any number */
    us_number number;      /* node.count follows the word */
    bool named;            /* a name follows the word */
    bool args;             /* takes arguments in round brackets */
    bool product;          /* may bind a slot */
    us_node_effect effect; /* US_ASKS for a call, apart from the tree that it calls */
} us_node_row;
const us_node_row *us_node_kind_row(us_node_kind kind);
int us_node_kind_from_word(const char *word); /* -1: unknown word */
us_node us_node_default(us_node_kind kind);

/* Table of settings: a word and a value, written where the value differs from the default. */
typedef struct us_setting {
    const char *word;
    uint64_t kinds;           /* bit per us_node_kind */
    const char *const *value; /* words, ended by NULL; or NULL: a number from low to high */
    size_t offset;            /* of the int in us_node */
    int low, high, preset;
    const char *special; /* word for US_FAIL_EARLY, allowed beside numbers */
} us_setting;
int us_setting_list(const us_setting **out);
static inline int *us_setting_value(const us_setting *setting, us_node *node)
{
    return (int *)(void *)((char *)node + setting->offset);
}

static inline int us_template_child_count(const us_template *template, int node)
{
    int count = 0;
    for (int i = node + 1; i < template->node[node].end; i = template->node[i].end)
        count++;
    return count;
}

#endif
