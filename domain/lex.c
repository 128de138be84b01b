#include "base/json.h"
#include "domain/compile.h"
#include "domain/domain.h"

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

bool us_lex_is_name(const us_compiler *c, const char *name)
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
