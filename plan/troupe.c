#include "plan/troupe.h"

#include <string.h>

#include "plan/actor.h"

/* ---- archetypes */

static const us_archetype *find_kept(const us_troupe *troupe, const char *name)
{
    for (int i = 0; i < troupe->archetypes; i++)
        if (us_text_equal(troupe->kept[i].name, name))
            return &troupe->kept[i];
    return NULL;
}

/* NULL: the shelf has none of that name. */
static us_status read_archetype(us_troupe *troupe, const char *name, const us_archetype **out,
                                us_error *err)
{
    const us_template *template = NULL;
    *out = find_kept(troupe, name);
    if (*out || !name[0])
        return US_OK;
    US_TRY(us_shelf_archetype(troupe->def.shelf, name, &template, err));
    if (!template)
        return US_OK;
    us_archetype *kept = &troupe->kept[troupe->archetypes++];
    *kept = (us_archetype){us_program_new(template), name};
    *out = kept;
    return US_OK;
}

static us_status read_archetypes(us_troupe *troupe, us_error *err)
{
    const us_domain *domain = troupe->domain;
    troupe->archetype = US_NEW_ARRAY(const us_archetype *, domain->type_count + 1);
    troupe->kept = US_NEW_ARRAY(us_archetype, domain->type_count + 1);
    for (int i = 0; i < domain->type_count; i++)
        if (!domain->type[i].abstract)
            US_TRY(read_archetype(troupe, domain->type[i].archetype, &troupe->archetype[i], err));
    return US_OK;
}

us_status us_troupe_new(const us_troupe_def *def, us_troupe **out, us_error *err)
{
    us_troupe *troupe = US_NEW(us_troupe);
    troupe->def = *def;
    troupe->domain = def->scenario->domain;
    troupe->asker = us_answerer_new(troupe->domain, def->shelf,
                                    us_ties_of(def->seed, def->scenario->map_hash, def->seat));
    us_str_init(&troupe->text);
    us_status status = read_archetypes(troupe, err);
    bool plays = status == US_OK && troupe->archetypes > 0;
    if (!plays)
        us_troupe_free(troupe);
    if (status == US_OK)
        *out = plays ? troupe : NULL;
    return status;
}

/* ---- actors */

static us_actor *actor_new(us_troupe *troupe, us_id id, const us_program *program)
{
    us_actor *actor = US_NEW(us_actor);
    us_hash seed = us_hash_add(us_hash_add(US_HASH_START, troupe->def.seed), id);
    us_run_def run = {.host = &us_actor_host, .context = actor, .seed = seed};
    actor->troupe = troupe;
    actor->id = id;
    actor->program = program;
    actor->run = us_run_new(&run);
    us_run_start(actor->run, program, NULL, 0);
    return actor;
}

static void actor_free(us_actor *actor)
{
    us_run_free(actor->run);
    us_spots_clear(&actor->spots);
    us_spots_clear(&actor->orders);
    us_free(actor->deed);
    us_free(actor->entrance);
    us_free(actor->message);
    us_free(actor->describing);
    us_free(actor);
}

void us_troupe_free(us_troupe *troupe)
{
    if (!troupe)
        return;
    for (int i = 0; i < troupe->actors; i++)
        actor_free(troupe->actor[i]);
    for (int i = 0; i < troupe->archetypes; i++)
        us_program_free(troupe->kept[i].program);
    us_answerer_free(troupe->asker);
    us_free(troupe->archetype);
    us_free(troupe->kept);
    us_free(troupe->actor);
    us_free(troupe->next);
    us_free(troupe->all);
    us_free(troupe->event);
    us_free(troupe->given);
    us_notes_clear(&troupe->notes);
    us_str_clear(&troupe->text);
    us_free(troupe);
}

us_actor *us_actor_find(const us_troupe *troupe, us_id id)
{
    int low = 0, high = troupe->actors;
    while (low < high) {
        int middle = (low + high) / 2;
        if (troupe->actor[middle]->id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < troupe->actors && troupe->actor[low]->id == id ? troupe->actor[low] : NULL;
}

static us_view view_of(const us_actor *actor)
{
    us_view view = *actor->troupe->view;
    view.actor = actor->id;
    return view;
}

static void dismiss(us_actor *actor)
{
    us_view view = view_of(actor);
    us_run_halt(actor->run, &view);
    actor_free(actor);
}

static const us_archetype *role_of(const us_troupe *troupe, const us_entity *e)
{
    return e->owner == troupe->view->self ? troupe->archetype[e->type] : NULL;
}

static void insert(us_troupe *troupe, int at, us_actor *actor)
{
    troupe->actor = us_grow(troupe->actor, troupe->actors, &troupe->actor_room, sizeof(us_actor *));
    memmove(troupe->actor + at + 1, troupe->actor + at,
            (size_t)(troupe->actors - at) * sizeof(us_actor *));
    troupe->actor[at] = actor;
    troupe->actors++;
}

/* Who is there, and who is not any more: both lists are in the order of ids. */
static void call_roll(us_troupe *troupe)
{
    const us_world *world = troupe->view->world;
    int kept = 0, i = 0, actors = troupe->actors;
    for (int a = 0; a < actors; a++) {
        us_actor *actor = troupe->actor[a];
        while (i < world->count && world->entity[i].id < actor->id)
            i++;
        const us_entity *e = i < world->count ? &world->entity[i] : NULL;
        const us_archetype *role = e && e->id == actor->id ? role_of(troupe, e) : NULL;
        if (role && role->program == actor->program)
            troupe->actor[kept++] = actor;
        else
            dismiss(actor);
    }
    troupe->actors = kept;
    for (int k = 0, at = 0; k < world->count; k++) {
        const us_archetype *role = role_of(troupe, &world->entity[k]);
        if (!role)
            continue;
        if (at == troupe->actors || troupe->actor[at]->id != world->entity[k].id)
            insert(troupe, at, actor_new(troupe, world->entity[k].id, role->program));
        at++;
    }
}

/* ---- events */

static void more_events(us_troupe *troupe, int count)
{
    if (count <= troupe->event_room)
        return;
    troupe->event_room = 2 * count;
    troupe->next = us_realloc(troupe->next, (size_t)troupe->event_room * sizeof *troupe->next);
    troupe->all = us_realloc(troupe->all, (size_t)troupe->event_room * sizeof *troupe->all);
    troupe->event = us_realloc(troupe->event, (size_t)troupe->event_room * sizeof *troupe->event);
}

/* The end of an order of its own. */
static void hear_end(us_actor *actor, const us_event *event)
{
    us_deed *deed = us_deed_of_order(actor, (uint32_t)event->value);
    if (!deed)
        return;
    us_deed_order(actor, deed, 0);
    if (event->kind == US_EVENT_DONE) {
        deed->answer = US_SUCCESS;
    } else if (deed->asleep) {
        deed->wants = true;
        return;
    } else {
        deed->answer = US_FAILURE;
        deed->reason = (us_reason)event->type;
    }
    us_run_wake(actor->run, deed->spot);
}

/* To whom it is about; what is about nobody and the seat, to all. */
static void deal(us_troupe *troupe, const us_events *events)
{
    more_events(troupe, events->count);
    troupe->alls = 0;
    for (int i = 0; i < events->count; i++) {
        const us_event *event = &events->event[i];
        us_actor *actor = event->entity ? us_actor_find(troupe, event->entity) : NULL;
        troupe->next[i] = 0;
        if (!event->entity && us_event_concerns(event, troupe->view->self))
            troupe->all[troupe->alls++] = i;
        if (!actor)
            continue;
        *(actor->last ? &troupe->next[actor->last - 1] : &actor->heard) = i + 1;
        actor->last = i + 1;
        if (event->kind == US_EVENT_DONE || event->kind == US_EVENT_FAILED)
            hear_end(actor, event);
    }
}

/* What others told in the last think. */
static void deliver(us_actor *actor)
{
    for (int i = 0; i < actor->messages; i++)
        us_run_emit(actor->run, actor->message[i].name, &actor->message[i].event);
    if (actor->messages)
        actor->due = 0;
    actor->messages = 0;
}

/* Its own and those of all, as they happened. */
static int gather(us_troupe *troupe, const us_actor *actor, const us_events *events)
{
    int count = 0, own = actor->heard, all = 0;
    while (own || all < troupe->alls) {
        bool mine = own && (all == troupe->alls || own - 1 < troupe->all[all]);
        int i = mine ? own - 1 : troupe->all[all++];
        if (mine)
            own = troupe->next[i];
        troupe->event[count++] = events->event[i];
    }
    return count;
}

/* ---- thinking */

static void look_at(us_troupe *troupe, us_actor *actor, const us_events *events)
{
    us_view view = view_of(actor);
    int count = gather(troupe, actor, events);
    us_actor_bind(actor);
    us_run_tick(actor->run, &view, troupe->event, count);
    actor->due = us_run_next(actor->run);
    actor->watches = us_run_watches(actor->run);
    troupe->counts.ticks++;
}

us_cycle us_troupe_think(us_troupe *troupe, const us_view *view, const us_events *events,
                         us_orders *orders)
{
    const us_world *world = view->world;
    us_cycle now = world->now, next = US_NEVER;
    troupe->view = view;
    troupe->orders = orders;
    troupe->givens = troupe->told = 0;
    troupe->tells = false;
    us_notes_reset(&troupe->notes);
    call_roll(troupe);
    deal(troupe, events);
    for (int i = 0; i < troupe->actors; i++)
        deliver(troupe->actor[i]);
    bool changed = !world->revision || troupe->any != world->revision[US_REVISION_ANY];
    troupe->any = world->revision ? world->revision[US_REVISION_ANY] : 0;
    for (int i = 0; i < troupe->actors; i++) {
        us_actor *actor = troupe->actor[i];
        if (actor->due <= now || actor->heard || troupe->alls || (actor->watches && changed))
            look_at(troupe, actor, events);
        actor->heard = actor->last = 0;
        us_cycle due = actor->watches ? now + 1 : actor->due;
        next = due < next ? due : next;
    }
    if (troupe->givens || troupe->tells)
        next = now + 1;
    return next <= now ? now + 1 : next;
}

void us_troupe_told(us_troupe *troupe, const us_order *order, us_reason reason)
{
    if (troupe->told == troupe->givens)
        return;
    us_ordered given = troupe->given[troupe->told++];
    us_actor *actor = us_actor_find(troupe, given.actor);
    us_deed *deed = actor ? us_deed_find(actor, given.spot) : NULL;
    troupe->counts.refused += reason != US_REASON_NONE;
    if (actor && reason == US_REASON_NONE)
        actor->latest = order->id;
    if (!deed)
        return;
    us_deed_order(actor, deed, reason == US_REASON_NONE ? order->id : 0);
    deed->answer = reason == US_REASON_NONE ? US_ANSWER_NONE : US_FAILURE;
    if (reason == US_REASON_NONE)
        return;
    deed->reason = reason;
    us_run_wake(actor->run, deed->spot);
    actor->due = 0;
}

void us_troupe_over(us_troupe *troupe)
{
    us_notes_reset(&troupe->notes);
}

uint32_t us_troupe_listens(void)
{
    return UINT32_MAX;
}

int us_troupe_notes(const us_troupe *troupe, const us_note **out)
{
    *out = troupe->notes.note;
    return troupe->notes.count;
}

us_troupe_counts us_troupe_count(const us_troupe *troupe)
{
    us_troupe_counts counts = troupe->counts;
    counts.actors = troupe->actors;
    counts.ask = us_answerer_count(troupe->asker);
    return counts;
}

const us_run *us_troupe_run(const us_troupe *troupe, us_id actor)
{
    const us_actor *found = us_actor_find(troupe, actor);
    return found ? found->run : NULL;
}
