#include "base/progress.h"
#include "cli/game.h"
#include "cli/out.h"
#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum {
    FRAMES_A_SECOND = 20,
    PLAIN_EVERY = 900, /* cycles between frames without a terminal */
    COLUMNS = 80,      /* default size of a terminal */
    ROWS = 24,
    ROWS_OF_TEXT = 4, /* beside the seats': two of the legend, the cycle, and the cursor's */
    SIDE_MAX = 512,   /* largest side of the picture without a terminal */
};

struct us_screen {
    const us_scenario *scenario;
    char agent[US_SEATS_MAX][64];
    int speed;
    bool to_stderr, terminal, color, closed;
    us_cycle next; /* cycle of the next frame */
    int64_t began; /* us_clock_us at the start of the game */
    int64_t drawn; /* us_clock_us of the last frame */
    us_str frame;
    char changed[96];
};

/* One character of the picture: a block of map cells. */
typedef struct picture_cell {
    char mark;
    int8_t color;     /* a seat, or -1 */
    uint8_t strength; /* layer: terrain, resource, building, unit */
} picture_cell;

typedef struct picture_scale {
    int x, y; /* map cells per character */
} picture_scale;

static const char *const colors[US_SEATS_MAX] = {
    "\033[34;1m", "\033[31;1m", "\033[32;1m", "\033[35;1m",
    "\033[36;1m", "\033[33;1m", "\033[37;1m", "\033[30;1m",
};

/* ---- the picture, with the marks of game show: color alone carries no information */

static char mark_of(const us_type_def *type, us_seat owner)
{
    if (owner < 0)
        return '$';
    return (char)((type->kind == US_KIND_UNIT ? 'a' : '0') + owner);
}

static void paint_ground(const us_world *world, picture_cell *cell, int columns, int sx, int sy)
{
    for (int y = 0; y < world->height; y++) {
        for (int x = 0; x < world->width; x++) {
            int at = us_world_cell(world, x, y);
            const us_terrain *terrain = &world->domain->terrain[world->plane[US_PLANE_TERRAIN][at]];
            picture_cell *to = &cell[y / sy * columns + x / sx];
            /* impassable terrain wins within a block */
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
                    *to = (picture_cell){mark_of(type, entity->owner), entity->owner, strength};
            }
        }
    }
}

static void end_line(us_screen *watch)
{
    us_str_add(&watch->frame, watch->terminal ? "\033[K\n" : "\n");
}

static void set_color(us_screen *watch, int seat)
{
    if (watch->color)
        us_str_add(&watch->frame, seat < 0 ? "\033[0m" : colors[seat]);
}

/* Adds a line without trailing blanks. seat: colors the line's first character; -1: none. Text is
 * made printable, then cut at the terminal's edge, since wrapped lines would move the picture. */
static void add_line(us_screen *watch, us_str *text, int seat, int columns)
{
    US_AUTOSTR(line);
    us_str_add_printable(&line, text->text, text->length);
    size_t length = watch->terminal ? 0 : line.length;
    for (int n = 0; length < line.length && n < columns; n++)
        length += (size_t)us_text_utf8_size(line.text + length, line.length - length);
    while (length > 0 && line.text[length - 1] == ' ')
        length--;
    size_t mark = seat >= 0 && length > 0;
    if (mark) {
        set_color(watch, seat);
        us_str_add_bytes(&watch->frame, line.text, mark);
        set_color(watch, -1);
    }
    us_str_add_bytes(&watch->frame, line.text + mark, length - mark);
    end_line(watch);
    us_str_reset(text);
}

static void draw_picture(us_screen *watch, const us_world *world, picture_scale scale)
{
    int columns = (world->width + scale.x - 1) / scale.x;
    int rows = (world->height + scale.y - 1) / scale.y;
    picture_cell *cell = US_NEW_ARRAY(picture_cell, columns * rows);
    paint_ground(world, cell, columns, scale.x, scale.y);
    paint_entities(world, cell, columns, scale.x, scale.y);
    for (int y = 0; y < rows; y++) {
        int color = -1;
        for (int x = 0; x < columns; x++) {
            const picture_cell *at = &cell[y * columns + x];
            if (at->color != color)
                set_color(watch, at->color);
            color = at->color;
            us_str_add_char(&watch->frame, at->mark);
        }
        if (color >= 0)
            set_color(watch, -1);
        end_line(watch);
    }
    us_mem_free(cell);
}

static void draw_seat(us_screen *watch, const us_world *world, us_seat seat, us_str *text,
                      int columns)
{
    const us_domain *domain = world->domain;
    int units = 0, others = 0;
    for (int i = 0; i < world->count; i++) {
        if (world->entity[i].owner == seat)
            ++*(domain->type[world->entity[i].type].kind == US_KIND_UNIT ? &units : &others);
    }
    us_str_addf(text, "%d %-18s %s units %-3d buildings %-3d", seat, watch->agent[seat],
                world->alive[seat] ? "" : "is out;", units, others);
    for (int r = 0; r < domain->resources.count; r++)
        us_str_addf(text, " %s %-6d", domain->resources.name[r],
                    (int)us_world_tally(world, seat, r));
    add_line(watch, text, seat, columns);
}

static void draw_legend(us_screen *watch, const us_world *world, picture_scale scale, us_str *text,
                        int columns)
{
    const us_domain *domain = world->domain;
    if (scale.x > 1 || scale.y > 1)
        us_str_addf(text, "a character is %d x %d cells; ", scale.x, scale.y);
    us_str_add(text, "$ resource");
    for (int seat = 0; seat < world->seats; seat++)
        us_str_addf(text, ", %d buildings and %c units of seat %d", seat, 'a' + seat, seat);
    add_line(watch, text, -1, columns);
    for (int k = 0; k < domain->terrain_count; k++)
        us_str_addf(text, "%s%c %s", k > 0 ? ", " : "", domain->terrain[k].symbol,
                    domain->terrain[k].name);
    add_line(watch, text, -1, columns);
}

static void draw(us_screen *watch, us_game *game, us_cycle now)
{
    const us_world *world = us_game_world(game, US_NEUTRAL);
    struct winsize size = {0};
    int columns = SIDE_MAX, rows = SIDE_MAX;
    if (watch->terminal) {
        bool printed =
            ioctl(watch->to_stderr ? STDERR_FILENO : STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
        columns = printed && size.ws_col > 0 ? size.ws_col : COLUMNS;
        rows = printed && size.ws_row > 0 ? size.ws_row : ROWS;
    }
    rows -= world->seats + ROWS_OF_TEXT;
    rows = rows > 1 ? rows : 1;
    picture_scale scale = {(world->width + columns - 1) / columns,
                           (world->height + rows - 1) / rows};
    US_AUTOSTR(text);
    us_str_reset(&watch->frame);
    if (watch->terminal)
        us_str_add(&watch->frame, watch->drawn ? "\033[H" : "\033[?25l\033[2J\033[H");
    for (us_seat seat = 0; seat < world->seats; seat++)
        draw_seat(watch, world, seat, &text, columns);
    draw_picture(watch, world, scale);
    if (watch->terminal || !watch->drawn)
        draw_legend(watch, world, scale, &text, columns);
    int second = world->domain->cycles_per_second;
    us_str_addf(&text, "cycle %d of %d (%d:%02d)%s%s", (int)now, (int)watch->scenario->max_cycles,
                (int)(now / second / 60), (int)(now / second % 60), watch->changed[0] ? "  " : "",
                watch->changed);
    add_line(watch, &text, -1, columns);
    if (watch->terminal)
        us_str_add(&watch->frame, "\033[J");
    if (watch->to_stderr)
        fputs(watch->frame.text, stderr);
    else if (us_out_write(&watch->frame, NULL) != US_OK || us_out_is_closed())
        watch->closed = true;
    watch->drawn = us_clock_us();
}

/* ---- the observer */

static void on_events(void *context, const us_event *event, int count)
{
    us_screen *watch = context;
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
        snprintf(watch->changed, sizeof(watch->changed), "seat %d %s%s%s", e->seat, what,
                 e->type >= 0 ? " " : "", e->type >= 0 ? domain->type[e->type].name : "");
    }
}

static void wait_until(int64_t when)
{
    int64_t now = us_clock_us();
    while (now < when && !us_interrupt_is_pending()) {
        struct timespec time = {(time_t)((when - now) / 1000000),
                                (long)((when - now) % 1000000) * 1000};
        nanosleep(&time, NULL);
        now = us_clock_us();
    }
}

static void on_cycle(void *context, us_game *game, us_cycle now)
{
    us_screen *watch = context;
    if (watch->closed || us_interrupt_is_pending() || now < watch->next)
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
    us_screen *watch = context;
    (void)outcome;
    if (!watch->closed)
        draw(watch, game, us_game_world(game, US_NEUTRAL)->now);
}

us_observer us_screen_observer(us_screen *watch)
{
    return (us_observer){watch, NULL, on_events, on_cycle, on_over};
}

us_screen *us_screen_new(const us_scenario *scenario, const char *const *agent, int speed,
                         bool to_stderr)
{
    us_screen *watch = US_NEW(us_screen);
    watch->scenario = scenario;
    watch->speed = speed;
    watch->to_stderr = to_stderr;
    const char *kind = us_env_get("TERM");
    watch->terminal =
        isatty(to_stderr ? STDERR_FILENO : STDOUT_FILENO) && kind && !us_text_equal(kind, "dumb");
    watch->color = watch->terminal && !us_env_get("NO_COLOR");
    watch->began = us_clock_us();
    us_str_init(&watch->frame);
    for (int seat = 0; seat < scenario->seats; seat++)
        snprintf(watch->agent[seat], sizeof(watch->agent[seat]), "%s",
                 agent[seat] ? agent[seat] : "nobody");
    return watch;
}

void us_screen_free(us_screen *watch)
{
    if (!watch)
        return;
    if (watch->drawn && watch->terminal && !watch->closed) {
        us_str_reset(&watch->frame);
        us_str_add(&watch->frame, "\033[?25h");
        if (watch->to_stderr)
            fputs(watch->frame.text, stderr);
        else
            us_out_write(&watch->frame, NULL);
    }
    us_str_clear(&watch->frame);
    us_mem_free(watch);
}
