/* Which goal of an annotation stands below which, found once for all of them: also of one with
 * twins, circles of parents and parents that are not there. */
#ifndef US_TRACES_LABEL_TREE_H
#define US_TRACES_LABEL_TREE_H

#include "traces/annotation.h"

/* Goals are named by their index in the annotation. */
typedef struct us_label_place {
    int parent;      /* the goal above; -1: none. Of twins the first one is it */
    bool lost;       /* its parent is not there */
    bool circle;     /* it stands above its own parent; it is counted as one at the top */
    int depth;       /* 0: at the top */
    int first, last; /* its number in us_label_tree.order, and that of the last below it */
} us_label_place;

typedef struct us_label_tree {
    us_label_place *place; /* by goal */
    int *order;            /* goals: each before those below it, else as in the annotation */
    int count;
} us_label_tree;

/* Holds until a goal is added, moved or gets another parent. Clear it. */
void us_label_tree_init(us_label_tree *tree, const us_annotation *annotation);
void us_label_tree_clear(us_label_tree *tree);

/* a is above b, or b itself. */
static inline bool us_label_above(const us_label_tree *tree, int a, int b)
{
    const us_label_place *above = &tree->place[a];
    return above->first <= tree->place[b].first && tree->place[b].first <= above->last;
}

#endif
