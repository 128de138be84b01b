#include "traces/label_tree.h"
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

static void add_roots(us_suggester *s)
{
    US_AUTOFREE int *all = US_NEW_ARRAY(int, s->orders + 1);
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
}

/* ---- gathering */

enum { LONGEST = 100 /* seconds: a longer run of gathering serves something else */ };

/* A goal with the resource of each of its numbers; -1: none. */
typedef struct us_wealth {
    int type;
    int resource[US_GOAL_PARAMS_MAX];
} us_wealth;

/* Returns the resource whose stock the measure reads; evaluates it with invented stocks. */
static int which_stock(const us_suggester *s, const us_expr *measure, const us_goal *goal)
{
    enum { MADE_UP = 1000000 };
    us_world world = *s->view.world;
    int tallies = s->domain->tallies.count, found = -1;
    int32_t *tally = US_NEW_ARRAY(int32_t, world.seats * tallies + 1);
    for (int r = 0; r < s->domain->resources.count; r++)
        tally[s->seat * tallies + r] = MADE_UP + r;
    world.tally = tally;
    world.revision = NULL;
    int64_t value =
        us_expr_eval(measure, &(us_view){&world, s->seat}, &(us_binding){goal->arg, NULL});
    if (value >= MADE_UP && value < MADE_UP + s->domain->resources.count)
        found = (int)(value - MADE_UP);
    us_mem_free(tally);
    return found;
}

static us_goal goal_of(const us_suggester *s, int type)
{
    us_goal goal = us_suggester_make_goal(s, type, s->seat);
    goal.kind = US_GOAL_ACHIEVE; /* the aim is the present stock, not a gain */
    return goal;
}

/* Returns whether all numbers of the goal are stocks of the seat. */
static bool is_wealth(const us_suggester *s, int type, us_wealth *out)
{
    const us_goal_def *def = &s->domain->goal[type];
    us_goal goal = goal_of(s, type);
    int stocks = 0;
    out->type = type;
    for (int p = 0; p < def->param_count; p++) {
        out->resource[p] = -1;
        if (def->param[p].kind == US_VALUE_SEAT)
            continue;
        us_expr *measure =
            def->param[p].kind == US_VALUE_NUMBER ? us_expr_gain_value(def->gain_test, p) : NULL;
        if (!measure)
            return false;
        out->resource[p] = which_stock(s, measure, &goal);
        us_expr_free(measure);
        if (out->resource[p] < 0)
            return false;
        stocks++;
    }
    return stocks > 0 && us_suggester_count_seats(def) == 1;
}

static bool gathers(const us_suggester *s, int index)
{
    const us_review_order *order = s->order[index].course;
    const us_action_def *action = &s->domain->action[order->order.action];
    for (int e = 0; e < action->effect_count; e++) {
        if (action->effect[e].kind == US_EFFECT_GAIN)
            return !order->refused && !s->order[index].taken;
    }
    return false;
}

/* Returns the next order whose product the seat could not pay for at the order `first`. */
static int saved_for(const us_suggester *s, int first)
{
    for (int i = first + 1; i < s->orders; i++) {
        if (s->order[i].made != US_NO_TYPE && !s->order[i].course->refused &&
            !us_suggester_can_afford(s, s->order[i].made, US_NO_TYPE,
                                     s->order[first].course->cycle))
            return i;
    }
    return -1;
}

static void end_run(us_suggester *s, const us_wealth *wealth, const int *index, int count, int next)
{
    us_goal goal = goal_of(s, wealth->type);
    us_type made = s->order[next].made;
    us_cycle opened = s->order[index[0]].course->cycle, reached = opened;
    US_AUTOSTR(why);
    us_str_addf(&why, "%d order%s to gather; ", count, count == 1 ? "" : "s");
    for (int p = 0; p < US_GOAL_PARAMS_MAX; p++) {
        int r = p < s->domain->goal[wealth->type].param_count ? wealth->resource[p] : -1;
        int64_t cost = r < 0 ? 0 : s->domain->type[made].cost[r];
        if (cost == 0)
            continue;
        int64_t stock = us_question_at(s->stock[r], opened);
        us_goal_set_arg(&goal, p, cost);
        if (stock < cost) /* else the stock is kept, not gathered */
            us_str_addf(&why, "%s from %lld to %lld, ", s->domain->resources.name[r],
                        (long long)stock, (long long)cost);
    }
    while (reached <= s->course->cycles && !us_suggester_can_afford(s, made, US_NO_TYPE, reached))
        reached++;
    reached = reached > s->course->cycles ? -1 : reached;
    us_str_addf(&why, "the price of %s, ordered at cycle %d", s->domain->type[made].name,
                (int)s->order[next].course->cycle);
    us_suggester_add(s, &goal, index, count, reached, reached >= 0, why.text);
}

/* Finds runs of gathering orders that end when the price of the next product is there. */
static void find_runs(us_suggester *s, const us_wealth *wealth, int *index)
{
    int count = 0, next = -1;
    for (int i = 0; i < s->orders; i++) {
        us_cycle now = s->order[i].course->cycle;
        if (!gathers(s, i))
            continue;
        bool over =
            count > 0 &&
            (us_suggester_can_afford(s, s->order[next].made, US_NO_TYPE, now) ||
             now > s->order[next].course->cycle ||
             now - s->order[index[0]].course->cycle > LONGEST * s->domain->cycles_per_second);
        if (over) {
            end_run(s, wealth, index, count, next);
            count = 0;
        }
        next = count == 0 ? saved_for(s, i) : next;
        if (next >= 0)
            index[count++] = i;
    }
    if (count > 0)
        end_run(s, wealth, index, count, next);
}

static void add_gathering(us_suggester *s)
{
    US_AUTOFREE int *index = US_NEW_ARRAY(int, s->orders + 1);
    us_wealth wealth;
    for (int type = 0; type < s->domain->goal_count; type++) {
        if (is_wealth(s, type, &wealth))
            find_runs(s, &wealth, index);
    }
}

/* ---- all of them */

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

static us_status suggest_all(us_suggester *s, const char *trace, const char *map,
                             bool (*stop)(void), us_error *err)
{
    us_annotation *out = s->out;
    US_TRY(us_review_copy_start(s->course, trace, s->seat, s->arena, &s->view.world, err));
    US_TRY(us_suggester_collect(s, err));
    if (s->orders == 0)
        return US_OK;
    US_TRY(us_review_answer(s->course, trace, map, s->question, s->questions, stop, err));
    add_roots(s);
    us_suggester_add_making(s);
    us_suggester_add_fights(s);
    add_gathering(s);
    for (int i = 0; i < out->count; i++)
        us_annotation_nest(out, &out->goal[i]);
    return US_OK;
}

us_status us_suggestions_make(us_review *course, const char *trace, const char *map, us_seat seat,
                              us_annotation *out, bool (*stop)(void), us_error *err)
{
    us_suggester *s = new_suggester(course, seat, out);
    us_status status = suggest_all(s, trace, map, stop, err);
    free_suggester(s);
    return status;
}

/* ---- suggestions in an annotation */

static bool is_suggestion(const us_goal_instance *instance, us_seat seat, us_span ids)
{
    return instance->suggested && instance->seat == seat && instance->id >= ids.from &&
           instance->id < ids.to;
}

int us_suggestions_count(const us_annotation *annotation, us_seat seat, us_span ids)
{
    int count = 0;
    for (int i = 0; i < annotation->count; i++)
        count += is_suggestion(&annotation->goal[i], seat, ids);
    return count;
}

void us_suggestion_accept(us_annotation *annotation, us_goal_instance *goal)
{
    bool suggested = goal->suggested;
    us_goal_instance_set_manual(goal);
    if (suggested) {
        us_annotation_move_children(annotation, goal->seat, goal->id, goal->parent);
        us_annotation_nest(annotation, goal);
    }
}

int us_suggestions_accept(us_annotation *annotation, us_seat seat, us_span ids)
{
    int count = 0;
    for (int i = 0; i < annotation->count; i++) {
        if (!is_suggestion(&annotation->goal[i], seat, ids))
            continue;
        us_suggestion_accept(annotation, &annotation->goal[i]);
        count++;
    }
    return count;
}

int us_suggestions_remove(us_annotation *annotation, us_seat seat, us_span ids)
{
    us_goal_instance *goal = annotation->goal;
    us_label_tree tree;
    us_label_tree_init(&tree, annotation);
    for (int i = 0; i < tree.count; i++) {
        int above = tree.place[i].parent;
        while (above >= 0 && is_suggestion(&goal[above], seat, ids))
            above = tree.place[above].parent;
        if (tree.place[i].parent >= 0 && !is_suggestion(&goal[i], seat, ids))
            goal[i].parent = above < 0 ? 0 : goal[above].id;
    }
    us_label_tree_clear(&tree);
    int kept = 0, count = annotation->count;
    for (int i = 0; i < count; i++) {
        if (!is_suggestion(&goal[i], seat, ids))
            goal[kept++] = goal[i];
    }
    annotation->count = kept;
    return count - kept;
}

/* Returns whether a label matches the instance (us_review_is_same_goal). */
static bool is_labeled(const us_annotation *annotation, const us_review *course,
                       const us_goal_instance *instance)
{
    for (int i = 0; i < annotation->count; i++) {
        const us_goal_instance *other = &annotation->goal[i];
        if (!other->suggested && us_review_is_same_goal(course, other, instance))
            return true;
    }
    return false;
}

int us_suggestions_replace(us_annotation *annotation, const us_review *course, us_seat seat,
                           const us_annotation *made)
{
    int added = 0;
    us_suggestions_remove(annotation, seat, US_SUGGESTIONS_ALL);
    for (int i = 0; i < made->count; i++) {
        us_goal_instance instance = made->goal[i];
        if (is_labeled(annotation, course, &instance))
            continue;
        instance.id = instance.parent = 0;
        us_annotation_nest(annotation, us_annotation_add(annotation, &instance));
        added++;
    }
    return added;
}
