/* Which seats of a demonstration a learner is given, which of their goals, and why the rest is left
 * out. */
#ifndef US_LEARN_SEATS_H
#define US_LEARN_SEATS_H

#include "learn/learn.h"

/* Decides for each seat of the log, into out->seat, out->taken and out->withheld. Suggestions of
 * taken seats that nobody asked for leave the annotation, so that all of its goals count. */
void us_seats_choose(const us_log *log, const us_learn_def *def, us_annotation *annotation,
                     us_learned *out);

#endif
