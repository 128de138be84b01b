#include "traces/suggester.h"

us_goal_instance *us_suggester_add(us_suggester *s, const us_goal *goal, const int *index,
                                   int count, us_cycle closed, bool achieved, const char *why)
{
    us_goal_instance made = {.goal = *goal,
                             .seat = s->seat,
                             .closed = closed < 0 ? s->course->cycles : closed,
                             .achieved = achieved,
                             .suggested = true,
                             .by = "auto",
                             .why = why};
    for (int i = 0; i < count; i++)
        s->own[i] = s->id[index[i]];
    made.opened = s->order[index[0]].course->cycle;
    made.spans = us_spans_make(s->own, count, s->id, s->orders, s->out->arena, &made.span);
    return us_annotation_add(s->out, &made);
}

/* ---- all orders */

/* Returns a view of the world in which the seat has won. */
static us_view view_of_victory(const us_suggester *s, us_world *world, uint8_t *alive)
{
    *world = *s->view.world;
    for (int seat = 0; seat < world->seats; seat++)
        alive[seat] = seat == s->seat;
    world->alive = alive;
    world->revision = NULL;
    return (us_view){world, s->seat};
}

/* Returns whether the goal is about seats alone, victory would reach it, and the start does not. */
static bool is_root(const us_suggester *s, const us_goal *goal)
{
    us_world world;
    uint8_t alive[US_SEATS_MAX] = {0};
    us_view won = view_of_victory(s, &world, alive);
    return !us_goal_is_reached(s->domain, goal, &s->view, NULL) &&
           us_goal_is_reached(s->domain, goal, &won, NULL);
}

void us_suggester_add_roots(us_suggester *s)
{
    int *all = US_NEW_ARRAY(int, s->orders + 1);
    for (int i = 0; i < s->orders; i++)
        all[i] = i;
    bool won = s->course->outcome.kind == US_OUTCOME_WIN && s->course->outcome.winner == s->seat;
    for (int type = 0; type < s->domain->goal_count; type++) {
        const us_goal_def *def = &s->domain->goal[type];
        if (def->param_count != 1 || def->param[0].kind != US_VALUE_SEAT)
            continue;
        for (us_seat seat = 0; seat < s->course->seats; seat++) {
            us_goal goal = us_goal_make(s->domain, type);
            us_goal_set_arg(&goal, 0, seat);
            if (is_root(s, &goal))
                us_suggester_add(s, &goal, all, s->orders, won ? s->course->cycles : -1, won,
                                 won ? "all orders served to win, as it came about"
                                     : "all orders serve to win");
        }
    }
    us_mem_free(all);
}
