#include "players/skirmish/player.h"

enum {
    RINGS = 22,    /* how far from the anchor a place is looked for */
    SERVED = 10,   /* a hall so near works a mine */
    FOE_NEAR = 12, /* a mine with an enemy's building so near is his */
};

typedef struct anchor {
    int x, y;
    int min_foe; /* keep so far from enemy guns and halls; 0: anywhere */
} anchor;

/* ---- mines and their halls */

const us_entity *sp_mine_find_hall(const sp_player *s, const us_entity *mine)
{
    SP_EACH (hall, s->observation.house) {
        if ((s->words.sort[hall->type] & SP_HALL) &&
            us_entity_distance(s->domain, hall, mine) <= SERVED)
            return hall;
    }
    return NULL;
}

bool sp_mine_is_claimed(const sp_player *s, const us_entity *mine)
{
    for (int i = 0; i < s->works.projects; i++) {
        const sp_project *p = &s->works.project[i];
        if ((s->words.sort[p->type] & SP_HALL) &&
            us_entity_cell_distance(s->domain, mine, p->x, p->y) <= SERVED + 3)
            return true;
    }
    return sp_mine_find_hall(s, mine) != NULL;
}

static bool foe_holds(const sp_player *s, const us_entity *mine)
{
    SP_EACH (foe, s->observation.foe_building) {
        if (us_entity_distance(s->domain, foe, mine) <= FOE_NEAR)
            return true;
    }
    return sp_foe_power_near(s, mine->x + 1, mine->y + 1, FOE_NEAR) > 0;
}

const us_entity *sp_site_find_mine(const sp_player *s)
{
    const us_entity *best = NULL;
    int best_steps = SP_NO_STEPS;
    SP_EACH (mine, s->observation.mine) {
        int steps = sp_ground_steps_to(s, mine);
        if (steps >= best_steps || mine->attribute[s->words.stock] < 1000 ||
            sp_mine_is_claimed(s, mine) || foe_holds(s, mine))
            continue;
        best = mine;
        best_steps = steps;
    }
    return best;
}

/* ---- anchors */

static bool nearest_tree(const sp_player *s, int *x, int *y)
{
    int hx = s->observation.home_x, hy = s->observation.home_y;
    for (int ring = 4; ring < RINGS; ring++) {
        for (int k = 0; k < 8 * ring; k++) {
            int dx, dy;
            sp_ring_cell(ring, k, &dx, &dy);
            if (!(sp_ground_uses(s, hx + dx, hy + dy) & SP_TREE))
                continue;
            *x = hx + dx;
            *y = hy + dy;
            return true;
        }
    }
    return false;
}

static anchor anchor_at_home(const sp_player *s, us_type type)
{
    const sp_observation *e = &s->observation;
    int sort = s->words.sort[type];
    anchor a = {e->home_x, e->home_y, 0};
    int gx = s->army.gather_x, gy = s->army.gather_y;
    if ((sort & SP_MILL) && !(sort & SP_HALL)) {
        nearest_tree(s, &a.x, &a.y);
    } else if (gx >= 0 && (sort & (SP_TRAINS | SP_TOWER))) {
        /* towers and barracks stand on the enemy's side, farms on the other */
        a.x += (gx - a.x) / 2;
        a.y += (gy - a.y) / 2;
    } else if (gx >= 0) {
        a.x -= (gx - a.x) / 2;
        a.y -= (gy - a.y) / 2;
    }
    return a;
}

static anchor anchor_for(sp_player *s, us_type type, int how)
{
    const us_entity *mine;
    anchor a = anchor_at_home(s, type);
    if (s->words.sort[type] & SP_HALL) {
        mine = sp_site_find_mine(s);
        if (mine)
            return (anchor){sp_entity_middle_x(s, mine), sp_entity_middle_y(s, mine), 0};
    }
    switch (how) {
    case SP_FRONT:
        if (s->army.gather_x >= 0)
            return (anchor){s->army.gather_x, s->army.gather_y, 0};
        break;
    case SP_ENEMY:
        if (sp_army_find_front(s, &a.x, &a.y))
            a.min_foe = SP_REACH_GUN;
        break;
    default:
        break;
    }
    return a;
}

/* ---- one place */

/* The rectangle between a worked mine and its hall is the workers' own. */
static bool in_the_way(const sp_player *s, int x, int y, int w, int h)
{
    SP_EACH (mine, s->observation.mine) {
        const us_entity *hall = sp_mine_find_hall(s, mine);
        if (!hall)
            continue;
        const us_type_def *m = &s->domain->type[mine->type], *d = &s->domain->type[hall->type];
        int low_x = mine->x < hall->x ? mine->x : hall->x;
        int low_y = mine->y < hall->y ? mine->y : hall->y;
        int high_x =
            mine->x + m->width > hall->x + d->width ? mine->x + m->width : hall->x + d->width;
        int high_y =
            mine->y + m->height > hall->y + d->height ? mine->y + m->height : hall->y + d->height;
        if (x <= high_x && low_x <= x + w && y <= high_y && low_y <= y + h)
            return true;
    }
    return false;
}

/* A project that is not begun has the place, or a cell beside it. */
static bool is_claimed(const sp_player *s, int x, int y, int w, int h)
{
    for (int i = 0; i < s->works.projects; i++) {
        const sp_project *p = &s->works.project[i];
        const us_type_def *def = &s->domain->type[p->type];
        if (!p->site && x < p->x + def->width + 1 && p->x < x + w + 1 &&
            y < p->y + def->height + 1 && p->y < y + h + 1)
            return true;
    }
    return false;
}

/* Walks round the rectangle: free cells may be one piece only, so that no way is closed, and no
 * house may touch it. */
static bool lane_around(const sp_player *s, int x, int y, int w, int h)
{
    const uint8_t *taken = s->world->plane[US_PLANE_TAKEN];
    int round = 2 * (w + h) + 4, changes = 0, free = 0;
    bool first = false, before = false;
    for (int k = 0; k < round; k++) {
        int cx, cy;
        if (k < w + 2) {
            cx = x - 1 + k;
            cy = y - 1;
        } else if (k < w + h + 3) {
            cx = x + w;
            cy = y + (k - w - 2);
        } else if (k < 2 * w + h + 4) {
            cx = x + w - 1 - (k - w - h - 3);
            cy = y + h;
        } else {
            cx = x - 1;
            cy = y + h - 1 - (k - 2 * w - h - 4);
        }
        bool walk = sp_ground_uses(s, cx, cy) & SP_WALK;
        if (walk && (taken[us_world_cell(s->world, cx, cy)] & US_TAKEN_BUILDING))
            return false;
        if (k == 0)
            first = walk;
        else
            changes += walk != before;
        before = walk;
        free += walk;
    }
    changes += before != first;
    return changes <= 2 && free >= 3;
}

static bool room_for(const sp_player *s, int x, int y, int w, int h)
{
    const uint8_t *taken = s->world->plane[US_PLANE_TAKEN];
    for (int cy = y; cy < y + h; cy++) {
        for (int cx = x; cx < x + w; cx++) {
            if (!(sp_ground_uses(s, cx, cy) & SP_BUILD) || taken[us_world_cell(s->world, cx, cy)])
                return false;
        }
    }
    return sp_ground_steps(s, x, y) != SP_NO_STEPS;
}

static bool foe_reaches(const sp_player *s, int x, int y, int min_foe)
{
    for (int i = 0; min_foe > 0 && i < s->observation.foe_building.count; i++) {
        const us_entity *foe = s->observation.foe_building.at[i];
        bool armed = s->words.sort[foe->type] & SP_GUN;
        if (us_entity_cell_distance(s->domain, foe, x, y) < (armed ? min_foe : 4))
            return true;
    }
    return false;
}

static bool allowed(const sp_player *s, us_type type, us_id worker, int x, int y)
{
    us_order order = {
        .seat = s->self, .action = (int8_t)s->words.build, .unit_count = 1, .unit = &worker};
    order.arg[s->words.type_arg[s->words.build]] = type;
    order.arg[s->words.cell_arg[s->words.build]] = US_CELL(x, y);
    us_reason reason = us_scenario_check(s->scenario, s->view, &order);
    return reason == US_REASON_NONE || reason == US_REASON_NO_RESOURCES;
}

bool sp_site_find(sp_player *s, us_type type, int how, us_id worker, int *x, int *y)
{
    const us_type_def *def = &s->domain->type[type];
    int w = def->width, h = def->height;
    anchor a = anchor_for(s, type, how);
    for (int ring = 1; ring < RINGS; ring++) {
        for (int k = 0; k < 8 * ring; k++) {
            int dx, dy;
            sp_ring_cell(ring, k, &dx, &dy);
            int px = a.x + dx - w / 2, py = a.y + dy - h / 2;
            s->work++;
            if (!room_for(s, px, py, w, h) || !lane_around(s, px, py, w, h) ||
                is_claimed(s, px, py, w, h) || in_the_way(s, px, py, w, h) ||
                foe_reaches(s, px, py, a.min_foe) || !allowed(s, type, worker, px, py))
                continue;
            *x = px;
            *y = py;
            return true;
        }
    }
    return false;
}
