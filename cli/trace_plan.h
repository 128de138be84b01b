/* Plans of a recorded game, for trace show --plan and trace stats. */
#ifndef US_CLI_TRACE_PLAN_H
#define US_CLI_TRACE_PLAN_H

#include "traces/log.h"
#include "traces/plan_tree.h"

typedef struct us_plan_show {
    const char *path;
    us_cycle cycle; /* after the thinking of which */
    int seat;       /* -1: all that have a plan */
    bool all;       /* what is over too, and long lists whole */
    bool json;      /* everything */
} us_plan_show;

/* What out grows beyond goes to standard output at once. */
us_status us_plan_draw(const us_plan_show *show, const us_log *log, us_str *out, us_error *err);

/* How what they were made of ended, by type of goal: as tables; as a member of the open object. */
void us_plan_stats_draw(const us_plans *plans, us_str *out);
void us_plan_stats_write(const us_plans *plans, us_json_writer *writer);

#endif
