#include "experiments/results.h"

#include <string.h>

#include "base/file.h"
#include "experiments/planning.h"

typedef struct gathering {
    us_manifest *m;
    const int32_t *order; /* of its games, by id */
    us_arena *scratch;
    int64_t strangers;
} gathering;

/* The first in the order with that id; games: there is none. */
static int64_t find(const gathering *g, us_hash id)
{
    int64_t low = 0, high = g->m->games;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (g->m->game[g->order[middle]].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < g->m->games && g->m->game[g->order[low]].id == id ? low : g->m->games;
}

static bool finished(const us_row *row)
{
    return row->end == US_ROW_WIN || row->end == US_ROW_DRAW || row->end == US_ROW_LOSS;
}

static const char *keep(us_arena *arena, const char *text)
{
    return text ? us_arena_text(arena, text, strlen(text)) : NULL;
}

static us_status take(gathering *g, const us_lines *lines, const us_row *row, us_error *err)
{
    us_manifest *m = g->m;
    int64_t at = find(g, row->game);
    if (at == m->games) {
        g->strangers++;
        return US_OK;
    }
    us_row *known = &m->row[g->order[at]];
    if (finished(known) && finished(row) && known->hash != row->hash)
        return us_fail(
            err, US_MISMATCH, lines->file, lines->line, 0,
            "this game ended in another state than elsewhere in the results: it does not "
            "go the same way each time, or was played by another program");
    if (finished(known) && !finished(row))
        return US_OK;
    bool same = known->reason && row->reason && strcmp(known->reason, row->reason) == 0;
    const char *reason = same ? known->reason : keep(m->arena, row->reason);
    *known = *row;
    known->reason = reason;
    known->profile = keep(m->arena, row->profile);
    for (int64_t twin = at + 1; twin < m->games && m->game[g->order[twin]].id == row->game; twin++)
        m->row[g->order[twin]] = *known;
    return US_OK;
}

static us_status read_journal(gathering *g, const char *path, us_error *err)
{
    us_lines lines;
    US_TRY(us_lines_open(&lines, path, err));
    us_status status = US_OK;
    while (status == US_OK) {
        const char *text;
        size_t length;
        bool whole;
        us_row row;
        status = us_lines_next(&lines, &text, &length, &whole, err);
        if (status != US_OK || !text || !whole)
            break;
        us_mark mark = us_arena_mark(g->scratch);
        status = us_row_read(lines.file, lines.line, text, length, g->scratch, &row, err);
        if (status == US_OK)
            status = take(g, &lines, &row, err);
        us_arena_release(g->scratch, mark);
    }
    us_lines_close(&lines);
    return status;
}

static us_status read_journals(gathering *g, const char *folder, us_error *err)
{
    us_str path;
    us_names names = {NULL, 0};
    us_str_init(&path);
    us_folder_path(folder, "results", &path);
    us_status status = us_file_list(path.text, ".jsonl", &names, err);
    for (int i = 0; i < names.count && status == US_OK; i++) {
        us_str_reset(&path);
        us_folder_path(folder, "results/", &path);
        us_str_add(&path, names.name[i]);
        status = read_journal(g, path.text, err);
    }
    us_names_free(&names);
    us_str_clear(&path);
    return status;
}

us_status us_folder_check(const char *folder, us_error *err)
{
    us_str path;
    us_str_init(&path);
    us_folder_path(folder, "manifest.jsonl", &path);
    bool there = us_file_exists(path.text);
    us_str_clear(&path);
    return there ? US_OK
                 : us_fail(err, US_BAD_INPUT, folder, 0, 0,
                           "expected the folder of an experiment, as experiment plan makes it");
}

us_status us_results_read(const char *folder, us_manifest *out, int64_t *strangers, us_error *err)
{
    us_manifest m;
    us_str path;
    US_TRY(us_folder_check(folder, err));
    us_str_init(&path);
    us_folder_path(folder, "manifest.jsonl", &path);
    us_status status = us_manifest_read(path.text, &m, err);
    us_str_clear(&path);
    US_TRY(status);
    int32_t *order = us_manifest_sorted(&m);
    gathering g = {.m = &m, .order = order, .scratch = us_arena_new()};
    status = read_journals(&g, folder, err);
    us_arena_free(g.scratch);
    us_free(order);
    if (strangers)
        *strangers = g.strangers;
    if (status == US_OK)
        *out = m;
    else
        us_manifest_clear(&m);
    return status;
}

us_status us_results_merge(const char *folder, us_manifest *m, int64_t *missing, us_error *err)
{
    us_str path;
    int64_t count = 0;
    int32_t *order = us_manifest_sorted(m);
    for (int64_t i = 0; i < m->games; i++) {
        if (m->row[order[i]].end == US_ROW_NONE)
            continue;
        m->row[order[i]].us = 0;
        order[count++] = order[i];
    }
    us_str_init(&path);
    us_folder_path(folder, "results.jsonl", &path);
    us_error why = {0};
    us_status status = us_manifest_write(m, order, count, path.text, &why);
    if (status != US_OK)
        status = us_fail(err, US_INCOMPLETE, path.text, 0, 0,
                         "%.300s; results/ has all, merge them when it can be written", why.text);
    us_str_clear(&path);
    us_free(order);
    *missing = m->games - count;
    return status;
}

us_tally us_results_tally(const us_manifest *m)
{
    us_tally tally = {.games = m->games};
    for (int64_t i = 0; i < m->games; i++) {
        const us_row *row = &m->row[i];
        tally.played += row->end != US_ROW_NONE;
        tally.end[row->end]++;
        tally.us += row->us;
    }
    return tally;
}
