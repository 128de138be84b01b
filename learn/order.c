#include <string.h>

#include "base/sort.h"
#include "learn/lesson.h"

/* Which steps come right before which. One step is before another that begins when it has ended,
 * and right before it if no third lies between: so of those that have ended when a step begins,
 * the ones that end after the last of them began. Both bounds only rise, so a window over the
 * steps by their ends goes over them once. */
typedef struct ending {
    int to, step;
} ending;

typedef struct window {
    ending *by_end;  /* all steps */
    ending *open;    /* those of this part that have ended */
    int ended;       /* of by_end */
    int first, last; /* of open: the ones right before */
    int begun;       /* when the last of those that have ended began */
} window;

static int by_end(const void *one, const void *two)
{
    const ending *a = one, *b = two;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    return (a->step > b->step) - (a->step < b->step);
}

/* What a goal needs may come after its last order: what began before it was reached didn't wait
 * for it. */
static int end_of(const us_lessons *lessons, const us_step *step)
{
    int end = step->to;
    if (step->kind != US_STEP_GOAL)
        return end;
    us_cycle closed = lessons->lesson[step->lesson].instance->closed;
    int later = closed < 0 ? 0 : us_log_find(lessons->log, closed);
    int last = lessons->orders;
    while (end < last) {
        int middle = end + (last - end) / 2;
        if (lessons->order[middle] < later)
            end = middle + 1;
        else
            last = middle;
    }
    return end;
}

static void list_ends(window *w, const us_lessons *lessons, const us_lesson *lesson)
{
    bool sorted = true;
    for (int i = 0; i < lesson->steps; i++) {
        w->by_end[i] = (ending){end_of(lessons, &lesson->step[i]), i};
        sorted &= i == 0 || w->by_end[i - 1].to <= w->by_end[i].to;
    }
    if (!sorted)
        us_sort(w->by_end, (size_t)lesson->steps, sizeof(*w->by_end), by_end);
    w->ended = 0;
}

static void clear_window(window *w)
{
    w->first = w->last = 0;
    w->begun = -1;
}

/* To where a step of this part begins. */
static void move_window(window *w, const us_lesson *lesson, int part_from, int begins)
{
    for (; w->ended < lesson->steps && w->by_end[w->ended].to <= begins; w->ended++) {
        ending e = w->by_end[w->ended];
        if (e.step < part_from)
            continue;
        w->open[w->last++] = e;
        if (lesson->step[e.step].from > w->begun)
            w->begun = lesson->step[e.step].from;
    }
    while (w->first < w->last && w->open[w->first].to <= w->begun)
        w->first++;
}

/* What has been made so far. */
typedef struct making {
    us_lessons *lessons;
    us_lesson *late; /* later parts */
    int lates, capacity;
    us_step_pair *pair; /* of the part that is being made */
    int pairs, pair_capacity;
    window window;
} making;

static void add_pairs(making *m, int part_from, int then)
{
    const window *w = &m->window;
    for (int i = w->first; i < w->last; i++) {
        m->pair = us_grow(m->pair, m->pairs, &m->pair_capacity, sizeof(*m->pair));
        m->pair[m->pairs++] = (us_step_pair){w->open[i].step - part_from, then - part_from};
    }
}

/* Of the orders that are in no step those that lie in a part: from its first step on to that of the
 * next. What lies before all is the first one's. */
static void take_spares(const us_lesson *whole, int from, int to, us_lesson *part)
{
    int first = 0;
    if (from > 0)
        while (first < whole->spares && whole->spare[first] < whole->step[from].from)
            first++;
    int end = first;
    while (end < whole->spares && (to == whole->steps || whole->spare[end] < whole->step[to].from))
        end++;
    part->spare = end > first ? &whole->spare[first] : NULL;
    part->spares = end - first;
}

/* The steps [from, to) of a lesson, with the pairs that were found. */
static us_lesson take_part(making *m, const us_lesson *whole, int from, int to)
{
    us_lesson part = *whole;
    part.step = whole->steps > 0 ? &whole->step[from] : NULL;
    part.steps = to - from;
    part.before = US_ARENA_ARRAY(m->lessons->arena, us_step_pair, m->pairs + 1);
    part.pairs = m->pairs;
    if (m->pairs > 0)
        memcpy(part.before, m->pair, (size_t)m->pairs * sizeof(*m->pair));
    m->pairs = 0;
    if (part.steps == whole->steps)
        return part;
    take_spares(whole, from, to, &part);
    part.from = part.to = part.step[0].from;
    part.began = part.step[0].cycle;
    for (int i = 0; i < part.steps; i++)
        part.to = part.step[i].to > part.to ? part.step[i].to : part.to;
    return part;
}

static void add_part(making *m, us_lesson *first, const us_lesson *whole, int from, int to)
{
    us_lesson part = take_part(m, whole, from, to);
    if (from == 0) {
        *first = part;
        return;
    }
    m->late = us_grow(m->late, m->lates, &m->capacity, sizeof(*m->late));
    first->parts++;
    m->late[m->lates++] = part;
}

/* The nodes that a step becomes: literally, one more for each unit of several. */
static int count_nodes(const us_lessons *lessons, const us_step *step)
{
    return 1 + (lessons->literal && step->units > 1 ? step->units : 0);
}

static void order_lesson(making *m, us_lesson *lesson)
{
    const us_lesson whole = *lesson;
    window *w = &m->window;
    int from = 0, nodes = 0, late = m->lates;
    list_ends(w, m->lessons, &whole);
    clear_window(w);
    for (int i = 0; i < whole.steps; i++) {
        int more = count_nodes(m->lessons, &whole.step[i]);
        move_window(w, &whole, from, whole.step[i].from);
        if (i - from == m->lessons->most || nodes + more > US_LESSON_NODES_MAX ||
            m->pairs + (w->last - w->first) > US_LESSON_PAIRS_MAX) {
            add_part(m, lesson, &whole, from, i);
            from = i;
            nodes = 0;
            clear_window(w);
        }
        nodes += more;
        add_pairs(m, from, i);
    }
    add_part(m, lesson, &whole, from, whole.steps);
    for (; late < m->lates; late++)
        m->late[late].parts = lesson->parts;
}

void us_lessons_order(us_lessons *lessons)
{
    int most = 1;
    for (int i = 0; i < lessons->count; i++)
        most = lessons->lesson[i].steps > most ? lessons->lesson[i].steps : most;
    making m = {.lessons = lessons};
    m.window.by_end = US_NEW_ARRAY(ending, most);
    m.window.open = US_NEW_ARRAY(ending, most);
    for (int i = 0; i < lessons->count; i++)
        order_lesson(&m, &lessons->lesson[i]);
    if (m.lates > 0) {
        us_lesson *all = US_ARENA_ARRAY(lessons->arena, us_lesson, lessons->count + m.lates);
        memcpy(all, lessons->lesson, (size_t)lessons->count * sizeof(*all));
        memcpy(all + lessons->count, m.late, (size_t)m.lates * sizeof(*all));
        lessons->lesson = all;
        lessons->count += m.lates;
    }
    us_free(m.late);
    us_free(m.pair);
    us_free(m.window.by_end);
    us_free(m.window.open);
}
