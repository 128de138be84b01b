/* Read before each source when clang-tidy looks at it, and at no other time.
 * It says what the analyzer cannot find out: a call that reports a failure never returns US_OK. */
#ifndef US_TOOLS_ANALYZER_H
#define US_TOOLS_ANALYZER_H

#include "base/error.h"
#include "base/json.h"

#define US_NEVER_OK(call)               \
    __extension__({                     \
        us_status us_never_ok = (call); \
        if (us_never_ok == US_OK)       \
            __builtin_unreachable();    \
        us_never_ok;                    \
    })
#define us_error_set(...)    US_NEVER_OK(us_error_set(__VA_ARGS__))
#define us_error_refuse(...) US_NEVER_OK(us_error_refuse(__VA_ARGS__))
#define us_json_fail(...)    US_NEVER_OK(us_json_fail(__VA_ARGS__))
#define us_json_reject(...)  US_NEVER_OK(us_json_reject(__VA_ARGS__))
#define us_pull_fail(...)    US_NEVER_OK(us_pull_fail(__VA_ARGS__))
#define us_pull_reject(...)  US_NEVER_OK(us_pull_reject(__VA_ARGS__))

#endif
