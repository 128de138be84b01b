#include "cli/commands.h"
#include "cli/out.h"
#include "cli/play.h"
#include "cli/trace_plan.h"
#include "traces/lives.h"
#include <stdio.h>
#include <string.h>

enum { MAP, JSON };

static const us_option options[] = {
    [MAP] = {"--map", "MAP", "the map, if it has moved; else the trace names it"},
    [JSON] = {"--json", NULL, "print one JSON object"},
};

typedef struct row {
    const char *name;
    int64_t count[US_SEATS_MAX]; /* by seat */
} row;

/* Rows by name: first the domain's names in its order, then others as they appear. */
typedef struct table {
    const char *name, *about;
    row *row;
    int rows, capacity, known;
} table;

enum { ACTIONS, FOREIGN, TYPES, REASONS, TABLES };
enum { OTHERS_MAX = 256 }; /* names outside the domain; further ones share a row */

typedef struct stats {
    us_log log;
    bool types; /* types of units are known */
    int64_t orders[US_SEATS_MAX], refused[US_SEATS_MAX], labeled[US_SEATS_MAX];
    table table[TABLES];
    row *minute;
    int minutes;
    int64_t states;
    us_plans plans;
} stats;

/* ---- counting */

static row *add_row(table *t, const char *name)
{
    t->row = us_array_grow(t->row, t->rows, &t->capacity, sizeof(*t->row));
    t->row[t->rows] = (row){.name = name};
    return &t->row[t->rows++];
}

static row *find_row(table *t, const char *name)
{
    for (int i = 0; i < t->rows; i++)
        if (us_text_equal(t->row[i].name, name))
            return &t->row[i];
    int others = t->known + OTHERS_MAX;
    if (t->rows > others)
        return &t->row[others];
    return add_row(t, t->rows == others ? "others" : name);
}

static void make_tables(stats *s)
{
    const us_domain *domain = s->log.domain;
    s->table[ACTIONS] = (table){.name = "actions", .about = "orders by action"};
    s->table[FOREIGN] =
        (table){.name = "foreign", .about = "orders that the domain has no words for"};
    s->table[TYPES] = (table){.name = "types", .about = "orders by type of unit"};
    s->table[REASONS] = (table){.name = "refused", .about = "refused orders by reason"};
    for (int i = 0; i < domain->action_count; i++)
        add_row(&s->table[ACTIONS], domain->action[i].name);
    for (int i = 0; i < domain->type_count; i++)
        add_row(&s->table[TYPES], domain->type[i].name);
    for (int i = 0; i < US_REASONS; i++)
        add_row(&s->table[REASONS], us_reason_name((us_reason)i));
    for (int t = 0; t < TABLES; t++)
        s->table[t].known = s->table[t].rows;
    s->minutes = s->log.cycles / (60 * domain->cycles_per_second) + 1;
    s->minute = US_NEW_ARRAY(row, s->minutes);
}

/* Counts an order once for each type among its units. */
static void count_types(stats *s, const us_lives *lives, int i)
{
    const us_order *order = &s->log.orders.order[i];
    uint8_t seen[US_TYPES_MAX / 8 + 1] = {0};
    if (s->log.line[i].unit_type[0]) {
        find_row(&s->table[TYPES], s->log.line[i].unit_type)->count[order->seat]++;
        return;
    }
    for (int u = 0; u < order->unit_count; u++) {
        const us_life *life =
            lives ? us_lives_find(lives, order->unit[u], s->log.line[i].cycle) : NULL;
        int type = life ? life->type : s->log.domain->type_count;
        if (seen[type / 8] >> (type % 8) & 1)
            continue;
        seen[type / 8] |= (uint8_t)(1 << (type % 8));
        row *r = life ? &s->table[TYPES].row[type] : find_row(&s->table[TYPES], "(unknown)");
        r->count[order->seat]++;
    }
}

static void count_given(stats *s, us_cycle cycle, us_seat seat)
{
    s->orders[seat]++;
    s->minute[cycle / (60 * s->log.domain->cycles_per_second)].count[seat]++;
}

static void count_orders(stats *s, const us_lives *lives)
{
    const us_log *log = &s->log;
    for (int i = 0; i < log->orders.count; i++) {
        const us_order *order = &log->orders.order[i];
        const us_log_line *line = &log->line[i];
        count_given(s, line->cycle, order->seat);
        s->labeled[order->seat] += order->goal != 0;
        s->table[ACTIONS].row[order->action].count[order->seat]++;
        if (line->refused != US_REASON_NONE) {
            s->refused[order->seat]++;
            s->table[REASONS].row[line->refused].count[order->seat]++;
        }
        if (s->types)
            count_types(s, lives, i);
    }
    for (int i = 0; i < log->foreign_count; i++) {
        const us_log_foreign *order = &log->foreign[i];
        count_given(s, order->cycle, order->seat);
        find_row(&s->table[FOREIGN], order->action)->count[order->seat]++;
        if (order->unit_type[0])
            find_row(&s->table[TYPES], order->unit_type)->count[order->seat]++;
    }
}

static us_status read_all(stats *s, const char *path, us_error *err)
{
    US_AUTOPTR(us_worlds) worlds = NULL;
    US_AUTOPTR(us_lives) lives = NULL;
    us_status status = us_worlds_open(&s->log, path, &worlds, err);
    if (status == US_OK) {
        us_worlds_set_stop(worlds, us_interrupt_is_pending);
        us_states *states = us_worlds_states(worlds);
        s->states = states ? us_states_count(states) : 0;
        bool told = s->log.scenario || states;
        s->types = told || s->log.header->source[0];
        status = told ? us_lives_from_worlds(worlds, &lives, err) : US_OK;
    }
    if (status == US_OK) {
        make_tables(s);
        count_orders(s, lives);
    }
    us_plans_def def = {.path = path, .domain = s->log.domain, .to = INT32_MAX};
    return status == US_OK ? us_plans_read(&def, &s->plans, err) : status;
}

/* ---- output */

static bool is_shown(const row *r)
{
    for (int seat = 0; seat < US_SEATS_MAX; seat++)
        if (r->count[seat] > 0)
            return true;
    return false;
}

static bool is_empty(const table *t)
{
    for (int i = 0; i < t->rows; i++)
        if (is_shown(&t->row[i]))
            return false;
    return true;
}

/* Returns orders a minute over the whole game. */
static int64_t apm(const stats *s, int seat)
{
    int64_t minute = 60 * s->log.domain->cycles_per_second, cycles = s->log.cycles;
    return cycles > 0 ? (s->orders[seat] * minute + cycles / 2) / cycles : 0;
}

static void write_row(const stats *s, const char *name, const row *r, us_str *out)
{
    us_str_add(out, "\n  ");
    us_str_add_printable(out, name, strlen(name));
    for (size_t width = strlen(name); width < 22; width++)
        us_str_add_char(out, ' ');
    for (int seat = 0; seat < s->log.header->seats; seat++)
        us_str_addf(out, " %10lld", (long long)r->count[seat]);
}

/* Adds text from outside, printable. */
static void add(us_str *out, const char *before, const char *text)
{
    us_str_add(out, before);
    us_str_add_printable(out, text, strlen(text));
}

static void write_head(const stats *s, us_str *out)
{
    const us_log *log = &s->log;
    const us_trace_header *header = log->header;
    int seconds = (int)(log->cycles / log->domain->cycles_per_second);
    add(out, "", header->domain);
    if (header->source[0])
        add(out, header->unknown ? ", converted from " : ", played by ", header->source);
    if (!header->unknown)
        add(out, " on ", header->map);
    if (!header->unknown)
        us_str_addf(out, ", seed %llu%s", (unsigned long long)header->seed,
                    header->fog ? ", in fog" : "");
    us_str_addf(out, "\n%d cycles (%d:%02d), ", (int)log->cycles, seconds / 60, seconds % 60);
    if (log->outcome.kind == US_OUTCOME_WIN)
        us_str_addf(out, "seat %d wins by ", log->outcome.winner);
    else
        us_str_add(out, log->outcome.kind == US_OUTCOME_DRAW ? "draw by " : "no end");
    add(out, "", log->reason);
    us_str_addf(out, "%s; %lld stored states\n\n%-24s", log->cut ? ", the last line is cut" : "",
                (long long)s->states, "");
}

static void write_text(const stats *s, us_str *out)
{
    const us_trace_header *header = s->log.header;
    write_head(s, out);
    for (int seat = 0; seat < header->seats; seat++)
        us_str_addf(out, " %8s %d", "seat", seat);
    static const char *const names[] = {"orders", "refused", "with a goal", "orders a minute"};
    for (int i = 0; i < US_COUNT(names); i++) {
        us_str_addf(out, "\n%-24s", names[i]);
        for (int seat = 0; seat < header->seats; seat++) {
            int64_t number = i == 0   ? s->orders[seat]
                             : i == 1 ? s->refused[seat]
                             : i == 2 ? s->labeled[seat]
                                      : apm(s, seat);
            us_str_addf(out, " %10lld", (long long)number);
        }
    }
    for (int t = 0; t < TABLES; t++) {
        if ((t == FOREIGN || t == REASONS) && is_empty(&s->table[t]))
            continue;
        us_str_addf(out, "\n\n%s", s->table[t].about);
        for (int i = 0; i < s->table[t].rows; i++)
            if (is_shown(&s->table[t].row[i]))
                write_row(s, s->table[t].row[i].name, &s->table[t].row[i], out);
    }
    us_plan_stats_draw(&s->plans, out);
    us_str_add(out, "\n\norders in each minute");
    for (int i = 0; i < s->minutes; i++) {
        char name[16];
        snprintf(name, sizeof(name), "%d", i);
        write_row(s, name, &s->minute[i], out);
    }
    us_str_add(out, "\n\n");
    for (int seat = 0; seat < header->seats; seat++) {
        const us_trace_seat *who = &header->seat[seat];
        us_str_addf(out, "seat %d: ", seat);
        add(out, "", who->player[0] ? who->player : header->source[0] ? "not known" : "nobody");
        add(out, who->faction[0] ? ", " : "", who->faction);
        us_str_add_char(out, '\n');
    }
}

static void write_seats(const stats *s, us_json_writer *writer)
{
    us_json_write_key_open(writer, "seats", '[');
    for (int seat = 0; seat < s->log.header->seats; seat++) {
        us_json_write_open(writer, '{');
        us_json_write_key_string(writer, "player", s->log.header->seat[seat].player);
        us_json_write_key_string(writer, "faction", s->log.header->seat[seat].faction);
        us_json_write_key_int(writer, "orders", s->orders[seat]);
        us_json_write_key_int(writer, "refused", s->refused[seat]);
        us_json_write_key_int(writer, "labeled", s->labeled[seat]);
        us_json_write_key_int(writer, "apm", apm(s, seat));
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}

static void write_counts(const stats *s, const row *r, us_json_writer *writer)
{
    us_json_write_open(writer, '[');
    for (int seat = 0; seat < s->log.header->seats; seat++)
        us_json_write_int(writer, r->count[seat]);
    us_json_write_close(writer, ']');
}

/* Writes {"move":[3,0]}: counts by seat. */
static void write_table(const stats *s, int t, us_json_writer *writer)
{
    if (t == TYPES && !s->types) {
        us_json_write_key_null(writer, s->table[t].name);
        return;
    }
    us_json_write_key_open(writer, s->table[t].name, '{');
    for (int i = 0; i < s->table[t].rows; i++) {
        if (!is_shown(&s->table[t].row[i]))
            continue;
        us_json_write_key(writer, s->table[t].row[i].name);
        write_counts(s, &s->table[t].row[i], writer);
    }
    us_json_write_close(writer, '}');
}

static void write_json(const stats *s, us_str *out)
{
    const us_log *log = &s->log;
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "domain", log->header->domain);
    us_json_write_key_string(&writer, "source", log->header->source);
    unsigned unknown = log->header->unknown; /* facts that the source lacks */
    us_json_write_key_string(&writer, "map", unknown & US_TRACE_NO_MAP ? NULL : log->header->map);
    if (!(unknown & US_TRACE_NO_SEED))
        us_json_write_key_u64(&writer, "seed", log->header->seed);
    else
        us_json_write_key_null(&writer, "seed");
    if (!(unknown & US_TRACE_NO_FOG))
        us_json_write_key_bool(&writer, "fog", log->header->fog);
    else
        us_json_write_key_null(&writer, "fog");
    us_json_write_key_int(&writer, "cycles", log->cycles);
    us_json_write_key_int(&writer, "seconds", log->cycles / log->domain->cycles_per_second);
    us_winner_write(&log->outcome, &writer);
    us_json_write_key_string(&writer, "reason", log->reason);
    us_json_write_key_bool(&writer, "ended", log->outcome.kind != US_OUTCOME_NONE);
    us_json_write_key_bool(&writer, "cut", log->cut);
    us_json_write_key_int(&writer, "states", s->states);
    write_seats(s, &writer);
    for (int t = 0; t < TABLES; t++)
        write_table(s, t, &writer);
    us_plan_stats_write(&s->plans, &writer);
    us_json_write_key_open(&writer, "minutes", '[');
    for (int i = 0; i < s->minutes; i++)
        write_counts(s, &s->minute[i], &writer);
    us_json_write_close(&writer, ']');
    us_json_writer_end(&writer, '}');
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    stats s = {.types = false};
    US_TRY(us_log_read(&s.log, args->argument[0], us_args_text(args, MAP), err));
    us_status status = read_all(&s, args->argument[0], err);
    if (status == US_OK && us_args_is_given(args, JSON))
        write_json(&s, out);
    else if (status == US_OK)
        write_text(&s, out);
    for (int t = 0; t < TABLES; t++)
        us_mem_free(s.table[t].row);
    us_mem_free(s.minute);
    us_plans_clear(&s.plans);
    us_log_clear(&s.log);
    return status;
}

const us_command us_command_trace_stats = {
    .name = "trace stats",
    .arguments = "FILE",
    .about = "count the orders of a trace, and how its plans ended",
    .more =
        "Prints players and result; orders by seat and action and by type of unit, refused orders\n"
        "by reason, and the orders in each minute of the game. An order to units of several types\n"
        "counts for each type once. Types are known if the game can be played again or states are\n"
        "stored beside the trace. For plans: goals by type, with the behaviors that were tried\n"
        "for them and their steps, and how all these ended.",
    .example = "  understudy trace stats t.jsonl\n"
               "  understudy trace stats t.jsonl --json",
    US_OPTIONS(options),
    .run = run,
};
