#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "understudy/experiment.h"

enum { OUT = US_COMPARING_OPTIONS, FIGURES, TIMELINE };

static const us_option options[] = {
    US_COMPARING_TABLE,
    [OUT] = {"-o", "FILE", "the file of the report; else DIR/report.html"},
    [FIGURES] = {"--figures", "svg|pdf", "draw for the page alone, or as PDF for papers, too",
                 .preset = "svg"},
    [TIMELINE] = {"--timeline", "GAME",
                  "id of the game whose goals are shown; else an informative lost game"},
};

static void print_verdict(void *context, const char *text)
{
    us_out_add_linef(context, "%s", text);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    us_report_def def = {
        .folder = args->argument[0],
        .out = us_args_text(args, OUT),
        .timeline = us_args_text(args, TIMELINE),
        .command = "understudy",
        .note = us_out_log_text,
        .verdict = print_verdict,
        .context = out,
        .stop = us_interrupt_is_pending,
    };
    us_sprt_def sprt;
    const char *figures = us_args_text(args, FIGURES);
    def.pdf = us_text_equal(figures, "pdf");
    if (!def.pdf && !us_text_equal(figures, "svg"))
        return us_error_refuse(
            err, "experiment report: --figures: expected svg or pdf, found \"%.64s\"", figures);
    US_TRY(us_args_read_comparison(args, &sprt, &def.compare, err));
    us_status status = us_report_write(&def, err);
    if (status == US_OK)
        us_out_add_linef(out, "report in %s%s", def.out ? def.out : def.folder,
                         def.out ? "" : "/report.html");
    else
        us_str_reset(out);
    return status;
}

const us_command us_command_experiment_report = {
    .name = "experiment report",
    .arguments = "DIR",
    .about = "write the results of an experiment as one page of HTML",
    .more =
        "The page needs no network and no script. It has verdicts first, then figures, each with\n"
        "its table, the goals of one game, the differences between the libraries, and an appendix\n"
        "on reproducibility, which lies beside it as Markdown and LaTeX, too. gnuplot draws the\n"
        "figures, if it is installed. Data and script of each figure stay in DIR/figures, or "
        "beside\n"
        "NAME.html in NAME-figures. Without gnuplot the page has the tables alone.",
    .example = "  understudy experiment report rush\n"
               "  understudy experiment report rush --baseline expert --margin 0.05 -o rush.html\n"
               "  understudy experiment report rush --figures pdf",
    US_OPTIONS(options),
    .run = run,
};
