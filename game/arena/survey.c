#include "game/arena/map.h"

uint8_t *ar_map_compute_pass(const ar_map *map, const us_domain *domain, const ar_words *words)
{
    int cells = map->width * map->height;
    uint8_t *pass = US_NEW_ARRAY(uint8_t, cells);
    for (int cell = 0; cell < cells; cell++)
        pass[cell] =
            domain->terrain[map->terrain[cell]].passable &&
            !(map->stands[cell] && map->kind[map->stands[cell] - 1].type == words->resource);
    return pass;
}

/* A diagonal step needs both cells beside it, so that straight steps alone determine regions. */
uint16_t *ar_map_compute_regions(const ar_map *map, const uint8_t *pass)
{
    int cells = map->width * map->height, count = 0;
    uint16_t *region = US_NEW_ARRAY(uint16_t, cells);
    int *queue = US_NEW_ARRAY(int, cells);
    for (int first = 0; first < cells; first++) {
        if (!pass[first] || region[first])
            continue;
        int filled = 0;
        queue[filled++] = first;
        region[first] = (uint16_t)++count;
        for (int n = 0; n < filled; n++) {
            int cell = queue[n], x = cell % map->width;
            const int to[4] = {cell - map->width, x + 1 < map->width ? cell + 1 : -1,
                               cell + map->width, x > 0 ? cell - 1 : -1};
            for (int d = 0; d < 4; d++) {
                if (to[d] < 0 || to[d] >= cells || !pass[to[d]] || region[to[d]])
                    continue;
                region[to[d]] = (uint16_t)count;
                queue[filled++] = to[d];
            }
        }
    }
    us_mem_free(queue);
    return region;
}

typedef struct survey {
    const ar_map *map;
    const us_domain *domain;
    ar_words words;
    uint16_t *region;
    uint8_t *visited; /* by region: has a visitor */
    us_str *out;
    int faults;
} survey;

/* Returns true if a visitor can reach the cell or a neighbor. */
static bool is_reached(const survey *s, int cell)
{
    const ar_map *map = s->map;
    for (int k = 0; k < 9; k++) {
        int x = cell % map->width + k % 3 - 1, y = cell / map->width + k / 3 - 1;
        if (x >= 0 && y >= 0 && x < map->width && y < map->height &&
            s->visited[s->region[y * map->width + x]])
            return true;
    }
    return false;
}

static void blame(survey *s, const char *text)
{
    us_str_addf(s->out, "%s\n", text);
    s->faults++;
}

static void survey_things(survey *s)
{
    const ar_map *map = s->map;
    int exits = 0;
    int64_t stock = 0;
    for (int cell = 0; cell < map->width * map->height; cell++) {
        const ar_kind *kind = map->stands[cell] ? &map->kind[map->stands[cell] - 1] : NULL;
        if (!kind || kind->owner == 0)
            continue;
        bool reached = is_reached(s, cell);
        if (!reached) {
            us_str_addf(s->out, "no way leads the visitor to %s at %d %d\n",
                        s->domain->type[kind->type].name, cell % map->width, cell / map->width);
            s->faults++;
        }
        exits += reached && kind->type == s->words.exit;
        stock += reached ? kind->attribute[s->words.stock] : 0;
    }
    if (map->loot > 0 && exits == 0)
        blame(s, "the visitor is asked for loot, and reaches no exit to bring it to");
    if (stock < map->loot)
        blame(s, "the visitor is asked for more loot than it can reach");
}

int ar_map_print_faults(const ar_map *map, const us_domain *domain, us_str *out)
{
    survey s = {.map = map, .domain = domain, .out = out};
    us_error err = {0};
    if (ar_words_find(domain, &s.words, &err) != US_OK) {
        blame(&s, err.text);
        return s.faults;
    }
    US_AUTOFREE uint8_t *pass = ar_map_compute_pass(map, domain, &s.words);
    US_AUTOFREE uint16_t *region = s.region = ar_map_compute_regions(map, pass);
    US_AUTOFREE uint8_t *visited = s.visited = US_NEW_ARRAY(uint8_t, map->width * map->height + 1);
    for (int cell = 0; cell < map->width * map->height; cell++)
        if (map->stands[cell] && map->kind[map->stands[cell] - 1].owner == 0)
            visited[region[cell]] = 1;
    survey_things(&s);
    return s.faults;
}
