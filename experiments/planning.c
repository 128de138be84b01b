#include "experiments/planning.h"

#include <dirent.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/version.h"
#include "experiments/journal.h"
#include "experiments/planning_state.h"
#include "experiments/probe.h"
#include "experiments/same_players.h"

const char *us_planning_state_copy_text(const us_planning_state *p, const char *text)
{
    return us_arena_strdup(p->out->arena, text);
}

void us_planning_state_log(const us_planning_state *p, const char *format, ...)
{
    us_str text;
    va_list args;
    if (!p->def->note)
        return;
    us_str_init(&text);
    va_start(args, format);
    us_str_vaddf(&text, format, args);
    va_end(args);
    p->def->note(text.text);
    us_str_clear(&text);
}

us_status us_planning_state_fail(const us_planning_state *p, const us_json_node *node,
                                 const us_error *fault)
{
    return us_json_fail(node, p->err, "%.200s%s%.256s", fault->file, fault->file[0] ? ": " : "",
                        fault->text);
}

us_status us_planning_state_check_stop(const us_planning_state *p)
{
    return p->def->stop && p->def->stop()
               ? us_error_set(p->err, US_INTERRUPTED, NULL, 0, 0, "interrupted: nothing is planned")
               : US_OK;
}

bool us_planning_state_find_file(const us_planning_state *p, const char *name, us_str *out)
{
    us_str path;
    us_str_init(&path);
    if (name[0] != '/')
        us_str_add(&path, p->base.text);
    us_str_add(&path, name);
    bool there = us_file_exists(path.text);
    if (there)
        us_str_add_bytes(out, path.text, path.length);
    us_str_clear(&path);
    return there;
}

/* ---- a plan in a folder of its own */

static us_status probe_all(const us_planning_state *p)
{
    us_manifest *m = p->out;
    US_TRY(us_probe_compute_engine(m, p->folder, &m->engine, p->err));
    for (int i = 0; i < m->players; i++) {
        US_TRY(us_planning_state_check_stop(p));
        US_TRY(us_probe_compute_player(m, p->folder, i, &m->player[i].probe, p->err));
    }
    return US_OK;
}

void us_manifest_print_program(us_str *out)
{
    us_str_addf(out, "understudy %s, ", us_version_current()->number);
    us_version_print(out);
}

static const char *program_text(const us_planning_state *p)
{
    us_str text;
    us_str_init(&text);
    us_manifest_print_program(&text);
    const char *kept = us_planning_state_copy_text(p, text.text);
    us_str_clear(&text);
    return kept;
}

static void set_head(const us_planning_state *p)
{
    const us_spec *spec = p->spec;
    us_manifest *m = p->out;
    m->name = us_planning_state_copy_text(p, spec->name);
    m->domain = us_planning_state_copy_text(p, spec->domain);
    m->program = program_text(p);
    m->max_cycles = (int32_t)spec->max_cycles;
    m->fog = spec->fog;
    m->timeout_ms = spec->timeout_ms;
    m->scope = us_map_scope_name(spec->scope);
    m->model = us_planning_state_copy_text(p, spec->model);
    for (int seat = 0; seat < 2; seat++)
        m->faction[seat] = us_planning_state_copy_text(p, spec->faction[seat]);
}

/* Checks all that can be checked before libraries are learned, which may take long: names, files
 * and, if there are results, the plan that they belong to. */
static us_status check_sketch(const us_planning_state *p)
{
    us_manifest m;
    us_planning_state sketch = *p;
    us_manifest_init(&m);
    sketch.out = &m;
    sketch.sketch = true;
    set_head(&sketch);
    for (int i = 0; i < p->out->maps; i++)
        *us_manifest_add_map(&m) = p->out->map[i];
    us_status status = us_planning_state_add_entrants(&sketch);
    if (status == US_OK && us_experiment_has_results(p->def->folder)) {
        us_planning_state_add_games(&sketch);
        status = us_planning_state_check_sketch(&sketch);
    }
    us_manifest_clear(&m);
    return status;
}

static us_status make_all(const us_planning_state *p)
{
    us_error fault = {0};
    set_head(p);
    if (us_manifest_check_head(p->out, &fault) != US_OK)
        return us_json_fail(us_json_root(p->spec->doc), p->err, "%s", fault.text);
    US_TRY(us_folder_make(p->folder, p->err));
    US_TRY(us_planning_state_make_maps(p));
    US_TRY(us_planning_state_make_training_maps(p));
    US_TRY(check_sketch(p));
    us_planning_state_log_unused(p);
    US_TRY(us_planning_state_make_libraries(p));
    US_TRY(us_planning_state_add_entrants(p));
    if (p->def->note)
        us_same_players_report(p->out, p->def->note);
    US_TRY(probe_all(p));
    us_planning_state_add_games(p);
    return US_OK;
}

/* ---- where it may be made */

static bool holds_any(const char *path)
{
    struct stat info;
    if (lstat(path, &info) != 0)
        return false;
    if (!S_ISDIR(info.st_mode))
        return true;
    DIR *dir = opendir(path);
    if (!dir)
        return true;
    bool any = false;
    for (const struct dirent *entry; !any && (entry = readdir(dir));)
        any = !us_text_equal(entry->d_name, ".") && !us_text_equal(entry->d_name, "..");
    closedir(dir);
    return any;
}

/* Checks that no files of others would be replaced: the folder belongs to an experiment, or to a
 * plan that was ended, or has no files of these names. */
static us_status check_folder(const char *folder, us_error *err)
{
    static const char *const ours[] = {"manifest.jsonl", "spec.json", "results.jsonl",
                                       "libraries",      "maps",      "results"};
    static const char first[] = "{\"experiment\":";
    char found[sizeof(first)] = "";
    us_status status = US_OK;
    us_str path = us_folder_make_path(folder, "manifest.jsonl");
    us_file_read_head(path.text, found, sizeof(first) - 1);
    bool planned = us_text_equal(found, first);
    us_folder_set_path(folder, US_PLANNING_FOLDER, &path);
    planned = planned || us_file_exists(path.text);
    for (int i = 0; i < US_COUNT(ours) && status == US_OK && !planned; i++) {
        us_folder_set_path(folder, ours[i], &path);
        if (holds_any(path.text))
            status =
                us_error_set(err, US_BAD_INPUT, folder, 0, 0,
                             "it holds \"%s\" and is no experiment: expected a new folder, or one "
                             "of an experiment",
                             ours[i]);
    }
    us_str_clear(&path);
    return status;
}

/* ---- cleaning up after a failed plan: new folders that are empty */

static const char *const fresh[] = {"libraries", "maps", "results", "lock", ""};

static void check_existing(const char *folder, bool *there)
{
    struct stat info;
    us_str path;
    us_str_init(&path);
    for (int i = 0; i < US_COUNT(fresh); i++) {
        us_folder_set_path(folder, fresh[i], &path);
        there[i] = lstat(path.text, &info) == 0;
    }
    us_str_clear(&path);
}

static void leave_as_before(const char *folder, const bool *there)
{
    us_str path = us_folder_make_path(folder, "manifest.jsonl");
    bool planned = us_file_exists(path.text); /* then results/ is needed */
    for (int i = 0; i < US_COUNT(fresh); i++) {
        us_folder_set_path(folder, fresh[i], &path);
        if (there[i] || (planned && us_text_equal(fresh[i], "results")))
            continue;
        if (us_text_equal(fresh[i], "lock"))
            unlink(path.text);
        else
            rmdir(path.text);
    }
    us_str_clear(&path);
}

/* ---- all */

/* Makes all in a folder of its own first, so that an interruption leaves older files as they
 * were. */
static us_status plan(us_planning_state *p)
{
    us_folder_lock *lock = NULL;
    bool there[US_COUNT(fresh)];
    US_TRY(us_planning_state_check_limits(p));
    US_TRY(us_planning_state_check_demos(p));
    US_TRY(check_folder(p->def->folder, p->err));
    check_existing(p->def->folder, there);
    US_TRY(us_folder_make(p->def->folder, p->err));
    us_str lock_path = us_folder_make_path(p->def->folder, "lock");
    us_str folder = us_folder_make_path(p->def->folder, US_PLANNING_FOLDER);
    p->folder = folder.text;
    us_status status = us_folder_lock_open(lock_path.text, 0, 1, &lock, p->err);
    if (status == US_OK) {
        us_planning_state_remove_leftovers(p);
        status = make_all(p);
        if (status == US_OK)
            status = us_planning_state_install(p);
        us_planning_state_remove_leftovers(p);
    }
    /* cleans up while the lock is held, so that no other plan begins; not if another process holds
     * it */
    if (status != US_OK && (lock || status != US_INCOMPLETE))
        leave_as_before(p->def->folder, there);
    us_folder_lock_close(lock);
    us_str_clear(&lock_path);
    us_str_clear(&folder);
    return status;
}

static us_status find_base(const char *spec, us_str *out, us_error *err)
{
    char here[4096];
    const char *slash = strrchr(spec, '/');
    if (spec[0] != '/') {
        if (!getcwd(here, sizeof(here)))
            return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "cannot tell the present folder");
        us_str_addf(out, "%s/", here);
    }
    us_str_add_bytes(out, spec, slash ? (size_t)(slash - spec) + 1 : 0);
    return US_OK;
}

us_status us_experiment_plan(const us_planning_def *def, const us_spec *spec, us_manifest *out,
                             us_error *err)
{
    us_manifest m;
    us_manifest_init(&m);
    us_planning_proofs proofs = {0};
    us_planning_state p = {.def = def, .spec = spec, .out = &m, .proofs = &proofs, .err = err};
    us_str_init(&p.base);
    us_status status = find_base(def->spec, &p.base, err);
    if (status == US_OK)
        status = us_domain_load_shipped(spec->domain, &p.domain, err);
    if (status == US_OK)
        status = plan(&p);
    us_domain_free(p.domain);
    us_str_clear(&p.base);
    us_mem_free(proofs.item);
    if (status == US_OK)
        *out = m;
    else
        us_manifest_clear(&m);
    return status;
}
