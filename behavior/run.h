/* Runs of behaviors. A run is the state of one agent over shared templates: a tree of frames, each
 * the activation of one template. A run reads a view and counts the game's cycles. For orders, open
 * nodes and scores it calls its host.
 *
 * A program is a template made ready to run; all agents and threads may share it. A frame costs 16
 * bytes per node, the values of its slots, and some 200 bytes. Memory of ended frames is reused.
 *
 * A tick visits only nodes that need it: their cycle has come, they were woken, or a value that
 * they watch has changed. docs/TREE_RUNS.md explains this. */
#ifndef US_BEHAVIOR_RUN_H
#define US_BEHAVIOR_RUN_H

#include "behavior/template.h"
#include "domain/clock.h"
#include "domain/event.h"

typedef struct us_run us_run;
typedef struct us_program us_program;

typedef enum us_answer { US_ANSWER_NONE, US_RUNNING, US_SUCCESS, US_FAILURE } us_answer;
typedef enum us_stop { US_HALT, US_SUSPEND, US_RESUME } us_stop;
typedef enum us_run_notice { US_PUSHED, US_POPPED, US_REFUSES } us_run_notice;

/* A node of a frame. Frames are numbered from 1 in the order in which they begin; no number is
 * reused. */
typedef struct us_node_ref {
    uint32_t frame;
    int node;
} us_node_ref;

us_program *us_program_new(const us_template *template); /* borrowed; must be sound: us_brl_check */
void us_program_free(us_program *program);
const us_template *us_program_template(const us_program *program);
/* Gives the program a number of its host, by which the host finds its own data: 0 before. */
void us_program_set_tag(us_program *program, int tag);

enum {
    US_FRAMES_DEEP = 64, /* depth of nested frames */
    US_TURNS_MOST = 128, /* turns of trees on stacks in one visit; beyond it the frame fails */
};

/* Limit of a candidate's score, in both directions. Scores beyond it count as the limit. */
#define US_SCORE_MOST ((int64_t)1 << 40)
enum { US_SCORE_ALIKE = 1000000 }; /* `score similarity` of an identical case */

/* Functions that a run calls. Each gets `context`.
 *
 * Leaves (acts, goals, queries) share one life cycle: begin once, go any number of times, then
 * either one answer other than RUNNING or one stop with US_HALT. Between begin and end, US_SUSPEND
 * and US_RESUME alternate. A suspended node gets no calls of go; it may be halted without a resume.
 * Within these calls a host may bind slots, fill the open node, wake and watch, but not tick. */
typedef struct us_host {
    /* Begins an act, goal or query. If the answer is RUNNING, the run calls go at cycle *until
     * (default and minimum: the next cycle), when the node is woken, or, within the tick, when the
     * frame that fills the node has ended. All events wake a query with `recheck event`; `recheck
     * tick` is up to the host. */
    us_answer (*begin)(void *context, us_run *run, us_node_ref node_ref, us_cycle *until);
    us_answer (*go)(void *context, us_run *run, us_node_ref node_ref, us_cycle *until);
    void (*stop)(void *context, us_run *run, us_node_ref node_ref, us_stop how);
    /* Returns the program of a called tree. NULL: the tree is unknown, and the call fails. The
     * function may be NULL. */
    const us_program *(*tree)(void *context, us_run *run, us_node_ref node_ref, const char *name);
    /* Returns the score of a candidate of choose with score `q`, `similarity` or `hint`: from
     * -US_SCORE_MOST to US_SCORE_MOST, for a similarity from 0 to US_SCORE_ALIKE. The run calls it
     * whenever the choose picks (also at a recheck) and before an interrupted candidate resumes.
     * May bind slots. NULL: all scores are 0. */
    int64_t (*score)(void *context, us_run *run, us_node_ref option);
    /* Sends the event of `emit NAME to` an entity or a group, or `within` a number of cells of the
     * view's actor. The host decides when and how others hear it. NULL: the event is not sent. */
    void (*send)(void *context, us_run *run, us_node_ref node_ref, us_value to);
    /* Reports that a frame (node -1) or a node began (RUNNING), ended, or was halted (NONE). NULL:
     * no reports, at no cost. */
    void (*on_answer)(void *context, us_run *run, us_node_ref node_ref, us_answer answer);
    /* Reports that a tree (node -1) was put on a stack, where it may wait for its turn, that a tree
     * has left its stack, or that a candidate refuses a hint. May be NULL. */
    void (*on_notice)(void *context, us_run *run, us_node_ref node_ref, us_run_notice what);
} us_host;

typedef struct us_run_def {
    const us_host *host; /* copied; begin, go and stop are required */
    void *context;       /* borrowed */
    uint64_t seed;       /* of random choices */
} us_run_def;

us_run *us_run_new(const us_run_def *def);
void us_run_free(us_run *run); /* halts no node; NULL is fine */

/* Starts the root; the next tick visits it. The program is borrowed as long as it runs. argument:
 * values of its parameters, of which the last may be omitted. A run has one root at a time. */
void us_run_start(us_run *run, const us_program *program, const us_value *argument, int arguments);
/* Runs one step at the view's cycle, which never decreases. event: the events since the last tick;
 * of each kind only the first one is heard. While a rule's condition is evaluated and its node
 * begins, the view holds the rule's event. Returns the root's answer; unless it is RUNNING, the run
 * has no root afterwards. Returns NONE if there is no root. */
us_answer us_run_tick(us_run *run, const us_view *view, const us_event *event, int events);
/* Returns the first cycle at which a visit is due without an event or change, or US_NEVER. */
us_cycle us_run_next_cycle(const us_run *run);
bool us_run_has_watches(const us_run *run);         /* a change of the world may cause a visit */
void us_run_halt(us_run *run, const us_view *view); /* halts all nodes, the innermost first */

/* ---- for hosts. Between ticks us_run_view is NULL, and no watch can be added. */

/* A behavior to fill an open node that runs. It replaces the behavior in the node; that one must
 * not be under visit at the time. done: labels of steps (us_template_body) that count as
 * succeeded. */
typedef struct us_fill {
    const us_program *program;
    const us_value *value; /* by slot of the template; NULL: no slot is bound */
    const us_slots *bound; /* slots that `value` binds; NULL: all */
    const char *const *done;
    int done_count;
    /* The caller has checked the preconditions that use only slots bound here. Otherwise they are
     * checked when the frame begins. */
    bool granted;
} us_fill;
/* Fills the open node and returns the number of the new frame. The frame is visited at once if the
 * run is just asking the host about this node, else in its turn. Returns 0 if the frame would lie
 * too deep or exceed another limit of the run or tick. */
uint32_t us_run_fill(us_run *run, us_node_ref open_node, const us_fill *fill);
void us_run_clear_node(us_run *run,
                       us_node_ref open_node); /* halts its frame, which must not be under visit */
uint32_t us_run_node_frame(const us_run *run,
                           us_node_ref open_node); /* frame that fills it, or 0 */
us_answer us_run_node_last_answer(const us_run *run,
                                  us_node_ref open_node); /* answer of its last frame */
/* Returns why the last frame in the node failed: the text of the alive-condition or precondition
 * that was false, or a sentence about stacks without end; or "". */
const char *us_run_node_failure(const us_run *run, us_node_ref open_node);
const char *us_run_frame_failure(const us_run *run, uint32_t frame); /* of a frame, as it ends */
void us_run_wake(us_run *run, us_node_ref node_ref); /* no effect on a node that doesn't run */
/* Watches a condition for a leaf or open node: when its value changes, the node is woken, until the
 * node ends. Only within a tick. Condition and binding must outlive the watch. A new watch replaces
 * all watches of the node. If values in the binding change, call us_run_watch again, unless it is
 * the binding of the leaf's own frame. Returns the present value. */
bool us_run_watch(us_run *run, us_node_ref node_ref, const us_expr *condition,
                  const us_binding *binding);
/* Watches an expression of the leaf's own frame, in addition to the node's other watches. */
void us_run_watch_own(us_run *run, us_node_ref node_ref, const us_expr *expr);
/* Returns the present value of an argument of a frame; groups are borrowed until the next bind.
 * Only within a tick. */
us_value us_run_eval_arg(us_run *run, uint32_t frame, const us_arg *arg, us_value_kind kind);
/* Returns US_FAILED, with the reason, if the new template may not take the place of the old one
 * while it runs: it must be of the same kind and goal, without stacks, and begin with the slots of
 * the old one. */
us_status us_run_check_replace(const us_template *old, const us_template *new, us_error *err);
/* Gives a frame another template, between ticks: after a repair or an edit of its text. The frame
 * keeps its number, and its slots keep their values. A node of the old template that the new one
 * has, too, keeps its state: steps that are over are over, and leaves that run run on. Nodes that
 * are gone, and running leaves whose line has changed, are halted. New nodes begin as the template
 * says; those that come before a step that runs in a sequence are passed. New decorators,
 * sequences and the like around running nodes count as begun.
 *
 * restart: a node of the new template that begins anew, with all nodes below it, although the old
 * one has it; or -1. to: gets, by old node, the new node or -1; room for all nodes of the old
 * template. view: of the present cycle. The old program must outlive the run. Failure, see
 * us_run_check_replace, changes nothing. */
us_status us_run_replace(us_run *run, const us_view *view, uint32_t frame,
                         const us_program *program, int restart, int *to, us_error *err);
/* Evaluates the arguments of a query for the parameters of the same names of a behavior that is to
 * fill it. value: by slot, written where bound; lifetime as for us_run_eval_arg. Returns false if a
 * parameter has another kind. */
bool us_run_eval_query(us_run *run, us_node_ref query, const us_template *behavior, us_value *value,
                       us_slots *bound);
/* Reports that a maintain goal has held once. The order, parallel or sequence around it counts the
 * goal as done. */
void us_run_mark_held(us_run *run, us_node_ref node_ref);
/* Fires an event as the node emit does. `what` is copied; NULL: the event is about the actor
 * itself. */
void us_run_emit(us_run *run, const char *event, const us_event *what);

const us_template *us_run_frame_template(const us_run *run,
                                         uint32_t frame); /* NULL: it has ended */
int us_run_frame_tag(const us_run *run, uint32_t frame);  /* of its program; it must be alive */
us_node_ref us_run_frame_parent(const us_run *run,
                                uint32_t frame); /* node that it fills; frame 0: the root */
/* Returns the stack that the frame was pushed on; "" for the default tree; NULL for a frame that is
 * no tree of a stack. */
const char *us_run_frame_stack(const us_run *run, uint32_t frame);
us_answer us_run_node_answer(const us_run *run,
                             us_node_ref node_ref); /* present answer of a node */
us_binding us_run_frame_binding(const us_run *run,
                                uint32_t frame); /* borrowed until the next bind */
bool us_run_is_bound(const us_run *run, uint32_t frame, int slot);
/* Binds a slot; ids are copied. Conditions whose slots are all bound now are evaluated, outside of
 * a tick at the frame's next visit. */
void us_run_bind(us_run *run, uint32_t frame, int slot, us_value value);
const us_view *us_run_view(const us_run *run); /* view of the present tick, or NULL */
/* Writes the numbers of at most `room` frames alive, in ascending order. Returns the number of all
 * frames alive. */
int us_run_list_frames(const us_run *run, uint32_t *frame, int room);

typedef struct us_run_counts {
    int64_t visits, conditions; /* nodes visited and conditions evaluated since us_run_new */
    int64_t bound;              /* frames and watchers examined because slots got other values */
    int frames, frames_most;
    size_t bytes; /* present memory of frames and their groups */
} us_run_counts;
us_run_counts us_run_read_counts(const us_run *run);

#endif
