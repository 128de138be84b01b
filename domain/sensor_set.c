#include "domain/index.h"
#include "domain/sensor.h"

/* The entities that pass a call's filters. */
typedef struct us_set {
    const us_call *call;
    const struct us_domain_index *index;
    const us_value *group; /* NULL: all entities */
    uint32_t owners;       /* bit owner + 1 */
    uint32_t roles;        /* required roles */
    int first, last;       /* range of type numbers of the index */
    uint8_t flags, wanted; /* flags to compare, and their values */
    bool further;          /* has filters beyond owner, type and role */
    bool near;
    us_box place;
    int64_t within;
    int at;
} us_set;

/* Returns whether a filter beyond owner, type and role asks for a missing thing. The set is then
 * empty. */
static bool wants_none(const us_call *call)
{
    for (uint32_t left = call->given >> US_SET_STATUS << US_SET_STATUS; left; left &= left - 1) {
        int param = __builtin_ctz(left);
        if (us_value_is_none((us_value_kind)call->kind[param], call->arg[param]))
            return true;
    }
    return us_call_has_arg(call, US_SET_TARGET) && !us_call_entity(call, US_SET_TARGET);
}

static us_set set_of(const us_call *call)
{
    us_set set = {
        .call = call,
        .index = call->domain->index,
        .owners = ~0u,
    };
    set.last = call->domain->type_count;
    set.flags = US_ENTITY_UNFINISHED;
    if (us_call_has_arg(call, US_SET_OWNER))
        set.owners = us_seat_to_bits(call->view, call->arg[US_SET_OWNER]);
    if (us_call_has_arg(call, US_SET_TYPE)) {
        us_type type = (us_type)call->arg[US_SET_TYPE];
        set.first = type < 0 ? 0 : set.index->first[type];
        set.last = type < 0 ? 0 : set.index->last[type];
    }
    if (us_call_has_arg(call, US_SET_ROLE)) {
        int64_t role = call->arg[US_SET_ROLE];
        set.roles = role < 0 ? 0 : 1u << role;
        set.last = role < 0 ? 0 : set.last;
    }
    if (us_call_has_arg(call, US_SET_UNFINISHED) && call->arg[US_SET_UNFINISHED])
        set.flags = 0;
    set.further = call->given >> US_SET_STATUS != 0;
    if (set.further && wants_none(call))
        set.owners = 0;
    if (us_call_has_arg(call, US_SET_IN))
        set.group = &call->binding->value[call->arg[US_SET_IN]];
    if (us_call_has_arg(call, US_SET_NEAR)) {
        set.near = true;
        set.within = us_call_has_arg(call, US_SET_WITHIN) ? call->arg[US_SET_WITHIN] : US_NEARNESS;
        if (!us_call_box(call, US_SET_NEAR, &set.place))
            set.owners = 0;
    }
    return set;
}

static bool holds_further(const us_set *set, const us_entity *e)
{
    const us_call *call = set->call;
    const us_type_def *def = &call->domain->type[e->type];
    return (!us_call_has_arg(call, US_SET_STATUS) || e->status == call->arg[US_SET_STATUS]) &&
           (!us_call_has_arg(call, US_SET_ACTION) || e->action == call->arg[US_SET_ACTION]) &&
           (!us_call_has_arg(call, US_SET_TARGET) ||
            (int64_t)e->target == call->arg[US_SET_TARGET]) &&
           (!us_call_has_arg(call, US_SET_PRODUCT) ||
            us_type_is_a(call->domain, e->product, (us_type)call->arg[US_SET_PRODUCT])) &&
           (!us_call_has_arg(call, US_SET_YIELDS) || def->yields == call->arg[US_SET_YIELDS]) &&
           (!set->near ||
            us_box_distance(us_entity_box(call->domain, e), set->place) <= set->within);
}

/* Compares owner, stage, type and role without a branch, since these differ between neighbors. */
static inline bool is_kind(const us_set *set, const us_entity *e)
{
    unsigned number = (unsigned)(set->index->first[e->type] - set->first);
    bool owned = set->owners >> (e->owner + 1) & 1;
    bool stage = (e->flags & set->flags) == set->wanted;
    bool role = (set->index->roles[e->type] & set->roles) == set->roles;
    return owned & stage & role & (number < (unsigned)(set->last - set->first));
}

/* Returns the next entity of the set, in order of id or of its group, or NULL at the end. */
static inline const us_entity *next_of(us_set *set)
{
    const us_world *world = set->call->world;
    if (set->group) {
        while (set->at < set->group->count) {
            const us_entity *e = us_world_find(world, set->group->id[set->at++]);
            if (e && is_kind(set, e) && (!set->further || holds_further(set, e)))
                return e;
        }
        return NULL;
    }
    const us_entity *end = world->entity + world->count;
    for (const us_entity *e = world->entity + set->at; e < end; e++) {
        if (!is_kind(set, e) || (set->further && !holds_further(set, e)))
            continue;
        set->at = (int)(e - world->entity) + 1;
        return e;
    }
    set->at = world->count;
    return NULL;
}

us_types us_call_types(const us_call *call)
{
    if (us_call_has_arg(call, US_SET_TYPE))
        return call->arg[US_SET_TYPE] < 0
                   ? (us_types){NULL, 0}
                   : us_domain_subtypes(call->domain, (us_type)call->arg[US_SET_TYPE]);
    if (us_call_has_arg(call, US_SET_ROLE))
        return call->arg[US_SET_ROLE] < 0
                   ? (us_types){NULL, 0}
                   : us_domain_role_types(call->domain, (int)call->arg[US_SET_ROLE]);
    return call->domain->index->all;
}

/* Counts by the census if all filters are owner, type and role. weight: by type; NULL: 1 each. */
static bool ask_census(const us_call *call, const int32_t *weight, int64_t *out)
{
    const us_world *world = call->world;
    if (!world->census || call->given >> US_SET_STATUS)
        return false;
    us_types types = us_call_types(call);
    bool role = us_call_has_arg(call, US_SET_TYPE) && us_call_has_arg(call, US_SET_ROLE);
    uint32_t roles = !role ? ~0u : call->arg[US_SET_ROLE] < 0 ? 0 : 1u << call->arg[US_SET_ROLE];
    uint32_t owners = us_call_has_arg(call, US_SET_OWNER)
                          ? us_seat_to_bits(call->view, call->arg[US_SET_OWNER])
                          : (2u << world->seats) - 1;
    int64_t sum = 0;
    for (; owners; owners &= owners - 1) {
        const uint16_t *row = world->census + __builtin_ctz(owners) * world->domain->type_count;
        for (int i = 0; i < types.count; i++) {
            us_type type = types.type[i];
            if (!role || (call->domain->index->roles[type] & roles))
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

int64_t us_sensor_eval_count(const us_call *call)
{
    int64_t count;
    if (ask_census(call, NULL, &count))
        return count;
    us_set set = set_of(call);
    return count_up(&set);
}

int64_t us_sensor_eval_exists(const us_call *call)
{
    int64_t count;
    if (ask_census(call, NULL, &count))
        return count > 0;
    us_set set = set_of(call);
    return next_of(&set) != NULL;
}

int64_t us_sensor_eval_sites(const us_call *call)
{
    us_set set = set_of(call);
    set.flags = set.wanted = US_ENTITY_UNFINISHED;
    return count_up(&set);
}

int64_t us_sensor_eval_sum(const us_call *call)
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

int64_t us_sensor_eval_least(const us_call *call)
{
    return extreme(call, -1);
}

int64_t us_sensor_eval_most(const us_call *call)
{
    return extreme(call, 1);
}

int us_call_list_boxes(const us_call *call, us_box *out, int room)
{
    us_set set = set_of(call);
    int count = 0;
    for (const us_entity *e; count < room && (e = next_of(&set));)
        out[count++] = us_entity_box(call->domain, e);
    return count;
}

int64_t us_sensor_eval_nearest(const us_call *call)
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

int64_t us_sensor_eval_first(const us_call *call)
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

int64_t us_sensor_eval_worth(const us_call *call)
{
    const int32_t *price = call->domain->index->price;
    int64_t sum;
    if (ask_census(call, price, &sum))
        return sum;
    us_set set = set_of(call);
    sum = 0;
    for (const us_entity *e; (e = next_of(&set));)
        sum += price[e->type];
    return sum;
}
