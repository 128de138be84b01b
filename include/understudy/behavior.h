/* Behavior files (.brl): text that people write, read and compare, and the items of such a file.
 * docs/LANGUAGE.md is the manual.
 *
 * A us_brl is a file. It owns its items, the templates: behaviors, trees and archetypes. It is
 * immutable after parsing, so threads may share it. */
#ifndef UNDERSTUDY_BEHAVIOR_H
#define UNDERSTUDY_BEHAVIOR_H

#include "understudy/goal.h"

typedef enum us_fault_kind {
    US_FAULT_SYNTAX,      /* the text is not of the language */
    US_FAULT_LIMIT,       /* too deep, too long, too many */
    US_FAULT_NAME,        /* unknown goal, action, tree, slot, label, state, event ... */
    US_FAULT_ARGUMENT,    /* missing, unknown, or given twice */
    US_FAULT_EXPRESSION,  /* an unknown sensor, or a value of another kind */
    US_FAULT_ID,          /* the id of an entity of one game: #5 */
    US_FAULT_SHAPE,       /* a node in a place where its kind may not stand */
    US_FAULT_RUNNING,     /* a condition that could take time, as an action does */
    US_FAULT_UNREACHABLE, /* a node that can never be reached */
    US_FAULT_RECURSION,   /* recursion without an end */
    US_FAULT_SEMAPHORE,   /* a semaphore never released */
    US_FAULT_UNBOUND,     /* a slot used before it can be bound */
    US_FAULT_KINDS,
} us_fault_kind;

typedef struct us_fault {
    us_fault_kind kind;
    int line, column; /* from 1; 0 for templates made without a text */
    char what[256];
    char fix[192];
} us_fault;

/* A list that owns its memory and stops growing at 100 faults. Zero-initialized is empty. */
typedef struct us_faults {
    us_fault *fault;
    int count;
    int more; /* found beyond the list's end */
} us_faults;
US_API void us_faults_clear(us_faults *faults);

/* Appends "file:line:column: what; fix" and a newline for each fault, and a last line if there are
 * more. */
US_API void us_faults_print(const us_faults *faults, const char *file, us_str *out);
US_API const char *us_fault_name(us_fault_kind kind);

/* ---- files */

typedef struct us_brl us_brl;

typedef enum us_template_kind {
    US_TEMPLATE_BEHAVIOR,
    US_TEMPLATE_TREE,
    US_TEMPLATE_ARCHETYPE,
    US_TEMPLATE_KINDS,
} us_template_kind;
US_API const char *us_template_kind_name(us_template_kind kind); /* "behavior" */

typedef struct us_template us_template;

US_API void us_brl_free(us_brl *brl); /* NULL is fine */
US_AUTOPTR_DEFINE(us_brl, us_brl_free);

/* Reads any bytes, as far as they can be understood. Adds all faults, sorted by place: syntax,
 * names, and those of us_brl_check. After a fault of syntax, reading continues with the next
 * statement. Never returns NULL. */
US_API us_brl *us_brl_read(const us_domain *domain, const char *file, const char *text,
                           size_t length, us_faults *faults);
/* Reads a sound file, or fails: the first fault is the error. */
US_API us_status us_brl_parse(const us_domain *domain, const char *file, const char *text,
                              size_t length, us_brl **out, us_error *err);
US_API us_status us_brl_load(const us_domain *domain, const char *path, us_brl **out,
                             us_error *err);

/* Finds the faults beyond names and kinds: shapes, conditions that could take time, nodes
 * that can never be reached, recursion without an end, semaphores never released, slots used before
 * they can be bound. Call it after a file was read, and again before it runs. Sorts the faults. */
US_API void us_brl_check(const us_brl *brl, us_faults *faults);
/* Adds notes on sound parts that may not work as written, such as scores that are always 0 in play.
 * Sorts the notes. */
US_API void us_brl_lint(const us_brl *brl, us_faults *notes);

/* Returns the tree, behavior or archetype of that name, borrowed, or NULL. */
US_API const us_template *us_brl_find(const us_brl *brl, us_template_kind kind, const char *name);
/* Lists the items in the order of the file. Slots that the file's head declares are no items. */
US_API int us_brl_items(const us_brl *brl, const us_template *const **out);
US_API bool us_brl_equal(const us_brl *a, const us_brl *b); /* apart from file names and places */

/* Appends the canonical text, which parses to an equal file and prints as itself. Comments are
 * lost. */
US_API void us_brl_print(const us_brl *brl, us_str *out);

/* ---- items and their nodes */

US_API void us_template_print(const us_template *template, us_str *out); /* one item of a file */
/* Returns the hash that identifies a behavior in libraries, traces and results. */
US_API us_hash us_template_hash(const us_template *template);
/* Appends the goal of a behavior, as behind `achieves`: "maintain BuildUnits(player: self,
 * ...)". */
US_API void us_template_print_goal(const us_template *template, us_str *out);
/* Appends the first line of a node, without its label: "act move(cell: (3, 4))". */
US_API void us_node_print(const us_template *template, int index, us_str *out);

/* The words arg, what, slot, list, count, fail, memory, and the settings of a query or choose, are
 * members of a node within the library. docs/LANGUAGE_REFERENCE.md has each node as text. */
typedef enum us_node_kind {
    /* leaves */
    US_NODE_ACT,   /* action of the domain: what, arg, slot */
    US_NODE_CHECK, /* condition arg[0], or one child that changes nothing and takes no time */
    US_NODE_GOAL,  /* goal that retrieval fills: what, arg, pursue, retries, slot */
    US_NODE_CALL,  /* calls the tree `name` with arg */
    US_NODE_QUERY, /* runs the best behavior of class `name`. arg: arguments and descriptors;
                      without descriptors, it uses all that have a value in the domain. list:
                      excluded behaviors. Also recheck, hysteresis, threshold, weights */
    US_NODE_EMIT,  /* fires the event `name`; arg[0], `to` or `within` make others hear it */
    US_NODE_SET,   /* binds slot to arg[0] */
    US_NODE_POP,   /* pops the top of the stack `name` */
    US_NODE_FLUSH, /* empties the stack `name` */
    US_NODE_GOTO,  /* goes to a state of its machine; what: node of the state, or US_GOTO_* */
    /* one child */
    US_NODE_INVERT,
    US_NODE_SUCCEED,
    US_NODE_FAIL,
    US_NODE_RETRY,      /* repeats until success, at most count times (0: without limit) */
    US_NODE_REPEAT,     /* repeats until count successes in a row (0: until it fails, then fails) */
    US_NODE_UNTIL_FAIL, /* repeats until its child fails, which is success */
    US_NODE_ONCE,       /* runs its child to the end once, then always gives the same answer */
    US_NODE_LIMIT,      /* fails if it was started count times before */
    US_NODE_GUARD,      /* holds the semaphore `name`; fails if another node holds it */
    US_NODE_TIMEOUT,    /* fails after count cycles */
    US_NODE_DELAY,      /* starts its child after count cycles */
    US_NODE_COOLDOWN,   /* fails within count cycles after its last end */
    US_NODE_SQUAD,      /* a squad carries out the attacks below: gather, launch, retreat, join,
                           leash, workers */
    US_NODE_OPTION,     /* candidate of choose, scored by arg */
    US_NODE_RULE,       /* on event `name` (what: us_event_kind, US_RULE_*), if arg[0] holds */
    US_NODE_PUSH,       /* pushes its child, a call, onto the stack `name` */
    US_NODE_POP_TO,     /* pops the stack `name` until its child, a call, is on top */
    /* any number of children */
    US_NODE_SEQUENCE, /* runs its children in turn until one fails; memory */
    US_NODE_SELECTOR, /* runs its children in turn until one succeeds; memory */
    US_NODE_ORDER,    /* children in a partial order: us_template.before. Without any precedence it
                         is a parallel instead. A total order is a sequence instead, unless a
                         maintain goal goes on beside later steps */
    US_NODE_PARALLEL, /* count: successes needed (0: all); fail: US_FAIL_*; list: semaphores */
    US_NODE_CHOOSE,   /* score, pick, share, recheck, again, hysteresis, interrupt */
    US_NODE_MACHINE,  /* states; starts in the first one */
    US_NODE_STATE,    /* parallel children in state `name`, then rules, each with a goto */
    US_NODE_STACKS,   /* list: names of the stacks, lowest first; the default tree, then rules */
    US_NODE_MONITOR,  /* one child, then rules that run beside it: daemons */
    US_NODE_KINDS,
} us_node_kind;
/* An item of a file. Texts are borrowed. */
typedef struct us_template_info {
    us_template_kind kind;
    const char *name, *goal; /* goal: type of the goal that a behavior achieves, or "" */
    int nodes, cases;
} us_template_info;
US_API us_template_info us_template_describe(const us_template *template);
/* A node. Nodes stand in pre-order: node 0 is the root, the children of node i begin at i + 1, and
 * the next sibling of node c is the node at index c.end. */
typedef struct us_node_info {
    us_node_kind kind;
    int parent, end;          /* -1 above the root; one past the last node of the subtree */
    const char *label, *name; /* or "" */
} us_node_info;
US_API us_node_info us_template_describe_node(const us_template *template, int node);
US_API const char *us_node_kind_word(us_node_kind kind); /* "act" */
US_API int us_template_find_node(const us_template *template,
                                 const char *label); /* first node, or -1 */

#endif
