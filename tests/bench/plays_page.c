#include <math.h>
#include <string.h>

#include "experiments/stats/effect.h"
#include "experiments/stats/numbers.h"
#include "tests/bench/bench.h"
#include "tests/bench/plays.h"
#include "understudy/statistics.h"

/* ---- what is counted */

/* Which seats: 0, NULL and -1 stand for all. */
typedef struct filter {
    char part;
    int library;
    const char *family, *opponent;
    int demos; /* 1: libraries of one demonstration; 2: of more */
} filter;

static filter all_of(char part)
{
    return (filter){.part = part, .library = -1};
}

static bool fits(const plays_list *list, const plays_seat *seat, const filter *f)
{
    const plays_group *group = &list->group[seat->group];
    int demos = list->library[group->library].demos > 1 ? 2 : 1;
    return group->part == f->part && (f->library < 0 || group->library == f->library) &&
           (f->demos == 0 || demos == f->demos) &&
           (!f->family || strcmp(group->family, f->family) == 0) &&
           (!f->opponent || strcmp(group->opponent[seat->opponent], f->opponent) == 0);
}

static const plays_result *result_of(const plays_list *list, const plays_seat *seat,
                                     const char *player)
{
    const plays_group *group = &list->group[seat->group];
    for (int p = 0; p < group->players; p++)
        if (strcmp(group->player[p], player) == 0)
            return &list->result[seat->first + p];
    return NULL;
}

static double points(const plays_result *result, int seat)
{
    return result->winner < 0 ? 0.5 : result->winner == seat;
}

/* family: by map of the list, the first map of its family. */
static us_atlas atlas_of(const plays_list *list, int *family)
{
    for (int m = 0; m < list->maps; m++)
        while (strcmp(list->map[family[m]].request.family, list->map[m].request.family) != 0)
            family[m]++;
    return (us_atlas){family, list->maps, list->maps, PLAYS_NAMES_MAX};
}

/* Over the maps, of so many games. */
typedef struct score {
    us_estimate is;
    int games;
} score;

/* The mean of a's points less share times b's in the same games; b may be NULL. The map is what is
 * repeated. */
static score compare(const plays_list *list, const filter *f, const char *a, double share,
                     const char *b)
{
    double *value = US_NEW_ARRAY(double, list->seats + 1);
    int *cell = US_NEW_ARRAY(int, list->seats + 1), *family = US_NEW_ARRAY(int, list->maps + 1);
    us_atlas atlas = atlas_of(list, family);
    us_pairs pairs = {value, cell, 0, atlas.maps * atlas.opponents, false};
    us_estimate_def how = {.level = 0.95, .low = b ? -share : 0, .high = 1};
    for (int s = 0; s < list->seats; s++) {
        const plays_seat *seat = &list->seat[s];
        if (!fits(list, seat, f))
            continue;
        const plays_result *one = result_of(list, seat, a);
        const plays_result *other = b ? result_of(list, seat, b) : NULL;
        if (!one || (b && !other))
            continue;
        cell[pairs.count] = seat->map * atlas.opponents + seat->opponent;
        value[pairs.count++] =
            points(one, seat->seat) - (b ? share * points(other, seat->seat) : 0);
    }
    score made = {us_estimate_compute_in_scope(&pairs, NULL, &atlas, &how, NULL), pairs.count};
    us_mem_free(value);
    us_mem_free(cell);
    us_mem_free(family);
    return made;
}

static score score_of(const plays_list *list, const filter *f, const char *player)
{
    return compare(list, f, player, 0, NULL);
}

typedef struct names {
    const char *name[PLAYS_GROUPS_MAX];
    int count;
} names;

static void add_name(names *n, const char *name)
{
    for (int i = 0; i < n->count; i++)
        if (strcmp(n->name[i], name) == 0)
            return;
    us_assert(n->count < PLAYS_GROUPS_MAX);
    n->name[n->count++] = name;
}

static names players_of(const plays_list *list, char part)
{
    names n = {0};
    for (int g = 0; g < list->groups; g++)
        for (int p = 0; p < list->group[g].players && list->group[g].part == part; p++)
            add_name(&n, list->group[g].player[p]);
    return n;
}

/* ---- cells */

static void add_score(us_str *out, score s)
{
    if (s.games == 0)
        us_str_add(out, " |");
    else
        us_str_addf(out, " %.1f [%.1f, %.1f] |", 100 * s.is.mean, 100 * s.is.bounds.low,
                    100 * s.is.bounds.high);
}

/* One-sided 95%, by Student's t over maps. */
static double at_least(const us_estimate *e)
{
    return e->freedom > 0 && isfinite(e->error)
               ? e->mean - us_student_critical_value(0.9, e->freedom) * e->error
               : e->bounds.low;
}

/* By how much, and at least by how much. */
static void add_bound(us_str *out, score s)
{
    if (s.games == 0)
        us_str_add(out, " |");
    else
        us_str_addf(out, " %+.1f, at least %+.1f |", 100 * s.is.mean, 100 * at_least(&s.is));
}

/* The comparisons of one table, in the order of its cells: Holm corrects their p values. */
typedef struct family_of_tests {
    double p[PLAYS_NAMES_MAX * 4];
    int count;
} family_of_tests;

static void test(family_of_tests *t, const score *s)
{
    double p = us_estimate_p_value(&s->is);
    us_assert(t->count < US_COUNT(t->p));
    t->p[t->count++] = isnan(p) ? 1 : p;
}

static void add_difference(us_str *out, const score *s, double holm)
{
    us_str_addf(out, " %+.1f [%+.1f, %+.1f]%s |", 100 * s->is.mean, 100 * s->is.bounds.low,
                100 * s->is.bounds.high, holm <= 0.05 ? "" : " ?");
}

/* The line below a table's head: so many columns of text, then of numbers. */
static void add_rule(us_str *out, int texts, int numbers)
{
    us_str_add(out, "\n|");
    for (int i = 0; i < texts + numbers; i++)
        us_str_add(out, i < texts ? " --- |" : " ---: |");
    us_str_add(out, "\n");
}

static void add_counts(us_str *out, score s)
{
    us_str_addf(out, " %d | %d |", s.games, s.is.pairs);
}

/* ---- part A */

static bool is_expert(const char *player)
{
    return strcmp(player, "expert") == 0;
}

static void add_paired(const plays_list *list, const filter *f, const names *n, us_str *out)
{
    add_counts(out, score_of(list, f, n->name[0]));
    for (int p = 0; p < n->count; p++) {
        add_score(out, score_of(list, f, n->name[p]));
        if (!is_expert(n->name[p]))
            add_bound(out, compare(list, f, n->name[p], PLAYS_SHARE / 100.0, "expert"));
    }
    us_str_add(out, "\n");
}

static void write_demos(const plays_list *list, const names *n, us_str *out)
{
    int columns = 2;
    us_str_add(out, "\n| demonstration | family | games | maps |");
    for (int p = 0; p < n->count; p++) {
        us_str_addf(out, " %s |", n->name[p]);
        if (!is_expert(n->name[p]))
            us_str_addf(out, " above %d%% of the expert |", PLAYS_SHARE);
        columns += is_expert(n->name[p]) ? 1 : 2;
    }
    add_rule(out, 2, columns);
    for (int g = 0; g < list->groups; g++) {
        const plays_group *group = &list->group[g];
        if (group->part != 'A')
            continue;
        filter f = all_of('A');
        f.library = group->library;
        us_str_addf(out, "| %s | %s |", list->library[f.library].name, group->family);
        add_paired(list, &f, n, out);
    }
    filter f = all_of('A');
    us_str_add(out, "| all | |");
    add_paired(list, &f, n, out);
}

static void write_foes(const plays_list *list, const names *n, us_str *out)
{
    us_str_add(out, "\n| demonstration | family | opponent | games | maps |");
    for (int p = 0; p < n->count; p++)
        us_str_addf(out, " %s |", n->name[p]);
    add_rule(out, 3, n->count + 2);
    for (int g = 0; g < list->groups; g++) {
        const plays_group *group = &list->group[g];
        for (int o = 0; o < group->opponents && group->part == 'A'; o++) {
            filter f = all_of('A');
            f.library = group->library;
            f.opponent = group->opponent[o];
            us_str_addf(out, "| %s | %s | `%s` |", list->library[f.library].name, group->family,
                        f.opponent);
            add_counts(out, score_of(list, &f, n->name[0]));
            for (int p = 0; p < n->count; p++)
                add_score(out, score_of(list, &f, n->name[p]));
            us_str_add(out, "\n");
        }
    }
}

static void write_one(const plays_list *list, us_str *out)
{
    names n = players_of(list, 'A');
    if (n.count == 0)
        return;
    us_str_addf(
        out,
        "\n## One demonstration\n\nEach shipped demonstration alone, on maps of its own "
        "family, against each ai that its expert beats there in the [round "
        "robin](ROUND_ROBIN.md). `expert` played the same games itself: the same maps, "
        "seats and seeds. \"Above %d%% of the expert\" is the mean of score - 0.%d * expert's "
        "score over the games, and its lower bound: one-sided 95%%, by Student's t over "
        "maps. A demonstration is good enough where it is not below 0.\n",
        PLAYS_SHARE, PLAYS_SHARE / 10);
    write_demos(list, &n, out);
    write_foes(list, &n, out);
}

/* ---- part B */

static void add_row(const plays_list *list, const filter *f, const names *n, us_str *out)
{
    us_str_addf(out, "| %s | ", f->family ? f->family : "all");
    us_str_addf(out, f->opponent ? "`%s` |" : "%s |", f->opponent ? f->opponent : "all");
    add_counts(out, score_of(list, f, n->name[0]));
    for (int p = 0; p < n->count; p++)
        add_score(out, score_of(list, f, n->name[p]));
    us_str_add(out, "\n");
}

static void write_all(const plays_list *list, us_str *out)
{
    names n = players_of(list, 'B'), family = {0}, opponent = {0};
    if (n.count == 0)
        return;
    for (int g = 0; g < list->groups; g++) {
        const plays_group *group = &list->group[g];
        for (int o = 0; o < group->opponents && group->part == 'B'; o++) {
            add_name(&family, group->family);
            add_name(&opponent, group->opponent[o]);
        }
    }
    us_str_add(out, "\n## All demonstrations\n\nOne library of all of them, on all families, "
                    "against all ai.\n\n| family | opponent | games | maps |");
    for (int p = 0; p < n.count; p++)
        us_str_addf(out, " %s |", n.name[p]);
    add_rule(out, 2, n.count + 2);
    filter f = all_of('B');
    for (int i = 0; i <= family.count; i++) {
        f.family = i < family.count ? family.name[i] : NULL;
        for (int o = 0; o <= opponent.count; o++) {
            f.opponent = o < opponent.count ? opponent.name[o] : NULL;
            add_row(list, &f, &n, out);
        }
    }
}

/* ---- part C */

static const char *worth(const char *player)
{
    const char *setting = strchr(player, '?');
    return setting ? setting + 1 : player;
}

static score beside(const plays_list *list, const names *n, int p, int demos)
{
    filter f = all_of('C');
    f.demos = demos;
    return compare(list, &f, n->name[p], 1, n->name[0]);
}

static void write_settings(const plays_list *list, const names *n, us_str *out)
{
    family_of_tests tests = {.count = 0};
    double holm[US_COUNT(tests.p)];
    us_str_addf(out,
                "\n| player | one demonstration | beside `%s` | all demonstrations | beside `%s` |",
                n->name[0], n->name[0]);
    add_rule(out, 1, 4);
    for (int p = 1; p < n->count; p++)
        for (int demos = 1; demos <= 2; demos++) {
            score s = beside(list, n, p, demos);
            if (s.games > 0)
                test(&tests, &s);
        }
    us_holm_adjust(tests.p, tests.count, holm);
    for (int p = 0, at = 0; p < n->count; p++) {
        us_str_addf(out, "| `%s` |", worth(n->name[p]));
        for (int demos = 1; demos <= 2; demos++) {
            filter f = all_of('C');
            f.demos = demos;
            score s = beside(list, n, p, demos);
            add_score(out, score_of(list, &f, n->name[p]));
            if (p == 0 || s.games == 0)
                us_str_add(out, " |");
            else
                add_difference(out, &s, holm[at++]);
        }
        us_str_add(out, "\n");
    }
}

static void write_ablations(const plays_list *list, us_str *out)
{
    names n = players_of(list, 'C'), library = {0};
    if (n.count == 0)
        return;
    us_str_addf(out,
                "\n## What parts are worth\n\nThe same games with one setting changed (see "
                "[REVISION.md](REVISION.md) and `understudy game agents`), and by who gives random "
                "orders and the expert. \"Beside `%s`\" is the difference of the scores. A `?` "
                "marks no difference shown: p is above 0.05 by Student's t over maps, "
                "corrected by Holm for the number of comparisons in the table.\n",
                n.name[0]);
    write_settings(list, &n, out);
    us_str_add(out, "\n| player |");
    for (int g = 0; g < list->groups; g++)
        if (list->group[g].part == 'C')
            add_name(&library, list->library[list->group[g].library].name);
    for (int i = 0; i < library.count; i++)
        us_str_addf(out, " %s |", library.name[i]);
    add_rule(out, 1, library.count);
    for (int p = 0; p < n.count; p++) {
        us_str_addf(out, "| `%s` |", worth(n.name[p]));
        for (int i = 0; i < library.count; i++) {
            filter f = all_of('C');
            for (int l = 0; l < list->libraries; l++)
                f.library = strcmp(list->library[l].name, library.name[i]) == 0 ? l : f.library;
            add_score(out, score_of(list, &f, n.name[p]));
        }
        us_str_add(out, "\n");
    }
}

/* ---- part D */

/* The score of the first player, and by how much it is above each of the others. */
static void add_star(const plays_list *list, const char *family, const names *n, us_str *out)
{
    filter f = all_of('D');
    f.family = family;
    us_str_addf(out, "| %s |", family ? family : "all");
    add_counts(out, score_of(list, &f, n->name[0]));
    for (int p = 0; p < n->count; p++)
        add_score(out, score_of(list, &f, n->name[p]));
    us_str_add(out, "\n");
}

static void write_star(const plays_list *list, us_str *out)
{
    names n = players_of(list, 'D'), family = {0};
    family_of_tests tests = {.count = 0};
    double holm[US_COUNT(tests.p)];
    filter f = all_of('D');
    if (n.count == 0)
        return;
    us_str_addf(
        out,
        "\n## The star\n\n`%s` is the library of all demonstrations after practice "
        "([OUTCOMES.md](OUTCOMES.md#practice)), on maps that neither its demonstrations nor "
        "its practice had. \"`%s` is above\" is the difference of the scores in the same "
        "games. A `?` marks no difference shown, as above.\n\n| player | games | maps | "
        "score | `%s` is above by |",
        n.name[0], n.name[0], n.name[0]);
    add_rule(out, 1, 4);
    for (int p = 1; p < n.count; p++) {
        score s = compare(list, &f, n.name[0], 1, n.name[p]);
        test(&tests, &s);
    }
    us_holm_adjust(tests.p, tests.count, holm);
    for (int p = 0; p < n.count; p++) {
        score s = compare(list, &f, n.name[0], 1, n.name[p]);
        us_str_addf(out, "| `%s` |", n.name[p]);
        add_counts(out, s);
        add_score(out, score_of(list, &f, n.name[p]));
        if (p == 0)
            us_str_add(out, " |");
        else
            add_difference(out, &s, holm[p - 1]);
        us_str_add(out, "\n");
    }
    us_str_add(out, "\n| family | games | maps |");
    for (int p = 0; p < n.count; p++)
        us_str_addf(out, " `%s` |", n.name[p]);
    add_rule(out, 1, n.count + 2);
    for (int g = 0; g < list->groups; g++)
        if (list->group[g].part == 'D')
            add_name(&family, list->group[g].family);
    for (int i = 0; i <= family.count; i++)
        add_star(list, i < family.count ? family.name[i] : NULL, &n, out);
}

/* ---- thinking */

static void add_thinking(const plays_list *list, char part, const char *player, us_str *out)
{
    double *total = US_NEW_ARRAY(double, list->seats + 1);
    double *rate = US_NEW_ARRAY(double, list->seats + 1), most = 0, longest = 0;
    int count = 0;
    filter f = all_of(part);
    for (int s = 0; s < list->seats; s++) {
        const plays_seat *seat = &list->seat[s];
        const plays_result *result = fits(list, seat, &f) ? result_of(list, seat, player) : NULL;
        if (!result)
            continue;
        total[count] = (double)result->ns / 1e6;
        rate[count] = total[count] * 30000 / (result->cycles > 0 ? result->cycles : 1);
        most = fmax(most, rate[count]);
        longest = fmax(longest, (double)result->longest / 1e6);
        count++;
    }
    us_str_addf(out, "| %c | `%s` | %d | %.2f | %.2f | %.2f | %.3f |\n", part, player, count,
                bench_median(total, count), bench_median(rate, count), most, longest);
    us_mem_free(total);
    us_mem_free(rate);
}

static void write_thinking(const plays_list *list, us_str *out)
{
    us_str_add(out, "\n## Thinking\n\nProcessor time of all of a player's thinking, in "
                    "milliseconds: the median of a game, the same per 30,000 cycles, the most of "
                    "a game per 30,000 cycles, and the longest single think. The rest of this "
                    "page is the same on every machine.\n\n| part | player | games | a game | per "
                    "30,000 cycles | most | longest think |");
    add_rule(out, 2, 5);
    for (char part = 'A'; part <= 'D'; part++) {
        names n = players_of(list, part);
        for (int p = 0; p < n.count; p++)
            add_thinking(list, part, n.name[p], out);
    }
}

/* ---- the page */

static int practiced(const plays_list *list)
{
    int64_t most = 0;
    for (int i = 0; i < list->learners; i++)
        most = list->learner[i].practice > most ? list->learner[i].practice : most;
    return (int)most;
}

static void write_reach(const plays_list *list, us_str *out)
{
    us_str_addf(
        out, "\n| library | player | games | score | above %d%% of the expert | maps | reached |",
        PLAYS_SHARE);
    add_rule(out, 2, 5);
    names n = players_of(list, 'A');
    filter f = all_of('A');
    for (int p = 0; p < n.count; p++) {
        if (is_expert(n.name[p]))
            continue;
        score above = compare(list, &f, n.name[p], PLAYS_SHARE / 100.0, "expert");
        us_str_addf(out, "| one demonstration | `%s` | %d |", n.name[p], above.games);
        add_score(out, score_of(list, &f, n.name[p]));
        add_bound(out, above);
        us_str_addf(out, " %d | %s |\n", above.is.pairs,
                    above.games < PLAYS_GAMES  ? "too few games"
                    : at_least(&above.is) >= 0 ? "yes"
                                               : "no");
    }
    n = players_of(list, 'B');
    f = all_of('B');
    for (int p = 0; p < n.count; p++) {
        score all = score_of(list, &f, n.name[p]);
        us_str_addf(out, "| all demonstrations | `%s` | %d |", n.name[p], all.games);
        add_score(out, all);
        us_str_addf(out, " | %d | %s |\n", all.is.pairs,
                    100 * all.is.mean >= PLAYS_SCORE ? "yes" : "no");
    }
    us_str_addf(out,
                "\nReached is the first where its lower bound, over %d games or more, is not below "
                "0, the second by a score of %d.\n",
                PLAYS_GAMES, PLAYS_SCORE);
}

static void write_maps(const plays_list *list, us_str *out)
{
    us_str_add(out, "\n## The maps\n\nMade by `understudy game mapgen`; a name is family, size and "
                    "seed.\n\n| part | library | maps |");
    add_rule(out, 3, 0);
    for (int g = 0; g < list->groups; g++) {
        const plays_group *group = &list->group[g];
        us_str_addf(out, "| %c | %s |", group->part, list->library[group->library].name);
        for (int m = 0; m < group->maps; m++)
            us_str_addf(out, "%s%s", m ? ", " : " ", list->map[group->map[m]].name);
        us_str_add(out, " |\n");
    }
}

void plays_page(const plays_list *list, const char *command, us_str *out)
{
    us_str_addf(
        out,
        "# It plays\n\nLibraries play against the ai on maps that nobody demonstrated: %d "
        "games on %d maps, on both seats, of at most %d cycles. The opponents, maps and "
        "seeds stand in `tests/bench/plays.json`, which was written before the first game. "
        "A draw is half a win. Scores are "
        "percent of the points with Student's 95%% interval over maps: they hold for maps "
        "of these families that nobody played. `plain` is learned by "
        "`understudy learn`, `relax` with `--relax`, and `practice` is `relax` after %d games "
        "of `library practice`.\n\nMade by\n\n```\n%s\n```\n",
        list->games, list->maps, list->max_cycles, practiced(list), command);
    write_reach(list, out);
    write_one(list, out);
    write_all(list, out);
    write_ablations(list, out);
    write_star(list, out);
    write_thinking(list, out);
    write_maps(list, out);
}

void plays_raw(const plays_list *list, us_str *out)
{
    for (int i = 0; i < list->games; i++) {
        const plays_seat *seat = &list->seat[list->whose[i]];
        const plays_group *group = &list->group[seat->group];
        const plays_result *result = &list->result[i];
        char part[] = {group->part, '\0'};
        us_json_writer writer;
        us_json_writer_init(&writer, out);
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "part", part);
        us_json_write_key_string(&writer, "library", list->library[group->library].name);
        us_json_write_key_string(&writer, "player", group->player[i - seat->first]);
        us_json_write_key_string(&writer, "map", list->map[seat->map].name);
        us_json_write_key_string(&writer, "family", group->family);
        us_json_write_key_string(&writer, "opponent", group->opponent[seat->opponent]);
        us_json_write_key_int(&writer, "seat", seat->seat);
        us_json_write_key_int(&writer, "seed", seat->seed);
        us_json_write_key_int(&writer, "winner", result->winner);
        us_json_write_key_int(&writer, "cycles", result->cycles);
        us_json_write_key_int(&writer, "thinks", result->thinks);
        us_json_write_key_decimal(&writer, "microseconds", result->ns, 3);
        us_json_write_key_decimal(&writer, "longest", result->longest, 3);
        us_json_write_close(&writer, '}');
        us_str_add_char(out, '\n');
    }
}
