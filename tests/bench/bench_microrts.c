/* How much faster the native rules of microRTS are than the real game: both play the same recorded
 * orders again, without bots, in rounds that alternate. The real game needs Java, and
 * `make microrts` first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/coprocess.h"
#include "base/file.h"
#include "game/microrts/rules.h"
#include "tests/bench/bench.h"
#include "tests/measured.h"
#include "tests/microrts.h"

enum { SETS = 3, ROUNDS = 9, WARM = 8, PATIENCE = 600000, ENOUGH_MS = 300 };

static const struct {
    const char *name, *map;
    int cycles;
} sets[SETS] = {{"8x8", "8x8/basesWorkers8x8A", 3000},
                {"16x16", "16x16/basesWorkers16x16A", 5000},
                {"64x64", "BroodWar/(4)BloodBath.scmA", 5000}};

static const char *const pairs[][2] = {
    {"ai.abstraction.WorkerRush", "ai.abstraction.LightRush"},
    {"ai.RandomBiasedAI", "ai.RandomBiasedAI"},
    {"ai.abstraction.HeavyRush", "ai.abstraction.RangedRush"},
    {"ai.RandomBiasedAI", "ai.abstraction.LightRush"},
    {"ai.abstraction.WorkerRush", "ai.abstraction.WorkerRush"},
    {"ai.abstraction.EconomyRush", "ai.RandomBiasedAI"},
};

/* A player's list, and in which cycle it is issued. */
typedef struct turn {
    int32_t cycle, player;
    mr_orders orders;
} turn;

typedef struct game {
    char *map;
    mr_state *start, *state;
    int32_t cycles;
    US_LIST(turn) turn;
} game;

typedef struct bench {
    char folder[64];
    const char *home;
    mr_table table;
    US_LIST(game) game;
    int first[SETS + 1]; /* game of each set */
} bench;

/* ---- recording */

static void plan(const bench *b, us_str *out)
{
    for (int s = 0; s < SETS; s++)
        for (int p = 0; p < US_COUNT(pairs); p++)
            us_str_addf(out, "%s/maps/%s.xml\t%s\t%s\t%d\t%d\n", b->home, sets[s].map, pairs[p][0],
                        pairs[p][1], p + 1, sets[s].cycles);
}

static void begin_game(bench *b, const char *line)
{
    char *text = NULL;
    size_t length = 0;
    mr_map *map = NULL;
    us_error err = {0};
    us_str path;
    us_str_init(&path);
    us_str_add_bytes(&path, line, strcspn(line, "\t"));
    bench_need(us_file_read(path.text, 1 << 20, &text, &length, &err), &err);
    bench_need(mr_map_read_xml(path.text, text, length, &b->table, &map, &err), &err);
    game g = {.map = us_str_detach(&path)};
    g.start = mr_state_new(map, &b->table);
    g.state = mr_state_new(map, &b->table);
    US_LIST_PUT(b->game, g);
    mr_map_free(map);
    us_mem_free(text);
}

static void read_orders(bench *b, int player, const char *text, size_t length)
{
    us_error err = {0};
    game *g = &b->game.item[b->game.count - 1];
    turn t = {.cycle = g->cycles, .player = player};
    bench_need(mr_orders_read(&b->table, "orders", 1, text, length, &t.orders, &err), &err);
    if (t.orders.count > 0)
        US_LIST_PUT(g->turn, t);
}

static bool record(bench *b)
{
    us_str text, command;
    us_error err = {0};
    char *line = NULL;
    size_t room = 0;
    us_str_init(&text);
    us_str_init(&command);
    plan(b, &text);
    us_str_addf(&command, "%s/plan", b->folder);
    bench_need(us_file_write(command.text, text.text, text.length, &err), &err);
    us_str_reset(&command);
    us_str_addf(&command,
                "javac -nowarn -cp '%s/microrts.jar' -d '%s' tests/microrts/*.java && "
                "exec java -XX:+UseSerialGC -cp '%s:%s/microrts.jar' Recorder short < '%s/plan'",
                b->home, b->folder, b->folder, b->home, b->folder);
    FILE *in = popen(command.text, "r");
    int turns = -1;
    for (ssize_t length; in && (length = getline(&line, &room, in)) > 0;) {
        line[--length] = '\0';
        if (us_text_has_prefix(line, "game "))
            begin_game(b, line + 5);
        else if (us_text_has_prefix(line, "1 ") || us_text_has_prefix(line, "2 "))
            read_orders(b, line[0] - '1', line + 2, (size_t)length - 2);
        else if (us_text_has_prefix(line, "0"))
            b->game.item[b->game.count - 1].cycles = ++turns;
        else if (us_text_has_prefix(line, "end "))
            turns = -1;
    }
    free(line);
    us_str_clear(&text);
    us_str_clear(&command);
    return in && pclose(in) == 0 && b->game.count == SETS * US_COUNT(pairs);
}

/* For Replay.java. */
static void write_games(const bench *b, const char *path)
{
    us_str out;
    us_error err = {0};
    us_str_init(&out);
    for (int i = 0; i < b->game.count; i++) {
        const game *g = &b->game.item[i];
        if (i % US_COUNT(pairs) == 0)
            us_str_add(&out, "set\n");
        us_str_addf(&out, "game %d %s\n", (int)g->cycles, g->map);
        for (int t = 0; t < g->turn.count; t++) {
            const mr_orders *orders = &g->turn.item[t].orders;
            us_str_addf(&out, "%d %d", (int)g->turn.item[t].cycle, (int)g->turn.item[t].player);
            for (int k = 0; k < orders->count; k++) {
                const mr_action *a = &orders->item[k].action;
                us_str_addf(&out, " %d %d %d %d %d %d", (int)orders->item[k].id, a->type,
                            (int)a->parameter, a->unit_type, (int)a->x, (int)a->y);
            }
            us_str_add_char(&out, '\n');
        }
    }
    bench_need(us_file_write(path, out.text, out.length, &err), &err);
    us_str_clear(&out);
}

/* ---- playing again */

static int64_t sum_of(const mr_state *s)
{
    uint64_t sum = (uint64_t)s->core->time;
    for (int p = 0; p < MR_PLAYERS; p++)
        sum = sum * 31 + (uint64_t)(int64_t)s->core->resources[p];
    for (int i = 0; i < s->core->count; i++) {
        const mr_unit *u = &s->unit[i];
        sum = sum * 31 + (uint64_t)(u->x * 128 + u->y + u->hit_points);
    }
    return (int64_t)sum;
}

static int64_t play(game *g)
{
    mr_state_copy(g->state, g->start);
    for (int t = 0; t < g->turn.count; t++) {
        mr_state_advance(g->state, g->turn.item[t].cycle);
        mr_state_issue(g->state, &g->turn.item[t].orders, NULL);
    }
    mr_state_advance(g->state, g->cycles);
    return sum_of(g->state);
}

/* Cycles a second. */
static double native_round(bench *b, int set, int times, int64_t *sum)
{
    int64_t cycles = 0, start = bench_ns();
    for (int n = 0; n < times; n++) {
        uint64_t all = 0;
        for (int i = 0; i < US_COUNT(pairs); i++) {
            game *g = &b->game.item[set * US_COUNT(pairs) + i];
            all = all * 31 + (uint64_t)play(g);
            cycles += g->cycles;
        }
        *sum = (int64_t)all;
    }
    return (double)cycles * 1e9 / (double)(bench_ns() - start);
}

static double java_round(us_coprocess *coprocess, int set, int times, int64_t *sum)
{
    char line[64];
    const char *answer = NULL;
    size_t length = 0;
    int n = snprintf(line, sizeof(line), "%d %d\n", set, times);
    us_coprocess_state state =
        us_coprocess_request(coprocess, line, (size_t)n, PATIENCE, sizeof(line), &answer, &length);
    char *at = NULL;
    int64_t cycles = state == US_COPROCESS_OK ? strtoll(answer, &at, 10) : 0;
    int64_t ns = cycles > 0 ? strtoll(at, &at, 10) : 0;
    if (ns <= 0) {
        fprintf(stderr, "bench: Replay.java failed\n");
        exit(2);
    }
    *sum = strtoll(at, NULL, 10);
    return (double)cycles * 1e9 / (double)ns;
}

/* How often a set is to be played for a round of some length. */
static int times_for(double rate, const bench *b, int set)
{
    int64_t cycles = 0;
    for (int i = 0; i < US_COUNT(pairs); i++)
        cycles += b->game.item[set * US_COUNT(pairs) + i].cycles;
    double times = rate * ENOUGH_MS / 1000 / (double)cycles;
    return times < 1 ? 1 : (int)times;
}

static void measure(bench *b, us_coprocess *coprocess, int set)
{
    double native[ROUNDS], java[ROUNDS], ratio[ROUNDS];
    int64_t ours = 0, theirs = 0;
    int native_times = times_for(native_round(b, set, 1, &ours), b, set);
    int java_times = 1;
    for (int w = 0; w < WARM; w++)
        java_times = times_for(java_round(coprocess, set, java_times, &theirs), b, set);
    if (ours != theirs) {
        fprintf(stderr, "bench: %s: the games end otherwise\n", sets[set].name);
        exit(2);
    }
    for (int r = 0; r < ROUNDS; r++) {
        native[r] = native_round(b, set, native_times, &ours);
        java[r] = java_round(coprocess, set, java_times, &theirs);
        ratio[r] = native[r] / java[r];
    }
    double median = bench_median(ratio, ROUNDS);
    int orders = 0, cycles = 0;
    for (int i = set * US_COUNT(pairs); i < (set + 1) * US_COUNT(pairs); i++) {
        cycles += b->game.item[i].cycles;
        for (int t = 0; t < b->game.item[i].turn.count; t++)
            orders += b->game.item[i].turn.item[t].orders.count;
    }
    printf("microrts %-6s %d games, %.2f orders a cycle: native %.2f M, Java %.3f M cycles/s: %.1f "
           "times (median of %d rounds)\n",
           sets[set].name, US_COUNT(pairs), (double)orders / cycles,
           bench_median(native, ROUNDS) / 1e6, bench_median(java, ROUNDS) / 1e6, median, ROUNDS);
    test_measured("microrts", median, "%s", sets[set].name);
}

static void compare(bench *b)
{
    us_str path, command;
    us_coprocess *coprocess = NULL;
    us_error err = {0};
    us_str_init(&path);
    us_str_init(&command);
    us_str_addf(&path, "%s/games", b->folder);
    write_games(b, path.text);
    us_str_addf(&command, "exec java -XX:+UseSerialGC -cp '%s:%s/microrts.jar' Replay '%s'",
                b->folder, b->home, path.text);
    bench_need(us_coprocess_start(command.text, &coprocess, &err), &err);
    for (int set = 0; set < SETS; set++)
        measure(b, coprocess, set);
    us_coprocess_stop(coprocess, 1000);
    us_str_clear(&path);
    us_str_clear(&command);
}

static void clear(bench *b)
{
    for (int i = 0; i < b->game.count; i++) {
        game *g = &b->game.item[i];
        for (int t = 0; t < g->turn.count; t++)
            us_mem_free(g->turn.item[t].orders.item);
        us_mem_free(g->turn.item);
        us_mem_free(g->map);
        mr_state_free(g->start);
        mr_state_free(g->state);
    }
    us_mem_free(b->game.item);
    us_str command;
    us_str_init(&command);
    us_str_addf(&command, "rm -rf '%s'", b->folder);
    if (system(command.text) != 0)
        fprintf(stderr, "bench: %s stays behind\n", b->folder);
    us_str_clear(&command);
}

void bench_microrts(void)
{
    bench b = {.folder = "/tmp/bench_microrts.XXXXXX", .home = microrts_home()};
    us_error err = {0};
    if (!b.home) {
        printf("microrts skipped: no Java, or no real microRTS (make microrts)\n");
        return;
    }
    bench_need(mr_table_load(&b.table, &err), &err);
    us_assert(mkdtemp(b.folder));
    if (record(&b))
        compare(&b);
    else
        fprintf(stderr, "bench: Recorder.java failed\n");
    clear(&b);
}
