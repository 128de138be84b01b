#include "adapt/adapt.h"

#include <sqlite3.h>
#include <string.h>

#include "adapt/games_internal.h"
#include "adapt/pattern_internal.h"
#include "base/arena.h"
#include "base/sort.h"

enum {
    ROWS_A_GAME = 1000, /* limits for many games, where they exceed the presets */
    STEPS_A_GAME = 2 * 1000 * 1000,
    BADNESS_MAX = 1000 * 1000 * 1000, /* sums of them fit */
};

/* Queries to check rows. */
typedef enum lookup { CYCLES, SEAT, UNIT, NODE, CONDITION, GAMES, REPAIRS, LOOKUPS } lookup;
static const char repairs_query[] =
    "SELECT game, seat, cycle, row, behavior, step, label, lacks, item, amount FROM repairs "
    "WHERE pattern = ?1 AND number IS NOT NULL ORDER BY rowid";
static const char *const lookups[LOOKUPS] = {
    [CYCLES] = "SELECT cycles FROM games WHERE game = ?1",
    [SEAT] = "SELECT 1 FROM seats WHERE game = ?1 AND seat = ?2",
    [UNIT] = "SELECT 1 FROM units WHERE game = ?1 AND unit = ?2",
    [NODE] = "SELECT 1 FROM nodes WHERE game = ?1 AND seat = ?2 AND node = ?3",
    [CONDITION] = "SELECT condition FROM conditions WHERE name = ?1",
    [GAMES] = "SELECT count(*) FROM games",
    [REPAIRS] = repairs_query,
};

typedef struct finding {
    const us_domain *domain;
    sqlite3 *db;
    sqlite3_stmt *stmt[LOOKUPS];
    const us_failure_pattern *pattern;
    int index; /* of the pattern */
    int64_t games;
    us_failure *item;
    int count, capacity;
    us_arena *arena;
    bool (*stop)(void);
    us_error *err;
} finding;

us_status us_failures_add_conditions(us_games *games, const us_patterns *patterns, us_error *err)
{
    for (int i = 0; i < patterns->count; i++) {
        const us_failure_pattern *pattern = patterns->item[i];
        if (pattern->maintain.text)
            US_TRY(us_games_add_condition(games, pattern->name, &pattern->maintain, err));
    }
    return US_OK;
}

/* ---- lookups */

static us_status fail_sqlite(const finding *f)
{
    us_status status = sqlite3_errcode(f->db) == SQLITE_NOMEM ? US_NO_MEMORY : US_BAD_INPUT;
    return us_error_set(f->err, status, NULL, 0, 0, "SQLite: %s", sqlite3_errmsg(f->db));
}

static us_status prepare(finding *f)
{
    for (int i = 0; i < LOOKUPS; i++)
        if (sqlite3_prepare_v2(f->db, lookups[i], -1, &f->stmt[i], NULL) != SQLITE_OK)
            return fail_sqlite(f);
    return US_OK;
}

/* Reads the first column of the first row; *there false: no row. Bind parameters before. */
static us_status ask(finding *f, lookup which, bool *there, int64_t *out)
{
    sqlite3_stmt *stmt = f->stmt[which];
    int code = sqlite3_step(stmt);
    *there = code == SQLITE_ROW;
    if (*there)
        *out = sqlite3_column_int64(stmt, 0);
    us_status status = code == SQLITE_ROW || code == SQLITE_DONE ? US_OK : fail_sqlite(f);
    sqlite3_reset(stmt);
    return status;
}

static us_status ask_row(finding *f, lookup which, const us_failure *failure, int64_t third,
                         bool *there, int64_t *out)
{
    sqlite3_stmt *stmt = f->stmt[which];
    int code = sqlite3_bind_int64(stmt, 1, failure->game);
    if (code == SQLITE_OK && (which == SEAT || which == NODE))
        code = sqlite3_bind_int64(stmt, 2, failure->seat);
    if (code == SQLITE_OK && which == NODE)
        code = sqlite3_bind_int64(stmt, 3, third);
    if (code == SQLITE_OK && which == UNIT)
        code = sqlite3_bind_int64(stmt, 2, third);
    return code == SQLITE_OK ? ask(f, which, there, out) : fail_sqlite(f);
}

static us_status find_condition(finding *f, int64_t *out)
{
    bool there = false;
    sqlite3_stmt *stmt = f->stmt[CONDITION];
    *out = 0;
    if (!f->pattern->maintain.text)
        return US_OK;
    if (sqlite3_bind_text(stmt, 1, f->pattern->name, -1, SQLITE_STATIC) != SQLITE_OK)
        return fail_sqlite(f);
    US_TRY(ask(f, CONDITION, &there, out));
    return there ? US_OK
                 : us_source_fail(&f->pattern->maintain, 0, f->err,
                                  "the tables lack the condition of pattern \"%s\": make them "
                                  "again with this pattern",
                                  f->pattern->name);
}

/* ---- rows */

static us_status fail_row(const finding *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static us_status fail_row(const finding *f, const char *format, ...)
{
    va_list args;
    US_AUTOSTR(text);
    va_start(args, format);
    us_str_vaddf(&text, format, args);
    va_end(args);
    const us_source *sql = &f->pattern->sql;
    return us_error_set(f->err, US_BAD_INPUT, sql->file, sql->line, sql->column,
                        "pattern \"%s\": %s", f->pattern->name, text.text);
}

/* Reads the number in a column. If there is no such column, or NULL in it, the number is *absent;
 * if absent is NULL, that is an error. */
static us_status read_number(const finding *f, const us_sql_value *row, const char *name,
                             const int64_t *absent, int64_t low, int64_t high, int64_t *out)
{
    int column = us_failure_pattern_find_column(f->pattern, name);
    if (column < 0 || row[column].kind == US_SQL_NULL) {
        if (!absent)
            return fail_row(f, "column \"%s\" is NULL: expected an integer", name);
        *out = *absent;
        return US_OK;
    }
    if (row[column].kind != US_SQL_INT)
        return fail_row(f, "column \"%s\": expected an integer, found \"%.60s\"", name,
                        row[column].text);
    if (row[column].number < low || row[column].number > high)
        return fail_row(f, "column \"%s\": expected %lld to %lld, found %lld", name, (long long)low,
                        (long long)high, (long long)row[column].number);
    *out = row[column].number;
    return US_OK;
}

static us_status read_goal(const finding *f, const us_sql_value *row, us_failure *out)
{
    int column = us_failure_pattern_find_column(f->pattern, "goal");
    if (column < 0 || row[column].kind == US_SQL_NULL)
        return US_OK;
    const char *text = row[column].kind == US_SQL_TEXT ? row[column].text : "a number";
    int goal = us_domain_find_goal(f->domain, text);
    if (goal < 0)
        return fail_row(f, "column \"goal\": expected a goal of the domain, found \"%.60s\"", text);
    out->goal = us_arena_strndup(f->arena, text, strlen(text));
    return US_OK;
}

static us_status read_row(finding *f, const us_sql_value *row, us_failure *out)
{
    static const int64_t none = 0;
    int64_t seat, cycle, until, unit, node;
    US_TRY(read_number(f, row, "game", NULL, 1, INT64_MAX, &out->game));
    US_TRY(read_number(f, row, "seat", NULL, 0, US_SEATS_MAX - 1, &seat));
    US_TRY(read_number(f, row, "cycle", NULL, 0, INT32_MAX, &cycle));
    US_TRY(read_number(f, row, "until", &cycle, cycle, INT32_MAX, &until));
    US_TRY(read_number(f, row, "unit", &none, 1, UINT32_MAX, &unit));
    US_TRY(read_number(f, row, "node", &none, 1, UINT32_MAX, &node));
    US_TRY(read_number(f, row, "badness", NULL, 0, BADNESS_MAX, &out->badness));
    out->seat = (us_seat)seat;
    out->cycle = (us_cycle)cycle;
    out->until = (us_cycle)until;
    out->unit = (us_id)unit;
    out->node = (uint32_t)node;
    return read_goal(f, row, out);
}

static void keep_values(const finding *f, const us_sql_value *row, us_failure *out)
{
    int count = f->pattern->columns;
    const char **value = US_ARENA_ARRAY(f->arena, const char *, count);
    US_AUTOSTR(text);
    for (int i = 0; i < count; i++) {
        us_str_reset(&text);
        if (row[i].kind == US_SQL_NULL)
            continue;
        if (row[i].kind == US_SQL_INT) {
            out->numbers |= UINT32_C(1) << i;
            us_str_add_int(&text, row[i].number);
        } else {
            us_str_add(&text, row[i].text);
        }
        value[i] = us_arena_strndup(f->arena, text.text, text.length);
    }
    out->value = value;
}

static us_status read_rows(finding *f, us_sql *sql)
{
    for (int i = 0;; i++) {
        const us_sql_value *row;
        us_failure failure = {.pattern = f->index, .row = i};
        US_TRY(us_sql_step(sql, &row, f->err));
        if (!row)
            return US_OK;
        US_TRY(read_row(f, row, &failure));
        keep_values(f, row, &failure);
        US_LIST_PUT(*f, failure);
    }
}

/* ---- repairs in play */

/* Gives the failure the values with which the player repaired it. A column that the player did not
 * know is NULL. */
static void take_play_values(const finding *f, int row, const us_lacking *lacks, us_failure *out)
{
    int count = f->pattern->columns;
    const char **value = US_ARENA_ARRAY(f->arena, const char *, count);
    us_piece_row made = us_failure_pattern_play_row(f->pattern, row, lacks, f->arena);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < made.count && !value[i]; k++)
            if (us_text_equal(made.name[k], f->pattern->column[i])) {
                value[i] = us_arena_strndup(f->arena, made.value[k], strlen(made.value[k]));
                const char *digits = value[i] + (value[i][0] == '-');
                bool number = digits[0] && !digits[strspn(digits, "0123456789")];
                out->numbers |= number ? UINT32_C(1) << i : 0;
            }
    out->value = value;
}

static us_status read_repair(finding *f, sqlite3_stmt *stmt, int row)
{
    us_failure failure = {.pattern = f->index,
                          .game = sqlite3_column_int64(stmt, 0),
                          .seat = (us_seat)sqlite3_column_int(stmt, 1),
                          .cycle = sqlite3_column_int(stmt, 2),
                          .until = sqlite3_column_int(stmt, 2),
                          .node = (uint32_t)sqlite3_column_int64(stmt, 5),
                          .badness = 1,
                          .row = row};
    int lack = us_note_lack_from_name(us_store_column_text(stmt, 7));
    us_lacking lacks = {.kind = lack < 0 ? US_LACKS_NONE : (us_note_lack)lack,
                        .item = us_store_column_text(stmt, 8),
                        .amount = sqlite3_column_int64(stmt, 9)};
    const char *label = us_store_column_text(stmt, 6);
    if (!us_hash_parse(us_store_column_text(stmt, 4), &failure.repaired))
        return fail_row(f, "a repair in play names no behavior");
    failure.label = us_arena_strndup(f->arena, label, strlen(label));
    take_play_values(f, sqlite3_column_int(stmt, 3), lacks.kind ? &lacks : NULL, &failure);
    US_LIST_PUT(*f, failure);
    return US_OK;
}

/* Adds the failures of the pattern that players repaired in play. first: the pattern's first
 * failure. */
static us_status read_repairs(finding *f, int first)
{
    sqlite3_stmt *stmt = f->stmt[REPAIRS];
    int code, row = f->count - first; /* they follow the rows of the query */
    us_status status = US_OK;
    if (sqlite3_bind_text(stmt, 1, f->pattern->name, -1, SQLITE_STATIC) != SQLITE_OK)
        return fail_sqlite(f);
    while (status == US_OK && (code = sqlite3_step(stmt)) == SQLITE_ROW)
        status = read_repair(f, stmt, row++);
    if (status == US_OK && code != SQLITE_DONE)
        status = fail_sqlite(f);
    sqlite3_reset(stmt);
    return status;
}

/* Checks that the game, seat, unit, node and cycles of a row are in the tables. */
static us_status check_row(finding *f, const us_failure *failure)
{
    int64_t cycles = 0, one = 0;
    bool there = false;
    US_TRY(ask_row(f, CYCLES, failure, 0, &there, &cycles));
    if (!there)
        return fail_row(f, "there is no game %lld", (long long)failure->game);
    if (failure->until > cycles)
        return fail_row(f, "game %lld has %lld cycles, found %d", (long long)failure->game,
                        (long long)cycles, (int)failure->until);
    US_TRY(ask_row(f, SEAT, failure, 0, &there, &one));
    if (!there)
        return fail_row(f, "there is no seat %d in game %lld", failure->seat,
                        (long long)failure->game);
    if (failure->unit != 0)
        US_TRY(ask_row(f, UNIT, failure, failure->unit, &there, &one));
    if (!there)
        return fail_row(f, "there is no unit %u in game %lld", (unsigned)failure->unit,
                        (long long)failure->game);
    if (failure->node != 0)
        US_TRY(ask_row(f, NODE, failure, failure->node, &there, &one));
    return there ? US_OK
                 : fail_row(f, "there is no node %u in the plan of seat %d in game %lld",
                            (unsigned)failure->node, failure->seat, (long long)failure->game);
}

static us_status find_pattern(finding *f)
{
    us_sql_param param[US_PATTERN_PARAMS_MAX + 1];
    int64_t condition;
    us_sql *sql = NULL;
    int first = f->count;
    US_TRY(find_condition(f, &condition));
    int64_t steps = f->games * STEPS_A_GAME, rows = f->games * ROWS_A_GAME;
    const us_sql_def def = {
        .name = f->pattern->name,
        .source = f->pattern->sql,
        .param = param,
        .params = us_failure_pattern_bind(f->pattern, condition, param),
        .steps = steps > US_SQL_STEPS ? steps : US_SQL_STEPS,
        .rows = rows > US_SQL_ROWS ? rows : US_SQL_ROWS,
        .stop = f->stop,
    };
    US_TRY(us_sql_open(f->db, &def, &sql, f->err));
    us_status status = read_rows(f, sql);
    us_sql_close(sql); /* its limits would hold for the following queries, too */
    US_TRY(status);
    US_TRY(read_repairs(f, first));
    for (int i = first; i < f->count; i++)
        US_TRY(check_row(f, &f->item[i]));
    return US_OK;
}

static int by_place(const void *a, const void *b)
{
    const us_failure *x = a, *y = b;
    if (x->pattern != y->pattern)
        return x->pattern < y->pattern ? -1 : 1;
    if (x->game != y->game)
        return x->game < y->game ? -1 : 1;
    if (x->cycle != y->cycle)
        return x->cycle < y->cycle ? -1 : 1;
    if (x->seat != y->seat)
        return x->seat < y->seat ? -1 : 1;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static us_status find_all(finding *f, const us_patterns *patterns)
{
    bool there = false;
    US_TRY(prepare(f));
    US_TRY(ask(f, GAMES, &there, &f->games));
    for (int i = 0; i < patterns->count; i++) {
        f->pattern = patterns->item[i];
        f->index = i;
        US_TRY(find_pattern(f));
    }
    return US_OK;
}

us_status us_failures_find(const us_games *games, const us_patterns *patterns, us_failures *out,
                           us_error *err)
{
    finding f = {.domain = us_games_domain(games),
                 .db = us_games_db(games),
                 .arena = us_arena_new(),
                 .stop = games->stop,
                 .err = err};
    us_status status = find_all(&f, patterns);
    for (int i = 0; i < LOOKUPS; i++)
        sqlite3_finalize(f.stmt[i]);
    if (status == US_OK) {
        us_array_sort(f.item, (size_t)f.count, sizeof *f.item, by_place);
        *out = (us_failures){us_arena_copy(f.arena, f.item, (size_t)f.count, sizeof *f.item),
                             f.count, f.arena};
    } else {
        us_arena_free(f.arena);
    }
    us_mem_free(f.item);
    return status;
}

/* ---- as a table */

void us_failure_write_value(const us_failure *failure, int column, us_json_writer *writer)
{
    if (!failure->value[column])
        us_json_write_null(writer);
    else if (failure->numbers >> column & 1)
        us_json_write_raw(writer, failure->value[column]);
    else
        us_json_write_string(writer, failure->value[column]);
}

static void write_more(const us_failure_pattern *pattern, const us_failure *failure, us_str *out)
{
    static const char *const own[] = {"game", "seat", "cycle", "until",
                                      "unit", "node", "goal",  "badness"};
    us_json_writer writer;
    us_json_writer_init(&writer, out);
    us_json_write_open(&writer, '{');
    for (int i = 0; i < pattern->columns; i++) {
        bool more = true;
        for (int k = 0; k < US_COUNT(own); k++)
            more = more && !us_text_equal(pattern->column[i], own[k]);
        if (!more)
            continue;
        us_json_write_key(&writer, pattern->column[i]);
        us_failure_write_value(failure, i, &writer);
    }
    us_json_write_close(&writer, '}');
}

static us_status put_failure(us_games *games, const us_failure_pattern *pattern,
                             const us_failure *failure, int64_t number, us_error *err)
{
    US_AUTOSTR(more);
    write_more(pattern, failure, &more);
    return US_TABLE_PUT(games, US_TABLE_FAILURES, err, us_put_int(failure->game),
                        us_put_int(number), us_put_text(pattern->name), us_put_int(failure->seat),
                        us_put_int(failure->cycle), us_put_int(failure->until),
                        us_put_optional(failure->unit, 0), us_put_optional(failure->node, 0),
                        us_put_text(failure->goal), us_put_int(failure->badness),
                        us_put_text(more.text));
}

us_status us_failures_insert(us_games *games, const us_patterns *patterns,
                             const us_failures *failures, us_error *err)
{
    int64_t games_there;
    US_TRY(us_store_exec(&games->store, us_failures_sql, err));
    US_TRY(us_games_count(games, &games_there, err));
    US_AUTOFREE int64_t *count = US_NEW_ARRAY(int64_t, games_there + 1);
    for (int i = 0; i < failures->count; i++) {
        const us_failure *failure = &failures->item[i];
        US_TRY(put_failure(games, patterns->item[failure->pattern], failure, ++count[failure->game],
                           err));
    }
    return US_OK;
}

void us_failures_clear(us_failures *failures)
{
    us_arena_free(failures->arena);
    *failures = (us_failures){0};
}
