#include <string.h>

#include "base/sort.h"
#include "learn/goal_episode.h"

/* Direct precedences between steps. A step is before another one that begins when it has ended. It
 * is right before that one if no third step lies between. So the steps right before a step are
 * those that have ended when it begins, and that end after the last of these began. Both bounds
 * only rise, so a window over the steps by their ends passes them once. */
typedef struct ending {
    int to, step;
} ending;

typedef struct window {
    ending *by_end;  /* all steps */
    ending *open;    /* those of this part that have ended */
    int ended;       /* of by_end */
    int first, last; /* of open: the steps right before */
    int begun;       /* latest beginning of a step that has ended */
} window;

static int by_end(const void *one, const void *two)
{
    const ending *a = one, *b = two;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    return (a->step > b->step) - (a->step < b->step);
}

/* Returns the end of a step. A goal may be reached after its last order: a step that began before
 * it was reached did not wait for it. */
static int end_of(const us_goal_episodes *episodes, const us_step *step)
{
    int end = step->to;
    if (step->kind != US_STEP_GOAL)
        return end;
    us_cycle closed = episodes->episode[step->episode].instance->closed;
    int later = closed < 0 ? 0 : us_log_find(episodes->log, closed);
    int last = episodes->orders;
    while (end < last) {
        int middle = end + (last - end) / 2;
        if (episodes->order[middle] < later)
            end = middle + 1;
        else
            last = middle;
    }
    return end;
}

static void list_ends(window *w, const us_goal_episodes *episodes, const us_goal_episode *episode)
{
    bool sorted = true;
    for (int i = 0; i < episode->steps; i++) {
        w->by_end[i] = (ending){end_of(episodes, &episode->step[i]), i};
        sorted &= i == 0 || w->by_end[i - 1].to <= w->by_end[i].to;
    }
    if (!sorted)
        us_array_sort(w->by_end, (size_t)episode->steps, sizeof(*w->by_end), by_end);
    w->ended = 0;
}

static void clear_window(window *w)
{
    w->first = w->last = 0;
    w->begun = -1;
}

/* Moves the window to the beginning of a step of this part. */
static void move_window(window *w, const us_goal_episode *episode, int part_from, int begins)
{
    for (; w->ended < episode->steps && w->by_end[w->ended].to <= begins; w->ended++) {
        ending e = w->by_end[w->ended];
        if (e.step < part_from)
            continue;
        w->open[w->last++] = e;
        if (episode->step[e.step].from > w->begun)
            w->begun = episode->step[e.step].from;
    }
    while (w->first < w->last && w->open[w->first].to <= w->begun)
        w->first++;
}

/* The precedences and parts made so far. */
typedef struct making {
    us_goal_episodes *episodes;
    US_LIST(us_goal_episode) late; /* later parts */
    US_LIST(us_step_pair) pairs;   /* of the part that is being made */
    window window;
} making;

static void add_pairs(making *m, int part_from, int then)
{
    const window *w = &m->window;
    for (int i = w->first; i < w->last; i++)
        US_LIST_PUT(m->pairs, ((us_step_pair){w->open[i].step - part_from, then - part_from}));
}

/* Gives a part the orders without a step that lie in it: from its first step up to that of the next
 * part. The first part also gets those before its first step. */
static void take_spares(const us_goal_episode *whole, int from, int to, us_goal_episode *part)
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

/* Returns a part: the steps [from, to) of a goal episode, with the pairs found. */
static us_goal_episode take_part(making *m, const us_goal_episode *whole, int from, int to)
{
    us_goal_episode part = *whole;
    part.step = whole->steps > 0 ? &whole->step[from] : NULL;
    part.steps = to - from;
    part.before = us_arena_copy(m->episodes->arena, m->pairs.item, (size_t)m->pairs.count,
                                sizeof(*m->pairs.item));
    part.pairs = m->pairs.count;
    m->pairs.count = 0;
    if (part.steps == whole->steps)
        return part;
    take_spares(whole, from, to, &part);
    part.from = part.to = part.step[0].from;
    part.began = part.step[0].cycle;
    for (int i = 0; i < part.steps; i++)
        part.to = part.step[i].to > part.to ? part.step[i].to : part.to;
    return part;
}

static void add_part(making *m, us_goal_episode *first, const us_goal_episode *whole, int from,
                     int to)
{
    us_goal_episode part = take_part(m, whole, from, to);
    if (from == 0) {
        *first = part;
        return;
    }
    first->parts++;
    US_LIST_PUT(m->late, part);
}

/* Returns the number of nodes of a step. A literal step of several units has one more for each. */
static int count_nodes(const us_goal_episodes *episodes, const us_step *step)
{
    return 1 + (episodes->literal && step->units > 1 ? step->units : 0);
}

static void order_episode(making *m, us_goal_episode *episode)
{
    const us_goal_episode whole = *episode;
    window *w = &m->window;
    int from = 0, nodes = 0, late = m->late.count;
    list_ends(w, m->episodes, &whole);
    clear_window(w);
    for (int i = 0; i < whole.steps; i++) {
        int more = count_nodes(m->episodes, &whole.step[i]);
        move_window(w, &whole, from, whole.step[i].from);
        if (i - from == m->episodes->most || nodes + more > US_GOAL_EPISODE_NODES_MAX ||
            m->pairs.count + (w->last - w->first) > US_GOAL_EPISODE_PAIRS_MAX) {
            add_part(m, episode, &whole, from, i);
            from = i;
            nodes = 0;
            clear_window(w);
        }
        nodes += more;
        add_pairs(m, from, i);
    }
    add_part(m, episode, &whole, from, whole.steps);
    for (; late < m->late.count; late++)
        m->late.item[late].parts = episode->parts;
}

void us_goal_episodes_compute_order(us_goal_episodes *episodes)
{
    int most = 1;
    for (int i = 0; i < episodes->count; i++)
        most = episodes->episode[i].steps > most ? episodes->episode[i].steps : most;
    making m = {.episodes = episodes};
    m.window.by_end = US_NEW_ARRAY(ending, most);
    m.window.open = US_NEW_ARRAY(ending, most);
    for (int i = 0; i < episodes->count; i++)
        order_episode(&m, &episodes->episode[i]);
    if (m.late.count > 0) {
        us_goal_episode *all =
            US_ARENA_ARRAY(episodes->arena, us_goal_episode, episodes->count + m.late.count);
        memcpy(all, episodes->episode, (size_t)episodes->count * sizeof(*all));
        memcpy(all + episodes->count, m.late.item, (size_t)m.late.count * sizeof(*all));
        episodes->episode = all;
        episodes->count += m.late.count;
    }
    us_mem_free(m.late.item);
    us_mem_free(m.pairs.item);
    us_mem_free(m.window.by_end);
    us_mem_free(m.window.open);
}
