/* Private to adapt/: a SELECT that somebody else wrote, run without harm.
 *
 * It reads the ordinary tables of the database and nothing else: no other statement, no schema, no
 * pragma, no file, no function but those of a list, none of which knows the time or chance. Its
 * steps, rows, texts and memory are bounded; what exceeds them is US_BAD_INPUT. While a query is
 * open the connection has its limits: nothing else is done with it but reading by statements that
 * were prepared before. */
#ifndef US_ADAPT_QUERY_H
#define US_ADAPT_QUERY_H

#include "domain/domain.h"

struct sqlite3;

enum {
    US_SQL_TEXT_MAX = 250,           /* bytes of a text in a row */
    US_SQL_STEPS = 50 * 1000 * 1000, /* of SQLite's machine */
    US_SQL_ROWS = 10000,
    US_SQL_MS = 60 * 1000,             /* by the clock; only what is sick meets it */
    US_SQL_MEMORY = 512 * 1024 * 1024, /* bytes that SQLite may take for it */
};

typedef struct us_sql_param {
    const char *name; /* without the colon */
    int64_t value;
    int line, column; /* of its declaration; 0: it need not be used */
} us_sql_param;

typedef struct us_sql_def {
    const char *name; /* for messages: of the pattern */
    us_source source;
    const us_sql_param *param;
    int params;
    int64_t steps, rows; /* limits; 0: as above */
    bool (*stop)(void);  /* true: US_INTERRUPTED; or NULL */
} us_sql_def;

typedef enum us_sql_kind { US_SQL_NULL, US_SQL_INT, US_SQL_TEXT } us_sql_kind;

typedef struct us_sql_value {
    us_sql_kind kind;
    int64_t number;
    const char *text; /* until the next row */
} us_sql_value;

typedef struct us_sql us_sql;

/* db is borrowed until us_sql_close; texts of the definition during the call. */
us_status us_sql_open(struct sqlite3 *db, const us_sql_def *def, us_sql **out, us_error *err);
void us_sql_close(us_sql *sql); /* NULL is fine */
int us_sql_columns(const us_sql *sql);
const char *us_sql_column(const us_sql *sql, int column);
/* *row NULL: there are no more. A number with a fraction, a blob, a text that is too long is an
 * error. */
us_status us_sql_next(us_sql *sql, const us_sql_value **row, us_error *err);

#endif
