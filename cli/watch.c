#include "base/progress.h"
#include "cli/game.h"
#include "cli/out.h"
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum {
    FRAMES_A_SECOND = 20,
    PLAIN_EVERY = 900, /* cycles between frames where there is no terminal */
    COLUMNS = 80,      /* where the terminal does not say */
    ROWS = 24,
    ROWS_OF_TEXT = 4,
    SIDE_MAX = 512, /* of the picture */
};

struct us_watch {
    const us_scenario *scenario;
    char agent[US_SEATS_MAX][64];
    int speed;
    bool to_stderr, terminal, closed;
    us_cycle next; /* cycle of the next frame */
    int64_t began; /* us_clock_us when the game began */
    int64_t drawn; /* and when the last frame was drawn */
    us_str frame;
    char news[96];
};

/* One cell of the picture, for a block of the map. */
typedef struct picture_cell {
    char letter;
    int8_t color;     /* a seat, or -1 */
    uint8_t strength; /* what it shows: terrain, resource, building, unit */
} picture_cell;

static const char *const colors[US_SEATS_MAX] = {
    "\033[34;1m", "\033[31;1m", "\033[32;1m", "\033[35;1m",
    "\033[36;1m", "\033[33;1m", "\033[37;1m", "\033[30;1m",
};

/* ---- the picture */

static char letter_of(const us_type_def *type)
{
    char first = type->name[0];
    if (type->kind == US_KIND_RESOURCE)
        return '$';
    if (type->kind == US_KIND_BUILDING && first >= 'a' && first <= 'z')
        return (char)(first - 'a' + 'A');
    return first;
}

static void paint_ground(const us_world *world, picture_cell *cell, int columns, int sx, int sy)
{
    for (int y = 0; y < world->height; y++) {
        for (int x = 0; x < world->width; x++) {
            int at = us_world_cell(world, x, y);
            const us_terrain *terrain = &world->domain->terrain[world->plane[US_PLANE_TERRAIN][at]];
            picture_cell *to = &cell[y / sy * columns + x / sx];
            /* Of a block, what one cannot walk on. */
            uint8_t strength = terrain->passable & 1 ? 1 : 2;
            if (strength > to->strength)
                *to = (picture_cell){terrain->symbol, -1, strength};
        }
    }
}

static void paint_entities(const us_world *world, picture_cell *cell, int columns, int sx, int sy)
{
    for (int i = 0; i < world->count; i++) {
        const us_entity *entity = &world->entity[i];
        const us_type_def *type = &world->domain->type[entity->type];
        uint8_t strength = type->kind == US_KIND_UNIT ? 5 : type->kind == US_KIND_BUILDING ? 4 : 3;
        if (entity->flags & US_ENTITY_INSIDE)
            continue;
        for (int y = entity->y; y < entity->y + type->height && y < world->height; y++) {
            for (int x = entity->x; x < entity->x + type->width && x < world->width; x++) {
                picture_cell *to = &cell[y / sy * columns + x / sx];
                if (strength > to->strength)
                    *to = (picture_cell){letter_of(type), entity->owner, strength};
            }
        }
    }
}

static void end_line(const us_watch *watch, us_str *out)
{
    us_str_add(out, watch->terminal ? "\033[K\n" : "\n");
}

static void draw_picture(us_watch *watch, const us_world *world, int columns_max, int rows_max)
{
    int sx = (world->width + columns_max - 1) / columns_max;
    int sy = (world->height + rows_max - 1) / rows_max;
    int columns = (world->width + sx - 1) / sx, rows = (world->height + sy - 1) / sy;
    picture_cell *cell = US_NEW_ARRAY(picture_cell, columns * rows);
    paint_ground(world, cell, columns, sx, sy);
    paint_entities(world, cell, columns, sx, sy);
    for (int y = 0; y < rows; y++) {
        int color = -1;
        for (int x = 0; x < columns; x++) {
            const picture_cell *at = &cell[y * columns + x];
            if (watch->terminal && at->color != color) {
                us_str_add(&watch->frame, at->color < 0 ? "\033[0m" : colors[at->color]);
                color = at->color;
            }
            us_str_add_char(&watch->frame, at->letter);
        }
        if (color >= 0)
            us_str_add(&watch->frame, "\033[0m");
        end_line(watch, &watch->frame);
    }
    us_free(cell);
}

static void draw_seat(us_watch *watch, const us_world *world, us_seat seat)
{
    const us_domain *domain = world->domain;
    us_str *out = &watch->frame;
    int units = 0;
    for (int i = 0; i < world->count; i++)
        units += world->entity[i].owner == seat;
    if (watch->terminal)
        us_str_add(out, colors[seat]);
    us_str_addf(out, "%d %-18s", seat, watch->agent[seat]);
    if (watch->terminal)
        us_str_add(out, "\033[0m");
    for (int r = 0; r < domain->resources.count; r++)
        us_str_addf(out, " %s %-6d", domain->resources.name[r],
                    (int)us_world_tally(world, seat, r));
    us_str_addf(out, " all %d%s", units, world->alive[seat] ? "" : " (out)");
    end_line(watch, out);
}

static void draw(us_watch *watch, us_game *game, us_cycle now)
{
    const us_world *world = us_game_world(game, US_NEUTRAL);
    struct winsize size = {0};
    int columns = COLUMNS, rows = ROWS;
    if (watch->terminal &&
        ioctl(watch->to_stderr ? STDERR_FILENO : STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
        size.ws_col > 0 && size.ws_row > ROWS_OF_TEXT) {
        columns = size.ws_col < SIDE_MAX ? size.ws_col : SIDE_MAX;
        rows = size.ws_row < SIDE_MAX ? size.ws_row : SIDE_MAX;
    }
    us_str_reset(&watch->frame);
    if (watch->terminal)
        us_str_add(&watch->frame, watch->drawn ? "\033[H" : "\033[?25l\033[2J\033[H");
    for (us_seat seat = 0; seat < world->seats; seat++)
        draw_seat(watch, world, seat);
    rows -= world->seats + 2;
    draw_picture(watch, world, columns, rows > 1 ? rows : 1);
    int second = world->domain->cycles_per_second;
    us_str_addf(&watch->frame, "cycle %d of %d (%d:%02d)  %s", (int)now,
                (int)watch->scenario->max_cycles, (int)(now / second / 60),
                (int)(now / second % 60), watch->news);
    end_line(watch, &watch->frame);
    if (watch->to_stderr)
        fputs(watch->frame.text, stderr);
    else if (us_out(&watch->frame, NULL) != US_OK || us_out_closed())
        watch->closed = true;
    watch->drawn = us_clock_us();
}

/* ---- the observer */

static void on_events(void *context, const us_event *event, int count)
{
    us_watch *watch = context;
    const us_domain *domain = watch->scenario->domain;
    for (int i = 0; i < count; i++) {
        const us_event *e = &event[i];
        const char *what = e->kind == US_EVENT_FINISHED                             ? "has"
                           : e->kind == US_EVENT_LEARNED                            ? "knows"
                           : e->kind == US_EVENT_DEFEATED                           ? "is out"
                           : e->kind == US_EVENT_GONE && e->value == US_GONE_KILLED ? "lost"
                                                                                    : NULL;
        if (!what || e->seat < 0)
            continue;
        snprintf(watch->news, sizeof(watch->news), "seat %d %s %s", e->seat, what,
                 e->type >= 0 ? domain->type[e->type].name : "");
    }
}

static void wait_until(int64_t when)
{
    int64_t now = us_clock_us();
    while (now < when && !us_interrupted()) {
        struct timespec time = {(time_t)((when - now) / 1000000),
                                (long)((when - now) % 1000000) * 1000};
        nanosleep(&time, NULL);
        now = us_clock_us();
    }
}

static void on_cycle(void *context, us_game *game, us_cycle now)
{
    us_watch *watch = context;
    if (watch->closed || us_interrupted() || now < watch->next)
        return;
    if (!watch->terminal) {
        draw(watch, game, now);
        watch->next = now + PLAIN_EVERY;
    } else if (watch->speed > 0) {
        int64_t rate = (int64_t)watch->scenario->domain->cycles_per_second * watch->speed;
        draw(watch, game, now);
        wait_until(watch->began + now * 1000000 / rate);
        us_cycle step = (us_cycle)(rate / FRAMES_A_SECOND);
        watch->next = now + (step > 0 ? step : 1);
    } else if (us_clock_us() - watch->drawn > 1000000 / FRAMES_A_SECOND) {
        draw(watch, game, now);
    }
}

static void on_over(void *context, us_game *game, const us_outcome *outcome)
{
    us_watch *watch = context;
    (void)outcome;
    if (!watch->closed)
        draw(watch, game, us_game_world(game, US_NEUTRAL)->now);
}

us_observer us_watch_observer(us_watch *watch)
{
    return (us_observer){watch, NULL, on_events, on_cycle, on_over};
}

us_watch *us_watch_new(const us_scenario *scenario, const char *const *agent, int speed,
                       bool to_stderr)
{
    us_watch *watch = US_NEW(us_watch);
    watch->scenario = scenario;
    watch->speed = speed;
    watch->to_stderr = to_stderr;
    watch->terminal = isatty(to_stderr ? STDERR_FILENO : STDOUT_FILENO);
    watch->began = us_clock_us();
    us_str_init(&watch->frame);
    for (int seat = 0; seat < scenario->seats; seat++)
        snprintf(watch->agent[seat], sizeof(watch->agent[seat]), "%s",
                 agent[seat] ? agent[seat] : "nobody");
    return watch;
}

void us_watch_free(us_watch *watch)
{
    if (!watch)
        return;
    if (watch->drawn && watch->terminal && !watch->closed) {
        us_str_reset(&watch->frame);
        us_str_add(&watch->frame, "\033[?25h");
        if (watch->to_stderr)
            fputs(watch->frame.text, stderr);
        else
            us_out(&watch->frame, NULL);
    }
    us_str_clear(&watch->frame);
    us_free(watch);
}
