#include <string.h>

#include "base/sums.h"
#include "domain/action.h"
#include "learn/facts.h"
#include "learn/inferred_condition.h"

enum { US_KEYS_MAX = US_REQUESTERS_MAX }; /* kinds of steps; further kinds have no conditions */

/* Types that a step makes: see us_made. */
typedef struct us_made_types {
    us_type type;
    us_type_set kinds;
} us_made_types;

/* A kind of steps. */
typedef struct us_step_key {
    int step; /* the first of its kind */
    int64_t cost[US_RESOURCES_MAX];
} us_step_key;

typedef struct us_inference {
    us_draft *draft;
    const us_domain *domain;
    us_inferred_conditions inferred;
    US_LIST(us_made_types) made;  /* by earlier steps */
    us_step_key key[US_KEYS_MAX]; /* by kind of step */
    int keys;
    int64_t cost[US_RESOURCES_MAX]; /* of all steps */
    int payer;                      /* the first step that pays, or -1 */
    us_type_set foes;               /* types of others that the steps harm */
    us_requesters hunters;          /* kinds of the steps that harm */
    int first_foe;                  /* the first of these steps whose target must be there, or -1 */
    int now;                        /* the step that is looked at */
    const us_remaining_plan
        *suffix; /* conditions are for the steps left there; NULL: for all steps */
} us_inference;

/* Returns whether an earlier step makes one of the set, whichever concrete type its product is. */
static bool is_made(const us_inference *q, const us_type_set *set)
{
    for (int i = 0; i < q->made.count; i++)
        if (us_type_set_is_subset(&q->made.item[i].kinds, set))
            return true;
    return false;
}

static bool is_done(const us_inference *q, int step)
{
    return q->suffix && us_remaining_plan_is_done(q->suffix, q->draft->step[step].step);
}

/* Returns whether the slot is the product of a step that is still to be done. */
static bool comes_of_step(const us_inference *q, const us_draft_slot *slot)
{
    return slot->maker >= 0 && !is_done(q, slot->maker);
}

/* ---- products of steps */

static void note_given(us_inference *q, const us_made *made)
{
    for (int i = 0; i < q->made.count; i++)
        if (q->made.item[i].type == made->type &&
            us_type_set_equal(&q->made.item[i].kinds, &made->kinds))
            return;
    if (us_type_set_is_empty(&made->kinds))
        return;
    US_LIST_PUT(q->made, ((us_made_types){made->type, made->kinds}));
}

static bool is_given(const void *context, us_type type)
{
    const us_inference *q = context;
    for (int i = 0; i < q->made.count; i++)
        if (us_type_is_a(q->domain, q->made.item[i].type, type))
            return true;
    return false;
}

/* ---- needs of a step */

/* Returns whether the seat had the type at the suffix. Without a suffix or known state: true. */
static bool is_present(const us_inference *q, us_type type)
{
    const us_present *present = q->suffix ? q->suffix->present : NULL;
    us_type_set kinds = us_type_set_from_type(q->domain, type);
    return !present || us_type_set_has_common(&kinds, &present->finished[US_PRESENT_SELF]);
}

static bool are_present(const us_inference *q, us_type type)
{
    const us_type_def *def = &q->domain->type[type];
    for (int k = 0; k < def->requires_count; k++) {
        bool all = true;
        for (int i = 0; i < def->requires[k].count; i++)
            all = all && is_present(q, us_type_generalize(q->domain, def->requires[k].type[i]));
        if (all)
            return true;
    }
    return false;
}

static void ask_missing(us_inference *q, us_type type)
{
    us_missing missing;
    if (!us_facts_find_missing(q->domain, type, is_given, q, &missing))
        return;
    const char *name = q->domain->type[type].name, *label = q->draft->step[q->now].label;
    for (int i = 0; i < missing.sets; i++)
        us_inferred_conditions_add_set(&q->inferred, US_SEAT_SELF, &missing.one_of[i],
                                       "\"%s\" requires %s: step %s", name,
                                       us_draft_name_set(q->draft, &missing.one_of[i]), label);
    for (int i = 0; i < missing.knowns + missing.blurred; i++) {
        bool known = i < missing.knowns;
        const char *text = us_draft_format(q->draft, "%s(self, \"%s\")", known ? "known" : "meets",
                                           known ? q->domain->type[missing.known[i]].name : name);
        q->inferred.verified = known ? is_present(q, missing.known[i]) : are_present(q, type);
        us_inferred_conditions_add_text(&q->inferred, text, "\"%s\" requires it: step %s", name,
                                        label);
        q->inferred.verified = false;
    }
}

/* Lists texts for an action's slots: for entities that the behavior's goal gives, and for values
 * that are neither entity nor cell. *open has a bit for each other slot. */
static void replacements(const us_inference *q, const us_draft_step *step,
                         const char *text[US_ACTION_SLOTS], uint32_t *open)
{
    const us_action_def *action = &q->domain->action[step->action];
    us_slot slot[US_ACTION_SLOTS];
    int count = us_action_slots(action, slot);
    *open = 0;
    for (int i = 0; i < count; i++) {
        text[i] = NULL;
        bool param = i > 0 && i <= action->param_count;
        if (!param || !step->arg[i - 1].kind) {
            *open |= 1u << i;
            continue;
        }
        us_value_kind kind = action->param[i - 1].kind;
        int named = us_draft_arg_slot(&step->arg[i - 1]);
        bool bound = named >= 0 && q->draft->slot[named].given && kind != US_VALUE_CELL;
        bool place = kind == US_VALUE_ENTITY || kind == US_VALUE_CELL;
        if (bound || (named < 0 && !place))
            text[i] = us_draft_arg_print(q->draft, &step->arg[i - 1]);
        else
            *open |= 1u << i;
    }
}

/* Returns whether the term can come to hold by waiting. The step waits by itself, and others go on
 * meanwhile. As a precondition the term would hide the behavior in a poor moment. */
static bool waits(const us_inference *q, const us_condition_term *wanted)
{
    if (wanted->kind == US_CONDITION_TERM_AFFORDS || wanted->kind == US_CONDITION_TERM_FEEDS ||
        us_term_is_dynamic(wanted->term))
        return true;
    return wanted->kind == US_CONDITION_TERM_TALLY && wanted->tally < q->domain->resources.count;
}

/* Returns whether the step itself makes the term false: an upgrade that must not be known yet. If
 * the behavior has other steps, such a term is no precondition. */
static bool ends(const us_inference *q, const us_facts *facts, const us_condition_term *wanted)
{
    const us_draft_step *step = &q->draft->step[q->now];
    const us_action_def *action = &q->domain->action[step->action];
    bool learns = false;
    for (int i = 0; i < facts->makes; i++)
        learns |= facts->made[i].knowledge;
    for (int e = 0; e < action->effect_count; e++)
        if (learns && wanted->kind == US_CONDITION_TERM_OTHER && action->effect[e].param >= 0 &&
            us_term_has_slot(wanted->term, 1 + action->effect[e].param))
            return q->draft->steps > 1;
    return false;
}

/* Adds the terms of a step's `when` that name only seats, types, roles, resources, and slots that
 * the goal gives. */
static void ask_terms(us_inference *q, const us_draft_step *step, const us_facts *facts)
{
    us_condition_term wanted[US_CONDITION_TERMS_MAX];
    const char *text[US_ACTION_SLOTS] = {NULL};
    uint32_t open;
    int count = us_facts_list_terms(q->draft, q->now, wanted);
    replacements(q, step, text, &open);
    for (int i = 0; i < count; i++) {
        const us_condition_term *c = &wanted[i];
        bool settled = c->kind == US_CONDITION_TERM_MEETS || c->kind == US_CONDITION_TERM_MAKES ||
                       waits(q, c) || ends(q, facts, c);
        for (int slot = 0; slot < US_ACTION_SLOTS; slot++)
            settled |= (open >> slot & 1) && us_term_has_slot(c->term, slot);
        if (settled || (c->kind == US_CONDITION_TERM_KNOWN && c->type >= 0 && is_given(q, c->type)))
            continue;
        US_AUTOSTR(asked);
        us_str_add(&asked, c->negative && c->kind == US_CONDITION_TERM_OTHER ? "not (" : "(");
        us_term_print(c->term, text, &asked);
        us_str_add(&asked, ")");
        us_inferred_conditions_add_text(&q->inferred, asked.text, "%s asks for it: step %s",
                                        us_draft_step_name(q->draft, q->now), step->label);
    }
}

static bool is_later(const us_inference *q, const us_draft_slot *slot)
{
    if (q->suffix)
        return slot->ids > 0 && slot->born > q->suffix->at;
    return slot->ids > 0 && slot->later == slot->ids;
}

static bool begins(const us_inference *q, int step)
{
    const us_draft *draft = q->draft;
    for (int i = 0; i < draft->pairs; i++)
        if (draft->pair[i].then == step && !is_done(q, draft->pair[i].first))
            return false;
    return true;
}

/* Adds conditions for the targets of a step. Entities of others may come and go, so only first
 * steps need them. Of all targets that the steps harm one is enough; the others may be gone
 * already. */
static void ask_targets(us_inference *q, const us_draft_step *step, const us_facts *facts)
{
    const us_action_def *action = &q->domain->action[step->action];
    for (int p = 0; p < action->param_count; p++) {
        int index = us_draft_arg_slot(&step->arg[p]);
        if (action->param[p].kind != US_VALUE_ENTITY || index < 0)
            continue;
        const us_draft_slot *slot = &q->draft->slot[index];
        us_type_set kinds = {{0}};
        if (slot->type >= 0)
            kinds = us_type_set_from_type(q->domain, slot->type);
        bool other = slot->owner == US_SEAT_ENEMY;
        bool asked = !comes_of_step(q, slot) && !is_later(q, slot) && !is_made(q, &kinds) &&
                     (!other || begins(q, q->now));
        const char *name = us_draft_name_set(q->draft, &kinds);
        if (slot->given) {
            us_inferred_conditions_add_text(
                &q->inferred, us_draft_format(q->draft, "exists(%s)", slot->name),
                "%s acts on %sit: step %s", action->name, name, step->label);
        } else if (other && facts->harms) {
            us_type_set_join(&q->foes, &kinds);
            us_requesters_join(&q->hunters, &q->inferred.by);
            q->first_foe = q->first_foe < 0 && asked ? q->now : q->first_foe;
        } else {
            us_inferred_conditions_add_set(
                &q->inferred, slot->owner, asked ? &kinds : &(us_type_set){{0}},
                "%s acts on %s: step %s", action->name, name, step->label);
        }
    }
}

static void ask_foes(us_inference *q)
{
    if (q->first_foe < 0)
        return;
    q->now = q->first_foe;
    q->inferred.by = q->hunters;
    us_inferred_conditions_add_set(
        &q->inferred, US_SEAT_ENEMY, &q->foes, "%s acts on %s: from step %s",
        us_draft_step_name(q->draft, q->now), us_draft_name_set(q->draft, &q->foes),
        q->draft->step[q->now].label);
}

/* Adds the conditions of a step. Its actor must be there. For a child goal, or an actor that
 * appeared after the beginning, a unit that can come to make one is enough. */
static void ask_step(us_inference *q, const us_facts *facts)
{
    const us_draft_step *step = &q->draft->step[q->now];
    us_type_set hands[US_HANDS_MAX];
    int count = us_facts_list_unit_types(q->domain, facts, hands);
    int actor = step->actor;
    bool made = actor >= 0 && comes_of_step(q, &q->draft->slot[actor]);
    bool comes = !facts->acts || (actor >= 0 && is_later(q, &q->draft->slot[actor]));
    for (int i = 0; i < count; i++) {
        if (made || is_made(q, &hands[i]))
            continue;
        us_type_set set = comes ? us_type_set_expand_makers(q->domain, hands[i]) : hands[i];
        us_inferred_conditions_add_set(&q->inferred, US_SEAT_SELF, &set, "%s needs %s: step %s",
                                       us_draft_step_name(q->draft, q->now),
                                       us_draft_name_set(q->draft, &hands[i]), step->label);
    }
    if (!facts->acts)
        return;
    for (int i = 0; i < facts->makes; i++)
        if (facts->made[i].meets && facts->made[i].type >= 0)
            ask_missing(q, facts->made[i].type);
    ask_terms(q, step, facts);
    ask_targets(q, step, facts);
}

/* ---- costs */

/* Adds the cost of a step, by resource, to the total. */
static void add_cost(us_inference *q, const us_facts *facts, int64_t *total)
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

/* Infers, for each resource that the steps cost, that a gatherer is there, or all of the cost. If
 * no type can gather the resource, all of the cost must be there. Resources with the same gatherers
 * share one condition. */
static void require_cost(us_inference *q)
{
    const us_domain *domain = q->domain;
    bool done[US_RESOURCES_MAX] = {false};
    for (int r = 0; r < domain->resources.count; r++) {
        if (q->cost[r] <= 0 || done[r])
            continue;
        us_type_set gatherers = us_type_set_gatherers(domain, r);
        bool gathered = !us_type_set_is_empty(&gatherers), there = is_made(q, &gatherers);
        q->inferred.by = payers(q, &gatherers);
        there |= us_inferred_conditions_has_set(&q->inferred, US_SEAT_SELF, &gatherers);
        US_AUTOSTR(text);
        bool asks = !gathered || (!there && us_type_set_print_condition(domain, &gatherers, "self",
                                                                        false, &text));
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
        if (asks)
            us_inferred_conditions_add_text(
                &q->inferred, text.text, "the steps cost it, %s: from step %s",
                gathered ? "or somebody must gather it" : "and nobody can gather it",
                q->draft->step[q->payer].label);
    }
}

/* ---- statuses that earlier steps brought actors into */

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

static void ask_status(us_inference *q, const us_draft_step *step, int status)
{
    const char *name = q->domain->statuses.name[status];
    const char *text = us_draft_format(q->draft, "exists(self, \"%s\", status: \"%s\")",
                                       q->domain->type[step->actor_type].name, name);
    q->inferred.verified = true;
    us_inferred_conditions_add_text(&q->inferred, text, "%s needs one that is %s: step %s",
                                    q->domain->action[step->action].name, name, step->label);
    q->inferred.verified = false;
}

/* Infers, at a suffix, that a unit is in the status that a remaining step needs of its actor. The
 * actor's previous step must be done, and an own unit of the type must have been in the status. */
static void add_statuses(us_inference *q)
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
                ask_status(q, step, status);
        }
    }
}

/* ---- conversions */

/* Adds the new type to sets with an actor's old type. A converted actor can no longer do its step,
 * but then the step is done. */
static void widen(us_inference *q)
{
    for (int i = 0; q->draft->steps > 1 && i < q->keys; i++) {
        us_facts facts = us_facts_from_step(q->draft, q->key[i].step);
        for (int k = 0; k < facts.makes; k++)
            if (facts.made[k].becomes)
                us_inferred_conditions_widen(&q->inferred, US_SEAT_SELF, &facts.who,
                                             &facts.made[k].kinds);
    }
}

/* ---- the goal */

/* Adds conditions that the entities or the seat which the goal wants gone are there. */
static void ask_goal(us_inference *q)
{
    us_condition_term wanted[US_CONDITION_TERMS_MAX];
    const us_domain *domain = q->domain;
    int count = us_facts_list_goal_terms(domain, &q->draft->goal, wanted);
    for (int i = 0; i < count; i++) {
        const us_condition_term *c = &wanted[i];
        const char *text = "";
        if (c->kind != US_CONDITION_TERM_GONE || c->owner == US_SEAT_SELF)
            continue;
        const char *bound =
            c->slot >= 0 ? us_draft_arg_print(q->draft, &q->draft->arg[c->slot]) : NULL;
        if (bound)
            text = us_draft_format(q->draft, "exists(%s)", bound);
        else if (c->type >= 0)
            text = us_draft_format(q->draft, "exists(%s, \"%s\", unfinished: true)",
                                   us_owner_name(c->owner), domain->type[c->type].name);
        else if (c->slot < 0 && c->role < 0)
            text = us_draft_format(q->draft, "alive(%s)", us_owner_name(c->owner));
        us_inferred_conditions_add_text(&q->inferred, text, "%s is about what is there",
                                        domain->goal[q->draft->goal.type].name);
    }
}

/* ---- kinds of steps */

static bool same_step(const us_domain *domain, const us_draft_step *a, const us_draft_step *b)
{
    if (a->action != b->action || a->actor_type != b->actor_type ||
        (a->actor < 0) != (b->actor < 0))
        return false;
    if (a->action < 0)
        return us_goal_equal(domain, &a->goal, &b->goal);
    for (int p = 0; p < domain->action[a->action].param_count; p++)
        if (domain->action[a->action].param[p].kind != US_VALUE_CELL &&
            !us_draft_arg_equal(&a->arg[p], &b->arg[p]))
            return false;
    return true;
}

/* Returns the kind of a step, or NULL without room. The first step of a kind needs most, since
 * later ones have more steps before them. */
static us_step_key *key_of(us_inference *q, int step, bool *first)
{
    const us_draft_step *s = &q->draft->step[step];
    *first = false;
    for (int i = 0; i < q->keys; i++)
        if (same_step(q->domain, &q->draft->step[q->key[i].step], s))
            return &q->key[i];
    if (q->keys == US_KEYS_MAX)
        return NULL;
    *first = true;
    q->key[q->keys] = (us_step_key){.step = step};
    return &q->key[q->keys++];
}

/* ---- alive-conditions */

static bool any_useful(const us_draft *draft)
{
    for (int i = 0; i < draft->steps; i++)
        if (!draft->step[i].useless)
            return true;
    return false;
}

/* Adds a unit that can do the last steps or come to make one; and an enemy, if all last steps harm.
 * If the goal itself is to destroy, the enemy would only say that the goal is not reached. */
static void ask_alive(us_inference *q, const us_facts *root)
{
    us_draft *draft = q->draft;
    us_mark mark = us_arena_mark(draft->arena);
    bool *over = US_ARENA_ARRAY(draft->arena, bool, draft->steps + 1), first;
    bool known = draft->steps > 0, harms = known && !root->gone, all_kinds = true;
    us_type_set all = {{0}}, hands[US_HANDS_MAX];
    for (int i = 0; i < draft->pairs; i++)
        over[draft->pair[i].first] = true;
    q->keys = 0;
    bool useful = any_useful(draft);
    for (int i = 0; i < draft->steps; i++) {
        bool last = !over[i] && !(useful && draft->step[i].useless);
        if (!last)
            continue;
        all_kinds = key_of(q, i, &first) && all_kinds;
        if (!first)
            continue;
        us_facts facts = us_facts_from_step(draft, i);
        int count = us_facts_list_unit_types(q->domain, &facts, hands);
        for (int k = 0; k < count; k++)
            us_type_set_join(&all, &hands[k]);
        known = known && count > 0 && !facts.unknown;
        harms = harms && facts.harms;
    }
    us_arena_release(draft->arena, mark);
    us_type_set reach = us_type_set_expand_makers(q->domain, all);
    bool sure = all_kinds && q->keys > 0;
    us_inferred_conditions_add_set(
        &q->inferred, US_SEAT_SELF, sure && known ? &reach : &(us_type_set){{0}},
        "the last steps need %s, or who can come to make them", us_draft_name_set(q->draft, &all));
    if (sure && harms)
        us_inferred_conditions_add_text(&q->inferred, "alive(enemy)",
                                        "the last steps harm somebody");
}

/* ---- all */

/* Takes as many conditions as a draft has room for. */
static int write_conditions(us_inference *q, us_draft_condition out[US_DRAFT_CONDITIONS_MAX])
{
    us_draft_condition all[US_INFERRED_CONDITIONS_MAX];
    int count = us_inferred_conditions_write(&q->inferred, all);
    int kept = count < US_DRAFT_CONDITIONS_MAX ? count : US_DRAFT_CONDITIONS_MAX;
    memcpy(out, all, (size_t)kept * sizeof(*out));
    q->draft->unasked += count - kept;
    return kept;
}

void us_draft_infer_conditions(us_draft *draft)
{
    us_inference *q = us_mem_alloc(sizeof(*q));
    *q = (us_inference){.draft = draft, .domain = draft->domain, .payer = -1, .first_foe = -1};
    q->inferred.draft = draft;
    int *kinds = US_ARENA_ARRAY(draft->arena, int, draft->steps + 1);
    us_facts root = us_facts_from_goal(draft->domain, &draft->goal);
    q->inferred.by = us_requesters_all();
    ask_goal(q);
    for (int i = 0; i < draft->steps; i++) {
        bool first;
        us_step_key *kind = key_of(q, i, &first);
        q->now = i;
        kinds[i] = kind ? (int)(kind - q->key) : -1;
        draft->silent += !kind;
        if (first) {
            q->inferred.by = us_requesters_one(kinds[i]);
            us_facts facts = us_facts_from_step(draft, i);
            add_cost(q, &facts, kind->cost);
            ask_step(q, &facts);
            for (int k = 0; k < facts.makes; k++)
                note_given(q, &facts.made[k]);
        }
        for (int r = 0; kind && r < q->domain->resources.count; r++)
            q->cost[r] = us_sums_add(q->cost[r], kind->cost[r]);
    }
    ask_foes(q);
    require_cost(q);
    widen(q);
    q->inferred.kind = kinds;
    draft->kind = kinds;
    draft->whens = write_conditions(q, draft->when);
    q->inferred.kind = NULL;
    ask_alive(q, &root);
    draft->alives = write_conditions(q, draft->alive);
    us_mem_free(q->made.item);
    us_mem_free(q);
}

/* ---- remaining plans */

/* Returns whether the condition follows from one of the whole behavior. Those hold for suffix
 * cases, too, unless they are for steps that are done. */
static bool is_covered(const us_inference *q, const us_draft_condition *wanted)
{
    const us_draft *draft = q->draft;
    for (int i = 0; i < draft->whens; i++) {
        const us_draft_condition *when = &draft->when[i];
        bool over = when->steps > 0;
        for (int k = 0; k < when->steps; k++)
            over = over && is_done(q, when->step[k]);
        bool follows = wanted->one_of && when->one_of && wanted->owner == when->owner &&
                       us_type_set_is_subset(when->one_of, wanted->one_of);
        if (!over && (follows || us_text_equal(when->text, wanted->text)))
            return true;
    }
    return false;
}

/* Takes the conditions that fit between quotes, as a case holds them. */
static void take_rest(us_inference *q, us_draft_remainder *out)
{
    us_draft_condition all[US_INFERRED_CONDITIONS_MAX];
    int count = us_inferred_conditions_write(&q->inferred, all);
    for (int i = 0; i < count; i++) {
        bool room = out->whens < US_DRAFT_CONDITIONS_MAX && strlen(all[i].text) <= US_STRING_MAX;
        if (is_covered(q, &all[i]))
            continue;
        if (room)
            out->when[out->whens++] = all[i];
        else
            q->draft->unasked++;
    }
}

static void ask_rest(us_inference *q, us_draft_remainder *out)
{
    us_draft *draft = q->draft;
    bool seen[US_KEYS_MAX] = {false};
    for (int i = 0; i < draft->steps; i++) {
        int kind = draft->kind[i];
        if (is_done(q, i) || kind < 0 || seen[kind])
            continue;
        q->now = i;
        seen[kind] = true;
        q->inferred.by = us_requesters_one(kind);
        us_facts facts = us_facts_from_step(draft, i);
        ask_step(q, &facts);
        for (int k = 0; k < facts.makes; k++)
            note_given(q, &facts.made[k]);
    }
    ask_foes(q);
    add_statuses(q);
    us_inferred_conditions_weaken(&q->inferred, q->suffix->present);
    take_rest(q, out);
}

void us_draft_infer_suffix_conditions(us_draft *draft, const us_remaining_plan *suffix,
                                      int suffixes)
{
    draft->remainder = US_ARENA_ARRAY(draft->arena, us_draft_remainder, suffixes + 1);
    us_inference *q = us_mem_alloc(sizeof(*q));
    for (int i = 0; i < suffixes && draft->kind; i++) {
        *q = (us_inference){.draft = draft,
                            .domain = draft->domain,
                            .payer = -1,
                            .first_foe = -1,
                            .suffix = &suffix[i]};
        q->inferred.draft = draft;
        ask_rest(q, &draft->remainder[i]);
        us_mem_free(q->made.item);
    }
    us_mem_free(q);
}
