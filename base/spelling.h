/* Did you mean ...? The candidate nearest to a text by insertions, deletions, changes and swaps
 * of neighbors. Of equally near ones the first offered. */
#ifndef US_BASE_SPELLING_H
#define US_BASE_SPELLING_H

#include "base/str.h"

enum { US_SPELLING_MAX = 64 }; /* longer texts are never near */

typedef struct us_spelling {
    char text[US_SPELLING_MAX];
    char best[US_SPELLING_MAX]; /* or its first bytes; "" while nothing is near enough */
    int distance;               /* of best; those further than this are not near enough */
} us_spelling;

us_spelling us_spelling_start(const char *text);
/* Returns whether it is the best so far. */
bool us_spelling_offer(us_spelling *spelling, const char *candidate);
/* The same for a text that should be how a longer candidate begins: a third of it may differ. */
bool us_spelling_offer_longer(us_spelling *spelling, const char *candidate);

/* Names by their index, NULL behind the last; "": none. */
typedef const char *us_spelling_name(const void *of, int i);
/* Appends what helps whoever wrote a name that is not among these: "; did you mean "x"?". Where
 * nothing is near, the first eight behind `all`: "; there are a, b", or "; there are none"; all
 * NULL: nothing. */
void us_spelling_help(const char *text, us_spelling_name *name, const void *of, const char *all,
                      us_str *out);

#endif
