#include "players/skirmish/player.h"

enum { PARAMS = 4 };

/* The domain's names of the goals, and the parameters that are given here; by sp_goal. */
static const struct {
    const char *name;
    us_value_kind kind[PARAMS];
    int count;
} known[SP_GOALS] = {
    [SP_WIN] = {"WinWargus", {US_VALUE_SEAT}, 1},
    [SP_DEFEAT] = {"DefeatPlayer", {US_VALUE_SEAT}, 1},
    [SP_MAKE] = {"BuildUnits", {US_VALUE_SEAT, US_VALUE_TYPE, US_VALUE_NUMBER}, 3},
    [SP_GET] = {"GetResources",
                {US_VALUE_SEAT, US_VALUE_NUMBER, US_VALUE_NUMBER, US_VALUE_NUMBER},
                4},
    [SP_KILL] = {"KillUnit", {US_VALUE_SEAT, US_VALUE_ENTITY}, 2},
    [SP_CLEAR] = {"KillUnitType", {US_VALUE_SEAT, US_VALUE_SEAT, US_VALUE_TYPE}, 3},
    [SP_LEARN] = {"Research", {US_VALUE_SEAT, US_VALUE_TYPE}, 2},
    [SP_INFRASTRUCTURE] = {"ResourceInfrastructure",
                           {US_VALUE_SEAT, US_VALUE_NUMBER, US_VALUE_NUMBER},
                           3},
};

static bool has_params(const us_goal_def *def, sp_goal goal)
{
    int count = known[goal].count;
    bool agree = def->param_count >= count;
    for (int p = 0; agree && p < def->param_count; p++)
        agree = p < count ? def->param[p].kind == known[goal].kind[p] : def->param[p].optional;
    return agree;
}

us_status sp_goals_check(const us_domain *domain, us_error *err)
{
    for (int goal = 0; goal < SP_GOALS; goal++) {
        int type = us_domain_find_goal(domain, known[goal].name);
        if (type >= 0 && has_params(&domain->goal[type], (sp_goal)goal))
            continue;
        US_AUTOSTR(wanted);
        for (int p = 0; p < known[goal].count; p++)
            us_str_addf(&wanted, "%s%s", p ? ", " : "", us_value_kind_name(known[goal].kind[p]));
        us_error_set(
            err, US_MISMATCH, domain->file, 0, 0,
            "scripted players of skirmish need the goal \"%s\" with the parameters %s, which "
            "this domain does not have",
            known[goal].name, wanted.text);
        return US_MISMATCH;
    }
    return US_OK;
}

enum { GOALS_START = 1024 }; /* more than a game opens, so that it allocates nothing */

void sp_goals_init(sp_player *s)
{
    s->goals.list.capacity = GOALS_START;
    s->goals.list.item = US_NEW_ARRAY(sp_pursuit, GOALS_START);
    s->goals.labeled = US_NEW_ARRAY(us_goal_instance, GOALS_START);
    for (int goal = 0; goal < SP_GOALS; goal++) {
        s->goals.type[goal] = us_domain_find_goal(s->domain, known[goal].name);
        us_assert(s->goals.type[goal] >= 0);
    }
}

void sp_goals_clear(sp_player *s)
{
    us_mem_free(s->goals.list.item);
    us_mem_free(s->goals.labeled);
}

/* The first seat is the pursuer's, except in a defeat; numbers come in their order. */
static us_goal make_goal(const sp_player *s, sp_goal goal, us_goal_kind kind, us_type type,
                         const int32_t *number)
{
    us_goal made = us_goal_make(s->domain, s->goals.type[goal]);
    const us_goal_def *def = &s->domain->goal[made.type];
    made.kind = kind;
    for (int p = 0; p < known[goal].count; p++) {
        us_value_kind what = def->param[p].kind;
        if (what == US_VALUE_SEAT)
            us_goal_set_arg(&made, p, goal == SP_DEFEAT || p > 0 ? s->foe : s->self);
        else if (what == US_VALUE_TYPE)
            us_goal_set_arg(&made, p, type);
        else if (what == US_VALUE_NUMBER || what == US_VALUE_ENTITY) {
            if (*number != 0 || !def->param[p].optional)
                us_goal_set_arg(&made, p, *number);
            number++;
        }
    }
    return made;
}

static void set_numbers(const sp_player *s, us_goal *goal, const int32_t *number, int count)
{
    const us_goal_def *def = &s->domain->goal[goal->type];
    for (int p = 0; p < def->param_count && count > 0; p++) {
        if (def->param[p].kind != US_VALUE_NUMBER)
            continue;
        us_goal_set_arg(goal, p, *number++);
        count--;
    }
}

uint32_t sp_goal_open(sp_player *s, uint32_t parent, sp_goal goal, us_goal_kind kind, us_type type,
                      int32_t a, int32_t b, int32_t c)
{
    sp_goals *g = &s->goals;
    const int32_t number[] = {a, b, c};
    if (g->open_count == SP_OPEN_MAX)
        return parent;
    int room = g->list.capacity;
    sp_pursuit *pursuit = US_LIST_ADD(g->list);
    if (g->list.capacity > room)
        g->labeled = us_mem_realloc(g->labeled, (size_t)g->list.capacity * sizeof(*g->labeled));
    us_goal_instance *instance = &pursuit->label;
    *pursuit = (sp_pursuit){.aim = {a, b}};
    *instance = (us_goal_instance){.id = (uint32_t)g->list.count,
                                   .parent = parent,
                                   .goal = make_goal(s, goal, kind, type, number),
                                   .seat = s->self,
                                   .opened = s->now,
                                   .closed = -1,
                                   .by = "",
                                   .why = ""};
    g->open[g->open_count++] = instance->id;
    return instance->id;
}

void sp_goals_open_top(sp_player *s)
{
    if (s->goals.win)
        return;
    s->goals.win = sp_goal_open(s, 0, SP_WIN, US_GOAL_ACHIEVE, US_NO_TYPE, 0, 0, 0);
    s->goals.defeat =
        sp_goal_open(s, s->goals.win, SP_DEFEAT, US_GOAL_ACHIEVE, US_NO_TYPE, 0, 0, 0);
}

/* ---- infrastructure */

/* Returns the goal for the lacking infrastructure. */
static us_goal lacking(const sp_player *s, us_goal_kind kind, int32_t farms, int32_t workers)
{
    bool fed = sp_type_count(s, s->words.farm_kind) >= farms;
    bool staffed = sp_type_count(s, s->words.worker_kind) >= workers;
    const int32_t both[] = {farms, workers};
    if (fed && !staffed)
        return make_goal(s, SP_MAKE, kind, s->words.worker_kind, &both[1]);
    if (staffed && !fed)
        return make_goal(s, SP_MAKE, kind, s->words.farm_kind, &both[0]);
    return make_goal(s, SP_INFRASTRUCTURE, kind, US_NO_TYPE, both);
}

/* A stage that begins at the moment at which the one before ends is the same pursuit: its aim has
 * moved on. */
static bool resume(sp_player *s, us_goal_kind kind, uint32_t parent)
{
    sp_goals *g = &s->goals;
    us_goal_instance *last = g->infrastructure ? &g->list.item[g->infrastructure - 1].label : NULL;
    if (!last || last->closed != s->now || last->parent != parent)
        return false;
    last->goal.kind = kind;
    last->closed = -1;
    last->achieved = false;
    int at = g->open_count++;
    for (; at > 0 && g->open[at - 1] > last->id; at--)
        g->open[at] = g->open[at - 1];
    g->open[at] = last->id;
    return true;
}

/* Sets the label of the last infrastructure goal: the units that were made for it. */
static void set_infrastructure_label(sp_player *s)
{
    us_goal *goal = &s->goals.list.item[s->goals.infrastructure - 1].label.goal;
    us_type type = sp_goal_type(s, s->goals.infrastructure);
    const int32_t both[] = {s->goals.farms, s->goals.workers};
    if (type == US_NO_TYPE)
        set_numbers(s, goal, both, 2);
    else
        set_numbers(s, goal, type == s->words.farm_kind ? &both[0] : &both[1], 1);
}

uint32_t sp_goal_open_infrastructure(sp_player *s, us_goal_kind kind, int32_t farms,
                                     int32_t workers)
{
    sp_goals *g = &s->goals;
    us_goal goal = lacking(s, kind, farms, workers);
    if (g->open_count == SP_OPEN_MAX)
        return g->defeat;
    bool resumed = resume(s, kind, g->defeat);
    if (!resumed) {
        g->infrastructure =
            sp_goal_open(s, g->defeat, SP_INFRASTRUCTURE, kind, US_NO_TYPE, farms, workers, 0);
        g->farms = sp_type_count(s, s->words.farm_kind);
        g->workers = sp_type_count(s, s->words.worker_kind);
    }
    us_goal *named = &g->list.item[g->infrastructure - 1].label.goal;
    if (!resumed || named->type != g->type[SP_INFRASTRUCTURE])
        *named = goal;
    set_infrastructure_label(s);
    sp_goal_set_infrastructure(s, g->infrastructure, farms, workers);
    return g->infrastructure;
}

static void set_aim(sp_player *s, uint32_t id, int32_t a, int32_t b)
{
    if (!sp_goal_is_open(s, id))
        return;
    s->goals.list.item[id - 1].aim[0] = a;
    s->goals.list.item[id - 1].aim[1] = b;
}

void sp_goal_set_infrastructure(sp_player *s, uint32_t id, int32_t farms, int32_t workers)
{
    us_type type = sp_goal_is_open(s, id) ? sp_goal_type(s, id) : US_NO_TYPE;
    if (type == US_NO_TYPE)
        set_aim(s, id, farms, workers);
    else
        set_aim(s, id, type == s->words.farm_kind ? farms : workers, 0);
}

uint32_t sp_goal_find_infrastructure(const sp_player *s)
{
    return sp_goal_is_open(s, s->goals.infrastructure) ? s->goals.infrastructure : 0;
}

/* One more is ordered for it. A goal of workers alone turns out to be one of both. */
static void raise_infrastructure(sp_player *s, us_type kind)
{
    sp_goals *g = &s->goals;
    us_goal *goal = &g->list.item[g->infrastructure - 1].label.goal;
    int32_t *most = kind == s->words.farm_kind ? &g->farms : &g->workers;
    int32_t *aim = g->list.item[g->infrastructure - 1].aim;
    int32_t ordered = sp_type_count(s, kind) + sp_type_count_coming(s, kind) + 1;
    us_type type = sp_goal_type(s, g->infrastructure);
    *most = ordered > *most ? ordered : *most;
    g->list.item[g->infrastructure - 1].ordered |=
        kind == s->words.farm_kind ? SP_ORDERED_FARM : SP_ORDERED_WORKER;
    if (type != US_NO_TYPE && type != kind) {
        bool farms = type == s->words.farm_kind;
        const int32_t both[] = {g->farms, g->workers};
        *goal = make_goal(s, SP_INFRASTRUCTURE, goal->kind, US_NO_TYPE, both);
        aim[1] = farms ? 0 : aim[0];
        aim[0] = farms ? aim[0] : 0;
    }
    set_infrastructure_label(s);
}

/* Infrastructure for which only one of the two was ordered is a goal of making that. */
static us_goal label_ordered(const sp_player *s, int i)
{
    const us_goal *goal = &s->goals.list.item[i].label.goal;
    const us_goal_def *def = &s->domain->goal[goal->type];
    sp_ordered ordered = s->goals.list.item[i].ordered;
    int32_t both[2] = {0, 0};
    if (goal->type != s->goals.type[SP_INFRASTRUCTURE] || ordered == 0 ||
        ordered == SP_ORDERED_BOTH)
        return *goal;
    for (int p = 0, k = 0; p < def->param_count && k < 2; p++) {
        if (def->param[p].kind == US_VALUE_NUMBER)
            both[k++] = (int32_t)goal->arg[p].number;
    }
    if (ordered == SP_ORDERED_FARM)
        return make_goal(s, SP_MAKE, goal->kind, s->words.farm_kind, &both[0]);
    return make_goal(s, SP_MAKE, goal->kind, s->words.worker_kind, &both[1]);
}

const us_goal_instance *sp_goals_list_labels(const sp_player *s)
{
    const sp_goals *g = &s->goals;
    for (int i = 0; i < g->list.count; i++) {
        g->labeled[i] = g->list.item[i].label;
        g->labeled[i].goal = label_ordered(s, i);
    }
    return g->labeled;
}

bool sp_goal_test(const sp_player *s, sp_goal goal, us_type type, int32_t a, int32_t b)
{
    const int32_t number[] = {a, b, 0};
    us_goal made = make_goal(s, goal, US_GOAL_ACHIEVE, type, number);
    return us_goal_is_reached(s->domain, &made, s->view, NULL);
}

void sp_goal_lower_number(sp_player *s, uint32_t id)
{
    us_type type = sp_goal_is_open(s, id) ? sp_goal_type(s, id) : US_NO_TYPE;
    if (type == US_NO_TYPE || s->goals.list.item[id - 1].label.goal.type != s->goals.type[SP_MAKE])
        return;
    int32_t most = s->goals.list.item[id - 1].most;
    if (most > 0 && most < s->goals.list.item[id - 1].label.goal.arg[2].number)
        set_aim(s, id, most, 0);
}

bool sp_goal_is_open(const sp_player *s, uint32_t id)
{
    return id > 0 && id <= (uint32_t)s->goals.list.count &&
           s->goals.list.item[id - 1].label.closed < 0;
}

static bool is_below(const sp_player *s, uint32_t id, uint32_t above)
{
    while (id > above)
        id = s->goals.list.item[id - 1].label.parent;
    return id == above;
}

void sp_goal_close(sp_player *s, uint32_t id, bool achieved)
{
    sp_goals *g = &s->goals;
    if (!sp_goal_is_open(s, id))
        return;
    int kept = 0;
    for (int i = 0; i < g->open_count; i++) {
        us_goal_instance *instance = &g->list.item[g->open[i] - 1].label;
        if (is_below(s, instance->id, id)) {
            instance->closed = s->now;
            instance->achieved =
                instance->id == id ? achieved : sp_goal_is_reached(s, instance->id);
        } else {
            g->open[kept++] = g->open[i];
        }
    }
    g->open_count = kept;
}

static bool foe_has_none(const sp_player *s, us_type type)
{
    SP_EACH (foe, s->observation.foe) {
        if (us_type_is_a(s->domain, foe->type, type))
            return false;
    }
    return true;
}

bool sp_goal_is_reached(const sp_player *s, uint32_t id)
{
    const us_goal *goal = &s->goals.list.item[id - 1].label.goal;
    const int32_t *aim = s->goals.list.item[id - 1].aim; /* labels may have larger numbers */
    if (goal->type == s->goals.type[SP_MAKE])
        return sp_type_count(s, sp_goal_type(s, id)) >= aim[0];
    if (goal->type == s->goals.type[SP_INFRASTRUCTURE])
        return sp_type_count(s, s->words.farm_kind) >= aim[0] &&
               sp_type_count(s, s->words.worker_kind) >= aim[1];
    if (!us_goal_is_reached(s->domain, goal, s->view, NULL))
        return false;
    /* Under fog the world shows no more than what is in sight; the eyes remember. */
    return goal->type != s->goals.type[SP_CLEAR] || foe_has_none(s, sp_goal_type(s, id));
}

us_type sp_goal_type(const sp_player *s, uint32_t id)
{
    const us_goal *goal = &s->goals.list.item[id - 1].label.goal;
    const us_goal_def *def = &s->domain->goal[goal->type];
    for (int p = 0; p < def->param_count; p++) {
        if (def->param[p].kind == US_VALUE_TYPE)
            return (us_type)goal->arg[p].number;
    }
    return US_NO_TYPE;
}

void sp_goals_close_reached(sp_player *s)
{
    for (int i = s->goals.open_count - 1; i >= 0; i--) {
        if (i < s->goals.open_count && sp_goal_is_reached(s, s->goals.open[i]))
            sp_goal_close(s, s->goals.open[i], true);
    }
}

uint32_t sp_goal_find_child(const sp_player *s, uint32_t parent, sp_goal goal, us_type type)
{
    const sp_goals *g = &s->goals;
    bool typed = goal == SP_MAKE || goal == SP_LEARN;
    for (int i = 0; i < g->open_count; i++) {
        const us_goal_instance *instance = &g->list.item[g->open[i] - 1].label;
        if (instance->parent == parent && instance->goal.type == g->type[goal] &&
            (!typed || sp_goal_type(s, instance->id) == type))
            return instance->id;
    }
    return 0;
}

uint32_t sp_goal_find_or_open(sp_player *s, uint32_t parent, sp_goal goal, us_type type,
                              int32_t number)
{
    uint32_t child = sp_goal_find_child(s, parent, goal, type);
    return child ? child : sp_goal_open(s, parent, goal, US_GOAL_ACHIEVE, type, number, 0, 0);
}

/* ---- more and more of a kind */

static bool is_driven(const sp_goals *g, uint32_t id)
{
    for (int d = 0; d < SP_DRIVES; d++) {
        if (g->drive[d].goal == id)
            return true;
    }
    return false;
}

uint32_t sp_goal_find_parent(const sp_player *s, uint32_t goal)
{
    return is_driven(&s->goals, goal) ? s->goals.defeat : goal;
}

static bool makes(const sp_player *s, uint32_t id, us_type kind)
{
    return s->goals.list.item[id - 1].label.goal.type == s->goals.type[SP_MAKE] &&
           sp_goal_type(s, id) == kind;
}

/* Returns the open goal, other than a drive, with the largest number of a kind; 0: none. */
static uint32_t largest(const sp_player *s, us_type kind)
{
    const sp_goals *g = &s->goals;
    uint32_t best = 0;
    for (int i = 0; i < g->open_count; i++) {
        if (!is_driven(g, g->open[i]) && makes(s, g->open[i], kind) &&
            (!best || g->list.item[g->open[i] - 1].aim[0] > g->list.item[best - 1].aim[0]))
            best = g->open[i];
    }
    return best;
}

uint32_t sp_goal_find_served(const sp_player *s, uint32_t goal)
{
    us_type kind = goal ? sp_goal_type(s, goal) : US_NO_TYPE;
    if (kind == US_NO_TYPE || !makes(s, goal, kind))
        return goal;
    uint32_t best = largest(s, kind);
    return best ? best : goal;
}

void sp_goal_raise_number(sp_player *s, uint32_t goal, us_type made)
{
    if (!goal) /* without labels */
        return;
    us_type kind = sp_goal_type(s, goal);
    bool farm = us_type_is_a(s->domain, made, s->words.farm_kind);
    if (goal == s->goals.infrastructure &&
        (farm || us_type_is_a(s->domain, made, s->words.worker_kind))) {
        raise_infrastructure(s, farm ? s->words.farm_kind : s->words.worker_kind);
    } else if (kind != US_NO_TYPE && makes(s, goal, kind) && us_type_is_a(s->domain, made, kind)) {
        int32_t ordered = sp_type_count(s, kind) + sp_type_count_coming(s, kind) + 1;
        int32_t *most = &s->goals.list.item[goal - 1].most;
        *most = ordered > *most ? ordered : *most;
        set_numbers(s, &s->goals.list.item[goal - 1].label.goal, most, 1);
    }
}

uint32_t sp_drive_goal(sp_player *s, sp_drives which, us_type kind)
{
    sp_drive *drive = &s->goals.drive[which];
    int ordered = sp_type_count(s, kind) + sp_type_count_coming(s, kind);
    uint32_t other = largest(s, kind);
    if (other)
        return other;
    if (sp_goal_is_open(s, drive->goal) && drive->kind != kind)
        sp_goal_close(s, drive->goal, sp_goal_is_reached(s, drive->goal));
    if (!sp_goal_is_open(s, drive->goal)) {
        drive->goal =
            sp_goal_open(s, s->goals.defeat, SP_MAKE, US_GOAL_ACHIEVE, kind, ordered + 1, 0, 0);
        drive->kind = kind;
        drive->most = ordered;
    }
    drive->wanted = s->now;
    return drive->goal;
}

void sp_drives_run(sp_player *s)
{
    for (int d = 0; d < SP_DRIVES; d++) {
        sp_drive *drive = &s->goals.drive[d];
        if (!sp_goal_is_open(s, drive->goal))
            continue;
        int coming = sp_type_count_coming(s, drive->kind),
            ordered = sp_type_count(s, drive->kind) + coming;
        drive->most = ordered > drive->most ? ordered : drive->most;
        bool wanted = drive->wanted == s->now;
        set_aim(s, drive->goal, drive->most + wanted, 0);
        if (!wanted && coming == 0)
            sp_goal_close(s, drive->goal, sp_goal_is_reached(s, drive->goal));
    }
}
