#include "adapt/query.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "adapt/query_memory.h"
#include "base/guard.h"
#include "base/progress.h"
#include "base/spelling.h"

#define NOT_READ "a pattern may not read \"%s\": expected a table of games"

enum {
    STRIDE = 1000,                     /* steps between two checks of the limits */
    PREPARE_MEMORY = 64 * 1024 * 1024, /* bytes: against queries whose WITH parts double */
    NAME_MAX = 63,
    UNKNOWN_MS = 1000, /* time limit of the search for an unknown name */
};

/* Limits of the connection while a query is open. */
static const struct {
    int what, most;
} bounds[] = {
    {SQLITE_LIMIT_LENGTH, 16384}, /* of texts and rows: above any in the tables */
    {SQLITE_LIMIT_SQL_LENGTH, 65536},
    {SQLITE_LIMIT_COLUMN, 100},
    {SQLITE_LIMIT_EXPR_DEPTH, 100},
    {SQLITE_LIMIT_COMPOUND_SELECT, 32},
    {SQLITE_LIMIT_VDBE_OP, 50000},
    {SQLITE_LIMIT_FUNCTION_ARG, 16},
    {SQLITE_LIMIT_ATTACHED, 0},
    {SQLITE_LIMIT_VARIABLE_NUMBER, 32},
    {SQLITE_LIMIT_TRIGGER_DEPTH, 0},
    {SQLITE_LIMIT_WORKER_THREADS, 0},
    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, US_SQL_LIKE_MAX},
};

/* Functions that a query may call. None depends on time, chance or the connection. None makes a
 * long text from a short one but group_concat, within the limit of a text. None takes long within
 * one step of SQLite: LIKE and GLOB take at most the product of both lengths, which are bounded. */
static const char *const functions[] = {
    "abs",    "avg",          "coalesce", "count", "cume_dist",  "dense_rank", "first_value",
    "glob",   "group_concat", "ifnull",   "iif",   "lag",        "last_value", "lead",
    "length", "like",         "lower",    "max",   "min",        "nth_value",  "ntile",
    "nullif", "percent_rank", "rank",     "round", "row_number", "sign",       "substr",
    "sum",    "total",        "typeof",   "upper",
};

typedef US_LIST(char *) names;

struct us_sql {
    sqlite3 *db;
    sqlite3_stmt *stmt;
    char *name, *file;
    int line, column; /* where the SQL begins */
    int before[US_COUNT(bounds)];
    names table;               /* tables that may be read */
    char denied[NAME_MAX + 1]; /* name that was refused, or "" */
    char why[128];             /* "": nothing was refused */
    int64_t steps, most_steps, rows, most_rows;
    int64_t memory; /* SQLite's use in this thread before the query */
    int64_t until;  /* end of the time, by the clock */
    bool (*stop)(void);
    enum { FINE, TOO_LONG, TOO_SLOW, TOO_LARGE, ASKED } stopped;
    us_sql_value *value;
};

static int keep_name(void *context, int columns, char **value, char **name)
{
    US_WHOLE; /* SQLite calls it: its frames cannot be left */
    names *to = context;
    (void)columns;
    (void)name;
    US_LIST_PUT(*to, us_mem_strdup(value[0]));
    return 0;
}

static const char *name_at(const void *of, int i)
{
    const names *from = of;
    return i < from->count ? from->item[i] : NULL;
}

static void clear_names(names *of)
{
    for (int i = 0; i < of->count; i++)
        us_mem_free(of->item[i]);
    us_mem_free(of->item);
}

/* ---- errors */

static us_status fail_at(const us_source *source, const char *name, size_t at, us_error *err)
{
    return us_source_fail(source, at, err, "expected a SELECT, found %s", name);
}

static bool name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

/* Returns the offset behind the text, comment or other byte at `at`, which is no part of a name. */
static size_t skip(const char *sql, size_t at)
{
    const char *end = NULL;
    if (sql[at] == '\'')
        end = strchr(sql + at + 1, '\'');
    else if (strncmp(sql + at, "--", 2) == 0)
        end = strchr(sql + at, '\n');
    else if (strncmp(sql + at, "/*", 2) == 0)
        end = strstr(sql + at + 2, "*/");
    else
        return at + 1;
    return end ? (size_t)(end - sql) + (*end == '*' ? 2 : 1) : strlen(sql);
}

/* Returns the first place, from `from` on, where the name stands as a word, or 0. */
static size_t find_word(const char *sql, size_t from, const char *name)
{
    size_t length = strlen(name);
    for (size_t at = from; length > 0 && sql[at];) {
        size_t end = at;
        while (name_byte(sql[end]))
            end++;
        if (sql[at] == name[0] && !name_byte(name[0])) { /* ":patience" */
            end = at + 1;
            while (name_byte(sql[end]))
                end++;
        }
        if (end - at == length && sqlite3_strnicmp(sql + at, name, (int)length) == 0)
            return at;
        at = end > at ? end : skip(sql, at);
    }
    return 0;
}

static int prepare_text(const us_sql *sql, const char *text, sqlite3_stmt **out, const char **tail)
{
    us_query_memory_limit(PREPARE_MEMORY);
    int code = sqlite3_prepare_v2(sql->db, text, -1, out, tail);
    us_query_memory_limit(0);
    return code;
}

/* Returns the unknown name in a message of SQLite: "x" of "no such table: main.x"; NULL: none. */
static const char *unknown_name(const char *message)
{
    const char *colon = strrchr(message, ':'), *dot = colon ? strrchr(colon, '.') : NULL;
    if (!colon || colon[1] != ' ' || !colon[2])
        return NULL;
    return dot ? dot + 1 : colon + 2;
}

/* Returns the place of the unknown name. The name may also be a known one elsewhere, so each place
 * is tried: if SQLite's message changes with the name there, that is the place. */
static size_t find_unknown(const us_sql *sql, const char *text, const char *message)
{
    const char *name = unknown_name(message);
    if (!name)
        return 0;
    char *other = us_mem_strdup(text), *wanted = us_mem_strdup(message);
    size_t place = 0, at = find_word(text, 0, name);
    int64_t until = us_clock_ms() + UNKNOWN_MS;
    wanted[name - message] = '_';
    while (at > 0 && place == 0 && us_clock_ms() < until && !(sql->stop && sql->stop())) {
        sqlite3_stmt *stmt = NULL;
        other[at] = '_';
        prepare_text(sql, other, &stmt, NULL);
        if (us_text_equal(sqlite3_errmsg(sql->db), wanted))
            place = at;
        sqlite3_finalize(stmt);
        other[at] = text[at];
        at = find_word(text, at + strlen(name), name);
    }
    us_mem_free(other);
    us_mem_free(wanted);
    return place > 0 ? place : find_word(text, 0, name);
}

/* Returns whether the query names the table `failures`, which is made of patterns' results. */
static bool is_failures(const char *message)
{
    const char *name =
        us_text_has_prefix(message, "no such table: ") ? unknown_name(message) : NULL;
    return name && sqlite3_stricmp(name, "failures") == 0;
}

/* Lists the columns of the tables that the query names. No statement may be prepared after it,
 * since it removes the authorizer. */
static void list_columns(us_sql *sql, const char *text, names *out)
{
    sqlite3_set_authorizer(sql->db, NULL, NULL);
    for (int i = 0; i < sql->table.count; i++) {
        char ask[NAME_MAX + 64];
        if (find_word(text, 0, sql->table.item[i]) == 0)
            continue;
        snprintf(ask, sizeof ask, "SELECT name FROM pragma_table_info('%s')", sql->table.item[i]);
        sqlite3_exec(sql->db, ask, keep_name, out, NULL);
    }
}

/* Fails with SQLite's message, and a spelling suggestion for a table or column. */
static us_status fail_sqlite_message(us_sql *sql, const us_source *source, size_t place,
                                     const char *message, us_error *err)
{
    names column = {0};
    US_AUTOSTR(help);
    if (us_text_has_prefix(message, "no such table: "))
        us_spelling_print_hint(unknown_name(message), name_at, &sql->table, NULL, &help);
    if (us_text_has_prefix(message, "no such column: ")) {
        list_columns(sql, source->text, &column);
        us_spelling_print_hint(unknown_name(message), name_at, &column, NULL, &help);
    }
    us_status status = us_source_fail(source, place, err, "SQL: %s%s", message, help.text);
    clear_names(&column);
    return status;
}

/* Fails for a text that SQLite refused to prepare. */
static us_status fail_prepare(us_sql *sql, const us_source *source, int code, us_error *err)
{
    if (sql->why[0]) {
        size_t denied = find_word(source->text, 0, sql->denied);
        if (denied == 0 && us_text_equal(sql->denied, "sqlite_master"))
            denied = find_word(source->text, 0, "sqlite_schema"); /* its other name */
        return us_source_fail(source, denied, err, "%s", sql->why);
    }
    if (code == SQLITE_TOOBIG)
        return us_source_fail(source, 0, err, "the query is too long");
    int at = sqlite3_error_offset(sql->db);
    US_AUTOFREE char *message = us_mem_strdup(sqlite3_errmsg(sql->db));
    size_t place = at > 0 ? (size_t)at : 0;
    if (us_text_equal(message, "incomplete input"))
        place = strlen(source->text);
    else if (at < 0)
        place = find_unknown(sql, source->text, message);
    return is_failures(message)
               ? us_source_fail(source, place, err, NOT_READ, unknown_name(message))
               : fail_sqlite_message(sql, source, place, message, err);
}

/* ---- permissions */

static bool readable(const us_sql *sql, const char *table)
{
    for (int i = 0; i < sql->table.count; i++)
        if (sqlite3_stricmp(sql->table.item[i], table) == 0)
            return true;
    return false;
}

static bool harmless(const char *function)
{
    for (int i = 0; i < US_COUNT(functions); i++)
        if (sqlite3_stricmp(functions[i], function) == 0)
            return true;
    return false;
}

static int deny_access(us_sql *sql, const char *name, const char *format)
{
    char short_name[NAME_MAX + 1];
    if (sql->why[0])
        return SQLITE_DENY;
    snprintf(short_name, sizeof short_name, "%s", name ? name : "");
    memcpy(sql->denied, short_name, sizeof short_name);
    /* The formats are those below, each with one %s. */
    const char *hole = strstr(format, "%s");
    snprintf(sql->why, sizeof sql->why, "%.*s%s%s", hole ? (int)(hole - format) : 99, format,
             hole ? short_name : "", hole ? hole + 2 : "");
    return SQLITE_DENY;
}

static int authorize(void *context, int what, const char *a, const char *b, const char *database,
                     const char *inner)
{
    US_WHOLE; /* SQLite calls it */
    us_sql *sql = context;
    (void)database;
    (void)inner;
    switch (what) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_READ: /* without a column: a table that is only counted, or a WITH */
        if (readable(sql, a) || (b && !b[0] && sqlite3_strnicmp(a, "sqlite_", 7) != 0 &&
                                 sqlite3_strnicmp(a, "pragma_", 7) != 0))
            return SQLITE_OK;
        return deny_access(sql, a, NOT_READ);
    case SQLITE_FUNCTION:
        return harmless(b) ? SQLITE_OK
                           : deny_access(sql, b, "a pattern may not call the function %s");
    case SQLITE_PRAGMA:
        return deny_access(sql, a, "a pattern may only read: expected a SELECT");
    default:
        return deny_access(sql, "", "a pattern may only read: expected a SELECT");
    }
}

static int watch(void *context)
{
    us_sql *sql = context;
    sql->steps += STRIDE;
    if (sql->steps > sql->most_steps)
        sql->stopped = TOO_LONG;
    else if (us_query_memory_used() - sql->memory > US_SQL_MEMORY)
        sql->stopped = TOO_LARGE;
    else if (us_clock_ms() > sql->until)
        sql->stopped = TOO_SLOW;
    else if (sql->stop && sql->stop())
        sql->stopped = ASKED;
    return sql->stopped != FINE;
}

/* Sets the limits of the connection. Temporary tables lie in memory, where they are bounded. */
static us_status confine(us_sql *sql, us_error *err)
{
    static const char tables[] = "SELECT name FROM sqlite_schema WHERE type = 'table' AND "
                                 "name NOT LIKE 'sqlite%' ORDER BY name";
    if (sqlite3_exec(sql->db, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(sql->db, tables, keep_name, &sql->table, NULL) != SQLITE_OK)
        return us_error_set(err,
                            sqlite3_errcode(sql->db) == SQLITE_NOMEM ? US_NO_MEMORY : US_BAD_INPUT,
                            sql->file, 0, 0, "SQLite: %s", sqlite3_errmsg(sql->db));
    for (int i = 0; i < US_COUNT(bounds); i++)
        sql->before[i] = sqlite3_limit(sql->db, bounds[i].what, bounds[i].most);
    sqlite3_set_authorizer(sql->db, authorize, sql);
    return US_OK;
}

/* ---- params */

static const char *param_at(const void *of, int i)
{
    const us_sql_def *def = of;
    return i < def->params ? def->param[i].name : NULL;
}

static us_status fail_param(const us_sql_def *def, const char *name, us_error *err)
{
    size_t place = find_word(def->source.text, 0, name);
    if (us_text_equal(name, ":condition"))
        return us_source_fail(&def->source, place, err, "%.63s: the pattern has no maintain", name);
    US_AUTOSTR(help);
    us_spelling_print_hint(name + 1, param_at, def, NULL, &help);
    us_status status =
        us_source_fail(&def->source, place, err, "%.63s is not in params%s", name, help.text);
    return status;
}

static us_status bind_params(us_sql *sql, const us_sql_def *def, us_error *err)
{
    US_AUTOFREE bool *used = US_NEW_ARRAY(bool, def->params + 1);
    int count = sqlite3_bind_parameter_count(sql->stmt);
    for (int i = 1; i <= count; i++) {
        const char *name = sqlite3_bind_parameter_name(sql->stmt, i);
        int k = 0;
        if (!name || name[0] != ':')
            return us_source_fail(&def->source, name ? find_word(def->source.text, 0, name) : 0,
                                  err, "a param is written :name");
        while (k < def->params && !us_text_equal(def->param[k].name, name + 1))
            k++;
        if (k == def->params)
            return fail_param(def, name, err);
        used[k] = true;
        us_assert(sqlite3_bind_int64(sql->stmt, i, def->param[k].value) == SQLITE_OK);
    }
    for (int k = 0; k < def->params; k++)
        if (!used[k] && def->param[k].line > 0)
            return us_error_set(err, US_BAD_INPUT, def->source.file, def->param[k].line,
                                def->param[k].column, "the query does not use the param :%s",
                                def->param[k].name);
    return US_OK;
}

/* ---- preparing */

/* Checks that only comments and semicolons follow. SQLite is not used for that, since it would
 * expand a WITH there. */
static us_status check_tail(const us_source *source, const char *tail, us_error *err)
{
    size_t at = (size_t)(tail - source->text);
    for (const char *text = source->text; text[at];) {
        if (!strchr(" \t\r\n\f;", text[at]) && strncmp(text + at, "--", 2) != 0 &&
            strncmp(text + at, "/*", 2) != 0)
            return us_source_fail(source, at, err,
                                  "expected one SELECT, found something behind it");
        at = skip(text, at);
    }
    return US_OK;
}

static us_status prepare(us_sql *sql, const us_sql_def *def, us_error *err)
{
    const char *tail = NULL;
    const us_source *source = &def->source;
    int code = prepare_text(sql, source->text, &sql->stmt, &tail);
    if (code == SQLITE_NOMEM && !us_query_memory_is_refused())
        return us_error_set(err, US_NO_MEMORY, NULL, 0, 0,
                            "out of memory: cannot prepare the query of a pattern");
    if (code == SQLITE_NOMEM)
        return us_source_fail(source, 0, err,
                              "the query is too large once the parts of its WITH are expanded");
    if (code != SQLITE_OK)
        return fail_prepare(sql, source, code, err);
    if (!sql->stmt)
        return fail_at(source, "nothing", 0, err);
    if (sqlite3_stmt_isexplain(sql->stmt) || sqlite3_column_count(sql->stmt) == 0 ||
        !sqlite3_stmt_readonly(sql->stmt))
        return fail_at(source, "another statement", 0, err);
    US_TRY(check_tail(source, tail, err));
    return bind_params(sql, def, err);
}

us_status us_sql_open(sqlite3 *db, const us_sql_def *def, us_sql **out, us_error *err)
{
    US_AUTOPTR(us_sql) sql = US_NEW(us_sql);
    sql->db = db;
    sql->name = us_mem_strdup(def->name);
    sql->file = us_mem_strdup(def->source.file ? def->source.file : "");
    sql->line = def->source.line;
    sql->column = def->source.column;
    sql->stop = def->stop;
    sql->most_steps = def->steps > 0 ? def->steps : US_SQL_STEPS;
    sql->most_rows = def->rows > 0 ? def->rows : US_SQL_ROWS;
    for (int i = 0; i < US_COUNT(bounds); i++)
        sql->before[i] = sqlite3_limit(db, bounds[i].what, -1);
    US_TRY(confine(sql, err));
    US_TRY(prepare(sql, def, err));
    sql->value = US_NEW_ARRAY(us_sql_value, us_sql_columns(sql));
    sql->memory = us_query_memory_used();
    sql->until = us_clock_ms() + US_SQL_MS;
    sqlite3_progress_handler(db, STRIDE, watch, sql);
    *out = US_STEAL(sql);
    return US_OK;
}

void us_sql_close(us_sql *sql)
{
    if (!sql)
        return;
    sqlite3_finalize(sql->stmt);
    sqlite3_progress_handler(sql->db, 0, NULL, NULL);
    sqlite3_set_authorizer(sql->db, NULL, NULL);
    for (int i = 0; i < US_COUNT(bounds); i++)
        sqlite3_limit(sql->db, bounds[i].what, sql->before[i]);
    clear_names(&sql->table);
    us_mem_free(sql->value);
    us_mem_free(sql->name);
    us_mem_free(sql->file);
    us_mem_free(sql);
}

int us_sql_columns(const us_sql *sql)
{
    return sqlite3_column_count(sql->stmt);
}

const char *us_sql_column(const us_sql *sql, int column)
{
    const char *name = sqlite3_column_name(sql->stmt, column);
    return name ? name : "";
}

/* ---- rows */

static us_status fail_row(const us_sql *sql, us_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static us_status fail_row(const us_sql *sql, us_error *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    us_error_vset(err, US_BAD_INPUT, sql->file, sql->line, sql->column, format, args);
    va_end(args);
    return US_BAD_INPUT;
}

static us_status fail_step(const us_sql *sql, us_error *err)
{
    if (sql->stopped == TOO_LONG)
        return fail_row(
            sql, err,
            "pattern \"%s\" takes too long: its query did not end within %lld steps; check that "
            "its recursion ends, and that its tables are joined by game and seat",
            sql->name, (long long)sql->most_steps);
    if (sql->stopped == ASKED)
        return us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted");
    if (sql->stopped == TOO_SLOW)
        return fail_row(sql, err,
                        "pattern \"%s\" takes too long: its query did not end within %d s",
                        sql->name, US_SQL_MS / 1000);
    if (sql->stopped == TOO_LARGE)
        return fail_row(sql, err, "pattern \"%s\": its query takes more than %d MiB of memory",
                        sql->name, US_SQL_MEMORY >> 20);
    if (strstr(sqlite3_errmsg(sql->db), "LIKE or GLOB pattern too complex"))
        return fail_row(sql, err,
                        "pattern \"%s\": expected at most %d bytes behind LIKE or GLOB, found more",
                        sql->name, US_SQL_LIKE_MAX);
    return fail_row(sql, err, "pattern \"%s\": SQL: %s", sql->name, sqlite3_errmsg(sql->db));
}

static us_status read_value(const us_sql *sql, int i, us_sql_value *out, us_error *err)
{
    const char *name = us_sql_column(sql, i);
    *out = (us_sql_value){US_SQL_NULL, 0, NULL};
    switch (sqlite3_column_type(sql->stmt, i)) {
    case SQLITE_NULL:
        return US_OK;
    case SQLITE_INTEGER:
        out->kind = US_SQL_INT;
        out->number = sqlite3_column_int64(sql->stmt, i);
        return US_OK;
    case SQLITE_TEXT:
        out->kind = US_SQL_TEXT;
        out->text = (const char *)sqlite3_column_text(sql->stmt, i);
        if (!out->text || strlen(out->text) != (size_t)sqlite3_column_bytes(sql->stmt, i))
            return fail_row(sql, err, "column \"%.63s\": expected a text, found a NUL byte in it",
                            name);
        if (sqlite3_column_bytes(sql->stmt, i) > US_SQL_TEXT_MAX)
            return fail_row(sql, err,
                            "column \"%.63s\": expected a text of at most %d bytes, found %d", name,
                            US_SQL_TEXT_MAX, sqlite3_column_bytes(sql->stmt, i));
        return US_OK;
    case SQLITE_FLOAT:
        return fail_row(sql, err,
                        "column \"%.63s\": expected an integer, found a fraction; write CAST(... "
                        "AS INTEGER)",
                        name);
    default:
        return fail_row(sql, err, "column \"%.63s\": expected an integer or a text, found a blob",
                        name);
    }
}

us_status us_sql_step(us_sql *sql, const us_sql_value **row, us_error *err)
{
    int code = sqlite3_step(sql->stmt);
    if (code == SQLITE_DONE) {
        *row = NULL;
        return US_OK;
    }
    if (code != SQLITE_ROW)
        return fail_step(sql, err);
    if (++sql->rows > sql->most_rows)
        return fail_row(sql, err,
                        "pattern \"%s\" finds more than %lld failures: raise its thresholds",
                        sql->name, (long long)sql->most_rows);
    for (int i = 0; i < us_sql_columns(sql); i++)
        US_TRY(read_value(sql, i, &sql->value[i], err));
    *row = sql->value;
    return US_OK;
}
