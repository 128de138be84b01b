#include "traces/labels.h"

#include <string.h>

typedef struct us_labeled {
    uint32_t order, goal;
} us_labeled;

struct us_labels {
    US_LIST(us_labeled) seat[US_SEATS_MAX];
};

us_labels *us_labels_new(void)
{
    return US_NEW(us_labels);
}

void us_labels_free(us_labels *labels)
{
    for (int seat = 0; labels && seat < US_SEATS_MAX; seat++)
        us_mem_free(labels->seat[seat].item);
    us_mem_free(labels);
}

static void on_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    us_labels *labels = context;
    (void)now, (void)reason;
    US_LIST_PUT(labels->seat[order->seat], ((us_labeled){order->id, order->goal}));
}

us_observer us_labels_observer(us_labels *labels)
{
    return (us_observer){.context = labels, .order = on_order};
}

/* Returns whether the goal is at `place` or below it. Parents come before their children in the
 * list. */
static bool is_above(const int *parent, int place, int goal)
{
    while (goal > place)
        goal = parent[goal];
    return goal == place;
}

/* Closes a goal that is still open when the recording ends. A goal whose test measures an increase
 * stays open: judging it needs the values of its beginning. */
static void close_open(us_goal_instance *instance, const us_domain *domain, us_match *match)
{
    us_match_state state;
    us_view view = {us_game_world(us_match_game(match), instance->seat), instance->seat};
    if (instance->closed >= 0 || us_expr_gain_count(us_goal_test(domain, &instance->goal)) > 0)
        return;
    us_match_step(match, 0, &state);
    instance->closed = state.now;
    instance->achieved = us_goal_is_reached(domain, &instance->goal, &view, NULL);
}

static void add_seat(const us_labels *labels, us_seat seat, const us_goal_instance *list, int count,
                     const char *agent, us_match *match, us_annotation *out)
{
    const us_labeled *labeled = labels->seat[seat].item;
    int orders = labels->seat[seat].count;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    uint32_t *all = US_ARENA_ARRAY(arena, uint32_t, orders + 1);
    uint32_t *own = US_ARENA_ARRAY(arena, uint32_t, orders + 1);
    int *goal = US_ARENA_ARRAY(arena, int, orders + 1), *parent = US_ARENA_ARRAY(arena, int, count);
    for (int i = 0; i < orders; i++) {
        all[i] = labeled[i].order;
        goal[i] = us_goal_instance_find(list, count, labeled[i].goal);
    }
    for (int g = 0; g < count; g++)
        parent[g] = us_goal_instance_find(list, count, list[g].parent);
    for (int g = 0; g < count; g++) {
        us_goal_instance made = list[g];
        int held = 0;
        for (int i = 0; i < orders; i++) {
            if (is_above(parent, g, goal[i]))
                own[held++] = all[i];
        }
        if (held == 0)
            continue;
        made.by = agent ? agent : "";
        close_open(&made, out->domain, match);
        made.spans = us_spans_make(own, held, all, orders, arena, &made.span);
        us_annotation_add(out, &made);
    }
}

us_annotation *us_labels_make_annotation(const us_labels *labels, us_match *match,
                                         const char *const *agent)
{
    const us_scenario *scenario = us_match_game(match)->scenario;
    us_annotation *out = NULL;
    for (us_seat seat = 0; seat < scenario->seats; seat++) {
        const us_player *player = us_match_player(match, seat);
        const us_goal_instance *list = NULL;
        int count = player && player->kind->labels ? player->kind->labels(player, &list) : 0;
        if (count == 0)
            continue;
        if (!out)
            out = us_annotation_new(scenario->domain);
        add_seat(labels, seat, list, count, agent[seat], match, out);
    }
    return out;
}
