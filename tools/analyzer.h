/* Read before each source when clang-tidy looks at it, and at no other time.
 * It says what the analyzer cannot find out: a call that reports a failure never returns US_OK. */
#ifndef US_TOOLS_ANALYZER_H
#define US_TOOLS_ANALYZER_H

#include "base/error.h"
#include "base/json.h"

static inline us_status us_analyzer_failed(us_status status)
{
    if (status == US_OK)
        __builtin_unreachable();
    return status;
}

#define us_fail(...) us_analyzer_failed(us_fail(__VA_ARGS__))
#define us_json_fail(...) us_analyzer_failed(us_json_fail(__VA_ARGS__))
#define us_json_refuse(...) us_analyzer_failed(us_json_refuse(__VA_ARGS__))
#define us_pull_fail(...) us_analyzer_failed(us_pull_fail(__VA_ARGS__))
#define us_pull_refuse(...) us_analyzer_failed(us_pull_refuse(__VA_ARGS__))

#endif
