#include "game/microrts/rules.h"

#include "game/microrts/path.h"

/* Value of `end` for the rest of the cycle: the unit is dead. */
enum { GONE = INT32_MIN };

static const mr_type *type_of(const mr_state *s, int i)
{
    return &s->table->type[s->unit[i].type];
}

static bool is_free(const mr_state *s, int cell)
{
    return cell >= 0 && (s->at[cell] == MR_FREE || s->at[cell] < MR_WALL);
}

/* Returns the index of the unit on a cell, or MR_NONE. */
static int unit_on(const mr_state *s, int cell)
{
    return cell >= 0 && s->at[cell] > 0 ? s->at[cell] - 1 : MR_NONE;
}

/* ---- running actions */

int32_t mr_action_duration(const mr_state *state, int unit, const mr_action *action)
{
    const mr_type *type = &state->table->type[state->unit[unit].type];
    switch (action->type) {
    case MR_WAIT:
        return action->parameter;
    case MR_MOVE:
    case MR_RETURN:
        return type->move_time;
    case MR_HARVEST:
        return type->harvest_time;
    case MR_PRODUCE:
        return mr_type_is_valid(state, action->unit_type)
                   ? state->table->type[action->unit_type].produce_time
                   : 0;
    case MR_ATTACK:
        return type->attack_time;
    default:
        return 0;
    }
}

static void release(mr_state *state, int unit)
{
    mr_running *r = &state->running[unit];
    if (r->cell >= 0)
        state->at[r->cell] = MR_FREE;
    r->cell = MR_NONE;
}

void mr_action_begin(mr_state *state, int unit, const mr_action *action, int32_t issued)
{
    mr_core *core = state->core;
    mr_running *r = &state->running[unit];
    release(state, unit);
    r->action = *action;
    r->issued = issued;
    r->rank = r->rank ? r->rank : ++core->rank;
    if (action->type == MR_MOVE || action->type == MR_PRODUCE) {
        r->cell = mr_unit_neighbor(state, unit, action->parameter);
        state->at[r->cell] = (int16_t)(-2 - unit);
    }
    int32_t end = mr_int_add_wrapped(issued, mr_action_duration(state, unit, action));
    end = end > core->time ? end : core->time + 1;
    state->end[unit] = end;
    core->next_end = end < core->next_end ? end : core->next_end;
}

/* ---- legality */

static bool may_attack(const mr_state *s, int i, const mr_action *a)
{
    const mr_unit *u = &s->unit[i];
    const mr_type *type = type_of(s, i);
    int target = type->can_attack ? mr_state_unit_at(s, a->x, a->y) : MR_NONE;
    if (target < 0 || s->unit[target].player < 0 || s->unit[target].player == u->player)
        return false;
    int64_t dx = a->x - u->x, dy = a->y - u->y;
    return dx * dx + dy * dy <= (int64_t)type->range * type->range;
}

static bool may_produce(const mr_state *s, int i, const mr_action *a)
{
    return mr_type_is_valid(s, a->unit_type) && s->unit[i].player >= 0 &&
           (type_of(s, i)->produces >> a->unit_type & 1) &&
           s->core->resources[s->unit[i].player] >= s->table->type[a->unit_type].cost &&
           is_free(s, mr_unit_neighbor(s, i, a->parameter));
}

bool mr_action_is_legal(const mr_state *state, int unit, const mr_action *action)
{
    const mr_unit *u = &state->unit[unit];
    const mr_type *type = type_of(state, unit);
    int target;
    switch (action->type) {
    case MR_WAIT:
        return true;
    case MR_MOVE:
        return type->can_move && is_free(state, mr_unit_neighbor(state, unit, action->parameter));
    case MR_HARVEST:
        target = unit_on(state, mr_unit_neighbor(state, unit, action->parameter));
        return type->can_harvest && u->resources == 0 && target >= 0 &&
               type_of(state, target)->resource;
    case MR_RETURN:
        target = unit_on(state, mr_unit_neighbor(state, unit, action->parameter));
        return type->can_harvest && u->resources > 0 && target >= 0 &&
               type_of(state, target)->stockpile && state->unit[target].player == u->player;
    case MR_PRODUCE:
        return may_produce(state, unit, action);
    case MR_ATTACK:
        return may_attack(state, unit, action);
    default:
        return false;
    }
}

/* ---- issuing */

/* Like mr_state_find; the hint mostly saves the search. */
static int find(mr_state *s, int32_t id)
{
    int16_t *hint = &s->hint[id & (MR_HINTS - 1)];
    if (*hint < s->core->count && s->unit[*hint].id == id)
        return *hint;
    int i = mr_state_find(s, id);
    if (i >= 0)
        *hint = (int16_t)i;
    return i;
}

/* Checks the orders. Keeps the indexes of their units, as many as the scratch list can hold. */
static us_status check(mr_state *s, const mr_orders *orders, us_error *err)
{
    int player = MR_NEUTRAL;
    for (int k = 0; k < orders->count; k++) {
        const mr_order *order = &orders->item[k];
        int i = find(s, order->id);
        if (k < s->capacity)
            s->list[k] = i;
        if (i < 0)
            return us_error_set(err, US_MISMATCH, NULL, 0, 0, "order %d: unit %d is not there", k,
                                (int)order->id);
        if (s->unit[i].player < 0)
            return us_error_set(err, US_MISMATCH, NULL, 0, 0, "order %d: unit %d is nobody's", k,
                                (int)order->id);
        if (player >= 0 && s->unit[i].player != player)
            return us_error_set(err, US_MISMATCH, NULL, 0, 0,
                                "order %d: unit %d is of player %d, the first of player %d", k,
                                (int)order->id, s->unit[i].player, player);
        player = s->unit[i].player;
        if (order->action.type == MR_PRODUCE && !mr_type_is_valid(s, order->action.unit_type))
            return us_error_set(err, US_MISMATCH, NULL, 0, 0,
                                "order %d: unit %d is to produce nothing", k, (int)order->id);
    }
    return US_OK;
}

/* Returns true if both units produce for the same player, whose resources do not suffice for both.
 */
static bool too_dear(const mr_state *s, int i, int rival, int32_t cost)
{
    const mr_running *r = &s->running[rival];
    if (r->rank == 0 || r->action.type != MR_PRODUCE || cost == 0 ||
        s->unit[rival].player != s->unit[i].player)
        return false;
    int32_t both = cost + s->table->type[r->action.unit_type].cost;
    return both > 0 && both > s->core->resources[s->unit[i].player];
}

/* Returns the next action in the order of ranks that conflicts with this one; MR_NONE: none. */
static int next_rival(const mr_state *s, int i, const mr_action *a, int cell, uint64_t last)
{
    int best = s->at[cell] < MR_WALL ? -2 - s->at[cell] : MR_NONE;
    if (best >= 0 && s->running[best].rank <= last)
        best = MR_NONE;
    if (a->type != MR_PRODUCE)
        return best;
    int32_t cost = s->table->type[a->unit_type].cost;
    for (int k = 0; k < s->core->count; k++)
        if (too_dear(s, i, k, cost) && s->running[k].rank > last &&
            (best < 0 || s->running[k].rank < s->running[best].rank))
            best = k;
    return best;
}

/* Issues a legal action that wants a cell. All other actions are compared with the original order,
 * even after its cancellation. */
static void contend(mr_state *s, int i, const mr_action *action)
{
    mr_action given = *action;
    int cell = mr_unit_neighbor(s, i, action->parameter), rival;
    uint64_t last = 0;
    while ((rival = next_rival(s, i, action, cell, last)) >= 0) {
        const mr_running *r = &s->running[rival];
        last = r->rank;
        if (r->issued != s->core->time) {
            given = mr_action_wait(-1);
            continue;
        }
        int32_t a = mr_action_duration(s, rival, &r->action), b = mr_action_duration(s, i, &given);
        given = mr_action_wait(a < b ? a : b);
        mr_action_begin(s, rival, &given, s->core->time);
    }
    mr_action_begin(s, i, &given, s->core->time);
}

us_status mr_state_issue(mr_state *state, const mr_orders *orders, us_error *err)
{
    US_TRY(check(state, orders, err));
    for (int k = 0; k < orders->count; k++) {
        const mr_action *action = &orders->item[k].action;
        int i = k < state->capacity ? state->list[k] : find(state, orders->item[k].id);
        if (!mr_action_is_legal(state, i, action)) {
            mr_action wait = mr_action_wait(mr_action_duration(state, i, action));
            mr_action_begin(state, i, &wait, state->core->time);
        } else if (action->type == MR_MOVE || action->type == MR_PRODUCE) {
            contend(state, i, action);
        } else {
            mr_action_begin(state, i, action, state->core->time);
        }
    }
    return US_OK;
}

/* ---- ending actions */

static void kill(mr_state *s, int i)
{
    const mr_unit *u = &s->unit[i];
    release(s, i);
    s->at[mr_state_cell(s, u->x, u->y)] = MR_FREE;
    s->end[i] = GONE;
    s->dead++;
    if (u->player >= 0)
        s->core->heads[u->player]--;
}

static void move(mr_state *s, int i, int32_t direction)
{
    mr_unit *u = &s->unit[i];
    s->at[mr_state_cell(s, u->x, u->y)] = MR_FREE;
    u->x = (int16_t)(u->x + mr_dx[direction]);
    u->y = (int16_t)(u->y + mr_dy[direction]);
    s->at[mr_state_cell(s, u->x, u->y)] = (int16_t)(i + 1);
}

static void attack(mr_state *s, int i, const mr_action *a)
{
    int target = mr_state_unit_at(s, a->x, a->y);
    if (target < 0)
        return;
    int32_t *left = &s->unit[target].hit_points;
    *left = mr_int_add_wrapped(*left, -type_of(s, i)->min_damage);
    if (*left <= 0)
        kill(s, target);
}

/* Takes from the unit that stands there by now, which need not be a resource. */
static void harvest(mr_state *s, int i, int32_t direction)
{
    const mr_type *type = type_of(s, i);
    int from = unit_on(s, mr_unit_neighbor(s, i, direction));
    if (from < 0 || !type->can_harvest || s->unit[i].resources != 0)
        return;
    s->unit[from].resources = mr_int_add_wrapped(s->unit[from].resources, -type->harvest_amount);
    if (s->unit[from].resources <= 0)
        kill(s, from);
    s->unit[i].resources = type->harvest_amount;
}

/* Delivers to the stockpile that stands there by now, of any player. */
static void deliver(mr_state *s, int i, int32_t direction)
{
    int to = unit_on(s, mr_unit_neighbor(s, i, direction));
    if (to < 0 || !type_of(s, to)->stockpile || s->unit[i].resources <= 0)
        return;
    int32_t *stock = &s->core->resources[s->unit[i].player];
    *stock = mr_int_add_wrapped(*stock, s->unit[i].resources);
    s->unit[i].resources = 0;
}

static void produce(mr_state *s, int i, const mr_action *a)
{
    int cell = mr_unit_neighbor(s, i, a->parameter);
    const mr_type *type = &s->table->type[a->unit_type];
    us_assert(s->core->next_id < INT32_MAX);
    mr_unit born = {.id = s->core->next_id,
                    .hit_points = type->hit_points,
                    .x = (int16_t)(cell % s->stride - 1),
                    .y = (int16_t)(cell / s->stride - 1),
                    .type = a->unit_type,
                    .player = s->unit[i].player};
    mr_state_add(s, &born);
    int32_t *stock = &s->core->resources[born.player];
    *stock = mr_int_add_wrapped(*stock, -type->cost);
}

/* Units that died in this cycle before their turn still act. */
static void act(mr_state *s, int i)
{
    mr_action a = s->running[i].action;
    bool dead = s->end[i] == GONE;
    if (!dead) {
        release(s, i);
        s->running[i] = (mr_running){.cell = MR_NONE};
        s->end[i] = MR_NEVER;
    }
    switch (a.type) {
    case MR_MOVE:
        if (!dead)
            move(s, i, a.parameter);
        break;
    case MR_HARVEST:
        harvest(s, i, a.parameter);
        break;
    case MR_RETURN:
        deliver(s, i, a.parameter);
        break;
    case MR_PRODUCE:
        produce(s, i, &a);
        break;
    case MR_ATTACK:
        attack(s, i, &a);
        break;
    default:
        break;
    }
}

static void sweep(mr_state *s)
{
    int count = s->core->count, to = 0;
    for (int i = 0; i < count; i++) {
        if (s->end[i] == GONE)
            continue;
        if (to != i) {
            s->unit[to] = s->unit[i];
            s->running[to] = s->running[i];
            s->end[to] = s->end[i];
            s->at[mr_state_cell(s, s->unit[to].x, s->unit[to].y)] = (int16_t)(to + 1);
            if (s->running[to].cell >= 0)
                s->at[s->running[to].cell] = (int16_t)(-2 - to);
        }
        to++;
    }
    mr_state_clear(s, to, count);
    s->core->count = to;
    s->dead = 0;
}

static void finish(mr_state *s)
{
    int32_t time = s->core->time, next = MR_NEVER;
    int due = 0, *list = s->list;
    for (int i = 0; i < s->core->count; i++) {
        if (s->end[i] > time) {
            next = s->end[i] < next ? s->end[i] : next;
            continue;
        }
        int k = due++;
        for (; k > 0 && s->running[list[k - 1]].rank > s->running[i].rank; k--)
            list[k] = list[k - 1];
        list[k] = i;
    }
    s->core->next_end = next;
    for (int k = 0; k < due; k++)
        act(s, list[k]);
    if (s->dead)
        sweep(s);
}

void mr_state_advance_cycle(mr_state *state)
{
    if (++state->core->time >= state->core->next_end)
        finish(state);
}

void mr_state_advance(mr_state *state, int32_t until)
{
    mr_core *core = state->core;
    while (core->time < until && !mr_state_is_over(state)) {
        int32_t next = core->next_end < until ? core->next_end : until;
        core->time = next > core->time ? next : core->time + 1;
        if (core->time >= core->next_end)
            finish(state);
    }
}

void mr_orders_add_waits(const mr_state *state, int player, int32_t cycles, mr_orders *orders)
{
    int told = orders->count;
    for (int i = 0; i < state->core->count; i++) {
        int k = 0;
        if (state->unit[i].player != player || !mr_unit_is_idle(state, i))
            continue;
        while (k < told && orders->item[k].id != state->unit[i].id)
            k++;
        if (k == told)
            US_LIST_PUT(*orders, ((mr_order){state->unit[i].id, mr_action_wait(cycles)}));
    }
}
