#include <stdlib.h>

#include "domain/clock.h"
#include "traces/suggester.h"

/* In seconds and cells. */
enum {
    CHASE = 20,  /* the longest time from an order to its victim's death */
    AROUND = 8,  /* the longest distance from the order's cell to the victim */
    BREATH = 10, /* a pause this long ends a fight */
    MARCH = 20,  /* the same in the enemy's land */
};

/* An order that harms an entity. */
typedef struct us_blow {
    int index;   /* index in the seat's orders */
    int victim;  /* index in course->gone; -1: no victim */
    us_seat foe; /* the victim's owner, or the seat that began nearest; -1: unknown */
    bool abroad; /* nearer to the foe's home than to the seat's */
} us_blow;

typedef struct us_fight_spot {
    int x, y;
} us_fight_spot;

typedef struct us_war {
    us_suggester *s;
    us_blow *blow;
    int blows;
    int *index;
    us_fight_spot home[US_SEATS_MAX]; /* mean place of the seat's entities at the start */
} us_war;

static us_fight_spot find_home(const us_world *world, us_seat seat)
{
    int64_t sum_x = 0, sum_y = 0, count = 0;
    for (int i = 0; i < world->count; i++) {
        if (world->entity[i].owner != seat)
            continue;
        sum_x += world->entity[i].x;
        sum_y += world->entity[i].y;
        count++;
    }
    return count ? (us_fight_spot){(int)(sum_x / count), (int)(sum_y / count)}
                 : (us_fight_spot){0, 0};
}

static int far(us_fight_spot a, us_fight_spot b)
{
    int dx = abs(a.x - b.x), dy = abs(a.y - b.y);
    return dx > dy ? dx : dy;
}

static us_seat nearest_foe(const us_war *war, us_fight_spot place)
{
    us_seat best = -1;
    for (us_seat foe = us_suggester_next_foe(war->s, -1); foe >= 0;
         foe = us_suggester_next_foe(war->s, foe)) {
        if (best < 0 || far(place, war->home[foe]) < far(place, war->home[best]))
            best = foe;
    }
    return best;
}

/* Returns whether the order does harm; finds its target, and the cell that it names. */
static bool harms(const us_war *war, const us_review_order *order, us_id *target, int32_t *cell)
{
    const us_action_def *action = &war->s->domain->action[order->order.action];
    bool found = false;
    *target = 0;
    *cell = -1;
    for (int e = 0; e < action->effect_count; e++) {
        int param = action->effect[e].param;
        if (action->effect[e].kind != US_EFFECT_HARM)
            continue;
        found = true;
        if (param >= 0 && action->param[param].kind == US_VALUE_ENTITY)
            *target = (us_id)order->order.arg[param];
    }
    for (int p = 0; found && p < action->param_count; p++) {
        if (action->param[p].kind == US_VALUE_CELL)
            *cell = order->order.arg[p];
    }
    return found && !order->refused && (*target || *cell >= 0);
}

static us_fight_spot spot_of(int32_t cell)
{
    return (us_fight_spot){US_CELL_X(cell), US_CELL_Y(cell)};
}

/* Returns the target, or the entity of another seat that dies nearest to the cell and soon
 * enough. */
static int find_victim(const us_war *war, us_cycle now, us_id target, int32_t cell)
{
    const us_events *gone = &war->s->course->gone;
    us_cycle until = us_cycle_after(now, CHASE * war->s->domain->cycles_per_second);
    int best = -1, best_far = AROUND + 1;
    for (int i = 0; i < gone->count; i++) {
        const us_event *event = &gone->event[i];
        if (event->cycle <= now || event->seat < 0 || event->seat == war->s->seat ||
            event->value != US_GONE_KILLED)
            continue;
        if (target && event->entity == target)
            return i;
        if (target || event->cycle > until)
            continue;
        int away = far((us_fight_spot){event->x, event->y}, spot_of(cell));
        if (away >= best_far)
            continue;
        best = i;
        best_far = away;
    }
    return best;
}

static us_blow make_blow(const us_war *war, int index, us_id target, int32_t cell)
{
    us_cycle now = war->s->order[index].course->cycle;
    us_blow blow = {.index = index, .victim = find_victim(war, now, target, cell), .foe = -1};
    us_fight_spot place = {0, 0};
    if (blow.victim >= 0) {
        const us_event *event = &war->s->course->gone.event[blow.victim];
        place = (us_fight_spot){event->x, event->y};
        blow.foe = event->seat;
    } else if (cell >= 0) {
        place = spot_of(cell);
        blow.foe = nearest_foe(war, place);
    }
    blow.abroad =
        blow.foe >= 0 && far(place, war->home[blow.foe]) < far(place, war->home[war->s->seat]);
    return blow;
}

static void take_blows(us_war *war)
{
    for (int i = 0; i < war->s->orders; i++) {
        us_id target;
        int32_t cell;
        if (!war->s->order[i].taken && harms(war, war->s->order[i].course, &target, &cell))
            war->blow[war->blows++] = make_blow(war, i, target, cell);
    }
}

static us_cycle given(const us_war *war, int blow)
{
    return war->s->order[war->blow[blow].index].course->cycle;
}

static us_goal goal_of(const us_war *war, int type, us_seat foe, int param, int64_t value)
{
    us_goal goal = us_suggester_make_goal(war->s, type, foe);
    us_goal_set_arg(&goal, param, value);
    return goal;
}

/* ---- goals that are reached when one entity is gone */

static bool is_about_one(const us_war *war, int type, int *param)
{
    const us_domain *domain = war->s->domain;
    const us_view *view = &war->s->view;
    if (!us_suggester_has_single_param(&domain->goal[type], US_VALUE_ENTITY, param) ||
        view->world->count == 0)
        return false;
    us_goal gone = goal_of(war, type, war->s->seat, *param, 0);
    us_goal there = goal_of(war, type, war->s->seat, *param, view->world->entity[0].id);
    return us_goal_is_reached(domain, &gone, view, NULL) &&
           !us_goal_is_reached(domain, &there, view, NULL);
}

static void add_kill(us_war *war, int type, int param, int count, int victim)
{
    const us_event *event = &war->s->course->gone.event[victim];
    us_goal goal = goal_of(war, type, event->seat, param, event->entity);
    US_AUTOSTR(why);
    us_str_addf(&why, "%d order%s to strike there; the %s was gone at cycle %d", count,
                count == 1 ? "" : "s", war->s->domain->type[event->type].name, (int)event->cycle);
    us_suggester_add(war->s, &goal, war->index, count, event->cycle, true, why.text);
}

/* At home a fight is about an intruder: consecutive orders, until the victim of the first is
 * gone. */
static void find_kills(us_war *war, int type, int param)
{
    int count = 0, victim = -1, last = -1;
    for (int b = 0; b <= war->blows; b++) {
        bool end = b == war->blows;
        if (!end && (war->blow[b].abroad || war->blow[b].victim < 0))
            continue;
        bool over = count > 0 &&
                    (end || given(war, b) >= war->s->course->gone.event[victim].cycle ||
                     given(war, b) - given(war, last) > BREATH * war->s->domain->cycles_per_second);
        if (over) {
            add_kill(war, type, param, count, victim);
            count = 0;
        }
        if (end)
            return;
        victim = count == 0 ? war->blow[b].victim : victim;
        war->index[count++] = war->blow[b].index;
        last = b;
    }
}

/* ---- goals that are reached when all of a type are gone */

/* A march is a run of blows against one foe, from the first to the last; other blows may lie
 * between. */
static bool is_marching(const us_war *war, int blow, us_seat foe)
{
    return war->blow[blow].abroad && war->blow[blow].foe == foe;
}

/* Returns whether at least half of the victims of these blows were of the type. */
static bool is_mostly(const us_war *war, us_seat foe, us_type type, int first, int last)
{
    int victims = 0, of_type = 0;
    for (int b = first; b <= last; b++) {
        int victim = war->blow[b].victim;
        if (victim < 0 || !is_marching(war, b, foe))
            continue;
        victims++;
        of_type += us_type_is_a(war->s->domain, war->s->course->gone.event[victim].type, type);
    }
    return 2 * of_type >= victims;
}

/* Finds the widest type that most victims have, and whose last entity was one of the victims. */
static us_question *find_type(const us_war *war, int type, us_seat foe, int first, int last,
                              us_type *out, us_cycle *reached)
{
    us_question *found = NULL;
    for (int b = first; b <= last; b++) {
        int victim = war->blow[b].victim;
        if (victim < 0 || !is_marching(war, b, foe))
            continue;
        const us_event *event = &war->s->course->gone.event[victim];
        for (us_type t = event->type; t != US_NO_TYPE; t = war->s->domain->type[t].parent) {
            us_question *question = us_suggester_find_elimination(war->s, type, foe, t);
            us_cycle at = event->cycle;
            if (question && !us_question_at(question, at - 1) && us_question_at(question, at + 1) &&
                is_mostly(war, foe, t, first, last)) {
                found = question;
                *out = t;
                *reached = at;
            }
        }
    }
    return found;
}

static void end_march(us_war *war, int type, int param, us_seat foe, int first, int last)
{
    us_type named = US_NO_TYPE;
    us_cycle reached = -1;
    us_question *question = find_type(war, type, foe, first, last, &named, &reached);
    int count = 0;
    for (int b = first; question && b <= last; b++) {
        if (is_marching(war, b, foe))
            war->index[count++] = war->blow[b].index;
    }
    if (count == 0)
        return;
    us_goal goal = goal_of(war, type, foe, param, named);
    US_AUTOSTR(why);
    us_str_addf(&why, "%d order%s to strike; from cycle %d on no %s is left", count,
                count == 1 ? "" : "s", (int)reached, war->s->domain->type[named].name);
    us_suggester_add(war->s, &goal, war->index, count, reached, true, why.text);
}

static void find_marches(us_war *war, int type, int param, us_seat foe)
{
    int first = -1, last = -1;
    for (int b = 0; b < war->blows; b++) {
        if (!is_marching(war, b, foe))
            continue;
        if (first >= 0 &&
            given(war, b) - given(war, last) > MARCH * war->s->domain->cycles_per_second) {
            end_march(war, type, param, foe, first, last);
            first = -1;
        }
        first = first < 0 ? b : first;
        last = b;
    }
    if (first >= 0)
        end_march(war, type, param, foe, first, last);
}

void us_suggester_add_fights(us_suggester *s)
{
    us_war war = {.s = s,
                  .blow = US_NEW_ARRAY(us_blow, s->orders + 1),
                  .index = US_NEW_ARRAY(int, s->orders + 1)};
    for (us_seat seat = 0; seat < s->view.world->seats; seat++)
        war.home[seat] = find_home(s->view.world, seat);
    take_blows(&war);
    for (int type = 0; type < s->domain->goal_count; type++) {
        int param;
        us_seat foe = us_suggester_next_foe(s, -1);
        if (is_about_one(&war, type, &param))
            find_kills(&war, type, param);
        for (; us_suggester_is_about_all(s->domain, type, &param) && foe >= 0;
             foe = us_suggester_next_foe(s, foe))
            find_marches(&war, type, param, foe);
    }
    us_mem_free(war.blow);
    us_mem_free(war.index);
}
