#include "experiments/compare/workers.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "experiments/stats/outliers.h"
#include "understudy/statistics.h"

enum { HOSTS, JOURNALS, KINDS };
enum { SCORE, FAILED, OUTCOMES };

typedef struct played {
    const us_fixture *fixture;
    int group;         /* of games that are alike but for their seed */
    int key, cell;     /* of any player: of one key; of one map, opponent and seat */
    int worker[KINDS]; /* -1: not known, or not compared */
    double value[OUTCOMES];
    bool out;    /* of a stray */
    bool scored; /* has a result: takes part in scores, not in failures alone */
} played;

typedef struct field {
    const us_manifest *m;
    us_workers all;
    played *game; /* by key */
    int games;
    us_worker_value *share; /* room for all */
    us_outlier *outlier;    /* room for all workers */
} field;

/* ---- the workers */

static const char *name_of(const us_row *row, int kind)
{
    return row->end == US_ROW_NONE ? NULL : kind == HOSTS ? row->host : row->journal;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of a kind, each once. The caller frees. */
static const char **list_names(const us_manifest *m, int kind, int *count)
{
    const char **list = US_NEW_ARRAY(const char *, m->games + 1), *last = NULL;
    int all = 0, kept = 0;
    for (int64_t i = 0; i < m->games; i++) {
        const char *name = name_of(&m->row[i], kind);
        if (name && name != last)
            list[all++] = last = name;
    }
    us_array_sort(list, (size_t)all, sizeof(*list), by_name);
    for (int i = 0; i < all; i++)
        if (i == 0 || strcmp(list[i], list[kept - 1]) != 0)
            list[kept++] = list[i];
    *count = kept;
    return list;
}

static int find_name(const char *const *list, int count, const char *name)
{
    const char *const *at = name ? us_array_find(&name, list, count, sizeof(*list), by_name) : NULL;
    return at ? (int)(at - list) : -1;
}

int us_workers_print_hosts(const us_manifest *m, us_str *out)
{
    int count;
    US_AUTOFREE const char **name = list_names(m, HOSTS, &count);
    US_AUTOFREE int64_t *games = US_NEW_ARRAY(int64_t, count + 1);
    for (int64_t i = 0; i < m->games; i++) {
        int at = find_name(name, count, name_of(&m->row[i], HOSTS));
        if (at >= 0)
            games[at]++;
    }
    for (int i = 0; i < count; i++)
        us_str_addf(out, "%s%s (%lld game%s)", i > 0 ? ", " : "", name[i], (long long)games[i],
                    games[i] == 1 ? "" : "s");
    return count;
}

static void add_workers(field *f, us_arena *arena)
{
    const char **name[KINDS];
    int count[KINDS];
    for (int k = 0; k < KINDS; k++) {
        name[k] = list_names(f->m, k, &count[k]);
        count[k] = count[k] > 1 ? count[k] : 0; /* a single one has no others to compare with */
    }
    f->all.worker = US_ARENA_ARRAY(arena, us_worker, count[HOSTS] + count[JOURNALS] + 1);
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < count[k]; i++)
            f->all.worker[f->all.count++] =
                (us_worker){.name = name[k][i], .journal = k == JOURNALS};
    f->game = US_NEW_ARRAY(played, f->all.count ? f->m->games + 1 : 1);
    US_AUTOFREE int32_t *first = us_manifest_find_firsts(f->m);
    for (int64_t i = 0; i < f->m->games && f->all.count > 0; i++) {
        const us_row *row = &f->m->row[i];
        if (row->end == US_ROW_NONE || first[i] != i)
            continue;
        bool failed = !us_row_is_finished(row);
        played *game = &f->game[f->games++];
        *game = (played){.fixture = &f->m->game[i],
                         .scored = us_row_is_scored(row),
                         .value = {[SCORE] = us_row_points(row) / 2.0, [FAILED] = failed}};
        for (int k = 0; k < KINDS; k++) {
            int at = find_name(name[k], count[k], name_of(row, k));
            game->worker[k] = at < 0 ? -1 : at + (k == JOURNALS ? count[HOSTS] : 0);
            if (at < 0)
                continue;
            f->all.worker[game->worker[k]].games++;
            f->all.worker[game->worker[k]].failed += failed;
        }
    }
    us_mem_free(name[HOSTS]);
    us_mem_free(name[JOURNALS]);
}

/* ---- games that are alike */

static int by_place(const us_fixture *x, const us_fixture *y)
{
    if (x->map != y->map)
        return x->map < y->map ? -1 : 1;
    if (x->opponent != y->opponent)
        return x->opponent < y->opponent ? -1 : 1;
    return (x->seat > y->seat) - (x->seat < y->seat);
}

static int by_group(const void *a, const void *b)
{
    const us_fixture *x = ((const played *)a)->fixture, *y = ((const played *)b)->fixture;
    int place = by_place(x, y);
    return place ? place : (x->player > y->player) - (x->player < y->player);
}

static int by_key(const void *a, const void *b)
{
    const us_fixture *x = ((const played *)a)->fixture, *y = ((const played *)b)->fixture;
    int place = by_place(x, y);
    return place ? place : (x->seed > y->seed) - (x->seed < y->seed);
}

static void number_games(field *f)
{
    played *game = f->game;
    us_array_sort(game, (size_t)f->games, sizeof(*game), by_group);
    for (int i = 1; i < f->games; i++)
        game[i].group = game[i - 1].group + (by_group(&game[i - 1], &game[i]) != 0);
    us_array_sort(game, (size_t)f->games, sizeof(*game), by_key);
    for (int i = 1; i < f->games; i++) {
        bool moved = by_place(game[i - 1].fixture, game[i].fixture) != 0;
        game[i].cell = game[i - 1].cell + moved;
        game[i].key = game[i - 1].key + (by_key(&game[i - 1], &game[i]) != 0);
    }
}

/* ---- the outliers */

static bool takes_part(const played *game, int kind, int outcome)
{
    return !game->out && game->worker[kind] >= 0 && (outcome == FAILED || game->scored);
}

/* Compares each worker's results with others' in games that others have like. */
static void compare_with_others(field *f, int kind, int outcome)
{
    int count = 0;
    for (int i = 0; i < f->games; i++)
        if (takes_part(&f->game[i], kind, outcome))
            f->share[count++] = (us_worker_value){f->game[i].value[outcome], f->game[i].group,
                                                  f->game[i].worker[kind]};
    us_outliers_compute(f->share, count, f->all.count, f->outlier);
}

static int by_key_and_worker(const void *a, const void *b)
{
    const us_worker_value *x = a, *y = b;
    if (x->stratum != y->stratum)
        return x->stratum < y->stratum ? -1 : 1;
    return (x->worker > y->worker) - (x->worker < y->worker);
}

/* Sums, for each worker and key, the excess of its games over the means of their groups. */
static void deal(field *f, int kind, int outcome)
{
    int count = 0, sums = 0, groups = 0;
    for (int i = 0; i < f->games; i++)
        groups = f->game[i].group >= groups ? f->game[i].group + 1 : groups;
    US_AUTOFREE double *sum = US_NEW_ARRAY(double, groups + 1);
    US_AUTOFREE int *times = US_NEW_ARRAY(int, groups + 1), *cell = US_NEW_ARRAY(int, f->games + 1);
    for (int i = 0; i < f->games; i++) {
        if (!takes_part(&f->game[i], kind, outcome))
            continue;
        sum[f->game[i].group] += f->game[i].value[outcome];
        times[f->game[i].group]++;
    }
    for (int i = 0; i < f->games; i++) {
        const played *game = &f->game[i];
        cell[game->key] = game->cell;
        if (takes_part(game, kind, outcome))
            f->share[count++] =
                (us_worker_value){game->value[outcome] - sum[game->group] / times[game->group],
                                  game->key, game->worker[kind]};
    }
    us_array_sort(f->share, (size_t)count, sizeof(*f->share), by_key_and_worker);
    for (int i = 0; i < count; i++) {
        if (i > 0 && by_key_and_worker(&f->share[sums - 1], &f->share[i]) == 0)
            f->share[sums - 1].value += f->share[i].value;
        else
            f->share[sums++] = f->share[i];
    }
    for (int i = 0; i < sums; i++)
        f->share[i].stratum = cell[f->share[i].stratum];
    us_outliers_compute(f->share, sums, f->all.count, f->outlier);
    us_outliers_test(f->share, sums, f->all.count, f->outlier);
}

static void compare_kind(field *f, int kind)
{
    for (int o = 0; o < OUTCOMES; o++) {
        compare_with_others(f, kind, o);
        for (int i = 0; i < f->all.count; i++) {
            us_worker *w = &f->all.worker[i];
            const us_outlier *s = &f->outlier[i];
            if (w->journal != (kind == JOURNALS) || w->outlier)
                continue;
            if (o == SCORE) {
                w->compared = s->count;
                w->score = s->count ? s->sum / s->count : 0;
                w->others = s->count ? s->others / s->count : 0;
            } else {
                w->failed_by_others = s->others;
            }
        }
        deal(f, kind, o);
        for (int i = 0; i < f->all.count; i++) {
            us_worker *w = &f->all.worker[i];
            if (w->journal != (kind == JOURNALS) || w->outlier)
                continue;
            if (o == SCORE)
                w->score_p = f->outlier[i].p;
            else
                w->failed_p = f->outlier[i].above_p;
        }
    }
}

/* Corrects the p values of the workers that are no outliers yet. */
static void correct(field *f)
{
    US_AUTOFREE double *p = US_NEW_ARRAY(double, 2 * f->all.count + 1);
    int tests = 0, told = 0;
    for (int i = 0; i < f->all.count; i++) {
        const us_worker *w = &f->all.worker[i];
        if (w->outlier)
            continue;
        p[tests++] = w->score_p;
        p[tests++] = w->failed_p;
    }
    us_holm_adjust(p, tests, p);
    for (int i = 0; i < f->all.count; i++) {
        us_worker *w = &f->all.worker[i];
        if (w->outlier)
            continue;
        w->score_p = p[told++];
        w->failed_p = p[told++];
    }
}

/* Two alone stray from one another: the one that has the lower score does. */
static bool is_worse(const us_worker *a, const us_worker *b)
{
    double one = fmin(a->score_p, a->failed_p), other = fmin(b->score_p, b->failed_p);
    if (fabs(one - other) > 1e-9 * fmax(one, other))
        return one < other;
    return a->score < b->score;
}

/* Takes out the games of the worst, if it is a stray. */
static bool take_out(field *f)
{
    int worst = -1;
    for (int i = 0; i < f->all.count; i++)
        if (!f->all.worker[i].outlier &&
            (worst < 0 || is_worse(&f->all.worker[i], &f->all.worker[worst])))
            worst = i;
    if (worst < 0)
        return false;
    us_worker *w = &f->all.worker[worst];
    w->outlier = fmin(w->score_p, w->failed_p) < US_OUTLIER_BELOW;
    f->all.outliers += w->outlier;
    for (int i = 0; i < f->games && w->outlier; i++)
        f->game[i].out |= f->game[i].worker[w->journal ? JOURNALS : HOSTS] == worst;
    return w->outlier;
}

us_workers us_workers_compare(const us_manifest *m, us_arena *arena)
{
    field f = {.m = m};
    if (m->differing)
        return f.all;
    add_workers(&f, arena);
    number_games(&f);
    f.share = US_NEW_ARRAY(us_worker_value, f.games + 1);
    f.outlier = US_NEW_ARRAY(us_outlier, f.all.count + 1);
    do {
        for (int k = 0; k < KINDS && f.all.count > 0; k++)
            compare_kind(&f, k);
        correct(&f);
    } while (take_out(&f));
    us_mem_free(f.game);
    us_mem_free(f.share);
    us_mem_free(f.outlier);
    return f.all;
}

/* ---- sentences and tables */

void us_worker_print(const us_worker *worker, us_str *out)
{
    bool failed = worker->failed_p < US_OUTLIER_BELOW, score = worker->score_p < US_OUTLIER_BELOW;
    us_str_addf(out, "%s \"%s\" played unlike the others: ", worker->journal ? "Journal" : "Host",
                worker->name);
    if (failed)
        us_str_addf(out,
                    "%lld of its %lld games crashed or took too long, where the others' share "
                    "makes %.1f (p %.1g)",
                    (long long)worker->failed, (long long)worker->games, worker->failed_by_others,
                    worker->failed_p);
    if (score)
        us_str_addf(out,
                    "%sin %lld games its players score %.3f, the others' in the same places %.3f "
                    "(p %.1g)",
                    failed ? "; " : "", (long long)worker->compared, worker->score, worker->others,
                    worker->score_p);
    if (failed)
        us_str_add(out, ". Play those again elsewhere, with \"experiment run --retry-failed\".");
    else
        us_str_addf(out,
                    ". See whether games go as they went, with \"experiment verify\"; without %s "
                    "they are played again.",
                    worker->journal ? "that file" : "its lines in results/");
}

us_sheet *us_workers_make_sheet(const us_workers *workers, us_arena *arena)
{
    static const us_sheet_column columns[] = {
        {"kind", US_COLUMN_TEXT},
        {"name", US_COLUMN_TEXT},
        {"games", US_COLUMN_COUNT},
        {"failed", US_COLUMN_COUNT},
        {"compared", US_COLUMN_COUNT},
        {"failed_expected", US_COLUMN_REAL, 1, "failed_by_others"},
        {"failed_p", US_COLUMN_CHANCE},
        {"score", US_COLUMN_REAL, 3},
        {"others_score", US_COLUMN_REAL, 3, "others"},
        {"score_p", US_COLUMN_CHANCE},
        {"outlier", US_COLUMN_TEXT, 0, "stray"},
    };
    us_sheet *sheet =
        us_sheet_new(arena, "workers", "Workers: what they reached in games that others have like",
                     columns, US_COUNT(columns));
    for (int i = 0; i < workers->count; i++) {
        const us_worker *w = &workers->worker[i];
        US_SHEET_ADD(sheet, us_cell_text(w->journal ? "journal" : "host"), us_cell_text(w->name),
                     us_cell_count(w->games), us_cell_count(w->failed), us_cell_count(w->compared),
                     us_cell_real(w->failed_by_others), us_cell_real(w->failed_p),
                     us_cell_real(w->compared ? w->score : (double)NAN),
                     us_cell_real(w->compared ? w->others : (double)NAN), us_cell_real(w->score_p),
                     us_cell_text(w->outlier ? "yes" : ""));
    }
    return sheet;
}
