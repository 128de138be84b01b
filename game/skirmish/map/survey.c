#include "game/skirmish/map/survey.h"

enum { SITE_SIDE = 3, SITES_WITHIN = 16 };

/* Returns true for terrain that work can turn into walkable terrain, in one or more turns. */
static bool opens(const us_domain *domain, int terrain, int land)
{
    for (int turns = 0; terrain >= 0 && turns <= domain->terrain_count; turns++) {
        const us_terrain *def = &domain->terrain[terrain];
        if (def->passable >> land & 1u)
            return true;
        terrain = def->amount > 0 && (def->resource >= 0 || def->breakable) ? def->becomes : -1;
    }
    return false;
}

void sk_survey_init(sk_survey *survey, const sk_map *map, const us_domain *domain)
{
    uint8_t bits[US_TERRAINS_MAX] = {0};
    int land = us_domain_find_movement(domain, "land");
    int wood = us_domain_find_resource(domain, "wood");
    for (int k = 0; k < domain->terrain_count && land >= 0; k++) {
        const us_terrain *def = &domain->terrain[k];
        if (def->passable >> land & 1u)
            bits[k] |= SK_CELL_WALK;
        if (opens(domain, k, land))
            bits[k] |= SK_CELL_OPEN;
        if (def->buildable)
            bits[k] |= SK_CELL_BUILD;
        if (def->resource >= 0 && def->resource == wood)
            bits[k] |= SK_CELL_WOOD;
    }
    survey->width = map->width;
    survey->height = map->height;
    survey->cells = map->width * map->height;
    survey->cell = US_NEW_ARRAY(uint8_t, survey->cells);
    survey->queue = US_NEW_ARRAY(int, survey->cells);
    for (int d = 0; d < SK_STEPS; d++) {
        int k = d < 4 ? d : d + 1; /* the middle is no step */
        survey->step[d] = (k / 3 - 1) * map->width + k % 3 - 1;
    }
    for (int i = 0; i < survey->cells; i++)
        survey->cell[i] = bits[map->terrain[i]];
    for (int i = 0; i < map->entity_count; i++) {
        const sk_map_entity *entity = &map->entity[i];
        const us_type_def *type = &domain->type[entity->type];
        if (type->kind == US_KIND_UNIT)
            continue;
        for (int k = 0; k < type->width * type->height; k++)
            survey->cell[(entity->y + k / type->width) * map->width + entity->x + k % type->width] =
                0;
    }
}

void sk_survey_clear(sk_survey *survey)
{
    us_mem_free(survey->cell);
    us_mem_free(survey->queue);
    *survey = (sk_survey){0};
}

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static bool is_free(const sk_survey *survey, int bits, int x, int y)
{
    return x >= 0 && y >= 0 && x < survey->width && y < survey->height &&
           (survey->cell[y * survey->width + x] & bits);
}

unsigned sk_survey_exits(const sk_survey *survey, int bits, int cell)
{
    int x = cell % survey->width, y = cell / survey->width;
    unsigned up = is_free(survey, bits, x, y - 1), down = is_free(survey, bits, x, y + 1);
    unsigned left = is_free(survey, bits, x - 1, y), right = is_free(survey, bits, x + 1, y);
    unsigned exits = up << 1 | left << 3 | right << 4 | down << 6;
    exits |= (unsigned)((up | left) && is_free(survey, bits, x - 1, y - 1));
    exits |= (unsigned)((up | right) && is_free(survey, bits, x + 1, y - 1)) << 2;
    exits |= (unsigned)((down | left) && is_free(survey, bits, x - 1, y + 1)) << 5;
    exits |= (unsigned)((down | right) && is_free(survey, bits, x + 1, y + 1)) << 7;
    return exits;
}

void sk_survey_compute_distances(sk_survey *survey, int bits, int x, int y, int w, int h,
                                 int *distance)
{
    int width = survey->width, count = 0;
    for (int i = 0; i < survey->cells; i++)
        distance[i] = -1;
    for (int cy = clamp(y, 0, survey->height); cy < clamp(y + h, 0, survey->height); cy++)
        for (int cx = clamp(x, 0, width); cx < clamp(x + w, 0, width); cx++)
            distance[cy * width + cx] = 0;
    for (int cy = clamp(y - 1, 0, survey->height); cy < clamp(y + h + 1, 0, survey->height); cy++)
        for (int cx = clamp(x - 1, 0, width); cx < clamp(x + w + 1, 0, width); cx++) {
            int cell = cy * width + cx;
            if (distance[cell] < 0 && (survey->cell[cell] & bits)) {
                distance[cell] = 0;
                survey->queue[count++] = cell;
            }
        }
    for (int k = 0; k < count; k++) {
        int cell = survey->queue[k];
        unsigned exits = sk_survey_exits(survey, bits, cell);
        for (int d = 0; d < SK_STEPS; d++) {
            int next = cell + survey->step[d];
            if (!(exits >> d & 1u) || distance[next] >= 0)
                continue;
            distance[next] = distance[cell] + 1;
            survey->queue[count++] = next;
        }
    }
}

int sk_survey_distance_to(const sk_survey *survey, const int *distance, int x, int y, int w, int h)
{
    int best = -1;
    for (int cy = y - 1; cy <= y + h; cy++)
        for (int cx = x - 1; cx <= x + w; cx++) {
            bool inside = cx >= x && cx < x + w && cy >= y && cy < y + h;
            if (inside || cx < 0 || cy < 0 || cx >= survey->width || cy >= survey->height)
                continue;
            int steps = distance[cy * survey->width + cx];
            if (steps >= 0 && (best < 0 || steps < best))
                best = steps;
        }
    return best;
}

bool sk_base_find(const sk_map *map, const us_domain *domain, us_seat seat, sk_base *out)
{
    sk_base base = {0};
    int gold = us_domain_find_resource(domain, "gold");
    for (int i = 0; i < map->entity_count && gold >= 0; i++) {
        const sk_map_entity *entity = &map->entity[i];
        const us_type_def *type = &domain->type[entity->type];
        if (entity->owner != seat)
            continue;
        bool depot = type->kind == US_KIND_BUILDING && (type->stores >> gold & 1u);
        bool worker = type->kind == US_KIND_UNIT && (type->gathers >> gold & 1u);
        base.workers += worker;
        if ((depot && !base.hall) || (worker && base.w == 0)) {
            base.hall = depot;
            base.x = entity->x;
            base.y = entity->y;
            base.w = type->width;
            base.h = type->height;
        }
    }
    if (base.w == 0)
        return false;
    *out = base;
    return true;
}

/* Returns the cheapest concrete type of the faction for which the test holds. */
static const us_type_def *find_cheapest(const us_domain *domain, int faction,
                                        bool (*fits)(const us_type_def *type, int gold))
{
    const us_type_def *best = NULL;
    int gold = us_domain_find_resource(domain, "gold");
    for (int k = 0; k < domain->type_count && gold >= 0; k++) {
        const us_type_def *type = &domain->type[k];
        if (!type->abstract && (type->faction < 0 || type->faction == faction) &&
            fits(type, gold) && (!best || type->cost[gold] < best->cost[gold]))
            best = type;
    }
    return best;
}

static bool is_hall(const us_type_def *type, int gold)
{
    return type->kind == US_KIND_BUILDING && type->requires_count == 0 &&
           (type->stores >> gold & 1u);
}

const us_type_def *sk_hall_find(const us_domain *domain, int faction)
{
    return find_cheapest(domain, faction, is_hall);
}

static bool is_worker(const us_type_def *type, int gold)
{
    return type->kind == US_KIND_UNIT && (type->gathers >> gold & 1u);
}

const us_type_def *sk_worker_find(const us_domain *domain, int faction)
{
    return find_cheapest(domain, faction, is_worker);
}

int sk_rect_distance(int ax, int ay, int aw, int ah, int bx, int by, int bw, int bh)
{
    return us_box_distance((us_box){ax, ay, aw, ah}, (us_box){bx, by, bw, bh});
}

/* Returns true if the site and its ring are walkable now and the site itself is buildable. */
static bool is_site(const sk_survey *survey, const int *distance, const uint8_t *used, int x, int y)
{
    if (x < 1 || y < 1 || x + SITE_SIDE >= survey->width || y + SITE_SIDE >= survey->height)
        return false;
    for (int cy = y - 1; cy <= y + SITE_SIDE; cy++)
        for (int cx = x - 1; cx <= x + SITE_SIDE; cx++) {
            int cell = cy * survey->width + cx;
            bool ring = cx < x || cy < y || cx == x + SITE_SIDE || cy == y + SITE_SIDE;
            int bits = ring ? SK_CELL_WALK : SK_CELL_WALK | SK_CELL_BUILD;
            if (used[cell] || distance[cell] < 0 || distance[cell] > 2 * SITES_WITHIN ||
                (survey->cell[cell] & bits) != bits)
                return false;
        }
    return true;
}

int sk_survey_count_sites(const sk_survey *survey, const sk_base *base, const int *distance)
{
    US_AUTOFREE uint8_t *used = US_NEW_ARRAY(uint8_t, survey->cells);
    int count = 0;
    for (int y = base->y - SITES_WITHIN; y < base->y + base->h + SITES_WITHIN; y++)
        for (int x = base->x - SITES_WITHIN; x < base->x + base->w + SITES_WITHIN; x++) {
            if (!is_site(survey, distance, used, x, y))
                continue;
            count++;
            for (int k = 0; k < SITE_SIDE * SITE_SIDE; k++)
                used[(y + k / SITE_SIDE) * survey->width + x + k % SITE_SIDE] = 1;
        }
    return count;
}
