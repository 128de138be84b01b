/* Words of commands that the program prints, so that people can paste them into a shell. */
#ifndef US_BASE_SHELL_H
#define US_BASE_SHELL_H

#include "base/str.h"

/* Appends the text as one word of a POSIX shell, whatever characters it has. If a terminal would
 * not show the text as it is, the word is "$(printf 'a\012b')", so that the printed command stays
 * on one line. Newlines at the end of the text are the exception: they stay as they are. */
void us_shell_quote(const char *text, us_str *out);

/* Appends the path of a program, file or folder as one word. A path that begins with "-" gets "./"
 * before it, because it would be an option. A path with "=" is quoted, because it would set a
 * variable at the place of a program. */
void us_shell_quote_path(const char *path, us_str *out);

#endif
