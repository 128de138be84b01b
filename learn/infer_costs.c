#include "base/sums.h"
#include "learn/inference.h"

void us_inference_add_cost(us_inference *q, const us_facts *facts, int64_t *total)
{
    for (int i = 0; i < facts->makes; i++) {
        const us_made *made = &facts->made[i];
        if (!made->pays || made->type < 0 || !(facts->acts || facts->counts))
            continue;
        q->payer = q->payer < 0 ? q->now : q->payer;
        for (int r = 0; r < q->domain->resources.count; r++) {
            int64_t cost =
                us_sums_multiply(us_type_set_cost(q->domain, made->type, r), made->number);
            total[r] = us_sums_add(total[r], cost);
        }
    }
}

/* Appends the alternative that the product of the first step that pays is there already. */
static void add_paid(const us_inference *q, int resource, us_str *text)
{
    for (int i = 0; i < q->keys; i++) {
        us_facts facts = us_facts_from_step(q->draft, q->key[i].step);
        if (q->key[i].cost[resource] <= 0)
            continue;
        for (int k = 0; k < facts.makes; k++) {
            const us_made *made = &facts.made[k];
            if (made->type >= 0)
                us_str_addf(text, " or %s(self, \"%s\")", made->knowledge ? "known" : "exists",
                            q->domain->type[made->type].name);
        }
        return;
    }
}

/* Returns the kinds of steps that spend a resource that these gatherers gather. */
static us_requesters payers(const us_inference *q, const us_type_set *gatherers)
{
    us_requesters by = {{0}};
    uint32_t same = 0;
    for (int r = 0; r < q->domain->resources.count; r++) {
        us_type_set here = us_type_set_gatherers(q->domain, r);
        same |= us_type_set_equal(&here, gatherers) ? 1u << r : 0;
    }
    for (int i = 0; i < q->keys; i++) {
        us_requesters one = us_requesters_one(i);
        for (int r = 0; r < q->domain->resources.count; r++)
            if ((same >> r & 1) && q->key[i].cost[r] > 0)
                us_requesters_join(&by, &one);
    }
    return by;
}

/* Resources with the same gatherers share one condition. */
void us_inference_require_cost(us_inference *q)
{
    const us_domain *domain = q->domain;
    bool done[US_RESOURCES_MAX] = {false};
    for (int r = 0; r < domain->resources.count; r++) {
        if (q->cost[r] <= 0 || done[r])
            continue;
        us_type_set gatherers = us_type_set_gatherers(domain, r);
        bool gathered = !us_type_set_is_empty(&gatherers),
             there = us_inference_is_made(q, &gatherers);
        q->inferred.by = payers(q, &gatherers);
        there |= us_inferred_conditions_has_set(&q->inferred, US_SEAT_SELF, &gatherers);
        us_str text, why;
        us_str_init(&text);
        us_str_init(&why);
        bool asks =
            !gathered || (!there && us_type_set_print_condition(domain, &gatherers, "self", &text));
        us_str_add(&text, text.length ? " or " : "");
        const char *also = "";
        for (int s = r; s < domain->resources.count; s++) {
            us_type_set same = us_type_set_gatherers(domain, s);
            if (q->cost[s] <= 0 || !us_type_set_equal(&same, &gatherers))
                continue;
            done[s] = true;
            us_str_addf(&text, "%s\"%s\"(self) >= %lld", also, domain->resources.name[s],
                        (long long)q->cost[s]);
            also = " and ";
        }
        if (!gathered && q->draft->steps > 1)
            add_paid(q, r, &text);
        us_str_addf(&why, "the steps cost it, %s: from step %s",
                    gathered ? "or somebody must gather it" : "and nobody can gather it",
                    q->draft->step[q->payer].label);
        if (asks) {
            us_inferred_conditions_add_text(&q->inferred, &text, &why);
        } else {
            us_str_clear(&text);
            us_str_clear(&why);
        }
    }
}
