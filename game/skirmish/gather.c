#include "game/skirmish/act.h"

/* Phases of gathering; the unit is inside an entity only in AT_*. */
enum { TO_SOURCE, AT_SOURCE, TO_DEPOT, AT_DEPOT };

enum {
    DEPOT_WAKEUP = 60, /* cycles until a unit looks again for a depot if its seat has none */
    TREE_REACH = 10,   /* search radius for the next tree, cells */
    TREE_TRIES = 6,
    MINE_REACH = 14, /* search radius for the next mine, cells */
};

static const sk_gather *gather_of(const sk_game *g, sk_slot slot, int resource)
{
    return &sk_type_numbers(g, g->unit[slot].type)->gather[resource];
}

static bool way_beside(sk_game *g, sk_slot slot, const sk_goal *goal)
{
    const sk_unit *unit = &g->unit[slot];
    return sk_path_exists(g, sk_type_def(g, unit->type)->movement, unit->x, unit->y, goal);
}

static int middle_x(const sk_game *g, sk_slot house)
{
    return g->unit[house].x + sk_type_def(g, g->unit[house].type)->width / 2;
}

static int middle_y(const sk_game *g, sk_slot house)
{
    return g->unit[house].y + sk_type_def(g, g->unit[house].type)->height / 2;
}

/* ---- depots and mines */

static void list_depots(sk_game *g)
{
    g->core->depots = 0;
    for (int i = 0; i < g->core->count; i++) {
        const us_entity *entity = &g->entity[i];
        if (sk_type_def(g, entity->type)->stores && entity->status != g->words->dead &&
            !(entity->flags & US_ENTITY_UNFINISHED))
            g->depot[g->core->depots++] = g->slot_at[i];
    }
}

/* The nearest reachable entity so far. */
typedef struct choice {
    sk_slot best; /* 0: none */
    int distance; /* only nearer ones count */
    bool closed;  /* there is no way to one of them */
} choice;

static void consider(sk_game *g, sk_slot slot, sk_slot house, choice *c)
{
    const sk_unit *unit = &g->unit[slot];
    int distance = us_entity_cell_distance(g->domain, sk_unit_entity(g, house), unit->x, unit->y);
    sk_goal goal = sk_goal_from_unit(g, house, 1);
    if (distance >= c->distance)
        return;
    if (!way_beside(g, slot, &goal)) {
        c->closed = true;
        return;
    }
    c->best = house;
    c->distance = distance;
}

/* Returns the nearest reachable depot, or 0. cut_off: there are depots, but no way. */
static sk_slot nearest_depot(sk_game *g, sk_slot slot, int resource, bool *cut_off)
{
    choice c = {.distance = INT32_MAX};
    if (g->core->depots < 0)
        list_depots(g);
    for (int i = 0; i < g->core->depots; i++) {
        const us_entity *entity = sk_unit_entity(g, g->depot[i]);
        if (entity->owner == g->unit[slot].owner &&
            (sk_type_def(g, entity->type)->stores & (1u << resource)))
            consider(g, slot, g->depot[i], &c);
    }
    *cut_off = c.closed && !c.best;
    return c.best;
}

/* Like nearest_depot, for mines within MINE_REACH. resource -1: any that the unit can gather. */
static sk_slot nearest_mine(sk_game *g, sk_slot slot, int resource, bool *cut_off)
{
    choice c = {.distance = MINE_REACH + 1};
    for (int i = 0; i < g->core->count; i++) {
        const us_entity *entity = &g->entity[i];
        int yields = sk_type_def(g, entity->type)->yields;
        if (yields >= 0 && (resource < 0 || yields == resource) &&
            gather_of(g, slot, yields)->capacity && entity->status != g->words->dead &&
            entity->attribute[g->words->stock] > 0)
            consider(g, slot, g->slot_at[i], &c);
    }
    *cut_off = c.closed && !c.best;
    return c.best;
}

/* ---- bringing the load home */

static int income(const sk_game *g, us_seat seat, int resource)
{
    int best = 0;
    for (int type = 0; type < g->domain->type_count; type++) {
        int bonus = g->rules->type[type].income[resource];
        if (bonus > best && g->census[(seat + 1) * g->domain->type_count + type] > 0)
            best = bonus;
    }
    return best;
}

static void deliver(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    int32_t gain = unit->carried * (100 + income(g, unit->owner, unit->carries)) / 100;
    sk_tally_add(g, unit->owner, unit->carries, gain);
    sk_unit_emit_event(
        g, slot,
        (us_event){
            .kind = US_EVENT_GAINED, .type = US_NO_TYPE, .value = gain, .extra = unit->carries});
    unit->carried = 0;
    sk_unit_publish_load(g, slot);
}

/* Brings the load to the nearest depot, in and out again. Returns false if the unit came out,
 * towards the cell. True: it is on its way or inside, or the order has ended because there is no
 * way or another order waits. */
static bool bring(sk_game *g, sk_slot slot, int to_x, int to_y)
{
    sk_unit *unit = &g->unit[slot];
    if (unit->phase == AT_DEPOT) {
        if (!sk_unit_leave(g, slot, to_x, to_y))
            return true;
        unit->phase = TO_SOURCE;
        if (unit->waits == 0)
            return false;
        sk_task_end(g, slot, US_REASON_NONE);
        return true;
    }
    bool cut_off;
    sk_slot depot = nearest_depot(g, slot, unit->carries, &cut_off);
    if (cut_off) {
        sk_task_end(g, slot, US_REASON_NO_WAY);
        return true;
    }
    if (!depot && unit->waits > 0) {
        sk_task_end(g, slot, US_REASON_REQUIRES);
        return true;
    }
    if (!depot) { /* waits, since one may be built */
        sk_unit_set_status(g, slot, g->words->carrying);
        sk_unit_wait(g, slot, DEPOT_WAKEUP);
        return true;
    }
    sk_goal goal = sk_goal_from_unit(g, depot, 1);
    if (!sk_unit_go_patiently(g, slot, &goal, g->words->carrying))
        return true;
    us_cycle unload = gather_of(g, slot, unit->carries)->unload;
    deliver(g, slot);
    sk_unit_enter(g, slot, depot);
    unit->phase = AT_DEPOT;
    unit->busy = g->core->now + unload;
    sk_unit_wait(g, slot, unload);
    return true;
}

static bool full(const sk_game *g, sk_slot slot, int resource)
{
    const sk_unit *unit = &g->unit[slot];
    return unit->carries == resource && unit->carried >= gather_of(g, slot, resource)->capacity;
}

void sk_unit_do_return(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    if (unit->phase == TO_SOURCE)
        unit->phase = TO_DEPOT;
    if (unit->phase == TO_DEPOT && !unit->carried) {
        sk_task_end(g, slot, US_REASON_NOTHING);
        return;
    }
    if (!bring(g, slot, unit->from_x, unit->from_y))
        sk_task_end(g, slot, US_REASON_NONE);
}

/* ---- mines */

/* Returns the unit's mine, or the next one; 0: the order has ended. */
static sk_slot find_mine(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot mine = sk_slot_find(g, unit->target);
    if (mine && sk_unit_entity(g, mine)->attribute[g->words->stock] > 0)
        return mine;
    bool cut_off;
    mine = nearest_mine(g, slot, unit->seeks, &cut_off);
    if (!mine) {
        sk_task_end(g, slot, cut_off ? US_REASON_NO_WAY : US_REASON_EXHAUSTED);
        return 0;
    }
    unit->target = sk_unit_entity(g, slot)->target = g->unit[mine].id;
    unit->seeks = (int8_t)sk_type_def(g, g->unit[mine].type)->yields;
    return mine;
}

/* Ends its time in the mine. Returns false if there is no room outside. */
static bool leave_mine(sk_game *g, sk_slot slot, int x, int y)
{
    sk_unit *unit = &g->unit[slot];
    bool cut_off;
    sk_slot depot = nearest_depot(g, slot, unit->seeks, &cut_off);
    if (depot) {
        x = middle_x(g, depot);
        y = middle_y(g, depot);
    }
    if (!sk_unit_leave(g, slot, x, y))
        return false;
    unit->phase = unit->carried ? TO_DEPOT : TO_SOURCE;
    return true;
}

void sk_unit_do_harvest(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot mine = sk_slot_find(g, unit->target);
    int x = mine ? middle_x(g, mine) : unit->from_x, y = mine ? middle_y(g, mine) : unit->from_y;
    if (mine)
        unit->seeks = (int8_t)sk_type_def(g, g->unit[mine].type)->yields;
    if (unit->phase == AT_SOURCE && !leave_mine(g, slot, x, y))
        return;
    if (unit->phase == TO_SOURCE && unit->seeks >= 0 && full(g, slot, unit->seeks))
        unit->phase = TO_DEPOT;
    if (unit->phase >= TO_DEPOT && bring(g, slot, x, y))
        return;
    mine = find_mine(g, slot);
    if (!mine)
        return;
    sk_goal goal = sk_goal_from_unit(g, mine, 1);
    if (!sk_unit_go_patiently(g, slot, &goal, g->words->moving))
        return;
    us_cycle stroke = gather_of(g, slot, unit->seeks)->stroke;
    sk_task_report_under_way(g, slot);
    sk_unit_enter(g, slot, mine);
    unit->loading = true;
    unit->phase = AT_SOURCE;
    unit->busy = g->core->now + stroke;
    sk_unit_set_status(g, slot, g->words->gathering);
    sk_unit_wait(g, slot, stroke);
}

/* ---- trees */

static bool is_tree(const sk_game *g, int x, int y)
{
    return x >= 0 && y >= 0 && x < g->width && y < g->height &&
           g->domain->terrain[g->plane[US_PLANE_TERRAIN][sk_game_cell(g, x, y)]].resource ==
               g->words->wood;
}

/* Returns true if a unit could stand next to the tree now. */
static bool has_room(const sk_game *g, sk_slot slot, int x, int y)
{
    uint8_t bit = (uint8_t)(1u << sk_type_def(g, g->unit[slot].type)->movement);
    for (int ny = y - 1; ny <= y + 1; ny++) {
        for (int nx = x - 1; nx <= x + 1; nx++) {
            if (nx < 0 || ny < 0 || nx >= g->width || ny >= g->height)
                continue;
            int cell = sk_game_cell(g, nx, ny);
            sk_slot there = g->occupant[cell];
            if ((g->pass[cell] & bit) && (!there || there == slot))
                return true;
        }
    }
    return false;
}

static bool can_reach_tree(sk_game *g, sk_slot slot, int x, int y)
{
    sk_goal goal = {(int16_t)x, (int16_t)y, 1, 1, 1};
    return has_room(g, slot, x, y) && way_beside(g, slot, &goal);
}

/* Finds the next tree around the present one: nearest to it, then to the worker. Returns NO_WAY if
 * none of them is reachable, EXHAUSTED if there are none. */
static us_reason next_tree(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    int cx = unit->work_x, cy = unit->work_y;
    us_reason reason = US_REASON_EXHAUSTED;
    for (int ring = 0; ring <= TREE_REACH && reason != US_REASON_NONE; ring++) {
        int best = INT32_MAX;
        for (int y = cy - ring; y <= cy + ring; y++) {
            int step = y == cy - ring || y == cy + ring || ring == 0 ? 1 : 2 * ring;
            for (int x = cx - ring; x <= cx + ring; x += step) {
                int dx = x - unit->x, dy = y - unit->y;
                int far = dx * dx + dy * dy;
                bool tried = ring == 0 && unit->attempts;
                if (far >= best || !is_tree(g, x, y))
                    continue;
                if (tried || !can_reach_tree(g, slot, x, y)) {
                    if (reason != US_REASON_NONE)
                        reason = US_REASON_NO_WAY;
                    continue;
                }
                reason = US_REASON_NONE;
                best = far;
                unit->work_x = (int16_t)x;
                unit->work_y = (int16_t)y;
            }
        }
    }
    return reason;
}

static bool beside_tree(const sk_game *g, sk_slot slot)
{
    const sk_unit *unit = &g->unit[slot];
    int dx = unit->work_x - unit->x, dy = unit->work_y - unit->y;
    return dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && is_tree(g, unit->work_x, unit->work_y);
}

static void chop_stroke(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    int wood = g->words->wood;
    const sk_gather *gather = gather_of(g, slot, wood);
    int cell = sk_game_cell(g, unit->work_x, unit->work_y);
    int left = g->plane[US_PLANE_AMOUNT][cell];
    int terrain = g->plane[US_PLANE_TERRAIN][cell];
    if (unit->carries != wood)
        unit->carried = 0;
    unit->carries = (int8_t)wood;
    int take = gather->step < left ? gather->step : left;
    if (take > gather->capacity - unit->carried)
        take = gather->capacity - unit->carried;
    unit->carried += (int16_t)take;
    sk_unit_publish_load(g, slot);
    if (left - take > 0)
        sk_terrain_set(g, unit->work_x, unit->work_y, terrain, left - take);
    else
        sk_terrain_set(g, unit->work_x, unit->work_y, g->domain->terrain[terrain].becomes, 0);
}

/* Goes to a tree. Returns true if the unit is there. Ends the order if there is no tree. */
static bool reach_tree(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    while (!beside_tree(g, slot)) {
        us_reason reason = US_REASON_NONE;
        if (unit->attempts >= TREE_TRIES)
            reason = US_REASON_NO_WAY;
        else if (unit->attempts || !is_tree(g, unit->work_x, unit->work_y) ||
                 !can_reach_tree(g, slot, unit->work_x, unit->work_y))
            reason = next_tree(g, slot);
        if (reason != US_REASON_NONE) {
            if (unit->carries == g->words->wood && unit->carried) {
                unit->phase = TO_DEPOT; /* its partial load is worth bringing home */
                sk_unit_wait(g, slot, 1);
            } else {
                sk_task_end(g, slot, reason);
            }
            return false;
        }
        sk_goal goal = {unit->work_x, unit->work_y, 1, 1, 1};
        if (sk_unit_advance(g, slot, &goal, g->words->moving) == SK_LEG_ON)
            return false;
        unit->attempts++;
    }
    unit->attempts = 0;
    return true;
}

void sk_unit_do_chop(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    int wood = g->words->wood;
    if (unit->phase == TO_SOURCE && full(g, slot, wood))
        unit->phase = TO_DEPOT;
    if (unit->phase >= TO_DEPOT && bring(g, slot, unit->work_x, unit->work_y))
        return;
    if (unit->phase == AT_SOURCE && beside_tree(g, slot)) {
        chop_stroke(g, slot);
        if (full(g, slot, wood)) {
            unit->phase = TO_DEPOT;
            bring(g, slot, unit->work_x, unit->work_y);
            return;
        }
    }
    unit->phase = TO_SOURCE;
    if (!reach_tree(g, slot))
        return;
    sk_unit_end_walk(g, slot);
    sk_task_report_under_way(g, slot);
    unit->phase = AT_SOURCE;
    sk_unit_set_status(g, slot, g->words->gathering);
    sk_unit_wait(g, slot, gather_of(g, slot, wood)->stroke);
}
