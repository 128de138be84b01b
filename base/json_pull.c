#include <string.h>

#include "base/json.h"

enum expect {
    EXPECT_VALUE,
    EXPECT_VALUE_OR_END,
    EXPECT_KEY,
    EXPECT_KEY_OR_END,
    EXPECT_COMMA,
    EXPECT_NOTHING,
    EXPECT_FAILED,
};

void us_pull_init(us_pull *pull, const char *text, size_t length)
{
    if (!text)
        text = "";
    *pull = (us_pull){.at = text, .end = text + length, .start = text, .place = text, .text = text};
}

static us_pull_kind fail_at(us_pull *pull, const char *place, const char *error)
{
    pull->place = pull->found = place;
    pull->error = error;
    pull->ran_out |= place == pull->end;
    pull->expect = EXPECT_FAILED;
    return US_PULL_ERROR;
}

static bool in_object(const us_pull *pull)
{
    return pull->depth > 0 && (pull->is_object >> (pull->depth - 1) & 1);
}

static void after_value(us_pull *pull)
{
    pull->expect = pull->depth > 0 ? EXPECT_COMMA : EXPECT_NOTHING;
}

static void skip_space(us_pull *pull)
{
    const char *at = pull->at;
    while (at < pull->end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    pull->at = at;
}

/* --- strings --- */

static int hex4(const char *at, const char *end)
{
    int value = 0;
    if (end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        bool capital = at[i] >= 'A' && at[i] <= 'F';
        int digit = us_text_hex_digit(capital ? (char)(at[i] - 'A' + 'a') : at[i]);
        if (digit < 0)
            return -1;
        value = value << 4 | digit;
    }
    return value;
}

/* Decodes the escape at its backslash into 1 to 4 bytes. Returns the escape's end, or NULL with the
 * error. */
static const char *decode(const char *at, const char *end, char out[4], int *size,
                          const char **error)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    *error = "expected an escape: one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u";
    if (end - at < 2)
        return NULL;
    const char *name = at[1] ? strchr(names, at[1]) : NULL;
    if (name) {
        out[0] = values[name - names];
        *size = 1;
        return at + 2;
    }
    if (at[1] != 'u')
        return NULL;
    *error = "expected four hexadecimal digits after \\u";
    int code = hex4(at + 2, end);
    if (code < 0)
        return NULL;
    at += 6;
    *error = "expected a string without NUL characters";
    if (code == 0)
        return NULL;
    if (code >= 0xd800 && code <= 0xdfff) {
        *error = "expected a whole surrogate pair";
        int low = end - at >= 6 && at[0] == '\\' && at[1] == 'u' ? hex4(at + 2, end) : -1;
        if (code >= 0xdc00 || low < 0xdc00 || low > 0xdfff)
            return NULL;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        at += 6;
    }
    *size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (*size == 1) {
        out[0] = (char)code;
        return at;
    }
    for (int i = *size - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)((0xf00 >> *size & 0xff) | code);
    return at;
}

/* Checks whether the text ends within an escape or character that more bytes could complete. */
static bool is_cut(const char *at, const char *end)
{
    static const char more[][13] = {"\\uffff\\udfff", "\\u0000\\udc00", "\x80\x80\x80\x80",
                                    "\xbf\xbf\xbf\xbf"};
    size_t left = (size_t)(end - at);
    for (int i = 0; i < US_COUNT(more) && left < sizeof(more[i]) - 1; i++) {
        char whole[sizeof(more[i])], bytes[4];
        int size;
        const char *error;
        memcpy(whole, more[i], sizeof(whole));
        memcpy(whole, at, left);
        if (*at == '\\' ? decode(whole, whole + sizeof(whole), bytes, &size, &error) != NULL
                        : us_text_utf8_size(whole, sizeof(whole)) > 0)
            return true;
    }
    return false;
}

/* Returns the first byte that is not plain: a quote, a backslash, a control character or a byte
 * beyond ASCII. Reads eight bytes at a time as long as there are eight. */
static const char *plain_end(const char *at, const char *end)
{
    static const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    while (end - at >= 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        uint64_t quote = word ^ ones * '"', slash = word ^ ones * '\\';
        uint64_t hit = ((word - ones * 0x20) | (quote - ones) | (slash - ones) | word) & tops;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        /* The lowest hit is exact: only a byte that is itself a hit causes a borrow. */
        if (hit)
            return at + __builtin_ctzll(hit) / 8;
#else
        if (hit)
            break;
#endif
        at += 8;
    }
    while (at < end && *at != '"' && *at != '\\' && (unsigned char)*at >= 0x20 &&
           (unsigned char)*at < 0x80)
        at++;
    return at;
}

/* Scans from the opening quote at pull->at to behind the closing one. */
static us_pull_kind scan_string(us_pull *pull, us_pull_kind kind)
{
    const char *open = pull->at, *at = open + 1, *end = pull->end;
    pull->escaped = false;
    for (;;) {
        at = plain_end(at, end);
        if (at == end) {
            pull->ran_out = true;
            return fail_at(pull, open, "the string has no end: expected '\"'");
        }
        if (*at == '"')
            break;
        if (*at == '\\') {
            char bytes[4];
            int size;
            const char *error, *next = decode(at, end, bytes, &size, &error);
            if (!next) {
                pull->ran_out = is_cut(at, end);
                return fail_at(pull, at, error);
            }
            pull->escaped = true;
            at = next;
            continue;
        }
        if ((unsigned char)*at < 0x20)
            return fail_at(pull, at, "expected no control character in a string");
        int size = us_text_utf8_size(at, (size_t)(end - at));
        if (size == 0) {
            pull->ran_out = is_cut(at, end);
            return fail_at(pull, at, "expected UTF-8");
        }
        at += size;
    }
    pull->text = open + 1;
    pull->length = (size_t)(at - pull->text);
    pull->at = at + 1;
    return kind;
}

/* --- tokens --- */

static bool is_digit(const char *at, const char *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

/* Skips one digit or more. False: there is none. */
static bool skip_digits(const char **at, const char *end)
{
    const char *first = *at;
    while (is_digit(*at, end))
        ++*at;
    return *at > first;
}

static us_pull_kind scan_number(us_pull *pull)
{
    const char *at = pull->at, *end = pull->end;
    at += *at == '-';
    const char *first = at;
    if (!skip_digits(&at, end))
        return fail_at(pull, at, "expected a digit");
    if (*first == '0' && at - first > 1)
        return fail_at(pull, pull->at, "expected a number without leading zeros");
    if (at < end && *at == '.') {
        at++;
        if (!skip_digits(&at, end))
            return fail_at(pull, at, "expected a digit");
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at < end && (*at == '+' || *at == '-'))
            at++;
        if (!skip_digits(&at, end))
            return fail_at(pull, at, "expected a digit");
    }
    pull->text = pull->at;
    pull->length = (size_t)(at - pull->at);
    pull->at = at;
    after_value(pull);
    return US_PULL_NUMBER;
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static us_pull_kind scan_word(us_pull *pull, const char *word, us_pull_kind kind)
{
    size_t length = strlen(word), left = (size_t)(pull->end - pull->at);
    bool begins = memcmp(pull->at, word, left < length ? left : length) == 0;
    if (!begins || left < length || (left > length && is_word(pull->at[length]))) {
        pull->ran_out = begins && left < length;
        return fail_at(pull, pull->at, "expected a value");
    }
    pull->at += length;
    after_value(pull);
    return kind;
}

static us_pull_kind open_bracket(us_pull *pull, bool object)
{
    if (pull->depth == US_JSON_DEPTH)
        return fail_at(pull, pull->at, "expected at most 64 levels of brackets");
    uint64_t bit = (uint64_t)1 << pull->depth++;
    pull->is_object = object ? pull->is_object | bit : pull->is_object & ~bit;
    pull->expect = object ? EXPECT_KEY_OR_END : EXPECT_VALUE_OR_END;
    pull->at++;
    return object ? US_PULL_OBJECT : US_PULL_ARRAY;
}

static us_pull_kind close_bracket(us_pull *pull)
{
    us_pull_kind kind = in_object(pull) ? US_PULL_OBJECT_END : US_PULL_ARRAY_END;
    pull->depth--;
    pull->at++;
    after_value(pull);
    return kind;
}

static us_pull_kind value(us_pull *pull, const char *expected)
{
    if (pull->at == pull->end)
        return fail_at(pull, pull->at, expected);
    switch (*pull->at) {
    case '"':
        after_value(pull);
        return scan_string(pull, US_PULL_STRING);
    case '{':
        return open_bracket(pull, true);
    case '[':
        return open_bracket(pull, false);
    case 't':
        return scan_word(pull, "true", US_PULL_TRUE);
    case 'f':
        return scan_word(pull, "false", US_PULL_FALSE);
    case 'n':
        return scan_word(pull, "null", US_PULL_NULL);
    default:
        if (*pull->at == '-' || is_digit(pull->at, pull->end))
            return scan_number(pull);
        return fail_at(pull, pull->at, expected);
    }
}

static us_pull_kind key(us_pull *pull, const char *expected)
{
    if (pull->at == pull->end || *pull->at != '"')
        return fail_at(pull, pull->at, expected);
    if (scan_string(pull, US_PULL_KEY) == US_PULL_ERROR)
        return US_PULL_ERROR;
    skip_space(pull);
    if (pull->at == pull->end || *pull->at != ':')
        return fail_at(pull, pull->at, "expected ':' after a key");
    pull->at++;
    pull->expect = EXPECT_VALUE;
    return US_PULL_KEY;
}

static us_pull_kind comma(us_pull *pull, const char *behind)
{
    bool object = in_object(pull);
    char c = '\0';
    if (pull->at < pull->end)
        c = *pull->at;
    if (c == (object ? '}' : ']'))
        return close_bracket(pull);
    if (c != ',') {
        fail_at(pull, pull->at, object ? "expected ',' or '}'" : "expected ',' or ']'");
        if (c && memchr(behind, '\n', (size_t)(pull->at - behind)))
            pull->place = behind;
        return US_PULL_ERROR;
    }
    pull->at++;
    skip_space(pull);
    pull->place = pull->at;
    return object ? key(pull, "expected a key in quotes") : value(pull, "expected a value");
}

static us_pull_kind token(us_pull *pull)
{
    if (pull->expect == EXPECT_FAILED)
        return US_PULL_ERROR;
    const char *behind = pull->at; /* end of the last token */
    skip_space(pull);
    pull->place = pull->at;
    bool more = pull->at < pull->end;
    switch ((enum expect)pull->expect) {
    case EXPECT_COMMA:
        return comma(pull, behind);
    case EXPECT_VALUE_OR_END:
        if (more && *pull->at == ']')
            return close_bracket(pull);
        return value(pull, "expected a value or ']'");
    case EXPECT_KEY_OR_END:
        if (more && *pull->at == '}')
            return close_bracket(pull);
        return key(pull, "expected a key in quotes or '}'");
    case EXPECT_KEY:
        return key(pull, "expected a key in quotes");
    case EXPECT_NOTHING:
        return more ? fail_at(pull, pull->at, "expected the end of the text") : US_PULL_END;
    default:
        return value(pull, "expected a value");
    }
}

us_pull_kind us_pull_next(us_pull *pull)
{
    pull->kind = token(pull);
    return pull->kind;
}

bool us_pull_skip(us_pull *pull)
{
    int depth = pull->depth;
    if (pull->kind == US_PULL_OBJECT || pull->kind == US_PULL_ARRAY)
        depth--;
    else if (pull->kind != US_PULL_KEY)
        return false;
    do {
        if (us_pull_next(pull) == US_PULL_ERROR)
            return false;
    } while (pull->depth > depth);
    return true;
}

bool us_pull_equal(const us_pull *pull, const char *text)
{
    if (pull->kind != US_PULL_KEY && pull->kind != US_PULL_STRING)
        return false;
    if (!pull->escaped) /* most strings differ in the first byte */
        return pull->length == 0
                   ? !text[0]
                   : pull->text[0] == text[0] && strncmp(pull->text, text, pull->length) == 0 &&
                         !text[pull->length];
    size_t length = strlen(text);
    const char *at = pull->text, *end = at + pull->length, *error;
    while (at < end) {
        char bytes[4] = {*at};
        int size = 1;
        at = *at == '\\' ? decode(at, end, bytes, &size, &error) : at + 1;
        if (!at || length < (size_t)size || memcmp(text, bytes, (size_t)size) != 0)
            return false;
        text += size;
        length -= (size_t)size;
    }
    return length == 0;
}

bool us_pull_int(const us_pull *pull, int64_t *out)
{
    if (pull->kind != US_PULL_NUMBER)
        return false;
    bool negative = pull->text[0] == '-';
    uint64_t size = 0;
    for (size_t i = negative; i < pull->length; i++) {
        unsigned digit = (unsigned)(unsigned char)pull->text[i] - '0';
        if (digit > 9 || size > (UINT64_MAX - digit) / 10)
            return false;
        size = size * 10 + digit;
    }
    if (size > (uint64_t)INT64_MAX + negative)
        return false;
    *out = !negative ? (int64_t)size : size == 0 ? 0 : -(int64_t)(size - 1) - 1;
    return true;
}

bool us_pull_unescape(const us_pull *pull, us_str *out)
{
    if (pull->kind != US_PULL_KEY && pull->kind != US_PULL_STRING)
        return false;
    const char *at = pull->text, *end = at + pull->length, *error;
    while (at < end) {
        const char *slash = pull->escaped ? memchr(at, '\\', (size_t)(end - at)) : NULL;
        const char *stop = slash ? slash : end;
        us_str_add_bytes(out, at, (size_t)(stop - at));
        at = stop;
        if (slash) {
            char bytes[4];
            int size = 0;
            at = decode(slash, end, bytes, &size, &error);
            us_assert(at);
            us_str_add_bytes(out, bytes, (size_t)size);
        }
    }
    return true;
}

size_t us_pull_raw(const us_pull *pull, size_t offset)
{
    const char *at = pull->text, *end = at + pull->length, *error;
    for (size_t done = 0; done < offset && at < end;) {
        char bytes[4];
        int size = 1;
        const char *next = *at == '\\' ? decode(at, end, bytes, &size, &error) : at + 1;
        done += (size_t)size;
        if (done > offset)
            break;
        at = next;
    }
    return (size_t)(at - pull->text);
}

/* --- errors --- */

int us_pull_column(const us_pull *pull)
{
    int line, column;
    us_text_place(pull->start, (size_t)(pull->place - pull->start), &line, &column);
    return column;
}

/* Describes the text at a place for a message: a word, a character or a byte. */
static void describe(const us_pull *pull, const char *at, us_str *out)
{
    size_t left = (size_t)(pull->end - at), word = 0;
    if (left == 0) {
        us_str_add(out, "the end of the text");
        return;
    }
    if (left >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) {
        us_str_add(out, "a byte order mark");
        return;
    }
    while (word < left && word < 32 && (is_word(at[word]) || at[word] == '-' || at[word] == '.'))
        word++;
    int size = us_text_utf8_size(at, left);
    if (size == 0 || (unsigned char)*at < 0x20 || *at == 0x7f)
        us_str_addf(out, "byte 0x%02x", (unsigned)(unsigned char)*at);
    else
        us_str_addf(out, "'%.*s'", word > 0 ? (int)word : size, at);
}

static us_status report(const us_pull *pull, us_error *err, const char *file, int line,
                        const char *message, const char *found)
{
    if (!err)
        return US_BAD_INPUT;
    int below, column;
    us_text_place(pull->start, (size_t)(pull->place - pull->start), &below, &column);
    US_AUTOSTR(text);
    us_str_add(&text, message);
    if (found) {
        us_str_add(&text, ", found ");
        describe(pull, found, &text);
    }
    us_error_set(err, US_BAD_INPUT, file, line + below - 1, column, "%s", text.text);
    return US_BAD_INPUT;
}

us_status us_pull_fail(const us_pull *pull, us_error *err, const char *file, int line)
{
    us_assert(pull->kind == US_PULL_ERROR);
    return report(pull, err, file, line, pull->error,
                  us_text_has_prefix(pull->error, "expected") ? pull->found : NULL);
}

us_status us_pull_reject(const us_pull *pull, us_error *err, const char *file, int line,
                         const char *expected)
{
    if (pull->kind == US_PULL_ERROR)
        return us_pull_fail(pull, err, file, line);
    US_AUTOSTR(text);
    us_str_addf(&text, "expected %s", expected);
    report(pull, err, file, line, text.text, pull->place);
    return US_BAD_INPUT;
}
