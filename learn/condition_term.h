/* Private to learn/: what a condition asks for, read from its text: the test of a goal, or when an
 * action may be done. Nothing here knows a game; it knows the functions of the language. */
#ifndef US_LEARN_CONDITION_TERM_H
#define US_LEARN_CONDITION_TERM_H

#include "domain/expr.h"
#include "domain/term.h"
#include "domain/value.h"

typedef enum us_condition_term_kind {
    US_CONDITION_TERM_HAVE,    /* so many of type and role, of owner */
    US_CONDITION_TERM_GONE,    /* none of them; or the seat, or the entity in slot */
    US_CONDITION_TERM_KNOWN,   /* the upgrade `type` */
    US_CONDITION_TERM_TALLY,   /* so much of tally, of owner */
    US_CONDITION_TERM_MEETS,   /* what type requires */
    US_CONDITION_TERM_AFFORDS, /* what type costs */
    US_CONDITION_TERM_FEEDS,   /* food for one of type */
    US_CONDITION_TERM_MAKES,   /* the entity in slot makes type */
    US_CONDITION_TERM_THERE,   /* the seat `owner` is in the game; the entity in slot is */
    US_CONDITION_TERM_OTHER,
} us_condition_term_kind;

typedef struct us_condition_term {
    us_condition_term_kind kind;
    us_term term;   /* what says so */
    bool negative;  /* OTHER: it is to be false */
    us_type type;   /* or US_NO_TYPE */
    int role;       /* or -1 */
    int owner;      /* US_SEAT_SELF, US_SEAT_ENEMY, US_NEUTRAL; US_SEAT_NONE: anybody, unknown */
    int64_t number; /* at least */
    int tally;
    int slot; /* of the expression's scope, or -1 */
} us_condition_term;

enum { US_CONDITION_TERMS_MAX = US_EXPR_NODES_MAX }; /* each is a term of its own: all have room */

/* What the slots hold, as far as that is known. Seats are self, enemy, neutral. */
typedef struct us_known_slots {
    uint32_t known; /* bit per slot */
    const us_value *value;
} us_known_slots;

/* All that must hold for the condition; what holds at all times is left out. Of alternatives, of
 * which several are open, there is one OTHER. Returns how many. */
int us_condition_terms(const us_expr *condition, const us_known_slots *known,
                       us_condition_term out[US_CONDITION_TERMS_MAX]);

#endif
