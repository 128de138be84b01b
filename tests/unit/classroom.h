/* Demonstrations in a few words, to test what is learned from them. */
#ifndef US_TESTS_UNIT_CLASSROOM_H
#define US_TESTS_UNIT_CLASSROOM_H

#include "learn/goal_episode.h"

typedef struct classroom {
    us_domain *domain;
    us_log log;
    us_annotation *annotation;
    us_goal_episodes *episodes;
} classroom;

/* The goals of skirmish. */
classroom classroom_begin(void);
void classroom_end(classroom *c);
/* Orders of a seat, numbered on from the last one, cycles apart. */
void classroom_orders(classroom *c, us_seat seat, int count, us_cycle apart);
/* A goal of seat 0 over order numbers, such as "1-7 9-12", both ends included. Ids count from 1.
 * Returns its id. */
uint32_t classroom_goal(classroom *c, const char *goal, const char *orders);
/* The goal episodes of seat 0, literally, ordered; nothing is absorbed. */
void classroom_learn(classroom *c, us_nesting nesting);
/* The same by labels, as learners do it. */
void classroom_settle(classroom *c);

const us_goal_episode *classroom_episode(const classroom *c,
                                         uint32_t id); /* its first part, or NULL */
/* "2 < 5 6; a3 < a4": each step with those that come right after it; goals by id, orders by
 * number with an a. What has nothing after it stands alone. Borrowed until the next call. */
const char *classroom_structure(const us_goal_episodes *episodes, const us_goal_episode *episode);

#endif
