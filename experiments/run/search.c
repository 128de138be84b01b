#include "experiments/run/search_internal.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adapt/games.h"
#include "base/file.h"
#include "experiments/design/planning.h"
#include "experiments/run/training.h"
#include "plan/plan.h"
#include "players/identity.h"
#include "retrieve/store.h"

enum {
    TRAINING = 10,      /* percent of the budget */
    TRAINING_MOST = 64, /* games */
};

static const char *settings_of(const us_search_state *s)
{
    return s->def->settings ? s->def->settings : "";
}

us_hash us_search_hash_games(const us_search_state *s, us_hash hash)
{
    const us_training_field *field = &s->field;
    hash = us_hash_add(us_hash_add(hash, US_PLAY_VERSION), field->seed);
    hash = us_hash_add(hash, (uint64_t)field->max_cycles);
    hash = us_hash_add_text(hash, settings_of(s));
    for (int i = 0; i < field->opponents; i++)
        hash = us_hash_add_text(hash, field->against[i]);
    for (int i = 0; i < field->maps; i++)
        hash = us_hash_add_text(hash, field->map[i]);
    for (int i = 0; i < field->families; i++)
        hash = us_hash_add_text(hash, field->family[i]);
    for (int i = 0; i < field->sizes; i++)
        hash = us_hash_add(hash, (uint64_t)field->size[i]);
    hash = us_hash_add(hash, (uint64_t)s->def->timeout_ms);
    return us_hash_add(hash, field->fog);
}

/* ---- training games */

static us_training_game training_game(const us_search_state *s, int game)
{
    us_training_game turn = us_training_field_turn(&s->field, game);
    turn.seed = us_trials_seed(&s->field, game);
    return turn;
}

typedef struct drill {
    us_arena *arena;
    const char **map, **against;
    us_training_game *game;
    int games;
} drill;

static us_status make_drill(us_search_state *s, drill *d, us_error *err)
{
    const us_training_field *field = &s->field;
    US_AUTOSTR(agent);
    us_agent_print_library(s->def->library, settings_of(s), &agent);
    d->map = US_ARENA_ARRAY(d->arena, const char *, d->games);
    d->game = US_ARENA_ARRAY(d->arena, us_training_game, d->games);
    d->against = US_ARENA_ARRAY(d->arena, const char *, field->opponents);
    const char *itself = us_arena_strndup(d->arena, agent.text, agent.length);
    for (int i = 0; i < field->opponents; i++)
        d->against[i] = us_training_field_opponent(field, i, itself);
    for (int g = 0; g < d->games; g++) {
        d->game[g] = training_game(s, s->game);
        US_TRY(
            us_training_field_place_map(field, s->game, s->def->folder, d->arena, &d->map[g], err));
        d->game[g].map = g;
        s->game++;
    }
    return US_OK;
}

static us_status play_drill(us_search_state *s, const drill *d, us_training *out, us_error *err)
{
    const us_search_def *def = s->def;
    us_training_def play = {
        .library = s->library.text,
        .settings = s->def->settings,
        .domain = s->field.domain->name,
        .map = d->map,
        .against = d->against,
        .maps = d->games,
        .opponents = s->field.opponents,
        .games = d->games,
        .game = d->game,
        .max_cycles = s->field.max_cycles,
        .fog = s->field.fog,
        .workers = def->workers,
        .timeout_ms = def->timeout_ms,
        .folder = def->folder,
        .context = def->context,
        .on_progress = def->on_progress,
        .stop = def->stop,
    };
    US_TRY(us_training_play(&play, out, err));
    if (out->games == 0)
        return us_error_set(err, US_FAILED, NULL, 0, 0,
                            "none of %d training games was played to its end: all crashed or took "
                            "too long",
                            d->games);
    return US_OK;
}

/* Names a game for the origins of what its winner did, or, with player NULL, for people. */
static const char *name_of_game(const us_search_state *s, int64_t game, const char *trace,
                                const char *player)
{
    US_AUTOSTR(text);
    const char *slash = strrchr(trace, '/');
    if (player)
        us_str_addf(&text, "%s in ", player);
    else
        us_str_add(&text, "the behaviors by which it won ");
    if (s->out->rounds == 1 && s->def->traces > 0)
        us_str_add(&text, slash ? slash + 1 : trace);
    else
        us_str_addf(&text, "training game %lld of round %d", (long long)game, s->out->rounds);
    return us_arena_strndup(s->out->arena, text.text, text.length);
}

static us_status report_no_donor(const us_search_state *s, int64_t game, const us_error *why)
{
    US_AUTOSTR(text);
    us_str_addf(&text, "game %lld gives no donor: %s", (long long)game, why->text);
    us_search_report(s, &text);
    return US_OK;
}

/* Learns a donor from a game that another seat won. A trace that shows too little gives none. */
static us_status add_winner(us_search_state *s, us_games *games, int64_t game, const char *trace,
                            const char *map, us_error *err)
{
    us_seat winner;
    const char *player;
    us_error why = {0};
    us_arena *arena = s->out->arena;
    us_search_round *round = us_search_present_round(s);
    US_AUTOSTR(text);
    US_TRY(us_donor_find_winner(games, game, s->brl, arena, &winner, &player, err));
    if (winner == US_NEUTRAL)
        return US_OK;
    us_str_addf(&text, "donor-%d-%d.db", s->out->rounds, round->donors);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(s->def->folder, text.text);
    us_store_remove(path.text);
    us_status status = us_donor_learn(trace, map, winner, name_of_game(s, game, trace, player),
                                      path.text, s->def->stop, &why);
    bool of_trace = status == US_FAILED || status == US_MISMATCH || status == US_BAD_INPUT;
    if (of_trace && !us_text_equal(why.file, path.text)) /* else the disk is full, for example */
        return report_no_donor(s, game, &why);
    if (status != US_OK && err)
        *err = why;
    US_TRY(status);
    round->winners++;
    round->donor[round->donors++] = (us_donor){
        .path = us_arena_strndup(arena, path.text, path.length),
        .name = player,
        .about = name_of_game(s, game, trace, NULL),
    };
    return US_OK;
}

static us_status add_game(us_search_state *s, us_games *games, const char *trace, const char *map,
                          us_error *err)
{
    int64_t game;
    US_TRY(us_games_add(games, trace, map, &game, err));
    return s->def->winners && s->out->rounds == 1 &&
                   us_search_present_round(s)->winners < US_SEARCH_WINNERS
               ? add_winner(s, games, game, trace, map, err)
               : US_OK;
}

/* Plays training games, and adds them to the tables. */
static us_status train(us_search_state *s, us_games *games, us_error *err)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_AUTO(us_training_clear) us_training training = {0};
    us_search_round *round = us_search_present_round(s);
    int wanted = s->def->budget * TRAINING / 100;
    drill d = {.arena = arena, .games = wanted < TRAINING_MOST ? wanted : TRAINING_MOST};
    US_TRY(make_drill(s, &d, err));
    US_TRY(play_drill(s, &d, &training, err));
    for (int i = 0; i < d.games; i++)
        round->wins += training.end[i] == US_ROW_WIN;
    round->own = d.games;
    for (int i = 0; i < training.games; i++) {
        US_TRY(add_game(s, games, training.game[i].trace, training.game[i].map, err));
        unlink(training.game[i].trace);
    }
    for (int i = 0; i < training.seen_count; i++) /* crashed ones, too */
        us_brl_add_game(s->out->library, &training.seen[i]);
    s->left -= d.games;
    return US_OK;
}

/* Notes the games of given traces as seen. */
static us_status note_traces(us_search_state *s, us_games *games, us_error *err)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    for (int64_t game = 1;; game++) {
        us_game_row row;
        US_TRY(us_games_read_row(games, game, 0, arena, &row, err));
        if (!row.file[0])
            return US_OK;
        if (row.game.map != 0 || row.game.seeded)
            us_brl_add_game(s->out->library, &row.game);
    }
}

static us_status tabulate(us_search_state *s, us_games *games, us_error *err)
{
    const us_search_def *def = s->def;
    us_search_round *round = us_search_present_round(s);
    us_games_set_stop(games, def->stop);
    round->donor = US_ARENA_ARRAY(s->out->arena, us_donor, def->donors + US_SEARCH_WINNERS);
    for (int i = 0; i < def->donors && s->out->rounds == 1; i++)
        round->donor[round->donors++] = def->donor[i];
    US_TRY(us_failures_add_conditions(games, def->adaptation.patterns, err));
    if (s->out->rounds > 1 || def->traces == 0)
        return train(s, games, err);
    for (int i = 0; i < def->traces; i++)
        US_TRY(add_game(s, games, def->trace[i], NULL, err));
    return note_traces(s, games, err);
}

/* ---- rounds */

static us_status copy_brl(const us_brl *from, us_brl **out, us_error *err)
{
    US_AUTOSTR(text);
    us_brl_print(from, &text);
    return us_brl_parse(from->domain, from->file, text.text, text.length, out, err);
}

/* Puts the library into its file, for the round. */
static us_status place_library(us_search_state *s, us_error *err)
{
    us_brl_free(s->brl);
    s->brl = NULL;
    us_store_remove(s->library.text);
    US_TRY(copy_brl(s->out->library, &s->brl, err));
    return us_adaptation_write(NULL, s->brl, s->base.text, s->library.text, err);
}

/* Copies the library for all rounds, so that they do not depend on later changes of it. */
static us_status copy_library(us_search_state *s, us_error *err)
{
    const us_brl *library = s->def->adaptation.library;
    us_folder_set_path(s->def->folder, "base.db", &s->base);
    us_store_remove(s->base.text);
    return us_adaptation_write(library, library, s->def->library, s->base.text, err);
}

static us_status search_round(us_search_state *s, us_games *games, us_error *err)
{
    us_search_round *round = us_search_present_round(s);
    us_adaptation_def adaptation = s->def->adaptation;
    US_AUTOSTR(text);
    US_TRY(tabulate(s, games, err));
    adaptation.library = s->brl;
    adaptation.games = games;
    adaptation.seed = us_rng_derive_seed(s->field.seed, "random", (uint64_t)s->out->rounds);
    adaptation.stop = s->def->stop;
    US_TRY(us_changes_list(&adaptation, &round->changes, err));
    us_str_addf(&text, "round %d: ", s->out->rounds);
    us_str_add_count(&text, round->changes.count, "change at ", "changes at ");
    us_str_add_count(&text, round->changes.places, "place", "places");
    if (round->own > 0)
        us_str_addf(&text, "; %d training games, %d won", round->own, round->wins);
    us_search_report(s, &text);
    int reserve = us_search_reserve(s);
    s->left -= reserve;
    US_TRY(us_search_try_changes(s, &adaptation, err));
    s->left += reserve;
    if (round->proof.kept)
        US_TRY(place_library(s, err));
    US_TRY(us_search_try_transplants(s, err));
    round->games = s->def->budget - s->left;
    us_search_complete_stories(round, s->out->rounds);
    return US_OK;
}

static us_status play_rounds(us_search_state *s, us_error *err)
{
    const us_search_def *def = s->def;
    us_folder_set_path(def->folder, "round.db", &s->library);
    for (int i = 0; i < def->rounds; i++) {
        US_AUTOPTR(us_games) games = NULL;
        s->out->rounds++;
        s->left = def->budget;
        s->rng = us_rng_derive(s->field.seed, "search", (uint64_t)i);
        US_TRY(place_library(s, err));
        US_TRY(us_games_open(NULL, s->field.domain, &games, err));
        US_TRY(search_round(s, games, err));
    }
    return US_OK;
}

/* Returns a seed that follows from the definition's and from the games that the library saw: a
 * second search of a library has other maps. */
static uint64_t seed_of(const us_search_def *def)
{
    us_hash hash = us_hash_add(us_hash_add_text(US_HASH_START, "search"), def->field.seed);
    const us_brl *library = def->adaptation.library;
    for (int i = 0; i < library->games; i++)
        hash = us_hash_add(us_hash_add(hash, library->game[i].map), library->game[i].seed);
    return hash >> 1;
}

/* ---- a budget in time */

/* Returns the key of the journal's note: it stands for all that decides the number of games, except
 * the machine. */
static us_status make_budget_key(const us_search_state *s, us_hash *out, us_error *err)
{
    US_AUTOSTR(agent);
    us_hash library;
    us_agent_print_library(s->def->library, settings_of(s), &agent);
    US_TRY(us_agent_compute_identity(agent.text, s->field.domain, &library, err));
    us_hash hash = us_hash_add(us_hash_add_text(US_HASH_START, "budget"), library);
    *out = us_search_hash_games(s, us_hash_add(hash, (uint64_t)s->def->seconds));
    return US_OK;
}

/* Plays the first training games, which the first round plays again. Writes the number of games
 * that all workers play in the time, with three digits. */
static us_status measure_budget(us_search_state *s, int64_t *out, us_error *err)
{
    const us_search_def *def = s->def;
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_AUTO(us_training_clear) us_training training = {0};
    int least = US_SEARCH_LEAST * TRAINING / 100;
    drill d = {.arena = arena, .games = def->workers > least ? def->workers : least};
    us_str_add(&s->library, def->library);
    US_TRY(make_drill(s, &d, err));
    US_TRY(play_drill(s, &d, &training, err));
    s->game = 0;
    for (int i = 0; i < training.games; i++)
        unlink(training.game[i].trace);
    int64_t each = training.us / d.games + 1, unit = 1;
    int64_t games = def->seconds * 1000000 / each * def->workers;
    while (games / unit >= 1000)
        unit *= 10;
    *out = games / unit * unit;
    return US_OK;
}

static void report_budget(const us_search_state *s, int64_t measured)
{
    int budget = s->def->budget;
    int64_t seconds = s->def->seconds, unit = seconds % 3600 == 0 ? 3600
                                              : seconds % 60 == 0 ? 60
                                                                  : 1;
    US_AUTOSTR(text);
    us_str_addf(&text, "%lld%s: ", (long long)(seconds / unit),
                unit == 3600 ? "h"
                : unit == 60 ? "m"
                             : "s");
    if (measured != budget)
        us_str_addf(&text, "time for %lld games a round, but %s is %d", (long long)measured,
                    measured < budget ? "the least budget" : "the largest budget", budget);
    else
        us_str_addf(&text, "about %d games a round", budget);
    us_str_addf(&text, "; --budget %d gives the same result", budget);
    us_search_report(s, &text);
}

/* Fixes the number of games for the time, unless the journal has it. */
static us_status fix_budget(us_search_state *s, us_search_def *def, us_error *err)
{
    us_hash key;
    int64_t games;
    US_TRY(make_budget_key(s, &key, err));
    int noted = us_trials_find_note(s->trials, key);
    if (noted > 0) {
        games = noted;
    } else {
        US_TRY(measure_budget(s, &games, err));
    }
    def->budget = games < US_SEARCH_LEAST  ? US_SEARCH_LEAST
                  : games > US_SEARCH_MOST ? US_SEARCH_MOST
                                           : (int)games;
    if (noted == 0)
        US_TRY(us_trials_note(s->trials, key, def->budget, err));
    report_budget(s, games);
    return US_OK;
}

/* Opens maps and players, so that a mistake shows before the first game. */
static us_status check_field(const us_search_state *s, us_error *err)
{
    US_AUTOSTR(agent);
    US_AUTOFREE us_hash *hash = US_NEW_ARRAY(us_hash, us_training_field_kinds(&s->field));
    us_agent_print_library(s->def->library, settings_of(s), &agent);
    return us_training_field_check(&s->field, agent.text, hash, err);
}

/* Reads the stories of the copy, which has those of earlier searches. */
static us_status read_past(us_search_state *s, us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    US_TRY(us_library_open(s->base.text, US_LIBRARY_READ, s->field.domain, &library, err));
    return us_stories_read(library, &s->past, err);
}

static us_status run(us_search_state *s, us_search_def *def, us_error *err)
{
    us_trials_def trials = {
        .field = &s->field,
        .library = def->library,
        .settings = def->settings,
        .folder = def->folder,
        .workers = def->workers,
        .timeout_ms = def->timeout_ms,
        .context = def->context,
        .on_progress = def->on_progress,
        .stop = def->stop,
    };
    int games;
    US_TRY(copy_brl(def->adaptation.library, &s->out->library, err));
    US_TRY(check_field(s, err));
    US_TRY(copy_library(s, err));
    US_TRY(read_past(s, err));
    US_TRY(us_trials_open(&trials, &s->trials, err));
    if (def->seconds > 0)
        US_TRY(fix_budget(s, def, err));
    s->out->budget = def->budget;
    US_TRY(play_rounds(s, err));
    US_AUTOFREE us_brl_game *game = us_trials_list_games(s->trials, &games);
    for (int i = 0; i < games; i++)
        us_brl_add_game(s->out->library, &game[i]);
    return US_OK;
}

us_status us_search_run(const us_search_def *def, us_search *out, us_error *err)
{
    us_search made = {.round = US_NEW_ARRAY(us_search_round, def->rounds + 1),
                      .arena = us_arena_new()};
    us_search_def fixed = *def; /* with the number of games for its time */
    us_search_state s = {.def = &fixed, .field = def->field, .out = &made};
    us_assert(def->rounds > 0 && def->workers > 0);
    s.field.seed = seed_of(def);
    us_str_init(&s.base);
    us_str_init(&s.library);
    us_status status = def->seconds == 0 && def->budget < US_SEARCH_LEAST
                           ? us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                                          "a budget of %d games: expected %d or more", def->budget,
                                          (int)US_SEARCH_LEAST)
                           : run(&s, &fixed, err);
    us_trials_close(s.trials);
    us_brl_free(s.brl);
    us_str_clear(&s.base);
    us_stories_clear(&s.past);
    us_str_clear(&s.library);
    if (status == US_OK)
        *out = made;
    else
        us_search_clear(&made);
    return status;
}

void us_search_clear(us_search *search)
{
    for (int i = 0; i < search->rounds; i++) {
        us_changes_clear(&search->round[i].changes);
        us_story_clear(&search->round[i].transplanted);
    }
    us_mem_free(search->round);
    us_arena_free(search->arena);
    us_brl_free(search->library);
    *search = (us_search){0};
}

/* ---- the folder of files in the making */

/* Returns whether a search gives files such names. */
static bool is_name_of_search(const char *name)
{
    static const char *const begins[] = {"base.db", "round.db", "changed.db", "mix-", "donor-"};
    const char *rest = name + strspn(name, "0123456789");
    if (rest > name && (us_text_equal(rest, ".map") || us_text_equal(rest, ".jsonl") ||
                        (us_text_has_prefix(rest, ".goals.") && us_text_has_suffix(rest, ".json"))))
        return true;
    for (int i = 0; i < US_COUNT(begins); i++)
        if (us_text_has_prefix(name, begins[i]))
            return true;
    return false;
}

/* Returns whether a search that goes on needs the file: games that were played. */
static bool is_name_of_games(const char *name)
{
    return us_text_equal(name, US_TRIALS_JOURNAL) ||
           us_text_has_prefix(name, US_SEARCH_PRACTICE_PREFIX);
}

bool us_search_has_games(const char *folder)
{
    US_AUTO(us_names_free) us_names names = {0};
    bool has = us_file_list_all(folder, "", &names, NULL) != US_OK; /* unknown: they stay */
    for (int i = 0; i < names.count && !has; i++) {
        struct stat info;
        US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, names.name[i]);
        bool empty = lstat(path.text, &info) == 0 && S_ISREG(info.st_mode) && info.st_size == 0;
        has = is_name_of_games(names.name[i]) && !empty;
    }
    return has;
}

void us_search_drop_files(const char *folder, bool games)
{
    US_AUTO(us_names_free) us_names names = {0};
    if (us_file_list_all(folder, "", &names, NULL) != US_OK)
        return;
    for (int i = 0; i < names.count; i++) {
        const char *name = names.name[i];
        US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, name);
        bool of_games = is_name_of_games(name);
        if (of_games && us_text_has_suffix(name, ".tmp")) /* the folder of a killed practice */
            us_folder_drop(path.text);
        else if (is_name_of_search(name) || (games && of_games))
            unlink(path.text);
    }
}
