#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"

enum { JSON };

static const us_option options[] = {
    [JSON] = {"--json", NULL, "print the progress as one JSON object"},
};

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    us_standing tally;
    US_TRY(us_experiment_merge(args->argument[0], &tally, err));
    if (us_args_is_given(args, JSON)) {
        us_json_writer writer = us_json_writer_begin(out, '{');
        us_standing_write(&tally, &writer);
        us_json_writer_end(&writer, '}');
    } else {
        us_standing_print(&tally, out);
        us_str_add_char(out, '\n');
    }
    return tally.played == tally.games ? US_OK
                                       : us_error_set(err, US_INCOMPLETE, args->argument[0], 0, 0,
                                                      "%lld games have no result yet",
                                                      (long long)(tally.games - tally.played));
}

const us_command us_command_experiment_merge = {
    .name = "experiment merge",
    .arguments = "DIR",
    .about = "merge the results of all runs and shards",
    .more = "Writes DIR/results.jsonl: each game once, by id. Exits with 3 if some games have no\n"
            "result, and with 4 if a game has two results that differ.",
    .example = "  understudy experiment merge rush",
    US_OPTIONS(options),
    .run = run,
};
