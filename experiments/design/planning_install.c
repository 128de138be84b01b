#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sort.h"
#include "experiments/design/planning_internal.h"
#include "experiments/run/search.h"
#include "players/identity.h"

/* ---- results that are there */

bool us_experiment_has_results(const char *folder)
{
    US_AUTO(us_names_free) us_names names = {0};
    struct stat info;
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, "results");
    if (us_file_list(path.text, ".jsonl", &names, NULL) != US_OK && us_file_exists(path.text))
        return true;
    for (int i = 0; i < names.count; i++) {
        us_folder_set_path(folder, "results/", &path);
        us_str_add(&path, names.name[i]);
        if (stat(path.text, &info) == 0 && info.st_size > 0)
            return true;
    }
    us_folder_set_path(folder, "results.jsonl", &path); /* merged results may be all that is left */
    return us_manifest_has_results(path.text);
}

/* ---- why a plan is another one, where this program is the cause */

enum { TOLD_MAX = 8 }; /* maps */

static const us_manifest_map *find_map(const us_manifest *m, const us_manifest_map *of)
{
    for (int i = 0; i < m->maps; i++)
        if (us_text_equal(m->map[i].name, of->name) && us_text_equal(m->map[i].path, of->path))
            return &m->map[i];
    return NULL;
}

/* Maps of one name that hold something else now, appended. */
static void print_maps(const us_manifest *before, const us_manifest *now, us_str *out)
{
    US_AUTOSTR(names);
    int count = 0;
    bool made = true; /* drawn for the experiment */
    for (int i = 0; i < before->maps; i++) {
        const us_manifest_map *map = &before->map[i], *other = find_map(now, map);
        if (!other || other->hash == map->hash)
            continue;
        made = made && map->path[0] != '/' && strchr(map->path, '/');
        if (++count <= TOLD_MAX)
            us_str_addf(&names, "%s%.64s", count > 1 ? ", " : "", map->name);
    }
    if (count > TOLD_MAX)
        us_str_add(&names, ", ...");
    if (count > 0 && made)
        us_str_addf(out, ", whose program (%.64s) drew %d of its %d maps otherwise (%s)",
                    before->program, count, before->maps, names.text);
    else if (count > 0)
        us_str_addf(out, ", in which %d of %d maps held something else (%s)", count, before->maps,
                    names.text);
}

/* A player or an opponent of one name that plays otherwise by this program; or NULL. */
static const char *find_otherwise(const us_entrant *before, int count, const us_entrant *now,
                                  int others)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < others; k++)
            if (us_text_equal(before[i].name, now[k].name) && before[i].play != now[k].play)
                return now[k].name;
    return NULL;
}

static void print_reason(const us_manifest *before, const us_manifest *now, us_str *out)
{
    const char *player = find_otherwise(before->player, before->players, now->player, now->players);
    if (!player)
        player = find_otherwise(before->opponent, before->opponents, now->opponent, now->opponents);
    print_maps(before, now, out);
    if (out->length == 0 && player)
        us_str_addf(out, ", by whose program (%.64s) \"%.64s\" plays otherwise", before->program,
                    player);
}

static us_status refuse(const us_planning *p)
{
    US_AUTO(us_manifest_clear) us_manifest before = {0};
    US_AUTOSTR(why);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(p->def->folder, "manifest.jsonl");
    if (us_manifest_read(path.text, &before, NULL) == US_OK)
        print_reason(&before, p->out, &why);
    return us_error_set(p->err, US_FAILED, p->def->folder, 0, 0,
                        "there are results of another plan%s: expected another folder", why.text);
}

/* Hashes a plan, except what decides no game: the program, the scope of verdicts, the games that
 * led to players, the families of maps. A map is known by its content; older versions named its
 * family differently. */
static bool hash_plan(const char *path, us_hash *out)
{
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    US_AUTOSTR(text);
    if (us_manifest_read(path, &m, NULL) != US_OK)
        return false;
    m.program = "";
    m.scope = NULL;
    for (int i = 0; i < m.players; i++)
        m.player[i].seen = NULL;
    for (int i = 0; i < m.maps; i++)
        m.map[i].family = "";
    us_manifest_print(&m, NULL, 0, &text);
    *out = us_hash_add_bytes(US_HASH_START, text.text, text.length);
    return true;
}

/* Results belong to the manifest beside them: they would not fit another one. */
static us_status check_results(const us_planning *p)
{
    us_hash hash_before = 0, hash_now = 1;
    US_AUTO(us_str_clear) us_str before = us_folder_make_path(p->def->folder, "manifest.jsonl");
    US_AUTO(us_str_clear) us_str now = us_folder_make_path(p->folder, "manifest.jsonl");
    bool same = hash_plan(before.text, &hash_before) && hash_plan(now.text, &hash_now) &&
                hash_before == hash_now;
    return same ? US_OK : refuse(p);
}

/* Reduces an agent whose file lies in the folder, and may have another name now, to its
 * settings. */
static us_entrant known_entrant(us_arena *arena, const us_entrant *from)
{
    us_entrant known = *from;
    US_AUTOSTR(file);
    US_AUTOSTR(rest);
    if (us_agent_parse_file(from->agent, &file, &rest) && file.text[0] != '/')
        known.agent = us_arena_strndup(arena, rest.text, rest.length);
    known.identity = known.probe = 0;
    known.seen = NULL;
    return known;
}

/* The lines before the games, without what is not known before libraries are made, and without what
 * hash_plan leaves out. */
static void print_known(const us_manifest *m, us_str *out)
{
    const int32_t none = 0;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_manifest known = *m;
    known.engine = 0;
    known.program = "";
    known.scope = NULL;
    known.player = US_ARENA_ARRAY(arena, us_entrant, m->players + 1);
    known.opponent = US_ARENA_ARRAY(arena, us_entrant, m->opponents + 1);
    known.map = US_ARENA_ARRAY(arena, us_manifest_map, m->maps + 1);
    for (int i = 0; i < m->players; i++)
        known.player[i] = known_entrant(arena, &m->player[i]);
    for (int i = 0; i < m->opponents; i++)
        known.opponent[i] = known_entrant(arena, &m->opponent[i]);
    for (int i = 0; i < m->maps; i++) {
        known.map[i] = m->map[i];
        known.map[i].family = "";
        if (m->map[i].path[0] != '/')
            known.map[i].path = "";
    }
    us_manifest_print(&known, &none, 0, out);
}

static bool same_games(const us_manifest *a, const us_manifest *b)
{
    bool same = a->games == b->games;
    for (int64_t i = 0; i < a->games && same; i++)
        same = a->game[i].player == b->game[i].player &&
               us_fixture_compare(&a->game[i], &b->game[i]) == 0;
    return same;
}

us_status us_planning_check_sketch(const us_planning *p)
{
    US_AUTO(us_manifest_clear) us_manifest before = {0};
    US_AUTOSTR(one);
    US_AUTOSTR(other);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(p->def->folder, "manifest.jsonl");
    if (us_manifest_read(path.text, &before, NULL) != US_OK)
        return refuse(p);
    print_known(&before, &one);
    print_known(p->out, &other);
    return us_text_equal(one.text, other.text) && same_games(&before, p->out) ? US_OK : refuse(p);
}

/* A file that a new plan makes has no absolute path. */
static bool is_same(const char *path, const char *made)
{
    return path[0] == '/' && us_file_is_same(path, made);
}

/* The older plan's files go with it: nothing of the new one may be played from there. */
static us_status check_old_files(const us_planning *p, const us_names *old)
{
    const us_manifest *m = p->out;
    US_AUTOSTR(made);
    US_AUTOSTR(file);
    for (int i = 0; i < old->count; i++) {
        bool used = false;
        us_folder_set_path(p->def->folder, old->name[i], &made);
        for (int k = 0; k < m->players + m->opponents && !used; k++) {
            const us_entrant *e = k < m->players ? &m->player[k] : &m->opponent[k - m->players];
            us_str_reset(&file);
            used = us_agent_parse_file(e->agent, &file, NULL) && is_same(file.text, made.text);
        }
        for (int k = 0; k < m->maps && !used; k++)
            used = is_same(m->map[k].path, made.text);
        if (used)
            return us_error_set(
                p->err, US_BAD_INPUT, made.text, 0, 0,
                "an older plan of this folder made it, and it goes with that: expected "
                "another folder, or a copy elsewhere");
    }
    return US_OK;
}

static void remove_file(const char *folder, const char *name)
{
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, name);
    unlink(path.text);
}

/* Removes the outcome of older results, which are no longer there, and a test that began without a
 * result. */
static void remove_outcome(const char *folder)
{
    static const char *const outcome[] = {"results.jsonl", "stopped.json", "sequential.json"};
    for (int i = 0; i < US_COUNT(outcome); i++)
        remove_file(folder, outcome[i]);
}

/* One rename puts a plan in place: that of its manifest. Until then the files of an older plan stay
 * as they are. So a file with another content gets another name beside them. */

#define OLDER "older.jsonl" /* the manifest that is replaced, where all is made */
static const char *const below[] = {"libraries", "maps"};

typedef struct named {
    char *plain; /* first; the name that a file has where it was made */
    char *put;   /* the one that it gets */
} named;

typedef struct placing {
    const us_planning *p;
    named *file; /* sorted by their plain names */
    int files, capacity;
    us_names old; /* of the plan that is in place */
    bool results; /* they stay, and with them what they came to */
} placing;

static void placing_clear(placing *at)
{
    for (int i = 0; i < at->files; i++) {
        us_mem_free(at->file[i].plain);
        us_mem_free(at->file[i].put);
    }
    us_mem_free(at->file);
    us_names_free(&at->old);
}

static bool lies(const char *folder, const char *name)
{
    struct stat info;
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, name);
    return lstat(path.text, &info) == 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool among(const us_names *names, const char *name)
{
    return us_array_find(&name, names->name, names->count, sizeof(*names->name), by_name) != NULL;
}

static const named *find_named(const placing *at, const char *plain)
{
    return us_array_find(&plain, at->file, at->files, sizeof(*at->file), by_name);
}

static void made_in(const char *folder, const char *manifest, us_names *out)
{
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, manifest);
    us_manifest_list_files(path.text, out);
}

/* Removes one plan's files, except those that the other plan has, too. */
static void sweep(const char *folder, const us_names *gone, const us_names *kept)
{
    US_AUTOSTR(path);
    for (int i = 0; i < gone->count; i++) {
        if (among(kept, gone->name[i]))
            continue;
        us_folder_set_path(folder, gone->name[i], &path);
        unlink(path.text);
    }
}

/* ---- the folder in which all is made */

/* The plan is in place, and its spec is still to follow: see us_planning_install. */
static bool owes_spec(const char *folder)
{
    return lies(folder, US_PLANNING_FOLDER "/spec.json") &&
           !lies(folder, US_PLANNING_FOLDER "/manifest.jsonl");
}

void us_experiment_print_spec_path(const char *folder, us_str *out)
{
    us_folder_print_path(folder, owes_spec(folder) ? US_PLANNING_FOLDER "/spec.json" : "spec.json",
                         out);
}

static us_status move(const char *from_folder, const char *to_folder, const char *name,
                      us_error *err)
{
    US_AUTO(us_str_clear) us_str from = us_folder_make_path(from_folder, name);
    US_AUTO(us_str_clear) us_str to = us_folder_make_path(to_folder, name);
    return us_file_put(from.text, to.text, err);
}

static void drop_files(const char *folder, const char *prefix)
{
    US_AUTOSTR(path);
    US_AUTO(us_names_free) us_names names = {0};
    if (us_file_list(folder, "", &names, NULL) == US_OK) {
        for (int i = 0; i < names.count; i++) {
            us_folder_set_path(folder, names.name[i], &path);
            if (us_text_has_prefix(names.name[i], prefix))
                unlink(path.text);
        }
    }
}

/* Removes files that were put in place for a manifest that was not, and the remains of the plan
 * before. */
static void take_back(const us_planning *p)
{
    static const char *const manifests[] = {"manifest.jsonl", OLDER};
    US_AUTO(us_names_free) us_names kept = {0};
    made_in(p->def->folder, "manifest.jsonl", &kept);
    for (int i = 0; i < US_COUNT(manifests); i++) {
        US_AUTO(us_names_free) us_names gone = {0};
        made_in(p->folder, manifests[i], &gone);
        sweep(p->def->folder, &gone, &kept);
    }
}

/* Removes the folder of searches. keep: its games stay, if it has any. */
static void drop_searches(const us_planning *p, bool keep)
{
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(p->folder, US_PLANNED_SEARCH);
    if (keep && us_search_has_games(path.text))
        us_search_drop_files(path.text, false);
    else
        us_folder_drop(path.text);
}

void us_planning_remove_leftovers(const us_planning *p, bool keep)
{
    static const char *const folders[] = {"libraries", "maps", US_PLANNED_GROUNDS,
                                          US_PLANNED_TRAINING};
    US_AUTOSTR(path);
    if (owes_spec(p->def->folder))
        move(p->folder, p->def->folder, "spec.json", NULL);
    take_back(p);
    for (int i = 0; i < US_COUNT(folders); i++) {
        us_folder_set_path(p->folder, folders[i], &path);
        us_folder_drop(path.text);
    }
    drop_searches(p, keep);
    drop_files(p->folder, "spec.json"); /* before the manifest: else it would seem owed */
    drop_files(p->folder, "manifest.jsonl");
    drop_files(p->folder, OLDER);
    rmdir(p->folder);
}

/* ---- names */

/* Hashes the content of a file; false: it is not a valid file of its kind. */
static bool content_of(const us_planning *p, const char *folder, const char *name, us_hash *out)
{
    US_AUTOSTR(path);
    bool library = us_text_has_prefix(name, below[0]);
    if (library)
        us_str_add(&path, "library:");
    us_folder_print_path(folder, name, &path);
    us_status status = library ? us_agent_compute_identity(path.text, p->domain, out, NULL)
                               : us_file_hash(path.text, out, NULL);
    return status == US_OK;
}

static bool holds(const placing *at, const char *name, us_hash content)
{
    us_hash found;
    return among(&at->old, name) && content_of(at->p, at->p->def->folder, name, &found) &&
           found == content;
}

/* "libraries/a.db" as "libraries/a-0123456789abcdef.db" */
static void add_content(const char *name, us_hash content, us_str *out)
{
    const char *dot = strrchr(name, '.');
    char hash[17];
    us_hash_print(content, hash);
    us_str_add_bytes(out, name, (size_t)(dot - name));
    us_str_addf(out, "-%s%s", hash, dot);
}

/* Its own name, unless another file has that. */
static us_status choose_name(const placing *at, const char *name, us_str *out)
{
    const us_planning *p = at->p;
    const char *folder = p->def->folder;
    us_hash content = 0;
    if (!lies(folder, name)) {
        us_str_add(out, name);
        return US_OK;
    }
    if (!content_of(p, p->folder, name, &content))
        return us_error_set(p->err, US_BAD_INPUT, name, 0, 0, "what was made can't be read");
    if (holds(at, name, content)) {
        us_str_add(out, name);
        return US_OK;
    }
    add_content(name, content, out);
    if (lies(p->folder, out->text) || (lies(folder, out->text) && !among(&at->old, out->text)))
        return us_error_set(p->err, US_BAD_INPUT, folder, 0, 0,
                            "expected nothing of the name \"%.200s\"", out->text);
    return US_OK;
}

/* The names that this very plan has in place, where it has others: results are kept with it. */
static void keep_name(const placing *at, const char *name, us_str *out)
{
    us_hash content;
    US_AUTOSTR(other);
    if (at->old.count > 0 && content_of(at->p, at->p->folder, name, &content)) {
        add_content(name, content, &other);
        if (holds(at, other.text, content))
            us_str_add(out, other.text);
    }
}

static us_status name_file(placing *at, const char *plain)
{
    US_AUTOSTR(name);
    keep_name(at, plain, &name);
    us_status status = name.length == 0 ? choose_name(at, plain, &name) : US_OK;
    at->file = us_array_grow(at->file, at->files, &at->capacity, sizeof(*at->file));
    at->file[at->files++] = (named){us_mem_strdup(plain), us_mem_strdup(name.text)};
    return status;
}

static us_status name_all(placing *at)
{
    const us_planning *p = at->p;
    US_AUTOSTR(path);
    for (int i = 0; i < US_COUNT(below); i++) {
        US_AUTO(us_names_free) us_names names = {NULL, 0};
        us_folder_set_path(p->folder, below[i], &path);
        if (us_file_exists(path.text))
            US_TRY(us_file_list(path.text, "", &names, p->err));
        for (int n = 0; n < names.count; n++) {
            us_str_reset(&path);
            us_str_addf(&path, "%s/%s", below[i], names.name[n]);
            US_TRY(name_file(at, path.text));
        }
    }
    return US_OK;
}

/* ---- the manifest with the names that files get */

static void rename_agents(const placing *at, us_entrant *list, int count)
{
    for (int i = 0; i < count; i++) {
        US_AUTOSTR(file);
        US_AUTOSTR(rest);
        US_AUTOSTR(agent);
        if (!us_text_has_prefix(list[i].agent, "library:") ||
            !us_agent_parse_file(list[i].agent, &file, &rest))
            continue;
        const named *found = find_named(at, file.text);
        if (!found)
            continue;
        us_agent_print_library(found->put, rest.text, &agent);
        list[i].agent = us_planning_copy_text(at->p, agent.text);
    }
}

static us_status write_manifest(const placing *at)
{
    const us_planning *p = at->p;
    us_manifest *m = p->out;
    rename_agents(at, m->player, m->players);
    rename_agents(at, m->opponent, m->opponents);
    for (int i = 0; i < m->maps; i++) {
        const named *found = find_named(at, m->map[i].path);
        if (found)
            m->map[i].path = us_planning_copy_text(p, found->put);
    }
    m->mades = 0;
    for (int i = 0; i < at->files; i++)
        *us_manifest_add_file(m) = us_planning_copy_text(p, at->file[i].put);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(p->folder, "manifest.jsonl");
    return us_manifest_write(m, NULL, 0, path.text, p->err);
}

static us_status write_spec(const us_planning *p)
{
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(p->folder, "spec.json");
    return us_file_write(path.text, p->spec->text, strlen(p->spec->text), p->err);
}

/* ---- put in place */

/* All files that the manifest names are on the disk before the manifest is. */
static us_status put_manifest(const placing *at)
{
    const us_planning *p = at->p;
    US_AUTOSTR(path);
    US_AUTOSTR(older);
    US_AUTO(us_names_free) us_names now = {0};
    for (int i = 0; i < US_COUNT(below); i++) {
        us_folder_set_path(p->def->folder, below[i], &path);
        us_str_add_char(&path, '/');
        us_file_sync_folder(path.text);
    }
    /* a plan that continues after a kill must know the older plan's files */
    us_folder_set_path(p->def->folder, "manifest.jsonl", &path);
    if (!at->results) /* while the older manifest is there: the outcome belongs to no other */
        remove_outcome(p->def->folder);
    us_file_sync_folder(path.text);
    us_folder_set_path(p->folder, OLDER, &older);
    unlink(older.text);
    if (us_file_link(path.text, older.text))
        us_file_sync_folder(older.text);
    US_TRY(move(p->folder, p->def->folder, "manifest.jsonl", p->err));
    made_in(p->def->folder, "manifest.jsonl", &now);
    sweep(p->def->folder, &at->old, &now);
    return US_OK;
}

static us_status put_all(const placing *at)
{
    static const char *const folders[] = {"results", "libraries", "maps"};
    const us_planning *p = at->p;
    struct stat info;
    US_AUTOSTR(from);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(p->def->folder, "spec.json");
    if (lstat(path.text, &info) == 0 && S_ISDIR(info.st_mode))
        return us_error_set(p->err, US_BAD_INPUT, path.text, 0, 0, "cannot write: it is a folder");
    for (int i = 0; i < US_COUNT(folders); i++) {
        us_folder_set_path(p->folder, folders[i], &from);
        us_folder_set_path(p->def->folder, folders[i], &path);
        if (i == 0 || us_file_exists(from.text))
            US_TRY(us_folder_make(path.text, p->err));
    }
    for (int i = 0; i < at->files; i++) {
        us_folder_set_path(p->folder, at->file[i].plain, &from);
        us_folder_set_path(p->def->folder, at->file[i].put, &path);
        US_TRY(us_file_put(from.text, path.text, p->err));
    }
    US_TRY(put_manifest(at));
    return move(p->folder, p->def->folder, "spec.json", p->err);
}

/* ---- then by their own names */

static void swap_names(placing *at)
{
    for (int i = 0; i < at->files; i++)
        at->file[i] = (named){at->file[i].put, at->file[i].plain};
    us_array_sort(at->file, (size_t)at->files, sizeof(*at->file), by_name);
}

/* Each file has both names until the manifest has changed. */
static bool link_all(const placing *at)
{
    const char *folder = at->p->def->folder;
    US_AUTOSTR(from);
    US_AUTOSTR(to);
    bool good = true;
    for (int i = 0; i < at->files && good; i++) {
        us_folder_set_path(folder, at->file[i].plain, &from);
        us_folder_set_path(folder, at->file[i].put, &to);
        good = us_text_equal(from.text, to.text) || us_file_link(from.text, to.text);
    }
    return good;
}

/* Gives each file its plain name, now that the older plan's files are gone, so that a folder that
 * was planned twice equals one that was planned once. A name that belongs to another file is not
 * taken. If renaming fails, the names stay. */
static void name_plainly(placing *at)
{
    const us_planning *p = at->p;
    bool others = false;
    for (int i = 0; i < at->files; i++) {
        named *file = &at->file[i];
        if (us_text_equal(file->plain, file->put))
            continue;
        if (lies(p->def->folder, file->plain)) {
            us_mem_free(file->plain);
            file->plain = us_mem_strdup(file->put);
        } else {
            others = true;
        }
    }
    if (!others)
        return;
    us_planning quiet = *p;
    quiet.err = NULL;
    at->p = &quiet;
    us_names_free(&at->old);
    made_in(p->def->folder, "manifest.jsonl", &at->old);
    swap_names(at);
    if (write_manifest(at) != US_OK || !link_all(at) || put_manifest(at) != US_OK) {
        take_back(p); /* the caller's manifest must match the files in place */
        swap_names(at);
        write_manifest(at);
    }
    at->p = p;
}

/* ---- all */

us_status us_planning_install(const us_planning *p)
{
    US_AUTO(placing_clear)
    placing at = {.p = p, .results = us_experiment_has_results(p->def->folder)};
    made_in(p->def->folder, "manifest.jsonl", &at.old);
    US_TRY(name_all(&at));
    US_TRY(write_manifest(&at)); /* before the spec: see owes_spec */
    US_TRY(write_spec(p));
    US_TRY(check_old_files(p, &at.old));
    if (at.results)
        US_TRY(check_results(p));
    US_TRY(put_all(&at));
    if (!at.results)
        name_plainly(&at);
    return US_OK;
}
