#include "players/skirmish/player.h"

enum {
    BOX = 7,     /* cells around the base in which an enemy is looked at */
    NEAR = 8,    /* cells from a building at which he means harm */
    CALM = 90,   /* cycles without a threat after which all stand down */
    FORCE = 150, /* percent of a threat's power that is sent against it */
    ASTRAY = 9,  /* cells from the gathering point */
    RECALL_TIME = 300,
    ANSWER = 2,       /* soldiers wanted at a time against an enemy that arms */
    NEIGHBORS = 16,   /* cells around his hall in which an enemy may build in peace */
    ROUND_ABOUT = 12, /* steps */
    MOVED = 4,        /* cells a threat moves before orders are renewed */
};

/* ---- threats */

static bool near_home(const sp_player *s, const us_entity *foe)
{
    const sp_observation *e = &s->observation;
    if (foe->x < e->low_x - BOX || foe->x > e->high_x + BOX || foe->y < e->low_y - BOX ||
        foe->y > e->high_y + BOX)
        return false;
    /* the foe may stand behind rocks: the length of its way counts */
    int steps = sp_ground_steps(s, foe->x, foe->y);
    if (!(s->words.sort[foe->type] & SP_BUILDING) &&
        steps > 2 * sp_cell_distance(e->home_x, e->home_y, foe->x, foe->y) + ROUND_ABOUT)
        return false;
    SP_EACH (house, e->house) {
        /* a tower before the enemy's door is no home */
        if (us_entity_distance(s->domain, house, foe) <= NEAR &&
            sp_ground_steps_to(s, house) < s->army.far_out)
            return true;
    }
    return false;
}

static bool means_harm(const sp_player *s, const us_entity *foe)
{
    int sort = s->words.sort[foe->type];
    if (foe->flags & US_ENTITY_INSIDE)
        return false;
    if (sort & SP_WORKER) /* fights, or builds where he has no business to */
        return foe->action == s->words.attack || foe->action == s->words.attack_move ||
               (foe->action == s->words.build &&
                !sp_cell_is_near_foe_hall(s, foe->x, foe->y, NEIGHBORS));
    return sort & (SP_FIGHTER | SP_GUN | SP_TOWER);
}

/* He stands in our miners' way, wherever that is. */
static bool blocks(const sp_player *s, const us_entity *foe)
{
    for (int i = 0; s->economy.jammed && i < s->observation.worker.count; i++) {
        const us_entity *worker = s->observation.worker.at[i];
        if (!((worker->flags | foe->flags) & US_ENTITY_INSIDE) &&
            sp_cell_distance(worker->x, worker->y, foe->x, foe->y) <= 1)
            return true;
    }
    return false;
}

static void consider(sp_player *s, const us_entity *foe, int *best_far)
{
    sp_army *a = &s->army;
    bool harms =
        means_harm(s, foe) && (foe->id == a->attacker || (!s->plan->meek && near_home(s, foe)));
    if (!harms && !blocks(s, foe))
        return;
    a->threat_power += sp_entity_power(s, foe) + 1;
    int far = sp_cell_distance(s->observation.home_x, s->observation.home_y, foe->x, foe->y);
    if (!a->threat || far < *best_far) {
        a->threat = foe->id;
        *best_far = far;
    }
}

static void note_attackers(sp_player *s)
{
    s->army.attacker = 0;
    for (int i = 0; i < s->events->count; i++) {
        const us_event *event = &s->events->event[i];
        if (event->kind != US_EVENT_ATTACKED || event->seat != s->self || !event->other)
            continue;
        int sort = s->words.sort[event->type];
        bool home =
            (sort & SP_BUILDING) ||
            ((sort & SP_WORKER) && sp_cell_distance(event->x, event->y, s->observation.home_x,
                                                    s->observation.home_y) < 16);
        if (home)
            s->army.attacker = event->other;
    }
}

static void find_threats(sp_player *s)
{
    sp_army *a = &s->army;
    int best_far = 0;
    note_attackers(s);
    a->threat = 0;
    a->threat_power = 0;
    SP_EACH (foe, s->observation.foe)
        consider(s, foe, &best_far);
    if (a->threat)
        a->alarmed = s->now;
}

/* ---- answering them */

static uint32_t defense_goal(sp_player *s)
{
    sp_army *a = &s->army;
    if (!sp_goal_is_open(s, a->threat_goal))
        a->threat_goal = sp_goal_open(s, s->goals.defeat, SP_KILL, US_GOAL_ACHIEVE, US_NO_TYPE,
                                      (int32_t)a->threat, 0, 0);
    return a->threat_goal;
}

static void send_against(sp_player *s, const us_entity *unit, const us_entity *foe, sp_job job)
{
    sp_note *note = sp_note_get(s, unit->id);
    bool there =
        note->job == job && note->action == s->words.attack_move &&
        sp_cell_distance(US_CELL_X(note->arg), US_CELL_Y(note->arg), foe->x, foe->y) <= MOVED &&
        (unit->action >= 0 || sp_cell_distance(unit->x, unit->y, foe->x, foe->y) <= MOVED);
    note->job = (uint8_t)job;
    if (there)
        return;
    if (s->words.sort[foe->type] & SP_BUILDING)
        sp_order_entity(s, s->words.attack, unit, foe->id, defense_goal(s));
    else
        sp_order_cell(s, s->words.attack_move, unit, foe->x, foe->y, defense_goal(s));
}

static int32_t send_guards(sp_player *s, const us_entity *foe, int32_t need)
{
    int32_t sent = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < s->observation.fighter.count && (pass == 0 || sent < need); i++) {
            const us_entity *unit = s->observation.fighter.at[i];
            int job = sp_note_get(s, unit->id)->job;
            /* fighters in combat continue */
            if (job != (pass == 0 ? SP_JOB_DEFEND : SP_JOB_GUARD))
                continue;
            sent += sp_entity_power(s, unit);
            send_against(s, unit, foe, SP_JOB_DEFEND);
        }
    }
    return sent;
}

static void call_militia(sp_player *s, const us_entity *foe, int32_t missing)
{
    int most = s->observation.worker.count * 3 / 4, armed = 0;
    SP_EACH (worker, s->observation.worker) {
        if (sp_note_get(s, worker->id)->job != SP_JOB_MILITIA)
            continue;
        armed++;
        missing -= sp_entity_power(s, worker);
        send_against(s, worker, foe, SP_JOB_MILITIA);
    }
    for (int i = 0; i < s->observation.worker.count && missing > 0 && armed < most; i++) {
        const us_entity *worker = s->observation.worker.at[i];
        int job = sp_note_get(s, worker->id)->job;
        if ((job != SP_JOB_GOLD && job != SP_JOB_WOOD && job != SP_JOB_NONE) ||
            (worker->flags & US_ENTITY_INSIDE) ||
            sp_cell_distance(worker->x, worker->y, foe->x, foe->y) > 14)
            continue;
        armed++;
        missing -= sp_entity_power(s, worker);
        send_against(s, worker, foe, SP_JOB_MILITIA);
    }
}

static int32_t guns_near(const sp_player *s, const us_entity *foe)
{
    int32_t sum = 0;
    SP_EACH (gun, s->observation.gun) {
        if (us_entity_distance(s->domain, gun, foe) <= SP_REACH_GUN)
            sum += sp_entity_power(s, gun);
    }
    return sum;
}

static void answer(sp_player *s, const us_entity *foe)
{
    sp_army *a = &s->army;
    int32_t need = a->threat_power * FORCE / 100 - guns_near(s, foe);
    int32_t sent = send_guards(s, foe, need);
    int32_t held = sent + guns_near(s, foe);
    bool at_home =
        sp_cell_distance(foe->x, foe->y, s->observation.home_x, s->observation.home_y) <= NEAR;
    if ((at_home || !s->plan->meek) && s->plan->militia &&
        held * 100 < a->threat_power * s->plan->militia)
        call_militia(s, foe, a->threat_power * FORCE / 100 - held);
    /* a wave that is nearer home than to the enemy turns round when home would fall */
    bool turns = a->phase == SP_MARCHING && a->how != SP_ALL_IN &&
                 sp_cell_distance(a->x, a->y, s->observation.home_x, s->observation.home_y) <
                     a->way.count / 2;
    if (held < a->threat_power && turns)
        sp_army_cancel_wave(s);
}

static void release_militia(sp_player *s)
{
    sp_list_change_job(s, &s->observation.worker, SP_JOB_MILITIA, SP_JOB_NONE);
    sp_list_change_job(s, &s->observation.fighter, SP_JOB_DEFEND, SP_JOB_GUARD);
    sp_goal_close(s, s->army.threat_goal, false);
}

/* ---- gathering */

static void gather(sp_player *s)
{
    const sp_army *a = &s->army;
    SP_EACH (unit, s->observation.fighter) {
        sp_note *note = sp_note_get(s, unit->id);
        if (note->job == SP_JOB_NONE)
            note->job = SP_JOB_GUARD;
        if (note->job != SP_JOB_GUARD || unit->action >= 0 || a->gather_x < 0 ||
            (note->when > 0 && s->now - note->when < RECALL_TIME) ||
            sp_cell_distance(unit->x, unit->y, a->gather_x, a->gather_y) <= ASTRAY)
            continue;
        sp_order_cell(s, s->words.attack_move, unit, a->gather_x, a->gather_y, s->goals.defeat);
    }
}

/* Watches the enemy's strength: a player that falls behind trains soldiers before anything else. */
void sp_guard_add_wants(sp_player *s)
{
    int32_t ours = s->observation.power;
    SP_EACH (gun, s->observation.gun)
        ours += sp_entity_power(s, gun) * 3 / 2;
    if (s->observation.foe_power * s->plan->watch / 100 <= ours ||
        sp_type_count(s, s->words.hall_kind) == 0)
        return;
    us_type make = s->words.soldier, kind = sp_type_kind(s, make);
    int number = sp_type_count(s, kind) + ANSWER;
    sp_works_add_want(s, kind, make, number, SP_HOME, -2, sp_drive_goal(s, SP_DRIVE_GUARD, kind));
}

void sp_guard_run(sp_player *s)
{
    sp_army *a = &s->army;
    find_threats(s);
    const us_entity *foe = a->threat ? us_world_find(s->world, a->threat) : NULL;
    if (foe)
        answer(s, foe);
    else if (s->now - a->alarmed == 0 || s->now - a->alarmed > CALM)
        release_militia(s);
    gather(s);
}
