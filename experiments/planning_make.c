#include "experiments/planning_state.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/spelling.h"
#include "experiments/probe.h"
#include "learn/learn.h"
#include "players/play.h"
#include "retrieve/shuffle.h"
#include "understudy/learn.h"

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
    us_str part;
    us_status status = US_OK;
    us_str_init(&part);
    for (const char *at = path; status == US_OK;) {
        at += strspn(at, "/");
        at += strcspn(at, "/");
        us_str_reset(&part);
        us_str_add_bytes(&part, path, (size_t)(at - path));
        status = us_folder_make(part.text, err);
        if (!*at)
            break;
    }
    us_str_clear(&part);
    return status;
}

void us_folder_drop(const char *path)
{
    us_str file;
    us_names names;
    us_str_init(&file);
    if (us_file_list(path, "", &names, NULL) == US_OK) {
        for (int i = 0; i < names.count; i++) {
            us_folder_set_path(path, names.name[i], &file);
            unlink(file.text);
        }
        us_names_free(&names);
    }
    rmdir(path);
    us_str_clear(&file);
}

us_status us_planning_state_make_folder(const us_planning_state *p, const char *name)
{
    us_str path = us_folder_make_path(p->folder, name);
    us_status status = us_folder_make(path.text, p->err);
    us_str_clear(&path);
    return status;
}

/* ---- libraries */

void us_planning_state_print_suffix(const us_spec_library *library, int size, int draw, us_str *out)
{
    if (size > 0)
        us_str_addf(out, "-%d", size);
    if (library->sizes > 0)
        us_str_addf(out, "-%d", draw);
}

void us_planning_state_print_library_path(const us_spec_library *library, int size, int draw,
                                          us_str *out)
{
    us_str_addf(out, "libraries/%s", library->name);
    us_planning_state_print_suffix(library, size, draw, out);
    us_str_add(out, ".db");
}

static us_status fail_unknown_demo(const us_planning_state *p, const us_spec_library *library,
                                   int i)
{
    us_spelling near = us_spelling_start(library->demo[i]);
    us_names files = {0};
    us_str folder;
    us_str_init(&folder);
    if (us_data_find_domain_file(p->spec->domain, "demos/", &folder, NULL) == US_OK &&
        us_file_list(folder.text, ".jsonl", &files, NULL) == US_OK)
        for (int k = 0; k < files.count; k++) {
            *strrchr(files.name[k], '.') = '\0';
            us_spelling_add(&near, files.name[k]);
        }
    us_names_free(&files);
    us_str_clear(&folder);
    return us_json_fail(us_json_at(us_json_find(library->node, "learn"), i), p->err,
                        "there is no file \"%.200s\", and no shipped demonstration of that name: "
                        "expected one that `game demos` lists%s%s%s or a path",
                        library->demo[i], near.best[0] ? ", such as \"" : "", near.best,
                        near.best[0] ? "\"," : ",");
}

/* Paths of demonstrations: files, or names of shipped ones. */
static us_status find_demos(const us_planning_state *p, const us_spec_library *library,
                            us_str *path)
{
    for (int i = 0; i < library->demos; i++) {
        us_str_init(&path[i]);
        if (us_planning_state_find_file(p, library->demo[i], &path[i]))
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
static int draw_demos(const us_planning_state *p, const us_spec_library *library, int size,
                      int draw, const us_str *path, const char **out)
{
    bool *drawn = US_NEW_ARRAY(bool, library->demos *(draw + 1));
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
    us_mem_free(drawn);
    return count;
}

static us_status shuffle(const us_planning_state *p, const us_spec_library *library, int draw,
                         const char *file)
{
    us_str name, from;
    us_shuffle_result made;
    us_error fault = {0};
    us_shuffle_def def = {library->states ? US_SHUFFLE_STATES : US_SHUFFLE_GOALS,
                          (uint64_t)library->seed + (uint64_t)draw};
    us_str_init(&name);
    us_str_init(&from);
    us_str_addf(&name, "libraries/%s.db", library->of);
    us_folder_print_path(p->folder, name.text, &from);
    us_status status = us_shuffle_run_file(from.text, p->domain, &def, file, &made, &fault);
    us_str_clear(&name);
    us_str_clear(&from);
    return status == US_OK ? US_OK : us_json_fail(library->node, p->err, "%s", fault.text);
}

/* Members of a library in a spec. */
static const us_learn_words spec_words = {"\"seat\": ", "\"seat\": \"all\"", "\"suggested\": true"};

/* Tells which seats each trace was learned from, once a library, however many are drawn. */
typedef struct lecture {
    const us_planning_state *p;
    const us_str *path; /* of all demonstrations */
    bool *reported;     /* by demonstration */
} lecture;

static void print_seats(void *context, const char *trace, const us_learn_result *learned)
{
    lecture *l = context;
    us_str text;
    int demo = 0;
    while (!us_text_equal(l->path[demo].text, trace))
        demo++;
    if (l->reported[demo])
        return;
    l->reported[demo] = true;
    us_str_init(&text);
    for (us_seat seat = 0; seat < learned->log.header->seats; seat++) {
        us_str_reset(&text);
        us_learn_result_print_seat(learned, seat, trace, &spec_words, &text);
        us_planning_state_log(l->p, "%s: %s", trace, text.text);
    }
    us_str_clear(&text);
}

static us_status teach(const us_planning_state *p, const us_spec_library *library, int size,
                       int draw, const us_str *path, bool *told, const char *file)
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

static us_status make_library(const us_planning_state *p, const us_spec_library *library, int size,
                              int draw, const us_str *path, bool *told)
{
    us_str name, file;
    us_str_init(&name);
    us_str_init(&file);
    us_planning_state_print_library_path(library, size, draw, &name);
    us_folder_print_path(p->folder, name.text, &file);
    us_planning_state_log(p, "%s %s",
                          library->training ? "adapting"
                          : library->of     ? "shuffling"
                                            : "learning",
                          name.text);
    us_status status = us_planning_state_check_stop(p);
    if (status == US_OK && us_file_exists(file.text))
        status =
            us_json_fail(library->node, p->err,
                         "another library has the file \"%.200s\" already: expected other names "
                         "and sizes",
                         name.text);
    if (status == US_OK)
        status = library->training ? us_planning_state_adapt_library(p, library, draw, file.text)
                 : library->of     ? shuffle(p, library, draw, file.text)
                                   : teach(p, library, size, draw, path, told, file.text);
    us_str_clear(&name);
    us_str_clear(&file);
    return status;
}

/* look: only whether its demonstrations are there. */
static us_status make_library_all(const us_planning_state *p, const us_spec_library *library,
                                  bool look)
{
    us_status status = US_OK;
    us_str *path = US_NEW_ARRAY(us_str, library->demos);
    bool *told = US_NEW_ARRAY(bool, library->demos);
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
    us_mem_free(path);
    us_mem_free(told);
    return status;
}

us_status us_planning_state_check_demos(const us_planning_state *p)
{
    for (int i = 0; i < p->spec->libraries; i++) {
        US_TRY(make_library_all(p, &p->spec->library[i], true));
        US_TRY(us_planning_state_check_adapted(p, &p->spec->library[i]));
    }
    return US_OK;
}

us_status us_planning_state_make_libraries(const us_planning_state *p)
{
    if (p->spec->libraries > 0)
        US_TRY(us_planning_state_make_folder(p, "libraries"));
    for (int i = 0; i < p->spec->libraries; i++)
        US_TRY(make_library_all(p, &p->spec->library[i], false));
    return US_OK;
}

/* ---- maps */

static us_status set_map(const us_planning_state *p, const us_json_node *node, const char *path)
{
    us_manifest *m = p->out;
    us_scenario *scenario;
    us_scenario_part part = US_PART_NONE;
    us_error fault = {0};
    us_status status =
        us_manifest_open_map(m, p->domain, path, p->folder, NULL, &scenario, &part, &fault);
    if (status != US_OK && part >= US_PART_FACTION)
        node = us_json_at(p->spec->factions, (int)(part - US_PART_FACTION));
    if (status == US_OK) {
        us_manifest_map *map = us_manifest_add_map(m);
        *map = (us_manifest_map){us_planning_state_copy_text(p, scenario->map_name),
                                 us_planning_state_copy_text(p, scenario->map_family),
                                 us_planning_state_copy_text(p, path), scenario->map_hash};
        status = us_manifest_map_check(map, &fault);
        for (int i = 0; i < m->maps - 1 && status == US_OK; i++)
            if (us_text_equal(m->map[i].name, map->name))
                status = us_error_set(&fault, US_BAD_INPUT, NULL, 0, 0,
                                      "found a map \"%.64s\" again", map->name);
        if (status == US_OK)
            status = us_play_check(scenario, &fault);
        us_scenario_close(scenario);
    }
    return status == US_OK ? US_OK : us_planning_state_fail(p, node, &fault);
}

us_status us_planning_state_make_map(const us_planning_state *p, const us_spec_map *from,
                                     int64_t index, const char *folder, us_str *name)
{
    const us_map_tools *tools = us_game_kind_find(p->spec->domain)->maps;
    us_map_request wish = from->request;
    us_str text, file;
    us_error fault = {0};
    wish.seed += (uint64_t)index;
    us_str_init(&text);
    us_str_init(&file);
    us_str_addf(name, "%s/%s-%d-%llu-%s%s%s.map", folder, wish.family, wish.size,
                (unsigned long long)wish.seed, tools->fairness[wish.fair].name,
                wish.start ? "-" : "", wish.start ? tools->starts[wish.start].name : "");
    us_folder_print_path(p->folder, name->text, &file);
    us_status stop = us_planning_state_check_stop(p);
    us_status status = stop == US_OK ? tools->generate(&wish, NULL, &text, &fault) : stop;
    if (status != US_OK && stop == US_OK)
        us_json_fail(from->node, p->err, "%.256s", fault.text);
    if (status == US_OK)
        status = us_file_write(file.text, text.text, text.length, p->err);
    us_str_clear(&text);
    us_str_clear(&file);
    return status;
}

static us_status make_map(const us_planning_state *p, const us_spec_map *from, int index)
{
    us_str name;
    us_str_init(&name);
    us_status status = us_planning_state_make_map(p, from, index, "maps", &name);
    if (status == US_OK)
        status = set_map(p, from->node, name.text);
    us_str_clear(&name);
    return status;
}

us_status us_planning_state_find_map(const us_planning_state *p, const us_spec_map *from,
                                     us_str *path)
{
    if (!us_planning_state_find_file(p, from->map, path))
        us_str_add(path, from->map);
    return path->text[0] != '/' && us_map_is_path(p->spec->domain, path->text)
               ? us_json_fail(from->node, p->err,
                              "there is no file \"%.200s\", and no map of that name", from->map)
               : US_OK;
}

us_status us_planning_state_make_maps(const us_planning_state *p)
{
    us_status status = US_OK;
    for (int i = 0; i < p->spec->maps && status == US_OK; i++) {
        const us_spec_map *from = &p->spec->map[i];
        us_str path;
        if (!from->map) {
            status = us_planning_state_make_folder(p, "maps");
            for (int m = 0; m < from->count && status == US_OK; m++)
                status = make_map(p, from, m);
            continue;
        }
        us_str_init(&path);
        status = us_planning_state_find_map(p, from, &path);
        if (status == US_OK)
            status = set_map(p, from->node, path.text);
        us_str_clear(&path);
    }
    return status;
}
