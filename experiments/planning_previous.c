#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "experiments/planning_state.h"
#include "players/identity.h"

bool us_experiment_has_results(const char *folder)
{
    us_names names = {NULL, 0};
    struct stat info;
    bool any = false;
    us_str path = us_folder_make_path(folder, "results");
    if (us_file_list(path.text, ".jsonl", &names, NULL) != US_OK)
        any = us_file_exists(path.text);
    for (int i = 0; i < names.count && !any; i++) {
        us_folder_set_path(folder, "results/", &path);
        us_str_add(&path, names.name[i]);
        any = stat(path.text, &info) == 0 && info.st_size > 0;
    }
    us_names_free(&names);
    us_folder_set_path(folder, "results.jsonl", &path); /* merged results may be all that is left */
    any = any || us_manifest_has_results(path.text);
    us_str_clear(&path);
    return any;
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
    us_str names;
    int count = 0;
    bool made = true; /* drawn for the experiment */
    us_str_init(&names);
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
    us_str_clear(&names);
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

static us_status refuse(const us_planning_state *p)
{
    us_manifest before;
    us_str why;
    us_str_init(&why);
    us_str path = us_folder_make_path(p->def->folder, "manifest.jsonl");
    if (us_manifest_read(path.text, &before, NULL) == US_OK) {
        print_reason(&before, p->out, &why);
        us_manifest_clear(&before);
    }
    us_error_set(p->err, US_FAILED, p->def->folder, 0, 0,
                 "there are results of another plan%s: expected another folder", why.text);
    us_str_clear(&path);
    us_str_clear(&why);
    return US_FAILED;
}

/* Hashes a plan, except what decides no game: the program, the scope of verdicts, the games that
 * led to players, the families of maps. A map is known by its content; older versions named its
 * family differently. */
static bool hash_plan(const char *path, us_hash *out)
{
    us_manifest m;
    us_str text;
    if (us_manifest_read(path, &m, NULL) != US_OK)
        return false;
    m.program = "";
    m.scope = NULL;
    for (int i = 0; i < m.players; i++)
        m.player[i].seen = NULL;
    for (int i = 0; i < m.maps; i++)
        m.map[i].family = "";
    us_str_init(&text);
    us_manifest_print(&m, NULL, 0, &text);
    *out = us_hash_add_bytes(US_HASH_START, text.text, text.length);
    us_str_clear(&text);
    us_manifest_clear(&m);
    return true;
}

/* Results belong to the manifest beside them: they would not fit another one. */
us_status us_planning_state_check_results(const us_planning_state *p)
{
    us_hash hash_before = 0, hash_now = 1;
    us_str before = us_folder_make_path(p->def->folder, "manifest.jsonl");
    us_str now = us_folder_make_path(p->folder, "manifest.jsonl");
    bool same = hash_plan(before.text, &hash_before) && hash_plan(now.text, &hash_now) &&
                hash_before == hash_now;
    us_str_clear(&before);
    us_str_clear(&now);
    return same ? US_OK : refuse(p);
}

/* Reduces an agent whose file lies in the folder, and may have another name now, to its
 * settings. */
static us_entrant known_entrant(us_arena *arena, const us_entrant *from)
{
    us_entrant known = *from;
    us_str file, rest;
    us_str_init(&file);
    us_str_init(&rest);
    if (us_agent_parse_file(from->agent, &file, &rest) && file.text[0] != '/')
        known.agent = us_arena_strndup(arena, rest.text, rest.length);
    known.identity = known.probe = 0;
    known.seen = NULL;
    us_str_clear(&file);
    us_str_clear(&rest);
    return known;
}

/* The lines before the games, without what is not known before libraries are made, and without what
 * hash_plan leaves out. */
static void print_known(const us_manifest *m, us_str *out)
{
    const int32_t none = 0;
    us_arena *arena = us_arena_new();
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
    us_arena_free(arena);
}

static bool same_games(const us_manifest *a, const us_manifest *b)
{
    bool same = a->games == b->games;
    for (int64_t i = 0; i < a->games && same; i++)
        same = a->game[i].player == b->game[i].player &&
               us_fixture_compare(&a->game[i], &b->game[i]) == 0;
    return same;
}

us_status us_planning_state_check_sketch(const us_planning_state *p)
{
    us_manifest before;
    us_str one, other;
    us_str_init(&one);
    us_str_init(&other);
    us_str path = us_folder_make_path(p->def->folder, "manifest.jsonl");
    bool same = us_manifest_read(path.text, &before, NULL) == US_OK;
    if (same) {
        print_known(&before, &one);
        print_known(p->out, &other);
        same = us_text_equal(one.text, other.text) && same_games(&before, p->out);
        us_manifest_clear(&before);
    }
    us_str_clear(&path);
    us_str_clear(&one);
    us_str_clear(&other);
    return same ? US_OK : refuse(p);
}

/* A file that a new plan makes has no absolute path. */
static bool is_same(const char *path, const char *made)
{
    return path[0] == '/' && us_file_is_same(path, made);
}

/* The older plan's files go with it: nothing of the new one may be played from there. */
us_status us_planning_state_check_old_files(const us_planning_state *p, const us_names *old)
{
    const us_manifest *m = p->out;
    us_status status = US_OK;
    us_str made, file;
    us_str_init(&made);
    us_str_init(&file);
    for (int i = 0; i < old->count && status == US_OK; i++) {
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
            status = us_error_set(
                p->err, US_BAD_INPUT, made.text, 0, 0,
                "an older plan of this folder made it, and it goes with that: expected "
                "another folder, or a copy elsewhere");
    }
    us_str_clear(&made);
    us_str_clear(&file);
    return status;
}

/* Removes the outcome of older results, which are no longer there. */
void us_experiment_remove_outcome(const char *folder)
{
    static const char *const outcome[] = {"results.jsonl", "stopped.json"};
    us_str path;
    us_str_init(&path);
    for (int i = 0; i < US_COUNT(outcome); i++) {
        us_folder_set_path(folder, outcome[i], &path);
        unlink(path.text);
    }
    us_str_clear(&path);
}
