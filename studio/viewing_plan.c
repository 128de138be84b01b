#include <stdlib.h>

#include "domain/goal.h"
#include "studio/viewing.h"

us_status us_plan_unfold_read(const us_json_node *message, us_plan_unfold *out, us_error *err)
{
    const us_json_node *list = NULL;
    US_TRY(us_json_get(message, "unfold", US_JSON_ARRAY, &list, err));
    out->count = 0;
    if (!list)
        return US_OK;
    if (us_json_size(list) > US_COUNT(out->node))
        return us_json_fail(list, err, "expected at most %d nodes", (int)US_COUNT(out->node));
    for (const us_json_node *node = us_json_first(list); node; node = us_json_next(node)) {
        int64_t number;
        if (!us_json_int(node, &number) || number < 1 || number > UINT32_MAX)
            return us_json_reject(node, err, "a node's number");
        out->node[out->count++] = (uint32_t)number;
    }
    return US_OK;
}

/* ---- choosing the nodes to send */

enum { TOLD = 1, INTO = 2, UNFOLDED = 4 };

typedef struct choice {
    const us_plan_tree *plan;
    uint8_t *bits; /* by node */
    int *left_out; /* by node: children that are not sent */
    int chosen;
} choice;

static bool is_recent(const us_plan_node *node, us_cycle cycle)
{
    return !node->over || node->closed >= cycle - US_WATCH_RECENT;
}

/* Chooses the nodes. Children come after their parents, so one pass each way is enough. */
static choice choose(const us_plan_tree *plan, us_cycle cycle, const us_plan_unfold *unfold)
{
    choice c = {.plan = plan,
                .bits = US_NEW_ARRAY(uint8_t, plan->count + 1),
                .left_out = US_NEW_ARRAY(int, plan->count + 1)};
    int *failed = US_NEW_ARRAY(int, plan->count + 1); /* by parent, + 1 */
    for (int i = 0; i < unfold->count; i++) {
        int at = us_plan_tree_find(plan, unfold->node[i]);
        if (at != US_PLAN_NONE)
            c.bits[at] |= UNFOLDED;
    }
    for (int at = plan->count - 1; at >= 0; at--) {
        const us_plan_node *node = &plan->node[at];
        if (is_recent(node, cycle))
            c.bits[at] |= TOLD | INTO;
        else if (node->state == US_NOTE_FAILED && failed[node->above + 1]++ < US_WATCH_FAILED)
            c.bits[at] |= TOLD;
    }
    for (int at = 0; at < plan->count; at++) {
        int above = plan->node[at].above;
        uint8_t over = above == US_PLAN_NONE ? TOLD | INTO : c.bits[above];
        bool may = over & TOLD && over & (INTO | UNFOLDED) && c.chosen < US_WATCH_NODES_MAX;
        if (over & UNFOLDED)
            c.bits[at] |= TOLD;
        if (!may)
            c.bits[at] = 0;
        c.chosen += c.bits[at] & TOLD;
        if (!(c.bits[at] & TOLD) && above != US_PLAN_NONE)
            c.left_out[above]++;
    }
    us_mem_free(failed);
    return c;
}

/* ---- a node */

static void write_slots(const us_plan_tree *plan, const us_plan_node *node, us_json_writer *w)
{
    us_json_write_key_open(w, "slots", '[');
    for (int at = node->slot; at != US_PLAN_NONE; at = plan->slot[at].next) {
        const us_plan_slot *slot = &plan->slot[at];
        us_json_write_open(w, '{');
        us_json_write_key_string(w, "name", slot->name);
        us_json_write_key_int(w, "cycle", slot->cycle);
        us_json_write_key_open(w, "units", '[');
        for (int u = 0; u < slot->units; u++)
            us_json_write_int(w, slot->unit[u]);
        us_json_write_close(w, ']');
        if (slot->units == 0 && slot->cell >= 0) {
            us_json_write_key_open(w, "cell", '[');
            us_json_write_int(w, US_CELL_X(slot->cell));
            us_json_write_int(w, US_CELL_Y(slot->cell));
            us_json_write_close(w, ']');
        }
        us_json_write_close(w, '}');
    }
    us_json_write_close(w, ']');
}

static void write_retrieved(const us_plan_node *node, us_json_writer *w)
{
    us_json_write_key_int(w, "case", node->case_id);
    us_json_write_key_decimal(w, "similarity", node->similarity, US_NOTE_DECIMALS);
    us_json_write_key_decimal(w, "margin", node->margin, US_NOTE_DECIMALS);
    us_json_write_key_string(w, "other", node->other);
    us_json_write_key_int(w, "attempt", node->attempt);
}

/* Writes the goal that the node's text names, so that a person can pursue it. Other texts give
 * none. */
static void write_goal(const us_domain *domain, const us_plan_node *node, us_json_writer *w)
{
    us_goal goal;
    us_source source = {.text = node->text, .line = 1, .column = 1};
    if (us_goal_parse(domain, &source, &goal, NULL) != US_OK)
        return;
    us_json_write_key_open(w, "pursue", '{');
    us_goal_write(domain, &goal, w);
    us_json_write_close(w, '}');
}

static void write_reason(const us_plan_node *node, us_json_writer *w)
{
    us_json_write_key_string(w, "why", node->why);
    us_json_write_key_string(w, "lacks", us_note_lack_name(node->lacks.kind));
    us_json_write_key_string(w, "item", node->lacks.item);
    us_json_write_key_int(w, "amount", node->lacks.amount);
}

static void write_node(const us_domain *domain, const choice *c, int at, us_json_writer *w)
{
    const us_plan_node *node = &c->plan->node[at];
    us_json_write_open(w, '{');
    us_json_write_key_int(w, "n", node->number);
    us_json_write_key_string(w, "of", us_note_subject_name((us_note_subject)node->of));
    us_json_write_key_int(w, "above",
                          node->above == US_PLAN_NONE ? 0 : c->plan->node[node->above].number);
    us_json_write_key_int(w, "depth", node->depth);
    us_json_write_key_string(w, "state", us_note_kind_name((us_note_kind)node->state));
    us_json_write_key_bool(w, "over", node->over);
    us_json_write_key_string(w, "text", node->text);
    us_json_write_key_string(w, "what", node->what);
    us_json_write_key_string(w, "label", node->label);
    write_reason(node, w);
    us_json_write_key_int(w, "opened", node->opened);
    us_json_write_key_int(w, "since", node->since);
    us_json_write_key_int(w, "closed", node->closed);
    us_json_write_key_int(w, "left_out", c->left_out[at]);
    if (node->attempt)
        write_retrieved(node, w);
    if (node->of == US_NOTE_GOAL && !node->over)
        write_goal(domain, node, w);
    write_slots(c->plan, node, w);
    us_json_write_close(w, '}');
}

void us_viewing_write_plan(const us_domain *domain, const us_plan_tree *plan, us_cycle cycle,
                           const us_plan_unfold *unfold, us_json_writer *writer)
{
    choice c = choose(plan, cycle, unfold);
    us_json_write_key_int(writer, "count", plan->count);
    us_json_write_key_int(writer, "open", plan->open);
    us_json_write_key_int(writer, "left_out", plan->count - c.chosen);
    us_plan_tree_write_squad(plan, writer);
    us_json_write_key_open(writer, "nodes", '[');
    for (int at = us_plan_tree_next(plan, US_PLAN_NONE, true); at != US_PLAN_NONE;
         at = us_plan_tree_next(plan, at, (c.bits[at] & (INTO | UNFOLDED)) != 0))
        if (c.bits[at] & TOLD)
            write_node(domain, &c, at, writer);
    us_json_write_close(writer, ']');
    us_mem_free(c.bits);
    us_mem_free(c.left_out);
}

/* ---- failures */

typedef struct failure {
    us_cycle cycle;
    int node;
} failure;

static int by_cycle(const void *a, const void *b)
{
    const failure *x = a, *y = b;
    if (x->cycle != y->cycle)
        return x->cycle < y->cycle ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

static void write_failure(const us_plan_tree *plan, const failure *f, us_json_writer *w)
{
    const us_plan_node *node = &plan->node[f->node];
    int goal = us_plan_tree_find_goal(plan, node->above);
    us_json_write_open(w, '{');
    us_json_write_key_int(w, "cycle", f->cycle);
    us_json_write_key_int(w, "node", node->number);
    us_json_write_key_string(w, "of", us_note_subject_name((us_note_subject)node->of));
    us_json_write_key_string(w, "text", node->text);
    us_json_write_key_string(w, "what", node->what);
    write_reason(node, w);
    us_json_write_key_string(w, "goal", goal == US_PLAN_NONE ? NULL : plan->node[goal].text);
    us_json_write_close(w, '}');
}

void us_viewing_write_failures(const us_plan_tree *plan, int most, us_json_writer *writer)
{
    US_AUTOFREE failure *list = US_NEW_ARRAY(failure, plan->count + 1);
    int count = 0;
    for (int at = 0; at < plan->count; at++)
        if (plan->node[at].state == US_NOTE_FAILED)
            list[count++] = (failure){plan->node[at].since, at};
    qsort(list, (size_t)count, sizeof(*list), by_cycle);
    us_json_write_key_int(writer, "total", count);
    us_json_write_key_open(writer, "failures", '[');
    for (int i = 0; i < count && i < most; i++)
        write_failure(plan, &list[i], writer);
    us_json_write_close(writer, ']');
}
