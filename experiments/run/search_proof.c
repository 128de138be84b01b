#include "experiments/run/search_internal.h"

#include <math.h>

#include "base/sort.h"
#include "retrieve/library.h"

#define EARLY 0.999 /* level of a proof after a third of its games */

/* Pairs of games on maps that no game before had: both seats of each map. */
typedef struct proving {
    us_trial *trial; /* by map, seat, and library: the round's, the changed one */
    int played;      /* maps */
} proving;

/* A pair of a proof, as the estimate takes it. */
typedef struct pair {
    double difference;
    int cell;
    us_hash course; /* of both games, with cell and seat */
    int index;
} pair;

static int by_course(const void *left, const void *right)
{
    const pair *a = left, *b = right;
    if (a->course != b->course)
        return a->course < b->course ? -1 : 1;
    return a->index - b->index;
}

static pair pair_of(const us_trial *trial, int cell, int index)
{
    us_hash course = us_hash_add(us_hash_add(US_HASH_START, trial[0].course), trial[1].course);
    course = us_hash_add(us_hash_add(course, (uint64_t)cell), (uint64_t)trial[0].seat);
    return (pair){(trial[1].points - trial[0].points) / 2.0, cell, course, index};
}

/* Keeps each course once: on named maps, a game without chance repeats itself. */
static int drop_repeats(pair *list, int count)
{
    int kept = 0;
    if (count > 0)
        us_array_sort(list, (size_t)count, sizeof *list, by_course);
    for (int i = 0; i < count; i++)
        if (kept == 0 || list[kept - 1].course != list[i].course)
            list[kept++] = list[i];
    return kept;
}

/* Estimates the effect: on maps like the generated ones, or on the named maps alone. */
static us_estimate estimate(const us_search_state *s, const proving *p, double level)
{
    const us_training_field *field = &s->field;
    bool named = field->maps > 0;
    int count = 2 * p->played;
    us_estimate_def how = us_estimate_def_default();
    US_AUTOFREE pair *list = US_NEW_ARRAY(pair, count + 1);
    US_AUTOFREE double *difference = US_NEW_ARRAY(double, count + 1);
    US_AUTOFREE int *cell = US_NEW_ARRAY(int, count + 1);
    US_AUTOFREE int *family = US_NEW_ARRAY(int, p->played + 1);
    for (int i = 0; i < count; i++) {
        us_training_game turn = us_training_field_turn(field, p->trial[2 * i].game);
        family[i / 2] = named ? 0 : turn.map % field->families;
        list[i] = pair_of(&p->trial[2 * i],
                          named ? turn.map * field->opponents + turn.opponent : i / 2, i);
    }
    count = named ? drop_repeats(list, count) : count;
    for (int i = 0; i < count; i++) {
        difference[i] = list[i].difference;
        cell[i] = list[i].cell;
    }
    us_atlas atlas = {
        .family = family, .maps = p->played, .families = field->families, .opponents = 1};
    us_pairs pairs = {.difference = difference,
                      .cell = cell,
                      .count = count,
                      .cells = named ? field->maps * field->opponents : p->played};
    how.level = level;
    return us_estimate_compute_in_scope(&pairs, NULL, named ? NULL : &atlas, &how, NULL);
}

static us_status play_maps(us_search_state *s, proving *p, const char *changed, int maps,
                           us_error *err)
{
    us_trial *first = &p->trial[4 * p->played];
    for (int i = 0; i < 4 * maps; i++)
        first[i] = (us_trial){.library = i % 2 ? changed : s->library.text,
                              .game = s->game + i / 4,
                              .seat = (us_seat)(i / 2 % 2)};
    s->game += maps;
    s->left -= 4 * maps;
    p->played += maps;
    return us_trials_play(s->trials, first, 4 * maps, err);
}

static void note_proof(const us_search_state *s, const proving *p, double level,
                       us_search_proof *proof)
{
    proof->effect = estimate(s, p, level);
    proof->level = level;
    proof->named = s->field.maps > 0;
    proof->maps = proof->named && p->played > s->field.maps ? s->field.maps : p->played;
    proof->games = 4 * p->played;
    proof->kept = proof->effect.bounds.low > 0;
}

us_status us_search_prove(us_search_state *s, const char *changed, bool others,
                          us_search_proof *proof, us_error *err)
{
    int maps = s->left / 4, third = maps / 3;
    double level = 1 - ldexp(0.05, -proof->tries); /* too high: 2.5 + 1.25 + 0.6 percent, and 0.05
                                                      for each early end */
    US_AUTOFREE us_trial *trial = US_NEW_ARRAY(us_trial, 4 * maps + 1);
    proving p = {.trial = trial};
    proof->tries++;
    US_TRY(play_maps(s, &p, changed, third, err));
    note_proof(s, &p, EARLY, proof);
    if (proof->kept)
        return US_OK;
    if (others ? proof->effect.mean > 0 : proof->effect.bounds.high > 0)
        US_TRY(play_maps(s, &p, changed, maps - third, err));
    note_proof(s, &p, level, proof);
    return US_OK;
}

void us_search_print_proof(const us_search_proof *proof, us_str *out)
{
    us_story story = {0};
    us_search_tell_proof(&story, proof);
    us_story_print_proof(&story, out);
}

void us_search_report_proof(const us_search_state *s, const char *what, int count,
                            const us_search_proof *proof)
{
    US_AUTOSTR(text);
    us_str_addf(&text, "proof of %d %s%s: ", count, what, count == 1 ? "" : "s");
    us_search_print_proof(proof, &text);
    us_str_add(&text, proof->kept ? ": kept" : ": not kept");
    us_search_report(s, &text);
}

us_status us_search_take_library(us_search_state *s, const char *path, us_error *err)
{
    us_brl *made;
    US_TRY(us_library_read_all(path, s->field.domain, &made, err));
    for (int i = 0; i < s->out->library->games; i++)
        us_brl_add_game(made, &s->out->library->game[i]);
    made->games = us_brl_games_sort(made->game, made->games);
    us_brl_free(s->out->library);
    s->out->library = made;
    s->out->kept++;
    return US_OK;
}
