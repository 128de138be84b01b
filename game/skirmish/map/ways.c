/* Counts cell-disjoint ways between two bases: a maximum flow with one way per cell.
 *
 * Each cell has an entrance and an exit. The ways found so far are stored as each cell's next and
 * previous cell. A search for another way goes through free cells, and backwards along ways, which
 * takes back those steps: the usual augmenting path. */
#include "game/skirmish/map/survey.h"

enum {
    BASE_STEPS = 4, /* cells this near to a base belong to it and are not counted */
    NOWHERE = -1,
    THE_BASE = -2, /* start or end of a way */
};

typedef struct ways {
    const sk_survey *survey;
    int cells;
    uint8_t *exits;       /* by cell: bit per direction of another free cell */
    uint8_t *beside;      /* by cell: 1: next to the first base, 2: to the second, 3: to both */
    int *next, *previous; /* of the way through the cell */
    int *parent, *queue;  /* by node: 2 * cell is its entrance, 2 * cell + 1 its exit */
    int count;            /* nodes in the queue */
} ways;

static void reach(ways *w, int node, int parent)
{
    if (w->parent[node] != NOWHERE)
        return;
    w->parent[node] = parent;
    w->queue[w->count++] = node;
}

static void from_entrance(ways *w, int cell)
{
    if (w->previous[cell] == NOWHERE)
        reach(w, 2 * cell + 1, 2 * cell);
    else if (w->previous[cell] != THE_BASE)
        reach(w, 2 * w->previous[cell] + 1, 2 * cell);
}

/* Returns true if the second base is next. */
static bool from_exit(ways *w, int cell)
{
    if (w->next[cell] != THE_BASE && (w->beside[cell] & 2))
        return true;
    if (w->next[cell] != NOWHERE)
        reach(w, 2 * cell, 2 * cell + 1);
    for (int d = 0; d < SK_STEPS; d++) {
        int other = cell + w->survey->step[d];
        if ((w->exits[cell] >> d & 1) && w->next[cell] != other)
            reach(w, 2 * other, 2 * cell + 1);
    }
    return false;
}

/* Returns the exit next to the second base, or NOWHERE. */
static int search(ways *w)
{
    w->count = 0;
    for (int i = 0; i < 2 * w->cells; i++)
        w->parent[i] = NOWHERE;
    for (int cell = 0; cell < w->cells; cell++)
        if ((w->beside[cell] & 1) && w->previous[cell] != THE_BASE)
            reach(w, 2 * cell, THE_BASE);
    for (int k = 0; k < w->count; k++) {
        int cell = w->queue[k] / 2;
        if (w->queue[k] % 2 == 0)
            from_entrance(w, cell);
        else if (from_exit(w, cell))
            return w->queue[k];
    }
    return NOWHERE;
}

/* Applies the path: first the steps that it takes back, then those that it adds. A cell may have
 * both. */
static void adopt(ways *w, int last)
{
    for (int node = last; node != THE_BASE; node = w->parent[node]) {
        int from = w->parent[node];
        if (from != THE_BASE && node % 2 == 1 && from % 2 == 0 && from / 2 != node / 2) {
            w->previous[from / 2] = NOWHERE;
            w->next[node / 2] = NOWHERE;
        }
    }
    w->next[last / 2] = THE_BASE;
    for (int node = last; node != THE_BASE; node = w->parent[node]) {
        int from = w->parent[node];
        if (node % 2 == 1 || (from != THE_BASE && from / 2 == node / 2))
            continue;
        w->previous[node / 2] = from == THE_BASE ? THE_BASE : from / 2;
        if (from != THE_BASE)
            w->next[from / 2] = node / 2;
    }
}

/* Fills exits and beside, for cells outside of the bases. Returns true if the bases touch. */
static bool link_cells(ways *w, int bits, const uint8_t *side)
{
    bool touch = false;
    for (int cell = 0; cell < w->cells; cell++) {
        if (!(w->survey->cell[cell] & bits) && !side[cell])
            continue;
        unsigned exits = sk_survey_exits(w->survey, bits, cell);
        for (int d = 0; d < SK_STEPS; d++) {
            if (!(exits >> d & 1u))
                continue;
            int other = side[cell + w->survey->step[d]];
            if (side[cell])
                touch = touch || (other && other != side[cell]);
            else if (other)
                w->beside[cell] |= (uint8_t)other;
            else
                w->exits[cell] |= (uint8_t)(1u << d);
        }
    }
    return touch;
}

static int count_ways(const sk_survey *survey, int bits, const uint8_t *side)
{
    ways w = {.survey = survey, .cells = survey->cells};
    US_AUTOFREE uint8_t *exits = w.exits = US_NEW_ARRAY(uint8_t, w.cells);
    US_AUTOFREE uint8_t *beside = w.beside = US_NEW_ARRAY(uint8_t, w.cells);
    US_AUTOFREE int *next = w.next = US_NEW_ARRAY(int, w.cells);
    US_AUTOFREE int *previous = w.previous = US_NEW_ARRAY(int, w.cells);
    US_AUTOFREE int *parent = w.parent = US_NEW_ARRAY(int, 2 * w.cells);
    US_AUTOFREE int *queue = w.queue = US_NEW_ARRAY(int, 2 * w.cells);
    for (int i = 0; i < w.cells; i++)
        w.next[i] = w.previous[i] = NOWHERE;
    int found = 0, last = NOWHERE;
    if (link_cells(&w, bits, side))
        found = SK_WAYS_MAX;
    while (found < SK_WAYS_MAX && (last = search(&w)) != NOWHERE) {
        adopt(&w, last);
        found++;
    }
    return found;
}

sk_map_ways sk_map_count_ways(const sk_map *map, const us_domain *domain)
{
    sk_map_ways result = {0};
    sk_base base[2];
    if (map->seats < 2 || !sk_base_find(map, domain, 0, &base[0]) ||
        !sk_base_find(map, domain, 1, &base[1]))
        return result;
    US_AUTO(sk_survey_clear) sk_survey survey;
    sk_survey_init(&survey, map, domain);
    US_AUTOFREE uint8_t *side = US_NEW_ARRAY(uint8_t, survey.cells);
    US_AUTOFREE int *distance = US_NEW_ARRAY(int, survey.cells);
    for (int k = 0; k < 2; k++) {
        const sk_base *b = &base[k];
        sk_survey_compute_distances(&survey, SK_CELL_WALK, b->x, b->y, b->w, b->h, distance);
        for (int cell = 0; cell < survey.cells; cell++)
            if (!side[cell] && distance[cell] >= 0 && distance[cell] <= BASE_STEPS)
                side[cell] = (uint8_t)(k + 1);
    }
    result.open = count_ways(&survey, SK_CELL_WALK, side);
    result.openable = count_ways(&survey, SK_CELL_OPEN, side);
    return result;
}
