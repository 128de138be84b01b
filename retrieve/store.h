/* Private to retrieve/ and adapt/: SQLite, with errors that name the file and say what to do.
 *
 * A store is a SQLite file with our application_id, a schema made by migrations, and nothing in it
 * that could run: views and triggers are off, and a schema that the migrations would not have made
 * is refused. So a hostile file can hold wrong rows, but no wrong tables. */
#ifndef US_RETRIEVE_STORE_H
#define US_RETRIEVE_STORE_H

#include <sqlite3.h>

#include "base/error.h"
#include "base/str.h"

enum { US_STORE_WAIT = 2000 }; /* milliseconds that another's lock is waited for */

typedef struct us_store_def {
    const char *path;   /* NULL, without bytes: a new one in memory, to be written */
    const char *called; /* as errors name it; NULL: path */
    const void *bytes;  /* in place of path: the bytes of a file, copied; NULL: none */
    size_t length;
    bool write;
    bool fresh; /* with write: nothing may be at path yet */
    int32_t mark;
    const char *what; /* "library" */
    const char *const *migration;
    int version; /* how many */
} us_store_def;

typedef struct us_store {
    sqlite3 *db;
    char *path; /* as errors name it */
} us_store;

/* An older file is migrated: where it may be written, in one transaction and with a copy beside it
 * (PATH.vN.bak) before; else in memory. Of several programs that open it at once one does it. A
 * file that ends within a page was cut, and is refused. */
us_status us_store_open(const us_store_def *def, us_store *out, us_error *err);
void us_store_close(us_store *store); /* rolls back; zero-initialized is fine */
/* Takes away a file that nobody needs or has open, if it is there, and its journal: on a disk that
 * is full SQLite can't tidy up. */
void us_store_remove(const char *path);

us_status us_store_exec(us_store *store, const char *sql, us_error *err);
us_status us_store_prepare(us_store *store, const char *sql, sqlite3_stmt **out, us_error *err);
/* Bind from 1 on: i int64_t, t text, b blob (const void *, size_t), n NULL. What is bound must stay
 * until the statement is reset. */
us_status us_store_bind(us_store *store, sqlite3_stmt *stmt, us_error *err, const char *kinds, ...);
/* *row: there is one. At the end the statement is reset. */
us_status us_store_step(us_store *store, sqlite3_stmt *stmt, bool *row, us_error *err);
us_status us_store_run(us_store *store, sqlite3_stmt *stmt, us_error *err); /* without rows */
/* The first column of the first row; absent where there is none. */
us_status us_store_int(us_store *store, const char *sql, int64_t absent, int64_t *out,
                       us_error *err);
const char *us_store_text(sqlite3_stmt *stmt, int column); /* never NULL; until the next step */

/* What SQLite said, in our words. Returns the status. */
us_status us_store_fail(us_store *store, int code, us_error *err);

#endif
