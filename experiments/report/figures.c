#include "experiments/report/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/subprocess.h"
#include "experiments/compare/compare.h"
#include "experiments/report/sheet.h"

/* Colors that color-blind readers can distinguish, too (Okabe and Ito). */
const us_svg_color us_figure_colors[US_FIGURE_COLORS] = {
    {31, 35, 40, "var(--ink)"},   {89, 99, 110, "var(--soft)"}, {208, 215, 222, "var(--rule)"},
    {0, 114, 178, "var(--c1)"},   {213, 94, 0, "var(--c2)"},    {0, 158, 115, "var(--c3)"},
    {204, 121, 167, "var(--c4)"}, {86, 180, 233, "var(--c5)"},  {230, 159, 0, "var(--c6)"},
    {122, 106, 166, "var(--c7)"}, {110, 110, 110, "var(--c8)"},
};

static const char *const line_colors[US_FIGURE_LINES_MAX] = {
    "'#0072b2'", "'#d55e00'", "'#009e73'", "'#cc79a7'",
    "'#56b4e9'", "'#e69f00'", "'#7a6aa6'", "'#6e6e6e'",
};

enum {
    ROW = 21, /* pixels */
    VALUES = 170,
};

void us_figure_init(us_figure *figure)
{
    *figure = (us_figure){.name = "", .drawings = 1};
    us_str_init(&figure->title);
    us_str_init(&figure->about);
    us_str_init(&figure->data);
    us_str_init(&figure->script);
}

void us_figure_clear(us_figure *figure)
{
    us_str_clear(&figure->title);
    us_str_clear(&figure->about);
    us_str_clear(&figure->data);
    us_str_clear(&figure->script);
}

void us_figure_print_file_name(const us_figure *figure, int drawing, us_str *out)
{
    us_str_add(out, figure->name);
    if (drawing > 0)
        us_str_addf(out, "_%d", drawing + 1);
}

/* ---- common parts of scripts */

void us_plot_begin(us_figure *f, const us_plot_frame *frame)
{
    us_str *s = &f->script, name;
    us_str_init(&name);
    us_figure_print_file_name(f, frame->drawing, &name);
    if (frame->drawing == 0)
        us_str_addf(s,
                    "# Data: %s.tsv. To draw it again: gnuplot %s.gp\n"
                    "# As PDF: gnuplot -e \"form = 'pdf'\" %s.gp\n"
                    "if (!exists('form')) form = 'svg'\n",
                    f->name, f->name, f->name);
    else
        us_str_add(s, "\nunset output\nreset\n");
    us_str_addf(s,
                "set encoding utf8\n"
                "if (form eq 'pdf') { set terminal pdfcairo size %.2fin,%.2fin noenhanced "
                "font 'sans-serif,13' fontscale 0.53 linewidth 1.4 pointscale 1.3 } else "
                "{ set terminal svg size %d,%d noenhanced font 'sans-serif,13' name '%s' }\n"
                "set output '%s.'.form\n"
                "set datafile separator \"\\t\"\n",
                US_FIGURE_WIDTH / 100.0, frame->height / 100.0, US_FIGURE_WIDTH, frame->height,
                name.text, name.text);
    us_str_clear(&name);
    us_str_addf(s, "set lmargin at screen %.4f\nset rmargin at screen %.4f\n",
                (double)frame->left / US_FIGURE_WIDTH, 1 - (double)frame->right / US_FIGURE_WIDTH);
    us_str_addf(s, "set tmargin at screen %.4f\nset bmargin at screen %.4f\n",
                1 - (double)frame->top / frame->height, (double)frame->bottom / frame->height);
    us_str_add(s, "set border 1 lc rgb " US_PLOT_SOFT "\n"
                  "set tics nomirror out scale 0.5 tc rgb " US_PLOT_SOFT "\n"
                  "set grid xtics lt 1 lw 1 lc rgb " US_PLOT_RULE "\n"
                  "unset key\n");
}

void us_plot_print_label(us_str *out, const char *text, char end)
{
    US_AUTOSTR(cut);
    us_plot_print_short(&cut, text, US_FIGURE_LABEL_MAX);
    us_plot_print_field(out, cut.text);
    us_str_add_char(out, end);
}

int us_plot_label_width(const char *label)
{
    US_AUTOSTR(cut);
    us_plot_print_short(&cut, label, US_FIGURE_LABEL_MAX);
    int width = us_plot_width(cut.text);
    return width * 7 + width / 2;
}

/* Rows from top to bottom, with labels on the left and values on the right. */
static void begin_rows(us_figure *f, int drawing, double rows, int label)
{
    us_plot_frame frame = {.drawing = drawing,
                           .height = (int)(rows * ROW) + 80,
                           .left =
                               label + 24 < US_FIGURE_WIDTH / 2 ? label + 24 : US_FIGURE_WIDTH / 2,
                           .right = VALUES,
                           .top = 14,
                           .bottom = 66};
    us_plot_begin(f, &frame);
    us_str_addf(&f->script, "set yrange [%.1f:-0.5]\nunset ytics\n", rows - 0.5);
}

/* Columns 1 row, 2 kind (0: stands out), 3 label, 7 values; low: the left end of the axis. gnuplot
 * 5.4 may crash on a label plot without labels: stands_out is whether there are rows of kind 0. */
static void add_rows(us_figure *f, int drawing, const char *low, const char *high, bool stands_out)
{
    if (stands_out)
        us_str_addf(&f->script,
                    "     '' index %d using ($2 == 0 ? %s : NaN):1:(stringcolumn(3)) with labels "
                    "right offset -1.2,0 font 'sans-serif Bold,13' tc rgb " US_PLOT_INK ", \\\n",
                    drawing, low);
    us_str_addf(&f->script,
                "     '' index %d using ($2 != 0 ? %s : NaN):1:(stringcolumn(3)) with labels "
                "right offset -1.2,0 tc rgb " US_PLOT_INK ", \\\n"
                "     '' index %d using (%s):1:(stringcolumn(7)) with labels left offset 1.2,0 "
                "tc rgb " US_PLOT_SOFT "\n",
                drawing, low, drawing, high);
}

/* No -0.00. */
static double shown(double value, double step)
{
    return value < 0 && value > -step / 2 ? 0 : value;
}

static void add_values(us_str *out, bool is_signed, double mean, us_bounds bounds)
{
    us_str_addf(out, "%.6f\t%.6f\t%.6f\t", mean, bounds.low, bounds.high);
    if (is_signed)
        us_str_addf(out, "%+.2f [%+.2f, %+.2f]\n", shown(mean, 0.01), shown(bounds.low, 0.01),
                    shown(bounds.high, 0.01));
    else
        us_str_addf(out, "%.3f [%.3f, %.3f]\n", mean, bounds.low, bounds.high);
}

/* ---- effects */

typedef struct forest {
    us_figure *figure;
    const us_comparison *c;
    int drawing, rows, widest; /* the drawing that is being filled, from 0 on */
    double at; /* the next row's place: a little more room around those of comparisons */
} forest;

static void plot_forest(const forest *t)
{
    us_str *s = &t->figure->script;
    double margin = t->c->def.margin;
    begin_rows(t->figure, t->drawing, t->at, t->widest);
    us_str_add(s, "set xrange [-1:1]\nset xtics ('-1' -1, '-0.5' -0.5, '0' 0, '+0.5' 0.5, '+1' 1)\n"
                  "set xlabel 'difference in score: worse < 0 < better' tc rgb " US_PLOT_SOFT "\n"
                  "set arrow from first 0, graph 0 to first 0, graph 1 nohead back lw 1.5 "
                  "lc rgb " US_PLOT_SOFT "\n");
    for (int side = -1; side <= 1 && margin > 0; side += 2)
        us_str_addf(s,
                    "set arrow from first %g, graph 0 to first %g, graph 1 nohead back dt 2 "
                    "lc rgb " US_PLOT_SOFT "\n",
                    side * margin, side * margin);
    us_str_addf(s,
                "plot 'forest.tsv' index %d using ($2 != 0 ? $4 : NaN):1:5:6 with xerrorbars pt 7 "
                "ps 0.6 lw 1.5 lc rgb '#0072b2', \\\n"
                "     '' index %d using ($2 == 0 ? $4 : NaN):1:5:6 with xerrorbars pt 13 ps 1.1 "
                "lw 2 lc rgb " US_PLOT_INK ", \\\n",
                t->drawing, t->drawing);
    add_rows(t->figure, t->drawing, "-1", "1", true);
}

static void begin_forest(forest *t)
{
    if (t->rows > 0) {
        plot_forest(t);
        us_str_add(&t->figure->data, "\n\n");
        t->drawing++;
    }
    us_str_add(&t->figure->data, "# row\tkind\tlabel\teffect\tlow\thigh\ttext\n");
    t->rows = t->widest = 0;
    t->at = 0;
}

static void add_forest_row(forest *t, bool whole, const char *label, const us_estimate *e)
{
    int pixels = us_plot_label_width(label);
    if (whole && t->rows > 0)
        t->at += 0.5;
    us_str *data = &t->figure->data;
    us_str_addf(data, "%.1f\t%d\t", t->at, !whole);
    t->at += whole ? 1.1 : 1;
    t->rows++;
    us_plot_print_label(data, label, '\t');
    add_values(data, true, e->mean, e->bounds);
    t->widest = pixels > t->widest ? pixels : t->widest;
}

/* A drawing that begins within a comparison repeats the row of the whole. */
static void add_forest(forest *t, const us_versus *v)
{
    US_AUTOSTR(whole);
    US_AUTOSTR(label);
    us_str_addf(&whole, "%s against %s", t->c->side[v->challenger].name,
                t->c->side[v->baseline].name);
    if (t->rows > 0 && t->rows + 1 + v->cells > US_FIGURE_ROWS_MAX)
        begin_forest(t);
    add_forest_row(t, true, whole.text, &v->effect);
    for (int k = 0; k < v->cells; k++) {
        if (t->rows == US_FIGURE_ROWS_MAX) {
            begin_forest(t);
            add_forest_row(t, true, whole.text, &v->effect);
        }
        us_str_reset(&label);
        us_str_addf(&label, "%s, %s", v->cell[k].map, v->cell[k].opponent);
        add_forest_row(t, false, label.text, &v->cell[k].effect);
    }
}

bool us_figure_make_forest(us_figure *f, const us_comparison *c)
{
    forest t = {.figure = f, .c = c};
    if (c->count == 0)
        return false;
    f->name = "forest";
    us_str_add(&f->title, "Effect on each map against each opponent");
    us_str_addf(&f->about,
                "Each row: the mean difference in score of paired games on one map against one "
                "opponent, with its %g%% interval for that map alone. Right of 0 the player is "
                "better than its baseline, left of 0 worse. Each diamond: the effect over all maps "
                "and opponents, with its interval %s.",
                c->def.level * 100,
                us_comparison_atlas(c) ? "for maps like these" : "for these maps alone");
    if (c->def.margin > 0)
        us_str_addf(&f->about, " Between the dashed lines (%g) a difference does not matter.",
                    c->def.margin);
    begin_forest(&t);
    for (int i = 0; i < c->count; i++)
        add_forest(&t, &c->versus[i]);
    plot_forest(&t);
    f->drawings = t.drawing + 1;
    if (f->drawings > 1)
        us_str_addf(&f->about, " The rows go on over %d drawings.", f->drawings);
    return true;
}

/* ---- scores */

bool us_figure_make_scores(us_figure *f, const us_comparison *c)
{
    int rows = 0, left_out = 0, widest = 0;
    us_str *s = &f->script;
    f->name = "scores";
    us_str_add(&f->title, "Scores");
    us_str_addf(&f->about,
                "Each bar: a player's mean score, a win being 1 and a draw 1/2, with its %g%% "
                "interval %s.",
                c->def.level * 100,
                us_comparison_atlas(c) ? "for maps like these" : "for these maps alone");
    us_str_add(&f->data, "# row\tkind\tlabel\tscore\tlow\thigh\ttext\n");
    for (int i = 0; i < c->sides; i++) {
        const us_side *side = &c->side[i];
        int pixels = us_plot_label_width(side->name);
        if (side->games == 0)
            continue;
        if (rows == US_FIGURE_ROWS_MAX) {
            left_out++;
            continue;
        }
        us_str_addf(&f->data, "%d\t1\t", rows++);
        us_plot_print_label(&f->data, side->name, '\t');
        add_values(&f->data, false, side->score.mean, side->score.bounds);
        widest = pixels > widest ? pixels : widest;
    }
    if (left_out > 0)
        us_str_addf(&f->about, " The first %d players; %d more are in the table alone.", rows,
                    left_out);
    begin_rows(f, 0, rows, widest);
    us_str_add(s, "set xrange [0:1]\nset xtics 0,0.25,1 format '%.2f'\n"
                  "set xlabel 'score' tc rgb " US_PLOT_SOFT "\n"
                  "plot 'scores.tsv' using (0):1:(0):4:($1 - 0.32):($1 + 0.32) "
                  "with boxxyerror fs solid 0.55 noborder lc rgb '#0072b2', \\\n"
                  "     '' using 4:1:5:6 with xerrorbars pt 7 ps 0.5 lw 1.5 "
                  "lc rgb " US_PLOT_INK ", \\\n");
    add_rows(f, 0, "0", "1", false);
    return rows > 0;
}

/* ---- the performance profile */

enum { MARGINS = 2001 /* from -1 to 1, in thousandths */ };

typedef struct margins {
    int64_t games, count[MARGINS]; /* by us_row_margin + 1000 */
} margins;

static margins *margins_of(const us_comparison *c, const us_manifest *m)
{
    margins *list = US_NEW_ARRAY(margins, c->sides + 1);
    US_AUTOFREE int *side = US_NEW_ARRAY(int, m->players + 1);
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
    return list;
}

static void quote_label(us_str *script, const char *text)
{
    US_AUTOSTR(label);
    us_plot_print_short(&label, text, US_FIGURE_LABEL_MAX);
    us_plot_quote(script, label.text);
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
    US_AUTOFREE margins *list = margins_of(c, m);
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
                    i == 0 ? "'profile.tsv'" : "''", i, i + 1, line_colors[i]);
        quote_label(&f->script, c->side[shown[i]].name);
        us_str_add(&f->script, i + 1 < count ? ", \\\n     " : "\n");
    }
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
    us_str *s = &f->script;
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
                    i, i + 4, line_colors[i], i, i + 4, i + 1, line_colors[i]);
        quote_label(s, c->point[first[i]].curve);
        us_str_add(s, i + 1 < curves ? ", \\\n" : "\n");
    }
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

/* ---- gnuplot */

static const char *last_line(us_str *output)
{
    while (output->length > 0 && strchr(" \t\r\n", output->text[output->length - 1]))
        output->text[--output->length] = '\0';
    const char *line = strrchr(output->text, '\n');
    line = line ? line + 1 : output->text;
    return line + strspn(line, " \t");
}

static us_status check_gnuplot(us_subprocess *subprocess, int within, us_error *err)
{
    switch (subprocess->end) {
    case US_SUBPROCESS_KILLED:
        return us_error_set(err, US_FAILED, NULL, 0, 0, "gnuplot was ended by signal %d",
                            subprocess->code);
    case US_SUBPROCESS_TIMEOUT:
        return us_error_set(err, US_FAILED, NULL, 0, 0, "gnuplot took longer than %d s",
                            within / 1000);
    case US_SUBPROCESS_TOO_LONG:
        return us_error_set(err, US_FAILED, NULL, 0, 0, "gnuplot says too much");
    case US_SUBPROCESS_LOST:
        return us_error_set(err, US_FAILED, NULL, 0, 0, "gnuplot: %s", US_SUBPROCESS_LOST_WHY);
    case US_SUBPROCESS_EXITED:
        break;
    }
    if (subprocess->code == 0)
        return US_OK;
    return us_error_set(err, US_FAILED, NULL, 0, 0, "gnuplot ended with status %d: %.200s",
                        subprocess->code, last_line(&subprocess->error_output));
}

us_status us_gnuplot_run(const char *folder, const char *script, const char *form, int within,
                         bool (*stop)(void), us_error *err)
{
    char chosen[32];
    (void)snprintf(chosen, sizeof(chosen), "form = '%s'", form);
    const char *const argv[] = {"gnuplot", "-e", chosen, script, NULL};
    us_subprocess_def def = {.argv = argv, .folder = folder, .within = within, .stop = stop};
    US_AUTO(us_subprocess_clear) us_subprocess subprocess = {0};
    US_TRY(us_subprocess_run(&def, &subprocess, err));
    return check_gnuplot(&subprocess, within, err);
}
