#include "experiments/run/training.h"

#include "adapt/story.h"
#include "experiments/design/planning.h"
#include "experiments/design/probe.h"
#include "players/identity.h"

typedef struct session {
    const us_training_def *def;
    us_manifest manifest;
    us_domain *domain;
    us_str agent; /* of the library */
    us_game_pool_state state;
    us_training *out;
} session;

uint64_t us_training_seed(uint64_t seed, int round, int game)
{
    return us_rng_derive_seed(seed, "training", (uint64_t)round << 32 | (uint32_t)game);
}

static us_status add_map(session *t, const char *path, us_error *err)
{
    us_hash hash;
    US_TRY(us_manifest_hash_map(&t->manifest, t->domain, path, ".", &hash, NULL, err));
    *us_manifest_add_map(&t->manifest) = (us_manifest_map){path, NULL, path, hash};
    return US_OK;
}

static us_status add_entrant(const session *t, const char *agent, us_entrant *out, us_error *err)
{
    out->name = out->agent = agent;
    return us_agent_compute_identity(agent, t->domain, &out->identity, err);
}

us_training_game us_training_turn(int maps, int opponents, int g)
{
    int map = g % maps, seat = g / maps % US_PLAY_SEATS, turn = g / maps / US_PLAY_SEATS;
    int away = seat * ((opponents + 1) / US_PLAY_SEATS);
    return (us_training_game){
        .map = map, .opponent = (map + away + turn) % opponents, .seat = (us_seat)seat};
}

static us_training_game game_of(const us_training_def *def, int g)
{
    if (def->game)
        return def->game[g];
    us_training_game game = us_training_turn(def->maps, def->opponents, g);
    game.seed = us_training_seed(def->seed, def->round, g);
    return game;
}

static void add_games(session *t)
{
    for (int g = 0; g < t->def->games; g++) {
        us_training_game game = game_of(t->def, g);
        *us_manifest_add_game(&t->manifest) = (us_fixture){
            .seed = game.seed,
            .opponent = (uint16_t)game.opponent,
            .map = (uint16_t)game.map,
            .seat = (uint8_t)game.seat,
        };
    }
}

static us_status fill(session *t, us_error *err)
{
    const us_training_def *def = t->def;
    us_manifest *m = &t->manifest;
    m->domain = def->domain;
    m->max_cycles = def->max_cycles;
    m->fog = def->fog;
    m->faction[0] = def->faction[0];
    m->faction[1] = def->faction[1];
    US_TRY(us_domain_load_shipped(def->domain, &t->domain, err));
    us_agent_print_library(def->library, def->settings ? def->settings : "", &t->agent);
    US_TRY(add_entrant(t, t->agent.text, us_manifest_add_player(m), err));
    for (int i = 0; i < def->opponents; i++)
        US_TRY(add_entrant(t, def->against[i], us_manifest_add_opponent(m), err));
    for (int i = 0; i < def->maps; i++)
        US_TRY(add_map(t, def->map[i], err));
    add_games(t);
    return US_OK;
}

static us_status take_result(void *context, int64_t at, const us_row *row, us_error *err)
{
    session *t = context;
    US_TRY(us_game_pool_check_killed(&t->state, err)); /* played again, it would be learned from */
    t->out->end[at] = (us_row_end)row->end;
    t->out->us += row->us;
    return US_OK;
}

/* In their order, whichever ended first. */
static void list_games(const session *t)
{
    us_training *out = t->out;
    out->game = US_ARENA_ARRAY(out->arena, us_training_trace, t->def->games);
    out->seen = US_ARENA_ARRAY(out->arena, us_brl_game, t->def->games);
    for (int g = 0; g < t->def->games; g++) {
        const us_fixture *fixture = &t->manifest.game[g];
        us_row row = {.end = out->end[g]};
        US_AUTOSTR(path);
        out->seen[out->seen_count++] = (us_brl_game){.map = t->manifest.map[fixture->map].hash,
                                                     .seeded = true,
                                                     .seed = fixture->seed,
                                                     .adapted = true};
        if (!us_row_is_finished(&row))
            continue;
        us_game_pool_print_trace_path(t->def->folder, g, &path);
        const char *map = t->def->map[fixture->map];
        out->game[out->games++] = (us_training_trace){
            .trace = us_arena_strndup(out->arena, path.text, path.length),
            .map = us_arena_strdup(out->arena, map),
            .seat = (us_seat)fixture->seat,
        };
    }
}

static us_status play(session *t, us_error *err)
{
    const us_training_def *def = t->def;
    t->state.wanted = def->games;
    us_game_pool_def playing = {
        .manifest = &t->manifest,
        .folder = ".",
        .games = def->games,
        .traces = def->folder,
        .workers = def->workers,
        .timeout_ms = def->timeout_ms,
        .state = &t->state,
        .context = t,
        .played = take_result,
        .listener = def->context,
        .on_progress = def->on_progress,
        .stop = def->stop,
    };
    return us_game_pool_finish(&playing, err);
}

static void session_clear(session *t)
{
    us_manifest_clear(&t->manifest);
    us_domain_free(t->domain);
    us_str_clear(&t->agent);
}

us_status us_training_play(const us_training_def *def, us_training *out, us_error *err)
{
    US_AUTO(us_training_clear) us_training made = {.arena = us_arena_new()};
    US_AUTO(session_clear) session t = {.def = def, .agent = us_str_empty(), .out = &made};
    us_assert(def->maps > 0 && def->opponents > 0 && def->games > 0 && def->workers > 0);
    us_manifest_init(&t.manifest);
    made.end = US_ARENA_ARRAY(made.arena, us_row_end, def->games);
    US_TRY(fill(&t, err));
    US_TRY(play(&t, err));
    list_games(&t);
    *out = made;
    made = (us_training){0};
    return US_OK;
}

void us_training_clear(us_training *training)
{
    us_arena_free(training->arena);
    *training = (us_training){.arena = NULL};
}

/* ---- rounds */

static us_status note_seen(const char *path, const us_domain *domain, const us_training *training,
                           us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    US_TRY(us_library_open(path, US_LIBRARY_WRITE, domain, &library, err));
    US_TRY(us_library_begin(library, err));
    for (int i = 0; i < training->seen_count; i++)
        US_TRY(us_library_put_game(library, &training->seen[i], err));
    return us_library_commit(library, err);
}

static us_status repair(const us_rounds_def *def, const char *library, const us_domain *domain,
                        const us_training *training, int round, us_error *err)
{
    if (training->games == 0)
        return us_error_set(
            err, US_FAILED, NULL, 0, 0,
            "none of %d training games was played to its end: all crashed or took too "
            "long",
            def->training.games);
    us_round made = {round, domain, library, training};
    US_TRY(def->repair(def->context, &made, err));
    return note_seen(library, domain, training, err);
}

static us_status play_round(const us_rounds_def *def, const char *library, const us_domain *domain,
                            int round, us_error *err)
{
    us_training_def play = def->training;
    US_AUTO(us_training_clear) us_training training = {0};
    play.library = library;
    play.folder = def->folder;
    play.round = round;
    US_TRY(us_training_play(&play, &training, err));
    return repair(def, library, domain, &training, round, err);
}

/* Traces name the library, so that its path must not differ from one run to the next. */
static us_status play_all(const us_rounds_def *def, const us_domain *domain, const char *library,
                          us_error *err)
{
    US_TRY(us_library_copy_file(def->training.library, domain, library, err));
    for (int round = 0; round < def->rounds; round++)
        US_TRY(play_round(def, library, domain, round, err));
    return us_file_put(library, def->out, err);
}

us_status us_rounds_play(const us_rounds_def *def, us_error *err)
{
    US_AUTOPTR(us_domain) domain = NULL;
    us_assert(def->rounds > 0);
    US_TRY(us_domain_load_shipped(def->training.domain, &domain, err));
    US_AUTO(us_str_clear) us_str library = us_folder_make_path(def->folder, "library.db");
    us_folder_drop(def->folder);
    us_status status = us_folder_make(def->folder, err);
    if (status == US_OK)
        status = play_all(def, domain, library.text, err);
    us_folder_drop(def->folder);
    return status;
}

/* ---- repair */

static us_status record_games(us_games *games, const us_round *round, us_error *err)
{
    for (int i = 0; i < round->training->games; i++) {
        const us_training_trace *game = &round->training->game[i];
        int64_t number;
        US_TRY(us_games_add(games, game->trace, game->map, &number, err));
        us_assert(number == i + 1);
    }
    return us_games_commit(games, err);
}

static us_adaptation_def adaptation_of(const us_repair_def *def, const us_brl *library)
{
    us_adaptation_def how = us_adaptation_def_default();
    how.library = library;
    how.patterns = def->patterns;
    how.without = def->without;
    how.append = def->append;
    how.stop = def->stop;
    return how;
}

/* Writes the library in place, with the story. Its traces are deleted later. */
static us_status write_adapted(const us_brl *read, const us_adaptation *adapted,
                               const us_adaptation_def *how, const char *library, us_error *err)
{
    US_AUTO(us_story_clear) us_story story = {0};
    US_TRY(us_story_from_adaptation(adapted, how, false, &story, err));
    return us_stories_write(read, adapted->library, &story, 1, library, NULL, err);
}

static us_status mend(const us_repair_def *def, const us_round *round, us_games *games,
                      const us_brl *library, us_error *err)
{
    US_AUTO(us_adaptation_clear) us_adaptation adapted = {0};
    us_adaptation_def how = adaptation_of(def, library);
    how.games = games;
    how.most = def->most;
    how.chance = def->chance;
    US_TRY(us_adaptation_run(&how, &adapted, err));
    return write_adapted(NULL, &adapted, &how, round->library, err);
}

us_status us_round_repair(const us_repair_def *def, const us_round *round, us_error *err)
{
    US_AUTOPTR(us_games) games = NULL;
    US_AUTOPTR(us_brl) library = NULL;
    US_TRY(us_games_open(NULL, round->domain, &games, err));
    us_games_set_stop(games, def->stop);
    US_TRY(us_failures_add_conditions(games, def->patterns, err));
    US_TRY(record_games(games, round, err));
    US_TRY(us_library_read_all(round->library, round->domain, &library, err));
    return mend(def, round, games, library, err);
}

us_status us_repair_add_daemons(const us_repair_def *def, const us_domain *domain,
                                const char *library, us_error *err)
{
    US_AUTOPTR(us_brl) before = NULL;
    US_AUTO(us_adaptation_clear) us_adaptation adapted = {0};
    US_TRY(us_library_read_all(library, domain, &before, err));
    us_adaptation_def how = adaptation_of(def, before);
    how.daemons = true;
    US_TRY(us_adaptation_run(&how, &adapted, err));
    return write_adapted(before, &adapted, &how, library, err);
}
