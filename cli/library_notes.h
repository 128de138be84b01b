/* Notes for readers of a behavior: the origin of each step and case. */
#ifndef US_CLI_LIBRARY_NOTES_H
#define US_CLI_LIBRARY_NOTES_H

#include "base/str.h"
#include "behavior/brl.h"

/* Appends a line for each case, at most `most`, each after "#": its origin, and for a suffix case
 * the steps done before it. */
void us_library_notes_print_cases(const us_template *behavior, int most, us_str *out);

/* Appends the behavior without cases. Comments after its lines give, from the first case: the
 * orders or goal of a step, reasons, and positions of cells. */
void us_library_notes_print(const us_template *behavior, us_str *out);

#endif
