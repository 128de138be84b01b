/* What an actor does: acts, which are orders of itself, and queries. */
#include "domain/action.h"
#include "plan/actor.h"

static us_deed *deed_at(const us_actor *actor, const us_spots *spots, us_spot spot)
{
    int index = us_spots_find(spots, spot);
    return index < 0 ? NULL : &actor->deed[index];
}

us_deed *us_deed_find(const us_actor *actor, us_spot spot)
{
    return deed_at(actor, &actor->spots, spot);
}

us_deed *us_deed_of_order(const us_actor *actor, uint32_t order)
{
    return deed_at(actor, &actor->orders, (us_spot){order, -1});
}

void us_deed_order(us_actor *actor, us_deed *deed, uint32_t order)
{
    if (deed->order)
        us_spots_remove(&actor->orders, (us_spot){deed->order, -1});
    deed->order = order;
    if (order)
        us_spots_put(&actor->orders, (us_spot){order, -1}, (int)(deed - actor->deed));
}

static us_deed *deed_new(us_actor *actor, us_spot spot, us_node_kind kind)
{
    if (!actor->deed_free) {
        actor->deed = us_grow(actor->deed, actor->deeds, &actor->deed_room, sizeof *actor->deed);
        actor->deed[actor->deeds++].next = 0;
        actor->deed_free = actor->deeds;
    }
    us_deed *deed = &actor->deed[actor->deed_free - 1];
    us_spots_put(&actor->spots, spot, actor->deed_free - 1);
    actor->deed_free = deed->next;
    deed->spot = spot;
    deed->kind = kind;
    deed->node = deed->order = 0;
    deed->asleep = false;
    deed->wants = kind == US_NODE_ACT;
    deed->lacks = US_LACKS_BEHAVIOR;
    deed->answer = US_ANSWER_NONE;
    deed->reason = US_REASON_NONE;
    return deed;
}

static void deed_free(us_actor *actor, us_deed *deed)
{
    us_deed_order(actor, deed, 0);
    us_spots_remove(&actor->spots, deed->spot);
    deed->spot = (us_spot){0, 0};
    deed->next = actor->deed_free;
    actor->deed_free = 1 + (int)(deed - actor->deed);
}

static us_answer end(us_actor *actor, us_deed *deed, us_answer answer, const char *why,
                     us_note_lack lack)
{
    bool well = answer == US_SUCCESS;
    us_deed_tell(actor, deed, well ? US_NOTE_SUCCEEDED : US_NOTE_FAILED, why, lack);
    deed_free(actor, deed);
    return answer;
}

/* ---- slots that are described */

static bool fits(const us_actor *actor, const us_slot_row *row, const us_entity *e)
{
    const us_view *view = actor->troupe->view;
    const us_domain *domain = actor->troupe->domain;
    bool owner = row->owner == US_SEAT_NONE    ? true
                 : row->owner == US_SEAT_SELF  ? e->owner == view->self
                 : row->owner == US_SEAT_ENEMY ? e->owner >= 0 && e->owner != view->self
                                               : e->owner == row->owner;
    return owner && e->id != actor->id &&
           (row->type == US_NO_TYPE || us_type_is(domain, e->type, row->type)) &&
           (row->role < 0 || (domain->type[e->type].roles >> row->role & 1));
}

/* An entity is the nearest that fits, of equals the oldest; a group all that do. */
static void bind_slot(us_actor *actor, uint32_t frame, const us_template *t, int slot)
{
    const us_world *world = actor->troupe->view->world;
    const us_slot_row *row = &t->slot[slot];
    const us_entity *self = us_world_find(world, actor->id);
    bool group = row->slot.kind == US_VALUE_GROUP;
    us_id *all = group ? US_NEW_ARRAY(us_id, world->count + 1) : NULL;
    us_value value = {.id = all};
    int least = INT32_MAX;
    for (int i = 0; self && i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (!fits(actor, row, e))
            continue;
        int far = us_entity_distance(actor->troupe->domain, self, e);
        if (group)
            all[value.count++] = e->id;
        else if (far < least)
            value.number = e->id;
        least = far < least ? far : least;
    }
    if (value.count || value.number)
        us_run_bind(actor->run, frame, slot, value);
    us_free(all);
}

static bool is_described(const us_slot_row *row)
{
    bool described = row->type != US_NO_TYPE || row->role >= 0 || row->owner != US_SEAT_NONE;
    return described && !row->param &&
           (row->slot.kind == US_VALUE_ENTITY || row->slot.kind == US_VALUE_GROUP);
}

/* Nothing binds it, or nobody is left of whom it holds. */
static bool is_wanted(const us_actor *actor, uint32_t frame, const us_slot_row *row, int slot)
{
    const us_world *world = actor->troupe->view->world;
    if (!us_run_bound(actor->run, frame, slot))
        return !row->initial;
    us_value value = us_run_binding(actor->run, frame).value[slot];
    bool left = us_world_find(world, (us_id)value.number) != NULL;
    for (int i = 0; i < value.count && !left; i++)
        left = us_world_find(world, value.id[i]) != NULL;
    return !left;
}

static void bind_frame(us_actor *actor, uint32_t frame)
{
    const us_template *t = us_run_template(actor->run, frame);
    for (int slot = 0; slot < t->slot_count; slot++)
        if (is_described(&t->slot[slot]) && is_wanted(actor, frame, &t->slot[slot], slot))
            bind_slot(actor, frame, t, slot);
}

void us_actor_bind(us_actor *actor)
{
    for (int i = 0; i < actor->describings; i++)
        bind_frame(actor, actor->describing[i]);
}

static void open_frame(us_actor *actor, uint32_t frame)
{
    const us_template *t = us_run_template(actor->run, frame);
    int slot = 0;
    while (slot < t->slot_count && !is_described(&t->slot[slot]))
        slot++;
    if (slot == t->slot_count)
        return;
    actor->describing = us_grow(actor->describing, actor->describings, &actor->describing_room,
                                sizeof *actor->describing);
    actor->describing[actor->describings++] = frame;
    bind_frame(actor, frame);
}

static void close_frame(us_actor *actor, uint32_t frame)
{
    int kept = 0;
    for (int i = 0; i < actor->describings; i++)
        if (actor->describing[i] != frame)
            actor->describing[kept++] = actor->describing[i];
    actor->describings = kept;
}

/* ---- acts */

static int64_t argument(const us_actor *actor, const us_param *param, us_value value)
{
    const us_view *view = actor->troupe->view;
    int64_t number = value.number;
    if (param->kind == US_VALUE_TYPE && number >= 0) {
        us_type own =
            us_type_for(actor->troupe->domain, (us_type)number, view->world->faction[view->self]);
        return own == US_NO_TYPE ? number : own;
    }
    if (param->kind == US_VALUE_SEAT && number == US_SEAT_SELF)
        return view->self;
    if (param->kind == US_VALUE_SEAT && number == US_SEAT_ENEMY)
        return view->self == 0 ? 1 : 0;
    return number;
}

static bool is_itself(const us_actor *actor, us_value value)
{
    if (!value.id)
        return value.number == actor->id;
    for (int i = 0; i < value.count; i++)
        if (value.id[i] == actor->id)
            return true;
    return false;
}

/* False: it is to be done by somebody else. */
static bool fill(us_actor *actor, const us_deed *deed, us_order *order)
{
    const us_node *node = &us_run_template(actor->run, deed->spot.frame)->node[deed->spot.node];
    const us_action_def *def = &actor->troupe->domain->action[node->what];
    for (int i = 0; i < node->arg_count; i++) {
        const us_arg *arg = &node->arg[i];
        if (arg->param == US_ARG_ACTOR) {
            us_value_kind kind = arg->expr ? us_expr_kind(arg->expr) : US_VALUE_ENTITY;
            if (!is_itself(actor, us_run_value(actor->run, deed->spot.frame, arg, kind)))
                return false;
        } else if (arg->param >= 0) {
            const us_param *param = &def->param[arg->param];
            us_value value = us_run_value(actor->run, deed->spot.frame, arg, param->kind);
            order->arg[arg->param] = (int32_t)argument(actor, param, value);
        }
    }
    return true;
}

static us_answer give(us_actor *actor, us_deed *deed)
{
    us_troupe *troupe = actor->troupe;
    bind_frame(actor, deed->spot.frame); /* it names no slots of others */
    const us_node *node = &us_run_template(actor->run, deed->spot.frame)->node[deed->spot.node];
    us_order order = {.seat = troupe->view->self,
                      .action = (int8_t)node->what,
                      .unit = &actor->id,
                      .unit_count = 1};
    if (!fill(actor, deed, &order))
        return end(actor, deed, US_FAILURE, "a character commands itself alone", US_LACKS_OTHER);
    us_reason reason = us_scenario_check(troupe->def.scenario, troupe->view, &order);
    if (reason != US_REASON_NONE) {
        troupe->counts.refused++;
        return end(actor, deed, US_FAILURE, us_reason_name(reason), US_LACKS_OTHER);
    }
    us_deed_tell(actor, deed, US_NOTE_STARTED, NULL, US_LACKS_NONE);
    order.step = deed->node;
    us_orders_copy(troupe->orders, &order);
    troupe->given =
        us_grow(troupe->given, troupe->givens, &troupe->given_room, sizeof *troupe->given);
    troupe->given[troupe->givens++] = (us_ordered){actor->id, deed->spot};
    troupe->counts.orders++;
    deed->wants = false;
    us_deed_order(actor, deed, 0);
    return US_RUNNING;
}

static us_answer act(us_actor *actor, us_deed *deed, us_cycle *until)
{
    *until = US_NEVER;
    if (deed->answer == US_SUCCESS)
        return end(actor, deed, US_SUCCESS, NULL, US_LACKS_NONE);
    if (deed->answer == US_FAILURE)
        return end(actor, deed, US_FAILURE, us_reason_name(deed->reason), US_LACKS_OTHER);
    return deed->wants ? give(actor, deed) : US_RUNNING;
}

/* No other order of the actor came after its own; of those of this think nobody knows more yet. */
static bool goes_on(const us_actor *actor, const us_deed *deed)
{
    const us_troupe *troupe = actor->troupe;
    const us_ordered *last = troupe->givens ? &troupe->given[troupe->givens - 1] : NULL;
    if (last && last->actor == actor->id)
        return last->spot.frame == deed->spot.frame && last->spot.node == deed->spot.node;
    return deed->order && deed->order == actor->latest;
}

static void stop_act(us_actor *actor, us_deed *deed, us_stop how)
{
    if (how == US_SUSPEND) {
        deed->asleep = true;
        us_deed_tell(actor, deed, US_NOTE_WAITING, "dormant", US_LACKS_NONE);
    } else if (how == US_RESUME) {
        deed->asleep = false;
        if (deed->answer == US_ANSWER_NONE && !goes_on(actor, deed))
            deed->wants = true;
        else
            us_deed_tell(actor, deed, US_NOTE_STARTED, NULL, US_LACKS_NONE);
        us_run_wake(actor->run, deed->spot);
    } else {
        us_deed_tell(actor, deed, US_NOTE_STOPPED, NULL, US_LACKS_NONE);
        deed_free(actor, deed);
    }
}

/* ---- queries */

static void filled(void *context, us_demand *asking)
{
    us_actor *actor = context;
    us_deed *deed = us_deed_find(actor, asking->spot);
    if (!deed->node)
        us_deed_tell(actor, deed, US_NOTE_STARTED, NULL, US_LACKS_NONE);
    us_deed_tell_answer(actor, deed);
}

static void over(void *context, us_demand *asking, us_note_kind how, const char *why)
{
    us_actor *actor = context;
    if (how == US_NOTE_FAILED)
        us_deed_find(actor, asking->spot)->lacks = US_LACKS_OTHER;
    us_actor_tell_over(actor, asking->frame, how, why);
}

static us_asks asks_of(us_actor *actor)
{
    return (us_asks){actor->troupe->asker, actor->run, actor, filled, over};
}

static us_answer answered(us_actor *actor, us_deed *deed, us_answer answer)
{
    if (answer == US_RUNNING)
        return answer;
    return end(actor, deed, answer, deed->asking.why,
               answer == US_SUCCESS ? US_LACKS_NONE : deed->lacks);
}

static void stop_query(us_actor *actor, us_deed *deed, us_stop how)
{
    us_asks asks = asks_of(actor);
    us_ask_stop(&asks, &deed->asking, how);
    if (how != US_HALT)
        return;
    us_deed_tell(actor, deed, US_NOTE_STOPPED, NULL, US_LACKS_NONE);
    deed_free(actor, deed);
}

/* ---- the host */

static us_answer begin(void *context, us_run *run, us_spot spot, us_cycle *until)
{
    us_actor *actor = context;
    us_node_kind kind = us_run_template(run, spot.frame)->node[spot.node].kind;
    us_deed *deed = deed_new(actor, spot, kind);
    if (kind == US_NODE_ACT)
        return act(actor, deed, until);
    if (kind == US_NODE_GOAL)
        return end(actor, deed, US_FAILURE, "a character pursues no goals", US_LACKS_OTHER);
    bind_frame(actor, spot.frame);
    us_asks asks = asks_of(actor);
    return answered(actor, deed, us_ask_open(&asks, spot, &deed->asking, until));
}

static us_answer go(void *context, us_run *run, us_spot spot, us_cycle *until)
{
    us_actor *actor = context;
    us_deed *deed = us_deed_find(actor, spot);
    (void)run;
    us_assert(deed != NULL);
    if (deed->kind == US_NODE_ACT)
        return act(actor, deed, until);
    us_asks asks = asks_of(actor);
    return answered(actor, deed, us_ask_go(&asks, &deed->asking, until));
}

static void stop(void *context, us_run *run, us_spot spot, us_stop how)
{
    us_actor *actor = context;
    us_deed *deed = us_deed_find(actor, spot);
    (void)run;
    us_assert(deed != NULL);
    if (deed->kind == US_NODE_ACT)
        stop_act(actor, deed, how);
    else
        stop_query(actor, deed, how);
}

static const us_program *tree(void *context, us_run *run, us_spot spot, const char *name)
{
    us_actor *actor = context;
    (void)run, (void)spot;
    return us_answerer_tree(actor->troupe->asker, name);
}

/* A character pursues no goals. */
static int64_t score(void *context, us_run *run, us_spot spot)
{
    us_actor *actor = context;
    const us_template *template = us_run_template(run, spot.frame);
    if (template->node[spot.node].kind != US_NODE_QUERY || !us_node_is_alike(template, spot.node))
        return 0;
    return us_ask_score(us_ask_similarity(actor->troupe->asker, run, spot));
}

/* In the next think; of one name the first, as it is heard. */
static void send_to(us_actor *actor, us_id to, const char *name, const us_event *event)
{
    us_actor *hearer = to == actor->id ? NULL : us_actor_find(actor->troupe, to);
    if (!hearer)
        return;
    for (int i = 0; i < hearer->messages; i++)
        if (us_text_equal(hearer->message[i].name, name))
            return;
    hearer->message =
        us_grow(hearer->message, hearer->messages, &hearer->message_room, sizeof *hearer->message);
    us_message *message = &hearer->message[hearer->messages++];
    *message = (us_message){name, *event};
    message->event.entity = to;
    actor->troupe->tells = true;
    actor->troupe->counts.told++;
}

static void send(void *context, us_run *run, us_spot spot, us_value to)
{
    us_actor *actor = context;
    us_troupe *troupe = actor->troupe;
    const us_world *world = troupe->view->world;
    const us_node *node = &us_run_template(run, spot.frame)->node[spot.node];
    const us_entity *self = us_world_find(world, actor->id);
    us_event event = {.cycle = world->now,
                      .seat = troupe->view->self,
                      .other = actor->id,
                      .x = self ? self->x : (int16_t)-1,
                      .y = self ? self->y : (int16_t)-1};
    if (us_expr_kind(node->arg[0].expr) == US_VALUE_ENTITY)
        send_to(actor, (us_id)to.number, node->name, &event);
    for (int i = 0; i < to.count; i++)
        send_to(actor, to.id[i], node->name, &event);
    if (us_expr_kind(node->arg[0].expr) != US_VALUE_NUMBER)
        return;
    for (int i = 0; self && i < troupe->actors; i++) {
        const us_entity *e = us_world_find(world, troupe->actor[i]->id);
        if (e && us_entity_distance(troupe->domain, self, e) <= to.number)
            send_to(actor, e->id, node->name, &event);
    }
}

static void told(void *context, us_run *run, us_spot spot, us_answer answered)
{
    (void)run;
    if (spot.node >= 0)
        return;
    us_actor_tell_frame(context, spot.frame, answered);
    if (answered == US_RUNNING)
        open_frame(context, spot.frame);
    else
        close_frame(context, spot.frame);
}

const us_host us_actor_host = {.begin = begin,
                               .go = go,
                               .stop = stop,
                               .tree = tree,
                               .score = score,
                               .send = send,
                               .told = told};
