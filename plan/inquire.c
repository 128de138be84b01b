/* Queries in a plan: the answer of plan/ask.h fills the query, which ends as the answer ends. */
#include "plan/task.h"

static us_answer end(us_plan *plan, us_task *task, us_answer answer, const us_task_reason *why)
{
    if (answer == US_FAILURE)
        us_plan_pass_lack(plan, task->node_ref, why);
    us_plan_log_task(plan, task, answer == US_SUCCESS ? US_NOTE_SUCCEEDED : US_NOTE_FAILED, why);
    us_task_free(plan, task);
    return answer;
}

/* A query has no goal whose test would judge the behavior: the behavior runs like a tree. */
static void filled(void *context, us_active_query *asking)
{
    us_plan *plan = context;
    us_task *task = us_task_find(plan, asking->node_ref);
    if (!task->node)
        us_plan_log_task(plan, task, US_NOTE_STARTED, NULL);
    us_active_behavior *active = us_active_behavior_new(plan, asking->frame);
    active->behavior = -1;
    active->hash =
        us_query_engine_hash_template(plan->asker, us_run_frame_template(plan->run, asking->frame));
    active->above = task->node;
    active->asked = true;
    us_plan_log_query(plan, active, asking);
    plan->counts.expansions++;
}

static void over(void *context, us_active_query *asking, us_note_kind how, const char *text)
{
    us_plan *plan = context;
    us_query_task *inquiry = &us_task_find(plan, asking->node_ref)->inquiry;
    us_task_reason why = {.text = text};
    bool failed = how == US_NOTE_FAILED;
    if (failed && us_run_node_failure(plan->run, asking->node_ref)[0])
        inquiry->lacks = (us_lacking){.kind = US_LACKS_CONDITION};
    else if (failed)
        inquiry->lacks = us_lacking_choose(us_active_behavior_find(plan, asking->frame)->lacks);
    if (failed || asking->behavior < 0)
        why.lacks = inquiry->lacks;
    us_active_behavior_end(plan, asking->node_ref, &asking->frame, how, text ? &why : NULL);
}

static us_query_engine *asker_of(us_plan *plan)
{
    if (!plan->asker)
        plan->asker = us_query_engine_new(plan->domain, plan->def.case_base, plan->ties);
    return plan->asker;
}

static us_query_host asks_of(us_plan *plan)
{
    return (us_query_host){asker_of(plan), plan->run, plan, filled, over};
}

static us_answer take(us_plan *plan, us_task *task, us_answer answer)
{
    us_task_reason why = {task->inquiry.asking.why, task->inquiry.lacks};
    return answer == US_RUNNING ? answer : end(plan, task, answer, why.text ? &why : NULL);
}

us_answer us_query_task_begin(us_plan *plan, us_node_ref node_ref, us_cycle *until)
{
    us_task *task = us_task_new(plan, node_ref, US_NODE_QUERY);
    task->inquiry.lacks = (us_lacking){.kind = US_LACKS_BEHAVIOR};
    us_query_host asks = asks_of(plan);
    return take(plan, task, us_query_host_begin(&asks, node_ref, &task->inquiry.asking, until));
}

int64_t us_query_task_similarity(us_plan *plan, us_node_ref node_ref)
{
    return us_query_engine_similarity(asker_of(plan), plan->run, node_ref);
}

us_answer us_query_task_update(us_plan *plan, us_task *task, us_cycle *until)
{
    us_query_host asks = asks_of(plan);
    return take(plan, task, us_query_host_update(&asks, &task->inquiry.asking, until));
}

void us_query_task_stop(us_plan *plan, us_task *task, us_stop how)
{
    us_query_host asks = asks_of(plan);
    us_query_host_stop(&asks, &task->inquiry.asking, how);
    if (how != US_HALT)
        return;
    us_plan_log_task(plan, task, US_NOTE_STOPPED, NULL);
    us_task_free(plan, task);
}

bool us_plan_has_event_query(const us_plan *plan)
{
    for (int i = 0; i < plan->tasks; i++) {
        const us_task *task = plan->task[i];
        if (task->node_ref.frame && task->kind == US_NODE_QUERY &&
            us_task_node(plan, task)->recheck == US_RECHECK_EVENT)
            return true;
    }
    return false;
}
