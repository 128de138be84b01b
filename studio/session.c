#include "studio/session.h"

#include <string.h>

#include "base/guard.h"
#include "base/progress.h"
#include "players/players.h"

enum {
    SLICE = 32,       /* cycles between looks at the clock */
    LATE = 250,       /* milliseconds of delay that are made up for; more is dropped */
    SOON = 4,         /* milliseconds until the next call, at a pace */
    SAVE_EVERY = 500, /* milliseconds */
};

/* ---- observing the game */

static void change_annotation(us_session *session)
{
    session->annotation_changed = session->unsaved = true;
}

static void on_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    us_session *session = context;
    if (order->seat != session->seat)
        return;
    session->waiting--;
    if (session->annotation) {
        us_live_annotation_set_order_id(session->annotation, order->id, now);
        change_annotation(session);
    }
    us_show_send_order(session, now, order, reason);
}

/* Keeps events that concern the person's seat, as fog allows. */
static void on_events(void *context, const us_event *event, int count)
{
    us_session *session = context;
    static const uint32_t kinds = US_EVENT_BIT(US_EVENT_FINISHED) | US_EVENT_BIT(US_EVENT_GONE) |
                                  US_EVENT_BIT(US_EVENT_ATTACKED) | US_EVENT_BIT(US_EVENT_FAILED) |
                                  US_EVENT_BIT(US_EVENT_LEARNED) | US_EVENT_BIT(US_EVENT_DEFEATED) |
                                  US_EVENT_BIT(US_EVENT_CREATED) | US_EVENT_BIT(US_EVENT_SHOT);
    if (!session->client || session->show.event.count > 1000)
        return;
    for (int i = 0; i < count; i++)
        if (kinds >> event[i].kind & 1 &&
            (session->seat < 0 || us_event_is_relevant(&event[i], session->seat)))
            us_events_add(&session->show.event, &event[i]);
}

static void on_notes(void *context, const us_note *note, int count)
{
    us_session *session = context;
    for (int i = 0; i < count; i++) {
        if (note[i].kind == US_NOTE_REPAIR && us_text_equal(note[i].repair.pattern, US_NOTE_EDIT))
            us_show_send_edit(session, &note[i]);
        if (note[i].kind != US_NOTE_SQUAD)
            continue;
        us_plan_tree_add(&session->squads[note[i].seat], &note[i], NULL);
        session->show.squads_sent = false;
    }
}

static void on_over(void *context, us_game *game, const us_outcome *outcome)
{
    us_session *session = context;
    (void)game;
    (void)outcome;
    if (!session->annotation)
        return;
    us_view view = us_session_view(session);
    us_live_annotation_finish(session->annotation, &view);
    change_annotation(session);
}

static void add_labels(void *context, us_annotation *labels)
{
    us_session *session = context;
    if (session->annotation)
        us_live_annotation_export(session->annotation, labels);
}

us_view us_session_view(us_session *session)
{
    return (us_view){.world = us_game_world(us_match_game(session->match), session->seat),
                     .self = session->seat};
}

/* ---- life */

/* Copies all texts of the definition. */
static void keep(us_session *session, const us_session_def *def)
{
    us_play_def *play = &session->play;
    us_arena *texts = session->texts;
    play->scenario.domain = us_arena_strdup(texts, play->scenario.domain);
    play->scenario.map = us_arena_strdup(texts, play->scenario.map);
    for (int seat = 0; seat < US_PLAY_SEATS; seat++) {
        play->agent[seat] = us_arena_strdup(texts, play->agent[seat]);
        play->scenario.faction[seat] = us_arena_strdup(texts, play->scenario.faction[seat]);
    }
    play->from = us_arena_strdup(texts, play->from);
    play->trace = us_arena_strdup(texts, play->trace);
    session->file = us_arena_strdup(texts, def->file);
}

static us_status check_room(const us_studio_server *studio_server, us_error *err)
{
    if (studio_server->sessions < US_SESSIONS_MAX)
        return US_OK;
    return us_error_refuse(err, "%d games are open: end one of them first",
                           studio_server->sessions);
}

static void begin_annotation(us_session *session, const us_goal *top)
{
    const us_domain *domain = session->scenario->domain;
    if (session->seat < 0 || domain->goal_count == 0)
        return;
    us_view view = us_session_view(session);
    us_goal preset = us_goal_default(domain);
    session->annotation = us_live_annotation_new(domain, &view, top ? top : &preset, "human");
}

static void free_session(us_session *session)
{
    if (!session)
        return;
    if (session->playing)
        us_running_play_close(session->playing, NULL, NULL);
    for (int seat = 0; seat < US_SEATS_MAX; seat++)
        us_plan_tree_clear(&session->squads[seat]);
    us_live_annotation_free(session->annotation);
    us_arena_free(session->texts);
    us_mem_free(session);
}
US_AUTOPTR_DEFINE(us_session, free_session);

us_status us_session_open(us_studio_server *studio_server, const us_session_def *def,
                          us_session **out, us_error *err)
{
    US_TRY(check_room(studio_server, err));
    US_AUTOPTR(us_session) session = US_NEW(us_session);
    *session = (us_session){.studio_server = studio_server,
                            .play = def->play,
                            .seat = def->seat,
                            .show = {.cycle = -1}};
    session->texts = us_arena_new();
    keep(session, def);
    session->play.context = session;
    session->play.editable = true;
    session->play.label = def->seat < 0 ? NULL : add_labels;
    US_TRY(us_running_play_open(&session->play, &session->playing, err));
    session->match = us_running_play_match(session->playing);
    session->scenario = us_match_game(session->match)->scenario;
    begin_annotation(session, def->top);
    us_observer observer = {.context = session,
                            .order = on_order,
                            .events = on_events,
                            .over = on_over,
                            .notes = on_notes};
    us_match_add_observer(session->match, &observer);
    us_match_step(session->match, 0, &session->state);
    session->id = ++studio_server->last_session;
    session->last = studio_server->now;
    studio_server->session[studio_server->sessions++] = session;
    *out = US_STEAL(session);
    return US_OK;
}

us_status us_session_close(us_session *session, us_error *err)
{
    US_WHOLE;
    us_studio_server *studio_server = session->studio_server;
    if (session->client)
        us_session_leave(session->client);
    if (session->annotation) {
        us_view view = us_session_view(session);
        us_live_annotation_finish(session->annotation, &view);
    }
    us_status status = us_running_play_close(session->playing, NULL, err);
    session->playing = NULL;
    for (int i = 0; i < studio_server->sessions; i++) {
        if (studio_server->session[i] != session)
            continue;
        studio_server->session[i] = studio_server->session[--studio_server->sessions];
        break;
    }
    free_session(session);
    return status;
}

us_status us_session_find(us_studio_server *studio_server, uint32_t id, us_session **out,
                          us_error *err)
{
    for (int i = 0; i < studio_server->sessions; i++) {
        if (studio_server->session[i]->id != id)
            continue;
        *out = studio_server->session[i];
        return US_OK;
    }
    return us_error_refuse(err, "there is no game %u: it was ended", (unsigned)id);
}

/* ---- saving and sending labels */

void us_session_fail(us_session *session)
{
    session->pace = 0;
    us_show_send_error(session);
}

/* Checks that the labels still lie within the folders, even if a link has replaced them. */
static us_status check_labels(const us_session *session, us_error *err)
{
    US_AUTOSTR(file);
    US_AUTOSTR(path);
    if (!session->file || !session->annotation)
        return US_OK;
    us_annotation_path(session->file, &file);
    return us_folders_find(&session->studio_server->folders, file.text, true, &path, err);
}

/* A failure stays until us_session_retry, and the labels stay unsaved as long. */
static void save(us_session *session)
{
    if (!session->unsaved || session->failure.status != US_OK)
        return;
    session->saved = session->studio_server->now;
    if (check_labels(session, &session->failure) != US_OK ||
        us_running_play_save(session->playing, &session->failure) != US_OK) {
        us_session_fail(session);
        return;
    }
    session->unsaved = false;
    session->annotation_changed = session->annotation; /* the page learns that they are saved */
}

/* A cycle of a game may not fail, so none begins while memory is short. */
static us_status check_memory(us_error *err)
{
    if (!us_memory_is_short())
        return US_OK;
    return us_error_set(err, US_FAILED, NULL, 0, 0,
                        "out of memory: the game stands still, and all of its recording is kept; "
                        "close other pages or end other games, then let it go on");
}

bool us_session_is_saved(const us_session *session)
{
    return session->play.trace && session->failure.status == US_OK && !session->unsaved &&
           session->waiting == 0;
}

static void send_annotation(us_session *session)
{
    if (session->annotation_changed)
        us_show_send_goals(session);
    session->annotation_changed = false;
}

/* ---- pages */

us_status us_session_check(const us_client *client, us_error *err)
{
    if (client->session)
        return US_OK;
    return us_error_refuse(err, "this page shows no game");
}

us_status us_session_check_person(const us_client *client, us_error *err)
{
    US_TRY(us_session_check(client, err));
    if (client->session->seat >= 0)
        return US_OK;
    return us_error_refuse(err, "nobody plays here: this game is only watched");
}

us_status us_session_join(us_session *session, us_client *client, bool take, us_error *err)
{
    US_WHOLE;
    if (session->client && session->client != client) {
        if (!take)
            return us_error_refuse(err,
                                   "another page plays this game: end it there, or take it over");
        us_client_message message;
        us_client_message_begin(&message, "taken");
        us_client_message_send(session->client, &message);
        us_session_leave(session->client);
    }
    us_session_leave(client);
    session->client = client;
    client->session = session;
    session->pace = 0;
    us_show_begin(session);
    return US_OK;
}

void us_session_leave(us_client *client)
{
    US_WHOLE;
    us_session *session = client->session;
    if (!session)
        return;
    save(session);
    us_show_end(session);
    session->client = NULL;
    session->pace = 0;
    client->session = NULL;
}

/* ---- advancing */

us_status us_session_retry(us_session *session, us_error *err)
{
    US_WHOLE;
    us_error why = {0};
    us_status status = check_labels(session, &why);
    if (status == US_OK)
        status = us_running_play_retry(session->playing, &why);
    session->failure = why;
    session->unsaved = session->unsaved && status != US_OK;
    if (status != US_OK && err)
        *err = why;
    us_show_send_goals(session);
    return status;
}

/* Retries what could not be written. */
static us_status retry_failed(us_session *session, us_error *err)
{
    return session->failure.status == US_OK ? US_OK : us_session_retry(session, err);
}

void us_session_set_pace(us_session *session, int pace)
{
    US_WHOLE;
    session->pace = pace;
    if (pace > 0 && retry_failed(session, NULL) != US_OK)
        us_session_fail(session);
    session->owed = 0;
    session->behind = false;
    session->last = session->studio_server->now;
    us_show_send_state(session);
}

static bool is_over(const us_session *session)
{
    return session->state.outcome.kind != US_OUTCOME_NONE || session->failure.status != US_OK;
}

/* On trouble the game pauses and the page gets the reason; nothing of the recording is lost. */
static us_status go(us_session *session, us_cycle cycles)
{
    if (is_over(session))
        return US_OK;
    if (us_memory_is_short()) {
        save(session);
        check_memory(&session->failure);
        us_session_fail(session);
        return US_FAILED;
    }
    us_status status = us_running_play_step(session->playing, cycles, NULL, &session->failure);
    us_match_step(session->match, 0, &session->state);
    bool broken = session->state.outcome.kind == US_OUTCOME_BROKEN;
    if (broken) /* the recording is fine: us_show_send_outcome gives the reason */
        session->failure = (us_error){0};
    if (status != US_OK && !broken) {
        us_session_fail(session);
    } else if (is_over(session)) {
        session->pace = 0;
        us_show_send_outcome(session);
    }
    return status;
}

us_status us_session_step(us_session *session, us_cycle cycles, us_error *err)
{
    US_WHOLE;
    if (session->pace > 0)
        return us_error_refuse(err, "the game goes on: pause it first");
    US_TRY(check_memory(err));
    US_TRY(retry_failed(session, err));
    go(session, cycles);
    save(session);
    send_annotation(session);
    return US_OK;
}

us_status us_session_add_order(us_session *session, us_order *order, us_error *err)
{
    US_WHOLE;
    US_TRY(retry_failed(session, err));
    if (is_over(session))
        return us_error_refuse(err, "the game is over: nothing can be ordered");
    if (session->waiting == US_ORDERS_WAITING_MAX)
        return us_error_refuse(err, "%d orders wait for the next cycle: let the game go on first",
                               session->waiting);
    order->seat = session->seat;
    order->goal = session->annotation ? us_live_annotation_innermost(session->annotation) : 0;
    if (session->annotation) {
        us_view view = us_session_view(session);
        us_live_annotation_add_order(session->annotation, &view);
        change_annotation(session);
    }
    us_match_add_order(session->match, order);
    session->waiting++;
    return US_OK;
}

typedef struct agent_opening {
    const us_session *session;
    const char *agent;
    us_player *player;
    us_status status;
    us_error *err;
} agent_opening;

static void open_agent(void *context)
{
    agent_opening *o = context;
    const us_session *session = o->session;
    US_AUTOPTR(us_player) player = NULL;
    o->status = us_agent_open(o->agent, session->scenario, session->seat,
                              us_match_game(session->match)->seed, &player, o->err);
    if (o->status == US_OK)
        o->status = us_player_check(player, o->err);
    if (o->status == US_OK)
        o->player = US_STEAL(player);
}

us_status us_session_set_agent(us_session *session, const char *agent, us_error *err)
{
    US_WHOLE;
    us_seat seat = session->seat;
    agent_opening opening = {.session = session, .agent = agent, .err = err};
    US_TRY(us_session_retry(session, err));
    if (!us_guard_run(open_agent, &opening))
        return us_client_fail_memory(err);
    US_TRY(opening.status);
    us_view view = us_session_view(session);
    if (session->annotation)
        us_live_annotation_finish(session->annotation, &view);
    if (us_running_play_end_recording(session->playing, &session->failure) != US_OK)
        us_session_fail(session);
    us_match_set_player(session->match, seat, opening.player);
    us_live_annotation_free(session->annotation);
    session->annotation = NULL;
    session->play.trace = session->file = NULL;
    session->play.agent[seat] = us_arena_strdup(session->texts, agent);
    session->seat = US_NEUTRAL;
    session->show.squads_sent = false;
    return US_OK;
}

void us_session_save_labels(us_session *session)
{
    US_WHOLE;
    change_annotation(session);
    if (session->failure.status != US_OK && us_session_retry(session, NULL) != US_OK)
        us_session_fail(session);
    save(session);
    send_annotation(session);
}

/* Plays the cycles that are due, but for no longer than its share of time. */
static void keep_pace(us_session *session, int64_t now, int milliseconds)
{
    int64_t passed = now - session->last, began = us_clock_ms();
    session->last = now;
    session->owed += (passed < LATE ? passed : LATE) * session->pace;
    while (session->owed >= 1000 && session->pace > 0 && us_clock_ms() - began < milliseconds) {
        int64_t cycles = session->owed / 1000;
        cycles = cycles < SLICE ? cycles : SLICE;
        session->owed -= cycles * 1000;
        go(session, (us_cycle)cycles);
    }
    int64_t most = (int64_t)LATE * session->pace;
    session->behind = session->owed > most;
    if (session->behind)
        session->owed = most;
}

int us_session_update(us_session *session, int64_t now, int milliseconds)
{
    if (!session->client)
        return US_STUDIO_SERVER_IDLE;
    if (session->pace > 0)
        keep_pace(session, now, milliseconds);
    session->last = now;
    if (now - session->saved >= SAVE_EVERY) /* saving waits for the disk */
        save(session);
    send_annotation(session);
    us_show_update(session, now);
    return session->pace > 0 ? SOON : US_STUDIO_SERVER_IDLE;
}

/* ---- lists of sessions */

bool us_studio_server_is_recording(const us_studio_server *studio_server, const char *path)
{
    for (int i = 0; i < studio_server->sessions; i++)
        if (studio_server->session[i]->play.trace &&
            us_file_is_same(studio_server->session[i]->play.trace, path))
            return true;
    return false;
}

void us_studio_server_write_sessions(us_studio_server *studio_server, us_json_writer *writer)
{
    us_json_write_key_open(writer, "sessions", '[');
    for (int i = 0; i < studio_server->sessions; i++) {
        const us_session *session = studio_server->session[i];
        us_json_write_open(writer, '{');
        us_json_write_key_int(writer, "session", session->id);
        us_json_write_key_string(writer, "domain", session->scenario->domain->name);
        us_json_write_key_string(writer, "map", session->scenario->map_name);
        us_json_write_key_int(writer, "cycle", session->state.now);
        us_json_write_key_int(writer, "seat", session->seat);
        us_json_write_key_bool(writer, "taken", session->client);
        us_json_write_key_string(writer, "file", session->file);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}
