#include "experiments/results.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "experiments/journal.h"
#include "experiments/planning.h"
#include "experiments/sequence.h"

typedef struct gathering {
    us_manifest *m;
    int32_t *slot; /* 1 + a game, the first with its id; at the id or behind it; 0: free */
    uint64_t mask;
    us_arena *scratch;
    const char *journal, *host; /* that is read; of its last line that has one */
    us_leftovers left;
} gathering;

/* Ids are hashes already. */
static int32_t *find(const gathering *g, us_hash id)
{
    uint64_t at = id & g->mask;
    while (g->slot[at] && g->m->game[g->slot[at] - 1].id != id)
        at = (at + 1) & g->mask;
    return &g->slot[at];
}

static void fill_slots(gathering *g)
{
    uint64_t size = 16;
    while (size < (uint64_t)g->m->games * 2)
        size *= 2;
    g->slot = US_NEW_ARRAY(int32_t, size);
    g->mask = size - 1;
    for (int32_t i = 0; i < g->m->games; i++) {
        int32_t *slot = find(g, g->m->game[i].id);
        if (!*slot)
            *slot = i + 1;
    }
}

/* Games that are the same have the same result. */
static void share_rows(const gathering *g)
{
    for (int64_t i = 0; i < g->m->games; i++)
        g->m->row[i] = g->m->row[*find(g, g->m->game[i].id) - 1];
}

/* Lines that follow one another have mostly the same. */
static const char *keep_host(gathering *g, const char *host)
{
    if (host && (!g->host || strcmp(g->host, host) != 0))
        g->host = us_arena_strdup(g->m->arena, host);
    return host ? g->host : NULL;
}

static bool is_same_game(const us_row *a, const us_row *b)
{
    return a->hash == b->hash && a->end == b->end && a->cycles == b->cycles &&
           a->orders == b->orders && a->refused == b->refused;
}

static us_status take(gathering *g, const us_lines *lines, const us_row *row, us_error *err)
{
    us_manifest *m = g->m;
    int32_t at = *find(g, row->game);
    if (!at) {
        g->left.strangers++;
        return US_OK;
    }
    us_row *known = &m->row[at - 1];
    if (us_row_is_finished(known) && us_row_is_finished(row) && !is_same_game(known, row))
        return us_error_set(err, US_MISMATCH, lines->file, lines->line, 0,
                            "this game ended otherwise than elsewhere in the results: it does not "
                            "go the same way each time, or was played by another program");
    if (us_row_is_finished(known) && !us_row_is_finished(row))
        return US_OK;
    bool same = known->reason && row->reason && strcmp(known->reason, row->reason) == 0;
    const char *reason = same ? known->reason : us_arena_strdup(m->arena, row->reason);
    *known = *row;
    known->reason = reason;
    known->profile = us_arena_strdup(m->arena, row->profile);
    known->host = keep_host(g, row->host);
    known->journal = g->journal;
    return US_OK;
}

static us_status read_journal(gathering *g, const char *path, us_error *err)
{
    us_lines lines;
    US_TRY(us_lines_open(&lines, path, err));
    us_status status = US_OK;
    lines.pass_long = true;
    g->journal = us_arena_strdup(g->m->arena, path);
    while (status == US_OK) {
        const char *text;
        size_t length;
        bool whole;
        us_row row;
        status = us_lines_next(&lines, &text, &length, &whole, err);
        if (status != US_OK || !text || !whole)
            break;
        us_mark mark = us_arena_mark(g->scratch);
        if (us_row_read(lines.file, lines.line, text, length, g->scratch, &row, NULL) == US_OK &&
            row.cycles <= g->m->max_cycles)
            status = take(g, &lines, &row, err);
        else
            g->left.damaged++;
        us_arena_release(g->scratch, mark);
    }
    us_lines_close(&lines);
    return status;
}

static us_status read_journals(gathering *g, const char *folder, us_error *err)
{
    us_names names = {NULL, 0};
    us_str path = us_folder_make_path(folder, "results");
    us_error why = {0};
    us_status status = us_file_list(path.text, ".jsonl", &names, &why);
    if (status != US_OK)
        us_error_set(err, status, why.file, 0, 0,
                     "%.300s; put it back, or go on with experiment run, which begins anew",
                     why.text);
    for (int i = 0; i < names.count && status == US_OK; i++) {
        us_folder_set_path(folder, "results/", &path);
        us_str_add(&path, names.name[i]);
        status = read_journal(g, path.text, err);
    }
    us_names_free(&names);
    us_str_clear(&path);
    return status;
}

us_status us_results_check_folder(const char *folder, us_error *err)
{
    us_str path = us_folder_make_path(folder, "manifest.jsonl");
    bool there = us_file_exists(path.text);
    us_str_clear(&path);
    return there
               ? US_OK
               : us_error_set(err, US_BAD_INPUT, folder, 0, 0,
                              "expected the folder of an experiment, as experiment plan makes it");
}

us_status us_results_read(const char *folder, us_manifest *out, us_leftovers *left, us_error *err)
{
    us_manifest m;
    US_TRY(us_results_check_folder(folder, err));
    us_str path = us_folder_make_path(folder, "manifest.jsonl");
    us_status status = us_manifest_read(path.text, &m, err);
    us_str_clear(&path);
    US_TRY(status);
    gathering g = {.m = &m, .scratch = us_arena_new()};
    fill_slots(&g);
    status = read_journals(&g, folder, err);
    share_rows(&g);
    us_arena_free(g.scratch);
    us_mem_free(g.slot);
    if (status == US_OK)
        status = us_sequence_apply(folder, &m, err);
    if (status != US_OK) {
        us_manifest_clear(&m);
        return status;
    }
    *out = m;
    if (left)
        *left = g.left;
    return US_OK;
}

us_status us_results_read_path(const char *path, us_manifest *out, us_error *err)
{
    struct stat info;
    bool folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
    return folder ? us_results_read(path, out, NULL, err) : us_manifest_read(path, out, err);
}

us_status us_results_merge(const char *folder, const us_manifest *m, int64_t *missing,
                           us_error *err)
{
    int64_t count = 0;
    int32_t *order = us_manifest_sort_games(m);
    us_row *row = US_NEW_ARRAY(us_row, m->games);
    us_manifest bare = *m; /* a copy with rows that have neither time nor host */
    for (int64_t i = 0; i < m->games; i++) {
        int32_t at = order[i];
        if (m->row[at].end == US_ROW_NONE)
            continue;
        row[at] = m->row[at];
        row[at].us = 0;
        row[at].host = row[at].journal = NULL;
        order[count++] = at;
    }
    bare.row = row;
    us_str path = us_folder_make_path(folder, "results.jsonl");
    us_error why = {0};
    us_status status = us_manifest_write(&bare, order, count, path.text, &why);
    if (status == US_OK)
        *missing = m->games - count;
    else
        status =
            us_error_set(err, US_INCOMPLETE, path.text, 0, 0,
                         "%.300s; results/ has all, merge them when it can be written", why.text);
    us_str_clear(&path);
    us_mem_free(row);
    us_mem_free(order);
    return status;
}

us_standing us_results_compute_standing(const us_manifest *m)
{
    us_standing tally = {.games = m->games};
    for (int64_t i = 0; i < m->games; i++) {
        const us_row *row = &m->row[i];
        tally.played += row->end != US_ROW_NONE;
        tally.end[row->end]++;
        tally.no_result += us_row_is_void(row);
        tally.us += row->us;
    }
    return tally;
}

void us_standing_write(const us_standing *tally, us_json_writer *writer)
{
    us_json_write_key_int(writer, "games", tally->games);
    us_json_write_key_int(writer, "played", tally->played);
    us_json_write_key_int(writer, "missing", tally->games - tally->played);
    for (int end = US_ROW_WIN; end < US_ROW_ENDS; end++)
        us_json_write_key_int(writer, us_row_ends[end], tally->end[end]);
    us_json_write_key_int(writer, "no_result", tally->no_result);
}

/* ---- remove results */

static us_status take_away(const char *folder, const char *name, us_error *err)
{
    us_status status = US_OK;
    us_str path = us_folder_make_path(folder, name);
    if (unlink(path.text) != 0 && errno != ENOENT)
        status = us_error_set_system(err, US_BAD_INPUT, path.text, errno, "cannot remove");
    us_str_clear(&path);
    return status;
}

/* In this order, so that after an interruption the results that are left are the plan's. */
static us_status forget(const char *folder, us_error *err)
{
    static const char *const plain[] = {"results.jsonl", "stopped.json", "sequential.json"};
    us_names names = {NULL, 0};
    us_status status = US_OK;
    for (int i = 0; i < US_COUNT(plain) && status == US_OK; i++)
        status = take_away(folder, plain[i], err);
    us_str path = us_folder_make_path(folder, "results");
    if (status == US_OK && us_file_exists(path.text))
        status = us_file_list(path.text, ".jsonl", &names, err);
    for (int i = 0; i < names.count && status == US_OK; i++) {
        us_str_reset(&path);
        us_str_addf(&path, "results/%s", names.name[i]);
        status = take_away(folder, path.text, err);
    }
    us_names_free(&names);
    us_str_clear(&path);
    return status;
}

us_status us_experiment_remove_results(const char *folder, us_error *err)
{
    us_folder_lock *lock = NULL;
    if (!us_file_exists(folder))
        return US_OK;
    us_str path = us_folder_make_path(folder, "lock");
    us_status status = us_folder_lock_open(path.text, 0, 1, &lock, err);
    us_str_clear(&path);
    if (status == US_OK)
        status = forget(folder, err);
    us_folder_lock_close(lock);
    return status;
}

/* ---- idle players */

typedef struct idler { /* its finished games, and those in which it idled */
    int64_t games, idle;
} idler;

static void print_idlers(const idler *list, const us_entrant *entrant, int count, const char *what,
                         void *context, void (*say)(void *context, const char *sentence))
{
    us_str text;
    us_str_init(&text);
    for (int i = 0; i < count; i++) {
        if (list[i].idle == 0)
            continue;
        us_str_reset(&text);
        us_str_addf(
            &text,
            "%s \"%s\" did nothing of its own in %lld of %lld games: the game took no order "
            "of it, or none of its tree or behaviors. Those results tell nothing of what it can "
            "do.",
            what, entrant[i].name, (long long)list[i].idle, (long long)list[i].games);
        say(context, text.text);
    }
    us_str_clear(&text);
}

void us_idle_players_report(const us_manifest *m, void *context,
                            void (*say)(void *context, const char *sentence))
{
    idler *player = US_NEW_ARRAY(idler, m->players + 1);
    idler *opponent = US_NEW_ARRAY(idler, m->opponents + 1);
    for (int64_t i = 0; i < m->games; i++) {
        const us_row *row = &m->row[i];
        if (!us_row_is_finished(row))
            continue;
        player[m->game[i].player].games++;
        player[m->game[i].player].idle += (row->idle & US_ROW_PLAYER) != 0;
        opponent[m->game[i].opponent].games++;
        opponent[m->game[i].opponent].idle += (row->idle & US_ROW_OPPONENT) != 0;
    }
    print_idlers(player, m->player, m->players, "Player", context, say);
    print_idlers(opponent, m->opponent, m->opponents, "Opponent", context, say);
    us_mem_free(player);
    us_mem_free(opponent);
}

/* ---- void games */

typedef struct tally {
    int64_t games;
    const us_row *first;
} tally;

enum { OPPONENTS, GAMES, KINDS };

static void print_idler(const tally *t, int kind, const char *opponent, us_str *out)
{
    us_str_reset(out);
    us_str_add_count(out, t->games, "game", "games");
    us_str_addf(out,
                " against \"%s\" ha%s no result, because %s failed, and count%s in no score and no "
                "pair. The first failure: %s",
                opponent, t->games == 1 ? "s" : "ve",
                kind == OPPONENTS ? "the opponent's program"
                                  : "both programs, or the game outside this program,",
                t->games == 1 ? "s" : "", t->first->reason ? t->first->reason : "not known");
}

void us_void_games_report(const us_manifest *m, void *context,
                          void (*say)(void *context, const char *sentence))
{
    us_str text;
    tally *list = US_NEW_ARRAY(tally, m->opponents * KINDS + 1);
    us_str_init(&text);
    for (int64_t i = 0; i < m->games; i++) {
        const us_row *row = &m->row[i];
        int kind = row->failed == US_ROW_FAILED_OPPONENT ? OPPONENTS : GAMES;
        tally *t = &list[m->game[i].opponent * KINDS + kind];
        if (!us_row_is_void(row))
            continue;
        t->games++;
        t->first = t->first ? t->first : row;
    }
    for (int i = 0; i < m->opponents * KINDS; i++) {
        if (list[i].games == 0)
            continue;
        print_idler(&list[i], i % KINDS, m->opponent[i / KINDS].name, &text);
        say(context, text.text);
    }
    us_str_clear(&text);
    us_mem_free(list);
}
