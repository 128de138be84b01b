/* The course of a game, whatever seed it had: by it a game is known that is the same again. */
#ifndef US_EXPERIMENTS_COURSE_H
#define US_EXPERIMENTS_COURSE_H

#include "game/match.h"

typedef struct us_watched_course {
    us_hash hash;                   /* 0: the game is not over */
    us_hash seat[US_SEATS_MAX + 1]; /* private; the last is everybody's */
} us_watched_course;

/* Observes the match from now on: what becomes the hash is all orders and what became of them, all
 * events, and the last world. No part of it are labels and numbers of orders, who of several came
 * first in a cycle, which the seed draws, and what the game's own hash has beside its world. The
 * course outlives the match's steps. */
void us_course_watch(us_watched_course *course, us_match *match);

#endif
