#include "game/microrts/play.h"
#include "game/microrts/rules.h"

enum { SEEK = 5 }; /* steps: an assault turns on enemies this near */

static int apart(const mr_unit *a, int x, int y)
{
    int dx = a->x < x ? x - a->x : a->x - x, dy = a->y < y ? y - a->y : a->y - y;
    return dx + dy;
}

static int direction_to(const mr_unit *u, int x, int y)
{
    for (int d = 0; d < 4; d++)
        if (u->x + mr_dx[d] == x && u->y + mr_dy[d] == y)
            return d;
    return MR_NONE;
}

/* ---- neighbors; the first of the list wins among equals */

typedef bool wanted(const mr_game *g, const mr_unit *who, int player);

static bool is_enemy(const mr_game *g, const mr_unit *who, int player)
{
    (void)g;
    return who->player >= 0 && who->player != player;
}

static bool is_depot(const mr_game *g, const mr_unit *who, int player)
{
    return who->player == player && g->state->table->type[who->type].stockpile;
}

static bool is_resource(const mr_game *g, const mr_unit *who, int player)
{
    (void)player;
    return g->state->table->type[who->type].resource;
}

static int nearest(const mr_game *g, const mr_unit *to, int x, int y, wanted *fits, int *far)
{
    const mr_state *s = g->state;
    int best = MR_NONE;
    for (int i = 0; i < s->core->count; i++) {
        int d = apart(&s->unit[i], x, y);
        if (fits(g, &s->unit[i], to->player) && (best == MR_NONE || d < *far)) {
            best = i;
            *far = d;
        }
    }
    return best;
}

int mr_unit_find_resource(const mr_game *g, int i)
{
    const mr_unit *u = &g->state->unit[i];
    int far = 0;
    return nearest(g, u, u->x, u->y, is_resource, &far);
}

bool mr_unit_has_depot(const mr_game *g, int i)
{
    const mr_unit *u = &g->state->unit[i];
    int far = 0;
    return nearest(g, u, u->x, u->y, is_depot, &far) != MR_NONE;
}

/* ---- one step per kind of task. False: none now. */

static bool step(mr_game *g, int i, int x, int y, int range, mr_action *out)
{
    int d = mr_search_find_step(g->search, g->state, &g->claims, i, x, y, range);
    *out = mr_action_go(MR_MOVE, d);
    return d != MR_NONE;
}

/* Steps next to the cell, or does the action there. */
static bool beside(mr_game *g, int i, int x, int y, int type, mr_action *out)
{
    if (step(g, i, x, y, 1, out))
        return true;
    int d = direction_to(&g->state->unit[i], x, y);
    *out = mr_action_go(type, d);
    return d != MR_NONE;
}

bool mr_unit_find_depot(mr_game *g, int i)
{
    const mr_unit *u = &g->state->unit[i];
    int far = 0, depot = nearest(g, u, u->x, u->y, is_depot, &far);
    if (depot == MR_NONE)
        return false;
    g->task[i].x = g->state->unit[depot].x;
    g->task[i].y = g->state->unit[depot].y;
    return true;
}

/* Without a depot the unit goes to the place of the last one. */
static bool bring(mr_game *g, int i, mr_action *out)
{
    bool home = mr_unit_find_depot(g, i);
    return beside(g, i, g->task[i].x, g->task[i].y, MR_RETURN, out) &&
           (home || out->type == MR_MOVE);
}

static bool harvest(mr_game *g, int i, mr_action *out)
{
    if (g->state->unit[i].resources > 0)
        return bring(g, i, out);
    int from = mr_game_find(g, g->task[i].target);
    if (from == MR_NONE)
        return false;
    const mr_unit *at = &g->state->unit[from];
    return beside(g, i, at->x, at->y, MR_HARVEST, out);
}

/* A builder on its own site steps aside. */
static bool build(mr_game *g, int i, const mr_task *task, mr_action *out)
{
    const mr_unit *u = &g->state->unit[i];
    if (u->x == task->x && u->y == task->y) {
        for (int d = 0; d < 4; d++) {
            if (mr_cell_is_free(g->state, u->x + mr_dx[d], u->y + mr_dy[d]) &&
                mr_state_reserver(g->state, u->x + mr_dx[d], u->y + mr_dy[d]) == MR_NONE) {
                *out = mr_action_go(MR_MOVE, d);
                return true;
            }
        }
        return false;
    }
    if (!beside(g, i, task->x, task->y, MR_PRODUCE, out))
        return false;
    out->unit_type = out->type == MR_PRODUCE ? task->type : MR_NONE;
    return true;
}

/* New workers appear near resources, all other units near the enemy. */
static bool train(mr_game *g, int i, const mr_task *task, mr_action *out)
{
    const mr_state *s = g->state;
    const mr_unit *u = &s->unit[i];
    wanted *near_to = s->table->type[task->making[0].type].can_harvest ? is_resource : is_enemy;
    int best = MR_NONE, best_far = 0;
    for (int d = 0; d < 4; d++) {
        int x = u->x + mr_dx[d], y = u->y + mr_dy[d], far = 0;
        if (!mr_cell_is_free(s, x, y) || mr_state_reserver(s, x, y) != MR_NONE)
            continue;
        nearest(g, u, x, y, near_to, &far);
        if (best == MR_NONE || far < best_far) {
            best = d;
            best_far = far;
        }
    }
    *out = mr_action_produce(best, task->making[0].type);
    return best != MR_NONE;
}

static bool strike(mr_game *g, int i, int at, mr_action *out)
{
    const mr_unit *u = &g->state->unit[i], *target = &g->state->unit[at];
    int range = g->state->table->type[u->type].range;
    int dx = target->x - u->x, dy = target->y - u->y;
    *out = mr_action_attack(target->x, target->y);
    return dx * dx + dy * dy <= range * range || step(g, i, target->x, target->y, range, out);
}

int mr_unit_find_enemy(const mr_game *g, int i, int *far)
{
    const mr_unit *u = &g->state->unit[i];
    return nearest(g, u, u->x, u->y, is_enemy, far);
}

static bool assault(mr_game *g, int i, const mr_task *task, mr_action *out)
{
    int far = 0, enemy = mr_unit_find_enemy(g, i, &far);
    if (enemy != MR_NONE && far <= SEEK && strike(g, i, enemy, out))
        return true;
    return step(g, i, task->x, task->y, mr_cell_is_free(g->state, task->x, task->y) ? 0 : 1, out);
}

static bool hunt(mr_game *g, int i, mr_action *out)
{
    int far = 0, enemy = mr_unit_find_enemy(g, i, &far);
    g->task[i].target = enemy == MR_NONE ? 0 : g->entity[enemy].id;
    return enemy != MR_NONE && strike(g, i, enemy, out);
}

static bool next_step(mr_game *g, int i, mr_action *out)
{
    const mr_task *task = &g->task[i];
    int at;
    switch ((mr_task_kind)task->kind) {
    case MR_TASK_MOVE:
        return step(g, i, task->x, task->y, mr_cell_is_free(g->state, task->x, task->y) ? 0 : 1,
                    out);
    case MR_TASK_HARVEST:
    case MR_TASK_RETURN:
        return harvest(g, i, out);
    case MR_TASK_BUILD:
        return build(g, i, task, out);
    case MR_TASK_TRAIN:
        return train(g, i, task, out);
    case MR_TASK_ATTACK:
        at = mr_game_find(g, task->target);
        return at >= 0 && strike(g, i, at, out);
    case MR_TASK_ATTACK_MOVE:
        return assault(g, i, task, out);
    case MR_TASK_HUNT:
        return hunt(g, i, out);
    case MR_TASK_STOP:
    case MR_TASK_NONE:
        break;
    }
    return false;
}

/* ---- all units of a player */

/* Returns the cell that the step takes, or -1. *cost gets its cost. */
static int takes(const mr_state *s, int i, const mr_action *action, int32_t *cost)
{
    *cost = action->type == MR_PRODUCE ? s->table->type[action->unit_type].cost : 0;
    if (action->type != MR_MOVE && action->type != MR_PRODUCE)
        return -1;
    return (s->unit[i].y + mr_dy[action->parameter]) * s->width + s->unit[i].x +
           mr_dx[action->parameter];
}

static bool is_claimed(const mr_claims *claims, int cell)
{
    for (int i = 0; i < claims->cell.count; i++)
        if (claims->cell.item[i] == cell)
            return true;
    return false;
}

/* Returns the cost of running productions, which are paid at their end. */
static int32_t reserved(const mr_state *s, int player)
{
    int32_t cost = 0;
    for (int i = 0; i < s->core->count; i++) {
        const mr_running *r = &s->running[i];
        if (r->rank && r->action.type == MR_PRODUCE && s->unit[i].player == player)
            cost += s->table->type[r->action.unit_type].cost;
    }
    return cost;
}

/* Collects the player's idle units that have a task, in the order of their ranks. */
static int ready(mr_game *g, int player, int *out)
{
    const mr_state *s = g->state;
    int count = 0;
    for (int i = 0; i < s->core->count; i++) {
        mr_task *task = &g->task[i];
        if (s->unit[i].player != player)
            continue;
        if (task->kind == MR_TASK_NONE || !mr_unit_is_idle(s, i))
            continue;
        if (!task->rank)
            task->rank = ++g->ledger->rank;
        int at = count++;
        while (at > 0 && g->task[out[at - 1]].rank > task->rank) {
            out[at] = out[at - 1];
            at--;
        }
        out[at] = i;
    }
    return count;
}

/* The requests of a player's units in a cycle. As with the bots, a request blocks later ones even
 * if it is not granted. While nothing is in production, requests may exceed the resources. */
typedef struct budget {
    int32_t left;    /* resources */
    int32_t running; /* cost of running productions, paid at their end */
    int32_t granted; /* cost granted in this cycle */
} budget;

static bool is_granted(mr_game *g, int i, const mr_action *action, budget *b)
{
    const mr_state *s = g->state;
    int32_t cost = 0;
    int cell = takes(s, i, action, &cost);
    if (cell < 0)
        return true;
    if (mr_state_reserver(s, cell % s->width, cell / s->width) != MR_NONE ||
        (b->running > 0 && cost > 0 && b->running + cost > b->left) ||
        (g->task[i].kind == MR_TASK_TRAIN && cost > b->left))
        return false;
    US_LIST_PUT(g->claims.cell, cell);
    if (is_claimed(&g->granted, cell) || (cost > 0 && b->running + b->granted + cost > b->left))
        return false;
    US_LIST_PUT(g->granted.cell, cell);
    b->granted += cost;
    return true;
}

void mr_game_compute_steps(mr_game *g, int player)
{
    const mr_state *s = g->state;
    mr_orders *orders = &g->orders[player];
    budget b = {.left = s->core->resources[player], .running = reserved(s, player)};
    int count = ready(g, player, g->ready);
    orders->count = g->claims.cell.count = g->granted.cell.count = 0;
    for (int k = 0; k < count; k++) {
        int i = g->ready[k];
        mr_action action;
        if (next_step(g, i, &action) && is_granted(g, i, &action, &b))
            US_LIST_PUT(*orders, ((mr_order){s->unit[i].id, action}));
        if (g->task[i].kind == MR_TASK_TRAIN)
            g->task[i].rank = 0; /* the next training is ranked again */
    }
    mr_orders_add_waits(s, player, MR_IDLE_WAIT, orders);
}
