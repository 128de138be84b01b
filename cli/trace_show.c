#include "base/json.h"
#include "cli/commands.h"
#include "cli/out.h"
#include "cli/trace_plan.h"
#include "traces/lives.h"
#include <string.h>

enum { FROM, TO, SEAT, EVENTS, PLAN, ALL, MAP, JSON };

static const us_option options[] = {
    [FROM] = {"--from", "CYCLE", "the first cycle to show", 0, INT32_MAX, "0"},
    [TO] = {"--to", "CYCLE", "the cycle at which to stop; it is not shown", 0, INT32_MAX},
    [SEAT] = {"--seat", "S", "only orders and events, or the plan, of that seat", 0,
              US_SEATS_MAX - 1},
    [EVENTS] = {"--events", NULL, "events too"},
    [PLAN] = {"--plan", "CYCLE",
              "show no orders, but the plan of each seat after that cycle's thinking", 0,
              INT32_MAX},
    [ALL] = {"--all", NULL, "with --plan: also ended nodes, and lists of units in full"},
    [MAP] = {"--map", "MAP", "the map, if it has moved; else the trace names it"},
    [JSON] = {"--json", NULL, "print an array of JSON objects, like the lines of a trace"},
};

enum { FLUSH = 64 * 1024 };

typedef struct show {
    us_log log;
    us_worlds *worlds;
    us_lives *lives; /* NULL: types of units are unknown */
    us_events events;
    us_cycle from, to;
    int seat; /* -1: all */
    bool json, any;
    us_str *out;
} show;

/* ---- one order, one event */

static void add_entity(show *s, us_id id, us_cycle cycle)
{
    const us_life *life = s->lives ? us_lives_find(s->lives, id, cycle) : NULL;
    if (life)
        us_str_addf(s->out, "%s %u", s->log.domain->type[life->type].name, (unsigned)id);
    else
        us_str_addf(s->out, "%u", (unsigned)id);
}

static void add_argument(show *s, const us_param *param, int32_t arg, us_cycle cycle)
{
    const us_domain *domain = s->log.domain;
    us_str_add_char(s->out, ' ');
    switch (param->kind) {
    case US_VALUE_TYPE:
        us_str_add(s->out, arg >= 0 ? domain->type[arg].name : "nothing");
        break;
    case US_VALUE_RESOURCE:
        us_str_add(s->out, arg >= 0 ? domain->resources.name[arg] : "nothing");
        break;
    case US_VALUE_CELL:
        us_str_addf(s->out, "at %d,%d", US_CELL_X(arg), US_CELL_Y(arg));
        break;
    case US_VALUE_ENTITY:
        add_entity(s, (us_id)arg, cycle);
        break;
    default:
        us_str_addf(s->out, "%s %d", param->name, (int)arg);
        break;
    }
}

static void order_text(show *s, const us_order *order, const us_log_line *line)
{
    const us_action_def *action = &s->log.domain->action[order->action];
    us_str_addf(s->out, "%7d  #%-6u seat %d  %s", (int)line->cycle, (unsigned)order->id,
                order->seat, action->name);
    for (int p = 0; p < action->param_count; p++)
        add_argument(s, &action->param[p], order->arg[p], line->cycle);
    us_str_add(s->out, ": ");
    for (int u = 0; u < order->unit_count; u++) {
        us_str_add(s->out, u ? ", " : "");
        add_entity(s, order->unit[u], line->cycle);
    }
    us_str_add(s->out, order->queued ? "  queued" : "");
    if (order->goal)
        us_str_addf(s->out, "  [goal %u]", (unsigned)order->goal);
    if (line->refused != US_REASON_NONE)
        us_str_addf(s->out, "  refused: %s", us_reason_name(line->refused));
    if (line->unit_type[0]) {
        us_str_add(s->out, "  of ");
        us_str_add_printable(s->out, line->unit_type, strlen(line->unit_type));
    }
    us_str_add_char(s->out, '\n');
}

static void order_json(show *s, const us_order *order, const us_log_line *line,
                       us_json_writer *writer)
{
    us_json_write_key_int(writer, "cycle", line->cycle);
    us_json_write_key_int(writer, "id", order->id);
    us_json_write_key_int(writer, "seat", order->seat);
    us_order_write(s->log.domain, order, writer);
    if (order->goal)
        us_json_write_key_int(writer, "goal", order->goal);
    if (line->refused != US_REASON_NONE)
        us_json_write_key_string(writer, "refused", us_reason_name(line->refused));
    if (line->unit_type[0])
        us_json_write_key_string(writer, "unit_type", line->unit_type);
}

/* ---- an order without an action of the domain, in the source's words */

static void foreign_text(show *s, const us_log_foreign *order)
{
    us_str_addf(s->out, "%7d  #%-6u seat %d  ", (int)order->cycle, (unsigned)order->id,
                order->seat);
    us_str_add_printable(s->out, order->action, strlen(order->action));
    us_str_add_char(s->out, ' ');
    us_str_add_printable(s->out, order->args, strlen(order->args));
    if (order->unit_type[0]) {
        us_str_add(s->out, "  of ");
        us_str_add_printable(s->out, order->unit_type, strlen(order->unit_type));
    }
    us_str_add_char(s->out, '\n');
}

/* Adds the members of an object. Control characters in strings are escaped, to protect terminals.
 */
static void add_members(us_str *out, const char *object)
{
    size_t length = strlen(object) - 1;
    for (size_t at = 1, size; at < length; at += size) {
        unsigned char c = (unsigned char)object[at];
        size = (size_t)us_text_printable_size(object + at, length - at);
        if (size > 0) {
            us_str_add_bytes(out, object + at, size);
            continue;
        }
        size = c == 0xc2 ? 2 : 1;
        if (c < 0x20)
            us_str_add_char(out, ' ');
        else
            us_str_addf(out, "\\u%04x", size == 2 ? (unsigned char)object[at + 1] : c);
    }
}

/* Writes the order as in the trace, with its arguments. */
static void foreign_json(show *s, const us_log_foreign *order, us_json_writer *writer)
{
    us_json_write_key_int(writer, "cycle", order->cycle);
    us_json_write_key_int(writer, "id", order->id);
    us_json_write_key_int(writer, "seat", order->seat);
    us_json_write_key_string(writer, "foreign", order->action);
    us_json_write_key_open(writer, "args", '{');
    add_members(s->out, order->args);
    us_json_write_close(writer, '}');
    if (order->unit_type[0])
        us_json_write_key_string(writer, "unit_type", order->unit_type);
}

/* Prints the members of the event's line without JSON punctuation. */
static void event_text(show *s, const us_event *event)
{
    us_json_writer writer;
    US_AUTOSTR(text);
    us_json_writer_init(&writer, &text);
    us_event_write(s->log.domain, event, &writer);
    us_str_addf(s->out, "%7d          ", (int)event->cycle);
    for (const char *c = text.text; *c; c++) {
        if (*c == ',')
            us_str_add(s->out, ", ");
        else if (*c != '"')
            us_str_add_char(s->out, (char)(*c == ':' ? ' ' : *c));
    }
    us_str_add_char(s->out, '\n');
}

static void begin_json(show *s, us_json_writer *writer)
{
    us_str_add(s->out, s->any ? ",\n" : "[\n");
    us_json_writer_init(writer, s->out);
    us_json_write_open(writer, '{');
}

static us_status flush(show *s, us_error *err)
{
    s->any = true;
    if (s->out->length < FLUSH)
        return US_OK;
    us_status status = us_out_write(s->out, err);
    us_str_reset(s->out);
    return status;
}

static us_status show_order(show *s, const us_order *order, const us_log_line *line, us_error *err)
{
    us_json_writer writer;
    if (s->json) {
        begin_json(s, &writer);
        order_json(s, order, line, &writer);
        us_json_write_close(&writer, '}');
    } else {
        order_text(s, order, line);
    }
    return flush(s, err);
}

static us_status show_foreign(show *s, const us_log_foreign *order, us_error *err)
{
    us_json_writer writer;
    if (s->json) {
        begin_json(s, &writer);
        foreign_json(s, order, &writer);
        us_json_write_close(&writer, '}');
    } else {
        foreign_text(s, order);
    }
    return flush(s, err);
}

static us_status show_event(show *s, const us_event *event, us_error *err)
{
    us_json_writer writer;
    if (s->json) {
        begin_json(s, &writer);
        us_json_write_key_int(&writer, "cycle", event->cycle);
        us_event_write(s->log.domain, event, &writer);
        us_json_write_close(&writer, '}');
    } else {
        event_text(s, event);
    }
    return flush(s, err);
}

/* ---- all: the orders of a cycle before its events */

static us_status show_events(show *s, int *next, us_cycle before, us_error *err)
{
    for (; *next < s->events.count && s->events.event[*next].cycle < before; ++*next) {
        const us_event *event = &s->events.event[*next];
        if ((s->seat < 0 || event->seat == s->seat) && event->cycle >= s->from &&
            event->cycle < s->to)
            US_TRY(show_event(s, event, err));
    }
    return US_OK;
}

static us_status show_all(show *s, us_error *err)
{
    const us_log *log = &s->log;
    int next = 0, foreign = 0;
    while (foreign < log->foreign_count && log->foreign[foreign].cycle < s->from)
        foreign++;
    for (int i = us_log_find(log, s->from);
         (i < log->orders.count || foreign < log->foreign_count) && !us_out_is_closed();) {
        const us_log_foreign *other = foreign < log->foreign_count ? &log->foreign[foreign] : NULL;
        bool ours = i < log->orders.count && (!other || log->line[i].line < other->line);
        us_cycle cycle = ours ? log->line[i].cycle : other->cycle;
        us_seat seat = ours ? log->orders.order[i].seat : other->seat;
        if (cycle >= s->to)
            break;
        US_TRY(show_events(s, &next, cycle, err));
        if (s->seat >= 0 && seat != s->seat)
            ;
        else if (ours)
            US_TRY(show_order(s, &log->orders.order[i], &log->line[i], err));
        else
            US_TRY(show_foreign(s, other, err));
        i += ours;
        foreign += !ours;
        if (us_interrupt_is_pending())
            return us_interrupt_fail(err, "not all was shown");
    }
    US_TRY(show_events(s, &next, INT32_MAX, err));
    if (s->json)
        us_str_add(s->out, s->any ? "\n]\n" : "[]\n");
    return US_OK;
}

/* --plan excludes options about orders. */
static us_status check_options(const us_args *args, us_error *err)
{
    static const int of_orders[] = {FROM, TO, EVENTS};
    if (!us_args_is_given(args, PLAN) && us_args_is_given(args, ALL))
        return us_error_refuse(err, "trace show: --all needs --plan CYCLE");
    for (int i = 0; i < US_COUNT(of_orders) && us_args_is_given(args, PLAN); i++)
        if (us_args_is_given(args, of_orders[i]))
            return us_error_refuse(err, "trace show: %s is not for --plan",
                                   options[of_orders[i]].name);
    if (us_args_is_given(args, TO) && us_args_int(args, FROM) > us_args_int(args, TO))
        return us_error_refuse(err, "trace show: --from %lld is later than --to %lld",
                               (long long)us_args_int(args, FROM),
                               (long long)us_args_int(args, TO));
    return US_OK;
}

static us_status show_plan(const us_args *args, us_str *out, us_error *err)
{
    us_plan_show plan = {
        .path = args->argument[0],
        .cycle = (us_cycle)us_args_int(args, PLAN),
        .seat = us_args_is_given(args, SEAT) ? (int)us_args_int(args, SEAT) : -1,
        .all = us_args_is_given(args, ALL),
        .json = us_args_is_given(args, JSON),
    };
    US_AUTO(us_log_clear) us_log log = {0};
    US_TRY(us_log_read(&log, plan.path, us_args_text(args, MAP), err));
    return us_plan_draw(&plan, &log, out, err);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_TRY(check_options(args, err));
    if (us_args_is_given(args, PLAN))
        return show_plan(args, out, err);
    show s = {
        .from = (us_cycle)us_args_int(args, FROM),
        .to = us_args_is_given(args, TO) ? (us_cycle)us_args_int(args, TO) : INT32_MAX,
        .seat = us_args_is_given(args, SEAT) ? (int)us_args_int(args, SEAT) : -1,
        .json = us_args_is_given(args, JSON),
        .out = out,
    };
    US_TRY(us_log_read(&s.log, args->argument[0], us_args_text(args, MAP), err));
    us_status status = us_worlds_open(&s.log, args->argument[0], &s.worlds, err);
    if (status == US_OK)
        us_worlds_set_stop(s.worlds, us_interrupt_is_pending);
    if (status == US_OK && (s.log.scenario || us_worlds_states(s.worlds)) && !s.json)
        status = us_lives_from_worlds(s.worlds, &s.lives, err);
    if (status == US_OK && us_args_is_given(args, EVENTS))
        status = us_worlds_read_events(s.worlds, s.from, s.to, &s.events, err);
    if (status == US_OK)
        status = show_all(&s, err);
    if (status != US_OK)
        us_str_reset(out);
    us_lives_free(s.lives);
    us_worlds_close(s.worlds);
    us_events_clear(&s.events);
    us_log_clear(&s.log);
    return status;
}

const us_command us_command_trace_show = {
    .name = "trace show",
    .arguments = "FILE",
    .about = "list the orders of a trace, its events, or draw a plan",
    .more =
        "Prints one order per line: cycle, id, seat, action, arguments and units. Types of units\n"
        "are known if the game can be played again or states are stored beside the trace. Events\n"
        "come from there too, or from the trace if it holds them.\n\n"
        "With --plan, one node of the plan per line: its number, kind and text, its state and\n"
        "since when, the reason, and how its behavior was retrieved; below it the contents of its\n"
        "slots. Ended nodes are counted, unless --all is given. With --json, all nodes are\n"
        "printed, each with its parent.",
    .example = "  understudy trace show t.jsonl --from 1000 --to 1200\n"
               "  understudy trace show t.jsonl --plan 5000\n"
               "  understudy trace show t.jsonl --seat 0 --events --json",
    US_OPTIONS(options),
    .run = run,
};
