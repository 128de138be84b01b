#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/demo.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "cli/play.h"
#include "experiments/design/planning.h"
#include "experiments/design/probe.h"
#include "experiments/run/search.h"
#include "understudy/annotation.h"
#include "understudy/experiment.h"

enum { FOLDER, GAMES, SMALL, SEED, JOBS, JSON };

static const us_option options[] = {
    [FOLDER] = {"-o", "DIR", "the folder for all its files", .preset = "build/demo"},
    [GAMES] = {"--games", "N", "games of each player per map, opponent and seat", 1, 100, "1"},
    [SMALL] = {"--small", NULL,
               "one map and one opponent: takes seconds, too few games for a verdict"},
    [SEED] = {"--seed", "N", "seed of maps and games", 0, INT32_MAX, "1"},
    [JOBS] = US_OPTION_JOBS("workers; else one per core"),
    [JSON] = {"--json", NULL, "print result and files as one JSON object"},
};

/* Start of the demo's spec, which identifies folders of the demo. */
#define SPEC_BEGIN "{\n  \"experiment\": 1,\n  \"name\": \"what a library learns from"

/* The expert of the tour, on maps of the tour's family. It is demonstrated against two opponents;
 * the test has all others that attack. */
#define EXPERT "expert:rush"
#define FAMILY "open"
static const char *const demo_map[] = {"open-1", "open-2", "open-4"};
static const char *const demo_opponent[] = {"ai:boom", "ai:raid"};
static const char *const test_opponent[] = {"ai:tower-push", "ai:footman-rush", "ai:land-attack",
                                            "ai:turtle", "ai:worker-rush"};

enum {
    TEST_MAPS = 16,
    BUDGET = 1000, /* games of the search that adapts the library */
    ATTEMPTS = 16, /* games until the expert has won one */
};

typedef struct demo {
    us_demo_def reported;
    uint64_t seed;
    us_str spec; /* the spec's text */
} demo;

static void set_sizes(demo *d, bool small)
{
    us_demo_def *told = &d->reported;
    told->demo_maps = small ? 1 : US_COUNT(demo_map);
    told->demo_opponents = US_COUNT(demo_opponent);
    told->demos = told->demo_maps * told->demo_opponents;
    told->maps = small ? 1 : TEST_MAPS;
    told->opponents = small ? 1 : US_COUNT(test_opponent);
    told->budget = small ? US_SEARCH_LEAST : BUDGET;
}

/* ---- demonstrations: games that the expert has won */

static void demo_path(int index, us_str *out)
{
    us_str_addf(out, "demos/game-%d.jsonl", index + 1);
}

/* Removes a game that the expert has not won, so that its labels are not kept as a person's. */
static void drop_attempt(const char *trace)
{
    US_AUTOSTR(labels);
    us_annotation_path(trace, &labels);
    unlink(trace);
    unlink(labels.text);
}

static us_status demonstrate(const demo *d, int index, us_error *err)
{
    us_play_result result;
    US_AUTOSTR(name);
    demo_path(index, &name);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(d->reported.folder, name.text);
    us_play_def def = us_play_def_default();
    const char *opponent = demo_opponent[index % d->reported.demo_opponents];
    def.scenario.map = demo_map[index / d->reported.demo_opponents];
    def.trace = path.text;
    def.stop = us_play_is_interrupted;
    def.kept = us_play_note_kept;
    for (int i = 0; i < ATTEMPTS; i++) {
        int seat = i % 2;
        def.agent[seat] = EXPERT;
        def.agent[1 - seat] = opponent;
        def.seed = d->seed + (uint64_t)i;
        US_TRY(us_play_run(&def, &result, err));
        if (result.state.outcome.kind == US_OUTCOME_WIN && result.state.outcome.winner == seat)
            return US_OK;
        drop_attempt(path.text);
    }
    return us_error_set(err, US_FAILED, path.text, 0, 0,
                        "%s won none of %d games against %s on %s; try another --seed", EXPERT,
                        ATTEMPTS, opponent, def.scenario.map);
}

static us_status demonstrate_all(const demo *d, us_error *err)
{
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(d->reported.folder, "demos");
    US_TRY(us_folder_make(path.text, err));
    us_out_log("%s demonstrates %d games", EXPERT, d->reported.demos);
    for (int i = 0; i < d->reported.demos; i++)
        US_TRY(demonstrate(d, i, err));
    return US_OK;
}

/* ---- the spec */

static void add_demos(const demo *d, us_str *out)
{
    for (int i = 0; i < d->reported.demos; i++) {
        us_str_add(out, i ? ", \"" : "\"");
        demo_path(i, out);
        us_str_add_char(out, '"');
    }
}

static void add_opponents(const demo *d, us_str *out)
{
    for (int i = 0; i < d->reported.opponents; i++)
        us_str_addf(out, "%s\"%s\"", i ? ", " : "", test_opponent[i]);
}

/* No map of the test was demonstrated, and none of the training. The seeds of games are new, too.
 */
static void make_spec(demo *d)
{
    unsigned long long seed = d->seed;
    US_AUTOSTR(demos);
    US_AUTOSTR(opponents);
    add_demos(d, &demos);
    add_opponents(d, &opponents);
    us_str_addf(&d->spec,
                SPEC_BEGIN
                " its demonstrations\",\n"
                "  \"seed\": %llu,\n"
                "  \"libraries\": [\n"
                "    {\"name\": \"learned\", \"learn\": [%s], \"relax\": true},\n"
                "    {\"name\": \"cloning\", \"learn\": [%s], \"learner\": \"orders\"},\n"
                "    {\"name\": \"adapted\", \"adapt\": \"learned\", \"against\": [%s],\n"
                "     \"budget\": %d, \"families\": [\"" FAMILY "\"], \"sizes\": [64],\n"
                "     \"seed\": %llu}\n"
                "  ],\n"
                "  \"players\": [\n"
                "    {\"name\": \"learned\", \"agent\": \"library:learned\"},\n"
                "    {\"name\": \"adapted\", \"agent\": \"library:adapted\"},\n"
                "    {\"name\": \"cloning\", \"agent\": \"library:cloning\"},\n"
                "    {\"name\": \"expert\", \"agent\": \"" EXPERT "\"},\n"
                "    \"random\"\n"
                "  ],\n"
                "  \"opponents\": [%s],\n"
                "  \"maps\": [{\"family\": \"" FAMILY "\", \"seed\": %llu, \"count\": %d}],\n"
                "  \"games\": %lld,\n"
                "  \"timeout\": 60,\n"
                "  \"model\": \"expert\"\n"
                "}\n",
                seed + 1000, demos.text, demos.text, opponents.text, d->reported.budget, seed,
                opponents.text, seed + 1000, d->reported.maps,
                (long long)us_args_int(d->reported.args, GAMES));
}

static us_status write_spec(const demo *d, us_error *err)
{
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(d->reported.folder, "demo.json");
    return us_file_write(path.text, d->spec.text, d->spec.length, err);
}

/* ---- an existing folder */

/* Returns whether the file equals this text, or begins with it. */
static bool is_text(const char *path, const char *text, size_t length, bool whole)
{
    US_AUTOFREE char *found = US_NEW_ARRAY(char, length + 2);
    size_t had = us_file_read_head(path, found, length + 1);
    return (whole ? had == length : had >= length) && memcmp(found, text, length) == 0;
}

static us_status refuse(const demo *d, const char *name, us_error *err)
{
    return us_error_set(err, US_BAD_INPUT, d->reported.folder, 0, 0,
                        "\"%s\" is there, and is not the demo's: expected another folder", name);
}

/* Checks that nothing foreign is replaced: the demo's spec marks the folder as the demo's, and the
 * planned spec its experiment. */
static us_status check_folder(const demo *d, const char *folder, us_error *err)
{
    static const char *const names[] = {"demo.json",   "demos",          "experiment",
                                        "report.html", "report-figures", "picture.svg",
                                        "film.html",   "film.jsonl"};
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(d->reported.folder, names[0]);
    bool own = is_text(path.text, SPEC_BEGIN, strlen(SPEC_BEGIN), false);
    for (int i = 0; i < US_COUNT(names) && !own; i++) {
        us_folder_set_path(d->reported.folder, names[i], &path);
        if (us_file_exists(path.text))
            return refuse(d, names[i], err);
    }
    us_folder_set_path(folder, "manifest.jsonl", &path);
    if (!us_file_exists(path.text))
        return US_OK;
    us_str_reset(&path);
    us_experiment_print_spec_path(folder, &path);
    return is_text(path.text, SPEC_BEGIN, strlen(SPEC_BEGIN), false) ? US_OK
                                                                     : refuse(d, "experiment", err);
}

/* Returns whether the experiment there has the same spec and program. */
static bool can_go_on(const demo *d, const char *folder)
{
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(d->reported.folder, "demo.json");
    US_AUTOSTR(program);
    if (!is_text(path.text, d->spec.text, d->spec.length, true))
        return false;
    us_str_reset(&path);
    us_experiment_print_spec_path(folder, &path);
    if (!is_text(path.text, d->spec.text, d->spec.length, true))
        return false;
    us_folder_set_path(folder, "manifest.jsonl", &path);
    us_manifest_print_program(&program);
    return us_manifest_read(path.text, &m, NULL) == US_OK &&
           us_text_equal(m.program, program.text) && us_probe_check(&m, folder, NULL) == US_OK;
}

/* ---- planning and playing */

/* Notes about a single trace start with its path; all demonstrations were won, so nothing in them
 * is news. */
static void note_step(const char *what)
{
    if (!strstr(what, ".jsonl: seat "))
        us_out_log_text(what);
}

static us_status plan(const demo *d, const char *folder, us_error *err)
{
    US_AUTOPTR(us_spec) spec = NULL;
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(d->reported.folder, "demo.json");
    us_planning_def planning = {path.text, folder, us_args_jobs(d->reported.args, JOBS), note_step,
                                us_interrupt_is_pending};
    US_TRY(us_spec_read(path.text, NULL, 0, &spec, err));
    return us_experiment_plan(&planning, spec, &m, err);
}

static us_status play_games(const demo *d, const char *folder, us_error *err)
{
    us_batch_state state;
    us_batch_bar bar = {.begun = false};
    us_batch_def def = us_batch_def_default();
    us_standing standing;
    def.folder = folder;
    def.workers = us_args_jobs(d->reported.args, JOBS);
    def.resume = true;
    def.again = "the same command goes on";
    def.context = &bar;
    def.on_progress = us_batch_bar_on_progress;
    def.stop = us_interrupt_is_pending;
    us_status status = us_batch_play(&def, &state, err);
    us_batch_bar_end(&bar);
    return status == US_OK ? us_experiment_merge(folder, &standing, err) : status;
}

/* ---- all */

static us_status begin(const demo *d, const char *folder, us_error *err)
{
    US_TRY(us_folder_make_parents(d->reported.folder, err));
    US_TRY(us_experiment_remove_results(folder, err));
    US_TRY(write_spec(d, err));
    US_TRY(demonstrate_all(d, err));
    return plan(d, folder, err);
}

static us_status run_in(const demo *d, const char *folder, us_str *out, us_error *err)
{
    US_TRY(check_folder(d, folder, err));
    if (can_go_on(d, folder))
        us_out_log("%s: continues this demo, which was begun before", d->reported.folder);
    else
        US_TRY(begin(d, folder, err));
    US_TRY(play_games(d, folder, err));
    return us_demo_conclude(&d->reported, out, err);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    const char *place = us_args_text(args, FOLDER);
    US_AUTO(us_str_clear) us_str folder = us_folder_make_path(place, "experiment");
    demo d = {.reported = {.args = args,
                           .folder = place,
                           .experiment = folder.text,
                           .json = us_args_is_given(args, JSON)},
              .seed = (uint64_t)us_args_int(args, SEED)};
    set_sizes(&d, us_args_is_given(args, SMALL));
    us_str_init(&d.spec);
    make_spec(&d);
    us_status status = run_in(&d, folder.text, out, err);
    us_str_clear(&d.spec);
    return status;
}

const us_command us_command_demo = {
    .name = "demo",
    .arguments = "",
    .about = "the whole loop: demonstrate, learn, adapt, play, compare, report",
    .more =
        "An expert demonstrates some games. The demo learns a library from them, and a search\n"
        "adapts it in games on other maps. The library plays before and after the search on maps\n"
        "that nobody demonstrated, against opponents that the expert did not meet, beside the\n"
        "expert itself, a copy of its orders, and a random player. The demo ends with a summary,\n"
        "a picture, a film of one game, and a report. The same command again continues where it\n"
        "was stopped. With other options, or from another program, the demo starts anew.",
    .example = "  understudy demo -o build/demo",
    US_OPTIONS(options),
    .run = run,
};
