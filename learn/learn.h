/* Learning: a labeled demonstration becomes behaviors with their cases. docs/LEARNING.md is the
 * manual. */
#ifndef US_LEARN_LEARN_H
#define US_LEARN_LEARN_H

#include "behavior/brl.h"
#include "traces/annotation.h"
#include "traces/log.h"

typedef struct us_learn_def {
    const char *annotation; /* NULL: beside the trace */
    const char *labels;     /* the annotation's text itself, in place of its file; or NULL */
    const char *map;        /* where the map lies now; NULL: as the trace says */
    int seat;               /* whose; -1: of all that are labeled */
    const char *learner;    /* see us_learner_name */
    bool literal;           /* orders as they were given, with their ids and cells; always so where
                               nobody knows the worlds: nothing tells what ids and cells were */
    bool conditions;        /* infer preconditions and alive-conditions */
    bool relax;             /* true dependencies in place of the demonstrated order */
    bool skip_unlabeled;    /* leave out orders without a goal; else they are an error */
    bool (*stop)(void);     /* asked now and then: true ends with US_INTERRUPTED; or NULL */
} us_learn_def;
us_learn_def us_learn_def_default(void);

/* What a demonstration taught, and the demonstration. */
typedef struct us_learned {
    us_log log;
    us_brl *brl;        /* of the log's domain; behaviors in the order of their beginnings, those of
                           a lower seat first; not linked */
    us_remarks remarks; /* warnings; line: of the annotation, or 0 */
    int orders, goals;  /* of the seats that were learned from */
    int unlabeled;      /* orders of these that were left out */
    int earlier;   /* orders given before these were taken over: another player's, left out, and
                      not among orders */
    int foreign;   /* orders of these that the domain has no words for: they are lost */
    int suggested; /* goals that nobody has said */
    int unreached; /* goals that are known not to have been reached */
    bool literal;  /* orders are as they were given: asked for, or for want of worlds */
    bool seen;     /* there were states: some cases, or all, have features */
} us_learned;

/* An error names the place. Clear after success; the log and its domain go with it. */
us_status us_learn(const char *trace, const us_learn_def *def, us_learned *out, us_error *err);
void us_learned_clear(us_learned *learned);

/* The learners there are, the preset first; index: from 0. */
int us_learner_count(void);
const char *us_learner_name(int index);
const char *us_learner_about(int index);

#endif
