/* The labels of players that report their goals: the goals of a game's orders, while it runs. */
#ifndef US_TRACES_LABELS_H
#define US_TRACES_LABELS_H

#include "domain/note.h"
#include "game/game.h"
#include "traces/annotation.h"
#include "understudy/game.h"

typedef struct us_labels us_labels;

us_labels *us_labels_new(void);
void us_labels_free(us_labels *labels); /* NULL is fine */
/* For us_match_add_observer: keeps the goal of each order, accepted or refused. The labels must
 * outlive the match's steps. */
us_observer us_labels_observer(us_labels *labels);

/* Builds an annotation of the orders so far from the goal lists of the present players. agent:
 * their names by seat, NULL for an empty seat. Goals without orders are left out. An open goal is
 * closed now, and achieved if its test holds; a goal whose test measures an increase stays open.
 * Returns NULL if no player labels. */
us_annotation *us_labels_make_annotation(const us_labels *labels, us_match *match,
                                         const char *const *agent);

#endif
