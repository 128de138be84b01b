#include <string.h>

#include "base/file.h"
#include "base/shell.h"
#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/out.h"
#include "cli/trust.h"
#include "experiments/compare/power.h"
#include "experiments/design/planning.h"
#include "experiments/run/results.h"
#include "experiments/run/sample.h"

enum { OUT, SET, SAMPLE, FROM, JOBS, TRUST, JSON };

static const us_option options[] = {
    [OUT] = {"-o", "DIR", "the folder of the experiment; else the spec's name without .json"},
    [SET] = {"--set", "KEY=VALUE", "change a member of the spec; may be repeated", .many = true},
    [SAMPLE] = {"--sample", "N",
                "games played to estimate time and power; else 8 of each player, at most 32", 0,
                10000},
    [FROM] = {"--from", "DIR",
              "estimate the power from results of an earlier experiment; may be repeated",
              .many = true},
    [JOBS] = US_OPTION_JOBS("workers of training and of the estimate; else one per core"),
    [TRUST] = US_OPTION_TRUST,
    [JSON] = {"--json", NULL, "print the plan as one JSON object"},
};

static void print_time(int64_t ms, us_str *out)
{
    int64_t seconds = ms / 1000;
    if (seconds < 60)
        us_str_addf(out, "%lld.%lld s", (long long)seconds, (long long)(ms % 1000 / 100));
    else if (seconds < 3600)
        us_str_addf(out, "%lld min", (long long)((seconds + 30) / 60));
    else
        us_str_addf(out, "%lld h %lld min", (long long)(seconds / 3600),
                    (long long)(seconds % 3600 / 60));
}

static int64_t sample_of(const us_args *args, const us_manifest *m)
{
    if (us_args_is_given(args, SAMPLE))
        return us_args_int(args, SAMPLE);
    return m->players < 4 ? 8 * m->players : 32;
}

/* Plays the sample. The plan exists already, so failures of the estimate are only notes. */
static void estimate(const us_args *args, const char *folder, us_manifest *m, us_timing *out)
{
    us_error fault = {0};
    us_status status = us_timing_play_games(m, folder, sample_of(args, m), us_args_jobs(args, JOBS),
                                            us_interrupt_is_pending, m->row, out, &fault);
    if (status != US_OK)
        us_out_log("the time can't be estimated: %s%s%s", fault.file, fault.file[0] ? ": " : "",
                   fault.text);
    if (out->late > 0)
        us_out_log("%lld of %lld games of the sample took longer than %lld s, and were ended",
                   (long long)out->late, (long long)out->games,
                   (long long)(out->timeout_ms / 1000));
    if (out->crashed > 0)
        us_out_log("%lld of %lld games of the sample crashed", (long long)out->crashed,
                   (long long)out->games);
    if (status != US_OK)
        out->games = 0;
}

/* The power of the design. It comes from results named by --from, else from those of the folder,
 * else from the sample, whose rows the plan has. */
typedef struct power_text {
    us_power power;
    bool known;
    us_str source;
} power_text;

/* Reads the results of --from before planning, so that a wrong name costs nothing. */
static us_status power_from(const us_args *args, us_manifest *out, bool *given, us_error *err)
{
    int count;
    US_AUTOFREE const char **from = us_args_list(args, FROM, &count);
    *given = count > 0;
    return count > 0 ? us_results_join(from, count, true, out, err) : US_OK;
}

/* Reads the plan as comparisons see it, with its results. sample: use the rows of its sample
 * instead. The caller clears *out even on failure. */
static us_status read_once(const char *folder, const us_manifest *sample, us_manifest *out,
                           us_error *err)
{
    US_TRY(us_results_read(folder, out, NULL, err));
    if (sample)
        memcpy(out->row, sample->row, (size_t)sample->games * sizeof(*sample->row));
    return us_results_remove_duplicates(out, folder, err);
}

/* from: results of --from, or NULL. sample: see read_once; NULL: the folder has results. */
static void print_power(const us_args *args, const char *folder, const us_manifest *from,
                        const us_manifest *sample, power_text *out)
{
    US_AUTO(us_manifest_clear) us_manifest plan = {0};
    us_error fault = {0};
    int count = 0;
    US_AUTOFREE const char **name = us_args_list(args, FROM, &count);
    for (int i = 0; i < count; i++)
        us_str_addf(&out->source, "%s%s", i > 0 ? ", " : "", name[i]);
    if (count == 0)
        us_str_add(&out->source, sample ? "its sample" : folder);
    if (read_once(folder, sample, &plan, &fault) != US_OK)
        return;
    us_status status = us_power_compute(&plan, from ? from : &plan, &out->power, &fault);
    out->known = status == US_OK && out->power.pairs > 0;
    if (from && status != US_OK)
        us_out_log("the power can't be estimated from %s: %s", out->source.text, fault.text);
    else if (from && !out->known)
        us_out_log("the power can't be estimated from %s: %s compares two players",
                   out->source.text, plan.players < 2 ? "the plan never" : "it never");
}

/* Returns the progress of the folder, which may have results of the same plan. */
static us_standing standing_of(const char *folder)
{
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    us_error fault = {0};
    if (us_results_read(folder, &m, NULL, &fault) == US_OK)
        return us_results_compute_standing(&m);
    us_out_log("results can't be read: %s%s%s", fault.file, fault.file[0] ? ": " : "", fault.text);
    return (us_standing){0};
}

static void print_next(const char *program, const char *folder, const us_standing *standing,
                       us_str *line)
{
    bool whole = standing->played > 0 && standing->played == standing->games;
    if (standing->played > 0) {
        us_standing_print(standing, line);
        us_str_add(line, "; ");
    }
    us_str_add(line, "next: ");
    us_shell_quote_path(program, line);
    us_str_addf(line, " experiment %s ", whole ? "compare" : "run");
    us_shell_quote_path(folder, line);
    us_str_add(line, standing->played > 0 && !whole ? " --resume" : "");
}

static void print_plan(const us_args *args, const char *folder, const us_manifest *m,
                       const us_standing *standing, const us_timing *sample,
                       const power_text *power, us_str *out)
{
    int64_t twins = us_manifest_count_duplicates(m);
    int jobs = us_args_jobs(args, JOBS);
    int64_t ms =
        sample->games > 0 ? sample->us * (m->games - twins) / sample->games / jobs / 1000 : 0;
    if (us_args_is_given(args, JSON)) {
        us_json_writer writer = us_json_writer_begin(out, '{');
        us_json_write_key_string(&writer, "experiment", m->name);
        us_json_write_key_string(&writer, "folder", folder);
        us_json_write_key_int(&writer, "games", m->games);
        us_json_write_key_int(&writer, "duplicates", twins);
        us_json_write_key_int(&writer, "played", standing->played);
        us_json_write_key_int(&writer, "players", m->players);
        us_json_write_key_int(&writer, "opponents", m->opponents);
        us_json_write_key_int(&writer, "maps", m->maps);
        us_json_write_key_int(&writer, "sampled", sample->games);
        us_json_write_key_int(&writer, "estimated_ms", ms);
        if (power->known) {
            us_json_write_key_open(&writer, "power", '{');
            us_power_write(&power->power, power->source.text, &writer);
            us_json_write_close(&writer, '}');
        }
        us_json_writer_end(&writer, '}');
        return;
    }
    US_AUTOSTR(line);
    us_str_addf(&line, "%s: ", m->name);
    us_str_add_count(&line, m->players, "player, ", "players, ");
    us_str_add_count(&line, m->opponents, "opponent, ", "opponents, ");
    us_str_add_count(&line, m->maps, "map: ", "maps: ");
    us_str_add_count(&line, m->games, "game", "games");
    us_out_add_line(out, &line);
    if (twins > 0)
        us_str_addf(out, "%lld of them are the same as others, and are played once\n",
                    (long long)twins);
    if (sample->games > 0) {
        us_str_addf(out, "about ");
        print_time(ms, out);
        us_str_addf(out, " with %d worker%s, by %lld of the games\n", jobs, jobs == 1 ? "" : "s",
                    (long long)sample->games);
    }
    if (power->known)
        us_power_print(&power->power, power->source.text, out);
    print_next(args->program, folder, standing, &line);
    us_out_add_line(out, &line);
}

static us_status plan_in(const us_args *args, const char *folder, const us_spec *spec, us_str *out,
                         us_error *err)
{
    US_AUTO(us_manifest_clear) us_manifest m = {0}, from = {0};
    bool given;
    us_timing sample = {0};
    power_text power = {.known = false};
    us_planning_def planning = {args->argument[0], folder, us_args_jobs(args, JOBS),
                                us_out_log_text, us_interrupt_is_pending};
    US_TRY(power_from(args, &from, &given, err));
    US_TRY(us_experiment_plan(&planning, spec, &m, err));
    us_standing standing = standing_of(folder);
    if (standing.played == 0) /* with results the time is known */
        estimate(args, folder, &m, &sample);
    us_str_init(&power.source);
    print_power(args, folder, given ? &from : NULL, standing.played > 0 ? NULL : &m, &power);
    print_plan(args, folder, &m, &standing, &sample, &power, out);
    us_str_clear(&power.source);
    return US_OK;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTOPTR(us_spec) spec = NULL;
    int sets;
    const char *path = args->argument[0];
    US_AUTOFREE const char **set = us_args_list(args, SET, &sets);
    US_TRY(us_spec_read(path, set, sets, &spec, err));
    US_AUTOSTR(folder);
    if (us_args_is_given(args, OUT))
        us_str_add(&folder, us_args_text(args, OUT));
    else if (us_text_has_suffix(path, ".json") && !us_text_equal(path, ".json"))
        us_str_add_bytes(&folder, path, strlen(path) - strlen(".json"));
    else
        return us_error_set(
            err, US_BAD_INPUT, path, 0, 0,
            "experiment plan: -o DIR is needed where the spec's name does not end in .json");
    US_TRY(us_trust_spec(path, spec, us_args_is_given(args, TRUST), err));
    return plan_in(args, folder.text, spec, out, err);
}

const us_command us_command_experiment_plan = {
    .name = "experiment plan",
    .arguments = "SPEC",
    .about = "make the folder of an experiment: players, opponents, maps and games",
    .more =
        "SPEC is a JSON file (docs/EXPERIMENT_REFERENCE.md). The command learns the libraries\n"
        "that the spec names, makes its maps, and gives each game an id, a hash of all that\n"
        "decides the game. A sample of the games estimates how long all games take, and which\n"
        "difference so many games can show. The sample plays two pairs on each map in turn, then\n"
        "two more. A game that takes longer than the spec's timeout (a minute if it has none) is\n"
        "ended and counts as that long.\n\n"
        "A spec may name programs (exec:, bot:), which run with all your rights. The command\n"
        "lists them and asks, unless --trust is given or they were trusted in this folder\n"
        "before. Programs that --set names are trusted.",
    .example = "  understudy experiment plan rush.json -o rush\n"
               "  understudy experiment plan rush.json --set games=20 --json",
    US_OPTIONS(options),
    .run = run,
};
