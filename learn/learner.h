/* A learner: it makes behaviors from a demonstration. To add one, write a source file with a
 * us_learner, and add a line to learn/learn.c. */
#ifndef US_LEARN_LEARNER_H
#define US_LEARN_LEARNER_H

#include "learn/learn.h"
#include "learn/squads.h"
#include "learn/step_extractor.h"
#include "learn/type_set.h"
#include "traces/worlds.h"

/* The input of a learner. */
typedef struct us_demo {
    const char *name;          /* of the trace, without its folder */
    const char *file, *labels; /* paths, for messages */
    us_hash hash;              /* of the trace's bytes */
    const us_log *log;
    const us_annotation *annotation; /* fits the log; sorted */
    us_worlds *worlds;               /* NULL: not known */
    const us_learn_def *def;
    us_learn_result *out; /* behaviors are added to out->brl, warnings to out->remarks */
} us_demo;

typedef struct us_learner {
    const char *name, *about;
    us_status (*learn)(const us_demo *demo, const struct us_learner *learner, us_seat seat,
                       us_error *err);
    us_nesting nesting;
    bool cloning; /* each step is a behavior of its own for the top goal */
} us_learner;

extern const us_learner us_learner_goals, us_learner_time, us_learner_orders;

/* ---- demo.c: access to a demonstration, for learners */

/* The known facts of the state in which a seat gave orders. */
typedef struct us_moment {
    us_cycle cycle;
    const int64_t *feature;    /* values of the domain's features; NULL: not known */
    const us_present *present; /* entities present; NULL: not known */
    const uint64_t *status;    /* by type: bits of the statuses of own entities; NULL: not known */
    bool asked;                /* us_moments_ask has returned it */
} us_moment;

/* The moments of all cycles in which a seat gave orders, ascending. */
typedef struct us_moments {
    us_moment *item;
    int count;
} us_moments;

/* Passes all orders of the goal episodes' seat to the step extractor, which it settles, and to the
 * watch of its squads. Lists the moments of these orders in the arena: so the game is played once.
 * Adds a warning if the states that are known lie before their orders. */
us_status us_demo_extract_steps(const us_demo *demo, us_step_extractor *extractor,
                                us_squad_watch *squads, us_arena *arena, us_moments *out,
                                us_error *err);
const us_moment *us_moments_ask(us_moments *moments, us_cycle cycle); /* which must be there */

/* Adds the types present in the view; *out must be zero-initialized. */
void us_demo_add_present(const us_view *view, us_present *out);

us_status us_demo_check_stop(const us_demo *demo, us_error *err); /* US_INTERRUPTED, or US_OK */

/* ---- fit.c: the annotation belongs to the trace, and is sound enough to learn from */

/* Sorts the annotation, and checks it against the log. path is the annotation's file. If seat is
 * not -1, only that seat's goals are checked. An error names the file and the line of the first
 * wrong goal:
 * - US_MISMATCH, since the annotation may be of another trace: a seat that is not there, ranges
 *   that end behind the last order, a beginning after the end of the game;
 * - US_BAD_INPUT: a beginning after the first order or an end before it, ranges without an order of
 *   the seat, a duplicate id, no goals at all.
 * Orders from before a takeover of the seat, and orders that the domain has no words for, suffice
 * for a range; neither counts as the first order. */
us_status us_annotation_check_fit(us_annotation *annotation, const us_log *log, const char *path,
                                  int seat, us_error *err);

/* Returns the number of the goal's orders that were given before a takeover of its seat. */
int us_goal_instance_count_earlier(const us_log *log, const us_goal_instance *instance);

/* ---- seats.c: the seats and goals to learn from */

/* Decides for each seat of the log, and fills out->seat, out->taken and out->withheld. Without
 * def->suggested, it removes the suggestions of taken seats from the annotation. */
void us_seats_choose(const us_log *log, const us_learn_def *def, us_annotation *annotation,
                     us_learn_result *out);

#endif
