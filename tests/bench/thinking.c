/* What libraries think: processor time of each think, beside that of the game's own cycles.
 *
 *   build/release/tests/bench/thinking [--demos NAME,NAME | --libraries A.db,B.db]
 *       [--settings SETTINGS] [--start nomad] [--families FAMILY,FAMILY] [--maps N]
 *       [--map-seed SEED] [--agents AI,AI] [--max-cycles N] [-j WORKERS] [--raw FILE]
 *
 * It learns a library from each demonstration (with --relax), and one from all of them, unless
 * --libraries names some. Each library plays each ai on N generated maps of each family, from both
 * seats in turn. --settings are those of the agent, without the sign before them. Times are less
 * the cost of the clock.
 *
 * --raw writes a line a game with a hash of all orders, notes and the last state: two programs play
 * the same if these lines do, but for their last three values, which are about times. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "learn/learn.h"
#include "players/players.h"
#include "tests/bench/bench.h"
#include "tests/bench/games.h"
#include "tests/bench/timed.h"
#include "tests/measured.h"
#include "understudy/game.h"
#include "understudy/learn.h"

enum { LIBRARIES_MAX = 64, OPPONENTS_MAX = 16, FAMILIES_MAX = 8 };

typedef struct bench {
    char *learned[LIBRARIES_MAX]; /* paths to free */
    const char *library[LIBRARIES_MAX], *opponent[OPPONENTS_MAX];
    const char *family[FAMILIES_MAX];
    int libraries, opponents, families;
    const char *settings, *start, *raw;
    int maps, map_seed; /* maps of each family */
    int max_cycles;
} bench;

typedef struct played {
    us_hash hash;
    int64_t game, think, longest; /* ns; game: all but the thinks of both players */
    int32_t cycles, thinks, over; /* over: thinks longer than TIMED_LONG */
    us_cycle at;                  /* of the longest think */
    int32_t winner;
} played;

/* ---- what is played, as a hash */

static void add_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    us_hash *hash = context;
    *hash = us_hash_add(*hash, (uint64_t)now << 32 | order->goal);
    *hash = us_hash_add(*hash, (uint64_t)order->step << 32 | (uint64_t)order->action << 16 |
                                   (uint64_t)reason << 8 | (uint64_t)order->queued << 4 |
                                   (uint64_t)order->seat);
    for (int i = 0; i < US_PARAMS_MAX; i++)
        *hash = us_hash_add(*hash, (uint32_t)order->arg[i]);
    for (int i = 0; i < order->unit_count; i++)
        *hash = us_hash_add(*hash, order->unit[i]);
}

static void add_notes(void *context, const us_note *note, int count)
{
    us_hash *hash = context;
    for (int i = 0; i < count; i++) {
        *hash = us_hash_add(*hash, (uint64_t)note[i].cycle << 32 | note[i].node);
        *hash = us_hash_add(*hash, (uint64_t)note[i].kind << 8 | note[i].of);
        *hash = us_hash_add(*hash, (uint64_t)note[i].similarity << 16 ^ (uint64_t)note[i].margin);
        *hash = us_hash_add_text(*hash, note[i].why ? note[i].why : "");
    }
}

/* ---- a game */

static void name_map(const bench *b, int family, int map, char *out, size_t size)
{
    snprintf(out, size, "build/thinking/%s-%s-%d-%d.map", b->family[family],
             b->start ? b->start : "hall", 48 + map % 3 * 16, b->map_seed + family * 1000 + map);
}

static void play(const void *context, int game, void *out)
{
    const bench *b = context;
    played *result = out;
    int opponent = game % b->opponents, at = game / b->opponents;
    int map = at % (b->maps * b->families), seat = (opponent + map) % 2;
    char path[128], agent[1024];
    name_map(b, map % b->families, map / b->families, path, sizeof(path));
    snprintf(agent, sizeof(agent), "library:%s%s%s", b->library[at / (b->maps * b->families)],
             b->settings ? "?" : "", b->settings ? b->settings : "");
    us_match_def def = us_match_def_default();
    def.scenario = bench_scenario(path, b->max_cycles);
    def.seed = 7;
    def.observer = (us_observer){.context = &result->hash, .order = add_order, .notes = add_notes};
    timed *one = timed_open(agent, def.scenario, (us_seat)seat, 1);
    timed *other = timed_open(b->opponent[opponent], def.scenario, (us_seat)(1 - seat), 1);
    def.player[seat] = &one->player;
    def.player[1 - seat] = &other->player;
    us_match *match = us_match_new(&def);
    us_match_state state;
    int64_t start = bench_ns();
    us_match_run(match, &state);
    result->game = bench_ns() - start - one->total - other->total -
                   2 * timed_clock_cost() * (one->thinks + other->thinks);
    result->hash = us_hash_add(result->hash, us_game_hash(us_match_game(match)));
    result->think = one->total;
    result->longest = one->longest;
    result->at = one->at;
    result->thinks = one->thinks;
    result->over = one->over;
    result->cycles = state.now;
    result->winner = state.outcome.kind == US_OUTCOME_WIN ? state.outcome.winner : -1;
    us_match_free(match);
}

/* ---- libraries */

static int split(char *list, const char **out, int most)
{
    int count = 0;
    for (char *at = strtok_r(list, ",", &list); at && count < most; at = strtok_r(NULL, ",", &list))
        out[count++] = at;
    return count;
}

/* Learns a library of some demonstrations. Returns its path. */
static char *learn(const char *name, const char *const *demo, int demos)
{
    us_learn_def def = us_learn_def_default();
    us_error err = {0};
    us_str path, file[LIBRARIES_MAX];
    const char *trace[LIBRARIES_MAX];
    def.relax = true;
    us_str_init(&path);
    us_str_addf(&path, "build/thinking/%s.db", name);
    for (int i = 0; i < demos; i++) {
        char trace_name[128];
        snprintf(trace_name, sizeof(trace_name), "demos/%s.jsonl", demo[i]);
        us_str_init(&file[i]);
        bench_need(us_data_find_domain_file("skirmish", trace_name, &file[i], &err), &err);
        trace[i] = file[i].text;
    }
    unlink(path.text);
    bench_need(us_learn_to_library(trace, demos, &def, path.text, NULL, &err), &err);
    for (int i = 0; i < demos; i++)
        us_str_clear(&file[i]);
    char *out = us_mem_strdup(path.text);
    us_str_clear(&path);
    return out;
}

static void learn_all(bench *b, char *demos)
{
    const char *demo[LIBRARIES_MAX];
    int count = split(demos, demo, LIBRARIES_MAX - 1);
    for (int i = 0; i < count; i++)
        b->library[b->libraries++] = b->learned[i] = learn(demo[i], &demo[i], 1);
    if (count > 1)
        b->library[b->libraries++] = b->learned[count] = learn("all", demo, count);
}

/* ---- the command */

static void make_maps(const bench *b)
{
    const us_game_kind *kind = us_game_kind_find("skirmish");
    int start = 0;
    us_error err = {0};
    if (b->start && us_map_choice_find_start(kind, "--start", b->start, &start, &err) != US_OK)
        bench_die(&err);
    for (int family = 0; family < b->families; family++) {
        for (int map = 0; map < b->maps; map++) {
            char path[128];
            us_map_request request = {.family = b->family[family],
                                      .size = 48 + map % 3 * 16,
                                      .seed = (uint64_t)(b->map_seed + family * 1000 + map),
                                      .fair = US_MAP_FAIR,
                                      .start = start};
            name_map(b, family, map, path, sizeof(path));
            bench_generate(&request, path);
        }
    }
}

/* Whether the game is one of the family, or of any (-1), and by the library of all demonstrations,
 * or by another one, or by any (-1). */
static bool counts(const bench *b, int game, int family, int whole)
{
    us_assert(b->opponents > 0 && b->maps > 0 && b->families > 0);
    int library = game / b->opponents / (b->maps * b->families);
    return (family < 0 || game / b->opponents % (b->maps * b->families) % b->families == family) &&
           (whole < 0 || (strstr(b->library[library], "/all.db") != NULL) == whole);
}

/* Prints a row, if there are such games. family, whole: see counts. */
static void report(const bench *b, const played *result, int games, int family, int whole)
{
    double *rate = US_NEW_ARRAY(double, games + 1), *share = US_NEW_ARRAY(double, games + 1);
    int count = 0, over = 0;
    int64_t thinks = 0, longest = 0;
    us_cycle at = 0;
    for (int g = 0; g < games; g++) {
        const played *r = &result[g];
        if (!counts(b, g, family, whole))
            continue;
        rate[count] = (double)r->think / 1e6 * 30000 / r->cycles;
        share[count++] = (double)r->think / (double)r->game;
        over += r->over;
        thinks += r->thinks;
        at = r->longest > longest ? r->at : at;
        longest = r->longest > longest ? r->longest : longest;
    }
    double median = bench_median(rate, count), most = count ? rate[count - 1] : 0;
    if (count > 0)
        printf("thinking %-9s %5d games: %6.2f ms in 30,000 cycles (median; most %.2f), %.2f of "
               "the game's own time; longest think %.3f ms, in cycle %d; %d of %lld thinks above 1 "
               "ms\n",
               family >= 0  ? b->family[family]
               : whole == 1 ? "all demos"
               : whole == 0 ? "one demo"
                            : "all",
               count, median, most, bench_median(share, count), (double)longest / 1e6, (int)at,
               over, (long long)thinks);
    if (count > 0 && whole >= 0) {
        test_measured(whole ? "thinking-all" : "thinking-one", median, "%d games", count);
        test_measured(whole ? "think-all" : "think-one", (double)longest / 1e6, "%d of %lld above",
                      over, (long long)thinks);
    }
    us_mem_free(rate);
    us_mem_free(share);
}

static void write_raw(const bench *b, const played *result, int games)
{
    us_error err = {0};
    us_str out;
    us_str_init(&out);
    for (int g = 0; g < games; g++) {
        const played *r = &result[g];
        int at = g / b->opponents, map = at % (b->maps * b->families);
        char path[128];
        name_map(b, map % b->families, map / b->families, path, sizeof(path));
        us_str_addf(&out, "%s %s %s %d %d %016llx %d %lld %lld %d\n",
                    b->library[at / (b->maps * b->families)], path, b->opponent[g % b->opponents],
                    (int)r->winner, (int)r->cycles, (unsigned long long)r->hash, (int)r->thinks,
                    (long long)r->think, (long long)r->longest, (int)r->at);
    }
    if (us_file_write(b->raw, out.text, out.length, &err) != US_OK)
        bench_die(&err);
    us_str_clear(&out);
}

int main(int argc, char **argv)
{
    static bench b = {.maps = 1, .map_seed = 870000, .max_cycles = 60000};
    const char *demos = "balanced-choke-1,balanced-scattered-1,economy-choke-3,economy-scattered-1,"
                        "knights-choke-3,knights-open-1,rush-choke-1,rush-open-1,siege-open-1,"
                        "siege-ridge-1,towers-choke-1,towers-ridge-1";
    const char *libraries = NULL, *agents = "ai:boom,ai:footman-rush,ai:land-attack,ai:passive,"
                                            "ai:raid,ai:tower-push,ai:turtle,ai:worker-rush";
    const char *families = "open,ridge,choke,scattered";
    int workers = 2;
    const bench_option options[] = {{"--demos", NULL, &demos},
                                    {"--libraries", NULL, &libraries},
                                    {"--settings", NULL, &b.settings},
                                    {"--start", NULL, &b.start},
                                    {"--maps", &b.maps, NULL},
                                    {"--map-seed", &b.map_seed, NULL},
                                    {"--agents", NULL, &agents},
                                    {"--families", NULL, &families},
                                    {"--max-cycles", &b.max_cycles, NULL},
                                    {"-j", &workers, NULL},
                                    {"--raw", NULL, &b.raw},
                                    {0}};
    us_str command;
    us_str_init(&command);
    bench_read(options, argc, argv, &command);
    us_str_clear(&command);
    char *list[4] = {us_mem_strdup(demos), us_mem_strdup(libraries ? libraries : ""),
                     us_mem_strdup(agents), us_mem_strdup(families)};
    b.libraries = split(list[1], b.library, LIBRARIES_MAX);
    b.opponents = split(list[2], b.opponent, OPPONENTS_MAX);
    b.families = split(list[3], b.family, FAMILIES_MAX);
    mkdir("build", 0777);
    mkdir("build/thinking", 0777);
    if (!libraries)
        learn_all(&b, list[0]);
    int games = b.libraries * b.opponents * b.maps * b.families;
    if (games == 0) {
        fprintf(stderr, "%s: no games\n", argv[0]);
        return 2;
    }
    make_maps(&b);
    played *result = US_NEW_ARRAY(played, games);
    bench_share(workers, games, play, &b, result, sizeof(*result));
    for (int family = 0; family < b.families; family++)
        report(&b, result, games, family, -1);
    for (int whole = -1; whole <= 1; whole++)
        report(&b, result, games, -1, whole);
    if (b.raw)
        write_raw(&b, result, games);
    for (int i = 0; i < LIBRARIES_MAX; i++)
        us_mem_free(b.learned[i]);
    us_mem_free(result);
    for (int i = 0; i < 4; i++)
        us_mem_free(list[i]);
    return 0;
}
