#include "studio/experiment.h"

#include <string.h>
#include <sys/stat.h>

#include "experiments/design/planning.h"
#include "experiments/report/export.h"
#include "experiments/run/journal.h"
#include "experiments/run/results.h"
#include "experiments/run/slurm.h"
#include "understudy/experiment.h"

#define MANIFEST "/manifest.jsonl"

/* ---- finding an experiment */

us_status us_experiment_find(const us_folders *folders, const char *file, bool write,
                             us_str *folder, us_error *err)
{
    size_t length = strlen(file), tail = strlen(MANIFEST);
    if (length <= tail || !us_text_equal(file + length - tail, MANIFEST))
        return us_error_set(err, US_BAD_INPUT, file, 0, 0, "expected FOLDER/PATH" MANIFEST);
    US_AUTOSTR(path);
    US_TRY(us_folders_find(folders, file, write, &path, err));
    us_str_add_bytes(folder, path.text, path.length - tail);
    return US_OK;
}

/* ---- changes since the last answer */

static us_hash mix_file(us_hash hash, const char *path)
{
    struct stat info = {0};
    if (stat(path, &info) != 0)
        return us_hash_add(hash, 0);
    hash = us_hash_add(hash, (uint64_t)info.st_size + 1);
    hash = us_hash_add(hash, (uint64_t)info.st_mtim.tv_sec);
    return us_hash_add(hash, (uint64_t)info.st_mtim.tv_nsec);
}

static us_hash stamp_of(const char *folder, bool running)
{
    static const char *const files[] = {"manifest.jsonl", "stopped.json", "report.html",
                                        "slurm/jobs.json"};
    US_AUTO(us_names_free) us_names names = {0};
    us_hash hash = us_hash_add(us_hash_add_text(US_HASH_START, folder), running);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, "results");
    if (us_file_list(path.text, ".jsonl", &names, NULL) != US_OK)
        names = (us_names){0};
    for (int i = 0; i < names.count; i++) {
        us_folder_set_path(folder, "results/", &path);
        us_str_add(&path, names.name[i]);
        hash = mix_file(hash, path.text);
    }
    for (int i = 0; i < US_COUNT(files); i++) {
        us_folder_set_path(folder, files[i], &path);
        hash = mix_file(hash, path.text);
    }
    return hash;
}

/* ---- progress */

typedef struct standing {
    int64_t games, scored, end[US_ROW_ENDS], points;
} standing;

static void add_game(standing *to, const us_row *row)
{
    to->games++;
    to->scored += us_row_is_scored(row);
    to->end[row->end]++;
    to->points += us_row_points(row);
}

static void write_standing(const standing *s, us_json_writer *ok)
{
    int64_t played = s->games - s->end[US_ROW_NONE];
    us_json_write_key_int(ok, "games", s->games);
    us_json_write_key_int(ok, "played", played);
    us_json_write_key_int(ok, "failed", s->end[US_ROW_CRASH] + s->end[US_ROW_TIMEOUT]);
    if (s->scored > 0)
        us_json_write_key_decimal(ok, "score", s->points * 500 / s->scored, 3);
}

static void write_entrants(const char *key, const us_entrant *entrant, const standing *s, int count,
                           us_json_writer *ok)
{
    us_json_write_key_open(ok, key, '[');
    for (int i = 0; i < count && i < US_EXPERIMENT_LISTED_MAX; i++) {
        us_json_write_open(ok, '{');
        us_json_write_key_string(ok, "name", entrant[i].name);
        us_json_write_key_string(ok, "agent", entrant[i].agent);
        us_json_write_key_string(ok, "group", entrant[i].group);
        write_standing(&s[i], ok);
        us_json_write_close(ok, '}');
    }
    us_json_write_close(ok, ']');
}

static void write_maps(const us_manifest *m, const standing *s, us_json_writer *ok)
{
    us_json_write_key_open(ok, "maps", '[');
    for (int i = 0; i < m->maps && i < US_EXPERIMENT_LISTED_MAX; i++) {
        us_json_write_open(ok, '{');
        us_json_write_key_string(ok, "name", m->map[i].name);
        us_json_write_key_string(ok, "family", m->map[i].family);
        write_standing(&s[i], ok);
        us_json_write_close(ok, '}');
    }
    us_json_write_close(ok, ']');
}

static void write_progress(const us_manifest *m, us_json_writer *ok)
{
    us_standing all = us_results_compute_standing(m);
    US_AUTOFREE standing *player = US_NEW_ARRAY(standing, m->players + 1);
    US_AUTOFREE standing *opponent = US_NEW_ARRAY(standing, m->opponents + 1);
    US_AUTOFREE standing *map = US_NEW_ARRAY(standing, m->maps + 1);
    for (int64_t i = 0; i < m->games; i++) {
        add_game(&player[m->game[i].player], &m->row[i]);
        add_game(&opponent[m->game[i].opponent], &m->row[i]);
        add_game(&map[m->game[i].map], &m->row[i]);
    }
    us_standing_write(&all, ok);
    us_json_write_key_int(ok, "game_us", all.us);
    us_json_write_key_int(ok, "all_players", m->players);
    write_entrants("players", m->player, player, m->players, ok);
    us_json_write_key_int(ok, "all_opponents", m->opponents);
    write_entrants("opponents", m->opponent, opponent, m->opponents, ok);
    us_json_write_key_int(ok, "all_maps", m->maps);
    write_maps(m, map, ok);
}

static void write_plan(const char *folder, const us_manifest *m, us_json_writer *ok)
{
    us_jobs jobs;
    us_json_write_key_string(ok, "domain", m->domain);
    us_json_write_key_string(ok, "planned_by", m->program);
    us_json_write_key_int(ok, "max_cycles", m->max_cycles);
    us_json_write_key_bool(ok, "fog", m->fog);
    us_json_write_key_string(ok, "name", m->name);
    if (us_jobs_read(folder, &jobs, NULL) == US_OK && jobs.shards > 0)
        us_json_write_key_int(ok, "shards", jobs.shards);
}

/* ---- comparison */

/* Keeps short tables; lists the names of tables that are too long. */
static int short_sheets(us_sheet **sheet, int sheets, us_json_writer *ok)
{
    int kept = 0;
    us_json_write_key_open(ok, "left_out", '[');
    for (int i = 0; i < sheets; i++) {
        if (us_sheet_rows(sheet[i]) <= US_EXPERIMENT_ROWS_MAX) {
            sheet[kept++] = sheet[i];
            continue;
        }
        us_json_write_string(ok, sheet[i]->name);
        us_sheet_free(sheet[i]);
    }
    us_json_write_close(ok, ']');
    return kept;
}

/* An unfinished experiment is compared without unmatched games. If the comparison is refused, for
 * example because a player was learned on these games, the refusal is written beside a comparison
 * that allows it. */
static void write_comparison(const us_manifest *m, bool complete, us_json_writer *ok)
{
    us_comparison_def def = us_comparison_def_default();
    us_sheet *sheet[US_COMPARE_SHEETS_MAX];
    us_comparison c;
    us_error why;
    def.unmatched = !complete;
    us_json_write_key_open(ok, "comparison", '{');
    us_status status = us_comparison_compute(m, &def, &c, &why);
    if (status == US_MISMATCH) {
        us_json_write_key_string(ok, "refused", why.text);
        def.unmatched = def.leaky = true;
        status = us_comparison_compute(m, &def, &c, &why);
    }
    if (status == US_OK) {
        int sheets = short_sheets(sheet, us_comparison_make_sheets(&c, m, sheet), ok);
        us_export_write_comparison(m, &c, sheet, sheets, ok);
        for (int i = 0; i < sheets; i++)
            us_sheet_free(sheet[i]);
        us_comparison_clear(&c);
    } else {
        us_json_write_key_string(ok, "error", why.text);
    }
    us_json_write_close(ok, '}');
}

/* ---- report */

static bool is_report(const char *path)
{
    static const char first[] = "<!DOCTYPE html>\n<!-- a report of understudy -->";
    char head[sizeof first] = "";
    return us_file_read_head(path, head, sizeof head - 1) == sizeof head - 1 &&
           us_text_equal(head, first);
}

/* Writes about the folder's own report, else about one in the folder above. */
static void write_report(const us_folders *folders, const char *folder, us_json_writer *ok)
{
    static const char *const names[] = {"report.html", "../report.html"};
    struct stat info;
    US_AUTOSTR(path);
    US_AUTOSTR(file);
    for (int i = 0; i < US_COUNT(names) && !file.length; i++) {
        us_folder_set_path(folder, names[i], &path);
        if (is_report(path.text) && us_folders_print_name(folders, path.text, &file) &&
            stat(path.text, &info) == 0) {
            us_json_write_key_open(ok, "report", '{');
            us_json_write_key_string(ok, "file", file.text);
            us_json_write_key_bool(ok, "own", i == 0);
            us_json_write_key_int(ok, "size", info.st_size);
            us_json_write_key_int(ok, "time", info.st_mtim.tv_sec);
            us_json_write_close(ok, '}');
        }
    }
    if (!file.length)
        us_json_write_key_null(ok, "report");
}

/* ---- checks of paths */

/* Checks that all these files lie within the folders, even through links. */
static us_status check_names(const us_folders *folders, const char *folder, const char *const *name,
                             int names, bool write, us_error *err)
{
    US_AUTOSTR(file);
    US_AUTOSTR(path);
    if (!us_folders_print_name(folders, folder, &file))
        return us_error_set(err, US_BAD_INPUT, folder, 0, 0, "it lies in none of the folders");
    size_t length = file.length;
    for (int i = 0; i < names; i++) {
        us_folder_set_path(folder, name[i], &path);
        bool there = us_file_exists(path.text);
        file.text[file.length = length] = '\0';
        us_str_addf(&file, "/%s", name[i]);
        if (write || there)
            US_TRY(us_folders_find(folders, file.text, write, &path, err));
    }
    return US_OK;
}

static us_status check_read(const us_folders *folders, const char *folder, us_error *err)
{
    static const char *const own[] = {"results", "stopped.json", "lock", "slurm/jobs.json"};
    US_AUTO(us_names_free) us_names rows = {0};
    US_TRY(check_names(folders, folder, own, US_COUNT(own), false, err));
    US_AUTO(us_str_clear) us_str results = us_folder_make_path(folder, "results/");
    if (us_file_list(results.text, ".jsonl", &rows, NULL) != US_OK)
        rows = (us_names){0};
    results.text[results.length - 1] = '\0';
    us_status status = US_OK;
    if (rows.count > 0)
        status = check_names(folders, results.text, (const char *const *)rows.name, rows.count,
                             false, err);
    return status;
}

static us_status check_written(const us_folders *folders, const char *folder, us_error *err)
{
    static const char *const own[] = {"report.html", "timeline.jsonl", "figures"};
    return check_names(folders, folder, own, US_COUNT(own), true, err);
}

/* ---- answers */

static bool is_running(const char *folder)
{
    US_AUTO(us_str_clear) us_str lock = us_folder_make_path(folder, "lock");
    return us_folder_lock_is_held(lock.text);
}

us_status us_experiment_write(const us_folders *folders, const char *folder, const char *since,
                              us_json_writer *ok, us_error *err)
{
    char stamp[17];
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    us_leftovers left = {0};
    US_TRY(check_read(folders, folder, err));
    bool running = is_running(folder);
    us_hash_print(stamp_of(folder, running), stamp);
    us_json_write_key_string(ok, "stamp", stamp);
    us_json_write_key_bool(ok, "same", us_text_equal(stamp, since));
    us_json_write_key_bool(ok, "running", running);
    if (us_text_equal(stamp, since))
        return US_OK;
    US_TRY(us_results_read(folder, &m, &left, err));
    us_standing all = us_results_compute_standing(&m);
    write_plan(folder, &m, ok);
    write_progress(&m, ok);
    us_json_write_key_string(ok, "stopped", m.stopped);
    us_json_write_key_int(ok, "strangers", left.strangers);
    us_json_write_key_int(ok, "damaged", left.damaged);
    write_report(folders, folder, ok);
    US_TRY(us_results_remove_duplicates(&m, folder, err));
    if (all.played > 0)
        write_comparison(&m, all.played == all.games, ok);
    else
        us_json_write_key_null(ok, "comparison");
    return US_OK;
}

typedef struct text_lists {
    us_str text[2];
    us_json_writer list[2];
} text_lists;
enum { VERDICTS, NOTES };

static _Thread_local text_lists *noted; /* notes come without a context */

static void take_verdict(void *context, const char *text)
{
    text_lists *t = context;
    us_json_write_string(&t->list[VERDICTS], text);
}

static void take_note(const char *text)
{
    us_json_write_string(&noted->list[NOTES], text);
}

us_status us_experiment_report(const us_folders *folders, const char *folder, bool (*stop)(void),
                               us_json_writer *ok, us_error *err)
{
    static const char *const names[] = {"verdicts", "notes"};
    text_lists t;
    US_TRY(check_read(folders, folder, err));
    US_TRY(check_written(folders, folder, err));
    for (int i = 0; i < US_COUNT(names); i++) {
        us_str_init(&t.text[i]);
        us_json_writer_init(&t.list[i], &t.text[i]);
        us_json_write_open(&t.list[i], '[');
    }
    us_report_def def = {.folder = folder,
                         .compare = us_comparison_def_default(),
                         .command = "understudy",
                         .note = take_note,
                         .verdict = take_verdict,
                         .context = &t,
                         .stop = stop};
    noted = &t;
    us_status status = us_report_write(&def, err);
    if (status == US_MISMATCH) {
        def.compare.leaky = def.compare.unmatched = true;
        status = us_report_write(&def, err);
    }
    write_report(folders, folder, ok);
    for (int i = 0; i < US_COUNT(names); i++) {
        us_json_write_close(&t.list[i], ']');
        us_json_write_key(ok, names[i]);
        us_json_write_raw(ok, t.text[i].text);
        us_str_clear(&t.text[i]);
    }
    return status;
}
