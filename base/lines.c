#include "base/lines.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum { CHUNK = 64 * 1024 };

/* ---- lines */

us_status us_lines_open(us_lines *lines, const char *path, us_error *err)
{
    int fd = us_file_open(path, err);
    if (fd < 0)
        return US_BAD_INPUT;
    struct stat info;
    int64_t size = fstat(fd, &info) == 0 ? (int64_t)info.st_size : -1;
    *lines = (us_lines){.fd = fd, .file = us_mem_strdup(path), .text = "", .size = size};
    return US_OK;
}

void us_lines_open_text(us_lines *lines, const char *file, const char *text, size_t length)
{
    *lines = (us_lines){
        .fd = -1, .file = us_mem_strdup(file), .text = text, .end = length, .at_end = true};
}

void us_lines_close(us_lines *lines)
{
    if (lines->fd >= 0)
        close(lines->fd);
    if (lines->work)
        us_long_work_end(lines->work);
    us_mem_free(lines->work);
    us_mem_free(lines->file);
    us_mem_free(lines->buffer);
    *lines = (us_lines){.fd = -1};
}

static us_status count(us_lines *lines, int64_t bytes, us_error *err)
{
    if (!lines->work) {
        lines->work = US_NEW(us_long_work);
        us_long_work_begin(lines->work, lines->file, "bytes", lines->size);
        bytes = (int64_t)lines->had;
    }
    return us_long_work_add(lines->work, bytes, err);
}

/* Reads more bytes behind the unread ones. */
static us_status fill(us_lines *lines, us_error *err)
{
    size_t kept = lines->end - lines->start;
    if (lines->start > 0)
        memmove(lines->buffer, lines->buffer + lines->start, kept);
    lines->start = 0;
    lines->end = kept;
    if (lines->capacity - kept < CHUNK) {
        lines->capacity = kept + 2 * CHUNK;
        lines->buffer = us_mem_realloc(lines->buffer, lines->capacity);
    }
    lines->text = lines->buffer;
    ssize_t got;
    do
        got = read(lines->fd, lines->buffer + kept, CHUNK);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return us_error_set_system(err, US_BAD_INPUT, lines->file, errno, "cannot read");
    lines->at_end = got == 0;
    lines->end += (size_t)got;
    lines->had += (size_t)got;
    return lines->had > US_LINES_LONG && !lines->at_end ? count(lines, got, err) : US_OK;
}

/* Skips to behind the next newline, or to the end. */
static us_status pass(us_lines *lines, bool *whole, us_error *err)
{
    for (;;) {
        const char *from = lines->text + lines->start;
        const char *newline = memchr(from, '\n', lines->end - lines->start);
        lines->start = newline ? (size_t)(newline - lines->text) + 1 : lines->end;
        *whole = newline != NULL;
        if (newline || lines->at_end)
            return US_OK;
        US_TRY(fill(lines, err));
    }
}

us_status us_lines_next(us_lines *lines, const char **text, size_t *length, bool *whole,
                        us_error *err)
{
    size_t looked = 0;
    for (;;) {
        const char *from = lines->text + lines->start;
        size_t there = lines->end - lines->start;
        const char *newline = there > looked ? memchr(from + looked, '\n', there - looked) : NULL;
        if (newline || (lines->at_end && there > 0)) {
            *length = newline ? (size_t)(newline - from) : there;
            *whole = newline != NULL;
            if (*length > US_LINE_MAX)
                break;
            *text = from;
            lines->start += *length + *whole;
            lines->line++;
            return US_OK;
        }
        if (lines->at_end) {
            *text = NULL;
            return US_OK;
        }
        if (there > US_LINE_MAX)
            break;
        looked = there;
        US_TRY(fill(lines, err));
    }
    if (lines->pass_long) {
        *text = "";
        *length = 0;
        lines->line++;
        return pass(lines, whole, err);
    }
    return us_error_set(err, US_BAD_INPUT, lines->file, lines->line + 1, 0,
                        "expected a line of at most %d bytes, found a longer one",
                        (int)US_LINE_MAX);
}

/* ---- members */

us_status us_line_fail(const us_line *line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    us_error_vset(line->err, US_BAD_INPUT, line->file, line->number, us_pull_column(&line->pull),
                  format, args);
    va_end(args);
    return US_BAD_INPUT;
}

us_status us_line_reject(const us_line *line, const char *expected)
{
    return us_pull_reject(&line->pull, line->err, line->file, line->number, expected);
}

us_status us_line_expect(us_line *line, us_pull_kind kind, const char *expected)
{
    return us_pull_next(&line->pull) == kind ? US_OK : us_line_reject(line, expected);
}

bool us_line_accept(us_line *line, us_pull_kind kind)
{
    us_pull here = line->pull;
    if (us_pull_next(&line->pull) == kind)
        return true;
    line->pull = here;
    return false;
}

us_status us_line_read_int(us_line *line, const char *what, int64_t low, int64_t high, int64_t *out)
{
    int64_t value;
    us_pull_next(&line->pull);
    if (line->pull.kind == US_PULL_NUMBER && us_pull_int(&line->pull, &value) && value >= low &&
        value <= high) {
        *out = value;
        return US_OK;
    }
    US_AUTOSTR(expected);
    us_str_addf(&expected, "%s, a whole number from %lld to %lld", what, (long long)low,
                (long long)high);
    return us_line_reject(line, expected.text);
}

us_status us_line_read_text(us_line *line, const char *what, char *out, size_t size)
{
    us_pull_next(&line->pull);
    if (line->pull.kind != US_PULL_STRING)
        return us_line_reject(line, what);
    const char *text = line->pull.text;
    size_t length = line->pull.length;
    if (line->pull.escaped) {
        us_str_reset(line->scratch);
        if (!us_pull_unescape(&line->pull, line->scratch))
            return us_line_reject(line, what);
        text = line->scratch->text;
        length = line->scratch->length;
    }
    if (length >= size)
        return us_line_fail(line, "expected %s of at most %zu bytes", what, size - 1);
    memcpy(out, text, length);
    out[length] = '\0';
    return US_OK;
}

us_status us_line_read_hash(us_line *line, const char *what, us_hash *out)
{
    char text[32];
    us_pull_next(&line->pull);
    if (line->pull.kind == US_PULL_STRING && line->pull.length < sizeof(text)) {
        memcpy(text, line->pull.text, line->pull.length);
        text[line->pull.length] = '\0';
        if (us_hash_parse(text, out))
            return US_OK;
    }
    US_AUTOSTR(expected);
    us_str_addf(&expected, "%s, a string of 16 hexadecimal digits", what);
    return us_line_reject(line, expected.text);
}

us_status us_line_next_key(us_line *line, bool *more)
{
    us_pull_kind kind = us_pull_next(&line->pull);
    if (kind != US_PULL_KEY && kind != US_PULL_OBJECT_END)
        return us_line_reject(line, "a member");
    *more = kind == US_PULL_KEY;
    return US_OK;
}

static const char *name_at(const void *rows, size_t size, int i)
{
    const char *name;
    memcpy(&name, (const char *)rows + (size_t)i * size, sizeof(name));
    return name;
}

/* Returns the row with the last key's name, or -1. Most members stand in the order of the rows: the
 * search begins behind the last one found. */
static int find_row(const us_line *line, const void *rows, size_t size, int count, unsigned seen)
{
    int first = seen ? 32 - __builtin_clz(seen) : 0;
    for (int looked = 0; looked < count; looked++)
        if (us_pull_equal(&line->pull, name_at(rows, size, (first + looked) % count)))
            return (first + looked) % count;
    return -1;
}

/* Fails for an unknown member. */
static us_status take_row(us_line *line, const void *rows, size_t size, int count, const char *what,
                          unsigned *seen, int row)
{
    if (row >= 0 && (*seen & (1u << row)))
        return us_line_fail(line, "found \"%s\" again, expected it once", name_at(rows, size, row));
    if (row >= 0) {
        *seen |= 1u << row;
        return US_OK;
    }
    US_AUTOSTR(known);
    for (int i = 0; i < count; i++)
        us_str_addf(&known, "%s%s", i > 0 ? ", " : "", name_at(rows, size, i));
    us_str_reset(line->scratch);
    us_pull_unescape(&line->pull, line->scratch);
    return us_line_fail(line, "found \"%.40s\", expected a member of %s: %s", line->scratch->text,
                        what, known.text);
}

us_status us_line_next_row(us_line *line, const void *rows, size_t size, int count,
                           const char *what, bool newer, unsigned *seen, int *row)
{
    for (bool more = true;;) {
        *row = -1;
        US_TRY(us_line_next_key(line, &more));
        if (!more)
            return US_OK;
        *row = find_row(line, rows, size, count, *seen);
        if (*row >= 0 || !newer || !us_pull_skip(&line->pull))
            return take_row(line, rows, size, count, what, seen, *row);
    }
}

us_status us_line_find_member(us_line *line, const char *const *names, int count, const char *what,
                              unsigned *seen, int *out)
{
    *out = find_row(line, names, sizeof(*names), count, *seen);
    return take_row(line, names, sizeof(*names), count, what, seen, *out);
}

us_status us_line_finish(us_line *line)
{
    return us_line_expect(line, US_PULL_END, "nothing more on this line");
}
