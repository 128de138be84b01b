/* Private to adapt/games*. */
#ifndef US_ADAPT_GAMES_INSIDE_H
#define US_ADAPT_GAMES_INSIDE_H

#include "adapt/games.h"
#include "domain/event.h"
#include "domain/expr.h"
#include "domain/note.h"
#include "game/game.h"
#include "retrieve/store.h"

/* The schema: adapt/games.sql, and what is made later: adapt/failures.sql. Put in by the build. */
extern const char us_games_sql[], us_failures_sql[];

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
    US_TABLE_FAILURES,
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

/* ---- the course of one game: gathered in memory while it goes by, put into rows at its end */

enum { US_ATTACK_PAUSE = 150 /* cycles: strikes farther apart are two attacks */ };

typedef struct us_game_unit {
    us_id id;
    bool seen; /* some state had it; else only orders name it */
    us_seat seat;
    us_type type, first_type;
    us_cycle born, finished, gone; /* -1: never */
    int fate;                      /* us_gone */
    us_id killer, maker;           /* 0: none */
    int16_t x, y;
    int state;   /* in states, going on; -1 */
    int idle;    /* in idle, going on; -1 */
    int attack;  /* in attacks, the last of those that may go on; -1 */
    int command; /* in commands, the last; -1 */
} us_game_unit;

typedef struct us_game_state {
    us_id unit;
    us_cycle since, until; /* -1: goes on */
    uint8_t status;
    int8_t action;
    int16_t x, y;
    int32_t hit_points;
} us_game_state;

typedef struct us_game_idle {
    us_id unit;
    us_cycle since, until;
    us_seat seat;
    us_type type;
    int16_t x, y;
} us_game_idle;

typedef struct us_game_attack {
    us_id unit, attacker;
    us_seat seat, attacker_seat;
    us_type type, attacker_type;
    us_cycle since, last;
    int hits;
    int64_t damage;
    bool killed;
    int16_t x, y;
    int before; /* on the same unit, and may go on, too; -1 */
} us_game_attack;

typedef struct us_game_kill {
    us_cycle cycle;
    us_id unit, killer;
    us_seat seat, killer_seat;
    us_type type, killer_type;
    int16_t x, y;
} us_game_kill;

typedef struct us_game_order {
    uint32_t id;
    us_cycle cycle;
    us_seat seat;
    int8_t action;
    us_reason refused;
    int32_t arg[US_PARAMS_MAX];
    uint32_t node;    /* 0: none */
    int first, units; /* in ids */
} us_game_order;

typedef struct us_game_command {
    us_id unit;
    int order;             /* in orders */
    us_cycle since, until; /* -1: goes on */
} us_game_command;

/* An amount of a seat, or the lapse of a condition. */
typedef struct us_game_span {
    us_seat seat;
    int what;              /* tally, condition */
    us_cycle since, until; /* -1: goes on */
    int32_t amount;
} us_game_span;

typedef struct us_game_plan us_game_plan;

typedef struct us_course {
    const us_games *games;
    const us_domain *domain; /* the trace's */
    int seats;
    us_cycle cycles;    /* that the trace tells of */
    us_outcome outcome; /* NONE: the trace has no end */
    char reason[64];
    bool accepts;                /* events tell which units took an order */
    int idle_status;             /* -1: the domain has none */
    US_LIST(us_game_unit) units; /* in the order in which they turned up */
    int *slot, slots;            /* of an id: open addressing, index in units + 1 */
    US_LIST(us_game_state) states;
    US_LIST(us_game_idle) idle;
    US_LIST(us_game_attack) attacks;
    US_LIST(us_game_kill) kills;
    US_LIST(us_game_order) orders;
    US_LIST(us_id) ids;
    US_LIST(us_game_command) commands;
    US_LIST(us_game_span) stock, lapses;
    int *level; /* of each seat and tally: in stock; -1: not looked at yet */
    int *lapse; /* of each seat and condition: in lapses, going on; -1 */
    struct us_watch *watch[US_SEATS_MAX]; /* conditions; NULL: there are none */
    us_game_plan *plan[US_SEATS_MAX];     /* NULL: it told nothing */
} us_course;

void us_course_init(us_course *course, const us_games *games, const us_domain *domain, int seats);
void us_course_clear(us_course *course);
/* The unit of that id, until the next call; a new one where it was not met before. */
us_game_unit *us_course_unit(us_course *course, us_id id);
/* NULL: nobody, or somebody whom no state had. */
const us_game_unit *us_course_known(const us_course *course, us_id id);

/* The first state that is known. */
void us_course_begin(us_course *course, const us_world *world);
/* What happened up to that state, which is the first to show it. */
void us_course_events(us_course *course, const us_world *world, const us_event *event, int count);
/* Once a second. */
void us_course_look_at_stock(us_course *course, const us_world *world);
void us_course_look_at_conditions(us_course *course, const us_view *view);
void us_course_order(us_course *course, us_cycle cycle, const us_order *order, us_reason refused);
/* A unit took an order, by its place in orders. */
void us_course_accept(us_course *course, us_id id, int order);
/* Fails, without a place, where the note does not follow from those before. */
us_status us_course_note(us_course *course, const us_note *note, us_error *err);
/* The node, where it is a step of the seat's plan that was told; else 0. */
uint32_t us_course_step(const us_course *course, us_seat seat, uint32_t node);

void us_game_plan_free(us_game_plan *plan); /* NULL is fine */

/* Rows of that game. */
us_status us_course_put_lives(us_course *course, us_games *games, int64_t game, us_error *err);
us_status us_course_put_looks(us_course *course, us_games *games, int64_t game, us_error *err);
us_status us_course_put_orders(us_course *course, us_games *games, int64_t game, us_error *err);
us_status us_course_put_plans(us_course *course, us_games *games, int64_t game, us_error *err);

#endif
