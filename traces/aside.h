/* Labels that are kept when a new trace takes the place of theirs. A person may have made them, so
 * no program removes them: NAME.goals.json becomes NAME.goals.OLD.json, or NAME.goals.OLD.2.json if
 * that name is taken, and so on.
 *
 *   US_AUTO(us_aside_clear) us_aside aside = {.folder = -1};
 *   us_aside_begin("NAME.jsonl", &aside, err)    gives the labels their further name
 *   ...                                          the new trace takes its place
 *   us_aside_finish(&aside, err)                 takes away their former name
 *
 * A run that is killed on the way leaves the labels under both names. If the new trace is in its
 * place by then, us_annotation_load refuses the former name. */
#ifndef US_TRACES_ASIDE_H
#define US_TRACES_ASIDE_H

#include "base/error.h"

/* Zero-initialized but for `folder`. All members but `kept` are private. */
typedef struct us_aside {
    char *labels; /* the annotation beside the trace */
    char *kept;   /* where it is kept; NULL: there was none */
    bool made;    /* the name `kept` was made for it, and not found with the same bytes */
    bool done;    /* the labels have no other name */
    int folder;   /* locked, so that `annotate` does not write meanwhile; -1 */
} us_aside;

/* Gives the annotation beside the trace a further name, if there is an annotation. Any other file
 * of that name stays and is an error. */
us_status us_aside_begin(const char *trace, us_aside *out, us_error *err);
us_status us_aside_finish(us_aside *aside, us_error *err);
/* Call it when the labels of the new trace are saved. Removes kept labels that are equal to them,
 * so that a game which is played again leaves no copies. `kept` is NULL then. */
void us_aside_drop_equal(us_aside *aside);
/* Fails if the annotation is of a trace that is no longer there: a run was killed after the new
 * trace took its place, and before the labels lost their former name. */
us_status us_aside_check(const char *labels, us_error *err);
/* Removes the further name if the labels have their former one. */
void us_aside_clear(us_aside *aside);

#endif
