#include "players/planner.h"

#include <string.h>

#include "base/file.h"
#include "domain/clock.h"
#include "players/shipped.h"

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
    const char *rest = us_planner_find_settings(argument);
    US_AUTOSTR(one);
    *settings = us_plan_settings_default();
    us_str_add_bytes(file, argument, (size_t)(rest - argument));
    for (const char *at = rest; *at; at += 1 + one.length) {
        us_str_reset(&one);
        us_str_add_bytes(&one, at + 1, strcspn(at + 1, "&"));
        if (is_set(rest, at))
            return us_error_set(
                err, US_BAD_INPUT, NULL, 0, 0,
                "found the setting \"%.64s\", and one of that name before: expected "
                "each once",
                one.text);
        US_TRY(us_plan_settings_set(settings, one.text, err));
    }
    return US_OK;
}

us_status us_planner_check(const char *argument, us_error *err)
{
    us_plan_settings settings;
    US_AUTOSTR(file);
    return us_planner_parse_argument(argument, &file, &settings, err);
}

bool us_planner_repairs(const char *argument)
{
    us_plan_settings settings;
    US_AUTOSTR(file);
    return us_planner_parse_argument(argument, &file, &settings, NULL) == US_OK && settings.repairs;
}

/* ---- its file */

/* Loads the domain's root tree, if it has one. */
static us_status load_root(const us_domain *domain, us_planner_stock *out, us_error *err)
{
    US_AUTOSTR(path);
    if (us_data_find_domain_file(domain->name, "root.brl", &path, NULL) != US_OK ||
        !us_file_exists(path.text))
        return US_OK;
    US_TRY(us_brl_load(domain, path.text, &out->brl, err));
    out->root = us_brl_find(out->brl, US_TEMPLATE_TREE, "Root");
    return US_OK;
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
    us_repair_book_free(stock->repairs);
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
    US_TRY(us_planner_parse_argument(argument, &file, settings, err));
    if (!out)
        return US_OK;
    US_TRY(((const us_planner_kind *)kind)->fill(file.text, domain, settings, out, err));
    return settings->repairs ? us_repair_book_load(domain, &out->repairs, err) : US_OK;
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

/* ---- whether it can act at all */

typedef struct search {
    us_case_base *case_base;
    const us_domain *domain;
    bool *behavior;                    /* that was looked at */
    US_LIST(const us_template *) tree; /* that were looked at */
    const us_template *lacking; /* the first that pursues a goal that nothing achieves; or NULL */
    int at;                     /* its node */
} search;

static bool acts(search *s, const us_template *template);

/* A goal that is pursued, as far as it is known before the game. */
typedef struct aim {
    us_goal goal;
    bool known; /* all of its arguments are constants */
} aim;

static aim aim_of(const us_domain *domain, const us_node *node)
{
    aim a = {us_goal_make(domain, node->what), true};
    a.goal.kind = us_goal_kind_from_pursue(domain, node->what, node->pursue);
    for (int i = 0; i < node->arg_count; i++) {
        const us_arg *arg = &node->arg[i];
        int64_t value = 0;
        if (arg->param >= 0 && arg->expr && us_expr_is_constant(arg->expr, &value))
            us_goal_set_arg(&a.goal, arg->param, value);
        else
            a.known = false;
    }
    return a;
}

/* Retrieval can find the behavior for the goal. If an argument is not known, the types decide. */
static bool may_fill(const search *s, const aim *of, int behavior)
{
    const us_domain *domain = s->domain;
    const us_goal_pattern *pattern = us_case_base_behavior_pattern(s->case_base, behavior);
    if (!pattern)
        return false;
    return of->known
               ? us_goal_pattern_similarity(domain, &of->goal, NULL, pattern, NULL) > 0
               : domain->goal_likeness[of->goal.type * domain->goal_count + pattern->goal.type] > 0;
}

/* Returns whether one of the behaviors that may fill the goal acts. any: whether there are some. An
 * unreadable behavior does not act. */
static bool filled_acts(search *s, const aim *of, bool *any)
{
    bool found = false;
    *any = false;
    for (int i = 0; i < us_case_base_behavior_count(s->case_base) && !found; i++) {
        const us_template *template;
        if (!may_fill(s, of, i))
            continue;
        *any = true;
        if (s->behavior[i])
            continue;
        s->behavior[i] = true;
        found = us_case_base_get_template(s->case_base, i, &template, NULL) == US_OK &&
                acts(s, template);
    }
    return found;
}

static bool called_acts(search *s, const char *name)
{
    const us_template *template = NULL;
    if (us_case_base_find_tree(s->case_base, name, &template, NULL) != US_OK || !template)
        return false;
    for (int i = 0; i < s->tree.count; i++)
        if (s->tree.item[i] == template)
            return false;
    US_LIST_PUT(s->tree, template); /* NOLINT(bugprone-sizeof-expression): of pointers */
    return acts(s, template);
}

static bool acts(search *s, const us_template *template)
{
    bool found = false, any;
    for (int n = 0; n < template->node[0].end && !found; n++) {
        const us_node *node = &template->node[n];
        if (node->kind == US_NODE_ACT || node->kind == US_NODE_QUERY)
            return true; /* which behaviors of its class answer a query, play shows */
        if (node->kind == US_NODE_CALL)
            found = called_acts(s, node->name);
        if (node->kind != US_NODE_GOAL || node->what < 0)
            continue;
        aim pursued = aim_of(s->domain, node);
        found = filled_acts(s, &pursued, &any);
        if (!any && !s->lacking) {
            s->lacking = template;
            s->at = n;
        }
    }
    return found;
}

/* Returns a tree that could run if it got arguments, or NULL. */
static const us_template *needy_tree(const us_brl *brl)
{
    for (int i = 0; brl && i < brl->count; i++)
        if (brl->item[i]->kind == US_TEMPLATE_TREE && brl->item[i]->params > 0)
            return brl->item[i];
    return NULL;
}

static us_status fail(const search *s, const us_planner_stock *stock, const char *goal,
                      const char *file, us_error *err)
{
    const us_template *needy = stock->library ? NULL : needy_tree(stock->brl);
    if (stock->tree && s->lacking)
        return us_error_set(
            err, US_BAD_INPUT, file, s->lacking->node[s->at].line, s->lacking->node[s->at].column,
            "tree \"%.64s\" can do nothing: expected a behavior for its goal \"%s\", or an "
            "action, found neither",
            stock->tree->name, s->domain->goal[s->lacking->node[s->at].what].name);
    if (stock->tree)
        return us_error_set(
            err, US_BAD_INPUT, file, stock->tree->node[0].line, stock->tree->node[0].column,
            "tree \"%.64s\" can do nothing: expected an action, a query or a goal that a "
            "behavior fills, found none",
            stock->tree->name);
    if (needy)
        return us_error_set(
            err, US_BAD_INPUT, file, needy->node[0].line, needy->node[0].column,
            "nothing in it can run: tree \"%.64s\" needs arguments; expected an archetype, "
            "a tree without parameters that calls it, or a behavior for \"%s\"",
            needy->name, goal);
    if (s->lacking)
        return us_error_set(
            err, US_BAD_INPUT, file, 0, 0,
            "it can do nothing: its behaviors for \"%s\" only pursue goals, and found none "
            "that fills \"%s\"",
            goal, s->domain->goal[s->lacking->node[s->at].what].name);
    return us_error_set(
        err, US_BAD_INPUT, file, 0, 0,
        "it can do nothing: expected a behavior for \"%s\", the goal that a player by "
        "behaviors pursues, found none that acts among %d behaviors",
        goal, us_case_base_behavior_count(s->case_base));
}

/* Returns US_BAD_INPUT, with the place, if no action is reachable from the stock's tree or, without
 * a tree, from the domain's top goal. The search follows the trees that are called, and the goals
 * that are pursued with the behaviors that may fill them. The stock must have no archetypes. */
static us_status check_stock(const us_player *player, us_error *err)
{
    const us_planner *planner = (const us_planner *)player;
    const us_planner_stock *stock = planner->stock;
    const us_domain *domain = planner->domain;
    const char *argument = planner->argument;
    search s = {.case_base = stock->case_base, .domain = domain};
    aim top = {us_goal_default(domain), true};
    US_AUTOSTR(file);
    bool any;
    if (planner->group)
        return US_OK;
    s.behavior = US_NEW_ARRAY(bool, us_case_base_behavior_count(s.case_base) + 1);
    us_str_add_bytes(&file, argument, (size_t)(us_planner_find_settings(argument) - argument));
    bool well = stock->tree ? acts(&s, stock->tree) : filled_acts(&s, &top, &any);
    us_status status =
        well ? US_OK : fail(&s, stock, domain->goal[top.goal.type].name, file.text, err);
    us_mem_free(s.behavior);
    us_mem_free(s.tree.item);
    return status;
}

/* ---- the player */

static us_status open(const us_player_kind *kind, const us_player_def *def, us_player **out,
                      us_error *err)
{
    const us_scenario *scenario = def->scenario;
    us_plan_def plan = {.scenario = scenario, .seat = def->seat, .seed = def->seed};
    us_character_group *group = NULL;
    US_AUTO(clear_stock) us_planner_stock own = {0};
    const us_planner_stock *stock = def->prepared ? def->prepared : &own;
    US_TRY(read_stock(kind, def->argument, scenario->domain, &plan.settings,
                      def->prepared ? NULL : &own, err));
    US_TRY(us_character_group_new(
        &(us_character_group_def){scenario, def->seat, def->seed, stock->case_base}, &group, err));
    us_planner *planner = US_NEW(us_planner);
    us_goal goal = us_goal_default(scenario->domain);
    planner->player.kind = kind;
    US_AUTOPTR(us_player) player = &planner->player;
    planner->group = group;
    planner->own = own;
    own = (us_planner_stock){0};
    stock = def->prepared ? def->prepared : &planner->own;
    planner->stock = stock;
    planner->domain = scenario->domain;
    planner->argument = us_mem_strdup(def->argument);
    plan.goal = &goal;
    plan.case_base = stock->case_base;
    plan.demonstrations = &stock->demonstrations;
    plan.root = stock->root;
    plan.tree = stock->tree;
    plan.repairs = stock->repairs;
    if (!group)
        planner->plan = us_plan_new(&plan);
    *out = US_STEAL(player);
    return US_OK;
}

static void think(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_wakeup *wakeup)
{
    us_planner *planner = (us_planner *)player;
    bool group = planner->group != NULL;
    us_cycle until = group ? us_character_group_think(planner->group, view, events, orders)
                           : us_plan_think(planner->plan, view, events, orders);
    us_cycle most = us_cycle_after(view->world->now, US_WAKEUP_MAX);
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

/* Idle workers harvest without a node's order: that is none of the tree's or the behaviors'. */
static bool idle(const us_player *player)
{
    const us_planner *planner = (const us_planner *)player;
    if (!planner->plan)
        return false;
    us_plan_counts counts = us_plan_get_counts(planner->plan);
    return counts.own == 0 || (!planner->stock->tree && counts.expansions == 0);
}

us_plan *us_planner_find_plan(const us_player *player)
{
    bool plans =
        player && (player->kind == &us_library_kind.base || player->kind == &us_tree_kind.base);
    return plans ? ((const us_planner *)player)->plan : NULL;
}

#define PLANS                                                                             \
    .open = open, .think = think, .on_order = on_order, .close = close, .labels = labels, \
    .notes = notes, .over = over, .check = check_stock, .idle = idle, .prepare = prepare, \
    .unprepare = unprepare
const us_planner_kind us_library_kind = {{.prefix = "library", PLANS}, fill_library};
const us_planner_kind us_tree_kind = {{.prefix = "tree", PLANS}, fill_tree};
const us_planner_kind us_shipped_kind = {{.prefix = "ai", PLANS}, fill_shipped};
