#include "cli/adapt.h"

#include <string.h>

#include "behavior/brl.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "traces/reader.h"

us_status us_adapt_domain(const char *trace, us_domain **out, us_error *err)
{
    US_AUTOPTR(us_trace) reader = NULL;
    US_TRY(us_trace_open(trace, &reader, err));
    const char *name = us_trace_get_header(reader)->domain;
    if (!us_brl_is_name(name)) /* the name becomes part of a path */
        return us_error_set(err, US_BAD_INPUT, trace, 1, 0, "there is no domain \"%.64s\"", name);
    return us_domain_load_shipped(name, out, err);
}

static us_status choose_patterns(const us_args *args, us_patterns *patterns, us_error *err)
{
    int at = 0;
    if (us_args_is_given(args, US_ADAPT_ONLY))
        US_TRY(us_patterns_select(patterns, us_args_text(args, US_ADAPT_ONLY), err));
    if (us_args_is_given(args, US_ADAPT_WITHOUT))
        US_TRY(us_patterns_exclude(patterns, us_args_text(args, US_ADAPT_WITHOUT), err));
    if (patterns->count == 0)
        return us_error_refuse(err, "--only and --without leave no pattern: expected one at least");
    for (const char *text; (text = us_args_next(args, US_ADAPT_SET, &at));)
        US_TRY(us_patterns_set(patterns, text, err));
    return us_args_check_keys(args, US_ADAPT_SET, err);
}

us_status us_adapt_load_patterns(const us_args *args, const us_domain *domain, us_patterns *out,
                                 us_error *err)
{
    us_patterns patterns = {0};
    US_TRY(us_patterns_load(domain, us_args_text(args, US_ADAPT_PATTERNS), &patterns, err));
    us_status status = choose_patterns(args, &patterns, err);
    if (status == US_OK)
        *out = patterns;
    else
        us_patterns_clear(&patterns);
    return status;
}

us_status us_adapt_add_traces(const us_args *args, int first, const char *map, us_games *games,
                              us_error *err)
{
    us_batch_bar bar = {.begun = false};
    us_status status = US_OK;
    us_games_set_stop(games, us_interrupt_is_pending);
    for (int i = first; i < args->count && status == US_OK; i++) {
        int64_t game;
        us_game_pool_state state = {.wanted = args->count - first, .played = i - first};
        if (args->count - first > 1)
            us_batch_bar_on_progress(&bar, &state);
        status = us_games_add(games, args->argument[i], map, &game, err);
    }
    us_batch_bar_end(&bar);
    int64_t others = us_games_count_other_rules(games);
    if (status == US_OK && others > 0)
        us_out_log("%lld game%s played by another domain or other rules than what is here: read "
                   "from stored states",
                   (long long)others, others == 1 ? "" : "s");
    return status;
}
