#include "learn/naming.h"

#include <string.h>

#include "base/hash.h"

us_type us_type_generalize(const us_domain *domain, us_type type)
{
    if (type < 0 || domain->type[type].counterpart == US_NO_TYPE)
        return type;
    us_type other = domain->type[type].counterpart;
    us_type parent = us_type_common_ancestor(domain, type, other);
    bool both = parent != US_NO_TYPE && parent != type && parent != other &&
                us_type_for_faction(domain, parent, domain->type[type].faction) == type &&
                us_type_for_faction(domain, parent, domain->type[other].faction) == other;
    return both ? parent : type < other ? type : other;
}

/* ---- common types and roles */

/* Returns the common role with the fewest types, the first of equals; -1: none. Roles by which the
 * units act go first. */
static int common_role(const us_domain *domain, const us_referent *unit, int units, uint32_t by)
{
    uint32_t roles = UINT32_MAX;
    int best = -1, least = 0;
    bool any = false;
    for (int i = 0; i < units; i++) {
        if (unit[i].type == US_NO_TYPE)
            continue;
        roles &= domain->type[unit[i].type].roles;
        any = true;
    }
    roles = roles & by ? roles & by : roles;
    for (int role = 0; any && role < domain->roles.count; role++) {
        int types = us_domain_role_types(domain, role).count;
        if (!(roles >> role & 1) || (best >= 0 && types >= least))
            continue;
        best = role;
        least = types;
    }
    return best;
}

/* Returns the generalized type of all units whose type is known; US_NO_TYPE: types differ, or none
 * is known. */
static us_type common_type(const us_domain *domain, const us_referent *unit, int units)
{
    us_type common = US_NO_TYPE;
    for (int i = 0; i < units; i++) {
        us_type here = us_type_generalize(domain, unit[i].type);
        if (here == US_NO_TYPE)
            continue;
        if (common != US_NO_TYPE && here != common)
            return US_NO_TYPE;
        common = here;
    }
    return common;
}

/* ---- descriptions */

static void see_place(const us_domain *domain, int along, int across, const us_description *at,
                      us_slot_description *out)
{
    out->placed = domain->home.count > 0;
    out->along = along;
    out->across = across;
    if (!at)
        return;
    out->nears = domain->nearness_count;
    out->windowed = true;
    memcpy(out->near, at->near, sizeof out->near);
    memcpy(out->window, at->window, sizeof out->window);
}

static int floor_mean(int64_t sum, int count)
{
    return (int)(sum / count - (sum % count < 0));
}

/* Returns the most frequent status, of equals the domain's first; -1: not in the domain. */
static int common_status(const us_domain *domain, const us_referent *unit, int units)
{
    int best = 0, most = 0;
    for (int i = 0; i < units; i++) {
        int same = 0;
        for (int k = 0; k < units && unit[k].there; k++)
            same += unit[k].there && unit[k].status == unit[i].status;
        if (same > most || (same == most && same > 0 && unit[i].status < best))
            best = unit[i].status;
        most = same > most ? same : most;
    }
    return best < domain->statuses.count ? best : -1;
}

static const us_slot_description *describe_units(us_draft *draft, us_value_kind kind,
                                                 const us_referent *unit, int units)
{
    int64_t along = 0, across = 0, percent = 0;
    int there = 0;
    const us_description *at = NULL;
    us_slot_description *out = US_ARENA_ARRAY(draft->arena, us_slot_description, 1);
    us_slot_description_init(kind, out);
    out->number = kind == US_VALUE_GROUP ? units : 0;
    for (int i = 0; i < units; i++) {
        if (!unit[i].there)
            continue;
        along += unit[i].along;
        across += unit[i].across;
        percent += unit[i].percent;
        at = at ? at : unit[i].at;
        there++;
    }
    if (!there)
        return out;
    see_place(draft->domain, floor_mean(along, there), floor_mean(across, there), at, out);
    out->percent = floor_mean(percent, there);
    out->status = common_status(draft->domain, unit, units);
    return out;
}

static const us_slot_description *describe_cell(us_draft *draft, const us_referent *seen)
{
    us_slot_description *out = US_ARENA_ARRAY(draft->arena, us_slot_description, 1);
    us_slot_description_init(US_VALUE_CELL, out);
    see_place(draft->domain, seen->along, seen->across, seen->at, out);
    return out;
}

/* ---- slots */

static void use(us_naming *naming, int slot)
{
    for (int i = 0; i < naming->used; i++)
        if (naming->use[i] == slot)
            return;
    naming->use[naming->used++] = slot;
    if (naming->step < 0)
        naming->draft->slot[slot].given = true;
}

static const char *slot_name(us_draft *draft, int number)
{
    char text[16];
    int at = sizeof text - 1;
    text[at] = '\0';
    for (int left = number; left > 0; left /= 10)
        text[--at] = (char)('0' + left % 10);
    text[--at] = 's';
    return us_arena_strndup(draft->arena, text + at, strlen(text + at));
}

static us_draft_slot *add_slot(us_naming *naming, us_value_kind kind)
{
    us_draft *draft = naming->draft;
    if (draft->slots == (int)US_SLOTS_MAX) {
        draft->crowded++;
        return NULL;
    }
    us_draft_slot *slot = &draft->slot[draft->slots++];
    *slot = (us_draft_slot){.name = slot_name(draft, draft->slots),
                            .kind = kind,
                            .owner = US_SEAT_NONE,
                            .type = US_NO_TYPE,
                            .role = -1,
                            .cell = -1,
                            .maker = -1};
    return slot;
}

static bool holds(const us_draft_slot *slot, const us_referent *seen, int units)
{
    if (units == 0)
        return slot->kind == US_VALUE_CELL && slot->cell == seen->cell &&
               slot->width == seen->width && slot->height == seen->height;
    bool same = slot->ids == units;
    for (int k = 0; same && k < units; k++)
        same = slot->id[k] == seen[k].id;
    return same;
}

/* Returns the place in the table of the slot that holds just these units, or the cell if units is
 * 0; or the free place for it. */
static uint16_t *find(us_naming *naming, const us_referent *seen, int units)
{
    us_hash hash = us_hash_add(US_HASH_START, (uint64_t)units << 32 | (uint32_t)seen->cell);
    for (int i = 0; i < units; i++)
        hash = us_hash_add(hash, seen[i].id);
    unsigned place = (unsigned)hash % US_COUNT(naming->place);
    while (naming->place[place] &&
           !holds(&naming->draft->slot[naming->place[place] - 1], seen, units))
        place = (place + 1) % US_COUNT(naming->place);
    return &naming->place[place];
}

/* Returns near(SEAT.ROLE), for an entity without a slot. */
static us_draft_arg stand_in(us_naming *naming, const us_referent *seen, bool harmed)
{
    int owner = us_seat_to_relative(seen->owner, naming->seat),
        role = common_role(naming->draft->domain, seen, 1, 0);
    if (owner == US_SEAT_NONE)
        owner = harmed ? US_SEAT_ENEMY : US_SEAT_SELF;
    return (us_draft_arg){US_DRAFT_NEAR_ROLE, owner, role < 0 ? 0 : role};
}

static int name_units(us_naming *naming, const us_referent *unit, int units, bool harmed,
                      uint32_t by)
{
    us_draft *draft = naming->draft;
    uint16_t *place = find(naming, unit, units);
    if (!*place) {
        us_draft_slot *slot = add_slot(naming, units > 1 ? US_VALUE_GROUP : US_VALUE_ENTITY);
        if (!slot)
            return -1;
        us_id *id = US_ARENA_ARRAY(draft->arena, us_id, units + 1);
        for (int i = 0; i < units; i++)
            id[i] = unit[i].id;
        slot->id = id;
        slot->ids = units;
        slot->owner = us_seat_to_relative(unit[0].owner, naming->seat);
        if (slot->owner == US_SEAT_NONE)
            slot->owner = harmed ? US_SEAT_ENEMY : US_SEAT_SELF;
        slot->type = common_type(draft->domain, unit, units);
        if (slot->type == US_NO_TYPE)
            slot->role = common_role(draft->domain, unit, units, by);
        slot->seen = describe_units(draft, slot->kind, unit, units);
        *place = (uint16_t)draft->slots;
    }
    use(naming, *place - 1);
    return *place - 1;
}

us_draft_arg us_naming_add_entity(us_naming *naming, const us_referent *seen, bool harmed)
{
    if (naming->draft->episodes->literal)
        return (us_draft_arg){US_DRAFT_ENTITY, .value = seen->id};
    int slot = name_units(naming, seen, 1, harmed, 0);
    if (slot >= 0)
        return (us_draft_arg){US_DRAFT_SLOT, .value = slot};
    if (naming->step < 0)
        return (us_draft_arg){US_DRAFT_LEFT_OUT};
    return stand_in(naming, seen, harmed);
}

int us_naming_add_units(us_naming *naming, const us_referent *unit, int units, uint32_t by)
{
    if (naming->draft->episodes->literal || units == 0)
        return -1;
    return name_units(naming, unit, units, false, by);
}

us_draft_arg us_naming_add_cell(us_naming *naming, const us_referent *seen)
{
    us_draft *draft = naming->draft;
    uint16_t *place = draft->episodes->literal ? NULL : find(naming, seen, 0);
    if (!place || !*place) {
        us_draft_slot *slot = place && seen->there ? add_slot(naming, US_VALUE_CELL) : NULL;
        if (!slot)
            return (us_draft_arg){US_DRAFT_CELL, .value = seen->cell};
        slot->cell = seen->cell;
        slot->width = seen->width;
        slot->height = seen->height;
        slot->seen = describe_cell(draft, seen);
        *place = (uint16_t)draft->slots;
    }
    use(naming, *place - 1);
    return (us_draft_arg){US_DRAFT_SLOT, .value = *place - 1};
}
