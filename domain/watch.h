/* A set of expressions whose values are kept, and asked again only when what they read changed.
 * Features, alive-conditions and monitors live on this. */
#ifndef US_DOMAIN_WATCH_H
#define US_DOMAIN_WATCH_H

#include "domain/expr.h"

typedef struct us_watch us_watch;

/* The expressions are borrowed and outlive the watch; all are of one domain. bindings: one for
 * each, borrowed too, or NULL where none needs any. */
us_watch *us_watch_new(const us_expr *const *expr, const us_binding *bindings, int count);
void us_watch_free(us_watch *watch); /* NULL is fine */

/* Values for this view, by expression; valid until the next call. All looks at one watch see
 * the worlds of one game and one seat, in the order of time, or us_watch_forget stands between
 * them. Allocates at the first look only. A world without revisions is looked at whole. */
const int64_t *us_watch_look(us_watch *watch, const us_view *view);
void us_watch_forget(us_watch *watch);         /* also after a binding changed */
int us_watch_evaluated(const us_watch *watch); /* expressions evaluated by the last look */

#endif
