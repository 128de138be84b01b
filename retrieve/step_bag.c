#include "retrieve/step_bag.h"

#include <string.h>

#include "base/sort.h"
#include "retrieve/similarity.h"

static uint64_t hash_step(const us_template *t, const us_node *node)
{
    const us_domain *domain = t->domain;
    bool act = node->kind == US_NODE_ACT;
    us_hash hash = us_hash_add_text(US_HASH_START, node->name);
    hash = us_hash_add(hash, (uint64_t)node->kind);
    if (!act && node->what >= 0)
        hash =
            us_hash_add(hash, (uint64_t)us_goal_kind_from_pursue(domain, node->what, node->pursue));
    for (int i = 0; i < node->arg_count; i++) {
        const us_arg *arg = &node->arg[i];
        int64_t value = 0;
        if (arg->param < 0 || node->what < 0 || !arg->expr ||
            !us_expr_is_constant(arg->expr, &value))
            continue;
        us_value_kind kind = act ? domain->action[node->what].param[arg->param].kind
                                 : domain->goal[node->what].param[arg->param].kind;
        if (act && kind != US_VALUE_TYPE)
            continue;
        hash = us_hash_add(hash, (uint64_t)arg->param);
        hash = us_hash_add(hash, (uint64_t)value);
    }
    return hash;
}

static int by_value(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;
    return (one > two) - (one < two);
}

bool us_done_labels_has_label(const char *const *done, int count, const char *label)
{
    for (int i = 0; i < count; i++)
        if (us_text_equal(done[i], label))
            return true;
    return false;
}

us_step_bag us_step_bag_from_behavior(const us_template *behavior, const char *const *done,
                                      int count)
{
    us_step_bag bag = {.action = US_NEW_ARRAY(uint64_t, behavior->node_count)};
    int body = us_template_body(behavior);
    for (int i = 0; i < behavior->node_count;) {
        const us_node *node = &behavior->node[i];
        if (node->parent == body && us_done_labels_has_label(done, count, node->label)) {
            i = node->end;
            continue;
        }
        if (node->kind == US_NODE_ACT || node->kind == US_NODE_GOAL)
            bag.action[bag.count++] = hash_step(behavior, node);
        i++;
    }
    us_array_sort(bag.action, (size_t)bag.count, sizeof *bag.action, by_value);
    return bag;
}

void us_step_bag_clear(us_step_bag *bag)
{
    us_mem_free(bag->action);
    *bag = (us_step_bag){0};
}

int64_t us_step_bag_similarity(const us_step_bag *a, const us_step_bag *b)
{
    int both = 0, i = 0, k = 0;
    while (i < a->count && k < b->count) {
        both += a->action[i] == b->action[k];
        bool step_a = a->action[i] <= b->action[k], step_b = b->action[k] <= a->action[i];
        i += step_a;
        k += step_b;
    }
    int either = a->count + b->count - both;
    return either ? (int64_t)both * US_SIMILARITY_ONE / either : US_SIMILARITY_ONE;
}
