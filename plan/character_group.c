#include "plan/character_group.h"

#include <string.h>

#include "plan/task.h"

/* A message from another character, delivered in the next think. */
typedef struct message {
    const char *name; /* of the node that sent it */
    us_event event;
} message;

typedef struct us_character {
    us_executor exec;
    us_character_group *group;
    us_id id;
    const us_program *program;
    us_cycle due; /* cycle of its next tick */
    bool watches;
    int first_event, last_event;  /* 1 + its first and its last event; 0: none */
    uint32_t latest;              /* id of its latest order */
    US_LIST(message) inbox;       /* one for each name */
    US_LIST(uint32_t) describing; /* frames with described slots */
} us_character;

struct us_character_group {
    us_seat_state seat;
    us_task_host query_host;
    us_character_group_def def;
    us_program **program; /* by type, of its archetype; types of one archetype share it; or NULL */
    bool plays;           /* some type has one */
    us_character **character; /* by id */
    int characters, character_room;
    US_LIST(int) next;       /* by event: 1 + the next about the same character */
    US_LIST(int) all;        /* events about the seat as a whole */
    US_LIST(us_event) event; /* of the character that ticks */
    uint32_t any;            /* the world's revision at the last think */
    bool message_sent;       /* a message was sent in this think */
    us_character_group_counts counts;
};

/* ---- described slots */

static bool fits(const us_character *character, const us_slot_row *row, const us_entity *e)
{
    const us_domain *domain = character->exec.seat->domain;
    return us_owner_fits(character->exec.seat->view, row->owner, e->owner) &&
           e->id != character->id &&
           (row->type == US_NO_TYPE || us_type_is_a(domain, e->type, row->type)) &&
           (row->role < 0 || (domain->type[e->type].roles >> row->role & 1));
}

/* Binds an entity slot to the nearest that fits, of equals the oldest; a group slot to all that
 * fit. */
static void bind_slot(us_character *character, uint32_t frame, const us_template *t, int slot)
{
    const us_world *world = character->exec.seat->view->world;
    const us_slot_row *row = &t->slot[slot];
    const us_entity *self = us_world_find(world, character->id);
    bool group = row->slot.kind == US_VALUE_GROUP;
    us_id *all = group ? US_NEW_ARRAY(us_id, world->count + 1) : NULL;
    us_value value = {.id = all};
    int least = INT32_MAX;
    for (int i = 0; self && i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (!fits(character, row, e))
            continue;
        int far = us_entity_distance(character->exec.seat->domain, self, e);
        if (group)
            all[value.count++] = e->id;
        else if (far < least)
            value.number = e->id;
        least = far < least ? far : least;
    }
    if (value.count || value.number)
        us_run_bind(character->exec.run, frame, slot, value);
    us_mem_free(all);
}

static bool is_described(const us_slot_row *row)
{
    bool described = row->type != US_NO_TYPE || row->role >= 0 || row->owner != US_SEAT_NONE;
    return described && !row->param &&
           (row->slot.kind == US_VALUE_ENTITY || row->slot.kind == US_VALUE_GROUP);
}

/* Whether the slot has no value, or no entity that it holds is left. */
static bool is_wanted(const us_character *character, uint32_t frame, const us_slot_row *row,
                      int slot)
{
    const us_world *world = character->exec.seat->view->world;
    if (!us_run_is_bound(character->exec.run, frame, slot))
        return !row->initial;
    us_value value = us_run_frame_binding(character->exec.run, frame).value[slot];
    bool left = us_world_find(world, (us_id)value.number) != NULL;
    for (int i = 0; i < value.count && !left; i++)
        left = us_world_find(world, value.id[i]) != NULL;
    return !left;
}

static void bind_frame(us_character *character, uint32_t frame)
{
    const us_template *t = us_run_frame_template(character->exec.run, frame);
    for (int slot = 0; slot < t->slot_count; slot++)
        if (is_described(&t->slot[slot]) && is_wanted(character, frame, &t->slot[slot], slot))
            bind_slot(character, frame, t, slot);
}

static void open_frame(us_character *character, uint32_t frame)
{
    const us_template *t = us_run_frame_template(character->exec.run, frame);
    int slot = 0;
    while (slot < t->slot_count && !is_described(&t->slot[slot]))
        slot++;
    if (slot == t->slot_count)
        return;
    US_LIST_PUT(character->describing, frame);
    bind_frame(character, frame);
}

static void close_frame(us_character *character, uint32_t frame)
{
    int kept = 0;
    for (int i = 0; i < character->describing.count; i++)
        if (character->describing.item[i] != frame)
            character->describing.item[kept++] = character->describing.item[i];
    character->describing.count = kept;
}

/* ---- acts, which are orders to the character itself */

static int64_t argument(const us_seat_state *seat, const us_param *param, int64_t number)
{
    const us_view *view = seat->view;
    if (param->kind == US_VALUE_TYPE && number >= 0) {
        us_type own =
            us_type_for_faction(seat->domain, (us_type)number, view->world->faction[view->self]);
        return own == US_NO_TYPE ? number : own;
    }
    return param->kind == US_VALUE_SEAT ? us_view_find_seat(view, number) : number;
}

static bool is_itself(const us_character *character, us_value value)
{
    if (!value.id)
        return value.number == character->id;
    for (int i = 0; i < value.count; i++)
        if (value.id[i] == character->id)
            return true;
    return false;
}

/* Returns false if the order is for another unit. */
static bool fill(const us_task *task, us_order *order)
{
    const us_character *character = task->executor->character;
    const us_node *node = us_task_node(task);
    const us_action_def *def = &character->exec.seat->domain->action[node->what];
    for (int i = 0; i < node->arg_count; i++) {
        const us_arg *arg = &node->arg[i];
        bool actor = arg->param == US_ARG_ACTOR;
        if (!actor && arg->param < 0)
            continue;
        us_value_kind kind = !actor      ? def->param[arg->param].kind
                             : arg->expr ? us_expr_kind(arg->expr)
                                         : US_VALUE_ENTITY;
        us_value value = us_run_eval_arg(character->exec.run, task->node_ref.frame, arg, kind);
        if (actor && !is_itself(character, value))
            return false;
        if (!actor)
            order->arg[arg->param] =
                (int32_t)argument(character->exec.seat, &def->param[arg->param], value.number);
    }
    return true;
}

static us_answer fail(us_task *task, const char *why)
{
    return us_task_end(task, US_FAILURE, &(us_task_reason){why, {.kind = US_LACKS_OTHER}});
}

static us_answer give(us_task *task)
{
    us_character *character = task->executor->character;
    us_seat_state *seat = task->executor->seat;
    bind_frame(character, task->node_ref.frame); /* no other frame's slots are used */
    us_order order = {.seat = seat->view->self,
                      .action = (int8_t)us_task_node(task)->what,
                      .unit = &character->id,
                      .unit_count = 1};
    if (!fill(task, &order))
        return fail(task, "a character commands itself alone");
    us_reason reason = us_scenario_check(seat->scenario, seat->view, &order);
    if (reason != US_REASON_NONE) {
        seat->refused++;
        return fail(task, us_reason_name(reason));
    }
    us_plan_log_task(task, US_NOTE_STARTED, NULL);
    us_executor_order(task->executor, &order, task);
    return US_RUNNING;
}

static us_answer act(us_task *task, us_cycle *until)
{
    const us_action_task *step = &task->step;
    *until = US_NEVER;
    if (step->done)
        return us_task_end(task, US_SUCCESS, NULL);
    if (step->reason != US_REASON_NONE)
        return fail(task, us_reason_name(step->reason));
    return step->state == US_STEP_WANTS ? give(task) : US_RUNNING;
}

/* Whether the task's order is the character's last one. The result of an order of this think is not
 * known yet. */
static bool goes_on(const us_task *task)
{
    const us_seat_state *seat = task->executor->seat;
    const us_given_order *last =
        seat->given.count ? &seat->given.item[seat->given.count - 1] : NULL;
    if (last && last->executor == task->executor)
        return last->task == task;
    return task->step.order.id && task->step.order.id == task->executor->character->latest;
}

static void stop_act(us_task *task, us_stop how)
{
    us_action_task *step = &task->step;
    task->asleep = how == US_SUSPEND;
    if (how == US_HALT) {
        us_task_halt(task);
    } else if (how == US_SUSPEND) {
        us_plan_log_task(task, US_NOTE_WAITING, &(us_task_reason){.text = "dormant"});
    } else {
        if (!step->done && step->reason == US_REASON_NONE && !goes_on(task))
            step->state = US_STEP_WANTS;
        else
            us_plan_log_task(task, US_NOTE_STARTED, NULL);
        us_run_wake(task->executor->run, task->node_ref);
    }
}

/* The end of one of the character's own orders. */
static void handle_end(us_character *character, const us_event *event)
{
    us_task *task = us_task_of_order(&character->exec, (uint32_t)event->value);
    if (!task)
        return;
    us_action_task *step = &task->step;
    step->order.id = 0;
    if (event->kind == US_EVENT_DONE) {
        step->done++;
    } else if (task->asleep) {
        step->state = US_STEP_WANTS;
        return;
    } else {
        step->reason = (us_reason)event->type;
    }
    us_run_wake(character->exec.run, task->node_ref);
}

/* ---- queries and goals */

static us_answer begin_query(us_task *task, us_cycle *until)
{
    bind_frame(task->executor->character, task->node_ref.frame);
    return us_query_task_host.begin(task, until);
}

static us_answer begin_goal(us_task *task, us_cycle *until)
{
    *until = US_NEVER;
    return fail(task, "a character pursues no goals");
}

static us_character *find_character(const us_character_group *group, us_id id)
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

/* ---- messages */

/* Sends a message for the next think; of several with one name, the first is kept. */
static void send_to(us_character *character, us_id to, const char *name, const us_event *event)
{
    us_character *hearer = to == character->id ? NULL : find_character(character->group, to);
    if (!hearer)
        return;
    for (int i = 0; i < hearer->inbox.count; i++)
        if (us_text_equal(hearer->inbox.item[i].name, name))
            return;
    message *sent = US_LIST_ADD(hearer->inbox);
    *sent = (message){name, *event};
    sent->event.entity = to;
    character->group->message_sent = true;
    character->group->counts.messages++;
}

static void send(void *context, us_run *run, us_node_ref node_ref, us_value to)
{
    us_character *character = ((us_executor *)context)->character;
    const us_character_group *group = character->group;
    const us_world *world = group->seat.view->world;
    const us_node *node = &us_run_frame_template(run, node_ref.frame)->node[node_ref.node];
    const us_entity *self = us_world_find(world, character->id);
    us_event event = {.cycle = world->now,
                      .seat = group->seat.view->self,
                      .other = character->id,
                      .x = self ? self->x : (int16_t)-1,
                      .y = self ? self->y : (int16_t)-1};
    if (us_expr_kind(node->arg[0].expr) == US_VALUE_ENTITY)
        send_to(character, (us_id)to.number, node->name, &event);
    for (int i = 0; i < to.count; i++)
        send_to(character, to.id[i], node->name, &event);
    if (us_expr_kind(node->arg[0].expr) != US_VALUE_NUMBER)
        return;
    for (int i = 0; self && i < group->characters; i++) {
        const us_entity *e = us_world_find(world, group->character[i]->id);
        if (e && us_entity_distance(group->seat.domain, self, e) <= to.number)
            send_to(character, e->id, node->name, &event);
    }
}

/* ---- frames: a character's root, and trees on its stacks, have notes */

static void log_root(us_character *character, uint32_t frame)
{
    us_notes *notes = &character->exec.seat->notes;
    us_plan_log_tree(&character->exec, us_active_behavior_new(&character->exec, frame));
    us_note bound = notes->note[notes->count - 1];
    bound.kind = US_NOTE_BOUND;
    bound.text = NULL;
    bound.slot = "this";
    bound.unit = &character->id;
    bound.units = 1;
    us_notes_add(notes, &bound);
}

static void log_pushed(us_executor *executor, uint32_t frame, const char *stack)
{
    us_seat_state *seat = executor->seat;
    const us_active_behavior *around =
        us_plan_find_behavior(executor, us_run_frame_parent(executor->run, frame));
    us_note push = us_note_begin(seat, US_NOTE_STEP, US_NOTE_STARTED, ++seat->nodes, NULL);
    push.above = around ? around->node : 0;
    us_str_reset(&seat->text);
    us_str_addf(&seat->text, stack[0] ? "push %s %s" : "%sby default %s", stack,
                us_run_frame_template(executor->run, frame)->name);
    push.text = seat->text.text;
    us_notes_add(&seat->notes, &push);
    us_active_behavior *active = us_active_behavior_new(executor, frame);
    active->above = push.node;
    active->pushed = true;
    us_plan_log_tree(executor, active);
}

static void begin_frame(us_character *character, uint32_t frame)
{
    const us_executor *executor = &character->exec;
    const char *stack = us_run_frame_stack(executor->run, frame);
    if (us_active_behavior_find(executor, frame))
        return;
    if (us_run_frame_parent(executor->run, frame).frame == 0)
        log_root(character, frame);
    else if (stack)
        log_pushed(&character->exec, frame, stack);
}

/* A query notes the end of the behavior that fills it itself. */
static void end_frame(us_executor *executor, uint32_t frame, us_answer answer)
{
    us_active_behavior *active = us_active_behavior_find(executor, frame);
    us_task_reason why = {.text = us_run_frame_failure(executor->run, frame)};
    us_note_kind kind = answer == US_SUCCESS   ? US_NOTE_SUCCEEDED
                        : answer == US_FAILURE ? US_NOTE_FAILED
                                               : US_NOTE_STOPPED;
    if (active && !active->fills_query)
        us_active_behavior_end(executor, active, kind, why.text[0] ? &why : NULL);
}

static void on_answer(void *context, us_run *run, us_node_ref node_ref, us_answer answered)
{
    us_character *character = ((us_executor *)context)->character;
    (void)run;
    if (node_ref.node >= 0)
        return;
    if (answered == US_RUNNING) {
        begin_frame(character, node_ref.frame);
        open_frame(character, node_ref.frame);
    } else {
        end_frame(&character->exec, node_ref.frame, answered);
        close_frame(character, node_ref.frame);
    }
}

/* ---- characters */

static const us_task_host act_host = {act, act, stop_act, NULL}, goal_host = {.begin = begin_goal};

static us_character *character_new(us_character_group *group, us_id id, const us_program *program)
{
    us_character *character = US_NEW(us_character);
    us_hash seed = us_hash_add(us_hash_add(US_HASH_START, group->def.seed), id);
    us_host host = us_executor_host;
    host.send = send;
    host.on_answer = on_answer;
    us_run_def run = {.host = &host, .context = &character->exec, .seed = seed};
    character->exec = (us_executor){.seat = &group->seat,
                                    .character = character,
                                    .act = &act_host,
                                    .goal = &goal_host,
                                    .query = &group->query_host,
                                    .run = us_run_new(&run)};
    character->group = group;
    character->id = id;
    character->program = program;
    us_run_start(character->exec.run, program, NULL, 0);
    return character;
}

static void character_free(us_character *character)
{
    us_executor_clear(&character->exec);
    us_mem_free(character->inbox.item);
    us_mem_free(character->describing.item);
    us_mem_free(character);
}

/* ---- archetypes */

/* Returns the program that an earlier type of the same archetype has, or NULL. */
static us_program *shared_program(const us_character_group *group, us_type type)
{
    const us_type_def *def = group->seat.domain->type;
    for (us_type t = 0; t < type; t++)
        if (group->program[t] && us_text_equal(def[t].archetype, def[type].archetype))
            return group->program[t];
    return NULL;
}

/* Types whose archetype the case base does not hold have no program. */
static us_status read_archetypes(us_character_group *group, us_error *err)
{
    const us_domain *domain = group->seat.domain;
    group->program = US_NEW_ARRAY(us_program *, domain->type_count + 1);
    for (us_type t = 0; t < domain->type_count; t++) {
        const us_template *template = NULL;
        const char *name = domain->type[t].archetype;
        if (domain->type[t].abstract || !name[0])
            continue;
        group->program[t] = shared_program(group, t);
        if (!group->program[t])
            US_TRY(us_case_base_find_archetype(group->def.case_base, name, &template, err));
        if (template)
            group->program[t] = us_program_new(template);
        group->plays = group->plays || template;
    }
    return US_OK;
}

us_status us_character_group_new(const us_character_group_def *def, us_character_group **out,
                                 us_error *err)
{
    us_character_group *group = US_NEW(us_character_group);
    group->def = *def;
    us_seat_state_init(&group->seat, def->scenario, def->seat, def->seed, def->case_base);
    group->query_host = us_query_task_host;
    group->query_host.begin = begin_query;
    us_status status = read_archetypes(group, err);
    if (status == US_OK)
        *out = group->plays ? group : NULL;
    if (status != US_OK || !group->plays)
        us_character_group_free(group);
    return status;
}

void us_character_group_free(us_character_group *group)
{
    if (!group)
        return;
    for (int i = 0; i < group->characters; i++)
        character_free(group->character[i]);
    for (us_type t = group->seat.domain->type_count - 1; t >= 0; t--)
        us_program_free(shared_program(group, t) ? NULL : group->program[t]);
    us_seat_state_clear(&group->seat);
    us_mem_free(group->program);
    us_mem_free(group->character);
    us_mem_free(group->next.item);
    us_mem_free(group->all.item);
    us_mem_free(group->event.item);
    us_mem_free(group);
}

/* ---- the roll */

static us_view view_of(const us_character *character)
{
    us_view view = *character->exec.seat->view;
    view.actor = character->id;
    return view;
}

static const us_program *program_of(const us_character_group *group, const us_entity *e)
{
    return e->owner == group->seat.view->self ? group->program[e->type] : NULL;
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
    const us_world *world = group->seat.view->world;
    int kept = 0, i = 0, characters = group->characters;
    for (int a = 0; a < characters; a++) {
        us_character *character = group->character[a];
        while (i < world->count && world->entity[i].id < character->id)
            i++;
        const us_entity *e = i < world->count ? &world->entity[i] : NULL;
        if (e && e->id == character->id && program_of(group, e) == character->program) {
            group->character[kept++] = character;
            continue;
        }
        us_view view = view_of(character);
        us_run_halt(character->exec.run, &view);
        character_free(character);
    }
    group->characters = kept;
    for (int k = 0, at = 0; k < world->count; k++) {
        const us_program *program = program_of(group, &world->entity[k]);
        if (!program)
            continue;
        if (at == group->characters || group->character[at]->id != world->entity[k].id)
            insert(group, at, character_new(group, world->entity[k].id, program));
        at++;
    }
}

/* ---- events */

/* Deals events to the characters that they are about; events of the seat without an entity go to
 * all. */
static void deal(us_character_group *group, const us_events *events)
{
    group->next.count = group->all.count = 0;
    for (int i = 0; i < events->count; i++) {
        const us_event *event = &events->event[i];
        us_character *character = event->entity ? find_character(group, event->entity) : NULL;
        US_LIST_PUT(group->next, 0);
        if (!event->entity && us_event_is_relevant(event, group->seat.view->self))
            US_LIST_PUT(group->all, i);
        if (!character)
            continue;
        *(character->last_event ? &group->next.item[character->last_event - 1]
                                : &character->first_event) = i + 1;
        character->last_event = i + 1;
        if (event->kind == US_EVENT_DONE || event->kind == US_EVENT_FAILED)
            handle_end(character, event);
    }
}

/* Delivers the messages of the last think. */
static void deliver(us_character *character)
{
    for (int i = 0; i < character->inbox.count; i++)
        us_run_emit(character->exec.run, character->inbox.item[i].name,
                    &character->inbox.item[i].event);
    if (character->inbox.count)
        character->due = 0;
    character->inbox.count = 0;
}

/* Lists the character's own events and those of all, as they happened. */
static void gather(us_character_group *group, const us_character *character,
                   const us_events *events)
{
    int own = character->first_event, all = 0;
    group->event.count = 0;
    while (own || all < group->all.count) {
        bool mine = own && (all == group->all.count || own - 1 < group->all.item[all]);
        int i = mine ? own - 1 : group->all.item[all++];
        if (mine)
            own = group->next.item[i];
        US_LIST_PUT(group->event, events->event[i]);
    }
}

/* ---- thinking */

static void update_character(us_character_group *group, us_character *character,
                             const us_events *events)
{
    us_view view = view_of(character);
    gather(group, character, events);
    for (int i = 0; i < character->describing.count; i++)
        bind_frame(character, character->describing.item[i]);
    us_run_tick(character->exec.run, &view, group->event.item, group->event.count);
    character->due = us_run_next_cycle(character->exec.run);
    character->watches = us_run_has_watches(character->exec.run);
    group->counts.ticks++;
}

us_cycle us_character_group_think(us_character_group *group, const us_view *view,
                                  const us_events *events, us_orders *orders)
{
    const us_world *world = view->world;
    us_cycle now = world->now, next = US_NEVER;
    us_seat_state_begin(&group->seat, view, orders);
    group->message_sent = false;
    call_roll(group);
    deal(group, events);
    for (int i = 0; i < group->characters; i++)
        deliver(group->character[i]);
    bool changed = !world->revision || group->any != world->revision[US_REVISION_ANY];
    group->any = world->revision ? world->revision[US_REVISION_ANY] : 0;
    for (int i = 0; i < group->characters; i++) {
        us_character *character = group->character[i];
        if (character->due <= now || character->first_event || group->all.count ||
            (character->watches && changed))
            update_character(group, character, events);
        character->first_event = character->last_event = 0;
        us_cycle due = character->watches ? now + 1 : character->due;
        next = due < next ? due : next;
    }
    if (group->seat.given.count || group->message_sent)
        next = now + 1;
    return next <= now ? now + 1 : next;
}

void us_character_group_on_order(us_character_group *group, const us_order *order, us_reason reason)
{
    us_given_order given = us_seat_state_take_order(&group->seat, reason);
    if (given.executor && reason == US_REASON_NONE)
        given.executor->character->latest = order->id;
    if (!given.task)
        return;
    us_task_on_order(given.task, order, reason);
    if (reason != US_REASON_NONE)
        given.task->executor->character->due = 0;
}

void us_character_group_end_game(us_character_group *group)
{
    us_notes_reset(&group->seat.notes);
}

int us_character_group_notes(const us_character_group *group, const us_note **out)
{
    *out = group->seat.notes.note;
    return group->seat.notes.count;
}

us_character_group_counts us_character_group_get_counts(const us_character_group *group)
{
    us_character_group_counts counts = group->counts;
    counts.characters = group->characters;
    counts.orders = group->seat.ordered;
    counts.refused = group->seat.refused;
    counts.ask = us_query_engine_get_counts(group->seat.asker);
    return counts;
}

const us_run *us_character_group_run(const us_character_group *group, us_id character)
{
    const us_character *found = find_character(group, character);
    return found ? found->exec.run : NULL;
}
