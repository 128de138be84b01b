#include "traces/import/importer.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"

/* One line for each importer. */
static const us_importer *const importers[] = {
#ifdef US_IMPORTERS
    &us_import_stratagus, &us_import_microrts,
#endif
    NULL, /* a build may leave them out */
};
enum { IMPORTERS = US_COUNT(importers) - 1 };

int us_importer_list(const us_importer *const **out)
{
    *out = importers;
    return IMPORTERS;
}

us_status us_importer_get(const char *name, const us_importer **out, us_error *err)
{
    US_AUTOSTR(known);
    if (IMPORTERS == 0)
        return us_error_set(err, US_NO_ENGINE, NULL, 0, 0,
                            "this program was built without importers; build it with IMPORT=1");
    for (int i = 0; i < IMPORTERS; i++) {
        us_str_addf(&known, "%s%s", i > 0 ? ", " : "", importers[i]->name);
        if (us_text_equal(importers[i]->name, name)) {
            *out = importers[i];
            return US_OK;
        }
    }
    us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "nothing converts from \"%.64s\"; there are: %s",
                 name, known.text);
    return US_BAD_INPUT;
}

/* ---- running */

us_status us_importer_load_domain(const us_importer *importer, us_domain **out, us_error *err)
{
    return us_domain_load_shipped(importer->domain, out, err);
}

us_status us_importer_convert_bytes(const us_importer *importer, const us_domain *domain,
                                    const char *file, const char *bytes, size_t length, int game,
                                    const us_import_sink *sink, us_import_report *report,
                                    us_error *err)
{
    us_assert(us_text_equal(domain->name, importer->domain));
    *report = (us_import_report){.game = game};
    us_import import = {.file = file,
                        .bytes = bytes,
                        .length = length,
                        .game = game,
                        .sink = sink,
                        .report = report,
                        .domain = domain,
                        .err = err};
    return importer->run(&import);
}

us_status us_importer_convert_file(const us_importer *importer, const char *path, int game,
                                   const us_import_sink *sink, us_import_report *report,
                                   us_error *err)
{
    US_AUTOFREE char *bytes = NULL;
    size_t length;
    US_AUTOPTR(us_domain) domain = NULL;
    *report = (us_import_report){.game = game};
    US_TRY(us_file_read(path, US_IMPORT_BYTES_MAX, &bytes, &length, err));
    US_TRY(us_importer_load_domain(importer, &domain, err));
    return us_importer_convert_bytes(importer, domain, path, bytes, length, game, sink, report,
                                     err);
}

us_status us_import_begin(us_import *import, us_trace_header *header)
{
    us_import_report *report = import->report;
    header->domain = import->domain->name;
    header->domain_hash = import->domain->hash;
    snprintf(report->source, sizeof(report->source), "%s", header->source);
    snprintf(report->domain, sizeof(report->domain), "%s", header->domain);
    const us_import_sink *sink = import->sink;
    return sink->begin ? sink->begin(sink->context, header, import->domain, import->err) : US_OK;
}

us_status us_import_add_order(us_import *import, const us_import_order *order)
{
    us_import_report *report = import->report;
    report->orders++;
    report->cycles = order->cycle;
    if (order->foreign)
        us_import_count(import, US_IMPORT_FOREIGN, order->foreign);
    if (order->unit_type[0] && us_domain_find_type(import->domain, order->unit_type) == US_NO_TYPE)
        us_import_count(import, US_IMPORT_UNIT_TYPE, order->unit_type);
    const us_import_sink *sink = import->sink;
    return sink->order ? sink->order(sink->context, order, import->err) : US_OK;
}

us_status us_import_add_world(us_import *import, const us_world *world)
{
    import->report->states++;
    import->report->cycles = world->now;
    const us_import_sink *sink = import->sink;
    return sink->world ? sink->world(sink->context, world, import->err) : US_OK;
}

us_status us_import_finish(us_import *import, const us_outcome *outcome)
{
    us_import_report *report = import->report;
    report->ended = outcome;
    if (outcome)
        report->outcome = *outcome;
    us_import_end end = {report->cycles, outcome};
    const us_import_sink *sink = import->sink;
    return sink->end ? sink->end(sink->context, &end, import->err) : US_OK;
}

/* ---- the report */

const char *us_import_kind_name(us_import_kind kind)
{
    static const char *const names[US_IMPORT_KINDS] = {"foreign", "unit types", "skipped",
                                                       "absent"};
    return names[kind];
}

static int find_row(const us_import_report *report, us_import_kind kind, const char *what)
{
    int row = 0;
    while (row < report->rows[kind] && !us_text_equal(report->row[kind][row].what, what))
        row++;
    return row;
}

us_import_row *us_import_count(us_import *import, us_import_kind kind, const char *what)
{
    us_import_report *report = import->report;
    us_import_row named = {.what = ""};
    US_AUTOSTR(clean);
    us_str_add_printable(&clean, what, strlen(what));
    snprintf(named.what, sizeof(named.what), "%s", clean.text);
    int row = find_row(report, kind, named.what);
    if (row >= US_IMPORT_ROWS - 1) {
        row = US_IMPORT_ROWS - 1;
        named = (us_import_row){.what = "others"};
    }
    us_import_row *found = &report->row[kind][row];
    if (row >= report->rows[kind]) {
        report->rows[kind] = row + 1;
        *found = named;
    }
    found->count++;
    return found;
}

void us_import_count_absent(us_import *import, const char *what)
{
    us_import_count(import, US_IMPORT_ABSENT, what);
}

us_status us_import_fail(us_import *import, int line, int column, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    us_error_vset(import->err, US_BAD_INPUT, import->file, line, column, format, args);
    va_end(args);
    return US_BAD_INPUT;
}

/* ---- the sink that writes a trace's text, with only the facts of the source */

static us_status on_begin(void *context, const us_trace_header *header, const us_domain *domain,
                          us_error *err)
{
    us_import_text *text = context;
    (void)err;
    text->domain = domain;
    us_trace_header_write(header, &text->text);
    us_str_add_char(&text->text, '\n');
    return US_OK;
}

static us_status on_order(void *context, const us_import_order *order, us_error *err)
{
    us_import_text *text = context;
    (void)err;
    us_json_writer writer = us_json_writer_begin(&text->text, '{');
    us_json_write_key_int(&writer, "cycle", order->cycle);
    us_json_write_key_int(&writer, "id", ++text->last_id);
    us_json_write_key_int(&writer, "seat", order->order.seat);
    if (order->foreign) {
        us_json_write_key_string(&writer, "foreign", order->foreign);
        us_json_write_key_open(&writer, "args", '{');
        for (int i = 0; i < order->args; i++) {
            const us_import_arg *arg = &order->arg[i];
            if (arg->text)
                us_json_write_key_string(&writer, arg->name, arg->text);
            else
                us_json_write_key_int(&writer, arg->name, arg->number);
        }
        us_json_write_close(&writer, '}');
    } else {
        us_order_write(text->domain, &order->order, &writer);
    }
    if (order->unit_type[0])
        us_json_write_key_string(&writer, "unit_type", order->unit_type);
    us_json_writer_end(&writer, '}');
    return US_OK;
}

static us_status on_end(void *context, const us_import_end *end, us_error *err)
{
    us_import_text *text = context;
    (void)err;
    if (!end->outcome)
        return US_OK;
    us_json_writer writer = us_json_writer_begin(&text->text, '{');
    us_trace_end_write(end->outcome, end->cycles, &writer);
    us_json_writer_end(&writer, '}');
    return US_OK;
}

us_import_sink us_import_text_init(us_import_text *text)
{
    *text = (us_import_text){.text = us_str_empty()};
    return (us_import_sink){text, on_begin, on_order, NULL, on_end};
}

void us_import_text_clear(us_import_text *text)
{
    us_str_clear(&text->text);
}
