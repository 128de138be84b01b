/* Step extraction: one pass over a demonstration that makes steps of orders, and describes the
 * entities and cells that the orders name as they were then.
 *
 * Two orders are the same if their action, arguments and queueing are equal. Cells of an action
 * that harms are equal if the same entity is the anchor of both. Within a goal episode:
 *  - An accepted order repeats a step, and becomes a source of it, if it is the same and the step
 *    was each unit's last order of the goal episode. One of these must hold, too:
 *     - each unit received no other order at all since, and either is still at it, or the
 *       repetition comes within a second of the step's last source;
 *     - the action goes on by itself (us_action_def.continues);
 *     - the action only moves its units, or moves and harms, and no step of the goal episode
 *       began since.
 *  - An order that makes something without naming a cell or an entity never repeats.
 *  - An accepted order to further units joins the last step of the goal episode if it is the same,
 *    is given within a second of the step's first order, and its action is one of groups.
 *  - A refused order becomes a source of a step that is the same: of the step of its first unit's
 *    last order if that was of the goal episode, else of the goal episode's last step. Otherwise
 *    it becomes a source of the next step with equal arguments, or is in no step.
 *
 * If episodes are literal, each accepted order is a step of its own. */
#ifndef US_LEARN_STEP_EXTRACTOR_H
#define US_LEARN_STEP_EXTRACTOR_H

#include "domain/describe.h"
#include "learn/goal_episode.h"

typedef struct us_step_extractor us_step_extractor;

/* An entity or cell that an order or a goal named, as it was when the order was given. */
typedef struct us_referent {
    us_id id;     /* 0: a cell */
    int32_t cell; /* of cells; else -1 */
    us_type type; /* US_NO_TYPE: not known */
    us_seat owner;
    bool there; /* it was in the view: the following fields are known */
    uint8_t status;
    int percent; /* of its hit points */
    int along, across;
    int width, height;        /* of the box that a cell was meant for */
    const us_description *at; /* NULL for an actor that hasn't the lowest id of its order */
} us_referent;

typedef struct us_step_referents {
    const us_referent *unit; /* ascending */
    int units;
    const us_referent *arg; /* by parameter: entities and cells */
    const us_referent
        *anchor; /* by parameter, of cells that are harmed: the hostile entity there,
                see us_step_extractor_find_harmed; id 0: none. NULL: nothing is harmed */
} us_step_referents;
enum { US_ANCHOR_WITHIN = 12 };

/* The goal episodes are borrowed; us_step_extractor_finish adds their steps. */
us_step_extractor *us_step_extractor_new(us_goal_episodes *episodes);
void us_step_extractor_free(us_step_extractor *extractor); /* NULL is fine */
const us_goal_episodes *us_step_extractor_episodes(const us_step_extractor *extractor);

/* Takes the events since the last call, before the next order: they show which orders made which
 * entities. */
void us_step_extractor_add_events(us_step_extractor *extractor, const us_event *event, int count);
/* Takes an order of the seat. Call it for each ordinal, ascending. view is that of the order's
 * cycle, borrowed for the call; NULL: not known. */
void us_step_extractor_add_order(us_step_extractor *extractor, int ordinal, const us_view *view);

/* ---- after the last order */

/* Adds the steps to the goal episodes: us_goal_episodes_add_acts of all, us_goal_episodes_absorb,
 * us_goal_episodes_compute_order. A goal whose orders were all refused or taken back was not
 * pursued: it is no step, and its orders are spare orders of the goal above. Call it once. */
void us_step_extractor_finish(us_step_extractor *extractor);

/* Lists the steps of a goal episode that are orders, by `from`, and returns their number. The list
 * is valid until the next call; the steps' arrays lie in episodes->arena. A step begins with its
 * first accepted source and takes no time: `to` is from + 1. */
int us_step_extractor_list_acts(us_step_extractor *extractor, int episode, const us_step **out);
/* Lists the orders of a goal episode that are in no step, ascending, in episodes->arena, and
 * returns their number. */
int us_step_extractor_list_spare(us_step_extractor *extractor, int episode, const int **out);

const us_step_referents *us_step_extractor_get_referents(const us_step_extractor *extractor,
                                                         const us_step *step);
/* Returns, by parameter, the entities and cells of the goal, as they were at its first order. */
const us_referent *us_step_extractor_goal_referents(const us_step_extractor *extractor,
                                                    int episode);
/* Returns the ordinal of the order that made the entity; -1: not known. */
int us_step_extractor_find_maker(const us_step_extractor *extractor, us_id id);
/* Returns the first ordinal at which the entity was there, complete; 0: always, as far as known. */
int us_step_extractor_first_ordinal(const us_step_extractor *extractor, us_id id);

#endif
