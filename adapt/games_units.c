#include "adapt/games_internal.h"
#include "base/sort.h"

static us_seat seat_of(const us_game_unit *unit)
{
    return unit ? unit->seat : US_NEUTRAL;
}

/* ---- stretches */

static bool is_idle(const us_game_history *course, const us_entity *e)
{
    us_type_kind kind = course->domain->type[e->type].kind;
    return e->owner >= 0 && !(e->flags & US_ENTITY_UNFINISHED) &&
           (kind == US_KIND_UNIT || kind == US_KIND_BUILDING) &&
           (course->idle_status >= 0 ? e->status == course->idle_status : e->action < 0);
}

static void end_state(us_game_history *course, us_game_unit *unit, us_cycle until)
{
    if (unit->state >= 0)
        course->states.item[unit->state].until = until;
    unit->state = -1;
}

static void end_idle(us_game_history *course, us_game_unit *unit, us_cycle until)
{
    if (unit->idle >= 0)
        course->idle.item[unit->idle].until = until;
    unit->idle = -1;
}

/* Notes the changes of an entity since its last state. */
static void see(us_game_history *course, us_game_unit *unit, const us_entity *e, us_cycle now)
{
    if (!unit->seen) {
        unit->seen = true;
        unit->seat = e->owner;
        unit->first_type = e->type;
        unit->born = now;
        unit->x = e->x;
        unit->y = e->y;
    }
    if (unit->seat != e->owner)
        end_idle(course, unit, now);
    unit->seat = e->owner;
    unit->type = e->type;
    if (unit->finished < 0 && !(e->flags & US_ENTITY_UNFINISHED))
        unit->finished = now;
    if (unit->state < 0 || course->states.item[unit->state].status != e->status) {
        end_state(course, unit, now);
        *US_LIST_ADD(course->states) =
            (us_game_state){e->id, now, -1, e->status, e->action, e->x, e->y, e->attribute[0]};
        unit->state = course->states.count - 1;
    }
    bool idle = is_idle(course, e);
    if (!idle)
        end_idle(course, unit, now);
    if (idle && unit->idle < 0) {
        *US_LIST_ADD(course->idle) = (us_game_idle){e->id, now, -1, e->owner, e->type, e->x, e->y};
        unit->idle = course->idle.count - 1;
    }
}

void us_game_history_begin(us_game_history *course, const us_world *world)
{
    for (int i = 0; i < world->count; i++)
        see(course, us_game_history_get_unit(course, world->entity[i].id), &world->entity[i],
            world->now);
}

/* ---- fights */

/* Returns the attack of the pair that goes on at the cycle, or -1. Unlinks ended attacks. */
static int find_attack(us_game_history *course, us_game_unit *unit, us_id attacker, us_cycle cycle)
{
    int *link = &unit->attack, found = -1;
    while (*link >= 0) {
        us_game_attack *attack = &course->attacks.item[*link];
        if (attack->last + US_ATTACK_PAUSE < cycle) {
            *link = attack->before;
            continue;
        }
        if (attack->attacker == attacker)
            found = *link;
        link = &attack->before;
    }
    return found;
}

static void strike(us_game_history *course, const us_event *event, us_cycle cycle)
{
    us_game_unit *unit = us_game_history_get_unit(course, event->entity);
    int at = find_attack(course, unit, event->other, cycle);
    if (at < 0) {
        const us_game_unit *attacker = us_game_history_find_unit(course, event->other);
        at = course->attacks.count;
        *US_LIST_ADD(course->attacks) =
            (us_game_attack){.unit = event->entity,
                             .attacker = event->other,
                             .seat = event->seat,
                             .attacker_seat = seat_of(attacker),
                             .type = event->type,
                             .attacker_type = attacker ? attacker->type : US_NO_TYPE,
                             .since = cycle,
                             .x = event->x,
                             .y = event->y,
                             .before = unit->attack};
        unit->attack = at;
    }
    us_game_attack *attack = &course->attacks.item[at];
    attack->last = cycle;
    attack->hits++;
    attack->damage += event->value;
}

static void kill(us_game_history *course, us_game_unit *unit, const us_event *event, us_cycle cycle)
{
    const us_game_unit *killer = us_game_history_find_unit(course, event->other);
    int attack = find_attack(course, unit, event->other, cycle);
    if (attack >= 0)
        course->attacks.item[attack].killed = true;
    *US_LIST_ADD(course->kills) = (us_game_kill){.cycle = cycle,
                                                 .unit = event->entity,
                                                 .killer = event->other,
                                                 .seat = event->seat,
                                                 .killer_seat = seat_of(killer),
                                                 .type = event->type,
                                                 .killer_type = killer ? killer->type : US_NO_TYPE,
                                                 .x = event->x,
                                                 .y = event->y};
}

static void lose(us_game_history *course, const us_event *event, us_cycle shown)
{
    us_game_unit *unit = us_game_history_get_unit(course, event->entity);
    if (!unit->seen) { /* the unit came and went between two states */
        unit->seen = true;
        unit->seat = event->seat;
        unit->type = unit->first_type = event->type;
        unit->born = shown;
        unit->x = event->x;
        unit->y = event->y;
    }
    end_state(course, unit, shown);
    end_idle(course, unit, shown);
    unit->gone = shown;
    unit->fate = event->value;
    unit->killer = event->other;
    if (event->value == US_GONE_KILLED)
        kill(course, unit, event, shown - 1);
}

/* ---- events */

static void take_event(us_game_history *course, const us_world *world, const us_event *event)
{
    us_cycle shown = world->now;
    const us_entity *e;
    switch (event->kind) {
    case US_EVENT_CREATED:
        us_game_history_get_unit(course, event->entity)->maker = event->other;
        __attribute__((fallthrough));
    case US_EVENT_FINISHED:
    case US_EVENT_CONVERTED:
    case US_EVENT_STATUS:
        e = us_world_find(world, event->entity);
        if (e)
            see(course, us_game_history_get_unit(course, event->entity), e, shown);
        break;
    case US_EVENT_ATTACKED:
        strike(course, event, shown - 1);
        break;
    case US_EVENT_GONE:
        lose(course, event, shown);
        break;
    case US_EVENT_ACCEPTED:
        if (course->accepts && event->value > 0 && event->value <= course->orders.count)
            us_game_history_add_command(course, event->entity, event->value - 1);
        break;
    default:
        break;
    }
}

void us_game_history_add_events(us_game_history *course, const us_world *world,
                                const us_event *event, int count)
{
    for (int i = 0; i < count; i++)
        take_event(course, world, &event[i]);
}

/* ---- rows */

static us_status put_units(us_game_history *course, us_games *games, int64_t game, us_error *err)
{
    static const char *const fates[] = {[US_GONE_KILLED] = "killed",
                                        [US_GONE_CANCELLED] = "cancelled",
                                        [US_GONE_SPENT] = "spent",
                                        [US_GONE_DISMISSED] = "dismissed"};
    for (int i = 0; i < course->units.count; i++) {
        const us_game_unit *unit = &course->units.item[i];
        const us_game_unit *killer = us_game_history_find_unit(course, unit->killer);
        bool gone = unit->gone >= 0;
        if (!unit->seen)
            continue;
        US_TRY(US_TABLE_PUT(
            games, US_TABLE_UNITS, err, us_put_int(game), us_put_int(unit->id),
            us_put_int(unit->seat), us_put_int(unit->type), us_put_int(unit->first_type),
            us_put_int(unit->born), us_put_optional(unit->finished, -1),
            us_put_optional(unit->gone, -1), us_put_text(gone ? fates[unit->fate] : NULL),
            us_put_optional(gone && unit->fate == US_GONE_KILLED ? unit->killer : 0, 0),
            us_put_optional(killer && unit->fate == US_GONE_KILLED ? killer->seat : INT64_MAX,
                            INT64_MAX),
            us_put_optional(unit->maker, 0), us_put_int(unit->x), us_put_int(unit->y)));
    }
    return US_OK;
}

static us_status put_state(us_games *games, int64_t game, const us_game_state *state, us_error *err)
{
    const us_domain *domain = games->domain;
    return US_TABLE_PUT(games, US_TABLE_STATES, err, us_put_int(game), us_put_int(state->unit),
                        us_put_int(state->since), us_put_int(state->until),
                        us_put_text(domain->statuses.name[state->status]),
                        us_put_text(state->action >= 0 ? domain->action[state->action].name : NULL),
                        us_put_int(state->x), us_put_int(state->y), us_put_int(state->hit_points));
}

static us_status put_idle(us_games *games, int64_t game, const us_game_idle *idle, us_error *err)
{
    return US_TABLE_PUT(games, US_TABLE_IDLE, err, us_put_int(game), us_put_int(idle->unit),
                        us_put_int(idle->seat), us_put_int(idle->type), us_put_int(idle->since),
                        us_put_int(idle->until), us_put_int(idle->x), us_put_int(idle->y));
}

/* Sorts by unit; the entries of one unit stay in the order of their beginnings. */
static int by_unit(const void *left, const void *right)
{
    us_id a = *(const us_id *)left, b = *(const us_id *)right;
    return (a > b) - (a < b);
}

static us_status put_stretches(us_game_history *course, us_games *games, int64_t game,
                               us_error *err)
{
    /* Rows are put in the order of their keys, which costs half. */
    us_array_sort(course->states.item, (size_t)course->states.count, sizeof(us_game_state),
                  by_unit);
    us_array_sort(course->idle.item, (size_t)course->idle.count, sizeof(us_game_idle), by_unit);
    for (int i = 0; i < course->states.count; i++) {
        us_game_state *state = &course->states.item[i];
        state->until = state->until < 0 ? course->cycles : state->until;
        if (state->since < state->until)
            US_TRY(put_state(games, game, state, err));
    }
    for (int i = 0; i < course->idle.count; i++) {
        us_game_idle *idle = &course->idle.item[i];
        idle->until = idle->until < 0 ? course->cycles : idle->until;
        if (idle->since < idle->until)
            US_TRY(put_idle(games, game, idle, err));
    }
    return US_OK;
}

/* A fact of a doer: SQL NULL unless the doer is known. */
static us_table_value known(int64_t fact, us_id doer, us_type type)
{
    return doer && type != US_NO_TYPE ? us_put_int(fact) : us_put_null();
}

static us_status put_kills(us_game_history *course, us_games *games, int64_t game, us_error *err)
{
    for (int i = 0; i < course->kills.count; i++) {
        const us_game_kill *kill = &course->kills.item[i];
        US_TRY(US_TABLE_PUT(games, US_TABLE_KILLS, err, us_put_int(game), us_put_int(kill->cycle),
                            us_put_int(kill->unit), us_put_int(kill->seat), us_put_int(kill->type),
                            us_put_optional(kill->killer, 0),
                            known(kill->killer_seat, kill->killer, kill->killer_type),
                            known(kill->killer_type, kill->killer, kill->killer_type),
                            us_put_int(kill->x), us_put_int(kill->y)));
    }
    return US_OK;
}

static us_status put_attacks(us_game_history *course, us_games *games, int64_t game, us_error *err)
{
    for (int i = 0; i < course->attacks.count; i++) {
        const us_game_attack *attack = &course->attacks.item[i];
        US_TRY(US_TABLE_PUT(games, US_TABLE_ATTACKS, err, us_put_int(game), us_put_int(i + 1),
                            us_put_int(attack->seat), us_put_int(attack->unit),
                            us_put_int(attack->type), us_put_optional(attack->attacker, 0),
                            known(attack->attacker_seat, attack->attacker, attack->attacker_type),
                            known(attack->attacker_type, attack->attacker, attack->attacker_type),
                            us_put_int(attack->since), us_put_int(attack->last + 1),
                            us_put_int(attack->hits), us_put_int(attack->damage),
                            us_put_int(attack->killed), us_put_int(attack->x),
                            us_put_int(attack->y)));
    }
    return US_OK;
}

us_status us_game_history_insert_units(us_game_history *course, us_games *games, int64_t game,
                                       us_error *err)
{
    US_TRY(put_units(course, games, game, err));
    US_TRY(put_stretches(course, games, game, err));
    US_TRY(put_kills(course, games, game, err));
    return put_attacks(course, games, game, err);
}
