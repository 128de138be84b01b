/* Plans of a recorded game, for trace show --plan and trace stats. */
#ifndef US_CLI_TRACE_PLAN_H
#define US_CLI_TRACE_PLAN_H

#include "traces/log.h"
#include "traces/plan_tree.h"

typedef struct us_plan_show {
    const char *path;
    us_cycle cycle; /* the plan after the thinking of this cycle */
    int seat;       /* -1: all seats that have a plan */
    bool all;       /* show ended nodes, and long lists in full */
    bool json;      /* as JSON, with all nodes */
} us_plan_show;

/* Draws the plans. Long output is written to standard output early. */
us_status us_plan_draw(const us_plan_show *show, const us_log *log, us_str *out, us_error *err);

/* Append how goals, behaviors and steps ended, by type of goal: as tables, or as a member of the
 * open object. */
void us_plan_stats_draw(const us_plans *plans, us_str *out);
void us_plan_stats_write(const us_plans *plans, us_json_writer *writer);

#endif
