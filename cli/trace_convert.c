#include "cli/commands.h"
#include "cli/out.h"
#include "cli/play.h"
#include "traces/import/states.h"

enum { FROM, OUT, GAME, JSON };

static const us_option options[] = {
    [FROM] = {"--from", "FORMAT", "the format of FILE", .needed = true},
    [OUT] = {"-o", "OUT", "the trace to write", .needed = true},
    [GAME] = {"--game", "N", "the game, if FILE holds several", 1, INT32_MAX, "1"},
    [JSON] = {"--json", NULL, "print the report as one JSON object, to standard output"},
};

static void list_formats(us_str *out)
{
    const us_importer *const *importer;
    int count = us_importer_list(&importer);
    us_str_add(out, "\nFormats\n");
    for (int i = 0; i < count; i++)
        us_str_addf(out, "  %-20s %s\n", importer[i]->name, importer[i]->about);
}

/* ---- the report */

static void write_rows(const us_import_report *report, us_import_kind kind, us_json_writer *writer)
{
    us_json_write_key_open(writer, us_import_kind_name(kind), '[');
    for (int i = 0; i < report->rows[kind]; i++) {
        const us_import_row *row = &report->row[kind][i];
        if (kind == US_IMPORT_ABSENT) {
            us_json_write_string(writer, row->what);
            continue;
        }
        us_json_write_open(writer, '{');
        us_json_write_key_string(writer, kind == US_IMPORT_SKIPPED ? "why" : "name", row->what);
        us_json_write_key_int(writer, "count", row->count);
        if (row->line > 0) {
            us_json_write_key_int(writer, "line", row->line);
            us_json_write_key_int(writer, "column", row->column);
        }
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}

static void write_json(const us_import_report *report, const char *trace, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "trace", trace);
    us_json_write_key_string(&writer, "source", report->source);
    us_json_write_key_string(&writer, "domain", report->domain);
    us_json_write_key_int(&writer, "game", report->game);
    us_json_write_key_int(&writer, "games", report->games);
    us_json_write_key_int(&writer, "cycles", report->cycles);
    us_json_write_key_int(&writer, "orders", report->orders);
    us_json_write_key_int(&writer, "states", report->states);
    us_winner_write(&report->outcome, &writer);
    for (int kind = 0; kind < US_IMPORT_KINDS; kind++)
        write_rows(report, (us_import_kind)kind, &writer);
    us_json_writer_end(&writer, '}');
}

/* Lists "board 43, unload 25". */
static void list_rows(const us_import_report *report, us_import_kind kind, us_str *out)
{
    for (int i = 0; i < report->rows[kind]; i++) {
        const us_import_row *row = &report->row[kind][i];
        us_str_addf(out, "%s%s", i > 0 ? ", " : "", row->what);
        if (kind != US_IMPORT_ABSENT)
            us_str_addf(out, " %lld", (long long)row->count);
    }
}

static void note_rows(const us_import_report *report, us_import_kind kind, const char *before)
{
    US_AUTOSTR(list);
    list_rows(report, kind, &list);
    if (report->rows[kind] > 0)
        us_out_log("%s: %s", before, list.text);
}

static void note(const us_import_report *report, const char *file)
{
    const us_outcome *outcome = &report->outcome;
    us_out_log("%s: %s: %lld orders and %lld states up to cycle %d, in the words of \"%s\"", file,
               report->source, (long long)report->orders, (long long)report->states,
               (int)report->cycles, report->domain);
    if (report->ended && outcome->kind == US_OUTCOME_WIN)
        us_out_log("  won by seat %d", (int)outcome->winner);
    else if (report->ended)
        us_out_log("  a draw: %s", outcome->reason);
    if (report->games > 1)
        us_out_log("  game %d of %d in the file; --game picks another", report->game,
                   report->games);
    note_rows(report, US_IMPORT_FOREIGN, "  orders kept under their own names, without words here");
    note_rows(report, US_IMPORT_UNIT_TYPE, "  orders to units of types that the domain lacks");
    for (int i = 0; i < report->rows[US_IMPORT_SKIPPED]; i++) {
        const us_import_row *row = &report->row[US_IMPORT_SKIPPED][i];
        us_out_log("  skipped %lld: %s; the first at %d:%d", (long long)row->count, row->what,
                   row->line, row->column);
    }
    note_rows(report, US_IMPORT_ABSENT, "  not in the source, so not in the trace");
}

/* ---- running */

static us_status import(const us_args *args, const us_importer *importer, us_import_report *report,
                        us_error *err)
{
    const char *file = args->argument[0];
    US_AUTO(us_output_close) us_output output = {.aside = {.folder = -1}};
    US_AUTO(us_import_text_clear) us_import_text text = {0};
    us_import_states states;
    US_TRY(us_output_open(&output, us_args_text(args, OUT), file, err));
    us_import_sink to = us_import_text_init(&text);
    us_import_sink sink = us_import_states_init(&states, &output, &to);
    int game = (int)us_args_int(args, GAME);
    US_TRY(us_importer_convert_file(importer, file, game, &sink, report, err));
    US_TRY(us_output_finish(&output, text.text.text, text.text.length, err));
    us_play_note_kept(NULL, output.aside.kept);
    return US_OK;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    const us_importer *importer;
    us_import_report report;
    US_TRY(us_importer_get(us_args_text(args, FROM), &importer, err));
    US_TRY(import(args, importer, &report, err));
    note(&report, args->argument[0]);
    if (us_args_is_given(args, JSON))
        write_json(&report, us_args_text(args, OUT), out);
    return US_OK;
}

const us_command us_command_trace_convert = {
    .name = "trace convert",
    .arguments = "FILE",
    .about = "convert another program's trace",
    .more =
        "One order of the source becomes one order of the trace: in the domain's words if it has\n"
        "them, else under the source's own name. Steps of microRTS become the orders that explain\n"
        "them. Facts that the source lacks are absent, and orders that are left out are counted:\n"
        "a report goes to standard error.",
    .lists = list_formats,
    .example = "  understudy trace convert --from stratagus game.log -o t.jsonl",
    US_OPTIONS(options),
    .run = run,
};
