#include "traces/trim.h"

#include "traces/lines.h"
#include "traces/output.h"
#include "traces/worlds.h"
#include <string.h>

typedef struct trim {
    const us_trim_def *def;
    us_log log;
    us_worlds *worlds;
    us_output output;
    us_str text; /* of the new trace */
    us_trim_report report;
} trim;

static unsigned left_out(const trim *t)
{
    unsigned all = (1u << t->log.header->seats) - 1;
    return t->def->seat >= 0 ? all & ~(1u << t->def->seat) : 0;
}

/* The header is an object: the new member goes before its last brace. */
static void add_header(trim *t, const char *text, size_t length)
{
    unsigned out = left_out(t);
    while (length > 0 && text[length - 1] != '}')
        length--;
    us_str_add_bytes(&t->text, text, length - (out != 0));
    if (out) {
        us_str_add(&t->text, ",\"left_out\":");
        for (unsigned seat = 0, some = 0; out >> seat; seat++)
            if (out >> seat & 1)
                us_str_addf(&t->text, "%c%u", some++ ? ',' : '[', seat);
        us_str_add(&t->text, "]}");
    }
    us_str_add_char(&t->text, '\n');
}

static bool stays(trim *t, const us_trace_record *record)
{
    us_cycle to = t->def->to;
    bool order = record->kind == US_TRACE_ORDER || record->kind == US_TRACE_FOREIGN;
    bool note = record->kind == US_TRACE_NOTE || record->kind == US_TRACE_SQUAD ||
                record->kind == US_TRACE_REPAIR;
    bool within = order || note || record->kind == US_TRACE_EVENT;
    bool early = within ? record->cycle < to : record->cycle <= to;
    bool seats = order || note;
    bool its = !seats || !(left_out(t) >> record->order.seat & 1);
    if (order && early && its)
        t->report.orders++;
    else if (order)
        t->report.dropped++;
    if (early)
        t->report.cycles = record->cycle;
    return early && its;
}

/* Each record has a line. Lines that only newer programs know share the fate of the record
 * before. */
static us_status copy_lines(trim *t, us_trace *trace, us_lines *lines, us_error *err)
{
    us_trace_record record = {.kind = US_TRACE_ORDER};
    const char *text;
    size_t length;
    bool whole, keep = true;
    US_TRY(us_lines_next(lines, &text, &length, &whole, err));
    if (text)
        add_header(t, text, length);
    while (record.kind != US_TRACE_STOP) {
        US_TRY(us_trace_next(trace, &record, err));
        do {
            if (record.kind == US_TRACE_STOP && us_trace_is_cut(trace))
                break;
            US_TRY(us_lines_next(lines, &text, &length, &whole, err));
            if (text && lines->line == record.line)
                keep = stays(t, &record);
            if (text && keep) {
                us_str_add_bytes(&t->text, text, length);
                us_str_add_char(&t->text, '\n');
            }
        } while (text && lines->line != record.line);
    }
    return US_OK;
}

static us_status make_text(trim *t, us_error *err)
{
    US_AUTOPTR(us_trace) trace = NULL;
    US_AUTO(us_lines_close) us_lines lines = {.fd = -1};
    US_TRY(us_trace_open(t->def->path, &trace, err));
    us_trace_set_domain(trace, t->log.domain);
    US_TRY(us_lines_open(&lines, t->def->path, err));
    return copy_lines(t, trace, &lines, err);
}

static us_status copy_states(trim *t, us_states_writer *writer, us_error *err)
{
    us_states *states = us_worlds_states(t->worlds);
    const us_world *world = NULL;
    for (;;) {
        US_TRY(us_states_next(states, &world, err));
        if (!world || world->now > t->def->to)
            return US_OK;
        us_states_writer_add(writer, world);
        t->report.states++;
        if (t->def->stop && t->def->stop())
            return us_error_set(err, US_INTERRUPTED, NULL, 0, 0,
                                "interrupted: nothing was written");
    }
}

static us_status make_states(trim *t, us_states_writer *writer, us_error *err)
{
    const us_log *log = &t->log;
    const us_world *world = NULL;
    us_cycle last = -1;
    for (int i = 0; i < log->orders.count && log->line[i].cycle < t->def->to; i++) {
        us_cycle cycle = log->line[i].cycle;
        if (log->orders.order[i].seat != t->def->seat || cycle == last)
            continue;
        US_TRY(us_worlds_at(t->worlds, cycle, &world, err));
        us_states_writer_add(writer, world);
        t->report.states++;
        last = cycle;
    }
    return US_OK;
}

static us_status trim_states(trim *t, us_error *err)
{
    us_states *states = us_worlds_states(t->worlds);
    const us_world *world = NULL;
    us_states_writer *writer = NULL;
    if (!states && (t->def->seat < 0 || !t->log.scenario))
        return US_OK;
    us_states_header header;
    if (states) {
        header = *us_states_get_header(states);
        header.game = us_states_hash_game(t->log.header);
    } else {
        US_TRY(us_worlds_at(t->worlds, 0, &world, err));
        header = us_states_header_from_trace(t->log.header, world);
    }
    US_TRY(us_output_begin_states(&t->output, &header, t->log.domain, &writer, err));
    return states ? copy_states(t, writer, err) : make_states(t, writer, err);
}

static us_status check(const trim *t, us_error *err)
{
    const us_trace_header *header = t->log.header;
    if (t->def->seat >= header->seats)
        return us_error_set(err, US_BAD_INPUT, t->def->path, 1, 0, "there is no seat %d",
                            t->def->seat);
    if (t->def->seat >= 0 && header->left_out)
        return us_error_set(err, US_BAD_INPUT, t->def->path, 1, 0, "orders were left out before");
    return US_OK;
}

static us_status trim_all(trim *t, us_error *err)
{
    US_TRY(us_log_read(&t->log, t->def->path, t->def->map, err));
    US_TRY(check(t, err));
    US_TRY(us_worlds_open(&t->log, t->def->path, &t->worlds, err));
    us_worlds_set_stop(t->worlds, t->def->stop);
    US_TRY(make_text(t, err));
    US_TRY(trim_states(t, err));
    return us_output_finish(&t->output, t->text.text, t->text.length, err);
}

us_status us_trace_trim(const us_trim_def *def, us_trim_report *out, us_error *err)
{
    trim t = {.def = def, .text = us_str_empty()};
    US_TRY(us_output_open(&t.output, def->out, def->path, err));
    us_status status = trim_all(&t, err);
    if (status == US_OK && def->kept && t.output.aside.kept)
        us_str_add(def->kept, t.output.aside.kept);
    us_output_close(&t.output);
    us_worlds_close(t.worlds);
    us_log_clear(&t.log);
    us_str_clear(&t.text);
    if (status == US_OK)
        *out = t.report;
    return status;
}
