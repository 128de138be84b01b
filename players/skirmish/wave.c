#include "players/skirmish/player.h"

enum {
    STAGE = 12,           /* steps of the way from stage to stage */
    TOGETHER = 7,         /* cells around the stage at which a unit has arrived */
    STAGE_PATIENCE = 500, /* cycles after which stragglers are no longer waited for */
    ASSAULT = 10,         /* steps before the target the stages end */
    SCOUT = 10,           /* cells around the wave's middle in which odds are counted */
    RAID_ODDS = 60,       /* percent: a raid runs from more than that */
    RAID_REST = 500,
    FRESH_WAY = 400, /* cycles after which a way that is closed is looked for again */
    STUCK = 3000,    /* cycles without any progress after which a wave is called off */
    STAND_BACK = 4,  /* steps before what closes the way */
};

static bool idle(const sp_player *s, const us_entity *unit)
{
    return unit->action < 0 && unit->status == s->words.idle;
}

/* ---- members and place */

static void list_members(sp_player *s)
{
    sp_army *a = &s->army;
    const sp_list *lists[] = {&s->observation.fighter, &s->observation.worker};
    int32_t sum_x = 0, sum_y = 0;
    int counted = 0;
    a->member.count = 0;
    a->power = 0;
    for (int k = 0; k < US_COUNT(lists); k++) {
        bool middle = a->member.count == 0; /* workers come behind: they are not its middle */
        SP_EACH (unit, *lists[k]) {
            if (sp_note_get(s, unit->id)->job != SP_JOB_WAVE)
                continue;
            sp_list_add(&a->member, unit);
            a->power += sp_entity_power(s, unit);
            sum_x += middle ? unit->x : 0;
            sum_y += middle ? unit->y : 0;
            counted += middle;
        }
    }
    if (counted == 0)
        return;
    /* the middle is a member's place: a mean may lie in a lake */
    const us_entity *best = a->member.at[0];
    int mx = sum_x / counted, my = sum_y / counted;
    for (int i = 1; i < counted; i++) {
        const us_entity *unit = a->member.at[i];
        if (sp_cell_distance(mx, my, unit->x, unit->y) < sp_cell_distance(mx, my, best->x, best->y))
            best = unit;
    }
    a->x = best->x;
    a->y = best->y;
}

static int32_t power_together(const sp_player *s, int reach)
{
    const sp_army *a = &s->army;
    int32_t sum = 0;
    SP_EACH (unit, a->member)
        if (sp_cell_distance(a->x, a->y, unit->x, unit->y) <= reach)
            sum += sp_entity_power(s, unit);
    return sum;
}

static const us_entity *first_engine(const sp_player *s)
{
    SP_EACH (unit, s->army.member)
        if (s->words.sort[unit->type] & SP_ENGINE)
            return unit;
    return NULL;
}

/* Returns the nearest target of the kind; targets under guns that are too strong for us come
 * last. */
static const us_entity *choose_target(const sp_player *s)
{
    const sp_army *a = &s->army;
    const us_entity *best = NULL;
    int best_cost = 0;
    bool wary = s->observation.foe_guns > 0 && !first_engine(s);
    SP_EACH (foe, s->observation.foe) {
        if (!us_type_is_a(s->domain, foe->type, a->kind))
            continue;
        int cost = sp_cell_distance(a->x, a->y, foe->x, foe->y) +
                   (foe->flags & US_ENTITY_INSIDE ? 1000 : 0);
        if (wary && sp_foe_power_near(s, foe->x, foe->y, SP_REACH_GUN) * 2 > a->power)
            cost += 30;
        if (!best || cost < best_cost) {
            best = foe;
            best_cost = cost;
        }
    }
    return best;
}

static const us_entity *find_target(sp_player *s)
{
    sp_army *a = &s->army;
    const us_entity *target = a->target ? us_world_find(s->world, a->target) : NULL;
    if (target && !(target->flags & US_ENTITY_INSIDE))
        return target;
    target = choose_target(s);
    us_id id = target ? target->id : 0;
    if (id != a->target) {
        a->target = id;
        a->stage = -1;
        a->moved = s->now;
    }
    return target;
}

/* ---- the way */

static void open_walls(sp_player *s)
{
    sp_army *a = &s->army;
    us_type siege = s->words.siege;
    int x = -1, y = -1;
    for (int i = 0; i < a->way.count && x < 0; i++) {
        int cx = a->way.cell[i] % s->ground.width, cy = a->way.cell[i] / s->ground.width;
        if (!(sp_ground_uses(s, cx, cy) & SP_WALK)) {
            x = cx;
            y = cy;
        }
    }
    if (x < 0 || !(sp_ground_uses(s, x, y) & SP_WALL))
        return;
    if (sp_type_count(s, siege) == 0) {
        us_type kind = sp_type_kind(s, siege);
        sp_works_add_want(s, kind, siege, 1, SP_HOME, -1,
                          sp_goal_find_or_open(s, a->goal, SP_MAKE, kind, 1));
    }
    SP_EACH (unit, s->observation.fighter) {
        if (s->words.sort[unit->type] & SP_ENGINE)
            sp_order_cell(s, s->words.attack_ground, unit, x, y, a->goal);
    }
}

/* The wave stands by where the way will open; its workers go back to work, some to open it. */
static void wait_at_opening(sp_player *s)
{
    sp_army *a = &s->army;
    int at = 0;
    while (at < a->way.count && (sp_ground_uses(s, a->way.cell[at] % s->ground.width,
                                                a->way.cell[at] / s->ground.width) &
                                 SP_WALK))
        at++;
    at = at > STAND_BACK ? at - STAND_BACK : 0;
    int x = a->way.cell[at] % s->ground.width, y = a->way.cell[at] / s->ground.width;
    SP_EACH (unit, a->member) {
        if (s->words.sort[unit->type] & SP_WORKER)
            sp_note_get(s, unit->id)->job = SP_JOB_NONE;
        else if (idle(s, unit) && sp_cell_distance(unit->x, unit->y, x, y) > TOGETHER)
            sp_order_cell(s, s->words.attack_move, unit, x, y, a->goal);
    }
}

/* True: there is an open way. Else the opening of it goes on. */
static bool have_way(sp_player *s, const us_entity *target)
{
    sp_army *a = &s->army;
    bool fresh = a->stage < 0 || a->way.target != target->id ||
                 (a->phase == SP_OPENING && s->now - a->way.found > FRESH_WAY);
    if (fresh) {
        sp_route_find(s, a->x, a->y, target, &a->way);
        a->stage = 0;
        a->staged = s->now;
    }
    if (a->way.count == 0)
        return false;
    if (!sp_route_is_open(s, &a->way)) {
        a->phase = SP_OPENING;
        a->opening = true;
        a->opening_goal = a->goal;
        open_walls(s);
        wait_at_opening(s);
        return false;
    }
    if (a->phase == SP_OPENING)
        a->phase = SP_MARCHING;
    a->opening = false;
    return true;
}

static bool together(const sp_player *s, int x, int y)
{
    const sp_army *a = &s->army;
    int here = 0, engines = 0, engines_here = 0;
    SP_EACH (unit, a->member) {
        bool near = sp_cell_distance(x, y, unit->x, unit->y) <= TOGETHER;
        here += near;
        if (s->words.sort[unit->type] & SP_ENGINE) {
            engines++;
            engines_here += near;
        }
    }
    if (engines_here * 2 < engines || (a->how == SP_SIEGE && engines_here < engines))
        return false;
    return here * 100 >= a->member.count * 70;
}

static void march(sp_player *s)
{
    sp_army *a = &s->army;
    int last = a->way.count - ASSAULT;
    int at = a->stage < a->way.count ? a->stage : a->way.count - 1;
    int x = a->way.cell[at] % s->ground.width, y = a->way.cell[at] / s->ground.width;
    us_cycle patience = first_engine(s) ? 3 * STAGE_PATIENCE : STAGE_PATIENCE;
    bool late = s->now - a->staged > patience;
    if (a->stage == 0 || together(s, x, y) || late) {
        a->staged = s->now;
        if (a->stage >= last) {
            a->phase = SP_FIGHTING;
            a->moved = s->now;
            return;
        }
        a->stage = a->stage + STAGE < last ? a->stage + STAGE : last;
        x = a->way.cell[a->stage] % s->ground.width;
        y = a->way.cell[a->stage] / s->ground.width;
        a->moved = s->now;
    }
    int action = a->how == SP_RAID ? s->words.move : s->words.attack_move;
    sp_order_group(s, action, &a->member, x, y, a->goal);
}

/* ---- the fight */

/* Foes around the wave that may strike: they come before anything that only stands there. */
static void find_dangers(sp_player *s)
{
    sp_army *a = &s->army;
    a->danger.count = a->gun.count = 0;
    SP_EACH (foe, s->observation.foe) {
        int sort = s->words.sort[foe->type], far = sp_cell_distance(a->x, a->y, foe->x, foe->y);
        bool armed = (sort & SP_FIGHTER) || foe->status == s->words.attacking ||
                     foe->action == s->words.attack_move;
        if ((sort & SP_UNIT) && armed && !(foe->flags & US_ENTITY_INSIDE) && far <= SCOUT + 4)
            sp_list_add(&a->danger, foe);
        else if ((sort & SP_GUN) && far <= 2 * SCOUT)
            sp_list_add(&a->gun, foe);
    }
}

static const us_entity *gun_near(const sp_player *s, const us_entity *unit, int reach)
{
    const us_entity *best = NULL;
    SP_EACH (gun, s->army.gun) {
        int far = sp_cell_distance(unit->x, unit->y, gun->x, gun->y);
        if (far <= reach && (!best || far < sp_cell_distance(unit->x, unit->y, best->x, best->y)))
            best = gun;
    }
    return best;
}

static const us_entity *danger_near(const sp_player *s, const us_entity *unit, int reach)
{
    SP_EACH (danger, s->army.danger)
        if (sp_cell_distance(unit->x, unit->y, danger->x, danger->y) <= reach)
            return danger;
    return NULL;
}

/* Nobody can walk into a house: to the free cell beside it that is nearest. */
static void go_at(sp_player *s, const us_entity *unit, const us_entity *foe)
{
    const us_type_def *def = &s->domain->type[foe->type];
    const uint8_t *taken = s->world->plane[US_PLANE_TAKEN];
    int to_x = foe->x, to_y = foe->y, best = INT32_MAX;
    for (int y = foe->y - 1; def->movement < 0 && y <= foe->y + def->height; y++) {
        for (int x = foe->x - 1; x <= foe->x + def->width; x++) {
            int far = sp_cell_distance(unit->x, unit->y, x, y);
            if (far >= best || !(sp_ground_uses(s, x, y) & SP_WALK) ||
                (taken[us_world_cell(s->world, x, y)] & US_TAKEN_BUILDING))
                continue;
            best = far;
            to_x = x;
            to_y = y;
        }
    }
    sp_order_cell(s, s->words.attack_move, unit, to_x, to_y, s->army.goal);
}

static void fight_one(sp_player *s, const us_entity *unit, const us_entity *target)
{
    const us_entity *foe = danger_near(s, unit, SCOUT);
    if (foe) {
        sp_order_cell(s, s->words.attack_move, unit, foe->x, foe->y, s->army.goal);
        return;
    }
    foe = gun_near(s, unit, SCOUT);
    if (!foe || s->army.how == SP_ALL_IN)
        foe = sp_foe_find_nearest(s, unit->x, unit->y, US_NO_TYPE);
    if (!foe || sp_cell_distance(unit->x, unit->y, foe->x, foe->y) > SCOUT)
        foe = target;
    if ((foe->flags & US_ENTITY_INSIDE) ||
        sp_cell_distance(unit->x, unit->y, foe->x, foe->y) > SCOUT)
        go_at(s, unit, foe);
    else
        sp_order_entity(s, s->words.attack, unit, foe->id, s->army.goal);
}

/* Returns whether a unit that attacks a building is attacked from behind, or shot at, and should
 * turn round. */
static bool distracted(const sp_player *s, const us_entity *unit)
{
    if (unit->action != s->words.attack)
        return (s->words.sort[unit->type] & SP_WORKER) && unit->action != s->words.attack_move;
    const us_entity *target = us_world_find(s->world, unit->target);
    int sort = target ? s->words.sort[target->type] : 0;
    return (sort & SP_BUILDING) &&
           (danger_near(s, unit, 3) || (!(sort & SP_GUN) && gun_near(s, unit, SP_REACH_GUN)));
}

/* Engines reach farther than guns. While there are engines, the others wait behind them and attack
 * only foes that come for the engines. */
static bool stay_with_engines(sp_player *s, const us_entity *target)
{
    sp_army *a = &s->army;
    const us_entity *engine = first_engine(s);
    const us_entity *gun = engine ? gun_near(s, engine, 2 * SCOUT) : NULL;
    if (!gun)
        return false;
    int x = engine->x + (engine->x > gun->x) * 2 - (engine->x < gun->x) * 2;
    int y = engine->y + (engine->y > gun->y) * 2 - (engine->y < gun->y) * 2;
    if (!(sp_ground_uses(s, x, y) & SP_WALK)) {
        x = engine->x;
        y = engine->y;
    }
    SP_EACH (unit, a->member) {
        if (s->words.sort[unit->type] & SP_ENGINE) {
            const us_entity *mine = gun_near(s, unit, 2 * SCOUT);
            if (unit->action != s->words.attack)
                sp_order_entity(s, s->words.attack, unit, (mine ? mine : target)->id, a->goal);
        } else if (danger_near(s, unit, 5)) {
            if (unit->action == s->words.move)
                fight_one(s, unit, target);
        } else if (sp_cell_distance(unit->x, unit->y, x, y) > 4) {
            sp_order_cell(s, s->words.move, unit, x, y, a->goal);
        }
    }
    return true;
}

static void fight(sp_player *s, const us_entity *target)
{
    sp_army *a = &s->army;
    if (sp_cell_distance(a->x, a->y, target->x, target->y) > 3 * ASSAULT ||
        sp_ground_steps_to(s, target) == SP_NO_STEPS) {
        a->phase = SP_MARCHING; /* the next one is elsewhere, or behind trees */
        a->stage = -1;
        return;
    }
    find_dangers(s);
    if (stay_with_engines(s, target))
        return;
    SP_EACH (unit, a->member) {
        const us_entity *striker =
            unit->status == s->words.attacking && unit->action != s->words.attack
                ? danger_near(s, unit, 1)
                : NULL;
        if (striker)
            sp_order_entity(s, s->words.attack, unit, striker->id, a->goal);
        else if (idle(s, unit) || unit->action == s->words.move || distracted(s, unit))
            fight_one(s, unit, target);
    }
}

/* ---- raids: attack the defenseless, run from the armed */

static const us_entity *easy_prey(const sp_player *s)
{
    const sp_army *a = &s->army;
    const us_entity *best = NULL;
    int best_cost = 0;
    SP_EACH (foe, s->observation.foe_unit) {
        if (!us_type_is_a(s->domain, foe->type, a->kind) || (foe->flags & US_ENTITY_INSIDE))
            continue;
        int cost = sp_cell_distance(a->x, a->y, foe->x, foe->y);
        if (best && cost >= best_cost)
            continue;
        if (sp_foe_power_near(s, foe->x, foe->y, 6) * 100 > a->power * RAID_ODDS)
            continue;
        best = foe;
        best_cost = cost;
    }
    return best;
}

static void run_home(sp_player *s)
{
    sp_army *a = &s->army;
    a->phase = SP_RESTING;
    a->staged = s->now;
    a->stage = -1;
    if (a->gather_x >= 0)
        sp_order_group(s, s->words.move, &a->member, a->gather_x, a->gather_y, a->goal);
}

static void raid(sp_player *s)
{
    sp_army *a = &s->army;
    bool caught =
        sp_foe_power_near(s, a->x, a->y, 7) * 100 > power_together(s, SCOUT) * s->plan->courage;
    if (a->phase == SP_RESTING) {
        if (a->member.count * 3 < s->observation.fighter.count) {
            sp_army_cancel_wave(s);
            return;
        }
        if (s->now - a->staged < RAID_REST || !easy_prey(s))
            return;
        a->phase = SP_MARCHING;
        a->stage = -1;
        a->moved = s->now;
        return;
    }
    if (caught && sp_cell_distance(a->x, a->y, a->gather_x, a->gather_y) > 6) {
        run_home(s);
        return;
    }
    const us_entity *prey = easy_prey(s);
    if (!prey) {
        run_home(s);
        return;
    }
    a->target = prey->id;
    SP_EACH (unit, a->member) {
        const us_entity *mine = sp_foe_find_nearest(s, unit->x, unit->y, a->kind);
        if (mine && (mine->flags & US_ENTITY_INSIDE))
            mine = prey;
        const us_entity *now = unit->target ? us_world_find(s->world, unit->target) : NULL;
        bool busy = unit->action == s->words.attack && now && now->owner != s->self &&
                    sp_cell_distance(unit->x, unit->y, now->x, now->y) < 4;
        if (mine && !busy)
            sp_order_entity(s, s->words.attack, unit, mine->id, a->goal);
    }
}

/* ---- one think */

static bool lost(const sp_player *s)
{
    const sp_army *a = &s->army;
    if (a->how == SP_ALL_IN || a->phase == SP_OPENING)
        return false;
    int32_t foe = sp_foe_power_near(s, a->x, a->y, SCOUT);
    return foe * 100 > power_together(s, SCOUT + 4) * s->plan->courage;
}

static void retreat(sp_player *s)
{
    sp_army *a = &s->army;
    if (a->gather_x >= 0)
        sp_order_group(s, s->words.move, &a->member, a->gather_x, a->gather_y, a->goal);
    sp_army_cancel_wave(s);
}

void sp_wave_run(sp_player *s)
{
    sp_army *a = &s->army;
    if (a->phase == SP_NO_WAVE)
        return;
    list_members(s);
    const us_entity *target = a->member.count > 0 ? find_target(s) : NULL;
    if (!target || s->now - a->moved > STUCK) {
        sp_army_cancel_wave(s);
        return;
    }
    if (a->how == SP_RAID && a->phase != SP_MARCHING && a->phase != SP_OPENING) {
        raid(s);
        return;
    }
    if (lost(s)) {
        if (a->how == SP_RAID)
            run_home(s);
        else
            retreat(s);
        return;
    }
    if (a->phase != SP_FIGHTING && !have_way(s, target)) {
        if (a->phase == SP_OPENING)
            a->moved = s->now;
        return;
    }
    if (a->phase == SP_MARCHING)
        march(s);
    else if (a->phase == SP_FIGHTING)
        fight(s, target);
}
