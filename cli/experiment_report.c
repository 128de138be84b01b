#include "cli/commands.h"
#include "cli/out.h"
#include "cli/shares.h"
#include "experiments/report/report.h"

enum { OUT, BASELINE, PLAYER, LEVEL, MARGIN, UNMATCHED, LEAKY, TIMELINE };

static const us_option options[] = {
    [OUT] = {"-o", "FILE", "where the report goes; else DIR/report.html", US_OPTION_TEXT},
    [BASELINE] = {"--baseline", "NAME",
                  "the player or group that others are held against; else "
                  "the first player",
                  US_OPTION_TEXT},
    [PLAYER] = {"--player", "NAME", "who is held against it; else all others", US_OPTION_TEXT},
    [LEVEL] = {"--level", "SHARE", "of intervals", US_OPTION_TEXT, .preset = "0.95"},
    [MARGIN] = {"--margin", "D", "a difference that does not matter, as a share of a game",
                US_OPTION_TEXT, .preset = "0"},
    [UNMATCHED] = {"--unmatched", NULL, "leave out games that the other has not played",
                   US_OPTION_FLAG},
    [LEAKY] = {"--leaky", NULL, "take maps that a library was learned on", US_OPTION_FLAG},
    [TIMELINE] = {"--timeline", "GAME",
                  "the id of the game whose goals are shown; else a lost one that tells",
                  US_OPTION_TEXT},
};

static void say(const char *what)
{
    us_out_note("%s", what);
}

static us_status run(const us_args *args, us_error *err)
{
    us_report_def def = {
        .folder = args->argument[0],
        .out = us_args_text(args, OUT),
        .compare = us_compare_def_default(),
        .timeline = us_args_text(args, TIMELINE),
        .command = "understudy",
        .note = say,
        .stop = us_interrupted,
    };
    us_str first, out;
    def.compare.baseline = us_args_text(args, BASELINE);
    def.compare.challenger = us_args_text(args, PLAYER);
    def.compare.unmatched = us_args_given(args, UNMATCHED);
    def.compare.leaky = us_args_given(args, LEAKY);
    US_TRY(us_args_share(args, LEVEL, US_SHARE_ONE / 2, US_SHARE_ONE - 1, &def.compare.level, err));
    US_TRY(us_args_share(args, MARGIN, 0, US_SHARE_ONE, &def.compare.margin, err));
    us_str_init(&first);
    us_str_init(&out);
    us_status status = us_report_write(&def, &first, err);
    if (status == US_OK) {
        if (first.length > 0)
            us_out_line(&out, &first);
        us_str_addf(&first, "report in %s%s", def.out ? def.out : def.folder,
                    def.out ? "" : "/report.html");
        us_out_line(&out, &first);
        status = us_out(&out, err);
    }
    us_str_clear(&first);
    us_str_clear(&out);
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
        "DIR/figures. Without gnuplot the page has the tables alone.",
    .example = "  understudy experiment report rush\n"
               "  understudy experiment report rush --baseline expert --margin 0.05 -o rush.html",
    .options = options,
    .option_count = US_COUNT(options),
    .run = run,
};
