/* Options whose values are shares, such as "0.95". */
#ifndef US_CLI_SHARES_H
#define US_CLI_SHARES_H

#include "cli/options.h"

enum { US_SHARE_ONE = 1000000 };

/* Reads the option's text as a number from low to high, both in millionths. US_BAD_INPUT: the error
 * names the option and the bounds. */
us_status us_args_read_share(const us_args *args, int option, int64_t low, int64_t high,
                             double *out, us_error *err);

#endif
