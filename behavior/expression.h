/* Private to behavior/: compiles texts of arguments and conditions to expressions. */
#ifndef US_BEHAVIOR_EXPRESSION_H
#define US_BEHAVIOR_EXPRESSION_H

#include "behavior/fault.h"
#include "behavior/template.h"

typedef struct us_reading {
    const us_template *template; /* its arena takes the canonical texts */
    const us_scope *scope;
    us_faults *faults;
    bool statement; /* the text extends to the end of its line; a node there is not part of it */
} us_reading;

/* Compiles the text to an expression or an anchor and makes the text canonical, or adds a fault. */
void us_read_arg(const us_reading *reading, us_arg *arg, us_value_kind wanted);
/* Compiles a text of any kind: the kind of the slot that it names, else the first kind that
 * fits. */
void us_read_any(const us_reading *reading, us_arg *arg);

int us_seat_word(const char *text, size_t length); /* self, enemy, neutral; or US_SEAT_NONE */

#endif
