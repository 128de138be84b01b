/* Everybody against everybody: all ai and experts on all maps, both sides, several seeds.
 *
 *   build/release/tests/bench/round_robin [-j WORKERS] [--seeds N] [--generated N]
 *       [--only FAMILY] [--agents LIST] [--shipped yes|no] [--max-cycles N]
 *       [-o build/ROUND_ROBIN.md] [--raw build/round_robin.jsonl]
 *
 * Writes a Markdown table and one JSON line a game. A win counts one, a draw a half. The numbers
 * depend on the arguments only, not on the number of workers. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/progress.h"
#include "experiments/stats/effect.h"
#include "players/skirmish/skirmish_players.h"
#include "tests/bench/bench.h"
#include "tests/bench/games.h"
#include "understudy/game.h"
#include "understudy/statistics.h"

enum { AGENTS_MAX = 32, MAPS_MAX = 256, FAMILIES_MAX = 8 };

typedef struct agent {
    char name[48];
    const us_player_kind *kind;
    const char *argument;
    bool expert;
} agent;

typedef struct map {
    char path[256], name[64];
    int family;
    bool fair;
} map;

typedef struct game {
    int16_t map, first, second; /* agents in seats 0 and 1 */
    int32_t seed;
} game;

typedef struct result {
    int32_t cycles;
    int32_t winner; /* seat, or -1 */
    int32_t think;  /* microseconds of the whole game */
} result;

typedef struct robin {
    agent agent[AGENTS_MAX];
    int agents;
    map map[MAPS_MAX];
    int maps;
    char family[FAMILIES_MAX][32];
    int families;
    game *game;
    int games;
    result *result;
    int workers, seeds, generated;
    us_cycle max_cycles;
    int map_seed;
    const char *only, *out, *raw, *chosen, *shipped;
    us_str command;
} robin;

/* ---- who and where */

static bool is_chosen(const robin *r, const char *name)
{
    if (!r->chosen)
        return true;
    size_t length = strlen(name);
    for (const char *at = strstr(r->chosen, name); at; at = strstr(at + 1, name)) {
        bool starts = at == r->chosen || at[-1] == ',';
        if (starts && (at[length] == ',' || at[length] == '\0'))
            return true;
    }
    return false;
}

static void add_agents(robin *r, const us_player_kind *kind, const char *(*name_at)(int))
{
    const char *name;
    for (int i = 0; r->agents < AGENTS_MAX && (name = name_at(i)) != NULL; i++) {
        agent *a = &r->agent[r->agents];
        snprintf(a->name, sizeof(a->name), "%s:%s", kind->prefix, name);
        a->kind = kind;
        a->argument = name;
        a->expert = kind == &us_expert_kind;
        r->agents += is_chosen(r, a->name);
    }
}

static int family_of(robin *r, const char *name)
{
    for (int f = 0; f < r->families; f++) {
        if (strcmp(r->family[f], name) == 0)
            return f;
    }
    us_assert(r->families < FAMILIES_MAX);
    snprintf(r->family[r->families], sizeof(r->family[0]), "%s", name);
    return r->families++;
}

static void add_map(robin *r, const char *path, const char *name, const char *family, bool fair)
{
    if ((r->only && strcmp(r->only, family) != 0) || r->maps == MAPS_MAX)
        return;
    map *m = &r->map[r->maps++];
    snprintf(m->path, sizeof(m->path), "%s", path);
    snprintf(m->name, sizeof(m->name), "%s", name);
    m->family = family_of(r, family);
    m->fair = fair;
}

static void add_generated(robin *r, const us_map_tools *tools)
{
    static const int sizes[] = {64, 48, 80};
    mkdir("build", 0777);
    mkdir("build/round_robin", 0777);
    for (int f = 0; tools->families[f].name; f++) {
        const char *family = tools->families[f].name;
        for (int n = 0; n < r->generated; n++) {
            char name[64], path[128];
            us_map_request request = {family, sizes[n % US_COUNT(sizes)],
                                      (uint64_t)(r->map_seed + n), US_MAP_FAIR, 0};
            snprintf(name, sizeof(name), "%s-generated-%d", family, n + 1);
            snprintf(path, sizeof(path), "build/round_robin/%s.map", name);
            bench_generate(&request, path);
            add_map(r, path, name, family, true);
        }
    }
}

static void find_maps(robin *r)
{
    const us_map_tools *tools = us_game_kind_find("skirmish")->maps;
    us_map_info *info;
    int count;
    us_error err;
    if (tools->list(&info, &count, &err) != US_OK)
        bench_die(&err);
    for (int i = 0; i < count && strcmp(r->shipped, "no") != 0; i++) {
        if (info[i].seats == 2)
            add_map(r, info[i].name, info[i].name, info[i].family, info[i].fair);
    }
    us_mem_free(info);
    if (r->generated > 0)
        add_generated(r, tools);
}

static void list_games(robin *r)
{
    int pairs = r->agents * (r->agents - 1);
    r->game = US_NEW_ARRAY(game, r->maps * pairs * r->seeds + 1);
    for (int m = 0; m < r->maps; m++) {
        for (int a = 0; a < r->agents; a++) {
            for (int b = 0; b < r->agents; b++) {
                for (int seed = 1; seed <= r->seeds && a != b; seed++)
                    r->game[r->games++] = (game){(int16_t)m, (int16_t)a, (int16_t)b, seed};
            }
        }
    }
    r->result = US_NEW_ARRAY(result, r->games + 1);
}

/* ---- playing */

static us_player *seat_agent(const agent *a, const us_scenario *scenario, us_seat seat,
                             uint64_t seed)
{
    us_player_def def = {scenario, seat, seed, a->argument};
    us_player *player;
    us_error err;
    if (a->kind->open(a->kind, &def, &player, &err) != US_OK)
        bench_die(&err);
    return player;
}

static void play(const void *context, int index, void *out)
{
    const robin *r = context;
    const game *g = &r->game[index];
    us_match_def def = us_match_def_default();
    def.scenario = bench_scenario(r->map[g->map].path, r->max_cycles);
    def.seed = (uint64_t)g->seed;
    def.player[0] = seat_agent(&r->agent[g->first], def.scenario, 0, def.seed);
    def.player[1] = seat_agent(&r->agent[g->second], def.scenario, 1, def.seed);
    us_match *match = us_match_new(&def);
    us_match_state state;
    int64_t start = us_clock_us();
    us_match_run(match, &state);
    int64_t taken = us_clock_us() - start;
    us_match_free(match);
    *(result *)out =
        (result){state.now, state.outcome.kind == US_OUTCOME_WIN ? state.outcome.winner : -1,
                 (int32_t)taken};
}

/* ---- the page */

static int maps_of(const robin *r, int family)
{
    int count = 0;
    for (int m = 0; m < r->maps; m++)
        count += r->map[m].family == family;
    return count;
}

static bench_score of(const robin *r, int who, int foe, int family)
{
    bench_score s = {0};
    for (int i = 0; i < r->games; i++) {
        const game *g = &r->game[i];
        if (family >= 0 && r->map[g->map].family != family)
            continue;
        int seat = g->first == who ? 0 : g->second == who ? 1 : -1;
        int other = seat == 0 ? g->second : g->first;
        if (seat >= 0 && (foe < 0 || other == foe))
            bench_count(&s, r->result[i].winner, seat);
    }
    return s;
}

/* What a seat of a game got of its points, less what another agent got against the same foe on the
 * same map in the same seat; rival: -1 for nobody. */
typedef struct asked {
    int who, foe, family, rival; /* foe, family: -1 for all */
} asked;

static double points(const result *of, int seat)
{
    return of->winner < 0 ? 0.5 : of->winner == seat;
}

/* The game in which the rival has the place of who. -1: the foe is the rival. */
static int rival_game(const robin *r, int index, int seat, int rival)
{
    const game *g = &r->game[index];
    int foe = seat == 0 ? g->second : g->first, first = seat == 0 ? rival : foe,
        second = seat == 0 ? foe : rival, each = r->agents * (r->agents - 1) * r->seeds;
    for (int i = g->map * each; i < (g->map + 1) * each; i++)
        if (r->game[i].first == first && r->game[i].second == second && r->game[i].seed == g->seed)
            return i;
    return -1;
}

/* Over maps, families being strata. */
static us_estimate estimate(const robin *r, asked of)
{
    double *value = US_NEW_ARRAY(double, r->games + 1);
    int *cell = US_NEW_ARRAY(int, r->games + 1), family[MAPS_MAX];
    us_atlas atlas = {family, r->maps, r->families, r->agents};
    us_pairs pairs = {value, cell, 0, r->maps * r->agents, false};
    us_estimate_def how = {.level = 0.95, .low = of.rival < 0 ? 0 : -1, .high = 1};
    for (int m = 0; m < r->maps; m++)
        family[m] = r->map[m].family;
    for (int i = 0; i < r->games; i++) {
        const game *g = &r->game[i];
        int seat = g->first == of.who ? 0 : g->second == of.who ? 1 : -1;
        int foe = seat == 0 ? g->second : g->first;
        if (seat < 0 || (of.foe >= 0 && foe != of.foe) ||
            (of.family >= 0 && family[g->map] != of.family))
            continue;
        int other = of.rival < 0 ? -1 : rival_game(r, i, seat, of.rival);
        if (of.rival >= 0 && other < 0)
            continue;
        cell[pairs.count] = g->map * r->agents + foe;
        value[pairs.count++] =
            points(&r->result[i], seat) - (other < 0 ? 0 : points(&r->result[other], seat));
    }
    us_estimate e = us_estimate_compute_in_scope(&pairs, NULL, &atlas, &how, NULL);
    us_mem_free(value);
    us_mem_free(cell);
    return e;
}

/* "48.4 ± 6.1", how far the interval reaches to its longer side. One map alone has none. */
static void add_estimate(us_str *out, const us_estimate *e)
{
    double half = fmax(e->bounds.high - e->mean, e->mean - e->bounds.low);
    if (e->pairs == 0)
        us_str_add(out, " |");
    else if (e->pairs == 1)
        us_str_addf(out, " %.1f ± - |", 100 * e->mean);
    else
        us_str_addf(out, " %.1f ± %.1f |", 100 * e->mean, 100 * half);
}

static void write_scores(const robin *r, us_str *out)
{
    us_str_add(out, "\n## Scores\n\nPercent of the points; a draw is half a win. Behind ± is "
                    "how far Student's 95% interval over maps reaches: it holds for maps of the "
                    "family that nobody played. A family of one map has none: -.\n\n| agent |");
    for (int f = 0; f < r->families; f++)
        us_str_addf(out, " %s, %d map%s |", r->family[f], maps_of(r, f),
                    maps_of(r, f) == 1 ? "" : "s");
    us_str_add(out, " all | games | draws |\n| --- |");
    for (int f = 0; f < r->families + 3; f++)
        us_str_add(out, " ---: |");
    us_str_add(out, "\n");
    for (int a = 0; a < r->agents; a++) {
        us_str_addf(out, "| `%s` |", r->agent[a].name);
        for (int f = 0; f <= r->families; f++) {
            us_estimate e = estimate(r, (asked){a, -1, f < r->families ? f : -1, -1});
            add_estimate(out, &e);
        }
        bench_score all = of(r, a, -1, -1);
        us_str_addf(out, " %d | %d |\n", all.games, all.draws);
    }
}

/* The three with most points on a family. */
static void find_best(const robin *r, int family, int *best)
{
    bool taken[AGENTS_MAX] = {false};
    for (int place = 0; place < 3; place++) {
        best[place] = -1;
        for (int a = 0; a < r->agents; a++)
            if (!taken[a] && (best[place] < 0 || bench_points(of(r, a, -1, family)) >
                                                     bench_points(of(r, best[place], -1, family))))
                best[place] = a;
        taken[best[place] < 0 ? 0 : best[place]] = true;
    }
}

static void write_lengths(const robin *r, int family, us_str *out)
{
    int *cycles = US_NEW_ARRAY(int, r->games + 1), n = 0, draws = 0;
    for (int i = 0; i < r->games; i++) {
        if (r->map[r->game[i].map].family != family)
            continue;
        int at = n++;
        for (; at > 0 && cycles[at - 1] > r->result[i].cycles; at--)
            cycles[at] = cycles[at - 1];
        cycles[at] = r->result[i].cycles;
        draws += r->result[i].winner < 0;
    }
    us_str_addf(out, " %d | %d | %d |\n", n, draws, n ? cycles[n / 2] : 0);
    us_mem_free(cycles);
}

static void write_best(const robin *r, us_str *out)
{
    double p[FAMILIES_MAX], holm[FAMILIES_MAX];
    us_estimate above[FAMILIES_MAX];
    int best[FAMILIES_MAX][3];
    us_str_add(out,
               "\n## Who wins where\n\nThe first and the second are compared in the games that "
               "both played against the same agent on the same map and seat. A `?` marks "
               "no difference shown: p is above 0.05 by Student's t over maps, "
               "corrected by Holm for the families.\n\n| family | first | second | third | "
               "first above second | games | draws | median cycles |\n| --- | --- | --- | "
               "--- | ---: | ---: | ---: | ---: |\n");
    for (int f = 0; f < r->families; f++) {
        find_best(r, f, best[f]);
        const asked first = {best[f][0], -1, f, best[f][1]};
        above[f] = estimate(r, first);
        p[f] = us_estimate_p_value(&above[f]);
        p[f] = isnan(p[f]) ? 1 : p[f];
    }
    us_holm_adjust(p, r->families, holm);
    for (int f = 0; f < r->families; f++) {
        us_str_addf(out, "| %s |", r->family[f]);
        for (int place = 0; place < 3; place++) {
            us_str_addf(out, " `%s`", best[f][place] < 0 ? "" : r->agent[best[f][place]].name);
            bench_add_percent(out, of(r, best[f][place], -1, f));
        }
        us_str_addf(out, " %+.1f [", 100 * above[f].mean);
        if (above[f].pairs > 1)
            us_str_addf(out, "%+.1f, %+.1f", 100 * above[f].bounds.low, 100 * above[f].bounds.high);
        else
            us_str_add(out, "-, -");
        us_str_addf(out, "]%s |", holm[f] <= 0.05 ? "" : " ?");
        write_lengths(r, f, out);
    }
}

/* What is tested against half of the points, cell by cell: p values that Holm corrects. */
typedef struct cells {
    us_estimate is[AGENTS_MAX * AGENTS_MAX];
    double p[AGENTS_MAX * AGENTS_MAX];
    int count;
} cells;

static void add_cell(cells *c, us_estimate e)
{
    us_estimate off = e;
    off.mean -= 0.5;
    double p = us_estimate_p_value(&off);
    c->p[c->count] = isnan(p) ? fmin(2 * pow(0.5, e.pairs), 1) : p; /* equal maps: by their signs */
    c->is[c->count++] = e;
}

static int home_of(const robin *r, int expert)
{
    const char *home = us_expert_family(r->agent[expert].argument);
    for (int f = 0; f < r->families; f++)
        if (strcmp(r->family[f], home) == 0)
            return f;
    return -1;
}

static void write_experts(const robin *r, us_str *out)
{
    static cells c;
    c.count = 0;
    us_str_add(out, "\n## Experts against each ai on the family they are made for\n\nBeaten: more "
                    "than half of the points. Told: p is below 0.05 by Student's t over maps, "
                    "corrected by Holm for all cells of the table.\n\n| expert | family |");
    for (int b = 0; b < r->agents; b++)
        if (!r->agent[b].expert)
            us_str_addf(out, " %s |", r->agent[b].argument);
    us_str_add(out, " told | beaten |\n| --- | --- |");
    for (int b = 0; b < r->agents; b++)
        us_str_add(out, r->agent[b].expert ? "" : " ---: |");
    us_str_add(out, " ---: | ---: |\n");
    for (int a = 0; a < r->agents; a++)
        for (int b = 0; b < r->agents; b++)
            if (r->agent[a].expert && !r->agent[b].expert && home_of(r, a) >= 0)
                add_cell(&c, estimate(r, (asked){a, b, home_of(r, a), -1}));
    us_holm_adjust(c.p, c.count, c.p);
    for (int a = 0, at = 0; a < r->agents; a++) {
        int told = 0, beaten = 0, foes = 0;
        if (!r->agent[a].expert || home_of(r, a) < 0)
            continue;
        us_str_addf(out, "| `%s` | %s |", r->agent[a].name, r->family[home_of(r, a)]);
        for (int b = 0; b < r->agents; b++) {
            if (r->agent[b].expert)
                continue;
            add_estimate(out, &c.is[at]);
            beaten += bench_points(of(r, a, b, home_of(r, a))) > 500;
            told += c.is[at].mean > 0.5 && c.p[at] <= 0.05;
            at++;
            foes++;
        }
        us_str_addf(out, " %d | %d of %d |\n", told, beaten, foes);
    }
}

static void write_pairs(const robin *r, us_str *out)
{
    static cells c;
    c.count = 0;
    us_str_add(out, "\n## Each against each\n\nPercent of the points of the row against the "
                    "column, over all families. A `?` marks no difference shown: p is "
                    "above 0.05 by Student's t over maps, corrected by Holm for all cells.\n\n| |");
    for (int b = 0; b < r->agents; b++)
        us_str_addf(out, " %s |", r->agent[b].argument);
    us_str_add(out, "\n| --- |");
    for (int b = 0; b < r->agents; b++)
        us_str_add(out, " ---: |");
    us_str_add(out, "\n");
    for (int a = 0; a < r->agents; a++)
        for (int b = a + 1; b < r->agents; b++)
            add_cell(&c, estimate(r, (asked){a, b, -1, -1}));
    us_holm_adjust(c.p, c.count, c.p);
    for (int a = 0; a < r->agents; a++) {
        us_str_addf(out, "| `%s` |", r->agent[a].name);
        for (int b = 0; b < r->agents; b++) {
            int low = a < b ? a : b, high = a < b ? b : a,
                at = low * (2 * r->agents - low - 1) / 2 + high - low - 1;
            if (a == b)
                us_str_add(out, " |");
            else
                us_str_addf(out, " %.0f%s |", 100 * (a < b ? c.is[at].mean : 1 - c.is[at].mean),
                            c.p[at] <= 0.05 ? "" : " ?");
        }
        us_str_add(out, "\n");
    }
}

static void write_page(const robin *r, us_str *out)
{
    int draws = 0, seat[2] = {0};
    for (int i = 0; i < r->games; i++) {
        int winner = r->result[i].winner;
        draws += winner < 0;
        if (winner >= 0 && r->map[r->game[i].map].fair)
            seat[winner]++;
    }
    us_str_addf(out,
                "# Round robin\n\nEverybody against everybody: %d agents, %d maps, both sides, "
                "%d seed%s: %d games, %d draws by the cycle limit of %d (%d.%d%%). On fair maps "
                "seat 0 won %d, seat 1 %d.\n\nMade by\n\n```\n%s\n```\n",
                r->agents, r->maps, r->seeds, r->seeds == 1 ? "" : "s", r->games, draws,
                r->max_cycles, draws * 100 / (r->games ? r->games : 1),
                draws * 1000 / (r->games ? r->games : 1) % 10, seat[0], seat[1], r->command.text);
    write_scores(r, out);
    write_best(r, out);
    write_experts(r, out);
    write_pairs(r, out);
    us_str_add(out, "\n## The agents\n\n| agent | plan | made for |\n| --- | --- | --- |\n");
    for (int a = 0; a < r->agents; a++) {
        const agent *who = &r->agent[a];
        us_str_addf(out, "| `%s` | %s | %s |\n", who->name,
                    who->expert ? us_expert_about(who->argument) : us_ai_about(who->argument),
                    who->expert ? us_expert_family(who->argument) : "");
    }
    us_str_add(out, "\n## The maps\n\n");
    for (int m = 0; m < r->maps; m++)
        us_str_addf(out, "%s%s", m ? ", " : "", r->map[m].name);
    us_str_add(out, "\n");
}

static void write_raw(const robin *r, us_str *out)
{
    for (int i = 0; i < r->games; i++) {
        const game *g = &r->game[i];
        us_json_writer writer;
        us_json_writer_init(&writer, out);
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "map", r->map[g->map].name);
        us_json_write_key_string(&writer, "family", r->family[r->map[g->map].family]);
        us_json_write_key_string(&writer, "p0", r->agent[g->first].name);
        us_json_write_key_string(&writer, "p1", r->agent[g->second].name);
        us_json_write_key_int(&writer, "seed", g->seed);
        us_json_write_key_int(&writer, "winner", r->result[i].winner);
        us_json_write_key_int(&writer, "cycles", r->result[i].cycles);
        us_json_write_key_int(&writer, "microseconds", r->result[i].think);
        us_json_write_close(&writer, '}');
        us_str_add_char(out, '\n');
    }
}

/* ---- the command */

static void read_arguments(robin *r, int argc, char **argv)
{
    const bench_option options[] = {{"-j", &r->workers, NULL},
                                    {"--seeds", &r->seeds, NULL},
                                    {"--generated", &r->generated, NULL},
                                    {"--map-seed", &r->map_seed, NULL},
                                    {"--max-cycles", &r->max_cycles, NULL},
                                    {"--only", NULL, &r->only},
                                    {"--agents", NULL, &r->chosen},
                                    {"--shipped", NULL, &r->shipped},
                                    {"-o", NULL, &r->out},
                                    {"--raw", NULL, &r->raw},
                                    {0}};
    us_str_init(&r->command);
    us_str_add(&r->command, "build/release/tests/bench/round_robin");
    bench_read(options, argc, argv, &r->command);
}

int main(int argc, char **argv)
{
    static robin r;
    r.workers = 2;
    r.seeds = 1;
    r.max_cycles = 60000;
    r.map_seed = 1000; /* of the first generated map */
    r.shipped = "yes";
    r.out = "build/ROUND_ROBIN.md";
    r.raw = "build/round_robin.jsonl";
    read_arguments(&r, argc, argv);
    add_agents(&r, &us_ai_kind, us_ai_name);
    add_agents(&r, &us_expert_kind, us_expert_name);
    find_maps(&r);
    list_games(&r);
    bench_share(r.workers, r.games, play, &r, r.result, sizeof(*r.result));
    us_str page, raw;
    us_error err;
    us_str_init(&page);
    us_str_init(&raw);
    write_page(&r, &page);
    write_raw(&r, &raw);
    mkdir("build", 0777);
    if (us_file_write(r.out, page.text, page.length, &err) != US_OK ||
        us_file_write(r.raw, raw.text, raw.length, &err) != US_OK)
        bench_die(&err);
    us_str_clear(&page);
    us_str_clear(&raw);
    us_str_clear(&r.command);
    us_mem_free(r.game);
    us_mem_free(r.result);
    return 0;
}
