/* A character group: a seat whose characters run trees of their own. Each entity of the seat whose
 * type has an archetype in the case base is a character. It runs that archetype from when it
 * appears until it is gone. docs/TREES.md is the manual.
 *
 * A character commands itself alone. Its acts are orders: an order that is refused, done or failed
 * ends its act. A dormant act stays; when it is resumed, it gives its order again if that order
 * failed or the character got another order since. A halted act leaves its order in force until the
 * character gets another.
 *
 * A character hears the events about itself and those about the seat as a whole; messages of other
 * characters arrive in the next think. A character ticks when its cycle has come, when it hears
 * something, or when it watches a condition and the world has changed. Characters tick in the order
 * of their ids. */
#ifndef US_PLAN_CHARACTER_GROUP_H
#define US_PLAN_CHARACTER_GROUP_H

#include "behavior/run.h"
#include "domain/note.h"
#include "game/game.h"
#include "plan/active_query.h"

typedef struct us_character_group us_character_group;

typedef struct us_character_group_def {
    const us_scenario *scenario; /* borrowed, like the case base */
    us_seat seat;
    uint64_t seed;
    us_case_base *case_base; /* holds trees, archetypes and behaviors */
} us_character_group_def;

/* Reads all archetypes of the domain's types, with the trees that they call. *out is NULL if the
 * case base holds none. */
us_status us_character_group_new(const us_character_group_def *def, us_character_group **out,
                                 us_error *err);
void us_character_group_free(us_character_group *group); /* NULL is fine */

/* events: all since the last call. Returns the cycle at which the group wants to think again if no
 * event comes earlier. */
us_cycle us_character_group_think(us_character_group *group, const us_view *view,
                                  const us_events *events, us_orders *orders);
/* Reports what became of an order of the last think; one call for each order, in their order. */
void us_character_group_on_order(us_character_group *group, const us_order *order,
                                 us_reason reason);
void us_character_group_end_game(
    us_character_group *group); /* the game is over: clears the notes */

/* Returns how many notes the last think made; 0 once the game is over. Borrowed until the next
 * think. In the notes, a character is a behavior at the top, with the slot `this`. Trees on its
 * stacks and behaviors that answer queries stand below it. */
int us_character_group_notes(const us_character_group *group, const us_note **out);

typedef struct us_character_group_counts {
    int characters;                 /* present ones */
    int64_t ticks, orders, refused; /* refused: by the view or by the game */
    int64_t messages;               /* messages between characters */
    us_query_counts ask;
} us_character_group_counts;
us_character_group_counts us_character_group_get_counts(const us_character_group *group);
const us_run *us_character_group_run(const us_character_group *group,
                                     us_id character); /* or NULL */

#endif
