/* One pass over a demonstration: orders become steps as they are given, and what they name is
 * described as it was then.
 *
 * An order is the same as an earlier one when action and arguments are. Cells that harm is done at
 * are the same where the same entity is the anchor of both. Within a lesson
 *  - an order that repeats is a source of the step that it repeats: it is what each of its units
 *    was told last by an order of the lesson, and
 *     - each was told nothing else at all since, and is still at it or was told within a second; or
 *     - the action goes on by itself (us_action_def.continues); or
 *     - it only moves its units, and no order of the lesson was taken since.
 *    What makes something and names no place for it never repeats;
 *  - an order to further units joins the lesson's last step within a second of it, where the
 *    action is one of groups and no other order of the lesson was taken in between;
 *  - a refused order is a source of the step that its first unit, or else the lesson, was told
 *    last, where that says the same; or of the next one that has just its arguments; else it is in
 *    no step.
 * Literally, each order that was taken is a step of its own. */
#ifndef US_LEARN_SCENES_H
#define US_LEARN_SCENES_H

#include "domain/describe.h"
#include "learn/lesson.h"

typedef struct us_scenes us_scenes;

/* What an order or a goal named, as it was when the order was given. */
typedef struct us_seen {
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
} us_seen;

typedef struct us_scene {
    const us_seen *unit; /* ascending */
    int units;
    const us_seen *arg;    /* by parameter: entities and cells */
    const us_seen *anchor; /* by parameter, of cells that are harmed: the nearest hostile entity; id
                              0: none within US_ANCHOR_WITHIN. NULL: nothing is harmed */
} us_scene;
enum { US_ANCHOR_WITHIN = 12 };

/* The lessons are borrowed, and get their steps by us_scenes_settle. */
us_scenes *us_scenes_new(us_lessons *lessons);
void us_scenes_free(us_scenes *scenes); /* NULL is fine */
const us_lessons *us_scenes_lessons(const us_scenes *scenes);

/* What happened since the last call, before the next order is told of: who made what. */
void us_scenes_events(us_scenes *scenes, const us_event *event, int count);
/* Each of the seat's orders, by ordinal, none left out. view: of its cycle, borrowed for the
 * call; NULL: nobody knows. */
void us_scenes_order(us_scenes *scenes, int ordinal, const us_view *view);

/* ---- after the last order */

/* Makes steps of the orders: us_lesson_acts of all lessons, us_lessons_absorb, us_lessons_order. A
 * goal whose orders were all refused was not pursued: it is no step, and they are spare orders of
 * the goal above. Once. */
void us_scenes_settle(us_scenes *scenes);

/* The steps of a lesson that are orders, by from, until the next call; what they point to lies in
 * lessons->arena. A step begins with its first source that was taken and takes no time: to is
 * from + 1. */
int us_scenes_acts(us_scenes *scenes, int lesson, const us_step **out);
/* The orders of a lesson that are in no step, ascending; in lessons->arena. */
int us_scenes_spare(us_scenes *scenes, int lesson, const int **out);

const us_scene *us_scenes_of(const us_scenes *scenes, const us_step *step);
/* By parameter: what the goal of a lesson named, as it was at its first order. */
const us_seen *us_scenes_goal(const us_scenes *scenes, int lesson);
/* The ordinal of the order that made the entity; -1: none is known. */
int us_scenes_maker(const us_scenes *scenes, us_id id);
/* The first ordinal at which it was there, complete; 0: always, as far as is known. */
int us_scenes_born(const us_scenes *scenes, us_id id);

#endif
