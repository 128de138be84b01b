#include "behavior/check.h"

#include <string.h>

static bool uses(const us_arg *arg, int slot)
{
    return arg->expr && us_expr_uses(arg->expr, slot);
}

static int child_towards(const us_template *template, int above, int node)
{
    while (template->node[node].parent != above)
        node = template->node[node].parent;
    return node;
}

/* The step `first` has ended well whenever `then` begins. */
static bool stands_before(const us_template *template, int first, int then)
{
    const us_node *node = template->node;
    int above = node[first].parent;
    if (first == then)
        return false;
    while (above >= 0 && !(above <= then && then < node[above].end))
        above = node[above].parent;
    if (above < 0 || above == then)
        return false;
    int a = child_towards(template, above, first), b = child_towards(template, above, then);
    switch (node[above].kind) {
    case US_NODE_SEQUENCE:
        return a < b;
    case US_NODE_ORDER:
        return us_template_precedes(template, a, b);
    case US_NODE_MACHINE: /* states come in any order */
    case US_NODE_STACKS:
    case US_NODE_MONITOR:
        return a != b;
    default:
        return false;
    }
}

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
        if (uses(&template->goal_arg[i], slot))
            return true;
    return false;
}

typedef struct binding {
    const us_template *template;
    us_faults *faults;
    int slot;
    const int *producer;
    int producers;
    bool described;
} binding;

static void report(const binding *b, const us_arg *arg)
{
    const char *name = b->template->slot[b->slot].slot.name;
    if (b->producers > 0)
        us_faults_add(b->faults, US_FAULT_UNBOUND, arg->line, arg->column,
                      "slot %s is used before it can be bound|let the step that binds %s come "
                      "first",
                      name, name);
    else
        us_faults_add(b->faults, US_FAULT_UNBOUND, arg->line, arg->column,
                      "nothing binds slot %s|describe it (`slot %s: KIND \"TYPE\" of SEAT`), or "
                      "write `-> %s` behind the step that makes it",
                      name, name, name);
}

static void check_use(const binding *b, int node, const us_arg *arg)
{
    if (b->producers == 0 && (b->described || b->template->broken))
        return;
    for (int i = 0; i < b->producers; i++)
        if (stands_before(b->template, b->producer[i], node))
            return;
    report(b, arg);
}

static void check_slot(const us_template *template, int slot, us_faults *faults)
{
    if (is_given(template, slot))
        return;
    int *producer = US_NEW_ARRAY(int, template->node_count);
    binding b = {template, faults, slot, producer, 0, has_description(template, slot)};
    for (int i = 0; i < template->node_count; i++)
        if (template->node[i].slot == slot)
            producer[b.producers++] = i;
    for (int i = 0; i < template->when_count; i++)
        if (uses(&template->when[i], slot) && (b.producers > 0 || !b.described))
            report(&b, &template->when[i]);
    for (int i = 0; i < template->alive_count; i++)
        if (uses(&template->alive[i], slot) && b.producers == 0 && !b.described)
            report(&b, &template->alive[i]);
    for (int i = 0; i < template->node_count && !us_faults_full(faults); i++) {
        const us_node *node = &template->node[i];
        for (int k = 0; k < node->arg_count; k++) {
            if (!uses(&node->arg[k], slot))
                continue;
            check_use(&b, i, &node->arg[k]);
            break;
        }
    }
    us_free(producer);
}

void us_check_bound(const us_template *template, us_faults *faults)
{
    for (int slot = template->shared; slot < template->slot_count; slot++)
        check_slot(template, slot, faults);
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
