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
static void filled(void *context, us_demand *asking)
{
    us_plan *plan = context;
    us_part *part = us_part_find(plan, asking->spot);
    if (!part->node)
        us_tell_part(plan, part, US_NOTE_STARTED, NULL);
    us_acting *acting = us_acting_new(plan, asking->frame);
    acting->behavior = -1;
    acting->hash = us_answerer_hash(plan->asker, us_run_template(plan->run, asking->frame));
    acting->above = part->node;
    acting->asked = true;
    us_tell_answered(plan, acting, asking);
    plan->counts.expansions++;
}

static void over(void *context, us_demand *asking, us_note_kind how, const char *text)
{
    us_plan *plan = context;
    us_answered *inquiry = &us_part_find(plan, asking->spot)->inquiry;
    us_why why = {.text = text};
    bool failed = how == US_NOTE_FAILED;
    if (failed && us_run_why(plan->run, asking->spot)[0])
        inquiry->lacks = (us_lacking){.kind = US_LACKS_CONDITION};
    else if (failed)
        inquiry->lacks = us_lacking_or_other(us_acting_find(plan, asking->frame)->lacks);
    if (failed || asking->behavior < 0)
        why.lacks = inquiry->lacks;
    us_acting_end(plan, asking->spot, &asking->frame, how, text ? &why : NULL);
}

static us_answerer *asker_of(us_plan *plan)
{
    if (!plan->asker)
        plan->asker = us_answerer_new(plan->domain, plan->def.shelf, plan->ties);
    return plan->asker;
}

static us_asks asks_of(us_plan *plan)
{
    return (us_asks){asker_of(plan), plan->run, plan, filled, over};
}

static us_answer take(us_plan *plan, us_part *part, us_answer answer)
{
    us_why why = {part->inquiry.asking.why, part->inquiry.lacks};
    return answer == US_RUNNING ? answer : end(plan, part, answer, why.text ? &why : NULL);
}

us_answer us_inquire_begin(us_plan *plan, us_spot spot, us_cycle *until)
{
    us_part *part = us_part_new(plan, spot, US_NODE_QUERY);
    part->inquiry.lacks = (us_lacking){.kind = US_LACKS_BEHAVIOR};
    us_asks asks = asks_of(plan);
    return take(plan, part, us_ask_open(&asks, spot, &part->inquiry.asking, until));
}

int64_t us_inquire_similarity(us_plan *plan, us_spot spot)
{
    return us_ask_similarity(asker_of(plan), plan->run, spot);
}

us_answer us_inquire_go(us_plan *plan, us_part *part, us_cycle *until)
{
    us_asks asks = asks_of(plan);
    return take(plan, part, us_ask_go(&asks, &part->inquiry.asking, until));
}

void us_inquire_stop(us_plan *plan, us_part *part, us_stop how)
{
    us_asks asks = asks_of(plan);
    us_ask_stop(&asks, &part->inquiry.asking, how);
    if (how != US_HALT)
        return;
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
