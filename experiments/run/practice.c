#include "experiments/run/practice.h"

#include "base/file.h"
#include "base/leftovers.h"
#include "base/sort.h"
#include "experiments/design/planning.h"
#include "players/identity.h"
#include "retrieve/library.h"

#define EXPLORE "explore=on"

typedef struct waiting { /* for a lock */
    bool reported, stopped;
} waiting;

typedef struct session {
    const us_practice_def *def;
    us_str settings;      /* of the library, with EXPLORE */
    us_str agent;         /* of the library */
    const char **against; /* opponents as agents */
    us_str folder;        /* of maps and traces of a round */
    us_hash *key;         /* of each game */
    bool *seen;           /* games that the library practiced already */
    bool planned;
    us_game_pool_state state; /* of all rounds that ended */
    waiting wait;             /* at the end of a round */
    us_practice made;
} session;

/* A round: the games in it that the library has not seen. */
typedef struct practice_round {
    session *session;
    us_arena *arena;
    int *number; /* of each game in the practice */
    us_training_game *game;
    const char **map; /* one for each game */
    int games;
} practice_round;

/* ---- games */

static us_hash hash_request(const us_map_request *request)
{
    us_hash hash = us_hash_add_text(US_HASH_START, request->family);
    hash = us_hash_add(hash, (uint64_t)request->size);
    return us_hash_add(hash, request->seed);
}

static bool has_settings(const us_practice_def *def)
{
    return def->settings && def->settings[0];
}

us_hash us_practice_key(const us_practice_def *def, int game, us_hash map)
{
    const us_training_field *field = &def->field;
    us_training_game turn = us_training_field_turn(field, game);
    us_hash hash = us_hash_add_text(US_HASH_START, "practice");
    if (field->maps == 0) {
        us_map_request request = us_training_field_request(field, game);
        map = hash_request(&request);
    }
    hash = us_hash_add(hash, field->seed);
    hash = us_hash_add(hash, (uint64_t)game);
    hash = us_hash_add(hash, map);
    hash = us_hash_add_text(hash, field->against[turn.opponent]);
    hash = us_hash_add(hash, (uint64_t)turn.seat);
    hash = us_hash_add(hash, (uint64_t)field->max_cycles);
    hash = us_hash_add(hash, field->fog);
    return has_settings(def) ? us_hash_add_text(hash, def->settings) : hash;
}

uint64_t us_practice_seed(us_hash key)
{
    return key >> 1;
}

/* ---- the plan */

/* Checks what the games need. hash: of the map of each kind. */
static us_status check(session *s, us_hash *hash, us_error *err)
{
    const char *library = s->def->library;
    const us_training_field *field = &s->def->field;
    US_TRY(us_file_check_writable(library, err));
    bool more = has_settings(s->def);
    us_str_addf(&s->settings, "%s%s" EXPLORE, more ? s->def->settings : "?", more ? "&" : "");
    us_agent_print_library(library, s->settings.text, &s->agent);
    s->against = US_NEW_ARRAY(const char *, field->opponents);
    for (int i = 0; i < field->opponents; i++)
        s->against[i] = us_training_field_opponent(field, i, s->agent.text);
    return us_training_field_check(field, s->agent.text, hash, err);
}

typedef US_LIST(uint64_t) seed_list;

static void add_seed(void *context, const us_brl_game *game)
{
    seed_list *list = context;
    US_LIST_PUT(*list, game->seed);
}

static int by_seed(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Reads the seeds of the games that the library saw. A seed follows from a key, so that it alone
 * identifies a practiced game. */
static us_status read_seeds(us_library *library, seed_list *out, us_error *err)
{
    US_TRY(us_library_visit_games(library, add_seed, out, err));
    us_array_sort(out->item, (size_t)out->count, sizeof(*out->item), by_seed);
    return US_OK;
}

static bool has_seed(const seed_list *list, uint64_t seed)
{
    return us_array_find(&seed, list->item, list->count, sizeof(seed), by_seed) != NULL;
}

static void seed_list_clear(seed_list *list)
{
    us_mem_free(list->item);
}

static us_status plan_games(session *s, const us_hash *hash, us_error *err)
{
    const us_practice_def *def = s->def;
    US_AUTO(seed_list_clear) seed_list seen = {0};
    US_AUTOPTR(us_library) library = NULL;
    US_TRY(us_library_open(def->library, US_LIBRARY_READ, def->field.domain, &library, err));
    US_TRY(read_seeds(library, &seen, err));
    for (int g = 0; g < def->games; g++) {
        s->key[g] = us_practice_key(def, g, hash[us_training_field_turn(&def->field, g).map]);
        s->seen[g] = has_seed(&seen, us_practice_seed(s->key[g]));
        s->made.before += s->seen[g];
    }
    s->planned = true;
    return US_OK;
}

/* ---- a round */

/* The names of a killed practice are others, so its files are never found here. */
static us_status write_map(practice_round *r, int at, us_error *err)
{
    const session *s = r->session;
    US_AUTOSTR(name);
    US_AUTOSTR(path);
    us_str_addf(&name, "%d.map", at);
    us_folder_print_path(s->folder.text, name.text, &path);
    r->map[at] = us_arena_strndup(r->arena, path.text, path.length);
    return us_training_field_write_map(&s->def->field, r->number[at], path.text, err);
}

static us_status make_files(practice_round *r, us_error *err)
{
    const session *s = r->session;
    us_leftovers_add_folder(s->folder.text);
    US_TRY(us_folder_make(s->folder.text, err));
    for (int i = 0; i < r->games && s->def->field.maps == 0; i++)
        US_TRY(write_map(r, i, err));
    return US_OK;
}

static void show_progress(void *context, const us_game_pool_state *round)
{
    const session *s = context;
    us_game_pool_state all = s->state;
    all.given += round->given;
    all.played += round->played;
    all.crashed += round->crashed;
    all.late += round->late;
    all.broken += round->broken;
    all.killed += round->killed;
    s->def->on_progress(s->def->context, &all);
}

static us_status play_games(practice_round *r, us_training *out, us_error *err)
{
    session *s = r->session;
    const us_practice_def *def = s->def;
    const us_training_field *field = &def->field;
    us_error fault = {0};
    us_training_def play = {
        .library = def->library,
        .settings = s->settings.text,
        .domain = field->domain->name,
        .map = field->maps > 0 ? field->map : r->map,
        .against = s->against,
        .maps = field->maps > 0 ? field->maps : r->games,
        .opponents = field->opponents,
        .games = r->games,
        .game = r->game,
        .max_cycles = field->max_cycles,
        .fog = field->fog,
        .workers = def->workers,
        .timeout_ms = def->timeout_ms,
        .folder = s->folder.text,
        .context = s,
        .on_progress = def->on_progress ? show_progress : NULL,
        .stop = def->stop,
    };
    us_status status = us_training_play(&play, out, &fault);
    if (status == US_MISMATCH) /* "... when the experiment was planned" does not fit here */
        return us_error_set(err, status, fault.file, 0, 0,
                            "it was changed during a round; the rounds before "
                            "are recorded");
    if (status != US_OK && err)
        *err = fault;
    return status;
}

static us_status record_outcomes(us_library *library, const char *trace, us_hash key,
                                 bool (*stop)(void), us_outcome_counts *counts, us_error *err)
{
    US_AUTO(us_outcomes_clear) us_outcomes outcomes = {0};
    US_TRY(us_outcomes_read(trace, stop, &outcomes, err));
    outcomes.game = key;
    return us_library_put_outcomes(library, trace, &outcomes, counts, err);
}

/* Within the transaction: another practice may have recorded games of the round meanwhile. */
static us_status check_unrecorded(us_library *library, const practice_round *r, us_error *err)
{
    US_AUTO(seed_list_clear) seed_list seen = {0};
    US_TRY(read_seeds(library, &seen, err));
    for (int i = 0; i < r->games; i++)
        if (has_seed(&seen, r->game[i].seed))
            return us_error_set(err, US_MISMATCH, r->session->def->library, 0, 0,
                                "another practice recorded games of this round meanwhile; the "
                                "rounds before are recorded; the same command plays the others");
    return US_OK;
}

static bool wait_for_lock(void *context, int64_t waited_ms)
{
    session *s = context;
    const us_practice_def *def = s->def;
    s->wait.stopped = def->stop && def->stop();
    if (!s->wait.stopped && !s->wait.reported && waited_ms >= US_PRACTICE_WAIT_MS) {
        s->wait.reported = true;
        if (def->on_wait)
            def->on_wait(def->context, def->library);
    }
    return !s->wait.stopped;
}

/* Records the games in the order of their numbers, whichever ended first. */
static us_status record_games(const practice_round *r, const us_training *training,
                              us_outcome_counts *counts, us_error *err)
{
    const us_practice_def *def = r->session->def;
    us_lock_patience patience = {wait_for_lock, r->session};
    US_AUTOPTR(us_library) library = NULL;
    US_TRY(us_library_open_patient(def->library, US_LIBRARY_WRITE, def->field.domain, &patience,
                                   &library, err));
    US_TRY(us_library_begin(library, err));
    US_TRY(check_unrecorded(library, r, err));
    for (int i = 0, finished = 0; i < r->games; i++) {
        us_row row = {.end = training->end[i]};
        if (us_row_is_finished(&row))
            US_TRY(record_outcomes(library, training->game[finished++].trace,
                                   r->session->key[r->number[i]], def->stop, counts, err));
        US_TRY(us_library_put_game(library, &training->seen[i], err));
    }
    US_TRY(us_library_fit_worth(library, def->stop, err));
    return us_library_commit(library, err);
}

/* Waits while another program locks the library: the games took long, and are lost otherwise. */
static us_status record(const practice_round *r, const us_training *training,
                        us_outcome_counts *counts, us_error *err)
{
    session *s = r->session;
    s->wait = (waiting){false};
    us_status status = record_games(r, training, counts, err);
    return s->wait.stopped ? US_INTERRUPTED : status;
}

static void add_result(us_practice_score *score, us_row_end end)
{
    score->wins += end == US_ROW_WIN;
    score->draws += end == US_ROW_DRAW;
    score->losses += end == US_ROW_LOSS;
}

static void count_results(const practice_round *r, const us_training *training)
{
    session *s = r->session;
    for (int i = 0; i < r->games; i++) {
        us_row_end end = training->end[i];
        add_result(&s->made.all, end);
        add_result(&s->made.score[r->game[i].opponent], end);
        s->made.crashed += end == US_ROW_CRASH;
        s->made.late += end == US_ROW_TIMEOUT;
    }
    s->made.played += r->games;
    s->state.given = s->state.played = s->made.played;
    s->state.crashed = s->made.crashed;
    s->state.late = s->made.late;
}

static us_status play_round(practice_round *r, us_error *err)
{
    US_AUTO(us_training_clear) us_training training = {0};
    us_outcome_counts counts = r->session->made.counts;
    US_TRY(make_files(r, err));
    US_TRY(play_games(r, &training, err));
    if (training.games == 0 && r->games >= US_PRACTICE_SUSPICIOUS)
        return us_error_set(err, US_FAILED, NULL, 0, 0,
                            "none of %d games of a round was played to its end: all crashed or "
                            "took too long; game play shows why a game crashes",
                            r->games);
    US_TRY(record(r, &training, &counts, err));
    r->session->made.counts = counts;
    count_results(r, &training);
    return US_OK;
}

/* Lists the games of a round that the library has not seen. */
static void list_games(practice_round *r, int first, int end)
{
    const session *s = r->session;
    r->number = US_ARENA_ARRAY(r->arena, int, end - first);
    r->game = US_ARENA_ARRAY(r->arena, us_training_game, end - first);
    r->map = US_ARENA_ARRAY(r->arena, const char *, end - first);
    for (int g = first; g < end; g++) {
        if (s->seen[g])
            continue;
        us_training_game game = us_training_field_turn(&s->def->field, g);
        game.seed = us_practice_seed(s->key[g]);
        game.map = s->def->field.maps > 0 ? game.map : r->games;
        r->game[r->games] = game;
        r->number[r->games++] = g;
    }
}

static us_status play_rounds(session *s, us_error *err)
{
    const us_practice_def *def = s->def;
    s->state.wanted = def->games;
    s->state.before = s->made.before;
    for (int first = 0; first < def->games; first += def->round) {
        int end = def->games - first > def->round ? first + def->round : def->games;
        US_AUTOPTR(us_arena) arena = us_arena_new();
        practice_round round = {.session = s, .arena = arena};
        list_games(&round, first, end);
        if (round.games == 0)
            continue;
        us_status status = play_round(&round, err);
        us_folder_drop(s->folder.text);
        US_TRY(status);
    }
    return US_OK;
}

/* ---- practice */

static void session_clear(session *s)
{
    us_str_clear(&s->settings);
    us_str_clear(&s->agent);
    us_str_clear(&s->folder);
    us_mem_free((void *)s->against);
    us_mem_free(s->key);
    us_mem_free(s->seen);
    us_practice_clear(&s->made);
}

static us_status run(session *s, us_error *err)
{
    US_AUTOFREE us_hash *hash = US_NEW_ARRAY(us_hash, us_training_field_kinds(&s->def->field));
    US_TRY(check(s, hash, err));
    US_TRY(plan_games(s, hash, err));
    return play_rounds(s, err);
}

static us_status fail_interrupted(const session *s, us_error *err)
{
    if (!s->planned)
        return us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted: nothing was played");
    return us_error_set(err, US_INTERRUPTED, NULL, 0, 0,
                        "interrupted: %.200s has practiced %d of %d games; the same command plays "
                        "the others",
                        s->def->library, s->made.before + s->made.played, s->def->games);
}

us_status us_practice_run(const us_practice_def *def, us_practice *out, us_error *err)
{
    us_assert(def->field.opponents > 0 && us_training_field_kinds(&def->field) > 0);
    us_assert(def->games > 0 && def->round > 0);
    US_AUTO(session_clear)
    session s = {
        .def = def, .settings = us_str_empty(), .agent = us_str_empty(), .folder = us_str_empty()};
    s.key = US_NEW_ARRAY(us_hash, def->games);
    s.seen = US_NEW_ARRAY(bool, def->games);
    s.made.score = US_NEW_ARRAY(us_practice_score, def->field.opponents);
    us_file_temp_path(def->library, &s.folder);
    us_status status = run(&s, err);
    if (status == US_INTERRUPTED)
        return fail_interrupted(&s, err);
    US_TRY(status);
    *out = s.made;
    s.made = (us_practice){0};
    return US_OK;
}

void us_practice_clear(us_practice *practice)
{
    us_mem_free(practice->score);
    *practice = (us_practice){0};
}
