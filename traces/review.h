/* A recorded game reviewed: its orders, their results, and the course of expression values. */
#ifndef US_TRACES_REVIEW_H
#define US_TRACES_REVIEW_H

#include "domain/event.h"
#include "traces/annotation.h"
#include "traces/log.h"
#include "traces/replay.h"

typedef struct us_review_order {
    us_order order; /* action -1: foreign; only number and seat hold */
    us_cycle cycle; /* at which it was given */
    us_cycle ended; /* when its last unit was done or gave up; -1: not ended */
    us_reason refused;
    bool done;    /* one of its units succeeded */
    bool earlier; /* a former player's: see us_log_is_earlier */
} us_review_order;

/* A recorded game. */
typedef struct us_review {
    const us_domain *domain; /* borrowed from the log, like the scenario */
    us_scenario *scenario; /* NULL: the game can't be played again here. why has the reason; states
                              stored beside the trace are used instead */
    us_error why;
    int seats;
    us_review_order *order; /* in the order of the trace */
    int orders;
    us_cycle cycles; /* of the game's end, or of the trace's */
    us_outcome outcome;
    us_events gone; /* entities that went, in order; filled by us_review_answer */
    /* The longest stretch without a stored state between its ends. Equal: the game was played
     * again, or us_review_answer was not called yet. */
    us_cycle gap_from, gap_to;
    us_log log; /* private: owns what the other members borrow */
} us_review;

/* Reads a trace and opens its scenario if possible. map: the map's present path, or NULL; a given
 * map must be the game's. Plays nothing yet: results of orders are not known. */
us_status us_review_open(const char *trace, const char *map, us_review **out, us_error *err);
void us_review_free(us_review *course); /* NULL is fine */
US_AUTOPTR_DEFINE(us_review, us_review_free);

/* Returns the order of that number, or NULL. */
const us_review_order *us_review_find(const us_review *course, uint32_t id);
/* Writes the numbers of a seat's orders to out, ascending, without those of a former player, and
 * returns their count. out must have room for all orders. */
int us_review_list_orders(const us_review *course, us_seat seat, uint32_t *out);

/* Returns whether two instances of one seat have the same goal, whatever its kind, and share at
 * least half of the orders that either of them covers. */
bool us_review_is_same_goal(const us_review *course, const us_goal_instance *a,
                            const us_goal_instance *b);

/* ---- the course of values */

typedef struct us_value_change {
    us_cycle cycle; /* first cycle of this value */
    int64_t value;
} us_value_change;

typedef struct us_question {
    const us_expr *expr;
    us_value arg[US_GOAL_PARAMS_MAX]; /* values of the slots */
    us_seat seat;                     /* whose view of the world counts */
    us_cycle opened;                  /* first evaluation; gained() is measured from here */
    /* The answer, one step for each change; us_review_answer allocates it. */
    us_value_change *step;
    int steps, capacity;
    int64_t began[US_GAINS_MAX];
} us_question;

int64_t us_question_at(const us_question *question, us_cycle cycle); /* 0 before the first step */
/* Returns the first cycle, from `from` on, at which the value is at least `least`, or -1. */
us_cycle us_question_find_first(const us_question *question, us_cycle from, int64_t least);
void us_questions_clear(us_question *question, int count);

/* Goes through the game and answers all questions. It plays the game again, cycle by cycle; if that
 * is impossible, it uses the stored states, state by state. Results of orders then come from the
 * trace's events, or else from the states (traces/worlds.c). Fills the members of course that need
 * this. Fails with US_MISMATCH if the game does not go as recorded, and with the status of `why` if
 * it can't be played again and no states are stored. stop: called repeatedly, true ends with
 * US_INTERRUPTED; may be NULL. */
us_status us_review_answer(us_review *course, const char *trace, const char *map,
                           us_question *question, int count, bool (*stop)(void), us_error *err);

/* Copies the world of the game's beginning, as the seat saw it, into the arena. If the game can't
 * be played again, that is the first stored state; US_MISMATCH if it comes after the first order.
 * Other errors as above. */
us_status us_review_copy_start(const us_review *course, const char *trace, us_seat seat,
                               us_arena *arena, const us_world **out, us_error *err);

#endif
