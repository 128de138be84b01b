/* Loading a library into a case base: passes over narrow rows; templates are read at their first
 * use. */
#include "base/sort.h"
#include "retrieve/attempts.h"
#include "retrieve/case_base.h"
#include "retrieve/library_internal.h"

#include <stdio.h>
#include <string.h>

typedef struct link { /* from an id of the library to an index of the case base */
    int64_t id;
    int index;
} link;

typedef US_LIST(link) links;

typedef struct loading {
    us_library *library;
    us_case_base *case_base;
    links goals, behaviors;   /* by id */
    int64_t last;             /* id of the last case */
    const int64_t *bandwidth; /* by feature of the library */
    bool mixed;               /* some id is 0, or not above the one before */
    us_arena *arena;
} loading;

static int by_id(const void *left, const void *right)
{
    const link *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

static int find_link(const links *list, int64_t id)
{
    link wanted = {.id = id};
    const link *found = us_array_find(&wanted, list->item, list->count, sizeof wanted, by_id);
    return found ? found->index : -1;
}

us_space us_library_make_space(const us_library *library)
{
    int count;
    const us_library_feature *feature = us_library_features(library, &count);
    US_AUTOFREE us_dimension *dimension = US_NEW_ARRAY(us_dimension, count);
    for (int i = 0; i < count; i++) {
        dimension[i] = (us_dimension){.low = us_feature_clamp(feature[i].low),
                                      .high = us_feature_clamp(feature[i].high),
                                      .weight = feature[i].index < 0 ? 0 : (int)feature[i].weight};
        snprintf(dimension[i].name, sizeof dimension[i].name, "%s", feature[i].name);
    }
    us_space space = us_space_make(dimension, count);
    return space;
}

static us_status load_goal(void *context, sqlite3_stmt *row, us_error *err)
{
    loading *l = context;
    us_goal_pattern pattern;
    us_error fault = {0};
    us_source source = {.file = "", .text = us_store_column_text(row, 1), .line = 1, .column = 1};
    if (us_goal_pattern_parse(l->case_base->domain, &source, &pattern, &fault) != US_OK)
        return us_error_set(err, US_MISMATCH, us_library_path(l->library), 0, 0,
                            "its goal %.100s is not one of the domain: %.200s; the domain has "
                            "changed since, or the library is damaged; see understudy library "
                            "check",
                            source.text, fault.text);
    link found = {sqlite3_column_int64(row, 0), us_case_base_get_bucket(l->case_base, &pattern)};
    US_LIST_PUT(l->goals, found);
    return US_OK;
}

static us_status load_behavior(void *context, sqlite3_stmt *row, us_error *err)
{
    loading *l = context;
    int64_t id = sqlite3_column_int64(row, 0), goal = sqlite3_column_int64(row, 2);
    int bucket = goal ? find_link(&l->goals, goal) : -1;
    us_hash hash = 0;
    (void)err;
    us_hash_parse(us_store_column_text(row, 6), &hash);
    link found = {id, us_case_base_add_behavior(l->case_base, id, us_store_column_text(row, 1),
                                                hash, bucket, sqlite3_column_int(row, 3) != 0)};
    l->case_base->row[found.index].record =
        (us_success_count){sqlite3_column_int64(row, 4), sqlite3_column_int64(row, 5)};
    US_LIST_PUT(l->behaviors, found);
    return US_OK;
}

/* Adds the outcomes of all games of a behavior. */
static us_status load_outcomes(void *context, sqlite3_stmt *row, us_error *err)
{
    const loading *l = context;
    int behavior = find_link(&l->behaviors, sqlite3_column_int64(row, 0));
    (void)err;
    if (behavior < 0) /* a tree */
        return US_OK;
    us_success_count games = {sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 2)};
    us_success_count *all = &l->case_base->row[behavior].record;
    *all = us_success_count_add(*all, games);
    return US_OK;
}

/* Notes the parent of an adapted behavior: the latest parent of the first origin that names a
 * behavior of the case base. */
static us_status load_parent(void *context, sqlite3_stmt *row, us_error *err)
{
    const loading *l = context;
    int child = find_link(&l->behaviors, sqlite3_column_int64(row, 0));
    int parent = find_link(&l->behaviors, sqlite3_column_int64(row, 1));
    (void)err;
    if (child >= 0 && l->case_base->row[child].parent < 0 && child != parent)
        l->case_base->row[child].parent = parent;
    return US_OK;
}

static void load_attempt(void *context, const us_worth_attempt *from)
{
    const loading *l = context;
    us_worth_attempt attempt = *from;
    attempt.behavior = find_link(&l->behaviors, from->behavior);
    if (attempt.behavior >= 0)
        us_case_base_add_attempt(l->case_base, l->bandwidth, &attempt);
}

/* Notes a demonstration in which a behavior was shown. */
static us_status load_shown(void *context, sqlite3_stmt *stmt, us_error *err)
{
    const loading *l = context;
    int at = find_link(&l->behaviors, sqlite3_column_int64(stmt, 0));
    (void)err;
    if (at >= 0)
        us_case_base_add_demonstration(l->case_base, at, us_store_column_text(stmt, 1));
    return US_OK;
}

static us_status load_attempts(loading *l, us_error *err)
{
    int count;
    const us_library_feature *feature = us_library_features(l->library, &count);
    US_AUTOFREE int64_t *bandwidth = US_NEW_ARRAY(int64_t, count + 1);
    for (int i = 0; i < count; i++)
        bandwidth[i] = feature[i].index < 0 ? 0 : feature[i].bandwidth;
    l->bandwidth = bandwidth;
    US_TRY(us_library_visit_attempts(l->library, load_attempt, l, err));
    return l->case_base->worth
               ? us_library_visit_rows(l->library, US_SQL_SHOWN, load_shown, l, err, "")
               : US_OK;
}

static void visit_case(void *context, const us_library_case *row)
{
    loading *l = context;
    int behavior = find_link(&l->behaviors, row->behavior);
    bool known = us_space_has_known(&l->case_base->space, row->feature);
    if (l->mixed)
        return;
    l->mixed = row->id <= l->last;
    l->last = row->id;
    us_indexed_case item = {.id = row->id,
                            .above = row->above,
                            .behavior = behavior,
                            .feature = known ? row->feature : NULL};
    if (behavior < 0 || l->mixed) /* cases of trees don't matter */
        return;
    us_mark mark = us_arena_mark(l->arena);
    item.done_count = us_done_labels_split(row->done, l->arena, &item.done);
    us_case_base_add_case(l->case_base, &item);
    us_arena_release(l->arena, mark);
}

int us_case_base_find_case(const us_case_base *case_base, int64_t id)
{
    int low = 0, high = case_base->items;
    while (low < high) {
        int middle = (low + high) / 2;
        if (case_base->item[middle].id && case_base->item[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < case_base->items && case_base->item[low].id == id ? low : -1;
}

/* Reads the hash of a case. A text that is no hash, as in a damaged library, leaves 0. */
static us_status load_content(void *context, sqlite3_stmt *row, us_error *err)
{
    const us_case_base *case_base = context;
    int at = us_case_base_find_case(case_base, sqlite3_column_int64(row, 0));
    (void)err;
    if (at >= 0)
        us_hash_parse(us_store_column_text(row, 1), &case_base->item[at].content);
    return US_OK;
}

static us_status load_all(loading *l, us_error *err)
{
    us_library *library = l->library;
    US_TRY(us_library_visit_rows(library, US_SQL_PATTERNS, load_goal, l, err, ""));
    US_TRY(us_library_visit_rows(library, US_SQL_SHELVED, load_behavior, l, err, ""));
    US_TRY(us_library_visit_rows(library, US_SQL_OUTCOMES, load_outcomes, l, err, ""));
    US_TRY(us_library_visit_rows(library, US_SQL_PARENTS, load_parent, l, err, ""));
    US_TRY(load_attempts(l, err));
    US_TRY(us_library_visit_cases(library, visit_case, l, err));
    if (l->mixed)
        return us_library_fail_damaged(library, err, "case %lld is out of order",
                                       (long long)l->last);
    for (int i = 0; i < l->case_base->rows; i++)
        if (!l->case_base->row[i].cased)
            us_case_base_add_case(
                l->case_base,
                &(us_indexed_case){.behavior = i, .content = l->case_base->row[i].hash});
    return us_library_visit_rows(library, US_SQL_CASE_HASHES, load_content, l->case_base, err, "");
}

us_status us_case_base_load(us_library *library, us_case_base **out, us_error *err)
{
    US_TRY(us_library_begin_read(library, err));
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_AUTOPTR(us_case_base)
    case_base = us_case_base_new(library->domain, us_library_make_space(library));
    loading l = {.library = library, .case_base = case_base, .arena = arena};
    case_base->library = library;
    us_status status = us_library_end_read(library, load_all(&l, err), err);
    us_mem_free(l.goals.item);
    us_mem_free(l.behaviors.item);
    US_TRY(status);
    us_case_base_finish(case_base);
    *out = US_STEAL(case_base);
    return US_OK;
}

int us_case_base_read_count(const us_case_base *case_base)
{
    int count = 0;
    for (int i = 0; i < case_base->rows; i++)
        count += case_base->row[i].own != NULL;
    return count;
}

us_status us_case_base_get_template(us_case_base *case_base, int behavior, const us_template **out,
                                    us_error *err)
{
    us_case_base_row *row = &case_base->row[behavior];
    if (!row->template)
        US_TRY(us_library_read_template(case_base->library, row->id, &row->own, err));
    if (!row->template)
        row->template = row->own;
    *out = row->template;
    return US_OK;
}

static us_status find_named(us_case_base *case_base, us_template_kind kind, const char *name,
                            const us_template **out, us_error *err)
{
    us_case_base_tree_row row;
    if (!case_base->library) {
        *out = us_brl_find(case_base->brl, kind, name);
        return US_OK;
    }
    for (int i = 0; i < case_base->trees; i++) {
        *out = case_base->tree[i].template;
        if ((*out)->kind == kind && us_text_equal(case_base->tree[i].name, name))
            return US_OK;
    }
    *out = NULL;
    US_TRY(us_library_read_tree(case_base->library, kind, name, &row.template, err));
    if (!row.template)
        return US_OK;
    row.name = row.template->name;
    case_base->tree =
        us_array_grow(case_base->tree, case_base->trees, &case_base->tree_capacity, sizeof row);
    case_base->tree[case_base->trees++] = row;
    *out = row.template;
    return US_OK;
}

us_status us_case_base_find_tree(us_case_base *case_base, const char *name, const us_template **out,
                                 us_error *err)
{
    return find_named(case_base, US_TEMPLATE_TREE, name, out, err);
}

us_status us_case_base_find_archetype(us_case_base *case_base, const char *name,
                                      const us_template **out, us_error *err)
{
    return find_named(case_base, US_TEMPLATE_ARCHETYPE, name, out, err);
}

/* ---- recorded cases */

static us_case **place_of(us_case_base *case_base, int found)
{
    if (!case_base->seen)
        case_base->seen = US_NEW_ARRAY(us_case *, case_base->items);
    return &case_base->seen[found];
}

us_status us_case_base_read_case(us_case_base *case_base, int found, us_arena *arena, us_case *out,
                                 us_error *err)
{
    const us_indexed_case *item = &case_base->item[found];
    const us_case_base_row *row = &case_base->row[item->behavior];
    *out = (us_case){.cycle = -1, .map = ""};
    if (case_base->seen && case_base->seen[found])
        *out = *case_base->seen[found];
    else if (case_base->library)
        return item->id
                   ? us_library_read_observations(case_base->library, item->id, arena, out, err)
                   : US_OK;
    else if (found - row->first < row->template->case_count)
        *out = row->template->cases[found - row->first];
    return US_OK;
}

us_status us_case_base_read_whole(us_case_base *case_base, int at, us_case *out, us_error *err)
{
    us_case **place = place_of(case_base, at);
    if (!*place) {
        us_case *whole = US_ARENA_ARRAY(case_base->arena, us_case, 1);
        US_TRY(us_case_base_read_case(case_base, at, case_base->arena, whole, err));
        *place = whole;
    }
    *out = **place;
    return US_OK;
}

static us_status read_above(us_case_base *case_base, int found, us_case *out, us_error *err)
{
    int64_t above = case_base->item[found].above;
    *out = (us_case){.cycle = -1, .map = ""};
    if (!above)
        return US_OK;
    int at = case_base->library ? us_case_base_find_case(case_base, above) : (int)above - 1;
    if (at < 0)
        return us_library_fail_damaged(case_base->library, err, "case %lld is not there",
                                       (long long)above);
    return us_case_base_read_whole(case_base, at, out, err);
}

/* ---- all at once */

static void prepare_suffix(us_case_base *case_base, int at, const us_case *from)
{
    const us_template *template;
    bool noted = case_base->rest && case_base->rest[at];
    if (!noted && us_case_base_get_template(case_base, case_base->item[at].behavior, &template,
                                            NULL) == US_OK)
        (void)us_case_base_note_conditions(case_base, at, template, from, NULL);
}

static bool has_names(const us_indexed_case *item)
{
    for (int i = 0; i < item->done_count; i++)
        if (strlen(item->done[i]) > US_NAME_MAX || !us_brl_is_name(item->done[i]))
            return false;
    return true;
}

static us_status prepare_case(void *context, sqlite3_stmt *row, us_error *err)
{
    us_case_base *case_base = context;
    int at = us_case_base_find_case(case_base, sqlite3_column_int64(row, 0));
    (void)err;
    if (at < 0 || *place_of(case_base, at))
        return US_OK;
    const us_indexed_case *item = &case_base->item[at];
    us_case from = {.cycle = -1, .map = "", .done = item->done, .done_count = item->done_count};
    if (!has_names(item) ||
        us_library_read_entries(case_base->library, us_store_column_text(row, 1), case_base->arena,
                                &from, NULL) != US_OK)
        return US_OK;
    us_case **place = place_of(case_base, at);
    *place = us_arena_copy(case_base->arena, &from, 1, sizeof from);
    if (item->done_count > 0)
        prepare_suffix(case_base, at, &from);
    return US_OK;
}

static us_status prepare_library(us_case_base *case_base)
{
    const us_template *template;
    for (int i = 0; i < case_base->rows; i++)
        (void)us_case_base_get_template(case_base, i, &template, NULL);
    US_TRY(us_library_visit_rows(case_base->library, US_SQL_ENTRIES, prepare_case, case_base, NULL,
                                 ""));
    for (int i = 0; i < case_base->rows; i++)
        if (!case_base->row[i].stepped)
            (void)us_case_base_read_steps(case_base, i, NULL);
    return US_OK;
}

void us_case_base_prepare(us_case_base *case_base)
{
    us_case from;
    us_library *library = case_base->library;
    if (library && us_library_begin_read(library, NULL) == US_OK)
        (void)us_library_end_read(library, prepare_library(case_base), NULL);
    for (int i = 0; !library && i < case_base->items; i++)
        if (case_base->item[i].done_count > 0 &&
            us_case_base_read_case(case_base, i, case_base->arena, &from, NULL) == US_OK)
            prepare_suffix(case_base, i, &from);
}

static us_status read_own(us_case_base *case_base, int found, us_arena *arena, us_case *out,
                          us_error *err)
{
    return case_base->item[found].done_count == 0
               ? us_case_base_read_whole(case_base, found, out, err)
               : us_case_base_read_case(case_base, found, arena, out, err);
}

us_status us_case_base_get_next(us_case_base *case_base, int found, int64_t *out, us_error *err)
{
    us_case from[2];
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_TRY(read_above(case_base, found, &from[0], err));
    US_TRY(read_own(case_base, found, arena, &from[1], err));
    const us_entry *next = us_case_find_entry(&from[0], US_KEY_NEXT);
    if (!next)
        next = us_case_find_entry(&from[1], US_KEY_NEXT);
    *out = next && next->count == 1 ? us_entry_number(next, 0) : 0;
    return US_OK;
}

us_status us_case_base_get_description(us_case_base *case_base, int found, us_arena *arena,
                                       us_case *out, us_error *err)
{
    us_case from[2];
    int count = 0;
    US_TRY(read_above(case_base, found, &from[0], err));
    US_TRY(read_own(case_base, found, arena, &from[1], err));
    us_entry *entry =
        US_ARENA_ARRAY(arena, us_entry, from[0].entry_count + from[1].entry_count + 1);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < from[i].entry_count; k++)
            if (us_key_kind_from_text(from[i].entry[k].key) == US_KEY_SEEN)
                entry[count++] = from[i].entry[k];
    *out = from[1];
    out->entry = entry;
    out->entry_count = count;
    return US_OK;
}
