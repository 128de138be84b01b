#include "experiments/run/search_internal.h"

#include <string.h>

#include "base/file.h"
#include "experiments/design/planning.h"
#include "experiments/run/pool.h"
#include "experiments/stats/screening.h"
#include "retrieve/store.h"

enum {
    MIXES = 8,    /* libraries of a group: each plays all games of its group */
    SETTINGS = 4, /* games of a group: each has another map */
    GROUP = MIXES * SETTINGS,
    SCREENING = 60, /* percent of the games that are left */
    ALONG = 5,      /* changes of a library, on average, while many are left */
    FINALISTS = 6,  /* screening ends with about so many changes */
    TRIES = 3,      /* libraries that are put to the proof, at most */
};

#define SPREAD 0.05 /* of effects that no round has found: most are near 0, and a few are large */
/* An effect in the round after: so much of what was found lasts, and so much differs from that.
 * Over 480 changes of 12 libraries: 0.79 +- 0.13, and 0.024. */
#define LASTING 0.8
#define DRIFT   0.025

/* ---- libraries with some of the changes */

/* The changes that are left, and how they are put together. */
typedef struct screening {
    const us_adaptation_def *adaptation;
    const us_changes *changes;
    us_search_change *change;
    us_screening *screen;
    us_screening_effect *effect; /* by change */
    bool *alive;                 /* by change */
    int *alive_at;               /* by place: changes that are left */
    int left;                    /* changes */
} screening;

static void count_alive(screening *c)
{
    c->left = 0;
    for (int i = 0; i < c->changes->places; i++)
        c->alive_at[i] = 0;
    for (int i = 0; i < c->changes->count; i++) {
        c->left += c->alive[i];
        c->alive_at[c->changes->item[i].place] += c->alive[i];
    }
}

/* Returns whether a library has a change of the place: each change is in equally many libraries,
 * except that no place is in more than half of them. */
static bool draw_place(us_search_state *s, const screening *c, int place)
{
    int share = ALONG * c->alive_at[place];
    return 2 * share >= c->left ? us_rng_next_below(&s->rng, 2) == 0
                                : us_rng_next_below(&s->rng, (uint32_t)c->left) < (uint32_t)share;
}

/* Draws changes, at most one of a place, in the order of the list. Returns their number. */
static int draw_mix(us_search_state *s, const screening *c, int *out)
{
    int count = 0;
    for (int i = 0, place = -1, pick = 0; i < c->changes->count; i++) {
        if (!c->alive[i])
            continue;
        if (c->changes->item[i].place != place) { /* changes of a place stand together */
            place = c->changes->item[i].place;
            pick = draw_place(s, c, place)
                       ? (int)us_rng_next_below(&s->rng, (uint32_t)c->alive_at[place])
                       : -1;
        }
        if (pick-- == 0)
            out[count++] = i;
    }
    return count;
}

/* A library of a group: its changes, and its file. */
typedef struct mix {
    int *change;
    int count;
    const char *path;
} mix;

/* The making of libraries, which workers share. */
typedef struct mixing {
    const us_search_state *s;
    const screening *c;
    mix *list;
    int count, next;
} mixing;

/* Keeps the changes that were made. */
static void keep_made(mix *of, const char *made)
{
    int count = of->count;
    of->count = 0;
    for (int i = 0; i < count; i++)
        if (made[i] == '1')
            of->change[of->count++] = of->change[i];
}

/* In a worker: makes the library. Answers m and, by change, 1 if it was made, else 0; u if the
 * library is unsound; e and an error. */
static void make_mix(void *context, int64_t task, us_str *out)
{
    const mixing *m = context;
    const mix *of = &m->list[task];
    us_error why = {0};
    US_AUTOFREE bool *made = US_NEW_ARRAY(bool, of->count + 1);
    us_change_choice choice = {.change = of->change, .count = of->count};
    us_store_remove(of->path);
    us_status status = us_changes_write(m->c->adaptation, m->c->changes, &choice, made,
                                        m->s->library.text, of->path, &why);
    us_str_add_char(out, status == US_OK ? 'm' : status == US_FAILED ? 'u' : 'e');
    for (int i = 0; i < of->count && status == US_OK; i++)
        us_str_add_char(out, made[i] ? '1' : '0');
    if (status != US_OK && status != US_FAILED)
        us_str_add_bytes(out, (const char *)&why, sizeof why);
}

static int64_t next_mix(void *context)
{
    mixing *m = context;
    while (m->next < m->count && m->list[m->next].count == 0)
        m->next++;
    return m->next < m->count ? m->next++ : -1;
}

static us_status take_mix(void *context, const us_pool_result *result, us_error *err)
{
    mixing *m = context;
    mix *of = &m->list[result->task];
    if (result->end != US_POOL_DONE)
        return us_error_set(err, result->end == US_POOL_NO_MEMORY ? US_NO_MEMORY : US_FAILED,
                            of->path, 0, 0, "a library could not be made: %s", result->what);
    if (result->length == (size_t)of->count + 1 && result->text[0] == 'm') {
        keep_made(of, result->text + 1);
    } else if (result->length > 0 && result->text[0] == 'u') { /* unsound together */
        of->count = 0;
        of->path = m->s->library.text;
    } else {
        us_error why;
        us_assert(result->length == 1 + sizeof why);
        memcpy(&why, result->text + 1, sizeof why);
        return us_error_copy(&why, err);
    }
    return US_OK;
}

static bool is_stopped(void *context)
{
    const mixing *m = context;
    return m->s->def->stop && m->s->def->stop();
}

/* Makes libraries with random changes. */
static us_status make_mixes(us_search_state *s, const screening *c, mix *list, int count,
                            us_arena *arena, us_error *err)
{
    mixing m = {.s = s, .c = c, .list = list, .count = count};
    US_AUTOFREE int *drawn = US_NEW_ARRAY(int, c->changes->count + 1);
    for (int i = 0; i < count; i++) {
        US_AUTOSTR(name);
        us_str_addf(&name, "mix-%d.db", i);
        US_AUTO(us_str_clear) us_str path = us_folder_make_path(s->def->folder, name.text);
        list[i].count = draw_mix(s, c, drawn);
        list[i].path =
            list[i].count == 0 ? s->library.text : us_arena_strndup(arena, path.text, path.length);
        list[i].change = US_ARENA_ARRAY(arena, int, list[i].count + 1);
        for (int k = 0; k < list[i].count; k++)
            list[i].change[k] = drawn[k];
    }
    us_pool_def pool = {.workers = s->def->workers < count ? s->def->workers : count,
                        .context = &m,
                        .work = make_mix,
                        .next = next_mix,
                        .done = take_mix,
                        .stop = is_stopped};
    US_TRY(us_pool_run(&pool, err));
    return is_stopped(&m) ? us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted") : US_OK;
}

/* ---- screening */

/* Returns the value of a game in the screening: 1 for a win at once, 0 for a loss at once. */
static double value_of(const us_trial *trial)
{
    return (trial->margin + 1000) / 2000.0;
}

/* Adds the results of groups. Returns whether a game told libraries apart. */
static bool add_results(const screening *c, const mix *list, const us_trial *trial, int groups)
{
    bool differ = false;
    for (int g = 0; g < groups; g++)
        for (int setting = 0; setting < SETTINGS; setting++) {
            us_screening_begin_block(c->screen);
            for (int m = 0; m < MIXES; m++) {
                const mix *of = &list[g * MIXES + m];
                const us_trial *t = &trial[g * GROUP + m * SETTINGS + setting];
                us_screening_add(c->screen, of->change, of->count, value_of(t));
                differ = differ || t->margin != trial[g * GROUP + setting].margin;
            }
        }
    return differ;
}

/* Plays groups of libraries with random changes. */
static us_status play_groups(us_search_state *s, const screening *c, int groups, us_error *err)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    mix *list = US_ARENA_ARRAY(arena, mix, groups * MIXES);
    us_trial *trial = US_ARENA_ARRAY(arena, us_trial, groups * GROUP);
    US_TRY(make_mixes(s, c, list, groups * MIXES, arena, err));
    for (int i = 0; i < groups * MIXES; i++) {
        for (int k = 0; k < SETTINGS; k++) {
            int game = s->game + i / MIXES * SETTINGS + k;
            trial[i * SETTINGS + k] = (us_trial){
                .library = list[i].path,
                .game = game,
                .seat = us_training_field_turn(&s->field, game).seat,
            };
        }
    }
    s->game += groups * SETTINGS;
    s->left -= groups * GROUP;
    us_status status = us_trials_play(s->trials, trial, groups * GROUP, err);
    for (int i = 0; i < groups * MIXES; i++)
        if (list[i].path != s->library.text)
            us_store_remove(list[i].path);
    US_TRY(status);
    if (add_results(c, list, trial, groups))
        us_search_present_round(s)->differed = true;
    us_screening_estimate(c->screen, c->effect);
    return US_OK;
}

/* Keeps at most so many changes: those with the largest effects plus `errors` standard errors, and
 * of these only what is above 0. */
static void keep_best(screening *c, int most, double errors)
{
    for (count_alive(c); c->left > 0; count_alive(c)) {
        int worst = -1;
        double least = 0;
        for (int i = 0; i < c->changes->count; i++) {
            double value = c->effect[i].mean + errors * c->effect[i].error;
            if (c->alive[i] && (worst < 0 || value <= least)) {
                worst = i;
                least = value;
            }
        }
        if (c->left <= most && least > 0)
            return;
        c->alive[worst] = false;
    }
}

/* Keeps the best change of each place; of equal ones the first. */
static void keep_one_of_each(screening *c)
{
    for (int i = 0, best = -1; i < c->changes->count; i++) { /* those of a place stand together */
        if (!c->alive[i])
            continue;
        bool same = best >= 0 && c->changes->item[best].place == c->changes->item[i].place;
        bool worse = same && c->effect[i].mean <= c->effect[best].mean;
        if (same)
            c->alive[worse ? i : best] = false;
        best = worse ? best : i;
    }
    count_alive(c);
}

static int count_rungs(int changes)
{
    int rungs = 1;
    for (; changes > FINALISTS; changes = (changes + 1) / 2)
        rungs++;
    return rungs;
}

/* Returns what a story found out about a change; NULL: nothing. */
static const us_story_change *find_told(const us_story *story, const us_change *change)
{
    for (int i = 0; i < story->changes; i++) {
        const us_story_change *told = &story->change[i];
        if (told->error > 0 && us_text_equal(told->about, change->about) &&
            us_text_equal(told->behavior, change->name) &&
            us_text_equal(told->step, change->step) &&
            us_text_equal(told->kind, us_change_kind_name(change->kind)))
            return told;
    }
    return NULL;
}

/* Returns what the latest round found out about a change; NULL: nothing. */
static const us_story_change *find_past(const us_search_state *s, const us_change *change)
{
    const us_story_change *told = NULL;
    for (int i = s->out->rounds - 2; i >= 0 && !told; i--)
        told = find_told(&s->out->round[i].changes.story, change);
    for (int i = s->past.count - 1; i >= 0 && !told; i--)
        told = find_told(&s->past.item[i], change);
    return told;
}

/* Begins with the effects that earlier rounds found, as far as effects last. */
static void expect_again(const us_search_state *s, const screening *c)
{
    for (int i = 0; i < c->changes->count; i++) {
        const us_story_change *told = find_past(s, &c->changes->item[i]);
        if (!told)
            continue;
        double error = (double)told->error / 10000;
        us_screening_expect(c->screen, i, LASTING * (double)told->effect / 10000,
                            error < DRIFT ? error : DRIFT);
    }
}

static us_status screen(us_search_state *s, screening *c, us_error *err)
{
    int games = s->left * SCREENING / 100, most = games / GROUP > 0 ? games / GROUP : 1;
    count_alive(c);
    int rungs = count_rungs(c->left);
    rungs = rungs < most ? rungs : most;
    for (int rung = 0; rung < rungs && c->left > 0; rung++) {
        US_AUTOSTR(text);
        int before = c->left;
        for (int i = 0; i < c->changes->count; i++)
            c->change[i].rungs += c->alive[i];
        US_TRY(play_groups(s, c, most * (rung + 1) / rungs - most * rung / rungs, err));
        bool last = rung + 1 == rungs;
        if (last)
            keep_one_of_each(c);
        keep_best(c, last ? FINALISTS : (c->left + 1) / 2, last ? 0 : 1);
        us_str_addf(&text, "rung %d of %d: %d of %d changes stay", rung + 1, rungs, c->left,
                    before);
        us_search_report(s, &text);
    }
    for (int i = 0; i < c->changes->count; i++)
        c->change[i].effect = c->effect[i];
    return US_OK;
}

/* ---- proof */

/* Lists the changes that are left, in the order of the list. */
static int list_alive(const screening *c, int *out)
{
    int count = 0;
    for (int i = 0; i < c->changes->count; i++)
        if (c->alive[i])
            out[count++] = i;
    return count;
}

/* Makes the library again, with the proof as the evidence of each change. */
static us_status keep(us_search_state *s, const screening *c, us_change_choice *choice,
                      us_error *err)
{
    US_AUTOSTR(note);
    US_AUTOFREE bool *fits = US_NEW_ARRAY(bool, choice->count + 1);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(s->def->folder, "changed.db");
    us_str_add(&note, "with the other changes of its round ");
    us_search_print_proof(&us_search_present_round(s)->proof, &note);
    choice->note = note.text;
    us_store_remove(path.text);
    US_TRY(
        us_changes_write(c->adaptation, c->changes, choice, fits, s->library.text, path.text, err));
    for (int i = 0; i < choice->count; i++)
        c->change[choice->change[i]].kept = fits[i];
    return us_search_take_library(s, path.text, err);
}

static us_status try_alive(us_search_state *s, const screening *c, us_error *err)
{
    us_search_round *round = us_search_present_round(s);
    us_error why = {0};
    US_AUTOFREE int *taken = US_NEW_ARRAY(int, c->changes->count + 1);
    US_AUTOFREE bool *fits = US_NEW_ARRAY(bool, c->changes->count + 1);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(s->def->folder, "changed.db");
    us_change_choice choice = {.change = taken, .count = list_alive(c, taken)};
    us_store_remove(path.text);
    us_status status = us_changes_write(c->adaptation, c->changes, &choice, fits, s->library.text,
                                        path.text, &why);
    if (status == US_FAILED) /* unsound together: the better half is tried */
        return US_OK;
    if (status != US_OK && err)
        *err = why;
    US_TRY(status);
    int count = 0;
    for (int i = 0; i < c->changes->count; i++)
        c->change[i].tried = false;
    for (int i = 0; i < choice.count; i++) {
        c->change[taken[i]].tried = fits[i];
        count += fits[i];
    }
    US_TRY(us_search_prove(s, path.text, true, &round->proof, err));
    us_search_report_proof(s, "change", count, &round->proof);
    return round->proof.kept ? keep(s, c, &choice, err) : US_OK;
}

static us_status prove_alive(us_search_state *s, screening *c, us_error *err)
{
    const us_search_proof *proof = &us_search_present_round(s)->proof;
    while (c->left > 0 && s->left >= 4 * US_SEARCH_LEAST_MAPS && proof->tries < TRIES &&
           !proof->kept) {
        US_TRY(try_alive(s, c, err));
        keep_best(c, c->left / 2, 0);
    }
    return US_OK;
}

us_status us_search_try_changes(us_search_state *s, const us_adaptation_def *adaptation,
                                us_error *err)
{
    us_search_round *round = us_search_present_round(s);
    us_changes *changes = &round->changes;
    us_arena *arena = changes->arena;
    screening c = {.adaptation = adaptation, .changes = changes};
    round->change = US_ARENA_ARRAY(arena, us_search_change, changes->count + 1);
    for (int i = 0; i < changes->count; i++)
        round->change[i].change = &changes->item[i];
    if (changes->count == 0)
        return US_OK;
    c.change = round->change;
    c.effect = US_ARENA_ARRAY(arena, us_screening_effect, changes->count);
    c.alive = US_ARENA_ARRAY(arena, bool, changes->count);
    c.alive_at = US_ARENA_ARRAY(arena, int, changes->places);
    for (int i = 0; i < changes->count; i++)
        c.alive[i] = true;
    c.screen = us_screening_new(changes->count, SPREAD);
    expect_again(s, &c);
    us_status status = screen(s, &c, err);
    us_screening_free(c.screen);
    return status == US_OK ? prove_alive(s, &c, err) : status;
}
