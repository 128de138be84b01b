/* Private to behavior/: compiles texts of arguments and conditions to expressions. */
#ifndef US_BEHAVIOR_EXPRESSION_H
#define US_BEHAVIOR_EXPRESSION_H

#include "behavior/fault.h"
#include "behavior/template.h"

typedef struct us_arg_compiler {
    const us_template *template; /* its arena takes the canonical texts */
    const us_scope *scope;
    us_faults *faults;
    bool statement; /* the text extends to the end of its line; a node there is not part of it */
} us_arg_compiler;

/* Compiles the text to an expression or an anchor and makes the text canonical, or adds a fault. */
void us_arg_compile(const us_arg_compiler *reading, us_arg *arg, us_value_kind wanted);
/* Compiles a text of any kind: the kind of the slot that it names, else the first kind that
 * fits. */
void us_arg_compile_any(const us_arg_compiler *reading, us_arg *arg);

int us_seat_from_word(const char *text, size_t length); /* self, enemy, neutral; or US_SEAT_NONE */

#endif
