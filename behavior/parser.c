#include "behavior/parser.h"

#include <stdio.h>
#include <string.h>

/* ---- tokens */

bool us_parser_reject(us_parser *p, const char *expected)
{
    const us_token *token = &p->scan.token;
    char found[US_NAME_MAX + 32];
    if (token->kind == US_TOKEN_END)
        snprintf(found, sizeof found, "the end of the file");
    else if (token->kind == US_TOKEN_BAD)
        snprintf(found, sizeof found, "%s", token->what);
    else
        snprintf(found, sizeof found, "\"%.*s\"",
                 token->to - token->from > US_NAME_MAX ? US_NAME_MAX
                                                       : (int)(token->to - token->from),
                 p->scan.text + token->from);
    return us_parser_fail(p, US_FAULT_SYNTAX, token->line, token->column,
                          "expected %s, found %s|write %s here", expected, found, expected);
}

bool us_parser_fail(us_parser *p, us_fault_kind kind, int line, int column, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    us_faults_vadd(p->faults, kind, line, column, format, args);
    va_end(args);
    if (p->builder)
        us_builder_mark_broken(p->builder);
    return false;
}

bool us_parser_expect(us_parser *p, char sign)
{
    char expected[] = "'?'";
    expected[1] = sign;
    return us_scanner_accept(&p->scan, sign) ||
           us_parser_reject(p, sign == '>' ? "'->'" : expected);
}

bool us_parser_read_name(us_parser *p, const char *what, char out[US_NAME_MAX + 1])
{
    if (p->scan.token.kind != US_TOKEN_NAME)
        return us_parser_reject(p, what);
    snprintf(out, US_NAME_MAX + 1, "%.63s", p->scan.token.text);
    us_scanner_next(&p->scan);
    return true;
}

bool us_parser_read_number(us_parser *p, int64_t low, int64_t high, int64_t *out)
{
    const us_token *token = &p->scan.token;
    if (token->kind != US_TOKEN_NUMBER || token->number < low || token->number > high) {
        char expected[80];
        snprintf(expected, sizeof expected, "a whole number from %lld to %lld", (long long)low,
                 (long long)high);
        return us_parser_reject(p, expected);
    }
    *out = token->number;
    us_scanner_next(&p->scan);
    return true;
}

void us_parser_set_place(us_parser *p)
{
    us_builder_set_place(p->builder, p->scan.token.line, p->scan.token.column);
}

/* Reads a part of a key: a name, or a number behind a dot. */
static bool parse_part(us_parser *p, bool first)
{
    const us_token *token = &p->scan.token;
    size_t length = token->to - token->from;
    bool number = !first && token->kind == US_TOKEN_NUMBER && length <= US_KEY_DIGITS &&
                  p->scan.text[token->from] != '-';
    char name[US_NAME_MAX + 1];
    if (!number && !us_parser_read_name(p, "a key", name))
        return false;
    if (number) {
        us_str_add_bytes(&p->text, p->scan.text + token->from, length);
        us_scanner_next(&p->scan);
    } else {
        us_str_add(&p->text, name);
    }
    return true;
}

bool us_parser_read_key(us_parser *p)
{
    us_str_reset(&p->text);
    for (bool first = true;; first = false) {
        if (!parse_part(p, first))
            return false;
        if (!us_scanner_is_sign(&p->scan, '.'))
            return true;
        us_str_add_char(&p->text, '.');
        us_scanner_next(&p->scan);
    }
}

bool us_parser_read_expression(us_parser *p, bool argument)
{
    int line = p->scan.ended_line, column = p->scan.ended_column;
    us_parser_set_place(p);
    us_str_reset(&p->text);
    if (argument || !p->scan.token.first) /* a statement's expression begins in its line */
        us_scanner_read_expression(&p->scan, argument, &p->text);
    if (p->text.length > 0)
        return true;
    return us_parser_fail(p, US_FAULT_SYNTAX, line, column,
                          "an expression is missing|write one here");
}

/* Reads `NAME:`, if present. A descriptor always has its key, which may have dots: this.alarm. Its
 * value is optional. */
static bool parse_arg_name(us_parser *p, us_args_owner of, char name[US_NAME_MAX + 1],
                           const char **out, bool *bare)
{
    name[0] = '\0';
    *out = name;
    *bare = false;
    if (of == US_ARGS_DESCRIPTOR) {
        if (!us_parser_read_key(p))
            return false;
        *out = us_builder_copy_text(p->builder, p->text.text);
        us_str_reset(&p->text);
        *bare = us_scanner_is_sign(&p->scan, ',') || us_scanner_is_sign(&p->scan, ')');
        return *bare || us_parser_expect(p, ':');
    }
    if (!us_scanner_is_label(&p->scan))
        return true;
    return us_parser_read_name(p, "a name", name) && us_parser_expect(p, ':');
}

bool us_parser_read_args(us_parser *p, us_args_owner of)
{
    if (!us_parser_expect(p, '('))
        return false;
    while (!us_scanner_is_sign(&p->scan, ')')) {
        char buffer[US_NAME_MAX + 1];
        const char *name;
        const int line = p->scan.token.line, column = p->scan.token.column;
        bool bare;
        if (!parse_arg_name(p, of, buffer, &name, &bare) ||
            (!bare && !us_parser_read_expression(p, true)))
            return false;
        us_builder_set_name_place(p->builder, line, column);
        us_builder_add_arg(p->builder, of, name, p->text.text);
        if (!us_scanner_accept(&p->scan, ','))
            break;
    }
    return us_parser_expect(p, ')');
}

/* ---- blocks */

bool us_parser_is_at_item(const us_parser *p)
{
    const us_scanner *scan = &p->scan;
    return scan->token.first && scan->token.column == 1 &&
           (us_scanner_is_word(scan, "behavior") || us_scanner_is_word(scan, "tree") ||
            us_scanner_is_word(scan, "archetype"));
}

bool us_parser_next_statement(us_parser *p, int line, int column)
{
    if (us_scanner_accept(&p->scan, '}')) {
        return false;
    }
    if (p->scan.token.kind != US_TOKEN_END && !us_parser_is_at_item(p))
        return !us_faults_is_full(p->faults);
    if (!p->unclosed)
        us_faults_add(p->faults, US_FAULT_SYNTAX, line, column,
                      "this '{' is never closed|write '}'");
    p->unclosed = true;
    us_builder_mark_broken(p->builder);
    return false;
}

void us_parser_recover(us_parser *p)
{
    us_builder_mark_broken(p->builder);
    us_scanner_skip(&p->scan);
}
