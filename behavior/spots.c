#include "behavior/spots.h"

/* Open addressing: the rows of a chain stand side by side. */
static int home_of(const us_spots *spots, us_spot spot)
{
    uint64_t key = ((uint64_t)spot.frame << 16) + (uint64_t)(spot.node + 1);
    return (int)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (uint64_t)(spots->room - 1));
}

/* The row where the spot is, or where it would be. */
static int place_of(const us_spots *spots, us_spot spot)
{
    int at = home_of(spots, spot);
    while (spots->row[at].spot.frame &&
           (spots->row[at].spot.frame != spot.frame || spots->row[at].spot.node != spot.node))
        at = (at + 1) & (spots->room - 1);
    return at;
}

int us_spots_find(const us_spots *spots, us_spot spot)
{
    if (spots->room == 0 || spot.frame == 0)
        return -1;
    const struct us_spots_row *row = &spots->row[place_of(spots, spot)];
    return row->spot.frame ? row->index : -1;
}

static void grow(us_spots *spots)
{
    us_spots old = *spots;
    spots->room = old.room ? 2 * old.room : 16;
    spots->row = US_NEW_ARRAY(struct us_spots_row, spots->room);
    for (int i = 0; i < old.room; i++)
        if (old.row[i].spot.frame)
            spots->row[place_of(spots, old.row[i].spot)] = old.row[i];
    us_free(old.row);
}

void us_spots_put(us_spots *spots, us_spot spot, int index)
{
    us_assert(spot.frame != 0);
    if (2 * (spots->count + 1) > spots->room)
        grow(spots);
    struct us_spots_row *row = &spots->row[place_of(spots, spot)];
    spots->count += row->spot.frame == 0;
    *row = (struct us_spots_row){spot, index};
}

/* Those behind it in the chain move up, but for those that are at home beyond the gap. */
void us_spots_remove(us_spots *spots, us_spot spot)
{
    int gap = place_of(spots, spot), last = spots->room - 1;
    us_assert(spots->row[gap].spot.frame != 0);
    for (int at = (gap + 1) & last; spots->row[at].spot.frame; at = (at + 1) & last) {
        int home = home_of(spots, spots->row[at].spot);
        if (((at - home) & last) < ((at - gap) & last))
            continue;
        spots->row[gap] = spots->row[at];
        gap = at;
    }
    spots->row[gap].spot.frame = 0;
    spots->count--;
}

void us_spots_clear(us_spots *spots)
{
    us_free(spots->row);
    *spots = (us_spots){0};
}
