#include "behavior/builder.h"

#include <string.h>

#include "base/sort.h"

/* A bit matrix: bit (row, column) is set if child `row` precedes child `column`, directly or
 * indirectly. */
typedef struct matrix {
    uint64_t *bit;
    int count, words;
} matrix;

static bool get(const matrix *m, int row, int column)
{
    return m->bit[row * m->words + column / 64] >> (column % 64) & 1;
}

static void set(matrix *m, int row, int column)
{
    m->bit[row * m->words + column / 64] |= (uint64_t)1 << (column % 64);
}

static matrix matrix_new(int count)
{
    int words = (count + 63) / 64;
    return (matrix){US_NEW_ARRAY(uint64_t, (size_t)count * (size_t)words), count, words};
}

/* Returns the number of columns set in a row. */
static int size_of(const matrix *m, int row)
{
    int count = 0;
    for (int w = 0; w < m->words; w++)
        count += __builtin_popcountll(m->bit[row * m->words + w]);
    return count;
}

static bool is_forward(const matrix *m)
{
    for (int row = 0; row < m->count; row++)
        for (int w = 0; w <= row / 64; w++) {
            uint64_t back =
                w < row / 64 || row % 64 == 63 ? UINT64_MAX : ((uint64_t)2 << row % 64) - 1;
            if (m->bit[row * m->words + w] & back)
                return false;
        }
    return true;
}

/* Computes the transitive closure if each child precedes only later ones. Goes from the last row to
 * the first, so that the rows of successors are complete. */
static void close_forward(matrix *m)
{
    for (int row = m->count - 1; row >= 0; row--) {
        uint64_t *own = m->bit + row * m->words;
        for (int w = row / 64; w < m->words; w++) {
            const uint64_t *via;
            for (uint64_t left = own[w]; left; left = left & (left - 1) & ~via[w]) {
                via = m->bit + (w * 64 + __builtin_ctzll(left)) * m->words;
                for (int k = w; k < m->words; k++)
                    own[k] |= via[k];
            }
        }
    }
}

static void close_over(matrix *m)
{
    if (is_forward(m)) {
        close_forward(m);
        return;
    }
    for (int via = 0; via < m->count; via++)
        for (int row = 0; row < m->count; row++)
            for (int w = 0; get(m, row, via) && w < m->words; w++)
                m->bit[row * m->words + w] |= m->bit[via * m->words + w];
}

/* The children of an order, which is the last node of the builder. */
typedef struct children {
    int *node;
    us_step_label *sorted; /* by label, then in their order; NULL: not sorted yet */
    int count;
} children;

static int by_label(const void *left, const void *right)
{
    const us_step_label *a = left, *b = right;
    int order = strcmp(a->label, b->label);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

void us_step_labels_sort(us_step_label *item, int count)
{
    us_array_sort(item, (size_t)count, sizeof *item, by_label);
}

int us_step_labels_find(const us_step_label *item, int count, const char *label)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strcmp(item[middle].label, label) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static children list_children(const us_builder *builder, int order)
{
    int most = builder->node.item[order].end - order;
    children list = {US_NEW_ARRAY(int, most), NULL, 0};
    for (int i = order + 1; i < builder->node.item[order].end; i = builder->node.item[i].end)
        list.node[list.count++] = i;
    return list;
}

static void sort_children(const us_builder *builder, children *list)
{
    list->sorted = US_NEW_ARRAY(us_step_label, list->count);
    for (int i = 0; i < list->count; i++)
        list->sorted[i] = (us_step_label){builder->node.item[list->node[i]].label, i};
    us_step_labels_sort(list->sorted, list->count);
}

static const char *label_at(const void *from, int i)
{
    const children *list = from;
    return i < list->count ? list->sorted[i].label : NULL;
}

static int find_child(us_builder *builder, children *list, const char *label,
                      const us_pending_precedence *place)
{
    if (!list->sorted)
        sort_children(builder, list);
    int low = us_step_labels_find(list->sorted, list->count, label);
    if (low < list->count && us_text_equal(list->sorted[low].label, label)) {
        if (low + 1 < list->count && us_text_equal(list->sorted[low + 1].label, label))
            us_faults_add(builder->faults, US_FAULT_NAME, place->line, place->column,
                          "two steps of this order are labeled \"%.63s\"|give one of them "
                          "another label",
                          label);
        return list->sorted[low].index;
    }
    us_faults_add_unknown(builder->faults, place->line, place->column,
                          "no step of this order is labeled", label, label_at, list,
                          "write the label before the step");
    return -1;
}

/* Reads the precedences of this order into the matrix and removes them from the builder. Returns
 * whether there are any. */
static bool read_pairs(us_builder *builder, int order, children *list, matrix *m)
{
    bool any = false;
    int from = builder->pending.count;
    while (from > 0 && builder->pending.item[from - 1].order == order)
        from--;
    for (int i = from; i < builder->pending.count && !us_faults_is_full(builder->faults); i++) {
        const us_pending_precedence *pair = &builder->pending.item[i];
        if (i - from == US_TREE_PAIRS_MAX) {
            us_faults_add(builder->faults, US_FAULT_LIMIT, pair->line, pair->column,
                          "more than %d lines `... before ...` in one order|leave out what follows "
                          "from others, or split it",
                          US_TREE_PAIRS_MAX);
            break;
        }
        int first = pair->first ? find_child(builder, list, pair->first, pair) : pair->first_child;
        int then = pair->then ? find_child(builder, list, pair->then, pair) : pair->then_child;
        if (first < 0 || then < 0)
            continue;
        us_assert(first < list->count && then < list->count);
        set(m, first, then);
        any = true;
    }
    builder->pending.count = from;
    return any;
}

static int find_circle(const matrix *m)
{
    for (int i = 0; i < m->count; i++)
        if (get(m, i, i))
            return i;
    return -1;
}

/* Returns whether the precedences, which have no circle, are a total order. */
static bool is_chain(const matrix *m)
{
    int pairs = 0;
    for (int i = 0; i < m->count; i++)
        pairs += size_of(m, i);
    return pairs == m->count * (m->count - 1) / 2;
}

/* Moves the subtrees of an order: rank[i] is the new place of child i. */
static void rearrange(us_builder *builder, int order, const children *list, const int *rank)
{
    int first_node = order + 1, nodes = builder->node.count - first_node;
    int first_arg = builder->first_arg.item[first_node];
    int first_item = builder->first_item.item[first_node];
    us_node *node = US_NEW_ARRAY(us_node, nodes);
    int *moved = US_NEW_ARRAY(int, nodes), *args = US_NEW_ARRAY(int, nodes),
        *items = US_NEW_ARRAY(int, nodes), *at_rank = US_NEW_ARRAY(int, list->count);
    US_AUTOFREE us_pending_arg *arg = US_NEW_ARRAY(us_pending_arg, builder->arg.count - first_arg);
    const char **item = US_NEW_ARRAY(const char *, builder->item.count - first_item);
    int node_count = 0, arg_count = 0, item_count = 0;
    for (int i = 0; i < list->count; i++)
        at_rank[rank[i]] = list->node[i];
    for (int i = 0; i < list->count; i++) {
        int from = at_rank[i], end = builder->node.item[from].end;
        int shift = first_node + node_count - from;
        for (int k = from; k < end; k++) {
            us_node *copy = &node[node_count];
            *copy = builder->node.item[k];
            copy->end += shift;
            copy->parent += k == from ? 0 : shift;
            moved[k - first_node] = first_node + node_count;
            args[node_count] = first_arg + arg_count;
            items[node_count++] = first_item + item_count;
            for (int a = 0; a < copy->arg_count; a++) {
                arg[arg_count] = builder->arg.item[builder->first_arg.item[k] + a];
                arg[arg_count++].node = k + shift;
            }
            for (int a = 0; a < copy->list_count; a++)
                item[item_count++] = builder->item.item[builder->first_item.item[k] + a];
        }
    }
    us_assert(node_count == nodes && first_arg + arg_count <= builder->arg.count);
    memcpy(builder->node.item + first_node, node, (size_t)nodes * sizeof *node);
    memcpy(builder->first_arg.item + first_node, args, (size_t)nodes * sizeof *args);
    memcpy(builder->first_item.item + first_node, items, (size_t)nodes * sizeof *items);
    if (arg_count > 0)
        memcpy(builder->arg.item + first_arg, arg, (size_t)arg_count * sizeof *arg);
    if (item_count > 0)
        memcpy(builder->item.item + first_item, item, (size_t)item_count * sizeof *item);
    for (int i = 0; i < builder->before.count; i++) {
        us_precedence *before = &builder->before.item[i];
        if (before->first > order) {
            before->first = moved[before->first - first_node];
            before->then = moved[before->then - first_node];
        }
    }
    us_mem_free(node);
    us_mem_free(moved);
    us_mem_free(args);
    us_mem_free(items);
    us_mem_free(at_rank);
    us_mem_free(item);
}

/* Returns whether a maintain goal goes on beside later steps, which a sequence would not do. */
static bool goes_on(const us_builder *builder, const children *list, const matrix *m)
{
    const us_domain *domain = builder->template->domain;
    for (int i = 0; i < list->count; i++) {
        const us_node *node = &builder->node.item[list->node[i]];
        if (node->kind != US_NODE_GOAL || size_of(m, i) == 0)
            continue;
        int goal = us_domain_find_goal(domain, node->name);
        if (node->pursue == 1 + (int)US_GOAL_MAINTAIN ||
            (node->pursue == US_PURSUE_AS_DECLARED && goal >= 0 &&
             domain->goal[goal].kind == US_GOAL_MAINTAIN))
            return true;
    }
    return false;
}

static void become_sequence(us_builder *builder, int order, const children *list, const matrix *m)
{
    int *rank = US_NEW_ARRAY(int, list->count);
    bool moves = false;
    for (int i = 0; i < list->count; i++) {
        rank[i] = list->count - 1 - size_of(m, i);
        moves = moves || rank[i] != i;
    }
    if (moves)
        rearrange(builder, order, list, rank);
    us_mem_free(rank);
    builder->node.item[order].kind = US_NODE_SEQUENCE;
}

/* Returns the first column from `from` on that is set in the row, or m->count. */
static int next_in(const matrix *m, int row, int from)
{
    for (int w = from / 64; w < m->words; w++) {
        uint64_t left = m->bit[row * m->words + w];
        if (w == from / 64)
            left = left >> from % 64 << from % 64;
        if (left)
            return w * 64 + __builtin_ctzll(left);
    }
    return m->count;
}

/* Keeps the pairs with no child between the two. */
static void keep_least(us_builder *builder, const children *list, const matrix *m)
{
    matrix back = matrix_new(m->count);
    for (int i = 0; i < m->count; i++)
        for (int k = next_in(m, i, 0); k < m->count; k = next_in(m, i, k + 1))
            set(&back, k, i);
    for (int i = 0; i < m->count; i++) {
        for (int k = next_in(m, i, 0); k < m->count; k = next_in(m, i, k + 1)) {
            uint64_t between = 0;
            for (int w = 0; !between && w < m->words; w++)
                between = m->bit[i * m->words + w] & back.bit[k * m->words + w];
            if (!between)
                US_LIST_PUT(builder->before, ((us_precedence){list->node[i], list->node[k]}));
        }
    }
    us_mem_free(back.bit);
}

static void refuse_circle(us_builder *builder, int order, const char *label)
{
    const us_node *node = &builder->node.item[order];
    us_faults_add(builder->faults, US_FAULT_UNREACHABLE, node->line, node->column,
                  "step \"%s\" waits for itself: its order goes in a circle|take out one of the "
                  "lines `... before %s`",
                  label, label);
}

void us_builder_close_order(us_builder *builder, int order)
{
    children list = list_children(builder, order);
    us_node *node = &builder->node.item[order];
    if (list.count > US_TREE_CHILDREN_MAX) {
        us_faults_add(builder->faults, US_FAULT_LIMIT, node->line, node->column,
                      "more than %d steps in one order|split it", US_TREE_CHILDREN_MAX);
        node->kind = US_NODE_PARALLEL;
    } else if (list.count > 0) {
        matrix m = matrix_new(list.count);
        bool any = read_pairs(builder, order, &list, &m);
        if (any)
            close_over(&m);
        int circle = any ? find_circle(&m) : -1;
        if (circle >= 0)
            refuse_circle(builder, order, builder->node.item[list.node[circle]].label);
        if (circle >= 0 || (!any && list.count > 1))
            node->kind = US_NODE_PARALLEL;
        else if (list.count == 1 || (is_chain(&m) && !goes_on(builder, &list, &m)))
            become_sequence(builder, order, &list, &m);
        else
            keep_least(builder, &list, &m);
        us_mem_free(m.bit);
    }
    us_mem_free(list.node);
    us_mem_free(list.sorted);
}
