#include "retrieve/retrieve.h"

#include "domain/watch.h"

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

const int32_t *us_measure_evaluate(us_measure *measure, const us_view *view)
{
    const int64_t *value = us_watch_update(measure->watch, view);
    for (int i = 0; i < measure->asked; i++)
        measure->value[measure->at[i]] = us_feature_clamp(value[i]);
    return measure->value;
}
