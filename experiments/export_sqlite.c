#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "experiments/export.h"
#include "experiments/export_schema.h"

enum {
    LOOK = 4096,      /* games between looks whether we are to stop */
    MARK_OFFSET = 68, /* of application_id in the head of a database */
    HEAD = 100,       /* bytes of it */
};

typedef struct filing {
    sqlite3 *db;
    const char *path; /* as errors call it */
    us_error *err;
} filing;

static us_status fail(const filing *f)
{
    return us_error_set(f->err, US_FAILED, f->path, 0, 0, "cannot write: %s",
                        sqlite3_errmsg(f->db));
}

static us_status execute(const filing *f, const char *sql)
{
    return sqlite3_exec(f->db, sql, NULL, NULL, NULL) == SQLITE_OK ? US_OK : fail(f);
}

/* ---- rows */

static void bind_text(sqlite3_stmt *to, int column, const char *text)
{
    sqlite3_bind_text(to, column, text, -1, SQLITE_STATIC); /* NULL binds NULL */
}

/* "": nothing. */
static void bind_hash(sqlite3_stmt *to, int column, us_hash hash)
{
    char text[17];
    us_hash_print(hash, text);
    sqlite3_bind_text(to, column, text, 16, SQLITE_TRANSIENT);
}

static void bind_count(sqlite3_stmt *to, int column, int64_t value)
{
    if (value >= 0)
        sqlite3_bind_int64(to, column, value);
    else
        sqlite3_bind_null(to, column);
}

static us_status put(const filing *f, sqlite3_stmt *row)
{
    int code = sqlite3_step(row);
    sqlite3_reset(row);
    return code == SQLITE_DONE ? US_OK : fail(f);
}

typedef us_status fill(const filing *f, const us_manifest *m, sqlite3_stmt *row);

static us_status insert(const filing *f, const us_manifest *m, const char *sql, fill *rows)
{
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(f->db, sql, -1, &row, NULL) != SQLITE_OK)
        return fail(f);
    us_status status = rows(f, m, row);
    sqlite3_finalize(row);
    return status;
}

static us_status put_experiment(const filing *f, const us_manifest *m, sqlite3_stmt *row)
{
    bind_text(row, 1, m->name);
    bind_text(row, 2, m->domain);
    bind_text(row, 3, m->program);
    bind_hash(row, 4, m->engine);
    bind_count(row, 5, m->max_cycles);
    bind_text(row, 6, m->scope);
    bind_text(row, 7, m->stopped);
    return put(f, row);
}

static us_status put_players(const filing *f, const us_manifest *m, sqlite3_stmt *row)
{
    for (int i = 0; i < m->players; i++) {
        const us_entrant *player = &m->player[i];
        bind_count(row, 1, i + 1);
        bind_text(row, 2, player->name);
        bind_text(row, 3, player->agent);
        bind_text(row, 4, player->group);
        bind_count(row, 5, player->run);
        bind_count(row, 6, player->size);
        bind_hash(row, 7, player->identity);
        US_TRY(put(f, row));
    }
    return US_OK;
}

static us_status put_opponents(const filing *f, const us_manifest *m, sqlite3_stmt *row)
{
    for (int i = 0; i < m->opponents; i++) {
        bind_count(row, 1, i + 1);
        bind_text(row, 2, m->opponent[i].name);
        bind_text(row, 3, m->opponent[i].agent);
        bind_hash(row, 4, m->opponent[i].identity);
        US_TRY(put(f, row));
    }
    return US_OK;
}

static us_status put_maps(const filing *f, const us_manifest *m, sqlite3_stmt *row)
{
    for (int i = 0; i < m->maps; i++) {
        bind_count(row, 1, i + 1);
        bind_text(row, 2, m->map[i].name);
        bind_text(row, 3, m->map[i].family);
        bind_hash(row, 4, m->map[i].hash);
        US_TRY(put(f, row));
    }
    return US_OK;
}

static void bind_result(sqlite3_stmt *to, const us_manifest *m, const us_row *row)
{
    bind_text(to, 9, row->reason);
    if (us_row_is_scored(row)) {
        sqlite3_bind_double(to, 10, us_row_points(row) / 2.0);
        sqlite3_bind_double(to, 11, us_row_margin(row, m->max_cycles) / 1000.0);
    }
    bind_count(to, 12, row->cycles);
    if (row->hash != 0)
        bind_hash(to, 13, row->hash);
    bind_count(to, 14, row->orders);
    bind_count(to, 15, row->refused);
    bind_count(to, 16, row->us);
    bind_text(to, 17, row->host);
    bind_text(to, 18, us_row_journal(row));
    bind_text(to, 19, row->profile);
    bind_text(to, 20, us_row_idles[row->idle]);
    if (row->end == US_ROW_CRASH)
        bind_text(to, 21, us_row_fails[row->failed]);
}

static us_status put_games(const filing *f, const us_manifest *m, sqlite3_stmt *row)
{
    char seed[24];
    for (int64_t i = 0; i < m->games; i++) {
        const us_fixture *game = &m->game[i];
        sqlite3_clear_bindings(row);
        bind_count(row, 1, i + 1);
        bind_hash(row, 2, game->id);
        bind_count(row, 3, game->player + 1);
        bind_count(row, 4, game->opponent + 1);
        bind_count(row, 5, game->map + 1);
        bind_count(row, 6, game->seat);
        snprintf(seed, sizeof(seed), "%llu", (unsigned long long)game->seed);
        bind_text(row, 7, seed);
        bind_text(row, 8, us_row_ends[m->row[i].end]);
        if (m->row[i].end != US_ROW_NONE)
            bind_result(row, m, &m->row[i]);
        US_TRY(put(f, row));
    }
    return US_OK;
}

/* ---- the file */

static int asked_to_stop(void *stop)
{
    bool (*const *ask)(void) = stop;
    return (*ask)();
}

static us_status fill_file(const filing *f, const us_manifest *m)
{
    static const struct {
        const char *sql;
        fill *rows;
    } part[] = {
        {"INSERT INTO experiment VALUES (1, ?, ?, ?, ?, ?, ?, ?)", put_experiment},
        {"INSERT INTO players VALUES (?, ?, ?, ?, ?, ?, ?)", put_players},
        {"INSERT INTO opponents VALUES (?, ?, ?, ?)", put_opponents},
        {"INSERT INTO maps VALUES (?, ?, ?, ?)", put_maps},
        {"INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
         put_games},
    };
    char marks[96];
    snprintf(marks, sizeof(marks), "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             US_EXPORT_MARK, US_EXPORT_VERSION);
    /* Nobody sees the file before it is whole: there is nothing to roll back to. */
    US_TRY(execute(f, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"));
    US_TRY(execute(f, marks));
    US_TRY(execute(f, "BEGIN"));
    US_TRY(execute(f, us_export_schema));
    for (int i = 0; i < US_COUNT(part); i++)
        US_TRY(insert(f, m, part[i].sql, part[i].rows));
    US_TRY(execute(f, us_export_finish));
    return execute(f, "COMMIT");
}

/* The file is made beside the path; errors name the path. */
static us_status make_file(const us_manifest *m, const char *beside, const char *path,
                           bool (*stop)(void), us_error *err)
{
    filing f = {.path = path, .err = err};
    if (sqlite3_open_v2(beside, &f.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) !=
        SQLITE_OK) {
        us_error_set(err, US_BAD_INPUT, path, 0, 0, "cannot make the file: %s",
                     f.db ? sqlite3_errmsg(f.db) : "no memory");
        sqlite3_close(f.db);
        return US_BAD_INPUT;
    }
    if (stop)
        sqlite3_progress_handler(f.db, LOOK, asked_to_stop, &stop);
    us_status status = fill_file(&f, m);
    if (status != US_OK && stop && stop())
        status = us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted: nothing was exported");
    if (sqlite3_close(f.db) != SQLITE_OK && status == US_OK)
        status = us_error_set(err, US_FAILED, path, 0, 0, "cannot close the file");
    return status;
}

static us_status sync_and_rename(const char *from, const char *to, us_error *err)
{
    int fd = open(from, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    if (!good || rename(from, to) != 0)
        return us_error_set_system(err, US_FAILED, to, errno, "cannot write");
    us_file_sync_folder(to);
    return US_OK;
}

/* A library is such a file, too, and is not to be lost by a slip. */
static us_status check_place(const char *path, us_error *err)
{
    static const unsigned char mark[4] = {US_EXPORT_MARK >> 24 & 255, US_EXPORT_MARK >> 16 & 255,
                                          US_EXPORT_MARK >> 8 & 255, US_EXPORT_MARK & 255};
    char head[HEAD];
    US_TRY(us_file_check_replaceable(path, US_SQLITE_FIRST, "a database of results", err));
    size_t length = us_file_read_head(path, head, sizeof(head));
    if (length > 0 && (length < HEAD || memcmp(head + MARK_OFFSET, mark, sizeof(mark)) != 0))
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "expected a new file, or a database of results to replace");
    return US_OK;
}

us_status us_export_write_sqlite(const us_manifest *m, const char *path, bool (*stop)(void),
                                 us_error *err)
{
    us_str beside;
    US_TRY(check_place(path, err));
    us_str_init(&beside);
    us_file_temp_path(path, &beside);
    us_status status = make_file(m, beside.text, path, stop, err);
    if (status == US_OK)
        status = sync_and_rename(beside.text, path, err);
    if (status != US_OK)
        unlink(beside.text);
    us_str_clear(&beside);
    return status;
}
