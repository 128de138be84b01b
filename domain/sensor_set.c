#include "domain/index.h"
#include "domain/sensor.h"

/* The entities that a call's filters leave. */
typedef struct us_set {
    const us_call *call;
    const struct us_domain_index *index;
    const us_value *group; /* or NULL: all */
    uint32_t owners;       /* bit owner + 1 */
    uint32_t roles;        /* one of them at least; 0: whatever */
    int first, last;       /* types by number in the index */
    uint8_t flags, wanted; /* of these flags, those that must be set */
    bool further;          /* filters beyond owner, type and role */
    bool near;
    us_box place;
    int64_t within;
    int at;
} us_set;

static us_set set_of(const us_call *call)
{
    us_set set = {.call = call, .index = call->domain->index, .owners = ~0u};
    set.last = call->domain->type_count;
    set.flags = US_ENTITY_UNFINISHED;
    if (us_given(call, US_SET_OWNER))
        set.owners = us_seat_bits(call->view, call->arg[US_SET_OWNER]);
    if (us_given(call, US_SET_TYPE)) {
        us_type type = (us_type)call->arg[US_SET_TYPE];
        set.first = type < 0 ? 0 : set.index->first[type];
        set.last = type < 0 ? 0 : set.index->last[type];
    }
    if (us_given(call, US_SET_ROLE)) {
        int64_t role = call->arg[US_SET_ROLE];
        set.roles = role < 0 ? 0 : 1u << role;
        set.last = role < 0 ? 0 : set.last;
    }
    if (us_given(call, US_SET_UNFINISHED) && call->arg[US_SET_UNFINISHED])
        set.flags = 0;
    set.further = call->given >> US_SET_STATUS != 0;
    if (us_given(call, US_SET_IN))
        set.group = &call->binding->value[call->arg[US_SET_IN]];
    if (us_given(call, US_SET_NEAR)) {
        set.near = true;
        set.within = us_given(call, US_SET_WITHIN) ? call->arg[US_SET_WITHIN] : US_NEAR;
        if (!us_call_box(call, US_SET_NEAR, &set.place))
            set.owners = 0;
    }
    return set;
}

static bool holds_further(const us_set *set, const us_entity *e)
{
    const us_call *call = set->call;
    const us_type_def *def = &call->domain->type[e->type];
    return (!us_given(call, US_SET_STATUS) || e->status == call->arg[US_SET_STATUS]) &&
           (!us_given(call, US_SET_ACTION) || e->action == call->arg[US_SET_ACTION]) &&
           (!us_given(call, US_SET_TARGET) ||
            (e->target && (int64_t)e->target == call->arg[US_SET_TARGET])) &&
           (!us_given(call, US_SET_PRODUCT) ||
            us_type_is(call->domain, e->product, (us_type)call->arg[US_SET_PRODUCT])) &&
           (!us_given(call, US_SET_YIELDS) ||
            (def->yields >= 0 && def->yields == call->arg[US_SET_YIELDS])) &&
           (!set->near ||
            us_box_distance(us_entity_box(call->domain, e), set->place) <= set->within);
}

static bool holds(const us_set *set, const us_entity *e)
{
    int number = set->index->first[e->type];
    return (set->owners >> (e->owner + 1) & 1) && (e->flags & set->flags) == set->wanted &&
           number >= set->first && number < set->last &&
           (!set->roles || (set->index->roles[e->type] & set->roles)) &&
           (!set->further || holds_further(set, e));
}

/* Each of the set once, in order of id, or of its group. NULL: no more. */
static const us_entity *next_of(us_set *set)
{
    const us_world *world = set->call->world;
    if (set->group) {
        while (set->at < set->group->count) {
            const us_entity *e = us_world_find(world, set->group->id[set->at++]);
            if (e && holds(set, e))
                return e;
        }
        return NULL;
    }
    while (set->owners && set->at < world->count) {
        const us_entity *e = &world->entity[set->at++];
        if (holds(set, e))
            return e;
    }
    return NULL;
}

us_types us_call_types(const us_call *call)
{
    if (us_given(call, US_SET_TYPE))
        return call->arg[US_SET_TYPE] < 0
                   ? (us_types){NULL, 0}
                   : us_domain_kin(call->domain, (us_type)call->arg[US_SET_TYPE]);
    if (us_given(call, US_SET_ROLE))
        return call->arg[US_SET_ROLE] < 0
                   ? (us_types){NULL, 0}
                   : us_domain_cast(call->domain, (int)call->arg[US_SET_ROLE]);
    return call->domain->index->all;
}

/* The census answers as long as nothing but owner, type and role is asked for. weight: by type,
 * or NULL for 1. */
static bool ask_census(const us_set *set, const int32_t *weight, int64_t *out)
{
    const us_world *world = set->call->world;
    if (!world->census || set->further)
        return false;
    us_types types = us_call_types(set->call);
    int64_t sum = 0;
    uint32_t owners = set->owners & ((2u << world->seats) - 1);
    for (int owner = 0; owners; owner++, owners >>= 1) {
        if (!(owners & 1))
            continue;
        const uint16_t *row = world->census + owner * world->domain->type_count;
        for (int i = 0; i < types.count; i++) {
            us_type type = types.type[i];
            if (!set->roles || (set->index->roles[type] & set->roles))
                sum += weight ? (int64_t)row[type] * weight[type] : row[type];
        }
    }
    *out = sum;
    return true;
}

static int64_t count_up(us_set *set)
{
    int64_t count = 0;
    while (next_of(set))
        count++;
    return count;
}

int64_t us_ask_count(const us_call *call)
{
    us_set set = set_of(call);
    int64_t count;
    return ask_census(&set, NULL, &count) ? count : count_up(&set);
}

int64_t us_ask_exists(const us_call *call)
{
    us_set set = set_of(call);
    int64_t count;
    return ask_census(&set, NULL, &count) ? count > 0 : next_of(&set) != NULL;
}

int64_t us_ask_sites(const us_call *call)
{
    us_set set = set_of(call);
    set.flags = set.wanted = US_ENTITY_UNFINISHED;
    return count_up(&set);
}

int64_t us_ask_sum(const us_call *call)
{
    us_set set = set_of(call);
    int64_t sum = 0;
    for (const us_entity *e; call->arg[0] >= 0 && (e = next_of(&set));)
        sum += e->attribute[call->arg[0]];
    return sum;
}

static int64_t extreme(const us_call *call, int sign)
{
    us_set set = set_of(call);
    bool any = false;
    int64_t best = 0;
    for (const us_entity *e; call->arg[0] >= 0 && (e = next_of(&set)); any = true) {
        int64_t value = e->attribute[call->arg[0]];
        if (!any || sign * value > sign * best)
            best = value;
    }
    return best;
}

int64_t us_ask_least(const us_call *call)
{
    return extreme(call, -1);
}

int64_t us_ask_most(const us_call *call)
{
    return extreme(call, 1);
}

int64_t us_ask_nearest(const us_call *call)
{
    us_set set = set_of(call);
    us_box to;
    us_id best = 0;
    int distance = INT32_MAX;
    if (!us_call_box(call, 0, &to))
        return 0;
    for (const us_entity *e; (e = next_of(&set));) {
        int far = us_box_distance(us_entity_box(call->domain, e), to);
        if (far > distance || (far == distance && e->id > best))
            continue;
        distance = far;
        best = e->id;
    }
    return best;
}

int64_t us_ask_first(const us_call *call)
{
    us_set set = set_of(call);
    us_id best = 0;
    for (const us_entity *e; (e = next_of(&set));) {
        if (!best || e->id < best)
            best = e->id;
        if (!set.group)
            break;
    }
    return best;
}

int64_t us_ask_worth(const us_call *call)
{
    us_set set = set_of(call);
    const int32_t *price = set.index->price;
    int64_t sum;
    if (ask_census(&set, price, &sum))
        return sum;
    sum = 0;
    for (const us_entity *e; (e = next_of(&set));)
        sum += price[e->type];
    return sum;
}
