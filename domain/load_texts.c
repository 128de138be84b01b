#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "domain/action.h"
#include "domain/load.h"

us_status us_loader_compile_expr(us_loader *loader, const us_json_node *object, const char *key,
                                 const us_scope *scope, us_value_kind kind, const us_expr **out)
{
    us_source source = {.text = "true"};
    us_expr *expr;
    US_TRY(us_json_get(object, key, US_JSON_STRING, &source.node, loader->err));
    if (source.node)
        source.text = us_json_string(source.node);
    US_TRY(us_expr_compile(loader->domain, scope, kind, &source, &expr, loader->err));
    *out = expr;
    return US_OK;
}

/* ---- actions */

static us_status load_action_texts(us_loader *loader, const us_json_node *root)
{
    us_domain *domain = loader->domain;
    const us_json_node *node = us_json_first(us_json_find(root, "actions"));
    for (int i = 0; i < domain->action_count; i++, node = us_json_next(node)) {
        us_action_def *action = &domain->action[i];
        us_slot slot[US_ACTION_SLOTS];
        us_scope scope = {slot, us_action_slots(action, slot)};
        US_TRY(us_loader_compile_expr(loader, node, "when", &scope, US_VALUE_BOOL, &action->when));
        US_TRY(us_loader_compile_expr(loader, node, "done", &scope, US_VALUE_BOOL, &action->done));
    }
    return US_OK;
}

/* ---- goals */

static us_status load_goal_kind(us_loader *loader, const us_json_node *node, us_goal_def *goal)
{
    const us_json_node *name;
    US_TRY(us_json_require(node, "kind", US_JSON_STRING, &name, loader->err));
    int kind = 0;
    while (kind < US_GOAL_KINDS &&
           !us_text_equal(us_json_string(name), us_goal_kind_name((us_goal_kind)kind)))
        kind++;
    if (kind == US_GOAL_KINDS)
        return us_json_fail(name, loader->err,
                            "\"" US_SHORT "\" is not a kind of goal: expected achieve, increase or "
                            "maintain",
                            us_json_string(name));
    goal->kind = (us_goal_kind)kind;
    return US_OK;
}

static us_status load_goal_param(us_loader *loader, const us_json_node *node, us_goal_def *goal)
{
    const char *name = us_json_key(node);
    char kind[16] = "";
    int found = 0;
    US_TRY(us_loader_check_key(loader, node));
    if (us_text_equal(name, "x") || us_text_equal(name, "y"))
        return us_json_fail(node, loader->err,
                            "\"%s\" is written for a cell: expected another name for a parameter",
                            name);
    us_param param = {.name = us_loader_copy_text(loader, name)};
    if (us_json_type(node) == US_JSON_STRING)
        snprintf(kind, sizeof(kind), "%s", us_json_string(node));
    size_t length = strlen(kind);
    param.optional = length > 0 && kind[length - 1] == '?';
    kind[length - param.optional] = '\0';
    while (found < US_VALUE_PARAMS &&
           !us_text_equal(kind, us_value_kind_name((us_value_kind)found)))
        found++;
    if (found == US_VALUE_PARAMS)
        return us_json_fail(
            node, loader->err,
            "bad kind of parameter \"%s\": expected \"entity\", \"type\", \"cell\", "
            "\"resource\", \"seat\" or \"number\", and '?' behind it if it may be "
            "left out",
            name);
    param.kind = (us_value_kind)found;
    for (int i = 0; i < goal->param_count; i++)
        if (param.kind == US_VALUE_CELL && goal->param[i].kind == US_VALUE_CELL)
            return us_json_fail(node, loader->err, "a second cell: expected at most one");
    goal->param[goal->param_count++] = param;
    return US_OK;
}

static us_status load_goal(us_loader *loader, const us_json_node *node, us_goal_def *goal)
{
    static const char *const keys[] = {"name",    "about",  "kind", "parent", "rank",
                                       "similar", "params", "test", NULL};
    us_domain *domain = loader->domain;
    us_error *err = loader->err;
    const us_json_node *parent = NULL, *params = NULL, *test;
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_loader_read_name(loader, node, "name", &goal->name));
    US_TRY(us_loader_read_about(loader, node, &goal->about));
    if (us_domain_find_goal(domain, goal->name) >= 0)
        return us_json_fail(node, err, "goal \"%s\" is there already", goal->name);
    US_TRY(load_goal_kind(loader, node, goal));
    US_TRY(us_json_get(node, "parent", US_JSON_STRING, &parent, err));
    goal->parent = parent ? us_domain_find_goal(domain, us_json_string(parent)) : -1;
    if (parent && goal->parent < 0)
        return us_json_fail(parent, err,
                            "\"" US_SHORT "\" is not a goal above: expected parents before their "
                            "children",
                            us_json_string(parent));
    int64_t rank = 0;
    US_TRY(us_json_get_int(node, "rank", 0, 1000, &rank, err));
    goal->rank = (int)rank;
    US_TRY(us_json_get(node, "params", US_JSON_OBJECT, &params, err));
    if (params && us_json_size(params) > US_GOAL_PARAMS_MAX)
        return us_json_fail(params, err, "%d parameters: expected at most %d", us_json_size(params),
                            US_GOAL_PARAMS_MAX);
    for (const us_json_node *p = params ? us_json_first(params) : NULL; p; p = us_json_next(p))
        US_TRY(load_goal_param(loader, p, goal));
    us_slot slot[US_GOAL_PARAMS_MAX];
    us_scope scope = {slot, goal->param_count};
    for (int i = 0; i < goal->param_count; i++)
        slot[i] = (us_slot){goal->param[i].name, goal->param[i].kind};
    US_TRY(us_json_require(node, "test", US_JSON_STRING, &test, err));
    US_TRY(us_loader_compile_expr(loader, node, "test", &scope, US_VALUE_BOOL, &goal->test));
    us_source source = {.text = us_json_string(test), .node = test};
    us_expr *gain;
    us_status status = us_expr_compile_gain(domain, &scope, &source, &gain, err);
    if (status == US_OK)
        goal->gain_test = gain;
    else
        us_expr_free((us_expr *)goal->test); /* the domain does not own the goal yet */
    return status;
}

/* ---- how alike goals are */

enum { UNSAID = 255 };

static us_status load_similar(us_loader *loader, const us_json_node *node, int goal,
                              uint8_t *likeness)
{
    us_domain *domain = loader->domain;
    const us_json_node *similar = NULL;
    US_TRY(us_json_get(node, "similar", US_JSON_OBJECT, &similar, loader->err));
    for (const us_json_node *n = similar ? us_json_first(similar) : NULL; n; n = us_json_next(n)) {
        int other = us_domain_find_goal(domain, us_json_key(n));
        int64_t percent;
        if (other < 0 || other == goal)
            return us_json_fail(n, loader->err, "\"" US_SHORT "\" is not another goal of this file",
                                us_json_key(n));
        US_TRY(us_json_require_int(similar, us_json_key(n), 0, 100, &percent, loader->err));
        uint8_t *one = &likeness[goal * domain->goal_count + other];
        if (*one != UNSAID && *one != percent)
            return us_json_fail(n, loader->err,
                                "\"%s\" says %d of itself and \"%s\": expected the same here",
                                domain->goal[other].name, *one, domain->goal[goal].name);
        *one = likeness[other * domain->goal_count + goal] = (uint8_t)percent;
    }
    return US_OK;
}

/* Fills the gaps from the parents: half of their similarity. */
static void complete(const us_domain *domain, uint8_t *likeness)
{
    int goals = domain->goal_count;
    for (int a = 0; a < goals; a++) {
        likeness[a * goals + a] = 100;
        for (int b = 0; b < a; b++) {
            int up = domain->goal[a].parent, over = domain->goal[b].parent;
            int by_a = up < 0 ? 0 : likeness[up * goals + b];
            int by_b = over < 0 ? 0 : likeness[a * goals + over];
            if (likeness[a * goals + b] == UNSAID)
                likeness[a * goals + b] = likeness[b * goals + a] =
                    (uint8_t)((by_a > by_b ? by_a : by_b) / 2);
        }
    }
}

static us_status load_likeness(us_loader *loader, const us_json_node *list)
{
    us_domain *domain = loader->domain;
    int goals = domain->goal_count, i = 0;
    uint8_t *likeness = US_ARENA_ARRAY(loader->arena, uint8_t, goals * goals + 1);
    memset(likeness, UNSAID, (size_t)(goals * goals));
    for (const us_json_node *node = us_json_first(list); node; node = us_json_next(node))
        US_TRY(load_similar(loader, node, i++, likeness));
    complete(domain, likeness);
    domain->goal_likeness = likeness;
    return US_OK;
}

/* ---- features */

static us_status load_feature(us_loader *loader, const us_json_node *node, us_feature *feature)
{
    static const char *const keys[] = {"name", "about", "group", "value", "low", "high", NULL};
    us_domain *domain = loader->domain;
    us_error *err = loader->err;
    const us_json_node *group, *value;
    int64_t low, high;
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_loader_read_name(loader, node, "name", &feature->name));
    US_TRY(us_loader_read_about(loader, node, &feature->about));
    if (us_domain_find_feature(domain, feature->name) >= 0)
        return us_json_fail(node, err, "feature \"%s\" is there already", feature->name);
    US_TRY(us_json_require(node, "group", US_JSON_STRING, &group, err));
    US_TRY(us_loader_read_index(loader, group, &domain->feature_groups, "a group of features",
                                &feature->group));
    US_TRY(us_json_require_int(node, "low", INT32_MIN, INT32_MAX - 1, &low, err));
    US_TRY(us_json_require_int(node, "high", low + 1, INT32_MAX, &high, err));
    feature->low = (int32_t)low;
    feature->high = (int32_t)high;
    US_TRY(us_json_require(node, "value", US_JSON_STRING, &value, err));
    return us_loader_compile_expr(loader, node, "value", NULL, US_VALUE_NUMBER, &feature->value);
}

/* ---- places: frame and nearness */

static us_status load_end_try(us_loader *loader, const us_json_node *node, us_map_frame_end *end)
{
    us_source source = {.node = node};
    us_expr *expr;
    if (us_json_type(node) != US_JSON_STRING)
        return us_json_reject(node, loader->err, "an expression or a list of them");
    source.text = us_json_string(node);
    US_TRY(us_expr_compile(loader->domain, NULL, US_VALUE_ENTITY, &source, &expr, loader->err));
    end->entity[end->count++] = expr;
    return US_OK;
}

static us_status load_end(us_loader *loader, const us_json_node *frame, const char *key,
                          us_map_frame_end *end)
{
    const us_json_node *node = us_json_find(frame, key);
    if (!node)
        return us_json_fail(frame, loader->err, "expected member \"%s\" in a frame", key);
    if (us_json_type(node) != US_JSON_ARRAY)
        return load_end_try(loader, node, end);
    if (us_json_size(node) < 1 || us_json_size(node) > US_FRAME_TRIES_MAX)
        return us_json_fail(node, loader->err, "%d expressions: expected 1 to %d",
                            us_json_size(node), US_FRAME_TRIES_MAX);
    for (const us_json_node *n = us_json_first(node); n; n = us_json_next(n))
        US_TRY(load_end_try(loader, n, end));
    return US_OK;
}

static us_status load_near(us_loader *loader, const us_json_node *node, us_nearness *near)
{
    static const char *const keys[] = {"name", "about", "value", "low", "high", NULL};
    static const us_slot spot = {"spot", US_VALUE_CELL};
    const us_scope scope = {&spot, 1};
    us_domain *domain = loader->domain;
    us_error *err = loader->err;
    const us_json_node *value;
    int64_t low, high;
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_loader_read_name(loader, node, "name", &near->name));
    US_TRY(us_loader_read_about(loader, node, &near->about));
    for (int i = 0; i < domain->nearness_count; i++)
        if (us_text_equal(domain->nearness[i].name, near->name))
            return us_json_fail(node, err, "nearness \"%s\" is there already", near->name);
    US_TRY(us_json_require_int(node, "low", INT32_MIN, INT32_MAX - 1, &low, err));
    US_TRY(us_json_require_int(node, "high", low + 1, INT32_MAX, &high, err));
    near->low = (int32_t)low;
    near->high = (int32_t)high;
    US_TRY(us_json_require(node, "value", US_JSON_STRING, &value, err));
    return us_loader_compile_expr(loader, node, "value", &scope, US_VALUE_NUMBER, &near->value);
}

static us_status load_places(us_loader *loader, const us_json_node *root)
{
    static const char *const keys[] = {"home", "away", NULL};
    us_domain *domain = loader->domain;
    const us_json_node *frame = NULL, *list;
    US_TRY(us_json_get(root, "frame", US_JSON_OBJECT, &frame, loader->err));
    if (frame) {
        US_TRY(us_json_check_keys(frame, keys, loader->err));
        US_TRY(load_end(loader, frame, "home", &domain->home));
        US_TRY(load_end(loader, frame, "away", &domain->away));
    }
    US_TRY(us_loader_find_list(loader, root, "nearness", US_NEARNESS_MAX, &list));
    for (const us_json_node *n = list ? us_json_first(list) : NULL; n; n = us_json_next(n)) {
        us_nearness near = {.low = 0};
        US_TRY(load_near(loader, n, &near));
        domain->nearness[domain->nearness_count++] = near;
    }
    return US_OK;
}

us_status us_loader_compile_texts(us_loader *loader, const us_json_node *root)
{
    us_domain *domain = loader->domain;
    const us_json_node *goals, *features;
    US_TRY(load_action_texts(loader, root));
    US_TRY(us_loader_find_list(loader, root, "goals", US_GOALS_MAX, &goals));
    domain->goal = US_ARENA_ARRAY(loader->arena, us_goal_def, US_GOALS_MAX);
    for (const us_json_node *n = goals ? us_json_first(goals) : NULL; n; n = us_json_next(n)) {
        us_goal_def *goal = &domain->goal[domain->goal_count];
        us_goal_def made = {.parent = -1};
        US_TRY(load_goal(loader, n, &made));
        *goal = made;
        domain->goal_count++;
    }
    if (goals)
        US_TRY(load_likeness(loader, goals));
    US_TRY(us_loader_find_list(loader, root, "features", US_FEATURES_MAX, &features));
    domain->feature = US_ARENA_ARRAY(loader->arena, us_feature, US_FEATURES_MAX);
    for (const us_json_node *n = features ? us_json_first(features) : NULL; n;
         n = us_json_next(n)) {
        us_feature feature = {.group = 0};
        US_TRY(load_feature(loader, n, &feature));
        domain->feature[domain->feature_count++] = feature;
    }
    return load_places(loader, root);
}

void us_domain_free_texts(us_domain *domain)
{
    for (int i = 0; i < domain->action_count; i++) {
        us_expr_free((us_expr *)domain->action[i].when);
        us_expr_free((us_expr *)domain->action[i].done);
    }
    for (int i = 0; i < domain->goal_count; i++) {
        us_expr_free((us_expr *)domain->goal[i].test);
        us_expr_free((us_expr *)domain->goal[i].gain_test);
    }
    for (int i = 0; i < domain->feature_count; i++)
        us_expr_free((us_expr *)domain->feature[i].value);
    for (int i = 0; i < domain->home.count; i++)
        us_expr_free((us_expr *)domain->home.entity[i]);
    for (int i = 0; i < domain->away.count; i++)
        us_expr_free((us_expr *)domain->away.entity[i]);
    for (int i = 0; i < domain->nearness_count; i++)
        us_expr_free((us_expr *)domain->nearness[i].value);
    for (int i = 0; i < domain->descriptor_count; i++)
        us_expr_free((us_expr *)domain->descriptor[i].value);
}
