#include "players/microrts/microrts_players.h"

/* Each unit without an action takes any possible step; steps that take, bring or attack are five
 * times as probable as others. A step is an order that the next one replaces. */

enum { OFTEN = 5, OPTIONS = 256 };

typedef struct chance {
    us_player player;
    us_seat self;
    us_rng rng;
    int stop, move, harvest, bring, build, train, attack; /* actions */
    int carried, range;                                   /* attributes */
} chance;

/* A step: the order's action and arguments. */
typedef struct option {
    int action, weight;
    int32_t arg[2];
} option;

typedef struct options {
    option item[OPTIONS];
    int count, weight;
} options;

static void add(options *o, int weight, int action, int32_t first, int32_t second)
{
    if (o->count == OPTIONS)
        return;
    o->item[o->count++] = (option){action, weight, {first, second}};
    o->weight += weight;
}

static bool is_free(const us_world *world, int x, int y)
{
    if (!us_world_is_inside(world, x, y))
        return false;
    int cell = us_world_cell(world, x, y);
    return !world->plane[US_PLANE_TAKEN][cell] &&
           world->domain->terrain[world->plane[US_PLANE_TERRAIN][cell]].passable;
}

static void add_steps(const chance *c, const us_world *world, const us_entity *e, options *o)
{
    static const int8_t dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    const us_type_def *type = &world->domain->type[e->type];
    for (int d = 0; d < 4; d++) {
        int x = e->x + dx[d], y = e->y + dy[d];
        if (!is_free(world, x, y))
            continue;
        if (type->movement >= 0)
            add(o, 1, c->move, US_CELL(x, y), 0);
        for (int p = 0; p < type->produces_count; p++) {
            const us_product_list *list = &type->produces[p];
            for (int t = 0; t < list->count; t++)
                if (us_world_can_afford(world, c->self, list->type[t]))
                    add(o, 1, list->action, list->type[t],
                        list->action == c->build ? US_CELL(x, y) : 0);
        }
    }
}

static void add_targets(const chance *c, const us_world *world, const us_entity *e, options *o)
{
    const us_type_def *type = &world->domain->type[e->type];
    int range = e->attribute[c->range];
    for (int i = 0; i < world->count; i++) {
        const us_entity *to = &world->entity[i];
        const us_type_def *def = &world->domain->type[to->type];
        int x = to->x - e->x, y = to->y - e->y, far = x * x + y * y;
        if (to->owner >= 0 && to->owner != c->self && far <= range * range)
            add(o, OFTEN, c->attack, (int32_t)to->id, 0);
        else if (type->gathers && far == 1 && def->yields >= 0 && !e->attribute[c->carried])
            add(o, OFTEN, c->harvest, (int32_t)to->id, 0);
        else if (type->gathers && far == 1 && to->owner == c->self && def->stores &&
                 e->attribute[c->carried])
            add(o, OFTEN, c->bring, 0, 0);
    }
}

static void think(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_wakeup *wakeup)
{
    chance *c = (chance *)player;
    const us_world *world = view->world;
    (void)events, (void)wakeup;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner != c->self || e->until != 0)
            continue;
        options o = {.count = 0};
        add(&o, 1, c->stop, 0, 0);
        add_targets(c, world, e, &o);
        add_steps(c, world, e, &o);
        int drawn = (int)us_rng_next_below(&c->rng, (uint32_t)o.weight), k = 0;
        while (drawn >= o.item[k].weight)
            drawn -= o.item[k++].weight;
        if (e->action >= 0 && o.item[k].action == c->train)
            us_orders_add(orders, c->self, c->stop, &e->id, 1);
        us_order *order = us_orders_add(orders, c->self, o.item[k].action, &e->id, 1);
        order->arg[0] = o.item[k].arg[0];
        order->arg[1] = o.item[k].arg[1];
    }
}

static void close(us_player *player)
{
    us_mem_free(player);
}

static us_status open(const us_player_kind *kind, const us_player_def *def, us_player **out,
                      us_error *err)
{
    const us_domain *domain = def->scenario->domain;
    chance *c = US_NEW(chance);
    const struct {
        int (*find)(const us_domain *, const char *);
        const char *name;
        int *to;
    } words[] = {{us_domain_find_action, "stop", &c->stop},
                 {us_domain_find_action, "move", &c->move},
                 {us_domain_find_action, "harvest", &c->harvest},
                 {us_domain_find_action, "return", &c->bring},
                 {us_domain_find_action, "build", &c->build},
                 {us_domain_find_action, "train", &c->train},
                 {us_domain_find_action, "attack", &c->attack},
                 {us_domain_find_attribute, "carried", &c->carried},
                 {us_domain_find_attribute, "range", &c->range}};
    c->player.kind = kind;
    c->self = def->seat;
    c->rng = us_rng_derive(def->seed, "player.microrts.random", (uint64_t)def->seat);
    for (int i = 0; i < US_COUNT(words); i++) {
        *words[i].to = words[i].find(domain, words[i].name);
        if (*words[i].to < 0) {
            us_mem_free(c);
            return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                                "ai:%.64s plays microrts: the domain lacks \"%s\"", def->argument,
                                words[i].name);
        }
    }
    *out = &c->player;
    return US_OK;
}

const char *us_microrts_random_name(int index)
{
    return index == 0 ? "random-biased" : NULL;
}

const char *us_microrts_random_about(const char *name)
{
    (void)name;
    return "any possible step, those that take, bring or strike five times as often";
}

const us_player_kind us_microrts_random_kind = {
    .prefix = "ai", .open = open, .think = think, .close = close};
