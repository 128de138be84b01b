#include <string.h>

#include "behavior/exchange/xml.h"

/* Values that change while a node runs that has read them. BehaviorTree.CPP reads a condition when
 * it visits it, and an argument of a SubTree at each use. */

/* Returns whether the line runs one child after the other, and never one again. */
static bool is_plain_line(const us_node *node)
{
    bool line = node->kind == US_NODE_SEQUENCE || node->kind == US_NODE_SELECTOR;
    return line && (node->memory == US_MEMORY_RESUME || node->memory == US_MEMORY_LATCH ||
                    node->memory == US_MEMORY_KEEP);
}

/* Returns whether the writer may write while the reader runs: it lies within the reader, or in
 * another branch of a node that has several at work. */
static bool runs_beside(const us_template *t, int reader, int writer)
{
    if (writer >= reader && writer < t->node[reader].end)
        return true;
    int above = reader;
    while (above >= 0 && !(writer >= above && writer < t->node[above].end))
        above = t->node[above].parent;
    return above != writer && !is_plain_line(&t->node[above]);
}

static void add_slots(const us_template *t, const us_node *node, us_slots *out)
{
    for (int i = 0; i < node->arg_count; i++)
        for (int slot = 0; node->arg[i].expr && slot < t->slot_count; slot++)
            if (us_expr_has_slot(node->arg[i].expr, slot))
                us_slots_add(out, slot);
}

/* Returns whether another item writes a shared slot of that name. */
static bool is_written_elsewhere(const us_brl *brl, const us_template *t, int slot)
{
    for (int i = 0; slot < t->shared && i < brl->count; i++)
        for (int k = 0; brl->item[i] != t && k < brl->item[i]->node_count; k++)
            if (brl->item[i]->node[k].slot == slot)
                return true;
    return false;
}

static bool is_late(const us_brl *brl, const us_template *t, int reader, const us_slots *slots)
{
    for (int i = 0; i < t->shared; i++)
        if (us_slots_has(slots, i) && is_written_elsewhere(brl, t, i))
            return true;
    for (int i = 0; i < t->node_count; i++)
        if (t->node[i].slot >= 0 && us_slots_has(slots, t->node[i].slot) &&
            runs_beside(t, reader, i))
            return true;
    return false;
}

bool us_xml_reads_late(const us_brl *brl, const us_template *t, int index)
{
    const us_node *node = &t->node[index];
    us_slots slots = {0};
    for (int i = 0; node->kind == US_NODE_CALL && i < node->arg_count; i++) {
        int slot = us_template_find_slot(t, node->arg[i].text); /* an entry, not an expression */
        if (slot >= 0)
            us_slots_add(&slots, slot);
    }
    for (int i = index + 1; node->kind != US_NODE_CALL && i < node->end; i++)
        if (t->node[i].kind == US_NODE_CHECK || t->node[i].kind == US_NODE_RULE)
            add_slots(t, &t->node[i], &slots);
    return is_late(brl, t, index, &slots);
}
