#include "cli/out.h"

#include <string.h>

#include "retrieve/library_diff.h"

enum {
    CONTEXT = 3,    /* unchanged lines shown around a change, and the heading */
    HANGING = 4,    /* extra indent of continued rows */
    NARROWEST = 16, /* least characters of a column */
    GAP = 3,        /* characters between the columns */
};

typedef struct printing {
    size_t column; /* characters */
    us_str *out;
} printing;

/* The rest of a line, and its indent. */
typedef struct rest {
    const char *text;
    size_t length, indent, hanging; /* of this row; of the next rows */
} rest;

static const char *line_end(const char *at)
{
    const char *end = strchr(at, '\n');
    return end ? end : at + strlen(at);
}

static const char *next_line(const char *end)
{
    return *end ? end + 1 : end;
}

static size_t character(const char *text, size_t length)
{
    int bytes = us_text_utf8_size(text, length);
    return bytes > 0 ? (size_t)bytes : 1;
}

static size_t characters(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t at = 0; at < length; at += character(text + at, length - at))
        count++;
    return count;
}

/* Returns the bytes that fit into `room` characters, up to a blank if possible. */
static size_t fitting(const rest *of, size_t room)
{
    size_t most = 0;
    for (size_t i = 0; i < room && most < of->length; i++)
        most += character(of->text + most, of->length - most);
    if (most == of->length)
        return most;
    size_t blank = most;
    while (blank > 0 && of->text[blank] != ' ')
        blank--;
    return blank > 0 ? blank : most;
}

static rest begin_line(const printing *p, const char *line)
{
    size_t blanks = strspn(line, " ");
    size_t length = (size_t)(line_end(line) - line), most = p->column / 3;
    return (rest){.text = line + blanks,
                  .length = length - blanks,
                  .indent = blanks < most ? blanks : most,
                  .hanging = blanks + HANGING < most ? blanks + HANGING : most};
}

/* Appends as much of the line as fits, padded to the column's width. */
static void add_part(const printing *p, rest *of)
{
    size_t bytes = fitting(of, p->column - of->indent), used = of->indent;
    for (size_t i = 0; i < of->indent; i++)
        us_str_add_char(p->out, ' ');
    us_str_add_bytes(p->out, of->text, bytes);
    for (used += characters(of->text, bytes); used < p->column; used++)
        us_str_add_char(p->out, ' ');
    size_t blanks = bytes < of->length ? strspn(of->text + bytes, " ") : 0;
    of->text += bytes + blanks;
    of->length -= bytes + blanks;
    of->indent = of->hanging;
}

/* Appends two lines (NULL: none) in as many rows as the longer one needs. */
static void add_row(const printing *p, const char *left, char mark, const char *right)
{
    static const char none[] = "";
    rest side[2] = {begin_line(p, left ? left : none), begin_line(p, right ? right : none)};
    do {
        size_t from = p->out->length;
        add_part(p, &side[0]);
        us_str_addf(p->out, " %c ", mark);
        add_part(p, &side[1]);
        while (p->out->length > from && p->out->text[p->out->length - 1] == ' ')
            p->out->text[--p->out->length] = '\0';
        us_str_add_char(p->out, '\n');
        mark = ' ';
    } while (side[0].length + side[1].length > 0);
}

/* Appends removed lines beside the lines that replaced them. */
static const char *add_block(const printing *p, const char *at)
{
    const char *gone = at, *came = at;
    while (came[0] == '-')
        came = next_line(line_end(came));
    const char *last = came, *end = came;
    while (end[0] == '+')
        end = next_line(line_end(end));
    while (gone < last || came < end) {
        bool left = gone < last, right = came < end;
        add_row(p, left ? gone + 2 : NULL,
                left && right ? '|'
                : left        ? '<'
                              : '>',
                right ? came + 2 : NULL);
        gone = left ? next_line(line_end(gone)) : gone;
        came = right ? next_line(line_end(came)) : came;
    }
    return end;
}

static void print(const printing *p, const char *hunks)
{
    for (const char *at = hunks; *at;) {
        if (at[0] == '-' || at[0] == '+') {
            at = add_block(p, at);
            continue;
        }
        if (at[0] == '.')
            us_str_add(p->out, "    ...\n");
        else
            add_row(p, at + 2, ' ', at + 2);
        at = next_line(line_end(at));
    }
}

void us_columns_print(const char *before, const char *after, int width, us_str *out)
{
    printing p = {NARROWEST, out};
    if (width > 2 * NARROWEST + GAP)
        p.column = (size_t)(width - GAP) / 2;
    US_AUTOSTR(diff);
    US_AUTOSTR(hunks);
    us_line_diff_print(before, after, &diff);
    us_line_diff_print_hunks(diff.text, CONTEXT, &hunks);
    add_row(&p, "  before", ' ', "after");
    print(&p, hunks.text);
}
