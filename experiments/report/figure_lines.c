#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "experiments/report/escape.h"
#include "experiments/report/figure_parts.h"

enum { MARGINS = 2001 }; /* of a row, in thousandths from -1 to 1 */

/* ---- how clearly games were won */

typedef struct profile {
    int64_t games, count[MARGINS];
} profile;

/* Of each side; the caller frees. A player is of the side of its group, or of its own. */
static profile *profiles_of(const us_comparison *c, const us_manifest *m)
{
    profile *list = US_NEW_ARRAY(profile, c->sides + 1);
    int *side = US_NEW_ARRAY(int, m->players + 1);
    for (int p = 0; p < m->players; p++) {
        const char *name = m->player[p].group ? m->player[p].group : m->player[p].name;
        side[p] = c->sides;
        for (int i = 0; i < c->sides; i++)
            if (strcmp(c->side[i].name, name) == 0 && (c->side[i].runs > 0) == !!m->player[p].group)
                side[p] = i;
    }
    for (int64_t i = 0; i < m->games; i++) {
        profile *one = &list[side[m->game[i].player]];
        if (m->row[i].end == US_ROW_NONE)
            continue;
        one->games++;
        one->count[us_row_margin(&m->row[i], m->max_cycles) + 1000]++;
    }
    us_free(side);
    return list;
}

static double share_from(const profile *p, int from)
{
    int64_t count = 0;
    for (int i = from; i < MARGINS; i++)
        count += p->count[i];
    return p->games > 0 ? (double)count / (double)p->games : (double)NAN;
}

us_sheet *us_profile_sheet(us_arena *arena, const us_comparison *c, const us_manifest *m)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT},   {"games", US_COLUMN_COUNT},  {"-1", US_COLUMN_REAL, 3},
        {"-0.75", US_COLUMN_REAL, 3}, {"-0.5", US_COLUMN_REAL, 3}, {"-0.25", US_COLUMN_REAL, 3},
        {"0", US_COLUMN_REAL, 3},     {"0.25", US_COLUMN_REAL, 3}, {"0.5", US_COLUMN_REAL, 3},
        {"0.75", US_COLUMN_REAL, 3},  {"0.9", US_COLUMN_REAL, 3},
    };
    static const int at[] = {0, 250, 500, 750, 1000, 1250, 1500, 1750, 1900};
    us_sheet *sheet = us_sheet_new(arena, "profile",
                                   "Profile: the share of games with a margin of at least so much",
                                   columns, US_COUNT(columns));
    profile *list = profiles_of(c, m);
    for (int i = 0; i < c->sides; i++) {
        us_sheet_text(sheet, c->side[i].name);
        us_sheet_count(sheet, list[i].games);
        for (int k = 0; k < US_COUNT(at); k++)
            us_sheet_real(sheet, share_from(&list[i], at[k]));
    }
    us_free(list);
    return sheet;
}

/* Points where the share falls, for steps that go right before they go down. */
static void add_profile(us_str *data, const profile *p)
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
                "set border 3 lc rgb " US_PLOT_SOFT "\n"
                "set grid ytics lt 1 lw 1 lc rgb " US_PLOT_RULE "\n"
                "set yrange [0:1.02]\nset ytics 0,0.25,1 format '%%.2f'\n"
                "set key at screen 0.5, screen %.4f center bottom maxcols 2 maxrows %d Left "
                "reverse samplen 5 tc rgb " US_PLOT_INK "\n",
                4.0 / frame.height, (lines + 1) / 2);
}

bool us_figure_profile(us_figure *f, const us_comparison *c, const us_manifest *m)
{
    profile *list = profiles_of(c, m);
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

/* A player that learned from so many demonstrations; its curve is that of its group without the
 * number behind its name: "curve" of "curve-4". */
typedef struct learner {
    us_str curve;
    int64_t size;
    double score;
    int index;
} learner;

static void name_curve(learner *l, const us_entrant *player)
{
    us_str tail;
    const char *name = player->group ? player->group : player->name;
    size_t length = strlen(name);
    us_str_init(&tail);
    us_str_addf(&tail, "-%lld", (long long)player->size);
    if (player->group && length > tail.length &&
        us_text_equal(name + length - tail.length, tail.text))
        length -= tail.length;
    us_str_init(&l->curve);
    us_str_add_bytes(&l->curve, name, length);
    us_str_clear(&tail);
}

static int compare_learners(const void *a, const void *b)
{
    const learner *x = a, *y = b;
    int order = strcmp(x->curve.text, y->curve.text);
    if (order != 0)
        return order;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static learner *learners_of(const us_manifest *m, int *count)
{
    learner *list = US_NEW_ARRAY(learner, m->players + 1);
    int64_t *games = US_NEW_ARRAY(int64_t, m->players + 1),
            *points = US_NEW_ARRAY(int64_t, m->players + 1);
    *count = 0;
    for (int64_t i = 0; i < m->games; i++) {
        games[m->game[i].player] += m->row[i].end != US_ROW_NONE;
        points[m->game[i].player] += us_row_points(&m->row[i]);
    }
    for (int p = 0; p < m->players; p++) {
        if (m->player[p].size < 0 || games[p] == 0)
            continue;
        learner *l = &list[(*count)++];
        *l = (learner){.size = m->player[p].size,
                       .score = (double)points[p] / 2 / (double)games[p],
                       .index = p};
        name_curve(l, &m->player[p]);
    }
    us_sort(list, (size_t)*count, sizeof(*list), compare_learners);
    us_free(games);
    us_free(points);
    return list;
}

/* Learners of one curve and size, from first on: their mean and what it lies between. Returns where
 * the next begin. */
static int add_size(us_str *data, const learner *list, int count, int first)
{
    double sum = 0, low = 1, high = 0;
    int at = first;
    for (; at < count && list[at].size == list[first].size &&
           us_text_equal(list[at].curve.text, list[first].curve.text);
         at++) {
        sum += list[at].score;
        low = list[at].score < low ? list[at].score : low;
        high = list[at].score > high ? list[at].score : high;
    }
    us_str_addf(data, "%lld\t%.6f\t%.6f\t%.6f\t%d\n", (long long)list[first].size,
                sum / (at - first), low, high, at - first);
    return at;
}

static int add_curves(us_figure *f, const learner *list, int count, int *first)
{
    int curves = 0;
    us_str_add(&f->data, "# demonstrations\tmean score\tleast\tmost\truns\n");
    for (int at = 0; at < count && curves < US_FIGURE_LINES_MAX;) {
        int begin = at;
        first[curves++] = begin;
        while (at < count && us_text_equal(list[at].curve.text, list[begin].curve.text))
            at = add_size(&f->data, list, count, at);
        us_str_add(&f->data, "\n\n");
    }
    us_str_add(&f->data, "# demonstrations\tscore of a run\n");
    for (int i = 0; i < count; i++)
        us_str_addf(&f->data, "%lld\t%.6f\n", (long long)list[i].size, list[i].score);
    return curves;
}

static void add_sizes(us_str *s, const learner *list, int count)
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

static void plot_curves(us_figure *f, const learner *list, const int *first, int curves)
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
        us_plot_short(&label, list[first[i]].curve.text, US_FIGURE_LABEL_MAX);
        us_plot_quote(s, label.text);
        us_str_add(s, i + 1 < curves ? ", \\\n" : "\n");
    }
    us_str_clear(&label);
}

bool us_figure_curve(us_figure *f, const us_manifest *m)
{
    int count, first[US_FIGURE_LINES_MAX];
    learner *list = learners_of(m, &count);
    f->name = "curve";
    us_str_add(&f->title, "Score by number of demonstrations");
    us_str_add(&f->about, "Each circle: a library, learned from so many demonstrations. Lines: "
                          "their means; bars reach from the worst to the best of one size.");
    if (count > 0) {
        int curves = add_curves(f, list, count, first);
        begin_lines(f, curves + 1);
        add_sizes(&f->script, list, count);
        plot_curves(f, list, first, curves);
    }
    for (int i = 0; i < count; i++)
        us_str_clear(&list[i].curve);
    us_free(list);
    return count > 0;
}
