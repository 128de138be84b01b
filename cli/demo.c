#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "cli/play.h"
#include "experiments/compare.h"
#include "experiments/planning.h"
#include "experiments/probe.h"
#include "experiments/repaired_library.h"
#include "players/skirmish/skirmish_players.h"
#include "understudy/experiment.h"

enum { REPAIRS_MAX = 8 }; /* printed repairs; the report has all */

enum { FOLDER, GAMES, SMALL, SEED, JOBS, JSON };

static const us_option options[] = {
    [FOLDER] = {"-o", "DIR", "the folder for all its files", US_OPTION_TEXT,
                .preset = "build/demo"},
    [GAMES] = {"--games", "N", "games of each player per map, opponent and seat", US_OPTION_INT, 1,
               100, "1"},
    [SMALL] = {"--small", NULL,
               "one map and one opponent: takes seconds, too few games for a verdict",
               US_OPTION_FLAG},
    [SEED] = {"--seed", "N", "seed of maps and games", US_OPTION_INT, 0, INT32_MAX, "1"},
    [JOBS] = US_OPTION_JOBS("workers; else one per core"),
    [JSON] = {"--json", NULL, "print verdicts and files as one JSON object", US_OPTION_FLAG},
};

/* Start of the demo's spec, which identifies folders of the demo. */
#define SPEC_BEGIN "{\n  \"experiment\": 1,\n  \"name\": \"what a library learns from"

typedef struct demo {
    const us_args *args;
    const char *folder;
    uint64_t seed;
    us_str spec; /* the spec's text */
} demo;

/* ---- demonstrations: each expert on a map of its family, until it beats an opponent */

static us_status demonstrate(const demo *d, const char *expert, us_error *err)
{
    static const char *const opponent[] = {"ai:boom", "ai:raid", "ai:turtle", "ai:passive"};
    const char *family = us_expert_family(expert);
    char name[80], map[64], agent[64];
    us_play_result result;
    us_status status = US_OK;
    bool won = false;
    snprintf(name, sizeof(name), "demos/%s.jsonl", expert);
    snprintf(map, sizeof(map), "%s-1", family[0] ? family : "open");
    snprintf(agent, sizeof(agent), "expert:%s", expert);
    us_str path = us_folder_make_path(d->folder, name);
    for (int i = 0; i < US_COUNT(opponent) && status == US_OK && !won; i++) {
        us_play_def def = us_play_def_default();
        def.agent[0] = agent;
        def.agent[1] = opponent[i];
        def.scenario.map = map;
        def.seed = d->seed;
        def.trace = path.text;
        def.stop = us_play_is_interrupted;
        status = us_play_run(&def, &result, err);
        won = result.state.outcome.kind == US_OUTCOME_WIN && result.state.outcome.winner == 0;
    }
    us_str_clear(&path);
    return status;
}

static us_status demonstrate_all(const demo *d, us_error *err)
{
    const char *expert;
    int experts = 0;
    while (us_expert_name(experts))
        experts++;
    us_str path = us_folder_make_path(d->folder, "demos");
    us_status status = us_folder_make(path.text, err);
    us_str_clear(&path);
    US_TRY(status);
    us_out_log("%d experts demonstrate", experts);
    for (int i = 0; (expert = us_expert_name(i)) != NULL; i++)
        US_TRY(demonstrate(d, expert, err));
    return US_OK;
}

/* ---- the spec */

/* Adds generated maps, where no expert demonstrated; the games' seeds are new, too. Training maps
 * have other seeds. */
static void add_maps(const demo *d, bool training, us_str *out)
{
    static const char *const family[] = {"open", "scattered", "choke"};
    bool small = us_args_is_given(d->args, SMALL);
    for (int i = 0; i < (small ? 1 : US_COUNT(family)); i++)
        us_str_addf(out, "%s{\"family\": \"%s\", \"seed\": %llu, \"count\": %d}", i ? ", " : "",
                    family[i], (unsigned long long)d->seed + (training ? 5000000000 : 1000),
                    small || training ? 1 : 2);
}

static void add_demos(us_str *out)
{
    const char *expert;
    for (int i = 0; (expert = us_expert_name(i)) != NULL; i++)
        us_str_addf(out, "%s\"demos/%s.jsonl\"", i ? ", " : "", expert);
}

static void make_spec(demo *d)
{
    bool small = us_args_is_given(d->args, SMALL);
    const char *opponents = small ? "\"ai:raid\"" : "\"ai:raid\", \"ai:boom\", \"ai:land-attack\"";
    us_str demos, maps, grounds;
    us_str_init(&demos);
    us_str_init(&maps);
    us_str_init(&grounds);
    add_demos(&demos);
    add_maps(d, false, &maps);
    add_maps(d, true, &grounds);
    us_str_addf(&d->spec,
                SPEC_BEGIN
                " its demonstrations\",\n"
                "  \"seed\": %llu,\n"
                "  \"libraries\": [\n"
                "    {\"name\": \"learned\", \"learn\": [%s], \"relax\": true},\n"
                "    {\"name\": \"cloning\", \"learn\": [%s], \"learner\": \"orders\"},\n"
                "    {\"name\": \"curve\", \"learn\": [%s], \"relax\": true, \"sizes\": [1, 3], "
                "\"draws\": 3},\n"
                "    {\"name\": \"shuffled\", \"shuffle\": \"learned\"},\n"
                "    {\"name\": \"adapted\", \"adapt\": \"learned\", \"against\": [%s],\n"
                "     \"maps\": [%s], \"games\": %d, \"prove\": %d, \"most\": %d}\n"
                "  ],\n"
                "  \"players\": [\n"
                "    {\"name\": \"cloning\", \"agent\": \"library:cloning\"},\n"
                "    {\"name\": \"learned\", \"agent\": \"library:learned\"},\n"
                "    {\"name\": \"adapted\", \"agent\": \"library:adapted\"},\n"
                "    {\"name\": \"goal only\", \"agent\": \"library:learned?retrieval=goal\"},\n"
                "    {\"name\": \"shuffled\", \"agent\": \"library:shuffled\"},\n"
                "    {\"name\": \"learned from\", \"agent\": \"library:curve\"},\n"
                "    {\"name\": \"expert\", \"agent\": \"expert:balanced\"},\n"
                "    \"random\"\n"
                "  ],\n"
                "  \"opponents\": [%s],\n"
                "  \"maps\": [%s],\n"
                "  \"games\": %lld,\n"
                "  \"timeout\": 60,\n"
                "  \"model\": \"expert\"\n"
                "}\n",
                (unsigned long long)d->seed + 1000, demos.text, demos.text, demos.text, opponents,
                grounds.text, small ? 4 : 36, small ? 2 : 8, small ? 2 : 6, opponents, maps.text,
                (long long)us_args_int(d->args, GAMES));
    us_str_clear(&demos);
    us_str_clear(&maps);
    us_str_clear(&grounds);
}

static us_status write_spec(const demo *d, us_error *err)
{
    us_str path = us_folder_make_path(d->folder, "demo.json");
    us_status status = us_file_write(path.text, d->spec.text, d->spec.length, err);
    us_str_clear(&path);
    return status;
}

/* ---- an existing folder */

/* Returns whether the file equals this text, or begins with it. */
static bool is_text(const char *path, const char *text, size_t length, bool whole)
{
    char *found = US_NEW_ARRAY(char, length + 2);
    size_t had = us_file_read_head(path, found, length + 1);
    bool same = (whole ? had == length : had >= length) && memcmp(found, text, length) == 0;
    us_mem_free(found);
    return same;
}

static us_status refuse(const demo *d, const char *name, us_error *err)
{
    return us_error_set(err, US_BAD_INPUT, d->folder, 0, 0,
                        "\"%s\" is there, and is not the demo's: expected another folder", name);
}

/* Checks that nothing foreign is replaced: the demo's spec marks the folder as the demo's, and the
 * planned spec its experiment. */
static us_status check_folder(const demo *d, const char *folder, us_error *err)
{
    static const char *const names[] = {"demo.json", "demos", "experiment", "report.html",
                                        "report-figures"};
    us_str path = us_folder_make_path(d->folder, names[0]);
    bool own = is_text(path.text, SPEC_BEGIN, strlen(SPEC_BEGIN), false);
    us_status status = US_OK;
    for (int i = 0; i < US_COUNT(names) && !own && status == US_OK; i++) {
        us_folder_set_path(d->folder, names[i], &path);
        if (us_file_exists(path.text))
            status = refuse(d, names[i], err);
    }
    us_folder_set_path(folder, "manifest.jsonl", &path);
    if (status == US_OK && us_file_exists(path.text)) {
        us_str_reset(&path);
        us_experiment_print_spec_path(folder, &path);
        if (!is_text(path.text, SPEC_BEGIN, strlen(SPEC_BEGIN), false))
            status = refuse(d, "experiment", err);
    }
    us_str_clear(&path);
    return status;
}

/* Returns whether the experiment there has the same spec and program. */
static bool can_go_on(const demo *d, const char *folder)
{
    us_manifest m;
    us_str path = us_folder_make_path(d->folder, "demo.json"), program;
    bool same = is_text(path.text, d->spec.text, d->spec.length, true);
    us_str_reset(&path);
    us_experiment_print_spec_path(folder, &path);
    same = same && is_text(path.text, d->spec.text, d->spec.length, true);
    us_folder_set_path(folder, "manifest.jsonl", &path);
    if (same && us_manifest_read(path.text, &m, NULL) == US_OK) {
        us_str_init(&program);
        us_manifest_print_program(&program);
        same = us_text_equal(m.program, program.text) && us_probe_check(&m, folder, NULL) == US_OK;
        us_str_clear(&program);
        us_manifest_clear(&m);
    } else {
        same = false;
    }
    us_str_clear(&path);
    return same;
}

/* ---- planning and playing */

static us_status plan(const demo *d, const char *folder, us_error *err)
{
    us_spec *spec;
    us_manifest m;
    us_str path = us_folder_make_path(d->folder, "demo.json");
    us_planning_def planning = {path.text, folder, us_args_jobs(d->args, JOBS), us_out_log_text,
                                us_interrupt_is_pending};
    us_status status = us_spec_read(path.text, NULL, 0, &spec, err);
    if (status == US_OK) {
        status = us_experiment_plan(&planning, spec, &m, err);
        us_spec_free(spec);
    }
    if (status == US_OK)
        us_manifest_clear(&m);
    us_str_clear(&path);
    return status;
}

static us_status play_games(const demo *d, const char *folder, us_error *err)
{
    us_batch_state state;
    us_batch_bar bar = {.begun = false};
    us_batch_def def = us_batch_def_default();
    us_standing standing;
    def.folder = folder;
    def.workers = us_args_jobs(d->args, JOBS);
    def.resume = true;
    def.again = "the same command goes on";
    def.context = &bar;
    def.tell = us_batch_bar_on_progress;
    def.stop = us_interrupt_is_pending;
    us_status status = us_batch_play(&def, &state, err);
    us_batch_bar_end(&bar);
    return status == US_OK ? us_experiment_merge(folder, &standing, err) : status;
}

/* ---- results */

static void tell_json(const demo *d, const char *folder, const us_comparison *c, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "folder", d->folder);
    us_json_write_key_string(&writer, "experiment", folder);
    us_str path = us_folder_make_path(d->folder, "report.html");
    us_json_write_key_string(&writer, "report", path.text);
    us_str_clear(&path);
    us_json_write_key_open(&writer, "verdicts", '[');
    for (int i = 0; i < c->verdicts; i++) {
        const us_versus *v = &c->versus[i];
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "player", c->side[v->challenger].name);
        us_json_write_key_string(&writer, "baseline", c->side[v->baseline].name);
        us_json_write_key_string(&writer, "verdict", us_conclusion_name(v->conclusion));
        us_json_write_key_string(&writer, "text", v->verdict);
        us_json_write_key_string(&writer, "care", v->care);
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    us_json_writer_end(&writer, '}');
}

static void tell_verdict(const us_versus *v, us_str *out)
{
    us_out_add_linef(out, "  %s", v->verdict);
    if (v->care[0])
        us_out_add_linef(out, "  %s", v->care);
}

/* Lists repairs, up to REPAIRS_MAX, and whether they helped. */
static us_status tell_repairs(const char *folder, const us_manifest *m, const us_comparison *c,
                              us_str *out, us_error *err)
{
    us_repaired_library *list;
    int count;
    US_TRY(us_repaired_libraries_list(m, folder, c, &list, &count, err));
    us_str_addf(out, "\nRepaired\n");
    for (int i = 0; i < count; i++) {
        const us_lineage *lineage = &list[i].lineage;
        if (list[i].how[0])
            us_out_add_linef(out, "  %s", list[i].how);
        for (int k = 0, shown = 0; k < lineage->count; k++)
            for (int r = 0; r < lineage->item[k].repairs && shown < REPAIRS_MAX; r++, shown++)
                us_out_add_linef(out, "  %s: %s; %s", lineage->item[k].goal,
                                 lineage->item[k].failure[r], lineage->item[k].repair[r]);
        if (lineage->repairs > REPAIRS_MAX)
            us_str_addf(out, "  and %d more\n", lineage->repairs - REPAIRS_MAX);
        for (int v = 0; v < list[i].helped.verdicts; v++) {
            tell_verdict(&list[i].helped.versus[v], out);
            if (list[i].caveat[0])
                us_out_add_linef(out, "  %s", list[i].caveat);
        }
    }
    if (count == 0)
        us_str_add(out, "  Nothing: no repair proved to do no worse.\n");
    us_repaired_libraries_free(list, count);
    return US_OK;
}

/* Prints the first table (scores), repairs, files, next commands and verdicts. */
static us_status tell_text(const demo *d, const char *folder, const us_manifest *m,
                           const us_comparison *c, us_str *out, us_error *err)
{
    us_sheet *sheet[US_COMPARE_SHEETS_MAX];
    const char *program = d->args->program;
    int sheets = us_comparison_make_sheets(c, m, sheet);
    for (int i = 0; i < sheets; i++) {
        if (i == 0)
            us_sheet_print(sheet[i], US_FORM_TEXT, out);
        us_sheet_free(sheet[i]);
    }
    US_TRY(tell_repairs(folder, m, c, out, err));
    us_str_addf(out, "\nMade\n");
    us_out_add_linef(out, "  %s/demos/        a demonstration of each expert, with its goals",
                     d->folder);
    us_out_add_linef(out, "  %s/demo.json     the spec of the experiment", d->folder);
    us_out_add_linef(out, "  %s/   libraries, maps, and a line for each game", folder);
    us_str_addf(out, "\nNext\n");
    us_out_add_linef(out, "  %s experiment compare %s", program, folder);
    us_out_add_linef(out, "  %s library show %s/libraries/learned.db DefeatPlayer", program,
                     folder);
    us_out_add_linef(out, "  %s experiment compare %s --baseline learned --player adapted", program,
                     folder);
    us_str_addf(out, "\nVerdict\n");
    for (int i = 0; i < c->verdicts; i++)
        tell_verdict(&c->versus[i], out);
    us_str_add_char(out, '\n');
    us_out_add_linef(out, "Report: %s/report.html", d->folder);
    return US_OK;
}

static us_status report(const demo *d, const char *folder, us_error *err)
{
    us_str path = us_folder_make_path(d->folder, "report.html");
    us_report_def def = {
        .folder = folder,
        .out = path.text,
        .compare = us_comparison_def_default(),
        .command = d->args->program,
        .note = us_out_log_text,
        .stop = us_interrupt_is_pending,
    };
    us_status status = us_report_write(&def, err);
    us_str_clear(&path);
    return status;
}

static us_status conclude(const demo *d, const char *folder, us_str *out, us_error *err)
{
    us_manifest m;
    us_comparison c;
    us_comparison_def def = us_comparison_def_default();
    US_TRY(report(d, folder, err));
    US_TRY(us_results_read(folder, &m, NULL, err));
    us_status status = us_comparison_compute(&m, &def, &c, err);
    if (status == US_OK) {
        if (us_args_is_given(d->args, JSON))
            tell_json(d, folder, &c, out);
        else
            status = tell_text(d, folder, &m, &c, out, err);
        if (status != US_OK)
            us_str_reset(out);
        us_comparison_clear(&c);
    }
    us_manifest_clear(&m);
    return status;
}

/* ---- all */

static us_status begin(const demo *d, const char *folder, us_error *err)
{
    US_TRY(us_folder_make_parents(d->folder, err));
    US_TRY(us_experiment_remove_results(folder, err));
    US_TRY(write_spec(d, err));
    US_TRY(demonstrate_all(d, err));
    return plan(d, folder, err);
}

static us_status run_in(const demo *d, const char *folder, us_str *out, us_error *err)
{
    US_TRY(check_folder(d, folder, err));
    if (can_go_on(d, folder))
        us_out_log("%s: continues this demo, which was begun before", d->folder);
    else
        US_TRY(begin(d, folder, err));
    US_TRY(play_games(d, folder, err));
    return conclude(d, folder, out, err);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    demo d = {.args = args,
              .folder = us_args_text(args, FOLDER),
              .seed = (uint64_t)us_args_int(args, SEED)};
    us_str_init(&d.spec);
    make_spec(&d);
    us_str folder = us_folder_make_path(d.folder, "experiment");
    us_status status = run_in(&d, folder.text, out, err);
    us_str_clear(&folder);
    us_str_clear(&d.spec);
    return status;
}

const us_command us_command_demo = {
    .name = "demo",
    .arguments = "",
    .about = "the whole loop: demonstrate, learn, adapt, play, compare, report",
    .more =
        "Each expert demonstrates. The demo learns libraries from all demonstrations and from\n"
        "parts of them, and one that only clones orders. One library plays training games, and\n"
        "adaptation repairs what went wrong. All libraries play on maps without demonstrations,\n"
        "beside baselines and an expert. The demo ends with a report and verdicts. The same\n"
        "command again continues where it was stopped. With other options, or from another\n"
        "program, the demo starts anew.",
    .example = "  understudy demo -o build/demo",
    .options = options,
    .option_count = US_COUNT(options),
    .run = run,
};
