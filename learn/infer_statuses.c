#include "learn/inference.h"

/* Returns whether the previous step of the step's actor is done. Then the actor's status since does
 * not come by waiting. */
static bool goes_on(const us_inference *q, const us_draft_step *step)
{
    const us_draft_step *last = NULL;
    for (int i = 0; i < q->draft->steps; i++) {
        const us_draft_step *one = &q->draft->step[i];
        if (one != step && one->actor == step->actor && one->step->from < step->step->from &&
            (!last || one->step->from > last->step->from))
            last = one;
    }
    return step->actor >= 0 && last && us_remaining_plan_is_done(q->suffix, last->step);
}

/* Returns NAME of `unit.status == NAME`, else -1. */
static int status_of(const us_condition_term *wanted)
{
    us_term left = us_term_first(wanted->term), right = us_term_next(left);
    if (wanted->kind != US_CONDITION_TERM_OTHER || wanted->negative ||
        us_term_describe(wanted->term).kind != US_TERM_COMPARE)
        return -1;
    bool equals = us_text_equal(us_term_describe(wanted->term).sign, "==");
    bool unit = us_term_describe(left).gives == US_VALUE_STATUS && us_term_has_slot(left, 0);
    us_term_info what = us_term_describe(right);
    return equals && unit && what.kind == US_TERM_LITERAL ? (int)what.value : -1;
}

static bool was_there(const us_inference *q, us_type type, int status)
{
    const uint64_t *of = q->suffix->status;
    for (int i = 0; of && i < q->domain->type_count; i++)
        if (us_type_is_a(q->domain, (us_type)i, type) && (of[i] >> status & 1))
            return true;
    return false;
}

static void ask(us_inference *q, const us_draft_step *step, int status)
{
    us_str text, why;
    const char *name = q->domain->statuses.name[status];
    us_str_init(&text);
    us_str_init(&why);
    us_str_addf(&text, "exists(self, \"%s\", status: \"%s\")",
                q->domain->type[step->actor_type].name, name);
    us_str_addf(&why, "%s needs one that is %s: step %s", q->domain->action[step->action].name,
                name, step->label);
    q->inferred.verified = true;
    us_inferred_conditions_add_text(&q->inferred, &text, &why);
    q->inferred.verified = false;
}

void us_inference_add_statuses(us_inference *q)
{
    us_condition_term wanted[US_CONDITION_TERMS_MAX];
    for (int i = 0; i < q->draft->steps; i++) {
        const us_draft_step *step = &q->draft->step[i];
        if (step->action < 0 || step->actor_type == US_NO_TYPE || q->draft->kind[i] < 0 ||
            us_remaining_plan_is_done(q->suffix, step->step) || !goes_on(q, step))
            continue;
        int count = us_facts_list_terms(q->draft, i, wanted);
        q->inferred.by = us_requesters_one(q->draft->kind[i]);
        for (int c = 0; c < count; c++) {
            int status = status_of(&wanted[c]);
            if (status >= 0 && was_there(q, step->actor_type, status))
                ask(q, step, status);
        }
    }
}
