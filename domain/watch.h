/* A set of expressions whose values are kept, and asked again only when what they read changed.
 * Features, alive-conditions and monitors live on this. */
#ifndef US_DOMAIN_WATCH_H
#define US_DOMAIN_WATCH_H

#include "domain/expr.h"

typedef struct us_watch us_watch;

/* The expressions are borrowed and outlive the watch; all are of one domain. bindings: one for
 * each, borrowed too, or NULL where none needs any. Members are numbered from 0. */
us_watch *us_watch_new(const us_expr *const *expr, const us_binding *bindings, int count);
void us_watch_free(us_watch *watch); /* NULL is fine */

/* Values for this view, by member; valid until the next call. All looks at one watch see
 * the worlds of one game and one seat, in the order of time, or us_watch_forget stands between
 * them. Allocates at the first look only. A world without revisions is looked at whole. */
const int64_t *us_watch_look(us_watch *watch, const us_view *view);
void us_watch_forget(us_watch *watch);         /* also after a binding changed */
int us_watch_evaluated(const us_watch *watch); /* expressions evaluated by the last look */

/* ---- members that come and go

 * The view is that of the last look, if there was one. Numbers of members that went are given
 * again. Room grows with the most members there ever were at once. */

/* The value is what the expression says for this view. The binding is borrowed, or NULL. */
int us_watch_add(us_watch *watch, const us_expr *expr, const us_binding *binding,
                 const us_view *view, int64_t value);
void us_watch_remove(us_watch *watch, int member);
int us_watch_members(const us_watch *watch);
bool us_watch_timed(const us_watch *watch); /* some member reads the clock, as far as is known */
/* Its binding changed: it is evaluated by the next look, or when its value is asked for. */
void us_watch_touch(us_watch *watch, int member);
bool us_watch_touched(const us_watch *watch); /* some member */
int64_t us_watch_value(us_watch *watch, int member, const us_view *view);
/* Members whose value is another since the last look but one; until the next look. */
const int *us_watch_flips(const us_watch *watch, int *count);

#endif
