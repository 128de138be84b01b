/* Private to adapt/: a sandbox for untrusted SELECT statements.
 *
 * The query can read the ordinary tables of the database and nothing else: no other statement, no
 * schema, no pragma, no file, no function outside of a list. No function of the list depends on
 * time or chance. Steps, rows, texts and memory are bounded; beyond the bounds the error is
 * US_BAD_INPUT. While a query is open, its limits hold for the connection: use it only to read by
 * statements that were prepared before. */
#ifndef US_ADAPT_QUERY_H
#define US_ADAPT_QUERY_H

#include "domain/domain.h"

struct sqlite3;

enum {
    US_SQL_TEXT_MAX = 250,           /* bytes of a text in a row */
    US_SQL_LIKE_MAX = 64,            /* bytes of a pattern of LIKE or GLOB */
    US_SQL_STEPS = 50 * 1000 * 1000, /* of SQLite's machine */
    US_SQL_ROWS = 10000,
    US_SQL_MS = 60 * 1000,             /* by the clock; far above any sane query */
    US_SQL_MEMORY = 512 * 1024 * 1024, /* bytes that SQLite may use for the query */
};

typedef struct us_sql_param {
    const char *name; /* without the colon */
    int64_t value;
    int line, column; /* of its declaration; line 0: the query need not use it */
} us_sql_param;

typedef struct us_sql_def {
    const char *name; /* of the pattern, for messages */
    us_source source;
    const us_sql_param *param;
    int params;
    int64_t steps, rows; /* limits; 0: US_SQL_STEPS, US_SQL_ROWS */
    bool (*stop)(void);  /* true: US_INTERRUPTED; or NULL */
} us_sql_def;

typedef enum us_sql_kind { US_SQL_NULL, US_SQL_INT, US_SQL_TEXT } us_sql_kind;

typedef struct us_sql_value {
    us_sql_kind kind;
    int64_t number;
    const char *text; /* valid until the next row */
} us_sql_value;

typedef struct us_sql us_sql;

/* Prepares a query. db is borrowed until us_sql_close, texts of the definition for the call. */
us_status us_sql_open(struct sqlite3 *db, const us_sql_def *def, us_sql **out, us_error *err);
void us_sql_close(us_sql *sql); /* NULL is fine */
US_AUTOPTR_DEFINE(us_sql, us_sql_close);
int us_sql_columns(const us_sql *sql);
const char *us_sql_column(const us_sql *sql, int column);
/* Reads the next row; *row NULL: there are no more. A number with a fraction, a blob, or a text
 * that is too long is an error. */
us_status us_sql_step(us_sql *sql, const us_sql_value **row, us_error *err);

#endif
