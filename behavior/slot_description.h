/* Slot descriptions: the attributes of a slot of a behavior, as a case holds them from the time of
 * learning. Learning writes them, revision compares them with the present state. Plain data. */
#ifndef US_BEHAVIOR_SLOT_DESCRIPTION_H
#define US_BEHAVIOR_SLOT_DESCRIPTION_H

#include "behavior/build.h"
#include "behavior/keys.h"
#include "domain/describe.h"

typedef struct us_slot_description {
    us_value_kind kind; /* entity, group or cell; other kinds have no description */
    int owner;          /* US_SEAT_SELF, US_SEAT_ENEMY, US_NEUTRAL; US_SEAT_NONE: unknown */
    us_type type;       /* this type or one below it; US_NO_TYPE: unknown */
    int role;           /* role, or -1 */
    bool placed;        /* along and across are known */
    int along, across;  /* see domain/describe.h */
    int nears;          /* count of values in `near`, for the first nearnesses of the domain */
    int32_t near[US_NEARNESS_MAX];
    bool windowed; /* the window is known */
    int8_t window[US_WINDOW];
    int status;  /* index, or -1 */
    int percent; /* of the hit points of its type, or -1 */
    int number;  /* size of a group; 0: unknown */
} us_slot_description;

/* Reads the description of a slot from its row and the entries of a case. Missing or invalid
 * entries count as unknown: behaviors written by hand have no entries, and a unit in a mine is not
 * visible. entries NULL: the slot's row alone. */
void us_slot_description_read(const us_template *template, int slot, const us_entries *entries,
                              us_slot_description *out);
/* Adds, to the builder's present case, the entries for all that is known beyond the slot's row. */
void us_slot_description_write(const us_slot_description *described, const char *slot,
                               us_builder *builder);
/* Describes near(seat.role) as an actor or a target: any entity of that seat and role. */
void us_slot_description_from_anchor(const us_arg *arg, us_slot_description *out);
void us_slot_description_init(us_value_kind kind, us_slot_description *out);

#endif
