/* What the files behavior/run*.c share: frames, the state of nodes, and how they are visited.
 *
 * A node that is dirty or whose cycle has come is visited; all above a dirty node are dirty, but
 * for those that are visited at this moment and those that are dormant. */
#ifndef US_BEHAVIOR_RUNNER_H
#define US_BEHAVIOR_RUNNER_H

#include "base/rng.h"
#include "behavior/program.h"
#include "domain/watch.h"

enum {
    US_FRAMES_MOST = 1 << 14, /* alive at once */
    US_BYTES_MOST = 1 << 24,  /* of frames, before another begins */
    US_VISITS_MOST = 1 << 18, /* in a tick; then no call and no change of a state begins in it */
    US_ROUNDS = 8,        /* of events within a tick, fills of an open node, changes of a state */
    US_ROOM_CLASSES = 96, /* sizes of memory, four for each doubling */
};

enum { /* of us_node_state.flags */
       US_DIRTY = 1,
       US_WOKEN = 2,    /* itself, not only something below it */
       US_MET = 4,      /* a maintain goal has held */
       US_DONE = 8,     /* of a suffix case: counts as succeeded; stays */
       US_FIRED = 16,   /* a rule: its event came; a candidate: it failed */
       US_SETTLED = 32, /* what stands left of the running child changes with conditions only */
       US_DORMANT = 64,
       US_HINTED = 128, /* a candidate: it is hinted at, until it ends */
       US_STAYS = US_DONE,
};

typedef struct us_node_state {
    us_cycle wake;   /* of a running node: when it is visited by itself */
    int32_t count;   /* rounds, starts, a deadline; of a leaf: when its host is asked; of a rule:
                        the number of the event that it heard; of choose: tries that its candidate
                        has left; of stacks: the cycle in which the default tree ended */
    uint32_t inside; /* 1 + its us_open_node, or 1 + the member of the watch; of stacks: the number
                        of the frame that is awake; of choose: 1 + the cycle in which a try failed
                        or nothing was drawn; 0: none */
    uint16_t cursor; /* the child that runs; of a leaf: the answer of what filled it */
    uint8_t answer, flags;
} us_node_state;

typedef struct us_run_frame us_run_frame;

/* Of a leaf or call: what fills it, and what it watches. */
typedef struct us_open_node {
    us_run_frame *frame;
    const char *why; /* of what filled it last */
    int watch;       /* the first member, or -1; of a free open node: the next */
} us_open_node;

/* The slots that a file shares, while the run lasts. */
typedef struct us_board {
    us_hash key;
    int count;
    us_value *value;
    us_slots bound;
} us_board;

/* One block of memory: this, nodes, values, tops of stacks, conditions. */
struct us_run_frame {
    const us_program *program;
    us_node_state *node;
    us_binding binding; /* value is what follows */
    us_value *value;
    us_run_frame **top;  /* by stack: the frame on top, or NULL */
    uint32_t *condition; /* 0: not asked yet; 1: no more; else 2 + member of the watch */
    us_board *board;     /* or NULL */
    us_slots bound;
    us_run_frame *above;          /* with node above_node: what it fills; NULL of the root */
    us_run_frame *below;          /* on its stack */
    us_run_frame *chain;          /* of those with a similar number */
    us_run_frame *before, *after; /* by number */
    const char *why;              /* it failed for this; NULL: it didn't */
    us_hash written; /* of a tree on a stack: its arguments that are the same in every state */
    uint32_t number, size;
    uint16_t above_node, depth;
    uint16_t waiting; /* conditions not asked yet */
    bool opened, visited;
    bool rebound; /* since its conditions were asked */
    bool granted; /* what is bound from the start was asked by whoever fills */
};

typedef struct us_watcher { /* by member of the watch */
    us_run_frame *frame;    /* NULL: nobody */
    int node;               /* is woken when the value changes */
    int condition;          /* or -1; of the frame */
    const us_expr *expr;
    const us_binding *binding;
    int next; /* member that is watched for the same leaf, or -1 */
} us_watcher;

typedef struct us_node_ref_in {
    us_run_frame *frame;
    int node;
} us_node_ref_in;

typedef struct us_lock {
    const char *name;
    us_node_ref_in holder;
} us_lock;

typedef struct us_emitted {
    char name[US_NAME_MAX + 1];
    us_event event;
} us_emitted;

/* What trees want done with stacks: done once the tree on top was visited. */
typedef struct us_stack_order {
    us_node_ref_in stacks;
    int stack;
    us_node_kind kind;   /* push, pop, pop-to, flush */
    us_run_frame *frame; /* pushed; it is nowhere yet */
} us_stack_order;

struct us_run {
    us_host host;
    void *context;
    const us_view *view; /* of the tick under way: own, or NULL */
    us_view own;
    us_cycle now;
    us_rng rng;
    us_run_frame *root;
    us_run_frame *first, *last;  /* alive, by number */
    us_run_frame **by_number;    /* chains, by the low bits */
    int chains;                  /* a power of two */
    uint32_t numbers;            /* given so far */
    void *room[US_ROOM_CLASSES]; /* memory to be used again, by size */
    us_board **board;
    int boards, board_room;
    us_open_node *open_node;
    int open_nodes, open_node_room, open_node_free; /* 1 + the first free */
    us_watch *watch;
    us_watcher *watcher;
    int watcher_room;
    uint32_t binds; /* values bound so far */
    uint32_t alone; /* visits of nodes with US_STEP_ALONE so far */
    us_node_ref_in *listener;
    int listeners, listener_room;
    us_lock *lock;
    int locks, lock_room;
    us_stack_order *order;
    int orders, order_room;
    int64_t *score;
    int score_room;
    us_emitted *event; /* not heard yet */
    int events, event_room;
    us_event *heard; /* in this tick, numbered from heard_before on */
    int heards, heard_room;
    int32_t heard_before;
    bool ticking;
    int64_t visits_then; /* counts.visits when the tick began */
    us_run_counts counts;
};

/* ---- run_frame.c */
us_run_frame *us_run_frame_new(us_run *run, const us_program *program, us_run_frame *above,
                               int node);
void us_run_frame_drop(us_run *run, us_run_frame *frame); /* nothing in it runs */
us_run_frame *us_run_frame_find(const us_run *run, uint32_t number);
void us_run_frame_bind(us_run *run, us_run_frame *frame, int slot, us_value value);
void us_boards_free(us_run *run);
void us_room_free(us_run *run);

/* ---- run_value.c */
us_value us_value_none(us_value_kind kind);
us_value us_arg_value(us_run *run, const us_run_frame *frame, const us_arg *arg,
                      us_value_kind kind);
int64_t us_condition_holds(us_run *run, const us_run_frame *frame, const us_expr *condition);

/* ---- run_watch.c */
int us_watcher_add(us_run *run, us_run_frame *frame, int node, int condition, const us_expr *expr,
                   const us_binding *binding, int64_t value);
void us_watcher_remove(us_run *run, int member);
void us_watchers_remove(us_run *run, int first); /* of a leaf; -1: none */
/* A slot's value is another: of the frame, or, where there is a board, of all frames that share it.
 */
void us_watchers_bound(us_run *run, const us_run_frame *frame, const us_board *board, int slot);
void us_watchers_look(us_run *run);
void us_conditions_bound(us_run *run, us_run_frame *frame); /* another slot of it is bound */
void us_conditions_ask(us_run *run, us_run_frame *frame);   /* those that can be asked now */
void us_conditions_end(us_run *run, us_run_frame *frame);
/* A visit of a node without memory to its children from the first on. */
typedef struct us_pass {
    int64_t visits; /* so many were made before it */
    uint32_t binds;
    bool asks_only; /* nothing but checks decided left of the running child */
} us_pass;
/* Checks below `from` that were asked in the pass are watched for the owner. */
void us_checks_watch(us_run *run, us_run_frame *frame, int from, int owner, const us_pass *pass);
void us_checks_leave(us_run *run, us_run_frame *frame, int from, int end, int owner);

/* ---- run_node.c */
us_answer us_visit(us_run *run, us_run_frame *frame, int node);
void us_tell(us_run *run, const us_run_frame *frame, int node, us_answer answer); /* us_host.told */
void us_news_of(us_run *run, const us_run_frame *frame, int node, us_run_news what);
us_answer us_run_frame_visit(us_run *run, us_run_frame *frame); /* the caller ends it */
bool us_run_frame_due(const us_run *run, const us_run_frame *frame);
void us_halt(us_run *run, us_run_frame *frame, int node);
void us_run_frame_halt(us_run *run, us_run_frame *frame); /* and ends it */
void us_halt_children(us_run *run, us_run_frame *frame, int node);

/* A child of node is visited if it has to be; its wake becomes that of the node, too. */
static inline us_answer us_child(us_run *run, us_run_frame *frame, int node, int child)
{
    us_node_state *state = &frame->node[child];
    us_answer answer = US_RUNNING;
    if (state->answer != US_RUNNING || (state->flags & US_DIRTY) || state->wake <= run->now)
        answer = us_visit(run, frame, child);
    if (answer == US_RUNNING && state->wake < frame->node[node].wake)
        frame->node[node].wake = state->wake;
    return answer;
}
/* The node, and all above it. */
static inline void us_dirty(us_run_frame *f, int node, int flags)
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
static inline void us_again(us_run *run, us_node_state *state, us_cycle at)
{
    if (at <= run->now)
        at = run->now + 1;
    if (at < state->wake)
        state->wake = at;
}
/* What would have no end in this tick stops here. */
static inline bool us_is_exhausted(const us_run *run)
{
    return run->counts.visits - run->visits_then >= US_VISITS_MOST;
}
/* Trees that call each other grow by powers: in depth, at once, or from tick to tick. */
static inline bool us_may_begin(const us_run *run, const us_run_frame *above)
{
    return above->depth < US_FRAMES_DEEP && run->counts.frames < US_FRAMES_MOST &&
           run->counts.bytes < US_BYTES_MOST && run->numbers < UINT32_MAX / 2 &&
           !us_is_exhausted(run);
}
/* When a check was asked last, in visits. It never runs, so wake and count are free for that. */
static inline int64_t us_asked(const us_node_state *state)
{
    return (int64_t)state->count << 32 | (uint32_t)state->wake;
}
static inline void us_asked_set(us_node_state *state, int64_t visits)
{
    state->count = (int32_t)(visits >> 32);
    state->wake = (us_cycle)(uint32_t)(visits & UINT32_MAX);
}
static inline const us_node *us_node_of(const us_run_frame *frame, int node)
{
    return &frame->program->template->node[node];
}
static inline us_node_ref us_node_ref_of(const us_run_frame *frame, int node)
{
    return (us_node_ref){frame->number, node};
}

/* How each kind is visited: begins is true when it wasn't running. */
typedef us_answer us_visitor(us_run *run, us_run_frame *frame, int node, bool begins);
us_visitor us_visit_leaf, us_visit_call, us_visit_check, us_visit_emit,
    us_visit_set;                                                /* run_leaf.c */
us_visitor us_visit_decorator;                                   /* run_one.c */
us_visitor us_visit_sequence, us_visit_order, us_visit_parallel; /* run_many.c */
us_visitor us_visit_choose;                                      /* run_choose.c */
us_visitor us_visit_machine, us_visit_state, us_visit_monitor;   /* run_rules.c */
us_visitor us_visit_stacks, us_visit_stack_order;                /* run_stacks.c */

/* ---- run_leaf.c */
us_open_node *us_open_node_of(us_run *run, us_node_state *state); /* made if there is none */
void us_open_node_end(us_run *run, us_node_state *state);
/* What the call at node calls, with its arguments, to stand at a node above; NULL: it fails. */
us_run_frame *us_run_frame_call(us_run *run, us_run_frame *f, int node, us_run_frame *above,
                                int above_node);

/* ---- run_choose.c */
/* An event may hint at a candidate. True: the choose is to be visited. */
bool us_hint(us_run_frame *frame, int choose, const char *event);

/* ---- run_one.c */
bool us_lock_take(us_run *run, us_run_frame *frame, int node, const char *name);
void us_locks_release(us_run *run, us_run_frame *frame, int node);

/* ---- run_rules.c */
void us_listen(us_run *run, us_run_frame *frame, int node);
void us_unlisten(us_run *run, us_run_frame *frame, int node);
void us_hear(us_run *run, const char *name, const us_event *event);
void us_rules_end(us_run *run, us_run_frame *frame,
                  int parent); /* watchers and events of its rules */
/* Rules of stacks and monitors: those that fire begin their node, those that run go on. */
void us_rules_run(us_run *run, us_run_frame *frame, int node);

/* ---- run_stacks.c */
void us_stacks_halt(us_run *run, us_run_frame *frame, int node);
/* What fills the leaf or call, or is awake on the stacks; or NULL. */
us_run_frame *us_frame_below(const us_run *run, const us_run_frame *frame, int node);
/* The first child, which begins anew in the cycle after it ended; state.count: when it did. */
void us_visit_default(us_run *run, us_run_frame *frame, int node);
/* What runs from the node on gets no ticks, and is not halted; or is awake again. */
void us_put_to_sleep(us_run *run, us_run_frame *frame, int node, bool sleeps);

#endif
