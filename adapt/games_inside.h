/* Private to adapt/games*. */
#ifndef US_ADAPT_GAMES_INSIDE_H
#define US_ADAPT_GAMES_INSIDE_H

#include "adapt/games.h"
#include "domain/expr.h"
#include "retrieve/store.h"

/* The schema: adapt/games.sql, put in by the build. */
extern const char us_games_sql[];

enum { US_GAMES_MARK = 0x55737447 /* application_id: "UstG" */ };

/* Tables that rows are put into. */
typedef enum us_table {
    US_TABLE_GAMES,
    US_TABLE_SEATS,
    US_TABLE_TYPES,
    US_TABLE_KINDS,
    US_TABLE_ROLES,
    US_TABLE_COSTS,
    US_TABLE_MAKES,
    US_TABLE_REQUIRES,
    US_TABLE_GOALS,
    US_TABLE_UNITS,
    US_TABLE_STATES,
    US_TABLE_IDLE,
    US_TABLE_KILLS,
    US_TABLE_ATTACKS,
    US_TABLE_STOCK,
    US_TABLE_ORDERS,
    US_TABLE_ORDER_UNITS,
    US_TABLE_COMMANDS,
    US_TABLE_NODES,
    US_TABLE_BELOW,
    US_TABLE_WAITS,
    US_TABLE_HELD,
    US_TABLE_BOUND,
    US_TABLE_CONDITIONS,
    US_TABLE_LAPSES,
    US_TABLES,
} us_table;

typedef struct us_games_asked {
    us_expr *expr;
    char *name;
} us_games_asked;

struct us_games {
    us_store store;
    const us_domain *domain;
    char *path, *temporary; /* NULL: in memory */
    int64_t count;          /* games */
    bool committed;
    bool (*stop)(void);
    us_games_asked *asked; /* conditions */
    int conditions, conditions_capacity;
    sqlite3_stmt *insert[US_TABLES]; /* when first needed */
};

/* ---- rows: begun, a value for each column in the order of the schema, ended */

typedef struct us_put {
    us_games *games;
    us_table table;
    sqlite3_stmt *stmt; /* NULL: what went wrong is in status */
    int column;
    us_status status;
    us_error *err;
} us_put;

us_put us_put_row(us_games *games, us_table table, us_error *err);
void us_put_int(us_put *put, int64_t value);
void us_put_text(us_put *put, const char *text); /* kept by the caller up to the end; NULL: none */
void us_put_name(us_put *put, const char *text); /* the same; "" is none, too */
void us_put_real(us_put *put, double value);
void us_put_hash(us_put *put, us_hash hash);
void us_put_none(us_put *put);
/* The value, or none where it is `none`. */
void us_put_known(us_put *put, int64_t value, int64_t none);
us_status us_put_end(us_put *put);

/* All that the domain says. */
us_status us_games_put_domain(us_games *games, us_error *err);

#endif
