#include <string.h>

#include "cli/commands.h"
#include "cli/game.h"
#include "cli/out.h"
#include "cli/play.h"

enum {
    P0,
    P1,
    SEED,
    MAX_CYCLES,
    FOG,
    F0,
    F1,
    TRACE,
    STATES,
    EVENTS,
    NO_PLAN,
    FROM,
    EDIT0,
    EDIT1,
    WATCH,
    SPEED,
    JSON,
    DOMAIN
};

static const us_option options[] = {
    [P0] = {"--p0", "AGENT", "the player of seat 0; see game agents"},
    [P1] = {"--p1", "AGENT", "the player of seat 1"},
    [SEED] = {"--seed", "N", "seed of the game", 0, INT64_MAX, "1"},
    [MAX_CYCLES] = {"--max-cycles", "N",
                    "the game ends in a draw then; else the domain's limit, mostly 54000", 1,
                    US_CYCLES_LIMIT},
    [FOG] = {"--fog", NULL, "players see only what is in sight"},
    [F0] = {"--faction0", "NAME", "the faction of seat 0; else the map names it"},
    [F1] = {"--faction1", "NAME", "the faction of seat 1"},
    [TRACE] = {"--trace", "FILE",
               "record the game there: a new file, or a trace to replace, whose labels are kept"},
    [STATES] = {"--states", "N", "with --trace: store the world of every Nth cycle beside it", 1,
                10000000},
    [EVENTS] = {"--events", NULL, "with --trace: record events too"},
    [NO_PLAN] = {"--no-plan", NULL, "with --trace: leave out the plans of the players"},
    [FROM] = {"--from", "TRACE@CYCLE", "replay a trace up to the cycle, then play on"},
    [EDIT0] = {"--edit0", "CYCLE:FILE",
               "from then on, FILE replaces the behavior of its name of seat 0; repeatable",
               .many = true},
    [EDIT1] = {"--edit1", "CYCLE:FILE", "the same for seat 1", .many = true},
    [WATCH] = {"--watch", NULL, "draw the game in the terminal; without colors if NO_COLOR is set"},
    [SPEED] = {"--speed", "N", "multiple of the speed at which people play; 0: as fast as possible",
               0, 1000, "8"},
    [JSON] = {"--json", NULL, "print the result as one JSON object"},
    [DOMAIN] = US_OPTION_DOMAIN,
};

static void write_text(const us_play_result *result, const char *trace, us_str *out)
{
    const us_match_state *state = &result->state;
    const us_outcome *outcome = &state->outcome;
    US_AUTOSTR(text);
    if (outcome->kind == US_OUTCOME_WIN)
        us_str_addf(&text, "seat %d (%s) beats seat %d (%s)", outcome->winner,
                    result->agent[outcome->winner], !outcome->winner,
                    result->agent[!outcome->winner]);
    else
        us_str_add(&text, "draw");
    us_str_addf(&text, " on %s after ", result->map);
    us_str_add_count(&text, state->now, "cycle", "cycles");
    if (outcome->kind != US_OUTCOME_WIN)
        us_str_addf(&text, ": %s", outcome->reason);
    us_out_add_line(out, &text);
    us_str_addf(out, "%lld orders, %lld refused\nhash ", (long long)state->orders,
                (long long)state->refused);
    us_str_add_hex(out, result->hash, 16);
    us_str_add_char(out, '\n');
    if (trace)
        us_out_add_linef(out, "trace in %s", trace);
}

/* Warns of recorded seats that kept orders of another game, and have none after its end. */
static void warn_of_tapes(const us_play_def *def, const us_play_result *result)
{
    for (int seat = 0; seat < US_PLAY_SEATS && def->from; seat++)
        if (!def->agent[seat] && result->state.now > result->tape)
            us_out_log("seat %d (%s) gave no orders after cycle %d, where its recording ends; "
                       "--p%d AGENT names a player for it",
                       seat, result->agent[seat], (int)result->tape, seat);
}

static void warn_of_idlers(const us_play_result *result)
{
    for (int seat = 0; seat < US_PLAY_SEATS; seat++)
        if (result->idle[seat])
            us_out_log("seat %d (%s) did nothing of its own: the game took no order of it, or "
                       "none of its tree or behaviors; the result does not show its strength",
                       seat, result->agent[seat]);
}

/* A new game needs a map and two players; a game that continues a trace has them. */
static us_status check_needs(const us_args *args, us_error *err)
{
    static const int settled[] = {SEED, FOG, F0, F1, DOMAIN};
    static const int recorded[] = {STATES, EVENTS, NO_PLAN};
    for (int i = 0; i < US_COUNT(recorded); i++)
        if (us_args_is_given(args, recorded[i]) && !us_args_is_given(args, TRACE))
            return us_error_refuse(err, "game play: %s needs --trace FILE",
                                   options[recorded[i]].name);
    if (us_args_is_given(args, FROM)) {
        for (int i = 0; i < US_COUNT(settled); i++) {
            if (us_args_is_given(args, settled[i]))
                return us_error_refuse(err, "game play: with --from, %s is the trace's",
                                       options[settled[i]].name);
        }
        if (!us_args_is_given(args, P0) && !us_args_is_given(args, P1))
            return us_error_refuse(
                err, "game play: --from needs --p0 AGENT or --p1 AGENT, to take over");
        return US_OK;
    }
    if (args->count < 1)
        return us_error_refuse(err, "game play: expected MAP; see understudy game play --help");
    if (!us_args_is_given(args, P0) || !us_args_is_given(args, P1))
        return us_error_refuse(err, "game play: needs --p%d AGENT",
                               us_args_is_given(args, P0) ? 1 : 0);
    return US_OK;
}

typedef struct watching {
    int speed;
    bool to_stderr;
    us_screen *screen; /* NULL until the game begins */
} watching;

static void begin_watch(void *context, us_match *match, const char *const *agent)
{
    watching *watch = context;
    watch->screen =
        us_screen_new(us_match_game(match)->scenario, agent, watch->speed, watch->to_stderr);
    us_observer observer = us_screen_observer(watch->screen);
    us_match_add_observer(match, &observer);
}

/* Reads CYCLE:FILE of --edit0 or --edit1. */
static us_status parse_edit(const us_args *args, int seat, const char *text, us_play_edit *out,
                            us_error *err)
{
    char digits[16] = "";
    int64_t cycle = 0;
    size_t length = strcspn(text, ":");
    if (length < sizeof digits)
        memcpy(digits, text, length);
    if (!us_text_to_int(digits, 0, US_CYCLES_LIMIT, &cycle) || !text[length] || !text[length + 1])
        return us_error_refuse(
            err, "game play: %s: expected CYCLE:FILE, as in 600:edited.brl, found \"%.128s\"",
            args->command->options[EDIT0 + seat].name, text);
    *out = (us_play_edit){(us_cycle)cycle, (us_seat)seat, text + length + 1};
    return US_OK;
}

/* Lists the edits of both seats by cycle. The caller frees. */
static us_status read_edits(const us_args *args, us_play_def *def, us_error *err)
{
    us_play_edit *edit = US_NEW_ARRAY(us_play_edit, args->givens + 1);
    def->edit = edit;
    for (int seat = 0; seat < US_PLAY_SEATS; seat++) {
        int at = 0;
        for (const char *text; (text = us_args_next(args, EDIT0 + seat, &at));) {
            us_play_edit made;
            int place = def->edits;
            US_TRY(parse_edit(args, seat, text, &made, err));
            for (; place > 0 && edit[place - 1].cycle > made.cycle; place--)
                edit[place] = edit[place - 1];
            edit[place] = made;
            def->edits++;
        }
    }
    return US_OK;
}

static us_status fill(const us_args *args, us_play_def *def, us_trace_moment *from, us_error *err)
{
    us_scenario_def *scenario = &def->scenario;
    scenario->domain = us_args_text(args, DOMAIN);
    scenario->map = args->count ? args->argument[0] : NULL;
    scenario->max_cycles = us_args_is_given(args, MAX_CYCLES)
                               ? (us_cycle)us_args_int(args, MAX_CYCLES)
                               : us_game_kind_max_cycles(us_game_kind_find(scenario->domain));
    scenario->fog = us_args_is_given(args, FOG);
    for (int seat = 0; seat < US_PLAY_SEATS; seat++) {
        scenario->faction[seat] = us_args_text(args, F0 + seat);
        def->agent[seat] = us_args_text(args, P0 + seat);
    }
    def->seed = (uint64_t)us_args_int(args, SEED);
    def->trace = us_args_text(args, TRACE);
    def->states = (us_cycle)us_args_int(args, STATES);
    def->events = us_args_is_given(args, EVENTS);
    def->no_plan = us_args_is_given(args, NO_PLAN);
    def->stop = us_play_is_interrupted;
    def->kept = us_play_note_kept;
    if (us_args_is_given(args, FROM)) {
        US_TRY(us_trace_moment_parse("--from", us_args_text(args, FROM), from, err));
        def->from = from->file;
        def->from_cycle = from->cycle;
        def->until = us_args_is_given(args, MAX_CYCLES) ? scenario->max_cycles : 0;
    }
    return US_OK;
}

static void warn_of_edits(const us_play_def *def, const us_play_result *result)
{
    int taken[US_PLAY_SEATS] = {0};
    for (int i = 0; i < def->edits; i++)
        if (taken[def->edit[i].seat]++ >= result->edits[def->edit[i].seat])
            us_out_log("%s was not put in: the game ended before its player thought at cycle %d "
                       "or later",
                       def->edit[i].file, (int)def->edit[i].cycle);
}

static void free_edits(us_play_def *def)
{
    us_mem_free((void *)(uintptr_t)def->edit);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_TRY(check_needs(args, err));
    if (us_args_is_given(args, SPEED) && !us_args_is_given(args, WATCH))
        return us_error_refuse(err, "game play: --speed needs --watch");
    bool json = us_args_is_given(args, JSON);
    us_trace_moment from;
    US_AUTO(free_edits) us_play_def def = us_play_def_default();
    watching watch = {(int)us_args_int(args, SPEED), json, NULL};
    US_TRY(fill(args, &def, &from, err));
    US_TRY(read_edits(args, &def, err));
    def.context = &watch;
    def.ready = us_args_is_given(args, WATCH) ? begin_watch : NULL;
    us_play_result result;
    us_status status = us_play_run(&def, &result, err);
    us_screen_free(watch.screen);
    US_TRY(status);
    warn_of_tapes(&def, &result);
    warn_of_idlers(&result);
    warn_of_edits(&def, &result);
    if (!json) {
        write_text(&result, def.trace, out);
        return US_OK;
    }
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_play_write(&result, def.trace, &writer);
    us_json_writer_end(&writer, '}');
    return US_OK;
}

const us_command us_command_game_play = {
    .name = "game play",
    .arguments = "[MAP]",
    .about = "play one game",
    .more =
        "MAP is the name of a map that game maps lists, the name of a map of the real microRTS\n"
        "(game maps --help), or the path of a map file. A map with faults (game show --check) is\n"
        "playable if it has two seats and each has something that can act.\n\n"
        "AGENT is one that game agents lists, such as expert:rush, library:FILE or exec:COMMAND,\n"
        "which runs a program of yours (docs/PLAYERS.md). If a program dies, hangs or writes\n"
        "nonsense, its game has no result: game play prints the reason and exits with 1.\n\n"
        "If FILE of --trace is a trace, it stays until the header of the new one is on the disk.\n"
        "Its labels are kept as NAME.goals.OLD.json (docs/TRACES.md).\n\n"
        "A library or tree that can do nothing is refused. A note names a player that could have\n"
        "acted but did nothing of its own.\n\n"
        "With --edit0 and --edit1, a text takes the place of a behavior while a library or a tree\n"
        "plays, and the plan goes on with it (docs/PLAY_REPAIRS.md).\n\n"
        "With --from, a seat without its --p option keeps its recorded orders: it does not react,\n"
        "and stops where the recording ends. Name a player for that seat, too, if it must play\n"
        "on. MAP is then needed only if the map has moved. --max-cycles then ends the game\n"
        "earlier, or later, than the recorded game's limit. learn can use the play of an expert\n"
        "from there on (docs/LEARNING.md).",
    .example =
        "  understudy game play open-1 --p0 random --p1 random --seed 7 --trace t.jsonl\n"
        "  understudy game play --from t.jsonl@600 --p0 expert:rush --p1 random --trace u.jsonl\n"
        "  understudy game play open-1 --p0 'exec:python3 player.py rusher' --p1 ai:passive",
    US_OPTIONS(options),
    .run = run,
};
