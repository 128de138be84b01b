#include "experiments/report/timeline.h"

#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/leftovers.h"
#include "base/sort.h"
#include "experiments/report/figures.h"
#include "experiments/report/sheet.h"
#include "experiments/run/games.h"
#include "players/identity.h"
#include "traces/annotation.h"
#include "traces/plan_tree.h"

static void add(us_bars *bars, int seat, const char *type, size_t length, const int32_t *cycle,
                int reached)
{
    if (seat < 0 || seat > 1)
        return;
    bars->bar = us_array_grow(bars->bar, bars->count, &bars->capacity, sizeof(us_bar));
    bars->bar[bars->count++] = (us_bar){.seat = seat,
                                        .type = us_arena_strndup(bars->arena, type, length),
                                        .from = cycle[0],
                                        .to = cycle[1] < cycle[0] ? bars->cycles : cycle[1],
                                        .reached = reached};
}

/* ---- from labels */

static us_status read_labels(us_bars *bars, const char *trace, const us_domain *domain,
                             us_error *err)
{
    US_AUTOPTR(us_annotation) labels = NULL;
    US_AUTOSTR(path);
    us_annotation_path(trace, &path);
    if (!us_file_exists(path.text))
        return US_OK;
    US_TRY(us_annotation_load(path.text, domain, NULL, &labels, err));
    for (int i = 0; i < labels->count; i++) {
        const us_goal_instance *goal = &labels->goal[i];
        const char *type = domain->goal[goal->goal.type].name;
        int32_t cycle[2] = {goal->opened, goal->closed};
        add(bars, goal->seat, type, strlen(type), cycle, us_goal_instance_result(goal));
    }
    return US_OK;
}

/* ---- from plans */

static void read_plan(us_bars *bars, int seat, const us_plan_tree *plan)
{
    for (int i = 0; i < plan->count; i++) {
        const us_plan_node *node = &plan->node[i];
        const char *text = node->text ? node->text : "";
        if (node->of != US_NOTE_GOAL)
            continue;
        for (const char *word = text; (word = strchr(word, ' '));) { /* a kind before its type */
            if (word > strchr(text, '(') && strchr(text, '('))
                break;
            text = ++word;
        }
        int32_t cycle[2] = {node->opened, node->closed};
        us_plan_end end = us_plan_node_end(node);
        add(bars, seat, text, strcspn(text, "("), cycle,
            end == US_PLAN_SUCCEEDED ? 1
            : end == US_PLAN_OPEN    ? -1
                                     : 0);
    }
}

static us_status read_plans(us_bars *bars, const char *trace, const us_domain *domain,
                            const bool *labeled, us_error *err)
{
    US_AUTO(us_plans_clear) us_plans plans = {0};
    us_plans_def def = {.path = trace, .domain = domain, .to = INT32_MAX};
    US_TRY(us_plans_read(&def, &plans, err));
    for (int seat = 0; seat < 2; seat++)
        if (!labeled[seat])
            read_plan(bars, seat, &plans.plan[seat]);
    return US_OK;
}

/* ---- order */

static int compare_begin(const void *a, const void *b)
{
    const us_bar *x = a, *y = b;
    if (x->seat != y->seat)
        return x->seat < y->seat ? -1 : 1;
    int order = strcmp(x->type, y->type);
    if (order != 0)
        return order;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

typedef struct goal_row {
    int count;
    const us_bar *bar;
} goal_row;

static int compare_rows(const void *a, const void *b)
{
    const goal_row *x = a, *y = b;
    if (x->bar->seat != y->bar->seat)
        return x->bar->seat < y->bar->seat ? -1 : 1;
    if (x->bar->from != y->bar->from)
        return x->bar->from < y->bar->from ? -1 : 1;
    return strcmp(x->bar->type, y->bar->type);
}

static void order_bars(us_bars *bars)
{
    us_array_sort(bars->bar, (size_t)bars->count, sizeof(us_bar), compare_begin);
    US_AUTOFREE goal_row *list = US_NEW_ARRAY(goal_row, bars->count + 1);
    us_bar *sorted = US_NEW_ARRAY(us_bar, bars->count + 1);
    int rows = 0, count = 0;
    for (int i = 0; i < bars->count; i++) {
        const us_bar *bar = &bars->bar[i];
        bool same = i > 0 && bar->seat == bar[-1].seat && strcmp(bar->type, bar[-1].type) == 0;
        if (!same)
            list[rows++] = (goal_row){.bar = bar};
        list[rows - 1].count++;
    }
    us_array_sort(list, (size_t)rows, sizeof(goal_row), compare_rows);
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < list[r].count; i++)
            sorted[count++] = list[r].bar[i];
    us_mem_free(bars->bar);
    bars->bar = sorted;
    bars->capacity = bars->count + 1;
}

/* Reads the goals of each seat: those of the trace's annotation, or, if it has none for the seat,
 * those that the seat's plan pursued. cycles: of the game; a goal that was never closed lasts until
 * then. A trace without goals is no error. Clear after success. */
static us_status read_goals(const char *trace, const us_domain *domain, int32_t cycles,
                            us_bars *out, us_error *err)
{
    US_AUTO(us_bars_clear)
    us_bars bars = {.arena = us_arena_new(), .cycles = cycles, .seat = {"", ""}};
    bool labeled[2] = {false, false};
    US_TRY(read_labels(&bars, trace, domain, err));
    for (int i = 0; i < bars.count; i++)
        labeled[bars.bar[i].seat] = true;
    US_TRY(read_plans(&bars, trace, domain, labeled, err));
    order_bars(&bars);
    *out = bars;
    bars = (us_bars){0};
    return US_OK;
}

void us_bars_clear(us_bars *bars)
{
    us_arena_free(bars->arena);
    us_mem_free(bars->bar);
    *bars = (us_bars){0};
}

us_sheet *us_bars_make_sheet(const us_bars *bars, us_arena *arena)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT},       {"goal", US_COLUMN_TEXT},
        {"pursued", US_COLUMN_COUNT},     {"reached", US_COLUMN_COUNT},
        {"first_cycle", US_COLUMN_COUNT}, {"last_cycle", US_COLUMN_COUNT},
    };
    us_sheet *sheet = us_sheet_new(arena, "timeline",
                                   "Goals: how often they were pursued and reached, and the first "
                                   "and last cycle in which they were",
                                   columns, US_COUNT(columns));
    for (int i = 0; i < bars->count;) {
        const us_bar *first = &bars->bar[i];
        int64_t pursued = 0, reached = 0;
        int32_t last = 0;
        for (; i < bars->count && bars->bar[i].seat == first->seat &&
               strcmp(bars->bar[i].type, first->type) == 0;
             i++) {
            pursued++;
            reached += bars->bar[i].reached == 1;
            last = bars->bar[i].to > last ? bars->bar[i].to : last;
        }
        US_SHEET_ADD(sheet, us_cell_text(bars->seat[first->seat]), us_cell_text(first->type),
                     us_cell_count(pursued), us_cell_count(reached), us_cell_count(first->from),
                     us_cell_count(last));
    }
    return sheet;
}

/* ---- a game that is played again */

/* ---- which */

static int by_key(const void *a, const void *b)
{
    return us_fixture_compare(a, b);
}

int64_t us_timeline_game_choose(const us_comparison *c, const us_manifest *m)
{
    if (c->count == 0)
        return -1;
    const us_side *baseline = &c->side[c->versus[0].baseline];
    const us_side *challenger = &c->side[c->versus[0].challenger];
    US_AUTOFREE us_fixture *won = US_NEW_ARRAY(us_fixture, m->games + 1);
    int64_t wins = 0, first = -1, found = -1;
    for (int64_t i = 0; i < m->games; i++)
        if (m->row[i].end == US_ROW_WIN &&
            us_side_has_player(baseline, &m->player[m->game[i].player]))
            won[wins++] = m->game[i];
    us_array_sort(won, (size_t)wins, sizeof(*won), by_key);
    for (int64_t i = 0; i < m->games && found < 0; i++) {
        if (!us_row_is_finished(&m->row[i]) ||
            !us_side_has_player(challenger, &m->player[m->game[i].player]))
            continue;
        first = first < 0 ? i : first;
        if (m->row[i].end == US_ROW_LOSS &&
            us_array_find(&m->game[i], won, (int)wins, sizeof(*won), by_key))
            found = i;
    }
    return found >= 0 ? found : first;
}

us_status us_timeline_game_find(const us_manifest *m, const char *id, int64_t *out, us_error *err)
{
    us_hash hash;
    if (!us_hash_parse(id, &hash))
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "expected the id of a game, 16 hex digits, found \"%.64s\"", id);
    for (int64_t i = 0; i < m->games; i++) {
        if (m->game[i].id != hash)
            continue;
        if (!us_row_is_finished(&m->row[i]))
            return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                                "the game %.16s was not played to its end", id);
        *out = i;
        return US_OK;
    }
    return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "the experiment has no game %.16s", id);
}

/* ---- again */

static us_status read_bars(const us_manifest *m, int64_t index, const char *trace, us_bars *out,
                           us_error *err)
{
    const us_fixture *game = &m->game[index];
    US_AUTOPTR(us_domain) domain = NULL;
    US_TRY(us_domain_load_shipped(m->domain, &domain, err));
    US_TRY(read_goals(trace, domain, m->row[index].cycles, out, err));
    out->seat[game->seat] = m->player[game->player].name;
    out->seat[1 - game->seat] = m->opponent[game->opponent].name;
    return US_OK;
}

us_status us_timeline_game_play(const us_manifest *m, const char *folder, int64_t game,
                                const char *beside, bool (*stop)(void), us_bars *out, us_error *err)
{
    const us_fixture *fixture = &m->game[game];
    US_AUTOSTR(trace);
    US_AUTOSTR(labels);
    us_row row;
    if (!us_agent_is_deterministic(m->player[fixture->player].agent) ||
        !us_agent_is_deterministic(m->opponent[fixture->opponent].agent))
        return us_error_set(err, US_FAILED, NULL, 0, 0,
                            "another program plays in it, which a report does not call");
    us_file_temp_path(beside, &trace);
    us_annotation_path(trace.text, &labels);
    us_leftovers_add(trace.text);
    us_leftovers_add(labels.text);
    US_AUTOPTR(us_work) work = us_work_new(m, folder);
    us_status status = us_work_play(work, game, stop, trace.text, &row, err);
    if (status == US_OK && row.hash != m->row[game].hash)
        status = us_error_set(err, US_MISMATCH, NULL, 0, 0,
                              "the game ended in another state than when the experiment was run");
    if (status == US_OK)
        status = read_bars(m, game, trace.text, out, err);
    unlink(trace.text);
    unlink(labels.text);
    return status;
}

/* ---- the figure */

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
