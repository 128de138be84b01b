#include "game/skirmish/map/generate.h"
#include "game/skirmish/map/survey.h"

#include <string.h>

enum { WOODS_WITHIN = 14 };

static sk_rect hall_of_seat(const sk_gen *gen, int seat)
{
    return seat ? sk_gen_image(gen, gen->hall) : gen->hall;
}

/* Returns true for free ground that is easy to walk and build on. */
static bool is_clear(const sk_gen *gen, sk_rect rect)
{
    if (!sk_gen_is_inside(gen, rect))
        return false;
    for (int k = 0; k < rect.w * rect.h; k++) {
        int terrain = gen->map->terrain[(rect.y + k / rect.w) * gen->size + rect.x + k % rect.w];
        if (terrain != gen->grass && terrain != gen->dark)
            return false;
    }
    return true;
}

static bool has_entity(const sk_gen *gen, sk_rect rect)
{
    for (int i = 0; i < gen->map->entity_count; i++) {
        const sk_map_entity *entity = &gen->map->entity[i];
        const us_type_def *type = &gen->domain->type[entity->type];
        if (sk_gen_distance(rect, (sk_rect){entity->x, entity->y, type->width, type->height}) == 0)
            return true;
    }
    return false;
}

/* Moves the other seat's home mine away. The home mines are the first two entities. */
static bool nearer_mine(sk_gen *gen, int seat)
{
    sk_map_entity *mine = &gen->map->entity[!seat];
    sk_rect hall = hall_of_seat(gen, !seat);
    for (int tries = 0; tries < 200; tries++) {
        sk_rect place = {sk_gen_random(gen, hall.x - 14, hall.x + 15),
                         sk_gen_random(gen, hall.y - 14, hall.y + 15), SK_MINE_SIDE + 2,
                         SK_MINE_SIDE + 2};
        int apart = sk_gen_distance(hall, place);
        if (apart < 8 || apart > 11 || !is_clear(gen, place) || has_entity(gen, place))
            continue;
        mine->x = (int16_t)(place.x + 1);
        mine->y = (int16_t)(place.y + 1);
        return true;
    }
    return false;
}

static bool more_wood(sk_gen *gen, int seat)
{
    sk_rect hall = hall_of_seat(gen, !seat);
    int felled = 0;
    for (int cell = 0; cell < gen->size * gen->size; cell++) {
        sk_rect here = {cell % gen->size, cell / gen->size, 1, 1};
        if (gen->map->terrain[cell] != gen->forest || gen->keep[cell] ||
            sk_gen_distance(hall, here) > WOODS_WITHIN || !sk_gen_chance(gen, 60))
            continue;
        gen->map->terrain[cell] = (uint8_t)gen->stump;
        felled++;
    }
    return felled > 0;
}

static bool richer_mine(sk_gen *gen, int seat)
{
    gen->map->entity[seat].stock *= 2;
    return true;
}

static bool more_money(sk_gen *gen, int seat)
{
    sk_map *map = gen->map;
    int gold = us_domain_find_resource(gen->domain, "gold");
    int wood = us_domain_find_resource(gen->domain, "wood");
    if (map->start[0][gold] >= 0)
        return false; /* without halls, less money may be too little */
    map->start[seat][gold] = 3000;
    map->start[seat][wood] = 1500;
    map->start[!seat][gold] = 1500;
    map->start[!seat][wood] = 800;
    return true;
}

static bool more_workers(sk_gen *gen, int seat)
{
    sk_map *map = gen->map;
    sk_rect hall = hall_of_seat(gen, seat);
    us_type worker = US_NO_TYPE;
    int last = map->entity_count, added = 0;
    for (int i = 0; i < last; i++)
        if (map->entity[i].owner == seat &&
            gen->domain->type[map->entity[i].type].kind == US_KIND_UNIT)
            worker = map->entity[i].type;
    if (worker == US_NO_TYPE)
        return false;
    for (int k = 0; k < 36 && added < 2; k++) {
        sk_rect cell = {hall.x - 1 + k % 6, hall.y - 1 + k / 6, 1, 1};
        if (sk_gen_distance(cell, hall) != 1 || has_entity(gen, cell))
            continue;
        map->entity =
            us_mem_realloc(map->entity, (size_t)(map->entity_count + 1) * sizeof *map->entity);
        map->entity[map->entity_count++] =
            (sk_map_entity){worker, (us_seat)seat, (int16_t)cell.x, (int16_t)cell.y, 0};
        added++;
    }
    return added > 0;
}

static const struct {
    const char *what;
    bool (*favor)(sk_gen *gen, int seat);
} favors[] = {
    {"a nearer mine", nearer_mine}, {"more wood", more_wood},       {"a richer mine", richer_mine},
    {"more money", more_money},     {"more workers", more_workers},
};

void sk_gen_favor_seat(sk_gen *gen)
{
    us_str note;
    us_str_init(&note);
    int seat = sk_gen_random(gen, 0, 1), wanted = sk_gen_random(gen, 1, 2), done = 0;
    us_str_addf(&note, "favors seat %d: ", seat);
    int first = sk_gen_random(gen, 0, US_COUNT(favors) - 1);
    int stride = sk_gen_random(gen, 1, US_COUNT(favors) - 1);
    for (int i = 0; i < US_COUNT(favors) && done < wanted; i++) {
        /* five is prime: every stride visits all favors */
        int k = (first + i * stride) % US_COUNT(favors);
        if (!favors[k].favor(gen, seat))
            continue;
        us_str_addf(&note, "%s%s", done ? ", " : "", favors[k].what);
        done++;
    }
    if (gen->map->note[0])
        us_str_addf(&note, "; %s", gen->map->note);
    us_assert(note.length < sizeof gen->map->note);
    memcpy(gen->map->note, note.text, note.length + 1);
    us_str_clear(&note);
}
