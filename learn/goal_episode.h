/* Goal episodes of a demonstration, before they become behaviors: for each goal instance its child
 * goals, its steps, and their precedences.
 *
 * Time is counted in the seat's own orders: ordinal i is the order with the i-th lowest number,
 * from 0. Orders from before a takeover of the seat (us_log_is_earlier) have no ordinal. Intervals
 * are half-open ranges of ordinals. */
#ifndef US_LEARN_GOAL_EPISODE_H
#define US_LEARN_GOAL_EPISODE_H

#include "behavior/template.h"
#include "traces/annotation.h"
#include "traces/log.h"

enum {
    /* A goal episode that does not fit one template is split, see us_goal_episode.parts. */
    US_GOAL_EPISODE_STEPS_MAX = US_TREE_CHILDREN_MAX,
    US_GOAL_EPISODE_PAIRS_MAX = US_TREE_PAIRS_MAX,
    US_GOAL_EPISODE_NODES_MAX = US_TREE_NODES_MAX - 1, /* below the `order` node */
};

typedef enum us_step_kind {
    US_STEP_GOAL, /* a child goal */
    US_STEP_ACT,  /* an order, or several that count as one */
} us_step_kind;

typedef struct us_step {
    us_step_kind kind;
    int from, to; /* ordinals */
    int episode;  /* GOAL: of the child; else -1 */
    /* Of an ACT: */
    const us_order *order; /* its first accepted source; borrowed from the log */
    const us_id *unit;     /* the units of all its sources, ascending */
    int units;
    bool harms;        /* its units are at it until the goal ends */
    us_cycle cycle;    /* of `order` */
    const int *source; /* ordinals of its orders, ascending */
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
    us_step_pair *before; /* the fewest that imply all; by then, first's end, first */
    int pairs;
    int whole;        /* index of its first part: mostly its own index */
    int parts;        /* number of parts; 1 unless it is too long for one template */
    const int *spare; /* ordinals of this part's orders without a step: refused and never accepted,
                         or taken back; also those of child goals without a step */
    int spares;
    bool absorbed; /* the goal episode above has its steps, see us_goal_episodes_absorb */
} us_goal_episode;

typedef struct us_goal_episodes {
    const us_log *log; /* borrowed */
    us_seat seat;
    const int *order; /* by ordinal: index into log->orders */
    int orders;
    int *owner;               /* by ordinal: the goal episode of the order, or -1 */
    int unlabeled;            /* orders without a goal */
    bool literal;             /* see us_goal_episodes_def */
    int most;                 /* steps of a part at most */
    us_goal_episode *episode; /* parents before children; by from, then the longer, rank, id */
    int count;
    us_arena *arena; /* holds all */
} us_goal_episodes;

/* The rule by which a goal is a subgoal of another. */
typedef enum us_nesting {
    /* A goal during another is its subgoal if the other goal is labeled on all its orders, too. So
     * a goal in a pause of another one is not below it. If no order of the seat has two labels,
     * time alone decides. */
    US_NEST_LABELS,
    US_NEST_TIME, /* a goal during another is its subgoal */
} us_nesting;

/* Zero-initialized is the preset. */
typedef struct us_goal_episodes_def {
    us_nesting nesting;
    bool literal; /* each order is a step of its own, with its ids and cells */
    int most;     /* steps of a part; later steps go to further parts. 0: as fit one template */
} us_goal_episodes_def;

/* Makes the goal episodes of one seat's goals from a sound annotation of the log (learn/learner.h);
 * both are borrowed. The caller frees them.
 *
 * A goal's interval runs from its first order to its last; orders of other seats don't count. A
 * goal's parent is the smallest goal that encloses it, by the relation of their intervals
 * (learn/relation.h) and by the nesting. The smaller of two goals is the one with the shorter
 * interval; then the one that begins first; then the one whose type ranks lower, since it may be
 * below the other; then the one with the lower id.
 *
 * An order is a step of the smallest goal that is labeled on it; child goals are steps, too. A step
 * that is before or meets another one precedes it, unless it is a goal that was reached only after
 * the other had begun. All other steps are side by side, also an order in a pause of a child goal.
 * So:
 * - a goal without an order of the seat in its ranges has no goal episode;
 * - a goal whose orders all belong to smaller goals, none of them below it, has a goal episode
 *   without steps;
 * - several goals may have no parent: each has its own goal episode, and nothing orders them.
 *
 * Here the steps are child goals only, without precedences. us_step_extractor_finish
 * (learn/step_extractor.h) adds the orders and the precedences. */
us_goal_episodes *us_goal_episodes_new(const us_log *log, const us_annotation *annotation,
                                       us_seat seat, const us_goal_episodes_def *def);
void us_goal_episodes_free(us_goal_episodes *episodes); /* NULL is fine */

/* Adds steps that are orders to a goal episode. Call it once for each. The steps are copied; their
 * arrays are borrowed. */
void us_goal_episodes_add_acts(us_goal_episodes *episodes, int episode, const us_step *act,
                               int acts);

/* Sorts by `from`, then the longer step first, then goals first. */
void us_steps_sort(us_step *step, int steps);

/* Joins each goal that is the same as a goal above it to the goal right above: that one gets its
 * steps and orders. A behavior that pursued its own goal, directly or through others, would never
 * end. Two goals are the same if their type and kind are equal and their arguments are alike: other
 * seats count as one, and so do a type and its counterpart. To have something, to make more of it
 * and to keep it are three kinds, so they are different goals. */
void us_goal_episodes_absorb(us_goal_episodes *episodes);

/* Computes the precedences between the steps of each goal episode. Call it once, last of all. A
 * goal episode that does not fit one template (`most`, US_GOAL_EPISODE_*_MAX) keeps its first
 * steps; later steps go to further parts, which are goal episodes behind all others. Each part
 * teaches a way to pursue the goal from where the part begins: a plan whose goal is not reached at
 * a behavior's end looks for another behavior. */
void us_goal_episodes_compute_order(us_goal_episodes *episodes);

#endif
