#include "experiments/run/training.h"

#include <unistd.h>

#include "experiments/design/planning.h"
#include "experiments/design/probe.h"
#include "players/identity.h"
#include "players/play.h"
#include "retrieve/library.h"

typedef struct session {
    const us_training_def *def;
    us_manifest manifest;
    us_domain *domain;
    us_str agent; /* of the library */
    us_training *out;
} session;

uint64_t us_training_seed(uint64_t seed, int round, int game)
{
    return us_rng_derive_seed(seed, "training", (uint64_t)round << 32 | (uint32_t)game);
}

static us_status add_map(session *t, const char *path, us_error *err)
{
    US_AUTOPTR(us_scenario) scenario = NULL;
    us_scenario_part part;
    US_TRY(us_manifest_open_map(&t->manifest, NULL, path, ".", NULL, &scenario, &part, err));
    US_TRY(us_play_check(scenario, err));
    *us_manifest_add_map(&t->manifest) =
        (us_manifest_map){.name = path, .path = path, .hash = scenario->map_hash};
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
    (void)err;
    t->out->end[at] = (us_row_end)row->end;
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
        out->game[out->games++] = (us_prove_game){
            .trace = us_arena_strndup(out->arena, path.text, path.length),
            .seat = (us_seat)fixture->seat,
            .map = us_arena_strdup(out->arena, map),
        };
    }
}

static us_status play(session *t, us_error *err)
{
    const us_training_def *def = t->def;
    us_game_pool_state state = {.wanted = def->games};
    us_game_pool_def playing = {
        .manifest = &t->manifest,
        .folder = ".",
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
    US_TRY(us_game_pool_run(&playing, err));
    if (state.played < def->games)
        return us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted: %lld of %d games played",
                            (long long)state.played, def->games);
    return US_OK;
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

static us_status copy_library(const char *from, const us_domain *domain, const char *to,
                              us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    US_TRY(us_library_open(from, US_LIBRARY_READ, domain, &library, err));
    return us_library_copy(library, to, err);
}

static us_status note_games(us_library *library, const us_brl_game *game, int games, us_error *err)
{
    for (int i = 0; i < games; i++)
        US_TRY(us_library_put_game(library, &game[i], err));
    return US_OK;
}

/* The games that proved a repair decided about the library, too. */
static us_status note_seen(const char *path, const us_domain *domain, const us_training *training,
                           const us_prover *prover, us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    int games = 0;
    US_TRY(us_library_open(path, US_LIBRARY_WRITE, domain, &library, err));
    US_AUTOFREE us_brl_game *game = prover ? us_prover_list_games(prover, &games) : NULL;
    US_TRY(us_library_begin(library, err));
    US_TRY(note_games(library, training->seen, training->seen_count, err));
    US_TRY(note_games(library, game, games, err));
    return us_library_commit(library, err);
}

static us_status open_prover(const us_rounds_def *def, const us_training *training, int round,
                             us_prover **out, us_error *err)
{
    us_prover_def prover = {
        .game = training->game,
        .games = training->games,
        .seed = us_training_seed(def->training.seed, round, def->training.games),
        .workers = def->training.workers,
        .timeout_ms = def->training.timeout_ms,
        .context = def->training.context,
        .programs = true, /* the experiment names them */
        .on_progress = def->training.on_progress,
        .stop = def->training.stop,
    };
    return def->prove > 0 ? us_prover_open(&prover, out, err) : US_OK;
}

static us_status repair(const us_rounds_def *def, const char *library, const us_domain *domain,
                        const us_training *training, int round, us_error *err)
{
    US_AUTOPTR(us_prover) prover = NULL;
    if (training->games == 0)
        return us_error_set(
            err, US_FAILED, NULL, 0, 0,
            "none of %d training games was played to its end: all crashed or took too "
            "long",
            def->training.games);
    US_TRY(open_prover(def, training, round, &prover, err));
    us_round made = {round, domain, library, training, prover, prover ? def->prove : 0};
    US_TRY(def->repair(def->context, &made, err));
    return note_seen(library, domain, training, prover, err);
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
    US_TRY(copy_library(def->training.library, domain, library, err));
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

/* ---- proof */

/* Adds a score of games: half a game is a draw. */
static void add_score(int64_t points, us_str *out)
{
    us_str_addf(out, "%lld.%d", (long long)(points / 2), points % 2 ? 5 : 0);
}

static void print_proof(const us_proof *proof, us_str *why)
{
    us_str_addf(why, "in %d pair%s it scored ", proof->pairs, proof->pairs == 1 ? "" : "s");
    add_score(proof->score[1], why);
    us_str_addf(why, " of %d, without the repair ", proof->pairs);
    add_score(proof->score[0], why);
    if (proof->better + proof->worse == 0)
        us_str_add(why, "; no result differed");
    else
        us_str_addf(why, "; better in %d, worse in %d", proof->better, proof->worse);
    if (proof->crashed[0] + proof->crashed[1] > 0)
        us_str_addf(why, "; %d of its games crashed or took too long, without the repair %d",
                    proof->crashed[1], proof->crashed[0]);
    if (proof->repeats > 0 && proof->repeats == proof->pairs - 1)
        us_str_addf(why, "; all %d are the same game", proof->pairs);
    else if (proof->repeats > 0)
        us_str_addf(why, "; %d are the same games as others", proof->repeats);
    us_str_add(why, !us_proof_is_conclusive(proof)  ? ": nothing was proved, not kept"
                    : us_proof_is_successful(proof) ? ": kept"
                                                    : ": not kept");
}

static bool has_failed(const us_cause *cause, int64_t number, us_seat seat)
{
    for (int i = 0; i < cause->plays; i++)
        if (cause->play[i].game == number && cause->play[i].seat == seat)
            return true;
    return false;
}

us_status us_repair_proof_run(void *context, const us_brl *before, const us_brl *after,
                              const us_repair_result *mend, bool *keep, us_str *why, us_error *err)
{
    const us_repair_proof *how = context;
    us_proof proof;
    for (int i = 0; i < 2; i++)
        unlink(how->path[i]);
    US_TRY(us_adaptation_write(NULL, before, how->from, how->path[0], err));
    US_TRY(us_adaptation_write(NULL, after, how->from, how->path[1], err));
    US_AUTOFREE int *game = US_NEW_ARRAY(int, how->games + 1);
    int games = 0;
    for (int i = 0; i < how->games; i++)
        if (has_failed(mend->cause, how->number ? how->number[i] : i + 1, how->game[i].seat))
            game[games++] = i;
    US_TRY(us_prover_prove(how->prover, how->path, games > 0 ? game : NULL, games, how->pairs,
                           &proof, err));
    *keep = us_proof_is_successful(&proof);
    print_proof(&proof, why);
    return US_OK;
}

/* ---- repair */

static us_status record_games(us_games *games, const us_round *round, us_error *err)
{
    for (int i = 0; i < round->training->games; i++) {
        const us_prove_game *game = &round->training->game[i];
        int64_t number;
        US_TRY(us_games_add(games, game->trace, game->map, &number, err));
        us_assert(number == i + 1);
    }
    return us_games_commit(games, err);
}

static uint64_t random_seed(uint64_t seed, int round)
{
    us_rng rng = us_rng_derive(seed, "repair.random", (uint64_t)round);
    uint64_t high = us_rng_next(&rng), low = us_rng_next(&rng);
    return high << 32 | low;
}

/* The control makes as many repairs as adaptation would, or did; where these are proved, it puts as
 * many to the proof. */
static us_status adapt(const us_repair_def *def, const us_round *round, us_adaptation_def *adapt,
                       us_adaptation *out, us_error *err)
{
    static const us_patterns none = {0};
    if (!def->random || def->random_count < 0) {
        US_TRY(us_adaptation_run(adapt, out, err));
        int count = adapt->prove ? out->proved : out->done;
        if (!def->random || count == 0)
            return US_OK;
        adapt->random = count;
        us_adaptation_clear(out);
    } else if (def->random_count == 0) {
        adapt->patterns = &none;
    } else {
        adapt->random = def->random_count;
    }
    adapt->seed = random_seed(def->seed, round->round);
    return us_adaptation_run(adapt, out, err);
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

static us_status mend(const us_repair_def *def, const us_round *round, us_games *games,
                      const us_brl *library, us_error *err)
{
    US_AUTO(us_adaptation_clear) us_adaptation adapted = {0};
    US_AUTOSTR(before);
    US_AUTOSTR(after);
    us_str_addf(&before, "%s.before", round->library);
    us_str_addf(&after, "%s.after", round->library);
    us_repair_proof proof = {.prover = round->prover,
                             .pairs = round->pairs,
                             .from = round->library,
                             .path = {before.text, after.text},
                             .game = round->training->game,
                             .games = round->training->games};
    us_adaptation_def how = adaptation_of(def, library);
    how.games = games;
    how.most = def->most;
    how.context = &proof;
    how.prove = round->prover ? us_repair_proof_run : NULL;
    US_TRY(adapt(def, round, &how, &adapted, err));
    if (def->proved)
        *def->proved += adapted.proved;
    return us_adaptation_write(NULL, adapted.library, round->library, NULL, err);
}

static us_status read_library(const char *path, const us_domain *domain, us_brl **out,
                              us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    US_TRY(us_library_open(path, US_LIBRARY_READ, domain, &library, err));
    return us_library_get_all(library, out, err);
}

us_status us_round_repair(const us_repair_def *def, const us_round *round, us_error *err)
{
    US_AUTOPTR(us_games) games = NULL;
    US_AUTOPTR(us_brl) library = NULL;
    US_TRY(us_games_open(NULL, round->domain, &games, err));
    us_games_set_stop(games, def->stop);
    US_TRY(us_failures_add_conditions(games, def->patterns, err));
    US_TRY(record_games(games, round, err));
    US_TRY(read_library(round->library, round->domain, &library, err));
    return mend(def, round, games, library, err);
}

us_status us_repair_add_daemons(const us_repair_def *def, const us_domain *domain,
                                const char *library, us_error *err)
{
    US_AUTOPTR(us_brl) before = NULL;
    US_AUTO(us_adaptation_clear) us_adaptation adapted = {0};
    US_TRY(read_library(library, domain, &before, err));
    us_adaptation_def how = adaptation_of(def, before);
    how.daemons = true;
    US_TRY(us_adaptation_run(&how, &adapted, err));
    return us_adaptation_write(before, adapted.library, library, NULL, err);
}
