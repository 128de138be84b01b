/* What the program alone uses of adaptation: understudy/adapt.h declares it. */
#ifndef US_ADAPT_ADAPT_H
#define US_ADAPT_ADAPT_H

#include "adapt/blame.h"
#include "understudy/adapt.h"

enum { US_CAUSE_REPAIRS_MAX = 32 }; /* of one behavior */

#endif
