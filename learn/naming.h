/* Private to learn/: names for the entities and cells of a draft that is being made. */
#ifndef US_LEARN_NAMING_H
#define US_LEARN_NAMING_H

#include "learn/draft.h"

typedef struct us_naming {
    us_draft *draft;
    us_seat seat;
    int step;                                    /* that is being written; -1: the goal */
    int use[US_PARAMS_MAX + US_GOAL_PARAMS_MAX]; /* slots that the step names */
    int used;
    uint16_t place[2 * US_SLOTS_MAX]; /* slots by their contents: open addressing, 1 + index */
} us_naming;

/* Return the argument for an entity or a cell: its slot, which is added if there is none yet.
 * Without room for a slot an entity of a step becomes near(SEAT.ROLE), an entity of the goal is
 * left out, and a cell stays as it is, as does a cell of an unknown state. harmed: an entity
 * without a known owner is an enemy's, else one's own. */
us_draft_arg us_naming_add_entity(us_naming *naming, const us_referent *seen, bool harmed);
us_draft_arg us_naming_add_cell(us_naming *naming, const us_referent *seen);
/* Returns the slot of the units, or -1. by: roles by which they act. */
int us_naming_add_units(us_naming *naming, const us_referent *unit, int units, uint32_t by);

#endif
