/* Notes of a plan, held against those before them. Apart from plankit.h, since the trace's plan and
 * the one that plays have one name. */
#ifndef US_TESTS_UNIT_PLANNOTES_H
#define US_TESTS_UNIT_PLANNOTES_H

#include "domain/note.h"

void *plannotes_new(void);
void plannotes_add(void *notes, const us_note *note); /* it fails the test if it is unsound */
void plannotes_free(void *notes);

#endif
