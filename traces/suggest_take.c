#include "traces/label_tree.h"
#include "traces/suggest.h"

static bool is_stale(const us_goal_instance *instance, us_seat seat)
{
    return instance->suggested && instance->seat == seat;
}

/* The seat's suggestions go, and what stood below one then stands below what that stood below. */
static void drop_suggestions(us_annotation *annotation, us_seat seat)
{
    us_goal_instance *goal = annotation->goal;
    us_label_tree tree;
    us_label_tree_init(&tree, annotation);
    for (int i = 0; i < tree.count; i++) {
        int above = tree.place[i].parent;
        while (above >= 0 && is_stale(&goal[above], seat))
            above = tree.place[above].parent;
        if (tree.place[i].parent >= 0 && !is_stale(&goal[i], seat))
            goal[i].parent = above < 0 ? 0 : goal[above].id;
    }
    us_label_tree_clear(&tree);
    int kept = 0;
    for (int i = 0; i < annotation->count; i++) {
        if (!is_stale(&goal[i], seat))
            goal[kept++] = goal[i];
    }
    annotation->count = kept;
}

/* The same goal for more than half of the same orders has been said already. */
static bool is_said(const us_annotation *annotation, const us_review *course,
                    const us_goal_instance *instance)
{
    for (int i = 0; i < annotation->count; i++) {
        const us_goal_instance *other = &annotation->goal[i];
        if (!other->suggested && us_instance_matches(course, other, instance))
            return true;
    }
    return false;
}

int us_suggestions_take(us_annotation *annotation, const us_review *course, us_seat seat,
                        const us_annotation *made)
{
    int added = 0;
    drop_suggestions(annotation, seat);
    for (int i = 0; i < made->count; i++) {
        us_goal_instance instance = made->goal[i];
        if (is_said(annotation, course, &instance))
            continue;
        instance.id = instance.parent = 0;
        us_annotation_nest(annotation, us_annotation_add(annotation, &instance));
        added++;
    }
    return added;
}
