#include "players/stock_check.h"

typedef struct search {
    us_case_base *case_base;
    const us_domain *domain;
    bool *behavior; /* that was looked at */
    const us_template **tree;
    int trees, tree_capacity;
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
               ? us_goal_pattern_similarity(domain, &of->goal, NULL, pattern) > 0
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
    for (int i = 0; i < s->trees; i++)
        if (s->tree[i] == template)
            return false;
    s->tree = us_array_grow(s->tree, s->trees, &s->tree_capacity, sizeof(us_template *));
    s->tree[s->trees++] = template;
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

us_status us_planner_stock_check(const us_planner_stock *stock, const us_domain *domain,
                                 const char *argument, us_error *err)
{
    search s = {.case_base = stock->case_base, .domain = domain};
    aim top = {us_goal_default(domain), true};
    US_AUTOSTR(file);
    bool any;
    s.behavior = US_NEW_ARRAY(bool, us_case_base_behavior_count(s.case_base) + 1);
    us_str_add_bytes(&file, argument, (size_t)(us_planner_find_settings(argument) - argument));
    bool well = stock->tree ? acts(&s, stock->tree) : filled_acts(&s, &top, &any);
    us_status status =
        well ? US_OK : fail(&s, stock, domain->goal[top.goal.type].name, file.text, err);
    us_mem_free(s.behavior);
    us_mem_free(s.tree);
    return status;
}
