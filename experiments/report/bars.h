/* Goal timelines: when each player of a game pursued which goals, read from the game's trace. */
#ifndef US_EXPERIMENTS_REPORT_BARS_H
#define US_EXPERIMENTS_REPORT_BARS_H

#include "domain/domain.h"
#include "experiments/sheet.h"

/* One pursuit of a goal. */
typedef struct us_bar {
    int seat;
    const char *type; /* of the goal */
    int32_t from, to; /* cycles */
    int reached;      /* 1 reached, 0 not reached, -1 not known */
} us_bar;

typedef struct us_bars {
    us_arena *arena;
    us_bar *bar; /* by seat; in a seat by the first cycle of the type, then by type and cycle */
    int count, capacity;
    int32_t cycles;      /* of the game */
    const char *seat[2]; /* names of the players */
} us_bars;

/* Reads the goals of each seat: those of the trace's annotation, or, if it has none for the seat,
 * those that the seat's plan pursued. cycles: of the game; a goal that was never closed lasts until
 * then. A trace without goals is no error. Clear after success. */
us_status us_bars_read(const char *trace, const us_domain *domain, int32_t cycles, us_bars *out,
                       us_error *err);
void us_bars_clear(us_bars *bars);

/* Returns a sheet with the number of pursuits of each type of goal, by seat. The caller frees
 * it. */
us_sheet *us_bars_make_sheet(const us_bars *bars, us_arena *arena);

#endif
