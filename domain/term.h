/* Terms: the parts of a compiled condition, for code that reasons about conditions (learning)
 * instead of worlds. A term borrows its expression. */
#ifndef US_DOMAIN_TERM_H
#define US_DOMAIN_TERM_H

#include "base/str.h"
#include "domain/expr.h"

typedef struct us_term {
    const us_expr *expr;
    int node; /* private; 0: no term */
} us_term;

typedef enum us_term_kind {
    US_TERM_LITERAL, /* value */
    US_TERM_SLOT,    /* value: slot index in the scope */
    US_TERM_OR,
    US_TERM_AND,
    US_TERM_NOT,
    US_TERM_COMPARE, /* has a sign and two parts */
    US_TERM_TALLY,   /* value: index of the tally; has a seat */
    US_TERM_CALL,    /* call of a sensor: see us_term_is_call */
    US_TERM_OTHER,   /* calculations, cells, members */
} us_term_kind;

typedef struct us_term_info {
    us_term_kind kind;
    us_value_kind gives;
    int64_t value;
    const char *sign; /* "==", "!=", "<", "<=", ">", ">=" */
} us_term_info;

us_term us_term_from_expr(const us_expr *expr);
us_term_info us_term_describe(us_term term);
bool us_term_is_call(us_term term, const char *name); /* it is a CALL of that sensor */

/* us_term_first returns the first part, us_term_next the part that follows; node 0: none. The parts
 * of a call are its arguments. */
us_term us_term_first(us_term term);
us_term us_term_next(us_term term);
/* Finds a call's argument by the parameter's name. False if it is left out. */
bool us_term_find_arg(us_term call, const char *param, us_term *out);

bool us_term_has_slot(us_term term, int slot);
/* Returns whether the term may change by itself: it reads the state of an entity, such as its
 * place, or the clock. */
bool us_term_is_dynamic(us_term term);
/* Returns whether the term depends on no world and no slot: its value is always the same. */
bool us_term_is_constant(us_term term);

/* Appends the canonical text. text[i] replaces slot i if it is not NULL. */
void us_term_print(us_term term, const char *const *text, us_str *out);

#endif
