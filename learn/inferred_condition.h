/* Private to learn/: a list of inferred conditions without duplicates. */
#ifndef US_LEARN_INFERRED_CONDITION_H
#define US_LEARN_INFERRED_CONDITION_H

#include "learn/draft.h"
#include "learn/type_set.h"

enum {
    US_INFERRED_CONDITIONS_MAX = 64, /* inferred conditions */
    US_REQUESTERS_MAX = 256,         /* kinds of steps */
};

/* A set of kinds of steps that ask for a condition. Zero-initialized is empty. */
typedef struct us_requesters {
    uint64_t bit[US_REQUESTERS_MAX / 64];
} us_requesters;
us_requesters us_requesters_all(void);
us_requesters us_requesters_one(int kind);
void us_requesters_join(us_requesters *askers, const us_requesters *other);

/* A condition: one of a set of types is there, or a text. */
typedef struct us_inferred_condition {
    bool set, sites; /* it is a set; unfinished entities count, too */
    int owner;
    us_type_set kinds;
    const char *text; /* canonical */
    bool verified;    /* the text held in the demonstration */
    const char *why;
    us_requesters by;
} us_inferred_condition;

/* The inferred conditions. Zero-initialized, with the draft, is empty. */
typedef struct us_inferred_conditions {
    us_draft *draft;
    us_requesters by; /* kinds of steps that ask for the next condition */
    bool verified;    /* the next text held in the demonstration */
    const int *kind;  /* by step of the draft; -1: a kind without room, part of every condition.
                         NULL: conditions are for all steps */
    us_inferred_condition item[US_INFERRED_CONDITIONS_MAX];
    int count;
} us_inferred_conditions;

const char *us_owner_name(int owner); /* self, enemy, neutral */

/* Add a condition with its reason. A text that is no condition over the slots that the goal gives,
 * a set that can't be expressed in few parts, and a condition that is there or follows from
 * another one add nothing. A set that follows from the new one is removed. The askers of a
 * condition that is left out or removed join those of the one that stays. draft->unasked counts
 * conditions without room. */
void us_inferred_conditions_add_text(us_inferred_conditions *inferred, const char *text,
                                     const char *why, ...) __attribute__((format(printf, 3, 4)));
void us_inferred_conditions_add_set(us_inferred_conditions *inferred, int owner,
                                    const us_type_set *set, const char *why, ...)
    __attribute__((format(printf, 4, 5)));
/* Returns whether some condition ensures that one of the set is there. If so, inferred->by joins
 * its askers. */
bool us_inferred_conditions_has_set(us_inferred_conditions *inferred, int owner,
                                    const us_type_set *set);
/* Adds `to` to each set of the owner that shares a type with `from`. */
void us_inferred_conditions_widen(us_inferred_conditions *inferred, int owner,
                                  const us_type_set *from, const us_type_set *to);
/* Weakens or removes conditions that did not hold when `present` was there. A set without a
 * finished entity comes to accept sites; an own set without a site is extended by all types that
 * can come to make one of it; else it is removed. Texts that are not verified are removed. present
 * NULL: not known, so sets stay. */
void us_inferred_conditions_weaken(us_inferred_conditions *inferred, const us_present *present);
/* Writes the conditions, each text once, empties the list, and returns their number. */
int us_inferred_conditions_write(us_inferred_conditions *inferred,
                                 us_draft_condition out[US_INFERRED_CONDITIONS_MAX]);

#endif
