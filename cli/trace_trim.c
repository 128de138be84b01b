#include "cli/commands.h"
#include "cli/out.h"
#include "cli/play.h"
#include "traces/trim.h"

enum { TO, SEAT, OUT, MAP };

static const us_option options[] = {
    [TO] = {"--to", "CYCLE", "drop all that comes after this cycle", 0, INT32_MAX},
    [SEAT] = {"--seat", "S", "drop the orders of the other seats", 0, US_SEATS_MAX - 1},
    [OUT] = {"-o", "OUT", "the new trace", .needed = true},
    [MAP] = {"--map", "MAP", "the map, if it has moved; else the trace names it"},
};

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTOSTR(kept);
    us_trim_def def = {
        .path = args->argument[0],
        .map = us_args_text(args, MAP),
        .out = us_args_text(args, OUT),
        .to = us_args_is_given(args, TO) ? (us_cycle)us_args_int(args, TO) : INT32_MAX,
        .seat = us_args_is_given(args, SEAT) ? (us_seat)us_args_int(args, SEAT) : US_NEUTRAL,
        .stop = us_interrupt_is_pending,
        .kept = &kept,
    };
    us_trim_report report;
    if (!us_args_is_given(args, TO) && !us_args_is_given(args, SEAT))
        return us_error_refuse(err, "trace trim: needs --to CYCLE or --seat S");
    US_TRY(us_trace_trim(&def, &report, err));
    us_play_note_kept(NULL, kept.text);
    us_out_add_linef(out, "%s: %lld orders up to cycle %d, %lld left out, %lld states", def.out,
                     (long long)report.orders, (int)report.cycles, (long long)report.dropped,
                     (long long)report.states);
    return US_OK;
}

const us_command us_command_trace_trim = {
    .name = "trace trim",
    .arguments = "FILE",
    .about = "write a shorter trace, with its states",
    .more =
        "With --to, orders and events before the cycle stay, and hashes and states up to it. The\n"
        "end is dropped, unless the game was over by then. With --seat, the orders of the other\n"
        "seats are dropped. Such a game cannot be played again: if no states are stored, the\n"
        "world of each cycle in which the seat gave an order is stored beside the new trace. If\n"
        "-o replaces the trace of another game, the labels of that trace are kept beside it, as\n"
        "NAME.goals.OLD.json.",
    .example = "  understudy trace trim t.jsonl --to 3000 -o opening.jsonl\n"
               "  understudy trace trim t.jsonl --seat 0 -o own.jsonl",
    US_OPTIONS(options),
    .run = run,
};
