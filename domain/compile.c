/* The compiler of expressions from text to nodes: words, then names and arguments, then the tree.
 */
#include "domain/compile.h"

#include <stdio.h>

#include "base/json.h"
#include "base/spelling.h"

/* An argument as written. */
typedef struct us_argument {
    us_word name; /* length 0: positional argument */
    uint16_t node;
} us_argument;

/* ---- words */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static us_status lex_number(us_compiler *c, const char *at)
{
    us_word *word = &c->word;
    int64_t value = 0;
    while (is_digit(at[word->length])) {
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, at[word->length] - '0', &value))
            return us_source_fail(c->source, word->place, c->err,
                                  "too large a number: expected at most %lld",
                                  (long long)INT64_MAX);
        word->length++;
    }
    word->kind = US_WORD_NUMBER;
    word->number = value;
    return US_OK;
}

static us_status check_length(us_compiler *c)
{
    if (c->word.length >= 1 && c->word.length <= US_WORD_MAX)
        return US_OK;
    return us_source_fail(c->source, c->word.place, c->err, "expected a name of 1 to %d characters",
                          US_WORD_MAX);
}

static us_status lex_string(us_compiler *c, const char *at)
{
    us_word *word = &c->word;
    const char *end = at + 1;
    while (*end && *end != '\n' && *end != at[0])
        end++;
    if (*end != at[0])
        return us_source_fail(c->source, word->place, c->err,
                              "a name without end: expected another %c in this line", at[0]);
    word->kind = US_WORD_STRING;
    word->at = at + 1;
    word->length = (size_t)(end - at) - 1;
    c->ends = word->place + (uint32_t)word->length + 2;
    return check_length(c);
}

us_status us_lex_next(us_compiler *c)
{
    static const char signs[][3] = {"==", "!=", "<=", ">=", "<", ">", "+", "-", "*",
                                    "/",  "%",  "(",  ")",  ",", ":", ".", "#"};
    const char *text = c->source->text;
    uint32_t place = c->ends;
    while (text[place] == ' ' || text[place] == '\t' || text[place] == '\n' || text[place] == '\r')
        place++;
    const char *at = text + place;
    c->word = (us_word){.kind = US_WORD_END, .place = place, .at = at};
    c->ends = place;
    if (!*at)
        return US_OK;
    if (*at == '"' || *at == '\'')
        return lex_string(c, at);
    if (is_digit(*at))
        US_TRY(lex_number(c, at));
    if (is_letter(*at)) {
        c->word.kind = US_WORD_NAME;
        while (is_letter(at[c->word.length]) || is_digit(at[c->word.length]))
            c->word.length++;
        US_TRY(check_length(c));
    }
    for (int i = 0; c->word.kind == US_WORD_END && i < US_COUNT(signs); i++) {
        if (us_text_has_prefix(at, signs[i])) {
            c->word.kind = US_WORD_SIGN;
            c->word.length = strlen(signs[i]);
        }
    }
    if (c->word.kind == US_WORD_END)
        return us_source_fail(c->source, place, c->err,
                              "expected a name, a number or a sign, found '%.*s'",
                              us_text_utf8_size(at, strlen(at)), at);
    c->ends = place + (uint32_t)c->word.length;
    return US_OK;
}

bool us_lex_is_sign(const us_compiler *c, const char *sign)
{
    return c->word.kind == US_WORD_SIGN && c->word.length == strlen(sign) &&
           memcmp(c->word.at, sign, c->word.length) == 0;
}

static bool is_name(const us_compiler *c, const char *name)
{
    return c->word.kind == US_WORD_NAME && c->word.length == strlen(name) &&
           memcmp(c->word.at, name, c->word.length) == 0;
}

bool us_lex_has_colon(const us_compiler *c)
{
    const char *at = c->source->text + c->ends;
    while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')
        at++;
    return *at == ':';
}

us_status us_lex_reject(us_compiler *c, const char *expected)
{
    if (c->word.kind == US_WORD_END)
        return us_source_fail(c->source, c->word.place, c->err, "expected %s, found the end",
                              expected);
    return us_source_fail(c->source, c->word.place, c->err, "expected %s, found '%.*s'", expected,
                          c->word.length < 40 ? (int)c->word.length : 40, c->word.at);
}

us_status us_lex_expect_comma(us_compiler *c)
{
    if (us_lex_is_sign(c, ")"))
        return US_OK;
    if (!us_lex_is_sign(c, ","))
        return us_lex_reject(c, "',' or ')'");
    US_TRY(us_lex_next(c));
    return us_lex_is_sign(c, ")") ? us_lex_reject(c, "an argument") : US_OK;
}

us_status us_lex_expect(us_compiler *c, const char *sign)
{
    char expected[8] = {'\'', sign[0], '\''};
    if (!us_lex_is_sign(c, sign))
        return us_lex_reject(c, expected);
    return us_lex_next(c);
}

void us_word_copy(const us_word *word, char out[US_WORD_MAX + 1])
{
    size_t length = word->length <= US_WORD_MAX ? word->length : 0;
    memcpy(out, word->at, length);
    out[length] = '\0';
}

/* ---- source */

us_status us_source_fail(const us_source *source, size_t at, us_error *err, const char *format, ...)
{
    if (!err)
        return US_BAD_INPUT;
    const char *file = source->file;
    int line, column;
    if (source->node) {
        us_json_string_place(source->node, at, &file, &line, &column);
    } else {
        us_text_place(source->text, at, &line, &column);
        column += line == 1 && source->column > 0 ? source->column - 1 : 0;
        line += source->line > 0 ? source->line - 1 : 0;
    }
    va_list args;
    va_start(args, format);
    us_error_vset(err, US_BAD_INPUT, file, line, column, format, args);
    va_end(args);
    return US_BAD_INPUT;
}

/* ---- nodes */

us_status us_compiler_add_node(us_compiler *c, us_op op, us_value_kind kind, int64_t value,
                               uint32_t place, uint16_t *out)
{
    if (c->count > US_EXPR_NODES_MAX)
        return us_source_fail(c->source, place, c->err,
                              "too long an expression: expected at most %d parts",
                              US_EXPR_NODES_MAX);
    c->place[c->count] = place;
    c->node[c->count] =
        (us_expr_node){.op = (uint8_t)op, .kind = (uint8_t)kind, .height = 1, .value = value};
    *out = (uint16_t)c->count++;
    return US_OK;
}

static us_status fail_depth(us_compiler *c, uint32_t place)
{
    return us_source_fail(c->source, place, c->err, "too deep: expected at most %d levels",
                          US_EXPR_DEPTH);
}

us_status us_compiler_add_child(us_compiler *c, uint16_t parent, uint16_t child)
{
    us_expr_node *above = &c->node[parent];
    int height = c->node[child].height + 1;
    if (height > US_EXPR_DEPTH)
        return fail_depth(c, c->place[parent]);
    if (height > above->height)
        above->height = (uint8_t)height;
    uint16_t *link = &above->first;
    while (*link)
        link = &c->node[*link].next;
    *link = child;
    return US_OK;
}

/* ---- names of the domain */

static int find_in(const us_domain *domain, us_value_kind kind, const char *name)
{
    us_rows rows = us_kind_rows(domain, kind);
    return kind == US_VALUE_TYPE ? us_domain_find_type(domain, name)
                                 : us_row_find(rows.row, rows.count, rows.size, name);
}

static void offer_names(us_spelling *near, const us_domain *domain, uint32_t kinds)
{
    static const us_value_kind order[] = {US_VALUE_TYPE,      US_VALUE_ACTION,   US_VALUE_TERRAIN,
                                          US_VALUE_ATTRIBUTE, US_VALUE_RESOURCE, US_VALUE_ROLE,
                                          US_VALUE_STATUS,    US_VALUE_MOVEMENT};
    for (int k = 0; k < US_COUNT(order); k++)
        for (int i = 0; (kinds >> order[k] & 1) && i < us_kind_rows(domain, order[k]).count; i++)
            us_spelling_add(near, us_row_name(us_kind_rows(domain, order[k]), i));
}

/* Offers the sensors that give one of the kinds. */
static void offer_sensors(us_spelling *near, uint32_t kinds)
{
    for (int i = 0; i < us_sensor_count; i++) {
        char name[US_WORD_MAX + 1] = "";
        memcpy(name, us_sensor_table[i].form, us_sensor_name_length(&us_sensor_table[i]));
        if (kinds & US_KIND_BIT(us_sensor_table[i].kind))
            us_spelling_add(near, name);
    }
}

/* Reads the word at a node's place again. */
static us_word word_at(const us_compiler *c, uint16_t node)
{
    us_compiler again = {.source = c->source, .ends = c->place[node]};
    us_status status = us_lex_next(&again);
    us_assert(status == US_OK);
    return again.word;
}

/* Chooses the kind of a name: a name in quotes is a type first, a bare name a role. */
static us_value_kind kind_of_name(const us_domain *domain, const us_word *word, const char *name,
                                  uint32_t kinds)
{
    bool bare = word->kind == US_WORD_NAME;
    uint32_t role = US_KIND_BIT(US_VALUE_ROLE);
    if (bare && (kinds & role) && find_in(domain, US_VALUE_ROLE, name) >= 0)
        return US_VALUE_ROLE;
    for (int kind = 0; kind < US_VALUE_KINDS; kind++)
        if ((kinds >> kind & 1) && find_in(domain, (us_value_kind)kind, name) >= 0)
            return (us_value_kind)kind;
    return US_VALUE_KINDS;
}

static us_status unknown_name(us_compiler *c, uint16_t node, const char *name, uint32_t kinds)
{
    char expected[160], hint[US_HINT_SIZE];
    us_spelling near = us_spelling_start(name);
    offer_names(&near, c->domain, kinds);
    for (int i = 0; c->scope && i < c->scope->count; i++)
        us_spelling_add(&near, c->scope->slot[i].name);
    offer_sensors(&near, kinds);
    us_word word = word_at(c, node);
    bool cut = word.kind == US_WORD_NAME && word.at[word.length] == '-'; /* as in footman-2 */
    return us_source_fail(c->source, c->place[node], c->err, "\"%s\" is not %s%s", name,
                          us_value_kinds_print(kinds, expected),
                          cut ? "; a name with a hyphen stands in quotes"
                              : us_hint_print(&near, hint));
}

us_status us_compiler_bind(us_compiler *c, uint16_t index, uint32_t kinds)
{
    us_expr_node *node = &c->node[index];
    if (node->op != US_OP_NAME && (kinds & US_KIND_BIT(node->kind)))
        return US_OK;
    bool number = node->op == US_OP_LITERAL && node->kind == US_VALUE_NUMBER;
    if (number && (kinds & US_KIND_BIT(US_VALUE_SEAT))) {
        if (node->value < 0 || node->value >= US_SEATS_MAX)
            return us_source_fail(c->source, c->place[index], c->err,
                                  "%lld is not a seat: expected self, enemy, neutral or 0 to %d",
                                  (long long)node->value, US_SEATS_MAX - 1);
        node->kind = US_VALUE_SEAT;
        return US_OK;
    }
    if (node->op == US_OP_NAME || node->op == US_OP_SLOT) {
        us_word word = word_at(c, index);
        char name[US_WORD_MAX + 1];
        us_word_copy(&word, name);
        us_value_kind kind = kind_of_name(c->domain, &word, name, kinds);
        if (kind != US_VALUE_KINDS) {
            node->op = US_OP_LITERAL;
            node->kind = (uint8_t)kind;
            node->value = find_in(c->domain, kind, name);
            return US_OK;
        }
        if (node->op == US_OP_NAME)
            return unknown_name(c, index, name, kinds);
    }
    char expected[160], found[160];
    return us_source_fail(c->source, c->place[index], c->err, "expected %s, found %s",
                          us_value_kinds_print(kinds, expected),
                          us_value_kinds_print(US_KIND_BIT(node->kind), found));
}

/* Joins left and right by `and` or `or` into one node, whatever their brackets. */
static us_status join(us_compiler *c, us_op op, uint32_t place, uint16_t left, uint16_t right,
                      uint16_t *out)
{
    uint32_t bool_kind = US_KIND_BIT(US_VALUE_BOOL);
    US_TRY(us_compiler_bind(c, left, bool_kind));
    US_TRY(us_compiler_bind(c, right, bool_kind));
    *out = left;
    if (c->node[left].op != op) {
        US_TRY(us_compiler_add_node(c, op, US_VALUE_BOOL, 0, place, out));
        US_TRY(us_compiler_add_child(c, *out, left));
    }
    if (c->node[right].op != op)
        return us_compiler_add_child(c, *out, right);
    for (uint16_t child = c->node[right].first, next; child; child = next) {
        next = c->node[child].next;
        c->node[child].next = 0;
        US_TRY(us_compiler_add_child(c, *out, child));
    }
    return US_OK;
}

/* Gives both sides of a comparison kinds that can be compared. */
static us_status bind_pair(us_compiler *c, uint16_t left, uint16_t right, const char *sign)
{
    uint32_t any = (1u << US_VALUE_KINDS) - 1;
    uint32_t whole = any & ~US_KIND_BIT(US_VALUE_GROUP);
    bool order = sign[0] == '<' || sign[0] == '>';
    if (order || c->node[left].op == US_OP_NAME) {
        bool unknown = !order && c->node[right].op == US_OP_NAME;
        uint32_t kinds = order ? US_KIND_BIT(US_VALUE_NUMBER) : US_KIND_BIT(c->node[right].kind);
        if (unknown) /* neither side has a known kind */
            kinds = US_KIND_BIT(US_VALUE_NUMBER);
        US_TRY(us_compiler_bind(c, left, kinds));
    }
    US_TRY(us_compiler_bind(c, left, whole));
    if (c->node[right].kind == US_VALUE_SEAT && c->node[left].op == US_OP_LITERAL &&
        c->node[left].kind == US_VALUE_NUMBER) /* number of a seat */
        US_TRY(us_compiler_bind(c, left, US_KIND_BIT(US_VALUE_SEAT)));
    return us_compiler_bind(c, right, US_KIND_BIT(c->node[left].kind));
}

static us_status bind_call(us_compiler *c, const us_word *word, const us_argument *arg, int count,
                           uint16_t *out);

static us_status bind_name(us_compiler *c, const us_word *word, uint16_t *out)
{
    static const struct {
        const char *name;
        us_value_kind kind;
        int64_t value;
    } words[] = {
        {"self", US_VALUE_SEAT, US_SEAT_SELF},
        {"enemy", US_VALUE_SEAT, US_SEAT_ENEMY},
        {"neutral", US_VALUE_SEAT, US_NEUTRAL},
        {"true", US_VALUE_BOOL, 1},
        {"false", US_VALUE_BOOL, 0},
    };
    char name[US_WORD_MAX + 1];
    us_word_copy(word, name);
    if (word->kind == US_WORD_STRING)
        return us_compiler_add_node(c, US_OP_NAME, US_VALUE_KINDS, 0, word->place, out);
    for (int i = 0; c->scope && i < c->scope->count; i++)
        if (us_text_equal(c->scope->slot[i].name, name))
            return us_compiler_add_node(c, US_OP_SLOT, c->scope->slot[i].kind, i, word->place, out);
    for (int i = 0; i < US_COUNT(words); i++)
        if (us_text_equal(words[i].name, name))
            return us_compiler_add_node(c, US_OP_LITERAL, words[i].kind, words[i].value,
                                        word->place, out);
    int sensor = us_sensor_find(name);
    if (sensor >= 0 && !us_sensor_table[sensor].form[strlen(name)])
        return bind_call(c, word, NULL, 0, out);
    return us_compiler_add_node(c, US_OP_NAME, US_VALUE_KINDS, 0, word->place, out);
}

static us_status bind_member(us_compiler *c, uint16_t entity, const us_word *word, uint16_t *out)
{
    char name[US_WORD_MAX + 1], hint[US_HINT_SIZE];
    us_word_copy(word, name);
    US_TRY(us_compiler_bind(c, entity, US_KIND_BIT(US_VALUE_ENTITY)));
    int member = us_member_find(c->domain, name);
    if (member < 0) {
        us_spelling near = us_spelling_start(name);
        for (int i = 0; i < US_MEMBERS; i++)
            us_spelling_add(&near, us_member_rows[i].name);
        offer_names(&near, c->domain, US_KIND_BIT(US_VALUE_ATTRIBUTE));
        return us_source_fail(c->source, word->place, c->err,
                              "\"%s\" is not an attribute of entities%s", name,
                              us_hint_print(&near, hint));
    }
    us_value_kind kind = member < US_MEMBERS ? us_member_rows[member].kind : US_VALUE_NUMBER;
    US_TRY(us_compiler_add_node(c, US_OP_MEMBER, kind, member, c->place[entity], out));
    return us_compiler_add_child(c, *out, entity);
}

/* ---- calls */

typedef struct us_binder {
    us_compiler *c;
    const us_word *name;
    const us_sensor *sensor;
    us_sensor_param param[US_CALL_ARGS];
    const us_argument *arg;
    int count;
    uint16_t given[US_CALL_ARGS]; /* nodes by parameter */
    int next;                     /* next positional parameter */
} us_binder;

static us_status misplaced(us_binder *b, uint32_t place, const char *what)
{
    return us_source_fail(b->c->source, place, b->c->err, "%s: expected %s", what, b->sensor->form);
}

static us_status find_param(us_binder *b, const us_argument *arg, int *out)
{
    char name[US_WORD_MAX + 1], text[US_WORD_MAX + 40];
    us_word_copy(&arg->name, name);
    for (*out = 0; *out < US_CALL_ARGS; ++*out)
        if (b->param[*out].kinds && us_text_equal(b->param[*out].name, name))
            return US_OK;
    us_spelling near = us_spelling_start(name);
    for (int p = 0; p < US_CALL_ARGS; p++)
        us_spelling_add(&near, b->param[p].name);
    snprintf(text, sizeof(text), "there is no \"%s\"", name);
    if (near.best[0])
        return us_source_fail(b->c->source, arg->name.place, b->c->err,
                              "%s: expected %s, with one such as \"%s\"", text, b->sensor->form,
                              near.best);
    return misplaced(b, arg->name.place, text);
}

/* Returns the parameter of the next positional argument. If type and role stand side by side, the
 * argument's kind decides. */
static us_status next_param(us_binder *b, uint16_t node, int *out)
{
    while (b->next < US_CALL_OWN && !b->param[b->next].kinds)
        b->next++;
    int p = b->next;
    if (p >= US_CALL_ARGS || !b->param[p].kinds || p > US_SET_ROLE)
        return misplaced(b, b->c->place[node], "one argument too many");
    bool pair = p + 1 < US_CALL_ARGS && b->param[p].kinds == US_KIND_BIT(US_VALUE_TYPE) &&
                b->param[p + 1].kinds == US_KIND_BIT(US_VALUE_ROLE);
    if (pair) {
        US_TRY(us_compiler_bind(b->c, node, b->param[p].kinds | b->param[p + 1].kinds));
        p += b->c->node[node].kind == US_VALUE_ROLE;
    }
    b->next = p + 1;
    *out = p;
    return US_OK;
}

/* Joins two numbers into a cell if a cell is expected. */
static us_status pair_up(us_binder *b, int *i, int param, uint16_t *node)
{
    us_compiler *c = b->c;
    const us_argument *arg = &b->arg[*i];
    uint32_t kinds = b->param[param].kinds;
    if (!(kinds & US_KIND_BIT(US_VALUE_CELL)) || *i + 1 >= b->count || b->arg[*i + 1].name.length ||
        arg->name.length || c->node[*node].op == US_OP_NAME ||
        c->node[*node].kind != US_VALUE_NUMBER)
        return US_OK;
    uint16_t x = *node, y = b->arg[++*i].node;
    US_TRY(us_compiler_bind(c, y, US_KIND_BIT(US_VALUE_NUMBER)));
    US_TRY(us_compiler_add_node(c, US_OP_CELL, US_VALUE_CELL, 0, c->place[x], node));
    US_TRY(us_compiler_add_child(c, *node, x));
    return us_compiler_add_child(c, *node, y);
}

static us_status bind_args(us_binder *b)
{
    us_compiler *c = b->c;
    bool named = false;
    for (int i = 0; i < b->count; i++) {
        const us_argument *arg = &b->arg[i];
        uint16_t node = arg->node;
        int param = 0;
        if (arg->name.length) {
            US_TRY(find_param(b, arg, &param));
            named = true;
        } else if (named) {
            return misplaced(b, c->place[node], "an argument without a name behind one with");
        } else {
            US_TRY(next_param(b, node, &param));
        }
        US_TRY(pair_up(b, &i, param, &node));
        US_TRY(us_compiler_bind(c, node, b->param[param].kinds));
        if (b->given[param])
            return misplaced(b, arg->name.place, "an argument is given twice");
        b->given[param] = node;
    }
    for (int p = 0; p < US_CALL_ARGS; p++) {
        char text[US_WORD_MAX];
        if (!b->param[p].kinds || b->param[p].optional || b->given[p])
            continue;
        snprintf(text, sizeof(text), "\"%s\" is missing", b->param[p].name);
        return misplaced(b, b->name->place, text);
    }
    if (b->given[US_SET_WITHIN] && !b->given[US_SET_NEAR])
        return misplaced(b, c->place[b->given[US_SET_WITHIN]], "\"within\" without \"near\"");
    return US_OK;
}

static us_status bind_sensor(us_compiler *c, int sensor, const us_word *name,
                             const us_argument *arg, int count, uint16_t *out)
{
    us_binder b = {.c = c, .name = name, .arg = arg, .count = count};
    b.sensor = &us_sensor_table[sensor];
    us_sensor_parse_params(b.sensor, b.param);
    US_TRY(bind_args(&b));
    bool gained = !b.sensor->eval;
    if (gained && c->gains == US_GAINS_MAX)
        return us_source_fail(c->source, name->place, c->err, "expected at most %d of gained()",
                              US_GAINS_MAX);
    US_TRY(us_compiler_add_node(c, gained ? US_OP_GAINED : US_OP_CALL, b.sensor->kind,
                                gained ? c->gains++ : sensor, name->place, out));
    for (int p = 0; p < US_CALL_ARGS; p++) {
        if (!b.given[p])
            continue;
        c->node[b.given[p]].param = (uint8_t)p;
        US_TRY(us_compiler_add_child(c, *out, b.given[p]));
    }
    return US_OK;
}

static us_status bind_tally(us_compiler *c, int tally, const us_word *name, const us_argument *arg,
                            int count, uint16_t *out)
{
    if (count != 1 || arg->name.length)
        return us_source_fail(c->source, name->place, c->err, "expected %s(a seat)",
                              c->domain->tallies.name[tally]);
    US_TRY(us_compiler_bind(c, arg->node, US_KIND_BIT(US_VALUE_SEAT)));
    US_TRY(us_compiler_add_node(c, US_OP_TALLY, US_VALUE_NUMBER, tally, name->place, out));
    return us_compiler_add_child(c, *out, arg->node);
}

/* ---- the older form: And(BuildingComplete(5), Gold(300)) */

static us_status bind_joined(us_compiler *c, us_op op, const us_word *name, const us_argument *arg,
                             int count, uint16_t *out)
{
    if (count < 1 || (op == US_OP_NOT && count > 1))
        return us_source_fail(c->source, name->place, c->err, "expected %s in brackets",
                              op == US_OP_NOT ? "one condition" : "conditions");
    US_TRY(us_compiler_bind(c, arg[0].node, US_KIND_BIT(US_VALUE_BOOL)));
    *out = arg[0].node;
    if (op == US_OP_NOT) {
        US_TRY(us_compiler_add_node(c, op, US_VALUE_BOOL, 0, name->place, out));
        return us_compiler_add_child(c, *out, arg[0].node);
    }
    for (int i = 1; i < count; i++)
        US_TRY(join(c, op, name->place, *out, arg[i].node, out));
    return US_OK;
}

static us_status bind_stock(us_compiler *c, int tally, const us_word *name, const us_argument *arg,
                            int count, uint16_t *out)
{
    uint16_t seat = 0, held = 0;
    if (count != 1)
        return us_source_fail(c->source, name->place, c->err, "expected one number in brackets");
    US_TRY(us_compiler_bind(c, arg->node, US_KIND_BIT(US_VALUE_NUMBER)));
    US_TRY(us_compiler_add_node(c, US_OP_LITERAL, US_VALUE_SEAT, US_SEAT_SELF, name->place, &seat));
    US_TRY(us_compiler_add_node(c, US_OP_TALLY, US_VALUE_NUMBER, tally, name->place, &held));
    US_TRY(us_compiler_add_child(c, held, seat));
    US_TRY(us_compiler_add_node(c, US_OP_AT_LEAST, US_VALUE_BOOL, 0, name->place, out));
    US_TRY(us_compiler_add_child(c, *out, held));
    return us_compiler_add_child(c, *out, arg->node);
}

/* Binds a call of the older form. US_FAILED: there is no such form. */
static us_status bind_older(us_compiler *c, const us_word *word, char *name, const us_argument *arg,
                            int count, uint16_t *out)
{
    static const struct {
        const char *name;
        us_op op;
        const char *sensor;
    } forms[] = {
        {"And", US_OP_AND, NULL},
        {"Or", US_OP_OR, NULL},
        {"Not", US_OP_NOT, NULL},
        {"BuildingComplete", US_OP_CALL, "finished"},
        {"UnitExists", US_OP_CALL, "exists"},
    };
    for (int i = 0; i < US_COUNT(forms); i++) {
        if (!us_text_equal(forms[i].name, name))
            continue;
        if (forms[i].op != US_OP_CALL)
            return bind_joined(c, forms[i].op, word, arg, count, out);
        us_expr_node *id = count == 1 ? &c->node[arg->node] : NULL;
        if (id && id->op == US_OP_LITERAL && id->kind == US_VALUE_NUMBER && id->value > 0 &&
            id->value <= UINT32_MAX)
            id->kind = US_VALUE_ENTITY;
        return bind_sensor(c, us_sensor_find(forms[i].sensor), word, arg, count, out);
    }
    if (name[0] < 'A' || name[0] > 'Z')
        return US_FAILED;
    name[0] = (char)(name[0] - 'A' + 'a');
    int resource = us_domain_find_resource(c->domain, name);
    name[0] = (char)(name[0] - 'a' + 'A');
    return resource < 0 ? US_FAILED : bind_stock(c, resource, word, arg, count, out);
}

static us_status unknown_call(us_compiler *c, const us_word *word, const char *name)
{
    char hint[US_HINT_SIZE];
    us_spelling near = us_spelling_start(name);
    offer_sensors(&near, ~0u);
    for (int i = 0; i < c->domain->tallies.count; i++)
        us_spelling_add(&near, c->domain->tallies.name[i]);
    return us_source_fail(c->source, word->place, c->err, "\"%s\" is not a sensor or a tally%s",
                          name, us_hint_print(&near, hint));
}

/* Returns whether the call means the second of two sensors of one name. The first takes one entity,
 * the second a set. */
static bool is_second(const us_compiler *c, int first, const us_argument *arg, int count)
{
    const us_sensor *sensor = &us_sensor_table[first];
    size_t length = us_sensor_name_length(sensor);
    if (first + 1 == us_sensor_count || us_sensor_name_length(sensor + 1) != length ||
        memcmp(sensor[1].form, sensor->form, length) != 0)
        return false;
    if (count != 1)
        return true;
    if (!arg->name.length)
        return c->node[arg->node].kind != US_VALUE_ENTITY;
    us_sensor_param param[US_CALL_ARGS];
    char name[US_WORD_MAX + 1];
    us_sensor_parse_params(sensor, param);
    us_word_copy(&arg->name, name);
    return !us_text_equal(name, param[0].name);
}

static us_status bind_call(us_compiler *c, const us_word *word, const us_argument *arg, int count,
                           uint16_t *out)
{
    char name[US_WORD_MAX + 1];
    us_word_copy(word, name);
    int sensor = word->kind == US_WORD_NAME ? us_sensor_find(name) : -1;
    if (sensor >= 0)
        return bind_sensor(c, sensor + is_second(c, sensor, arg, count), word, arg, count, out);
    int tally = us_domain_find_tally(c->domain, name);
    if (tally >= 0)
        return bind_tally(c, tally, word, arg, count, out);
    us_status status = bind_older(c, word, name, arg, count, out);
    return status == US_FAILED ? unknown_call(c, word, name) : status;
}

/* ---- operands */

static us_status parse_call(us_compiler *c, const us_word *name, uint16_t *out)
{
    us_argument arg[US_CALL_ARGS + 8];
    int count = 0;
    US_TRY(us_lex_expect(c, "("));
    while (!us_lex_is_sign(c, ")")) {
        if (count == US_COUNT(arg))
            return us_lex_reject(c, "')' behind so many arguments");
        arg[count] = (us_argument){.node = 0};
        if (c->word.kind == US_WORD_NAME && us_lex_has_colon(c)) {
            arg[count].name = c->word;
            US_TRY(us_lex_next(c));
            US_TRY(us_lex_next(c));
        }
        US_TRY(us_compiler_parse_expr(c, &arg[count].node));
        count++;
        US_TRY(us_lex_expect_comma(c));
    }
    US_TRY(us_lex_next(c));
    return bind_call(c, name, arg, count, out);
}

static us_status parse_bracket(us_compiler *c, uint16_t *out)
{
    uint32_t place = c->word.place;
    US_TRY(us_lex_next(c));
    US_TRY(us_compiler_parse_expr(c, out));
    if (us_lex_is_sign(c, ",")) {
        uint16_t x = *out, y = 0, cell = 0;
        US_TRY(us_lex_next(c));
        US_TRY(us_compiler_parse_expr(c, &y));
        US_TRY(us_compiler_bind(c, x, US_KIND_BIT(US_VALUE_NUMBER)));
        US_TRY(us_compiler_bind(c, y, US_KIND_BIT(US_VALUE_NUMBER)));
        US_TRY(us_compiler_add_node(c, US_OP_CELL, US_VALUE_CELL, 0, place, &cell));
        US_TRY(us_compiler_add_child(c, cell, x));
        US_TRY(us_compiler_add_child(c, cell, y));
        *out = cell;
    }
    return us_lex_expect(c, ")");
}

static us_status parse_id(us_compiler *c, uint16_t *out)
{
    uint32_t place = c->word.place;
    US_TRY(us_lex_next(c));
    if (c->word.kind != US_WORD_NUMBER || c->word.number < 1 || c->word.number > UINT32_MAX)
        return us_lex_reject(c, "the id of an entity, from 1, behind '#'");
    US_TRY(us_compiler_add_node(c, US_OP_LITERAL, US_VALUE_ENTITY, c->word.number, place, out));
    return us_lex_next(c);
}

static us_status parse_primary(us_compiler *c, uint16_t *out)
{
    us_word word = c->word;
    if (us_lex_is_sign(c, "("))
        return parse_bracket(c, out);
    if (us_lex_is_sign(c, "#"))
        return parse_id(c, out);
    if (word.kind == US_WORD_NUMBER) {
        US_TRY(
            us_compiler_add_node(c, US_OP_LITERAL, US_VALUE_NUMBER, word.number, word.place, out));
        return us_lex_next(c);
    }
    bool operator_word = is_name(c, "and") || is_name(c, "or") || is_name(c, "not");
    if (operator_word || (word.kind != US_WORD_NAME && word.kind != US_WORD_STRING))
        return us_lex_reject(c, "a value");
    US_TRY(us_lex_next(c));
    if (us_lex_is_sign(c, "("))
        return parse_call(c, &word, out);
    return bind_name(c, &word, out);
}

static us_status parse_members(us_compiler *c, uint16_t *out)
{
    US_TRY(parse_primary(c, out));
    while (us_lex_is_sign(c, ".")) {
        US_TRY(us_lex_next(c));
        us_word name = c->word;
        if (name.kind != US_WORD_NAME && name.kind != US_WORD_STRING)
            return us_lex_reject(c, "the name of an attribute");
        US_TRY(us_lex_next(c));
        US_TRY(bind_member(c, *out, &name, out));
    }
    return US_OK;
}

/* ---- operators, the loosest first */

static const struct {
    const char *sign;
    us_op op;
    int rank;
} signs[] = {
    {"or", US_OP_OR, 1},       {"and", US_OP_AND, 2},    {"==", US_OP_EQUAL, 4},
    {"!=", US_OP_DIFFERS, 4},  {"<=", US_OP_AT_MOST, 4}, {">=", US_OP_AT_LEAST, 4},
    {"<", US_OP_LESS, 4},      {">", US_OP_MORE, 4},     {"+", US_OP_ADD, 5},
    {"-", US_OP_SUBTRACT, 5},  {"*", US_OP_MULTIPLY, 6}, {"/", US_OP_DIVIDE, 6},
    {"%", US_OP_REMAINDER, 6},
};
enum { RANK_NOT = 3, RANK_COMPARE = 4, RANK_SIGN = 7 };

static us_status parse_ranked(us_compiler *c, int rank, uint16_t *out);

static us_status parse_unary(us_compiler *c, us_op op, int rank, uint16_t *out)
{
    uint32_t place = c->word.place;
    us_value_kind kind = op == US_OP_NOT ? US_VALUE_BOOL : US_VALUE_NUMBER;
    uint16_t operand = 0;
    US_TRY(us_lex_next(c));
    if (op == US_OP_NEGATE && c->word.kind == US_WORD_NUMBER && c->word.number > 0) {
        /* a negative number is a literal */
        US_TRY(us_compiler_add_node(c, US_OP_LITERAL, kind, -c->word.number, place, out));
        return us_lex_next(c);
    }
    US_TRY(parse_ranked(c, rank, &operand));
    US_TRY(us_compiler_bind(c, operand, US_KIND_BIT(kind)));
    US_TRY(us_compiler_add_node(c, op, kind, 0, place, out));
    return us_compiler_add_child(c, *out, operand);
}

/* Puts a value of an increase into gained() if it is compared with a number slot, unless it is a
 * literal, a slot, or in gained() already. */
static us_status measure(us_compiler *c, uint16_t *side, uint16_t other)
{
    us_op op = c->node[*side].op;
    bool slot = c->node[other].op == US_OP_SLOT && c->node[other].kind == US_VALUE_NUMBER;
    uint16_t measured = *side;
    if (!slot || op == US_OP_LITERAL || op == US_OP_SLOT || op == US_OP_GAINED)
        return US_OK;
    if (c->gains == US_GAINS_MAX)
        return us_source_fail(c->source, c->place[measured], c->err,
                              "expected at most %d comparisons with a number", US_GAINS_MAX);
    US_TRY(us_compiler_add_node(c, US_OP_GAINED, US_VALUE_NUMBER, c->gains++, c->place[measured],
                                side));
    return us_compiler_add_child(c, *side, measured);
}

static us_status combine(us_compiler *c, int sign, uint32_t place, uint16_t left, uint16_t right,
                         uint16_t *out)
{
    us_op op = signs[sign].op;
    if (op == US_OP_AND || op == US_OP_OR)
        return join(c, op, place, left, right, out);
    bool compares = signs[sign].rank == RANK_COMPARE;
    if (compares) {
        US_TRY(bind_pair(c, left, right, signs[sign].sign));
        if (c->gaining) {
            US_TRY(measure(c, &left, right));
            US_TRY(measure(c, &right, left));
        }
    } else {
        US_TRY(us_compiler_bind(c, left, US_KIND_BIT(US_VALUE_NUMBER)));
        US_TRY(us_compiler_bind(c, right, US_KIND_BIT(US_VALUE_NUMBER)));
    }
    US_TRY(us_compiler_add_node(c, op, compares ? US_VALUE_BOOL : US_VALUE_NUMBER, 0, place, out));
    US_TRY(us_compiler_add_child(c, *out, left));
    return us_compiler_add_child(c, *out, right);
}

static int find_sign(const us_compiler *c, int rank)
{
    for (int i = 0; i < US_COUNT(signs); i++)
        if (signs[i].rank >= rank &&
            (us_lex_is_sign(c, signs[i].sign) || is_name(c, signs[i].sign)))
            return i;
    return -1;
}

static us_status parse_ranked(us_compiler *c, int rank, uint16_t *out)
{
    if (c->depth >= 2 * US_EXPR_DEPTH)
        return fail_depth(c, c->word.place);
    c->depth++;
    uint16_t left = 0;
    if (rank <= RANK_NOT && is_name(c, "not"))
        US_TRY(parse_unary(c, US_OP_NOT, RANK_NOT, &left));
    else if (us_lex_is_sign(c, "-"))
        US_TRY(parse_unary(c, US_OP_NEGATE, RANK_SIGN, &left));
    else
        US_TRY(parse_members(c, &left));
    for (int sign; (sign = find_sign(c, rank)) >= 0;) {
        uint32_t place = c->word.place;
        uint16_t right = 0;
        US_TRY(us_lex_next(c));
        US_TRY(parse_ranked(c, signs[sign].rank + 1, &right));
        US_TRY(combine(c, sign, place, left, right, &left));
        if (signs[sign].rank == RANK_COMPARE && find_sign(c, RANK_COMPARE) >= 0 &&
            signs[find_sign(c, RANK_COMPARE)].rank == RANK_COMPARE)
            return us_lex_reject(c, "'and' or 'or' behind a comparison");
    }
    *out = left;
    c->depth--;
    return US_OK;
}

us_status us_compiler_parse_expr(us_compiler *c, uint16_t *out)
{
    return parse_ranked(c, 1, out);
}

us_status us_compiler_compile(us_compiler *c, uint32_t kinds, uint16_t *root)
{
    if (strlen(c->source->text) >= US_EXPR_TEXT_MAX)
        return us_source_fail(c->source, 0, c->err,
                              "too long a text: expected less than %d characters",
                              US_EXPR_TEXT_MAX);
    US_TRY(us_lex_next(c));
    US_TRY(us_compiler_parse_expr(c, root));
    if (c->word.kind != US_WORD_END)
        return us_lex_reject(c, "the end or an operator");
    return us_compiler_bind(c, *root, kinds);
}
