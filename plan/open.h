/* Private to plan/: opening ways. If no way leads to a step's target, units that can open one (cut
 * trees, break walls: actions with an effect `open`) are ordered to the closed cells of the
 * cheapest way. Ways are opened one after another. */
#ifndef US_PLAN_OPEN_H
#define US_PLAN_OPEN_H

#include "domain/order.h"

struct us_plan;
struct us_task;
typedef struct us_opening us_opening;

us_opening *us_opening_new(void);
void us_opening_free(us_opening *opening); /* NULL is fine */

typedef enum us_way_state {
    US_WAY_OPEN,   /* a way exists */
    US_WAY_CLOSED, /* a way is being opened */
    US_WAY_LATER,  /* another way is opened first */
    US_WAY_NEVER,  /* no way can be opened */
} us_way_state;

/* Returns whether a way leads from the unit to the target of the step's order. If none does, starts
 * or continues to open one. A step that needs the way must ask again, at least each US_WAY_ASKED if
 * the answer is CLOSED: a way that no step asks for is given up. If no cell is opened for long, the
 * answer to that step is NEVER from then on. Orders for the way bear the step's goal. */
enum { US_WAY_ASKED = 60 }; /* ticks */
us_way_state us_opening_request(struct us_plan *plan, const struct us_task *step, us_id unit);
/* Releases the units that open a way if no step asks for it any more. Returns the cycle at which to
 * call again. */
us_cycle us_opening_update(struct us_plan *plan);

#endif
