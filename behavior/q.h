/* Q tables: the expected reward of an option in a state, learned from rewards, for `score q` of
 * choose. States and options are texts that the host makes up. A state may be the place in a
 * gridworld or the name of a case; an option is the label of a candidate. The host's score function
 * returns us_q_value of its state, and the host passes the reward of an option to us_q_update.
 *
 * Numbers are integers, so that all machines learn the same. A reward is at most US_Q_MOST either
 * way; a value is in thousandths of a reward, rounded to the nearest. */
#ifndef US_BEHAVIOR_Q_H
#define US_BEHAVIOR_Q_H

#include "base/error.h"
#include "base/str.h"

enum { US_Q_ONE = 1000, US_Q_MOST = 1000000 };

typedef struct us_q us_q;

us_q *us_q_new(int rate, int discount); /* percent: 1 to 100, 0 to 100 */
void us_q_free(us_q *q);                /* NULL is fine */
US_AUTOPTR_DEFINE(us_q, us_q_free);
/* Returns the value of an option in a state; 0: unknown. */
int64_t us_q_value(const us_q *q, const char *state, const char *option);
/* Returns the highest value of an option in any state, by which hosts may sort the children of a
 * tree. 0: unknown. */
int64_t us_q_max_value(const us_q *q, const char *option);
/* Learns from a reward: Q = (1 - rate) Q + rate (reward + discount max Q(next)). The maximum covers
 * all options in the table. next NULL: no state follows. */
void us_q_update(us_q *q, const char *state, const char *option, int64_t reward, const char *next);

/* Appends the table as a sorted JSON document, from which us_q_read makes the same table. */
void us_q_write(const us_q *q, us_str *out);
us_status us_q_read(const char *file, const char *text, size_t length, us_q **out, us_error *err);

#endif
