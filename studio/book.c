#include "studio/book.h"

#include <string.h>

#include "traces/past.h"

typedef struct book_order {
    uint32_t id; /* 0: it was given, and waits for the next cycle */
    us_cycle cycle;
} book_order;

typedef struct book_goal {
    uint32_t id;
    us_goal goal;
    us_cycle opened, closed;     /* -1: it is open */
    int first, end;              /* of the orders, by place; end -1: it is open */
    bool achieved;               /* its test held when it was closed */
    bool reached;                /* it is open, and its test holds now */
    int64_t began[US_GAINS_MAX]; /* see us_goal_begin: when it was opened */
} book_goal;

struct us_book {
    const us_domain *domain;
    us_seat seat;
    const char *by;
    us_past *past; /* each world in which an order was given, or a goal opened or closed */
    US_LIST(book_goal) goal;
    US_LIST(book_order) order;
    int applied; /* of these */
    uint32_t last;
};

/* ---- life */

us_book *us_book_new(const us_domain *domain, const us_view *view, const us_goal *top,
                     const char *by)
{
    us_book *book = US_NEW(us_book);
    uint32_t id;
    book->domain = domain;
    book->seat = view->self;
    book->by = by;
    book->past = us_past_new(view->world);
    us_status opened = us_book_open(book, top, view, 0, &id, NULL);
    us_assert(opened == US_OK);
    return book;
}

void us_book_free(us_book *book)
{
    if (!book)
        return;
    us_past_free(book->past);
    us_free(book->goal.item);
    us_free(book->order.item);
    us_free(book);
}

static int end_of(const us_book *book, const book_goal *goal)
{
    return goal->end < 0 ? book->order.count : goal->end;
}

/* Orders that no goal holds but the top. */
static int count_bare(const us_book *book)
{
    int orders = book->order.count, bare = 0, open = 0;
    int *change = US_NEW_ARRAY(int, orders + 1); /* of how many are open there */
    for (int g = 1; g < book->goal.count; g++) {
        change[book->goal.item[g].first]++;
        change[end_of(book, &book->goal.item[g])]--;
    }
    for (int o = 0; o < orders; o++)
        bare += (open += change[o]) == 0;
    us_free(change);
    return bare;
}

void us_book_give(us_book *book, const us_view *view)
{
    us_past_keep(book->past, view->world);
    US_LIST_PUT(book->order, ((book_order){.cycle = view->world->now}));
}

void us_book_order(us_book *book, uint32_t order, us_cycle cycle)
{
    us_assert(book->applied < book->order.count);
    book->order.item[book->applied++] = (book_order){.id = order, .cycle = cycle};
}

uint32_t us_book_innermost(const us_book *book)
{
    for (int g = book->goal.count - 1; g >= 0; g--)
        if (book->goal.item[g].closed < 0)
            return book->goal.item[g].id;
    return 0;
}

/* ---- opening and closing */

static us_status find(us_book *book, uint32_t id, book_goal **out, us_error *err)
{
    for (int g = 0; g < book->goal.count; g++) {
        if (book->goal.item[g].id != id)
            continue;
        *out = &book->goal.item[g];
        return US_OK;
    }
    return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "there is no goal %u", (unsigned)id);
}

static us_status need_orders(const us_book *book, int back, us_error *err)
{
    if (back >= 0 && back <= book->order.count)
        return US_OK;
    return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "%d orders ago: only %d were given", back,
                   book->order.count);
}

/* When the order at that place was given; now, where it is still to come. */
static us_cycle cycle_of(const us_book *book, int place, us_cycle now)
{
    return place < book->order.count ? book->order.item[place].cycle : now;
}

static bool is_reached(const us_book *book, const book_goal *goal, const us_view *view)
{
    return us_goal_reached(book->domain, &goal->goal, view, goal->began);
}

/* By the worlds of its own beginning and end, which were kept; while it is open by this one. */
static void judge(us_book *book, book_goal *goal, const us_view *view)
{
    us_view then = {.world = us_past_at(book->past, goal->opened), .self = book->seat};
    us_goal_begin(book->domain, &goal->goal, &then, goal->began);
    goal->reached = goal->closed < 0 && is_reached(book, goal, view);
    if (goal->closed < 0)
        return;
    then.world = us_past_at(book->past, goal->closed);
    goal->achieved = is_reached(book, goal, &then);
}

us_status us_book_open(us_book *book, const us_goal *goal, const us_view *view, int back,
                       uint32_t *id, us_error *err)
{
    book_goal made = {.goal = *goal, .closed = -1, .end = -1};
    int seats = view->world->seats;
    US_TRY(need_orders(book, back, err));
    us_goal_settle(book->domain, &made.goal, book->seat, seats);
    us_seat stranger = us_goal_stranger(book->domain, &made.goal, seats);
    if (stranger != US_NEUTRAL)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0,
                       "there is no seat %d: expected one from 0 to %d", stranger, seats - 1);
    if (book->goal.count == US_BOOK_GOALS_MAX)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0,
                       "there are %d goals: that is all there may be", (int)US_BOOK_GOALS_MAX);
    for (int g = 0; g < book->goal.count; g++)
        if (book->goal.item[g].closed < 0 &&
            us_goal_equal(book->domain, &book->goal.item[g].goal, &made.goal))
            return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "that goal is open already");
    made.id = ++book->last;
    made.first = book->order.count - back;
    made.opened = cycle_of(book, made.first, view->world->now);
    us_past_keep(book->past, view->world);
    judge(book, &made, view);
    US_LIST_PUT(book->goal, made);
    *id = made.id;
    return US_OK;
}

us_status us_book_close(us_book *book, uint32_t id, const us_view *view, int back, us_error *err)
{
    book_goal *goal = NULL;
    US_TRY(find(book, id, &goal, err));
    US_TRY(need_orders(book, back, err));
    if (goal == book->goal.item)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0,
                       "the goal of the whole game ends with the recording");
    if (goal->closed >= 0)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "that goal is closed already");
    int end = book->order.count - back;
    if (end < goal->first)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "it would end before it began");
    goal->end = end;
    goal->closed = cycle_of(book, end, view->world->now);
    us_past_keep(book->past, view->world);
    judge(book, goal, view);
    return US_OK;
}

us_status us_book_back(us_book *book, uint32_t id, const us_view *view, int orders, us_error *err)
{
    book_goal *goal = NULL;
    US_TRY(find(book, id, &goal, err));
    US_TRY(need_orders(book, orders, err));
    int first = book->order.count - orders;
    if (goal == book->goal.item)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0,
                       "the goal of the whole game begins with the recording");
    if (goal->end >= 0 && first > goal->end)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "it would begin after its end");
    if (first == goal->first)
        return US_OK;
    goal->first = first;
    goal->opened = cycle_of(book, first, view->world->now);
    if (goal->closed >= 0 && goal->opened > goal->closed)
        goal->opened = goal->closed;
    us_past_keep(book->past, view->world);
    judge(book, goal, view);
    return US_OK;
}

us_status us_book_drop(us_book *book, uint32_t id, us_error *err)
{
    book_goal *goal = NULL;
    US_TRY(find(book, id, &goal, err));
    if (goal == book->goal.item)
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "the goal of the whole game stays");
    book_goal *end = book->goal.item + book->goal.count;
    memmove(goal, goal + 1, sizeof(*goal) * (size_t)(end - goal - 1));
    book->goal.count--;
    return US_OK;
}

void us_book_finish(us_book *book, const us_view *view)
{
    us_past_keep(book->past, view->world);
    for (int g = 0; g < book->goal.count; g++) {
        book_goal *goal = &book->goal.item[g];
        if (goal->closed >= 0)
            continue;
        goal->end = book->order.count;
        goal->closed = view->world->now;
        goal->achieved = is_reached(book, goal, view);
    }
}

bool us_book_look(us_book *book, const us_view *view)
{
    bool changed = false;
    for (int g = 0; g < book->goal.count; g++) {
        book_goal *goal = &book->goal.item[g];
        bool reached = goal->closed < 0 && is_reached(book, goal, view);
        changed |= reached != goal->reached;
        goal->reached = reached;
    }
    return changed;
}

/* ---- as an annotation */

/* Of those that have numbers. */
static int applied_of(const us_book *book, const book_goal *goal)
{
    int end = end_of(book, goal);
    end = end < book->applied ? end : book->applied;
    return end > goal->first ? end - goal->first : 0;
}

/* a holds all that b holds, and more; of equals the one of the higher rank, then the one opened
 * first. */
static bool is_above(const us_book *book, const book_goal *a, const book_goal *b)
{
    int a_end = end_of(book, a), b_end = end_of(book, b);
    if (a->first > b->first || a_end < b_end)
        return false;
    if (a->first < b->first || a_end > b_end)
        return true;
    if (a == book->goal.item || b == book->goal.item)
        return a == book->goal.item;
    int a_rank = book->domain->goal[a->goal.type].rank;
    int b_rank = book->domain->goal[b->goal.type].rank;
    return a_rank != b_rank ? a_rank > b_rank : a->id < b->id;
}

/* The lowest that stands above it; NULL: none. */
static const book_goal *parent_of(const us_book *book, const book_goal *goal)
{
    const book_goal *parent = NULL;
    for (int g = 0; g < book->goal.count; g++) {
        const book_goal *other = &book->goal.item[g];
        if (other != goal && is_above(book, other, goal) &&
            (!parent || is_above(book, parent, other)))
            parent = other;
    }
    return parent;
}

void us_book_tell(const us_book *book, us_annotation *out)
{
    int orders = book->applied;
    uint32_t *all = US_NEW_ARRAY(uint32_t, orders + 1);
    us_arena *arena = us_arena_new();
    for (int o = 0; o < orders; o++)
        all[o] = book->order.item[o].id;
    for (int g = 0; g < book->goal.count; g++) {
        const book_goal *goal = &book->goal.item[g];
        int held = applied_of(book, goal);
        if (held == 0)
            continue;
        const book_goal *parent = parent_of(book, goal);
        us_goal_instance made = {.id = goal->id,
                                 .parent = parent ? parent->id : 0,
                                 .goal = goal->goal,
                                 .seat = book->seat,
                                 .opened = goal->opened,
                                 .closed = goal->closed,
                                 .achieved = goal->achieved,
                                 .by = book->by,
                                 .why = ""};
        made.spans = us_spans_make(all + goal->first, held, all, orders, arena, &made.span);
        us_annotation_add(out, &made);
    }
    us_arena_free(arena);
    us_free(all);
}

void us_book_write(const us_book *book, us_json_writer *writer)
{
    us_str text;
    us_str_init(&text);
    us_write_key_int(writer, "orders", book->order.count);
    us_write_key_int(writer, "unlabeled", count_bare(book));
    us_write_key_int(writer, "top", book->goal.item[0].id);
    us_write_key_open(writer, "goals", '[');
    for (int g = 0; g < book->goal.count; g++) {
        const book_goal *goal = &book->goal.item[g];
        const book_goal *parent = parent_of(book, goal);
        us_str_reset(&text);
        us_goal_print(book->domain, &goal->goal, &text);
        us_write_open(writer, '{');
        us_write_key_int(writer, "id", goal->id);
        us_write_key_int(writer, "parent", parent ? parent->id : 0);
        us_goal_write(book->domain, &goal->goal, writer);
        us_write_key_string(writer, "text", text.text);
        us_write_key_int(writer, "opened", goal->opened);
        if (goal->closed >= 0)
            us_write_key_int(writer, "closed", goal->closed);
        us_write_key_bool(writer, "open", goal->closed < 0);
        us_write_key_bool(writer, "achieved", goal->closed < 0 ? goal->reached : goal->achieved);
        us_write_key_int(writer, "orders", end_of(book, goal) - goal->first);
        us_write_close(writer, '}');
    }
    us_write_close(writer, ']');
    us_str_clear(&text);
}
