#include "traces/reader.h"

#include <string.h>

#include "base/file.h"
#include "traces/lines.h"

struct us_trace {
    us_lines lines;
    us_arena *arena; /* of the header's texts */
    us_trace_header header;
    const us_domain *domain;
    us_str scratch;
    us_cycle cycle;  /* of the last line */
    us_cycle hashed; /* of the last tags line */
    uint32_t last_id;
    bool ended, cut, stopped;
    char reason[64], action[US_TRACE_NAME_MAX], unit_type[US_TRACE_NAME_MAX];
    uint16_t tag[US_TRACE_TAGS];
    us_id units[US_ORDER_UNITS_MAX];
    us_note_parts note;
};

/* ---- opening */

static us_status read_header(us_trace *trace, us_error *err)
{
    const char *text;
    size_t length;
    bool whole;
    US_TRY(us_lines_next(&trace->lines, &text, &length, &whole, err));
    if (!text)
        return us_error_set(err, US_BAD_INPUT, trace->lines.file, 1, 1,
                            "expected a trace's header, found an empty file");
    size_t first = sizeof(US_SQLITE_FIRST) - 1;
    if (length >= first && memcmp(text, US_SQLITE_FIRST, first) == 0)
        return us_error_set(
            err, US_BAD_INPUT, trace->lines.file, 1, 1,
            "expected a trace, found a SQLite file: a library of behaviors, or tables");
    us_line line = {trace->lines.file, trace->lines.line, {0}, &trace->scratch, err};
    us_pull_init(&line.pull, text, length);
    return us_line_read_header(&line, trace->arena, &trace->header);
}

static us_status open_with(us_lines *lines, us_trace **out, us_error *err)
{
    US_AUTOPTR(us_trace) trace = US_NEW(us_trace);
    trace->lines = *lines;
    trace->arena = us_arena_new();
    us_str_init(&trace->scratch);
    us_str_init(&trace->note.texts);
    US_TRY(read_header(trace, err));
    *out = US_STEAL(trace);
    return US_OK;
}

us_status us_trace_open(const char *path, us_trace **out, us_error *err)
{
    us_lines lines;
    US_TRY(us_lines_open(&lines, path, err));
    return open_with(&lines, out, err);
}

us_status us_trace_open_text(const char *file, const char *text, size_t length, us_trace **out,
                             us_error *err)
{
    us_lines lines;
    us_lines_open_text(&lines, file, text, length);
    return open_with(&lines, out, err);
}

void us_trace_close(us_trace *trace)
{
    if (!trace)
        return;
    us_lines_close(&trace->lines);
    us_arena_free(trace->arena);
    us_str_clear(&trace->scratch);
    us_str_clear(&trace->note.texts);
    us_mem_free(trace);
}

const us_trace_header *us_trace_get_header(const us_trace *trace)
{
    return &trace->header;
}

const char *us_trace_file(const us_trace *trace)
{
    return trace->lines.file;
}

void us_trace_set_domain(us_trace *trace, const us_domain *domain)
{
    us_assert(us_text_equal(domain->name, trace->header.domain));
    trace->domain = domain;
}

bool us_trace_is_cut(const us_trace *trace)
{
    return trace->cut;
}

/* ---- the members of lines */

enum member {
    M_CYCLE,
    M_ID,
    M_SEAT,
    M_ORDER,
    M_ARGS,
    M_GOAL,
    M_STEP,
    M_REFUSED,
    M_HASH,
    M_TAGS,
    M_END,
    M_WINNER,
    M_REASON,
    M_CYCLES,
    M_UNIT_TYPE, /* from here on: only in converted traces */
    M_FOREIGN,
    MEMBERS,
};
#define BIT(member) (1u << (member))

static const char *const names[MEMBERS] = {
    "cycle", "id",   "seat", "order",  "args",   "goal",   "step",      "refused",
    "hash",  "tags", "end",  "winner", "reason", "cycles", "unit_type", "foreign",
};

/* The required and optional members of each kind of line. */
static const struct {
    enum member mark;
    unsigned must, may;
} shapes[] = {
    [US_TRACE_ORDER] = {M_ORDER,
                        BIT(M_CYCLE) | BIT(M_ID) | BIT(M_SEAT) | BIT(M_ORDER) | BIT(M_ARGS),
                        BIT(M_GOAL) | BIT(M_STEP) | BIT(M_REFUSED) | BIT(M_UNIT_TYPE)},
    [US_TRACE_FOREIGN] = {M_FOREIGN,
                          BIT(M_CYCLE) | BIT(M_ID) | BIT(M_SEAT) | BIT(M_FOREIGN) | BIT(M_ARGS),
                          BIT(M_UNIT_TYPE)},
    [US_TRACE_HASHES] = {M_TAGS, BIT(M_CYCLE) | BIT(M_HASH) | BIT(M_TAGS), 0},
    [US_TRACE_END] = {M_END,
                      BIT(M_END) | BIT(M_WINNER) | BIT(M_REASON) | BIT(M_CYCLES) | BIT(M_HASH), 0},
};

static bool is_newer(const us_trace *trace)
{
    return trace->header.minor > US_TRACE_MINOR;
}

static us_status read_refused(us_line *line, us_reason *out)
{
    char name[64];
    US_TRY(us_line_read_text(line, "a reason", name, sizeof(name)));
    int reason = us_reason_from_name(name);
    if (reason <= US_REASON_NONE)
        return us_line_fail(line, "\"%s\" is no reason: expected one why an order is refused",
                            name);
    *out = (us_reason)reason;
    return US_OK;
}

static us_status read_tags(us_trace *trace, us_line *line, us_trace_record *out)
{
    const us_pull *pull = &line->pull;
    US_TRY(us_line_expect(line, US_PULL_STRING, "\"tags\", a string of hexadecimal digits"));
    if (pull->length == 0 || pull->length % 4 != 0 || pull->length > 4 * US_TRACE_TAGS)
        return us_line_fail(line, "expected 4 digits for each of 1 to %d cycles, found %zu",
                            US_TRACE_TAGS, pull->length);
    for (size_t i = 0; i < pull->length; i++) {
        int digit = us_text_hex_digit(pull->text[i]);
        if (digit < 0)
            return us_line_fail(line, "expected hexadecimal digits, found another character");
        trace->tag[i / 4] = (uint16_t)(trace->tag[i / 4] << 4 | digit);
    }
    out->tag = trace->tag;
    out->tags = (int)(pull->length / 4);
    return US_OK;
}

/* The source's arguments: any object. */
static us_status skip_args(us_line *line, us_trace_record *out)
{
    US_TRY(us_line_expect(line, US_PULL_OBJECT, "\"args\", an object"));
    out->args = line->pull.place;
    if (!us_pull_skip(&line->pull))
        return us_pull_fail(&line->pull, line->err, line->file, line->number);
    out->args_length = (size_t)(line->pull.at - out->args);
    return US_OK;
}

static us_status read_end(us_line *line, us_trace_record *out)
{
    char text[16];
    US_TRY(us_line_read_text(line, "\"win\" or \"draw\"", text, sizeof(text)));
    bool win = us_text_equal(text, "win");
    out->outcome.kind = win ? US_OUTCOME_WIN : US_OUTCOME_DRAW;
    return win || us_text_equal(text, "draw") ? US_OK
                                              : us_line_fail(line, "expected \"win\" or \"draw\"");
}

static us_status read_winner(us_trace *trace, us_line *line, us_trace_record *out)
{
    int64_t seat = US_NEUTRAL;
    if (!us_line_accept(line, US_PULL_NULL))
        US_TRY(us_line_read_int(line, "a seat", 0, trace->header.seats - 1, &seat));
    out->outcome.winner = (us_seat)seat;
    return US_OK;
}

static us_status read_member(us_trace *trace, us_line *line, enum member member, unsigned seen,
                             us_trace_record *out)
{
    int64_t value = 0;
    switch (member) {
    case M_CYCLE:
    case M_CYCLES:
        US_TRY(us_line_read_int(line, "a cycle", trace->cycle, trace->header.max_cycles, &value));
        out->cycle = (us_cycle)value;
        return US_OK;
    case M_ID:
        US_TRY(us_line_read_int(line, "an id above the last order's", (int64_t)trace->last_id + 1,
                                UINT32_MAX, &value));
        out->order.id = (uint32_t)value;
        return US_OK;
    case M_SEAT:
        US_TRY(us_line_read_int(line, "a seat", 0, trace->header.seats - 1, &value));
        out->order.seat = (us_seat)value;
        return US_OK;
    case M_ORDER:
        US_TRY(us_order_read_action(line, trace->domain, &out->order.action));
        out->action = trace->domain->action[out->order.action].name;
        return US_OK;
    case M_ARGS:
        if (seen & BIT(M_FOREIGN))
            return skip_args(line, out);
        if (!(seen & BIT(M_ORDER)))
            return us_line_fail(line, "found \"args\", expected \"order\" before it");
        return us_order_read_args(line, trace->domain,
                                  is_newer(trace) ? US_ORDER_RECORDED_LATER : US_ORDER_RECORDED,
                                  &out->order, trace->units);
    case M_GOAL:
        US_TRY(us_line_read_int(line, "a goal's number", 1, UINT32_MAX, &value));
        out->order.goal = (uint32_t)value;
        return US_OK;
    case M_STEP:
        if (trace->header.minor < 3)
            return us_line_fail(line,
                                "found \"step\", expected none in a trace of minor version %d",
                                trace->header.minor);
        US_TRY(us_line_read_int(line, "a step's number", 1, UINT32_MAX, &value));
        out->order.step = (uint32_t)value;
        return US_OK;
    case M_REFUSED:
        return read_refused(line, &out->refused);
    case M_HASH:
        return us_line_read_hash(line, "\"hash\"", &out->hash);
    case M_TAGS:
        return read_tags(trace, line, out);
    case M_END:
        return read_end(line, out);
    case M_WINNER:
        return read_winner(trace, line, out);
    case M_UNIT_TYPE:
        out->unit_type = trace->unit_type;
        return us_line_read_text(line, "a type's name", trace->unit_type, sizeof(trace->unit_type));
    case M_FOREIGN:
        out->action = trace->action;
        return us_line_read_text(line, "an action's name", trace->action, sizeof(trace->action));
    default:
        out->outcome.reason = trace->reason;
        return us_line_read_text(line, "a reason", trace->reason, sizeof(trace->reason));
    }
}

/* Checks that the members are those of one kind of line. */
static us_status check_shape(us_line *line, unsigned seen, bool converted, us_trace_kind *out)
{
    for (int kind = 0; kind < US_COUNT(shapes); kind++) {
        if (!(seen & BIT(shapes[kind].mark)))
            continue;
        unsigned must = shapes[kind].must;
        if (converted && kind == US_TRACE_END)
            must &= ~BIT(M_HASH);
        for (int member = 0; member < MEMBERS; member++) {
            bool there = seen & BIT(member);
            if (there && !((shapes[kind].must | shapes[kind].may) & BIT(member)))
                return us_line_fail(line, "found \"%s\", expected none in a line with \"%s\"",
                                    names[member], names[shapes[kind].mark]);
            if (!there && (must & BIT(member)))
                return us_line_fail(line, "expected \"%s\" in a line with \"%s\"", names[member],
                                    names[shapes[kind].mark]);
        }
        *out = (us_trace_kind)kind;
        return US_OK;
    }
    return us_line_fail(line, "expected a line with \"order\", \"tags\", \"event\", \"plan\", "
                              "\"squad\", \"repair\" or \"end\"");
}

/* Checks against earlier lines. */
static us_status check_order(us_trace *trace, us_line *line, const us_trace_record *record)
{
    if (record->kind == US_TRACE_HASHES) {
        us_cycle cycles = record->cycle - trace->hashed;
        if (record->tags != cycles)
            return us_line_fail(line, "expected tags of %d cycles, found %d", (int)cycles,
                                record->tags);
        trace->hashed = record->cycle;
    }
    if (record->kind == US_TRACE_END) {
        bool win = record->outcome.kind == US_OUTCOME_WIN;
        if (win != (record->outcome.winner >= 0))
            return us_line_fail(line,
                                win ? "expected a winner, a seat, in a line that ends with a win"
                                    : "found a winner, expected null in a draw");
        trace->ended = true;
    }
    if (record->kind == US_TRACE_ORDER || record->kind == US_TRACE_FOREIGN)
        trace->last_id = record->order.id;
    trace->cycle = record->cycle;
    return US_OK;
}

/* Returns whether the event's name is unknown here. */
static bool is_new_event(us_pull pull)
{
    US_AUTOSTR(name);
    return us_pull_next(&pull) == US_PULL_STRING && us_pull_unescape(&pull, &name) &&
           us_event_kind_from_name(name.text) < 0;
}

/* Returns whether the line is of a kind, or has an event, of a newer minor version. Malformed lines
 * are not. */
static bool is_from_later(const us_trace *trace, us_pull pull)
{
    if (!is_newer(trace) || us_pull_next(&pull) != US_PULL_OBJECT)
        return false;
    while (us_pull_next(&pull) == US_PULL_KEY) {
        bool known = us_pull_equal(&pull, "event")
                         ? !is_new_event(pull)
                         : us_pull_equal(&pull, "order") || us_pull_equal(&pull, "foreign") ||
                               us_pull_equal(&pull, "tags") || us_pull_equal(&pull, "plan") ||
                               us_pull_equal(&pull, "squad") || us_pull_equal(&pull, "repair") ||
                               us_pull_equal(&pull, "end");
        if (known || !us_pull_skip(&pull))
            return false;
    }
    return pull.kind == US_PULL_OBJECT_END && us_pull_next(&pull) == US_PULL_END;
}

static us_status read_event(us_trace *trace, us_line *line, us_trace_record *out)
{
    US_TRY(
        us_line_read_event(line, trace->domain, trace->header.seats, is_newer(trace), &out->event));
    out->kind = US_TRACE_EVENT;
    out->event.cycle = out->cycle;
    return check_order(trace, line, out);
}

static us_status read_note(us_trace *trace, us_line *line, us_trace_record *out)
{
    if (trace->header.minor < 1)
        return us_line_fail(line, "found \"plan\", expected none in a trace of minor version 0");
    out->kind = US_TRACE_NOTE;
    out->note.cycle = out->cycle;
    out->note.seat = out->order.seat;
    US_TRY(us_line_read_note(line, trace->header.minor, &trace->note, &out->note));
    out->column = trace->note.column;
    return check_order(trace, line, out);
}

/* Reads a squad line, or a repair line. */
static us_status read_state(us_trace *trace, us_line *line, us_trace_kind kind,
                            us_trace_record *out)
{
    bool squad = kind == US_TRACE_SQUAD;
    if (trace->header.minor < (squad ? 6 : 8))
        return us_line_fail(line, "found \"%s\", expected none in a trace of minor version %d",
                            squad ? "squad" : "repair", trace->header.minor);
    out->kind = kind;
    out->note.cycle = out->cycle;
    out->note.seat = out->order.seat;
    US_TRY((squad ? us_line_read_squad : us_line_read_repair)(line, is_newer(trace), &trace->note,
                                                              &out->note));
    return check_order(trace, line, out);
}

/* Reads the next token if it is that key. Otherwise leaves it to be read. */
static bool accept_key(us_line *line, const char *key)
{
    us_pull here = line->pull;
    if (us_pull_next(&line->pull) == US_PULL_KEY && us_pull_equal(&line->pull, key))
        return true;
    line->pull = here;
    return false;
}

static us_status read_line(us_trace *trace, us_line *line, us_trace_record *out)
{
    unsigned seen = 0;
    bool converted = trace->header.source[0];
    int members = converted ? MEMBERS : M_UNIT_TYPE, member;
    US_TRY(us_line_expect(line, US_PULL_OBJECT, "a line of a trace, an object"));
    for (;;) {
        if (seen == BIT(M_CYCLE) && accept_key(line, "event"))
            return read_event(trace, line, out);
        if (seen == (BIT(M_CYCLE) | BIT(M_SEAT)) && accept_key(line, "plan"))
            return read_note(trace, line, out);
        if (seen == (BIT(M_CYCLE) | BIT(M_SEAT)) && accept_key(line, "squad"))
            return read_state(trace, line, US_TRACE_SQUAD, out);
        if (seen == (BIT(M_CYCLE) | BIT(M_SEAT)) && accept_key(line, "repair"))
            return read_state(trace, line, US_TRACE_REPAIR, out);
        US_TRY(us_line_next_row(line, names, sizeof(*names), members, "a trace's line",
                                is_newer(trace), &seen, &member));
        if (member < 0)
            break;
        US_TRY(read_member(trace, line, (enum member)member, seen, out));
    }
    US_TRY(check_shape(line, seen, converted, &out->kind));
    US_TRY(us_line_finish(line));
    return check_order(trace, line, out);
}

/* Returns whether a line without a newline ends before its value does. Cutting causes no other
 * fault. */
static bool is_cut(const char *text, size_t length)
{
    us_pull pull;
    us_pull_init(&pull, text, length);
    do
        us_pull_next(&pull);
    while (pull.kind != US_PULL_ERROR && pull.depth > 0);
    return pull.kind == US_PULL_ERROR && pull.ran_out;
}

/* Finds the next known line. *found false: there is none, or it is cut. */
static us_status next_line(us_trace *trace, us_pull *pull, bool *found, us_error *err)
{
    const char *text = NULL;
    size_t length;
    bool whole;
    do {
        US_TRY(us_lines_next(&trace->lines, &text, &length, &whole, err));
        trace->cut = text && !whole && is_cut(text, length);
        *found = text && !trace->cut;
        if (*found)
            us_pull_init(pull, text, length);
    } while (*found && is_from_later(trace, *pull));
    return US_OK;
}

us_status us_trace_next(us_trace *trace, us_trace_record *out, us_error *err)
{
    us_assert(trace->domain);
    us_trace_record record = {
        .kind = US_TRACE_STOP, .unit_type = "", .outcome = {.winner = US_NEUTRAL}};
    us_line line = {trace->lines.file, 0, {0}, &trace->scratch, err};
    bool found = false;
    if (!trace->stopped)
        US_TRY(next_line(trace, &line.pull, &found, err));
    if (!found) {
        trace->stopped = true;
        *out = record;
        return US_OK;
    }
    record.line = line.number = trace->lines.line;
    if (trace->ended)
        return us_line_fail(&line, "expected nothing after the line that ends the game");
    US_TRY(read_line(trace, &line, &record));
    *out = record;
    return US_OK;
}
