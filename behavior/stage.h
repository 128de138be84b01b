/* Stages: hosts that run a tree, behavior or archetype without a game. Time is counted from cycle
 * 0, the world is an empty one of the domain, and a timeline (behavior/timeline.h) lists events and
 * answers.
 *
 * Nodes without a line in the timeline have default answers. An act succeeds one cycle after it
 * began. A goal is filled by the behaviors of the file that achieve it, in the order of the file,
 * as often as it may be retried; if the file has none, the goal succeeds like an act. A query is
 * filled by the first behavior of its class that takes its arguments, and fails if there is none.
 * Candidates of choose score 0. */
#ifndef US_BEHAVIOR_STAGE_H
#define US_BEHAVIOR_STAGE_H

#include "behavior/timeline.h"

typedef enum us_stage_event_kind {
    US_STAGE_BEGUN,
    US_STAGE_SUCCEEDED,
    US_STAGE_FAILED,
    US_STAGE_HALTED,
    US_STAGE_SUSPENDED, /* leaves only */
    US_STAGE_RESUMED,
    US_STAGE_KINDS, /* count of those in the coverage; the others are only reported */
    US_STAGE_PUSHED = US_STAGE_KINDS, /* a tree on a stack: node -1 */
    US_STAGE_POPPED,
    US_STAGE_REFUSED, /* a candidate refused a hint */
    US_STAGE_ASKED,   /* a query, asked again */
    US_STAGE_LINE,    /* line of the timeline: an event or a set, without a template */
} us_stage_event_kind;
const char *us_stage_event_kind_name(us_stage_event_kind what); /* "begun", "succeeded", ... */

typedef struct us_stage_event {
    us_cycle cycle;
    us_stage_event_kind what;
    us_node_ref node_ref;        /* node -1: the template itself, in its own frame */
    const us_template *template; /* of the frame */
    int depth;                   /* nodes and templates above it */
    us_node_kind inside; /* node -1: kind of the node that it fills, or US_NODE_KINDS: the root */
    const char *text;    /* why it failed or was asked, or ""; text of the line of the timeline */
    int line;            /* of the timeline */
} us_stage_event;

/* Coverage: counts by node of a file's templates, over any number of runs. */
typedef struct us_coverage {
    const us_brl *brl;
    int64_t (**count)[US_STAGE_KINDS]; /* by item, then node */
    bool *reached; /* by item: the root, called or pushed items, possible fills */
} us_coverage;
us_coverage *us_coverage_new(const us_brl *brl, const us_template *root); /* borrowed */
void us_coverage_free(us_coverage *coverage);                             /* NULL is fine */

typedef struct us_stage us_stage;
typedef struct us_stage_def {
    const us_brl *brl; /* borrowed, as all here; must be sound: us_brl_check */
    const us_template *root;
    const us_timeline *timeline;                                  /* may be NULL */
    uint64_t seed;                                                /* of choices and chances */
    void (*on_event)(void *context, const us_stage_event *event); /* may be NULL */
    void *context;
    us_coverage *coverage; /* gets the counts; may be NULL */
} us_stage_def;

us_stage *us_stage_new(const us_stage_def *def); /* started; cycle 0 is next */
void us_stage_free(us_stage *stage);             /* NULL is fine */
US_AUTOPTR_DEFINE(us_stage, us_stage_free);
/* Runs one cycle: the lines of the timeline, then a tick. Returns the root's answer, and the same
 * again after its end. */
us_answer us_stage_tick(us_stage *stage);
us_cycle us_stage_now(const us_stage *stage); /* the cycle of the next tick */
void us_stage_halt(us_stage *stage);          /* halts all nodes, the innermost first */

#endif
