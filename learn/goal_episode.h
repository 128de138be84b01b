/* What a demonstration teaches, before it becomes behaviors: for each goal instance the child goals
 * and the steps that belong to it, and which came before which.
 *
 * Time is counted in the seat's own orders here: ordinal i is its order of the i-th lowest number.
 * What was ordered before the seat was taken over (us_log_earlier) is none of them.
 * Intervals are half-open ranges of ordinals. */
#ifndef US_LEARN_GOAL_EPISODE_H
#define US_LEARN_GOAL_EPISODE_H

#include "behavior/template.h"
#include "traces/annotation.h"
#include "traces/log.h"

enum {
    /* A goal episode of more than fits one template becomes several, see us_goal_episode.parts. */
    US_GOAL_EPISODE_STEPS_MAX = US_TREE_CHILDREN_MAX,
    US_GOAL_EPISODE_PAIRS_MAX = US_TREE_PAIRS_MAX,
    US_GOAL_EPISODE_NODES_MAX = US_TREE_NODES_MAX - 1, /* below the one that orders them */
};

typedef enum us_step_kind {
    US_STEP_GOAL, /* a child goal */
    US_STEP_ACT,  /* an order, or some that are one */
} us_step_kind;

typedef struct us_step {
    us_step_kind kind;
    int from, to; /* ordinals */
    int episode;  /* GOAL: of the child; else -1 */
    /* ACT. The order's action and arguments are those of its first source that was taken. */
    const us_order *order; /* borrowed from the log */
    const us_id *unit;     /* who did it, ascending: of all its sources */
    int units;
    bool harms;        /* who does it is at it until the goal ends */
    us_cycle cycle;    /* given */
    const int *source; /* ordinals of the orders it stands for, ascending */
    int sources;
} us_step;

typedef struct us_step_pair {
    int first, then; /* indexes into us_goal_episode.step */
} us_step_pair;

typedef struct us_goal_episode {
    const us_goal_instance *instance; /* borrowed from the annotation */
    int parent;                       /* index of the goal episode above: its first part; or -1 */
    int from, to;                     /* ordinals: the hull of its orders */
    us_cycle began;                   /* of its first order */
    us_step *step;                    /* by from, then the longer, rank, id */
    int steps;
    us_step_pair *before; /* the fewest that say all; by then, first's end, first */
    int pairs;
    int whole;        /* index of its first part: mostly its own */
    int parts;        /* it is one of so many: 1, but of what is too long */
    const int *spare; /* ordinals of its orders that are in no step: refused, and nothing like
                         them was taken; of child goals without any step, too. Those that
                         lie in this part */
    int spares;
    bool absorbed; /* the goal episode right above has its steps, see us_goal_episodes_absorb */
} us_goal_episode;

typedef struct us_goal_episodes {
    const us_log *log; /* borrowed */
    us_seat seat;
    const int *order; /* by ordinal: index into log->orders */
    int orders;
    int *owner;    /* by ordinal: the goal episode that the order belongs to, or -1: no goal's */
    int unlabeled; /* orders that are no goal's */
    bool literal;  /* see us_goal_episodes_def */
    int most;      /* steps of a goal episode */
    us_goal_episode *episode; /* parents before children; by from, then the longer, rank, id */
    int count;
    us_arena *arena; /* holds all */
} us_goal_episodes;

/* Which goals are below which. */
typedef enum us_nesting {
    /* What happens during another is its subgoal if the other is labeled on all its orders: labels
     * tell all goals of an order, so a pause of a goal is not filled by what others do. Where no
     * order has two labels they don't tell, and time alone does. */
    US_NEST_LABELS,
    US_NEST_TIME, /* what happens during another is its subgoal */
} us_nesting;

/* Zero-initialized is the preset. */
typedef struct us_goal_episodes_def {
    us_nesting nesting;
    bool literal; /* orders as they were given, each one a step, with their ids and cells */
    int most; /* steps of a goal episode; of more the later ones are in further parts. 0: as many as
                 fit one template */
} us_goal_episodes_def;

/* The goal episodes of one seat's goals, from a sound annotation of the log (learn/fit.h); both are
 * borrowed. The caller frees.
 *
 * A goal's interval runs from its first order to its last, those of other seats not counted. Its
 * parent is the smallest goal that it is below of, by the relation of their intervals
 * (learn/relation.h) and by the nesting. The smaller of two goals is the one of the shorter
 * interval; then the one that begins first; then the one whose type ranks lower, since it may be
 * below the other; then the one of the lower id.
 *
 * An order is a step of the smallest goal that is labeled on it; child goals are steps, too. What
 * is before or meets another is before it, unless it is a goal that was reached only after the
 * other had begun; all else is side by side, also an order that lies in a pause of a child goal.
 * So:
 * - a goal none of whose ranges holds an order of the seat has no goal episode;
 * - a goal whose orders all belong to smaller ones, none of them below it, has one without steps;
 * - several goals may stand above all others: each has its own goal episode, and nothing orders
 * them.
 *
 * The steps are only child goals here, and nothing is said of what came before what: orders become
 * steps by a pass over the demonstration (learn/step extractor.h). */
us_goal_episodes *us_goal_episodes_new(const us_log *log, const us_annotation *annotation,
                                       us_seat seat, const us_goal_episodes_def *def);
void us_goal_episodes_free(us_goal_episodes *episodes); /* NULL is fine */

/* These orders are steps of a goal episode, beside its child goals. Once. They are copied; what
 * they point to is borrowed. */
void us_goal_episode_acts(us_goal_episodes *episodes, int episode, const us_step *act, int acts);

/* By from, then the longer, goals first. */
void us_steps_sort(us_step *step, int steps);

/* A goal that is the same as one above it is no smaller one, and a behavior that pursued what it
 * achieves, through others or not, would never end. So its steps and orders become those of the
 * goal right above it. The same are goals of one type and kind whose arguments are alike but for
 * which other seat, and counterparts among types. To have something, to make more of it and to keep
 * it are three goals. */
void us_goal_episodes_absorb(us_goal_episodes *episodes);

/* The precedences between the steps of each goal episode, once, last of all. Of what does not fit
 * one template (`most`, US_GOAL_EPISODE_*_MAX) the first steps stay, those that begin later are
 * another goal episode, and so on: parts, which stand behind all others. Each teaches a way to
 * pursue the goal from where it begins; whoever has not reached a goal by a behavior's end looks
 * for another behavior. */
void us_goal_episodes_order(us_goal_episodes *episodes);

#endif
