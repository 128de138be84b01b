#include "experiments/design/planning.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/spelling.h"
#include "base/version.h"
#include "experiments/design/entrants.h"
#include "experiments/design/planned_by.h"
#include "experiments/design/planning_internal.h"
#include "experiments/design/probe.h"
#include "experiments/run/journal.h"
#include "learn/learn.h"
#include "players/identity.h"
#include "players/play.h"
#include "retrieve/shuffle.h"
#include "understudy/learn.h"

const char *us_planning_copy_text(const us_planning *p, const char *text)
{
    return us_arena_strdup(p->out->arena, text);
}

void us_planning_log(const us_planning *p, const char *format, ...)
{
    US_AUTOSTR(text);
    va_list args;
    if (!p->def->note)
        return;
    va_start(args, format);
    us_str_vaddf(&text, format, args);
    va_end(args);
    p->def->note(text.text);
}

us_status us_planning_fail(const us_planning *p, const us_json_node *node, const us_error *fault)
{
    return us_json_fail(node, p->err, "%.200s%s%.256s", fault->file, fault->file[0] ? ": " : "",
                        fault->text);
}

us_status us_planning_check_stop(const us_planning *p)
{
    return p->def->stop && p->def->stop()
               ? us_error_set(p->err, US_INTERRUPTED, NULL, 0, 0, "interrupted: nothing is planned")
               : US_OK;
}

/* Appends the absolute path of a file that a spec names. Returns false if there is no such file. */
static bool find_file(const us_planning *p, const char *name, us_str *out)
{
    US_AUTOSTR(path);
    if (name[0] != '/')
        us_str_add(&path, p->base);
    us_str_add(&path, name);
    bool there = us_file_exists(path.text);
    if (there)
        us_str_add_bytes(out, path.text, path.length);
    return there;
}

/* ---- folders */

us_status us_folder_make(const char *path, us_error *err)
{
    struct stat info;
    if (mkdir(path, 0777) == 0 ||
        (errno == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode)))
        return US_OK;
    return us_error_set_system(err, US_BAD_INPUT, path, errno, "cannot make the folder");
}

us_status us_folder_make_parents(const char *path, us_error *err)
{
    US_AUTOSTR(part);
    for (const char *at = path + strspn(path, "/");; at += strspn(at, "/")) {
        at += strcspn(at, "/");
        us_str_reset(&part);
        us_str_add_bytes(&part, path, (size_t)(at - path));
        US_TRY(us_folder_make(part.text, err));
        if (!*at)
            return US_OK;
    }
}

void us_folder_drop(const char *path)
{
    US_AUTOSTR(file);
    US_AUTO(us_names_free) us_names names = {0};
    if (us_file_list(path, "", &names, NULL) == US_OK) {
        for (int i = 0; i < names.count; i++) {
            us_folder_set_path(path, names.name[i], &file);
            unlink(file.text);
        }
    }
    rmdir(path);
}

us_status us_planning_make_folder(const us_planning *p, const char *name)
{
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(p->folder, name);
    return us_folder_make(path.text, p->err);
}

/* ---- libraries */

/* Appends the suffix that distinguishes the names of several libraries: "-2-1". */
static void print_suffix(const us_spec_library *library, int size, int draw, us_str *out)
{
    if (size > 0)
        us_str_addf(out, "-%d", size);
    if (library->sizes > 0)
        us_str_addf(out, "-%d", draw);
}

void us_planning_print_library_path(const us_spec_library *library, int size, int draw, us_str *out)
{
    us_str_addf(out, "libraries/%s", library->name);
    print_suffix(library, size, draw, out);
    us_str_add(out, ".db");
}

static us_status fail_unknown_demo(const us_planning *p, const us_spec_library *library, int i)
{
    us_spelling near = us_spelling_start(library->demo[i]);
    US_AUTO(us_names_free) us_names files = {0};
    US_AUTOSTR(folder);
    if (us_data_find_domain_file(p->spec->domain, "demos/", &folder, NULL) == US_OK &&
        us_file_list(folder.text, ".jsonl", &files, NULL) == US_OK)
        for (int k = 0; k < files.count; k++) {
            *strrchr(files.name[k], '.') = '\0';
            us_spelling_add(&near, files.name[k]);
        }
    return us_json_fail(us_json_at(us_json_find(library->node, "learn"), i), p->err,
                        "there is no file \"%.200s\", and no shipped demonstration of that name: "
                        "expected one that `game demos` lists%s%s%s or a path",
                        library->demo[i], near.best[0] ? ", such as \"" : "", near.best,
                        near.best[0] ? "\"," : ",");
}

/* Paths of demonstrations: files, or names of shipped ones. */
static us_status find_demos(const us_planning *p, const us_spec_library *library, us_str *path)
{
    for (int i = 0; i < library->demos; i++) {
        us_str_init(&path[i]);
        if (find_file(p, library->demo[i], &path[i]))
            continue;
        char name[256];
        snprintf(name, sizeof(name), "demos/%.200s.jsonl", library->demo[i]);
        bool plain = !strchr(library->demo[i], '/') && strlen(library->demo[i]) <= 200;
        if (!plain || us_data_find_domain_file(p->spec->domain, name, &path[i], NULL) != US_OK ||
            !us_file_exists(path[i].text))
            return fail_unknown_demo(p, library, i);
    }
    return US_OK;
}

/* Draws `size` demonstrations at random, in their order; another draw has other demonstrations.
 * Libraries with the same list draw the same ones: their draws are pairs. */
static int draw_demos(const us_planning *p, const us_spec_library *library, int size, int draw,
                      const us_str *path, const char **out)
{
    US_AUTOFREE bool *drawn = US_NEW_ARRAY(bool, library->demos *(draw + 1));
    us_rng rng = us_rng_derive(p->spec->seed, "demonstrations", (uint64_t)size);
    for (int d = 0; d <= draw;) {
        bool *set = &drawn[d * library->demos], again = false;
        int count = 0;
        for (int i = 0; i < library->demos; i++) {
            uint32_t wanted = (uint32_t)(size - count), left = (uint32_t)(library->demos - i);
            set[i] = us_rng_next_below(&rng, left) < wanted;
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
    return count;
}

static us_status shuffle(const us_planning *p, const us_spec_library *library, int draw,
                         const char *file)
{
    US_AUTOSTR(name);
    US_AUTOSTR(from);
    us_shuffle_result made;
    us_error fault = {0};
    us_shuffle_def def = {library->states ? US_SHUFFLE_STATES : US_SHUFFLE_GOALS,
                          (uint64_t)library->seed + (uint64_t)draw};
    us_str_addf(&name, "libraries/%s.db", library->of);
    us_folder_print_path(p->folder, name.text, &from);
    us_status status = us_shuffle_run_file(from.text, p->domain, &def, file, &made, &fault);
    return status == US_OK ? US_OK : us_json_fail(library->node, p->err, "%s", fault.text);
}

static const us_learn_words spec_words = {"\"seat\": ", "\"seat\": \"all\"", "\"suggested\": true"};

/* Tells which seats each trace was learned from, once a library, however many are drawn. */
typedef struct lecture {
    const us_planning *p;
    const us_str *path; /* of all demonstrations */
    bool *reported;     /* by demonstration */
} lecture;

static void print_seats(void *context, const char *trace, const us_learn_result *learned)
{
    lecture *l = context;
    US_AUTOSTR(text);
    int demo = 0;
    while (!us_text_equal(l->path[demo].text, trace))
        demo++;
    if (l->reported[demo])
        return;
    l->reported[demo] = true;
    for (us_seat seat = 0; seat < learned->log.header->seats; seat++) {
        us_str_reset(&text);
        us_learn_result_print_seat(learned, seat, trace, &spec_words, &text);
        us_planning_log(l->p, "%s: %s", trace, text.text);
    }
}

static us_status teach(const us_planning *p, const us_spec_library *library, int size, int draw,
                       const us_str *path, bool *told, const char *file)
{
    const char *demo[US_SPEC_LIST_MAX];
    int count = draw_demos(p, library, size, draw, path, demo);
    us_learn_def def = us_learn_def_default();
    def.learner = library->learner;
    def.relax = library->relax;
    def.literal = library->literal;
    def.seat = library->seat;
    def.suggested = library->suggested;
    def.words = &spec_words;
    def.stop = p->def->stop;
    lecture l = {.p = p, .path = path};
    l.reported = told;
    us_learn_listener listener = {.context = &l, .on_learned = print_seats};
    return us_learn_to_library(demo, count, &def, file, &listener, p->err);
}

static us_status make_library(const us_planning *p, const us_spec_library *library, int size,
                              int draw, const us_str *path, bool *told)
{
    US_AUTOSTR(name);
    US_AUTOSTR(file);
    us_planning_print_library_path(library, size, draw, &name);
    us_folder_print_path(p->folder, name.text, &file);
    us_planning_log(p, "%s %s",
                    library->training ? "adapting"
                    : library->of     ? "shuffling"
                                      : "learning",
                    name.text);
    US_TRY(us_planning_check_stop(p));
    if (us_file_exists(file.text))
        return us_json_fail(library->node, p->err,
                            "another library has the file \"%.200s\" already: expected other names "
                            "and sizes",
                            name.text);
    return library->training ? us_planning_adapt_library(p, library, draw, file.text)
           : library->of     ? shuffle(p, library, draw, file.text)
                             : teach(p, library, size, draw, path, told, file.text);
}

/* look: only whether its demonstrations are there. */
static us_status make_library_all(const us_planning *p, const us_spec_library *library, bool look)
{
    us_status status = US_OK;
    US_AUTOFREE us_str *path = US_NEW_ARRAY(us_str, library->demos);
    US_AUTOFREE bool *told = US_NEW_ARRAY(bool, library->demos);
    for (int d = 0; d < library->demos; d++)
        us_str_init(&path[d]);
    status = find_demos(p, library, path);
    if (library->sizes == 0 && status == US_OK && !look)
        status = make_library(p, library, 0, 0, path, told);
    for (int s = 0; s < library->sizes && !look; s++)
        for (int d = 0; d < us_spec_draws(library, library->size[s]) && status == US_OK; d++)
            status = make_library(p, library, library->size[s], d, path, told);
    for (int d = 0; d < library->demos; d++)
        us_str_clear(&path[d]);
    return status;
}

static us_status check_demos(const us_planning *p)
{
    for (int i = 0; i < p->spec->libraries; i++) {
        US_TRY(make_library_all(p, &p->spec->library[i], true));
        US_TRY(us_planning_check_adapted(p, &p->spec->library[i]));
    }
    return US_OK;
}

static us_status make_libraries(const us_planning *p)
{
    if (p->spec->libraries > 0)
        US_TRY(us_planning_make_folder(p, "libraries"));
    for (int i = 0; i < p->spec->libraries; i++)
        US_TRY(make_library_all(p, &p->spec->library[i], false));
    return US_OK;
}

/* ---- maps */

static us_status add_map(const us_planning *p, const char *path, us_scenario_part *part,
                         us_error *fault)
{
    us_manifest *m = p->out;
    US_AUTOPTR(us_scenario) scenario = NULL;
    US_TRY(us_manifest_open_map(m, p->domain, path, p->folder, NULL, &scenario, part, fault));
    us_manifest_map *map = us_manifest_add_map(m);
    *map = (us_manifest_map){us_planning_copy_text(p, scenario->map_name),
                             us_planning_copy_text(p, scenario->map_family),
                             us_planning_copy_text(p, path), scenario->map_hash};
    US_TRY(us_manifest_map_check(map, fault));
    for (int i = 0; i < m->maps - 1; i++)
        if (us_text_equal(m->map[i].name, map->name))
            return us_error_set(fault, US_BAD_INPUT, NULL, 0, 0, "found a map \"%.64s\" again",
                                map->name);
    return us_play_check(scenario, fault);
}

static us_status set_map(const us_planning *p, const us_json_node *node, const char *path)
{
    us_scenario_part part = US_PART_NONE;
    us_error fault = {0};
    if (add_map(p, path, &part, &fault) == US_OK)
        return US_OK;
    if (part >= US_PART_FACTION)
        node = us_json_at(p->spec->factions, (int)(part - US_PART_FACTION));
    return us_planning_fail(p, node, &fault);
}

us_status us_planning_make_map(const us_planning *p, const us_spec_map *from, int64_t index,
                               const char *folder, us_str *name)
{
    const us_map_tools *tools = us_game_kind_find(p->spec->domain)->maps;
    us_map_request wish = from->request;
    US_AUTOSTR(text);
    US_AUTOSTR(file);
    us_error fault = {0};
    wish.seed += (uint64_t)index;
    us_str_addf(name, "%s/%s-%d-%llu-%s%s%s.map", folder, wish.family, wish.size,
                (unsigned long long)wish.seed, tools->fairness[wish.fair].name,
                wish.start ? "-" : "", wish.start ? tools->starts[wish.start].name : "");
    us_folder_print_path(p->folder, name->text, &file);
    US_TRY(us_planning_check_stop(p));
    if (tools->generate(&wish, NULL, &text, &fault) != US_OK)
        return us_json_fail(from->node, p->err, "%.256s", fault.text);
    return us_file_write(file.text, text.text, text.length, p->err);
}

static us_status make_map(const us_planning *p, const us_spec_map *from, int index)
{
    US_AUTOSTR(name);
    US_TRY(us_planning_make_map(p, from, index, "maps", &name));
    return set_map(p, from->node, name.text);
}

us_status us_planning_find_map(const us_planning *p, const us_spec_map *from, us_str *path)
{
    if (!find_file(p, from->map, path))
        us_str_add(path, from->map);
    return path->text[0] != '/' && us_map_is_path(p->spec->domain, path->text)
               ? us_json_fail(from->node, p->err,
                              "there is no file \"%.200s\", and no map of that name", from->map)
               : US_OK;
}

static us_status make_maps(const us_planning *p)
{
    for (int i = 0; i < p->spec->maps; i++) {
        const us_spec_map *from = &p->spec->map[i];
        US_AUTOSTR(path);
        if (!from->map) {
            US_TRY(us_planning_make_folder(p, "maps"));
            for (int m = 0; m < from->count; m++)
                US_TRY(make_map(p, from, m));
            continue;
        }
        US_TRY(us_planning_find_map(p, from, &path));
        US_TRY(set_map(p, from->node, path.text));
    }
    return US_OK;
}

/* ---- limits */

const us_spec_library *us_planning_find_library(const us_planning *p, const char *agent,
                                                us_str *rest)
{
    US_AUTOSTR(file);
    const us_spec_library *library = NULL;
    if (us_text_has_prefix(agent, "library:") && us_agent_parse_file(agent, &file, rest))
        library = us_spec_find_library(p->spec, file.text);
    return library;
}

static us_status count_entrants(const us_planning *p, const us_spec_agent *list, int count,
                                const char *what, int64_t *out)
{
    int64_t entrants = 0;
    for (int i = 0; i < count; i++) {
        const us_spec_library *library = us_planning_find_library(p, list[i].agent, NULL);
        entrants += !library || library->sizes == 0;
        for (int s = 0; library && s < library->sizes; s++)
            entrants += us_spec_draws(library, library->size[s]);
    }
    *out = entrants;
    return entrants <= US_ENTRANTS_MAX
               ? US_OK
               : us_json_fail(us_json_root(p->spec->doc), p->err,
                              "would have %lld %s, expected at most %d", (long long)entrants, what,
                              (int)US_ENTRANTS_MAX);
}

/* Checks as much as is possible before anything is made: the files have no names yet. */
static us_status check_agents(const us_planning *p, const us_spec_agent *list, int count)
{
    for (int i = 0; i < count; i++) {
        us_error fault = {0};
        us_entrant entrant = {.name = list[i].name,
                              .agent = list[i].agent,
                              .group = list[i].group,
                              .run = -1,
                              .size = -1};
        if (us_entrant_check(&entrant, &fault) != US_OK)
            return us_json_fail(list[i].node, p->err, "%s", fault.text);
    }
    return US_OK;
}

static us_status check_limits(const us_planning *p)
{
    const us_spec *spec = p->spec;
    int64_t players, opponents, maps = 0;
    for (int i = 0; i < spec->maps; i++)
        maps += spec->map[i].count;
    if (maps > US_MANIFEST_MAPS_MAX)
        return us_json_fail(us_json_root(spec->doc), p->err,
                            "would have %lld maps, expected at most %d", (long long)maps,
                            (int)US_MANIFEST_MAPS_MAX);
    US_TRY(count_entrants(p, spec->player, spec->players, "players", &players));
    US_TRY(count_entrants(p, spec->opponent, spec->opponents, "opponents", &opponents));
    int64_t games = spec->games * maps * opponents * players * (spec->seat[0] + spec->seat[1]);
    US_TRY(check_agents(p, spec->player, spec->players));
    US_TRY(check_agents(p, spec->opponent, spec->opponents));
    return games <= US_MANIFEST_GAMES_MAX
               ? US_OK
               : us_json_fail(us_json_root(spec->doc), p->err,
                              "would be %lld games, expected at most %d", (long long)games,
                              (int)US_MANIFEST_GAMES_MAX);
}

/* ---- entrants */

/* The new one, known to have a name of its own. */
static us_status add_entrant(const us_planning *p, const us_spec_agent *from, bool player,
                             const char *name, us_entrant **out)
{
    us_manifest *m = p->out;
    const us_entrant *list = player ? m->player : m->opponent;
    int count = player ? m->players : m->opponents;
    for (int i = 0; i < count; i++)
        if (us_text_equal(list[i].name, name))
            return us_json_fail(from->node, p->err, "another one is called \"%.200s\" already",
                                name);
    *out = player ? us_manifest_add_player(m) : us_manifest_add_opponent(m);
    (*out)->name = us_planning_copy_text(p, name);
    (*out)->group = us_planning_copy_text(p, from->group);
    (*out)->run = from->run;
    return US_OK;
}

static void note_seen(const us_planning *p, const us_entrant *player)
{
    const us_manifest *m = p->out;
    US_AUTO(us_seen_games_clear) us_seen_games seen = us_seen_games_from_entrant(player);
    for (int i = 0; i < m->maps; i++)
        if (us_seen_games_has_map(&seen, m->map[i].hash))
            us_planning_log(p,
                            "%s was learned on %s, where it is to play: compare will want --leaky",
                            player->name, m->map[i].name);
    for (int g = 0; g < p->spec->games; g++) {
        uint64_t seed = p->spec->seed + (uint64_t)g;
        if (!us_seen_games_has_seed(&seen, seed))
            continue;
        us_planning_log(p,
                        "%s was learned from a game with seed %llu, with which it is to play: "
                        "compare will want --leaky; expected another \"seed\"",
                        player->name, (unsigned long long)seed);
        break;
    }
    if (seen.seedless > 0) {
        US_AUTOSTR(text);
        us_seen_games_print_seedless(&seen, player->name, &text);
        us_planning_log(p, "%s", text.text);
    }
}

/* Records the games that led to a library. A comparison on them must be allowed explicitly. */
static us_status identify_agent(const us_planning *p, const char *agent, bool player,
                                us_entrant *out, us_error *err)
{
    US_AUTOFREE us_brl_game *game = NULL;
    int games;
    US_AUTOSTR(text);
    US_TRY(us_agent_read_games(agent, p->domain, &out->identity, &game, &games, err));
    us_seen_games_print(game, games, &text);
    if (player && games > 0)
        out->seen = us_planning_copy_text(p, text.text);
    if (player)
        note_seen(p, out);
    return US_OK;
}

static us_status fill_entrant(const us_planning *p, const us_spec_agent *from, const char *agent,
                              bool player, us_entrant *entrant)
{
    US_AUTOSTR(opened);
    us_error fault = {0};
    entrant->agent = us_planning_copy_text(p, agent);
    entrant->play = us_agent_play_version(agent, p->spec->domain);
    if (p->sketch)
        return US_OK;
    us_manifest_print_agent(agent, p->folder, &opened);
    us_status status = identify_agent(p, opened.text, player, entrant, &fault);
    if (status == US_OK)
        status = us_entrant_check(entrant, &fault);
    if (status == US_OK)
        return US_OK;
    us_planning_fail(p, from->node, &fault);
    if (p->err)
        p->err->status = status;
    return status;
}

/* One of the libraries that were made for a learning curve, or the one there is. */
static us_status add_made(const us_planning *p, const us_spec_agent *from, bool player,
                          const us_spec_library *library, const char *rest, int size, int draw)
{
    US_AUTOSTR(agent);
    US_AUTOSTR(name);
    us_entrant *entrant;
    us_planning_print_library_path(library, size, draw, &name);
    us_agent_print_library(name.text, rest, &agent);
    us_str_reset(&name);
    us_str_add(&name, from->name);
    print_suffix(library, size, draw, &name);
    US_TRY(add_entrant(p, from, player, name.text, &entrant));
    entrant->size = size > 0 ? size : library->demos;
    if (library->sizes > 0 && !entrant->group) {
        us_str_reset(&name);
        us_str_add(&name, from->name);
        if (size > 0)
            us_str_addf(&name, "-%d", size);
        entrant->group = us_planning_copy_text(p, name.text);
        entrant->run = draw;
    }
    return fill_entrant(p, from, agent.text, player, entrant);
}

static us_status add_all_made(const us_planning *p, const us_spec_agent *from, bool player,
                              const us_spec_library *library, const char *rest)
{
    if (library->sizes == 0)
        return add_made(p, from, player, library, rest, 0, 0);
    for (int s = 0; s < library->sizes; s++)
        for (int d = 0; d < us_spec_draws(library, library->size[s]); d++)
            US_TRY(add_made(p, from, player, library, rest, library->size[s], d));
    return US_OK;
}

us_status us_planning_print_agent(const us_planning *p, const us_json_node *node, const char *agent,
                                  us_str *out)
{
    US_AUTOSTR(file);
    US_AUTOSTR(rest);
    if (!us_agent_parse_file(agent, &file, &rest)) {
        us_str_add(out, agent);
        return US_OK;
    }
    us_str_add_bytes(out, agent, strcspn(agent, ":") + 1);
    if (!find_file(p, file.text, out))
        return us_json_fail(node, p->err,
                            "there is no file \"%.200s\", and no library of that name is made",
                            file.text);
    us_str_add(out, rest.text);
    return US_OK;
}

static us_status add_plain(const us_planning *p, const us_spec_agent *from, bool player)
{
    US_AUTOSTR(agent);
    us_entrant *entrant;
    US_TRY(add_entrant(p, from, player, from->name, &entrant));
    US_TRY(us_planning_print_agent(p, from->node, from->agent, &agent));
    return fill_entrant(p, from, agent.text, player, entrant);
}

static us_status add_entrants(const us_planning *p, const us_spec_agent *list, int count,
                              bool player)
{
    for (int i = 0; i < count; i++) {
        US_AUTOSTR(rest);
        const us_spec_library *library = us_planning_find_library(p, list[i].agent, &rest);
        US_TRY(library ? add_all_made(p, &list[i], player, library, rest.text)
                       : add_plain(p, &list[i], player));
    }
    return US_OK;
}

/* A player that was named may have become several. */
static us_status check_model(const us_planning *p)
{
    const us_manifest *m = p->out;
    for (int i = 0; m->model && i < m->players; i++)
        if (us_text_equal(m->player[i].name, m->model))
            return US_OK;
    return m->model ? us_json_fail(us_json_root(p->spec->doc), p->err,
                                   "\"model\": expected one player, \"%.64s\" is several", m->model)
                    : US_OK;
}

/* Players that were made by name, as those of a learning curve, may meet others. */
static us_status number_runs(const us_planning *p)
{
    us_manifest *m = p->out;
    const us_json_node *root = us_json_root(p->spec->doc);
    int again = us_manifest_number_runs(m);
    if (again >= 0)
        return us_json_fail(
            root, p->err, "player \"%.64s\": the group \"%.64s\" has a run %lld already",
            m->player[again].name, m->player[again].group, (long long)m->player[again].run);
    for (int i = 0; i < m->players; i++)
        for (int k = 0; m->player[i].group && k < m->players; k++)
            if (us_text_equal(m->player[i].group, m->player[k].name))
                return us_json_fail(root, p->err, "a group and a player are both called \"%.64s\"",
                                    m->player[k].name);
    return US_OK;
}

static us_status add_all_entrants(const us_planning *p)
{
    US_TRY(add_entrants(p, p->spec->player, p->spec->players, true));
    US_TRY(add_entrants(p, p->spec->opponent, p->spec->opponents, false));
    US_TRY(number_runs(p));
    return check_model(p);
}

static bool is_used(const us_planning *p, const us_spec_library *library)
{
    const us_spec *spec = p->spec;
    bool used = false;
    for (int i = 0; i < spec->players && !used; i++)
        used = us_planning_find_library(p, spec->player[i].agent, NULL) == library;
    for (int i = 0; i < spec->opponents && !used; i++)
        used = us_planning_find_library(p, spec->opponent[i].agent, NULL) == library;
    for (int i = 0; i < spec->libraries && !used; i++)
        used = spec->library[i].of && us_text_equal(spec->library[i].of, library->name);
    return used;
}

static void log_unused(const us_planning *p)
{
    for (int i = 0; i < p->spec->libraries; i++)
        if (!is_used(p, &p->spec->library[i]))
            us_planning_log(p, "no player and no opponent has the library \"%s\"",
                            p->spec->library[i].name);
}

/* ---- games */

/* Pairs stand together, and each seed goes through all of them. So a run that stops early has
 * compared the same settings. */
static void add_games(const us_planning *p)
{
    us_manifest *m = p->out;
    const us_spec *spec = p->spec;
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
}

int64_t us_manifest_count_duplicates(const us_manifest *m)
{
    US_AUTOFREE int32_t *first = us_manifest_find_equals(m);
    int64_t twins = 0;
    for (int64_t i = 0; i < m->games; i++)
        twins += first[i] != i;
    return twins;
}

/* ---- a plan in a folder of its own */

static us_status probe_all(const us_planning *p)
{
    us_manifest *m = p->out;
    US_TRY(us_probe_compute_engine(m, p->folder, &m->engine, p->err));
    for (int i = 0; i < m->players; i++) {
        US_TRY(us_planning_check_stop(p));
        US_TRY(us_probe_compute_player(m, p->folder, i, &m->player[i].probe, p->err));
    }
    return US_OK;
}

void us_manifest_print_program(us_str *out)
{
    us_str_addf(out, "understudy %s", us_version_current()->number);
    if (us_version_current()->commit[0])
        us_str_addf(out, ", commit %s", us_version_current()->commit);
}

static void set_head(const us_planning *p)
{
    const us_spec *spec = p->spec;
    us_manifest *m = p->out;
    US_AUTOSTR(program);
    m->name = us_planning_copy_text(p, spec->name);
    m->domain = us_planning_copy_text(p, spec->domain);
    us_manifest_print_program(&program);
    m->program = us_planning_copy_text(p, program.text);
    m->max_cycles = (int32_t)spec->max_cycles;
    m->fog = spec->fog;
    m->timeout_ms = spec->timeout_ms;
    m->scope = us_map_scope_name(spec->scope);
    m->model = us_planning_copy_text(p, spec->model);
    for (int seat = 0; seat < 2; seat++)
        m->faction[seat] = us_planning_copy_text(p, spec->faction[seat]);
}

/* Checks all that can be checked before libraries are learned, which may take long: names, files
 * and, if there are results, the plan that they belong to. */
static us_status check_sketch(const us_planning *p)
{
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    us_planning sketch = *p;
    us_manifest_init(&m);
    sketch.out = &m;
    sketch.sketch = true;
    set_head(&sketch);
    for (int i = 0; i < p->out->maps; i++)
        *us_manifest_add_map(&m) = p->out->map[i];
    US_TRY(add_all_entrants(&sketch));
    if (us_experiment_has_results(p->def->folder)) {
        add_games(&sketch);
        US_TRY(us_planning_check_sketch(&sketch));
    }
    return US_OK;
}

static us_status make_all(const us_planning *p)
{
    us_error fault = {0};
    set_head(p);
    if (us_manifest_check_head(p->out, &fault) != US_OK)
        return us_json_fail(us_json_root(p->spec->doc), p->err, "%s", fault.text);
    US_TRY(us_folder_make(p->folder, p->err));
    US_TRY(make_maps(p));
    US_TRY(us_planning_make_training_maps(p));
    US_TRY(check_sketch(p));
    log_unused(p);
    US_TRY(make_libraries(p));
    US_TRY(add_all_entrants(p));
    if (p->def->note)
        us_same_players_report(p->out, p->def->note);
    US_TRY(probe_all(p));
    add_games(p);
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
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, "manifest.jsonl");
    us_file_read_head(path.text, found, sizeof(first) - 1);
    bool planned = us_text_equal(found, first);
    us_folder_set_path(folder, US_PLANNING_FOLDER, &path);
    planned = planned || us_file_exists(path.text);
    for (int i = 0; i < US_COUNT(ours) && !planned; i++) {
        us_folder_set_path(folder, ours[i], &path);
        if (holds_any(path.text))
            return us_error_set(
                err, US_BAD_INPUT, folder, 0, 0,
                "it holds \"%s\" and is no experiment: expected a new folder, or one "
                "of an experiment",
                ours[i]);
    }
    return US_OK;
}

/* ---- cleaning up after a failed plan: new folders that are empty */

static const char *const fresh[] = {"libraries", "maps", "results", "lock", ""};

static void check_existing(const char *folder, bool *there)
{
    struct stat info;
    US_AUTOSTR(path);
    for (int i = 0; i < US_COUNT(fresh); i++) {
        us_folder_set_path(folder, fresh[i], &path);
        there[i] = lstat(path.text, &info) == 0;
    }
}

static void leave_as_before(const char *folder, const bool *there)
{
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, "manifest.jsonl");
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
}

/* ---- all */

/* The plan is complete without it. */
static void note_build(const us_planning *p)
{
    char text[1024];
    us_error fault = {0};
    if (us_planned_by_write(p->def->folder, &fault) != US_OK && p->def->note)
        p->def->note(us_error_print(&fault, text, sizeof(text)));
}

/* Makes all in a folder of its own first, so that an interruption leaves older files as they
 * were. */
static us_status plan(us_planning *p)
{
    US_AUTOPTR(us_folder_lock) lock = NULL;
    bool there[US_COUNT(fresh)];
    US_TRY(check_limits(p));
    US_TRY(check_demos(p));
    US_TRY(check_folder(p->def->folder, p->err));
    check_existing(p->def->folder, there);
    US_TRY(us_folder_make(p->def->folder, p->err));
    US_AUTO(us_str_clear) us_str lock_path = us_folder_make_path(p->def->folder, "lock");
    US_AUTO(us_str_clear) us_str folder = us_folder_make_path(p->def->folder, US_PLANNING_FOLDER);
    p->folder = folder.text;
    us_status status = us_folder_lock_open(lock_path.text, 0, 1, &lock, p->err);
    if (status == US_OK) {
        us_planning_remove_leftovers(p, true);
        status = make_all(p);
        if (status == US_OK)
            status = us_planning_install(p);
        if (status == US_OK)
            note_build(p);
        us_planning_remove_leftovers(p, status != US_OK);
    }
    /* cleans up while the lock is held, so that no other plan begins; not if another process holds
     * it */
    if (status != US_OK && (lock || status != US_INCOMPLETE))
        leave_as_before(p->def->folder, there);
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

static void clear_searches(us_planned_searches *searches)
{
    us_mem_free(searches->item);
}

us_status us_experiment_plan(const us_planning_def *def, const us_spec *spec, us_manifest *out,
                             us_error *err)
{
    US_AUTO(us_manifest_clear) us_manifest m;
    US_AUTO(clear_searches) us_planned_searches searches = {0};
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOSTR(base);
    us_manifest_init(&m);
    US_TRY(find_base(def->spec, &base, err));
    US_TRY(us_domain_load_shipped(spec->domain, &domain, err));
    us_planning p = {.def = def,
                     .spec = spec,
                     .out = &m,
                     .domain = domain,
                     .base = base.text,
                     .searches = &searches,
                     .err = err};
    US_TRY(plan(&p));
    *out = m;
    m = (us_manifest){0};
    return US_OK;
}
