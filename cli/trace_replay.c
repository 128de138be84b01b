#include "base/json.h"
#include "cli/commands.h"
#include "cli/out.h"
#include "cli/play.h"

enum { MAP, JSON };

static const us_option options[] = {
    [MAP] = {"--map", "MAP", "the map, if it has moved; else the trace names it"},
    [JSON] = {"--json", NULL, "print the result as one JSON object"},
};

static void write_json(const char *file, const us_replay_report *report, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "trace", file);
    us_json_write_key_bool(&writer, "same", report->differs < 0);
    if (report->differs < 0)
        us_json_write_key_null(&writer, "differs");
    else
        us_json_write_key_int(&writer, "differs", report->differs);
    us_json_write_key_int(&writer, "cycles", report->state.now);
    us_json_write_key_hash(&writer, "hash", report->hash);
    us_winner_write(&report->state.outcome, &writer);
    us_json_write_key_int(&writer, "orders", report->state.orders);
    us_json_write_key_bool(&writer, "ended", report->ended);
    us_json_write_key_bool(&writer, "cut", report->cut);
    us_json_writer_end(&writer, '}');
}

static void write_text(const char *file, const us_replay_report *report, us_str *out)
{
    us_out_add_linef(out, "%s: the same course: %d cycles, %lld orders%s", file,
                     (int)report->state.now, (long long)report->state.orders,
                     report->ended ? "" : "; the trace has no end");
    us_str_add(out, "hash ");
    us_str_add_hex(out, report->hash, 16);
    us_str_add_char(out, '\n');
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    const char *file = args->argument[0];
    us_replay_report report;
    US_TRY(us_play_verify(file, us_args_text(args, MAP), &report, err));
    if (us_args_is_given(args, JSON))
        write_json(file, &report, out);
    else if (report.differs < 0)
        write_text(file, &report, out);
    if (report.differs >= 0)
        return us_error_set(err, US_FAILED, file, report.line, 0,
                            "cycle %d is the first that differs: %s", (int)report.differs,
                            report.what);
    return US_OK;
}

const us_command us_command_trace_replay = {
    .name = "trace replay",
    .arguments = "FILE",
    .about = "play a trace again and compare",
    .more =
        "Plays the game again with the recorded orders. Exits with 1 and names the first cycle\n"
        "that differs if the game takes another course; with 4 if map, rules or domain are not\n"
        "those of the recording. A trace that was cut is compared as far as it goes.",
    .example = "  understudy trace replay t.jsonl",
    US_OPTIONS(options),
    .run = run,
};
