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
    us_value *value; /* by slot, US_SLOTS_MAX; set once it is ready */
    us_slots bound;
    bool ready;
} asking;

/* A condition with a slot that the goal doesn't bind is for after binding, and counts as true. */
static bool ask(asking *a, const us_expr *when)
{
    if (!a->ready) {
        memset(a->value, 0, US_SLOTS_MAX * sizeof *a->value);
        a->bound = (us_slots){0};
        bind(a->template, a->query->goal, a->value, &a->bound);
    }
    a->ready = true;
    for (int slot = 0; slot < a->template->slot_count; slot++)
        if (!us_slots_has(&a->bound, slot) && us_expr_has_slot(when, slot))
            return true;
    return us_expr_is_true(when, a->query->view, &(us_binding){a->value, NULL});
}

/* Asks the first condition that was not asked in this query. Returns false if all were. */
static bool ask_next(asking *a)
{
    us_case_base_row *row = a->row;
    int condition = row->evaluated == UINT64_MAX ? 64 : __builtin_ctzll(~row->evaluated);
    if (condition >= a->template->when_count)
        return false;
    const us_expr *when = a->template->when[condition].expr;
    uint64_t bit = (uint64_t)1 << condition;
    if (!when || ask(a, when))
        row->held |= bit;
    row->evaluated |= bit;
    return true;
}

/* ---- steps of conditions */

/* Whether there are steps that ask for the condition, and all of them are done. steps: their
 * labels, or NULL. */
static bool is_over(const us_entry *steps, const us_indexed_case *item)
{
    int count = steps ? (int)steps->texts : 0;
    for (int i = 0; i < count; i++)
        if (!us_done_labels_has_label(item->done, item->done_count, steps->text[i]))
            return false;
    return count > 0;
}

/* Notes what US_KEY_WHEN_STEPS of the behavior's first whole case says. */
static void note_steps(us_case_base *case_base, int behavior, const us_template *t,
                       const us_case *from)
{
    US_AUTOSTR(key);
    int count;
    const int *list = us_case_base_list_cases(case_base, behavior, &count);
    for (int i = 0; i < t->when_count; i++) {
        const us_entry *steps =
            us_case_find_entry(from, us_key_format_number(US_KEY_WHEN_STEPS, i + 1, &key));
        for (int k = 0; k < count && steps; k++)
            if (is_over(steps, &case_base->item[list[k]]))
                case_base->over[list[k]] |= (uint64_t)1 << i;
    }
}

/* Returns the behavior's first whole case; -1: it has none. */
static int first_whole(const us_case_base *case_base, int behavior)
{
    int count;
    const int *list = us_case_base_list_cases(case_base, behavior, &count);
    for (int i = 0; i < count; i++)
        if (case_base->item[list[i]].done_count == 0)
            return list[i];
    return -1;
}

us_status us_case_base_read_steps(us_case_base *case_base, int behavior, us_error *err)
{
    us_case from = {.cycle = -1, .map = ""};
    const us_template *t;
    int whole = case_base->library ? first_whole(case_base, behavior) : -1;
    US_TRY(us_case_base_get_template(case_base, behavior, &t, err));
    us_assert(t->when_count <= 64);
    if (whole >= 0)
        US_TRY(us_case_base_read_whole(case_base, whole, &from, err));
    else if (!case_base->library && t->case_count > 0 && t->cases[0].done_count == 0)
        from = t->cases[0];
    if (!case_base->over)
        case_base->over = US_NEW_ARRAY(uint64_t, case_base->items);
    note_steps(case_base, behavior, t, &from);
    case_base->row[behavior].stepped = true;
    return US_OK;
}

/* ---- conditions of suffix cases */

static bool has_texts(const us_suffix_conditions *rest, const us_entry *entry)
{
    if (rest->count != (entry ? (int)entry->texts : 0))
        return false;
    for (int i = 0; i < rest->count; i++)
        if (!us_text_equal(rest->text[i], entry->text[i]))
            return false;
    return true;
}

/* Compiles conditions for cases of a behavior. */
static us_status compile_rest(us_case_base *case_base, us_case_base_row *row, const us_template *t,
                              const us_entry *entry, us_error *err)
{
    int texts = entry ? (int)entry->texts : 0;
    us_status status = US_OK;
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
    if (status == US_OK) {
        rest->next = row->rest;
        row->rest = rest;
    }
    for (int i = 0; i < rest->count && status != US_OK; i++)
        us_expr_free(rest->when[i]);
    return status;
}

us_status us_case_base_note_conditions(us_case_base *case_base, int found, const us_template *t,
                                       const us_case *from, us_error *err)
{
    us_case_base_row *row = &case_base->row[case_base->item[found].behavior];
    const us_entry *entry = us_case_find_entry(from, US_KEY_WHEN);
    us_suffix_conditions *rest = row->rest;
    while (rest && !has_texts(rest, entry))
        rest = rest->next;
    if (!rest) {
        US_TRY(compile_rest(case_base, row, t, entry, err));
        rest = row->rest;
    }
    if (!case_base->rest)
        case_base->rest = US_NEW_ARRAY(us_suffix_conditions *, case_base->items);
    case_base->rest[found] = rest;
    return US_OK;
}

static us_status read_rest(us_case_base *case_base, int found, const us_template *t, us_error *err)
{
    us_case from;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_TRY(us_case_base_read_case(case_base, found, arena, &from, err));
    return us_case_base_note_conditions(case_base, found, t, &from, err);
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

/* Returns the conditions, a bit each, that were asked in this query and that the case fails. */
static uint64_t failing_so_far(const us_case_base *case_base, int found)
{
    const us_indexed_case *item = &case_base->item[found];
    const us_case_base_row *row = &case_base->row[item->behavior];
    uint64_t over = item->done_count && row->stepped ? case_base->over[found] : 0;
    return row->evaluated & ~row->held & ~over;
}

bool us_case_base_has_failed(const us_case_base *case_base, int found)
{
    const us_case_base_row *row = &case_base->row[case_base->item[found].behavior];
    return row->query_number == case_base->query_count &&
           (row->stepped || !case_base->item[found].done_count) && failing_so_far(case_base, found);
}

us_status us_case_base_find_failing(us_case_base *case_base, int found, const us_query *query,
                                    int *out, us_error *err)
{
    const us_indexed_case *item = &case_base->item[found];
    us_case_base_row *row = &case_base->row[item->behavior];
    us_value value[US_SLOTS_MAX]; /* large, and mostly not needed */
    asking a = {.row = row, .query = query, .value = value};
    US_TRY(us_case_base_get_template(case_base, item->behavior, &a.template, err));
    us_assert(a.template->when_count <= 64);
    if (row->query_number != case_base->query_count)
        row->evaluated = row->held = 0;
    row->query_number = case_base->query_count;
    uint64_t failing;
    while (!(failing = failing_so_far(case_base, found)) && ask_next(&a))
        ;
    if (failing && item->done_count && !row->stepped) {
        US_TRY(us_case_base_read_steps(case_base, item->behavior, err));
        while (!(failing = failing_so_far(case_base, found)) && ask_next(&a))
            ;
    }
    *out = failing ? __builtin_ctzll(failing) : -1;
    return !failing && item->done_count ? ask_rest(case_base, found, &a, out, err) : US_OK;
}
