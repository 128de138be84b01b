/* Private to retrieve/ and adapt/: SQLite, with errors that name the file and say what to do.
 *
 * A store is a SQLite file with our application_id, a schema made by migrations, and nothing in it
 * that could run. Views and triggers are off, and a schema that the migrations would not have made
 * is refused. So a hostile file can hold wrong rows, but no wrong tables. */
#ifndef US_RETRIEVE_STORE_H
#define US_RETRIEVE_STORE_H

#include <sqlite3.h>
#include <stdarg.h>

#include "base/error.h"
#include "base/str.h"

enum { US_STORE_WAIT = 2000 }; /* milliseconds to wait for another connection's lock */

typedef struct us_store_def {
    const char *path;   /* NULL, without bytes: a new store in memory, to be written */
    const char *called; /* its name in errors; NULL: path */
    const void *bytes;  /* instead of path: the bytes of a file, copied; NULL: none */
    size_t length;
    bool write;
    bool fresh; /* with write: nothing may exist at path yet */
    int32_t mark;
    const char *what; /* "library" */
    const char *const *migration;
    int version; /* number of migrations */
    const struct us_lock_patience
        *patience; /* borrowed; NULL: locks are waited for US_STORE_WAIT */
} us_store_def;

typedef struct us_store {
    sqlite3 *db;
    char *path; /* its name in errors */
    const struct us_lock_patience *patience;
} us_store;

/* Opens a store. An older file is migrated: if it may be written, in one transaction, after a copy
 * to PATH.vN.bak; else in memory. If several programs open it at once, one of them migrates it. A
 * file that ends within a page was truncated, and is refused. */
us_status us_store_open(const us_store_def *def, us_store *out, us_error *err);
void us_store_close(us_store *store); /* rolls back; zero-initialized is fine */
/* Removes a file, if it exists, and its journal; no program may need it or have it open. On a full
 * disk SQLite can't tidy up. */
void us_store_remove(const char *path);

us_status us_store_exec(us_store *store, const char *sql, us_error *err);
us_status us_store_prepare(us_store *store, const char *sql, sqlite3_stmt **out, us_error *err);
US_AUTOPTR_DEFINE(sqlite3_stmt, sqlite3_finalize);
/* Binds from 1 on: i int64_t, t text, b blob (const void *, size_t), n NULL. Bound values must stay
 * until the statement is reset. */
us_status us_store_bind(us_store *store, sqlite3_stmt *stmt, us_error *err, const char *kinds, ...);
us_status us_store_vbind(us_store *store, sqlite3_stmt *stmt, us_error *err, const char *kinds,
                         va_list args);
/* Steps a statement. *row: there is a row. At the end the statement is reset. */
us_status us_store_step(us_store *store, sqlite3_stmt *stmt, bool *row, us_error *err);
us_status us_store_run(us_store *store, sqlite3_stmt *stmt,
                       us_error *err); /* a statement without rows */
/* Returns the first column of the first row, or absent if there is none. */
us_status us_store_query_int(us_store *store, const char *sql, int64_t absent, int64_t *out,
                             us_error *err);
/* Runs a statement that reads all pages, such as PRAGMA integrity_check. It can be interrupted amid
 * its one long operation. */
typedef void us_store_on_row(void *context, sqlite3_stmt *row);
us_status us_store_check_pages(us_store *store, const char *sql, us_store_on_row *visit,
                               void *context, us_error *err);
const char *us_store_column_text(sqlite3_stmt *stmt,
                                 int column); /* never NULL; until the next step */

/* Reports an error of SQLite in our words. Returns the status. */
us_status us_store_fail(us_store *store, int code, us_error *err);

#endif
