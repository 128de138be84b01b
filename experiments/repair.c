#include "experiments/repair.h"

#include <stdio.h>

#include "base/rng.h"
#include "retrieve/library.h"

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
        remove(how->path[i]);
    US_TRY(us_adaptation_write(NULL, before, how->from, how->path[0], err));
    US_TRY(us_adaptation_write(NULL, after, how->from, how->path[1], err));
    int *game = US_NEW_ARRAY(int, how->games + 1), games = 0;
    for (int i = 0; i < how->games; i++)
        if (has_failed(mend->cause, how->number ? how->number[i] : i + 1, how->game[i].seat))
            game[games++] = i;
    us_status status = us_prover_prove(how->prover, how->path, games > 0 ? game : NULL, games,
                                       how->pairs, &proof, err);
    us_mem_free(game);
    US_TRY(status);
    *keep = us_proof_is_successful(&proof);
    print_proof(&proof, why);
    return US_OK;
}

/* ---- repair */

static us_status add_games(us_games *games, const us_round *round, us_error *err)
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

static us_status mend(const us_repair_def *def, const us_round *round, us_games *games,
                      const us_brl *library, us_error *err)
{
    us_adaptation adapted;
    us_str path[2];
    us_str_init(&path[0]);
    us_str_init(&path[1]);
    us_str_addf(&path[0], "%s.before", round->library);
    us_str_addf(&path[1], "%s.after", round->library);
    us_repair_proof proof = {.prover = round->prover,
                             .pairs = round->pairs,
                             .from = round->library,
                             .path = {path[0].text, path[1].text},
                             .game = round->training->game,
                             .games = round->training->games};
    us_adaptation_def how = us_adaptation_def_default();
    how.library = library;
    how.games = games;
    how.patterns = def->patterns;
    how.without = def->without;
    how.most = def->most;
    how.append = def->append;
    how.stop = def->stop;
    how.context = &proof;
    how.prove = round->prover ? us_repair_proof_run : NULL;
    us_status status = adapt(def, round, &how, &adapted, err);
    us_str_clear(&path[0]);
    us_str_clear(&path[1]);
    US_TRY(status);
    if (def->proved)
        *def->proved += adapted.proved;
    status = us_adaptation_write(NULL, adapted.library, round->library, NULL, err);
    us_adaptation_clear(&adapted);
    return status;
}

static us_status read_library(const char *path, const us_domain *domain, us_brl **out,
                              us_error *err)
{
    us_library *library;
    US_TRY(us_library_open(path, US_LIBRARY_READ, domain, &library, err));
    us_status status = us_library_get_all(library, out, err);
    us_library_close(library);
    return status;
}

us_status us_round_repair(const us_repair_def *def, const us_round *round, us_error *err)
{
    us_games *games;
    us_brl *library = NULL;
    US_TRY(us_games_open(NULL, round->domain, &games, err));
    us_games_set_stop(games, def->stop);
    us_status status = us_failures_add_conditions(games, def->patterns, err);
    if (status == US_OK)
        status = add_games(games, round, err);
    if (status == US_OK)
        status = read_library(round->library, round->domain, &library, err);
    if (status == US_OK)
        status = mend(def, round, games, library, err);
    us_brl_free(library);
    us_games_close(games);
    return status;
}

us_status us_repair_add_daemons(const us_repair_def *def, const us_domain *domain,
                                const char *library, us_error *err)
{
    us_brl *before;
    us_adaptation adapted;
    us_adaptation_def how = us_adaptation_def_default();
    US_TRY(read_library(library, domain, &before, err));
    how.library = before;
    how.patterns = def->patterns;
    how.without = def->without;
    how.append = def->append;
    how.stop = def->stop;
    how.daemons = true;
    us_status status = us_adaptation_run(&how, &adapted, err);
    if (status == US_OK) {
        status = us_adaptation_write(before, adapted.library, library, NULL, err);
        us_adaptation_clear(&adapted);
    }
    us_brl_free(before);
    return status;
}
