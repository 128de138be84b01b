#include "game/arena/state.h"

#include <string.h>

/* Returns the nearest of eight directions; 0 for no distance. Since 2/5 is near the tangent of 22.5
 * degrees, each direction covers about an eighth of the circle. */
static int direction_of(int dx, int dy)
{
    int ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
    int sx = 5 * ax > 2 * ay ? (dx > 0) - (dx < 0) : 0;
    int sy = 5 * ay > 2 * ax ? (dy > 0) - (dy < 0) : 0;
    for (int d = 0; d < 8; d++)
        if (ar_dx[d] == sx && ar_dy[d] == sy)
            return d;
    return 0;
}

void ar_event_emit(ar_game *g, int i, us_event event)
{
    ar_event_emit_at(g, i, i < 0 ? 0 : ar_entity_cell(g, i), event);
}

void ar_event_emit_at(ar_game *g, int i, int cell, us_event event)
{
    ar_core *core = g->core;
    event.cycle = core->now;
    if (i >= 0) {
        const us_entity *e = &g->entity[i];
        event.entity = e->id;
        event.seat = e->owner;
        event.type = event.type ? event.type : e->type;
        event.x = (int16_t)(cell % g->width);
        event.y = (int16_t)(cell / g->width);
    }
    us_events_add(&g->events, &event);
    core->tag = us_hash_add(core->tag, (uint64_t)event.entity << 32 | event.other);
    core->tag = us_hash_add(core->tag, (uint64_t)event.kind << 32 | (uint32_t)event.value);
}

/* ---- changes of the published state */

static void revise(ar_game *g, int revision)
{
    g->revision[revision]++;
    g->revision[US_REVISION_ANY]++;
}

void ar_entity_mark_changed(ar_game *g, int i)
{
    revise(g, us_revision_states(&g->world, g->entity[i].owner, g->entity[i].type));
}

void ar_entity_set_attribute(ar_game *g, int i, int attribute, int32_t value)
{
    if (g->entity[i].attribute[attribute] == value)
        return;
    g->entity[i].attribute[attribute] = value;
    ar_entity_mark_changed(g, i);
}

void ar_entity_set_status(ar_game *g, int i, int status)
{
    if (g->entity[i].status == status)
        return;
    g->entity[i].status = (uint8_t)status;
    g->dirty[i / 64] |= 1ull << (i % 64);
    ar_entity_mark_changed(g, i);
}

void ar_entity_face(ar_game *g, int i, int x, int y)
{
    const us_entity *e = &g->entity[i];
    if (e->x != x || e->y != y)
        ar_entity_set_attribute(g, i, g->words->facing, direction_of(x - e->x, y - e->y));
}

void ar_tally_add(ar_game *g, us_seat seat, int tally, int32_t amount)
{
    if (!amount)
        return;
    g->tally[seat * g->domain->tallies.count + tally] += amount;
    revise(g, US_REVISION_TALLY + seat);
}

/* ---- positions */

static void link_block(ar_game *g, int i, bool body)
{
    const us_entity *e = &g->entity[i];
    int block = ar_block_at(g, e->x, e->y);
    uint16_t *head = &g->head[body * g->blocks + block], id = (uint16_t)e->id;
    g->prev[id] = 0;
    g->next[id] = *head;
    if (*head)
        g->prev[*head] = id;
    *head = id;
    if (!body)
        g->crowd[e->owner * g->blocks + block]++;
}

static void unlink_block(ar_game *g, int i, bool body)
{
    const us_entity *e = &g->entity[i];
    int block = ar_block_at(g, e->x, e->y);
    us_id id = e->id;
    if (g->prev[id])
        g->next[g->prev[id]] = g->next[id];
    else
        g->head[body * g->blocks + block] = g->next[id];
    if (g->next[id])
        g->prev[g->next[id]] = g->prev[id];
    if (!body)
        g->crowd[e->owner * g->blocks + block]--;
}

void ar_body_unlink(ar_game *g, int i)
{
    unlink_block(g, i, true);
}

static void occupy(ar_game *g, int i, bool there)
{
    int cell = ar_entity_cell(g, i);
    uint8_t taken = g->entity[i].type == g->words->resource ? US_TAKEN_BUILDING : US_TAKEN_UNIT;
    g->on[cell] = (uint16_t)(there ? g->entity[i].id : 0);
    g->plane[US_PLANE_TAKEN][cell] = there ? taken : 0;
    if (g->entity[i].type == g->words->door)
        g->opaque[cell] = there;
}

/* Links a new entity. Resources and closed doors block their cell; other passive entities do not.
 */
static void place_entity(ar_game *g, int i)
{
    us_entity *e = &g->entity[i];
    const ar_words *w = g->words;
    if (e->owner >= 0) {
        link_block(g, i, false);
        g->core->heads[e->owner]++;
    }
    if (e->owner >= 0 || e->type == w->resource || e->type == w->door) {
        occupy(g, i, true);
        return;
    }
    e->flags = US_ENTITY_INSIDE;
    if (e->type == w->ammo_box || e->type == w->medkit)
        g->supply[ar_entity_cell(g, i)] = (uint16_t)e->id;
}

int ar_entity_add(ar_game *g, us_type type, us_seat owner, int x, int y, const int32_t *attribute)
{
    ar_core *core = g->core;
    const ar_words *w = g->words;
    us_assert(core->count < g->scenario->capacity);
    int i = core->count++;
    us_entity *e = &g->entity[i];
    *e = (us_entity){.id = core->next_id++, .type = type, .owner = owner, .action = -1};
    e->x = (int16_t)x;
    e->y = (int16_t)y;
    e->product = US_NO_TYPE;
    e->status = (uint8_t)w->idle;
    memcpy(e->attribute, attribute, sizeof(e->attribute));
    g->mind[i] = (ar_mind){.aim = -1, .shown = e->status, .known = ar_entity_cell(g, i)};
    g->mind[i].base[0] = attribute[w->aggressive];
    g->mind[i].base[1] = attribute[w->defensive];
    g->mind[i].base[2] = attribute[w->alarm];
    g->wake[i] = AR_NEVER;
    g->index[e->id] = (int16_t)i;
    g->census[(owner + 1) * g->domain->type_count + type]++;
    g->world.count = core->count;
    place_entity(g, i);
    revise(g, us_revision_members(&g->world, owner, type));
    return i;
}

void ar_entity_move(ar_game *g, int i, int x, int y)
{
    us_entity *e = &g->entity[i];
    bool far = ar_block_at(g, x, y) != ar_block_at(g, e->x, e->y);
    occupy(g, i, false);
    if (far)
        unlink_block(g, i, false);
    e->x = (int16_t)x;
    e->y = (int16_t)y;
    if (far)
        link_block(g, i, false);
    occupy(g, i, true);
    ar_entity_mark_changed(g, i);
    g->core->tag = us_hash_add(g->core->tag, (uint64_t)e->id << 32 | (uint32_t)US_CELL(x, y));
}

void ar_entity_swap(ar_game *g, int i, int k)
{
    int x = g->entity[i].x, y = g->entity[i].y;
    int there_x = g->entity[k].x, there_y = g->entity[k].y;
    ar_entity_move(g, i, there_x, there_y);
    ar_entity_move(g, k, x, y);
    occupy(g, i, true); /* the second move cleared the cell */
}

void ar_entity_remove(ar_game *g, int i, us_gone_kind why, int by)
{
    us_entity *e = &g->entity[i];
    const ar_words *w = g->words;
    if (e->owner >= 0)
        ar_order_finish(g, i, US_REASON_DEAD);
    ar_event_emit(g, i,
                  (us_event){.kind = US_EVENT_GONE,
                             .other = by < 0 ? 0 : g->entity[by].id,
                             .value = (int32_t)why});
    if (e->owner >= 0) {
        unlink_block(g, i, false);
        occupy(g, i, false);
        g->core->heads[e->owner]--;
    } else if (e->type == w->ammo_box || e->type == w->medkit) {
        g->supply[ar_entity_cell(g, i)] = 0;
    }
    g->mind[i].phase = why == US_GONE_KILLED ? 1 + (by >= 0 ? (uint8_t)g->entity[by].owner : 0) : 0;
    e->attribute[0] = 0;
    g->wake[i] = AR_NEVER;
    g->core->dead++;
    g->census[(e->owner + 1) * g->domain->type_count + e->type]--;
    revise(g, us_revision_members(&g->world, e->owner, e->type));
}

/* Adds the body. The killer's seat knows of it already. */
static void leave_body(ar_game *g, const ar_fallen *fallen)
{
    const ar_words *w = g->words;
    int32_t attribute[US_ATTRIBUTES_MAX];
    memcpy(attribute, g->domain->type[w->body].attribute, sizeof(attribute));
    attribute[w->stock] = fallen->carried;
    int i = ar_entity_add(g, (us_type)w->body, US_NEUTRAL, fallen->x, fallen->y, attribute);
    g->mind[i].phase = (uint8_t)(1u << fallen->killer);
    link_block(g, i, true);
    for (int seat = 0; seat < AR_SEATS; seat++)
        g->core->unfound[seat] += seat != fallen->killer;
    ar_event_emit(g, i, (us_event){.kind = US_EVENT_CREATED});
}

/* Bodies are added at the end, after the sweep made room. */
void ar_game_sweep(ar_game *g)
{
    ar_core *core = g->core;
    int kept = 0, bodies = 0;
    if (!core->dead)
        return;
    for (int i = 0; i < core->count; i++) {
        const us_entity *e = &g->entity[i];
        if (e->attribute[0] <= 0) {
            g->index[e->id] = -1;
            if (g->mind[i].phase && e->owner >= 0)
                g->fallen[bodies++] = (ar_fallen){e->x, e->y, e->attribute[g->words->carried],
                                                  (us_seat)(g->mind[i].phase - 1)};
            continue;
        }
        if (kept != i) {
            g->entity[kept] = *e;
            g->mind[kept] = g->mind[i];
            g->wake[kept] = g->wake[i];
            g->index[e->id] = (int16_t)kept;
        }
        kept++;
    }
    core->count = kept;
    core->dead = 0;
    for (int i = 0; i < bodies; i++)
        leave_body(g, &g->fallen[i]);
    g->world.count = core->count;
}

/* ---- doors */

void ar_door_open(ar_game *g, int door)
{
    occupy(g, door, false);
    g->entity[door].flags |= US_ENTITY_INSIDE;
    g->wake[door] = g->core->now + AR_OPEN;
    ar_entity_mark_changed(g, door);
    ar_noise_emit(g, -1, g->entity[door].x, g->entity[door].y, AR_LOUD_DOOR);
}

void ar_door_close(ar_game *g, int door)
{
    if (g->on[ar_entity_cell(g, door)]) {
        g->wake[door] = g->core->now + AR_SECOND;
        return;
    }
    occupy(g, door, true);
    g->entity[door].flags &= (uint8_t)~US_ENTITY_INSIDE;
    g->wake[door] = AR_NEVER;
    ar_entity_mark_changed(g, door);
}
