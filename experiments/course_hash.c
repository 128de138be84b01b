#include "experiments/course_hash.h"

static us_hash *of_seat(us_course_hash *course, us_seat seat)
{
    return &course->seat[seat >= 0 && seat < US_SEATS_MAX ? seat : US_SEATS_MAX];
}

static void add(us_hash *hash, int64_t value)
{
    *hash = us_hash_add(*hash, (uint64_t)value);
}

static void on_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    us_hash *hash = of_seat(context, order->seat);
    add(hash, now);
    add(hash, order->action);
    add(hash, order->queued);
    add(hash, reason);
    add(hash, order->unit_count);
    for (int i = 0; i < order->unit_count; i++)
        add(hash, (int64_t)order->unit[i]);
    for (int i = 0; i < US_PARAMS_MAX; i++)
        add(hash, order->arg[i]);
}

/* Its value is an order's number. */
static bool has_order_number(const us_event *e)
{
    return e->kind == US_EVENT_ACCEPTED || e->kind == US_EVENT_DONE || e->kind == US_EVENT_FAILED;
}

static void on_events(void *context, const us_event *event, int count)
{
    for (int i = 0; i < count; i++) {
        const us_event *e = &event[i];
        us_hash *hash = of_seat(context, e->seat);
        add(hash, e->cycle);
        add(hash, e->kind);
        add(hash, e->type);
        add(hash, (int64_t)e->entity);
        add(hash, (int64_t)e->other);
        add(hash, has_order_number(e) ? 0 : e->value);
        add(hash, e->extra);
        add(hash, US_CELL(e->x, e->y));
    }
}

static void on_over(void *context, us_game *game, const us_outcome *outcome)
{
    us_course_hash *course = context;
    us_hash hash = us_world_hash(us_game_world(game, US_NEUTRAL));
    (void)outcome;
    for (int i = 0; i <= US_SEATS_MAX; i++)
        hash = us_hash_add(hash, course->seat[i]);
    course->hash = hash + !hash;
}

void us_course_hash_observe(us_course_hash *course, us_match *match)
{
    us_observer observer = {
        .context = course, .order = on_order, .events = on_events, .over = on_over};
    *course = (us_course_hash){.hash = 0};
    us_match_add_observer(match, &observer);
}
