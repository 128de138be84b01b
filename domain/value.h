/* The kinds of values that orders, goals, slots and expressions hold. All but groups are one
 * number. */
#ifndef US_DOMAIN_VALUE_H
#define US_DOMAIN_VALUE_H

#include "domain/domain.h"

/* Beside a seat's number an expression or a slot of a behavior knows seats by what they are to
 * the view: they become numbers only when asked. */
enum {
    US_SEAT_NONE = -2, /* of what is not there */
    US_SEAT_SELF = 100,
    US_SEAT_ENEMY = 101, /* any seat but self; a tally of it is the sum over them */
};

typedef struct us_value {
    int64_t number;  /* entity: id, 0: none; cell: US_CELL(x, y), -1: none; others: the index */
    const us_id *id; /* groups: borrowed */
    int count;       /* groups: how many ids */
} us_value;

#endif
