/* Private to retrieve --goal: the query, the hits, and their output. */
#ifndef US_CLI_RETRIEVE_GOAL_H
#define US_CLI_RETRIEVE_GOAL_H

#include "cli/play.h"
#include "cli/retrieve.h"
#include "retrieve/explain.h"
#include "traces/worlds.h"

typedef struct us_retrieval {
    const us_args *args;
    us_case_base *case_base;
    const us_domain *domain;
    us_goal goal;
    us_query query;
    /* the state, if --state is given */
    bool stated;
    us_trace_moment moment;
    us_log log;
    us_worlds *worlds;
    us_view view;
    us_measure *measure;
    bool *excluded; /* by case */
    /* the best hits, and one more for the margin */
    us_hit *hit;
    int hits, shown;
    us_explanation *explanation; /* with --explain: one for each case; else NULL */
    int explanations;
} us_retrieval;

us_status us_retrieval_write(const us_retrieval *a, us_str *out, us_error *err); /* JSON */
us_status us_retrieval_print(const us_retrieval *a, us_str *out, us_error *err);

#endif
