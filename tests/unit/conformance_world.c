#include "tests/unit/conformance.h"
#include "tests/unit/test.h"
#include <stdlib.h>
#include <string.h>

enum { TOLD_MAX = 8 }; /* faults of one world that are told; all are counted */

/* ---- one world */

typedef struct inspection {
    const us_world *world;
    const char *what;
    int faults;
} inspection;

static bool expect(inspection *look, bool holds, const char *fault, us_id entity)
{
    if (holds)
        return true;
    if (look->faults++ < TOLD_MAX)
        FAIL("%s, cycle %d, entity %u: %s", look->what, (int)look->world->now, (unsigned)entity,
             fault);
    return false;
}

static bool look_at_type(inspection *look, const us_entity *e)
{
    const us_domain *domain = look->world->domain;
    if (!expect(look, e->type >= 0 && e->type < domain->type_count, "no such type", e->id))
        return false;
    const us_type_def *type = &domain->type[e->type];
    expect(look, !type->abstract, "of an abstract type", e->id);
    expect(look, type->kind != US_KIND_UPGRADE, "an upgrade walks about", e->id);
    expect(look, (type->kind == US_KIND_RESOURCE) == (e->owner == US_NEUTRAL),
           "the wrong kind of owner", e->id);
    expect(look, e->owner >= US_NEUTRAL && e->owner < look->world->seats, "no such owner", e->id);
    return true;
}

static void look_at_values(inspection *look, const us_entity *e)
{
    const us_domain *domain = look->world->domain;
    expect(look, e->status < domain->statuses.count, "no such status", e->id);
    expect(look, e->action >= -1 && e->action < domain->action_count, "no such action", e->id);
    expect(look, e->product >= US_NO_TYPE && e->product < domain->type_count, "no such product",
           e->id);
    expect(look, e->attribute[0] > 0, "lives without hit points", e->id);
    for (int a = 0; a < domain->attribute_count; a++)
        expect(look,
               e->attribute[a] >= domain->attribute[a].low &&
                   e->attribute[a] <= domain->attribute[a].high,
               domain->attribute[a].name, e->id);
    expect(look, e->attribute[0] <= domain->type[e->type].attribute[0],
           "more hit points than its type has", e->id);
}

static void look_at_place(inspection *look, const us_entity *e, us_id *on)
{
    const us_world *world = look->world;
    const us_type_def *type = &world->domain->type[e->type];
    bool fits = e->x >= 0 && e->y >= 0 && e->x + type->width <= world->width &&
                e->y + type->height <= world->height;
    if (!expect(look, fits, "off the map", e->id) || (e->flags & US_ENTITY_INSIDE))
        return;
    for (int y = e->y; y < e->y + type->height; y++) {
        for (int x = e->x; x < e->x + type->width; x++) {
            int cell = us_world_cell(world, x, y);
            expect(look, on[cell] == 0, "on a cell with somebody else", e->id);
            on[cell] = e->id;
            if (type->movement >= 0)
                expect(look,
                       world->domain->terrain[world->plane[US_PLANE_TERRAIN][cell]].passable >>
                               type->movement &
                           1,
                       "on ground that does not carry it", e->id);
        }
    }
}

static void look_at_planes(inspection *look, const us_id *on)
{
    const us_world *world = look->world;
    for (int cell = 0; cell < world->width * world->height; cell++) {
        int terrain = world->plane[US_PLANE_TERRAIN][cell];
        if (!expect(look, terrain < world->domain->terrain_count, "a cell of no terrain", 0))
            return;
        expect(look,
               world->plane[US_PLANE_AMOUNT][cell] <= world->domain->terrain[terrain].amount,
               "a cell holds more than its terrain can", 0);
        bool taken = world->plane[US_PLANE_TAKEN][cell] != 0;
        expect(look, taken == (on[cell] != 0), "the plane of the taken is wrong", on[cell]);
        expect(look, !(world->plane[US_PLANE_SEEN][cell] & ~world->plane[US_PLANE_EXPLORED][cell]),
               "in sight, but never seen", 0);
    }
}

int us_world_faults(const us_world *world, const char *what)
{
    inspection look = {world, what, 0};
    us_id *on = US_NEW_ARRAY(us_id, world->width * world->height);
    us_id last = 0;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        expect(&look, e->id > last, "not in id order", e->id);
        last = e->id;
        if (!look_at_type(&look, e))
            continue;
        look_at_values(&look, e);
        look_at_place(&look, e, on);
        if (!(e->flags & US_ENTITY_INSIDE))
            expect(&look, us_world_at(world, e->x, e->y) == e, "not found at its place", e->id);
        expect(&look, us_world_find(world, e->id) == e, "not found by its id", e->id);
    }
    look_at_planes(&look, on);
    for (int i = 0; i < world->seats * world->domain->tallies.count; i++)
        expect(&look, world->tally[i] >= 0, "a tally below zero", 0);
    for (int seat = 0; seat < world->seats; seat++)
        expect(&look, world->faction[seat] < world->domain->factions.count, "no such faction", 0);
    us_free(on);
    return look.faults;
}

/* ---- two worlds and what was told between them */

/* What both sources say of an event; the rest, like where it died, only one of them knows. */
static us_event reduced(const us_event *event)
{
    us_event out = {.kind = event->kind, .seat = event->seat, .type = event->type,
                    .entity = event->entity, .value = event->value};
    switch (event->kind) {
    case US_EVENT_GONE:
    case US_EVENT_CREATED:
    case US_EVENT_FINISHED:
    case US_EVENT_DEFEATED:
        out.value = 0;
        break;
    case US_EVENT_STATUS:
        out.extra = event->extra;
        break;
    case US_EVENT_LEARNED:
        out.entity = 0;
        out.value = 0;
        break;
    case US_EVENT_TERRAIN:
        out.entity = 0;
        out.x = event->x;
        out.y = event->y;
        break;
    default:
        break;
    }
    return out;
}

static int compare_events(const void *left, const void *right)
{
    const us_event *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->entity != b->entity)
        return a->entity < b->entity ? -1 : 1;
    if (a->y != b->y || a->x != b->x)
        return a->y < b->y || (a->y == b->y && a->x < b->x) ? -1 : 1;
    if (a->seat != b->seat)
        return a->seat < b->seat ? -1 : 1;
    if (a->type != b->type)
        return a->type < b->type ? -1 : 1;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->extra > b->extra) - (a->extra < b->extra);
}

static bool is_shown(uint8_t kind)
{
    static const uint32_t shown = US_EVENT_BIT(US_EVENT_CREATED) | US_EVENT_BIT(US_EVENT_FINISHED) |
                                  US_EVENT_BIT(US_EVENT_GONE) | US_EVENT_BIT(US_EVENT_CONVERTED) |
                                  US_EVENT_BIT(US_EVENT_STATUS) | US_EVENT_BIT(US_EVENT_LEARNED) |
                                  US_EVENT_BIT(US_EVENT_TERRAIN) | US_EVENT_BIT(US_EVENT_DEFEATED);
    return shown >> kind & 1;
}

/* Those that the two worlds can show. What came and went within the cycle is in neither; of
 * what is new, its first world already tells all. */
static void reduce(const us_events *told, const us_world *before, const us_world *after,
                   us_events *out)
{
    us_events_reset(out);
    for (int i = 0; i < told->count; i++) {
        const us_event *event = &told->event[i];
        us_event small = reduced(event);
        bool was = us_world_find(before, event->entity), is = us_world_find(after, event->entity);
        if (!is_shown(event->kind) || (event->kind == US_EVENT_CREATED && !is) ||
            (event->kind == US_EVENT_GONE && !was) ||
            ((event->kind == US_EVENT_FINISHED || event->kind == US_EVENT_STATUS ||
              event->kind == US_EVENT_CONVERTED) &&
             (!was || !is)))
            continue;
        us_events_add(out, &small);
    }
    if (out->count > 1)
        qsort(out->event, (size_t)out->count, sizeof(*out->event), compare_events);
}

static void compare_told(const us_world *before, const us_world *after, const us_events *told,
                         us_events scratch[3])
{
    us_events *emitted = &scratch[0], *derived = &scratch[1], *shown = &scratch[2];
    us_events_reset(shown);
    us_world_diff(before, after, shown);
    reduce(told, before, after, emitted);
    reduce(shown, before, after, derived);
    for (int i = 0, k = 0; i < emitted->count || k < derived->count;) {
        const us_event *a = i < emitted->count ? &emitted->event[i] : NULL;
        const us_event *b = k < derived->count ? &derived->event[k] : NULL;
        int order = !a ? 1 : !b ? -1 : compare_events(a, b);
        if (order != 0)
            FAIL("cycle %d: %s of entity %u (seat %d, type %d, value %d) is only %s",
                 (int)after->now, us_event_name((order < 0 ? a : b)->kind),
                 (unsigned)(order < 0 ? a : b)->entity, (order < 0 ? a : b)->seat,
                 (order < 0 ? a : b)->type, (int)(order < 0 ? a : b)->value,
                 order < 0 ? "told, not seen" : "seen, not told");
        i += order <= 0;
        k += order >= 0;
    }
}

/* ---- revisions */

static bool bumped(const us_world *before, const us_world *after, int index)
{
    return before->revision[index] != after->revision[index];
}

/* What of it differs first; NULL: nothing. */
static const char *difference(const us_domain *domain, const us_entity *a, const us_entity *b)
{
    for (int i = 0; i < domain->attribute_count; i++) {
        if (a->attribute[i] != b->attribute[i])
            return domain->attribute[i].name;
    }
    return a->status != b->status             ? "status"
           : a->x != b->x || a->y != b->y     ? "place"
           : a->target != b->target           ? "target"
           : a->product != b->product         ? "product"
           : a->flags != b->flags             ? "flags"
           : a->action != b->action           ? "action"
           : a->until != b->until             ? "until"
                                              : NULL;
}

static void check_entity_revisions(const us_world *before, const us_world *after)
{
    for (int i = 0; i < after->count; i++) {
        const us_entity *is = &after->entity[i], *was = us_world_find(before, is->id);
        bool member = !was || was->type != is->type || was->owner != is->owner ||
                      ((was->flags ^ is->flags) & US_ENTITY_UNFINISHED);
        if (member && !bumped(before, after, us_revision_members(after, is->owner, is->type)))
            FAIL("cycle %d: entity %u joined its type, the revision stays", (int)after->now,
                 (unsigned)is->id);
        const char *what = member ? NULL : difference(after->domain, was, is);
        if (what && !bumped(before, after, us_revision_states(after, is->owner, is->type)))
            FAIL("cycle %d: entity %u has another %s, the revision stays", (int)after->now,
                 (unsigned)is->id, what);
    }
    for (int i = 0; i < before->count; i++) {
        const us_entity *was = &before->entity[i], *is = us_world_find(after, was->id);
        if ((!is || is->type != was->type) &&
            !bumped(before, after, us_revision_members(after, was->owner, was->type)))
            FAIL("cycle %d: entity %u left its type, the revision stays", (int)after->now,
                 (unsigned)was->id);
    }
}

static void check_revisions(const us_world *before, const us_world *after, bool changed)
{
    size_t cells = (size_t)after->width * (size_t)after->height;
    int tallies = after->domain->tallies.count;
    check_entity_revisions(before, after);
    bool ground = memcmp(before->plane[US_PLANE_TERRAIN], after->plane[US_PLANE_TERRAIN], cells) ||
                  memcmp(before->plane[US_PLANE_AMOUNT], after->plane[US_PLANE_AMOUNT], cells);
    if (ground && !bumped(before, after, US_REVISION_TERRAIN))
        FAIL("cycle %d: the ground changed, its revision stays", (int)after->now);
    for (int seat = 0; seat < after->seats; seat++) {
        bool tally = memcmp(before->tally + seat * tallies, after->tally + seat * tallies,
                            (size_t)tallies * sizeof(*after->tally)) != 0;
        changed |= tally;
        if (tally && !bumped(before, after, US_REVISION_TALLY + seat))
            FAIL("cycle %d: a tally of seat %d changed, its revision stays", (int)after->now, seat);
    }
    if ((changed || ground) && !bumped(before, after, US_REVISION_ANY))
        FAIL("cycle %d: something changed, the revision of everything stays", (int)after->now);
}

static bool entities_differ(const us_world *before, const us_world *after)
{
    if (before->count != after->count)
        return true;
    for (int i = 0; i < after->count; i++) {
        const us_entity *a = &before->entity[i], *b = &after->entity[i];
        if (a->id != b->id || a->type != b->type || difference(after->domain, a, b))
            return true;
    }
    return false;
}

/* ---- a whole course */

/* In fog a seat knows its own as it is, and nothing that is not there to be known. */
static void check_fog(us_game *game, us_seat seat)
{
    const us_world *all = us_game_world(game, US_NEUTRAL), *own = us_game_world(game, seat);
    int mine = 0, found = 0;
    for (int i = 0; i < all->count; i++)
        mine += all->entity[i].owner == seat;
    for (int i = 0; i < own->count; i++) {
        const us_entity *e = &own->entity[i], *is = us_world_find(all, e->id);
        found += e->owner == seat;
        if (e->owner == seat && (!is || difference(all->domain, e, is)))
            FAIL("cycle %d: seat %d sees its entity %u otherwise than it is", (int)all->now, seat,
                 (unsigned)e->id);
    }
    CHECK_INT(found, mine);
}

void us_conform_worlds(const us_course *course)
{
    us_game *game = us_game_new(course->scenario, course->seed);
    us_arena *arena[2] = {us_arena_new(), us_arena_new()};
    us_mark empty[2] = {us_arena_mark(arena[0]), us_arena_mark(arena[1])};
    us_events told = {0}, scratch[3] = {{0}};
    us_id newest = 0;
    int next = 0, faults = 0;
    const us_world *before = us_world_copy(us_game_world(game, US_NEUTRAL), arena[0]);
    for (us_cycle now = 0; now < course->cycles && faults == 0; now++) {
        for (; next < course->orders.count && course->at[next] == now; next++)
            us_game_act(game, &course->orders.order[next]);
        us_events_reset(&told);
        us_game_step(game, now + 1, NULL, &told);
        int to = (now + 1) % 2;
        us_arena_release(arena[to], empty[to]);
        const us_world *after = us_world_copy(us_game_world(game, US_NEUTRAL), arena[to]);
        faults += us_world_faults(after, course->scenario->map_name);
        compare_told(before, after, &told, scratch);
        check_revisions(before, after, entities_differ(before, after));
        for (int i = after->count - 1; i >= 0 && !us_world_find(before, after->entity[i].id); i--)
            CHECK(after->entity[i].id > newest); /* an id never comes back */
        if (after->count && after->entity[after->count - 1].id > newest)
            newest = after->entity[after->count - 1].id;
        for (us_seat seat = 0; course->scenario->fog && seat < after->seats; seat++)
            check_fog(game, seat);
        before = after;
    }
    CHECK_INT(faults, 0);
    us_events_clear(&told);
    for (int i = 0; i < 3; i++)
        us_events_clear(&scratch[i]);
    us_arena_free(arena[0]);
    us_arena_free(arena[1]);
    us_game_free(game);
}
