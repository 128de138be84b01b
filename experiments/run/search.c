#include "experiments/run/search.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "adapt/games.h"
#include "base/file.h"
#include "base/sort.h"
#include "experiments/design/planning.h"
#include "experiments/run/pool.h"
#include "experiments/run/practice.h"
#include "experiments/run/training.h"
#include "players/identity.h"

enum {
    MIXES = 8,    /* libraries of a group: each plays all games of its group */
    SETTINGS = 4, /* games of a group: each has another map */
    GROUP = MIXES * SETTINGS,
    TRAINING = 10,       /* percent of the budget */
    TRAINING_MOST = 64,  /* games */
    PRACTICE = 30,       /* percent of the budget, of a library with transplants */
    TRANSPLANTS = 25,    /* percent of the budget, for their proof, at least */
    SCREENING = 60,      /* percent of what is left */
    ALONG = 5,           /* changes of a library, on average, while many are left */
    FINALISTS = 6,       /* screening ends with about so many changes */
    TRIES = 3,           /* libraries with changes that are put to the proof, at most */
    WINNERS = 16,        /* donors of a round, at most, that are learned from lost games */
    STAGES = 3,          /* of practice: after each but the last, the better half of donors stays */
    DONORS = 4,          /* that stay in any case */
    PRACTICE_ROUND = 64, /* games after which the library changes */
    LEAST_MAPS = 8,      /* of a proof: fewer prove nothing */
};

#define SPREAD 0.05  /* of effects, before any game */
#define EARLY  0.999 /* level of a proof after a third of its games */

typedef struct seeking {
    const us_search_def *def;
    us_training_field field; /* the definition's, with a seed that follows from the library, too */
    us_search *out;
    us_trials *trials;
    us_brl *brl;    /* of the round */
    us_str library; /* its path */
    int game;       /* the next game of the field that no step has used */
    int left;       /* games of the round's budget */
    us_rng rng;
} seeking;

static void report(const seeking *s, const us_str *text)
{
    if (s->def->on_step)
        s->def->on_step(s->def->context, text->text);
}

static const char *settings_of(const seeking *s)
{
    return s->def->settings ? s->def->settings : "";
}

static us_search_round *round_of(const seeking *s)
{
    return &s->out->round[s->out->rounds - 1];
}

/* ---- training games */

static us_training_game training_game(const seeking *s, int game)
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

static us_status make_drill(seeking *s, drill *d, us_error *err)
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

static us_status play_drill(seeking *s, const drill *d, us_training *out, us_error *err)
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
static const char *name_of_game(const seeking *s, int64_t game, const char *trace,
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

static us_status report_no_donor(const seeking *s, int64_t game, const us_error *why)
{
    US_AUTOSTR(text);
    us_str_addf(&text, "game %lld gives no donor: %s", (long long)game, why->text);
    report(s, &text);
    return US_OK;
}

/* Learns a donor from a game that another seat won. A trace that shows too little gives none. */
static us_status add_winner(seeking *s, us_games *games, int64_t game, const char *trace,
                            const char *map, us_error *err)
{
    us_seat winner;
    const char *player;
    us_error why = {0};
    us_arena *arena = s->out->arena;
    us_search_round *round = round_of(s);
    US_AUTOSTR(text);
    US_TRY(us_donor_find_winner(games, game, s->brl, arena, &winner, &player, err));
    if (winner == US_NEUTRAL)
        return US_OK;
    us_str_addf(&text, "donor-%d-%d.db", s->out->rounds, round->donors);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(s->def->folder, text.text);
    unlink(path.text);
    us_status status = us_donor_learn(trace, map, winner, name_of_game(s, game, trace, player),
                                      path.text, s->def->stop, &why);
    if (status == US_FAILED || status == US_MISMATCH || status == US_BAD_INPUT)
        return report_no_donor(s, game, &why);
    if (status != US_OK && err)
        *err = why;
    US_TRY(status);
    round->donor[round->donors++] = (us_donor){
        .path = us_arena_strndup(arena, path.text, path.length),
        .name = player,
        .about = name_of_game(s, game, trace, NULL),
    };
    return US_OK;
}

static us_status add_game(seeking *s, us_games *games, const char *trace, const char *map,
                          us_error *err)
{
    int64_t game;
    US_TRY(us_games_add(games, trace, map, &game, err));
    return s->def->winners && !s->def->adaptation.random &&
                   round_of(s)->donors < s->def->donors + WINNERS
               ? add_winner(s, games, game, trace, map, err)
               : US_OK;
}

static void note_seen(seeking *s, const us_brl_game *game, int games)
{
    for (int i = 0; i < games; i++)
        us_brl_add_game(s->out->library, &game[i]);
}

/* Plays training games, and adds them to the tables. */
static us_status train(seeking *s, us_games *games, us_error *err)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_AUTO(us_training_clear) us_training training = {0};
    us_search_round *round = round_of(s);
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
    note_seen(s, training.seen, training.seen_count);
    s->left -= d.games;
    return US_OK;
}

/* Notes the games of the tables as seen. */
static us_status note_traces(seeking *s, us_games *games, us_error *err)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    for (int64_t game = 1;; game++) {
        us_game_row row;
        US_TRY(us_games_read_row(games, game, 0, arena, &row, err));
        if (!row.file[0])
            return US_OK;
        if (row.game.map != 0 || row.game.seeded)
            note_seen(s, &row.game, 1);
    }
}

static us_status tabulate(seeking *s, us_games *games, us_error *err)
{
    const us_search_def *def = s->def;
    us_search_round *round = round_of(s);
    us_games_set_stop(games, def->stop);
    round->donor = US_ARENA_ARRAY(s->out->arena, us_donor, def->donors + WINNERS);
    for (int i = 0; i < def->donors && s->out->rounds == 1; i++)
        round->donor[round->donors++] = def->donor[i];
    US_TRY(us_failures_add_conditions(games, def->adaptation.patterns, err));
    if (s->out->rounds > 1 || def->traces == 0)
        US_TRY(train(s, games, err));
    else
        for (int i = 0; i < def->traces; i++)
            US_TRY(add_game(s, games, def->trace[i], NULL, err));
    return note_traces(s, games, err);
}

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
static bool draw_place(seeking *s, const screening *c, int place)
{
    int share = ALONG * c->alive_at[place];
    return 2 * share >= c->left ? us_rng_next_below(&s->rng, 2) == 0
                                : us_rng_next_below(&s->rng, (uint32_t)c->left) < (uint32_t)share;
}

/* Draws changes, at most one of a place, in the order of the list. Returns their number. */
static int draw_mix(seeking *s, const screening *c, int *out)
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
    const seeking *s;
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
 * library is unsound; e and the text of an error. */
static void make_mix(void *context, int64_t task, us_str *out)
{
    const mixing *m = context;
    const mix *of = &m->list[task];
    us_error why = {0};
    US_AUTOFREE bool *made = US_NEW_ARRAY(bool, of->count + 1);
    us_change_choice choice = {.change = of->change, .count = of->count};
    unlink(of->path);
    us_status status = us_changes_write(m->c->adaptation, m->c->changes, &choice, made,
                                        m->s->library.text, of->path, &why);
    us_str_add_char(out, status == US_OK ? 'm' : status == US_FAILED ? 'u' : 'e');
    for (int i = 0; i < of->count && status == US_OK; i++)
        us_str_add_char(out, made[i] ? '1' : '0');
    if (status != US_OK)
        us_str_add(out, why.text);
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
        return us_error_set(err, US_FAILED, of->path, 0, 0, "a library could not be made: %s",
                            result->what);
    if (result->length == (size_t)of->count + 1 && result->text[0] == 'm') {
        keep_made(of, result->text + 1);
    } else if (result->length > 0 && result->text[0] == 'u') { /* unsound together */
        of->count = 0;
        of->path = m->s->library.text;
    } else {
        return us_error_set(err, US_FAILED, NULL, 0, 0, "%.*s",
                            result->length > 0 ? (int)result->length - 1 : 0, result->text + 1);
    }
    return US_OK;
}

static bool is_stopped(void *context)
{
    const mixing *m = context;
    return m->s->def->stop && m->s->def->stop();
}

/* Makes libraries with random changes. */
static us_status make_mixes(seeking *s, const screening *c, mix *list, int count, us_arena *arena,
                            us_error *err)
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
static us_status play_groups(seeking *s, const screening *c, int groups, us_error *err)
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
            unlink(list[i].path);
    US_TRY(status);
    if (add_results(c, list, trial, groups))
        round_of(s)->differed = true;
    us_screening_estimate(c->screen, SPREAD, c->effect);
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

static us_status screen(seeking *s, screening *c, us_error *err)
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
        report(s, &text);
    }
    for (int i = 0; i < c->changes->count; i++)
        c->change[i].effect = c->effect[i];
    return US_OK;
}

/* ---- proof */

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
static us_estimate estimate(const seeking *s, const proving *p, double level)
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

static us_status play_maps(seeking *s, proving *p, const char *changed, int maps, us_error *err)
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

static void note_proof(const seeking *s, const proving *p, double level, us_search_proof *proof)
{
    proof->effect = estimate(s, p, level);
    proof->level = level;
    proof->named = s->field.maps > 0;
    proof->maps = proof->named ? s->field.maps : p->played;
    proof->games = 4 * p->played;
    proof->kept = proof->effect.bounds.low > 0;
}

/* Puts a library to the proof, with the games that are left. After a third of them, the test ends
 * if the library is far better; or if it is worse: in the mean if another library may be tried,
 * else beyond chance. */
static us_status prove(seeking *s, const char *changed, bool others, us_search_proof *proof,
                       us_error *err)
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

static void print_proof(const us_search_proof *proof, us_str *out)
{
    const us_estimate *effect = &proof->effect;
    us_str_addf(out, "%+.1f points [%+.1f, %+.1f] on ", 100 * effect->mean,
                100 * effect->bounds.low, 100 * effect->bounds.high);
    if (proof->named && proof->maps == 1)
        us_str_add(out, "this map");
    else
        us_str_addf(out, "%s%d map%s", proof->named ? "these " : "", proof->maps,
                    proof->maps == 1 ? "" : "s");
    if (proof->level > 0.95)
        us_str_addf(out, " (%.4g%%)", 100 * proof->level);
}

static void report_proof(const seeking *s, const char *what, int count,
                         const us_search_proof *proof)
{
    US_AUTOSTR(text);
    us_str_addf(&text, "proof of %d %s%s: ", count, what, count == 1 ? "" : "s");
    print_proof(proof, &text);
    us_str_add(&text, proof->kept ? ": kept" : ": not kept");
    report(s, &text);
}

static void print_result(const us_search_proof *proof, us_str *out)
{
    us_str_add(out, proof->kept ? "kept, " : "not kept, ");
    print_proof(proof, out);
}

void us_search_print_transplants(const us_search_round *round, us_str *out)
{
    if (round->transplants.tries > 0)
        print_result(&round->transplants, out);
    else
        us_str_add(out, "no donor");
}

void us_search_print_changes(const us_search_round *round, us_str *out)
{
    if (round->proof.tries > 0)
        print_result(&round->proof, out);
    else
        us_str_add(out, round->differed || round->changes.count == 0
                            ? "no change seemed to help"
                            : "all libraries scored the same in each game: nothing tells the "
                              "changes apart");
}

static us_status read_library(const char *path, const us_domain *domain, us_brl **out,
                              us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    US_TRY(us_library_open(path, US_LIBRARY_READ, domain, &library, err));
    return us_library_get_all(library, out, err);
}

/* Takes the library at path for the one that was searched, and notes the games of the search. */
static us_status take_library(seeking *s, const char *path, us_error *err)
{
    us_brl *made;
    US_TRY(read_library(path, s->field.domain, &made, err));
    for (int i = 0; i < s->out->library->games; i++)
        us_brl_add_game(made, &s->out->library->game[i]);
    made->games = us_brl_games_sort(made->game, made->games);
    us_brl_free(s->out->library);
    s->out->library = made;
    s->out->kept++;
    return US_OK;
}

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
static us_status keep(seeking *s, const screening *c, us_change_choice *choice, us_error *err)
{
    US_AUTOSTR(note);
    US_AUTOFREE bool *fits = US_NEW_ARRAY(bool, choice->count + 1);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(s->def->folder, "changed.db");
    us_str_add(&note, "with the other changes of its round ");
    print_proof(&round_of(s)->proof, &note);
    choice->note = note.text;
    unlink(path.text);
    US_TRY(
        us_changes_write(c->adaptation, c->changes, choice, fits, s->library.text, path.text, err));
    for (int i = 0; i < choice->count; i++)
        c->change[choice->change[i]].kept = fits[i];
    return take_library(s, path.text, err);
}

static us_status try_alive(seeking *s, const screening *c, us_error *err)
{
    us_search_round *round = round_of(s);
    us_error why = {0};
    US_AUTOFREE int *taken = US_NEW_ARRAY(int, c->changes->count + 1);
    US_AUTOFREE bool *fits = US_NEW_ARRAY(bool, c->changes->count + 1);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(s->def->folder, "changed.db");
    us_change_choice choice = {.change = taken, .count = list_alive(c, taken)};
    unlink(path.text);
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
    US_TRY(prove(s, path.text, true, &round->proof, err));
    report_proof(s, "change", count, &round->proof);
    return round->proof.kept ? keep(s, c, &choice, err) : US_OK;
}

static us_status prove_alive(seeking *s, screening *c, us_error *err)
{
    const us_search_proof *proof = &round_of(s)->proof;
    while (c->left > 0 && s->left >= 4 * LEAST_MAPS && proof->tries < TRIES && !proof->kept) {
        US_TRY(try_alive(s, c, err));
        keep_best(c, c->left / 2, 0);
    }
    return US_OK;
}

/* ---- transplants */

/* Adds the behaviors of the donors that fit to the library at path. */
static us_status add_donors(seeking *s, const char *path, us_error *err)
{
    us_search_round *round = round_of(s);
    int count = round->donors;
    round->donors = 0;
    for (int i = 0; i < count; i++) {
        us_error why = {0};
        us_status status = us_donor_add(&round->donor[i], s->field.domain, path, &why);
        if (status != US_OK && status != US_FAILED && err)
            *err = why;
        if (status == US_FAILED) {
            US_AUTOSTR(text);
            us_str_addf(&text, "%s does not fit: %s", round->donor[i].name, why.text);
            report(s, &text);
            continue;
        }
        US_TRY(status);
        round->donor[round->donors++] = round->donor[i];
    }
    return US_OK;
}

/* Lets the library practice, up to so many games in all. */
static us_status practice(seeking *s, const char *path, int games, us_error *err)
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
    us_str_addf(&text, "practice with %d donors: %d of %d games won", round_of(s)->donors,
                made.all.wins, made.played);
    if (made.before > 0)
        us_str_addf(&text, "; %d were played before", made.before);
    report(s, &text);
    return US_OK;
}

/* Finds the path for a library before a stage of practice. It follows from what the library was
 * before the first one, so that the practice continues after a kill. */
static us_status name_stage(const seeking *s, us_hash start, int stage, us_str *out)
{
    char hex[17];
    US_AUTOSTR(name);
    us_hash_print(us_hash_add(us_hash_add(start, s->field.seed), (uint64_t)s->def->budget), hex);
    us_str_addf(&name, "practice-%s-%d.db", hex, stage);
    us_folder_set_path(s->def->folder, name.text, out);
    return US_OK;
}

/* Gives the library of a stage its place, unless an earlier call did so and practiced it. */
static us_status place_stage(const char *made, const char *path, us_error *err)
{
    if (!us_file_exists(path))
        return us_file_rename_exclusive(made, path, err);
    unlink(made);
    return US_OK;
}

/* Makes the library with the behaviors of all donors. */
static us_status begin_practice(seeking *s, const char *made, us_hash *start, us_error *err)
{
    US_AUTOSTR(agent);
    unlink(made);
    US_TRY(us_adaptation_write(NULL, s->brl, s->library.text, made, err));
    US_TRY(add_donors(s, made, err));
    us_agent_print_library(made, "", &agent);
    return us_agent_compute_identity(agent.text, s->field.domain, start, err);
}

/* Makes a library of the one that practiced, without the worse half of the donors. */
static us_status halve_donors(seeking *s, const char *from, const char *made, us_error *err)
{
    us_search_round *round = round_of(s);
    int half = (round->donors + 1) / 2;
    US_AUTOPTR(us_library) library = NULL;
    unlink(made);
    US_TRY(us_library_open(from, US_LIBRARY_READ, s->field.domain, &library, err));
    US_TRY(us_library_copy(library, made, err));
    return us_donors_keep_best(round->donor, &round->donors, half > DONORS ? half : DONORS, s->brl,
                               made, err);
}

/* Lets a library with the donors' behaviors practice. path: gets the one with the best of them. */
static us_status practice_stages(seeking *s, us_str *path, us_error *err)
{
    us_search_round *round = round_of(s);
    int games = s->def->budget * PRACTICE / 100;
    us_hash start;
    US_AUTO(us_str_clear) us_str made = us_folder_make_path(s->def->folder, "changed.db");
    US_TRY(begin_practice(s, made.text, &start, err));
    for (int stage = 0; stage < STAGES; stage++) {
        if (stage > 0)
            US_TRY(halve_donors(s, path->text, made.text, err));
        us_str_reset(path);
        US_TRY(name_stage(s, start, stage, path));
        US_TRY(place_stage(made.text, path->text, err));
        US_TRY(practice(s, path->text, games * (stage + 1) / STAGES, err));
    }
    round->practiced = games;
    s->left -= games;
    return US_OK;
}

static us_status transplant(seeking *s, us_error *err)
{
    us_search_round *round = round_of(s);
    US_AUTOSTR(path);
    if (round->donors == 0)
        return US_OK;
    US_TRY(practice_stages(s, &path, err));
    US_TRY(
        us_donors_keep_best(round->donor, &round->donors, round->donors, s->brl, path.text, err));
    US_TRY(prove(s, path.text, false, &round->transplants, err));
    report_proof(s, "donor", round->donors, &round->transplants);
    return round->transplants.kept ? take_library(s, path.text, err) : US_OK;
}

/* ---- rounds */

static us_status search_changes(seeking *s, const us_adaptation_def *adaptation, us_error *err)
{
    us_search_round *round = round_of(s);
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
    c.screen = us_screening_new(changes->count);
    us_status status = screen(s, &c, err);
    us_screening_free(c.screen);
    return status == US_OK ? prove_alive(s, &c, err) : status;
}

static us_status copy_brl(const us_brl *from, us_brl **out, us_error *err)
{
    US_AUTOSTR(text);
    us_brl_print(from, &text);
    return us_brl_parse(from->domain, from->file, text.text, text.length, out, err);
}

/* Puts the library into its file, for the round. */
static us_status place_library(seeking *s, us_error *err)
{
    us_brl_free(s->brl);
    s->brl = NULL;
    unlink(s->library.text);
    US_TRY(copy_brl(s->out->library, &s->brl, err));
    return us_adaptation_write(NULL, s->brl, s->def->library, s->library.text, err);
}

static us_status search_round(seeking *s, us_games *games, us_error *err)
{
    us_search_round *round = round_of(s);
    us_adaptation_def adaptation = s->def->adaptation;
    US_AUTOSTR(text);
    US_TRY(tabulate(s, games, err));
    adaptation.library = s->brl;
    adaptation.games = games;
    adaptation.seed = us_rng_derive_seed(s->field.seed, "random", (uint64_t)s->out->rounds);
    adaptation.stop = s->def->stop;
    US_TRY(us_changes_list(&adaptation, &round->changes, err));
    us_str_addf(&text, "round %d: %d changes at %d places", s->out->rounds, round->changes.count,
                round->changes.places);
    if (round->own > 0)
        us_str_addf(&text, "; %d training games, %d won", round->own, round->wins);
    report(s, &text);
    int reserve = round->donors > 0 ? s->def->budget * (PRACTICE + TRANSPLANTS) / 100 : 0;
    s->left -= reserve;
    US_TRY(search_changes(s, &adaptation, err));
    s->left += reserve;
    if (round->proof.kept)
        US_TRY(place_library(s, err));
    US_TRY(transplant(s, err));
    round->games = s->def->budget - s->left;
    us_search_complete_stories(round, s->out->rounds);
    return US_OK;
}

static us_status play_rounds(seeking *s, us_error *err)
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
static us_status make_budget_key(const seeking *s, us_hash *out, us_error *err)
{
    const us_training_field *field = &s->field;
    us_hash library, hash = us_hash_add_text(US_HASH_START, "budget");
    US_AUTOSTR(agent);
    us_agent_print_library(s->def->library, "", &agent);
    US_TRY(us_agent_compute_identity(agent.text, field->domain, &library, err));
    hash = us_hash_add(us_hash_add(hash, library), (uint64_t)s->def->seconds);
    hash = us_hash_add(us_hash_add(hash, field->seed), (uint64_t)field->max_cycles);
    for (int i = 0; i < field->opponents; i++)
        hash = us_hash_add_text(hash, field->against[i]);
    for (int i = 0; i < field->maps; i++)
        hash = us_hash_add_text(hash, field->map[i]);
    for (int i = 0; i < field->families; i++)
        hash = us_hash_add_text(hash, field->family[i]);
    for (int i = 0; i < field->sizes; i++)
        hash = us_hash_add(hash, (uint64_t)field->size[i]);
    *out = us_hash_add(hash, field->fog);
    return US_OK;
}

/* Plays the first training games, which the first round plays again. Writes the number of games
 * that all workers play in the time, with three digits. */
static us_status measure_budget(seeking *s, int64_t *out, us_error *err)
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

static void report_budget(const seeking *s, int64_t measured)
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
    report(s, &text);
}

/* Fixes the number of games for the time, unless the journal has it. */
static us_status fix_budget(seeking *s, us_search_def *def, us_error *err)
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
static us_status check_field(const seeking *s, us_error *err)
{
    US_AUTOSTR(agent);
    US_AUTOFREE us_hash *hash = US_NEW_ARRAY(us_hash, us_training_field_kinds(&s->field));
    us_agent_print_library(s->def->library, settings_of(s), &agent);
    return us_training_field_check(&s->field, agent.text, hash, err);
}

static us_status run(seeking *s, us_search_def *def, us_error *err)
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
    US_TRY(us_trials_open(&trials, &s->trials, err));
    if (def->seconds > 0)
        US_TRY(fix_budget(s, def, err));
    s->out->budget = def->budget;
    US_TRY(play_rounds(s, err));
    US_AUTOFREE us_brl_game *game = us_trials_list_games(s->trials, &games);
    note_seen(s, game, games);
    return US_OK;
}

us_status us_search_run(const us_search_def *def, us_search *out, us_error *err)
{
    us_search made = {.round = US_NEW_ARRAY(us_search_round, def->rounds + 1),
                      .arena = us_arena_new()};
    us_search_def fixed = *def; /* with the number of games for its time */
    seeking s = {.def = &fixed, .field = def->field, .out = &made};
    us_assert(def->rounds > 0 && def->workers > 0);
    s.field.seed = seed_of(def);
    us_str_init(&s.library);
    us_status status = def->seconds == 0 && def->budget < US_SEARCH_LEAST
                           ? us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                                          "a budget of %d games: expected %d or more", def->budget,
                                          (int)US_SEARCH_LEAST)
                           : run(&s, &fixed, err);
    us_trials_close(s.trials);
    us_brl_free(s.brl);
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
    static const char *const begins[] = {"round.db", "changed.db", "mix-", "donor-", "practice-"};
    const char *rest = name + strspn(name, "0123456789");
    if (rest > name && (us_text_equal(rest, ".map") || us_text_equal(rest, ".jsonl") ||
                        (us_text_has_prefix(rest, ".goals.") && us_text_has_suffix(rest, ".json"))))
        return true;
    for (int i = 0; i < US_COUNT(begins); i++)
        if (us_text_has_prefix(name, begins[i]))
            return true;
    return us_text_equal(name, US_TRIALS_JOURNAL);
}

void us_search_drop_files(const char *folder, const char *except)
{
    US_AUTO(us_names_free) us_names names = {0};
    if (us_file_list(folder, "", &names, NULL) != US_OK)
        return;
    for (int i = 0; i < names.count; i++) {
        US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, names.name[i]);
        bool kept = except && us_text_equal(names.name[i], except);
        if (is_name_of_search(names.name[i]) && !kept)
            unlink(path.text);
    }
}
