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
    [US_TABLE_REPAIRS] = {"repairs", 15},
    [US_TABLE_CONDITIONS] = {"conditions", 3},
    [US_TABLE_LAPSES] = {"lapses", 5},
    [US_TABLE_FAILURES] = {"failures", 11},
};

static us_status prepare(us_games *games, us_table table, us_error *err)
{
    US_AUTOSTR(sql);
    us_str_addf(&sql, "INSERT INTO %s VALUES (", tables[table].name);
    for (int i = 0; i < tables[table].columns; i++)
        us_str_add(&sql, i ? ", ?" : "?");
    us_str_add(&sql, ")");
    return us_store_prepare(&games->store, sql.text, &games->insert[table], err);
}

static int bind(sqlite3_stmt *stmt, int column, const us_table_value *value)
{
    char hash[17];
    switch (value->kind) {
    case US_PUT_INT:
        return sqlite3_bind_int64(stmt, column, value->number);
    case US_PUT_PART:
        return sqlite3_bind_double(stmt, column, (double)value->number / US_NOTE_ONE);
    case US_PUT_TEXT:
        return sqlite3_bind_text(stmt, column, value->text, -1, SQLITE_STATIC);
    case US_PUT_HASH:
        us_hash_print((us_hash)value->number, hash);
        return sqlite3_bind_text(stmt, column, hash, 16, SQLITE_TRANSIENT);
    default:
        return sqlite3_bind_null(stmt, column);
    }
}

us_status us_table_put(us_games *games, us_table table, us_error *err, const us_table_value *value,
                       int count)
{
    us_assert(count == tables[table].columns);
    if (!games->insert[table])
        US_TRY(prepare(games, table, err));
    for (int i = 0; i < count; i++) {
        int code = bind(games->insert[table], i + 1, &value[i]);
        if (code != SQLITE_OK)
            return us_store_fail(&games->store, code, err);
    }
    return us_store_run(&games->store, games->insert[table], err);
}
