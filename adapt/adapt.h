/* Adaptation: repair of a library's behaviors that are to blame for failures in games.
 * docs/ADAPTATION.md is the manual.
 *
 * Failures of many games become causes (adapt/blame.h): a pattern and a step of a behavior. Causes
 * are mended one after the other, the most frequent first. The first repair of the pattern is taken
 * that makes a sound behavior and, if proof is asked for, one that does no worse. A behavior may be
 * repaired several times; only the last result enters the library. It records its descent: the
 * parent, and for each repair the modop, the failure, and the game of the worst failure. */
#ifndef US_ADAPT_ADAPT_H
#define US_ADAPT_ADAPT_H

#include "adapt/blame.h"
#include "understudy/adapt.h"

enum { US_CAUSE_REPAIRS_MAX = 32 }; /* of one behavior */

#endif
