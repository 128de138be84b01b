/* Adaptation as the command line uses it. understudy/adapt.h declares the public part. */
#ifndef US_ADAPT_ADAPT_H
#define US_ADAPT_ADAPT_H

#include "adapt/blame.h"
#include "understudy/adapt.h"

enum { US_CAUSE_REPAIRS_MAX = 32 }; /* of one behavior */

#endif
