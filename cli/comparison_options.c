#include "cli/comparison_options.h"

#include "cli/experiment.h"

us_status us_args_read_comparison(const us_args *args, us_sprt_def *sprt, us_comparison_def *out,
                                  us_error *err)
{
    us_comparison_def def = us_comparison_def_default();
    def.baseline = us_args_text(args, US_COMPARING_BASELINE);
    def.challenger = us_args_text(args, US_COMPARING_PLAYER);
    def.seed = (uint64_t)us_args_int(args, US_COMPARING_SEED);
    def.unmatched = us_args_is_given(args, US_COMPARING_UNMATCHED);
    def.leaky = us_args_is_given(args, US_COMPARING_LEAKY);
    US_TRY(us_args_read_share(args, US_COMPARING_LEVEL, US_SHARE_ONE / 2, US_SHARE_ONE - 1,
                              &def.level, err));
    US_TRY(us_args_read_share(args, US_COMPARING_MARGIN, 0, US_SHARE_ONE, &def.margin, err));
    US_TRY(us_args_read_scope(args, US_COMPARING_SCOPE, &def.scope, err));
    if (us_args_is_given(args, US_COMPARING_SPRT)) {
        US_TRY(us_args_read_sprt(args, US_COMPARING_SPRT, sprt, err));
        def.sprt = sprt;
    }
    *out = def;
    return US_OK;
}
