/* Notes of a plan, held against those before them. Apart from planned_game.h, since the trace's
 * plan and the one that plays have one name. */
#ifndef US_TESTS_UNIT_CHECKED_NOTES_H
#define US_TESTS_UNIT_CHECKED_NOTES_H

#include "domain/note.h"

void *checked_notes_new(void);
void checked_notes_add(void *notes, const us_note *note); /* it fails the test if it is unsound */
void checked_notes_free(void *notes);

#endif
