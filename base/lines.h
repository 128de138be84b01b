/* JSON Lines: reads a file or text line by line, and the members of a line token by token, in one
 * pass, with places in errors. */
#ifndef US_BASE_LINES_H
#define US_BASE_LINES_H

#include "base/json.h"
#include "base/progress.h"

enum {
    US_LINE_MAX = 1 << 20,   /* bytes of a line */
    US_LINES_LONG = 1 << 20, /* bytes from which on reading a file can be interrupted */
};

/* ---- lines */

typedef struct us_lines {
    char *file;
    int fd; /* -1: `text` is the whole text */
    char *buffer;
    const char *text; /* the buffer, or the caller's text */
    size_t start, end, capacity;
    bool at_end;        /* the file has no more bytes */
    int line;           /* number of the last line returned */
    bool pass_long;     /* set by the caller: too long a line is returned empty, and is no error */
    int64_t size;       /* bytes of the file; -1: unknown */
    size_t had;         /* bytes read */
    us_long_work *work; /* from US_LINES_LONG bytes on; NULL: none yet */
} us_lines;

/* A long file is work: reading it asks for interruption, and shows progress. */
us_status us_lines_open(us_lines *lines, const char *path, us_error *err);
/* Opens a text that the caller keeps; `file` names it in errors. */
void us_lines_open_text(us_lines *lines, const char *file, const char *text, size_t length);
void us_lines_close(us_lines *lines);
/* Returns the next line without its newline, borrowed until the next call; *text is NULL at the
 * end. *whole: the line ends in a newline. */
us_status us_lines_next(us_lines *lines, const char **text, size_t *length, bool *whole,
                        us_error *err);

/* ---- members of one line */

typedef struct us_line {
    const char *file;
    int number;
    us_pull pull;
    us_str *scratch; /* buffer for unescaping; borrowed, like err */
    us_error *err;
} us_line;

/* Fails at the last token. Returns US_BAD_INPUT. */
us_status us_line_fail(const us_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Reports that the last token is not the expected one, or that the text is no JSON. Returns
 * US_BAD_INPUT. */
us_status us_line_reject(const us_line *line, const char *expected);
/* Reads the next token, which must be of the kind. `expected` is for the message. */
us_status us_line_expect(us_line *line, us_pull_kind kind, const char *expected);
/* Reads the next token if it is of the kind. Otherwise returns false and leaves it to be read. */
bool us_line_accept(us_line *line, us_pull_kind kind);
/* The next three read the next token; `what` names it in messages. */
us_status us_line_read_int(us_line *line, const char *what, int64_t low, int64_t high,
                           int64_t *out);
/* Copies a string of less than size bytes into out. */
us_status us_line_read_text(us_line *line, const char *what, char *out, size_t size);
us_status us_line_read_hash(us_line *line, const char *what, us_hash *out);
/* Goes to the next key of an open object. *more is false at the object's end. */
us_status us_line_next_key(us_line *line, bool *more);
/* Finds the last key among the names, of which there are at most 32. Fails for an unknown key and
 * for one whose bit in *seen is set; sets that bit. `what` names the object: "a trace's header". */
us_status us_line_find_member(us_line *line, const char *const *names, int count, const char *what,
                              unsigned *seen, int *out);
/* Goes to the next member of an open object, as us_line_next_key and us_line_find_member do. The
 * names begin the rows of a table, which have `size` bytes each. newer: unknown members are
 * skipped. *row is -1 at the object's end. */
us_status us_line_next_row(us_line *line, const void *rows, size_t size, int count,
                           const char *what, bool newer, unsigned *seen, int *row);
us_status us_line_finish(us_line *line); /* fails if anything follows */

#endif
