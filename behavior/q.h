/* What is expected of an option in a state, learned from rewards: the table behind `score q` of
 * choose. States and options are texts that the host makes up: the place in a gridworld, the name
 * of a case; the label of a candidate. The host's score function gives us_q_value of its state,
 * and it tells us_q_learn what came of an option.
 *
 * Numbers are integers: a reward is at most US_Q_MOST either way, a value is in thousandths of a
 * reward and rounded to the nearest, so that all machines learn the same. */
#ifndef US_BEHAVIOR_Q_H
#define US_BEHAVIOR_Q_H

#include "base/error.h"
#include "base/str.h"

enum { US_Q_ONE = 1000, US_Q_MOST = 1000000 };

typedef struct us_q us_q;

us_q *us_q_new(int rate, int discount); /* percent: 1 to 100, 0 to 100 */
void us_q_free(us_q *q);                /* NULL is fine */
/* 0: nothing is known. */
int64_t us_q_value(const us_q *q, const char *state, const char *option);
/* The most that is expected of it in any state: by this the children of a tree are sorted. 0:
 * nothing is known. */
int64_t us_q_most(const us_q *q, const char *option);
/* Q = (1 - rate) Q + rate (reward + discount max Q(next)), where the maximum is taken over all
 * options that the table has heard of. next NULL: nothing follows. */
void us_q_learn(us_q *q, const char *state, const char *option, int64_t reward, const char *next);

/* As a document of JSON, sorted; read back it is the same table. */
void us_q_write(const us_q *q, us_str *out);
us_status us_q_read(const char *file, const char *text, size_t length, us_q **out, us_error *err);

#endif
