#include "traces/review.h"

#include "base/sort.h"
#include "domain/watch.h"
#include "traces/worlds.h"

/* ---- orders */

/* Merges the orders and the foreign orders by line. */
static void take_orders(us_review *course)
{
    const us_log *log = &course->log;
    const us_log_foreign *foreign = log->foreign;
    int left = log->foreign_count, total = log->orders.count + left, i = 0;
    course->order = US_NEW_ARRAY(us_review_order, total + 1);
    while (course->orders < total) {
        us_review_order *out = &course->order[course->orders++];
        if (left > 0 && (i == log->orders.count || foreign->line < log->line[i].line)) {
            *out = (us_review_order){.cycle = foreign->cycle, .ended = -1};
            out->order = (us_order){.id = foreign->id, .seat = foreign->seat, .action = -1};
            foreign++;
            left--;
            continue;
        }
        *out = (us_review_order){.order = log->orders.order[i],
                                 .cycle = log->line[i].cycle,
                                 .ended = -1,
                                 .refused = log->line[i].refused,
                                 .earlier = us_log_is_earlier(log, i)};
        i++;
    }
}

us_status us_review_open(const char *trace, const char *map, us_review **out, us_error *err)
{
    us_log log;
    US_TRY(us_log_read(&log, trace, map, err));
    if (map && !log.scenario) {
        us_status status = us_error_copy(&log.why, err);
        us_log_clear(&log);
        return status;
    }
    us_review *course = US_NEW(us_review);
    course->log = log;
    course->domain = log.domain;
    course->scenario = log.scenario;
    course->why = log.why;
    course->seats = log.header->seats;
    course->cycles = log.cycles;
    course->outcome = log.outcome;
    course->outcome.reason = course->log.reason;
    take_orders(course);
    *out = course;
    return US_OK;
}

void us_review_free(us_review *course)
{
    if (!course)
        return;
    us_log_clear(&course->log);
    us_events_clear(&course->gone);
    us_mem_free(course->order);
    us_mem_free(course);
}

static us_review_order *find(const us_review *course, uint32_t id)
{
    int at = US_BISECT(i, course->orders, course->order[i].order.id < id);
    return at < course->orders && course->order[at].order.id == id ? &course->order[at] : NULL;
}

const us_review_order *us_review_find(const us_review *course, uint32_t id)
{
    return find(course, id);
}

int us_review_list_orders(const us_review *course, us_seat seat, uint32_t *out)
{
    int count = 0;
    for (int i = 0; i < course->orders; i++) {
        if (course->order[i].order.seat == seat && !course->order[i].earlier)
            out[count++] = course->order[i].order.id;
    }
    return count;
}

bool us_review_is_same_goal(const us_review *course, const us_goal_instance *a,
                            const us_goal_instance *b)
{
    us_goal same = b->goal;
    int both = 0, either = 0;
    same.kind = a->goal.kind;
    if (a->seat != b->seat || !us_goal_equal(course->domain, &a->goal, &same))
        return false;
    for (int i = 0; i < course->orders; i++) {
        const us_order *order = &course->order[i].order;
        bool one = order->seat == a->seat && us_goal_instance_has_order(a, order->id);
        bool other = order->seat == a->seat && us_goal_instance_has_order(b, order->id);
        both += one && other;
        either += one || other;
    }
    return either > 0 && 2 * both >= either;
}

/* ---- the course of values */

static int step_at(const us_question *question, us_cycle cycle)
{
    return US_BISECT(i, question->steps, question->step[i].cycle <= cycle) - 1;
}

int64_t us_question_at(const us_question *question, us_cycle cycle)
{
    int at = step_at(question, cycle);
    return at < 0 ? 0 : question->step[at].value;
}

us_cycle us_question_find_first(const us_question *question, us_cycle from, int64_t least)
{
    int at = step_at(question, from);
    for (at = at < 0 ? 0 : at; at < question->steps; at++) {
        if (question->step[at].value >= least)
            return question->step[at].cycle > from ? question->step[at].cycle : from;
    }
    return -1;
}

void us_questions_clear(us_question *question, int count)
{
    for (int i = 0; i < count; i++) {
        us_mem_free(question[i].step);
        question[i].step = NULL;
        question[i].steps = question[i].capacity = 0;
    }
}

/* All questions of one seat, which share a watch. */
typedef struct us_review_question {
    us_seat seat;
    int count;
    us_question **question; /* in the order of opening */
    const us_expr **expr;
    us_binding *binding;
    us_watch *watch;
    int opened;
} us_review_question;

typedef struct us_review_reader {
    us_review *course;
    us_review_question asker[US_SEATS_MAX];
} us_review_reader;

static void note(us_question *question, us_cycle now, int64_t value)
{
    if (question->steps > 0 && question->step[question->steps - 1].value == value)
        return;
    question->step = us_array_grow(question->step, question->steps, &question->capacity,
                                   sizeof(us_value_change));
    question->step[question->steps++] = (us_value_change){now, value};
}

static void ask(us_review_question *asker, const us_world *world)
{
    us_view view = {world, asker->seat};
    us_cycle now = world->now;
    bool fresh = false;
    for (; asker->opened < asker->count && asker->question[asker->opened]->opened <= now;
         asker->opened++) {
        us_question *question = asker->question[asker->opened];
        us_expr_begin_gains(question->expr, &view, &asker->binding[asker->opened], question->began);
        fresh = true;
    }
    if (fresh)
        us_watch_reset(asker->watch);
    const int64_t *value = us_watch_update(asker->watch, &view);
    for (int i = 0; i < asker->opened; i++)
        note(asker->question[i], now, value[i]);
}

static void on_cycle(void *context, us_game *game, us_cycle now)
{
    us_review_reader *look = context;
    (void)now;
    for (us_seat seat = 0; seat < US_SEATS_MAX; seat++)
        if (look->asker[seat].count > 0)
            ask(&look->asker[seat], us_game_world(game, seat));
}

static void note_end(us_review_order *order, const us_event *event)
{
    order->ended = event->cycle;
    order->done |= event->kind == US_EVENT_DONE;
}

/* The match numbers the orders anew, from 1. */
static void on_events(void *context, const us_event *event, int count)
{
    us_review *course = ((us_review_reader *)context)->course;
    for (int i = 0; i < count; i++) {
        if (event[i].kind == US_EVENT_GONE)
            us_events_add(&course->gone, &event[i]);
        bool ends = event[i].kind == US_EVENT_DONE || event[i].kind == US_EVENT_FAILED;
        if (!ends || event[i].value < 1 || event[i].value > course->orders)
            continue;
        note_end(&course->order[event[i].value - 1], &event[i]);
    }
}

/* The sort is stable: questions of one cycle keep their order. */
static int by_opening(const void *one, const void *two)
{
    const us_question *const *a = one, *const *b = two;
    return ((*a)->opened > (*b)->opened) - ((*a)->opened < (*b)->opened);
}

static void make_asker(us_review_question *asker, us_seat seat, us_question *question, int count)
{
    asker->seat = seat;
    asker->question = US_NEW_ARRAY(us_question *, count + 1);
    asker->expr = US_NEW_ARRAY(const us_expr *, count + 1);
    asker->binding = US_NEW_ARRAY(us_binding, count + 1);
    for (int i = 0; i < count; i++) {
        if (question[i].seat == seat)
            asker->question[asker->count++] = &question[i];
    }
    us_array_sort(asker->question, (size_t)asker->count, sizeof(us_question *), by_opening);
    for (int i = 0; i < asker->count; i++) {
        asker->expr[i] = asker->question[i]->expr;
        asker->binding[i] = (us_binding){asker->question[i]->arg, asker->question[i]->began};
    }
    asker->watch = us_watch_new(asker->expr, asker->binding, asker->count);
}

static void clear_asker(us_review_question *asker)
{
    us_watch_free(asker->watch);
    us_mem_free(asker->question);
    us_mem_free(asker->expr);
    us_mem_free(asker->binding);
}

static us_status ask_game(us_review_reader *look, const char *trace, const char *map,
                          bool (*stop)(void), us_error *err)
{
    US_AUTOPTR(us_replay) replay = NULL;
    us_review *course = look->course;
    us_replay_report report;
    US_TRY(us_replay_open(trace, map, &replay, err));
    us_match *match = us_replay_match(replay);
    us_observer observer = {.context = look, .events = on_events, .cycle = on_cycle};
    us_match_add_observer(match, &observer);
    on_cycle(look, us_match_game(match), 0);
    us_status status = us_replay_run(replay, stop, &report, err);
    report = us_replay_get_report(replay);
    course->cycles = report.state.now;
    course->outcome = report.state.outcome;
    if (status == US_OK && report.differs >= 0)
        return us_error_set(err, US_MISMATCH, trace, report.line, 0,
                            "the game does not go as recorded: cycle %d: %s", (int)report.differs,
                            report.what);
    return status;
}

/* ---- stored states */

static us_status open_stored(const us_review *course, const char *trace, us_worlds **out,
                             us_error *err)
{
    char why[sizeof(us_error)];
    US_AUTOPTR(us_worlds) worlds = NULL;
    US_TRY(us_worlds_open(&course->log, trace, &worlds, err));
    if (!us_worlds_states(worlds))
        return us_error_copy(&course->why, err);
    if (course->log.header->fog)
        return us_error_set(err, US_MISMATCH, NULL, 0, 0,
                            "nobody knows what a player saw in fog, and %s",
                            us_error_print(&course->why, why, sizeof(why)));
    *out = US_STEAL(worlds);
    return US_OK;
}

/* Stored events keep the trace's numbers of orders. */
static us_status take_events(us_review *course, us_worlds *worlds, us_error *err)
{
    us_events told = {0};
    us_status status = us_worlds_read_events(worlds, 0, course->cycles, &told, err);
    for (int i = 0; i < told.count; i++) {
        const us_event *event = &told.event[i];
        bool ends = event->kind == US_EVENT_DONE || event->kind == US_EVENT_FAILED;
        us_review_order *order = ends ? find(course, (uint32_t)event->value) : NULL;
        if (order)
            note_end(order, event);
        if (event->kind == US_EVENT_GONE)
            us_events_add(&course->gone, event);
    }
    us_events_clear(&told);
    return status;
}

static void note_gap(us_review *course, us_cycle from, us_cycle to)
{
    if (to - from > course->gap_to - course->gap_from) {
        course->gap_from = from;
        course->gap_to = to;
    }
}

static us_status read_worlds(us_review_reader *look, us_worlds *worlds, us_error *err)
{
    us_review *course = look->course;
    const us_world *world = NULL;
    us_cycle last = 0, since;
    us_status status;
    while ((status = us_worlds_next_change(worlds, &since, &world, err)) == US_OK && world) {
        note_gap(course, last, world->now);
        last = world->now;
        for (us_seat seat = 0; seat < US_SEATS_MAX; seat++)
            if (look->asker[seat].count > 0)
                ask(&look->asker[seat], world);
    }
    note_gap(course, last, course->cycles);
    return status;
}

static us_status ask_stored(us_review_reader *look, const char *trace, bool (*stop)(void),
                            us_error *err)
{
    US_AUTOPTR(us_worlds) worlds = NULL;
    US_TRY(open_stored(look->course, trace, &worlds, err));
    us_worlds_set_stop(worlds, stop);
    US_TRY(take_events(look->course, worlds, err));
    return read_worlds(look, worlds, err);
}

us_status us_review_answer(us_review *course, const char *trace, const char *map,
                           us_question *question, int count, bool (*stop)(void), us_error *err)
{
    us_review_reader look = {.course = course};
    for (us_seat seat = 0; seat < US_SEATS_MAX; seat++)
        make_asker(&look.asker[seat], seat, question, count);
    us_events_reset(&course->gone);
    us_status status = course->scenario ? ask_game(&look, trace, map, stop, err)
                                        : ask_stored(&look, trace, stop, err);
    for (us_seat seat = 0; seat < US_SEATS_MAX; seat++)
        clear_asker(&look.asker[seat]);
    return status;
}

us_status us_review_copy_start(const us_review *course, const char *trace, us_seat seat,
                               us_arena *arena, const us_world **out, us_error *err)
{
    US_AUTOPTR(us_worlds) worlds = NULL;
    const us_world *world = NULL;
    us_cycle since;
    if (course->scenario) {
        us_game *game = us_game_new(course->scenario, course->log.header->seed);
        *out = us_world_copy(us_game_world(game, seat), arena);
        us_game_free(game);
        return US_OK;
    }
    US_TRY(open_stored(course, trace, &worlds, err));
    US_TRY(us_worlds_next_change(worlds, &since, &world, err));
    us_cycle first = course->orders > 0 ? course->order[0].cycle : course->cycles;
    if (!world || world->now > first)
        return us_error_set(err, US_MISMATCH, trace, 0, 0,
                            "the states stored beside it begin behind its first order, of cycle %d",
                            (int)first);
    *out = us_world_copy(world, arena);
    return US_OK;
}
