#include "experiments/margins.h"

#include <math.h>

us_margins *us_margins_of(const us_comparison *c, const us_manifest *m)
{
    us_margins *list = US_NEW_ARRAY(us_margins, c->sides + 1);
    int *side = US_NEW_ARRAY(int, m->players + 1);
    for (int p = 0; p < m->players; p++) {
        side[p] = c->sides;
        for (int i = 0; i < c->sides; i++)
            if (us_side_has(&c->side[i], &m->player[p]))
                side[p] = i;
    }
    for (int64_t i = 0; i < m->games; i++) {
        us_margins *one = &list[side[m->game[i].player]];
        if (m->row[i].end == US_ROW_NONE)
            continue;
        one->games++;
        one->count[us_row_margin(&m->row[i], m->max_cycles) + 1000]++;
    }
    us_free(side);
    return list;
}

double us_margins_share(const us_margins *margins, int from)
{
    int64_t count = 0;
    for (int i = from; i < US_MARGINS; i++)
        count += margins->count[i];
    return margins->games > 0 ? (double)count / (double)margins->games : (double)NAN;
}
