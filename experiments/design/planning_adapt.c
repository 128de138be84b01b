#include "experiments/design/planning_internal.h"

#include "experiments/compare/repairs.h"
#include "experiments/design/probe.h"
#include "experiments/run/training.h"
#include "players/identity.h"
#include "players/play.h"

/* ---- where */

/* Refuses a training map that the experiment plays on: a comparison on it would not count. */
static us_status open_ground(const us_planning *p, const char *path, us_error *fault)
{
    const us_manifest *m = p->out;
    US_AUTOPTR(us_scenario) scenario = NULL;
    us_scenario_part part;
    US_TRY(us_manifest_open_map(m, p->domain, path, p->folder, NULL, &scenario, &part, fault));
    US_TRY(us_play_check(scenario, fault));
    for (int i = 0; i < m->maps; i++)
        if (m->map[i].hash == scenario->map_hash)
            return us_error_set(fault, US_BAD_INPUT, NULL, 0, 0,
                                "the experiment plays on %.64s, too: expected other maps for "
                                "training",
                                m->map[i].name);
    return US_OK;
}

static us_status check_ground(const us_planning *p, const us_spec_map *from, const char *path,
                              void *context)
{
    us_error fault = {0};
    (void)context;
    return open_ground(p, path, &fault) == US_OK ? US_OK : us_planning_fail(p, from->node, &fault);
}

/* The name of a map of a run, from the plan's folder or a path of its own: appended. */
static us_status name_ground(const us_planning *p, const us_spec_map *from, int run, int index,
                             us_str *out)
{
    return from->map ? us_planning_find_map(p, from, out)
                     : us_planning_make_map(p, from, (int64_t)run * from->count + index,
                                            US_PLANNED_GROUNDS, out);
}

typedef us_status visit_ground(const us_planning *p, const us_spec_map *from, const char *path,
                               void *context);

static us_status visit_grounds(const us_planning *p, const us_spec_training *training, int run,
                               visit_ground *visit, void *context)
{
    US_AUTOSTR(path);
    for (int i = 0; i < training->map_count; i++)
        for (int k = 0; k < training->map[i].count; k++) {
            us_str_reset(&path);
            US_TRY(name_ground(p, &training->map[i], run, k, &path));
            US_TRY(visit(p, &training->map[i], path.text, context));
        }
    return US_OK;
}

us_status us_planning_make_training_maps(const us_planning *p)
{
    for (int i = 0; i < p->spec->libraries; i++) {
        const us_spec_library *library = &p->spec->library[i];
        if (!library->training)
            continue;
        US_TRY(us_planning_make_folder(p, US_PLANNED_GROUNDS));
        for (int run = 0; run < library->draws; run++)
            US_TRY(visit_grounds(p, library->training, run, check_ground, NULL));
    }
    return US_OK;
}

/* ---- opponents */

/* A library that was made before this one, by its path. */
static us_status find_opponent(const us_planning *p, const us_spec_library *library, int index,
                               us_str *out)
{
    const char *agent = library->training->against[index];
    const us_json_node *node = us_json_at(library->training->opponents, index);
    US_AUTOSTR(rest);
    US_AUTOSTR(name);
    US_AUTOSTR(file);
    const us_spec_library *made = us_planning_find_library(p, agent, &rest);
    if (!made)
        return us_planning_print_agent(p, node, agent, out);
    if (made >= library || made->sizes > 0)
        return us_json_fail(node, p->err,
                            "expected the name of a library above, of which there is one");
    if (!p->folder) /* nothing is made yet that has a path */
        return US_OK;
    us_planning_print_library_path(made, 0, 0, &name);
    us_folder_print_path(p->folder, name.text, &file);
    us_agent_print_library(file.text, rest.text, out);
    return US_OK;
}

static us_status find_opponents(const us_planning *p, const us_spec_library *library,
                                const char **out)
{
    US_AUTOSTR(agent);
    for (int i = 0; i < library->training->against_count; i++) {
        us_str_reset(&agent);
        US_TRY(find_opponent(p, library, i, &agent));
        if (out)
            out[i] = us_planning_copy_text(p, agent.text);
    }
    return US_OK;
}

/* ---- by which patterns */

static us_status choose(const us_json_node *node, const char *const *name, int names,
                        us_status (*keep)(us_patterns *patterns, const char *names, us_error *err),
                        us_patterns *patterns, us_error *err)
{
    US_AUTOSTR(list);
    us_error fault = {0};
    if (names == 0)
        return US_OK;
    for (int i = 0; i < names; i++)
        us_str_addf(&list, "%s%s", i ? "," : "", name[i]);
    us_status status = keep(patterns, list.text, &fault);
    return status == US_OK ? US_OK : us_json_fail(node, err, "%s", fault.text);
}

static us_status load_patterns(const us_planning *p, const us_spec_training *training,
                               us_patterns *out)
{
    US_AUTO(us_patterns_clear) us_patterns patterns = {0};
    US_TRY(us_patterns_load(p->domain, NULL, &patterns, p->err));
    US_TRY(choose(training->pattern_node, training->patterns, training->pattern_count,
                  us_patterns_select, &patterns, p->err));
    US_TRY(choose(training->without_node, training->without, training->without_count,
                  us_patterns_exclude, &patterns, p->err));
    *out = patterns;
    patterns = (us_patterns){0};
    return US_OK;
}

us_status us_planning_check_adapted(const us_planning *p, const us_spec_library *library)
{
    US_AUTO(us_patterns_clear) us_patterns patterns = {0};
    if (!library->training)
        return US_OK;
    US_TRY(load_patterns(p, library->training, &patterns));
    return find_opponents(p, library, NULL);
}

/* ---- adapting */

typedef struct grounds {
    const char **map;
    int maps;
} grounds;

static us_status keep_ground(const us_planning *p, const us_spec_map *from, const char *path,
                             void *context)
{
    grounds *g = context;
    US_AUTOSTR(opened);
    (void)from;
    us_manifest_print_map_path(p->out, path, p->folder, &opened);
    g->map[g->maps++] = us_planning_copy_text(p, opened.text);
    return US_OK;
}

static us_status repair(void *context, const us_round *round, us_error *err)
{
    return us_round_repair(context, round, err);
}

/* The file of an adapted library's run, or of a library of which there is one: appended. */
static void find_made(const us_planning *p, const char *name, int run, us_str *out)
{
    US_AUTOSTR(file);
    us_planning_print_library_path(us_spec_find_library(p->spec, name), 0, run, &file);
    us_folder_print_path(p->folder, file.text, out);
}

static us_status count_repairs(const us_planning *p, const char *name, int run, int *out)
{
    US_AUTOPTR(us_library) library = NULL;
    US_AUTO(us_lineage_clear) us_lineage lineage = {0};
    US_AUTOSTR(file);
    find_made(p, name, run, &file);
    US_TRY(us_library_open(file.text, US_LIBRARY_READ, p->domain, &library, p->err));
    US_TRY(us_lineage_read(library, &lineage, p->err));
    *out = lineage.repairs;
    return US_OK;
}

/* Counts its own repairs: the library also lists those of the library that it was adapted from. */
static us_status count_own_repairs(const us_planning *p, const char *name, int run, int *out)
{
    int before = 0;
    US_TRY(count_repairs(p, name, run, out));
    US_TRY(count_repairs(p, us_spec_find_library(p->spec, name)->of, run, &before));
    *out = *out > before ? *out - before : 0;
    return US_OK;
}

static void note_proved(const us_planning *p, const us_spec_library *library, int run, int proved)
{
    us_planning_proofs *list = p->proofs;
    list->item = us_array_grow(list->item, list->count, &list->capacity, sizeof(*list->item));
    list->item[list->count].library = library;
    list->item[list->count].run = run;
    list->item[list->count++].proved = proved;
    US_AUTOSTR(name);
    us_planning_print_library_path(library, 0, run, &name);
    us_planning_log(p, "%s: %d repair%s put to the proof", name.text, proved,
                    proved == 1 ? " was" : "s were");
}

/* Returns the number of repairs of that library's run; for a proved control, the number of proofs
 * of that run. */
static us_status count_like(const us_planning *p, const us_spec_training *training, int run,
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

static us_status play_rounds(const us_planning *p, const us_spec_library *library, int run,
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
        return status == US_OK ? US_OK : us_planning_check_stop(p);
    us_json_fail(library->node, p->err, "%.200s%s%.256s", fault.file, fault.file[0] ? ": " : "",
                 fault.text);
    if (p->err)
        p->err->status = status;
    return status;
}

static us_status put_daemons(const us_planning *p, const us_spec_library *library,
                             const us_patterns *patterns, const char *parent, const char *file)
{
    US_AUTOPTR(us_library) from = NULL;
    us_error fault = {0};
    us_repair_def how = {.patterns = patterns,
                         .without = library->training->without_modops,
                         .append = library->training->append,
                         .stop = p->def->stop};
    US_TRY(us_library_open(parent, US_LIBRARY_READ, p->domain, &from, p->err));
    us_status status = us_library_copy(from, file, &fault);
    if (status == US_OK)
        status = us_repair_add_daemons(&how, p->domain, file, &fault);
    if (status == US_OK || status == US_INTERRUPTED)
        return status == US_OK ? US_OK : us_planning_check_stop(p);
    return us_json_fail(library->node, p->err, "%s", fault.text);
}

us_status us_planning_adapt_library(const us_planning *p, const us_spec_library *library, int run,
                                    const char *file)
{
    const us_spec_training *training = library->training;
    US_AUTOFREE const char **map = US_NEW_ARRAY(const char *, training->maps);
    US_AUTOFREE const char **against = US_NEW_ARRAY(const char *, training->against_count);
    US_AUTO(us_patterns_clear) us_patterns patterns = {0};
    US_AUTOSTR(parent);
    US_AUTOSTR(folder);
    grounds maps = {.map = map};
    find_made(p, library->of, run, &parent);
    us_folder_print_path(p->folder, US_PLANNED_TRAINING, &folder);
    US_TRY(find_opponents(p, library, against));
    US_TRY(visit_grounds(p, training, run, keep_ground, &maps));
    US_TRY(load_patterns(p, training, &patterns));
    if (training->daemons)
        return put_daemons(p, library, &patterns, parent.text, file);
    us_rounds_def paths = {
        .training = {.library = parent.text}, .folder = folder.text, .out = file};
    return play_rounds(p, library, run, &patterns, &paths, &maps, against);
}
