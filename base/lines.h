/* Files of JSON Lines: a file or a text line by line, and the members of a line token by token,
 * with places in errors, in one pass. */
#ifndef US_BASE_LINES_H
#define US_BASE_LINES_H

#include "base/json.h"

enum { US_LINE_MAX = 1 << 20 }; /* bytes of a line */

/* ---- lines */

typedef struct us_lines {
    char *file;
    int fd; /* -1: the whole text is there */
    char *buffer;
    const char *text; /* buffer, or the caller's */
    size_t start, end, capacity;
    bool at_end;    /* nothing more to read into the buffer */
    int line;       /* the number of the last line given */
    bool pass_long; /* set by who reads: a line that is too long is given empty, and is no error */
} us_lines;

us_status us_lines_open(us_lines *lines, const char *path, us_error *err);
/* The same of a text, which the caller keeps; file names it in errors. */
void us_lines_open_text(us_lines *lines, const char *file, const char *text, size_t length);
void us_lines_close(us_lines *lines);
/* The next line, without its newline, borrowed until the next call; *text NULL: no more. *whole:
 * the newline was there. */
us_status us_lines_next(us_lines *lines, const char **text, size_t *length, bool *whole,
                        us_error *err);

/* ---- one line being read */

typedef struct us_line {
    const char *file;
    int number;
    us_pull pull;
    us_str *scratch; /* for what needs unescaping; with err: of whoever reads */
    us_error *err;
} us_line;

/* At the last token. US_BAD_INPUT. */
us_status us_line_fail(const us_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The last token is not what was expected, or the text is no JSON. US_BAD_INPUT. */
us_status us_line_refuse(const us_line *line, const char *expected);
/* The next token, which must be of the kind. expected: for the message. */
us_status us_line_need(us_line *line, us_pull_kind kind, const char *expected);
/* The next token is of the kind, and taken. False: it is still the next one. */
bool us_line_take(us_line *line, us_pull_kind kind);
/* Each reads the next token. what: as messages call it. */
us_status us_line_int(us_line *line, const char *what, int64_t low, int64_t high, int64_t *out);
/* A string of less than size bytes, copied into out. */
us_status us_line_text(us_line *line, const char *what, char *out, size_t size);
us_status us_line_hash(us_line *line, const char *what, us_hash *out);
/* Goes to the next key of an object that was opened; *more false: it is closed. */
us_status us_line_key(us_line *line, bool *more);
/* Which of the names, at most 32, the last key is. Refused when it is none of them or seen
 * already; seen gets a bit for each. what: "a trace's header". */
us_status us_line_member(us_line *line, const char *const *names, int count, const char *what,
                         unsigned *seen, int *out);
/* The last key is none of the names, and its value is passed over. */
bool us_line_pass(us_line *line, const char *const *names, int count);
us_status us_line_finish(us_line *line); /* nothing may follow */

#endif
