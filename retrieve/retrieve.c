/* Retrieval by goal. Similarity combines goal and state, which is no metric. So cases stand in
 * buckets by goal pattern; within a bucket only the state differs. The buckets are visited best
 * first and share the best k. Preconditions are asked only of cases that would be among these. */
#include <string.h>

#include "base/rng.h"
#include "base/sort.h"
#include "retrieve/case_base.h"
#include "retrieve/retrieve.h"

us_query us_query_default(const us_goal *goal)
{
    return (us_query){
        .goal = goal, .goal_weight = 50, .state_weight = 50, .running = -1, .follows = -1};
}

/* ---- the best k */

typedef struct search {
    us_case_base *case_base;
    const us_query *query;
    us_hit *hit;
    int k, hits;
    const us_bucket *bucket; /* being visited */
    int64_t goal;            /* the bucket's goal similarity */
    int64_t most;            /* the most that outcomes add to a case of the bucket */
    us_status status;
    us_error *err;
} search;

int us_hit_compare(const us_hit *a, const us_hit *b)
{
    int64_t one = us_hit_rank(a), two = us_hit_rank(b);
    if (one != two)
        return one > two ? -1 : 1;
    if (a->tries != b->tries) /* a behavior with fewer tries is explored first */
        return a->tries < b->tries ? -1 : 1;
    if (a->done != b->done)
        return a->done < b->done ? -1 : 1;
    if (a->lot != b->lot)
        return a->lot < b->lot ? -1 : 1;
    return (a->found > b->found) - (a->found < b->found); /* cases stand by id */
}

static bool better(const us_hit *a, const us_hit *b)
{
    return us_hit_compare(a, b) < 0;
}

static int64_t join_similarities(const us_query *query, int64_t goal, int64_t state)
{
    int state_weight = query->feature ? query->state_weight : 0;
    int whole = query->goal_weight + state_weight;
    return whole ? (goal * query->goal_weight + state * state_weight) / whole : goal;
}

/* Returns a draw of mean 0 and variance 1, in thousandths, which depends on seed and behavior. */
static int64_t draw(uint64_t seed, us_hash behavior)
{
    us_rng rng = us_rng_derive(seed, "explore", behavior);
    int64_t sum = 0;
    for (int i = 0; i < 3; i++) /* each has a variance of 1/3 */
        sum += (int64_t)us_rng_next_below(&rng, 2001) - 1000;
    return sum;
}

static int64_t outcome_bonus(const us_query *query, int64_t confidence)
{
    return confidence * query->outcome_weight / 100;
}

static bool is_by_worth(const us_case_base *case_base, const us_query *query)
{
    return query->leads && case_base->worth && query->outcome_weight > 0;
}

void us_case_base_rate_behaviors(us_case_base *case_base, const us_query *query)
{
    if (!is_by_worth(case_base, query))
        return;
    int64_t usual = us_worth_estimate_all(case_base->worth, query->feature, case_base->estimate);
    for (int i = 0; i < case_base->buckets; i++)
        case_base->bucket[i].worth = -2 * (int64_t)US_SIMILARITY_ONE; /* below any */
    for (int i = 0; i < case_base->rows; i++) {
        us_case_base_row *row = &case_base->row[i];
        const us_worth_estimate *estimate = &case_base->estimate[i];
        row->worth = estimate->rate - usual;
        if (query->explore)
            row->worth += draw(query->explore, row->hash) * estimate->doubt / 1000;
        if (row->bucket >= 0 && row->worth > case_base->bucket[row->bucket].worth)
            case_base->bucket[row->bucket].worth = row->worth;
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

/* Whether both were demonstrated, but never together. */
static bool is_apart(const us_case_base_row *a, const us_case_base_row *b)
{
    int i = 0, k = 0;
    while (i < a->shown.count && k < b->shown.count && a->shown.item[i] != b->shown.item[k]) {
        bool less = a->shown.item[i] < b->shown.item[k];
        i += less;
        k += !less;
    }
    bool common = i < a->shown.count && k < b->shown.count;
    return !common && a->shown.count > 0 && b->shown.count > 0;
}

static void follow(us_case_base *case_base, int behavior)
{
    if (case_base->followed == behavior)
        return;
    const us_case_base_row *followed = behavior < 0 ? NULL : find_demonstrated(case_base, behavior);
    case_base->followed = behavior;
    for (int i = 0; i < case_base->rows; i++)
        case_base->row[i].apart = followed && is_apart(find_demonstrated(case_base, i), followed);
}

bool us_case_base_has_attempts(const us_case_base *case_base)
{
    return case_base->worth != NULL;
}

/* Returns what the outcomes of a behavior add to its similarity. */
static int64_t outcome_of(const us_case_base *case_base, const us_query *query, int behavior)
{
    const us_case_base_row *row = &case_base->row[behavior];
    return is_by_worth(case_base, query) ? row->worth : outcome_bonus(query, row->confidence);
}

us_hit us_query_make_hit(const us_case_base *case_base, const us_query *query, int found,
                         int64_t goal, int64_t state)
{
    const us_indexed_case *item = &case_base->item[found];
    us_hit hit = {.found = found, .goal = goal, .state = state};
    hit.similarity = join_similarities(query, goal, state);
    if (query->ties) {
        hit.done = item->done_count;
        hit.lot = us_ties_lot(query->ties, item->content);
    }
    if (query->outcome_weight == 0)
        return hit;
    hit.outcome = outcome_of(case_base, query, item->behavior);
    if (query->running >= 0)
        hit.gain = hit.outcome - outcome_of(case_base, query, query->running);
    hit.tries = case_base->row[item->behavior].record.tries;
    return hit;
}

/* Returns the least state similarity at which a case of this bucket could be among the best. */
static int64_t state_needed(const search *s)
{
    if (s->hits < s->k)
        return 0;
    const us_query *query = s->query;
    int64_t least = us_hit_rank(&s->hit[s->k - 1]) - s->most;
    if (query->state_weight == 0 || !query->feature) /* an equal rank may still come first */
        return join_similarities(query, s->goal, 0) >= least ? 0 : INT64_MAX;
    int whole = query->goal_weight + query->state_weight;
    int64_t need = least * whole - s->goal * query->goal_weight;
    return need <= 0 ? 0 : (need + query->state_weight - 1) / query->state_weight;
}

static bool allowed(search *s, int found)
{
    int failed = -1;
    if (s->query->excluded && s->query->excluded[found])
        return false;
    if (s->query->view && !s->query->unconditioned)
        s->status = us_case_base_find_failing(s->case_base, found, s->query, &failed, s->err);
    return s->status == US_OK && failed < 0;
}

bool us_query_is_stateless(const us_query *query)
{
    return !query->feature && !query->view;
}

/* Without a state, a behavior's cases are equal: one of them stands for all. Returns false if a
 * better one is there already. */
static bool keep_unrepeated(search *s, const us_hit *hit)
{
    const us_indexed_case *item = s->case_base->item;
    int at = 0;
    if (item[hit->found].above)
        return false;
    while (at < s->hits && item[s->hit[at].found].behavior != item[hit->found].behavior)
        at++;
    if (at < s->hits && !better(hit, &s->hit[at]))
        return false;
    s->hits -= at < s->hits;
    for (; at < s->hits; at++)
        s->hit[at] = s->hit[at + 1];
    return true;
}

/* Whether the case may not be taken, as is known without another question. */
static bool is_out(const search *s, int found)
{
    return (s->query->excluded && s->query->excluded[found]) ||
           s->case_base->row[s->case_base->item[found].behavior].apart ||
           (s->query->view && !s->query->unconditioned &&
            us_case_base_has_failed(s->case_base, found));
}

/* Returns whether it is among the best. */
static bool offer(search *s, int found, int64_t state)
{
    us_hit hit = us_query_make_hit(s->case_base, s->query, found, s->goal, state);
    if (s->status != US_OK || (s->hits == s->k && !better(&hit, &s->hit[s->k - 1])) ||
        !allowed(s, found))
        return false;
    if (us_query_is_stateless(s->query) && !keep_unrepeated(s, &hit))
        return false;
    int at = s->hits < s->k ? s->hits++ : s->k - 1;
    for (; at > 0 && better(&hit, &s->hit[at - 1]); at--)
        s->hit[at] = s->hit[at - 1];
    s->hit[at] = hit;
    return true;
}

static uint64_t bound_of(const search *s)
{
    int64_t within = us_space_max_distance(&s->case_base->space, state_needed(s));
    return within < 0 ? 0 : (uint64_t)within;
}

static void visit(void *context, int row, uint64_t distance, uint64_t *bound)
{
    search *s = context;
    int found = s->bucket->found[row];
    if (!is_out(s, found) && offer(s, found, us_space_similarity(&s->case_base->space, distance)))
        *bound = bound_of(s);
}

static void search_bucket(search *s, const uint16_t *place)
{
    const us_bucket *bucket = s->bucket;
    if (place && bucket->nearest && state_needed(s) <= US_SIMILARITY_ONE) {
        uint64_t bound = bound_of(s);
        us_nearest_search(bucket->nearest, place, &bound, visit, s);
    }
    for (int i = place ? bucket->measured : 0; i < bucket->count; i++)
        if (!is_out(s, bucket->found[i]) && (state_needed(s) <= 0 || s->hits < s->k))
            offer(s, bucket->found[i], 0);
}

/* ---- goals and all buckets */

/* Translates seat numbers to seats as the view's seat sees them. */
static us_goal as_seen(const us_domain *domain, const us_goal *goal, const us_view *view)
{
    us_goal out = *goal;
    const us_goal_def *def = &domain->goal[goal->type];
    for (int p = 0; p < def->param_count && view; p++) {
        int64_t *seat = &out.arg[p].number;
        if (def->param[p].kind == US_VALUE_SEAT && *seat >= 0 && *seat < US_SEATS_MAX)
            *seat = us_seat_to_relative((us_seat)*seat, view->self);
    }
    return out;
}

static void targets_of(const us_domain *domain, const us_query *query,
                       us_type target[US_GOAL_PARAMS_MAX])
{
    const us_goal_def *def = &domain->goal[query->goal->type];
    for (int p = 0; p < def->param_count; p++) {
        const us_entity *e = NULL;
        if (query->view && def->param[p].kind == US_VALUE_ENTITY)
            e = us_world_find(query->view->world, (us_id)query->goal->arg[p].number);
        target[p] = e ? e->type : US_NO_TYPE;
    }
}

typedef struct ranked {
    int bucket;
    int64_t goal;
} ranked;

static int by_goal(const void *a, const void *b)
{
    const ranked *one = a, *two = b;
    if (one->goal != two->goal)
        return one->goal > two->goal ? -1 : 1;
    return (one->bucket > two->bucket) - (one->bucket < two->bucket);
}

void us_case_base_compare_goals(const us_case_base *case_base, const us_query *query, int64_t *out)
{
    us_goal goal = as_seen(case_base->domain, query->goal, query->view);
    us_type target[US_GOAL_PARAMS_MAX] = {0};
    targets_of(case_base->domain, query, target);
    for (int i = 0; i < case_base->buckets; i++) {
        int64_t kind;
        out[i] = us_goal_pattern_similarity(case_base->domain, &goal, target,
                                            &case_base->bucket[i].pattern, &kind);
        if (kind < US_SIMILARITY_ONE / 100 * query->least)
            out[i] = 0;
    }
}

static void search_all(search *s, const uint16_t *place)
{
    int buckets = s->case_base->buckets;
    US_AUTOFREE int64_t *goal = US_NEW_ARRAY(int64_t, buckets);
    US_AUTOFREE ranked *order = US_NEW_ARRAY(ranked, buckets);
    us_case_base_compare_goals(s->case_base, s->query, goal);
    for (int i = 0; i < buckets; i++)
        order[i] = (ranked){i, goal[i]};
    us_array_sort(order, (size_t)buckets, sizeof *order, by_goal);
    for (int i = 0; i < buckets && order[i].goal > 0 && s->status == US_OK; i++) {
        s->bucket = &s->case_base->bucket[order[i].bucket];
        s->goal = order[i].goal;
        s->most = is_by_worth(s->case_base, s->query)
                      ? s->bucket->worth
                      : outcome_bonus(s->query, s->bucket->confidence);
        if (state_needed(s) <= US_SIMILARITY_ONE)
            search_bucket(s, place);
    }
}

us_status us_case_base_retrieve(us_case_base *case_base, const us_query *query, int k, us_hit *hit,
                                int *hits, us_error *err)
{
    us_assert(k > 0 && query->goal_weight >= 0 && query->state_weight >= 0 &&
              query->goal_weight + query->state_weight > 0 && query->outcome_weight >= 0);
    uint16_t place[US_DIMENSIONS_MAX];
    if (query->feature)
        us_space_compute_coordinates(&case_base->space, query->feature, place);
    case_base->query_count++;
    us_case_base_rate_behaviors(case_base, query);
    follow(case_base, query->follows);
    US_AUTOFREE us_hit *best = US_NEW_ARRAY(us_hit, k);
    search s = {.case_base = case_base, .query = query, .hit = best, .k = k, .err = err};
    search_all(&s, query->feature ? place : NULL);
    US_TRY(s.status);
    memcpy(hit, best, (size_t)s.hits * sizeof *hit);
    *hits = s.hits;
    return US_OK;
}

/* ---- ties */

us_ties us_ties_make(uint64_t seed, us_hash map, int seat)
{
    us_rng rng =
        us_rng_derive(us_hash_add(us_hash_add(US_HASH_START, seed), map), "ties", (uint64_t)seat);
    uint64_t high = us_rng_next(&rng), low = us_rng_next(&rng);
    return high << 32 | low | 1;
}
