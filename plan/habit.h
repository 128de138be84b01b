/* Private to plan/: what units went on with before they were needed for something more urgent. When
 * that is over they go back to it. */
#ifndef US_PLAN_HABIT_H
#define US_PLAN_HABIT_H

#include "domain/order.h"

typedef struct us_habits us_habits;

us_habits *us_habits_new(void);
void us_habits_free(us_habits *habits); /* NULL is fine */
/* The unit goes on with that from now on. */
void us_habits_set(us_habits *habits, us_id unit, const us_order *order);
void us_habits_forget(us_habits *habits, us_id unit);
/* It is free again: to be asked for by us_habits_next. */
void us_habits_return(us_habits *habits, us_id unit);
/* The next one that is free again, and what it went on with; false: no more. */
bool us_habits_next(us_habits *habits, us_id *unit, us_order *order);

#endif
