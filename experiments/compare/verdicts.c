#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "experiments/compare/parts.h"
#include "experiments/design/entrants.h"
#include "experiments/report/sheet.h"
#include "experiments/run/results.h"
#include "experiments/run/sequence.h"

void us_comparison_note(us_comparison *comparison, const char *format, ...)
{
    US_AUTOSTR(text);
    va_list args;
    const char **list = US_ARENA_ARRAY(comparison->arena, const char *, comparison->notes + 1);
    va_start(args, format);
    us_str_vaddf(&text, format, args);
    va_end(args);
    if (comparison->notes > 0)
        memcpy(list, comparison->note, (size_t)comparison->notes * sizeof(*list));
    list[comparison->notes] = us_arena_strndup(comparison->arena, text.text, text.length);
    comparison->note = list;
    comparison->notes++;
}

/* ---- leakage */

enum { LEAKS_TOLD = 3 };

/* The games of a player that it saw before. */
typedef struct leak {
    us_seen_games seen;
    int64_t games, leaky, by_map, by_seed;
    int map[LEAKS_TOLD + 1]; /* each once; the last stands for more */
    uint64_t seed[LEAKS_TOLD + 1];
    int maps, seeds;
} leak;

static void add_leak(leak *l, const us_fixture *game, bool map, bool seed)
{
    int m = 0, s = 0;
    l->leaky += map || seed;
    l->by_map += map;
    l->by_seed += seed;
    while (m < l->maps && l->map[m] != game->map)
        m++;
    if (map && m == l->maps && m <= LEAKS_TOLD)
        l->map[l->maps++] = game->map;
    while (s < l->seeds && l->seed[s] != game->seed)
        s++;
    if (seed && s == l->seeds && s <= LEAKS_TOLD)
        l->seed[l->seeds++] = game->seed;
}

static leak *find_leaks(const us_manifest *m)
{
    leak *of = US_NEW_ARRAY(leak, m->players + 1);
    for (int p = 0; p < m->players; p++)
        of[p].seen = us_seen_games_from_entrant(&m->player[p]);
    for (int64_t i = 0; i < m->games; i++) {
        const us_fixture *game = &m->game[i];
        leak *l = &of[game->player];
        if (m->row[i].end == US_ROW_NONE)
            continue;
        l->games++;
        add_leak(l, game, us_seen_games_has_map(&l->seen, m->map[game->map].hash),
                 us_seen_games_has_seed(&l->seen, game->seed));
    }
    return of;
}

/* "the map "open-1" (1 of its 4 games) and the seeds 1, 2 (2)" */
static void print_leak(const us_manifest *m, const leak *l, us_str *out)
{
    static const char *const more[] = {"", ", ..."};
    if (l->by_map > 0)
        us_str_add(out, l->maps > 1 ? "the maps " : "the map ");
    for (int i = 0; i < l->maps && i < LEAKS_TOLD; i++)
        us_str_addf(out, "%s\"%.64s\"", i ? ", " : "", m->map[l->map[i]].name);
    if (l->by_map > 0)
        us_str_addf(out, "%s (%lld of its %lld games)", more[l->maps > LEAKS_TOLD],
                    (long long)l->by_map, (long long)l->games);
    if (l->by_seed > 0)
        us_str_addf(out, "%sthe seed%s ", l->by_map > 0 ? " and " : "", l->seeds > 1 ? "s" : "");
    for (int i = 0; i < l->seeds && i < LEAKS_TOLD; i++)
        us_str_addf(out, "%s%llu", i ? ", " : "", (unsigned long long)l->seed[i]);
    if (l->by_seed > 0)
        us_str_addf(out, "%s (%lld of its %lld games)", more[l->seeds > LEAKS_TOLD],
                    (long long)l->by_seed, (long long)l->games);
}

static us_status check_leaks(const us_manifest *manifest, const us_comparison_def *def,
                             const leak *of, us_comparison *out, us_error *err)
{
    US_AUTOSTR(text);
    for (int p = 0; p < manifest->players; p++) {
        const char *name = manifest->player[p].name;
        if (of[p].games > 0 && of[p].seen.seedless > 0) {
            us_str_reset(&text);
            us_seen_games_print_seedless(&of[p].seen, name, &text);
            us_comparison_note(out, "%s.", text.text);
        }
        if (of[p].leaky == 0)
            continue;
        us_str_reset(&text);
        print_leak(manifest, &of[p], &text);
        if (!def->leaky)
            return us_error_set(
                err, US_MISMATCH, NULL, 0, 0,
                "\"%.64s\" is judged on what it was learned or adapted on: %s: expected "
                "maps and seeds it has not seen, or --leaky",
                name, text.text);
        us_comparison_note(out, "\"%s\" is judged on what it was learned or adapted on: %s.", name,
                           text.text);
    }
    return US_OK;
}

us_status us_comparison_check_leakage(const us_manifest *manifest, const us_comparison_def *def,
                                      us_comparison *out, us_error *err)
{
    US_AUTOFREE leak *of = find_leaks(manifest);
    us_status status = check_leaks(manifest, def, of, out, err);
    for (int p = 0; p < manifest->players; p++)
        us_seen_games_clear(&of[p].seen);
    return status;
}

/* ---- verdicts */

static void add_bounds(const us_comparison *c, const us_versus *v, us_str *out)
{
    us_str_addf(out, " (%g%%: %+.3f to %+.3f; ", c->def.level * 100, v->effect.bounds.low,
                v->effect.bounds.high);
    us_str_add_count(out, v->pairs, "pair", "pairs");
    if (v->scope == US_MAP_SCOPE_THESE) {
        us_str_add(out, " in ");
        us_str_add_count(out, v->cells, "cell", "cells");
    }
    if (v->families > 1) {
        us_str_add(out, ", ");
        us_str_add_count(out, v->families, "family", "families");
    }
    if (v->effect.runs > 1)
        us_str_addf(out, ", %d runs", v->effect.runs);
    if (v->repeats > 0)
        us_str_addf(out, ", without %d repeat%s", v->repeats, v->repeats == 1 ? "" : "s");
    if (c->count > 1)
        us_str_addf(out, "; as one of %d comparisons %+.3f to %+.3f", c->count, v->together.low,
                    v->together.high);
    us_str_add(out, ")");
}

/* Adds the number of units that would give a conclusion, if there is none yet. */
static void add_needed(const us_versus *v, us_str *out)
{
    const us_estimate *e = &v->effect;
    bool maps = v->scope == US_MAP_SCOPE_MAPS;
    if (e->runs > 1)
        us_str_addf(out, "; more %s would narrow the interval",
                    2 * e->common < e->error * e->error ? "runs"
                    : maps                              ? "maps"
                                                        : "games");
    else if (isfinite(v->needed) && v->needed < 1e9)
        us_str_addf(out, "; a difference of that size takes about %.0f %s%s", v->needed,
                    maps ? "maps" : "pairs", !maps && v->repeats > 0 ? " that are no repeats" : "");
}

static void print_verdict(us_comparison *c, us_versus *v)
{
    const char *one = c->side[v->challenger].name, *other = c->side[v->baseline].name;
    US_AUTOSTR(text);
    US_AUTOSTR(where);
    us_map_scope_print(v->scope, v->maps, &where);
    switch (v->conclusion) {
    case US_BETTER:
    case US_WORSE:
        us_str_addf(&text, "\"%s\" is %s than \"%s\" %s: %+.3f of a game", one,
                    us_conclusion_name(v->conclusion), other, where.text, v->effect.mean);
        break;
    case US_EQUIVALENT:
        us_str_addf(&text, "\"%s\" is equivalent to \"%s\" within %.3f of a game %s: %+.3f", one,
                    other, c->def.margin, where.text, v->effect.mean);
        break;
    case US_SAME:
        us_str_addf(&text, "\"%s\" is the same player as \"%s\"", one, other);
        break;
    case US_INCONCLUSIVE:
        us_str_addf(&text, "\"%s\" and \"%s\": no difference shown %s: %+.3f of a game", one, other,
                    where.text, v->effect.mean);
        break;
    }
    if (v->conclusion != US_SAME)
        add_bounds(c, v, &text);
    if (v->conclusion == US_INCONCLUSIVE)
        add_needed(v, &text);
    us_str_add(&text, v->stopped ? "; stopped by a sequential test." : ".");
    v->verdict = us_arena_strndup(c->arena, text.text, text.length);
}

/* The test of pairs is not of what the effect is of, where cells have not as many pairs each. */
static void print_sequential(us_comparison *c, const us_versus *v)
{
    const us_sprt *s = &v->sprt;
    const us_sprt_def *d = &s->def;
    const char *one = c->side[v->challenger].name;
    bool maps = c->def.scope == US_MAP_SCOPE_MAPS, low = s->state == US_SPRT_DELTA0;
    const char *steps = maps ? "maps" : "pairs",
               *what = maps ? "the mean effect of maps" : "the mean difference of pairs";
    switch (s->state) {
    case US_SPRT_DELTA0:
    case US_SPRT_DELTA1:
        us_comparison_note(c,
                           "Sequential test: after %d %s it accepts that %s of \"%s\" (equal "
                           "weights) is %+.3f or %s, and rejects %+.3f.",
                           s->steps, steps, what, one, low ? d->delta0 : d->delta1,
                           low ? "less" : "more", low ? d->delta1 : d->delta0);
        break;
    case US_SPRT_CAPPED:
        us_comparison_note(c, "Sequential test: undecided for \"%s\" after %d %s.", one, s->steps,
                           steps);
        break;
    case US_SPRT_RUNNING:
        us_comparison_note(
            c,
            "Sequential test: undecided for \"%s\" after %d %s; it decides after %d or more. The "
            "log-likelihood ratio of %s (equal weights) is %.2f, its bounds are %.2f and %.2f.",
            one, s->steps, steps, d->first, what, s->ratio, s->lower, s->upper);
        if (v->waits)
            us_comparison_note(c,
                               "The sequential test waits at map \"%s\", where a game has no "
                               "result: experiment run --resume --retry-failed plays it again.",
                               v->waits);
        break;
    }
}

static void note_left_out(us_comparison *c, const us_versus *v)
{
    const char *one = c->side[v->challenger].name, *other = c->side[v->baseline].name;
    if (v->unmatched > 0)
        us_comparison_note(c, "%lld game%s of \"%s\" and \"%s\" without a partner %s left out.",
                           (long long)v->unmatched, v->unmatched == 1 ? "" : "s", one, other,
                           v->unmatched == 1 ? "is" : "are");
    if (v->lacking > 0)
        us_comparison_note(c,
                           "\"%s\" and \"%s\": %d pairings of a map and an opponent that not all "
                           "runs have played are left out.",
                           one, other, v->lacking);
    if (v->partial > 0)
        us_comparison_note(
            c,
            "\"%s\" and \"%s\": %d of %d maps lack%s pairs against an opponent, or in a seat, "
            "where other maps have some; such a map's effect is the mean of the pairs that it has.",
            one, other, v->partial, v->maps, v->partial == 1 ? "s" : "");
    if (v->bootstrap.singles > 0)
        us_comparison_note(
            c, "\"%s\" and \"%s\": %d cell%s one pair, so that there is no bootstrap.", one, other,
            v->bootstrap.singles, v->bootstrap.singles == 1 ? " has" : "s have");
}

/* The verdict follows Student's interval, the tests follow changes of sign. No signs of so many
 * runs give a p value below `least`, and Holm's correction never lowers one. */
static void print_caution(us_comparison *c, us_versus *v)
{
    US_AUTOSTR(text);
    double alpha = 1 - c->def.level, least = exp2(1 - v->effect.runs);
    bool told = v->conclusion == US_BETTER || v->conclusion == US_WORSE;
    const char *one = c->side[v->challenger].name, *other = c->side[v->baseline].name;
    if (told && v->holm > alpha && v->effect.runs > 1 && least > alpha)
        us_str_addf(&text,
                    "\"%s\" is %s than \"%s\" by its interval, which decides the verdict; the "
                    "sign-flip test has p = %.3g (Holm), and with %d runs never less than %.3g.",
                    one, us_conclusion_name(v->conclusion), other, v->holm, v->effect.runs, least);
    else if (told && v->holm > alpha)
        us_str_addf(&text,
                    "\"%s\" is %s than \"%s\" by its interval, which decides the verdict, but "
                    "the sign-flip test has p = %.3g (Holm): interpret the verdict with care.",
                    one, us_conclusion_name(v->conclusion), other, v->holm);
    else if (v->conclusion == US_INCONCLUSIVE && v->holm <= alpha)
        us_str_addf(&text,
                    "\"%s\" and \"%s\": the sign-flip test has p = %.3g (Holm), but the "
                    "interval, which decides the verdict, includes 0: interpret it with care.",
                    one, other, v->holm);
    v->care = us_arena_strndup(c->arena, text.text, text.length);
}

static void note_repeats(us_comparison *c, const us_versus *v)
{
    const char *one = c->side[v->challenger].name, *other = c->side[v->baseline].name;
    if (v->alike > 0)
        us_comparison_note(c,
                           "\"%s\" and \"%s\": all %d runs play alike, game by game: they are one "
                           "library, and count as one. More runs would add nothing.",
                           one, other, v->alike);
    if (v->repeats > 0)
        us_comparison_note(
            c,
            "\"%s\" and \"%s\": %d of %d pairs are repeats: the seed changes nothing "
            "there, so all games of a map, opponent and seat are one game and count "
            "once. More games there would add nothing; other maps and opponents "
            "would.",
            one, other, v->repeats, v->repeats + v->pairs);
}

static void note_alike(us_comparison *c, const us_versus *v)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int r = 0; r < v->effect.runs; r++) {
        low = fmin(low, v->run[r].effect);
        high = fmax(high, v->run[r].effect);
    }
    if (v->effect.runs > 1 && high - low < 1e-9)
        us_comparison_note(
            c,
            "\"%s\" and \"%s\": all %d runs have the same effect, so the variance between runs "
            "is unknown. The interval allows for what so few runs could have missed: it is wide, "
            "and wider on the side where more could lie.",
            c->side[v->challenger].name, c->side[v->baseline].name, v->effect.runs);
}

static void note_maps(const us_matching *m, us_comparison *c)
{
    bool one = c->one_map && c->count > 0;
    int fewest = INT_MAX;
    int enough = us_estimate_min_count(1 - (1 - c->def.level) / (c->count > 0 ? c->count : 1));
    for (int i = 0; i < c->count; i++) {
        one |= c->def.scope == US_MAP_SCOPE_MAPS && c->versus[i].maps == 1;
        if (c->versus[i].scope == US_MAP_SCOPE_MAPS && c->versus[i].maps < fewest)
            fewest = c->versus[i].maps;
    }
    if (c->count > 0 && m->unsaid)
        us_comparison_note(c, "An older version planned the experiment, without a scope. Unless "
                              "--scope is given, the verdicts are about maps like these.");
    if (one)
        us_comparison_note(c, "One map supports no claim about other maps: expected two or more "
                              "maps for a verdict on maps like them.");
    if (fewest > 1 && fewest < enough && c->count == 1)
        us_comparison_note(c,
                           "%d maps hardly show how maps differ, so the interval is wide: "
                           "expected %d or more.",
                           fewest, enough);
    else if (fewest > 1 && fewest < enough)
        us_comparison_note(c,
                           "%d maps hardly show how maps differ, so the intervals of %d "
                           "comparisons together are wide: expected %d or more.",
                           fewest, c->count, enough);
}

/* Runs that are one player: made anew, they may be so, and copied they must not. */
static void note_same_runs(const us_matching *m, us_comparison *c)
{
    US_AUTOSTR(text);
    for (int side = 0; side < c->sides; side++) {
        bool told = false, alike = false; /* alike: see note_repeats */
        for (int i = 0; i < c->count; i++) {
            bool its = c->versus[i].baseline == side || c->versus[i].challenger == side;
            told |= its;
            alike |= its && c->versus[i].alike > 0;
        }
        us_str_reset(&text);
        if (told && !alike && m->side[side].grouped)
            us_same_players_print_runs(m->manifest, c->side[side].name, &text);
        if (text.length > 0)
            us_comparison_note(c, "%s", text.text);
    }
}

/* A challenger that is chosen afterwards has had the others' chances. */
static void note_chosen(us_comparison *c)
{
    int others = -2;
    for (int i = 0; i < c->sides; i++)
        others += c->side[i].games > 0;
    if (c->def.challenger && c->count > 0 && others > 0)
        us_comparison_note(c,
                           "\"%s\" is one of %d that have played beside \"%s\", and nothing is "
                           "corrected for the other %d: compare a player that was chosen by its "
                           "results without --player.",
                           c->side[c->versus[0].challenger].name, others + 1,
                           c->side[c->versus[0].baseline].name, others);
}

static void note_ends(us_comparison *c)
{
    for (int i = 0; i < c->sides; i++) {
        const us_side *s = &c->side[i];
        int64_t crashed = s->end[US_ROW_CRASH] - s->no_result;
        if (crashed + s->end[US_ROW_TIMEOUT] > 0)
            us_comparison_note(c,
                               "%lld games of \"%s\" crashed and %lld took too long: they count as "
                               "lost.",
                               (long long)crashed, s->name, (long long)s->end[US_ROW_TIMEOUT]);
    }
}

static void note_outliers(us_comparison *c)
{
    US_AUTOSTR(text);
    for (int i = 0; i < c->workers->count; i++) {
        if (!c->workers->worker[i].outlier)
            continue;
        us_str_reset(&text);
        us_worker_print(&c->workers->worker[i], &text);
        us_comparison_note(c, "%s", text.text);
    }
}

/* The sentence about the test names its two players. */
static bool is_named(const us_matching *m, int side)
{
    bool named = false;
    US_AUTOSTR(name);
    for (int i = 0; i < m->side[side].players && !named; i++) {
        us_str_reset(&name);
        us_str_addf(&name, "\"%s\"", m->manifest->player[m->side[side].player[i]].name);
        named = strstr(m->manifest->stopped, name.text) != NULL;
    }
    return named;
}

/* Notes the scopes of the experiments, or of the test that stopped one. */
static void note_scopes(const us_matching *m, us_comparison *c)
{
    const us_manifest *manifest = m->manifest;
    if (manifest->scopes && !m->scope_given)
        us_comparison_note(c,
                           "%s Unless --scope is given, the verdicts are about maps like these, "
                           "the wider claim.",
                           manifest->scopes);
    if (!manifest->stopped)
        return;
    us_comparison_note(c, "%s", manifest->stopped);
    if (c->def.scope == US_MAP_SCOPE_MAPS &&
        us_sequence_parse_scope(manifest->stopped) == US_MAP_SCOPE_THESE)
        us_comparison_note(c,
                           "The sequential test was about these maps alone: its steps were pairs. "
                           "The verdict is about maps like these, which the test has not "
                           "decided.");
}

static void note_idler(void *context, const char *sentence)
{
    us_comparison_note(context, "%s", sentence);
}

void us_comparison_add_verdicts(const us_matching *m, us_comparison *c)
{
    bool single = false;
    for (int i = 0; i < c->count; i++) {
        us_versus *v = &c->versus[i];
        v->stopped = m->manifest->stopped && is_named(m, v->baseline) && is_named(m, v->challenger);
        print_verdict(c, v);
        single |= v->effect.runs < 2;
        note_left_out(c, v);
        note_repeats(c, v);
        note_alike(c, v);
        print_caution(c, v);
        if (v->care[0])
            us_comparison_note(c, "%s", v->care);
        if (c->def.sprt)
            print_sequential(c, v);
    }
    for (int i = c->count; i < c->verdicts; i++) {
        print_verdict(c, &c->versus[i]);
        c->versus[i].care = "";
    }
    note_maps(m, c);
    note_same_runs(m, c);
    note_scopes(m, c);
    if (m->manifest->differing)
        us_comparison_note(c, "%s Differences in results may come from that.",
                           m->manifest->differing);
    if (m->manifest->alike)
        us_comparison_note(c, "%s", m->manifest->alike);
    note_ends(c);
    us_void_games_report(m->manifest, c, note_idler);
    us_idle_players_report(m->manifest, c, note_idler);
    note_chosen(c);
    note_outliers(c);
    if (single)
        us_comparison_note(c, "With one run, a verdict holds for that one library, not for how it "
                              "was learned or adapted.");
    if (c->count > 1)
        us_comparison_note(
            c,
            "%d comparisons: each verdict uses an interval of %.4g%%, so that all hold jointly "
            "at %g%%. Tables have intervals of %g%% each; columns that end in _holm have p values "
            "corrected for the number of comparisons.",
            c->count, 100 - (100 - 100 * c->def.level) / c->count, c->def.level * 100,
            c->def.level * 100);
    if (m->played < m->manifest->games)
        us_comparison_note(c, "%lld of %lld games are not played.",
                           (long long)(m->manifest->games - m->played),
                           (long long)m->manifest->games);
}

/* ---- compare brief */

/* A comparison in short: the verdict, its effect, and what it is about, a line each. */

enum { WIDTH = 80, NEEDED_MAX = 999999 };

/* Adds a name in quotes that takes so many columns at most. */
static void add_name(us_str *out, const char *name, int columns)
{
    US_AUTOSTR(text);
    for (int most = columns; text.length == 0 || us_plot_width(text.text) > columns; most--) {
        us_str_reset(&text);
        us_plot_print_short(&text, name, most > 1 ? most : 1);
        if (most <= 1)
            break;
    }
    us_str_addf(out, "\"%s\"", text.text);
}

/* Adds both names, shortened so that the line fits. taken: the columns of all else in it. */
static void add_names(us_str *out, int taken, const char *one, const char *between,
                      const char *other)
{
    int first = us_plot_width(one), second = us_plot_width(other), room = WIDTH - taken - 4;
    if (first + second > room) {
        int half = room / 2;
        first = first < half ? first : second < half ? room - second : half;
        second = room - first;
    }
    add_name(out, one, first);
    us_str_add(out, between);
    add_name(out, other, second);
}

static void add_verdict(const us_comparison *c, const us_versus *v, us_str *out)
{
    static const char *const between[] = {[US_INCONCLUSIVE] = " against ",
                                          [US_BETTER] = " than ",
                                          [US_WORSE] = " than ",
                                          [US_EQUIVALENT] = " to ",
                                          [US_SAME] = " as "};
    const char *verdict = v->conclusion == US_INCONCLUSIVE ? "no difference shown"
                                                           : us_conclusion_name(v->conclusion);
    US_AUTOSTR(behind);
    if (v->conclusion == US_EQUIVALENT)
        us_str_addf(&behind, " within %.3f of a game", c->def.margin);
    us_str_addf(out, "%s: ", verdict);
    add_names(out, (int)(strlen(verdict) + 2 + strlen(between[v->conclusion]) + behind.length),
              c->side[v->challenger].name, between[v->conclusion], c->side[v->baseline].name);
    us_str_addf(out, "%s\n", behind.text);
}

/* The interval and the p value are those of the verdict, so that they agree with it. */
static void add_effect(const us_comparison *c, const us_versus *v, us_str *out)
{
    double p = us_estimate_p_value(&v->effect);
    us_str_addf(out, "  %+.3f of a game (%g%%: %+.3f to %+.3f)", v->effect.mean, c->def.level * 100,
                v->together.low, v->together.high);
    if (!isnan(p))
        us_str_addf(out, ", p = %.3g", fmin(1, p * c->count));
    if (c->count > 1)
        us_str_addf(out, "; corrected for %d tests", c->count);
    us_str_add_char(out, '\n');
}

static void add_subject(const us_versus *v, us_str *out)
{
    bool maps = v->scope == US_MAP_SCOPE_MAPS;
    us_str_add(out, "  ");
    us_map_scope_print(v->scope, v->maps, out);
    us_str_add(out, ", ");
    us_str_add_count(out, v->pairs, "pair", "pairs");
    us_str_add(out, ", ");
    us_str_add_count(out, v->effect.runs > 1 ? v->effect.runs : 1, "run", "runs");
    if (v->stopped)
        us_str_add(out, ", stopped early");
    if (v->conclusion == US_INCONCLUSIVE && v->effect.runs > 1)
        us_str_add(out, "; more runs or maps needed");
    else if (v->conclusion == US_INCONCLUSIVE && v->needed < NEEDED_MAX)
        us_str_addf(out, "; about %.0f %s needed", v->needed, maps ? "maps" : "pairs");
    us_str_add_char(out, '\n');
}

void us_comparison_print_brief(const us_comparison *c, us_str *out)
{
    for (int i = 0; i < c->verdicts; i++) {
        const us_versus *v = &c->versus[i];
        add_verdict(c, v, out);
        if (v->conclusion == US_SAME)
            continue;
        add_effect(c, v, out);
        add_subject(v, out);
    }
    if (c->verdicts == 0)
        us_str_add(out, "one player: nothing is compared\n");
    if (c->notes > 0) {
        us_str_add_count(out, c->notes, "note", "notes");
        us_str_add(out, ": compare without --brief\n");
    }
}
