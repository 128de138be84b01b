/* Learning: behaviors and cases from labeled demonstrations. docs/LEARNING.md is the manual. */
#ifndef UNDERSTUDY_LEARN_H
#define UNDERSTUDY_LEARN_H

#include "understudy/annotation.h"
#include "understudy/library.h"

/* Special values of us_learn_def.seat. */
enum {
    US_LEARN_ALL = -1,      /* all seats that have goals */
    US_LEARN_UNBEATEN = -2, /* those of them that did not lose the game */
};

typedef struct us_learn_words us_learn_words;

typedef struct us_learn_def {
    const char *annotation;      /* NULL: beside the trace */
    const char *labels;          /* text of the annotation, used instead of its file; or NULL */
    const char *map;             /* present path of the map; NULL: the trace's */
    const char *name;            /* of the demonstration, for origins; NULL: the trace's file */
    us_hash hash;                /* of the demonstration, for origins; 0: of the trace's bytes */
    int seat;                    /* a number, or US_LEARN_*; preset: US_LEARN_UNBEATEN */
    bool suggested;              /* learn from suggested goals, too */
    bool pass;                   /* succeed with taken 0 if nothing is left to learn from */
    const char *learner;         /* see us_learner_name */
    const us_learn_words *words; /* for errors; preset: those of the program */
    bool literal;        /* keep orders as they were given, with ids and cells; forced if a game of
                            another program has no known worlds */
    bool conditions;     /* infer preconditions and alive-conditions */
    bool relax;          /* replace the demonstrated order by the dependencies */
    bool skip_unlabeled; /* leave out orders without a goal; else they are an error */
    bool (*stop)(void);  /* called now and then, by several threads: true ends with US_INTERRUPTED;
                            or NULL */
} us_learn_def;
US_API us_learn_def us_learn_def_default(void);

/* The use of a seat: taken, or why it is left out. */
typedef enum us_seat_use {
    US_SEAT_BARE,      /* it has no goals */
    US_SEAT_TAKEN,     /* it is learned from */
    US_SEAT_UNASKED,   /* def->seat is another seat */
    US_SEAT_BEATEN,    /* it lost the game, and def->seat is US_LEARN_UNBEATEN */
    US_SEAT_SUGGESTED, /* all its goals are suggestions, without def->suggested */
} us_seat_use;

typedef struct us_learn_result_seat {
    us_seat_use use;
    us_fate fate; /* of the seat, in the game */
    int goals;    /* in the annotation */
    int withheld; /* of these: suggestions that are left out */
} us_learn_result_seat;

/* The result of learning, with the demonstration. */
typedef struct us_learn_result {
    us_log log;
    us_brl *brl;        /* of the log's domain; behaviors by seat, then in the order of their
                           beginnings. A body that was learned twice is there twice, under one name,
                           with the cases of each time */
    us_remarks remarks; /* warnings; line: of the annotation, or 0 */
    us_learn_result_seat seat[US_SEATS_MAX]; /* those of the log */
    int taken;                               /* number of taken seats */
    int withheld;      /* suggestions left out of seats that are taken or only have suggestions */
    int orders, goals; /* of taken seats */
    int unlabeled;     /* orders of these without a goal, left out */
    int earlier;       /* orders from before a takeover of these: another player's, left out, and
                          not among orders */
    int foreign;       /* orders of these that the domain has no words for: lost */
    int suggested;     /* goals that are suggestions, and are learned from */
    int unreached;     /* goals that are known not to have been reached */
    bool literal;      /* orders are as they were given: see us_learn_def */
    bool seen;         /* states are known: some cases or all have features */
} us_learn_result;

/* Learns behaviors from a trace. Errors name the place; a trace that leaves nothing to learn from
 * is an error, unless def->pass. Clear out after success; it owns the log and the domain. */
US_API us_status us_learn_run(const char *trace, const us_learn_def *def, us_learn_result *out,
                              us_error *err);
US_API void us_learn_result_clear(us_learn_result *learned);

/* Returns "no goals", "taken", "another seat", "lost" or "suggested". */
US_API const char *us_seat_use_name(us_seat_use use);

/* The learners, the preset first; index from 0. */
US_API int us_learner_count(void);
US_API const char *us_learner_name(int index);
US_API const char *us_learner_about(int index);

/* ---- from several demonstrations at once, into a library */

/* The caller's report of what is learned. */
typedef struct us_learn_listener {
    void *context;
    /* Called for each trace, in order, when all its behaviors are in the library, before the next
     * traces are learned and before the commit. NULL is fine. */
    void (*on_learned)(void *context, const char *trace, const us_learn_result *learned);
    us_library_added added; /* sum over all traces; added to */
} us_learn_listener;

/* Learns from each trace and adds all behaviors to the library at path, in one transaction or not
 * at all. If there is no library, it is created. Other programs can read the library meanwhile, and
 * their writes wait. Memory holds a few traces at a time, and what the transaction changes in a
 * library that existed before; all cores work. An
 * error without a file of its own names the trace; traces of two domains are US_MISMATCH. With
 * def->pass a trace that leaves nothing to learn from is passed over; if all do, that is an error.
 * listener may be NULL. */
US_API us_status us_learn_to_library(const char *const *trace, int traces, const us_learn_def *def,
                                     const char *path, us_learn_listener *listener, us_error *err);

#endif
