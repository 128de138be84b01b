#include "base/json.h"
#include "cli/commands.h"
#include "cli/out.h"
#include "cli/play.h"
#include "traces/migrate.h"

enum { OUT, STATES, MAP, JSON };

static const us_option options[] = {
    [OUT] = {"-o", "NEW", "the new trace", .needed = true},
    [STATES] = {"--states", "N", "store the world of every Nth cycle and of the last one", 1,
                INT32_MAX},
    [MAP] = {"--map", "MAP", "the map, if it has moved; else the trace names it"},
    [JSON] = {"--json", NULL, "print the result as one JSON object"},
};

static void write_json(const us_migrate_def *def, const us_migrate_report *report, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "trace", def->path);
    us_json_write_key_string(&writer, "new", def->out);
    us_json_write_key_int(&writer, "cycles", report->cycles);
    us_json_write_key_bool(&writer, "changed", report->changed);
    us_json_write_key_int(&writer, "states", report->states);
    us_json_write_key_bool(&writer, "labels", report->labeled);
    us_json_writer_end(&writer, '}');
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTOSTR(kept);
    const us_migrate_def def = {
        .path = args->argument[0],
        .out = us_args_text(args, OUT),
        .map = us_args_text(args, MAP),
        .states = us_args_is_given(args, STATES) ? (us_cycle)us_args_int(args, STATES) : 0,
        .stop = us_interrupt_is_pending,
        .kept = &kept,
    };
    us_migrate_report report;
    US_TRY(us_trace_migrate(&def, &report, err));
    us_play_note_kept(NULL, kept.text);
    if (report.fog && def.states)
        us_out_log("played in fog: stored states do not show what a seat saw, so learn cannot use "
                   "them");
    if (us_args_is_given(args, JSON))
        write_json(&def, &report, out);
    else
        us_out_add_linef(
            out, "%s: plays as recorded, %d cycles; %s, %lld states%s", def.out, (int)report.cycles,
            report.changed ? "bound to the domain and rules that are here" : "bound as before",
            (long long)report.states, report.labeled ? ", with labels" : "");
    return US_OK;
}

const us_command us_command_trace_migrate = {
    .name = "trace migrate",
    .arguments = "FILE",
    .about = "bind a trace to changed rules, or store its states",
    .more =
        "Plays the game again by the domain and rules that are here, and compares it with the\n"
        "recording to its end. If the game is the same, the new trace is bound to this domain and\n"
        "these rules. Its other lines, its states and its labels stay as they are.\n"
        "If the game takes another course (exit 4), UNDERSTUDY_DATA gives the folder that holds\n"
        "the domains/ of the rules it was played by. With --states 1, the new trace gets states "
        "of\n"
        "each cycle. learn, annotate and adapt then read them by any rules, without a replay.",
    .example = "  understudy trace migrate t.jsonl -o new.jsonl\n"
               "  UNDERSTUDY_DATA=older understudy trace migrate t.jsonl --states 1 -o new.jsonl",
    US_OPTIONS(options),
    .run = run,
};
