#include "plan/plan.h"

#include "behavior/brl.h"
#include "plan/play_repair.h"
#include "plan/replacement.h"
#include "plan/squad.h"
#include "plan/task.h"

/* ---- goal instances */

/* At the top stand the plan's goal and, below it, goals that are pursued beside it. */
static uint32_t at_top(us_plan *plan, uint32_t node, const us_goal *goal)
{
    if (goal->type != plan->goal.type)
        return plan->top;
    plan->top = node;
    return 0;
}

void us_plan_open_label(us_plan *plan, uint32_t node, const us_goal *goal, uint32_t above)
{
    const us_world *world = plan->seat.view->world;
    us_goal_instance *made = US_LIST_ADD(plan->label);
    *made = (us_goal_instance){
        .id = node,
        .parent = above ? above : at_top(plan, node, goal),
        .goal = *goal,
        .seat = plan->seat.view->self,
        .opened = world->now,
        .closed = -1,
        .by = "plan",
        .why = "",
    };
    us_goal_resolve_seats(plan->domain, &made->goal, made->seat, world->seats);
}

void us_plan_close_label(us_plan *plan, uint32_t node, bool achieved)
{
    int at = us_goal_instance_find(plan->label.item, plan->label.count, node);
    us_assert(at >= 0);
    plan->label.item[at].closed = plan->now;
    plan->label.item[at].achieved = achieved;
}

/* ---- making one */

static const us_program *keep(us_plan *plan, us_brl *file, const us_template *template)
{
    us_own_tree own = {file, us_program_new(template)};
    US_LIST_PUT(plan->own, own);
    return own.program;
}

const us_program *us_plan_parse(us_plan *plan, us_str *text)
{
    us_brl *file = NULL;
    us_status status =
        us_brl_parse(plan->domain, "plan", text->text, text->length, &file, &(us_error){0});
    us_str_clear(text);
    return status == US_OK ? keep(plan, file, file->item[0]) : NULL;
}

/* Makes the tree that pursues the goal. */
static const us_program *make_root(us_plan *plan)
{
    us_str text;
    us_str_init(&text);
    us_str_add(&text, "brl 1\ntree Root {\n    do goal ");
    us_goal_print(plan->domain, plan->def.goal, &text);
    us_str_add(&text, "\n}\n");
    const us_program *root = us_plan_parse(plan, &text);
    us_assert(root != NULL);
    return root;
}

/* Draws by the lot of ties: games of one seed on several maps draw different demonstrations. */
static int draw_demonstration(const us_plan_def *def, us_ties ties)
{
    if (def->settings.demonstrator != US_TAUGHT_BY_ONE)
        return -1;
    us_assert(def->demonstrations && def->demonstrations->count > 0);
    us_rng rng = us_rng_derive(ties, "demonstrator", 0);
    return (int)us_rng_next_below(&rng, (uint32_t)def->demonstrations->count);
}

us_plan *us_plan_new(const us_plan_def *def)
{
    us_plan *plan = US_NEW(us_plan);
    plan->def = *def;
    plan->goal = *def->goal;
    plan->domain = def->scenario->domain;
    plan->rng = us_rng_derive(def->seed, "plan", (uint64_t)def->seat);
    us_seat_state_init(&plan->seat, def->scenario, def->seat, def->seed, def->case_base);
    plan->demonstration = draw_demonstration(def, plan->seat.ties);
    us_run_def run = {.host = &us_executor_host, .context = &plan->exec, .seed = def->seed};
    plan->exec = (us_executor){.seat = &plan->seat,
                               .plan = plan,
                               .act = &us_step_task_host,
                               .goal = &us_goal_task_host,
                               .query = &us_query_task_host,
                               .run = us_run_new(&run)};
    plan->reserve = us_reservations_new(plan->domain);
    plan->food_used = us_domain_find_tally(plan->domain, "food_used");
    plan->food_supply = us_domain_find_tally(plan->domain, "food_supply");
    plan->opening.requested = -1;
    plan->reviser = us_reviser_new(plan->domain, def->settings.revision);
    plan->arena = us_arena_new();
    plan->maker = US_ARENA_ARRAY(plan->arena, const us_program *, plan->domain->action_count);
    plan->credit = US_CREDIT_MAX;
    plan->root_pause = us_ticks_to_cycles(plan->domain, US_ROOT_PAUSE);
    if (def->case_base) {
        plan->measure = us_measure_new(plan->domain, us_case_base_space(def->case_base));
        plan->tries = us_failed_tries_new(plan->domain, def->case_base);
        plan->known = US_ARENA_ARRAY(plan->arena, const us_case_metadata *,
                                     us_case_base_case_count(def->case_base) + 1);
        us_plan_prepare_choice(plan);
    }
    if (def->repairs && def->case_base)
        plan->repairs = us_play_repairs_new(def->repairs);
    const us_template *root = def->tree ? def->tree : def->root;
    plan->root = root ? keep(plan, NULL, root) : make_root(plan);
    plan->squad = us_squad_new(plan);
    plan->threats = us_threats_init(us_program_template(plan->root));
    return plan;
}

void us_plan_free(us_plan *plan)
{
    if (!plan)
        return;
    us_executor_clear(&plan->exec);
    us_seat_state_clear(&plan->seat);
    us_play_repairs_free(plan->repairs);
    us_plan_free_replaced(plan);
    for (int i = 0; i < plan->own.count; i++) {
        us_program_free(plan->own.item[i].program);
        us_brl_free(plan->own.item[i].file);
    }
    us_mem_free(plan->own.item);
    us_measure_free(plan->measure);
    us_failed_tries_free(plan->tries);
    us_reservations_free(plan->reserve);
    us_mem_free(plan->detached.item);
    us_mem_free(plan->busy_frame.item);
    us_mem_free(plan->standing_orders.item);
    us_mem_free(plan->opening.closed.item);
    us_mem_free(plan->opening.how);
    us_mem_free(plan->opening.next);
    us_squad_free(plan->squad);
    us_mem_free(plan->reinforcements.item);
    us_reviser_free(plan->reviser);
    us_arena_free(plan->arena);
    us_mem_free(plan->label.item);
    us_mem_free(plan);
}

/* ---- thinking */

/* Notes a tree at the top, above all that it does. */
static void announce_tree(us_plan *plan)
{
    if (us_run_list_frames(plan->exec.run, &plan->root_frame, 1) == 0 || !plan->def.tree)
        return;
    us_active_behavior *active = us_active_behavior_new(&plan->exec, plan->root_frame);
    us_plan_open_label(plan, active->node, &plan->goal, 0);
    us_plan_log_tree(&plan->exec, active);
}

static void end_tree(us_plan *plan)
{
    us_active_behavior *active = us_active_behavior_find(&plan->exec, plan->root_frame);
    if (!active || plan->answer == US_RUNNING)
        return;
    int64_t began[US_GAINS_MAX] = {0};
    bool well = plan->answer == US_SUCCESS;
    us_task_reason why = {"what it does failed", us_lacking_choose(active->lacks)};
    us_plan_close_label(plan, active->node,
                        us_goal_is_reached(plan->domain, &plan->goal, plan->seat.view, began));
    us_active_behavior_end(&plan->exec, active, well ? US_NOTE_SUCCEEDED : US_NOTE_FAILED,
                           well ? NULL : &why);
}

/* Begins a root that ended again, since the game isn't over. The pause grows while no step
 * begins. */
static void begin_root(us_plan *plan)
{
    us_cycle now = plan->now;
    if (plan->answer == US_RUNNING || now < plan->root_at)
        return;
    bool tried = plan->counts.steps > plan->steps_then;
    us_cycle most = us_ticks_to_cycles(plan->domain, US_ROOT_PAUSE_MOST);
    plan->root_pause =
        tried ? us_ticks_to_cycles(plan->domain, US_ROOT_PAUSE) : plan->root_pause * 2;
    if (plan->root_pause > most)
        plan->root_pause = most;
    plan->steps_then = plan->counts.steps;
    plan->root_at = us_cycle_after(now, plan->root_pause);
    us_run_start(plan->exec.run, plan->root, NULL, 0);
    announce_tree(plan);
    plan->answer = US_RUNNING;
}

static us_cycle earlier(us_cycle a, us_cycle b)
{
    return a < b ? a : b;
}

static us_cycle next_update(us_plan *plan)
{
    us_cycle now = plan->now, next = us_opening_update(plan);
    next = earlier(next, us_standing_order_keep(plan));
    next = earlier(next, us_squad_update(plan));
    next = earlier(next, us_reinforcements_update(plan));
    next = earlier(next, us_run_next_cycle(plan->exec.run)); /* last: the others wake nodes */
    bool idle = plan->answer != US_RUNNING;
    us_cycle look = us_plan_after(plan, US_LOOK);
    if (us_run_has_watches(plan->exec.run) && next > look)
        next = us_executor_inquires(&plan->exec) ? now + 1 : look;
    if (idle && next > plan->root_at)
        next = plan->root_at;
    return next <= now ? now + 1 : next;
}

static void handle_event(us_plan *plan, const us_event *event)
{
    us_action_task_on_event(plan, event);
    us_reinforcements_on_event(plan, event);
    us_threats_on_event(&plan->threats, plan->seat.view, plan->reserve, event);
}

us_cycle us_plan_think(us_plan *plan, const us_view *view, const us_events *events,
                       us_orders *orders)
{
    plan->now = view->world->now;
    us_seat_state_begin(&plan->seat, view, orders);
    us_reviser_set_view(plan->reviser, view);
    int changes = 0;
    for (int i = 0; i < events->count; i++) {
        handle_event(plan, &events->event[i]);
        changes += events->event[i].kind == US_EVENT_TERRAIN;
    }
    us_reviser_count_changes(plan->reviser, changes);
    begin_root(plan);
    if (plan->threats.count && !us_squad_is_formed(plan) && plan->answer == US_RUNNING)
        us_threats_bind(&plan->threats, plan->exec.run, plan->root_frame, view);
    plan->answer = us_run_tick(plan->exec.run, view, events->event, events->count);
    end_tree(plan);
    us_cycle repair = us_play_repairs_update(plan);
    us_plan_advance_pace(plan);
    return earlier(repair, next_update(plan));
}

uint32_t us_plan_wake_events(void)
{
    return US_EVENT_BIT(US_EVENT_CREATED) | US_EVENT_BIT(US_EVENT_FINISHED) |
           US_EVENT_BIT(US_EVENT_GONE) | US_EVENT_BIT(US_EVENT_DONE) |
           US_EVENT_BIT(US_EVENT_FAILED) | US_EVENT_BIT(US_EVENT_LEARNED);
}

int us_plan_notes(const us_plan *plan, const us_note **out)
{
    *out = plan->seat.notes.note;
    return plan->seat.notes.count;
}

int us_plan_labels(const us_plan *plan, const us_goal_instance **out)
{
    *out = plan->label.item;
    return plan->label.count;
}

us_plan_counts us_plan_get_counts(const us_plan *plan)
{
    us_plan_counts counts = plan->counts;
    counts.expansions += us_query_engine_get_counts(plan->seat.asker).expansions;
    counts.orders = plan->seat.ordered;
    counts.refused = plan->seat.refused;
    return counts;
}

const us_run *us_plan_run(const us_plan *plan)
{
    return plan->exec.run;
}

/* ---- the end of the game */

/* Returns the last goal with a note before that node; goals below have later notes. */
static us_task *goal_before(const us_plan *plan, uint32_t node)
{
    us_task *last = NULL;
    for (int i = 0; i < plan->exec.tasks; i++) {
        us_task *task = plan->exec.task[i];
        bool goal = task->node_ref.frame && task->kind == US_NODE_GOAL && task->node > 0;
        if (goal && task->node < node && (!last || task->node > last->node))
            last = task;
    }
    return last;
}

static void log_end(us_plan *plan, us_task *task, us_note_kind kind, const us_task_reason *why)
{
    us_active_behavior *active = us_active_behavior_find(&plan->exec, task->goal_task.frame);
    if (active)
        us_plan_log_behavior(&plan->exec, active, kind, why);
    us_plan_log_task(task, kind, why);
}

void us_plan_end_game(us_plan *plan, const us_view *view, const us_outcome *outcome)
{
    static const us_task_reason lost = {"the game is lost", {.kind = US_LACKS_OTHER}};
    static const us_task_reason drawn = {"the game is a draw", {.kind = US_LACKS_OTHER}};
    const us_task_reason *why = outcome->winner == US_NEUTRAL   ? &drawn
                                : outcome->winner != view->self ? &lost
                                                                : NULL;
    plan->now = view->world->now;
    us_seat_state_begin(&plan->seat, view, NULL);
    for (us_task *task = goal_before(plan, UINT32_MAX); task;
         task = goal_before(plan, task->node)) {
        const us_goal_task *goal_task = &task->goal_task;
        if (goal_task->goal.kind == US_GOAL_MAINTAIN)
            continue;
        if (us_goal_is_reached(plan->domain, &goal_task->goal, view, goal_task->began))
            log_end(plan, task, US_NOTE_SUCCEEDED, NULL);
        else if (why)
            log_end(plan, task, US_NOTE_FAILED, why);
    }
    us_active_behavior *tree = us_active_behavior_find(&plan->exec, plan->root_frame);
    int64_t began[US_GAINS_MAX] = {0};
    if (!tree)
        return;
    if (us_goal_is_reached(plan->domain, &plan->goal, view, began))
        us_plan_log_behavior(&plan->exec, tree, US_NOTE_SUCCEEDED, NULL);
    else if (why)
        us_plan_log_behavior(&plan->exec, tree, US_NOTE_FAILED, why);
}
