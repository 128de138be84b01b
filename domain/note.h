/* Notes: reports of a player about its plan, with reasons, for the trace and for spectators.
 *
 * A plan is a tree of nodes: goals, below each goal the behaviors tried for it, below each behavior
 * its steps (goals again, or actions). A player numbers its nodes from 1, in the order of their
 * creation. A second try is another node.
 *
 * The first note of a node, of whatever kind, introduces it: text, what, label, above. Later notes
 * leave these out. Goals stand below behaviors or at the top, behaviors below goals or at the top,
 * steps below behaviors.
 *
 * SUCCEEDED, FAILED and STOPPED end a node: no note of it follows. The end of a node ends all nodes
 * below it, too. Nothing begins there any more, and only their own ends may still be noted. */
#ifndef US_DOMAIN_NOTE_H
#define US_DOMAIN_NOTE_H

#include "base/arena.h"
#include "domain/order.h"
#include "understudy/goal.h"
int us_note_kind_from_name(const char *name); /* -1: unknown */
int us_note_lack_from_name(const char *name); /* -1: unknown; "" is unknown, too */

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
