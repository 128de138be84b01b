#include "retrieve/case_base.h"

#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "retrieve/attempts.h"
#include "retrieve/library_internal.h"

us_case_base *us_case_base_new(const us_domain *domain, us_space space)
{
    us_case_base *case_base = US_NEW(us_case_base);
    case_base->domain = domain;
    case_base->space = space;
    case_base->arena = us_arena_new();
    return case_base;
}

static void free_conditions(us_case_base *case_base)
{
    for (int i = 0; i < case_base->rows; i++)
        for (const us_suffix_conditions *at = case_base->row[i].rest; at; at = at->next)
            for (int k = 0; k < at->count; k++)
                us_expr_free(at->when[k]);
    us_mem_free(case_base->rest);
}

void us_case_base_free(us_case_base *case_base)
{
    if (!case_base)
        return;
    free_conditions(case_base);
    for (int i = 0; i < case_base->rows; i++) {
        us_template_free(case_base->row[i].own);
        us_mem_free(case_base->row[i].shown.item);
    }
    for (int i = 0; i < case_base->trees; i++)
        us_template_free(case_base->tree[i].template);
    for (int i = 0; i < case_base->buckets; i++) {
        us_mem_free(case_base->bucket[i].found);
        us_nearest_free(case_base->bucket[i].nearest);
    }
    us_space_clear(&case_base->space);
    us_worth_free(case_base->worth);
    us_mem_free(case_base->estimate);
    us_mem_free(case_base->row);
    us_mem_free(case_base->item);
    us_mem_free(case_base->listed);
    us_mem_free(case_base->over);
    us_mem_free(case_base->tree);
    us_mem_free(case_base->bucket);
    us_mem_free(case_base->table);
    us_mem_free(case_base->seen);
    us_arena_free(case_base->arena);
    us_mem_free(case_base);
}

static us_hash hash_of(const us_goal_pattern *pattern)
{
    us_hash hash = us_hash_add(US_HASH_START, (uint64_t)pattern->goal.type);
    hash = us_hash_add(hash, (uint64_t)pattern->goal.kind);
    hash = us_hash_add(hash, pattern->goal.given);
    hash = us_hash_add(us_hash_add(hash, pattern->free), pattern->unknown);
    for (int i = 0; i < US_GOAL_PARAMS_MAX; i++) {
        hash = us_hash_add(hash, (uint64_t)pattern->goal.arg[i].number);
        hash = us_hash_add(hash, (uint64_t)pattern->kind[i]);
    }
    return hash;
}

/* Returns the pattern's place in the table, or the free place where it belongs. */
static int *find_place(const us_case_base *case_base, const us_goal_pattern *pattern)
{
    size_t mask = (size_t)case_base->table_size - 1;
    for (size_t at = (size_t)hash_of(pattern) & mask;; at = (at + 1) & mask) {
        int *place = &case_base->table[at];
        if (!*place || us_goal_pattern_equal(case_base->domain,
                                             &case_base->bucket[*place - 1].pattern, pattern))
            return place;
    }
}

static void grow_table(us_case_base *case_base)
{
    if (2 * case_base->buckets < case_base->table_size)
        return;
    us_mem_free(case_base->table);
    case_base->table_size = case_base->table_size ? 2 * case_base->table_size : 64;
    case_base->table = US_NEW_ARRAY(int, case_base->table_size);
    for (int i = 0; i < case_base->buckets; i++)
        *find_place(case_base, &case_base->bucket[i].pattern) = i + 1;
}

int us_case_base_get_bucket(us_case_base *case_base, const us_goal_pattern *pattern)
{
    grow_table(case_base);
    int *place = find_place(case_base, pattern);
    if (*place)
        return *place - 1;
    case_base->bucket = us_array_grow(case_base->bucket, case_base->buckets,
                                      &case_base->bucket_capacity, sizeof(us_bucket));
    case_base->bucket[case_base->buckets++] = (us_bucket){.pattern = *pattern};
    *place = case_base->buckets;
    return *place - 1;
}

int us_case_base_add_behavior(us_case_base *case_base, int64_t id, const char *name, us_hash hash,
                              int bucket, bool classed)
{
    case_base->row = us_array_grow(case_base->row, case_base->rows, &case_base->row_capacity,
                                   sizeof(us_case_base_row));
    case_base->row[case_base->rows] = (us_case_base_row){
        .id = id,
        .name = us_arena_strndup(case_base->arena, name, strlen(name)),
        .hash = hash,
        .bucket = bucket,
        .classed = classed,
        .parent = -1,
    };
    return case_base->rows++;
}

void us_case_base_add_case(us_case_base *case_base, const us_indexed_case *item)
{
    us_case_base_row *row = &case_base->row[item->behavior];
    us_assert(item->id == 0 || case_base->items == 0 ||
              case_base->item[case_base->items - 1].id < item->id);
    if (!row->cased)
        row->first = case_base->items;
    row->cased = true;
    us_indexed_case copy = *item;
    if (item->feature) {
        int32_t *feature = US_ARENA_ARRAY(case_base->arena, int32_t, case_base->space.count);
        memcpy(feature, item->feature, (size_t)case_base->space.count * sizeof *feature);
        copy.feature = feature;
    }
    if (item->done_count > 0) {
        const char **done = US_ARENA_ARRAY(case_base->arena, const char *, item->done_count);
        for (int i = 0; i < item->done_count; i++)
            done[i] = us_arena_strndup(case_base->arena, item->done[i], strlen(item->done[i]));
        copy.done = done;
    }
    case_base->item = us_array_grow(case_base->item, case_base->items, &case_base->item_capacity,
                                    sizeof *case_base->item);
    case_base->item[case_base->items++] = copy;
}

static void fill_buckets(us_case_base *case_base, bool measured)
{
    for (int i = 0; i < case_base->items; i++) {
        int pattern = case_base->row[case_base->item[i].behavior].bucket;
        if (pattern < 0 || measured != (case_base->item[i].feature != NULL))
            continue;
        us_bucket *bucket = &case_base->bucket[pattern];
        bucket->found = us_array_grow(bucket->found, bucket->count, &bucket->capacity, sizeof(int));
        bucket->found[bucket->count++] = i;
        bucket->measured += measured;
    }
}

static void index_buckets(us_case_base *case_base)
{
    int size = case_base->space.count;
    for (int i = 0; i < case_base->buckets; i++) {
        us_bucket *bucket = &case_base->bucket[i];
        us_nearest_free(bucket->nearest);
        bucket->nearest = NULL;
        if (bucket->measured == 0 || size == 0)
            continue;
        uint16_t *row = us_mem_alloc_array((size_t)bucket->measured, (size_t)size * sizeof *row);
        for (int k = 0; k < bucket->measured; k++)
            us_space_compute_coordinates(&case_base->space,
                                         case_base->item[bucket->found[k]].feature,
                                         row + (size_t)k * (size_t)size);
        bucket->nearest = us_nearest_new(row, bucket->measured, size);
        us_mem_free(row);
    }
}

/* Lists the usual rate for goals of each type, of any kind and arguments, over demonstrated
 * behaviors. Adapted ones don't count: their failures must not speak against their parents. Returns
 * false if nothing was tried or adapted, so that all behaviors have the same expectation. */
static bool list_usual(const us_case_base *case_base, int64_t *usual)
{
    int types = case_base->domain->goal_count;
    US_AUTOFREE us_success_count *all = US_NEW_ARRAY(us_success_count, types + 1);
    bool matters = false;
    for (int i = 0; i < case_base->rows; i++) {
        const us_case_base_row *row = &case_base->row[i];
        if (row->bucket < 0)
            continue;
        us_success_count *sum = &all[case_base->bucket[row->bucket].pattern.goal.type];
        if (row->parent < 0)
            *sum = us_success_count_add(*sum, row->record);
        matters |= row->record.tries > 0 || row->parent >= 0;
    }
    for (int i = 0; i < types; i++)
        usual[i] = us_confidence_prior(all[i]);
    return matters;
}

static void rate_all(const us_case_base *case_base, const int64_t *usual, int64_t *rate)
{
    US_AUTOFREE int *parent = US_NEW_ARRAY(int, case_base->rows + 1);
    US_AUTOFREE int *order = US_NEW_ARRAY(int, case_base->rows + 1);
    for (int i = 0; i < case_base->rows; i++)
        parent[i] = case_base->row[i].parent;
    us_parents_list_first(parent, case_base->rows, order);
    for (int i = 0; i < case_base->rows; i++) {
        int at = order[i];
        const us_case_base_row *row = &case_base->row[at];
        int64_t prior = parent[at] >= 0   ? us_confidence_adapted_rate(rate[parent[at]])
                        : row->bucket < 0 ? 0
                                          : usual[case_base->bucket[row->bucket].pattern.goal.type];
        rate[at] = us_confidence_rate(row->record, prior);
    }
}

static void compute_outcomes(us_case_base *case_base)
{
    US_AUTOFREE int64_t *usual = US_NEW_ARRAY(int64_t, case_base->domain->goal_count + 1);
    US_AUTOFREE int64_t *rate = US_NEW_ARRAY(int64_t, case_base->rows + 1);
    bool matters = list_usual(case_base, usual);
    if (matters)
        rate_all(case_base, usual, rate);
    for (int i = 0; i < case_base->rows && matters; i++) {
        us_case_base_row *row = &case_base->row[i];
        if (row->bucket < 0)
            continue;
        us_bucket *bucket = &case_base->bucket[row->bucket];
        row->confidence = rate[i] - usual[bucket->pattern.goal.type];
        if (!bucket->filled || row->confidence > bucket->confidence)
            bucket->confidence = row->confidence;
        bucket->filled = true;
    }
}

void us_case_base_add_attempt(us_case_base *case_base, const int64_t *bandwidth,
                              const us_worth_attempt *attempt)
{
    if (!case_base->worth)
        case_base->worth = us_worth_new(bandwidth, case_base->space.count);
    us_worth_add(case_base->worth, attempt);
}

void us_case_base_add_demonstration(us_case_base *case_base, int behavior, const char *demo)
{
    us_case_base_row *row = &case_base->row[behavior];
    us_hash hash = us_hash_add_text(US_HASH_START, demo);
    if (row->shown.count == 0)
        row->demonstration = hash;
    US_LIST_PUT(row->shown, hash);
}

static int by_hash(const void *left, const void *right)
{
    const us_hash *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static void sort_demonstrations(us_case_base *case_base)
{
    for (int i = 0; i < case_base->rows; i++) {
        us_hash *shown = case_base->row[i].shown.item;
        int count = case_base->row[i].shown.count, kept = 0;
        us_array_sort(shown, (size_t)count, sizeof *shown, by_hash);
        for (int k = 0; k < count; k++)
            if (k == 0 || shown[k] != shown[kept - 1])
                shown[kept++] = shown[k];
        case_base->row[i].shown.count = kept;
    }
}

/* Returns the row itself, or its nearest ancestor that has demonstrations, if there is one. */
static const us_case_base_row *find_demonstrated(const us_case_base *case_base, int behavior)
{
    const us_case_base_row *row = &case_base->row[behavior];
    for (int i = 0; row->shown.count == 0 && row->parent >= 0 && i < case_base->rows; i++)
        row = &case_base->row[row->parent];
    return row;
}

bool us_case_base_is_demonstrated_apart(const us_case_base *case_base, int a, int b)
{
    const us_case_base_row *one = find_demonstrated(case_base, a);
    const us_case_base_row *two = find_demonstrated(case_base, b);
    int i = 0, k = 0;
    while (i < one->shown.count && k < two->shown.count &&
           one->shown.item[i] != two->shown.item[k]) {
        bool less = one->shown.item[i] < two->shown.item[k];
        i += less;
        k += !less;
    }
    bool common = i < one->shown.count && k < two->shown.count;
    return !common && one->shown.count > 0 && two->shown.count > 0;
}

static void finish_worth(us_case_base *case_base)
{
    if (!case_base->worth)
        return;
    sort_demonstrations(case_base);
    US_AUTOFREE us_worth_row *row = US_NEW_ARRAY(us_worth_row, case_base->rows + 1);
    for (int i = 0; i < case_base->rows; i++)
        row[i] = (us_worth_row){case_base->row[i].parent, case_base->row[i].demonstration};
    us_worth_finish(case_base->worth, row, case_base->rows);
    case_base->estimate = US_NEW_ARRAY(us_worth_estimate, case_base->rows + 1);
}

static void list_cases(us_case_base *case_base)
{
    us_mem_free(case_base->listed);
    case_base->listed = US_NEW_ARRAY(int, case_base->items + 1);
    US_AUTOFREE int *count = US_NEW_ARRAY(int, case_base->rows + 1);
    for (int i = 0; i < case_base->items; i++)
        count[case_base->item[i].behavior]++;
    for (int i = 0, listed = 0; i < case_base->rows; i++) {
        case_base->row[i].listed = listed;
        listed += count[i];
        count[i] = case_base->row[i].listed;
    }
    for (int i = 0; i < case_base->items; i++)
        case_base->listed[count[case_base->item[i].behavior]++] = i;
}

const int *us_case_base_list_cases(const us_case_base *case_base, int behavior, int *count)
{
    us_assert(behavior >= 0 && behavior < case_base->rows);
    int from = case_base->row[behavior].listed;
    int to =
        behavior + 1 < case_base->rows ? case_base->row[behavior + 1].listed : case_base->items;
    *count = to - from;
    return case_base->listed + from;
}

void us_case_base_finish(us_case_base *case_base)
{
    list_cases(case_base);
    compute_outcomes(case_base);
    finish_worth(case_base);
    fill_buckets(case_base, true);
    fill_buckets(case_base, false);
    index_buckets(case_base);
}

void us_case_base_set_weights(us_case_base *case_base, const int *percent)
{
    for (int i = 0; i < case_base->space.count; i++)
        case_base->space.dimension[i].weight = percent[i];
    us_space space = us_space_make(case_base->space.dimension, case_base->space.count);
    us_space_clear(&case_base->space);
    case_base->space = space;
    index_buckets(case_base);
}

/* ---- from a file of behaviors */

/* Returns the domain's features, with the changes in the head of the file. */
static us_space space_of(const us_brl *brl)
{
    const us_domain *domain = brl->domain;
    int count = domain->feature_count;
    US_AUTOFREE us_dimension *dimension = US_NEW_ARRAY(us_dimension, count + brl->features);
    for (int i = 0; i < count; i++) {
        const us_feature *feature = &domain->feature[i];
        dimension[i] = (us_dimension){.low = feature->low, .high = feature->high, .weight = 100};
        snprintf(dimension[i].name, sizeof dimension[i].name, "%s", feature->name);
    }
    for (int i = 0; i < brl->features; i++) {
        const us_brl_feature *told = &brl->feature[i];
        int known = us_domain_find_feature(domain, told->name);
        us_dimension *d = &dimension[known < 0 ? count++ : known];
        *d = (us_dimension){.low = (int32_t)told->low, .high = (int32_t)told->high};
        d->weight = known < 0 ? 0 : (int)told->weight;
        memcpy(d->name, told->name, sizeof d->name);
    }
    us_space space = us_space_make(dimension, count);
    return space;
}

static int find_dimension(const us_space *space, const char *name)
{
    for (int i = 0; i < space->count; i++)
        if (us_text_equal(space->dimension[i].name, name))
            return i;
    return -1;
}

static us_status bad_entry(const us_brl *brl, const us_template *item, const us_entry *entry,
                           const char *expected, us_error *err)
{
    return us_error_set(err, US_MISMATCH, brl->file, item->line, item->column,
                        "\"%.63s\": entry %.80s: expected %s", item->name, entry->key, expected);
}

static us_status take_entry(const us_space *space, const us_brl *brl, const us_template *item,
                            const us_entry *entry, int32_t *out, us_error *err)
{
    const char *name = us_key_part(entry->key, US_KEY_FEATURE);
    if (us_text_equal(entry->key, US_KEY_FEATURES)) {
        if (entry->count != brl->domain->feature_count)
            return bad_entry(brl, item, entry, "as many numbers as the domain has features", err);
        for (int i = 0; i < entry->count; i++)
            out[i] = us_feature_clamp(us_entry_number(entry, i));
    } else if (name) {
        int found = find_dimension(space, name);
        if (found < 0 || entry->count != 1)
            return bad_entry(brl, item, entry, "a number for a feature of the domain", err);
        out[found] = us_feature_clamp(us_entry_number(entry, 0));
    }
    return US_OK;
}

/* *measured: some feature is known. */
static us_status take_features(const us_space *space, const us_brl *brl, const us_template *item,
                               const us_case *seen, int32_t *out, bool *measured, us_error *err)
{
    for (int i = 0; i < space->count; i++)
        out[i] = US_FEATURE_MISSING;
    for (int i = 0; i < seen->entry_count; i++)
        US_TRY(take_entry(space, brl, item, &seen->entry[i], out, err));
    *measured = us_space_has_known(space, out);
    return US_OK;
}

/* Reads the success count of the behavior, as the library would: the last case with a record
 * counts. */
static us_status take_record(const us_brl *brl, const us_template *item, const us_case *seen,
                             us_success_count *out, us_error *err)
{
    static const char *const keys[] = {US_KEY_TRIES, US_KEY_SUCCESSES, US_KEY_GAME_TRIES,
                                       US_KEY_GAME_SUCCESSES};
    int64_t sum[US_COUNT(keys)] = {0};
    bool told = false;
    for (int k = 0; k < US_COUNT(keys); k++) {
        const us_entry *entry = us_case_find_entry(seen, keys[k]);
        told |= entry != NULL;
        for (int i = 0; entry && i < entry->count; i++) {
            int64_t number = us_entry_number(entry, i);
            if (number < 0 || number > US_TRIES_MAX)
                return bad_entry(brl, item, entry, "numbers from 0 to 9007199254740992", err);
            sum[k] = number < US_TRIES_MAX - sum[k] ? sum[k] + number : US_TRIES_MAX;
        }
    }
    if (told)
        *out = us_success_count_add((us_success_count){sum[0], sum[1]},
                                    (us_success_count){sum[2], sum[3]});
    return US_OK;
}

typedef struct named {
    const char *name;
    int dimension;
} named;

static int by_name(const void *left, const void *right)
{
    const named *a = left, *b = right;
    return strcmp(a->name, b->name);
}

/* Returns the dimensions by name. The caller frees. */
static named *name_dimensions(const us_space *space)
{
    named *names = US_NEW_ARRAY(named, space->count);
    for (int i = 0; i < space->count; i++)
        names[i] = (named){space->dimension[i].name, i};
    us_array_sort(names, (size_t)space->count, sizeof *names, by_name);
    return names;
}

/* Returns the hash of a case, equal to that in a library (us_library_hash_case). */
static us_hash content_of(const us_case_base *case_base, const named *names, us_hash behavior,
                          const us_case *seen, const int32_t *feature)
{
    US_AUTOSTR(text);
    us_done_labels_join(seen, &text);
    us_hash hash = us_hash_add_text(us_hash_add(US_HASH_START, behavior), text.text);
    for (int i = 0; i < case_base->space.count; i++)
        hash = us_stored_case_hash_feature(hash, names[i].name, feature[names[i].dimension]);
    us_str_reset(&text);
    us_case_print_seen(seen, &text);
    hash = us_hash_add_text(hash, text.text);
    return hash;
}

static us_status add_cases(us_case_base *case_base, const us_brl *brl, const us_template *item,
                           int behavior, const named *names, int32_t *feature, us_error *err)
{
    static const us_case none = {.cycle = -1, .map = ""};
    int64_t whole = 0;
    for (int i = 0; i < item->case_count || i == 0; i++) {
        const us_case *seen = item->case_count ? &item->cases[i] : &none;
        us_indexed_case made = {.id = case_base->items + 1,
                                .behavior = behavior,
                                .done = seen->done,
                                .done_count = seen->done_count};
        bool measured = false;
        US_TRY(take_features(&case_base->space, brl, item, seen, feature, &measured, err));
        US_TRY(take_record(brl, item, seen, &case_base->row[behavior].record, err));
        if (seen->done_count == 0)
            whole = made.id;
        else
            made.above = whole;
        made.feature = measured ? feature : NULL;
        us_hash hash = case_base->row[behavior].hash;
        made.content = item->case_count ? content_of(case_base, names, hash, seen, feature) : hash;
        us_case_base_add_case(case_base, &made);
    }
    return US_OK;
}

static int row_of_hash(const us_case_base *case_base, us_hash hash)
{
    for (int i = 0; i < case_base->rows; i++)
        if (case_base->row[i].hash == hash)
            return i;
    return -1;
}

/* Finds parents, like a library: the latest parent of the first origin that names a behavior of the
 * case base. */
static void find_parents(us_case_base *case_base)
{
    us_hash hash;
    for (int i = 0; i < case_base->rows; i++) {
        us_case_base_row *row = &case_base->row[i];
        for (int k = 0; k < row->template->case_count && row->parent < 0; k++) {
            const us_entry *entry = us_case_find_entry(&row->template->cases[k], US_KEY_PARENT);
            for (int n = entry ? (int)entry->texts : 0; n > 0 && row->parent < 0; n--) {
                if (!us_hash_parse(entry->text[n - 1], &hash))
                    continue;
                int found = row_of_hash(case_base, hash);
                row->parent = found == i ? -1 : found;
            }
        }
    }
}

static void add_demonstrations(us_case_base *case_base, int behavior)
{
    const us_template *item = case_base->row[behavior].template;
    for (int i = 0; i < item->case_count; i++) {
        const us_entry *demo = us_case_find_entry(&item->cases[i], US_KEY_DEMO);
        if (demo && demo->texts > 0)
            us_case_base_add_demonstration(case_base, behavior, demo->text[demo->texts > 1]);
    }
}

/* Returns the bandwidths in the head of the file, by dimension. The caller frees. */
static int64_t *bandwidths_of(const us_space *space, const us_brl *brl)
{
    int64_t *bandwidth = US_NEW_ARRAY(int64_t, space->count + 1);
    for (int i = 0; i < brl->features; i++)
        if (us_domain_find_feature(brl->domain, brl->feature[i].name) >= 0)
            bandwidth[find_dimension(space, brl->feature[i].name)] = brl->feature[i].bandwidth;
    return bandwidth;
}

/* Lists the dimensions of the features in the entries: those of the domain come first. */
static us_status list_dimensions(const us_case_base *case_base, const us_template *item,
                                 const us_attempt_entries *entries, int *out, us_error *err)
{
    const char *const *name;
    int known = case_base->domain->feature_count;
    int further = us_attempt_entries_further(entries, &name);
    for (int i = 0; i < known; i++) /* in the order of the domain */
        out[i] = i;
    for (int i = 0; i < further; i++) {
        out[known + i] = find_dimension(&case_base->space, name[i]);
        if (out[known + i] < 0)
            return bad_entry(case_base->brl, item, entries->features,
                             "features that the head of the file declares", err);
    }
    return US_OK;
}

static us_status add_attempts(us_case_base *case_base, int row, const int64_t *bandwidth,
                              us_error *err)
{
    const us_template *item = case_base->row[row].template;
    us_attempt_entries entries = us_attempt_entries_of(item);
    US_TRY(us_attempt_entries_check(&entries, item, case_base->brl->file, err));
    const char *const *name;
    int size = case_base->space.count;
    int count = case_base->domain->feature_count + us_attempt_entries_further(&entries, &name);
    US_AUTOFREE int *dimension = US_NEW_ARRAY(int, count + 1);
    US_AUTOFREE int32_t *read = US_NEW_ARRAY(int32_t, count + 1);
    US_AUTOFREE int32_t *feature = US_NEW_ARRAY(int32_t, size + 1);
    US_TRY(list_dimensions(case_base, item, &entries, dimension, err));
    for (int i = 0; i < size; i++)
        feature[i] = US_FEATURE_MISSING;
    for (int k = 0; k < us_attempt_entries_count(&entries); k++) {
        us_attempt from = us_attempt_entries_get(&entries, case_base->domain, k, read);
        us_worth_attempt made = {.game = us_attempt_entries_game(&entries, k),
                                 .seat = from.seat,
                                 .cycle = from.cycle,
                                 .behavior = row,
                                 .result = from.result,
                                 .feature = feature};
        for (int i = 0; i < count; i++)
            feature[dimension[i]] = read[i];
        us_case_base_add_attempt(case_base, bandwidth, &made);
    }
    return US_OK;
}

static us_status take_attempts(us_case_base *case_base, us_error *err)
{
    US_AUTOFREE int64_t *bandwidth = bandwidths_of(&case_base->space, case_base->brl);
    for (int i = 0; i < case_base->rows; i++) {
        US_TRY(add_attempts(case_base, i, bandwidth, err));
        add_demonstrations(case_base, i);
    }
    return US_OK;
}

us_status us_case_base_from_brl(const us_brl *brl, us_case_base **out, us_error *err)
{
    US_AUTOPTR(us_case_base) case_base = us_case_base_new(brl->domain, space_of(brl));
    case_base->brl = brl;
    US_AUTOFREE int32_t *feature = US_NEW_ARRAY(int32_t, case_base->space.count);
    US_AUTOFREE named *names = name_dimensions(&case_base->space);
    for (int i = 0; i < brl->count; i++) {
        const us_template *item = brl->item[i];
        if (item->kind != US_TEMPLATE_BEHAVIOR)
            continue;
        int bucket = -1;
        if (item->goal >= 0) {
            us_goal_pattern pattern = us_goal_pattern_from_behavior(item);
            bucket = us_case_base_get_bucket(case_base, &pattern);
        }
        int row = us_case_base_add_behavior(case_base, i + 1, item->name, us_template_hash(item),
                                            bucket, item->class_count > 0);
        case_base->row[row].template = item;
        US_TRY(add_cases(case_base, brl, item, row, names, feature, err));
    }
    find_parents(case_base);
    US_TRY(take_attempts(case_base, err));
    us_case_base_finish(case_base);
    *out = US_STEAL(case_base);
    return US_OK;
}

/* ---- contents */

const us_space *us_case_base_space(const us_case_base *case_base)
{
    return &case_base->space;
}

int us_case_base_case_count(const us_case_base *case_base)
{
    return case_base->items;
}

int us_case_base_behavior_count(const us_case_base *case_base)
{
    return case_base->rows;
}

us_indexed_case us_case_base_get_case(const us_case_base *case_base, int index)
{
    us_assert(index >= 0 && index < case_base->items);
    return case_base->item[index];
}

const char *us_case_base_behavior_name(const us_case_base *case_base, int behavior)
{
    return case_base->row[behavior].name;
}

us_hash us_case_base_behavior_hash(const us_case_base *case_base, int behavior)
{
    return case_base->row[behavior].hash;
}

const us_goal_pattern *us_case_base_behavior_pattern(const us_case_base *case_base, int behavior)
{
    int bucket = case_base->row[behavior].bucket;
    return bucket < 0 ? NULL : &case_base->bucket[bucket].pattern;
}

us_success_count us_case_base_behavior_record(const us_case_base *case_base, int behavior)
{
    return case_base->row[behavior].record;
}

bool us_case_base_has_class(const us_case_base *case_base, int behavior)
{
    return case_base->row[behavior].classed;
}
