#include "adapt/games_internal.h"

static const struct {
    const char *name;
    int columns;
} tables[US_TABLES] = {
    [US_TABLE_GAMES] = {"games", 11},
    [US_TABLE_SEATS] = {"seats", 6},
    [US_TABLE_TYPES] = {"types", 10},
    [US_TABLE_KINDS] = {"kinds", 2},
    [US_TABLE_ROLES] = {"roles", 2},
    [US_TABLE_COSTS] = {"costs", 3},
    [US_TABLE_MAKES] = {"makes", 3},
    [US_TABLE_REQUIRES] = {"requires", 3},
    [US_TABLE_GOALS] = {"goals", 2},
    [US_TABLE_UNITS] = {"units", 14},
    [US_TABLE_STATES] = {"states", 9},
    [US_TABLE_IDLE] = {"idle", 8},
    [US_TABLE_KILLS] = {"kills", 10},
    [US_TABLE_ATTACKS] = {"attacks", 15},
    [US_TABLE_STOCK] = {"stock", 6},
    [US_TABLE_ORDERS] = {"orders", 11},
    [US_TABLE_ORDER_UNITS] = {"order_units", 3},
    [US_TABLE_COMMANDS] = {"commands", 8},
    [US_TABLE_NODES] = {"nodes", 21},
    [US_TABLE_BELOW] = {"below", 5},
    [US_TABLE_WAITS] = {"waits", 9},
    [US_TABLE_HELD] = {"held", 5},
    [US_TABLE_BOUND] = {"bound", 8},
    [US_TABLE_CONDITIONS] = {"conditions", 3},
    [US_TABLE_LAPSES] = {"lapses", 5},
    [US_TABLE_FAILURES] = {"failures", 11},
};

static us_status prepare(us_games *games, us_table table, us_error *err)
{
    us_str sql;
    us_str_init(&sql);
    us_str_addf(&sql, "INSERT INTO %s VALUES (", tables[table].name);
    for (int i = 0; i < tables[table].columns; i++)
        us_str_add(&sql, i ? ", ?" : "?");
    us_str_add(&sql, ")");
    us_status status = us_store_prepare(&games->store, sql.text, &games->insert[table], err);
    us_str_clear(&sql);
    return status;
}

us_table_row us_table_row_begin(us_games *games, us_table table, us_error *err)
{
    us_table_row put = {.games = games, .table = table, .err = err};
    if (!games->insert[table])
        put.status = prepare(games, table, err);
    put.stmt = games->insert[table];
    return put;
}

static void take(us_table_row *put, int code)
{
    if (code != SQLITE_OK && put->status == US_OK)
        put->status = us_store_fail(&put->games->store, code, put->err);
}

void us_table_row_add_int(us_table_row *put, int64_t value)
{
    put->column++;
    if (put->status == US_OK)
        take(put, sqlite3_bind_int64(put->stmt, put->column, value));
}

void us_table_row_add_text(us_table_row *put, const char *text)
{
    put->column++;
    if (put->status == US_OK) /* NULL binds NULL */
        take(put, sqlite3_bind_text(put->stmt, put->column, text, -1, SQLITE_STATIC));
}

void us_table_row_add_name(us_table_row *put, const char *text)
{
    us_table_row_add_text(put, text && text[0] ? text : NULL);
}

void us_table_row_add_real(us_table_row *put, double value)
{
    put->column++;
    if (put->status == US_OK)
        take(put, sqlite3_bind_double(put->stmt, put->column, value));
}

void us_table_row_add_hash(us_table_row *put, us_hash hash)
{
    char text[17];
    us_hash_print(hash, text);
    put->column++;
    if (put->status == US_OK)
        take(put, sqlite3_bind_text(put->stmt, put->column, text, 16, SQLITE_TRANSIENT));
}

void us_table_row_add_null(us_table_row *put)
{
    us_table_row_add_text(put, NULL);
}

void us_table_row_add_optional(us_table_row *put, int64_t value, int64_t none)
{
    if (value == none)
        us_table_row_add_null(put);
    else
        us_table_row_add_int(put, value);
}

us_status us_table_row_end(us_table_row *put)
{
    us_assert(put->column == tables[put->table].columns);
    if (put->status == US_OK)
        put->status = us_store_run(&put->games->store, put->stmt, put->err);
    return put->status;
}
