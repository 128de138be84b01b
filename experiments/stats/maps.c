#include "experiments/stats/maps.h"

#include <math.h>

/* Sums by run and cell, then by run and map. */
typedef struct folding {
    double *sum;
    int *count;
    int *opponents; /* by run and map: that it has pairs with */
    double *mean;   /* by run and map */
} folding;

static size_t place_of(const us_pairs *pairs, const us_runs *runs, int i)
{
    int cell = pairs->cell ? pairs->cell[i] : 0, run = runs ? runs->run[i] : 0;
    us_assert(cell >= 0 && cell < pairs->cells && run >= 0 && (!runs || run < runs->runs));
    return (size_t)run * (size_t)pairs->cells + (size_t)cell;
}

static folding fold(const us_pairs *pairs, const us_runs *runs, const us_atlas *atlas, int of)
{
    size_t cells = (size_t)of * (size_t)pairs->cells, maps = (size_t)of * (size_t)atlas->maps;
    folding f = {US_NEW_ARRAY(double, cells + 1), US_NEW_ARRAY(int, cells + 1),
                 US_NEW_ARRAY(int, maps + 1), US_NEW_ARRAY(double, maps + 1)};
    for (int i = 0; i < pairs->count; i++) {
        size_t at = place_of(pairs, runs, i);
        f.sum[at] += pairs->difference[i];
        f.count[at]++;
    }
    for (size_t at = 0; at < cells; at++) {
        size_t map = at / (size_t)atlas->opponents; /* cells = maps * opponents */
        if (f.count[at] == 0)
            continue;
        f.mean[map] += f.sum[at] / f.count[at];
        f.opponents[map]++;
    }
    return f;
}

static void folding_clear(folding *f)
{
    us_mem_free(f->sum);
    us_mem_free(f->count);
    us_mem_free(f->opponents);
    us_mem_free(f->mean);
}

us_map_values us_map_values_compute(const us_pairs *pairs, const us_runs *runs,
                                    const us_atlas *atlas)
{
    us_assert(pairs->cells == atlas->maps * atlas->opponents);
    int of = runs ? runs->runs : 1, all = of * atlas->maps;
    folding f = fold(pairs, runs, atlas, of);
    us_map_values v = {.value = US_NEW_ARRAY(double, all + 1),
                       .family = US_NEW_ARRAY(int, all + 1),
                       .map = US_NEW_ARRAY(int, all + 1),
                       .run = US_NEW_ARRAY(int, all + 1),
                       .atlas = atlas,
                       .runs = of};
    bool *map = US_NEW_ARRAY(bool, atlas->maps + 1);
    int *family = US_NEW_ARRAY(int, atlas->families + 1); /* its maps */
    for (int i = 0; i < all; i++) {
        int m = i % atlas->maps;
        if (f.opponents[i] == 0)
            continue;
        v.value[v.count] = nearbyint(f.mean[i] / f.opponents[i] * 1e9) / 1e9;
        v.family[v.count] = atlas->family[m];
        v.map[v.count] = m;
        v.run[v.count++] = i / atlas->maps;
        v.maps += !map[m];
        v.families += !map[m] && family[atlas->family[m]]++ == 0;
        map[m] = true;
    }
    for (int i = 0; i < atlas->families; i++)
        v.single |= family[i] == 1;
    us_mem_free(map);
    us_mem_free(family);
    folding_clear(&f);
    return v;
}

void us_map_values_clear(us_map_values *values)
{
    us_mem_free(values->value);
    us_mem_free(values->family);
    us_mem_free(values->map);
    us_mem_free(values->run);
    *values = (us_map_values){0};
}

us_pairs us_map_values_pairs(const us_map_values *v)
{
    return (us_pairs){v->value, v->family, v->count, v->atlas->families, true};
}

us_runs us_map_values_runs(const us_map_values *v)
{
    return (us_runs){v->run, v->map, v->runs, v->atlas->maps};
}

us_estimate us_estimate_compute_in_scope(const us_pairs *pairs, const us_runs *runs,
                                         const us_atlas *atlas, const us_estimate_def *def,
                                         double *run_mean)
{
    if (!atlas)
        return runs ? us_estimate_compute_runs(pairs, runs, def, run_mean)
                    : us_estimate_compute(pairs, def);
    us_map_values maps = us_map_values_compute(pairs, runs, atlas);
    us_pairs of = us_map_values_pairs(&maps);
    us_runs repeated = us_map_values_runs(&maps);
    us_estimate e = runs ? us_estimate_compute_runs(&of, &repeated, def, run_mean)
                         : us_estimate_compute(&of, def);
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int i = 0; i < maps.count; i++) {
        least = fmin(least, maps.value[i]);
        most = fmax(most, maps.value[i]);
    }
    us_estimate_widen_few(&e, least, most, maps.maps, def);
    us_map_values_clear(&maps);
    return e;
}
