#include "behavior/builder.h"

#include <limits.h>
#include <string.h>

#include "base/sort.h"

static const char *keep_name(const us_builder *builder, const char *name)
{
    us_assert(!name || !name[0] || us_brl_is_name(name));
    return us_builder_copy_text(builder, name);
}

static const char *keep_key(const us_builder *builder, const char *key)
{
    us_assert(us_brl_is_key(key));
    return us_builder_copy_text(builder, key);
}

/* ---- cases */

/* Opens the next case; the first one always exists. */
static void open_case(us_builder *builder, us_cycle cycle, const char *map)
{
    us_assert(cycle >= -1);
    us_case row = {.cycle = cycle, .map = us_builder_copy_string(builder, map)};
    builder->at_case = builder->cases.count;
    US_LIST_PUT(builder->cases, ((us_pending_case){.row = row}));
}

void us_builder_select_first_case(us_builder *builder)
{
    builder->at_case = 0;
}

void us_builder_set_first_case(us_builder *builder, us_cycle cycle, const char *map)
{
    us_assert(builder->template->kind == US_TEMPLATE_BEHAVIOR && cycle >= -1);
    builder->cases.item[0].row.cycle = cycle;
    builder->cases.item[0].row.map = us_builder_copy_string(builder, map);
    us_builder_select_first_case(builder);
}

void us_builder_add_case(us_builder *builder, us_cycle cycle, const char *map)
{
    us_assert(builder->template->kind == US_TEMPLATE_BEHAVIOR);
    open_case(builder, cycle, map);
}

void us_builder_add_done(us_builder *builder, const char *label)
{
    us_assert(builder->at_case > 0 && us_brl_is_name(label));
    us_pending_done done = {.label = us_builder_copy_text(builder, label),
                            .of = builder->at_case,
                            .index = builder->done.count,
                            .line = builder->line,
                            .column = builder->column};
    US_LIST_PUT(builder->done, done);
}

void us_builder_extend_done(us_builder *builder, const char *label, const char *too)
{
    int count = builder->done.count, last = -1;
    for (int i = 0; i < count; i++) {
        us_pending_done done = builder->done.item[i];
        if (done.of == last || (label && !us_text_equal(done.label, label)))
            continue;
        last = done.of;
        done.label = us_builder_copy_text(builder, too);
        done.index = builder->done.count;
        US_LIST_PUT(builder->done, done);
    }
}

void us_builder_add_entry(us_builder *builder, const char *key, const int64_t *number, int count)
{
    us_assert(us_brl_is_key(key));
    us_entry entry =
        us_entry_make(builder->template->arena, us_builder_copy_text(builder, key), number, count);
    US_LIST_PUT(builder->entry, ((us_pending_entry){entry, builder->at_case}));
}

void us_builder_add_text_entry(us_builder *builder, const char *key, const char *const *text,
                               int count)
{
    us_assert(us_brl_is_key(key));
    const char **copy = US_ARENA_ARRAY(builder->template->arena, const char *, count);
    for (int i = 0; i < count; i++)
        copy[i] = us_builder_copy_string(builder, text[i]);
    us_entry entry = {
        .key = us_builder_copy_text(builder, key), .text = copy, .texts = (unsigned)count};
    us_assert((int)entry.texts == count);
    US_LIST_PUT(builder->entry, ((us_pending_entry){entry, builder->at_case}));
}

void us_builder_copy_entry(us_builder *builder, const us_entry *from)
{
    if (from->texts > 0) {
        us_builder_add_text_entry(builder, from->key, from->text, (int)from->texts);
        return;
    }
    us_assert(us_brl_is_key(from->key));
    us_entry entry = *from;
    entry.key = us_builder_copy_text(builder, from->key);
    entry.number = us_arena_copy(builder->template->arena, from->number, (size_t)from->count,
                                 from->width ? from->width : 1);
    US_LIST_PUT(builder->entry, ((us_pending_entry){entry, builder->at_case}));
}

void us_builder_set_filter(us_builder *builder,
                           bool (*keep)(const void *context, const us_entry *entry),
                           const void *context)
{
    builder->keep = keep;
    builder->keep_context = context;
}

static void copy_entries(us_builder *builder, const us_case *from)
{
    for (int i = 0; i < from->entry_count; i++)
        if (!builder->keep || builder->keep(builder->keep_context, &from->entry[i]))
            us_builder_copy_entry(builder, &from->entry[i]);
}

void us_builder_copy_case(us_builder *builder, const us_case *from)
{
    us_builder_add_case(builder, from->cycle, from->map);
    for (int i = 0; i < from->done_count; i++)
        if (!builder->omitted || !us_text_equal(from->done[i], builder->omitted))
            us_builder_add_done(builder, from->done[i]);
    copy_entries(builder, from);
}

void us_builder_omit_step(us_builder *builder, const char *label)
{
    builder->omitted = label;
}

static bool is_omitted(const us_builder *builder, const us_case *of)
{
    return builder->omitted && of->done_count == 1 && us_text_equal(of->done[0], builder->omitted);
}

static void copy_cases(us_builder *builder, const us_template *from)
{
    us_builder_select_first_case(builder);
    if (from->case_count > 0) {
        builder->cases.item[0].row.cycle = from->cases[0].cycle;
        builder->cases.item[0].row.map = us_builder_copy_string(builder, from->cases[0].map);
        copy_entries(builder, &from->cases[0]);
    }
    for (int i = 1; i < from->case_count; i++) {
        if (is_omitted(builder, &from->cases[i]))
            continue;
        us_builder_copy_case(builder, &from->cases[i]);
        builder->cases.item[builder->at_case].copied = true;
    }
    us_builder_select_first_case(builder);
}

/* ---- done steps */

typedef struct steps {
    us_step_label *item; /* sorted by label */
    int count;
} steps;

static steps list_steps(const us_template *template)
{
    steps list = {US_NEW_ARRAY(us_step_label, template->node_count), 0};
    int index = 0;
    int body = us_template_body(template),
        end = template->node_count ? template->node[body].end : 0;
    for (int i = body + 1; i < end; i = template->node[i].end, index++)
        if (template->node[i].label[0])
            list.item[list.count++] = (us_step_label){template->node[i].label, index};
    us_step_labels_sort(list.item, list.count);
    return list;
}

static const char *label_at(const void *from, int i)
{
    const steps *list = from;
    return i < list->count ? list->item[i].label : NULL;
}

static int find_step(const steps *list, const char *label)
{
    int low = us_step_labels_find(list->item, list->count, label);
    bool found = low < list->count && us_text_equal(list->item[low].label, label);
    return found ? list->item[low].index : INT_MAX;
}

static void refuse_done(us_builder *builder, const us_pending_done *done, const steps *list)
{
    us_faults_add_unknown(builder->faults, done->line, done->column, "no step is labeled",
                          done->label, label_at, list, "write the label before the step");
}

static int by_step(const void *left, const void *right)
{
    const us_pending_done *a = left, *b = right;
    if (a->of != b->of)
        return a->of < b->of ? -1 : 1;
    if (a->step != b->step)
        return a->step < b->step ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* Sorts the done steps by case, in the order of the steps, each once. Labels without a step come
 * last. */
static void find_done(us_builder *builder)
{
    const us_template *template = builder->template;
    if (builder->done.count == 0)
        return;
    steps list = list_steps(template);
    for (int i = 0; i < builder->done.count; i++) {
        us_pending_done *done = &builder->done.item[i];
        done->step = find_step(&list, done->label);
        if (done->step != INT_MAX)
            continue;
        us_pending_case *of = &builder->cases.item[done->of];
        if (of->copied)
            of->gone = true;
        else if (!template->broken && !us_faults_is_full(builder->faults))
            refuse_done(builder, done, &list);
    }
    us_mem_free(list.item);
    us_array_sort(builder->done.item, (size_t)builder->done.count, sizeof *builder->done.item,
                  by_step);
    int kept = 0;
    for (int i = 0; i < builder->done.count; i++) {
        const us_pending_done *done = &builder->done.item[i];
        const us_pending_done *last = kept > 0 ? &builder->done.item[kept - 1] : NULL;
        if (!last || last->of != done->of || last->step != done->step || done->step == INT_MAX)
            builder->done.item[kept++] = *done;
    }
    builder->done.count = kept;
}

static void link_done(us_builder *builder)
{
    const char **label =
        US_ARENA_ARRAY(builder->template->arena, const char *, builder->done.count);
    for (int i = 0; i < builder->done.count; i++) {
        const us_pending_done *done = &builder->done.item[i];
        us_case *row = &builder->cases.item[done->of].row;
        label[i] = done->label;
        if (row->done_count++ == 0)
            row->done = &label[i];
    }
}

/* ---- all cases */

static void place_entries(us_builder *builder)
{
    us_entry *entry = US_ARENA_ARRAY(builder->template->arena, us_entry, builder->entry.count);
    int *next = US_NEW_ARRAY(int, builder->cases.count + 1); /* by case: its next place */
    for (int i = 0; i < builder->entry.count; i++)
        next[builder->entry.item[i].of + 1]++;
    for (int i = 0; i < builder->cases.count; i++) {
        builder->cases.item[i].row.entry = entry + next[i];
        builder->cases.item[i].row.entry_count = next[i + 1];
        next[i + 1] += next[i];
    }
    for (int i = 0; i < builder->entry.count; i++)
        entry[next[builder->entry.item[i].of]++] = builder->entry.item[i].entry;
    us_mem_free(next);
}

static bool is_blank(const us_case *row)
{
    return row->cycle < 0 && !row->map[0] && row->done_count == 0 && row->entry_count == 0;
}

static void finish_cases(us_builder *builder)
{
    us_template *template = builder->template;
    find_done(builder);
    link_done(builder);
    place_entries(builder);
    us_case *row = US_ARENA_ARRAY(template->arena, us_case, builder->cases.count);
    int count = 0;
    for (int i = 0; i < builder->cases.count; i++)
        if (!builder->cases.item[i].gone)
            row[count++] = builder->cases.item[i].row;
    while (count > 0 && is_blank(&row[0]) && (count == 1 || row[1].done_count == 0)) {
        row++;
        count--;
    }
    template->cases = row;
    template->case_count = count;
}

/* ---- the builder */

us_builder *us_builder_new(const us_domain *domain, us_template_kind kind, const char *name,
                           const us_template *shared, us_faults *faults)
{
    us_builder *builder = US_NEW(us_builder);
    us_arena *arena = us_arena_new();
    us_template *template = US_ARENA_ARRAY(arena, us_template, 1);
    *template =
        (us_template){.kind = kind, .domain = domain, .goal_name = "", .goal = -1, .arena = arena};
    builder->template = template;
    builder->faults = faults;
    open_case(builder, -1, "");
    template->name = kind == US_TEMPLATE_BEHAVIOR ? us_builder_copy_string(builder, name)
                                                  : keep_name(builder, name);
    for (int i = 0; shared && i < shared->shared; i++)
        us_builder_add_shared_slot(builder, &shared->slot[i]);
    template->line = template->column = 0;
    return builder;
}

static void free_lists(us_builder *builder)
{
    us_mem_free(builder->slot.item);
    us_mem_free(builder->node.item);
    us_mem_free(builder->first_arg.item);
    us_mem_free(builder->first_item.item);
    us_mem_free(builder->arg.item);
    us_mem_free(builder->item.item);
    us_mem_free(builder->classes.item);
    us_mem_free(builder->cases.item);
    us_mem_free(builder->entry.item);
    us_mem_free(builder->done.item);
    us_mem_free(builder->descriptor.item);
    us_mem_free(builder->pending.item);
    us_mem_free(builder->before.item);
    us_mem_free(builder);
}

void us_builder_free(us_builder *builder)
{
    if (!builder)
        return;
    us_arena_free(builder->template->arena);
    free_lists(builder);
}

void us_builder_set_name_place(us_builder *builder, int line, int column)
{
    builder->name_line = line;
    builder->name_column = column;
}

void us_builder_set_place(us_builder *builder, int line, int column)
{
    builder->line = line;
    builder->column = column;
    if (builder->template->line == 0) {
        builder->template->line = line;
        builder->template->column = column;
    }
}

us_slot_row us_slot_row_default(const char *name, us_value_kind kind)
{
    return (us_slot_row){.slot = {name, kind},
                         .type = US_NO_TYPE,
                         .role = -1,
                         .owner = US_SEAT_NONE,
                         .type_name = "",
                         .role_name = ""};
}

int us_builder_add_slot(us_builder *builder, const us_slot_row *row)
{
    us_template *template = builder->template;
    int line = builder->line, column = builder->column;
    if (us_slot_table_find(&template->by_name, builder->slot.item, row->slot.name) >= 0) {
        us_faults_add(builder->faults, US_FAULT_NAME, line, column,
                      "there is a slot \"%s\" already|give one of them another name",
                      row->slot.name);
        return -1;
    }
    if (builder->slot.count == US_SLOTS_MAX) {
        us_faults_add(builder->faults, US_FAULT_LIMIT, line, column,
                      "more than %d slots|split the behavior", US_SLOTS_MAX);
        return -1;
    }
    us_assert(us_brl_is_name(row->slot.name) &&
              !strchr(row->slot.name, '-')); /* expressions could not name it */
    us_assert(!row->param || template->params + template->shared == builder->slot.count);
    us_slot_row copy = us_slot_row_default(keep_name(builder, row->slot.name), row->slot.kind);
    copy.owner = row->owner;
    copy.param = row->param;
    copy.type_name = us_builder_copy_string(builder, row->type_name);
    copy.role_name = keep_name(builder, row->role_name);
    copy.line = line;
    copy.column = column;
    if (row->initial) {
        us_arg *initial = US_ARENA_ARRAY(template->arena, us_arg, 1);
        bool placed = row->initial->line > 0;
        *initial = (us_arg){.name = "",
                            .text = us_builder_copy_text(builder, row->initial->text),
                            .param = -1,
                            .line = placed ? row->initial->line : line,
                            .column = placed ? row->initial->column : column};
        copy.initial = initial;
    }
    US_LIST_PUT(builder->slot, copy);
    us_slot_table_add(&template->by_name, builder->slot.item, builder->slot.count, template->arena);
    template->params += row->param;
    return builder->slot.count - 1;
}

int us_builder_add_shared_slot(us_builder *builder, const us_slot_row *row)
{
    us_assert(builder->slot.count == builder->template->shared && !row->param);
    int line = builder->line, column = builder->column;
    if (row->line)
        us_builder_set_place(builder, row->line, row->column);
    int index = us_builder_add_slot(builder, row);
    builder->template->shared += index >= 0;
    builder->line = line;
    builder->column = column;
    return index;
}

void us_builder_set_goal(us_builder *builder, const char *name)
{
    builder->template->goal_name = keep_name(builder, name);
}

void us_builder_set_goal_kind(us_builder *builder, int pursue)
{
    us_assert(pursue >= US_PURSUE_AS_DECLARED && pursue <= US_GOAL_KINDS);
    builder->template->pursue = pursue;
}

void us_builder_add_class(us_builder *builder, const char *name)
{
    us_assert(us_brl_is_name(name));
    for (int i = 0; i < builder->classes.count; i++)
        if (us_text_equal(builder->classes.item[i], name))
            us_faults_add(builder->faults, US_FAULT_ARGUMENT, builder->line, builder->column,
                          "class %s is given twice|leave one of them out", name);
    US_LIST_PUT(builder->classes, keep_name(builder, name));
    us_class_check_name(builder->faults, builder->template->domain, name, builder->line,
                        builder->column);
}

void us_builder_set_literal(us_builder *builder)
{
    us_assert(builder->template->kind == US_TEMPLATE_BEHAVIOR);
    builder->template->literal = true;
}

void us_builder_add_descriptor(us_builder *builder, const char *key, int64_t number)
{
    us_assert(us_brl_is_key(key));
    const char *kept = us_builder_copy_text(builder, key);
    us_entry row = us_entry_make(builder->template->arena, kept, &number, 1);
    us_descriptor_check_name(builder->faults, builder->template->domain, key, builder->line,
                             builder->column);
    for (int i = 0; i < builder->descriptor.count; i++)
        if (us_text_equal(builder->descriptor.item[i].key, key))
            us_faults_add(builder->faults, US_FAULT_ARGUMENT, builder->line, builder->column,
                          "descriptor \"%.63s\" is given twice|leave one out", key);
    US_LIST_PUT(builder->descriptor, row);
}

void us_builder_open_node(us_builder *builder, const us_node *node)
{
    bool full = builder->node.count == US_TREE_NODES_MAX;
    if (builder->skipped > 0 || builder->depth == US_TREE_DEPTH || full) {
        bool said = full && builder->full;
        builder->full = builder->full || full;
        us_builder_mark_broken(builder);
        if (builder->skipped++ == 0 && !said)
            us_faults_add(builder->faults, US_FAULT_LIMIT, builder->line, builder->column,
                          "more than %d nodes %s|move some of them to a tree and call it",
                          full ? US_TREE_NODES_MAX : US_TREE_DEPTH,
                          full ? "in a template" : "above one another");
        return;
    }
    us_assert(builder->depth > 0 || builder->node.count == 0);
    const us_node_row *about = us_node_kind_row(node->kind);
    bool named = node->name && node->name[0];
    us_assert(named == about->named || node->kind == US_NODE_RULE);
    us_assert(about->number != US_NUMBER_MUST || node->count > 0);
    us_assert(node->count >= 0);
    us_node copy = *node;
    copy.parent = builder->depth > 0 ? builder->open[builder->depth - 1] : -1;
    copy.label = keep_name(builder, node->label);
    copy.name = keep_name(builder, node->name);
    copy.product = keep_name(builder, node->product);
    copy.what = copy.slot = -1;
    copy.arg = NULL;
    copy.list = NULL;
    copy.arg_count = copy.list_count = 0;
    copy.line = builder->line;
    copy.column = builder->column;
    builder->open[builder->depth++] = builder->node.count;
    US_LIST_PUT(builder->node, copy);
    US_LIST_PUT(builder->first_arg, builder->arg.count);
    US_LIST_PUT(builder->first_item, builder->item.count);
}

static us_node *innermost(us_builder *builder)
{
    us_assert(builder->depth > 0);
    return &builder->node.item[builder->open[builder->depth - 1]];
}

void us_builder_mark_broken(us_builder *builder)
{
    builder->template->broken = true;
    if (builder->depth > 0)
        innermost(builder)->broken = true;
}

void us_builder_close_node(us_builder *builder)
{
    if (builder->skipped > 0) {
        builder->skipped--;
        return;
    }
    us_node *node = innermost(builder);
    node->end = builder->node.count;
    if (node->kind == US_NODE_ORDER)
        us_builder_close_order(builder, builder->open[builder->depth - 1]);
    builder->depth--;
}

void us_builder_add_list_item(us_builder *builder, const char *name)
{
    if (builder->skipped > 0)
        return;
    us_node *node = innermost(builder);
    us_assert(node == &builder->node.item[builder->node.count - 1]);
    node->list_count++;
    bool quoted = node->kind == US_NODE_QUERY;
    us_assert(quoted ? us_brl_is_string(name) : us_brl_is_name(name));
    US_LIST_PUT(builder->item, us_builder_copy_text(builder, name));
}

void us_builder_set_settings(us_builder *builder, const us_node *node)
{
    if (builder->skipped > 0)
        return;
    const us_setting *settings;
    us_node copy = *node;
    for (int i = us_setting_list(&settings) - 1; i >= 0; i--)
        *us_setting_value(&settings[i], innermost(builder)) =
            *us_setting_value(&settings[i], &copy);
    innermost(builder)->count = node->count;
}

void us_builder_set_product(us_builder *builder, const char *slot)
{
    if (builder->skipped == 0)
        innermost(builder)->product = keep_name(builder, slot);
}

/* Adds a precedence of the innermost node, an order. */
static void add_pending(us_builder *builder, us_pending_precedence pending)
{
    us_assert(innermost(builder)->kind == US_NODE_ORDER);
    pending.order = builder->open[builder->depth - 1];
    pending.line = builder->line;
    pending.column = builder->column;
    US_LIST_PUT(builder->pending, pending);
}

void us_builder_add_precedence(us_builder *builder, const char *first, const char *then)
{
    us_assert(us_brl_is_name(first) && us_brl_is_name(then));
    if (builder->skipped == 0)
        add_pending(builder, (us_pending_precedence){.first = us_builder_copy_text(builder, first),
                                                     .then = us_builder_copy_text(builder, then)});
}

void us_builder_add_child_precedence(us_builder *builder, int first, int then)
{
    us_assert(first >= 0 && then >= 0);
    if (builder->skipped == 0)
        add_pending(builder, (us_pending_precedence){.first_child = first, .then_child = then});
}

void us_builder_add_arg(us_builder *builder, us_args_owner of, const char *name, const char *text)
{
    bool named = builder->name_line > 0;
    us_pending_arg pending = {
        .arg = {.name =
                    of == US_ARGS_DESCRIPTOR ? keep_key(builder, name) : keep_name(builder, name),
                .text = us_builder_copy_text(builder, text),
                .param = -1,
                .descriptor = of == US_ARGS_DESCRIPTOR,
                .seat = US_SEAT_NONE,
                .role = -1,
                .line = builder->line,
                .column = builder->column,
                .name_line = named ? builder->name_line : builder->line,
                .name_column = named ? builder->name_column : builder->column},
        .of = of,
        .node = -1,
    };
    us_builder_set_name_place(builder, 0, 0);
    int same = 0;
    if (of == US_ARGS_NODE || of == US_ARGS_DESCRIPTOR) {
        if (builder->skipped > 0)
            return;
        us_node *node = innermost(builder);
        us_assert(node == &builder->node.item[builder->node.count - 1]);
        pending.node = builder->node.count - 1;
        same = node->arg_count;
        node->arg_count += same < US_ARGS_MAX;
    } else {
        for (int i = 0; i < builder->arg.count && same < US_ARGS_MAX; i++)
            same += builder->arg.item[i].of == of;
    }
    if (same < US_ARGS_MAX)
        US_LIST_PUT(builder->arg, pending);
    else
        us_faults_add(builder->faults, US_FAULT_LIMIT, builder->line, builder->column,
                      "more than %d expressions in one place|leave some out", US_ARGS_MAX);
}

void us_builder_set_arg(us_builder *builder, int index, const char *text)
{
    if (builder->skipped > 0)
        return;
    const us_node *node = innermost(builder);
    us_assert(node == &builder->node.item[builder->node.count - 1]);
    us_assert(index >= 0 && index < node->arg_count);
    int first = builder->first_arg.item[builder->node.count - 1];
    builder->arg.item[first + index].arg.text = us_builder_copy_text(builder, text);
}

void us_builder_copy_conditions(us_builder *builder, const us_template *from)
{
    for (int i = 0; i < from->when_count; i++)
        us_builder_add_arg(builder, US_ARGS_WHEN, "", from->when[i].text);
    for (int i = 0; i < from->alive_count; i++)
        us_builder_add_arg(builder, US_ARGS_ALIVE, "", from->alive[i].text);
    for (int i = 0; i < from->class_count; i++)
        us_builder_add_class(builder, from->classes[i]);
    for (int i = 0; i < from->descriptor_count; i++)
        us_builder_add_descriptor(builder, from->descriptor[i].key,
                                  us_entry_number(&from->descriptor[i], 0));
    if (from->literal)
        us_builder_set_literal(builder);
}

void us_builder_copy_head(us_builder *builder, const us_template *from)
{
    for (int i = from->shared; i < from->slot_count; i++) {
        us_builder_set_place(builder, from->slot[i].line, from->slot[i].column);
        us_builder_add_slot(builder, &from->slot[i]);
    }
    us_builder_set_place(builder, from->line, from->column);
    us_builder_set_goal(builder, from->goal_name);
    us_builder_set_goal_kind(builder, from->pursue);
    for (int i = 0; i < from->goal_args; i++)
        us_builder_add_arg(builder, US_ARGS_GOAL, from->goal_arg[i].name, from->goal_arg[i].text);
    us_builder_copy_conditions(builder, from);
    copy_cases(builder, from);
}

void us_builder_copy_node_open(us_builder *builder, const us_template *from, int node,
                               const us_node *as)
{
    const us_node *row = &from->node[node];
    us_builder_set_place(builder, row->line, row->column);
    us_builder_open_node(builder, as);
    for (int i = 0; i < row->arg_count; i++) {
        us_builder_set_place(builder, row->arg[i].line, row->arg[i].column);
        us_builder_set_name_place(builder, row->arg[i].name_line, row->arg[i].name_column);
        us_builder_add_arg(builder, row->arg[i].descriptor ? US_ARGS_DESCRIPTOR : US_ARGS_NODE,
                           row->arg[i].name, row->arg[i].text);
    }
    for (int i = 0; i < row->list_count; i++)
        us_builder_add_list_item(builder, row->list[i]);
}

void us_builder_copy_node_as(us_builder *builder, const us_template *from, int node,
                             const us_node *as)
{
    us_builder_copy_node_open(builder, from, node, as);
    for (int i = node + 1; i < from->node[node].end; i = from->node[i].end)
        us_builder_copy_node(builder, from, i); /* recursion no deeper than US_TREE_DEPTH */
    for (int i = 0; as->kind == US_NODE_ORDER && i < from->before_count; i++)
        if (from->node[from->before[i].first].parent == node)
            us_builder_add_precedence(builder, from->node[from->before[i].first].label,
                                      from->node[from->before[i].then].label);
    us_builder_close_node(builder);
}

void us_builder_copy_node(us_builder *builder, const us_template *from, int node)
{
    us_builder_copy_node_as(builder, from, node, &from->node[node]);
}

/* Copies the arguments of one owner to the arena. */
static const us_arg *gather(const us_builder *builder, us_args_owner of, int *count)
{
    *count = 0;
    for (int i = 0; i < builder->arg.count; i++)
        *count += builder->arg.item[i].of == of;
    us_arg *out = US_ARENA_ARRAY(builder->template->arena, us_arg, *count);
    *count = 0;
    for (int i = 0; i < builder->arg.count; i++)
        if (builder->arg.item[i].of == of)
            out[(*count)++] = builder->arg.item[i].arg;
    return out;
}

static void *copy_items(const us_builder *builder, const void *items, int count, size_t size)
{
    return us_arena_copy(builder->template->arena, items, (size_t)count, size);
}
#define SETTLE(list) copy_items(builder, (list).item, (list).count, sizeof *(list).item)

static void copy_nodes(us_builder *builder)
{
    us_template *template = builder->template;
    us_arg *arg = US_ARENA_ARRAY(template->arena, us_arg, builder->arg.count);
    for (int i = 0; i < builder->arg.count; i++)
        arg[i] = builder->arg.item[i].arg;
    const char **item = SETTLE(builder->item);
    for (int i = 0; i < builder->node.count; i++) {
        us_node *node = &builder->node.item[i];
        node->arg = node->arg_count ? arg + builder->first_arg.item[i] : NULL;
        node->list = node->list_count ? item + builder->first_item.item[i] : NULL;
    }
    template->node = SETTLE(builder->node);
    template->node_count = builder->node.count;
}

static int by_node(const void *a, const void *b)
{
    const us_precedence *one = a, *two = b;
    int first = (one->first > two->first) - (one->first < two->first);
    return first ? first : (one->then > two->then) - (one->then < two->then);
}

us_template *us_builder_finish(us_builder *builder)
{
    us_assert(builder->depth == 0 && builder->skipped == 0);
    us_template *template = builder->template;
    template->slot = SETTLE(builder->slot);
    template->slot_count = builder->slot.count;
    us_slot *slot = US_ARENA_ARRAY(template->arena, us_slot, template->slot_count);
    for (int i = 0; i < template->slot_count; i++)
        slot[i] = template->slot[i].slot;
    template->scope = (us_scope){slot, template->slot_count};
    template->goal_arg = gather(builder, US_ARGS_GOAL, &template->goal_args);
    template->when = gather(builder, US_ARGS_WHEN, &template->when_count);
    template->alive = gather(builder, US_ARGS_ALIVE, &template->alive_count);
    template->classes = SETTLE(builder->classes);
    template->class_count = builder->classes.count;
    template->descriptor = SETTLE(builder->descriptor);
    template->descriptor_count = builder->descriptor.count;
    if (builder->before.count > 0)
        us_array_sort(builder->before.item, (size_t)builder->before.count, sizeof(us_precedence),
                      by_node);
    template->before = SETTLE(builder->before);
    template->before_count = builder->before.count;
    copy_nodes(builder);
    finish_cases(builder);
    us_template_resolve(template, builder->faults);
    free_lists(builder);
    return template;
}
