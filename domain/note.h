/* What a player did with its plan, and why: for the trace, and for whoever watches.
 *
 * A plan is a tree of nodes: goals, below each the behaviors that are tried for it, below those
 * their steps (goals again, or actions). Nodes are numbered by their player from 1, as they come to
 * be; what is tried again is another node.
 *
 * The first note of a node, of whatever kind, introduces it: text, what, label, above. Later ones
 * leave these out. Goals stand below behaviors or at the top, behaviors below goals or at the top,
 * steps below behaviors.
 *
 * SUCCEEDED, FAILED and STOPPED end a node: no note of it comes after. What stands below a node
 * that ended is over with it: nothing begins there, and only how it ended may still be told. */
#ifndef US_DOMAIN_NOTE_H
#define US_DOMAIN_NOTE_H

#include "base/arena.h"
#include "domain/order.h"

typedef enum us_note_kind {
    US_NOTE_READY,     /* nothing stands before it any more */
    US_NOTE_STARTED,   /* it is being pursued, run, done */
    US_NOTE_RETRIEVED, /* a behavior was found for the goal above: similarity, margin, other */
    US_NOTE_BOUND,     /* slot holds these units, or this cell */
    US_NOTE_WAITING,   /* for what: why */
    US_NOTE_HELD, /* a maintain goal: its test holds; WAITING and STARTED when it fails again */
    US_NOTE_SUCCEEDED,
    US_NOTE_FAILED,  /* why */
    US_NOTE_STOPPED, /* by what stands above, or by what it stood against: why */
    US_NOTE_KINDS,
} us_note_kind;

/* What was lacking: for statistics and patterns, where `why` is for people. */
typedef enum us_note_lack {
    US_LACKS_NONE, /* nothing, or it is not told */
    US_LACKS_RESOURCE,
    US_LACKS_UNIT,        /* somebody to do it */
    US_LACKS_FOOD,        /* item: what would feed */
    US_LACKS_REQUIREMENT, /* what must be there, or known, first */
    US_LACKS_PLACE,       /* or a target; item: of whom it is done to */
    US_LACKS_WAY,
    US_LACKS_LIFE,      /* who did it is gone */
    US_LACKS_BEHAVIOR,  /* for a goal */
    US_LACKS_CONDITION, /* a behavior's precondition or alive-condition did not hold */
    US_LACKS_TEST,      /* of the goal: it does not hold yet, or not though the behavior ended */
    US_LACKS_OTHER,
    US_LACKS,
} us_note_lack;

/* What something waits for, or lacked when it ended. Zero-initialized: nothing, or it is not told.
 */
typedef struct us_lacking {
    us_note_lack kind;
    const char *item; /* name of the resource, type or role; "" or NULL: none, or not known */
    int64_t amount;   /* of the resource that it costs; 0: not told */
} us_lacking;

typedef enum us_note_of { US_NOTE_GOAL, US_NOTE_BEHAVIOR, US_NOTE_STEP, US_NOTE_OFS } us_note_of;

enum {
    US_NOTE_DECIMALS = 9,     /* of similarities: */
    US_NOTE_ONE = 1000000000, /* they are parts of this */
    US_NOTE_TEXT_MAX = 4096,  /* bytes of a text that are written; what is longer is cut */
    US_NOTE_UNITS_MAX = US_ORDER_UNITS_MAX,
};

/* Texts may be NULL, which is "". */
typedef struct us_note {
    us_cycle cycle;
    us_seat seat;
    uint8_t kind, of;
    uint32_t node, above; /* above 0: nothing, or told before */
    /* With the first note of a node: the goal as text, the behavior's name, the step's line. */
    const char *text;
    const char *what;  /* the goal's type, the step's action; "" of behaviors */
    const char *label; /* of the step or subgoal in its behavior */
    us_hash behavior;  /* of a behavior: its hash, in all its notes */
    /* RETRIEVED */
    int64_t case_id;    /* in the library; 0: from none */
    int64_t similarity; /* 0 to US_NOTE_ONE */
    int64_t margin;     /* above the other's; below 0 where something else decided */
    const char *other;  /* the runner-up's name; "": there was none */
    int attempt;        /* at the goal, from 1 */
    /* BOUND */
    const char *slot;
    const us_id *unit;
    int units;
    int32_t cell; /* where there are no units; -1: it holds no unit */
    /* All kinds */
    const char *why;
    us_lacking lacks; /* WAITING, FAILED, STOPPED */
} us_note;

const char *us_note_kind_name(us_note_kind kind);
int us_note_kind_of(const char *name);      /* -1: none */
const char *us_note_of_name(us_note_of of); /* "goal", "behavior", "step" */
bool us_note_ends(us_note_kind kind);
const char *us_note_lack_name(us_note_lack lack); /* "resource", ...; of NONE "" */
int us_note_lack_of(const char *name);            /* -1: none; "" is none */
/* It may be written: its numbers are within their bounds, and what its kind needs is there. What
 * came before it is not looked at. */
bool us_note_sound(const us_note *note);

/* The members of its line in a trace, into the open object. It must be sound. */
void us_note_write(const us_note *note, us_json_writer *writer);

/* A list that owns its notes' texts and units. Zero-initialized is empty. */
typedef struct us_notes {
    us_note *note;
    int count, capacity;
    us_arena *arena; /* private */
} us_notes;

/* Append a copy, and of its texts and units. The result may be changed until the next call;
 * texts and units stay where they are until reset. A list that is filled and reset again and
 * again stops allocating once it has seen its largest round. */
us_note *us_notes_add(us_notes *notes, const us_note *note);
void us_notes_reset(us_notes *notes);
void us_notes_clear(us_notes *notes);

#endif
