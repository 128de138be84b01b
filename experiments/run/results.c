#include "experiments/run/results.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sort.h"
#include "experiments/design/planning.h"
#include "experiments/run/journal.h"
#include "experiments/run/sequence.h"

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
    US_AUTO(us_lines_close) us_lines lines = {.fd = -1};
    US_TRY(us_lines_open(&lines, path, err));
    lines.pass_long = true;
    g->journal = us_arena_strdup(g->m->arena, path);
    for (;;) {
        const char *text;
        size_t length;
        bool whole;
        us_row row;
        US_TRY(us_lines_next(&lines, &text, &length, &whole, err));
        if (!text || !whole)
            return US_OK;
        us_mark mark = us_arena_mark(g->scratch);
        if (us_row_read(lines.file, lines.line, text, length, g->scratch, &row, NULL) == US_OK &&
            row.cycles <= g->m->max_cycles)
            US_TRY(take(g, &lines, &row, err));
        else
            g->left.damaged++;
        us_arena_release(g->scratch, mark);
    }
}

static us_status read_journals(gathering *g, const char *folder, us_error *err)
{
    US_AUTO(us_names_free) us_names names = {0};
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, "results");
    us_error why = {0};
    us_status status = us_file_list(path.text, ".jsonl", &names, &why);
    if (status != US_OK)
        return us_error_set(err, status, why.file, 0, 0,
                            "%.300s; put it back, or go on with experiment run, which begins anew",
                            why.text);
    for (int i = 0; i < names.count; i++) {
        us_folder_set_path(folder, "results/", &path);
        us_str_add(&path, names.name[i]);
        US_TRY(read_journal(g, path.text, err));
    }
    return US_OK;
}

us_status us_results_check_folder(const char *folder, us_error *err)
{
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, "manifest.jsonl");
    bool there = us_file_exists(path.text);
    return there
               ? US_OK
               : us_error_set(err, US_BAD_INPUT, folder, 0, 0,
                              "expected the folder of an experiment, as experiment plan makes it");
}

us_status us_results_read(const char *folder, us_manifest *out, us_leftovers *left, us_error *err)
{
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    US_AUTOPTR(us_arena) scratch = us_arena_new();
    US_TRY(us_results_check_folder(folder, err));
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, "manifest.jsonl");
    US_TRY(us_manifest_read(path.text, &m, err));
    gathering g = {.m = &m, .scratch = scratch};
    fill_slots(&g);
    us_status status = read_journals(&g, folder, err);
    share_rows(&g);
    us_mem_free(g.slot);
    US_TRY(status);
    US_TRY(us_sequence_apply(folder, &m, err));
    *out = m;
    m = (us_manifest){0};
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
    US_AUTOFREE int32_t *order = us_manifest_sort_games(m);
    US_AUTOFREE us_row *row = US_NEW_ARRAY(us_row, m->games);
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
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, "results.jsonl");
    us_error why = {0};
    if (us_manifest_write(&bare, order, count, path.text, &why) != US_OK)
        return us_error_set(err, US_INCOMPLETE, path.text, 0, 0,
                            "%.300s; results/ has all, merge them when it can be written",
                            why.text);
    *missing = m->games - count;
    return US_OK;
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
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, name);
    if (unlink(path.text) != 0 && errno != ENOENT)
        return us_error_set_system(err, US_BAD_INPUT, path.text, errno, "cannot remove");
    return US_OK;
}

/* In this order, so that after an interruption the results that are left are the plan's. */
static us_status forget(const char *folder, us_error *err)
{
    static const char *const plain[] = {"results.jsonl", "stopped.json", "sequential.json"};
    US_AUTO(us_names_free) us_names names = {NULL, 0};
    for (int i = 0; i < US_COUNT(plain); i++)
        US_TRY(take_away(folder, plain[i], err));
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, "results");
    if (us_file_exists(path.text))
        US_TRY(us_file_list(path.text, ".jsonl", &names, err));
    for (int i = 0; i < names.count; i++) {
        us_str_reset(&path);
        us_str_addf(&path, "results/%s", names.name[i]);
        US_TRY(take_away(folder, path.text, err));
    }
    return US_OK;
}

us_status us_experiment_remove_results(const char *folder, us_error *err)
{
    US_AUTOPTR(us_folder_lock) lock = NULL;
    if (!us_file_exists(folder))
        return US_OK;
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, "lock");
    US_TRY(us_folder_lock_open(path.text, 0, 1, &lock, err));
    return forget(folder, err);
}

/* ---- idle players */

typedef struct idler { /* its finished games, and those in which it idled */
    int64_t games, idle;
} idler;

static void print_idlers(const idler *list, const us_entrant *entrant, int count, const char *what,
                         void *context, void (*say)(void *context, const char *sentence))
{
    US_AUTOSTR(text);
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
}

void us_idle_players_report(const us_manifest *m, void *context,
                            void (*say)(void *context, const char *sentence))
{
    US_AUTOFREE idler *player = US_NEW_ARRAY(idler, m->players + 1);
    US_AUTOFREE idler *opponent = US_NEW_ARRAY(idler, m->opponents + 1);
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
    US_AUTOSTR(text);
    US_AUTOFREE tally *list = US_NEW_ARRAY(tally, m->opponents * KINDS + 1);
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
}

/* ---- duplicates */

/* ---- games */

static us_status add_row(us_row *known, const us_row *row, const char *path, us_error *err)
{
    if (us_row_is_finished(known) && us_row_is_finished(row) && known->hash != row->hash)
        return us_error_set(err, US_MISMATCH, path, 0, 0,
                            "game %016llx ended in another state than in what is compared with it",
                            (unsigned long long)row->game);
    if (known->end == US_ROW_NONE || (us_row_is_finished(row) && !us_row_is_finished(known)))
        *known = *row;
    return US_OK;
}

static us_status check_place(const us_fixture *a, const us_fixture *b, const char *path,
                             us_error *err)
{
    return us_fixture_compare(a, b) == 0
               ? US_OK
               : us_error_set(
                     err, US_MISMATCH, path, 0, 0,
                     "game %016llx is there with two maps, opponents, seats or seeds: expected "
                     "another id of another game",
                     (unsigned long long)a->id);
}

/* Drops a player's games of one id, except the first. */
static us_status drop_doubles(us_manifest *m, const char *path, us_error *err)
{
    US_AUTOFREE int32_t *first = us_manifest_find_firsts(m);
    int64_t count = 0;
    for (int64_t i = 0; i < m->games; i++) {
        if (first[i] == i)
            continue;
        US_TRY(check_place(&m->game[first[i]], &m->game[i], path, err));
        US_TRY(add_row(&m->row[first[i]], &m->row[i], path, err));
    }
    for (int64_t i = 0; i < m->games; i++) {
        if (first[i] != i)
            continue;
        m->game[count] = m->game[i];
        m->row[count++] = m->row[i];
    }
    m->games = count;
    return US_OK;
}

static us_status check_doubles(const us_manifest *m, const char *path, us_error *err)
{
    int64_t at = us_manifest_find_duplicate_key(m);
    return at < 0 ? US_OK
                  : us_error_set(
                        err, US_MISMATCH, path, 0, 0,
                        "game %016llx is a second one of the same player, opponent, map, seat "
                        "and seed: expected one, with one id",
                        (unsigned long long)m->game[at].id);
}

/* ---- maps and opponents under two names */

/* A name is less than one that goes on behind it. */
const char *us_map_family_merge(const char *one, const char *other)
{
    return strcmp(one, other) < 0 ? other : one;
}

typedef struct known {
    us_hash hash;
    int index;
} known;

static int by_hash(const void *a, const void *b)
{
    const known *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

typedef struct firsts {
    int *of;
    int alike, example; /* number of members equal to an earlier one; the first of them */
} firsts;

/* hash: of the first member; the others stand `size` bytes apart. 0: not known. */
static firsts find_firsts(const us_hash *hash, size_t size, int count)
{
    firsts f = {.of = US_NEW_ARRAY(int, count + 1)};
    US_AUTOFREE known *list = US_NEW_ARRAY(known, count + 1);
    for (int i = 0; i < count; i++)
        list[i] = (known){*(const us_hash *)((const char *)hash + (size_t)i * size), i};
    us_array_sort(list, (size_t)count, sizeof(*list), by_hash);
    for (int i = 0; i < count; i++) {
        bool again = i > 0 && list[i].hash != 0 && list[i].hash == list[i - 1].hash;
        f.of[list[i].index] = again ? f.of[list[i - 1].index] : list[i].index;
        if (again && (f.alike++ == 0 || list[i].index < f.example))
            f.example = list[i].index;
    }
    return f;
}

static void log_duplicates(us_manifest *m, const firsts *map, const firsts *opponent)
{
    US_AUTOSTR(text);
    if (map->alike > 0)
        us_str_addf(&text, "%d of the maps (\"%.64s\" is \"%.64s\")", map->alike,
                    m->map[map->example].name, m->map[map->of[map->example]].name);
    if (opponent->alike > 0)
        us_str_addf(&text, "%s%d of the opponents (\"%.64s\" is \"%.64s\")",
                    map->alike > 0 ? " and " : "", opponent->alike,
                    m->opponent[opponent->example].name,
                    m->opponent[opponent->of[opponent->example]].name);
    us_str_addf(&text, " %s the same as others: games that are the same count once.",
                map->alike + opponent->alike > 1 ? "are" : "is");
    m->alike = us_arena_strndup(m->arena, text.text, text.length);
}

us_status us_results_remove_duplicates(us_manifest *m, const char *path, us_error *err)
{
    firsts map = find_firsts(&m->map->hash, sizeof(*m->map), m->maps);
    firsts opponent = find_firsts(&m->opponent->identity, sizeof(*m->opponent), m->opponents);
    for (int i = 0; i < m->maps; i++) {
        us_manifest_map *first = &m->map[map.of[i]];
        first->family = us_map_family_merge(first->family, m->map[i].family);
    }
    for (int64_t i = 0; i < m->games; i++) {
        us_fixture *game = &m->game[i];
        game->map = (uint16_t)map.of[game->map];
        game->opponent = (uint16_t)opponent.of[game->opponent];
    }
    if (map.alike + opponent.alike > 0)
        log_duplicates(m, &map, &opponent);
    us_mem_free(map.of);
    us_mem_free(opponent.of);
    US_TRY(drop_doubles(m, path, err));
    return check_doubles(m, path, err);
}

/* ---- repeats */

typedef struct spot {
    int place, next; /* next: 1 + the next one of its cell; 0: none */
    us_hash course;
    double value;
    int times;
} spot;

typedef struct field {
    int spots; /* 1 + the first; 0: none */
    bool varies;
} field;

struct us_repeats {
    field *cell;
    spot *spot;
    int cells, spots, capacity;
};

us_repeats *us_repeats_new(int cells)
{
    us_repeats *r = US_NEW(us_repeats);
    r->cells = cells;
    r->cell = US_NEW_ARRAY(field, cells + 1);
    return r;
}

void us_repeats_free(us_repeats *r)
{
    if (!r)
        return;
    us_mem_free(r->cell);
    us_mem_free(r->spot);
    us_mem_free(r);
}

static spot *find_spot(const us_repeats *r, const field *cell, int place)
{
    for (int i = cell->spots; i; i = r->spot[i - 1].next)
        if (r->spot[i - 1].place == place)
            return &r->spot[i - 1];
    return NULL;
}

bool us_repeats_add(us_repeats *r, int cell, int place, us_hash course, double value)
{
    us_assert(cell >= 0 && cell < r->cells);
    field *in = &r->cell[cell];
    spot *at = find_spot(r, in, place);
    bool before = at != NULL;
    if (!at) {
        r->spot = us_array_grow(r->spot, r->spots, &r->capacity, sizeof(*r->spot));
        at = &r->spot[r->spots++];
        *at = (spot){.place = place, .next = in->spots, .course = course, .value = value};
        in->spots = r->spots;
    }
    at->times++;
    in->varies |= course == 0 || course != at->course;
    return before;
}

bool us_repeats_is_deterministic(const us_repeats *r, int cell)
{
    return !r->cell[cell].varies;
}

us_sprt_state us_repeats_add_to_test(us_repeats *r, us_sprt *sprt, int cell, int place,
                                     us_hash course, double value)
{
    us_assert(cell >= 0 && cell < r->cells);
    field *in = &r->cell[cell];
    const field was = *in;
    bool before = us_repeats_add(r, cell, place, course, value);
    if (in->varies && !was.varies) { /* the repeats held back were draws of chance */
        for (int i = in->spots; i; i = r->spot[i - 1].next) {
            const spot *at = &r->spot[i - 1];
            int waited = at->times - (at->place == place ? 1 + before : 1);
            us_sprt_add_equal(sprt, at->value, waited);
        }
    }
    us_sprt_add_equal(sprt, value, !before || in->varies);
    return us_sprt_test(sprt);
}

us_hash us_repeats_combine_courses(us_hash one, us_hash other)
{
    us_hash both = us_hash_add(us_hash_add(US_HASH_START, one), other);
    return one && other ? both + !both : 0;
}

/* Games of each player together, in their order; first: by player, where its own begin. */
static int32_t *by_player(const us_manifest *m, int64_t *first)
{
    int32_t *order = US_NEW_ARRAY(int32_t, m->games + 1);
    US_AUTOFREE int64_t *next = US_NEW_ARRAY(int64_t, m->players + 1);
    for (int64_t i = 0; i < m->games; i++)
        first[m->game[i].player + 1]++;
    for (int p = 0; p < m->players; p++) {
        next[p] = first[p];
        first[p + 1] += first[p];
    }
    for (int64_t i = 0; i < m->games; i++)
        order[next[m->game[i].player]++] = (int32_t)i;
    return order;
}

static void mark_repeats(const us_manifest *m, const int32_t *game, int64_t count, bool *out)
{
    US_AUTOPTR(us_repeats) r = us_repeats_new(m->maps * m->opponents);
    for (int64_t i = 0; i < count; i++) {
        const us_fixture *f = &m->game[game[i]];
        const us_row *row = &m->row[game[i]];
        if (us_row_is_scored(row))
            out[game[i]] =
                us_repeats_add(r, f->map * m->opponents + f->opponent, f->seat, row->course, 0);
    }
    for (int64_t i = 0; i < count; i++) {
        const us_fixture *f = &m->game[game[i]];
        out[game[i]] &= us_repeats_is_deterministic(r, f->map * m->opponents + f->opponent);
    }
}

bool *us_repeats_find(const us_manifest *m)
{
    bool *repeat = US_NEW_ARRAY(bool, m->games + 1);
    US_AUTOFREE int64_t *first = US_NEW_ARRAY(int64_t, m->players + 2);
    US_AUTOFREE int32_t *order = by_player(m, first);
    for (int p = 0; p < m->players; p++)
        mark_repeats(m, order + first[p], first[p + 1] - first[p], repeat);
    return repeat;
}
