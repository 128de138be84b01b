/* The pace of a demonstration: no step begins earlier than it was demonstrated, unless nothing else
 * is being done. */
#include "plan/task.h"
#include "retrieve/step_bag.h"

bool us_pace_is_maintained(const us_template *template, const char *label)
{
    int at = us_template_find_node(template, label);
    const us_node *node = at < 0 ? NULL : &template->node[at];
    return node && node->kind == US_NODE_GOAL && node->what >= 0 &&
           us_goal_kind_from_pursue(template->domain, node->what, node->pursue) == US_GOAL_MAINTAIN;
}

/* Whether the pace of the behavior is known; that of a behavior written by hand is not. */
static bool was_shown(const us_template *template, const us_case_metadata *known)
{
    for (int i = 0; i < template->node_count; i++)
        if (known->step[i].begin >= 0)
            return true;
    return false;
}

/* Returns the timing of a step; a step within another one (delay, retry, sequence) has that
 * one's. */
static us_demo_timing shown_around(const us_template *template, const us_case_metadata *known,
                                   int node)
{
    while (node >= 0 && known->step[node].begin < 0)
        node = template->node[node].parent;
    return node < 0 ? (us_demo_timing){-1, -1} : known->step[node];
}

/* Returns when the first step that is not done was begun. That step begins now, the others as long
 * after it as they did. Goals to maintain count only if no step is done. */
static us_cycle first_shown(const us_template *template, const us_case_metadata *known,
                            const us_fill *fill)
{
    us_cycle first = US_CYCLES_LIMIT;
    for (int i = 0; i < template->node_count; i++) {
        const char *label = template->node[i].label;
        us_cycle begin = known->step[i].begin;
        if (begin >= 0 && begin < first &&
            !us_done_labels_has_label(fill->done, fill->done_count, label) &&
            !(fill->done_count && us_pace_is_maintained(template, label)))
            first = begin;
    }
    return first;
}

void us_active_behavior_set_pace(us_plan *plan, us_active_behavior *active,
                                 const us_template *template, const us_case_metadata *known,
                                 const us_fill *fill)
{
    us_cycle first = first_shown(template, known, fill), now = plan->view->world->now;
    bool any = was_shown(template, known);
    active->nodes = template->node_count;
    active->pace = US_ARENA_ARRAY(active->arena, us_pace, active->nodes);
    for (int i = 0; i < template->node_count; i++) {
        us_demo_timing shown = shown_around(template, known, i);
        active->pace[i] = (us_pace){.drop = US_NEVER, .added = any && shown.begin < 0};
        if (shown.begin > first)
            active->pace[i].begin = now + shown.begin - first;
        if (shown.drop > first)
            active->pace[i].drop = now + shown.drop - first;
    }
}

us_pace us_task_pace(const us_plan *plan, us_node_ref node_ref)
{
    const us_active_behavior *active = us_active_behavior_find(plan, node_ref.frame);
    bool known = active && active->pace && node_ref.node < active->nodes;
    return known ? active->pace[node_ref.node] : (us_pace){.drop = US_NEVER};
}

/* A step that was added later has no demonstrated begin: its actual begin counts. */
us_rank us_task_rank(const us_plan *plan, us_node_ref node_ref)
{
    us_rank rank = {.depth = 0};
    us_cycle begin[US_RANK_DEPTH], born = 0;
    int depth = 0;
    for (; node_ref.frame; node_ref = us_run_frame_parent(plan->run, node_ref.frame)) {
        const us_task *task = us_task_find(plan, node_ref);
        us_pace pace = us_task_pace(plan, node_ref);
        born = task ? task->born : born; /* a called tree has no task */
        if (us_active_behavior_find(plan, node_ref.frame))
            begin[depth++ % US_RANK_DEPTH] = pace.added ? born : pace.begin;
    }
    rank.depth = depth < US_RANK_DEPTH ? depth : US_RANK_DEPTH;
    for (int i = 0; i < rank.depth; i++)
        rank.begin[i] = begin[(depth - 1 - i) % US_RANK_DEPTH];
    return rank;
}

/* Whether a task runs in the frame, or in what fills its leaves. */
static bool has_tasks(const us_plan *plan, uint32_t frame)
{
    for (int i = 0; i < plan->tasks; i++)
        for (us_node_ref at = plan->task[i]->node_ref; at.frame;
             at = us_run_frame_parent(plan->run, at.frame))
            if (at.frame == frame)
                return true;
    return false;
}

/* Whether an action is being done, or waits for something that will come. */
static bool is_done(const us_task *task)
{
    return task->node_ref.frame && !task->early && task->kind == US_NODE_ACT &&
           (task->step.state != US_STEP_WANTS || !task->step.busy);
}

static bool is_pursued(const us_plan *plan, const us_task *task)
{
    if (!task->node_ref.frame || task->early || task->kind != US_NODE_GOAL || task->goal_task.grace)
        return false;
    return !task->goal_task.held &&
           (!task->goal_task.frame || !has_tasks(plan, task->goal_task.frame));
}

static bool is_at_work(const us_plan *plan)
{
    for (int i = 0; i < plan->tasks; i++) /* the cheaper question first */
        if (is_done(plan->task[i]))
            return true;
    for (int i = 0; i < plan->tasks; i++)
        if (is_pursued(plan, plan->task[i]))
            return true;
    return false;
}

static us_cycle earlier(us_cycle at, us_cycle first, us_cycle now)
{
    return at == US_NEVER || at < first ? at : at - (first - now);
}

/* Moves all later begins of the behavior forward, so that `first` is now. */
static void advance(us_plan *plan, us_active_behavior *active, us_cycle first)
{
    us_cycle now = plan->view->world->now;
    for (int i = 0; i < active->nodes; i++) {
        us_pace *pace = &active->pace[i];
        if (pace->begin > now) /* a step that has begun keeps its rank */
            pace->begin = pace->begin < first ? now : earlier(pace->begin, first, now);
        pace->drop = earlier(pace->drop, first, now);
    }
    for (int i = 0; i < plan->tasks; i++) {
        us_task *task = plan->task[i];
        if (task->node_ref.frame != active->frame)
            continue;
        if (task->kind == US_NODE_GOAL && !task->early)
            task->goal_task.drop = earlier(task->goal_task.drop, first, now);
        if (task->kind == US_NODE_GOAL || task->early)
            us_run_wake(plan->run, task->node_ref);
    }
}

void us_plan_advance_pace(us_plan *plan)
{
    us_active_behavior *active = NULL;
    us_cycle first = US_NEVER, now = plan->view->world->now;
    if (is_at_work(plan))
        return;
    for (int i = 0; i < plan->tasks; i++) {
        const us_task *task = plan->task[i];
        us_cycle begin = task->early ? us_task_pace(plan, task->node_ref).begin : US_NEVER;
        if (task->node_ref.frame && begin > now && begin < first) {
            first = begin;
            active = us_active_behavior_find(plan, task->node_ref.frame);
        }
    }
    if (active)
        advance(plan, active, first);
}
