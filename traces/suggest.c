#include "traces/suggester.h"

/* ---- suggest top */

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

static void add_roots(us_suggester *s)
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

static us_suggester *new_suggester(us_review *course, us_seat seat, us_annotation *out)
{
    us_suggester *s = US_NEW(us_suggester);
    s->course = course;
    s->domain = course->domain;
    s->seat = seat;
    s->out = out;
    s->arena = us_arena_new();
    s->order = US_ARENA_ARRAY(s->arena, us_suggester_order, course->orders + 1);
    s->id = US_ARENA_ARRAY(s->arena, uint32_t, course->orders + 1);
    s->own = US_ARENA_ARRAY(s->arena, uint32_t, course->orders + 1);
    s->made = US_ARENA_ARRAY(s->arena, us_type, course->domain->type_count + 1);
    s->view.self = seat;
    return s;
}

static void free_suggester(us_suggester *s)
{
    us_questions_clear(s->question, s->questions);
    for (int i = 0; i < s->measures; i++)
        us_expr_free(s->measure[i]);
    us_expr_free(s->possible);
    us_arena_free(s->arena);
    us_mem_free(s);
}

us_status us_suggestions_make(us_review *course, const char *trace, const char *map, us_seat seat,
                              us_annotation *out, bool (*stop)(void), us_error *err)
{
    us_suggester *s = new_suggester(course, seat, out);
    us_status status = us_review_copy_start(course, trace, seat, s->arena, &s->view.world, err);
    if (status == US_OK)
        status = us_suggester_collect(s, err);
    if (status == US_OK && s->orders > 0)
        status = us_review_answer(course, trace, map, s->question, s->questions, stop, err);
    if (status == US_OK && s->orders > 0) {
        add_roots(s);
        us_suggester_add_making(s);
        us_suggester_add_fights(s);
        us_suggester_add_gathering(s);
        for (int i = 0; i < out->count; i++)
            us_annotation_nest(out, &out->goal[i]);
    }
    free_suggester(s);
    return status;
}
