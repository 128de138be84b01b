#include "experiments/run/games.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/progress.h"
#include "experiments/design/probe.h"
#include "experiments/run/pool.h"
#include "experiments/run/profile.h"
#include "players/identity.h"
#include "players/play.h"
#include "players/players.h"

/* ---- the course of a game */

static us_hash *of_seat(us_course_hash *course, us_seat seat)
{
    return &course->seat[seat >= 0 && seat < US_SEATS_MAX ? seat : US_SEATS_MAX];
}

static void add(us_hash *hash, int64_t value)
{
    *hash = us_hash_add(*hash, (uint64_t)value);
}

static void on_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    us_hash *hash = of_seat(context, order->seat);
    add(hash, now);
    add(hash, order->action);
    add(hash, order->queued);
    add(hash, reason);
    add(hash, order->unit_count);
    for (int i = 0; i < order->unit_count; i++)
        add(hash, (int64_t)order->unit[i]);
    for (int i = 0; i < US_PARAMS_MAX; i++)
        add(hash, order->arg[i]);
}

/* Its value is an order's number. */
static bool has_order_number(const us_event *e)
{
    return e->kind == US_EVENT_ACCEPTED || e->kind == US_EVENT_DONE || e->kind == US_EVENT_FAILED;
}

static void on_events(void *context, const us_event *event, int count)
{
    for (int i = 0; i < count; i++) {
        const us_event *e = &event[i];
        us_hash *hash = of_seat(context, e->seat);
        add(hash, e->cycle);
        add(hash, e->kind);
        add(hash, e->type);
        add(hash, (int64_t)e->entity);
        add(hash, (int64_t)e->other);
        add(hash, has_order_number(e) ? 0 : e->value);
        add(hash, e->extra);
        add(hash, US_CELL(e->x, e->y));
    }
}

static void on_over(void *context, us_game *game, const us_outcome *outcome)
{
    us_course_hash *course = context;
    us_hash hash = us_world_hash(us_game_world(game, US_NEUTRAL));
    (void)outcome;
    for (int i = 0; i <= US_SEATS_MAX; i++)
        hash = us_hash_add(hash, course->seat[i]);
    course->hash = hash + !hash;
}

void us_course_hash_observe(us_course_hash *course, us_match *match)
{
    us_observer observer = {
        .context = course, .order = on_order, .events = on_events, .over = on_over};
    *course = (us_course_hash){.hash = 0};
    us_match_add_observer(match, &observer);
}

/* ---- the work of a worker */

enum { PREPARED_MAX = 32 }; /* prepared agents: each takes memory and an open file */

/* A player or an opponent as it is opened here, and its file as it was when it was known to be the
 * planned one. */
typedef struct prepared_agent {
    const us_entrant *entrant;
    us_str agent, file;          /* file: "" where it is made from none */
    bool program;                /* not yet returned by has_new_program */
    us_prepared_agent *prepared; /* from the file as it was; or NULL */
    int64_t used;                /* for which game last */
    bool known;
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec changed;
} prepared_agent;

struct us_work {
    const us_manifest *manifest;
    const char *folder;
    prepared_agent *player, *opponent;
    us_scenario *scenario; /* of the last game's map, or NULL */
    int map;
    const char *outside[US_PLAY_SEATS]; /* agents that play outside */
    us_domain *domain;                  /* NULL until it is needed */
    int64_t games;
    int prepared; /* guests */
    bool (*stop)(void);
    us_seat seat;          /* of the game under way */
    us_profiler *profiler; /* of the game, or NULL: no profile is wanted */
    us_str profile;        /* of the last game; "" */
    us_course_hash course; /* of it */
};

static prepared_agent *prepared_agents_new(const us_entrant *entrant, int count, const char *folder)
{
    prepared_agent *list = US_NEW_ARRAY(prepared_agent, count + 1);
    for (int i = 0; i < count; i++) {
        us_str_init(&list[i].agent);
        us_str_init(&list[i].file);
        list[i].entrant = &entrant[i];
        us_manifest_print_agent(entrant[i].agent, folder, &list[i].agent);
        us_agent_parse_file(list[i].agent.text, &list[i].file, NULL);
        list[i].program = !us_agent_is_deterministic(list[i].agent.text);
    }
    return list;
}

static void prepared_agents_free(prepared_agent *list, int count)
{
    for (int i = 0; i < count; i++) {
        us_prepared_agent_free(list[i].prepared);
        us_str_clear(&list[i].agent);
        us_str_clear(&list[i].file);
    }
    us_mem_free(list);
}

us_work *us_work_new(const us_manifest *manifest, const char *folder)
{
    us_work *work = US_NEW(us_work);
    work->manifest = manifest;
    work->folder = folder;
    work->player = prepared_agents_new(manifest->player, manifest->players, folder);
    work->opponent = prepared_agents_new(manifest->opponent, manifest->opponents, folder);
    work->map = -1;
    us_str_init(&work->profile);
    return work;
}

void us_work_free(us_work *work)
{
    if (!work)
        return;
    prepared_agents_free(work->player, work->manifest->players);
    prepared_agents_free(work->opponent, work->manifest->opponents);
    us_scenario_close(work->scenario);
    us_domain_free(work->domain);
    us_str_clear(&work->profile);
    us_mem_free(work);
}

/* ---- prepared files */

static void forget(us_work *work, prepared_agent *g)
{
    work->prepared -= g->prepared != NULL;
    us_prepared_agent_free(g->prepared);
    g->prepared = NULL;
}

/* Forgets the agent that was not used for longest. */
static void forget_one(us_work *work)
{
    const us_manifest *m = work->manifest;
    prepared_agent *oldest = NULL;
    for (int i = 0; i < m->players + m->opponents; i++) {
        prepared_agent *g = i < m->players ? &work->player[i] : &work->opponent[i - m->players];
        if (g->prepared && (!oldest || g->used < oldest->used))
            oldest = g;
    }
    if (oldest)
        forget(work, oldest);
}

static us_status prepare(us_work *work, prepared_agent *g, us_error *err)
{
    g->used = work->games++;
    if (g->prepared || !g->file.length)
        return US_OK;
    if (work->prepared == PREPARED_MAX)
        forget_one(work);
    US_TRY(us_agent_prepare(g->agent.text, work->domain, &g->prepared, err));
    work->prepared += g->prepared != NULL;
    return US_OK;
}

/* ---- nobody has changed */

static bool is_as_it_was(const prepared_agent *g, const struct stat *now)
{
    return g->known && g->device == now->st_dev && g->inode == now->st_ino &&
           g->size == now->st_size && g->changed.tv_sec == now->st_mtim.tv_sec &&
           g->changed.tv_nsec == now->st_mtim.tv_nsec;
}

static us_status check_agent(us_work *work, prepared_agent *g, us_error *err)
{
    struct stat now;
    us_hash identity = 0;
    if (!g->file.length)
        return US_OK;
    bool there = stat(g->file.text, &now) == 0;
    if (there && is_as_it_was(g, &now))
        return US_OK;
    forget(work, g);
    us_error why = {.text = ""};
    us_status status = us_agent_compute_identity(g->agent.text, work->domain, &identity, &why);
    if (status != US_OK || identity != g->entrant->identity)
        return us_error_set(
            err, US_MISMATCH, g->file.text, 0, 0,
            "it is not what it was when the experiment was planned, as \"%.64s\"%s%.200s",
            g->entrant->name, why.text[0] ? ": " : "", why.text);
    if (!there)
        return US_OK;
    g->known = true;
    g->device = now.st_dev;
    g->inode = now.st_ino;
    g->size = now.st_size;
    g->changed = now.st_mtim;
    return US_OK;
}

/* ---- playing */

static prepared_agent *agent_at(const us_work *work, const us_fixture *fixture, us_seat seat)
{
    return seat == fixture->seat ? &work->player[fixture->player]
                                 : &work->opponent[fixture->opponent];
}

static bool is_open(const us_work *work, int map, const us_scenario_def *wanted)
{
    for (int seat = 0; seat < US_PLAY_SEATS; seat++)
        if (!work->outside[seat] != !wanted->outside[seat] ||
            (wanted->outside[seat] && !us_text_equal(work->outside[seat], wanted->outside[seat])))
            return false;
    return work->map == map;
}

static us_status need_map(us_work *work, const us_fixture *fixture, us_error *err)
{
    const us_manifest *m = work->manifest;
    us_scenario_part part;
    us_scenario_def wanted = {.domain = NULL};
    const char *agent[US_PLAY_SEATS];
    int map = fixture->map;
    for (us_seat seat = 0; seat < US_PLAY_SEATS; seat++)
        agent[seat] = agent_at(work, fixture, seat)->agent.text;
    us_agents_set_external(agent, US_PLAY_SEATS, &wanted);
    if (is_open(work, map, &wanted))
        return US_OK;
    us_scenario_close(work->scenario);
    work->scenario = NULL;
    work->map = -1;
    if (!work->domain)
        US_TRY(us_domain_load_shipped(m->domain, &work->domain, err));
    US_TRY(us_manifest_open_map(m, work->domain, m->map[map].path, work->folder, agent,
                                &work->scenario, &part, err));
    if (work->scenario->map_hash != m->map[map].hash)
        return us_error_set(err, US_MISMATCH, NULL, 0, 0,
                            "the map \"%.64s\" is not what it was when the experiment was planned",
                            m->map[map].name);
    US_TRY(us_play_check(work->scenario, err));
    work->map = map;
    memcpy(work->outside, wanted.outside, sizeof work->outside);
    return US_OK;
}

/* Returns true once for each program (exec:), or agent that plays outside, that has this seat in
 * the game. */
static bool has_new_program(us_work *work, int64_t game, us_seat seat)
{
    prepared_agent *g = agent_at(work, &work->manifest->game[game], seat);
    bool program = g->program;
    g->program = false;
    return program;
}

/* A game with an agent that plays outside begins: so its program is there. */
static us_status try_outside(const us_scenario *scenario, uint64_t seed, us_error *err)
{
    us_game *game = us_game_new(scenario, seed);
    us_status status = us_game_status(game, err);
    us_game_free(game);
    return status;
}

/* Starts the program in this seat, and ends it again; for an agent that plays outside, the game
 * begins. US_NO_ENGINE: it cannot start. */
static us_status start_program(us_work *work, int64_t game, us_seat seat, us_error *err)
{
    const us_fixture *fixture = &work->manifest->game[game];
    us_player *player;
    US_TRY(need_map(work, fixture, err));
    US_TRY(us_agent_open(agent_at(work, fixture, seat)->agent.text, work->scenario, seat,
                         fixture->seed, &player, err));
    us_player_close(player);
    return work->outside[seat] ? try_outside(work->scenario, fixture->seed, err) : US_OK;
}

static bool asked_to_stop(void *context)
{
    const us_work *work = context;
    return work->stop && work->stop();
}

static void watch(void *context, us_match *match, const char *const *agent)
{
    us_work *work = context;
    (void)agent;
    us_course_hash_observe(&work->course, match);
    if (work->manifest->model)
        work->profiler = us_profiler_new(match, work->seat);
}

static const char *profile_of(us_work *work)
{
    us_json_writer writer;
    const us_profile *profile = work->profiler ? us_profiler_profile(work->profiler) : NULL;
    us_str_reset(&work->profile);
    if (!profile)
        return NULL;
    us_json_writer_init(&writer, &work->profile);
    us_profile_write(profile, &writer);
    return work->profile.text;
}

/* Returns which program could not be opened, or failed in a game. */
static us_row_failed failed_of(us_seat failed, us_seat player)
{
    return failed == US_NEUTRAL ? US_ROW_FAILED_GAME
           : failed == player   ? US_ROW_FAILED_PLAYER
                                : US_ROW_FAILED_OPPONENT;
}

static us_status play_game(us_work *work, const us_fixture *fixture, const char *trace,
                           us_play_result *result, us_error *err)
{
    prepared_agent *player = &work->player[fixture->player],
                   *opponent = &work->opponent[fixture->opponent];
    us_play_def def = us_play_def_default();
    US_TRY(need_map(work, fixture, err));
    US_TRY(check_agent(work, player, err));
    US_TRY(check_agent(work, opponent, err));
    US_TRY(prepare(work, player, err));
    US_TRY(prepare(work, opponent, err));
    work->seat = fixture->seat;
    def.open = work->scenario;
    def.scenario.map = work->scenario->map_name;
    def.seed = fixture->seed;
    def.agent[fixture->seat] = player->agent.text;
    def.agent[1 - fixture->seat] = opponent->agent.text;
    def.prepared[fixture->seat] = player->prepared;
    def.prepared[1 - fixture->seat] = opponent->prepared;
    def.trace = trace;
    def.context = work;
    def.stop = asked_to_stop;
    def.ready = watch;
    return us_play_run(&def, result, err);
}

us_status us_work_play(us_work *work, int64_t game, bool (*stop)(void), const char *trace,
                       us_row *out, us_error *err)
{
    const us_fixture *fixture = &work->manifest->game[game];
    US_AUTOFREE us_play_result *result = US_NEW(us_play_result);
    int64_t began = us_clock_us();
    result->failed = US_NEUTRAL;
    work->stop = stop;
    us_status status = play_game(work, fixture, trace, result, err);
    const us_outcome *outcome = &result->state.outcome;
    if (status == US_OK)
        *out = (us_row){
            .game = fixture->id,
            .end = outcome->kind != US_OUTCOME_WIN    ? US_ROW_DRAW
                   : outcome->winner == fixture->seat ? US_ROW_WIN
                                                      : US_ROW_LOSS,
            .cycles = result->state.now,
            .hash = result->hash,
            .course = work->course.hash,
            .orders = result->state.orders,
            .refused = result->state.refused,
            .idle = (result->idle[fixture->seat] ? US_ROW_PLAYER : 0) |
                    (result->idle[1 - fixture->seat] ? US_ROW_OPPONENT : 0),
            .reason = outcome->reason,
            .profile = profile_of(work),
            .us = us_clock_us() - began,
        };
    else
        out->failed = failed_of(result->failed, fixture->seat);
    us_profiler_free(work->profiler);
    work->profiler = NULL;
    return status;
}

/* ---- a pool of workers */

enum { TELL_MS = 250, REASON_MAX = 240 };

/* The first character of a worker's answer: a row's line, or an error. */
enum { ANSWER_ROW = 'r', ANSWER_ERROR = 'e' };

/* Why a game has no result, behind ANSWER_ERROR. */
typedef struct failure {
    us_error fault;
    int failed; /* us_row_failed */
} failure;

typedef struct playing {
    const us_game_pool_def *def;
    us_work *work;
    us_arena *texts; /* of the row in hand */
    int64_t next;    /* game to give out; of programs: seat, two for each game */
    int64_t reported;
} playing;

static int64_t game_at(const us_game_pool_def *def, int64_t at)
{
    return def->game ? def->game[at] : at;
}

void us_game_pool_print_trace_path(const char *traces, int64_t at, us_str *out)
{
    us_str_addf(out, "%s/%07lld.jsonl", traces, (long long)at);
}

/* ---- in a worker */

static void play(void *context, int64_t task, us_str *out)
{
    playing *p = context;
    us_row row;
    failure why = {0};
    US_AUTOSTR(trace);
    if (p->def->traces)
        us_game_pool_print_trace_path(p->def->traces, task, &trace);
    if (us_work_play(p->work, game_at(p->def, task), us_pool_is_abandoned,
                     p->def->traces ? trace.text : NULL, &row, &why.fault) == US_OK) {
        us_str_add_char(out, ANSWER_ROW);
        us_row_write(&row, out);
    } else {
        why.failed = row.failed;
        us_str_add_char(out, ANSWER_ERROR);
        us_str_add_bytes(out, (const char *)&why, sizeof(why));
    }
}

static void start(void *context, int64_t task, us_str *out)
{
    playing *p = context;
    us_error fault = {0};
    if (start_program(p->work, game_at(p->def, task / 2), (us_seat)(task % 2), &fault) != US_OK)
        us_str_add_bytes(out, (const char *)&fault, sizeof(fault));
}

/* ---- in the one that gives out games */

static int64_t next(void *context)
{
    playing *p = context;
    const us_game_pool_def *def = p->def;
    if (p->next >= def->games || (def->enough && def->enough(def->context)))
        return -1;
    def->state->given++;
    return p->next++;
}

static bool stopped(void *context)
{
    const playing *p = context;
    return p->def->stop && p->def->stop();
}

static us_status keep(playing *p, int64_t at, const us_row *row, us_error *err)
{
    us_game_pool_state *state = p->def->state;
    US_TRY(p->def->played(p->def->context, at, row, err));
    state->played++;
    state->crashed += row->end == US_ROW_CRASH;
    state->late += row->end == US_ROW_TIMEOUT;
    return US_OK;
}

static us_status keep_played(playing *p, const us_pool_result *result, us_error *err)
{
    us_row row;
    us_mark mark = us_arena_mark(p->texts);
    us_status status =
        us_row_read("a worker", 0, result->text + 1, result->length - 1, p->texts, &row, err);
    if (status == US_OK)
        status = keep(p, result->task, &row, err);
    us_arena_release(p->texts, mark);
    return status;
}

static us_status keep_lost(playing *p, const us_pool_result *result, us_row_end end,
                           us_row_failed failed, const char *reason, us_error *err)
{
    char cut[REASON_MAX];
    snprintf(cut, sizeof(cut), "%s", reason);
    us_row row = {
        .game = p->def->manifest->game[game_at(p->def, result->task)].id,
        .end = end,
        .failed = failed,
        .reason = cut,
        .us = result->us,
    };
    return keep(p, result->task, &row, err);
}

static us_status done(void *context, const us_pool_result *result, us_error *err)
{
    playing *p = context;
    failure why;
    char told[REASON_MAX];
    /* A stop of the whole process group ends the workers, too: that is no crash of a game. */
    if (result->end != US_POOL_DONE && stopped(p))
        return US_OK;
    if (result->end == US_POOL_LATE)
        return keep_lost(p, result, US_ROW_TIMEOUT, US_ROW_FAILED_UNKNOWN, "wall clock", err);
    if (result->end == US_POOL_NO_MEMORY)
        return us_error_set(err, US_NO_MEMORY, NULL, 0, 0, "out of memory in a worker");
    p->def->state->killed += result->end == US_POOL_KILLED;
    if (result->end == US_POOL_CRASHED || result->end == US_POOL_KILLED)
        return keep_lost(p, result, US_ROW_CRASH, US_ROW_FAILED_UNKNOWN, result->what, err);
    if (result->length > 1 && result->text[0] == ANSWER_ROW)
        return keep_played(p, result, err);
    us_assert(result->length == 1 + sizeof(why));
    memcpy(&why, result->text + 1, sizeof(why));
    if (why.fault.status == US_NO_ENGINE || why.fault.status == US_BROKEN) {
        p->def->state->broken++;
        return keep_lost(p, result, US_ROW_CRASH, why.failed,
                         us_error_print(&why.fault, told, sizeof told), err);
    }
    if (err)
        *err = why.fault;
    return why.fault.status;
}

static us_status tick(void *context, us_error *err)
{
    playing *p = context;
    const us_game_pool_def *def = p->def;
    int64_t now = us_clock_ms();
    if (def->on_progress && now - p->reported >= TELL_MS) {
        def->on_progress(def->listener, def->state);
        p->reported = now;
    }
    return def->tick ? def->tick(def->context, err) : US_OK;
}

static us_status run(playing *p, us_error *err)
{
    const us_game_pool_def *def = p->def;
    us_pool_def pool = {
        .workers = def->workers < def->games ? def->workers : (int)def->games,
        .timeout_ms = def->timeout_ms,
        .context = p,
        .work = play,
        .next = next,
        .done = done,
        .tick = tick,
        .stop = stopped,
    };
    if (def->on_progress) /* from here on it takes time */
        def->on_progress(def->listener, def->state);
    us_status status = us_pool_run(&pool, err);
    if (def->on_progress)
        def->on_progress(def->listener, def->state);
    return status;
}

static us_status with_work(const us_game_pool_def *def,
                           us_status (*what)(playing *p, us_error *err), us_error *err)
{
    playing p = {.def = def};
    if (def->games == 0)
        return US_OK;
    US_AUTOPTR(us_work) work = us_work_new(def->manifest, def->folder);
    US_AUTOPTR(us_arena) texts = us_arena_new();
    p.work = work;
    p.texts = texts;
    return what(&p, err);
}

us_status us_game_pool_run(const us_game_pool_def *def, us_error *err)
{
    return with_work(def, run, err);
}

us_status us_game_pool_finish(const us_game_pool_def *def, us_error *err)
{
    US_TRY(us_game_pool_run(def, err));
    return def->state->played == def->games
               ? US_OK
               : us_error_set(err, US_INTERRUPTED, NULL, 0, 0,
                              "interrupted: %lld of %lld games played",
                              (long long)def->state->played, (long long)def->games);
}

us_status us_game_pool_check_killed(const us_game_pool_state *state, us_error *err)
{
    return state->killed == 0
               ? US_OK
               : us_error_set(err, US_INCOMPLETE, NULL, 0, 0,
                              "something killed a worker during a game, perhaps because memory "
                              "ran out: expected more memory, or fewer workers; run the command "
                              "again");
}

/* ---- before the first game */

static int64_t next_program(void *context)
{
    playing *p = context;
    for (; p->next < 2 * p->def->games; p->next++)
        if (has_new_program(p->work, game_at(p->def, p->next / 2), (us_seat)(p->next % 2)))
            return p->next++;
    return -1;
}

static us_status started(void *context, const us_pool_result *result, us_error *err)
{
    us_error fault;
    if (stopped(context) || (result->end == US_POOL_DONE && result->length == 0))
        return US_OK;
    if (result->end != US_POOL_DONE)
        return us_error_set(err, US_INCOMPLETE, NULL, 0, 0,
                            "a worker that starts a program ended: %s", result->what);
    us_assert(result->length == sizeof(fault));
    memcpy(&fault, result->text, sizeof(fault));
    if (err)
        *err = fault;
    return fault.status;
}

/* A program that starts may be silent for long; ending it loses nothing. */
static us_status tick_start(void *context, us_error *err)
{
    (void)err;
    return stopped(context) ? US_INTERRUPTED : US_OK;
}

static us_status start_all(playing *p, us_error *err)
{
    const us_game_pool_def *def = p->def;
    us_pool_def pool = {
        .workers = def->workers,
        .context = p,
        .work = start,
        .next = next_program,
        .done = started,
        .tick = tick_start,
        .stop = stopped,
    };
    us_status status = us_pool_run(&pool, err);
    return status == US_INTERRUPTED ? US_OK : status;
}

us_status us_game_pool_check_programs(const us_game_pool_def *def, us_error *err)
{
    return with_work(def, start_all, err);
}
