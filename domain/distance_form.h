/* Private to domain/: recognizes nearnesses of a known form, which need no evaluation per cell. */
#ifndef US_DOMAIN_DISTANCE_FORM_H
#define US_DOMAIN_DISTANCE_FORM_H

#include "domain/node.h"

typedef enum us_distance_form {
    US_DISTANCE_OTHER,
    US_DISTANCE_SET,   /* distance(spot, nearest(spot, FILTERS)), with the same set for all cells */
    US_DISTANCE_CELLS, /* cells_to(spot, ...) */
    US_DISTANCE_GAP,   /* gap(spot, MOVEMENT) */
} us_distance_form;

/* Returns the form. *node: the call of nearest(), cells_to() or gap(), whose other arguments are
 * literals. */
us_distance_form us_distance_form_from_expr(const us_expr *expr, int *node);

#endif
