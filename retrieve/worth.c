#include "retrieve/worth.h"

#include <string.h>

#include "base/base.h"
#include "base/sort.h"
#include "retrieve/nearest.h"
#include "retrieve/outcomes.h"
#include "retrieve/similarity.h"

/* Attempts as which the estimate of the level above counts. */
enum {
    OF_LIBRARY = 4,   /* for a demonstration */
    OF_SHOWN = 4,     /* for a behavior */
    OF_BEHAVIOR = 16, /* for a state */
    MENDED = 16,      /* of so many failures of its parent, an adapted behavior mends one */
};

enum {
    UNIT = 1 << 14, /* weight of an attempt in the very state; a bandwidth of distance */
    APART = 64,     /* bandwidths beyond which a difference grows no more */
};

typedef struct attempt {
    us_hash game;
    us_seat seat;
    us_cycle cycle;
    int64_t behavior;
    int result;
    int at; /* in the order in which they were added */
} attempt;

struct us_worth {
    int dimensions;
    int64_t *bandwidth;
    US_LIST(attempt) attempt;
    int32_t *feature; /* by attempt and dimension */
    int capacity;
    us_worth_row *row;
    int rows;
    int *order;      /* of rows: parents first */
    int *parent;     /* by row: without circles */
    int64_t *near;   /* by row: sums over its attempts of their weights, */
    int64_t *won;    /* and of their weights times results; scratch */
    int64_t *count;  /* by row: attempts, */
    int64_t *points; /* and half points of all of them */
    int64_t *shown;  /* by row: the rate of its demonstration */
    int64_t rate;    /* of the library */
};

us_worth *us_worth_new(const int64_t *bandwidth, int dimensions)
{
    us_worth *worth = US_NEW(us_worth);
    us_assert(dimensions >= 0 && dimensions <= US_DIMENSIONS_MAX);
    worth->dimensions = dimensions;
    worth->bandwidth = US_NEW_ARRAY(int64_t, dimensions + 1);
    if (bandwidth)
        memcpy(worth->bandwidth, bandwidth, (size_t)dimensions * sizeof *bandwidth);
    return worth;
}

void us_worth_free(us_worth *worth)
{
    if (!worth)
        return;
    us_mem_free(worth->bandwidth);
    us_mem_free(worth->attempt.item);
    us_mem_free(worth->feature);
    us_mem_free(worth->row);
    us_mem_free(worth->order);
    us_mem_free(worth->parent);
    us_mem_free(worth->near);
    us_mem_free(worth->won);
    us_mem_free(worth->count);
    us_mem_free(worth->points);
    us_mem_free(worth->shown);
    us_mem_free(worth);
}

void us_worth_add(us_worth *worth, const us_worth_attempt *from)
{
    size_t size = (size_t)worth->dimensions * sizeof *from->feature;
    attempt added = {from->game,     from->seat,   from->cycle,
                     from->behavior, from->result, worth->attempt.count};
    us_assert(added.result >= US_LOST && added.result <= US_WON);
    worth->feature =
        us_array_grow(worth->feature, worth->attempt.count, &worth->capacity, size ? size : 1);
    if (size)
        memcpy(worth->feature + (size_t)worth->attempt.count * (size_t)worth->dimensions,
               from->feature, size);
    US_LIST_PUT(worth->attempt, added);
}

/* ---- the first attempt of a behavior in a game */

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int by_player(const attempt *a, const attempt *b)
{
    if (a->game != b->game)
        return a->game < b->game ? -1 : 1;
    return a->seat != b->seat ? compare(a->seat, b->seat) : compare(a->behavior, b->behavior);
}

static int by_time(const void *left, const void *right)
{
    const attempt *a = left, *b = right;
    int order = by_player(a, b);
    if (order == 0)
        order = compare(a->cycle, b->cycle);
    return order ? order : compare(a->at, b->at);
}

/* Drops all but the first attempt of each behavior and seat in a game. */
static void keep_first(us_worth *worth)
{
    int count = worth->attempt.count, kept = 0;
    size_t size = (size_t)worth->dimensions;
    attempt *all = worth->attempt.item;
    US_AUTOFREE bool *goes = US_NEW_ARRAY(bool, count + 1);
    US_AUTOFREE attempt *sorted = US_NEW_ARRAY(attempt, count + 1);
    for (int i = 0; i < count; i++)
        sorted[i] = all[i];
    us_array_sort(sorted, (size_t)count, sizeof *sorted, by_time);
    for (int i = 1; i < count; i++)
        goes[sorted[i].at] = by_player(&sorted[i - 1], &sorted[i]) == 0;
    for (int i = 0; i < count; i++) {
        if (goes[i])
            continue;
        if (size && kept < i)
            memcpy(worth->feature + (size_t)kept * size, worth->feature + (size_t)i * size,
                   size * sizeof *worth->feature);
        all[kept] = all[i];
        all[kept].at = kept;
        kept++;
    }
    worth->attempt.count = kept;
}

/* ---- levels */

/* A mean of half points, of US_SIMILARITY_ONE, as if `more` further ones had the prior rate. */
static int64_t shrink(int64_t points, int64_t count, int64_t prior, int more)
{
    while (count > 1000000) {
        points /= 2;
        count /= 2;
    }
    return (points * (US_SIMILARITY_ONE / 2) + more * prior) / (count + more);
}

void us_parents_list_first(int *parent, int count, int *order)
{
    enum { FRESH, BELOW, LISTED };
    US_AUTOFREE uint8_t *state = US_NEW_ARRAY(uint8_t, count + 1);
    US_AUTOFREE int *chain = US_NEW_ARRAY(int, count + 1);
    int listed = 0;
    for (int i = 0; i < count; i++) {
        int length = 0, at = i;
        for (; at >= 0 && state[at] == FRESH; at = parent[at]) {
            state[at] = BELOW;
            chain[length++] = at;
        }
        bool circle = at >= 0 && state[at] == BELOW;
        while (length > 0) {
            at = chain[--length];
            if (circle)
                parent[at] = -1;
            order[listed++] = at;
            state[at] = LISTED;
        }
    }
}

typedef struct shown {
    us_hash demonstration;
    int row;
} shown;

static int by_demonstration(const void *left, const void *right)
{
    const shown *a = left, *b = right;
    if (a->demonstration != b->demonstration)
        return a->demonstration < b->demonstration ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

/* Computes, by row, the rate of its demonstration. */
static void rate_demonstrations(us_worth *worth)
{
    US_AUTOFREE shown *list = US_NEW_ARRAY(shown, worth->rows + 1);
    for (int i = 0; i < worth->rows; i++)
        list[i] = (shown){worth->row[i].demonstration, i};
    us_array_sort(list, (size_t)worth->rows, sizeof *list, by_demonstration);
    for (int from = 0, to; from < worth->rows; from = to) {
        int64_t count = 0, points = 0;
        for (to = from; to < worth->rows && list[to].demonstration == list[from].demonstration;
             to++) {
            count += worth->count[list[to].row];
            points += worth->points[list[to].row];
        }
        bool known = list[from].demonstration != 0;
        int64_t rate = known ? shrink(points, count, worth->rate, OF_LIBRARY) : worth->rate;
        for (int i = from; i < to; i++)
            worth->shown[list[i].row] = rate;
    }
}

void us_worth_finish(us_worth *worth, const us_worth_row *row, int rows)
{
    int64_t points = 0;
    keep_first(worth);
    worth->rows = rows;
    worth->row = US_NEW_ARRAY(us_worth_row, rows + 1);
    for (int i = 0; i < rows; i++)
        worth->row[i] = row[i];
    worth->order = US_NEW_ARRAY(int, rows + 1);
    worth->parent = US_NEW_ARRAY(int, rows + 1);
    worth->near = US_NEW_ARRAY(int64_t, rows + 1);
    worth->won = US_NEW_ARRAY(int64_t, rows + 1);
    worth->count = US_NEW_ARRAY(int64_t, rows + 1);
    worth->points = US_NEW_ARRAY(int64_t, rows + 1);
    worth->shown = US_NEW_ARRAY(int64_t, rows + 1);
    for (int i = 0; i < rows; i++)
        worth->parent[i] = row[i].parent;
    us_parents_list_first(worth->parent, rows, worth->order);
    for (int i = 0; i < worth->attempt.count; i++) {
        const attempt *a = &worth->attempt.item[i];
        us_assert(a->behavior >= 0 && a->behavior < rows);
        worth->count[a->behavior]++;
        worth->points[a->behavior] += a->result;
        points += a->result;
    }
    worth->rate = shrink(points + 1, worth->attempt.count + 1, US_SIMILARITY_ONE / 2, 1);
    rate_demonstrations(worth);
}

/* ---- a state */

/* Returns the squared difference in UNITs. A value that one of the two lacks is a bandwidth
 * away. */
static int64_t squared(int32_t a, int32_t b, int64_t bandwidth)
{
    if (a == US_FEATURE_MISSING || b == US_FEATURE_MISSING)
        return a == b ? 0 : UNIT;
    int64_t difference = a < b ? (int64_t)b - a : (int64_t)a - b;
    if (difference >= APART * bandwidth)
        return (int64_t)APART * APART * UNIT;
    difference = difference * 128 / bandwidth; /* the root of UNIT */
    return difference * difference;
}

/* Returns 1 / (1 + distance)^2, in UNITs. */
static int64_t weigh(int64_t distance)
{
    int64_t root = (int64_t)UNIT * UNIT / (UNIT + distance);
    return root * root / UNIT;
}

static void sum_near(us_worth *worth, const int32_t *feature)
{
    int dimension[US_DIMENSIONS_MAX], count = 0;
    for (int d = 0; d < worth->dimensions; d++)
        if (worth->bandwidth[d] > 0)
            dimension[count++] = d;
    memset(worth->near, 0, (size_t)worth->rows * sizeof *worth->near);
    memset(worth->won, 0, (size_t)worth->rows * sizeof *worth->won);
    for (int i = 0; i < worth->attempt.count && feature; i++) {
        const attempt *a = &worth->attempt.item[i];
        const int32_t *at = worth->feature + (size_t)i * (size_t)worth->dimensions;
        int64_t distance = 0;
        for (int k = 0; k < count; k++)
            distance +=
                squared(at[dimension[k]], feature[dimension[k]], worth->bandwidth[dimension[k]]);
        int64_t weight = weigh(distance);
        worth->near[a->behavior] += weight;
        worth->won[a->behavior] += weight * a->result;
    }
}

/* The deviation of a mean of so many games, at most a half each. */
static int64_t doubt_of(int64_t games_in_units)
{
    uint64_t variance = (uint64_t)US_SIMILARITY_ONE * UNIT / (uint64_t)(UNIT + games_in_units);
    return (int64_t)us_integer_sqrt(variance * (uint64_t)US_SIMILARITY_ONE) / 2;
}

int64_t us_worth_estimate_all(us_worth *worth, const int32_t *feature, us_worth_estimate *out)
{
    sum_near(worth, feature);
    for (int i = 0; i < worth->rows; i++) {
        int row = worth->order[i], parent = worth->parent[row];
        int64_t prior = parent < 0
                            ? worth->shown[row]
                            : out[parent].rate + (US_SIMILARITY_ONE - out[parent].rate) / MENDED;
        int64_t mean = shrink(worth->points[row], worth->count[row], prior, OF_SHOWN);
        int64_t near = worth->near[row], won = worth->won[row];
        int64_t known = worth->count[row] < OF_BEHAVIOR ? worth->count[row] : OF_BEHAVIOR;
        for (; near > (int64_t)1 << 32; near /= 2)
            won /= 2;
        out[row].rate = (won * (US_SIMILARITY_ONE / 2) + OF_BEHAVIOR * UNIT * mean) /
                        (near + OF_BEHAVIOR * UNIT);
        out[row].doubt = doubt_of(near + known * UNIT);
    }
    return worth->rate;
}

/* ---- bandwidths */

enum {
    SAMPLE = 2048, /* attempts that are compared with each other */
    CHOSEN = 6,    /* features at most */
    WIDTHS = 3,    /* bandwidths that are tried: 1/2, 1 and 2 standard deviations */
    GAMES = 64,    /* at least, for a feature to be chosen */
    SURE = 35,     /* tenths of standard errors by which a feature must predict better */
};

/* Attempts beside each other, those of a behavior next to each other. Sums are kept by attempt, so
 * that the order of additions does not depend on the compiler. */
typedef struct fitting {
    const us_worth *worth;
    int count;
    int *at;         /* of the attempts of worth */
    float *distance; /* by pair, plus 1; of the bandwidths chosen so far */
    uint32_t *game;  /* by attempt: a number of its game, below games */
    int games;
    float *points;                          /* by attempt: what it brought, 0 to 1; */
    float rate;                             /* and the mean of all */
    float *value;                           /* of the feature that is tried, in bandwidths */
    float *all, *all_won, *same, *same_won; /* sums over the others, by weight */
} fitting;

static int32_t value_at(const fitting *f, int i, int dimension)
{
    return f->worth->feature[(size_t)f->at[i] * (size_t)f->worth->dimensions + (size_t)dimension];
}

static int64_t behavior_at(const fitting *f, int i)
{
    return f->worth->attempt.item[f->at[i]].behavior;
}

/* dimension -1: by the present distances alone. */
static void take_values(fitting *f, int dimension, int64_t bandwidth)
{
    for (int i = 0; i < f->count; i++)
        f->value[i] = dimension < 0 ? 0 : (float)value_at(f, i, dimension) / (float)bandwidth;
}

/* Adds one attempt to the sums of those of other games from `from` to `to`. */
static void add_to(const fitting *f, int one, int from, int to, float *restrict weights,
                   float *restrict won)
{
    const float *distance = f->distance + (size_t)one * (size_t)f->count;
    const float *value = f->value;
    const uint32_t *game = f->game;
    uint32_t same = f->game[one];
    float own = f->value[one], points = f->points[one];
    for (int k = from; k < to; k++) {
        float apart = value[k] - own, near = distance[k] + apart * apart;
        float weight = game[k] == same ? 0 : 1 / (near * near);
        weights[k] += weight;
        won[k] += weight * points;
    }
}

/* Computes, by game, by how much its results are predicted better by the attempts of the same
 * behavior than by all attempts, both in other games and weighed by distance: the differences of
 * the squared errors. */
static void predict(fitting *f, int dimension, int64_t bandwidth, double *gain)
{
    size_t bytes = (size_t)f->count * sizeof *f->all;
    memset(f->all, 0, bytes);
    memset(f->all_won, 0, bytes);
    memset(f->same, 0, bytes);
    memset(f->same_won, 0, bytes);
    memset(gain, 0, (size_t)f->games * sizeof *gain);
    take_values(f, dimension, bandwidth);
    for (int i = 0, from = 0, to = 0; i < f->count; i++) {
        if (i == to)
            from = i;
        while (to < f->count && (to <= i || behavior_at(f, to) == behavior_at(f, i)))
            to++;
        add_to(f, i, 0, f->count, f->all, f->all_won);
        add_to(f, i, from, to, f->same, f->same_won);
    }
    for (int i = 0; i < f->count; i++) {
        double points = (double)f->points[i];
        double others = ((double)f->all_won[i] + 4 * (double)f->rate) / ((double)f->all[i] + 4);
        double same =
            ((double)f->same_won[i] + OF_BEHAVIOR * others) / ((double)f->same[i] + OF_BEHAVIOR);
        gain[f->game[i]] +=
            (points - others) * (points - others) - (points - same) * (points - same);
    }
}

/* Returns whether the second gains are above the first ones by more than SURE standard errors and
 * more than *most of them, and sets *most. Squares are compared: there is no libm here. */
static bool is_better(const fitting *f, const double *before, const double *after, double *most)
{
    double mean = 0, square = 0;
    for (int i = 0; i < f->games; i++) {
        double more = after[i] - before[i];
        mean += more / f->games;
        square += more * more / f->games;
    }
    double variance = square - mean * mean;
    double errors = variance > 1e-12 ? mean * mean * (f->games - 1) / variance : 0; /* squared */
    if (mean <= 0 || errors * 100 <= SURE * SURE || errors <= *most)
        return false;
    *most = errors;
    return true;
}

/* 0: some attempt does not know the feature. */
static int64_t deviation(const fitting *f, int dimension)
{
    double mean = 0, square = 0;
    for (int i = 0; i < f->count; i++) {
        int32_t value = value_at(f, i, dimension);
        if (value == US_FEATURE_MISSING)
            return 0;
        mean += (double)value / f->count;
        square += (double)value * value / f->count;
    }
    double variance = square - mean * mean;
    return variance > 0 ? (int64_t)us_integer_sqrt((uint64_t)(variance + 0.5)) : 0;
}

typedef struct drawn {
    us_hash game;
    int64_t behavior;
    int at;          /* of the attempts of worth */
    uint32_t number; /* of the game */
} drawn;

static int by_game(const void *left, const void *right)
{
    const drawn *a = left, *b = right;
    if (a->game != b->game)
        return a->game < b->game ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

static int by_behavior(const void *left, const void *right)
{
    const drawn *a = left, *b = right;
    if (a->behavior != b->behavior)
        return a->behavior < b->behavior ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

/* Takes attempts at equal distances, numbers their games, and sorts them by behavior. */
static void draw_sample(fitting *f)
{
    int all = f->worth->attempt.count;
    US_AUTOFREE drawn *list = US_NEW_ARRAY(drawn, f->count + 1);
    for (int i = 0; i < f->count; i++) {
        int at = (int)((int64_t)i * all / f->count);
        const attempt *from = &f->worth->attempt.item[at];
        list[i] = (drawn){from->game, from->behavior, at, 0};
    }
    us_array_sort(list, (size_t)f->count, sizeof *list, by_game);
    for (int i = 0; i < f->count; i++) {
        f->games += i == 0 || list[i - 1].game != list[i].game;
        list[i].number = (uint32_t)f->games - 1;
    }
    us_array_sort(list, (size_t)f->count, sizeof *list, by_behavior);
    for (int i = 0; i < f->count; i++) {
        f->at[i] = list[i].at;
        f->game[i] = list[i].number;
    }
}

static void begin_fit(fitting *f, const us_worth *worth)
{
    int all = worth->attempt.count, count = all < SAMPLE ? all : SAMPLE;
    float *row = US_NEW_ARRAY(float, 6 * (size_t)count + 1);
    f->worth = worth;
    f->count = count;
    f->at = US_NEW_ARRAY(int, count + 1);
    f->game = US_NEW_ARRAY(uint32_t, count + 1);
    f->distance = US_NEW_ARRAY(float, (size_t)count *(size_t)count + 1);
    f->points = row;
    f->value = row + count;
    f->all = row + 2 * (size_t)count;
    f->all_won = row + 3 * (size_t)count;
    f->same = row + 4 * (size_t)count;
    f->same_won = row + 5 * (size_t)count;
    draw_sample(f);
    for (int i = 0; i < count; i++) {
        f->points[i] = (float)worth->attempt.item[f->at[i]].result / 2;
        f->rate += f->points[i] / (float)count;
    }
    for (size_t i = 0; i < (size_t)count * (size_t)count; i++)
        f->distance[i] = 1;
}

static void end_fit(fitting *f)
{
    us_mem_free(f->at);
    us_mem_free(f->game);
    us_mem_free(f->distance);
    us_mem_free(f->points); /* and the rows behind it */
}

static void keep(fitting *f, int dimension, int64_t bandwidth)
{
    float *distance = f->distance;
    take_values(f, dimension, bandwidth);
    for (int i = 0; i < f->count; i++)
        for (int k = 0; k < f->count; k++, distance++)
            *distance += (f->value[i] - f->value[k]) * (f->value[i] - f->value[k]);
}

/* Adds the feature that predicts best. Returns false if none is sure to predict better. gain: of
 * the present distances; trial: scratch. */
static bool add_best(fitting *f, const int64_t *width, bool (*stop)(void), double *gain,
                     double *trial, int64_t *bandwidth)
{
    int best = -1;
    int64_t best_width = 0;
    double most = 0;
    for (int d = 0; d < f->worth->dimensions; d++) {
        for (int w = 0; w < WIDTHS && bandwidth[d] == 0; w++) {
            int64_t wide = (width[d] << w) / 2;
            if (wide == 0 || wide > INT32_MAX || (stop && stop()))
                continue;
            predict(f, d, wide, trial);
            if (!is_better(f, gain, trial, &most))
                continue;
            best = d;
            best_width = wide;
        }
    }
    if (best < 0)
        return false;
    keep(f, best, best_width);
    predict(f, -1, 1, gain);
    bandwidth[best] = best_width;
    return true;
}

bool us_worth_fit(us_worth *worth, const bool *counts, bool (*stop)(void), int64_t *bandwidth)
{
    US_AUTO(end_fit) fitting f = {0};
    US_AUTOFREE int64_t *width = US_NEW_ARRAY(int64_t, worth->dimensions + 1);
    memset(bandwidth, 0, (size_t)worth->dimensions * sizeof *bandwidth);
    keep_first(worth);
    begin_fit(&f, worth);
    if (f.games < GAMES)
        return true;
    US_AUTOFREE double *gain = US_NEW_ARRAY(double, f.games);
    US_AUTOFREE double *trial = US_NEW_ARRAY(double, f.games);
    for (int d = 0; d < worth->dimensions; d++)
        width[d] = counts[d] ? deviation(&f, d) : 0;
    predict(&f, -1, 1, gain);
    for (int i = 0; i < CHOSEN && add_best(&f, width, stop, gain, trial, bandwidth); i++)
        if (stop && stop())
            return false;
    return !(stop && stop());
}
