#include "domain/steps.h"

#include <string.h>

/* Cells by row, a bit each, as us_regions_open has them, with a row of border above and below. */
typedef uint64_t *cells;

struct us_steps {
    uint16_t *map;    /* by cell */
    cells open;       /* all open ones */
    cells left;       /* open and not reached yet */
    cells ring, next; /* reached by the last step, and by this one */
    int width, height, words;
    int neighbors; /* of a cell */
    bool solid;    /* the box has no open cell */
    int movement;  /* of the last call, as the rest; -1: none yet */
    us_box to;
    uint32_t turn;
};

us_steps *us_steps_new(void)
{
    us_steps *s = US_NEW(us_steps);
    s->movement = -1;
    return s;
}

void us_steps_free(us_steps *s)
{
    if (!s)
        return;
    us_mem_free(s->map);
    us_mem_free(s->open);
    us_mem_free(s->left);
    us_mem_free(s->ring);
    us_mem_free(s->next);
    us_mem_free(s);
}

static size_t bytes_of(const us_steps *s)
{
    return (size_t)(s->height + 2) * (size_t)s->words * sizeof(uint64_t);
}

static void resize(us_steps *s, us_size size)
{
    if (s->width == size.width && s->height == size.height)
        return;
    s->width = size.width;
    s->height = size.height;
    s->words = (size.width + 63) / 64;
    s->map = us_mem_realloc(s->map, (size_t)size.width * (size_t)size.height * sizeof *s->map);
    s->open = us_mem_realloc(s->open, bytes_of(s));
    s->left = us_mem_realloc(s->left, bytes_of(s));
    s->ring = us_mem_realloc(s->ring, bytes_of(s));
    s->next = us_mem_realloc(s->next, bytes_of(s));
}

static uint64_t *row_of(const us_steps *s, cells of, int y)
{
    return of + (y + 1) * s->words;
}

static void begin(us_steps *s, const uint64_t *open)
{
    memset(s->map, 0xff, (size_t)s->width * (size_t)s->height * sizeof *s->map);
    memset(s->ring, 0, bytes_of(s));
    memset(s->next, 0, bytes_of(s));
    memset(s->open, 0, bytes_of(s));
    memcpy(row_of(s, s->open, 0), open, bytes_of(s) - 2 * (size_t)s->words * sizeof *open);
    memcpy(s->left, s->open, bytes_of(s));
}

static bool is_open(const us_steps *s, int x, int y)
{
    return x >= 0 && y >= 0 && x < s->width && y < s->height &&
           (row_of(s, s->open, y)[x / 64] >> (x % 64) & 1);
}

/* Cuts the box to the map. */
static us_box cut_box(const us_steps *s, us_box box)
{
    int left = box.x < 0 ? 0 : box.x, top = box.y < 0 ? 0 : box.y;
    int right = box.x + box.width, bottom = box.y + box.height;
    right = right < s->width ? right : s->width;
    bottom = bottom < s->height ? bottom : s->height;
    return (us_box){left, top, right - left, bottom - top};
}

/* Takes the open cells of the box or, if there are none, all as the first ring. Returns the rows of
 * the box, as a box of their height. */
static us_box take_box(us_steps *s, us_box to)
{
    us_box box = cut_box(s, to);
    s->solid = true;
    for (int y = box.y; y < box.y + box.height; y++)
        for (int x = box.x; x < box.x + box.width; x++)
            s->solid = s->solid && !is_open(s, x, y);
    for (int y = box.y; y < box.y + box.height; y++) {
        for (int x = box.x; x < box.x + box.width; x++) {
            uint64_t bit = (uint64_t)1 << (x % 64);
            if (!s->solid && !is_open(s, x, y))
                continue;
            s->map[y * s->width + x] = 0;
            row_of(s, s->left, y)[x / 64] &= ~bit;
            row_of(s, s->ring, y)[x / 64] |= bit;
        }
    }
    return (us_box){.y = box.y, .height = box.height};
}

/* Returns the cells left and right of those of a row that are in the mask. */
static uint64_t beside(const us_steps *s, const uint64_t *row, const uint64_t *mask, int word)
{
    uint64_t at = row[word] & mask[word], out = at << 1 | at >> 1;
    if (word > 0)
        out |= (row[word - 1] & mask[word - 1]) >> 63;
    if (word + 1 < s->words)
        out |= (row[word + 1] & mask[word + 1]) << 63;
    return out;
}

/* Returns the cells of a word that one step from the ring leads to. out: the step leads out of a
 * box without open cells. */
static uint64_t spread_to(const us_steps *s, int y, int word, bool out)
{
    const uint64_t *here = row_of(s, s->open, y), *same = row_of(s, s->ring, y);
    uint64_t to = beside(s, same, same, word);
    for (int from = y - 1; from <= y + 1; from += 2) {
        const uint64_t *ring = row_of(s, s->ring, from), *open = row_of(s, s->open, from);
        to |= ring[word];
        if (!out)
            to |= (beside(s, ring, ring, word) & open[word]) | beside(s, ring, here, word);
        else if (s->neighbors == 8)
            to |= beside(s, ring, ring, word);
    }
    return to;
}

/* Takes a step onto a row. Returns whether a cell is reached. */
static bool step_onto(us_steps *s, int y, uint16_t steps)
{
    uint64_t any = 0;
    for (int word = 0; word < s->words; word++) {
        uint64_t *left = &row_of(s, s->left, y)[word];
        uint64_t reached = *left ? spread_to(s, y, word, s->solid && steps == 1) & *left : 0;
        uint16_t *map = s->map + y * s->width + 64 * word;
        row_of(s, s->next, y)[word] = reached;
        *left &= ~reached;
        any |= reached;
        for (; reached; reached &= reached - 1)
            map[__builtin_ctzll(reached)] = steps;
    }
    return any;
}

/* ring: the rows that it lies in. */
static void spread(us_steps *s, us_box ring)
{
    for (uint16_t steps = 1; steps < US_NO_STEPS && ring.height > 0; steps++) {
        int top = ring.y > 0 ? ring.y - 1 : 0, bottom = ring.y + ring.height, first = -1, last = -2;
        for (int y = top; y <= bottom && y < s->height; y++) {
            if (!step_onto(s, y, steps))
                continue;
            first = first < 0 ? y : first;
            last = y;
        }
        memset(row_of(s, s->ring, ring.y), 0,
               (size_t)ring.height * (size_t)s->words * sizeof *s->ring);
        cells old = s->ring;
        s->ring = s->next;
        s->next = old;
        ring = (us_box){.y = first, .height = last - first + 1};
    }
}

const uint16_t *us_steps_map(us_steps *s, const us_regions *regions, int movement, us_box to)
{
    uint32_t turn = us_regions_turn(regions, movement);
    if (s->movement == movement && s->turn == turn && memcmp(&s->to, &to, sizeof to) == 0)
        return s->map;
    resize(s, us_regions_size(regions));
    s->neighbors = us_regions_neighbors(regions);
    begin(s, us_regions_open(regions, movement));
    spread(s, take_box(s, to));
    s->movement = movement;
    s->turn = turn;
    s->to = to;
    return s->map;
}

/* Whether a move from a cell is possible, if the cell that it leads to has steps. */
static bool can_move(const us_steps *s, int x, int y, int dx, int dy)
{
    bool into = s->solid && s->map[(y + dy) * s->width + x + dx] == 0;
    if (!dx || !dy)
        return true;
    return into ? s->neighbors == 8 : is_open(s, x + dx, y) || is_open(s, x, y + dy);
}

int us_steps_next(const us_steps *s, int cell)
{
    int x = cell % s->width, y = cell / s->width, steps = s->map[cell];
    for (int dy = -1; dy <= 1 && steps > 0 && steps != US_NO_STEPS; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int to = cell + dy * s->width + dx;
            if (x + dx >= 0 && y + dy >= 0 && x + dx < s->width && y + dy < s->height &&
                s->map[to] == steps - 1 && can_move(s, x, y, dx, dy))
                return to;
        }
    }
    return cell;
}
