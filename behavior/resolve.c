/* Compiles texts of arguments and conditions to expressions, and resolves the names of a template.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "behavior/brl.h"
#include "behavior/builder.h"
#include "behavior/scan.h"
#include "domain/event.h"

typedef struct arg_compiler {
    const us_template *template; /* its arena takes the canonical texts */
    const us_scope *scope;
    us_faults *faults;
    bool statement; /* the text extends to the end of its line; a node there is not part of it */
} arg_compiler;

static bool in_name(char c)
{
    return us_brl_is_letter(c) || us_brl_is_digit(c) || c == '-';
}

/* Returns the first action that the text calls like a sensor, or -1. */
static int called_action(const us_domain *domain, const char *text)
{
    for (const char *at = text; *at;) {
        if (!in_name(*at)) {
            at++;
            continue;
        }
        const char *end = at;
        while (in_name(*end))
            end++;
        char name[US_NAME_MAX + 1];
        size_t length = (size_t)(end - at);
        if (length <= US_NAME_MAX && end[strspn(end, " ")] == '(') {
            memcpy(name, at, length);
            name[length] = '\0';
            int action = us_domain_find_action(domain, name);
            if (action >= 0)
                return action;
        }
        at = end;
    }
    return -1;
}

static us_status compile(const arg_compiler *reading, const us_arg *arg, const char *text,
                         us_value_kind wanted, us_expr **out, us_error *err)
{
    us_source source = {.file = "",
                        .text = text,
                        .line = arg->line > 0 ? arg->line : 1,
                        .column = arg->column > 0 ? arg->column : 1};
    return us_expr_compile(reading->template->domain, reading->scope, wanted, &source, out, err);
}

static bool starts_node(const char *word)
{
    for (int kind = 0; kind < US_GOAL_KINDS; kind++)
        if (us_text_equal(word, us_goal_kind_name((us_goal_kind)kind)))
            return true;
    return us_node_kind_from_word(word) >= 0 || us_text_equal(word, "do");
}

/* Adds a fault for a statement that continues with the word of a node where an expression could
 * have ended. */
static bool refuse_node(const arg_compiler *reading, const us_arg *arg, const us_error *err)
{
    char word[US_NAME_MAX + 1];
    const char *at = arg->text;
    if (!reading->statement || err->line != arg->line ||
        !us_text_has_prefix(err->text, "expected the end"))
        return false;
    for (int column = arg->column; *at && column < err->column; column++)
        at++;
    snprintf(word, sizeof word, "%.*s", (int)strspn(at, "abcdefghijklmnopqrstuvwxyz-_"), at);
    if (!starts_node(word))
        return false;
    us_faults_add(
        reading->faults, US_FAULT_SYNTAX, err->line, err->column,
        "expected the end of the line, found \"%s\"|a statement ends with its line: write "
        "`%s` in the next one",
        word, word);
    return true;
}

static void refuse_text(const arg_compiler *reading, const us_arg *arg, us_value_kind wanted,
                        const us_error *err)
{
    int line = arg->line, column = arg->column;
    if (refuse_node(reading, arg, err))
        return;
    if (line > 0 && err->line > 0) {
        line = err->line;
        column = err->column;
    }
    int action = called_action(reading->template->domain, arg->text);
    if (action >= 0 && wanted == US_VALUE_BOOL) {
        const char *name = reading->template->domain->action[action].name;
        us_faults_add(reading->faults, US_FAULT_RUNNING, line, column,
                      "a condition could be running: %s is an action and takes time|ask with a "
                      "sensor here, or write `act %s(...)`",
                      name, name);
        return;
    }
    us_faults_add(reading->faults, US_FAULT_EXPRESSION, line, column, "%.200s|%s", err->text,
                  wanted == US_VALUE_BOOL
                      ? "conditions are made of sensors, slots and names of the domain"
                      : "write a value of the kind that is expected here");
}

static void keep(const arg_compiler *reading, us_arg *arg, us_expr *expr)
{
    arg->expr = expr;
    if (us_expr_has_ids(expr) && !reading->template->literal)
        us_faults_add(reading->faults, US_FAULT_ID, arg->line, arg->column,
                      "`%.80s` names an entity of one game by its number|declare a slot with a "
                      "description and name the slot",
                      arg->text);
}

/* Makes the text canonical: the printed expression, or near(...) around it. */
static void print(const arg_compiler *reading, us_arg *arg)
{
    US_AUTOSTR(text);
    static const char *const seats[] = {"neutral", "self", "enemy"};
    if (arg->anchor)
        us_str_add(&text, "near(");
    if (arg->expr)
        us_expr_print(arg->expr, &text);
    else
        us_str_addf(&text, "%s.%s",
                    seats[arg->seat == US_SEAT_SELF    ? 1
                          : arg->seat == US_SEAT_ENEMY ? 2
                                                       : 0],
                    reading->template->domain->roles.name[arg->role]);
    if (arg->anchor && (arg->dx || arg->dy))
        us_str_addf(&text, ", %d, %d", arg->dx, arg->dy);
    if (arg->anchor)
        us_str_add_char(&text, ')');
    if (!us_text_equal(text.text, arg->text))
        arg->text = us_arena_strndup(reading->template->arena, text.text, text.length);
}

int us_seat_from_word(const char *text, size_t length)
{
    static const struct {
        const char *word;
        int seat;
    } seats[] = {{"self", US_SEAT_SELF}, {"enemy", US_SEAT_ENEMY}, {"neutral", US_NEUTRAL}};
    for (int i = 0; i < US_COUNT(seats); i++)
        if (strlen(seats[i].word) == length && memcmp(seats[i].word, text, length) == 0)
            return seats[i].seat;
    return US_SEAT_NONE;
}

/* An anchor: near(PLACE) or near(PLACE, dx, dy), with any spacing. */
typedef struct anchor {
    size_t from, to;         /* of the place, in the text */
    int line, column;        /* of the place, from 1 */
    const char *seat, *role; /* if the place has the form SEAT.ROLE */
    us_token part[3];        /* first tokens of the place */
    bool wrong;              /* the text behind the place is not an offset */
    int dx, dy;
} anchor;

enum { PARTS = 3, OFFSET_MOST = 1000 };

typedef struct span { /* an argument between commas */
    size_t from, to;
    int tokens;
    bool number;
    int64_t value;
} span;

static void add_token(span *p, const us_token *token)
{
    p->from = p->tokens == 0 ? token->from : p->from;
    p->to = token->to;
    p->number = p->tokens++ == 0 && token->kind == US_TOKEN_NUMBER;
    p->value = token->number;
}

static bool is_offset(const span *p)
{
    return p->number && p->value >= -OFFSET_MOST && p->value <= OFFSET_MOST;
}

/* Skips to the closing quote of a text in single quotes, which only expressions have. */
static void pass_quoted(us_scanner *scan)
{
    size_t opened = scan->token.from;
    while (scan->token.kind != US_TOKEN_END &&
           (scan->token.from == opened || scan->text[scan->token.from] != '\''))
        us_scanner_next(scan);
}

/* Scans the arguments, from the first token behind the bracket. Returns false if the bracket does
 * not close the text. */
static bool scan_parts(us_scanner *scan, span part[PARTS], anchor *out, int *count)
{
    for (int depth = 1; scan->token.kind != US_TOKEN_END; us_scanner_next(scan)) {
        const us_token *token = &scan->token;
        depth += us_scanner_is_sign(scan, '(') ? 1 : us_scanner_is_sign(scan, ')') ? -1 : 0;
        if (depth == 0) {
            us_scanner_next(scan);
            return scan->token.kind == US_TOKEN_END;
        }
        if (token->kind == US_TOKEN_BAD && scan->text[token->from] == '\'')
            pass_quoted(scan);
        if (depth == 1 && us_scanner_is_sign(scan, ',')) {
            ++*count;
            continue;
        }
        if (*count == 1 && part[0].tokens < US_COUNT(out->part))
            out->part[part[0].tokens] = *token;
        if (*count <= PARTS)
            add_token(&part[*count - 1], token);
    }
    return false;
}

static bool scan_anchor(const char *text, anchor *out)
{
    us_scanner scan;
    us_scanner_init(&scan, text, strlen(text));
    bool near = us_scanner_is_word(&scan, "near");
    us_scanner_next(&scan);
    if (!near || !us_scanner_is_sign(&scan, '('))
        return false;
    us_scanner_next(&scan);
    span part[PARTS] = {{0}};
    int count = 1;
    out->from = scan.token.from;
    out->line = scan.token.line;
    out->column = scan.token.column;
    if (!scan_parts(&scan, part, out, &count))
        return false;
    bool offset = count == PARTS && is_offset(&part[1]) && is_offset(&part[2]);
    out->dx = offset ? (int)part[1].value : 0;
    out->dy = offset ? (int)part[2].value : 0;
    out->to = part[0].to > out->from ? part[0].to : out->from;
    out->wrong = count > 1 && !offset;
    bool role = part[0].tokens == 3 && out->part[0].kind == US_TOKEN_NAME &&
                out->part[1].sign == '.' && out->part[2].kind == US_TOKEN_NAME;
    out->seat = role ? out->part[0].text : NULL;
    out->role = role ? out->part[2].text : NULL;
    return true;
}

/* Compiles an anchor whose place is SEAT.ROLE, an entity, a cell or a group. */
static void compile_anchor(const arg_compiler *reading, us_arg *arg, const anchor *a,
                           us_value_kind wanted)
{
    if (a->wrong) {
        us_faults_add(reading->faults, US_FAULT_EXPRESSION, arg->line, arg->column,
                      "behind the place of near(...) stands its offset: two whole numbers of cells "
                      "from -%d to %d|write near(PLACE) or near(PLACE, DX, DY)",
                      OFFSET_MOST, OFFSET_MOST);
        return;
    }
    char *inner = us_arena_strndup(reading->template->arena, arg->text + a->from, a->to - a->from);
    arg->dx = a->dx;
    arg->dy = a->dy;
    arg->anchor = true;
    int seat = a->seat ? us_seat_from_word(a->seat, strlen(a->seat)) : US_SEAT_NONE;
    int role = a->role ? us_domain_find_role(reading->template->domain, a->role) : -1;
    if (seat != US_SEAT_NONE && role >= 0) {
        arg->seat = seat;
        arg->role = role;
        print(reading, arg);
        return;
    }
    static const us_value_kind kinds[] = {US_VALUE_ENTITY, US_VALUE_CELL, US_VALUE_GROUP};
    us_arg place = *arg;
    place.line += a->line - 1;
    place.column = a->line > 1 ? a->column : place.column + a->column - 1;
    us_error err = {0}, other;
    us_expr *expr = NULL;
    for (int i = 0; i < US_COUNT(kinds) && !expr; i++)
        (void)compile(reading, &place, inner, kinds[i], &expr, i == 0 ? &err : &other);
    if (!expr) {
        refuse_text(reading, arg, wanted, &err);
        return;
    }
    keep(reading, arg, us_expr_to_arena(expr, reading->template->arena));
    print(reading, arg);
}

/* Reads an argument that is just a slot, as most are. Its text is canonical. */
static bool read_slot(const arg_compiler *reading, us_arg *arg, us_value_kind wanted)
{
    const us_template *template = reading->template;
    int slot = reading->scope == &template->scope ? us_template_find_slot(template, arg->text) : -1;
    if (slot < 0 || template->slot[slot].slot.kind != wanted)
        return false;
    us_expr *expr = us_expr_from_slot(template->domain, reading->scope, slot, template->arena);
    if (expr)
        keep(reading, arg, expr);
    return expr != NULL;
}

/* Reads a number in canonical digits and moves behind it. Returns -1 for any other text. */
static int read_digits(const char **text)
{
    int value = 0, count = 0;
    for (; us_brl_is_digit(**text) && count < 5; ++*text, count++)
        value = 10 * value + (**text - '0');
    bool canonical = count > 0 && (count == 1 || (*text)[-count] != '0');
    return canonical && !us_brl_is_digit(**text) ? value : -1;
}

/* Reads a canonical cell: "(12, 34)". */
static bool read_cell(const arg_compiler *reading, us_arg *arg, us_value_kind wanted)
{
    const char *at = arg->text;
    if (wanted != US_VALUE_CELL || *at++ != '(')
        return false;
    int x = read_digits(&at);
    if (x < 0 || at[0] != ',' || at[1] != ' ')
        return false;
    at += 2;
    int y = read_digits(&at);
    if (y < 0 || at[0] != ')' || at[1])
        return false;
    const us_template *template = reading->template;
    keep(reading, arg, us_expr_from_cell(template->domain, x, y, template->arena));
    return true;
}

/* Reads a canonical id: "#12". */
static bool read_id(const arg_compiler *reading, us_arg *arg, us_value_kind wanted)
{
    const us_template *template = reading->template;
    int64_t id;
    if (wanted != US_VALUE_ENTITY || arg->text[0] != '#' || arg->text[1] == '0' ||
        !us_text_to_int(arg->text + 1, 1, UINT32_MAX, &id))
        return false;
    keep(reading, arg, us_expr_from_entity(template->domain, (us_id)id, template->arena));
    return true;
}

/* Compiles the text to an expression or an anchor and makes the text canonical, or adds a fault. */
static void compile_arg(const arg_compiler *reading, us_arg *arg, us_value_kind wanted)
{
    if (read_slot(reading, arg, wanted) || read_cell(reading, arg, wanted) ||
        read_id(reading, arg, wanted))
        return;
    bool place = wanted == US_VALUE_CELL || wanted == US_VALUE_ENTITY || wanted == US_VALUE_GROUP;
    anchor a;
    if (place && scan_anchor(arg->text, &a)) {
        compile_anchor(reading, arg, &a, wanted);
        return;
    }
    us_error err = {0};
    us_expr *expr = NULL;
    if (compile(reading, arg, arg->text, wanted, &expr, &err) != US_OK) {
        refuse_text(reading, arg, wanted, &err);
        return;
    }
    keep(reading, arg, us_expr_to_arena(expr, reading->template->arena));
    print(reading, arg);
}

/* Compiles a text of any kind: the kind of the slot that it names, else the first kind that fits.
 */
static void compile_any(const arg_compiler *reading, us_arg *arg)
{
    static const us_value_kind kinds[] = {US_VALUE_ENTITY, US_VALUE_NUMBER,  US_VALUE_CELL,
                                          US_VALUE_SEAT,   US_VALUE_GROUP,   US_VALUE_TYPE,
                                          US_VALUE_BOOL,   US_VALUE_RESOURCE};
    const us_scope *scope = reading->scope;
    for (int i = 0; i < scope->count; i++) {
        if (us_text_equal(scope->slot[i].name, arg->text)) {
            compile_arg(reading, arg, scope->slot[i].kind);
            return;
        }
    }
    us_error first = {0}, err;
    us_expr *expr = NULL;
    for (int i = 0; i < US_COUNT(kinds) && !expr; i++)
        (void)compile(reading, arg, arg->text, kinds[i], &expr, i == 0 ? &first : &err);
    if (!expr) {
        refuse_text(reading, arg, US_VALUE_ENTITY, &first);
        return;
    }
    keep(reading, arg, us_expr_to_arena(expr, reading->template->arena));
    print(reading, arg);
}

/* ---- names of a template */

typedef struct resolver {
    us_template *template;
    us_faults *faults;
    arg_compiler reading;
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
static void read_actor(const arg_compiler *reading, us_arg *arg, const us_action_def *action,
                       us_faults *faults)
{
    bool group = us_text_equal(arg->name, "units");
    int slot = us_template_find_slot(reading->template, arg->text);
    if (slot >= 0)
        group = reading->template->slot[slot].slot.kind == US_VALUE_GROUP;
    compile_arg(reading, arg, group ? US_VALUE_GROUP : US_VALUE_ENTITY);
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
    arg_compiler reading = {template, &template->scope, faults};
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
        compile_arg(&reading, &arg[i], params->param[param].kind);
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
        us_faults_add_unknown(r->faults, node->line, node->column, "no action", node->name,
                              action_at, domain, "name an action of the domain");
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
        us_faults_add_unknown(r->faults, line, column, "no goal", name, goal_at, domain,
                              "name a goal of the domain");
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
    if (node->slot < 0) {
        us_faults_add_unknown(r->faults, node->line, node->column, "no slot", node->product,
                              slot_at, r->template, "declare it: `slot NAME: KIND`");
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
    US_AUTOSTR(text);
    if (!is_plain(arg->text, plain)) {
        compile_arg(&r->reading, arg, US_VALUE_NUMBER);
        return;
    }
    if (us_descriptor_check_value(r->faults, domain, arg->name, plain, arg->line, arg->column,
                                  &value)) {
        us_str_add_int(&text, value);
        arg->text = text.text;
        compile_arg(&r->reading, arg, US_VALUE_NUMBER);
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
        compile_arg(&r->reading, arg, US_VALUE_NUMBER);
        return;
    }
    compile_any(&r->reading, arg);
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
            compile_arg(&r->reading, arg, US_VALUE_BOOL);
        else if (arg->descriptor)
            resolve_descriptor(r, arg);
        else if (node->kind == US_NODE_OPTION)
            compile_arg(&r->reading, arg, US_VALUE_NUMBER);
        else if (node->kind == US_NODE_SET && node->slot >= 0)
            compile_arg(&r->reading, arg, r->template->slot[node->slot].slot.kind);
        else if (node->kind == US_NODE_QUERY)
            compile_any(&r->reading, arg);
        else if (node->kind == US_NODE_EMIT)
            resolve_emit(r, arg);
    }
}

/* ---- slots and the head */

static void resolve_slot(resolver *r, us_slot_row *row)
{
    const us_domain *domain = r->template->domain;
    us_value_kind kind = row->slot.kind;
    if ((row->type_name[0] || row->role_name[0] || row->owner != US_SEAT_NONE) &&
        kind != US_VALUE_ENTITY && kind != US_VALUE_GROUP && kind != US_VALUE_CELL)
        us_faults_add(r->faults, US_FAULT_ARGUMENT, row->line, row->column,
                      "slot %s is of kind %s, which no type, role or owner describes|leave them "
                      "out, or declare an entity, a group or a cell",
                      row->slot.name, us_value_kind_name(kind));
    if (row->type_name[0]) {
        row->type = us_domain_find_type(domain, row->type_name);
        if (row->type == US_NO_TYPE)
            us_faults_add_unknown(r->faults, row->line, row->column, "no type", row->type_name,
                                  type_at, domain, "name a type of the domain");
    }
    if (row->role_name[0]) {
        row->role = us_domain_find_role(domain, row->role_name);
        if (row->role < 0)
            us_faults_add_unknown(r->faults, row->line, row->column, "no role", row->role_name,
                                  role_at, domain, "name a role of the domain");
    }
    if (row->initial) {
        us_scope none = {NULL, 0};
        arg_compiler reading = {r->template, &none, r->faults};
        compile_arg(&reading, (us_arg *)(uintptr_t)row->initial, row->slot.kind);
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
        compile_arg(&r.reading, (us_arg *)(uintptr_t) & template->when[i], US_VALUE_BOOL);
    for (int i = 0; i < template->alive_count; i++)
        compile_arg(&r.reading, (us_arg *)(uintptr_t) & template->alive[i], US_VALUE_BOOL);
    for (int i = 0; i < template->node_count && !us_faults_is_full(faults); i++)
        resolve_node(&r, (us_node *)(uintptr_t) & template->node[i]);
}
