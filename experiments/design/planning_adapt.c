#include "experiments/design/planning_internal.h"

#include <string.h>

#include "base/file.h"
#include "experiments/design/probe.h"
#include "experiments/run/search.h"
#include "players/identity.h"

/* ---- where */

/* Refuses a training map that the experiment plays on: a comparison on it would not count. */
static us_status open_ground(const us_planning *p, const char *path, us_error *fault)
{
    const us_manifest *m = p->out;
    us_hash hash;
    US_TRY(us_manifest_hash_map(m, p->domain, path, p->folder, &hash, NULL, fault));
    for (int i = 0; i < m->maps; i++)
        if (m->map[i].hash == hash)
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

/* The named maps of training games, by their paths. */
typedef struct grounds {
    const char **map;
    int maps;
} grounds;

/* Returns where a search plays. The seed is that of a run. */
static us_training_field field_of(const us_planning *p, const us_spec_training *training,
                                  const char *const *against, const grounds *named, uint64_t seed)
{
    return (us_training_field){
        .domain = p->domain,
        .against = against,
        .opponents = training->against_count,
        .map = named->map,
        .maps = named->maps,
        .family = training->family,
        .families = training->families,
        .size = training->size,
        .sizes = training->sizes,
        .seed = seed,
        .max_cycles = (us_cycle)p->spec->max_cycles,
        .fog = p->spec->fog,
    };
}

/* Makes and opens a map of each kind on which a search plays, so that a wrong size shows before the
 * first game. */
static us_status check_kinds(const us_planning *p, const us_spec_library *library)
{
    static const char name[] = US_PLANNED_GROUNDS "/search.map";
    const us_json_node *sizes = us_json_find(library->node, "sizes");
    us_training_field field =
        field_of(p, library->training, NULL, &(grounds){0}, (uint64_t)library->seed);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(p->folder, name);
    for (int kind = 0; kind < us_training_field_kinds(&field); kind++) {
        us_error fault = {0};
        US_TRY(us_planning_check_stop(p));
        us_status status = us_training_field_write_map(&field, kind, path.text, &fault);
        if (status == US_OK)
            status = open_ground(p, name, &fault);
        if (status != US_OK)
            return us_planning_fail(
                p, sizes ? us_json_at(sizes, kind / field.families) : library->node, &fault);
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
        if (library->training->families > 0)
            US_TRY(check_kinds(p, library));
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

/* ---- donors */

/* Appends the path of a donor: a library that was made before this one, or a file, which is opened
 * here, so that a mistake shows before the first game. */
static us_status find_donor(const us_planning *p, const us_spec_library *library, int index,
                            us_str *out)
{
    const char *name = library->training->donor[index];
    const us_json_node *node = us_json_at(library->training->donor_list, index);
    const us_spec_library *made = us_spec_find_library(p->spec, name);
    US_AUTOPTR(us_library) opened = NULL;
    US_AUTOSTR(agent);
    US_AUTOSTR(found);
    us_error fault = {0};
    if (made && (made >= library || made->sizes > 0))
        return us_json_fail(node, p->err,
                            "expected the name of a library above, of which there is one");
    if (made) {
        us_planning_print_library_path(made, 0, 0, &agent);
        if (p->folder) /* else nothing is made yet that has a path */
            us_folder_print_path(p->folder, agent.text, out);
        return US_OK;
    }
    us_str_addf(&agent, "library:%s", name);
    US_TRY(us_planning_print_agent(p, node, agent.text, &found));
    us_str_add(out, found.text + strlen("library:"));
    us_status status = us_library_open(out->text, US_LIBRARY_READ, p->domain, &opened, &fault);
    if (status == US_OK)
        status = us_library_check_sound(opened, &fault);
    return status == US_OK ? US_OK : us_planning_fail(p, node, &fault);
}

static us_status find_donors(const us_planning *p, const us_spec_library *library, us_donor *out)
{
    US_AUTOSTR(path);
    for (int i = 0; i < library->training->donors; i++) {
        us_str_reset(&path);
        US_TRY(find_donor(p, library, i, &path));
        if (out)
            out[i] = (us_donor){.path = us_planning_copy_text(p, path.text),
                                .name = library->training->donor[i],
                                .about = US_DONOR_NAMED};
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
    US_TRY(find_donors(p, library, NULL));
    return find_opponents(p, library, NULL);
}

/* ---- adapting */

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

/* Returns the seed of a run. */
static uint64_t seed_of(const us_spec_library *library, int run)
{
    us_rng rng = us_rng_derive((uint64_t)library->seed, "adapt.run", (uint64_t)run);
    return us_rng_next(&rng);
}

/* Passes on the end of a run. */
static us_status end_run(const us_planning *p, const us_spec_library *library, us_status status,
                         const us_error *fault)
{
    if (status == US_OK || status == US_INTERRUPTED)
        return status == US_OK ? US_OK : us_planning_check_stop(p);
    us_planning_fail(p, library->node, fault);
    if (p->err)
        p->err->status = status;
    return status;
}

static us_status play_rounds(const us_planning *p, const us_spec_library *library, int run,
                             const us_patterns *patterns, const us_rounds_def *paths,
                             const grounds *maps, const char *const *against)
{
    const us_spec_training *training = library->training;
    us_rounds_def def = *paths;
    us_repair_def how = {.patterns = patterns,
                         .without = training->without_modops,
                         .append = training->append,
                         .most = training->most,
                         .chance = training->chance,
                         .stop = p->def->stop};
    us_error fault = {0};
    def.rounds = training->rounds;
    def.context = &how;
    def.repair = repair;
    def.training = (us_training_def){
        .library = paths->training.library,
        .settings = training->settings,
        .domain = p->spec->domain,
        .map = maps->map,
        .maps = maps->maps,
        .against = against,
        .opponents = training->against_count,
        .games = training->games,
        .seed = seed_of(library, run),
        .max_cycles = (int32_t)p->spec->max_cycles,
        .fog = p->spec->fog,
        .faction = {p->spec->faction[0], p->spec->faction[1]},
        .workers = p->def->workers,
        .timeout_ms = p->spec->timeout_ms,
        .stop = p->def->stop,
    };
    return end_run(p, library, us_rounds_play(&def, &fault), &fault);
}

/* ---- searching */

/* A run that a search adapts. */
typedef struct quest {
    const us_planning *p;
    const us_spec_library *library;
    int run;
    us_str name; /* of the run's library */
} quest;

/* Returns the number of changes that the search of another library's run listed, or -1 for none:
 * see us_adaptation_def.random. */
static int count_listed(const us_planning *p, const char *name, int run)
{
    for (int i = 0; i < p->searches->count; i++)
        if (us_text_equal(p->searches->item[i].library->name, name) &&
            p->searches->item[i].run == run)
            return p->searches->item[i].changes > 0 ? p->searches->item[i].changes : -1;
    return -1;
}

static void log_step(void *context, const char *text)
{
    const quest *q = context;
    us_planning_log(q->p, "%s: %s", q->name.text, text);
}

/* Reports what the rounds kept, with the effect of each. */
static void log_rounds(const quest *q, const us_search *made)
{
    US_AUTOSTR(text);
    int proofs = 0;
    for (int i = 0; i < made->rounds; i++)
        proofs += (made->round[i].proof.tries > 0) + (made->round[i].transplants.tries > 0);
    us_str_addf(&text, "%d of %d proof%s changed the library", made->kept, proofs,
                proofs == 1 ? "" : "s");
    for (int i = 0; i < made->rounds; i++) {
        const us_search_round *round = &made->round[i];
        us_str_addf(&text, "; round %d, %d games: %d transplants: ", i + 1, round->games,
                    round->donors);
        us_search_print_transplants(round, &text);
        us_str_addf(&text, "; %d changes: ", round->changes.count);
        us_story_print_result(&round->changes.story, &text);
    }
    us_planning_log(q->p, "%s: %s", q->name.text, text.text);
}

/* Reports that an earlier plan, which was killed or failed, left games. */
static void log_journal(const quest *q, const char *folder)
{
    US_AUTO(us_str_clear) us_str journal = us_folder_make_path(folder, US_TRIALS_JOURNAL);
    if (q->p->searches->count == 0 && us_file_exists(journal.text))
        us_planning_log(q->p, "%s: the searches continue from the games of an earlier plan",
                        q->name.text);
}

static us_status run_search(const quest *q, us_search_def *def, const char *file, us_error *err)
{
    US_AUTOPTR(us_brl) brl = NULL;
    US_AUTO(us_search_clear) us_search made = {0};
    US_TRY(us_library_read_all(def->library, q->p->domain, &brl, err));
    def->adaptation.library = brl;
    US_TRY(us_search_run(def, &made, err));
    US_LIST_PUT(*q->p->searches,
                ((us_planned_search){q->library, q->run, made.round[0].changes.count}));
    log_rounds(q, &made);
    return us_search_write(NULL, &made, def->library, file, err);
}

static us_status search(const us_planning *p, const us_spec_library *library, int run,
                        const us_patterns *patterns, const us_rounds_def *paths,
                        const grounds *maps, const char *const *against)
{
    const us_spec_training *training = library->training;
    US_AUTOFREE us_donor *donor = US_NEW_ARRAY(us_donor, training->donors + 1);
    quest q = {.p = p, .library = library, .run = run};
    us_error fault = {0};
    US_AUTO(us_str_clear) us_str folder = us_folder_make_path(p->folder, US_PLANNED_SEARCH);
    us_search_def def = {
        .library = paths->training.library,
        .settings = training->settings,
        .adaptation = us_adaptation_def_default(),
        .field = field_of(p, training, against, maps, seed_of(library, run)),
        .folder = folder.text,
        .donor = donor,
        .donors = training->donors,
        .winners = !training->no_winners && !training->like,
        .rounds = training->rounds,
        .budget = training->budget,
        .workers = p->def->workers,
        .timeout_ms = p->spec->timeout_ms,
        .context = &q,
        .on_step = log_step,
        .stop = p->def->stop,
    };
    US_TRY(find_donors(p, library, donor));
    def.adaptation.patterns = patterns;
    def.adaptation.without = training->without_modops;
    def.adaptation.append = training->append;
    if (training->like)
        def.adaptation.random = count_listed(p, training->like, run);
    us_str_init(&q.name);
    us_planning_print_library_path(library, 0, run, &q.name);
    us_status status = us_folder_make(def.folder, &fault);
    log_journal(&q, def.folder);
    if (status == US_OK)
        status = run_search(&q, &def, paths->out, &fault);
    us_str_clear(&q.name);
    return end_run(p, library, status, &fault);
}

static us_status put_daemons(const us_planning *p, const us_spec_library *library,
                             const us_patterns *patterns, const char *parent, const char *file)
{
    us_error fault = {0};
    us_repair_def how = {.patterns = patterns,
                         .without = library->training->without_modops,
                         .append = library->training->append,
                         .stop = p->def->stop};
    us_status status = us_library_copy_file(parent, p->domain, file, &fault);
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
    if (training->budget > 0)
        return search(p, library, run, &patterns, &paths, &maps, against);
    return play_rounds(p, library, run, &patterns, &paths, &maps, against);
}
