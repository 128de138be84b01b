/* Demonstrations in a few words, to test what is learned from them. */
#ifndef US_TESTS_UNIT_DEMO_TEXT_H
#define US_TESTS_UNIT_DEMO_TEXT_H

#include "learn/goal_episode.h"

typedef struct demo_text {
    us_domain *domain;
    us_log log;
    us_annotation *annotation;
    us_goal_episodes *episodes;
} demo_text;

/* The goals of skirmish. */
demo_text demo_text_begin(void);
void demo_text_end(demo_text *c);
/* Orders of a seat, numbered on from the last one, cycles apart. */
void demo_text_orders(demo_text *c, us_seat seat, int count, us_cycle apart);
/* A goal of seat 0 over order numbers, such as "1-7 9-12", both ends included. Ids count from 1.
 * Returns its id. */
uint32_t demo_text_goal(demo_text *c, const char *goal, const char *orders);
/* The goal episodes of seat 0, literally, ordered; nothing is absorbed. */
void demo_text_learn(demo_text *c, us_nesting nesting);
/* The same by labels, as learners do it. */
void demo_text_extract(demo_text *c);

const us_goal_episode *demo_text_episode(const demo_text *c,
                                         uint32_t id); /* its first part, or NULL */
/* "2 < 5 6; a3 < a4": each step with those that come right after it; goals by id, orders by
 * number with an a. What has nothing after it stands alone. Borrowed until the next call. */
const char *demo_text_structure(const us_goal_episodes *episodes, const us_goal_episode *episode);

#endif
