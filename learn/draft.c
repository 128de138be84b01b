#include "learn/draft.h"

#include <string.h>

#include "base/hash.h"
#include "domain/action.h"
#include "learn/step_map.h"

/* Names for the entities and cells of a draft that is being made. */
typedef struct slot_namer {
    us_draft *draft;
    us_seat seat;
    int step;                                    /* that is being written; -1: the goal */
    int use[US_PARAMS_MAX + US_GOAL_PARAMS_MAX]; /* slots that the step names */
    int used;
    uint16_t place[2 * US_SLOTS_MAX]; /* slots by their contents: open addressing, 1 + index */
} slot_namer;

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

static void use(slot_namer *naming, int slot)
{
    for (int i = 0; i < naming->used; i++)
        if (naming->use[i] == slot)
            return;
    naming->use[naming->used++] = slot;
    if (naming->step < 0)
        naming->draft->slot[slot].given = true;
}

static us_draft_slot *add_slot(slot_namer *naming, us_value_kind kind)
{
    us_draft *draft = naming->draft;
    if (draft->slots == (int)US_SLOTS_MAX) {
        draft->crowded++;
        return NULL;
    }
    us_draft_slot *slot = &draft->slot[draft->slots++];
    *slot = (us_draft_slot){.name = us_draft_format(draft, "s%d", draft->slots),
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
static uint16_t *find(slot_namer *naming, const us_referent *seen, int units)
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
static us_draft_arg stand_in(slot_namer *naming, const us_referent *seen, bool harmed)
{
    int owner = us_seat_to_relative(seen->owner, naming->seat),
        role = common_role(naming->draft->domain, seen, 1, 0);
    if (owner == US_SEAT_NONE)
        owner = harmed ? US_SEAT_ENEMY : US_SEAT_SELF;
    return (us_draft_arg){US_DRAFT_NEAR_ROLE, owner, role < 0 ? 0 : role};
}

static int name_units(slot_namer *naming, const us_referent *unit, int units, bool harmed,
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

/* Return the argument for an entity or a cell: its slot, which is added if there is none yet.
 * Without room for a slot an entity of a step becomes near(SEAT.ROLE), an entity of the goal is
 * left out, and a cell stays as it is, as does a cell of an unknown state. harmed: an entity
 * without a known owner is an enemy's, else one's own. */
static us_draft_arg add_entity(slot_namer *naming, const us_referent *seen, bool harmed)
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

/* Returns the slot of the units, or -1. by: roles by which they act. */
static int add_units(slot_namer *naming, const us_referent *unit, int units, uint32_t by)
{
    if (naming->draft->episodes->literal || units == 0)
        return -1;
    return name_units(naming, unit, units, false, by);
}

static us_draft_arg add_cell(slot_namer *naming, const us_referent *seen)
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

/* ---- arguments */

/* Returns an argument that needs no slot. */
static us_draft_arg plain_arg(const slot_namer *naming, us_value_kind kind, int64_t value)
{
    const us_draft *draft = naming->draft;
    const us_domain *domain = draft->domain;
    if (kind == US_VALUE_TYPE && value >= 0 && value < domain->type_count) {
        us_type type = (us_type)value;
        type = draft->episodes->literal ? type : us_type_generalize(domain, type);
        return (us_draft_arg){US_DRAFT_TYPE, .value = type};
    }
    if (kind == US_VALUE_RESOURCE && value >= 0 && value < domain->resources.count)
        return (us_draft_arg){US_DRAFT_RESOURCE, .value = value};
    if (kind == US_VALUE_SEAT) {
        bool said = value == US_SEAT_SELF || value == US_SEAT_ENEMY;
        int owner = said ? (int)value : us_seat_to_relative((us_seat)value, naming->seat);
        return (us_draft_arg){US_DRAFT_SEAT,
                              .value = owner == US_SEAT_NONE ? US_SEAT_ENEMY : owner};
    }
    if (kind == US_VALUE_NUMBER)
        return (us_draft_arg){US_DRAFT_NUMBER, .value = value};
    return (us_draft_arg){US_DRAFT_LEFT_OUT};
}

/* Writes a goal's arguments. seen: its entities and cells at its first order; NULL: not known. */
static us_goal write_goal(slot_namer *naming, const us_goal *goal, const us_referent *seen,
                          us_draft_arg *arg)
{
    const us_goal_def *def = &naming->draft->domain->goal[goal->type];
    us_goal out = *goal;
    for (int i = 0; i < def->param_count; i++) {
        us_value *value = &out.arg[i];
        if (!(goal->given >> i & 1))
            continue;
        us_referent unseen = {.type = US_NO_TYPE, .owner = US_SEAT_NONE, .cell = -1};
        const us_referent *here = seen ? &seen[i] : &unseen;
        if (def->param[i].kind == US_VALUE_ENTITY) {
            unseen.id = (us_id)value->number;
            arg[i] = add_entity(naming, here, true);
        } else if (def->param[i].kind == US_VALUE_CELL) {
            unseen.cell = (int32_t)value->number;
            arg[i] = add_cell(naming, here);
        } else {
            arg[i] = plain_arg(naming, def->param[i].kind, value->number);
        }
        if (arg[i].kind == US_DRAFT_TYPE || arg[i].kind == US_DRAFT_SEAT)
            value->number = arg[i].value;
    }
    return out;
}

static us_draft_arg act_arg(slot_namer *naming, const us_action_def *action, int param,
                            const us_order *order, const us_step_referents *referents)
{
    us_value_kind kind = action->param[param].kind;
    const us_referent *anchor = referents->anchor ? &referents->anchor[param] : NULL;
    if (kind == US_VALUE_ENTITY)
        return add_entity(naming, &referents->arg[param], us_action_can_harm(action));
    if (kind == US_VALUE_CELL && anchor && anchor->id && !naming->draft->episodes->literal) {
        us_draft_arg near = add_entity(naming, anchor, true);
        if (near.kind == US_DRAFT_SLOT)
            near.kind = US_DRAFT_NEAR_SLOT;
        return near;
    }
    if (kind == US_VALUE_CELL)
        return add_cell(naming, &referents->arg[param]);
    return plain_arg(naming, kind, order->arg[param]);
}

/* ---- steps */

/* "a" to "z", "aa", "ab", ... */
static const char *label_of(us_draft *draft, int index)
{
    char text[16];
    int at = sizeof text - 1;
    text[at] = '\0';
    for (int left = index + 1; left > 0; left = (left - 1) / 26)
        text[--at] = (char)('a' + (left - 1) % 26);
    return us_arena_strndup(draft->arena, text + at, strlen(text + at));
}

static us_type actor_type(const us_draft *draft, const us_step_referents *referents)
{
    us_type common = US_NO_TYPE;
    for (int i = 0; i < referents->units; i++) {
        us_type here = draft->episodes->literal
                           ? referents->unit[i].type
                           : us_type_generalize(draft->domain, referents->unit[i].type);
        if (here == US_NO_TYPE || (common != US_NO_TYPE && here != common))
            return US_NO_TYPE;
        common = here;
    }
    return common;
}

static void write_act(slot_namer *naming, us_draft_step *step, const us_step_extractor *extractor)
{
    us_draft *draft = naming->draft;
    const us_step_referents *referents = us_step_extractor_get_referents(extractor, step->step);
    const us_action_def *action = &draft->domain->action[step->step->order->action];
    step->action = step->step->order->action;
    step->goal = (us_goal){.type = -1};
    step->actor = add_units(naming, referents->unit, referents->units, action->by);
    step->actor_type = actor_type(draft, referents);
    for (int i = 0; i < action->param_count; i++)
        step->arg[i] = act_arg(naming, action, i, step->step->order, referents);
}

static void write_step(slot_namer *naming, const us_step_extractor *extractor, int at)
{
    us_draft *draft = naming->draft;
    us_draft_step *step = &draft->step[at];
    naming->step = at;
    naming->used = 0;
    *step = (us_draft_step){.label = label_of(draft, at),
                            .step = &draft->episode->step[at],
                            .action = -1,
                            .actor = -1,
                            .actor_type = US_NO_TYPE,
                            .product = -1};
    if (step->step->kind == US_STEP_ACT) {
        write_act(naming, step, extractor);
    } else {
        const us_goal_episode *child = &draft->episodes->episode[step->step->episode];
        step->goal =
            write_goal(naming, &child->instance->goal,
                       us_step_extractor_goal_referents(extractor, step->step->episode), step->arg);
    }
    int *uses = US_ARENA_ARRAY(draft->arena, int, naming->used + 1);
    memcpy(uses, naming->use, (size_t)naming->used * sizeof *uses);
    step->uses = uses;
    step->used = naming->used;
}

/* ---- precedence and products */

/* Returns, by step, whether it comes after `first`. The caller frees the list. */
static bool *list_after(const us_draft *draft, int first)
{
    bool *after = US_NEW_ARRAY(bool, draft->steps + 1);
    int *queue = US_NEW_ARRAY(int, draft->steps + 1), tail = 0;
    int *from = US_NEW_ARRAY(int, draft->steps + 2), *list = US_NEW_ARRAY(int, draft->pairs + 1);
    for (int i = 0; i < draft->pairs; i++)
        from[draft->pair[i].first + 1]++;
    for (int i = 0; i < draft->steps; i++)
        from[i + 1] += from[i];
    for (int i = 0; i < draft->pairs; i++)
        list[from[draft->pair[i].first]++] = draft->pair[i].then;
    queue[tail++] = first;
    for (int head = 0; head < tail; head++) { /* from[i] is now the end of i's list */
        int step = queue[head];
        for (int i = step ? from[step - 1] : 0; i < from[step]; i++) {
            if (after[list[i]])
                continue;
            after[list[i]] = true;
            queue[tail++] = list[i];
        }
    }
    us_mem_free(queue);
    us_mem_free(from);
    us_mem_free(list);
    return after;
}

bool us_draft_has_precedence(const us_draft *draft, int first, int then)
{
    bool *after = list_after(draft, first), found = after[then];
    us_mem_free(after);
    return found;
}

static bool names(const us_draft_step *step, int slot)
{
    for (int i = 0; i < step->used; i++)
        if (step->uses[i] == slot)
            return true;
    return false;
}

static bool delivers(const us_draft *draft, int step, int slot)
{
    bool *after = list_after(draft, step), all = true;
    for (int i = 0; i < draft->steps && all; i++)
        all = after[i] || !names(&draft->step[i], slot);
    us_mem_free(after);
    return all;
}

bool us_draft_is_product_ready(const us_draft *draft, int step)
{
    return draft->step[step].product < 0 || delivers(draft, step, draft->step[step].product);
}

/* Returns the one step that made all entities of the slot, or -1. */
static int maker_of(const us_step_map *map, const us_draft_slot *slot,
                    const us_step_extractor *extractor)
{
    int found = -1;
    if (slot->given || slot->owner != US_SEAT_SELF || slot->ids == 0)
        return -1;
    for (int i = 0; i < slot->ids; i++) {
        int ordinal = us_step_extractor_find_maker(extractor, slot->id[i]);
        int step = us_step_map_find(map, ordinal);
        if (step < 0 || (i > 0 && step != found))
            return -1;
        found = step;
    }
    return found;
}

/* Finds when the slot's entities appeared: the first of them, and how many after ordinal `from`. */
static void note_births(us_draft_slot *slot, const us_step_extractor *extractor, int from)
{
    for (int i = 0; i < slot->ids; i++) {
        int born = us_step_extractor_first_ordinal(extractor, slot->id[i]);
        slot->born = i == 0 || born < slot->born ? born : slot->born;
        slot->later += born > from;
        slot->known += born > from && us_step_extractor_find_maker(extractor, slot->id[i]) >= 0;
    }
}

static void find_products(us_draft *draft, const us_step_extractor *extractor)
{
    us_step_map map = us_step_map_new(draft);
    for (int i = 0; i < draft->slots; i++) {
        int maker = maker_of(&map, &draft->slot[i], extractor);
        note_births(&draft->slot[i], extractor, draft->episode->from);
        if (maker < 0 || draft->step[maker].product >= 0 || !delivers(draft, maker, i))
            continue;
        draft->slot[i].maker = maker;
        draft->step[maker].product = i;
    }
    us_step_map_clear(&map);
}

/* ---- the draft */

us_draft *us_draft_new(const us_step_extractor *extractor, int episode, us_arena *arena)
{
    const us_goal_episodes *episodes = us_step_extractor_episodes(extractor);
    us_draft *draft = US_ARENA_ARRAY(arena, us_draft, 1);
    const us_goal_episode *of = &episodes->episode[episode];
    int whole = of->whole;
    slot_namer naming = {.draft = draft, .seat = episodes->seat, .step = -1};
    *draft = (us_draft){.domain = episodes->log->domain,
                        .episodes = episodes,
                        .episode = of,
                        .steps = of->steps,
                        .arena = arena};
    draft->step = US_ARENA_ARRAY(arena, us_draft_step, draft->steps + 1);
    draft->slot = US_ARENA_ARRAY(arena, us_draft_slot, US_SLOTS_MAX);
    draft->pair = US_ARENA_ARRAY(arena, us_draft_pair, of->pairs + 1);
    for (int i = 0; i < of->pairs; i++)
        draft->pair[draft->pairs++] =
            (us_draft_pair){of->before[i].first, of->before[i].then, NULL};
    draft->goal = write_goal(&naming, &of->instance->goal,
                             us_step_extractor_goal_referents(extractor, whole), draft->arg);
    for (int i = 0; i < draft->steps; i++)
        write_step(&naming, extractor, i);
    if (!episodes->literal)
        find_products(draft, extractor);
    return draft;
}
