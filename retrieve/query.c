#include "retrieve/query.h"

#include <string.h>

#include "base/sort.h"

us_class_query us_class_query_default(const char *class_name)
{
    return (us_class_query){.class_name = class_name, .weight = US_SIMILARITY_ONE / 2};
}

/* ---- one descriptor */

int64_t us_class_query_compare_values(const us_domain *domain, const char *name, int64_t a,
                                      int64_t b)
{
    const us_descriptor *descriptor = us_descriptor_find(domain, name);
    if (!descriptor)
        return 0;
    int symbols = descriptor->symbols.count;
    if (descriptor->alike && a >= 0 && a < symbols && b >= 0 && b < symbols)
        return (int64_t)descriptor->alike[a * symbols + b] * (US_SIMILARITY_ONE / 100);
    int64_t size = (int64_t)descriptor->high - descriptor->low;
    uint64_t apart = a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
    if (apart >= (uint64_t)size)
        return 0;
    return US_SIMILARITY_ONE - (int64_t)apart * US_SIMILARITY_ONE / size;
}

int64_t us_class_query_local_similarity(const us_class_query *query, int value,
                                        const us_template *behavior)
{
    const us_query_value *asked = &query->value[value];
    for (int i = 0; i < behavior->descriptor_count; i++)
        if (us_text_equal(behavior->descriptor[i].key, asked->name))
            return us_class_query_compare_values(behavior->domain, asked->name, asked->value,
                                                 us_entry_number(&behavior->descriptor[i], 0));
    return -1;
}

/* ---- one behavior */

static bool is_excluded(const us_class_query *query, const us_template *behavior)
{
    for (int i = 0; i < query->excluded_count; i++)
        if (us_text_equal(query->excluded[i], behavior->name))
            return true;
    return false;
}

/* Whether the behavior takes what will be passed. Names that only one of them has are not
 * compared. */
static bool takes(const us_class_query *query, const us_template *behavior)
{
    for (int i = 0; i < query->params; i++) {
        const us_query_param *param = &query->param[i];
        int slot = us_template_find_slot(behavior, param->name);
        if (slot < 0 || !behavior->slot[slot].param)
            continue;
        const us_slot_row *row = &behavior->slot[slot];
        if (row->slot.kind != param->kind)
            return false;
        if (param->kind == US_VALUE_ENTITY && row->type >= 0 &&
            (param->type < 0 || !us_type_is_a(behavior->domain, param->type, row->type)))
            return false;
    }
    return true;
}

static int64_t attributes(const us_class_query *query, const us_template *behavior, int *shared)
{
    int64_t sum = 0, weights = 0;
    *shared = 0;
    for (int i = 0; i < query->values; i++) {
        int64_t alike = us_class_query_local_similarity(query, i, behavior);
        if (alike < 0)
            continue;
        /* Both are at most 10^9: the product fits. */
        sum += query->value[i].weight * alike / US_SIMILARITY_ONE;
        weights += query->value[i].weight;
        ++*shared;
    }
    us_assert(weights <= US_SIMILARITY_ONE);
    if (!query->renormalize)
        return sum;
    return weights > 0 ? sum * US_SIMILARITY_ONE / weights : 0;
}

us_class_hit us_class_query_compare(const us_class_query *query, const us_template *behavior)
{
    us_class_hit hit = {.unfit = is_excluded(query, behavior) ? US_EXCLUDED
                                 : takes(query, behavior)     ? US_FITS
                                                              : US_BAD_PARAMETER};
    hit.attributes = attributes(query, behavior, &hit.shared);
    hit.functionality = us_template_has_class(behavior, query->class_name) ? US_SIMILARITY_ONE : 0;
    if (hit.unfit == US_FITS)
        hit.similarity = (query->weight * hit.attributes +
                          (US_SIMILARITY_ONE - query->weight) * hit.functionality) /
                         US_SIMILARITY_ONE;
    return hit;
}

/* ---- all behaviors */

static int by_similarity(const void *a, const void *b)
{
    const us_class_hit *one = a, *two = b;
    if ((one->unfit == US_FITS) != (two->unfit == US_FITS))
        return one->unfit == US_FITS ? -1 : 1;
    if (one->similarity != two->similarity)
        return one->similarity > two->similarity ? -1 : 1;
    if (one->lot != two->lot)
        return one->lot < two->lot ? -1 : 1;
    return (one->behavior > two->behavior) - (one->behavior < two->behavior);
}

/* Keeps the running behavior in front if the best is not better by enough. */
static void keep_running(const us_case_base *case_base, const us_class_query *query,
                         us_class_hit *hit, int hits)
{
    int at = 0;
    while (at < hits &&
           !us_text_equal(us_case_base_behavior_name(case_base, hit[at].behavior), query->running))
        at++;
    if (at == hits || hit[at].unfit != US_FITS || hit[at].similarity == 0 ||
        hit[0].similarity - hit[at].similarity > query->hysteresis)
        return;
    us_class_hit stays = hit[at];
    memmove(hit + 1, hit, (size_t)at * sizeof *hit);
    hit[0] = stays;
}

us_status us_case_base_retrieve_class(us_case_base *case_base, const us_class_query *query, int k,
                                      us_class_hit *hit, int *hits, us_error *err)
{
    int behaviors = us_case_base_behavior_count(case_base), count = 0;
    US_AUTOFREE us_class_hit *all = US_NEW_ARRAY(us_class_hit, behaviors);
    for (int i = 0; i < behaviors; i++) {
        const us_template *behavior;
        if (!us_case_base_has_class(case_base, i))
            continue;
        US_TRY(us_case_base_get_template(case_base, i, &behavior, err));
        all[count] = us_class_query_compare(query, behavior);
        all[count].lot = us_ties_lot(query->ties, us_case_base_behavior_hash(case_base, i));
        all[count++].behavior = i;
    }
    us_array_sort(all, (size_t)count, sizeof *all, by_similarity);
    if (query->running && query->hysteresis > 0)
        keep_running(case_base, query, all, count);
    *hits = count < k ? count : k;
    memcpy(hit, all, (size_t)*hits * sizeof *hit);
    return US_OK;
}
