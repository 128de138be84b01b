/* Learning: a labeled demonstration becomes behaviors with their cases. docs/LEARNING.md is the
 * manual. */
#ifndef US_LEARN_LEARN_H
#define US_LEARN_LEARN_H

#include "behavior/brl.h"
#include "traces/annotation.h"
#include "traces/log.h"

/* Seats that are no number: us_learn_def.seat. */
enum {
    US_LEARN_ALL = -1,      /* all that have goals */
    US_LEARN_UNBEATEN = -2, /* those of them that did not lose the game */
};

/* The asker's words for what would take more, as messages print them: options, or members of a
 * file. */
typedef struct us_learn_words {
    const char *seat; /* a seat's number follows: "--seat " */
    const char *all;  /* "--seat all" */
    const char *suggested;
} us_learn_words;
extern const us_learn_words us_learn_options; /* those of `understudy learn` */

typedef struct us_learn_def {
    const char *annotation; /* NULL: beside the trace */
    const char *labels;     /* the annotation's text itself, in place of its file; or NULL */
    const char *map;        /* where the map lies now; NULL: as the trace says */
    int seat;               /* whose: a number, or US_LEARN_*; preset: US_LEARN_UNBEATEN */
    bool suggested;         /* learn from goals that are only suggested, too */
    bool pass;              /* a trace that leaves nothing to learn from is no error, but taken 0 */
    const char *learner;    /* see us_learner_name */
    const us_learn_words *words; /* of errors; preset: us_learn_options */
    bool literal;        /* orders as they were given, with their ids and cells; always so where
                            nobody knows the worlds: nothing tells what ids and cells were */
    bool conditions;     /* infer preconditions and alive-conditions */
    bool relax;          /* true dependencies in place of the demonstrated order */
    bool skip_unlabeled; /* leave out orders without a goal; else they are an error */
    bool (*stop)(void);  /* asked now and then: true ends with US_INTERRUPTED; or NULL */
} us_learn_def;
us_learn_def us_learn_def_default(void);

/* What became of a seat. */
typedef enum us_seat_use {
    US_SEAT_BARE,      /* it has no goals */
    US_SEAT_TAKEN,     /* it is learned from */
    US_SEAT_UNASKED,   /* another one was asked for */
    US_SEAT_BEATEN,    /* it lost the game, and US_LEARN_UNBEATEN was asked for */
    US_SEAT_SUGGESTED, /* all its goals are suggestions, which were not asked for */
} us_seat_use;

typedef struct us_learned_seat {
    us_seat_use use;
    us_fate fate;
    int goals;    /* in the annotation */
    int withheld; /* of these: suggestions, where they were not asked for */
} us_learned_seat;

/* What a demonstration taught, and the demonstration. */
typedef struct us_learned {
    us_log log;
    us_brl *brl;        /* of the log's domain; behaviors in the order of their beginnings, those of
                           a lower seat first; not linked */
    us_remarks remarks; /* warnings; line: of the annotation, or 0 */
    us_learned_seat seat[US_SEATS_MAX]; /* those of the log */
    int taken;                          /* seats that were learned from */
    int withheld;      /* suggestions that were left out, of seats that were asked for */
    int orders, goals; /* of the seats that were learned from */
    int unlabeled;     /* orders of these that were left out */
    int earlier;       /* orders given before these were taken over: another player's, left out, and
                          not among orders */
    int foreign;       /* orders of these that the domain has no words for: they are lost */
    int suggested;     /* goals that nobody has said, learned from all the same */
    int unreached;     /* goals that are known not to have been reached */
    bool literal;      /* orders are as they were given: asked for, or for want of worlds */
    bool seen;         /* there were states: some cases, or all, have features */
} us_learned;

/* An error names the place; a trace that leaves nothing to learn from is one. Clear after success;
 * the log and its domain go with it. */
us_status us_learn(const char *trace, const us_learn_def *def, us_learned *out, us_error *err);
void us_learned_clear(us_learned *learned);

/* "no goals", "taken", "another seat", "lost", "suggested". */
const char *us_seat_use_name(us_seat_use use);
/* Appends what became of a seat, why, and what to do about it: "seat 1 (ai:boom, lost) is left out:
 * it has no goals". trace: its path, for commands that are named. */
void us_learned_print_seat(const us_learned *learned, us_seat number, const char *trace,
                           const us_learn_words *words, us_str *out);
/* Sets and returns the error of a trace that left nothing to learn from (taken 0). */
us_status us_learned_nothing(const us_learned *learned, const char *trace,
                             const us_learn_words *words, us_error *err);

/* The learners there are, the preset first; index: from 0. */
int us_learner_count(void);
const char *us_learner_name(int index);
const char *us_learner_about(int index);

#endif
