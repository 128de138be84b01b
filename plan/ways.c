#include "plan/places.h"

enum { ROOTS_MAX = 64 }; /* parts of a map that touch one box */

static int root_of(us_regions *ways, int run)
{
    while (ways->run[run].top != run) {
        ways->run[run].top = ways->run[ways->run[run].top].top;
        run = ways->run[run].top;
    }
    return run;
}

static void add_run(us_regions *ways, int y, int from, int to)
{
    if (ways->count > ways->row[y] && ways->run[ways->count - 1].to + 1 == from) {
        ways->run[ways->count - 1].to = (int16_t)to;
        return;
    }
    ways->run = us_array_grow(ways->run, ways->count, &ways->room, sizeof *ways->run);
    ways->run[ways->count] = (us_row_span){(int16_t)from, (int16_t)to, ways->count};
    ways->count++;
}

static void list_runs(us_regions *ways, const uint64_t *row, int words, int y)
{
    ways->row[y] = ways->count;
    for (int i = 0; i < words; i++) {
        for (uint64_t left = row[i]; left;) {
            int from = __builtin_ctzll(left);
            uint64_t behind = ~(left >> from);
            int length = behind ? __builtin_ctzll(behind) : 64;
            add_run(ways, y, 64 * i + from, 64 * i + from + length - 1);
            left = from + length < 64 ? left >> (from + length) << (from + length) : 0;
        }
    }
}

/* Joins touching spans of two rows. Both rows are in order: the span that ends first is followed by
 * its next. */
static void join_rows(us_regions *ways, int y)
{
    int above = ways->row[y - 1], below = ways->row[y];
    while (above < ways->row[y] && below < ways->count) {
        const us_row_span *a = &ways->run[above], *b = &ways->run[below];
        if (a->from <= b->to && b->from <= a->to) {
            int one = root_of(ways, above), other = root_of(ways, below);
            ways->run[one > other ? one : other].top = one > other ? other : one;
        }
        if (a->to < b->to)
            above++;
        else
            below++;
    }
}

static void find_ways(us_places *p, int movement)
{
    us_regions *ways = &p->ways[movement];
    ways->count = 0;
    for (int y = 0; y < p->height; y++) {
        list_runs(ways, &p->open[movement].word[y * p->words], p->words, y);
        if (y > 0)
            join_rows(ways, y);
    }
    ways->row[p->height] = ways->count;
    ways->turn = p->open[movement].turn;
}

/* Returns the part of the map that a cell belongs to; -1: it isn't open. */
static int part_at(us_regions *ways, int x, int y)
{
    int low = ways->row[y], high = ways->row[y + 1];
    while (low < high) {
        int middle = (low + high) / 2;
        if (ways->run[middle].to < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low < ways->row[y + 1] && ways->run[low].from <= x ? root_of(ways, low) : -1;
}

/* Lists the parts with cells in the box or, if there are none, next to it. Each may come twice. */
static int list_parts(const us_places *p, us_regions *ways, us_box box, int out[ROOTS_MAX])
{
    int count = 0;
    for (int ring = 0; ring < 2 && count == 0; ring++) {
        for (int y = box.y - ring; y < box.y + box.height + ring; y++) {
            for (int x = box.x - ring; x < box.x + box.width + ring; x++) {
                bool inside = x >= 0 && y >= 0 && x < p->width && y < p->height;
                int part = inside ? part_at(ways, x, y) : -1;
                bool fresh =
                    part >= 0 && count < ROOTS_MAX && (count == 0 || out[count - 1] != part);
                if (fresh)
                    out[count++] = part;
            }
        }
    }
    return count;
}

bool us_places_has_path(us_places *p, int movement, us_box from, us_box to)
{
    us_regions *ways = &p->ways[movement];
    int here[ROOTS_MAX], there[ROOTS_MAX];
    if (ways->turn != p->open[movement].turn)
        find_ways(p, movement);
    int begins = list_parts(p, ways, from, here), ends = list_parts(p, ways, to, there);
    for (int i = 0; i < begins; i++)
        for (int k = 0; k < ends; k++)
            if (here[i] == there[k])
                return true;
    return false;
}
