/* A stage: runs a tree, behavior or archetype without a game. Time is counted from cycle 0, the
 * world is an empty one of the domain, and a timeline (behavior/script.h) says what happens and
 * what is answered. What it doesn't speak of: an act succeeds one cycle after it began; a goal is
 * filled by behaviors of the file that achieve it, as they stand there, as often as it may be
 * retried, and succeeds as an act does where the file has none; a query by the first of its class
 * that takes what is passed, and fails where there is none; candidates of choose score 0. */
#ifndef US_BEHAVIOR_STAGE_H
#define US_BEHAVIOR_STAGE_H

#include "behavior/script.h"

typedef enum us_staged {
    US_STAGED_BEGUN,
    US_STAGED_SUCCEEDED,
    US_STAGED_FAILED,
    US_STAGED_HALTED,
    US_STAGED_SUSPENDED, /* leaves only: they know of it */
    US_STAGED_RESUMED,
    US_STAGED_KINDS,                    /* that coverage counts; the others are told only */
    US_STAGED_PUSHED = US_STAGED_KINDS, /* a tree on a stack: node -1 */
    US_STAGED_POPPED,
    US_STAGED_REFUSED, /* a hint at the candidate */
    US_STAGED_ASKED,   /* a query, again */
    US_STAGED_LINE,    /* of the timeline: an event or a set. No template */
} us_staged;
const char *us_staged_name(us_staged what); /* "begun", "succeeded", ... */

typedef struct us_staged_event {
    us_cycle cycle;
    us_staged what;
    us_node_ref node_ref;        /* node -1: the template itself, in a frame of its own */
    const us_template *template; /* of the frame */
    int depth;                   /* nodes and templates above it */
    us_node_kind inside; /* node -1: of the node that it fills, or US_NODE_KINDS: the root */
    const char *text;    /* why it failed or was asked, or ""; the line of the timeline */
    int line;            /* of the timeline */
} us_staged_event;

/* How often each node of a file's templates did what. Whoever runs many times keeps one. */
typedef struct us_coverage {
    const us_brl *brl;
    int64_t (**count)[US_STAGED_KINDS]; /* by item, then node */
    bool *
        reached; /* by item: the root, what is called or pushed there, what may fill or filled it */
} us_coverage;
us_coverage *us_coverage_new(const us_brl *brl, const us_template *root); /* borrowed */
void us_coverage_free(us_coverage *coverage);                             /* NULL is fine */

typedef struct us_stage us_stage;
typedef struct us_stage_def {
    const us_brl *brl; /* borrowed, as all here; it is sound: us_brl_check */
    const us_template *root;
    const us_script *script;                                   /* may be NULL */
    uint64_t seed;                                             /* of choices and chances */
    void (*told)(void *context, const us_staged_event *event); /* may be NULL */
    void *context;
    us_coverage *coverage; /* is added to; may be NULL */
} us_stage_def;

us_stage *us_stage_new(const us_stage_def *def); /* started; cycle 0 is next */
void us_stage_free(us_stage *stage);             /* NULL is fine */
/* One cycle: what happens in it, then a tick. The root's answer, and after its end again. */
us_answer us_stage_tick(us_stage *stage);
us_cycle us_stage_now(const us_stage *stage); /* the cycle of the next tick */
void us_stage_halt(us_stage *stage);          /* all, the innermost first */

#endif
