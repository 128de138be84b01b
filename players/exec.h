/* Private to players/: a seat played by another program. docs/PLAYERS.md has the protocol. */
#ifndef US_PLAYERS_EXEC_H
#define US_PLAYERS_EXEC_H

#include "game/player.h"

enum {
    US_EXEC_VERSION = 1,
    US_EXEC_LINE_MAX = 4 << 20, /* bytes of what it says at a time */
    US_EXEC_ORDERS_MAX = 4096,  /* in a reply */
    US_EXEC_NAME_MAX = 64,      /* bytes of its name */
};

/* Milliseconds. */
typedef struct us_exec_limits {
    int hello;    /* to say its name */
    int reply;    /* to say what to do */
    int farewell; /* to end by itself when the game is over */
} us_exec_limits;
us_status us_exec_open(const us_player_def *def, const us_exec_limits *limits, us_player **out,
                       us_error *err);

/* ---- lines that it is told; each resets out and ends in a newline */

/* The maps that it was told last; they are told again when they have changed. Zero-initialized is
 * none. */
typedef struct us_exec_maps {
    char *terrain, *sight;
} us_exec_maps;
void us_exec_maps_clear(us_exec_maps *maps);

void us_exec_hello(const us_player_def *def, us_str *out);
/* orders: what became of those it gave last, a JSON array; "" for none. */
void us_exec_state(us_exec_maps *maps, const us_view *view, bool fog, const us_events *events,
                   const char *orders, us_str *out);
void us_exec_end(us_cycle now, const us_outcome *outcome, us_str *out);

/* ---- lines that it says */

us_status us_exec_read_hello(const char *line, size_t length, char name[US_EXEC_NAME_MAX + 1],
                             us_error *err);
/* On failure orders and wake-up are as before. */
us_status us_exec_read_reply(const us_domain *domain, us_seat seat, us_cycle now, const char *line,
                             size_t length, us_orders *orders, us_wakeup *wakeup, us_error *err);

#endif
