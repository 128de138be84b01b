/* The interface of players. A player reads one view and adds orders; it never touches a game. */
#ifndef US_GAME_PLAYER_H
#define US_GAME_PLAYER_H

#include "domain/goal.h"
#include "domain/note.h"
#include "game/game.h"

typedef struct us_player us_player;
typedef struct us_player_kind us_player_kind;

/* Filled by think: when the player thinks again. */
typedef struct us_wakeup {
    us_cycle until;  /* not before, unless an event wakes it; at most now + US_WAKEUP_MAX */
    uint32_t events; /* bits of events that wake it earlier */
} us_wakeup;
enum { US_WAKEUP_MAX = 1024 };

/* The parts of a player. scenario is borrowed and outlives the player. */
typedef struct us_player_def {
    const us_scenario *scenario;
    us_seat seat;
    uint64_t seed;
    const char *argument; /* text after the colon: the name, the file, the command */
    void *prepared; /* by its kind, for this argument and the scenario's domain; borrowed, by one
                       player at a time. NULL: the player reads its files itself */
} us_player_def;

/* The interface. A concrete player starts with struct us_player. open and prepare get the kind,
 * since several kinds may share them. */
struct us_player_kind {
    const char *prefix; /* "ai", "expert", "random", ... */
    us_status (*open)(const us_player_kind *kind, const us_player_def *def, us_player **out,
                      us_error *err);
    /* events: all since this player's last think, of all seats, that its view may know of. wakeup
     * comes filled with "next cycle, no events". */
    void (*think)(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_wakeup *wakeup);
    /* Called by the match with the result of each order of the last think, in their order. May be
     * NULL. */
    void (*told)(us_player *player, const us_order *order, us_reason reason);
    void (*close)(us_player *player);
    /* Returns the count of goal instances that label the player's orders (us_order.goal is the id
     * of the innermost one). They are sorted by id, each after its parent, without their orders,
     * which the trace holds. If the player reports its plan in notes, the ids are nodes of the
     * notes and may have gaps. Borrowed until its next think or the next call. May be NULL: it
     * labels nothing. */
    int (*labels)(const us_player *player, const us_goal_instance **out);
    /* Returns the count of notes about the plan that its last think, or over, made: of its own seat
     * and of that cycle, in their order. Borrowed until its next think. Called only if an observer
     * wants notes; the player's orders must not depend on it. May be NULL: it has no plan. */
    int (*notes)(us_player *player, const us_note **out);
    /* Called once at the end of the game instead of a think, so that a plan learns its result. May
     * be NULL. */
    void (*over)(us_player *player, const us_view *view, const us_outcome *outcome);
    /* Returns US_BROKEN with a reason if the player cannot go on, which breaks the match, and the
     * same reason from then on. Called only after each of its thinks: a player that owes no answer
     * when the game ends never breaks it. May be NULL: it never fails. */
    us_status (*trouble)(us_player *player, us_cycle now, us_error *err);
    /* Returns US_BAD_INPUT, with the place, if nothing in its file can ever be done. May be NULL:
     * it can do something. */
    us_status (*able)(const us_player *player, us_error *err);
    /* Returns true if the player has done nothing of its own so far, whatever it ordered: its plan
     * filled no goal, or the game accepted no order of the plan's nodes. May be NULL: the orders
     * alone decide. */
    bool (*idle)(const us_player *player);
    /* Reads once the files that the player needs for each game. The domain is borrowed until
     * unprepare. Both may be NULL: there is nothing to read. */
    us_status (*prepare)(const us_player_kind *kind, const char *argument, const us_domain *domain,
                         void **out, us_error *err);
    void (*unprepare)(void *prepared);
};

struct us_player {
    const us_player_kind *kind;
};

void us_player_close(us_player *player); /* NULL is fine */
/* Calls us_player_kind.able. A player that can do something need not do so: see us_match_is_idle
 * after the game. */
us_status us_player_check(const us_player *player, us_error *err);

#endif
