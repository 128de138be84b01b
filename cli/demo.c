#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "cli/play.h"
#include "experiments/compare.h"
#include "experiments/planning.h"
#include "players/skirmish/skirmish_players.h"

enum { FOLDER, GAMES, SEED, JOBS, JSON };

static const us_option options[] = {
    [FOLDER] = {"-o", "DIR", "where to put what it makes", US_OPTION_TEXT, 0, 0, "build/demo",
                false},
    [GAMES] = {"--games", "N", "of each player on a map against an opponent in a seat",
               US_OPTION_INT, 1, 100, "1", false},
    [SEED] = {"--seed", "N", "another number, other maps and games", US_OPTION_INT, 0, INT32_MAX,
              "1", false},
    [JOBS] = {"-j", "N", "workers; else as many as there are cores", US_OPTION_INT, 1, US_JOBS_MAX,
              NULL, false},
    [JSON] = {"--json", NULL, "the verdicts and what was made as one object", US_OPTION_FLAG},
};

typedef struct demo {
    const us_args *args;
    const char *folder;
    uint64_t seed;
    us_str demos; /* names of demonstrations as a list of JSON */
    int count;
} demo;

static us_str in_folder(const demo *d, const char *name)
{
    us_str path;
    us_str_init(&path);
    us_folder_path(d->folder, name, &path);
    return path;
}

/* ---- demonstrate: each expert on a map of its family, against whom it beats */

static us_status demonstrate(demo *d, const char *expert, us_error *err)
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
    us_str path = in_folder(d, name);
    for (int i = 0; i < US_COUNT(opponent) && status == US_OK && !won; i++) {
        us_play_def def = us_play_def_default();
        def.agent[0] = agent;
        def.agent[1] = opponent[i];
        def.scenario.map = map;
        def.seed = d->seed;
        def.trace = path.text;
        def.stop = us_play_stop;
        status = us_play(&def, &result, err);
        won = result.state.outcome.kind == US_OUTCOME_WIN && result.state.outcome.winner == 0;
    }
    us_str_clear(&path);
    us_str_addf(&d->demos, "%s\"%s\"", d->count++ > 0 ? ", " : "", name);
    return status;
}

static us_status demonstrate_all(demo *d, us_error *err)
{
    const char *const *expert;
    int experts = us_expert_names(&expert);
    us_out_note("%d experts demonstrate", experts);
    for (int i = 0; i < experts; i++)
        US_TRY(demonstrate(d, expert[i], err));
    return US_OK;
}

/* ---- what is to be found out */

static us_status write_spec(const demo *d, us_error *err)
{
    us_str text, path = in_folder(d, "demo.json");
    us_str_init(&text);
    us_str_addf(
        &text,
        "{\n"
        "  \"experiment\": 1,\n"
        "  \"name\": \"what a library learns from its demonstrations\",\n"
        "  \"seed\": %llu,\n"
        "  \"libraries\": [\n"
        "    {\"name\": \"learned\", \"learn\": [%s], \"relax\": true},\n"
        "    {\"name\": \"cloning\", \"learn\": [%s], \"learner\": \"orders\"},\n"
        "    {\"name\": \"curve\", \"learn\": [%s], \"relax\": true, \"sizes\": [1, 3], "
        "\"draws\": 3},\n"
        "    {\"name\": \"shuffled\", \"shuffle\": \"learned\"}\n"
        "  ],\n"
        "  \"players\": [\n"
        "    {\"name\": \"cloning\", \"agent\": \"library:cloning\"},\n"
        "    {\"name\": \"learned\", \"agent\": \"library:learned\"},\n"
        "    {\"name\": \"goal only\", \"agent\": \"library:learned?retrieval=goal\"},\n"
        "    {\"name\": \"shuffled\", \"agent\": \"library:shuffled\"},\n"
        "    {\"name\": \"learned from\", \"agent\": \"library:curve\"},\n"
        "    {\"name\": \"expert\", \"agent\": \"expert:balanced\"},\n"
        "    \"random\"\n"
        "  ],\n"
        "  \"opponents\": [\"ai:raid\", \"ai:boom\", \"ai:land-attack\"],\n"
        "  \"maps\": [\n"
        "    {\"family\": \"open\", \"seed\": %llu, \"count\": 2},\n"
        "    {\"family\": \"scattered\", \"seed\": %llu, \"count\": 2},\n"
        "    {\"family\": \"choke\", \"seed\": %llu, \"count\": 2}\n"
        "  ],\n"
        "  \"games\": %lld,\n"
        "  \"timeout\": 60,\n"
        "  \"model\": \"expert\"\n"
        "}\n",
        (unsigned long long)d->seed, d->demos.text, d->demos.text, d->demos.text,
        (unsigned long long)d->seed + 1000, (unsigned long long)d->seed + 1000,
        (unsigned long long)d->seed + 1000, (long long)us_args_int(d->args, GAMES));
    us_status status = us_file_write(path.text, text.text, text.length, err);
    us_str_clear(&text);
    us_str_clear(&path);
    return status;
}

static void say(const char *what)
{
    us_out_note("%s", what);
}

static us_status plan(const demo *d, const char *folder, us_error *err)
{
    us_spec spec;
    us_manifest m;
    us_str path = in_folder(d, "demo.json");
    us_planning planning = {path.text, folder, say, us_interrupted};
    us_status status = us_spec_read(path.text, NULL, 0, &spec, err);
    if (status == US_OK) {
        status = us_experiment_plan(&planning, &spec, &m, err);
        us_spec_clear(&spec);
    }
    if (status == US_OK)
        us_manifest_clear(&m);
    us_str_clear(&path);
    return status;
}

static us_status play_games(const demo *d, const char *folder, us_error *err)
{
    us_run_state state;
    us_run_bar bar = {.begun = false};
    us_run_def def = us_run_def_default();
    us_standing standing;
    def.folder = folder;
    def.workers =
        us_args_given(d->args, JOBS) ? (int)us_args_int(d->args, JOBS) : us_cores();
    def.resume = true;
    def.context = &bar;
    def.tell = us_run_bar_tell;
    def.stop = us_interrupted;
    us_status status = us_run(&def, &state, err);
    us_run_bar_end(&bar);
    return status == US_OK ? us_experiment_merge(folder, &standing, err) : status;
}
