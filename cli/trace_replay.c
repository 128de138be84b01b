#include "base/json.h"
#include "cli/commands.h"
#include "cli/out.h"
#include "traces/replay.h"

enum { MAP, JSON };

static const us_option options[] = {
    [MAP] = {"--map", "MAP", "where the map lies now; else as the trace says", US_OPTION_TEXT},
    [JSON] = {"--json", NULL, "the result as one object", US_OPTION_FLAG},
};

enum { SLICE = 1024 }; /* cycles between looks at interrupts */

static void write_json(const char *file, const us_replay_report *report, us_str *out)
{
    char hash[17];
    us_hash_print(report->hash, hash);
    us_json_writer writer;
    us_write_init(&writer, out);
    us_write_open(&writer, '{');
    us_write_key_string(&writer, "trace", file);
    us_write_key_bool(&writer, "same", report->differs < 0);
    us_write_key(&writer, "differs");
    if (report->differs < 0)
        us_write_null(&writer);
    else
        us_write_int(&writer, report->differs);
    us_write_key_int(&writer, "cycles", report->state.now);
    us_write_key_string(&writer, "hash", hash);
    us_write_key(&writer, "winner");
    if (report->state.outcome.kind == US_OUTCOME_WIN)
        us_write_int(&writer, report->state.outcome.winner);
    else
        us_write_null(&writer);
    us_write_key_int(&writer, "orders", report->state.orders);
    us_write_key_bool(&writer, "ended", report->ended);
    us_write_key_bool(&writer, "cut", report->cut);
    us_write_close(&writer, '}');
    us_str_add_char(out, '\n');
}

static void write_text(const char *file, const us_replay_report *report, us_str *out)
{
    us_str_addf(out, "%s: the same course: %d cycles, %lld orders%s\nhash ", file,
                (int)report->state.now, (long long)report->state.orders,
                report->ended ? "" : "; the trace has no end");
    us_str_add_hex(out, report->hash, 16);
    us_str_add_char(out, '\n');
}

static us_status run_all(us_replay *replay, us_replay_report *report, us_error *err)
{
    *report = us_replay_tell(replay);
    while (!report->stopped) {
        us_cycle now = report->state.now;
        US_TRY(us_replay_to(replay, now > INT32_MAX - SLICE ? INT32_MAX : now + SLICE, err));
        *report = us_replay_tell(replay);
        if (us_interrupted())
            return us_fail(err, US_INTERRUPTED, NULL, 0, 0, "interrupted at cycle %d",
                           (int)report->state.now);
    }
    return US_OK;
}

static us_status run(const us_args *args, us_error *err)
{
    const char *file = args->argument[0];
    us_replay *replay = NULL;
    us_replay_report report;
    US_TRY(us_replay_open(file, us_args_text(args, MAP), &replay, err));
    us_status status = run_all(replay, &report, err);
    us_replay_free(replay);
    US_TRY(status);
    us_str out;
    us_str_init(&out);
    if (us_args_given(args, JSON))
        write_json(file, &report, &out);
    else if (report.differs < 0)
        write_text(file, &report, &out);
    status = us_out(&out, err);
    us_str_clear(&out);
    US_TRY(status);
    if (report.differs >= 0)
        return us_fail(err, US_FAILED, file, report.line, 0, "cycle %d is the first that differs: %s",
                       (int)report.differs, report.what);
    return US_OK;
}

const us_command us_command_trace_replay = {
    .name = "trace replay",
    .arguments = "FILE",
    .least = 1,
    .most = 1,
    .about = "play a trace again and compare",
    .more = "The game is played again with the recorded orders. Exit 1, naming the first cycle that\n"
            "differs, when it takes another course; 4 when map, rules or domain are not those of\n"
            "the recording. A trace that was cut is compared as far as it goes.",
    .example = "  understudy trace replay t.jsonl",
    .options = options,
    .option_count = US_COUNT(options),
    .run = run,
};
