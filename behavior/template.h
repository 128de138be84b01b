/* Templates: what a behavior is made of, once and for all agents.
 *
 * A template is immutable after it was made (behavior/build.h, behavior/brl.h) and may be shared
 * by threads; the state of a run lies elsewhere. Its nodes stand in one array in pre-order: node 0
 * is the root, the children of node i begin at i + 1, and the next sibling of node c is
 * node[c].end. All texts, arrays and expressions belong to the template.
 *
 * Three kinds of templates share this form: a behavior says which goal it achieves and when it
 * makes sense, a tree is called by name, an archetype is what an agent runs for ever.
 * docs/LANGUAGE.md is the manual of the text form. */
#ifndef US_BEHAVIOR_TEMPLATE_H
#define US_BEHAVIOR_TEMPLATE_H

#include "base/arena.h"
#include "behavior/names.h"
#include "domain/expr.h"
#include "domain/goal.h"

enum {
    US_BRL_VERSION = 1,
    US_TREE_DEPTH = 64,          /* nodes above one another */
    US_TREE_NODES_MAX = 4096,    /* in a template */
    US_TREE_CHILDREN_MAX = 1024, /* of one order */
    US_TREE_PAIRS_MAX = 65536,   /* precedences written in one order */
};

typedef enum us_node_kind {
    /* leaves */
    US_NODE_ACT,   /* an action of the domain: what, arg, slot */
    US_NODE_CHECK, /* arg[0], or a child that only asks */
    US_NODE_GOAL,  /* what, arg, pursue, retries, slot: filled by retrieval */
    US_NODE_CALL,  /* the tree `name`, arg */
    US_NODE_QUERY, /* the best behavior of class `name`: arg (some descriptors; none: all that the
                      domain has a value of), list: not these; recheck, hysteresis, threshold,
                      weights */
    US_NODE_EMIT,  /* fires the event `name`; with arg[0], `to` or `within`, for others to hear */
    US_NODE_SET,   /* slot = arg[0] */
    US_NODE_POP,   /* the top of the stack `name` */
    US_NODE_FLUSH, /* all of the stack `name` */
    US_NODE_GOTO,  /* to a state of the machine around; what: its node, US_GOTO_* */
    /* one child */
    US_NODE_INVERT,
    US_NODE_SUCCEED,
    US_NODE_FAIL,
    US_NODE_RETRY,      /* until success, at most count times (0: for ever) */
    US_NODE_REPEAT,     /* count successes in a row (0: until it fails, then fails) */
    US_NODE_UNTIL_FAIL, /* again and again; its failure is success */
    US_NODE_ONCE,       /* runs to its end once, then gives that answer */
    US_NODE_LIMIT,      /* fails when it was started count times */
    US_NODE_GUARD,      /* holds the semaphore `name`; fails where another holds it */
    US_NODE_TIMEOUT,    /* fails after count cycles */
    US_NODE_DELAY,      /* begins after count cycles */
    US_NODE_COOLDOWN,   /* fails within count cycles after its last end */
    US_NODE_OPTION,     /* a candidate of choose, scored by arg */
    US_NODE_RULE,       /* on event `name` (what: us_event_kind, US_RULE_*), where arg[0] holds */
    US_NODE_PUSH,       /* its child, a call, onto the stack `name` */
    US_NODE_POP_TO,     /* the stack `name` until its child, a call, is on top */
    /* any number of children */
    US_NODE_SEQUENCE, /* memory */
    US_NODE_SELECTOR, /* memory */
    US_NODE_ORDER,    /* by precedence: us_template.before; no antichain; no chain but with a
                         maintain that goes on beside what follows */
    US_NODE_PARALLEL, /* count: succeeds at so many (0: all); fail; list: semaphores */
    US_NODE_CHOOSE,   /* score, pick, share, recheck, again, hysteresis, interrupt */
    US_NODE_MACHINE,  /* states; the first is where it begins */
    US_NODE_STATE,    /* what runs at once in state `name`, then its rules, each with a goto */
    US_NODE_STACKS,   /* list: their names, lowest first; the default tree, then rules */
    US_NODE_MONITOR,  /* one child, then rules beside it: daemons */
    US_NODE_KINDS,
} us_node_kind;

typedef enum us_memory { US_MEMORY_NONE, US_MEMORY_RESUME, US_MEMORY_LATCH } us_memory;
typedef enum us_score {
    US_SCORE_ORDER,
    US_SCORE_P, /* percent, constant */
    US_SCORE_UTILITY,
    US_SCORE_EMOTION, /* three numbers: risk, time, plan */
    US_SCORE_Q,
    US_SCORE_SIMILARITY,
    US_SCORE_HINT,
} us_score;
#define US_REFUSED "refused" /* the event of a candidate that refuses a hint */

typedef enum us_pick {
    US_PICK_FIRST, /* that works */
    US_PICK_ARGMAX,
    US_PICK_PROPORTIONAL,
    US_PICK_GEOMETRIC,     /* a (1 - a)^(i - 1), a = share percent */
    US_PICK_RESIDUAL_IDLE, /* with what is left to 100 percent nothing happens */
} us_pick;
typedef enum us_recheck { US_RECHECK_ENTRY, US_RECHECK_TICK, US_RECHECK_EVENT } us_recheck;

typedef enum us_weights_of { US_WEIGHTS_LITERAL, US_WEIGHTS_RENORMALIZE } us_weights_of;

enum {
    US_FAIL_ALL = 0,           /* a parallel fails once all have ended */
    US_FAIL_EARLY = -1,        /* as soon as it can't succeed any more */
    US_PURSUE_AS_DECLARED = 0, /* else 1 + us_goal_kind */
    US_SHARE_PRESET = 50,
    US_ARG_ACTOR = -2,
    US_RULE_EVENT = -1,   /* an event that trees emit */
    US_RULE_ALWAYS = -2,  /* no event: whenever its condition holds */
    US_RULE_SUCCESS = -3, /* all behaviors of the state succeeded; one failed */
    US_RULE_FAILURE = -4,
    US_GOTO_SUCCESS = -3, /* the machine ends */
    US_GOTO_FAILURE = -4,
};

/* An expression where a behavior has one: an argument, a condition, a score. */
typedef struct us_arg {
    const char *name; /* of its parameter or descriptor, or "" */
    const char *text; /* canonical; as written where it has a fault; "" of a descriptor whose value
                         is the domain's */
    us_expr *expr;    /* NULL: see anchor, or it has a fault */
    int param;        /* of the action, goal or tree; US_ARG_ACTOR; -1 */
    bool descriptor;  /* of a query */
    bool anchor;      /* near(expr, dx, dy), or near(seat.role, dx, dy) where expr is NULL */
    int seat, role;   /* US_SEAT_SELF, US_SEAT_ENEMY, US_NEUTRAL; US_SEAT_NONE */
    int dx, dy;
    int line, column;           /* of the text */
    int name_line, name_column; /* the same where it has none */
} us_arg;

/* What a template speaks of instead of ids. Bound by whoever calls (param), by the goal pursued
 * (its name is an argument of achieves), by the step that makes it (-> name), by set, or by its
 * description. */
typedef struct us_slot_row {
    us_slot slot;
    us_type type;          /* of the entities, or US_NO_TYPE */
    int role;              /* the same, or -1 */
    int owner;             /* US_SEAT_SELF, US_SEAT_ENEMY, US_NEUTRAL; US_SEAT_NONE */
    const us_arg *initial; /* NULL: none; a parameter that has one may be left out */
    bool param;
    const char *type_name, *role_name; /* as written; "" for none */
    int line, column;
} us_slot_row;

typedef struct us_node {
    us_node_kind kind;
    int parent, end;     /* -1 above the root; one past the last of its subtree */
    const char *label;   /* "" for none */
    const char *name;    /* see us_node_kind; "" for none */
    const char *product; /* the slot's name, or "" */
    int what;            /* index of the action or goal; see GOTO and RULE; -1: unknown or none */
    int slot;            /* what it binds: index into us_template.slot, or -1 */
    const us_arg *arg;
    int arg_count;
    const char *const *list; /* semaphores, stacks, excluded behaviors */
    int list_count;
    /* settings; those of other kinds are at their preset */
    int count, fail, memory, score, pick, share, recheck, again, hysteresis, pursue, retries;
    int threshold, weights, interrupt;
    bool broken; /* its text had faults of syntax: some of it is missing */
    int line, column;
} us_node;

typedef struct us_before {
    int first, then; /* nodes that are children of one order; the fewest that say it all */
} us_before;

/* Numbers or texts under a key. There are many, and most numbers are small: each list is kept in as
 * few bytes a number as it needs, see us_entry_number. */
typedef struct us_entry {
    const char *key;
    union {
        const void *number;
        const char *const *text; /* of at most US_STRING_MAX bytes each */
    };
    int count;           /* of numbers */
    unsigned texts : 28; /* how many */
    unsigned width : 4;  /* bytes of a number: 1, 2, 4 or 8 */
} us_entry;
/* Numbers are copied into the arena, the key is not. */
us_entry us_entry_of(us_arena *arena, const char *key, const int64_t *number, int count);
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

/* One state in which a behavior made sense, and what was seen then. With `done` it is a suffix
 * case: what is still to do from here. It belongs to the last case before it without `done`. */
typedef struct us_case {
    us_cycle cycle;          /* -1: not known */
    const char *map;         /* or "" */
    const char *const *done; /* labels of steps (us_template_body), in their order */
    int done_count;
    const us_entry *entry;
    int entry_count;
} us_case;

/* Slots by name: open addressing, 1 + index; 0 is free. size is a power of two, or 0. */
typedef struct us_slot_table {
    const uint16_t *place;
    int size;
} us_slot_table;

typedef enum us_template_kind {
    US_TEMPLATE_BEHAVIOR,
    US_TEMPLATE_TREE,
    US_TEMPLATE_ARCHETYPE,
    US_TEMPLATE_KINDS,
} us_template_kind;
const char *us_template_kind_name(us_template_kind kind); /* "behavior" */

typedef struct us_template {
    us_template_kind kind;
    const us_domain *domain; /* borrowed */
    const char *name;
    int line, column;
    /* Slots: those of the file first, then parameters, then its own. */
    const us_slot_row *slot;
    int slot_count, shared, params;
    us_scope scope; /* the same slots, for expressions */
    us_slot_table by_name;
    /* What a behavior is for, and when. */
    const char *goal_name; /* "" for none */
    int goal;              /* index, or -1 */
    int pursue;            /* 1 + us_goal_kind; US_PURSUE_AS_DECLARED where that is its kind */
    const us_arg *goal_arg;
    int goal_args;
    const us_arg *when, *alive; /* preconditions; alive-conditions ("while") */
    int when_count, alive_count;
    const char *const *classes;
    int class_count;
    const us_entry *descriptor; /* one number each */
    int descriptor_count;
    const us_case *cases; /* the first has nothing done */
    int case_count;
    bool literal; /* it may name entities of one game by their numbers */
    /* How. */
    const us_node *node;
    int node_count;
    const us_before *before; /* by node */
    int before_count;
    bool broken; /* its text had faults of syntax: some of it is missing */
    us_arena *arena;
} us_template;

void us_template_free(us_template *template); /* NULL is fine */
/* The same but for places in a file. */
bool us_template_equal(const us_template *a, const us_template *b);
bool us_template_calls(const us_template *template);                  /* some tree */
int us_template_find(const us_template *template, const char *label); /* the first node, or -1 */
/* The node whose children are the steps: the root or, as far as that is a monitor, what it runs. */
int us_template_body(const us_template *template);
/* What `pursue` of a template or a node means for a goal of the domain. */
us_goal_kind us_pursued_kind(const us_domain *domain, int goal, int pursue);
/* A candidate that has a similarity: a goal or query, where the choose above asks for it. */
bool us_node_is_alike(const us_template *template, int candidate);
/* One of its classes is that class or below it. */
bool us_template_serves(const us_template *behavior, const char *class_name);
/* It is of the query's class, is not excluded, and takes what is passed, as far as kinds go. */
bool us_query_fits(const us_node *query, const us_template *behavior);
int us_slot_find(const us_template *template, const char *name); /* or -1 */
/* Binds what a goal says of a behavior that serves it: slots that stand alone as arguments of what
 * the behavior achieves. That may be another goal, so parameters are paired by name and kind. */
void us_slots_of_goal(const us_template *behavior, const us_goal *goal, us_value *value,
                      us_slots *bound);
const us_entry *us_case_find(const us_case *from, const char *key); /* the first, or NULL */

/* The table of node kinds. */
typedef enum us_number { US_NUMBER_NONE, US_NUMBER_MAY, US_NUMBER_MUST } us_number;
/* What a node does when it is run; of a template the most that any of its nodes does. */
typedef enum us_asking {
    US_RUNS,    /* may take time */
    US_CHANGES, /* a slot, a stack, or fires an event; at once */
    US_ASKS,    /* nothing but asking */
} us_asking;
typedef struct us_node_row {
    const char *word;
    int least, most;  /* children; most -1: any number */
    us_number number; /* node.count is written behind the word */
    bool named;       /* a name is written behind the word */
    bool args;        /* arguments in round brackets */
    bool product;     /* may bind a slot */
    us_asking asking; /* of a call: US_ASKS, by itself */
} us_node_row;
const us_node_row *us_node_about(us_node_kind kind);
int us_node_kind_of(const char *word); /* -1: none */
us_node us_node_default(us_node_kind kind);

/* The table of settings: a word and a value each, where it differs from the preset. */
typedef struct us_setting {
    const char *word;
    uint64_t kinds;           /* bit per us_node_kind */
    const char *const *value; /* words, ended by NULL; or NULL: a number from low to high */
    size_t offset;            /* of the int in us_node */
    int low, high, preset;
    const char *special; /* beside numbers: a word for US_FAIL_EARLY */
} us_setting;
int us_settings(const us_setting **out);
static inline int *us_setting_of(const us_setting *setting, us_node *node)
{
    return (int *)(void *)((char *)node + setting->offset);
}

static inline int us_child_count(const us_template *template, int node)
{
    int count = 0;
    for (int i = node + 1; i < template->node[node].end; i = template->node[i].end)
        count++;
    return count;
}

#endif
