#include "experiments/training.h"

#include <string.h>

#include "base/rng.h"
#include "experiments/probe.h"
#include "players/identity.h"
#include "players/play.h"

typedef struct session {
    const us_training_def *def;
    us_manifest manifest;
    us_domain *domain;
    us_str agent;    /* of the library */
    us_row_end *end; /* by game */
    us_training *out;
} session;

uint64_t us_training_seed(uint64_t seed, int round, int game)
{
    us_rng rng = us_rng_derive(seed, "training", (uint64_t)round << 32 | (uint32_t)game);
    uint64_t high = us_rng_next(&rng), low = us_rng_next(&rng);
    return (high << 32 | low) >> 1;
}

static us_status add_map(session *t, const char *path, us_error *err)
{
    us_scenario *scenario;
    us_scenario_part part;
    US_TRY(us_manifest_open_map(&t->manifest, NULL, path, ".", NULL, &scenario, &part, err));
    us_status status = us_play_check(scenario, err);
    if (status == US_OK)
        *us_manifest_add_map(&t->manifest) =
            (us_manifest_map){.name = path, .path = path, .hash = scenario->map_hash};
    us_scenario_close(scenario);
    return status;
}

static us_status add_entrant(const session *t, const char *agent, us_entrant *out, us_error *err)
{
    out->name = out->agent = agent;
    return us_agent_compute_identity(agent, t->domain, &out->identity, err);
}

static void add_games(session *t)
{
    const us_training_def *def = t->def;
    for (int g = 0; g < def->games; g++) {
        int map = g % def->maps, seat = g / def->maps % US_PLAY_SEATS;
        int turn = g / def->maps / US_PLAY_SEATS;
        int away = seat * ((def->opponents + 1) / US_PLAY_SEATS);
        *us_manifest_add_game(&t->manifest) = (us_fixture){
            .seed = us_training_seed(def->seed, def->round, g),
            .opponent = (uint16_t)((map + away + turn) % def->opponents),
            .map = (uint16_t)map,
            .seat = (uint8_t)seat,
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
    us_agent_print_library(def->library, "", &t->agent);
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
    (void)err;
    t->end[at] = (us_row_end)row->end;
    return US_OK;
}

/* In their order, whichever ended first. */
static void list_games(const session *t)
{
    us_training *out = t->out;
    out->game = US_ARENA_ARRAY(out->arena, us_prove_game, t->def->games);
    out->seen = US_ARENA_ARRAY(out->arena, us_brl_game, t->def->games);
    for (int g = 0; g < t->def->games; g++) {
        const us_fixture *fixture = &t->manifest.game[g];
        us_row row = {.end = t->end[g]};
        us_str path;
        out->seen[out->seen_count++] = (us_brl_game){.map = t->manifest.map[fixture->map].hash,
                                                     .seeded = true,
                                                     .seed = fixture->seed,
                                                     .adapted = true};
        if (!us_row_is_finished(&row))
            continue;
        us_str_init(&path);
        us_game_pool_print_trace_path(t->def->folder, g, &path);
        const char *map = t->def->map[fixture->map];
        out->game[out->games++] = (us_prove_game){
            .trace = us_arena_strndup(out->arena, path.text, path.length),
            .seat = (us_seat)fixture->seat,
            .map = us_arena_strdup(out->arena, map),
        };
        us_str_clear(&path);
    }
}

static us_status play(session *t, us_error *err)
{
    const us_training_def *def = t->def;
    us_game_pool_state state = {.wanted = def->games};
    int64_t *game = US_NEW_ARRAY(int64_t, def->games);
    for (int g = 0; g < def->games; g++)
        game[g] = g;
    us_game_pool_def playing = {
        .manifest = &t->manifest,
        .folder = ".",
        .game = game,
        .games = def->games,
        .traces = def->folder,
        .workers = def->workers,
        .timeout_ms = def->timeout_ms,
        .state = &state,
        .context = t,
        .played = take_result,
        .listener = def->context,
        .on_progress = def->on_progress,
        .stop = def->stop,
    };
    us_status status = us_game_pool_run(&playing, err);
    us_mem_free(game);
    if (status == US_OK && state.played < def->games)
        status =
            us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted: %lld of %d games played",
                         (long long)state.played, def->games);
    return status;
}

us_status us_training_play(const us_training_def *def, us_training *out, us_error *err)
{
    us_training made = {.arena = us_arena_new()};
    session t = {.def = def, .out = &made};
    us_assert(def->maps > 0 && def->opponents > 0 && def->games > 0 && def->workers > 0);
    us_manifest_init(&t.manifest);
    us_str_init(&t.agent);
    t.end = US_NEW_ARRAY(us_row_end, def->games);
    us_status status = fill(&t, err);
    if (status == US_OK)
        status = play(&t, err);
    if (status == US_OK) {
        list_games(&t);
        *out = made;
    } else {
        us_training_clear(&made);
    }
    us_manifest_clear(&t.manifest);
    us_domain_free(t.domain);
    us_str_clear(&t.agent);
    us_mem_free(t.end);
    return status;
}

void us_training_clear(us_training *training)
{
    us_arena_free(training->arena);
    *training = (us_training){.arena = NULL};
}
