#include "base/json.h"
#include "cli/commands.h"
#include "cli/out.h"
#include "studio/film.h"

enum { OUT, EVERY, TITLE, MAP, JSON };

static const us_option options[] = {
    [OUT] = {"-o", "OUT", "the page; usually its name ends in .html", .needed = true},
    [EVERY] = {"--every", "N", "cycles between states; else as few as fit into the page", 1,
               INT32_MAX},
    [TITLE] = {"--title", "TEXT", "the title of the page; else the trace's name"},
    [MAP] = {"--map", "MAP", "the map, if it has moved; else the trace names it"},
    [JSON] = {"--json", NULL, "print one JSON object"},
};

static void write_json(const us_film_def *def, const us_film_report *report, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "trace", def->trace);
    us_json_write_key_string(&writer, "film", def->out);
    us_json_write_key_int(&writer, "cycles", report->cycles);
    us_json_write_key_int(&writer, "every", report->every);
    us_json_write_key_int(&writer, "states", report->states);
    us_json_write_key_int(&writer, "goals", report->goals);
    us_json_write_key_int(&writer, "goals_left_out", report->goals_left);
    us_json_write_key_int(&writer, "bytes", (int64_t)report->bytes);
    us_json_writer_end(&writer, '}');
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    us_film_def def = {
        .trace = args->argument[0],
        .map = us_args_text(args, MAP),
        .out = us_args_text(args, OUT),
        .title = us_args_text(args, TITLE),
        .every = us_args_is_given(args, EVERY) ? (us_cycle)us_args_int(args, EVERY) : 0,
        .stop = us_interrupt_is_pending,
    };
    us_film_report report;
    US_TRY(us_film_write(&def, &report, err));
    if (report.warning.status != US_OK)
        us_out_log("%s: only its stored states are shown: %s", def.trace, report.warning.text);
    if (report.goals_left > 0)
        us_out_log("%s: the film leaves out the last %lld of %lld goals", def.trace,
                   (long long)report.goals_left, (long long)(report.goals + report.goals_left));
    if (us_args_is_given(args, JSON))
        write_json(&def, &report, out);
    else
        us_out_add_linef(out, "%s: %lld states up to cycle %d, %lld goals, %zu KB", def.out,
                         (long long)report.states, (int)report.cycles, (long long)report.goals,
                         report.bytes / 1000);
    return US_OK;
}

const us_command us_command_trace_film = {
    .name = "trace film",
    .arguments = "FILE",
    .about = "make a page that plays a recorded game",
    .more =
        "The film is one file of HTML of at most 3 MB, which needs no network. A browser shows\n"
        "the map, the goals that each seat pursues, and a time line to play and to scrub. The\n"
        "goals are those of the annotation beside the trace, else those of the recorded plans.\n"
        "The game is played again. If that can't be done, the film shows the states that are\n"
        "stored beside the trace. Exits with 4 if there are none either.",
    .example = "  understudy trace film t.jsonl -o film.html",
    US_OPTIONS(options),
    .run = run,
};
