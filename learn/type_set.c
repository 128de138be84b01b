#include "learn/type_set.h"

#include "domain/action.h"

#include <string.h>

void us_type_set_add(us_type_set *set, us_type type)
{
    set->bit[type / 64] |= (uint64_t)1 << type % 64;
}

bool us_type_set_has_type(const us_type_set *set, us_type type)
{
    return set->bit[type / 64] >> type % 64 & 1;
}

void us_type_set_join(us_type_set *set, const us_type_set *other)
{
    for (int i = 0; i < US_TYPE_SET_WORDS; i++)
        set->bit[i] |= other->bit[i];
}

bool us_type_set_is_subset(const us_type_set *part, const us_type_set *whole)
{
    for (int i = 0; i < US_TYPE_SET_WORDS; i++)
        if (part->bit[i] & ~whole->bit[i])
            return false;
    return true;
}

bool us_type_set_has_common(const us_type_set *a, const us_type_set *b)
{
    for (int i = 0; i < US_TYPE_SET_WORDS; i++)
        if (a->bit[i] & b->bit[i])
            return true;
    return false;
}

bool us_type_set_is_empty(const us_type_set *set)
{
    return us_type_set_is_subset(set, &(us_type_set){{0}});
}

bool us_type_set_equal(const us_type_set *a, const us_type_set *b)
{
    return memcmp(a->bit, b->bit, sizeof(a->bit)) == 0;
}

static us_type_set of_types(us_types types)
{
    us_type_set set = {{0}};
    for (int i = 0; i < types.count; i++)
        us_type_set_add(&set, types.type[i]);
    return set;
}

us_type_set us_type_set_from_type(const us_domain *domain, us_type type)
{
    return of_types(us_domain_subtypes(domain, type));
}

us_type_set us_type_set_from_role(const us_domain *domain, int role)
{
    return of_types(us_domain_role_types(domain, role));
}

us_type_set us_type_set_doers(const us_domain *domain, int action)
{
    us_type_set set = {{0}};
    for (int i = 0; i < domain->type_count; i++)
        if (!domain->type[i].abstract && us_type_can_do(domain, (us_type)i, action))
            us_type_set_add(&set, (us_type)i);
    return set;
}

us_type_set us_type_set_makers(const us_domain *domain, us_type product, int action)
{
    us_type_set set = {{0}};
    const us_producer *row;
    int count = us_domain_producers(domain, product, &row);
    for (int i = 0; i < count; i++)
        if (action < 0 || row[i].action == action)
            us_type_set_add(&set, row[i].actor);
    return set;
}

/* Returns the roles by which actions with that effect are done. */
static uint32_t roles_of_effect(const us_domain *domain, us_effect_kind kind)
{
    uint32_t roles = 0;
    for (int a = 0; a < domain->action_count; a++)
        if (us_action_has_effect(&domain->action[a], kind))
            roles |= domain->action[a].by;
    return roles;
}

us_type_set us_type_set_gatherers(const us_domain *domain, int resource)
{
    us_type_set set = {{0}};
    uint32_t wanted = resource < 0 ? UINT32_MAX : (uint32_t)1 << resource;
    uint32_t roles = roles_of_effect(domain, US_EFFECT_GAIN);
    for (int i = 0; i < domain->type_count; i++) {
        const us_type_def *def = &domain->type[i];
        if (!def->abstract && (def->gathers & wanted) && (def->roles & roles))
            us_type_set_add(&set, (us_type)i);
    }
    return set;
}

us_type_set us_type_set_fighters(const us_domain *domain)
{
    us_type_set some = {{0}}, only = {{0}};
    uint32_t roles = roles_of_effect(domain, US_EFFECT_HARM);
    for (int i = 0; i < domain->type_count; i++) {
        const us_type_def *def = &domain->type[i];
        if (def->abstract || !(def->roles & roles))
            continue;
        us_type_set_add(&some, (us_type)i);
        if (!def->gathers && !def->produces_count)
            us_type_set_add(&only, (us_type)i);
    }
    return us_type_set_is_empty(&only) ? some : only;
}

us_type_set us_type_set_expand_makers(const us_domain *domain, us_type_set set)
{
    us_type_set done = {{0}};
    for (bool more = true; more;) {
        more = false;
        for (int w = 0; w < US_TYPE_SET_WORDS; w++) {
            for (uint64_t rest; (rest = set.bit[w] & ~done.bit[w]) != 0; more = true) {
                us_type type = (us_type)(64 * w + __builtin_ctzll(rest));
                us_type_set makers = us_type_set_makers(domain, type, -1);
                us_type_set_add(&done, type);
                us_type_set_join(&set, &makers);
            }
        }
    }
    return set;
}

/* Adds the types needed to get one of a type, beside its makers. */
static void join_means(const us_domain *domain, us_type type, us_type_set *set)
{
    const us_type_def *def = &domain->type[type];
    for (int k = 0; k < def->requires_count; k++) {
        for (int i = 0; i < def->requires[k].count; i++) {
            us_type_set part = us_type_set_from_type(domain, def->requires[k].type[i]);
            us_type_set_join(set, &part);
        }
    }
    for (int r = 0; r < domain->resources.count; r++) {
        if (def->cost[r] <= 0)
            continue;
        us_type_set gatherers = us_type_set_gatherers(domain, r);
        us_type_set_join(set, &gatherers);
    }
    for (int i = 0; def->food_use > 0 && i < domain->type_count; i++)
        if (!domain->type[i].abstract && domain->type[i].food_supply > 0)
            us_type_set_add(set, (us_type)i);
}

us_type_set us_type_set_expand_needs(const us_domain *domain, us_type_set set)
{
    for (bool more = true; more;) {
        us_type_set before = set;
        set = us_type_set_expand_makers(domain, set);
        for (int i = 0; i < domain->type_count; i++)
            if (us_type_set_has_type(&before, (us_type)i))
                join_means(domain, (us_type)i, &set);
        more = !us_type_set_equal(&before, &set);
    }
    return set;
}

us_type us_type_set_family(const us_domain *domain, us_type type, int action)
{
    us_type parent = domain->type[type].parent;
    while (parent != US_NO_TYPE && us_type_can_do(domain, parent, action)) {
        type = parent;
        parent = domain->type[type].parent;
    }
    return type;
}

/* ---- numbers of types */

int32_t us_type_set_cost(const us_domain *domain, us_type type, int resource)
{
    us_types kin = us_domain_subtypes(domain, type);
    int32_t most = 0;
    for (int i = 0; i < kin.count; i++)
        if (domain->type[kin.type[i]].cost[resource] > most)
            most = domain->type[kin.type[i]].cost[resource];
    return most;
}

int us_type_set_food_use(const us_domain *domain, us_type type)
{
    us_types kin = us_domain_subtypes(domain, type);
    int most = 0;
    for (int i = 0; i < kin.count; i++)
        if (domain->type[kin.type[i]].food_use > most)
            most = domain->type[kin.type[i]].food_use;
    return most;
}

int us_type_set_food_supply(const us_domain *domain, us_type type)
{
    us_types kin = us_domain_subtypes(domain, type);
    int least = kin.count ? domain->type[kin.type[0]].food_supply : 0;
    for (int i = 0; i < kin.count; i++)
        if (domain->type[kin.type[i]].food_supply < least)
            least = domain->type[kin.type[i]].food_supply;
    return least;
}

/* ---- words */

/* Returns how much of the rest these types cover; 0: not all of them are in the set. */
static int covers(us_types part, const us_type_set *whole, const us_type_set *rest)
{
    int count = 0;
    for (int i = 0; i < part.count; i++) {
        if (!us_type_set_has_type(whole, part.type[i]))
            return 0;
        count += us_type_set_has_type(rest, part.type[i]);
    }
    return count;
}

int us_type_set_split(const us_domain *domain, const us_type_set *set,
                      us_type_set_part part[US_TYPE_SET_PARTS_MAX])
{
    us_type_set rest = *set;
    int count = 0;
    for (; !us_type_set_is_empty(&rest); count++) {
        us_type_set_part best = {-1, US_NO_TYPE};
        us_types taken = {NULL, 0};
        int most = 0;
        if (count == US_TYPE_SET_PARTS_MAX)
            return count + 1;
        for (int r = 0; r < domain->roles.count; r++) {
            us_types cast = us_domain_role_types(domain, r);
            int covered = covers(cast, set, &rest);
            if (covered == 0 || covered < most) /* of equals the last: it is the least general */
                continue;
            most = covered;
            best = (us_type_set_part){r, US_NO_TYPE};
            taken = cast;
        }
        for (int t = 0; t < domain->type_count; t++) {
            us_types kin = us_domain_subtypes(domain, (us_type)t);
            int covered = covers(kin, set, &rest);
            if (covered <= most)
                continue;
            most = covered;
            best = (us_type_set_part){-1, (us_type)t};
            taken = kin;
        }
        for (int i = 0; i < taken.count; i++)
            rest.bit[taken.type[i] / 64] &= ~((uint64_t)1 << taken.type[i] % 64);
        part[count] = best;
    }
    return count;
}

bool us_type_set_print_condition(const us_domain *domain, const us_type_set *set, const char *owner,
                                 bool sites, us_str *out)
{
    us_type_set_part part[US_TYPE_SET_PARTS_MAX];
    int count = us_type_set_split(domain, set, part);
    for (int i = 0; count <= US_TYPE_SET_PARTS_MAX && i < count; i++) {
        bool role = part[i].role >= 0;
        us_str_addf(out, "%sexists(%s, %s: \"%s\"%s)", i ? " or " : "", owner,
                    role ? "role" : "type",
                    role ? domain->roles.name[part[i].role] : domain->type[part[i].type].name,
                    sites ? ", unfinished: true" : "");
    }
    return count > 0 && count <= US_TYPE_SET_PARTS_MAX;
}

void us_type_set_print(const us_domain *domain, const us_type_set *set, us_str *out)
{
    us_type_set_part part[US_TYPE_SET_PARTS_MAX];
    int count = us_type_set_split(domain, set, part);
    int shown = count <= US_TYPE_SET_PARTS_MAX ? count : US_TYPE_SET_PARTS_MAX;
    for (int i = 0; i < shown; i++) {
        us_str_add(out, i ? " or " : "");
        if (part[i].role >= 0)
            us_str_add(out, domain->roles.name[part[i].role]);
        else
            us_str_addf(out, "\"%s\"", domain->type[part[i].type].name);
    }
    us_str_add(out, count > shown ? " or others" : "");
}
