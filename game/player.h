/* Whatever can take a seat. A player reads one view and adds orders; it never touches a game. */
#ifndef US_GAME_PLAYER_H
#define US_GAME_PLAYER_H

#include "domain/goal.h"
#include "domain/note.h"
#include "game/game.h"

typedef struct us_player us_player;
typedef struct us_player_kind us_player_kind;

/* Filled by think: when to be asked again. */
typedef struct us_wakeup {
    us_cycle until;  /* not before, unless woken; at most now + US_WAKEUP_MAX */
    uint32_t events; /* bits of events that wake it earlier */
} us_wakeup;
enum { US_WAKEUP_MAX = 1024 };

/* What a player is made from. scenario is borrowed and outlives the player. */
typedef struct us_player_def {
    const us_scenario *scenario;
    us_seat seat;
    uint64_t seed;
    const char *argument; /* after the colon: the name, the file, the command */
    void *prepared;       /* by its kind, for this argument and the scenario's domain: borrowed, by
                             one player at a time; NULL: it reads its files itself */
} us_player_def;

/* The interface; a concrete player starts with struct us_player. open and prepare are given the
 * kind whose they are: several may share them. */
struct us_player_kind {
    const char *prefix; /* "ai", "expert", "random", ... */
    us_status (*open)(const us_player_kind *kind, const us_player_def *def, us_player **out,
                      us_error *err);
    /* events: all since this player's last think, all seats' that its view may know of.
     * wake-up comes filled with "next cycle, no events". */
    void (*think)(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_wakeup *wakeup);
    /* The match tells what became of the orders of the last think, in their order. May be NULL. */
    void (*told)(us_player *player, const us_order *order, us_reason reason);
    void (*close)(us_player *player);
    /* The goal instances that its orders are labeled with (us_order.goal is the id of the
     * innermost one), in order of id, each behind its parent; without their orders, which the trace
     * tells. Of who tells a plan the ids are nodes of its notes, so that there may be gaps.
     * Borrowed until its next think, or until it is asked again. May be NULL: it labels nothing. */
    int (*labels)(const us_player *player, const us_goal_instance **out);
    /* What its last think, or over, did with its plan: of its own seat and of that cycle, in the
     * order in which it did it. Returns how many. Borrowed until its next think. Asked only while
     * somebody watches, and its orders don't depend on it. May be NULL: it has no plan. */
    int (*notes)(us_player *player, const us_note **out);
    /* The game is over, and this is how it ended: once, instead of a think. So a plan learns what
     * became of it. May be NULL. */
    void (*over)(us_player *player, const us_view *view, const us_outcome *outcome);
    /* Why it can't play on: US_BROKEN, which breaks the match, and the same reason from then on.
     * Asked after each of its thinks alone, so that a player that owes no answer when the game ends
     * never breaks it. May be NULL: it always can. */
    us_status (*trouble)(us_player *player, us_cycle now, us_error *err);
    /* US_BAD_INPUT, with the place, where nothing that its file holds can ever be done. May be
     * NULL: it can do something. */
    us_status (*able)(const us_player *player, us_error *err);
    /* It has done nothing of its own so far, whatever it ordered: a plan that has filled no
     * goal, or of whose nodes the game took no order. May be NULL: its orders alone tell. */
    bool (*idle)(const us_player *player);
    /* Reads once what the player reads for each game. The domain is borrowed until unprepare. Both
     * may be NULL: there is nothing to read. */
    us_status (*prepare)(const us_player_kind *kind, const char *argument, const us_domain *domain,
                         void **out, us_error *err);
    void (*unprepare)(void *prepared);
};

struct us_player {
    const us_player_kind *kind;
};

void us_player_close(us_player *player); /* NULL is fine */
/* See us_player_kind.able. That something can be done does not mean that it will be: us_match_idle
 * tells afterwards. */
us_status us_player_able(const us_player *player, us_error *err);

#endif
