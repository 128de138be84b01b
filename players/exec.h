/* The coprocess player, private to players/: another program plays a seat. docs/PLAYERS.md
 * describes the protocol. */
#ifndef US_PLAYERS_EXEC_H
#define US_PLAYERS_EXEC_H

#include "domain/goal.h"
#include "domain/note.h"
#include "game/game.h"
#include "understudy/game.h"

enum {
    US_EXEC_VERSION = 1,
    US_EXEC_LINE_MAX = 4 << 20, /* bytes of one line of the program's output */
    US_EXEC_ORDERS_MAX = 4096,  /* orders in a reply */
    US_EXEC_NAME_MAX = 64,      /* bytes of the program's name */
};

/* Time limits in milliseconds. */
typedef struct us_exec_limits {
    int hello;    /* for the hello line with the name */
    int reply;    /* for a reply with orders */
    int farewell; /* for the program to exit by itself after the game */
} us_exec_limits;
us_status us_exec_open(const us_player_def *def, const us_exec_limits *limits, us_player **out,
                       us_error *err);

/* ---- lines to the program; each function resets out and ends the line in a newline */

/* The maps that were sent last; a map is sent again when it has changed. Zero-initialized: no map
 * was sent. */
typedef struct us_exec_maps {
    char *terrain, *sight;
} us_exec_maps;
void us_exec_maps_clear(us_exec_maps *maps);

void us_exec_write_hello(const us_player_def *def, us_str *out);
/* orders: the results of the program's last orders, a JSON array; "" for none. */
void us_exec_write_state(us_exec_maps *maps, const us_view *view, bool fog, const us_events *events,
                         const char *orders, us_str *out);
void us_exec_write_end(us_cycle now, const us_outcome *outcome, us_str *out);

/* ---- lines from the program */

us_status us_exec_read_hello(const char *line, size_t length, char name[US_EXEC_NAME_MAX + 1],
                             us_error *err);
/* On failure orders and wake-up keep their values. */
us_status us_exec_read_reply(const us_domain *domain, us_seat seat, us_cycle now, const char *line,
                             size_t length, us_orders *orders, us_wakeup *wakeup, us_error *err);

#endif
