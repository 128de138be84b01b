#include "retrieve/explain.h"

#include <string.h>

#include "base/sort.h"
#include "retrieve/case_base.h"

const char *us_verdict_name(us_verdict verdict)
{
    static const char *const names[US_VERDICTS] = {"ranked", "fell", "excluded", "unlike",
                                                   "repeated"};
    return names[verdict];
}

static uint64_t distance_of(const us_case_base *case_base, const int32_t *a, const int32_t *b)
{
    uint16_t one[US_DIMENSIONS_MAX], two[US_DIMENSIONS_MAX];
    us_space_compute_coordinates(&case_base->space, a, one);
    us_space_compute_coordinates(&case_base->space, b, two);
    return us_space_distance(&case_base->space, one, two);
}

static int by_rank(const void *a, const void *b)
{
    const us_explanation *one = a, *two = b;
    if (one->verdict != two->verdict)
        return one->verdict < two->verdict ? -1 : 1;
    return us_hit_compare(&one->hit, &two->hit);
}

static us_status explanation(us_case_base *case_base, const us_query *query, const int64_t *goal,
                             int found, us_explanation *out, us_error *err)
{
    const us_indexed_case *item = &case_base->item[found];
    int bucket = case_base->row[item->behavior].bucket;
    int64_t state = 0;
    if (query->feature && item->feature)
        state = us_space_similarity(&case_base->space,
                                    distance_of(case_base, query->feature, item->feature));
    us_explanation a = {.condition = -1};
    a.hit = us_query_make_hit(case_base, query, found, bucket < 0 ? 0 : goal[bucket], state);
    if (a.hit.goal <= 0)
        a.verdict = US_VERDICT_UNLIKE;
    else if (query->excluded && query->excluded[found])
        a.verdict = US_VERDICT_EXCLUDED;
    else if (query->view && !query->unconditioned)
        US_TRY(us_case_base_find_failing(case_base, found, query, &a.condition, err));
    if (a.condition >= 0)
        a.verdict = US_VERDICT_FELL;
    *out = a;
    return US_OK;
}

/* Marks repeated behaviors. Explanations must stand by id. */
static void mark_repeated(const us_case_base *case_base, us_explanation *out)
{
    US_AUTOFREE us_explanation **best =
        US_NEW_ARRAY(us_explanation *, case_base->rows + 1); /* by behavior */
    for (int i = 0; i < case_base->items; i++) {
        us_explanation **stands = &best[case_base->item[i].behavior], *worse = &out[i];
        if (out[i].verdict != US_VERDICT_RANKED)
            continue;
        if (!case_base->item[i].above &&
            (!*stands || us_hit_compare(&out[i].hit, &(*stands)->hit) < 0)) {
            worse = *stands;
            *stands = &out[i];
        }
        if (worse)
            worse->verdict = US_VERDICT_REPEATED;
    }
}

us_status us_explanation_make(us_case_base *case_base, const us_query *query, us_explanation *out,
                              us_error *err)
{
    US_AUTOFREE int64_t *goal = US_NEW_ARRAY(int64_t, case_base->buckets);
    US_AUTOFREE us_explanation *told = US_NEW_ARRAY(us_explanation, case_base->items);
    case_base->query_count++;
    us_case_base_rate_behaviors(case_base, query);
    us_case_base_compare_goals(case_base, query, goal);
    for (int i = 0; i < case_base->items; i++)
        US_TRY(explanation(case_base, query, goal, i, &told[i], err));
    if (us_query_is_stateless(query))
        mark_repeated(case_base, told);
    us_array_sort(told, (size_t)case_base->items, sizeof *told, by_rank);
    memcpy(out, told, (size_t)case_base->items * sizeof *out);
    return US_OK;
}

static int by_share(const void *a, const void *b)
{
    const us_feature_share *one = a, *two = b;
    if (one->share != two->share)
        return one->share > two->share ? -1 : 1;
    return (one->dimension > two->dimension) - (one->dimension < two->dimension);
}

int us_explanation_list_shares(const us_case_base *case_base, const us_query *query, int found,
                               us_feature_share *out)
{
    const int32_t *seen = case_base->item[found].feature;
    if (!query->feature || !seen)
        return 0;
    uint16_t one[US_DIMENSIONS_MAX], two[US_DIMENSIONS_MAX];
    uint64_t whole = distance_of(case_base, query->feature, seen);
    us_space_compute_coordinates(&case_base->space, query->feature, one);
    us_space_compute_coordinates(&case_base->space, seen, two);
    for (int i = 0; i < case_base->space.count; i++) {
        int64_t apart = (int64_t)one[i] - two[i];
        uint64_t square = (uint64_t)(apart * apart); /* below 2^28: the product fits */
        out[i] = (us_feature_share){i, query->feature[i], seen[i],
                                    whole ? (int64_t)(square * US_SIMILARITY_ONE / whole) : 0};
    }
    us_array_sort(out, (size_t)case_base->space.count, sizeof *out, by_share);
    return case_base->space.count;
}
