#include "behavior/expectation.h"

#include <string.h>

static const int64_t work_most = (int64_t)1 << 32;  /* multiplications: some seconds */
static const int64_t cells_most = (int64_t)1 << 25; /* numbers held at once: 256 MB */
static const double nothing = 1e-15; /* probability of further rounds that may be neglected */

/* By cycle from its beginning: the probability of this end in that cycle. */
typedef struct course {
    double *success, *failure;
} course;

typedef struct estimator {
    const us_brl *brl;
    const us_timeline *script;
    const us_timeline_line **present; /* by key of the script: its last line */
    int size;                         /* cycles */
    int64_t work, cells;
    us_arena *arena;
    us_error *err;
} estimator;

/* Computes the ends of a node into out, which is all zeros before. Leaves the rest of the arena
 * unchanged. */
static us_status compute(estimator *r, const us_template *t, int node, int depth, course *out);

/* Returns `count` arrays of zeros, each of the estimator's size, one behind the other. */
static double *rows(estimator *r, int count)
{
    r->cells += (int64_t)count * r->size;
    return US_ARENA_ARRAY(r->arena, double, (int64_t)count * r->size);
}

static course empty(estimator *r)
{
    double *both = rows(r, 2);
    return (course){both, both + r->size};
}

typedef struct hold {
    us_mark mark;
    int64_t cells;
} hold;

static hold save_mark(const estimator *r)
{
    return (hold){us_arena_mark(r->arena), r->cells};
}

static void release_mark(estimator *r, hold held)
{
    us_arena_release(r->arena, held.mark);
    r->cells = held.cells;
}

static us_status refuse(estimator *r, const us_node *node, const char *why)
{
    return us_error_set(r->err, US_BAD_INPUT, r->brl->file, node->line, node->column, "%s: %s",
                        us_node_kind_row(node->kind)->word, why);
}

/* Adds a convolution: into[t + after] += sum of a[k] b[t - k]. */
static void add_both(estimator *r, double *into, const double *a, const double *b, int after)
{
    for (int i = 0; i < r->size; i++) {
        if (a[i] == 0.0)
            continue;
        r->work += r->size - i;
        for (int k = 0; i + k + after < r->size; k++)
            into[i + k + after] += a[i] * b[k];
    }
}

static double mass(const estimator *r, const double *of)
{
    double sum = 0;
    for (int i = 0; i < r->size; i++)
        sum += of[i];
    return sum;
}

static void add_outcome(const estimator *r, us_timed_answer end, double chance, course *out)
{
    if (end.answer != US_RUNNING && end.after < r->size)
        (end.answer == US_SUCCESS ? out->success : out->failure)[end.after] += chance;
}

/* Finds the last line of each key. */
static void find_present(estimator *r)
{
    const us_timeline *script = r->script;
    r->present = US_ARENA_ARRAY(r->arena, const us_timeline_line *, script->keys);
    for (int i = 0; i < script->count; i++)
        if (script->line[i].what == US_TIMELINE_ANSWER || script->line[i].what == US_TIMELINE_SCORE)
            r->present[script->line[i].key] = &script->line[i];
}

static us_status leaf(estimator *r, const us_template *t, int index, course *out)
{
    const us_node *node = &t->node[index];
    int item = us_brl_find_index(r->brl, t->kind, t->name);
    const us_timeline_line *line =
        r->script ? us_timeline_find(r->script, r->present, item, index) : NULL;
    if (!line && node->kind != US_NODE_ACT)
        return refuse(r, node, "nobody says what it answers");
    if (!line) {
        add_outcome(r, (us_timed_answer){US_SUCCESS, 1}, 1, out);
        return US_OK;
    }
    const us_timeline_answer *answer = &r->script->answer[line->answer];
    if (line->cycle > 0 || line->answers > 1 || answer->fill)
        return refuse(r, node, "expected one answer for all times");
    double chance = (double)answer->chance / answer->of;
    add_outcome(r, answer->then, chance, out);
    add_outcome(r, answer->other, 1 - chance, out);
    return US_OK;
}

/* Computes a sequence or selector: each child begins when the one before ends in the way that goes
 * on. */
static us_status chain(estimator *r, const us_template *t, int node, int depth, course *out)
{
    bool sequence = t->node[node].kind == US_NODE_SEQUENCE;
    double *on = sequence ? out->success : out->failure; /* how far the last child goes on */
    double *off = sequence ? out->failure : out->success;
    size_t bytes = (size_t)r->size * sizeof *on;
    hold held = save_mark(r);
    double *reached = rows(r, 1);
    on[0] = 1;
    for (int i = node + 1; i < t->node[node].end; i = t->node[i].end) {
        hold one = save_mark(r);
        course child = empty(r);
        US_TRY(compute(r, t, i, depth, &child));
        memcpy(reached, on, bytes);
        memset(on, 0, bytes);
        add_both(r, off, reached, sequence ? child.failure : child.success, 0);
        add_both(r, on, reached, sequence ? child.success : child.failure, 0);
        release_mark(r, one);
    }
    release_mark(r, held);
    return US_OK;
}

/* Adds up rounds until the end `ends` or the last round. Each round begins in the cycle after the
 * one before. */
static void rounds(estimator *r, int count, const double *ends, const double *again, double *ended,
                   double *last)
{
    double *begun = rows(r, 2), *next = begun + r->size;
    begun[0] = 1;
    for (int round = 1; r->work < work_most && mass(r, begun) > nothing; round++) {
        bool over = count > 0 && round == count;
        add_both(r, ended, begun, ends, 0);
        add_both(r, over ? last : next, begun, again, over ? 0 : 1);
        if (over)
            return;
        double *old = begun;
        begun = next;
        next = old;
        memset(next, 0, (size_t)r->size * sizeof *next);
        r->work += r->size;
    }
}

static void loop(estimator *r, const us_node *node, const course *child, course *out)
{
    if (node->kind == US_NODE_RETRY)
        rounds(r, node->count, child->success, child->failure, out->success, out->failure);
    else if (node->kind == US_NODE_REPEAT)
        rounds(r, node->count, child->failure, child->success, out->failure, out->success);
    else
        rounds(r, 0, child->failure, child->success, out->success, NULL);
}

static void timed(estimator *r, const us_node *node, const course *child, course *out)
{
    int limit = node->count < r->size ? node->count : r->size;
    if (node->kind == US_NODE_DELAY) {
        for (int i = limit; i < r->size; i++) {
            out->success[i] = child->success[i - limit];
            out->failure[i] = child->failure[i - limit];
        }
        return;
    }
    double left = 1;
    for (int i = 0; i < limit; i++) {
        out->success[i] = child->success[i];
        out->failure[i] = child->failure[i];
        left -= child->success[i] + child->failure[i];
    }
    if (limit < r->size)
        out->failure[limit] = left;
}

/* Returns the probability that at least `least` of `count` independent events have happened. Event
 * i happens with chance[i], and does not with other[i]. ways[k] is the probability of exactly k
 * events. *below gets the probability of fewer than `least`. */
static double at_least(estimator *r, const double *chance, const double *other, int count,
                       int least, double *below)
{
    us_mark mark = us_arena_mark(r->arena);
    double *ways = US_ARENA_ARRAY(r->arena, double, count + 1), sum = 0;
    ways[0] = 1;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k >= 0; k--)
            ways[k] = (k <= i ? ways[k] * other[i] : 0) + (k > 0 ? ways[k - 1] * chance[i] : 0);
    r->work += (int64_t)count * count;
    for (int k = least; k <= count; k++)
        sum += ways[k];
    *below = 0;
    for (int k = 0; k < least && k <= count; k++)
        *below += ways[k];
    us_arena_release(r->arena, mark);
    return sum;
}

static us_status parallel(estimator *r, const us_template *t, int node, int depth, course *out)
{
    const us_node *at = &t->node[node];
    int count = us_template_child_count(t, node), need = at->count ? at->count : count, n = 0;
    int most = count - need + 1; /* with so many failures it can't succeed */
    if (at->list_count || (at->fail > 0 && at->fail != most))
        return refuse(r, at,
                      "expected values can't be calculated if the node holds semaphores, or fails "
                      "at a number of "
                      "failures with which it could still succeed");
    hold held = save_mark(r);
    course *child = US_ARENA_ARRAY(r->arena, course, count);
    for (int i = node + 1; i < at->end; i = t->node[i].end) {
        child[n] = empty(r);
        US_TRY(compute(r, t, i, depth, &child[n++]));
    }
    double *won = US_ARENA_ARRAY(r->arena, double, 4 * count), *lost = won + count,
           *not_won = lost + count, *not_lost = not_won + count;
    double before_won = 0, before_lost = 0, below;
    for (int i = 0; i < r->size && r->work < work_most; i++) {
        for (int k = 0; k < count; k++) {
            won[k] += child[k].success[i];
            lost[k] += child[k].failure[i];
            not_won[k] = 1 - won[k];
            not_lost[k] = 1 - lost[k];
        }
        double by_won = at_least(r, won, not_won, count, need, &below), by_lost;
        if (at->fail == US_FAIL_ALL)
            at_least(r, won, lost, count, need, &by_lost); /* all have ended */
        else
            by_lost = at_least(r, lost, not_lost, count, most, &below);
        out->success[i] = by_won - before_won;
        out->failure[i] = by_lost - before_lost;
        before_won = by_won;
        before_lost = by_lost;
    }
    release_mark(r, held);
    return US_OK;
}

static us_status call(estimator *r, const us_node *node, int depth, course *out)
{
    const us_template *called = us_brl_find(r->brl, US_TEMPLATE_TREE, node->name);
    if (!called || depth + 1 >= US_FRAMES_DEEP)
        return refuse(r, node, "what it calls lies too deep");
    return compute(r, called, 0, depth + 1, out);
}

static us_status one_child(estimator *r, const us_template *t, int node, int depth, course *out)
{
    const us_node *at = &t->node[node];
    if (at->kind == US_NODE_INVERT)
        return compute(r, t, node + 1, depth, &(course){out->failure, out->success});
    hold held = save_mark(r);
    course child = empty(r);
    US_TRY(compute(r, t, node + 1, depth, &child));
    if (at->kind == US_NODE_SUCCEED || at->kind == US_NODE_FAIL)
        for (int i = 0; i < r->size; i++)
            (at->kind == US_NODE_FAIL ? out->failure : out->success)[i] =
                child.success[i] + child.failure[i];
    else if (at->kind == US_NODE_TIMEOUT || at->kind == US_NODE_DELAY)
        timed(r, at, &child, out);
    else
        loop(r, at, &child, out);
    release_mark(r, held);
    return US_OK;
}

static us_status compute(estimator *r, const us_template *t, int node, int depth, course *out)
{
    const us_node *at = &t->node[node];
    r->work += r->size;
    if (r->work >= work_most || r->cells >= cells_most)
        return refuse(r, at, "the calculation takes too long; ask for fewer cycles");
    switch (at->kind) {
    case US_NODE_ACT:
    case US_NODE_GOAL:
    case US_NODE_QUERY:
        return leaf(r, t, node, out);
    case US_NODE_CALL:
        return call(r, at, depth, out);
    case US_NODE_EMIT:
    case US_NODE_SET:
        out->success[0] = 1;
        return US_OK;
    case US_NODE_SEQUENCE:
    case US_NODE_SELECTOR:
        if (at->memory != US_MEMORY_RESUME)
            return refuse(r, at,
                          "expected values can be calculated for the memory \"resume\" only");
        return chain(r, t, node, depth, out);
    case US_NODE_PARALLEL:
        return parallel(r, t, node, depth, out);
    case US_NODE_SQUAD:
        return compute(r, t, node + 1, depth, out);
    case US_NODE_RETRY:
    case US_NODE_REPEAT:
        if (at->rounds != US_ROUNDS_APART)
            return refuse(r, at, "expected values can be calculated for rounds apart only");
        return one_child(r, t, node, depth, out);
    case US_NODE_INVERT:
    case US_NODE_SUCCEED:
    case US_NODE_FAIL:
    case US_NODE_UNTIL_FAIL:
    case US_NODE_TIMEOUT:
    case US_NODE_DELAY:
        return one_child(r, t, node, depth, out);
    default:
        return refuse(
            r, at,
            "expected values can't be calculated: the node asks the world, chooses or remembers");
    }
}

static double mean(const estimator *r, const double *of, double share)
{
    double sum = 0;
    for (int i = 0; i < r->size; i++)
        sum += i * of[i];
    return share > 0 ? sum / share : 0;
}

us_status us_expectation_compute(const us_brl *brl, const us_template *root,
                                 const us_timeline *script, us_cycle most, us_expectation *out,
                                 us_error *err)
{
    us_assert(most >= 0 && most <= US_EXPECT_MOST);
    US_AUTOPTR(us_arena) arena = us_arena_new();
    estimator r = {.brl = brl, .script = script, .size = most + 1, .arena = arena, .err = err};
    if (script)
        find_present(&r);
    course ends = empty(&r);
    if (root->when_count > 0 || root->alive_count > 0)
        return us_error_set(err, US_BAD_INPUT, brl->file, root->line, root->column,
                            "\"%s\" has conditions, which ask the world", root->name);
    US_TRY(compute(&r, root, 0, 0, &ends));
    if (r.work >= work_most)
        return refuse(&r, &root->node[0], "the calculation takes too long; ask for fewer cycles");
    out->success = mass(&r, ends.success);
    out->failure = mass(&r, ends.failure);
    out->success_time = mean(&r, ends.success, out->success);
    out->failure_time = mean(&r, ends.failure, out->failure);
    return US_OK;
}
