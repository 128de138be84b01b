/* Private to plan/: notes about the squad, one for each change of what it does. */
#ifndef US_PLAN_SQUAD_LOG_H
#define US_PLAN_SQUAD_LOG_H

#include "plan/task.h"

/* The squad's present work. */
typedef struct us_squad_report {
    us_squad_state state;
    const us_entity *target; /* NULL: none, or out of sight */
    int32_t cell;            /* of an attack without a target, US_CELL; or -1 */
} us_squad_report;

/* The last noted report. Zero-initialized: none. */
typedef struct us_squad_log {
    us_squad_state state;
    int32_t cell;
    bool begun;
} us_squad_log;

/* Adds a note if the report differs from the last one in more than strengths. */
void us_squad_log_add(us_squad_log *log, us_seat_state *seat, const us_squad_report *report);

#endif
