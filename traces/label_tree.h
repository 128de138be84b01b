/* The tree of an annotation's goals, computed once for all goals. Duplicate ids, circles of parents
 * and missing parents are allowed. */
#ifndef US_TRACES_LABEL_TREE_H
#define US_TRACES_LABEL_TREE_H

#include "traces/annotation.h"

/* A goal's place in the tree. Goals are indexes of the annotation. */
typedef struct us_label_place {
    int parent;      /* the goal above, the first of duplicates; -1: none */
    bool lost;       /* its parent is missing */
    bool circle;     /* it is above its own parent; it counts as a goal at the top */
    int depth;       /* 0: at the top */
    int first, last; /* its index in us_label_tree.order, and that of the last goal below it */
} us_label_place;

typedef struct us_label_tree {
    us_label_place *place; /* by goal */
    int *order;            /* goals in preorder, siblings as in the annotation */
    int count;
} us_label_tree;

/* Builds the tree. It holds until a goal is added, moved or gets another parent. Clear after
 * use. */
void us_label_tree_init(us_label_tree *tree, const us_annotation *annotation);
void us_label_tree_clear(us_label_tree *tree);

/* Returns whether a is b or stands above b. */
static inline bool us_label_tree_is_ancestor(const us_label_tree *tree, int a, int b)
{
    const us_label_place *above = &tree->place[a];
    return above->first <= tree->place[b].first && tree->place[b].first <= above->last;
}

#endif
