#include "experiments/planning.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/version.h"
#include "experiments/probe.h"
#include "learn/teach.h"
#include "players/identity.h"
#include "players/play.h"

typedef struct planner {
    const us_planning *def;
    const us_spec *spec;
    us_manifest *out;
    us_domain *domain;
    us_str base; /* the folder of the spec, from the root on, and a slash */
    us_error *err;
} planner;

static const char *keep(const planner *p, const char *text)
{
    return us_arena_text(p->out->arena, text, strlen(text));
}

static void note(const planner *p, const char *what, const char *name)
{
    us_str text;
    if (!p->def->note)
        return;
    us_str_init(&text);
    us_str_addf(&text, "%s %s", what, name);
    p->def->note(text.text);
    us_str_clear(&text);
}

static bool stopped(const planner *p)
{
    return p->def->stop && p->def->stop();
}

static us_status make_folder(const char *path, us_error *err)
{
    struct stat info;
    if (mkdir(path, 0777) == 0 ||
        (errno == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode)))
        return US_OK;
    char why[128];
    if (strerror_r(errno, why, sizeof(why)) != 0)
        why[0] = '\0';
    return us_fail(err, US_BAD_INPUT, path, 0, 0, "cannot make the folder: %s", why);
}

static us_status make_below(const planner *p, const char *name)
{
    us_str path;
    us_str_init(&path);
    us_folder_path(p->def->folder, name, &path);
    us_status status = make_folder(path.text, p->err);
    us_str_clear(&path);
    return status;
}

/* Where a file that a spec names lies, from the root on: appended. False: there is none. */
static bool find_file(const planner *p, const char *name, us_str *out)
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

/* ---- libraries */

/* A library's file within the folder. size 0: of all demonstrations. */
static void library_file(const us_spec_library *library, int size, int draw, us_str *out)
{
    us_str_addf(out, "libraries/%s", library->name);
    if (size > 0)
        us_str_addf(out, "-%d-%d", size, draw);
    us_str_add(out, ".db");
}

/* Paths of demonstrations: files, or names of shipped ones. */
static us_status find_demos(const planner *p, const us_spec_library *library, us_str *path)
{
    for (int i = 0; i < library->demos; i++) {
        us_str_init(&path[i]);
        if (find_file(p, library->demo[i], &path[i]))
            continue;
        char name[256];
        snprintf(name, sizeof(name), "demos/%.200s.jsonl", library->demo[i]);
        bool plain = !strchr(library->demo[i], '/') && strlen(library->demo[i]) <= 200;
        if (!plain || us_data_file(p->spec->domain, name, &path[i], NULL) != US_OK ||
            !us_file_exists(path[i].text))
            return us_json_fail(us_json_at(us_json_find(library->node, "learn"), i), p->err,
                                "there is no file \"%.200s\", and no shipped demonstration of that "
                                "name",
                                library->demo[i]);
    }
    return US_OK;
}

/* So many of them, drawn at random, in their order: another draw, other demonstrations. */
static int draw_demos(const planner *p, const us_spec_library *library, int size, int draw,
                      const us_str *path, const char **out)
{
    bool *drawn = US_NEW_ARRAY(bool, library->demos *(draw + 1));
    us_rng rng = us_rng_derive(p->spec->seed, library->name, (uint64_t)size);
    for (int d = 0; d <= draw;) {
        bool *set = &drawn[d * library->demos], again = false;
        int count = 0;
        for (int i = 0; i < library->demos; i++) {
            uint32_t wanted = (uint32_t)(size - count), left = (uint32_t)(library->demos - i);
            set[i] = us_rng_below(&rng, left) < wanted;
            count += set[i];
        }
        for (int e = 0; e < d && !again; e++)
            again = memcmp(set, &drawn[e * library->demos], (size_t)library->demos) == 0;
        d += !again;
    }
    int count = 0;
    for (int i = 0; i < library->demos; i++)
        if (size == 0 || drawn[draw * library->demos + i])
            out[count++] = path[i].text;
    us_free(drawn);
    return count;
}

static us_status make_library(const planner *p, const us_spec_library *library, int size, int draw,
                              const us_str *path)
{
    const char *demo[US_SPEC_LIST_MAX];
    int count = draw_demos(p, library, size, draw, path, demo);
    us_learn_def def = us_learn_def_default();
    def.learner = library->learner;
    def.relax = library->relax;
    def.literal = library->literal;
    def.stop = p->def->stop;
    us_str name, file;
    us_str_init(&name);
    us_str_init(&file);
    library_file(library, size, draw, &name);
    us_folder_path(p->def->folder, name.text, &file);
    note(p, "learning", name.text);
    unlink(file.text);
    us_status status = us_teach(demo, count, &def, file.text, p->err);
    us_str_clear(&name);
    us_str_clear(&file);
    return status;
}

/* What is missing is said before the first one is learned. */
static us_status make_library_all(const planner *p, const us_spec_library *library, bool look)
{
    us_status status = US_OK;
    us_str *path = US_NEW_ARRAY(us_str, library->demos);
    for (int d = 0; d < library->demos; d++)
        us_str_init(&path[d]);
    status = find_demos(p, library, path);
    if (library->sizes == 0 && status == US_OK && !look)
        status = make_library(p, library, 0, 0, path);
    for (int s = 0; s < library->sizes && !look; s++)
        for (int d = 0; d < library->draws && status == US_OK; d++)
            status = make_library(p, library, library->size[s], d, path);
    for (int d = 0; d < library->demos; d++)
        us_str_clear(&path[d]);
    us_free(path);
    return status;
}

static us_status make_libraries(const planner *p, bool look)
{
    if (p->spec->libraries > 0 && !look)
        US_TRY(make_below(p, "libraries"));
    for (int i = 0; i < p->spec->libraries; i++)
        US_TRY(make_library_all(p, &p->spec->library[i], look));
    return US_OK;
}

/* ---- entrants */

static const us_spec_library *made_library(const planner *p, const char *file)
{
    for (int i = 0; i < p->spec->libraries; i++)
        if (us_text_equal(p->spec->library[i].name, file))
            return &p->spec->library[i];
    return NULL;
}

static us_status settle_entrant(const planner *p, const us_spec_agent *from, us_entrant *entrant,
                                const us_str *agent)
{
    us_str opened;
    us_error fault = {0};
    us_str_init(&opened);
    us_agent_in(agent->text, p->def->folder, &opened);
    entrant->agent = keep(p, agent->text);
    us_status status = us_agent_identity(opened.text, p->domain, &entrant->identity, &fault);
    us_str_clear(&opened);
    if (status == US_OK)
        return US_OK;
    us_json_fail(from->node, p->err, "%.200s%s%.256s", fault.file, fault.file[0] ? ": " : "",
                 fault.text);
    if (p->err)
        p->err->status = status;
    return status;
}

/* One of the libraries that were made for a learning curve, or the one there is. */
static us_status add_made(const planner *p, const us_spec_agent *from,
                          us_entrant *(*add)(us_manifest *), const us_spec_library *library,
                          const char *rest, int size, int draw)
{
    us_str agent, name;
    us_str_init(&agent);
    us_str_init(&name);
    us_str_add(&agent, "library:");
    library_file(library, size, draw, &agent);
    us_str_add(&agent, rest);
    us_str_add(&name, from->name);
    if (size > 0)
        us_str_addf(&name, "-%d-%d", size, draw);
    us_entrant *entrant = add(p->out);
    entrant->name = keep(p, name.text);
    entrant->group = from->group;
    entrant->run = from->run;
    entrant->size = library->sizes ? size : library->demos;
    if (size > 0 && !entrant->group) {
        us_str_reset(&name);
        us_str_addf(&name, "%s-%d", from->name, size);
        entrant->group = keep(p, name.text);
        entrant->run = draw;
    } else if (entrant->group) {
        entrant->group = keep(p, entrant->group);
    }
    us_status status = settle_entrant(p, from, entrant, &agent);
    us_str_clear(&agent);
    us_str_clear(&name);
    return status;
}

static us_status add_all_made(const planner *p, const us_spec_agent *from,
                              us_entrant *(*add)(us_manifest *), const us_spec_library *library,
                              const char *rest)
{
    if (library->sizes == 0)
        return add_made(p, from, add, library, rest, 0, 0);
    for (int s = 0; s < library->sizes; s++)
        for (int d = 0; d < library->draws; d++)
            US_TRY(add_made(p, from, add, library, rest, library->size[s], d));
    return US_OK;
}

static us_status add_plain(const planner *p, const us_spec_agent *from, us_entrant *entrant)
{
    us_str file, rest, agent;
    us_str_init(&file);
    us_str_init(&rest);
    us_str_init(&agent);
    entrant->name = keep(p, from->name);
    entrant->group = from->group ? keep(p, from->group) : NULL;
    entrant->run = from->run;
    us_status status = US_OK;
    if (us_agent_file(from->agent, &file, &rest)) {
        us_str_add_bytes(&agent, from->agent, strcspn(from->agent, ":") + 1);
        if (!find_file(p, file.text, &agent))
            status = us_json_fail(
                from->node, p->err,
                "there is no file \"%.200s\", and no library of that name is made", file.text);
        us_str_add(&agent, rest.text);
    } else {
        us_str_add(&agent, from->agent);
    }
    if (status == US_OK)
        status = settle_entrant(p, from, entrant, &agent);
    us_str_clear(&file);
    us_str_clear(&rest);
    us_str_clear(&agent);
    return status;
}

static us_status add_entrants(const planner *p, const us_spec_agent *list, int count,
                              us_entrant *(*add)(us_manifest *))
{
    us_status status = US_OK;
    for (int i = 0; i < count && status == US_OK; i++) {
        us_str file, rest;
        us_str_init(&file);
        us_str_init(&rest);
        const us_spec_library *library = NULL;
        if (us_text_starts(list[i].agent, "library:") && us_agent_file(list[i].agent, &file, &rest))
            library = made_library(p, file.text);
        status = library ? add_all_made(p, &list[i], add, library, rest.text)
                         : add_plain(p, &list[i], add(p->out));
        us_str_clear(&file);
        us_str_clear(&rest);
    }
    return status;
}

/* ---- maps */

static us_status settle_map(const planner *p, const us_json_node *node, const char *path)
{
    us_manifest *m = p->out;
    us_scenario *scenario;
    us_scenario_def def = us_scenario_def_default();
    us_error fault = {0};
    us_str opened;
    us_str_init(&opened);
    us_map_in(path, p->def->folder, &opened);
    def.domain = p->spec->domain;
    def.map = opened.text;
    def.max_cycles = (us_cycle)p->spec->max_cycles;
    def.fog = p->spec->fog;
    for (int seat = 0; seat < 2; seat++)
        def.faction[seat] = p->spec->faction[seat];
    us_status status = us_scenario_open(&def, &scenario, &fault);
    us_str_clear(&opened);
    if (status == US_OK) {
        us_place_of_play *map = us_manifest_add_map(m);
        *map = (us_place_of_play){keep(p, scenario->map_name), keep(p, scenario->map_family),
                                  keep(p, path), scenario->map_hash};
        for (int i = 0; i < m->maps - 1 && status == US_OK; i++)
            if (us_text_equal(m->map[i].name, map->name))
                status = us_fail(&fault, US_BAD_INPUT, NULL, 0, 0, "found a map \"%.64s\" again",
                                 map->name);
        if (status == US_OK)
            status = us_play_check(scenario, &fault);
        us_scenario_close(scenario);
    }
    return status == US_OK ? US_OK
                           : us_json_fail(node, p->err, "%.200s%s%.256s", fault.file,
                                          fault.file[0] ? ": " : "", fault.text);
}

static us_status make_map(const planner *p, const us_spec_map *from, int index)
{
    const us_map_tools *tools = us_game_kind_find(p->spec->domain)->maps;
    us_map_wish wish = from->wish;
    us_str text, name, file;
    us_error fault = {0};
    wish.seed += (uint64_t)index;
    us_str_init(&text);
    us_str_init(&name);
    us_str_init(&file);
    us_str_addf(&name, "maps/%s-%d-%llu-%s.map", wish.family, wish.size,
                (unsigned long long)wish.seed, tools->fairness[wish.fair].name);
    us_folder_path(p->def->folder, name.text, &file);
    us_status status = tools->generate(&wish, NULL, &text, &fault);
    if (status != US_OK)
        us_json_fail(from->node, p->err, "%.256s", fault.text);
    else
        status = us_file_write(file.text, text.text, text.length, p->err);
    if (status == US_OK)
        status = settle_map(p, from->node, name.text);
    us_str_clear(&text);
    us_str_clear(&name);
    us_str_clear(&file);
    return status;
}

static us_status add_maps(const planner *p)
{
    us_status status = US_OK;
    for (int i = 0; i < p->spec->maps && status == US_OK; i++) {
        const us_spec_map *from = &p->spec->map[i];
        us_str path;
        if (!from->map) {
            status = make_below(p, "maps");
            for (int m = 0; m < from->count && status == US_OK; m++)
                status = make_map(p, from, m);
            continue;
        }
        us_str_init(&path);
        if (!find_file(p, from->map, &path))
            us_str_add(&path, from->map);
        status = settle_map(p, from->node, path.text);
        us_str_clear(&path);
    }
    return status;
}

/* ---- games */

/* Pairs stand together, and each seed goes through all of them: whoever stops early has compared
 * the same. */
static us_status add_games(const planner *p)
{
    us_manifest *m = p->out;
    const us_spec *spec = p->spec;
    int64_t count = (int64_t)spec->games * m->maps * m->opponents * m->players *
                    (spec->seat[0] + spec->seat[1]);
    if (count > US_MANIFEST_GAMES_MAX)
        return us_json_fail(us_json_root(spec->doc), p->err,
                            "would be %lld games, expected at most %d", (long long)count,
                            (int)US_MANIFEST_GAMES_MAX);
    for (int g = 0; g < spec->games; g++)
        for (int map = 0; map < m->maps; map++)
            for (int opponent = 0; opponent < m->opponents; opponent++)
                for (int seat = 0; seat < 2; seat++)
                    for (int player = 0; player < m->players && spec->seat[seat]; player++) {
                        us_fixture *game = us_manifest_add_game(m);
                        *game = (us_fixture){.seed = spec->seed + (uint64_t)g,
                                             .player = (uint16_t)player,
                                             .opponent = (uint16_t)opponent,
                                             .map = (uint16_t)map,
                                             .seat = (uint8_t)seat};
                        game->id = us_fixture_id(m, game);
                    }
    return US_OK;
}

int64_t us_manifest_twins(const us_manifest *m)
{
    int32_t *order = us_manifest_sorted(m);
    int64_t twins = 0;
    for (int64_t i = 1; i < m->games; i++)
        twins += m->game[order[i]].id == m->game[order[i - 1]].id;
    us_free(order);
    return twins;
}

/* ---- all */

static us_status probe_all(const planner *p)
{
    us_manifest *m = p->out;
    US_TRY(us_probe_engine(m, p->def->folder, &m->engine, p->err));
    for (int i = 0; i < m->players; i++) {
        if (stopped(p))
            return us_fail(p->err, US_INTERRUPTED, NULL, 0, 0, "interrupted: nothing is planned");
        US_TRY(us_probe_player(m, p->def->folder, i, &m->player[i].probe, p->err));
    }
    return US_OK;
}

static us_status copy_spec(const planner *p)
{
    us_str path;
    char *text;
    size_t length;
    US_TRY(us_file_read(p->def->spec, 64 << 20, &text, &length, p->err));
    us_str_init(&path);
    us_folder_path(p->def->folder, "spec.json", &path);
    us_status status = us_file_write(path.text, text, length, p->err);
    us_str_clear(&path);
    us_free(text);
    return status;
}

static us_status write_manifest(const planner *p)
{
    us_str path;
    us_str_init(&path);
    us_folder_path(p->def->folder, "manifest.jsonl", &path);
    us_status status = us_manifest_write(p->out, NULL, 0, path.text, p->err);
    us_str_clear(&path);
    return status;
}

static const char *program_text(const planner *p)
{
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, "understudy %s, ", us_version_here()->number);
    us_version_print(&text);
    const char *kept = keep(p, text.text);
    us_str_clear(&text);
    return kept;
}

static us_status plan(const planner *p)
{
    const us_spec *spec = p->spec;
    us_manifest *m = p->out;
    m->name = keep(p, spec->name);
    m->domain = keep(p, spec->domain);
    m->program = program_text(p);
    m->max_cycles = (int32_t)spec->max_cycles;
    m->fog = spec->fog;
    m->timeout_ms = spec->timeout_ms;
    m->model = spec->model ? keep(p, spec->model) : NULL;
    for (int seat = 0; seat < 2; seat++)
        m->faction[seat] = spec->faction[seat] ? keep(p, spec->faction[seat]) : NULL;
    US_TRY(make_libraries(p, true));
    US_TRY(make_folder(p->def->folder, p->err));
    US_TRY(add_maps(p));
    US_TRY(make_libraries(p, false));
    US_TRY(add_entrants(p, spec->player, spec->players, us_manifest_add_player));
    US_TRY(add_entrants(p, spec->opponent, spec->opponents, us_manifest_add_opponent));
    US_TRY(probe_all(p));
    US_TRY(add_games(p));
    US_TRY(copy_spec(p));
    US_TRY(make_below(p, "results"));
    return write_manifest(p);
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
    planner p = {.def = def, .spec = spec, .out = &m, .err = err};
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
