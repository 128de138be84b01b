/* Failures as adaptation uses them. understudy/adapt.h declares the public part. */
#ifndef US_ADAPT_FAILURES_H
#define US_ADAPT_FAILURES_H

#include "adapt/games.h"
#include "adapt/pattern.h"
#include "base/json.h"
#include "understudy/adapt.h"
/* Makes and fills the table of adapt/failures.sql. Call it once, before the commit. */
us_status us_failures_insert(us_games *games, const us_patterns *patterns,
                             const us_failures *failures, us_error *err);
/* Writes the value of a column: a number, a text or null. */
void us_failure_write_value(const us_failure *failure, int column, us_json_writer *writer);

#endif
