/* Private to plan/: ways that are opened. Where no way leads to what a step is about, those who can
 * open one (cut trees, break walls: actions with an effect `open`) are set to it, at the closed
 * cells of the cheapest way. One way is opened after the other. */
#ifndef US_PLAN_OPEN_H
#define US_PLAN_OPEN_H

#include "domain/order.h"

struct us_plan;
struct us_task;
typedef struct us_opening us_opening;

us_opening *us_opening_new(void);
void us_opening_free(us_opening *opening); /* NULL is fine */

typedef enum us_way {
    US_WAY_OPEN,   /* there is one */
    US_WAY_CLOSED, /* somebody is at it */
    US_WAY_LATER,  /* another one is opened first */
    US_WAY_NEVER,  /* nobody here can open one */
} us_way;

/* Is there a way for the unit to what the step's order is about, or is one being made? Asked again
 * and again by who needs it, at least each US_WAY_ASKED where it is CLOSED: what nobody asks
 * for is not gone on with. Where nothing comes of it for long, the answer to that step is NEVER
 * from then on. What is ordered for it bears the step's goal. */
enum { US_WAY_ASKED = 60 }; /* ticks */
us_way us_opening_ask(struct us_plan *plan, const struct us_task *step, us_id unit);
/* Lets go of who was set to what nobody asks for any more. When to look again. */
us_cycle us_opening_keep(struct us_plan *plan);

#endif
