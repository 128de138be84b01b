#include "cli/commands.h"
#include "cli/comparing.h"
#include "cli/out.h"
#include "experiments/report/report.h"

enum { OUT = US_COMPARING_OPTIONS, TIMELINE };

static const us_option options[] = {
    US_COMPARING_TABLE,
    [OUT] = {"-o", "FILE", "where the report goes; else DIR/report.html", US_OPTION_TEXT},
    [TIMELINE] = {"--timeline", "GAME",
                  "the id of the game whose goals are shown; else a lost one that tells",
                  US_OPTION_TEXT},
};

static void tell_verdict(void *context, const char *text)
{
    us_out_linef(context, "%s", text);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    us_report_def def = {
        .folder = args->argument[0],
        .out = us_args_text(args, OUT),
        .timeline = us_args_text(args, TIMELINE),
        .command = "understudy",
        .note = us_out_say,
        .verdict = tell_verdict,
        .context = out,
        .stop = us_interrupted,
    };
    us_sprt_def sprt;
    US_TRY(us_take_comparing(args, &sprt, &def.compare, err));
    us_status status = us_report_write(&def, err);
    if (status == US_OK)
        us_out_linef(out, "report in %s%s", def.out ? def.out : def.folder,
                     def.out ? "" : "/report.html");
    else
        us_str_reset(out);
    return status;
}

const us_command us_command_experiment_report = {
    .name = "experiment report",
    .arguments = "DIR",
    .least = 1,
    .most = 1,
    .about = "write what an experiment found as one page of HTML",
    .more =
        "The page needs no network and no script. Verdicts come first, then figures, each with\n"
        "its table, the goals of one game, what the libraries differ in, and where all this\n"
        "comes from. Figures are drawn by gnuplot where it is; data and script of each stay in\n"
        "DIR/figures, or beside NAME.html in NAME-figures. Without gnuplot the page has the "
        "tables\n"
        "alone.",
    .example = "  understudy experiment report rush\n"
               "  understudy experiment report rush --baseline expert --margin 0.05 -o rush.html",
    .options = options,
    .option_count = US_COUNT(options),
    .run = run,
};
