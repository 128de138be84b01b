/* Goals: a behavior is retrieved when one needs to run, watched while it does, and judged by the
 * goal's own test when it ended. */
#include "domain/action.h"
#include "plan/part.h"

enum {
    GRACE = 7200, /* ticks in which what goes on may still bring a goal about */
    SOON = 10,    /* ticks to wait for the next retrieval */
};

static bool reached(const us_plan *plan, const us_pursuit *pursuit)
{
    return us_goal_reached(plan->domain, &pursuit->goal, plan->view, pursuit->began);
}

/* Whom a goal is about is found as whom an action is done to. */
static void bind_entity(us_plan *plan, uint32_t frame, const us_template *template,
                        const us_arg *arg)
{
    us_id id;
    int slot = us_slot_find(template, arg->text);
    const us_acting *acting = us_acting_find(plan, frame);
    if (slot < 0 || template->slot[slot].slot.kind != US_VALUE_ENTITY || !acting ||
        slot >= acting->slots || us_run_bound(plan->run, frame, slot))
        return;
    if (us_bind_somebody(plan, &acting->description[slot], NULL, -1, 0, &id))
        us_run_bind(plan->run, frame, slot, (us_value){.number = id});
}

/* What is asked for there now. */
static us_goal goal_at(us_plan *plan, us_spot spot)
{
    const us_template *template = us_run_template(plan->run, spot.frame);
    const us_node *node = &template->node[spot.node];
    for (int i = 0; i < node->arg_count; i++)
        bind_entity(plan, spot.frame, template, &node->arg[i]);
    us_binding binding = us_run_binding(plan->run, spot.frame);
    us_goal goal = us_goal_empty(plan->domain, node->what);
    goal.kind = us_pursued_kind(plan->domain, node->what, node->pursue);
    for (int i = 0; i < node->arg_count; i++) {
        const us_arg *arg = &node->arg[i];
        if (arg->param < 0)
            continue;
        int64_t value = arg->anchor ? us_revise_anchor(plan->reviser, template, arg, &binding)
                                    : us_expr_eval(arg->expr, plan->view, &binding);
        us_goal_give(&goal, arg->param, value);
    }
    us_goal_settle(plan->domain, &goal, plan->view->self, plan->view->world->seats);
    return goal;
}

int64_t us_pursue_similarity(us_plan *plan, us_spot spot)
{
    us_goal goal = goal_at(plan, spot);
    return us_choose_similarity(plan, spot, &goal);
}

static void take_goal(us_plan *plan, us_part *part)
{
    us_pursuit *pursuit = &part->pursuit;
    pursuit->goal = goal_at(plan, part->spot);
    us_increase_begin(plan, part);
    pursuit->test = (us_binding){pursuit->goal.arg, pursuit->began};
    pursuit->found = -1;
}

static us_answer end(us_plan *plan, us_part *part, us_answer answer, const us_why *why)
{
    us_tell_part(plan, part, answer == US_SUCCESS ? US_NOTE_SUCCEEDED : US_NOTE_FAILED, why);
    us_label_close(plan, part->node, answer == US_SUCCESS);
    if (answer == US_FAILURE)
        us_increase_end(plan, part);
    us_part_free(plan, part);
    return answer;
}

static us_answer fail(us_plan *plan, us_part *part, us_why why)
{
    us_lack_pass_on(plan, part->spot, &why);
    return end(plan, part, US_FAILURE, &why);
}

/* What fills the goal is over. */
static void drop(us_plan *plan, us_part *part, us_note_kind kind, const us_why *why)
{
    us_acting_end(plan, part->spot, &part->pursuit.frame, kind, why);
}

static int attempts_of(const us_plan *plan, const us_part *part)
{
    int set = plan->def.settings.attempts;
    return set ? set : us_part_node(plan, part)->retries;
}

static us_why why_vain(const us_pursuit *pursuit)
{
    return (us_why){"all its attempts failed", us_lacking_or_other(pursuit->lacks)};
}

static us_why why_none(const us_plan *plan, const us_chosen *chosen)
{
    const char *text = plan->trouble.length ? plan->trouble.text
                       : chosen->above      ? "no behavior for it but what is at work above it"
                                            : "no behavior for it";
    return (us_why){text, {.kind = US_LACKS_BEHAVIOR}};
}

/* Another behavior for it. */
static us_answer attempt(us_plan *plan, us_part *part, us_cycle *until)
{
    us_chosen chosen;
    bool again;
    us_pursuit *pursuit = &part->pursuit;
    pursuit->grace = 0;
    if (pursuit->attempts >= attempts_of(plan, part) && pursuit->goal.kind != US_GOAL_MAINTAIN)
        return fail(plan, part, why_vain(pursuit));
    us_str_reset(&plan->trouble);
    us_choose(plan, part, &chosen, &again);
    if (chosen.found < 0 && again) {
        *until = plan->view->world->now + us_ticks(plan->domain, SOON);
        return US_RUNNING;
    }
    bool found = chosen.found >= 0 && us_fill_goal(plan, part, &chosen);
    if (!found && chosen.found >= 0)
        us_tries_add(plan->tries, &pursuit->goal, chosen.found,
                     us_measure_take(plan->measure, plan->view), plan->view->world->now);
    if (!found && pursuit->goal.kind == US_GOAL_MAINTAIN) {
        us_tell_waiting(plan, part, &(us_why){"a behavior for it", {.kind = US_LACKS_BEHAVIOR}});
        *until = plan->view->world->now + us_ticks(plan->domain, 10 * SOON);
        return US_RUNNING;
    }
    if (!found)
        return fail(plan, part, why_none(plan, &chosen));
    part->lacks = (us_lacking){0}; /* it waits no more */
    pursuit->found = chosen.found;
    pursuit->attempts++;
    us_tell_retrieved(plan, us_acting_find(plan, pursuit->frame), &chosen, pursuit->attempts);
    *until = pursuit->next;
    return US_RUNNING;
}

static us_answer hold(us_plan *plan, us_part *part, us_cycle *until)
{
    part->pursuit.held = true;
    part->pursuit.attempts = 0;
    us_tell_part(plan, part, US_NOTE_HELD, NULL);
    us_run_met(plan->run, part->spot);
    *until = US_NEVER;
    return US_RUNNING;
}

static us_answer pursue(us_plan *plan, us_part *part, us_cycle *until)
{
    us_pursuit *pursuit = &part->pursuit;
    take_goal(plan, part);
    us_tell_part(plan, part, US_NOTE_READY, NULL);
    us_label_open(plan, part->node, &pursuit->goal, us_goal_around(plan, part->spot));
    bool holds = reached(plan, pursuit), maintain = pursuit->goal.kind == US_GOAL_MAINTAIN;
    if (holds && !maintain)
        return end(plan, part, US_SUCCESS, NULL);
    us_run_watch(plan->run, part->spot, us_goal_test(plan->domain, &pursuit->goal), &pursuit->test);
    if (holds)
        return hold(plan, part, until);
    us_tell_part(plan, part, US_NOTE_STARTED, NULL);
    return attempt(plan, part, until);
}

us_answer us_pursue_begin(us_plan *plan, us_spot spot, us_cycle *until)
{
    us_part *part = us_part_new(plan, spot, US_NODE_GOAL);
    part->early = true;
    return us_pursue_go(plan, part, until);
}

/* Somebody whom the behavior set to something that goes on may bring the goal about. Who gathers
 * brings about that there is more of something, and nothing else. */
static bool has_help(const us_plan *plan, const us_part *part)
{
    const us_goal *goal = &part->pursuit.goal;
    bool stock = us_expr_counts_stock(us_goal_test(plan->domain, goal));
    int units = us_reserve_units(plan->reserve, part->node);
    for (int i = 0; i < units; i++) {
        us_id id = us_reserve_unit_at(plan->reserve, part->node, i);
        if (stock || !us_gathers(plan, id))
            return true;
    }
    return false;
}

/* The behavior ended well, but the goal's test doesn't hold: what goes on may bring it about. */
static bool still_coming(us_plan *plan, us_part *part)
{
    us_pursuit *pursuit = &part->pursuit;
    us_cycle now = plan->view->world->now;
    if (!has_help(plan, part))
        return false;
    if (pursuit->grace == 0)
        pursuit->grace = now + us_ticks(plan->domain, GRACE);
    return now < pursuit->grace;
}

/* Who makes something is not called away from it, though nobody waits for it; who only goes on, or
 * fights, may be. */
static void leave_orders(us_plan *plan, uint32_t frame)
{
    for (int i = 0; i < plan->parts; i++) {
        us_part *part = plan->part[i];
        bool act = part->spot.frame == frame && part->kind == US_NODE_ACT;
        if (!act || part->step.state != US_STEP_TAKEN)
            continue;
        const us_action_def *def = &plan->domain->action[part->step.order.action];
        if (!def->continues && !us_action_harms(def)) {
            us_lefts_add(&plan->lefts, part->node, part->step.order.id);
            part->left = true;
        }
    }
}

/* The demonstrator did something else by now. It did not fail: whatever becomes of it, others may
 * be tried for the goal as often as before. */
static us_answer take_next(us_plan *plan, us_part *part, us_cycle *until)
{
    us_pursuit *pursuit = &part->pursuit;
    us_tries_add(plan->tries, &pursuit->goal, pursuit->found, pursuit->state, pursuit->tried_at);
    leave_orders(plan, pursuit->frame);
    drop(plan, part, US_NOTE_STOPPED,
         &(us_why){.text = "the next one was begun by now when it was shown"});
    pursuit->attempts = 0;
    return attempt(plan, part, until);
}

/* By its goal's test, a condition of its own, or what it did. */
static us_why why_ended(const us_plan *plan, const us_part *part, us_answer ended)
{
    const char *condition = us_run_why(plan->run, part->spot);
    const us_acting *acting = us_acting_find(plan, part->pursuit.frame);
    if (ended == US_SUCCESS)
        return (us_why){"it ended and its goal is not reached", {.kind = US_LACKS_TEST}};
    if (condition[0])
        return (us_why){condition, {.kind = US_LACKS_CONDITION}};
    return (us_why){"what it does failed",
                    us_lacking_or_other(acting ? acting->lacks : (us_lacking){0})};
}

static us_answer after_behavior(us_plan *plan, us_part *part, us_answer ended, us_cycle *until)
{
    us_pursuit *pursuit = &part->pursuit;
    if (ended == US_SUCCESS && still_coming(plan, part)) {
        us_tell_waiting(plan, part,
                        &(us_why){"what goes on to bring it about", {.kind = US_LACKS_TEST}});
        *until = plan->view->world->now + us_ticks(plan->domain, 3 * SOON);
        return US_RUNNING;
    }
    us_why why = why_ended(plan, part, ended);
    pursuit->lacks = why.lacks;
    us_tries_add(plan->tries, &pursuit->goal, pursuit->found, pursuit->state, pursuit->tried_at);
    drop(plan, part, US_NOTE_FAILED, &why);
    return attempt(plan, part, until);
}

/* The demonstrator gave it up by now, and went on. */
static us_answer give_up(us_plan *plan, us_part *part)
{
    drop(plan, part, US_NOTE_STOPPED, NULL);
    us_tell_part(plan, part, US_NOTE_STOPPED,
                 &(us_why){.text = "it was given up by now when it was shown"});
    us_label_close(plan, part->node, false);
    us_increase_end(plan, part);
    us_part_free(plan, part);
    return US_SUCCESS;
}

static us_answer go_on(us_plan *plan, us_part *part, us_cycle *until)
{
    us_pursuit *pursuit = &part->pursuit;
    bool maintain = pursuit->goal.kind == US_GOAL_MAINTAIN;
    *until = US_NEVER;
    if (reached(plan, pursuit)) {
        if (maintain && pursuit->held)
            return US_RUNNING;
        drop(plan, part, US_NOTE_SUCCEEDED, NULL);
        return maintain ? hold(plan, part, until) : end(plan, part, US_SUCCESS, NULL);
    }
    if (pursuit->held) {
        pursuit->held = false;
        us_tell_waiting(plan, part, &(us_why){"its test to hold again", {.kind = US_LACKS_TEST}});
        us_tell_part(plan, part, US_NOTE_STARTED, NULL);
        return attempt(plan, part, until);
    }
    if (pursuit->frame && plan->view->world->now >= pursuit->next)
        return take_next(plan, part, until);
    *until = pursuit->frame ? pursuit->next : US_NEVER;
    if (us_run_inside(plan->run, part->spot) || *until != US_NEVER)
        return US_RUNNING;
    if (!pursuit->frame)
        return attempt(plan, part, until);
    return after_behavior(plan, part, us_run_ended(plan->run, part->spot), until);
}

us_answer us_pursue_go(us_plan *plan, us_part *part, us_cycle *until)
{
    us_answer answer;
    us_cycle drop = part->pursuit.drop;
    us_pace pace = us_part_pace(plan, part->spot);
    if (part->early && pace.begin > plan->view->world->now) {
        *until = pace.begin;
        return US_RUNNING;
    }
    if (part->early) {
        part->early = false;
        part->pursuit.drop = drop = pace.drop;
        answer = pursue(plan, part, until);
    } else {
        answer = go_on(plan, part, until);
    }
    if (answer == US_RUNNING && plan->view->world->now >= drop)
        return give_up(plan, part);
    *until = *until < drop ? *until : drop;
    return answer;
}

void us_pursue_stop(us_plan *plan, us_part *part)
{
    us_acting *acting = us_acting_find(plan, part->pursuit.frame);
    if (acting) {
        us_tell_behavior(plan, acting, US_NOTE_STOPPED, NULL);
        us_acting_free(acting);
    }
    if (!part->early) {
        us_tell_part(plan, part, US_NOTE_STOPPED, NULL);
        us_label_close(plan, part->node, false);
        us_increase_end(plan, part);
    }
    us_part_free(plan, part);
}
