/* Patches: a template with one change is another template. Learning, repairs after a game and live
 * editing all speak of changes this way. */
#ifndef US_BEHAVIOR_PATCH_H
#define US_BEHAVIOR_PATCH_H

#include "behavior/template.h"

typedef enum us_patch_kind {
    US_PATCH_BEFORE,  /* piece, then the node: in its sequence or order, else in a new sequence */
    US_PATCH_AFTER,   /* the node, then piece */
    US_PATCH_BESIDE,  /* both at once: in its parallel or order, else in a new parallel; in an
                         order piece waits for what the node waits for, and is waited for, too */
    US_PATCH_WRAP,    /* the node below a new one of one child (wrap), such as retry 3 */
    US_PATCH_REPLACE, /* the node's subtree by piece */
    US_PATCH_REMOVE,  /* the node's subtree, and what waited for it waits for what it waited for */
    US_PATCH_DAEMON,  /* piece, a rule, listens beside the root; node is not looked at */
    US_PATCH_OPENING, /* piece, then all that stands in the node; else as BEFORE */
    US_PATCH_AMONG,   /* piece, at once with all that stands in the node; else as BESIDE */
    US_PATCH_FIRST,   /* the node waits for nothing that stands beside it: in its sequence it is the
                         first, in its order none is before it; the others keep their order */
} us_patch_kind;

typedef struct us_patch {
    us_patch_kind kind;
    int node;
    const us_template *piece; /* its own slots come along, those of one name are one */
    int from;                 /* node of piece: it is added, with what stands in it */
    us_node wrap;
} us_patch;

/* A new template with the same head: goal, context, slots, cases; but for suffix cases of which a
 * step that was done is none any more. Where steps
 * need labels, those without get some. It is sound in itself, or the patch fails with US_FAILED and
 * what is wrong. Put it into a us_brl to check its calls. Both
 * templates are of one domain. The caller frees *out. */
us_status us_template_patch(const us_template *template, const us_patch *patch, us_template **out,
                            us_error *err);

#endif
