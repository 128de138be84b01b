/* A seat at the real microRTS. We listen; the game connects as its ai.socket.SocketAI does and asks
 * for our actions in every cycle. Several games follow each other over one connection. The launcher
 * (launcher.h) makes the game connect; a microRTS that somebody else started may connect, too.
 *
 * Any failure except US_MISMATCH of mr_link_send_orders ends the game and the connection. The other
 * end then fails on its own, and the next mr_link_next waits for a new connection.
 * docs/MICRORTS_REFERENCE.md describes the messages. */
#ifndef US_GAME_MICRORTS_LINK_H
#define US_GAME_MICRORTS_LINK_H

#include "game/microrts/state.h"

enum { MR_LINK_LINE_MAX = 8 << 20 };

/* Called regularly during a wait. Any result but US_OK ends the wait and is returned by it. */
typedef us_status mr_on_wait(void *context, us_error *err);

typedef struct mr_link_def {
    int port;              /* 0: the system chooses */
    bool xml;              /* XML of an unmodified microRTS in its mode STANDALONE; else JSON */
    int connect;           /* timeout of the connection, milliseconds */
    int silence;           /* timeout of a whole message, with its bot's time, milliseconds */
    size_t line_max;       /* bytes per line */
    const mr_table *table; /* expected unit type table; NULL: any. Borrowed for the call */
    const mr_map *map;     /* expected ground; NULL: any. Borrowed as long as the link is open */
    mr_on_wait *on_wait;   /* called while waiting, or NULL */
    void *context;
} mr_link_def;

mr_link_def mr_link_def_default(void);

typedef struct mr_link mr_link;

us_status mr_link_open(const mr_link_def *def, mr_link **out, us_error *err);
/* Opens a link that reads the game's side of a recorded conversation. It accepts no connection. */
mr_link *mr_link_open_recorded(const mr_link_def *def, const char *text, size_t length);
void mr_link_close(mr_link *link); /* NULL is fine */
US_AUTOPTR_DEFINE(mr_link, mr_link_close);
void mr_link_drop(mr_link *link); /* closes the connection; the next one may come */
int mr_link_port(const mr_link *link);

typedef enum mr_link_turn {
    MR_LINK_ACT,  /* the game waits for mr_link_send_orders, the next call */
    MR_LINK_OVER, /* a game has ended, with its winner but without its last state */
} mr_link_turn;

/* Answers messages until it is our turn or a game is over. Waits for a connection if there is none.
 * Returns US_MISMATCH for another unit type table or another ground. */
us_status mr_link_next(mr_link *link, mr_link_turn *out, us_error *err);
/* Return the state, player, winner and table of the last turn. The state is borrowed; it is the
 * same object within a game, another one in the next game, and NULL before the first. */
const mr_state *mr_link_state(const mr_link *link);
int mr_link_player(const mr_link *link);
int mr_link_winner(const mr_link *link); /* MR_NONE: a draw, such as by the cycle limit */
const mr_table *mr_link_table(const mr_link *link);

/* Sends our actions of this cycle. Idle units that are not listed wait for ten cycles.
 *
 * Returns US_MISMATCH, and sends nothing, for orders that would kill the game or are not ours: a
 * unit that does not exist or is not our player's, an invalid direction, nothing to produce. The
 * caller may send another list then. */
us_status mr_link_send_orders(mr_link *link, const mr_orders *orders, us_error *err);

/* ---- the XML of an unmodified microRTS
 *
 * Private to game/microrts/: translates it into the JSON. The readers of the JSON check its
 * meaning. */

/* Append the JSON. number: the line of the message, for errors. Rejected: text that is no XML or
 * has a DTD, and elements other than those of a state or a unit type table. */
us_status mr_xml_convert_state(const char *text, size_t length, int number, us_str *json,
                               us_error *err);
us_status mr_xml_convert_table(const char *text, size_t length, int number, us_str *json,
                               us_error *err);

/* Appends a list of orders as the game's XML. */
void mr_xml_print_orders(const mr_orders *orders, const mr_table *table, us_str *out);

#endif
