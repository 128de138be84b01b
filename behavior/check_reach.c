#include "behavior/check.h"

#include <string.h>

bool us_arg_has_text(const us_arg *arg, const char *text)
{
    return us_text_equal(arg->text, text);
}

/* ---- ends of nodes */

typedef struct tally {
    int children, well, badly, only_well;
    bool first_well, first_badly; /* of the children up to the first one that can't be passed */
    bool all_well, all_badly;
} tally;

static tally count_ends(const us_template *template, int index, const uint8_t *ends)
{
    tally t = {.all_well = true, .all_badly = true};
    for (int i = index + 1; i < template->node[index].end; i = template->node[i].end) {
        bool well = ends[i] & US_ENDS_WELL, badly = ends[i] & US_ENDS_BADLY;
        if (template->node[i].kind == US_NODE_RULE)
            continue;
        t.first_badly = t.first_badly || (t.all_well && badly);
        t.first_well = t.first_well || (t.all_badly && well);
        t.children++;
        t.well += well;
        t.badly += badly;
        t.only_well += well && !badly;
        t.all_well = t.all_well && well;
        t.all_badly = t.all_badly && badly;
    }
    return t;
}

static uint8_t flags(bool well, bool badly)
{
    return (uint8_t)((well ? US_ENDS_WELL : 0) | (badly ? US_ENDS_BADLY : 0));
}

static uint8_t parallel_ends(const us_node *node, const tally *t)
{
    int need = node->count > 0 ? node->count : t->children;
    bool badly = t->children - t->only_well > t->children - need;
    if (node->fail > 0)
        badly = badly || t->badly >= node->fail;
    return flags(t->well >= need, badly && t->badly > 0);
}

static uint8_t check_ends(const us_template *template, int index)
{
    const us_node *node = &template->node[index];
    if (node->arg_count && us_arg_has_text(&node->arg[0], "true"))
        return US_ENDS_WELL;
    if (node->arg_count && us_arg_has_text(&node->arg[0], "false"))
        return US_ENDS_BADLY;
    return US_ENDS_WELL | US_ENDS_BADLY;
}

/* Returns the ends of a decorator, from those of its child. */
static uint8_t child_ends(const us_node *node, bool well, bool badly)
{
    bool any = well || badly;
    switch (node->kind) {
    case US_NODE_INVERT:
        return flags(badly, well);
    case US_NODE_SUCCEED:
        return flags(any, false);
    case US_NODE_FAIL:
        return flags(false, any);
    case US_NODE_RETRY:
        return flags(well, badly && node->count > 0);
    case US_NODE_REPEAT:
        return flags(well && node->count > 0, badly);
    case US_NODE_UNTIL_FAIL:
        return flags(badly, false);
    case US_NODE_LIMIT:
    case US_NODE_GUARD:
    case US_NODE_COOLDOWN:
    case US_NODE_TIMEOUT:
        return flags(well, true);
    default:
        return flags(well, badly);
    }
}

/* The ends of all trees of a file, for their callers. */
typedef struct called {
    const us_brl *brl; /* NULL: the ends of trees are unknown */
    const uint8_t *ends;
} called;

static uint8_t call_ends(const called *trees, const us_node *node)
{
    int to = trees->brl ? us_brl_find_index(trees->brl, US_TEMPLATE_TREE, node->name) : -1;
    return to < 0 ? US_ENDS_ANYHOW : trees->ends[to];
}

static uint8_t node_ends(const called *trees, const us_template *template, int index,
                         const uint8_t *ends)
{
    const us_node *node = &template->node[index];
    tally t = count_ends(template, index, ends);
    switch (node->kind) {
    case US_NODE_CHECK:
        return check_ends(template, index);
    case US_NODE_CALL:
        return call_ends(trees, node);
    case US_NODE_EMIT:
    case US_NODE_SET:
    case US_NODE_PUSH:
    case US_NODE_POP:
    case US_NODE_POP_TO:
    case US_NODE_FLUSH:
    case US_NODE_GOTO:
        return US_ENDS_WELL;
    case US_NODE_SEQUENCE:
    case US_NODE_ORDER:
        return flags(t.all_well, node->kind == US_NODE_ORDER ? t.badly > 0 : t.first_badly);
    case US_NODE_SELECTOR:
        return flags(t.first_well, t.all_badly);
    case US_NODE_CHOOSE:
        return flags(t.well > 0, t.badly > 0);
    case US_NODE_PARALLEL:
        return parallel_ends(node, &t);
    default:
        break;
    }
    const us_node_row *about = us_node_kind_row(node->kind);
    if (about->most == 1 && t.children == 1)
        return child_ends(node, ends[index + 1] & US_ENDS_WELL, ends[index + 1] & US_ENDS_BADLY);
    return US_ENDS_WELL | US_ENDS_BADLY;
}

/* Returns whether the node is a maintain goal. Such a goal counts as done once it has held,
 * whatever runs around it. */
static bool maintains(const us_template *template, const us_node *node)
{
    return node->kind == US_NODE_GOAL &&
           (node->what < 0 || us_goal_kind_from_pursue(template->domain, node->what,
                                                       node->pursue) == US_GOAL_MAINTAIN);
}

/* Returns whether the node hides from its parent that a maintain goal below has held. */
static bool turns(us_node_kind kind)
{
    return kind == US_NODE_INVERT || kind == US_NODE_FAIL || kind == US_NODE_UNTIL_FAIL;
}

/* Returns the ends by node. The caller frees the array. */
static uint8_t *list_ends(const called *trees, const us_template *template)
{
    uint8_t *ends = US_NEW_ARRAY(uint8_t, template->node_count);
    for (int i = template->node_count - 1; i >= 0; i--) { /* children follow their parent */
        const us_node *node = &template->node[i];
        uint8_t held = ends[i]; /* set by its children */
        ends[i] = node_ends(trees, template, i, ends);
        if (turns(node->kind))
            continue;
        if (held || maintains(template, node))
            ends[i] |= US_HOLDS;
        if (ends[i] & US_HOLDS)
            ends[i] |= US_ENDS_WELL;
        if (node->parent >= 0)
            ends[node->parent] |= ends[i] & US_HOLDS;
    }
    return ends;
}

uint8_t us_template_compute_ends(const us_brl *brl, const uint8_t *tree_ends,
                                 const us_template *template)
{
    if (template->node_count == 0)
        return US_ENDS_ANYHOW;
    called trees = {brl, tree_ends};
    uint8_t *ends = list_ends(&trees, template), root = ends[0];
    us_mem_free(ends);
    return root;
}

/* ---- unreachable nodes */

static void report(const us_template *template, int node, const char *why, const char *fix,
                   us_faults *faults)
{
    const us_node *at = &template->node[node];
    us_faults_add(faults, US_FAULT_UNREACHABLE, at->line, at->column,
                  "%s%s%s can never be reached: %s|%s", us_node_kind_row(at->kind)->word,
                  at->name[0] ? " " : "", at->name, why, fix);
}

/* Reports the first child behind a child that never lets the next one begin. */
static void check_line(const us_template *template, int index, const uint8_t *ends, uint8_t passes,
                       us_faults *faults)
{
    int end = template->node[index].end;
    for (int i = index + 1; i < end && template->node[i].end < end; i = template->node[i].end) {
        if (ends[i] & passes)
            continue;
        report(template, template->node[i].end,
               passes == US_ENDS_WELL ? "what stands before it never succeeds"
                                      : "what stands before it never fails",
               "move it forward, or mend or remove what stands before it", faults);
        return;
    }
}

static void check_order(const us_template *template, int index, const uint8_t *ends,
                        us_faults *faults)
{
    for (int i = 0; i < template->before_count; i++) {
        const us_precedence *before = &template->before[i];
        if (template->node[before->first].parent == index && !(ends[before->first] & US_ENDS_WELL))
            report(template, before->then, "what stands before it never succeeds",
                   "mend or remove the step that it waits for", faults);
    }
}

/* Checks the rules of one parent. A state takes its first matching rule, so a later rule for the
 * same event is unreachable behind one without a condition. */
static void check_rules(const us_template *template, int index, us_faults *faults)
{
    int end = template->node[index].end;
    for (int i = index + 1; i < end && !us_faults_is_full(faults); i = template->node[i].end) {
        const us_node *rule = &template->node[i];
        if (rule->kind != US_NODE_RULE)
            continue;
        if (rule->arg_count && us_arg_has_text(&rule->arg[0], "false"))
            report(template, i, "its condition is never true", "mend or remove the rule", faults);
        bool open = template->node[index].kind == US_NODE_STATE &&
                    (rule->arg_count == 0 || us_arg_has_text(&rule->arg[0], "true"));
        for (int k = rule->end; open && k < end; k = template->node[k].end) {
            const us_node *twin = &template->node[k];
            if (twin->kind != US_NODE_RULE || !us_text_equal(twin->name, rule->name))
                continue;
            report(template, k, "an earlier rule takes the same event always",
                   "give the earlier rule a condition: `on EVENT when ... ->`", faults);
            break;
        }
    }
}

static void mark_states(const us_template *template, int from, bool *seen)
{
    /* Each state is entered once, and its rules are visited then. */
    int *stack = US_NEW_ARRAY(int, template->node_count + 1), depth = 0;
    stack[depth++] = from;
    seen[from] = true;
    while (depth > 0) {
        int state = stack[--depth];
        for (int i = state + 1; i < template->node[state].end; i++) {
            int to = template->node[i].what;
            if (template->node[i].kind != US_NODE_GOTO || to < 0 || seen[to])
                continue;
            seen[to] = true;
            stack[depth++] = to;
        }
    }
    us_mem_free(stack);
}

static void check_machine(const us_template *template, int index, us_faults *faults)
{
    const us_node *machine = &template->node[index];
    if (machine->end == index + 1)
        return;
    US_AUTOFREE bool *seen = US_NEW_ARRAY(bool, template->node_count);
    mark_states(template, index + 1, seen);
    for (int i = index + 1; i < machine->end; i = template->node[i].end)
        if (!seen[i] && template->node[i].kind == US_NODE_STATE && !template->broken &&
            !us_goto_is_end(template->node[i].name))
            report(template, i, "no rule goes there from the first state",
                   "write `on EVENT -> goto` and its name in another state", faults);
}

void us_template_check_reach(const us_brl *brl, const uint8_t *tree_ends,
                             const us_template *template, us_faults *faults)
{
    if (template->node_count == 0)
        return;
    called trees = {brl, tree_ends};
    US_AUTOFREE uint8_t *ends = list_ends(&trees, template);
    for (int i = 0; i < template->when_count; i++)
        if (us_arg_has_text(&template->when[i], "false"))
            report(template, 0, "its precondition is never true", "mend or remove the `when`",
                   faults);
    for (int i = 0; i < template->node_count && !us_faults_is_full(faults); i++) {
        const us_node *node = &template->node[i];
        bool first = node->kind == US_NODE_CHOOSE && node->score == US_SCORE_ORDER &&
                     node->pick == US_PICK_FIRST;
        if (node->kind == US_NODE_SEQUENCE)
            check_line(template, i, ends, US_ENDS_WELL, faults);
        else if (node->kind == US_NODE_SELECTOR || first)
            check_line(template, i, ends, US_ENDS_BADLY, faults);
        else if (node->kind == US_NODE_ORDER)
            check_order(template, i, ends, faults);
        else if (node->kind == US_NODE_MACHINE)
            check_machine(template, i, faults);
        if (node->kind == US_NODE_STATE || node->kind == US_NODE_STACKS ||
            node->kind == US_NODE_MONITOR)
            check_rules(template, i, faults);
        bool locks =
            node->kind == US_NODE_GUARD || (node->kind == US_NODE_PARALLEL && node->list_count > 0);
        uint8_t inner = node->kind == US_NODE_GUARD && node->end > i + 1 ? ends[i + 1] : ends[i];
        if (locks && !inner && node->end > i + 1)
            us_faults_add(faults, US_FAULT_SEMAPHORE, node->line, node->column,
                          "the semaphore %s is never released: what holds it never ends|limit it "
                          "by `repeat N` or `timeout CYCLES` inside",
                          node->kind == US_NODE_GUARD ? node->name : node->list[0]);
    }
}
