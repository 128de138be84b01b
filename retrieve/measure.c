#include "retrieve/retrieve.h"

#include "domain/watch.h"

struct us_measure {
    us_watch *watch;
    const us_expr **expr;
    int32_t *value;
    int count;
};

us_status us_measure_new(const us_domain *domain, const us_space *space, us_measure **out,
                         us_error *err)
{
    const us_expr **expr = US_NEW_ARRAY(const us_expr *, space->count);
    for (int i = 0; i < space->count; i++) {
        int feature = us_domain_feature(domain, space->dimension[i].name);
        if (feature < 0) {
            us_free(expr);
            return us_fail(err, US_MISMATCH, NULL, 0, 0,
                           "the library measures \"%.63s\", which is no feature of %s any more",
                           space->dimension[i].name, domain->name);
        }
        expr[i] = domain->feature[feature].value;
    }
    us_measure *measure = US_NEW(us_measure);
    measure->expr = expr;
    measure->count = space->count;
    measure->value = US_NEW_ARRAY(int32_t, space->count);
    measure->watch = us_watch_new(expr, NULL, space->count);
    *out = measure;
    return US_OK;
}

void us_measure_free(us_measure *measure)
{
    if (!measure)
        return;
    us_watch_free(measure->watch);
    us_free(measure->expr);
    us_free(measure->value);
    us_free(measure);
}

void us_measure_forget(us_measure *measure)
{
    us_watch_forget(measure->watch);
}

const int32_t *us_measure_take(us_measure *measure, const us_view *view)
{
    const int64_t *value = us_watch_look(measure->watch, view);
    for (int i = 0; i < measure->count; i++)
        measure->value[i] = us_cut(value[i]);
    return measure->value;
}
