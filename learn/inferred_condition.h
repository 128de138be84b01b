/* Private to learn/: a list of inferred conditions without duplicates. */
#ifndef US_LEARN_INFERRED_CONDITION_H
#define US_LEARN_INFERRED_CONDITION_H

#include "learn/draft.h"
#include "learn/kinds.h"

enum {
    US_ASKED_MAX = 64,   /* inferred conditions */
    US_ASKERS_MAX = 256, /* kinds of steps */
};

/* A set of kinds of steps that ask for a condition. Zero-initialized is empty. */
typedef struct us_askers {
    uint64_t bit[US_ASKERS_MAX / 64];
} us_askers;
us_askers us_askers_all(void);
us_askers us_askers_one(int kind);
void us_askers_join(us_askers *askers, const us_askers *other);

/* A condition: one of a set of types is there, or a text. */
typedef struct us_inferred_condition {
    bool set, sites; /* it is a set; unfinished entities count, too */
    int owner;
    us_kinds kinds;
    const char *text; /* canonical */
    bool verified;    /* the text held in the demonstration */
    const char *why;
    us_askers by;
} us_inferred_condition;

/* The inferred conditions. Zero-initialized, with the draft, is empty. */
typedef struct us_inferred_conditions {
    us_draft *draft;
    us_askers by;    /* kinds of steps that ask for the next condition */
    bool verified;   /* the next text held in the demonstration */
    const int *kind; /* by step of the draft; -1: a kind without room, part of every condition.
                        NULL: conditions are for all steps */
    us_inferred_condition asked[US_ASKED_MAX];
    int count;
} us_inferred_conditions;

const char *us_owner_word(int owner); /* self, enemy, neutral */

/* Add a condition, and clear its texts. A text that is no condition over the slots that the goal
 * gives, a set that can't be expressed in few parts, and a condition that is there or follows from
 * another one add nothing. A set that follows from the new one is removed. The askers of a
 * condition that is left out or removed join those of the one that stays. draft->unasked counts
 * conditions without room. */
void us_ask_text(us_inferred_conditions *inferred, us_str *text, us_str *why);
void us_ask_set(us_inferred_conditions *inferred, int owner, const us_kinds *set, us_str *why);
/* Returns whether some condition ensures that one of the set is there. If so, inferred->by joins
 * its askers. */
bool us_inferred_conditions_ask(us_inferred_conditions *inferred, int owner, const us_kinds *set);
/* Adds `to` to each set of the owner that shares a type with `from`. */
void us_inferred_conditions_widen(us_inferred_conditions *inferred, int owner, const us_kinds *from,
                                  const us_kinds *to);
/* Weakens or removes conditions that did not hold when `present` was there. A set without a
 * finished entity comes to accept sites; an own set without a site is extended by all types that
 * can come to make one of it; else it is removed. Texts that are not verified are removed. present
 * NULL: not known, so sets stay. */
void us_inferred_conditions_hold(us_inferred_conditions *inferred, const us_present *present);
/* Writes the conditions, each text once, empties the list, and returns their number. */
int us_inferred_conditions_take(us_inferred_conditions *inferred,
                                us_draft_condition out[US_ASKED_MAX]);

#endif
