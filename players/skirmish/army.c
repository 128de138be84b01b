#include "players/skirmish/player.h"

enum {
    GATHER_TIME = 1500, /* cycles after which the gathering point is thought over */
    GATHER_STEPS = 9,
    DOOR_STEPS = 9, /* from the enemy's building */
    REINFORCE_TIME = 300,
    SPENT = 40,
    PATIENT = 70,     /* cycles of waiting that make up for a percent of odds */
    KEEP_WORKERS = 2, /* stay at work when all others fight */
};

void sp_army_init(sp_player *s)
{
    s->army.gather_x = s->army.gather_y = -1;
    s->army.gathered = -GATHER_TIME;
    s->army.far_out = SP_NO_STEPS;
    s->army.alarmed = -GATHER_TIME;
    sp_list_init(s, &s->army.member, 2 * SP_LIST_MAX);
    sp_list_init(s, &s->army.danger, SP_DANGERS_MAX);
    sp_list_init(s, &s->army.gun, SP_DANGERS_MAX);
}

/* Entities inside others cannot be attacked: they count only if there are no other foes. */
const us_entity *sp_foe_find_nearest(const sp_player *s, int x, int y, us_type kind)
{
    const us_entity *best = NULL;
    int best_far = 0;
    SP_EACH (foe, s->observation.foe) {
        if (kind != US_NO_TYPE && !us_type_is_a(s->domain, foe->type, kind))
            continue;
        int far =
            sp_cell_distance(x, y, foe->x, foe->y) + (foe->flags & US_ENTITY_INSIDE ? 1000 : 0);
        if (!best || far < best_far) {
            best = foe;
            best_far = far;
        }
    }
    return best;
}

static const us_entity *foe_base(const sp_player *s)
{
    const us_entity *best = NULL;
    int best_steps = 0;
    SP_EACH (foe, s->observation.foe_building) {
        int steps = sp_cell_distance(s->observation.home_x, s->observation.home_y, foe->x, foe->y) -
                    (s->words.sort[foe->type] & SP_HALL ? 12 : 0);
        if (!best || steps < best_steps) {
            best = foe;
            best_steps = steps;
        }
    }
    return best ? best
                : sp_foe_find_nearest(s, s->observation.home_x, s->observation.home_y, US_NO_TYPE);
}

static void find_gathering_point(sp_player *s)
{
    sp_army *a = &s->army;
    if (s->now - a->gathered < GATHER_TIME || a->phase != SP_NO_WAVE)
        return;
    a->gathered = s->now;
    const us_entity *foe = foe_base(s);
    if (!foe)
        return;
    sp_route_find(s, s->observation.home_x, s->observation.home_y, foe, &a->way);
    int most = a->way.count * 3 / 5;
    a->far_out = most > 2 * GATHER_STEPS ? most : 2 * GATHER_STEPS;
    int third = a->way.count / 3;
    int at = third < GATHER_STEPS ? third : GATHER_STEPS;
    for (; at >= 0 && at < a->way.count; at--) {
        int x = a->way.cell[at] % s->ground.width, y = a->way.cell[at] / s->ground.width;
        if (sp_ground_steps(s, x, y) > 2 * GATHER_STEPS) /* or no way at all */
            continue;
        a->gather_x = (int16_t)x;
        a->gather_y = (int16_t)y;
        return;
    }
}

bool sp_army_find_front(sp_player *s, int *x, int *y)
{
    sp_army *a = &s->army;
    const us_entity *foe = foe_base(s);
    if (!foe)
        return false;
    if (a->phase == SP_NO_WAVE || a->way.target != foe->id)
        sp_route_find(s, s->observation.home_x, s->observation.home_y, foe, &a->way);
    if (a->way.count < DOOR_STEPS)
        return false;
    for (int at = a->way.count - DOOR_STEPS; at >= 0; at--) {
        *x = a->way.cell[at] % s->ground.width;
        *y = a->way.cell[at] / s->ground.width;
        if (sp_ground_steps(s, *x, *y) != SP_NO_STEPS)
            return true;
    }
    return false;
}

/* ---- waves: calling up and calling off */

static int guards(const sp_player *s)
{
    int count = 0;
    SP_EACH (unit, s->observation.fighter) {
        int job = s->notes.note[unit->id].job;
        count += job == SP_JOB_GUARD || job == SP_JOB_WAVE;
    }
    return count;
}

static void call_up(sp_player *s)
{
    sp_army *a = &s->army;
    int stay = guards(s) * s->plan->guard / 100;
    SP_EACH (unit, s->observation.fighter) {
        sp_note *note = sp_note_get(s, unit->id);
        if (note->job != SP_JOB_GUARD)
            continue;
        /* engines are of no use at home */
        if (stay > 0 && !(s->words.sort[unit->type] & SP_ENGINE))
            stay--;
        else
            note->job = SP_JOB_WAVE;
    }
    if (a->how != SP_ALL_IN)
        return;
    for (int i = s->script.ruined ? 0 : KEEP_WORKERS; i < s->observation.worker.count; i++) {
        sp_note *note = sp_note_get(s, s->observation.worker.at[i]->id);
        if (note->job != SP_JOB_BUILD && !(s->observation.worker.at[i]->flags & US_ENTITY_INSIDE))
            note->job = SP_JOB_WAVE;
    }
}

/* Returns whether the odds are good enough to set out. The longer a wave waits, the worse the odds
 * it accepts. */
static bool can_attack(const sp_player *s)
{
    const sp_army *a = &s->army;
    bool engines = sp_type_count(s, s->words.siege) > 0; /* they reach farther than guns */
    int32_t ours = 0;
    int32_t theirs = s->observation.foe_power + s->observation.foe_guns * (engines ? 2 : 5) / 3 +
                     s->words.power[s->words.worker] * s->observation.foe_workers;
    SP_EACH (unit, s->observation.fighter) {
        int job = s->notes.note[unit->id].job;
        ours += job == SP_JOB_GUARD || job == SP_JOB_WAVE ? sp_entity_power(s, unit) : 0;
    }
    int waited = (int)(s->now - a->asked) / PATIENT;
    int nerve = s->script.ruined ? 0 : s->plan->nerve - waited;
    if (s->economy.gold == 0)
        nerve -= SPENT; /* it will not get better */
    return ours * 100 >= theirs * nerve;
}

sp_wave_state sp_army_request_wave(sp_player *s, us_type kind, int how, int least, uint32_t goal)
{
    sp_army *a = &s->army;
    if (a->phase != SP_NO_WAVE)
        return a->goal == goal ? SP_WAVE_OUT : SP_WAVE_WAITS;
    if (a->goal == goal) { /* it was out and has ended */
        a->goal = 0;
        return SP_WAVE_OVER;
    }
    if (a->asked_goal != goal) {
        a->asked_goal = goal;
        a->asked = s->now;
    }
    int spare = s->observation.worker.count - (s->script.ruined ? 0 : KEEP_WORKERS);
    int ready = guards(s) + (how == SP_ALL_IN && spare > 0 ? spare : 0);
    if (ready < (least > 1 ? least : 1) || a->threat_power * 3 > s->observation.power ||
        (how != SP_ALL_IN && how != SP_RAID && !can_attack(s)))
        return SP_WAVE_WAITS;
    a->how = (uint8_t)how;
    a->kind = kind;
    a->goal = goal;
    a->target = 0;
    a->phase = SP_MARCHING;
    a->stage = -1;
    a->staged = a->moved = s->now;
    call_up(s);
    return SP_WAVE_OUT;
}

void sp_army_cancel_wave(sp_player *s)
{
    sp_list_change_job(s, &s->observation.fighter, SP_JOB_WAVE, SP_JOB_GUARD);
    sp_list_change_job(s, &s->observation.worker, SP_JOB_WAVE, SP_JOB_NONE);
    s->army.phase = SP_NO_WAVE;
    s->army.opening = false;
}

/* New fighters follow a wave that prevails, together: alone they would fall. */
static void reinforce(sp_player *s)
{
    sp_army *a = &s->army;
    bool rests = a->phase == SP_RESTING || a->phase == SP_OPENING;
    if (rests && s->now - a->reinforced >= REINFORCE_TIME) {
        a->reinforced = s->now;
        call_up(s);
    }
    bool free_hands = s->observation.foe_unit.count == 0 ||
                      (s->script.ruined && s->observation.power >= 2 * s->observation.foe_power);
    if (a->phase != SP_NO_WAVE && free_hands && a->how != SP_ALL_IN &&
        s->observation.power >= s->observation.foe_guns) {
        a->how = SP_ALL_IN; /* no defenders are left: all fighters tear down the buildings */
        call_up(s);
    }
    if (a->phase != SP_FIGHTING || a->how == SP_RAID || a->threat || s->plan->guard >= 100 ||
        s->now - a->reinforced < REINFORCE_TIME ||
        s->observation.foe_power * 2 > s->observation.power)
        return;
    a->reinforced = s->now;
    call_up(s);
}

void sp_army_run(sp_player *s)
{
    reinforce(s);
    find_gathering_point(s);
}
