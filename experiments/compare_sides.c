#include <math.h>

#include "experiments/compare_parts.h"

enum { SCORE, MARGIN };

const int us_profile_margin[US_PROFILE_POINTS] = {-750, -500, -250, 0, 250, 500, 750, 900};

typedef struct gathering {
    const us_matching *m;
    const us_team *team;
    us_game_pairs list;
    us_side *out;
} gathering;

static void visit(void *context, int key, const int32_t *game)
{
    gathering *g = context;
    const us_manifest *manifest = g->m->manifest;
    for (int i = 0; i < g->team->players; i++) {
        int32_t at = game[g->team->player[i]];
        if (at < 0)
            continue;
        const us_row *row = &manifest->row[at];
        g->out->end[row->end]++;
        g->out->games++;
        g->out->no_result += us_row_is_void(row);
        if (us_row_is_void(row))
            continue;
        const us_fixture *fixture = &manifest->game[at];
        us_game_pair one = {.cell = us_matching_cell(g->m, fixture),
                            .run = i,
                            .game = key,
                            .seat = (us_seat)fixture->seat,
                            .course = row->course};
        one.value[SCORE] = us_row_points(row) / 2.0;
        one.value[MARGIN] = us_row_margin(row, manifest->max_cycles) / 1000.0;
        us_game_pairs_add(&g->list, one);
    }
}

/* A profile's points: of each the share of games that reach it. */
static void add_profile(const us_game_pairs *list, const us_estimate_def *how, us_side *out)
{
    double *reached = US_NEW_ARRAY(double, list->count + 1);
    for (int k = 0; k < US_PROFILE_POINTS; k++) {
        for (int i = 0; i < list->count; i++)
            reached[i] = nearbyint(list->value[MARGIN][i] * 1000) >= us_profile_margin[k];
        out->reached[k] = us_game_pairs_estimate(list, reached, how, NULL);
    }
    us_mem_free(reached);
}

static void estimate(const us_game_pairs *list, double level, us_side *out)
{
    us_estimate_def share = {.level = level, .low = 0, .high = 1},
                    graded = {.level = level, .low = -1, .high = 1};
    us_pairs margins = us_game_pairs_to_pairs(list, list->value[MARGIN]);
    us_runs runs = us_game_pairs_to_runs(list);
    out->score = us_game_pairs_estimate(list, list->value[SCORE], &share, NULL);
    out->margin = us_game_pairs_estimate(list, list->value[MARGIN], &graded, NULL).mean;
    out->iqm = us_iqm_estimate(&margins, us_game_pairs_has_runs(list) ? &runs : NULL, list->atlas,
                               &graded);
    add_profile(list, &share, out);
}

void us_side_compute(const us_matching *m, int side, const us_comparison_def *def, us_side *out)
{
    const us_team *team = &m->side[side];
    *out = (us_side){
        .name = team->name, .runs = team->grouped ? team->players : 0, .margin = (double)NAN};
    gathering g = {m, team, us_game_pairs_make(m, team->players), out};
    us_matching_visit_keys(m, visit, &g);
    if (g.list.count > 0) {
        us_game_pairs_finish(&g.list);
        out->repeats = g.list.repeats + g.list.copies;
        estimate(&g.list, def->level, out);
    }
    us_game_pairs_clear(&g.list);
}
