#include "game/arena/map.h"
#include "game/arena/ring.h"

const int8_t ar_dx[8] = {0, 1, 1, 1, 0, -1, -1, -1};
const int8_t ar_dy[8] = {-1, -1, 0, 1, 1, 1, 0, -1};

uint8_t *ar_map_compute_exits(const ar_map *map, const uint8_t *pass)
{
    int width = map->width, height = map->height;
    uint8_t *exits = US_NEW_ARRAY(uint8_t, width * height);
    for (int cell = 0; cell < width * height; cell++) {
        int x = cell % width, y = cell / width;
        for (int d = 0; d < 8; d++) {
            int to_x = x + ar_dx[d], to_y = y + ar_dy[d];
            if (to_x < 0 || to_y < 0 || to_x >= width || to_y >= height ||
                !pass[to_y * width + to_x] || !pass[y * width + to_x] || !pass[to_y * width + x])
                continue;
            exits[cell] |= (uint8_t)(1u << d);
        }
    }
    return exits;
}

uint8_t *ar_map_compute_doors(const ar_map *map, const ar_words *words)
{
    int cells = map->width * map->height;
    uint8_t *doors = US_NEW_ARRAY(uint8_t, cells);
    for (int cell = 0; cell < cells; cell++)
        if (map->stands[cell] && map->kind[map->stands[cell] - 1].type == words->door)
            doors[cell] = AR_DOORSTEP;
    return doors;
}

typedef struct flood {
    const ar_map *map;
    const uint8_t *exits, *doors;
    int32_t *far, *next, *prev; /* by cell */
} flood;

/* Computes the distances from one cell; -1: unreachable. */
static void spread(flood *f, int from)
{
    ar_ring ring;
    int far = 0;
    ar_ring_init(&ring, f->next, f->prev);
    memset(f->far, -1, (size_t)(f->map->width * f->map->height) * sizeof(*f->far));
    f->far[from] = 0;
    ar_ring_push(&ring, from, 0);
    while (ring.waiting > 0) {
        int cell = ar_ring_pop(&ring, &far);
        for (unsigned d = 0; f->exits[cell] >> d; d++) {
            if (!(f->exits[cell] >> d & 1))
                continue;
            int to = cell + ar_dy[d] * f->map->width + ar_dx[d];
            int there = far + (d % 2 ? AR_ACROSS : AR_STRAIGHT) + f->doors[cell] + f->doors[to];
            if (f->far[to] >= 0 && f->far[to] <= there)
                continue;
            if (f->far[to] >= 0)
                ar_ring_remove(&ring, to, f->far[to]);
            f->far[to] = there;
            ar_ring_push(&ring, to, there);
        }
    }
}

static int first_character(const ar_map *map)
{
    int cell = 0;
    while (!map->stands[cell] || map->kind[map->stands[cell] - 1].owner < 0)
        cell++;
    return cell;
}

uint16_t *ar_map_compute_marks(const ar_map *map, const uint8_t *exits, const uint8_t *doors)
{
    int cells = map->width * map->height, place = first_character(map);
    flood f = {.map = map, .exits = exits, .doors = doors};
    US_AUTOFREE int32_t *all = US_NEW_ARRAY(int32_t, 4 * cells);
    int32_t *least = all; /* distance to the nearest landmark so far */
    f.far = all + cells;
    f.next = all + 2 * cells;
    f.prev = all + 3 * cells;
    uint16_t *mark = US_NEW_ARRAY(uint16_t, AR_MARKS * cells);
    for (int m = -1; m < AR_MARKS; m++) { /* round -1 only finds a far cell */
        spread(&f, place);
        for (int cell = 0; cell < cells; cell++) {
            bool fits = f.far[cell] >= 0 && f.far[cell] < UINT16_MAX;
            if (m >= 0)
                mark[m * cells + cell] = fits ? (uint16_t)f.far[cell] : UINT16_MAX;
            if (m <= 0 || f.far[cell] < least[cell])
                least[cell] = f.far[cell];
        }
        for (int cell = 0; cell < cells; cell++)
            place = least[cell] > least[place] ? cell : place;
    }
    return mark;
}
