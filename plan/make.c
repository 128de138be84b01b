/* Making what a step lacks. Its leaf is filled with a tree of one action, by the domain's table of
 * producers. That action may lack something itself. */
#include "plan/task.h"

#include "behavior/brl.h"
#include "domain/action.h"

enum { CHAIN = 4 }; /* things made for one another */

static bool of_faction(const us_plan *plan, us_type type)
{
    int faction = plan->domain->type[type].faction;
    return faction < 0 || faction == plan->view->world->faction[plan->view->self];
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

static bool makers_here(const us_plan *plan, us_type actor)
{
    return us_world_count(plan->view->world, plan->view->self, actor) > 0;
}

/* Returns how much stands between the seat and an entity of that type: 0 if a unit could begin
 * now. */
static int trouble(const us_plan *plan, us_type type, int *action)
{
    const us_producer *row;
    int rows = us_domain_producers(plan->domain, type, &row), least = -1;
    for (int i = 0; i < rows; i++) {
        int here = !makers_here(plan, row[i].actor) * 2 +
                   !us_world_has_requirement(plan->view->world, plan->view->self, type);
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
        int here = fits(plan, lack, t) ? trouble(plan, t, &how) : -1;
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
    us_error err;
    us_status status =
        us_brl_parse(plan->domain, "make", text.text, text.length, &plan->maker_file[action], &err);
    us_str_clear(&text);
    if (status != US_OK)
        return NULL;
    return plan->maker[action] = us_program_new(plan->maker_file[action]->item[0]);
}

/* Returns how many things are being made for one another, up to this one. */
static int chain_of(const us_plan *plan, us_node_ref node_ref)
{
    int count = 0;
    for (; node_ref.frame; node_ref = us_run_frame_parent(plan->run, node_ref.frame)) {
        const us_task *task = us_task_find(plan, node_ref);
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
    for (int i = 0; i < plan->tasks; i++) {
        const us_task *task = plan->task[i];
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
    const us_world *world = plan->view->world;
    us_type made = us_order_product(plan->domain, &step->order, NULL);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner == plan->view->self && !(e->flags & US_ENTITY_UNFINISHED) &&
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
        us_plan_is_coming(plan, task, lack) || chain_of(plan, task->node_ref) > CHAIN)
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
    task->step.making_since = plan->view->world->now;
    return us_run_fill(plan->run, task->node_ref, &fill) != 0;
}

us_lack us_lack_find_required(const us_plan *plan, const us_type_def *made)
{
    const us_view *view = plan->view;
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
