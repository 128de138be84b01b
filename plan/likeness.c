#include "plan/internal.h"

/* A step along the way is some ten per mille of it, and one more cell beside something near counts
 * about as much: so the place counts twice and each nearness once. A forest instead of grass is 25,
 * so similar ground outweighs a few cells of distance. */
const us_weights us_joint_weights = {.place = 2, .near = 1, .window = 1, .alike = true};
const us_weights us_window_weights = {.window = 1};

static int apart(int a, int b)
{
    return a < b ? b - a : a - b;
}

int32_t us_dissimilarity_compute_place(const us_slot_description *described, int along, int across)
{
    return described->placed ? apart(described->along, along) + apart(described->across, across)
                             : 0;
}

int us_nearness_scale(const us_nearness *of, int32_t value)
{
    int64_t half = ((int64_t)of->high - of->low) / 6, far = (int64_t)value - of->low;
    half = half < 1 ? 1 : half;
    return (int)(1000 * far / (far + half));
}

int32_t us_dissimilarity_compute_near(const us_domain *domain, const us_slot_description *described,
                                      const int32_t *near)
{
    int32_t sum = 0;
    for (int i = 0; i < described->nears; i++)
        sum += apart(us_nearness_scale(&domain->nearness[i], described->near[i]),
                     us_nearness_scale(&domain->nearness[i], near[i]));
    return sum;
}

int us_dissimilarity_compute_terrain(const us_domain *domain, int one, int other, bool alike)
{
    static const us_terrain outside = {.resource = -1};
    if (one == other || !alike)
        return one != other;
    const us_terrain *a = one < 0 ? &outside : &domain->terrain[one];
    const us_terrain *b = other < 0 ? &outside : &domain->terrain[other];
    int unlike = 1;
    unlike += a->passable != b->passable ? 10 : 0;
    unlike += a->buildable != b->buildable ? 5 : 0;
    unlike += a->resource != b->resource ? 9 : 0;
    unlike += a->breakable != b->breakable ? 5 : 0;
    return unlike;
}

us_dissimilarity us_dissimilarity_compute(const us_domain *domain,
                                          const us_slot_description *described,
                                          const us_description *now, const us_weights *weights)
{
    us_dissimilarity out = {0};
    out.place = weights->place * us_dissimilarity_compute_place(described, now->along, now->across);
    out.near = weights->near * us_dissimilarity_compute_near(domain, described, now->near);
    for (int i = 0; i < US_WINDOW && described->windowed; i++)
        out.window += us_dissimilarity_compute_terrain(domain, described->window[i], now->window[i],
                                                       weights->alike);
    out.window *= weights->window;
    out.total = out.place + out.near + out.window;
    return out;
}
