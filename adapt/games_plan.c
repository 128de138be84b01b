#include <stdio.h>
#include <string.h>

#include "adapt/games_internal.h"
#include "base/sort.h"
#include "traces/plan_tree.h"
#include "traces/trace.h"

enum { DEEP = 256 }; /* nodes above one another: every pair of them is a row */

/* Facts of a node that the tree does not keep; by index in the tree. */
typedef struct node_facts {
    us_cycle ready, started; /* -1: never */
    int stretch;             /* open entry of stretches; -1: none */
} node_facts;

/* A stretch in which a node waited, or in which the condition that it maintains held. */
typedef struct stretch {
    uint32_t node; /* index */
    bool held;
    us_cycle since, until; /* -1: goes on */
    const char *why;
    us_lacking lacks;
} stretch;

typedef struct binding {
    uint32_t node; /* number */
    us_cycle cycle;
    const char *slot;
    int first, units; /* in ids */
    int32_t cell;
} binding;

struct us_game_plan {
    us_plan_tree tree;
    us_arena *arena;
    US_LIST(node_facts) node_facts;
    US_LIST(stretch) stretches;
    US_LIST(binding) bindings;
    US_LIST(us_id) ids;
};

void us_game_plan_free(us_game_plan *plan)
{
    if (!plan)
        return;
    us_plan_tree_clear(&plan->tree);
    us_arena_free(plan->arena);
    us_mem_free(plan->node_facts.item);
    us_mem_free(plan->stretches.item);
    us_mem_free(plan->bindings.item);
    us_mem_free(plan->ids.item);
    us_mem_free(plan);
}

/* ---- notes */

static const char *keep(us_game_plan *plan, const char *text)
{
    return text && text[0] ? us_arena_strndup(plan->arena, text, strlen(text)) : "";
}

static void bind(us_game_plan *plan, const us_note *note)
{
    *US_LIST_ADD(plan->bindings) = (binding){.node = note->node,
                                             .cycle = note->cycle,
                                             .slot = keep(plan, note->slot),
                                             .first = plan->ids.count,
                                             .units = note->units,
                                             .cell = note->cell};
    for (int i = 0; i < note->units; i++)
        *US_LIST_ADD(plan->ids) = note->unit[i];
}

static void begin_stretch(us_game_plan *plan, int at, const us_note *note)
{
    *US_LIST_ADD(plan->stretches) = (stretch){.node = (uint32_t)at,
                                              .held = note->kind == US_NOTE_HELD,
                                              .since = note->cycle,
                                              .until = -1,
                                              .why = keep(plan, note->why),
                                              .lacks = note->lacks};
    plan->stretches.item[plan->stretches.count - 1].lacks.item = keep(plan, note->lacks.item);
    plan->node_facts.item[at].stretch = plan->stretches.count - 1;
}

static void add_note(us_game_plan *plan, int at, const us_note *note)
{
    node_facts *t = &plan->node_facts.item[at];
    if (note->kind == US_NOTE_BOUND) {
        bind(plan, note);
        return;
    }
    if (t->stretch >= 0)
        plan->stretches.item[t->stretch].until = note->cycle;
    t->stretch = -1;
    if (note->kind == US_NOTE_READY && t->ready < 0)
        t->ready = note->cycle;
    else if ((note->kind == US_NOTE_STARTED || note->kind == US_NOTE_RETRIEVED) && t->started < 0)
        t->started = note->cycle;
    else if (note->kind == US_NOTE_WAITING || note->kind == US_NOTE_HELD)
        begin_stretch(plan, at, note);
}

/* Returns the type of the node's goal, or of the nearest goal above; "": none. */
static const char *goal_of(const us_plan_tree *tree, int at)
{
    int goal = us_plan_tree_find_goal(tree, at);
    return goal == US_PLAN_NONE ? "" : tree->node[goal].what;
}

/* Checks that a new node is not too deep, and that its goal is of the domain. */
static us_status check_node(const us_game_history *course, const us_plan_tree *tree, int at,
                            us_error *err)
{
    const char *goal = goal_of(tree, at);
    if (tree->node[at].depth > DEEP)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "expected a plan at most %d nodes deep",
                            DEEP);
    if (goal[0] && us_domain_find_goal(course->domain, goal) < 0)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "there is no goal \"%.63s\"", goal);
    return US_OK;
}

us_status us_game_history_add_note(us_game_history *course, const us_note *note, us_error *err)
{
    us_game_plan *plan = course->plan[note->seat];
    if (!plan) {
        plan = course->plan[note->seat] = US_NEW(us_game_plan);
        plan->arena = us_arena_new();
    }
    US_TRY(us_plan_tree_add(&plan->tree, note, err));
    for (int at = plan->node_facts.count; at < plan->tree.count; at++)
        US_TRY(check_node(course, &plan->tree, at, err));
    while (plan->node_facts.count < plan->tree.count)
        *US_LIST_ADD(plan->node_facts) = (node_facts){-1, -1, -1};
    add_note(plan, us_plan_tree_find(&plan->tree, note->node), note);
    return US_OK;
}

uint32_t us_game_history_find_step(const us_game_history *course, us_seat seat, uint32_t node)
{
    const us_game_plan *plan = course->plan[seat];
    int at = plan ? us_plan_tree_find(&plan->tree, node) : US_PLAN_NONE;
    return at != US_PLAN_NONE && plan->tree.node[at].of == US_NOTE_STEP ? node : 0;
}

/* ---- rows */

static us_cycle end_of(const us_game_plan *plan, int at, us_cycle cycles)
{
    us_cycle closed = plan->tree.node[at].closed;
    return closed >= 0 ? closed : cycles;
}

/* Returns the hash of the node if it is a behavior, else of the behavior right above; 0: none. */
static us_hash behavior_of(const us_plan_tree *tree, const us_plan_node *node)
{
    if (node->of == US_NOTE_BEHAVIOR)
        return node->behavior;
    return node->above == US_PLAN_NONE ? 0 : tree->node[node->above].behavior;
}

static us_status put_node(const us_game_plan *plan, us_games *games, int64_t game, us_seat seat,
                          int at, us_error *err)
{
    const us_plan_tree *tree = &plan->tree;
    const us_plan_node *node = &tree->node[at];
    const node_facts *t = &plan->node_facts.item[at];
    us_hash behavior = behavior_of(tree, node);
    bool ends = us_note_kind_is_final((us_note_kind)node->state);
    us_table_row row = us_table_row_begin(games, US_TABLE_NODES, err);
    us_table_row_add_int(&row, game);
    us_table_row_add_int(&row, seat);
    us_table_row_add_int(&row, node->number);
    us_table_row_add_text(&row, us_note_subject_name((us_note_subject)node->of));
    us_table_row_add_optional(&row,
                              node->above == US_PLAN_NONE ? 0 : tree->node[node->above].number, 0);
    if (behavior)
        us_table_row_add_hash(&row, behavior);
    else
        us_table_row_add_null(&row);
    us_table_row_add_text(&row, node->text);
    us_table_row_add_name(&row, node->label);
    us_table_row_add_name(&row, goal_of(tree, at));
    us_table_row_add_optional(&row, node->attempt, 0);
    us_table_row_add_optional(&row, node->case_id, 0);
    if (node->attempt) {
        us_table_row_add_real(&row, (double)node->similarity / US_NOTE_ONE);
        if (node->other[0]) /* else there was no runner-up */
            us_table_row_add_real(&row, (double)node->margin / US_NOTE_ONE);
        else
            us_table_row_add_null(&row);
    } else {
        us_table_row_add_null(&row);
        us_table_row_add_null(&row);
    }
    us_table_row_add_optional(&row, t->ready, -1);
    us_table_row_add_optional(&row, t->started, -1);
    us_table_row_add_optional(&row, node->closed, -1);
    us_table_row_add_text(&row, us_plan_end_name(us_plan_node_end(node)));
    us_table_row_add_name(&row, ends ? node->why : NULL);
    us_table_row_add_name(&row, ends ? us_note_lack_name(node->lacks.kind) : NULL);
    us_table_row_add_name(&row, ends ? node->lacks.item : NULL);
    us_table_row_add_optional(&row, ends ? node->lacks.amount : 0, 0);
    return us_table_row_end(&row);
}

static us_status put_below(const us_game_plan *plan, us_games *games, int64_t game, us_seat seat,
                           int at, us_error *err)
{
    int distance = 0;
    for (int above = at; above != US_PLAN_NONE; above = plan->tree.node[above].above) {
        us_table_row row = us_table_row_begin(games, US_TABLE_BELOW, err);
        us_table_row_add_int(&row, game);
        us_table_row_add_int(&row, seat);
        us_table_row_add_int(&row, plan->tree.node[at].number);
        us_table_row_add_int(&row, plan->tree.node[above].number);
        us_table_row_add_int(&row, distance++);
        US_TRY(us_table_row_end(&row));
    }
    return US_OK;
}

static us_status put_stretch(const us_game_plan *plan, us_games *games, int64_t game, us_seat seat,
                             const stretch *s, us_cycle until, us_error *err)
{
    us_table_row row = us_table_row_begin(games, s->held ? US_TABLE_HELD : US_TABLE_WAITS, err);
    us_table_row_add_int(&row, game);
    us_table_row_add_int(&row, seat);
    us_table_row_add_int(&row, plan->tree.node[s->node].number);
    us_table_row_add_int(&row, s->since);
    us_table_row_add_int(&row, until);
    if (!s->held) {
        us_table_row_add_text(&row, s->why);
        us_table_row_add_name(&row, us_note_lack_name(s->lacks.kind));
        us_table_row_add_name(&row, s->lacks.item);
        us_table_row_add_optional(&row, s->lacks.amount, 0);
    }
    return us_table_row_end(&row);
}

static us_status put_binding(const us_game_plan *plan, us_games *games, int64_t game, us_seat seat,
                             const binding *b, us_error *err)
{
    bool cell = b->units == 0 && b->cell >= 0;
    for (int i = 0; i < b->units || i == 0; i++) {
        us_table_row row = us_table_row_begin(games, US_TABLE_BOUND, err);
        us_table_row_add_int(&row, game);
        us_table_row_add_int(&row, seat);
        us_table_row_add_int(&row, b->node);
        us_table_row_add_int(&row, b->cycle);
        us_table_row_add_text(&row, b->slot);
        us_table_row_add_optional(&row, b->units > 0 ? plan->ids.item[b->first + i] : 0, 0);
        us_table_row_add_optional(&row, cell ? US_CELL_X(b->cell) : -1, -1);
        us_table_row_add_optional(&row, cell ? US_CELL_Y(b->cell) : -1, -1);
        US_TRY(us_table_row_end(&row));
    }
    return US_OK;
}

/* Sorts by node; the stretches of one node stay in the order of their beginnings. */
static int by_node(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static us_status put_plan(us_game_plan *plan, us_games *games, int64_t game, us_seat seat,
                          us_cycle cycles, us_error *err)
{
    for (int at = 0; at < plan->tree.count; at++) {
        US_TRY(put_node(plan, games, game, seat, at, err));
        US_TRY(put_below(plan, games, game, seat, at, err));
    }
    us_array_sort(plan->stretches.item, (size_t)plan->stretches.count, sizeof(stretch), by_node);
    for (int i = 0; i < plan->stretches.count; i++) {
        const stretch *s = &plan->stretches.item[i];
        us_cycle until = s->until < 0 ? end_of(plan, (int)s->node, cycles) : s->until;
        if (s->since < until)
            US_TRY(put_stretch(plan, games, game, seat, s, until, err));
    }
    for (int i = 0; i < plan->bindings.count; i++)
        US_TRY(put_binding(plan, games, game, seat, &plan->bindings.item[i], err));
    return US_OK;
}

us_status us_game_history_insert_plans(us_game_history *course, us_games *games, int64_t game,
                                       us_error *err)
{
    for (int seat = 0; seat < US_SEATS_MAX; seat++)
        if (course->plan[seat])
            US_TRY(put_plan(course->plan[seat], games, game, (us_seat)seat, course->cycles, err));
    return US_OK;
}
