#include "behavior/patch.h"

#include <stdio.h>

#include "behavior/build.h"
#include "behavior/check.h"

typedef struct patching {
    const us_template *template;
    const us_patch *patch;
    us_builder *builder;
    char label[16], piece_label[16]; /* for steps of an order that have none */
} patching;

static bool is_order(const us_template *template, int node)
{
    return node >= 0 && template->node[node].kind == US_NODE_ORDER;
}

static int parent_of(const us_template *template, int node)
{
    return template->node[node].parent;
}

/* A label that neither template has. */
static void make_label(const patching *p, int from, char out[16])
{
    for (int i = from;; i += 2) {
        snprintf(out, 16, "n%d", i);
        if (us_template_find(p->template, out) < 0 &&
            (!p->patch->piece || us_template_find(p->patch->piece, out) < 0))
            return;
    }
}

static void copy_labeled(us_builder *builder, const us_template *from, int node, const char *label)
{
    /* The label goes to a copy of the node; the rest of its subtree comes as it is. */
    us_node root = from->node[node];
    root.label = label;
    us_build_copy_as(builder, from, node, &root);
}

static void emit(patching *p, int node);

static void emit_children(patching *p, int node)
{
    const us_template *template = p->template;
    for (int i = node + 1; i < template->node[node].end; i = template->node[i].end)
        emit(p, i);
}

static const char *label_of(const patching *p, int node)
{
    const char *label = p->template->node[node].label;
    return !label[0] && node == p->patch->node ? p->label : label;
}

/* The precedences of an order, with the patch's own. */
static void emit_before(patching *p, int order)
{
    const us_template *template = p->template;
    us_patch_kind kind = p->patch->kind;
    int target = p->patch->node;
    bool here = parent_of(template, target) == order && kind != US_PATCH_DAEMON;
    const char *own = here ? label_of(p, target) : "", *piece = p->piece_label;
    for (int i = 0; i < template->before_count; i++) {
        int first = template->before[i].first, then = template->before[i].then;
        if (parent_of(template, first) != order)
            continue;
        if (!here || kind != US_PATCH_REMOVE || (first != target && then != target))
            us_build_before(p->builder, label_of(p, first), label_of(p, then));
        bool beside = here && kind == US_PATCH_BESIDE;
        if ((beside || (here && kind == US_PATCH_BEFORE)) && then == target)
            us_build_before(p->builder, label_of(p, first), piece);
        if ((beside || (here && kind == US_PATCH_AFTER)) && first == target)
            us_build_before(p->builder, piece, label_of(p, then));
        for (int k = 0;
             here && kind == US_PATCH_REMOVE && then == target && k < template->before_count; k++)
            if (template->before[k].first == target)
                us_build_before(p->builder, label_of(p, first),
                                label_of(p, template->before[k].then));
    }
    if (here && kind == US_PATCH_BEFORE)
        us_build_before(p->builder, piece, own);
    if (here && kind == US_PATCH_AFTER)
        us_build_before(p->builder, own, piece);
}

static void emit_node(patching *p, int node)
{
    us_node row = p->template->node[node];
    row.label = is_order(p->template, row.parent) ? label_of(p, node) : row.label;
    us_build_copy_open(p->builder, p->template, node, &row);
    emit_children(p, node);
    if (row.kind == US_NODE_ORDER)
        emit_before(p, node);
    us_build_close(p->builder);
}

static void emit_piece(patching *p)
{
    bool order = is_order(p->template, parent_of(p->template, p->patch->node));
    const us_template *piece = p->patch->piece;
    if (order && p->patch->kind == US_PATCH_REPLACE)
        copy_labeled(p->builder, piece, 0, label_of(p, p->patch->node));
    else if (order)
        copy_labeled(p->builder, piece, 0, p->piece_label);
    else
        us_build_copy(p->builder, piece, 0);
}

static void open_new(patching *p, const us_node *node, const char *label)
{
    us_node copy = *node;
    copy.label = label;
    us_build_at(p->builder, p->template->node[p->patch->node].line,
                p->template->node[p->patch->node].column);
    us_build_open(p->builder, &copy);
}

/* The node and the piece, in a parent that runs them as they should, or in a new one. */
static void emit_pair(patching *p, int node)
{
    bool beside = p->patch->kind == US_PATCH_BESIDE, before = p->patch->kind == US_PATCH_BEFORE;
    int parent = parent_of(p->template, node);
    us_node_kind wanted = beside ? US_NODE_PARALLEL : US_NODE_SEQUENCE;
    bool fits = parent >= 0 && p->template->node[parent].kind == wanted &&
                p->template->node[parent].count == 0;
    if (!fits && !is_order(p->template, parent)) {
        us_node around = us_node_default(wanted);
        open_new(p, &around, "");
    }
    if (before)
        emit_piece(p);
    emit_node(p, node);
    if (!before)
        emit_piece(p);
    if (!fits && !is_order(p->template, parent))
        us_build_close(p->builder);
}

static void emit(patching *p, int node)
{
    us_patch_kind kind = p->patch->kind;
    if (node != p->patch->node || kind == US_PATCH_DAEMON) {
        emit_node(p, node);
    } else if (kind == US_PATCH_REPLACE) {
        emit_piece(p);
    } else if (kind == US_PATCH_WRAP) {
        bool order = is_order(p->template, parent_of(p->template, node));
        open_new(p, &p->patch->wrap, order ? label_of(p, node) : "");
        us_node row = p->template->node[node];
        row.label = order ? "" : row.label;
        us_build_copy_as(p->builder, p->template, node, &row);
        us_build_close(p->builder);
    } else if (kind != US_PATCH_REMOVE) {
        emit_pair(p, node);
    }
}

static void emit_daemon(patching *p)
{
    bool listens = p->template->node[0].kind == US_NODE_MONITOR;
    us_node monitor = us_node_default(US_NODE_MONITOR);
    if (listens) {
        us_build_copy_open(p->builder, p->template, 0, &p->template->node[0]);
        emit_children(p, 0);
    } else {
        us_build_at(p->builder, p->template->node[0].line, p->template->node[0].column);
        us_build_open(p->builder, &monitor);
        emit(p, 0);
    }
    us_build_copy(p->builder, p->patch->piece, 0);
    us_build_close(p->builder);
}

/* Slots that only the piece has. */
static us_status add_slots(patching *p, us_error *err)
{
    const us_template *piece = p->patch->piece;
    for (int i = piece ? piece->shared : 0; piece && i < piece->slot_count; i++) {
        us_slot_row row = piece->slot[i];
        int known = us_slot_find(p->template, row.slot.name);
        if (known >= 0 && p->template->slot[known].slot.kind != row.slot.kind)
            return us_fail(err, US_FAILED, NULL, 0, 0,
                           "slot %s is of kind %s here, and of kind %s in what is added",
                           row.slot.name, us_value_kind_name(p->template->slot[known].slot.kind),
                           us_value_kind_name(row.slot.kind));
        row.param = false;
        if (known < 0)
            us_build_slot(p->builder, &row);
    }
    return US_OK;
}

us_status us_template_patch(const us_template *template, const us_patch *patch, us_template **out,
                            us_error *err)
{
    us_assert(patch->node >= 0 && patch->node < template->node_count);
    us_assert(
        patch->kind == US_PATCH_WRAP || patch->kind == US_PATCH_REMOVE ||
        (patch->piece && patch->piece->node_count > 0 && patch->piece->domain == template->domain));
    us_faults faults = {0};
    patching p = {
        template, patch,
        us_build_new(template->domain, template->kind, template->name, template, &faults)};
    make_label(&p, 1, p.label);
    make_label(&p, 2, p.piece_label);
    us_build_copy_head(p.builder, template);
    us_status status = add_slots(&p, err);
    if (status != US_OK) {
        us_build_drop(p.builder);
        us_faults_clear(&faults);
        return status;
    }
    if (patch->kind == US_PATCH_DAEMON)
        emit_daemon(&p);
    else
        emit(&p, 0);
    us_template *made = us_build_finish(p.builder);
    us_check_shape(made, &faults);
    us_check_asking(NULL, NULL, made, &faults);
    us_check_reach(NULL, NULL, made, &faults);
    us_check_bound(made, &faults);
    if (made->node_count == 0)
        us_faults_add(&faults, US_FAULT_SHAPE, 0, 0, "nothing is left|replace the root instead");
    if (faults.count > 0)
        status = us_fail(err, US_FAILED, NULL, faults.fault[0].line, faults.fault[0].column,
                         "%s; %s", faults.fault[0].what, faults.fault[0].fix);
    us_faults_clear(&faults);
    if (status == US_OK)
        *out = made;
    else
        us_template_free(made);
    return status;
}
