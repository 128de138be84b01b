/* Cases of a builder. */
#include "behavior/builder.h"

#include <limits.h>
#include <string.h>

#include "base/sort.h"

static void open_case(us_builder *builder, us_cycle cycle, const char *map)
{
    us_assert(cycle >= -1);
    us_case row = {.cycle = cycle, .map = us_builder_copy_string(builder, map)};
    builder->at_case = builder->cases.count;
    US_LIST_PUT(builder->cases, ((us_pending_case){.row = row}));
}

void us_builder_init_cases(us_builder *builder)
{
    open_case(builder, -1, "");
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
        us_builder_add_done(builder, from->done[i]);
    copy_entries(builder, from);
}

void us_builder_copy_cases(us_builder *builder, const us_template *from)
{
    us_builder_select_first_case(builder);
    if (from->case_count > 0) {
        builder->cases.item[0].row.cycle = from->cases[0].cycle;
        builder->cases.item[0].row.map = us_builder_copy_string(builder, from->cases[0].map);
        copy_entries(builder, &from->cases[0]);
    }
    for (int i = 1; i < from->case_count; i++) {
        us_builder_copy_case(builder, &from->cases[i]);
        builder->cases.item[builder->at_case].copied = true;
    }
    us_builder_select_first_case(builder);
}

void us_builder_cases_clear(us_builder *builder)
{
    us_mem_free(builder->cases.item);
    us_mem_free(builder->entry.item);
    us_mem_free(builder->done.item);
}

/* ---- done steps */

typedef struct step {
    const char *label;
    int index; /* among the steps */
} step;

typedef struct steps {
    step *item; /* sorted by label */
    int count;
} steps;

static int by_label(const void *left, const void *right)
{
    const step *a = left, *b = right;
    int order = strcmp(a->label, b->label);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

static steps list_steps(const us_template *template)
{
    steps list = {US_NEW_ARRAY(step, template->node_count), 0};
    int index = 0;
    int body = us_template_body(template),
        end = template->node_count ? template->node[body].end : 0;
    for (int i = body + 1; i < end; i = template->node[i].end, index++)
        if (template->node[i].label[0])
            list.item[list.count++] = (step){template->node[i].label, index};
    us_array_sort(list.item, (size_t)list.count, sizeof *list.item, by_label);
    return list;
}

static const char *label_at(const void *from, int i)
{
    const steps *list = from;
    return i < list->count ? list->item[i].label : NULL;
}

static int find_step(const steps *list, const char *label)
{
    int low = 0, high = list->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strcmp(list->item[middle].label, label) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < list->count && us_text_equal(list->item[low].label, label);
    return found ? list->item[low].index : INT_MAX;
}

static void refuse_done(us_builder *builder, const us_pending_done *done, const steps *list)
{
    char fix[US_FIX_SIZE];
    us_faults_add(
        builder->faults, US_FAULT_NAME, done->line, done->column, "no step is labeled \"%.63s\"|%s",
        done->label,
        us_name_suggest(done->label, label_at, list, "write the label before the step", fix));
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

void us_builder_finish_cases(us_builder *builder)
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
