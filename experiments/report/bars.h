/* When the players of a game pursued which goals: from its trace. */
#ifndef US_EXPERIMENTS_REPORT_BARS_H
#define US_EXPERIMENTS_REPORT_BARS_H

#include "domain/domain.h"
#include "experiments/sheet.h"

/* A pursuit of a goal. */
typedef struct us_bar {
    int seat;
    const char *type; /* of the goal */
    int32_t from, to; /* cycles */
    int reached;      /* 1, 0; -1: nobody knows */
} us_bar;

typedef struct us_bars {
    us_arena *arena;
    us_bar *bar; /* by seat; each seat's by the first cycle of its type, type, cycle */
    int count, capacity;
    int32_t cycles;      /* of the game */
    const char *seat[2]; /* who sits there */
} us_bars;

/* A seat's goals are those of the trace's annotation, or where that has none of it, those that its
 * plan pursued. cycles: of the game; a goal that was never closed lasts until then. Nothing to be
 * found is no error. Clear after success. */
us_status us_bars_read(const char *trace, const us_domain *domain, int32_t cycles, us_bars *out,
                       us_error *err);
void us_bars_clear(us_bars *bars);

/* How often each type of goal was pursued, by seat. The caller frees. */
us_sheet *us_bars_sheet(const us_bars *bars, us_arena *arena);

#endif
