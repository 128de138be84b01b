#include "experiments/stats/tally.h"

#include <math.h>
#include <string.h>

#include "experiments/stats/bounds.h"

enum { FEW = 64 };

/* Returns whether there are few kinds: for many, sorting is faster. */
static bool count_few(const double *value, int count, us_tally *t)
{
    int last = 0;
    for (int i = 0; i < count; i++) {
        us_assert(isfinite(value[i]));
        if (last < t->kinds && t->value[last] == value[i]) {
            t->times[last]++;
            continue;
        }
        for (last = 0; last < t->kinds && t->value[last] < value[i];)
            last++;
        if (last < t->kinds && t->value[last] == value[i]) {
            t->times[last]++;
            continue;
        }
        if (t->kinds == FEW)
            return false;
        size_t behind = (size_t)(t->kinds - last);
        memmove(t->value + last + 1, t->value + last, behind * sizeof(*t->value));
        memmove(t->times + last + 1, t->times + last, behind * sizeof(*t->times));
        t->value[last] = value[i];
        t->times[last] = 1;
        t->kinds++;
    }
    return true;
}

us_tally us_tally_make(const double *value, int count)
{
    us_tally t = {.count = count};
    if (count == 0)
        return t;
    t.value = US_NEW_ARRAY(double, FEW);
    t.times = US_NEW_ARRAY(int, FEW);
    if (count_few(value, count, &t))
        return t;
    us_tally_clear(&t);
    t.count = count;
    t.value = US_NEW_ARRAY(double, count);
    t.times = US_NEW_ARRAY(int, count);
    for (int i = 0; i < count; i++) {
        us_assert(isfinite(value[i]));
        t.value[i] = value[i];
    }
    us_doubles_sort(t.value, count);
    for (int i = 0; i < count; i++) {
        if (t.kinds == 0 || t.value[t.kinds - 1] != t.value[i])
            t.value[t.kinds++] = t.value[i];
        t.times[t.kinds - 1]++;
    }
    return t;
}

void us_tally_clear(us_tally *tally)
{
    us_mem_free(tally->value);
    us_mem_free(tally->times);
    *tally = (us_tally){0};
}

us_two_sides us_two_sides_make(const double *difference, int count)
{
    us_tally t = us_tally_make(difference, count);
    us_two_sides s = {.size = US_NEW_ARRAY(double, t.kinds + 1),
                      .plus = US_NEW_ARRAY(int, t.kinds + 1),
                      .minus = US_NEW_ARRAY(int, t.kinds + 1)};
    int above = 0;
    while (above < t.kinds && t.value[above] <= 0)
        above++;
    int below = above - 1;
    if (below >= 0 && t.value[below] == 0)
        s.zeros = t.times[below--];
    while (below >= 0 || above < t.kinds) {
        double left = below >= 0 ? -t.value[below] : (double)HUGE_VAL;
        double right = above < t.kinds ? t.value[above] : (double)HUGE_VAL;
        s.size[s.kinds] = fmin(left, right);
        s.minus[s.kinds] = left <= right ? t.times[below--] : 0;
        s.plus[s.kinds] = right <= left ? t.times[above++] : 0;
        s.others += s.minus[s.kinds] + s.plus[s.kinds];
        s.kinds++;
    }
    us_tally_clear(&t);
    return s;
}

void us_two_sides_clear(us_two_sides *sides)
{
    us_mem_free(sides->size);
    us_mem_free(sides->plus);
    us_mem_free(sides->minus);
    *sides = (us_two_sides){0};
}
