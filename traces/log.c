#include "traces/log.h"

#include "base/file.h"
#include "base/sort.h"
#include "traces/replay.h"
#include <stdio.h>
#include <string.h>

/* ---- domain and scenario */

/* The name becomes part of a path. */
static bool is_plain(const char *name)
{
    for (const char *c = name; *c; c++)
        if (!(*c >= 'a' && *c <= 'z') && !(*c >= '0' && *c <= '9') && *c != '-' && *c != '_')
            return false;
    return *name != '\0';
}

static us_status load_domain(us_log *log, us_error *err)
{
    const char *name = log->header->domain, *file = us_trace_file(log->trace);
    if (!is_plain(name))
        return us_error_set(err, US_BAD_INPUT, file, 1, 0, "there is no domain \"%.64s\"", name);
    us_status status = us_domain_load_shipped(name, &log->own_domain, err);
    if (status == US_OK && !us_text_equal(log->own_domain->name, name))
        return us_error_set(err, US_BAD_INPUT, file, 1, 0,
                            "the file of domain \"%.64s\" has another", name);
    log->domain = log->own_domain;
    return status;
}

static us_status find_domain(us_log *log, const char *map, us_error *err)
{
    if (us_trace_header_open_scenario(log->header, us_trace_file(log->trace), map, &log->scenario,
                                      &log->why) == US_OK) {
        log->domain = log->scenario->domain;
        if (log->scenario->kind->capabilities & US_CAN_REPLAY)
            return US_OK;
        us_error_set(&log->why, US_MISMATCH, NULL, 0, 0,
                     "games of \"%.64s\" cannot be played again", log->header->domain);
        us_scenario_close(log->scenario);
        log->scenario = NULL;
    }
    return load_domain(log, err);
}

/* ---- reading */

static const char *keep(us_log *log, const char *name)
{
    return name[0] ? us_arena_strndup(log->names, name, strlen(name)) : "";
}

static void add_order(us_log *log, const us_trace_record *record)
{
    int at = log->orders.count;
    us_orders_add_copy(&log->orders, &record->order);
    log->line = us_array_grow(log->line, at, &log->line_capacity, sizeof(*log->line));
    log->line[at] =
        (us_log_line){record->cycle, record->refused, record->line, keep(log, record->unit_type)};
}

static void add_foreign(us_log *log, const us_trace_record *record)
{
    log->foreign = us_array_grow(log->foreign, log->foreign_count, &log->foreign_capacity,
                                 sizeof(*log->foreign));
    log->foreign[log->foreign_count++] =
        (us_log_foreign){.cycle = record->cycle,
                         .seat = record->order.seat,
                         .line = record->line,
                         .id = record->order.id,
                         .action = keep(log, record->action),
                         .unit_type = keep(log, record->unit_type),
                         .args = us_arena_strndup(log->names, record->args, record->args_length)};
}

/* The reader has checked that a line has the tags of all cycles since the previous line. */
static void add_tags(us_log *log, const us_trace_record *record)
{
    for (int i = 0; i < record->tags; i++) {
        log->tag = us_array_grow(log->tag, log->hashed, &log->tag_capacity, sizeof(*log->tag));
        log->tag[log->hashed++] = record->tag[i];
    }
    log->last_hash = record->hash;
}

static us_status read_lines(us_log *log, us_error *err)
{
    us_trace_record record;
    for (;;) {
        US_TRY(us_trace_next(log->trace, &record, err));
        if (record.kind == US_TRACE_STOP)
            break;
        log->cycles = record.cycle;
        if (record.kind == US_TRACE_ORDER) {
            add_order(log, &record);
        } else if (record.kind == US_TRACE_FOREIGN) {
            add_foreign(log, &record);
        } else if (record.kind == US_TRACE_EVENT) {
            us_events_add(&log->events, &record.event);
        } else if (record.kind == US_TRACE_END) {
            snprintf(log->reason, sizeof(log->reason), "%s", record.outcome.reason);
            log->outcome = record.outcome;
            log->hash = record.hash;
            log->end_line = record.line;
        } else if (record.kind == US_TRACE_HASHES) {
            add_tags(log, &record);
        }
    }
    log->outcome.reason = log->reason;
    log->cut = us_trace_is_cut(log->trace);
    return US_OK;
}

/* The trace belongs to the caller until the log is read. */
static void clear_unread(us_log *const *log)
{
    if (!*log)
        return;
    (*log)->trace = NULL;
    us_log_clear(*log);
}

us_status us_log_read_trace(us_log *log, us_trace *trace, const char *map, us_error *err)
{
    *log = (us_log){.trace = trace,
                    .header = us_trace_get_header(trace),
                    .names = us_arena_new(),
                    .outcome = {.winner = US_NEUTRAL}};
    US_AUTO(clear_unread) us_log *unread = log;
    log->map = map ? us_arena_strndup(log->names, map, strlen(map)) : NULL;
    US_TRY(find_domain(log, map, err));
    us_trace_set_domain(trace, log->domain);
    US_TRY(read_lines(log, err));
    unread = NULL;
    return US_OK;
}

us_status us_log_read(us_log *log, const char *path, const char *map, us_error *err)
{
    US_AUTOPTR(us_trace) trace = NULL;
    US_TRY(us_trace_open(path, &trace, err));
    US_TRY(us_log_read_trace(log, trace, map, err));
    (void)US_STEAL(trace);
    return US_OK;
}

void us_log_clear(us_log *log)
{
    us_trace_close(log->trace);
    us_scenario_close(log->scenario);
    us_domain_free(log->own_domain);
    us_orders_clear(&log->orders);
    us_events_clear(&log->events);
    us_mem_free(log->line);
    us_mem_free(log->tag);
    us_mem_free(log->foreign);
    us_arena_free(log->names);
    *log = (us_log){.header = NULL};
}

bool us_log_is_earlier(const us_log *log, int order)
{
    return log->line[order].cycle < log->header->seat[log->orders.order[order].seat].since;
}

us_fate us_log_fate(const us_log *log, us_seat seat)
{
    if (log->outcome.kind != US_OUTCOME_WIN)
        return US_FATE_UNDECIDED;
    return log->outcome.winner == seat ? US_FATE_WON : US_FATE_LOST;
}

const char *us_fate_name(us_fate fate)
{
    static const char *const names[] = {"undecided", "won", "lost"};
    return names[fate];
}

int us_log_find(const us_log *log, us_cycle cycle)
{
    return US_BISECT(i, log->orders.count, log->line[i].cycle < cycle);
}
