#include <math.h>
#include <string.h>

#include "experiments/compare_parts.h"
#include "experiments/report/escape.h"

/* A comparison in short: the verdict, its effect, and what it is about, a line each. */

enum { WIDTH = 80, NEEDED_MAX = 999999 };

/* Adds a name in quotes that takes so many columns at most. */
static void add_name(us_str *out, const char *name, int columns)
{
    us_str text;
    us_str_init(&text);
    for (int most = columns; text.length == 0 || us_plot_width(text.text) > columns; most--) {
        us_str_reset(&text);
        us_plot_print_short(&text, name, most > 1 ? most : 1);
        if (most <= 1)
            break;
    }
    us_str_addf(out, "\"%s\"", text.text);
    us_str_clear(&text);
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
    us_str behind;
    us_str_init(&behind);
    if (v->conclusion == US_EQUIVALENT)
        us_str_addf(&behind, " within %.3f of a game", c->def.margin);
    us_str_addf(out, "%s: ", verdict);
    add_names(out, (int)(strlen(verdict) + 2 + strlen(between[v->conclusion]) + behind.length),
              c->side[v->challenger].name, between[v->conclusion], c->side[v->baseline].name);
    us_str_addf(out, "%s\n", behind.text);
    us_str_clear(&behind);
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
