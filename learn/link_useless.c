#include "learn/links.h"

/* Returns whether the step's use can be judged by its effects. Steps that repair, dismiss, fight,
 * or have no effect in the domain count as useful. */
static bool can_be_judged(const us_links *links, int step)
{
    const us_facts *facts = &links->facts[step];
    if (facts->unknown || facts->harms || facts->heals || facts->loses)
        return false;
    return facts->makes || facts->gains || facts->moves || facts->opens;
}

/* ---- the goal */

static bool fights(const us_links *links, int step)
{
    us_type type = links->draft->step[step].actor_type;
    us_type_set own = {{0}};
    if (type >= 0)
        own = us_type_set_from_type(links->domain, type);
    return type < 0 || us_type_set_has_common(&own, &links->fighters);
}

static bool serves(const us_links *links, int step, const us_facts *root)
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
static bool made_helps(const us_links *links, const us_made *made, const us_facts *other)
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
static bool helps_war(const us_links *links, const us_facts *facts)
{
    for (int i = 0; i < facts->makes; i++)
        if (facts->made[i].knowledge ||
            us_type_set_has_common(&facts->made[i].kinds, &links->means))
            return true;
    return facts->gains;
}

static bool helps(const us_links *links, const us_facts *facts, const us_facts *other,
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

static bool needed_by(const us_links *links, int step, int other)
{
    if (us_grid_get(&links->needed, step, other))
        return true;
    if (us_grid_get(&links->before, other, step))
        return false;
    bool staged = us_grid_get(&links->linked, step, other) && links->facts[step].moves;
    if (staged && links->facts[other].harms)
        return true;
    return helps(links, &links->facts[step], &links->facts[other], NULL);
}

/* ---- all */

static const char *reason(us_links *links, int step)
{
    const us_facts *facts = &links->facts[step];
    us_str why;
    us_str_init(&why);
    if (facts->makes && facts->made[0].type >= 0)
        us_str_addf(&why, "nothing needs \"%s\", the goal neither",
                    links->domain->type[facts->made[0].type].name);
    else if (facts->makes || facts->gains)
        us_str_add(&why, "nothing needs what it brings, the goal neither");
    else if (facts->opens)
        us_str_add(&why, "nobody takes the way that it opens");
    else
        us_str_add(&why, "it only moves, and nothing after it needs anybody there");
    const char *text = us_arena_strndup(links->draft->arena, why.text, why.length);
    us_str_clear(&why);
    return text;
}

void us_links_mark_useless(us_links *links)
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
