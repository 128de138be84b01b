/* The failure patterns of a domain, as plans watch them. A plan watches a pattern in two ways:
 * - A pattern with a daemon and `patience`: the daemon's condition holds for at least that many
 *   cycles. If the pattern has rows of defaults, each row is watched alone.
 * - A pattern with `watch`: a step fails because it lacks one of watch.lacks, `times` times.
 * `patience` and `times` are params of the pattern. docs/PLAY_REPAIRS.md is the manual. */
#ifndef US_PLAN_REPAIR_BOOK_H
#define US_PLAN_REPAIR_BOOK_H

#include "behavior/failure_pattern.h"
#include "behavior/piece.h"

/* A condition that shows a failure. */
typedef struct us_watched_row {
    const us_failure_pattern *pattern;
    int row;           /* of the pattern's defaults */
    us_piece piece;    /* the daemon */
    us_cycle patience; /* cycles for which the condition may hold */
} us_watched_row;

/* Immutable: many plans may share one. */
typedef struct us_repair_book {
    us_failure_pattern **pattern; /* sorted by name */
    int patterns;
    US_LIST(us_watched_row) row;
    us_hash hash; /* of the names and bytes of all files that were read */
} us_repair_book;

/* Loads the patterns that are shipped with the domain. A domain without such a folder has none. */
us_status us_repair_book_load(const us_domain *domain, us_repair_book **out, us_error *err);
void us_repair_book_free(us_repair_book *book); /* NULL is fine */
US_AUTOPTR_DEFINE(us_repair_book, us_repair_book_free);

/* Returns the pattern's param, or `preset` if it has none of that name. */
int64_t us_repair_book_param(const us_failure_pattern *pattern, const char *name, int64_t preset);
const us_expr *us_watched_row_condition(const us_watched_row *row);

#endif
