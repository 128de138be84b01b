/* An annotation that a person edits: the goals of one seat of a recorded game. Each change is saved
 * at once, over what was read or written last; what another has written meanwhile stays there.
 *
 * Orders are named by their place among the seat's, from 0 on: edges of goals snap to them. After
 * each change goals are nested anew where they have to be: a goal's parent holds all its orders. A
 * change that is refused leaves all as it was. */
#ifndef US_STUDIO_EDITING_H
#define US_STUDIO_EDITING_H

#include "traces/annotation.h"
#include "traces/review.h"

enum {
    US_EDITING_ORDERS_MAX = 200000, /* of a seat */
    US_EDITING_BACK_MAX = 500,      /* changes that can be undone */
    US_EDITING_BYTES_MAX = 64 << 20 /* what undoing may keep, beside one step */
};

/* How the annotation was: its text, and what was done to come there. */
typedef struct us_edition {
    char *text;
    const char *what; /* static; "" for the first */
} us_edition;

typedef struct us_editing {
    us_review *course; /* nothing of it was played */
    us_str trace, map, path;
    us_seat seat;
    uint32_t *own; /* numbers of the seat's orders, ascending */
    us_cycle *given;
    int orders;
    us_annotation *annotation; /* as its text reads: so lines of the text are goals */
    us_str fixed;              /* why nothing can be changed; "": it can */
    us_remarks faults;         /* goals of the file that could not be read; then it is fixed */
    uint32_t version;          /* rises with each change */
    bool saved;                /* the file holds what is here */
    bool conflict;             /* another has written the file: save fails until reloaded */
    us_error trouble;          /* why it is not saved */
    us_hash state;             /* private: of the file */
    US_LIST(us_edition) edition;
    int at; /* the edition that is shown */
} us_editing;

typedef enum us_edit_kind {
    US_EDIT_ADD,     /* goal, first, end */
    US_EDIT_GOAL,    /* id, goal */
    US_EDIT_FROM,    /* id, first: all from there to its first order, none before */
    US_EDIT_TO,      /* id, end: all from its last order up to that one, none from there on */
    US_EDIT_SPLIT,   /* id, first: what it holds from there on is a goal of its own */
    US_EDIT_MERGE,   /* id, other: two of the same goal become one */
    US_EDIT_EXCLUDE, /* id, first, end */
    US_EDIT_INCLUDE, /* id, first, end */
    US_EDIT_DELETE,  /* id */
    US_EDIT_CLOSE,   /* id, closed (-1: not known), achieved */
    US_EDIT_PARENT,  /* id, other (0: none) */
    US_EDIT_ACCEPT,  /* id of a suggestion; 0: all of them */
    US_EDIT_REJECT,  /* the same */
    US_EDITS
} us_edit_kind;
const char *us_edit_name(us_edit_kind kind); /* "add" */
int us_edit_of(const char *name);            /* -1: none */

typedef struct us_edit {
    us_edit_kind kind;
    uint32_t id, other;
    us_goal goal;
    int first, end; /* [first, end) */
    us_cycle closed;
    bool achieved;
} us_edit;

/* trace and path are files; path need not be there. map: where the trace's map lies now, or NULL.
 * seat -1: the first that has labels, else the first that has orders. fixed: why nothing may be
 * changed, or NULL. */
us_status us_editing_open(const char *trace, const char *map, const char *path, int seat,
                          const char *fixed, us_editing **out, us_error *err);
void us_editing_close(us_editing *editing); /* NULL is fine */

/* id: of the goal that was made, changed or taken away; 0: several. US_OK though it could not be
 * saved: see saved. */
us_status us_editing_change(us_editing *editing, const us_edit *change, uint32_t *id,
                            us_error *err);
/* Takes a text of the whole annotation as a change. what: static. */
us_status us_editing_adopt(us_editing *editing, const char *text, const char *what, us_error *err);
/* What is known of goals whose end is not known, as one change: by id. What can't be of a goal is
 * passed over; an error where nothing is left. */
typedef struct us_ending_known {
    uint32_t id;
    us_cycle closed;
    bool achieved;
} us_ending_known;
us_status us_editing_note(us_editing *editing, const us_ending_known *known, int count,
                          us_error *err);
us_status us_editing_undo(us_editing *editing, us_error *err);
us_status us_editing_redo(us_editing *editing, us_error *err);
int us_editing_undos(const us_editing *editing);
int us_editing_redos(const us_editing *editing);

/* Tries again. An error is its trouble, too. */
us_status us_editing_save(us_editing *editing, us_error *err);
/* What the file holds now, as a change: undoing it brings back what was here. */
us_status us_editing_reload(us_editing *editing, us_error *err);
/* The text as it is shown now. */
const char *us_editing_text(const us_editing *editing);

/* ---- places of orders */

/* What a goal holds, as ranges of places, ascending and apart; in the arena. */
int us_editing_spans(const us_editing *editing, const us_goal_instance *instance, us_arena *arena,
                     us_span **out);
/* The place of the first order that is not before that number. */
int us_editing_place(const us_editing *editing, uint32_t order);

/* Private: edits.c. Carries the change out on the annotation alone. */
us_status us_edit_apply(us_editing *editing, const us_edit *change, uint32_t *id, us_error *err);
/* Private: edits.c. Before that cycle no goal has ended. */
us_cycle us_edit_begins(const us_editing *editing, const us_goal_instance *goal);

#endif
