/* Private to adapt/: functions that reading and running patterns share. */
#ifndef US_ADAPT_PATTERN_INTERNAL_H
#define US_ADAPT_PATTERN_INTERNAL_H

#include "adapt/pattern.h"
#include "adapt/query.h"
#include "base/arena.h"

/* Checks the query, the repairs with its columns, the names, and the defaults, of a pattern whose
 * head was read. db is any database of games; only its tables matter. */
us_status us_failure_pattern_complete(const us_domain *domain, struct sqlite3 *db,
                                      us_failure_pattern *pattern, us_error *err);

/* Checks that the query's texts are names of the domain where they are compared with a column that
 * holds such names, and where they fill the column `goal` or a placeholder. A text that the check
 * cannot place is taken. */
us_status us_failure_pattern_names(const us_domain *domain, const us_failure_pattern *pattern,
                                   us_error *err);

/* Reads and checks `defaults` of the header, once the columns are known. */
us_status us_failure_pattern_read_defaults(const us_domain *domain, us_failure_pattern *pattern,
                                           us_error *err);
/* Returns the number of rows of us_failure_pattern_row, at least one. */
int us_failure_pattern_rows(const us_failure_pattern *pattern);
/* Returns values for a daemon's placeholders without a failure, by column, in the arena: the value
 * in that row of `defaults`; else the param of the column's name; else NULL. */
const char *const *us_failure_pattern_row(const us_failure_pattern *pattern, int row,
                                          us_arena *arena);

/* Lists the params as the query binds them, and returns their number. If the pattern has a
 * maintain, :condition with that number is one of them. */
int us_failure_pattern_bind(const us_failure_pattern *pattern, int64_t condition,
                            us_sql_param out[US_PATTERN_PARAMS_MAX + 1]);

#endif
