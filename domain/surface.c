#include "domain/surface.h"

#include <string.h>

#include "domain/describe.h"

enum { LINES = 4, SIDE = 32 /* cells of a line on either side: see gap() */ };

struct us_surface {
    const us_domain *domain;
    const us_nearness *of;
    us_distance_form form;
    int node;
    bool is[US_TERRAINS_MAX]; /* terrain that is searched; of gaps: passable terrain */
    int width, height;
    int cap;              /* of distances: such a distance and more means nowhere */
    uint16_t *far;        /* by cell: king's moves to searched terrain; length of shortest line */
    uint8_t *holds;       /* by cell: its terrain is searched */
    uint8_t *line[LINES]; /* of gaps, by cell: length of the line */
    int *list;            /* by cell: scratch */
    uint8_t *mark;        /* by cell: scratch, all 0 between calls */
};

static const int8_t step[8][2] = {{1, 0},  {0, 1},  {1, 1},   {-1, 1},
                                  {-1, 0}, {0, -1}, {-1, -1}, {1, -1}};

us_surface *us_surface_new(const us_domain *domain, int nearness)
{
    int node;
    us_distance_form form = us_distance_form_from_expr(domain->nearness[nearness].value, &node);
    if (form != US_DISTANCE_CELLS && form != US_DISTANCE_GAP)
        return NULL;
    us_surface *s = US_NEW(us_surface);
    s->domain = domain;
    s->of = &domain->nearness[nearness];
    s->form = form;
    s->node = node;
    return s;
}

void us_surface_free(us_surface *s)
{
    if (!s)
        return;
    us_mem_free(s->far);
    us_mem_free(s->holds);
    us_mem_free(s->list);
    us_mem_free(s->mark);
    for (int i = 0; i < LINES; i++)
        us_mem_free(s->line[i]);
    us_mem_free(s);
}

static bool inside(const us_surface *s, int x, int y)
{
    return x >= 0 && y >= 0 && x < s->width && y < s->height;
}

/* ---- distances */

static void lower(us_surface *s, int cell, int from)
{
    if (s->far[from] + 1 < s->far[cell])
        s->far[cell] = (uint16_t)(s->far[from] + 1);
}

static uint16_t lesser(uint16_t a, uint16_t b)
{
    return a < b ? a : b;
}

/* Takes over the distances of the row beside, one step farther. */
static void lower_row(uint16_t *restrict row, const uint16_t *restrict beside, int width)
{
    uint16_t left = beside[0], here = beside[0];
    for (int x = 0; x < width; x++) {
        uint16_t right = x + 1 < width ? beside[x + 1] : here;
        row[x] = lesser(row[x], (uint16_t)(lesser(here, lesser(left, right)) + 1));
        left = here;
        here = right;
    }
}

/* Propagates distances from row to row, downward or (sign -1) upward, and along each row. */
static void sweep(us_surface *s, int sign)
{
    for (int i = 0; i < s->height; i++) {
        int y = sign > 0 ? i : s->height - 1 - i;
        uint16_t *row = s->far + (ptrdiff_t)y * s->width;
        if (i > 0)
            lower_row(row, row - (ptrdiff_t)sign * s->width, s->width);
        uint16_t last = (uint16_t)s->cap; /* the row is taken along in the direction of the sweep */
        for (int k = 0; k < s->width; k++) {
            uint16_t *here = &row[sign > 0 ? k : s->width - 1 - k];
            *here = last = lesser(*here, (uint16_t)(last + 1));
        }
    }
}

static void begin_distances(us_surface *s)
{
    size_t cells = (size_t)s->width * (size_t)s->height;
    bool any = s->cap > 0 && memchr(s->holds, 1, cells);
    for (size_t cell = 0; cell < cells; cell++)
        s->far[cell] = (uint16_t)(s->holds[cell] && s->cap > 0 ? 0 : s->cap);
    if (!any)
        return;
    sweep(s, 1);
    sweep(s, -1);
}

/* Spreads outward from a cell that gained the searched terrain, as long as that is nearest. */
static int spread(us_surface *s, int x, int y)
{
    int *list = s->list, count = 1;
    list[0] = y * s->width + x;
    s->far[list[0]] = 0;
    for (int i = 0; i < count; i++) {
        int next = s->far[list[i]] + 1;
        for (int k = 0; k < 8; k++) {
            int tx = list[i] % s->width + step[k][0], ty = list[i] / s->width + step[k][1];
            int to = ty * s->width + tx;
            if (!inside(s, tx, ty) || s->far[to] <= next || next >= s->cap)
                continue;
            s->far[to] = (uint16_t)next;
            list[count++] = to;
        }
    }
    return count;
}

/* Returns whether some unmarked neighbor is one step nearer. */
static bool has_other(const us_surface *s, int cell)
{
    for (int k = 0; k < 8; k++) {
        int x = cell % s->width + step[k][0], y = cell / s->width + step[k][1];
        int to = y * s->width + x;
        if (inside(s, x, y) && !s->mark[to] && s->far[to] + 1 == s->far[cell])
            return true;
    }
    return false;
}

/* Lists and marks the cells for which this cell was the only nearest one, ring by ring. Any other
 * cell has an unmarked neighbor that is one step nearer. */
static int list_orphans(us_surface *s, int x, int y)
{
    int *list = s->list, count = 1;
    list[0] = y * s->width + x;
    s->mark[list[0]] = 1;
    for (int i = 0; i < count; i++) {
        int next = s->far[list[i]] + 1;
        for (int k = 0; k < 8; k++) {
            int tx = list[i] % s->width + step[k][0], ty = list[i] / s->width + step[k][1];
            int to = ty * s->width + tx;
            if (!inside(s, tx, ty) || s->mark[to] || s->far[to] != next || next >= s->cap ||
                has_other(s, to))
                continue;
            s->mark[to] = 1;
            list[count++] = to;
        }
    }
    return count;
}

/* Removes a cell from the searched terrain. */
static int retreat(us_surface *s, int x, int y)
{
    int count = list_orphans(s, x, y), least = s->cap;
    for (int i = 0; i < count; i++)
        s->far[s->list[i]] = (uint16_t)s->cap;
    for (int i = 0; i < count; i++) {
        int cell = s->list[i];
        for (int k = 0; k < 8; k++) {
            int fx = cell % s->width + step[k][0], fy = cell / s->width + step[k][1];
            if (inside(s, fx, fy) && !s->mark[fy * s->width + fx])
                lower(s, cell, fy * s->width + fx);
        }
        least = s->far[cell] < least ? s->far[cell] : least;
    }
    for (int now = least; now < s->cap; now++) {
        for (int i = 0; i < count; i++) {
            int cell = s->list[i];
            for (int k = 0; k < 8 && s->far[cell] == now; k++) {
                int tx = cell % s->width + step[k][0], ty = cell / s->width + step[k][1];
                if (inside(s, tx, ty) && s->mark[ty * s->width + tx])
                    lower(s, ty * s->width + tx, cell);
            }
        }
    }
    for (int i = 0; i < count; i++)
        s->mark[s->list[i]] = 0;
    return count;
}

/* ---- lines */

static int line_from(const us_surface *s, int line, int x, int y, int sign)
{
    int length = 0;
    for (int i = 1; i <= SIDE; i++, length++) {
        int tx = x + sign * i * step[line][0], ty = y + sign * i * step[line][1];
        if (!inside(s, tx, ty) || !s->holds[ty * s->width + tx])
            break;
    }
    return length;
}

static void set_gap(us_surface *s, int cell)
{
    int least = 2 * SIDE + 1;
    for (int i = 0; i < LINES; i++)
        least = s->line[i][cell] < least ? s->line[i][cell] : least;
    s->far[cell] = (uint16_t)(s->holds[cell] ? least : 0);
}

/* Measures one kind of line from the cell on, for `count` cells. */
static void measure_line(us_surface *s, int line, int x, int y, int count)
{
    int stride = step[line][1] * s->width + step[line][0], run = 0, cell = y * s->width + x;
    uint8_t *restrict length = s->line[line];
    const uint8_t *restrict holds = s->holds;
    if (count <= 0)
        return;
    run = line_from(s, line, x, y, -1);
    for (int i = 0; i < count; i++, cell += stride) {
        length[cell] = (uint8_t)(1 + run);
        run = holds[cell] ? (run < SIDE ? run + 1 : SIDE) : 0;
    }
    run = line_from(s, line, x + (count - 1) * step[line][0], y + (count - 1) * step[line][1], 1);
    for (int i = 0; i < count; i++) {
        cell -= stride;
        length[cell] = (uint8_t)(length[cell] + run);
        run = holds[cell] ? (run < SIDE ? run + 1 : SIDE) : 0;
    }
}

static int cells_within(const us_surface *s, int x, int y, int dx, int dy)
{
    int count = 0;
    for (; inside(s, x, y); x += dx, y += dy)
        count++;
    return count;
}

static void begin_gaps(us_surface *s)
{
    for (int line = 0; line < LINES; line++) {
        int dx = step[line][0], dy = step[line][1];
        for (int y = 0; y < s->height; y++)
            for (int x = 0; x < s->width; x++)
                if (!inside(s, x - dx, y - dy))
                    measure_line(s, line, x, y, cells_within(s, x, y, dx, dy));
    }
    const uint8_t *restrict a = s->line[0], *restrict b = s->line[1];
    const uint8_t *restrict c = s->line[2], *restrict d = s->line[3];
    for (int cell = 0; cell < s->width * s->height; cell++) {
        uint8_t one = a[cell] < b[cell] ? a[cell] : b[cell];
        uint8_t other = c[cell] < d[cell] ? c[cell] : d[cell];
        s->far[cell] = s->holds[cell] ? (one < other ? one : other) : 0;
    }
}

static int change_gaps(us_surface *s, int x, int y)
{
    int changed = 0;
    for (int line = 0; line < LINES; line++) {
        int dx = step[line][0], dy = step[line][1], back = cells_within(s, x, y, -dx, -dy) - 1;
        back = back < SIDE ? back : SIDE;
        int fx = x - back * dx, fy = y - back * dy, count = cells_within(s, fx, fy, dx, dy);
        count = count < back + SIDE + 1 ? count : back + SIDE + 1;
        measure_line(s, line, fx, fy, count);
        for (int i = 0; i < count; i++) {
            int cell = (fy + i * dy) * s->width + fx + i * dx, was = s->far[cell];
            set_gap(s, cell);
            if (s->far[cell] != was)
                s->list[changed++] = cell;
        }
    }
    return changed;
}

/* ---- distances and lines */

static void resize(us_surface *s, const us_world *world)
{
    size_t cells = (size_t)world->width * (size_t)world->height;
    if (s->width == world->width && s->height == world->height)
        return;
    s->width = world->width;
    s->height = world->height;
    s->far = us_mem_realloc(s->far, cells * sizeof *s->far);
    s->holds = us_mem_realloc(s->holds, cells);
    s->list = us_mem_realloc(s->list, (cells + LINES * (2 * SIDE + 1)) * sizeof *s->list);
    s->mark = us_mem_realloc(s->mark, cells);
    memset(s->mark, 0, cells);
    for (int i = 0; i < LINES && s->form == US_DISTANCE_GAP; i++)
        s->line[i] = us_mem_realloc(s->line[i], cells);
}

/* Reads the searched terrain and the limit, as cells_to() and gap() do. */
static void read_call(us_surface *s, const us_world *world)
{
    us_value value = {.number = US_CELL(0, 0)};
    us_binding binding = {&value, NULL};
    us_view view = {world, US_NEUTRAL};
    us_call call;
    us_call_eval_args(s->of->value, s->node, &view, &binding, &call);
    int64_t movement = s->form == US_DISTANCE_GAP ? call.arg[1] : -1;
    for (int i = 0; i < s->domain->terrain_count; i++) {
        const us_terrain *terrain = &s->domain->terrain[i];
        s->is[i] = s->form == US_DISTANCE_GAP
                       ? movement >= 0 && (terrain->passable >> movement & 1)
                       : (!us_call_has_arg(&call, 1) || call.arg[1] == i) &&
                             (!us_call_has_arg(&call, 2) ||
                              (call.arg[2] >= 0 && terrain->resource == call.arg[2]));
    }
    int most = s->width > s->height ? s->width : s->height;
    if (s->form == US_DISTANCE_CELLS && us_call_has_arg(&call, 3) && call.arg[3] < most)
        most = call.arg[3] < -1 ? -1 : (int)call.arg[3];
    s->cap = most + 1;
}

void us_surface_compute(us_surface *s, const us_world *world)
{
    resize(s, world);
    read_call(s, world);
    uint8_t *restrict holds = s->holds;
    const uint8_t *restrict terrain = world->plane[US_PLANE_TERRAIN];
    bool is[US_TERRAINS_MAX];
    memcpy(is, s->is, sizeof is);
    for (int cell = 0; cell < s->width * s->height; cell++)
        holds[cell] = is[terrain[cell]];
    if (s->form == US_DISTANCE_GAP)
        begin_gaps(s);
    else
        begin_distances(s);
}

int us_surface_update(us_surface *s, int x, int y, int terrain, const int **cells)
{
    int cell = y * s->width + x;
    bool holds = s->is[terrain];
    *cells = s->list;
    if (s->holds[cell] == holds)
        return 0;
    s->holds[cell] = holds;
    if (s->form == US_DISTANCE_GAP)
        return change_gaps(s, x, y);
    if (s->cap == 0)
        return 0;
    return holds ? spread(s, x, y) : retreat(s, x, y);
}

int32_t us_surface_at(const us_surface *s, int cell)
{
    bool nowhere = s->form == US_DISTANCE_CELLS && s->far[cell] >= s->cap;
    return us_nearness_clamp(s->of, nowhere ? US_NOWHERE : s->far[cell]);
}

/* ---- distance form */

/* Checks that the first argument is the spot and all others, except `but`, are literals. */
static bool reads_spot(const us_expr *expr, const us_expr_node *call, int but)
{
    const us_expr_node *first = &expr->node[call->first];
    if (first->param != 0 || first->op != US_OP_SLOT || first->kind != US_VALUE_CELL)
        return false;
    for (int child = first->next; child; child = expr->node[child].next)
        if (expr->node[child].op != US_OP_LITERAL && child != but)
            return false;
    return true;
}

us_distance_form us_distance_form_from_expr(const us_expr *expr, int *node)
{
    const us_expr_node *root = &expr->node[expr->root];
    bool cells = us_expr_node_calls(root, "cells_to"), gap = us_expr_node_calls(root, "gap");
    *node = expr->root;
    if (cells || gap)
        return !reads_spot(expr, root, 0) ? US_DISTANCE_OTHER
               : cells                    ? US_DISTANCE_CELLS
                                          : US_DISTANCE_GAP;
    int nearest = us_expr_node_calls(root, "distance") ? expr->node[root->first].next : 0;
    *node = nearest;
    bool set = nearest && us_expr_node_calls(&expr->node[nearest], "nearest") &&
               reads_spot(expr, root, nearest) && reads_spot(expr, &expr->node[nearest], 0);
    return set ? US_DISTANCE_SET : US_DISTANCE_OTHER;
}
