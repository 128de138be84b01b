#include "domain/action.h"
#include "plan/squad_internal.h"

/* ---- orders */

static uint32_t find_top_label(const us_plan *plan)
{
    const us_active_behavior *tree = us_active_behavior_find(&plan->exec, plan->root_frame);
    return plan->top ? plan->top : tree ? tree->node : 0;
}

uint32_t us_squad_find_label(const us_plan *plan)
{
    return plan->squad->goal ? plan->squad->goal : find_top_label(plan);
}

static void give(us_plan *plan, us_order *order)
{
    order->seat = plan->seat.view->self;
    if (order->unit_count > 0 && us_order_allowed(&plan->seat, order))
        us_executor_order(&plan->exec, order, NULL);
}

void us_squad_order(us_plan *plan, int action, const us_id *unit, int count, int32_t arg)
{
    give(plan, &(us_order){.action = (int8_t)action,
                           .unit_count = count,
                           .unit = unit,
                           .arg = {arg},
                           .goal = us_squad_find_label(plan),
                           .step = plan->squad->task});
}

void us_squad_order_home(us_plan *plan, us_id unit, int32_t cell)
{
    give(plan, &(us_order){.action = (int8_t)plan->squad->actions.advance,
                           .unit_count = 1,
                           .unit = &unit,
                           .arg = {cell},
                           .goal = find_top_label(plan)});
}

void us_squad_hold(us_plan *plan, us_id unit, uint32_t holder)
{
    if (us_reservations_hold(plan->reserve, unit, 0) != US_HOLD_FIRM)
        us_reservations_take_unit(plan->reserve, unit, holder);
}

/* ---- setting out and coming home */

/* Returns the percent of the enemy's strength with which the squad sets out. */
static int64_t find_launch(const us_plan *plan)
{
    const us_squad *squad = plan->squad;
    us_cycle waited = plan->now - squad->home;
    return squad->rules.launch -
           (squad->closed ? 0 : waited / us_squad_ticks(plan, US_SQUAD_PATIENT));
}

/* Whether the squad found no way when it was out last, and no cell has opened or closed since. */
static bool is_barred(const us_plan *plan)
{
    const us_squad *squad = plan->squad;
    return squad->barred >= 0 &&
           us_regions_turn(us_reviser_regions(plan->reviser), squad->barred) == squad->barred_turn;
}

/* Returns why the squad does not set out, or US_SQUAD_NO_REASON if it is time. */
static us_squad_reason find_obstacle(const us_plan *plan, const us_squad_scene *s)
{
    const us_squad *squad = plan->squad;
    if (s->force.fighters == 0)
        return US_SQUAD_NO_FIGHTERS;
    if (s->threat)
        return US_SQUAD_HOME_IN_DANGER;
    if (s->force.ours * 100 < us_force_theirs(&s->force) * find_launch(plan))
        return US_SQUAD_TOO_WEAK;
    if (is_barred(plan))
        return US_SQUAD_NO_WAY;
    bool together = s->at_place * 100 >= s->force.fighters * US_SQUAD_MOST ||
                    plan->now - squad->home > us_squad_ticks(plan, US_SQUAD_GATHER);
    return together ? US_SQUAD_NO_REASON : US_SQUAD_NOT_TOGETHER;
}

static void forget_objective(us_plan *plan)
{
    us_squad *squad = plan->squad;
    squad->task = 0;
    squad->target = 0;
    squad->seen = (us_box){0};
    squad->cell = squad->stage = -1;
    squad->free_since = plan->now;
}

void us_squad_call_up(us_plan *plan)
{
    us_squad *squad = plan->squad;
    const us_world *world = us_squad_world(plan);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (squad->member.count < US_ORDER_UNITS_MAX && us_squad_is_fighter(plan, e) &&
            !us_squad_is_member(plan, e) && !us_squad_is_taken(plan, e->id, 0))
            US_LIST_PUT(squad->member, e->id);
    }
    us_squad_mark_members(plan);
}

static void set_out(us_plan *plan)
{
    us_squad_call_up(plan);
    forget_objective(plan);
    plan->squad->phase = US_PHASE_MARCHING;
    if (plan->opening.vain == US_HOLDER_SQUAD) /* it may ask again */
        plan->opening.vain = 0;
}

/* Whether the squad is still on its way home: most of its fighters are not at the gathering place,
 * and it came home lately. */
static bool is_returning(const us_plan *plan, const us_squad_scene *s)
{
    const us_squad *squad = plan->squad;
    return squad->phase == US_PHASE_HOME && squad->place >= 0 && !s->threat &&
           s->at_place * 100 < s->force.fighters * US_SQUAD_MOST &&
           plan->now - squad->home <= us_squad_ticks(plan, US_SQUAD_GATHER);
}

static void wait_or_set_out(us_plan *plan, const us_squad_scene *s)
{
    us_squad *squad = plan->squad;
    us_squad_reason obstacle = find_obstacle(plan, s);
    squad->ours = s->force.ours;
    squad->theirs = us_force_theirs(&s->force);
    if (!is_returning(plan, s)) {
        squad->phase = US_PHASE_FORMING;
        squad->reason = obstacle;
    }
    if (!obstacle)
        set_out(plan);
}

void us_squad_come_home(us_plan *plan, us_squad_reason reason)
{
    us_squad *squad = plan->squad;
    us_task *task = us_task_of_node(&plan->exec, plan->squad->task);
    if (squad->place >= 0)
        us_squad_order(plan, squad->actions.move, squad->member.item, squad->member.count,
                       us_squad_cell_arg(plan, squad->place));
    us_reservations_release(plan->reserve, US_HOLDER_SQUAD);
    squad->member.count = 0;
    us_squad_mark_members(plan);
    squad->phase = US_PHASE_HOME;
    squad->home = plan->now;
    squad->reason = reason;
    forget_objective(plan);
    if (task)
        us_run_wake(plan->exec.run, task->node_ref);
}

void us_squad_end_attack(us_plan *plan, us_attack_end end)
{
    us_task *task = us_task_of_node(&plan->exec, plan->squad->task);
    if (task && task->step.state == US_STEP_GIVEN)
        return; /* the game has not taken its order yet: at the next look */
    forget_objective(plan);
    if (task)
        us_action_task_end_attack(plan, task, end);
}

/* ---- tasks */

/* Returns the squad node around a node, through the goals and calls above it; frame 0: none. */
static us_node_ref find_squad_node(const us_run *run, us_node_ref at)
{
    for (; at.frame; at = us_run_frame_parent(run, at.frame)) {
        const us_template *template = us_run_frame_template(run, at.frame);
        for (; at.node >= 0; at.node = template->node[at.node].parent)
            if (template->node[at.node].kind == US_NODE_SQUAD)
                return at;
    }
    return (us_node_ref){0};
}

bool us_squad_is_attack(const us_plan *plan, const us_task *task)
{
    const us_action_def *def = &plan->domain->action[task->step.order.action];
    bool aims = us_action_find_param(def, US_VALUE_ENTITY) >= 0 ||
                us_action_find_param(def, US_VALUE_CELL) >= 0;
    return plan->squad && def->group && us_action_can_harm(def) && aims &&
           !us_action_has_effect(def, US_EFFECT_OPEN) &&
           find_squad_node(plan->exec.run, task->node_ref).frame;
}

bool us_squad_is_formed(const us_plan *plan)
{
    return plan->squad && plan->squad->node.frame;
}

static void set_rules(us_plan *plan, us_node_ref at)
{
    const us_node *node = &us_run_frame_template(plan->exec.run, at.frame)->node[at.node];
    plan->squad->node = at;
    plan->squad->rules = node->squad;
}

void us_squad_on_replace(us_plan *plan, uint32_t frame, const int *to)
{
    if (!plan->squad || plan->squad->node.frame != frame)
        return;
    us_node_ref at = {frame, to[plan->squad->node.node]};
    if (at.node >= 0)
        set_rules(plan, at);
    else
        plan->squad->node.node = -1; /* its rules stay until another one runs */
}

static bool is_running(const us_plan *plan, us_node_ref at)
{
    return at.frame && at.node >= 0 && us_run_frame_template(plan->exec.run, at.frame) &&
           us_run_node_answer(plan->exec.run, at) == US_RUNNING;
}

/* Takes over the rules of a running squad node, unless those in force are of one. */
static void find_rules(us_plan *plan)
{
    const us_executor *exec = &plan->exec;
    if (is_running(plan, plan->squad->node))
        return;
    for (int i = 0; i < exec->active.count; i++) {
        const us_active_behavior *active = &exec->active.item[i];
        const us_template *template = us_run_frame_template(exec->run, active->frame);
        for (int n = 0; active->squads && template && n < template->node_count; n++) {
            us_node_ref at = {active->frame, n};
            if (template->node[n].kind != US_NODE_SQUAD || !is_running(plan, at))
                continue;
            set_rules(plan, at);
            return;
        }
    }
}

bool us_squad_request(us_plan *plan, us_task *task, us_type type)
{
    us_squad *squad = plan->squad;
    us_action_task *step = &task->step;
    const us_world *world = us_squad_world(plan);
    set_rules(plan, find_squad_node(plan->exec.run, task->node_ref));
    if (type != US_NO_TYPE && plan->domain->type[type].gathers == 0)
        squad->type = type;
    if (squad->task && squad->task != task->node)
        return false;
    squad->goal = us_plan_find_goal(&plan->exec, task->node_ref);
    if (!us_squad_is_out(squad)) {
        squad->asked = task->node;
        return false;
    }
    step->units = 0;
    for (int i = 0; i < squad->member.count; i++) {
        const us_entity *e = us_world_find(world, squad->member.item[i]);
        if (e && us_squad_owns(plan, e) &&
            us_type_can_do(plan->domain, e->type, step->order.action) &&
            !(us_squad_is_taken(plan, e->id, task->node) &&
              us_squad_is_taken(plan, e->id, US_HOLDER_SQUAD)))
            step->unit[step->units++] = e->id;
    }
    return step->units > 0;
}

int us_squad_size(const us_plan *plan)
{
    return plan->squad->member.count;
}

void us_squad_begin_attack(us_plan *plan, us_task *task)
{
    us_squad *squad = plan->squad;
    const us_order *given = &task->step.order;
    const us_action_def *def = &plan->domain->action[given->action];
    int entity = us_action_find_param(def, US_VALUE_ENTITY);
    int cell = us_action_find_param(def, US_VALUE_CELL);
    squad->phase = US_PHASE_MARCHING;
    squad->task = task->node;
    squad->target = entity >= 0 ? (us_id)given->arg[entity] : 0;
    squad->seen = (us_box){0};
    squad->cell = cell < 0 ? -1
                           : us_world_cell(us_squad_world(plan), US_CELL_X(given->arg[cell]),
                                           US_CELL_Y(given->arg[cell]));
    squad->stage = -1;
    squad->moved = plan->now;
    task->step.by_squad = true;
    for (int i = 0; i < task->step.units; i++)
        if (!us_squad_is_taken(plan, task->step.unit[i], US_HOLDER_SQUAD))
            us_reservations_drop_unit(plan->reserve, task->step.unit[i]);
}

bool us_squad_is_on(const us_plan *plan, const us_task *task)
{
    return us_squad_is_out(plan->squad) && plan->squad->task == task->node;
}

/* ---- the squad */

us_squad *us_squad_new(const us_plan *plan)
{
    us_squad squad = {.place = -1, .barred = -1, .type = US_NO_TYPE, .cell = -1, .stage = -1};
    if (!plan->def.settings.squads || !us_force_actions_find(plan->domain, &squad.actions))
        return NULL;
    us_squad *out = US_NEW(us_squad);
    *out = squad;
    out->map = us_steps_new();
    return out;
}

void us_squad_free(us_squad *squad)
{
    if (!squad)
        return;
    us_mem_free(squad->member.item);
    us_mem_free(squad->home_box.item);
    us_mem_free(squad->foe.item);
    us_mem_free(squad->marked.item);
    us_steps_free(squad->map);
    us_mem_free(squad);
}

/* Notes what the squad does. */
static void report(us_plan *plan, const us_squad_scene *s)
{
    us_squad *squad = plan->squad;
    bool out = us_squad_is_out(squad);
    uint32_t step = out ? squad->task : squad->asked;
    int width = us_squad_world(plan)->width;
    us_squad_reason reason = out ? US_SQUAD_NO_REASON : squad->reason;
    int64_t launch = reason == US_SQUAD_TOO_WEAK ? find_launch(plan) : 0;
    us_squad_report now = {
        .state = {.phase = (uint8_t)squad->phase,
                  .reason = (uint8_t)reason,
                  .units = out ? squad->member.count : s->force.fighters,
                  .target = squad->target,
                  .step = us_task_of_node(&plan->exec, step) ? step : 0,
                  .ours = squad->ours,
                  .theirs = squad->theirs,
                  .needs = launch > 0 ? (int)launch : 0},
        .target = squad->target ? us_world_find(us_squad_world(plan), squad->target) : NULL,
        .cell = squad->cell < 0 ? -1 : US_CELL(squad->cell % width, squad->cell / width)};
    us_squad_log_add(&squad->log, &plan->seat, &now);
}

us_cycle us_squad_update(us_plan *plan)
{
    us_squad *squad = plan->squad;
    if (squad)
        find_rules(plan);
    if (!us_squad_is_formed(plan))
        return US_NEVER;
    if (plan->now < squad->next)
        return squad->next;
    squad->next = us_plan_after(plan, US_LOOK);
    us_squad_scene s = us_squad_look(plan);
    us_squad_choose_place(plan, &s);
    us_squad_grow(plan, &s);
    us_squad_form(plan, &s);
    if (us_squad_is_out(squad))
        us_squad_go_on(plan, &s);
    else
        wait_or_set_out(plan, &s);
    report(plan, &s);
    for (int i = 0; i < squad->member.count; i++)
        us_squad_hold(plan, squad->member.item[i], US_HOLDER_SQUAD);
    return squad->next;
}
