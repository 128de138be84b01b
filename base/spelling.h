/* Spelling suggestions ("did you mean ...?"): the candidate nearest to a text, counted in
 * insertions, deletions, changes and swaps of neighbors. Among equally near ones the first wins. */
#ifndef US_BASE_SPELLING_H
#define US_BASE_SPELLING_H

#include "base/str.h"

enum { US_SPELLING_MAX = 64 }; /* longer texts have no suggestion */

typedef struct us_spelling {
    char text[US_SPELLING_MAX];
    char best[US_SPELLING_MAX]; /* nearest candidate, or its first bytes; "" while none is near
                                   enough */
    int distance; /* of best; a new candidate must be nearer; 0: text is too long or empty */
} us_spelling;

us_spelling us_spelling_start(const char *text);
/* Returns whether the candidate is the best so far. */
bool us_spelling_add(us_spelling *spelling, const char *candidate);
/* Compares the text with every beginning of a longer candidate; up to a third of the text may
 * differ. Returns whether the candidate is the best so far. */
bool us_spelling_add_longer(us_spelling *spelling, const char *candidate);

/* Returns the name at an index, NULL behind the last one; "" is passed over. */
typedef const char *us_spelling_name(const void *of, int i);
/* Appends a hint for an unknown name: "; did you mean "x"?". If no name is near, appends `all` and
 * the first eight names: "; there are a, b", or "; there are none". If no name is near and `all` is
 * NULL, appends nothing. */
void us_spelling_print_hint(const char *text, us_spelling_name *name, const void *of,
                            const char *all, us_str *out);

#endif
