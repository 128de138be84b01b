/* The course of a game, independent of its seed: two games with the same course are the same game
 * again. */
#ifndef US_EXPERIMENTS_COURSE_HASH_H
#define US_EXPERIMENTS_COURSE_HASH_H

#include "domain/goal.h"
#include "domain/note.h"
#include "game/game.h"
#include "understudy/game.h"

typedef struct us_course_hash {
    us_hash hash;                   /* 0: the game is not over */
    us_hash seat[US_SEATS_MAX + 1]; /* private; the last is for events without a seat */
} us_course_hash;

/* Observes the match from now on. The hash covers all orders and their results, all events, and the
 * last world. It leaves out labels and the numbers of orders, the order of seats within a cycle,
 * which the seed draws, and the members of the game's own hash beside its world. The course must
 * outlive the match's steps. */
void us_course_hash_observe(us_course_hash *course, us_match *match);

#endif
