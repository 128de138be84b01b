#include "behavior/check.h"

#include <string.h>

#include "base/sort.h"
#include "behavior/keys.h"

static bool uses(const us_arg *arg, int slot)
{
    return arg->expr && us_expr_has_slot(arg->expr, slot);
}

/* ---- bound slots. An end that never happens counts as binding every slot. */

typedef struct bound {
    us_slots *well, *badly; /* by node: surely bound after its success, its failure */
    us_slots *any;          /* bound by any node of its subtree */
    us_slots *before;       /* bound when it begins */
} bound;

static void line_ends(const us_template *template, int index, bound *b)
{
    /* A sequence goes on after success and ends at a failure; a selector the other way. */
    bool sequence = template->node[index].kind == US_NODE_SEQUENCE;
    const us_slots *on = sequence ? b->well : b->badly, *out = sequence ? b->badly : b->well;
    us_slots passed = {0}, left = us_slots_all();
    for (int i = index + 1; i < template->node[index].end; i = template->node[i].end) {
        left = us_slots_intersection(left, us_slots_union(passed, out[i]));
        passed = us_slots_union(passed, on[i]);
    }
    b->well[index] = sequence ? passed : left;
    b->badly[index] = sequence ? left : passed;
}

static void children_ends(const us_template *template, int index, bound *b)
{
    const us_node *node = &template->node[index];
    us_slots none = {0}, all = none, each = us_slots_all(), each_badly = each;
    for (int i = index + 1; i < node->end; i = template->node[i].end) {
        all = us_slots_union(all, b->well[i]);
        each = us_slots_intersection(each, b->well[i]);
        each_badly = us_slots_intersection(each_badly, b->badly[i]);
    }
    bool one = node->kind == US_NODE_CHOOSE;
    bool some = node->kind == US_NODE_PARALLEL && node->count > 0 &&
                node->count < us_template_child_count(template, index);
    b->well[index] = one ? each : some ? none : all;
    b->badly[index] = one ? each_badly : none;
}

static void child_ends(const us_node *node, int index, bound *b)
{
    us_slots well = b->well[index + 1], badly = b->badly[index + 1];
    switch (node->kind) {
    case US_NODE_INVERT:
        b->well[index] = badly;
        b->badly[index] = well;
        break;
    case US_NODE_SUCCEED:
        b->well[index] = us_slots_intersection(well, badly);
        b->badly[index] = us_slots_all();
        break;
    case US_NODE_FAIL:
        b->well[index] = us_slots_all();
        b->badly[index] = us_slots_intersection(well, badly);
        break;
    case US_NODE_UNTIL_FAIL:
        b->well[index] = badly;
        b->badly[index] = us_slots_all();
        break;
    case US_NODE_LIMIT: /* these can also fail by themselves */
    case US_NODE_GUARD:
    case US_NODE_TIMEOUT:
    case US_NODE_COOLDOWN:
        b->well[index] = well;
        break;
    default: /* retry, repeat, once, delay, squad, option, monitor */
        b->well[index] = well;
        b->badly[index] = badly;
    }
}

static void node_ends(const us_template *template, int index, bound *b)
{
    const us_node *node = &template->node[index];
    switch (node->kind) {
    case US_NODE_SET:
    case US_NODE_EMIT:
    case US_NODE_POP:
    case US_NODE_FLUSH:
    case US_NODE_GOTO:
    case US_NODE_PUSH: /* the pushed tree runs later */
    case US_NODE_POP_TO:
        b->badly[index] = us_slots_all(); /* they never fail */
        break;
    case US_NODE_SEQUENCE:
    case US_NODE_SELECTOR:
        line_ends(template, index, b);
        break;
    case US_NODE_ORDER:
    case US_NODE_PARALLEL:
    case US_NODE_CHOOSE:
        children_ends(template, index, b);
        break;
    case US_NODE_CHECK: /* only asks */
    case US_NODE_RULE:
    case US_NODE_MACHINE: /* its visited states are unknown */
    case US_NODE_STATE:
    case US_NODE_STACKS:
        break;
    default:
        if (node->end > index + 1)
            child_ends(node, index, b);
    }
    if (node->slot >= 0)
        us_slots_add(&b->well[index], node->slot);
}

/* Adds the slots bound by the predecessors of each step of an order. Visits the pairs in
 * topological order, each once. */
static void begin_orders(const us_template *template, bound *b)
{
    int *waits = US_NEW_ARRAY(int, template->node_count);    /* by node: predecessors left */
    int *from = US_NEW_ARRAY(int, template->node_count + 1); /* by node: its pairs in list */
    US_AUTOFREE int *list = US_NEW_ARRAY(int, template->before_count + 1);
    int *queue = US_NEW_ARRAY(int, template->node_count + 1), tail = 0;
    for (int i = 0; i < template->before_count; i++) {
        waits[template->before[i].then]++;
        from[template->before[i].first + 1]++;
    }
    for (int i = 0; i < template->node_count; i++) {
        from[i + 1] += from[i];
        if (waits[i] == 0)
            queue[tail++] = i;
    }
    for (int i = 0; i < template->before_count; i++)
        list[--from[template->before[i].first + 1]] = template->before[i].then;
    for (int head = 0; head < tail; head++) {
        int first = queue[head],
            end = first + 2 <= template->node_count ? from[first + 2] : template->before_count;
        for (int i = from[first + 1]; i < end; i++) {
            us_slots then = us_slots_union(b->before[first], b->well[first]);
            b->before[list[i]] = us_slots_union(b->before[list[i]], then);
            if (--waits[list[i]] == 0)
                queue[tail++] = list[i];
        }
    }
    us_mem_free(waits);
    us_mem_free(from);
    us_mem_free(queue);
}

/* Computes the slots bound before each child of one parent. For children of an order, begin_orders
 * has added the slots of their predecessors. */
static void begin_children(const us_template *template, int index, bound *b)
{
    const us_node *node = &template->node[index];
    bool sequence = node->kind == US_NODE_SEQUENCE, selector = node->kind == US_NODE_SELECTOR;
    bool around = node->kind == US_NODE_MACHINE || node->kind == US_NODE_STACKS ||
                  node->kind == US_NODE_MONITOR; /* states and rules begin in any order */
    us_slots passed = b->before[index], none = {0}, once = none, twice = none;
    for (int i = index + 1; i < node->end; i = template->node[i].end) {
        twice = us_slots_union(twice, us_slots_intersection(once, b->any[i]));
        once = us_slots_union(once, b->any[i]);
    }
    for (int i = index + 1; i < node->end; i = template->node[i].end) {
        us_slots others = us_slots_union(us_slots_difference(once, b->any[i]), twice);
        us_slots known = us_slots_union(passed, around ? others : none);
        b->before[i] = us_slots_union(b->before[i], known);
        passed = us_slots_union(passed, sequence ? b->well[i] : selector ? b->badly[i] : none);
    }
}

static bound bound_new(const us_template *template)
{
    int count = template->node_count;
    bound b = {US_NEW_ARRAY(us_slots, count), US_NEW_ARRAY(us_slots, count),
               US_NEW_ARRAY(us_slots, count), US_NEW_ARRAY(us_slots, count)};
    for (int i = count - 1; i >= 0; i--) { /* children follow their parent */
        const us_node *node = &template->node[i];
        node_ends(template, i, &b);
        if (node->slot >= 0)
            us_slots_add(&b.any[i], node->slot);
        if (node->parent >= 0)
            b.any[node->parent] = us_slots_union(b.any[node->parent], b.any[i]);
    }
    begin_orders(template, &b);
    for (int i = 0; i < count; i++)
        begin_children(template, i, &b);
    return b;
}

static void bound_clear(bound *b)
{
    us_mem_free(b->well);
    us_mem_free(b->badly);
    us_mem_free(b->any);
    us_mem_free(b->before);
}

/* ---- used slots */

/* Returns whether the row describes the slot by a type, a role or an owner. */
static bool is_described(const us_slot_row *row)
{
    return row->type_name[0] || row->role_name[0] || row->owner != US_SEAT_NONE;
}

/* Returns the slot whose name is the first `length` bytes of the text, or -1. */
static int slot_named(const us_template *template, const char *text, size_t length)
{
    char name[US_NAME_MAX + 1];
    if (length > US_NAME_MAX)
        return -1;
    memcpy(name, text, length);
    name[length] = '\0';
    return us_template_find_slot(template, name);
}

/* Returns the slots that a case describes: it has an entry SLOT.WHAT, or a window in the older
 * form. */
static us_slots in_cases(const us_template *template)
{
    us_slots found = {0};
    for (int i = 0; i < template->case_count; i++) {
        const us_case *c = &template->cases[i];
        for (int k = 0; k < c->entry_count; k++) {
            const char *key = c->entry[k].key, *dot = strchr(key, '.');
            if (!dot)
                continue;
            int slot = slot_named(template, key, (size_t)(dot - key));
            const char *window = us_key_part(key, US_KEY_WINDOW_ONCE);
            if (slot < 0 && window)
                slot = slot_named(template, window, strlen(window));
            if (slot >= 0)
                us_slots_add(&found, slot);
        }
    }
    return found;
}

/* Returns whether the slot is bound before anything runs: by the caller, the goal, or its initial
 * value. */
static bool is_given(const us_template *template, int slot)
{
    const us_slot_row *row = &template->slot[slot];
    if (row->param || row->initial)
        return true;
    for (int i = 0; i < template->goal_args; i++)
        if (us_text_equal(template->goal_arg[i].text, row->slot.name))
            return true;
    return false;
}

typedef struct slot_use {
    const us_template *template;
    us_faults *faults;
    int slot;
    bool made; /* a step binds it */
} slot_use;

static void report(const slot_use *use, const us_arg *arg)
{
    const char *name = use->template->slot[use->slot].slot.name;
    if (use->made)
        us_faults_add(use->faults, US_FAULT_UNBOUND, arg->line, arg->column,
                      "slot %s is used before it can be bound|let the step that binds %s come "
                      "first",
                      name, name);
    else
        us_faults_add(use->faults, US_FAULT_UNBOUND, arg->line, arg->column,
                      "nothing binds slot %s|describe it (`slot %s: KIND \"TYPE\" of SEAT`), or "
                      "write `-> %s` behind the step that makes it",
                      name, name, name);
}

static void report_all(const slot_use *use, const us_arg *arg, int count)
{
    for (int i = 0; i < count; i++)
        if (uses(&arg[i], use->slot))
            report(use, &arg[i]);
}

static void check_slot(const us_template *template, int slot, const bound *b, bool in_case,
                       us_faults *faults)
{
    bool made = template->node_count > 0 && us_slots_has(&b->any[0], slot);
    slot_use use = {template, faults, slot, made};
    bool described = !made && (in_case || is_described(&template->slot[slot]));
    if (is_given(template, slot) || described)
        return;
    report_all(&use, template->goal_arg, template->goal_args);
    report_all(&use, template->when, template->when_count);
    if (!use.made)
        report_all(&use, template->alive, template->alive_count);
    for (int i = 0; i < template->node_count && !us_faults_is_full(faults); i++) {
        const us_node *node = &template->node[i];
        if (us_slots_has(&b->before[i], slot) || (!use.made && template->broken))
            continue;
        for (int k = 0; k < node->arg_count; k++) {
            if (!uses(&node->arg[k], slot))
                continue;
            report(&use, &node->arg[k]);
            break;
        }
    }
}

void us_template_check_bound(const us_template *template, us_faults *faults)
{
    bound b = bound_new(template);
    us_slots described = in_cases(template);
    for (int slot = template->shared; slot < template->slot_count; slot++)
        check_slot(template, slot, &b, us_slots_has(&described, slot), faults);
    bound_clear(&b);
}

void us_faults_drop_undescribed(us_faults *faults, const us_template *before)
{
    US_AUTO(us_faults_clear) us_faults old = {0};
    int kept = 0;
    us_template_check_bound(before, &old);
    for (int i = 0; i < faults->count; i++) {
        const us_fault *fault = &faults->fault[i];
        bool known = false;
        for (int k = 0; k < old.count && fault->kind == US_FAULT_UNBOUND && !known; k++)
            known = us_text_equal(old.fault[k].what, fault->what);
        if (!known)
            faults->fault[kept++] = *fault;
    }
    faults->count = kept;
}

/* ---- shared slots and signals of a file */

static bool binds(const us_template *template, int slot)
{
    for (int i = 0; i < template->node_count; i++)
        if (template->node[i].slot == slot)
            return true;
    return false;
}

static void check_shared(const us_brl *brl, int slot, us_faults *faults)
{
    if (is_given(brl->shared, slot) || is_described(&brl->shared->slot[slot]))
        return;
    for (int i = 0; i < brl->count; i++)
        if (brl->item[i]->broken || binds(brl->item[i], slot))
            return;
    const us_slot_row *row = &brl->shared->slot[slot];
    us_faults_add(faults, US_FAULT_UNBOUND, row->line, row->column,
                  "nothing in this file binds slot %s|give it a value (`= ...`), or write "
                  "`set %s = ...` in a tree",
                  row->slot.name, row->slot.name);
}

typedef US_LIST(const char *) signals; /* names, each once */

enum { SIGNALS_MAX = 512 };

static bool noted(const signals *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (us_text_equal(list->item[i], name))
            return true;
    return list->count >= SIGNALS_MAX;
}

static void note(signals *list, const char *name)
{
    if (!noted(list, name))
        US_LIST_PUT(*list, name);
}

static bool names_stack(us_node_kind kind)
{
    return kind == US_NODE_PUSH || kind == US_NODE_POP || kind == US_NODE_POP_TO ||
           kind == US_NODE_FLUSH;
}

static void check_node(const us_node *node, const signals *events, const signals *stacks,
                       us_faults *faults)
{
    if (node->kind == US_NODE_RULE && node->what == US_RULE_EVENT && !noted(events, node->name))
        us_faults_add(faults, US_FAULT_UNREACHABLE, node->line, node->column,
                      "on %s can never be reached: neither the game nor this file fires it|write "
                      "`emit %s` in a tree, or name an event of the game",
                      node->name, node->name);
    if (names_stack(node->kind) && !noted(stacks, node->name))
        us_faults_add(faults, US_FAULT_NAME, node->line, node->column,
                      "no stack \"%.63s\"|name one of the `stacks` of this file", node->name);
}

void us_brl_check_signals(const us_brl *brl, us_faults *faults)
{
    signals events = {0}, stacks = {0};
    for (int i = 0; i < brl->count; i++) {
        for (int k = 0; k < brl->item[i]->node_count; k++) {
            const us_node *node = &brl->item[i]->node[k];
            if (node->kind == US_NODE_EMIT)
                note(&events, node->name);
            if (node->kind == US_NODE_CHOOSE && node->score == US_SCORE_HINT)
                note(&events, US_REFUSED);
            for (int s = 0; node->kind == US_NODE_STACKS && s < node->list_count; s++)
                note(&stacks, node->list[s]);
        }
    }
    for (int i = 0; i < brl->count; i++)
        for (int k = 0; k < brl->item[i]->node_count && !us_faults_is_full(faults); k++)
            check_node(&brl->item[i]->node[k], &events, &stacks, faults);
    us_mem_free(events.item);
    us_mem_free(stacks.item);
    for (int i = 0; brl->shared && i < brl->shared->shared; i++)
        check_shared(brl, i, faults);
}
