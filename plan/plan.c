#include "plan/plan.h"

#include "behavior/brl.h"
#include "plan/task.h"

enum {
    PAUSE = 30,       /* ticks until a root that ended begins again */
    PAUSE_MOST = 900, /* limit of the pause, which doubles while no step begins */
    LOOK = 15,        /* ticks between looks at conditions that no event announces */
};

/* ---- the host of the run */

static us_answer begin(void *context, us_run *run, us_node_ref node_ref, us_cycle *until)
{
    us_plan *plan = context;
    switch (us_run_frame_template(run, node_ref.frame)->node[node_ref.node].kind) {
    case US_NODE_GOAL:
        return us_goal_task_begin(plan, node_ref, until);
    case US_NODE_ACT:
        return us_action_task_begin(plan, node_ref, until);
    default:
        return us_query_task_begin(plan, node_ref, until);
    }
}

static us_answer go(void *context, us_run *run, us_node_ref node_ref, us_cycle *until)
{
    us_plan *plan = context;
    us_task *task = us_task_find(plan, node_ref);
    (void)run;
    us_assert(task != NULL);
    switch (task->kind) {
    case US_NODE_GOAL:
        return us_goal_task_update(plan, task, until);
    case US_NODE_ACT:
        return us_action_task_update(plan, task, until);
    default:
        return us_query_task_update(plan, task, until);
    }
}

static void stop(void *context, us_run *run, us_node_ref node_ref, us_stop how)
{
    us_plan *plan = context;
    us_task *task = us_task_find(plan, node_ref);
    (void)run;
    us_assert(task != NULL);
    if (task->kind == US_NODE_ACT)
        us_action_task_stop(plan, task, how);
    else if (task->kind == US_NODE_QUERY)
        us_query_task_stop(plan, task, how);
    else if (how == US_HALT)
        us_goal_task_stop(plan, task);
}

static const us_program *tree(void *context, us_run *run, us_node_ref node_ref, const char *name)
{
    (void)run, (void)node_ref;
    return us_plan_find_tree(context, name);
}

static int64_t score(void *context, us_run *run, us_node_ref node_ref)
{
    us_plan *plan = context;
    const us_template *template = us_run_frame_template(run, node_ref.frame);
    if (!us_node_has_similarity(template, node_ref.node))
        return 0;
    bool goal = template->node[node_ref.node].kind == US_NODE_GOAL;
    return us_active_query_score(goal ? us_goal_task_similarity(plan, node_ref)
                                      : us_query_task_similarity(plan, node_ref));
}

static const us_host host = {.begin = begin, .go = go, .stop = stop, .tree = tree, .score = score};

/* ---- making one */

/* Makes the tree that pursues the goal. */
static void make_root(us_plan *plan)
{
    us_str text;
    us_error err;
    us_str_init(&text);
    us_str_add(&text, "brl 1\ntree Root {\n    do goal ");
    us_goal_print(plan->domain, plan->def.goal, &text);
    us_str_add(&text, "\n}\n");
    us_status status =
        us_brl_parse(plan->domain, "root", text.text, text.length, &plan->root_file, &err);
    us_str_clear(&text);
    us_assert(status == US_OK);
    plan->root = us_program_new(plan->root_file->item[0]);
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
    plan->ties = us_ties_make(def->seed, def->scenario->map_hash, def->seat);
    plan->demonstration = draw_demonstration(def, plan->ties);
    us_run_def run = {.host = &host, .context = plan, .seed = def->seed};
    plan->run = us_run_new(&run);
    plan->reserve = us_reservations_new(plan->domain);
    plan->food_used = us_domain_find_tally(plan->domain, "food_used");
    plan->food_supply = us_domain_find_tally(plan->domain, "food_supply");
    plan->standing_orders = us_standing_orders_new(plan->domain);
    plan->opening = us_opening_new();
    plan->reviser = us_reviser_new(plan->domain, def->settings.revision);
    plan->maker = US_NEW_ARRAY(us_program *, plan->domain->action_count);
    plan->maker_file = US_NEW_ARRAY(us_brl *, plan->domain->action_count);
    plan->credit = US_CREDIT_MAX;
    plan->root_pause = us_ticks_to_cycles(plan->domain, PAUSE);
    us_str_init(&plan->text);
    us_str_init(&plan->trouble);
    if (def->case_base) {
        const us_space *space = us_case_base_space(def->case_base);
        plan->measure = us_measure_new(plan->domain, space);
        plan->tries =
            us_failed_tries_new(plan->domain, space, us_case_base_case_count(def->case_base));
        plan->program = US_NEW_ARRAY(us_program *, us_case_base_behavior_count(def->case_base) + 1);
        plan->known =
            US_NEW_ARRAY(const us_case_metadata *, us_case_base_case_count(def->case_base) + 1);
        plan->read = us_arena_new();
        us_plan_prepare_choice(plan);
    }
    if (def->tree || def->root)
        plan->root = us_program_new(def->tree ? def->tree : def->root);
    else
        make_root(plan);
    plan->threats = us_threats_init(us_program_template(plan->root));
    return plan;
}

static void free_programs(us_program **program, int count)
{
    for (int i = 0; program && i < count; i++)
        us_program_free(program[i]);
    us_mem_free(program);
}

void us_plan_free(us_plan *plan)
{
    if (!plan)
        return;
    us_run_free(plan->run);
    for (int i = 0; i < plan->tasks; i++) {
        us_mem_free(plan->task[i]->kind == US_NODE_ACT ? plan->task[i]->step.unit : NULL);
        us_mem_free(plan->task[i]);
    }
    for (int i = 0; i < plan->actings; i++)
        us_arena_free(plan->active[i].arena);
    for (int i = 0; i < plan->domain->action_count; i++)
        us_brl_free(plan->maker_file[i]);
    free_programs(plan->maker, plan->domain->action_count);
    free_programs(plan->program,
                  plan->def.case_base ? us_case_base_behavior_count(plan->def.case_base) : 0);
    free_programs(plan->tree, plan->trees);
    us_program_free(plan->root);
    us_brl_free(plan->root_file);
    us_measure_free(plan->measure);
    us_failed_tries_free(plan->tries);
    us_query_engine_free(plan->asker);
    us_reservations_free(plan->reserve);
    us_detached_orders_clear(&plan->detached);
    us_standing_orders_free(plan->standing_orders);
    us_opening_free(plan->opening);
    us_mem_free(plan->reinforcements.item);
    us_reviser_free(plan->reviser);
    us_notes_clear(&plan->notes);
    us_str_clear(&plan->text);
    us_str_clear(&plan->trouble);
    us_mem_free(plan->maker_file);
    us_mem_free(plan->known);
    us_arena_free(plan->read);
    us_mem_free(plan->task);
    us_mem_free(plan->active);
    us_mem_free(plan->given);
    us_mem_free(plan->label);
    us_mem_free(plan);
}

/* ---- thinking */

/* Notes a tree at the top, above all that it does. */
static void announce_tree(us_plan *plan)
{
    if (us_run_list_frames(plan->run, &plan->root_frame, 1) == 0 || !plan->def.tree)
        return;
    us_active_behavior *active = us_active_behavior_new(plan, plan->root_frame);
    active->behavior = -1;
    active->hash = us_template_hash(plan->def.tree);
    us_plan_open_label(plan, active->node, &plan->goal, 0);
    us_plan_log_tree(plan, active, plan->def.tree->name);
}

static void end_tree(us_plan *plan)
{
    us_active_behavior *active = us_active_behavior_find(plan, plan->root_frame);
    if (!active || plan->answer == US_RUNNING)
        return;
    int64_t began[US_GAINS_MAX] = {0};
    bool well = plan->answer == US_SUCCESS;
    us_task_reason why = {"what it does failed", us_lacking_choose(active->lacks)};
    us_plan_log_behavior(plan, active, well ? US_NOTE_SUCCEEDED : US_NOTE_FAILED,
                         well ? NULL : &why);
    us_plan_close_label(plan, active->node,
                        us_goal_is_reached(plan->domain, &plan->goal, plan->view, began));
    us_active_behavior_free(active);
}

/* Begins a root that ended again, since the game isn't over. The pause grows while no step
 * begins. */
static void begin_root(us_plan *plan)
{
    us_cycle now = plan->view->world->now;
    if (plan->answer == US_RUNNING || now < plan->root_at)
        return;
    bool tried = plan->counts.steps > plan->steps_then;
    us_cycle most = us_ticks_to_cycles(plan->domain, PAUSE_MOST);
    plan->root_pause = tried ? us_ticks_to_cycles(plan->domain, PAUSE) : plan->root_pause * 2;
    if (plan->root_pause > most)
        plan->root_pause = most;
    plan->steps_then = plan->counts.steps;
    plan->root_at = now + plan->root_pause;
    us_run_start(plan->run, plan->root, NULL, 0);
    announce_tree(plan);
    plan->answer = US_RUNNING;
}

static us_cycle next_look(us_plan *plan)
{
    us_cycle now = plan->view->world->now, next = us_run_next_cycle(plan->run);
    us_cycle opened = us_opening_update(plan), kept = us_standing_orders_update(plan);
    next = next < opened ? next : opened;
    us_cycle called = us_reinforcements_update(plan);
    next = next < kept ? next : kept;
    next = next < called ? next : called;
    bool idle = plan->answer != US_RUNNING;
    us_cycle look = now + us_ticks_to_cycles(plan->domain, LOOK);
    if (us_run_has_watches(plan->run) && next > look)
        next = us_plan_has_event_query(plan) ? now + 1 : look;
    if (idle && next > plan->root_at)
        next = plan->root_at;
    return next <= now ? now + 1 : next;
}

static void hear(us_plan *plan, const us_event *event)
{
    us_action_task_on_event(plan, event);
    us_reinforcements_on_event(plan, event);
    us_threats_on_event(&plan->threats, plan->view, plan->reserve, event);
}

us_cycle us_plan_think(us_plan *plan, const us_view *view, const us_events *events,
                       us_orders *orders)
{
    plan->view = view;
    plan->now = view->world->now;
    plan->orders = orders;
    plan->givens = plan->told = 0;
    us_notes_reset(&plan->notes);
    us_reviser_set_view(plan->reviser, view);
    for (int i = 0; i < events->count; i++)
        hear(plan, &events->event[i]);
    begin_root(plan);
    if (plan->threats.count && plan->answer == US_RUNNING)
        us_threats_bind(&plan->threats, plan->run, plan->root_frame, view);
    plan->answer = us_run_tick(plan->run, view, events->event, events->count);
    end_tree(plan);
    us_plan_advance_pace(plan);
    return next_look(plan);
}

uint32_t us_plan_wake_events(void)
{
    return US_EVENT_BIT(US_EVENT_CREATED) | US_EVENT_BIT(US_EVENT_FINISHED) |
           US_EVENT_BIT(US_EVENT_GONE) | US_EVENT_BIT(US_EVENT_DONE) |
           US_EVENT_BIT(US_EVENT_FAILED) | US_EVENT_BIT(US_EVENT_LEARNED);
}

int us_plan_notes(const us_plan *plan, const us_note **out)
{
    *out = plan->notes.note;
    return plan->notes.count;
}

int us_plan_labels(const us_plan *plan, const us_goal_instance **out)
{
    *out = plan->label;
    return plan->labels;
}

us_plan_counts us_plan_get_counts(const us_plan *plan)
{
    return plan->counts;
}

const us_run *us_plan_run(const us_plan *plan)
{
    return plan->run;
}
