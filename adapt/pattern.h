/* Failure patterns: kinds of failures in games, as data, with their repairs.
 *
 * A pattern is a file domains/X/patterns/NAME.sql: a comment that holds one object of JSON, then
 * one SELECT over the tables of adapt/games.sql whose rows are failures. The manual is
 * docs/FAILURE_PATTERNS.md. Reading checks all that needs no game: members, kinds, BRL of repairs,
 * tables and columns of the query, parameters. Errors point into the file. */
#ifndef US_ADAPT_PATTERN_H
#define US_ADAPT_PATTERN_H

#include "behavior/failure_pattern.h"
#include "understudy/adapt.h"

/* Parses a pattern. file names it in errors; its last part without ".sql" is the pattern's name. A
 * pattern with `like` has only params: us_patterns_load puts the copied one there. */
us_status us_failure_pattern_parse(const us_domain *domain, const char *file, const char *text,
                                   size_t length, us_failure_pattern **out, us_error *err);
int us_failure_pattern_find_column(const us_failure_pattern *pattern, const char *name); /* or -1 */
us_failure_pattern *us_patterns_find(const us_patterns *patterns, const char *name); /* or NULL */

/* names: "daemon,retry". Adds the bit 1 << modop of each to *out. */
us_status us_modops_parse(const char *names, uint32_t *out, us_error *err);

#endif
