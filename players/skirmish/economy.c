#include "players/skirmish/player.h"

enum {
    SHIFT_TIME = 110, /* cycles between two shifts of workers */
    MOST_WOOD = 65,   /* percent of the gatherers */
    LEAST_WOOD = 8,
    PRIOR = 2000,     /* gold's worth of wants that weighs as much as the plan's share */
    GLUT = 600,       /* in stock beyond all that is wanted */
    WOOD_EFFORT = 33, /* tenths: the work for a unit of wood, against one of gold */
    MEND_TIME = 90,
    GATHER_TIME = 3000, /* a goal of gathering that long unreached gives way to another */
    TREE_RINGS = 20,
    TREE_PATIENCE = 300,
    HIS = 20,        /* cells between a mine and an enemy hall */
    JAM_TIME = 2500, /* cycles without any gold after which the way must be blocked */
    CROWD = 9,       /* workers that fill a mine */
    FEW = 3,         /* fewer workers than that are an emergency */
    OPENERS = 5,     /* workers that cut a way */
    MENDERS = 2,
};

void sp_economy_init(sp_player *s)
{
    s->economy.share = s->plan->wood;
    s->economy.tree_x = -1;
}

/* ---- trees */

static bool can_be_cut(const sp_player *s, int x, int y)
{
    if (!(sp_ground_uses(s, x, y) & SP_TREE))
        return false;
    for (int k = 0; k < 9; k++) {
        int cx = x + k % 3 - 1, cy = y + k / 3 - 1;
        if (sp_ground_steps(s, cx, cy) != SP_NO_STEPS &&
            !(s->world->plane[US_PLANE_TAKEN][us_world_cell(s->world, cx, cy)] & US_TAKEN_BUILDING))
            return true;
    }
    return false;
}

static int nearest_tree(sp_player *s, const us_entity *depot, int most, int *x, int *y)
{
    int hx = sp_entity_middle_x(s, depot), hy = sp_entity_middle_y(s, depot);
    for (int ring = 2; ring < most; ring++) {
        s->work += 8 * ring;
        for (int k = 0; k < 8 * ring; k++) {
            int dx, dy;
            sp_ring_cell(ring, k, &dx, &dy);
            if (!can_be_cut(s, hx + dx, hy + dy))
                continue;
            *x = hx + dx;
            *y = hy + dy;
            return ring;
        }
    }
    return most;
}

static bool find_tree(sp_player *s, int *x, int *y)
{
    sp_economy *e = &s->economy;
    if (e->tree_x < 0 || !can_be_cut(s, e->tree_x, e->tree_y)) {
        e->tree_x = -1;
        if (s->now < e->no_tree)
            return false;
        int best = 2 * TREE_RINGS, tx = 0, ty = 0;
        SP_EACH (depot, s->observation.building) {
            if (!(s->words.sort[depot->type] & SP_MILL))
                continue;
            int ring = nearest_tree(s, depot, best, &tx, &ty);
            if (ring >= best)
                continue;
            best = ring;
            e->tree_x = (int16_t)tx;
            e->tree_y = (int16_t)ty;
        }
        if (e->tree_x < 0) {
            e->no_tree = s->now + TREE_PATIENCE;
            return false;
        }
    }
    *x = e->tree_x;
    *y = e->tree_y;
    return true;
}

/* ---- labels */

static uint32_t gathering_goal(sp_player *s)
{
    sp_economy *e = &s->economy;
    if (sp_goal_is_open(s, e->goal) &&
        s->now - s->goals.list.item[e->goal - 1].label.opened < GATHER_TIME)
        return e->goal;
    sp_goal_close(s, e->goal, false); /* all was spent: gathering goes on for what comes next */
    us_type lacking = s->works.lacking;
    int32_t gold = us_world_tally(s->world, s->self, s->words.gold);
    int32_t wood = us_world_tally(s->world, s->self, s->words.wood);
    if (lacking == US_NO_TYPE || (gold >= s->domain->type[lacking].cost[s->words.gold] &&
                                  wood >= s->domain->type[lacking].cost[s->words.wood])) {
        gold += 500;
        wood += 100;
    } else {
        gold = s->domain->type[lacking].cost[s->words.gold];
        wood = s->domain->type[lacking].cost[s->words.wood];
    }
    e->goal = sp_goal_open(s, s->goals.defeat, SP_GET, US_GOAL_ACHIEVE, US_NO_TYPE, gold, wood, 0);
    return e->goal;
}

/* ---- assignment */

static const us_entity *choose_mine(const sp_player *s, const us_entity *worker)
{
    const us_entity *best = NULL;
    int best_cost = 0;
    SP_EACH (mine, s->observation.mine) {
        const us_entity *hall = sp_mine_find_hall(s, mine);
        bool served = hall && !(hall->flags & US_ENTITY_UNFINISHED);
        int steps = sp_ground_steps_to(s, mine);
        /* a mine before the enemy's hall is his as long as that stands */
        if (steps == SP_NO_STEPS ||
            (!served && sp_cell_is_near_foe_hall(s, mine->x + 1, mine->y + 1, HIS)))
            continue;
        int here = 0;
        for (int k = 0; k < s->observation.worker.count; k++) {
            const sp_note *note = &s->notes.note[s->observation.worker.at[k]->id];
            here += note->job == SP_JOB_GOLD && note->with == mine->id;
        }
        /* far mines are a last resort; a crowd at the near one makes the next one nearer */
        int cost = us_entity_distance(s->domain, worker, mine) / 2 + (served ? 0 : 60 + 4 * steps) +
                   (here > CROWD ? 8 * (here - CROWD) : 0);
        if (!served && sp_foe_power_near(s, mine->x, mine->y, 10) > 0)
            cost += 1000;
        if (!best || cost < best_cost) {
            best = mine;
            best_cost = cost;
        }
    }
    return best;
}

static bool send_for_gold(sp_player *s, const us_entity *worker)
{
    sp_note *note = sp_note_get(s, worker->id);
    const us_entity *mine = choose_mine(s, worker);
    if (!mine)
        return false;
    uint32_t goal = gathering_goal(s);
    sp_order_entity(s, s->words.harvest, worker, mine->id, goal);
    note->job = SP_JOB_GOLD;
    note->with = mine->id;
    return true;
}

static bool send_for_wood(sp_player *s, const us_entity *worker)
{
    sp_note *note = sp_note_get(s, worker->id);
    int x, y;
    if (!find_tree(s, &x, &y))
        return false;
    uint32_t goal = gathering_goal(s);
    sp_order_cell(s, s->words.chop, worker, x, y, goal);
    note->job = SP_JOB_WOOD;
    return true;
}

static void assign(sp_player *s, const us_entity *worker)
{
    sp_economy *e = &s->economy;
    bool wood = 100 * (e->wood + 1) <= e->share * (e->wood + e->gold + 1);
    bool sent = wood ? send_for_wood(s, worker) || send_for_gold(s, worker)
                     : send_for_gold(s, worker) || send_for_wood(s, worker);
    if (!sent)
        return;
    if (sp_note_get(s, worker->id)->job == SP_JOB_WOOD)
        e->wood++;
    else
        e->gold++;
}

/* The plan's share is the prior; wanted resources that are not in stock move it. A load of wood
 * takes longer than one of gold. */
static void set_share(sp_player *s)
{
    sp_economy *e = &s->economy;
    int64_t gold = s->works.need[s->words.gold] - us_world_tally(s->world, s->self, s->words.gold);
    int64_t wood = s->works.need[s->words.wood] - us_world_tally(s->world, s->self, s->words.wood);
    int64_t glut_gold = -gold, glut_wood = -wood;
    gold = gold > 0 ? gold : 0;
    wood = wood > 0 ? wood * WOOD_EFFORT / 10 : 0;
    e->share = (int)((s->plan->wood * PRIOR + 100 * wood) / (PRIOR + gold + wood));
    if (glut_gold > GLUT && glut_wood < 0)
        e->share += 15;
    if (glut_wood > GLUT)
        e->share -= 15;
    if (glut_wood > 3 * GLUT && glut_gold < 0)
        e->share -= 25;
    e->share = e->share > MOST_WOOD ? MOST_WOOD : e->share < LEAST_WOOD ? LEAST_WOOD : e->share;
}

static void shift(sp_player *s)
{
    sp_economy *e = &s->economy;
    int all = e->gold + e->wood;
    if (s->now - e->shifted < SHIFT_TIME || all < 2)
        return;
    e->shifted = s->now;
    set_share(s);
    bool to_wood = 100 * (e->wood + 1) <= e->share * all;
    bool to_gold = !to_wood && 100 * e->wood > e->share * all + 100 / 2;
    if (!to_wood && !to_gold)
        return;
    SP_EACH (worker, s->observation.worker) {
        const sp_note *note = sp_note_get(s, worker->id);
        if (note->job != (to_wood ? SP_JOB_GOLD : SP_JOB_WOOD) ||
            (worker->flags & US_ENTITY_INSIDE) || worker->attribute[s->words.carried] > 0 ||
            note->when == s->now)
            continue;
        if (to_wood ? send_for_wood(s, worker) : send_for_gold(s, worker))
            return;
    }
}

/* ---- opening a way through trees */

static bool first_tree(const sp_player *s, const sp_route *route, int *x, int *y)
{
    for (int i = 0; i < route->count; i++) {
        int cx = route->cell[i] % s->ground.width, cy = route->cell[i] / s->ground.width;
        int allow = sp_ground_uses(s, cx, cy);
        if (allow & SP_WALK)
            continue;
        *x = cx;
        *y = cy;
        return allow & SP_TREE; /* workers cannot reach trees behind a wall yet */
    }
    return false;
}

static void open_way(sp_player *s)
{
    int x = 0, y = 0, openers = 0;
    /* no worker is sent to cut trees under fire, nor the last ones that could rebuild the base */
    bool wanted =
        s->army.opening && first_tree(s, &s->army.way, &x, &y) &&
        s->observation.worker.count > FEW &&
        sp_foe_power_near(s, x, y, SP_REACH_GUN) <= sp_own_power_near(s, x, y, SP_REACH_GUN + 2);
    SP_EACH (opener, s->observation.worker) {
        sp_note *note = sp_note_get(s, opener->id);
        if (note->job != SP_JOB_OPEN)
            continue;
        if (!wanted || openers >= OPENERS) {
            note->job = SP_JOB_NONE;
            continue;
        }
        openers++;
        bool stale = note->arg != US_CELL(x, y) || opener->action != s->words.chop;
        if (stale && !(opener->flags & US_ENTITY_INSIDE))
            sp_order_cell(s, s->words.chop, opener, x, y, s->army.opening_goal);
    }
    int most = s->observation.worker.count / 2;
    most = most < OPENERS ? most : OPENERS;
    while (wanted && openers < most) {
        const us_entity *worker = sp_worker_find_spare(s, x, y);
        if (!worker)
            return;
        sp_order_cell(s, s->words.chop, worker, x, y, s->army.opening_goal);
        sp_note_get(s, worker->id)->job = SP_JOB_OPEN;
        openers++;
    }
}

/* ---- mending */

static void repair_damage(sp_player *s)
{
    sp_economy *e = &s->economy;
    if (s->now - e->repair_searched < MEND_TIME || s->observation.worker.count <= FEW)
        return;
    e->repair_searched = s->now;
    int menders = 0;
    SP_EACH (worker, s->observation.worker)
        menders += sp_note_get(s, worker->id)->job == SP_JOB_REPAIR;
    SP_EACH (house, s->observation.building) {
        if (menders >= MENDERS)
            return;
        int32_t full = s->domain->type[house->type].attribute[0];
        bool gun = s->words.sort[house->type] & SP_GUN;
        if (house->attribute[0] * 100 >= full * (gun ? 85 : 60) ||
            (!gun && sp_foe_power_near(s, house->x, house->y, 8) > 0))
            continue;
        const us_entity *worker = sp_worker_find_spare(s, house->x, house->y);
        if (!worker || us_entity_distance(s->domain, worker, house) > 20)
            continue;
        sp_order_entity(s, s->words.repair, worker, house->id, s->goals.defeat);
        sp_note_get(s, worker->id)->job = SP_JOB_REPAIR;
        menders++;
    }
}

/* ---- the department */

static void count_stock(sp_player *s)
{
    s->economy.stock = 0;
    SP_EACH (mine, s->observation.mine) {
        if (sp_mine_is_claimed(s, mine))
            s->economy.stock += mine->attribute[s->words.stock];
    }
}

void sp_economy_add_wants(sp_player *s)
{
    us_type hall = s->words.hall_kind;
    int halls = sp_type_count(s, hall) + sp_type_count_coming(s, hall),
        people = s->observation.worker.count;
    count_stock(s);
    bool poor = s->economy.stock < 1000 * s->economy.gold + 1000 && people > FEW;
    if (people > 0 && (halls == 0 || (poor && sp_site_find_mine(s)))) {
        uint32_t goal =
            sp_goal_find_or_open(s, s->goals.defeat, SP_MAKE, hall, sp_type_count(s, hall) + 1);
        sp_works_add_want(s, hall, s->words.hall, halls + (poor || !halls), SP_MINES, -2, goal);
    }
    if (people < FEW && halls > 0) {
        uint32_t goal = sp_goal_find_infrastructure(s);
        if (!goal)
            goal = sp_goal_find_or_open(s, s->goals.defeat, SP_MAKE, s->words.worker_kind, FEW);
        sp_works_add_want(s, s->words.worker_kind, s->words.worker, FEW, SP_HOME, -3, goal);
    }
}

/* If miners are on their way and no gold arrives, a unit blocks a narrow place. */
static void detect_jam(sp_player *s)
{
    sp_economy *e = &s->economy;
    for (int i = 0; i < s->events->count; i++) {
        const us_event *event = &s->events->event[i];
        if (event->kind == US_EVENT_GAINED && event->seat == s->self &&
            event->extra == s->words.gold)
            e->gained = s->now;
    }
    if (e->gold == 0)
        e->gained = s->now;
    e->jammed = s->now - e->gained > JAM_TIME;
}

void sp_economy_run(sp_player *s)
{
    sp_economy *e = &s->economy;
    detect_jam(s);
    e->gold = e->wood = 0;
    open_way(s);
    SP_EACH (worker, s->observation.worker) {
        sp_note *note = sp_note_get(s, worker->id);
        bool idle =
            worker->action < 0 && !(worker->flags & US_ENTITY_INSIDE) && note->when != s->now;
        if (idle && note->job != SP_JOB_BUILD && note->job != SP_JOB_MILITIA &&
            note->job != SP_JOB_OPEN)
            note->job = SP_JOB_NONE;
        e->gold += note->job == SP_JOB_GOLD;
        e->wood += note->job == SP_JOB_WOOD;
    }
    repair_damage(s);
    SP_EACH (worker, s->observation.worker) {
        if (sp_note_get(s, worker->id)->job == SP_JOB_NONE && !(worker->flags & US_ENTITY_INSIDE))
            assign(s, worker);
    }
    shift(s);
}
