#include "experiments/run/search_internal.h"

#include "base/file.h"
#include "experiments/design/planning.h"
#include "experiments/run/practice.h"
#include "players/identity.h"
#include "retrieve/library.h"
#include "retrieve/store.h"

enum {
    PRACTICE_LEAST = 10, /* percent of the budget, with one donor */
    PRACTICE_MOST = 30,  /* with as many as a round learns, or more */
    PROOF = 25,          /* percent of the budget, at least */
    STAGES = 3,          /* of practice: after each but the last, the better half of donors stays */
    DONORS = 4,          /* that stay in any case */
    PRACTICE_ROUND = 64, /* games after which the library changes */
};

int us_search_reserve(us_search_state *s)
{
    int donors = us_search_present_round(s)->donors;
    int more = donors < US_SEARCH_WINNERS ? donors : US_SEARCH_WINNERS;
    int share =
        PRACTICE_LEAST + (PRACTICE_MOST - PRACTICE_LEAST) * (more - 1) / (US_SEARCH_WINNERS - 1);
    s->practice = donors > 0 ? s->def->budget * share / 100 : 0;
    return donors > 0 ? s->practice + s->def->budget * PROOF / 100 : 0;
}

/* Adds the behaviors of the donors that fit to the library at path. */
static us_status add_donors(us_search_state *s, const char *path, us_error *err)
{
    us_search_round *round = us_search_present_round(s);
    int count = round->donors;
    round->donors = 0;
    for (int i = 0; i < count; i++) {
        us_error why = {0};
        us_status status = us_donor_add(&round->donor[i], s->brl, path, &why);
        if (status != US_OK && status != US_FAILED && err)
            *err = why;
        if (status == US_FAILED) {
            US_AUTOSTR(text);
            us_str_addf(&text, "%s does not fit: %s", round->donor[i].name, why.text);
            us_search_report(s, &text);
            continue;
        }
        US_TRY(status);
        round->donor[round->donors++] = round->donor[i];
    }
    return US_OK;
}

/* Lets the library practice, up to so many games in all. */
static us_status practice(us_search_state *s, const char *path, int games, us_error *err)
{
    const us_search_def *def = s->def;
    us_practice_def how = {
        .library = path,
        .settings = def->settings,
        .field = s->field,
        .games = games,
        .round = PRACTICE_ROUND,
        .workers = def->workers,
        .timeout_ms = def->timeout_ms,
        .context = def->context,
        .on_progress = def->on_progress,
        .stop = def->stop,
    };
    US_AUTO(us_practice_clear) us_practice made = {0};
    US_AUTOSTR(text);
    how.field.seed = us_rng_derive_seed(s->field.seed, "practice", (uint64_t)s->out->rounds);
    us_status status = us_practice_run(&how, &made, err);
    if (status == US_INTERRUPTED)
        return us_error_set(err, status, NULL, 0, 0, "interrupted");
    US_TRY(status);
    us_str_addf(&text, "practice with %d donor%s: %d of %d games won",
                us_search_present_round(s)->donors,
                us_search_present_round(s)->donors == 1 ? "" : "s", made.all.wins, made.played);
    if (made.before > 0)
        us_str_addf(&text, "; %d were played before", made.before);
    us_search_report(s, &text);
    return US_OK;
}

/* Finds the path for a library before a stage of practice. It follows from what the library was
 * before the first one, so that the practice continues after a kill. */
static void name_stage(const us_search_state *s, us_hash start, int stage, us_str *out)
{
    char hex[17];
    US_AUTOSTR(name);
    us_hash hash = us_hash_add(start, (uint64_t)s->def->budget);
    hash = us_hash_add(hash, (uint64_t)s->out->rounds);
    us_hash_print(us_search_hash_games(s, hash), hex);
    us_str_addf(&name, US_SEARCH_PRACTICE_PREFIX "%s-%d.db", hex, stage);
    us_folder_set_path(s->def->folder, name.text, out);
}

/* Gives the library of a stage its place, unless an earlier call did so and practiced it. */
static us_status place_stage(const char *made, const char *path, us_error *err)
{
    if (!us_file_exists(path))
        return us_file_rename_exclusive(made, path, err);
    us_store_remove(made);
    return US_OK;
}

/* Makes the library with the behaviors of all donors. */
static us_status begin_practice(us_search_state *s, const char *made, us_hash *start, us_error *err)
{
    US_AUTOSTR(agent);
    us_store_remove(made);
    US_TRY(us_adaptation_write(NULL, s->brl, s->library.text, made, err));
    US_TRY(add_donors(s, made, err));
    us_agent_print_library(made, "", &agent);
    return us_agent_compute_identity(agent.text, s->field.domain, start, err);
}

/* Makes a library of the one that practiced, without the worse half of the donors. */
static us_status halve_donors(us_search_state *s, const char *from, const char *made, us_error *err)
{
    us_search_round *round = us_search_present_round(s);
    int half = (round->donors + 1) / 2;
    us_store_remove(made);
    US_TRY(us_library_copy_file(from, s->field.domain, made, err));
    return us_donors_keep_best(round->donor, &round->donors, half > DONORS ? half : DONORS, s->brl,
                               made, err);
}

/* Lets a library with the donors' behaviors practice. path: gets the one with the best of them. */
static us_status practice_stages(us_search_state *s, us_str *path, us_error *err)
{
    us_search_round *round = us_search_present_round(s);
    int games = s->practice;
    us_hash start;
    US_AUTO(us_str_clear) us_str made = us_folder_make_path(s->def->folder, "changed.db");
    US_TRY(begin_practice(s, made.text, &start, err));
    if (round->donors == 0)
        return US_OK;
    for (int stage = 0; stage < STAGES; stage++) {
        if (stage > 0)
            US_TRY(halve_donors(s, path->text, made.text, err));
        us_str_reset(path);
        name_stage(s, start, stage, path);
        US_TRY(place_stage(made.text, path->text, err));
        US_TRY(practice(s, path->text, games * (stage + 1) / STAGES, err));
    }
    round->practiced = games;
    s->left -= games;
    return US_OK;
}

static void note_game(void *context, const us_brl_game *game)
{
    us_brl_add_game(context, game);
}

/* Notes the games of practice as seen, whether the transplants are kept or not. */
static us_status note_practice(us_search_state *s, const char *path, us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    US_TRY(us_library_open(path, US_LIBRARY_READ, s->field.domain, &library, err));
    return us_library_visit_games(library, note_game, s->out->library, err);
}

us_status us_search_try_transplants(us_search_state *s, us_error *err)
{
    us_search_round *round = us_search_present_round(s);
    US_AUTOSTR(path);
    if (round->donors == 0)
        return US_OK;
    US_TRY(practice_stages(s, &path, err));
    if (round->donors == 0) /* none fitted */
        return US_OK;
    US_TRY(note_practice(s, path.text, err));
    US_TRY(
        us_donors_keep_best(round->donor, &round->donors, round->donors, s->brl, path.text, err));
    US_TRY(us_search_prove(s, path.text, false, &round->transplants, err));
    us_search_report_proof(s, "donor", round->donors, &round->transplants);
    return round->transplants.kept ? us_search_take_library(s, path.text, err) : US_OK;
}
