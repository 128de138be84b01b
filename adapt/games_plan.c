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

/* A repair in play, or a failure for which none fitted. */
typedef struct play_repair {
    us_cycle cycle;
    us_play_repair repair;
    us_hash behavior;
    uint32_t node;
    const char *modop, *label, *why;
    us_lacking lacks;
} play_repair;

struct us_game_plan {
    us_plan_tree tree;
    us_arena *arena;
    US_LIST(node_facts) node_facts;
    US_LIST(stretch) stretches;
    US_LIST(binding) bindings;
    US_LIST(us_id) ids;
    US_LIST(play_repair) repairs;
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
    us_mem_free(plan->repairs.item);
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

static void add_repair(us_game_plan *plan, const us_note *note)
{
    play_repair *made = US_LIST_ADD(plan->repairs);
    *made = (play_repair){.cycle = note->cycle,
                          .repair = note->repair,
                          .behavior = note->behavior,
                          .node = note->node,
                          .modop = keep(plan, note->what),
                          .label = keep(plan, note->label),
                          .why = keep(plan, note->why),
                          .lacks = note->lacks};
    made->repair.pattern = keep(plan, note->repair.pattern);
    made->lacks.item = keep(plan, note->lacks.item);
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
        return us_error_refuse(err, "expected a plan at most %d nodes deep", DEEP);
    if (goal[0] && us_domain_find_goal(course->domain, goal) < 0)
        return us_error_refuse(err, "there is no goal \"%.63s\"", goal);
    return US_OK;
}

us_status us_game_history_add_note(us_game_history *course, const us_note *note, us_error *err)
{
    us_game_plan *plan = course->plan[note->seat];
    if (!plan) {
        plan = course->plan[note->seat] = US_NEW(us_game_plan);
        plan->arena = us_arena_new();
    }
    if (note->kind == US_NOTE_REPAIR) {
        add_repair(plan, note);
        return US_OK;
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
    bool rival = node->attempt && node->other[0];
    return US_TABLE_PUT(
        games, US_TABLE_NODES, err, us_put_int(game), us_put_int(seat), us_put_int(node->number),
        us_put_text(us_note_subject_name((us_note_subject)node->of)),
        us_put_optional(node->above == US_PLAN_NONE ? 0 : tree->node[node->above].number, 0),
        behavior ? us_put_hash(behavior) : us_put_null(), us_put_text(node->text),
        us_put_name(node->label), us_put_name(goal_of(tree, at)), us_put_optional(node->attempt, 0),
        us_put_optional(node->case_id, 0),
        node->attempt ? us_put_part(node->similarity) : us_put_null(),
        rival ? us_put_part(node->margin) : us_put_null(), us_put_optional(t->ready, -1),
        us_put_optional(t->started, -1), us_put_optional(node->closed, -1),
        us_put_text(us_plan_end_name(us_plan_node_end(node))), us_put_name(ends ? node->why : NULL),
        us_put_name(ends ? us_note_lack_name(node->lacks.kind) : NULL),
        us_put_name(ends ? node->lacks.item : NULL),
        us_put_optional(ends ? node->lacks.amount : 0, 0));
}

static us_status put_below(const us_game_plan *plan, us_games *games, int64_t game, us_seat seat,
                           int at, us_error *err)
{
    int distance = 0;
    for (int above = at; above != US_PLAN_NONE; above = plan->tree.node[above].above) {
        US_TRY(US_TABLE_PUT(games, US_TABLE_BELOW, err, us_put_int(game), us_put_int(seat),
                            us_put_int(plan->tree.node[at].number),
                            us_put_int(plan->tree.node[above].number), us_put_int(distance++)));
    }
    return US_OK;
}

static us_status put_stretch(const us_game_plan *plan, us_games *games, int64_t game, us_seat seat,
                             const stretch *s, us_cycle until, us_error *err)
{
    uint32_t node = plan->tree.node[s->node].number;
    if (s->held)
        return US_TABLE_PUT(games, US_TABLE_HELD, err, us_put_int(game), us_put_int(seat),
                            us_put_int(node), us_put_int(s->since), us_put_int(until));
    return US_TABLE_PUT(games, US_TABLE_WAITS, err, us_put_int(game), us_put_int(seat),
                        us_put_int(node), us_put_int(s->since), us_put_int(until),
                        us_put_text(s->why), us_put_name(us_note_lack_name(s->lacks.kind)),
                        us_put_name(s->lacks.item), us_put_optional(s->lacks.amount, 0));
}

static us_status put_binding(const us_game_plan *plan, us_games *games, int64_t game, us_seat seat,
                             const binding *b, us_error *err)
{
    bool cell = b->units == 0 && b->cell >= 0;
    for (int i = 0; i < b->units || i == 0; i++) {
        US_TRY(US_TABLE_PUT(games, US_TABLE_BOUND, err, us_put_int(game), us_put_int(seat),
                            us_put_int(b->node), us_put_int(b->cycle), us_put_text(b->slot),
                            us_put_optional(b->units > 0 ? plan->ids.item[b->first + i] : 0, 0),
                            us_put_optional(cell ? US_CELL_X(b->cell) : -1, -1),
                            us_put_optional(cell ? US_CELL_Y(b->cell) : -1, -1)));
    }
    return US_OK;
}

static us_status put_repair(us_games *games, int64_t game, us_seat seat, const play_repair *r,
                            us_error *err)
{
    bool fits = r->repair.number > 0;
    return US_TABLE_PUT(
        games, US_TABLE_REPAIRS, err, us_put_int(game), us_put_int(seat), us_put_int(r->cycle),
        us_put_text(r->repair.pattern), us_put_optional(r->repair.number, 0),
        us_put_int(r->repair.row), us_put_name(fits ? r->modop : NULL), us_put_hash(r->behavior),
        us_put_optional(r->node, 0), us_put_optional(r->repair.step, 0), us_put_name(r->label),
        us_put_name(us_note_lack_name(r->lacks.kind)), us_put_name(r->lacks.item),
        us_put_optional(r->lacks.amount, 0), us_put_name(r->why));
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
    for (int i = 0; i < plan->repairs.count; i++)
        US_TRY(put_repair(games, game, seat, &plan->repairs.item[i], err));
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
