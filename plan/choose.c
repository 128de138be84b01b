/* The choice of a behavior for a goal. */
#include "plan/task.h"

#include <string.h>

enum {
    CREDIT = 20,  /* ticks for each retrieval beyond US_CREDIT_MAX */
    DRAWN = 64,   /* cases for a random draw */
    OUTCOMES = 5, /* percent that outcomes count, beside goal and state */
};

/* Spends one retrieval. This bounds the cost of a goal that nothing can satisfy. */
static bool pay(us_plan *plan)
{
    us_cycle now = plan->view->world->now;
    us_cycle each = us_ticks_to_cycles(plan->domain, CREDIT);
    int more = (now - plan->credit_at) / each;
    plan->credit += more;
    plan->credit_at += more * each;
    if (plan->credit > US_CREDIT_MAX)
        plan->credit = US_CREDIT_MAX;
    if (plan->credit <= 0)
        return false;
    plan->credit--;
    return true;
}

/* Excludes suffix cases. */
static void leave_suffixes_out(const us_plan *plan, bool *excluded)
{
    for (int i = 0; i < us_case_base_case_count(plan->def.case_base); i++)
        excluded[i] |= us_case_base_get_case(plan->def.case_base, i).done_count > 0;
}

static void leave_other_demonstrators_out(const us_plan *plan, bool *excluded)
{
    for (int i = 0; i < us_case_base_case_count(plan->def.case_base); i++)
        excluded[i] |= !us_groups_has_group(plan->def.demonstrations, i, plan->demonstration);
}

/* Excludes behaviors that are at work above the goal, since that would never end. Returns whether
 * there are such. */
static bool leave_those_above_out(const us_plan *plan, us_node_ref node_ref, bool *excluded)
{
    bool any = false;
    for (uint32_t frame = node_ref.frame; frame;
         frame = us_run_frame_parent(plan->run, frame).frame) {
        const us_active_behavior *active = us_active_behavior_find(plan, frame);
        for (int i = 0; active && i < us_case_base_case_count(plan->def.case_base); i++) {
            bool same = us_case_base_get_case(plan->def.case_base, i).behavior == active->behavior;
            any |= same && !excluded[i];
            excluded[i] |= same;
        }
    }
    return any;
}

/* Finds the best cases that may be tried. *above: a behavior at work above the goal would be
 * one. */
static int find(us_plan *plan, us_node_ref node_ref, const us_goal *goal, us_hit *hit, int room,
                bool *above)
{
    const int32_t *feature = us_measure_evaluate(plan->measure, plan->view);
    us_query query = us_query_default(goal);
    bool *excluded = us_failed_tries_excluded(plan->tries, goal, feature, plan->view->world->now);
    if (plan->demonstration >= 0) /* first: cases of others do not fit elsewhere, either */
        leave_other_demonstrators_out(plan, excluded);
    *above = leave_those_above_out(plan, node_ref, excluded);
    if (!plan->def.settings.suffixes)
        leave_suffixes_out(plan, excluded);
    query.view = plan->view;
    query.feature = plan->def.settings.retrieval == US_CHOOSE_STATE ? feature : NULL;
    query.outcome_weight = plan->def.settings.outcomes ? OUTCOMES : 0;
    query.ties = plan->ties;
    query.excluded = excluded;
    int hits = 0;
    us_error err;
    plan->counts.retrievals++;
    if (us_case_base_retrieve(plan->def.case_base, &query, room, hit, &hits, &err) != US_OK)
        us_plan_set_trouble(plan, err.text);
    if (!hits && !*above) /* elsewhere, a behavior from above may do */
        us_failed_tries_add(plan->tries, goal, -1, feature, plan->view->world->now);
    return hits;
}

int64_t us_plan_goal_similarity(us_plan *plan, us_node_ref node_ref, const us_goal *goal)
{
    us_hit hit;
    bool above;
    if (!plan->def.case_base ||
        us_failed_tries_is_hopeless(plan->tries, goal,
                                    us_measure_evaluate(plan->measure, plan->view),
                                    plan->view->world->now))
        return 0;
    return find(plan, node_ref, goal, &hit, 1, &above) ? hit.similarity : 0;
}

/* Returns the cycles until another behavior's turn; US_NEVER if the case does not know them. */
static us_cycle turn_of(us_plan *plan, int found)
{
    const us_program *program =
        us_plan_get_program(plan, us_case_base_get_case(plan->def.case_base, found).behavior);
    const us_case_metadata *known =
        program ? us_case_metadata_get(plan, us_program_template(program), found) : NULL;
    return known && known->next > 0 ? known->next : US_NEVER;
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
    hits = find(plan, node_ref, goal, hit, DRAWN, above);
    int best = 0;
    for (int i = 1; i < hits && same_rank(&hit[0], &hit[i]); i++)
        if (turn_of(plan, hit[i].found) < turn_of(plan, hit[best].found))
            best = i;
    us_hit first = hit[best];
    memmove(hit + 1, hit, (size_t)best * sizeof *hit);
    hit[0] = first;
    return hits;
}

void us_plan_choose_behavior(us_plan *plan, const us_task *task, us_chosen_behavior *out,
                             bool *again)
{
    us_hit hit[DRAWN];
    bool above;
    const us_goal_task *goal_task = &task->goal_task;
    us_case_base *case_base = plan->def.case_base;
    int retrieval = plan->def.settings.retrieval;
    us_cycle now = plan->view->world->now;
    *out = (us_chosen_behavior){.found = -1, .other = ""};
    *again = false;
    if (!case_base)
        return;
    const int32_t *feature = us_measure_evaluate(plan->measure, plan->view);
    if (us_failed_tries_is_hopeless(plan->tries, &goal_task->goal, feature, now))
        return;
    if (!pay(plan)) {
        *again = true;
        return;
    }
    int room = retrieval == US_CHOOSE_RANDOM ? DRAWN : 2;
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
    if (hits > 1) {
        out->margin = hit[best].similarity - hit[next].similarity;
        out->other = us_case_base_behavior_name(
            case_base, us_case_base_get_case(case_base, hit[next].found).behavior);
    }
}

/* ---- programs */

const us_program *us_plan_get_program(us_plan *plan, int behavior)
{
    const us_template *template;
    us_error err;
    if (plan->program[behavior])
        return plan->program[behavior];
    if (us_case_base_get_template(plan->def.case_base, behavior, &template, &err) != US_OK) {
        us_plan_set_trouble(plan, err.text);
        return NULL;
    }
    return plan->program[behavior] = us_program_new(template);
}

/* Reads the behaviors of a small library before the game begins, so that no think waits for
 * them. */
void us_plan_prepare_choice(us_plan *plan)
{
    enum { SMALL = 256 };
    int behaviors = us_case_base_behavior_count(plan->def.case_base);
    for (int i = 0; behaviors <= SMALL && i < behaviors; i++)
        us_plan_get_program(plan, i);
    us_str_reset(&plan->trouble); /* an unreadable behavior is reported when it is needed */
}

const us_program *us_plan_find_tree(us_plan *plan, const char *name)
{
    const us_template *template = NULL;
    us_error err;
    if (!plan->def.case_base ||
        us_case_base_find_tree(plan->def.case_base, name, &template, &err) != US_OK)
        return NULL;
    for (int i = 0; i < plan->trees; i++)
        if (us_program_template(plan->tree[i]) == template)
            return plan->tree[i];
    if (!template)
        return NULL;
    plan->tree = us_array_grow(plan->tree, plan->trees, &plan->tree_capacity, sizeof(us_program *));
    return plan->tree[plan->trees++] = us_program_new(template);
}
