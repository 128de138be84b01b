/* The choice of the seats and goals of a demonstration to learn from. */
#ifndef US_LEARN_SEATS_H
#define US_LEARN_SEATS_H

#include "learn/learn.h"

/* Decides for each seat of the log, and fills out->seat, out->taken and out->withheld. Without
 * def->suggested, it removes the suggestions of taken seats from the annotation. */
void us_seats_choose(const us_log *log, const us_learn_def *def, us_annotation *annotation,
                     us_learn_result *out);

#endif
