#include "plan/character_group.h"

#include <string.h>

#include "plan/character.h"

/* ---- archetypes */

static const us_archetype *find_kept(const us_character_group *group, const char *name)
{
    for (int i = 0; i < group->archetypes; i++)
        if (us_text_equal(group->kept[i].name, name))
            return &group->kept[i];
    return NULL;
}

/* Returns NULL in *out if the case base has none of that name. */
static us_status read_archetype(us_character_group *group, const char *name,
                                const us_archetype **out, us_error *err)
{
    const us_template *template = NULL;
    *out = find_kept(group, name);
    if (*out || !name[0])
        return US_OK;
    US_TRY(us_case_base_find_archetype(group->def.case_base, name, &template, err));
    if (!template)
        return US_OK;
    us_archetype *kept = &group->kept[group->archetypes++];
    *kept = (us_archetype){us_program_new(template), name};
    *out = kept;
    return US_OK;
}

static us_status read_archetypes(us_character_group *group, us_error *err)
{
    const us_domain *domain = group->domain;
    group->archetype = US_NEW_ARRAY(const us_archetype *, domain->type_count + 1);
    group->kept = US_NEW_ARRAY(us_archetype, domain->type_count + 1);
    for (int i = 0; i < domain->type_count; i++)
        if (!domain->type[i].abstract)
            US_TRY(read_archetype(group, domain->type[i].archetype, &group->archetype[i], err));
    return US_OK;
}

us_status us_character_group_new(const us_character_group_def *def, us_character_group **out,
                                 us_error *err)
{
    us_character_group *group = US_NEW(us_character_group);
    group->def = *def;
    group->domain = def->scenario->domain;
    group->asker = us_query_engine_new(group->domain, def->case_base,
                                       us_ties_make(def->seed, def->scenario->map_hash, def->seat));
    us_str_init(&group->text);
    us_status status = read_archetypes(group, err);
    bool plays = status == US_OK && group->archetypes > 0;
    if (!plays)
        us_character_group_free(group);
    if (status == US_OK)
        *out = plays ? group : NULL;
    return status;
}

/* ---- characters */

static us_character *character_new(us_character_group *group, us_id id, const us_program *program)
{
    us_character *character = US_NEW(us_character);
    us_hash seed = us_hash_add(us_hash_add(US_HASH_START, group->def.seed), id);
    us_run_def run = {.host = &us_character_host, .context = character, .seed = seed};
    character->group = group;
    character->id = id;
    character->program = program;
    character->run = us_run_new(&run);
    us_run_start(character->run, program, NULL, 0);
    return character;
}

static void character_free(us_character *character)
{
    us_run_free(character->run);
    us_node_map_clear(&character->node_refs);
    us_node_map_clear(&character->orders);
    us_mem_free(character->character_task);
    us_mem_free(character->entrance);
    us_mem_free(character->message);
    us_mem_free(character->describing);
    us_mem_free(character);
}

void us_character_group_free(us_character_group *group)
{
    if (!group)
        return;
    for (int i = 0; i < group->characters; i++)
        character_free(group->character[i]);
    for (int i = 0; i < group->archetypes; i++)
        us_program_free(group->kept[i].program);
    us_query_engine_free(group->asker);
    us_mem_free(group->archetype);
    us_mem_free(group->kept);
    us_mem_free(group->character);
    us_mem_free(group->next);
    us_mem_free(group->all);
    us_mem_free(group->event);
    us_mem_free(group->given);
    us_notes_clear(&group->notes);
    us_str_clear(&group->text);
    us_mem_free(group);
}

us_character *us_character_group_find(const us_character_group *group, us_id id)
{
    int low = 0, high = group->characters;
    while (low < high) {
        int middle = (low + high) / 2;
        if (group->character[middle]->id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < group->characters && group->character[low]->id == id ? group->character[low]
                                                                      : NULL;
}

static us_view view_of(const us_character *character)
{
    us_view view = *character->group->view;
    view.actor = character->id;
    return view;
}

static void dismiss(us_character *character)
{
    us_view view = view_of(character);
    us_run_halt(character->run, &view);
    character_free(character);
}

static const us_archetype *role_of(const us_character_group *group, const us_entity *e)
{
    return e->owner == group->view->self ? group->archetype[e->type] : NULL;
}

static void insert(us_character_group *group, int at, us_character *character)
{
    group->character = us_array_grow(group->character, group->characters, &group->character_room,
                                     sizeof(us_character *));
    memmove(group->character + at + 1, group->character + at,
            (size_t)(group->characters - at) * sizeof(us_character *));
    group->character[at] = character;
    group->characters++;
}

/* Adds and removes characters; characters and entities are both in the order of ids. */
static void call_roll(us_character_group *group)
{
    const us_world *world = group->view->world;
    int kept = 0, i = 0, characters = group->characters;
    for (int a = 0; a < characters; a++) {
        us_character *character = group->character[a];
        while (i < world->count && world->entity[i].id < character->id)
            i++;
        const us_entity *e = i < world->count ? &world->entity[i] : NULL;
        const us_archetype *role = e && e->id == character->id ? role_of(group, e) : NULL;
        if (role && role->program == character->program)
            group->character[kept++] = character;
        else
            dismiss(character);
    }
    group->characters = kept;
    for (int k = 0, at = 0; k < world->count; k++) {
        const us_archetype *role = role_of(group, &world->entity[k]);
        if (!role)
            continue;
        if (at == group->characters || group->character[at]->id != world->entity[k].id)
            insert(group, at, character_new(group, world->entity[k].id, role->program));
        at++;
    }
}

/* ---- events */

static void more_events(us_character_group *group, int count)
{
    if (count <= group->event_room)
        return;
    group->event_room = 2 * count;
    group->next = us_mem_realloc(group->next, (size_t)group->event_room * sizeof *group->next);
    group->all = us_mem_realloc(group->all, (size_t)group->event_room * sizeof *group->all);
    group->event = us_mem_realloc(group->event, (size_t)group->event_room * sizeof *group->event);
}

/* The end of one of the character's own orders. */
static void hear_end(us_character *character, const us_event *event)
{
    us_character_task *character_task =
        us_character_task_find_order(character, (uint32_t)event->value);
    if (!character_task)
        return;
    us_character_task_set_order(character, character_task, 0);
    if (event->kind == US_EVENT_DONE) {
        character_task->answer = US_SUCCESS;
    } else if (character_task->asleep) {
        character_task->wants = true;
        return;
    } else {
        character_task->answer = US_FAILURE;
        character_task->reason = (us_reason)event->type;
    }
    us_run_wake(character->run, character_task->node_ref);
}

/* Deals events to the characters that they are about; events of the seat without an entity go to
 * all. */
static void deal(us_character_group *group, const us_events *events)
{
    more_events(group, events->count);
    group->alls = 0;
    for (int i = 0; i < events->count; i++) {
        const us_event *event = &events->event[i];
        us_character *character =
            event->entity ? us_character_group_find(group, event->entity) : NULL;
        group->next[i] = 0;
        if (!event->entity && us_event_is_relevant(event, group->view->self))
            group->all[group->alls++] = i;
        if (!character)
            continue;
        *(character->last ? &group->next[character->last - 1] : &character->heard) = i + 1;
        character->last = i + 1;
        if (event->kind == US_EVENT_DONE || event->kind == US_EVENT_FAILED)
            hear_end(character, event);
    }
}

/* Delivers the messages of the last think. */
static void deliver(us_character *character)
{
    for (int i = 0; i < character->messages; i++)
        us_run_emit(character->run, character->message[i].name, &character->message[i].event);
    if (character->messages)
        character->due = 0;
    character->messages = 0;
}

/* Lists the character's own events and those of all, as they happened. */
static int gather(us_character_group *group, const us_character *character, const us_events *events)
{
    int count = 0, own = character->heard, all = 0;
    while (own || all < group->alls) {
        bool mine = own && (all == group->alls || own - 1 < group->all[all]);
        int i = mine ? own - 1 : group->all[all++];
        if (mine)
            own = group->next[i];
        group->event[count++] = events->event[i];
    }
    return count;
}

/* ---- thinking */

static void look_at(us_character_group *group, us_character *character, const us_events *events)
{
    us_view view = view_of(character);
    int count = gather(group, character, events);
    us_character_bind_slots(character);
    us_run_tick(character->run, &view, group->event, count);
    character->due = us_run_next_cycle(character->run);
    character->watches = us_run_has_watches(character->run);
    group->counts.ticks++;
}

us_cycle us_character_group_think(us_character_group *group, const us_view *view,
                                  const us_events *events, us_orders *orders)
{
    const us_world *world = view->world;
    us_cycle now = world->now, next = US_NEVER;
    group->view = view;
    group->orders = orders;
    group->givens = group->told = 0;
    group->tells = false;
    us_notes_reset(&group->notes);
    call_roll(group);
    deal(group, events);
    for (int i = 0; i < group->characters; i++)
        deliver(group->character[i]);
    bool changed = !world->revision || group->any != world->revision[US_REVISION_ANY];
    group->any = world->revision ? world->revision[US_REVISION_ANY] : 0;
    for (int i = 0; i < group->characters; i++) {
        us_character *character = group->character[i];
        if (character->due <= now || character->heard || group->alls ||
            (character->watches && changed))
            look_at(group, character, events);
        character->heard = character->last = 0;
        us_cycle due = character->watches ? now + 1 : character->due;
        next = due < next ? due : next;
    }
    if (group->givens || group->tells)
        next = now + 1;
    return next <= now ? now + 1 : next;
}

void us_character_group_on_order(us_character_group *group, const us_order *order, us_reason reason)
{
    if (group->told == group->givens)
        return;
    us_given_order given = group->given[group->told++];
    us_character *character = us_character_group_find(group, given.character);
    us_character_task *character_task =
        character ? us_character_task_find(character, given.node_ref) : NULL;
    group->counts.refused += reason != US_REASON_NONE;
    if (character && reason == US_REASON_NONE)
        character->latest = order->id;
    if (!character_task)
        return;
    us_character_task_set_order(character, character_task,
                                reason == US_REASON_NONE ? order->id : 0);
    character_task->answer = reason == US_REASON_NONE ? US_ANSWER_NONE : US_FAILURE;
    if (reason == US_REASON_NONE)
        return;
    character_task->reason = reason;
    us_run_wake(character->run, character_task->node_ref);
    character->due = 0;
}

void us_character_group_end_game(us_character_group *group)
{
    us_notes_reset(&group->notes);
}

uint32_t us_character_group_wake_events(void)
{
    return UINT32_MAX;
}

int us_character_group_notes(const us_character_group *group, const us_note **out)
{
    *out = group->notes.note;
    return group->notes.count;
}

us_character_group_counts us_character_group_get_counts(const us_character_group *group)
{
    us_character_group_counts counts = group->counts;
    counts.characters = group->characters;
    counts.ask = us_query_engine_get_counts(group->asker);
    return counts;
}

const us_run *us_character_group_run(const us_character_group *group, us_id character)
{
    const us_character *found = us_character_group_find(group, character);
    return found ? found->run : NULL;
}
