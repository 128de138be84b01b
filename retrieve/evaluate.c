#include "retrieve/evaluate.h"

#include <gsl/gsl_cdf.h>

#include "base/progress.h"
#include "retrieve/case_base.h"
#include "retrieve/step_bag.h"

const char *us_method_name(us_method method)
{
    static const char *const names[US_METHODS] = {
        "library", "relief", "unweighted", "goal-only", "state-only", "random", "ceiling",
    };
    return names[method];
}

typedef struct evaluating {
    us_case_base *case_base;
    const us_groups *groups;
    us_step_bag *actions; /* by case */
    uint16_t *place;      /* by case: coordinates with equal weights */
    us_space even;
    bool *excluded; /* by case */
    int *weight;    /* the library's, by dimension */
    us_long_work *work;
} evaluating;

static us_status prepare(evaluating *j, us_error *err)
{
    us_case_base *case_base = j->case_base;
    int size = case_base->space.count;
    us_dimension *dimension = US_NEW_ARRAY(us_dimension, size);
    for (int i = 0; i < size; i++) {
        dimension[i] = case_base->space.dimension[i];
        j->weight[i] = dimension[i].weight;
        dimension[i].weight = 100;
    }
    j->even = us_space_make(dimension, size);
    us_mem_free(dimension);
    for (int i = 0; i < case_base->items; i++) {
        const us_template *behavior;
        US_TRY(us_case_base_get_template(case_base, case_base->item[i].behavior, &behavior, err));
        j->actions[i] = us_step_bag_from_behavior(behavior, case_base->item[i].done,
                                                  case_base->item[i].done_count);
        if (case_base->item[i].feature)
            us_space_compute_coordinates(&j->even, case_base->item[i].feature,
                                         j->place + (size_t)i * (size_t)size);
    }
    return US_OK;
}

static uint64_t apart(const evaluating *j, int a, int b)
{
    int size = j->case_base->space.count;
    return us_space_distance(&j->even, j->place + (size_t)a * (size_t)size,
                             j->place + (size_t)b * (size_t)size);
}

static int64_t likeness(const evaluating *j, int a, int b)
{
    return us_step_bag_similarity(&j->actions[a], &j->actions[b]);
}

/* ---- RELIEF-F */

enum { NEIGHBORS = 10, THOUSAND = 1000 };

typedef struct relief {
    double unlike;      /* of acts and goals, over all pairs */
    double *far, *both; /* by dimension: difference of the feature; that times unlikeness */
    int64_t pairs;
} relief;

static void take_pair(const evaluating *j, int a, int b, relief *r)
{
    int size = j->even.count;
    double unlike = 1.0 - (double)likeness(j, a, b) / US_SIMILARITY_ONE;
    r->pairs++;
    r->unlike += unlike;
    for (int i = 0; i < size; i++) {
        int one = j->place[(size_t)a * (size_t)size + (size_t)i];
        int two = j->place[(size_t)b * (size_t)size + (size_t)i];
        int most = j->even.most[i];
        double far = most ? (double)(one > two ? one - two : two - one) / most : 0.0;
        r->far[i] += far;
        r->both[i] += far * unlike;
    }
}

/* Finds the nearest cases of other demonstrations with an equal goal pattern. */
static int neighbors(const evaluating *j, int of, int without, us_neighbor *out)
{
    const us_case_base *case_base = j->case_base;
    const us_bucket *bucket =
        &case_base->bucket[case_base->row[case_base->item[of].behavior].bucket];
    int count = 0;
    for (int i = 0; i < bucket->measured; i++) {
        int other = bucket->found[i];
        if (!us_groups_has_any(j->groups, other) || us_groups_has_common(j->groups, of, other) ||
            us_groups_has_group(j->groups, other, without))
            continue;
        us_neighbor here = {apart(j, of, other), other};
        if (count == NEIGHBORS && here.distance >= out[count - 1].distance)
            continue;
        int at = count < NEIGHBORS ? count++ : count - 1;
        for (; at > 0 && out[at - 1].distance > here.distance; at--)
            out[at] = out[at - 1];
        out[at] = here;
    }
    return count;
}

/* Computes the weights of features: see Robnik-Sikonja and Kononenko on RReliefF. */
static void compute_weights(const relief *r, int size, int *percent)
{
    double best = 0.0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < size; i++) {
            double rest = (double)r->pairs - r->unlike, gain = 0.0;
            if (r->unlike > 0.0 && rest > 0.0)
                gain = r->both[i] / r->unlike - (r->far[i] - r->both[i]) / rest;
            best = gain > best ? gain : best;
            percent[i] = pass && best > 0.0 && gain > 0.0 ? (int)(100.0 * gain / best + 0.5) : 0;
        }
    }
    for (int i = 0; best <= 0.0 && i < size; i++)
        percent[i] = 100;
}

static us_status learn_weights(const evaluating *j, int without, int *percent, us_error *err)
{
    const us_case_base *case_base = j->case_base;
    int size = case_base->space.count;
    US_AUTOFREE double *far = US_NEW_ARRAY(double, size);
    US_AUTOFREE double *both = US_NEW_ARRAY(double, size);
    relief r = {.far = far, .both = both};
    US_AUTO(us_long_work_end) us_long_work work = {.file = NULL};
    us_long_work_begin(&work, NULL, "cases", case_base->items);
    for (int i = 0; i < case_base->items; i++) {
        us_neighbor near[NEIGHBORS];
        US_TRY(us_long_work_add(&work, 1, err));
        if (!us_groups_has_any(j->groups, i) || us_groups_has_group(j->groups, i, without) ||
            !case_base->item[i].feature || case_base->row[case_base->item[i].behavior].bucket < 0)
            continue;
        int count = neighbors(j, i, without, near);
        for (int k = 0; k < count; k++)
            take_pair(j, i, near[k].row, &r);
    }
    compute_weights(&r, size, percent);
    return US_OK;
}

/* ---- the case that each method finds */

static int by_state(const evaluating *j, int of)
{
    const us_case_base *case_base = j->case_base;
    int best = -1;
    uint64_t least = 0;
    for (int i = 0; i < case_base->items && case_base->item[of].feature; i++) {
        if (j->excluded[i] || !case_base->item[i].feature)
            continue;
        uint64_t distance = apart(j, of, i);
        if (best >= 0 && distance >= least)
            continue;
        best = i;
        least = distance;
    }
    return best;
}

static us_status by_retrieval(const evaluating *j, int of, int goal_weight, int state_weight,
                              int *found, us_error *err)
{
    const us_goal_pattern *pattern =
        us_case_base_behavior_pattern(j->case_base, j->case_base->item[of].behavior);
    us_query query = us_query_default(&pattern->goal);
    query.feature = j->case_base->item[of].feature;
    query.goal_weight = goal_weight;
    query.state_weight = state_weight;
    query.excluded = j->excluded;
    us_hit hit;
    int hits = 0;
    US_TRY(us_case_base_retrieve(j->case_base, &query, 1, &hit, &hits, err));
    *found = hits ? hit.found : -1;
    return US_OK;
}

/* Computes the random and ceiling methods, which need no retrieval: the mean and the best of
 * all. */
static int64_t over_all(const evaluating *j, int of, bool best)
{
    int64_t sum = 0, most = 0, count = 0;
    for (int i = 0; i < j->case_base->items; i++) {
        if (j->excluded[i])
            continue;
        int64_t alike = likeness(j, of, i);
        sum += alike;
        most = alike > most ? alike : most;
        count++;
    }
    return best || count == 0 ? most : sum / count;
}

static us_status evaluate_case(const evaluating *j, us_method method, int of, int64_t *out,
                               us_error *err)
{
    int found = -1;
    if (method == US_METHOD_RANDOM || method == US_METHOD_CEILING) {
        *out = over_all(j, of, method == US_METHOD_CEILING);
        return US_OK;
    }
    if (method == US_METHOD_STATE)
        found = by_state(j, of);
    else
        US_TRY(by_retrieval(j, of, method == US_METHOD_GOAL ? 100 : 50,
                            method == US_METHOD_GOAL ? 0 : 50, &found, err));
    *out = found < 0 ? 0 : likeness(j, of, found);
    return US_OK;
}

/* ---- over all groups */

static us_status set_weights(const evaluating *j, us_method method, int group, int *percent,
                             us_error *err)
{
    for (int i = 0; i < j->case_base->space.count; i++)
        percent[i] = method == US_METHOD_UNWEIGHTED ? 100 : j->weight[i];
    if (method == US_METHOD_RELIEF)
        US_TRY(learn_weights(j, group, percent, err));
    us_case_base_set_weights(j->case_base, percent);
    return US_OK;
}

static bool is_asked(const evaluating *j, int found, int group)
{
    return us_groups_has_group(j->groups, found, group) &&
           us_case_base_behavior_pattern(j->case_base, j->case_base->item[found].behavior);
}

/* Excludes all cases of the demonstrations that this case was met in. */
static void leave_out(const evaluating *j, int asked)
{
    for (int i = 0; i < j->case_base->items; i++)
        j->excluded[i] = us_groups_has_common(j->groups, asked, i);
}

static us_status evaluate_group(const evaluating *j, us_method method, int group, int *percent,
                                double *mean, int *cases, us_error *err)
{
    int64_t sum = 0;
    *cases = 0;
    bool weighs = method == US_METHOD_RELIEF || method == US_METHOD_UNWEIGHTED;
    us_status status = weighs ? set_weights(j, method, group, percent, err) : US_OK;
    for (int i = 0; i < j->case_base->items && status == US_OK; i++) {
        int64_t alike = 0;
        if (!is_asked(j, i, group))
            continue;
        leave_out(j, i);
        status = us_long_work_add(j->work, 0, err);
        if (status == US_OK)
            status = evaluate_case(j, method, i, &alike, err);
        sum += alike;
        ++*cases;
    }
    if (weighs)
        us_case_base_set_weights(j->case_base, j->weight);
    *mean = *cases ? (double)sum / *cases / US_SIMILARITY_ONE : 0.0;
    return status;
}

/* Returns the root of a number of at most 1. */
static double root(double square)
{
    return (double)us_integer_sqrt((uint64_t)(square * 1e18)) / 1e9;
}

static void interval(const double *value, const int *cases, int groups, double *mean, double *half)
{
    double sum = 0.0, squares = 0.0;
    int count = 0;
    for (int i = 0; i < groups; i++) {
        sum += cases[i] ? value[i] : 0.0;
        count += cases[i] > 0;
    }
    *mean = count ? sum / count : 0.0;
    for (int i = 0; i < groups; i++)
        squares += cases[i] ? (value[i] - *mean) * (value[i] - *mean) : 0.0;
    *half = 0.0;
    if (count > 1)
        *half = gsl_cdf_tdist_Pinv(0.975, count - 1) * root(squares / (count - 1) / count);
}

static us_status evaluate_all(const evaluating *j, unsigned methods, us_evaluation *out,
                              us_error *err)
{
    int groups = j->groups->count;
    US_AUTOFREE double *value = US_NEW_ARRAY(double, groups *US_METHODS);
    US_AUTOFREE int *cases = US_NEW_ARRAY(int, groups);
    US_AUTOFREE int *percent = US_NEW_ARRAY(int, j->case_base->space.count);
    for (int m = 0; m < US_METHODS; m++) {
        double *mine = value + (size_t)m * (size_t)groups;
        if (m != US_METHOD_LIBRARY && !(methods >> m & 1))
            continue;
        for (int g = 0; g < groups; g++) {
            US_TRY(evaluate_group(j, (us_method)m, g, percent, &mine[g], &cases[g], err));
            US_TRY(us_long_work_add(j->work, 1, err));
        }
        interval(mine, cases, groups, &out->mean[m], &out->half[m]);
        for (int g = 0; g < groups; g++) /* the library's own stay as they are */
            mine[g] -= m ? value[g] : 0.0;
        if (m)
            interval(mine, cases, groups, &out->better[m], &out->better_half[m]);
    }
    for (int g = 0; g < groups; g++) {
        out->groups += cases[g] > 0;
        out->cases += cases[g];
    }
    return US_OK;
}

static evaluating evaluating_new(us_case_base *case_base, const us_groups *groups)
{
    return (evaluating){
        .case_base = case_base,
        .groups = groups,
        .actions = US_NEW_ARRAY(us_step_bag, case_base->items),
        .place = us_mem_alloc_array((size_t)case_base->items + 1,
                                    ((size_t)case_base->space.count + 1) * sizeof(uint16_t)),
        .excluded = US_NEW_ARRAY(bool, case_base->items),
        .weight = US_NEW_ARRAY(int, case_base->space.count),
    };
}

static void evaluating_clear(evaluating *j)
{
    for (int i = 0; i < j->case_base->items; i++)
        us_step_bag_clear(&j->actions[i]);
    us_mem_free(j->actions);
    us_mem_free(j->place);
    us_mem_free(j->excluded);
    us_mem_free(j->weight);
    us_space_clear(&j->even);
}

us_status us_evaluation_run(us_case_base *case_base, const us_groups *groups, unsigned methods,
                            us_evaluation *out, us_error *err)
{
    if (groups->count < 2)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "%d %s: expected at least 2 demonstrations, to leave one out",
                            groups->count, groups->count == 1 ? "demonstration" : "demonstrations");
    us_evaluation evaluation = {0};
    US_AUTO(evaluating_clear) evaluating j = evaluating_new(case_base, groups);
    US_TRY(prepare(&j, err));
    US_AUTO(us_long_work_end) us_long_work work = {.file = NULL};
    int asked = 0;
    for (int m = 0; m < US_METHODS; m++)
        asked += m == US_METHOD_LIBRARY || (methods >> m & 1);
    us_long_work_begin(&work, NULL, "demonstrations left out", (int64_t)groups->count * asked);
    j.work = &work;
    US_TRY(evaluate_all(&j, methods, &evaluation, err));
    *out = evaluation;
    return US_OK;
}

us_status us_evaluation_learn_weights(us_case_base *case_base, const us_groups *groups, int without,
                                      int *percent, us_error *err)
{
    US_AUTO(evaluating_clear) evaluating j = evaluating_new(case_base, groups);
    US_TRY(prepare(&j, err));
    return learn_weights(&j, without, percent, err);
}
