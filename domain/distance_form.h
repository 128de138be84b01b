/* Private to domain/: nearnesses whose form is known, so that they need not be asked cell by
 * cell. */
#ifndef US_DOMAIN_DISTANCE_FORM_H
#define US_DOMAIN_DISTANCE_FORM_H

#include "domain/node.h"

typedef enum us_distance_form {
    US_DISTANCE_OTHER,
    US_DISTANCE_SET, /* distance(spot, nearest(spot, FILTERS)): its set is the same for all cells */
    US_DISTANCE_CELLS, /* cells_to(spot, ...) */
    US_DISTANCE_GAP,   /* gap(spot, MOVEMENT) */
} us_distance_form;

/* *node: that of nearest(), cells_to() or gap(). What else they are given is literal. */
us_distance_form us_distance_form_of(const us_expr *expr, int *node);

#endif
