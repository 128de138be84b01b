/* Does an annotation belong to the trace, and is it sound enough to learn from? */
#ifndef US_LEARN_FIT_H
#define US_LEARN_FIT_H

#include "traces/annotation.h"
#include "traces/log.h"

/* Refused, with file (path: the annotation's) and line of the first goal that is wrong: a seat that
 * is not there, ranges that end behind the last order, a beginning after the end of the game (all
 * US_MISMATCH: it may be of another trace); a beginning after its first order or an end before it,
 * ranges that hold no order of its seat, an id that is there twice; no goals at all. seat: only
 * its goals count; -1: all. Orders from before a seat was taken over hold up a range, and are not
 * the first. Sorts the annotation. */
us_status us_annotation_fit(us_annotation *annotation, const us_log *log, const char *path,
                            int seat, us_error *err);

/* How many orders it holds that were given before its seat was taken over. */
int us_instance_earlier(const us_log *log, const us_goal_instance *instance);

#endif
