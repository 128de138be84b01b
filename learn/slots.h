/* Private to learn/: the slots of a draft in the making, and what stands for entities and cells. */
#ifndef US_LEARN_SLOTS_H
#define US_LEARN_SLOTS_H

#include "learn/draft.h"

typedef struct us_naming {
    us_draft *draft;
    us_seat seat;
    int step;                                    /* that is being written; -1: the goal */
    int use[US_PARAMS_MAX + US_GOAL_PARAMS_MAX]; /* slots that it names */
    int used;
    uint16_t place[2 * US_SLOTS_MAX]; /* slots by what they hold: open addressing, 1 + index */
} us_naming;

/* A slot, made where there is none for it yet, or what stands in for one; left out where nothing
 * can. harmed: who is not in the view is somebody else's. */
us_draft_arg us_name_entity(us_naming *naming, const us_referent *seen, bool harmed);
us_draft_arg us_name_cell(us_naming *naming, const us_referent *seen);
/* The slot, or -1. by: roles by which they act. */
int us_name_units(us_naming *naming, const us_referent *unit, int units, uint32_t by);

#endif
