#include "players/play.h"

#include "base/file.h"
#include "base/leftovers.h"
#include "players/live_edit.h"
#include "players/players.h"
#include "traces/aside.h"
#include "traces/labels.h"
#include "traces/output.h"
#include "traces/recorder.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SLICE = 256 }; /* cycles between looks at interrupts, if no player thinks */

/* Played by its match, or by a replay that has one. */
struct us_running_play {
    us_play_def def;
    us_scenario *scenario; /* NULL with a replay, or where it is borrowed */
    us_replay *replay;
    us_match *match;
    us_recorder *recorder;
    us_states_writer *states;
    us_labels *labels;
    us_hash saved;  /* of the annotation's file, as it was saved last */
    us_cycle tape;  /* the last cycle of the replay's trace; -1 */
    us_seat failed; /* the seat whose player could not be opened; US_NEUTRAL */
};

static bool stopped(const us_play_def *def)
{
    return def->stop && def->stop(def->context);
}

us_play_def us_play_def_default(void)
{
    return (us_play_def){.scenario = us_scenario_def_default()};
}

/* ---- the seats */

static us_status check_seats(const us_scenario *scenario, us_error *err)
{
    if (scenario->seats == US_PLAY_SEATS)
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                        "the map %s has %d seats, expected %d: one for each --p",
                        scenario->map_name, scenario->seats, (int)US_PLAY_SEATS);
}

static void close_players(us_player **player)
{
    for (int seat = 0; seat < US_PLAY_SEATS; seat++) {
        us_player_close(player[seat]);
        player[seat] = NULL;
    }
}

typedef us_player *seated[US_PLAY_SEATS];

static void close_seated(seated *players)
{
    close_players(*players);
}

static us_status open_player(const us_play_def *def, const us_scenario *scenario, us_seat seat,
                             uint64_t seed, us_player **out, us_error *err)
{
    if (!def->agent[seat] || def->people >> seat & 1)
        return US_OK;
    US_TRY(us_agent_open_prepared(def->agent[seat], def->prepared[seat], scenario, seat, seed, out,
                                  err));
    return us_player_check(*out, err);
}

static us_status open_players(const us_play_def *def, const us_scenario *scenario, uint64_t seed,
                              us_player **player, us_seat *failed, us_error *err)
{
    us_status status = US_OK;
    for (us_seat seat = 0; seat < US_PLAY_SEATS && status == US_OK; seat++) {
        status = open_player(def, scenario, seat, seed, &player[seat], err);
        *failed = status == US_OK ? *failed : seat;
    }
    if (status != US_OK)
        close_players(player);
    return status;
}

/* ---- edits */

/* Reads the texts of edits before the game, and gives them to the plans. */
static us_status read_edits(const us_play_def *def, const us_domain *domain,
                            us_player *const *player, us_error *err)
{
    for (int i = 0; i < def->edits; i++) {
        const us_play_edit *edit = &def->edit[i];
        us_plan *plan;
        us_template *template;
        US_TRY(us_live_find_plan(player[edit->seat], edit->seat, &plan, err));
        US_TRY(us_live_read_file(plan, domain, edit->file, &template, err));
        US_TRY(us_plan_edit(plan, template, edit->cycle, err));
    }
    return US_OK;
}

/* Counts the edits of each seat that its plan has taken. */
static void count_edits(const us_running_play *play, int *out)
{
    const us_play_def *def = &play->def;
    for (us_seat seat = 0; seat < US_PLAY_SEATS; seat++) {
        us_plan *plan;
        int edits = 0;
        for (int i = 0; i < def->edits; i++)
            edits += def->edit[i].seat == seat;
        bool has = edits > 0 && us_live_find_plan(us_match_player(play->match, seat), seat, &plan,
                                                  NULL) == US_OK;
        out[seat] = has ? edits - us_plan_count_coming_edits(plan) : 0;
    }
}

/* ---- a new game */

/* Applies the game's own rule: a seat that is out after a cycle without orders could never act. */
static us_status check_start(const us_scenario *scenario, us_error *err)
{
    us_game *game = us_game_new(scenario, 0);
    us_game_step(game, 1, NULL, NULL);
    const us_world *world = us_game_world(game, US_NEUTRAL);
    us_status status = US_OK;
    for (int seat = 0; seat < scenario->seats && status == US_OK; seat++) {
        if (!world->alive[seat])
            status =
                us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                             "on the map %s seat %d is out at once: expected something that can "
                             "act, see game show --check",
                             scenario->map_name, seat);
    }
    us_game_free(game);
    return status;
}

us_status us_play_check(const us_scenario *scenario, us_error *err)
{
    US_TRY(check_seats(scenario, err));
    bool tried = scenario->kind->capabilities & US_CAN_REPLAY; /* elsewhere a trial costs a game */
    return tried ? check_start(scenario, err) : US_OK;
}

static us_status begin_new(const us_play_def *def, us_running_play *play, us_error *err)
{
    US_AUTO(close_seated) seated players = {NULL};
    us_match_def match = us_match_def_default();
    match.scenario = def->open;
    match.seed = def->seed;
    match.stop = def->stop;
    match.stop_context = def->context;
    if (!def->open) {
        us_scenario_def scenario = def->scenario;
        us_agents_set_external(def->agent, US_PLAY_SEATS, &scenario);
        for (int seat = 0; seat < US_PLAY_SEATS; seat++)
            if (scenario.outside[seat])
                US_TRY(us_agent_check(def->agent[seat], err));
        US_TRY(us_scenario_open(&scenario, &play->scenario, err));
        US_TRY(us_play_check(play->scenario, err));
        match.scenario = play->scenario;
    }
    US_TRY(open_players(def, match.scenario, def->seed, players, &play->failed, err));
    US_TRY(read_edits(def, match.scenario->domain, players, err));
    memcpy(match.player, players, sizeof(players));
    play->match = us_match_new(&match);
    memset(players, 0, sizeof(players)); /* the match's from now on */
    return US_OK;
}

/* ---- going on from a trace */

static us_status replay_up_to(const us_play_def *def, us_replay *replay, us_error *err)
{
    for (us_cycle at = 0; at < def->from_cycle && !stopped(def);) {
        at = def->from_cycle - at > SLICE ? at + SLICE : def->from_cycle;
        US_TRY(us_replay_advance(replay, at, err));
    }
    us_replay_report report = us_replay_get_report(replay);
    if (stopped(def))
        return us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted at cycle %d",
                            (int)report.state.now);
    if (report.differs >= 0)
        return us_error_set(
            err, US_MISMATCH, def->from, report.line, 0,
            "played again it takes another course from cycle %d on: %s; expected the "
            "trace as it was recorded",
            (int)report.differs, report.what);
    if (report.state.outcome.kind != US_OUTCOME_NONE || report.state.now < def->from_cycle)
        return us_error_set(err, US_BAD_INPUT, def->from, 0, 0,
                            "expected a game that goes on at cycle %d, found one that stops at %d",
                            (int)def->from_cycle, (int)report.state.now);
    return US_OK;
}

/* Checks the whole text of the trace, and its course up to the cycle, before anything is
 * written. */
static us_status check_from(const us_play_def *def, us_cycle *last, us_error *err)
{
    US_AUTOPTR(us_replay) replay = NULL;
    US_AUTOPTR(us_trace) trace = NULL;
    us_trace_record record = {.kind = US_TRACE_ORDER};
    if (def->trace)
        US_TRY(us_output_check_paths(def->trace, def->from, err));
    US_TRY(us_replay_open(def->from, def->scenario.map, &replay, err));
    US_TRY(replay_up_to(def, replay, err));
    US_TRY(us_trace_open(def->from, &trace, err));
    us_trace_set_domain(trace, us_replay_scenario(replay)->domain);
    for (*last = def->from_cycle; record.kind != US_TRACE_STOP;) {
        US_TRY(us_trace_next(trace, &record, err));
        if (record.kind != US_TRACE_STOP && record.cycle > *last)
            *last = record.cycle;
    }
    return US_OK;
}

/* ---- observing and running */

/* Opens the states before the trace, under a temporary name: if that fails, a former trace is as it
 * was. */
static us_status open_states(const us_play_def *def, const us_trace_header *trace,
                             us_running_play *play, us_error *err)
{
    us_game *game = us_match_game(play->match);
    US_AUTOSTR(place);
    US_AUTOSTR(beside);
    us_states_path(def->trace, &place);
    us_file_temp_path(place.text, &beside);
    us_leftovers_add(beside.text);
    const us_world *world = us_game_world(game, US_NEUTRAL);
    us_states_header header = us_states_header_from_trace(trace, world);
    us_status status =
        us_states_writer_open(beside.text, &header, game->scenario->domain, &play->states, err);
    if (status != US_OK)
        us_error_rename_file(err, beside.text, place.text);
    return status;
}

/* Opens the trace, gives the states their name, and observes the game for both. */
static us_status record(const us_play_def *def, const us_trace_header *header,
                        us_running_play *play, us_error *err)
{
    us_game *game = us_match_game(play->match);
    bool states = def->states || header->source[0];
    us_observer observer;
    US_AUTOSTR(place);
    us_states_path(def->trace, &place);
    if (states)
        US_TRY(open_states(def, header, play, err));
    us_status status =
        us_recorder_open(def->trace, header, game->scenario->domain, &play->recorder, err);
    if (status == US_OK && states)
        status = us_states_writer_rename(play->states, place.text, err);
    if (status != US_OK && states)
        us_states_writer_discard(US_STEAL(play->states));
    US_TRY(status);
    if (def->events)
        us_recorder_enable_events(play->recorder);
    if (def->no_plan)
        us_recorder_disable_plan(play->recorder);
    observer = us_recorder_observer(play->recorder);
    us_match_add_observer(play->match, &observer);
    if (states) {
        observer = us_states_writer_observer(play->states, def->states ? def->states : 1);
        us_states_writer_add(play->states, us_game_world(game, US_NEUTRAL));
        us_match_add_observer(play->match, &observer);
    }
    return US_OK;
}

/* A trace's lines and what is printed besides would overwrite each other. */
static bool is_standard(const char *path)
{
    struct stat info;
    return path && stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
           (us_file_is_at(STDOUT_FILENO, path) || us_file_is_at(STDERR_FILENO, path));
}

/* Keeps labels that somebody else has put beside the trace since it was begun. */
static us_status keep_foreign(us_running_play *play, const char *path, us_error *err)
{
    const us_play_def *def = &play->def;
    US_AUTO(us_aside_clear) us_aside aside = {.folder = -1};
    us_hash now;
    US_TRY(us_annotation_hash_file(path, &now, err));
    if (now == play->saved)
        return US_OK;
    US_TRY(us_aside_begin(def->trace, &aside, err));
    US_TRY(us_aside_finish(&aside, err));
    if (def->kept && aside.kept)
        def->kept(def->context, aside.kept);
    return us_annotation_hash_file(path, &play->saved, err);
}

/* Also of a game that was interrupted. After a kill the trace still has each order's innermost
 * goal. */
static us_status save_labels(us_running_play *play, us_error *err)
{
    const us_play_def *def = &play->def;
    US_AUTOSTR(path);
    US_AUTOPTR(us_annotation) labels = NULL;
    if (!play->labels)
        return US_OK;
    labels = us_labels_make_annotation(play->labels, play->match, def->agent);
    if (!labels && def->label)
        labels = us_annotation_new(us_match_game(play->match)->scenario->domain);
    if (!labels)
        return US_OK;
    if (def->label)
        def->label(def->context, labels);
    us_annotation_path(def->trace, &path);
    US_TRY(keep_foreign(play, path.text, err));
    return us_annotation_replace(labels, path.text, &play->saved, err);
}

/* Labels name orders by their number, so the orders reach the disk first. */
us_status us_running_play_save(us_running_play *play, us_error *err)
{
    if (play->recorder)
        US_TRY(us_recorder_sync(play->recorder, err));
    return save_labels(play, err);
}

us_status us_running_play_retry(us_running_play *play, us_error *err)
{
    if (play->recorder)
        US_TRY(us_recorder_retry(play->recorder, err));
    return us_running_play_save(play, err);
}

/* From when the players sit: labels of recorded orders are another file's. */
static void observe_labels(const us_play_def *def, us_running_play *play)
{
    if (!def->trace)
        return;
    play->labels = us_labels_new();
    play->saved = US_HASH_START; /* there is none */
    us_observer observer = us_labels_observer(play->labels);
    us_match_add_observer(play->match, &observer);
}

static us_status observe(const us_play_def *def, us_running_play *play, us_error *err)
{
    if (is_standard(def->trace))
        return us_error_set(
            err, US_BAD_INPUT, def->trace, 0, 0,
            "standard output or error goes there: expected a file of the trace's own");
    us_game *game = us_match_game(play->match);
    const us_scenario *scenario = game->scenario;
    const char *agent[US_SEATS_MAX] = {NULL};
    const char *map = def->scenario.map;
    if (play->replay && !map)
        map = us_replay_header(play->replay)->map;
    for (int seat = 0; seat < scenario->seats; seat++) {
        agent[seat] = seat < US_PLAY_SEATS ? def->agent[seat] : NULL;
        if (!agent[seat] && play->replay)
            agent[seat] = us_replay_header(play->replay)->seat[seat].player;
    }
    if (def->trace) {
        us_trace_header header = us_trace_header_from_game(game, map, agent);
        char from[US_TRACE_TEXT_MAX + 16] = "";
        if (def->from)
            snprintf(from, sizeof(from), "%s@%d", def->from, (int)def->from_cycle);
        header.from = from;
        for (int seat = 0; seat < scenario->seats; seat++)
            if (agent[seat] &&
                (us_agent_repairs(agent[seat]) ||
                 ((def->editable || def->edits > 0) && us_agent_is_editable(agent[seat]))))
                header.minor = US_TRACE_MINOR;
        for (int seat = 0; seat < US_PLAY_SEATS && play->replay; seat++)
            header.seat[seat].since = def->agent[seat]
                                          ? def->from_cycle
                                          : us_replay_header(play->replay)->seat[seat].since;
        US_TRY(record(def, &header, play, err));
    }
    if (def->ready)
        def->ready(def->context, play->match, agent);
    return US_OK;
}

us_match *us_running_play_match(us_running_play *play)
{
    return play->match;
}

us_status us_running_play_step(us_running_play *play, us_cycle cycles, us_match_state *state,
                               us_error *err)
{
    us_match_state now;
    us_match_step(play->match, 0, &now);
    for (us_cycle to = now.now + cycles; now.now < to && now.outcome.kind == US_OUTCOME_NONE;) {
        if (play->replay)
            US_TRY(us_replay_advance(play->replay, now.now + 1, err));
        else
            us_match_step(play->match, to - now.now, NULL);
        us_match_step(play->match, 0, &now);
        if (play->recorder)
            US_TRY(us_recorder_status(play->recorder, err));
        if (play->states)
            US_TRY(us_states_writer_status(play->states, err));
        if (stopped(&play->def))
            break;
    }
    if (state)
        *state = now;
    return now.outcome.kind == US_OUTCOME_NONE ? US_OK : us_match_status(play->match, err);
}

/* Opens the replay. Its hint names MAP, because a game from a trace gets the map by MAP, not by
 * --map. */
static us_status open_from(const us_play_def *def, us_replay **out, us_error *err)
{
    us_error why = {0};
    us_status status = us_replay_open(def->from, def->scenario.map, out, &why);
    if (status == US_OK)
        return US_OK;
    char *hint = strstr(why.text, US_REPLAY_MAP_HINT);
    if (hint)
        snprintf(hint, sizeof why.text - (size_t)(hint - why.text),
                 "; MAP tells where the map lies now");
    if (err)
        *err = why;
    return status;
}

static us_status begin_from(const us_play_def *def, us_running_play *play, us_error *err)
{
    US_AUTO(close_seated) seated player = {NULL};
    US_TRY(open_from(def, &play->replay, err));
    US_TRY(check_seats(us_replay_scenario(play->replay), err));
    if (def->until > 0 && def->until <= def->from_cycle)
        return us_error_set(
            err, US_BAD_INPUT, NULL, 0, 0,
            "the game goes on at cycle %d: expected a limit of more cycles, found %d",
            (int)def->from_cycle, (int)def->until);
    if (def->until > 0)
        us_replay_set_limit(play->replay, def->until);
    US_TRY(open_players(def, us_replay_scenario(play->replay), us_replay_header(play->replay)->seed,
                        player, &play->failed, err));
    US_TRY(read_edits(def, us_replay_scenario(play->replay)->domain, player, err));
    play->match = us_replay_match(play->replay);
    us_status status = check_from(def, &play->tape, err);
    if (status == US_OK)
        status = observe(def, play, err);
    if (status == US_OK)
        status = replay_up_to(def, play->replay, err);
    for (us_seat seat = 0; seat < US_PLAY_SEATS; seat++) {
        if (status == US_OK && (player[seat] || def->people >> seat & 1))
            us_replay_set_player(play->replay, seat, US_STEAL(player[seat]));
    }
    if (status == US_OK)
        observe_labels(def, play);
    return status;
}

static void fill_result(const us_play_def *def, const us_running_play *play, us_play_result *out)
{
    const us_game *game = us_match_game(play->match);
    const us_trace_header *header = play->replay ? us_replay_header(play->replay) : NULL;
    out->hash = us_game_hash(game);
    out->seed = game->seed;
    out->tape = play->tape;
    snprintf(out->map, sizeof(out->map), "%s", header ? header->map : def->scenario.map);
    for (int seat = 0; seat < US_PLAY_SEATS; seat++) {
        const char *agent = def->agent[seat];
        bool recorded = !agent && header && seat < header->seats;
        snprintf(out->agent[seat], sizeof(out->agent[seat]), "%s%s",
                 recorded ? header->seat[seat].player
                 : agent  ? agent
                          : "",
                 recorded ? " (recorded)" : "");
        out->idle[seat] = agent && !(def->people >> seat & 1) && !us_agent_is_silent(agent) &&
                          us_match_is_idle(play->match, (us_seat)seat);
    }
}

static us_status begin(const us_play_def *def, us_running_play *play, us_error *err)
{
    if (def->from)
        return begin_from(def, play, err);
    US_TRY(begin_new(def, play, err));
    US_TRY(observe(def, play, err));
    observe_labels(def, play);
    return US_OK;
}

static void close_playing(us_running_play *play)
{
    if (play)
        us_running_play_close(play, NULL, NULL);
}
US_AUTOPTR_DEFINE(us_running_play, close_playing);

static us_status open_playing(const us_play_def *def, us_running_play **out, us_seat *failed,
                              us_error *err)
{
    US_AUTOPTR(us_running_play) play = US_NEW(us_running_play);
    *play = (us_running_play){.def = *def, .tape = -1, .failed = US_NEUTRAL};
    us_status status = begin(def, play, err);
    *failed = play->failed;
    US_TRY(status);
    *out = US_STEAL(play);
    return US_OK;
}

us_status us_running_play_open(const us_play_def *def, us_running_play **out, us_error *err)
{
    us_seat failed;
    return open_playing(def, out, &failed, err);
}

/* Only the first error is returned. */
us_status us_running_play_end_recording(us_running_play *play, us_error *err)
{
    us_status status = save_labels(play, err);
    const void *observing[] = {play->labels, play->recorder, play->states};
    for (int i = 0; i < US_COUNT(observing); i++)
        if (observing[i])
            us_match_remove_observer(play->match, observing[i]);
    us_labels_free(play->labels);
    if (play->recorder) {
        const char *kept = us_recorder_settle_kept(play->recorder);
        if (kept && play->def.kept)
            play->def.kept(play->def.context, kept);
        us_recorder_write_tags(play->recorder, us_match_game(play->match));
        us_recorder_retry(play->recorder, NULL);
        if (play->def.label) /* a person made it */
            us_recorder_sync(play->recorder, NULL);
    }
    us_status closed = us_recorder_close(play->recorder, status == US_OK ? err : NULL);
    status = status == US_OK ? closed : status;
    closed = us_states_writer_close(play->states, status == US_OK ? err : NULL);
    play->labels = NULL;
    play->recorder = NULL;
    play->states = NULL;
    return status == US_OK ? closed : status;
}

us_status us_running_play_close(us_running_play *play, us_play_result *out, us_error *err)
{
    us_status status = us_running_play_end_recording(play, err);
    if (status == US_OK && out)
        fill_result(&play->def, play, out);
    if (play->replay)
        us_replay_free(play->replay);
    else
        us_match_free(play->match);
    us_scenario_close(play->scenario);
    us_mem_free(play);
    return status;
}

static us_status run(us_running_play *play, us_match_state *state, us_error *err)
{
    us_match_step(play->match, 0, state);
    while (state->outcome.kind == US_OUTCOME_NONE) {
        US_TRY(us_running_play_step(play, SLICE, state, err));
        if (stopped(&play->def) && state->outcome.kind == US_OUTCOME_NONE)
            return us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted at cycle %d",
                                (int)state->now);
    }
    return us_match_status(play->match, err);
}

us_status us_play_run(const us_play_def *def, us_play_result *out, us_error *err)
{
    us_running_play *play;
    us_play_result result = {0};
    US_TRY(open_playing(def, &play, &out->failed, err));
    us_status status = run(play, &result.state, err);
    count_edits(play, result.edits);
    result.failed = out->failed = us_match_failed_seat(play->match);
    us_status closed = us_running_play_close(play, &result, status == US_OK ? err : NULL);
    status = status == US_OK ? closed : status;
    if (status == US_OK)
        *out = result;
    return status;
}
