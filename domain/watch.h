/* A watch keeps the values of expressions, and evaluates an expression again only if something that
 * it reads has changed. It serves features, alive-conditions and monitors. */
#ifndef US_DOMAIN_WATCH_H
#define US_DOMAIN_WATCH_H

#include "domain/expr.h"

typedef struct us_watch us_watch;

/* Expressions are borrowed, must outlive the watch, and belong to one domain. bindings has one
 * binding for each, borrowed too; NULL if no expression needs one. Members are numbered from 0. */
us_watch *us_watch_new(const us_expr *const *expr, const us_binding *bindings, int count);
void us_watch_free(us_watch *watch); /* NULL is fine */

/* Returns the values for this view, by member, valid until the next call. All looks at one watch
 * must be at worlds of one game for one seat, in the order of time; otherwise call us_watch_reset
 * between them. Allocates at the first look only. In a world without revisions every member is
 * evaluated. */
const int64_t *us_watch_update(us_watch *watch, const us_view *view);
void us_watch_reset(us_watch *watch);                 /* required after a binding changed, too */
int us_watch_evaluation_count(const us_watch *watch); /* number of evaluations in the last look */

/* ---- dynamic members
 *
 * The view is that of the last look, if there was one. Numbers of removed members are reused.
 * Memory is kept for the largest number of simultaneous members. */

/* Adds a member with its value for this view. The binding is borrowed, or NULL. Returns the
 * member's number. */
int us_watch_add(us_watch *watch, const us_expr *expr, const us_binding *binding,
                 const us_view *view, int64_t value);
void us_watch_remove(us_watch *watch, int member);
int us_watch_member_count(const us_watch *watch);
bool us_watch_has_timed(const us_watch *watch); /* some member reads the clock, as far as known */
/* Marks the member's binding as changed. The next look or us_watch_value evaluates the member. */
void us_watch_touch(us_watch *watch, int member);
bool us_watch_has_touched(const us_watch *watch); /* some member is marked */
int64_t us_watch_value(us_watch *watch, int member, const us_view *view);
/* Returns the members that the last look found changed; valid until the next look. */
const int *us_watch_changes(const us_watch *watch, int *count);

#endif
