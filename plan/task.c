#include "plan/task.h"
#include "plan/play_repair.h"

#include <stdio.h>

#include "behavior/brl.h"
#include "domain/action.h"

/* ---- what the runs of a seat share */

void us_seat_state_init(us_seat_state *seat, const us_scenario *scenario, us_seat self,
                        uint64_t seed, us_case_base *case_base)
{
    *seat = (us_seat_state){.scenario = scenario,
                            .domain = scenario->domain,
                            .case_base = case_base,
                            .ties = us_ties_make(seed, scenario->map_hash, self)};
    seat->asker = us_query_engine_new(seat->domain, case_base, seat->ties);
    us_str_init(&seat->text);
}

void us_seat_state_clear(us_seat_state *seat)
{
    us_query_engine_free(seat->asker);
    us_mem_free(seat->given.item);
    us_notes_clear(&seat->notes);
    us_str_clear(&seat->text);
}

void us_seat_state_begin(us_seat_state *seat, const us_view *view, us_orders *orders)
{
    seat->view = view;
    seat->orders = orders;
    seat->given.count = seat->taken = 0;
    us_notes_reset(&seat->notes);
}

us_given_order us_seat_state_take_order(us_seat_state *seat, us_reason reason)
{
    seat->refused += reason != US_REASON_NONE;
    return seat->taken < seat->given.count ? seat->given.item[seat->taken++]
                                           : (us_given_order){NULL, NULL};
}

/* ---- the table of tasks */

/* The map holds active behaviors, too: by frames as a whole. */
static us_node_ref whole(uint32_t frame)
{
    return (us_node_ref){frame, -1};
}

static us_task *task_new(us_executor *executor, us_node_ref node_ref, us_node_kind kind)
{
    int at = executor->unused;
    while (at < executor->tasks && executor->task[at]->node_ref.frame)
        at++;
    if (at == executor->tasks) {
        executor->task = us_array_grow(executor->task, executor->tasks, &executor->task_capacity,
                                       sizeof(us_task *));
        executor->task[executor->tasks] = US_NEW(us_task);
        executor->tasks++; /* not before: memory may run out, and all tasks are freed */
    }
    executor->unused = at + 1;
    us_node_map_put(&executor->index, node_ref, at);
    us_task *task = executor->task[at];
    *task = (us_task){.executor = executor,
                      .node_ref = node_ref,
                      .kind = kind,
                      .born = executor->seat->view->world->now};
    return task;
}

us_task *us_task_find(const us_executor *executor, us_node_ref node_ref)
{
    int at = us_node_map_find(&executor->index, node_ref);
    return at < 0 ? NULL : executor->task[at];
}

void us_task_free(us_task *task)
{
    us_executor *executor = task->executor;
    us_seat_state *seat = executor->seat;
    int at = us_node_map_find(&executor->index, task->node_ref);
    if (executor->plan && !task->left)
        us_reservations_release(executor->plan->reserve, task->node);
    for (int i = 0; i < seat->given.count; i++)
        if (seat->given.item[i].task == task)
            seat->given.item[i].task = NULL;
    if (task->kind == US_NODE_ACT)
        us_mem_free(task->step.unit);
    us_node_map_remove(&executor->index, task->node_ref);
    task->node_ref = (us_node_ref){0};
    executor->unused = at < executor->unused ? at : executor->unused;
}

us_task *us_task_of_node(const us_executor *executor, uint32_t node)
{
    for (int i = 0; i < executor->tasks; i++) {
        us_task *task = executor->task[i];
        if (task->node_ref.frame && task->kind == US_NODE_ACT && node && task->node == node)
            return task;
    }
    return NULL;
}

us_task *us_task_of_order(const us_executor *executor, uint32_t order)
{
    for (int i = 0; i < executor->tasks; i++) {
        us_task *task = executor->task[i];
        if (task->node_ref.frame && task->kind == US_NODE_ACT &&
            task->step.state == US_STEP_TAKEN && task->step.order.id == order)
            return task;
    }
    return NULL;
}

void us_executor_move_tasks(us_executor *executor, uint32_t frame, const int *to)
{
    for (int i = 0; i < executor->tasks; i++)
        if (executor->task[i]->node_ref.frame == frame)
            us_node_map_remove(&executor->index, executor->task[i]->node_ref);
    for (int i = 0; i < executor->tasks; i++) {
        us_task *task = executor->task[i];
        if (task->node_ref.frame != frame)
            continue;
        task->node_ref.node = to[task->node_ref.node];
        us_assert(task->node_ref.node >= 0); /* else it was stopped */
        us_node_map_put(&executor->index, task->node_ref, i);
        if (task->kind == US_NODE_QUERY)
            task->inquiry.query.node_ref = task->node_ref;
    }
}

us_answer us_task_end(us_task *task, us_answer answer, const us_task_reason *why)
{
    if (answer == US_FAILURE)
        us_plan_pass_lack(task, why);
    us_plan_log_task(task, answer == US_SUCCESS ? US_NOTE_SUCCEEDED : US_NOTE_FAILED, why);
    if (answer == US_FAILURE)
        us_play_repairs_on_failure(task->executor->plan, task, why);
    us_task_free(task);
    return answer;
}

void us_task_halt(us_task *task)
{
    us_plan_log_task(task, US_NOTE_STOPPED, NULL);
    us_task_free(task);
}

const us_node *us_task_node(const us_task *task)
{
    return &us_run_frame_template(task->executor->run, task->node_ref.frame)
                ->node[task->node_ref.node];
}

const us_arg *us_node_arg(const us_node *node, int param)
{
    for (int i = 0; i < node->arg_count; i++)
        if (node->arg[i].param == param)
            return &node->arg[i];
    return NULL;
}

us_active_behavior *us_active_behavior_new(us_executor *executor, uint32_t frame)
{
    us_node_map_put(&executor->index, whole(frame), executor->active.count);
    us_active_behavior *active = US_LIST_ADD(executor->active);
    const us_template *template = us_run_frame_template(executor->run, frame);
    *active = (us_active_behavior){
        .frame = frame,
        .node = ++executor->seat->nodes,
        .behavior = -1,
        .hash = us_query_engine_hash_template(executor->seat->asker, template)};
    for (int i = 0; i < template->node_count; i++)
        active->squads |= template->node[i].kind == US_NODE_SQUAD;
    return active;
}

us_active_behavior *us_active_behavior_find(const us_executor *executor, uint32_t frame)
{
    int at = frame ? us_node_map_find(&executor->index, whole(frame)) : -1;
    return at < 0 ? NULL : &executor->active.item[at];
}

void us_active_behavior_end(us_executor *executor, us_active_behavior *active, us_note_kind kind,
                            const us_task_reason *why)
{
    us_plan_log_behavior(executor, active, kind, why);
    if (active->pushed) {
        us_note push = us_note_begin(executor->seat, US_NOTE_STEP, kind, active->above, NULL);
        us_notes_add(&executor->seat->notes, &push);
    }
    us_arena_free(active->arena);
    us_active_behavior *last = &executor->active.item[--executor->active.count];
    us_node_map_put(&executor->index, whole(last->frame), (int)(active - executor->active.item));
    us_node_map_remove(&executor->index, whole(active->frame));
    *active = *last;
}

void us_open_node_clear(us_executor *executor, us_node_ref open_node, uint32_t *frame,
                        us_note_kind kind, const us_task_reason *why)
{
    us_run_clear_node(executor->run, open_node); /* ends behaviors below it */
    us_active_behavior *active = us_active_behavior_find(executor, *frame);
    if (active)
        us_active_behavior_end(executor, active, kind, why);
    *frame = 0;
}

us_active_behavior *us_plan_find_behavior(const us_executor *executor, us_node_ref node_ref)
{
    for (uint32_t frame = node_ref.frame; frame;
         frame = us_run_frame_parent(executor->run, frame).frame) {
        us_active_behavior *active = us_active_behavior_find(executor, frame);
        if (active)
            return active;
    }
    return NULL;
}

uint32_t us_plan_find_goal(const us_executor *executor, us_node_ref node_ref)
{
    const us_active_behavior *active = us_plan_find_behavior(executor, node_ref);
    while (active && active->fills_query)
        active = us_plan_find_behavior(executor, us_run_frame_parent(executor->run, active->frame));
    return !active ? 0 : active->above ? active->above : active->node;
}

/* ---- the executor: the host of a run */

static const us_task_host *host_of(const us_executor *executor, us_node_kind kind)
{
    return kind == US_NODE_GOAL  ? executor->goal
           : kind == US_NODE_ACT ? executor->act
                                 : executor->query;
}

static us_answer begin(void *context, us_run *run, us_node_ref node_ref, us_cycle *until)
{
    us_executor *executor = context;
    us_node_kind kind = us_run_frame_template(run, node_ref.frame)->node[node_ref.node].kind;
    return host_of(executor, kind)->begin(task_new(executor, node_ref, kind), until);
}

static us_answer go(void *context, us_run *run, us_node_ref node_ref, us_cycle *until)
{
    us_task *task = us_task_find(context, node_ref);
    (void)run;
    us_assert(task != NULL);
    return host_of(context, task->kind)->go(task, until);
}

static void stop(void *context, us_run *run, us_node_ref node_ref, us_stop how)
{
    us_task *task = us_task_find(context, node_ref);
    (void)run;
    us_assert(task != NULL);
    host_of(context, task->kind)->stop(task, how);
}

static const us_program *tree(void *context, us_run *run, us_node_ref node_ref, const char *name)
{
    const us_executor *executor = context;
    (void)run, (void)node_ref;
    return us_query_engine_find_tree(executor->seat->asker, name);
}

static int64_t score(void *context, us_run *run, us_node_ref node_ref)
{
    us_executor *executor = context;
    const us_template *template = us_run_frame_template(run, node_ref.frame);
    if (!us_node_has_similarity(template, node_ref.node))
        return 0;
    const us_task_host *host = host_of(executor, template->node[node_ref.node].kind);
    return host->similarity ? us_active_query_score(host->similarity(executor, node_ref)) : 0;
}

const us_host us_executor_host = {
    .begin = begin, .go = go, .stop = stop, .tree = tree, .score = score};

void us_executor_clear(us_executor *executor)
{
    us_run_free(executor->run);
    for (int i = 0; i < executor->tasks; i++) {
        us_task *task = executor->task[i];
        us_mem_free(task->node_ref.frame && task->kind == US_NODE_ACT ? task->step.unit : NULL);
        us_mem_free(task);
    }
    for (int i = 0; i < executor->active.count; i++)
        us_arena_free(executor->active.item[i].arena);
    us_node_map_clear(&executor->index);
    us_mem_free(executor->task);
    us_mem_free(executor->active.item);
}

bool us_order_allowed(const us_seat_state *seat, const us_order *order)
{
    return us_scenario_check(seat->scenario, seat->view, order) == US_REASON_NONE;
}

void us_executor_order(us_executor *executor, const us_order *order, us_task *task)
{
    us_seat_state *seat = executor->seat;
    us_order *given = us_orders_add_copy(seat->orders, order);
    if (task)
        given->step = task->node;
    US_LIST_PUT(seat->given, ((us_given_order){executor, task}));
    seat->ordered++;
    if (task) {
        task->step.state = US_STEP_GIVEN;
        task->step.order.id = 0;
        task->step.reason = US_REASON_NONE;
    }
}

void us_task_on_order(us_task *task, const us_order *order, us_reason reason)
{
    task->step.order.id = order->id;
    task->step.reason = reason;
    if (reason == US_REASON_NONE)
        task->step.state = US_STEP_TAKEN;
    else
        us_run_wake(task->executor->run, task->node_ref);
}

/* ---- notes for the trace */

us_note us_note_begin(const us_seat_state *seat, us_note_subject of, us_note_kind kind,
                      uint32_t node, const us_task_reason *why)
{
    return (us_note){.cycle = seat->view->world->now,
                     .seat = seat->view->self,
                     .kind = (uint8_t)kind,
                     .of = (uint8_t)of,
                     .node = node,
                     .cell = -1,
                     .why = why ? why->text : NULL,
                     .lacks = why ? why->lacks : (us_lacking){0}};
}

/* A task that makes what a step lacks comes from a tree without a type: prints the type that is
 * made. */
static void print_step(const us_task *task, us_str *text)
{
    const us_executor *executor = task->executor;
    us_node_ref open_node = us_run_frame_parent(executor->run, task->node_ref.frame);
    const us_task *lacking = open_node.frame ? us_task_find(executor, open_node) : NULL;
    if (!lacking || lacking->kind != US_NODE_ACT) {
        us_node_print(us_run_frame_template(executor->run, task->node_ref.frame),
                      task->node_ref.node, text);
        return;
    }
    const us_domain *domain = executor->seat->domain;
    const us_action_def *def = &domain->action[us_task_node(task)->what];
    us_str_addf(text, "act %s(%s: \"%s\")", def->name,
                def->param[us_action_find_param(def, US_VALUE_TYPE)].name,
                domain->type[lacking->step.making].name);
}

const char *us_plan_label(const us_executor *executor, us_node_ref node_ref)
{
    const us_node *all = us_run_frame_template(executor->run, node_ref.frame)->node;
    int node = node_ref.node;
    while (!all[node].label[0] && all[node].parent >= 0 &&
           us_node_kind_row(all[all[node].parent].kind)->most == 1)
        node = all[node].parent;
    return all[node].label;
}

/* Returns the label for notes: characters write only that of the node itself. */
static const char *label_of(const us_task *task)
{
    return task->executor->plan ? us_plan_label(task->executor, task->node_ref)
                                : us_task_node(task)->label;
}

/* Returns the name of the goal or action; "" for a query. */
static const char *what_of(const us_task *task, bool goal)
{
    const us_domain *domain = task->executor->seat->domain;
    if (goal)
        return domain->goal[task->goal_task.goal.type].name;
    return task->kind == US_NODE_ACT ? domain->action[us_task_node(task)->what].name : "";
}

/* The first note of a task introduces it. */
static us_note of_task(us_task *task, us_note_kind kind, const us_task_reason *why)
{
    us_seat_state *seat = task->executor->seat;
    bool known = task->node != 0, goal = task->kind == US_NODE_GOAL && task->executor->plan;
    if (!known)
        task->node = ++seat->nodes;
    us_note note = us_note_begin(seat, goal ? US_NOTE_GOAL : US_NOTE_STEP, kind, task->node, why);
    if (known)
        return note;
    const us_active_behavior *active = us_plan_find_behavior(task->executor, task->node_ref);
    us_str_reset(&seat->text);
    if (goal)
        us_goal_print(seat->domain, &task->goal_task.goal, &seat->text);
    else
        print_step(task, &seat->text);
    note.text = seat->text.text;
    note.what = what_of(task, goal);
    note.label = label_of(task);
    note.above = active ? active->node : 0;
    return note;
}

void us_plan_log_task(us_task *task, us_note_kind kind, const us_task_reason *why)
{
    us_note note = of_task(task, kind, why);
    if (kind == US_NOTE_STOPPED && note.lacks.kind == US_LACKS_NONE)
        note.lacks = task->lacks;
    us_notes_add(&task->executor->seat->notes, &note);
    task->waits[0] = '\0';
    task->lacks = (us_lacking){0};
}

void us_plan_log_waiting(us_task *task, const us_task_reason *why)
{
    if (us_text_equal(task->waits, why->text) && task->lacks.kind == why->lacks.kind &&
        task->lacks.item == why->lacks.item)
        return;
    us_note note = of_task(task, US_NOTE_WAITING, why);
    us_notes_add(&task->executor->seat->notes, &note);
    snprintf(task->waits, sizeof task->waits, "%s", why->text);
    task->lacks = why->lacks;
}

void us_plan_log_bound(us_task *task, const char *slot, const us_id *unit, int units, int32_t cell)
{
    us_note note = of_task(task, US_NOTE_BOUND, NULL);
    note.slot = slot;
    note.unit = unit;
    note.units = units;
    note.cell = cell;
    us_notes_add(&task->executor->seat->notes, &note);
}

static us_note of_behavior(us_executor *executor, const us_active_behavior *active,
                           us_note_kind kind, const us_task_reason *why)
{
    us_note note = us_note_begin(executor->seat, US_NOTE_BEHAVIOR, kind, active->node, why);
    note.behavior = active->hash;
    return note;
}

void us_plan_log_behavior(us_executor *executor, const us_active_behavior *active,
                          us_note_kind kind, const us_task_reason *why)
{
    us_note note = of_behavior(executor, active, kind, why);
    us_notes_add(&executor->seat->notes, &note);
}

void us_plan_log_tree(us_executor *executor, const us_active_behavior *active)
{
    us_note note = of_behavior(executor, active, US_NOTE_STARTED, NULL);
    note.above = active->above;
    note.text = us_run_frame_template(executor->run, active->frame)->name;
    us_notes_add(&executor->seat->notes, &note);
}

void us_plan_log_retrieved(us_executor *executor, const us_active_behavior *active,
                           const us_chosen_behavior *chosen, int attempt, const int32_t *state)
{
    us_case_base *case_base = executor->seat->case_base;
    us_note note = of_behavior(executor, active, US_NOTE_RETRIEVED, NULL);
    note.above = active->above;
    note.text = us_case_base_behavior_name(case_base, chosen->behavior);
    note.case_id = chosen->found < 0 ? 0 : us_case_base_get_case(case_base, chosen->found).id;
    note.similarity = chosen->similarity;
    note.margin = chosen->margin;
    note.other = chosen->other < 0 ? "" : us_case_base_behavior_name(case_base, chosen->other);
    note.attempt = attempt;
    int32_t feature[US_NOTE_FEATURES_MAX];
    if (state && executor->seat->domain->feature_count <= US_COUNT(feature)) {
        us_space_list_features(us_case_base_space(case_base), executor->seat->domain, state,
                               feature);
        note.feature = feature;
        note.features = executor->seat->domain->feature_count;
    }
    us_notes_add(&executor->seat->notes, &note);
}

/* ---- lacks: one of a few kinds, and a name of the domain */

static const char *type_name(const us_plan *plan, us_type type)
{
    return type == US_NO_TYPE ? NULL : plan->domain->type[type].name;
}

const char *us_lack_item(const us_plan *plan, const us_lack *lack)
{
    if (lack->type != US_NO_TYPE)
        return type_name(plan, lack->type);
    return lack->role >= 0 ? plan->domain->roles.name[lack->role] : NULL;
}

/* ---- refusals */

static us_note_lack lack_of(us_reason reason)
{
    switch (reason) {
    case US_REASON_NO_RESOURCES:
        return US_LACKS_RESOURCE;
    case US_REASON_NOT_YOURS:
    case US_REASON_CANNOT:
    case US_REASON_UNFINISHED:
    case US_REASON_BUSY:
    case US_REASON_INTERRUPTED:
        return US_LACKS_UNIT;
    case US_REASON_NO_FOOD:
        return US_LACKS_FOOD;
    case US_REASON_REQUIRES:
        return US_LACKS_REQUIREMENT;
    case US_REASON_BAD_TARGET:
    case US_REASON_BAD_PLACE:
    case US_REASON_EXHAUSTED:
        return US_LACKS_PLACE;
    case US_REASON_NO_WAY:
        return US_LACKS_WAY;
    case US_REASON_NO_UNIT:
    case US_REASON_DEAD:
        return US_LACKS_LIFE;
    default:
        return US_LACKS_OTHER;
    }
}

/* Returns the first resource that the seat has too little of. */
static const char *short_of(const us_plan *plan, const us_type_def *made)
{
    for (int r = 0; made && r < plan->domain->resources.count; r++)
        if (us_world_tally(plan->seat.view->world, plan->seat.view->self, r) < made->cost[r])
            return plan->domain->resources.name[r];
    return NULL;
}

/* Returns the type of the unit that should do it now. */
static const char *actor_name(const us_plan *plan, const us_action_task *step)
{
    us_id id = step->order.unit_count ? step->unit[0] : 0;
    const us_entity *e = id ? us_world_find(plan->seat.view->world, id) : NULL;
    return type_name(plan, e ? e->type : US_NO_TYPE);
}

static const char *item_of(const us_plan *plan, const us_action_task *step, us_note_lack lacks)
{
    const us_type_def *made = us_cost_find(plan, &step->order);
    switch (lacks) {
    case US_LACKS_RESOURCE:
        return short_of(plan, made);
    case US_LACKS_UNIT:
        return actor_name(plan, step);
    case US_LACKS_FOOD:
        return type_name(plan, us_lack_find_food(plan).type);
    case US_LACKS_REQUIREMENT:
        return type_name(plan, us_lack_find_required(plan, made).type);
    case US_LACKS_LIFE:
        return type_name(plan, step->actor);
    default:
        return NULL;
    }
}

us_lacking us_lacking_choose(us_lacking lacks)
{
    return lacks.kind ? lacks : (us_lacking){.kind = US_LACKS_OTHER};
}

us_task_reason us_task_reason_from_refusal(const us_plan *plan, const us_task *task,
                                           us_reason reason)
{
    us_note_lack lacks = lack_of(reason);
    return (us_task_reason){us_reason_name(reason), {lacks, item_of(plan, &task->step, lacks), 0}};
}

/* ---- lacks of tasks */

void us_plan_pass_lack(const us_task *task, const us_task_reason *why)
{
    us_active_behavior *active = us_plan_find_behavior(task->executor, task->node_ref);
    if (active)
        active->lacks = why->lacks;
}
