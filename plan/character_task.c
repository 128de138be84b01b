/* Tasks of characters: acts, which are orders to the character itself, and queries. */
#include "domain/action.h"
#include "plan/character.h"

static us_character_task *character_task_at(const us_character *character,
                                            const us_node_map *node_refs, us_node_ref node_ref)
{
    int index = us_node_map_find(node_refs, node_ref);
    return index < 0 ? NULL : &character->character_task[index];
}

us_character_task *us_character_task_find(const us_character *character, us_node_ref node_ref)
{
    return character_task_at(character, &character->node_refs, node_ref);
}

us_character_task *us_character_task_find_order(const us_character *character, uint32_t order)
{
    return character_task_at(character, &character->orders, (us_node_ref){order, -1});
}

void us_character_task_set_order(us_character *character, us_character_task *character_task,
                                 uint32_t order)
{
    if (character_task->order)
        us_node_map_remove(&character->orders, (us_node_ref){character_task->order, -1});
    character_task->order = order;
    if (order)
        us_node_map_put(&character->orders, (us_node_ref){order, -1},
                        (int)(character_task - character->character_task));
}

static us_character_task *character_task_new(us_character *character, us_node_ref node_ref,
                                             us_node_kind kind)
{
    if (!character->character_task_free) {
        character->character_task =
            us_array_grow(character->character_task, character->character_tasks,
                          &character->character_task_room, sizeof *character->character_task);
        character->character_task[character->character_tasks++].next = 0;
        character->character_task_free = character->character_tasks;
    }
    us_character_task *character_task =
        &character->character_task[character->character_task_free - 1];
    us_node_map_put(&character->node_refs, node_ref, character->character_task_free - 1);
    character->character_task_free = character_task->next;
    character_task->node_ref = node_ref;
    character_task->kind = kind;
    character_task->node = character_task->order = 0;
    character_task->asleep = false;
    character_task->wants = kind == US_NODE_ACT;
    character_task->lacks = US_LACKS_BEHAVIOR;
    character_task->answer = US_ANSWER_NONE;
    character_task->reason = US_REASON_NONE;
    return character_task;
}

static void character_task_free(us_character *character, us_character_task *character_task)
{
    us_character_task_set_order(character, character_task, 0);
    us_node_map_remove(&character->node_refs, character_task->node_ref);
    character_task->node_ref = (us_node_ref){0, 0};
    character_task->next = character->character_task_free;
    character->character_task_free = 1 + (int)(character_task - character->character_task);
}

static us_answer end(us_character *character, us_character_task *character_task, us_answer answer,
                     const char *why, us_note_lack lack)
{
    bool well = answer == US_SUCCESS;
    us_character_task_log(character, character_task, well ? US_NOTE_SUCCEEDED : US_NOTE_FAILED, why,
                          lack);
    character_task_free(character, character_task);
    return answer;
}

/* ---- described slots */

static bool fits(const us_character *character, const us_slot_row *row, const us_entity *e)
{
    const us_view *view = character->group->view;
    const us_domain *domain = character->group->domain;
    bool owner = row->owner == US_SEAT_NONE    ? true
                 : row->owner == US_SEAT_SELF  ? e->owner == view->self
                 : row->owner == US_SEAT_ENEMY ? e->owner >= 0 && e->owner != view->self
                                               : e->owner == row->owner;
    return owner && e->id != character->id &&
           (row->type == US_NO_TYPE || us_type_is_a(domain, e->type, row->type)) &&
           (row->role < 0 || (domain->type[e->type].roles >> row->role & 1));
}

/* Binds an entity slot to the nearest that fits, of equals the oldest; a group slot to all that
 * fit. */
static void bind_slot(us_character *character, uint32_t frame, const us_template *t, int slot)
{
    const us_world *world = character->group->view->world;
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
        int far = us_entity_distance(character->group->domain, self, e);
        if (group)
            all[value.count++] = e->id;
        else if (far < least)
            value.number = e->id;
        least = far < least ? far : least;
    }
    if (value.count || value.number)
        us_run_bind(character->run, frame, slot, value);
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
    const us_world *world = character->group->view->world;
    if (!us_run_is_bound(character->run, frame, slot))
        return !row->initial;
    us_value value = us_run_frame_binding(character->run, frame).value[slot];
    bool left = us_world_find(world, (us_id)value.number) != NULL;
    for (int i = 0; i < value.count && !left; i++)
        left = us_world_find(world, value.id[i]) != NULL;
    return !left;
}

static void bind_frame(us_character *character, uint32_t frame)
{
    const us_template *t = us_run_frame_template(character->run, frame);
    for (int slot = 0; slot < t->slot_count; slot++)
        if (is_described(&t->slot[slot]) && is_wanted(character, frame, &t->slot[slot], slot))
            bind_slot(character, frame, t, slot);
}

void us_character_bind_slots(us_character *character)
{
    for (int i = 0; i < character->describings; i++)
        bind_frame(character, character->describing[i]);
}

static void open_frame(us_character *character, uint32_t frame)
{
    const us_template *t = us_run_frame_template(character->run, frame);
    int slot = 0;
    while (slot < t->slot_count && !is_described(&t->slot[slot]))
        slot++;
    if (slot == t->slot_count)
        return;
    character->describing =
        us_array_grow(character->describing, character->describings, &character->describing_room,
                      sizeof *character->describing);
    character->describing[character->describings++] = frame;
    bind_frame(character, frame);
}

static void close_frame(us_character *character, uint32_t frame)
{
    int kept = 0;
    for (int i = 0; i < character->describings; i++)
        if (character->describing[i] != frame)
            character->describing[kept++] = character->describing[i];
    character->describings = kept;
}

/* ---- acts */

static int64_t argument(const us_character *character, const us_param *param, us_value value)
{
    const us_view *view = character->group->view;
    int64_t number = value.number;
    if (param->kind == US_VALUE_TYPE && number >= 0) {
        us_type own = us_type_for_faction(character->group->domain, (us_type)number,
                                          view->world->faction[view->self]);
        return own == US_NO_TYPE ? number : own;
    }
    if (param->kind == US_VALUE_SEAT && number == US_SEAT_SELF)
        return view->self;
    if (param->kind == US_VALUE_SEAT && number == US_SEAT_ENEMY)
        return view->self == 0 ? 1 : 0;
    return number;
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
static bool fill(us_character *character, const us_character_task *character_task, us_order *order)
{
    const us_node *node = &us_run_frame_template(character->run, character_task->node_ref.frame)
                               ->node[character_task->node_ref.node];
    const us_action_def *def = &character->group->domain->action[node->what];
    for (int i = 0; i < node->arg_count; i++) {
        const us_arg *arg = &node->arg[i];
        if (arg->param == US_ARG_ACTOR) {
            us_value_kind kind = arg->expr ? us_expr_kind(arg->expr) : US_VALUE_ENTITY;
            if (!is_itself(character, us_run_eval_arg(character->run,
                                                      character_task->node_ref.frame, arg, kind)))
                return false;
        } else if (arg->param >= 0) {
            const us_param *param = &def->param[arg->param];
            us_value value =
                us_run_eval_arg(character->run, character_task->node_ref.frame, arg, param->kind);
            order->arg[arg->param] = (int32_t)argument(character, param, value);
        }
    }
    return true;
}

static us_answer give(us_character *character, us_character_task *character_task)
{
    us_character_group *group = character->group;
    bind_frame(character, character_task->node_ref.frame); /* no other frame's slots are used */
    const us_node *node = &us_run_frame_template(character->run, character_task->node_ref.frame)
                               ->node[character_task->node_ref.node];
    us_order order = {.seat = group->view->self,
                      .action = (int8_t)node->what,
                      .unit = &character->id,
                      .unit_count = 1};
    if (!fill(character, character_task, &order))
        return end(character, character_task, US_FAILURE, "a character commands itself alone",
                   US_LACKS_OTHER);
    us_reason reason = us_scenario_check(group->def.scenario, group->view, &order);
    if (reason != US_REASON_NONE) {
        group->counts.refused++;
        return end(character, character_task, US_FAILURE, us_reason_name(reason), US_LACKS_OTHER);
    }
    us_character_task_log(character, character_task, US_NOTE_STARTED, NULL, US_LACKS_NONE);
    order.step = character_task->node;
    us_orders_add_copy(group->orders, &order);
    group->given =
        us_array_grow(group->given, group->givens, &group->given_room, sizeof *group->given);
    group->given[group->givens++] = (us_given_order){character->id, character_task->node_ref};
    group->counts.orders++;
    character_task->wants = false;
    us_character_task_set_order(character, character_task, 0);
    return US_RUNNING;
}

static us_answer act(us_character *character, us_character_task *character_task, us_cycle *until)
{
    *until = US_NEVER;
    if (character_task->answer == US_SUCCESS)
        return end(character, character_task, US_SUCCESS, NULL, US_LACKS_NONE);
    if (character_task->answer == US_FAILURE)
        return end(character, character_task, US_FAILURE, us_reason_name(character_task->reason),
                   US_LACKS_OTHER);
    return character_task->wants ? give(character, character_task) : US_RUNNING;
}

/* Whether the task's order is the character's last one. The result of an order of this think is not
 * known yet. */
static bool goes_on(const us_character *character, const us_character_task *character_task)
{
    const us_character_group *group = character->group;
    const us_given_order *last = group->givens ? &group->given[group->givens - 1] : NULL;
    if (last && last->character == character->id)
        return last->node_ref.frame == character_task->node_ref.frame &&
               last->node_ref.node == character_task->node_ref.node;
    return character_task->order && character_task->order == character->latest;
}

static void stop_act(us_character *character, us_character_task *character_task, us_stop how)
{
    if (how == US_SUSPEND) {
        character_task->asleep = true;
        us_character_task_log(character, character_task, US_NOTE_WAITING, "dormant", US_LACKS_NONE);
    } else if (how == US_RESUME) {
        character_task->asleep = false;
        if (character_task->answer == US_ANSWER_NONE && !goes_on(character, character_task))
            character_task->wants = true;
        else
            us_character_task_log(character, character_task, US_NOTE_STARTED, NULL, US_LACKS_NONE);
        us_run_wake(character->run, character_task->node_ref);
    } else {
        us_character_task_log(character, character_task, US_NOTE_STOPPED, NULL, US_LACKS_NONE);
        character_task_free(character, character_task);
    }
}

/* ---- queries */

static void filled(void *context, us_active_query *asking)
{
    us_character *character = context;
    us_character_task *character_task = us_character_task_find(character, asking->node_ref);
    if (!character_task->node)
        us_character_task_log(character, character_task, US_NOTE_STARTED, NULL, US_LACKS_NONE);
    us_character_task_log_answer(character, character_task);
}

static void over(void *context, us_active_query *asking, us_note_kind how, const char *why)
{
    us_character *character = context;
    if (how == US_NOTE_FAILED)
        us_character_task_find(character, asking->node_ref)->lacks = US_LACKS_OTHER;
    us_character_log_end(character, asking->frame, how, why);
}

static us_query_host asks_of(us_character *character)
{
    return (us_query_host){character->group->asker, character->run, character, filled, over};
}

static us_answer answered(us_character *character, us_character_task *character_task,
                          us_answer answer)
{
    if (answer == US_RUNNING)
        return answer;
    return end(character, character_task, answer, character_task->asking.why,
               answer == US_SUCCESS ? US_LACKS_NONE : character_task->lacks);
}

static void stop_query(us_character *character, us_character_task *character_task, us_stop how)
{
    us_query_host asks = asks_of(character);
    us_query_host_stop(&asks, &character_task->asking, how);
    if (how != US_HALT)
        return;
    us_character_task_log(character, character_task, US_NOTE_STOPPED, NULL, US_LACKS_NONE);
    character_task_free(character, character_task);
}

/* ---- the host */

static us_answer begin(void *context, us_run *run, us_node_ref node_ref, us_cycle *until)
{
    us_character *character = context;
    us_node_kind kind = us_run_frame_template(run, node_ref.frame)->node[node_ref.node].kind;
    us_character_task *character_task = character_task_new(character, node_ref, kind);
    if (kind == US_NODE_ACT)
        return act(character, character_task, until);
    if (kind == US_NODE_GOAL)
        return end(character, character_task, US_FAILURE, "a character pursues no goals",
                   US_LACKS_OTHER);
    bind_frame(character, node_ref.frame);
    us_query_host asks = asks_of(character);
    return answered(character, character_task,
                    us_query_host_begin(&asks, node_ref, &character_task->asking, until));
}

static us_answer go(void *context, us_run *run, us_node_ref node_ref, us_cycle *until)
{
    us_character *character = context;
    us_character_task *character_task = us_character_task_find(character, node_ref);
    (void)run;
    us_assert(character_task != NULL);
    if (character_task->kind == US_NODE_ACT)
        return act(character, character_task, until);
    us_query_host asks = asks_of(character);
    return answered(character, character_task,
                    us_query_host_update(&asks, &character_task->asking, until));
}

static void stop(void *context, us_run *run, us_node_ref node_ref, us_stop how)
{
    us_character *character = context;
    us_character_task *character_task = us_character_task_find(character, node_ref);
    (void)run;
    us_assert(character_task != NULL);
    if (character_task->kind == US_NODE_ACT)
        stop_act(character, character_task, how);
    else
        stop_query(character, character_task, how);
}

static const us_program *tree(void *context, us_run *run, us_node_ref node_ref, const char *name)
{
    us_character *character = context;
    (void)run, (void)node_ref;
    return us_query_engine_find_tree(character->group->asker, name);
}

/* A character pursues no goals. */
static int64_t score(void *context, us_run *run, us_node_ref node_ref)
{
    us_character *character = context;
    const us_template *template = us_run_frame_template(run, node_ref.frame);
    if (template->node[node_ref.node].kind != US_NODE_QUERY ||
        !us_node_has_similarity(template, node_ref.node))
        return 0;
    return us_active_query_score(
        us_query_engine_similarity(character->group->asker, run, node_ref));
}

/* Sends a message for the next think; of several with one name, the first is kept. */
static void send_to(us_character *character, us_id to, const char *name, const us_event *event)
{
    us_character *hearer =
        to == character->id ? NULL : us_character_group_find(character->group, to);
    if (!hearer)
        return;
    for (int i = 0; i < hearer->messages; i++)
        if (us_text_equal(hearer->message[i].name, name))
            return;
    hearer->message = us_array_grow(hearer->message, hearer->messages, &hearer->message_room,
                                    sizeof *hearer->message);
    us_message *message = &hearer->message[hearer->messages++];
    *message = (us_message){name, *event};
    message->event.entity = to;
    character->group->tells = true;
    character->group->counts.told++;
}

static void send(void *context, us_run *run, us_node_ref node_ref, us_value to)
{
    us_character *character = context;
    us_character_group *group = character->group;
    const us_world *world = group->view->world;
    const us_node *node = &us_run_frame_template(run, node_ref.frame)->node[node_ref.node];
    const us_entity *self = us_world_find(world, character->id);
    us_event event = {.cycle = world->now,
                      .seat = group->view->self,
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
        if (e && us_entity_distance(group->domain, self, e) <= to.number)
            send_to(character, e->id, node->name, &event);
    }
}

static void told(void *context, us_run *run, us_node_ref node_ref, us_answer answered)
{
    (void)run;
    if (node_ref.node >= 0)
        return;
    us_character_log_frame(context, node_ref.frame, answered);
    if (answered == US_RUNNING)
        open_frame(context, node_ref.frame);
    else
        close_frame(context, node_ref.frame);
}

const us_host us_character_host = {.begin = begin,
                                   .go = go,
                                   .stop = stop,
                                   .tree = tree,
                                   .score = score,
                                   .send = send,
                                   .told = told};
