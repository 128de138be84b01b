#include "experiments/rounds.h"

#include <errno.h>
#include <stdio.h>

#include "base/file.h"
#include "experiments/planning.h"
#include "retrieve/library.h"

static us_status copy_library(const char *from, const us_domain *domain, const char *to,
                              us_error *err)
{
    us_library *library;
    US_TRY(us_library_open(from, US_LIBRARY_READ, domain, &library, err));
    us_status status = us_library_copy(library, to, err);
    us_library_close(library);
    return status;
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
    us_library *library;
    int games = 0;
    US_TRY(us_library_open(path, US_LIBRARY_WRITE, domain, &library, err));
    us_brl_game *game = prover ? us_prover_list_games(prover, &games) : NULL;
    us_status status = us_library_begin(library, err);
    if (status == US_OK)
        status = note_games(library, training->seen, training->seen_count, err);
    if (status == US_OK)
        status = note_games(library, game, games, err);
    if (status == US_OK)
        status = us_library_commit(library, err);
    us_library_close(library);
    us_mem_free(game);
    return status;
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
    us_prover *prover = NULL;
    if (training->games == 0)
        return us_error_set(
            err, US_FAILED, NULL, 0, 0,
            "none of %d training games was played to its end: all crashed or took too "
            "long",
            def->training.games);
    US_TRY(open_prover(def, training, round, &prover, err));
    us_round made = {round, domain, library, training, prover, prover ? def->prove : 0};
    us_status status = def->repair(def->context, &made, err);
    if (status == US_OK)
        status = note_seen(library, domain, training, prover, err);
    us_prover_close(prover);
    return status;
}

static us_status play_round(const us_rounds_def *def, const char *library, const us_domain *domain,
                            int round, us_error *err)
{
    us_training_def play = def->training;
    us_training training;
    play.library = library;
    play.folder = def->folder;
    play.round = round;
    US_TRY(us_training_play(&play, &training, err));
    us_status status = repair(def, library, domain, &training, round, err);
    us_training_clear(&training);
    return status;
}

/* Traces name the library, so that its path must not differ from one run to the next. */
static us_status play_all(const us_rounds_def *def, const us_domain *domain, const char *library,
                          us_error *err)
{
    US_TRY(copy_library(def->training.library, domain, library, err));
    for (int round = 0; round < def->rounds; round++)
        US_TRY(play_round(def, library, domain, round, err));
    return rename(library, def->out) == 0
               ? US_OK
               : us_error_set_system(err, US_BAD_INPUT, def->out, errno, "cannot write");
}

us_status us_rounds_play(const us_rounds_def *def, us_error *err)
{
    us_domain *domain;
    us_assert(def->rounds > 0);
    US_TRY(us_domain_load_shipped(def->training.domain, &domain, err));
    us_str library = us_folder_make_path(def->folder, "library.db");
    us_folder_drop(def->folder);
    us_status status = us_folder_make(def->folder, err);
    if (status == US_OK)
        status = play_all(def, domain, library.text, err);
    us_folder_drop(def->folder);
    us_str_clear(&library);
    us_domain_free(domain);
    return status;
}
