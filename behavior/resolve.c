#include "behavior/brl.h"
#include "behavior/builder.h"
#include "behavior/expression.h"

#include <stdio.h>
#include <string.h>

#include "domain/event.h"

typedef struct resolver {
    us_template *template;
    us_faults *faults;
    us_arg_compiler reading;
    const us_node *last; /* the action resolved last; the next one is often the same */
} resolver;

static const char *action_at(const void *from, int i)
{
    const us_domain *domain = from;
    return i < domain->action_count ? domain->action[i].name : NULL;
}

static const char *goal_at(const void *from, int i)
{
    const us_domain *domain = from;
    return i < domain->goal_count ? domain->goal[i].name : NULL;
}

static const char *type_at(const void *from, int i)
{
    const us_domain *domain = from;
    return i < domain->type_count ? domain->type[i].name : NULL;
}

static const char *role_at(const void *from, int i)
{
    const us_domain *domain = from;
    return i < domain->roles.count ? domain->roles.name[i] : NULL;
}

static const char *slot_at(const void *from, int i)
{
    const us_template *template = from;
    return i < template->slot_count ? template->slot[i].slot.name : NULL;
}

static const char *param_at(const void *from, int i)
{
    const us_params *params = from;
    if (i == params->count && params->actor)
        return params->actor->group ? "units" : "unit";
    return i < params->count ? params->param[i].name : NULL;
}

/* ---- arguments and parameters */

/* Returns the parameter that `at` means: the place of an action, its cell or else its target. */
static int find_at(const us_params *params)
{
    int found = -1;
    for (int i = 0; i < params->count; i++) {
        if (params->param[i].kind == US_VALUE_CELL)
            return i;
        if (params->param[i].kind == US_VALUE_ENTITY && found < 0)
            found = i;
    }
    return found;
}

static int find_param(const us_params *params, const char *name)
{
    for (int i = 0; i < params->count; i++)
        if (us_text_equal(params->param[i].name, name))
            return i;
    if (!params->actor)
        return -1;
    if (us_text_equal(name, "unit") || us_text_equal(name, "units"))
        return US_ARG_ACTOR;
    return us_text_equal(name, "at") ? find_at(params) : -1;
}

/* Reads an actor: one unit or a group, by the kind of the slot, else by the word. */
static void read_actor(const us_arg_compiler *reading, us_arg *arg, const us_action_def *action,
                       us_faults *faults)
{
    bool group = us_text_equal(arg->name, "units");
    int slot = us_template_find_slot(reading->template, arg->text);
    if (slot >= 0)
        group = reading->template->slot[slot].slot.kind == US_VALUE_GROUP;
    us_arg_compile(reading, arg, group ? US_VALUE_GROUP : US_VALUE_ENTITY);
    arg->name = group ? "units" : "unit";
    if (group && action && !action->group)
        us_faults_add(faults, US_FAULT_ARGUMENT, arg->line, arg->column,
                      "%s is done by one unit, not by a group|name a slot of kind entity",
                      action->name);
}

/* Returns the parameter of an argument, or -1 with a fault. */
static int place_arg(const us_arg *arg, int index, const us_params *params, us_faults *faults)
{
    char fix[US_FIX_SIZE], instead[US_FIX_SIZE];
    if (!arg->name[0]) {
        if (index < params->count)
            return index;
        us_faults_add(faults, US_FAULT_ARGUMENT, arg->line, arg->column,
                      "%s %s has %d parameters; this is one too many|leave it out", params->noun,
                      params->name, params->count);
        return -1;
    }
    int param = find_param(params, arg->name);
    if (param != -1)
        return param;
    snprintf(instead, sizeof instead, "its parameters are");
    size_t used = strlen(instead);
    for (int i = 0; param_at(params, i) && used + US_NAME_MAX + 3 < sizeof instead; i++)
        used += (size_t)snprintf(instead + used, sizeof instead - used, "%s %s", i ? "," : "",
                                 param_at(params, i));
    us_faults_add(faults, US_FAULT_ARGUMENT, arg->name_line, arg->name_column,
                  "%s %s has no parameter \"%.63s\"|%s", params->noun, params->name, arg->name,
                  us_name_suggest(arg->name, param_at, params,
                                  params->count > 0 || params->actor ? instead : "leave it out",
                                  fix));
    return -1;
}

static int refuse_place(const us_arg *arg, const us_params *params, us_faults *faults)
{
    us_faults_add(faults, US_FAULT_ARGUMENT, arg->line, arg->column,
                  "an argument of %s %s without a name behind one with|write its name before it: "
                  "`NAME: ...`",
                  params->noun, params->name);
    return -1;
}

static void sort_args(us_arg *arg, int count)
{
    for (int i = 1; i < count; i++) {
        us_arg moved = arg[i];
        int k = i;
        for (; k > 0 && arg[k - 1].param > moved.param; k--)
            arg[k] = arg[k - 1];
        arg[k] = moved;
    }
}

void us_template_resolve_args(const us_template *template, us_arg *arg, int count,
                              const us_params *params, us_faults *faults)
{
    us_arg_compiler reading = {template, &template->scope, faults};
    us_slots given = {0};
    bool unknown = false, named = false;
    for (int i = 0; i < count; i++) {
        named = named || arg[i].name[0];
        int param = named && !arg[i].name[0] ? refuse_place(&arg[i], params, faults)
                                             : place_arg(&arg[i], i, params, faults);
        arg[i].param = param;
        unknown = unknown || param == -1;
        if (param == -1)
            continue;
        int of = param == US_ARG_ACTOR ? US_SLOTS_MAX - 1 : param; /* no action has so many */
        if (us_slots_has(&given, of))
            us_faults_add(faults, US_FAULT_ARGUMENT, arg[i].name_line, arg[i].name_column,
                          "an argument of %s %s is given twice|leave one out", params->noun,
                          params->name);
        us_slots_add(&given, of);
        if (param == US_ARG_ACTOR) {
            read_actor(&reading, &arg[i], params->actor, faults);
            continue;
        }
        if (!us_text_equal(arg[i].name, params->param[param].name))
            arg[i].name = us_arena_strndup(template->arena, params->param[param].name,
                                           strlen(params->param[param].name));
        us_arg_compile(&reading, &arg[i], params->param[param].kind);
    }
    for (int i = 0; i < params->count && !unknown && !params->broken; i++)
        if (!us_slots_has(&given, i) && !params->param[i].optional)
            us_faults_add(faults, US_FAULT_ARGUMENT, params->line, params->column,
                          "%s %s needs \"%s\"|add `%s: ...`, of kind %s", params->noun,
                          params->name, params->param[i].name, params->param[i].name,
                          us_value_kind_name(params->param[i].kind));
    sort_args(arg, count);
}

/* ---- nodes */

static us_arg *args_of(const us_node *node)
{
    return (us_arg *)(uintptr_t)node->arg; /* writable until the template is made */
}

static void resolve_action(resolver *r, us_node *node)
{
    const us_domain *domain = r->template->domain;
    bool same = r->last && us_text_equal(r->last->name, node->name);
    node->what = same ? r->last->what : us_domain_find_action(domain, node->name);
    r->last = node;
    if (node->what < 0) {
        char fix[US_FIX_SIZE];
        us_faults_add(
            r->faults, US_FAULT_NAME, node->line, node->column, "no action \"%.63s\"|%s",
            node->name,
            us_name_suggest(node->name, action_at, domain, "name an action of the domain", fix));
        return;
    }
    const us_action_def *action = &domain->action[node->what];
    us_params params = {action->param, action->param_count, action,     "action",
                        action->name,  node->broken,        node->line, node->column};
    us_template_resolve_args(r->template, args_of(node), node->arg_count, &params, r->faults);
}

static int resolve_goal(resolver *r, const char *name, us_arg *arg, int count, bool broken,
                        int line, int column)
{
    const us_domain *domain = r->template->domain;
    int goal = us_domain_find_goal(domain, name);
    if (goal < 0) {
        char fix[US_FIX_SIZE];
        us_faults_add(r->faults, US_FAULT_NAME, line, column, "no goal \"%.63s\"|%s", name,
                      us_name_suggest(name, goal_at, domain, "name a goal of the domain", fix));
        return -1;
    }
    const us_goal_def *def = &domain->goal[goal];
    us_params params = {def->param, def->param_count, NULL, "goal",
                        def->name,  broken,           line, column};
    us_template_resolve_args(r->template, arg, count, &params, r->faults);
    return goal;
}

static void resolve_product(resolver *r, us_node *node)
{
    if (!node->product[0])
        return;
    node->slot = us_template_find_slot(r->template, node->product);
    char fix[US_FIX_SIZE];
    if (node->slot < 0) {
        us_faults_add(r->faults, US_FAULT_NAME, node->line, node->column, "no slot \"%.63s\"|%s",
                      node->product,
                      us_name_suggest(node->product, slot_at, r->template,
                                      "declare it: `slot NAME: KIND`", fix));
        return;
    }
    us_value_kind kind = r->template->slot[node->slot].slot.kind;
    if (node->kind != US_NODE_SET && kind != US_VALUE_ENTITY && kind != US_VALUE_GROUP)
        us_faults_add(r->faults, US_FAULT_ARGUMENT, node->line, node->column,
                      "a step makes an entity or a group; slot %s is of kind %s|bind a slot of "
                      "kind entity or group",
                      node->product, us_value_kind_name(kind));
}

static void resolve_rule(resolver *r, us_node *node)
{
    const us_node *parent = node->parent >= 0 ? &r->template->node[node->parent] : NULL;
    bool in_state = parent && parent->kind == US_NODE_STATE;
    node->what = !node->name[0]                                     ? US_RULE_ALWAYS
                 : in_state && us_text_equal(node->name, "success") ? US_RULE_SUCCESS
                 : in_state && us_text_equal(node->name, "failure") ? US_RULE_FAILURE
                 : us_event_kind_from_name(node->name) >= 0 ? us_event_kind_from_name(node->name)
                                                            : US_RULE_EVENT;
}

typedef struct states {
    const us_template *template;
    int *node;
    int count;
} states;

static const char *state_at(const void *from, int i)
{
    const states *list = from;
    return i < list->count ? list->template->node[list->node[i]].name : NULL;
}

static void refuse_goto(resolver *r, const us_node *node, int machine)
{
    const us_node *all = r->template->node;
    states list = {r->template, US_NEW_ARRAY(int, all[machine].end - machine), 0};
    for (int i = machine + 1; i < all[machine].end; i = all[i].end)
        list.node[list.count++] = i;
    char fix[US_FIX_SIZE];
    us_faults_add(r->faults, US_FAULT_NAME, node->line, node->column,
                  "no state \"%.63s\" in this machine|%s", node->name,
                  us_name_suggest(node->name, state_at, &list, "name one of its states", fix));
    us_mem_free(list.node);
}

static void resolve_goto(resolver *r, us_node *node)
{
    const us_node *all = r->template->node;
    int above = node->parent;
    while (above >= 0 && all[above].kind != US_NODE_MACHINE)
        above = all[above].parent;
    if (us_text_equal(node->name, "success") || us_text_equal(node->name, "failure")) {
        node->what = node->name[0] == 's' ? US_GOTO_SUCCESS : US_GOTO_FAILURE;
        return;
    }
    if (above < 0)
        return;
    for (int i = above + 1; i < all[above].end; i = all[i].end) {
        if (us_text_equal(all[i].name, node->name)) {
            node->what = i;
            return;
        }
    }
    refuse_goto(r, node, above);
}

static void refuse_twins(resolver *r, const us_node *query)
{
    for (int i = 0; i < query->arg_count; i++) {
        const us_arg *arg = &query->arg[i];
        for (int k = 0; k < i && arg->name[0]; k++) {
            if (query->arg[k].descriptor != arg->descriptor ||
                !us_text_equal(query->arg[k].name, arg->name))
                continue;
            us_faults_add(r->faults, US_FAULT_ARGUMENT, arg->name_line, arg->name_column,
                          "%s \"%.63s\" of query %.63s is given twice|leave one out",
                          arg->descriptor ? "descriptor" : "argument", arg->name, query->name);
            break;
        }
    }
}

/* Returns whether the text is a literal, as behind `described`: a number, or a symbol in quotes. */
static bool is_plain(const char *text, char plain[US_STRING_MAX + 1])
{
    size_t length = strlen(text);
    bool quoted = length > 1 && text[0] == '"' && strchr(text + 1, '"') == text + length - 1;
    if (length - quoted > US_STRING_MAX || (!quoted && strspn(text, "-.0123456789") != length))
        return false;
    snprintf(plain, US_STRING_MAX + 1, "%.*s", (int)length - 2 * quoted, text + quoted);
    return true;
}

/* Resolves the value of a descriptor as people write it. A computed value is in units of the last
 * decimal. */
static void resolve_value(resolver *r, us_arg *arg)
{
    const us_domain *domain = r->template->domain;
    char plain[US_STRING_MAX + 1];
    int64_t value;
    US_AUTO(us_str_clear) us_str text;
    us_str_init(&text);
    if (!is_plain(arg->text, plain)) {
        us_arg_compile(&r->reading, arg, US_VALUE_NUMBER);
        return;
    }
    if (us_descriptor_check_value(r->faults, domain, arg->name, plain, arg->line, arg->column,
                                  &value)) {
        us_str_add_int(&text, value);
        arg->text = text.text;
        us_arg_compile(&r->reading, arg, US_VALUE_NUMBER);
        us_str_reset(&text);
        us_brl_print_value(domain, arg->name, value, &text);
        arg->text = us_arena_strndup(r->template->arena, text.text, text.length);
    }
}

/* Resolves a descriptor. Without a value it takes the domain's own. */
static void resolve_descriptor(resolver *r, us_arg *arg)
{
    const us_domain *domain = r->template->domain;
    int index =
        us_descriptor_check_name(r->faults, domain, arg->name, arg->name_line, arg->name_column);
    if (index < 0 && domain->descriptor_count > 0)
        return;
    if (arg->text[0])
        resolve_value(r, arg);
    else if (index >= 0 && domain->descriptor[index].value)
        arg->expr = (us_expr *)(uintptr_t)domain->descriptor[index].value;
    else
        us_faults_add(r->faults, US_FAULT_ARGUMENT, arg->name_line, arg->name_column,
                      "the domain doesn't say what \"%.63s\" is now|write `%.63s: ...`", arg->name,
                      arg->name);
}

static void resolve_query(resolver *r, const us_node *query)
{
    const us_domain *domain = r->template->domain;
    us_class_check_name(r->faults, domain, query->name, query->line, query->column);
    refuse_twins(r, query);
}

/* Resolves the target of emit: an entity or a group, or a distance in cells. */
static void resolve_emit(resolver *r, us_arg *arg)
{
    if (us_text_equal(arg->name, "within")) {
        us_arg_compile(&r->reading, arg, US_VALUE_NUMBER);
        return;
    }
    us_arg_compile_any(&r->reading, arg);
    us_value_kind kind = arg->expr ? us_expr_kind(arg->expr) : US_VALUE_ENTITY;
    if (kind != US_VALUE_ENTITY && kind != US_VALUE_GROUP)
        us_faults_add(r->faults, US_FAULT_ARGUMENT, arg->line, arg->column,
                      "`%.80s` can't be told anything: it is of kind %s|name an entity or a group, "
                      "or write `within` and a number of cells",
                      arg->text, us_value_kind_name(kind));
}

static void resolve_node(resolver *r, us_node *node)
{
    resolve_product(r, node);
    if (node->kind == US_NODE_ACT) {
        resolve_action(r, node);
    } else if (node->kind == US_NODE_GOAL) {
        node->what = resolve_goal(r, node->name, args_of(node), node->arg_count, node->broken,
                                  node->line, node->column);
    } else if (node->kind == US_NODE_RULE) {
        resolve_rule(r, node);
    } else if (node->kind == US_NODE_GOTO) {
        resolve_goto(r, node);
    } else if (node->kind == US_NODE_QUERY) {
        resolve_query(r, node);
    }
    r->reading.statement =
        node->kind == US_NODE_CHECK || node->kind == US_NODE_SET || node->kind == US_NODE_EMIT;
    for (int i = 0; i < node->arg_count; i++) {
        us_arg *arg = &args_of(node)[i];
        if (node->kind == US_NODE_CHECK || node->kind == US_NODE_RULE)
            us_arg_compile(&r->reading, arg, US_VALUE_BOOL);
        else if (arg->descriptor)
            resolve_descriptor(r, arg);
        else if (node->kind == US_NODE_OPTION)
            us_arg_compile(&r->reading, arg, US_VALUE_NUMBER);
        else if (node->kind == US_NODE_SET && node->slot >= 0)
            us_arg_compile(&r->reading, arg, r->template->slot[node->slot].slot.kind);
        else if (node->kind == US_NODE_QUERY)
            us_arg_compile_any(&r->reading, arg);
        else if (node->kind == US_NODE_EMIT)
            resolve_emit(r, arg);
    }
}

/* ---- slots and the head */

static void resolve_slot(resolver *r, us_slot_row *row)
{
    const us_domain *domain = r->template->domain;
    us_value_kind kind = row->slot.kind;
    char fix[US_FIX_SIZE];
    if ((row->type_name[0] || row->role_name[0] || row->owner != US_SEAT_NONE) &&
        kind != US_VALUE_ENTITY && kind != US_VALUE_GROUP && kind != US_VALUE_CELL)
        us_faults_add(r->faults, US_FAULT_ARGUMENT, row->line, row->column,
                      "slot %s is of kind %s, which no type, role or owner describes|leave them "
                      "out, or declare an entity, a group or a cell",
                      row->slot.name, us_value_kind_name(kind));
    if (row->type_name[0]) {
        row->type = us_domain_find_type(domain, row->type_name);
        if (row->type == US_NO_TYPE)
            us_faults_add(
                r->faults, US_FAULT_NAME, row->line, row->column, "no type \"%.63s\"|%s",
                row->type_name,
                us_name_suggest(row->type_name, type_at, domain, "name a type of the domain", fix));
    }
    if (row->role_name[0]) {
        row->role = us_domain_find_role(domain, row->role_name);
        if (row->role < 0)
            us_faults_add(
                r->faults, US_FAULT_NAME, row->line, row->column, "no role \"%.63s\"|%s",
                row->role_name,
                us_name_suggest(row->role_name, role_at, domain, "name a role of the domain", fix));
    }
    if (row->initial) {
        us_scope none = {NULL, 0};
        us_arg_compiler reading = {r->template, &none, r->faults};
        us_arg_compile(&reading, (us_arg *)(uintptr_t)row->initial, row->slot.kind);
    }
}

void us_template_resolve(us_template *template, us_faults *faults)
{
    resolver r = {template, faults, {template, &template->scope, faults}, NULL};
    for (int i = 0; i < template->slot_count; i++)
        resolve_slot(&r, (us_slot_row *)(uintptr_t) & template->slot[i]);
    if (template->goal_name[0])
        template->goal =
            resolve_goal(&r, template->goal_name, (us_arg *)(uintptr_t) template->goal_arg,
                         template->goal_args, template->broken, template->line, template->column);
    if (template->goal >= 0 &&
        template->pursue == 1 + (int)template->domain->goal[template->goal].kind)
        template->pursue = US_PURSUE_AS_DECLARED;
    r.reading.statement = true;
    for (int i = 0; i < template->when_count; i++)
        us_arg_compile(&r.reading, (us_arg *)(uintptr_t) & template->when[i], US_VALUE_BOOL);
    for (int i = 0; i < template->alive_count; i++)
        us_arg_compile(&r.reading, (us_arg *)(uintptr_t) & template->alive[i], US_VALUE_BOOL);
    for (int i = 0; i < template->node_count && !us_faults_is_full(faults); i++)
        resolve_node(&r, (us_node *)(uintptr_t) & template->node[i]);
}
