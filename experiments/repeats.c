#include "experiments/repeats.h"

typedef struct spot {
    int place, next; /* next: 1 + the next one of its cell; 0: none */
    us_hash course;
    double value;
    int times;
} spot;

typedef struct field {
    int spots; /* 1 + the first; 0: none */
    bool varies;
} field;

struct us_repeats {
    field *cell;
    spot *spot;
    int cells, spots, capacity;
};

us_repeats *us_repeats_new(int cells)
{
    us_repeats *r = US_NEW(us_repeats);
    r->cells = cells;
    r->cell = US_NEW_ARRAY(field, cells + 1);
    return r;
}

void us_repeats_free(us_repeats *r)
{
    if (!r)
        return;
    us_mem_free(r->cell);
    us_mem_free(r->spot);
    us_mem_free(r);
}

static spot *find(const us_repeats *r, const field *cell, int place)
{
    for (int i = cell->spots; i; i = r->spot[i - 1].next)
        if (r->spot[i - 1].place == place)
            return &r->spot[i - 1];
    return NULL;
}

bool us_repeats_add(us_repeats *r, int cell, int place, us_hash course, double value)
{
    us_assert(cell >= 0 && cell < r->cells);
    field *in = &r->cell[cell];
    spot *at = find(r, in, place);
    bool before = at != NULL;
    if (!at) {
        r->spot = us_array_grow(r->spot, r->spots, &r->capacity, sizeof(*r->spot));
        at = &r->spot[r->spots++];
        *at = (spot){.place = place, .next = in->spots, .course = course, .value = value};
        in->spots = r->spots;
    }
    at->times++;
    in->varies |= course == 0 || course != at->course;
    return before;
}

bool us_repeats_is_deterministic(const us_repeats *r, int cell)
{
    return !r->cell[cell].varies;
}

us_sprt_state us_repeats_add_to_test(us_repeats *r, us_sprt *sprt, int cell, int place,
                                     us_hash course, double value)
{
    us_assert(cell >= 0 && cell < r->cells);
    field *in = &r->cell[cell];
    const field was = *in;
    bool before = us_repeats_add(r, cell, place, course, value);
    if (in->varies && !was.varies) { /* the repeats held back were draws of chance */
        for (int i = in->spots; i; i = r->spot[i - 1].next) {
            const spot *at = &r->spot[i - 1];
            int waited = at->times - (at->place == place ? 1 + before : 1);
            us_sprt_add_equal(sprt, at->value, waited);
        }
    }
    us_sprt_add_equal(sprt, value, !before || in->varies);
    return us_sprt_test(sprt);
}

us_hash us_repeats_combine_courses(us_hash one, us_hash other)
{
    us_hash both = us_hash_add(us_hash_add(US_HASH_START, one), other);
    return one && other ? both + !both : 0;
}

/* Games of each player together, in their order; first: by player, where its own begin. */
static int32_t *by_player(const us_manifest *m, int64_t *first)
{
    int32_t *order = US_NEW_ARRAY(int32_t, m->games + 1);
    int64_t *next = US_NEW_ARRAY(int64_t, m->players + 1);
    for (int64_t i = 0; i < m->games; i++)
        first[m->game[i].player + 1]++;
    for (int p = 0; p < m->players; p++) {
        next[p] = first[p];
        first[p + 1] += first[p];
    }
    for (int64_t i = 0; i < m->games; i++)
        order[next[m->game[i].player]++] = (int32_t)i;
    us_mem_free(next);
    return order;
}

static void mark(const us_manifest *m, const int32_t *game, int64_t count, bool *out)
{
    us_repeats *r = us_repeats_new(m->maps * m->opponents);
    for (int64_t i = 0; i < count; i++) {
        const us_fixture *f = &m->game[game[i]];
        const us_row *row = &m->row[game[i]];
        if (us_row_is_scored(row))
            out[game[i]] =
                us_repeats_add(r, f->map * m->opponents + f->opponent, f->seat, row->course, 0);
    }
    for (int64_t i = 0; i < count; i++) {
        const us_fixture *f = &m->game[game[i]];
        out[game[i]] &= us_repeats_is_deterministic(r, f->map * m->opponents + f->opponent);
    }
    us_repeats_free(r);
}

bool *us_repeats_find(const us_manifest *m)
{
    bool *repeat = US_NEW_ARRAY(bool, m->games + 1);
    int64_t *first = US_NEW_ARRAY(int64_t, m->players + 2);
    int32_t *order = by_player(m, first);
    for (int p = 0; p < m->players; p++)
        mark(m, order + first[p], first[p + 1] - first[p], repeat);
    us_mem_free(first);
    us_mem_free(order);
    return repeat;
}
