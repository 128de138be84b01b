/* One pass over a demonstration: orders become steps as they are given, and what they name is
 * described as it was then.
 *
 * An order is the same as an earlier one when action and arguments are. Cells that harm is done at
 * are the same where the same entity is the anchor of both. Within a goal episode
 *  - an order that repeats is a source of the step that it repeats: it is what each of its units
 *    was told last by an order of the goal episode, and
 *     - each was told nothing else at all since, and is still at it or was told within a second; or
 *     - the action goes on by itself (us_action_def.continues); or
 *     - it only moves its units, and no order of the goal episode was taken since.
 *    What makes something and names no place for it never repeats;
 *  - an order to further units joins the goal episode's last step within a second of it, where the
 *    action is one of groups and no other order of the goal episode was taken in between;
 *  - a refused order is a source of the step that its first unit, or else the goal episode, was
 * told last, where that says the same; or of the next one that has just its arguments; else it is
 * in no step. Literally, each order that was taken is a step of its own. */
#ifndef US_LEARN_STEP_EXTRACTOR_H
#define US_LEARN_STEP_EXTRACTOR_H

#include "domain/describe.h"
#include "learn/goal_episode.h"

typedef struct us_step_extractor us_step_extractor;

/* What an order or a goal named, as it was when the order was given. */
typedef struct us_referent {
    us_id id;     /* 0: a cell */
    int32_t cell; /* of cells; else -1 */
    us_type type; /* US_NO_TYPE: nobody knows */
    us_seat owner;
    bool there; /* it was in the view: what follows is known */
    uint8_t status;
    int percent; /* of its hit points */
    int along, across;
    int width, height;        /* of what a cell was meant for */
    const us_description *at; /* of an actor that is not the first of its order: NULL */
} us_referent;

typedef struct us_step_referents {
    const us_referent *unit; /* ascending */
    int units;
    const us_referent *arg;    /* by parameter: entities and cells */
    const us_referent *anchor; /* by parameter, of cells that are harmed: the nearest hostile
                              entity; id 0: none within US_ANCHOR_WITHIN. NULL: nothing is harmed */
} us_step_referents;
enum { US_ANCHOR_WITHIN = 12 };

/* The goal episodes are borrowed, and get their steps by us_step_extractor_settle. */
us_step_extractor *us_step_extractor_new(us_goal_episodes *episodes);
void us_step_extractor_free(us_step_extractor *extractor); /* NULL is fine */
const us_goal_episodes *us_step_extractor_episodes(const us_step_extractor *extractor);

/* What happened since the last call, before the next order is told of: who made what. */
void us_step_extractor_events(us_step_extractor *extractor, const us_event *event, int count);
/* Each of the seat's orders, by ordinal, none left out. view: of its cycle, borrowed for the
 * call; NULL: nobody knows. */
void us_step_extractor_order(us_step_extractor *extractor, int ordinal, const us_view *view);

/* ---- after the last order */

/* Makes steps of the orders: us_goal_episode_acts of all goal episodes, us_goal_episodes_absorb,
 * us_goal_episodes_order. A goal whose orders were all refused was not pursued: it is no step, and
 * they are spare orders of the goal above. Once. */
void us_step_extractor_settle(us_step_extractor *extractor);

/* The steps of a goal episode that are orders, by from, until the next call; what they point to
 * lies in goal episodes->arena. A step begins with its first source that was taken and takes no
 * time: to is from + 1. */
int us_step_extractor_acts(us_step_extractor *extractor, int episode, const us_step **out);
/* The orders of a goal episode that are in no step, ascending; in goal episodes->arena. */
int us_step_extractor_spare(us_step_extractor *extractor, int episode, const int **out);

const us_step_referents *us_step_extractor_of(const us_step_extractor *extractor,
                                              const us_step *step);
/* By parameter: what the goal of a goal episode named, as it was at its first order. */
const us_referent *us_step_extractor_goal(const us_step_extractor *extractor, int episode);
/* The ordinal of the order that made the entity; -1: none is known. */
int us_step_extractor_maker(const us_step_extractor *extractor, us_id id);
/* The first ordinal at which it was there, complete; 0: always, as far as is known. */
int us_step_extractor_born(const us_step_extractor *extractor, us_id id);

#endif
