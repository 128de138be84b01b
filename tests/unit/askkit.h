/* A run whose queries are answered as in play, of the domain arena, without characters or plans. */
#ifndef US_TESTS_UNIT_ASKKIT_H
#define US_TESTS_UNIT_ASKKIT_H

#include "plan/ask.h"
#include "tests/unit/arenakit.h"

enum { ASK_QUERIES = 128 };

/* A run whose queries are answered; acts run until the test ends them. */
typedef struct ask_kit ask_kit;
struct ask_kit {
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
    void (*answered)(ask_kit *s, const us_active_query *asking, int ran, us_answer answer);
    bool asked; /* in this tick */
};

/* A sound file of behaviors and a tree, which is begun; again whenever it has ended. */
void ask_open(ask_kit *s, const char *text);
void ask_open_drawing(ask_kit *s, const char *text, us_ties ties); /* the same, with such ties */
void ask_close(ask_kit *s);
us_answer ask_tick(ask_kit *s); /* the next cycle */
us_answer ask_hear(ask_kit *s, const us_event *event, int events);
us_event ask_noise(const ask_kit *s, int value); /* that the actor hears */
const char *ask_runs(const ask_kit *s);          /* what fills the first query; "" */

#endif
