/* It plays: libraries against the ai, on maps that nobody demonstrated, beside the experts that
 * they were learned from.
 *
 *   build/release/tests/bench/plays [-j WORKERS] [--list tests/bench/plays.json]
 *       [--part A|B|C|D] [--only LIBRARY] [--maps N] [--shift N] [-o build/PLAYS.md]
 *       [--raw build/plays.jsonl]
 *
 * The list says which games there are; --part, --only and --maps (so many of each group) cut it
 * for a quick look, and --shift 1000000 plays on other maps. It learns the libraries into
 * build/plays/, plays, and writes tables in Markdown and a line of JSON a game. Whatever is not a
 * time depends on the arguments only, not on the number of workers. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "experiments/run/practice.h"
#include "learn/learn.h"
#include "players/players.h"
#include "retrieve/library.h"
#include "tests/bench/bench.h"
#include "tests/bench/plays.h"
#include "tests/bench/timed.h"
#include "understudy/game.h"
#include "understudy/learn.h"

/* ---- libraries */

/* As `library practice` does, against all that play. */
static us_status practice(const char *path, int64_t games, us_cycle max_cycles, int workers,
                          us_error *err)
{
    static const char *const against[] = {"ai:boom",    "ai:footman-rush", "ai:land-attack",
                                          "ai:passive", "ai:raid",         "ai:tower-push",
                                          "ai:turtle",  "ai:worker-rush"};
    static const char *const family[] = {"open", "ridge", "choke", "scattered"};
    static const int size[] = {48, 64, 80};
    us_domain *domain = NULL;
    us_practice done = {0};
    US_TRY(us_domain_load_shipped("skirmish", &domain, err));
    us_practice_def def = {.library = path,
                           .field = {.domain = domain,
                                     .against = against,
                                     .opponents = US_COUNT(against),
                                     .family = family,
                                     .families = US_COUNT(family),
                                     .size = size,
                                     .sizes = US_COUNT(size),
                                     .seed = 1,
                                     .max_cycles = max_cycles},
                           .games = (int)games,
                           .round = 128,
                           .workers = workers};
    us_status status = us_practice_run(&def, &done, err);
    if (status == US_OK)
        us_practice_clear(&done);
    us_domain_free(domain);
    return status;
}

static us_status learn(const plays_library *library, const plays_learner *learner,
                       us_cycle max_cycles, int workers, us_error *err)
{
    us_str path, demo[PLAYS_DEMOS_MAX];
    const char *trace[PLAYS_DEMOS_MAX];
    us_learn_def def = us_learn_def_default();
    us_status status = US_OK;
    int count = 0;
    def.relax = learner->relax;
    for (; count < library->demos && status == US_OK; count++) {
        char file[128];
        snprintf(file, sizeof(file), "demos/%s.jsonl", library->demo[count]);
        us_str_init(&demo[count]);
        status = us_data_find_domain_file("skirmish", file, &demo[count], err);
        trace[count] = demo[count].text;
    }
    us_str_init(&path);
    plays_library_path(library, learner, &path);
    unlink(path.text);
    if (status == US_OK)
        status = us_learn_to_library(trace, count, &def, path.text, NULL, err);
    if (status == US_OK && learner->practice > 0)
        status = practice(path.text, learner->practice, max_cycles, workers, err);
    us_str_clear(&path);
    for (int i = 0; i < count; i++)
        us_str_clear(&demo[i]);
    return status;
}

static us_status learn_all(const plays_list *list, int workers, us_error *err)
{
    bool done[PLAYS_LIBRARIES_MAX][PLAYS_LEARNERS_MAX] = {0};
    for (int g = 0; g < list->groups; g++) {
        const plays_group *group = &list->group[g];
        for (int p = 0; p < group->players; p++) {
            const plays_learner *learner = plays_learner_of(list, group->player[p]);
            bool *here = learner ? &done[group->library][learner - list->learner] : NULL;
            if (!here || *here)
                continue;
            US_TRY(learn(&list->library[group->library], learner, list->max_cycles, workers, err));
            *here = true;
        }
    }
    return US_OK;
}

/* ---- playing */

static void play(const void *context, int game, void *out)
{
    const plays_list *list = context;
    const plays_seat *seat = &list->seat[list->whose[game]];
    const plays_group *group = &list->group[seat->group];
    plays_result *result = out;
    us_match_def def = us_match_def_default();
    def.scenario = bench_scenario(list->map[seat->map].path, list->max_cycles);
    def.seed = (uint64_t)seat->seed;
    us_str agent;
    us_str_init(&agent);
    plays_agent(list, group, group->player[game - seat->first], &agent);
    us_seat own = (us_seat)seat->seat, other = (us_seat)(1 - seat->seat);
    timed *t = timed_open(agent.text, def.scenario, own, def.seed);
    us_str_clear(&agent);
    def.player[own] = &t->player;
    us_error err = {0};
    bench_need(us_agent_open(group->opponent[seat->opponent], def.scenario, other, def.seed,
                             &def.player[other], &err),
               &err);
    us_match *match = us_match_new(&def);
    us_match_state state;
    us_match_run(match, &state);
    result->thinks = t->thinks;
    result->ns = t->total;
    result->longest = t->longest;
    us_match_free(match);
    result->winner = state.outcome.kind == US_OUTCOME_WIN ? state.outcome.winner : -1;
    result->cycles = state.now;
}

/* ---- the command */

int main(int argc, char **argv)
{
    static plays_list list;
    plays_cut cut = {0};
    int workers = 2;
    const char *path = "tests/bench/plays.json", *page_to = "build/PLAYS.md";
    const char *raw_to = "build/plays.jsonl";
    const bench_option options[] = {
        {"-j", &workers, NULL},      {"--list", NULL, &path},     {"--part", NULL, &cut.part},
        {"--only", NULL, &cut.only}, {"--maps", &cut.maps, NULL}, {"--shift", &cut.shift, NULL},
        {"-o", NULL, &page_to},      {"--raw", NULL, &raw_to},    {0}};
    us_error err = {0};
    us_str command, page, raw;
    us_str_init(&command);
    us_str_init(&page);
    us_str_init(&raw);
    us_str_add(&command, "build/release/tests/bench/plays");
    bench_read(options, argc, argv, &command);
    mkdir("build", 0777);
    mkdir("build/plays", 0777);
    if (plays_read(path, &cut, &list, &err) != US_OK || learn_all(&list, workers, &err) != US_OK)
        bench_die(&err);
    if (list.games == 0) {
        us_error_set(&err, US_BAD_INPUT, path, 0, 0, "no game of the list is in what was chosen");
        bench_die(&err);
    }
    for (int m = 0; m < list.maps; m++)
        bench_generate(&list.map[m].request, list.map[m].path);
    bench_share(workers, list.games, play, &list, list.result, sizeof(*list.result));
    plays_page(&list, command.text, &page);
    plays_raw(&list, &raw);
    if (us_file_write(page_to, page.text, page.length, &err) != US_OK ||
        us_file_write(raw_to, raw.text, raw.length, &err) != US_OK)
        bench_die(&err);
    us_str_clear(&command);
    us_str_clear(&page);
    us_str_clear(&raw);
    plays_clear(&list);
    return 0;
}
