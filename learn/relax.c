/* Relaxing the order of a draft: dependencies between its steps replace the demonstrated order. */
#include <limits.h>
#include <string.h>

#include "base/sort.h"
#include "base/sums.h"
#include "learn/facts.h"
#include "learn/outline.h"

/* A square of bits: row s, column t. */
typedef struct square {
    uint64_t *bit;
    int words; /* of a row */
} square;
static inline bool grid_get(const square *grid, int s, int t)
{
    return grid->bit[(size_t)s * (size_t)grid->words + (size_t)(t / 64)] >> t % 64 & 1;
}
static inline void grid_set(square *grid, int s, int t)
{
    grid->bit[(size_t)s * (size_t)grid->words + (size_t)(t / 64)] |= (uint64_t)1 << t % 64;
}

typedef struct graph {
    us_draft *draft;
    const us_domain *domain;
    us_facts *facts; /* by step; all arrays lie in the draft's arena */
    int *made;       /* slots that a step makes */
    int mades;
    us_type_set fighters, gatherers[US_RESOURCES_MAX];
    square before; /* the demonstrated precedences, with all that follow from them */
    square linked, needed;
    us_type_set means; /* types needed to get fighters; empty if no step's goal is to destroy */
    US_LIST(us_draft_pair) link;
} graph;

/* Notes that `then` waits for `first`. The first reason given stays. needs: `then` needs an effect
 * of `first`; else the two only conflict. If `first` was not demonstrated before `then`, nothing
 * happens. */
static void add_link(graph *links, int first, int then, bool needs, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
static void add_link(graph *links, int first, int then, bool needs, const char *format, ...)
{
    bool stands = first != then && grid_get(&links->before, first, then);
    if (stands && needs)
        grid_set(&links->needed, first, then);
    if (!stands || grid_get(&links->linked, first, then))
        return;
    va_list args;
    va_start(args, format);
    const char *why = us_draft_vformat(links->draft, format, args);
    va_end(args);
    grid_set(&links->linked, first, then);
    US_LIST_PUT(links->link, ((us_draft_pair){first, then, why}));
}

/* ---- words */

static const char *name_made(const graph *links, const us_made *made)
{
    return made->type >= 0
               ? us_draft_format(links->draft, "\"%s\"", links->domain->type[made->type].name)
               : us_draft_name_set(links->draft, &made->kinds);
}

static const char *name_step(const graph *links, int step)
{
    return us_draft_step_name(links->draft, step);
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

static int list_units(const graph *links, int step, const us_id **out)
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
static void link_makers(graph *links, int slot, int then)
{
    const us_draft *draft = links->draft;
    const us_draft_slot *wanted = &draft->slot[slot];
    for (int i = 0; i < links->mades; i++) {
        const us_draft_slot *other = &draft->slot[links->made[i]];
        if (other != wanted && !share(wanted->id, wanted->ids, other->id, other->ids))
            continue;
        add_link(links, other->maker, then, true, "%s uses %s, which it makes",
                 name_step(links, then), wanted->name);
    }
}

/* Returns whether units of the slot had orders in steps before that one. */
static bool is_older(const graph *links, int slot, int step)
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

/* Returns whether one of the set was there when the behavior began, and at each later sight until
 * the step began. Then it needs no other step for it. Returns false if there are no sights. */
static bool is_present(const graph *links, const us_type_set *set, int step)
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
static void link_givers(graph *links, int then, const us_type_set *set, int64_t number, int slot)
{
    for (int s = 0; s < then && number > 0; s++) {
        const us_facts *facts = &links->facts[s];
        if (!grid_get(&links->before, s, then) || (slot >= 0 && is_older(links, slot, s)))
            continue;
        for (int i = 0; i < facts->makes; i++) {
            if (!us_type_set_is_subset(&facts->made[i].kinds, set) || facts->made[i].knowledge)
                continue;
            add_link(links, s, then, true, "%s needs %s", name_step(links, then),
                     name_made(links, &facts->made[i]));
            number -= facts->made[i].number;
        }
    }
}

static void link_unit_types(graph *links, int then)
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
        if (!is_present(links, &facts->who, then))
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

static void link_arguments(graph *links, int then)
{
    const us_draft_step *step = &links->draft->step[then];
    for (int i = 0; i < step->used; i++)
        link_makers(links, step->uses[i], then);
}

/* ---- requirements */

/* Returns the first earlier step that brings the type about, or -1. */
static int first_giver(const graph *links, us_type type, int then)
{
    for (int s = 0; s < then; s++) {
        const us_facts *facts = &links->facts[s];
        for (int i = 0; grid_get(&links->before, s, then) && i < facts->makes; i++)
            if (us_type_is_a(links->domain, facts->made[i].type, type))
                return s;
    }
    return -1;
}

static bool is_type_present(const graph *links, us_type type, int then)
{
    us_type_set one = us_type_set_from_type(links->domain, type);
    return is_present(links, &one, then);
}

/* Returns the alternative of which the fewest types are missing; of equals the one that is complete
 * first, then the first. -1: no step brings one about, or one was there all along. */
static int best_alternative(const graph *links, const us_type_def *def, int then)
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

static void link_required(graph *links, const us_made *made, int then)
{
    if (!made->meets || made->type < 0)
        return;
    const us_type_def *def = &links->domain->type[made->type];
    int chosen = best_alternative(links, def, then);
    for (int i = 0; chosen >= 0 && i < def->requires[chosen].count; i++) {
        us_type type = us_type_generalize(links->domain, def->requires[chosen].type[i]);
        int giver = first_giver(links, type, then);
        if (giver >= 0 && !is_type_present(links, type, then))
            add_link(links, giver, then, true, "\"%s\" requires \"%s\"", def->name,
                     links->domain->type[type].name);
    }
}

/* ---- ways */

static void link_ways(graph *links, int then)
{
    const us_facts *facts = &links->facts[then];
    if (facts->opens || !(facts->moves || facts->harms))
        return;
    for (int s = 0; s < then; s++)
        if (links->facts[s].opens)
            add_link(links, s, then, true, "%s opens a way", name_step(links, s));
}

/* Adds links for actors, requirements, slots and ways. */
static void add_needs(graph *links)
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

static void link_amount(graph *links, int64_t *left, int64_t need, int then, const char *what,
                        const us_made *made, const us_outline_step *by)
{
    for (int s = 0; s < then && need > 0; s++) {
        if (left[s] == 0 || !grid_get(&links->before, s, then))
            continue;
        add_link(links, s, then, true, "its %s goes into %s%s", what,
                 made ? name_made(links, made) : name_step(links, then),
                 us_outline_step_reason(links->draft, by));
        int64_t taken = left[s] == US_SOME || left[s] > need ? need : left[s];
        left[s] = left[s] == US_SOME ? 0 : left[s] - taken;
        need -= taken;
    }
}

static int64_t supply_of(const graph *links, int step)
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
static int64_t stock_of(const graph *links, int step, int resource)
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
static void link_stock(graph *links, int64_t *left, int resource, int then)
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

/* Adds links for resources and food, which are consumed. */
static void add_costs(graph *links)
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

static bool same_place(const graph *links, int s, int t)
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
static bool same_count(const graph *links, int s, int t)
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

/* Adds links for units, places, and goals that count. */
static void add_conflicts(graph *links)
{
    const us_draft *draft = links->draft;
    for (int t = 0; t < draft->steps; t++) {
        const us_id *mine, *its;
        int count = list_units(links, t, &mine);
        int actor = draft->step[t].actor;
        for (int s = 0; s < t; s++) {
            if (!grid_get(&links->before, s, t))
                continue;
            int others = list_units(links, s, &its);
            bool named = actor >= 0 && actor == draft->step[s].actor;
            const char *text = share(mine, count, its, others) || named ? "the same unit does both"
                               : same_place(links, s, t)                ? "both take the same place"
                               : same_count(links, s, t) ? "what one adds the other would count"
                                                         : NULL;
            if (text)
                add_link(links, s, t, false, "%s", text);
        }
    }
}

/* ---- links by outlines: needs of the steps of goals below, and their effects beside their goal */

static void link_step(graph *links, int first, int then, const us_type_set *what,
                      const us_outline_step *by)
{
    add_link(links, first, then, true, "%s needs %s%s", name_step(links, then),
             us_draft_name_set(links->draft, what), us_outline_step_reason(links->draft, by));
}

/* Adds links for effects of a goal below beside its purpose. Another behavior for that goal may
 * lack the effect, so the search for a step goes on. */
static void link_beside(graph *links, const us_outline_need *want, int first, int then,
                        const us_outline_step *by)
{
    const us_outline *below = links->draft->step[first].below;
    for (int i = 0; below && i < below->brought; i++)
        if (us_type_set_has_common(&below->brings[i], &want->kinds))
            link_step(links, first, then, &below->brings[i], by);
}

/* Adds links to the earliest step that surely meets the need, and to all before it that may. */
static void link_want(graph *links, const us_outline_need *want, int then)
{
    bool settled = !want->all && want->since == INT_MAX && is_present(links, &want->kinds, then);
    for (int s = 0; s < then && !settled; s++) {
        const us_facts *facts = &links->facts[s];
        if (!grid_get(&links->before, s, then))
            continue;
        for (int i = 0; i < facts->makes; i++) {
            if (!us_type_set_has_common(&facts->made[i].kinds, &want->kinds))
                continue;
            link_step(links, s, then, &facts->made[i].kinds, &want->by);
            settled |= !want->all && us_type_set_is_subset(&facts->made[i].kinds, &want->kinds);
        }
        link_beside(links, want, s, then, &want->by);
    }
}

static bool surely_gives(const graph *links, int step, const us_type_set *set)
{
    for (int i = 0; i < links->facts[step].makes; i++)
        if (us_type_set_is_subset(&links->facts[step].made[i].kinds, set))
            return true;
    return false;
}

/* Adds links for a step's own needs to goals that may meet them, up to the first step that surely
 * does: that one is linked already. */
static void link_own(graph *links, int then)
{
    us_outline own = us_outline_from_step(links->draft, then);
    for (int i = 0; i < own.wants; i++) {
        const us_outline_need *want = &own.want[i];
        bool settled = !want->all && is_present(links, &want->kinds, then);
        for (int s = 0; s < then && !settled; s++) {
            if (!grid_get(&links->before, s, then))
                continue;
            settled = !want->all && surely_gives(links, s, &want->kinds);
            if (!settled)
                link_beside(links, want, s, then, NULL);
        }
    }
    us_outline_clear(&own);
}

static void link_ways_below(graph *links, const us_outline_step *by, int then)
{
    for (int s = 0; s < then; s++) {
        const us_outline *below = links->draft->step[s].below;
        if (links->facts[s].opens || (below && below->opens))
            add_link(links, s, then, true, "%s opens a way%s", name_step(links, s),
                     us_outline_step_reason(links->draft, by));
    }
}

/* Adds the links of add_needs for the steps of goals below. */
static void add_below(graph *links)
{
    const us_draft *draft = links->draft;
    int from = draft->episode ? draft->episode->from : 0;
    bool any = false;
    for (int t = 0; t < draft->steps; t++)
        any |= draft->step[t].below != NULL;
    for (int t = 0; t < draft->steps; t++) {
        const us_draft_step *step = &draft->step[t];
        const us_outline *below = step->below;
        for (int i = 0; i < step->afters; i++)
            add_link(links, step->after[i].first, t, true, "%s", step->after[i].why);
        for (int i = 0; below && i < below->wants; i++)
            if (from < below->want[i].since)
                link_want(links, &below->want[i], t);
        bool moves = links->facts[t].moves || links->facts[t].harms;
        if (any && !links->facts[t].opens && (moves || (below && below->moves)))
            link_ways_below(links, moves ? NULL : &below->mover, t);
        if (any)
            link_own(links, t);
    }
}

/* Returns whether the step's use can be judged by its effects. Steps that repair, dismiss, fight,
 * or have no effect in the domain count as useful. */
static bool can_be_judged(const graph *links, int step)
{
    const us_facts *facts = &links->facts[step];
    if (facts->unknown || facts->harms || facts->heals || facts->loses)
        return false;
    return facts->makes || facts->gains || facts->moves || facts->opens;
}

/* ---- the goal */

static bool fights(const graph *links, int step)
{
    us_type type = links->draft->step[step].actor_type;
    us_type_set own = {{0}};
    if (type >= 0)
        own = us_type_set_from_type(links->domain, type);
    return type < 0 || us_type_set_has_common(&own, &links->fighters);
}

static bool serves(const graph *links, int step, const us_facts *root)
{
    const us_facts *facts = &links->facts[step];
    if (root->unknown || !can_be_judged(links, step))
        return true;
    for (int i = 0; i < facts->makes; i++) {
        const us_made *made = &facts->made[i];
        if (root->gone && us_type_set_has_common(&made->kinds, &links->fighters))
            return true;
        if (root->gone && made->knowledge)
            return true; /* an upgrade may make them stronger: the domain has no word for that */
        for (int k = 0; k < root->makes; k++)
            if (us_type_set_has_common(&made->kinds, &root->made[k].kinds))
                return true;
    }
    for (int r = 0; r < links->domain->resources.count; r++)
        if (facts->gain[r] && root->gain[r])
            return true;
    return root->gone && (facts->opens || (facts->moves && fights(links, step)));
}

/* ---- other steps, and the goal as if it were one */

static bool has_part(const us_domain *domain, const us_made *made, us_type part)
{
    const us_type_def *def = &domain->type[made->type];
    for (int k = 0; k < def->requires_count; k++)
        for (int i = 0; i < def->requires[k].count; i++)
            if (us_type_is_a(domain, part, us_type_generalize(domain, def->requires[k].type[i])))
                return true;
    return false;
}

static bool pays(const us_domain *domain, const us_facts *facts, int resource)
{
    for (int i = 0; i < facts->makes; i++)
        if (facts->made[i].pays && facts->made[i].type >= 0 &&
            us_type_set_cost(domain, facts->made[i].type, resource) > 0)
            return true;
    return false;
}

static bool stores(const us_domain *domain, us_type type, int resource)
{
    us_types kin = us_domain_subtypes(domain, type);
    for (int i = 0; i < kin.count; i++)
        if (domain->type[kin.type[i]].stores >> resource & 1)
            return true;
    return false;
}

/* Returns whether the product helps with the effects of the other step. */
static bool made_helps(const graph *links, const us_made *made, const us_facts *other)
{
    const us_domain *domain = links->domain;
    if (other->acts ? us_type_set_has_common(&made->kinds, &other->who)
                    : other->gone && us_type_set_has_common(&made->kinds, &links->fighters))
        return true;
    for (int i = 0; !other->acts && i < other->makes; i++)
        if (us_type_set_has_common(&made->kinds, &other->made[i].makers))
            return true;
    for (int i = 0; i < other->makes; i++) {
        const us_made *then = &other->made[i];
        bool typed = then->type >= 0 && made->type >= 0;
        if (typed && then->meets && has_part(domain, then, made->type))
            return true;
        if (typed && then->feeds && us_type_set_food_supply(domain, made->type) > 0)
            return true;
    }
    for (int r = 0; r < domain->resources.count; r++) {
        bool wants = pays(domain, other, r) || other->gain[r];
        if (wants && (us_type_set_has_common(&made->kinds, &links->gatherers[r]) ||
                      (made->type >= 0 && stores(domain, made->type, r))))
            return true;
    }
    return false;
}

/* The means of a child goal to destroy are not known, so all that fighters need helps. */
static bool helps_war(const graph *links, const us_facts *facts)
{
    for (int i = 0; i < facts->makes; i++)
        if (facts->made[i].knowledge ||
            us_type_set_has_common(&facts->made[i].kinds, &links->means))
            return true;
    return facts->gains;
}

static bool helps(const graph *links, const us_facts *facts, const us_facts *other,
                  const us_facts *root)
{
    for (int i = 0; i < facts->makes; i++)
        if (made_helps(links, &facts->made[i], other))
            return true;
    if (other->gone && other != root && helps_war(links, facts))
        return true;
    for (int r = 0; r < links->domain->resources.count; r++)
        if (facts->gain[r] && pays(links->domain, other, r))
            return true;
    return facts->opens && (other->moves || other->harms);
}

static bool needed_by(const graph *links, int step, int other)
{
    if (grid_get(&links->needed, step, other))
        return true;
    if (grid_get(&links->before, other, step))
        return false;
    bool staged = grid_get(&links->linked, step, other) && links->facts[step].moves;
    if (staged && links->facts[other].harms)
        return true;
    return helps(links, &links->facts[step], &links->facts[other], NULL);
}

/* ---- all */

static const char *reason(const graph *links, int step)
{
    const us_facts *facts = &links->facts[step];
    if (facts->makes && facts->made[0].type >= 0)
        return us_draft_format(links->draft, "nothing needs \"%s\", the goal neither",
                               links->domain->type[facts->made[0].type].name);
    if (facts->makes || facts->gains)
        return "nothing needs what it brings, the goal neither";
    return facts->opens ? "nobody takes the way that it opens"
                        : "it only moves, and nothing after it needs anybody there";
}

/* Marks steps that neither the goal nor a useful step needs. */
static void mark_useless(graph *links)
{
    us_draft *draft = links->draft;
    us_facts root = us_facts_from_goal(draft->domain, &draft->goal);
    bool *useful = US_ARENA_ARRAY(draft->arena, bool, draft->steps), war = false;
    int *next = US_ARENA_ARRAY(draft->arena, int, draft->steps); /* steps to seek helpers of */
    int count = 0;
    for (int i = 0; i < draft->steps; i++)
        war |= links->facts[i].gone;
    if (war)
        links->means = us_type_set_expand_needs(links->domain, links->fighters);
    for (int i = 0; i < draft->steps; i++) {
        useful[i] = serves(links, i, &root) || helps(links, &links->facts[i], &root, &root);
        if (useful[i])
            next[count++] = i;
    }
    for (int at = 0; at < count; at++) {
        for (int s = 0; s < draft->steps; s++) {
            if (useful[s] || !needed_by(links, s, next[at]))
                continue;
            useful[s] = true;
            next[count++] = s;
        }
    }
    for (int i = 0; i < draft->steps; i++)
        draft->step[i].useless = useful[i] ? NULL : reason(links, i);
}

static square new_grid(us_arena *arena, int side)
{
    int words = (side + 63) / 64;
    return (square){US_ARENA_ARRAY(arena, uint64_t, (size_t)words * (size_t)side + 1), words};
}

static void join_row(square *grid, int to, int from)
{
    uint64_t *a = &grid->bit[(size_t)to * (size_t)grid->words];
    const uint64_t *b = &grid->bit[(size_t)from * (size_t)grid->words];
    for (int i = 0; i < grid->words; i++)
        a[i] |= b[i];
}

/* Steps stand in the order in which they began, so every pair leads to a higher index. */
static void close_order(graph *links)
{
    us_draft *draft = links->draft;
    for (int i = 0; i < draft->pairs; i++) {
        us_assert(draft->pair[i].first < draft->pair[i].then);
        grid_set(&links->before, draft->pair[i].first, draft->pair[i].then);
    }
    for (int s = draft->steps - 1; s >= 0; s--)
        for (int t = s + 1; t < draft->steps; t++)
            if (grid_get(&links->before, s, t))
                join_row(&links->before, s, t);
}

static int by_steps(const void *one, const void *two)
{
    const us_draft_pair *a = one, *b = two;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return (a->then > b->then) - (a->then < b->then);
}

/* Makes the pairs of the draft from the links, without links that follow from others. */
static void keep_fewest(graph *links)
{
    us_draft *draft = links->draft;
    square reach = new_grid(links->draft->arena, draft->steps);
    square fewest = new_grid(links->draft->arena, draft->steps);
    for (int s = draft->steps - 1; s >= 0; s--) {
        for (int t = s + 1; t < draft->steps; t++) {
            if (!grid_get(&links->linked, s, t) || grid_get(&reach, s, t))
                continue;
            grid_set(&fewest, s, t);
            grid_set(&reach, s, t);
            join_row(&reach, s, t);
        }
    }
    us_draft_pair *pair = US_ARENA_ARRAY(draft->arena, us_draft_pair, links->link.count + 1);
    int count = 0;
    for (int i = 0; i < links->link.count; i++)
        if (grid_get(&fewest, links->link.item[i].first, links->link.item[i].then))
            pair[count++] = links->link.item[i];
    if (count > US_TREE_PAIRS_MAX)
        return;
    us_array_sort(pair, (size_t)count, sizeof(*pair), by_steps);
    draft->pair = pair;
    draft->pairs = count;
}

void us_draft_relax(us_draft *draft)
{
    if (draft->steps == 0 || draft->steps > US_TREE_NODES_MAX)
        return;
    graph links = {.draft = draft, .domain = draft->domain};
    links.facts = US_ARENA_ARRAY(draft->arena, us_facts, draft->steps);
    links.before = new_grid(draft->arena, draft->steps);
    links.linked = new_grid(draft->arena, draft->steps);
    links.needed = new_grid(draft->arena, draft->steps);
    links.fighters = us_type_set_fighters(links.domain);
    for (int r = 0; r < links.domain->resources.count; r++)
        links.gatherers[r] = us_type_set_gatherers(links.domain, r);
    for (int i = 0; i < draft->steps; i++)
        links.facts[i] = us_facts_from_step(draft, i);
    links.made = US_ARENA_ARRAY(draft->arena, int, draft->slots);
    for (int i = 0; i < draft->slots; i++)
        if (draft->slot[i].maker >= 0)
            links.made[links.mades++] = i;
    close_order(&links);
    add_needs(&links);
    add_below(&links);
    add_costs(&links);
    add_conflicts(&links);
    mark_useless(&links);
    keep_fewest(&links);
    us_mem_free(links.link.item);
}
