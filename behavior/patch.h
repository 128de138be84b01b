/* Patches: one change turns a template into another one. Learning, repairs after a game and live
 * editing express changes as patches. */
#ifndef US_BEHAVIOR_PATCH_H
#define US_BEHAVIOR_PATCH_H

#include "behavior/template.h"

typedef enum us_patch_kind {
    US_PATCH_BEFORE,  /* piece, then the node: in its sequence or order, else in a new sequence */
    US_PATCH_AFTER,   /* the node, then piece */
    US_PATCH_BESIDE,  /* both in parallel: in its parallel or order, else in a new parallel; in an
                         order, piece gets the precedences of the node in both directions */
    US_PATCH_WRAP,    /* the node below a new node of one child (wrap), such as retry 3 */
    US_PATCH_REPLACE, /* piece replaces the node's subtree */
    US_PATCH_REMOVE,  /* the node's subtree is removed; its successors wait for its predecessors */
    US_PATCH_DAEMON,  /* piece, a rule, listens beside the root; node is ignored */
    US_PATCH_OPENING, /* piece, then all children of the node; else as BEFORE */
    US_PATCH_AMONG,   /* piece in parallel with all children of the node; else as BESIDE */
    US_PATCH_FIRST,   /* the node waits for no sibling: it is the first in its sequence, or without
                         predecessors in its order; the others keep their order */
    US_PATCH_NUMBER,  /* one number of the node changes: see us_node_find_number */
} us_patch_kind;

typedef struct us_patch {
    us_patch_kind kind;
    int node;
    const us_template *piece; /* its own slots are added; slots of one name become one */
    int from;                 /* node of piece: it is added with its subtree */
    us_node wrap;
    const char *number; /* of US_PATCH_NUMBER: the name, and the new value */
    int64_t value;
    bool undescribed; /* the template is of a case base, without the descriptions of its slots: a
                         slot that nothing binds is no fault if nothing bound it before */
} us_patch;

/* A number that stands in a node: a setting, or an argument that is an integer. A setting whose
 * values are words has the index of the word as its number. */
typedef struct us_node_number {
    const us_setting *setting; /* NULL: an argument */
    int arg;                   /* index into the node's arguments, or -1 */
    int64_t value;             /* a setting that isn't written has its preset, which may be outside
                                  low and high: see us_setting */
} us_node_number;

/* Finds the setting of that name, else the argument. US_FAILED, with the reason: the node has
 * neither, or the argument is no integer. */
us_status us_node_find_number(const us_node *node, const char *name, us_node_number *out,
                              us_error *err);

/* Makes a patched template with the same head: goal, context, slots, cases. A suffix case
 * loses a removed step from its done steps, and is dropped if it has no other, or if another one no
 * longer exists. Steps that need a label get one. If the result
 * is not sound in itself, the patch fails with US_FAILED and the first fault. It also fails if a
 * number is missing, or if its value is outside the setting's range. To check its calls, add it to
 * a us_brl. Both templates must be of one domain. The caller frees *out. */
us_status us_template_patch(const us_template *template, const us_patch *patch, us_template **out,
                            us_error *err);

#endif
