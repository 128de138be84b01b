#include "traces/label_tree.h"

#include "base/sort.h"

typedef struct name {
    us_seat seat;
    uint32_t id;
    int goal;
} name;

static int by_name(const void *one, const void *two)
{
    const name *a = one, *b = two;
    if (a->seat != b->seat)
        return a->seat < b->seat ? -1 : 1;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return (a->goal > b->goal) - (a->goal < b->goal);
}

/* Returns the first goal with that seat and id, or -1. */
static int find(const name *list, int count, us_seat seat, uint32_t id)
{
    const name wanted = {seat, id, -1};
    int at = US_BISECT(i, count, by_name(&list[i], &wanted) < 0);
    return at < count && list[at].seat == seat && list[at].id == id ? list[at].goal : -1;
}

static void find_parents(us_label_tree *tree, const us_annotation *annotation)
{
    US_AUTOFREE name *list = US_NEW_ARRAY(name, tree->count + 1);
    for (int i = 0; i < tree->count; i++)
        list[i] = (name){annotation->goal[i].seat, annotation->goal[i].id, i};
    us_array_sort(list, (size_t)tree->count, sizeof(*list), by_name);
    for (int i = 0; i < tree->count; i++) {
        const us_goal_instance *instance = &annotation->goal[i];
        us_label_place *place = &tree->place[i];
        bool asks = instance->parent != 0;
        place->parent = asks ? find(list, tree->count, instance->seat, instance->parent) : -1;
        place->lost = asks && place->parent < 0;
    }
}

/* Visits each goal once: a way up ends at a goal of an earlier way, or at one of its own (a
 * circle). */
static void break_circles(us_label_tree *tree)
{
    US_AUTOFREE int *seen =
        US_NEW_ARRAY(int, tree->count + 1); /* number of the way that visited it; 0: none */
    for (int i = 0; i < tree->count; i++) {
        int at = i;
        while (at >= 0 && seen[at] == 0) {
            seen[at] = i + 1;
            at = tree->place[at].parent;
        }
        if (at < 0 || seen[at] != i + 1)
            continue;
        while (tree->place[at].parent >= 0) {
            int above = tree->place[at].parent;
            tree->place[at].circle = true;
            tree->place[at].parent = -1;
            at = above;
        }
    }
}

/* Numbers all goals in preorder. */
static void number(us_label_tree *tree)
{
    int *below = US_NEW_ARRAY(int, tree->count + 1), *next = US_NEW_ARRAY(int, tree->count + 1);
    int *head = &below[tree->count], done = 0; /* of the goals at the top */
    for (int i = 0; i <= tree->count; i++)
        below[i] = -1;
    for (int i = tree->count - 1; i >= 0; i--) {
        int *list = tree->place[i].parent < 0 ? head : &below[tree->place[i].parent];
        next[i] = *list;
        *list = i;
    }
    for (int at = *head, depth = 0; at >= 0;) {
        us_label_place *place = &tree->place[at];
        place->depth = depth;
        place->first = done;
        tree->order[done++] = at;
        if (below[at] >= 0) {
            at = below[at];
            depth++;
            continue;
        }
        place->last = done - 1;
        while (next[at] < 0 && tree->place[at].parent >= 0) {
            at = tree->place[at].parent;
            tree->place[at].last = done - 1;
            depth--;
        }
        at = next[at];
    }
    us_mem_free(below);
    us_mem_free(next);
}

void us_label_tree_init(us_label_tree *tree, const us_annotation *annotation)
{
    int count = annotation->count;
    *tree = (us_label_tree){.place = US_NEW_ARRAY(us_label_place, count + 1),
                            .order = US_NEW_ARRAY(int, count + 1),
                            .count = count};
    find_parents(tree, annotation);
    break_circles(tree);
    number(tree);
}

void us_label_tree_clear(us_label_tree *tree)
{
    us_mem_free(tree->place);
    us_mem_free(tree->order);
    *tree = (us_label_tree){0};
}
