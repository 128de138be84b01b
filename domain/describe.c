#include "domain/describe.h"

enum { TURNS = 8, ALL = (1 << TURNS) - 1 };

typedef struct offset {
    int x, y;
} offset;

static us_map_frame turned(us_map_frame frame, int turn)
{
    frame.swap = turn & 1;
    frame.flip_x = turn & 2;
    frame.flip_y = turn & 4;
    return frame;
}

/* Converts an offset on the map to one of the frame. x and y may point to dx and dy. */
static void turn_offset(const us_map_frame *frame, int dx, int dy, int *x, int *y)
{
    int a = frame->swap ? dy : dx, b = frame->swap ? dx : dy;
    *x = frame->flip_x ? -a : a;
    *y = frame->flip_y ? -b : b;
}

void us_map_frame_to_map(const us_map_frame *frame, int x, int y, int *dx, int *dy)
{
    int a = frame->flip_x ? -x : x, b = frame->flip_y ? -y : y;
    *dx = frame->swap ? b : a;
    *dy = frame->swap ? a : b;
}

/* ---- which turn */

/* Keeps those turns in which the offset lies farthest to the right, then farthest down. */
static unsigned prefer(unsigned turns, offset at)
{
    us_map_frame frame = {.known = true};
    offset best = {INT32_MIN, INT32_MIN};
    unsigned kept = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        offset here;
        if (!(turns >> turn & 1))
            continue;
        frame = turned(frame, turn);
        turn_offset(&frame, at.x, at.y, &here.x, &here.y);
        bool more = here.x > best.x || (here.x == best.x && here.y > best.y);
        bool same = here.x == best.x && here.y == best.y;
        kept = more ? 1u << turn : same ? kept | 1u << turn : kept;
        best = more ? here : best;
    }
    return kept;
}

static bool is_one(unsigned turns)
{
    return (turns & (turns - 1)) == 0;
}

static offset from_home(const us_map_frame *frame, us_box box)
{
    return (offset){2 * box.x + box.width - frame->home_x, 2 * box.y + box.height - frame->home_y};
}

static unsigned prefer_entities(unsigned turns, const us_map_frame *frame, const us_view *view,
                                bool moving)
{
    const us_world *world = view->world;
    for (int i = 0; i < world->count && !is_one(turns); i++) {
        const us_entity *e = &world->entity[i];
        bool mine = e->owner == view->self || e->owner == US_NEUTRAL;
        if (moving || (mine && world->domain->type[e->type].movement < 0))
            turns = prefer(turns, from_home(frame, us_entity_box(world->domain, e)));
    }
    return turns;
}

/* Returns the terrain of the i-th cell, row by row, of the map in that turn. */
static int ground_at(const us_map_frame *frame, const us_world *world, int i)
{
    int width = frame->swap ? world->height : world->width;
    int x = i % width, y = i / width;
    int right = frame->swap ? world->height - 1 : world->width - 1;
    int bottom = frame->swap ? world->width - 1 : world->height - 1;
    int a = frame->flip_x ? right - x : x, b = frame->flip_y ? bottom - y : y;
    return world->plane[US_PLANE_TERRAIN]
                       [frame->swap ? us_world_cell(world, b, a) : us_world_cell(world, a, b)];
}

static int compare_ground(us_map_frame frame, const us_world *world, int one, int other)
{
    us_map_frame a = turned(frame, one), b = turned(frame, other);
    if (a.swap != b.swap && world->width != world->height)
        return (a.swap ? world->height - world->width : world->width - world->height);
    for (int i = 0; i < world->width * world->height; i++) {
        int here = ground_at(&a, world, i), there = ground_at(&b, world, i);
        if (here != there)
            return here - there;
    }
    return 0;
}

static unsigned prefer_ground(unsigned turns, const us_map_frame *frame, const us_world *world)
{
    unsigned kept = 0;
    int best = -1;
    if (!world->plane[US_PLANE_TERRAIN] || is_one(turns))
        return turns;
    for (int turn = 0; turn < TURNS; turn++) {
        if (!(turns >> turn & 1))
            continue;
        int more = best < 0 ? 1 : compare_ground(*frame, world, turn, best);
        kept = more > 0 ? 1u << turn : more == 0 ? kept | 1u << turn : kept;
        best = more > 0 ? turn : best;
    }
    return kept;
}

static us_map_frame choose_turn(us_map_frame frame, const us_view *view)
{
    const us_world *world = view->world;
    offset away = {frame.away_x - frame.home_x, frame.away_y - frame.home_y};
    unsigned turns = prefer(ALL, away);
    turns = prefer(turns, from_home(&frame, (us_box){0, 0, world->width, world->height}));
    turns = prefer_entities(turns, &frame, view, false);
    turns = prefer_ground(turns, &frame, world);
    turns = prefer_entities(turns, &frame, view, true);
    return turned(frame, __builtin_ctz(turns));
}

/* ---- the frame */

static const us_entity *find_end(const us_map_frame_end *end, const us_view *view)
{
    const us_entity *found = NULL;
    for (int i = 0; i < end->count && !found; i++)
        found = us_world_find(view->world, (us_id)us_expr_eval(end->entity[i], view, NULL));
    return found;
}

us_map_frame us_map_frame_from_view(const us_view *view)
{
    const us_world *world = view->world;
    const us_domain *domain = world->domain;
    us_map_frame frame = {.known = domain->home.count > 0};
    if (!frame.known)
        return frame;
    const us_entity *home = find_end(&domain->home, view), *away = find_end(&domain->away, view);
    us_box middle = {0, 0, world->width, world->height};
    us_box box = home ? us_entity_box(domain, home) : middle;
    frame.home_x = 2 * box.x + box.width;
    frame.home_y = 2 * box.y + box.height;
    frame.away_x = 2 * world->width - frame.home_x;
    frame.away_y = 2 * world->height - frame.home_y;
    if (away) {
        box = us_entity_box(domain, away);
        frame.away_x = 2 * box.x + box.width;
        frame.away_y = 2 * box.y + box.height;
    }
    return choose_turn(frame, view);
}

/* Returns the offset from the box's lowest cell on the map to its lowest cell in the frame. */
static offset lowest(const us_map_frame *frame, int width, int height)
{
    bool right = frame->swap ? frame->flip_y : frame->flip_x;
    bool bottom = frame->swap ? frame->flip_x : frame->flip_y;
    return (offset){right ? width - 1 : 0, bottom ? height - 1 : 0};
}

int32_t us_map_frame_spot(const us_map_frame *frame, us_box box)
{
    offset at = lowest(frame, box.width, box.height);
    return US_CELL(box.x + at.x, box.y + at.y);
}

int32_t us_map_frame_corner(const us_map_frame *frame, int32_t spot, int width, int height)
{
    offset at = lowest(frame, width, height);
    return US_CELL(US_CELL_X(spot) - at.x, US_CELL_Y(spot) - at.y);
}

/* ---- descriptions */

/* Returns the rounded quotient in per mille; halves round up. */
static int per_mille(int64_t part, int64_t whole)
{
    if (whole == 0)
        return 0;
    int64_t twice = 2000 * part + whole, down = twice / (2 * whole);
    down -= twice % (2 * whole) < 0;
    return down > US_PLACE_MAX ? US_PLACE_MAX : down < -US_PLACE_MAX ? -US_PLACE_MAX : (int)down;
}

void us_description_compute_place(const us_map_frame *frame, us_box box, int *along, int *across)
{
    offset here = from_home(frame, box), way;
    turn_offset(frame, here.x, here.y, &here.x, &here.y);
    turn_offset(frame, frame->away_x - frame->home_x, frame->away_y - frame->home_y, &way.x,
                &way.y);
    int64_t whole = (int64_t)way.x * way.x + (int64_t)way.y * way.y;
    *along = per_mille((int64_t)here.x * way.x + (int64_t)here.y * way.y, whole);
    *across = per_mille((int64_t)here.y * way.x - (int64_t)here.x * way.y, whole);
}

static void describe_window(const us_map_frame *frame, const us_world *world, int32_t spot,
                            int8_t *window)
{
    enum { HALF = US_WINDOW_SIDE / 2 };
    for (int i = 0; i < US_WINDOW; i++) {
        int x, y;
        us_map_frame_to_map(frame, i % US_WINDOW_SIDE - HALF, i / US_WINDOW_SIDE - HALF, &x, &y);
        x += US_CELL_X(spot);
        y += US_CELL_Y(spot);
        bool inside = us_world_is_inside(world, x, y) && world->plane[US_PLANE_TERRAIN];
        window[i] =
            inside ? (int8_t)world->plane[US_PLANE_TERRAIN][us_world_cell(world, x, y)] : -1;
    }
}

/* Describes all but the nearness. */
static void describe_place(const us_map_frame *frame, const us_view *view, us_box box,
                           us_description *out)
{
    *out = (us_description){.along = 0};
    if (frame->known)
        us_description_compute_place(frame, box, &out->along, &out->across);
    describe_window(frame, view->world, us_map_frame_spot(frame, box), out->window);
}

void us_describer_describe(us_describer *describer, const us_map_frame *frame, const us_view *view,
                           us_box box, us_description *out)
{
    describe_place(frame, view, box, out);
    us_describer_compute_near(describer, view, us_map_frame_spot(frame, box), out->near);
}

void us_description_compute(const us_map_frame *frame, const us_view *view, us_box box,
                            us_description *out)
{
    const us_domain *domain = view->world->domain;
    us_value value = {.number = us_map_frame_spot(frame, box)};
    us_binding binding = {&value, NULL};
    describe_place(frame, view, box, out);
    for (int i = 0; i < domain->nearness_count; i++) {
        const us_nearness *near = &domain->nearness[i];
        out->near[i] = us_nearness_clamp(near, us_expr_eval(near->value, view, &binding));
    }
}
