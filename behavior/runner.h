/* Private to behavior/run*.c: frames, states of nodes, and how nodes are visited.
 *
 * A tick visits a node if it is dirty or its wake cycle has come. All nodes above a dirty node are
 * dirty too, except nodes under visit at that moment and dormant nodes. */
#ifndef US_BEHAVIOR_RUNNER_H
#define US_BEHAVIOR_RUNNER_H

#include "base/hash.h"
#include "base/rng.h"
#include "behavior/run.h"
#include "domain/watch.h"

/* ---- programs: templates made ready to run. A program holds the 24 bytes per node that a tick
 * needs, and results that each visit would otherwise compute anew. */

enum { US_NO_NODE = 0xffff };

enum {                      /* of us_program_step.flags */
       US_STEP_CLEANS = 1,  /* needs cleanup whenever it ends or is halted */
       US_STEP_HALTS = 2,   /* a child may run when it ends; a parallel halts its own */
       US_STEP_LISTENS = 4, /* it, or rules below it, hear events */
       US_STEP_LEAF = 8,    /* the host carries it out */
       US_STEP_ALONE = 16,  /* its own state, chance or the host decides its answer */
};

typedef struct us_program_step {
    uint8_t kind, flags;
    uint8_t memory;       /* retry, repeat, until-fail: us_rounds */
    bool level;           /* rule with a condition that is watched */
    uint16_t parent, end; /* as in us_node; US_NO_NODE above the root */
    uint16_t children;    /* without rules */
    uint16_t waits;       /* child of an order: number of steps that it waits for */
    int32_t count;        /* parallel: successes needed; stacks: index of its first stack */
    int32_t fail;         /* parallel: as in us_node */
    uint32_t before;      /* child of an order: index of its first entry in us_program.before */
} us_program_step;

struct us_program {
    const us_template *template;
    us_program_step *step;
    uint16_t *before; /* steps that each child of an order waits for */
    us_slots *uses;   /* slots by condition: when, then alive */
    int conditions, stacks;
    int tag;       /* of the host */
    us_hash board; /* hash of the slots that the file shares */
};

static inline const us_arg *us_program_condition(const us_program *program, int index)
{
    const us_template *t = program->template;
    return index < t->when_count ? &t->when[index] : &t->alive[index - t->when_count];
}

/* ---- frames */

enum {
    US_FRAMES_MOST = 1 << 14, /* frames alive at once */
    US_BYTES_MOST = 1 << 24,  /* bytes of frames; beyond it no frame begins */
    US_VISITS_MOST = 1 << 18, /* visits in a tick; beyond it no call and no state begins */
    US_ROUNDS = 8, /* in a tick: rounds of events, fills of an open node, changes of a state */
    US_ROOM_CLASSES = 96, /* size classes of memory, four per doubling */
};

enum { /* of us_node_state.flags */
       US_DIRTY = 1,
       US_WOKEN = 2,    /* the node itself was woken, not only a node below it */
       US_MET = 4,      /* a maintain goal has held */
       US_DONE = 8,     /* done step of a suffix case: counts as succeeded; stays set */
       US_FIRED = 16,   /* rule: its event came; candidate: it failed */
       US_SETTLED = 32, /* only conditions can change the children left of the running child */
       US_DORMANT = 64,
       US_HINTED = 128, /* candidate: a hint names it, until it ends */
       US_STAYS = US_DONE,
};

typedef struct us_node_state {
    us_cycle wake;   /* running node: cycle of its next visit without another cause */
    int32_t count;   /* rounds, starts, or a deadline; leaf: cycle of the host's next call; rule:
                        number of the event that it heard; choose: tries left for its candidate;
                        stacks: cycle in which the default tree ended */
    uint32_t inside; /* 1 + its us_open_node, or 1 + the member of the watch; stacks: number of the
                        frame that is awake; choose: 1 + the cycle in which a try failed or nothing
                        was drawn; 0: none */
    uint16_t cursor; /* the child that runs; leaf: answer of the frame that filled it */
    uint8_t answer, flags;
} us_node_state;

typedef struct us_run_frame us_run_frame;

/* The frame that fills a leaf or call, and the expressions watched for it. */
typedef struct us_open_node {
    us_run_frame *frame;
    const char *why; /* why the last frame that filled it failed */
    int watch;       /* first member of the watch, or -1; of a free one: the next free one */
} us_open_node;

/* The shared slots of a file, for the duration of a run. */
typedef struct us_board {
    us_hash key;
    int count;
    us_value *value;
    us_slots bound;
} us_board;

/* A frame, in one block of memory: this struct, nodes, values, tops of stacks, conditions. */
struct us_run_frame {
    const us_program *program;
    us_node_state *node;
    us_binding binding; /* its values are `value` */
    us_value *value;
    us_run_frame **top;  /* by stack: the frame on top, or NULL */
    uint32_t *condition; /* 0: not evaluated; 1: not watched; else 2 + member of the watch */
    us_board *board;     /* or NULL */
    us_slots bound;
    us_run_frame *above;          /* this frame fills its node above_node; NULL above the root */
    us_run_frame *below;          /* next lower frame on its stack */
    us_run_frame *chain;          /* next frame with the same low bits of the number */
    us_run_frame *before, *after; /* neighbors by number */
    const char *why;              /* reason of its failure, or NULL */
    us_hash written;              /* tree on a stack: hash of its constant arguments */
    uint32_t number, size;
    void *replaced; /* memory of nodes, values and conditions after a replacement, or NULL */
    uint32_t replaced_size;
    uint16_t above_node, depth;
    uint16_t waiting; /* conditions not evaluated yet */
    bool opened, visited;
    bool rebound; /* slots were bound since its conditions were evaluated */
    bool granted; /* the caller checked the preconditions over slots bound from the start */
};

typedef struct us_watcher { /* by member of the watch */
    us_run_frame *frame;    /* NULL: unused */
    int node;               /* woken when the value changes */
    int condition;          /* condition of the frame, or -1 */
    const us_expr *expr;
    const us_binding *binding;
    int next; /* next member watched for the same leaf, or -1 */
} us_watcher;

typedef struct us_node_ref_in {
    us_run_frame *frame;
    int node;
} us_node_ref_in;

typedef struct us_lock {
    const char *name;
    us_node_ref_in holder;
} us_lock;

typedef struct us_emitted_event {
    char name[US_NAME_MAX + 1];
    us_event event;
} us_emitted_event;

/* An operation on stacks that a tree requests. The stacks node executes it after its rules ran, or
 * after a visit of the tree on top. */
typedef struct us_stack_order {
    us_node_ref_in stacks;
    int stack;
    us_node_kind kind;   /* push, pop, pop-to, flush */
    us_run_frame *frame; /* tree to push or to pop to; it is on no stack yet */
} us_stack_order;

struct us_run {
    us_host host;
    void *context;
    const us_view *view; /* `own` during a tick, else NULL */
    us_view own;
    us_cycle now;
    us_rng rng;
    us_run_frame *root;
    us_run_frame *first, *last;  /* frames alive, by number */
    us_run_frame **by_number;    /* hash chains, by the low bits of the number */
    int chains;                  /* a power of two */
    uint32_t numbers;            /* frame numbers given so far */
    void *room[US_ROOM_CLASSES]; /* free memory for reuse, by size class */
    us_board **board;
    int boards, board_room;
    US_LIST(us_open_node) open_nodes;
    int open_node_free; /* 1 + the first free one */
    us_watch *watch;
    us_watcher *watcher;
    int watcher_room;
    uint32_t binds; /* values bound so far */
    uint32_t alone; /* visits of nodes with US_STEP_ALONE so far */
    US_LIST(us_node_ref_in) listeners;
    US_LIST(us_lock) locks;
    US_LIST(us_stack_order) orders;
    int64_t *score;
    int score_room;
    US_LIST(us_emitted_event) events; /* fired, not heard yet */
    US_LIST(us_event) tick_events;    /* of this tick, numbered from tick_events_before on */
    int32_t tick_events_before;
    bool ticking;
    int64_t visits_then; /* counts.visits when the tick began */
    us_run_counts counts;
};

/* ---- run.c: between two calls of these, the run is as within a tick */
void us_run_begin_change(us_run *run, const us_view *view);
void us_run_end_change(us_run *run);

/* ---- run_frame.c */
us_run_frame *us_run_frame_new(us_run *run, const us_program *program, us_run_frame *above,
                               int node);
void us_run_frame_free(us_run *run, us_run_frame *frame); /* none of its nodes may run */
us_run_frame *us_run_frame_find(const us_run *run, uint32_t number);
/* Gives the frame the program of a replacement, with new states of nodes, all zero. Slots that the
 * old template had keep their values; others get their initial values. conditions: they are the
 * same, and stay as they are. Else alive-conditions are evaluated anew. */
void us_run_frame_lay_anew(us_run *run, us_run_frame *frame, const us_program *program,
                           bool conditions);
void us_run_frame_bind(us_run *run, us_run_frame *frame, int slot, us_value value);
void us_run_boards_free(us_run *run);
void us_run_pool_free(us_run *run);

/* ---- run_value.c */
us_value us_value_make_none(us_value_kind kind);
us_value us_arg_eval(us_run *run, const us_run_frame *frame, const us_arg *arg, us_value_kind kind);
int64_t us_run_eval_condition(us_run *run, const us_run_frame *frame, const us_expr *condition);

/* ---- run_watch.c */
int us_watcher_add(us_run *run, us_run_frame *frame, int node, int condition, const us_expr *expr,
                   const us_binding *binding, int64_t value);
void us_watcher_remove(us_run *run, int member);
void us_watchers_remove(us_run *run, int first); /* first member of a leaf, or -1 */
/* Marks what depends on the slot after its value changed: watched expressions of the frame, or,
 * with a board, of all frames that share it. */
void us_watchers_on_bound(us_run *run, const us_run_frame *frame, const us_board *board, int slot);
void us_watchers_update(us_run *run);
void us_conditions_on_bound(us_run *run,
                            us_run_frame *frame);          /* after another slot of it was bound */
void us_conditions_eval(us_run *run, us_run_frame *frame); /* evaluates all that it can */
void us_conditions_end(us_run *run, us_run_frame *frame);
/* A visit of a node without memory to its children, from the first one on. */
typedef struct us_pass {
    int64_t visits; /* count of visits before it */
    uint32_t binds;
    bool asks_only; /* only checks decided left of the running child */
} us_pass;
/* Watches, for the owner, the checks in the subtree of `from` that were evaluated in the pass. */
void us_checks_watch(us_run *run, us_run_frame *frame, int from, int owner, const us_pass *pass);
void us_checks_unwatch(us_run *run, us_run_frame *frame, int from, int end, int owner);

/* ---- run_node.c */
us_answer us_node_visit(us_run *run, us_run_frame *frame, int node);
void us_run_report_answer(us_run *run, const us_run_frame *frame, int node,
                          us_answer answer); /* us_host.told */
void us_run_report_notice(us_run *run, const us_run_frame *frame, int node, us_run_notice what);
us_answer us_run_frame_visit(us_run *run, us_run_frame *frame); /* the caller drops it */
bool us_run_frame_is_due(const us_run *run, const us_run_frame *frame);
void us_node_halt(us_run *run, us_run_frame *frame, int node);
/* Cleans up after a running node whose children run on elsewhere. */
void us_node_release(us_run *run, us_run_frame *frame, int node);
void us_run_frame_halt(us_run *run, us_run_frame *frame); /* and drops it */
void us_node_halt_children(us_run *run, us_run_frame *frame, int node);

/* Visits a child if it is due. The child's wake cycle also applies to the node. */
static inline us_answer us_node_visit_child(us_run *run, us_run_frame *frame, int node, int child)
{
    us_node_state *state = &frame->node[child];
    us_answer answer = US_RUNNING;
    if (state->answer != US_RUNNING || (state->flags & US_DIRTY) || state->wake <= run->now)
        answer = us_node_visit(run, frame, child);
    if (answer == US_RUNNING && state->wake < frame->node[node].wake)
        frame->node[node].wake = state->wake;
    return answer;
}
/* Marks the node and all nodes above it as dirty. */
static inline void us_node_mark_dirty(us_run_frame *f, int node, int flags)
{
    f->node[node].flags |= (uint8_t)flags;
    while (f) {
        us_node_state *state = &f->node[node];
        if (state->flags & US_DIRTY)
            return;
        state->flags |= US_DIRTY;
        node = f->program->step[node].parent;
        if (node == US_NO_NODE) {
            node = f->above_node;
            f = f->above;
        }
    }
}
static inline void us_node_state_wake_at(us_run *run, us_node_state *state, us_cycle at)
{
    if (at <= run->now)
        at = run->now + 1;
    if (at < state->wake)
        state->wake = at;
}
/* Returns whether the tick has reached US_VISITS_MOST, which stops endless work. */
static inline bool us_run_is_exhausted(const us_run *run)
{
    return run->counts.visits - run->visits_then >= US_VISITS_MOST;
}
/* Returns whether another frame may begin. Trees that call each other can grow exponentially: in
 * depth, at once, or from tick to tick. */
static inline bool us_run_can_begin(const us_run *run, const us_run_frame *above)
{
    return above->depth < US_FRAMES_DEEP && run->counts.frames < US_FRAMES_MOST &&
           run->counts.bytes < US_BYTES_MOST && run->numbers < UINT32_MAX / 2 &&
           !us_run_is_exhausted(run);
}
/* The count of visits when a check was last evaluated. A check never runs, so its wake and count
 * are free to hold it. */
static inline int64_t us_node_state_check_visits(const us_node_state *state)
{
    return (int64_t)state->count << 32 | (uint32_t)state->wake;
}
static inline void us_node_state_set_check_visits(us_node_state *state, int64_t visits)
{
    state->count = (int32_t)(visits >> 32);
    state->wake = (us_cycle)(uint32_t)(visits & UINT32_MAX);
}
static inline const us_node *us_run_frame_node(const us_run_frame *frame, int node)
{
    return &frame->program->template->node[node];
}
static inline us_node_ref us_node_ref_from_frame(const us_run_frame *frame, int node)
{
    return (us_node_ref){frame->number, node};
}

/* Visits a node of one kind. begins: the node was not running before. */
typedef us_answer us_visitor(us_run *run, us_run_frame *frame, int node, bool begins);
us_visitor us_node_visit_call, us_node_visit_check, us_node_visit_emit,
    us_node_visit_set;                                                          /* run_leaf.c */
us_visitor us_node_visit_decorator;                                             /* run_one.c */
us_visitor us_node_visit_sequence, us_node_visit_order, us_node_visit_parallel; /* run_many.c */
us_visitor us_node_visit_choose;                                                /* run_choose.c */
us_visitor us_node_visit_machine, us_node_visit_state, us_node_visit_monitor;   /* run_rules.c */
us_visitor us_node_visit_stacks, us_node_visit_stack_order;                     /* run_stacks.c */

/* ---- run_leaf.c */
/* Visits a running leaf that a frame fills or has filled. asked: the host has just answered. */
us_answer us_node_visit_leaf(us_run *run, us_run_frame *f, int node, bool asked);
us_open_node *us_open_node_ensure(us_run *run, us_node_state *state); /* made if missing */
void us_open_node_end(us_run *run, us_node_state *state);
/* Makes the frame of the tree that the call at `node` calls, with its arguments, to fill above_node
 * of `above`. Returns NULL if the call fails. */
us_run_frame *us_run_frame_from_call(us_run *run, us_run_frame *f, int node, us_run_frame *above,
                                     int above_node);

/* ---- run_choose.c */
/* Marks the candidate that the event hints at, if any. Returns true if the choose needs a visit. */
bool us_choose_apply_hint(us_run_frame *frame, int choose, const char *event);

/* ---- run_one.c */
bool us_lock_acquire(us_run *run, us_run_frame *frame, int node, const char *name);
void us_locks_release(us_run *run, us_run_frame *frame, int node);

/* ---- run_rules.c */
void us_listener_add(us_run *run, us_run_frame *frame, int node);
void us_listener_remove(us_run *run, us_run_frame *frame, int node);
void us_run_dispatch_event(us_run *run, const char *name, const us_event *event);
void us_rules_end(us_run *run, us_run_frame *frame,
                  int parent); /* ends watchers and events of its rules */
/* Runs the rules of stacks and monitors: a rule that fires begins its node, and running rules go
 * on. */
void us_rules_run(us_run *run, us_run_frame *frame, int node);

/* ---- run_stacks.c */
void us_stacks_halt(us_run *run, us_run_frame *frame, int node);
/* Returns the frame that fills the leaf or call, or that is awake on the stacks; or NULL. */
us_run_frame *us_run_frame_child(const us_run *run, const us_run_frame *frame, int node);
/* Visits the first child. After its end it begins anew in the next cycle; state.count holds the
 * cycle in which it ended. */
void us_stacks_visit_default(us_run *run, us_run_frame *frame, int node);
/* Makes the running nodes from this node down dormant: they get no ticks, but are not halted. With
 * sleeps false, wakes them. */
void us_node_set_dormant(us_run *run, us_run_frame *frame, int node, bool sleeps);

#endif
