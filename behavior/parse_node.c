#include "behavior/parser.h"

#include <stdio.h>
#include <string.h>

/* Returns the goal kind: achieve, increase, maintain; or -1. */
static int find_pursuit(const char *word)
{
    for (int kind = 0; kind < US_GOAL_KINDS; kind++)
        if (us_text_equal(word, us_goal_kind_name((us_goal_kind)kind)))
            return kind;
    return -1;
}

static const char *word_at(const void *from, int i)
{
    (void)from;
    int extra = i - US_NODE_KINDS;
    return i < US_NODE_KINDS       ? us_node_kind_row((us_node_kind)i)->word
           : extra < US_GOAL_KINDS ? us_goal_kind_name((us_goal_kind)extra)
                                   : NULL;
}

/* Reads the word of a node to its kind, and to the goal kind that the word may imply. */
static bool parse_kind(us_parser *p, us_node *out)
{
    const us_token token = p->scan.token;
    if (token.kind != US_TOKEN_NAME)
        return us_parser_reject(p, "a node, such as sequence, act or goal");
    int kind = us_node_kind_from_word(token.text), pursue = US_PURSUE_AS_DECLARED;
    int pursuit = find_pursuit(token.text);
    if (pursuit >= 0) {
        kind = US_NODE_GOAL;
        pursue = 1 + pursuit;
    }
    if (us_text_equal(token.text, "when"))
        kind = US_NODE_RULE;
    if (kind < 0) {
        us_faults_add_unknown(p->faults, token.line, token.column, "no node is called", token.text,
                              word_at, NULL, "docs/NODE_REFERENCE.md lists them");
        us_builder_mark_broken(p->builder);
        return false;
    }
    *out = us_node_default((us_node_kind)kind);
    out->pursue = pursue;
    if (!us_text_equal(token.text, "when"))
        us_scanner_next(&p->scan);
    return true;
}

/* ---- behind the word */

static bool parse_names(us_parser *p, const char *what)
{
    for (;;) {
        char name[US_NAME_MAX + 1];
        if (!us_parser_read_name(p, what, name))
            return false;
        us_builder_add_list_item(p->builder, name);
        if (!us_scanner_accept(&p->scan, ','))
            return true;
    }
}

static bool parse_excluded(us_parser *p)
{
    for (;;) {
        if (p->scan.token.kind != US_TOKEN_STRING)
            return us_parser_reject(p, "the name of a behavior in quotes");
        us_builder_add_list_item(p->builder, p->scan.token.text);
        us_scanner_next(&p->scan);
        if (!us_scanner_accept(&p->scan, ','))
            return true;
    }
}

static bool parse_value(us_parser *p, const us_setting *setting, us_node *node)
{
    int *value = us_setting_value(setting, node);
    int64_t number = 0;
    if (setting->special && us_scanner_is_word(&p->scan, setting->special)) {
        *value = US_FAIL_EARLY;
        us_scanner_next(&p->scan);
        return true;
    }
    if (!setting->value) {
        if (!us_parser_read_number(p, setting->low, setting->high, &number))
            return false;
        *value = (int)number;
        return true;
    }
    char expected[120] = "one of";
    size_t used = strlen(expected);
    for (int i = 0; setting->value[i]; i++) {
        if (us_scanner_is_word(&p->scan, setting->value[i])) {
            *value = i;
            us_scanner_next(&p->scan);
            return true;
        }
        used += (size_t)snprintf(expected + used, sizeof expected - used, "%s %s", i ? "," : "",
                                 setting->value[i]);
    }
    return us_parser_reject(p, expected);
}

/* Returns the setting that begins with the present word, or NULL. */
static const us_setting *find_setting(const us_parser *p, us_node_kind kind)
{
    const us_setting *settings;
    int count = us_setting_list(&settings);
    for (int i = 0; i < count; i++)
        if ((settings[i].kinds >> kind & 1) && us_scanner_is_word(&p->scan, settings[i].word))
            return &settings[i];
    return NULL;
}

/* Returns a scanner at the next token. */
static us_scanner ahead(const us_scanner *scan)
{
    us_scanner next = *scan;
    us_scanner_next(&next);
    return next;
}

/* Reads settings and clauses in any order. A leaf may be followed by a precedence of a step that is
 * labeled like a setting: `retries before c`. */
static bool parse_settings(us_parser *p, us_node *node)
{
    const us_setting *settings;
    uint32_t given = 0;
    (void)us_setting_list(&settings);
    bool leaf = us_node_kind_row(node->kind)->most == 0;
    while (p->scan.token.kind == US_TOKEN_NAME && !us_scanner_is_label(&p->scan)) {
        us_scanner next = ahead(&p->scan);
        if (leaf && us_scanner_is_word(&next, "before"))
            break;
        const us_setting *setting = find_setting(p, node->kind);
        bool query = node->kind == US_NODE_QUERY, ok;
        uint32_t bit = setting ? UINT32_C(1) << (setting - settings) : 0;
        if (given & bit) {
            us_parser_fail(p, US_FAULT_SYNTAX, p->scan.token.line, p->scan.token.column,
                           "`%s` is given twice|leave one of them out", setting->word);
        }
        given |= bit;
        if (setting) {
            us_scanner_next(&p->scan);
            ok = parse_value(p, setting, node);
        } else if (node->kind == US_NODE_PARALLEL && us_scanner_accept_word(&p->scan, "lock")) {
            ok = parse_names(p, "the name of a semaphore");
        } else if (query && us_scanner_accept_word(&p->scan, "without")) {
            ok = parse_excluded(p);
        } else if (query && us_scanner_accept_word(&p->scan, "describe")) {
            ok = us_parser_read_args(p, US_ARGS_DESCRIPTOR);
        } else {
            break;
        }
        if (!ok)
            return false;
    }
    us_builder_set_settings(p->builder, node);
    return true;
}

/* These read the text between the word and the body, for kinds with a form of their own. */
static bool parse_condition(us_parser *p)
{
    if (!us_parser_read_expression(p, false))
        return false;
    us_builder_add_arg(p->builder, US_ARGS_NODE, "", p->text.text);
    return true;
}

static bool parse_set(us_parser *p)
{
    char slot[US_NAME_MAX + 1];
    if (!us_parser_read_name(p, "the name of a slot", slot))
        return false;
    us_builder_set_product(p->builder, slot);
    return us_parser_expect(p, '=') && parse_condition(p);
}

/* emit EVENT [to EXPR], or [within EXPR]. A step of an order may have the label `to` or
 * `within`. */
static bool parse_emit(us_parser *p)
{
    const char *word = us_scanner_is_word(&p->scan, "to")       ? "to"
                       : us_scanner_is_word(&p->scan, "within") ? "within"
                                                                : NULL;
    us_scanner next = ahead(&p->scan);
    if (!word || us_scanner_is_label(&p->scan) || us_scanner_is_word(&next, "before"))
        return true;
    us_scanner_next(&p->scan);
    if (!us_parser_read_expression(p, false))
        return false;
    us_builder_add_arg(p->builder, US_ARGS_NODE, word, p->text.text);
    return true;
}

/* on EVENT [when EXPR] ->, or when EXPR -> */
static bool parse_rule(us_parser *p)
{
    if (us_scanner_accept_word(&p->scan, "when")) {
        if (!parse_condition(p))
            return false;
    }
    return us_parser_expect(p, '>');
}

static bool parse_product(us_parser *p, us_node *node)
{
    char slot[US_NAME_MAX + 1];
    if (!us_scanner_is_sign(&p->scan, '>'))
        return true;
    if (node->product[0]) {
        return us_parser_fail(p, US_FAULT_SYNTAX, p->scan.token.line, p->scan.token.column,
                              "a step binds one slot|leave out one of the `-> ...`");
    }
    us_scanner_next(&p->scan);
    if (!us_parser_read_name(p, "the name of a slot", slot))
        return false;
    us_builder_set_product(p->builder, slot);
    node->product = "given";
    return true;
}

static bool parse_middle(us_parser *p, us_node *node)
{
    const us_node_row *about = us_node_kind_row(node->kind);
    if (node->kind == US_NODE_CHECK)
        return us_scanner_is_sign(&p->scan, '{') || parse_condition(p);
    if (node->kind == US_NODE_SET)
        return parse_set(p);
    if (node->kind == US_NODE_RULE)
        return parse_rule(p);
    if (node->kind == US_NODE_EMIT)
        return parse_emit(p);
    if (node->kind == US_NODE_STACKS)
        return parse_names(p, "the name of a stack");
    if (about->args && !us_parser_read_args(p, US_ARGS_NODE))
        return false;
    if (about->product && !parse_product(p, node))
        return false;
    return parse_settings(p, node) && (!about->product || parse_product(p, node));
}

/* ---- children */

/* NAME before NAME, in an order. */
static bool parse_before(us_parser *p)
{
    char first[US_NAME_MAX + 1], then[US_NAME_MAX + 1];
    us_parser_set_place(p);
    if (!us_parser_read_name(p, "a label", first))
        return false;
    us_scanner_next(&p->scan);
    if (!us_parser_read_name(p, "a label", then))
        return false;
    us_builder_add_precedence(p->builder, first, then);
    return true;
}

/* Returns whether a name or an expression must follow the word. Then `emit before` is a node with
 * an event of that name, and `guard before act stop()` is a node too. */
static bool takes_name(const us_token *token)
{
    int kind = us_node_kind_from_word(token->text);
    return us_text_equal(token->text, "when") || kind == US_NODE_CHECK || kind == US_NODE_RULE ||
           (kind >= 0 && us_node_kind_row((us_node_kind)kind)->named);
}

/* Returns whether NAME before NAME follows in one line. If the first name could be the word of a
 * node, nothing else may follow in the line. */
static bool at_before(const us_parser *p)
{
    us_scanner word = ahead(&p->scan), then = ahead(&word), end = ahead(&then);
    if (p->scan.token.kind != US_TOKEN_NAME || !us_scanner_is_word(&word, "before") ||
        then.token.kind != US_TOKEN_NAME || then.token.first || us_scanner_is_label(&then))
        return false;
    return !takes_name(&p->scan.token) || end.token.first || end.token.kind == US_TOKEN_END ||
           us_scanner_is_sign(&end, '}');
}

static bool parse_children(us_parser *p, us_node_kind kind)
{
    int line = p->scan.token.line, column = p->scan.token.column;
    if (!us_parser_expect(p, '{'))
        return false;
    while (us_parser_next_statement(p, line, column)) {
        bool before = kind == US_NODE_ORDER && at_before(p);
        if (before ? !parse_before(p) : !us_parser_read_node(p))
            us_parser_recover(p);
    }
    return true;
}

static bool parse_rest(us_parser *p, us_node *node)
{
    const us_node_row *about = us_node_kind_row(node->kind);
    if (!parse_middle(p, node))
        return false;
    if (about->most == 0 || (node->kind == US_NODE_CHECK && !us_scanner_is_sign(&p->scan, '{')))
        return true;
    if (about->most != 1 || us_scanner_is_sign(&p->scan, '{'))
        return parse_children(p, node->kind);
    return us_parser_read_node(p);
}

/* Reads the goal's name behind a second word: goal achieve NAME is a fault. */
static bool parse_twice(us_parser *p, int line, int column, us_node *node,
                        char name[US_NAME_MAX + 1])
{
    int pursuit = find_pursuit(name);
    if (pursuit < 0 || p->scan.token.kind != US_TOKEN_NAME)
        return true;
    const char *word = node->pursue == US_PURSUE_AS_DECLARED
                           ? us_node_kind_row(US_NODE_GOAL)->word
                           : us_goal_kind_name((us_goal_kind)(node->pursue - 1));
    us_faults_add(p->faults, US_FAULT_SYNTAX, line, column,
                  "one word too many before a goal: `%s %s`|write `%s %.63s(...)`", word, name,
                  name, p->scan.token.text);
    node->pursue = 1 + pursuit;
    return us_parser_read_name(p, "a name", name);
}

/* [LABEL:] WORD [NUMBER] [NAME] */
static bool parse_head(us_parser *p, char label[US_NAME_MAX + 1], char name[US_NAME_MAX + 1],
                       us_node *node)
{
    if (us_scanner_is_label(&p->scan)) {
        (void)us_parser_read_name(p, "a label", label);
        (void)us_parser_expect(p, ':');
    }
    us_parser_set_place(p);
    bool rule = us_scanner_is_word(&p->scan, "on");
    const int line = p->scan.token.line, column = p->scan.token.column;
    if (!parse_kind(p, node))
        return false;
    const us_node_row *about = us_node_kind_row(node->kind);
    int64_t number = 0;
    if ((about->number == US_NUMBER_MUST || p->scan.token.kind == US_TOKEN_NUMBER) &&
        about->number != US_NUMBER_NONE && !us_parser_read_number(p, 1, INT32_MAX, &number))
        return false;
    node->count = (int)number;
    bool event = rule && node->kind == US_NODE_RULE;
    if (event && us_scanner_is_word(&p->scan, "when"))
        return us_parser_reject(p, "an event");
    if ((about->named || event) && !us_parser_read_name(p, event ? "an event" : "a name", name))
        return false;
    if (node->kind == US_NODE_GOAL && !parse_twice(p, line, column, node, name))
        return false;
    node->label = label;
    node->name = name;
    return true;
}

bool us_parser_read_node(us_parser *p)
{
    if (p->depth == US_TREE_DEPTH) {
        return us_parser_fail(
            p, US_FAULT_LIMIT, p->scan.token.line, p->scan.token.column,
            "more than %d nodes above one another|move some of them to a tree and call "
            "it",
            US_TREE_DEPTH);
    }
    char label[US_NAME_MAX + 1] = "", name[US_NAME_MAX + 1] = "";
    us_node node = us_node_default(US_NODE_ACT);
    if (!parse_head(p, label, name, &node))
        return false;
    p->depth++;
    us_builder_open_node(p->builder, &node);
    bool ok = parse_rest(p, &node);
    us_builder_close_node(p->builder);
    p->depth--;
    return ok;
}
