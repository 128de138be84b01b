#include "retrieve/store.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/progress.h"
#include "retrieve/library.h"

enum {
    HEADER = 100,        /* bytes of a SQLite file's header */
    HEADER_MARK = 68,    /* application_id in it */
    VALUE_MAX = 1 << 26, /* bytes of a text or blob */
    PAGES = 4096,        /* copied at a time */
    BEAT = 50000,        /* operations of SQLite between looks for an interrupt */
    PAUSE = 50,          /* milliseconds between looks for a lock */
};

/* ---- errors */

us_status us_store_fail(us_store *store, int code, us_error *err)
{
    const char *file = store->path;
    int reason = sqlite3_system_errno(store->db);
    switch (code & 0xff) {
    case SQLITE_INTERRUPT:
        return us_error_set(err, US_INTERRUPTED, file, 0, 0, "interrupted");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        if (store->patience)
            return us_error_set(err, US_BAD_INPUT, file, 0, 0,
                                "locked by another process; try again when it is done");
        return us_error_set(
            err, US_BAD_INPUT, file, 0, 0,
            "locked by another process; waited %d seconds; try again when it is done",
            US_STORE_WAIT / 1000);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return us_error_set(err, US_BAD_INPUT, file, 0, 0, "truncated or damaged: %s",
                            sqlite3_errmsg(store->db));
    case SQLITE_FULL:
        return us_error_set(err, US_BAD_INPUT, file, 0, 0,
                            "cannot write: no space left; nothing was changed");
    case SQLITE_IOERR:
        if (code == SQLITE_IOERR_SHORT_READ)
            return us_error_set(err, US_BAD_INPUT, file, 0, 0,
                                "truncated or damaged: it ends too soon");
        /* SQLite has no reason for a failed COMMIT */
        return us_error_set_system(err, US_BAD_INPUT, file, reason ? reason : EIO, "%s",
                                   code == SQLITE_IOERR_READ ? "cannot read"
                                                             : "cannot write, nothing was changed");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return us_error_set(err, US_BAD_INPUT, file, 0, 0, "cannot write: %s",
                            sqlite3_errmsg(store->db));
    case SQLITE_NOMEM: /* rows of a damaged file claim to be of any size */
        return us_error_set(err, US_NO_MEMORY, file, 0, 0,
                            "out of memory: damaged, or larger than the memory that is left");
    default:
        break;
    }
    return us_error_set(err, US_BAD_INPUT, file, 0, 0, "SQLite: %s", sqlite3_errmsg(store->db));
}

static us_status check(us_store *store, int code, us_error *err)
{
    return code == SQLITE_OK ? US_OK : us_store_fail(store, code, err);
}

/* ---- statements */

us_status us_store_exec(us_store *store, const char *sql, us_error *err)
{
    return check(store, sqlite3_exec(store->db, sql, NULL, NULL, NULL), err);
}

us_status us_store_prepare(us_store *store, const char *sql, sqlite3_stmt **out, us_error *err)
{
    return check(store,
                 sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL), err);
}

us_status us_store_vbind(us_store *store, sqlite3_stmt *stmt, us_error *err, const char *kinds,
                         va_list args)
{
    int code = SQLITE_OK;
    for (int i = 1; kinds[i - 1] && code == SQLITE_OK; i++) {
        if (kinds[i - 1] == 'i') {
            code = sqlite3_bind_int64(stmt, i, va_arg(args, int64_t));
        } else if (kinds[i - 1] == 't') {
            code = sqlite3_bind_text(stmt, i, va_arg(args, const char *), -1, SQLITE_STATIC);
        } else if (kinds[i - 1] == 'b') {
            const void *bytes = va_arg(args, const void *);
            size_t size = va_arg(args, size_t);
            /* An empty blob may have no address, and NULL would bind NULL. */
            code = sqlite3_bind_blob64(stmt, i, size > 0 ? bytes : "", size, SQLITE_STATIC);
        } else {
            us_assert(kinds[i - 1] == 'n');
            code = sqlite3_bind_null(stmt, i);
        }
    }
    return check(store, code, err);
}

us_status us_store_bind(us_store *store, sqlite3_stmt *stmt, us_error *err, const char *kinds, ...)
{
    va_list args;
    va_start(args, kinds);
    us_status status = us_store_vbind(store, stmt, err, kinds, args);
    va_end(args);
    return status;
}

us_status us_store_step(us_store *store, sqlite3_stmt *stmt, bool *row, us_error *err)
{
    int code = sqlite3_step(stmt);
    *row = code == SQLITE_ROW;
    if (code == SQLITE_ROW)
        return US_OK;
    us_status status = code == SQLITE_DONE ? US_OK : us_store_fail(store, code, err);
    sqlite3_reset(stmt); /* reports the error of the step again */
    return status;
}

us_status us_store_run(us_store *store, sqlite3_stmt *stmt, us_error *err)
{
    bool row;
    US_TRY(us_store_step(store, stmt, &row, err));
    us_assert(!row);
    return US_OK;
}

us_status us_store_query_int(us_store *store, const char *sql, int64_t absent, int64_t *out,
                             us_error *err)
{
    US_AUTOPTR(sqlite3_stmt) stmt = NULL;
    bool row = false;
    US_TRY(us_store_prepare(store, sql, &stmt, err));
    US_TRY(us_store_step(store, stmt, &row, err));
    *out = row ? sqlite3_column_int64(stmt, 0) : absent;
    return US_OK;
}

const char *us_store_column_text(sqlite3_stmt *stmt, int column)
{
    const unsigned char *text = sqlite3_column_text(stmt, column);
    return text ? (const char *)text : "";
}

/* ---- checks before SQLite opens a file */

static us_status fail_strange(const us_store_def *def, us_error *err)
{
    return us_error_set(err, US_BAD_INPUT, def->path, 0, 0, "expected a %s, found another file",
                        def->what);
}

static us_status check_header(const us_store_def *def, const unsigned char *header, size_t length,
                              us_error *err)
{
    if (length == 0)
        return us_error_set(err, US_BAD_INPUT, def->path, 0, 0,
                            "expected a %s, found an empty file", def->what);
    if (memcmp(header, US_SQLITE_FIRST, length < 16 ? length : 16) != 0)
        return fail_strange(def, err);
    if (length < HEADER)
        return us_error_set(err, US_BAD_INPUT, def->path, 0, 0,
                            "truncated or damaged: it ends too soon");
    const unsigned char *at = header + HEADER_MARK;
    uint32_t mark = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    return mark == (uint32_t)def->mark ? US_OK : fail_strange(def, err);
}

/* Checks the kind of the file: SQLite would wait for the writer of a named pipe. */
static us_status check_kind(const us_store_def *def, us_error *err)
{
    struct stat info;
    if (!def->path[0])
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "cannot open: the name of a %s is empty",
                            def->what);
    if (stat(def->path, &info) != 0)
        return us_error_set_system(err, US_BAD_INPUT, def->path, errno, "cannot open");
    if (!S_ISREG(info.st_mode))
        return us_error_set(err, US_BAD_INPUT, def->path, 0, 0, "expected a %s, found %s",
                            def->what, S_ISDIR(info.st_mode) ? "a folder" : "a special file");
    return US_OK;
}

/* Reads the file by SQLite's own descriptor. Closing another descriptor of a file that this process
 * has open would release all locks that the process holds on it. */
static us_status check_file(us_store *store, const us_store_def *def, us_error *err)
{
    unsigned char header[HEADER] = {0};
    sqlite3_int64 size = 0;
    sqlite3_file *file = NULL;
    US_TRY(check(store, sqlite3_file_control(store->db, "main", SQLITE_FCNTL_FILE_POINTER, &file),
                 err));
    int code = file->pMethods->xFileSize(file, &size);
    int length = size < HEADER ? (int)size : HEADER;
    if (code == SQLITE_OK && length > 0)
        code = file->pMethods->xRead(file, header, length, 0);
    if (code != SQLITE_OK)
        return us_error_set_system(err, US_BAD_INPUT, def->path, EIO, "cannot read");
    return check_header(def, header, (size_t)length, err);
}

/* ---- connections */

static int beat(void *context)
{
    (void)context;
    return us_long_work_beat();
}

/* Called with the number of calls for the present lock so far. */
static int wait_for_lock(void *context, int calls)
{
    const us_lock_patience *patience = context;
    if (!patience->wait(patience->context, (int64_t)calls * PAUSE))
        return 0;
    sqlite3_sleep(PAUSE);
    return 1;
}

static us_status connect(us_store *store, const char *path, int flags, us_error *err)
{
    us_str name;
    us_str_init(&name);
    /* SQLite treats names that begin with a colon or with "file:" specially. */
    bool odd = path && (path[0] == ':' || us_text_has_prefix(path, "file:"));
    us_str_addf(&name, "%s%s", odd ? "./" : "", path ? path : ":memory:");
    int code = sqlite3_open_v2(name.text, &store->db, flags, NULL);
    us_str_clear(&name);
    if (!store->db)
        us_mem_fail("SQLite cannot open a file");
    /* For a new file, the error would be why reading failed, which SQLite tries last. */
    bool old = !(flags & SQLITE_OPEN_CREATE);
    if (code == SQLITE_CANTOPEN && old && sqlite3_system_errno(store->db))
        return us_error_set_system(err, US_BAD_INPUT, store->path, sqlite3_system_errno(store->db),
                                   "cannot open");
    if (code != SQLITE_OK)
        return us_store_fail(store, code, err);
    sqlite3_extended_result_codes(store->db, 1);
    if (store->patience)
        sqlite3_busy_handler(store->db, wait_for_lock, (void *)(uintptr_t)store->patience);
    else
        sqlite3_busy_timeout(store->db, US_STORE_WAIT);
    sqlite3_limit(store->db, SQLITE_LIMIT_LENGTH, VALUE_MAX);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
    sqlite3_progress_handler(store->db, BEAT, beat, NULL);
    return us_store_exec(store, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;", err);
}

static void disconnect(us_store *store)
{
    us_assert(sqlite3_close(store->db) == SQLITE_OK);
    store->db = NULL;
}

/* Reads the schema, which takes a lock and rolls back an unfinished transaction. */
static int touch(us_store *store)
{
    return sqlite3_exec(store->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
}

/* An unfinished transaction of a killed writer is rolled back by the next program that opens the
 * file for writing. */
static us_status connect_reader(us_store *store, const us_store_def *def, us_error *err)
{
    const char *path = def->path;
    US_TRY(connect(store, path, SQLITE_OPEN_READONLY, err));
    US_TRY(check_file(store, def, err));
    int code = touch(store);
    if (code == SQLITE_READONLY_ROLLBACK || code == SQLITE_READONLY_RECOVERY ||
        code == SQLITE_READONLY_CANTINIT || code == SQLITE_CANTOPEN) {
        disconnect(store);
        US_TRY(connect(store, path, SQLITE_OPEN_READWRITE, err));
        code = touch(store);
        if (code == SQLITE_OK) {
            disconnect(store);
            US_TRY(connect(store, path, SQLITE_OPEN_READONLY, err));
            code = touch(store);
        }
    }
    if ((code & 0xff) == SQLITE_READONLY || (code & 0xff) == SQLITE_CANTOPEN)
        return us_error_set(
            err, US_BAD_INPUT, def->path, 0, 0,
            "cannot read: its last writer left work to finish, or SQLite's WAL mode on; "
            "both need a folder that can be written: copy it into one");
    return check(store, code, err);
}

/* Uses a rollback journal: a reader needs no file beside, and the library stays one file. Changes
 * stay in memory up to the commit, since a large transaction would lock readers out. Nobody reads a
 * new file yet: its pages go to the disk once they fill the cache. */
static us_status connect_writer(us_store *store, const us_store_def *def, us_error *err)
{
    int fresh = def->fresh ? SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE : 0;
    US_TRY(connect(store, def->path, SQLITE_OPEN_READWRITE | fresh, err));
    if (!def->fresh)
        US_TRY(check_file(store, def, err));
    if (sqlite3_db_readonly(store->db, "main") == 1)
        return us_error_set(err, US_BAD_INPUT, store->path, 0, 0, "cannot write: it is read-only");
    US_TRY(check(store, touch(store), err));
    US_TRY(us_store_exec(store, "PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA;", err));
    return us_store_exec(
        store, def->fresh ? "PRAGMA cache_size = -65536;" : "PRAGMA cache_spill = OFF;", err);
}

static us_status connect_bytes(us_store *store, const us_store_def *def, us_error *err)
{
    US_TRY(connect(store, NULL, SQLITE_OPEN_READWRITE, err));
    unsigned char *copy = sqlite3_malloc64(def->length + 1);
    if (!copy)
        return us_store_fail(store, SQLITE_NOMEM, err);
    memcpy(copy, def->bytes, def->length);
    US_TRY(check(store,
                 sqlite3_deserialize(store->db, "main", copy, (sqlite3_int64)def->length,
                                     (sqlite3_int64)def->length,
                                     SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY),
                 err));
    return check(store, touch(store), err);
}

/* Refuses a truncated last page, which SQLite takes for one that ends in zeros. */
static us_status check_whole(us_store *store, us_error *err)
{
    sqlite3_int64 size = 0;
    int64_t page = 1;
    sqlite3_file *file = NULL;
    US_TRY(us_store_query_int(store, "PRAGMA page_size", 1, &page, err));
    US_TRY(check(store, sqlite3_file_control(store->db, "main", SQLITE_FCNTL_FILE_POINTER, &file),
                 err));
    if (file->pMethods->xFileSize(file, &size) != SQLITE_OK)
        return us_error_set_system(err, US_BAD_INPUT, store->path, EIO, "cannot read");
    return size % page == 0 ? US_OK
                            : us_error_set(err, US_BAD_INPUT, store->path, 0, 0,
                                           "truncated or damaged: it ends within a page");
}

/* ---- checks of all pages */

/* SQLite 3.40 reads all pages in one operation, which asks no progress handler. So the file itself
 * asks before it reads a page. */
static _Thread_local const sqlite3_io_methods *plain; /* of the file that is checked */

static int read_unless_stopped(sqlite3_file *file, void *out, int amount, sqlite3_int64 at)
{
    return us_long_work_beat() ? SQLITE_IOERR_READ : plain->xRead(file, out, amount, at);
}

us_status us_store_check_pages(us_store *store, const char *sql, us_store_on_row *visit,
                               void *context, us_error *err)
{
    US_AUTOPTR(sqlite3_stmt) stmt = NULL;
    sqlite3_io_methods asking;
    sqlite3_file *file = NULL;
    bool row = true;
    US_TRY(us_store_prepare(store, sql, &stmt, err));
    US_TRY(check(store, sqlite3_file_control(store->db, "main", SQLITE_FCNTL_FILE_POINTER, &file),
                 err));
    const sqlite3_io_methods *methods = file ? file->pMethods : NULL; /* NULL: in memory */
    if (methods) {
        plain = methods;
        asking = *methods;
        asking.xRead = read_unless_stopped;
        file->pMethods = &asking;
    }
    us_status status = US_OK;
    while (status == US_OK && row) {
        status = us_store_step(store, stmt, &row, err);
        if (us_long_work_is_stopped()) /* its rows report what was not read */
            status = us_long_work_check(store->path, err);
        else if (status == US_OK && row)
            visit(context, stmt);
    }
    if (methods)
        file->pMethods = methods;
    return status;
}

/* ---- versions */

static us_status copy_into(us_store *from, us_store *to, us_error *err)
{
    sqlite3_backup *backup = sqlite3_backup_init(to->db, "main", from->db, "main");
    if (!backup)
        return us_store_fail(to, sqlite3_errcode(to->db), err);
    int code;
    us_status status = US_OK;
    do {
        code = sqlite3_backup_step(backup, PAGES);
        status = code == SQLITE_OK ? us_long_work_check(from->path, err) : US_OK;
    } while (code == SQLITE_OK && status == US_OK);
    sqlite3_backup_finish(backup);
    if (code == SQLITE_OK || code == SQLITE_DONE)
        return status;
    return us_store_fail(code == SQLITE_BUSY ? from : to, code, err);
}

/* Copies the file beside itself, replacing an earlier copy of that version. A connection of its own
 * reads it: SQLite copies for none that is about to write. */
static us_status back_up(const us_store_def *def, int64_t version, us_error *err)
{
    US_AUTO(us_store_close) us_store from = {.path = us_mem_strdup(def->path)};
    US_AUTO(us_store_close) us_store copy = {0};
    us_str name;
    us_str_init(&name);
    us_str_addf(&name, "%s.v%lld.bak", def->path, (long long)version);
    copy.path = us_str_detach(&name);
    US_TRY(connect(&from, from.path, SQLITE_OPEN_READONLY, err));
    US_TRY(connect(&copy, copy.path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err));
    return copy_into(&from, &copy, err);
}

static us_status move_to_memory(us_store *store, us_error *err)
{
    US_AUTO(us_store_close) us_store copy = {.path = us_mem_strdup(store->path)};
    US_TRY(connect(&copy, NULL, SQLITE_OPEN_READWRITE, err));
    US_TRY(copy_into(store, &copy, err));
    us_store old = *store;
    *store = copy;
    copy = old; /* closed instead */
    return US_OK;
}

static us_status make_steps(us_store *store, const us_store_def *def, int64_t version,
                            us_error *err)
{
    US_AUTOSTR(sql);
    for (int i = (int)version; i < def->version; i++) {
        us_str_reset(&sql);
        if (i == 0)
            us_str_addf(&sql, "PRAGMA application_id = %d;", (int)def->mark);
        us_str_addf(&sql, "%s; PRAGMA user_version = %d", def->migration[i], i + 1);
        US_TRY(us_store_exec(store, sql.text, err));
    }
    return US_OK;
}

/* Migrates the store. The program that has the lock checks the version again: another program may
 * have migrated it. copy: make a copy first. */
static us_status migrate(us_store *store, const us_store_def *def, bool copy, us_error *err)
{
    int64_t version = 0;
    US_TRY(us_store_exec(store, "BEGIN IMMEDIATE", err));
    US_TRY(us_store_query_int(store, "PRAGMA user_version", 0, &version, err));
    if (copy && version < def->version)
        US_TRY(back_up(def, version, err));
    US_TRY(make_steps(store, def, version, err));
    return us_store_exec(store, "COMMIT", err);
}

/* Checks that the file's tables, indexes and views are exactly those that the migrations make.
 * Additional ones are allowed, but no triggers. */
static us_status compare(us_store *store, us_store *model, const char *what, us_error *err)
{
    US_AUTOPTR(sqlite3_stmt) ours = NULL;
    US_AUTOPTR(sqlite3_stmt) theirs = NULL;
    bool row, found;
    int64_t triggers = 0;
    US_TRY(us_store_prepare(
        model, "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid",
        &ours, err));
    US_TRY(us_store_prepare(
        store, "SELECT 1 FROM sqlite_schema WHERE type = ?1 AND name = ?2 AND sql = ?3", &theirs,
        err));
    for (;;) {
        US_TRY(us_store_step(model, ours, &row, err));
        if (!row)
            break;
        US_TRY(us_store_bind(store, theirs, err, "ttt", us_store_column_text(ours, 0),
                             us_store_column_text(ours, 1), us_store_column_text(ours, 2)));
        US_TRY(us_store_step(store, theirs, &found, err));
        if (!found)
            return us_error_set(err, US_BAD_INPUT, store->path, 0, 0,
                                "expected a %s, found one whose %s \"%s\" is missing or another",
                                what, us_store_column_text(ours, 0), us_store_column_text(ours, 1));
        sqlite3_reset(theirs);
    }
    US_TRY(us_store_query_int(store, "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'", 0,
                              &triggers, err));
    if (triggers > 0)
        return us_error_set(err, US_BAD_INPUT, store->path, 0, 0,
                            "expected a %s, found one with triggers", what);
    return US_OK;
}

static us_status check_schema(us_store *store, const us_store_def *def, us_error *err)
{
    US_AUTO(us_store_close) us_store model = {.path = us_mem_strdup("")};
    US_TRY(connect(&model, NULL, SQLITE_OPEN_READWRITE, err));
    US_TRY(migrate(&model, def, false, err));
    return compare(store, &model, def->what, err);
}

static us_status set_version(us_store *store, const us_store_def *def, us_error *err)
{
    int64_t version = 0;
    US_TRY(us_store_query_int(store, "PRAGMA user_version", 0, &version, err));
    if (version > def->version)
        return us_error_set(
            err, US_BAD_INPUT, store->path, 0, 0,
            "a %s of version %lld; this program reads versions up to %d; use a newer one",
            def->what, (long long)version, def->version);
    if (version < 1)
        return fail_strange(def, err);
    if (version == def->version)
        return US_OK;
    if (!def->write)
        US_TRY(move_to_memory(store, err));
    return migrate(store, def, def->write, err);
}

/* ---- opening */

static us_status open_store(us_store *store, const us_store_def *def, us_error *err)
{
    if (!def->path && !def->bytes) {
        us_assert(def->called && def->write);
        US_TRY(connect(store, NULL, SQLITE_OPEN_READWRITE, err));
        return migrate(store, def, false, err);
    }
    if (def->fresh) {
        US_TRY(connect_writer(store, def, err));
        return migrate(store, def, false, err);
    }
    if (def->bytes) {
        US_TRY(check_header(def, def->bytes, def->length, err));
        US_TRY(connect_bytes(store, def, err));
    } else {
        US_TRY(check_kind(def, err));
        US_TRY(def->write ? connect_writer(store, def, err) : connect_reader(store, def, err));
    }
    US_TRY(check_whole(store, err));
    US_TRY(set_version(store, def, err));
    return check_schema(store, def, err);
}

us_status us_store_open(const us_store_def *def, us_store *out, us_error *err)
{
    US_AUTO(us_store_close)
    us_store store = {.path = us_mem_strdup(def->called ? def->called : def->path),
                      .patience = def->patience};
    US_TRY(open_store(&store, def, err));
    *out = store;
    store = (us_store){0};
    return US_OK;
}

void us_store_close(us_store *store)
{
    if (store->db)
        disconnect(store);
    us_mem_free(store->path);
    *store = (us_store){0};
}

void us_store_remove(const char *path)
{
    US_AUTOSTR(journal);
    us_str_addf(&journal, "%s-journal", path);
    unlink(path);
    unlink(journal.text);
}
