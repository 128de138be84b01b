#include "experiments/curve.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"

static const char *name_curve(const us_entrant *player, us_arena *arena)
{
    us_str tail;
    const char *name = player->group ? player->group : player->name;
    size_t length = strlen(name);
    us_str_init(&tail);
    us_str_addf(&tail, "-%lld", (long long)player->size);
    if (player->group && length > tail.length &&
        us_text_equal(name + length - tail.length, tail.text))
        length -= tail.length;
    us_str_clear(&tail);
    return us_arena_strndup(arena, name, length);
}

static int compare_runs(const void *a, const void *b)
{
    const us_curve_run *x = a, *y = b;
    int order = strcmp(x->curve, y->curve);
    if (order != 0)
        return order;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x->player < y->player ? -1 : x->player > y->player;
}

static void gather_runs(us_curves *out, const us_manifest *m, us_arena *arena)
{
    int64_t *games = US_NEW_ARRAY(int64_t, m->players + 1),
            *points = US_NEW_ARRAY(int64_t, m->players + 1);
    out->run = US_ARENA_ARRAY(arena, us_curve_run, m->players + 1);
    for (int64_t i = 0; i < m->games; i++) {
        games[m->game[i].player] += us_row_is_scored(&m->row[i]);
        points[m->game[i].player] += us_row_points(&m->row[i]);
    }
    for (int p = 0; p < m->players; p++)
        if (m->player[p].size >= 0 && games[p] > 0)
            out->run[out->runs++] =
                (us_curve_run){.curve = name_curve(&m->player[p], arena),
                               .size = m->player[p].size,
                               .games = games[p],
                               .score = (double)points[p] / 2 / (double)games[p],
                               .player = p};
    us_array_sort(out->run, (size_t)out->runs, sizeof(*out->run), compare_runs);
    us_mem_free(games);
    us_mem_free(points);
}

/* Scores of the players of one point, which are its runs. */
typedef struct scores {
    double *value;
    int *cell, *run;
    int count;
} scores;

static scores scores_of(const us_curve_run *run, int runs, const us_manifest *m)
{
    int64_t games = 0;
    int *of = US_NEW_ARRAY(int, m->players + 1); /* by player: 1 + its run, or 0 */
    for (int i = 0; i < runs; i++) {
        games += run[i].games;
        of[run[i].player] = i + 1;
    }
    scores s = {US_NEW_ARRAY(double, games + 1), US_NEW_ARRAY(int, games + 1),
                US_NEW_ARRAY(int, games + 1), 0};
    for (int64_t i = 0; i < m->games; i++) {
        const us_fixture *game = &m->game[i];
        if (of[game->player] == 0 || !us_row_is_scored(&m->row[i]))
            continue;
        s.value[s.count] = us_row_points(&m->row[i]) / 2.0;
        s.cell[s.count] = game->map * m->opponents + game->opponent;
        s.run[s.count++] = of[game->player] - 1;
    }
    us_mem_free(of);
    return s;
}

/* Over maps, of runs that played on the same ones. */
static us_estimate estimate_over(const us_curve_run *run, int runs, const us_comparison *c,
                                 const us_manifest *m, const us_estimate_def *def)
{
    const us_atlas *atlas = &c->atlas;
    scores s = scores_of(run, runs, m);
    us_pairs pairs = {s.value, s.cell, s.count, atlas->maps * atlas->opponents, false};
    us_runs of = {s.run, NULL, runs, 0};
    bool *keep = US_NEW_ARRAY(bool, s.count + 1);
    int kept = 0;
    us_pairs_find_common_cells(&pairs, &of, keep);
    for (int i = 0; i < s.count; i++) {
        if (!keep[i])
            continue;
        s.value[kept] = s.value[i];
        s.cell[kept] = s.cell[i];
        s.run[kept++] = s.run[i];
    }
    pairs.count = kept;
    us_estimate e = us_estimate_compute_in_scope(&pairs, runs > 1 ? &of : NULL, atlas, def, NULL);
    us_mem_free(keep);
    us_mem_free(s.value);
    us_mem_free(s.cell);
    us_mem_free(s.run);
    return e;
}

static us_curve_point point_of(const us_curve_run *run, int first, int runs, const us_comparison *c,
                               const us_manifest *m)
{
    us_estimate_def def = {.level = c->def.level, .low = 0, .high = 1};
    double *score = US_NEW_ARRAY(double, runs), sum = 0;
    us_curve_point p = {.curve = run->curve,
                        .size = run->size,
                        .first = first,
                        .runs = runs,
                        .least = run->score,
                        .most = run->score,
                        .bounds = {(double)NAN, (double)NAN}};
    for (int i = 0; i < runs; i++) {
        score[i] = run[i].score;
        sum += score[i];
        p.games += run[i].games;
        p.least = fmin(p.least, score[i]);
        p.most = fmax(p.most, score[i]);
    }
    p.mean = sum / runs;
    if (us_comparison_atlas(c)) {
        us_estimate e = estimate_over(run, runs, c, m, &def);
        p.mean = e.mean;
        p.bounds = e.bounds;
    } else if (runs > 1) {
        p.bounds = us_estimate_compute_values(score, runs, &def).bounds;
    }
    us_mem_free(score);
    return p;
}

us_curves us_curves_make(const us_comparison *comparison, const us_manifest *m)
{
    us_arena *arena = comparison->arena;
    us_curves c = {.runs = 0};
    gather_runs(&c, m, arena);
    c.point = US_ARENA_ARRAY(arena, us_curve_point, c.runs + 1);
    for (int first = 0, next; first < c.runs; first = next) {
        const us_curve_run *run = &c.run[first];
        bool begins = first == 0 || strcmp(run[-1].curve, run->curve) != 0;
        for (next = first + 1; next < c.runs && c.run[next].size == run->size &&
                               strcmp(c.run[next].curve, run->curve) == 0;)
            next++;
        c.point[c.points++] = point_of(run, first, next - first, comparison, m);
        c.curves += begins;
    }
    return c;
}
