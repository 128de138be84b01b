/* Editing: a person changes the annotation of one seat of a recorded game. Each change is saved at
 * once. Saving replaces only the version of the file that was last read or written; changes by
 * other programs are kept, and reported as a conflict.
 *
 * Orders are named by their place among the seat's orders, from 0; edges of goals snap to them.
 * Each change nests goals anew if needed, so that a parent holds all orders of its children. A
 * refused change alters nothing. */
#ifndef US_STUDIO_EDITING_H
#define US_STUDIO_EDITING_H

#include "traces/annotation.h"
#include "traces/review.h"

enum {
    US_EDITING_ORDERS_MAX = 200000, /* of a seat */
    US_EDITING_BACK_MAX = 500,      /* changes that can be undone */
    US_EDITING_BYTES_MAX = 64 << 20 /* texts kept for undo; one undo step is kept even beyond it */
};

/* A version of the annotation: its text, and the change that led to it. */
typedef struct us_edition {
    char *text;
    const char *what; /* static; "" for the first */
} us_edition;

typedef struct us_editing {
    us_review *course; /* opened without playing the game */
    us_str trace, map, path;
    us_seat seat;
    uint32_t *own; /* ids of the seat's orders, ascending */
    us_cycle *given;
    int orders;
    us_annotation *annotation; /* parsed from the edition's text, one goal a line */
    us_str fixed;              /* reason why the annotation is read only; "": it is not */
    us_remarks faults;         /* unreadable goals of the file; if there are any, `fixed` is set */
    uint32_t version;          /* rises with each change */
    bool saved;                /* the file holds the current annotation */
    bool conflict;             /* another program wrote the file; saving fails until a reload */
    us_error failure;          /* reason of the last failed save */
    us_hash state;             /* private: of the file */
    US_LIST(us_edition) edition;
    int at; /* the current edition */
} us_editing;

typedef enum us_edit_kind {
    US_EDIT_ADD,   /* goal, first, end */
    US_EDIT_GOAL,  /* id, goal */
    US_EDIT_FROM,  /* id, first: holds all orders from there to its old first order, none before */
    US_EDIT_TO,    /* id, end: holds all orders from its old last order up to there, none after */
    US_EDIT_SPLIT, /* id, first: the orders from there on become a goal of their own */
    US_EDIT_MERGE, /* id, other: two instances of an equal goal become one */
    US_EDIT_EXCLUDE, /* id, first, end */
    US_EDIT_INCLUDE, /* id, first, end */
    US_EDIT_DELETE,  /* id */
    US_EDIT_CLOSE,   /* id, closed (-1: not known), achieved */
    US_EDIT_PARENT,  /* id, other (0: none) */
    US_EDIT_ACCEPT,  /* id of a suggestion; 0: all of them */
    US_EDIT_REJECT,  /* as accept */
    US_EDITS
} us_edit_kind;
const char *us_edit_kind_name(us_edit_kind kind); /* Returns "add", for example. */
int us_edit_kind_find(const char *name);          /* -1: unknown name */

typedef struct us_edit {
    us_edit_kind kind;
    uint32_t id, other;
    us_goal goal;
    int first, end; /* [first, end) */
    us_cycle closed;
    bool achieved;
} us_edit;

/* Opens a trace and the annotation file at `path`, which may be missing. map: path of the trace's
 * map, or NULL. seat -1: the first seat with labels, else the first with orders. fixed: reason why
 * nothing may be changed, or NULL. */
us_status us_editing_open(const char *trace, const char *map, const char *path, int seat,
                          const char *fixed, us_editing **out, us_error *err);
void us_editing_close(us_editing *editing); /* NULL is fine */
US_AUTOPTR_DEFINE(us_editing, us_editing_close);

/* Carries out and saves a change. id: the goal made, changed or removed; 0: several. Returns US_OK
 * even if saving failed: see saved. */
us_status us_editing_change(us_editing *editing, const us_edit *change, uint32_t *id,
                            us_error *err);
/* Replaces the whole annotation by a text, as one change. what: static. */
us_status us_editing_replace(us_editing *editing, const char *text, const char *what,
                             us_error *err);
/* Notes the ends of goals whose end is unknown, as one change. An ending that cannot be its goal's
 * is skipped; an error if none is left. */
typedef struct us_goal_ending {
    uint32_t id;
    us_cycle closed;
    bool achieved;
} us_goal_ending;
us_status us_editing_set_endings(us_editing *editing, const us_goal_ending *known, int count,
                                 us_error *err);
us_status us_editing_undo(us_editing *editing, us_error *err);
us_status us_editing_redo(us_editing *editing, us_error *err);
int us_editing_undos(const us_editing *editing);
int us_editing_redos(const us_editing *editing);

/* Saves again. An error also becomes the editing's trouble. */
us_status us_editing_save(us_editing *editing, us_error *err);
/* Replaces the annotation by the file's content, as one change: undo restores the annotation from
 * before. */
us_status us_editing_reload(us_editing *editing, us_error *err);
/* Returns the text of the current edition. */
const char *us_editing_text(const us_editing *editing);

/* ---- places of orders */

/* Returns the number of ranges of orders that the goal holds: ascending, disjoint, allocated in the
 * arena. */
int us_editing_spans(const us_editing *editing, const us_goal_instance *instance, us_arena *arena,
                     us_span **out);
/* Returns the place of the first order whose id is not below `order`. */
int us_editing_place(const us_editing *editing, uint32_t order);

/* Private: edits.c. Changes the annotation alone, without text, edition or file. */
us_status us_edit_apply(us_editing *editing, const us_edit *change, uint32_t *id, us_error *err);
/* Private: edits.c. Returns the earliest cycle at which the goal can end. */
us_cycle us_editing_earliest_end(const us_editing *editing, const us_goal_instance *goal);

#endif
