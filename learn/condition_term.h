/* Private to learn/: the terms of a condition. A condition is the test of a goal, or the `when` of
 * an action. This file knows the functions of the language, and no game. */
#ifndef US_LEARN_CONDITION_TERM_H
#define US_LEARN_CONDITION_TERM_H

#include "domain/expr.h"
#include "domain/term.h"
#include "understudy/goal.h"

typedef enum us_condition_term_kind {
    US_CONDITION_TERM_HAVE,    /* owner has at least `number` of type and role */
    US_CONDITION_TERM_GONE,    /* owner has none of them, or the seat or entity in slot is gone */
    US_CONDITION_TERM_KNOWN,   /* the upgrade `type` is known */
    US_CONDITION_TERM_TALLY,   /* owner has at least `number` of tally */
    US_CONDITION_TERM_MEETS,   /* the requirements of type are met */
    US_CONDITION_TERM_AFFORDS, /* the cost of type is there */
    US_CONDITION_TERM_FEEDS,   /* there is food for one of type */
    US_CONDITION_TERM_MAKES,   /* the entity in slot makes type */
    US_CONDITION_TERM_THERE,   /* the seat `owner` or the entity in slot is in the game */
    US_CONDITION_TERM_OTHER,
} us_condition_term_kind;

typedef struct us_condition_term {
    us_condition_term_kind kind;
    us_term term;   /* in the condition */
    bool negative;  /* OTHER: the term must be false */
    us_type type;   /* or US_NO_TYPE */
    int role;       /* or -1 */
    int owner;      /* US_SEAT_SELF, US_SEAT_ENEMY, US_NEUTRAL; US_SEAT_NONE: any, unknown */
    int64_t number; /* the least number, of HAVE and TALLY */
    int tally;
    int slot; /* of the expression's scope, or -1 */
} us_condition_term;

enum { US_CONDITION_TERMS_MAX = US_EXPR_NODES_MAX }; /* room for all: each has its own node */

/* The values of slots, as far as they are known. Seats are self, enemy, neutral. */
typedef struct us_known_slots {
    uint32_t known; /* bit per slot */
    const us_value *value;
} us_known_slots;

/* Lists the terms that must hold for the condition, and returns their number. Parts whose truth is
 * known beforehand give no term. Alternatives of which several are open give one OTHER. */
int us_condition_term_list(const us_expr *condition, const us_known_slots *known,
                           us_condition_term out[US_CONDITION_TERMS_MAX]);

#endif
