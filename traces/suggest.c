#include "traces/suggester.h"

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
        us_suggester_add_roots(s);
        us_suggester_add_making(s);
        us_suggester_add_fights(s);
        us_suggester_add_gathering(s);
        for (int i = 0; i < out->count; i++)
            us_annotation_nest(out, &out->goal[i]);
    }
    free_suggester(s);
    return status;
}
