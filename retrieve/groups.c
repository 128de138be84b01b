#include "retrieve/groups.h"

#include <string.h>

#include "base/sort.h"
#include "retrieve/case_base.h"

typedef struct met {
    int found;        /* case of the case base */
    const char *demo; /* in the arena */
    int group;
} met;

typedef struct reading {
    const us_case_base *case_base;
    us_arena *arena;
    US_LIST(met) met;
    int *above; /* by case: its whole case, or -1 */
} reading;

static void note_origin(void *context, const us_library_origin *row)
{
    reading *r = context;
    const us_entry *demo = us_case_find_entry(&row->about, US_KEY_DEMO);
    int found = us_case_base_find_case(r->case_base, row->case_id);
    if (!demo || demo->texts == 0 || found < 0)
        return;
    const char *text = demo->text[demo->texts > 1 ? 1 : 0];
    US_LIST_PUT(r->met, ((met){found, us_arena_strdup(r->arena, text), 0}));
}

static int by_demo(const void *left, const void *right)
{
    const met *a = left, *b = right;
    int order = strcmp(a->demo, b->demo);
    return order ? order : (a->found > b->found) - (a->found < b->found);
}

static int by_case(const void *left, const void *right)
{
    const met *a = left, *b = right;
    if (a->found != b->found)
        return a->found > b->found ? 1 : -1;
    return (a->group > b->group) - (a->group < b->group);
}

static int number_groups(reading *r)
{
    int count = 0;
    met *row = r->met.item;
    us_array_sort(row, (size_t)r->met.count, sizeof *row, by_demo);
    for (int i = 0; i < r->met.count; i++) {
        count += i == 0 || strcmp(row[i - 1].demo, row[i].demo) != 0;
        row[i].group = count - 1;
    }
    us_array_sort(row, (size_t)r->met.count, sizeof *row, by_case);
    return count;
}

/* A suffix case without a recorded demonstration gets the groups of its whole case. */
static void inherit(reading *r)
{
    int cases = r->case_base->items, mets = r->met.count;
    int *first = US_NEW_ARRAY(int, cases + 1); /* 1 + index into met; 0: none */
    for (int i = mets - 1; i >= 0; i--)
        first[r->met.item[i].found] = i + 1;
    for (int i = 0; i < cases; i++) {
        if (first[i] || r->above[i] < 0 || !first[r->above[i]])
            continue;
        for (int k = first[r->above[i]] - 1; k < mets; k++) {
            met row = r->met.item[k];
            if (row.found != r->above[i])
                break;
            row.found = i;
            US_LIST_PUT(r->met, row);
        }
    }
    us_mem_free(first);
    us_array_sort(r->met.item, (size_t)r->met.count, sizeof *r->met.item, by_case);
}

static void fill_groups(const reading *r, int count, us_groups *out)
{
    int cases = r->case_base->items, all = 0;
    *out = (us_groups){.count = count,
                       .first = US_NEW_ARRAY(int, cases + 1),
                       .of = US_NEW_ARRAY(int, r->met.count)};
    for (int i = 0, k = 0; i < cases; i++) {
        out->first[i] = all;
        for (; k < r->met.count && r->met.item[k].found == i; k++)
            if (all == out->first[i] || out->of[all - 1] != r->met.item[k].group)
                out->of[all++] = r->met.item[k].group;
    }
    out->first[cases] = all;
}

us_status us_groups_read(us_library *library, const us_case_base *case_base, us_groups *out,
                         us_error *err)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    reading r = {.case_base = case_base, .arena = arena};
    r.above = US_ARENA_ARRAY(arena, int, case_base->items);
    for (int i = 0; i < case_base->items; i++) {
        int64_t above = case_base->item[i].above;
        r.above[i] = above ? us_case_base_find_case(case_base, above) : -1;
    }
    us_status status = US_OK;
    for (int i = 0; i < case_base->rows && status == US_OK; i++)
        status = us_library_visit_origins(library, case_base->row[i].id, note_origin, &r, err);
    if (status == US_OK) {
        int count = number_groups(&r);
        inherit(&r);
        fill_groups(&r, count, out);
    }
    us_mem_free(r.met.item);
    return status;
}

void us_groups_clear(us_groups *groups)
{
    us_mem_free(groups->first);
    us_mem_free(groups->of);
    *groups = (us_groups){0};
}

bool us_groups_has_group(const us_groups *groups, int found, int group)
{
    for (int i = groups->first[found]; i < groups->first[found + 1]; i++)
        if (groups->of[i] == group)
            return true;
    return false;
}

bool us_groups_has_common(const us_groups *groups, int a, int b)
{
    for (int i = groups->first[a]; i < groups->first[a + 1]; i++)
        if (us_groups_has_group(groups, b, groups->of[i]))
            return true;
    return false;
}
