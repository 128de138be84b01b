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

typedef enum us_note_kind {
    US_NOTE_READY,     /* no node has to end before it any more */
    US_NOTE_STARTED,   /* goal is pursued, behavior runs, or step is done */
    US_NOTE_RETRIEVED, /* retrieval found the behavior for the goal above: similarity, margin, other
                        */
    US_NOTE_BOUND,     /* slot has these units, or this cell, as its value */
    US_NOTE_WAITING,   /* why: what it waits for */
    US_NOTE_HELD,      /* maintain goal: its test holds; WAITING and STARTED follow when it fails */
    US_NOTE_SUCCEEDED,
    US_NOTE_FAILED,  /* why: the reason */
    US_NOTE_STOPPED, /* ended early by the node above or by a competing node; why: the reason */
    US_NOTE_KINDS,
} us_note_kind;

/* The kind of a node's lack, for statistics and patterns. The text `why` is for people. */
typedef enum us_note_lack {
    US_LACKS_NONE, /* nothing, or unknown */
    US_LACKS_RESOURCE,
    US_LACKS_UNIT,        /* a unit that can do it */
    US_LACKS_FOOD,        /* item: type that would supply food */
    US_LACKS_REQUIREMENT, /* a type that must be there or known first */
    US_LACKS_PLACE,       /* a place or a target; item: type or role of the target */
    US_LACKS_WAY,
    US_LACKS_LIFE,      /* the unit that did it: it is gone */
    US_LACKS_BEHAVIOR,  /* a behavior for the goal */
    US_LACKS_CONDITION, /* a behavior's precondition or alive-condition did not hold */
    US_LACKS_TEST,      /* the goal's test: not yet, or not though the behavior ended */
    US_LACKS_OTHER,
    US_LACKS,
} us_note_lack;

/* The lack for which a node waits, or with which it ended. Zero-initialized: nothing, or
 * unknown. */
typedef struct us_lacking {
    us_note_lack kind;
    const char *item; /* name of the resource, type or role; "" or NULL: none, or unknown */
    int64_t amount;   /* needed amount of the resource; 0: unknown */
} us_lacking;

typedef enum us_note_subject {
    US_NOTE_GOAL,
    US_NOTE_BEHAVIOR,
    US_NOTE_STEP,
    US_NOTE_SUBJECTS
} us_note_subject;

enum {
    US_NOTE_DECIMALS = 9,     /* decimals of similarities */
    US_NOTE_ONE = 1000000000, /* similarity 1 */
    US_NOTE_TEXT_MAX = 4096,  /* bytes of a written text; a longer text is cut */
    US_NOTE_UNITS_MAX = US_ORDER_UNITS_MAX,
};

/* Texts may be NULL, which means "". */
typedef struct us_note {
    us_cycle cycle;
    us_seat seat;
    uint8_t kind, of;
    uint32_t node, above; /* above 0: none, or introduced earlier */
    /* In the first note of a node: the goal as text, the behavior's name, or the step's line. */
    const char *text;
    const char *what;  /* goal's type or step's action; "" for behaviors */
    const char *label; /* label of the step or subgoal in its behavior */
    us_hash behavior;  /* hash of a behavior, in all its notes */
    /* RETRIEVED */
    int64_t case_id;    /* case in the library; 0: none */
    int64_t similarity; /* 0 to US_NOTE_ONE */
    int64_t margin;     /* similarity minus the other's; negative if another criterion decided */
    const char *other;  /* name of the runner-up; "": none */
    int attempt;        /* attempt at the goal, from 1 */
    /* BOUND */
    const char *slot;
    const us_id *unit;
    int units;
    int32_t cell; /* value if units is 0; -1: the slot has no unit */
    /* All kinds */
    const char *why;
    us_lacking lacks; /* WAITING, FAILED, STOPPED */
} us_note;

const char *us_note_kind_name(us_note_kind kind);
int us_note_kind_from_name(const char *name);         /* -1: unknown */
const char *us_note_subject_name(us_note_subject of); /* "goal", "behavior", "step" */
bool us_note_kind_is_final(us_note_kind kind);
const char *us_note_lack_name(us_note_lack lack); /* "resource", ...; "" for NONE */
int us_note_lack_from_name(const char *name);     /* -1: unknown; "" is unknown, too */
/* Returns whether the note may be written: its numbers are in range, and it has the data of its
 * kind. Earlier notes are not considered. */
bool us_note_is_valid(const us_note *note);

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
