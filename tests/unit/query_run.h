/* A run whose queries are answered as in play, of the domain arena, without characters or plans. */
#ifndef US_TESTS_UNIT_QUERY_RUN_H
#define US_TESTS_UNIT_QUERY_RUN_H

#include "plan/active_query.h"
#include "tests/unit/arena_world.h"

enum { ASK_QUERIES = 128 };

/* A run whose queries are answered; acts run until the test ends them. */
typedef struct query_run query_run;
struct query_run {
    arena_world a;
    us_brl *brl;
    us_case_base *case_base;
    us_query_engine *asker;
    us_ties ties; /* of the query engine */
    us_program *root;
    us_run *run;
    us_id actor;
    us_active_query asking[ASK_QUERIES]; /* by query that runs; frame 0: free */
    us_answer acts;                      /* what acts answer */
    int begun;                           /* acts that began */
    const char *why;                     /* of the query that failed last */
    int64_t alike[8];                    /* by node that was asked for its score */
    /* When it was asked, or what filled it ended. ran: the answer until then, or -1. */
    void (*answered)(query_run *s, const us_active_query *asking, int ran, us_answer answer);
    bool asked; /* in this tick */
};

/* A sound file of behaviors and a tree, which is begun; again whenever it has ended. */
void query_run_open(query_run *s, const char *text);
void query_run_open_drawing(query_run *s, const char *text,
                            us_ties ties); /* the same, with such ties */
void query_run_close(query_run *s);
us_answer query_run_tick(query_run *s); /* the next cycle */
us_answer query_run_on_events(query_run *s, const us_event *event, int events);
us_event query_run_noise(const query_run *s, int value); /* that the actor hears */
const char *query_run_runs(const query_run *s);          /* what fills the first query; "" */

#endif
