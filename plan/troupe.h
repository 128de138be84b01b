/* A troupe: a seat whose characters run trees of their own. Each entity of the seat whose type has
 * an archetype that the shelf holds is an actor: it runs that archetype from when it appears until
 * it is gone. docs/TREES.md is the manual.
 *
 * An actor commands itself alone. Its acts are orders: one that is refused, done or failed ends its
 * act. What is dormant keeps its act, and orders it again when it is resumed, where another order
 * has been given since. What is halted leaves its order to whoever orders next.
 *
 * An actor hears the events about itself and those about the seat as a whole; and, in the think
 * after, what others tell. It is looked at when its cycle has come, when it hears something, or
 * when it watches and the world has changed. Actors are looked at in the order of their ids. */
#ifndef US_PLAN_TROUPE_H
#define US_PLAN_TROUPE_H

#include "behavior/run.h"
#include "domain/note.h"
#include "game/game.h"
#include "plan/ask.h"

typedef struct us_troupe us_troupe;

typedef struct us_troupe_def {
    const us_scenario *scenario; /* borrowed, as the shelf */
    us_seat seat;
    uint64_t seed;
    us_shelf *shelf; /* of trees, archetypes and behaviors */
} us_troupe_def;

/* NULL: the shelf holds no archetype of any type. They are read now, and what they call with them.
 */
us_status us_troupe_new(const us_troupe_def *def, us_troupe **out, us_error *err);
void us_troupe_free(us_troupe *troupe); /* NULL is fine */

/* events: all since the last call. Returns the cycle at which it wants to think again without an
 * event that it listens to. */
us_cycle us_troupe_think(us_troupe *troupe, const us_view *view, const us_events *events,
                         us_orders *orders);
/* What became of the orders of the last think, in their order. */
void us_troupe_told(us_troupe *troupe, const us_order *order, us_reason reason);
void us_troupe_over(us_troupe *troupe); /* the game is over: there is nothing to tell of that */
uint32_t us_troupe_listens(void);       /* bits of events that wake it earlier */

/* What the last think did; once it is over, nothing. Borrowed until the next. A character is a
 * behavior at the top, with the slot `this`; trees on its stacks and behaviors that answer queries
 * stand below it. */
int us_troupe_notes(const us_troupe *troupe, const us_note **out);

typedef struct us_troupe_counts {
    int actors;                     /* now */
    int64_t ticks, orders, refused; /* refused by the view or by the game */
    int64_t told;                   /* messages between actors */
    us_ask_counts ask;
} us_troupe_counts;
us_troupe_counts us_troupe_count(const us_troupe *troupe);
const us_run *us_troupe_run(const us_troupe *troupe, us_id actor); /* NULL: it is no actor */

#endif
