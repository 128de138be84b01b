#include "players/microrts/microrts_players.h"

/* The bots of microRTS go through the list of units from the first on, and of equals take the
 * first. An entity's place in the world's list is the same. The bots decide in every cycle, for
 * units without an action and for all workers. A bot may repeat an order that a unit already
 * carries out; the unit keeps its place among those that step first. So no order is given twice
 * here. */

/* The memory of a worker. */
typedef struct rush_mind {
    us_id worker;
    us_type type; /* building it was ordered to make, and where */
    int16_t x, y;
    us_id prey; /* target of its last attack order */
} rush_mind;

typedef struct rush {
    us_player player;
    us_seat self;
    bool workers; /* they attack, too */
    us_type worker, base, barracks, soldier, resource;
    int stop, harvest, build, train, attack, hunt; /* actions */
    US_LIST(rush_mind) mind;
    US_LIST(int) free; /* workers that have no job yet, by index */
    /* this think */
    const us_view *view;
    us_orders *orders;
} rush;

static const struct {
    const char *name, *about;
    const char *soldier; /* unit that the barracks make; NULL: workers attack */
} bots[] = {
    {"heavy-rush", "one worker gathers, the barracks make Heavy, all of which attack", "Heavy"},
    {"light-rush", "one worker gathers, the barracks make Light, all of which attack", "Light"},
    {"ranged-rush", "one worker gathers, the barracks make Ranged, all of which attack", "Ranged"},
    {"worker-rush", "the base makes workers without end; one gathers, all others attack", NULL},
};

const char *us_microrts_rush_name(int index)
{
    return index < US_COUNT(bots) ? bots[index].name : NULL;
}

static int bot_of(const char *name)
{
    int i = 0;
    while (i < US_COUNT(bots) && !us_text_equal(bots[i].name, name))
        i++;
    return i;
}

const char *us_microrts_rush_about(const char *name)
{
    int i = bot_of(name);
    return i < US_COUNT(bots) ? bots[i].about : "";
}

static void close(us_player *player)
{
    rush *r = (rush *)player;
    us_mem_free(r->mind.item);
    us_mem_free(r->free.item);
    us_mem_free(r);
}

static us_status open(const us_player_kind *kind, const us_player_def *def, us_player **out,
                      us_error *err)
{
    int i = bot_of(def->argument);
    if (i == US_COUNT(bots))
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "there is no ai \"%.64s\"",
                            def->argument);
    const char *soldier = bots[i].soldier;
    const us_domain *domain = def->scenario->domain;
    rush *r = US_NEW(rush);
    r->player.kind = kind;
    r->self = def->seat;
    r->workers = !soldier;
    const struct {
        const char *name;
        us_type *to;
    } types[] = {{"Worker", &r->worker},
                 {"Base", &r->base},
                 {"Barracks", &r->barracks},
                 {soldier ? soldier : "Worker", &r->soldier},
                 {"Resource", &r->resource}};
    const struct {
        const char *name;
        int *to;
    } actions[] = {{"stop", &r->stop},   {"harvest", &r->harvest}, {"build", &r->build},
                   {"train", &r->train}, {"attack", &r->attack},   {"hunt", &r->hunt}};
    const char *lacks = NULL;
    for (int k = 0; k < US_COUNT(types); k++) {
        *types[k].to = us_domain_find_type(domain, types[k].name);
        lacks = *types[k].to < 0 ? types[k].name : lacks;
    }
    for (int k = 0; k < US_COUNT(actions); k++) {
        *actions[k].to = us_domain_find_action(domain, actions[k].name);
        lacks = *actions[k].to < 0 ? actions[k].name : lacks;
    }
    if (lacks) {
        close(&r->player);
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "ai:%.64s plays microrts: the domain lacks \"%s\"", def->argument,
                            lacks);
    }
    *out = &r->player;
    return US_OK;
}

/* ---- looking around */

static int apart(const us_entity *a, const us_entity *b)
{
    int dx = a->x - b->x, dy = a->y - b->y;
    return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
}

/* The nearest of a type, of our own or anybody's. */
static const us_entity *nearest(const rush *r, const us_entity *to, us_type type, bool own)
{
    const us_world *world = r->view->world;
    const us_entity *best = NULL;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->type == type && (!own || e->owner == r->self) &&
            (!best || apart(to, e) < apart(to, best)))
            best = e;
    }
    return best;
}

static int32_t resources(const rush *r)
{
    return us_world_tally(r->view->world, r->self, 0);
}

static int32_t cost(const rush *r, us_type type)
{
    return r->view->world->domain->type[type].cost[0];
}

static us_order *order(rush *r, const us_entity *unit, int action)
{
    return us_orders_add(r->orders, r->self, action, &unit->id, 1);
}

static rush_mind *mind_of(rush *r, us_id worker)
{
    for (int i = 0; i < r->mind.count; i++)
        if (r->mind.item[i].worker == worker)
            return &r->mind.item[i];
    rush_mind *mind = US_LIST_ADD(r->mind);
    *mind = (rush_mind){.worker = worker, .type = US_NO_TYPE};
    return mind;
}

/* Returns whether an entity stands on the worker's building site. */
static bool site_is_taken(rush *r, const us_entity *e)
{
    const us_world *world = r->view->world;
    const rush_mind *mind = mind_of(r, e->id);
    return mind->type != US_NO_TYPE &&
           world->plane[US_PLANE_TAKEN][us_world_cell(world, mind->x, mind->y)];
}

static us_id nearest_foe(const rush *r, const us_entity *to)
{
    const us_world *world = r->view->world;
    const us_entity *best = NULL;
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->owner >= 0 && e->owner != r->self && (!best || apart(to, e) < apart(to, best)))
            best = e;
    }
    return best ? best->id : 0;
}

/* ---- jobs */

/* An order that could not begin is dropped, and decided anew. */
static void train(rush *r, const us_entity *e, us_type type, bool wanted)
{
    if (e->action == r->train)
        order(r, e, r->stop);
    if (wanted && resources(r) >= cost(r, type))
        order(r, e, r->train)->arg[0] = type;
}

static void attack(rush *r, const us_entity *e)
{
    if (e->action != r->hunt || (!e->target && e->type != r->worker))
        order(r, e, r->hunt);
    if (e->type == r->worker)
        mind_of(r, e->id)->prey = nearest_foe(r, e);
}

static void gather(rush *r, const us_entity *e)
{
    const us_entity *base = nearest(r, e, r->base, true);
    const us_entity *from = nearest(r, e, r->resource, false);
    if (base && from) {
        if (e->action != r->harvest || e->target != from->id)
            order(r, e, r->harvest)->arg[0] = (int32_t)from->id;
    } else if (e->action == r->harvest && !us_world_find(r->view->world, e->target)) {
        order(r, e, r->stop); /* with what it carries in its hands: so do the bots */
    } else if (e->action == r->build && site_is_taken(r, e)) {
        order(r, e, r->stop);          /* that is done, to the bots: by whomever */
    } else if (e->action == r->hunt) { /* they end what they began, and do nothing then */
        us_id prey = mind_of(r, e->id)->prey;
        bool there = prey && us_world_find(r->view->world, prey);
        us_order *o = order(r, e, there ? r->attack : r->stop);
        if (there)
            o->arg[0] = (int32_t)prey;
    }
}

static bool is_free(const rush *r, int x, int y)
{
    const us_world *world = r->view->world;
    if (!us_world_is_inside(world, x, y))
        return false;
    int cell = us_world_cell(world, x, y);
    return !world->plane[US_PLANE_TAKEN][cell] &&
           world->domain->terrain[world->plane[US_PLANE_TERRAIN][cell]].buildable;
}

/* The first free cell on squares around e, each from its upper side on clockwise by sides. */
static bool find_site(const rush *r, const us_entity *e, int16_t *x, int16_t *y)
{
    const us_world *world = r->view->world;
    int most = world->width > world->height ? world->width : world->height;
    for (int l = 1; l < most; l++) {
        for (int k = 0; k < 4 * (2 * l + 1); k++) {
            int side = k / (2 * l + 1), along = k % (2 * l + 1) - l;
            int to_x = e->x + (side % 2 == 0 ? along : side == 1 ? l : -l);
            int to_y = e->y + (side % 2 == 1 ? along : side == 0 ? -l : l);
            if (!is_free(r, to_x, to_y))
                continue;
            *x = (int16_t)to_x;
            *y = (int16_t)to_y;
            return true;
        }
    }
    return false;
}

/* If an entity stands on the site, the worker gives it up now, and looks for another one in the
 * next cycle. */
static void build(rush *r, const us_entity *e, us_type type)
{
    rush_mind *site = mind_of(r, e->id);
    bool builds = e->action == r->build && site->type == type;
    if (builds && site_is_taken(r, e)) {
        order(r, e, r->stop);
        return;
    }
    if (builds || !find_site(r, e, &site->x, &site->y))
        return;
    site->type = type;
    us_order *o = order(r, e, r->build);
    o->arg[0] = type;
    o->arg[1] = US_CELL(site->x, site->y);
}

/* ---- the choice of workers */

static int count_own(const rush *r, us_type type)
{
    return us_world_count(r->view->world, r->self, type);
}

static const us_entity *take_first(rush *r)
{
    const us_entity *first = &r->view->world->entity[r->free.item[0]];
    r->free.count--;
    for (int i = 0; i < r->free.count; i++)
        r->free.item[i] = r->free.item[i + 1];
    return first;
}

static void give_work(rush *r)
{
    const us_world *world = r->view->world;
    int32_t spent = 0;
    if (count_own(r, r->base) == 0 && r->free.count > 0 && resources(r) >= cost(r, r->base)) {
        build(r, take_first(r), r->base);
        spent = cost(r, r->base);
    }
    if (!r->workers && count_own(r, r->barracks) == 0 && r->free.count > 0 &&
        resources(r) >= spent + cost(r, r->barracks))
        build(r, take_first(r), r->barracks);
    for (int i = 0; i < r->free.count; i++) {
        const us_entity *e = &world->entity[r->free.item[i]];
        if (r->workers && i > 0)
            attack(r, e);
        else
            gather(r, e);
    }
}

static void think(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_wakeup *wakeup)
{
    rush *r = (rush *)player;
    const us_world *world = view->world;
    (void)events, (void)wakeup;
    r->view = view;
    r->orders = orders;
    r->free.count = 0;
    for (int pass = 0; pass < 3; pass++) { /* bases, barracks, soldiers */
        for (int i = 0; i < world->count; i++) {
            const us_entity *e = &world->entity[i];
            if (e->owner != r->self || e->until != 0)
                continue;
            if (pass == 0 && e->type == r->base)
                train(r, e, r->worker, r->workers || count_own(r, r->worker) < 1);
            else if (pass == 1 && e->type == r->barracks && !r->workers)
                train(r, e, r->soldier, true);
            else if (pass == 2 && e->type != r->worker &&
                     world->domain->type[e->type].kind == US_KIND_UNIT)
                attack(r, e);
        }
    }
    for (int i = 0; i < world->count; i++)
        if (world->entity[i].owner == r->self && world->entity[i].type == r->worker)
            US_LIST_PUT(r->free, i);
    give_work(r);
}

const us_player_kind us_microrts_rush_kind = {
    .prefix = "ai", .open = open, .think = think, .close = close};
