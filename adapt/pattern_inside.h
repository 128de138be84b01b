/* Private to adapt/: what reading and running patterns share. */
#ifndef US_ADAPT_PATTERN_INSIDE_H
#define US_ADAPT_PATTERN_INSIDE_H

#include "adapt/pattern.h"
#include "adapt/query.h"
#include "base/arena.h"

/* As us_failure_pattern_parse. db: of games, whichever; only its tables matter. borrowed: the file
 * is another domain's, so that its `defaults`, which name that domain's types, are left out. */
us_status us_failure_pattern_read(const us_domain *domain, struct sqlite3 *db, const char *file,
                                  const char *text, size_t length, bool borrowed,
                                  us_failure_pattern **out, us_error *err);

/* Reads and checks `defaults` of the header, once the columns are known. */
us_status us_failure_pattern_defaults(const us_domain *domain, us_failure_pattern *pattern,
                                      us_error *err);
/* How many rows us_failure_pattern_row has: at least one. */
int us_failure_pattern_rows(const us_failure_pattern *pattern);
/* What fills a daemon's placeholders without a failure, by column, in the arena: the value in that
 * row of `defaults`; else that of the param of the column's name; else NULL. */
const char *const *us_failure_pattern_row(const us_failure_pattern *pattern, int row,
                                          us_arena *arena);

/* The params as its query binds them, and :condition, of that number, where it has a maintain.
 * Returns how many. */
int us_failure_pattern_bind(const us_failure_pattern *pattern, int64_t condition,
                            us_sql_param out[US_PATTERN_PARAMS_MAX + 1]);

#endif
