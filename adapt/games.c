#include "adapt/games.h"

#include <string.h>
#include <sys/stat.h>

#include "adapt/games_internal.h"
#include "base/file.h"
#include "base/leftovers.h"

/* ---- making */

/* Checks that nothing is at path, not even a dangling link. */
static us_status check_place(const char *path, us_error *err)
{
    struct stat info;
    if (!path[0])
        return us_error_refuse(err, "the name of a new database is empty");
    if (lstat(path, &info) == 0)
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "the file exists already: expected the name of a new file");
    return US_OK;
}

/* Opens the database. The journal undoes games that fail midway; it can lie in memory, since no
 * other program sees the file before it is whole. */
static us_status open_store(us_games *games, us_error *err)
{
    const char *const migration[] = {us_games_sql};
    us_store_def def = {.path = games->temporary,
                        .called = games->path ? games->path : "games in memory",
                        .write = true,
                        .fresh = games->temporary != NULL,
                        .mark = US_GAMES_MARK,
                        .what = "database of games",
                        .migration = migration,
                        .version = US_COUNT(migration)};
    US_TRY(us_store_open(&def, &games->store, err));
    return us_store_exec(&games->store,
                         "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL; "
                         "PRAGMA cache_spill = ON; BEGIN",
                         err);
}

us_status us_games_open(const char *path, const us_domain *domain, us_games **out, us_error *err)
{
    US_AUTOPTR(us_games) games = US_NEW(us_games);
    games->domain = domain;
    if (path) {
        US_AUTOSTR(beside);
        US_TRY(check_place(path, err));
        us_file_temp_path(path, &beside);
        us_leftovers_add(beside.text);
        games->path = us_mem_strdup(path);
        games->temporary = us_str_detach(&beside);
    }
    US_TRY(open_store(games, err));
    US_TRY(us_games_insert_domain(games, err));
    *out = US_STEAL(games);
    return US_OK;
}

/* ---- conditions */

us_status us_games_add_condition(us_games *games, const char *name, const us_source *text,
                                 us_error *err)
{
    US_AUTOPTR(us_expr) expr = NULL;
    us_assert(games->count == 0 && !games->committed);
    for (int i = 0; i < games->conditions; i++)
        if (us_text_equal(games->condition[i].name, name))
            return us_source_fail(text, 0, err, "there is a condition \"%.64s\" already", name);
    US_TRY(us_expr_compile(games->domain, NULL, US_VALUE_BOOL, text, &expr, err));
    US_AUTOSTR(printed);
    us_expr_print(expr, &printed);
    US_TRY(US_TABLE_PUT(games, US_TABLE_CONDITIONS, err, us_put_int(games->conditions + 1),
                        us_put_text(name), us_put_text(printed.text)));
    games->condition = us_array_grow(games->condition, games->conditions,
                                     &games->conditions_capacity, sizeof(*games->condition));
    games->condition[games->conditions++] =
        (us_game_condition){US_STEAL(expr), us_mem_strdup(name)};
    return US_OK;
}

/* ---- the end */

static void drop_statements(us_games *games)
{
    for (int i = 0; i < US_TABLES; i++) {
        sqlite3_finalize(games->insert[i]);
        games->insert[i] = NULL;
    }
}

us_status us_games_commit(us_games *games, us_error *err)
{
    us_assert(!games->committed);
    drop_statements(games);
    US_TRY(us_store_exec(&games->store, "COMMIT", err));
    if (games->temporary) {
        US_TRY(us_file_rename_exclusive(games->temporary, games->path, err));
        us_mem_free(games->temporary);
        games->temporary = NULL;
    }
    games->committed = true;
    return US_OK;
}

void us_games_close(us_games *games)
{
    if (!games)
        return;
    drop_statements(games);
    us_store_close(&games->store);
    if (games->temporary)
        us_store_remove(games->temporary);
    for (int i = 0; i < games->conditions; i++) {
        us_expr_free(games->condition[i].expr);
        us_mem_free(games->condition[i].name);
    }
    us_mem_free(games->condition);
    us_mem_free(games->temporary);
    us_mem_free(games->path);
    us_mem_free(games);
}

void us_games_set_stop(us_games *games, bool (*stop)(void))
{
    games->stop = stop;
}

struct sqlite3 *us_games_db(const us_games *games)
{
    return games->store.db;
}

const us_domain *us_games_domain(const us_games *games)
{
    return games->domain;
}

/* ---- lookups */

us_status us_games_count(us_games *games, int64_t *out, us_error *err)
{
    return us_store_query_int(&games->store, "SELECT count(*) FROM games", 0, out, err);
}

us_status us_games_count_cut(us_games *games, int64_t *out, us_error *err)
{
    return us_store_query_int(&games->store, "SELECT count(*) FROM games WHERE outcome = 'cut'", 0,
                              out, err);
}

us_status us_games_read_row(us_games *games, int64_t game, us_seat seat, us_arena *arena,
                            us_game_row *out, us_error *err)
{
    bool row = false;
    sqlite3_stmt *stmt;
    *out = (us_game_row){.file = "", .player = ""};
    US_TRY(us_store_prepare(&games->store,
                            "SELECT g.file, s.player, coalesce(g.map_hash, ''), "
                            "coalesce(g.seed, '') FROM games g JOIN seats s ON s.game = g.game "
                            "WHERE g.game = ?1 AND s.seat = ?2",
                            &stmt, err));
    us_status status = us_store_bind(&games->store, stmt, err, "ii", game, (int64_t)seat);
    if (status == US_OK)
        status = us_store_step(&games->store, stmt, &row, err);
    if (row) {
        const char *file = us_store_column_text(stmt, 0), *player = us_store_column_text(stmt, 1);
        out->file = us_arena_strndup(arena, file, strlen(file));
        out->player = us_arena_strndup(arena, player, strlen(player));
        out->game.adapted = true;
        if (!us_hash_parse(us_store_column_text(stmt, 2), &out->game.map))
            out->game.map = 0;
        out->game.seeded = us_text_to_u64(us_store_column_text(stmt, 3), &out->game.seed);
    }
    sqlite3_finalize(stmt);
    return status;
}
