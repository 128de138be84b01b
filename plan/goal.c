/* Goals. A goal retrieves a behavior when it needs one, watches it while it runs, and is judged by
 * its own test when the behavior ends. */
#include <string.h>

#include "base/sums.h"
#include "domain/action.h"
#include "plan/play_repair.h"
#include "plan/replacement.h"
#include "plan/task.h"

/* ---- memory of failed tries */

typedef struct
try {
    us_goal goal;
    int found;
    us_cycle at;
    bool known;  /* its state is */
    bool failed; /* else another case was due */
}
try;

struct us_failed_tries_memory {
    const us_domain *domain;
    const us_space *space;
    int cases, count;
    try item[US_TRIES_KEPT];
    uint16_t *place; /* of the states, by try and dimension */
    uint16_t *now;
    const us_case_base *case_base;
    bool *excluded; /* by case; written by us_failed_tries_excluded */
};

us_failed_tries *us_failed_tries_new(const us_domain *domain, const us_case_base *case_base)
{
    const us_space *space = us_case_base_space(case_base);
    us_failed_tries *tries = US_NEW(us_failed_tries);
    tries->domain = domain;
    tries->space = space;
    tries->case_base = case_base;
    tries->cases = us_case_base_case_count(case_base);
    tries->place = us_mem_alloc_array(US_TRIES_KEPT, (size_t)(space->count + 1) * sizeof(uint16_t));
    tries->now = US_NEW_ARRAY(uint16_t, space->count + 1);
    tries->excluded = US_NEW_ARRAY(bool, tries->cases + 1);
    return tries;
}

void us_failed_tries_free(us_failed_tries *tries)
{
    if (!tries)
        return;
    us_mem_free(tries->place);
    us_mem_free(tries->now);
    us_mem_free(tries->excluded);
    us_mem_free(tries);
}

static uint16_t *place_of(const us_failed_tries *tries, int i)
{
    return tries->place + (size_t)i * (size_t)tries->space->count;
}

static void forget(us_failed_tries *tries, int i)
{
    int behind = --tries->count - i;
    memmove(&tries->item[i], &tries->item[i + 1], (size_t)behind * sizeof(try));
    memmove(place_of(tries, i), place_of(tries, i + 1),
            (size_t)behind * (size_t)tries->space->count * sizeof(uint16_t));
}

void us_failed_tries_add(us_failed_tries *tries, const us_goal *goal, int found, bool failed,
                         const int32_t *feature, us_cycle now)
{
    if (tries->count == US_TRIES_KEPT)
        forget(tries, 0);
    int i = tries->count++;
    tries->item[i] = (try){*goal, found, now, feature != NULL, failed};
    if (feature)
        us_space_compute_coordinates(tries->space, feature, place_of(tries, i));
}

static bool alike(const us_failed_tries *tries, int i)
{
    const uint16_t *then = place_of(tries, i);
    uint64_t distance = 0;
    for (int d = 0; d < tries->space->count; d++) {
        int64_t apart = (int64_t)then[d] - tries->now[d];
        distance += (uint64_t)(apart * apart);
    }
    return us_space_similarity(tries->space, distance) >= US_SIMILARITY_ONE / 100 * US_SAME_STATE;
}

/* Forgets lapsed tries, and computes the present state into tries->now. */
static void lapse(us_failed_tries *tries, const int32_t *feature, us_cycle now)
{
    if (feature)
        us_space_compute_coordinates(tries->space, feature, tries->now);
    for (int i = tries->count - 1; i >= 0; i--) {
        const try *item = &tries->item[i];
        bool other = feature && item->known && !alike(tries, i);
        if (other || now - item->at >= us_ticks_to_cycles(tries->domain, US_TRY_LAPSE))
            forget(tries, i);
    }
}

static int behavior_of(const us_failed_tries *tries, int found)
{
    return us_case_base_get_case(tries->case_base, found).behavior;
}

/* Whether a case failed for the goal, in any state. */
static bool has_failure(const us_failed_tries *tries, const us_goal *goal)
{
    for (int i = 0; i < tries->count; i++)
        if (tries->item[i].failed && tries->item[i].found >= 0 &&
            us_goal_equal(tries->domain, &tries->item[i].goal, goal))
            return true;
    return false;
}

/* Excludes all cases of a behavior. Returns whether one of them was not excluded yet. */
static bool exclude_behavior(const us_case_base *case_base, int behavior, bool *excluded)
{
    int count;
    const int *found = us_case_base_list_cases(case_base, behavior, &count);
    bool any = false;
    for (int i = 0; i < count; i++) {
        any |= !excluded[found[i]];
        excluded[found[i]] = true;
    }
    return any;
}

bool *us_failed_tries_excluded(us_failed_tries *tries, const us_goal *goal, const int32_t *feature,
                               us_cycle now, bool whole)
{
    lapse(tries, feature, now);
    memset(tries->excluded, 0, (size_t)tries->cases * sizeof(bool));
    for (int i = 0; i < tries->count; i++) {
        const try *item = &tries->item[i];
        if (item->found < 0 || !us_goal_equal(tries->domain, &item->goal, goal))
            continue;
        tries->excluded[item->found] = true;
        if (whole && item->failed)
            exclude_behavior(tries->case_base, behavior_of(tries, item->found), tries->excluded);
    }
    return tries->excluded;
}

bool us_failed_tries_is_hopeless(us_failed_tries *tries, const us_goal *goal,
                                 const int32_t *feature, us_cycle now)
{
    lapse(tries, feature, now);
    for (int i = 0; i < tries->count; i++)
        if (tries->item[i].found < 0 && us_goal_equal(tries->domain, &tries->item[i].goal, goal))
            return true;
    return false;
}

/* ---- programs */

static const us_program *program_of(us_plan *plan, int behavior)
{
    return us_plan_program(plan, behavior);
}

/* Reads the behaviors of a small library before the game begins, so that no think waits for them.
 * An unreadable one is reported when it is needed. */
void us_plan_prepare_choice(us_plan *plan)
{
    int behaviors = us_case_base_behavior_count(plan->def.case_base);
    if (behaviors > US_PREPARED_MAX)
        return;
    us_case_base_prepare(plan->def.case_base);
    for (int i = 0; i < behaviors; i++)
        program_of(plan, i);
}

/* ---- case metadata, read when a case is first retrieved */

static us_demo_timing shown_of(const us_entries *entries, const char *label)
{
    const us_entry *pace = label[0] ? us_entries_find(entries, US_KEY_PACE, label) : NULL;
    bool sound = pace && pace->count >= 1 && us_entry_number(pace, 0) >= 0 &&
                 us_entry_number(pace, pace->count - 1) < US_CYCLES_LIMIT;
    if (!sound)
        return (us_demo_timing){-1, -1};
    return (us_demo_timing){(us_cycle)us_entry_number(pace, 0),
                            pace->count > 1 ? (us_cycle)us_entry_number(pace, 1) : -1};
}

static us_cycle next_of(us_plan *plan, int found)
{
    int64_t next;
    return us_case_base_get_next(plan->def.case_base, found, &next, &plan->failure) == US_OK &&
                   next > 0 && next < US_CYCLES_LIMIT
               ? (us_cycle)next
               : 0;
}

static const us_case_metadata *metadata_of(us_plan *plan, const us_template *template, int found)
{
    us_case seen = {0};
    if (plan->known[found])
        return plan->known[found];
    US_AUTOPTR(us_arena) arena = us_arena_new();
    if (us_case_base_get_description(plan->def.case_base, found, arena, &seen, &plan->failure) ==
        US_OK) {
        us_entries entries = us_entries_from_case(&seen, arena);
        us_case_metadata *known = US_ARENA_ARRAY(plan->arena, us_case_metadata, 1);
        known->slot = US_ARENA_ARRAY(plan->arena, us_slot_description, template->slot_count);
        known->step = US_ARENA_ARRAY(plan->arena, us_demo_timing, template->node_count);
        for (int i = 0; i < template->slot_count; i++)
            us_slot_description_read(template, i, &entries, &known->slot[i]);
        for (int i = 0; i < template->node_count; i++)
            known->step[i] = shown_of(&entries, template->node[i].label);
        known->next = next_of(plan, found);
        plan->known[found] = known;
    }
    return plan->known[found];
}

/* ---- the choice of a behavior */

/* Spends one retrieval. This bounds the cost of a goal that nothing can satisfy. */
static bool pay(us_plan *plan)
{
    us_cycle each = us_ticks_to_cycles(plan->domain, US_CREDIT_EACH);
    int more = (plan->now - plan->credit_at) / each;
    plan->credit += more;
    plan->credit_at += more * each;
    if (plan->credit > US_CREDIT_MAX)
        plan->credit = US_CREDIT_MAX;
    return plan->credit > 0 && plan->credit-- > 0;
}

/* Excludes behaviors that are at work above the goal, since that would never end. Returns whether
 * there are such. */
static bool leave_those_above_out(const us_plan *plan, us_node_ref node_ref, bool *excluded)
{
    bool any = false;
    for (uint32_t frame = node_ref.frame; frame;
         frame = us_run_frame_parent(plan->exec.run, frame).frame) {
        const us_active_behavior *active = us_active_behavior_find(&plan->exec, frame);
        if (active && active->behavior >= 0)
            any |= exclude_behavior(plan->def.case_base, active->behavior, excluded);
    }
    return any;
}

static bool acts(us_node_kind kind)
{
    return kind == US_NODE_ACT || kind == US_NODE_GOAL || kind == US_NODE_QUERY ||
           kind == US_NODE_CALL;
}

/* Whether the goal of the plan depends on this goal alone: it is that goal, or the only step of a
 * behavior that fills such a goal. The result of the game is then its result, too. */
static bool leads(const us_plan *plan, us_node_ref node_ref)
{
    while (node_ref.frame != plan->root_frame) {
        const us_template *template = us_run_frame_template(plan->exec.run, node_ref.frame);
        for (int n = 0; n < template->node[0].end; n++)
            if (n != node_ref.node && acts(template->node[n].kind))
                return false;
        node_ref = us_run_frame_parent(plan->exec.run, node_ref.frame);
        if (!node_ref.frame)
            return false;
    }
    const us_template *root = us_run_frame_template(plan->exec.run, node_ref.frame);
    return root->node[node_ref.node].kind == US_NODE_GOAL &&
           root->node[node_ref.node].what == plan->goal.type;
}

/* Returns the behavior that runs for the goal of the node, or -1. */
static int running_behavior(const us_plan *plan, us_node_ref node_ref)
{
    const us_task *task = us_task_find(&plan->exec, node_ref);
    const us_active_behavior *active =
        task && task->kind == US_NODE_GOAL && task->goal_task.frame
            ? us_active_behavior_find(&plan->exec, task->goal_task.frame)
            : NULL;
    return active ? active->behavior : -1;
}

/* Whether nothing was chosen yet for the goal of the node. */
static bool is_first_choice(const us_plan *plan, us_node_ref node_ref)
{
    const us_task *task = us_task_find(&plan->exec, node_ref);
    return !task || task->kind != US_NODE_GOAL || task->goal_task.found < 0;
}

/* Returns the behavior whose demonstration the first choice for a leading goal follows: that which
 * the goal is the only step of. -1: there is none, or the choice is another one. */
static int behavior_to_follow(const us_plan *plan, us_node_ref node_ref)
{
    const us_active_behavior *active = us_active_behavior_find(&plan->exec, node_ref.frame);
    bool follows = active && us_case_base_has_attempts(plan->def.case_base) &&
                   leads(plan, node_ref) && is_first_choice(plan, node_ref);
    return follows ? active->behavior : -1;
}

/* Finds the best cases that may be tried. whole: none of a behavior that failed lately. follows:
 * see us_query. */
static int find_among(us_plan *plan, us_node_ref node_ref, const us_goal *goal, us_hit *hit,
                      int room, bool whole, int follows, bool *above)
{
    const int32_t *feature = us_measure_evaluate(plan->measure, plan->seat.view);
    us_query query = us_query_default(goal);
    bool *excluded = us_failed_tries_excluded(plan->tries, goal, feature, plan->now, whole);
    int cases = us_case_base_case_count(plan->def.case_base);
    /* First: cases of other demonstrators do not fit elsewhere, either. */
    for (int i = 0; plan->demonstration >= 0 && i < cases; i++)
        excluded[i] |= !us_groups_has_group(plan->def.demonstrations, i, plan->demonstration);
    *above = leave_those_above_out(plan, node_ref, excluded);
    for (int i = 0; !plan->def.settings.suffixes && i < cases; i++)
        excluded[i] |= us_case_base_get_case(plan->def.case_base, i).done_count > 0;
    query.view = plan->seat.view;
    query.feature = plan->def.settings.retrieval == US_CHOOSE_STATE ? feature : NULL;
    query.least = plan->def.settings.least;
    query.outcome_weight = plan->def.settings.outcomes ? US_OUTCOME_WEIGHT : 0;
    query.leads = leads(plan, node_ref);
    if (plan->def.settings.explore && is_first_choice(plan, node_ref))
        query.explore = plan->seat.ties;
    query.running = running_behavior(plan, node_ref);
    query.follows = follows;
    query.ties = plan->seat.ties;
    query.excluded = excluded;
    int hits = 0;
    (void)us_case_base_retrieve(plan->def.case_base, &query, room, hit, &hits, &plan->failure);
    return hits;
}

/* Finds the best cases that may be tried: first of behaviors that did not fail lately, and among
 * these of the demonstration that is followed; then other cases of those that failed.
 * *above: a behavior at work above the goal would be one. */
static int find(us_plan *plan, us_node_ref node_ref, const us_goal *goal, us_hit *hit, int room,
                bool *above)
{
    plan->counts.retrievals++;
    bool failure = has_failure(plan->tries, goal);
    int hits = 0, follows = behavior_to_follow(plan, node_ref);
    if (follows >= 0)
        hits = find_among(plan, node_ref, goal, hit, room, failure, follows, above);
    if (!hits)
        hits = find_among(plan, node_ref, goal, hit, room, failure, -1, above);
    if (!hits && failure)
        hits = find_among(plan, node_ref, goal, hit, room, false, -1, above);
    if (!hits && !*above) /* elsewhere, a behavior from above may do */
        us_failed_tries_add(plan->tries, goal, -1, true,
                            us_measure_evaluate(plan->measure, plan->seat.view), plan->now);
    return hits;
}

static int64_t similarity_for(us_plan *plan, us_node_ref node_ref, const us_goal *goal)
{
    us_hit hit;
    bool above;
    if (!plan->def.case_base ||
        us_failed_tries_is_hopeless(plan->tries, goal,
                                    us_measure_evaluate(plan->measure, plan->seat.view), plan->now))
        return 0;
    return find(plan, node_ref, goal, &hit, 1, &above) ? hit.similarity : 0;
}

/* Returns the cycles until another behavior's turn; US_NEVER if the case does not know them. */
static us_cycle turn_of(us_plan *plan, int found)
{
    bool there = program_of(plan, us_case_base_get_case(plan->def.case_base, found).behavior);
    us_cycle next = there ? next_of(plan, found) : 0;
    return next > 0 ? next : US_NEVER;
}

static bool same_rank(const us_hit *a, const us_hit *b)
{
    return us_hit_rank(a) == us_hit_rank(b) && a->tries == b->tries;
}

/* Orders of one cycle were recorded in one state, and all but the last have a turn of one cycle. In
 * another order, the long turn would come before the others. */
static int put_shortest_turn_first(us_plan *plan, us_node_ref node_ref, const us_goal *goal,
                                   us_hit *hit, int hits, bool *above)
{
    if (hits < 2 || !same_rank(&hit[0], &hit[1]) ||
        (turn_of(plan, hit[0].found) == US_NEVER && turn_of(plan, hit[1].found) == US_NEVER))
        return hits;
    hits = find(plan, node_ref, goal, hit, US_DRAWN_MAX, above);
    int best = 0;
    for (int i = 1; i < hits && same_rank(&hit[0], &hit[i]); i++)
        if (turn_of(plan, hit[i].found) < turn_of(plan, hit[best].found))
            best = i;
    us_hit first = hit[best];
    memmove(hit + 1, hit, (size_t)best * sizeof *hit);
    hit[0] = first;
    return hits;
}

static void choose(us_plan *plan, const us_task *task, us_chosen_behavior *out, bool *again)
{
    us_hit hit[US_DRAWN_MAX];
    bool above;
    const us_goal_task *goal_task = &task->goal_task;
    us_case_base *case_base = plan->def.case_base;
    int retrieval = plan->def.settings.retrieval;
    us_cycle now = plan->now;
    *out = (us_chosen_behavior){.found = -1, .other = -1};
    *again = false;
    if (!case_base)
        return;
    const int32_t *feature = us_measure_evaluate(plan->measure, plan->seat.view);
    if (us_failed_tries_is_hopeless(plan->tries, &goal_task->goal, feature, now))
        return;
    if (!pay(plan)) {
        *again = true;
        return;
    }
    int room = retrieval == US_CHOOSE_RANDOM ? US_DRAWN_MAX : 2;
    int hits = find(plan, task->node_ref, &goal_task->goal, hit, room, &above);
    if (retrieval != US_CHOOSE_RANDOM)
        hits = put_shortest_turn_first(plan, task->node_ref, &goal_task->goal, hit, hits, &above);
    out->above = above && !hits;
    if (!hits)
        return;
    int best = retrieval == US_CHOOSE_RANDOM ? us_rng_next_below(&plan->rng, hits) : 0;
    int next = best == 0 ? 1 : 0;
    out->found = hit[best].found;
    out->behavior = us_case_base_get_case(case_base, out->found).behavior;
    out->similarity = hit[best].similarity;
    out->leads = leads(plan, task->node_ref);
    if (hits > 1) {
        out->margin = hit[best].similarity - hit[next].similarity;
        out->other = us_case_base_get_case(case_base, hit[next].found).behavior;
    }
}

/* ---- filling a goal */

/* Lists the done steps, without goals to maintain, which are done again. */
static int list_done(const us_template *template, const us_indexed_case *from,
                     const char *label[US_TREE_CHILDREN_MAX])
{
    int count = 0;
    for (int i = 0; i < from->done_count && count < US_TREE_CHILDREN_MAX; i++) {
        label[count] = from->done[i];
        count += !us_pace_is_maintained(template, label[count]);
    }
    return count;
}

static void describe(us_plan *plan, us_task *task, us_active_behavior *active,
                     const us_template *template, int found, const us_fill *fill)
{
    const us_case_metadata *known = metadata_of(plan, template, found);
    us_cycle now = plan->now;
    task->goal_task.next = US_NEVER;
    if (known && known->next > 0)
        task->goal_task.next = us_cycle_after(now, (plan->def.settings.pace ? known->next : 1));
    if (!known)
        return;
    if (plan->def.settings.pace)
        us_active_behavior_set_pace(plan, active, template, known, fill);
    active->slots = template->slot_count;
    active->description = known->slot;
}

/* Keeps the state at the beginning of an attempt, in case it fails. */
static void remember_state(us_plan *plan, us_task *task, us_arena *arena)
{
    int count = us_case_base_space(plan->def.case_base)->count;
    task->goal_task.tried_at = plan->now;
    task->goal_task.state = US_ARENA_ARRAY(arena, int32_t, count + 1);
    memcpy(task->goal_task.state, us_measure_evaluate(plan->measure, plan->seat.view),
           (size_t)count * sizeof(int32_t));
}

static bool fill_goal(us_plan *plan, us_task *task, const us_chosen_behavior *chosen)
{
    us_value value[US_SLOTS_MAX] = {0};
    us_slots bound = {0};
    const char *label[US_TREE_CHILDREN_MAX];
    const us_program *program = program_of(plan, chosen->behavior);
    if (!program)
        return false;
    const us_template *template = us_program_template(program);
    us_template_bind_goal(template, &task->goal_task.goal, value, &bound);
    us_arena *arena = us_arena_new();
    us_fill fill = {
        .program = program, .value = value, .bound = &bound, .done = label, .granted = true};
    us_indexed_case from = us_case_base_get_case(plan->def.case_base, chosen->found);
    fill.done_count = list_done(template, &from, label);
    task->goal_task.frame = us_run_fill(plan->exec.run, task->node_ref, &fill);
    if (!task->goal_task.frame) {
        us_error_set(&plan->failure, US_FAILED, NULL, 0, 0, "it would lie too deep");
        us_arena_free(arena);
        return false;
    }
    us_active_behavior *active = us_active_behavior_new(&plan->exec, task->goal_task.frame);
    active->above = task->node;
    active->behavior = chosen->behavior;
    active->hash = us_plan_behavior_hash(plan, chosen->behavior);
    active->arena = arena;
    remember_state(plan, task, arena);
    describe(plan, task, active, template, chosen->found, &fill);
    plan->counts.expansions++;
    return true;
}

/* ---- increases */

/* Increases that count the same at the same time, and are steps of one behavior, add up: none
 * counts the share of another. Resources that can be spent are counted as they are. */

static const us_expr *test_of(const us_plan *plan, const us_task *task)
{
    return us_goal_test(plan->domain, &task->goal_task.goal);
}

/* Whether both count the same and are steps of one behavior. */
static bool share(const us_plan *plan, const us_task *a, const us_task *b)
{
    const us_goal *one = &a->goal_task.goal, *other = &b->goal_task.goal;
    const us_goal_def *def = &plan->domain->goal[one->type];
    if (a == b || a->node_ref.frame != b->node_ref.frame || b->kind != US_NODE_GOAL || b->early ||
        one->type != other->type || one->kind != US_GOAL_INCREASE ||
        other->kind != US_GOAL_INCREASE)
        return false;
    for (int p = 0; p < def->param_count; p++)
        if (def->param[p].kind != US_VALUE_NUMBER && us_expr_has_slot(test_of(plan, a), p) &&
            one->arg[p].number != other->arg[p].number)
            return false;
    return true;
}

/* Whether the tally is a resource that can be spent: its requests settle the shares. */
static bool is_spent(const us_domain *domain, int tally)
{
    for (int i = 0; tally >= 0 && tally < domain->resources.count && i < domain->type_count; i++)
        if (domain->type[i].cost[tally] > 0)
            return true;
    return false;
}

/* Returns the task's own share of the gain. */
static int64_t number_of(const us_plan *plan, const us_task *task, int gain)
{
    int tally, slot = us_expr_gain_slot(test_of(plan, task), gain, &tally);
    int64_t number = slot < 0 ? 0 : task->goal_task.goal.arg[slot].number;
    return number > 0 && !is_spent(plan->domain, tally) ? number : 0;
}

static void increase_begin(const us_plan *plan, us_task *task)
{
    us_goal_task *goal_task = &task->goal_task;
    us_goal_begin(plan->domain, &goal_task->goal, plan->seat.view, goal_task->began);
    memcpy(goal_task->alone, goal_task->began, sizeof goal_task->alone);
    for (int i = 0; i < plan->exec.tasks; i++) {
        const us_task *other = plan->exec.task[i];
        int gains = share(plan, task, other) ? us_expr_gain_count(test_of(plan, task)) : 0;
        for (int g = 0; g < gains; g++) {
            int64_t number = number_of(plan, other, g);
            int64_t end = us_sums_add(other->goal_task.began[g], number);
            if (number > 0 && goal_task->began[g] < end)
                goal_task->began[g] = end;
        }
    }
}

/* Removes the share of an ended increase from a later one. Returns whether that changes
 * anything. */
static bool give_back(const us_plan *plan, const us_task *gone, us_goal_task *later)
{
    bool changed = false;
    for (int g = 0; g < us_expr_gain_count(test_of(plan, gone)); g++) {
        int64_t began = us_sums_add(later->began[g], -number_of(plan, gone, g));
        began = began < later->alone[g] ? later->alone[g] : began;
        changed |= began != later->began[g];
        later->began[g] = began;
    }
    return changed;
}

static void increase_end(const us_plan *plan, const us_task *task)
{
    for (int i = 0; us_run_view(plan->exec.run) && i < plan->exec.tasks; i++) {
        us_task *other = plan->exec.task[i];
        if (!share(plan, task, other) || other->node < task->node ||
            !give_back(plan, task, &other->goal_task))
            continue;
        us_run_watch(plan->exec.run, other->node_ref, test_of(plan, other), &other->goal_task.test);
        us_run_wake(plan->exec.run, other->node_ref);
    }
}

/* ---- the pursuit of a goal */

static bool reached(const us_plan *plan, const us_goal_task *goal_task)
{
    return us_goal_is_reached(plan->domain, &goal_task->goal, plan->seat.view, goal_task->began);
}

/* Binds the entity that a goal is about, like the target of an action. */
static void bind_entity(us_plan *plan, uint32_t frame, const us_template *template,
                        const us_arg *arg)
{
    us_id id;
    int slot = us_template_find_slot(template, arg->text);
    const us_active_behavior *active = us_active_behavior_find(&plan->exec, frame);
    if (slot < 0 || template->slot[slot].slot.kind != US_VALUE_ENTITY || !active ||
        slot >= active->slots || us_run_is_bound(plan->exec.run, frame, slot))
        return;
    if (us_plan_find_target(plan, &active->description[slot], NULL, -1, 0, &id))
        us_run_bind(plan->exec.run, frame, slot, (us_value){.number = id});
}

/* Returns the goal of the node, with its present arguments. */
static us_goal goal_at(us_plan *plan, us_node_ref node_ref)
{
    const us_template *template = us_run_frame_template(plan->exec.run, node_ref.frame);
    const us_node *node = &template->node[node_ref.node];
    for (int i = 0; i < node->arg_count; i++)
        bind_entity(plan, node_ref.frame, template, &node->arg[i]);
    us_binding binding = us_run_frame_binding(plan->exec.run, node_ref.frame);
    us_goal goal = us_goal_make(plan->domain, node->what);
    goal.kind = us_goal_kind_from_pursue(plan->domain, node->what, node->pursue);
    for (int i = 0; i < node->arg_count; i++) {
        const us_arg *arg = &node->arg[i];
        if (arg->param < 0)
            continue;
        int64_t value = arg->anchor ? us_reviser_find_anchor(plan->reviser, template, arg, &binding)
                                    : us_expr_eval(arg->expr, plan->seat.view, &binding);
        us_goal_set_arg(&goal, arg->param, value);
    }
    us_goal_resolve_seats(plan->domain, &goal, plan->seat.view->self,
                          plan->seat.view->world->seats);
    return goal;
}

static int64_t similarity(us_executor *executor, us_node_ref node_ref)
{
    us_plan *plan = executor->plan;
    us_goal goal = goal_at(plan, node_ref);
    return similarity_for(plan, node_ref, &goal);
}

/* Ends the goal task with a note. */
static void close_goal(us_plan *plan, us_task *task, us_note_kind kind, const us_task_reason *why)
{
    us_plan_log_task(task, kind, why);
    us_plan_close_label(plan, task->node, kind == US_NOTE_SUCCEEDED);
    if (kind != US_NOTE_SUCCEEDED)
        increase_end(plan, task);
    us_task_free(task);
}

static us_answer succeed(us_plan *plan, us_task *task)
{
    close_goal(plan, task, US_NOTE_SUCCEEDED, NULL);
    return US_SUCCESS;
}

static us_answer fail(us_plan *plan, us_task *task, us_task_reason why)
{
    us_plan_pass_lack(task, &why);
    us_play_repairs_on_failure(plan, task, &why);
    close_goal(plan, task, US_NOTE_FAILED, &why);
    return US_FAILURE;
}

/* Ends the behavior that fills the goal. */
static void drop(us_plan *plan, us_task *task, us_note_kind kind, const us_task_reason *why)
{
    us_open_node_clear(&plan->exec, task->node_ref, &task->goal_task.frame, kind, why);
}

static us_task_reason no_behavior_reason(const us_plan *plan, const us_chosen_behavior *chosen)
{
    const char *text = plan->failure.text[0] ? plan->failure.text
                       : chosen->above       ? "no behavior for it but what is at work above it"
                                             : "no behavior for it";
    return (us_task_reason){text, {.kind = US_LACKS_BEHAVIOR}};
}

/* Returns the cycle in which another behavior may take the place of the one that runs. */
static us_cycle next_look(const us_goal_task *goal_task)
{
    return goal_task->next < goal_task->ask ? goal_task->next : goal_task->ask;
}

/* Whether leading behaviors are asked for again. */
static bool asks_again(const us_plan *plan)
{
    const us_plan_settings *settings = &plan->def.settings;
    return settings->outcomes && settings->retrieval == US_CHOOSE_STATE &&
           us_case_base_has_attempts(plan->def.case_base);
}

/* Tries another behavior for the goal. */
static us_answer attempt(us_plan *plan, us_task *task, us_cycle *until)
{
    us_chosen_behavior chosen;
    bool again;
    us_goal_task *goal_task = &task->goal_task;
    int set = plan->def.settings.attempts, most = set ? set : us_task_node(task)->retries;
    goal_task->grace = 0;
    if (goal_task->attempts >= most && goal_task->goal.kind != US_GOAL_MAINTAIN)
        return fail(
            plan, task,
            (us_task_reason){"all its attempts failed", us_lacking_choose(goal_task->lacks)});
    plan->failure.text[0] = '\0';
    choose(plan, task, &chosen, &again);
    if (chosen.found < 0 && again) {
        *until = us_plan_after(plan, US_GOAL_SOON);
        return US_RUNNING;
    }
    bool found = chosen.found >= 0 && fill_goal(plan, task, &chosen);
    if (!found && chosen.found >= 0)
        us_failed_tries_add(plan->tries, &goal_task->goal, chosen.found, true,
                            us_measure_evaluate(plan->measure, plan->seat.view), plan->now);
    if (!found && goal_task->goal.kind == US_GOAL_MAINTAIN) {
        us_plan_log_waiting(task,
                            &(us_task_reason){"a behavior for it", {.kind = US_LACKS_BEHAVIOR}});
        *until = us_plan_after(plan, 10 * US_GOAL_SOON);
        return US_RUNNING;
    }
    if (!found)
        return fail(plan, task, no_behavior_reason(plan, &chosen));
    task->lacks = (us_lacking){0}; /* the task waits no more */
    goal_task->found = chosen.found;
    goal_task->attempts++;
    us_plan_log_retrieved(&plan->exec, us_active_behavior_find(&plan->exec, goal_task->frame),
                          &chosen, goal_task->attempts, chosen.leads ? goal_task->state : NULL);
    goal_task->ask =
        chosen.leads && asks_again(plan) ? us_plan_after(plan, US_ASK_AGAIN) : US_NEVER;
    *until = next_look(goal_task);
    return US_RUNNING;
}

static us_answer hold(us_plan *plan, us_task *task, us_cycle *until)
{
    task->goal_task.held = true;
    task->goal_task.attempts = 0;
    us_plan_log_task(task, US_NOTE_HELD, NULL);
    us_run_mark_held(plan->exec.run, task->node_ref);
    *until = US_NEVER;
    return US_RUNNING;
}

static us_answer pursue(us_plan *plan, us_task *task, us_cycle *until)
{
    us_goal_task *goal_task = &task->goal_task;
    goal_task->goal = goal_at(plan, task->node_ref);
    increase_begin(plan, task);
    goal_task->test = (us_binding){goal_task->goal.arg, goal_task->began};
    goal_task->found = -1;
    us_plan_log_task(task, US_NOTE_READY, NULL);
    us_plan_open_label(plan, task->node, &goal_task->goal,
                       us_plan_find_goal(&plan->exec, task->node_ref));
    bool holds = reached(plan, goal_task), maintain = goal_task->goal.kind == US_GOAL_MAINTAIN;
    if (holds && !maintain)
        return succeed(plan, task);
    us_run_watch(plan->exec.run, task->node_ref, us_goal_test(plan->domain, &goal_task->goal),
                 &goal_task->test);
    if (holds)
        return hold(plan, task, until);
    us_plan_log_task(task, US_NOTE_STARTED, NULL);
    return attempt(plan, task, until);
}

/* Whether a unit that the behavior set to something that goes on may bring the goal about. A unit
 * that gathers only brings about that there is more of something. */
static bool has_help(const us_plan *plan, const us_task *task)
{
    const us_goal *goal = &task->goal_task.goal;
    bool stock = us_expr_has_stock_reads(us_goal_test(plan->domain, goal));
    int units = us_reservations_count_units(plan->reserve, task->node);
    for (int i = 0; i < units; i++) {
        us_id id = us_reservations_unit_at(plan->reserve, task->node, i);
        if (stock || !us_plan_is_gathering(plan, id))
            return true;
    }
    return false;
}

/* Whether the goal may still be reached: the behavior succeeded, the goal's test doesn't hold, and
 * orders that go on may bring it about. */
static bool still_coming(us_plan *plan, us_task *task)
{
    us_goal_task *goal_task = &task->goal_task;
    us_cycle now = plan->now;
    if (!has_help(plan, task))
        return false;
    if (goal_task->grace == 0)
        goal_task->grace = us_plan_after(plan, US_GOAL_GRACE);
    return now < goal_task->grace;
}

static bool is_below(const us_plan *plan, us_node_ref at, uint32_t frame)
{
    while (at.frame && at.frame != frame)
        at = us_run_frame_parent(plan->exec.run, at.frame);
    return at.frame != 0;
}

/* Detaches the orders below a frame of units that make something, so that they are not called away
 * although no task waits for them. Orders that go on or fight are not detached. */
static void leave_orders(us_plan *plan, uint32_t frame)
{
    for (int i = 0; i < plan->exec.tasks; i++) {
        us_task *task = plan->exec.task[i];
        if (task->kind != US_NODE_ACT || task->step.state != US_STEP_TAKEN ||
            !is_below(plan, task->node_ref, frame))
            continue;
        const us_action_def *def = &plan->domain->action[task->step.order.action];
        if (!def->continues && !us_action_can_harm(def))
            us_detached_order_add(plan, task);
    }
}

/* Another behavior takes the place of the one that fills the goal, which has not failed: whatever
 * becomes of it, as many attempts for the goal remain as before. */
static us_answer replace(us_plan *plan, us_task *task, const char *why, us_cycle *until)
{
    us_goal_task *goal_task = &task->goal_task;
    us_failed_tries_add(plan->tries, &goal_task->goal, goal_task->found, false, goal_task->state,
                        goal_task->tried_at);
    leave_orders(plan, goal_task->frame);
    drop(plan, task, US_NOTE_STOPPED, &(us_task_reason){.text = why});
    goal_task->attempts = 0;
    return attempt(plan, task, until);
}

/* Asks again for a leading behavior. Returns whether another one is expected to score clearly more
 * from the present state on. */
static bool is_surpassed(us_plan *plan, us_task *task)
{
    us_goal_task *goal_task = &task->goal_task;
    us_hit hit;
    bool above;
    goal_task->ask = us_plan_after(plan, US_ASK_AGAIN);
    if (running_behavior(plan, task->node_ref) < 0 ||
        !find_among(plan, task->node_ref, &goal_task->goal, &hit, 1,
                    has_failure(plan->tries, &goal_task->goal), -1, &above))
        return false;
    return hit.gain > (int64_t)US_ASK_BETTER * (US_NOTE_ONE / 100);
}

/* Returns the reason of the end: the goal's test, a condition of the behavior, or a failure in
 * it. */
static us_task_reason end_reason(const us_plan *plan, const us_task *task, us_answer ended)
{
    const char *condition = us_run_node_failure(plan->exec.run, task->node_ref);
    const us_active_behavior *active = us_active_behavior_find(&plan->exec, task->goal_task.frame);
    if (ended == US_SUCCESS)
        return (us_task_reason){"it ended and its goal is not reached", {.kind = US_LACKS_TEST}};
    if (condition[0])
        return (us_task_reason){condition, {.kind = US_LACKS_CONDITION}};
    return (us_task_reason){"what it does failed",
                            us_lacking_choose(active ? active->lacks : (us_lacking){0})};
}

static us_answer after_behavior(us_plan *plan, us_task *task, us_answer ended, us_cycle *until)
{
    us_goal_task *goal_task = &task->goal_task;
    if (ended == US_SUCCESS && still_coming(plan, task)) {
        us_plan_log_waiting(
            task, &(us_task_reason){"what goes on to bring it about", {.kind = US_LACKS_TEST}});
        *until = us_plan_after(plan, 3 * US_GOAL_SOON);
        return US_RUNNING;
    }
    us_task_reason why = end_reason(plan, task, ended);
    goal_task->lacks = why.lacks;
    us_failed_tries_add(plan->tries, &goal_task->goal, goal_task->found, true, goal_task->state,
                        goal_task->tried_at);
    drop(plan, task, US_NOTE_FAILED, &why);
    return attempt(plan, task, until);
}

/* The demonstrator gave the goal up by now, and went on. */
static us_answer give_up(us_plan *plan, us_task *task)
{
    if (task->goal_task.frame)
        leave_orders(plan, task->goal_task.frame);
    drop(plan, task, US_NOTE_STOPPED, NULL);
    close_goal(plan, task, US_NOTE_STOPPED,
               &(us_task_reason){.text = "it was given up by now when it was shown"});
    return US_SUCCESS;
}

static us_answer go_on(us_plan *plan, us_task *task, us_cycle *until)
{
    us_goal_task *goal_task = &task->goal_task;
    bool maintain = goal_task->goal.kind == US_GOAL_MAINTAIN;
    *until = US_NEVER;
    if (reached(plan, goal_task)) {
        if (maintain && goal_task->held)
            return US_RUNNING;
        drop(plan, task, US_NOTE_SUCCEEDED, NULL);
        return maintain ? hold(plan, task, until) : succeed(plan, task);
    }
    if (goal_task->held) {
        goal_task->held = false;
        us_plan_log_waiting(task,
                            &(us_task_reason){"its test to hold again", {.kind = US_LACKS_TEST}});
        us_plan_log_task(task, US_NOTE_STARTED, NULL);
        return attempt(plan, task, until);
    }
    if (!goal_task->frame)
        return attempt(plan, task, until);
    if (plan->now >= goal_task->next)
        return replace(plan, task, "the next one was begun by now when it was shown", until);
    bool runs = us_run_node_frame(plan->exec.run, task->node_ref);
    if (runs && plan->now >= goal_task->ask && is_surpassed(plan, task))
        return replace(plan, task, "another one is expected to score more by now", until);
    *until = runs ? next_look(goal_task) : goal_task->next;
    if (runs || *until != US_NEVER)
        return US_RUNNING;
    return after_behavior(plan, task, us_run_node_last_answer(plan->exec.run, task->node_ref),
                          until);
}

static us_answer go(us_task *task, us_cycle *until)
{
    us_plan *plan = task->executor->plan;
    us_answer answer;
    us_cycle drop = task->goal_task.drop;
    us_pace pace = us_task_pace(plan, task->node_ref);
    if (task->early && pace.begin > plan->now) {
        *until = pace.begin;
        return US_RUNNING;
    }
    if (task->early) {
        task->early = false;
        task->goal_task.drop = drop = pace.drop;
        answer = pursue(plan, task, until);
    } else {
        answer = go_on(plan, task, until);
    }
    if (answer == US_RUNNING && plan->now >= drop)
        return give_up(plan, task);
    *until = *until < drop ? *until : drop;
    return answer;
}

static us_answer begin(us_task *task, us_cycle *until)
{
    task->early = true;
    return go(task, until);
}

static void stop(us_task *task, us_stop how)
{
    us_plan *plan = task->executor->plan;
    if (how != US_HALT)
        return;
    drop(plan, task, US_NOTE_STOPPED, NULL);
    if (task->early)
        us_task_free(task);
    else
        close_goal(plan, task, US_NOTE_STOPPED, NULL);
}

const us_task_host us_goal_task_host = {begin, go, stop, similarity};
