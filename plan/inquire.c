/* Queries in a plan: filled with what plan/ask.h answers, and ended as that ends. */
#include "plan/part.h"

static us_answer end(us_plan *plan, us_part *part, us_answer answer, const us_why *why)
{
    if (answer == US_FAILURE)
        us_lack_pass_on(plan, part->spot, why);
    us_tell_part(plan, part, answer == US_SUCCESS ? US_NOTE_SUCCEEDED : US_NOTE_FAILED, why);
    us_part_free(plan, part);
    return answer;
}

/* It has no goal whose test would say how it fared: it is run as a tree is. */
static bool fill(us_plan *plan, us_part *part, const char **why)
{
    us_answered *inquiry = &part->inquiry;
    const us_program *program = us_choose_program(plan, inquiry->asking.behavior);
    *why = plan->trouble.text;
    if (program)
        inquiry->frame = us_ask_fill(plan->asker, plan->run, &inquiry->asking, program, why);
    if (!inquiry->frame)
        return false;
    if (!part->node)
        us_tell_part(plan, part, US_NOTE_STARTED, NULL);
    us_acting *acting = us_acting_new(plan, inquiry->frame);
    acting->behavior = -1;
    acting->hash = us_answerer_hash(plan->asker, us_program_template(program));
    acting->above = part->node;
    acting->asked = true;
    us_tell_answered(plan, acting, &inquiry->asking);
    plan->counts.expansions++;
    return true;
}

static us_answer take(us_plan *plan, us_part *part, us_upshot asked)
{
    us_answered *inquiry = &part->inquiry;
    if (asked == US_ASKED_SAME)
        return US_RUNNING;
    us_why why = {.text = "another behavior fits better now"};
    if (asked == US_ASKED_NOTHING)
        why = (us_why){inquiry->asking.why, {.kind = US_LACKS_BEHAVIOR}};
    if (inquiry->frame) {
        us_answerer_torn(plan->asker);
        us_acting_end(plan, part->spot, &inquiry->frame, US_NOTE_STOPPED, &why);
    }
    if (asked == US_ASKED_NOTHING)
        return end(plan, part, US_FAILURE, &why);
    why = (us_why){.lacks = {.kind = US_LACKS_BEHAVIOR}};
    return fill(plan, part, &why.text) ? US_RUNNING : end(plan, part, US_FAILURE, &why);
}

static us_answerer *asker_of(us_plan *plan)
{
    if (!plan->asker)
        plan->asker = us_answerer_new(plan->domain, plan->def.shelf);
    return plan->asker;
}

us_answer us_inquire_begin(us_plan *plan, us_spot spot, us_cycle *until)
{
    us_part *part = us_part_new(plan, spot, US_NODE_QUERY);
    us_answerer *asker = asker_of(plan);
    return take(plan, part, us_ask_begin(asker, plan->run, spot, &part->inquiry.asking, until));
}

int64_t us_inquire_similarity(us_plan *plan, us_spot spot)
{
    return us_ask_similarity(asker_of(plan), plan->run, spot);
}

us_answer us_inquire_go(us_plan *plan, us_part *part, us_cycle *until)
{
    us_answered *inquiry = &part->inquiry;
    us_answer ended =
        us_run_inside(plan->run, part->spot) ? US_ANSWER_NONE : us_run_ended(plan->run, part->spot);
    if (ended == US_ANSWER_NONE)
        return take(plan, part, us_ask_again(plan->asker, plan->run, &inquiry->asking, until));
    const char *condition = us_run_why(plan->run, part->spot);
    const us_acting *acting = us_acting_find(plan, inquiry->frame);
    us_why why = {condition, {.kind = US_LACKS_CONDITION}};
    if (!condition[0])
        why = (us_why){"what it does failed",
                       us_lacking_or_other(acting ? acting->lacks : (us_lacking){0})};
    bool well = ended == US_SUCCESS;
    us_acting_end(plan, part->spot, &inquiry->frame, well ? US_NOTE_SUCCEEDED : US_NOTE_FAILED,
                  well ? NULL : &why);
    return end(plan, part, ended, well ? NULL : &why);
}

void us_inquire_stop(us_plan *plan, us_part *part, us_stop how)
{
    us_answered *inquiry = &part->inquiry;
    if (how == US_RESUME)
        us_run_wake(plan->run, part->spot);
    if (how != US_HALT)
        return;
    us_acting *acting = us_acting_find(plan, inquiry->frame);
    if (acting) {
        us_tell_behavior(plan, acting, US_NOTE_STOPPED, NULL);
        us_acting_free(acting);
    }
    us_tell_part(plan, part, US_NOTE_STOPPED, NULL);
    us_part_free(plan, part);
}

bool us_inquires(const us_plan *plan)
{
    for (int i = 0; i < plan->parts; i++) {
        const us_part *part = plan->part[i];
        if (part->spot.frame && part->kind == US_NODE_QUERY &&
            us_part_node(plan, part)->recheck == US_RECHECK_EVENT)
            return true;
    }
    return false;
}
