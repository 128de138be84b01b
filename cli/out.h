/* Standard output, and interrupts. */
#ifndef US_CLI_OUT_H
#define US_CLI_OUT_H

#include "base/error.h"
#include "base/str.h"

/* Writes the whole text now. A closed pipe is no error: all later output is dropped. */
us_status us_out_write(const us_str *text, us_error *err);
/* Moves a text, which may come from outside, to out as one printable line. */
void us_out_add_line(us_str *out, us_str *text);
/* The same for a formatted text. */
void us_out_add_linef(us_str *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends a line with a command to paste: what, then the program, the command and a path, each
 * quoted for a shell. */
void us_out_add_next(us_str *out, const char *what, const char *program, const char *command,
                     const char *path);
bool us_out_is_closed(void); /* the reader closed the pipe */
/* Returns the width of a line: COLUMNS if set, else the terminal's, else 120. */
int us_out_columns(void);

/* Appends the bodies of two behaviors: `before` left, `after` right, under a heading. A mark
 * between them shows what became of a line: | changed, < removed, > added. Equal lines appear only
 * near a change. A line too long for its column continues in the next rows, indented further.
 * width: characters of a row, see us_out_columns; two columns of the least width need 35. */
void us_columns_print(const char *before, const char *after, int width, us_str *out);

/* Print a note to standard error, as one printable line. */
void us_out_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
void us_out_log_text(const char *what);

/* From now on an interrupt (SIGINT, SIGTERM, and SIGHUP unless ignored) only sets a flag, which
 * long work in all rooms asks for; a second one ends the program. Long work shows its progress on
 * standard error. Writing to a closed pipe, or beyond a file-size limit, becomes an error
 * instead of a signal. */
void us_interrupt_install(void);
bool us_interrupt_is_pending(void);
us_status us_interrupt_fail(us_error *err, const char *what); /* US_INTERRUPTED */

#endif
