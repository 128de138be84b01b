#include "experiments/planning.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/version.h"
#include "experiments/journal.h"
#include "experiments/planning_inside.h"
#include "experiments/probe.h"

const char *us_planned_keep(const us_planned *p, const char *text)
{
    return us_arena_text(p->out->arena, text, strlen(text));
}

us_status us_planned_go_on(const us_planned *p)
{
    return p->def->stop && p->def->stop()
               ? us_fail(p->err, US_INTERRUPTED, NULL, 0, 0, "interrupted: nothing is planned")
               : US_OK;
}

bool us_planned_file(const us_planned *p, const char *name, us_str *out)
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

/* ---- made beside what is there */

static us_status probe_all(const us_planned *p)
{
    us_manifest *m = p->out;
    US_TRY(us_probe_engine(m, p->folder, &m->engine, p->err));
    for (int i = 0; i < m->players; i++) {
        US_TRY(us_planned_go_on(p));
        US_TRY(us_probe_player(m, p->folder, i, &m->player[i].probe, p->err));
    }
    return US_OK;
}

static us_status write_spec(const us_planned *p)
{
    us_str path;
    us_str_init(&path);
    us_folder_path(p->folder, "spec.json", &path);
    us_status status = us_file_write(path.text, p->spec->text, strlen(p->spec->text), p->err);
    us_str_clear(&path);
    return status;
}

static us_status write_manifest(const us_planned *p)
{
    us_str path;
    us_str_init(&path);
    us_folder_path(p->folder, "manifest.jsonl", &path);
    us_status status = us_manifest_write(p->out, NULL, 0, path.text, p->err);
    us_str_clear(&path);
    return status;
}

static const char *program_text(const us_planned *p)
{
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, "understudy %s, ", us_version_here()->number);
    us_version_print(&text);
    const char *kept = us_planned_keep(p, text.text);
    us_str_clear(&text);
    return kept;
}

static us_status make_all(const us_planned *p)
{
    const us_spec *spec = p->spec;
    us_manifest *m = p->out;
    m->name = us_planned_keep(p, spec->name);
    m->domain = us_planned_keep(p, spec->domain);
    m->program = program_text(p);
    m->max_cycles = (int32_t)spec->max_cycles;
    m->fog = spec->fog;
    m->timeout_ms = spec->timeout_ms;
    m->model = spec->model ? us_planned_keep(p, spec->model) : NULL;
    for (int seat = 0; seat < 2; seat++)
        m->faction[seat] = spec->faction[seat] ? us_planned_keep(p, spec->faction[seat]) : NULL;
    US_TRY(us_folder_make(p->folder, p->err));
    US_TRY(us_planned_maps(p));
    US_TRY(us_planned_libraries(p));
    US_TRY(us_planned_entrants(p));
    US_TRY(probe_all(p));
    us_planned_games(p);
    US_TRY(write_spec(p));
    return write_manifest(p);
}

/* ---- put in its place */

static const char *const below[] = {"libraries", "maps"};
static const char *const plain[] = {"engine.map", "spec.json", "manifest.jsonl"}; /* last is last */

static us_status put(const char *from, const char *to, us_error *err)
{
    char why[128];
    if (rename(from, to) == 0)
        return US_OK;
    if (strerror_r(errno, why, sizeof(why)) != 0)
        why[0] = '\0';
    return us_fail(err, US_BAD_INPUT, to, 0, 0, "cannot write: %s", why);
}

static us_status put_name(const us_planned *p, const char *name)
{
    us_str from, to;
    us_str_init(&from);
    us_str_init(&to);
    us_folder_path(p->folder, name, &from);
    us_folder_path(p->def->folder, name, &to);
    us_status status = us_file_exists(from.text) ? put(from.text, to.text, p->err) : US_OK;
    us_str_clear(&from);
    us_str_clear(&to);
    return status;
}

/* The files of a folder below the one in which all was made. */
static us_status put_below(const us_planned *p, const char *name)
{
    us_str path;
    us_names names = {NULL, 0};
    us_status status = US_OK;
    us_str_init(&path);
    us_folder_path(p->folder, name, &path);
    if (us_file_list(path.text, "", &names, NULL) == US_OK) {
        us_str_reset(&path);
        us_folder_path(p->def->folder, name, &path);
        status = us_folder_make(path.text, p->err);
    }
    for (int i = 0; i < names.count && status == US_OK; i++) {
        us_str_reset(&path);
        us_str_addf(&path, "%s/%s", name, names.name[i]);
        status = put_name(p, path.text);
    }
    us_names_free(&names);
    us_str_clear(&path);
    return status;
}

static us_status put_all(const us_planned *p)
{
    us_str path;
    us_status status = US_OK;
    us_str_init(&path);
    us_folder_path(p->def->folder, "results", &path);
    status = us_folder_make(path.text, p->err);
    us_str_clear(&path);
    for (int i = 0; i < US_COUNT(below) && status == US_OK; i++)
        status = put_below(p, below[i]);
    for (int i = 0; i < US_COUNT(plain) && status == US_OK; i++)
        status = put_name(p, plain[i]);
    return status;
}

static void set_path(us_str *path, const char *folder, const char *sub, const char *name)
{
    us_str_reset(path);
    us_str_addf(path, "%s%s%s%s%s", folder, sub[0] ? "/" : "", sub, name[0] ? "/" : "", name);
}

/* What a plan left that was ended, or that this one made and nobody wants. */
static void drop(const us_planned *p)
{
    us_str path;
    us_str_init(&path);
    for (int i = 0; i <= US_COUNT(below); i++) {
        const char *sub = i < US_COUNT(below) ? below[i] : "";
        us_names names;
        set_path(&path, p->folder, sub, "");
        if (us_file_list(path.text, "", &names, NULL) != US_OK)
            continue;
        for (int n = 0; n < names.count; n++) {
            set_path(&path, p->folder, sub, names.name[n]);
            unlink(path.text);
        }
        us_names_free(&names);
        set_path(&path, p->folder, sub, "");
        rmdir(path.text);
    }
    us_str_clear(&path);
}

/* ---- all */

static bool has_results(const char *folder)
{
    us_str path;
    us_names names = {NULL, 0};
    struct stat info;
    bool any = false;
    us_str_init(&path);
    set_path(&path, folder, "results", "");
    us_file_list(path.text, ".jsonl", &names, NULL);
    for (int i = 0; i < names.count && !any; i++) {
        set_path(&path, folder, "results", names.name[i]);
        any = stat(path.text, &info) == 0 && info.st_size > 0;
    }
    us_names_free(&names);
    us_str_clear(&path);
    return any;
}

/* Results are of the manifest beside them: another one would make strangers of them. */
static us_status check_same(const us_planned *p)
{
    us_str before, now;
    us_hash hash_before = 0, hash_now = 1;
    if (!has_results(p->def->folder))
        return US_OK;
    us_str_init(&before);
    us_str_init(&now);
    us_folder_path(p->def->folder, "manifest.jsonl", &before);
    us_folder_path(p->folder, "manifest.jsonl", &now);
    bool same = us_file_hash(before.text, &hash_before, NULL) == US_OK &&
                us_file_hash(now.text, &hash_now, NULL) == US_OK && hash_before == hash_now;
    us_str_clear(&before);
    us_str_clear(&now);
    return same ? US_OK
                : us_fail(p->err, US_FAILED, p->def->folder, 0, 0,
                          "there are results of another plan: expected another folder");
}

/* All is made in a folder of its own first, so that whatever ends it leaves what was there. */
static us_status plan(us_planned *p)
{
    us_str lock_path, folder;
    us_lock *lock = NULL;
    US_TRY(us_planned_count(p));
    US_TRY(us_planned_look(p));
    US_TRY(us_folder_make(p->def->folder, p->err));
    us_str_init(&lock_path);
    us_str_init(&folder);
    us_folder_path(p->def->folder, "lock", &lock_path);
    us_folder_path(p->def->folder, "planning", &folder);
    p->folder = folder.text;
    us_status status = us_lock_open(lock_path.text, -1, &lock, p->err);
    if (status == US_OK) {
        drop(p);
        status = make_all(p);
        if (status == US_OK)
            status = check_same(p);
        if (status == US_OK)
            status = put_all(p);
        drop(p);
    }
    us_lock_close(lock);
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
            return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "cannot tell the present folder");
        us_str_addf(out, "%s/", here);
    }
    us_str_add_bytes(out, spec, slash ? (size_t)(slash - spec) + 1 : 0);
    return US_OK;
}

us_status us_experiment_plan(const us_planning *def, const us_spec *spec, us_manifest *out,
                             us_error *err)
{
    us_manifest m;
    us_manifest_init(&m);
    us_planned p = {.def = def, .spec = spec, .out = &m, .err = err};
    us_str_init(&p.base);
    us_status status = find_base(def->spec, &p.base, err);
    if (status == US_OK)
        status = us_domain_shipped(spec->domain, &p.domain, err);
    if (status == US_OK)
        status = plan(&p);
    us_domain_free(p.domain);
    us_str_clear(&p.base);
    if (status == US_OK)
        *out = m;
    else
        us_manifest_clear(&m);
    return status;
}
