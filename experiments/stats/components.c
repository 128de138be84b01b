#include "experiments/stats/components.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "base/arena.h"
#include "experiments/stats/numbers.h"

/* The spread on a level: the number of its groups' members, and their differences. */
typedef struct spread {
    double squares, fourths, inverse; /* inverse: sum over groups of 1 / members */
    int members, groups;
} spread;

static double variance_of(const spread *s)
{
    int freedom = s->members - s->groups;
    return freedom > 0 ? s->squares / freedom : (double)NAN;
}

/* The excess kurtosis, as far as it is above 0, without the bias of few members. */
static us_precision precision_of(const spread *s)
{
    int n = s->members, freedom = n - s->groups;
    if (freedom < 1)
        return (us_precision){0, 0};
    double excess = 0;
    if (n > 3 && s->squares > 0) {
        excess = n * s->fourths / (s->squares * s->squares) - 3;
        excess = (n - 1.0) / ((n - 2.0) * (n - 3.0)) * ((n + 1) * excess + 6);
    }
    return (us_precision){freedom, fmax(excess, 0) / n};
}

static void add_member(spread *s, double off)
{
    s->squares += off * off;
    s->fourths += off * off * off * off;
    s->members++;
}

static void add_group(spread *s, int members)
{
    s->groups++;
    s->inverse += 1.0 / members;
}

/* Sums of places, then of maps. */
typedef struct nesting {
    double *place; /* by map and place: a mean */
    int *pairs;
    double *map; /* the mean of its places */
    int *places;
    int *column;  /* by place: on how many maps it is */
    double *main; /* by place: its excess over its maps */
    spread seeds, of_places, of_maps;
    int maps, columns;
} nesting;

static void average(const us_observed *o, const us_atlas *atlas, nesting *n)
{
    for (int i = 0; i < o->count; i++) {
        int at = o->map[i] * o->places + o->place[i];
        us_assert(o->map[i] < atlas->maps && o->place[i] < o->places);
        n->place[at] += o->difference[i];
        n->pairs[at]++;
    }
    for (int m = 0; m < atlas->maps; m++) {
        for (int p = 0, at = m * o->places; p < o->places; p++, at++) {
            if (n->pairs[at] == 0)
                continue;
            n->place[at] /= n->pairs[at];
            n->map[m] += n->place[at];
            n->places[m]++;
            n->columns += n->column[p]++ == 0;
            add_group(&n->seeds, n->pairs[at]);
        }
        n->map[m] /= n->places[m] > 0 ? n->places[m] : 1;
        n->maps += n->places[m] > 0;
    }
    for (int i = 0; i < o->count; i++)
        add_member(&n->seeds, o->difference[i] - n->place[o->map[i] * o->places + o->place[i]]);
}

/* Removes what places have in common on all maps, if all maps have all of them. */
static void spread_places(const us_observed *o, const us_atlas *atlas, nesting *n)
{
    bool whole = n->seeds.groups == n->maps * n->columns && n->maps > 1;
    for (int m = 0; m < atlas->maps && whole; m++)
        for (int p = 0, at = m * o->places; p < o->places; p++, at++)
            if (n->pairs[at] > 0)
                n->main[p] += (n->place[at] - n->map[m]) / n->maps;
    for (int m = 0; m < atlas->maps; m++) {
        for (int p = 0, at = m * o->places; p < o->places; p++, at++)
            if (n->pairs[at] > 0)
                add_member(&n->of_places, n->place[at] - n->map[m] - n->main[p]);
        if (n->places[m] > 0)
            add_group(&n->of_places, n->places[m]);
    }
    if (whole)
        n->of_places.members -= n->columns - 1;
}

static void spread_maps(const us_atlas *atlas, nesting *n)
{
    US_AUTOFREE double *mean = US_NEW_ARRAY(double, atlas->families + 1);
    US_AUTOFREE int *maps = US_NEW_ARRAY(int, atlas->families + 1);
    bool single = true;
    for (int m = 0; m < atlas->maps; m++)
        if (n->places[m] > 0)
            single &= ++maps[atlas->family[m]] == 1;
    for (int f = 0; f < atlas->families; f++)
        maps[f] = 0;
    for (int m = 0; m < atlas->maps; m++) {
        int family = single ? 0 : atlas->family[m];
        if (n->places[m] == 0)
            continue;
        mean[family] += n->map[m];
        maps[family]++;
    }
    for (int f = 0; f < atlas->families; f++) {
        mean[f] /= maps[f] > 0 ? maps[f] : 1;
        if (maps[f] > 0)
            add_group(&n->of_maps, maps[f]);
    }
    for (int m = 0; m < atlas->maps; m++)
        if (n->places[m] > 0)
            add_member(&n->of_maps, n->map[m] - mean[single ? 0 : atlas->family[m]]);
}

/* Returns a variance of means without the part of the levels below. */
static double own_of(const spread *of, double below, const spread *each)
{
    double all = variance_of(of);
    return isnan(below) ? all : fmax(all - below * each->inverse / each->groups, 0);
}

/* Returns the spread of pairs about the mean of their map and opponent, which are repeated in a
 * claim about these maps alone. */
static spread spread_cells(const us_observed *o, const us_atlas *atlas)
{
    size_t cells = (size_t)atlas->maps * (size_t)atlas->opponents;
    int seats = o->places / atlas->opponents;
    US_AUTOFREE double *mean = US_NEW_ARRAY(double, cells + 1);
    US_AUTOFREE int *pairs = US_NEW_ARRAY(int, cells + 1);
    spread s = {0};
    for (int i = 0; i < o->count; i++) {
        int cell = o->map[i] * atlas->opponents + o->place[i] / seats;
        mean[cell] += o->difference[i];
        pairs[cell]++;
    }
    for (size_t c = 0; c < cells; c++) {
        mean[c] /= pairs[c] > 0 ? pairs[c] : 1;
        if (pairs[c] > 0)
            add_group(&s, pairs[c]);
    }
    for (int i = 0; i < o->count; i++)
        add_member(&s, o->difference[i] - mean[o->map[i] * atlas->opponents + o->place[i] / seats]);
    return s;
}

us_components us_components_estimate(const us_observed *o, const us_atlas *atlas)
{
    us_assert(o->places % atlas->opponents == 0);
    size_t all = (size_t)atlas->maps * (size_t)o->places;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    nesting n = {.place = US_ARENA_ARRAY(arena, double, all + 1),
                 .pairs = US_ARENA_ARRAY(arena, int, all + 1),
                 .map = US_ARENA_ARRAY(arena, double, atlas->maps + 1),
                 .places = US_ARENA_ARRAY(arena, int, atlas->maps + 1),
                 .column = US_ARENA_ARRAY(arena, int, o->places + 1),
                 .main = US_ARENA_ARRAY(arena, double, o->places + 1)};
    average(o, atlas, &n);
    spread_places(o, atlas, &n);
    spread_maps(atlas, &n);
    us_components c = {.seeds = variance_of(&n.seeds), .runs = (double)NAN};
    c.places = own_of(&n.of_places, c.seeds, &n.seeds);
    c.maps = own_of(&n.of_maps, variance_of(&n.of_places), &n.of_places);
    c.of_maps = precision_of(&n.of_maps);
    spread cells = spread_cells(o, atlas);
    c.cells = variance_of(&cells);
    c.of_cells = precision_of(&cells);
    return c;
}

/* An unknown variance adds nothing of its own: the level above includes it. */
static double known(double variance)
{
    return isnan(variance) ? 0 : variance;
}

/* The square of an error, and its degrees. */
typedef struct part {
    double square, freedom;
} part;

static part games_part(const us_components *c, const us_design *d)
{
    double pairs = (double)d->maps * d->places * d->seeds;
    if (d->cells > 0)
        return (part){c->cells / pairs, pairs - d->cells};
    double map =
        c->maps + known(c->places) / d->places + known(c->seeds) / ((double)d->places * d->seeds);
    return (part){map / d->maps, d->families < d->maps ? d->maps - d->families : d->maps - 1};
}

/* The end of a chi-squared interval, as a multiple of the estimated variance. share: of the
 * distribution below it. */
static double end_of(const us_precision *known, double excess, double share)
{
    double freedom = fmax(2 / (2 / known->freedom + excess), 0.1);
    return freedom / gsl_cdf_chisq_Pinv(share, freedom);
}

/* If the variance is smaller than its estimate, large differences are rarer than in the sample,
 * and the kurtosis is larger in proportion. */
static double low_end(const us_precision *known)
{
    enum { STEPS = 40 };
    double share = (1 + US_DETECTABLE_LEVEL) / 2, low = end_of(known, known->excess, share);
    for (int i = 0; i < STEPS && known->excess > 0; i++)
        low = (low + end_of(known, known->excess / low, share)) / 2;
    return low;
}

us_detectable us_detectable_compute(const us_components *c, const us_design *d, double level,
                                    double power)
{
    us_detectable tells = {(double)NAN, {(double)NAN, (double)NAN}};
    part games = games_part(c, d);
    us_precision of = d->cells > 0 ? c->of_cells : c->of_maps;
    us_assert(power > 0.5 && power < 1);
    if (games.freedom < 1 || of.freedom < 1 || (d->runs > 1 && isnan(c->runs)))
        return tells;
    double run = d->runs > 1 ? c->runs / d->runs : 0, freedom = games.freedom;
    if (games.square + run <= 0) /* no difference: the distance from 0 is unknown */
        return tells;
    if (d->runs > 1) /* Satterthwaite's */
        freedom = pow(games.square + run, 2) /
                  (pow(games.square, 2) / games.freedom + run * run / (d->runs - 1));
    double reach = us_student_critical_value(level, fmax(freedom, 1)) +
                   us_student_critical_value(2 * power - 1, fmax(freedom, 1));
    if (d->cells == 0 && d->maps < us_estimate_min_count(level))
        return (us_detectable){HUGE_VAL, {HUGE_VAL, HUGE_VAL}};
    double low = low_end(&of), high = end_of(&of, of.excess, (1 - US_DETECTABLE_LEVEL) / 2);
    double least = sqrt(games.square * low + run), most = sqrt(games.square * high + run);
    tells.difference = reach * sqrt(games.square + run);
    tells.bounds = (us_bounds){reach * least, reach * most};
    return tells;
}
