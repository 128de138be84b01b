#include <string.h>

#include "experiments/report/escape.h"
#include "experiments/report/figure_parts.h"

enum { ROW = 23 }; /* pixels */

typedef struct timeline {
    us_str labels, bars;
    int rows, widest, left_out;
} timeline;

static bool same_row(const us_bar *a, const us_bar *b)
{
    return a->seat == b->seat && strcmp(a->type, b->type) == 0;
}

static void add_label(timeline *t, int kind, const char *label)
{
    int pixels = us_plot_label_width(label);
    us_str_addf(&t->labels, "%d\t%d\t", t->rows, kind);
    us_plot_print_label(&t->labels, label, '\n');
    t->widest = pixels > t->widest ? pixels : t->widest;
    t->rows++;
}

/* A row for each seat's name, and below it one for each type of goal. */
static void add_rows(timeline *t, const us_bars *bars)
{
    for (int i = 0; i < bars->count; i++) {
        const us_bar *bar = &bars->bar[i];
        bool more = i > 0 && same_row(bar, bar - 1);
        if (!more && t->rows + 2 > US_FIGURE_ROWS_MAX) {
            t->left_out = bars->count - i;
            break;
        }
        if (i == 0 || bar->seat != bar[-1].seat)
            add_label(t, 0, bars->seat[bar->seat]);
        if (!more)
            add_label(t, 1, bar->type);
        /* kind: 0, 1: of the one seat, reached or not; 2, 3: of the other */
        us_str_addf(&t->bars, "%d\t%d\t%d\t%d\n", t->rows - 1,
                    bar->seat * 2 + (bar->reached == 1 ? 0 : 1), (int)bar->from,
                    bar->to > bar->from ? (int)bar->to : (int)bar->from + 1);
    }
}

bool us_figure_make_timeline(us_figure *f, const us_bars *bars)
{
    static const char *const color[] = {"'#0072b2'", "'#d55e00'"};
    timeline t = {.rows = 0};
    us_str *s = &f->script;
    us_str_init(&t.labels);
    us_str_init(&t.bars);
    f->name = "timeline";
    us_str_add(&f->title, "Goals over the game");
    us_str_add(&f->about,
               "Each bar: a goal from when it was taken up until it was reached (filled) "
               "or not (outline only).");
    add_rows(&t, bars);
    if (t.left_out > 0)
        us_str_addf(&f->about, " %d more bars are left out.", t.left_out);
    us_str_addf(&f->data, "# row\tkind\tlabel\n%s\n\n# row\tkind\tfrom\tto\n%s", t.labels.text,
                t.bars.text);
    us_plot_frame frame = {.height = t.rows * ROW + 78,
                           .left = t.widest + 24 < US_FIGURE_WIDTH / 2 ? t.widest + 24
                                                                       : US_FIGURE_WIDTH / 2,
                           .right = 30,
                           .top = 10,
                           .bottom = 68};
    us_plot_begin(f, &frame);
    us_str_addf(s,
                "set yrange [%d.5:-0.5]\nunset ytics\nset xrange [0:%d]\n"
                "set xlabel 'cycle' tc rgb " US_PLOT_SOFT "\nplot ",
                t.rows - 1, bars->cycles > 0 ? (int)bars->cycles : 1);
    for (int kind = 0; kind < 4; kind++)
        us_str_addf(s,
                    "%s index 1 using ($2 == %d ? $3 : NaN):1:3:4:($1 - 0.3):($1 + 0.3) with "
                    "boxxyerror fs %s border lc rgb %s lw 1 lc rgb %s, \\\n     ",
                    kind == 0 ? "'timeline.tsv'" : "''", kind,
                    kind % 2 == 0 ? "transparent solid 0.5" : "empty", color[kind / 2],
                    color[kind / 2]);
    us_str_add(s, "'' index 0 using ($2 == 0 ? 0 : NaN):1:(stringcolumn(3)) with labels right "
                  "offset -1.2,0 font 'sans-serif Bold,13' tc rgb " US_PLOT_INK ", \\\n"
                  "     '' index 0 using ($2 != 0 ? 0 : NaN):1:(stringcolumn(3)) with labels right "
                  "offset -1.2,0 tc rgb " US_PLOT_INK "\n");
    us_str_clear(&t.labels);
    us_str_clear(&t.bars);
    return bars->count > 0;
}
