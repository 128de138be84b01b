/* When queries in play are asked again: over many games, how many queries each way of asking takes
 * of those of asking in every cycle, and how often it has the same answer. */
#include <stdio.h>

#include "game/maps.h"
#include "players/players.h"
#include "tests/bench/bench.h"
#include "tests/bench/games.h"
#include "tests/measured.h"
#include "tests/requery.h"
#include "understudy/game.h"

enum { GAMES = 1000, CYCLES = 1800, WORKERS = 2, RESIDENTS = 1, BAR = 20 };
enum { TICK = 0, EVENT = 1, THRESHOLD = 3 }; /* of requery_way */

static const char *const visitors[] = {"random", "tree:tests/bench/visitor.brl"};
static const char *const families[] = {"rooms", "hall", "maze"};

static us_scenario *open_map(int number)
{
    us_map_request request = {families[number % 3], 24 + 8 * (number / 6 % 3),
                              880000U + (uint64_t)number, US_MAP_UNFAIR};
    us_scenario_def def = us_scenario_def_default();
    us_scenario *scenario = NULL;
    us_error err;
    us_str text;
    us_str_init(&text);
    bench_need(us_game_kind_find("arena")->maps->generate(&request, NULL, &text, &err), &err);
    def.domain = "arena";
    def.map = "requery";
    def.map_text = text.text;
    def.max_cycles = CYCLES;
    bench_need(us_scenario_open(&def, &scenario, &err), &err);
    us_str_clear(&text);
    return scenario;
}

static void on_events(void *context, const us_event *event, int count)
{
    requery_on_events(context, event, count);
}

static void on_world(void *context, us_game *game, us_cycle now)
{
    (void)now;
    requery_on_world(context, us_game_world(game, RESIDENTS));
}

static void play(const void *context, int number, void *out)
{
    us_scenario *scenario = open_map(number);
    us_match_def def = us_match_def_default();
    requery *queries = NULL;
    us_error err;
    (void)context;
    bench_need(requery_new(scenario->domain, RESIDENTS, &queries, &err), &err);
    def.scenario = scenario;
    def.seed = (uint64_t)number + 1;
    def.observer = (us_observer){.context = queries, .events = on_events, .cycle = on_world};
    const char *agent[] = {visitors[number / 3 % 2], "ai:guards"};
    for (int s = 0; s < 2; s++)
        bench_need(us_agent_open(agent[s], scenario, (us_seat)s, def.seed, &def.player[s], &err),
                   &err);
    us_match *match = us_match_new(&def);
    us_match_run(match, NULL);
    us_match_free(match);
    *(requery_count *)out = requery_counted(queries);
    requery_free(queries);
    us_scenario_close(scenario);
}

typedef struct total {
    int64_t looks, others, queries[REQUERY_WAYS], same[REQUERY_WAYS], moved[REQUERY_DESCRIPTORS];
} total;

static total add_up(const requery_count *of)
{
    total t = {0};
    for (int g = 0; g < GAMES; g++) {
        t.looks += of[g].looks;
        t.others += of[g].others;
        for (int w = 0; w < REQUERY_WAYS; w++) {
            t.queries[w] += of[g].queries[w];
            t.same[w] += of[g].same[w];
        }
        for (int d = 0; d < REQUERY_DESCRIPTORS; d++)
            t.moved[d] += of[g].moved[d];
    }
    return t;
}

static double percent(int64_t part, int64_t of)
{
    return of ? 100.0 * (double)part / (double)of : 0;
}

/* As long as the share is of the whole; of what is above 0 at least one. */
static void print_bar(int64_t part, int64_t of)
{
    int length = of ? (int)((part * BAR + of / 2) / of) : 0;
    for (int i = 0; i < (part > 0 && length == 0 ? 1 : length); i++)
        putchar('#');
}

static void print_way(const total *t, int way)
{
    int64_t late = t->looks - t->same[way];
    printf("| `%s` | %lld | %.3f%% | ", requery_way[way], (long long)t->queries[way],
           percent(t->queries[way], t->queries[TICK]));
    print_bar(way == TICK ? 0 : t->queries[way], t->queries[EVENT]);
    printf(" | %lld | %.3f%% | ", (long long)late, percent(t->same[way], t->looks));
    print_bar(late, t->looks - t->same[REQUERY_WAYS - 1]);
    puts(" |");
}

/* Bars: queries beside those by events, answers beside those of asking once. */
static void print_page(const total *t)
{
    printf("requery  %d games, %lld looks; at %.3f%% of them the answer is another than before\n\n"
           "| asked again | queries | of those in every cycle | | other answers | the same | |\n"
           "| --- | ---: | ---: | --- | ---: | ---: | --- |\n",
           GAMES, (long long)t->looks, percent(t->others, t->looks));
    for (int w = 0; w < REQUERY_WAYS; w++)
        print_way(t, w);
    puts("\n| descriptor | looks at which it has moved |\n| --- | ---: |");
    for (int d = 0; d < REQUERY_DESCRIPTORS; d++)
        printf("| `%s` | %.3f%% |\n", requery_descriptor[d], percent(t->moved[d], t->looks));
}

void bench_requery(void)
{
    requery_count *each = US_NEW_ARRAY(requery_count, GAMES);
    bench_share(WORKERS, GAMES, play, NULL, each, sizeof *each);
    total t = add_up(each);
    print_page(&t);
    test_measured("requery-games", GAMES, "%lld looks", (long long)t.looks);
    test_measured("requery-other", (double)(t.looks - t.same[EVENT]), "of %lld looks",
                  (long long)t.looks);
    test_measured("requery-queries", percent(t.queries[EVENT], t.queries[TICK]), "%d games", GAMES);
    test_measured("requery-threshold", percent(t.same[THRESHOLD], t.looks),
                  "%s, %.3g%% of the queries", requery_way[THRESHOLD],
                  percent(t.queries[THRESHOLD], t.queries[TICK]));
    us_mem_free(each);
}
