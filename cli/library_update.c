#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"
#include "retrieve/outcomes.h"

enum { DOMAIN, JSON };

static const us_option options[] = {
    [DOMAIN] = {"--domain", "D", "the domain; else the library names it"},
    [JSON] = {"--json", NULL, "print the counts as one JSON object"},
};

static us_status fold(us_library *library, const char *file, us_outcome_counts *all, us_error *err)
{
    US_AUTO(us_outcomes_clear) us_outcomes outcomes = {0};
    US_TRY(us_library_check_input(library, file, "a trace", err));
    US_TRY(us_outcomes_read(file, us_interrupt_is_pending, &outcomes, err));
    return us_library_put_outcomes(library, file, &outcomes, all, err);
}

static us_status fold_all(const us_args *args, us_library *library, us_outcome_counts *all,
                          us_error *err)
{
    US_TRY(us_library_begin(library, err));
    for (int i = 1; i < args->count; i++) {
        US_TRY(fold(library, args->argument[i], all, err));
    }
    US_TRY(us_library_fit_worth(library, us_interrupt_is_pending, err));
    return us_library_commit(library, err);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_library_handle_close) us_library_handle opened = {0};
    us_outcome_counts all = {0};
    US_TRY(us_library_handle_open(&opened, args->argument[0], US_LIBRARY_WRITE,
                                  us_args_text(args, DOMAIN), err));
    us_status status = fold_all(args, opened.library, &all, err);
    if (status == US_INTERRUPTED)
        return us_interrupt_fail(err, args->argument[0]);
    US_TRY(status);
    if (us_args_is_given(args, JSON)) {
        us_json_writer writer = us_json_writer_begin(out, '{');
        us_json_write_key_int(&writer, "games", args->count - 1);
        us_json_write_key_int(&writer, "tries", all.tries);
        us_json_write_key_int(&writer, "successes", all.successes);
        us_json_write_key_int(&writer, "unknown", all.unknown);
        us_json_write_key_int(&writer, "attempts", all.attempts);
        us_json_write_key_int(&writer, "left_out", all.left_out);
        us_json_writer_end(&writer, '}');
    }
    us_out_log(
        "%s: %lld of %lld tries succeeded; %lld of behaviors that are not in the library; %lld "
        "attempts",
        args->argument[0], (long long)all.successes, (long long)all.tries, (long long)all.unknown,
        (long long)all.attempts);
    if (all.left_out > 0)
        us_out_log("%s: %lld attempts left out: their states have other features than the domain",
                   args->argument[0], (long long)all.left_out);
    return US_OK;
}

const us_command us_command_library_update = {
    .name = "library update",
    .arguments = "LIB TRACE...",
    .about = "count tries and successes of behaviors in games",
    .more =
        "Reads from the plan lines of traces which behaviors succeeded and failed. Behaviors that\n"
        "were stopped, or still ran when the game was won, do not count. A game counts once: a\n"
        "second update with it changes nothing. If the domain had other features in the game, the\n"
        "states of attempts cannot be read: tries count, and attempts are left out.",
    .example = "  understudy library update lib.db game.jsonl",
    US_OPTIONS(options),
    .run = run,
};
