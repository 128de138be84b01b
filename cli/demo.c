#include "base/file.h"
#include "base/progress.h"
#include "cli/commands.h"
#include "cli/out.h"
#include "cli/play.h"
#include "players/players.h"
#include "players/skirmish/skirmish_players.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER, GAMES, SEED, JSON };

static const us_option options[] = {
    [FOLDER] = {"-o", "DIR", "where to put what it makes", US_OPTION_TEXT, 0, 0, "build/demo",
                false},
    [GAMES] = {"--games", "N", "how many games", US_OPTION_INT, 1, 100, "8", false},
    [SEED] = {"--seed", "N", "of the first game", US_OPTION_INT, 0, INT32_MAX, "1", false},
    [JSON] = {"--json", NULL, "the results as one object", US_OPTION_FLAG},
};

enum { PATH_MAX_LENGTH = 1024 };

typedef struct demo {
    const char *folder;
    us_str table;
    us_str json;
    us_json_writer writer;
    int wins; /* of the experts */
    int64_t cycles, orders;
} demo;

/* ---- files */

static us_status make_folder(const char *path, us_error *err)
{
    char part[PATH_MAX_LENGTH];
    size_t length = strlen(path);
    if (length + 64 > sizeof(part))
        return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "-o: the path is too long");
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return us_fail(err, US_BAD_INPUT, part, 0, 0, "cannot make the folder: %s",
                           strerror(errno));
    }
    return US_OK;
}

static const char *path_in(const demo *d, const char *name, char *out)
{
    snprintf(out, PATH_MAX_LENGTH, "%s/%s", d->folder, name);
    return out;
}

static us_status write_file(const demo *d, const char *name, const us_str *text, us_error *err)
{
    char path[PATH_MAX_LENGTH];
    return us_file_write(path_in(d, name, path), text->text, text->length, err);
}

/* ---- games: experts against opponents, each expert first on the family it is made for, both
 * sides in turn */

static void choose(int game, us_play_def *def, char *first, char *second, char *map, size_t size)
{
    static const char *const families[] = {"open", "ridge", "choke", "scattered"};
    const char *const *expert, *const *ai;
    int experts = us_expert_names(&expert), ais = us_ai_names(&ai);
    const char *name = expert[game % experts];
    const char *family = us_expert_family(name);
    if (game >= experts || !family[0])
        family = families[game % US_COUNT(families)];
    snprintf(first, size, "expert:%s", name);
    snprintf(second, size, "ai:%s", ai[(game * 3) % ais]);
    snprintf(map, size, "%s-%d", family, 1 + game / experts % 2);
    bool other_side = game % 2;
    def->agent[other_side ? 1 : 0] = first;
    def->agent[other_side ? 0 : 1] = second;
    def->scenario.map = map;
}

static us_status verify(const char *trace, const us_play_result *result, us_error *err)
{
    us_replay_report report;
    US_TRY(us_play_verify(trace, NULL, &report, err));
    if (report.differs >= 0 || report.hash != result->hash || !report.ended)
        return us_fail(err, US_FAILED, trace, report.line, 0, "the replay differs at cycle %d: %s",
                       (int)report.differs, report.what);
    return US_OK;
}

static us_status play_one(demo *d, int game, uint64_t seed, us_error *err)
{
    char first[64], second[64], map[64], name[64], path[PATH_MAX_LENGTH];
    us_play_def def = us_play_def_default();
    def.seed = seed;
    def.stop = us_play_stop;
    us_play_result result;
    choose(game, &def, first, second, map, sizeof(map));
    snprintf(name, sizeof(name), "traces/game-%02d.jsonl", game + 1);
    def.trace = path_in(d, name, path);
    US_TRY(us_play(&def, &result, err));
    US_TRY(verify(path, &result, err));
    const us_outcome *outcome = &result.state.outcome;
    const char *winner = outcome->kind == US_OUTCOME_WIN ? result.agent[outcome->winner] : "draw";
    d->wins += us_text_starts(winner, "expert:");
    d->cycles += result.state.now;
    d->orders += result.state.orders;
    us_str_addf(&d->table, "%4d  %-12s %-18s %-18s %-18s %7d %7lld  ", game + 1, result.map,
                result.agent[0], result.agent[1], winner, (int)result.state.now,
                (long long)result.state.orders);
    us_str_add_hex(&d->table, result.hash, 16);
    us_str_add_char(&d->table, '\n');
    us_write_open(&d->writer, '{');
    us_play_write(&result, name, &d->writer);
    us_write_key_bool(&d->writer, "replayed", true);
    us_write_close(&d->writer, '}');
    return US_OK;
}

static us_status play_all(demo *d, int games, uint64_t seed, us_error *err)
{
    us_progress progress;
    us_str line;
    us_str_init(&line);
    bool terminal = isatty(STDERR_FILENO);
    us_progress_start(&progress, "games", games, us_clock_ms());
    us_status status = US_OK;
    for (int game = 0; game < games && status == US_OK; game++) {
        status = play_one(d, game, seed + (uint64_t)game, err);
        if (status == US_OK &&
            us_progress_step(&progress, game + 1, us_clock_ms(), terminal ? 100 : 5000, &line))
            fprintf(stderr, terminal ? "\r\033[K%s" : "%s\n", line.text);
    }
    if (terminal)
        fprintf(stderr, "\n");
    us_str_clear(&line);
    return status;
}

/* What is not there is told before any folder is made. */
static us_status check_data(int games, us_error *err)
{
    for (int game = 0; game < games; game++) {
        char first[64], second[64], map[64];
        us_play_def def = us_play_def_default();
        us_scenario *scenario = NULL;
        choose(game, &def, first, second, map, sizeof(map));
        US_TRY(us_scenario_open(&def.scenario, &scenario, err));
        us_scenario_close(scenario);
    }
    return US_OK;
}

static us_status run_demo(demo *d, int games, uint64_t seed, us_error *err)
{
    char path[PATH_MAX_LENGTH];
    US_TRY(check_data(games, err));
    US_TRY(make_folder(d->folder, err));
    US_TRY(make_folder(path_in(d, "traces", path), err));
    us_str_addf(&d->table, "%4s  %-12s %-18s %-18s %-18s %7s %7s  %s\n", "game", "map", "seat 0",
                "seat 1", "winner", "cycles", "orders", "hash");
    us_write_open(&d->writer, '{');
    us_write_key(&d->writer, "games");
    us_write_open(&d->writer, '[');
    US_TRY(play_all(d, games, seed, err));
    us_write_close(&d->writer, ']');
    us_write_key_int(&d->writer, "expert_wins", d->wins);
    us_write_key_int(&d->writer, "cycles", d->cycles);
    us_write_key_int(&d->writer, "orders", d->orders);
    us_write_close(&d->writer, '}');
    us_str_add_char(&d->json, '\n');
    US_TRY(write_file(d, "results.txt", &d->table, err));
    return write_file(d, "results.json", &d->json, err);
}

static void close_with(const demo *d, int games, const char *program, us_str *out)
{
    const char *f = d->folder;
    us_str text;
    us_str_init(&text);
    us_str_add(out, d->table.text);
    us_str_addf(out,
                "\nThe experts won %d of %d games. Each was recorded, and its replay reached the "
                "same hash.\n\nMade:\n",
                d->wins, games);
    us_str_addf(&text, "  %s/results.txt          the table above", f);
    us_out_line(out, &text);
    us_str_addf(&text, "  %s/results.json         the same for programs", f);
    us_out_line(out, &text);
    us_str_addf(&text, "  %s/traces/game-01.jsonl and so on: a trace of each game", f);
    us_out_line(out, &text);
    us_str_add(out, "\nNext:\n");
    us_str_addf(&text, "  %s trace replay %s/traces/game-01.jsonl", program, f);
    us_out_line(out, &text);
    us_str_addf(&text, "  %s game play open-1 --p0 expert:rush --p1 ai:turtle --watch", program);
    us_out_line(out, &text);
    us_str_clear(&text);
}

static us_status run(const us_args *args, us_error *err)
{
    demo d = {.folder = us_args_text(args, FOLDER)};
    int games = (int)us_args_int(args, GAMES);
    us_str out;
    us_str_init(&out);
    us_str_init(&d.table);
    us_str_init(&d.json);
    us_write_init(&d.writer, &d.json);
    us_status status = run_demo(&d, games, (uint64_t)us_args_int(args, SEED), err);
    if (status == US_OK && us_args_given(args, JSON))
        us_str_add(&out, d.json.text);
    else if (status == US_OK)
        close_with(&d, games, args->program, &out);
    if (status == US_OK)
        status = us_out(&out, err);
    us_str_clear(&out);
    us_str_clear(&d.table);
    us_str_clear(&d.json);
    return status;
}

const us_command us_command_demo = {
    .name = "demo",
    .arguments = "",
    .about = "play a few games, record them, and replay each",
    .more = "Experts play opponents on maps of all families. Everything it makes lies in one\n"
            "folder; it ends by naming it.",
    .example = "  understudy demo -o build/demo",
    .options = options,
    .option_count = US_COUNT(options),
    .run = run,
};
