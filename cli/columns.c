#include "cli/columns.h"

#include <string.h>

#include "retrieve/library_diff.h"

enum {
    COLUMN = 58, /* bytes */
    CONTEXT = 2, /* lines around a change that are shown, and the first */
};

/* A part of a line that fits, with blanks behind it up to the column's end. */
static void add_column(const char *text, size_t length, us_str *out)
{
    size_t kept = length;
    if (length > COLUMN) {
        kept = COLUMN - 1;
        while (kept > 0 && ((unsigned char)text[kept] & 0xC0) == 0x80)
            kept--;
    }
    us_str_add_bytes(out, text, kept);
    if (kept < length)
        us_str_add_char(out, '~');
    for (size_t at = kept + (kept < length); at < COLUMN; at++)
        us_str_add_char(out, ' ');
}

static const char *line_end(const char *at)
{
    const char *end = strchr(at, '\n');
    return end ? end : at + strlen(at);
}

static const char *next_line(const char *end)
{
    return *end ? end + 1 : end;
}

static void add_row(const char *left, const char *right, us_str *out)
{
    const char *mark = left && right ? "|" : left ? "<" : ">";
    size_t room = out->length;
    add_column(left ? left : "", left ? (size_t)(line_end(left) - left) : 0, out);
    us_str_addf(out, " %s ", mark);
    if (right)
        us_str_add_bytes(out, right, (size_t)(line_end(right) - right));
    while (out->length > room && out->text[out->length - 1] == ' ')
        out->text[--out->length] = '\0';
    us_str_add_char(out, '\n');
}

/* What went stands beside what came in its place. */
static const char *add_block(const char *at, us_str *out)
{
    const char *gone = at, *came = at;
    while (came[0] == '-')
        came = next_line(line_end(came));
    const char *last = came, *end = came;
    while (end[0] == '+')
        end = next_line(line_end(end));
    while (gone < last || came < end) {
        bool left = gone < last, right = came < end;
        add_row(left ? gone + 2 : NULL, right ? came + 2 : NULL, out);
        gone = left ? next_line(line_end(gone)) : gone;
        came = right ? next_line(line_end(came)) : came;
    }
    return end;
}

static bool is_change(const char *at)
{
    return at[0] == '-' || at[0] == '+';
}

/* Within so many lines of this one something changed. */
static bool is_near_change(const char *diff, const char *at)
{
    const char *line = at;
    for (int i = 0; i <= CONTEXT && *line; i++, line = next_line(line_end(line)))
        if (is_change(line))
            return true;
    line = at;
    for (int i = 0; i <= CONTEXT && line > diff; i++) {
        if (is_change(line))
            return true;
        for (line--; line > diff && line[-1] != '\n'; line--)
            ;
    }
    return is_change(line);
}

/* What both have. */
static void add_same(const char *at, us_str *out)
{
    size_t length = (size_t)(line_end(at) - at), skipped = length < 2 ? length : 2;
    size_t from = out->length;
    add_column(at + skipped, length - skipped, out);
    us_str_add(out, "   ");
    us_str_add_bytes(out, at + skipped, length - skipped);
    while (out->length > from && out->text[out->length - 1] == ' ')
        out->text[--out->length] = '\0';
    us_str_add_char(out, '\n');
}

static void print(const char *diff, us_str *out)
{
    bool left_out = false;
    for (const char *at = diff; *at;) {
        if (is_change(at)) {
            at = add_block(at, out);
            left_out = false;
            continue;
        }
        bool first = at == diff;
        if (first || is_near_change(diff, at))
            add_same(at, out);
        else if (!left_out)
            us_str_add(out, "    ...\n");
        left_out = !first && !is_near_change(diff, at);
        at = next_line(line_end(at));
    }
}

void us_columns_print(const char *before, const char *after, us_str *out)
{
    us_str diff;
    us_str_init(&diff);
    us_lines_diff(before, after, &diff);
    add_column("  before", strlen("  before"), out);
    us_str_add(out, "   after\n");
    print(diff.text, out);
    us_str_clear(&diff);
}
