#include <math.h>
#include <stdio.h>
#include <string.h>

#include "experiments/curve.h"
#include "experiments/margins.h"
#include "experiments/report/escape.h"
#include "experiments/report/figure_parts.h"

/* ---- how clearly games were won */

/* Points where the share falls, for steps that go right before they go down. */
static void add_profile(us_str *data, const us_margins *p)
{
    int64_t left = p->games;
    us_str_add(data, "-1.000\t1.000000\n");
    for (int i = 0; i < US_MARGINS; i++) {
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

bool us_figure_profile(us_figure *f, const us_comparison *c, const us_manifest *m)
{
    us_margins *list = us_margins_of(c, m);
    int shown[US_FIGURE_LINES_MAX], count = 0, all = 0;
    f->name = "profile";
    us_str_add(&f->title, "How clearly games are won");
    us_str_add(&f->data, "# margin\tshare of games with more\n");
    for (int i = 0; i < c->sides; i++) {
        all += list[i].games > 0;
        if (list[i].games == 0 || count == US_FIGURE_LINES_MAX)
            continue;
        shown[count++] = i;
        add_profile(&f->data, &list[i]);
    }
    us_str_add(&f->about, "Each line: the share of a player's games with a margin of at least so "
                          "much. A win at once has margin 1, a win at the limit of cycles 1/2, a "
                          "draw 0, a loss the reverse. A line further up is a better player.");
    if (all > count)
        us_str_addf(&f->about, " The first %d players; %d more are in the table alone.", count,
                    all - count);
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
        us_plot_short(&label, c->side[shown[i]].name, US_FIGURE_LABEL_MAX);
        us_plot_quote(&f->script, label.text);
        us_str_clear(&label);
        us_str_add(&f->script, i + 1 < count ? ", \\\n     " : "\n");
    }
    us_free(list);
    return count > 0;
}

/* ---- learning curves */

/* Those that fit; first: their first points. Returns the number of their runs, which come first. */
static int add_curves(us_figure *f, const us_curves *c, int *first)
{
    int curves = 0, runs = 0;
    us_str_add(&f->data, "# demonstrations\tmean score\tleast\tmost\truns\tlow\thigh\n");
    for (int i = 0; i < c->points; i++) {
        const us_curve_point *p = &c->point[i];
        bool begins = i == 0 || strcmp(p[-1].curve, p->curve) != 0;
        if (begins && curves == US_FIGURE_LINES_MAX)
            break;
        if (begins && curves > 0)
            us_str_add(&f->data, "\n\n");
        if (begins)
            first[curves++] = i;
        us_str_addf(&f->data, "%lld\t%.6f\t%.6f\t%.6f\t%d", (long long)p->size, p->mean, p->least,
                    p->most, p->runs);
        if (p->runs > 1)
            us_str_addf(&f->data, "\t%.6f\t%.6f", p->bounds.low, p->bounds.high);
        us_str_add(&f->data, p->runs > 1 ? "\n" : "\t-\t-\n");
        runs = p->first + p->runs;
    }
    us_str_add(&f->data, "\n\n# demonstrations\tscore of a run\n");
    for (int i = 0; i < runs; i++)
        us_str_addf(&f->data, "%lld\t%.6f\n", (long long)c->run[i].size, c->run[i].score);
    return runs;
}

static void add_sizes(us_str *s, const us_curve_run *list, int count)
{
    int64_t least = list[0].size, most = 0;
    for (int i = 0; i < count; i++) {
        least = list[i].size < least ? list[i].size : least;
        most = list[i].size > most ? list[i].size : most;
    }
    double room = most > least ? (double)(most - least) * 0.06 : 0.5;
    us_str_addf(s, "set xrange [%g:%g]\nset xtics (", (double)least - room, (double)most + room);
    for (int i = 0, told = 0; i < count && told < 40; i++) {
        bool again = false;
        for (int k = 0; k < i && !again; k++)
            again = list[k].size == list[i].size;
        if (!again)
            us_str_addf(s, "%s%lld", told++ > 0 ? "," : "", (long long)list[i].size);
    }
    us_str_add(s, ")\n");
}

static void plot_curves(us_figure *f, const us_curves *c, const int *first, int curves)
{
    us_str *s = &f->script, label;
    us_str_init(&label);
    us_str_add(s, "set xlabel 'demonstrations' offset 0,0.4 tc rgb " US_PLOT_SOFT "\n"
                  "set ylabel 'score' offset 1.5,0 tc rgb " US_PLOT_SOFT "\n");
    us_str_addf(s,
                "plot 'curve.tsv' index %d using 1:2 with points pt 6 ps 0.6 lc rgb " US_PLOT_SOFT
                " title 'one library', \\\n",
                curves);
    for (int i = 0; i < curves; i++) {
        us_str_addf(s,
                    "     '' index %d using 1:2:3:4 with yerrorbars pt %d ps 0.7 lw 1.5 lc rgb %s "
                    "notitle, \\\n"
                    "     '' index %d using 1:2 with linespoints pt %d ps 0.7 lw 2.5 dt %d "
                    "lc rgb %s title ",
                    i, i + 4, us_plot_lines[i], i, i + 4, i + 1, us_plot_lines[i]);
        us_str_reset(&label);
        us_plot_short(&label, c->point[first[i]].curve, US_FIGURE_LABEL_MAX);
        us_plot_quote(s, label.text);
        us_str_add(s, i + 1 < curves ? ", \\\n" : "\n");
    }
    us_str_clear(&label);
}

bool us_figure_curve(us_figure *f, const us_comparison *c, const us_manifest *m)
{
    int first[US_FIGURE_LINES_MAX] = {0};
    us_curves curves = us_curves_of(m, c->def.level, c->arena);
    if (curves.runs == 0)
        return false;
    int shown = curves.curves < US_FIGURE_LINES_MAX ? curves.curves : US_FIGURE_LINES_MAX;
    f->name = "curve";
    us_str_add(&f->title, "Score by number of demonstrations");
    us_str_add(&f->about, "Each circle: a library, learned from so many demonstrations. Lines: "
                          "their means; bars reach from the worst to the best of one size.");
    if (curves.curves > shown)
        us_str_addf(&f->about, " The first %d curves; %d more are in the table alone.", shown,
                    curves.curves - shown);
    int runs = add_curves(f, &curves, first);
    begin_lines(f, shown + 1);
    add_sizes(&f->script, curves.run, runs);
    plot_curves(f, &curves, first, shown);
    return true;
}
