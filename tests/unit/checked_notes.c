#include "tests/unit/checked_notes.h"

#include "tests/unit/test.h"
#include "traces/plan_tree.h"

void *checked_notes_new(void)
{
    return US_NEW(us_plan_tree);
}

void checked_notes_add(void *notes, const us_note *note)
{
    us_error err = {0};
    if (!us_note_is_valid(note))
        FAIL("note of %s %d is not sound", us_note_subject_name((us_note_subject)note->of),
             (int)note->node);
    else if (us_plan_tree_add(notes, note, &err) != US_OK)
        FAIL("cycle %d: %s", (int)note->cycle, err.text);
}

void checked_notes_free(void *notes)
{
    us_plan_tree_clear(notes);
    us_mem_free(notes);
}
