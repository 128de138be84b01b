/* Private to domain/: nearnesses whose form is known, so that they need not be asked cell by
 * cell. */
#ifndef US_DOMAIN_NEAR_FORM_H
#define US_DOMAIN_NEAR_FORM_H

#include "domain/node.h"

typedef enum us_near_form {
    US_NEAR_OTHER,
    US_NEAR_SET,   /* distance(spot, nearest(spot, FILTERS)): its set is the same for all cells */
    US_NEAR_CELLS, /* cells_to(spot, ...) */
    US_NEAR_GAP,   /* gap(spot, MOVEMENT) */
} us_near_form;

/* *node: that of nearest(), cells_to() or gap(). What else they are given is literal. */
us_near_form us_near_form_of(const us_expr *expr, int *node);

#endif
