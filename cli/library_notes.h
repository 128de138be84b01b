/* What a reader of a behavior wants to know beside its text: where each step came from. */
#ifndef US_CLI_LIBRARY_NOTES_H
#define US_CLI_LIBRARY_NOTES_H

#include "base/str.h"
#include "behavior/brl.h"

/* A line for each case, with "#" before it, at most so many: where it was met; a suffix case by
 * what was done by then. Appended. */
void us_notes_cases(const us_template *behavior, int most, us_str *out);

/* The behavior without cases, and behind its lines comments from the first one: the orders that a
 * step stands for or the goal that it is, reasons, where cells were. Appended. */
void us_notes_print(const us_template *behavior, us_str *out);

#endif
