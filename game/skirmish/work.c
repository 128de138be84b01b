#include "game/skirmish/act.h"

/* phases of gathering; inside something only in AT_* */
enum { TO_SOURCE, AT_SOURCE, TO_DEPOT, AT_DEPOT };
/* phases of building and repairing */
enum { TO_SITE, AT_SITE, IN_SITE };

enum {
    OUT_AGAIN = 10, /* cycles until somebody who finds no room outside tries again */
    SITE_NAP = 15,  /* the same, for a builder whose place is taken */
    SITE_TRIES = 20,
    TREE_REACH = 10, /* how far a wood cutter looks for the next tree */
    TREE_TRIES = 6,
    MINE_REACH = 14, /* how far a miner looks for the next mine */
};

/* ---- in and out of things */

static void go_in(sk_game *g, sk_slot slot, us_id house)
{
    g->unit[slot].work = house;
    sk_walk_end(g, slot);
    sk_unit_hide(g, slot);
}

static void show_load(sk_game *g, sk_slot slot)
{
    const sk_unit *unit = &g->unit[slot];
    us_entity *entity = sk_entity(g, slot);
    entity->attribute[g->words->carried] = unit->carried;
    entity->attribute[g->words->carries] = unit->carried ? unit->carries : -1;
    sk_touch(g, slot);
}

static const sk_gather *gather_of(const sk_game *g, sk_slot slot, int resource)
{
    return &sk_numbers(g, g->unit[slot].type)->gather[resource];
}

/* What a miner takes with it when its time inside is over. */
static void take_load(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    unit->loading = false;
    sk_slot mine = sk_slot_of(g, unit->work);
    if (!mine)
        return;
    us_entity *source = sk_entity(g, mine);
    int resource = sk_def(g, source->type)->yields;
    int32_t *stock = &source->attribute[g->words->stock];
    int capacity = gather_of(g, slot, resource)->capacity;
    unit->carries = (int8_t)resource;
    unit->carried = (int16_t)(*stock < capacity ? *stock : capacity);
    *stock -= unit->carried;
    sk_touch(g, mine);
    show_load(g, slot);
}

bool sk_come_out(sk_game *g, sk_slot slot, int to_x, int to_y)
{
    sk_unit *unit = &g->unit[slot];
    if (!unit->inside)
        return true;
    sk_slot house = sk_slot_of(g, unit->work);
    sk_goal around = house ? sk_goal_around(g, house, 0) : (sk_goal){unit->x, unit->y, 1, 1, 0};
    if (unit->loading)
        take_load(g, slot);
    if (!sk_unit_show(g, slot, &around, to_x, to_y)) {
        sk_wait(g, slot, OUT_AGAIN);
        return false;
    }
    unit->work = 0;
    bool empty = house && sk_def(g, g->unit[house].type)->kind == US_KIND_RESOURCE &&
                 sk_entity(g, house)->attribute[g->words->stock] == 0;
    if (empty)
        sk_unit_remove(g, house, US_GONE_SPENT, 0);
    return true;
}

/* ---- gathering */

static void list_depots(sk_game *g)
{
    g->core->depots = 0;
    for (int i = 0; i < g->core->count; i++) {
        const us_entity *entity = &g->entity[i];
        if (sk_def(g, entity->type)->stores && entity->status != g->words->dead &&
            !(entity->flags & US_ENTITY_UNFINISHED))
            g->depot[g->core->depots++] = g->slot_at[i];
    }
}

static sk_slot nearest_depot(sk_game *g, sk_slot slot, int resource)
{
    const sk_unit *unit = &g->unit[slot];
    sk_slot best = 0;
    int best_distance = INT32_MAX;
    if (g->core->depots < 0)
        list_depots(g);
    for (int i = 0; i < g->core->depots; i++) {
        const us_entity *entity = sk_entity(g, g->depot[i]);
        if (entity->owner != unit->owner || !(sk_def(g, entity->type)->stores & (1u << resource)))
            continue;
        int distance = us_entity_cell_distance(g->domain, entity, unit->x, unit->y);
        if (distance < best_distance) {
            best = g->depot[i];
            best_distance = distance;
        }
    }
    return best;
}

static us_id nearest_mine(const sk_game *g, sk_slot slot, int resource)
{
    const sk_unit *unit = &g->unit[slot];
    us_id best = 0;
    int best_distance = MINE_REACH + 1;
    for (int i = 0; i < g->core->count; i++) {
        const us_entity *entity = &g->entity[i];
        if (sk_def(g, entity->type)->yields != resource || entity->status == g->words->dead ||
            entity->attribute[g->words->stock] == 0)
            continue;
        int distance = us_entity_cell_distance(g->domain, entity, unit->x, unit->y);
        if (distance < best_distance) {
            best = entity->id;
            best_distance = distance;
        }
    }
    return best;
}

static int income(const sk_game *g, us_seat seat, int resource)
{
    int best = 0;
    for (int type = 0; type < g->domain->type_count; type++) {
        int bonus = g->rules->type[type].income[resource];
        if (bonus > best && g->owned[seat * g->domain->type_count + type] > 0)
            best = bonus;
    }
    return best;
}

static void deliver(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    int32_t gain = unit->carried * (100 + income(g, unit->owner, unit->carries)) / 100;
    sk_tally_add(g, unit->owner, unit->carries, gain);
    sk_tell(g, (us_event){.kind = US_EVENT_GAINED,
                          .seat = unit->owner,
                          .type = US_NO_TYPE,
                          .entity = unit->id,
                          .value = gain,
                          .extra = unit->carries,
                          .x = unit->x,
                          .y = unit->y});
    unit->carried = 0;
    show_load(g, slot);
}

/* To the nearest depot and in. True while on the way or inside. */
static bool bring(sk_game *g, sk_slot slot, int to_x, int to_y)
{
    sk_unit *unit = &g->unit[slot];
    if (unit->phase == AT_DEPOT) {
        if (!sk_come_out(g, slot, to_x, to_y))
            return true;
        unit->phase = TO_SOURCE;
        return false;
    }
    sk_slot depot = nearest_depot(g, slot, unit->carries);
    if (!depot) { /* one may be built: wait for it */
        sk_unit_status(g, slot, g->words->carrying);
        sk_wait(g, slot, 60);
        return true;
    }
    sk_goal goal = sk_goal_around(g, depot, 1);
    if (!sk_go_patiently(g, slot, &goal, g->words->carrying))
        return true;
    if (us_entity_cell_distance(g->domain, sk_entity(g, depot), unit->x, unit->y) > 1) {
        sk_wait(g, slot, OUT_AGAIN); /* a crowd stands before the door */
        return true;
    }
    us_cycle unload = gather_of(g, slot, unit->carries)->unload;
    deliver(g, slot);
    go_in(g, slot, g->unit[depot].id);
    unit->phase = AT_DEPOT;
    unit->busy = g->core->now + unload;
    sk_wait(g, slot, unload);
    return true;
}

static bool full(const sk_game *g, sk_slot slot, int resource)
{
    const sk_unit *unit = &g->unit[slot];
    return unit->carries == resource && unit->carried >= gather_of(g, slot, resource)->capacity;
}

void sk_do_harvest(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot mine = sk_slot_of(g, unit->target);
    int x = mine ? g->unit[mine].x + 1 : unit->from_x,
        y = mine ? g->unit[mine].y + 1 : unit->from_y;
    if (unit->phase == AT_SOURCE) {
        sk_slot depot = nearest_depot(g, slot, g->words->gold);
        if (!sk_come_out(g, slot, depot ? g->unit[depot].x + 1 : x,
                         depot ? g->unit[depot].y + 1 : y))
            return;
        unit->phase = unit->carried ? TO_DEPOT : TO_SOURCE;
    }
    if (unit->phase == TO_SOURCE && mine && full(g, slot, sk_def(g, g->unit[mine].type)->yields))
        unit->phase = TO_DEPOT;
    if (unit->phase >= TO_DEPOT && bring(g, slot, x, y))
        return;
    if (unit->action < 0)
        return; /* it found no way to a depot */
    mine = sk_slot_of(g, unit->target);
    if (!mine || sk_entity(g, mine)->attribute[g->words->stock] == 0) {
        unit->target = nearest_mine(g, slot, g->words->gold);
        sk_entity(g, slot)->target = unit->target;
        mine = sk_slot_of(g, unit->target);
    }
    if (!mine) {
        sk_end(g, slot, US_REASON_EXHAUSTED);
        return;
    }
    sk_goal goal = sk_goal_around(g, mine, 1);
    if (!sk_go_patiently(g, slot, &goal, g->words->moving))
        return;
    if (us_entity_cell_distance(g->domain, sk_entity(g, mine), unit->x, unit->y) > 1) {
        sk_wait(g, slot, OUT_AGAIN);
        return;
    }
    us_cycle stroke = gather_of(g, slot, sk_def(g, g->unit[mine].type)->yields)->stroke;
    sk_under_way(g, slot);
    go_in(g, slot, unit->target);
    unit->loading = true;
    unit->phase = AT_SOURCE;
    unit->busy = g->core->now + stroke;
    sk_unit_status(g, slot, g->words->gathering);
    sk_wait(g, slot, stroke);
}

static bool is_tree(const sk_game *g, int x, int y)
{
    return x >= 0 && y >= 0 && x < g->width && y < g->height &&
           g->domain->terrain[g->plane[US_PLANE_TERRAIN][sk_cell(g, x, y)]].resource ==
               g->words->wood;
}

/* Somebody could stand beside it now. */
static bool has_room(const sk_game *g, sk_slot slot, int x, int y)
{
    uint8_t bit = (uint8_t)(1u << sk_def(g, g->unit[slot].type)->movement);
    for (int ny = y - 1; ny <= y + 1; ny++) {
        for (int nx = x - 1; nx <= x + 1; nx++) {
            if (nx < 0 || ny < 0 || nx >= g->width || ny >= g->height)
                continue;
            int cell = sk_cell(g, nx, ny);
            sk_slot there = g->occupant[cell];
            if ((g->pass[cell] & bit) && (!there || there == slot))
                return true;
        }
    }
    return false;
}

/* The next tree around the present one: nearest to it, then to the worker. */
static bool next_tree(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    int cx = unit->work_x, cy = unit->work_y;
    for (int ring = 0; ring <= TREE_REACH; ring++) {
        int best = INT32_MAX, best_x = 0, best_y = 0;
        for (int y = cy - ring; y <= cy + ring; y++) {
            int step = y == cy - ring || y == cy + ring || ring == 0 ? 1 : 2 * ring;
            for (int x = cx - ring; x <= cx + ring; x += step) {
                int dx = x - unit->x, dy = y - unit->y;
                int far = dx * dx + dy * dy;
                bool tried = ring == 0 && unit->attempts;
                if (far >= best || tried || !is_tree(g, x, y) || !has_room(g, slot, x, y))
                    continue;
                best = far;
                best_x = x;
                best_y = y;
            }
        }
        if (best < INT32_MAX) {
            unit->work_x = (int16_t)best_x;
            unit->work_y = (int16_t)best_y;
            return true;
        }
    }
    return false;
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
    int cell = sk_cell(g, unit->work_x, unit->work_y);
    int left = g->plane[US_PLANE_AMOUNT][cell];
    int terrain = g->plane[US_PLANE_TERRAIN][cell];
    if (unit->carries != wood)
        unit->carried = 0;
    unit->carries = (int8_t)wood;
    int take = gather->step < left ? gather->step : left;
    if (take > gather->capacity - unit->carried)
        take = gather->capacity - unit->carried;
    unit->carried += (int16_t)take;
    show_load(g, slot);
    if (left - take > 0)
        sk_terrain_set(g, unit->work_x, unit->work_y, terrain, left - take);
    else
        sk_terrain_set(g, unit->work_x, unit->work_y, g->domain->terrain[terrain].becomes, 0);
}

/* Looks for a tree with room and goes there; ends the order when there is none. */
static bool reach_tree(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    while (!beside_tree(g, slot)) {
        bool found = unit->attempts < TREE_TRIES;
        if (found && (unit->attempts || !is_tree(g, unit->work_x, unit->work_y) ||
                      !has_room(g, slot, unit->work_x, unit->work_y)))
            found = next_tree(g, slot);
        if (!found) {
            if (unit->carries == g->words->wood && unit->carried) {
                unit->phase = TO_DEPOT; /* what it has is worth bringing home */
                sk_wait(g, slot, 1);
            } else {
                sk_end(g, slot, US_REASON_EXHAUSTED);
            }
            return false;
        }
        sk_goal goal = {unit->work_x, unit->work_y, 1, 1, 1};
        us_cycle wait = 1;
        sk_walk_result result = sk_walk(g, slot, &goal, &wait);
        if (result == SK_STEPPED || result == SK_WAITING) {
            sk_unit_status(g, slot, g->words->moving);
            sk_wait(g, slot, wait);
            return false;
        }
        sk_walk_end(g, slot);
        unit->attempts++;
    }
    unit->attempts = 0;
    return true;
}

void sk_do_chop(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    int wood = g->words->wood;
    if (unit->phase == TO_SOURCE && full(g, slot, wood))
        unit->phase = TO_DEPOT;
    if (unit->phase >= TO_DEPOT && bring(g, slot, unit->work_x, unit->work_y))
        return;
    if (unit->action < 0)
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
    sk_walk_end(g, slot);
    sk_under_way(g, slot);
    unit->phase = AT_SOURCE;
    sk_unit_status(g, slot, g->words->gathering);
    sk_wait(g, slot, gather_of(g, slot, wood)->stroke);
}

void sk_do_return(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    if (unit->phase == TO_SOURCE)
        unit->phase = TO_DEPOT;
    if (unit->phase == TO_DEPOT && !unit->carried) {
        sk_end(g, slot, US_REASON_NOTHING);
        return;
    }
    if (!bring(g, slot, unit->from_x, unit->from_y) && unit->action >= 0)
        sk_end(g, slot, US_REASON_NONE);
}

/* ---- building */

/* Friends without work who stand on the site are asked to leave. True: nobody is left there. */
static bool clear_site(sk_game *g, sk_slot slot, const sk_goal *site)
{
    bool clear = true;
    for (int y = site->y; y < site->y + site->h; y++) {
        for (int x = site->x; x < site->x + site->w; x++) {
            sk_slot there = g->occupant[sk_cell(g, x, y)];
            if (!there || there == slot)
                continue;
            clear = false;
            sk_unit *other = &g->unit[there];
            int movement = sk_def(g, other->type)->movement, to_x, to_y;
            if (other->owner != g->unit[slot].owner || other->action >= 0 || movement < 0 ||
                !sk_room_beside(g, movement, site, x, y, &to_x, &to_y))
                continue;
            sk_begin(g, there, g->words->move, 0);
            other->to_x = (int16_t)to_x;
            other->to_y = (int16_t)to_y;
        }
    }
    return clear;
}

/* The ground itself would carry it; units in the way do not count. */
static bool ground_fits(const sk_game *g, us_type type, const sk_goal *site)
{
    for (int y = site->y; y < site->y + site->h; y++) {
        for (int x = site->x; x < site->x + site->w; x++) {
            if (x < 0 || y < 0 || x >= g->width || y >= g->height)
                return false;
            int cell = sk_cell(g, x, y);
            if (!g->domain->terrain[g->plane[US_PLANE_TERRAIN][cell]].buildable ||
                (g->plane[US_PLANE_TAKEN][cell] & US_TAKEN_BUILDING))
                return false;
        }
    }
    us_entity self = {.type = type, .x = site->x, .y = site->y};
    return sk_far_enough(g->rules, &g->world, &self);
}

static void join_site(sk_game *g, sk_slot slot, sk_slot site)
{
    sk_unit *unit = &g->unit[slot];
    us_id house = g->unit[site].id;
    go_in(g, slot, house);
    unit->phase = IN_SITE;
    g->unit[site].work = unit->id;
    sk_site_go_on(g, site);
    sk_unit_status(g, slot, g->words->building);
    sk_wake_never(g, slot); /* the site wakes it */
}

static void leave_site(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    sk_slot site = sk_slot_of(g, unit->work);
    bool built = site && !(sk_entity(g, site)->flags & US_ENTITY_UNFINISHED);
    bool spent = !site && unit->built; /* a wall: it is terrain now */
    if (!sk_come_out(g, slot, unit->from_x, unit->from_y))
        return;
    unit->built = 0;
    sk_end(g, slot, built || spent ? US_REASON_NONE : US_REASON_INTERRUPTED);
}

void sk_do_build(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    us_type type = unit->makes;
    const us_type_def *def = sk_def(g, type);
    sk_goal site = {unit->to_x, unit->to_y, (uint8_t)def->width, (uint8_t)def->height, 1};
    if (unit->phase == IN_SITE) {
        leave_site(g, slot);
        return;
    }
    if (!ground_fits(g, type, &site)) {
        sk_end(g, slot, US_REASON_BAD_PLACE);
        return;
    }
    if (unit->phase == TO_SITE) {
        if (!sk_go(g, slot, &site, g->words->moving))
            return;
        unit->phase = AT_SITE;
        unit->attempts = 0;
    }
    bool clear = clear_site(g, slot, &site);
    if (!clear && unit->attempts++ < SITE_TRIES) {
        sk_wait(g, slot, SITE_NAP);
        return;
    }
    int dx = unit->x - site.x, dy = unit->y - site.y;
    bool near = dx >= -1 && dy >= -1 && dx <= site.w && dy <= site.h;
    us_reason reason = !clear || !near                 ? US_REASON_BAD_PLACE
                       : !sk_pay(g, unit->owner, type) ? US_REASON_NO_RESOURCES
                                                       : US_REASON_NONE;
    if (reason != US_REASON_NONE) {
        sk_end(g, slot, reason);
        return;
    }
    sk_unit_hide(g, slot);
    sk_slot house = sk_unit_add(g, type, unit->owner, site.x, site.y, false, unit->id);
    if (!house) {
        sk_refund(g, unit->owner, type, 100);
        unit->work = 0;
        unit->phase = TO_SITE;
        sk_end(g, slot, US_REASON_BAD_PLACE);
        return;
    }
    join_site(g, slot, house);
}

/* ---- repairing */

static bool pay_repair(sk_game *g, us_seat seat, us_type type)
{
    const sk_type *numbers = sk_numbers(g, type);
    for (int r = 0; r < g->domain->resources.count; r++) {
        if (sk_have(g, seat, r) < numbers->repair_cost[r])
            return false;
    }
    for (int r = 0; r < g->domain->resources.count; r++)
        sk_tally_add(g, seat, r, -numbers->repair_cost[r]);
    return true;
}

void sk_do_repair(sk_game *g, sk_slot slot)
{
    sk_unit *unit = &g->unit[slot];
    if (unit->phase == IN_SITE) {
        leave_site(g, slot);
        return;
    }
    sk_slot house = sk_slot_of(g, unit->target);
    if (!house) {
        sk_end(g, slot, US_REASON_BAD_TARGET);
        return;
    }
    us_entity *entity = sk_entity(g, house);
    int32_t whole = sk_def(g, entity->type)->attribute[0];
    bool unfinished = entity->flags & US_ENTITY_UNFINISHED;
    if (!unfinished && entity->attribute[0] >= whole) {
        sk_end(g, slot, US_REASON_NONE);
        return;
    }
    sk_goal goal = sk_goal_around(g, house, 1);
    bool near = us_entity_cell_distance(g->domain, entity, unit->x, unit->y) <= 1;
    if (!near) {
        unit->phase = TO_SITE;
        if (!sk_go(g, slot, &goal, g->words->moving))
            return;
        near = us_entity_cell_distance(g->domain, entity, unit->x, unit->y) <= 1;
        if (!near) {
            sk_wait(g, slot, SITE_NAP);
            return;
        }
    }
    sk_walk_end(g, slot);
    if (unfinished && !sk_slot_of(g, g->unit[house].work)) {
        join_site(g, slot, house);
        return;
    }
    if (unfinished) { /* one builder is enough */
        sk_end(g, slot, US_REASON_BUSY);
        return;
    }
    if (unit->phase == AT_SITE) { /* a stroke's time has passed */
        if (!pay_repair(g, unit->owner, entity->type)) {
            sk_end(g, slot, US_REASON_NO_RESOURCES);
            return;
        }
        entity->attribute[0] += sk_numbers(g, entity->type)->repair;
        if (entity->attribute[0] > whole)
            entity->attribute[0] = whole;
        sk_touch(g, house);
    }
    unit->phase = AT_SITE;
    sk_unit_status(g, slot, g->words->repairing);
    sk_wait(g, slot, g->rules->repair_stroke);
}
