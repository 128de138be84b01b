#include "game/map_reader.h"

#include <string.h>

#include "base/str.h"

us_map_reader us_map_reader_from_text(const char *file, const char *text, size_t length,
                                      us_error *err)
{
    return (us_map_reader){
        .file = file, .err = err, .at = text, .end = text + length, .text = text, .stop = text};
}

int us_map_reader_column(const us_map_reader *r, const char *at)
{
    int line = 0, column = 0;
    us_text_place(r->text, (size_t)(at - r->text), &line, &column);
    return column;
}

int us_map_word_shown_length(us_map_word word)
{
    return word.length < 40 ? word.length : 40;
}

bool us_map_reader_next_line(us_map_reader *r)
{
    bool there = r->at < r->end;
    const char *stop = there ? memchr(r->at, '\n', (size_t)(r->end - r->at)) : NULL;
    r->line++;
    r->text = r->at;
    r->stop = stop ? stop : r->end;
    r->at = stop ? stop + 1 : r->end;
    if (r->stop > r->text && r->stop[-1] == '\r')
        r->stop--;
    return there;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

us_status us_map_reader_read_rows(us_map_reader *r, int low, int high, int *width, int *height)
{
    int rows = 0;
    for (;;) {
        if (!us_map_reader_next_line(r))
            return US_MAP_READER_FAIL(r, r->text, "the file ends, expected legend behind the rows");
        int length = (int)(r->stop - r->text);
        if (us_map_word_equal((us_map_word){r->text, length}, "legend"))
            break;
        if (rows == 0)
            *width = length;
        if (length < low || length > high || length != *width)
            return US_MAP_READER_FAIL(
                r, r->text, "found a row of %d cells, expected rows of one width from %d to %d",
                length, low, high);
        if (++rows > high)
            return US_MAP_READER_FAIL(r, r->text, "found more rows, expected at most %d", high);
    }
    *height = rows;
    if (rows < low)
        return US_MAP_READER_FAIL(r, r->text, "found %d rows, expected at least %d", rows, low);
    return US_OK;
}

us_status us_map_reader_split(us_map_reader *r)
{
    r->count = 0;
    for (const char *at = r->text; at < r->stop;) {
        if (is_blank(*at)) {
            at++;
            continue;
        }
        if (r->count == US_MAP_WORDS_MAX)
            return US_MAP_READER_FAIL(
                r, at, "found more words than any line has: expected at most %d", US_MAP_WORDS_MAX);
        const char *from = at;
        while (at < r->stop && !is_blank(*at))
            at++;
        r->word[r->count++] = (us_map_word){from, (int)(at - from)};
    }
    return US_OK;
}

us_status us_map_reader_next_words(us_map_reader *r, bool *there)
{
    do {
        *there = us_map_reader_next_line(r);
        r->count = 0;
        if (r->text == r->stop || r->text[0] != '#')
            US_TRY(us_map_reader_split(r));
    } while (*there && r->count == 0);
    return US_OK;
}

bool us_map_word_equal(us_map_word word, const char *text)
{
    return (size_t)word.length == strlen(text) && memcmp(word.text, text, strlen(text)) == 0;
}

us_status us_map_reader_require_word(us_map_reader *r, int i, const char *what, us_map_word *out)
{
    if (i >= r->count)
        return US_MAP_READER_FAIL(r, r->stop, "the line ends, expected %s", what);
    *out = r->word[i];
    return US_OK;
}

us_status us_map_reader_check_count(us_map_reader *r, int count)
{
    if (r->count > count)
        return US_MAP_READER_REJECT(r, r->word[count], "the end of the line");
    return US_OK;
}

us_status us_map_reader_read_number(us_map_reader *r, int i, const char *what, int low, int high,
                                    int32_t *out)
{
    us_map_word w = {0};
    char text[16] = "";
    int64_t value = 0;
    US_TRY(us_map_reader_require_word(r, i, what, &w));
    if (w.length < (int)sizeof(text))
        memcpy(text, w.text, (size_t)w.length);
    if ((int)strlen(text) != w.length || !us_text_to_int(text, low, high, &value))
        return US_MAP_READER_FAIL(r, w.text, "found '%.*s', expected %s from %d to %d",
                                  us_map_word_shown_length(w), w.text, what, low, high);
    *out = (int32_t)value;
    return US_OK;
}

us_status us_map_reader_read_name(us_map_reader *r, const char *what, char *out, size_t size)
{
    us_map_word w = {0};
    US_TRY(us_map_reader_require_word(r, 1, what, &w));
    for (int i = 0; i < w.length; i++) {
        char c = w.text[i];
        bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    c == '-' || c == '_';
        if (!fine)
            return US_MAP_READER_FAIL(r, w.text + i, "expected %s of letters, digits, - and _",
                                      what);
    }
    if ((size_t)w.length >= size)
        return US_MAP_READER_FAIL(r, w.text, "found %s of %d letters, expected at most %d", what,
                                  w.length, (int)size - 1);
    US_TRY(us_map_reader_check_count(r, 2));
    memcpy(out, w.text, (size_t)w.length);
    out[w.length] = '\0';
    return US_OK;
}

us_status us_map_reader_read_note(us_map_reader *r, char *out, size_t size)
{
    us_map_word w = {0};
    US_TRY(us_map_reader_require_word(r, 1, "a text", &w));
    const us_map_word *last = &r->word[r->count - 1];
    const char *end = last->text + last->length;
    for (const char *at = w.text, *next; at < end; at = next) {
        next = at + us_text_printable_size(at, (size_t)(end - at));
        if (next == at)
            return US_MAP_READER_FAIL(r, at,
                                      "found a control character or no UTF-8, expected plain text");
    }
    size_t length = (size_t)(end - w.text);
    if (length >= size)
        return US_MAP_READER_FAIL(r, w.text, "found a note of %d bytes, expected at most %d",
                                  (int)length, (int)size - 1);
    memcpy(out, w.text, length);
    out[length] = '\0';
    return US_OK;
}
