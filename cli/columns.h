/* Columns: two texts side by side. */
#ifndef US_CLI_COLUMNS_H
#define US_CLI_COLUMNS_H

#include "base/str.h"

/* Appends the bodies of two behaviors: `before` left, `after` right, under a heading. A mark
 * between them shows what became of a line: | changed, < removed, > added. Equal lines appear only
 * near a change. A line too long for its column continues in the next rows, indented further.
 * width: characters of a row, see us_out_columns; two columns of the least width need 35. */
void us_columns_print(const char *before, const char *after, int width, us_str *out);

#endif
