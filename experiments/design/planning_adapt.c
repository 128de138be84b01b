#include "experiments/design/planning_state.h"

#include <string.h>

#include "base/rng.h"
#include "experiments/compare/repairs.h"
#include "experiments/design/probe.h"
#include "experiments/run/training.h"
#include "players/identity.h"
#include "players/play.h"

/* ---- where */

/* Refuses a training map that the experiment plays on: a comparison on it would not count. */
static us_status check_ground(const us_planning_state *p, const us_spec_map *from, const char *path)
{
    const us_manifest *m = p->out;
    us_scenario *scenario;
    us_scenario_part part;
    us_error fault = {0};
    us_status status =
        us_manifest_open_map(m, p->domain, path, p->folder, NULL, &scenario, &part, &fault);
    if (status == US_OK) {
        status = us_play_check(scenario, &fault);
        for (int i = 0; i < m->maps && status == US_OK; i++)
            if (m->map[i].hash == scenario->map_hash)
                status = us_error_set(&fault, US_BAD_INPUT, NULL, 0, 0,
                                      "the experiment plays on %.64s, too: expected other maps for "
                                      "training",
                                      m->map[i].name);
        us_scenario_close(scenario);
    }
    return status == US_OK ? US_OK : us_planning_state_fail(p, from->node, &fault);
}

/* The name of a map of a run, from the plan's folder or a path of its own: appended. */
static us_status name_ground(const us_planning_state *p, const us_spec_map *from, int run,
                             int index, us_str *out)
{
    return from->map ? us_planning_state_find_map(p, from, out)
                     : us_planning_state_make_map(p, from, (int64_t)run * from->count + index,
                                                  US_PLANNED_GROUNDS, out);
}

typedef us_status visit_ground(const us_planning_state *p, const us_spec_map *from,
                               const char *path, void *context);

static us_status visit_grounds(const us_planning_state *p, const us_spec_training *training,
                               int run, visit_ground *visit, void *context)
{
    us_status status = US_OK;
    us_str path;
    us_str_init(&path);
    for (int i = 0; i < training->map_count && status == US_OK; i++)
        for (int k = 0; k < training->map[i].count && status == US_OK; k++) {
            us_str_reset(&path);
            status = name_ground(p, &training->map[i], run, k, &path);
            if (status == US_OK)
                status = visit(p, &training->map[i], path.text, context);
        }
    us_str_clear(&path);
    return status;
}

static us_status check_one(const us_planning_state *p, const us_spec_map *from, const char *path,
                           void *context)
{
    (void)context;
    return check_ground(p, from, path);
}

us_status us_planning_state_make_training_maps(const us_planning_state *p)
{
    for (int i = 0; i < p->spec->libraries; i++) {
        const us_spec_library *library = &p->spec->library[i];
        if (!library->training)
            continue;
        US_TRY(us_planning_state_make_folder(p, US_PLANNED_GROUNDS));
        for (int run = 0; run < library->draws; run++)
            US_TRY(visit_grounds(p, library->training, run, check_one, NULL));
    }
    return US_OK;
}

/* ---- opponents */

/* A library that was made before this one, by its path. */
static us_status find_opponent(const us_planning_state *p, const us_spec_library *library,
                               int index, us_str *out)
{
    const char *agent = library->training->against[index];
    const us_json_node *node = us_json_at(library->training->opponents, index);
    us_str rest, name, file;
    us_status status = US_OK;
    us_str_init(&rest);
    us_str_init(&name);
    us_str_init(&file);
    const us_spec_library *made = us_planning_state_find_library(p, agent, &rest);
    if (!made) {
        status = us_planning_state_print_agent(p, node, agent, out);
    } else if (made >= library || made->sizes > 0) {
        status = us_json_fail(node, p->err,
                              "expected the name of a library above, of which there is one");
    } else if (p->folder) { /* before, nothing is made that has a path */
        us_planning_state_print_library_path(made, 0, 0, &name);
        us_folder_print_path(p->folder, name.text, &file);
        us_agent_print_library(file.text, rest.text, out);
    }
    us_str_clear(&rest);
    us_str_clear(&name);
    us_str_clear(&file);
    return status;
}

static us_status find_opponents(const us_planning_state *p, const us_spec_library *library,
                                const char **out)
{
    us_status status = US_OK;
    us_str agent;
    us_str_init(&agent);
    for (int i = 0; i < library->training->against_count; i++) {
        us_str_reset(&agent);
        status = find_opponent(p, library, i, &agent);
        if (status != US_OK)
            break;
        if (out)
            out[i] = us_planning_state_copy_text(p, agent.text);
    }
    us_str_clear(&agent);
    return status;
}

/* ---- by which patterns */

static us_status choose(const us_json_node *node, const char *const *name, int names,
                        us_status (*keep)(us_patterns *patterns, const char *names, us_error *err),
                        us_patterns *patterns, us_error *err)
{
    us_str list;
    us_error fault = {0};
    if (names == 0)
        return US_OK;
    us_str_init(&list);
    for (int i = 0; i < names; i++)
        us_str_addf(&list, "%s%s", i ? "," : "", name[i]);
    us_status status = keep(patterns, list.text, &fault);
    us_str_clear(&list);
    return status == US_OK ? US_OK : us_json_fail(node, err, "%s", fault.text);
}

static us_status load_patterns(const us_planning_state *p, const us_spec_training *training,
                               us_patterns *out)
{
    us_patterns patterns = {0};
    US_TRY(us_patterns_load(p->domain, NULL, &patterns, p->err));
    us_status status = choose(training->pattern_node, training->patterns, training->pattern_count,
                              us_patterns_select, &patterns, p->err);
    if (status == US_OK)
        status = choose(training->without_node, training->without, training->without_count,
                        us_patterns_exclude, &patterns, p->err);
    if (status == US_OK)
        *out = patterns;
    else
        us_patterns_clear(&patterns);
    return status;
}

us_status us_planning_state_check_adapted(const us_planning_state *p,
                                          const us_spec_library *library)
{
    us_patterns patterns;
    if (!library->training)
        return US_OK;
    US_TRY(load_patterns(p, library->training, &patterns));
    us_patterns_clear(&patterns);
    return find_opponents(p, library, NULL);
}

/* ---- adapting */

typedef struct grounds {
    const char **map;
    int maps;
} grounds;

static us_status keep_ground(const us_planning_state *p, const us_spec_map *from, const char *path,
                             void *context)
{
    grounds *g = context;
    us_str opened;
    (void)from;
    us_str_init(&opened);
    us_manifest_print_map_path(p->out, path, p->folder, &opened);
    g->map[g->maps++] = us_planning_state_copy_text(p, opened.text);
    us_str_clear(&opened);
    return US_OK;
}

static us_status repair(void *context, const us_round *round, us_error *err)
{
    return us_round_repair(context, round, err);
}

/* The file of an adapted library's run, or of a library of which there is one: appended. */
static void find_made(const us_planning_state *p, const char *name, int run, us_str *out)
{
    us_str file;
    us_str_init(&file);
    for (int i = 0; i < p->spec->libraries; i++)
        if (us_text_equal(p->spec->library[i].name, name))
            us_planning_state_print_library_path(&p->spec->library[i], 0, run, &file);
    us_folder_print_path(p->folder, file.text, out);
    us_str_clear(&file);
}

static us_status count_repairs(const us_planning_state *p, const char *name, int run, int *out)
{
    us_library *library;
    us_lineage lineage;
    us_str file;
    us_str_init(&file);
    find_made(p, name, run, &file);
    us_status status = us_library_open(file.text, US_LIBRARY_READ, p->domain, &library, p->err);
    us_str_clear(&file);
    US_TRY(status);
    status = us_lineage_read(library, &lineage, p->err);
    us_library_close(library);
    US_TRY(status);
    *out = lineage.repairs;
    us_lineage_clear(&lineage);
    return US_OK;
}

/* Counts its own repairs: the library also lists those of the library that it was adapted from. */
static us_status count_own_repairs(const us_planning_state *p, const char *name, int run, int *out)
{
    int before = 0;
    US_TRY(count_repairs(p, name, run, out));
    for (int i = 0; i < p->spec->libraries; i++)
        if (us_text_equal(p->spec->library[i].name, name))
            US_TRY(count_repairs(p, p->spec->library[i].of, run, &before));
    *out = *out > before ? *out - before : 0;
    return US_OK;
}

static void note_proved(const us_planning_state *p, const us_spec_library *library, int run,
                        int proved)
{
    us_planning_proofs *list = p->proofs;
    list->item = us_array_grow(list->item, list->count, &list->capacity, sizeof(*list->item));
    list->item[list->count].library = library;
    list->item[list->count].run = run;
    list->item[list->count++].proved = proved;
    us_str name;
    us_str_init(&name);
    us_planning_state_print_library_path(library, 0, run, &name);
    us_planning_state_log(p, "%s: %d repair%s put to the proof", name.text, proved,
                          proved == 1 ? " was" : "s were");
    us_str_clear(&name);
}

/* Returns the number of repairs of that library's run; for a proved control, the number of proofs
 * of that run. */
static us_status count_like(const us_planning_state *p, const us_spec_training *training, int run,
                            int *out)
{
    for (int i = 0; i < p->proofs->count && training->prove > 0; i++)
        if (us_text_equal(p->proofs->item[i].library->name, training->like) &&
            p->proofs->item[i].run == run) {
            *out = p->proofs->item[i].proved;
            return US_OK;
        }
    return count_own_repairs(p, training->like, run, out);
}

static us_status play_rounds(const us_planning_state *p, const us_spec_library *library, int run,
                             const us_patterns *patterns, const us_rounds_def *paths,
                             const grounds *maps, const char *const *against)
{
    const us_spec_training *training = library->training;
    us_rounds_def def = *paths;
    int proved = 0;
    us_rng rng = us_rng_derive((uint64_t)library->seed, "adapt.run", (uint64_t)run);
    uint64_t seed = us_rng_next(&rng);
    us_repair_def how = {.patterns = patterns,
                         .without = training->without_modops,
                         .append = training->append,
                         .most = training->most,
                         .random = training->random,
                         .random_count = -1,
                         .proved = &proved,
                         .seed = seed,
                         .stop = p->def->stop};
    us_error fault = {0};
    if (training->like)
        US_TRY(count_like(p, training, run, &how.random_count));
    def.rounds = training->rounds;
    def.prove = training->prove;
    def.context = &how;
    def.repair = repair;
    def.training = (us_training_def){
        .library = paths->training.library,
        .domain = p->spec->domain,
        .map = maps->map,
        .maps = maps->maps,
        .against = against,
        .opponents = training->against_count,
        .games = training->games,
        .seed = seed,
        .max_cycles = (int32_t)p->spec->max_cycles,
        .fog = p->spec->fog,
        .faction = {p->spec->faction[0], p->spec->faction[1]},
        .workers = p->def->workers,
        .timeout_ms = p->spec->timeout_ms,
        .stop = p->def->stop,
    };
    us_status status = us_rounds_play(&def, &fault);
    if (training->prove > 0)
        note_proved(p, library, run, proved);
    if (status == US_OK || status == US_INTERRUPTED)
        return status == US_OK ? US_OK : us_planning_state_check_stop(p);
    us_json_fail(library->node, p->err, "%.200s%s%.256s", fault.file, fault.file[0] ? ": " : "",
                 fault.text);
    if (p->err)
        p->err->status = status;
    return status;
}

static us_status put_daemons(const us_planning_state *p, const us_spec_library *library,
                             const us_patterns *patterns, const char *parent, const char *file)
{
    us_library *from;
    us_error fault = {0};
    us_repair_def how = {.patterns = patterns,
                         .without = library->training->without_modops,
                         .append = library->training->append,
                         .stop = p->def->stop};
    US_TRY(us_library_open(parent, US_LIBRARY_READ, p->domain, &from, p->err));
    us_status status = us_library_copy(from, file, &fault);
    us_library_close(from);
    if (status == US_OK)
        status = us_repair_add_daemons(&how, p->domain, file, &fault);
    if (status == US_OK || status == US_INTERRUPTED)
        return status == US_OK ? US_OK : us_planning_state_check_stop(p);
    return us_json_fail(library->node, p->err, "%s", fault.text);
}

us_status us_planning_state_adapt_library(const us_planning_state *p,
                                          const us_spec_library *library, int run, const char *file)
{
    const us_spec_training *training = library->training;
    grounds maps = {.map = US_NEW_ARRAY(const char *, training->maps)};
    const char **against = US_NEW_ARRAY(const char *, training->against_count);
    us_patterns patterns = {0};
    us_str parent, folder;
    us_str_init(&parent);
    us_str_init(&folder);
    find_made(p, library->of, run, &parent);
    us_folder_print_path(p->folder, US_PLANNED_TRAINING, &folder);
    us_status status = find_opponents(p, library, against);
    if (status == US_OK)
        status = visit_grounds(p, training, run, keep_ground, &maps);
    if (status == US_OK)
        status = load_patterns(p, training, &patterns);
    if (status == US_OK && training->daemons) {
        status = put_daemons(p, library, &patterns, parent.text, file);
    } else if (status == US_OK) {
        us_rounds_def paths = {
            .training = {.library = parent.text}, .folder = folder.text, .out = file};
        status = play_rounds(p, library, run, &patterns, &paths, &maps, against);
    }
    us_str_clear(&parent);
    us_str_clear(&folder);
    us_patterns_clear(&patterns);
    us_mem_free(maps.map);
    us_mem_free(against);
    return status;
}
