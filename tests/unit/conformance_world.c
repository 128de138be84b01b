#include "tests/unit/conformance.h"

#include "tests/unit/test.h"
#include "tests/world_faults.h"
#include <stdlib.h>
#include <string.h>

/* ---- two worlds and what was told between them */

/* What both sources say of an event; the rest, like where it died, only one of them knows. */
static us_event reduced(const us_event *event)
{
    us_event out = {.kind = event->kind,
                    .seat = event->seat,
                    .type = event->type,
                    .entity = event->entity,
                    .value = event->value};
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

static void report_alone(const us_event *event, us_cycle now, const char *how)
{
    FAIL("cycle %d: %s of entity %u (seat %d, type %d, value %d) is only %s", (int)now,
         us_event_name(event->kind), (unsigned)event->entity, event->seat, event->type,
         (int)event->value, how);
}

static void compare_emitted(const us_world *before, const us_world *after, const us_events *told,
                            us_events scratch[3])
{
    us_events *emitted = &scratch[0], *derived = &scratch[1], *shown = &scratch[2];
    us_events_reset(shown);
    us_world_diff(before, after, shown);
    reduce(told, before, after, emitted);
    reduce(shown, before, after, derived);
    for (int i = 0, k = 0; i < emitted->count || k < derived->count;) {
        int order = i == emitted->count   ? 1
                    : k == derived->count ? -1
                                          : compare_events(&emitted->event[i], &derived->event[k]);
        if (order < 0)
            report_alone(&emitted->event[i], after->now, "told, not seen");
        else if (order > 0)
            report_alone(&derived->event[k], after->now, "seen, not told");
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
    return a->status != b->status         ? "status"
           : a->x != b->x || a->y != b->y ? "place"
           : a->target != b->target       ? "target"
           : a->product != b->product     ? "product"
           : a->flags != b->flags         ? "flags"
           : a->action != b->action       ? "action"
           : a->until != b->until         ? "until"
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
                            (size_t)tallies * sizeof(*after->tally)) != 0 ||
                     before->alive[seat] != after->alive[seat];
        changed |= tally;
        if (tally && !bumped(before, after, US_REVISION_TALLY + seat))
            FAIL("cycle %d: a tally or the end of seat %d, the revision stays", (int)after->now,
                 seat);
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

/* What is ordered and made is its seat's to know. */
static bool has_order_attributes(const us_domain *domain, const us_entity *e)
{
    for (int a = 0; a < domain->attribute_count; a++) {
        if (domain->attribute[a].private && e->attribute[a] != domain->type[e->type].attribute[a])
            return true;
    }
    return e->action >= 0 || e->target || e->product != US_NO_TYPE || e->until;
}

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
        if (e->owner != seat && has_order_attributes(all->domain, e))
            FAIL("cycle %d: seat %d knows what entity %u is to do", (int)all->now, seat,
                 (unsigned)e->id);
    }
    CHECK_INT(found, mine);
}

void us_conform_worlds(const us_playthrough *course)
{
    US_AUTOPTR(us_game) game = us_game_new(course->scenario, course->seed);
    us_arena *arena[2] = {us_arena_new(), us_arena_new()};
    us_mark empty[2] = {us_arena_mark(arena[0]), us_arena_mark(arena[1])};
    us_events told = {0}, scratch[3] = {{0}};
    us_str report;
    us_id newest = 0;
    int next = 0, faults = 0;
    us_str_init(&report);
    const us_world *before = us_world_copy(us_game_world(game, US_NEUTRAL), arena[0]);
    for (us_cycle now = 0; now < course->cycles && faults == 0; now++) {
        for (; next < course->orders.count && course->at[next] == now; next++)
            us_game_act(game, &course->orders.order[next]);
        us_events_reset(&told);
        us_game_step(game, now + 1, NULL, &told);
        int to = (now + 1) % 2;
        us_arena_release(arena[to], empty[to]);
        const us_world *after = us_world_copy(us_game_world(game, US_NEUTRAL), arena[to]);
        us_str_reset(&report);
        faults += us_world_faults(after, &report);
        if (faults > 0)
            FAIL("%s: %s", course->scenario->map_name, report.text);
        compare_emitted(before, after, &told, scratch);
        check_revisions(before, after, entities_differ(before, after));
        for (int i = after->count - 1; i >= 0 && !us_world_find(before, after->entity[i].id); i--)
            CHECK(after->entity[i].id > newest); /* an id never comes back */
        if (after->count && after->entity[after->count - 1].id > newest)
            newest = after->entity[after->count - 1].id;
        for (us_seat seat = 0; course->scenario->fog && seat < after->seats; seat++)
            check_fog(game, seat);
        before = after;
    }
    us_str_clear(&report);
    us_events_clear(&told);
    for (int i = 0; i < 3; i++)
        us_events_clear(&scratch[i]);
    us_arena_free(arena[0]);
    us_arena_free(arena[1]);
}
