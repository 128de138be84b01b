/* The game is over: what became of what was still pursued. */
#include "plan/part.h"

/* Of goals that were told of, the last before that one: what stands below was told of later. */
static us_part *goal_before(const us_plan *plan, uint32_t node)
{
    us_part *last = NULL;
    for (int i = 0; i < plan->parts; i++) {
        us_part *part = plan->part[i];
        bool goal = part->spot.frame && part->kind == US_NODE_GOAL && part->node > 0;
        if (goal && part->node < node && (!last || part->node > last->node))
            last = part;
    }
    return last;
}

static void tell(us_plan *plan, us_part *part, us_note_kind kind, const us_why *why)
{
    us_acting *acting = us_acting_find(plan, part->pursuit.frame);
    if (acting)
        us_tell_behavior(plan, acting, kind, why);
    us_tell_part(plan, part, kind, why);
}

void us_plan_over(us_plan *plan, const us_view *view, const us_outcome *outcome)
{
    static const us_why lost = {"the game is lost", {.kind = US_LACKS_OTHER}};
    static const us_why drawn = {"the game is a draw", {.kind = US_LACKS_OTHER}};
    const us_why *why = outcome->winner == US_NEUTRAL   ? &drawn
                        : outcome->winner != view->self ? &lost
                                                        : NULL;
    plan->view = view;
    plan->now = view->world->now;
    us_notes_reset(&plan->notes);
    for (us_part *part = goal_before(plan, UINT32_MAX); part;
         part = goal_before(plan, part->node)) {
        const us_pursuit *pursuit = &part->pursuit;
        if (pursuit->goal.kind == US_GOAL_MAINTAIN)
            continue;
        if (us_goal_reached(plan->domain, &pursuit->goal, view, pursuit->began))
            tell(plan, part, US_NOTE_SUCCEEDED, NULL);
        else if (why)
            tell(plan, part, US_NOTE_FAILED, why);
    }
    us_acting *tree = us_acting_find(plan, plan->root_frame);
    int64_t began[US_GAINS_MAX] = {0};
    if (!tree)
        return;
    if (us_goal_reached(plan->domain, &plan->goal, view, began))
        us_tell_behavior(plan, tree, US_NOTE_SUCCEEDED, NULL);
    else if (why)
        us_tell_behavior(plan, tree, US_NOTE_FAILED, why);
}
