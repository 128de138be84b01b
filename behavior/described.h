/* What a case says of a slot of its behavior: what was known of it when it was learned. Learning
 * writes it, revision compares it with what is there now. Plain data. */
#ifndef US_BEHAVIOR_DESCRIBED_H
#define US_BEHAVIOR_DESCRIBED_H

#include "behavior/build.h"
#include "behavior/keys.h"
#include "domain/describe.h"

typedef struct us_described {
    us_value_kind kind; /* entity, group or cell; others describe nothing */
    int owner;          /* US_SEAT_SELF, US_SEAT_ENEMY, US_NEUTRAL; US_SEAT_NONE: not known */
    us_type type;       /* or below it; US_NO_TYPE */
    int role;           /* the same, or -1 */
    bool placed;        /* along and across are known */
    int along, across;  /* see domain/describe.h */
    int nears;          /* of how many nearnesses, the first of the domain, `near` is known */
    int32_t near[US_NEARNESS_MAX];
    bool windowed; /* the window is known */
    int8_t window[US_WINDOW];
    int status;  /* index, or -1 */
    int percent; /* of the hit points of its type, or -1 */
    int number;  /* of a group; 0: not known */
} us_described;

/* The slot as a case's entries tell of it. Whatever is missing (behaviors written by hand have no
 * entries, and nobody sees a unit in a mine) or makes no sense is not known. NULL: the slot's row
 * alone. */
void us_described_of(const us_template *template, int slot, const us_entries *entries,
                     us_described *out);
/* Adds the entries of the case at hand that tell of the slot what is known beside its row. */
void us_described_write(const us_described *described, const char *slot, us_builder *builder);
/* near(seat.role), as an actor or a target: anybody of that role. */
void us_described_anchor(const us_arg *arg, us_described *out);
void us_described_nothing(us_value_kind kind, us_described *out);

#endif
