/* Looking into a compiled condition: for those who reason about conditions (learning), not about
 * worlds. A term is a part of an expression, which it borrows. */
#ifndef US_DOMAIN_TERM_H
#define US_DOMAIN_TERM_H

#include "base/str.h"
#include "domain/expr.h"

typedef struct us_term {
    const us_expr *expr;
    int node; /* private; 0: nothing */
} us_term;

typedef enum us_term_kind {
    US_TERM_LITERAL, /* value */
    US_TERM_SLOT,    /* value: its index in the scope */
    US_TERM_OR,
    US_TERM_AND,
    US_TERM_NOT,
    US_TERM_COMPARE, /* sign, of two */
    US_TERM_TALLY,   /* value: which; of a seat */
    US_TERM_CALL,    /* of a sensor: see us_term_calls */
    US_TERM_OTHER,   /* calculations, cells, members */
} us_term_kind;

typedef struct us_term_about {
    us_term_kind kind;
    us_value_kind gives;
    int64_t value;
    const char *sign; /* "==", "!=", "<", "<=", ">", ">=" */
} us_term_about;

us_term us_term_whole(const us_expr *expr);
us_term_about us_term_tell(us_term term);
bool us_term_calls(us_term term, const char *name); /* a CALL of that sensor */

/* Its parts one after the other; node 0: there is none. Of a call: its arguments. */
us_term us_term_first(us_term term);
us_term us_term_next(us_term term);
/* A call's argument by the name of the parameter: false where it is left out. */
bool us_term_arg(us_term call, const char *param, us_term *out);

bool us_term_uses(us_term term, int slot);
/* It may change by itself: it looks at where somebody is, at what it is about, or at the clock. */
bool us_term_passes(us_term term);
/* Nothing in it depends on a world or a slot: it says the same at all times. */
bool us_term_constant(us_term term);

/* Canonical, with text[i] in place of slot i where that is not NULL. Appended. */
void us_term_print(us_term term, const char *const *text, us_str *out);

#endif
