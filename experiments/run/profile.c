#include "experiments/run/profile.h"

#include <string.h>

#include "domain/action.h"
#include "learn/draft.h"

void us_profile_clear(us_profile *profile)
{
    us_mem_free(profile->orders.row);
    us_mem_free(profile->goals.row);
    *profile = (us_profile){0};
}

/* ---- counting */

us_cycle us_profile_width(const us_profile *profile)
{
    us_cycle width = US_PROFILE_WIDTH;
    while (width < (profile->cycles + US_PROFILE_BINS - 1) / US_PROFILE_BINS)
        width *= 2;
    return width;
}

static int32_t at_most(int64_t count)
{
    return (int32_t)(count < US_PROFILE_COUNT_MAX ? count : US_PROFILE_COUNT_MAX);
}

static void widen(us_profile_list *list)
{
    for (int r = 0; r < list->count; r++) {
        int32_t *count = list->row[r].count;
        for (int i = 0; i < US_PROFILE_BINS; i++)
            count[i] =
                2 * i < US_PROFILE_BINS ? at_most((int64_t)count[2 * i] + count[2 * i + 1]) : 0;
    }
}

void us_profile_lengthen(us_profile *profile, us_cycle cycles)
{
    us_cycle width = us_profile_width(profile);
    if (cycles <= profile->cycles)
        return;
    profile->cycles = cycles;
    for (; width < us_profile_width(profile); width *= 2) {
        widen(&profile->orders);
        widen(&profile->goals);
    }
}

/* Returns the index of the name, or where it would be; *found: whether it is there. */
static int find_row(const us_profile_list *list, const char *name, bool *found)
{
    int low = 0, high = list->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strcmp(list->row[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *found = low < list->count && strcmp(list->row[low].name, name) == 0;
    return low;
}

/* NULL: there are too many. */
static us_profile_row *need_row(us_profile_list *list, const char *name)
{
    bool found;
    int at = find_row(list, name, &found);
    if (found)
        return &list->row[at];
    if (list->count == US_PROFILE_ROWS_MAX)
        return NULL;
    list->row = us_array_grow(list->row, list->count, &list->capacity, sizeof *list->row);
    us_profile_row *row = &list->row[at];
    memmove(row + 1, row, (size_t)(list->count++ - at) * sizeof *row);
    *row = (us_profile_row){.name = ""};
    us_assert(strlen(name) <= US_PROFILE_NAME_MAX);
    memcpy(row->name, name, strlen(name) + 1);
    return row;
}

void us_profile_add(us_profile *profile, us_profile_list *list, const char *name, us_cycle at)
{
    us_assert(at >= 0 && at < US_CYCLES_LIMIT);
    us_profile_lengthen(profile, at + 1);
    us_profile_row *row = need_row(list, name);
    if (!row)
        return;
    int32_t *count = &row->count[at / us_profile_width(profile)];
    *count = at_most((int64_t)*count + 1);
}

/* ---- as JSON */

/* {"train infantry":[4,2,0,1],...}: the first bin that isn't empty, then all up to the last. */
static void write_list(const char *key, const us_profile_list *list, us_json_writer *writer)
{
    us_json_write_key_open(writer, key, '{');
    for (int r = 0; r < list->count; r++) {
        const us_profile_row *row = &list->row[r];
        int from = 0, to = US_PROFILE_BINS;
        while (from < to && row->count[from] == 0)
            from++;
        while (to > from && row->count[to - 1] == 0)
            to--;
        us_json_write_key_open(writer, row->name, '[');
        us_json_write_int(writer, from < to ? from : 0);
        for (int i = from; i < to; i++)
            us_json_write_int(writer, row->count[i]);
        us_json_write_close(writer, ']');
    }
    us_json_write_close(writer, '}');
}

void us_profile_write(const us_profile *profile, us_json_writer *writer)
{
    us_json_write_open(writer, '{');
    us_json_write_key_int(writer, "cycles", profile->cycles);
    write_list("orders", &profile->orders, writer);
    write_list("goals", &profile->goals, writer);
    us_json_write_close(writer, '}');
}

static us_status read_number(const us_json_node *node, int most, int *out, us_error *err)
{
    int64_t number;
    if (!us_json_int(node, &number) || number < 0 || number > most)
        return us_json_fail(node, err, "expected a number from 0 to %d", most);
    *out = (int)number;
    return US_OK;
}

static us_status read_row(const us_json_node *node, int bins, us_profile_list *list, us_error *err)
{
    const char *name = us_json_key(node);
    const us_json_node *at = us_json_first(node);
    int bin = 0;
    if (!name[0] || strlen(name) > US_PROFILE_NAME_MAX)
        return us_json_fail(node, err, "a name of %d bytes, expected 1 to %d", (int)strlen(name),
                            US_PROFILE_NAME_MAX);
    if (us_json_type(node) != US_JSON_ARRAY || !at)
        return us_json_reject(node, err, "an array of a bin and counts");
    US_TRY(read_number(at, US_PROFILE_BINS, &bin, err));
    if (bin + us_json_size(node) - 1 > bins)
        return us_json_fail(node, err,
                            "counts of %d bins, expected at most %d: the game ended then",
                            bin + us_json_size(node) - 1, bins);
    us_profile_row *row = need_row(list, name);
    if (!row)
        return us_json_fail(node, err, "expected at most %d kinds", US_PROFILE_ROWS_MAX);
    for (at = us_json_next(at); at; at = us_json_next(at)) {
        int count = 0;
        US_TRY(read_number(at, US_PROFILE_COUNT_MAX, &count, err));
        row->count[bin++] = count;
    }
    return US_OK;
}

static us_status read_list(const us_json_node *node, const char *key, int bins,
                           us_profile_list *list, us_error *err)
{
    const us_json_node *rows;
    US_TRY(us_json_require(node, key, US_JSON_OBJECT, &rows, err));
    for (const us_json_node *at = us_json_first(rows); at; at = us_json_next(at))
        US_TRY(read_row(at, bins, list, err));
    return US_OK;
}

static us_status read_lists(const us_json_node *node, us_profile *out, us_error *err)
{
    us_cycle width = us_profile_width(out);
    int bins = (int)((out->cycles + width - 1) / width);
    US_TRY(read_list(node, "orders", bins, &out->orders, err));
    return read_list(node, "goals", bins, &out->goals, err);
}

static us_status read_profile(const us_json_node *node, us_profile *out, us_error *err)
{
    static const char *const keys[] = {"cycles", "orders", "goals", NULL};
    US_AUTO(us_profile_clear) us_profile made = {0};
    int64_t cycles;
    if (us_json_type(node) != US_JSON_OBJECT)
        return us_json_reject(node, err, "a profile: an object");
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_json_require_int(node, "cycles", 0, US_CYCLES_LIMIT, &cycles, err));
    made.cycles = (us_cycle)cycles;
    US_TRY(read_lists(node, &made, err));
    *out = made;
    made = (us_profile){0};
    return US_OK;
}

us_status us_profile_parse(const char *file, const char *text, size_t length, us_profile *out,
                           us_error *err)
{
    US_AUTOPTR(us_json) json = NULL;
    US_TRY(us_json_parse(file, text, length, &json, err));
    return read_profile(us_json_root(json), out, err);
}

/* ---- likeness */

/* The overlap and the union of two profiles, of all things up to the end of each bin. */
typedef struct overlap {
    us_cycle own[2], width; /* of their bins, of the common ones */
    int bins;
    int64_t both, either;
} overlap;

static void compare_rows(overlap *o, const us_profile_row *a, const us_profile_row *b)
{
    const us_profile_row *row[2] = {a, b};
    int64_t done[2] = {0, 0};
    for (int i = 0; i < o->bins; i++) {
        for (int side = 0; side < 2; side++) {
            int wide = (int)(o->width / o->own[side]);
            for (int k = i * wide; row[side] && k < (i + 1) * wide && k < US_PROFILE_BINS; k++)
                done[side] += row[side]->count[k];
        }
        o->both += done[0] < done[1] ? done[0] : done[1];
        o->either += done[0] < done[1] ? done[1] : done[0];
    }
}

static int32_t likeness(overlap o, const us_profile_list *a, const us_profile_list *b)
{
    for (int i = 0, k = 0; i < a->count || k < b->count;) {
        int order = i == a->count ? 1 : k == b->count ? -1 : strcmp(a->row[i].name, b->row[k].name);
        compare_rows(&o, order <= 0 ? &a->row[i] : NULL, order >= 0 ? &b->row[k] : NULL);
        i += order <= 0;
        k += order >= 0;
    }
    return o.either ? (int32_t)(o.both * US_LIKENESS_ONE / o.either) : US_LIKENESS_ONE;
}

us_likeness us_profile_likeness(const us_profile *a, const us_profile *b)
{
    overlap o = {.own = {us_profile_width(a), us_profile_width(b)}};
    us_cycle longer = a->cycles > b->cycles ? a->cycles : b->cycles;
    o.width = o.own[0] > o.own[1] ? o.own[0] : o.own[1];
    o.bins = (int)((longer + o.width - 1) / o.width);
    return (us_likeness){likeness(o, &a->orders, &b->orders), likeness(o, &a->goals, &b->goals)};
}

/* ---- profiler */

typedef struct taken {
    uint32_t id, goal;
    us_cycle at;
} taken;

struct us_profiler {
    us_match *match;
    us_seat seat;
    us_profile profile;
    taken *taken; /* by id */
    int count, capacity;
    bool over;
};

/* ---- names of orders and goals, independent of the faction */

static void add_type(const us_domain *domain, us_type type, us_str *out)
{
    if (type < 0 || type >= domain->type_count)
        return;
    us_str_add_char(out, ' ');
    us_str_add(out, domain->type[us_type_generalize(domain, type)].name);
}

/* "train infantry", "attack infantry": the type that is made, else the type that acts. */
static void name_order(us_match *match, const us_order *order, us_str *out)
{
    us_game *game = us_match_game(match);
    const us_domain *domain = game->scenario->domain;
    us_type type = us_order_product(domain, order, NULL);
    if (type == US_NO_TYPE && order->unit_count > 0) {
        const us_entity *unit = us_world_find(us_game_world(game, US_NEUTRAL), order->unit[0]);
        type = unit ? unit->type : US_NO_TYPE;
    }
    us_str_reset(out);
    us_str_add(out, domain->action[order->action].name);
    add_type(domain, type, out);
}

/* "BuildUnits infantry", "GetResources". */
static void name_goal(const us_domain *domain, const us_goal *goal, us_str *out)
{
    const us_goal_def *def = &domain->goal[goal->type];
    us_str_reset(out);
    us_str_add(out, def->name);
    for (int i = 0; i < def->param_count; i++)
        if (def->param[i].kind == US_VALUE_TYPE && (goal->given >> i & 1)) {
            add_type(domain, (us_type)goal->arg[i].number, out);
            return;
        }
}

static void add_goal(us_profiler *p, const us_goal *goal, us_cycle at)
{
    US_AUTOSTR(name);
    name_goal(us_match_game(p->match)->scenario->domain, goal, &name);
    us_profile_add(&p->profile, &p->profile.goals, name.text, at);
}

/* ---- while it is played */

static void on_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    us_profiler *p = context;
    US_AUTOSTR(name);
    if (order->seat != p->seat || reason != US_REASON_NONE)
        return;
    name_order(p->match, order, &name);
    us_profile_add(&p->profile, &p->profile.orders, name.text, now);
    p->taken = us_array_grow(p->taken, p->count, &p->capacity, sizeof *p->taken);
    p->taken[p->count++] = (taken){order->id, order->goal, now};
}

/* A goal is pursued when the first order is given for it or below it. A parent comes before what
 * stands below it. */
static void add_labels(us_profiler *p, const us_goal_instance *list, int count)
{
    US_AUTOFREE us_cycle *first = US_NEW_ARRAY(us_cycle, count + 1);
    for (int i = 0; i < count; i++)
        first[i] = -1;
    for (int i = p->count - 1; i >= 0; i--) {
        int goal = us_goal_instance_find(list, count, p->taken[i].goal);
        if (goal >= 0)
            first[goal] = p->taken[i].at;
    }
    for (int i = count - 1; i >= 0; i--) {
        int above = first[i] >= 0 ? us_goal_instance_find(list, count, list[i].parent) : -1;
        if (above >= 0 && (first[above] < 0 || first[above] > first[i]))
            first[above] = first[i];
    }
    for (int i = 0; i < count; i++)
        if (first[i] >= 0)
            add_goal(p, &list[i].goal, first[i]);
}

static void on_over(void *context, us_game *game, const us_outcome *outcome)
{
    us_profiler *p = context;
    us_match_state state;
    (void)game, (void)outcome;
    const us_player *player = us_match_player(p->match, p->seat);
    const us_goal_instance *list = NULL;
    int count = player && player->kind->labels ? player->kind->labels(player, &list) : 0;
    add_labels(p, list, count);
    us_match_step(p->match, 0, &state);
    us_profile_lengthen(&p->profile, state.now);
    p->over = true;
}

us_profiler *us_profiler_new(us_match *match, us_seat seat)
{
    us_profiler *p = US_NEW(us_profiler);
    *p = (us_profiler){.match = match, .seat = seat};
    us_observer observer = {.context = p, .order = on_order, .over = on_over};
    us_match_add_observer(match, &observer);
    return p;
}

void us_profiler_free(us_profiler *profiler)
{
    if (!profiler)
        return;
    us_profile_clear(&profiler->profile);
    us_mem_free(profiler->taken);
    us_mem_free(profiler);
}

const us_profile *us_profiler_profile(const us_profiler *profiler)
{
    return profiler->over ? &profiler->profile : NULL;
}
