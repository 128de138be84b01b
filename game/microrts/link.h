/* A seat at the real microRTS: we listen, the game connects as its ai.socket.SocketAI does and asks
 * for our actions in every cycle. Several games follow each other over one connection. The launcher
 * (launcher.h) makes the game connect; a microRTS that somebody else started may, too.
 *
 * Any failure but US_MISMATCH of mr_link_act ends the game and the connection, whose other end then
 * fails on its own; the next mr_link_next waits for a new one. docs/MICRORTS.md tells the messages.
 */
#ifndef US_GAME_MICRORTS_LINK_H
#define US_GAME_MICRORTS_LINK_H

#include "game/microrts/link_wire.h"
#include "game/microrts/state.h"

enum { MR_LINK_LINE_MAX = 8 << 20 };

typedef struct mr_link_def {
    int port;        /* 0: the system chooses */
    bool xml;        /* the game speaks XML: an unmodified one in its mode STANDALONE; else JSON */
    int connect;     /* milliseconds until it must have connected */
    int silence;     /* milliseconds until it must have said all of a message, its bot's time too */
    size_t line_max; /* bytes of a line */
    const mr_table
        *table;        /* what the game's must equal; NULL: any will do. Borrowed for the call */
    const mr_map *map; /* the same of its ground. Borrowed as long as the link is open */
    mr_look *look;     /* asked while we wait, see link_wire.h; or NULL */
    void *context;
} mr_link_def;

mr_link_def mr_link_def_default(void);

typedef struct mr_link mr_link;

us_status mr_link_open(const mr_link_def *def, mr_link **out, us_error *err);
/* A conversation that was recorded: what the game said. Nobody connects any more. */
mr_link *mr_link_recorded(const mr_link_def *def, const char *text, size_t length);
void mr_link_close(mr_link *link); /* NULL is fine */
void mr_link_drop(mr_link *link);  /* lets go who is connected; the next one may come */
int mr_link_port(const mr_link *link);

typedef enum mr_link_turn {
    MR_LINK_ACT,  /* the game waits for mr_link_act, which comes next */
    MR_LINK_OVER, /* a game has ended; it has told its winner, but not its last state */
} mr_link_turn;

/* Answers whatever the game says until it is our turn, or a game is over. Waits for a connection
 * where there is none. US_MISMATCH: another unit type table, or another ground. */
us_status mr_link_next(mr_link *link, mr_link_turn *out, us_error *err);
/* Of the last turn. The state is borrowed, and the same object through a game, but not from game to
 * game; NULL before the first. */
const mr_state *mr_link_state(const mr_link *link);
int mr_link_player(const mr_link *link);
int mr_link_winner(const mr_link *link); /* MR_NONE: a draw, also by the cycle limit */
const mr_table *mr_link_table(const mr_link *link);

/* What we do in this cycle; idle units that are left out wait for ten cycles. US_MISMATCH, and
 * nothing was sent, for what would kill the game or is not ours to say: a unit that is not there or
 * is not our player's, a direction that is none, nothing to produce. Another list may follow. */
us_status mr_link_act(mr_link *link, const mr_orders *orders, us_error *err);

#endif
