/* The values that orders, goals, slots and expressions hold. A value is one number, except for
 * groups. */
#ifndef US_DOMAIN_VALUE_H
#define US_DOMAIN_VALUE_H

#include "domain/domain.h"

/* Seat values beside the numbers of seats. Expressions and slots use them relative to the view;
 * evaluation turns them into numbers. */
enum {
    US_SEAT_NONE = -2, /* seat of a missing thing */
    US_SEAT_SELF = 100,
    US_SEAT_ENEMY = 101, /* any seat but self; a tally of it is the sum over those seats */
};

typedef struct us_value {
    int64_t number;  /* entity: id, 0: none; cell: US_CELL(x, y), -1: none; other kinds: index */
    const us_id *id; /* groups: borrowed */
    int count;       /* groups: number of ids */
} us_value;

#endif
