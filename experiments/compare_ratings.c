#include "base/sort.h"
#include "experiments/compare_parts.h"
#include "experiments/repeats.h"
#include "understudy/statistics.h"

/* Points of each against each, and the same map by map. */
typedef struct played {
    double *point;
    us_rating_share *share; /* a player, an opponent, a map */
    int count, shares, clusters;
} played;

static int by_pairing(const void *a, const void *b)
{
    const us_rating_share *x = a, *y = b;
    if (x->cluster != y->cluster)
        return x->cluster < y->cluster ? -1 : 1;
    if (x->one != y->one)
        return x->one < y->one ? -1 : 1;
    return (x->other > y->other) - (x->other < y->other);
}

/* Joins the shares of one pairing; clusters get numbers from 0. */
static void join_shares(played *p)
{
    int count = 0, map = -1;
    us_array_sort(p->share, (size_t)p->shares, sizeof(*p->share), by_pairing);
    for (int i = 0; i < p->shares; i++) {
        us_rating_share next = p->share[i];
        us_rating_share *last = count > 0 ? &p->share[count - 1] : NULL;
        p->clusters += next.cluster != map;
        map = next.cluster;
        next.cluster = p->clusters - 1;
        if (last && last->cluster == next.cluster && last->one == next.one &&
            last->other == next.other) {
            last->games += next.games;
            last->points += next.points;
        } else {
            p->share[count++] = next;
        }
    }
    p->shares = count;
}

/* Without games that are the same as others. */
static played played_of(const us_comparison *c, const us_manifest *m)
{
    int count = m->players + m->opponents;
    bool *repeat = us_repeats_find(m);
    played p = {US_NEW_ARRAY(double, (int64_t)count *count),
                US_NEW_ARRAY(us_rating_share, m->games + 1), count, 0, 0};
    for (int64_t i = 0; i < m->games; i++) {
        int one = m->game[i].player, other = m->players + m->game[i].opponent;
        if (!us_row_is_scored(&m->row[i]) || repeat[i])
            continue;
        double score = us_row_points(&m->row[i]) / 2.0;
        p.point[one * count + other] += score;
        p.point[other * count + one] += 1 - score;
        p.share[p.shares++] = (us_rating_share){one, other, m->game[i].map, 1, score};
    }
    join_shares(&p);
    if (!us_comparison_atlas(c))
        p.clusters = 0;
    us_mem_free(repeat);
    return p;
}

static us_rating_def def_of(const played *p)
{
    us_rating_def def = us_rating_def_default(p->count, p->point);
    def.share = p->clusters > 1 ? p->share : NULL;
    def.shares = p->shares;
    def.clusters = p->clusters;
    return def;
}

/* Rates those of one group anew, as if there were no others: around their own mean. */
static void rate_group(const played *all, int group, us_rating *rating)
{
    int *member = US_NEW_ARRAY(int, all->count), *number = US_NEW_ARRAY(int, all->count);
    played own = {.clusters = all->clusters};
    for (int i = 0; i < all->count; i++) {
        number[i] = rating[i].group == group ? own.count : -1;
        if (rating[i].group == group)
            member[own.count++] = i;
    }
    own.point = US_NEW_ARRAY(double, (int64_t)own.count *own.count);
    own.share = US_NEW_ARRAY(us_rating_share, all->shares + 1);
    us_rating *anew = US_NEW_ARRAY(us_rating, own.count);
    for (int i = 0; i < own.count; i++)
        for (int j = 0; j < own.count; j++)
            own.point[i * own.count + j] = all->point[member[i] * all->count + member[j]];
    for (int i = 0; i < all->shares; i++) {
        us_rating_share s = all->share[i];
        if (number[s.one] < 0 || number[s.other] < 0)
            continue;
        s.one = number[s.one];
        s.other = number[s.other];
        own.share[own.shares++] = s;
    }
    us_rating_def def = def_of(&own);
    us_ratings_compute(&def, anew);
    for (int i = 0; i < own.count; i++) {
        rating[member[i]] = anew[i];
        rating[member[i]].group = group;
    }
    us_mem_free(member);
    us_mem_free(number);
    us_mem_free(own.point);
    us_mem_free(own.share);
    us_mem_free(anew);
}

/* Groups that have played get numbers from 1 on, in *number. Returns how many. */
static int rate_all(const played *p, us_rating *rating, int *number)
{
    us_rating_def def = def_of(p);
    int groups = us_ratings_compute(&def, rating), numbers = 0;
    for (int i = 0; i < p->count; i++)
        if (rating[i].games > 0 && number[rating[i].group] == 0)
            number[rating[i].group] = ++numbers;
    for (int g = 0; g < groups && groups > 1; g++)
        if (number[g] > 0)
            rate_group(p, g, rating);
    return numbers;
}

us_sheet *us_comparison_make_rating_sheet(const us_comparison *c, const us_manifest *m)
{
    static const us_sheet_column columns[] = {
        {"name", US_COLUMN_TEXT},
        {"elo", US_COLUMN_REAL, 0},
        {"elo_error", US_COLUMN_REAL, 0, "error"},
        {"games", US_COLUMN_REAL, 0},
        {"points", US_COLUMN_REAL, 1},
        {"note", US_COLUMN_TEXT},
        {"set", US_COLUMN_COUNT, 0, "group"},
    };
    played p = played_of(c, m);
    us_rating *rating = US_NEW_ARRAY(us_rating, p.count);
    int *number = US_NEW_ARRAY(int, p.count);
    bool grouped = rate_all(&p, rating, number) > 1;
    us_sheet *sheet =
        us_sheet_new(c->arena, "ratings",
                     grouped ? "Ratings: Bradley and Terry's model on Elo's scale. No "
                               "games join the groups: compare ratings within one only"
                             : "Ratings: Bradley and Terry's model on Elo's scale",
                     columns, US_COUNT(columns) - (grouped ? 0 : 1));
    for (int i = 0; i < p.count; i++) {
        if (rating[i].games == 0)
            continue;
        us_sheet_add_text(sheet,
                          i < m->players ? m->player[i].name : m->opponent[i - m->players].name);
        us_sheet_add_real(sheet, rating[i].elo);
        us_sheet_add_real(sheet, rating[i].error);
        us_sheet_add_real(sheet, rating[i].games);
        us_sheet_add_real(sheet, rating[i].points);
        us_sheet_add_text(sheet, rating[i].perfect ? "all points or none" : "");
        if (grouped)
            us_sheet_add_count(sheet, number[rating[i].group]);
    }
    us_mem_free(p.point);
    us_mem_free(p.share);
    us_mem_free(rating);
    us_mem_free(number);
    return sheet;
}
