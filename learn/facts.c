#include "learn/facts.h"

#include <string.h>

#include "domain/action.h"

static us_type type_of(const us_draft *draft, const us_draft_arg *arg)
{
    bool typed = arg->kind == US_DRAFT_TYPE;
    return typed ? us_type_generalize(draft->domain, (us_type)arg->value) : US_NO_TYPE;
}

/* ---- condition terms */

int us_facts_list_terms(const us_draft *draft, int index,
                        us_condition_term out[US_CONDITION_TERMS_MAX])
{
    const us_draft_step *step = &draft->step[index];
    const us_action_def *action = &draft->domain->action[step->action];
    us_value value[US_ACTION_SLOTS] = {{0}};
    us_known_slots known = {0, value};
    for (int p = 0; p < action->param_count; p++) {
        const us_draft_arg *arg = &step->arg[p];
        bool type = arg->kind == US_DRAFT_TYPE;
        if (!type && arg->kind != US_DRAFT_NUMBER)
            continue;
        value[1 + p].number = type ? type_of(draft, arg) : arg->value;
        known.known |= 2u << p;
    }
    return us_condition_term_list(action->when, &known, out);
}

int us_facts_list_goal_terms(const us_domain *domain, const us_goal *goal,
                             us_condition_term out[US_CONDITION_TERMS_MAX])
{
    const us_goal_def *def = &domain->goal[goal->type];
    us_value value[US_GOAL_PARAMS_MAX];
    us_known_slots known = {0, value};
    for (int p = 0; p < def->param_count; p++) {
        value[p] = goal->arg[p];
        if (def->param[p].kind == US_VALUE_TYPE)
            value[p].number = us_type_generalize(domain, (us_type)value[p].number);
        if (def->param[p].kind != US_VALUE_ENTITY && def->param[p].kind != US_VALUE_CELL)
            known.known |= 1u << p;
    }
    return us_condition_term_list(def->test, &known, out);
}

/* ---- products */

/* Notes the terms of an action's `when` about its product. */
static void note_terms(const us_domain *domain, int action, us_made *made)
{
    us_condition_term wanted[US_CONDITION_TERMS_MAX];
    us_known_slots nothing = {0, NULL};
    int count = us_condition_term_list(domain->action[action].when, &nothing, wanted);
    for (int i = 0; i < count; i++) {
        made->pays |= wanted[i].kind == US_CONDITION_TERM_AFFORDS;
        made->feeds |= wanted[i].kind == US_CONDITION_TERM_FEEDS;
        made->meets |= wanted[i].kind == US_CONDITION_TERM_MEETS;
    }
}

static us_made *add_made(const us_domain *domain, us_facts *facts, us_type type, int role,
                         int64_t number)
{
    if (facts->makes == US_MADE_MAX || (type < 0 && role < 0))
        return NULL;
    us_made *made = &facts->made[facts->makes++];
    *made = (us_made){.type = type, .number = number};
    made->kinds =
        type >= 0 ? us_type_set_from_type(domain, type) : us_type_set_from_role(domain, role);
    made->knowledge = type >= 0 && domain->type[type].kind == US_KIND_UPGRADE;
    return made;
}

static void add_goal_made(const us_domain *domain, us_facts *facts, const us_condition_term *wanted)
{
    us_made *made = add_made(domain, facts, wanted->type, wanted->role, wanted->number);
    facts->unknown |= !made; /* of any type, or without room */
    if (!made)
        return;
    if (made->type < 0) {
        for (int i = 0; i < domain->type_count; i++) {
            us_type_set makers = {{0}};
            if (!domain->type[i].abstract && us_type_set_has_type(&made->kinds, (us_type)i))
                makers = us_type_set_makers(domain, (us_type)i, -1);
            us_type_set_join(&made->makers, &makers);
        }
        return;
    }
    const us_producer *row;
    int count = us_domain_producers(domain, made->type, &row);
    for (int i = 0; i < count; i++) {
        us_type_set_add(&made->makers, row[i].actor);
        bool again = i > 0 && row[i].action == row[i - 1].action;
        if (!again)
            note_terms(domain, row[i].action, made);
    }
}

/* ---- actions */

static void note_gain(const us_draft *draft, const us_draft_step *step, const us_effect *effect,
                      us_facts *facts)
{
    const us_domain *domain = draft->domain;
    facts->gains = true;
    if (effect->resource >= 0) {
        facts->gain[effect->resource] = US_SOME;
        return;
    }
    for (int p = 0; p < domain->action[step->action].param_count; p++) {
        int slot = us_draft_arg_slot(&step->arg[p]);
        us_type type = slot < 0 ? US_NO_TYPE : draft->slot[slot].type;
        if (type >= 0 && domain->type[type].yields >= 0) {
            facts->gain[domain->type[type].yields] = US_SOME;
            return;
        }
    }
    for (int r = 0; r < domain->resources.count; r++) {
        us_type_set gatherers = us_type_set_gatherers(domain, r);
        if (!us_type_set_is_empty(&gatherers))
            facts->gain[r] = US_SOME;
    }
}

static void note_effects(const us_draft *draft, const us_draft_step *step, us_facts *facts)
{
    const us_domain *domain = draft->domain;
    const us_action_def *action = &domain->action[step->action];
    for (int e = 0; e < action->effect_count; e++) {
        const us_effect *effect = &action->effect[e];
        us_type type = effect->param < 0 ? US_NO_TYPE : type_of(draft, &step->arg[effect->param]);
        us_made *made = NULL;
        switch (effect->kind) {
        case US_EFFECT_CREATE:
        case US_EFFECT_CONVERT:
        case US_EFFECT_LEARN:
            made = add_made(domain, facts, type, -1, 1);
            break;
        case US_EFFECT_GAIN:
            note_gain(draft, step, effect, facts);
            break;
        case US_EFFECT_OPEN: /* an action that goes on has opened nothing when it succeeds */
            facts->opens |= !action->continues;
            break;
        default:
            facts->harms |= effect->kind == US_EFFECT_HARM;
            facts->heals |= effect->kind == US_EFFECT_HEAL;
            facts->moves |= effect->kind == US_EFFECT_MOVE;
            facts->loses |= effect->kind == US_EFFECT_LOSE;
        }
        if (made) {
            made->becomes = effect->kind == US_EFFECT_CONVERT;
            made->makers = us_type_set_makers(domain, type, step->action);
            note_terms(domain, step->action, made);
        }
    }
}

static us_type_set find_actors(const us_draft *draft, int index, const us_facts *facts)
{
    const us_domain *domain = draft->domain;
    const us_draft_step *step = &draft->step[index];
    us_condition_term wanted[US_CONDITION_TERMS_MAX];
    int count = us_facts_list_terms(draft, index, wanted);
    for (int i = 0; i < count; i++) {
        if (wanted[i].kind != US_CONDITION_TERM_MAKES || wanted[i].slot != 0 || wanted[i].type < 0)
            continue;
        us_type_set makers = us_type_set_makers(domain, wanted[i].type, step->action);
        if (!us_type_set_is_empty(&makers))
            return makers;
    }
    us_type type = step->actor >= 0 ? step->actor_type : US_NO_TYPE;
    if (facts->makes == 0 && type >= 0 && us_type_can_do(domain, type, step->action))
        return us_type_set_from_type(domain, us_type_set_family(domain, type, step->action));
    us_type_set doers = us_type_set_doers(domain, step->action);
    int role = step->actor < 0 ? -1 : draft->slot[step->actor].role;
    if (facts->makes == 0 && role >= 0) { /* the actor is of several types */
        us_type_set cast = us_type_set_from_role(domain, role);
        return us_type_set_is_subset(&cast, &doers) ? cast : doers;
    }
    return doers;
}

us_facts us_facts_from_step(const us_draft *draft, int index)
{
    const us_draft_step *step = &draft->step[index];
    if (step->action < 0)
        return us_facts_from_goal(draft->domain, &step->goal);
    us_facts facts = {.acts = true};
    note_effects(draft, step, &facts);
    facts.who = find_actors(draft, index, &facts);
    return facts;
}

/* ---- goals */

us_facts us_facts_from_goal(const us_domain *domain, const us_goal *goal)
{
    us_condition_term wanted[US_CONDITION_TERMS_MAX];
    us_facts facts = {.counts = goal->kind == US_GOAL_INCREASE};
    int count = us_facts_list_goal_terms(domain, goal, wanted);
    for (int i = 0; i < count; i++) {
        const us_condition_term *c = &wanted[i];
        bool own = c->owner == US_SEAT_SELF;
        if ((c->kind == US_CONDITION_TERM_HAVE || c->kind == US_CONDITION_TERM_KNOWN) && own) {
            add_goal_made(domain, &facts, c);
        } else if (c->kind == US_CONDITION_TERM_TALLY && own &&
                   c->tally < domain->resources.count) {
            facts.gain[c->tally] = c->number;
            facts.gains = true;
        } else if (c->kind == US_CONDITION_TERM_GONE && !own) {
            facts.gone = facts.harms = true;
        } else if (c->kind != US_CONDITION_TERM_THERE) {
            facts.unknown = true;
        }
    }
    return facts;
}

static void add_unit_types(us_type_set hands[US_HANDS_MAX], int *count, const us_type_set *set)
{
    for (int i = 0; i < *count; i++)
        if (us_type_set_equal(&hands[i], set))
            return;
    if (!us_type_set_is_empty(set))
        hands[(*count)++] = *set;
}

int us_facts_list_unit_types(const us_domain *domain, const us_facts *facts,
                             us_type_set hands[US_HANDS_MAX])
{
    int count = 0;
    if (facts->acts) {
        add_unit_types(hands, &count, &facts->who);
        return count;
    }
    for (int i = 0; i < facts->makes; i++)
        add_unit_types(hands, &count, &facts->made[i].makers);
    for (int r = 0; r < domain->resources.count; r++) {
        us_type_set gatherers = us_type_set_gatherers(domain, r);
        if (facts->gain[r])
            add_unit_types(hands, &count, &gatherers);
    }
    us_type_set fighters = us_type_set_fighters(domain);
    if (facts->gone)
        add_unit_types(hands, &count, &fighters);
    return count;
}

/* ---- requirements */

static bool in_list(const us_type *type, int count, us_type wanted)
{
    for (int i = 0; i < count; i++)
        if (type[i] == wanted)
            return true;
    return false;
}

/* Lists the types of an alternative that are not given, generalized, without those in common. */
static int rest_of(const us_domain *domain, const us_requirement *need, const us_type *common,
                   int commons, bool (*given)(const void *, us_type), const void *context,
                   us_type out[US_ALTERNATIVES_MAX])
{
    int count = 0;
    for (int i = 0; i < need->count && count < US_ALTERNATIVES_MAX; i++) {
        us_type type = us_type_generalize(domain, need->type[i]);
        if (!in_list(common, commons, type) && !in_list(out, count, type) && !given(context, type))
            out[count++] = type;
    }
    return count;
}

static void ask_all(const us_domain *domain, const us_type *type, int count, us_missing *out)
{
    for (int i = 0; i < count; i++) {
        if (domain->type[type[i]].kind == US_KIND_UPGRADE)
            out->known[out->knowns++] = type[i];
        else
            out->one_of[out->sets++] = us_type_set_from_type(domain, type[i]);
    }
}

bool us_facts_find_missing(const us_domain *domain, us_type type,
                           bool (*given)(const void *context, us_type type), const void *context,
                           us_missing *out)
{
    const us_type_def *def = &domain->type[type];
    us_type rest[US_ALTERNATIVES_MAX], common[US_ALTERNATIVES_MAX];
    int commons = 0;
    memset(out, 0, sizeof(*out));
    if (def->requires_count == 0)
        return false;
    int count = rest_of(domain, &def->requires[0], NULL, 0, given, context, rest);
    for (int i = 0; i < count; i++) {
        bool all = true;
        for (int k = 1; k < def->requires_count; k++) {
            us_type other[US_ALTERNATIVES_MAX];
            int others = rest_of(domain, &def->requires[k], NULL, 0, given, context, other);
            all = all && in_list(other, others, rest[i]);
        }
        if (all)
            common[commons++] = rest[i];
    }
    us_type_set either = {{0}};
    for (int k = 0; k < def->requires_count; k++) {
        count = rest_of(domain, &def->requires[k], common, commons, given, context, rest);
        if (count == 0) { /* the shared types are enough */
            ask_all(domain, common, commons, out);
            return commons > 0;
        }
        out->blurred |= count > 1 || domain->type[rest[0]].kind == US_KIND_UPGRADE;
        us_type_set one = us_type_set_from_type(domain, rest[0]);
        us_type_set_join(&either, &one);
    }
    ask_all(domain, common, commons, out);
    if (!out->blurred && out->sets < US_ALTERNATIVES_MAX)
        out->one_of[out->sets++] = either;
    return true;
}
