/* A group: a seat whose characters run trees of their own. Each entity of the seat whose type has
 * an archetype that the case base holds is a character: it runs that archetype from when it appears
 * until it is gone. docs/TREES.md is the manual.
 *
 * A character commands itself alone. Its acts are orders: one that is refused, done or failed ends
 * its act. What is dormant keeps its act, and orders it again when it is resumed, where another
 * order has been given since. What is halted leaves its order to whoever orders next.
 *
 * A character hears the events about itself and those about the seat as a whole; and, in the think
 * after, what others tell. It is looked at when its cycle has come, when it hears something, or
 * when it watches and the world has changed. Characters are looked at in the order of their ids. */
#ifndef US_PLAN_CHARACTER_GROUP_H
#define US_PLAN_CHARACTER_GROUP_H

#include "behavior/run.h"
#include "domain/note.h"
#include "game/game.h"
#include "plan/ask.h"

typedef struct us_character_group us_character_group;

typedef struct us_character_group_def {
    const us_scenario *scenario; /* borrowed, as the case base */
    us_seat seat;
    uint64_t seed;
    us_case_base *case_base; /* of trees, archetypes and behaviors */
} us_character_group_def;

/* NULL: the case base holds no archetype of any type. They are read now, and what they call with
 * them.
 */
us_status us_character_group_new(const us_character_group_def *def, us_character_group **out,
                                 us_error *err);
void us_character_group_free(us_character_group *group); /* NULL is fine */

/* events: all since the last call. Returns the cycle at which it wants to think again without an
 * event that it listens to. */
us_cycle us_character_group_think(us_character_group *group, const us_view *view,
                                  const us_events *events, us_orders *orders);
/* What became of the orders of the last think, in their order. */
void us_character_group_told(us_character_group *group, const us_order *order, us_reason reason);
void us_character_group_over(
    us_character_group *group);            /* the game is over: there is nothing to tell of that */
uint32_t us_character_group_listens(void); /* bits of events that wake it earlier */

/* What the last think did; once it is over, nothing. Borrowed until the next. A character is a
 * behavior at the top, with the slot `this`; trees on its stacks and behaviors that answer queries
 * stand below it. */
int us_character_group_notes(const us_character_group *group, const us_note **out);

typedef struct us_character_group_counts {
    int characters;                 /* now */
    int64_t ticks, orders, refused; /* refused by the view or by the game */
    int64_t told;                   /* messages between characters */
    us_ask_counts ask;
} us_character_group_counts;
us_character_group_counts us_character_group_count(const us_character_group *group);
const us_run *us_character_group_run(const us_character_group *group,
                                     us_id character); /* NULL: it is no character */

#endif
