/* Learns a library from a demonstration, lists its behaviors, and plays four games with it:
 * loop DEMO.jsonl LIBRARY MAP. */
#include <stdio.h>

#include "understudy/agent.h"
#include "understudy/learn.h"

static void print_behavior(void *context, const us_library_behavior *row)
{
    (void)context;
    printf("%s: %s\n", row->name, row->goal_text);
}

static us_status list(const char *path, us_error *err)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOPTR(us_library) library = NULL;
    us_status status = us_domain_load_shipped("skirmish", &domain, err);
    if (status == US_OK)
        status = us_library_open(path, US_LIBRARY_READ, domain, &library, err);
    if (status == US_OK)
        status = us_library_visit_behaviors(library, print_behavior, NULL, err);
    return status; /* the library is closed first, then the domain is freed */
}

static us_status play(const char *path, const char *map, int *won, us_error *err)
{
    US_AUTO(us_str_clear) us_str agent;
    us_status status = US_OK;
    us_str_init(&agent);
    us_str_add(&agent, "library:");
    us_str_add(&agent, path);
    *won = 0;
    for (uint64_t seed = 1; status == US_OK && seed <= 4; seed++) {
        us_play_def def = us_play_def_default();
        us_play_result result;
        def.agent[0] = agent.text;
        def.agent[1] = "ai:passive";
        def.seed = seed;
        def.scenario.map = map;
        status = us_play_run(&def, &result, err);
        if (status == US_OK && result.state.outcome.kind == US_OUTCOME_WIN &&
            result.state.outcome.winner == 0)
            ++*won;
    }
    return status;
}

int main(int argc, char **argv)
{
    us_error err;
    char text[1024];
    int won = 0;
    us_learn_def def = us_learn_def_default();
    if (argc != 4) {
        fprintf(stderr, "usage: loop DEMO.jsonl LIBRARY MAP\n");
        return 2;
    }
    const char *demo = argv[1];
    us_status status = us_learn_to_library(&demo, 1, &def, argv[2], NULL, &err);
    if (status == US_OK)
        status = list(argv[2], &err);
    if (status == US_OK)
        status = play(argv[2], argv[3], &won, &err);
    if (status != US_OK) {
        fprintf(stderr, "%s\n", us_error_print(&err, text, sizeof text));
        return 1;
    }
    printf("%d of 4 games won\n", won);
    return 0;
}
