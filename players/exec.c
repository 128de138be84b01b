/* A seat played by another program: JSON Lines on its standard input and output. docs/PLAYERS.md
 * has the protocol. A program that dies, hangs or talks nonsense loses its seat: all that it has is
 * dismissed, where the game knows how, and the game goes on. */
#include <stdio.h>
#include <string.h>

#include "base/child.h"
#include "players/players.h"
#include "traces/trace.h"

enum {
    VERSION = 1,
    HELLO = 20000,      /* milliseconds to say hello */
    REPLY = 5000,       /* to say what to do */
    LINE_MAX = 4 << 20, /* bytes of a reply */
    ORDERS_MAX = 4096,  /* in a reply */
};

typedef struct exec {
    us_player player;
    us_seat seat;
    us_child *child; /* NULL: it lost its seat */
    us_str line, refused;
    us_json_writer refusing;
    uint32_t terrain; /* its revision when it was last told */
    bool told_terrain, any_refused;
    int given; /* orders told so far of the last reply */
    char lost[256];
    us_note note;
} exec;

/* ---- what it is told */

static void write_names(us_json_writer *w, const char *key, const us_names_table *names)
{
    us_write_key(w, key);
    us_write_open(w, '[');
    for (int i = 0; i < names->count; i++)
        us_write_string(w, names->name[i]);
    us_write_close(w, ']');
}

static void write_hello(exec *e, const us_player_def *def)
{
    const us_scenario *scenario = def->scenario;
    const us_domain *domain = scenario->domain;
    us_json_writer w;
    char seed[24];
    us_str_reset(&e->line);
    us_write_init(&w, &e->line);
    us_write_open(&w, '{');
    us_write_key_string(&w, "understudy", "player");
    us_write_key_int(&w, "version", VERSION);
    us_write_key_string(&w, "domain", domain->name);
    us_write_key_string(&w, "map", scenario->map_name);
    us_write_key_int(&w, "width", scenario->width);
    us_write_key_int(&w, "height", scenario->height);
    us_write_key_int(&w, "seats", scenario->seats);
    us_write_key_int(&w, "seat", def->seat);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)def->seed);
    us_write_key_string(&w, "seed", seed);
    us_write_key_int(&w, "max_cycles", scenario->max_cycles);
    us_write_key_int(&w, "cycles_per_second", domain->cycles_per_second);
    us_write_key_bool(&w, "fog", scenario->fog);
    write_names(&w, "resources", &domain->resources);
    us_write_close(&w, '}');
    us_str_add_char(&e->line, '\n');
}

static void write_entity(us_json_writer *w, const us_domain *domain, const us_entity *entity)
{
    us_write_open(w, '{');
    us_write_key_int(w, "id", entity->id);
    us_write_key_string(w, "type", domain->type[entity->type].name);
    us_write_key_int(w, "owner", entity->owner);
    us_write_key_int(w, "x", entity->x);
    us_write_key_int(w, "y", entity->y);
    us_write_key_string(w, "status", domain->statuses.name[entity->status]);
    if (entity->action >= 0)
        us_write_key_string(w, "action", domain->action[entity->action].name);
    if (entity->target)
        us_write_key_int(w, "target", entity->target);
    if (entity->flags & US_ENTITY_INSIDE)
        us_write_key_bool(w, "inside", true);
    if (entity->flags & US_ENTITY_UNFINISHED)
        us_write_key_bool(w, "unfinished", true);
    for (int a = 0; a < domain->attribute_count; a++)
        if (entity->attribute[a] != domain->attribute[a].initial)
            us_write_key_int(w, domain->attribute[a].name, entity->attribute[a]);
    us_write_close(w, '}');
}

/* A row of symbols for each row of the map; as often as the ground changes. */
static void write_terrain(exec *e, us_json_writer *w, const us_world *world)
{
    char row[US_WORLD_SIDE_MAX + 1];
    uint32_t revision = world->revision ? world->revision[US_REVISION_TERRAIN] : 0;
    if (e->told_terrain && world->revision && revision == e->terrain)
        return;
    e->told_terrain = true;
    e->terrain = revision;
    us_write_key(w, "terrain");
    us_write_open(w, '[');
    for (int y = 0; y < world->height; y++) {
        for (int x = 0; x < world->width; x++) {
            uint8_t terrain = world->plane[US_PLANE_TERRAIN][us_world_cell(world, x, y)];
            row[x] = world->domain->terrain[terrain].symbol;
        }
        row[world->width] = '\0';
        us_write_string(w, row);
    }
    us_write_close(w, ']');
}

static void write_events(us_json_writer *w, const us_domain *domain, const us_events *events)
{
    us_write_key(w, "events");
    us_write_open(w, '[');
    for (int i = 0; i < events->count; i++) {
        us_write_open(w, '{');
        us_write_key_int(w, "cycle", events->event[i].cycle);
        us_event_write(domain, &events->event[i], w);
        us_write_close(w, '}');
    }
    us_write_close(w, ']');
}

static void write_state(exec *e, const us_view *view, const us_events *events)
{
    const us_world *world = view->world;
    const us_domain *domain = world->domain;
    us_json_writer w;
    us_str_reset(&e->line);
    us_write_init(&w, &e->line);
    us_write_open(&w, '{');
    us_write_key_int(&w, "cycle", world->now);
    us_write_key(&w, "tallies");
    us_write_open(&w, '{');
    for (int i = 0; i < domain->tallies.count; i++)
        us_write_key_int(&w, domain->tallies.name[i], us_world_tally(world, view->self, i));
    us_write_close(&w, '}');
    us_write_key(&w, "entities");
    us_write_open(&w, '[');
    for (int i = 0; i < world->count; i++)
        write_entity(&w, domain, &world->entity[i]);
    us_write_close(&w, ']');
    write_terrain(e, &w, world);
    write_events(&w, domain, events);
    if (e->any_refused) {
        us_write_close(&e->refusing, ']');
        us_write_key(&w, "refused");
        us_str_add(&e->line, e->refused.text);
        w.comma = true;
    }
    us_write_close(&w, '}');
    us_str_add_char(&e->line, '\n');
}

/* ---- what it says */

static us_status read_orders(exec *e, const us_domain *domain, const us_json_node *root,
                             us_orders *orders, us_error *err)
{
    const us_json_node *list = NULL;
    US_TRY(us_json_want(root, "orders", US_JSON_ARRAY, &list, err));
    if (us_json_size(list) > ORDERS_MAX)
        return us_json_fail(list, err, "expected at most %d orders", ORDERS_MAX);
    for (const us_json_node *one = list ? us_json_first(list) : NULL; one; one = us_json_next(one))
        US_TRY(us_order_read(domain, e->seat, one, orders, err));
    return US_OK;
}

static us_status read_nap(const us_json_node *root, us_cycle now, us_nap *nap, us_error *err)
{
    int64_t until = now + 1;
    const us_json_node *wake = NULL;
    US_TRY(us_json_want_int(root, "until", 0, US_CYCLES_LIMIT, &until, err));
    US_TRY(us_json_want(root, "wake", US_JSON_ARRAY, &wake, err));
    *nap = (us_nap){(us_cycle)until, 0};
    for (const us_json_node *one = wake ? us_json_first(wake) : NULL; one;
         one = us_json_next(one)) {
        int kind = us_json_type(one) == US_JSON_STRING ? us_event_kind_of(us_json_string(one)) : -1;
        if (kind < 0)
            return us_json_fail(one, err, "expected the name of a kind of event");
        nap->events |= US_EVENT_BIT(kind);
    }
    return US_OK;
}

static us_status read_reply(exec *e, const us_view *view, const char *line, size_t length,
                            us_orders *orders, us_nap *nap, us_error *err)
{
    static const char *const keys[] = {"orders", "until", "wake", NULL};
    us_json *doc = NULL;
    US_TRY(us_json_parse("reply", line, length, &doc, err));
    const us_json_node *root = us_json_root(doc);
    us_status status = us_json_only(root, keys, err);
    if (status == US_OK)
        status = read_nap(root, view->world->now, nap, err);
    if (status == US_OK)
        status = read_orders(e, view->world->domain, root, orders, err);
    us_json_free(doc);
    return status;
}

/* ---- losing the seat */

static int dismissal(const us_domain *domain)
{
    for (int a = 0; a < domain->action_count; a++)
        for (int i = 0; i < domain->action[a].effect_count; i++)
            if (domain->action[a].effect[i].kind == US_EFFECT_LOSE &&
                !domain->action[a].param_count)
                return a;
    return -1;
}

static void dismiss_all(const us_view *view, us_orders *orders)
{
    const us_world *world = view->world;
    int action = dismissal(world->domain);
    for (int i = 0; i < world->count && action >= 0; i++) {
        const us_entity *entity = &world->entity[i];
        if (entity->owner == view->self && us_type_does(world->domain, entity->type, action))
            us_orders_add(orders, view->self, action, &entity->id, 1);
    }
}

static void lose(exec *e, const us_view *view, const char *why)
{
    snprintf(e->lost, sizeof e->lost, "%s", why);
    us_child_stop(e->child);
    e->child = NULL;
    e->note = (us_note){.cycle = view->world->now,
                        .seat = view->self,
                        .kind = US_NOTE_FAILED,
                        .of = US_NOTE_GOAL,
                        .node = 1,
                        .text = "play",
                        .cell = -1,
                        .why = e->lost};
}

/* ---- the player */

static us_status greet(exec *e, const us_player_def *def, us_error *err)
{
    const char *line;
    size_t length;
    write_hello(e, def);
    us_child_state state = us_child_send(e->child, e->line.text, e->line.length, HELLO);
    if (state == US_CHILD_WELL)
        state = us_child_hear(e->child, HELLO, LINE_MAX, &line, &length);
    if (state != US_CHILD_WELL)
        return us_fail(err, US_NO_ENGINE, NULL, 0, 0, "exec:%.200s: expected a line, but %s",
                       def->argument, us_child_state_about(state));
    us_json *doc = NULL;
    US_TRY(us_json_parse("hello", line, length, &doc, err));
    bool object = us_json_type(us_json_root(doc)) == US_JSON_OBJECT;
    us_json_free(doc);
    return object ? US_OK
                  : us_fail(err, US_BAD_INPUT, "hello", 1, 1, "exec:%.200s: expected an object",
                            def->argument);
}

static void close(us_player *player)
{
    exec *e = (exec *)player;
    us_child_stop(e->child);
    us_str_clear(&e->line);
    us_str_clear(&e->refused);
    us_free(e);
}

static us_status open(const us_player_def *def, us_player **out, us_error *err)
{
    exec *e = US_NEW(exec);
    e->player.kind = &us_exec_kind;
    e->seat = def->seat;
    us_str_init(&e->line);
    us_str_init(&e->refused);
    us_status status = us_child_start(def->argument, &e->child, err);
    if (status == US_OK)
        status = greet(e, def, err);
    if (status != US_OK) {
        close(&e->player);
        return status;
    }
    *out = &e->player;
    return US_OK;
}

static void think(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_nap *nap)
{
    exec *e = (exec *)player;
    const char *line;
    size_t length;
    us_error err;
    char why[256];
    e->note.node = 0;
    if (!e->child) {
        dismiss_all(view, orders);
        *nap = (us_nap){view->world->now + 30, 0};
        return;
    }
    write_state(e, view, events);
    e->any_refused = false;
    e->given = 0;
    us_child_state state = us_child_send(e->child, e->line.text, e->line.length, REPLY);
    if (state == US_CHILD_WELL)
        state = us_child_hear(e->child, REPLY, LINE_MAX, &line, &length);
    if (state != US_CHILD_WELL) {
        lose(e, view, us_child_state_about(state));
    } else if (read_reply(e, view, line, length, orders, nap, &err) != US_OK) {
        us_orders_reset(orders);
        lose(e, view, us_error_print(&err, why, sizeof why));
    }
    if (!e->child)
        *nap = (us_nap){view->world->now + 1, 0};
}

/* It is told with the next state which of its orders were refused. */
static void told(us_player *player, const us_order *order, us_reason reason)
{
    exec *e = (exec *)player;
    int index = e->given++;
    (void)order;
    if (reason == US_REASON_NONE)
        return;
    if (!e->any_refused) {
        us_str_reset(&e->refused);
        us_write_init(&e->refusing, &e->refused);
        us_write_open(&e->refusing, '[');
        e->any_refused = true;
    }
    us_write_open(&e->refusing, '{');
    us_write_key_int(&e->refusing, "index", index);
    us_write_key_string(&e->refusing, "reason", us_reason_name(reason));
    us_write_close(&e->refusing, '}');
}

static int notes(us_player *player, const us_note **out)
{
    exec *e = (exec *)player;
    *out = &e->note;
    return e->note.node != 0;
}

const us_player_kind us_exec_kind = {
    .prefix = "exec", .open = open, .think = think, .told = told, .close = close, .notes = notes};
