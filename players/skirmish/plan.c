#include "players/skirmish/player.h"

/* states of a step */
enum { WAITING, OPEN, DONE };

enum {
    OVERWHELMING = 300, /* power, at least, with which to finish a weak enemy */
    MANY_GUNS = 180,    /* power of enemy guns for which engines are brought */
    MOST_ENGINES = 4,
    ENGINE_PATIENCE = 6000,
    STALEMATE = 2000,
    WORTH_A_WORKER = 400, /* gold that one should have before him */
    LEAST_WORKERS = 9,
    LAST_STAND = 1200, /* with less gold than this and no income it is all or nothing */
};

us_status sp_script_check(const sp_plan *plan, const sp_lexicon *words, us_error *err)
{
    for (int i = 0; i < plan->steps; i++) {
        const char *name = plan->step[i].type;
        us_type kind = name ? us_domain_find_type(words->domain, name) : US_NO_TYPE;
        if (name && (kind == US_NO_TYPE || sp_lexicon_concrete_type(words, kind) == US_NO_TYPE))
            return us_error_set(err, US_MISMATCH, words->domain->file, 0, 0,
                                "\"%s\" of skirmish needs \"%s\", which this domain does not have",
                                plan->name, name);
    }
    return US_OK;
}

void sp_script_init(sp_player *s)
{
    us_assert(s->plan->steps <= SP_STEPS_MAX);
    for (int i = 0; i < s->plan->steps; i++) {
        const char *name = s->plan->step[i].type;
        sp_progress *p = &s->script.at[i];
        p->kind = name ? us_domain_find_type(s->domain, name) : US_NO_TYPE;
        p->type = name ? sp_lexicon_concrete_type(&s->words, p->kind) : US_NO_TYPE;
    }
}

static int number_of(const sp_player *s, const sp_step *step)
{
    int number = step->number + step->grow * s->script.round;
    return step->most && number > step->most ? step->most : number;
}

/* Peasants of an infrastructure: no more than the mines that are worked can pay for. */
static int peasants_of(const sp_player *s, const sp_step *step)
{
    int most = s->economy.stock / WORTH_A_WORKER, number = step->second;
    number += 2 * step->grow * s->script.round;
    most = most < LEAST_WORKERS ? LEAST_WORKERS : most;
    return number < most ? number : most;
}

static int second_of(const sp_player *s, const sp_step *step)
{
    return step->goal == SP_INFRASTRUCTURE ? peasants_of(s, step) : step->second;
}

static uint32_t open_goal(sp_player *s, int i, uint32_t parent)
{
    const sp_step *step = &s->plan->step[i];
    us_goal_kind kind = step->flags & SP_KEEP ? US_GOAL_MAINTAIN : US_GOAL_ACHIEVE;
    if (step->goal == SP_INFRASTRUCTURE)
        return sp_goal_open_infrastructure(s, kind, number_of(s, step), peasants_of(s, step));
    return sp_goal_open(s, parent, (sp_goal)step->goal, kind, s->script.at[i].kind,
                        number_of(s, step), second_of(s, step), 0);
}

static void close_step(sp_player *s, int i)
{
    sp_progress *p = &s->script.at[i];
    sp_goal_lower_number(s, p->goal);
    if (sp_goal_is_open(s, p->goal))
        sp_goal_close(s, p->goal, sp_goal_is_reached(s, p->goal));
    p->state = DONE;
}

/* ---- pursuing one step itself. True: it has come to its end. */

static bool pursue_clear(sp_player *s, int i, bool may_act)
{
    const sp_step *step = &s->plan->step[i];
    sp_progress *p = &s->script.at[i];
    if (!may_act)
        return false;
    return sp_army_request_wave(s, p->kind, step->how, step->second, p->goal) == SP_WAVE_OVER;
}

static void state_wants(sp_player *s, int i)
{
    const sp_step *step = &s->plan->step[i];
    sp_progress *p = &s->script.at[i];
    switch ((sp_goal)step->goal) {
    case SP_MAKE:
        sp_works_add_want(s, p->kind, p->type, number_of(s, step), step->how, step->rank, p->goal);
        break;
    case SP_LEARN:
        sp_works_add_want(s, p->kind, p->type, 1, step->how, step->rank, p->goal);
        break;
    case SP_INFRASTRUCTURE:
        sp_goal_set_infrastructure(s, p->goal, number_of(s, step), peasants_of(s, step));
        sp_works_add_infrastructure(s, number_of(s, step), peasants_of(s, step), step->rank,
                                    p->goal);
        break;
    case SP_GET:
        s->economy.goal = p->goal;
        break;
    default:
        break;
    }
}

/* A goal that is kept up has a new instance each time its test fails: one pursuit, one label. */
static void keep_up(sp_player *s, int i, uint32_t parent)
{
    sp_progress *p = &s->script.at[i];
    if (!sp_goal_is_open(s, p->goal)) {
        const sp_step *step = &s->plan->step[i];
        p->state = OPEN;
        p->goal = 0;
        if (sp_goal_test(s, (sp_goal)step->goal, p->kind, number_of(s, step), second_of(s, step)))
            return; /* nothing to do: no pursuit */
        p->goal = open_goal(s, i, parent);
    }
    p->state = OPEN;
    state_wants(s, i);
}

/* ---- the tree */

static int end_of(const sp_plan *plan, int i)
{
    int end = i + 1;
    while (end < plan->steps && plan->step[end].depth > plan->step[i].depth)
        end++;
    return end;
}

static bool run_parts(sp_player *s, int first, int end, uint32_t parent, bool may_act);

/* A later KEEP of the same goal and type takes the place of an earlier one. */
static void replace_keeps(sp_player *s, int first, int i)
{
    const sp_step *step = &s->plan->step[i];
    for (int k = first; k < i; k++) {
        const sp_step *other = &s->plan->step[k];
        if ((other->flags & SP_KEEP) && other->goal == step->goal &&
            s->script.at[k].kind == s->script.at[i].kind && s->script.at[k].state == OPEN)
            close_step(s, k);
    }
}

/* Towers fall to engines, not to soldiers: a wave with many towers in its way brings some. */
static bool brings_engines(sp_player *s, int i)
{
    const sp_step *step = &s->plan->step[i];
    sp_progress *p = &s->script.at[i];
    us_type engine = s->words.siege;
    if (step->how == SP_RAID || step->how == SP_ALL_IN || s->observation.foe_guns < MANY_GUNS)
        return true;
    int number = s->observation.foe_guns / MANY_GUNS + 1;
    number = number > MOST_ENGINES ? MOST_ENGINES : number;
    if (sp_type_count(s, engine) >= number || s->now - p->since > ENGINE_PATIENCE)
        return true;
    us_type kind = sp_type_kind(s, engine);
    sp_works_add_want(s, kind, engine, number, SP_HOME, 0,
                      sp_goal_find_or_open(s, p->goal, SP_MAKE, kind, number));
    return false;
}

/* True: done. */
static bool run_step(sp_player *s, int i, int end, uint32_t parent, bool may_act)
{
    const sp_step *step = &s->plan->step[i];
    sp_progress *p = &s->script.at[i];
    if (p->state == WAITING) {
        p->goal = open_goal(s, i, parent);
        p->since = s->now;
        p->state = OPEN;
        p->parts_done = end == i + 1;
    }
    us_cycle patience = step->patience ? step->patience : SP_PATIENCE;
    bool out = s->army.phase != SP_NO_WAVE && s->army.goal == p->goal &&
               (step->how != SP_RAID || s->now - p->since < 2 * patience);
    if (!sp_goal_is_open(s, p->goal) || (!out && s->now - p->since > patience)) {
        if (s->army.phase != SP_NO_WAVE && s->army.goal == p->goal)
            sp_army_cancel_wave(s);
        close_step(s, i);
        return true;
    }
    if (!p->parts_done && run_parts(s, i + 1, end, p->goal, may_act))
        p->parts_done = step->goal != SP_CLEAR || brings_engines(s, i);
    if (!p->parts_done)
        return false;
    if (step->goal != SP_CLEAR) {
        state_wants(s, i);
        return false; /* the sweep closes it when its test holds */
    }
    if (!pursue_clear(s, i, may_act))
        return false;
    close_step(s, i);
    return true;
}

/* Returns true if all parts in order are done; parts that are kept up do not count. */
static bool run_parts(sp_player *s, int first, int end, uint32_t parent, bool may_act)
{
    const sp_plan *plan = s->plan;
    bool all = true;
    for (int i = first, next; i < end; i = next) {
        next = end_of(plan, i);
        sp_progress *p = &s->script.at[i];
        if (plan->step[i].flags & SP_KEEP) {
            if (p->state == WAITING)
                replace_keeps(s, first, i);
            if (p->state != DONE)
                keep_up(s, i, parent);
            continue;
        }
        if (p->state == DONE || run_step(s, i, next, parent, may_act))
            continue;
        all = false;
        bool field = plan->step[i].goal == SP_CLEAR && p->parts_done;
        bool early = next < end && (plan->step[next].flags & SP_EARLY);
        if ((plan->step[i].flags & SP_WITH))
            continue;
        if (!field || !early)
            return false;
        may_act = false; /* its wave has to wait for the one that is out */
    }
    return all;
}

static void restart_round(sp_player *s)
{
    const sp_plan *plan = s->plan;
    int from = 0;
    while (from < plan->steps && !(plan->step[from].flags & SP_AGAIN))
        from++;
    s->script.round++;
    for (int i = from; i < plan->steps; i++) {
        if (s->script.at[i].state == OPEN)
            close_step(s, i);
        s->script.at[i].state = WAITING;
        s->script.at[i].goal = 0;
    }
}

/* Gold comes in, or could from a new base that can be paid for. */
static bool has_income(const sp_player *s)
{
    const int32_t *cost = s->domain->type[s->words.hall].cost;
    if (s->economy.gold > 0)
        return true;
    return s->observation.worker.count > 0 && sp_site_find_mine(s) &&
           us_world_tally(s->world, s->self, s->words.gold) >= cost[s->words.gold] &&
           us_world_tally(s->world, s->self, s->words.wood) >= cost[s->words.wood];
}

/* Nothing to live on and nothing to come: the stronger side attacks with all it has, the weaker
 * waits behind its walls, though not for ever. */
static bool last_stand(sp_player *s)
{
    const sp_observation *e = &s->observation;
    if (us_world_tally(s->world, s->self, s->words.gold) >= LAST_STAND || has_income(s)) {
        s->script.ruined = 0;
        return false;
    }
    if (!s->script.ruined)
        s->script.ruined = s->now;
    int32_t guns = 0;
    SP_EACH (gun, e->gun)
        guns += sp_entity_power(s, gun);
    int32_t worker = s->words.power[s->words.worker];
    int32_t ours = e->power + worker * e->worker.count;
    int32_t theirs = e->foe_power + worker * e->foe_workers + e->foe_guns * 3 / 2;
    us_cycle since = s->now - s->script.ruined;
    if (since < STALEMATE / 2) /* fighting workers may go back to the mine */
        return false;
    return ours >= theirs || (since > STALEMATE && ours + guns >= theirs) || since > 4 * STALEMATE;
}

static bool overwhelming(const sp_player *s)
{
    const sp_observation *e = &s->observation;
    if (e->foe_building.count == 0)
        return false;
    if (e->foe_unit.count == 0)
        return e->power + s->words.power[s->words.worker] * e->worker.count > e->foe_guns;
    int32_t worker = s->words.power[s->words.worker];
    return e->power >= OVERWHELMING &&
           e->power >= 3 * (e->foe_power + e->foe_guns) + 2 * worker * e->foe_workers &&
           (sp_ground_steps_to(s, e->foe_building.at[0]) != SP_NO_STEPS ||
            e->power > 3 * OVERWHELMING);
}

static void attack_kind(sp_player *s, us_type kind, int how)
{
    sp_army *a = &s->army;
    uint32_t goal = sp_goal_find_child(s, s->goals.defeat, SP_CLEAR, US_NO_TYPE);
    if (!goal || sp_goal_type(s, goal) != kind)
        goal = sp_goal_open(s, s->goals.defeat, SP_CLEAR, US_GOAL_ACHIEVE, kind, 0, 0, 0);
    if (a->phase != SP_NO_WAVE && a->goal != goal && a->how == SP_RAID)
        sp_army_cancel_wave(s); /* enough of running away */
    if (a->phase != SP_NO_WAVE && a->goal != goal)
        return;
    if (how == SP_ALL_IN)
        a->threat = 0, a->threat_power = 0;
    if (sp_army_request_wave(s, kind, how, 1, goal) == SP_WAVE_OVER)
        sp_goal_close(s, goal, sp_goal_is_reached(s, goal));
}

static us_type kind_of_first(const sp_player *s, const sp_list *list)
{
    us_type type = list->at[0]->type;
    while (s->domain->type[type].parent != US_NO_TYPE)
        type = s->domain->type[type].parent;
    return type;
}

/* The last kind of fighter that the plan has come to. */
void sp_script_spend_surplus(sp_player *s)
{
    for (int i = s->plan->steps - 1; i >= 0; i--) {
        const sp_progress *p = &s->script.at[i];
        bool reached = p->state != WAITING || s->script.round > 0;
        if (s->plan->step[i].goal != SP_MAKE || !reached || p->type == US_NO_TYPE ||
            (s->words.sort[p->type] & (SP_FIGHTER | SP_ENGINE)) != SP_FIGHTER)
            continue;
        sp_works_spend_surplus(s, p->kind, p->type);
        return;
    }
}

void sp_script_run(sp_player *s)
{
    const sp_observation *e = &s->observation;
    bool done = run_parts(s, 0, s->plan->steps, s->goals.defeat, true);
    if (done)
        restart_round(s);
    if (s->plan->courage == SP_NEVER)
        return;
    /* no house left: hunt the survivors. No means left: all or nothing. No defenders left: attack
     * at once */
    if (e->foe_building.count == 0 && e->foe_unit.count > 0)
        attack_kind(s, kind_of_first(s, &e->foe_unit), e->foe_power > 0 ? SP_STORM : SP_ALL_IN);
    else if (last_stand(s) && e->foe_building.count + e->foe_unit.count > 0)
        attack_kind(s, kind_of_first(s, e->foe_building.count ? &e->foe_building : &e->foe_unit),
                    SP_ALL_IN);
    else if (overwhelming(s))
        attack_kind(s, kind_of_first(s, &e->foe_building),
                    e->foe_unit.count == 0 ? SP_ALL_IN : SP_STORM);
}
