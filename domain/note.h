/* Lists of notes, and their lines in traces: understudy/goal.h declares notes. */
#ifndef US_DOMAIN_NOTE_H
#define US_DOMAIN_NOTE_H

#include "base/arena.h"
#include "domain/order.h"
#include "understudy/goal.h"
int us_note_kind_from_name(const char *name);                /* of a plan's node; -1: unknown */
int us_squad_phase_from_name(const char *name);              /* -1: unknown */
us_squad_reason us_squad_reason_from_name(const char *name); /* unknown: US_SQUAD_NO_REASON */
int us_note_lack_from_name(const char *name);                /* -1: unknown; "" is unknown, too */

/* Writes the members of a trace line into the open object. The note must be sound. */
void us_note_write(const us_note *note, us_json_writer *writer);

/* A list of notes that owns their texts and units. Zero-initialized is empty. */
typedef struct us_notes {
    us_note *note;
    int count, capacity;
    us_arena *arena; /* private */
} us_notes;

/* Appends a copy of the note, its texts and units. The copy may be changed until the next call. Its
 * texts and units stay in place until reset. A list that is filled and reset repeatedly stops
 * allocating after its largest round. */
us_note *us_notes_add(us_notes *notes, const us_note *note);
void us_notes_reset(us_notes *notes);
void us_notes_clear(us_notes *notes);

#endif
