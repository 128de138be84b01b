#include "base/json.h"
#include "cli/commands.h"
#include "cli/out.h"
#include "traces/lives.h"

enum { MAP, JSON };

static const us_option options[] = {
    [MAP] = {"--map", "MAP", "where the map lies now; else as the trace says", US_OPTION_TEXT},
    [JSON] = {"--json", NULL, "one object", US_OPTION_FLAG},
};

/* Numbers by row and seat. */
typedef struct table {
    const char *name, *about;
    int rows;
    int64_t *count;                                       /* row * US_SEATS_MAX + seat */
    const char *(*row)(const us_domain *domain, int row); /* NULL: by number */
} table;

enum { ACTIONS, TYPES, REASONS, MINUTES, TABLES };

typedef struct stats {
    us_log log;
    bool types; /* known */
    int64_t orders[US_SEATS_MAX], refused[US_SEATS_MAX], labeled[US_SEATS_MAX];
    table table[TABLES];
    int64_t states;
} stats;

static const char *action_row(const us_domain *domain, int row)
{
    return domain->action[row].name;
}

static const char *type_row(const us_domain *domain, int row)
{
    return row < domain->type_count ? domain->type[row].name : "(unknown)";
}

static const char *reason_row(const us_domain *domain, int row)
{
    (void)domain;
    return us_reason_name((us_reason)row);
}

/* ---- counting */

static void make_tables(stats *s)
{
    const us_domain *domain = s->log.domain;
    int minute = 60 * domain->cycles_per_second;
    s->table[ACTIONS] =
        (table){"actions", "orders by action", domain->action_count, NULL, action_row};
    s->table[TYPES] =
        (table){"types", "orders by type of unit", domain->type_count + 1, NULL, type_row};
    s->table[REASONS] =
        (table){"refused", "refused orders by reason", US_REASONS, NULL, reason_row};
    s->table[MINUTES] =
        (table){"minutes", "orders in each minute", s->log.cycles / minute + 1, NULL, NULL};
    for (int t = 0; t < TABLES; t++)
        s->table[t].count = US_NEW_ARRAY(int64_t, (size_t)s->table[t].rows * US_SEATS_MAX);
}

/* An order to units of several types counts for each of these once. */
static void count_types(stats *s, const us_lives *lives, int i)
{
    const us_order *order = &s->log.orders.order[i];
    uint8_t seen[US_TYPES_MAX / 8 + 1] = {0};
    for (int u = 0; u < order->unit_count; u++) {
        const us_life *life =
            lives ? us_lives_find(lives, order->unit[u], s->log.line[i].cycle) : NULL;
        int type = life ? life->type : s->log.domain->type_count;
        if (seen[type / 8] >> (type % 8) & 1)
            continue;
        seen[type / 8] |= (uint8_t)(1 << (type % 8));
        s->table[TYPES].count[type * US_SEATS_MAX + order->seat]++;
    }
}

static void count_orders(stats *s, const us_lives *lives)
{
    const us_log *log = &s->log;
    int minute = 60 * log->domain->cycles_per_second;
    for (int i = 0; i < log->orders.count; i++) {
        const us_order *order = &log->orders.order[i];
        const us_log_line *line = &log->line[i];
        s->orders[order->seat]++;
        s->labeled[order->seat] += order->goal != 0;
        s->table[ACTIONS].count[order->action * US_SEATS_MAX + order->seat]++;
        s->table[MINUTES].count[line->cycle / minute * US_SEATS_MAX + order->seat]++;
        if (line->refused != US_REASON_NONE) {
            s->refused[order->seat]++;
            s->table[REASONS].count[(int)line->refused * US_SEATS_MAX + order->seat]++;
        }
        if (s->types)
            count_types(s, lives, i);
    }
}

static us_status read_all(stats *s, const char *path, us_error *err)
{
    us_worlds *worlds = NULL;
    us_lives *lives = NULL;
    us_status status = us_worlds_open(&s->log, path, &worlds, err);
    if (status == US_OK) {
        us_states *states = us_worlds_states(worlds);
        s->states = states ? us_states_count(states) : 0;
        s->types = s->log.scenario || states;
        status = s->types ? us_lives_of(worlds, &lives, err) : US_OK;
    }
    if (status == US_OK) {
        make_tables(s);
        count_orders(s, lives);
    }
    us_lives_free(lives);
    us_worlds_close(worlds);
    return status;
}

/* ---- telling */

static int64_t row_sum(const table *t, int row)
{
    int64_t sum = 0;
    for (int seat = 0; seat < US_SEATS_MAX; seat++)
        sum += t->count[row * US_SEATS_MAX + seat];
    return sum;
}

static bool is_shown(const stats *s, int t, int row)
{
    return (t != TYPES || s->types) && (t == MINUTES || row_sum(&s->table[t], row) > 0);
}

/* Orders a minute, by the length of the game. */
static int64_t apm(const stats *s, int seat)
{
    int64_t minute = 60 * s->log.domain->cycles_per_second, cycles = s->log.cycles;
    return cycles > 0 ? (s->orders[seat] * minute + cycles / 2) / cycles : 0;
}

static void write_text(const stats *s, us_str *out)
{
    const us_log *log = &s->log;
    const us_trace_header *header = log->header;
    int seconds = (int)(log->cycles / log->domain->cycles_per_second);
    us_str_addf(out, "%s on %s, seed %llu%s\n%d cycles (%d:%02d), ", header->domain, header->map,
                (unsigned long long)header->seed, header->fog ? ", in fog" : "", (int)log->cycles,
                seconds / 60, seconds % 60);
    if (log->outcome.kind == US_OUTCOME_WIN)
        us_str_addf(out, "seat %d wins by %s", log->outcome.winner, log->reason);
    else
        us_str_addf(out, "%s%s", log->outcome.kind == US_OUTCOME_DRAW ? "draw by " : "no end",
                    log->reason);
    us_str_addf(out, "%s; %lld stored states\n\n%-24s", log->cut ? ", the last line is cut" : "",
                (long long)s->states, "");
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
        us_str_addf(out, "\n\n%s", s->table[t].about);
        for (int row = 0; row < s->table[t].rows; row++) {
            if (!is_shown(s, t, row))
                continue;
            if (s->table[t].row)
                us_str_addf(out, "\n  %-22s", s->table[t].row(log->domain, row));
            else
                us_str_addf(out, "\n  %-22d", row);
            for (int seat = 0; seat < header->seats; seat++)
                us_str_addf(out, " %10lld",
                            (long long)s->table[t].count[row * US_SEATS_MAX + seat]);
        }
    }
    us_str_add(out, "\n\n");
    for (int seat = 0; seat < header->seats; seat++)
        us_str_addf(out, "seat %d: %s%s%s\n", seat,
                    header->seat[seat].player[0] ? header->seat[seat].player : "nobody",
                    header->seat[seat].faction[0] ? ", " : "", header->seat[seat].faction);
}

static void write_seats(const stats *s, us_json_writer *writer)
{
    us_write_key(writer, "seats");
    us_write_open(writer, '[');
    for (int seat = 0; seat < s->log.header->seats; seat++) {
        us_write_open(writer, '{');
        us_write_key_string(writer, "player", s->log.header->seat[seat].player);
        us_write_key_string(writer, "faction", s->log.header->seat[seat].faction);
        us_write_key_int(writer, "orders", s->orders[seat]);
        us_write_key_int(writer, "refused", s->refused[seat]);
        us_write_key_int(writer, "labeled", s->labeled[seat]);
        us_write_key_int(writer, "apm", apm(s, seat));
        us_write_close(writer, '}');
    }
    us_write_close(writer, ']');
}

/* {"move":[3,0]}: numbers by seat; the minutes are an array of such. */
static void write_table(const stats *s, int t, us_json_writer *writer)
{
    us_write_key(writer, s->table[t].name);
    if (t == TYPES && !s->types) {
        us_write_null(writer);
        return;
    }
    us_write_open(writer, t == MINUTES ? '[' : '{');
    for (int row = 0; row < s->table[t].rows; row++) {
        if (!is_shown(s, t, row))
            continue;
        if (s->table[t].row)
            us_write_key(writer, s->table[t].row(s->log.domain, row));
        us_write_open(writer, '[');
        for (int seat = 0; seat < s->log.header->seats; seat++)
            us_write_int(writer, s->table[t].count[row * US_SEATS_MAX + seat]);
        us_write_close(writer, ']');
    }
    us_write_close(writer, t == MINUTES ? ']' : '}');
}

static void write_json(const stats *s, us_str *out)
{
    const us_log *log = &s->log;
    us_json_writer writer;
    us_str seed;
    us_str_init(&seed);
    us_str_addf(&seed, "%llu", (unsigned long long)log->header->seed);
    us_write_init(&writer, out);
    us_write_open(&writer, '{');
    us_write_key_string(&writer, "domain", log->header->domain);
    us_write_key_string(&writer, "map", log->header->map);
    us_write_key_string(&writer, "seed", seed.text);
    us_write_key_bool(&writer, "fog", log->header->fog);
    us_write_key_int(&writer, "cycles", log->cycles);
    us_write_key_int(&writer, "seconds", log->cycles / log->domain->cycles_per_second);
    us_write_key(&writer, "winner");
    if (log->outcome.kind == US_OUTCOME_WIN)
        us_write_int(&writer, log->outcome.winner);
    else
        us_write_null(&writer);
    us_write_key_string(&writer, "reason", log->reason);
    us_write_key_bool(&writer, "ended", log->outcome.kind != US_OUTCOME_NONE);
    us_write_key_bool(&writer, "cut", log->cut);
    us_write_key_int(&writer, "states", s->states);
    write_seats(s, &writer);
    for (int t = 0; t < TABLES; t++)
        write_table(s, t, &writer);
    us_write_close(&writer, '}');
    us_str_add_char(out, '\n');
    us_str_clear(&seed);
}

static us_status run(const us_args *args, us_error *err)
{
    stats s = {.types = false};
    us_str out;
    US_TRY(us_log_read(&s.log, args->argument[0], us_args_text(args, MAP), err));
    us_str_init(&out);
    us_status status = read_all(&s, args->argument[0], err);
    if (status == US_OK) {
        if (us_args_given(args, JSON))
            write_json(&s, &out);
        else
            write_text(&s, &out);
        status = us_out(&out, err);
    }
    for (int t = 0; t < TABLES; t++)
        us_free(s.table[t].count);
    us_log_clear(&s.log);
    us_str_clear(&out);
    return status;
}

const us_command us_command_trace_stats = {
    .name = "trace stats",
    .arguments = "FILE",
    .least = 1,
    .most = 1,
    .about = "count the orders of a trace",
    .more =
        "Who played, how it ended; orders by seat and action, by type of unit, refused ones by\n"
        "reason, and how many in each minute of the game. An order to units of several types\n"
        "counts for each of them once. Types are told where the game can be played again or\n"
        "states are stored beside the trace.",
    .example = "  understudy trace stats t.jsonl\n"
               "  understudy trace stats t.jsonl --json",
    .options = options,
    .option_count = US_COUNT(options),
    .run = run,
};
