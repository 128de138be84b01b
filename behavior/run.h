/* How behaviors run. A run is one agent's state over shared templates: a tree of frames, each the
 * activation of one template. It reads a view, counts the game's cycles, and asks its host for all
 * that is not its own: orders, open nodes, scores.
 *
 * Templates are immutable and shared; a program is a template made ready to run, once for all
 * agents and threads. A frame costs 16 bytes a node, its slots' values, and some 200 bytes; memory
 * of frames that ended is used again.
 *
 * A tick visits only what has a reason to be visited: nodes whose cycle has come, that were woken,
 * or that ask something whose answer changed. docs/LANGUAGE.md says what each node means. */
#ifndef US_BEHAVIOR_RUN_H
#define US_BEHAVIOR_RUN_H

#include "behavior/template.h"
#include "domain/event.h"

typedef struct us_run us_run;
typedef struct us_program us_program;

typedef enum us_answer { US_ANSWER_NONE, US_RUNNING, US_SUCCESS, US_FAILURE } us_answer;
typedef enum us_stop { US_HALT, US_SUSPEND, US_RESUME } us_stop;
typedef enum us_run_news { US_PUSHED, US_POPPED, US_REFUSES } us_run_news;

/* A node of a frame. Frames are numbered from 1 as they begin and never again. */
typedef struct us_node_ref {
    uint32_t frame;
    int node;
} us_node_ref;

us_program *us_program_new(const us_template *template); /* borrowed; it is sound: us_brl_check */
void us_program_free(us_program *program);
const us_template *us_program_template(const us_program *program);

enum {
    US_NEVER = INT32_MAX, /* only when woken */
    US_FRAMES_DEEP = 64,  /* frames above one another */
    US_TURNS_MOST = 128,  /* trees of stacks that get their turn in one visit; beyond it fails */
};

/* Of a candidate of choose: what lies beyond it, either way, counts as it. */
#define US_SCORE_MOST ((int64_t)1 << 40)
enum { US_SCORE_ALIKE = 1000000 }; /* `score similarity`: of who is the same */

/* What the run asks. context is handed to each. Leaves and open nodes have the same life: begin
 * once, go any number of times, then one answer that is not RUNNING, or one stop with US_HALT;
 * between, US_SUSPEND and US_RESUME in turn. What is suspended isn't asked; it may be halted
 * without a resume. A host may bind slots, fill the open node, wake and watch from within these
 * calls; it may not tick. */
typedef struct us_host {
    /* An act, goal or query begins. RUNNING: it is asked again at *until (preset: the next cycle,
     * which is the earliest), when it is woken, or, within the tick, when what fills it ended. A
     * query with `recheck event` is woken by all events; `recheck tick` is up to the host. */
    us_answer (*begin)(void *context, us_run *run, us_node_ref node_ref, us_cycle *until);
    us_answer (*go)(void *context, us_run *run, us_node_ref node_ref, us_cycle *until);
    void (*stop)(void *context, us_run *run, us_node_ref node_ref, us_stop how);
    /* The program of a tree that is called; NULL: there is none, the call fails. May be NULL. */
    const us_program *(*tree)(void *context, us_run *run, us_node_ref node_ref, const char *name);
    /* Of a candidate of choose, where its score is `q`, `similarity` or `hint`: from -US_SCORE_MOST
     * to US_SCORE_MOST, of a similarity 0 to US_SCORE_ALIKE. It is asked whenever the choose picks
     * (at a recheck, too) and goes back to what was interrupted. May bind slots. NULL: all 0. */
    int64_t (*score)(void *context, us_run *run, us_node_ref option);
    /* `emit NAME to` an entity or a group, or `within` so many cells of the view's actor: others
     * hear it, when and as the host says. NULL: nobody does. */
    void (*send)(void *context, us_run *run, us_node_ref node_ref, us_value to);
    /* A frame (node -1) or a node began (RUNNING), ended, or was halted (NONE). NULL: nobody wants
     * to know, and it costs nothing. */
    void (*told)(void *context, us_run *run, us_node_ref node_ref, us_answer answer);
    /* A tree (node -1) was put on a stack, where it may wait for its turn, or has left it; a
     * candidate refuses a hint. May be NULL. */
    void (*news)(void *context, us_run *run, us_node_ref node_ref, us_run_news what);
} us_host;

typedef struct us_run_def {
    const us_host *host; /* copied; begin, go and stop are there */
    void *context;       /* borrowed */
    uint64_t seed;       /* of choices by chance */
} us_run_def;

us_run *us_run_new(const us_run_def *def);
void us_run_free(us_run *run); /* halts nothing; NULL is fine */

/* Starts the root; it is visited by the next tick. The program is borrowed as long as it runs.
 * Arguments: values of its parameters, of which the last may be left out. One root at a time. */
void us_run_start(us_run *run, const us_program *program, const us_value *argument, int arguments);
/* One step at the view's cycle, which never goes back; events since the last one, of which each
 * kind is heard once: the first. While a rule is asked and what it starts begins, the view has its
 * event. The root's answer, after which there is none any more unless it is RUNNING; NONE: there is
 * no root. */
us_answer us_run_tick(us_run *run, const us_view *view, const us_event *event, int events);
/* The first cycle at which something is to be asked without an event or change; US_NEVER. */
us_cycle us_run_next(const us_run *run);
bool us_run_watches(const us_run *run);             /* something is asked when the world changes */
void us_run_halt(us_run *run, const us_view *view); /* all, the innermost first */

/* ---- for hosts. Between ticks us_run_view is NULL, and nothing is watched anew. */

/* What fills an open node that runs, in place of what filled it, but not from within that. done:
 * labels of steps (us_template_body) that count as succeeded. */
typedef struct us_fill {
    const us_program *program;
    const us_value *value; /* by slot of the template; NULL: none is bound */
    const us_slots *bound; /* which of them; NULL: all */
    const char *const *done;
    int done_count;
    /* Whoever retrieved it has asked preconditions that name nothing but what is bound here; else
     * they are asked as it begins. */
    bool granted;
} us_fill;
/* The frame. It is visited at once where the open node is being asked, else in its turn. 0: it
 * would lie too deep, or the tick has no end. */
uint32_t us_run_fill(us_run *run, us_node_ref open_node, const us_fill *fill);
void us_run_clear(us_run *run,
                  us_node_ref open_node); /* halts what fills it; not from within that */
uint32_t us_run_inside(const us_run *run, us_node_ref open_node); /* frame that fills it, or 0 */
us_answer us_run_ended(const us_run *run,
                       us_node_ref open_node); /* how the last that filled it ended */
/* "" or the text of the alive-condition or precondition that failed, or what had no end. */
const char *us_run_why(const us_run *run, us_node_ref open_node);
const char *us_run_frame_why(const us_run *run, uint32_t frame); /* the same, as it ends */
void us_run_wake(us_run *run, us_node_ref node_ref); /* a node that doesn't run: nothing */
/* The leaf or open node is woken when the value of the condition changes, until it ends; within a
 * tick. Condition and binding must outlive that; at most one each, a new one takes its place. When
 * values in the binding change, us_run_watch again, unless it is that of the leaf's own frame.
 * Returns the value now. */
bool us_run_watch(us_run *run, us_node_ref node_ref, const us_expr *condition,
                  const us_binding *binding);
/* The same of an expression of the leaf's own frame, beside all that is watched for it. */
void us_run_watch_own(us_run *run, us_node_ref node_ref, const us_expr *expr);
/* What an argument of a frame is now; groups are borrowed until the next bind. Within a tick. */
us_value us_run_value(us_run *run, uint32_t frame, const us_arg *arg, us_value_kind kind);
/* What the arguments of a query are now, for the parameters of the same names of what is to fill
 * it. value: by slot, set where bound; as of us_run_value. False: one takes another kind. */
bool us_run_pass(us_run *run, us_node_ref query, const us_template *behavior, us_value *value,
                 us_slots *bound);
/* A maintain goal has held once: it counts as done for the order, parallel or sequence that it
 * stands in. */
void us_run_met(us_run *run, us_node_ref node_ref);
/* As the node emit does. What happened is copied; NULL: the actor tells of itself. */
void us_run_emit(us_run *run, const char *event, const us_event *what);

const us_template *us_run_template(const us_run *run, uint32_t frame); /* NULL: it is no more */
us_node_ref us_run_above(const us_run *run, uint32_t frame); /* the open node; frame 0: root */
/* The stack that the frame was pushed on; "" of the default tree; NULL: it is no tree of a stack.
 */
const char *us_run_stack(const us_run *run, uint32_t frame);
us_answer us_run_answer(const us_run *run, us_node_ref node_ref); /* of a node now */
us_binding us_run_binding(const us_run *run, uint32_t frame);     /* borrowed until the next bind */
bool us_run_bound(const us_run *run, uint32_t frame, int slot);
/* Ids are copied. Conditions whose slots are all bound now are asked. */
void us_run_bind(us_run *run, uint32_t frame, int slot, us_value value);
const us_view *us_run_view(const us_run *run); /* of the tick under way */
/* Frames alive, in the order of their numbers. Returns how many there are. */
int us_run_frames(const us_run *run, uint32_t *frame, int room);

typedef struct us_run_counts {
    int64_t visits, conditions; /* nodes visited, conditions evaluated, since the run is new */
    int64_t bound;              /* frames and watchers looked at as slots got other values */
    int frames, frames_most;
    size_t bytes; /* that frames and their groups take now */
} us_run_counts;
us_run_counts us_run_count(const us_run *run);

#endif
