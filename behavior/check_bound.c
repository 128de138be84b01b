#include "behavior/check.h"

#include <string.h>

static bool uses(const us_arg *arg, int slot)
{
    return arg->expr && us_expr_uses(arg->expr, slot);
}

/* ---- what is bound when: sets of slots, a bit each */

static const uint64_t EVERY = UINT64_MAX; /* of what never happens anything may be said */

typedef struct bound {
    uint64_t *well, *badly; /* by node: surely bound once it succeeded, once it failed */
    uint64_t *any;          /* what something in its subtree binds */
    uint64_t *before;       /* bound when it begins */
} bound;

static void line_ends(const us_template *template, int index, bound *b)
{
    /* A sequence goes on after success and ends at a failure; a selector the other way. */
    bool sequence = template->node[index].kind == US_NODE_SEQUENCE;
    const uint64_t *on = sequence ? b->well : b->badly, *out = sequence ? b->badly : b->well;
    uint64_t passed = 0, left = EVERY;
    for (int i = index + 1; i < template->node[index].end; i = template->node[i].end) {
        left &= passed | out[i];
        passed |= on[i];
    }
    b->well[index] = sequence ? passed : left;
    b->badly[index] = sequence ? left : passed;
}

static void children_ends(const us_template *template, int index, bound *b)
{
    const us_node *node = &template->node[index];
    uint64_t all = 0, each = EVERY, each_badly = EVERY;
    for (int i = index + 1; i < node->end; i = template->node[i].end) {
        all |= b->well[i];
        each &= b->well[i];
        each_badly &= b->badly[i];
    }
    bool one = node->kind == US_NODE_CHOOSE;
    bool some = node->kind == US_NODE_PARALLEL && node->count > 0 &&
                node->count < us_child_count(template, index);
    b->well[index] = one ? each : some ? 0 : all;
    b->badly[index] = one ? each_badly : 0;
}

static void child_ends(const us_node *node, int index, bound *b)
{
    uint64_t well = b->well[index + 1], badly = b->badly[index + 1];
    switch (node->kind) {
    case US_NODE_INVERT:
        b->well[index] = badly;
        b->badly[index] = well;
        break;
    case US_NODE_SUCCEED:
        b->well[index] = well & badly;
        b->badly[index] = EVERY;
        break;
    case US_NODE_FAIL:
        b->well[index] = EVERY;
        b->badly[index] = well & badly;
        break;
    case US_NODE_UNTIL_FAIL:
        b->well[index] = badly;
        b->badly[index] = EVERY;
        break;
    case US_NODE_LIMIT: /* these fail by themselves, too */
    case US_NODE_GUARD:
    case US_NODE_TIMEOUT:
    case US_NODE_COOLDOWN:
        b->well[index] = well;
        break;
    default: /* retry, repeat, once, delay, option, monitor */
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
    case US_NODE_PUSH: /* what is pushed runs later */
    case US_NODE_POP_TO:
        b->badly[index] = EVERY; /* they never fail */
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
    case US_NODE_MACHINE: /* nobody knows which states it was in */
    case US_NODE_STATE:
    case US_NODE_STACKS:
        break;
    default:
        if (node->end > index + 1)
            child_ends(node, index, b);
    }
    if (node->slot >= 0)
        b->well[index] |= (uint64_t)1 << node->slot;
}

/* What was bound by the steps that an order's steps wait for: each pair is looked at once, those
 * before its first before it. */
static void begin_orders(const us_template *template, bound *b)
{
    int *waits = US_NEW_ARRAY(int, template->node_count);    /* by node: for so many */
    int *from = US_NEW_ARRAY(int, template->node_count + 1); /* by node: its pairs in list */
    int *list = US_NEW_ARRAY(int, template->before_count + 1);
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
            b->before[list[i]] |= b->before[first] | b->well[first];
            if (--waits[list[i]] == 0)
                queue[tail++] = list[i];
        }
    }
    us_free(waits);
    us_free(from);
    us_free(list);
    us_free(queue);
}

/* Children of one parent; of an order's, begin_orders has said what they wait for. */
static void begin_children(const us_template *template, int index, bound *b)
{
    const us_node *node = &template->node[index];
    bool sequence = node->kind == US_NODE_SEQUENCE, selector = node->kind == US_NODE_SELECTOR;
    bool around = node->kind == US_NODE_MACHINE || node->kind == US_NODE_STACKS ||
                  node->kind == US_NODE_MONITOR; /* states and rules come in any order */
    uint64_t passed = b->before[index], once = 0, twice = 0;
    for (int i = index + 1; i < node->end; i = template->node[i].end) {
        twice |= once & b->any[i];
        once |= b->any[i];
    }
    for (int i = index + 1; i < node->end; i = template->node[i].end) {
        b->before[i] |= passed | (around ? (once & ~b->any[i]) | twice : 0);
        passed |= sequence ? b->well[i] : selector ? b->badly[i] : 0;
    }
}

static bound bound_new(const us_template *template)
{
    int count = template->node_count;
    bound b = {US_NEW_ARRAY(uint64_t, count), US_NEW_ARRAY(uint64_t, count),
               US_NEW_ARRAY(uint64_t, count), US_NEW_ARRAY(uint64_t, count)};
    for (int i = count - 1; i >= 0; i--) { /* children stand behind their parent */
        const us_node *node = &template->node[i];
        node_ends(template, i, &b);
        b.any[i] |= node->slot >= 0 ? (uint64_t)1 << node->slot : 0;
        if (node->parent >= 0)
            b.any[node->parent] |= b.any[i];
    }
    begin_orders(template, &b);
    for (int i = 0; i < count; i++)
        begin_children(template, i, &b);
    return b;
}

static void bound_clear(bound *b)
{
    us_free(b->well);
    us_free(b->badly);
    us_free(b->any);
    us_free(b->before);
}

/* ---- what is used */

static bool in_appendix(const us_template *template, const char *slot)
{
    for (int i = 0; i < template->entry_count; i++) {
        const char *dot = strrchr(template->entry[i].key, '.');
        if (dot && us_text_equal(dot + 1, slot))
            return true;
    }
    return false;
}

static bool has_description(const us_template *template, int slot)
{
    const us_slot_row *row = &template->slot[slot];
    return row->type_name[0] || row->role_name[0] || row->owner != US_SEAT_NONE ||
           in_appendix(template, row->slot.name);
}

/* Before anything runs: by the caller, the goal, or its initial value. */
static bool is_given(const us_template *template, int slot)
{
    const us_slot_row *row = &template->slot[slot];
    if (row->param || row->initial.text)
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

static void check_slot(const us_template *template, int slot, const bound *b, us_faults *faults)
{
    uint64_t bit = (uint64_t)1 << slot;
    slot_use use = {template, faults, slot, template->node_count > 0 && (b->any[0] & bit)};
    bool described = !use.made && has_description(template, slot);
    if (is_given(template, slot) || described)
        return;
    report_all(&use, template->goal_arg, template->goal_args);
    report_all(&use, template->when, template->when_count);
    if (!use.made)
        report_all(&use, template->alive, template->alive_count);
    for (int i = 0; i < template->node_count && !us_faults_full(faults); i++) {
        const us_node *node = &template->node[i];
        if ((b->before[i] & bit) || (!use.made && template->broken))
            continue;
        for (int k = 0; k < node->arg_count; k++) {
            if (!uses(&node->arg[k], slot))
                continue;
            report(&use, &node->arg[k]);
            break;
        }
    }
}

void us_check_bound(const us_template *template, us_faults *faults)
{
    bound b = bound_new(template);
    for (int slot = template->shared; slot < template->slot_count; slot++)
        check_slot(template, slot, &b, faults);
    bound_clear(&b);
}

/* ---- what a file shares */

static bool binds(const us_template *template, int slot)
{
    for (int i = 0; i < template->node_count; i++)
        if (template->node[i].slot == slot)
            return true;
    return false;
}

static void check_shared(const us_brl *brl, int slot, us_faults *faults)
{
    if (is_given(brl->shared, slot) || has_description(brl->shared, slot))
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

typedef struct signals { /* names, each once */
    const char **name;
    int count, capacity;
} signals;

static void note(signals *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (us_text_equal(list->name[i], name))
            return;
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 16;
        list->name = us_realloc(list->name, (size_t)list->capacity * sizeof *list->name);
    }
    list->name[list->count++] = name;
}

enum { SIGNALS_MAX = 512 };

static bool noted(const signals *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (us_text_equal(list->name[i], name))
            return true;
    return list->count >= SIGNALS_MAX;
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

void us_check_signals(const us_brl *brl, us_faults *faults)
{
    signals events = {0}, stacks = {0};
    for (int i = 0; i < brl->count; i++) {
        for (int k = 0; k < brl->item[i]->node_count; k++) {
            const us_node *node = &brl->item[i]->node[k];
            if (node->kind == US_NODE_EMIT && events.count < SIGNALS_MAX)
                note(&events, node->name);
            for (int s = 0; node->kind == US_NODE_STACKS && s < node->list_count; s++)
                if (stacks.count < SIGNALS_MAX)
                    note(&stacks, node->list[s]);
        }
    }
    for (int i = 0; i < brl->count; i++)
        for (int k = 0; k < brl->item[i]->node_count && !us_faults_full(faults); k++)
            check_node(&brl->item[i]->node[k], &events, &stacks, faults);
    us_free(events.name);
    us_free(stacks.name);
    for (int i = 0; i < brl->shared->shared; i++)
        check_shared(brl, i, faults);
}
