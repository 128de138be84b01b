/* The protocol of the coprocess player: lines to write, lines to read. */
#include <stdio.h>
#include <string.h>

#include "players/exec.h"
#include "traces/trace.h"

/* ---- lines to the program */

static us_json_writer begin(us_str *out)
{
    us_str_reset(out);
    return us_json_writer_begin(out, '{');
}

void us_exec_write_hello(const us_player_def *def, us_str *out)
{
    const us_scenario *scenario = def->scenario;
    us_json_writer w = begin(out);
    us_json_write_key_string(&w, "understudy", "player");
    us_json_write_key_int(&w, "version", US_EXEC_VERSION);
    us_json_write_key_string(&w, "domain", scenario->domain->name);
    us_json_write_key_string(&w, "map", scenario->map_name);
    us_json_write_key_int(&w, "width", scenario->width);
    us_json_write_key_int(&w, "height", scenario->height);
    us_json_write_key_int(&w, "seats", scenario->seats);
    us_json_write_key_int(&w, "seat", def->seat);
    us_json_write_key_u64(&w, "seed", def->seed);
    us_json_write_key_int(&w, "max_cycles", scenario->max_cycles);
    us_json_write_key_int(&w, "cycles_per_second", scenario->domain->cycles_per_second);
    us_json_write_key_bool(&w, "fog", scenario->fog);
    us_json_writer_end(&w, '}');
}

/* In fog a world's tallies of other seats are blank, and the line leaves them out. */
static void write_seat(us_json_writer *w, const us_view *view, us_seat seat, bool fog)
{
    const us_world *world = view->world;
    const us_domain *domain = world->domain;
    us_json_write_open(w, '{');
    if (world->faction[seat] >= 0 && world->faction[seat] < domain->factions.count)
        us_json_write_key_string(w, "faction", domain->factions.name[world->faction[seat]]);
    us_json_write_key_bool(w, "alive", world->alive[seat]);
    if (!fog || seat == view->self) {
        us_json_write_key_open(w, "tallies", '{');
        for (int i = 0; i < domain->tallies.count; i++) {
            int32_t tally = us_world_tally(world, seat, i);
            if (tally || i < domain->resources.count)
                us_json_write_key_int(w, domain->tallies.name[i], tally);
        }
        us_json_write_close(w, '}');
    }
    us_json_write_close(w, '}');
}

static void write_entity(us_json_writer *w, const us_domain *domain, const us_entity *entity)
{
    us_json_write_open(w, '{');
    us_json_write_key_int(w, "id", entity->id);
    us_json_write_key_string(w, "type", domain->type[entity->type].name);
    us_json_write_key_int(w, "owner", entity->owner);
    us_json_write_key_int(w, "x", entity->x);
    us_json_write_key_int(w, "y", entity->y);
    us_json_write_key_string(w, "status", domain->statuses.name[entity->status]);
    if (entity->action >= 0)
        us_json_write_key_string(w, "action", domain->action[entity->action].name);
    if (entity->target)
        us_json_write_key_int(w, "target", entity->target);
    if (entity->product != US_NO_TYPE)
        us_json_write_key_string(w, "product", domain->type[entity->product].name);
    if (entity->until)
        us_json_write_key_int(w, "until", entity->until);
    if (entity->flags & US_ENTITY_INSIDE)
        us_json_write_key_bool(w, "inside", true);
    if (entity->flags & US_ENTITY_UNFINISHED)
        us_json_write_key_bool(w, "unfinished", true);
    for (int a = 0; a < domain->attribute_count; a++)
        if (entity->attribute[a] != domain->attribute[a].initial)
            us_json_write_key_int(w, domain->attribute[a].name, entity->attribute[a]);
    us_json_write_close(w, '}');
}

/* A symbol for each cell. */
static char terrain_of(const us_view *view, int cell)
{
    const us_world *world = view->world;
    return world->domain->terrain[world->plane[US_PLANE_TERRAIN][cell]].symbol;
}

static char sight_of(const us_view *view, int cell)
{
    const us_world *world = view->world;
    if (world->plane[US_PLANE_SEEN][cell] >> view->self & 1)
        return '+';
    return world->plane[US_PLANE_EXPLORED][cell] >> view->self & 1 ? '.' : ' ';
}

/* Writes a text for each row of the map, if one has changed since it was last sent. */
static void write_map(us_json_writer *w, const char *key, char **reported, const us_view *view,
                      char (*symbol)(const us_view *view, int cell))
{
    int width = view->world->width, height = view->world->height;
    char row[US_WORLD_SIDE_MAX + 1];
    bool same = *reported != NULL;
    if (!*reported)
        *reported = US_NEW_ARRAY(char, width *height);
    for (int cell = 0; cell < width * height; cell++) {
        char now = symbol(view, cell);
        same = same && now == (*reported)[cell];
        (*reported)[cell] = now;
    }
    if (same)
        return;
    us_json_write_key_open(w, key, '[');
    for (int y = 0; y < height; y++) {
        memcpy(row, *reported + y * width, (size_t)width);
        row[width] = '\0';
        us_json_write_string(w, row);
    }
    us_json_write_close(w, ']');
}

void us_exec_maps_clear(us_exec_maps *maps)
{
    us_mem_free(maps->terrain);
    us_mem_free(maps->sight);
    *maps = (us_exec_maps){0};
}

void us_exec_write_state(us_exec_maps *maps, const us_view *view, bool fog, const us_events *events,
                         const char *orders, us_str *out)
{
    const us_world *world = view->world;
    us_json_writer w = begin(out);
    us_json_write_key_int(&w, "cycle", world->now);
    us_json_write_key_open(&w, "seats", '[');
    for (us_seat seat = 0; seat < world->seats; seat++)
        write_seat(&w, view, seat, fog);
    us_json_write_close(&w, ']');
    us_json_write_key_open(&w, "entities", '[');
    for (int i = 0; i < world->count; i++)
        write_entity(&w, world->domain, &world->entity[i]);
    us_json_write_close(&w, ']');
    write_map(&w, "terrain", &maps->terrain, view, terrain_of);
    if (fog)
        write_map(&w, "sight", &maps->sight, view, sight_of);
    if (orders[0]) {
        us_json_write_key(&w, "orders");
        us_str_add(out, orders);
        w.comma = true;
    }
    us_json_write_key_open(&w, "events", '[');
    for (int i = 0; i < events->count; i++) {
        us_json_write_open(&w, '{');
        us_json_write_key_int(&w, "cycle", events->event[i].cycle);
        us_event_write(world->domain, &events->event[i], &w);
        us_json_write_close(&w, '}');
    }
    us_json_write_close(&w, ']');
    us_json_writer_end(&w, '}');
}

void us_exec_write_end(us_cycle now, const us_outcome *outcome, us_str *out)
{
    us_json_writer w = begin(out);
    us_trace_end_write(outcome, now, &w);
    us_json_writer_end(&w, '}');
}

/* ---- lines from the program */

us_status us_exec_read_hello(const char *line, size_t length, char name[US_EXEC_NAME_MAX + 1],
                             us_error *err)
{
    static const char *const keys[] = {"name", NULL};
    US_AUTOPTR(us_json) doc = NULL;
    const char *text = NULL;
    US_TRY(us_json_parse("hello", line, length, &doc, err));
    const us_json_node *root = us_json_root(doc);
    US_TRY(us_json_require_string(root, "name", &text, err));
    US_TRY(us_json_check_keys(root, keys, err));
    if (!text[0] || strlen(text) > US_EXEC_NAME_MAX)
        return us_json_fail(us_json_find(root, "name"), err, "expected a name of 1 to %d bytes",
                            US_EXEC_NAME_MAX);
    snprintf(name, US_EXEC_NAME_MAX + 1, "%s", text);
    return US_OK;
}

static us_status read_orders(us_line *line, const us_domain *domain, us_seat seat,
                             us_orders *orders)
{
    US_TRY(us_line_expect(line, US_PULL_ARRAY, "\"orders\", an array"));
    for (int count = 0; !us_line_accept(line, US_PULL_ARRAY_END); count++) {
        if (count == US_EXEC_ORDERS_MAX)
            return us_line_fail(line, "expected at most %d orders", US_EXEC_ORDERS_MAX);
        US_TRY(us_order_read(line, domain, seat, orders));
    }
    return US_OK;
}

static us_status read_wake(us_line *line, uint32_t *events)
{
    static const char *const what = "the name of a kind of event";
    char name[64];
    US_TRY(us_line_expect(line, US_PULL_ARRAY, "\"wake\", an array"));
    while (!us_line_accept(line, US_PULL_ARRAY_END)) {
        US_TRY(us_line_read_text(line, what, name, sizeof(name)));
        int kind = us_event_kind_from_name(name);
        if (kind < 0)
            return us_line_fail(line, "expected %s, found \"%s\"", what, name);
        *events |= US_EVENT_BIT(kind);
    }
    return US_OK;
}

static us_status read_reply(us_line *line, const us_domain *domain, us_seat seat, us_orders *orders,
                            us_wakeup *wakeup)
{
    static const char *const names[] = {"orders", "until", "wake"};
    unsigned seen = 0;
    int64_t until;
    int member;
    US_TRY(us_line_expect(line, US_PULL_OBJECT, "a reply, an object"));
    for (;;) {
        US_TRY(us_line_next_row(line, names, sizeof(*names), US_COUNT(names), "a reply", false,
                                &seen, &member));
        if (member < 0)
            return us_line_finish(line);
        if (member == 0) {
            US_TRY(read_orders(line, domain, seat, orders));
        } else if (member == 1) {
            US_TRY(us_line_read_int(line, "\"until\"", 0, US_CYCLES_LIMIT, &until));
            wakeup->until = (us_cycle)until;
        } else {
            US_TRY(read_wake(line, &wakeup->events));
        }
    }
}

us_status us_exec_read_reply(const us_domain *domain, us_seat seat, us_cycle now, const char *line,
                             size_t length, us_orders *orders, us_wakeup *wakeup, us_error *err)
{
    US_AUTOSTR(scratch);
    us_wakeup until = {now + 1, 0};
    int count = orders->count, pool = orders->pool_count;
    us_line reply = {"reply", 1, {0}, &scratch, err};
    us_pull_init(&reply.pull, line, length);
    us_status status = read_reply(&reply, domain, seat, orders, &until);
    if (status == US_OK) {
        *wakeup = until;
    } else {
        orders->count = count;
        orders->pool_count = pool;
    }
    return status;
}
