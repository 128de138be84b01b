#include "game/skirmish/act.h"
#include "game/skirmish/path/field.h"

enum { HIDDEN_PATIENCE = 300 }; /* cycles that an attacker waits for a target out of sight */

/* ---- possible targets */

static int apart(const sk_game *g, sk_slot a, sk_slot b)
{
    return us_entity_distance(g->domain, sk_unit_entity(g, a), sk_unit_entity(g, b));
}

bool sk_unit_can_hit(const sk_game *g, sk_slot slot, sk_slot foe)
{
    const sk_unit *unit = &g->unit[slot], *other = &g->unit[foe];
    return other->id && sk_type_can_hit(g->scenario, unit->type, other->type);
}

/* ---- one attack */

/* Returns the foe's coordinate that is nearest to the shooter's. */
static int nearest_coordinate(int from, int at, int size)
{
    if (from < at)
        return at;
    return from >= at + size ? at + size - 1 : from;
}

static void strike(sk_game *g, sk_slot slot, us_id at, int x, int y, int distance)
{
    sk_unit *unit = &g->unit[slot];
    unit->ready = g->core->now + sk_type_numbers(g, unit->type)->period;
    sk_unit_set_status(g, slot, g->words->attacking);
    sk_unit_end_walk(g, slot);
    us_id id = unit->id;
    sk_unit_strike(g, slot, at, x, y, distance);
    if (unit->id == id &&
        sk_unit_entity(g, slot)->status != g->words->dead) /* killed by its own splash */
        sk_unit_wake_at(g, slot, unit->ready);
}

/* A siege engine that is too near moves one cell back if it can. */
static bool step_back(sk_game *g, sk_slot slot, int from_x, int from_y)
{
    sk_unit *unit = &g->unit[slot];
    const us_type_def *def = sk_type_def(g, unit->type);
    if (def->movement < 0)
        return false;
    int best = -1, best_x = 0, best_y = 0;
    uint8_t exits = sk_ground_exits(g, def->movement)[sk_game_cell(g, unit->x, unit->y)];
    for (int dir = 0; dir < 8; dir++) {
        int x = unit->x + sk_dx[dir], y = unit->y + sk_dy[dir];
        int far = (x - from_x) * (x - from_x) + (y - from_y) * (y - from_y);
        if (!(exits >> dir & 1) || g->occupant[sk_game_cell(g, x, y)] || far <= best)
            continue;
        best = far;
        best_x = x;
        best_y = y;
    }
    int here = (unit->x - from_x) * (unit->x - from_x) + (unit->y - from_y) * (unit->y - from_y);
    if (best <= here)
        return false;
    sk_unit_move(g, slot, best_x, best_y);
    unit->busy = g->core->now + sk_type_numbers(g, unit->type)->step;
    sk_unit_wake_at(g, slot, unit->busy);
    return true;
}

static sk_blow fight_foe(sk_game *g, sk_slot slot, us_id foe, bool chase)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot other = sk_slot_find(g, foe);
    if (!other)
        return SK_BLOW_GONE;
    if (!sk_seat_can_see_unit(g, unit->owner, other))
        return SK_BLOW_HIDDEN;
    if (!sk_unit_can_hit(g, slot, other))
        return SK_BLOW_FAR;
    unit->tracked = g->core->now;
    const sk_type *numbers = sk_type_numbers(g, unit->type);
    int range = sk_game_stats(g, unit->owner, unit->type)->range;
    int distance = apart(g, slot, other);
    us_cycle now = g->core->now;
    if (distance <= range && distance >= numbers->min_range) {
        if (now < unit->ready) {
            sk_unit_wake_at(g, slot, unit->ready);
            return SK_BLOW_BUSY;
        }
        const us_type_def *def = sk_type_def(g, g->unit[other].type);
        strike(g, slot, foe, nearest_coordinate(unit->x, g->unit[other].x, def->width),
               nearest_coordinate(unit->y, g->unit[other].y, def->height), distance);
        return SK_BLOW_BUSY;
    }
    if (distance < numbers->min_range)
        return chase && step_back(g, slot, g->unit[other].x, g->unit[other].y) ? SK_BLOW_BUSY
                                                                               : SK_BLOW_FAR;
    if (!chase || sk_type_def(g, unit->type)->movement < 0)
        return SK_BLOW_FAR;
    sk_goal goal = sk_goal_from_unit(g, other, range);
    bool on = sk_unit_advance(g, slot, &goal, g->words->moving) == SK_LEG_ON;
    return on ? SK_BLOW_BUSY : SK_BLOW_NO_WAY;
}

/* ---- search for a foe */

/* Returns the rank of a target: armed units, then other mobile units, then harmless buildings. */
static int danger(const sk_game *g, sk_slot slot)
{
    const sk_unit *unit = &g->unit[slot];
    if (sk_type_numbers(g, unit->type)->range > 0 && !sk_type_numbers(g, unit->type)->coward &&
        !(sk_unit_entity(g, slot)->flags & US_ENTITY_UNFINISHED))
        return 2;
    return sk_type_def(g, unit->type)->movement >= 0 ? 1 : 0;
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
    bool at_hand; /* in range, and not a harmless building */
    int danger, distance, priority;
} best_foe;

static void consider(sk_game *g, sk_slot slot, sk_slot other, int reach, best_foe *best)
{
    const sk_unit *foe = &g->unit[other];
    if (foe->owner < 0 || foe->owner == g->unit[slot].owner || !sk_unit_can_hit(g, slot, other))
        return;
    int distance = apart(g, slot, other);
    if (distance > reach || distance < sk_type_numbers(g, g->unit[slot].type)->min_range ||
        !sk_seat_can_see_unit(g, g->unit[slot].owner, other))
        return;
    best_foe this = {foe->id, false, danger(g, other), distance,
                     sk_type_numbers(g, foe->type)->priority};
    int range = sk_game_stats(g, g->unit[slot].owner, g->unit[slot].type)->range;
    this.at_hand = this.danger > 0 && distance <= range;
    bool better = !best->id;
    if (!better && this.at_hand != best->at_hand)
        better = this.at_hand;
    else if (!better && this.danger != best->danger)
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

static us_id find_foe(sk_game *g, sk_slot slot, int reach)
{
    const sk_unit *unit = &g->unit[slot];
    int columns = (g->width + SK_BLOCK - 1) / SK_BLOCK;
    int rows = (g->height + SK_BLOCK - 1) / SK_BLOCK;
    int back = reach + g->scenario->widest - 1; /* a building is linked by its lowest cell */
    int low_x = (unit->x - back) / SK_BLOCK, high_x = (unit->x + reach) / SK_BLOCK;
    int low_y = (unit->y - back) / SK_BLOCK, high_y = (unit->y + reach) / SK_BLOCK;
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

void sk_unit_do_attack(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    switch (fight_foe(g, slot, unit->target, true)) {
    case SK_BLOW_BUSY:
        return;
    case SK_BLOW_GONE:
        sk_task_end(g, slot, US_REASON_NONE);
        return;
    case SK_BLOW_HIDDEN: /* in a mine or in fog: it may come out again */
        if (g->core->now - unit->tracked > HIDDEN_PATIENCE)
            sk_task_end(g, slot, US_REASON_BAD_TARGET);
        else
            sk_unit_wait(g, slot, 10);
        return;
    case SK_BLOW_FAR:
        if (sk_type_def(g, unit->type)->movement < 0)
            sk_task_end(g, slot, US_REASON_BAD_TARGET);
        else
            sk_unit_wait(g, slot, 10);
        return;
    case SK_BLOW_NO_WAY:
        sk_task_end(g, slot, US_REASON_NO_WAY);
        return;
    }
}

void sk_unit_do_attack_ground(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    const sk_type *numbers = sk_type_numbers(g, unit->type);
    int range = sk_game_stats(g, unit->owner, unit->type)->range;
    int cell = sk_game_cell(g, unit->to_x, unit->to_y);
    bool wall = g->domain->terrain[g->plane[US_PLANE_TERRAIN][cell]].breakable;
    if (unit->phase == 1 && !wall) { /* the wall is gone */
        sk_task_end(g, slot, US_REASON_NONE);
        return;
    }
    if (wall)
        unit->phase = 1;
    int dx = unit->to_x - unit->x, dy = unit->to_y - unit->y;
    int distance =
        (dx < 0 ? -dx : dx) > (dy < 0 ? -dy : dy) ? (dx < 0 ? -dx : dx) : (dy < 0 ? -dy : dy);
    if (distance < numbers->min_range) {
        if (!step_back(g, slot, unit->to_x, unit->to_y))
            sk_unit_wait(g, slot, 10);
        return;
    }
    sk_goal goal = {unit->to_x, unit->to_y, 1, 1, (uint8_t)range};
    if (!sk_unit_go(g, slot, &goal, g->words->moving))
        return;
    if (g->core->now < unit->ready) {
        sk_unit_wake_at(g, slot, unit->ready);
        return;
    }
    if (!wall) /* goes on until another order; its own blow may kill it */
        sk_task_report_under_way(g, slot);
    strike(g, slot, 0, unit->to_x, unit->to_y, distance);
}

/* Looks for a better foe if the present one is harmless or out of range. */
static void find_better_foe(sk_game *g, sk_slot slot, int reach)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot foe = sk_slot_find(g, unit->foe);
    int range = sk_game_stats(g, unit->owner, unit->type)->range;
    bool harmless = danger(g, foe) == 0 && g->core->now >= unit->ready;
    if (!harmless && apart(g, slot, foe) <= range)
        return;
    us_id other = find_foe(g, slot, harmless ? reach : range);
    sk_slot better = sk_slot_find(g, other);
    if (better && better != foe && danger(g, better) > 0) {
        unit->foe = other;
        sk_unit_end_walk(g, slot);
    }
}

bool sk_unit_defend_self(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    const sk_type *numbers = sk_type_numbers(g, unit->type);
    if (!numbers->range)
        return false;
    bool walks = sk_type_def(g, unit->type)->movement >= 0 && !unit->stands;
    if (sk_slot_find(g, unit->foe))
        find_better_foe(g, slot, walks ? numbers->reaction : numbers->range);
    if (unit->foe) {
        sk_slot foe = sk_slot_find(g, unit->foe);
        /* a foe must not lure it away forever */
        bool lured = foe && apart(g, slot, foe) > 2 * numbers->reaction + 4;
        if (foe && !lured && fight_foe(g, slot, unit->foe, walks) == SK_BLOW_BUSY)
            return true;
        unit->foe = 0;
        sk_unit_end_walk(g, slot);
    }
    int range = sk_game_stats(g, unit->owner, unit->type)->range;
    int reach = walks && numbers->reaction > range ? numbers->reaction : range;
    unit->foe = find_foe(g, slot, reach);
    if (!unit->foe)
        return false;
    if (fight_foe(g, slot, unit->foe, walks) == SK_BLOW_BUSY)
        return true;
    unit->foe = 0;
    return false;
}

void sk_unit_do_attack_move(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    if (sk_unit_defend_self(g, slot))
        return;
    sk_goal goal = sk_goal_from_cell(unit->to_x, unit->to_y);
    if (sk_unit_go(g, slot, &goal, g->words->moving))
        sk_task_end(g, slot, US_REASON_NONE);
}

void sk_unit_do_defend(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot ward = sk_slot_find(g, unit->target);
    if (!ward) {
        sk_task_end(g, slot, US_REASON_BAD_TARGET);
        return;
    }
    if (sk_unit_defend_self(g, slot))
        return;
    sk_goal goal = sk_goal_from_unit(g, ward, 2);
    if (g->unit[ward].inside) {
        sk_unit_set_status(g, slot, g->words->guarding);
        sk_unit_wait(g, slot, 30);
    } else if (sk_unit_go(g, slot, &goal, g->words->moving)) {
        sk_task_report_under_way(g, slot);
        sk_unit_set_status(g, slot, g->words->guarding);
        sk_unit_wait(g, slot, 15);
    }
}
