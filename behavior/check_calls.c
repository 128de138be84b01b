#include "behavior/check.h"

#include <string.h>

/* Graph of the calls between templates, by index into the file. */
typedef struct a_call {
    int from, to;
    int node; /* call node in `from` */
    int next; /* next edge to the same template, or -1 */
} a_call;
typedef struct calls {
    US_LIST(a_call) edge;
    int *into; /* by template: first edge to it, or -1 */
} calls;

static void add_edge(calls *graph, int from, int to, int node)
{
    US_LIST_PUT(graph->edge, ((a_call){from, to, node, graph->into[to]}));
    graph->into[to] = graph->edge.count - 1;
}

static calls graph_new(int count)
{
    calls graph = {.into = US_NEW_ARRAY(int, count)};
    for (int i = 0; i < count; i++)
        graph.into[i] = -1;
    return graph;
}

static void graph_clear(calls *graph)
{
    us_mem_free(graph->edge.item);
    us_mem_free(graph->into);
}

/* ---- recursion */

/* A walk over the nodes that surely begin once a template has begun: no condition precedes them. */
typedef struct walk {
    const us_brl *brl;
    const us_template *template;
    calls *graph;
    us_faults *faults;
    int from;
    const bool *waits; /* by node: waits for other steps of its order */
} walk;

static bool same_goal(const us_template *template, const us_node *goal)
{
    if (!us_text_equal(goal->name, template->goal_name) || goal->arg_count != template->goal_args)
        return false;
    if (template->goal >= 0 &&
        us_goal_kind_from_pursue(template->domain, template->goal, goal->pursue) !=
            us_goal_kind_from_pursue(template->domain, template->goal, template->pursue))
        return false;
    for (int i = 0; i < goal->arg_count; i++)
        if (!us_text_equal(goal->arg[i].text, template->goal_arg[i].text) ||
            !us_text_equal(goal->arg[i].name, template->goal_arg[i].name))
            return false;
    return true;
}

static bool surely(walk *w, int index);

/* Visits the children that surely begin. Returns whether the nodes behind this node surely
 * begin. */
static bool children(walk *w, int index)
{
    const us_node *node = &w->template->node[index];
    bool line = node->kind == US_NODE_SEQUENCE;
    bool first = node->kind == US_NODE_SELECTOR || node->kind == US_NODE_STACKS ||
                 node->kind == US_NODE_MONITOR || node->kind == US_NODE_MACHINE;
    bool order = node->kind == US_NODE_ORDER, passes = true;
    if (node->kind == US_NODE_CHOOSE) {
        first = node->score == US_SCORE_ORDER && node->pick == US_PICK_FIRST;
        if (!first && us_template_child_count(w->template, index) > 1)
            return true;
    }
    for (int i = index + 1; i < node->end; i = w->template->node[i].end) {
        if (w->template->node[i].kind == US_NODE_RULE)
            break;
        if (order && w->waits[i])
            continue;
        passes = surely(w, i);
        if (first || (line && !passes))
            break;
    }
    return passes || !line;
}

static bool surely(walk *w, int index)
{
    const us_node *node = &w->template->node[index];
    int to;
    switch (node->kind) {
    case US_NODE_CHECK:
        return node->arg_count > 0 && us_arg_has_text(&node->arg[0], "true");
    case US_NODE_CALL:
        to = us_brl_find_index(w->brl, US_TEMPLATE_TREE, node->name);
        if (to >= 0)
            add_edge(w->graph, w->from, to, index);
        return true;
    case US_NODE_GOAL:
        if (w->template->kind == US_TEMPLATE_BEHAVIOR && same_goal(w->template, node))
            us_faults_add(w->faults, US_FAULT_RECURSION, node->line, node->column,
                          "recursion without an end: the behavior pursues the goal that it "
                          "achieves|pursue a smaller goal, or act");
        return true;
    case US_NODE_GUARD: /* a second guard of the semaphore fails */
    case US_NODE_PUSH:  /* replaces the running tree on the stack, without nesting */
    case US_NODE_POP_TO:
        return true;
    default:
        return children(w, index);
    }
}

/* Circles: strongly connected components, by Tarjan's algorithm without recursion. */
typedef struct circles {
    int *at;     /* by template: next edge to visit */
    int *number; /* order of first visits, from 1 */
    int *low;    /* least number that it leads back to */
    int *component;
    int *open, *path; /* stacks: templates without a component yet; path of the walk */
    int opened, depth, count;
} circles;

static void enter(circles *c, const calls *back, int node)
{
    c->number[node] = c->low[node] = ++c->count;
    c->at[node] = back->into[node];
    c->open[c->opened++] = node;
    c->path[c->depth++] = node;
}

static void leave(circles *c)
{
    int node = c->path[--c->depth], other;
    if (c->depth > 0 && c->low[node] < c->low[c->path[c->depth - 1]])
        c->low[c->path[c->depth - 1]] = c->low[node];
    if (c->low[node] != c->number[node])
        return;
    do {
        other = c->open[--c->opened];
        c->component[other] = node + 1;
    } while (other != node);
}

/* Returns the component by template: two templates share a number if each leads back to the other.
 * The caller frees the array. The walk uses the reversed edges, which the graph lists by template;
 * they form the same circles. */
static int *list_circles(const calls *graph, int count)
{
    circles c = {.at = US_NEW_ARRAY(int, count),
                 .number = US_NEW_ARRAY(int, count),
                 .low = US_NEW_ARRAY(int, count),
                 .component = US_NEW_ARRAY(int, count),
                 .open = US_NEW_ARRAY(int, count),
                 .path = US_NEW_ARRAY(int, count)};
    for (int i = 0; i < count; i++) {
        if (c.number[i] == 0)
            enter(&c, graph, i);
        while (c.depth > 0) {
            int node = c.path[c.depth - 1], e = c.at[node];
            if (e < 0) {
                leave(&c);
                continue;
            }
            c.at[node] = graph->edge.item[e].next;
            int to = graph->edge.item[e].from;
            if (c.number[to] == 0)
                enter(&c, graph, to);
            else if (c.component[to] == 0 && c.number[to] < c.low[node])
                c.low[node] = c.number[to];
        }
    }
    us_mem_free(c.at);
    us_mem_free(c.number);
    us_mem_free(c.low);
    us_mem_free(c.open);
    us_mem_free(c.path);
    return c.component;
}

static void check_recursion(const us_brl *brl, us_faults *faults)
{
    calls graph = graph_new(brl->count);
    for (int i = 0; i < brl->count; i++) {
        const us_template *template = brl->item[i];
        bool *waits = US_NEW_ARRAY(bool, template->node_count);
        for (int k = 0; k < template->before_count; k++)
            waits[template->before[k].then] = true;
        walk w = {brl, template, &graph, faults, i, waits};
        if (template->node_count > 0)
            surely(&w, 0);
        us_mem_free(waits);
    }
    US_AUTOFREE int *component = list_circles(&graph, brl->count);
    for (int i = 0; i < graph.edge.count && !us_faults_is_full(faults); i++) {
        const a_call *edge = &graph.edge.item[i];
        if (component[edge->from] != component[edge->to])
            continue;
        const us_node *call = &brl->item[edge->from]->node[edge->node];
        us_faults_add(faults, US_FAULT_RECURSION, call->line, call->column,
                      "recursion without an end: %s calls %s, which comes back to it and nothing "
                      "is asked on the way|write `check ...` before the call, or `repeat` instead",
                      brl->item[edge->from]->name, call->name);
    }
    graph_clear(&graph);
}

/* ---- semaphores */

enum { SEMAPHORES_MAX = 64 };

typedef struct semaphores {
    const char *name[SEMAPHORES_MAX];
    int count;
    us_faults *faults;
} semaphores;

static uint64_t bit_of(semaphores *all, const char *name, const us_node *node)
{
    for (int i = 0; i < all->count; i++)
        if (us_text_equal(all->name[i], name))
            return (uint64_t)1 << i;
    if (all->count == SEMAPHORES_MAX) {
        us_faults_add(all->faults, US_FAULT_LIMIT, node->line, node->column,
                      "more than %d semaphores in a file|use fewer names", SEMAPHORES_MAX);
        return 0;
    }
    all->name[all->count++] = name;
    return (uint64_t)1 << (all->count - 1);
}

static uint64_t taken_by(semaphores *all, const us_node *node)
{
    uint64_t bits = 0;
    if (node->kind == US_NODE_GUARD)
        return bit_of(all, node->name, node);
    for (int i = 0; node->kind == US_NODE_PARALLEL && i < node->list_count; i++)
        bits |= bit_of(all, node->list[i], node);
    return bits;
}

/* Updates the facts known of the template `from`, which calls `to`, after those of `to` changed.
 * Returns whether they changed. */
typedef bool (*a_learner)(void *context, int from, int to);

/* Propagates facts from templates to their callers, until nothing changes. */
static void spread(const us_brl *brl, a_learner learn, void *context)
{
    int *queue = US_NEW_ARRAY(int, brl->count + 1), tail = 0, head = 0;
    US_AUTOFREE bool *queued = US_NEW_ARRAY(bool, brl->count);
    calls graph = graph_new(brl->count);
    for (int i = 0; i < brl->count; i++) {
        for (int k = 0; k < brl->item[i]->node_count; k++) {
            const us_node *node = &brl->item[i]->node[k];
            int to = node->kind == US_NODE_CALL
                         ? us_brl_find_index(brl, US_TEMPLATE_TREE, node->name)
                         : -1;
            if (to >= 0)
                add_edge(&graph, i, to, k);
        }
        queue[tail++] = i;
        queued[i] = true;
    }
    while (head != tail) { /* a ring buffer: each template waits in it once */
        int to = queue[head];
        head = (head + 1) % (brl->count + 1);
        queued[to] = false;
        for (int e = graph.into[to]; e >= 0; e = graph.edge.item[e].next) {
            int from = graph.edge.item[e].from;
            if (!learn(context, from, to) || queued[from])
                continue;
            queued[from] = true;
            queue[tail] = from;
            tail = (tail + 1) % (brl->count + 1);
        }
    }
    us_mem_free(queue);
    graph_clear(&graph);
}

/* Adds the set of the called template to that of its caller. */
static bool join(void *context, int from, int to)
{
    uint64_t *set = context, before = set[from];
    set[from] |= set[to];
    return set[from] != before;
}

/* Returns by template the semaphores that it takes, by itself and by the trees that it calls. */
static uint64_t *gather(const us_brl *brl, semaphores *all)
{
    uint64_t *takes = US_NEW_ARRAY(uint64_t, brl->count);
    for (int i = 0; i < brl->count; i++)
        for (int k = 0; k < brl->item[i]->node_count; k++)
            takes[i] |= taken_by(all, &brl->item[i]->node[k]);
    spread(brl, join, takes);
    return takes;
}

us_node_effect *us_brl_compute_effects(const us_brl *brl)
{
    uint64_t *set = US_NEW_ARRAY(uint64_t, brl->count); /* bit per us_node_effect */
    us_node_effect *effect = US_NEW_ARRAY(us_node_effect, brl->count);
    for (int i = 0; i < brl->count; i++)
        for (int k = 0; k < brl->item[i]->node_count; k++)
            set[i] |= (uint64_t)1 << us_node_kind_row(brl->item[i]->node[k].kind)->effect;
    spread(brl, join, set);
    for (int i = 0; i < brl->count; i++)
        effect[i] = set[i] >> US_RUNS & 1      ? US_RUNS
                    : set[i] >> US_CHANGES & 1 ? US_CHANGES
                                               : US_ASKS;
    us_mem_free(set);
    return effect;
}

typedef struct endings {
    const us_brl *brl;
    uint8_t *ends; /* by template */
} endings;

static uint8_t ends_now(const endings *all, int i)
{
    return us_template_compute_ends(all->brl, all->ends, all->brl->item[i]);
}

static bool widen(void *context, int from, int to)
{
    endings *all = context;
    if (!all->ends[to] || all->ends[from])
        return false;
    all->ends[from] = ends_now(all, from) & US_HOLDS;
    return all->ends[from];
}

static bool narrow(void *context, int from, int to)
{
    endings *all = context;
    uint8_t before = all->ends[from];
    if ((~all->ends[to] & (US_ENDS_WELL | US_ENDS_BADLY)) == 0)
        return false;
    all->ends[from] &= ends_now(all, from);
    return all->ends[from] != before;
}

uint8_t *us_brl_compute_ends(const us_brl *brl)
{
    endings all = {brl, US_NEW_ARRAY(uint8_t, brl->count)};
    for (int i = 0; i < brl->count; i++)
        all.ends[i] = ends_now(&all, i) & US_HOLDS;
    spread(brl, widen, &all);
    for (int i = 0; i < brl->count; i++)
        all.ends[i] |= US_ENDS_WELL | US_ENDS_BADLY;
    for (int i = 0; i < brl->count; i++)
        all.ends[i] &= ends_now(&all, i);
    spread(brl, narrow, &all);
    return all.ends;
}

static const char *lowest(const semaphores *all, uint64_t bits)
{
    for (int i = 0; i < all->count; i++)
        if (bits >> i & 1)
            return all->name[i];
    return "";
}

static void check_held(const us_brl *brl, const us_template *template, semaphores *all,
                       const uint64_t *takes)
{
    uint64_t *held = US_NEW_ARRAY(uint64_t, template->node_count); /* by the node and above it */
    for (int i = 0; i < template->node_count; i++) {
        const us_node *node = &template->node[i];
        uint64_t above = node->parent >= 0 ? held[node->parent] : 0;
        uint64_t own = taken_by(all, node), wanted = own;
        held[i] = above | own;
        int to =
            node->kind == US_NODE_CALL ? us_brl_find_index(brl, US_TEMPLATE_TREE, node->name) : -1;
        if (to >= 0)
            wanted |= takes[to];
        if (!(wanted & above))
            continue;
        const char *name = lowest(all, wanted & above);
        us_faults_add(all->faults, US_FAULT_SEMAPHORE, node->line, node->column,
                      "the semaphore %s is never released here: what holds it stands above and "
                      "waits for this|take out one of the two `guard %s`",
                      name, name);
    }
    us_mem_free(held);
}

void us_brl_check_calls(const us_brl *brl, us_faults *faults)
{
    check_recursion(brl, faults);
    semaphores all = {.faults = faults};
    US_AUTOFREE uint64_t *takes = gather(brl, &all);
    for (int i = 0; i < brl->count && !us_faults_is_full(faults); i++)
        check_held(brl, brl->item[i], &all, takes);
}
