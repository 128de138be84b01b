#include "experiments/report/bars.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/sort.h"
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
    us_annotation *labels = NULL;
    us_str path;
    us_str_init(&path);
    us_annotation_path(trace, &path);
    us_status status = US_OK;
    if (us_file_exists(path.text))
        status = us_annotation_load(path.text, domain, NULL, &labels, err);
    us_str_clear(&path);
    for (int i = 0; labels && i < labels->count; i++) {
        const us_goal_instance *goal = &labels->goal[i];
        const char *type = domain->goal[goal->goal.type].name;
        int32_t cycle[2] = {goal->opened, goal->closed};
        add(bars, goal->seat, type, strlen(type), cycle, us_goal_instance_result(goal));
    }
    us_annotation_free(labels);
    return status;
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
    us_plans plans;
    us_plans_def def = {.path = trace, .domain = domain, .to = INT32_MAX};
    US_TRY(us_plans_read(&def, &plans, err));
    for (int seat = 0; seat < 2; seat++)
        if (!labeled[seat])
            read_plan(bars, seat, &plans.plan[seat]);
    us_plans_clear(&plans);
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

/* Bars of one seat and type. */
typedef struct row {
    int count;
    const us_bar *bar;
} row;

static int compare_rows(const void *a, const void *b)
{
    const row *x = a, *y = b;
    if (x->bar->seat != y->bar->seat)
        return x->bar->seat < y->bar->seat ? -1 : 1;
    if (x->bar->from != y->bar->from)
        return x->bar->from < y->bar->from ? -1 : 1;
    return strcmp(x->bar->type, y->bar->type);
}

static void order_bars(us_bars *bars)
{
    us_array_sort(bars->bar, (size_t)bars->count, sizeof(us_bar), compare_begin);
    row *list = US_NEW_ARRAY(row, bars->count + 1);
    us_bar *sorted = US_NEW_ARRAY(us_bar, bars->count + 1);
    int rows = 0, count = 0;
    for (int i = 0; i < bars->count; i++) {
        const us_bar *bar = &bars->bar[i];
        bool same = i > 0 && bar->seat == bar[-1].seat && strcmp(bar->type, bar[-1].type) == 0;
        if (!same)
            list[rows++] = (row){.bar = bar};
        list[rows - 1].count++;
    }
    us_array_sort(list, (size_t)rows, sizeof(row), compare_rows);
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < list[r].count; i++)
            sorted[count++] = list[r].bar[i];
    us_mem_free(list);
    us_mem_free(bars->bar);
    bars->bar = sorted;
    bars->capacity = bars->count + 1;
}

us_status us_bars_read(const char *trace, const us_domain *domain, int32_t cycles, us_bars *out,
                       us_error *err)
{
    us_bars bars = {.arena = us_arena_new(), .cycles = cycles, .seat = {"", ""}};
    bool labeled[2] = {false, false};
    us_status status = read_labels(&bars, trace, domain, err);
    for (int i = 0; i < bars.count; i++)
        labeled[bars.bar[i].seat] = true;
    if (status == US_OK)
        status = read_plans(&bars, trace, domain, labeled, err);
    if (status != US_OK) {
        us_bars_clear(&bars);
        return status;
    }
    order_bars(&bars);
    *out = bars;
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
        us_sheet_add_text(sheet, bars->seat[first->seat]);
        us_sheet_add_text(sheet, first->type);
        us_sheet_add_count(sheet, pursued);
        us_sheet_add_count(sheet, reached);
        us_sheet_add_count(sheet, first->from);
        us_sheet_add_count(sheet, last);
    }
    return sheet;
}
