/* Private to adapt/: what reading and running patterns share. */
#ifndef US_ADAPT_PATTERN_INSIDE_H
#define US_ADAPT_PATTERN_INSIDE_H

#include "adapt/pattern.h"
#include "adapt/query.h"

/* As us_failure_pattern_parse. db: of games, whichever; only its tables matter. */
us_status us_failure_pattern_read(const us_domain *domain, struct sqlite3 *db, const char *file,
                                  const char *text, size_t length, us_failure_pattern **out,
                                  us_error *err);

/* The params as its query binds them, and :condition, of that number, where it has a maintain.
 * Returns how many. */
int us_failure_pattern_bind(const us_failure_pattern *pattern, int64_t condition,
                            us_sql_param out[US_PATTERN_PARAMS_MAX + 1]);

#endif
