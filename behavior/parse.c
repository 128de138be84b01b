#include "behavior/parser.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/spelling.h"

/* ---- slots */

static const char *kind_at(const void *from, int i)
{
    (void)from;
    return i < US_VALUE_KINDS ? us_value_kind_name((us_value_kind)i) : NULL;
}

/* *out without such a kind: entity. */
static bool find_kind(const char *name, us_value_kind *out)
{
    *out = US_VALUE_ENTITY;
    for (int i = 0; i < US_VALUE_KINDS; i++) {
        if (!us_text_equal(name, kind_at(NULL, i)))
            continue;
        *out = (us_value_kind)i;
        return true;
    }
    return false;
}

/* Reads the kind of a slot. A misspelled kind counts as the nearest one, so that the slot exists
 * all the same. */
static bool parse_kind(us_parser *p, us_value_kind *out)
{
    const us_token *token = &p->scan.token;
    if (token->kind != US_TOKEN_NAME)
        return us_parser_reject(p, "a kind, such as entity, group, cell, seat, type or number");
    if (!find_kind(token->text, out)) {
        us_spelling near = us_spelling_start(token->text);
        for (int i = 0; i < US_VALUE_KINDS; i++)
            us_spelling_add(&near, kind_at(NULL, i));
        find_kind(near.best, out);
        us_faults_add_unknown(p->faults, token->line, token->column, "no kind of slot is called",
                              token->text, kind_at, NULL,
                              "write entity, group, cell, seat, type or number");
    }
    us_scanner_next(&p->scan);
    return true;
}

/* Adds a fault for a slot name that expressions can't use. */
static bool check_slot_name(us_parser *p, const char *name, int line, int column)
{
    static const char *const taken[] = {"self", "enemy", "neutral", "and",
                                        "or",   "not",   "true",    "false"};
    const char *why = strchr(name, '-') ? "'-' is a minus there" : NULL;
    for (int i = 0; i < US_COUNT(taken); i++)
        why = us_text_equal(name, taken[i]) ? "it means something else there" : why;
    if (!why)
        return true;
    return us_parser_fail(p, US_FAULT_NAME, line, column,
                          "no expression could name a slot \"%.63s\": %s|give it another name",
                          name, why);
}

/* NAME: KIND ["TYPE"] [role NAME] [of SEAT] [= EXPR] */
static bool parse_slot(us_parser *p, bool param, bool shared)
{
    char name[US_NAME_MAX + 1], role[US_NAME_MAX + 1] = "", type[US_STRING_MAX + 1] = "";
    us_value_kind kind = US_VALUE_ENTITY;
    int line = p->scan.token.line, column = p->scan.token.column;
    if (!us_parser_read_name(p, "the name of a slot", name) || !us_parser_expect(p, ':') ||
        !parse_kind(p, &kind) || !check_slot_name(p, name, line, column))
        return false;
    us_slot_row row = us_slot_row_default(name, kind);
    us_arg initial = {.name = ""};
    row.param = param;
    if (p->scan.token.kind == US_TOKEN_STRING) {
        snprintf(type, sizeof type, "%s", p->scan.token.text);
        us_scanner_next(&p->scan);
    }
    if (us_scanner_accept_word(&p->scan, "role")) {
        if (!us_parser_read_name(p, "a role", role))
            return false;
    }
    if (us_scanner_accept_word(&p->scan, "of")) {
        row.owner = us_seat_from_word(p->scan.token.text, strlen(p->scan.token.text));
        if (p->scan.token.kind != US_TOKEN_NAME || row.owner == US_SEAT_NONE)
            return us_parser_reject(p, "self, enemy or neutral");
        us_scanner_next(&p->scan);
    }
    row.type_name = type;
    row.role_name = role;
    if (us_scanner_accept(&p->scan, '=')) {
        initial.line = p->scan.token.line;
        initial.column = p->scan.token.column;
        if (!us_parser_read_expression(p, param))
            return false;
        initial.text = p->text.text;
        row.initial = &initial;
    }
    us_builder_set_place(p->builder, line, column);
    if (shared)
        us_builder_add_shared_slot(p->builder, &row);
    else
        us_builder_add_slot(p->builder, &row);
    return true;
}

static bool parse_params(us_parser *p)
{
    if (!us_scanner_accept(&p->scan, '('))
        return true;
    while (!us_scanner_is_sign(&p->scan, ')')) {
        if (!parse_slot(p, true, false))
            return false;
        if (!us_scanner_accept(&p->scan, ','))
            break;
    }
    return us_parser_expect(p, ')');
}

/* ---- statements of an item */

static bool parse_do(us_parser *p, bool *done)
{
    if (*done) {
        return us_parser_fail(p, US_FAULT_SHAPE, p->scan.token.line, p->scan.token.column,
                              "this is a second `do`|put both into one sequence or parallel");
    }
    *done = true;
    p->depth = 0;
    return us_parser_read_node(p);
}

static bool parse_statement(us_parser *p, us_template_kind kind, bool *done)
{
    bool behavior = kind == US_TEMPLATE_BEHAVIOR;
    char word[US_NAME_MAX + 1];
    us_token token = p->scan.token;
    const char *words = behavior
                            ? "slot, when, while, seen, described, literal, do, appendix or case"
                            : "slot, do or appendix";
    if (!us_parser_read_name(p, words, word))
        return false;
    if (us_text_equal(word, "slot"))
        return parse_slot(p, false, false);
    if (us_text_equal(word, "do"))
        return parse_do(p, done);
    if (us_text_equal(word, "appendix"))
        return us_parser_read_appendix(p);
    if (behavior && us_text_equal(word, "seen"))
        return us_parser_read_seen(p);
    if (behavior && us_text_equal(word, "case"))
        return us_parser_read_case(p);
    if (behavior && us_text_equal(word, "literal")) {
        us_builder_set_literal(p->builder);
        return true;
    }
    if (behavior && us_text_equal(word, "described"))
        return us_parser_read_described(p);
    bool when = us_text_equal(word, "when");
    if (behavior && (when || us_text_equal(word, "while"))) {
        if (!us_parser_read_expression(p, false))
            return false;
        us_builder_add_arg(p->builder, when ? US_ARGS_WHEN : US_ARGS_ALIVE, "", p->text.text);
        return true;
    }
    return us_parser_fail(p, US_FAULT_SYNTAX, token.line, token.column,
                          "\"%.63s\" does not belong here|write %s", word,
                          us_node_kind_from_word(word) >= 0 ? "`do` before the first node" : words);
}

/* ---- items */

static const char *goal_kind_at(const void *from, int i)
{
    (void)from;
    return i < US_GOAL_KINDS ? us_goal_kind_name((us_goal_kind)i) : NULL;
}

/* Reads the word between `achieves` and the goal's name. */
static void read_goal_kind(us_parser *p, const char *word, const us_token *at)
{
    int kind = 0;
    while (kind < US_GOAL_KINDS && !us_text_equal(word, goal_kind_at(NULL, kind)))
        kind++;
    if (kind < US_GOAL_KINDS) {
        us_builder_set_goal_kind(p->builder, 1 + kind);
        return;
    }
    us_faults_add_unknown(p->faults, at->line, at->column, "no kind of goal is called", word,
                          goal_kind_at, NULL, "write achieve, increase, maintain, or leave it out");
}

/* [achieve|increase|maintain] GOAL(ARGUMENTS) */
static bool parse_goal(us_parser *p)
{
    char goal[US_NAME_MAX + 1];
    us_token token = p->scan.token;
    if (!us_parser_read_name(p, "the name of a goal", goal))
        return false;
    /* A goal may have the name of a kind. Such a goal, even without arguments, does not count as a
     * kind. */
    bool kind = p->scan.token.kind == US_TOKEN_NAME &&
                us_domain_find_goal(p->builder->template->domain, goal) < 0;
    if (kind)
        read_goal_kind(p, goal, &token);
    if (kind && !us_parser_read_name(p, "the name of a goal", goal))
        return false;
    us_builder_set_goal(p->builder, goal);
    return us_parser_read_args(p, US_ARGS_GOAL);
}

static bool parse_head(us_parser *p, us_template_kind kind)
{
    if (!parse_params(p))
        return false;
    if (kind == US_TEMPLATE_BEHAVIOR && us_scanner_accept_word(&p->scan, "achieves")) {
        if (!parse_goal(p))
            return false;
    }
    if (kind == US_TEMPLATE_BEHAVIOR && us_scanner_is_word(&p->scan, "is")) {
        do {
            us_scanner_next(&p->scan);
            char class[US_NAME_MAX + 1];
            if (!us_parser_read_name(p, "the name of a class", class))
                return false;
            us_builder_add_class(p->builder, class);
        } while (us_scanner_is_sign(&p->scan, ','));
    }
    return us_scanner_is_sign(&p->scan, '{') || us_parser_reject(p, "'{'");
}

static void parse_body(us_parser *p, us_template_kind kind)
{
    int line = p->scan.token.line, column = p->scan.token.column;
    bool done = false;
    us_scanner_next(&p->scan);
    while (us_parser_next_statement(p, line, column))
        if (!parse_statement(p, kind, &done))
            us_parser_recover(p);
    if (us_faults_is_full(p->faults))
        return;
    if (!done)
        us_faults_add(p->faults, US_FAULT_SHAPE, line, column,
                      "nothing is done here|write `do` and a node");
}

static void skip_to_item(us_parser *p, bool or_body)
{
    while (p->scan.token.kind != US_TOKEN_END && !us_parser_is_at_item(p) &&
           !(or_body && us_scanner_is_sign(&p->scan, '{')))
        us_scanner_next(&p->scan);
}

static void parse_item(us_parser *p, us_brl *brl, us_template_kind kind)
{
    us_token token = p->scan.token;
    p->unclosed = false;
    us_scanner_next(&p->scan);
    bool quoted = kind == US_TEMPLATE_BEHAVIOR;
    char name[US_STRING_MAX + 1];
    snprintf(name, sizeof name, "%s", p->scan.token.text);
    if (p->scan.token.kind != (quoted ? US_TOKEN_STRING : US_TOKEN_NAME)) {
        us_parser_reject(p, quoted ? "a name in quotes" : "a name");
        skip_to_item(p, false);
        return;
    }
    us_scanner_next(&p->scan);
    p->builder = us_builder_new(brl->domain, kind, name, brl->shared, p->faults);
    us_builder_set_place(p->builder, token.line, token.column);
    if (!parse_head(p, kind)) {
        us_builder_mark_broken(p->builder);
        skip_to_item(p, true);
    }
    if (us_scanner_is_sign(&p->scan, '{'))
        parse_body(p, kind);
    us_parser_check_keys(p);
    us_brl_add(brl, us_builder_finish(p->builder));
    p->builder = NULL;
}

/* Reads the version. Returns false if the rest of the file can't be read. */
static bool parse_version(us_parser *p, const us_domain *domain, bool *named)
{
    us_token token = p->scan.token;
    if (!us_scanner_is_word(&p->scan, "brl")) {
        us_faults_add(p->faults, US_FAULT_SYNTAX, token.line, token.column,
                      "the file does not begin with its version|write `brl %d` in the first line",
                      US_BRL_VERSION);
        return true;
    }
    us_scanner_next(&p->scan);
    if (p->scan.token.kind == US_TOKEN_NUMBER && p->scan.token.number != US_BRL_VERSION) {
        us_faults_add(p->faults, US_FAULT_SYNTAX, token.line, token.column,
                      "version %lld of BRL|this program reads version %d",
                      (long long)p->scan.token.number, US_BRL_VERSION);
        return false;
    }
    int64_t version = 0;
    if (!us_parser_read_number(p, US_BRL_VERSION, US_BRL_VERSION, &version) ||
        p->scan.token.kind != US_TOKEN_NAME || p->scan.token.first)
        return true;
    *named = true;
    if (!us_text_equal(p->scan.token.text, domain->name)) {
        us_faults_add(p->faults, US_FAULT_NAME, p->scan.token.line, p->scan.token.column,
                      "a file of behaviors for %.63s, which is not %s|read it with that domain",
                      p->scan.token.text, domain->name);
        return false;
    }
    us_scanner_next(&p->scan);
    return true;
}

/* Returns whether lines end in CR alone: a comment would extend to the end of the file. */
static bool has_no_line_ends(const char *text, size_t length)
{
    return length > 0 && memchr(text, '\r', length) && !memchr(text, '\n', length);
}

bool us_brl_detect(const char *text, size_t length, char out[US_NAME_MAX + 1])
{
    us_scanner scan;
    us_scanner_init(&scan, text, length);
    out[0] = '\0';
    if (!us_scanner_accept_word(&scan, "brl"))
        return false;
    if (scan.token.kind != US_TOKEN_NUMBER)
        return false;
    us_scanner_next(&scan);
    if (scan.token.kind == US_TOKEN_NAME && !scan.token.first && !has_no_line_ends(text, length))
        snprintf(out, US_NAME_MAX + 1, "%.63s", scan.token.text);
    return true;
}

/* Reads the slots and features of the file, and the games that it saw. */
static void parse_file_head(us_parser *p, us_brl *brl)
{
    p->builder = us_builder_new(brl->domain, US_TEMPLATE_TREE, "", NULL, p->faults);
    for (;;) {
        bool slot = us_scanner_is_word(&p->scan, "slot"), saw = us_scanner_is_word(&p->scan, "saw");
        if (!slot && !saw && !us_scanner_is_word(&p->scan, "feature"))
            break;
        us_scanner_next(&p->scan);
        if (!(slot  ? parse_slot(p, false, true)
              : saw ? us_parser_read_game(p)
                    : us_parser_read_feature(p)))
            us_scanner_skip(&p->scan);
    }
    brl->shared = us_builder_finish(p->builder);
    p->builder = NULL;
}

void us_parser_work(us_parser *p)
{
    enum { OFTEN = 1 << 16 }; /* bytes */
    if (p->scan.at - p->worked < OFTEN)
        return;
    size_t more = p->scan.at - p->worked;
    p->worked = p->scan.at;
    if (us_long_work_add(&p->work, (int64_t)more, NULL) == US_OK)
        return;
    us_scanner_init(&p->scan, "", 0);
    p->worked = 0;
}

static void parse_items(us_parser *p, us_brl *brl)
{
    while (p->scan.token.kind != US_TOKEN_END && !us_faults_is_full(p->faults)) {
        int kind = US_TEMPLATE_KINDS - 1;
        while (kind >= 0 &&
               !us_scanner_is_word(&p->scan, us_template_kind_name((us_template_kind)kind)))
            kind--;
        us_parser_work(p);
        if (kind >= 0 && us_brl_is_full(brl, brl->count + 1)) {
            us_faults_add(p->faults, US_FAULT_LIMIT, p->scan.token.line, p->scan.token.column,
                          "too many items for a file of %d slots: each has them, and %d are the "
                          "most|leave slots of the file out, or split it",
                          brl->shared->slot_count, US_BRL_SHARED_MAX);
            return;
        }
        if (kind >= 0) {
            parse_item(p, brl, (us_template_kind)kind);
            continue;
        }
        us_parser_reject(p, us_scanner_is_word(&p->scan, "slot")
                                ? "the slots of the file before its first item"
                            : us_scanner_is_word(&p->scan, "feature")
                                ? "the features of the file before its first item"
                            : us_scanner_is_word(&p->scan, "saw")
                                ? "the games that the file saw before its first item"
                                : "behavior, tree or archetype");
        us_scanner_next(&p->scan);
        skip_to_item(p, false);
    }
}

us_brl *us_brl_read(const us_domain *domain, const char *file, const char *text, size_t length,
                    us_faults *faults)
{
    us_parser p = {.faults = faults};
    us_str_init(&p.text);
    us_long_work_begin(&p.work, file, "bytes", (int64_t)length);
    bool named = false, go_on = !has_no_line_ends(text, length);
    us_scanner_init(&p.scan, text, go_on ? length : 0);
    if (!go_on)
        us_faults_add(faults, US_FAULT_SYNTAX, 1, 1, "lines end in CR alone|%s",
                      "end them in LF, or in CR and LF");
    go_on = go_on && parse_version(&p, domain, &named);
    us_brl *brl = p.brl = us_brl_new(domain, file, NULL);
    brl->named = named;
    parse_file_head(&p, brl);
    if (go_on)
        parse_items(&p, brl);
    us_long_work_end(&p.work);
    us_str_clear(&p.text);
    us_mem_free(p.keys.item);
    us_brl_link(brl, faults);
    us_brl_check(brl, faults);
    return brl;
}

enum { LONG = 1 << 16 }; /* bytes of a text from which on an interrupt ends its reading */

us_status us_brl_parse(const us_domain *domain, const char *file, const char *text, size_t length,
                       us_brl **out, us_error *err)
{
    US_AUTO(us_faults_clear) us_faults faults = {0};
    US_AUTOPTR(us_brl) brl = us_brl_read(domain, file, text, length, &faults);
    if (length > LONG)
        US_TRY(us_long_work_check(file, err));
    if (faults.count > 0)
        return us_faults_fail(&faults, file, err);
    *out = US_STEAL(brl);
    return US_OK;
}

us_status us_brl_load(const us_domain *domain, const char *path, us_brl **out, us_error *err)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    US_TRY(us_file_read(path, US_BRL_FILE_MAX, &text, &length, err));
    return us_brl_parse(domain, path, text, length, out, err);
}
