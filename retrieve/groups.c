#include "retrieve/groups.h"

#include <string.h>

#include "base/sort.h"

typedef struct met {
    int found;        /* case of the case base */
    const char *demo; /* in the arena */
    int group;
} met;

typedef struct reading {
    const us_case_base *case_base;
    int cases; /* cases with an id */
    us_arena *arena;
    int64_t *behavior;
    int behaviors, behavior_capacity;
    met *met;
    int mets, met_capacity;
    int *above; /* by case: its whole case, or -1 */
} reading;

static int find_case(const reading *r, int64_t id)
{
    const us_case_base *case_base = r->case_base;
    int low = 0, high = r->cases;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (us_case_base_get_case(case_base, middle).id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->cases && us_case_base_get_case(case_base, low).id == id ? low : -1;
}

static void add_met(reading *r, met row)
{
    r->met = us_array_grow(r->met, r->mets, &r->met_capacity, sizeof *r->met);
    r->met[r->mets++] = row;
}

static void note_behavior(void *context, const us_library_behavior *row)
{
    reading *r = context;
    r->behavior =
        us_array_grow(r->behavior, r->behaviors, &r->behavior_capacity, sizeof *r->behavior);
    r->behavior[r->behaviors++] = row->id;
}

static void note_case(void *context, const us_library_case *row)
{
    reading *r = context;
    int found = find_case(r, row->id);
    if (found >= 0)
        r->above[found] = row->above ? find_case(r, row->above) : -1;
}

static void note_origin(void *context, const us_library_origin *row)
{
    reading *r = context;
    const us_entry *demo = us_case_find_entry(&row->about, US_KEY_DEMO);
    int found = find_case(r, row->case_id);
    if (!demo || demo->texts == 0 || found < 0)
        return;
    const char *text = demo->text[demo->texts > 1 ? 1 : 0];
    add_met(r, (met){found, us_arena_strndup(r->arena, text, strlen(text)), 0});
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
    us_array_sort(r->met, (size_t)r->mets, sizeof *r->met, by_demo);
    for (int i = 0; i < r->mets; i++) {
        count += i == 0 || strcmp(r->met[i - 1].demo, r->met[i].demo) != 0;
        r->met[i].group = count - 1;
    }
    us_array_sort(r->met, (size_t)r->mets, sizeof *r->met, by_case);
    return count;
}

/* A suffix case without a recorded demonstration gets the groups of its whole case. */
static void inherit(reading *r)
{
    int cases = us_case_base_case_count(r->case_base), mets = r->mets;
    int *first = US_NEW_ARRAY(int, cases + 1); /* 1 + index into met; 0: none */
    for (int i = mets - 1; i >= 0; i--)
        first[r->met[i].found] = i + 1;
    for (int i = 0; i < cases; i++) {
        if (first[i] || r->above[i] < 0 || !first[r->above[i]])
            continue;
        for (int k = first[r->above[i]] - 1; k < mets && r->met[k].found == r->above[i]; k++)
            add_met(r, (met){i, r->met[k].demo, r->met[k].group});
    }
    us_mem_free(first);
    us_array_sort(r->met, (size_t)r->mets, sizeof *r->met, by_case);
}

static void fill_groups(const reading *r, int count, us_groups *out)
{
    int cases = us_case_base_case_count(r->case_base), all = 0;
    *out = (us_groups){
        .count = count, .first = US_NEW_ARRAY(int, cases + 1), .of = US_NEW_ARRAY(int, r->mets)};
    for (int i = 0, k = 0; i < cases; i++) {
        out->first[i] = all;
        for (; k < r->mets && r->met[k].found == i; k++)
            if (all == out->first[i] || out->of[all - 1] != r->met[k].group)
                out->of[all++] = r->met[k].group;
    }
    out->first[cases] = all;
}

us_status us_groups_read(us_library *library, const us_case_base *case_base, us_groups *out,
                         us_error *err)
{
    reading r = {.case_base = case_base,
                 .arena = us_arena_new(),
                 .above = US_NEW_ARRAY(int, us_case_base_case_count(case_base))};
    r.cases = us_case_base_case_count(case_base);
    while (r.cases > 0 && us_case_base_get_case(case_base, r.cases - 1).id == 0)
        r.cases--;
    for (int i = 0; i < us_case_base_case_count(case_base); i++)
        r.above[i] = -1;
    us_status status = us_library_visit_behaviors(library, note_behavior, &r, err);
    if (status == US_OK)
        status = us_library_visit_cases(library, note_case, &r, err);
    for (int i = 0; i < r.behaviors && status == US_OK; i++)
        status = us_library_visit_origins(library, r.behavior[i], note_origin, &r, err);
    if (status == US_OK) {
        int count = number_groups(&r);
        inherit(&r);
        fill_groups(&r, count, out);
    }
    us_arena_free(r.arena);
    us_mem_free(r.behavior);
    us_mem_free(r.met);
    us_mem_free(r.above);
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
