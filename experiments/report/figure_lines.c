#include <math.h>
#include <stdio.h>
#include <string.h>

#include "experiments/curve.h"
#include "experiments/report/escape.h"
#include "experiments/report/figure_parts.h"

/* ---- the performance profile */

enum { MARGINS = 2001 /* from -1 to 1, in thousandths */ };

typedef struct margins {
    int64_t games, count[MARGINS]; /* by us_row_margin + 1000 */
} margins;

/* Returns the margins of each side; the caller frees. */
static margins *margins_of(const us_comparison *c, const us_manifest *m)
{
    margins *list = US_NEW_ARRAY(margins, c->sides + 1);
    int *side = US_NEW_ARRAY(int, m->players + 1);
    for (int p = 0; p < m->players; p++) {
        side[p] = c->sides;
        for (int i = 0; i < c->sides; i++)
            if (us_side_has_player(&c->side[i], &m->player[p]))
                side[p] = i;
    }
    for (int64_t i = 0; i < m->games; i++) {
        margins *one = &list[side[m->game[i].player]];
        if (!us_row_is_scored(&m->row[i]))
            continue;
        one->games++;
        one->count[us_row_margin(&m->row[i], m->max_cycles) + 1000]++;
    }
    us_mem_free(side);
    return list;
}

/* Points where the share falls, for steps that go right before they go down. */
static void add_profile(us_str *data, const margins *p)
{
    int64_t left = p->games;
    us_str_add(data, "-1.000\t1.000000\n");
    for (int i = 0; i < MARGINS; i++) {
        if (p->count[i] == 0)
            continue;
        left -= p->count[i];
        us_str_addf(data, "%.3f\t%.6f\n", (i - 1000) / 1000.0, (double)left / (double)p->games);
    }
    us_str_addf(data, "1.000\t%.6f\n\n\n", (double)left / (double)p->games);
}

/* Frame, axes and key of lines, of which there will be so many. */
static void begin_lines(us_figure *f, int lines)
{
    us_plot_frame frame = {.height = 390 + 22 * ((lines + 1) / 2),
                           .left = 82,
                           .right = 24,
                           .top = 16,
                           .bottom = 62 + 22 * ((lines + 1) / 2)};
    us_plot_begin(f, &frame);
    us_str_addf(&f->script,
                "set border 3 lc rgb " US_PLOT_SOFT "\nset pointintervalbox 0\n"
                "set grid ytics lt 1 lw 1 lc rgb " US_PLOT_RULE "\n"
                "set yrange [0:1.02]\nset ytics 0,0.25,1 format '%%.2f'\n"
                "set key at screen 0.5, screen %.4f center bottom maxcols 2 maxrows %d Left "
                "reverse samplen 5 tc rgb " US_PLOT_INK "\n",
                4.0 / frame.height, (lines + 1) / 2);
}

/* Returns the number of sizes of the curve that begins at this point. */
static int sizes_of(const us_curves *c, int at)
{
    int end = at + 1;
    while (end < c->points && strcmp(c->point[end].curve, c->point[at].curve) == 0)
        end++;
    return end - at;
}

/* A point of a curve that has others. */
static bool is_point(const us_side *side, const us_manifest *m, const us_curves *c)
{
    for (int i = 0, sizes; i < c->points; i += sizes) {
        sizes = sizes_of(c, i);
        for (int k = i; sizes > 1 && k < i + sizes; k++)
            if (us_side_has_player(side, &m->player[c->run[c->point[k].first].player]))
                return true;
    }
    return false;
}

/* Returns 0 for baselines and the model, 2 for points of curves, which have a figure of their own,
 * else 1. */
static int rank_of(const us_comparison *c, const us_manifest *m, const us_curves *curves, int side)
{
    for (int i = 0; i < c->count; i++)
        if (c->versus[i].baseline == side)
            return 0;
    if (m->model && strcmp(m->model, c->side[side].name) == 0)
        return 0;
    return is_point(&c->side[side], m, curves) ? 2 : 1;
}

/* Chooses as many sides as can be drawn, by rank, from those with games. Returns their number. */
static int choose_sides(const us_comparison *c, const us_manifest *m, const margins *list,
                        int *shown)
{
    int count = 0;
    us_curves curves = us_curves_make(c, m);
    for (int rank = 0; rank <= 2; rank++)
        for (int i = 0; i < c->sides && count < US_FIGURE_LINES_MAX; i++)
            if (list[i].games > 0 && rank_of(c, m, &curves, i) == rank)
                shown[count++] = i;
    return count;
}

bool us_figure_make_profile(us_figure *f, const us_comparison *c, const us_manifest *m)
{
    margins *list = margins_of(c, m);
    int shown[US_FIGURE_LINES_MAX], all = 0;
    int count = choose_sides(c, m, list, shown);
    f->name = "profile";
    us_str_add(&f->title, "How clearly games are won");
    us_str_add(&f->data, "# margin\tshare of games with more\n");
    for (int i = 0; i < c->sides; i++)
        all += list[i].games > 0;
    for (int i = 0; i < count; i++)
        add_profile(&f->data, &list[shown[i]]);
    us_str_add(&f->about, "Each line: the share of a player's games with a margin of at least so "
                          "much. A win at once has margin 1, a win at the limit of cycles 1/2, a "
                          "draw 0, a loss the reverse. A line further up is a better player.");
    if (all > count)
        us_str_addf(&f->about,
                    " %d players, first the baseline, the model and those of no learning curve; "
                    "%d more are in the table alone.",
                    count, all - count);
    begin_lines(f, count);
    us_str_add(&f->script,
               "set xrange [-1:1]\nset xtics ('-1' -1, '-0.5' -0.5, '0' 0, '+0.5' 0.5, '+1' 1)\n"
               "set xlabel 'margin of at least' offset 0,0.4 tc rgb " US_PLOT_SOFT "\n"
               "set ylabel 'share of games' offset 1.5,0 tc rgb " US_PLOT_SOFT "\n"
               "plot ");
    for (int i = 0; i < count; i++) {
        us_str_addf(&f->script, "%s index %d using 1:2 with steps lw 2.5 dt %d lc rgb %s title ",
                    i == 0 ? "'profile.tsv'" : "''", i, i + 1, us_plot_lines[i]);
        us_str label;
        us_str_init(&label);
        us_plot_print_short(&label, c->side[shown[i]].name, US_FIGURE_LABEL_MAX);
        us_plot_quote(&f->script, label.text);
        us_str_clear(&label);
        us_str_add(&f->script, i + 1 < count ? ", \\\n     " : "\n");
    }
    us_mem_free(list);
    return count > 0;
}

/* ---- learning curves */

/* first: of each curve that is drawn its first point. */
static void add_curves(us_figure *f, const us_curves *c, const int *first, int curves)
{
    us_str_add(&f->data, "# demonstrations\tmean score\tleast\tmost\truns\tlow\thigh\n");
    for (int i = 0; i < curves; i++) {
        for (int k = 0; k < sizes_of(c, first[i]); k++) {
            const us_curve_point *p = &c->point[first[i] + k];
            us_str_addf(&f->data, "%lld\t%.6f\t%.6f\t%.6f\t%d", (long long)p->size, p->mean,
                        p->least, p->most, p->runs);
            if (isnan(p->bounds.low))
                us_str_add(&f->data, "\t-\t-\n");
            else
                us_str_addf(&f->data, "\t%.6f\t%.6f\n", p->bounds.low, p->bounds.high);
        }
        us_str_add(&f->data, "\n\n");
    }
    us_str_add(&f->data, "# demonstrations\tscore of a run\n");
    for (int i = 0; i < curves; i++)
        for (int k = 0; k < sizes_of(c, first[i]); k++) {
            const us_curve_point *p = &c->point[first[i] + k];
            for (int run = p->first; run < p->first + p->runs; run++)
                us_str_addf(&f->data, "%lld\t%.6f\n", (long long)p->size, c->run[run].score);
        }
}

static void add_sizes(us_str *s, const us_curves *c, const int *first, int curves)
{
    enum { TICS_MAX = 40 };
    int64_t tic[TICS_MAX], least = INT64_MAX, most = 0;
    int tics = 0;
    for (int i = 0; i < curves; i++)
        for (int k = 0; k < sizes_of(c, first[i]); k++) {
            int64_t size = c->point[first[i] + k].size;
            int at = 0;
            while (at < tics && tic[at] != size)
                at++;
            if (at == tics && tics < TICS_MAX)
                tic[tics++] = size;
            least = size < least ? size : least;
            most = size > most ? size : most;
        }
    double room = (double)(most - least) * 0.06;
    us_str_addf(s, "set xrange [%g:%g]\nset xtics (", (double)least - room, (double)most + room);
    for (int i = 0; i < tics; i++)
        us_str_addf(s, "%s%lld", i > 0 ? "," : "", (long long)tic[i]);
    us_str_add(s, ")\n");
}

static void plot_curves(us_figure *f, const us_curves *c, const int *first, int curves)
{
    us_str *s = &f->script, label;
    us_str_init(&label);
    us_str_add(
        s, "set datafile missing '-'\nset xlabel 'demonstrations' offset 0,0.4 tc rgb " US_PLOT_SOFT
           "\n"
           "set ylabel 'score' offset 1.5,0 tc rgb " US_PLOT_SOFT "\n");
    us_str_addf(s,
                "plot 'curve.tsv' index %d using 1:2 with points pt 6 ps 0.6 lc rgb " US_PLOT_SOFT
                " title 'one library', \\\n",
                curves);
    for (int i = 0; i < curves; i++) {
        us_str_addf(s,
                    "     '' index %d using 1:2:6:7 with yerrorbars pt %d ps 0.7 lw 1.5 lc rgb %s "
                    "notitle, \\\n"
                    "     '' index %d using 1:2 with linespoints pt %d ps 0.7 lw 2.5 dt %d "
                    "lc rgb %s title ",
                    i, i + 4, us_plot_lines[i], i, i + 4, i + 1, us_plot_lines[i]);
        us_str_reset(&label);
        us_plot_print_short(&label, c->point[first[i]].curve, US_FIGURE_LABEL_MAX);
        us_plot_quote(s, label.text);
        us_str_add(s, i + 1 < curves ? ", \\\n" : "\n");
    }
    us_str_clear(&label);
}

bool us_figure_make_curve(us_figure *f, const us_comparison *c, const us_manifest *m)
{
    int first[US_FIGURE_LINES_MAX] = {0}, shown = 0, all = 0;
    us_curves curves = us_curves_make(c, m);
    for (int i = 0; i < curves.points; i += sizes_of(&curves, i)) {
        if (sizes_of(&curves, i) < 2)
            continue;
        if (shown < US_FIGURE_LINES_MAX)
            first[shown++] = i;
        all++;
    }
    if (shown == 0)
        return false;
    f->name = "curve";
    us_str_add(&f->title, "Score by number of demonstrations");
    us_str_addf(&f->about,
                "Each circle: a library, learned from so many demonstrations. Lines: their means. "
                "Each bar: the %g%% interval of a mean, %s.",
                c->def.level * 100,
                us_comparison_atlas(c)
                    ? "for maps like these, over the maps and the libraries of one size"
                    : "for these games, over the libraries of one size; one library has no bar");
    if (all > shown)
        us_str_addf(&f->about, " The first %d curves; %d more are in the table alone.", shown,
                    all - shown);
    if (curves.curves > all)
        us_str_add(&f->about, " Curves of one size are in the table alone.");
    add_curves(f, &curves, first, shown);
    begin_lines(f, shown + 1);
    add_sizes(&f->script, &curves, first, shown);
    plot_curves(f, &curves, first, shown);
    return true;
}
