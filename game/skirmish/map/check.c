#include "game/skirmish/map/map.h"
#include "game/skirmish/map/survey.h"

enum {
    SITES = 8,         /* sites of 3x3 that a base needs */
    MINE_STEPS = 24,   /* from the base to the next mine, on foot */
    WOOD_STEPS = 24,   /* from the base to the nearest tree, on foot */
    TREES = 30,        /* trees that can be cut one after the other ... */
    TREES_WITHIN = 32, /* ... within this distance of the base */
    HALL_SIDE = 4,
    HALL_WITHIN = 12, /* distance of a mine from a new hall */
};

typedef struct checker {
    const sk_map *map;
    const us_domain *domain;
    const sk_rules *rules;
    sk_survey survey;
    sk_base base[US_SEATS_MAX];
    int *walk, *open; /* distances from the seat's base: on foot, and with ways opened */
    sk_faults faults;
} checker;

void sk_faults_free(sk_faults *faults)
{
    for (int i = 0; i < faults->count; i++)
        us_mem_free(faults->text[i]);
    us_mem_free(faults->text);
    *faults = (sk_faults){0};
}

static void fault(checker *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void fault(checker *c, const char *format, ...)
{
    us_str text;
    us_str_init(&text);
    va_list args;
    va_start(args, format);
    us_str_vaddf(&text, format, args);
    va_end(args);
    c->faults.text =
        us_mem_realloc(c->faults.text, (size_t)(c->faults.count + 1) * sizeof(*c->faults.text));
    c->faults.text[c->faults.count++] = us_str_detach(&text);
}

static bool is_mine(const us_domain *domain, const sk_map_entity *entity)
{
    const us_type_def *type = &domain->type[entity->type];
    return type->kind == US_KIND_RESOURCE && entity->stock > 0 && type->yields >= 0 &&
           type->yields == us_domain_find_resource(domain, "gold");
}

/* Returns the distance that the seat's hall keeps from a mine. */
static int hall_apart(const checker *c, us_seat seat, const sk_map_entity *mine)
{
    const us_type_def *hall = sk_hall_find(c->domain, c->map->faction[seat]);
    if (!hall || hall->apart_from == US_NO_TYPE ||
        !us_type_is_a(c->domain, mine->type, hall->apart_from))
        return 0;
    return hall->apart;
}

/* Finds the base. A hall without workers must be able to train one, workers without a hall to build
 * one. */
static bool find_base(checker *c, us_seat seat)
{
    const sk_map *map = c->map;
    sk_base *base = &c->base[seat];
    if (!sk_base_find(map, c->domain, seat, base)) {
        fault(c, "seat %d has neither a hall nor workers", seat);
        return false;
    }
    const us_type_def *missing = !base->hall     ? sk_hall_find(c->domain, map->faction[seat])
                                 : base->workers ? NULL
                                                 : sk_worker_find(c->domain, map->faction[seat]);
    for (int r = 0; missing && r < c->domain->resources.count; r++) {
        int has = map->start[seat][r] >= 0 ? map->start[seat][r] : c->rules->start[r];
        if (has < missing->cost[r]) {
            fault(c, "seat %d has no %s, and %d %s where one costs %d", seat, missing->name, has,
                  c->domain->resources.name[r], missing->cost[r]);
            return false;
        }
    }
    return true;
}

static void check_building(checker *c, us_seat seat)
{
    int sites = sk_survey_count_sites(&c->survey, &c->base[seat], c->walk);
    if (sites < SITES)
        fault(c, "seat %d cannot build: room for %d buildings of 3x3 near its base, %d needed",
              seat, sites, SITES);
}

/* Returns true if workers without a hall have a place for one: near the mine, but not too near. */
static bool hall_fits(const checker *c, us_seat seat, const sk_map_entity *mine)
{
    int least = hall_apart(c, seat, mine);
    const us_type_def *type = &c->domain->type[mine->type];
    const sk_survey *survey = &c->survey;
    for (int y = mine->y - HALL_WITHIN - HALL_SIDE; y <= mine->y + type->height + HALL_WITHIN; y++)
        for (int x = mine->x - HALL_WITHIN - HALL_SIDE; x <= mine->x + type->width + HALL_WITHIN;
             x++) {
            if (x < 0 || y < 0 || x + HALL_SIDE > survey->width || y + HALL_SIDE > survey->height)
                continue;
            int apart = sk_rect_distance(mine->x, mine->y, type->width, type->height, x, y,
                                         HALL_SIDE, HALL_SIDE);
            bool fits = apart > 0 && apart >= least && apart <= HALL_WITHIN;
            for (int k = 0; k < HALL_SIDE * HALL_SIDE && fits; k++) {
                int cell = (y + k / HALL_SIDE) * survey->width + x + k % HALL_SIDE;
                fits = (survey->cell[cell] & SK_CELL_BUILD) && c->walk[cell] >= 0;
            }
            if (fits)
                return true;
        }
    return false;
}

static void check_gold(checker *c, us_seat seat)
{
    const sk_base *base = &c->base[seat];
    bool found = false, fits = base->hall;
    for (int i = 0; i < c->map->entity_count; i++) {
        const sk_map_entity *mine = &c->map->entity[i];
        const us_type_def *type = &c->domain->type[mine->type];
        if (!is_mine(c->domain, mine))
            continue;
        int apart = sk_rect_distance(mine->x, mine->y, type->width, type->height, base->x, base->y,
                                     base->w, base->h);
        int least = hall_apart(c, seat, mine);
        if (base->hall && apart < least)
            fault(c, "seat %d has its hall %d from the mine at %d %d, %d needed", seat, apart,
                  mine->x, mine->y, least);
        int steps =
            sk_survey_distance_to(&c->survey, c->walk, mine->x, mine->y, type->width, type->height);
        if (steps < 0 || steps > MINE_STEPS)
            continue;
        found = true;
        fits = fits || hall_fits(c, seat, mine);
    }
    if (!found)
        fault(c, "seat %d cannot gather gold: no mine within %d steps of its base", seat,
              MINE_STEPS);
    else if (!fits)
        fault(c, "seat %d cannot gather gold: no room for a hall near the mine", seat);
}

static void check_wood(checker *c, us_seat seat)
{
    int trees = 0, nearest = -1;
    for (int cell = 0; cell < c->survey.cells; cell++) {
        if (!(c->survey.cell[cell] & SK_CELL_WOOD))
            continue;
        if (c->open[cell] >= 0 && c->open[cell] <= TREES_WITHIN)
            trees++;
        int steps = sk_survey_distance_to(&c->survey, c->walk, cell % c->survey.width,
                                          cell / c->survey.width, 1, 1);
        if (steps >= 0 && (nearest < 0 || steps < nearest))
            nearest = steps;
    }
    if (nearest < 0 || nearest > WOOD_STEPS)
        fault(c, "seat %d cannot gather wood: no tree within %d steps of its base", seat,
              WOOD_STEPS);
    else if (trees < TREES)
        fault(c, "seat %d cannot gather wood: %d trees near its base, %d needed", seat, trees,
              TREES);
}

static void check_reach(checker *c, us_seat seat)
{
    for (int other = seat + 1; other < c->map->seats; other++) {
        const sk_base *base = &c->base[other];
        if (sk_survey_distance_to(&c->survey, c->open, base->x, base->y, base->w, base->h) < 0)
            fault(c, "seat %d cannot be reached from seat %d, nor can a way be opened", other,
                  seat);
    }
    if (seat > 0)
        return;
    for (int i = 0; i < c->map->entity_count; i++) {
        const sk_map_entity *mine = &c->map->entity[i];
        const us_type_def *type = &c->domain->type[mine->type];
        if (is_mine(c->domain, mine) && sk_survey_distance_to(&c->survey, c->open, mine->x, mine->y,
                                                              type->width, type->height) < 0)
            fault(c, "the mine at %d %d cannot be reached, nor can a way be opened", mine->x,
                  mine->y);
    }
}

static void check_seats(checker *c)
{
    bool based = true;
    for (int seat = 0; seat < c->map->seats; seat++)
        based = find_base(c, (us_seat)seat) && based;
    for (int seat = 0; seat < c->map->seats && based; seat++) {
        const sk_base *base = &c->base[seat];
        sk_survey_compute_distances(&c->survey, SK_CELL_WALK, base->x, base->y, base->w, base->h,
                                    c->walk);
        sk_survey_compute_distances(&c->survey, SK_CELL_OPEN, base->x, base->y, base->w, base->h,
                                    c->open);
        check_building(c, (us_seat)seat);
        check_gold(c, (us_seat)seat);
        check_wood(c, (us_seat)seat);
        check_reach(c, (us_seat)seat);
    }
}

sk_faults sk_map_find_faults(const sk_map *map, const us_domain *domain, const sk_rules *rules)
{
    checker c = {.map = map, .domain = domain, .rules = rules};
    US_AUTOSTR(misplaced);
    if (sk_map_find_misplaced(map, domain, &misplaced) >= 0) {
        fault(&c, "%s", misplaced.text);
        return c.faults;
    }
    sk_survey_init(&c.survey, map, domain);
    US_AUTOFREE int *walk = c.walk = US_NEW_ARRAY(int, c.survey.cells);
    US_AUTOFREE int *open = c.open = US_NEW_ARRAY(int, c.survey.cells);
    check_seats(&c);
    if (map->fair && sk_map_find_symmetry(map, domain) == SK_SYMMETRY_NONE)
        fault(&c, "the map says that it is fair, but nothing carries one seat onto the other");
    sk_survey_clear(&c.survey);
    return c.faults;
}
