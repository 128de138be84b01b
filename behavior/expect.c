#include "behavior/expect.h"

#include <string.h>

enum { DEEP = 64 };
static const int64_t work_most = (int64_t)1 << 32; /* multiplications: some seconds */
static const double nothing = 1e-15;               /* mass of rounds that may be left out */

/* By cycle from its beginning: the chance that it ends so in it. */
typedef struct course {
    double *success, *failure;
} course;

typedef struct reckoner {
    const us_brl *brl;
    const us_script *script;
    int size; /* cycles */
    int64_t work;
    us_arena *arena;
    us_error *err;
} reckoner;

/* out: any; it is made anew. */
static us_status reckon(reckoner *r, const us_template *t, int node, int depth, course *out);

static course empty(reckoner *r)
{
    r->work += (int64_t)r->size * 64; /* bounds the memory */
    return (course){US_ARENA_ARRAY(r->arena, double, r->size),
                    US_ARENA_ARRAY(r->arena, double, r->size)};
}

static us_status refuse(reckoner *r, const us_node *node, const char *why)
{
    return us_fail(r->err, US_BAD_INPUT, r->brl->file, node->line, node->column, "%s: %s",
                   us_node_about(node->kind)->word, why);
}

/* into[t + after] += sum of a[k] b[t - k]. */
static void add_both(reckoner *r, double *into, const double *a, const double *b, int after)
{
    for (int i = 0; i < r->size; i++) {
        if (a[i] == 0.0)
            continue;
        r->work += r->size - i;
        for (int k = 0; i + k + after < r->size; k++)
            into[i + k + after] += a[i] * b[k];
    }
}

static double mass(const reckoner *r, const double *of)
{
    double sum = 0;
    for (int i = 0; i < r->size; i++)
        sum += of[i];
    return sum;
}

static void add_outcome(const reckoner *r, us_outcome_at end, double chance, course *out)
{
    if (end.answer != US_RUNNING && end.after < r->size)
        (end.answer == US_SUCCESS ? out->success : out->failure)[end.after] += chance;
}

static us_status leaf(reckoner *r, const us_node *node, course *out)
{
    const us_script_line *line =
        r->script ? us_script_find(r->script, r->script->count, node) : NULL;
    if (!line && node->kind != US_NODE_ACT)
        return refuse(r, node, "nobody says what it answers");
    if (!line) {
        add_outcome(r, (us_outcome_at){US_SUCCESS, 1}, 1, out);
        return US_OK;
    }
    const us_script_answer *answer = &r->script->answer[line->answer];
    if (line->cycle > 0 || line->answers > 1 || answer->fill)
        return refuse(r, node, "expected one answer for all times");
    double chance = (double)answer->chance / answer->of;
    add_outcome(r, answer->then, chance, out);
    add_outcome(r, answer->other, 1 - chance, out);
    return US_OK;
}

/* Children one after the other, as long as each ends in the way that goes on. */
static us_status chain(reckoner *r, const us_template *t, int node, int depth, course *out)
{
    bool sequence = t->node[node].kind == US_NODE_SEQUENCE;
    double *reached = US_ARENA_ARRAY(r->arena, double, r->size);
    reached[0] = 1;
    for (int i = node + 1; i < t->node[node].end; i = t->node[i].end) {
        course child;
        double *next = US_ARENA_ARRAY(r->arena, double, r->size);
        US_TRY(reckon(r, t, i, depth, &child));
        add_both(r, sequence ? out->failure : out->success, reached,
                 sequence ? child.failure : child.success, 0);
        add_both(r, next, reached, sequence ? child.success : child.failure, 0);
        reached = next;
    }
    *(sequence ? &out->success : &out->failure) = reached;
    return US_OK;
}

/* Rounds until `ends` or the last one; the next begins in the cycle after. */
static void rounds(reckoner *r, int count, const double *ends, const double *again, double *ended,
                   double *last)
{
    double *begun = US_ARENA_ARRAY(r->arena, double, r->size);
    double *next = US_ARENA_ARRAY(r->arena, double, r->size);
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

static void loop(reckoner *r, const us_node *node, const course *child, course *out)
{
    if (node->kind == US_NODE_RETRY)
        rounds(r, node->count, child->success, child->failure, out->success, out->failure);
    else if (node->kind == US_NODE_REPEAT)
        rounds(r, node->count, child->failure, child->success, out->failure, out->success);
    else
        rounds(r, 0, child->failure, child->success, out->success, NULL);
}

static void timed(reckoner *r, const us_node *node, const course *child, course *out)
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

/* ways[k]: the chance that k of so many have come about; each with its own chance, and `other`
 * where it has not. */
static double at_least(reckoner *r, const double *chance, const double *other, int count, int least,
                       double *below)
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

static us_status parallel(reckoner *r, const us_template *t, int node, int depth, course *out)
{
    const us_node *at = &t->node[node];
    int count = us_child_count(t, node), need = at->count ? at->count : count, n = 0;
    int most = count - need + 1; /* so many failures, and it can't succeed */
    if (at->list_count || (at->fail > 0 && at->fail != most))
        return refuse(r, at, "semaphores, and failures that are counted beside successes");
    course *child = US_ARENA_ARRAY(r->arena, course, count);
    for (int i = node + 1; i < at->end; i = t->node[i].end)
        US_TRY(reckon(r, t, i, depth, &child[n++]));
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
    return US_OK;
}

static us_status call(reckoner *r, const us_node *node, int depth, course *out)
{
    const us_template *called = us_brl_find(r->brl, US_TEMPLATE_TREE, node->name);
    if (!called || depth >= DEEP)
        return refuse(r, node, "trees that call each other");
    return reckon(r, called, 0, depth + 1, out);
}

static us_status one_child(reckoner *r, const us_template *t, int node, int depth, course *out)
{
    const us_node *at = &t->node[node];
    course child;
    US_TRY(reckon(r, t, node + 1, depth, &child));
    switch (at->kind) {
    case US_NODE_INVERT:
        *out = (course){child.failure, child.success};
        return US_OK;
    case US_NODE_SUCCEED:
    case US_NODE_FAIL:
        for (int i = 0; i < r->size; i++)
            (at->kind == US_NODE_FAIL ? out->failure : out->success)[i] =
                child.success[i] + child.failure[i];
        return US_OK;
    case US_NODE_TIMEOUT:
    case US_NODE_DELAY:
        timed(r, at, &child, out);
        return US_OK;
    default:
        loop(r, at, &child, out);
        return US_OK;
    }
}

static us_status reckon(reckoner *r, const us_template *t, int node, int depth, course *out)
{
    const us_node *at = &t->node[node];
    *out = empty(r);
    if (r->work >= work_most)
        return refuse(r, at, "it takes too long to reckon; ask for fewer cycles");
    switch (at->kind) {
    case US_NODE_ACT:
    case US_NODE_GOAL:
    case US_NODE_QUERY:
        return leaf(r, at, out);
    case US_NODE_CALL:
        return call(r, at, depth, out);
    case US_NODE_EMIT:
    case US_NODE_SET:
        out->success[0] = 1;
        return US_OK;
    case US_NODE_SEQUENCE:
    case US_NODE_SELECTOR:
        if (at->memory != US_MEMORY_RESUME)
            return refuse(r, at, "of those with memory only resume can be reckoned");
        return chain(r, t, node, depth, out);
    case US_NODE_PARALLEL:
        return parallel(r, t, node, depth, out);
    case US_NODE_INVERT:
    case US_NODE_SUCCEED:
    case US_NODE_FAIL:
    case US_NODE_RETRY:
    case US_NODE_REPEAT:
    case US_NODE_UNTIL_FAIL:
    case US_NODE_TIMEOUT:
    case US_NODE_DELAY:
        return one_child(r, t, node, depth, out);
    default:
        return refuse(r, at, "it can't be reckoned: it asks the world, chooses or remembers");
    }
}

static double mean(const reckoner *r, const double *of, double share)
{
    double sum = 0;
    for (int i = 0; i < r->size; i++)
        sum += i * of[i];
    return share > 0 ? sum / share : 0;
}

us_status us_expect(const us_brl *brl, const us_template *root, const us_script *script,
                    us_cycle most, us_expected *out, us_error *err)
{
    us_assert(most >= 0 && most <= US_EXPECT_MOST);
    reckoner r = {.brl = brl, .script = script, .size = most + 1, .err = err};
    course ends;
    r.arena = us_arena_new();
    us_status status = US_OK;
    if (root->when_count > 0 || root->alive_count > 0)
        status = us_fail(err, US_BAD_INPUT, brl->file, root->line, root->column,
                         "\"%s\" has conditions, which ask the world", root->name);
    if (status == US_OK)
        status = reckon(&r, root, 0, 0, &ends);
    if (status == US_OK && r.work >= work_most)
        status = refuse(&r, &root->node[0], "it takes too long to reckon; ask for fewer cycles");
    if (status == US_OK) {
        out->success = mass(&r, ends.success);
        out->failure = mass(&r, ends.failure);
        out->success_time = mean(&r, ends.success, out->success);
        out->failure_time = mean(&r, ends.failure, out->failure);
    }
    us_arena_free(r.arena);
    return status;
}
