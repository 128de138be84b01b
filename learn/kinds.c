#include "learn/kinds.h"

#include "domain/action.h"

#include <string.h>

void us_kinds_add(us_kinds *set, us_type type)
{
    set->bit[type / 64] |= (uint64_t)1 << type % 64;
}

bool us_kinds_has(const us_kinds *set, us_type type)
{
    return set->bit[type / 64] >> type % 64 & 1;
}

void us_kinds_join(us_kinds *set, const us_kinds *other)
{
    for (int i = 0; i < US_KINDS_WORDS; i++)
        set->bit[i] |= other->bit[i];
}

bool us_kinds_within(const us_kinds *part, const us_kinds *whole)
{
    for (int i = 0; i < US_KINDS_WORDS; i++)
        if (part->bit[i] & ~whole->bit[i])
            return false;
    return true;
}

bool us_kinds_meet(const us_kinds *a, const us_kinds *b)
{
    for (int i = 0; i < US_KINDS_WORDS; i++)
        if (a->bit[i] & b->bit[i])
            return true;
    return false;
}

bool us_kinds_empty(const us_kinds *set)
{
    return us_kinds_within(set, &(us_kinds){{0}});
}

bool us_kinds_equal(const us_kinds *a, const us_kinds *b)
{
    return memcmp(a->bit, b->bit, sizeof(a->bit)) == 0;
}

static us_kinds of_types(us_types types)
{
    us_kinds set = {{0}};
    for (int i = 0; i < types.count; i++)
        us_kinds_add(&set, types.type[i]);
    return set;
}

us_kinds us_kinds_type(const us_domain *domain, us_type type)
{
    return of_types(us_domain_kin(domain, type));
}

us_kinds us_kinds_role(const us_domain *domain, int role)
{
    return of_types(us_domain_cast(domain, role));
}

us_kinds us_kinds_doers(const us_domain *domain, int action)
{
    us_kinds set = {{0}};
    for (int i = 0; i < domain->type_count; i++)
        if (!domain->type[i].abstract && us_type_does(domain, (us_type)i, action))
            us_kinds_add(&set, (us_type)i);
    return set;
}

us_kinds us_kinds_makers(const us_domain *domain, us_type product, int action)
{
    us_kinds set = {{0}};
    const us_producer *row;
    int count = us_domain_producers(domain, product, &row);
    for (int i = 0; i < count; i++)
        if (action < 0 || row[i].action == action)
            us_kinds_add(&set, row[i].actor);
    return set;
}

/* Returns the roles by which actions with that effect are done. */
static uint32_t roles_of_effect(const us_domain *domain, us_effect_kind kind)
{
    uint32_t roles = 0;
    for (int a = 0; a < domain->action_count; a++)
        if (us_action_effects(&domain->action[a], kind))
            roles |= domain->action[a].by;
    return roles;
}

us_kinds us_kinds_gatherers(const us_domain *domain, int resource)
{
    us_kinds set = {{0}};
    uint32_t wanted = resource < 0 ? UINT32_MAX : (uint32_t)1 << resource;
    uint32_t roles = roles_of_effect(domain, US_EFFECT_GAIN);
    for (int i = 0; i < domain->type_count; i++) {
        const us_type_def *def = &domain->type[i];
        if (!def->abstract && (def->gathers & wanted) && (def->roles & roles))
            us_kinds_add(&set, (us_type)i);
    }
    return set;
}

us_kinds us_kinds_fighters(const us_domain *domain)
{
    us_kinds some = {{0}}, only = {{0}};
    uint32_t roles = roles_of_effect(domain, US_EFFECT_HARM);
    for (int i = 0; i < domain->type_count; i++) {
        const us_type_def *def = &domain->type[i];
        if (def->abstract || !(def->roles & roles))
            continue;
        us_kinds_add(&some, (us_type)i);
        if (!def->gathers && !def->produces_count)
            us_kinds_add(&only, (us_type)i);
    }
    return us_kinds_empty(&only) ? some : only;
}

us_kinds us_kinds_reach(const us_domain *domain, us_kinds set)
{
    us_kinds done = {{0}};
    for (bool more = true; more;) {
        more = false;
        for (int w = 0; w < US_KINDS_WORDS; w++) {
            for (uint64_t rest; (rest = set.bit[w] & ~done.bit[w]) != 0; more = true) {
                us_type type = (us_type)(64 * w + __builtin_ctzll(rest));
                us_kinds makers = us_kinds_makers(domain, type, -1);
                us_kinds_add(&done, type);
                us_kinds_join(&set, &makers);
            }
        }
    }
    return set;
}

/* Adds the types needed to get one of a type, beside its makers. */
static void join_means(const us_domain *domain, us_type type, us_kinds *set)
{
    const us_type_def *def = &domain->type[type];
    for (int k = 0; k < def->requires_count; k++) {
        for (int i = 0; i < def->requires[k].count; i++) {
            us_kinds part = us_kinds_type(domain, def->requires[k].type[i]);
            us_kinds_join(set, &part);
        }
    }
    for (int r = 0; r < domain->resources.count; r++) {
        if (def->cost[r] <= 0)
            continue;
        us_kinds gatherers = us_kinds_gatherers(domain, r);
        us_kinds_join(set, &gatherers);
    }
    for (int i = 0; def->food_use > 0 && i < domain->type_count; i++)
        if (!domain->type[i].abstract && domain->type[i].food_supply > 0)
            us_kinds_add(set, (us_type)i);
}

us_kinds us_kinds_means(const us_domain *domain, us_kinds set)
{
    for (bool more = true; more;) {
        us_kinds before = set;
        set = us_kinds_reach(domain, set);
        for (int i = 0; i < domain->type_count; i++)
            if (us_kinds_has(&before, (us_type)i))
                join_means(domain, (us_type)i, &set);
        more = !us_kinds_equal(&before, &set);
    }
    return set;
}

us_type us_kinds_family(const us_domain *domain, us_type type, int action)
{
    us_type parent = domain->type[type].parent;
    while (parent != US_NO_TYPE && us_type_does(domain, parent, action)) {
        type = parent;
        parent = domain->type[type].parent;
    }
    return type;
}

/* ---- numbers of types */

int32_t us_learn_cost(const us_domain *domain, us_type type, int resource)
{
    us_types kin = us_domain_kin(domain, type);
    int32_t most = 0;
    for (int i = 0; i < kin.count; i++)
        if (domain->type[kin.type[i]].cost[resource] > most)
            most = domain->type[kin.type[i]].cost[resource];
    return most;
}

int us_learn_food_use(const us_domain *domain, us_type type)
{
    us_types kin = us_domain_kin(domain, type);
    int most = 0;
    for (int i = 0; i < kin.count; i++)
        if (domain->type[kin.type[i]].food_use > most)
            most = domain->type[kin.type[i]].food_use;
    return most;
}

int us_learn_food_supply(const us_domain *domain, us_type type)
{
    us_types kin = us_domain_kin(domain, type);
    int least = kin.count ? domain->type[kin.type[0]].food_supply : 0;
    for (int i = 0; i < kin.count; i++)
        if (domain->type[kin.type[i]].food_supply < least)
            least = domain->type[kin.type[i]].food_supply;
    return least;
}

/* ---- words */

/* Returns how much of the rest these types cover; 0: not all of them are in the set. */
static int covers(us_types part, const us_kinds *whole, const us_kinds *rest)
{
    int count = 0;
    for (int i = 0; i < part.count; i++) {
        if (!us_kinds_has(whole, part.type[i]))
            return 0;
        count += us_kinds_has(rest, part.type[i]);
    }
    return count;
}

int us_kinds_parts(const us_domain *domain, const us_kinds *set,
                   us_kinds_part part[US_KINDS_PARTS_MAX])
{
    us_kinds rest = *set;
    int count = 0;
    for (; !us_kinds_empty(&rest); count++) {
        us_kinds_part best = {-1, US_NO_TYPE};
        us_types taken = {NULL, 0};
        int most = 0;
        if (count == US_KINDS_PARTS_MAX)
            return count + 1;
        for (int r = 0; r < domain->roles.count; r++) {
            us_types cast = us_domain_cast(domain, r);
            int covered = covers(cast, set, &rest);
            if (covered == 0 || covered < most) /* of equals the last: it is the least general */
                continue;
            most = covered;
            best = (us_kinds_part){r, US_NO_TYPE};
            taken = cast;
        }
        for (int t = 0; t < domain->type_count; t++) {
            us_types kin = us_domain_kin(domain, (us_type)t);
            int covered = covers(kin, set, &rest);
            if (covered <= most)
                continue;
            most = covered;
            best = (us_kinds_part){-1, (us_type)t};
            taken = kin;
        }
        for (int i = 0; i < taken.count; i++)
            rest.bit[taken.type[i] / 64] &= ~((uint64_t)1 << taken.type[i] % 64);
        part[count] = best;
    }
    return count;
}

bool us_kinds_ask(const us_domain *domain, const us_kinds *set, const char *owner, us_str *out)
{
    us_kinds_part part[US_KINDS_PARTS_MAX];
    int count = us_kinds_parts(domain, set, part);
    for (int i = 0; count <= US_KINDS_PARTS_MAX && i < count; i++) {
        us_str_addf(out, "%sexists(%s, ", i ? " or " : "", owner);
        if (part[i].role >= 0)
            us_str_addf(out, "role: \"%s\")", domain->roles.name[part[i].role]);
        else
            us_str_addf(out, "type: \"%s\")", domain->type[part[i].type].name);
    }
    return count > 0 && count <= US_KINDS_PARTS_MAX;
}

void us_kinds_name(const us_domain *domain, const us_kinds *set, us_str *out)
{
    us_kinds_part part[US_KINDS_PARTS_MAX];
    int count = us_kinds_parts(domain, set, part);
    int shown = count <= US_KINDS_PARTS_MAX ? count : US_KINDS_PARTS_MAX;
    for (int i = 0; i < shown; i++) {
        us_str_add(out, i ? " or " : "");
        if (part[i].role >= 0)
            us_str_add(out, domain->roles.name[part[i].role]);
        else
            us_str_addf(out, "\"%s\"", domain->type[part[i].type].name);
    }
    us_str_add(out, count > shown ? " or others" : "");
}
