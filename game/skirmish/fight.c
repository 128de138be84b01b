#include "game/skirmish/act.h"

/* ---- who can be hit */

static int edge_distance(int a, int a_size, int b, int b_size)
{
    if (b >= a + a_size)
        return b - (a + a_size) + 1;
    if (a >= b + b_size)
        return a - (b + b_size) + 1;
    return 0;
}

static int apart(const sk_game *g, sk_slot a, sk_slot b)
{
    const sk_unit *x = &g->unit[a], *y = &g->unit[b];
    const us_type_def *dx = sk_def(g, x->type), *dy = sk_def(g, y->type);
    int h = edge_distance(x->x, dx->width, y->x, dy->width);
    int v = edge_distance(x->y, dx->height, y->y, dy->height);
    return h > v ? h : v;
}

static uint32_t movement_bit(const sk_game *g, us_type type)
{
    int movement = sk_def(g, type)->movement;
    return 1u << (movement < 0 ? g->words->land : movement);
}

bool sk_can_hit(const sk_game *g, sk_slot slot, sk_slot foe)
{
    const sk_unit *unit = &g->unit[slot], *other = &g->unit[foe];
    return sk_numbers(g, unit->type)->range > 0 && other->id && !other->inside &&
           sk_def(g, other->type)->kind != US_KIND_RESOURCE &&
           (sk_numbers(g, unit->type)->targets & movement_bit(g, other->type));
}

/* ---- one turn */

/* The cell of the foe that is nearest to the shooter. */
static int nearest_coordinate(int from, int at, int size)
{
    if (from < at)
        return at;
    return from >= at + size ? at + size - 1 : from;
}

static void strike(sk_game *g, sk_slot slot, us_id at, int x, int y, int distance)
{
    sk_unit *unit = &g->unit[slot];
    unit->ready = g->core->now + sk_numbers(g, unit->type)->period;
    sk_unit_status(g, slot, g->words->attacking);
    sk_walk_end(g, slot);
    us_id id = unit->id;
    sk_launch(g, slot, at, x, y, distance);
    if (unit->id == id && sk_entity(g, slot)->status != g->words->dead) /* its own splash */
        sk_wake_at(g, slot, unit->ready);
}

/* Too near for a siege engine: one cell back, if there is one. */
static bool step_back(sk_game *g, sk_slot slot, int from_x, int from_y)
{
    sk_unit *unit = &g->unit[slot];
    const us_type_def *def = sk_def(g, unit->type);
    if (def->movement < 0)
        return false;
    int best = -1, best_x = 0, best_y = 0;
    for (int y = unit->y - 1; y <= unit->y + 1; y++) {
        for (int x = unit->x - 1; x <= unit->x + 1; x++) {
            if (x < 0 || y < 0 || x >= g->width || y >= g->height)
                continue;
            int cell = sk_cell(g, x, y);
            int far = (x - from_x) * (x - from_x) + (y - from_y) * (y - from_y);
            if (!(g->pass[cell] & (1u << def->movement)) || g->occupant[cell] || far <= best)
                continue;
            best = far;
            best_x = x;
            best_y = y;
        }
    }
    int here = (unit->x - from_x) * (unit->x - from_x) + (unit->y - from_y) * (unit->y - from_y);
    if (best <= here)
        return false;
    sk_unit_move(g, slot, best_x, best_y);
    unit->busy = g->core->now + sk_numbers(g, unit->type)->step;
    sk_wake_at(g, slot, unit->busy);
    return true;
}

sk_blow sk_fight(sk_game *g, sk_slot slot, us_id foe, bool chase)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot other = sk_slot_of(g, foe);
    if (!other || !sk_can_hit(g, slot, other) ||
        !sk_sees(g, unit->owner, g->unit[other].x, g->unit[other].y))
        return SK_BLOW_GONE;
    const sk_type *numbers = sk_numbers(g, unit->type);
    int range = sk_stats_of(g, unit->owner, unit->type)->range;
    int distance = apart(g, slot, other);
    us_cycle now = g->core->now;
    if (distance <= range && distance >= numbers->min_range) {
        if (now < unit->ready) {
            sk_wake_at(g, slot, unit->ready);
            return SK_BLOW_BUSY;
        }
        const us_type_def *def = sk_def(g, g->unit[other].type);
        strike(g, slot, foe, nearest_coordinate(unit->x, g->unit[other].x, def->width),
               nearest_coordinate(unit->y, g->unit[other].y, def->height), distance);
        return SK_BLOW_BUSY;
    }
    if (distance < numbers->min_range)
        return chase && step_back(g, slot, g->unit[other].x, g->unit[other].y) ? SK_BLOW_BUSY
                                                                               : SK_BLOW_FAR;
    if (!chase || sk_def(g, unit->type)->movement < 0)
        return SK_BLOW_FAR;
    sk_goal goal = sk_goal_around(g, other, range);
    us_cycle wait = 1;
    sk_walk_result result = sk_walk(g, slot, &goal, &wait);
    if (result == SK_NO_WAY)
        return SK_BLOW_NO_WAY;
    /* a crowd's edge counts as arrival for walkers; a fighter waits there for its turn */
    if (result == SK_ARRIVED)
        wait = 10;
    sk_unit_status(g, slot, result == SK_STEPPED ? g->words->moving : g->words->attacking);
    sk_wait(g, slot, wait);
    return SK_BLOW_BUSY;
}

/* ---- looking for somebody to fight */

/* Those who can strike back matter most, then workers, then what only stands there. */
static int danger(const sk_game *g, sk_slot slot)
{
    const sk_unit *unit = &g->unit[slot];
    if (sk_numbers(g, unit->type)->range > 0 && !sk_numbers(g, unit->type)->coward &&
        !(sk_entity(g, slot)->flags & US_ENTITY_UNFINISHED))
        return 2;
    return sk_def(g, unit->type)->movement >= 0 ? 1 : 0;
}

static bool any_near(const sk_game *g, us_seat self, int block)
{
    for (us_seat seat = 0; seat < g->seats; seat++) {
        if (seat != self && g->block_units[block * (g->seats + 1) + seat + 1])
            return true;
    }
    return false;
}

typedef struct best_foe {
    us_id id;
    int danger, distance, priority;
} best_foe;

static void consider(sk_game *g, sk_slot slot, sk_slot other, int reach, best_foe *best)
{
    const sk_unit *foe = &g->unit[other];
    if (foe->owner < 0 || foe->owner == g->unit[slot].owner || !sk_can_hit(g, slot, other))
        return;
    int distance = apart(g, slot, other);
    if (distance > reach || distance < sk_numbers(g, g->unit[slot].type)->min_range ||
        !sk_sees(g, g->unit[slot].owner, foe->x, foe->y))
        return;
    best_foe this = {foe->id, danger(g, other), distance, sk_numbers(g, foe->type)->priority};
    bool better = !best->id;
    if (!better && this.danger != best->danger)
        better = this.danger > best->danger;
    else if (!better && this.distance != best->distance)
        better = this.distance < best->distance;
    else if (!better && this.priority != best->priority)
        better = this.priority > best->priority;
    else if (!better)
        better = this.id < best->id;
    if (better)
        *best = this;
}

us_id sk_find_foe(sk_game *g, sk_slot slot, int reach)
{
    const sk_unit *unit = &g->unit[slot];
    int columns = (g->width + SK_BLOCK - 1) / SK_BLOCK;
    int rows = (g->height + SK_BLOCK - 1) / SK_BLOCK;
    /* a building is linked by its lowest cell: look its size further */
    int low_x = (unit->x - reach - 3) / SK_BLOCK, high_x = (unit->x + reach + 3) / SK_BLOCK;
    int low_y = (unit->y - reach - 3) / SK_BLOCK, high_y = (unit->y + reach + 3) / SK_BLOCK;
    best_foe best = {0};
    for (int by = low_y < 0 ? 0 : low_y; by <= high_y && by < rows; by++) {
        for (int bx = low_x < 0 ? 0 : low_x; bx <= high_x && bx < columns; bx++) {
            int block = by * columns + bx;
            if (!any_near(g, unit->owner, block))
                continue;
            for (sk_slot other = g->block_head[block]; other; other = g->unit[other].near_next)
                consider(g, slot, other, reach, &best);
        }
    }
    return best.id;
}

/* ---- verbs */

void sk_do_attack(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    switch (sk_fight(g, slot, unit->target, true)) {
    case SK_BLOW_BUSY:
        return;
    case SK_BLOW_GONE:
        sk_end(g, slot, US_REASON_NONE);
        return;
    case SK_BLOW_FAR:
        if (sk_def(g, unit->type)->movement < 0)
            sk_end(g, slot, US_REASON_BAD_TARGET);
        else
            sk_wait(g, slot, 10);
        return;
    case SK_BLOW_NO_WAY:
        sk_end(g, slot, US_REASON_NO_WAY);
        return;
    }
}

void sk_do_attack_ground(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    const sk_type *numbers = sk_numbers(g, unit->type);
    int range = sk_stats_of(g, unit->owner, unit->type)->range;
    int cell = sk_cell(g, unit->to_x, unit->to_y);
    bool wall = g->domain->terrain[g->plane[US_PLANE_TERRAIN][cell]].breakable;
    if (unit->phase == 1 && !wall) { /* it was a wall and is open now */
        sk_end(g, slot, US_REASON_NONE);
        return;
    }
    if (wall)
        unit->phase = 1;
    int dx = unit->to_x - unit->x, dy = unit->to_y - unit->y;
    int distance =
        (dx < 0 ? -dx : dx) > (dy < 0 ? -dy : dy) ? (dx < 0 ? -dx : dx) : (dy < 0 ? -dy : dy);
    if (distance < numbers->min_range) {
        if (!step_back(g, slot, unit->to_x, unit->to_y))
            sk_wait(g, slot, 10);
        return;
    }
    sk_goal goal = {unit->to_x, unit->to_y, 1, 1, (uint8_t)range};
    if (distance > range && !sk_go(g, slot, &goal, g->words->moving))
        return;
    if (distance > range) { /* the crowd is in the way */
        sk_wait(g, slot, 10);
        return;
    }
    if (g->core->now < unit->ready)
        sk_wake_at(g, slot, unit->ready);
    else
        strike(g, slot, 0, unit->to_x, unit->to_y, distance);
}

/* Fight whoever is near; true while it does. */
bool sk_help_self(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    const sk_type *numbers = sk_numbers(g, unit->type);
    if (!numbers->range)
        return false;
    bool walks = sk_def(g, unit->type)->movement >= 0 && !unit->stands;
    if (unit->foe) {
        sk_slot foe = sk_slot_of(g, unit->foe);
        /* not to be lured away for ever */
        bool lured = foe && apart(g, slot, foe) > 2 * numbers->reaction + 4;
        if (foe && !lured && sk_fight(g, slot, unit->foe, walks) == SK_BLOW_BUSY)
            return true;
        unit->foe = 0;
        sk_walk_end(g, slot);
    }
    int range = sk_stats_of(g, unit->owner, unit->type)->range;
    int reach = walks && numbers->reaction > range ? numbers->reaction : range;
    unit->foe = sk_find_foe(g, slot, reach);
    if (!unit->foe)
        return false;
    if (sk_fight(g, slot, unit->foe, walks) == SK_BLOW_BUSY)
        return true;
    unit->foe = 0;
    return false;
}

void sk_do_attack_move(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    if (sk_help_self(g, slot))
        return;
    sk_goal goal = sk_goal_cell(unit->to_x, unit->to_y);
    if (sk_go(g, slot, &goal, g->words->moving))
        sk_end(g, slot, US_REASON_NONE);
}

void sk_do_defend(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot ward = sk_slot_of(g, unit->target);
    if (!ward) {
        sk_end(g, slot, US_REASON_NONE);
        return;
    }
    if (sk_help_self(g, slot))
        return;
    sk_goal goal = sk_goal_around(g, ward, 2);
    if (g->unit[ward].inside) {
        sk_unit_status(g, slot, g->words->guarding);
        sk_wait(g, slot, 30);
    } else if (sk_go(g, slot, &goal, g->words->moving)) {
        sk_under_way(g, slot);
        sk_unit_status(g, slot, g->words->guarding);
        sk_wait(g, slot, 15);
    }
}
