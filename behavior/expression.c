#include "behavior/expression.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "behavior/scan.h"

static bool in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
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

static us_status compile(const us_arg_compiler *reading, const us_arg *arg, const char *text,
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
static bool refuse_node(const us_arg_compiler *reading, const us_arg *arg, const us_error *err)
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

static void refuse(const us_arg_compiler *reading, const us_arg *arg, us_value_kind wanted,
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

static void keep(const us_arg_compiler *reading, us_arg *arg, us_expr *expr)
{
    arg->expr = expr;
    if (us_expr_has_ids(expr) && !reading->template->literal)
        us_faults_add(reading->faults, US_FAULT_ID, arg->line, arg->column,
                      "`%.80s` names an entity of one game by its number|declare a slot with a "
                      "description and name the slot",
                      arg->text);
}

/* Makes the text canonical: the printed expression, or near(...) around it. */
static void print(const us_arg_compiler *reading, us_arg *arg)
{
    US_AUTO(us_str_clear) us_str text;
    us_str_init(&text);
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
static void compile_anchor(const us_arg_compiler *reading, us_arg *arg, const anchor *a,
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
        refuse(reading, arg, wanted, &err);
        return;
    }
    keep(reading, arg, us_expr_to_arena(expr, reading->template->arena));
    print(reading, arg);
}

/* Reads an argument that is just a slot, as most are. Its text is canonical. */
static bool read_slot(const us_arg_compiler *reading, us_arg *arg, us_value_kind wanted)
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
    for (; **text >= '0' && **text <= '9' && count < 5; ++*text, count++)
        value = 10 * value + (**text - '0');
    bool canonical = count > 0 && (count == 1 || (*text)[-count] != '0');
    return canonical && !(**text >= '0' && **text <= '9') ? value : -1;
}

/* Reads a canonical cell: "(12, 34)". */
static bool read_cell(const us_arg_compiler *reading, us_arg *arg, us_value_kind wanted)
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
static bool read_id(const us_arg_compiler *reading, us_arg *arg, us_value_kind wanted)
{
    const us_template *template = reading->template;
    int64_t id;
    if (wanted != US_VALUE_ENTITY || arg->text[0] != '#' || arg->text[1] == '0' ||
        !us_text_to_int(arg->text + 1, 1, UINT32_MAX, &id))
        return false;
    keep(reading, arg, us_expr_from_entity(template->domain, (us_id)id, template->arena));
    return true;
}

void us_arg_compile(const us_arg_compiler *reading, us_arg *arg, us_value_kind wanted)
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
        refuse(reading, arg, wanted, &err);
        return;
    }
    keep(reading, arg, us_expr_to_arena(expr, reading->template->arena));
    print(reading, arg);
}

void us_arg_compile_any(const us_arg_compiler *reading, us_arg *arg)
{
    static const us_value_kind kinds[] = {US_VALUE_ENTITY, US_VALUE_NUMBER,  US_VALUE_CELL,
                                          US_VALUE_SEAT,   US_VALUE_GROUP,   US_VALUE_TYPE,
                                          US_VALUE_BOOL,   US_VALUE_RESOURCE};
    const us_scope *scope = reading->scope;
    for (int i = 0; i < scope->count; i++) {
        if (us_text_equal(scope->slot[i].name, arg->text)) {
            us_arg_compile(reading, arg, scope->slot[i].kind);
            return;
        }
    }
    us_error first = {0}, err;
    us_expr *expr = NULL;
    for (int i = 0; i < US_COUNT(kinds) && !expr; i++)
        (void)compile(reading, arg, arg->text, kinds[i], &expr, i == 0 ? &first : &err);
    if (!expr) {
        refuse(reading, arg, US_VALUE_ENTITY, &first);
        return;
    }
    keep(reading, arg, us_expr_to_arena(expr, reading->template->arena));
    print(reading, arg);
}
