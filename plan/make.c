/* Making units and buildings: those that a step lacks, and reinforcements. */
#include "domain/action.h"
#include "plan/squad.h"

/* ---- making what a step lacks: its leaf is filled with a tree of one action, by the domain's
 * table of producers. That action may lack something itself. */

static bool of_faction(const us_plan *plan, us_type type)
{
    int faction = plan->domain->type[type].faction;
    return faction < 0 || faction == plan->seat.view->world->faction[plan->seat.view->self];
}

us_type us_plan_find_maker(const us_plan *plan, const us_order *order)
{
    const us_producer *row;
    us_type made = us_order_product(plan->domain, order, NULL);
    int rows = made == US_NO_TYPE ? 0 : us_domain_producers(plan->domain, made, &row);
    for (int i = 0; i < rows; i++)
        if (row[i].action == order->action && of_faction(plan, row[i].actor))
            return row[i].actor;
    return US_NO_TYPE;
}

static bool fits(const us_plan *plan, const us_lack *lack, us_type type)
{
    const us_type_def *def = &plan->domain->type[type];
    if (def->abstract || !of_faction(plan, type))
        return false;
    if (lack->type != US_NO_TYPE && !us_type_is_a(plan->domain, type, lack->type))
        return false;
    if (lack->role >= 0 && !(def->roles >> lack->role & 1))
        return false;
    return lack->action < 0 || us_type_can_do(plan->domain, type, lack->action);
}

/* Returns how much stands between the seat and an entity of that type: 0 if a unit could begin
 * now. */
static int find_lack(const us_plan *plan, us_type type, int *action)
{
    const us_view *view = plan->seat.view;
    const us_producer *row;
    int rows = us_domain_producers(plan->domain, type, &row), least = -1;
    for (int i = 0; i < rows; i++) {
        int here = !us_world_count(view->world, view->self, row[i].actor) * 2 +
                   !us_world_has_requirement(view->world, view->self, type);
        if (!of_faction(plan, row[i].actor) || (least >= 0 && here >= least))
            continue;
        least = here;
        *action = row[i].action;
    }
    return least;
}

static int64_t cost_of(const us_plan *plan, us_type type)
{
    int64_t cost = 0;
    for (int r = 0; r < plan->domain->resources.count; r++)
        cost += plan->domain->type[type].cost[r];
    return cost;
}

/* Chooses the type of least trouble, then the cheapest, then the first. */
static us_type choose(const us_plan *plan, const us_lack *lack, int *action)
{
    us_type best = US_NO_TYPE;
    int least = -1;
    for (us_type t = 0; t < plan->domain->type_count; t++) {
        int how = -1;
        int here = fits(plan, lack, t) ? find_lack(plan, t, &how) : -1;
        if (here < 0 ||
            (best != US_NO_TYPE &&
             (here > least || (here == least && cost_of(plan, t) >= cost_of(plan, best)))))
            continue;
        best = t;
        least = here;
        *action = how;
    }
    return best;
}

/* Returns the tree of one action; made once. */
static const us_program *maker(us_plan *plan, int action)
{
    const us_action_def *def = &plan->domain->action[action];
    if (plan->maker[action])
        return plan->maker[action];
    us_str text;
    us_str_init(&text);
    int cell = us_action_find_param(def, US_VALUE_CELL);
    us_str_addf(&text, "brl 1\ntree Make(made: type, there: cell) {\n    do act %s(%s: made",
                def->name, def->param[us_action_find_param(def, US_VALUE_TYPE)].name);
    if (cell >= 0) /* the slot stays unbound: a place is found for it */
        us_str_addf(&text, ", %s: there", def->param[cell].name);
    us_str_add(&text, ")\n}\n");
    return plan->maker[action] = us_plan_parse(plan, &text);
}

/* Returns how many things are being made for one another, up to this one. */
static int chain_of(const us_plan *plan, us_node_ref node_ref)
{
    int count = 0;
    for (; node_ref.frame; node_ref = us_run_frame_parent(plan->exec.run, node_ref.frame)) {
        const us_task *task = us_task_find(&plan->exec, node_ref);
        if (!task || task->kind != US_NODE_ACT)
            break;
        count++;
    }
    return count;
}

/* Returns the type of the entity that the step will create, or US_NO_TYPE. */
static us_type made_of(const us_plan *plan, const us_action_task *step)
{
    us_effect_kind kind = US_EFFECT_CREATE;
    if (step->state == US_STEP_MAKING)
        return step->making;
    us_type made = us_order_product(plan->domain, &step->order, &kind);
    return kind == US_EFFECT_CREATE ? made : US_NO_TYPE;
}

bool us_plan_is_coming(const us_plan *plan, const us_task *but, const us_lack *lack)
{
    for (int i = 0; i < plan->exec.tasks; i++) {
        const us_task *task = plan->exec.task[i];
        if (task == but || !task->node_ref.frame || task->early || task->kind != US_NODE_ACT)
            continue;
        us_type made = made_of(plan, &task->step);
        if (made != US_NO_TYPE && fits(plan, lack, made))
            return true;
    }
    return false;
}

/* Whether the seat has a unit that could do the step if it were free. */
static bool is_there(const us_plan *plan, const us_action_task *step, const us_lack *lack)
{
    const us_world *world = plan->seat.view->world;
    us_type made = us_order_product(plan->domain, &step->order, NULL);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner == plan->seat.view->self && !(e->flags & US_ENTITY_UNFINISHED) &&
            fits(plan, lack, e->type) &&
            (made == US_NO_TYPE ||
             us_type_can_make(plan->domain, e->type, step->order.action, made)))
            return true;
    }
    return false;
}

bool us_action_task_make(us_plan *plan, us_task *task, const us_lack *lack)
{
    int action = -1;
    if ((lack->action >= 0 && task->step.units == 0 && is_there(plan, &task->step, lack)) ||
        us_plan_is_coming(plan, task, lack) || chain_of(plan, task->node_ref) > US_CHAIN_MAX)
        return false;
    us_type type = choose(plan, lack, &action);
    if (type == US_NO_TYPE ||
        us_action_find_param(&plan->domain->action[action], US_VALUE_TYPE) < 0)
        return false;
    const us_program *program = maker(plan, action);
    us_slots bound = {0};
    us_value value[US_SLOTS_MAX] = {{.number = type}};
    us_slots_add(&bound, 0);
    if (!program)
        return false;
    us_fill fill = {.program = program, .value = value, .bound = &bound};
    task->step.making = type;
    task->step.making_since = plan->now;
    return us_run_fill(plan->exec.run, task->node_ref, &fill) != 0;
}

us_lack us_lack_find_required(const us_plan *plan, const us_type_def *made)
{
    const us_view *view = plan->seat.view;
    us_lack lack = {US_NO_TYPE, -1, -1};
    for (int i = 0; made && i < made->requires_count; i++) {
        const us_requirement *all = &made->requires[i];
        for (int k = 0; k < all->count && lack.type == US_NO_TYPE; k++)
            if (!us_world_has_type(view->world, view->self, all->type[k]))
                lack.type = all->type[k];
    }
    return lack;
}

/* The cheapest type that feeds and that has a producer. */
us_lack us_lack_find_food(const us_plan *plan)
{
    const us_domain *domain = plan->domain;
    us_lack lack = {US_NO_TYPE, -1, -1};
    const us_producer *producer;
    for (us_type t = 0; t < domain->type_count; t++) {
        const us_type_def *def = &domain->type[t];
        if (!def->abstract && def->food_supply > 0 && of_faction(plan, t) &&
            us_domain_producers(domain, t, &producer) > 0 &&
            (lack.type == US_NO_TYPE || cost_of(plan, t) < cost_of(plan, lack.type)))
            lack.type = t;
    }
    return lack;
}

uint32_t us_plan_find_stored(const us_plan *plan, bool sites)
{
    const us_world *world = plan->seat.view->world;
    uint32_t stored = 0;
    for (int i = 0; i < world->count; i++)
        if (world->entity[i].owner == plan->seat.view->self &&
            (sites || !(world->entity[i].flags & US_ENTITY_UNFINISHED)))
            stored |= plan->domain->type[world->entity[i].type].stores;
    return stored;
}

us_type us_plan_find_missing_depot(const us_plan *plan)
{
    const us_domain *domain = plan->domain;
    const us_world *world = plan->seat.view->world;
    us_seat self = plan->seat.view->self;
    uint32_t missing = 0;
    us_type best = US_NO_TYPE;
    int most = 0;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        missing |= e->owner == self ? domain->type[e->type].gathers : 0;
    }
    missing &= ~us_plan_find_stored(plan, true);
    for (us_type t = 0; t < domain->type_count && missing; t++) {
        int how = -1, takes = __builtin_popcount(domain->type[t].stores & missing);
        bool better = takes > most || (takes == most && best != US_NO_TYPE &&
                                       cost_of(plan, t) < cost_of(plan, best));
        if (takes == 0 || !better || domain->type[t].abstract || !of_faction(plan, t) ||
            find_lack(plan, t, &how) != 0 || !us_world_can_afford(world, self, t))
            continue;
        best = t;
        most = takes;
    }
    return best;
}

/* ---- reinforcements */

static bool is_fight(const us_plan *plan, const us_task *task)
{
    if (!task->node_ref.frame || task->early || task->kind != US_NODE_ACT ||
        (task->step.state != US_STEP_GIVEN && task->step.state != US_STEP_TAKEN))
        return false;
    const us_action_def *def = &plan->domain->action[task->step.order.action];
    return def->group && us_action_can_harm(def);
}

/* ---- new units join */

static const us_task *fight_of(const us_plan *plan, uint32_t node)
{
    const us_task *task = us_task_of_node(&plan->exec, node);
    return task && is_fight(plan, task) ? task : NULL;
}

static void join(us_plan *plan, us_id unit, const us_task *fight)
{
    us_order order = fight->step.order;
    order.unit = &unit;
    order.unit_count = 1;
    order.goal = us_plan_find_goal(&plan->exec, fight->node_ref);
    if (us_order_allowed(&plan->seat, &order))
        us_executor_order(&plan->exec, &order, NULL);
}

static void send_made(us_plan *plan)
{
    us_reinforcements *all = &plan->reinforcements;
    int kept = 0;
    for (int i = 0; i < all->count; i++) {
        us_reinforcement item = all->item[i];
        const us_entity *made = item.made ? us_world_find(plan->seat.view->world, item.made) : NULL;
        const us_task *fight = made ? fight_of(plan, item.fight) : NULL;
        if (fight && us_plan_is_idle(plan, made))
            join(plan, item.made, fight);
        if (!item.made)
            all->item[kept++] = item;
    }
    all->count = kept;
}

/* ---- making new units */

static us_type type_of(const us_plan *plan, const us_task *fight)
{
    for (int i = 0; i < fight->step.units; i++) {
        const us_entity *e = us_world_find(plan->seat.view->world, fight->step.unit[i]);
        if (e)
            return e->type;
    }
    return US_NO_TYPE;
}

bool us_cost_is_spare(const us_plan *plan, us_type type)
{
    for (int r = 0; r < plan->domain->resources.count; r++) {
        int32_t cost = plan->domain->type[type].cost[r];
        if (cost > 0 && us_cost_spare(plan, r) < cost)
            return false;
    }
    return true;
}

bool us_plan_make_one(us_plan *plan, us_id maker, us_type type, uint32_t goal)
{
    const us_producer *row;
    int rows = us_domain_producers(plan->domain, type, &row);
    us_order order = {.seat = plan->seat.view->self,
                      .unit = &maker,
                      .unit_count = 1,
                      .arg = {type},
                      .goal = goal};
    for (int i = 0; i < rows; i++) {
        const us_action_def *def = &plan->domain->action[row[i].action];
        order.action = (int8_t)row[i].action;
        if (def->param_count != 1 || !us_order_allowed(&plan->seat, &order))
            continue;
        us_executor_order(&plan->exec, &order, NULL);
        return true;
    }
    return false;
}

static bool reinforce(us_plan *plan, const us_task *fight)
{
    const us_world *world = plan->seat.view->world;
    us_type type = type_of(plan, fight);
    uint32_t goal = us_plan_find_goal(&plan->exec, fight->node_ref);
    if (type == US_NO_TYPE || !us_cost_is_spare(plan, type))
        return false;
    for (int i = 0; i < world->count; i++) {
        us_id maker = world->entity[i].id;
        if (!us_plan_is_idle(plan, &world->entity[i]) || !us_plan_make_one(plan, maker, type, goal))
            continue;
        US_LIST_PUT(plan->reinforcements,
                    ((us_reinforcement){.maker = maker, .fight = fight->node}));
        return true;
    }
    return false;
}

static bool is_on(const us_plan *plan)
{
    /* A squad makes its own units, and none of them goes alone. */
    return plan->domain->reinforcements && plan->def.settings.reinforcements &&
           !us_squad_is_formed(plan);
}

us_cycle us_reinforcements_update(us_plan *plan)
{
    bool fights = false, begun = false;
    if (!is_on(plan))
        return US_NEVER;
    send_made(plan);
    for (int i = 0; i < plan->exec.tasks && !begun; i++) {
        bool fight = is_fight(plan, plan->exec.task[i]);
        begun = fight && reinforce(plan, plan->exec.task[i]);
        fights |= fight;
    }
    return fights ? us_plan_after(plan, US_LOOK) : US_NEVER;
}

/* ---- results */

static void forget(us_plan *plan, us_reinforcement *item)
{
    *item = plan->reinforcements.item[--plan->reinforcements.count];
}

void us_reinforcements_on_order(us_plan *plan, const us_order *order, us_reason reason)
{
    us_reinforcements *all = &plan->reinforcements;
    for (int i = 0; i < all->count; i++) {
        us_reinforcement *item = &all->item[i];
        if (item->order || order->unit_count != 1 || order->unit[0] != item->maker)
            continue;
        item->order = order->id;
        if (reason != US_REASON_NONE)
            forget(plan, item);
        return;
    }
}

void us_reinforcements_on_event(us_plan *plan, const us_event *event)
{
    us_reinforcements *all = &plan->reinforcements;
    for (int i = 0; i < all->count; i++) {
        us_reinforcement *item = &all->item[i];
        bool lost = (event->kind == US_EVENT_GONE && event->entity == item->maker) ||
                    (event->kind == US_EVENT_FAILED && (uint32_t)event->value == item->order);
        if (event->kind == US_EVENT_CREATED && event->other == item->maker)
            item->made = event->entity;
        else if (lost && !item->made)
            forget(plan, item);
        else
            continue;
        return;
    }
}
