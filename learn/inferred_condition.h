/* Private to learn/: conditions in the making, few and each said once. */
#ifndef US_LEARN_INFERRED_CONDITION_H
#define US_LEARN_INFERRED_CONDITION_H

#include "learn/draft.h"
#include "learn/kinds.h"

enum {
    US_ASKED_MAX = 64,   /* before those that follow from others are left out */
    US_ASKERS_MAX = 256, /* kinds of steps */
};

/* By kind of step: it asks. Zero-initialized is nobody. */
typedef struct us_askers {
    uint64_t bit[US_ASKERS_MAX / 64];
} us_askers;
us_askers us_askers_all(void);
us_askers us_askers_one(int kind);
void us_askers_join(us_askers *askers, const us_askers *other);

/* A condition that is asked: that one of a set of types is there, or a text. */
typedef struct us_inferred_condition {
    bool set, sites; /* sites: what is not finished will do */
    int owner;
    us_kinds kinds;
    const char *text; /* canonical */
    bool verified;    /* the text held in the moment that is asked about */
    const char *why;
    us_askers by;
} us_inferred_condition;

/* All that are asked so far. Zero-initialized but for the draft. */
typedef struct us_inferred_conditions {
    us_draft *draft;
    us_askers by;    /* who asks what is asked next */
    bool verified;   /* what is asked next held */
    const int *kind; /* by step of the draft; -1: another one. NULL: all is asked of all cases */
    us_inferred_condition asked[US_ASKED_MAX];
    int count;
} us_inferred_conditions;

const char *us_owner_word(int owner); /* self, enemy, neutral */

/* Both clear their texts. What is no condition over the slots that the goal gives, was asked, or
 * follows from what was asked is left out; what follows from this one goes. Who asked for that asks
 * for what stays. What finds no room is counted in draft->unasked. */
void us_ask_text(us_inferred_conditions *inferred, us_str *text, us_str *why);
void us_ask_set(us_inferred_conditions *inferred, int owner, const us_kinds *set, us_str *why);
/* Some inferred condition makes sure that one of the set is there: it is asked for this, too. */
bool us_inferred_conditions_ask(us_inferred_conditions *inferred, int owner, const us_kinds *set);
/* Who asks for one of `from` is content with one of `to`. */
void us_inferred_conditions_widen(us_inferred_conditions *inferred, int owner, const us_kinds *from,
                                  const us_kinds *to);
/* What wasn't so in that moment is asked less strictly, or not at all; nor are texts. NULL: it is
 * not known. */
void us_inferred_conditions_hold(us_inferred_conditions *inferred, const us_present *present);
/* Writes them, each text once, and forgets them. Returns how many. */
int us_inferred_conditions_take(us_inferred_conditions *inferred,
                                us_draft_condition out[US_ASKED_MAX]);

#endif
