#include "traces/label_tree.h"
#include "traces/suggest.h"

static bool is_suggestion(const us_goal_instance *instance, us_seat seat, us_span ids)
{
    return instance->suggested && instance->seat == seat && instance->id >= ids.from &&
           instance->id < ids.to;
}

int us_suggestions_count(const us_annotation *annotation, us_seat seat, us_span ids)
{
    int count = 0;
    for (int i = 0; i < annotation->count; i++)
        count += is_suggestion(&annotation->goal[i], seat, ids);
    return count;
}

void us_suggestion_accept(us_annotation *annotation, us_goal_instance *goal)
{
    bool suggested = goal->suggested;
    us_goal_instance_set_manual(goal);
    if (suggested) {
        us_annotation_move_children(annotation, goal->seat, goal->id, goal->parent);
        us_annotation_nest(annotation, goal);
    }
}

int us_suggestions_accept(us_annotation *annotation, us_seat seat, us_span ids)
{
    int count = 0;
    for (int i = 0; i < annotation->count; i++) {
        if (!is_suggestion(&annotation->goal[i], seat, ids))
            continue;
        us_suggestion_accept(annotation, &annotation->goal[i]);
        count++;
    }
    return count;
}

int us_suggestions_remove(us_annotation *annotation, us_seat seat, us_span ids)
{
    us_goal_instance *goal = annotation->goal;
    us_label_tree tree;
    us_label_tree_init(&tree, annotation);
    for (int i = 0; i < tree.count; i++) {
        int above = tree.place[i].parent;
        while (above >= 0 && is_suggestion(&goal[above], seat, ids))
            above = tree.place[above].parent;
        if (tree.place[i].parent >= 0 && !is_suggestion(&goal[i], seat, ids))
            goal[i].parent = above < 0 ? 0 : goal[above].id;
    }
    us_label_tree_clear(&tree);
    int kept = 0, count = annotation->count;
    for (int i = 0; i < count; i++) {
        if (!is_suggestion(&goal[i], seat, ids))
            goal[kept++] = goal[i];
    }
    annotation->count = kept;
    return count - kept;
}

/* Returns whether a label matches the instance (us_review_is_same_goal). */
static bool is_labeled(const us_annotation *annotation, const us_review *course,
                       const us_goal_instance *instance)
{
    for (int i = 0; i < annotation->count; i++) {
        const us_goal_instance *other = &annotation->goal[i];
        if (!other->suggested && us_review_is_same_goal(course, other, instance))
            return true;
    }
    return false;
}

int us_suggestions_replace(us_annotation *annotation, const us_review *course, us_seat seat,
                           const us_annotation *made)
{
    int added = 0;
    us_suggestions_remove(annotation, seat, US_SUGGESTIONS_ALL);
    for (int i = 0; i < made->count; i++) {
        us_goal_instance instance = made->goal[i];
        if (is_labeled(annotation, course, &instance))
            continue;
        instance.id = instance.parent = 0;
        us_annotation_nest(annotation, us_annotation_add(annotation, &instance));
        added++;
    }
    return added;
}
