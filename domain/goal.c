#include "domain/goal.h"

#include <stdio.h>

#include "base/sort.h"
#include "base/spelling.h"
#include "domain/compile.h"

#define SHORT "%.63s"

const us_expr *us_goal_test(const us_domain *domain, const us_goal *goal)
{
    const us_goal_def *def = &domain->goal[goal->type];
    return goal->kind == US_GOAL_INCREASE ? def->gain_test : def->test;
}

bool us_goal_is_reached(const us_domain *domain, const us_goal *goal, const us_view *view,
                        const int64_t *began)
{
    return us_expr_is_true(us_goal_test(domain, goal), view, &(us_binding){goal->arg, began});
}

void us_goal_begin(const us_domain *domain, const us_goal *goal, const us_view *view,
                   int64_t *began)
{
    us_expr_begin_gains(us_goal_test(domain, goal), view, &(us_binding){goal->arg, NULL}, began);
}

bool us_goal_equal(const us_domain *domain, const us_goal *a, const us_goal *b)
{
    if (a->type != b->type || a->kind != b->kind || a->given != b->given)
        return false;
    for (int i = 0; i < domain->goal[a->type].param_count; i++)
        if (a->arg[i].number != b->arg[i].number)
            return false;
    return true;
}

us_goal us_goal_make(const us_domain *domain, int type)
{
    static const int64_t nothing[US_VALUE_PARAMS] = {
        [US_VALUE_TYPE] = US_NO_TYPE,
        [US_VALUE_CELL] = -1,
        [US_VALUE_RESOURCE] = -1,
        [US_VALUE_SEAT] = US_SEAT_NONE,
    };
    us_goal goal = {.type = type, .kind = domain->goal[type].kind};
    for (int i = 0; i < domain->goal[type].param_count; i++)
        goal.arg[i].number = nothing[domain->goal[type].param[i].kind];
    return goal;
}

int us_seat_to_relative(us_seat seat, us_seat self)
{
    return seat < US_NEUTRAL    ? US_SEAT_NONE
           : seat == US_NEUTRAL ? US_NEUTRAL
           : seat == self       ? US_SEAT_SELF
                                : US_SEAT_ENEMY;
}

void us_goal_resolve_seats(const us_domain *domain, us_goal *goal, us_seat self, int seats)
{
    const us_goal_def *def = &domain->goal[goal->type];
    for (int p = 0; p < def->param_count; p++) {
        int64_t *seat = &goal->arg[p].number;
        if (def->param[p].kind == US_VALUE_SEAT && *seat == US_SEAT_SELF)
            *seat = self;
        else if (def->param[p].kind == US_VALUE_SEAT && *seat == US_SEAT_ENEMY && seats == 2)
            *seat = !self;
    }
}

us_seat us_goal_find_missing_seat(const us_domain *domain, const us_goal *goal, int seats)
{
    const us_goal_def *def = &domain->goal[goal->type];
    for (int p = 0; p < def->param_count; p++) {
        int64_t seat = goal->arg[p].number;
        if (def->param[p].kind == US_VALUE_SEAT && goal->given >> p & 1 && seat >= seats)
            return (us_seat)seat;
    }
    return US_NEUTRAL;
}

void us_goal_set_arg(us_goal *goal, int param, int64_t value)
{
    goal->arg[param].number = value;
    goal->given |= 1u << param;
}

us_goal us_goal_default(const us_domain *domain)
{
    int top = 0;
    us_assert(domain->goal_count > 0);
    for (int i = 1; i < domain->goal_count; i++)
        if (domain->goal[i].rank > domain->goal[top].rank)
            top = i;
    us_goal goal = us_goal_make(domain, top);
    for (int p = 0; p < domain->goal[top].param_count; p++)
        if (domain->goal[top].param[p].kind == US_VALUE_SEAT)
            us_goal_set_arg(&goal, p, US_SEAT_SELF);
    return goal;
}

static bool is_given(const us_goal *goal, int param)
{
    return goal->given >> param & 1;
}

/* Returns ", such as ..." with a similar goal's name, or that the domain has no goals. */
static const char *hint_of(const us_domain *domain, const char *name, char hint[US_HINT_SIZE])
{
    us_spelling near = us_spelling_start(name);
    for (int i = 0; i < domain->goal_count; i++)
        us_spelling_add(&near, domain->goal[i].name);
    return domain->goal_count ? us_hint_print(&near, hint) : ", which has none";
}

/* Prints the form "BuildUnits(player, type, number, cell?)". */
static void print_form(const us_goal_def *def, us_str *out)
{
    us_str_addf(out, "%s(", def->name);
    for (int i = 0; i < def->param_count; i++)
        us_str_addf(out, "%s%s%s", i ? ", " : "", def->param[i].name,
                    def->param[i].optional ? "?" : "");
    us_str_add(out, ")");
}

static us_status refuse(us_compiler *c, const us_goal_def *def, uint32_t place, const char *what)
{
    US_AUTOSTR(form);
    print_form(def, &form);
    return us_source_fail(c->source, place, c->err, "%s: expected %s", what, form.text);
}

/* ---- text */

static bool is_number(const us_expr_node *node)
{
    return node->op == US_OP_LITERAL && node->kind == US_VALUE_NUMBER;
}

/* Reads an argument, which is constant: a literal, or a cell of two literals. */
static us_status constant(us_compiler *c, uint16_t index, us_value_kind kind, int64_t *out)
{
    us_expr_node *node = &c->node[index];
    if (kind == US_VALUE_ENTITY && is_number(node) && node->value > 0 && node->value <= UINT32_MAX)
        node->kind = US_VALUE_ENTITY;
    US_TRY(us_compiler_bind(c, index, US_KIND_BIT(kind)));
    const us_expr_node *x = &c->node[node->first], *y = &c->node[x->next];
    bool cell = node->op == US_OP_CELL && is_number(x) && is_number(y);
    bool inside =
        cell && x->value >= 0 && x->value <= INT16_MAX && y->value >= 0 && y->value <= INT16_MAX;
    if (node->op != US_OP_LITERAL && !inside)
        return us_source_fail(c->source, c->place[index], c->err,
                              cell ? "expected a cell with x and y from 0 to %d"
                                   : "expected a value, found an expression",
                              INT16_MAX);
    *out = inside ? US_CELL(x->value, y->value) : node->value;
    return US_OK;
}

static us_status parse_arg(us_compiler *c, us_goal *goal, int *next)
{
    const us_goal_def *def = &c->domain->goal[goal->type];
    char name[US_WORD_MAX + 1];
    uint32_t place = c->word.place;
    int param = *next;
    if (c->word.kind == US_WORD_NAME && us_lex_has_colon(c)) {
        us_word_copy(&c->word, name);
        param = US_ROW_FIND(def->param, def->param_count, name);
        if (param < 0) {
            char what[US_WORD_MAX + 40];
            snprintf(what, sizeof(what), "there is no \"%s\"", name);
            return refuse(c, def, place, what);
        }
        US_TRY(us_lex_next(c));
        US_TRY(us_lex_next(c));
        *next = US_GOAL_PARAMS_MAX + 1;
    } else if (param > US_GOAL_PARAMS_MAX) {
        return refuse(c, def, place, "an argument without a name behind one with");
    } else if (param >= def->param_count) {
        return refuse(c, def, place, "one argument too many");
    } else {
        (*next)++;
    }
    uint16_t node = 0;
    int64_t value = 0;
    US_TRY(us_compiler_parse_expr(c, &node));
    us_value_kind kind = def->param[param].kind;
    if (kind == US_VALUE_CELL && is_number(&c->node[node]) && us_lex_is_sign(c, ",")) {
        uint16_t x = node, y = 0;
        US_TRY(us_lex_next(c));
        US_TRY(us_compiler_parse_expr(c, &y));
        US_TRY(us_compiler_add_node(c, US_OP_CELL, US_VALUE_CELL, 0, c->place[x], &node));
        US_TRY(us_compiler_bind(c, y, US_KIND_BIT(US_VALUE_NUMBER)));
        US_TRY(us_compiler_add_child(c, node, x));
        US_TRY(us_compiler_add_child(c, node, y));
    }
    US_TRY(constant(c, node, kind, &value));
    if (is_given(goal, param))
        return refuse(c, def, place, "an argument is given twice");
    us_goal_set_arg(goal, param, value);
    return US_OK;
}

static int kind_named(const char *name)
{
    for (int kind = 0; kind < US_GOAL_KINDS; kind++)
        if (us_text_equal(name, us_goal_kind_name((us_goal_kind)kind)))
            return kind;
    return -1;
}

/* Reads a kind in front of a goal, unless the word is a goal's name. -1: none. */
static us_status parse_kind(us_compiler *c, int *out)
{
    char name[US_WORD_MAX + 1];
    US_TRY(us_lex_next(c));
    us_word word = c->word;
    uint32_t ends = c->ends;
    us_word_copy(&word, name);
    *out = word.kind == US_WORD_NAME ? kind_named(name) : -1;
    if (*out < 0)
        return US_OK;
    US_TRY(us_lex_next(c));
    if (us_lex_is_sign(c, "(")) {
        *out = -1;
        c->word = word;
        c->ends = ends;
    }
    return US_OK;
}

static us_status parse_goal(us_compiler *c, bool whole, us_goal *out)
{
    const us_domain *domain = c->domain;
    char name[US_WORD_MAX + 1], hint[US_HINT_SIZE];
    int kind;
    US_TRY(parse_kind(c, &kind));
    us_word word = c->word;
    us_word_copy(&word, name);
    if (word.kind != US_WORD_NAME && word.kind != US_WORD_STRING)
        return us_lex_reject(c, "a goal");
    int type = us_domain_find_goal(domain, name);
    if (type < 0)
        return us_source_fail(c->source, word.place, c->err,
                              "\"%s\" is not a goal: expected one of domain \"%s\"%s", name,
                              domain->name, hint_of(domain, name, hint));
    us_goal goal = us_goal_make(domain, type);
    goal.kind = kind < 0 ? goal.kind : (us_goal_kind)kind;
    US_TRY(us_lex_next(c));
    US_TRY(us_lex_expect(c, "("));
    for (int next = 0; !us_lex_is_sign(c, ")");) {
        US_TRY(parse_arg(c, &goal, &next));
        US_TRY(us_lex_expect_comma(c));
    }
    US_TRY(us_lex_next(c));
    if (c->word.kind != US_WORD_END)
        return us_lex_reject(c, "the end");
    for (int i = 0; i < domain->goal[type].param_count && whole; i++) {
        char what[US_WORD_MAX + 40];
        if (domain->goal[type].param[i].optional || is_given(&goal, i))
            continue;
        snprintf(what, sizeof(what), "\"%s\" is missing", domain->goal[type].param[i].name);
        return refuse(c, &domain->goal[type], word.place, what);
    }
    *out = goal;
    return US_OK;
}

static us_status parse_text(const us_domain *domain, const us_source *source, bool whole,
                            us_goal *out, us_error *err)
{
    us_compiler c = {.domain = domain, .source = source, .err = err, .count = 1};
    if (strlen(source->text) >= US_EXPR_TEXT_MAX)
        return us_source_fail(source, 0, err, "too long a text: expected less than %d characters",
                              US_EXPR_TEXT_MAX);
    return parse_goal(&c, whole, out);
}

us_status us_goal_parse(const us_domain *domain, const us_source *source, us_goal *out,
                        us_error *err)
{
    return parse_text(domain, source, true, out, err);
}

us_status us_goal_parse_partial(const us_domain *domain, const us_source *source, us_goal *out,
                                us_error *err)
{
    return parse_text(domain, source, false, out, err);
}

void us_goal_print(const us_domain *domain, const us_goal *goal, us_str *out)
{
    const us_goal_def *def = &domain->goal[goal->type];
    const char *comma = "";
    if (goal->kind != def->kind)
        us_str_addf(out, "%s ", us_goal_kind_name(goal->kind));
    us_expr_print_name(def->name, out);
    us_str_add_char(out, '(');
    for (int i = 0; i < def->param_count; i++) {
        if (!is_given(goal, i))
            continue;
        us_str_addf(out, "%s%s: ", comma, def->param[i].name);
        us_expr_print_value(domain, def->param[i].kind, goal->arg[i].number, out);
        comma = ", ";
    }
    us_str_add_char(out, ')');
}

/* ---- JSON */

static void write_arg(const us_domain *domain, const us_param *param, int64_t value,
                      us_json_writer *writer)
{
    if (param->kind == US_VALUE_CELL) {
        us_json_write_key_int(writer, "x", US_CELL_X(value));
        us_json_write_key_int(writer, "y", US_CELL_Y(value));
        return;
    }
    us_json_write_key(writer, param->name);
    if ((param->kind == US_VALUE_TYPE || param->kind == US_VALUE_RESOURCE) && value >= 0)
        us_json_write_string(writer, us_row_name(us_kind_rows(domain, param->kind), value));
    else if (param->kind == US_VALUE_SEAT && (value == US_SEAT_SELF || value == US_SEAT_ENEMY))
        us_json_write_string(writer, value == US_SEAT_SELF ? "self" : "enemy");
    else
        us_json_write_int(writer, value);
}

void us_goal_write(const us_domain *domain, const us_goal *goal, us_json_writer *writer)
{
    const us_goal_def *def = &domain->goal[goal->type];
    us_json_write_key_string(writer, "goal", def->name);
    if (goal->kind != def->kind)
        us_json_write_key_string(writer, "kind", us_goal_kind_name(goal->kind));
    us_json_write_key_open(writer, "args", '{');
    for (int i = 0; i < def->param_count; i++)
        if (is_given(goal, i))
            write_arg(domain, &def->param[i], goal->arg[i].number, writer);
    us_json_write_close(writer, '}');
}

static us_status read_seat(const us_json_node *node, int64_t *out, us_error *err)
{
    bool word = us_json_type(node) == US_JSON_STRING;
    if (word && us_text_equal(us_json_string(node), "self"))
        *out = US_SEAT_SELF;
    else if (word && us_text_equal(us_json_string(node), "enemy"))
        *out = US_SEAT_ENEMY;
    else if (!us_json_int(node, out) || *out < US_NEUTRAL || *out >= US_SEATS_MAX)
        return us_json_reject(node, err, "\"self\", \"enemy\" or the number of a seat");
    return US_OK;
}

static us_status read_name(const us_domain *domain, us_value_kind kind, const us_json_node *node,
                           int64_t *out, us_error *err)
{
    bool type = kind == US_VALUE_TYPE;
    char hint[US_HINT_SIZE] = "";
    if (us_json_type(node) != US_JSON_STRING)
        return us_json_reject(node, err, type ? "the name of a type" : "the name of a resource");
    const char *name = us_json_string(node);
    *out = type ? us_domain_find_type(domain, name) : us_domain_find_resource(domain, name);
    if (*out >= 0)
        return US_OK;
    return us_json_fail(node, err, "\"" SHORT "\" is not %s: expected one of domain \"%s\"%s", name,
                        type ? "a type" : "a resource", domain->name,
                        type ? us_domain_hint_type(domain, name, hint) : hint);
}

static us_status read_arg(const us_domain *domain, const us_param *param, const us_json_node *args,
                          int64_t *out, us_error *err)
{
    int64_t y;
    if (param->kind == US_VALUE_CELL) {
        US_TRY(us_json_require_int(args, "x", 0, INT16_MAX, out, err));
        US_TRY(us_json_require_int(args, "y", 0, INT16_MAX, &y, err));
        *out = US_CELL(*out, y);
        return US_OK;
    }
    if (param->kind == US_VALUE_ENTITY)
        return us_json_require_int(args, param->name, 1, UINT32_MAX, out, err);
    if (param->kind == US_VALUE_NUMBER)
        return us_json_require_int(args, param->name, -INT64_MAX, INT64_MAX, out, err);
    const us_json_node *node = us_json_find(args, param->name);
    if (!node)
        return us_json_fail(args, err, "member \"%s\" is missing", param->name);
    return param->kind == US_VALUE_SEAT ? read_seat(node, out, err)
                                        : read_name(domain, param->kind, node, out, err);
}

us_status us_goal_read_kind(const us_json_node *node, us_goal_kind *out, us_error *err)
{
    int kind = kind_named(us_json_string(node));
    if (kind < 0)
        return us_json_fail(node, err,
                            "\"" SHORT "\" is not a kind of goal: expected achieve, increase or "
                            "maintain",
                            us_json_string(node));
    *out = (us_goal_kind)kind;
    return US_OK;
}

static bool is_there(const us_json_node *args, const us_param *param)
{
    if (param->kind == US_VALUE_CELL)
        return us_json_find(args, "x") || us_json_find(args, "y");
    return us_json_find(args, param->name) != NULL;
}

us_status us_goal_read(const us_domain *domain, const us_json_node *object, us_goal *out,
                       us_error *err)
{
    const us_json_node *name, *args;
    const char *keys[US_GOAL_PARAMS_MAX + 2];
    char hint[US_HINT_SIZE];
    int count = 0;
    if (us_json_type(object) != US_JSON_OBJECT)
        return us_json_reject(object, err, "a goal, an object");
    US_TRY(us_json_require(object, "goal", US_JSON_STRING, &name, err));
    int type = us_domain_find_goal(domain, us_json_string(name));
    if (type < 0)
        return us_json_fail(
            name, err, "\"" SHORT "\" is not a goal: expected one of domain \"%s\"%s",
            us_json_string(name), domain->name, hint_of(domain, us_json_string(name), hint));
    const us_goal_def *def = &domain->goal[type];
    US_TRY(us_json_require(object, "args", US_JSON_OBJECT, &args, err));
    for (int i = 0; i < def->param_count; i++) {
        bool cell = def->param[i].kind == US_VALUE_CELL;
        keys[count++] = cell ? "x" : def->param[i].name;
        if (cell)
            keys[count++] = "y";
    }
    keys[count] = NULL;
    US_TRY(us_json_check_keys(args, keys, err));
    us_goal goal = us_goal_make(domain, type);
    const us_json_node *kind = NULL;
    US_TRY(us_json_get(object, "kind", US_JSON_STRING, &kind, err));
    if (kind)
        US_TRY(us_goal_read_kind(kind, &goal.kind, err));
    for (int i = 0; i < def->param_count; i++) {
        int64_t value = 0;
        if (def->param[i].optional && !is_there(args, &def->param[i]))
            continue;
        US_TRY(read_arg(domain, &def->param[i], args, &value, err));
        us_goal_set_arg(&goal, i, value);
    }
    *out = goal;
    return US_OK;
}

int us_goal_instance_find(const us_goal_instance *list, int count, uint32_t id)
{
    int at = us_array_lower_bound(id, list, count, sizeof *list);
    return at < count && list[at].id == id ? at : -1;
}
