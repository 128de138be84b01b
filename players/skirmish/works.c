#include "players/skirmish/player.h"

enum {
    PROJECT_TRIES = 4,
    SEND_PATIENCE = 1200, /* cycles until a builder that has not begun is given up */
    SITE_PATIENCE = 60,   /* cycles until a site without a builder gets another */
    ROOM_PATIENCE = 300,  /* cycles until a site is looked for again */
    QUEUE_AHEAD = 60,     /* a second entry is queued so long before the first is done */
    NEED_DEPTH = 8,
    FORESIGHT = 5,        /* of what is wanted, so many are thought of ahead */
    SURPLUS = 1000,       /* gold above which more is made than the plan wants */
    GREAT_SURPLUS = 3000, /* gold with which another house for that is built */
    SURPLUS_STEP = 4,
    MOST_PRODUCERS = 5,
};

us_type sp_type_kind(const sp_player *s, us_type type)
{
    us_type other = s->domain->type[type].counterpart;
    us_type common =
        other == US_NO_TYPE ? US_NO_TYPE : us_type_common_ancestor(s->domain, type, other);
    return common == US_NO_TYPE ? type : common;
}

static const us_entity *own_entity(const sp_player *s, us_id id)
{
    const us_entity *entity = id ? us_world_find(s->world, id) : NULL;
    return entity && entity->owner == s->self ? entity : NULL;
}

/* ---- projects */

const us_entity *sp_worker_find_spare(sp_player *s, int x, int y)
{
    const us_entity *best = NULL;
    int best_far = 0;
    SP_EACH (worker, s->observation.worker) {
        const sp_note *note = sp_note_get(s, worker->id);
        if ((worker->flags & US_ENTITY_INSIDE) || note->job == SP_JOB_BUILD ||
            note->job == SP_JOB_MILITIA || note->job == SP_JOB_OPEN || note->when == s->now)
            continue;
        int far = sp_cell_distance(x, y, worker->x, worker->y) * 2;
        far += worker->attribute[s->words.carried] > 0 ? 6 : 0;
        far += note->job == SP_JOB_REPAIR ? 10 : 0;
        if (!best || far < best_far) {
            best = worker;
            best_far = far;
        }
    }
    return best;
}

static const us_entity *find_site(const sp_player *s, const sp_project *p)
{
    SP_EACH (site, s->observation.site) {
        if (site->type == p->type && site->x == p->x && site->y == p->y)
            return site;
    }
    return NULL;
}

static void free_builder(sp_player *s, const sp_project *p)
{
    sp_note *note = sp_note_get(s, p->builder);
    if (note->job == SP_JOB_BUILD)
        note->job = SP_JOB_NONE;
}

static bool send_builder(sp_player *s, sp_project *p)
{
    const us_entity *worker = sp_worker_find_spare(s, p->x, p->y);
    if (!worker)
        return false;
    p->builder = worker->id;
    p->since = s->now;
    p->tries++;
    if (p->site)
        sp_order_entity(s, s->words.repair, worker, p->site, p->goal);
    else
        sp_order_build(s, worker->id, p->type, p->x, p->y, p->goal);
    sp_note_get(s, worker->id)->job = SP_JOB_BUILD;
    return true;
}

/* False: the project is over, well or badly. */
static bool follow_project(sp_player *s, sp_project *p)
{
    const us_entity *builder = own_entity(s, p->builder);
    us_cycle waited = s->now - p->since;
    if (!p->site) {
        const us_entity *site = find_site(s, p);
        if (site) {
            p->site = site->id;
            p->since = s->now;
            return true;
        }
        if (builder && builder->action == s->words.build && waited < SEND_PATIENCE)
            return true;
        if (builder && waited < 4)
            return true;
        free_builder(s, p);
        /* a dead builder is replaced; a place that did not work is left for another */
        return !builder && p->tries < PROJECT_TRIES && send_builder(s, p);
    }
    const us_entity *site = own_entity(s, p->site);
    if (!site || !(site->flags & US_ENTITY_UNFINISHED)) {
        free_builder(s, p);
        return false;
    }
    bool at_work =
        builder && ((builder->flags & US_ENTITY_INSIDE) || builder->action == s->words.repair ||
                    builder->action == s->words.build);
    if (!at_work && waited > SITE_PATIENCE) {
        free_builder(s, p);
        send_builder(s, p);
    }
    return true;
}

static void adopt_sites(sp_player *s)
{
    sp_works *w = &s->works;
    SP_EACH (site, s->observation.site) {
        bool known = false;
        for (int k = 0; k < w->projects && !known; k++)
            known = w->project[k].site == site->id;
        if (!known && w->projects < SP_PROJECTS_MAX)
            w->project[w->projects++] = (sp_project){.type = site->type,
                                                     .x = site->x,
                                                     .y = site->y,
                                                     .site = site->id,
                                                     .since = s->now,
                                                     .goal = s->goals.defeat};
    }
}

static void count_food(sp_works *w, const sp_player *s, us_type type, int coming)
{
    const us_type_def *def = &s->domain->type[type];
    if (def->kind == US_KIND_UNIT) {
        w->food -= coming * def->food_use;
        w->food_soon -= coming * def->food_use;
    } else if (s->words.sort[type] & SP_FARM) {
        w->food_soon += coming * def->food_supply;
    }
}

static void update_food(sp_player *s)
{
    sp_works *w = &s->works;
    w->food = w->food_soon = us_world_tally(s->world, s->self, s->words.food_supply) -
                             us_world_tally(s->world, s->self, s->words.food_used);
    for (us_type t = 0; t < s->domain->type_count; t++) {
        if (s->observation.coming[t] && !s->domain->type[t].abstract)
            count_food(w, s, t, s->observation.coming[t]);
    }
}

void sp_works_begin(sp_player *s)
{
    sp_works *w = &s->works;
    int kept = 0;
    for (int i = 0; i < w->projects; i++) {
        if (follow_project(s, &w->project[i]))
            w->project[kept++] = w->project[i];
    }
    w->projects = kept;
    adopt_sites(s);
    for (int r = 0; r < s->domain->resources.count; r++) {
        w->budget[r] = us_world_tally(s->world, s->self, r);
        w->lack[r] = w->need[r] = 0;
    }
    for (int i = 0; i < w->projects; i++) {
        const sp_project *p = &w->project[i];
        if (p->site)
            continue;
        for (us_type t = p->type; t != US_NO_TYPE; t = s->domain->type[t].parent)
            s->observation.coming[t]++;
        for (int r = 0; r < s->domain->resources.count; r++)
            w->budget[r] -= s->domain->type[p->type].cost[r];
    }
    update_food(s);
    w->wants = 0;
    w->lacking = US_NO_TYPE;
}

void sp_works_on_refusal(sp_player *s, us_id builder)
{
    for (int i = 0; i < s->works.projects; i++) {
        if (s->works.project[i].builder == builder && !s->works.project[i].site) {
            free_builder(s, &s->works.project[i]);
            s->works.project[i] = s->works.project[--s->works.projects];
            s->works.no_room = s->now + ROOM_PATIENCE / 4;
            return;
        }
    }
}

/* ---- wants */

void sp_works_add_want(sp_player *s, us_type kind, us_type make, int number, int how, int rank,
                       uint32_t goal)
{
    sp_works *w = &s->works;
    if (w->wants == SP_WANTS_MAX || make == US_NO_TYPE)
        return;
    int at = w->wants++;
    while (at > 0 && w->want[at - 1].rank > rank) {
        w->want[at] = w->want[at - 1];
        at--;
    }
    w->want[at] = (sp_want){kind, make, number, goal, (uint8_t)how, (int8_t)rank};
}

/* Until a farm stands, barracks eat the room of two soldiers each. */
static int food_margin(const sp_player *s)
{
    int margin = 1;
    SP_EACH (house, s->observation.building) {
        int sort = s->words.sort[house->type];
        margin += sort & SP_TRAINS ? 2 : sort & SP_HALL ? 1 : 0;
    }
    return margin < 10 ? margin : 10;
}

void sp_works_add_infrastructure(sp_player *s, int farms, int workers, int rank, uint32_t goal)
{
    int have = sp_type_count(s, s->words.farm_kind) + sp_type_count_coming(s, s->words.farm_kind);
    int people = sp_type_count(s, s->words.worker_kind);
    if (have < farms && (s->works.food_soon < food_margin(s) || people >= workers))
        sp_works_add_want(s, s->words.farm_kind, s->words.farm, have + 1, SP_HOME, rank, goal);
    sp_works_add_want(s, s->words.worker_kind, s->words.worker, workers, SP_HOME, rank, goal);
}

/* ---- starting one thing */

static bool afford(sp_player *s, us_type type)
{
    sp_works *w = &s->works;
    const int32_t *cost = s->domain->type[type].cost;
    bool enough = true;
    for (int r = 0; r < s->domain->resources.count; r++)
        enough &= cost[r] == 0 || w->budget[r] >= cost[r];
    if (!enough && w->lacking == US_NO_TYPE) {
        w->lacking = type;
        for (int r = 0; r < s->domain->resources.count; r++)
            w->lack[r] = cost[r] > 0 && cost[r] > w->budget[r] ? cost[r] - w->budget[r] : 0;
    }
    /* while one resource is far from enough, the others are put aside in step with it only */
    int part = 100;
    for (int r = 0; r < s->domain->resources.count; r++) {
        int32_t there = w->budget[r] > 0 ? w->budget[r] : 0;
        if (cost[r] > there && 100 * there / cost[r] + 10 < part)
            part = 100 * there / cost[r] + 10;
    }
    for (int r = 0; r < s->domain->resources.count; r++) {
        bool short_of = cost[r] > w->budget[r];
        w->budget[r] -= enough || short_of ? cost[r] : cost[r] * part / 100;
        w->need[r] += cost[r];
    }
    return enough;
}

static void coming_now(sp_player *s, us_type type)
{
    for (us_type t = type; t != US_NO_TYPE; t = s->domain->type[t].parent)
        s->observation.coming[t]++;
    count_food(&s->works, s, type, 1);
}

static bool start_building(sp_player *s, us_type type, int how, uint32_t goal)
{
    sp_works *w = &s->works;
    if (w->projects == SP_PROJECTS_MAX || s->now < w->no_room)
        return false;
    const us_entity *any = sp_worker_find_spare(s, s->observation.home_x, s->observation.home_y);
    if (!any || !afford(s, type))
        return false;
    int x = 0, y = 0;
    if (!sp_site_find(s, type, how, any->id, &x, &y)) {
        w->no_room = s->now + ROOM_PATIENCE;
        return false;
    }
    sp_project *p = &w->project[w->projects];
    *p = (sp_project){.type = type, .x = (int16_t)x, .y = (int16_t)y, .goal = goal};
    if (!send_builder(s, p))
        return false;
    w->projects++;
    coming_now(s, type);
    return true;
}

static const us_entity *ready_building(sp_player *s, us_type actor, int action)
{
    const us_entity *second = NULL;
    SP_EACH (building, s->observation.building) {
        if (building->type != actor || sp_note_get(s, building->id)->when == s->now)
            continue;
        int queued = building->attribute[s->words.queue];
        if (queued == 0)
            return building;
        if (queued == 1 && action == s->words.train && building->action == action &&
            building->until - s->now < QUEUE_AHEAD)
            second = building;
    }
    return second;
}

static bool start(sp_player *s, us_type type, int how, uint32_t goal, int depth);

/* One of a type is owned soon: it is there, on its way, or has just been begun. */
static void need(sp_player *s, us_type type, int how, uint32_t goal, int depth)
{
    if (sp_type_count(s, type) + sp_type_count_coming(s, type) > 0)
        return;
    bool upgrade = s->domain->type[type].kind == US_KIND_UPGRADE;
    goal = sp_goal_find_parent(s, goal);
    start(s, type, how,
          sp_goal_find_or_open(s, goal, upgrade ? SP_LEARN : SP_MAKE, sp_type_kind(s, type), 1),
          depth + 1);
}

static void need_requirements(sp_player *s, us_type type, int how, uint32_t goal, int depth)
{
    const us_type_def *def = &s->domain->type[type];
    int best = -1, best_missing = 0;
    for (int i = 0; i < def->requires_count; i++) {
        int missing = 0;
        for (int k = 0; k < def->requires[i].count; k++)
            missing += sp_type_count(s, def->requires[i].type[k]) +
                           sp_type_count_coming(s, def->requires[i].type[k]) ==
                       0;
        if (best < 0 || missing < best_missing) {
            best = i;
            best_missing = missing;
        }
    }
    for (int k = 0; best >= 0 && k < def->requires[best].count; k++) {
        us_type made = sp_lexicon_concrete_type(&s->words, def->requires[best].type[k]);
        if (made != US_NO_TYPE)
            need(s, made, how, goal, depth);
    }
}

static void need_food(sp_player *s, us_type type)
{
    if (s->works.food_soon >= s->domain->type[type].food_use)
        return;
    int farms =
        sp_type_count(s, s->words.farm_kind) + sp_type_count_coming(s, s->words.farm_kind) + 1;
    uint32_t below = sp_goal_find_infrastructure(s);
    if (!below)
        below = sp_goal_find_or_open(s, s->goals.defeat, SP_MAKE, s->words.farm_kind, farms);
    start(s, s->words.farm, SP_HOME, below, NEED_DEPTH);
}

/* Saves for a want that waits for a farm under way: it must be paid once the farm is finished. */
static void save_for(sp_player *s, us_type type)
{
    sp_works *w = &s->works;
    int room = w->food_soon / (s->domain->type[type].food_use ? s->domain->type[type].food_use : 1);
    for (int i = 0; i < room && i < 2; i++) {
        for (int r = 0; r < s->domain->resources.count; r++)
            w->budget[r] -= s->domain->type[type].cost[r];
    }
}

typedef enum sp_start { SP_STARTED, SP_BUSY, SP_POOR } sp_start;

static sp_start start_with(sp_player *s, us_type type, us_type actor, int action, uint32_t goal)
{
    const us_entity *building = ready_building(s, actor, action);
    if (!building)
        return SP_BUSY;
    if (!afford(s, type))
        return SP_POOR;
    sp_order_make(s, action, building->id, type, goal);
    coming_now(s, type);
    return SP_STARTED;
}

static bool start_by_producer(sp_player *s, us_type type, int how, uint32_t goal, int depth)
{
    const us_producer *row;
    int rows = us_domain_producers(s->domain, type, &row);
    us_type missing = US_NO_TYPE;
    bool owned = false;
    for (int i = 0; i < rows; i++) {
        us_type actor = row[i].actor;
        int faction = s->domain->type[actor].faction;
        if (faction >= 0 && faction != s->words.faction)
            continue;
        if (row[i].action == s->words.build)
            return start_building(s, type, how, goal);
        sp_start result = start_with(s, type, actor, row[i].action, goal);
        if (result != SP_BUSY)
            return result == SP_STARTED;
        owned |= s->observation.have[actor] + s->observation.coming[actor] > 0;
        if (missing == US_NO_TYPE ||
            sp_lexicon_price(&s->words, actor) < sp_lexicon_price(&s->words, missing))
            missing = actor;
    }
    if (!owned && missing != US_NO_TYPE)
        need(s, missing, how, goal, depth);
    return false;
}

static bool start(sp_player *s, us_type type, int how, uint32_t goal, int depth)
{
    if (depth > NEED_DEPTH)
        return false;
    if (!sp_type_has_requirements(s, type)) {
        need_requirements(s, type, how, goal, depth);
        return false;
    }
    int food = s->domain->type[type].kind == US_KIND_UNIT ? s->domain->type[type].food_use : 0;
    if (food > 0 && food > s->works.food) {
        need_food(s, type);
        save_for(s, type);
        return false;
    }
    return start_by_producer(s, type, how, goal, depth);
}

/* A type that is made by upgrading another needs as many of the other first. */
static void start_bases(sp_player *s, const sp_want *want, int missing)
{
    const us_producer *row;
    int rows = us_domain_producers(s->domain, want->make, &row);
    for (int i = 0; i < rows; i++) {
        us_type base = row[i].actor;
        const us_type_def *def = &s->domain->type[base];
        bool mine = def->faction < 0 || def->faction == s->words.faction;
        if (!mine || row[i].action != s->words.upgrade || !(s->words.sort[base] & SP_TOWER))
            continue;
        int there = s->observation.have[base] + s->observation.coming[base];
        /* types under upgrade are no longer available */
        there -= s->observation.coming[want->make];
        for (; there < missing; there++) {
            if (!start(s, base, want->how, want->goal, 1))
                return;
        }
    }
}

static bool is_converted(const sp_player *s, us_type type)
{
    const us_producer *row;
    int rows = us_domain_producers(s->domain, type, &row);
    return rows > 0 && row[0].action == s->words.upgrade && (s->words.sort[type] & SP_TOWER);
}

/* Adds the costs of what comes after the next one, and the farms for it. */
static void foresee(sp_player *s, const sp_want *want, int missing)
{
    sp_works *w = &s->works;
    const us_type_def *def = &s->domain->type[want->make];
    int more = missing < FORESIGHT ? missing : FORESIGHT;
    for (int r = 0; r < s->domain->resources.count; r++) {
        w->need[r] += (more - 1) * def->cost[r];
        if (def->kind == US_KIND_UNIT && def->food_use > 0)
            w->need[r] += more * s->domain->type[s->words.farm].cost[r] / 4;
    }
}

void sp_works_run(sp_player *s)
{
    sp_works *w = &s->works;
    for (int i = 0; i < w->wants; i++) {
        const sp_want want = w->want[i];
        int missing =
            want.number - sp_type_count(s, want.kind) - sp_type_count_coming(s, want.kind);
        if (missing <= 0)
            continue;
        foresee(s, &want, missing);
        int left = missing;
        while (left > 0 && start(s, want.make, want.how, want.goal, 0))
            left--;
        if (left > 0 && is_converted(s, want.make) && sp_type_has_requirements(s, want.make))
            start_bases(s, &want, left);
    }
}

void sp_works_spend_surplus(sp_player *s, us_type kind, us_type make)
{
    sp_works *w = &s->works;
    int32_t gold = w->budget[s->words.gold];
    if (gold < SURPLUS || make == US_NO_TYPE)
        return;
    uint32_t goal = sp_drive_goal(s, SP_DRIVE_SURPLUS, kind);
    for (int left = SURPLUS_STEP; left > 0 && start(s, make, SP_HOME, goal, 0); left--)
        ;
    if (w->budget[s->words.gold] < GREAT_SURPLUS)
        return;
    const us_producer *row;
    int rows = us_domain_producers(s->domain, make, &row);
    for (int i = 0; i < rows; i++) {
        int faction = s->domain->type[row[i].actor].faction;
        int there = s->observation.have[row[i].actor] + s->observation.coming[row[i].actor];
        if (row[i].action != s->words.train || there >= MOST_PRODUCERS ||
            (faction >= 0 && faction != s->words.faction))
            continue;
        us_type house = sp_type_kind(s, row[i].actor);
        start(s, row[i].actor, SP_HOME,
              sp_goal_find_or_open(s, sp_goal_find_parent(s, goal), SP_MAKE, house, there + 1), 0);
        return;
    }
}
