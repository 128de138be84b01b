#include "behavior/patch.h"

#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "behavior/build.h"
#include "behavior/check.h"

typedef struct patching {
    const us_template *template;
    const us_patch *patch;
    us_builder *builder;
    char label[16], piece_label[16]; /* labels for unlabeled steps of an order */
    bool joined;                     /* piece is a step, and suffix cases begin behind it */
    us_node_number number;           /* the number before the patch */
} patching;

static bool is_order(const us_template *template, int node)
{
    return node >= 0 && template->node[node].kind == US_NODE_ORDER;
}

static int parent_of(const us_template *template, int node)
{
    return template->node[node].parent;
}

/* Returns whether piece goes into the node, to its children. */
static bool goes_inside(const patching *p)
{
    const us_node *node = &p->template->node[p->patch->node];
    bool meant = p->patch->kind == US_PATCH_OPENING || p->patch->kind == US_PATCH_AMONG;
    bool among = p->patch->kind == US_PATCH_AMONG;
    if (node->kind == US_NODE_SEQUENCE) /* an order has memory */
        return meant && (!among || node->memory == us_node_default(US_NODE_SEQUENCE).memory);
    return meant && (node->kind == US_NODE_ORDER ||
                     (among && node->kind == US_NODE_PARALLEL && node->count == 0));
}

/* Returns whether the node, a sequence, becomes an order: its steps still go in turn, and piece
 * runs in parallel with them. */
static bool becomes_order(const patching *p, int node)
{
    return node == p->patch->node && p->patch->kind == US_PATCH_AMONG &&
           p->template->node[node].kind == US_NODE_SEQUENCE;
}

/* Makes a label that neither template has. */
static void make_label(const patching *p, int from, char out[16])
{
    for (int i = from;; i += 2) {
        snprintf(out, 16, "n%d", i);
        if (us_template_find_node(p->template, out) < 0 &&
            (!p->patch->piece || us_template_find_node(p->patch->piece, out) < 0))
            return;
    }
}

static void copy_labeled(us_builder *builder, const us_template *from, int node, const char *label)
{
    /* The label goes to a copy of the node; the rest of its subtree is unchanged. */
    us_node root = from->node[node];
    root.label = label;
    us_builder_copy_node_as(builder, from, node, &root);
}

static void emit(patching *p, int node);

static bool is_child(const us_template *template, int parent, int node)
{
    return node >= 0 && parent_of(template, node) == parent;
}

static void emit_children(patching *p, int node)
{
    const us_template *template = p->template;
    bool first = p->patch->kind == US_PATCH_FIRST && is_child(template, node, p->patch->node) &&
                 template->node[node].kind == US_NODE_SEQUENCE;
    if (first)
        emit(p, p->patch->node);
    for (int i = node + 1; i < template->node[node].end; i = template->node[i].end)
        if (!first || i != p->patch->node)
            emit(p, i);
}

static const char *label_of(const patching *p, int node)
{
    const char *label = p->template->node[node].label;
    return !label[0] && node == p->patch->node ? p->label : label;
}

/* Emits a step of a sequence that becomes an order. A step without a label gets a unique one. */
static void emit_labeled(patching *p, int node)
{
    char label[16];
    us_node row = p->template->node[node];
    for (int i = 2 * node + 1; !row.label[0]; i += 2 * US_TREE_NODES_MAX) {
        snprintf(label, sizeof label, "n%d", i);
        if (us_template_find_node(p->template, label) < 0 && !us_text_equal(label, p->piece_label))
            row.label = label;
    }
    us_builder_copy_node_as(p->builder, p->template, node, &row);
}

/* Emits the precedences of an order, and those of the patch. */
static void emit_before(patching *p, int order)
{
    const us_template *template = p->template;
    us_patch_kind kind = p->patch->kind;
    int target = p->patch->node;
    bool here = is_child(template, order, target) && kind != US_PATCH_DAEMON && !goes_inside(p);
    const char *own = here ? label_of(p, target) : "", *piece = p->piece_label;
    for (int i = 0; i < template->before_count; i++) {
        int first = template->before[i].first, then = template->before[i].then;
        if (parent_of(template, first) != order)
            continue;
        bool goes = (kind == US_PATCH_REMOVE && first == target) ||
                    ((kind == US_PATCH_REMOVE || kind == US_PATCH_FIRST) && then == target);
        if (!here || !goes)
            us_builder_add_precedence(p->builder, label_of(p, first), label_of(p, then));
        bool beside = here && (kind == US_PATCH_BESIDE || kind == US_PATCH_AMONG);
        bool before = here && (kind == US_PATCH_BEFORE || kind == US_PATCH_OPENING);
        if ((beside || before) && then == target)
            us_builder_add_precedence(p->builder, label_of(p, first), piece);
        if ((beside || (here && kind == US_PATCH_AFTER)) && first == target)
            us_builder_add_precedence(p->builder, piece, label_of(p, then));
        for (int k = 0; here && goes && then == target && k < template->before_count; k++)
            if (template->before[k].first == target)
                us_builder_add_precedence(p->builder, label_of(p, first),
                                          label_of(p, template->before[k].then));
    }
    if (here && (kind == US_PATCH_BEFORE || kind == US_PATCH_OPENING))
        us_builder_add_precedence(p->builder, piece, own);
    if (here && kind == US_PATCH_AFTER)
        us_builder_add_precedence(p->builder, own, piece);
}

static void emit_piece(patching *p);

static bool waits(const us_template *template, int node)
{
    for (int i = 0; i < template->before_count; i++)
        if (template->before[i].then == node)
            return true;
    return false;
}

/* Emits the node with piece in it. */
static void emit_inside(patching *p, int node)
{
    const us_template *template = p->template;
    us_node row = template->node[node];
    bool order = becomes_order(p, node), opening = p->patch->kind == US_PATCH_OPENING;
    int steps = 0;
    const char *label = is_order(template, row.parent) ? label_of(p, node) : row.label;
    if (order)
        row = us_node_default(US_NODE_ORDER);
    row.label = label;
    us_builder_copy_node_open(p->builder, template, node, &row);
    if (opening)
        emit_piece(p);
    for (int i = node + 1; i < template->node[node].end; i = template->node[i].end) {
        if (order)
            emit_labeled(p, i);
        else
            emit(p, i);
        if (opening && row.kind == US_NODE_ORDER && !waits(template, i))
            us_builder_add_precedence(p->builder, p->piece_label, template->node[i].label);
        if (order && steps++ > 0)
            us_builder_add_child_precedence(p->builder, steps - 2, steps - 1);
    }
    if (!opening)
        emit_piece(p);
    if (row.kind == US_NODE_ORDER && !order)
        emit_before(p, node);
    us_builder_close_node(p->builder);
}

/* Opens the node with its new number. */
static void open_with_number(patching *p, us_node *row)
{
    const us_node_number *number = &p->number;
    if (number->setting)
        *us_setting_value(number->setting, row) = (int)p->patch->value;
    us_builder_copy_node_open(p->builder, p->template, p->patch->node, row);
    if (!number->setting) {
        char text[24];
        snprintf(text, sizeof text, "%lld", (long long)p->patch->value);
        us_builder_set_arg(p->builder, number->arg, text);
    }
}

static void emit_node(patching *p, int node)
{
    us_node row = p->template->node[node];
    row.label = is_order(p->template, row.parent) ? label_of(p, node) : row.label;
    if (p->patch->kind == US_PATCH_NUMBER && node == p->patch->node)
        open_with_number(p, &row);
    else
        us_builder_copy_node_open(p->builder, p->template, node, &row);
    emit_children(p, node);
    if (row.kind == US_NODE_ORDER)
        emit_before(p, node);
    us_builder_close_node(p->builder);
}

static void emit_piece(patching *p)
{
    int into = p->patch->node;
    bool order = goes_inside(p) ? is_order(p->template, into) || becomes_order(p, into)
                                : is_order(p->template, parent_of(p->template, into));
    const us_template *piece = p->patch->piece;
    if (order && p->patch->kind == US_PATCH_REPLACE)
        copy_labeled(p->builder, piece, p->patch->from, label_of(p, into));
    else if (order || p->joined)
        copy_labeled(p->builder, piece, p->patch->from, p->piece_label);
    else
        us_builder_copy_node(p->builder, piece, p->patch->from);
}

static void open_new(patching *p, const us_node *node, const char *label)
{
    us_node copy = *node;
    copy.label = label;
    us_builder_set_place(p->builder, p->template->node[p->patch->node].line,
                         p->template->node[p->patch->node].column);
    us_builder_open_node(p->builder, &copy);
}

/* Emits the node and the piece, in a parent that runs them in the right way, or in a new one. */
static void emit_pair(patching *p, int node)
{
    us_patch_kind kind = p->patch->kind;
    bool beside = kind == US_PATCH_BESIDE || kind == US_PATCH_AMONG;
    bool before = kind == US_PATCH_BEFORE || kind == US_PATCH_OPENING;
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
        us_builder_close_node(p->builder);
}

static void emit(patching *p, int node)
{
    us_patch_kind kind = p->patch->kind;
    if (node != p->patch->node || kind == US_PATCH_DAEMON || kind == US_PATCH_FIRST ||
        kind == US_PATCH_NUMBER) {
        emit_node(p, node);
    } else if (goes_inside(p)) {
        emit_inside(p, node);
    } else if (kind == US_PATCH_REPLACE) {
        emit_piece(p);
    } else if (kind == US_PATCH_WRAP) {
        bool order = is_order(p->template, parent_of(p->template, node));
        open_new(p, &p->patch->wrap, order ? label_of(p, node) : "");
        us_node row = p->template->node[node];
        row.label = order ? "" : row.label;
        us_builder_copy_node_as(p->builder, p->template, node, &row);
        us_builder_close_node(p->builder);
    } else if (kind != US_PATCH_REMOVE) {
        emit_pair(p, node);
    }
}

static void emit_daemon(patching *p)
{
    bool listens = p->template->node[0].kind == US_NODE_MONITOR;
    us_node monitor = us_node_default(US_NODE_MONITOR);
    if (listens) {
        us_builder_copy_node_open(p->builder, p->template, 0, &p->template->node[0]);
        emit_children(p, 0);
    } else {
        us_builder_set_place(p->builder, p->template->node[0].line, p->template->node[0].column);
        us_builder_open_node(p->builder, &monitor);
        emit(p, 0);
    }
    us_builder_copy_node(p->builder, p->patch->piece, p->patch->from);
    us_builder_close_node(p->builder);
}

/* Adds the slots that only the piece has. */
static us_status add_slots(patching *p, us_error *err)
{
    const us_template *piece = p->patch->piece;
    for (int i = piece ? piece->shared : 0; piece && i < piece->slot_count; i++) {
        us_slot_row row = piece->slot[i];
        int known = us_template_find_slot(p->template, row.slot.name);
        const us_slot_row *own = known >= 0 ? &p->template->slot[known] : NULL;
        if (own && own->slot.kind == row.slot.kind &&
            (own->type != row.type || own->role != row.role || own->owner != row.owner))
            return us_error_set(err, US_FAILED, NULL, 0, 0,
                                "slot %s is described otherwise here than in what is added",
                                row.slot.name);
        if (own && own->slot.kind != row.slot.kind)
            return us_error_set(err, US_FAILED, NULL, 0, 0,
                                "slot %s is of kind %s here, and of kind %s in what is added",
                                row.slot.name,
                                us_value_kind_name(p->template->slot[known].slot.kind),
                                us_value_kind_name(row.slot.kind));
        row.param = false;
        if (known < 0)
            us_builder_add_slot(p->builder, &row);
    }
    return US_OK;
}

/* Marks the piece as done in suffix cases that start behind the step: a piece that comes before the
 * step, or beside it, is no longer needed there. */
static void join_cases(patching *p)
{
    const us_template *template = p->template;
    us_patch_kind kind = p->patch->kind;
    int node = p->patch->node, body = us_template_body(template), suffixes = 0;
    bool opening = kind == US_PATCH_OPENING && node == body && goes_inside(p);
    bool step = (kind == US_PATCH_BEFORE || kind == US_PATCH_BESIDE) &&
                is_child(template, body, node) && template->node[node].label[0];
    for (int i = 0; i < template->case_count; i++)
        suffixes += template->cases[i].done_count > 0;
    p->joined = suffixes > 0 && (opening || step);
    if (p->joined)
        us_builder_extend_done(p->builder, opening ? NULL : template->node[node].label,
                               p->piece_label);
}

/* Returns the label of the step that a node is: its own, or that of the node that it wraps; NULL if
 * it has none. */
static const char *step_label(const us_template *template, int node)
{
    while (!template->node[node].label[0] && node + 1 < template->node[node].end &&
           template->node[node + 1].end == template->node[node].end)
        node++;
    return template->node[node].label[0] ? template->node[node].label : NULL;
}

static bool is_in_sequence(const us_template *template, int node)
{
    int parent = parent_of(template, node);
    return parent >= 0 && (template->node[parent].kind == US_NODE_SEQUENCE ||
                           template->node[parent].kind == US_NODE_ORDER);
}

/* ---- numbers */

static bool read_integer(const us_arg *arg, int64_t *out)
{
    const char *digits = arg->text + (arg->text[0] == '-');
    bool plain = digits[0] && !digits[strspn(digits, "0123456789")];
    return plain && !arg->descriptor && arg->expr && us_expr_is_constant(arg->expr, out);
}

static const char *number_at(const void *of, int i)
{
    const us_node *node = of;
    const us_setting *settings;
    int count = us_setting_list(&settings);
    int64_t value;
    if (i < count)
        return settings[i].kinds >> node->kind & 1 ? settings[i].word : "";
    if (i - count >= node->arg_count)
        return NULL;
    return read_integer(&node->arg[i - count], &value) ? node->arg[i - count].name : "";
}

static us_status fail_unknown(const us_node *node, const char *name, us_error *err)
{
    US_AUTOSTR(hint);
    us_spelling_print_hint(name, number_at, node, "there are", &hint);
    return us_error_set(err, US_FAILED, NULL, 0, 0, "%s%s%s has no number \"%.63s\"%s",
                        us_node_kind_row(node->kind)->word, node->name[0] ? " " : "", node->name,
                        name, hint.text);
}

us_status us_node_find_number(const us_node *node, const char *name, us_node_number *out,
                              us_error *err)
{
    const us_setting *settings;
    us_node copy = *node;
    for (int i = 0, count = us_setting_list(&settings); i < count; i++) {
        if (!(settings[i].kinds >> node->kind & 1) || !us_text_equal(settings[i].word, name))
            continue;
        *out = (us_node_number){&settings[i], -1, *us_setting_value(&settings[i], &copy)};
        return US_OK;
    }
    for (int i = 0; i < node->arg_count; i++) {
        int64_t value;
        if (node->arg[i].descriptor || !us_text_equal(node->arg[i].name, name))
            continue;
        if (!read_integer(&node->arg[i], &value))
            return us_error_set(err, US_FAILED, NULL, 0, 0, "argument %s is %.80s: no integer",
                                name, node->arg[i].text);
        *out = (us_node_number){NULL, i, value};
        return US_OK;
    }
    return fail_unknown(node, name, err);
}

static us_status check_number(patching *p, us_error *err)
{
    const us_patch *patch = p->patch;
    US_TRY(us_node_find_number(&p->template->node[patch->node], patch->number, &p->number, err));
    const us_setting *setting = p->number.setting;
    if (setting && (patch->value < setting->low || patch->value > setting->high))
        return us_error_set(err, US_FAILED, NULL, 0, 0, "%s is a number from %d to %d, not %lld",
                            setting->word, setting->low, setting->high, (long long)patch->value);
    return US_OK;
}

us_status us_template_patch(const us_template *template, const us_patch *patch, us_template **out,
                            us_error *err)
{
    us_assert(patch->node >= 0 && patch->node < template->node_count);
    bool alone = patch->kind == US_PATCH_WRAP || patch->kind == US_PATCH_REMOVE ||
                 patch->kind == US_PATCH_FIRST || patch->kind == US_PATCH_NUMBER;
    us_assert(alone || (patch->piece && patch->from < patch->piece->node_count &&
                        patch->piece->domain == template->domain));
    if (patch->kind == US_PATCH_FIRST && !is_in_sequence(template, patch->node))
        return us_error_set(err, US_FAILED, NULL, 0, 0, "it stands in no sequence or order");
    US_AUTO(us_faults_clear) us_faults faults = {0};
    US_AUTOPTR(us_builder)
    builder = us_builder_new(template->domain, template->kind, template->name, template, &faults);
    patching p = {template, patch, builder};
    if (patch->kind == US_PATCH_NUMBER) {
        US_TRY(check_number(&p, err));
    } else {
        make_label(&p, 1, p.label);
        make_label(&p, 2, p.piece_label);
    }
    if (patch->kind == US_PATCH_REMOVE)
        us_builder_omit_step(builder, step_label(template, patch->node));
    us_builder_copy_head(builder, template);
    join_cases(&p);
    US_TRY(add_slots(&p, err));
    if (patch->kind == US_PATCH_DAEMON)
        emit_daemon(&p);
    else
        emit(&p, 0);
    US_AUTOPTR(us_template) made = us_builder_finish(US_STEAL(builder));
    us_template_check_shape(made, &faults);
    us_template_check_conditions(NULL, NULL, made, &faults);
    us_template_check_reach(NULL, NULL, made, &faults);
    us_template_check_bound(made, &faults);
    if (patch->undescribed)
        us_faults_drop_undescribed(&faults, template);
    if (made->node_count == 0)
        us_faults_add(&faults, US_FAULT_SHAPE, 0, 0, "nothing is left|replace the root instead");
    if (faults.count > 0)
        return us_error_set(err, US_FAILED, NULL, faults.fault[0].line, faults.fault[0].column,
                            "%s; %s", faults.fault[0].what, faults.fault[0].fix);
    *out = US_STEAL(made);
    return US_OK;
}
