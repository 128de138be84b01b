#include "experiments/stats/effect.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "base/arena.h"
#include "experiments/stats/numbers.h"

us_estimate_def us_estimate_def_default(void)
{
    return (us_estimate_def){.level = 0.95, .low = -1, .high = 1};
}

static int cell_of(const us_pairs *pairs, int i)
{
    int cell = pairs->cell ? pairs->cell[i] : 0;
    us_assert(cell >= 0 && cell < pairs->cells);
    return cell;
}

void us_pairs_summarize_cells(const us_pairs *pairs, us_cell_summary *cell)
{
    for (int c = 0; c < pairs->cells; c++)
        cell[c] = (us_cell_summary){.least = HUGE_VAL, .most = -HUGE_VAL};
    for (int i = 0; i < pairs->count; i++) {
        double value = pairs->difference[i];
        us_cell_summary *at = &cell[cell_of(pairs, i)];
        us_assert(isfinite(value));
        at->pairs++;
        at->mean += value;
        at->least = fmin(at->least, value);
        at->most = fmax(at->most, value);
    }
    for (int c = 0; c < pairs->cells; c++) {
        /* Equal values give exactly their value, despite rounding of their sum. */
        if (cell[c].pairs == 0)
            cell[c].least = cell[c].most = 0;
        else if (cell[c].least < cell[c].most)
            cell[c].mean /= cell[c].pairs;
        else
            cell[c].mean = cell[c].least;
    }
    for (int i = 0; i < pairs->count; i++) {
        us_cell_summary *at = &cell[cell_of(pairs, i)];
        double off = pairs->difference[i] - at->mean;
        at->variance += off * off;
    }
    for (int c = 0; c < pairs->cells; c++)
        cell[c].variance /= cell[c].pairs > 1 ? cell[c].pairs - 1 : 1;
}

/* ---- bounds */

static us_bounds within(us_bounds bounds, const us_estimate_def *def)
{
    return (us_bounds){fmax(bounds.low, def->low), fmin(bounds.high, def->high)};
}

/* Up to what sums were rounded to. */
static bool same(double least, double most)
{
    return most - least <= 1e-12 * fmax(fabs(least), fabs(most));
}

static void check_limits(double least, double most, const us_estimate_def *def)
{
    us_assert(def->low < def->high);
    us_assert(least >= def->low - 1e-12 * fabs(def->low));
    us_assert(most <= def->high + 1e-12 * fabs(def->high));
}

/* The share that may lie otherwise where n values are all alike. */
static double unseen_share(double level, double n)
{
    return -expm1(log((1 - level) / 2) / n);
}

/* Nothing differed in n tries: how far the mean may be off all the same, when the lowest and the
 * highest of what was seen could have been anything. */
static us_bounds bounds_of_equals(double mean, double least, double most, double n,
                                  const us_estimate_def *def)
{
    double share = unseen_share(def->level, n);
    return within((us_bounds){mean - share * (most - def->low), mean + share * (def->high - least)},
                  def);
}

static us_bounds unknown(const us_estimate_def *def)
{
    return (us_bounds){def->low, def->high};
}

static us_bounds around(const us_estimate *e, const us_estimate_def *def)
{
    double half = us_student_critical_value(def->level, e->freedom) * e->error;
    return within((us_bounds){e->mean - half, e->mean + half}, def);
}

/* ---- one library against another */

/* A sum of estimated squares, each with its degrees, for the degrees of the sum. */
typedef struct sum_of_squares {
    double sum, over, fewest;
} sum_of_squares;

static void add_square(sum_of_squares *s, double square, double freedom)
{
    if (square <= 0)
        return;
    s->sum += square;
    s->over += square * square / (freedom + 2);
    s->fewest = fmin(s->fewest, freedom);
}

/* A cell's share of the mean. count, cells: of all pairs, and of the cells that have some. */
static double weight_of(const us_pairs *pairs, int here, int count, int cells)
{
    return pairs->proportional ? (double)here / count : 1.0 / cells;
}

/* For cells with pairs only, of which at least one has two that differ. */
static double pooled_square(const us_pairs *pairs, const us_cell_summary *cell, us_estimate *e)
{
    sum_of_squares s = {.fewest = HUGE_VAL};
    double squares = 0, all = e->pairs - e->cells, alone = 0;
    for (int c = 0; c < e->cells; c++)
        squares += (cell[c].pairs - 1) * cell[c].variance;
    double pooled = squares / all;
    for (int c = 0; c < e->cells; c++) {
        int n = cell[c].pairs;
        bool equal = same(cell[c].least, cell[c].most);
        double weight = weight_of(pairs, n, e->pairs, e->cells), square = weight * weight;
        double lent = pairs->proportional ? pooled : pooled / n;
        if (n > 1)
            add_square(&s, square * (equal ? lent : cell[c].variance) / n, n - 1);
        else
            alone += square * pooled;
    }
    add_square(&s, alone, all);
    e->freedom = fmin(fmax(s.sum * s.sum / s.over - 2, s.fewest), all);
    return s.sum;
}

/* For cells of one pair each. */
static double square_of_means(const us_cell_summary *cell, us_estimate *e)
{
    double off = 0;
    for (int c = 0; c < e->cells; c++)
        off += (cell[c].mean - e->mean) * (cell[c].mean - e->mean);
    return off / e->freedom / e->cells;
}

static void bound(const us_pairs *pairs, const us_cell_summary *cell, us_estimate *e,
                  const us_estimate_def *def)
{
    int fewest = e->pairs;
    bool equal = true, pooled = e->pairs > e->cells;
    double tries, least = HUGE_VAL, most = -HUGE_VAL;
    for (int c = 0; c < e->cells; c++) {
        fewest = cell[c].pairs < fewest ? cell[c].pairs : fewest;
        least = fmin(least, cell[c].least);
        most = fmax(most, cell[c].most);
        equal &= same(cell[c].least, cell[c].most);
    }
    check_limits(least, most, def);
    if (!pooled)
        equal = same(least, most);
    e->freedom = pooled ? e->pairs - e->cells : e->cells - 1;
    double square = equal ? 0 : pooled ? pooled_square(pairs, cell, e) : square_of_means(cell, e);
    tries = pairs->proportional ? e->pairs : (double)fewest * e->cells;
    e->error = sqrt(square);
    e->variance = square * e->pairs;
    e->bounds = equal ? bounds_of_equals(e->mean, least, most, tries, def) : around(e, def);
}

us_estimate us_estimate_compute(const us_pairs *pairs, const us_estimate_def *def)
{
    us_estimate e = {.error = HUGE_VAL, .variance = HUGE_VAL};
    US_AUTOFREE us_cell_summary *cell = US_NEW_ARRAY(us_cell_summary, pairs->cells + 1);
    us_pairs_summarize_cells(pairs, cell);
    for (int c = 0; c < pairs->cells; c++) {
        if (cell[c].pairs == 0)
            continue;
        cell[e.cells++] = cell[c];
        e.singles += cell[c].pairs == 1;
        e.pairs += cell[c].pairs;
    }
    for (int c = 0; c < e.cells; c++)
        e.mean += cell[c].mean * (pairs->proportional ? cell[c].pairs : 1);
    e.mean /= pairs->proportional && e.pairs ? e.pairs : e.cells ? e.cells : 1;
    e.bounds = unknown(def);
    if (e.pairs > 1)
        bound(pairs, cell, &e, def);
    return e;
}

/* ---- values, runs */

int us_estimate_min_count(double level)
{
    return (int)ceil(log2(2 / (1 - level)) - 1e-9);
}

/* Widens the bounds of n independent values from least to most, if n is below
 * us_estimate_min_count. The bounds then include those of n equal values, because so few values do
 * not show how much other values may differ. */
static void widen_few(us_estimate *e, double least, double most, int n, const us_estimate_def *def)
{
    e->maps = n;
    if (n < 1 || n >= us_estimate_min_count(def->level))
        return;
    us_bounds few = bounds_of_equals(e->mean, least, most, n, def);
    e->bounds.low = fmin(e->bounds.low, few.low);
    e->bounds.high = fmax(e->bounds.high, few.high);
}

us_estimate us_estimate_compute_values(const double *value, int count, const us_estimate_def *def)
{
    us_estimate e = {.error = HUGE_VAL, .variance = HUGE_VAL};
    us_pairs pairs = {value, NULL, count, 1, false};
    us_cell_summary all;
    us_pairs_summarize_cells(&pairs, &all);
    e.mean = all.mean;
    e.pairs = count;
    e.cells = count > 0;
    e.singles = count == 1;
    e.bounds = unknown(def);
    if (count < 2)
        return e;
    check_limits(all.least, all.most, def);
    e.freedom = count - 1;
    e.variance = all.variance;
    e.error = sqrt(all.variance / count);
    if (!same(all.least, all.most))
        e.bounds = around(&e, def);
    else
        e.bounds = bounds_of_equals(e.mean, all.least, all.most, count, def);
    return e;
}

/* A run's mean over the cells, all or none of which it has. used: pairs of a cell, of all runs. */
static double mean_of_run(const us_pairs *pairs, const double *sum, const int *count,
                          const int *used, int there)
{
    double mean = 0;
    int has = 0;
    for (int c = 0; c < pairs->cells; c++) {
        has += count[c] > 0;
        if (count[c] > 0)
            mean += sum[c] / count[c] * weight_of(pairs, used[c], pairs->count, there);
    }
    us_assert(has == 0 || has == there);
    return has ? mean : (double)NAN;
}

/* Sums by cell, and by run and cell. */
typedef struct crossing {
    double *sum; /* by run and cell */
    int *count;
    int *cell_pairs, *cell_runs, *cell_games; /* by cell */
    double *cell_sum;
    double *game_mean; /* see us_pairs_average_games */
    int *game_cell, *game_place;
    int cells; /* that there are */
} crossing;

static size_t at(const us_pairs *pairs, const us_runs *runs, int i)
{
    us_assert(runs->run[i] >= 0 && runs->run[i] < runs->runs);
    return (size_t)runs->run[i] * (size_t)pairs->cells + (size_t)cell_of(pairs, i);
}

static crossing crossing_of(const us_pairs *pairs, const us_runs *runs, us_arena *arena)
{
    size_t cells = (size_t)pairs->cells, all = (size_t)runs->runs * cells;
    crossing x = {
        .sum = US_ARENA_ARRAY(arena, double, all + 1),
        .count = US_ARENA_ARRAY(arena, int, all + 1),
        .cell_pairs = US_ARENA_ARRAY(arena, int, cells + 1),
        .cell_runs = US_ARENA_ARRAY(arena, int, cells + 1),
        .cell_games = US_ARENA_ARRAY(arena, int, cells + 1),
        .cell_sum = US_ARENA_ARRAY(arena, double, cells + 1),
        .game_mean = US_ARENA_ARRAY(arena, double, pairs->count + 1),
        .game_cell = US_ARENA_ARRAY(arena, int, pairs->count + 1),
        .game_place = US_ARENA_ARRAY(arena, int, runs->games + 1),
    };
    for (int i = 0; i < pairs->count; i++) {
        size_t place = at(pairs, runs, i);
        int cell = cell_of(pairs, i);
        x.sum[place] += pairs->difference[i];
        x.cell_sum[cell] += pairs->difference[i];
        x.cells += x.cell_pairs[cell]++ == 0;
        x.cell_runs[cell] += x.count[place]++ == 0;
    }
    return x;
}

us_pairs us_pairs_average_games(const us_pairs *pairs, const us_runs *runs, double *value,
                                int *cell, int *place)
{
    US_AUTOFREE int *times = US_NEW_ARRAY(int, pairs->count + 1);
    us_pairs means = {value, cell, 0, pairs->cells, pairs->proportional};
    for (int i = 0; i < pairs->count; i++) {
        int at = means.count, game = runs->game ? runs->game[i] : -1;
        us_assert(game < runs->games && (!runs->game || game >= 0));
        if (game >= 0 && place[game] > 0)
            at = place[game] - 1;
        else
            means.count++;
        if (game >= 0)
            place[game] = at + 1;
        us_assert(times[at] == 0 || cell[at] == cell_of(pairs, i));
        cell[at] = cell_of(pairs, i);
        value[at] += pairs->difference[i];
        times[at]++;
    }
    for (int i = 0; i < means.count; i++)
        value[i] /= times[i];
    return means;
}

/* Returns the error's rest, without the run's share and the game's. */
static double rest_square(const us_pairs *pairs, const us_runs *runs, const crossing *x,
                          double *degrees)
{
    double squares = 0, freedom = 0, weights = 0;
    for (int i = 0; i < pairs->count; i++) {
        size_t place = at(pairs, runs, i);
        int cell = cell_of(pairs, i);
        double off = pairs->difference[i] - x->sum[place] / x->count[place] -
                     x->game_mean[x->game_place[runs->game[i]] - 1] +
                     x->cell_sum[cell] / x->cell_pairs[cell];
        squares += off * off;
    }
    for (int c = 0; c < pairs->cells; c++) {
        if (x->cell_pairs[c] == 0)
            continue;
        freedom += fmax(x->cell_pairs[c] - x->cell_runs[c] - x->cell_games[c] + 1, 0);
        double weight = weight_of(pairs, x->cell_pairs[c], pairs->count, x->cells);
        weights += weight * weight / x->cell_pairs[c];
    }
    *degrees = freedom;
    return freedom > 0 ? squares / freedom * weights : 0;
}

/* The common part of the runs, as the other library's luck: it does not show between them. */
typedef struct common {
    double square; /* added to the square of the error; 0: nothing */
    double over;   /* its own square's, by degrees: both parts of the difference are estimated */
    double rest;   /* the part of run x game alone */
    bool shared;
    us_estimate games; /* of the games' means, as if they were what is repeated */
} common;

static common common_of(const us_pairs *pairs, const us_runs *runs, crossing *x,
                        const us_estimate_def *def)
{
    common c = {0};
    if (!runs->game)
        return c;
    us_pairs games = us_pairs_average_games(pairs, runs, x->game_mean, x->game_cell, x->game_place);
    c.shared = games.count < pairs->count;
    if (!c.shared)
        return c;
    for (int i = 0; i < games.count; i++)
        x->cell_games[x->game_cell[i]]++;
    us_estimate e = c.games = us_estimate_compute(&games, def);
    double freedom, all = e.error * e.error;
    c.rest = rest_square(pairs, runs, x, &freedom);
    c.square = fmax(all - c.rest, 0);
    c.over = e.freedom > 0 ? all * all / e.freedom : (double)HUGE_VAL;
    c.over += freedom > 0 ? c.rest * c.rest / freedom : 0;
    return c;
}

/* Two or three runs may be alike by chance. Satterthwaite's degrees would then be too many, so that
 * the runs' part is taken to be no less than what run x game makes of it. */
static void widen(us_estimate *e, const common *c, const us_estimate_def *def)
{
    double own = fmax(e->error * e->error, c->rest), both = own + c->square;
    e->error = sqrt(both);
    e->common = c->square;
    e->bounds = unknown(def);
    if (isinf(c->over) || isinf(both))
        return;
    e->freedom = fmax(both * both / (own * own / e->freedom + c->over), 1);
    e->bounds = around(e, def);
}

/* Runs that are all alike show nothing of the luck that they share: the games do. */
static void widen_equals(us_estimate *e, const us_estimate *games)
{
    e->error = games->error;
    e->common = games->error * games->error;
    e->freedom = games->freedom;
    e->bounds.low = fmin(e->bounds.low, games->bounds.low);
    e->bounds.high = fmax(e->bounds.high, games->bounds.high);
}

us_estimate us_estimate_compute_runs(const us_pairs *pairs, const us_runs *runs,
                                     const us_estimate_def *def, double *run_mean)
{
    US_AUTOFREE double *mean = US_NEW_ARRAY(double, runs->runs + 1);
    US_AUTOPTR(us_arena) arena = us_arena_new();
    crossing x = crossing_of(pairs, runs, arena);
    int there = 0;
    for (int r = 0; r < runs->runs; r++) {
        size_t first = (size_t)r * (size_t)pairs->cells;
        double here = mean_of_run(pairs, x.sum + first, x.count + first, x.cell_pairs, x.cells);
        if (run_mean)
            run_mean[r] = here;
        if (!isnan(here))
            mean[there++] = here;
    }
    us_estimate e = us_estimate_compute_values(mean, there, def);
    common c = common_of(pairs, runs, &x, def);
    if (there > 1 && e.error > 0 && c.square > 0)
        widen(&e, &c, def);
    else if (there > 1 && e.error == 0 && c.shared)
        widen_equals(&e, &c.games);
    e.runs = there;
    e.pairs = pairs->count;
    e.cells = x.cells;
    e.singles = 0;
    e.variance = e.error * e.error * e.pairs;
    return e;
}

int us_pairs_find_common_cells(const us_pairs *pairs, const us_runs *runs, bool *keep)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    crossing x = crossing_of(pairs, runs, arena);
    US_AUTOFREE bool *there = US_NEW_ARRAY(bool, runs->runs + 1);
    int all = 0, lacking = 0;
    for (int i = 0; i < pairs->count; i++) {
        all += !there[runs->run[i]];
        there[runs->run[i]] = true;
    }
    for (int i = 0; i < pairs->count; i++)
        keep[i] = x.cell_runs[cell_of(pairs, i)] == all;
    for (int c = 0; c < pairs->cells; c++)
        lacking += x.cell_runs[c] > 0 && x.cell_runs[c] < all;
    return lacking;
}

/* ---- conclusions */

double us_estimate_degrees(const us_estimate *e)
{
    return e->error <= 0 || isinf(e->error) || e->freedom <= 0 ? (double)NAN : e->freedom;
}

double us_estimate_p_value(const us_estimate *e)
{
    double degrees = us_estimate_degrees(e), least = e->maps > 0 ? 2 * pow(0.5, e->maps) : 0;
    if (isnan(degrees))
        return degrees;
    return fmin(fmax(2 * gsl_cdf_tdist_Q(fabs(e->mean) / e->error, degrees), least), 1);
}

static bool enough(const us_estimate *e, double pairs, double level, double power)
{
    double freedom = fmax(e->freedom * pairs / e->pairs, 1);
    double reach = us_student_critical_value(level, freedom) +
                   us_student_critical_value(2 * power - 1, freedom);
    return pairs * e->mean * e->mean >= reach * reach * e->variance;
}

double us_estimate_compute_units_needed(const us_estimate *e, double level, double power)
{
    us_assert(power > 0.5 && power < 1);
    if (e->runs > 1 || e->mean == 0 || e->error <= 0 || isinf(e->error))
        return HUGE_VAL;
    double least = e->maps > 0 ? us_estimate_min_count(level) : 2, low = least - 1, high = least;
    while (!enough(e, high, level, power)) {
        if (high > 1e12)
            return HUGE_VAL;
        low = high;
        high *= 2;
    }
    while (low + 1 < high) {
        double middle = floor((low + high) / 2);
        *(enough(e, middle, level, power) ? &high : &low) = middle;
    }
    return high;
}

const char *us_conclusion_name(us_conclusion conclusion)
{
    static const char *const names[] = {"inconclusive", "better", "worse", "equivalent", "same"};
    return names[conclusion];
}

us_conclusion us_conclusion_from_bounds(us_bounds bounds, double margin)
{
    us_assert(margin >= 0);
    if (margin > 0 && bounds.low >= -margin && bounds.high <= margin)
        return US_EQUIVALENT;
    if (bounds.low > 0)
        return US_BETTER;
    return bounds.high < 0 ? US_WORSE : US_INCONCLUSIVE;
}

/* ---- maps */

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

static folding fold(const us_pairs *pairs, const us_runs *runs, const us_atlas *atlas, int of,
                    us_arena *arena)
{
    size_t cells = (size_t)of * (size_t)pairs->cells, maps = (size_t)of * (size_t)atlas->maps;
    folding f = {US_ARENA_ARRAY(arena, double, cells + 1), US_ARENA_ARRAY(arena, int, cells + 1),
                 US_ARENA_ARRAY(arena, int, maps + 1), US_ARENA_ARRAY(arena, double, maps + 1)};
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

us_map_values us_map_values_compute(const us_pairs *pairs, const us_runs *runs,
                                    const us_atlas *atlas)
{
    us_assert(pairs->cells == atlas->maps * atlas->opponents);
    int of = runs ? runs->runs : 1, all = of * atlas->maps;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    folding f = fold(pairs, runs, atlas, of, arena);
    us_map_values v = {.value = US_NEW_ARRAY(double, all + 1),
                       .family = US_NEW_ARRAY(int, all + 1),
                       .map = US_NEW_ARRAY(int, all + 1),
                       .run = US_NEW_ARRAY(int, all + 1),
                       .atlas = atlas,
                       .runs = of};
    bool *map = US_ARENA_ARRAY(arena, bool, atlas->maps + 1);
    int *family = US_ARENA_ARRAY(arena, int, atlas->families + 1); /* its maps */
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
    US_AUTO(us_map_values_clear) us_map_values maps = us_map_values_compute(pairs, runs, atlas);
    us_pairs of = us_map_values_pairs(&maps);
    us_runs repeated = us_map_values_runs(&maps);
    us_estimate e = runs ? us_estimate_compute_runs(&of, &repeated, def, run_mean)
                         : us_estimate_compute(&of, def);
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int i = 0; i < maps.count; i++) {
        least = fmin(least, maps.value[i]);
        most = fmax(most, maps.value[i]);
    }
    widen_few(&e, least, most, maps.maps, def);
    return e;
}
