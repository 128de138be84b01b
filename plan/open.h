/* Private to plan/: ways that are opened. Where no way leads to what a step is about, those who can
 * open one (cut trees, break walls: actions with an effect `open`) are set to it, at the closed
 * cells of the cheapest way. */
#ifndef US_PLAN_OPEN_H
#define US_PLAN_OPEN_H

#include "domain/order.h"

struct us_plan;
typedef struct us_opening us_opening;

us_opening *us_opening_new(void);
void us_opening_free(us_opening *opening); /* NULL is fine */

typedef enum us_way {
    US_WAY_OPEN,   /* there is one */
    US_WAY_CLOSED, /* somebody is at it, or will be */
    US_WAY_NEVER,  /* nobody here can open one */
} us_way;

/* Is there a way for the unit to the cell, or is one being made? Asked again and again by who needs
 * it: what nobody asks for is not gone on with. label: of the goal that it is for. */
us_way us_opening_ask(struct us_plan *plan, us_id unit, int32_t cell, uint32_t label);

#endif
