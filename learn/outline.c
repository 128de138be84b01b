#include "learn/outline.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/parallel.h"
#include "base/sums.h"
#include "learn/step_map.h"

/* An effect within the goal episode, and the ordinal at which it is complete. */
typedef struct brought {
    us_type_set kinds;
    int to;
} brought;

typedef struct making {
    us_outline out;
    const us_draft *draft;
    const us_step_extractor *extractor; /* NULL: a single step */
    US_LIST(brought) given;
    int want_room, use_room, brought_room;
    int from; /* of the present step */
    us_outline_step by;
} making;

void us_outline_clear(us_outline *outline)
{
    us_mem_free(outline->want);
    us_mem_free(outline->use);
    us_mem_free(outline->brings);
    *outline = (us_outline){.wants = 0};
}

/* ---- words */

const char *us_outline_step_reason(const us_draft *draft, const us_outline_step *step)
{
    const us_domain *domain = draft->domain;
    if (!step)
        return "";
    if (step->action >= 0)
        return us_draft_format(
            draft, step->type < 0 ? ": its step %s: %s%s" : ": its step %s: %s \"%s\"", step->label,
            domain->action[step->action].name, step->type < 0 ? "" : domain->type[step->type].name);
    US_AUTOSTR(goal);
    us_goal_print(domain, &step->goal, &goal);
    return us_draft_format(draft, ": its step %s: %s", step->label, goal.text);
}

static us_outline_step outline_step(const us_draft_step *step, const us_facts *facts)
{
    us_outline_step out = {.action = step->action, .goal = step->goal, .type = US_NO_TYPE};
    snprintf(out.label, sizeof(out.label), "%s", step->label);
    for (int i = 0; i < facts->makes && out.type < 0; i++)
        out.type = facts->made[i].type;
    return out;
}

/* ---- effects */

static void add_made(making *m, const us_type_set *kinds, int to)
{
    us_outline *out = &m->out;
    bool known = false;
    if (us_type_set_is_empty(kinds))
        return;
    for (int i = 0; i < m->given.count; i++) {
        if (!us_type_set_equal(&m->given.item[i].kinds, kinds))
            continue;
        m->given.item[i].to = to < m->given.item[i].to ? to : m->given.item[i].to;
        return;
    }
    US_LIST_PUT(m->given, ((brought){*kinds, to}));
    for (int i = 0; i < out->brought; i++)
        known |= us_type_set_equal(&out->brings[i], kinds);
    if (known)
        return;
    out->brings = us_array_grow(out->brings, out->brought, &m->brought_room, sizeof(*out->brings));
    out->brings[out->brought++] = *kinds;
}

static bool is_given(const making *m, const us_type_set *set)
{
    for (int i = 0; i < m->given.count; i++)
        if (m->given.item[i].to <= m->from && us_type_set_is_subset(&m->given.item[i].kinds, set))
            return true;
    return false;
}

static bool is_type_given(const void *context, us_type type)
{
    const making *m = context;
    us_type_set set = us_type_set_from_type(m->draft->domain, type);
    return is_given(m, &set);
}

/* ---- needs */

static void want(making *m, const us_type_set *kinds, bool all, int since)
{
    us_outline *out = &m->out;
    if (us_type_set_is_empty(kinds) || (!all && is_given(m, kinds)))
        return;
    for (int i = 0; i < out->wants; i++) {
        us_outline_need *other = &out->want[i];
        if (!us_type_set_equal(&other->kinds, kinds) || other->all != all)
            continue;
        other->since = since > other->since ? since : other->since;
        return;
    }
    out->want = us_array_grow(out->want, out->wants, &m->want_room, sizeof(*out->want));
    out->want[out->wants++] = (us_outline_need){*kinds, all, since, m->by};
}

static bool is_within(const making *m, int ordinal)
{
    const us_goal_episodes *episodes = m->draft->episodes;
    int owner = episodes->owner[ordinal];
    while (owner >= 0 && owner != m->draft->episode->whole)
        owner = episodes->episode[owner].parent;
    return owner >= 0;
}

static void use(making *m, int ordinal, us_type type)
{
    us_outline *out = &m->out;
    if (is_within(m, ordinal))
        return;
    for (int i = 0; i < out->uses; i++)
        if (out->use[i].ordinal == ordinal)
            return;
    out->use = us_array_grow(out->use, out->uses, &m->use_room, sizeof(*out->use));
    out->use[out->uses++] = (us_outline_use){ordinal, type, m->by};
}

/* Notes the makers of the slot's later entities: known orders, or any step that makes such. */
static void use_slot(making *m, int index)
{
    const us_draft_slot *slot = &m->draft->slot[index];
    us_type_set kinds = {{0}};
    int since = 0;
    for (int i = 0; m->extractor && i < slot->ids; i++) {
        int maker = us_step_extractor_find_maker(m->extractor, slot->id[i]);
        int born = us_step_extractor_first_ordinal(m->extractor, slot->id[i]);
        if (maker >= 0)
            use(m, maker, slot->type);
        else if (born > since)
            since = born;
    }
    if (slot->type >= 0)
        kinds = us_type_set_from_type(m->draft->domain, slot->type);
    else if (slot->role >= 0)
        kinds = us_type_set_from_role(m->draft->domain, slot->role);
    if (since > 0 && slot->owner == US_SEAT_SELF)
        want(m, &kinds, false, since);
}

static void want_required(making *m, us_type type)
{
    const us_domain *domain = m->draft->domain;
    us_missing missing;
    if (!us_facts_find_missing(domain, type, is_type_given, m, &missing))
        return;
    for (int i = 0; i < missing.sets; i++)
        want(m, &missing.one_of[i], false, INT_MAX);
    for (int i = 0; i < missing.knowns; i++) {
        us_type_set one = us_type_set_from_type(domain, missing.known[i]);
        want(m, &one, false, INT_MAX);
    }
    const us_type_def *def = &domain->type[type];
    for (int k = 0; missing.blurred && k < def->requires_count; k++) {
        for (int i = 0; i < def->requires[k].count; i++) {
            us_type_set one =
                us_type_set_from_type(domain, us_type_generalize(domain, def->requires[k].type[i]));
            want(m, &one, false, INT_MAX);
        }
    }
}

static void need_unit_types(making *m, int index, const us_facts *facts)
{
    const us_draft_step *step = &m->draft->step[index];
    us_type_set hands[US_HANDS_MAX], fighters = us_type_set_fighters(m->draft->domain);
    int slot = step->actor;
    int count = us_facts_list_unit_types(m->draft->domain, facts, hands);
    if (slot >= 0 && m->draft->slot[slot].ids > 0)
        use_slot(m, slot);
    else
        for (int i = 0; i < count; i++)
            want(m, &hands[i], facts->gone && us_type_set_equal(&hands[i], &fighters), INT_MAX);
    for (int i = 0; i < step->used; i++)
        if (step->uses[i] != slot)
            use_slot(m, step->uses[i]);
}

static void want_known(making *m, int index)
{
    us_condition_term wanted[US_CONDITION_TERMS_MAX];
    int count = m->draft->step[index].action < 0 ? 0 : us_facts_list_terms(m->draft, index, wanted);
    for (int i = 0; i < count; i++) {
        bool known =
            wanted[i].kind == US_CONDITION_TERM_KNOWN || wanted[i].kind == US_CONDITION_TERM_HAVE;
        if (!known || wanted[i].type < 0 || wanted[i].owner != US_SEAT_SELF)
            continue;
        us_type_set one = us_type_set_from_type(m->draft->domain, wanted[i].type);
        want(m, &one, false, INT_MAX);
    }
}

/* ---- amounts */

/* Allots resources: one order to gather pays for one step. */
static void pay(making *m, const us_facts *facts, const us_outline *below)
{
    const us_domain *domain = m->draft->domain;
    us_outline *out = &m->out;
    for (int r = 0; r < domain->resources.count; r++) {
        int64_t cost = 0;
        for (int i = 0; i < facts->makes; i++)
            if (facts->made[i].pays && facts->made[i].type >= 0)
                cost = us_sums_add(
                    cost, us_sums_multiply(us_type_set_cost(domain, facts->made[i].type, r),
                                           facts->made[i].number));
        cost = us_outline_is_known(below) ? below->cost[r] : cost;
        out->gains[r] = us_sums_add(out->gains[r], below ? below->gains[r] : 0);
        if (cost > 0 && out->gains[r] > 0) {
            out->gains[r]--;
        } else if (cost > 0) {
            out->payer[r] = out->cost[r] ? out->payer[r] : m->by;
            out->cost[r] = us_sums_add(out->cost[r], cost);
        }
        out->gains[r] = us_sums_add(out->gains[r], facts->gain[r] != 0);
    }
}

static void eat(making *m, const us_facts *facts, const us_outline *below)
{
    const us_domain *domain = m->draft->domain;
    int64_t food = 0;
    for (int i = 0; i < facts->makes; i++) {
        const us_made *made = &facts->made[i];
        if (made->type < 0)
            continue;
        int64_t eaten = made->feeds ? us_type_set_food_use(domain, made->type) : 0;
        int64_t fed = made->becomes ? 0 : us_type_set_food_supply(domain, made->type);
        food = us_sums_add(food, us_sums_multiply(eaten - fed, made->number));
    }
    if (us_outline_is_known(below))
        food = below->food;
    if (food > 0 && m->out.food <= 0)
        m->out.eater = m->by;
    m->out.food = us_sums_add(m->out.food, food);
}

/* ---- a step */

static void take_below(making *m, const us_outline *below)
{
    for (int i = 0; i < below->wants; i++)
        want(m, &below->want[i].kinds, below->want[i].all, below->want[i].since);
    for (int i = 0; i < below->uses; i++)
        use(m, below->use[i].ordinal, below->use[i].type);
}

static void take_step(making *m, int index, const us_outline *below)
{
    const us_draft_step *step = &m->draft->step[index];
    us_facts facts = us_facts_from_step(m->draft, index);
    int to = step->step ? step->step->to : 0;
    m->from = step->step ? step->step->from : 0;
    m->by = outline_step(step, &facts);
    m->out.acts += step->action >= 0 ? 1 : below ? below->acts : 0;
    if (!us_outline_is_known(below ? below : step->below)) {
        need_unit_types(m, index, &facts);
        want_known(m, index);
        for (int i = 0; i < facts.makes; i++)
            if (facts.made[i].meets && facts.made[i].type >= 0)
                want_required(m, facts.made[i].type);
    }
    pay(m, &facts, below);
    eat(m, &facts, below);
    bool moves = facts.moves || facts.harms || (below && below->moves);
    if (moves && !facts.opens && !m->out.opens && !m->out.moves) {
        m->out.moves = true;
        m->out.mover = m->by;
    }
    m->out.opens |= facts.opens || (below && below->opens);
    if (below)
        take_below(m, below);
    for (int i = 0; i < facts.makes; i++)
        add_made(m, &facts.made[i].kinds, to);
    for (int i = 0; below && i < below->brought; i++)
        add_made(m, &below->brings[i], to);
}

us_outline us_outline_from_step(const us_draft *draft, int step)
{
    making m = {.draft = draft};
    take_step(&m, step, NULL);
    us_mem_free(m.given.item);
    return m.out;
}

/* ---- goal episodes */

static void make_outline(void *context, int task)
{
    us_outlines *all = context;
    int episode = all->listed[task];
    US_AUTOPTR(us_arena) arena = us_arena_new();
    making m = {.extractor = all->extractor};
    for (int part = episode; part >= 0; part = all->next[part]) {
        m.draft = us_draft_new(all->extractor, part, arena);
        for (int i = 0; i < m.draft->steps; i++) {
            const us_step *step = m.draft->step[i].step;
            take_step(&m, i, step->kind == US_STEP_GOAL ? &all->outline[step->episode] : NULL);
        }
    }
    all->outline[episode] = m.out;
    us_mem_free(m.given.item);
}

/* Links each part of a goal episode to the next. */
static void chain_parts(us_outlines *all)
{
    const us_goal_episodes *episodes = us_step_extractor_episodes(all->extractor);
    US_AUTOFREE int *last = US_NEW_ARRAY(int, episodes->count + 1);
    for (int i = 0; i < episodes->count; i++) { /* parts stand behind all */
        int whole = episodes->episode[i].whole;
        last[i] = i;
        all->next[i] = -1;
        if (whole == i)
            continue;
        all->next[last[whole]] = i;
        last[whole] = i;
    }
}

us_outlines *us_outlines_new(const us_step_extractor *extractor)
{
    const us_goal_episodes *episodes = us_step_extractor_episodes(extractor);
    us_outlines *all = US_NEW(us_outlines);
    int count = episodes->count, deepest = 0;
    int *depth = US_NEW_ARRAY(int, count + 1), *first = US_NEW_ARRAY(int, count + 1);
    int *also = US_NEW_ARRAY(int, count + 1); /* next of equal depth */
    *all = (us_outlines){extractor, US_NEW_ARRAY(us_outline, count + 1),
                         US_NEW_ARRAY(int, count + 1), US_NEW_ARRAY(int, count + 1)};
    chain_parts(all);
    for (int i = 0; i < count; i++) { /* parents before children */
        int parent = episodes->episode[i].parent;
        depth[i] = parent < 0 ? 0 : depth[parent] + 1;
        deepest = depth[i] > deepest ? depth[i] : deepest;
        first[i] = -1;
    }
    for (int i = count - 1; i >= 0; i--) {
        if (episodes->episode[i].whole != i)
            continue;
        also[i] = first[depth[i]];
        first[depth[i]] = i;
    }
    for (int at = count > 0 ? deepest : -1; at >= 0; at--) {
        int listed = 0;
        for (int i = first[at]; i >= 0; i = also[i])
            all->listed[listed++] = i;
        us_parallel_run(listed, make_outline, all);
    }
    us_mem_free(depth);
    us_mem_free(first);
    us_mem_free(also);
    return all;
}

void us_outlines_free(us_outlines *outlines)
{
    if (!outlines)
        return;
    for (int i = 0; i < us_step_extractor_episodes(outlines->extractor)->count; i++)
        us_outline_clear(&outlines->outline[i]);
    us_mem_free(outlines->outline);
    us_mem_free(outlines->next);
    us_mem_free(outlines->listed);
    us_mem_free(outlines);
}

/* ---- uses of products, for a draft */

typedef struct use_lister {
    us_draft *draft;
    us_step_map map;
    US_LIST(us_draft_pair) pair;
} use_lister;

static void add_use(use_lister *t, int then, int ordinal, us_type type, const us_outline_step *by)
{
    const us_domain *domain = t->draft->domain;
    int first = us_step_map_find(&t->map, ordinal);
    if (first < 0 || first == then)
        return;
    const char *why = us_draft_format(t->draft, type < 0 ? "%s needs %s%s" : "%s needs \"%s\"%s",
                                      us_draft_step_name(t->draft, then),
                                      type < 0 ? "who it makes" : domain->type[type].name,
                                      us_outline_step_reason(t->draft, by));
    US_LIST_PUT(t->pair, ((us_draft_pair){first, then, why}));
}

void us_outlines_apply(const us_outlines *outlines, us_draft *draft)
{
    use_lister t = {.draft = draft, .map = us_step_map_new(draft)};
    for (int i = 0; i < draft->steps; i++) {
        us_draft_step *step = &draft->step[i];
        t.pair.count = 0;
        for (int k = 0; k < step->used; k++) {
            const us_draft_slot *slot = &draft->slot[step->uses[k]];
            for (int n = 0; slot->maker < 0 && n < slot->ids; n++)
                add_use(&t, i, us_step_extractor_find_maker(outlines->extractor, slot->id[n]),
                        slot->type, NULL);
        }
        if (step->step->kind == US_STEP_GOAL) {
            step->below = &outlines->outline[step->step->episode];
            for (int k = 0; k < step->below->uses; k++)
                add_use(&t, i, step->below->use[k].ordinal, step->below->use[k].type,
                        &step->below->use[k].by);
        }
        step->afters = t.pair.count;
        step->after =
            us_arena_copy(draft->arena, t.pair.item, (size_t)t.pair.count, sizeof(*t.pair.item));
    }
    us_mem_free(t.pair.item);
    us_step_map_clear(&t.map);
}
