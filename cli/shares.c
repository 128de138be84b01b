#include "cli/shares.h"

us_status us_args_read_share(const us_args *args, int option, int64_t low, int64_t high,
                             double *out, us_error *err)
{
    int64_t value;
    if (!us_text_to_decimal(us_args_text(args, option), 6, low, high, &value))
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "%s: %s: expected a number from %g to %g, found \"%.64s\"",
                            args->command->name, args->command->options[option].name,
                            (double)low / US_SHARE_ONE, (double)high / US_SHARE_ONE,
                            us_args_text(args, option));
    *out = (double)value / US_SHARE_ONE;
    return US_OK;
}
