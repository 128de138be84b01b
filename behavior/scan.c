#include "behavior/scan.h"

#include <stdio.h>
#include <string.h>

static int byte_at(const us_scanner *scanner, size_t at)
{
    return at < scanner->length ? (unsigned char)scanner->text[at] : -1;
}

static void advance(us_scanner *scanner)
{
    int c = byte_at(scanner, scanner->at++);
    if (c == '\n') {
        scanner->line++;
        scanner->column = 1;
    } else if ((c & 0xc0) != 0x80) {
        scanner->column++;
    }
}

static bool at_comment(const us_scanner *scanner)
{
    return byte_at(scanner, scanner->at) == '#' &&
           !us_brl_is_digit(byte_at(scanner, scanner->at + 1));
}

static bool at_arrow(const us_scanner *scanner)
{
    return byte_at(scanner, scanner->at) == '-' && byte_at(scanner, scanner->at + 1) == '>';
}

static void skip_comment(us_scanner *scanner)
{
    while (scanner->at < scanner->length && scanner->text[scanner->at] != '\n')
        advance(scanner);
}

/* Returns whether a line ended. */
static bool skip_space(us_scanner *scanner)
{
    bool ended = scanner->at == 0;
    while (scanner->at < scanner->length) {
        int c = byte_at(scanner, scanner->at);
        if (at_comment(scanner)) {
            skip_comment(scanner);
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            ended = ended || c == '\n';
            advance(scanner);
        } else {
            break;
        }
    }
    return ended;
}

static void bad(us_token *token, const char *what)
{
    token->kind = US_TOKEN_BAD;
    token->what = what;
}

static void scan_name(us_scanner *scanner, us_token *token)
{
    size_t length = 0;
    token->kind = US_TOKEN_NAME;
    for (;;) {
        int c = byte_at(scanner, scanner->at);
        if (!us_brl_is_letter(c) && !us_brl_is_digit(c) && (c != '-' || at_arrow(scanner)))
            break;
        if (length <= US_NAME_MAX)
            token->text[length++] = (char)c;
        advance(scanner);
    }
    if (length > US_NAME_MAX)
        bad(token, "a name of more than 63 bytes");
    token->text[length > US_NAME_MAX ? 0 : length] = '\0';
}

static void scan_number(us_scanner *scanner, us_token *token)
{
    char digits[24];
    size_t length = 0;
    token->kind = US_TOKEN_NUMBER;
    do {
        if (length < sizeof digits - 1)
            digits[length++] = scanner->text[scanner->at];
        advance(scanner);
    } while (us_brl_is_digit(byte_at(scanner, scanner->at)));
    digits[length] = '\0';
    if (!us_text_to_int(digits, INT64_MIN, INT64_MAX, &token->number))
        bad(token, "a number of more than 64 bits");
    else if (us_brl_is_letter(byte_at(scanner, scanner->at)))
        bad(token, "a number with a letter behind it");
}

static void scan_string(us_scanner *scanner, us_token *token)
{
    size_t length = 0;
    token->kind = US_TOKEN_STRING;
    advance(scanner);
    for (;;) {
        int c = byte_at(scanner, scanner->at);
        if (c < 0 || c == '\n') {
            bad(token, "a string without its closing quote");
            return;
        }
        if (c == '"')
            break;
        if (c == '\\')
            advance(scanner);
        int size = us_text_utf8_size(scanner->text + scanner->at, scanner->length - scanner->at);
        c = byte_at(scanner, scanner->at);
        if (c == '\n' || c < 0)
            continue;
        if (size == 0 || c < ' ')
            bad(token, "a string with bytes that are no UTF-8 text");
        else if (us_text_disguises(scanner->text + scanner->at, size))
            bad(token, "a string with a direction mark or a line separator");
        for (int i = 0; i < (size ? size : 1); i++) {
            if (length < US_STRING_MAX)
                token->text[length++] = scanner->text[scanner->at];
            else if (token->kind == US_TOKEN_STRING)
                bad(token, "a string of more than 250 bytes");
            advance(scanner);
        }
    }
    advance(scanner);
    token->text[length] = '\0';
}

void us_scanner_next(us_scanner *scanner)
{
    scanner->ended_line = scanner->line;
    scanner->ended_column = scanner->column;
    bool first = skip_space(scanner);
    us_token *token = &scanner->token;
    token->kind = US_TOKEN_END;
    token->from = scanner->at;
    token->line = scanner->line;
    token->column = scanner->column;
    token->first = first;
    token->sign = 0;
    token->text[0] = '\0';
    int c = byte_at(scanner, scanner->at);
    if (us_brl_is_letter(c)) {
        scan_name(scanner, token);
    } else if (us_brl_is_digit(c) ||
               (c == '-' && us_brl_is_digit(byte_at(scanner, scanner->at + 1)))) {
        scan_number(scanner, token);
    } else if (c == '"') {
        scan_string(scanner, token);
    } else if (at_arrow(scanner)) {
        token->kind = US_TOKEN_SIGN;
        token->sign = '>';
        advance(scanner);
        advance(scanner);
    } else if (c > 0 && strchr("{}():,.=", c)) {
        token->kind = US_TOKEN_SIGN;
        token->sign = (char)c;
        advance(scanner);
    } else if (c >= 0) {
        bad(token, c == '#' ? "the id of an entity" : "a character that BRL does not have");
        advance(scanner);
        while (c == '#' && us_brl_is_digit(byte_at(scanner, scanner->at)))
            advance(scanner);
    }
    token->to = scanner->at;
}

void us_scanner_init(us_scanner *scanner, const char *text, size_t length)
{
    *scanner = (us_scanner){.text = text, .length = length, .line = 1, .column = 1};
    us_scanner_next(scanner);
}

bool us_scanner_is_sign(const us_scanner *scanner, char sign)
{
    return scanner->token.kind == US_TOKEN_SIGN && scanner->token.sign == sign;
}

bool us_scanner_is_word(const us_scanner *scanner, const char *word)
{
    return scanner->token.kind == US_TOKEN_NAME && us_text_equal(scanner->token.text, word);
}

bool us_scanner_accept(us_scanner *scanner, char sign)
{
    bool here = us_scanner_is_sign(scanner, sign);
    if (here)
        us_scanner_next(scanner);
    return here;
}

bool us_scanner_accept_word(us_scanner *scanner, const char *word)
{
    bool here = us_scanner_is_word(scanner, word);
    if (here)
        us_scanner_next(scanner);
    return here;
}

bool us_scanner_is_label(const us_scanner *scanner)
{
    size_t at = scanner->at;
    while (byte_at(scanner, at) == ' ' || byte_at(scanner, at) == '\t')
        at++;
    return scanner->token.kind == US_TOKEN_NAME && byte_at(scanner, at) == ':';
}

/* Scans a quoted text of an expression: either quote, no escapes. */
static void scan_quoted(us_scanner *scanner, char quote, us_str *out)
{
    do {
        us_str_add_char(out, scanner->text[scanner->at]);
        advance(scanner);
        int c = byte_at(scanner, scanner->at);
        if (c < 0 || c == '\n' || c == '\0')
            return;
    } while (scanner->text[scanner->at] != quote);
    us_str_add_char(out, quote);
    advance(scanner);
}

void us_scanner_read_expression(us_scanner *scanner, bool argument, us_str *out)
{
    int depth = 0;
    scanner->at = scanner->token.from;
    scanner->line = scanner->token.line;
    scanner->column = scanner->token.column;
    size_t start = out->length;
    while (scanner->at < scanner->length) {
        int c = byte_at(scanner, scanner->at);
        if (c == '{' || c == '}' || c == '\0')
            break;
        if (depth == 0 && (argument ? c == ',' || c == ')' : c == '\n' || at_arrow(scanner)))
            break;
        if (at_comment(scanner)) {
            skip_comment(scanner);
            continue;
        }
        if (c == '"' || c == '\'') {
            scan_quoted(scanner, (char)c, out);
            continue;
        }
        depth += c == '(' ? 1 : c == ')' && depth > 0 ? -1 : 0;
        us_str_add_char(out, (char)c);
        advance(scanner);
    }
    while (out->length > start && strchr(" \t\r\n", out->text[out->length - 1]))
        out->text[--out->length] = '\0';
    us_scanner_next(scanner);
}

bool us_scan_decimal(us_scanner *scanner, char *out, size_t size)
{
    size_t from = scanner->token.from, to = from + (byte_at(scanner, from) == '-');
    bool point = false;
    while (us_brl_is_digit(byte_at(scanner, to)) ||
           (!point && byte_at(scanner, to) == '.' && us_brl_is_digit(byte_at(scanner, to + 1)))) {
        point = point || scanner->text[to] == '.';
        to++;
    }
    if (!us_brl_is_digit(byte_at(scanner, to - 1)))
        return false;
    snprintf(out, size, "%.*s", (int)(to - from < size ? to - from : size - 1),
             scanner->text + from);
    scanner->at = from;
    scanner->line = scanner->token.line;
    scanner->column = scanner->token.column;
    while (scanner->at < to)
        advance(scanner);
    us_scanner_next(scanner);
    return true;
}

void us_scanner_skip(us_scanner *scanner)
{
    int depth = 0;
    bool moved = false;
    for (; scanner->token.kind != US_TOKEN_END; us_scanner_next(scanner)) {
        bool opens = us_scanner_is_sign(scanner, '{'), closes = us_scanner_is_sign(scanner, '}');
        if (depth == 0 && (closes || (scanner->token.first && moved)))
            return;
        depth += opens ? 1 : closes ? -1 : 0;
        moved = true;
    }
}
