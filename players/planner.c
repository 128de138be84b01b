#include "players/planner.h"

#include "players/stock_check.h"

#include <string.h>

#include "players/shipped.h"

#include "base/file.h"

/* ---- the argument */

const char *us_planner_find_settings(const char *argument)
{
    const char *slash = strrchr(argument, '/');
    const char *rest = strrchr(slash ? slash : argument, '?');
    return rest ? rest : argument + strlen(argument);
}

/* One of those from `from` on, each behind its sign, sets the same. */
static bool is_set(const char *from, const char *at)
{
    size_t length = strcspn(at + 1, "=&");
    for (; from < at; from += 1 + strcspn(from + 1, "&"))
        if (strcspn(from + 1, "=&") == length && memcmp(from + 1, at + 1, length) == 0)
            return true;
    return false;
}

us_status us_planner_parse_argument(const char *argument, us_str *file, us_plan_settings *settings,
                                    us_error *err)
{
    const char *rest = us_planner_find_settings(argument), *at = rest;
    us_status status = US_OK;
    US_AUTOSTR(one);
    *settings = us_plan_settings_default();
    us_str_add_bytes(file, argument, (size_t)(at - argument));
    while (*at && status == US_OK) {
        size_t length = strcspn(at + 1, "&");
        us_str_reset(&one);
        us_str_add_bytes(&one, at + 1, length);
        status =
            is_set(rest, at)
                ? us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                               "found the setting \"%.64s\", and one of that name before: expected "
                               "each once",
                               one.text)
                : us_plan_settings_set(settings, one.text, err);
        at += 1 + length;
    }
    return status;
}

us_status us_planner_check(const char *argument, us_error *err)
{
    us_plan_settings settings;
    US_AUTOSTR(file);
    return us_planner_parse_argument(argument, &file, &settings, err);
}

/* ---- its file */

/* Loads the domain's root tree, if it has one. */
static us_status load_root(const us_domain *domain, us_planner_stock *out, us_error *err)
{
    US_AUTOSTR(path);
    bool there = us_data_find_domain_file(domain->name, "root.brl", &path, NULL) == US_OK &&
                 us_file_exists(path.text);
    us_status status = there ? us_brl_load(domain, path.text, &out->brl, err) : US_OK;
    if (status == US_OK && there)
        out->root = us_brl_find(out->brl, US_TEMPLATE_TREE, "Root");
    return status;
}

static us_status load_demonstrations(const char *file, us_planner_stock *out, us_error *err)
{
    US_TRY(us_groups_read(out->library, out->case_base, &out->demonstrations, err));
    if (out->demonstrations.count == 0)
        return us_error_set(
            err, US_BAD_INPUT, file, 0, 0,
            "\"demonstrator=random\" draws a demonstration for each game: found none in "
            "the library, expected one that was learned from demonstrations");
    return US_OK;
}

static us_status fill_library(const char *file, const us_domain *domain,
                              const us_plan_settings *settings, us_planner_stock *out,
                              us_error *err)
{
    US_TRY(us_library_open(file, US_LIBRARY_READ, domain, &out->library, err));
    US_TRY(us_case_base_load(out->library, &out->case_base, err));
    if (settings->demonstrator == US_TAUGHT_BY_ONE)
        US_TRY(load_demonstrations(file, out, err));
    return settings->reactions ? load_root(domain, out, err) : US_OK;
}

static const us_template *first_of(const us_brl *brl, us_template_kind kind)
{
    for (int i = 0; i < brl->count; i++)
        if (brl->item[i]->kind == kind && brl->item[i]->params == 0)
            return brl->item[i];
    return NULL;
}

static us_status fill_tree(const char *file, const us_domain *domain,
                           const us_plan_settings *settings, us_planner_stock *out, us_error *err)
{
    if (settings->demonstrator == US_TAUGHT_BY_ONE)
        return us_error_set(
            err, US_BAD_INPUT, file, 0, 0,
            "\"demonstrator=random\" draws a demonstration of a library: found a file "
            "of behaviors, expected library:FILE");
    US_TRY(us_brl_load(domain, file, &out->brl, err));
    US_TRY(us_case_base_from_brl(out->brl, &out->case_base, err));
    const us_template *archetype = first_of(out->brl, US_TEMPLATE_ARCHETYPE);
    out->tree = archetype ? archetype : first_of(out->brl, US_TEMPLATE_TREE);
    return US_OK;
}

static us_status fill_shipped(const char *name, const us_domain *domain,
                              const us_plan_settings *settings, us_planner_stock *out,
                              us_error *err)
{
    US_AUTOSTR(path);
    return us_shipped_ai_find(domain->name, name, &path)
               ? fill_tree(path.text, domain, settings, out, err)
               : us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "\"ai:%.64s\" does not play %s", name,
                              domain->name);
}

static void clear_stock(us_planner_stock *stock)
{
    us_groups_clear(&stock->demonstrations);
    us_case_base_free(stock->case_base);
    us_library_close(stock->library);
    us_brl_free(stock->brl);
}

/* Checks that the domain has a top goal, and that all its required parameters are known. */
static us_status check_goal(const us_domain *domain, us_error *err)
{
    if (domain->goal_count == 0)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "domain \"%s\" has no goals: a player of behaviors pursues one",
                            domain->name);
    us_goal top = us_goal_default(domain);
    const us_goal_def *def = &domain->goal[top.type];
    for (int p = 0; p < def->param_count; p++)
        if (!def->param[p].optional && !(top.given >> p & 1))
            return us_error_set(
                err, US_BAD_INPUT, domain->file, 0, 0,
                "a player of behaviors pursues \"%s\", the goal of the highest rank: "
                "found its parameter \"%s\", expected seats and optional ones",
                def->name, def->param[p].name);
    return US_OK;
}

/* out NULL: the settings alone. */
static us_status read_stock(const us_player_kind *kind, const char *argument,
                            const us_domain *domain, us_plan_settings *settings,
                            us_planner_stock *out, us_error *err)
{
    US_AUTOSTR(file);
    US_TRY(check_goal(domain, err));
    us_status status = us_planner_parse_argument(argument, &file, settings, err);
    if (status == US_OK && out)
        status = ((const us_planner_kind *)kind)->fill(file.text, domain, settings, out, err);
    return status;
}

static void unprepare(void *prepared)
{
    clear_stock(prepared);
    us_mem_free(prepared);
}

static us_status prepare(const us_player_kind *kind, const char *argument, const us_domain *domain,
                         void **out, us_error *err)
{
    us_plan_settings settings;
    us_planner_stock *stock = US_NEW(us_planner_stock);
    us_status status = read_stock(kind, argument, domain, &settings, stock, err);
    if (status == US_OK)
        *out = stock;
    else
        unprepare(stock);
    return status;
}

/* ---- the player */

static us_status open(const us_player_kind *kind, const us_player_def *def, us_player **out,
                      us_error *err)
{
    us_plan_def plan = {.scenario = def->scenario, .seat = def->seat, .seed = def->seed};
    us_planner_stock own = {0};
    const us_planner_stock *stock = def->prepared ? def->prepared : &own;
    us_character_group *group = NULL;
    us_status status = read_stock(kind, def->argument, def->scenario->domain, &plan.settings,
                                  def->prepared ? NULL : &own, err);
    if (status == US_OK)
        status = us_character_group_new(
            &(us_character_group_def){def->scenario, def->seat, def->seed, stock->case_base},
            &group, err);
    if (status != US_OK) {
        clear_stock(&own);
        return status;
    }
    us_planner *planner = US_NEW(us_planner);
    us_goal goal = us_goal_default(def->scenario->domain);
    planner->player.kind = kind;
    planner->own = own;
    stock = def->prepared ? def->prepared : &planner->own;
    planner->stock = stock;
    planner->domain = def->scenario->domain;
    planner->argument = us_mem_strdup(def->argument);
    plan.goal = &goal;
    plan.case_base = stock->case_base;
    plan.demonstrations = &stock->demonstrations;
    plan.root = stock->root;
    plan.tree = stock->tree;
    planner->group = group;
    if (!group)
        planner->plan = us_plan_new(&plan);
    *out = &planner->player;
    return US_OK;
}

static void think(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_wakeup *wakeup)
{
    us_planner *planner = (us_planner *)player;
    bool group = planner->group != NULL;
    us_cycle until = group ? us_character_group_think(planner->group, view, events, orders)
                           : us_plan_think(planner->plan, view, events, orders);
    us_cycle most = view->world->now + US_WAKEUP_MAX;
    *wakeup = (us_wakeup){until < most ? until : most, group ? UINT32_MAX : us_plan_wake_events()};
}

static void on_order(us_player *player, const us_order *order, us_reason reason)
{
    us_planner *planner = (us_planner *)player;
    if (planner->group)
        us_character_group_on_order(planner->group, order, reason);
    else
        us_plan_on_order(planner->plan, order, reason);
}

static void over(us_player *player, const us_view *view, const us_outcome *outcome)
{
    us_planner *planner = (us_planner *)player;
    if (planner->group)
        us_character_group_end_game(planner->group);
    else
        us_plan_end_game(planner->plan, view, outcome);
}

static void close(us_player *player)
{
    us_planner *planner = (us_planner *)player;
    us_plan_free(planner->plan);
    us_character_group_free(planner->group);
    clear_stock(&planner->own);
    us_mem_free(planner->argument);
    us_mem_free(planner);
}

static int labels(const us_player *player, const us_goal_instance **out)
{
    const us_planner *planner = (const us_planner *)player;
    return planner->plan ? us_plan_labels(planner->plan, out) : 0;
}

static int notes(us_player *player, const us_note **out)
{
    us_planner *planner = (us_planner *)player;
    return planner->plan ? us_plan_notes(planner->plan, out)
                         : us_character_group_notes(planner->group, out);
}

static us_status check_stock(const us_player *player, us_error *err)
{
    const us_planner *planner = (const us_planner *)player;
    return planner->group
               ? US_OK
               : us_planner_stock_check(planner->stock, planner->domain, planner->argument, err);
}

/* Idle workers harvest without a node's order: that is none of the tree's or the behaviors'. */
static bool idle(const us_player *player)
{
    const us_planner *planner = (const us_planner *)player;
    if (!planner->plan)
        return false;
    us_plan_counts counts = us_plan_get_counts(planner->plan);
    return counts.own == 0 || (!planner->stock->tree && counts.expansions == 0);
}

#define PLANS                                                                             \
    .open = open, .think = think, .on_order = on_order, .close = close, .labels = labels, \
    .notes = notes, .over = over, .check = check_stock, .idle = idle, .prepare = prepare, \
    .unprepare = unprepare
const us_planner_kind us_library_kind = {{.prefix = "library", PLANS}, fill_library};
const us_planner_kind us_tree_kind = {{.prefix = "tree", PLANS}, fill_tree};
const us_planner_kind us_shipped_kind = {{.prefix = "ai", PLANS}, fill_shipped};
