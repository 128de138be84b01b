#include "retrieve/similarity.h"

#include <string.h>

#include "domain/watch.h"
#include "retrieve/nearest.h"
#include "retrieve/retrieve.h"

/* Roots of distances have this many bits behind the point. */
enum { ROOT_BITS = 14 };

uint64_t us_integer_sqrt(uint64_t square)
{
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 31; bit; bit >>= 1) {
        uint64_t next = root | bit;
        if (next * next <= square)
            root = next;
    }
    return root;
}

us_space us_space_make(const us_dimension *dimension, int count)
{
    us_space space = {.dimension = US_NEW_ARRAY(us_dimension, count),
                      .count = count,
                      .most = US_NEW_ARRAY(uint16_t, count)};
    int heaviest = 1;
    for (int i = 0; i < count; i++) {
        us_assert(dimension[i].low <= dimension[i].high && dimension[i].weight >= 0);
        space.dimension[i] = dimension[i];
        heaviest = dimension[i].weight > heaviest ? dimension[i].weight : heaviest;
    }
    for (int i = 0; i < count; i++) {
        uint64_t square = (uint64_t)US_COORDINATE_MAX * US_COORDINATE_MAX;
        square = square * (uint64_t)dimension[i].weight / (uint64_t)heaviest;
        space.most[i] =
            dimension[i].low < dimension[i].high ? (uint16_t)us_integer_sqrt(square) : 0;
        space.farthest += (uint64_t)space.most[i] * space.most[i];
    }
    return space;
}

void us_space_clear(us_space *space)
{
    us_mem_free(space->dimension);
    us_mem_free(space->most);
    *space = (us_space){0};
}

int32_t us_feature_clamp(int64_t value)
{
    return value <= US_FEATURE_MISSING ? US_FEATURE_MISSING + 1
           : value > INT32_MAX         ? INT32_MAX
                                       : (int32_t)value;
}

void us_space_compute_coordinates(const us_space *space, const int32_t *value, uint16_t *out)
{
    for (int i = 0; i < space->count; i++) {
        const us_dimension *d = &space->dimension[i];
        int64_t range = (int64_t)d->high - d->low, at = (int64_t)value[i] - d->low;
        if (value[i] == US_FEATURE_MISSING)
            at = range / 2;
        at = at < 0 ? 0 : at > range ? range : at;
        out[i] = range > 0 ? (uint16_t)((at * space->most[i] + range / 2) / range) : 0;
    }
}

bool us_space_has_known(const us_space *space, const int32_t *value)
{
    for (int i = 0; i < space->count; i++)
        if (value[i] != US_FEATURE_MISSING)
            return true;
    return false;
}

uint64_t us_space_distance(const us_space *space, const uint16_t *a, const uint16_t *b)
{
    uint64_t sum = 0;
    for (int i = 0; i < space->count; i++) {
        int64_t apart = (int64_t)a[i] - b[i];
        sum += (uint64_t)(apart * apart);
    }
    return sum;
}

static uint64_t fine_root(uint64_t distance)
{
    return us_integer_sqrt(distance << (2 * ROOT_BITS));
}

int64_t us_space_similarity(const us_space *space, uint64_t distance)
{
    uint64_t whole = fine_root(space->farthest);
    if (whole == 0)
        return US_SIMILARITY_ONE;
    return US_SIMILARITY_ONE - (int64_t)(fine_root(distance) * (uint64_t)US_SIMILARITY_ONE / whole);
}

int64_t us_space_max_distance(const us_space *space, int64_t similarity)
{
    if (similarity > US_SIMILARITY_ONE)
        return -1;
    if (similarity <= 0)
        return (int64_t)space->farthest;
    /* similarity(d) >= s if root(d) * ONE / whole <= ONE - s, rounded down. This gives the largest
     * root; the distance is below the square of the next one. */
    uint64_t whole = fine_root(space->farthest);
    uint64_t far = (uint64_t)(US_SIMILARITY_ONE - similarity) + 1;
    uint64_t root = whole == 0 ? 0 : (far * whole - 1) / (uint64_t)US_SIMILARITY_ONE;
    uint64_t next = root + 1;
    uint64_t within = next >> 32 ? space->farthest : (next * next - 1) >> (2 * ROOT_BITS);
    return (int64_t)(within < space->farthest ? within : space->farthest);
}

/* ---- measure */

struct us_measure {
    us_watch *watch;
    const us_expr **expr; /* of the features that the domain still has */
    int *at;              /* by expression: its dimension */
    int asked;
    int32_t *value; /* by dimension */
};

us_measure *us_measure_new(const us_domain *domain, const us_space *space)
{
    us_measure *measure = US_NEW(us_measure);
    measure->expr = US_NEW_ARRAY(const us_expr *, space->count);
    measure->at = US_NEW_ARRAY(int, space->count);
    measure->value = US_NEW_ARRAY(int32_t, space->count);
    for (int i = 0; i < space->count; i++) {
        int feature = us_domain_find_feature(domain, space->dimension[i].name);
        measure->value[i] = US_FEATURE_MISSING;
        if (feature < 0)
            continue;
        measure->at[measure->asked] = i;
        measure->expr[measure->asked++] = domain->feature[feature].value;
    }
    measure->watch = us_watch_new(measure->expr, NULL, measure->asked);
    return measure;
}

void us_measure_free(us_measure *measure)
{
    if (!measure)
        return;
    us_watch_free(measure->watch);
    us_mem_free(measure->expr);
    us_mem_free(measure->at);
    us_mem_free(measure->value);
    us_mem_free(measure);
}

void us_space_list_features(const us_space *space, const us_domain *domain, const int32_t *value,
                            int32_t *out)
{
    for (int i = 0; i < domain->feature_count; i++)
        out[i] = US_FEATURE_MISSING;
    for (int i = 0; i < space->count; i++) {
        int feature = us_domain_find_feature(domain, space->dimension[i].name);
        if (feature >= 0)
            out[feature] = value[i];
    }
}

const int32_t *us_measure_evaluate(us_measure *measure, const us_view *view)
{
    const int64_t *value = us_watch_update(measure->watch, view);
    for (int i = 0; i < measure->asked; i++)
        measure->value[measure->at[i]] = us_feature_clamp(value[i]);
    return measure->value;
}
