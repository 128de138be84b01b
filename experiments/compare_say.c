#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "experiments/compare_parts.h"

void us_comparison_note(us_comparison *comparison, const char *format, ...)
{
    us_str text;
    va_list args;
    const char **list = US_ARENA_ARRAY(comparison->arena, const char *, comparison->notes + 1);
    us_str_init(&text);
    va_start(args, format);
    us_str_vaddf(&text, format, args);
    va_end(args);
    if (comparison->notes > 0)
        memcpy(list, comparison->note, (size_t)comparison->notes * sizeof(*list));
    list[comparison->notes] = us_arena_text(comparison->arena, text.text, text.length);
    comparison->note = list;
    comparison->notes++;
    us_str_clear(&text);
}

/* Games that the player has on maps where it was learned; one of those maps. */
static int64_t count_leaks(const us_manifest *m, int player, int64_t *games, const char **map)
{
    const us_entrant *entrant = &m->player[player];
    bool *saw = US_NEW_ARRAY(bool, m->maps + 1);
    int64_t leaks = 0;
    for (int i = 0; i < m->maps; i++)
        saw[i] = us_entrant_saw(entrant, m->map[i].hash);
    *games = 0;
    for (int64_t i = 0; i < m->games; i++) {
        const us_fixture *game = &m->game[i];
        if (game->player != player || m->row[i].end == US_ROW_NONE)
            continue;
        ++*games;
        if (saw[game->map]) {
            leaks++;
            *map = m->map[game->map].name;
        }
    }
    us_free(saw);
    return leaks;
}

us_status us_leakage_check(const us_manifest *manifest, const us_compare_def *def,
                           us_comparison *out, us_error *err)
{
    for (int p = 0; p < manifest->players; p++) {
        const char *name = manifest->player[p].name, *map = "";
        int64_t games = 0;
        int64_t leaks = manifest->player[p].seen ? count_leaks(manifest, p, &games, &map) : 0;
        if (leaks > 0 && !def->leaky)
            return us_fail(err, US_MISMATCH, NULL, 0, 0,
                           "\"%.64s\" was learned on the map \"%.64s\" that it is judged on (%lld "
                           "of its %lld games): expected maps it has not seen, or --leaky",
                           name, map, (long long)leaks, (long long)games);
        if (leaks > 0)
            us_comparison_note(out,
                               "\"%s\" was learned on maps that it is judged on: %lld of its "
                               "%lld games.",
                               name, (long long)leaks, (long long)games);
    }
    return US_OK;
}

/* ---- verdicts */

static void add_bounds(const us_comparison *c, const us_versus *v, us_str *out)
{
    us_str_addf(out, " (%g%%: %+.3f to %+.3f; %d pairs in %d cells", c->def.level * 100,
                v->effect.bounds.low, v->effect.bounds.high, v->effect.pairs, v->effect.cells);
    if (v->effect.runs > 1)
        us_str_addf(out, ", %d runs", v->effect.runs);
    us_str_add(out, ")");
}

static void say_verdict(us_comparison *c, us_versus *v)
{
    const char *one = c->side[v->challenger].name, *other = c->side[v->baseline].name;
    us_str text;
    us_str_init(&text);
    switch (v->conclusion) {
    case US_BETTER:
    case US_WORSE:
        us_str_addf(&text, "\"%s\" is %s than \"%s\": %+.3f of a game", one,
                    us_conclusion_name(v->conclusion), other, v->effect.mean);
        break;
    case US_EQUIVALENT:
        us_str_addf(&text, "\"%s\" is as good as \"%s\" within %.3f of a game: %+.3f", one, other,
                    c->def.margin, v->effect.mean);
        break;
    case US_INCONCLUSIVE:
        us_str_addf(&text, "\"%s\" and \"%s\" can't be told apart yet: %+.3f of a game", one, other,
                    v->effect.mean);
        break;
    }
    add_bounds(c, v, &text);
    if (v->conclusion == US_INCONCLUSIVE && v->effect.runs > 1)
        us_str_add(&text, "; more runs would tell");
    else if (v->conclusion == US_INCONCLUSIVE && isfinite(v->needed) && v->needed < 1e9)
        us_str_addf(&text, "; a difference of that size takes about %.0f pairs", v->needed);
    us_str_add(&text, v->stopped ? "; stopped by a sequential test." : ".");
    v->verdict = us_arena_text(c->arena, text.text, text.length);
    us_str_clear(&text);
}

static void say_sequential(us_comparison *c, const us_versus *v)
{
    const us_sprt *s = &v->sprt;
    const char *one = c->side[v->challenger].name;
    switch (s->state) {
    case US_SPRT_DELTA0:
        us_comparison_note(c,
                           "Sequential: after %d pairs the effect of \"%s\" is taken to be %+.3f "
                           "of a game or less, not %+.3f.",
                           s->pairs, one, s->def.delta0, s->def.delta1);
        break;
    case US_SPRT_DELTA1:
        us_comparison_note(c,
                           "Sequential: after %d pairs the effect of \"%s\" is taken to be %+.3f "
                           "of a game or more, not %+.3f.",
                           s->pairs, one, s->def.delta1, s->def.delta0);
        break;
    case US_SPRT_CAPPED:
        us_comparison_note(c, "Sequential: undecided for \"%s\" after %d pairs.", one, s->pairs);
        break;
    case US_SPRT_RUNNING:
        us_comparison_note(c,
                           "Sequential: undecided for \"%s\"; the ratio is %.2f, bounds are %.2f "
                           "and %.2f.",
                           one, s->ratio, s->lower, s->upper);
        break;
    }
}

static void note_ends(us_comparison *c)
{
    for (int i = 0; i < c->sides; i++) {
        const us_side *s = &c->side[i];
        if (s->end[US_ROW_CRASH] + s->end[US_ROW_TIMEOUT] > 0)
            us_comparison_note(c,
                               "%lld games of \"%s\" crashed and %lld took too long: they count as "
                               "lost.",
                               (long long)s->end[US_ROW_CRASH], s->name,
                               (long long)s->end[US_ROW_TIMEOUT]);
    }
}

/* The sentence about the test names its two players. */
static bool is_named(const us_matching *m, int side)
{
    bool named = false;
    us_str name;
    us_str_init(&name);
    for (int i = 0; i < m->side[side].players && !named; i++) {
        us_str_reset(&name);
        us_str_addf(&name, "\"%s\"", m->manifest->player[m->side[side].player[i]].name);
        named = strstr(m->manifest->stopped, name.text) != NULL;
    }
    us_str_clear(&name);
    return named;
}

void us_compare_say(const us_matching *m, us_comparison *c)
{
    bool single = false;
    for (int i = 0; i < c->count; i++) {
        us_versus *v = &c->versus[i];
        v->stopped = m->manifest->stopped && is_named(m, v->baseline) && is_named(m, v->challenger);
        say_verdict(c, v);
        single |= v->effect.runs < 2;
        if (v->unmatched > 0)
            us_comparison_note(c, "%lld games of \"%s\" and \"%s\" without a partner are left out.",
                               (long long)v->unmatched, c->side[v->challenger].name,
                               c->side[v->baseline].name);
        if (c->def.sprt)
            say_sequential(c, v);
    }
    if (m->manifest->stopped)
        us_comparison_note(c, "%s", m->manifest->stopped);
    note_ends(c);
    if (single)
        us_comparison_note(c, "Where a player has one run only, what is said holds for that one "
                              "library; not for how it was learned or adapted.");
    if (c->count > 1)
        us_comparison_note(c, "%d comparisons: the column holm holds p values corrected for them.",
                           c->count);
    if (m->played < m->manifest->games)
        us_comparison_note(c, "%lld of %lld games are not played.",
                           (long long)(m->manifest->games - m->played),
                           (long long)m->manifest->games);
}
