#include "learn/links.h"

#include <string.h>

#include "base/sums.h"
#include "learn/outline.h"

void us_links_add(us_links *links, int first, int then, bool needs, us_str *why)
{
    bool stands = first != then && us_grid_get(&links->before, first, then);
    if (stands && needs)
        us_grid_set(&links->needed, first, then);
    if (stands && !us_grid_get(&links->linked, first, then)) {
        us_grid_set(&links->linked, first, then);
        if (links->count == links->capacity) {
            links->capacity = links->capacity ? 2 * links->capacity : 64;
            us_link *larger = US_ARENA_ARRAY(links->draft->arena, us_link, links->capacity);
            if (links->count)
                memcpy(larger, links->link, (size_t)links->count * sizeof(*larger));
            links->link = larger;
        }
        links->link[links->count++] =
            (us_link){first, then, us_arena_strndup(links->draft->arena, why->text, why->length)};
    }
    us_str_clear(why);
}

/* ---- words */

static void name_made(const us_links *links, const us_made *made, us_str *out)
{
    if (made->type >= 0)
        us_str_addf(out, "\"%s\"", links->domain->type[made->type].name);
    else
        us_type_set_print(links->domain, &made->kinds, out);
}

static const char *name_step(const us_links *links, int step)
{
    const us_draft_step *s = &links->draft->step[step];
    return s->action >= 0 ? links->domain->action[s->action].name
                          : links->domain->goal[s->goal.type].name;
}

/* ---- slots */

static bool share(const us_id *a, int as, const us_id *b, int bs)
{
    for (int i = 0, k = 0; i < as && k < bs;) {
        if (a[i] == b[k])
            return true;
        if (a[i] < b[k])
            i++;
        else
            k++;
    }
    return false;
}

static int list_units(const us_links *links, int step, const us_id **out)
{
    const us_draft_step *s = &links->draft->step[step];
    if (s->action >= 0 && s->step && s->step->units) {
        *out = s->step->unit;
        return s->step->units;
    }
    *out = s->actor < 0 ? NULL : links->draft->slot[s->actor].id;
    return s->actor < 0 ? 0 : links->draft->slot[s->actor].ids;
}

/* Adds links to the steps that make entities of the slot. */
static void link_makers(us_links *links, int slot, int then)
{
    const us_draft *draft = links->draft;
    const us_draft_slot *wanted = &draft->slot[slot];
    for (int i = 0; i < links->mades; i++) {
        const us_draft_slot *other = &draft->slot[links->made[i]];
        if (other != wanted && !share(wanted->id, wanted->ids, other->id, other->ids))
            continue;
        us_str why;
        us_str_init(&why);
        us_str_addf(&why, "%s uses %s, which it makes", name_step(links, then), wanted->name);
        us_links_add(links, other->maker, then, true, &why);
    }
}

/* Returns whether units of the slot had orders in steps before that one. */
static bool is_older(const us_links *links, int slot, int step)
{
    const us_draft *draft = links->draft;
    for (int i = 0; i < step; i++) {
        const us_id *unit;
        int units = list_units(links, i, &unit);
        if (share(unit, units, draft->slot[slot].id, draft->slot[slot].ids))
            return true;
    }
    return false;
}

bool us_links_is_present(const us_links *links, const us_type_set *set, int step)
{
    const us_draft *draft = links->draft;
    const us_step *of = draft->step[step].step;
    for (int i = 0; i < draft->sights; i++)
        if ((i == 0 || !of || draft->sight[i].at <= of->from) &&
            !us_type_set_has_common(&draft->sight[i].present->finished[US_PRESENT_SELF], set))
            return false;
    return draft->sights > 0;
}

/* ---- actors */

/* Adds links to the earliest steps that add `number` of a set. slot: the units that are needed, or
 * -1. If they had orders before a step, that step did not make them. */
static void link_givers(us_links *links, int then, const us_type_set *set, int64_t number, int slot)
{
    for (int s = 0; s < then && number > 0; s++) {
        const us_facts *facts = &links->facts[s];
        if (!us_grid_get(&links->before, s, then) || (slot >= 0 && is_older(links, slot, s)))
            continue;
        for (int i = 0; i < facts->makes; i++) {
            if (!us_type_set_is_subset(&facts->made[i].kinds, set) || facts->made[i].knowledge)
                continue;
            us_str why;
            us_str_init(&why);
            us_str_addf(&why, "%s needs ", name_step(links, then));
            name_made(links, &facts->made[i], &why);
            us_links_add(links, s, then, true, &why);
            number -= facts->made[i].number;
        }
    }
}

static void link_unit_types(us_links *links, int then)
{
    const us_draft *draft = links->draft;
    const us_facts *facts = &links->facts[then];
    us_type_set hands[US_HANDS_MAX];
    int count = us_facts_list_unit_types(links->domain, facts, hands);
    if (!facts->acts) {
        for (int i = 0; i < count; i++) { /* all fighters help */
            bool all = facts->gone && us_type_set_equal(&hands[i], &links->fighters);
            link_givers(links, then, &hands[i], all ? INT64_MAX : 1, -1);
        }
        return;
    }
    int slot = draft->step[then].actor;
    if (slot < 0) {
        if (!us_links_is_present(links, &facts->who, then))
            link_givers(links, then, &facts->who, 1, -1);
        return;
    }
    /* A slot without a single maker was made by several steps, or elsewhere. */
    us_type_set own = facts->who;
    if (draft->slot[slot].type >= 0)
        own = us_type_set_from_type(links->domain, draft->slot[slot].type);
    else if (draft->slot[slot].role >= 0)
        own = us_type_set_from_role(links->domain, draft->slot[slot].role);
    link_makers(links, slot, then);
    if (draft->slot[slot].maker < 0)
        link_givers(links, then, &own, draft->slot[slot].later - draft->slot[slot].known, slot);
}

static void link_arguments(us_links *links, int then)
{
    const us_draft_step *step = &links->draft->step[then];
    for (int i = 0; i < step->used; i++)
        link_makers(links, step->uses[i], then);
}

/* ---- requirements */

/* Returns the first earlier step that brings the type about, or -1. */
static int first_giver(const us_links *links, us_type type, int then)
{
    for (int s = 0; s < then; s++) {
        const us_facts *facts = &links->facts[s];
        for (int i = 0; us_grid_get(&links->before, s, then) && i < facts->makes; i++)
            if (us_type_is_a(links->domain, facts->made[i].type, type))
                return s;
    }
    return -1;
}

static bool is_type_present(const us_links *links, us_type type, int then)
{
    us_type_set one = us_type_set_from_type(links->domain, type);
    return us_links_is_present(links, &one, then);
}

/* Returns the alternative of which the fewest types are missing; of equals the one that is complete
 * first, then the first. -1: no step brings one about, or one was there all along. */
static int best_alternative(const us_links *links, const us_type_def *def, int then)
{
    int best = -1, least_open = 0, best_last = 0;
    for (int k = 0; k < def->requires_count; k++) {
        int open = 0, last = -1;
        for (int i = 0; i < def->requires[k].count; i++) {
            us_type type = us_type_generalize(links->domain, def->requires[k].type[i]);
            bool stands = is_type_present(links, type, then);
            int giver = stands ? -1 : first_giver(links, type, then);
            open += giver < 0 && !stands;
            last = giver > last ? giver : last;
        }
        if (open == 0 && last < 0)
            return -1;
        bool better = best < 0 || open < least_open || (open == least_open && last < best_last);
        if (last < 0 || !better)
            continue;
        best = k;
        least_open = open;
        best_last = last;
    }
    return best;
}

static void link_required(us_links *links, const us_made *made, int then)
{
    if (!made->meets || made->type < 0)
        return;
    const us_type_def *def = &links->domain->type[made->type];
    int chosen = best_alternative(links, def, then);
    for (int i = 0; chosen >= 0 && i < def->requires[chosen].count; i++) {
        us_type type = us_type_generalize(links->domain, def->requires[chosen].type[i]);
        int giver = first_giver(links, type, then);
        us_str why;
        if (giver < 0 || is_type_present(links, type, then))
            continue;
        us_str_init(&why);
        us_str_addf(&why, "\"%s\" requires \"%s\"", def->name, links->domain->type[type].name);
        us_links_add(links, giver, then, true, &why);
    }
}

/* ---- ways */

static void link_ways(us_links *links, int then)
{
    const us_facts *facts = &links->facts[then];
    if (facts->opens || !(facts->moves || facts->harms))
        return;
    for (int s = 0; s < then; s++) {
        us_str why;
        if (!links->facts[s].opens)
            continue;
        us_str_init(&why);
        us_str_addf(&why, "%s opens a way", name_step(links, s));
        us_links_add(links, s, then, true, &why);
    }
}

void us_links_add_needs(us_links *links)
{
    for (int t = 0; t < links->draft->steps; t++) {
        bool seen = us_outline_is_known(links->draft->step[t].below);
        if (!seen)
            link_unit_types(links, t);
        link_arguments(links, t);
        for (int i = 0; !seen && i < links->facts[t].makes; i++)
            link_required(links, &links->facts[t].made[i], t);
        link_ways(links, t);
    }
}

/* ---- numbers: an amount that is allotted to one step is not there for another */

static void link_amount(us_links *links, int64_t *left, int64_t need, int then, const char *what,
                        const us_made *made, const us_outline_step *by)
{
    for (int s = 0; s < then && need > 0; s++) {
        us_str why;
        if (left[s] == 0 || !us_grid_get(&links->before, s, then))
            continue;
        us_str_init(&why);
        us_str_addf(&why, "its %s goes into ", what);
        if (made) {
            name_made(links, made, &why);
        } else {
            us_str_addf(&why, "%s: ", name_step(links, then));
            us_outline_step_print(links->domain, by, &why);
        }
        us_links_add(links, s, then, true, &why);
        int64_t taken = left[s] == US_SOME || left[s] > need ? need : left[s];
        left[s] = left[s] == US_SOME ? 0 : left[s] - taken;
        need -= taken;
    }
}

static int64_t supply_of(const us_links *links, int step)
{
    const us_facts *facts = &links->facts[step];
    int64_t sum = 0;
    for (int i = 0; i < facts->makes; i++) {
        const us_made *made = &facts->made[i];
        if (made->becomes || made->type < 0)
            continue;
        int64_t more =
            us_sums_multiply(us_type_set_food_supply(links->domain, made->type), made->number);
        if (__builtin_add_overflow(sum, more, &sum))
            sum = INT64_MAX;
    }
    return sum;
}

/* Returns the amount that a step supplies; for a goal with a known outline also its surplus. */
static int64_t stock_of(const us_links *links, int step, int resource)
{
    const us_outline *below = links->draft->step[step].below;
    if (resource < 0 && us_outline_is_known(below))
        return below->food < 0 ? -below->food : 0;
    if (resource < 0)
        return supply_of(links, step);
    int64_t own = links->facts[step].gain[resource];
    return below && own == 0 && below->gains[resource] > 0 ? US_SOME : own;
}

/* resource -1: food. */
static void link_stock(us_links *links, int64_t *left, int resource, int then)
{
    const us_domain *domain = links->domain;
    const us_outline *below = links->draft->step[then].below;
    const char *what = resource < 0 ? "food" : domain->resources.name[resource];
    int64_t told = 0;
    for (int i = 0; !us_outline_is_known(below) && i < links->facts[then].makes; i++) {
        const us_made *made = &links->facts[then].made[i];
        if (made->type < 0 || !(resource < 0 ? made->feeds : made->pays))
            continue;
        int64_t one = resource < 0 ? us_type_set_food_use(domain, made->type)
                                   : us_type_set_cost(domain, made->type, resource);
        int64_t need = us_sums_multiply(one, made->number);
        link_amount(links, left, need, then, what, made, NULL);
        if (__builtin_add_overflow(told, need, &told))
            told = INT64_MAX;
    }
    int64_t whole = !below ? 0 : resource < 0 ? below->food : below->cost[resource];
    if (whole > told)
        link_amount(links, left, whole - told, then, what, NULL,
                    resource < 0 ? &below->eater : &below->payer[resource]);
}

void us_links_add_costs(us_links *links)
{
    int steps = links->draft->steps;
    int64_t *left = US_ARENA_ARRAY(links->draft->arena, int64_t, steps);
    for (int r = -1; r < links->domain->resources.count; r++) {
        for (int s = 0; s < steps; s++)
            left[s] = stock_of(links, s, r);
        for (int t = 0; t < steps; t++)
            link_stock(links, left, r, t);
    }
}

/* ---- conflicts */

static bool same_place(const us_links *links, int s, int t)
{
    const us_draft_step *a = &links->draft->step[s], *b = &links->draft->step[t];
    if (a->action < 0 || b->action < 0 || !links->facts[s].makes || !links->facts[t].makes)
        return false;
    const us_action_def *first = &links->domain->action[a->action];
    const us_action_def *then = &links->domain->action[b->action];
    for (int p = 0; p < first->param_count; p++)
        for (int q = 0; q < then->param_count; q++)
            if (first->param[p].kind == US_VALUE_CELL && then->param[q].kind == US_VALUE_CELL &&
                a->arg[p].kind && us_draft_arg_equal(&a->arg[p], &b->arg[q]))
                return true;
    return false;
}

/* Returns whether one of the steps counts an amount that the other adds. */
static bool same_count(const us_links *links, int s, int t)
{
    const us_facts *a = &links->facts[s], *b = &links->facts[t];
    if (!a->counts && !b->counts)
        return false;
    for (int i = 0; i < a->makes; i++)
        for (int k = 0; k < b->makes; k++)
            if (us_type_set_has_common(&a->made[i].kinds, &b->made[k].kinds))
                return true;
    for (int r = 0; r < links->domain->resources.count; r++)
        if (a->gain[r] && b->gain[r])
            return true;
    return false;
}

void us_links_add_conflicts(us_links *links)
{
    const us_draft *draft = links->draft;
    for (int t = 0; t < draft->steps; t++) {
        const us_id *mine, *its;
        int count = list_units(links, t, &mine);
        int actor = draft->step[t].actor;
        for (int s = 0; s < t; s++) {
            if (!us_grid_get(&links->before, s, t))
                continue;
            int others = list_units(links, s, &its);
            bool named = actor >= 0 && actor == draft->step[s].actor;
            const char *text = share(mine, count, its, others) || named ? "the same unit does both"
                               : same_place(links, s, t)                ? "both take the same place"
                               : same_count(links, s, t) ? "what one adds the other would count"
                                                         : NULL;
            us_str why;
            if (!text)
                continue;
            us_str_init(&why);
            us_str_add(&why, text);
            us_links_add(links, s, t, false, &why);
        }
    }
}
