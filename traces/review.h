/* A recorded game seen once more: what was ordered, what became of it, and how the values of some
 * expressions went. */
#ifndef US_TRACES_REVIEW_H
#define US_TRACES_REVIEW_H

#include "domain/event.h"
#include "traces/annotation.h"
#include "traces/log.h"
#include "traces/replay.h"

typedef struct us_review_order {
    us_order order; /* action -1: the domain has no words for it; number and seat hold */
    us_cycle cycle; /* given */
    us_cycle ended; /* by the last of its units that was done or gave up; -1: not ended */
    us_reason refused;
    bool done;    /* one of its units succeeded */
    bool earlier; /* another player's: see us_log_earlier */
} us_review_order;

/* A recorded game. */
typedef struct us_review {
    const us_domain *domain; /* borrowed from the log, as the scenario is */
    us_scenario *scenario;   /* NULL: the game can't be played again here; why says why, and states
                                that are stored beside the trace take its place, if there are some */
    us_error why;
    int seats;
    us_review_order *order; /* as they were given */
    int orders;
    us_cycle cycles; /* where it ended, or the trace does */
    us_outcome outcome;
    us_events gone; /* who went, as they went; known when something was asked */
    /* The longest time of which no state is stored, but for its ends; equal: the game was played
     * again, or nothing was asked yet. */
    us_cycle gap_from, gap_to;
    us_log log; /* private: owns what the others borrow */
} us_review;

/* Reads a trace and opens its scenario, where that can be had. map: where it lies now, or NULL;
 * one that is told must be the game's. Nothing is played yet: what became of the orders is not
 * known. */
us_status us_review_open(const char *trace, const char *map, us_review **out, us_error *err);
void us_review_free(us_review *course); /* NULL is fine */

/* The order of that number; NULL: none. */
const us_review_order *us_review_find(const us_review *course, uint32_t id);
/* The numbers of a seat's orders, ascending, those of an earlier player left out, into out, which
 * has room for all orders. */
int us_review_seat(const us_review *course, us_seat seat, uint32_t *out);

/* The same goal, whatever its kind, of the same seat, and at least half of the orders that
 * either covers are covered by both. */
bool us_instance_matches(const us_review *course, const us_goal_instance *a,
                         const us_goal_instance *b);

/* ---- how values went */

typedef struct us_turn {
    us_cycle cycle; /* from here on */
    int64_t value;
} us_turn;

typedef struct us_question {
    const us_expr *expr;
    us_value arg[US_GOAL_PARAMS_MAX]; /* what its slots hold */
    us_seat seat;                     /* through whose eyes */
    us_cycle opened;                  /* gained() is measured from here; nothing is asked before */
    /* The answer, one step for each change; allocated by us_review_ask. */
    us_turn *step;
    int steps, capacity;
    int64_t began[US_GAINS_MAX];
} us_question;

int64_t us_question_at(const us_question *question, us_cycle cycle); /* 0 before the first step */
/* The first cycle from `from` on at which the value is at least that; -1: none. */
us_cycle us_question_first(const us_question *question, us_cycle from, int64_t least);
void us_questions_clear(us_question *question, int count);

/* Goes over the game and answers all questions, cycle by cycle: plays it again, or, where it can't
 * be, by the stored states, state by state; what became of orders then follows from the trace's
 * events, or else from what is seen (traces/endings.h). Fills what a course knows only then.
 * US_MISMATCH where the game does not go as recorded; what `why` says where neither can be. stop:
 * asked now and then, true ends with US_INTERRUPTED; may be NULL. */
us_status us_review_ask(us_review *course, const char *trace, const char *map,
                        us_question *question, int count, bool (*stop)(void), us_error *err);

/* The world of its beginning, as the seat saw it, copied into the arena; the first state where it
 * can't be played again, US_MISMATCH where that comes behind the first order. Errors as above. */
us_status us_review_start(const us_review *course, const char *trace, us_seat seat, us_arena *arena,
                          const us_world **out, us_error *err);

#endif
