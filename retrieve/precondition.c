/* Preconditions. Each is asked once in a query, for all cases of its behavior. */
#include "retrieve/case_base.h"

#include <string.h>

#include "retrieve/step_bag.h"

/* Binds what is known before binding: the goal's arguments, and constants. */
static void bind(const us_template *t, const us_goal *goal, us_value *value, us_slots *bound)
{
    us_template_bind_goal(t, goal, value, bound);
    for (int i = 0; i < t->slot_count; i++)
        if (!us_slots_has(bound, i) && t->slot[i].initial && t->slot[i].initial->expr &&
            us_expr_is_constant(t->slot[i].initial->expr, &value[i].number))
            us_slots_add(bound, i);
}

typedef struct asking {
    us_case_base_row *row;
    const us_template *template;
    const us_query *query;
    us_value value[US_SLOTS_MAX]; /* by slot, once it is ready */
    us_slots bound;
    bool ready;
} asking;

/* A condition with a slot that the goal doesn't bind is for after binding, and counts as true. */
static bool ask(asking *a, const us_expr *when)
{
    if (!a->ready) {
        memset(a->value, 0, sizeof a->value);
        a->bound = (us_slots){0};
        bind(a->template, a->query->goal, a->value, &a->bound);
    }
    a->ready = true;
    for (int slot = 0; slot < a->template->slot_count; slot++)
        if (!us_slots_has(&a->bound, slot) && us_expr_has_slot(when, slot))
            return true;
    return us_expr_is_true(when, a->query->view, &(us_binding){a->value, NULL});
}

static bool holds(asking *a, int condition)
{
    uint64_t bit = (uint64_t)1 << condition;
    const us_expr *when = a->template->when[condition].expr;
    if (!(a->row->evaluated & bit) && (!when || ask(a, when)))
        a->row->held |= bit;
    a->row->evaluated |= bit;
    return a->row->held & bit;
}

/* ---- steps of conditions */

/* Reads US_KEY_WHEN_STEPS of the behavior's first whole case: labels of the steps that ask for each
 * condition. */
static void note_steps(us_case_base *case_base, const us_template *t, const us_case *from,
                       us_case_base_steps *out)
{
    US_AUTOSTR(key);
    for (int i = 0; i < t->when_count; i++) {
        const us_entry *entry =
            us_case_find_entry(from, us_key_format_number(US_KEY_WHEN_STEPS, i + 1, &key));
        int count = entry ? (int)entry->texts : 0;
        out[i].label = US_ARENA_ARRAY(case_base->arena, const char *, count + 1);
        for (int k = 0; k < count; k++)
            out[i].label[out[i].count++] =
                us_arena_strndup(case_base->arena, entry->text[k], strlen(entry->text[k]));
    }
}

/* Returns the behavior's first whole case; -1: it has none. */
static int first_whole(const us_case_base *case_base, const us_case_base_row *row)
{
    int behavior = (int)(row - case_base->row);
    for (int i = row->cased ? row->first : case_base->items; i < case_base->items; i++)
        if (case_base->item[i].behavior == behavior && case_base->item[i].done_count == 0)
            return i;
    return -1;
}

static us_status read_steps(us_case_base *case_base, us_case_base_row *row, const us_template *t,
                            us_error *err)
{
    us_case from = {.cycle = -1, .map = ""};
    int whole = case_base->library ? first_whole(case_base, row) : -1;
    if (whole >= 0)
        US_TRY(us_case_base_read_whole(case_base, whole, &from, err));
    else if (!case_base->library && t->case_count > 0 && t->cases[0].done_count == 0)
        from = t->cases[0];
    row->steps = US_ARENA_ARRAY(case_base->arena, us_case_base_steps, t->when_count + 1);
    note_steps(case_base, t, &from, row->steps);
    return US_OK;
}

/* Whether there are steps, and all of them are done. */
static bool is_over(const us_case_base_steps *steps, const us_indexed_case *item)
{
    for (int i = 0; i < steps->count; i++)
        if (!us_done_labels_has_label(item->done, item->done_count, steps->label[i]))
            return false;
    return steps->count > 0;
}

/* ---- conditions of suffix cases */

static us_status read_rest(us_case_base *case_base, int found, const us_template *t, us_error *err)
{
    us_case from;
    us_arena *arena = us_arena_new();
    us_status status = us_case_base_read_case(case_base, found, arena, &from, err);
    const us_entry *entry = status == US_OK ? us_case_find_entry(&from, US_KEY_WHEN) : NULL;
    int texts = entry ? entry->texts : 0;
    us_suffix_conditions *rest = US_ARENA_ARRAY(case_base->arena, us_suffix_conditions, 1);
    rest->when = US_ARENA_ARRAY(case_base->arena, us_expr *, texts + 1);
    rest->text = US_ARENA_ARRAY(case_base->arena, const char *, texts + 1);
    for (int i = 0; i < texts && status == US_OK; i++) {
        const char *text = entry->text[i];
        us_source source = {.file = t->name, .text = text, .line = 1, .column = 1};
        status = us_expr_compile(t->domain, &t->scope, US_VALUE_BOOL, &source, &rest->when[i], err);
        rest->text[i] = us_arena_strndup(case_base->arena, text, strlen(text));
        rest->count += status == US_OK;
    }
    us_arena_free(arena);
    if (!case_base->rest)
        case_base->rest = US_NEW_ARRAY(us_suffix_conditions *, case_base->items);
    case_base->rest[found] = rest;
    if (status != US_OK)
        us_case_base_drop_conditions(case_base);
    return status;
}

static us_status ask_rest(us_case_base *case_base, int found, asking *a, int *out, us_error *err)
{
    if (!case_base->rest || !case_base->rest[found])
        US_TRY(read_rest(case_base, found, a->template, err));
    us_suffix_conditions *rest = case_base->rest[found];
    if (rest->query_number != case_base->query_count) {
        rest->failing = -1;
        for (int i = 0; i < rest->count && rest->failing < 0; i++)
            if (!ask(a, rest->when[i]))
                rest->failing = i;
        rest->query_number = case_base->query_count;
    }
    *out = rest->failing < 0 ? -1 : a->template->when_count + rest->failing;
    return US_OK;
}

us_status us_case_base_get_condition(us_case_base *case_base, int found, int condition,
                                     const char **out, us_error *err)
{
    const us_template *t;
    US_TRY(us_case_base_get_template(case_base, case_base->item[found].behavior, &t, err));
    if (condition < t->when_count) {
        *out = t->when[condition].text;
        return US_OK;
    }
    if (!case_base->rest || !case_base->rest[found])
        US_TRY(read_rest(case_base, found, t, err));
    us_assert(condition - t->when_count < case_base->rest[found]->count);
    *out = case_base->rest[found]->text[condition - t->when_count];
    return US_OK;
}

us_status us_case_base_find_failing(us_case_base *case_base, int found, const us_query *query,
                                    int *out, us_error *err)
{
    const us_indexed_case *item = &case_base->item[found];
    us_case_base_row *row = &case_base->row[item->behavior];
    asking a; /* large, and mostly not needed */
    a.row = row;
    a.query = query;
    a.ready = false;
    US_TRY(us_case_base_get_template(case_base, item->behavior, &a.template, err));
    us_assert(a.template->when_count <= 64);
    if (row->query_number != case_base->query_count)
        row->evaluated = row->held = 0;
    row->query_number = case_base->query_count;
    *out = -1;
    for (int i = 0; i < a.template->when_count; i++) {
        if (holds(&a, i))
            continue;
        if (item->done_count && !row->steps)
            US_TRY(read_steps(case_base, row, a.template, err));
        if (item->done_count && is_over(&row->steps[i], item))
            continue;
        *out = i;
        return US_OK;
    }
    return item->done_count ? ask_rest(case_base, found, &a, out, err) : US_OK;
}
