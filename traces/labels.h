/* The labels of players who say what they do: while a game goes, which goals its orders carry. */
#ifndef US_TRACES_LABELS_H
#define US_TRACES_LABELS_H

#include "game/match.h"
#include "traces/annotation.h"

typedef struct us_labels us_labels;

us_labels *us_labels_new(void);
void us_labels_free(us_labels *labels); /* NULL is fine */
/* For us_match_observe: notes which goal each order names, taken or refused. The labels outlive
 * the match's steps. */
us_observer us_labels_observer(us_labels *labels);

/* What the orders seen so far were given for, by the lists of the players that sit there now.
 * agent: their names by seat, NULL for nobody. Goals that no order was given for are left out.
 * What is still open is closed now, and achieved if its test holds. NULL where nobody labels. */
us_annotation *us_labels_tell(const us_labels *labels, us_match *match, const char *const *agent);

#endif
