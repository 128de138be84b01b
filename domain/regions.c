#include "domain/regions.h"

#include <string.h>

/* A span of open cells in a row. Spans of neighboring rows that touch belong to one part of the
 * map: a step across a corner needs one open side. */
typedef struct span {
    int16_t from, to; /* first and last cell */
    int32_t top;      /* index of an earlier span of the same part; its own: the first */
    /* Of a part's first span: */
    uint32_t question;                /* the last question whose way begins here */
    int16_t left, right, high, below; /* first and last cell, and first and last row, of all */
} span;

/* The map as one movement sees it. */
typedef struct walk {
    uint64_t *open; /* by row, a bit for each cell */
    uint32_t turn;  /* number of changes */
    uint32_t found; /* turn at which the spans were listed; 0: never */
    span *span;     /* row by row, from left to right */
    int count, room;
    int *row;          /* index of each row's first span; one more at the end */
    uint32_t question; /* number of the last question; 0: none about these spans */
    us_box asked;      /* where its way began */
    span reach;        /* left to below: of all parts where it leads; right -1: of none */
} walk;

struct us_regions {
    const us_domain *domain;
    us_arena *map; /* holds what has the size of the map */
    int width, height, words;
    uint8_t *terrain, *built; /* of the last update */
    walk walk[US_MOVEMENTS_MAX];
};

us_regions *us_regions_new(const us_domain *domain)
{
    us_regions *r = US_NEW(us_regions);
    r->domain = domain;
    return r;
}

void us_regions_free(us_regions *r)
{
    if (!r)
        return;
    for (int i = 0; i < US_MOVEMENTS_MAX; i++)
        us_mem_free(r->walk[i].span);
    us_arena_free(r->map);
    us_mem_free(r);
}

/* ---- changes of the map */

static void allocate(us_regions *r, const us_world *world)
{
    int cells = world->width * world->height;
    us_arena_free(r->map);
    r->map = us_arena_new();
    r->width = world->width;
    r->height = world->height;
    r->words = (r->width + 63) / 64;
    r->terrain = US_ARENA_ARRAY(r->map, uint8_t, cells);
    r->built = US_ARENA_ARRAY(r->map, uint8_t, cells);
    for (int i = 0; i < r->domain->movements.count; i++) {
        r->walk[i].open = US_ARENA_ARRAY(r->map, uint64_t, r->words * r->height);
        r->walk[i].row = US_ARENA_ARRAY(r->map, int, r->height + 1);
        r->walk[i].turn++;
    }
}

static bool is_passable(const us_regions *r, int cell, int movement)
{
    return !r->built[cell] && (r->domain->terrain[r->terrain[cell]].passable >> movement & 1);
}

static void set_open(us_regions *r, int cell)
{
    int x = cell % r->width, word = cell / r->width * r->words + x / 64;
    uint64_t bit = (uint64_t)1 << (x % 64);
    for (int i = 0; i < r->domain->movements.count; i++) {
        walk *w = &r->walk[i];
        uint64_t was = w->open[word];
        w->open[word] = is_passable(r, cell, i) ? was | bit : was & ~bit;
        w->turn += w->open[word] != was;
    }
}

static void begin(us_regions *r, const uint8_t *terrain, const uint8_t *taken)
{
    int cells = r->width * r->height;
    memcpy(r->terrain, terrain, (size_t)cells);
    for (int cell = 0; taken && cell < cells; cell++)
        r->built[cell] = taken[cell] & US_TAKEN_BUILDING;
    for (int i = 0; i < r->domain->movements.count; i++) {
        bool passable[US_TERRAINS_MAX] = {0};
        for (int t = 0; t < r->domain->terrain_count; t++)
            passable[t] = r->domain->terrain[t].passable >> i & 1;
        for (int y = 0, cell = 0; y < r->height; y++) {
            uint64_t *row = r->walk[i].open + y * r->words;
            for (int x = 0; x < r->width; x++, cell++)
                row[x / 64] |= (uint64_t)(passable[terrain[cell]] && !r->built[cell]) << (x % 64);
        }
    }
}

static void compare_cells(us_regions *r, const uint8_t *terrain, const uint8_t *taken, int from,
                          int count)
{
    for (int cell = from; cell < from + count; cell++) {
        uint8_t built = taken ? taken[cell] & US_TAKEN_BUILDING : 0;
        if (terrain[cell] == r->terrain[cell] && built == r->built[cell])
            continue;
        r->terrain[cell] = terrain[cell];
        r->built[cell] = built;
        set_open(r, cell);
    }
}

enum { BLOCK = 64 }; /* cells: a fixed number, so that compilers vectorize the loop */

static bool is_same(const uint8_t *terrain, const uint8_t *was, const uint8_t *taken,
                    const uint8_t *built)
{
    uint8_t differ = 0;
    for (int i = 0; i < BLOCK; i++)
        differ |= (uint8_t)((terrain[i] ^ was[i]) | ((taken[i] & US_TAKEN_BUILDING) ^ built[i]));
    return !differ;
}

void us_regions_update(us_regions *r, const us_world *world)
{
    static const uint8_t nothing[BLOCK];
    const uint8_t *terrain = world->plane[US_PLANE_TERRAIN], *taken = world->plane[US_PLANE_TAKEN];
    bool fresh = r->width != world->width || r->height != world->height;
    int cells = world->width * world->height, from = 0;
    if (fresh) {
        allocate(r, world);
        begin(r, terrain, taken);
        return;
    }
    for (; from + BLOCK <= cells; from += BLOCK)
        if (!is_same(terrain + from, r->terrain + from, taken ? taken + from : nothing,
                     r->built + from))
            compare_cells(r, terrain, taken, from, BLOCK);
    compare_cells(r, terrain, taken, from, cells - from);
}

const uint64_t *us_regions_open(const us_regions *r, int movement)
{
    return r->walk[movement].open;
}

us_size us_regions_size(const us_regions *r)
{
    return (us_size){r->width, r->height};
}

int us_regions_neighbors(const us_regions *r)
{
    return r->domain->neighbors;
}

uint32_t us_regions_turn(const us_regions *r, int movement)
{
    return r->walk[movement].turn;
}

/* ---- parts of the map */

static int find_root(walk *w, int at)
{
    while (w->span[at].top != at) {
        w->span[at].top = w->span[w->span[at].top].top;
        at = w->span[at].top;
    }
    return at;
}

static void add_span(walk *w, int y, int from, int to)
{
    if (w->count > w->row[y] && w->span[w->count - 1].to + 1 == from) {
        w->span[w->count - 1].to = (int16_t)to;
        return;
    }
    w->span = us_array_grow(w->span, w->count, &w->room, sizeof *w->span);
    w->span[w->count] = (span){.from = (int16_t)from, .to = (int16_t)to, .top = w->count};
    w->count++;
}

static void list_row(walk *w, const uint64_t *row, int words, int y)
{
    w->row[y] = w->count;
    for (int i = 0; i < words; i++) {
        for (uint64_t left = row[i]; left;) {
            int from = __builtin_ctzll(left);
            uint64_t behind = ~(left >> from);
            int length = behind ? __builtin_ctzll(behind) : 64;
            add_span(w, y, 64 * i + from, 64 * i + from + length - 1);
            left = from + length < 64 ? left >> (from + length) << (from + length) : 0;
        }
    }
}

/* Joins touching spans of two rows. Both rows are in order: the span that ends first is followed by
 * its next. */
static void join_rows(walk *w, int y)
{
    int above = w->row[y - 1], below = w->row[y];
    while (above < w->row[y] && below < w->count) {
        const span *a = &w->span[above], *b = &w->span[below];
        if (a->from <= b->to && b->from <= a->to) {
            int one = find_root(w, above), other = find_root(w, below);
            w->span[one > other ? one : other].top = one > other ? other : one;
        }
        if (a->to < b->to)
            above++;
        else
            below++;
    }
}

/* A part's first span comes before its others. */
static void bound_parts(const us_regions *r, walk *w)
{
    for (int y = 0; y < r->height; y++) {
        for (int i = w->row[y]; i < w->row[y + 1]; i++) {
            const span *s = &w->span[i];
            span *part = &w->span[find_root(w, i)];
            bool first = part == s;
            part->left = first || s->from < part->left ? s->from : part->left;
            part->right = first || s->to > part->right ? s->to : part->right;
            part->high = first ? (int16_t)y : part->high;
            part->below = (int16_t)y;
        }
    }
}

static void find_parts(us_regions *r, walk *w)
{
    w->count = 0;
    w->question = 0;
    for (int y = 0; y < r->height; y++) {
        list_row(w, &w->open[y * r->words], r->words, y);
        if (y > 0)
            join_rows(w, y);
    }
    w->row[r->height] = w->count;
    bound_parts(r, w);
    w->found = w->turn;
}

/* Returns the part of the map that a cell belongs to, as its first span; -1: it isn't open. */
static int part_at(const us_regions *r, walk *w, int x, int y)
{
    if (!(w->open[y * r->words + x / 64] >> (x % 64) & 1))
        return -1;
    int low = w->row[y], high = w->row[y + 1];
    while (low + 1 < high) { /* the last one that begins at the cell or before it */
        int middle = (low + high) / 2;
        if (w->span[middle].from <= x)
            low = middle;
        else
            high = middle;
    }
    return find_root(w, low);
}

static bool is_across(us_box box, int x, int y)
{
    return (x < box.x || x >= box.x + box.width) && (y < box.y || y >= box.y + box.height);
}

/* Marks a part of the present question. */
static void mark(walk *w, span *part)
{
    span *reach = &w->reach;
    part->question = w->question;
    if (reach->right < 0) {
        *reach = *part;
        return;
    }
    reach->left = part->left < reach->left ? part->left : reach->left;
    reach->right = part->right > reach->right ? part->right : reach->right;
    reach->high = part->high < reach->high ? part->high : reach->high;
    reach->below = part->below > reach->below ? part->below : reach->below;
}

/* Marks the parts with cells in the box or, if it has no open cells, next to it. ask: returns
 * instead whether one of them is marked. */
static bool mark_box(const us_regions *r, walk *w, us_box box, bool ask)
{
    for (int ring = 0, found = 0; ring < 2 && !found; ring++) {
        for (int y = box.y - ring; y < box.y + box.height + ring; y++) {
            for (int x = box.x - ring; x < box.x + box.width + ring; x++) {
                if (x < 0 || y < 0 || x >= r->width || y >= r->height ||
                    (r->domain->neighbors == 4 && is_across(box, x, y)))
                    continue;
                int part = part_at(r, w, x, y);
                if (part < 0)
                    continue;
                found = 1;
                if (ask && w->span[part].question == w->question)
                    return true;
                if (!ask)
                    mark(w, &w->span[part]);
            }
        }
    }
    return false;
}

/* Marks the parts where a way from the box may lead. Returns NULL if there is no such movement. */
static walk *ask_from(us_regions *r, int movement, us_box from)
{
    if (movement < 0 || movement >= r->domain->movements.count)
        return NULL;
    walk *w = &r->walk[movement];
    if (w->found != w->turn)
        find_parts(r, w);
    if (w->question == 0 || memcmp(&w->asked, &from, sizeof from) != 0) {
        w->question++;
        w->asked = from;
        w->reach.right = -1;
        mark_box(r, w, from, false);
    }
    return w;
}

bool us_regions_has_path(us_regions *r, int movement, us_box from, us_box to)
{
    walk *w = ask_from(r, movement, from);
    return w && mark_box(r, w, to, true);
}

us_box us_regions_reach(us_regions *r, int movement, us_box from)
{
    const walk *w = ask_from(r, movement, from);
    if (!w || w->reach.right < 0)
        return (us_box){0};
    const span *reach = &w->reach;
    return (us_box){reach->left, reach->high, reach->right - reach->left + 1,
                    reach->below - reach->high + 1};
}
